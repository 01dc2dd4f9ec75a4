/*
 * run_bind.c: memory and views of a call's steps.
 *
 * Views are structs beside the call. Temporary memory comes from the context's blocks, in the order of the stream.
 */
#include "libjit/expression/run_frame.h"

#include "libjit/base/alloc.h"
#include "libjit/expression/overlap.h"

#include <string.h>

/* ---- Views ------------------------------------------------------------------------------------------------------- */

cujit_array *cj_frame_local(const cj_frame *f, cj_bound *l, cujit_dtype dtype, const cj_look *look, void *data)
{
    cujit_array *array = (cujit_array *)(void *)l->locals[l->local_count++].array;
    const size_t axes = (size_t)look->rank;

    *array = (cujit_array){
        .context = f->options->context,
        .references = 1, /* the frame's: views of it may come and go */
        .dtype = dtype,
        .ndim = look->rank,
        .item_size = cujit_dtype_size(dtype),
        .data = (char *)data + look->offset,
        .used = f->options->stream,
        .strides = (ptrdiff_t *)(array->shape + axes),
    };
    memcpy(array->shape, look->lengths, axes * sizeof *look->lengths);
    memcpy(array->strides, look->strides, axes * sizeof *look->strides);
    cj_array_settle(array);
    return array;
}

/* Memory in C order of a slot's shape. */
static void look_in_order(const cj_frame *f, uint32_t slot, size_t item_size, cj_look *look)
{
    size_t stride = item_size;

    look->rank = cj_layout_rank(&f->layout, slot);
    look->offset = 0;
    memcpy(look->lengths, f->layout.shapes[slot], (size_t)look->rank * sizeof *look->lengths);
    for (int k = look->rank - 1; k >= 0; k--) {
        look->strides[k] = (ptrdiff_t)stride;
        stride *= look->lengths[k] > 0 ? look->lengths[k] : 1;
    }
}

void cj_look_at_array(const cujit_array *array, cj_look *look)
{
    look->rank = array->ndim;
    look->offset = 0;
    memcpy(look->lengths, array->shape, (size_t)array->ndim * sizeof *look->lengths);
    memcpy(look->strides, array->strides, (size_t)array->ndim * sizeof *look->strides);
}

void *cj_frame_look_at(const cj_frame *f, uint32_t term, bool operand, cj_look *look)
{
    const cj_term *of = cj_plan_term(f->plan, term);
    const cujit_array *array = operand ? f->layout.items[of->of.operand].value.array
                                       : f->kept[f->plan->memory[term]].array;

    if (array != NULL) {
        cj_look_at_array(array, look);
        return array->data;
    }
    look_in_order(f, f->plan->slots[term], cujit_dtype_size(of->type.dtype), look);
    return f->kept[f->plan->memory[term]].data;
}

/* What has one element a row is handed over without the row's axes, which are 1 long where there are any. */
static void leave_out_row(const cj_step *step, cj_look *look)
{
    if (step->rows.keepdims)
        look->rank = look->rank > step->rows.axes ? look->rank - step->rows.axes : 0;
}

/* The results of a step's reductions are handed over without the axes that are reduced, whichever of them keep
 * these. */
static void leave_out_folded(const cj_frame *f, const cj_step *step, size_t output, cj_look *look)
{
    const cj_fold_detail *fold = &cj_plan_term(f->plan, step->stages[output].fold)->of.fold;
    int rank = 0;

    for (int k = 0; k < look->rank && fold->keepdims; k++) {
        if ((fold->axes >> k & 1) != 0)
            continue;
        look->lengths[rank] = look->lengths[k];
        look->strides[rank++] = look->strides[k];
    }
    look->rank = fold->keepdims ? rank : look->rank;
}

static cujit_status take_input(const cj_frame *f, cj_bound *l, size_t k, cujit_error *error)
{
    const cj_input *input = &l->step->inputs[k];
    const cj_term *term = cj_plan_term(f->plan, input->term);
    cujit_status status = CUJIT_OK;
    cj_look look;
    void *data;

    if (input->path == 0 && input->operand && !input->rowed) {
        l->inputs[k] = f->layout.items[term->of.operand].value.array;
        return CUJIT_OK;
    }
    data = cj_frame_look_at(f, input->term, input->operand, &look);
    if (input->path != 0)
        status = cj_layout_follow(&f->layout, l->step, input->path, &look, error);
    if (input->rowed)
        leave_out_row(l->step, &look);
    if (status == CUJIT_OK)
        l->inputs[k] = cj_frame_local(f, l, term->type.dtype, &look, data);
    return status;
}

/* ---- New memory -------------------------------------------------------------------------------------------------- */

static cujit_status count_bytes(cj_frame *f, const cj_look *look, size_t item_size, size_t *bytes, cujit_error *error)
{
    const size_t most = f->options->max_bytes;
    const bool fits = !__builtin_mul_overflow(cj_layout_size(look->rank, look->lengths), item_size, bytes) &&
                      *bytes <= PTRDIFF_MAX && !__builtin_add_overflow(f->bytes, *bytes, &f->bytes);

    if (!fits || (most != 0 && f->bytes > most))
        return cj_tree_error(f->layout.tree, (cj_span){0, 1}, CUJIT_ERROR_EXPRESSION, error,
                             "the results need more than %zu bytes", most != 0 ? most : (size_t)PTRDIFF_MAX);
    return CUJIT_OK;
}

/* A graph may run at any time: what it uses on the way must be nobody else's meanwhile. */
static cujit_status check_stream(const cj_frame *f, cujit_error *error)
{
    const cujit_context *context = f->options->context;

    if (f->options->stream == NULL || !context->backend->graph_records(context->device, f->options->stream))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "the expression needs memory on the way, which cannot be taken while a graph is recorded; "
                        "prepare it before (cujit_expression_prepare), and record its launch");
}

static cujit_status take_block(cj_frame *f, size_t bytes, cj_block **block, void **data, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    *data = NULL;
    *block = NULL;
    if (bytes > 0 && (status = check_stream(f, error)) == CUJIT_OK &&
        (status = cj_blocks_take(&f->options->context->staging.device, bytes,
                                 f->lasting ? CJ_STREAM_NONE : f->options->stream, block, error)) == CUJIT_OK)
        *data = (*block)->memory;
    return status;
}

cujit_status cj_frame_take(cj_frame *f, const cj_look *look, size_t item_size, cj_block **block, void **data,
                           cujit_error *error)
{
    size_t bytes;
    cujit_status status = count_bytes(f, look, item_size, &bytes, error);

    return status == CUJIT_OK ? take_block(f, bytes, block, data, error) : status;
}

static void put_back(const cj_frame *f, cj_block *block)
{
    cujit_context *context = f->options->context;

    if (block != NULL && f->lasting)
        cj_blocks_hold(&context->staging.device, block,
                       context->backend->is_host ? CJ_STREAM_NONE : f->options->stream);
    else if (block != NULL)
        cj_blocks_put_back(&f->options->context->staging.device, block, f->options->stream, false);
}

/* The text's value goes into an array: the caller's, or a new one. */
static cujit_status make_result(cj_frame *f, const cj_look *look, cujit_dtype dtype, cj_term_memory *out,
                                cujit_error *error)
{
    const cujit_array *given = f->options->out;
    char one[CJ_LAYOUT_SHOWN], other[CJ_LAYOUT_SHOWN];
    cujit_status status;

    if (given == NULL) {
        status = cj_array_create(f->options->context, dtype, look->rank, look->lengths, NULL, f->options->stream,
                                 &f->made, error);
        out->array = f->made;
    } else if (given->dtype != dtype) {
        status = cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "out has elements of %s; the text's value has %s",
                              cujit_context_type_name(f->options->context, given->dtype), cujit_dtype_name(dtype));
    } else if (!cj_array_has_shape(given, look->rank, look->lengths)) {
        status = cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "out has shape %s; the text's value has %s",
                              cj_layout_show(one, given->ndim, given->shape),
                              cj_layout_show(other, look->rank, look->lengths));
    } else {
        out->array = given;
        status = CUJIT_OK;
    }
    if (status == CUJIT_OK)
        out->data = out->array->data;
    return status;
}

static cujit_status make_term(cj_frame *f, uint32_t term, cujit_error *error)
{
    const cujit_dtype dtype = cj_plan_term(f->plan, term)->type.dtype;
    cj_term_memory *out = &f->kept[f->plan->memory[term]];
    cujit_status status;
    cj_look look;
    size_t bytes;

    look_in_order(f, f->plan->slots[term], cujit_dtype_size(dtype), &look);
    if (term != f->plan->formula.value)
        return cj_frame_take(f, &look, cujit_dtype_size(dtype), &out->block, &out->data, error);
    status = count_bytes(f, &look, cujit_dtype_size(dtype), &bytes, error);
    return status == CUJIT_OK ? make_result(f, &look, dtype, out, error) : status;
}

/* ---- What is written --------------------------------------------------------------------------------------------- */

/* The result of a scan over all elements has one axis; the scan's output has those of what is scanned. */
static bool is_flattened(const cj_frame *f, const cj_step *step)
{
    return step->kind == CJ_STEP_SCAN && cj_plan_term(f->plan, step->stages[0].fold)->of.fold.all;
}

/* A list, which may be the caller's with a step of its own, with the axes of a slot's shape. */
static void look_along(const cj_frame *f, uint32_t slot, cj_look *look)
{
    const ptrdiff_t step = look->strides[0], offset = look->offset;

    look_in_order(f, slot, 1, look);
    look->offset = offset;
    for (int k = 0; k < look->rank; k++)
        look->strides[k] *= step;
}

/* What a statement writes to: an array, or views of one. */
static cujit_status look_at_region(const cj_frame *f, uint32_t region, cj_look *look, void **data, cujit_error *error)
{
    uint32_t views[CJ_TREE_MAX_VIEWS];
    size_t count = 0;
    cujit_status status = CUJIT_OK;

    for (; cj_plan_term(f->plan, region)->kind == CJ_TERM_VIEW; region = cj_plan_term(f->plan, region)->arguments[0])
        views[count++] = region;
    *data = cj_frame_look_at(f, region, true, look);
    while (count > 0 && status == CUJIT_OK)
        status = cj_layout_view(&f->layout, views[--count], look, error);
    return status;
}

/* Where in the whole of a JOIN one of its arguments goes; the whole may be what a JOIN 1 long is repeated to. */
static void look_at_part(const cj_frame *f, uint32_t number, uint32_t part, cj_look *look)
{
    const cj_term *joined = cj_plan_term(f->plan, number);
    const uint32_t axis = joined->of.join.axis;
    const bool repeated = look->lengths[axis] != f->layout.shapes[f->plan->slots[number]][axis];
    const size_t times = repeated ? look->lengths[axis] : 1;

    for (uint32_t k = 0; k <= part; k++) {
        look->lengths[axis] = times * f->layout.shapes[f->plan->slots[joined->arguments[k]]][axis];
        if (k < part)
            look->offset += (ptrdiff_t)look->lengths[axis] * look->strides[axis];
    }
}

/* Where a term in memory is, or is to be, written to. */
static cujit_status look_at_term(cj_frame *f, const cj_step *step, const cj_output *output, cj_look *look, void **data,
                                 cujit_error *error)
{
    const uint32_t number = output->term;
    const cj_term *term = cj_plan_term(f->plan, number);
    cujit_status status;

    if (output->part == 0 && (status = make_term(f, number, error)) != CUJIT_OK)
        return status;
    *data = cj_frame_look_at(f, number, false, look);
    if (is_flattened(f, step))
        look_along(f, step->domain, look);
    else if (term->kind == CJ_TERM_JOIN)
        look_at_part(f, number, output->part, look);
    else if (term->kind == CJ_TERM_RESHAPE)
        look_in_order(f, step->domain, cujit_dtype_size(term->type.dtype), look);
    return CUJIT_OK;
}

/* Where a statement's value goes; *meets: the kernel must not write to it, as it is a fold of another shape, which is
 * repeated there, or of what lies there. */
static cujit_status look_at_store(const cj_frame *f, cj_bound *l, const cj_store *store, cj_look *look, void **data,
                                  bool *meets, cujit_error *error)
{
    const uint32_t slot = f->plan->slots[store->value];
    const cujit_array *whole;
    cujit_status status = look_at_region(f, store->region, look, data, error);

    *meets = false;
    if (status != CUJIT_OK || cj_step_writes(l->step))
        return status;
    for (int k = 0; k < look->rank; k++)
        *meets = *meets || look->lengths[k] != f->layout.shapes[slot][k];
    whole = cj_frame_local(f, l, cj_plan_term(f->plan, store->region)->type.dtype, look, *data);
    for (size_t k = 0; k < l->step->input_count; k++)
        *meets = *meets || cj_bound_meets(l, k, whole);
    return CUJIT_OK;
}

/* Is a statement's value a JOIN whose parts are written where the statement says? */
static bool is_joined_here(const cj_frame *f, const cj_store *store)
{
    return cj_plan_term(f->plan, store->value)->kind == CJ_TERM_JOIN && f->plan->memory[store->value] == CJ_NO_TERM;
}

/* Memory for the result of a fold, from which it is copied to where the look is. */
static cujit_status take_detour(cj_frame *f, cj_bound *l, const cj_store *store, cj_look *look, void **data,
                                cujit_error *error)
{
    const cujit_dtype dtype = cj_plan_term(f->plan, store->region)->type.dtype;
    cj_replaced *copy = &l->copies[l->copy_count];
    cujit_status status;

    copy->to = cj_frame_local(f, l, dtype, look, *data);
    look_in_order(f, f->plan->slots[store->value], cujit_dtype_size(dtype), look);
    if ((status = cj_frame_take(f, look, cujit_dtype_size(dtype), &copy->block, data, error)) != CUJIT_OK)
        return status;
    copy->from = cj_frame_local(f, l, dtype, look, *data);
    copy->after = true;
    l->copy_count++;
    return CUJIT_OK;
}

static cujit_status take_output(cj_frame *f, cj_bound *l, size_t k, cujit_error *error)
{
    const cj_output *output = &l->step->outputs[k];
    const uint32_t number = output->term != CJ_NO_TERM ? output->term : f->plan->formula.stores[output->store].region;
    const cj_term *term = cj_plan_term(f->plan, number);
    cujit_status status = CUJIT_OK;
    cj_look look;
    void *data;

    if (output->term != CJ_NO_TERM) {
        status = look_at_term(f, l->step, output, &look, &data, error);
    } else {
        const cj_store *store = &f->plan->formula.stores[output->store];
        bool meets;

        status = look_at_store(f, l, store, &look, &data, &meets, error);
        if (status == CUJIT_OK && meets)
            status = take_detour(f, l, store, &look, &data, error);
        if (status == CUJIT_OK && is_flattened(f, l->step))
            look_along(f, l->step->domain, &look);
        else if (status == CUJIT_OK && is_joined_here(f, store))
            look_at_part(f, store->value, output->part, &look);
    }
    if (status != CUJIT_OK)
        return status;
    if (output->rowed)
        leave_out_row(l->step, &look);
    if (l->step->kind == CJ_STEP_REDUCTION)
        leave_out_folded(f, l->step, k, &look);
    l->outputs[k] = cj_frame_local(f, l, term->type.dtype, &look, data);
    return CUJIT_OK;
}

/* ---- What a launch gets
 * ------------------------------------------------------------------------------------------- */

/* As a float, a number that is too large is infinite. */
static void list_arguments(const cj_frame *f, cj_bound *l)
{
    const cj_step *step = l->step;
    const bool writes = cj_step_writes(step);

    for (size_t k = 0; writes && k < step->output_count; k++)
        l->items[l->item_count++] = cujit_arg_array(l->outputs[k]);
    for (size_t k = 0; k < step->input_count; k++)
        l->items[l->item_count++] = cujit_arg_array(l->inputs[k]);
    l->first_number = l->item_count;
    for (size_t k = 0; k < step->number_count; k++) {
        cujit_arg item = cj_layout_number(&f->layout, step->numbers[k]);

        if ((step->floats >> k & 1) != 0)
            item.value.real[0] = (float)item.value.real[0];
        l->items[l->item_count++] = item;
    }
    for (size_t k = 0; step->length_count > 0 && k < step->input_count; k++) {
        for (int axis = 0; step->inputs[k].table && axis < l->inputs[k]->ndim; axis++)
            l->items[l->item_count++] = cujit_arg_int((long long)l->inputs[k]->shape[axis]);
    }
    for (int axis = 0; step->kind == CJ_STEP_WINNER && axis < l->outputs[0]->ndim; axis++)
        l->items[l->item_count++] = cujit_arg_int((long long)l->outputs[0]->shape[axis]);
}

/* Is something taken from the table wherever the step goes? */
static bool needs_table(const cj_frame *f, const cj_step *step, size_t input)
{
    bool needs = false;

    for (size_t k = 0; step->inputs[input].table && k < step->line_count; k++)
        needs = needs || (step->lines[k].kind == CJ_LINE_TAKE && step->lines[k].index == input &&
                          cj_plan_term(f->plan, step->lines[k].term)->of.take.mode != CJ_TAKE_WON);
    return needs;
}

/* Nothing can be taken from a table without elements. */
static cujit_status check_tables(const cj_frame *f, const cj_bound *l, cujit_error *error)
{
    bool some = true;

    for (int k = 0; k < cj_layout_rank(&f->layout, l->step->domain); k++)
        some = some && f->layout.shapes[l->step->domain][k] > 0;
    for (size_t k = 0; some && k < l->step->input_count; k++) {
        if (l->inputs[k]->size == 0 && needs_table(f, l->step, k))
            return cj_tree_error(f->layout.tree, cj_plan_term(f->plan, l->step->inputs[k].term)->place,
                                 CUJIT_ERROR_EXPRESSION, error, "there are indices into no elements");
    }
    return CUJIT_OK;
}

cujit_status cj_frame_bind(cj_frame *f, const cj_step *step, cj_bound *l, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    l->step = step;
    l->local_count = l->copy_count = l->item_count = 0;
    for (size_t k = 0; k < step->input_count && status == CUJIT_OK; k++)
        status = take_input(f, l, k, error);
    for (size_t k = 0; k < step->output_count && status == CUJIT_OK; k++)
        status = take_output(f, l, k, error);
    if (status == CUJIT_OK && step->length_count > 0)
        status = check_tables(f, l, error);
    if (status == CUJIT_OK && (status = cj_frame_find_copies(f, l, error)) == CUJIT_OK)
        list_arguments(f, l);
    return status;
}

void cj_frame_release(const cj_frame *f, cj_bound *bound)
{
    for (size_t k = 0; k < bound->copy_count; k++)
        put_back(f, bound->copies[k].block);
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

void cj_frame_put_back_after(cj_frame *f, size_t step)
{
    for (size_t k = 0; k < f->plan->memory_count; k++) {
        if (f->plan->last_use[k] == step && f->kept[k].block != NULL) {
            put_back(f, f->kept[k].block);
            f->kept[k].block = NULL;
        }
    }
}

static cujit_status find_room(cj_frame *f, cujit_error *error)
{
    const cj_plan *plan = f->plan;
    const size_t shapes = plan->slot_count * sizeof *f->layout.shapes, bounds = plan->bound_count * sizeof *f->bounds;
    const size_t all = plan->memory_count * sizeof *f->kept;

    f->layout.shapes = f->shapes;
    f->layout.bounds = f->bounds;
    f->kept = f->few;
    if (plan->slot_count > CJ_NEAR_SLOTS || plan->bound_count > CJ_NEAR_BOUNDS || plan->memory_count > CJ_NEAR_KEPT) {
        f->kept = NULL;
        if ((f->more = cj_malloc(shapes + bounds + all)) == NULL)
            return cj_error_no_memory(error, "a call of an expression");
        f->kept = f->more;
        f->layout.shapes = (void *)((char *)f->more + all);
        f->layout.bounds = (void *)((char *)f->more + all + shapes);
    }
    memset(f->kept, 0, all);
    return CUJIT_OK;
}

/* A result that a later step reads from what it writes to, or that operands lie in which are read later, would not be
 * what it was. */
static cujit_status check_out(const cj_frame *f, cujit_error *error)
{
    const cujit_array *out = f->options->out;
    const uint32_t value = f->plan->formula.value;
    const cj_step *last = &f->plan->steps[f->plan->step_count - 1];
    bool is_last = false;

    /* Else statements are stored in the same step, in no order; or other parts of the value by steps before. */
    if (last->output_count == 1)
        is_last = last->outputs[0].term == value &&
                  (value == CJ_NO_TERM || cj_plan_term(f->plan, value)->kind != CJ_TERM_JOIN);
    if (value != CJ_NO_TERM && cj_plan_term(f->plan, value)->kind == CJ_TERM_RESHAPE && !out->c_order)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "out of a reshaped value must lie in C order");
    for (uint32_t k = 0; !is_last && k < f->plan->formula.term_count; k++) {
        const cj_term *term = cj_plan_term(f->plan, k);

        if (term->kind == CJ_TERM_ARRAY && cj_may_meet(out, f->layout.items[term->of.operand].value.array))
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "out overlaps %s, which is used after the value is there",
                                f->options->names[term->of.operand]);
    }
    return CUJIT_OK;
}

/* Before the first of the steps runs, as any of them might go on for years. */
static cujit_status check_elements(const cj_frame *f, cujit_error *error)
{
    const size_t given = f->options->max_elements, most = given != 0 && given < PTRDIFF_MAX ? given : PTRDIFF_MAX;
    char shown[CJ_LAYOUT_SHOWN];

    for (size_t k = 0; k < f->plan->step_count; k++) {
        const uint32_t slot = f->plan->steps[k].domain;
        const int rank = cj_layout_rank(&f->layout, slot);

        if (cj_layout_size(rank, f->layout.shapes[slot]) > most)
            return cj_tree_error(f->layout.tree, cj_plan_term(f->plan, f->plan->shaped[slot])->caret,
                                 CUJIT_ERROR_EXPRESSION, error,
                                 "a kernel would go through more than %zu elements: the shape is %s", most,
                                 cj_layout_show(shown, rank, f->layout.shapes[slot]));
    }
    return CUJIT_OK;
}

/* What broadcast_to() makes of an array has no memory, but kernels may go through all of it. */
static cujit_status check_repeated(const cj_frame *f, cujit_error *error)
{
    const cj_formula *formula = &f->plan->formula;
    const size_t most = f->options->max_bytes;
    char shown[CJ_LAYOUT_SHOWN];

    for (uint32_t k = 0; most != 0 && k < formula->term_count; k++) {
        const cj_term *term = cj_plan_term(f->plan, k);
        const size_t *lengths = f->layout.shapes[f->plan->slots[k]];

        if (term->kind != CJ_TERM_VIEW || term->rank == 0 ||
            formula->axes[term->of.view.first].kind != CJ_VIEW_REPEAT ||
            cj_plan_term(f->plan, term->arguments[0])->scalar) /* which is written down, and counted there */
            continue;
        if (cj_layout_size(term->rank, lengths) > most / cujit_dtype_size(term->type.dtype))
            return cj_tree_error(f->layout.tree, term->caret, CUJIT_ERROR_EXPRESSION, error,
                                 "a value is repeated to the shape %s, which is more than %zu bytes",
                                 cj_layout_show(shown, term->rank, lengths), most);
    }
    return CUJIT_OK;
}

cujit_status cj_frame_begin(cj_frame *f, const cj_plan *plan, const cj_tree *tree, const cujit_arg *items,
                            const cj_run_options *options, bool lasting, cujit_error *error)
{
    cujit_status status;

    f->plan = plan;
    f->options = options;
    f->lasting = lasting;
    f->made = NULL;
    f->more = NULL;
    f->kept = NULL;
    f->bytes = 0;
    if ((status = find_room(f, error)) != CUJIT_OK)
        return status;
    f->layout.plan = plan;
    f->layout.tree = tree;
    f->layout.items = items;
    if ((status = cj_layout_find(&f->layout, error)) == CUJIT_OK)
        status = check_elements(f, error);
    if (status == CUJIT_OK)
        status = check_repeated(f, error);
    if (status == CUJIT_OK && options->out != NULL)
        status = check_out(f, error);
    return status;
}

void cj_frame_clear(cj_frame *f)
{
    for (size_t k = 0; f->kept != NULL && k < f->plan->memory_count; k++)
        put_back(f, f->kept[k].block);
    cj_free(f->more);
}
