/*
 * run.c: runs the steps of a plan one after the other.
 */
#include "libjit/expression/run_frame.h"

#include "libjit/base/alloc.h"
#include "libjit/runtime/broadcast.h"

static cujit_status run_elementwise(const cj_frame *f, const cujit_elementwise_spec *spec, cujit_args args,
                                    cujit_error *error)
{
    cujit_elementwise *kernel = NULL;
    cujit_status status = cujit_elementwise_create(f->options->context, spec, &kernel, error);

    if (status == CUJIT_OK)
        status = cujit_elementwise_run(kernel, &(cujit_elementwise_options){.stream = f->options->stream}, args, error);
    cujit_elementwise_free(kernel);
    return status;
}

static cujit_status copy_array(const cj_frame *f, const cujit_array *from, const cujit_array *to, cujit_error *error)
{
    static const cujit_elementwise_spec copy = {
        .arguments = "const T *x, T *z", .operation = "z[i] = x[i]", .name = "copy"};

    return run_elementwise(f, &copy, CUJIT_ARGS(from, to), error);
}

/* Of no place is it known yet what is assigned to it. */
static cujit_status clear_winners(const cj_frame *f, const cujit_array *winners, cujit_error *error)
{
    static const cujit_elementwise_spec clear = {
        .arguments = "long long *z", .operation = "z[i] = -1", .name = "winners"};

    return run_elementwise(f, &clear, CUJIT_ARGS(winners), error);
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

/* Is there something to fold wherever there must be? */
static cujit_status check_stages(const cj_frame *f, const cj_step *step, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < step->stage_count && status == CUJIT_OK; k++)
        status = cj_layout_check_fold(&f->layout, step->domain, step->stages[k].fold, error);
    return status;
}

static cujit_status launch_scan(const cj_frame *f, const cj_bound *l, cujit_args args, cujit_error *error)
{
    int axes[CJ_FORMULA_MAX_RANK] = {0};
    const size_t count = list_axes(cj_step_axes(f->plan, l->step), axes);

    return cujit_scan_run(l->step->kernel,
                          &(cujit_scan_options){
                              .stream = f->options->stream,
                              .out = (cujit_array *)l->outputs[0],
                              .axes = count > 0 ? axes : NULL,
                              .axis_count = (int)count,
                          },
                          args, NULL, error);
}

static cujit_status launch_reduction(const cj_frame *f, const cj_bound *l, cujit_args args, cujit_error *error)
{
    cujit_array *outs[CJ_STEP_MAX_STAGES];
    int axes[CJ_FORMULA_MAX_RANK] = {0};
    const size_t count = list_axes(cj_step_axes(f->plan, l->step), axes);
    const bool all = (int)count == cj_layout_rank(&f->layout, l->step->domain); /* which goes a shorter way */
    cujit_status status = check_stages(f, l->step, error);

    if (status != CUJIT_OK)
        return status;
    for (size_t k = 0; k < l->step->output_count; k++)
        outs[k] = (cujit_array *)l->outputs[k];
    return cujit_reduction_run(l->step->kernel,
                               &(cujit_reduction_options){
                                   .stream = f->options->stream,
                                   .out = outs,
                                   .axes = all ? NULL : axes,
                                   .axis_count = all ? 0 : (int)count,
                               },
                               args, NULL, error);
}

static cujit_status launch_rows(const cj_frame *f, const cj_bound *l, cujit_args args, cujit_error *error)
{
    const cj_step *step = l->step;
    cujit_status status = check_stages(f, step, error);

    if (status == CUJIT_OK)
        status = cujit_rows_run(step->kernel,
                                &(cujit_rows_options){.stream = f->options->stream, .row_axes = step->rows.axes}, args,
                                error);
    return status;
}

static cujit_status launch_step(const cj_frame *f, const cj_bound *l, cujit_error *error)
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
static cujit_status explain(const cj_frame *f, const cj_bound *l, cujit_status status, cujit_error *error)
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

        if (cj_broadcast(&operand, 1, 0, &loop, strides, NULL) == CUJIT_OK)
            continue;
        if (l->step->outputs[k].term != CJ_NO_TERM) /* new arrays do not */
            return cj_error_set(error, status,
                                "out is written to, but elements of it lie in the same place, or between each other");
        return cj_tree_error(f->layout.tree, store->place, status, error,
                             "%.*s is written to, but elements of it lie in the same place, or between each other",
                             CJ_TREE_QUOTE(f->layout.tree, store->target));
    }
    return status;
}

static cujit_status launch_copies(const cj_frame *f, const cj_bound *l, bool after, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < l->copy_count && status == CUJIT_OK; k++) {
        if (l->copies[k].after == after)
            status = copy_array(f, l->copies[k].from, l->copies[k].to, error);
    }
    return status;
}

static cujit_status launch_bound(const cj_frame *f, const cj_bound *l, cujit_error *error)
{
    cujit_status status = launch_copies(f, l, false, error);

    if (status == CUJIT_OK && l->step->kind == CJ_STEP_WINNER)
        status = clear_winners(f, l->outputs[0], error);
    if (status == CUJIT_OK && (status = launch_step(f, l, error)) == CUJIT_OK)
        status = launch_copies(f, l, true, error);
    return status == CUJIT_OK ? status : explain(f, l, status, error);
}

static cujit_status run_step(cj_frame *f, const cj_step *step, cujit_error *error)
{
    cj_bound l;
    cujit_status status = cj_frame_bind(f, step, &l, error);

    if (status == CUJIT_OK)
        status = launch_bound(f, &l, error);
    if (status == CUJIT_OK && f->options->measures != NULL)
        f->options->measures[step - f->plan->steps].bytes = cj_traffic(l.inputs, step->input_count, l.outputs,
                                                                       step->output_count);
    cj_frame_release(f, &l);
    return status;
}

static cujit_status measure_step(cj_frame *f, const cj_step *step, cujit_error *error)
{
    cj_stopwatch watch;
    cujit_status status = cj_stopwatch_start(f->options->context, f->options->stream, &watch, error);

    if (status != CUJIT_OK)
        return status;
    return cj_stopwatch_stop(&watch, run_step(f, step, error), &f->options->measures[step - f->plan->steps].ms, error);
}

cujit_status cj_run(const cj_plan *plan, const cj_tree *tree, const cujit_arg *items, const cj_run_options *options,
                    cujit_array **result, cujit_error *error)
{
    cj_frame f;
    cujit_status status = cj_frame_begin(&f, plan, tree, items, options, false, error);

    for (size_t k = 0; k < plan->step_count && status == CUJIT_OK; k++) {
        status = options->measures == NULL ? run_step(&f, &plan->steps[k], error)
                                           : measure_step(&f, &plan->steps[k], error);
        cj_frame_put_back_after(&f, k);
    }
    cj_frame_clear(&f);
    if (status == CUJIT_OK)
        *result = f.made;
    else
        cujit_array_free(f.made);
    return status;
}

/* ---- Calls that are kept ----------------------------------------------------------------------------------------- */

struct cj_bound_run {
    cj_frame frame;
    cj_run_options options;
    size_t step_count;
    cj_bound steps[];
};

cujit_status cj_run_bind(const cj_plan *plan, const cj_tree *tree, const cujit_arg *items,
                         const cj_run_options *options, cj_bound_run **out, cujit_error *error)
{
    cj_bound_run *run = cj_malloc(sizeof *run + plan->step_count * sizeof *run->steps);
    cujit_status status;

    if (run == NULL)
        return cj_error_no_memory(error, "a call of an expression");
    run->options = *options;
    run->step_count = 0;
    status = cj_frame_begin(&run->frame, plan, tree, items, &run->options, true, error);
    while (run->step_count < plan->step_count && status == CUJIT_OK) {
        const size_t k = run->step_count++;

        status = cj_frame_bind(&run->frame, &plan->steps[k], &run->steps[k], error);
    }
    if (status == CUJIT_OK)
        *out = run;
    else
        cj_run_free(run);
    return status;
}

cujit_status cj_run_launch(const cj_bound_run *run, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < run->step_count && status == CUJIT_OK; k++)
        status = launch_bound(&run->frame, &run->steps[k], error);
    return status;
}

void cj_run_set_number(cj_bound_run *run, size_t operand, const cujit_arg *value)
{
    for (size_t k = 0; k < run->step_count; k++) {
        const cj_step *step = run->steps[k].step;

        for (size_t m = 0; m < step->number_count; m++) {
            const cj_term *number = cj_plan_term(run->frame.plan, step->numbers[m]);

            if (number->kind == CJ_TERM_NUMBER && number->of.operand == operand)
                run->steps[k].items[run->steps[k].first_number + m] = *value;
        }
    }
}

void cj_run_free(cj_bound_run *run)
{
    for (size_t k = 0; k < run->step_count; k++)
        cj_frame_release(&run->frame, &run->steps[k]);
    cj_frame_clear(&run->frame);
    cj_free(run);
}
