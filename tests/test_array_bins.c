/*
 * test_array_bins.c: how often elements occur: bincount and histogram, beside NumPy's results and a count in plain C.
 */
#include "tests/arrays.h"

#include <math.h>
#include <string.h>

CONTEXT_FOR_EACH_CASE

static void *zeroed(size_t size)
{
    return memset(memory_of(size), 0, size);
}

static cujit_array *bincount(const cujit_array *x, const cujit_array *weights, size_t least)
{
    cujit_array *counts = NULL;

    must(cujit_array_bincount(x, weights, least, NULL, &counts, &fault));
    return keep_array(counts);
}

static cujit_array *doubles(size_t count, const double *values)
{
    return upload(context, CUJIT_FLOAT64, count, values);
}

static cujit_array *histogram(const cujit_array *x, size_t bins, const double *range, const cujit_array *weights,
                              cujit_array **edges)
{
    cujit_array *counts = NULL;

    must(cujit_array_histogram(x, bins, range, weights, NULL, &counts, edges, &fault));
    if (edges != NULL)
        keep_array(*edges);
    return keep_array(counts);
}

/* ---- Bincount ---------------------------------------------------------------------------------------------------- */

static const cujit_dtype integers[] = {CUJIT_INT8,  CUJIT_UINT8,  CUJIT_INT16, CUJIT_UINT16,
                                       CUJIT_INT32, CUJIT_UINT32, CUJIT_INT64, CUJIT_UINT64};

TEST_EACH(numbers_of_any_integer_type_are_counted, COUNT(integers))
{
    const double weights[] = {.5, 1, 2, .25, 8, -1, 3};
    cujit_array *x = as(list_of(context, 0, 1, 1, 3, 2, 1, 7), integers[_i]), *counts = bincount(x, NULL, 0);

    ck_assert_int_eq(cujit_array_dtype(counts), CUJIT_INT64);
    expect_shown(counts, "8: 1 3 1 1 0 0 0 1");
    expect_shown(bincount(x, NULL, 10), "10: 1 3 1 1 0 0 0 1 0 0");
    counts = bincount(x, doubles(7, weights), 0);
    ck_assert_int_eq(cujit_array_dtype(counts), CUJIT_FLOAT64);
    expect_shown(counts, "8: 0.5 2 8 0.25 0 0 0 3");
    expect_shown(bincount(x, x, 3), "8: 0 3 2 3 0 0 0 7");
}

TEST(what_is_empty_or_a_view_is_counted)
{
    cujit_array *none = zeros(context, CUJIT_INT32, 0), *x = count_shape(context, CUJIT_INT32, "3x4"), *view = NULL;

    ck_assert_uint_eq(cujit_array_size(bincount(none, NULL, 0)), 0);
    expect_shown(bincount(none, NULL, 2), "2: 0 0");
    must(cujit_array_slice(x, 2,
                           (cujit_index[]){cujit_index_all(), cujit_index_slice(CUJIT_SLICE_END, CUJIT_SLICE_END, -3)},
                           &view, &fault));
    expect_shown(bincount(keep_array(view), NULL, 0), "12: 1 0 0 1 1 0 0 1 1 0 0 1");
    expect_shown(bincount(as(list_of(context, 1, 0, 1), CUJIT_BOOL), NULL, 0), "2: 1 2");
}

TEST(what_cannot_be_counted_is_refused)
{
    cujit_array *x = list_of(context, 3, -1, 2), *counts = NULL;
    const double real[] = {1, 2, 3};

    refuse(cujit_array_bincount(x, NULL, 0, NULL, &counts, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "cujit_array_bincount: x has negative numbers");
    refuse(cujit_array_bincount(doubles(3, real), NULL, 0, NULL, &counts, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "x has elements of float64; expected integers");
    refuse(cujit_array_bincount(x, zeros(context, CUJIT_COMPLEX64, 3), 0, NULL, &counts, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "weights has elements of complex64; expected real numbers");
    refuse(cujit_array_bincount(x, doubles(2, real), 0, NULL, &counts, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "weights has the shape (2), and x (3)");
    refuse(cujit_array_bincount(NULL, NULL, 0, NULL, &counts, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "x is NULL");
    refuse(cujit_array_bincount(x, NULL, 0, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_ptr_null(counts);
}

/* Few bins, many, more than fit into shared memory, and all in one. */
static const struct {
    unsigned bins;
    size_t count;
} sizes[] = {{1, 100000}, {2, 1 << 20}, {256, 3000001}, {4096, 500000}, {4097, 500000}, {1000000, 300000}};

TEST_EACH(many_numbers_are_counted, COUNT(sizes))
{
    const size_t n = sizes[_i].count, bins = sizes[_i].bins;
    unsigned *x = memory_of(n * sizeof *x);
    int64_t *wanted = zeroed(bins * sizeof *wanted), *got = zeroed(bins * sizeof *got);
    double *weights = memory_of(n * sizeof *weights), *sums = zeroed(bins * sizeof *sums),
           *got_sums = zeroed(bins * sizeof *got_sums);
    cujit_array *array;
    uint64_t state = 7;

    for (size_t k = 0; k < n; k++) {
        x[k] = (unsigned)(next_random(&state) % bins);
        weights[k] = (double)(next_random(&state) % 100); /* sums are exact in any order */
        wanted[x[k]]++;
        sums[x[k]] += weights[k];
    }
    array = upload(context, CUJIT_UINT32, n, x);
    must(cujit_array_read(bincount(array, NULL, bins), got, bins * sizeof *got, &fault));
    must(cujit_array_read(bincount(array, doubles(n, weights), bins), got_sums, bins * sizeof *sums, &fault));
    for (size_t k = 0; k < bins; k++) {
        expect(got[k] == wanted[k], "bin %zu: %lld, expected %lld", k, (long long)got[k], (long long)wanted[k]);
        expect(got_sums[k] == sums[k], "bin %zu: %g, expected %g", k, got_sums[k], sums[k]);
    }
}

/* ---- Histogram --------------------------------------------------------------------------------------------------- */

/* np.histogram(x, 10, (0, 1)), of doubles and of floats: edges and elements that are not what they seem. */
TEST(edges_are_numpys)
{
    const double values[] = {0., .1, .2, .3, .4, .5, .6, .7, .8, .9, 1., NAN, -1, 2}, range[] = {0, 1};
    cujit_array *x = doubles(COUNT(values), values), *edges = NULL;

    expect_shown(histogram(x, 10, range, NULL, &edges), "10: 1 1 2 0 1 2 1 0 1 2");
    ck_assert_int_eq(cujit_array_dtype(edges), CUJIT_FLOAT64);
    ck_assert_uint_eq(cujit_array_size(edges), 11);
    expect_shown(histogram(as(x, CUJIT_FLOAT32), 10, range, NULL, &edges), "10: 1 1 1 1 1 1 1 1 1 2");
    ck_assert_int_eq(cujit_array_dtype(edges), CUJIT_FLOAT32);
}

/* np.histogram(x, 3) of floats: without a range edges are calculated as floats, else as doubles, which are rounded. */
TEST(edges_are_numpys_floats)
{
    const float values[] = {.3f, 3.3f, 4.8f, 4.7f, 1.3f};
    const double range[] = {(double).3f, (double)4.8f};
    cujit_array *x = upload(context, CUJIT_FLOAT32, COUNT(values), values), *edges = NULL;

    expect_shown(histogram(x, 3, NULL, NULL, &edges), "3: 2 0 3");
    expect_shown(edges, "4: 0.30000001192092896 1.7999999523162842 3.2999999523162842 4.8000001907348633");
    expect_shown(histogram(x, 3, range, NULL, &edges), "3: 2 1 2");
    expect_shown(edges, "4: 0.30000001192092896 1.8000000715255737 3.3000001907348633 4.8000001907348633");
}

TEST(ranges_are_found_and_widened)
{
    const double weights[] = {1, 2, 3, 4, 5, 6.5}, three[] = {3, 3};
    cujit_array *x = list_of(context, 1, 2, 1, 4, 4, 4), *edges = NULL;

    expect_shown(histogram(x, 3, NULL, NULL, &edges), "3: 2 1 3");
    expect_shown(edges, "4: 1 2 3 4");
    expect_shown(histogram(as(x, CUJIT_FLOAT16), 3, NULL, doubles(6, weights), NULL), "3: 4 2 15.5");
    expect_shown(histogram(list_of(context, 5, 5), 2, NULL, NULL, &edges), "2: 0 2");
    expect_shown(edges, "3: 4.5 5 5.5");
    expect_shown(histogram(zeros(context, CUJIT_FLOAT32, 0), 2, NULL, NULL, &edges), "2: 0 0");
    expect_shown(edges, "3: 0 0.5 1");
    expect_shown(histogram(list_of(context, 3, 3, 3, 2), 3, three, NULL, NULL), "3: 0 3 0");
}

TEST(ranges_may_be_wide)
{
    const double values[] = {0, 3e307, 1e308};

    expect_shown(histogram(doubles(3, values), 10, NULL, NULL, NULL), "10: 1 0 0 1 0 0 0 0 0 1");
}

/* The edges of the bins would be equal, or infinite. */
TEST(histograms_without_width_are_refused)
{
    const double equal[] = {33554432, 33554432}, narrow[] = {1, 1 + 1e-6}, wide[] = {0, 1e300},
                 all[] = {-1.7e308, 1.7e308};
    /* Apart at both ends, but not in between. */
    const double among[] = {8388608, 8388614};
    cujit_array *x = as(doubles(2, equal), CUJIT_FLOAT32), *y = as(doubles(2, among), CUJIT_FLOAT32), *counts = NULL;

    refuse(cujit_array_histogram(x, 10, NULL, NULL, NULL, &counts, NULL, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "no 10 intervals whose edges differ as float32 and are finite");
    refuse(cujit_array_histogram(x, 1000, narrow, NULL, NULL, &counts, NULL, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "no 1000 intervals");
    refuse(cujit_array_histogram(y, 8, NULL, NULL, NULL, &counts, NULL, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "no 8 intervals");
    refuse(cujit_array_histogram(y, 8, among, NULL, NULL, &counts, NULL, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "no 8 intervals");
    refuse(cujit_array_histogram(x, 10, wide, NULL, NULL, &counts, NULL, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "no 10 intervals");
    refuse(cujit_array_histogram(doubles(2, equal), 10, all, NULL, NULL, &counts, NULL, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "no 10 intervals");
    ck_assert_ptr_null(counts);
}

TEST(histograms_that_cannot_be_are_refused)
{
    const double values[] = {0, INFINITY}, falling[] = {1, 0}, nans[] = {0, NAN};
    cujit_array *x = doubles(2, values), *counts = NULL, *edges = NULL;

    refuse(cujit_array_histogram(x, 3, NULL, NULL, NULL, &counts, &edges, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "there is no range, and x goes from 0 to inf");
    refuse(cujit_array_histogram(x, 3, falling, NULL, NULL, &counts, &edges, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "the range goes from 1 to 0");
    refuse(cujit_array_histogram(x, 3, nans, NULL, NULL, &counts, &edges, &fault), CUJIT_ERROR_ARGUMENT_VALUE, "nan");
    refuse(cujit_array_histogram(x, 0, NULL, NULL, NULL, &counts, &edges, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "bins is 0; expected 1 or more");
    refuse(cujit_array_histogram(zeros(context, CUJIT_COMPLEX128, 3), 3, NULL, NULL, NULL, &counts, &edges, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "x has elements of complex128");
    ck_assert_ptr_null(counts);
    ck_assert_ptr_null(edges);
}

TEST_EACH(many_elements_find_their_bins, 2)
{
    enum { N = 1 << 20 };
    const size_t bins = _i == 0 ? 100 : 9000;
    const double range[] = {-1.5, 2.25};
    double *x = memory_of(N * sizeof *x), *edges = memory_of((bins + 1) * sizeof *edges);
    int64_t *wanted = zeroed(bins * sizeof *wanted), *got = zeroed(bins * sizeof *got);
    cujit_array *made = NULL, *counts;
    uint64_t state = 3;

    for (size_t k = 0; k < N; k++)
        x[k] = (double)(next_random(&state) % 100000) / 20000 - 2;
    counts = histogram(doubles(N, x), bins, range, NULL, &made);
    must(cujit_array_read(counts, got, bins * sizeof *got, &fault));
    must(cujit_array_read(made, edges, (bins + 1) * sizeof *edges, &fault));
    for (size_t k = 0; k < N; k++) {
        size_t low = 0, high = bins;

        while (high - low > 1)
            *(x[k] >= edges[(low + high) / 2] ? &low : &high) = (low + high) / 2;
        if (x[k] >= edges[0] && x[k] <= edges[bins])
            wanted[low]++;
    }
    for (size_t k = 0; k < bins; k++)
        expect(got[k] == wanted[k], "bin %zu: %lld, expected %lld", k, (long long)got[k], (long long)wanted[k]);
}

/* ---- Weights ----------------------------------------------------------------------------------------------------- */

static void expect_bits(const cujit_array *got, size_t count, const double *wanted)
{
    double *values = memory_of(count * sizeof *values);

    ck_assert_uint_eq(cujit_array_size(got), count);
    must(cujit_array_read(got, values, count * sizeof *values, &fault));
    for (size_t k = 0; k < count; k++) {
        if (isnan(wanted[k]))
            expect(isnan(values[k]), "bin %zu: %a, expected NaN", k, values[k]);
        else
            expect(memcmp(&values[k], &wanted[k], sizeof *values) == 0, "bin %zu: %a, expected %a", k, values[k],
                   wanted[k]);
    }
}

enum { MOST = 5 };

/* Of one bin; what is not given is 0. */
static const struct {
    double weights[MOST], sum;
} exact[] = {
    {{1e300, 1, -1e300}, 1},
    {{0x1p53, 1}, 0x1p53},
    {{0x1p53, 1, 0x1p-1074}, 0x1.0000000000001p53},
    {{0x1p53, 2, 1}, 0x1.0000000000002p53},
    {{-0x1p53, -1, -0x1p-1074}, -0x1.0000000000001p53},
    {{0x1p-1074, 0x1p-1074, -0x1p-1073}, 0},
    {{0x1p-1074, 0x1p-1073}, 3 * 0x1p-1074},
    {{0x0.fffffffffffffp-1022, 0x1p-1074}, 0x1p-1022},
    {{1.7e308, 1.7e308, -1.7e308}, 1.7e308},
    {{1.7e308, 1.7e308}, INFINITY},
    {{-1.7e308, -1.7e308, 1}, -INFINITY},
    {{0x1.fffffffffffffp1023, 0x1p969}, 0x1.fffffffffffffp1023},
    {{0x1.fffffffffffffp1023, 0x1p970}, INFINITY},
    {{0x1p-60, 1, -1}, 0x1p-60},
    {{-0., -0.}, 0},
    {{INFINITY, 1e300, 1}, INFINITY},
    {{-INFINITY, INFINITY}, NAN},
    {{-INFINITY, 3}, -INFINITY},
    {{NAN, INFINITY}, NAN},
    {{0x1p1023, 0x1p-1074, -0x1p1023}, 0x1p-1074},
};

/* Alone, and beside all others, whose bits lie elsewhere and some of which are not finite; in either order. */
TEST(sums_of_weights_are_exact)
{
    enum { ROWS = COUNT(exact), ALL = ROWS * MOST };
    double weights[2 * ALL], sums[ROWS];
    int bins[2 * ALL];
    const int zeros[MOST] = {0};

    for (size_t k = 0; k < ROWS; k++) {
        expect_bits(bincount(upload(context, CUJIT_INT32, MOST, zeros), doubles(MOST, exact[k].weights), 0), 1,
                    &exact[k].sum);
        sums[k] = exact[k].sum;
        for (size_t m = 0; m < MOST; m++) {
            const size_t at = k * MOST + m, back = 2 * ALL - 1 - at;

            weights[at] = weights[back] = exact[k].weights[m];
            bins[at] = bins[back] = (int)k;
        }
    }
    for (size_t from = 0; from <= ALL; from += ALL)
        expect_bits(bincount(upload(context, CUJIT_INT32, ALL, bins + from), doubles(ALL, weights + from), 0), ROWS,
                    sums);
}

TEST(weights_of_nothing_sum_up_to_nothing)
{
    const double nothing[] = {0, -0.0, 0}, range[] = {5, 6}, infinite[] = {INFINITY, NAN, 1};

    expect_shown(bincount(list_of(context, 0, 2, 1), doubles(3, nothing), 0), "3: 0 0 0");
    expect_shown(histogram(list_of(context, 0, 2, 1), 2, range, doubles(3, infinite), NULL), "2: 0 0");
}

/* Bins, and powers of two that weights lie apart: in shared memory, in much of it, and in none. */
static const struct {
    unsigned bins, powers;
} wide[] = {{1, 60}, {3, 2}, {700, 60}, {4096, 8}, {4096, 60}, {9000, 60}, {30000, 60}};

__extension__ typedef __int128 whole_sum;

/* Beside sums of integers, which are rounded once; and of the same elements in another order. */
TEST_EACH(sums_of_weights_do_not_depend_on_the_order, COUNT(wide))
{
    enum { N = 200000 };
    const size_t bins = wide[_i].bins;
    const double range[] = {0, (double)bins};
    unsigned *x = memory_of(N * sizeof *x);
    double *weights = memory_of(N * sizeof *weights), *wanted = memory_of(bins * sizeof *wanted);
    whole_sum *sums = zeroed(bins * sizeof *sums);
    uint64_t state = 5;

    for (size_t k = 0; k < N; k++) {
        const int64_t whole = (int64_t)(next_random(&state) % (1ull << 40)) - (1ll << 39);
        const unsigned power = (unsigned)(next_random(&state) % wide[_i].powers);

        x[k] = (unsigned)(next_random(&state) % bins);
        weights[k] = ldexp((double)whole, (int)power - 90);
        sums[x[k]] += (whole_sum)whole * ((whole_sum)1 << power);
    }
    for (size_t k = 0; k < bins; k++)
        wanted[k] = ldexp((double)sums[k], -90);
    expect_bits(bincount(upload(context, CUJIT_UINT32, N, x), doubles(N, weights), bins), bins, wanted);
    for (size_t k = N - 1; k > 0; k--) {
        const size_t other = next_random(&state) % (k + 1);
        const unsigned bin = x[k];
        const double weight = weights[k];

        x[k] = x[other];
        weights[k] = weights[other];
        x[other] = bin;
        weights[other] = weight;
    }
    expect_bits(histogram(upload(context, CUJIT_UINT32, N, x), bins, range, doubles(N, weights), NULL), bins, wanted);
}

static const cujit_dtype weighing[] = {CUJIT_BOOL,     CUJIT_INT8,    CUJIT_UINT64,  CUJIT_FLOAT16,
                                       CUJIT_BFLOAT16, CUJIT_FLOAT32, CUJIT_FLOAT64, CUJIT_FLOAT8_E4M3};

TEST_EACH(weights_may_be_of_any_real_type, COUNT(weighing))
{
    cujit_array *weights = as(list_of(context, 1, 0, 1, 1, 1, 0), weighing[_i]), *backward = NULL;
    const cujit_index from_behind = cujit_index_slice(CUJIT_SLICE_END, CUJIT_SLICE_END, -1);

    expect_shown(bincount(list_of(context, 2, 2, 0, 0, 0, 1), weights, 0), "3: 3 0 1");
    must(cujit_array_slice(weights, 1, &from_behind, &backward, &fault));
    expect_shown(bincount(list_of(context, 2, 2, 0, 0, 0, 1), keep_array(backward), 0), "3: 2 1 1");
}

/* On a GPU; on the host it needs memory on the way. What the call makes by itself lives as long as the result. */
TEST(histograms_are_recorded_on_a_gpu)
{
    cujit_stream stream = make_stream(context);
    cujit_array *x = list_of(context, 0, 1, 1, 3), *counts[2] = {NULL, NULL};
    const double range[] = {0, 4}, weights[] = {1e300, .25, .5, 3};
    cujit_array *weighing_array = as(doubles(4, weights), CUJIT_FLOAT64);
    cujit_status status;
    cujit_graph *graph;

    histogram(x, 4, range, NULL, NULL); /* so that the kernels are there */
    histogram(x, 4, range, weighing_array, NULL);
    must(cujit_stream_synchronize(context, NULL, &fault));
    must(cujit_graph_begin(context, stream, &fault));
    status = cujit_array_histogram(x, 4, range, weighing_array, stream, &counts[0], NULL, &fault);
    if (cj_test_on_host()) {
        refuse(status, CUJIT_ERROR_UNSUPPORTED, "cujit_array_histogram: it needs memory on the way");
        end_graph(context, stream);
        return;
    }
    must(status);
    must(cujit_array_histogram(x, 4, range, NULL, stream, &counts[1], NULL, &fault));
    graph = end_graph(context, stream);
    for (int k = 0; k < 2; k++) {
        must(cujit_graph_launch(graph, stream, &fault));
        must(cujit_stream_synchronize(context, stream, &fault));
        expect_shown(counts[0], k == 0 ? "4: 1.0000000000000001e+300 0.75 0 3" : "4: 1 2 0 1");
        expect_shown(counts[1], "4: 1 2 0 1");
        must(cujit_array_fill(weighing_array, CUJIT_ARG(1), NULL, &fault));
        must(cujit_stream_synchronize(context, NULL, &fault));
    }
    keep_array(counts[0]);
    keep_array(counts[1]);
}
