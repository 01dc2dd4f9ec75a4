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

/* What a fold takes as an element: x0[i] where that is all of it, so that its packed forms are found; else the call of a
 * function of that name. */
cujit_status cj_step_write_element(cj_step_writer *w, const char *name, size_t first, size_t end, uint32_t folded,
                                   cj_text *out);
/* The texts of the fold `term` of such elements, which the line `folded` is about. As of cj_reducer_texts(). */
cujit_status cj_step_fold_texts(const cj_step_writer *w, uint32_t term, uint32_t folded, const char *element,
                                cj_text *lines, cujit_reduction_result *fold);

/* step_rows.c */
cujit_status cj_step_make_rows(cujit_context *context, cj_step_writer *w, const cujit_elementwise_spec *given,
                               void **kernel);

#endif
