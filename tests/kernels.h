/*
 * kernels.h: short forms of the public calls for suites that run kernels. Each ends the test, with everything that the
 * error has to say, where the call fails.
 */
#ifndef TESTS_KERNELS_H
#define TESTS_KERNELS_H

#include "tests/support.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ck_assert_msg for loops over many elements: Check's own notes down every single success. */
#define expect(condition, ...)                                                                                         \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            ck_abort_msg(__VA_ARGS__);                                                                                 \
    } while (0)

/* Ends the test where `call` fails. `error` is the one that was handed to the call. */
static inline void must(cujit_status status, cujit_error *error)
{
    char *text;

    if (status == CUJIT_OK)
        return;
    text = cujit_error_format(error);
    ck_abort_msg("%s: %s\n%s", cujit_status_name(status), text != NULL ? text : "",
                 error->log != NULL ? error->log : "");
}

static inline void *must_malloc(size_t size)
{
    void *memory = malloc(size != 0 ? size : 1);

    ck_assert_ptr_nonnull(memory);
    return memory;
}

static inline cujit_elementwise *make_kernel(cujit_context *context, const cujit_elementwise_spec *spec)
{
    cujit_elementwise *kernel = NULL;
    cujit_error error = {0};

    must(cujit_elementwise_create(context, spec, &kernel, &error), &error);
    return kernel;
}

static inline cujit_array *upload(cujit_context *context, cujit_dtype dtype, size_t count, const void *data)
{
    cujit_array *array = NULL;
    cujit_error error = {0};

    must(cujit_array_from_host(context, dtype, 1, &count, data, &array, &error), &error);
    return array;
}

static inline cujit_array *zeros(cujit_context *context, cujit_dtype dtype, size_t count)
{
    cujit_array *array = NULL;
    cujit_error error = {0};

    must(cujit_array_zeros(context, dtype, 1, &count, &array, &error), &error);
    return array;
}

/* An array of 0, 1, 2, ... */
static inline cujit_array *counting(cujit_context *context, size_t count)
{
    float *data = must_malloc(count * sizeof *data);
    cujit_array *array;

    for (size_t k = 0; k < count; k++)
        data[k] = (float)k;
    array = upload(context, CUJIT_FLOAT32, count, data);
    free(data);
    return array;
}

static inline void download(const cujit_array *array, void *data)
{
    cujit_error error = {0};

    must(cujit_array_to_host(array, data, cujit_array_bytes(array), &error), &error);
}

static inline void run_kernel(const cujit_elementwise *kernel, cujit_args args)
{
    cujit_error error = {0};

    must(cujit_elementwise_run(kernel, NULL, args, &error), &error);
}

/* One kernel, one launch. */
static inline void run_once(cujit_context *context, const char *arguments, const char *operation, cujit_args args)
{
    cujit_elementwise *kernel = make_kernel(context,
                                            &(cujit_elementwise_spec){.arguments = arguments, .operation = operation});

    run_kernel(kernel, args);
    cujit_elementwise_free(kernel);
}

/* splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* In [low, high). */
static inline double random_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(next_random(state) >> 11) * 0x1p-53);
}

static inline int on_gpu(const cujit_context *context)
{
    return strncmp(cujit_context_device(context), "cuda", 4) == 0;
}

#endif
