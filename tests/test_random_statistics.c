/*
 * test_random_statistics.c: whether random numbers are distributed as they should be: moments, bounds, tails,
 * Kolmogorov-Smirnov and chi-square against the distributions, and orders. All seeds are fixed, and what is expected is
 * what one seed in a thousand or less would not have.
 */
#include "tests/arrays.h"

#include <math.h>

CONTEXT_FOR_EACH_CASE

enum { MANY = 1 << 18 };

static cujit_random *random_of(uint64_t seed)
{
    cujit_random *random = NULL;

    must(cujit_random_create(context, seed, &random, &fault));
    return random;
}

/* ---- Distributions ----------------------------------------------------------------------------------------------- */

/* The regularised incomplete gamma function P(a, x): a series, or a continued fraction by Lentz's method. */
static double incomplete_gamma(double a, double x)
{
    const double front = exp(-x + a * log(x) - lgamma(a));
    double sum = 1 / a, term = sum, b = x + 1 - a, c = 1e300, d = 1 / b, h = d;

    if (x <= 0)
        return 0;
    if (x < a + 1) {
        for (int k = 1; k < 5000; k++)
            sum += term *= x / (a + k);
        return front * sum;
    }
    for (int k = 1; k < 5000; k++) {
        const double an = -k * (k - a);

        b += 2;
        d = 1 / (an * d + b);
        c = b + an / c;
        h *= d * c;
    }
    return 1 - front * h;
}

typedef double distribution_function(double x);
typedef cujit_status fill_function(cujit_random *random, cujit_array *array, cujit_error *error);

#define CASE(name, call, cdf)                                                                                          \
    static cujit_status fill_##name(cujit_random *random, cujit_array *array, cujit_error *error)                      \
    {                                                                                                                  \
        return call;                                                                                                   \
    }                                                                                                                  \
    static double cdf_##name(double x)                                                                                 \
    {                                                                                                                  \
        return cdf;                                                                                                    \
    }
CASE(uniform, cujit_random_uniform(random, array, 0, 1, error), x)
CASE(range, cujit_random_uniform(random, array, -7, 9, error), (x + 7) / 16)
CASE(upper, cujit_random_uniform_upper(random, array, 2, 3, error), x - 2)
CASE(normal, cujit_random_normal(random, array, 0, 1, error), erfc(-x *M_SQRT1_2) / 2)
CASE(wide, cujit_random_normal(random, array, -2, 30, error), erfc(-(x + 2) / 30 * M_SQRT1_2) / 2)
CASE(lognormal, cujit_random_lognormal(random, array, 1, 0.5, error), erfc(-(log(x) - 1) / 0.5 * M_SQRT1_2) / 2)
CASE(exponential, cujit_random_exponential(random, array, 4, error), -expm1(-x / 4))
CASE(gamma_small, cujit_random_gamma(random, array, 0.3, 2, error), incomplete_gamma(0.3, x / 2))
CASE(gamma_one, cujit_random_gamma(random, array, 1, 1, error), -expm1(-x))
CASE(gamma, cujit_random_gamma(random, array, 7.5, 0.1, error), incomplete_gamma(7.5, x / 0.1))
CASE(gamma_large, cujit_random_gamma(random, array, 900, 1, error), incomplete_gamma(900, x))

/* clang-format off */
static const struct continuous {
    const char *name;
    fill_function *fill;
    distribution_function *cdf;
    double mean, variance;
} continuous[] = {
    {"uniform", fill_uniform, cdf_uniform, 0.5, 1 / 12.0},
    {"range", fill_range, cdf_range, 1, 256 / 12.0},
    {"upper", fill_upper, cdf_upper, 2.5, 1 / 12.0},
    {"normal", fill_normal, cdf_normal, 0, 1},
    {"wide", fill_wide, cdf_wide, -2, 900},
    {"lognormal", fill_lognormal, cdf_lognormal, 3.0802168489180310, 2.6948062403834010},
    {"exponential", fill_exponential, cdf_exponential, 4, 16},
    {"gamma 0.3", fill_gamma_small, cdf_gamma_small, 0.6, 1.2},
    {"gamma 1", fill_gamma_one, cdf_gamma_one, 1, 1},
    {"gamma 7.5", fill_gamma, cdf_gamma, 0.75, 0.075},
    {"gamma 900", fill_gamma_large, cdf_gamma_large, 900, 900},
};
/* clang-format on */

static int compare_doubles(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

/* Mean and variance within four of their deviations; Kolmogorov's D * sqrt(n) below what one in a thousand exceeds. */
static void look_at(const struct continuous *of, double *x, int count)
{
    double mean = 0, variance = 0, fourth = 0, apart = 0;

    for (int k = 0; k < count; k++)
        mean += x[k] / count;
    for (int k = 0; k < count; k++) {
        const double square = (x[k] - mean) * (x[k] - mean);

        variance += square / count;
        fourth += square * square / count;
    }
    expect(fabs(mean - of->mean) < 4 * sqrt(of->variance / count), "%s: mean is %g", of->name, mean);
    expect(fabs(variance - of->variance) < 4 * sqrt((fourth - variance * variance) / count), "%s: variance is %g",
           of->name, variance);
    qsort(x, (size_t)count, sizeof *x, compare_doubles);
    for (int k = 0; k < count; k += 16) {
        const double p = of->cdf(x[k]);

        apart = fmax(apart, fmax(fabs(p - (double)k / count), fabs(p - (double)(k + 1) / count)));
    }
    expect(apart * sqrt(count) < 1.95, "%s: Kolmogorov-Smirnov %g", of->name, apart * sqrt(count));
}

static double values[MANY];

TEST_EACH(numbers_are_distributed_as_they_say, 2 * COUNT(continuous))
{
    const struct continuous *of = &continuous[_i / 2];
    cujit_random *random = random_of(1);
    cujit_array *array = zeros(context, _i % 2 ? CUJIT_FLOAT64 : CUJIT_FLOAT32, MANY);

    must(of->fill(random, array, &fault));
    if (_i % 2 == 0) {
        const float *floats = elements_of(array);

        for (int k = 0; k < MANY; k++)
            values[k] = (double)floats[k];
    } else {
        download(array, values);
    }
    look_at(of, values, MANY);
    cujit_random_free(random);
}

/* ---- Bounds and tails -------------------------------------------------------------------------------------------- */

static double reduced(const char *text, const cujit_array *x)
{
    double value = NAN;

    must(cujit_eval_double(context, text, CUJIT_NAMED(x), &value, &fault));
    return value;
}

/* clang-format off */
static const struct {
    cujit_dtype dtype;
    double low, high;
} bounds[] = {
    {CUJIT_FLOAT32, 0, 1}, {CUJIT_FLOAT64, 0, 1}, {CUJIT_FLOAT16, 0, 1}, {CUJIT_BFLOAT16, 0, 1},
    {CUJIT_FLOAT32, 1, 1.0000002384185791}, {CUJIT_FLOAT16, -3, 1000}, {CUJIT_BFLOAT16, 100, 101},
    {CUJIT_FLOAT32, -1e-40, 1e-40}, {CUJIT_FLOAT64, 1e15, 1000000000000001}, {CUJIT_FLOAT32, -3e38, 4e37},
    {CUJIT_FLOAT16, 1, 1.002}, {CUJIT_FLOAT16, -0.0001, 0},
};
/* clang-format on */

TEST_EACH(bounds_are_kept, COUNT(bounds))
{
    cujit_random *random = random_of(3);
    cujit_array *array = zeros(context, bounds[_i].dtype, MANY), *copy = NULL;
    const double low = bounds[_i].low, high = bounds[_i].high;
    double rounded[2];
    cujit_array *ends = NULL, *narrow = NULL, *wide = NULL;

    must(cujit_array_from_host(context, CUJIT_FLOAT64, 1, (const size_t[]){2}, (const double[]){low, high}, &ends,
                               &fault));
    must(cujit_array_astype(keep_array(ends), bounds[_i].dtype, NULL, &narrow, &fault));
    must(cujit_array_astype(keep_array(narrow), CUJIT_FLOAT64, NULL, &wide, &fault));
    download(keep_array(wide), rounded);
    for (int upper = 0; upper < 2; upper++) {
        must(upper ? cujit_random_uniform_upper(random, array, low, high, &fault)
                   : cujit_random_uniform(random, array, low, high, &fault));
        must(cujit_array_astype(array, CUJIT_FLOAT64, NULL, &copy, &fault));
        const double least = reduced("min(x)", keep_array(copy)), most = reduced("max(x)", copy);

        expect(upper ? least > rounded[0] && most <= rounded[1] : least >= rounded[0] && most < rounded[1],
               "%.17g to %.17g are not between %.17g and %.17g", least, most, rounded[0], rounded[1]);
    }
    cujit_random_free(random);
}

/* Of 2^24 numbers, how many are beyond: within four deviations of what there should be. */
TEST_EACH(tails_are_there, 2)
{
    const double count = 1 << 24;
    cujit_random *random = random_of(4);
    cujit_array *x = zeros(context, _i ? CUJIT_FLOAT64 : CUJIT_FLOAT32, 1 << 24);

    must(cujit_random_normal(random, x, 0, 1, &fault));
    for (int k = 1; k < 6; k++) {
        char text[40];

        for (int side = 0; side < 2; side++) {
            snprintf(text, sizeof text, side ? "sum(x < %d)" : "sum(x > %d)", side ? -k : k);
            const double wanted = count * erfc(k * M_SQRT1_2) / 2, got = reduced(text, x);

            expect(fabs(got - wanted) < 4 * sqrt(wanted) + 1, "%s is %g, and not about %g", text, got, wanted);
        }
    }
    cujit_random_free(random);
}

/* The words that give the largest and smallest numbers, and many others, against C's functions. */
TEST(normal_numbers_are_those_of_their_words)
{
    const cujit_elementwise_spec spec = {
        .arguments = "const unsigned int *a, const unsigned int *b, float *x, float *y",
        .operation = "float first, second; const unsigned words[] = {a[i], b[i]}; "
                     "cujit_draw_normal::pair(words, first, second); "
                     "x[i] = first; y[i] = second"};
    static const uint32_t edges[] = {0,          1,          0x7fffff,   0x800000,   0x7fffffff,
                                     0x80000000, 0xaaaaaaaa, 0xaaaaab55, 0xffffff7f, 0xffffffff};
    enum { ALL = 100 + 65536 };
    static uint32_t a[ALL], b[ALL];
    static float x[ALL], y[ALL];
    cujit_array *arrays[4];
    cujit_elementwise *kernel = NULL;
    cujit_random *random = random_of(5);
    cujit_array *bits = zeros(context, CUJIT_UINT32, 2 * 65536);
    const uint32_t *words;
    double most = 0;

    must(cujit_random_bits(random, bits, &fault));
    words = elements_of(bits);
    for (int k = 0; k < ALL; k++) {
        a[k] = k < 100 ? edges[k / 10] : words[2 * (k - 100)];
        b[k] = k < 100 ? edges[k % 10] : words[2 * (k - 100) + 1];
    }
    for (int k = 0; k < 4; k++)
        arrays[k] = upload(context, k < 2 ? CUJIT_UINT32 : CUJIT_FLOAT32, ALL, k == 1 ? b : a);
    must(cujit_elementwise_create(context, &spec, &kernel, &fault));
    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(arrays[0], arrays[1], arrays[2], arrays[3]), &fault));
    download(arrays[2], x);
    download(arrays[3], y);
    for (int k = 0; k < ALL; k++) {
        const double u = (double)fmaf((float)a[k], 0x1.fffffep-33f, 0x1p-33f), r = sqrt(-2 * log(u));
        const double angle = (0.5 + ((double)(b[k] & 0x7fffff) - 4194304) / 8388608) * M_PI_2;
        const double wanted_x = r * sin(angle) * (b[k] >> 31 ? -1 : 1),
                     wanted_y = r * cos(angle) * (b[k] >> 30 & 1 ? -1 : 1);
        const double apart = fmax(fabs((double)x[k] - wanted_x), fabs((double)y[k] - wanted_y));

        expect(apart < 6e-7 * (1 + r), "words %x and %x give %.9g and %.9g, not %.9g and %.9g", a[k], b[k],
               (double)x[k], (double)y[k], wanted_x, wanted_y);
        most = fmax(most, fmax(fabs((double)x[k]), fabs((double)y[k])));
    }
    expect(most > 6.76 && most < 6.77, "the largest is %g", most);
    cujit_elementwise_free(kernel);
    cujit_random_free(random);
}

/* What a GPU makes of any approximation of 1 / sqrt(x) that is less than three units of the last place off, for all x of
 * two exponents. */
TEST(roots_do_not_depend_on_what_they_are_made_of)
{
    for (uint32_t k = 0; k < 1 << 24; k += 1 + (k >= 1 << 20 ? k % 3 : 0)) {
        const uint32_t bits = 0x3f800000 + k;
        uint32_t inverse;
        float x, y;

        memcpy(&x, &bits, sizeof x);
        y = 1 / sqrtf(x);
        memcpy(&inverse, &y, sizeof inverse);
        inverse -= 3;
        for (int apart = -3; apart <= 3; apart++, inverse++) {
            memcpy(&y, &inverse, sizeof y);
            const float near = x * y, half = 0.5f * y, rest = fmaf(-half, near, 0.5f);
            const float root = fmaf(near, rest, near), slope = fmaf(half, rest, half);

            expect(fmaf(fmaf(-root, root, x), slope, root) == sqrtf(x), "the root of %a by %a is wrong", (double)x,
                   (double)y);
        }
    }
}

/* ---- Whole numbers ----------------------------------------------------------------------------------------------- */

/* Chi-square of counts against probabilities, neighbours taken together until 5 or more are expected; below what one in a
 * thousand exceeds (Wilson and Hilferty). */
static void look_at_counts(const char *name, const long long *counts, const double *probabilities, int classes,
                           double all)
{
    static double expected[4096], found[4096];
    double sum = 0;
    int groups = 0;

    for (int k = 0; k < classes; k++) {
        if (k == 0 || expected[groups - 1] >= 5)
            expected[groups] = found[groups] = 0, groups++;
        expected[groups - 1] += probabilities[k] * all;
        found[groups - 1] += (double)counts[k];
    }
    if (groups > 1 && expected[groups - 1] < 5) {
        groups--;
        expected[groups - 1] += expected[groups];
        found[groups - 1] += found[groups];
    }
    for (int k = 0; k < groups; k++)
        sum += (found[k] - expected[k]) * (found[k] - expected[k]) / expected[k];
    const double spread = 2 / (9.0 * (groups - 1)), limit = (groups - 1) * pow(1 - spread + 3.09 * sqrt(spread), 3);

    expect(sum < limit, "%s: chi-square is %g, of %d degrees of freedom", name, sum, groups - 1);
}

static void count_into(const cujit_array *array, long long *counts, int classes)
{
    const long long *numbers = elements_of(array);

    memset(counts, 0, (size_t)classes * sizeof *counts);
    for (size_t k = 0; k < cujit_array_size(array); k++)
        counts[numbers[k] < classes - 1 ? numbers[k] : classes - 1]++;
}

enum { CLASSES = 4096 };
static long long counts[CLASSES];
static double probabilities[CLASSES];

static const double means[] = {0.01, 0.7, 4, 9.99, 10, 17.5, 60, 1000};

TEST_EACH(poisson_numbers_have_their_probabilities, COUNT(means))
{
    cujit_random *random = random_of(6);
    cujit_array *array = zeros(context, CUJIT_INT64, MANY);
    char name[40];
    double sum = 0;

    must(cujit_random_poisson(random, array, means[_i], &fault));
    count_into(array, counts, CLASSES);
    for (int k = 0; k < CLASSES; k++) {
        probabilities[k] = exp(k * log(means[_i]) - means[_i] - lgamma(k + 1));
        sum += probabilities[k];
    }
    probabilities[CLASSES - 1] += 1 - sum > 0 ? 1 - sum : 0;
    snprintf(name, sizeof name, "mean %g", means[_i]);
    look_at_counts(name, counts, probabilities, CLASSES, MANY);
    cujit_random_free(random);
}

/* Large means are nearly normal. */
TEST(large_poisson_numbers_have_their_moments)
{
    cujit_random *random = random_of(7);
    cujit_array *array = zeros(context, CUJIT_FLOAT64, MANY);

    for (double mean = 1e5; mean < 1e13; mean *= 1e2) {
        struct continuous of = {"poisson", NULL, cdf_normal, 0, 1};

        must(cujit_random_poisson(random, array, mean, &fault));
        download(array, values);
        for (int k = 0; k < MANY; k++)
            values[k] = (values[k] - mean) / sqrt(mean);
        look_at(&of, values, MANY);
    }
    cujit_random_free(random);
}

TEST(poisson_numbers_stay_within_their_type)
{
    cujit_random *random = random_of(8);
    cujit_array *bytes = zeros(context, CUJIT_INT8, 1000), *none = zeros(context, CUJIT_UINT16, 1000);

    must(cujit_random_poisson(random, bytes, 1e6, &fault));
    expect_each(bytes, int8_t, got == 127);
    must(cujit_random_poisson(random, none, 0, &fault));
    expect_each(none, uint16_t, got == 0);
    cujit_random_free(random);
}

TEST(integers_are_as_likely)
{
    static const int ranges[] = {2, 6, 10, 100, 1000, 4095};
    cujit_random *random = random_of(9);
    cujit_array *array = zeros(context, CUJIT_INT64, MANY), *words = zeros(context, CUJIT_INT32, MANY), *wide = NULL;

    for (size_t k = 0; k < 2 * COUNT(ranges); k++) {
        const int range = ranges[k / 2];

        must(cujit_random_integers(random, k % 2 ? array : words, 0, range, &fault));
        must(cujit_array_astype(k % 2 ? array : words, CUJIT_INT64, NULL, &wide, &fault));
        count_into(keep_array(wide), counts, CLASSES);
        for (int m = 0; m < CLASSES; m++)
            probabilities[m] = m < range ? 1.0 / range : 0;
        look_at_counts("integers", counts, probabilities, range, MANY);
    }
    cujit_random_free(random);
}

TEST(probabilities_are_kept)
{
    cujit_random *random = random_of(10);
    cujit_array *x = zeros(context, CUJIT_BOOL, 1 << 22);

    for (double p = 0.9; p > 1e-5; p /= 7) {
        must(cujit_random_bernoulli(random, x, p, &fault));
        const double wanted = p * (1 << 22), got = reduced("count_nonzero(x)", x);

        expect(fabs(got - wanted) < 4 * sqrt(wanted * (1 - p)), "%g hits of %g", got, wanted);
    }
    cujit_random_free(random);
}

/* ---- Orders ------------------------------------------------------------------------------------------------------ */

/* clang-format off */
static const struct {
    size_t count;
    cujit_dtype dtype;
} orders[] = {
    {1, CUJIT_INT32}, {2, CUJIT_UINT8}, {3, CUJIT_INT64}, {128, CUJIT_INT8}, {256, CUJIT_UINT8}, {1000, CUJIT_INT16},
    {1024, CUJIT_INT32}, {1025, CUJIT_INT32}, {4096, CUJIT_UINT16}, {4097, CUJIT_INT32}, {65536, CUJIT_UINT16},
    {100003, CUJIT_INT32}, {262145, CUJIT_INT64},
};
/* clang-format on */

TEST_EACH(permutations_have_each_number_once, COUNT(orders))
{
    const size_t count = orders[_i].count;
    cujit_random *random = random_of(11);
    cujit_array *order = zeros(context, orders[_i].dtype, count), *wide = NULL;
    bool *seen = calloc(count, 1);

    must(cujit_random_skip(random, 17, &fault));
    must(cujit_random_permutation(random, order, &fault));
    must(cujit_array_astype(order, CUJIT_INT64, NULL, &wide, &fault));
    const long long *numbers = elements_of(keep_array(wide));

    for (size_t k = 0; k < count; k++) {
        expect(numbers[k] >= 0 && (size_t)numbers[k] < count && !seen[numbers[k]], "element %zu is %lld", k,
               numbers[k]);
        seen[numbers[k]] = true;
    }
    free(seen);
    cujit_random_free(random);
}

/* All 24 orders of four, and where the first of many goes, and how far apart two neighbours are. */
TEST(orders_are_as_likely)
{
    enum { ROUNDS = 2400, COUNT_OF_MANY = 1500, PARTS = 15 };
    cujit_random *random = random_of(12);
    cujit_array *four = zeros(context, CUJIT_INT32, 4), *many = zeros(context, CUJIT_INT32, COUNT_OF_MANY);
    long long of_four[256] = {0}, first[PARTS] = {0}, apart[PARTS] = {0};
    double even[256] = {0}, far[PARTS];
    int used = 0;

    for (int round = 0; round < ROUNDS; round++) {
        int32_t order[COUNT_OF_MANY];

        must(cujit_random_permutation(random, four, &fault));
        download(four, order);
        of_four[order[0] * 64 + order[1] * 16 + order[2] * 4 + order[3]]++;
        must(cujit_random_permutation(random, many, &fault));
        download(many, order);
        first[order[0] * PARTS / COUNT_OF_MANY]++;
        apart[(order[1] - order[0] + COUNT_OF_MANY) % COUNT_OF_MANY * PARTS / COUNT_OF_MANY]++;
    }
    for (int k = 0; k < 256; k++) {
        if (of_four[k] > 0)
            of_four[used++] = of_four[k];
    }
    ck_assert_int_eq(used, 24);
    for (int k = 0; k < 24; k++)
        even[k] = 1 / 24.0;
    look_at_counts("orders of four", of_four, even, 24, ROUNDS);
    for (int k = 0; k < PARTS; k++)
        even[k] = far[k] = 1.0 / PARTS;
    look_at_counts("where the first goes", first, even, PARTS, ROUNDS);
    look_at_counts("how far apart neighbours are", apart, far, PARTS, ROUNDS);
    cujit_random_free(random);
}

TEST(rows_are_shuffled_as_wholes)
{
    cujit_random *random = random_of(13);
    cujit_array *x = count_shape(context, CUJIT_INT32, "50x3"), *view = NULL, *none = NULL;
    bool seen[50] = {false};
    int moved = 0;

    must(cujit_random_shuffle(random, x, &fault));
    const int32_t *rows = elements_of(x);

    for (int k = 0; k < 50; k++) {
        const int32_t *row = &rows[3 * k];

        expect(row[0] % 3 == 0 && row[1] == row[0] + 1 && row[2] == row[0] + 2 && !seen[row[0] / 3], "row %d is torn",
               k);
        seen[row[0] / 3] = true;
        moved += row[0] != 3 * k;
    }
    ck_assert_int_gt(moved, 40);
    must(cujit_array_transpose(x, NULL, &view, &fault));
    must(cujit_random_shuffle(random, keep_array(view), &fault));
    must(cujit_array_create(context, CUJIT_FLOAT32, 0, NULL, &none, &fault));
    refuse(cujit_random_shuffle(random, keep_array(none), &fault), CUJIT_ERROR_ARGUMENT_SIZE, "has no axis");
    refuse(cujit_random_permutation(random, zeros(context, CUJIT_INT8, 129), &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "int8 does not have the numbers of all 129 elements");
    cujit_random_free(random);
}
