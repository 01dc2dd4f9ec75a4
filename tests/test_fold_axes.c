/*
 * test_fold_axes.c: which axes are folded, what becomes of both loops' axes, and random views against a walk over the
 * full shape that knows nothing of either loop.
 */
#include "libjit/reduction/fold_views.h"
#include "tests/axes.h"

#include <limits.h>

enum { MOST_INPUTS = 3, MOST_OUTPUTS = 2, MOST_ROWS = MOST_INPUTS + MOST_OUTPUTS + CJ_FOLD_OWN_ROWS, ROUNDS = 1000 };
enum { ALL = -1 }; /* for a count of axes: NULL */

static size_t take_inputs(const view *views, cj_operand *operands)
{
    static const char *const names[] = {"x", "y", "w"};

    return make_operands(views, MOST_INPUTS, names, true, operands);
}

static size_t take_outputs(const view *views, cj_operand *operands)
{
    static const char *const names[] = {"out[0]", "out[1]"};

    return make_operands(views, MOST_OUTPUTS, names, false, operands);
}

/* ---- The caller's axes ------------------------------------------------------------------------------------------- */

typedef struct set_row {
    int ndim, count, axes[MOST_AXES];
    unsigned folded;  /* bit k: axis k */
    const char *says; /* NULL: fine */
} set_row;

/* clang-format off */
static const set_row sets[] = {
    {3, ALL, {0}, 7, NULL}, {0, ALL, {0}, 0, NULL}, {16, ALL, {0}, 0xFFFF, NULL}, {3, 0, {0}, 0, NULL},
    {0, 0, {0}, 0, NULL}, {3, 1, {0}, 1, NULL}, {3, 1, {2}, 4, NULL}, {3, 1, {-1}, 4, NULL}, {3, 1, {-3}, 1, NULL},
    {3, 2, {-1, 0}, 5, NULL}, {3, 3, {2, 0, 1}, 7, NULL}, {7, 4, {1, 4, 3, 6}, 0x5A, NULL},
    {16, 2, {-16, 15}, 0x8001, NULL}, {16, 16, {0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6, -7, 7, -8}, 0xFFFF, NULL},
    {2, 1, {2}, 0, "axis 2 is out of range: the arrays together have 2 axes, so -2 to 1"},
    {2, 1, {-3}, 0, "axis -3 is out of range: the arrays together have 2 axes, so -2 to 1"},
    {1, 1, {1}, 0, "axis 1 is out of range: the arrays together have 1 axis, so -1 to 0"},
    {0, 1, {0}, 0, "axis 0 is out of range: the arrays together have no axes"},
    {0, 1, {-1}, 0, "axis -1 is out of range: the arrays together have no axes"},
    {16, 1, {16}, 0, "axis 16 is out of range: the arrays together have 16 axes, so -16 to 15"},
    {3, 1, {INT_MAX}, 0, "axis 2147483647 is out of range"}, {3, 1, {INT_MIN}, 0, "axis -2147483648 is out of range"},
    {3, 3, {0, 1, 3}, 0, "axis 3 is out of range"}, {2, 2, {1, -1}, 0, "axis 1 is given twice, as 1 and -1"},
    {3, 3, {-2, 0, 1}, 0, "axis 1 is given twice, as -2 and 1"}, {3, 2, {2, 2}, 0, "axis 2 is given twice"},
    {3, 2, {-3, -3}, 0, "axis -3 is given twice"}, {3, INT_MAX, {0, 1, 2, 0}, 0, "axis 0 is given twice"},
};
/* clang-format on */

TEST_EACH(axes_are_told_apart, COUNT(sets))
{
    const set_row *row = &sets[_i];
    const int *axes = row->count == ALL ? NULL : row->axes;
    int count = row->count == ALL ? 0 : row->count;
    cj_axis_set set;
    cujit_status status = cj_axis_set_find(axes, count, row->ndim, &set, &fault);

    if (row->says != NULL) {
        ck_assert_int_eq(fault.status, status);
        refuse(status, CUJIT_ERROR_INVALID_ARGUMENT, row->says);
        ck_assert_int_eq(cj_axis_set_find(axes, count, row->ndim, &set, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
        return;
    }
    ck_assert_msg(status == CUJIT_OK, "row %d: %s", _i, fault.message);
    for (int axis = 0; axis < CJ_MAX_AXES; axis++)
        ck_assert_msg(set.folded[axis] == ((row->folded >> axis & 1) != 0), "row %d: axis %d", _i, axis);
}

TEST(counts_of_axes_are_checked)
{
    static const int axes[] = {0};
    cj_axis_set set;

    refuse(cj_axis_set_find(axes, -1, 2, &set, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "axis_count is -1; expected 0 or more");
    refuse(cj_axis_set_find(NULL, 2, 2, &set, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "axis_count is 2 without axes; expected 0");
}

/* ---- The results' shape ------------------------------------------------------------------------------------------ */

typedef struct shape_row {
    view inputs[MOST_INPUTS];
    int count, axes[4];
    int ndim;
    size_t shape[4];
    int kept_ndim; /* with keepdims */
    size_t kept[4];
} shape_row;

static const shape_row shapes[] = {{{{3, {2, 3, 4}, {0}, 4}}, ALL, {0}, 0, {0}, 3, {1, 1, 1}},
                                   {{{3, {2, 3, 4}, {0}, 4}}, 0, {0}, 3, {2, 3, 4}, 3, {2, 3, 4}},
                                   {{{3, {2, 3, 4}, {0}, 4}}, 1, {1}, 2, {2, 4}, 3, {2, 1, 4}},
                                   {{{3, {2, 3, 4}, {0}, 4}}, 2, {-1, 0}, 1, {3}, 3, {1, 3, 1}},
                                   {{{2, {5, 1}, {0}, 4}, {1, {6}, {0}, 4}}, 1, {0}, 1, {6}, 2, {1, 6}},
                                   {{{2, {5, 1}, {0}, 4}, {1, {6}, {0}, 4}}, 1, {1}, 1, {5}, 2, {5, 1}},
                                   {{{0, {0}, {0}, 4}}, ALL, {0}, 0, {0}, 0, {0}},
                                   {{{0, {0}, {0}, 4}}, 0, {0}, 0, {0}, 0, {0}},
                                   {{{2, {0, 3}, {0}, 4}}, 1, {0}, 1, {3}, 2, {1, 3}},
                                   {{{2, {0, 3}, {0}, 4}}, 1, {1}, 1, {0}, 2, {0, 1}},
                                   {{{2, {1, 1}, {0}, 4}}, 1, {1}, 1, {1}, 2, {1, 1}}};

TEST_EACH(results_have_a_shape, COUNT(shapes))
{
    const shape_row *row = &shapes[_i];
    cj_operand operands[MOST_INPUTS];
    size_t count = take_inputs(row->inputs, operands), shape[CJ_MAX_AXES];
    const int *axes = row->count == ALL ? NULL : row->axes;
    int ndim, axis_count = row->count == ALL ? 0 : row->count;

    ck_assert_int_eq(cj_fold_result_shape(operands, count, axes, axis_count, false, &ndim, shape, NULL), CUJIT_OK);
    ck_assert_int_eq(ndim, row->ndim);
    ck_assert_mem_eq(shape, row->shape, sizeof *shape * (size_t)ndim);
    ck_assert_int_eq(cj_fold_result_shape(operands, count, axes, axis_count, true, &ndim, shape, NULL), CUJIT_OK);
    ck_assert_int_eq(ndim, row->kept_ndim);
    ck_assert_mem_eq(shape, row->kept, sizeof *shape * (size_t)ndim);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

typedef struct error_row {
    view inputs[MOST_INPUTS], outputs[MOST_OUTPUTS];
    int count, axes[4];
    cujit_status status;
    const char *says[4];
    bool output; /* it is of the output: the shape alone is fine */
} error_row;

#define HUGE_AXIS ((size_t)1 << 40)

/* clang-format off */
static const error_row errors[] = {
    {{{2, {2, 3}, {12, 4}, 4}, {2, {3, 2}, {8, 4}, 4}}, {{0}}, ALL, {0}, CUJIT_ERROR_ARGUMENT_SIZE,
     {"argument 2 (y) has the shape (3,2)", "argument 1 (x) has (2,3)", "axis 0 with 3 elements meets axis 0 with 2"},
     false},
    {{{2, {2, 3}, {12, 4}, 4}}, {{0}}, 1, {2}, CUJIT_ERROR_INVALID_ARGUMENT,
     {"axis 2 is out of range: the arrays together have 2 axes"}, false},
    {{{2, {2, 3}, {12, 4}, 4}}, {{0}}, 2, {0, -2}, CUJIT_ERROR_INVALID_ARGUMENT, {"axis 0 is given twice"}, false},
    /* sizes */
    {{{2, {(size_t)1 << 31, (size_t)1 << 32}, {0}, 4}}, {{0}}, 1, {0}, CUJIT_ERROR_ARGUMENT_SIZE,
     {"the arrays together have the shape (2147483648,4294967296)", "more than 2^63 - 1 elements"}, false},
    {{{1, {SIZE_MAX}, {0}, 4}}, {{0}}, ALL, {0}, CUJIT_ERROR_ARGUMENT_SIZE, {"more than 2^63 - 1 elements"}, false},
    {{{1, {SIZE_MAX}, {0}, 4}}, {{0}}, 0, {0}, CUJIT_ERROR_ARGUMENT_SIZE, {"more than 2^63 - 1 elements"}, false},
    {{{2, {HUGE_AXIS, 1}, {0}, 4}, {1, {HUGE_AXIS}, {0}, 4}}, {{0}}, 1, {1}, CUJIT_ERROR_ARGUMENT_SIZE,
     {"(1099511627776,1099511627776)", "more than 2^63 - 1 elements"}, false},
    {{{3, {0, HUGE_AXIS, HUGE_AXIS}, {0}, 4}}, {{0}}, 1, {0}, CUJIT_ERROR_ARGUMENT_SIZE,
     {"(0,1099511627776,1099511627776)", "more than 2^63 - 1 results"}, false},
    {{{3, {HUGE_AXIS, HUGE_AXIS, 0}, {0}, 4}}, {{0}}, 2, {0, 1}, CUJIT_ERROR_ARGUMENT_SIZE,
     {"(1099511627776,1099511627776,0)", "more than 2^63 - 1 elements for each result"}, false},
    /* too far: neither half alone would be */
    {{{2, {2, 2}, {PTRDIFF_MAX, 1}, 1}}, {{0}}, 1, {0}, CUJIT_ERROR_ARGUMENT_SIZE,
     {"argument 1 (x)", "strides of (9223372036854775807,1) bytes", "more than 2^63 - 1 bytes"}, true},
    {{{1, {2}, {4}, 4}, {1, {2}, {PTRDIFF_MIN}, 4}}, {{0}}, ALL, {0}, CUJIT_ERROR_ARGUMENT_SIZE,
     {"argument 2 (y)", "more than 2^63 - 1 bytes"}, true},
    {{{2, {2, 3}, {12, 4}, 4}}, {{1, {2}, {PTRDIFF_MIN}, 4}}, 1, {1}, CUJIT_ERROR_ARGUMENT_SIZE,
     {"out[0]: with the shape (2)", "more than 2^63 - 1 bytes"}, true},
    /* outputs */
    {{{2, {2, 3}, {12, 4}, 4}}, {{1, {2}, {0}, 4}}, 1, {1}, CUJIT_ERROR_ARGUMENT_SIZE,
     {"out[0] is written", "the shape (2)", "strides of (0) bytes", "overlap"}, true},
    {{{2, {2, 0}, {12, 4}, 4}}, {{1, {2}, {2}, 4}}, 1, {1}, CUJIT_ERROR_ARGUMENT_SIZE,
     {"out[0] is written", "strides of (2) bytes"}, true},
};
/* clang-format on */

TEST_EACH(bad_arrays_and_axes_are_named, COUNT(errors))
{
    const error_row *row = &errors[_i];
    cj_operand inputs[MOST_INPUTS], outputs[MOST_OUTPUTS];
    size_t count = take_inputs(row->inputs, inputs), shape[CJ_MAX_AXES];
    size_t output_count = take_outputs(row->outputs, outputs);
    const int *axes = row->count == ALL ? NULL : row->axes;
    int64_t kept[MOST_ROWS][CJ_MAX_AXES], folded[MOST_ROWS][CJ_MAX_AXES];
    int ndim, axis_count = row->count == ALL ? 0 : row->count;
    cj_fold_loop loop;

    for (unsigned flags = 0; flags < 8; flags++) {
        const cj_fold_question question = {inputs, outputs, count, output_count, axes, axis_count, flags};

        ck_assert_int_eq(cj_fold_loop_find(&question, &loop, kept, folded, &fault), row->status);
        ck_assert_int_eq(fault.status, row->status);
        check_says(row->says, 4);
        cujit_error_clear(&fault);
        ck_assert_int_eq(cj_fold_loop_find(&question, &loop, kept, folded, NULL), row->status);
        ck_assert_int_eq(cj_fold_result_shape(inputs, count, axes, axis_count, false, &ndim, shape, &fault),
                         row->output ? CUJIT_OK : row->status);
        check_says(row->says, row->output ? 0 : 4);
        cujit_error_clear(&fault);
    }
}

/* ---- Axes -------------------------------------------------------------------------------------------------------- */

typedef struct loop_row {
    const char *what;
    unsigned flags;
    view inputs[MOST_INPUTS], outputs[MOST_OUTPUTS];
    int count, axes[8];
    uint64_t results, length;
    int kept, folded; /* axes */
    uint64_t kept_lengths[CJ_MAX_AXES], folded_lengths[CJ_MAX_AXES];
    int64_t kept_strides[MOST_ROWS][4], folded_strides[MOST_ROWS][4]; /* inputs, outputs, index, place */
    int64_t reach;
} loop_row;

/* clang-format off */
static const loop_row loops[] = {
    {"all of a dense array", 0, {{3, {2, 3, 4}, {48, 16, 4}, 4}}, {{0, {0}, {0}, 4}}, ALL, {0}, 1, 24, 0, 1, {0}, {24},
     {{0}}, {{4}}, 92},
    {"a single element", 7, {{0, {0}, {0}, 4}}, {{0, {0}, {0}, 4}}, ALL, {0}, 1, 1, 0, 0, {0}, {0}, {{0}}, {{0}}, 0},
    {"a single element, folded by nothing", 7, {{0, {0}, {0}, 4}}, {{0}}, 0, {0}, 1, 1, 0, 0, {0}, {0}, {{0}}, {{0}},
     0},
    {"folded by nothing", 0, {{2, {2, 3}, {12, 4}, 4}}, {{2, {2, 3}, {24, 8}, 8}}, 0, {0}, 6, 1, 1, 0, {6}, {0},
     {{4}, {8}}, {{0}}, 40},
    {"axes of length 1", 7, {{3, {1, 5, 1}, {PTRDIFF_MIN, 4, -7}, 4}}, {{1, {5}, {4}, 4}}, 2, {0, 2}, 5, 1, 1, 0, {5},
     {0}, {{4}, {4}, {1}, {0}}, {{0}}, 16},
    {"rows", 0, {{2, {3, 4}, {16, 4}, 4}}, {{1, {3}, {8}, 8}}, 1, {1}, 3, 4, 1, 1, {3}, {4}, {{16}, {8}}, {{4}, {0}},
     44},
    {"rows, with both indices", CJ_FOLD_INDEX | CJ_FOLD_PLACE, {{2, {3, 4}, {16, 4}, 4}}, {{1, {3}, {8}, 8}}, 1, {-1},
     3, 4, 1, 1, {3}, {4}, {{16}, {8}, {4}, {0}}, {{4}, {0}, {1}, {1}}, 44},
    {"columns", CJ_FOLD_INDEX | CJ_FOLD_PLACE, {{2, {3, 4}, {16, 4}, 4}}, {{1, {4}, {8}, 8}}, 1, {0}, 4, 3, 1, 1, {4},
     {3}, {{4}, {8}, {1}, {0}}, {{16}, {0}, {4}, {1}}, 44},
    {"the middle one", 0, {{3, {2, 3, 4}, {48, 16, 4}, 4}}, {{2, {2, 4}, {16, 4}, 4}}, 1, {1}, 8, 3, 2, 1, {2, 4}, {3},
     {{48, 4}, {16, 4}}, {{16}, {0}}, 92},
    {"all but the middle one", 0, {{3, {2, 3, 4}, {48, 16, 4}, 4}}, {{1, {3}, {4}, 4}}, 2, {0, 2}, 3, 8, 1, 2, {3},
     {2, 4}, {{16}, {4}}, {{48, 4}, {0, 0}}, 92},
    {"outer axes merge", 0, {{4, {2, 3, 4, 5}, {240, 80, 20, 4}, 4}}, {{2, {2, 3}, {12, 4}, 4}}, 2, {2, 3}, 6, 20, 1, 1,
     {6}, {20}, {{80}, {4}}, {{4}, {0}}, 476},
    {"a padded output keeps them apart", 0, {{4, {2, 3, 4, 5}, {240, 80, 20, 4}, 4}}, {{2, {2, 3}, {16, 4}, 4}}, 2,
     {2, 3}, 6, 20, 2, 1, {2, 3}, {20}, {{240, 80}, {16, 4}}, {{4}, {0}}, 476},
    {"every second axis", CJ_FOLD_INDEX, {{7, {4, 3, 2, 4, 3, 2, 2}, {1152, 384, 192, 48, 16, 8, 4}, 4}}, {{0}}, 4,
     {1, 4, 3, 6}, 16, 72, 3, 3, {4, 2, 2}, {3, 12, 2}, {{1152, 192, 8}, {288, 48, 2}}, {{384, 16, 4}, {96, 4, 1}},
     4604},
    {"Fortran's order, in any", 0, {{3, {2, 3, 4}, {4, 8, 24}, 4}}, {{0}}, ALL, {0}, 1, 24, 0, 1, {0}, {24}, {{0}},
     {{4}}, 92},
    {"Fortran's order, in C's", CJ_FOLD_ORDERED, {{3, {2, 3, 4}, {4, 8, 24}, 4}}, {{0}}, ALL, {0}, 1, 24, 0, 3, {0},
     {2, 3, 4}, {{0}}, {{4, 8, 24}}, 92},
    {"Fortran's order, with the place", CJ_FOLD_PLACE, {{2, {3, 4}, {4, 12}, 4}}, {{0}}, ALL, {0}, 1, 12, 0, 2, {0},
     {4, 3}, {{0}}, {{12, 4}, {0}, {1, 4}}, 44},
    {"kept axes are sorted whatever the order", CJ_FOLD_ORDERED, {{3, {3, 4, 5}, {4, 12, 48}, 4}},
     {{2, {3, 4}, {16, 4}, 4}}, 1, {2}, 12, 5, 2, 1, {4, 3}, {5}, {{12, 4}, {4, 16}}, {{48}, {0}}, 236},
    {"an index keeps them in C's", CJ_FOLD_INDEX, {{3, {3, 4, 5}, {80, 20, 4}, 4}}, {{2, {3, 4}, {16, 4}, 4}}, 1, {2},
     12, 5, 1, 1, {12}, {5}, {{20}, {4}, {5}}, {{4}, {0}, {1}}, 236},
    {"inputs decide, outputs do not", 0, {{3, {3, 4, 2}, {32, 8, 4}, 4}}, {{2, {3, 4}, {4, 12}, 4}}, 1, {2}, 12, 2, 2,
     1, {3, 4}, {2}, {{32, 8}, {4, 12}}, {{4}, {0}}, 92},
    {"the first input decides", 0, {{2, {3, 4}, {4, 12}, 4}, {2, {3, 4}, {16, 4}, 4}}, {{0}}, ALL, {0}, 1, 12, 0, 2,
     {0}, {4, 3}, {{0}}, {{12, 4}, {4, 16}}, 44},
    {"repeated along a folded axis", 0, {{1, {4}, {4}, 4}, {2, {3, 1}, {4, 4}, 4}}, {{1, {4}, {4}, 4}}, 1, {0}, 4, 3, 1,
     1, {4}, {3}, {{4}, {0}, {4}}, {{0}, {4}, {0}}, 12},
    {"strides of 0", CJ_FOLD_PLACE, {{2, {5, 3}, {0, 0}, 4}}, {{1, {5}, {4}, 4}}, 1, {1}, 5, 3, 1, 1, {5}, {3},
     {{0}, {4}}, {{0}, {0}, {0}, {1}}, 16},
    {"all turned round", 0, {{2, {3, 4}, {-16, -4}, 4}}, {{0}}, ALL, {0}, 1, 12, 0, 1, {0}, {12}, {{0}}, {{-4}}, 44},
    {"one turned round", 0, {{3, {3, 4, 2}, {32, -8, 4}, 4}}, {{1, {3}, {-8}, 8}}, 2, {1, 2}, 3, 8, 1, 2, {3}, {4, 2},
     {{32}, {-8}}, {{-8, 4}, {0}}, 68},
    {"nothing to fold: results without elements", 7, {{2, {3, 0}, {4, 4}, 4}}, {{1, {3}, {8}, 8}}, 1, {1}, 3, 0, 1, 1,
     {3}, {0}, {{0}, {8}}, {{0}}, 16},
    {"the same of more axes", 7, {{4, {3, 0, 2, SIZE_MAX / 8}, {4, 4, 4, PTRDIFF_MIN}, 4}}, {{2, {3, 2}, {16, 8}, 8}},
     2, {1, -1}, 6, 0, 1, 1, {6}, {0}, {{0}, {8}}, {{0}}, 40},
    {"no results", 7, {{2, {0, 5}, {4, 4}, 4}}, {{1, {0}, {0}, 8}}, 1, {1}, 0, 5, 1, 1, {0}, {5}, {{0}},
     {{0}, {0}, {0}, {1}}, 0},
    {"neither", 7, {{2, {0, 0}, {4, 4}, 4}}, {{0}}, 1, {1}, 0, 0, 1, 1, {0}, {0}, {{0}}, {{0}}, 0},
    {"all of nothing", 0, {{1, {0}, {4}, 4}}, {{0, {0}, {0}, 4}}, ALL, {0}, 1, 0, 0, 1, {0}, {0}, {{0}}, {{0}}, 0},
    {"no arrays at all", 7, {{0}}, {{0, {0}, {0}, 4}}, ALL, {0}, 1, 1, 0, 0, {0}, {0}, {{0}}, {{0}}, 0},
    {"the most elements", CJ_FOLD_INDEX, {{2, {7, PTRDIFF_MAX / 7}, {0, 0}, 4}}, {{1, {7}, {4}, 4}}, 1, {1}, 7,
     PTRDIFF_MAX / 7, 1, 1, {7}, {PTRDIFF_MAX / 7}, {{0}, {4}, {PTRDIFF_MAX / 7}}, {{0}, {0}, {1}}, 24},
    {"the farthest is the output", 0, {{1, {2}, {4}, 4}}, {{1, {2}, {-PTRDIFF_MAX}, 4}}, 0, {0}, 2, 1, 1, 0, {2}, {0},
     {{4}, {-PTRDIFF_MAX}}, {{0}}, PTRDIFF_MAX},
};
/* clang-format on */

static void check_strides(const loop_row *row, const char *which, int ndim, size_t rows,
                          int64_t (*strides)[CJ_MAX_AXES], const int64_t (*expected)[4])
{
    for (size_t k = 0; k < rows; k++) {
        for (int j = 0; j < ndim; j++)
            ck_assert_msg(strides[k][j] == expected[k][j], "%s: row %zu of the %s loop, axis %d: %lld", row->what, k,
                          which, j, (long long)strides[k][j]);
    }
}

TEST_EACH(axes_are_split_sorted_and_merged, COUNT(loops))
{
    const loop_row *row = &loops[_i];
    cj_operand inputs[MOST_INPUTS], outputs[MOST_OUTPUTS];
    size_t count = take_inputs(row->inputs, inputs);
    size_t output_count = take_outputs(row->outputs, outputs);
    size_t rows = count + output_count + CJ_FOLD_OWN_ROWS;
    int64_t kept[MOST_ROWS][CJ_MAX_AXES], folded[MOST_ROWS][CJ_MAX_AXES];
    const cj_fold_question question = {inputs,
                                       outputs,
                                       count,
                                       output_count,
                                       row->count == ALL ? NULL : row->axes,
                                       row->count == ALL ? 0 : row->count,
                                       row->flags};
    cj_fold_loop loop;

    ck_assert_msg(cj_fold_loop_find(&question, &loop, kept, folded, &fault) == CUJIT_OK, "%s: %s", row->what,
                  fault.message);
    ck_assert_msg(loop.kept.size == row->results && loop.folded.size == row->length &&
                      loop.whole.size == row->results * row->length,
                  "%s: %llu results of %llu elements", row->what, (unsigned long long)loop.kept.size,
                  (unsigned long long)loop.folded.size);
    ck_assert_msg(loop.kept.ndim == row->kept && loop.folded.ndim == row->folded, "%s: %d and %d axes", row->what,
                  loop.kept.ndim, loop.folded.ndim);
    for (int j = 0; j < loop.kept.ndim; j++)
        ck_assert_msg(loop.kept.lengths[j] == row->kept_lengths[j], "%s: kept axis %d: %llu", row->what, j,
                      (unsigned long long)loop.kept.lengths[j]);
    for (int j = 0; j < loop.folded.ndim; j++)
        ck_assert_msg(loop.folded.lengths[j] == row->folded_lengths[j], "%s: folded axis %d: %llu", row->what, j,
                      (unsigned long long)loop.folded.lengths[j]);
    check_strides(row, "kept", loop.kept.ndim, rows, kept, row->kept_strides);
    check_strides(row, "folded", loop.folded.ndim, rows, folded, row->folded_strides);
    ck_assert_msg(loop.whole.reach == row->reach, "%s: reach is %lld", row->what, (long long)loop.whole.reach);
}

/* 16 axes that cannot be merged, every second one folded: both loops from the wrong end. */
TEST(sixteen_axes)
{
    view input[MOST_INPUTS] = {{16, {0}, {0}, 1}};
    cj_operand one;
    int64_t kept[3][CJ_MAX_AXES], folded[3][CJ_MAX_AXES];
    int axes[8];
    ptrdiff_t stride = 1;
    cj_fold_question question;
    cj_fold_loop loop;

    for (int k = 0; k < 16; k++, stride *= 3) {
        input[0].shape[k] = 2;
        input[0].strides[k] = stride;
        axes[k / 2] = k / 2 * 2;
    }
    ck_assert_uint_eq(take_inputs(input, &one), 1);
    question = (cj_fold_question){.inputs = &one, .input_count = 1, .axes = axes, .axis_count = 8};
    ck_assert_int_eq(cj_fold_loop_find(&question, &loop, kept, folded, NULL), CUJIT_OK);
    ck_assert_int_eq(loop.whole.full_ndim, 16);
    ck_assert_int_eq(loop.kept.ndim, 8);
    ck_assert_int_eq(loop.folded.ndim, 8);
    for (int j = 0; j < 8; j++) {
        ck_assert_int_eq(kept[0][j], input[0].strides[15 - 2 * j]);
        ck_assert_int_eq(folded[0][j], input[0].strides[14 - 2 * j]);
    }
    for (unsigned flags = 0; flags < 8; flags++) {
        question = (cj_fold_question){.inputs = &one, .input_count = 1, .flags = flags};
        ck_assert_int_eq(cj_fold_loop_find(&question, &loop, kept, folded, NULL), CUJIT_OK);
        ck_assert_int_eq(loop.kept.ndim, 0);
        ck_assert_int_eq(loop.folded.ndim, 16);
        ck_assert_uint_eq(loop.folded.size, 65536);
    }
}

/* ---- Random views ------------------------------------------------------------------------------------------------ */

/* A call: what goes in, and where each element of the full shape leads. */
typedef struct call {
    view inputs[MOST_INPUTS], outputs[MOST_OUTPUTS];
    cj_operand operands[MOST_INPUTS], results[MOST_OUTPUTS];
    size_t count, output_count;
    int ndim, axes[CJ_MAX_AXES], axis_count;
    size_t full[CJ_MAX_AXES], lengths[2]; /* of the axes; results, elements to each */
    bool folded[CJ_MAX_AXES];
} call;

static void make_axes(call *out)
{
    int order[CJ_MAX_AXES];

    shuffle(order, out->ndim);
    for (int k = 0; k < out->ndim; k++) {
        const int axis = order[k];

        out->folded[axis] = random_below(2) == 0;
        if (out->folded[axis])
            out->axes[out->axis_count++] = random_below(2) == 0 ? axis : axis - out->ndim;
    }
}

static void make_call(call *out)
{
    size_t kept[CJ_MAX_AXES];
    int order[CJ_MAX_AXES], kept_ndim = 0;

    *out = (call){.lengths = {1, 1}, .count = 1 + random_below(MOST_INPUTS)};
    out->output_count = random_below(MOST_OUTPUTS + 1);
    out->ndim = draw_shape(out->full);
    make_axes(out);
    for (int k = 0; k < out->ndim; k++) {
        out->lengths[out->folded[k]] *= out->full[k];
        if (!out->folded[k])
            kept[kept_ndim++] = out->full[k];
    }
    shuffle(order, out->ndim);
    for (size_t k = 0; k < out->count; k++) /* the first one has all axes */
        draw_view(&out->inputs[k], out->ndim, out->full, order, k == 0);
    shuffle(order, kept_ndim);
    for (size_t k = 0; k < out->output_count; k++)
        draw_view(&out->outputs[k], kept_ndim, kept, order, true);
    ck_assert_uint_eq(take_inputs(out->inputs, out->operands), out->count);
    ck_assert_uint_eq(take_outputs(out->outputs, out->results), out->output_count);
}

/* What each axis of the full shape adds to inputs, outputs, index and place; returns the number of rows. */
static size_t find_rows(const call *of, unsigned flags, int64_t (*rows)[CJ_MAX_AXES])
{
    const size_t own = of->count + of->output_count;
    int64_t index = 1, place = 1;

    memset(rows, 0, MOST_ROWS * sizeof *rows);
    for (size_t o = 0; o < of->count; o++)
        broadcast_row(&of->operands[o], of->ndim, rows[o]);
    for (size_t o = 0; o < of->output_count; o++) {
        for (int k = 0, kept = 0; k < of->ndim; k++)
            rows[of->count + o][k] = of->folded[k] ? 0 : of->outputs[o].strides[kept++];
    }
    for (int k = of->ndim - 1; k >= 0; k--) {
        rows[own + CJ_FOLD_ROW_INDEX][k] = (flags & CJ_FOLD_INDEX) != 0 ? index : 0;
        rows[own + CJ_FOLD_ROW_PLACE][k] = (flags & CJ_FOLD_PLACE) != 0 && of->folded[k] ? place : 0;
        index *= (int64_t)of->full[k];
        place *= of->folded[k] ? (int64_t)of->full[k] : 1;
    }
    return own + CJ_FOLD_OWN_ROWS;
}

/* Every element: visits[r * length + p] is the p-th of the r-th result. */
static void walk_naively(const call *of, size_t row_count, int64_t (*rows)[CJ_MAX_AXES], int64_t (*visits)[COLUMNS])
{
    int64_t sorted[MOST_ROWS][CJ_MAX_AXES];
    uint64_t lengths[CJ_MAX_AXES];
    int to = 0;

    for (int folded = 0; folded < 2; folded++) {
        for (int k = 0; k < of->ndim; k++) {
            if (of->folded[k] != folded)
                continue;
            for (size_t row = 0; row < row_count; row++)
                sorted[row][to] = rows[row][k];
            lengths[to++] = of->full[k];
        }
    }
    walk(of->ndim, lengths, row_count, sorted, visits);
}

/* The same by the two loops, which are one behind the other. */
static void walk_loops(const cj_fold_loop *loop, size_t row_count, int64_t (*kept)[CJ_MAX_AXES],
                       int64_t (*folded)[CJ_MAX_AXES], int64_t (*visits)[COLUMNS])
{
    int64_t joined[MOST_ROWS][CJ_MAX_AXES];
    uint64_t lengths[CJ_MAX_AXES];
    const int first = loop->kept.ndim, ndim = first + loop->folded.ndim;

    ck_assert_int_le(ndim, CJ_MAX_AXES);
    for (int k = 0; k < ndim; k++) {
        lengths[k] = k < first ? loop->kept.lengths[k] : loop->folded.lengths[k - first];
        for (size_t row = 0; row < row_count; row++)
            joined[row][k] = k < first ? kept[row][k] : folded[row][k - first];
    }
    walk(ndim, lengths, row_count, joined, visits);
}

static void check_reach(const call *of, int64_t (*expected)[COLUMNS], int64_t reach)
{
    int64_t farthest = 0;

    for (size_t t = 0; t < of->lengths[0] * of->lengths[1]; t++) {
        for (size_t k = 0; k < of->count + of->output_count; k++) {
            int64_t away = expected[t][k] < 0 ? -expected[t][k] : expected[t][k];

            farthest = away > farthest ? away : farthest;
        }
    }
    if (of->lengths[1] > 0) /* else the outputs alone count, and nothing was visited */
        ck_assert_int_eq(reach, farthest);
}

/* Each result by itself. Which one a step of the kept loop leads to, an output tells: no two have one place. */
static void check_results(const call *of, bool ordered, int64_t (*expected)[COLUMNS], int64_t (*visits)[COLUMNS])
{
    const size_t length = of->lengths[1], output = of->count;

    for (size_t r = 0; r < of->lengths[0]; r++) {
        int64_t theirs[MOST_ELEMENTS][COLUMNS];
        size_t found = 0;

        while (found < of->lengths[0] && expected[found * length][output] != visits[r * length][output])
            found++;
        ck_assert_uint_lt(found, of->lengths[0]);
        memcpy(theirs, expected[found * length], length * sizeof *theirs);
        check_same(theirs, &visits[r * length], length, ordered, "one result");
    }
}

static void check_call(const call *of, unsigned flags)
{
    static int64_t expected[MOST_ELEMENTS][COLUMNS], visits[MOST_ELEMENTS][COLUMNS];
    int64_t rows[MOST_ROWS][CJ_MAX_AXES], kept[MOST_ROWS][CJ_MAX_AXES], folded[MOST_ROWS][CJ_MAX_AXES];
    const size_t results = of->lengths[0], length = of->lengths[1], row_count = find_rows(of, flags, rows);
    const cj_fold_question question = {of->operands, of->results,    of->count, of->output_count,
                                       of->axes,     of->axis_count, flags};
    const bool ordered = (flags & CJ_FOLD_ORDERED) != 0;
    cj_fold_loop loop;

    must(cj_fold_loop_find(&question, &loop, kept, folded, &fault));
    ck_assert_uint_eq(loop.kept.size, results);
    ck_assert_uint_eq(loop.folded.size, length);
    ck_assert_uint_eq(loop.whole.size, results * length);
    ck_assert_int_eq(loop.whole.full_ndim, of->ndim);
    for (int k = 0; k < of->ndim; k++) {
        ck_assert_uint_eq(loop.whole.full[k], of->full[k]);
        ck_assert_int_eq(loop.set.folded[k], of->folded[k]);
    }
    check_merged(&loop.kept, row_count, kept);
    check_merged(&loop.folded, row_count, folded);
    walk_naively(of, row_count, rows, expected);
    check_reach(of, expected, loop.whole.reach);
    walk_loops(&loop, row_count, kept, folded, visits);
    if (of->output_count > 0 && length > 0)
        check_results(of, ordered, expected, visits);
    check_same(expected, visits, results * length, of->output_count == 0 && results == 1 && ordered, "all");
}

TEST_EACH(loops_visit_every_element, 4)
{
    random_state = (uint64_t)_i;
    for (int round = 0; round < ROUNDS; round++) {
        call of;

        make_call(&of);
        for (unsigned flags = 0; flags < 8; flags++)
            check_call(&of, flags);
    }
}

/* Without elements the outputs are still stepped through: each result gets the neutral value. */
TEST(empty_results_are_all_there)
{
    int seen = 0;

    random_state = 42;
    for (int round = 0; round < 4 * ROUNDS; round++) {
        static int64_t expected[MOST_ELEMENTS][COLUMNS], visits[MOST_ELEMENTS][COLUMNS];
        int64_t kept[MOST_ROWS][CJ_MAX_AXES], folded[MOST_ROWS][CJ_MAX_AXES], row[1][CJ_MAX_AXES];
        cj_fold_question question;
        cj_fold_loop loop;
        call of;

        make_call(&of);
        if (of.lengths[0] == 0 || of.lengths[1] > 0 || of.output_count == 0)
            continue;
        seen++;
        question = (cj_fold_question){of.operands, of.results,    of.count,           of.output_count,
                                      of.axes,     of.axis_count, (unsigned)round % 8};
        ck_assert_int_eq(cj_fold_loop_find(&question, &loop, kept, folded, NULL), CUJIT_OK);
        ck_assert_uint_eq(loop.kept.size, of.lengths[0]);
        ck_assert_uint_eq(loop.folded.size, 0);
        ck_assert_int_eq(loop.folded.ndim, 1);
        ck_assert_uint_eq(loop.folded.lengths[0], 0);
        memcpy(row, of.outputs[0].strides, sizeof row);
        walk(of.outputs[0].ndim, of.outputs[0].shape, 1, row, expected);
        walk(loop.kept.ndim, loop.kept.lengths, 1, kept + of.count, visits);
        check_same(expected, visits, of.lengths[0], false, "results");
    }
    ck_assert_int_gt(seen, 20);
}
