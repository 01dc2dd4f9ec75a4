/*
 * test_oom.c: every allocation of the library fails once, and every one after it.
 *
 * Each scenario is repeated with the first, second, third, ... allocation failing, until it gets through. Each time it
 * must succeed or report that memory ran out (or what it would have reported anyway), leave its results untouched where
 * it fails, and leak nothing: AddressSanitizer's leak check looks at that. Kernels come from a cache on disk that was
 * filled before, so that no compiler runs thousands of times; a cache that lacks memory counts a miss, which is right.
 */
#include "tests/kernels.h"

#include "libjit/base/alloc.h"
#include "libjit/runtime/context.h"

#include <stdio.h>

enum { N = 100 };

static cujit_context *context;
static cujit_elementwise *kernel;
static cujit_array *array;
static cujit_error shown; /* the error to format */

static const cujit_elementwise_spec spec = {
    .arguments = "const float a, float *x, const struct pair *p, long table[]",
    .operation = "x[i] += a * p[i].first + table[0]",
    .name = "scaled",
    .preamble = "static __device__ float twice(float x) { return 2 * x; }",
    .loop_prep = "float unused = twice(a); (void)unused",
    .after_loop = "(void)n",
    .options = (const char *const[]){"-DUNUSED=1", NULL},
};
static const cujit_type_spec pair = {
    .name = "pair", .definition = "struct pair { float first, second; };", .size = 8, .alignment = 4};
static const cujit_elementwise_spec simple = {.arguments = "float a, float *x", .operation = "x[i] += a"};
static const cujit_elementwise_spec unbalanced = {.arguments = "float *x", .operation = "x[i] = (1"};

static void setup(void)
{
    const size_t shape = N;
    cujit_dtype dtype;

    setenv("CUJIT_DEVICE", "host", 1);
    /* LeakSanitizer falls over threads that wait with the thread-local variables of an unloaded kernel: have none. */
    setenv("CUJIT_HOST_THREADS", "1", 1);
    context = cj_test_context();
    must(cujit_context_register_type(context, &pair, &dtype, &fault));
    cujit_elementwise_free(make_kernel(context, &spec));
    kernel = make_kernel(context, &simple);
    array = zeros_shape(context, CUJIT_FLOAT32, 1, &shape);
    ck_assert_int_ne(cujit_elementwise_create(context, &unbalanced, &kernel, &shown), CUJIT_OK);
}

static void teardown(void)
{
    cj_alloc_fail_at(0);
    cujit_error_clear(&shown);
    cujit_array_free(array);
    cujit_elementwise_free(kernel);
}

/* ---- Scenarios: each returns the status of the first call that failed -------------------------------------------- */

static cujit_status create_context(cujit_error *error)
{
    const cujit_context_options options = {.device = "host", .compiler = "/usr/bin/c++"};
    cujit_context *own = NULL;
    cujit_status status = cujit_context_create(&options, &own, error);

    ck_assert((status == CUJIT_OK) == (own != NULL));
    cujit_context_free(own);
    return status;
}

static cujit_status create_architecture(cujit_error *error)
{
    cujit_context *own = NULL;
    cujit_status status = cujit_context_create(&(cujit_context_options){.device = "sm_90"}, &own, error);

    cujit_context_free(own);
    return status;
}

static cujit_status register_a_type(cujit_error *error)
{
    static int number;
    char name[40], definition[80];
    cujit_type_spec type = {.name = name, .definition = definition, .size = 4, .alignment = 4};
    cujit_dtype dtype = CUJIT_DTYPE_NONE;
    cujit_status status;

    snprintf(name, sizeof name, "type_%d", number++);
    snprintf(definition, sizeof definition, "struct %s { int a; };", name);
    status = cujit_context_register_type(context, &type, &dtype, error);
    ck_assert((status == CUJIT_OK) == (dtype != CUJIT_DTYPE_NONE));
    return status;
}

static cujit_status render(cujit_error *error)
{
    char *source = NULL;
    cujit_status status = cujit_elementwise_render(context, &spec, &source, error);

    ck_assert((status == CUJIT_OK) == (source != NULL));
    cujit_free(source);
    return status;
}

static cujit_status use_kernel(cujit_context *own, const cujit_elementwise_spec *what, cujit_error *error)
{
    cujit_elementwise *made = NULL;
    cujit_status status = cujit_elementwise_create(own, what, &made, error);

    ck_assert((status == CUJIT_OK) == (made != NULL));
    cujit_elementwise_free(made);
    return status;
}

/* From the disk, in a context that has never seen the kernel. */
static cujit_status create_from_disk(cujit_error *error)
{
    cujit_context *own = NULL;
    cujit_dtype dtype;
    cujit_status status = cujit_context_create(&(cujit_context_options){.device = "host"}, &own, error);

    if (status == CUJIT_OK && (status = cujit_context_register_type(own, &pair, &dtype, error)) == CUJIT_OK)
        status = use_kernel(own, &spec, error);
    cujit_context_free(own);
    return status;
}

/* A generic kernel, and what its first call makes of it. */
static cujit_status bind_letters(cujit_error *error)
{
    const cujit_elementwise_spec generic = {.arguments = "T a, const T *x, U *z", .operation = "z[i] = (U)(a + x[i])"};
    const size_t shape[] = {3};
    cujit_context *own = NULL;
    cujit_elementwise *made = NULL;
    cujit_array *x = NULL, *z = NULL;
    cujit_status status;

    if ((status = cujit_context_create(&(cujit_context_options){.device = "host"}, &own, error)) == CUJIT_OK &&
        (status = cujit_array_zeros(own, CUJIT_INT32, 1, shape, &x, error)) == CUJIT_OK &&
        (status = cujit_array_zeros(own, CUJIT_FLOAT64, 1, shape, &z, error)) == CUJIT_OK &&
        (status = cujit_elementwise_create(own, &generic, &made, error)) == CUJIT_OK)
        status = cujit_elementwise_run(made, NULL, CUJIT_ARGS(1, x, z), error);
    cujit_elementwise_free(made);
    cujit_array_free(x);
    cujit_array_free(z);
    cujit_context_free(own);
    return status;
}

/* The same of a scan. */
static cujit_status bind_letters_of_a_fold(cujit_error *error)
{
    const cujit_scan_spec generic = {.arguments = "const T *x",
                                     .out_type = "T",
                                     .accumulator = "R",
                                     .neutral = "0",
                                     .reduce = "a + b",
                                     .segment = "i == 1",
                                     .types = "R = double"};
    const size_t shape[] = {3};
    cujit_context *own = NULL;
    cujit_scan *made = NULL;
    cujit_array *x = NULL, *sums = NULL;
    cujit_status status;

    if ((status = cujit_context_create(&(cujit_context_options){.device = "host"}, &own, error)) == CUJIT_OK &&
        (status = cujit_array_zeros(own, CUJIT_INT32, 1, shape, &x, error)) == CUJIT_OK &&
        (status = cujit_scan_create(own, &generic, &made, error)) == CUJIT_OK)
        status = cujit_scan_run(made, NULL, CUJIT_ARGS(x), &sums, error);
    ck_assert((status == CUJIT_OK) == (sums != NULL));
    cujit_scan_free(made);
    cujit_array_free(x);
    cujit_array_free(sums);
    cujit_context_free(own);
    return status;
}

/* A reduction with two results, whole and along an axis, and a ready-made one; all in a context that is new to them. */
static cujit_status reduce_anew(cujit_error *error)
{
    static const cujit_reduction_result product = {.neutral = "1", .reduce = "a * b", .map = "x[i]"};
    const cujit_reduction_spec sums = {
        .arguments = "const float *x", .reduce = "a + b", .post = "a / n", .more = &product, .more_count = 1};
    const cujit_reduction_options rows = {.axes = (const int[]){1}, .axis_count = 1};
    const size_t shape[] = {3, 5};
    cujit_array *x = NULL, *whole[2] = {NULL}, *along[2] = {NULL}, *largest = NULL;
    cujit_context *own = NULL;
    cujit_reduction *made = NULL;
    cujit_status status;

    if ((status = cujit_context_create(&(cujit_context_options){.device = "host"}, &own, error)) == CUJIT_OK &&
        (status = cujit_array_zeros(own, CUJIT_FLOAT32, 2, shape, &x, error)) == CUJIT_OK &&
        (status = cujit_reduction_create(own, &sums, &made, error)) == CUJIT_OK &&
        (status = cujit_reduction_run(made, NULL, CUJIT_ARGS(x), whole, error)) == CUJIT_OK &&
        (status = cujit_reduction_run(made, &rows, CUJIT_ARGS(x), along, error)) == CUJIT_OK)
        status = cujit_reduce(CUJIT_REDUCER_ARGMAX, x, NULL, &largest, error);
    ck_assert((status == CUJIT_OK) == (largest != NULL));
    cujit_reduction_free(made);
    for (int k = 0; k < 2; k++) {
        cujit_array_free(whole[k]);
        cujit_array_free(along[k]);
    }
    cujit_array_free(largest);
    cujit_array_free(x);
    cujit_context_free(own);
    return status;
}

static cujit_status create_from_memory(cujit_error *error)
{
    return use_kernel(context, &spec, error);
}

static cujit_status create_with_bad_signature(cujit_error *error)
{
    return use_kernel(context, &(cujit_elementwise_spec){.arguments = "float *x, flaot *y", .operation = "x[i] = 1"},
                      error);
}

static cujit_status create_with_bad_snippet(cujit_error *error)
{
    return use_kernel(context, &unbalanced, error);
}

/* A "compiler" that fails at once: the path to it and back. */
static cujit_status compile_in_vain(cujit_error *error)
{
    const cujit_context_options options = {.device = "host", .compiler = "/bin/false", .cache_directory = ""};
    cujit_context *own = NULL;
    cujit_status status = cujit_context_create(&options, &own, error);

    if (status == CUJIT_OK)
        status = use_kernel(own, &simple, error);
    cujit_context_free(own);
    return status;
}

static cujit_status run_checked(cujit_error *error)
{
    return cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(0, array), error);
}

static cujit_status run_range(cujit_error *error)
{
    const cujit_range range = {10, 20, 3};
    const cujit_elementwise_options options = {.range = &range};

    return cujit_elementwise_run(kernel, &options, CUJIT_ARGS(0, array), error);
}

/* Views, whose variant is built for them. */
static cujit_status run_views(cujit_error *error)
{
    const size_t shape[] = {3, 2};
    const ptrdiff_t turned[] = {4, 12};
    cujit_context *own = NULL;
    cujit_elementwise *made = NULL;
    cujit_array *x = NULL, *z = NULL;
    cujit_status status;

    if ((status = cujit_context_create(&(cujit_context_options){.device = "host"}, &own, error)) == CUJIT_OK &&
        (status = cujit_array_create_strided(own, CUJIT_FLOAT32, 2, shape, turned, &x, error)) == CUJIT_OK &&
        (status = cujit_array_zeros(own, CUJIT_FLOAT32, 2, shape, &z, error)) == CUJIT_OK &&
        (status = cujit_elementwise_create(
             own, &(cujit_elementwise_spec){.arguments = "const float *x, float *z", .operation = "z[i] = x[i] + i"},
             &made, error)) == CUJIT_OK)
        status = cujit_elementwise_run(made, NULL, CUJIT_ARGS(x, z), error);
    cujit_elementwise_free(made);
    cujit_array_free(x);
    cujit_array_free(z);
    cujit_context_free(own);
    return status;
}

/* So many bytes an element that there are few candidates, on a host that is told to have tiles. */
static cujit_status tune(cujit_error *error)
{
    static const cujit_type_spec wide = {"wide", "struct wide { double of[16]; };", 128, 8};
    static cj_backend tiling;
    const cujit_elementwise_spec what = {.arguments = "wide *x, wide *y, wide *z, wide *w",
                                         .operation = "x[i].of[0] += 1 + y[i].of[0] + z[i].of[0] + w[i].of[0]"};
    const size_t shape[] = {4, 7};
    const char *row;
    cujit_context *own = NULL;
    cujit_elementwise *made = NULL;
    cujit_array *x = NULL;
    cujit_tuning tuning;
    cujit_dtype dtype;
    cujit_status status;

    if ((status = cujit_context_create(&(cujit_context_options){.device = "host"}, &own, error)) != CUJIT_OK)
        return status;
    tiling = *own->backend;
    tiling.tiles = true;
    own->backend = &tiling;
    if ((status = cujit_context_register_type(own, &wide, &dtype, error)) == CUJIT_OK &&
        (status = cujit_array_zeros(own, dtype, 2, shape, &x, error)) == CUJIT_OK &&
        (status = cujit_elementwise_create(own, &what, &made, error)) == CUJIT_OK) {
        row = cujit_array_data(x);
        status = cujit_elementwise_tune(made, NULL,
                                        CUJIT_ARGS(CUJIT_POINTER(row, dtype, 7), CUJIT_POINTER(row + 896, dtype, 7),
                                                   CUJIT_POINTER(row + 1792, dtype, 7),
                                                   CUJIT_POINTER(row + 2688, dtype, 7)),
                                        &tuning, error);
    }
    if (status == CUJIT_OK)
        ck_assert_double_eq(*(const double *)cujit_array_data(x), 1); /* once, however often it was timed */
    cujit_elementwise_free(made);
    cujit_array_free(x);
    cujit_context_free(own);
    return status;
}

static cujit_status run_wrongly(cujit_error *error)
{
    return cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(1, 2), error);
}

static cujit_status make_arrays(cujit_error *error)
{
    const size_t shape[] = {5, 4};
    const ptrdiff_t strides[] = {4, 20};
    float data[20] = {0};
    cujit_array *made[5] = {NULL};
    cujit_status status;

    if ((status = cujit_array_create(context, CUJIT_FLOAT32, 2, shape, &made[0], error)) == CUJIT_OK &&
        (status = cujit_array_zeros(context, CUJIT_FLOAT32, 2, shape, &made[1], error)) == CUJIT_OK &&
        (status = cujit_array_from_host(context, CUJIT_FLOAT32, 2, shape, data, &made[2], error)) == CUJIT_OK &&
        (status = cujit_array_create_strided(context, CUJIT_FLOAT32, 2, shape, strides, &made[3], error)) == CUJIT_OK &&
        (status = cujit_array_view(context, CUJIT_FLOAT32, 2, shape, NULL, cujit_array_data(made[0]), &made[4],
                                   error)) == CUJIT_OK &&
        (status = cujit_array_to_host(made[2], data, sizeof data, error)) == CUJIT_OK)
        status = cujit_array_fill_from_host(made[3], data, sizeof data, error);
    for (int k = 0; k < 5; k++)
        cujit_array_free(made[k]);
    return status;
}

static cujit_status make_memory(cujit_error *error)
{
    void *memory = NULL, *pinned = NULL;
    cujit_stream stream = NULL;
    cujit_event *event = NULL;
    cujit_status status;

    if ((status = cujit_memory_alloc(context, 100, &memory, error)) == CUJIT_OK &&
        (status = cujit_pinned_alloc(context, 100, &pinned, error)) == CUJIT_OK &&
        (status = cujit_stream_create(context, &stream, error)) == CUJIT_OK &&
        (status = cujit_event_create(context, &event, error)) == CUJIT_OK &&
        (status = cujit_event_record(event, stream, error)) == CUJIT_OK &&
        (status = cujit_memory_fill(context, memory, 1, 100, stream, error)) == CUJIT_OK)
        status = cujit_context_synchronize(context, error);
    cujit_event_free(event);
    cujit_stream_free(context, stream);
    cujit_pinned_free(context, pinned);
    cujit_memory_free(context, memory);
    return status;
}

/* One of each kind of step. What fails while a graph is being recorded is not in it, and the recording ends all the
 * same. */
static cujit_status record_a_graph(cujit_error *error)
{
    static char name; /* any address is a stream on the host */
    cujit_stream stream = (cujit_stream)(void *)&name;
    const cujit_elementwise_options options = {.stream = stream};
    float data[N] = {0};
    cujit_graph *inner = NULL, *outer = NULL;
    cujit_status status = cujit_graph_begin(context, stream, error), ended;

    if (status != CUJIT_OK)
        return status;
    if ((status = cujit_elementwise_run(kernel, &options, CUJIT_ARGS(1, array), error)) == CUJIT_OK &&
        (status = cujit_array_fill_from_host_async(array, data, sizeof data, stream, error)) == CUJIT_OK)
        status = cujit_memory_fill(context, cujit_array_data(array), 0, 8, stream, error);
    ended = cujit_graph_end(context, stream, &inner, status == CUJIT_OK ? error : NULL);
    ck_assert_int_eq(ended, CUJIT_OK);
    if (status == CUJIT_OK && (status = cujit_graph_begin(context, stream, error)) == CUJIT_OK) {
        status = cujit_graph_launch(inner, stream, error);
        must(cujit_graph_end(context, stream, &outer, &fault));
    }
    if (status == CUJIT_OK)
        status = cujit_graph_launch(outer, stream, error);
    cujit_graph_free(inner);
    cujit_graph_free(outer);
    return status;
}

static int count_entry(void *user, const cujit_cache_entry *entry)
{
    *(int *)user += entry->id != NULL;
    return 1;
}

static cujit_status look_at_cache(cujit_error *error)
{
    cujit_cache *cache = NULL;
    cujit_cache_stats stats;
    cujit_cache_verification found;
    int count = 0;
    cujit_status status = cujit_cache_open(NULL, &cache, error);

    if (status == CUJIT_OK)
        cujit_cache_get_stats(cache, &stats);
    if (status == CUJIT_OK && (status = cujit_cache_list(cache, count_entry, &count, error)) == CUJIT_OK)
        status = cujit_cache_verify(cache, 0, count_entry, &count, &found, error);
    cujit_cache_free(cache);
    return status;
}

static const cujit_module_spec module_spec = {
    .source = "#include \"twice.h\"\n#define ON 1\n#if ON\n"
              "template <typename T> __global__ void scale(T *x, T a) { x[threadIdx.x] = twice(x[threadIdx.x] * a); }\n"
              "#endif\n__device__ int count;\nnamespace a { __global__ void plain(int n) { count += n; } }\n",
    .options = (const char *const[]){"-DUNUSED=1", NULL},
    .headers = &(const cujit_header){"twice.h", "template <class T> __device__ T twice(T x) { return x + x; }\n"},
    .header_count = 1,
    .name_expressions = (const char *const[]){"scale<float>", NULL},
};

static cujit_status use_module(cujit_module *module, cujit_error *error)
{
    cujit_function *scale = NULL, *plain = NULL;
    float x[2] = {1, 2};
    int count;
    cujit_status status = cujit_module_function(module, "scale<float>", &scale, error);

    if (status == CUJIT_OK && (status = cujit_module_function(module, "plain", &plain, error)) == CUJIT_OK &&
        (status = cujit_function_launch(scale, &(cujit_launch){.block = {2}},
                                        CUJIT_ARGS(CUJIT_INOUT(x, sizeof x), 1.0f), error)) == CUJIT_OK &&
        (status = cujit_function_launch(plain, &(cujit_launch){.block = {1}}, CUJIT_ARGS(3), error)) == CUJIT_OK &&
        (status = cujit_module_read_global(module, "count", &count, sizeof count, error)) == CUJIT_OK)
        ck_assert_int_ge(count, 3);
    return status;
}

static cujit_status make_a_module(cujit_error *error)
{
    cujit_context *own = NULL;
    cujit_module *module = NULL, *again = NULL;
    cujit_status status = cujit_context_create(&(cujit_context_options){.device = "host"}, &own, error);

    if (status == CUJIT_OK && (status = cujit_module_create(own, &module_spec, &module, error)) == CUJIT_OK &&
        (status = cujit_module_create(own, &module_spec, &again, error)) == CUJIT_OK)
        status = use_module(again, error);
    cujit_module_free(module);
    cujit_module_free(again);
    cujit_context_free(own);
    return status;
}

static cujit_status load_module(cujit_error *error)
{
    static void *object; /* made while there was memory */
    static size_t size;
    cujit_module *module = NULL;
    cujit_function *plain = NULL;
    cujit_status status;

    if (object == NULL) {
        const cujit_module_spec simplest = {.source = "extern \"C\" __global__ void plain(int *x) { *x = 1; }"};
        cujit_report report;

        must(cujit_module_create(context, &simplest, &module, error), error);
        cujit_module_get_report(module, &report);
        size = report.object_size;
        object = must_malloc(size);
        memcpy(object, report.object, size);
        cujit_module_free(module);
        module = NULL;
    }
    if ((status = cujit_module_load(context, object, size, &module, error)) == CUJIT_OK)
        status = cujit_module_function(module, "plain", &plain, error);
    ck_assert((status == CUJIT_OK) == (plain != NULL));
    cujit_module_free(module);
    return status;
}

static cujit_status look_at_devices(cujit_error *error)
{
    cujit_device_info info;
    int count = 0;
    cujit_status status = cujit_device_count("host", &count, error);

    return status == CUJIT_OK ? cujit_device_get_info("host", &info, error) : status;
}

/* An error that was made while there was memory. */
static cujit_status format_error(cujit_error *error)
{
    char *text = cujit_error_format(&shown);
    cujit_status status = text != NULL ? CUJIT_OK : CUJIT_ERROR_OUT_OF_MEMORY;

    if (error != NULL)
        error->status = status; /* it has no error to report: NULL says all */
    cujit_free(text);
    return status;
}

static const struct {
    const char *label;
    cujit_status (*run)(cujit_error *error);
    cujit_status expected; /* once memory suffices */
} scenarios[] = {
    {"create a context", create_context, CUJIT_OK},
    {"create a context for an architecture", create_architecture, CUJIT_OK},
    {"register a type", register_a_type, CUJIT_OK},
    {"render", render, CUJIT_OK},
    {"create from disk", create_from_disk, CUJIT_OK},
    {"bind letters", bind_letters, CUJIT_OK},
    {"bind letters of a fold", bind_letters_of_a_fold, CUJIT_OK},
    {"reduce", reduce_anew, CUJIT_OK},
    {"create from memory", create_from_memory, CUJIT_OK},
    {"create with a bad signature", create_with_bad_signature, CUJIT_ERROR_SIGNATURE},
    {"create with a bad snippet", create_with_bad_snippet, CUJIT_ERROR_SNIPPET},
    {"compile in vain", compile_in_vain, CUJIT_ERROR_COMPILE},
    {"run", run_checked, CUJIT_OK},
    {"run over a range", run_range, CUJIT_OK},
    {"run on views", run_views, CUJIT_OK},
    {"tune", tune, CUJIT_OK},
    {"run with wrong arguments", run_wrongly, CUJIT_ERROR_ARGUMENT_TYPE},
    {"arrays", make_arrays, CUJIT_OK},
    {"memory, streams and events", make_memory, CUJIT_OK},
    {"record a graph", record_a_graph, CUJIT_OK},
    {"make a module", make_a_module, CUJIT_OK},
    {"load a module", load_module, CUJIT_OK},
    {"look at the cache", look_at_cache, CUJIT_OK},
    {"look at devices", look_at_devices, CUJIT_OK},
    {"format an error", format_error, CUJIT_OK},
};

FIXTURE(setup, teardown)

TEST_EACH(running_out_of_memory_is_an_error, COUNT(scenarios))
{
    unsigned long made = 0, nth = 0;

    ck_assert_int_eq(scenarios[_i].run(&fault), scenarios[_i].expected); /* warm */
    cujit_error_clear(&fault);
    do {
        cujit_status status;

        nth++;
        ck_assert_msg(nth < 5000, "%s: gets through with no amount of memory", scenarios[_i].label);
        cj_alloc_fail_at(nth);
        status = scenarios[_i].run(nth % 3 != 0 ? &fault : NULL);
        made = cj_alloc_fail_at(0);
        ck_assert_msg(status == scenarios[_i].expected || status == CUJIT_ERROR_OUT_OF_MEMORY,
                      "%s: allocation %lu failing: %s: %s", scenarios[_i].label, nth, cujit_status_name(status),
                      fault.message);
        if (nth % 3 != 0 && status != CUJIT_OK)
            ck_assert_int_eq(fault.status, status);
        cujit_error_clear(&fault);
    } while (made >= nth);
    /* Afterwards all is as before. */
    ck_assert_int_eq(scenarios[_i].run(&fault), scenarios[_i].expected);
    cujit_error_clear(&fault);
    must(create_from_disk(&fault));
    if (getenv("CUJIT_TEST_VERBOSE") != NULL)
        printf("%s: %lu allocations\n", scenarios[_i].label, nth - 1);
}
