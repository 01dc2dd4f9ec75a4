/*
 * plan_folds.c: the steps of reductions and scans: with what is behind them, and with others that go over the same
 * elements.
 *
 * A statement's value that is a fold is written to where it says by the fold's kernel. Chains along rows: plan_rows.c.
 */
#include "libjit/expression/plan_build.h"

/* What is behind a reduction and sees nothing but its result, numbers aside, as far as nobody else uses it. */
static uint32_t find_top(const cj_planner *p, uint32_t fold)
{
    const cj_formula *formula = &p->plan->formula;
    uint32_t top = fold;

    for (;;) {
        const uint32_t consumer = p->consumer[top];
        const cj_term *term = consumer < CJ_STORED ? &formula->terms[consumer] : NULL;
        bool alone = term != NULL && term->kind == CJ_TERM_APPLY && formula->terms[fold].kind == CJ_TERM_REDUCE;

        for (uint32_t k = 0; alone && k < term->count; k++)
            alone = term->arguments[k] == top || formula->terms[term->arguments[k]].scalar;
        if (!alone)
            return top;
        top = consumer;
    }
}

/* Adds a reduction to the step before, where that is one along the same axes of the same shape. */
static bool join_reduction(cj_planner *p, uint32_t fold)
{
    const cj_term *term = cj_plan_term(p->plan, fold);
    cj_step *last = p->plan->step_count > 0 ? &p->plan->steps[p->plan->step_count - 1] : NULL, joined;
    const uint32_t top = find_top(p, fold);
    cj_output output = cj_planner_output(p, top);

    if (last == NULL || last->kind != CJ_STEP_REDUCTION || term->kind != CJ_TERM_REDUCE ||
        last->domain != p->plan->slots[term->arguments[0]] || cj_step_axes(p->plan, last) != term->of.fold.axes ||
        last->stage_count == CJ_STEP_MAX_STAGES || cj_planner_has_memory(p, top))
        return false;
    cj_draft_take(p->draft, last);
    if ((output.line = cj_draft_add_fold(p->draft, fold, top)) == CJ_NO_TERM ||
        !cj_draft_add_output(p->draft, output) || !cj_draft_finish(p->draft, &joined))
        return false;
    cj_step_clear(last);
    *last = joined;
    cj_planner_settle_output(p, &output);
    return true;
}

/* Marks the terms that can be calculated from what lies in memory now, in one pass over it. */
static void find_ready(cj_planner *p)
{
    for (uint32_t k = 0; k < p->plan->formula.term_count; k++) {
        const cj_term *term = cj_plan_term(p->plan, k);
        bool ready = term->scalar || term->kind == CJ_TERM_APPLY || term->kind == CJ_TERM_VIEW;

        if (term->kind == CJ_TERM_ARRAY)
            ready = term->of.version == p->versions[p->named[term->of.operand].memory];
        for (uint32_t m = 0; m < term->count; m++)
            ready = ready && p->ready[term->arguments[m]];
        p->ready[k] = ready || cj_planner_has_memory(p, k);
    }
}

uint32_t cj_plan_find_fold(const cj_planner *p, uint32_t top)
{
    uint32_t fold = top;

    while (fold != CJ_NO_TERM && cj_plan_term(p->plan, fold)->kind == CJ_TERM_APPLY) {
        const cj_term *term = cj_plan_term(p->plan, fold);

        fold = CJ_NO_TERM;
        for (uint32_t k = 0; k < term->count && fold == CJ_NO_TERM; k++) {
            if (!cj_plan_term(p->plan, term->arguments[k])->scalar)
                fold = term->arguments[k];
        }
    }
    return fold != CJ_NO_TERM && cj_term_is_fold(cj_plan_term(p->plan, fold)) && find_top(p, fold) == top ? fold
                                                                                                          : CJ_NO_TERM;
}

bool cj_plan_is_only_stored(const cj_planner *p, const cj_store *store)
{
    return p->consumer[store->value] == CJ_STORED && !cj_planner_has_memory(p, store->value) &&
           cj_plan_term(p->plan, store->value)->rank == cj_plan_term(p->plan, store->region)->rank;
}

/* Is the term the value of one of the next statements, which will have its reduction write there? */
static bool is_stored_next(const cj_planner *p, uint32_t top)
{
    const cj_formula *formula = &p->plan->formula;

    for (size_t k = p->next; k < formula->store_count; k++) {
        const cj_store *store = &formula->stores[k];

        if (!cj_plan_is_only_stored(p, store) || cj_plan_find_fold(p, store->value) == CJ_NO_TERM)
            return false;
        if (store->value == top)
            return true;
    }
    return false;
}

/* Reductions that the text needs later, of what is there already, go into the step of the last one. What may become
 * part of a kernel of rows is left to that, and what the next statements write to those. */
static void take_company(cj_planner *p)
{
    find_ready(p);
    for (uint32_t k = 0; k < p->plan->formula.term_count; k++) {
        const cj_term *term = cj_plan_term(p->plan, k);

        if (term->kind == CJ_TERM_REDUCE && p->consumer[k] != CJ_NO_TERM && p->ready[term->arguments[0]] &&
            !cj_plan_term(p->plan, term->arguments[0])->scalar &&
            (cj_plan_row_axes(p->plan, k) == 0 || (p->reason != NULL && p->needed[k])) &&
            !is_stored_next(p, find_top(p, k)))
            join_reduction(p, k);
    }
}

/* A map without arrays has no shape: what goes into it must lie in memory. */
bool cj_plan_fold(cj_planner *p, uint32_t fold)
{
    const cj_term *term = cj_plan_term(p->plan, fold);
    const uint32_t top = find_top(p, fold), argument = term->arguments[0];
    const cj_output output = cj_planner_output(p, top);
    const cj_step_kind kind = term->kind == CJ_TERM_REDUCE ? CJ_STEP_REDUCTION : CJ_STEP_SCAN;

    if (cj_planner_has_memory(p, top) || join_reduction(p, fold))
        return true;
    if (cj_plan_term(p->plan, argument)->scalar && !cj_planner_has_memory(p, argument) &&
        !cj_planner_make(p, argument, false))
        return false;
    if (!cj_planner_make_step(p, kind, p->plan->slots[argument], top, fold, output))
        return false;
    p->plan->steps[p->plan->step_count - 1].reason = p->reason;
    cj_planner_settle_output(p, &output);
    if (kind == CJ_STEP_REDUCTION)
        take_company(p);
    return true;
}
