/*
 * reduction.h: launches of reductions; and what the sources of their forms and the launches of what is made from them
 * must agree on.
 *
 * Along axes and over arrays of any strides, behind the user's parameters, n and the outputs stands one struct
 * (layout.h), whose members reduction_views.c lists. A "unit" is a step of the folded loop: a tile (ROWS), an element
 * (COLUMNS, or without tiles). Unit k of a RANGE is the element start + k * step. Along the last kept axis of COLUMNS
 * strides count elements, not strips.
 */
#ifndef LIBJIT_REDUCTION_H
#define LIBJIT_REDUCTION_H

#include "libjit/reduction/fold_views.h"

/* The variant for these pointers. Errors as cj_core_try()'s. */
cujit_status cj_reduction_choose(const cj_fold_kernel *kernel, const cj_selection *selected, void *const *values,
                                 cj_variant *out, cujit_error *error);

/* How many blocks a FLAT variant gets. */
unsigned cj_reduction_blocks(const cj_fold_kernel *kernel, const cj_variant *variant, size_t n);

/* Launches a FLAT variant; it must fit. `results`: a device address for each fold. */
cujit_status cj_reduction_launch_variant(const cj_fold_kernel *kernel, const cj_variant *variant,
                                         const cj_selection *selected, void *const *values, void *const *results,
                                         void *stream, cujit_error *error);

/* ---- Along axes -------------------------------------------------------------------------------------------------- */

/* Reduces along the options' axes, or what is selected. `outs`: one array per fold, of its dtype and the results'
 * shape, any strides; call->operands are the inputs. Errors as of cj_fold_loop_find(), of building and of launches. */
cujit_status cj_reduction_views_run(cj_call *call, const cujit_reduction_options *options, const cj_selection *selected,
                                    cujit_array *const *outs, cujit_error *error);

/* ---- For tests: a launch whose variant is chosen by hand --------------------------------------------------------- */

/* How a variant's launch is cut up. */
typedef struct cj_reduction_plan {
    cj_variant variant;
    uint64_t parts; /* blocks that share a result: 1 without SPLIT */
    uint64_t share; /* results, or strips, that a block takes */
    uint64_t units; /* of the folded loop */
    uint64_t work;  /* what blocks share out among themselves: results, or strips */
} cj_reduction_plan;

cj_reduction_plan cj_reduction_views_choose(const cj_fold_views *views);
/* Completes what tests give: form, width, lanes, block, unroll and whether to split into `parts`. False: it does not
 * fit these arrays. */
bool cj_reduction_views_force(const cj_fold_views *views, cj_reduction_plan *plan);
cujit_status cj_reduction_views_launch(const cj_fold_views *views, const cj_reduction_plan *plan, cujit_error *error);

/* ---- What sources and launches agree on -------------------------------------------------------------------------- */

/* Adds the struct of numbers. */
void cj_reduction_layout(const cj_fold_kernel *kernel, cj_source *source);

/* Values of COLUMNS that go through shared memory: rows of lanes * width. */
unsigned cj_reduction_columns_rows(const cj_variant *variant);

#endif
