/*
 * test_array_along.c: take and put along an axis, repeat by counts, and comparisons element by element: NumPy's results.
 */
#include "tests/arrays.h"

#include <math.h>

CONTEXT_FOR_EACH_CASE

static cujit_array *take_along(const cujit_array *array, const cujit_array *indices, int axis, cujit_bounds bounds)
{
    cujit_array *taken = NULL;

    must(cujit_array_take_along_axis(array, indices, axis, bounds, NULL, &taken, &fault));
    return keep_array(taken);
}

/* ---- Along an axis ----------------------------------------------------------------------------------------------- */

static const cujit_dtype dtypes[] = {CUJIT_UINT8, CUJIT_FLOAT16, CUJIT_INT32, CUJIT_FLOAT64, CUJIT_COMPLEX128};

/* x = arange(6).reshape(2, 3); take_along_axis(x, [[2, 0], [-1, -3]], 1), and so on. */
TEST_EACH(lines_have_indices_of_their_own, COUNT(dtypes))
{
    cujit_array *x = as(count_shape(context, CUJIT_INT32, "2x3"), dtypes[_i]);
    cujit_array *indices = shaped(list_of(context, 2, 0, -1, -3), "2x2");

    expect_shown(as(take_along(x, indices, 1, CUJIT_BOUNDS_CHECK), CUJIT_INT32), "2x2: 2 0 5 3");
    expect_shown(as(take_along(x, shaped(list_of(context, 1, 0, 1), "1x3"), 0, CUJIT_BOUNDS_CHECK), CUJIT_INT32),
                 "1x3: 3 1 5");
    expect_shown(as(take_along(turned(x), turned(indices), 0, CUJIT_BOUNDS_CHECK), CUJIT_INT32), "2x2: 2 5 0 3");
    expect_shown(as(take_along(x, shaped(list_of(context, 7, -9), "1x2"), -1, CUJIT_BOUNDS_CLIP), CUJIT_INT32),
                 "2x2: 2 0 5 3");
    expect_shown(as(take_along(x, shaped(list_of(context, 4, -1), "1x2"), -1, CUJIT_BOUNDS_WRAP), CUJIT_INT32),
                 "2x2: 1 2 4 5");
    expect_shown(as(take_along(shaped(list_of(context, 5, 6, 7), "1x3"), indices, 1, CUJIT_BOUNDS_CHECK), CUJIT_INT32),
                 "2x2: 7 5 7 5");
}

TEST_EACH(places_along_lines_are_set, COUNT(dtypes))
{
    cujit_array *x = as(count_shape(context, CUJIT_INT32, "2x3"), dtypes[_i]);
    cujit_array *indices = shaped(list_of(context, 2, -3), "2x1"), *nine = as(list_of(context, 90), dtypes[_i]);
    cujit_array *two = as(list_of(context, 70, 80), dtypes[_i]);

    must(cujit_array_put_along_axis(x, indices, nine, 1, CUJIT_BOUNDS_CHECK, NULL, &fault));
    expect_shown(as(x, CUJIT_INT32), "2x3: 0 1 90 90 4 5");
    must(cujit_array_put_along_axis(turned(x), shaped(list_of(context, 1, 0), "1x2"), two, 0, CUJIT_BOUNDS_CHECK, NULL,
                                    &fault));
    expect_shown(as(x, CUJIT_INT32), "2x3: 0 70 90 80 4 5");
}

TEST(indices_and_values_may_lie_in_the_array)
{
    cujit_array *x = shaped(list_of(context, 1, 0, 2, 2, 1, 0), "2x3");

    must(cujit_array_put_along_axis(x, x, x, 1, CUJIT_BOUNDS_CHECK, NULL, &fault));
    expect_shown(x, "2x3: 0 1 2 0 1 2");
}

/* What has no axes counts as a list for axis 0 and -1, as in cujit_array_take(). */
TEST(along_the_list_of_all_elements)
{
    cujit_array *x = count_shape(context, CUJIT_INT32, "2x3"), *one = shaped(list_of(context, 4), "");

    expect_shown(take_along(x, list_of(context, 5, 0, -1), CUJIT_ARRAY_FLAT, CUJIT_BOUNDS_CHECK), "3: 5 0 5");
    expect_shown(take_along(turned(x), list_of(context, 1), CUJIT_ARRAY_FLAT, CUJIT_BOUNDS_CHECK), "1: 3");
    expect_shown(take_along(one, list_of(context, 0, -1), 0, CUJIT_BOUNDS_CHECK), "2: 4 4");
    must(cujit_array_put_along_axis(turned(x), list_of(context, 1, -2), list_of(context, 70, 80), CUJIT_ARRAY_FLAT,
                                    CUJIT_BOUNDS_CHECK, NULL, &fault));
    expect_shown(x, "2x3: 0 1 80 70 4 5");
    must(cujit_array_put_along_axis(one, list_of(context, 0), list_of(context, 9), -1, CUJIT_BOUNDS_CHECK, NULL,
                                    &fault));
    expect_shown(one, ": 9");
}

TEST(no_lines_need_no_elements)
{
    cujit_array *none = count_shape(context, CUJIT_INT32, "0x3x0"), *indices = shaped(list_of(context, 0, 1), "1x1x2");

    expect_shown(take_along(none, indices, 2, CUJIT_BOUNDS_CHECK), "0x3x2:");
    expect_shown(take_along(none, indices, -1, CUJIT_BOUNDS_CLIP), "0x3x2:");
    must(cujit_array_put_along_axis(none, indices, list_of(context, 1), 2, CUJIT_BOUNDS_CHECK, NULL, &fault));
}

TEST(what_does_not_go_along_is_refused)
{
    cujit_array *x = count_shape(context, CUJIT_INT32, "2x3"), *one = list_of(context, 1), *taken = NULL;
    cujit_array *three = shaped(list_of(context, 0, 0, 3), "3x1"), *far = shaped(list_of(context, 0, 3), "2x1");
    cujit_array *none = count_shape(context, CUJIT_INT32, "2x0");

    refuse(cujit_array_take_along_axis(x, one, 1, CUJIT_BOUNDS_CHECK, NULL, &taken, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "indices has the shape (1), and array (2,3); expected as many axes");
    refuse(cujit_array_take_along_axis(x, three, 1, CUJIT_BOUNDS_CHECK, NULL, &taken, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "indices has the shape (3,1)");
    refuse(cujit_array_take_along_axis(x, far, 1, CUJIT_BOUNDS_CHECK, NULL, &taken, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "element 1 of indices is 3, out of range for 3 elements");
    refuse(cujit_array_take_along_axis(x, as(far, CUJIT_FLOAT32), 1, CUJIT_BOUNDS_CLIP, NULL, &taken, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "indices has elements of float32");
    refuse(cujit_array_take_along_axis(x, far, 2, CUJIT_BOUNDS_CLIP, NULL, &taken, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "axis");
    refuse(cujit_array_take_along_axis(x, far, CUJIT_ARRAY_FLAT, CUJIT_BOUNDS_CLIP, NULL, &taken, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_array_take_along_axis: indices has the shape (2,1); expected one axis, for the list of the elements");
    refuse(cujit_array_put_along_axis(x, far, one, CUJIT_ARRAY_FLAT, CUJIT_BOUNDS_CLIP, NULL, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "cujit_array_put_along_axis: indices has the shape (2,1); expected one axis");
    refuse(
        cujit_array_take_along_axis(x, list_of(context, 6), CUJIT_ARRAY_FLAT, CUJIT_BOUNDS_CHECK, NULL, &taken, &fault),
        CUJIT_ERROR_ARGUMENT_VALUE,
        "cujit_array_take_along_axis: element 0 of indices is 6, out of range for 6 elements");
    refuse(cujit_array_put_along_axis(x, list_of(context, 6), one, CUJIT_ARRAY_FLAT, CUJIT_BOUNDS_CHECK, NULL, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "cujit_array_put_along_axis: element 0 of indices is 6");
    refuse(cujit_array_take_along_axis(none, far, 1, CUJIT_BOUNDS_CLIP, NULL, &taken, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "there are 2 indices into no elements");
    refuse(cujit_array_put_along_axis(x, far, as(one, CUJIT_INT64), 1, CUJIT_BOUNDS_CLIP, NULL, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "values");
    refuse(cujit_array_put_along_axis(x, far, NULL, 1, CUJIT_BOUNDS_CLIP, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "values is NULL");
    ck_assert_ptr_null(taken);
}

/* ---- By counts --------------------------------------------------------------------------------------------------- */

static cujit_array *repeat(const cujit_array *array, const cujit_array *counts, int axis)
{
    cujit_array *repeated = NULL;

    must(cujit_array_repeat_each(array, counts, axis, NULL, &repeated, &fault));
    return keep_array(repeated);
}

TEST(each_is_repeated_as_often_as_it_says)
{
    cujit_array *x = count_shape(context, CUJIT_FLOAT32, "2x3"), *repeated = NULL;

    expect_shown(repeat(x, list_of(context, 2, 0, 1), 1), "2x3: 0 0 2 3 3 5");
    expect_shown(repeat(x, as(list_of(context, 0, 3), CUJIT_UINT8), 0), "3x3: 3 4 5 3 4 5 3 4 5");
    expect_shown(repeat(turned(x), list_of(context, 1, 0, 0, 2, 0, 1), CUJIT_ARRAY_FLAT), "4: 0 4 4 5");
    expect_shown(repeat(x, list_of(context, 0, 0), 0), "0x3:");
    expect_shown(repeat(shaped(view_of(x, 5, 1), ""), list_of(context, 3), -1), "3: 5 5 5");
    expect_shown(repeat(zeros(context, CUJIT_INT8, 0), zeros(context, CUJIT_INT32, 0), 0), "0:");
    refuse(cujit_array_repeat_each(x, list_of(context, 1, -1), 0, NULL, &repeated, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "counts has negative numbers");
    refuse(cujit_array_repeat_each(x, list_of(context, 1), 0, NULL, &repeated, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "counts has the shape (1); expected (2), the length of the axis");
    refuse(cujit_array_repeat_each(x, upload(context, CUJIT_INT64, 2, (const int64_t[]){INT64_MAX, 2}), 0, NULL,
                                   &repeated, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "counts add up to more than 2^63 - 1");
    refuse(cujit_array_repeat_each(x, x, CUJIT_ARRAY_FLAT, NULL, &repeated, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "counts has elements of float32");
    ck_assert_ptr_null(repeated);
}

/* ---- With tolerance ---------------------------------------------------------------------------------------------- */

TEST(elements_are_close_each_by_itself)
{
    const double x[] = {1, 1, INFINITY, NAN, 0, 100}, y[] = {1.0001, 1.1, INFINITY, NAN, 1e-9, 101};
    cujit_array *a = upload(context, CUJIT_FLOAT64, 6, x), *b = upload(context, CUJIT_FLOAT64, 6, y), *close = NULL;

    must(cujit_array_isclose(a, b, 1e-3, 1e-8, 0, NULL, &close, &fault));
    ck_assert_int_eq(cujit_array_dtype(keep_array(close)), CUJIT_BOOL);
    expect_shown(close, "6: 1 0 1 0 1 0");
    must(cujit_array_isclose(a, b, 0.2, 0, 1, NULL, &close, &fault));
    expect_shown(keep_array(close), "6: 1 1 1 1 0 1");
    must(cujit_array_isclose(shaped(list_of(context, 1, 2), "2x1"), list_of(context, 1, 2, 3), 0, 1, 0, NULL, &close,
                             &fault));
    expect_shown(keep_array(close), "2x3: 1 1 0 1 1 1");
    refuse(cujit_array_isclose(a, zeros(context, CUJIT_FLOAT2, 6), 0, 0, 0, NULL, &close, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "float2");
    refuse(cujit_array_isclose(a, list_of(context, 1, 2), 0, 0, 0, NULL, &close, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "(6)", "(2)");
}
