/*
 * test_reduction_generic.c: reductions and scans with one-letter types that the arrays of each call bind.
 */
#include "tests/kernels.h"
#include "tests/numbers.h"

CONTEXT_FOR_EACH_CASE

static const cujit_reduction_spec sum_spec = {SUM_FROM_0, .arguments = "const T *x"};

/* A call that must fail, and leaves no result behind. */
static void run_fails(const cujit_reduction *reduction, const cujit_reduction_options *options, cujit_args args,
                      cujit_status status, const char *message)
{
    cujit_array *results[CUJIT_REDUCTION_MAX_RESULTS] = {NULL};

    refuse(cujit_reduction_run(reduction, options, args, results, &fault), status, message);
    ck_assert_ptr_null(results[0]);
}

static void scan_fails(const cujit_scan *scan, cujit_args args, cujit_status status, const char *message)
{
    cujit_array *result = NULL;

    refuse(cujit_scan_run(scan, NULL, args, &result, &fault), status, message);
    ck_assert_ptr_null(result);
}

/* ---- Each type --------------------------------------------------------------------------------------------------- */

/* `count` elements of one value. */
static cujit_array *filled(cujit_dtype dtype, size_t count, int value)
{
    cujit_elementwise *fill = kernel_of(context, "T a, T *x", "x[i] = a");
    cujit_array *made = zeros(context, dtype, count);

    run_kernel(fill, CUJIT_ARGS(value, made));
    return made;
}

enum { ONES = 5000 };

/* So many ones, in that type. */
static long double sum_of_ones(cujit_dtype dtype, int ones)
{
    switch (dtype) {
    case CUJIT_BOOL:
        return 1;
    case CUJIT_INT8:
        return (signed char)ones;
    case CUJIT_UINT8:
        return (unsigned char)ones;
    case CUJIT_BFLOAT16: /* 8 bits, half way to even */
        return ones == ONES ? 4992 : ones;
    default:
        return ones;
    }
}

/* One handle sums arrays of every type of numbers, each twice. What a half or a small integer is summed up in follows
 * from the type. */
TEST(one_sum_for_all_types)
{
    cujit_reduction *sum = make_reduction(context, &sum_spec);

    for (int round = 0; round < 2; round++) {
        for (size_t k = 0; k < COUNT(number_types); k++) {
            cujit_array *result = run_reduction(sum, NULL, CUJIT_ARGS(filled(number_types[k], ONES, 1)));

            ck_assert_int_eq(cujit_array_dtype(result), number_types[k]);
            expect(number_at(number_types[k], elements_of(result), 0).re == sum_of_ones(number_types[k], ONES), "%s",
                   cujit_dtype_name(number_types[k]));
        }
    }
}

/* And one handle scans them: forward and back, with or without the element itself. */
TEST_EACH(one_scan_for_all_types, 4)
{
    const bool exclusive = _i & 1, reverse = _i & 2;
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .arguments = "const T *x", .exclusive = exclusive,
                                 .reverse = reverse);
    enum { N = 300 };

    for (size_t k = 1; k < COUNT(number_types); k++) { /* not bool */
        cujit_array *x = filled(number_types[k], N, 1), *result = run_scan(scan, NULL, CUJIT_ARGS(x));

        ck_assert_int_eq(cujit_array_dtype(result), number_types[k]);
        const unsigned char *got = elements_of(result);
        for (int at = 0; at < N; at++) {
            int ones = (reverse ? N - at : at + 1) - exclusive;
            long double value = number_at(number_types[k], got, (size_t)at).re;

            if (number_types[k] != CUJIT_BFLOAT16 || ones <= 256)
                expect(value == sum_of_ones(number_types[k], ones), "%s, element %d: %Lg",
                       cujit_dtype_name(number_types[k]), at, value);
        }
    }
}

/* Where is the largest element, and how large is it? In one pass, and along an axis. */
TEST(argmax_of_several_types)
{
    static const signed char bytes[6] = {3, -7, 9, 4, 9, -1};
    static const double reals[6] = {.5, -3, 2.5, 8.25, -.5, 1e9};
#define INDEXED .accumulator = "cujit_indexed<T>", .reduce = "cujit_max(a, b)", .map = "cujit_at(x[i], j)"
    const cujit_reduction_result value = {INDEXED, .out_type = "T", .post = "a.value"};
    cujit_reduction *most = reduction_with(context, INDEXED, .arguments = "const T *x", .out_type = "long long",
                                           .post = "a.index", .more = &value, .more_count = 1);
    const cujit_reduction_options rows = {.axes = (const int[]){-1}, .axis_count = 1};
    const size_t shape[] = {2, 3};
    cujit_array *x[2] = {upload_shape(context, CUJIT_INT8, 2, shape, bytes),
                         upload_shape(context, CUJIT_FLOAT64, 2, shape, reals)};
    cujit_array *results[2] = {NULL};

    for (int along = 0; along < 2; along++) {
        for (int k = 0; k < 2; k++) {
            must(cujit_reduction_run(most, along ? &rows : NULL, CUJIT_ARGS(x[k]), results, &fault));
            ck_assert_int_eq(cujit_array_dtype(results[1]), k == 0 ? CUJIT_INT8 : CUJIT_FLOAT64);
            const long long *index = elements_of(results[0]);
            const void *of = elements_of(results[1]);
            ck_assert_int_eq(index[0], along || k == 0 ? 2 : 5);
            ck_assert_int_eq(along ? index[1] : 0, !along ? 0 : k == 0 ? 1 : 2);
            ck_assert(k == 0 ? *(const signed char *)of == 9 : *(const double *)of == (along ? 2.5 : 1e9));
            cujit_array_free(results[0]);
            cujit_array_free(results[1]);
        }
    }
}

/* Complex numbers by their real parts, and by the imaginary ones of equal real ones. */
TEST(extremes_of_complex_numbers)
{
    static const float numbers[] = {1, 2, 3, -4, 3, 5, 3, 5, -7, 1, -7, 0};
    const cujit_reduction_result plain = {.out_type = "T", .reduce = "cujit_min(a, b)", .map = "x[i]"};
    cujit_reduction *most = reduction_with(context, INDEXED, .arguments = "const T *x", .out_type = "long long",
                                           .post = "a.index", .more = &plain, .more_count = 1);
    cujit_array *x = upload(context, CUJIT_COMPLEX64, 6, numbers), *results[2] = {NULL};

    must(cujit_reduction_run(most, NULL, CUJIT_ARGS(x), results, &fault));
    expect_elements(results[0], long long, 2);
    expect_elements(results[1], float, -7, 0);
    cujit_array_free(results[0]);
    cujit_array_free(results[1]);
}

/* ---- Letters together -------------------------------------------------------------------------------------------- */

/* Two letters by arrays and one by `types`; a scalar is converted to what its letter stands for. */
TEST(letters_are_bound_each_for_itself)
{
    cujit_reduction *dot = reduction_with(context, .arguments = "const T *x, const S *y, S s", .out_type = "R",
                                          .neutral = "R(0)", .reduce = "a + b", .map = "(R)x[i] * (R)(s * y[i])",
                                          .types = "R = double");
    static const struct {
        cujit_dtype x, y;
        double expected;
    } cases[] = {
        {CUJIT_FLOAT32, CUJIT_INT32, 120},    {CUJIT_INT32, CUJIT_FLOAT32, 150},   {CUJIT_FLOAT16, CUJIT_FLOAT64, 150},
        {CUJIT_UINT8, CUJIT_UINT8, 120},      {CUJIT_FLOAT32, CUJIT_FLOAT32, 150}, {CUJIT_FLOAT32, CUJIT_INT32, 120},
        {CUJIT_BFLOAT16, CUJIT_FLOAT16, 150},
    };

    ck_assert_uint_eq(cujit_reduction_result_count(dot), 1);
    ck_assert_int_eq(cujit_reduction_result_dtype(dot, 0), CUJIT_FLOAT64);
    for (size_t k = 0; k < COUNT(cases); k++) {
        bool whole = is_integer(cases[k].y);
        cujit_array *x = filled(cases[k].x, 10, 2), *y = filled(cases[k].y, 10, 3);
        double got;

        run_to(dot, NULL, whole ? CUJIT_ARGS(x, y, 2) : CUJIT_ARGS(x, y, 2.5), &got);
        expect(got == cases[k].expected, "case %zu: %g", k, got);
        if (cases[k].y == CUJIT_UINT8)
            run_fails(dot, NULL, CUJIT_ARGS(x, y, 300), CUJIT_ERROR_ARGUMENT_VALUE,
                      "argument 3 (s): 300 does not fit into unsigned char");
    }
}

/* Without arguments the out_type is the type of the one array that there is. */
TEST(the_out_type_is_the_array)
{
    cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .out_type = "T");

    expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(filled(CUJIT_INT32, 10, 7))), int, 70);
    expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(filled(CUJIT_FLOAT64, 10, 7))), double, 70);
}

typedef struct pair {
    float a;
    int b;
} pair;

/* One type with a definition, and one that the preamble must define; the preamble knows the letter. */
TEST(letters_are_structs)
{
    static const pair in[3] = {{0.5f, 1}, {1.5f, 2}, {2.5f, 3}};
    const cujit_type_spec types[] = {{"pair", "struct pair { float a; int b; };", sizeof(pair), _Alignof(pair)},
                                     {"late_pair", NULL, sizeof(pair), _Alignof(pair)}};
    static const char *const preambles[] = {"__device__ T add(T p, T q) { return T{p.a + q.a, p.b * q.b}; }",
                                            "struct late_pair { float a; int b; };"};
    static const char *const reduces[] = {"add(a, b)", "T{a.a + b.a, a.b * b.b}"};

    for (size_t k = 0; k < 2; k++) {
        cujit_reduction *sum = reduction_with(context, .arguments = "const T *x", .reduce = reduces[k],
                                              .preamble = preambles[k]);
        cujit_array *x = upload(context, register_type(context, &types[k]), 3, in);

        expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(x)), pair, {4.5f, 6});
    }
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

/* Views, axes, ranges, subsets, outputs and buffers need nothing of their own: they are the bound kernel's. */
TEST(bound_calls_are_calls)
{
    static const int in[6] = {0, 1, 2, 3, 4, 5};
    static const unsigned picked[2] = {5, 1};
    cujit_reduction *sum = make_reduction(context, &sum_spec);
    cujit_array *x = upload(context, CUJIT_INT32, 6, in), *named = upload(context, CUJIT_UINT32, 2, picked);
    cujit_array *doubles = zeros(context, CUJIT_FLOAT64, 1), *nothing = zeros(context, CUJIT_INT32, 0);
    cujit_array *turned = view_at(context, CUJIT_INT32, 2, (const size_t[]){3, 2}, (const ptrdiff_t[]){4, 12},
                                  cujit_array_data(x));
    cujit_array *out = zeros_shape(context, CUJIT_INT32, 0, NULL);
    cujit_reduction_options options = {.axes = (const int[]){0}, .axis_count = 1};

    expect_elements(run_reduction(sum, &options, CUJIT_ARGS(turned)), int, 3, 12);
    options = (cujit_reduction_options){.axes = (const int[]){1}, .axis_count = 1, .keepdims = 1};
    expect_elements(run_reduction(sum, &options, CUJIT_ARGS(turned)), int, 3, 5, 7);
    expect_elements(run_reduction(sum, &(cujit_reduction_options){.range = &(cujit_range){1, 6, 2}}, CUJIT_ARGS(x)),
                    int, 9);
    expect_elements(run_reduction(sum, &(cujit_reduction_options){.slice = &(cujit_slice){2, 4, 1}}, CUJIT_ARGS(x)),
                    int, 5);
    expect_elements(run_reduction(sum, &(cujit_reduction_options){.subset = named}, CUJIT_ARGS(x)), int, 6);
    expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(CUJIT_POINTER(cujit_array_data(x), CUJIT_INT32, 4))), int, 6);
    expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(nothing)), int, 0);
    options = (cujit_reduction_options){.out = &out};
    must(cujit_reduction_run(sum, &options, CUJIT_ARGS(x), NULL, &fault));
    expect_elements(out, int, 15);
    run_fails(sum, &options, CUJIT_ARGS(doubles), CUJIT_ERROR_ARGUMENT_TYPE,
              "out[0] must have elements of double, got int");
}

/* Segments that a second letter flags, along an axis, in place; a buffer beside an array. */
TEST(bound_scans_are_scans)
{
    static const short in[6] = {1, 2, 3, 4, 5, 6};
    static const unsigned char flags[6] = {0, 0, 1, 0, 1, 0};
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .arguments = "const T *x, const F *f", .map = "x[i]",
                                 .segment = "f[i] != F(0)");
    const size_t shape[] = {3, 2};
    cujit_array *x = upload_shape(context, CUJIT_INT16, 2, shape, in);
    cujit_array *f = upload_shape(context, CUJIT_UINT8, 2, shape, flags);
    cujit_array *f_floats = zeros_shape(context, CUJIT_FLOAT32, 2, shape);

    expect_elements(run_scan(scan, NULL, CUJIT_ARGS(x, f)), short, 1, 3, 3, 7, 5, 11);
    must(cujit_scan_run(scan, &(cujit_scan_options){.out = x, .axes = (const int[]){0}, .axis_count = 1},
                        CUJIT_ARGS(x, f_floats), NULL, &fault));
    expect_elements(x, short, 1, 2, 4, 6, 9, 12);
    scan_fails(scan, CUJIT_ARGS(CUJIT_IN(in, sizeof in), f), CUJIT_ERROR_ARGUMENT_TYPE,
               "argument 1 (x): nothing says what T is");
}

/* How many kernels were looked for in vain, or found on disk: so many were built. */
static uint64_t built(void)
{
    cujit_cache_stats stats;

    cujit_context_get_cache_stats(context, &stats);
    return stats.misses + stats.disk_hits;
}

/* Nothing is compiled when the kernel is made, once for each binding, and never again; not even for another handle. */
TEST(bindings_are_built_once)
{
    cujit_reduction *sum = make_reduction(context, &sum_spec), *again;
    cujit_array *x[2] = {filled(CUJIT_INT32, 9, 1), filled(CUJIT_FLOAT64, 9, 1)};
    uint64_t before = built();
    double got;

    reduction_with(context, .arguments = "const T *x, T a", .reduce = "a * b");
    ck_assert_uint_eq(built(), before);
    for (unsigned k = 0; k < 2; k++) {
        run_to(sum, NULL, CUJIT_ARGS(x[k]), &got);
        ck_assert_uint_gt(built(), before);
        before = built();
        for (int round = 0; round < 3; round++)
            run_to(sum, NULL, CUJIT_ARGS(x[k]), &got);
        ck_assert_uint_eq(built(), before);
    }
    again = make_reduction(context, &sum_spec);
    cujit_reduction_free(sum);
    run_to(again, NULL, CUJIT_ARGS(x[0]), &got);
    ck_assert_uint_eq(built(), before);
}

typedef struct job {
    const cujit_reduction *sum;
    const cujit_scan *scan;
    cujit_array *x, *total, *sums;
    cujit_stream stream;
} job;

static void *run_job(void *user)
{
    job *self = user;
    const cujit_reduction_options into = {.out = &self->total, .stream = self->stream};
    const cujit_scan_options each = {.out = self->sums, .stream = self->stream};
    cujit_status status = CUJIT_OK;

    for (int round = 0; round < 10 && status == CUJIT_OK; round++) {
        status = cujit_reduction_run(self->sum, &into, CUJIT_ARGS(self->x), NULL, NULL);
        if (status == CUJIT_OK)
            status = cujit_scan_run(self->scan, &each, CUJIT_ARGS(self->x), NULL, NULL);
    }
    if (status == CUJIT_OK)
        status = cujit_stream_synchronize(context, self->stream, NULL);
    return status == CUJIT_OK ? NULL : user;
}

/* Threads that want the same binding, and others, at once. */
TEST(threads_share_bindings)
{
    static const cujit_dtype dtypes[] = {CUJIT_INT32, CUJIT_FLOAT32, CUJIT_INT32, CUJIT_INT64,
                                         CUJIT_INT32, CUJIT_FLOAT32, CUJIT_INT32, CUJIT_INT64};
    enum { N = 20 };
    cujit_reduction *sum = make_reduction(context, &sum_spec);
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .arguments = "const T *x");
    job jobs[COUNT(dtypes)];

    for (size_t k = 0; k < COUNT(dtypes); k++)
        jobs[k] = (job){.sum = sum,
                        .scan = scan,
                        .x = filled(dtypes[k], N, 1),
                        .total = zeros_shape(context, dtypes[k], 0, NULL),
                        .sums = zeros(context, dtypes[k], N),
                        .stream = make_stream(context)};
    must(cujit_context_synchronize(context, &fault));
    run_threads(COUNT(dtypes), run_job, jobs, sizeof *jobs);
    for (size_t k = 0; k < COUNT(dtypes); k++)
        expect(number_at(dtypes[k], elements_of(jobs[k].total), 0).re == N &&
                   number_at(dtypes[k], elements_of(jobs[k].sums), 6).re == 7,
               "thread %zu", k);
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

TEST(conflicts_are_named)
{
    cujit_reduction *dot = reduction_with(context, SUM_FROM_0, .arguments = "const T *x, const T *y",
                                          .map = "x[i] * y[i]");
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .arguments = "T *x, const T *y", .map = "x[i] * y[i]");
    cujit_array *f = filled(CUJIT_FLOAT32, 4, 1), *d = filled(CUJIT_FLOAT64, 4, 1), *none = NULL;
    float host[4] = {1, 1, 1, 1}, got;
    const char *message = "argument 2 (y): T is float by argument 1 (x), got an array of double";

    run_to(dot, NULL, CUJIT_ARGS(f, f), &got);
    ck_assert_float_eq(got, 4);
    run_fails(dot, NULL, CUJIT_ARGS(f, d), CUJIT_ERROR_ARGUMENT_TYPE, message);
    scan_fails(scan, CUJIT_ARGS(f, d), CUJIT_ERROR_ARGUMENT_TYPE, message); /* no array of a scan's is written */
    run_fails(dot, NULL, CUJIT_ARGS(CUJIT_IN(host, sizeof host), CUJIT_IN(host, sizeof host)),
              CUJIT_ERROR_ARGUMENT_TYPE, "argument 1 (x): nothing says what T is");
    run_fails(dot, NULL, CUJIT_ARGS(f, 2), CUJIT_ERROR_ARGUMENT_TYPE,
              "argument 2 (y): expected an array of T, got an integer");
    run_fails(dot, NULL, CUJIT_ARGS(f, none), CUJIT_ERROR_INVALID_ARGUMENT, "argument 2 (y): the array is NULL");
    run_fails(dot, NULL, CUJIT_ARGS(f), CUJIT_ERROR_ARGUMENT_COUNT, "expected 2 arguments, got 1: y is missing");
    run_to(dot, NULL, CUJIT_ARGS(f, CUJIT_IN(host, sizeof host)), &got);
    ck_assert_float_eq(got, 4);
}

/* Texts may suit some types only; the error says which it was, each time, and the others go on. */
TEST(errors_of_a_binding_name_it)
{
    /* clang-format off */
    static const struct {
        cujit_reduction_spec spec;
        cujit_dtype good, bad;
        cujit_status status;
        const char *part, *message;
    } cases[] = {
        {{.arguments = "const T *x", .neutral = "0", .reduce = "a & b", .map = "x[i]"}, CUJIT_INT32, CUJIT_FLOAT64,
         CUJIT_ERROR_COMPILE, "reduce", "(with T = double)"},
        {{.arguments = "const T *x", .neutral = "300", .reduce = "a + b", .accumulator = "T"}, CUJIT_INT16, CUJIT_INT8,
         CUJIT_ERROR_SNIPPET, "neutral",
         "300 does not fit the accumulator, which is signed char (-128 to 127) (with T = signed char)"},
        {{SUM_FROM_0, .arguments = "const T *x, const T *y", .map = "x[i].y + y[i].x"},
         CUJIT_INT2, CUJIT_FLOAT32, CUJIT_ERROR_COMPILE, "map", "(with T = float)"},
    };
    /* clang-format on */

    for (size_t k = 0; k < COUNT(cases); k++) {
        cujit_reduction_spec spec = cases[k].spec;
        cujit_array *good = zeros(context, cases[k].good, 3), *bad = zeros(context, cases[k].bad, 3);
        bool two = strchr(spec.arguments, ',') != NULL;
        cujit_reduction *reduction;
        unsigned char got[16];

        spec.out_type = two ? "int" : NULL;
        reduction = make_reduction(context, &spec);
        for (int round = 0; round < 2; round++) {
            cujit_array *result = NULL;
            const cujit_status status = cujit_reduction_run(
                reduction, NULL, two ? CUJIT_ARGS(bad, bad) : CUJIT_ARGS(bad), &result, &fault);

            ck_assert_ptr_null(result);
            ck_assert_ptr_nonnull(fault.part);
            ck_assert_str_eq(fault.part, cases[k].part);
            ck_assert_int_eq(fault.line, 1);
            refuse(status, cases[k].status, cases[k].message);
            run_to(reduction, NULL, two ? CUJIT_ARGS(good, good) : CUJIT_ARGS(good), got);
        }
    }
}

/* Only when T is known can be said that a post is missing, or that an accumulator is too large. */
TEST(bindings_can_be_wrong)
{
    const cujit_type_spec type = {"large", "struct large { int values[1000]; };", 4000, 4};
    cujit_reduction *most = reduction_with(context, .arguments = "const T *x", .accumulator = "cujit_indexed<T>",
                                           .reduce = "cujit_max(a, b)", .map = "cujit_at(x[i], j)");
    cujit_reduction *sum = make_reduction(context, &sum_spec);
    cujit_array *f = filled(CUJIT_FLOAT32, 4, 1), *large;
    cujit_dtype dtype = register_type(context, &type);

    large = zeros(context, dtype, 2);
    run_fails(most, NULL, CUJIT_ARGS(f), CUJIT_ERROR_SIGNATURE, "expected a post that makes it of `a`");
    run_fails(most, NULL, CUJIT_ARGS(f), CUJIT_ERROR_SIGNATURE, "(with T = float)");
    run_fails(sum, NULL, CUJIT_ARGS(large), CUJIT_ERROR_SIGNATURE, "takes 4000 bytes; at most 1024 fit");
}

TEST(prepared_launches_need_types)
{
    cujit_reduction *sum = make_reduction(context, &sum_spec);
    const cujit_scan_spec scan_spec = {SUM_FROM_0, .arguments = "const T *x"};
    cujit_scan *scan = make_scan(context, &scan_spec);
    cujit_array *f = filled(CUJIT_FLOAT32, 4, 1);
    void *data = cujit_array_data(f);
    char *source = NULL;

    refuse(cujit_reduction_launch_prepared(sum, NULL, 4, (void *[]){&data}, (void *[]){data}, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT,
           "reduction: a prepared launch needs a kernel whose types are known, and T (line 1, column 7 of the "
           "arguments) is open; give \"T = ...\" in the kernel's `types`");
    refuse(cujit_scan_launch_prepared(scan, NULL, 4, (void *[]){&data}, data, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "scan: a prepared launch needs");
    refuse(cujit_reduction_render(context, &sum_spec, &source, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "reduction: a rendered source needs");
    refuse(cujit_scan_render(context, &scan_spec, &source, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "scan: a rendered source needs");
    ck_assert_ptr_null(source);
}

#define X .arguments = "const T *x"
#define SUM .reduce = "a + b"

/* All texts are looked at when the kernel is made, as far as that goes without types. */
/* clang-format off */
static const struct {
    cujit_reduction_spec spec;
    const char *place; /* "" where it is in no text */
    cujit_status status;
    const char *message;
} wrong[] = {
    {{X, SUM, .out_type = "\n R"}, "out_type:2:2", CUJIT_ERROR_SIGNATURE,
     "out_type: nothing says what R is: it is the type of no argument; bind it in `types`, as in \"R = float\""},
    {{X, SUM, .accumulator = "cujit_indexed<U>"}, "accumulator:1:15", CUJIT_ERROR_SIGNATURE, "nothing says what U is"},
    {{SUM, .out_type = "T", .accumulator = "U"}, "accumulator:1:1", CUJIT_ERROR_SIGNATURE, "nothing says what U is"},
    {{X, SUM, .more = &(const cujit_reduction_result){.out_type = "V", SUM}, .more_count = 1}, "more[0].out_type:1:1",
     CUJIT_ERROR_SIGNATURE, "more[0].out_type: nothing says what V is"},
    {{X, SUM, .out_type = "long", .accumulator = "cujit_indexed<T>"}, "accumulator:1:1", CUJIT_ERROR_SIGNATURE,
     "a cujit_indexed<T> is not what comes out, which is long"},
    {{.arguments = "const float *x, T s", SUM}, "arguments:1:17", CUJIT_ERROR_SIGNATURE, "T is the type of no array"},
    {{.arguments = "T *T", SUM}, "arguments:1:4", CUJIT_ERROR_SIGNATURE, "cannot be named 'T'"},
    {{X, SUM, .types = "U = int"}, "types:1:1", CUJIT_ERROR_SIGNATURE, "U is no type in the argument signature"},
    {{X, SUM, .options = (const char *const[]){"-DT=int", NULL}}, "", CUJIT_ERROR_INVALID_ARGUMENT, "-DT: T is a type"},
    {{X, .reduce = "a +* (b"}, "reduce:1:6", CUJIT_ERROR_SNIPPET, "never closed"},
    {{X, SUM, .map = "x[i] = T(3)"}, "map:1:1", CUJIT_ERROR_SNIPPET, "this writes to x"},
    {{X, SUM, .accumulator = "int", .neutral = "1.5"}, "neutral:1:1", CUJIT_ERROR_SNIPPET, "is no integer"},
    {{X, SUM, .preamble = "#define T int"}, "preamble:1:9", CUJIT_ERROR_SNIPPET, "must not be named 'T'"},
};
/* clang-format on */

TEST_EACH(wrong_texts_are_refused, COUNT(wrong))
{
    cujit_reduction *reduction = NULL;

    refuse_in(cujit_reduction_create(context, &wrong[_i].spec, &reduction, &fault), wrong[_i].status, wrong[_i].place,
              wrong[_i].message);
    ck_assert_ptr_null(reduction);
}

TEST(exclusive_scans_need_a_neutral)
{
    const cujit_scan_spec spec = {X, SUM, .exclusive = 1};
    cujit_scan *scan = NULL;

    refuse(cujit_scan_create(context, &spec, &scan, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "give `neutral`");
    ck_assert_ptr_null(scan);
}

TEST(generic_kernels_can_be_looked_at)
{
    const cujit_reduction_result count = {SUM_FROM_0, .out_type = "long long", .map = "1"};
    cujit_reduction *last = reduction_with(context, .arguments = "const T *x, float s", .reduce = "b", .name = "last",
                                           .more = &count, .more_count = 1);
    cujit_scan *scan = scan_with(context, .arguments = "const T *x", .reduce = "a + b");
    cujit_report report;

    ck_assert_uint_eq(cujit_reduction_parameter_count(last), 2);
    ck_assert_str_eq(cujit_reduction_get_parameter(last, 0)->type, "T");
    ck_assert_int_eq(cujit_reduction_get_parameter(last, 0)->dtype, CUJIT_DTYPE_NONE);
    ck_assert_uint_eq(cujit_reduction_get_parameter(last, 0)->size, 0);
    ck_assert_int_eq(cujit_reduction_get_parameter(last, 1)->dtype, CUJIT_FLOAT32);
    ck_assert_uint_eq(cujit_reduction_result_count(last), 2);
    ck_assert_int_eq(cujit_reduction_result_dtype(last, 0), CUJIT_DTYPE_NONE);
    ck_assert_int_eq(cujit_reduction_result_dtype(last, 1), CUJIT_INT64);
    cujit_reduction_get_report(last, &report);
    ck_assert_str_eq(report.name, "last");
    ck_assert_ptr_null(report.object);
    ck_assert_int_eq(report.origin, 0);
    ck_assert_str_eq(report.source, "");
    ck_assert_ptr_nonnull(strstr(report.log, "reduce(1): warning: a is not used"));
    ck_assert_int_eq(report.registers, -1);
    ck_assert_uint_eq(cujit_scan_parameter_count(scan), 1);
    cujit_scan_get_report(scan, &report);
    ck_assert_str_eq(report.name, "scan");
    ck_assert_str_eq(report.log, "");
}
