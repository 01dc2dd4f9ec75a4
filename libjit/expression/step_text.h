/*
 * step_text.h: the lines of a step as text, for the kernels of all families.
 */
#ifndef LIBJIT_STEP_TEXT_H
#define LIBJIT_STEP_TEXT_H

#include "libjit/expression/plan.h"

#include "libjit/base/text.h"

/* The texts in the making, which the caller clears. */
typedef struct cj_step_writer {
    const cj_plan *plan;
    const cj_step *step;
    cj_text signature; /* the kernel's arguments */
    cj_text functions; /* of elements and numbers, which other texts call */
    cujit_error *error;
} cj_step_writer;

void cj_step_writer_clear(cj_step_writer *w);

/* The term that a line is of. */
static inline const cj_term *cj_step_line_term(const cj_step_writer *w, uint32_t line)
{
    return cj_plan_term(w->plan, w->step->lines[line].term);
}

/* half and bfloat16 are calculated in float. */
static inline bool cj_step_is_small(cujit_dtype dtype)
{
    return dtype == CUJIT_FLOAT16 || dtype == CUJIT_BFLOAT16;
}

/* The step's real numbers that all lines convert to float before anything else, as a mask: as floats they are converted
 * once, and not by every thread. */
uint64_t cj_step_find_floats(const cj_step_writer *w);

/* The arguments of a kernel: the outputs, unless they are a fold's, the inputs and the numbers, in the step's order. */
void cj_step_write_signature(cj_step_writer *w);

/* Statements that calculate the lines from `first` to `end`, and write those outputs that are, or are not, a row's. */
cujit_status cj_step_write_statements(cj_step_writer *w, size_t first, size_t end, bool rowed, cj_text *out);

/* Adds a function of the lines from `first` to `end`, whose value is that of `line`, to the functions; `call` becomes
 * its call. `folded`: what stands for the result of the step's fold; NULL: there is none. */
cujit_status cj_step_write_function(cj_step_writer *w, const char *name, size_t first, size_t end, uint32_t line,
                                    const char *folded, cj_text *call);

/* What all texts of a kernel call, and then `given` (NULL: nothing) and the functions. `operation` may call some,
 * too. */
cujit_status cj_step_write_preamble(cj_step_writer *w, const char *given, const char *operation, cj_text *out);

#endif
