/*
 * broadcast.c: NumPy's broadcasting, and the axes of a loop dropped, sorted and merged; divisors as multiplications.
 *
 * All of it runs on every checked call with views: no allocation, no lock, and what most calls have (few axes, C order)
 * costs a few passes over short arrays.
 */
#include "libjit/runtime/broadcast.h"

#include <stdio.h>

static uint64_t magnitude(int64_t stride)
{
    return stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride;
}

/* ---- Saying what is wrong ---------------------------------------------------------------------------------------- */

/* Lengths or strides: those that are given. What is too long ends in "...". */
static const char *show_list(char out[CJ_SHOWN], int ndim, const size_t *shape, const ptrdiff_t *strides)
{
    size_t length = 0;

    for (int k = 0; k < ndim && length < CJ_SHOWN; k++) {
        const char *before = k == 0 ? "(" : ",";

        length += (size_t)(shape != NULL ? snprintf(out + length, CJ_SHOWN - length, "%s%zu", before, shape[k])
                                         : snprintf(out + length, CJ_SHOWN - length, "%s%td", before, strides[k]));
    }
    if (length + 1 < CJ_SHOWN)
        snprintf(out + length, CJ_SHOWN - length, length == 0 ? "()" : ")");
    else
        snprintf(out + CJ_SHOWN - 5, 5, "...)");
    return out;
}

const char *cj_shape_show(char out[CJ_SHOWN], int ndim, const size_t *shape)
{
    return show_list(out, ndim, shape, NULL);
}

static const char *show_operand(char out[CJ_SHOWN], const cj_operand *operand)
{
    if (operand->number > 0)
        snprintf(out, CJ_SHOWN, "argument %zu (%.100s)", operand->number, operand->name);
    else
        snprintf(out, CJ_SHOWN, "%.100s", operand->name);
    return out;
}

/* `axis` counts from the last one, which is 0. */
static cujit_status misfit(const cj_operand *one, const cj_operand *other, int axis, cujit_error *error)
{
    char name[CJ_SHOWN], shape[CJ_SHOWN], other_name[CJ_SHOWN], other_shape[CJ_SHOWN];
    int k = one->ndim - 1 - axis, other_k = other->ndim - 1 - axis;

    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s has the shape %s, but %s has %s: axis %d with %zu elements meets axis %d with %zu",
                        show_operand(name, one), cj_shape_show(shape, one->ndim, one->shape),
                        show_operand(other_name, other), cj_shape_show(other_shape, other->ndim, other->shape), k,
                        one->shape[k], other_k, other->shape[other_k]);
}

static cujit_status too_small(const cj_operand *operand, const cj_loop *loop, cujit_error *error)
{
    char name[CJ_SHOWN], shape[CJ_SHOWN], full[CJ_SHOWN];

    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s is written and has the shape %s, but the arrays together have %s: "
                        "what is written cannot be repeated",
                        show_operand(name, operand), cj_shape_show(shape, operand->ndim, operand->shape),
                        cj_shape_show(full, loop->full_ndim, loop->full));
}

/* Elements that lie where they must not. */
static cujit_status misplaced(const cj_operand *operand, const char *but, const char *trouble, cujit_error *error)
{
    char name[CJ_SHOWN], shape[CJ_SHOWN], strides[CJ_SHOWN];

    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s%s with the shape %s and strides of %s bytes its elements %s", show_operand(name, operand),
                        but, cj_shape_show(shape, operand->ndim, operand->shape),
                        show_list(strides, operand->ndim, NULL, operand->strides), trouble);
}

cujit_status cj_loop_too_many(const cj_loop *loop, const char *what, cujit_error *error)
{
    char full[CJ_SHOWN];

    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "the arrays together have the shape %s: more than 2^63 - 1 %s",
                        cj_shape_show(full, loop->full_ndim, loop->full), what);
}

/* ---- The shape --------------------------------------------------------------------------------------------------- */

cujit_status cj_loop_find_shape(const cj_operand *operands, size_t count, cj_loop *loop, cujit_error *error)
{
    const cj_operand *owners[CJ_MAX_AXES]; /* the first that is longer than 1 along the axis */
    int ndim = 0;

    for (size_t k = 0; k < count; k++)
        ndim = operands[k].ndim > ndim ? operands[k].ndim : ndim;
    loop->full_ndim = ndim;
    for (int axis = 0; axis < ndim; axis++)
        loop->full[axis] = 1;
    for (size_t k = 0; k < count; k++) {
        int missing = ndim - operands[k].ndim;

        for (int axis = missing; axis < ndim; axis++) {
            size_t length = operands[k].shape[axis - missing];

            if (length == loop->full[axis] || length == 1)
                continue;
            if (loop->full[axis] != 1)
                return misfit(&operands[k], owners[axis], ndim - 1 - axis, error);
            loop->full[axis] = length;
            owners[axis] = &operands[k];
        }
    }
    return CUJIT_OK;
}

bool cj_loop_find_size(cj_loop *loop)
{
    bool fits = true;

    loop->size = 1;
    for (int axis = 0; axis < loop->full_ndim; axis++) {
        if (loop->full[axis] == 0) {
            loop->size = 0;
            return true;
        }
        fits = fits && !__builtin_mul_overflow(loop->size, loop->full[axis], &loop->size) && loop->size <= INT64_MAX;
    }
    return fits;
}

/* A written operand has every axis that is longer than 1. */
static cujit_status check_whole_shape(const cj_operand *operand, const cj_loop *loop, cujit_error *error)
{
    int missing = loop->full_ndim - operand->ndim;

    for (int axis = 0; axis < loop->full_ndim; axis++) {
        if ((axis < missing ? 1 : operand->shape[axis - missing]) != loop->full[axis])
            return too_small(operand, loop, error);
    }
    return CUJIT_OK;
}

/* ---- The strides ------------------------------------------------------------------------------------------------- */

void cj_loop_take_axes(cj_loop *loop, unsigned flags, int axes[CJ_MAX_AXES])
{
    loop->ndim = 0;
    for (int axis = 0; axis < loop->full_ndim; axis++) {
        if (loop->full[axis] == 1 && (flags & CJ_LOOP_AXES) == 0)
            continue;
        loop->lengths[loop->ndim] = loop->full[axis];
        axes[loop->ndim++] = axis;
    }
}

static void take_strides(const cj_operand *operand, const cj_loop *loop, const int axes[CJ_MAX_AXES], int64_t *row)
{
    int missing = loop->full_ndim - operand->ndim;

    for (int j = 0; j < loop->ndim; j++) {
        int own = axes[j] - missing;

        row[j] = own >= 0 && operand->shape[own] != 1 ? operand->strides[own] : 0;
    }
}

void cj_loop_take_index(const cj_loop *loop, int64_t *row)
{
    uint64_t stride = 1;

    for (int j = loop->ndim - 1; j >= 0; j--) {
        row[j] = (int64_t)stride;
        stride *= loop->lengths[j];
    }
}

/* How many bytes the elements lie before and behind index 0, 0, ...; UINT64_MAX where it is more. No length is 0. */
static void find_reach(int ndim, const uint64_t *lengths, const int64_t *strides, uint64_t *forward, uint64_t *backward)
{
    *forward = *backward = 0;
    for (int j = 0; j < ndim; j++) {
        uint64_t *way = strides[j] < 0 ? backward : forward, step;

        if (__builtin_mul_overflow(lengths[j] - 1, magnitude(strides[j]), &step) ||
            __builtin_add_overflow(*way, step, way))
            *way = UINT64_MAX;
    }
}

/* Is every element's place its own? From the shortest stride to the longest each must step over all that the shorter
 * ones reach. So it is in whatever slicing, transposing and turning round makes of a dense array. Strides of other
 * origin may fail although no two elements meet (3 by 2 elements of 1 byte, 2 and 3 bytes apart): only a search could
 * tell. */
static bool is_disjoint(const cj_loop *loop, const int64_t *row, size_t item_size)
{
    uint64_t strides[CJ_MAX_AXES], steps[CJ_MAX_AXES], span = 0;
    int count = 0, at;

    for (int j = loop->ndim - 1; j >= 0; j--) {
        uint64_t stride = magnitude(row[j]);

        if (loop->lengths[j] == 1)
            continue;
        for (at = count++; at > 0 && strides[at - 1] > stride; at--) {
            strides[at] = strides[at - 1];
            steps[at] = steps[at - 1];
        }
        strides[at] = stride;
        steps[at] = loop->lengths[j] - 1;
    }
    for (int k = 0; k < count; k++) {
        if (strides[k] < span || strides[k] - span < item_size)
            return false;
        span += steps[k] * strides[k];
    }
    return true;
}

cujit_status cj_loop_take_operand(const cj_operand *operand, cj_loop *loop, const int axes[CJ_MAX_AXES], int64_t *row,
                                  cujit_error *error)
{
    uint64_t forward, backward;
    int64_t reach;

    take_strides(operand, loop, axes, row);
    find_reach(loop->ndim, loop->lengths, row, &forward, &backward);
    if (forward > INT64_MAX || backward > INT64_MAX - forward)
        return misplaced(operand, ":", "lie more than 2^63 - 1 bytes from each other", error);
    if (operand->written && !is_disjoint(loop, row, operand->item_size))
        return misplaced(operand, " is written, but", "overlap or interlace", error);
    reach = (int64_t)(forward > backward ? forward : backward);
    loop->reach = reach > loop->reach ? reach : loop->reach;
    return CUJIT_OK;
}

/* ---- Sorting and merging ----------------------------------------------------------------------------------------- */

/* Above 0: axis a is the outer one, in the eyes of the first operand that steps along both and not equally far. */
static int compare_axes(const cj_operand *operands, size_t count, int64_t (*strides)[CJ_MAX_AXES], int a, int b)
{
    for (int written = 1; written >= 0; written--) {
        for (size_t k = 0; k < count; k++) {
            uint64_t one = magnitude(strides[k][a]), other = magnitude(strides[k][b]);

            if (operands[k].written == (written != 0) && one != 0 && other != 0 && one != other)
                return one > other ? 1 : -1;
        }
    }
    return 0;
}

/* Puts what row[order[j]] was into row[j]. */
static void permute(int64_t *row, const int *order, int ndim)
{
    int64_t before[CJ_MAX_AXES];

    for (int j = 0; j < ndim; j++)
        before[j] = row[j];
    for (int j = 0; j < ndim; j++)
        row[j] = before[order[j]];
}

/* An insertion sort that looks past axes which no operand can compare: the order is not a total one. */
void cj_loop_sort(const cj_operand *operands, size_t count, size_t rows, cj_loop *loop, int64_t (*strides)[CJ_MAX_AXES])
{
    int order[CJ_MAX_AXES];
    bool sorted = true;

    for (int j = 0; j < loop->ndim; j++) {
        int at = j;

        for (int before = j - 1; before >= 0; before--) {
            int compared = compare_axes(operands, count, strides, j, order[before]);

            if (compared < 0)
                break;
            if (compared > 0)
                at = before;
        }
        sorted = sorted && at == j;
        for (int k = j; k > at; k--)
            order[k] = order[k - 1];
        order[at] = j;
    }
    if (sorted)
        return;
    permute((int64_t *)loop->lengths, order, loop->ndim);
    for (size_t k = 0; k < rows; k++)
        permute(strides[k], order, loop->ndim);
}

/* Does going one step along the outer axis lead in every row where one more step along the inner would? */
static bool is_one_axis(const cj_loop *loop, size_t rows, int64_t (*strides)[CJ_MAX_AXES], int outer, int inner)
{
    int64_t round;

    for (size_t k = 0; k < rows; k++) {
        if (__builtin_mul_overflow(strides[k][inner], (int64_t)loop->lengths[inner], &round) ||
            strides[k][outer] != round)
            return false;
    }
    return true;
}

void cj_loop_merge(cj_loop *loop, size_t rows, int64_t (*strides)[CJ_MAX_AXES])
{
    int last = 0;

    for (int j = 1; j < loop->ndim; j++) {
        bool merged = is_one_axis(loop, rows, strides, last, j);

        last += !merged;
        loop->lengths[last] = merged ? loop->lengths[last] * loop->lengths[j] : loop->lengths[j];
        for (size_t k = 0; k < rows; k++)
            strides[k][last] = strides[k][j];
    }
    loop->ndim = loop->ndim > 0 ? last + 1 : 0;
}

/* Do the loop's axes, as they are, lead from one element in memory to the next in every row? */
static bool is_whole(const cj_operand *operands, size_t count, const cj_loop *loop, int64_t (*strides)[CJ_MAX_AXES])
{
    for (size_t k = 0; k < count; k++) {
        uint64_t stride = operands[k].item_size;

        for (int j = loop->ndim - 1; j >= 0; j--) {
            if (loop->lengths[j] == 1)
                continue;
            if ((uint64_t)strides[k][j] != stride) /* a negative one is none that fits */
                return false;
            stride *= loop->lengths[j];
        }
    }
    return true;
}

void cj_loop_make_empty(cj_loop *loop, unsigned flags, size_t rows, int64_t (*strides)[CJ_MAX_AXES])
{
    loop->whole = true;
    loop->reach = 0;
    if ((flags & CJ_LOOP_AXES) == 0) {
        loop->ndim = 1;
        loop->lengths[0] = 0;
    }
    for (size_t k = 0; k < rows; k++) {
        for (int j = 0; j < loop->ndim; j++)
            strides[k][j] = 0;
    }
}

cujit_status cj_broadcast(const cj_operand *operands, size_t count, unsigned flags, cj_loop *loop,
                          int64_t (*strides)[CJ_MAX_AXES], cujit_error *error)
{
    size_t rows = (flags & CJ_LOOP_INDEX) != 0 ? count + 1 : count;
    int axes[CJ_MAX_AXES];
    cujit_status status;

    if ((status = cj_loop_find_shape(operands, count, loop, error)) != CUJIT_OK)
        return status;
    if (!cj_loop_find_size(loop))
        return cj_loop_too_many(loop, "elements", error);
    for (size_t k = 0; k < count; k++) {
        if (operands[k].written && (status = check_whole_shape(&operands[k], loop, error)) != CUJIT_OK)
            return status;
    }
    cj_loop_take_axes(loop, flags, axes);
    if (loop->size == 0) {
        cj_loop_make_empty(loop, flags, count + 1, strides);
        return CUJIT_OK;
    }
    loop->reach = 0;
    for (size_t k = 0; k < count; k++) {
        if ((status = cj_loop_take_operand(&operands[k], loop, axes, strides[k], error)) != CUJIT_OK)
            return status;
    }
    if (rows > count)
        cj_loop_take_index(loop, strides[count]);
    if ((flags & (CJ_LOOP_AXES | CJ_LOOP_ORDER)) == 0)
        cj_loop_sort(operands, count, rows, loop, strides);
    if ((flags & CJ_LOOP_AXES) == 0)
        cj_loop_merge(loop, rows, strides);
    /* An index that is asked for counts in C order: any other leaves several axes. */
    loop->whole = is_whole(operands, count, loop, strides) &&
                  (rows == count || (flags & CJ_LOOP_AXES) != 0 || loop->ndim <= 1);
    return CUJIT_OK;
}

/* ---- Addresses --------------------------------------------------------------------------------------------------- */

void cj_operand_extent(const cj_operand *operand, uintptr_t *low, uintptr_t *high)
{
    const uintptr_t data = *low = *high = (uintptr_t)operand->data;
    uint64_t forward, backward;

    for (int k = 0; k < operand->ndim; k++) {
        if (operand->shape[k] == 0)
            return;
    }
    /* Strides that lead out of all memory are somebody's mistake, and reach everything. */
    find_reach(operand->ndim, operand->shape, operand->strides, &forward, &backward);
    *low = data > backward ? data - backward : 0;
    if (__builtin_add_overflow(data, forward, high) || __builtin_add_overflow(*high, operand->item_size, high))
        *high = UINTPTR_MAX;
}

/* ---- Division ---------------------------------------------------------------------------------------------------- */

/* With s the least number for which 2^s >= d, the magic number is floor(2^N (2^s - d) / d) + 1. A d above 2^(N-1) is
 * above every t too, and would need a shift by all N bits, which C does not define: 0 comes of t >> (N-1) as well. */

__extension__ typedef unsigned __int128 uint128;

cj_divisor cj_divisor_of(uint64_t d, unsigned bits)
{
    unsigned shift;

    if (d <= 1) /* 0: a length that nothing will ever be divided by */
        return (cj_divisor){1, 0};
    if (d > UINT64_C(1) << (bits - 1))
        return (cj_divisor){0, bits - 1};
    shift = 64 - (unsigned)__builtin_clzll(d - 1);
    return (cj_divisor){(uint64_t)(((uint128)((UINT64_C(1) << shift) - d) << bits) / d) + 1, shift};
}
