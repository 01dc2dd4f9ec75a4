/*
 * fold_views.c: see fold_views.h.
 */
#include "libjit/reduction/fold_views.h"

#include "libjit/kernel/tiling.h"
#include "libjit/reduction/fold_kernel.h"

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

static cujit_status check_output(const cj_fold_kernel *kernel, size_t k, const cujit_array *array, int ndim,
                                 const size_t *shape, cujit_error *error)
{
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
                : check_output(kernel, k, *array, ndim, shape, error);
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
    for (size_t k = 0; k < output_count; k++)
        outputs[k] = (cj_operand){
            .name = cj_fold_output_name(kernel, k),
            .ndim = outs[k]->ndim,
            .shape = outs[k]->shape,
            .strides = outs[k]->strides,
            .item_size = outs[k]->item_size,
            .data = outs[k]->data,
            .written = true,
        };
    if ((status = cj_fold_loop_find(&question, &views->loop, views->kept, views->folded, error)) != CUJIT_OK ||
        (status = cj_call_check_pointers(call, views->loop.whole.size, false, error)) != CUJIT_OK)
        return status;
    views->elements = views->selected.flags != 0 ? views->selected.n : views->loop.folded.size;
    return check_overlap(views, joined, error);
}
