/*
 * test_reduction_numeric.c: what reductions compute, for every dtype, many sizes and shapes, against 128-bit integers
 * and long double.
 */
#include "tests/numbers.h"
#include "tests/property.h"

#include <stdio.h>

CONTEXT_FOR_EACH_CASE

/* ---- Sizes ------------------------------------------------------------------------------------------------------- */

enum { LOG_MOST = 20, MOST = (1 << LOG_MOST) + 1, SIZES = 2 + 3 * LOG_MOST };

/* 0, 1, and all powers of two with their neighbours. */
static size_t size_at(size_t k)
{
    return k < 2 ? k : ((size_t)1 << ((k - 2) / 3 + 1)) + (k - 2) % 3 - 1;
}

static const char *const spellings[COUNT(number_types)] = {
    "bool",          "signed char", "unsigned char", "short",         "unsigned short",
    "int",           "unsigned",    "long long",     "uint64_t",      "half",
    "__nv_bfloat16", "float",       "double",        "float complex", "double complex",
};

/* What the first k elements sum up to, in absolute values too, and which is the smallest and the largest. */
typedef struct prefix {
    uint64_t whole;
    long double re, im, magnitude, least, most;
} prefix;

static prefix *find_prefixes(cujit_dtype dtype, const void *data, size_t count)
{
    prefix *of = memory_of((count + 1) * sizeof *of);

    of[0] = (prefix){0, 0, 0, 0, INFINITY, -INFINITY};
    for (size_t k = 0; k < count; k++) {
        number x = number_at(dtype, data, k);

        of[k + 1] = (prefix){
            of[k].whole + (uint64_t)x.whole,
            of[k].re + x.re,
            of[k].im + x.im,
            of[k].magnitude + fabsl(x.re) + fabsl(x.im),
            fminl(of[k].least, x.re),
            fmaxl(of[k].most, x.re),
        };
    }
    return of;
}

/* Sums that are rounded in each of log2(n) levels, and some more, and in the end to the type. */
static void check_sum(cujit_dtype dtype, const cujit_reduction *sum, const cujit_array *all, const prefix *of,
                      size_t first, size_t n)
{
    const prefix *from = &of[first], *to = &of[first + n];
    cujit_array *view = view_of(all, first, n), *result = NULL;
    long double working = fminl(epsilon_of(dtype), epsilon_of(CUJIT_FLOAT32)), allowed, re = to->re - from->re;
    number got;

    result = run_reduction(sum, NULL, CUJIT_ARGS(view));
    got = take_number(result);
    allowed = 4 * log2l((long double)n + 2) * working * (to->magnitude - from->magnitude) +
              0.51L * epsilon_of(dtype) * fabsl(re) + 1e-15L * to->magnitude * epsilon_of(dtype);
    if (is_integer(dtype))
        expect((uint64_t)got.whole == to->whole - from->whole, "the sum of %zu %s from %zu on", n,
               cujit_dtype_name(dtype), first);
    else
        expect(fabsl(got.re - re) <= allowed && fabsl(got.im - (to->im - from->im)) <= allowed,
               "the sum of %zu %s from %zu on: got %.20Lg %+.20Lgi, expected %.20Lg %+.20Lgi", n,
               cujit_dtype_name(dtype), first, got.re, got.im, re, to->im - from->im);
}

static void check_extremes(cujit_dtype dtype, const cujit_reduction *extremes, const cujit_array *all, const prefix *of,
                           size_t n)
{
    cujit_array *view = view_of(all, 0, n), *results[2] = {NULL};
    number least, most;

    if (n == 0) {
        refuse(cujit_reduction_run(extremes, NULL, CUJIT_ARGS(view), results, &fault), CUJIT_ERROR_ARGUMENT_SIZE, NULL);
    } else {
        must(cujit_reduction_run(extremes, NULL, CUJIT_ARGS(view), results, &fault));
        least = take_number(results[0]);
        most = take_number(results[1]);
        expect(least.re == of[n].least && most.re == of[n].most, "%zu %s: got %Lg and %Lg, expected %Lg and %Lg", n,
               cujit_dtype_name(dtype), least.re, most.re, of[n].least, of[n].most);
    }
}

TEST_EACH(sums_and_extremes_of_every_size, COUNT(number_types))
{
    cujit_dtype dtype = number_types[_i];
    unsigned char *data = memory_of((MOST + 1) * cujit_dtype_size(dtype));
    cujit_reduction *sum, *extremes = NULL;
    char arguments[40];
    cujit_array *all;
    prefix *of;

    snprintf(arguments, sizeof arguments, "const %s *x", spellings[_i]);
    sum = reduction_with(context, SUM_FROM_0, .arguments = arguments,
                         .out_type = is_integer(dtype) ? "unsigned long long" : spellings[_i]);
    if (!is_complex(dtype))
        extremes = reduction_with(context, .arguments = arguments, .reduce = "cujit_min(a, b)",
                                  .more = &(cujit_reduction_result){.reduce = "cujit_max(a, b)"}, .more_count = 1);
    fill_random(dtype, data, MOST + 1, (uint64_t)_i);
    of = find_prefixes(dtype, data, MOST + 1);
    all = upload(context, dtype, MOST + 1, data);
    for (size_t k = 0; k < SIZES; k++) {
        check_sum(dtype, sum, all, of, 0, size_at(k));
        check_sum(dtype, sum, all, of, 1, size_at(k));
        if (extremes != NULL)
            check_extremes(dtype, extremes, all, of, size_at(k));
    }
}

/* Elements of one value: rounding errors that all go one way. Pairwise sums are off by some log2(n) of them. */
enum { LONG = 1 << 20 };

static const struct {
    int ndim, axis; /* -1: all of them */
    size_t shape[2], step;
} long_shapes[] = {
    {1, -1, {LONG}, 1},         {2, 1, {1, LONG}, 1},     {2, 1, {3, LONG / 4}, 1}, {2, 1, {LONG / 300, 300}, 1},
    {2, 1, {LONG / 11, 11}, 1}, {2, 0, {LONG, 1}, 1},     {2, 0, {LONG / 4, 4}, 1}, {2, 0, {LONG / 1000, 1000}, 1},
    {1, -1, {LONG / 3}, 3},     {2, 1, {2, LONG / 8}, 3}, {2, 0, {LONG / 8, 2}, 3},
};
enum { LONG_SHAPES = sizeof long_shapes / sizeof *long_shapes };

/* Nothing is known of what "add" does: the order stays. */
/* clang-format off */
static const cujit_reduction_spec long_sums[] = {
    {SUM_FROM_0, .out_type = "float"}, {.out_type = "float", .reduce = "a + b"},
    {.out_type = "float", .neutral = "0", .reduce = "add(a, b)",
     .preamble = "__device__ inline float add(float a, float b) { return a + b; }\n"},
    {.out_type = "float", .accumulator = "pair", .neutral = "pair{0, 0}",
     .reduce = "pair{a.sum + b.sum, a.count + b.count}", .map = "pair{x[i], 1}", .post = "a.sum"},
};
/* clang-format on */
enum { LONG_SUMS = sizeof long_sums / sizeof *long_sums };

static cujit_array *view_long(const cujit_array *all, size_t k)
{
    const size_t *shape = long_shapes[k].shape;
    ptrdiff_t step = (ptrdiff_t)(long_shapes[k].step * sizeof(float));
    ptrdiff_t strides[] = {long_shapes[k].ndim == 1 ? step : step * (ptrdiff_t)shape[1], step};
    return view_at(context, CUJIT_FLOAT32, long_shapes[k].ndim, shape, strides, cujit_array_data(all));
}

/* All results of a reduction, which all should be `count` times 0.1f. */
static void check_long(const cujit_array *results, size_t count, const char *what, size_t shape)
{
    const size_t size = cujit_array_size(results);
    const double expected = (double)count * (double)0.1f, allowed = on_gpu(context) ? 1e-4 : 2e-6;
    float *got = memory_of(size * sizeof *got);

    download(results, got);
    for (size_t k = 0; k < size; k++)
        expect(fabs(got[k] - expected) <= allowed * expected, "%s, shape %zu: result %zu is %.9g, expected %.9g", what,
               shape, k, (double)got[k], expected);
}

static void check_long_sums(const cujit_array *all, size_t k)
{
    const int axis = long_shapes[k].axis;
    const cujit_reduction_options options = {.axes = axis < 0 ? NULL : &axis, .axis_count = axis >= 0};
    cujit_array *view = view_long(all, k), *result = NULL;
    size_t count = long_shapes[k].shape[axis < 0 ? 0 : axis];

    /* Each shape has forms of its own to compile: every other sum, and the others along the next shape. */
    for (size_t s = k % 2; s < LONG_SUMS; s += 2) {
        cujit_reduction_spec spec = long_sums[s];
        cujit_reduction *sum;

        spec.arguments = "const float *x";
        sum = make_reduction(context, &spec);
        result = run_reduction(sum, &options, CUJIT_ARGS(view));
        check_long(result, count, spec.reduce, k);
        cujit_array_free(result);
    }
    must(cujit_reduce(CUJIT_REDUCER_SUM, view, &options, &result, &fault));
    check_long(result, count, "CUJIT_REDUCER_SUM", k);
    cujit_array_free(result);
    must(cujit_reduce(CUJIT_REDUCER_MEAN, view, &options, &result, &fault));
    check_long(result, 1, "CUJIT_REDUCER_MEAN", k);
    cujit_array_free(result);
}

TEST_EACH(long_sums_of_one_value, LONG_SHAPES)
{
    cujit_array *all = zeros(context, CUJIT_FLOAT32, LONG);

    compile_sooner();
    register_type(context, &(cujit_type_spec){"pair", "struct pair { float sum; int count; };", 8, 4});
    run_once(context, "float *x", "x[i] = 0.1f", CUJIT_ARGS(all));
    check_long_sums(all, (size_t)_i);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

enum { RESULTS = 3 };

static const struct {
    int ndim;
    size_t shape[MOST_AXES];
} shapes[] = {
    {0, {0}},     {1, {1}},       {1, {1000}},      {2, {33, 129}},   {2, {129, 33}},
    {2, {1, 70}}, {3, {5, 1, 7}}, {3, {2, 300, 3}}, {3, {40, 3, 50}}, {7, {4, 3, 2, 4, 3, 2, 2}},
    {1, {0}},     {2, {0, 2}},    {2, {2, 0}},      {3, {2, 0, 3}},
};

static void add_products(fold_state *s, const fold_element *e)
{
    s->of[0] += e->x * e->y;
    s->of[1] += e->x * e->y * (e->j + 1);
    s->of[2] = e->i + 1 > s->of[2] ? e->i + 1 : s->of[2];
}

static void expect_shape(const fold_call *call, unsigned folded, bool keepdims, const cujit_array *result)
{
    int ndim = 0;

    for (int axis = 0; axis < call->ndim; axis++) {
        bool gone = (folded >> axis & 1) != 0;

        if (gone && !keepdims)
            continue;
        expect(ndim < cujit_array_ndim(result) && cujit_array_shape(result)[ndim] == (gone ? 1 : call->shape[axis]),
               "axis %d of the result, 0x%x folded", ndim, folded);
        ndim++;
    }
    ck_assert_int_eq(cujit_array_ndim(result), ndim);
}

/* One call with these axes folded; some as negative numbers, and in any order. */
static void check_axes(fold_call *call, const cujit_reduction *reduction, size_t results, unsigned folded)
{
    const bool keepdims = folded % 3 == 1;
    size_t shape[MOST_AXES];
    uint64_t seed = 1;
    int axes[MOST_AXES], count = 0, kept;
    cujit_array *got[RESULTS] = {NULL};
    operand outs[RESULTS];

    for (int axis = call->ndim - 1; axis >= 0; axis--) {
        if ((folded >> axis & 1) != 0)
            axes[count++] = (folded + (unsigned)axis) % 2 != 0 ? axis : axis - call->ndim;
    }
    call->axes = axes;
    call->axis_count = count;
    call->outs = outs;
    call->out_count = results;
    kept = kept_shape(call, shape, NULL);
    for (size_t k = 0; k < results; k++)
        outs[k] = draw_operand(context, number_type_of("long long"), kept, shape, 0, 0, 0, &seed);
    expect_fold(call);
    must(cujit_reduction_run(reduction,
                             &(cujit_reduction_options){.axes = axes, .axis_count = count, .keepdims = keepdims},
                             CUJIT_ARGS(call->x->array, call->y->array), got, &fault));
    for (size_t k = 0; k < results; k++) {
        expect_shape(call, folded, keepdims, got[k]);
        download(got[k], outs[k].memory + outs[k].offset);
        expect(memcmp(outs[k].memory, outs[k].wanted, outs[k].bytes) == 0, "x (%s), axes 0x%x folded: result %zu",
               describe_operand(call->x, (char[400]){0}), folded, k);
        cujit_array_free(got[k]);
    }
}

static cujit_reduction *make_sum(size_t results)
{
    static const cujit_reduction_result more[] = {
        {SUM_FROM_0, .out_type = "long long", .map = "(long long)x[i] * y[i] * (j + 1)"},
        {.out_type = "long long", .neutral = "0", .reduce = "cujit_max(a, b)", .map = "i + 1"},
    };

    return reduction_with(context, SUM_FROM_0, .arguments = "const int *x, const int *y", .out_type = "long long",
                          .map = "(long long)x[i] * y[i]", .more = more, .more_count = results - 1);
}

/* How x lies in its memory. */
static const unsigned layouts[] = {0, DRAW_TURNED, DRAW_BACKWARD | DRAW_STEPS, DRAW_REPEATED};

TEST_EACH(every_set_of_axes_of_every_shape, COUNT(layouts))
{
    static const unsigned y_masks[] = {0, 0x55, 2}; /* axes along which y is 1 long */
    cujit_reduction *plain, *placed;
    const element_type type = number_type_of("int");
    uint64_t seed = 5;

    compile_sooner();
    plain = make_sum(1);
    placed = make_sum(RESULTS);
    for (size_t k = 0; k < COUNT(shapes) * COUNT(y_masks); k++) {
        const unsigned which = (unsigned)k / COUNT(y_masks), mask = (unsigned)k % COUNT(y_masks);
        const unsigned sets = 1u << shapes[which].ndim;
        fold_call call = {.step = add_products, .ndim = shapes[which].ndim};
        size_t y_shape[MOST_AXES];
        operand x, y;

        for (int axis = 0; axis < call.ndim; axis++) {
            call.shape[axis] = shapes[which].shape[axis];
            y_shape[axis] = (y_masks[mask] >> axis & 1) != 0 ? 1 : call.shape[axis];
        }
        x = draw_operand(context, type, call.ndim, call.shape, layouts[_i], 0, 0, &seed);
        y = draw_operand(context, type, call.ndim, y_shape, 0, 0, 0, &seed);
        call.x = &x;
        call.y = &y;
        /* Each form is compiled: of sets of many axes some will do. */
        for (unsigned folded = 0; folded < sets; folded += sets < 100 ? 1 : 15 + 6 * mask) {
            check_axes(&call, plain, 1, folded);
            if (mask % 2 == 0 && (sets < 100 || folded % 45 == 0))
                check_axes(&call, placed, RESULTS, folded);
        }
    }
}

/* ---- Large shapes ------------------------------------------------------------------------------------------------ */

static unsigned char scrambled(size_t i)
{
    return (unsigned char)((uint32_t)i * 2654435761u >> 13);
}

#define SCRAMBLED "(unsigned char)((unsigned)i * 2654435761u >> 13)"

/* Along `axis`, and all of it where that is -1. */
static void check_large(const cujit_reduction *sum, const cujit_array *x, size_t rows, size_t columns, int axis)
{
    const cujit_reduction_options options = {.axes = axis < 0 ? NULL : &axis, .axis_count = axis < 0 ? 0 : 1};
    size_t results = axis < 0 ? 1 : axis == 0 ? columns : rows;
    double *expected = calloc(results, sizeof *expected);

    ck_assert_ptr_nonnull(expected);
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++)
            expected[axis < 0 ? 0 : axis == 0 ? c : r] += scrambled(r * columns + c);
    }
    expect_each(run_reduction(sum, &options, CUJIT_ARGS(x)), double, got == expected[k]);
    free(expected);
}

static const struct {
    size_t rows, columns;
    const char *type;
    cujit_dtype dtype;
} large[] = {
    {513, 65537, "unsigned char", CUJIT_UINT8},
    {513, 65537, "float", CUJIT_FLOAT32},
    {16777216, 1, "unsigned char", CUJIT_UINT8},
};

/* Sums that every accumulator holds without rounding. */
TEST_EACH(large_shapes, COUNT(large))
{
    char arguments[40], text[100];
    cujit_array *x = NULL;
    cujit_reduction *sum;

    snprintf(arguments, sizeof arguments, "const %s *x", large[_i].type);
    sum = reduction_with(context, SUM_FROM_0, .out_type = "double", .arguments = arguments);
    x = strided(context, large[_i].dtype, 2, (const size_t[]){large[_i].rows, large[_i].columns}, NULL);
    snprintf(arguments, sizeof arguments, "%s *x", large[_i].type);
    snprintf(text, sizeof text, "x[i] = " SCRAMBLED);
    run_once(context, arguments, text, CUJIT_ARGS(x));
    for (int axis = -1; axis < 2; axis++)
        check_large(sum, x, large[_i].rows, large[_i].columns, axis);
}

/* ---- More than 32 bits can count --------------------------------------------------------------------------------- */

static const size_t huge[] = {
    ((size_t)1 << 31) - 1024,
    (size_t)1 << 31,
    ((size_t)1 << 31) + 1024,
    ((size_t)1 << 32) + 11,
};

TEST_EACH(huge_arrays, COUNT(huge))
{
    size_t n = huge[_i];
    cujit_array *x = NULL, *results[4] = {NULL};
    static const cujit_reduction_result more[] = {
        {.out_type = "unsigned", .neutral = "0", .reduce = "(a + b) & 255", .map = "x[i]"},
        {.out_type = "unsigned char", .reduce = "cujit_max(a, b)", .map = "x[i]"},
        {.out_type = "long long", .neutral = "-1", .reduce = "cujit_max(a, b)", .map = "i"},
    };
    cujit_reduction *reduction, *sum;
    uint64_t expected = n / 256 * 32640;

    if (!on_gpu(context))
        return;
    for (size_t k = n / 256 * 256; k < n; k++)
        expected += (7 * k + 3) & 255;
    reduction = reduction_with(context, SUM_FROM_0, .arguments = "const unsigned char *x",
                               .out_type = "unsigned long long", .more = more, .more_count = 3);
    sum = reduction_with(context, SUM_FROM_0, .arguments = "const unsigned char *x", .out_type = "unsigned long long");
    x = strided(context, CUJIT_UINT8, 1, &n, NULL);
    run_once(context, "unsigned char *x", "x[i] = (unsigned char)(7 * i + 3)", CUJIT_ARGS(x));
    must(cujit_reduction_run(reduction, NULL, CUJIT_ARGS(x), results, &fault));
    ck_assert_uint_eq((uint64_t)take_number(results[0]).whole, expected);
    ck_assert_uint_eq((uint64_t)take_number(results[1]).whole, expected & 255);
    ck_assert_uint_eq((uint64_t)take_number(results[2]).whole, 255);
    ck_assert_uint_eq((uint64_t)take_number(results[3]).whole, n - 1);
    must(cujit_reduction_run(sum, NULL, CUJIT_ARGS(x), results, &fault));
    ck_assert_uint_eq((uint64_t)take_number(results[0]).whole, expected);
}
