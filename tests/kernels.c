/*
 * kernels.c: see kernels.h.
 */
#include "tests/kernels.h"

/* ---- What frees itself ------------------------------------------------------------------------------------------- */

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
KEEPS(rows)
KEEPS(module)
KEEPS(event)
KEEPS(graph)

/* ---- Contexts ---------------------------------------------------------------------------------------------------- */

cujit_context *make_context(const cujit_context_options *options)
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
    return device == NULL ? make_context(NULL) : context_with(.device = device, .cache_directory = "");
}

void compile_sooner(void)
{
    ck_assert_int_eq(setenv("CUJIT_HOST_FLAGS", "-O0", 1), 0);
}

const char *const *quick_options(cujit_context *target)
{
    static const char *const quick[] = {"--Ofast-compile=max", NULL};
    const cujit_elementwise_spec probe = {.arguments = "float *x", .operation = "x[i] = 1", .options = quick};
    cujit_elementwise *kernel = NULL;

    if (strncmp(cujit_context_device(target), "sm_", 3) != 0 ||
        cujit_elementwise_create(target, &probe, &kernel, NULL) != CUJIT_OK)
        return NULL;
    keep_elementwise(kernel);
    return quick;
}

/* ---- Streams, events, memory ------------------------------------------------------------------------------------- */

/* What goes back to a context: with it, in a block of its own. */
typedef struct lent {
    cujit_context *context;
    void *thing;
    void (*give_back)(cujit_context *, void *);
} lent;

static void return_lent(void *block)
{
    lent *l = block;

    l->give_back(l->context, l->thing);
    free(l);
}

static void *lend(cujit_context *context, void *thing, void (*give_back)(cujit_context *, void *))
{
    lent *l = must_malloc(sizeof *l);

    *l = (lent){context, thing, give_back};
    cj_test_keep(l, return_lent);
    return thing;
}

static void free_stream(cujit_context *context, void *stream)
{
    cujit_stream_free(context, stream);
}

cujit_stream make_stream(cujit_context *context)
{
    cujit_stream stream = NULL;

    must(cujit_stream_create(context, &stream, &fault));
    return lend(context, stream, free_stream);
}

cujit_event *make_event(cujit_context *context)
{
    cujit_event *event = NULL;

    must(cujit_event_create(context, &event, &fault));
    return keep_event(event);
}

void *device_memory(cujit_context *context, size_t size)
{
    void *memory = NULL;

    must(cujit_memory_alloc(context, size, &memory, &fault));
    return lend(context, memory, cujit_memory_free);
}

void *pinned_memory(cujit_context *context, size_t size)
{
    void *memory = NULL;

    must(cujit_pinned_alloc(context, size, &memory, &fault));
    return lend(context, memory, cujit_pinned_free);
}

cujit_graph *end_graph(cujit_context *context, cujit_stream stream)
{
    cujit_graph *graph = NULL;

    must(cujit_graph_end(context, stream, &graph, &fault));
    ck_assert_ptr_nonnull(graph);
    return keep_graph(graph);
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

cujit_array *strided(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape, const ptrdiff_t *strides)
{
    cujit_array *array = NULL;

    must(cujit_array_create_strided(context, dtype, ndim, shape, strides, &array, &fault));
    return keep_array(array);
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

const void *elements_of(const cujit_array *array)
{
    void *memory = memory_of(cujit_array_bytes(array));

    download(array, memory);
    return memory;
}

void cj_test_elements(const cujit_array *array, const void *wanted, size_t bytes, size_t size, const char *file,
                      int line)
{
    const char *got = elements_of(array), *expected = wanted;

    expect(cujit_array_bytes(array) == bytes, "%s:%d: the array has %zu bytes, not %zu", file, line,
           cujit_array_bytes(array), bytes);
    for (size_t at = 0; at < bytes; at++)
        expect(got[at] == expected[at], "%s:%d: element %zu, byte %zu is %02x, not %02x", file, line, at / size,
               at % size, got[at] & 0xff, expected[at] & 0xff);
}

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

cujit_dtype register_type(cujit_context *context, const cujit_type_spec *spec)
{
    cujit_dtype dtype = CUJIT_DTYPE_NONE;

    must(cujit_context_register_type(context, spec, &dtype, &fault));
    return dtype;
}

cujit_elementwise *make_kernel(cujit_context *context, const cujit_elementwise_spec *spec)
{
    cujit_elementwise *kernel = NULL;

    must(cujit_elementwise_create(context, spec, &kernel, &fault));
    return keep_elementwise(kernel);
}

cujit_elementwise *kernel_of(cujit_context *context, const char *arguments, const char *operation)
{
    return make_kernel(context, &(cujit_elementwise_spec){.arguments = arguments, .operation = operation});
}

cujit_elementwise *kernel_if_compiled(cujit_context *context, const cujit_elementwise_spec *spec)
{
    cujit_elementwise *kernel = NULL;
    cujit_status status = cujit_elementwise_create(context, spec, &kernel, &fault);

    if (status != CUJIT_ERROR_NO_COMPILER)
        must(status);
    cujit_error_clear(&fault);
    return keep_elementwise(kernel);
}

void run_kernel(const cujit_elementwise *kernel, cujit_args args)
{
    must(cujit_elementwise_run(kernel, NULL, args, &fault));
}

void run_on(cujit_stream stream, const cujit_elementwise *kernel, cujit_args args)
{
    must(cujit_elementwise_run(kernel, &(cujit_elementwise_options){.stream = stream}, args, &fault));
}

void run_once(cujit_context *context, const char *arguments, const char *operation, cujit_args args)
{
    cujit_elementwise *kernel = kernel_of(context, arguments, operation);

    run_kernel(kernel, args);
    cujit_elementwise_free(kernel);
}

cujit_reduction *make_reduction(cujit_context *context, const cujit_reduction_spec *spec)
{
    cujit_reduction *reduction = NULL;

    must(cujit_reduction_create(context, spec, &reduction, &fault));
    return keep_reduction(reduction);
}

cujit_array *run_reduction(const cujit_reduction *reduction, const cujit_reduction_options *options, cujit_args args)
{
    cujit_array *results[CUJIT_REDUCTION_MAX_RESULTS] = {NULL};

    must(cujit_reduction_run(reduction, options, args, results, &fault));
    for (size_t k = 1; k < CUJIT_REDUCTION_MAX_RESULTS; k++)
        cujit_array_free(results[k]);
    return keep_array(results[0]);
}

void run_to(const cujit_reduction *reduction, const cujit_reduction_options *options, cujit_args args, void *data)
{
    cujit_array *result = run_reduction(reduction, options, args);

    download(result, data);
    cujit_array_free(result);
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

cujit_rows *make_rows(cujit_context *context, const cujit_rows_spec *spec)
{
    cujit_rows *rows = NULL;

    must(cujit_rows_create(context, spec, &rows, &fault));
    return keep_rows(rows);
}

void run_rows(const cujit_rows *rows, const cujit_rows_options *options, cujit_args args)
{
    must(cujit_rows_run(rows, options, args, &fault));
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

void launch_block(cujit_module *module, const char *name, unsigned threads, cujit_args args)
{
    launch_function(function_of(module, name), (cujit_launch){.block = {threads}}, args);
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
