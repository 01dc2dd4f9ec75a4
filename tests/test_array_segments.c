/*
 * test_array_segments.c: reductions of pieces of an array, between offsets and of equal keys, beside those of each piece
 * by itself.
 */
#include "tests/arrays.h"

#include <math.h>

CONTEXT_FOR_EACH_CASE

static cujit_array *segments(cujit_reducer reducer, const cujit_array *x, const cujit_array *offsets)
{
    cujit_array *result = NULL;

    must(cujit_reduce_segments(reducer, x, offsets, NULL, &result, &fault));
    return keep_array(result);
}

/* ---- Between offsets --------------------------------------------------------------------------------------------- */

static const struct {
    cujit_reducer reducer;
    const char *wanted;
    cujit_dtype dtype; /* of what comes out of float32 */
} reducers[] = {
    {CUJIT_REDUCER_SUM, "5: 0 6 0 9 -2", CUJIT_FLOAT32},
    {CUJIT_REDUCER_PRODUCT, "5: 1 6 1 20 -2", CUJIT_FLOAT32},
    {CUJIT_REDUCER_MIN, "5: inf 1 inf 4 -2", CUJIT_FLOAT32},
    {CUJIT_REDUCER_MAX, "5: -inf 3 -inf 5 -2", CUJIT_FLOAT32},
    {CUJIT_REDUCER_ARGMIN, "5: -1 1 -1 1 0", CUJIT_INT64},
    {CUJIT_REDUCER_ARGMAX, "5: -1 0 -1 0 0", CUJIT_INT64},
    {CUJIT_REDUCER_ANY, "5: 0 1 0 1 1", CUJIT_BOOL},
    {CUJIT_REDUCER_ALL, "5: 1 1 1 1 1", CUJIT_BOOL},
    {CUJIT_REDUCER_COUNT, "5: 0 3 0 2 1", CUJIT_INT64},
    {CUJIT_REDUCER_MEAN, "5: nan 2 nan 4.5 -2", CUJIT_FLOAT32},
    {CUJIT_REDUCER_VARIANCE, "5: nan 0.66666668653488159 nan 0.25 0", CUJIT_FLOAT32},
    {CUJIT_REDUCER_SAMPLE_VARIANCE, "5: nan 1 nan 0.5 nan", CUJIT_FLOAT32},
};

/* printf's nan has a sign on some processors. */
static const char *unsigned_nan(const char *text)
{
    char *copy = memory_of(strlen(text) + 1), *to = copy;

    for (const char *from = text; *from != '\0'; from++) {
        if (strncmp(from, "-nan", 4) != 0)
            *to++ = *from;
    }
    *to = '\0';
    return copy;
}

TEST_EACH(pieces_have_every_reduction, COUNT(reducers))
{
    cujit_array *x = as(list_of(context, 3, 1, 2, 5, 4, -2, 100), CUJIT_FLOAT32);
    cujit_array *result = segments(reducers[_i].reducer, x, list_of(context, 0, 0, 3, 3, 5, 6));

    ck_assert_str_eq(unsigned_nan(show(result)), reducers[_i].wanted);
    ck_assert_int_eq(cujit_array_dtype(result), reducers[_i].dtype);
}

TEST(pieces_have_places_of_complex_extremes)
{
    cujit_array *x = as(list_of(context, 3, 1, 2, 5, 4, -2), CUJIT_COMPLEX64);
    cujit_array *offsets = list_of(context, 0, 0, 3, 3, 5, 6);

    ck_assert_str_eq(show(segments(CUJIT_REDUCER_ARGMIN, x, offsets)), "5: -1 1 -1 1 0");
    ck_assert_str_eq(show(segments(CUJIT_REDUCER_ARGMAX, x, offsets)), "5: -1 0 -1 0 0");
}

static const cujit_reducer each[] = {CUJIT_REDUCER_SUM, CUJIT_REDUCER_MAX, CUJIT_REDUCER_MEAN, CUJIT_REDUCER_VARIANCE};

/* What a piece is by itself, it is in the array. */
TEST_EACH(numbers_of_any_type_are_reduced, COUNT(number_types))
{
    cujit_array *x = as(list_of(context, 1, 0, 1, 1, 0, 0, 1, 1), number_types[_i]);
    cujit_array *offsets = list_of(context, 0, 3, 8), *pieces[2] = {NULL, NULL};

    for (int k = 0; k < 2; k++) {
        const cujit_index piece = k == 0 ? cujit_index_slice(0, 3, 1) : cujit_index_slice(3, 8, 1);

        must(cujit_array_slice(x, 1, &piece, &pieces[k], &fault));
        keep_array(pieces[k]);
    }
    for (size_t m = (size_t)_i % 2; m < COUNT(each); m += 2) {
        cujit_array *all = segments(each[m], x, offsets), *lists[2] = {NULL, NULL}, *both = NULL;

        for (int k = 0; k < 2; k++) {
            cujit_array *one = NULL;

            must(cujit_reduce(each[m], pieces[k], NULL, &one, &fault));
            must(cujit_array_ravel(keep_array(one), NULL, &lists[k], &fault));
            keep_array(lists[k]);
        }
        must(cujit_array_concatenate((const cujit_array *const *)lists, 2, 0, NULL, &both, &fault));
        ck_assert_int_eq(cujit_array_dtype(all), cujit_array_dtype(keep_array(both)));
        expect_shown(all, show(both));
    }
}

TEST(offsets_of_any_type_and_place)
{
    cujit_array *x = count_shape(context, CUJIT_INT32, "3x4");

    expect_shown(segments(CUJIT_REDUCER_SUM, turned(x), as(list_of(context, 0, 3, 6), CUJIT_UINT8)),
                 "2: 12 15"); /* 0 4 8, 1 5 9 */
    expect_shown(segments(CUJIT_REDUCER_SUM, x, as(list_of(context, 10, 12, 20, 20), CUJIT_INT64)), "3: 21 0 0");
    expect_shown(
        segments(CUJIT_REDUCER_SUM, x, upload(context, CUJIT_UINT64, 3, (const uint64_t[]){10, 12, UINT64_MAX})),
        "2: 21 0");
    expect_shown(segments(CUJIT_REDUCER_SUM, x, upload(context, CUJIT_UINT64, 2, (const uint64_t[]){9, UINT64_MAX})),
                 "1: 30");
    expect_shown(segments(CUJIT_REDUCER_SUM, x, list_of(context, 4)), "0:");
    expect_shown(segments(CUJIT_REDUCER_SUM, zeros(context, CUJIT_FLOAT64, 0), list_of(context, 0, 0, 0)), "2: 0 0");
}

TEST(what_has_no_pieces_is_refused)
{
    cujit_array *x = list_of(context, 1, 2, 3), *offsets = list_of(context, 0, 3), *result = NULL;

    refuse(cujit_reduce_segments(CUJIT_REDUCER_SUM, NULL, offsets, NULL, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "x is NULL");
    refuse(cujit_reduce_segments(CUJIT_REDUCER_SUM, x, NULL, NULL, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "offsets is NULL");
    refuse(cujit_reduce_segments(99, x, offsets, NULL, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "reducer is 99, which is no cujit_reducer");
    refuse(cujit_reduce_segments(CUJIT_REDUCER_SUM, x, as(offsets, CUJIT_FLOAT32), NULL, &result, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "offsets has elements of float32; expected integers");
    refuse(cujit_reduce_segments(CUJIT_REDUCER_SUM, x, zeros(context, CUJIT_INT32, 0), NULL, &result, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "offsets has the shape (0); expected one axis");
    ck_assert_ptr_null(result);
}

/* Of all lengths, also none, and longer than a block's. */
TEST(many_ragged_rows)
{
    enum { N = 1 << 20, MOST = 1 << 16 };
    int *x = memory_of(N * sizeof *x), *offsets = memory_of(MOST * sizeof *offsets);
    int64_t *sums = memory_of(MOST * sizeof *sums);
    size_t count = 0;
    uint64_t state = 11;
    int at = 0;

    for (int k = 0; k < N; k++)
        x[k] = (int)(next_random(&state) % 1000) - 300;
    while (at < N && count < MOST - 2) {
        offsets[count++] = at;
        at += (int)(next_random(&state) % (next_random(&state) % 50 == 0 ? 5000 : 20));
    }
    offsets[count] = N;
    must(cujit_array_read(segments(CUJIT_REDUCER_SUM, upload(context, CUJIT_INT32, N, x),
                                   upload(context, CUJIT_INT32, count + 1, offsets)),
                          sums, count * sizeof *sums, &fault));
    for (size_t k = 0; k < count; k++) {
        int64_t wanted = 0;

        for (int m = offsets[k]; m < offsets[k + 1]; m++)
            wanted += x[m];
        expect(sums[k] == wanted, "piece %zu: %lld, expected %lld", k, (long long)sums[k], (long long)wanted);
    }
}

/* A piece gets nothing from those before it, also no rounding; and the same bits each time. */
TEST(pieces_are_none_the_worse_for_large_ones_before)
{
    enum { EACH = 5000, PIECES = 64, N = EACH * PIECES };
    float *x = memory_of(N * sizeof *x), first[PIECES], again[PIECES];
    int offsets[PIECES + 1];
    cujit_array *values, *places;
    uint64_t state = 17;

    for (size_t k = 0; k < N; k++)
        x[k] = (float)(next_random(&state) % 1000 + 1) * (k / EACH % 2 == 0 ? 0x1p90f : 0x1p-20f);
    for (int k = 0; k <= PIECES; k++)
        offsets[k] = k * EACH;
    values = upload(context, CUJIT_FLOAT32, N, x);
    places = upload(context, CUJIT_INT32, PIECES + 1, offsets);
    must(cujit_array_read(segments(CUJIT_REDUCER_SUM, values, places), first, sizeof first, &fault));
    must(cujit_array_read(segments(CUJIT_REDUCER_SUM, values, places), again, sizeof again, &fault));
    ck_assert_int_eq(memcmp(first, again, sizeof first), 0);
    for (size_t k = 0; k < PIECES; k++) {
        double wanted = 0;

        for (size_t m = k * EACH; m < (k + 1) * EACH; m++)
            wanted += (double)x[m];
        expect(fabs((double)first[k] - wanted) <= 1e-5 * wanted, "piece %zu: %g, expected %g", k, (double)first[k],
               wanted);
    }
}

/* A float has 24 bits, and the last of ones that are added to many are below. */
TEST_EACH(long_pieces_lose_nothing, 2)
{
    enum { N = (1 << 24) + 20000 };
    const cujit_reducer reducer = _i == 0 ? CUJIT_REDUCER_SUM : CUJIT_REDUCER_MEAN;
    const float wanted = _i == 0 ? (float)N : 1;
    const size_t n = N;
    cujit_array *x = NULL;
    float got = 0;

    must(cujit_array_ones(context, CUJIT_FLOAT32, 1, &n, NULL, &x, &fault));
    must(cujit_array_read(segments(reducer, keep_array(x), list_of(context, 0, N)), &got, sizeof got, &fault));
    ck_assert_float_eq(got, wanted);
}

/* ---- Of equal keys ----------------------------------------------------------------------------------------------- */

TEST_EACH(equal_keys_are_one_piece, COUNT(number_types))
{
    const bool two = number_types[_i] == CUJIT_BOOL;
    cujit_array *keys = as(two ? list_of(context, 0, 0, 1, 1, 1) : list_of(context, 1, 1, 2, 7, 7), number_types[_i]);
    cujit_array *x = list_of(context, 10, 20, 30, 40, 50), *unique = NULL, *sums = NULL;

    must(cujit_reduce_by_key(CUJIT_REDUCER_SUM, keys, x, NULL, &unique, &sums, &fault));
    keep_array(sums);
    ck_assert_int_eq(cujit_array_dtype(keep_array(unique)), number_types[_i]);
    if (number_types[_i] < CUJIT_COMPLEX64)
        expect_shown(unique, two ? "2: 0 1" : "3: 1 2 7");
    expect_shown(sums, two ? "2: 30 120" : "3: 30 30 90");
}

TEST(keys_that_go_with_nothing_are_refused)
{
    cujit_array *keys = list_of(context, 1, 1, 2), *none = zeros(context, CUJIT_INT32, 0), *unique = NULL, *sums = NULL;

    refuse(cujit_reduce_by_key(CUJIT_REDUCER_SUM, keys, list_of(context, 1, 2), NULL, &unique, &sums, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "keys has the shape (3), and x (2); expected the same, of one axis");
    refuse(cujit_reduce_by_key(CUJIT_REDUCER_SUM, NULL, keys, NULL, &unique, &sums, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "keys is NULL");
    refuse(cujit_reduce_by_key(CUJIT_REDUCER_SUM, keys, keys, NULL, NULL, &sums, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "NULL");
    ck_assert_ptr_null(unique);
    ck_assert_ptr_null(sums);
    must(cujit_reduce_by_key(CUJIT_REDUCER_MEAN, none, none, NULL, &unique, &sums, &fault));
    expect_shown(keep_array(unique), "0:");
    expect_shown(keep_array(sums), "0:");
}
