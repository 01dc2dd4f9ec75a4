/*
 * plan.h: from terms to steps, each of which is one kernel.
 *
 * Elementwise terms have no memory: each step (step.h) writes down what it needs of them, down to what lies in memory,
 * which are the operands and what earlier steps have made. So a chain of elementwise work is one kernel, a reduction
 * takes what comes before it into its map, and what comes behind it, as long as that sees nothing but the result, into
 * its post.
 *
 * What must be in memory: reductions and scans, what the text is worth, what is read after the array it is made of was
 * written to, and parts of what is too large for one kernel.
 */
#ifndef LIBJIT_PLAN_H
#define LIBJIT_PLAN_H

#include "libjit/expression/step.h"

struct cj_plan {
    cj_formula formula;
    cj_step *steps;
    size_t step_count;
    /* Terms in memory: those are numbered, and the number of each term is known. */
    uint32_t *memory; /* of each term; CJ_NO_TERM: it has none */
    uint32_t *in_memory;
    uint32_t *last_use; /* of each of those, the last step that reads it */
    size_t memory_count;
    /* Lengths: terms that must have one shape share a slot; slot 0 is that of a single element. */
    uint32_t *slots;  /* of each term */
    uint32_t *shaped; /* of each slot but the first the term whose shape it is, in the order of the terms */
    size_t slot_count;
    /* Whole numbers that indices are made of, and that must be calculated. */
    uint32_t *bounds; /* terms, in their order */
    size_t bound_count;
};

/* Takes the formula over, in any case. CUJIT_ERROR_EXPRESSION: it needs more than `max_steps` kernels. */
cujit_status cj_plan_make(const cj_tree *tree, const cj_named_type *named, cj_formula *formula, size_t max_steps,
                          cj_plan *out, cujit_error *error);
void cj_plan_clear(cj_plan *plan);

static inline const cj_term *cj_plan_term(const cj_plan *plan, uint32_t term)
{
    return &plan->formula.terms[term];
}

/* What is written there. */
static inline uint32_t cj_output_value(const cj_plan *plan, const cj_output *output)
{
    return output->term != CJ_NO_TERM ? output->term : plan->formula.stores[output->store].value;
}

/* The axes along which the folds of a REDUCTION or SCAN go. */
static inline uint32_t cj_step_axes(const cj_plan *plan, const cj_step *step)
{
    return cj_plan_term(plan, step->stages[0].fold)->of.fold.axes;
}

#endif
