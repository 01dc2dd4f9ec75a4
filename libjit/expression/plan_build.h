/*
 * plan_build.h: a plan in the making; for plan.c, plan_folds.c and plan_rows.c.
 */
#ifndef LIBJIT_PLAN_BUILD_H
#define LIBJIT_PLAN_BUILD_H

#include "libjit/expression/plan.h"

/* Who uses a term: one term, or several, or a single statement and nobody else. */
static const uint32_t CJ_MANY = CJ_NO_TERM - 1, CJ_STORED = CJ_NO_TERM - 2;

typedef struct cj_planner {
    const cj_tree *tree;
    const cj_named_type *named;
    cj_plan *plan;
    cj_draft *draft;
    size_t max_steps, capacity;
    bool *needed;       /* of each term: what is being made needs it */
    uint32_t *consumer; /* of each term: the only one that uses it, or CJ_STORED, CJ_MANY; CJ_NO_TERM: none */
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
/* Adds one step of what the draft takes in of `root`, over the elements of slot `slot`; what does not fit is made
 * before. `fold`: it is the result of that one; else CJ_NO_TERM. */
bool cj_planner_make_step(cj_planner *p, cj_step_kind kind, uint32_t slot, uint32_t root, uint32_t fold,
                          cj_output output);
/* Puts a term in memory. `split`: only since a kernel would be too large. */
bool cj_planner_make(cj_planner *p, uint32_t term, bool split);
/* Where a term goes that is made: where its statement writes it to, or into memory of its own; and that it was made. */
cj_output cj_planner_output(const cj_planner *p, uint32_t term);
void cj_planner_settle_output(cj_planner *p, const cj_output *output);
/* Makes whatever a term needs in memory, or of a fold the term itself. */
bool cj_planner_prepare(cj_planner *p, uint32_t root);

/* Makes a reduction or a scan, and what is behind it in the same kernel. */
bool cj_plan_fold(cj_planner *p, uint32_t fold);
/* The fold that a term is the result of, but for what is behind it in the same kernel; CJ_NO_TERM: it is none. */
uint32_t cj_plan_find_fold(const cj_planner *p, uint32_t top);
/* Does nobody want the statement's value but the statement, which takes it axis by axis? */
bool cj_plan_is_only_stored(const cj_planner *p, const cj_store *store);

/* How many of the last axes a reduction goes along; 0: it goes along others, or along all, or the term is none. */
int cj_plan_row_axes(const cj_plan *plan, uint32_t term);

/* Makes an output of the shape of slot `slot` with a kernel of rows: where it depends on reductions along the last axes
 * of that shape, or has one element a row, and is a store, or depends on `least` of them. `output` is the term `root`,
 * which has memory then, or a store of it. *made: it has been made. */
bool cj_plan_rows(cj_planner *p, uint32_t root, uint32_t slot, cj_output output, size_t least, bool *made);
/* Folds that need each other, or go over the same rows, of all that is marked: those that are better made together are
 * outputs of one kernel. *made: some have memory now. */
bool cj_plan_row_folds(cj_planner *p, uint32_t root, bool *made);

#endif
