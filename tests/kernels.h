/*
 * kernels.h: short forms of the public calls for suites that run kernels. Each ends the test, with everything that the
 * error has to say, where the call fails.
 *
 * What they make frees itself behind the case. A case may free it before: in this header's reach the library's `_free`
 * functions take it off the list first.
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

/* ---- What frees itself ------------------------------------------------------------------------------------------- */

#define cujit_array_free(array) cujit_array_free(cj_test_forget(array))
#define cujit_context_free(context) cujit_context_free(cj_test_forget(context))
#define cujit_elementwise_free(kernel) cujit_elementwise_free(cj_test_forget(kernel))
#define cujit_reduction_free(reduction) cujit_reduction_free(cj_test_forget(reduction))
#define cujit_scan_free(scan) cujit_scan_free(cj_test_forget(scan))
#define cujit_rows_free(rows) cujit_rows_free(cj_test_forget(rows))
#define cujit_module_free(module) cujit_module_free(cj_test_forget(module))
#define cujit_graph_free(graph) cujit_graph_free(cj_test_forget(graph))
#define cujit_event_free(event) cujit_event_free(cj_test_forget(event))

/* ---- Contexts ---------------------------------------------------------------------------------------------------- */

/* A new context on $CUJIT_DEVICE. Ends the test with a failure where it cannot be made. */
cujit_context *cj_test_context(void);

/* The same on that device, or for that architecture ("sm_90", which needs no device), and without a cache on disk;
 * NULL: cj_test_context(). */
cujit_context *cj_test_target(const char *device);

/* With these members of the options: context_with(.cache_directory = ""). */
#define context_with(...) make_context(&(cujit_context_options){__VA_ARGS__})
cujit_context *make_context(const cujit_context_options *options);

/* All cases of a file have a context on $CUJIT_DEVICE, made anew for each. */
#define CONTEXT_FOR_EACH_CASE                                                                                          \
    static cujit_context *context;                                                                                     \
    static void open_context(void)                                                                                     \
    {                                                                                                                  \
        context = cj_test_context();                                                                                   \
    }                                                                                                                  \
    FIXTURE(open_context, NULL)

/* From here on the host's compiler optimizes nothing in this case, where the program is one of those for which it does
 * (tests/meson.build): for kernels of which there are many, and whose vectors others show. */
void compile_sooner(void);

/* Options for what is only to be compiled for an architecture, not to be run: NVRTC takes a third of the time then, where
 * it knows how. NULL: it does not, or the context is of a device. */
const char *const *quick_options(cujit_context *target);

/* ---- Streams, events, memory ------------------------------------------------------------------------------------- */

/* They go before the context's handle, and are not to be freed by hand, but for events and graphs. */
cujit_stream make_stream(cujit_context *context);
cujit_event *make_event(cujit_context *context);
void *device_memory(cujit_context *context, size_t size);
void *pinned_memory(cujit_context *context, size_t size);

/* What the stream has recorded. */
cujit_graph *end_graph(cujit_context *context, cujit_stream stream);

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

cujit_array *upload(cujit_context *context, cujit_dtype dtype, size_t count, const void *data);
cujit_array *upload_shape(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape, const void *data);
cujit_array *zeros_shape(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape);
cujit_array *zeros(cujit_context *context, cujit_dtype dtype, size_t count);

/* Dense, in the order of these strides (NULL: C order); its elements are not set. */
cujit_array *strided(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                     const ptrdiff_t *strides);

/* 0, 1, 2, ... as float. */
cujit_array *counting(cujit_context *context, size_t count);

/* A view with these strides in bytes (NULL: C order) of what lies at `data`. */
cujit_array *view_at(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape, const ptrdiff_t *strides,
                     void *data);

/* `count` elements of a dense array from element `first` on. */
cujit_array *view_of(const cujit_array *array, size_t first, size_t count);

void download(const cujit_array *array, void *data);

/* All of its elements in host memory, not to be freed. */
const void *elements_of(const cujit_array *array);

/* Ends the test unless the array has these elements of this C type: expect_elements(z, float, 1, 2.5). */
#define expect_elements(array, type, ...)                                                                              \
    cj_test_elements(array, (const type[]){__VA_ARGS__}, sizeof((const type[]){__VA_ARGS__}), sizeof(type), __FILE__,  \
                     __LINE__)
void cj_test_elements(const cujit_array *array, const void *wanted, size_t bytes, size_t size, const char *file,
                      int line);

/* Ends the test unless the condition holds for each element, which is called `got`, and its number `k`. */
#define expect_each(array, type, condition)                                                                            \
    do {                                                                                                               \
        const cujit_array *each_of = array;                                                                            \
        const type *each = elements_of(each_of);                                                                       \
                                                                                                                       \
        for (int k = 0; k < (int)cujit_array_size(each_of); k++) {                                                     \
            const type got = each[k];                                                                                  \
                                                                                                                       \
            expect(condition, "element %d: %s is wrong, of %.17g", k, #condition, (double)got);                        \
        }                                                                                                              \
    } while (0)

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

cujit_dtype register_type(cujit_context *context, const cujit_type_spec *spec);

cujit_elementwise *make_kernel(cujit_context *context, const cujit_elementwise_spec *spec);
cujit_elementwise *kernel_of(cujit_context *context, const char *arguments, const char *operation);

/* NULL: there is no compiler for that device here. */
cujit_elementwise *kernel_if_compiled(cujit_context *context, const cujit_elementwise_spec *spec);

void run_kernel(const cujit_elementwise *kernel, cujit_args args);
void run_on(cujit_stream stream, const cujit_elementwise *kernel, cujit_args args);

/* One kernel, one launch. */
void run_once(cujit_context *context, const char *arguments, const char *operation, cujit_args args);

cujit_reduction *make_reduction(cujit_context *context, const cujit_reduction_spec *spec);

/* The first result; others are not wanted. */
cujit_array *run_reduction(const cujit_reduction *reduction, const cujit_reduction_options *options, cujit_args args);

/* The first result, read back. */
void run_to(const cujit_reduction *reduction, const cujit_reduction_options *options, cujit_args args, void *data);

cujit_scan *make_scan(cujit_context *context, const cujit_scan_spec *spec);
cujit_array *run_scan(const cujit_scan *scan, const cujit_scan_options *options, cujit_args args);

cujit_rows *make_rows(cujit_context *context, const cujit_rows_spec *spec);
void run_rows(const cujit_rows *rows, const cujit_rows_options *options, cujit_args args);

cujit_module *make_module(cujit_context *context, const cujit_module_spec *spec);
cujit_module *make_source(cujit_context *context, const char *source);
cujit_function *function_of(cujit_module *module, const char *name);
void launch_function(cujit_function *function, cujit_launch shape, cujit_args args);

/* One block of so many threads. */
void launch_block(cujit_module *module, const char *name, unsigned threads, cujit_args args);

/* The same with a spec's members as arguments: kernel_with(context, .arguments = "int *x", .operation = "x[i] = 1"). */
#define kernel_with(context, ...) make_kernel(context, &(cujit_elementwise_spec){__VA_ARGS__})
#define reduction_with(context, ...) make_reduction(context, &(cujit_reduction_spec){__VA_ARGS__})
#define scan_with(context, ...) make_scan(context, &(cujit_scan_spec){__VA_ARGS__})
#define rows_with(context, ...) make_rows(context, &(cujit_rows_spec){__VA_ARGS__})
#define module_with(context, ...) make_module(context, &(cujit_module_spec){__VA_ARGS__})

/* Members of a reduction's spec, or a scan's. */
#define SUM_FROM_0 .neutral = "0", .reduce = "a + b"

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

static const cujit_dtype number_types[] = {CUJIT_BOOL,    CUJIT_INT8,      CUJIT_UINT8,     CUJIT_INT16,
                                           CUJIT_UINT16,  CUJIT_INT32,     CUJIT_UINT32,    CUJIT_INT64,
                                           CUJIT_UINT64,  CUJIT_FLOAT16,   CUJIT_BFLOAT16,  CUJIT_FLOAT32,
                                           CUJIT_FLOAT64, CUJIT_COMPLEX64, CUJIT_COMPLEX128};

uint64_t next_random(uint64_t *state);

/* In [low, high). */
double random_between(uint64_t *state, double low, double high);

bool on_gpu(const cujit_context *context);

#endif
