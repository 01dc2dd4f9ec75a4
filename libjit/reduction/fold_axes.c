/*
 * fold_axes.c: the axes of a reduction or a scan told apart, and the loop over each kind sorted and merged for itself.
 *
 * Like all of broadcast.c, whose steps these are, it runs on every checked call with views: no allocation, no lock.
 */
#include "libjit/reduction/fold_axes.h"

/* ---- The caller's axes ------------------------------------------------------------------------------------------- */

static cujit_status out_of_range(int axis, int ndim, cujit_error *error)
{
    if (ndim == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "axis %d is out of range: the arrays together have no axes", axis);
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "axis %d is out of range: the arrays together have %d %s, so %d to %d", axis, ndim,
                        ndim == 1 ? "axis" : "axes", -ndim, ndim - 1);
}

static cujit_status given_twice(int axis, int first, int second, cujit_error *error)
{
    if (first == second)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "axis %d is given twice", first);
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "axis %d is given twice, as %d and %d", axis, first,
                        second);
}

cujit_status cj_axis_set_find(const int *axes, int count, int ndim, cj_axis_set *out, cujit_error *error)
{
    int given[CJ_MAX_AXES]; /* as the caller wrote it */

    if (count < 0 || (axes == NULL && count != 0))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "axis_count is %d%s; expected 0%s", count,
                            axes == NULL ? " without axes" : "", axes == NULL ? "" : " or more");
    for (int axis = 0; axis < CJ_MAX_AXES; axis++)
        out->folded[axis] = axes == NULL && axis < ndim;
    out->count = axes == NULL ? ndim : count;
    for (int k = 0; k < count; k++) {
        int axis = axes[k] < 0 ? axes[k] + ndim : axes[k];

        if (axis < 0 || axis >= ndim)
            return out_of_range(axes[k], ndim, error);
        if (out->folded[axis])
            return given_twice(axis, given[axis], axes[k], error);
        out->folded[axis] = true;
        given[axis] = axes[k];
    }
    return CUJIT_OK;
}

/* ---- The shapes -------------------------------------------------------------------------------------------------- */

static cujit_status too_many(const cj_loop *whole, const char *what, cujit_error *error)
{
    char full[CJ_SHOWN];

    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "the arrays together have the shape %s: more than 2^63 - 1 %s", cj_loop_show(full, whole),
                        what);
}

/* The full shapes of all three, and how many elements each has. */
static cujit_status find_shapes(const cj_operand *operands, size_t count, const int *axes, int axis_count,
                                cj_fold_loop *out, cujit_error *error)
{
    cj_loop *whole = &out->whole;
    cujit_status status;

    if ((status = cj_loop_find_shape(operands, count, whole, error)) != CUJIT_OK ||
        (status = cj_axis_set_find(axes, axis_count, whole->full_ndim, &out->set, error)) != CUJIT_OK)
        return status;
    out->kept.full_ndim = out->folded.full_ndim = 0;
    for (int axis = 0; axis < whole->full_ndim; axis++) {
        cj_loop *side = out->set.folded[axis] ? &out->folded : &out->kept;

        side->full[side->full_ndim++] = whole->full[axis];
    }
    if (!cj_loop_find_size(whole))
        return too_many(whole, "elements", error);
    /* Each alone may still be too long, beside a 0 of the other. */
    if (!cj_loop_find_size(&out->kept))
        return too_many(whole, "results", error);
    if (!cj_loop_find_size(&out->folded))
        return too_many(whole, "elements for each result", error);
    return CUJIT_OK;
}

cujit_status cj_fold_result_shape(const cj_operand *operands, size_t count, const int *axes, int axis_count,
                                  bool keepdims, int *ndim, size_t *shape, cujit_error *error)
{
    cj_fold_loop found;
    cujit_status status = find_shapes(operands, count, axes, axis_count, &found, error);

    if (status != CUJIT_OK)
        return status;
    *ndim = 0;
    for (int axis = 0; axis < found.whole.full_ndim; axis++) {
        if (!found.set.folded[axis] || keepdims)
            shape[(*ndim)++] = found.set.folded[axis] ? 1 : (size_t)found.whole.full[axis];
    }
    return CUJIT_OK;
}

/* ---- The strides ------------------------------------------------------------------------------------------------- */

/* The rows of one call. */
typedef struct rows {
    int64_t (*kept)[CJ_MAX_AXES], (*folded)[CJ_MAX_AXES];
    size_t inputs, outputs, count;
} rows;

/* What belongs to each of the two loops, from a row over all axes. */
static void split_row(const cj_fold_loop *of, const int axes[CJ_MAX_AXES], const int64_t *row, int64_t *kept,
                      int64_t *folded)
{
    for (int j = 0; j < of->whole.ndim; j++) {
        if (of->set.folded[axes[j]])
            *folded++ = row[j];
        else
            *kept++ = row[j];
    }
}

static void clear_rows(const cj_fold_loop *of, const rows *out)
{
    for (size_t k = 0; k < out->count; k++) {
        for (int j = 0; j < of->kept.ndim; j++)
            out->kept[k][j] = 0;
        for (int j = 0; j < of->folded.ndim; j++)
            out->folded[k][j] = 0;
    }
}

/* The inputs' rows and the index, over the whole shape: how far an input reaches is a matter of all its axes. */
static cujit_status take_inputs(const cj_operand *operands, unsigned flags, cj_fold_loop *of, const rows *out,
                                cujit_error *error)
{
    size_t index = out->inputs + out->outputs + CJ_FOLD_ROW_INDEX;
    int64_t row[CJ_MAX_AXES];
    int axes[CJ_MAX_AXES];
    cujit_status status;

    cj_loop_take_axes(&of->whole, 0, axes);
    for (size_t k = 0; k < out->inputs; k++) {
        if ((status = cj_loop_take_operand(&operands[k], &of->whole, axes, row, error)) != CUJIT_OK)
            return status;
        split_row(of, axes, row, out->kept[k], out->folded[k]);
    }
    if ((flags & CJ_FOLD_INDEX) != 0) {
        cj_loop_take_index(&of->whole, row);
        split_row(of, axes, row, out->kept[index], out->folded[index]);
    }
    return CUJIT_OK;
}

/* An output's row over the results. Where it keeps the folded axes, 1 long, these are dropped. */
static cujit_status take_output(const cj_operand *given, unsigned flags, cj_fold_loop *of, int64_t *row,
                                cujit_error *error)
{
    size_t shape[CJ_MAX_AXES];
    ptrdiff_t strides[CJ_MAX_AXES];
    int axes[CJ_MAX_AXES];
    cj_operand output = *given;

    output.written = true; /* whatever the caller calls it: two results must not meet */
    if ((flags & CJ_FOLD_KEEPDIMS) != 0) {
        output.ndim = 0;
        output.shape = shape;
        output.strides = strides;
        for (int axis = 0; axis < of->whole.full_ndim; axis++) {
            shape[output.ndim] = given->shape[axis];
            strides[output.ndim] = given->strides[axis];
            output.ndim += !of->set.folded[axis];
        }
    }
    cj_loop_take_axes(&of->kept, 0, axes);
    return cj_loop_take_operand(&output, &of->kept, axes, row, error);
}

/* A loop's axes, once its rows are there. What nothing asks for is 0 and steps evenly through everything. */
static void arrange(const cj_operand *operands, const rows *from, bool sort, cj_loop *loop,
                    int64_t (*strides)[CJ_MAX_AXES])
{
    if (loop->size == 0) {
        cj_loop_make_empty(loop, 0, from->count, strides);
        return;
    }
    if (sort)
        cj_loop_sort(operands, from->inputs, from->count, loop, strides);
    cj_loop_merge(loop, from->count, strides);
}

cujit_status cj_fold_loop_find(const cj_fold_question *question, cj_fold_loop *loop,
                               int64_t (*kept_strides)[CJ_MAX_AXES], int64_t (*folded_strides)[CJ_MAX_AXES],
                               cujit_error *error)
{
    const cj_operand *inputs = question->inputs;
    const size_t count = question->input_count, output_count = question->output_count;
    rows all = {kept_strides, folded_strides, count, output_count, count + output_count + CJ_FOLD_OWN_ROWS};
    int axes[CJ_MAX_AXES];
    cujit_status status;

    if ((status = find_shapes(inputs, count, question->axes, question->axis_count, loop, error)) != CUJIT_OK)
        return status;
    loop->whole.reach = loop->kept.reach = 0;
    cj_loop_take_axes(&loop->kept, 0, axes);
    cj_loop_take_axes(&loop->folded, 0, axes);
    clear_rows(loop, &all);
    if (loop->whole.size > 0 && (status = take_inputs(inputs, question->flags, loop, &all, error)) != CUJIT_OK)
        return status;
    for (size_t k = 0; loop->kept.size > 0 && k < output_count; k++) {
        if ((status = take_output(&question->outputs[k], question->flags, loop, kept_strides[count + k], error)) !=
            CUJIT_OK)
            return status;
    }
    if ((question->flags & CJ_FOLD_PLACE) != 0)
        cj_loop_take_index(&loop->folded, folded_strides[count + output_count + CJ_FOLD_ROW_PLACE]);
    if (loop->kept.reach > loop->whole.reach)
        loop->whole.reach = loop->kept.reach;
    arrange(inputs, &all, true, &loop->kept, kept_strides);
    arrange(inputs, &all, (question->flags & CJ_FOLD_ORDERED) == 0, &loop->folded, folded_strides);
    return CUJIT_OK;
}
