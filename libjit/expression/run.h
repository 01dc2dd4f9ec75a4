/*
 * run.h: one call of a plan whose kernels are there.
 */
#ifndef LIBJIT_RUN_H
#define LIBJIT_RUN_H

#include "libjit/expression/measure.h"
#include "libjit/expression/plan.h"

#include <cujit/cujit.h>

typedef struct cj_run_options {
    cujit_context *context;
    const char *const *names; /* of the operands, for errors */
    cujit_stream stream;
    const cujit_array *out; /* where the text's value goes; NULL: into a new array */
    size_t max_bytes;       /* of new memory, all in all; 0: no limit */
    size_t max_elements;    /* that a step goes through; 0: no limit */
    cj_measure *measures;   /* of each step; NULL: nobody waits for them */
} cj_run_options;

/* `items` are the operands, of the types that the plan was made for. *result is what the text is worth, a new array;
 * NULL where it only assigns, and with `out`. CUJIT_ERROR_EXPRESSION with place and caret; CUJIT_ERROR_DEVICE_MEMORY;
 * what launches give. What was written before an error stays. */
cujit_status cj_run(const cj_plan *plan, const cj_tree *tree, const cujit_arg *items, const cj_run_options *options,
                    cujit_array **result, cujit_error *error);

/* A call that is kept: shapes, views and temporary memory of all steps, which stay as they are. Plan, tree and operands
 * must outlive it; a value goes to `out`. */
typedef struct cj_bound_run cj_bound_run;
cujit_status cj_run_bind(const cj_plan *plan, const cj_tree *tree, const cujit_arg *items,
                         const cj_run_options *options, cj_bound_run **out, cujit_error *error);
cujit_status cj_run_launch(const cj_bound_run *run, cujit_error *error);
/* Another value for an operand that is a number, and on which no shape depends. */
void cj_run_set_number(cj_bound_run *run, size_t operand, const cujit_arg *value);
void cj_run_free(cj_bound_run *run);

#endif
