/*
 * run.c: runs the steps of a plan one after the other.
 *
 * Views are structs on the stack. What a step reads of memory that it writes to must be the same element that is written
 * there; where it is not, it is copied first. That is seen from addresses, at each call: so operands may overlap in any
 * way. Temporary memory comes from the context's blocks, in the order of the stream.
 */
#include "libjit/expression/run.h"

#include "libjit/base/alloc.h"
#include "libjit/expression/layout.h"
#include "libjit/expression/overlap.h"
#include "libjit/runtime/array.h"
#include "libjit/runtime/blocks.h"
#include "libjit/runtime/broadcast.h"

#include <stdalign.h>
#include <string.h>

/* An array that is nowhere but here; its lists are behind it. */
typedef struct local_array {
    alignas(cujit_array) unsigned char array[sizeof(cujit_array) + 2 * CJ_FORMULA_MAX_RANK * sizeof(size_t)];
} local_array;

/* A term in memory. */
typedef struct kept {
    void *data;
    const cujit_array *array; /* the result, whose strides are its own; NULL: in C order */
    cj_block *block;          /* of temporary memory */
} kept;

enum { NEAR_SLOTS = 24, NEAR_BOUNDS = 8, NEAR_KEPT = 16 };

typedef struct frame {
    const cj_plan *plan;
    const cj_run_options *options;
    cj_layout layout;
    cujit_array *made; /* the result, until it is the caller's */
    kept *kept;
    size_t bytes; /* of new memory so far */
    /* Where few are needed: */
    size_t shapes[NEAR_SLOTS][CJ_FORMULA_MAX_RANK];
    int64_t bounds[NEAR_BOUNDS];
    kept few[NEAR_KEPT];
    void *more; /* else */
} frame;

/* What a step's launch gets. */
typedef struct launch {
    const cj_step *step;
    local_array locals[2 * CJ_STEP_MAX_ARRAYS + 1];
    const cujit_array *inputs[CJ_STEP_MAX_ARRAYS], *outputs[CJ_STEP_MAX_ARRAYS];
    size_t local_count;
    cj_block *copies[CJ_STEP_MAX_ARRAYS]; /* of inputs that meet an output */
    size_t copy_count;
    cujit_arg items[CJ_FORMULA_MAX_NAMED + CJ_STEP_MAX_ARRAYS];
    size_t item_count;
} launch;

/* ---- Arrays on the stack ----------------------------------------------------------------------------------------- */

static cujit_array *make_local(const frame *f, launch *l, cujit_dtype dtype, const cj_look *look, void *data)
{
    cujit_array *array = (cujit_array *)(void *)l->locals[l->local_count++].array;
    const size_t axes = (size_t)look->rank;

    *array = (cujit_array){
        .context = f->options->context,
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
static void look_in_order(const frame *f, uint32_t slot, size_t item_size, cj_look *look)
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

static void look_at_array(const cujit_array *array, cj_look *look)
{
    look->rank = array->ndim;
    look->offset = 0;
    memcpy(look->lengths, array->shape, (size_t)array->ndim * sizeof *look->lengths);
    memcpy(look->strides, array->strides, (size_t)array->ndim * sizeof *look->strides);
}

/* A term in memory, or an ARRAY: where it lies, and how. */
static void *look_at_term(const frame *f, uint32_t term, bool operand, cj_look *look)
{
    const cj_term *of = cj_plan_term(f->plan, term);
    const cujit_array *array = operand ? f->layout.items[of->of.operand].value.array
                                       : f->kept[f->plan->memory[term]].array;

    if (array != NULL) {
        look_at_array(array, look);
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

static cujit_status take_input(const frame *f, launch *l, size_t k, cujit_error *error)
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
    data = look_at_term(f, input->term, input->operand, &look);
    if (input->path != 0)
        status = cj_layout_follow(&f->layout, l->step, input->path, &look, error);
    if (input->rowed)
        leave_out_row(l->step, &look);
    if (status == CUJIT_OK)
        l->inputs[k] = make_local(f, l, term->type.dtype, &look, data);
    return status;
}

/* ---- New memory -------------------------------------------------------------------------------------------------- */

static cujit_status count_bytes(frame *f, const cj_look *look, size_t item_size, size_t *bytes, cujit_error *error)
{
    const size_t most = f->options->max_bytes;
    bool fits = true;

    *bytes = item_size;
    for (int k = 0; k < look->rank; k++)
        fits = !__builtin_mul_overflow(*bytes, look->lengths[k], bytes) && fits;
    for (int k = 0; k < look->rank; k++) {
        if (look->lengths[k] == 0) {
            *bytes = 0;
            return CUJIT_OK;
        }
    }
    fits = fits && *bytes <= PTRDIFF_MAX && !__builtin_add_overflow(f->bytes, *bytes, &f->bytes);
    if (!fits || (most != 0 && f->bytes > most))
        return cj_tree_error(f->layout.tree, (cj_span){0, 1}, CUJIT_ERROR_EXPRESSION, error,
                             "the results need more than %zu bytes", most != 0 ? most : (size_t)PTRDIFF_MAX);
    return CUJIT_OK;
}

static cujit_status take_block(frame *f, size_t bytes, cj_block **block, void **data, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    *data = NULL;
    *block = NULL;
    if (bytes > 0 && (status = cj_blocks_take(&f->options->context->staging.device, bytes, f->options->stream, block,
                                              error)) == CUJIT_OK)
        *data = (*block)->memory;
    return status;
}

static void put_back(const frame *f, cj_block *block)
{
    if (block != NULL)
        cj_blocks_put_back(&f->options->context->staging.device, block, f->options->stream, false);
}

/* The text's value goes into an array: the caller's, or a new one. */
static cujit_status make_result(frame *f, const cj_look *look, cujit_dtype dtype, kept *out, cujit_error *error)
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

static cujit_status make_term(frame *f, uint32_t term, cujit_error *error)
{
    const cujit_dtype dtype = cj_plan_term(f->plan, term)->type.dtype;
    kept *out = &f->kept[f->plan->memory[term]];
    cujit_status status;
    cj_look look;
    size_t bytes;

    look_in_order(f, f->plan->slots[term], cujit_dtype_size(dtype), &look);
    if ((status = count_bytes(f, &look, cujit_dtype_size(dtype), &bytes, error)) != CUJIT_OK)
        return status;
    if (term == f->plan->formula.value)
        return make_result(f, &look, dtype, out, error);
    return take_block(f, bytes, &out->block, &out->data, error);
}

/* ---- What is written --------------------------------------------------------------------------------------------- */

/* The result of a scan over all elements has one axis; the scan's output has those of what is scanned. */
static bool is_flattened(const frame *f, const cj_step *step)
{
    return step->kind == CJ_STEP_SCAN && cj_plan_term(f->plan, step->fold)->of.fold.all;
}

/* What a statement writes to: an array, or views of one. */
static cujit_status look_at_region(const frame *f, uint32_t region, cj_look *look, void **data, cujit_error *error)
{
    uint32_t views[CJ_TREE_MAX_VIEWS];
    size_t count = 0;
    cujit_status status = CUJIT_OK;

    for (; cj_plan_term(f->plan, region)->kind == CJ_TERM_VIEW; region = cj_plan_term(f->plan, region)->arguments[0])
        views[count++] = region;
    *data = look_at_term(f, region, true, look);
    while (count > 0 && status == CUJIT_OK)
        status = cj_layout_view(&f->layout, views[--count], look, error);
    return status;
}

static cujit_status take_output(frame *f, launch *l, size_t k, cujit_error *error)
{
    const cj_output *output = &l->step->outputs[k];
    const uint32_t number = output->term != CJ_NO_TERM ? output->term : f->plan->formula.stores[output->store].region;
    const cj_term *term = cj_plan_term(f->plan, number);
    cujit_status status = CUJIT_OK;
    cj_look look;
    void *data;

    if (output->term != CJ_NO_TERM) {
        if ((status = make_term(f, number, error)) != CUJIT_OK)
            return status;
        data = look_at_term(f, number, false, &look);
        if (is_flattened(f, l->step) || term->kind == CJ_TERM_RESHAPE)
            look_in_order(f, l->step->domain, cujit_dtype_size(term->type.dtype), &look);
    } else {
        status = look_at_region(f, number, &look, &data, error);
    }
    if (output->rowed)
        leave_out_row(l->step, &look);
    if (status == CUJIT_OK)
        l->outputs[k] = make_local(f, l, term->type.dtype, &look, data);
    return status;
}

/* ---- What meets -------------------------------------------------------------------------------------------------- */

/* Must the input be copied before the step writes? */
static bool must_copy(const launch *l, size_t input)
{
    const bool folds = l->step->kind == CJ_STEP_REDUCTION || l->step->kind == CJ_STEP_SCAN;
    bool must = l->step->inputs[input].table && !l->inputs[input]->c_order;

    for (size_t k = 0; k < l->step->output_count; k++) {
        const bool alike = !folds && !l->step->inputs[input].table &&
                           l->step->inputs[input].rowed == l->step->outputs[k].rowed &&
                           cj_walk_alike(l->inputs[input], l->outputs[k]);

        must = must || (!alike && cj_may_meet(l->inputs[input], l->outputs[k]));
    }
    return must;
}

static cujit_status copy_array(const frame *f, const cujit_array *from, const cujit_array *to, cujit_error *error)
{
    cujit_elementwise *copy = NULL;
    cujit_status status = cujit_elementwise_create(f->options->context,
                                                   &(cujit_elementwise_spec){
                                                       .arguments = "const T *x, T *z",
                                                       .operation = "z[i] = x[i]",
                                                       .name = "copy",
                                                   },
                                                   &copy, error);

    if (status == CUJIT_OK)
        status = cujit_elementwise_run(copy, &(cujit_elementwise_options){.stream = f->options->stream},
                                       CUJIT_ARGS(from, to), error);
    cujit_elementwise_free(copy);
    return status;
}

/* Copies the inputs that the step would write over before they are read. */
static cujit_status copy_inputs(frame *f, launch *l, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < l->step->input_count && status == CUJIT_OK; k++) {
        const cujit_array *input = l->inputs[k];
        cj_block *block;
        cj_look look;
        size_t bytes;
        void *data;

        if (!must_copy(l, k))
            continue;
        look_at_array(input, &look);
        for (int m = input->ndim - 1; m >= 0; m--)
            look.strides[m] = (ptrdiff_t)(m == input->ndim - 1 ? input->item_size
                                                               : (size_t)look.strides[m + 1] * look.lengths[m + 1]);
        if ((status = count_bytes(f, &look, input->item_size, &bytes, error)) != CUJIT_OK ||
            (status = take_block(f, bytes, &block, &data, error)) != CUJIT_OK)
            return status;
        l->copies[l->copy_count++] = block;
        l->inputs[k] = make_local(f, l, input->dtype, &look, data);
        status = copy_array(f, input, l->inputs[k], error);
    }
    return status;
}

/* ---- Launches ---------------------------------------------------------------------------------------------------- */

/* Whole numbers above 2^63 - 1 have the same bits as some that are below 0. */
static void list_arguments(const frame *f, launch *l)
{
    const cj_step *step = l->step;
    const bool writes = step->kind == CJ_STEP_ELEMENTWISE || step->kind == CJ_STEP_ROWS;

    for (size_t k = 0; writes && k < step->output_count; k++)
        l->items[l->item_count++] = cujit_arg_array(l->outputs[k]);
    for (size_t k = 0; k < step->input_count; k++)
        l->items[l->item_count++] = cujit_arg_array(l->inputs[k]);
    for (size_t k = 0; k < step->number_count; k++) {
        cujit_arg item = f->layout.items[step->numbers[k]];

        if (item.kind == CUJIT_ARG_UINT && item.dtype != CUJIT_BOOL)
            item.kind = CUJIT_ARG_INT;
        l->items[l->item_count++] = item;
    }
    for (size_t k = 0; step->length_count > 0 && k < step->input_count; k++) {
        for (int axis = 0; step->inputs[k].table && axis < l->inputs[k]->ndim; axis++)
            l->items[l->item_count++] = cujit_arg_int((long long)l->inputs[k]->shape[axis]);
    }
}

/* Nothing can be taken from a table without elements. */
static cujit_status check_tables(const frame *f, const launch *l, cujit_error *error)
{
    bool some = true;

    for (int k = 0; k < cj_layout_rank(&f->layout, l->step->domain); k++)
        some = some && f->layout.shapes[l->step->domain][k] > 0;
    for (size_t k = 0; some && k < l->step->input_count; k++) {
        if (l->step->inputs[k].table && l->inputs[k]->size == 0)
            return cj_tree_error(f->layout.tree, cj_plan_term(f->plan, l->step->inputs[k].term)->place,
                                 CUJIT_ERROR_EXPRESSION, error, "there are indices into no elements");
    }
    return CUJIT_OK;
}

static size_t list_axes(uint32_t set, int axes[CJ_FORMULA_MAX_RANK])
{
    size_t count = 0;

    for (int k = 0; k < CJ_FORMULA_MAX_RANK; k++) {
        if ((set >> k & 1) != 0)
            axes[count++] = k;
    }
    return count;
}

static cujit_status launch_scan(const frame *f, const launch *l, cujit_args args, cujit_error *error)
{
    const cj_fold_detail *detail = &cj_plan_term(f->plan, l->step->fold)->of.fold;
    int axes[CJ_FORMULA_MAX_RANK] = {0};
    const size_t count = list_axes(detail->axes, axes);

    return cujit_scan_run(l->step->kernel,
                          &(cujit_scan_options){
                              .stream = f->options->stream,
                              .out = (cujit_array *)l->outputs[0],
                              .axes = count > 0 ? axes : NULL,
                              .axis_count = (int)count,
                          },
                          args, NULL, error);
}

/* All elements at once go a shorter way than along all axes; their result has no axes then. */
static cujit_status launch_reduction(const frame *f, launch *l, cujit_args args, cujit_error *error)
{
    const cj_fold_detail *detail = &cj_plan_term(f->plan, l->step->fold)->of.fold;
    cujit_array *out = (cujit_array *)l->outputs[0];
    int axes[CJ_FORMULA_MAX_RANK] = {0};
    const size_t count = list_axes(detail->axes, axes);
    const bool all = (int)count == cj_layout_rank(&f->layout, l->step->domain);
    cujit_status status = cj_layout_check_fold(&f->layout, l->step->domain, l->step->fold, error);

    if (status != CUJIT_OK)
        return status;
    if (all)
        out = make_local(f, l, out->dtype, &(cj_look){0}, out->data);
    return cujit_reduction_run(l->step->kernel,
                               &(cujit_reduction_options){
                                   .stream = f->options->stream,
                                   .out = &out,
                                   .axes = all ? NULL : axes,
                                   .axis_count = all ? 0 : (int)count,
                                   .keepdims = !all && detail->keepdims,
                               },
                               args, NULL, error);
}

static cujit_status launch_rows(const frame *f, const launch *l, cujit_args args, cujit_error *error)
{
    const cj_step *step = l->step;
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < step->stage_count && status == CUJIT_OK; k++)
        status = cj_layout_check_fold(&f->layout, step->domain, step->stages[k].fold, error);
    if (status == CUJIT_OK)
        status = cujit_rows_run(step->kernel,
                                &(cujit_rows_options){.stream = f->options->stream, .row_axes = step->rows.axes}, args,
                                error);
    return status;
}

static cujit_status launch_step(const frame *f, launch *l, cujit_error *error)
{
    const cujit_args args = {l->items, l->item_count};

    switch (l->step->kind) {
    case CJ_STEP_SCAN:
        return launch_scan(f, l, args, error);
    case CJ_STEP_REDUCTION:
        return launch_reduction(f, l, args, error);
    case CJ_STEP_ROWS:
        return launch_rows(f, l, args, error);
    default:
        return cujit_elementwise_run(l->step->kernel, &(cujit_elementwise_options){.stream = f->options->stream}, args,
                                     error);
    }
}

/* A kernel calls what it writes by a name of its own: where that overlaps itself, the text's words say it. */
static cujit_status explain(const frame *f, const launch *l, cujit_status status, cujit_error *error)
{
    int64_t strides[2][CJ_MAX_AXES];
    cj_loop loop;

    for (size_t k = 0; status == CUJIT_ERROR_ARGUMENT_SIZE && k < l->step->output_count; k++) {
        const cujit_array *z = l->outputs[k];
        const cj_operand operand = {
            .ndim = z->ndim,
            .shape = z->shape,
            .strides = z->strides,
            .item_size = z->item_size,
            .data = z->data,
            .written = true,
        };
        const cj_store *store = &f->plan->formula.stores[l->step->outputs[k].store];

        if (l->step->outputs[k].term == CJ_NO_TERM && cj_broadcast(&operand, 1, 0, &loop, strides, NULL) != CUJIT_OK)
            return cj_tree_error(f->layout.tree, store->place, status, error,
                                 "%.*s is written to, but elements of it lie in the same place, or between each other",
                                 CJ_TREE_QUOTE(f->layout.tree, cj_plan_term(f->plan, store->region)->place));
    }
    return status;
}

static cujit_status run_step(frame *f, const cj_step *step, cujit_error *error)
{
    launch l;
    cujit_status status = CUJIT_OK;

    l.step = step;
    l.local_count = l.copy_count = l.item_count = 0;
    for (size_t k = 0; k < step->input_count && status == CUJIT_OK; k++)
        status = take_input(f, &l, k, error);
    for (size_t k = 0; k < step->output_count && status == CUJIT_OK; k++)
        status = take_output(f, &l, k, error);
    if (status == CUJIT_OK && step->length_count > 0)
        status = check_tables(f, &l, error);
    if (status == CUJIT_OK && (status = copy_inputs(f, &l, error)) == CUJIT_OK) {
        list_arguments(f, &l);
        if ((status = launch_step(f, &l, error)) != CUJIT_OK)
            status = explain(f, &l, status, error);
    }
    if (status == CUJIT_OK && f->options->measures != NULL)
        f->options->measures[step - f->plan->steps].bytes = cj_traffic(l.inputs, step->input_count, l.outputs,
                                                                       step->output_count);
    for (size_t k = 0; k < l.copy_count; k++)
        put_back(f, l.copies[k]);
    return status;
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static cujit_status measure_step(frame *f, const cj_step *step, cujit_error *error)
{
    cj_stopwatch watch;
    cujit_status status = cj_stopwatch_start(f->options->context, f->options->stream, &watch, error);

    if (status != CUJIT_OK)
        return status;
    return cj_stopwatch_stop(&watch, run_step(f, step, error), &f->options->measures[step - f->plan->steps].ms, error);
}

/* What no later step reads goes back. */
static void put_back_after(frame *f, size_t step)
{
    for (size_t k = 0; k < f->plan->memory_count; k++) {
        if (f->plan->last_use[k] == step && f->kept[k].block != NULL) {
            put_back(f, f->kept[k].block);
            f->kept[k].block = NULL;
        }
    }
}

static cujit_status find_room(frame *f, cujit_error *error)
{
    const cj_plan *plan = f->plan;
    const size_t shapes = plan->slot_count * sizeof *f->layout.shapes, bounds = plan->bound_count * sizeof *f->bounds;
    const size_t all = plan->memory_count * sizeof *f->kept;

    f->layout.shapes = f->shapes;
    f->layout.bounds = f->bounds;
    f->kept = f->few;
    f->more = NULL;
    if (plan->slot_count > NEAR_SLOTS || plan->bound_count > NEAR_BOUNDS || plan->memory_count > NEAR_KEPT) {
        if ((f->more = cj_malloc(shapes + bounds + all)) == NULL)
            return cj_error_no_memory(error, "a call of an expression");
        f->kept = f->more;
        f->layout.shapes = (void *)((char *)f->more + all);
        f->layout.bounds = (void *)((char *)f->more + all + shapes);
    }
    memset(f->kept, 0, all);
    return CUJIT_OK;
}

/* A result that a later step reads from what it writes to, or that operands lie in which are read later, would not be what
 * it was. */
static cujit_status check_out(const frame *f, cujit_error *error)
{
    const cujit_array *out = f->options->out;
    const uint32_t value = f->plan->formula.value;
    const cj_step *last = &f->plan->steps[f->plan->step_count - 1];
    bool is_last = false;

    if (last->output_count == 1) /* else statements are stored in the same step, in no order */
        is_last = last->outputs[0].term == f->plan->formula.value;
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

cujit_status cj_run(const cj_plan *plan, const cj_tree *tree, const cujit_arg *items, const cj_run_options *options,
                    cujit_array **result, cujit_error *error)
{
    frame f;
    cujit_status status;

    f.plan = plan;
    f.options = options;
    f.made = NULL;
    f.bytes = 0;
    if ((status = find_room(&f, error)) != CUJIT_OK)
        return status;
    f.layout.plan = plan;
    f.layout.tree = tree;
    f.layout.items = items;
    if ((status = cj_layout_find(&f.layout, error)) == CUJIT_OK && options->out != NULL)
        status = check_out(&f, error);
    for (size_t k = 0; k < plan->step_count && status == CUJIT_OK; k++) {
        status = options->measures == NULL ? run_step(&f, &plan->steps[k], error)
                                           : measure_step(&f, &plan->steps[k], error);
        put_back_after(&f, k);
    }
    for (size_t k = 0; k < plan->memory_count; k++)
        put_back(&f, f.kept[k].block);
    if (status == CUJIT_OK)
        *result = f.made;
    else
        cujit_array_free(f.made);
    cj_free(f.more);
    return status;
}
