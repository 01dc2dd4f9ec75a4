/*
 * test_reducers.c: the ready-made reductions, cujit_reduce() and cujit_dot(), for every dtype against the same in
 * 128-bit integers and long double; and what happens with values that are special, with none, and with wrong arguments.
 */
#include "tests/numbers.h"
#include "tests/property.h"

#include <stdio.h>

enum { MOST = 40000 };

static const size_t counts[] = {1, 2, 3, 33, 1024, MOST};

/* clang-format off */
static const struct {
    cujit_reducer reducer;
    const char *name;
    bool nonempty;
} reducers[] = {
    {CUJIT_REDUCER_SUM, "sum", false}, {CUJIT_REDUCER_PRODUCT, "product", false},
    {CUJIT_REDUCER_MIN, "min", true}, {CUJIT_REDUCER_MAX, "max", true},
    {CUJIT_REDUCER_ARGMIN, "argmin", true}, {CUJIT_REDUCER_ARGMAX, "argmax", true},
    {CUJIT_REDUCER_MEAN, "mean", true}, {CUJIT_REDUCER_VARIANCE, "variance", true},
    {CUJIT_REDUCER_SAMPLE_VARIANCE, "sample variance", true}, {CUJIT_REDUCER_ANY, "any", false},
    {CUJIT_REDUCER_ALL, "all", false}, {CUJIT_REDUCER_COUNT, "count", false},
    {CUJIT_REDUCER_NORM, "norm", false},
};
/* clang-format on */
enum { REDUCERS = COUNT(reducers) };

CONTEXT_FOR_EACH_CASE

static cujit_array *reduce(cujit_reducer reducer, const cujit_array *x, const cujit_reduction_options *options)
{
    cujit_array *result = NULL;

    must(cujit_reduce(reducer, x, options, &result, &fault));
    ck_assert_ptr_nonnull(result);
    return result;
}

static number reduce_to_number(cujit_reducer reducer, const cujit_array *x)
{
    return take_number(reduce(reducer, x, NULL));
}

/* ---- What comes out ---------------------------------------------------------------------------------------------- */

static cujit_dtype real_of(cujit_dtype dtype)
{
    return dtype == CUJIT_COMPLEX64 ? CUJIT_FLOAT32 : dtype == CUJIT_COMPLEX128 ? CUJIT_FLOAT64 : dtype;
}

/* As the table in the manual has it. */
static cujit_dtype result_type(cujit_reducer reducer, cujit_dtype dtype)
{
    switch (reducer) {
    case CUJIT_REDUCER_SUM:
    case CUJIT_REDUCER_PRODUCT:
        return !is_integer(dtype) ? dtype : dtype == CUJIT_BOOL || is_signed(dtype) ? CUJIT_INT64 : CUJIT_UINT64;
    case CUJIT_REDUCER_MIN:
    case CUJIT_REDUCER_MAX:
        return dtype;
    case CUJIT_REDUCER_ARGMIN:
    case CUJIT_REDUCER_ARGMAX:
    case CUJIT_REDUCER_COUNT:
        return CUJIT_INT64;
    case CUJIT_REDUCER_MEAN:
        return is_integer(dtype) ? CUJIT_FLOAT64 : dtype;
    case CUJIT_REDUCER_ANY:
    case CUJIT_REDUCER_ALL:
        return CUJIT_BOOL;
    default:
        return is_integer(dtype) ? CUJIT_FLOAT64 : real_of(dtype);
    }
}

/* The result, and how far from it one may be for each unit of the accumulator's epsilon. */
typedef struct expectation {
    number value;
    long double magnitude;
    uint64_t wrapped; /* of integers' sums and products */
} expectation;

static number times(number a, number b)
{
    return (number){0, a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static long double square(number a)
{
    return a.re * a.re + a.im * a.im;
}

/* The mean, with the variance as its distance. */
static expectation find_moments(cujit_reducer reducer, cujit_dtype dtype, const void *data, size_t n)
{
    number mean = {0, 0, 0};
    long double squares = 0, magnitude = 0;

    for (size_t k = 0; k < n; k++) {
        const number x = number_at(dtype, data, k);

        mean.re += x.re / (long double)n;
        mean.im += x.im / (long double)n;
        magnitude += (fabsl(x.re) + fabsl(x.im)) / (long double)n;
    }
    if (reducer == CUJIT_REDUCER_MEAN)
        return (expectation){mean, magnitude, 0};
    for (size_t k = 0; k < n; k++) {
        const number x = number_at(dtype, data, k);

        squares += square((number){0, x.re - mean.re, x.im - mean.im});
    }
    squares /= (long double)(reducer == CUJIT_REDUCER_VARIANCE ? n : n - 1);
    return (expectation){{0, squares, 0}, squares, 0};
}

/* Complex numbers are in the order of their real parts, then of the imaginary ones. */
static bool is_before(number a, number b)
{
    return a.re < b.re || (a.re == b.re && a.im < b.im);
}

static expectation find_expected(cujit_reducer reducer, cujit_dtype dtype, const void *data, size_t n)
{
    number sum = {0, 0, 0}, product = {0, 1, 0}, least = number_at(dtype, data, 0), most = least;
    long double squares = 0, magnitude = 0;
    size_t nonzero = 0, least_at = 0, most_at = 0;
    uint64_t wrapped_sum = 0, wrapped_product = 1;

    for (size_t k = 0; k < n; k++) {
        const number x = number_at(dtype, data, k);

        sum.re += x.re;
        sum.im += x.im;
        product = times(product, x);
        squares += square(x);
        nonzero += x.re != 0 || x.im != 0;
        magnitude += fabsl(x.re) + fabsl(x.im);
        wrapped_sum += (uint64_t)x.whole;
        wrapped_product *= (uint64_t)x.whole;
        least_at = is_before(x, least) ? k : least_at;
        least = least_at == k ? x : least;
        most_at = is_before(most, x) ? k : most_at;
        most = most_at == k ? x : most;
    }
    switch (reducer) {
    case CUJIT_REDUCER_SUM:
        return (expectation){sum, magnitude, wrapped_sum};
    case CUJIT_REDUCER_PRODUCT:
        return (expectation){product, sqrtl(square(product)), wrapped_product};
    case CUJIT_REDUCER_MIN:
        return (expectation){least, 0, 0};
    case CUJIT_REDUCER_MAX:
        return (expectation){most, 0, 0};
    case CUJIT_REDUCER_ARGMIN:
        return (expectation){{0, (long double)least_at, 0}, 0, 0};
    case CUJIT_REDUCER_ARGMAX:
        return (expectation){{0, (long double)most_at, 0}, 0, 0};
    case CUJIT_REDUCER_ANY:
        return (expectation){{0, nonzero > 0, 0}, 0, 0};
    case CUJIT_REDUCER_ALL:
        return (expectation){{0, nonzero == n, 0}, 0, 0};
    case CUJIT_REDUCER_COUNT:
        return (expectation){{0, (long double)nonzero, 0}, 0, 0};
    case CUJIT_REDUCER_NORM:
        return (expectation){{0, sqrtl(squares), 0}, sqrtl(squares), 0};
    default:
        return find_moments(reducer, dtype, data, n);
    }
}

/* ---- Every reducer of every dtype -------------------------------------------------------------------------------- */

/* Half a unit of the result's last place, and what the accumulator loses: the types that it may have are at least as
 * precise as float. */
static long double tolerance(cujit_reducer reducer, cujit_dtype result, size_t n, const expectation *expected)
{
    bool exact = reducer == CUJIT_REDUCER_MIN || reducer == CUJIT_REDUCER_MAX || is_integer(result);
    long double working = epsilon_of(result) < epsilon_of(CUJIT_FLOAT32) ? epsilon_of(result)
                                                                         : epsilon_of(CUJIT_FLOAT32);
    long double steps = reducer == CUJIT_REDUCER_PRODUCT ? (long double)n : 4 * log2l((long double)n + 2);

    return exact ? 0 : epsilon_of(result) * expected->magnitude * 0.51L + working * steps * expected->magnitude;
}

static void check_result(size_t which, cujit_dtype dtype, const void *data, size_t n, cujit_array *result)
{
    cujit_reducer reducer = reducers[which].reducer;
    const expectation expected = find_expected(reducer, dtype, data, n);
    cujit_dtype type = cujit_array_dtype(result);
    const long double allowed = tolerance(reducer, type, n, &expected);
    number got;

    expect(type == result_type(reducer, dtype), "%s of %s is of type %s", reducers[which].name, cujit_dtype_name(dtype),
           cujit_dtype_name(type));
    ck_assert_int_eq(cujit_array_ndim(result), 0);
    got = take_number(result);
    if (is_integer(type) && (reducer == CUJIT_REDUCER_SUM || reducer == CUJIT_REDUCER_PRODUCT)) {
        expect((uint64_t)got.whole == expected.wrapped, "%s of %zu %s: got %llu, expected %llu", reducers[which].name,
               n, cujit_dtype_name(dtype), (unsigned long long)got.whole, (unsigned long long)expected.wrapped);
        return;
    }
    if (isnan(expected.value.re)) {
        expect(isnan(got.re), "%s of %zu %s: got %Lg, expected NaN", reducers[which].name, n, cujit_dtype_name(dtype),
               got.re);
        return;
    }
    expect(fabsl(got.re - expected.value.re) <= allowed && fabsl(got.im - expected.value.im) <= allowed,
           "%s of %zu %s: got %.21Lg %+.21Lgi, expected %.21Lg %+.21Lgi, give or take %Lg", reducers[which].name, n,
           cujit_dtype_name(dtype), got.re, got.im, expected.value.re, expected.value.im, allowed);
}

/* Products of many elements: all 1 or -1 but a few, so that nothing overflows. */
static void tame(cujit_dtype dtype, void *data, size_t n)
{
    const element_type type = {dtype, dtype, cujit_dtype_size(dtype)};

    for (size_t k = 5; k < n && !is_integer(dtype); k++)
        put_number(type, (char *)data + k * type.size, k % 3 != 0 ? 1 : -1);
}

/* Kernels take long to compile. Integers differ in width and sign alone: the narrowest and the widest have every
 * reducer, the others each second one. */
static bool is_tried(cujit_dtype dtype, size_t which)
{
    const bool between = is_integer(dtype) && dtype != CUJIT_BOOL && dtype != CUJIT_INT8 && dtype != CUJIT_UINT64;

    return !between || ((size_t)dtype + which) % 2 == 0;
}

TEST_EACH(every_reducer_agrees_with_a_reference, COUNT(number_types))
{
    cujit_dtype dtype = number_types[_i];
    unsigned char *data = memory_of(MOST * cujit_dtype_size(dtype)),
                  *factors = memory_of(MOST * cujit_dtype_size(dtype));
    cujit_array *x, *y;

    fill_random(dtype, data, MOST, (uint64_t)_i + 1);
    memcpy(factors, data, MOST * cujit_dtype_size(dtype));
    tame(dtype, factors, MOST);
    x = upload(context, dtype, MOST, data);
    y = upload(context, dtype, MOST, factors);
    for (size_t which = 0; which < REDUCERS; which++) {
        bool product = reducers[which].reducer == CUJIT_REDUCER_PRODUCT;

        if (!is_tried(dtype, which))
            continue;
        for (size_t k = 0; k < 2 * COUNT(counts); k++) {
            size_t first = k % 2, n = counts[k / 2] - (counts[k / 2] == MOST ? first : 0); /* unaligned too */
            cujit_array *view = view_of(product ? y : x, first, n);

            check_result(which, dtype, (product ? factors : data) + first * cujit_dtype_size(dtype), n,
                         reduce(reducers[which].reducer, view, NULL));
        }
    }
}

TEST(no_number_is_the_extreme_of_complex_ones)
{
    const float parts[] = {1, 2, -3, 0, 4, NAN, 9, 0};
    cujit_array *x = upload(context, CUJIT_COMPLEX64, COUNT(parts) / 2, parts);

    ck_assert_ldouble_nan(reduce_to_number(CUJIT_REDUCER_MIN, x).im);
    ck_assert_ldouble_nan(reduce_to_number(CUJIT_REDUCER_MAX, x).im);
    ck_assert_ldouble_eq(reduce_to_number(CUJIT_REDUCER_ARGMIN, x).re, 2);
    ck_assert_ldouble_eq(reduce_to_number(CUJIT_REDUCER_ARGMAX, x).re, 2);
}

/* As NumPy has it: by the real parts, of equal ones by the imaginary ones; the first of equal ones, and the first that is
 * no number in either part. */
TEST(the_place_of_complex_extremes_is_the_first_one)
{
    static const struct {
        float parts[8];
        int least, most;
    } rows[] = {
        {{1, 2, 1, -2, 0, 9, 1, 2}, 2, 0},
        {{1, 2, 1, -2, 1, -2, 1, 2}, 1, 0},
        {{0, 0, -0.0F, -0.0F, 0, -0.0F, -0.0F, 0}, 0, 0},
        {{INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY}, 0, 0},
        {{-INFINITY, 1, -INFINITY, -INFINITY, INFINITY, 0, INFINITY, 1}, 1, 3},
        {{1, 2, NAN, 0, 0, NAN, 7, 8}, 1, 1},
        {{1, 2, 3, NAN, NAN, 0, 7, 8}, 1, 1},
    };

    for (size_t k = 0; k < COUNT(rows); k++) {
        cujit_array *x = upload(context, CUJIT_COMPLEX64, 4, rows[k].parts);

        expect(reduce_to_number(CUJIT_REDUCER_ARGMIN, x).re == rows[k].least, "row %zu: argmin", k);
        expect(reduce_to_number(CUJIT_REDUCER_ARGMAX, x).re == rows[k].most, "row %zu: argmax", k);
    }
}

TEST_EACH(nothing_is_neutral_or_an_error, 3)
{
    static const long double neutral[] = {
        [CUJIT_REDUCER_PRODUCT] = 1, [CUJIT_REDUCER_ALL] = 1, [CUJIT_REDUCER_NORM] = 0};
    cujit_dtype dtype = _i == 0 ? CUJIT_INT8 : _i == 1 ? CUJIT_FLOAT16 : CUJIT_FLOAT64;
    cujit_array *x = zeros(context, dtype, 0), *result = NULL;

    for (size_t k = 0; k < REDUCERS; k++) {
        if (!reducers[k].nonempty) {
            ck_assert_ldouble_eq(reduce_to_number(reducers[k].reducer, x).re, neutral[reducers[k].reducer]);
            continue;
        }
        refuse(cujit_reduce(reducers[k].reducer, x, NULL, &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "no elements");
        ck_assert_ptr_null(result);
    }
}

/* ---- Special values ---------------------------------------------------------------------------------------------- */

enum { SPECIAL = 6 };

/* clang-format off */
static const struct {
    float of[SPECIAL];
    cujit_reducer reducer;
    double expected;
} special_values[] = {
    {{1, NAN, -3, NAN, 2, 0}, CUJIT_REDUCER_MIN, NAN}, {{1, NAN, -3, NAN, 2, 0}, CUJIT_REDUCER_MAX, NAN},
    {{1, -5, NAN, NAN, -9, 0}, CUJIT_REDUCER_ARGMIN, 2}, {{1, -5, NAN, NAN, 99, 0}, CUJIT_REDUCER_ARGMAX, 2},
    {{7, 1, 1, 7, 1, 7}, CUJIT_REDUCER_ARGMIN, 1}, {{1, 7, 1, 7, 1, 7}, CUJIT_REDUCER_ARGMAX, 1},
    {{INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY}, CUJIT_REDUCER_MIN, INFINITY},
    {{INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY}, CUJIT_REDUCER_ARGMIN, 0},
    {{-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY}, CUJIT_REDUCER_ARGMAX, 0},
    {{-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY}, CUJIT_REDUCER_MAX, -INFINITY},
    {{0, -0.0f, 0, -0.0f, 0, 0}, CUJIT_REDUCER_ARGMIN, 0}, {{-0.0f, 0, 0, -0.0f, 0, 0}, CUJIT_REDUCER_ARGMAX, 0},
    {{0, -0.0f, 0, NAN, 0, 0}, CUJIT_REDUCER_ANY, 1}, {{0, -0.0f, 0, 0, 0, 0}, CUJIT_REDUCER_ANY, 0},
    {{NAN, 1, 1, 1, 1, 1}, CUJIT_REDUCER_ALL, 1}, {{NAN, 1, 1, -0.0f, 1, 1}, CUJIT_REDUCER_ALL, 0},
    {{NAN, 0, -0.0f, 4, 0, INFINITY}, CUJIT_REDUCER_COUNT, 3},
    {{1, INFINITY, 2, -INFINITY, 0, 0}, CUJIT_REDUCER_SUM, NAN},
    {{1, INFINITY, 2, 0, 0, 0}, CUJIT_REDUCER_SUM, INFINITY}, {{1, INFINITY, 2, 0, 0, 0}, CUJIT_REDUCER_MEAN, INFINITY},
    {{1, -INFINITY, 2, 0, 0, 0}, CUJIT_REDUCER_NORM, INFINITY}, {{1, NAN, 2, 0, 0, 0}, CUJIT_REDUCER_NORM, NAN},
    {{1, NAN, INFINITY, 0, 0, 0}, CUJIT_REDUCER_NORM, NAN}, {{3, 3, 3, 3, 3, 3}, CUJIT_REDUCER_VARIANCE, 0},
    {{1, INFINITY, 2, 0, 0, 0}, CUJIT_REDUCER_VARIANCE, NAN}, {{1, NAN, 2, 0, 0, 0}, CUJIT_REDUCER_VARIANCE, NAN},
    {{INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY}, CUJIT_REDUCER_VARIANCE, NAN},
    {{INFINITY, 0, 2, 0, 0, 0}, CUJIT_REDUCER_PRODUCT, NAN},
};
/* clang-format on */

static void check_special(size_t k, cujit_dtype dtype)
{
    double wide[SPECIAL];
    cujit_array *x;
    number got;

    for (size_t m = 0; m < SPECIAL; m++)
        wide[m] = (double)special_values[k].of[m];
    x = upload(context, dtype, SPECIAL, dtype == CUJIT_FLOAT64 ? (const void *)wide : special_values[k].of);
    got = reduce_to_number(special_values[k].reducer, x);
    expect(isnan(special_values[k].expected) ? isnan(got.re) : got.re == (long double)special_values[k].expected,
           "row %zu of %s: got %Lg, expected %g", k, cujit_dtype_name(dtype), got.re, special_values[k].expected);
}

TEST_EACH(special_values_are_what_the_manual_says, 2)
{
    for (size_t k = 0; k < COUNT(special_values); k++)
        check_special(k, _i == 0 ? CUJIT_FLOAT32 : CUJIT_FLOAT64);
}

/* NaN and infinities in 16 bits, in a long array, wherever they are. */
TEST_EACH(a_nan_is_found_anywhere, 2)
{
    enum { N = 20000 };
    static const size_t places[] = {0, 1, 31, 511, 512, 9999, N - 2, N - 1};
    static const uint16_t nans[] = {0x7e01, 0x7fc1};
    cujit_dtype dtype = _i == 0 ? CUJIT_FLOAT16 : CUJIT_BFLOAT16;
    uint16_t *data = memory_of(N * sizeof *data);

    for (size_t k = 0; k < COUNT(places); k++) {
        cujit_array *x;

        fill_random(dtype, data, N, 3);
        data[places[k]] = nans[_i];
        data[N - 1] = k % 2 != 0 ? nans[_i] : data[N - 1];
        x = upload(context, dtype, N, data);
        ck_assert_uint_eq((size_t)reduce_to_number(CUJIT_REDUCER_ARGMIN, x).whole, places[k]);
        ck_assert_uint_eq((size_t)reduce_to_number(CUJIT_REDUCER_ARGMAX, x).whole, places[k]);
        ck_assert(isnan(reduce_to_number(CUJIT_REDUCER_MIN, x).re));
        ck_assert(isnan(reduce_to_number(CUJIT_REDUCER_MAX, x).re));
    }
}

TEST(extreme_integers_wrap_and_compare)
{
    static const int64_t whole[] = {INT64_MAX, 1, INT64_MIN, -1, INT64_MAX};
    static const uint64_t natural[] = {UINT64_MAX, 1, 5, UINT64_MAX, 0};
    static const int8_t bytes[] = {-128, 127, -128, 127, -128};
    cujit_array *x = upload(context, CUJIT_INT64, 5, whole), *y = upload(context, CUJIT_UINT64, 5, natural);
    cujit_array *z = upload(context, CUJIT_INT8, 5, bytes), *none = zeros(context, CUJIT_UINT16, 70000), *dot = NULL;

    ck_assert_int_eq((int64_t)reduce_to_number(CUJIT_REDUCER_SUM, x).whole, INT64_MAX - 1);
    ck_assert_int_eq((int64_t)reduce_to_number(CUJIT_REDUCER_MIN, x).whole, INT64_MIN);
    ck_assert_int_eq((int64_t)reduce_to_number(CUJIT_REDUCER_MAX, x).whole, INT64_MAX);
    ck_assert_int_eq((int64_t)reduce_to_number(CUJIT_REDUCER_ARGMAX, x).whole, 0);
    ck_assert_int_eq((int64_t)reduce_to_number(CUJIT_REDUCER_ARGMIN, x).whole, 2);
    ck_assert_uint_eq((uint64_t)reduce_to_number(CUJIT_REDUCER_SUM, y).whole, 4);
    ck_assert_uint_eq((uint64_t)reduce_to_number(CUJIT_REDUCER_MAX, y).whole, UINT64_MAX);
    ck_assert_int_eq((int64_t)reduce_to_number(CUJIT_REDUCER_ARGMIN, y).whole, 4);
    ck_assert_int_eq((int64_t)reduce_to_number(CUJIT_REDUCER_ARGMAX, none).whole,
                     0); /* all are the smallest there is */
    ck_assert_int_eq((int64_t)reduce_to_number(CUJIT_REDUCER_MIN, z).whole, -128);
    ck_assert_int_eq((int64_t)reduce_to_number(CUJIT_REDUCER_MAX, z).whole, 127);
    must(cujit_dot(x, x, NULL, &dot, &fault));
    ck_assert_int_eq((int64_t)take_number(dot).whole, 4); /* modulo 2^64: 1 + 1 + 0 + 1 + 1 */
    must(cujit_dot(z, z, NULL, &dot, &fault));
    ck_assert_int_eq((int64_t)take_number(dot).whole, 3 * 128 * 128 + 2 * 127 * 127);
}

/* ---- Norms and variances that simple formulas fail with ---------------------------------------------------------- */

static const struct {
    double of[4], expected; /* a norm */
} norms[] = {
    {{3e300, 4e300, 0, 0}, 5e300},         {{3e-300, 4e-300, 0, 0}, 5e-300},
    {{3e200, 4e200, 1e-300, 1}, 5e200},    {{3e-200, 1, 0, 4e-320}, 1},
    {{5e-324, 0, 0, 0}, 5e-324},           {{0, 0, 0, 0}, 0},
    {{3e-160, 4e-160, 0, 0}, 5e-160},      {{1e146, 1e147, 0, 0}, 0},
    {{1e-154, 1e-154, 1e-155, 2e-154}, 0}, {{DBL_MAX, 0, 0, 0}, DBL_MAX},
    {{DBL_MAX, DBL_MAX, 0, 0}, INFINITY},  {{-3, 4, 12, 84}, 85},
};

TEST(norms_neither_overflow_nor_vanish)
{
    for (size_t k = 0; k < COUNT(norms); k++) {
        const double *of = norms[k].of;
        cujit_array *x = upload(context, CUJIT_FLOAT64, 4, of), *z = upload(context, CUJIT_COMPLEX128, 2, of);
        long double expected = (long double)norms[k].expected, sum = 0;

        for (size_t m = 0; m < 4; m++)
            sum += (long double)of[m] * (long double)of[m]; /* its exponent has 15 bits where this is a test */
        if (LDBL_MAX_EXP > 2 * DBL_MAX_EXP && expected == 0)
            expected = sqrtl(sum);
        for (int complex = 0; complex < 2; complex++) {
            long double got = reduce_to_number(CUJIT_REDUCER_NORM, complex != 0 ? z : x).re;

            expect(isinf(expected) ? isinf(got) : fabsl(got - expected) <= 1e-15L * expected,
                   "row %zu: got %.20Lg, expected %.20Lg", k, got, expected);
        }
    }
}

TEST(norms_of_large_floats_do_not_overflow)
{
    static const float of[] = {3e38f, 0, 1e37f, 1e30f}, small[] = {3e-40f, 4e-40f};
    static const uint16_t halves[] = {0x7bff, 0x7bff}; /* 65504: the norm is too large for the type */
    cujit_array *x = upload(context, CUJIT_FLOAT32, 4, of), *y = upload(context, CUJIT_FLOAT32, 2, small);
    cujit_array *h = upload(context, CUJIT_FLOAT16, 1, halves), *hh = upload(context, CUJIT_FLOAT16, 2, halves);

    ck_assert_ldouble_eq_tol(reduce_to_number(CUJIT_REDUCER_NORM, x).re, 3.00166620e38L, 1e32L);
    ck_assert_ldouble_eq_tol(reduce_to_number(CUJIT_REDUCER_NORM, y).re, 5e-40L, 1e-44L);
    ck_assert_ldouble_eq(reduce_to_number(CUJIT_REDUCER_NORM, h).re, 65504);
    ck_assert(isinf(reduce_to_number(CUJIT_REDUCER_NORM, hh).re));
}

/* Small deviations from a large number, with and without a first element far away from all others. */
TEST(variances_are_sound_far_from_zero)
{
    enum { N = 30000 };
    static const double offsets[] = {0, 1e6, -1e9, 1e12};
    double *data = memory_of(N * sizeof *data);

    for (size_t k = 0; k < 2 * COUNT(offsets); k++) {
        double offset = offsets[k / 2];
        uint64_t state = 5;
        cujit_array *x;
        expectation expected;
        long double got, allowed;

        for (size_t m = 0; m < N; m++)
            data[m] = offset + random_between(&state, -1, 1);
        if (k % 2 != 0)
            data[0] = offset + 1e5;
        x = upload(context, CUJIT_FLOAT64, N, data);
        expected = find_moments(CUJIT_REDUCER_VARIANCE, CUJIT_FLOAT64, data, N);
        got = reduce_to_number(CUJIT_REDUCER_VARIANCE, x).re;
        allowed = expected.value.re * 1e-11L + fabsl((long double)offset) * 0x1p-52L * sqrtl(expected.value.re);
        expect(fabsl(got - expected.value.re) <= allowed, "offset %g: got %.20Lg, expected %.20Lg", offset, got,
               expected.value.re);
    }
}

TEST(variances_of_one_element)
{
    static const float of[] = {7, INFINITY};
    cujit_array *x = upload(context, CUJIT_FLOAT32, 1, of), *y = upload(context, CUJIT_FLOAT32, 1, of + 1);

    ck_assert_ldouble_eq(reduce_to_number(CUJIT_REDUCER_VARIANCE, x).re, 0);
    ck_assert(isnan(reduce_to_number(CUJIT_REDUCER_SAMPLE_VARIANCE, x).re));
    ck_assert(isnan(reduce_to_number(CUJIT_REDUCER_VARIANCE, y).re));
}

/* ---- Dot --------------------------------------------------------------------------------------------------------- */

TEST_EACH(dots_agree_with_a_reference, COUNT(number_types))
{
    enum { N = 5003 };
    cujit_dtype dtype = number_types[_i];
    const size_t size = cujit_dtype_size(dtype);
    unsigned char *x = memory_of(N * size), *y = memory_of(N * size);
    cujit_array *dx, *dy, *result = NULL;
    long double magnitude = 0, re = 0, im = 0, allowed;
    uint64_t wrapped = 0;
    number got;

    fill_random(dtype, x, N, 11);
    fill_random(dtype, y, N, 12);
    for (size_t k = 0; k < N; k++) {
        number a = number_at(dtype, x, k), b = number_at(dtype, y, k), c = times(a, b);

        re += c.re;
        im += c.im;
        magnitude += sqrtl(square(a) * square(b));
        wrapped += (uint64_t)a.whole * (uint64_t)b.whole;
    }
    dx = upload(context, dtype, N, x);
    dy = upload(context, dtype, N, y);
    must(cujit_dot(dx, dy, NULL, &result, &fault));
    ck_assert_int_eq(cujit_array_dtype(result), result_type(CUJIT_REDUCER_SUM, dtype));
    allowed = epsilon_of(dtype) * fabsl(re) * 0.51L + 64 * fminl(epsilon_of(dtype), 0x1p-23L) * magnitude;
    got = take_number(result);
    if (is_integer(dtype))
        ck_assert_uint_eq((uint64_t)got.whole, wrapped);
    else
        expect(fabsl(got.re - re) <= allowed && fabsl(got.im - im) <= allowed,
               "%s: got %.20Lg %+.20Lgi, expected %.20Lg %+.20Lgi", cujit_dtype_name(dtype), got.re, got.im, re, im);
}

TEST(dots_broadcast)
{
    static const float matrix[] = {1, 2, 3, 4, 5, 6}, row[] = {1, 10, 100};
    static const int last[] = {-1};
    cujit_array *x = upload_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){2, 3}, matrix);
    cujit_array *y = upload(context, CUJIT_FLOAT32, 3, row), *result = NULL;

    must(cujit_dot(x, y, &(cujit_reduction_options){.axes = last, .axis_count = 1}, &result, &fault));
    ck_assert_int_eq(cujit_array_ndim(result), 1);
    expect_elements(result, float, 321, 654);
    cujit_array_free(result);
    must(cujit_dot(x, y, NULL, &result, &fault));
    ck_assert_ldouble_eq(take_number(result).re, 975);
}

/* Of one size, but no lists. */
TEST(dots_of_shapes_that_do_not_broadcast_are_errors)
{
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 6), *result = NULL;
    cujit_array *y = upload_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){2, 3}, (const float[6]){0});
    cujit_array *z = upload_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){3, 2}, (const float[6]){0});

    refuse(cujit_dot(x, y, NULL, &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "y has the shape (2,3), but x has (6)");
    refuse(cujit_dot(y, z, NULL, &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "(2,3)", "(3,2)");
    ck_assert_ptr_null(result);
}

/* ---- Options ----------------------------------------------------------------------------------------------------- */

TEST(axes_and_keepdims)
{
    static const int32_t of[2][3][4] = {{{4, 1, 9, 9}, {-2, 5, 0, 3}, {7, 7, -7, 7}},
                                        {{1, 2, 3, 4}, {0, 0, 0, 0}, {8, -8, 8, -9}}};
    static const int outer[] = {0, 1}, last[] = {-1};
    cujit_array *x = upload_shape(context, CUJIT_INT32, 3, (const size_t[]){2, 3, 4}, of), *result;

    result = reduce(CUJIT_REDUCER_SUM, x, &(cujit_reduction_options){.axes = outer, .axis_count = 2});
    ck_assert_int_eq(cujit_array_ndim(result), 1);
    expect_elements(result, int64_t, 18, 7, 13, 14);
    cujit_array_free(result);
    result = reduce(CUJIT_REDUCER_ARGMAX, x, &(cujit_reduction_options){.axes = last, .axis_count = 1, .keepdims = 1});
    ck_assert_int_eq(cujit_array_ndim(result), 3);
    ck_assert_uint_eq(cujit_array_shape(result)[2], 1);
    expect_elements(result, int64_t, 2, 1, 0, 3, 0, 0);
    cujit_array_free(result);
}

TEST(subsets_outputs_and_streams)
{
    static const float of[] = {1, 2, 4, 8, 16, 32};
    static const uint32_t some[] = {5, 0, 5};
    cujit_array *x = upload(context, CUJIT_FLOAT32, 6, of), *subset = upload(context, CUJIT_UINT32, 3, some);
    cujit_array *out = zeros_shape(context, CUJIT_FLOAT32, 0, NULL), *other = NULL;
    const cujit_reduction_options options = {.stream = make_stream(context), .subset = subset, .out = &out};

    must(cujit_context_synchronize(context, &fault));
    must(cujit_reduce(CUJIT_REDUCER_SUM, x, &options, NULL, &fault));
    must(cujit_stream_synchronize(context, options.stream, &fault));
    expect_elements(out, float, 65);
    must(cujit_reduce(CUJIT_REDUCER_MIN, x, &options, &other, &fault));
    ck_assert_ptr_null(other); /* left alone */
    must(cujit_stream_synchronize(context, options.stream, &fault));
    expect_elements(out, float, 1);
}

/* ---- Life -------------------------------------------------------------------------------------------------------- */

TEST(a_reducer_is_made_once)
{
    cujit_array *x = counting(context, 100);
    cujit_cache_stats before, after;

    reduce_to_number(CUJIT_REDUCER_SUM, x);
    cujit_context_get_cache_stats(context, &before);
    ck_assert_ldouble_eq(reduce_to_number(CUJIT_REDUCER_SUM, x).re, 4950);
    cujit_context_get_cache_stats(context, &after);
    ck_assert_uint_eq(before.memory_hits + before.disk_hits + before.misses,
                      after.memory_hits + after.disk_hits + after.misses);
}

/* What is kept must not keep the context: with the last array all of it goes, as the sanitizers would tell. */
TEST(an_array_may_outlive_its_context)
{
    cujit_context *own = cj_test_context();
    cujit_array *x = counting(own, 10), *result;

    cujit_context_free(own);
    result = reduce(CUJIT_REDUCER_SUM, x, NULL);
    cujit_array_free(x);
    ck_assert_ldouble_eq(take_number(result).re, 45);
}

TEST(a_compiler_may_come_later)
{
    cujit_array *x = zeros(cj_test_target("host"), CUJIT_FLOAT32, 5), *result = NULL;

    setenv("CUJIT_HOST_CXX", "no-such-compiler", 1);
    for (int k = 0; k < 2; k++)
        refuse(cujit_reduce(CUJIT_REDUCER_SUM, x, NULL, &result, &fault), CUJIT_ERROR_NO_COMPILER, "no-such-compiler");
    unsetenv("CUJIT_HOST_CXX");
    must(cujit_reduce(CUJIT_REDUCER_SUM, x, NULL, &result, &fault));
    cujit_array_free(result);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

TEST(wrong_arguments_are_errors)
{
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 4), *y = zeros(context, CUJIT_FLOAT64, 4);
    cujit_array *vectors = zeros(context, CUJIT_FLOAT4, 4), *result = NULL;
    static const int axes[] = {1}, twice[] = {0, -1};
    const struct {
        cujit_reducer reducer;
        const cujit_array *x;
        cujit_reduction_options options;
        cujit_status status;
        const char *words;
    } rows[] = {
        {(cujit_reducer)0, x, {0}, CUJIT_ERROR_INVALID_ARGUMENT, "no reducer 0"},
        {(cujit_reducer)(CUJIT_REDUCER_NORM + 1), x, {0}, CUJIT_ERROR_INVALID_ARGUMENT, "no reducer 14"},
        {CUJIT_REDUCER_SUM, NULL, {0}, CUJIT_ERROR_INVALID_ARGUMENT, "x is NULL"},
        {CUJIT_REDUCER_SUM, vectors, {0}, CUJIT_ERROR_UNSUPPORTED, "arrays of float4"},
        {CUJIT_REDUCER_SUM, x, {.axes = axes, .axis_count = 1}, CUJIT_ERROR_INVALID_ARGUMENT, "axis 1 is out of range"},
        {CUJIT_REDUCER_SUM, x, {.axes = twice, .axis_count = 2}, CUJIT_ERROR_INVALID_ARGUMENT, "given twice"},
        {CUJIT_REDUCER_SUM, x, {.out = &y}, CUJIT_ERROR_ARGUMENT_TYPE, "float64"},
        {CUJIT_REDUCER_SUM, x, {.out = &x}, CUJIT_ERROR_ARGUMENT_SIZE, "shape"},
    };

    for (size_t k = 0; k < COUNT(rows); k++)
        refuse(cujit_reduce(rows[k].reducer, rows[k].x, &rows[k].options, &result, &fault), rows[k].status,
               rows[k].words);
    refuse(cujit_reduce(CUJIT_REDUCER_SUM, x, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "result is NULL");
    refuse(cujit_dot(x, y, NULL, &result, &fault), CUJIT_ERROR_ARGUMENT_TYPE, "float32 and float64");
    refuse(cujit_dot(x, NULL, NULL, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "y is NULL");
    refuse(cujit_dot(x, zeros(context, CUJIT_FLOAT32, 5), NULL, &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "5");
    refuse(cujit_dot(x, x, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "result is NULL");
    ck_assert_ptr_null(result);
}
