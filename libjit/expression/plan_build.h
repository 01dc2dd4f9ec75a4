/*
 * plan_build.h: a plan in the making; for plan.c and plan_rows.c.
 */
#ifndef LIBJIT_PLAN_BUILD_H
#define LIBJIT_PLAN_BUILD_H

#include "libjit/expression/plan.h"

typedef struct cj_planner {
    const cj_tree *tree;
    const cj_named_type *named;
    cj_plan *plan;
    cj_draft *draft;
    size_t max_steps, capacity;
    bool *needed;       /* of each term: what is being made needs it */
    uint32_t *consumer; /* the only term that uses it; CJ_NO_TERM: none, or something else does too */
    unsigned char *stale;
    bool *ready;             /* of each term: it can be calculated from what there is now */
    bool *wanted;            /* before a store: what is to be made, though it is needed later */
    const cj_output *direct; /* of the statement that is planned: its value may be written there; NULL: it may not */
    bool stored;             /* it was */
    size_t next;             /* the first statement that is to come */
    const char
        *reason; /* why the folds that are made now are no stages of a kernel of rows; NULL: nothing speaks for it */
    uint32_t versions[CJ_FORMULA_MAX_NAMED];
    cujit_status status;
    cujit_error *error;
} cj_planner;

static inline bool cj_planner_has_memory(const cj_planner *p, uint32_t term)
{
    return p->plan->memory[term] != CJ_NO_TERM;
}

/* Of all of these: false: it failed. */
bool cj_planner_fail_memory(cj_planner *p); /* always */
/* Marks what a term is made of, down to what lies in memory. */
void cj_planner_mark(cj_planner *p, uint32_t root);
void cj_planner_give_memory(cj_planner *p, uint32_t term);
/* Adds the draft as a step. */
bool cj_planner_add_step(cj_planner *p);
/* Makes whatever a term needs in memory, or of a fold the term itself. */
bool cj_planner_prepare(cj_planner *p, uint32_t root);

/* How many of the last axes a reduction goes along; 0: it goes along others, or along all, or the term is none. */
int cj_plan_row_axes(const cj_plan *plan, uint32_t term);

/* Makes an output of the shape of slot `slot` with a kernel of rows: where it depends on reductions along the last axes of
 * that shape, or has one element a row, and is a store, or depends on `least` of them. `output` is the term `root`, which
 * has memory then, or a store of it. *made: it has been made. */
bool cj_plan_rows(cj_planner *p, uint32_t root, uint32_t slot, cj_output output, size_t least, bool *made);
/* Folds that need each other, or go over the same rows, of all that is marked: those that are better made together are
 * outputs of one kernel. *made: some have memory now. */
bool cj_plan_row_folds(cj_planner *p, uint32_t root, bool *made);

#endif
