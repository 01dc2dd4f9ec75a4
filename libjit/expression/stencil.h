/*
 * stencil.h: which inputs of a step are slices of one array, shifted against each other. A launch finds out by itself
 * (elementwise/stencil.h); this is for those who ask what became of a text.
 */
#ifndef LIBJIT_EXPRESSION_STENCIL_H
#define LIBJIT_EXPRESSION_STENCIL_H

#include "libjit/expression/plan.h"

/* How many inputs there are that another one is a neighbour of; of steps other than elementwise ones 0. */
size_t cj_step_count_shifted(const cj_plan *plan, const cj_step *step);

#endif
