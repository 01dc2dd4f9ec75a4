/*
 * kernels.c: see kernels.h.
 */
#include "tests/kernels.h"

#include <pthread.h>

/* ---- What frees itself ------------------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept {
    void *thing;
    void (*release)(void *);
} * kept;
static size_t kept_count, kept_room;

static void free_kept(void)
{
    while (kept_count > 0) {
        const struct kept last = kept[--kept_count];

        if (last.thing != NULL)
            last.release(last.thing);
    }
    free(kept);
    kept = NULL;
    kept_room = 0;
}

__attribute__((constructor)) static void free_behind_cases(void)
{
    cj_test_behind = free_kept;
}

void *cj_test_keep(void *thing, void (*release)(void *))
{
    pthread_mutex_lock(&lock);
    if (kept_count == kept_room) {
        kept_room = 2 * kept_room + 16;
        kept = realloc(kept, kept_room * sizeof *kept);
        ck_assert_ptr_nonnull(kept);
    }
    kept[kept_count++] = (struct kept){thing, release};
    pthread_mutex_unlock(&lock);
    return thing;
}

void *cj_test_forget(void *thing)
{
    pthread_mutex_lock(&lock);
    for (size_t k = kept_count; k-- > 0 && thing != NULL;)
        if (kept[k].thing == thing) {
            kept[k].thing = NULL;
            break;
        }
    while (kept_count > 0 && kept[kept_count - 1].thing == NULL)
        kept_count--;
    pthread_mutex_unlock(&lock);
    return thing;
}

#define KEEPS(type)                                                                                                    \
    static void release_##type(void *thing)                                                                            \
    {                                                                                                                  \
        (cujit_##type##_free)(thing);                                                                                  \
    }                                                                                                                  \
    static cujit_##type *keep_##type(cujit_##type *thing)                                                              \
    {                                                                                                                  \
        return cj_test_keep(thing, release_##type);                                                                    \
    }
KEEPS(context)
KEEPS(array)
KEEPS(elementwise)
KEEPS(reduction)
KEEPS(scan)
KEEPS(module)

void *must_malloc(size_t size)
{
    void *memory = malloc(size != 0 ? size : 1);

    ck_assert_ptr_nonnull(memory);
    return memory;
}

void *memory_of(size_t size)
{
    return cj_test_keep(must_malloc(size), free);
}

/* ---- Contexts ---------------------------------------------------------------------------------------------------- */

static cujit_context *make_context(const cujit_context_options *options)
{
    cujit_context *context = NULL;

    must(cujit_context_create(options, &context, &fault));
    return keep_context(context);
}

cujit_context *cj_test_context(void)
{
    return make_context(NULL);
}

cujit_context *cj_test_target(const char *device)
{
    return make_context(device == NULL ? NULL : &(cujit_context_options){.device = device, .cache_directory = ""});
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

cujit_array *upload_shape(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape, const void *data)
{
    cujit_array *array = NULL;

    must(cujit_array_from_host(context, dtype, ndim, shape, data, &array, &fault));
    return keep_array(array);
}

cujit_array *upload(cujit_context *context, cujit_dtype dtype, size_t count, const void *data)
{
    return upload_shape(context, dtype, 1, &count, data);
}

cujit_array *zeros_shape(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape)
{
    cujit_array *array = NULL;

    must(cujit_array_zeros(context, dtype, ndim, shape, &array, &fault));
    return keep_array(array);
}

cujit_array *zeros(cujit_context *context, cujit_dtype dtype, size_t count)
{
    return zeros_shape(context, dtype, 1, &count);
}

cujit_array *counting(cujit_context *context, size_t count)
{
    float *data = must_malloc(count * sizeof *data);
    cujit_array *array;

    for (size_t k = 0; k < count; k++)
        data[k] = (float)k;
    array = upload(context, CUJIT_FLOAT32, count, data);
    free(data);
    return array;
}

cujit_array *view_at(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape, const ptrdiff_t *strides,
                     void *data)
{
    cujit_array *view = NULL;

    must(cujit_array_view(context, dtype, ndim, shape, strides, data, &view, &fault));
    return keep_array(view);
}

cujit_array *view_of(const cujit_array *array, size_t first, size_t count)
{
    const size_t size = cujit_dtype_size(cujit_array_dtype(array));

    return view_at(cujit_array_context(array), cujit_array_dtype(array), 1, &count, NULL,
                   (char *)cujit_array_data(array) + first * size);
}

void download(const cujit_array *array, void *data)
{
    must(cujit_array_to_host(array, data, cujit_array_bytes(array), &fault));
}

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

cujit_elementwise *make_kernel(cujit_context *context, const cujit_elementwise_spec *spec)
{
    cujit_elementwise *kernel = NULL;

    must(cujit_elementwise_create(context, spec, &kernel, &fault));
    return keep_elementwise(kernel);
}

void run_kernel(const cujit_elementwise *kernel, cujit_args args)
{
    must(cujit_elementwise_run(kernel, NULL, args, &fault));
}

void run_once(cujit_context *context, const char *arguments, const char *operation, cujit_args args)
{
    cujit_elementwise *kernel = make_kernel(context,
                                            &(cujit_elementwise_spec){.arguments = arguments, .operation = operation});

    run_kernel(kernel, args);
    cujit_elementwise_free(kernel);
}

cujit_reduction *make_reduction(cujit_context *context, const cujit_reduction_spec *spec)
{
    cujit_reduction *reduction = NULL;

    must(cujit_reduction_create(context, spec, &reduction, &fault));
    return keep_reduction(reduction);
}

void run_to(const cujit_reduction *reduction, const cujit_reduction_options *options, cujit_args args, void *data)
{
    cujit_array *results[CUJIT_REDUCTION_MAX_RESULTS] = {NULL};

    must(cujit_reduction_run(reduction, options, args, results, &fault));
    download(results[0], data);
    for (size_t k = 0; k < CUJIT_REDUCTION_MAX_RESULTS; k++)
        cujit_array_free(results[k]);
}

cujit_scan *make_scan(cujit_context *context, const cujit_scan_spec *spec)
{
    cujit_scan *scan = NULL;

    must(cujit_scan_create(context, spec, &scan, &fault));
    return keep_scan(scan);
}

cujit_array *run_scan(const cujit_scan *scan, const cujit_scan_options *options, cujit_args args)
{
    cujit_array *result = NULL;

    must(cujit_scan_run(scan, options, args, &result, &fault));
    return keep_array(result);
}

cujit_module *make_module(cujit_context *context, const cujit_module_spec *spec)
{
    cujit_module *module = NULL;

    must(cujit_module_create(context, spec, &module, &fault));
    return keep_module(module);
}

cujit_module *make_source(cujit_context *context, const char *source)
{
    return make_module(context, &(cujit_module_spec){.source = source});
}

cujit_function *function_of(cujit_module *module, const char *name)
{
    cujit_function *function = NULL;

    must(cujit_module_function(module, name, &function, &fault));
    return function;
}

void launch_function(cujit_function *function, cujit_launch shape, cujit_args args)
{
    must(cujit_function_launch(function, &shape, args, &fault));
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). */
uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

double random_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(next_random(state) >> 11) * 0x1p-53);
}

bool on_gpu(const cujit_context *context)
{
    return strncmp(cujit_context_device(context), "cuda", 4) == 0;
}
