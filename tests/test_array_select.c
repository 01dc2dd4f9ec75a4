/*
 * test_array_select.c: elements by condition, index and mask, and whether arrays have the same ones.
 */
#include "tests/arrays.h"

CONTEXT_FOR_EACH_CASE

static bool is_integer(cujit_dtype dtype)
{
    return dtype >= CUJIT_INT8 && dtype <= CUJIT_UINT64;
}

/* ---- By condition ------------------------------------------------------------------------------------------------ */

TEST_EACH(conditions_of_any_number, COUNT(number_types))
{
    cujit_array *condition = as(list_of(context, 0, 1, 1, 0), number_types[_i]), *chosen = NULL, *kept = NULL,
                *places = NULL;
    cujit_array *x = list_of(context, 1, 2, 3, 4), *y = list_of(context, -1, -2, -3, -4);

    must(cujit_array_where(condition, x, y, NULL, &chosen, &fault));
    expect_shown(keep_array(chosen), "4: -1 2 3 -4");
    must(cujit_array_compress(x, condition, CUJIT_ARRAY_FLAT, NULL, &kept, &fault));
    expect_shown(keep_array(kept), "2: 2 3");
    must(cujit_array_nonzero(condition, NULL, &places, &fault));
    expect_shown(keep_array(places), "2: 1 2");
    ck_assert_int_eq(cujit_array_dtype(places), CUJIT_INT64);
}

TEST(what_is_chosen_broadcasts)
{
    const double parts[] = {0, 1, 0, 0};
    cujit_array *rows = shaped(list_of(context, 1, 0), "2x1"), *x = count_shape(context, CUJIT_INT32, "3");
    cujit_array *chosen = NULL, *y = list_of(context, -1), *complex = upload(context, CUJIT_COMPLEX128, 2, parts);

    must(cujit_array_where(rows, x, y, NULL, &chosen, &fault));
    expect_shown(keep_array(chosen), "2x3: 0 1 2 -1 -1 -1");
    chosen = NULL;
    must(cujit_array_where(complex, shaped(y, ""), shaped(x, "3x1"), NULL, &chosen, &fault));
    expect_shown(keep_array(chosen), "3x2: -1 0 -1 1 -1 2");
    chosen = NULL;
    refuse(cujit_array_where(rows, x, as(x, CUJIT_INT64), NULL, &chosen, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "cujit_array_where: x has elements of int32, and y of int64; expected one type");
    refuse(cujit_array_where(rows, x, shaped(list_of(context, 1, 2, 3, 4), "4x1"), NULL, &chosen, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "condition", "(2,1)", "(4,1)");
    refuse(cujit_array_where(zeros(context, CUJIT_FLOAT2, 3), x, x, NULL, &chosen, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "condition has elements of float2; expected numbers");
    refuse(cujit_array_where(NULL, x, x, NULL, &chosen, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "condition is NULL");
    refuse(cujit_array_where(rows, NULL, x, NULL, &chosen, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "x is NULL");
    refuse(cujit_array_where(rows, x, NULL, NULL, &chosen, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_array_where(rows, x, x, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_ptr_null(chosen);
}

/* ---- By index ---------------------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *shape;
    bool transposed;
    const char *index_shape;
    int indices[4];
    int axis;
    cujit_bounds bounds;
    const char *expected;
} takes[] = {
    {"5", false, "4", {4, 0, -1, -5}, 0, CUJIT_BOUNDS_CHECK, "4: 4 0 4 0"},
    {"5", false, "2x2", {4, 0, 1, 2}, -1, CUJIT_BOUNDS_CHECK, "2x2: 4 0 1 2"},
    {"5", false, "", {3}, 0, CUJIT_BOUNDS_CHECK, ": 3"},
    {"5", false, "4", {5, 99, -1, -99}, 0, CUJIT_BOUNDS_CLIP, "4: 4 4 0 0"},
    {"5", false, "4", {5, 99, -1, -99}, 0, CUJIT_BOUNDS_WRAP, "4: 0 4 4 1"},
    {"5", false, "2", {INT32_MIN, INT32_MAX}, 0, CUJIT_BOUNDS_WRAP, "2: 2 2"},
    {"2x3", false, "2", {1, 0}, 0, CUJIT_BOUNDS_CHECK, "2x3: 3 4 5 0 1 2"},
    {"2x3", false, "2", {2, 0}, 1, CUJIT_BOUNDS_CHECK, "2x2: 2 0 5 3"},
    {"2x3", false, "2", {5, 1}, CUJIT_ARRAY_FLAT, CUJIT_BOUNDS_CHECK, "2: 5 1"},
    {"2x3", true, "2", {5, 1}, CUJIT_ARRAY_FLAT, CUJIT_BOUNDS_CHECK, "2: 5 3"},
    {"2x3", true, "2", {2, 0}, 0, CUJIT_BOUNDS_CHECK, "2x2: 2 5 0 3"},
    {"2x2x2", false, "1x2", {1, 1}, 1, CUJIT_BOUNDS_CHECK, "2x1x2x2: 2 3 2 3 6 7 6 7"},
    {"2x3", false, "0", {0}, 1, CUJIT_BOUNDS_CHECK, "2x0:"}, {"2x0", false, "0", {0}, 1, CUJIT_BOUNDS_CHECK, "2x0:"},
    {"0x3", false, "2", {2, 1}, 1, CUJIT_BOUNDS_CHECK, "0x2:"},
    {"0x3x0", false, "2", {0, 1}, 2, CUJIT_BOUNDS_CHECK, "0x3x2:"},
    {"0x3x0", true, "2", {0, 1}, 0, CUJIT_BOUNDS_WRAP, "2x3x0:"},
    {"0x3", false, "1", {7}, 1, CUJIT_BOUNDS_CHECK, "0x1:"},
    {"", false, "2", {0, -1}, 0, CUJIT_BOUNDS_CHECK, "2: 0 0"}, {"", false, "", {0}, -1, CUJIT_BOUNDS_CHECK, ": 0"},
};
/* clang-format on */

/* The same elements, but the last one lies first in memory. */
static cujit_array *backwards(const cujit_array *array)
{
    cujit_array *turned = NULL, *copy = NULL, *view = NULL;

    must(cujit_array_flip(array, NULL, 0, &turned, &fault));
    must(cujit_array_copy(keep_array(turned), NULL, &copy, &fault));
    must(cujit_array_flip(keep_array(copy), NULL, 0, &view, &fault));
    return keep_array(view);
}

TEST_EACH(elements_are_taken, COUNT(takes))
{
    int ndim;
    const size_t *shape = lengths_of(takes[_i].index_shape, &ndim);
    cujit_array *array = count_shape(context, CUJIT_INT32, takes[_i].shape), *taken = NULL;
    cujit_array *indices = upload_shape(context, CUJIT_INT32, ndim, shape, takes[_i].indices);

    must(cujit_array_take(takes[_i].transposed ? turned(array) : array, indices, takes[_i].axis, takes[_i].bounds, NULL,
                          &taken, &fault));
    expect_shown(keep_array(taken), takes[_i].expected);
    must(cujit_array_take(takes[_i].transposed ? turned(array) : array, backwards(indices), takes[_i].axis,
                          takes[_i].bounds, NULL, &taken, &fault));
    expect_shown(keep_array(taken), takes[_i].expected);
}

TEST_EACH(indices_of_any_integer, COUNT(number_types))
{
    cujit_array *array = count_shape(context, CUJIT_FLOAT64, "2x3"), *taken = NULL;
    cujit_array *indices = as(list_of(context, 2, 0, 1), number_types[_i]);
    cujit_status status = cujit_array_take(array, turned(indices), 1, CUJIT_BOUNDS_CHECK, NULL, &taken, &fault);

    if (!is_integer(number_types[_i])) {
        refuse(status, CUJIT_ERROR_ARGUMENT_TYPE, "cujit_array_take: indices has elements of",
               cujit_dtype_name(number_types[_i]));
        return;
    }
    must(status);
    expect_shown(keep_array(taken), "2x3: 2 0 1 5 3 4");
    must(cujit_array_put(array, indices, as(list_of(context, 7, 8, 9), CUJIT_FLOAT64), CUJIT_BOUNDS_CHECK, NULL,
                         &fault));
    expect_shown(array, "2x3: 8 9 7 3 4 5");
}

TEST(indices_that_are_not_there_are_errors)
{
    const uint64_t huge[] = {0, UINT64_MAX};
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *taken = NULL,
                *none = count_shape(context, CUJIT_INT32, "0x3");
    cujit_array *bad = as(shaped(list_of(context, 0, 2, -4, 7), "2x2"), CUJIT_INT16);

    refuse(cujit_array_take(array, bad, 1, CUJIT_BOUNDS_CHECK, NULL, &taken, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "cujit_array_take: element 2 of indices is -4, out of range for 3 elements");
    refuse(cujit_array_take(array, turned(bad), 1, CUJIT_BOUNDS_CHECK, NULL, &taken, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "element 1 of indices is -4");
    refuse(cujit_array_take(array, upload(context, CUJIT_UINT64, 2, huge), 1, CUJIT_BOUNDS_CHECK, NULL, &taken, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "element 1 of indices");
    refuse(cujit_array_take(none, bad, 0, CUJIT_BOUNDS_WRAP, NULL, &taken, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "there are 4 indices into no elements");
    refuse(cujit_array_take(none, bad, CUJIT_ARRAY_FLAT, CUJIT_BOUNDS_CLIP, NULL, &taken, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "there are 4 indices into no elements");
    refuse(cujit_array_take(none, as(bad, CUJIT_FLOAT32), 1, CUJIT_BOUNDS_CLIP, NULL, &taken, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "indices has elements of float32");
    refuse(cujit_array_take(array, bad, 2, CUJIT_BOUNDS_CHECK, NULL, &taken, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "axis 2 is out of range; expected -2 to 1");
    refuse(cujit_array_take(array, bad, 1, (cujit_bounds)3, NULL, &taken, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "bounds is 3");
    refuse(cujit_array_take(NULL, bad, 1, CUJIT_BOUNDS_CLIP, NULL, &taken, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "NULL");
    refuse(cujit_array_take(array, NULL, 1, CUJIT_BOUNDS_CLIP, NULL, &taken, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "NULL");
    ck_assert_ptr_null(taken);
    refuse(cujit_array_put(array, list_of(context, 0, 6), list_of(context, 1), CUJIT_BOUNDS_CHECK, NULL, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "cujit_array_put: element 1 of indices is 6, out of range for 6 elements");
    refuse(cujit_array_put(array, list_of(context, 0, 1), list_of(context, 1, 2, 3), CUJIT_BOUNDS_CHECK, NULL, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "values has the shape (3), which does not broadcast to (2)");
    refuse(cujit_array_put(array, list_of(context, 0, 1), as(array, CUJIT_INT8), CUJIT_BOUNDS_CHECK, NULL, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "values has elements of int8, and array of int32");
    refuse(cujit_array_put(array, list_of(context, 0), NULL, CUJIT_BOUNDS_CHECK, NULL, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    expect_shown(array, "2x3: 0 1 2 3 4 5");
}

/* Rows of every length and size of element, so that every unit of moving occurs; from where they are not aligned, too. */
TEST_EACH(rows_are_taken_in_units_of_any_size, 8)
{
    enum { ROWS = 50, N = 70 };
    const size_t columns = (size_t[]){1, 2, 3, 4, 5, 8, 16, 33}[_i];
    int64_t places[N];
    unsigned char *data = memory_of(ROWS * columns + 1), *got;
    cujit_array *memory, *rows, *indices, *taken = NULL;

    for (size_t k = 0; k <= ROWS * columns; k++)
        data[k] = (unsigned char)(k * 2654435761u >> 11);
    for (int k = 0; k < N; k++)
        places[k] = (k * 37 + 11) % ROWS;
    memory = upload(context, CUJIT_UINT8, ROWS * columns + 1, data);
    indices = upload(context, CUJIT_INT64, N, places);
    for (size_t begin = 0; begin < 2; begin++) {
        rows = view_at(context, CUJIT_UINT8, 2, (const size_t[]){ROWS, columns}, NULL,
                       (char *)cujit_array_data(memory) + begin);
        must(cujit_array_take(rows, indices, 0, CUJIT_BOUNDS_CHECK, NULL, &taken, &fault));
        got = memory_of(N * columns);
        download(keep_array(taken), got);
        for (size_t k = 0; k < N; k++)
            ck_assert_mem_eq(got + k * columns, data + begin + (size_t)places[k] * columns, columns);
        taken = NULL;
    }
}

TEST(elements_are_put_where_they_are_said_to_be)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *line = count_shape(context, CUJIT_INT32, "4");

    must(cujit_array_put(array, list_of(context, 5, -6), list_of(context, 50, 60), CUJIT_BOUNDS_CHECK, NULL, &fault));
    expect_shown(array, "2x3: 60 1 2 3 4 50");
    must(
        cujit_array_put(turned(array), list_of(context, 1, 99), list_of(context, -1), CUJIT_BOUNDS_CLIP, NULL, &fault));
    expect_shown(array, "2x3: 60 1 2 -1 4 -1");
    must(cujit_array_put(array, list_of(context, 7), list_of(context, 7), CUJIT_BOUNDS_WRAP, NULL, &fault));
    expect_shown(array, "2x3: 60 7 2 -1 4 -1");
    must(cujit_array_put(line, line, turned(line), CUJIT_BOUNDS_CHECK, NULL, &fault));
    expect_shown(line, "4: 0 1 2 3");
    must(cujit_array_put(line, list_of(context, 3, 2, 1, 0), line, CUJIT_BOUNDS_CHECK, NULL, &fault));
    expect_shown(line, "4: 3 2 1 0");
    must(cujit_array_put(line, zeros(context, CUJIT_INT32, 0), list_of(context, 9), CUJIT_BOUNDS_CHECK, NULL, &fault));
    expect_shown(line, "4: 3 2 1 0");
}

/* ---- By mask ----------------------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *shape;
    bool transposed;
    const char *mask_shape;
    int mask[6];
    int axis;
    const char *expected;
} masks[] = {
    {"5", false, "5", {1, 0, 0, 1, 1}, 0, "3: 0 3 4"}, {"5", false, "5", {0}, 0, "0:"},
    {"5", false, "5", {1, 1, 1, 1, 1}, CUJIT_ARRAY_FLAT, "5: 0 1 2 3 4"},
    {"2x3", false, "2x3", {0, 1, 1, 1, 0, 0}, CUJIT_ARRAY_FLAT, "3: 1 2 3"},
    {"2x3", true, "3x2", {0, 1, 1, 1, 0, 0}, CUJIT_ARRAY_FLAT, "3: 3 1 4"},
    {"2x3", false, "3", {1, 0, 2}, 1, "2x2: 0 2 3 5"}, {"2x3", false, "2", {0, 1}, 0, "1x3: 3 4 5"},
    {"2x3", true, "3", {1, 0, -1}, 0, "2x2: 0 3 2 5"}, {"2x3", false, "3", {0}, -1, "2x0:"},
    {"0x3", false, "0x3", {0}, CUJIT_ARRAY_FLAT, "0:"}, {"0x3", false, "0", {0}, 0, "0x3:"},
    {"", false, "", {1}, CUJIT_ARRAY_FLAT, "1: 0"}, {"", false, "1", {1}, 0, "1: 0"},
    {"", false, "1", {1}, -1, "1: 0"}, {"", false, "1", {0}, 0, "0:"},
};
/* clang-format on */

TEST_EACH(elements_are_kept_by_mask, COUNT(masks))
{
    int ndim;
    const size_t *shape = lengths_of(masks[_i].mask_shape, &ndim);
    cujit_array *array = count_shape(context, CUJIT_INT16, masks[_i].shape), *chosen = NULL;
    cujit_array *mask = upload_shape(context, CUJIT_INT32, ndim, shape, masks[_i].mask);

    must(cujit_array_compress(masks[_i].transposed ? turned(array) : array, mask, masks[_i].axis, NULL, &chosen,
                              &fault));
    expect_shown(keep_array(chosen), masks[_i].expected);
}

TEST(masks_of_another_shape_are_errors)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *chosen = NULL;

    refuse(cujit_array_compress(array, list_of(context, 1, 0), CUJIT_ARRAY_FLAT, NULL, &chosen, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "mask has the shape (2), and array (2,3); expected the same");
    refuse(cujit_array_compress(array, list_of(context, 1, 0), 1, NULL, &chosen, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "mask has the shape (2); expected (3), the length of axis 1 of array, which has the shape (2,3)");
    refuse(
        cujit_array_compress(count_shape(context, CUJIT_INT32, ""), list_of(context, 1, 0), -1, NULL, &chosen, &fault),
        CUJIT_ERROR_ARGUMENT_SIZE,
        "mask has the shape (2); expected (1), the length of axis -1 of array, which has the shape ()");
    refuse(cujit_array_compress(count_shape(context, CUJIT_INT32, ""), list_of(context, 1), CUJIT_ARRAY_FLAT, NULL,
                                &chosen, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "mask has the shape (1), and array (); expected the same");
    refuse(cujit_array_compress(array, list_of(context, 1, 0), 2, NULL, &chosen, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "axis 2");
    refuse(cujit_array_compress(array, zeros(context, CUJIT_FLOAT2, 2), 0, NULL, &chosen, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "mask has elements of float2; expected numbers");
    refuse(cujit_array_nonzero(zeros(context, CUJIT_FLOAT2, 2), NULL, &chosen, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "float2");
    refuse(cujit_array_nonzero(NULL, NULL, &chosen, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_array_compress(array, NULL, 0, NULL, &chosen, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_ptr_null(chosen);
}

TEST(many_elements_are_kept_on_a_stream)
{
    enum { N = 300007 };
    cujit_stream stream = make_stream(context);
    cujit_array *array = count_shape(context, CUJIT_INT32, "300007"), *mask = zeros(context, CUJIT_BOOL, N),
                *chosen = NULL;
    cujit_array *third = NULL;

    must(cujit_array_slice(mask, 1, (const cujit_index[]){cujit_index_slice(1, N, 3)}, &third, &fault));
    must(cujit_array_fill(keep_array(third), CUJIT_ARG(true), NULL, &fault));
    must(cujit_stream_synchronize(context, NULL, &fault));
    must(cujit_array_compress(array, mask, CUJIT_ARRAY_FLAT, stream, &chosen, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    ck_assert_uint_eq(cujit_array_size(keep_array(chosen)), (N + 1) / 3);
    expect_each(chosen, int, got == 3 * k + 1);
}

/* ---- Comparisons ------------------------------------------------------------------------------------------------- */

static int are_equal(const cujit_array *x, const cujit_array *y)
{
    int equal = -1;

    must(cujit_array_equal(x, y, NULL, &equal, &fault));
    return equal;
}

TEST_EACH(numbers_of_any_types_are_compared, COUNT(number_types))
{
    cujit_array *x = as(list_of(context, 0, 1, 1), number_types[_i]), *y = list_of(context, 0, 1, 1);
    int close = -1;

    for (int k = _i % 4; k < COUNT(number_types); k += 4) { /* with all kinds in the course of the rows */
        ck_assert_int_eq(are_equal(x, as(y, number_types[k])), 1);
        ck_assert_int_eq(are_equal(x, as(list_of(context, 0, 1, 0), number_types[k])), 0);
        must(cujit_array_allclose(x, as(y, number_types[k]), 0, 0, 0, NULL, &close, &fault));
        ck_assert_int_eq(close, 1);
        must(cujit_array_allclose(x, as(list_of(context, 0, 1, 0), number_types[k]), 0.5, 0.25, 0, NULL, &close,
                                  &fault));
        ck_assert_int_eq(close, 0);
    }
}

TEST(integers_are_compared_by_their_values)
{
    const int64_t large[] = {-1, INT64_C(1) << 60}, other[] = {-1, (INT64_C(1) << 60) + 1};
    const uint64_t huge[] = {UINT64_MAX, UINT64_C(1) << 60};
    cujit_array *x = upload(context, CUJIT_INT64, 2, large), *y = upload(context, CUJIT_UINT64, 2, huge);

    ck_assert_int_eq(are_equal(x, y), 0);
    ck_assert_int_eq(are_equal(x, x), 1);
    ck_assert_int_eq(are_equal(x, upload(context, CUJIT_INT64, 2, other)), 0);
}

TEST(shapes_are_compared_too)
{
    cujit_array *x = count_shape(context, CUJIT_INT32, "2x3");

    ck_assert_int_eq(are_equal(x, shaped(x, "6")), 0);
    ck_assert_int_eq(are_equal(x, turned(x)), 0);
    ck_assert_int_eq(are_equal(turned(x), turned(as(x, CUJIT_FLOAT16))), 1);
    ck_assert_int_eq(are_equal(zeros(context, CUJIT_INT8, 0), zeros(context, CUJIT_INT32, 0)), 1);
}

static const struct {
    double x, y, relative, absolute;
    int equal_nan, close;
} pairs[] = {{1, 1.05, 0.05, 0, 0, 1},         {1.05, 1, 0.04, 0, 0, 0},
             {100, 105, 0.048, 0, 0, 1}, /* relative to the second one */
             {105, 100, 0.048, 0, 0, 0},       {0, 1e-9, 0, 1e-8, 0, 1},
             {0, 1e-7, 0, 1e-8, 0, 0},         {NAN, NAN, 1, 1, 0, 0},
             {NAN, NAN, 0, 0, 1, 1},           {NAN, 1, 1, 1, 1, 0},
             {INFINITY, INFINITY, 0, 0, 0, 1}, {INFINITY, -INFINITY, 1, 1, 0, 0},
             {INFINITY, 1, 1, INFINITY, 0, 0}, {1, INFINITY, 1, 1, 0, 0}};

TEST_EACH(numbers_are_close_or_not, COUNT(pairs))
{
    const double x[] = {2, pairs[_i].x, 3}, y = pairs[_i].y, two[] = {2, y, 3};
    const double complex_x[] = {7, pairs[_i].x}, complex_y[] = {7, y};
    cujit_array *a = upload(context, CUJIT_FLOAT64, 3, x), *b = upload(context, CUJIT_FLOAT64, 3, two);
    int close = -1;

    must(cujit_array_allclose(a, b, pairs[_i].relative, pairs[_i].absolute, pairs[_i].equal_nan, NULL, &close, &fault));
    ck_assert_int_eq(close, pairs[_i].close);
    if (pairs[_i].relative == 0 || !isfinite(y)) {
        must(cujit_array_allclose(upload(context, CUJIT_COMPLEX128, 1, complex_x),
                                  upload(context, CUJIT_COMPLEX128, 1, complex_y), pairs[_i].relative,
                                  pairs[_i].absolute, pairs[_i].equal_nan, NULL, &close, &fault));
        ck_assert_int_eq(close, pairs[_i].close);
    }
}

TEST(what_cannot_be_compared_is_an_error)
{
    static const struct {
        const char *shape, *shown;
    } others[] = {{"6", "(6)"}, {"3x2", "(3,2)"}, {"6x1", "(6,1)"}};
    cujit_array *x = count_shape(context, CUJIT_INT32, "2x3"), *vectors = zeros(context, CUJIT_FLOAT2, 2);
    int result = -1;

    must(cujit_array_allclose(x, list_of(context, 0, 1, 2), 0, 3, 0, NULL, &result, &fault));
    ck_assert_int_eq(result, 1);
    result = -1;
    refuse(cujit_array_allclose(x, list_of(context, 0, 1), 0, 3, 0, NULL, &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "(2,3)", "(2)");
    for (size_t k = 0; k < COUNT(others); k++) {
        refuse(cujit_array_allclose(x, shaped(x, others[k].shape), 1, 1, 0, NULL, &result, &fault),
               CUJIT_ERROR_ARGUMENT_SIZE, "has the shape", "(2,3)", others[k].shown);
        refuse(cujit_array_allclose(shaped(x, others[k].shape), x, 1, 1, 0, NULL, &result, &fault),
               CUJIT_ERROR_ARGUMENT_SIZE, "(2,3)", others[k].shown);
    }
    refuse(cujit_array_equal(vectors, vectors, NULL, &result, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "cujit_array_equal: x has elements of float2; expected numbers");
    refuse(cujit_array_allclose(x, vectors, 0, 0, 0, NULL, &result, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "cujit_array_allclose: y has elements of float2");
    refuse(cujit_array_equal(NULL, x, NULL, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_array_equal(x, NULL, NULL, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_array_equal(x, x, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_int_eq(result, -1);
}
