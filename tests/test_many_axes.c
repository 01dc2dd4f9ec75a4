/*
 * test_many_axes.c: arrays of up to CUJIT_ARRAY_MAX_NDIM axes, of which no two lie in memory as one, go through all that
 * others do, as their dense copies go.
 */
#include "tests/arrays.h"

enum { AXES = 18, SIZE = 1 << AXES };
#define ALL_TWO "2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2"

static cujit_context *context;
static cujit_array *view, *dense; /* the same elements: all axes of `view` in the other order, and a copy in C order */

static void make_arrays(void)
{
    context = cj_test_context();
    view = turned(count_shape(context, CUJIT_INT32, ALL_TWO));
    must(cujit_array_copy(view, NULL, &dense, &fault));
    keep_array(dense);
}

FIXTURE(make_arrays, NULL)

/* Takes what is new. */
static void expect_same(cujit_array *one, cujit_array *other)
{
    int equal = 0;

    must(cujit_array_equal(keep_array(one), keep_array(other), NULL, &equal, &fault));
    ck_assert_int_eq(equal, 1);
}

TEST(a_copy_has_the_bits_of_a_place_reversed)
{
    int expected[SIZE] = {0};

    for (int k = 0; k < SIZE; k++) {
        for (int axis = 0; axis < AXES; axis++)
            expected[k] |= (k >> axis & 1) << (AXES - 1 - axis);
    }
    ck_assert_mem_eq(elements_of(dense), expected, sizeof expected);
}

TEST(elements_are_converted)
{
    cujit_array *floats[2] = {NULL};

    must(cujit_array_astype(view, CUJIT_FLOAT32, NULL, &floats[0], &fault));
    must(cujit_array_astype(dense, CUJIT_FLOAT32, NULL, &floats[1], &fault));
    expect_same(floats[0], floats[1]);
}

TEST(elements_are_repeated)
{
    const size_t thrice[] = {3, 2};
    cujit_array *made[2] = {NULL};

    must(cujit_array_repeat(view, 2, 7, NULL, &made[0], &fault));
    must(cujit_array_repeat(dense, 2, 7, NULL, &made[1], &fault));
    expect_same(made[0], made[1]);
    must(cujit_array_tile(view, 2, thrice, NULL, &made[0], &fault));
    must(cujit_array_tile(dense, 2, thrice, NULL, &made[1], &fault));
    expect_same(made[0], made[1]);
}

TEST(one_more_than_the_most_is_an_error)
{
    cujit_array *made = NULL, *most = shaped(dense, "1x1x1x1x1x1x1x1x1x1x1x1x1x1x" ALL_TWO);

    refuse(cujit_array_repeat(most, 2, 0, NULL, &made, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "array has 32 axes; expected at most 31");
    refuse(cujit_array_tile(most, 1, (const size_t[]){2}, NULL, &made, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "33 together; expected at most 32");
    refuse(cujit_array_stack((const cujit_array *const[]){most, most}, 2, 0, NULL, &made, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "cujit_array_stack: the result would have 33 axes; expected at most 32");
    ck_assert_ptr_null(made);
}

TEST(a_kernel_takes_them_with_others)
{
    cujit_elementwise *kernel = kernel_of(context, "const int *x, const int *y, int *z", "z[i] = x[i] - y[i] + (int)i");

    run_kernel(kernel, CUJIT_ARGS(view, dense, view));
    must(cujit_array_copy(view, NULL, &dense, &fault));
    expect_each(keep_array(dense), int, got == k);
}

TEST(coordinates_are_theirs)
{
    cujit_elementwise *kernel = kernel_of(context, "int *z", "z[i] = (int)(4 * i0 + 2 * i7 + i15 + 8 * n11)");

    run_kernel(kernel, CUJIT_ARGS(view));
    must(cujit_array_copy(view, NULL, &dense, &fault));
    expect_each(keep_array(dense), int, got == 16 + (k >> 17 & 1) * 4 + (k >> 10 & 1) * 2 + (k >> 2 & 1));
}

TEST(they_are_reduced)
{
    static const int some[] = {0, 3, 8, 9, 17}, last[] = {15, 16, 17},
                     but_one[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
    const cujit_reduction_options options[] = {{.axes = some, .axis_count = 5},
                                               {.axes = last, .axis_count = 3, .keepdims = 1},
                                               {.axes = but_one, .axis_count = 17},
                                               {0}};
    cujit_array *results[2] = {NULL};

    for (size_t k = 0; k < COUNT(options); k++) {
        must(cujit_reduce(CUJIT_REDUCER_SUM, view, &options[k], &results[0], &fault));
        must(cujit_reduce(CUJIT_REDUCER_SUM, dense, &options[k], &results[1], &fault));
        expect_same(results[0], results[1]);
        must(cujit_reduce(CUJIT_REDUCER_ARGMAX, view, &options[k], &results[0], &fault));
        must(cujit_reduce(CUJIT_REDUCER_ARGMAX, dense, &options[k], &results[1], &fault));
        expect_same(results[0], results[1]);
    }
}

TEST_EACH(they_are_scanned, 3)
{
    const int axis = (const int[]){0, 9, 17}[_i];
    const cujit_scan_options options = {.axes = &axis, .axis_count = 1};
    const cujit_scan_spec spec = {SUM_FROM_0, .out_type = "int"};
    cujit_array *results[2] = {NULL};
    cujit_scan *scan = NULL;

    must(cujit_scan_create(context, &spec, &scan, &fault));
    must(cujit_scan_run(scan, &options, CUJIT_ARGS(view), &results[0], &fault));
    must(cujit_scan_run(scan, &options, CUJIT_ARGS(dense), &results[1], &fault));
    cujit_scan_free(scan);
    expect_same(results[0], results[1]);
}

TEST(rows_are_of_several_of_them)
{
    const cujit_rows_stage stages[] = {{.name = "total", .neutral = "0", .reduce = "a + b", .map = "x[i]"}};
    const cujit_rows_spec spec = {
        .arguments = "const int *x, int *z",
        .stages = stages,
        .stage_count = 1,
        .operation = "z[i] = x[i] - total",
    };
    const cujit_rows_options options = {.row_axes = 5};
    cujit_array *z = turned(zeros_shape(context, CUJIT_INT32, AXES, cujit_array_shape(view))), *other = NULL;
    cujit_rows *rows = NULL;

    must(cujit_rows_create(context, &spec, &rows, &fault));
    must(cujit_array_copy(z, NULL, &other, &fault));
    must(cujit_rows_run(rows, &options, CUJIT_ARGS(view, z), &fault));
    must(cujit_rows_run(rows, &options, CUJIT_ARGS(dense, other), &fault));
    cujit_rows_free(rows);
    must(cujit_array_copy(z, NULL, &z, &fault));
    expect_same(z, other);
}
