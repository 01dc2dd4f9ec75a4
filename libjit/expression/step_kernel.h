/*
 * step_kernel.h: a step as a kernel of its family.
 */
#ifndef LIBJIT_STEP_KERNEL_H
#define LIBJIT_STEP_KERNEL_H

#include "libjit/expression/plan.h"

/* What all kernels of a text have beside its own. */
typedef struct cj_step_setting {
    const char *preamble;       /* the program's; NULL: none */
    const char *const *options; /* NULL: none */
} cj_step_setting;

/* Its arguments are the outputs (but of folds), the inputs and the numbers, in the step's order. */
cujit_status cj_step_make_kernel(cujit_context *context, const cj_plan *plan, cj_step *step,
                                 const cj_step_setting *setting, cujit_error *error);
void cj_step_free_kernel(cj_step *step);

#endif
