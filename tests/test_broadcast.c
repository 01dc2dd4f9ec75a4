/*
 * test_broadcast.c: broadcasting by NumPy's own examples, what becomes of a loop's axes, and random views against a
 * walk that knows nothing of either.
 */
#include "tests/axes.h"

#include <stdio.h>

enum { MOST_OPERANDS = 4, ROUNDS = 1000 };

static size_t take(const view *views, size_t most, cj_operand *operands)
{
    static const char *const names[MOST_OPERANDS] = {"z", "x", "y", "w"};

    return make_operands(views, most, names, true, operands);
}

static void set_c_strides(view *array)
{
    ptrdiff_t stride = (ptrdiff_t)array->item_size;

    for (int k = array->ndim - 1; k >= 0; k--) {
        array->strides[k] = stride;
        stride *= (ptrdiff_t)array->shape[k];
    }
}

/* ---- NumPy's examples -------------------------------------------------------------------------------------------- */

typedef struct shapes_row {
    view operands[3];
    int ndim; /* -1: they do not fit */
    uint64_t full[CJ_MAX_AXES];
} shapes_row;

/* clang-format off */
#define SHAPE(count, ...) {.ndim = (count), .shape = __VA_ARGS__, .item_size = 4}
/* clang-format on */

/* "General broadcasting rules", "Broadcastable arrays" and the examples of NumPy's manual; then what it leaves out. */
/* clang-format off */
static const shapes_row shapes[] = {
    {{SHAPE(3, {256, 256, 3}), SHAPE(1, {3})}, 3, {256, 256, 3}},
    {{SHAPE(4, {8, 1, 6, 1}), SHAPE(3, {7, 1, 5})}, 4, {8, 7, 6, 5}}, {{SHAPE(2, {5, 4}), SHAPE(1, {1})}, 2, {5, 4}},
    {{SHAPE(2, {5, 4}), SHAPE(1, {4})}, 2, {5, 4}}, {{SHAPE(3, {15, 3, 5}), SHAPE(3, {15, 1, 5})}, 3, {15, 3, 5}},
    {{SHAPE(3, {15, 3, 5}), SHAPE(2, {3, 5})}, 3, {15, 3, 5}},
    {{SHAPE(3, {15, 3, 5}), SHAPE(2, {3, 1})}, 3, {15, 3, 5}}, {{SHAPE(1, {3}), SHAPE(1, {4})}, -1, {0}},
    {{SHAPE(2, {2, 1}), SHAPE(3, {8, 4, 3})}, -1, {0}},
    {{SHAPE(2, {5, 1}), SHAPE(2, {1, 6}), SHAPE(1, {6})}, 2, {5, 6}},
    {{SHAPE(2, {5, 1}), SHAPE(2, {1, 6}), SHAPE(0, {0})}, 2, {5, 6}}, {{SHAPE(2, {4, 3}), SHAPE(1, {3})}, 2, {4, 3}},
    {{SHAPE(2, {4, 3}), SHAPE(1, {4})}, -1, {0}}, {{SHAPE(2, {4, 1}), SHAPE(1, {3})}, 2, {4, 3}},
    {{SHAPE(1, {4}), SHAPE(1, {5})}, -1, {0}}, {{SHAPE(2, {4, 1}), SHAPE(1, {5})}, 2, {4, 5}},
    {{SHAPE(1, {4}), SHAPE(2, {3, 4})}, 2, {3, 4}}, {{SHAPE(2, {5, 2}), SHAPE(2, {2, 5})}, -1, {0}},
    {{SHAPE(0, {0}), SHAPE(0, {0})}, 0, {0}}, {{SHAPE(0, {0})}, 0, {0}}, {{SHAPE(1, {0}), SHAPE(1, {1})}, 1, {0}},
    {{SHAPE(1, {0}), SHAPE(0, {0})}, 1, {0}}, {{SHAPE(1, {0}), SHAPE(1, {3})}, -1, {0}},
    {{SHAPE(2, {3, 0}), SHAPE(2, {1, 1})}, 2, {3, 0}}, {{SHAPE(2, {0, 3}), SHAPE(1, {3})}, 2, {0, 3}},
    {{SHAPE(2, {3, 1}), SHAPE(1, {0}), SHAPE(2, {3, 0})}, 2, {3, 0}},
    {{SHAPE(1, {1}), SHAPE(2, {1, 1}), SHAPE(3, {1, 1, 1})}, 3, {1, 1, 1}},
    {{SHAPE(1, {3}), SHAPE(2, {1, 1}), SHAPE(2, {2, 4})}, -1, {0}},
    {{SHAPE(16, {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2}), SHAPE(2, {3, 1})},
     16,
     {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3, 2}},
};
/* clang-format on */

TEST_EACH(shapes_broadcast_as_numpys, COUNT(shapes))
{
    const shapes_row *row = &shapes[_i];
    view views[3];
    cj_operand operands[3];
    int64_t strides[4][CJ_MAX_AXES];
    cj_loop loop;
    size_t count;
    uint64_t size = 1;

    memcpy(views, row->operands, sizeof views);
    for (size_t k = 0; k < 3; k++)
        set_c_strides(&views[k]);
    count = take(views, 3, operands);
    for (unsigned flags = 0; flags < 8; flags++) {
        refuse(cj_broadcast(operands, count, flags, &loop, strides, &fault),
               row->ndim < 0 ? CUJIT_ERROR_ARGUMENT_SIZE : CUJIT_OK, NULL);
        if (row->ndim < 0)
            continue;
        ck_assert_int_eq(loop.full_ndim, row->ndim);
        size = 1;
        for (int k = 0; k < row->ndim; k++) {
            ck_assert_uint_eq(loop.full[k], row->full[k]);
            size *= row->full[k];
        }
        ck_assert_uint_eq(loop.size, size);
    }
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

typedef struct error_row {
    view operands[3];
    const char *says[4];
} error_row;

static const error_row errors[] = {
    {{{2, {2, 3}, {12, 4}, 4 | WRITTEN}, {2, {3, 2}, {8, 4}, 4}},
     {"argument 2 (x) has the shape (3,2)", "argument 1 (z) has (2,3)", "axis 0 with 3 elements meets axis 0 with 2"}},
    {{{3, {8, 4, 3}, {48, 12, 4}, 4 | WRITTEN}, {0, {0}, {0}, 4}, {2, {2, 1}, {4, 4}, 4}},
     {"argument 3 (y) has the shape (2,1)", "argument 1 (z) has (8,4,3)",
      "axis 0 with 2 elements meets axis 1 with 4"}},
    /* the one that it does not fit, not the first one */
    {{{1, {1}, {4}, 4}, {1, {5}, {4}, 4}, {1, {4}, {4}, 4}},
     {"argument 3 (y) has the shape (4)", "argument 2 (x) has (5)"}},
    {{{1, {0}, {4}, 4}, {1, {3}, {4}, 4}}, {"(0)", "(3)"}},
    /* written, but repeated */
    {{{2, {1, 3}, {12, 4}, 4 | WRITTEN}, {2, {2, 3}, {12, 4}, 4}},
     {"argument 1 (z) is written", "has the shape (1,3)", "together have (2,3)", "repeated"}},
    {{{1, {3}, {4}, 4 | WRITTEN}, {2, {2, 3}, {12, 4}, 4}},
     {"argument 1 (z) is written", "has the shape (3)", "together have (2,3)"}},
    {{{0, {0}, {0}, 4 | WRITTEN}, {1, {2}, {4}, 4}}, {"(z)", "has the shape ()", "together have (2)"}},
    {{{1, {1}, {4}, 4 | WRITTEN}, {1, {0}, {4}, 4}}, {"(z)", "has the shape (1)", "together have (0)"}},
    {{{1, {2}, {4}, 4}, {2, {3, 1}, {4, 4}, 4 | WRITTEN}}, {"argument 2 (x) is written", "(3,1)", "(3,2)"}},
    /* written, but two indices are one element */
    {{{1, {2}, {0}, 4 | WRITTEN}}, {"argument 1 (z) is written", "shape (2)", "strides of (0) bytes", "overlap"}},
    {{{2, {2, 3}, {0, 4}, 4 | WRITTEN}}, {"(z)", "strides of (0,4) bytes"}},
    {{{2, {2, 3}, {4, 0}, 4 | WRITTEN}}, {"(z)", "strides of (4,0) bytes"}},
    {{{2, {3, 3}, {4, 4}, 4 | WRITTEN}}, {"(z)", "strides of (4,4) bytes"}},
    {{{2, {3, 3}, {4, -4}, 4 | WRITTEN}}, {"(z)", "strides of (4,-4) bytes"}},
    {{{2, {3, 3}, {8, 4}, 4 | WRITTEN}}, {"(z)", "strides of (8,4) bytes"}},
    {{{2, {3, 3}, {-4, 8}, 4 | WRITTEN}}, {"(z)", "strides of (-4,8) bytes"}},
    {{{1, {3}, {2}, 4 | WRITTEN}}, {"(z)", "strides of (2) bytes"}},
    {{{1, {3}, {-3}, 4 | WRITTEN}}, {"(z)", "strides of (-3) bytes"}},
    {{{2, {2, 2}, {10, 4}, 8 | WRITTEN}}, {"(z)", "strides of (10,4) bytes"}},
    {{{3, {2, 2, 2}, {16, 8, 12}, 4 | WRITTEN}}, {"(z)", "strides of (16,8,12) bytes"}},
    {{{1, {2}, {4}, 4}, {1, {2}, {0}, 4 | WRITTEN}}, {"argument 2 (x) is written"}},
    {{{1, {2}, {4}, 4 | WRITTEN}, {1, {2}, {0}, 4 | WRITTEN}}, {"argument 2 (x) is written"}},
    /* too many elements, too far from each other */
    {{{2, {(size_t)1 << 31, (size_t)1 << 32}, {0, 0}, 4}}, {"(2147483648,4294967296)", "more than 2^63 - 1 elements"}},
    {{{2, {(size_t)1 << 32, (size_t)1 << 32}, {0, 0}, 4}}, {"more than 2^63 - 1 elements"}},
    {{{1, {SIZE_MAX}, {0}, 4}}, {"(18446744073709551615)", "more than 2^63 - 1 elements"}},
    {{{2, {(size_t)1 << 32, 1}, {4, 4}, 4}, {1, {(size_t)1 << 33}, {4}, 4}},
     {"(4294967296,8589934592)", "more than 2^63 - 1 elements"}},
    {{{1, {(size_t)1 << 62}, {4}, 4}}, {"argument 1 (z)", "(4611686018427387904)", "more than 2^63 - 1 bytes"}},
    {{{1, {2}, {PTRDIFF_MIN}, 4}}, {"(-9223372036854775808)", "more than 2^63 - 1 bytes"}},
    {{{1, {3}, {PTRDIFF_MAX}, 4}}, {"more than 2^63 - 1 bytes"}},
    {{{2, {2, 2}, {PTRDIFF_MAX, 1}, 1}}, {"more than 2^63 - 1 bytes"}},
    {{{2, {2, 2}, {PTRDIFF_MAX, -1}, 1}}, {"more than 2^63 - 1 bytes"}},
    {{{1, {2}, {4}, 4}, {1, {2}, {PTRDIFF_MIN}, 4 | WRITTEN}}, {"argument 2 (x)", "more than 2^63 - 1 bytes"}}};

TEST_EACH(bad_operands_are_named, COUNT(errors))
{
    const error_row *row = &errors[_i];
    cj_operand operands[3];
    int64_t strides[4][CJ_MAX_AXES];
    cj_loop loop;
    size_t count = take(row->operands, 3, operands);

    for (unsigned flags = 0; flags < 8; flags++) {
        ck_assert_int_eq(cj_broadcast(operands, count, flags, &loop, strides, &fault), CUJIT_ERROR_ARGUMENT_SIZE);
        ck_assert_int_eq(fault.status, CUJIT_ERROR_ARGUMENT_SIZE);
        check_says(row->says, 4);
        cujit_error_clear(&fault);
        ck_assert_int_eq(cj_broadcast(operands, count, flags, &loop, strides, NULL), CUJIT_ERROR_ARGUMENT_SIZE);
    }
}

/* Axes of any length: the list is cut, at no more than its room, and still closed. */
TEST(long_shapes_are_cut)
{
    static const size_t digits[] = {1, 9, 10, 99999, (size_t)1 << 62};
    view views[2] = {{16, {0}, {0}, 4}, {1, {2}, {4}, 4}};

    for (size_t a = 0; a < COUNT(digits); a++) {
        for (int longer = 0; longer <= 16; longer++) {
            cj_operand operands[2];
            int64_t strides[3][CJ_MAX_AXES];
            cj_loop loop;

            for (int k = 0; k < 16; k++)
                views[0].shape[k] = k < longer ? digits[a] : 1;
            views[0].shape[15] = 3;
            ck_assert_uint_eq(take(views, 2, operands), 2);
            refuse(cj_broadcast(operands, 2, 0, &loop, strides, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
                   "): axis 0 with 2 elements meets axis 15 with 3",
                   digits[a] >= 1000000 && longer >= 9 ? "...): axis 0" : "", digits[a] <= 10 ? ",3): axis 0" : "");
        }
    }
}

/* ---- Axes -------------------------------------------------------------------------------------------------------- */

typedef struct loop_row {
    const char *what;
    unsigned flags;
    view operands[3];
    int ndim;
    uint64_t lengths[CJ_MAX_AXES];
    int64_t strides[4][CJ_MAX_AXES]; /* of the operands, and behind them of the index where it is asked for */
    bool whole;
    int64_t reach;
} loop_row;

/* clang-format off */
static const loop_row loops[] = {
    {"a single element", 0, {{0, {0}, {0}, 4 | WRITTEN}, {0, {0}, {0}, 8}}, 0, {0}, {{0}}, true, 0},
    {"a single element, with its index", CJ_LOOP_INDEX, {{0, {0}, {0}, 4 | WRITTEN}}, 0, {0}, {{0}}, true, 0},
    {"axes of length 1 vanish, whatever their strides", 0, {{3, {1, 1, 1}, {PTRDIFF_MIN, -7, 0}, 4 | WRITTEN}}, 0, {0},
     {{0}}, true, 0},
    {"an axis", 0, {{1, {5}, {4}, 4 | WRITTEN}}, 1, {5}, {{4}}, true, 16},
    {"backwards", 0, {{1, {5}, {-4}, 4 | WRITTEN}}, 1, {5}, {{-4}}, false, 16},
    {"every second", 0, {{1, {5}, {8}, 4 | WRITTEN}}, 1, {5}, {{8}}, false, 32},
    {"C order", 0, {{3, {2, 3, 4}, {48, 16, 4}, 4 | WRITTEN}}, 1, {24}, {{4}}, true, 92},
    {"C order, with the index", CJ_LOOP_INDEX, {{3, {2, 3, 4}, {48, 16, 4}, 4 | WRITTEN}}, 1, {24}, {{4}, {1}}, true,
     92},
    {"C order, by ranges", CJ_LOOP_ORDER, {{3, {2, 3, 4}, {48, 16, 4}, 4 | WRITTEN}}, 1, {24}, {{4}}, true, 92},
    {"C order, with coordinates", CJ_LOOP_AXES, {{3, {2, 1, 4}, {16, 99, 4}, 4 | WRITTEN}}, 3, {2, 1, 4}, {{16, 0, 4}},
     true, 28},
    {"Fortran order", 0, {{3, {2, 3, 4}, {4, 8, 24}, 4 | WRITTEN}}, 1, {24}, {{4}}, true, 92},
    {"Fortran order, with the index", CJ_LOOP_INDEX, {{2, {3, 4}, {4, 12}, 4 | WRITTEN}}, 2, {4, 3}, {{12, 4}, {1, 4}},
     false, 44},
    {"Fortran order, by ranges", CJ_LOOP_ORDER, {{2, {3, 4}, {4, 12}, 4 | WRITTEN}}, 2, {3, 4}, {{4, 12}}, false, 44},
    {"the same other order", 0, {{3, {2, 3, 4}, {12, 4, 24}, 4 | WRITTEN}, {3, {2, 3, 4}, {24, 8, 48}, 8}}, 1, {24},
     {{4}, {8}}, true, 184},
    {"two orders: the written one leads", 0, {{2, {3, 4}, {4, 12}, 4}, {2, {3, 4}, {16, 4}, 4 | WRITTEN}}, 2, {3, 4},
     {{4, 12}, {16, 4}}, false, 44},
    {"two orders, the written one in Fortran's", 0, {{2, {3, 4}, {16, 4}, 4}, {2, {3, 4}, {4, 12}, 4 | WRITTEN}}, 2,
     {4, 3}, {{4, 16}, {12, 4}}, false, 44},
    {"two orders: the first written one leads", 0, {{2, {3, 4}, {16, 4}, 4}, {2, {3, 4}, {4, 12}, 4 | WRITTEN},
     {2, {3, 4}, {16, 4}, 4 | WRITTEN}}, 2, {4, 3}, {{4, 16}, {12, 4}, {4, 16}}, false, 44},
    {"two orders, none written: the first one leads", 0, {{2, {3, 4}, {4, 12}, 4},
     {2, {3, 4}, {16, 4}, 4}}, 2, {4, 3}, {{12, 4}, {4, 16}}, false, 44},
    {"ties are broken by the next one", 0, {{2, {3, 4}, {4, 4}, 4}, {2, {3, 4}, {4, 12}, 4}}, 2, {4, 3},
     {{4, 4}, {12, 4}}, false, 44},
    {"repeated axes do not decide", 0, {{2, {3, 1}, {4, 4}, 4}, {2, {3, 4}, {4, 12}, 4}}, 2, {4, 3},
     {{0, 4}, {12, 4}}, false, 44},
    {"where nothing decides, the order stays", 0, {{2, {3, 1}, {4, 4}, 4}, {2, {1, 4}, {4, 4}, 4}}, 2,
     {3, 4}, {{4, 0}, {0, 4}}, false, 12},
    {"sorted past an axis that cannot be compared", 0, {{3, {2, 1, 3}, {4, 0, 12}, 4},
     {3, {1, 5, 1}, {0, 4, 0}, 4}}, 3, {3, 2, 5}, {{12, 4, 0}, {0, 0, 4}}, false, 28},
    {"a row", 0, {{2, {3, 4}, {16, 4}, 4 | WRITTEN}, {1, {4}, {4}, 4}}, 2, {3, 4}, {{16, 4}, {0, 4}}, false, 44},
    {"a column", 0, {{2, {3, 4}, {16, 4}, 4 | WRITTEN}, {2, {3, 1}, {4, 4}, 4}}, 2, {3, 4}, {{16, 4}, {4, 0}}, false,
     44},
    {"a single one, repeated", 0, {{2, {3, 4}, {16, 4}, 4 | WRITTEN}, {0, {0}, {0}, 4}}, 1, {12}, {{4}, {0}}, false,
     44},
    {"all turned round", 0, {{2, {3, 4}, {-16, -4}, 4 | WRITTEN}, {2, {3, 4}, {-32, -8}, 8}}, 1, {12}, {{-4}, {-8}},
     false, 88},
    {"one turned round", 0, {{2, {3, 4}, {16, -4}, 4 | WRITTEN}}, 2, {3, 4}, {{16, -4}}, false, 32},
    {"every second of every second axis", 0, {{7, {4, 3, 2, 4, 3, 2, 2}, {9216, 3072, 768, 192, 32, 16, 4},
     4 | WRITTEN}}, 4, {12, 8, 6, 2}, {{3072, 192, 16, 4}}, false, 35220},
    {"an axis of length 1 in the middle", 0, {{3, {50, 1, 20}, {80, 80, 4}, 4 | WRITTEN}}, 1, {1000}, {{4}}, true,
     3996},
    {"a padded row", 0, {{3, {2, 3, 4}, {60, 20, 4}, 4 | WRITTEN}}, 2, {6, 4}, {{20, 4}}, false, 112},
    {"one padded, one not: merged where both are even", 0, {{3, {2, 3, 4}, {60, 20, 4}, 4 | WRITTEN},
     {3, {2, 3, 4}, {48, 16, 4}, 4}}, 2, {6, 4}, {{20, 4}, {16, 4}}, false, 112},
    {"rows of a diagonal", 0, {{2, {3, 3}, {48, 16}, 4 | WRITTEN}}, 1, {9}, {{16}}, false, 128},
    {"overlapping windows, read", 0, {{2, {3, 3}, {4, 4}, 4}}, 2, {3, 3}, {{4, 4}}, false, 16},
    {"empty, whatever the rest", 0, {{2, {0, SIZE_MAX}, {4, 4}, 4 | WRITTEN}}, 1, {0}, {{0}}, true, 0},
    {"empty, at the end", CJ_LOOP_INDEX, {{2, {SIZE_MAX, 0}, {PTRDIFF_MIN, 0}, 4 | WRITTEN}}, 1, {0}, {{0}, {0}}, true,
     0},
    {"empty, with coordinates", CJ_LOOP_AXES, {{2, {3, 0}, {0, 0}, 4 | WRITTEN}, {2, {3, 1}, {4, 4}, 4}}, 2, {3, 0},
     {{0}, {0}}, true, 0},
    {"16 axes that are one", 0, {{16, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, {32768, 16384, 8192, 4096, 2048,
     1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1}, 1 | WRITTEN}}, 1, {65536}, {{1}}, true, 65535},
    {"16 axes that cannot be merged, from the wrong end", 0, {{16, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, {1,
     3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049, 177147, 531441, 1594323, 4782969, 14348907}, 1 | WRITTEN}}, 16,
     {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, {{14348907, 4782969, 1594323, 531441, 177147, 59049, 19683, 6561,
     2187, 729, 243, 81, 27, 9, 3, 1}}, false, 21523360},
    {"the most elements", 0, {{2, {7, PTRDIFF_MAX / 7}, {0, 0}, 4}}, 1, {PTRDIFF_MAX}, {{0}}, false, 0},
    {"the farthest", 0, {{1, {2}, {-PTRDIFF_MAX}, 4 | WRITTEN}}, 1, {2}, {{-PTRDIFF_MAX}}, false, PTRDIFF_MAX},
};
/* clang-format on */

TEST_EACH(axes_are_sorted_and_merged, COUNT(loops))
{
    const loop_row *row = &loops[_i];
    cj_operand operands[3];
    int64_t strides[4][CJ_MAX_AXES];
    cj_loop loop;
    size_t count = take(row->operands, 3, operands), rows = count + ((row->flags & CJ_LOOP_INDEX) != 0);

    ck_assert_msg(cj_broadcast(operands, count, row->flags, &loop, strides, &fault) == CUJIT_OK, "%s: %s", row->what,
                  fault.message);
    ck_assert_msg(loop.ndim == row->ndim, "%s: %d axes", row->what, loop.ndim);
    for (int j = 0; j < loop.ndim; j++) {
        ck_assert_msg(loop.lengths[j] == row->lengths[j], "%s: axis %d: %llu elements", row->what, j,
                      (unsigned long long)loop.lengths[j]);
        for (size_t k = 0; k < rows; k++)
            ck_assert_msg(strides[k][j] == row->strides[k][j], "%s: axis %d of operand %zu: %lld", row->what, j, k,
                          (long long)strides[k][j]);
    }
    ck_assert_msg(loop.whole == row->whole, "%s: whole is %d", row->what, loop.whole);
    ck_assert_msg(loop.reach == row->reach, "%s: reach is %lld", row->what, (long long)loop.reach);
}

/* ---- Random views ------------------------------------------------------------------------------------------------ */

/* Would a flat loop do? Asked of what was visited, not of the axes. */
static bool is_flat(const cj_operand *operands, size_t count, int64_t (*visits)[COLUMNS], size_t elements,
                    bool with_index)
{
    for (size_t t = 0; t < elements; t++) {
        for (size_t o = 0; o < count; o++) {
            if (visits[t][o] != (int64_t)(t * operands[o].item_size))
                return false;
        }
        if (with_index && visits[t][count] != (int64_t)t)
            return false;
    }
    return true;
}

static void check_reach(const cj_operand *operands, size_t count, int64_t (*visits)[COLUMNS], size_t elements,
                        int64_t reach)
{
    int64_t farthest = 0;

    for (size_t o = 0; o < count; o++) {
        int64_t low = 0, high = 0;
        uintptr_t from, to;
        bool empty = false;

        for (size_t t = 0; t < elements; t++) {
            low = visits[t][o] < low ? visits[t][o] : low;
            high = visits[t][o] > high ? visits[t][o] : high;
        }
        farthest = -low > farthest ? -low : farthest;
        farthest = high > farthest ? high : farthest;
        for (int k = 0; k < operands[o].ndim; k++)
            empty = empty || operands[o].shape[k] == 0;
        cj_operand_extent(&operands[o], &from, &to);
        if (elements == 0 && !empty)
            continue; /* others are: what this one has was not visited */
        ck_assert_uint_eq(from, (uintptr_t)operands[o].data + (uintptr_t)low);
        ck_assert_uint_eq(to, (uintptr_t)operands[o].data + (uintptr_t)high + (empty ? 0 : operands[o].item_size));
    }
    ck_assert_int_eq(reach, farthest);
}

static void check_loop(const cj_operand *operands, size_t count, int ndim, const size_t *full, unsigned flags)
{
    static int64_t expected[MOST_ELEMENTS][COLUMNS], visits[MOST_ELEMENTS][COLUMNS];
    int64_t rows[MOST_OPERANDS + 1][CJ_MAX_AXES], strides[MOST_OPERANDS + 1][CJ_MAX_AXES], stride = 1;
    const bool with_index = (flags & CJ_LOOP_INDEX) != 0, ordered = (flags & (CJ_LOOP_AXES | CJ_LOOP_ORDER)) != 0;
    const size_t row_count = with_index ? count + 1 : count;
    size_t elements;
    cj_loop loop;

    for (size_t o = 0; o < count; o++)
        broadcast_row(&operands[o], ndim, rows[o]);
    for (int k = ndim - 1; k >= 0; stride *= (int64_t)full[k], k--)
        rows[count][k] = stride;
    elements = walk(ndim, full, row_count, rows, expected);
    must(cj_broadcast(operands, count, flags, &loop, strides, &fault));
    ck_assert_uint_eq(loop.size, elements);
    ck_assert_int_eq(loop.full_ndim, ndim);
    check_reach(operands, count, expected, elements, loop.reach);
    ck_assert_uint_eq(walk(loop.ndim, loop.lengths, row_count, strides, visits), elements);
    if ((flags & CJ_LOOP_AXES) != 0) {
        ck_assert_int_eq(loop.ndim, ndim);
        ck_assert_mem_eq(loop.lengths, full, (size_t)ndim * sizeof *full);
    } else {
        check_merged(&loop, row_count, strides);
    }
    check_same(expected, visits, elements, ordered, "a loop");
    ck_assert_int_eq(loop.whole, is_flat(operands, count, expected, elements, with_index));
}

TEST_EACH(loop_visits_what_numpy_does, 4)
{
    random_state = (uint64_t)_i;
    for (int round = 0; round < ROUNDS; round++) {
        view views[MOST_OPERANDS] = {0};
        cj_operand operands[MOST_OPERANDS];
        size_t full[CJ_MAX_AXES], count = 1 + random_below(MOST_OPERANDS);
        int ndim = draw_shape(full), order[CJ_MAX_AXES];

        shuffle(order, ndim);
        for (size_t o = 0; o < count; o++) { /* the first one has all axes */
            const bool written = o > 0 ? random_below(3) == 0 : random_below(3) != 0;

            draw_view(&views[o], ndim, full, order, o == 0 || written);
            views[o].item_size |= written ? WRITTEN : 0;
        }
        ck_assert_uint_eq(take(views, MOST_OPERANDS, operands), count);
        for (size_t o = 0; o < count; o++)
            operands[o].data = (const void *)(uintptr_t)(UINT64_C(1) << 40);
        for (unsigned flags = 0; flags < 8; flags++)
            check_loop(operands, count, ndim, full, flags);
    }
}

/* Written operands of any strides: whatever is let pass visits no byte twice. */
TEST(written_elements_are_apart)
{
    int passed = 0, refused = 0;

    random_state = 42;
    for (int round = 0; round < 20000; round++) {
        static unsigned char touched[2048];
        view array = {3, {0}, {0}, 0 | WRITTEN};
        cj_operand one;
        int64_t strides[2][CJ_MAX_AXES];
        cj_loop loop;
        bool apart = true;

        for (int k = 0; k < 3; k++) {
            array.shape[k] = 1 + random_below(4);
            array.strides[k] = (ptrdiff_t)random_below(81) - 40;
        }
        memset(touched, 0, sizeof touched);
        for (size_t t = 0; t < array.shape[0] * array.shape[1] * array.shape[2]; t++) {
            ptrdiff_t at = 1024 + (ptrdiff_t)(t % array.shape[0]) * array.strides[0] +
                           (ptrdiff_t)(t / array.shape[0] % array.shape[1]) * array.strides[1] +
                           (ptrdiff_t)(t / array.shape[0] / array.shape[1]) * array.strides[2];

            for (size_t byte = 0; byte < array.item_size % WRITTEN; byte++)
                apart = touched[at + (ptrdiff_t)byte]++ == 0 && apart;
        }
        ck_assert_uint_eq(take(&array, 1, &one), 1);
        if (cj_broadcast(&one, 1, 0, &loop, strides, NULL) == CUJIT_OK) {
            ck_assert(apart);
            passed++;
        } else {
            refused++;
        }
    }
    ck_assert_int_gt(passed, 2000);
    ck_assert_int_gt(refused, 2000);
}

TEST(extent_of_all_memory)
{
    static const size_t shape[] = {SIZE_MAX, 2};
    static const ptrdiff_t ahead[] = {PTRDIFF_MAX, 8}, back[] = {PTRDIFF_MIN, -8};
    cj_operand one = {"x", 1, 2, shape, ahead, 8, (const void *)(uintptr_t)4096, false};
    uintptr_t low, high;

    cj_operand_extent(&one, &low, &high);
    ck_assert_uint_eq(low, 4096);
    ck_assert_uint_eq(high, UINTPTR_MAX);
    one.strides = back;
    cj_operand_extent(&one, &low, &high);
    ck_assert_uint_eq(low, 0);
    ck_assert_uint_eq(high, 4104);
    one.ndim = 0;
    cj_operand_extent(&one, &low, &high);
    ck_assert_uint_eq(low, 4096);
    ck_assert_uint_eq(high, 4104);
}
