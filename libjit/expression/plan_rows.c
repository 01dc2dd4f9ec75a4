/*
 * plan_rows.c: which reductions, with what is before, between and behind them, become one kernel of rows
 * (draft_rows.c).
 *
 * They go along the same last axes of one shape, and what is made has that shape, or one element a row. Reductions that
 * do not fit in are made before. There is no such kernel where it would be slower: of few long rows, which single
 * blocks would have to take, and of rows that memory runs across.
 */
#include "libjit/expression/plan_build.h"

#include <string.h>

static const char few_rows[] = "a reduction: of rows so long and few, several blocks take each";
static const char across_rows[] = "a reduction: memory runs across its rows";
static const char too_large[] = "a reduction: with what uses it, too much for one kernel of rows";
static const char overlaps[] = "a reduction: what uses it reads what is written in another way";

/* ---- Which rows -------------------------------------------------------------------------------------------------- */

int cj_plan_row_axes(const cj_plan *plan, uint32_t term)
{
    const cj_term *fold = cj_plan_term(plan, term);
    const int rank = fold->kind == CJ_TERM_REDUCE ? cj_plan_term(plan, fold->arguments[0])->rank : 0;
    const int axes = fold->kind == CJ_TERM_REDUCE ? __builtin_popcount(fold->of.fold.axes) : 0;

    if (axes == 0 || axes >= rank)
        return 0;
    return fold->of.fold.axes == cj_row_axes(rank, axes) ? axes : 0;
}

/* The same, where it is to be made. */
static int row_axes_of(const cj_planner *p, uint32_t term)
{
    return p->needed[term] && !cj_planner_has_memory(p, term) ? cj_plan_row_axes(p->plan, term) : 0;
}

static cj_row_shape rows_of(const cj_planner *p, uint32_t fold)
{
    const cj_term *of = cj_plan_term(p->plan, fold);

    return (cj_row_shape){p->plan->slots[of->arguments[0]], row_axes_of(p, fold), of->of.fold.keepdims};
}

/* Has an operand of these rows few of them? */
static bool are_few(const cj_planner *p, const cj_row_shape *rows)
{
    const int rank = cj_plan_term(p->plan, p->plan->shaped[rows->domain])->rank;
    bool few = false;

    for (size_t k = 0; k < p->plan->formula.term_count && rows->axes <= CJ_FEW_AXES; k++) {
        const cj_term *term = cj_plan_term(p->plan, (uint32_t)k);

        few = few || (p->needed[k] && term->kind == CJ_TERM_ARRAY && term->rank == rank &&
                      (p->named[term->of.operand].few >> rows->axes & 1) != 0);
    }
    return few;
}

/* The rows that a root of the shape of slot `slot` is about; its last reductions decide. False: it is about none. */
static bool find_rows(cj_planner *p, uint32_t root, uint32_t slot, cj_row_shape *rows, bool *rowed)
{
    for (uint32_t k = root + 1; k-- > 0;) {
        if (row_axes_of(p, k) == 0)
            continue;
        *rows = rows_of(p, k);
        *rowed = rows->domain != slot;
        if (*rowed && p->plan->slots[k] != slot)
            continue;
        if (!are_few(p, rows))
            return true;
        p->reason = few_rows;
    }
    return false;
}

/* ---- How memory lies --------------------------------------------------------------------------------------------- */

/* The axis of what is viewed that becomes the axis `at` of the view, both counted from the last, which is 0; -1: none,
 * it is repeated. */
static int find_source(const cj_plan *plan, uint32_t view, int at)
{
    const cj_term *of = cj_plan_term(plan, view);
    const cj_view_axis *axes = &plan->formula.axes[of->of.view.first];

    for (uint32_t k = of->of.view.count; k-- > 0;) {
        if (axes[k].kind == CJ_VIEW_INDEX || axes[k].kind == CJ_VIEW_SINGLE || at-- > 0)
            continue;
        return axes[k].kind == CJ_VIEW_NEW || axes[k].kind == CJ_VIEW_REPEAT
                   ? -1
                   : cj_plan_term(plan, of->arguments[0])->rank - 1 - axes[k].source;
    }
    return -1;
}

/* The axis of an input, counted from the last, that runs along the row. */
static int find_row_axis(const cj_plan *plan, const cj_step *step, uint32_t path)
{
    const int outer = path != 0 ? find_row_axis(plan, step, step->paths[path].outer) : 0;

    return path != 0 && outer >= 0 ? find_source(plan, step->paths[path].view, outer) : outer;
}

/* Does the memory of an input run along another axis than the last one of its rows? */
static bool is_across(const cj_planner *p, const cj_input *input)
{
    const cj_term *term = cj_plan_term(p->plan, input->term);
    const int axis = find_row_axis(p->plan, &p->draft->step, input->path);

    return term->rank > 1 && axis >= 0 && axis < term->rank &&
           axis != (input->operand ? p->named[term->of.operand].across : 0);
}

static bool runs_across(const cj_planner *p)
{
    const cj_step *step = &p->draft->step;
    bool across = false;

    for (size_t k = 0; k < step->input_count; k++)
        across = across || (!step->inputs[k].rowed && is_across(p, &step->inputs[k]));
    return across;
}

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

/* Says why there will be other kernels. */
static bool decline(cj_planner *p, const char *reason)
{
    if (p->draft->trouble == CJ_DRAFT_NO_MEMORY)
        return cj_planner_fail_memory(p);
    p->reason = reason;
    return true;
}

static const char *reason_of(const cj_draft *draft)
{
    return draft->trouble == CJ_DRAFT_MEETS ? overlaps : too_large;
}

/* Adds an output to the step before, where that goes over the same rows. The terms that it has put in memory are its
 * own again meanwhile. */
static bool join_rows(cj_planner *p, const cj_row_shape *rows, cj_output output)
{
    cj_plan *plan = p->plan;
    cj_step *last = plan->step_count > 0 ? &plan->steps[plan->step_count - 1] : NULL, joined;
    cj_output outputs[CJ_STEP_MAX_ARRAYS];
    uint32_t memory[CJ_STEP_MAX_ARRAYS];
    cj_row_shape shape;
    bool rowed = false, fine;

    if (last == NULL || last->kind != CJ_STEP_ROWS || last->domain != rows->domain || last->rows.axes != rows->axes ||
        last->output_count == CJ_STEP_MAX_ARRAYS)
        return false;
    for (size_t k = 0; k < last->output_count; k++)
        rowed = rowed || last->outputs[k].rowed;
    shape = last->rows;
    if (output.rowed && rowed && shape.keepdims != rows->keepdims)
        return false;
    shape.keepdims = output.rowed ? rows->keepdims : shape.keepdims;
    memcpy(outputs, last->outputs, last->output_count * sizeof *outputs);
    outputs[last->output_count] = output;
    for (size_t k = 0; k < last->output_count; k++) {
        if (outputs[k].term != CJ_NO_TERM) {
            memory[k] = plan->memory[outputs[k].term];
            plan->memory[outputs[k].term] = CJ_NO_TERM;
        }
    }
    fine = cj_draft_rows(p->draft, &shape, outputs, last->output_count + 1) && !runs_across(p) &&
           cj_draft_finish(p->draft, &joined);
    for (size_t k = 0; k < last->output_count; k++) {
        if (outputs[k].term != CJ_NO_TERM)
            plan->memory[outputs[k].term] = memory[k];
    }
    if (fine) {
        cj_step_clear(last);
        *last = joined;
    }
    return fine;
}

static bool is_in_memory(const cj_planner *p, const cj_output *output)
{
    return output->term != CJ_NO_TERM && cj_planner_has_memory(p, output->term);
}

/* The same without giving memory to what is made. */
static bool make_rows(cj_planner *p, uint32_t root, uint32_t slot, cj_output output, size_t least, bool *made)
{
    cj_row_shape rows;

    for (;;) {
        cj_planner_mark(p, root);
        if (!find_rows(p, root, slot, &rows, &output.rowed))
            return true;
        if ((*made = join_rows(p, &rows, output)))
            return true;
        if (cj_draft_rows(p->draft, &rows, &output, 1))
            break;
        if (p->draft->trouble != CJ_DRAFT_FOLD)
            return decline(p, reason_of(p->draft));
        if (!cj_planner_prepare(p, p->draft->heavy))
            return false;
        if (is_in_memory(p, &output))
            return true;
    }
    if (runs_across(p))
        return decline(p, across_rows);
    if (output.rowed && output.term != CJ_NO_TERM && p->draft->step.stage_count < least)
        return true;
    *made = true;
    return cj_planner_add_step(p);
}

bool cj_plan_rows(cj_planner *p, uint32_t root, uint32_t slot, cj_output output, size_t least, bool *made)
{
    *made = false;
    if (is_in_memory(p, &output))
        return true;
    if (!make_rows(p, root, slot, output, least, made))
        return false;
    if (*made && output.term != CJ_NO_TERM)
        cj_planner_give_memory(p, output.term);
    return true;
}

/* ---- Folds ------------------------------------------------------------------------------------------------------- */

/* Is there another fold to be made that goes over the same rows? */
static bool has_company(const cj_planner *p, uint32_t root, uint32_t fold)
{
    const cj_row_shape rows = rows_of(p, fold);
    bool found = false;

    for (uint32_t k = 0; k <= root && !found; k++) {
        if (k != fold && row_axes_of(p, k) == rows.axes)
            found = rows_of(p, k).domain == rows.domain;
    }
    return found;
}

static bool follows_rows(const cj_planner *p, uint32_t fold)
{
    const cj_plan *plan = p->plan;
    const cj_step *last = plan->step_count > 0 ? &plan->steps[plan->step_count - 1] : NULL;

    return last != NULL && last->kind == CJ_STEP_ROWS && last->domain == rows_of(p, fold).domain;
}

bool cj_plan_row_folds(cj_planner *p, uint32_t root, bool *made)
{
    *made = false;
    for (uint32_t k = root + 1; k-- > 0;) {
        bool company, joined;

        if (row_axes_of(p, k) == 0)
            continue;
        company = has_company(p, root, k);
        if (!company && !follows_rows(p, k))
            continue;
        if (!cj_plan_rows(p, k, p->plan->slots[k], (cj_output){.term = k}, company ? 1 : 2, &joined))
            return false;
        *made = *made || joined;
        cj_planner_mark(p, root);
    }
    return true;
}
