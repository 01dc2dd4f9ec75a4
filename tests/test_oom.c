/*
 * test_oom.c: every allocation of the library fails once, and every one after it.
 *
 * Each scenario is repeated with the first, second, third, ... allocation failing, until it gets through. Each time it
 * must succeed or report that memory ran out (or what it would have reported anyway), leave its results untouched where
 * it fails, and leak nothing: AddressSanitizer's leak check looks at that. Kernels come from a cache on disk that was
 * filled before, so that no compiler runs thousands of times; a cache that lacks memory counts a miss, which is right.
 */
#include "tests/kernels.h"
#include "tests/oom.h"

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

/* What the scenario that runs has made; it is freed behind it. */
static struct {
    cujit_graph *graphs[2];
    cujit_event *event;
    cujit_elementwise *kernel;
    cujit_reduction *reduction;
    cujit_scan *scan;
    cujit_module *modules[2];
    cujit_expression *expression;
    cujit_array *arrays[6];
    cujit_context *context; /* its own, made before it where it is to see all for the first time */
} made;

static void free_made(void)
{
    for (int k = 0; k < 2; k++) {
        cujit_graph_free(made.graphs[k]);
        cujit_module_free(made.modules[k]);
    }
    cujit_event_free(made.event);
    cujit_elementwise_free(made.kernel);
    cujit_reduction_free(made.reduction);
    cujit_scan_free(made.scan);
    cujit_expression_free(made.expression);
    for (int k = 0; k < COUNT(made.arrays); k++)
        cujit_array_free(made.arrays[k]);
    cujit_context_free(made.context);
    memset(&made, 0, sizeof made);
}

static cujit_status create_context(cujit_error *error)
{
    const cujit_context_options options = {.device = "host", .compiler = "/usr/bin/c++"};
    cujit_status status = cujit_context_create(&options, &made.context, error);

    ck_assert((status == CUJIT_OK) == (made.context != NULL));
    return status;
}

static cujit_status create_architecture(cujit_error *error)
{
    return cujit_context_create(&(cujit_context_options){.device = "sm_90"}, &made.context, error);
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

static cujit_status use_kernel(cujit_context *in, const cujit_elementwise_spec *what, cujit_error *error)
{
    cujit_status status = cujit_elementwise_create(in, what, &made.kernel, error);

    ck_assert((status == CUJIT_OK) == (made.kernel != NULL));
    return status;
}

static cujit_status create_from_disk(cujit_error *error)
{
    cujit_dtype dtype;
    cujit_status status = cujit_context_register_type(made.context, &pair, &dtype, error);

    return status == CUJIT_OK ? use_kernel(made.context, &spec, error) : status;
}

static cujit_status create_in_background(cujit_error *error)
{
    cujit_creation *creation = NULL;
    cujit_dtype dtype;
    cujit_status status = cujit_context_register_type(made.context, &pair, &dtype, error);

    if (status == CUJIT_OK &&
        (status = cujit_elementwise_create_async(made.context, &spec, &creation, error)) == CUJIT_OK)
        status = cujit_creation_take_elementwise(creation, &made.kernel, error);
    ck_assert((status == CUJIT_OK) == (made.kernel != NULL));
    cujit_creation_free(creation);
    return status;
}

/* A generic kernel, and what its first call makes of it. */
static cujit_status bind_letters(cujit_error *error)
{
    const cujit_elementwise_spec generic = {.arguments = "T a, const T *x, U *z", .operation = "z[i] = (U)(a + x[i])"};
    const size_t shape[] = {3};
    cujit_array **x = &made.arrays[0], **z = &made.arrays[1];
    cujit_status status;

    if ((status = cujit_array_zeros(made.context, CUJIT_INT32, 1, shape, x, error)) == CUJIT_OK &&
        (status = cujit_array_zeros(made.context, CUJIT_FLOAT64, 1, shape, z, error)) == CUJIT_OK &&
        (status = cujit_elementwise_create(made.context, &generic, &made.kernel, error)) == CUJIT_OK)
        status = cujit_elementwise_run(made.kernel, NULL, CUJIT_ARGS(1, *x, *z), error);
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
    cujit_array **x = &made.arrays[0], **sums = &made.arrays[1];
    cujit_status status;

    if ((status = cujit_array_zeros(made.context, CUJIT_INT32, 1, shape, x, error)) == CUJIT_OK &&
        (status = cujit_scan_create(made.context, &generic, &made.scan, error)) == CUJIT_OK)
        status = cujit_scan_run(made.scan, NULL, CUJIT_ARGS(*x), sums, error);
    ck_assert((status == CUJIT_OK) == (*sums != NULL));
    return status;
}

/* A reduction with two results, whole and along an axis, and a ready-made one. */
static cujit_status reduce_anew(cujit_error *error)
{
    static const cujit_reduction_result product = {.neutral = "1", .reduce = "a * b", .map = "x[i]"};
    const cujit_reduction_spec sums = {
        .arguments = "const float *x", .reduce = "a + b", .post = "a / n", .more = &product, .more_count = 1};
    const cujit_reduction_options rows = {.axes = (const int[]){1}, .axis_count = 1};
    const size_t shape[] = {3, 5};
    cujit_array **x = &made.arrays[0], **whole = &made.arrays[1], **along = &made.arrays[3], **most = &made.arrays[5];
    cujit_status status;

    if ((status = cujit_array_zeros(made.context, CUJIT_FLOAT32, 2, shape, x, error)) == CUJIT_OK &&
        (status = cujit_reduction_create(made.context, &sums, &made.reduction, error)) == CUJIT_OK &&
        (status = cujit_reduction_run(made.reduction, NULL, CUJIT_ARGS(*x), whole, error)) == CUJIT_OK &&
        (status = cujit_reduction_run(made.reduction, &rows, CUJIT_ARGS(*x), along, error)) == CUJIT_OK)
        status = cujit_reduce(CUJIT_REDUCER_ARGMAX, *x, NULL, most, error);
    ck_assert((status == CUJIT_OK) == (*most != NULL));
    return status;
}

/* Every kind of step, an input that is copied, names, an expression that is kept. */
static cujit_status evaluate_anew(cujit_error *error)
{
    const size_t shape[] = {4, 4};
    cujit_array *x = NULL, **value = &made.arrays[1];
    const int k = 1;
    cujit_status status = cujit_array_zeros(made.context, CUJIT_FLOAT32, 2, shape, &made.arrays[0], error);

    x = made.arrays[0];
    if (status == CUJIT_OK &&
        (status = cujit_eval(made.context, "y = x + 1; x[k:] = x[:-k, ::-1] + k; cumsum(y, 0) * sqrt(sum(y*y, 1)) % 2",
                             CUJIT_NAMED(x, k), value, error)) == CUJIT_OK &&
        (status = cujit_expression_create(made.context, &(cujit_expression_spec){.text = "x * max(x)"},
                                          &made.expression, error)) == CUJIT_OK)
        status = cujit_expression_run(made.expression, NULL, CUJIT_NAMED(x), &made.arrays[2], error);
    ck_assert((status == CUJIT_OK) == (made.arrays[2] != NULL));
    return status;
}

static cujit_status evaluate_wrongly(cujit_error *error)
{
    return cujit_eval(context, "value = 1; valeu + 1", CUJIT_NO_NAMES, &made.arrays[0], error);
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
    cujit_status status = cujit_context_create(&options, &made.context, error);

    return status == CUJIT_OK ? use_kernel(made.context, &simple, error) : status;
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
    const cujit_elementwise_spec what = {.arguments = "const float *x, float *z", .operation = "z[i] = x[i] + i"};
    const size_t shape[] = {3, 2};
    const ptrdiff_t turned[] = {4, 12};
    cujit_array **x = &made.arrays[0], **z = &made.arrays[1];
    cujit_status status;

    if ((status = cujit_array_create_strided(made.context, CUJIT_FLOAT32, 2, shape, turned, x, error)) == CUJIT_OK &&
        (status = cujit_array_zeros(made.context, CUJIT_FLOAT32, 2, shape, z, error)) == CUJIT_OK &&
        (status = cujit_elementwise_create(made.context, &what, &made.kernel, error)) == CUJIT_OK)
        status = cujit_elementwise_run(made.kernel, NULL, CUJIT_ARGS(*x, *z), error);
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
    const char *row = NULL;
    cujit_tuning tuning;
    cujit_dtype dtype;
    cujit_status status;

    tiling = *made.context->backend;
    tiling.tiles = true;
    made.context->backend = &tiling;
    if ((status = cujit_context_register_type(made.context, &wide, &dtype, error)) == CUJIT_OK &&
        (status = cujit_array_zeros(made.context, dtype, 2, shape, &made.arrays[0], error)) == CUJIT_OK &&
        (status = cujit_elementwise_create(made.context, &what, &made.kernel, error)) == CUJIT_OK) {
        row = cujit_array_data(made.arrays[0]);
        status = cujit_elementwise_tune(made.kernel, NULL,
                                        CUJIT_ARGS(CUJIT_POINTER(row, dtype, 7), CUJIT_POINTER(row + 896, dtype, 7),
                                                   CUJIT_POINTER(row + 1792, dtype, 7),
                                                   CUJIT_POINTER(row + 2688, dtype, 7)),
                                        &tuning, error);
    }
    if (status == CUJIT_OK)
        ck_assert_double_eq(*(const double *)(const void *)row, 1); /* once, however often it was timed */
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
    cujit_array **to = made.arrays;
    cujit_status status;

    if ((status = cujit_array_create(context, CUJIT_FLOAT32, 2, shape, &to[0], error)) == CUJIT_OK &&
        (status = cujit_array_zeros(context, CUJIT_FLOAT32, 2, shape, &to[1], error)) == CUJIT_OK &&
        (status = cujit_array_from_host(context, CUJIT_FLOAT32, 2, shape, data, &to[2], error)) == CUJIT_OK &&
        (status = cujit_array_create_strided(context, CUJIT_FLOAT32, 2, shape, strides, &to[3], error)) == CUJIT_OK &&
        (status = cujit_array_view(context, CUJIT_FLOAT32, 2, shape, NULL, cujit_array_data(to[0]), &to[4], error)) ==
            CUJIT_OK &&
        (status = cujit_array_to_host(to[2], data, sizeof data, error)) == CUJIT_OK)
        status = cujit_array_fill_from_host(to[3], data, sizeof data, error);
    return status;
}

static cujit_status make_memory(cujit_error *error)
{
    void *memory = NULL, *pinned = NULL;
    cujit_stream stream = NULL;
    cujit_status status;

    if ((status = cujit_memory_alloc(context, 100, &memory, error)) == CUJIT_OK &&
        (status = cujit_pinned_alloc(context, 100, &pinned, error)) == CUJIT_OK &&
        (status = cujit_stream_create(context, &stream, error)) == CUJIT_OK &&
        (status = cujit_event_create(context, &made.event, error)) == CUJIT_OK &&
        (status = cujit_event_record(made.event, stream, error)) == CUJIT_OK &&
        (status = cujit_memory_fill(context, memory, 1, 100, stream, error)) == CUJIT_OK)
        status = cujit_context_synchronize(context, error);
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
    cujit_status status = cujit_graph_begin(context, stream, error), ended;

    if (status != CUJIT_OK)
        return status;
    if ((status = cujit_elementwise_run(kernel, &options, CUJIT_ARGS(1, array), error)) == CUJIT_OK &&
        (status = cujit_array_fill_from_host_async(array, data, sizeof data, stream, error)) == CUJIT_OK)
        status = cujit_memory_fill(context, cujit_array_data(array), 0, 8, stream, error);
    ended = cujit_graph_end(context, stream, &made.graphs[0], status == CUJIT_OK ? error : NULL);
    ck_assert_int_eq(ended, CUJIT_OK);
    if (status == CUJIT_OK && (status = cujit_graph_begin(context, stream, error)) == CUJIT_OK) {
        status = cujit_graph_launch(made.graphs[0], stream, error);
        must(cujit_graph_end(context, stream, &made.graphs[1], &fault));
    }
    if (status == CUJIT_OK)
        status = cujit_graph_launch(made.graphs[1], stream, error);
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
    cujit_status status = cujit_module_create(made.context, &module_spec, &made.modules[0], error);

    if (status == CUJIT_OK)
        status = cujit_module_create(made.context, &module_spec, &made.modules[1], error);
    return status == CUJIT_OK ? use_module(made.modules[1], error) : status;
}

static cujit_status load_module(cujit_error *error)
{
    static void *object; /* made while there was memory */
    static size_t size;
    cujit_function *plain = NULL;
    cujit_status status;

    if (object == NULL) {
        cujit_module *module = make_source(context, "extern \"C\" __global__ void plain(int *x) { *x = 1; }");
        cujit_report report;

        cujit_module_get_report(module, &report);
        size = report.object_size;
        object = memcpy(memory_of(size), report.object, size);
        cujit_module_free(module);
    }
    if ((status = cujit_module_load(context, object, size, &made.modules[0], error)) == CUJIT_OK)
        status = cujit_module_function(made.modules[0], "plain", &plain, error);
    ck_assert((status == CUJIT_OK) == (plain != NULL));
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

enum { ANEW = 1 };

/* clang-format off */
static const struct {
    cujit_status (*run)(cujit_error *error);
    cujit_status expected; /* once memory suffices */
    int anew;              /* in a context that has never seen a kernel */
} scenarios[] = {
    {create_context, CUJIT_OK, 0}, {create_architecture, CUJIT_OK, 0}, {register_a_type, CUJIT_OK, 0},
    {render, CUJIT_OK, 0}, {create_from_disk, CUJIT_OK, ANEW}, {create_in_background, CUJIT_OK, ANEW}, {bind_letters, CUJIT_OK, ANEW},
    {bind_letters_of_a_fold, CUJIT_OK, ANEW}, {reduce_anew, CUJIT_OK, ANEW}, {evaluate_anew, CUJIT_OK, ANEW},
    {evaluate_wrongly, CUJIT_ERROR_EXPRESSION, 0}, {create_from_memory, CUJIT_OK, 0},
    {create_with_bad_signature, CUJIT_ERROR_SIGNATURE, 0}, {create_with_bad_snippet, CUJIT_ERROR_SNIPPET, 0},
    {compile_in_vain, CUJIT_ERROR_COMPILE, 0}, {run_checked, CUJIT_OK, 0}, {run_range, CUJIT_OK, 0},
    {run_views, CUJIT_OK, ANEW}, {tune, CUJIT_OK, ANEW}, {run_wrongly, CUJIT_ERROR_ARGUMENT_TYPE, 0},
    {make_arrays, CUJIT_OK, 0}, {make_memory, CUJIT_OK, 0}, {record_a_graph, CUJIT_OK, 0},
    {make_a_module, CUJIT_OK, ANEW}, {load_module, CUJIT_OK, 0}, {look_at_cache, CUJIT_OK, 0},
    {look_at_devices, CUJIT_OK, 0}, {format_error, CUJIT_OK, 0},
};
/* clang-format on */

static int number; /* of the scenario */

static cujit_status run_in(cujit_status (*scenario)(cujit_error *error), int anew, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    if (anew)
        status = cujit_context_create(&(cujit_context_options){.device = "host"}, &made.context, error);
    if (status == CUJIT_OK)
        status = scenario(error);
    free_made();
    return status;
}

static cujit_status run(cujit_error *error)
{
    return run_in(scenarios[number].run, scenarios[number].anew, error);
}

FIXTURE(setup, teardown)

TEST_EACH(running_out_of_memory_is_an_error, COUNT(scenarios))
{
    const cujit_status expected = scenarios[_i].expected;

    number = _i;
    ck_assert_int_eq(run(&fault), expected); /* warm */
    cujit_error_clear(&fault);
    fail_each_allocation(run, expected);
    /* Afterwards all is as before. */
    ck_assert_int_eq(run(&fault), expected);
    cujit_error_clear(&fault);
    must(run_in(create_from_disk, ANEW, &fault));
}
