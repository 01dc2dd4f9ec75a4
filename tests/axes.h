/*
 * axes.h: for suites of shapes and strides alone: arrays of tables and random ones, and a walk over elements that knows
 * of neither sorted nor merged axes.
 */
#ifndef TESTS_AXES_H
#define TESTS_AXES_H

#include "libjit/runtime/broadcast.h"
#include "tests/property.h"

enum { WRITTEN = 1 << 8, COLUMNS = 8, MOST_ELEMENTS = 1024 };

/* An array of a table; its name and number are those of its place. */
typedef struct view {
    int ndim;
    size_t shape[MOST_AXES];
    ptrdiff_t strides[MOST_AXES];
    size_t item_size; /* with WRITTEN, if it is; 0: no more of them */
} view;

static size_t make_operands(const view *views, size_t most, const char *const *names, bool numbered,
                            cj_operand *operands)
{
    size_t count = 0;

    for (; count < most && views[count].item_size != 0; count++) {
        const view *from = &views[count];

        operands[count] = (cj_operand){.name = names[count],
                                       .number = numbered ? count + 1 : 0,
                                       .ndim = from->ndim,
                                       .shape = from->shape,
                                       .strides = from->strides,
                                       .item_size = from->item_size % WRITTEN,
                                       .written = from->item_size >= WRITTEN};
    }
    return count;
}

/* The last error has all of these words. */
static void check_says(const char *const *says, size_t most)
{
    for (size_t k = 0; k < most && says[k] != NULL; k++)
        ck_assert_msg(strstr(fault.message, says[k]) != NULL, "\"%s\" is not in \"%s\"", says[k], fault.message);
}

/* ---- Random ones ------------------------------------------------------------------------------------------------- */

static uint64_t random_state;

static size_t random_below(size_t n)
{
    return draw_below(&random_state, n);
}

static void shuffle(int *order, int count)
{
    for (int k = 0; k < count; k++) {
        const int at = (int)random_below((size_t)k + 1);

        order[k] = order[at];
        order[at] = k;
    }
}

/* Lengths of axes, with at most MOST_ELEMENTS elements in all; returns how many axes. */
static int draw_shape(size_t *full)
{
    const int ndim = (int)random_below(random_below(8) == 0 ? 17 : 6);
    const bool empty = random_below(8) == 0;
    size_t elements = 1;

    for (int k = 0; k < ndim; k++) {
        full[k] = random_below(5);
        full[k] = (full[k] == 0 && !empty) || elements * full[k] > MOST_ELEMENTS ? 1 : full[k];
        elements *= full[k] > 0 ? full[k] : 1;
    }
    return ndim;
}

/* Strides of a slice of a dense array whose axes lie in the given order, the first one outermost; some backwards. */
static void slice_strides(view *array, const int *order)
{
    const bool plain = random_below(2) == 0;
    ptrdiff_t stride = (ptrdiff_t)array->item_size;

    for (int k = array->ndim - 1; k >= 0; k--) {
        const int axis = order[k];
        const ptrdiff_t step = plain || random_below(3) != 0 ? 1 : 2;

        array->strides[axis] = plain || random_below(4) != 0 ? stride * step : -stride * step;
        stride *= step * (ptrdiff_t)array->shape[axis] + (plain || random_below(4) != 0 ? 0 : 1);
    }
}

/* An array that broadcasts to `full`, most often with its axes in this order. `apart`: it has all axes, and no two
 * elements are one; else there may be fewer, some 1 long, some with strides that mean anything. */
static void draw_view(view *out, int ndim, const size_t *full, const int *order, bool apart)
{
    static const size_t item_sizes[] = {1, 2, 4, 8, 12};
    const int missing = apart || random_below(4) != 0 ? 0 : (int)random_below((size_t)ndim + 1);
    int own_order[CJ_MAX_AXES];

    *out = (view){.ndim = ndim - missing, .item_size = item_sizes[random_below(5)]};
    for (int k = 0; k < out->ndim; k++)
        out->shape[k] = !apart && random_below(5) == 0 ? 1 : full[k + missing];
    shuffle(own_order, out->ndim);
    slice_strides(out, missing > 0 || random_below(4) == 0 ? own_order : order);
    for (int k = 0; k < out->ndim; k++) {
        if (out->shape[k] == 1 || (!apart && random_below(12) == 0))
            out->strides[k] = (ptrdiff_t)random_below(41) - 20;
    }
}

/* ---- Walks ------------------------------------------------------------------------------------------------------- */

/* What NumPy does with an operand: a row of strides over the full shape, 0 where it is repeated. */
static void broadcast_row(const cj_operand *one, int ndim, int64_t *row)
{
    for (int k = 0; k < ndim; k++) {
        const int own = k - ndim + one->ndim;

        row[k] = own < 0 || one->shape[own] == 1 ? 0 : one->strides[own];
    }
}

/* Where each step over these lengths leads, in C order, by all rows of strides. Returns the number of steps. */
static size_t walk(int ndim, const uint64_t *lengths, size_t rows, int64_t (*strides)[CJ_MAX_AXES],
                   int64_t (*visits)[COLUMNS])
{
    const size_t size = size_of_shape(ndim, lengths);

    for (size_t t = 0; t < size; t++) {
        size_t rest = t;

        memset(visits[t], 0, sizeof visits[t]);
        for (int j = ndim - 1; j >= 0; j--) {
            for (size_t row = 0; row < rows; row++)
                visits[t][row] += (int64_t)(rest % lengths[j]) * strides[row][j];
            rest /= lengths[j];
        }
    }
    return size;
}

static int compare_visits(const void *a, const void *b)
{
    const int64_t *one = a, *other = b;

    for (int k = 0; k < COLUMNS; k++) {
        if (one[k] != other[k])
            return one[k] < other[k] ? -1 : 1;
    }
    return 0;
}

/* Unless `ordered`, both are sorted first. */
static void check_same(int64_t (*expected)[COLUMNS], int64_t (*visits)[COLUMNS], size_t count, bool ordered,
                       const char *what)
{
    if (!ordered && count > 0) {
        qsort(expected, count, sizeof *expected, compare_visits);
        qsort(visits, count, sizeof *visits, compare_visits);
    }
    for (size_t t = 0; t < count; t++)
        expect(compare_visits(expected[t], visits[t]) == 0, "%s: visit %zu of %zu differs", what, t, count);
}

/* No axis of length 1, and no two neighbours that could still be one. */
static void check_merged(const cj_loop *loop, size_t rows, int64_t (*strides)[CJ_MAX_AXES])
{
    for (int j = 0; j < loop->ndim; j++) {
        bool even = j > 0;

        ck_assert_uint_ne(loop->lengths[j], 1);
        for (size_t k = 0; k < rows && even; k++)
            even = strides[k][j - 1] == strides[k][j] * (int64_t)loop->lengths[j];
        ck_assert(!even);
    }
}

#endif
