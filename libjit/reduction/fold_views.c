/*
 * fold_views.c: see fold_views.h.
 */
#include "libjit/reduction/fold_views.h"

#include "libjit/kernel/tiling.h"

#include <string.h>

/* ---- Flat or not ------------------------------------------------------------------------------------------------- */

cujit_status cj_fold_call_take_count(cj_call *call, const size_t *n, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(call);
    const cj_signature *signature = &kernel->fold.text.signature;
    size_t sized = 0;

    call->counted = n != NULL;
    while (sized < signature->count &&
           !(signature->parameters[sized].pointer && cj_kernel_text_has(kernel->core.text, sized, CJ_ROLE_SIZED)))
        sized++;
    if (n == NULL && kernel->core.leader != SIZE_MAX)
        return CUJIT_OK;
    if (n == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: no argument is an array, so that nothing says how many elements there are; give `n` "
                            "in the options",
                            kernel->fold.text.name);
    if (sized < signature->count)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: the options give n as %zu, but argument %zu (%s) says how many elements there are",
                            kernel->fold.text.name, *n, sized + 1, signature->parameters[sized].name);
    call->n = *n;
    return *n <= kernel->core.most ? CUJIT_OK : cj_core_refuse_size(&kernel->core, *n, error);
}

/* May elements be taken in any order? */
static bool order_matters(const cj_fold_kernel *kernel)
{
    return kernel->ordered || kernel->fold.spec.scan || kernel->fold.text.needs_index || kernel->fold.uses_place;
}

bool cj_fold_call_is_flat(const cj_call *call, unsigned order)
{
    return (order & CJ_CALL_ALIKE) != 0 && ((order & CJ_CALL_LISTS) != 0 || !order_matters(cj_fold_of(call)));
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

const char *cj_fold_output_name(const cj_fold_kernel *kernel, size_t k)
{
    static const char *const names[CUJIT_REDUCTION_MAX_RESULTS] = {"out[0]", "out[1]", "out[2]", "out[3]",
                                                                   "out[4]", "out[5]", "out[6]", "out[7]"};

    return kernel->fold.spec.scan ? "out" : names[k];
}

static cujit_status check_output(const cj_call *call, size_t k, const cujit_array *array, int ndim, const size_t *shape,
                                 cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(call);
    const char *name = cj_fold_output_name(kernel, k);
    const cj_fold_type *type = &kernel->fold.folds[k].out;
    const char *of = kernel->fold.text.name;
    char expected[CJ_SHOWN], got[CJ_SHOWN];

    if (array == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", of, name);
    if (!cj_argument_same_memory(kernel->core.context, array))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: %s lies on another device", of, name);
    if (array->dtype != type->dtype)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: %s must have elements of %s, got %s", of, name,
                            type->spelling, cujit_context_type_name(array->context, array->dtype));
    cj_array_use(kernel->core.context, array, call->stream);
    if (cj_array_has_shape(array, ndim, shape))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: %s must have shape %s, got %s", of, name,
                        cj_shape_show(expected, ndim, shape), cj_shape_show(got, array->ndim, array->shape));
}

cujit_status cj_fold_call_take_output(const cj_call *call, size_t k, bool make, int ndim, const size_t *shape,
                                      cujit_array **array, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(call);

    return make ? cj_array_create(kernel->core.context, kernel->fold.folds[k].out.dtype, ndim, shape, NULL,
                                  call->stream, array, error)
                : check_output(call, k, *array, ndim, shape, error);
}

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
        return cj_loop_too_many(whole, "elements", error);
    /* Each alone may still be too long, beside a 0 of the other. */
    if (!cj_loop_find_size(&out->kept))
        return cj_loop_too_many(whole, "results", error);
    if (!cj_loop_find_size(&out->folded))
        return cj_loop_too_many(whole, "elements for each result", error);
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

/* ---- Where memory lies ------------------------------------------------------------------------------------------- */

static bool is_same_row(const cj_fold_views *views, size_t a, size_t b)
{
    return memcmp(views->kept[a], views->kept[b], (size_t)views->loop.kept.ndim * sizeof(int64_t)) == 0 &&
           memcmp(views->folded[a], views->folded[b], (size_t)views->loop.folded.ndim * sizeof(int64_t)) == 0;
}

/* Is the array the output of that row, element for element? */
static bool is_same(const cj_fold_views *views, size_t parameter, size_t output)
{
    const cj_call *call = views->call;
    const size_t row = cj_call_row(call, parameter);

    return row < views->count && cj_call_can_view(call, parameter) &&
           cj_pointer_value(cj_call_values(call), parameter) == (uintptr_t)call->operands[output].data &&
           call->operands[row].item_size == call->operands[output].item_size && is_same_row(views, row, output);
}

/* May the outputs be written while the arrays are read? `in_place`: one may be an input, element for element. Who has
 * no elements overlaps nothing. */
static cujit_status check_overlap(const cj_fold_views *views, bool in_place, cujit_error *error)
{
    const cj_signature *signature = &views->call->core->text->signature;
    uintptr_t low, high, begin, end;

    for (size_t at = 0; at < views->output_count * signature->count; at++) {
        size_t row = views->count + at / signature->count, k = at % signature->count;
        const cj_operand *output = &views->call->operands[row];

        if (!signature->parameters[k].pointer)
            continue;
        cj_operand_extent(output, &low, &high);
        cj_call_extent(views->call, k, &begin, &end);
        if (low < high && begin < end && low < end && begin < high && !(in_place && is_same(views, k, row)))
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s overlaps argument %zu (%s)%s",
                                views->call->core->text->name, output->name, k + 1, signature->parameters[k].name,
                                in_place ? " otherwise than element for element"
                                         : ", which is still being read when it is written");
    }
    return CUJIT_OK;
}

bool cj_fold_is_aligned(const cj_fold_views *views, size_t row, bool kept, size_t width)
{
    const cj_call *call = views->call;
    const bool input = row < views->count;
    const size_t k = input ? call->parameters[row] : 0;
    uintptr_t bits = input ? cj_pointer_value(cj_call_values(call), k) : (uintptr_t)call->operands[row].data;

    for (int j = 0; j < views->loop.kept.ndim - (kept ? 1 : 0); j++)
        bits |= (uintptr_t)views->kept[row][j];
    for (int j = 0; j < views->loop.folded.ndim - (kept ? 0 : 1); j++)
        bits |= (uintptr_t)views->folded[row][j];
    return (bits & ((input ? cj_tile_alignment(&call->core->text->signature.parameters[k], width)
                           : cj_tile_power(call->operands[row].item_size, width)) -
                    1)) == 0;
}

/* ---- What is looped over ----------------------------------------------------------------------------------------- */

/* Who asks where an element is also wants the first of several, so these come in order. */
static unsigned find_flags(const cj_fold_kernel *kernel)
{
    bool index = kernel->fold.text.needs_index, place = kernel->fold.uses_place;

    return (order_matters(kernel) ? CJ_FOLD_ORDERED : 0u) | (index ? CJ_FOLD_INDEX : 0u) | (place ? CJ_FOLD_PLACE : 0u);
}

cujit_status cj_fold_views_find(cj_call *call, cujit_array *const *outs, const int *axes, int axis_count,
                                const cj_selection *selected, bool keepdims, cj_fold_views *views, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(call);
    const size_t output_count = kernel->fold.count;
    bool joined = kernel->fold.spec.scan; /* the output is walked like an input */
    cj_operand *outputs = &call->operands[call->count];
    cj_fold_question question = {
        .inputs = call->operands,
        .outputs = outputs,
        .input_count = call->count + joined,
        .output_count = joined ? 0 : output_count,
        .axes = axes,
        .axis_count = axis_count,
        .flags = keepdims ? CJ_FOLD_KEEPDIMS : 0,
    };
    cujit_status status;

    views->call = call;
    views->count = call->count;
    views->output_count = output_count;
    views->selected = selected != NULL ? *selected : (cj_selection){0};
    /* What is selected is named in C order; where it is then needs no steps. */
    question.flags |= views->selected.flags != 0 ? CJ_FOLD_ORDERED : find_flags(kernel);
    for (size_t k = 0; k < output_count; k++) {
        outputs[k] = (cj_operand){
            .name = cj_fold_output_name(kernel, k),
            .ndim = outs[k]->ndim,
            .shape = outs[k]->shape,
            .strides = outs[k]->strides,
            .item_size = outs[k]->item_size,
            .data = outs[k]->data,
            .written = true,
        };
    }
    if ((status = cj_fold_loop_find(&question, &views->loop, views->kept, views->folded, error)) != CUJIT_OK ||
        (status = cj_call_check_pointers(call, views->loop.whole.size, false, error)) != CUJIT_OK)
        return status;
    views->elements = views->selected.flags != 0 ? views->selected.n : views->loop.folded.size;
    return check_overlap(views, joined, error);
}
