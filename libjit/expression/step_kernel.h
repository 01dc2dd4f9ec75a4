/*
 * step_kernel.h: a step as a kernel of its family.
 */
#ifndef LIBJIT_STEP_KERNEL_H
#define LIBJIT_STEP_KERNEL_H

#include "libjit/expression/step_text.h"

/* What all kernels of a text have beside its own. */
typedef struct cj_step_setting {
    const char *preamble;       /* the program's; NULL: none */
    const char *const *options; /* NULL: none */
} cj_step_setting;

/* Its arguments are the outputs (but of folds), the inputs and the numbers, in the step's order. */
cujit_status cj_step_make_kernel(cujit_context *context, const cj_plan *plan, cj_step *step,
                                 const cj_step_setting *setting, cujit_error *error);
void cj_step_free_kernel(cj_step *step);

/* ---- For the kinds of steps -------------------------------------------------------------------------------------- */

/* The texts of the step's folds in the making; begun with zeros. */
typedef struct cj_stage_texts {
    cujit_reduction_result folds[CJ_STEP_MAX_STAGES];
    cj_text lines[CJ_STEP_MAX_STAGES], elements[CJ_STEP_MAX_STAGES], posts[CJ_STEP_MAX_STAGES];
} cj_stage_texts;

/* Those of the fold number k, with a post that is a reducer's own, and with the type of the term as its out_type. */
cujit_status cj_step_write_stage(cj_step_writer *w, size_t k, cj_stage_texts *out);
void cj_stage_texts_clear(cj_stage_texts *texts);

/* step_rows.c */
cujit_status cj_step_make_rows(cujit_context *context, cj_step_writer *w, const cujit_elementwise_spec *given,
                               void **kernel);

#endif
