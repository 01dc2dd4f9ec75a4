/*
 * reduction_views.h: reductions along axes and over arrays of any strides; and what the sources of their forms and the
 * launches of what is made from them must agree on.
 *
 * Behind the user's parameters, n and the outputs stands one struct, `cujit_layout`. All of its members are unsigned
 * numbers of one size: 32 bits, or 64 where the variant is WIDE. A "unit" is a step of the folded loop: a tile (ROWS),
 * an element (COLUMNS, or without tiles). In this order (K, F: the variant's kept and folded axes), each name with
 * cujit_ before it:
 *
 *     results                        ROWS: results; COLUMNS: strips of lanes * width results, within one line each
 *     share                          so many of these go to a block
 *     units, part                    in the folded loop; and for each of the blocks that share a result
 *     line                           elements along the last folded axis (ROWS), the last kept axis (COLUMNS)
 *     start, step                    RANGE only: unit k is the element start + k * step
 *     kept[K], kept_magic[K], kept_shift[K]            what is numbered along each kept axis, and dividing by it
 *     folded[F], folded_magic[F], folded_shift[F]      units along each folded axis
 *     index_step, index_kept[K], index_folded[F]       where i is asked for (and not of a RANGE or SUBSET): what a
 *                                                      tile's next element, a kept axis and a unit along a folded
 *                                                      axis add to it
 *     place_step, place_folded[F]                      likewise j
 *     kept_strides_x[K], folded_strides_x[F]           per array that is a view: bytes
 *     bytes_x                                          likewise, SHIFTED only: from its data to behind its last element
 *     out0[K], ...                                     per output: bytes
 *
 * Along the last kept axis of COLUMNS index_kept, the strides and the outputs count elements, not strips.
 */
#ifndef LIBJIT_REDUCTION_VIEWS_H
#define LIBJIT_REDUCTION_VIEWS_H

#include "libjit/reduction/fold_call.h"
#include "libjit/reduction/fold_source.h"
#include "libjit/reduction/reduction.h"

/* Reduces along the options' axes, or what is selected. `outs`: one array per fold, of its dtype and the results'
 * shape, any strides; call->operands are the inputs. Errors as of cj_fold_loop_find(), cj_fold_build() and launches. */
cujit_status cj_reduction_views_run(cj_fold_call *call, const cujit_reduction_options *options,
                                    const cj_selection *selected, cujit_array *const *outs, cujit_error *error);

/* ---- For tests: a launch whose variant is chosen by hand --------------------------------------------------------- */

/* One call's loops and addresses. Some 30 KiB. */
typedef struct cj_reduction_views {
    cj_fold_loop loop;
    cj_selection selected; /* of a single result's elements; without flags all */
    size_t count, output_count;
    cj_operand outputs[CUJIT_REDUCTION_MAX_RESULTS];
    int64_t kept[CJ_MAX_PARAMETERS + CUJIT_REDUCTION_MAX_RESULTS + CJ_FOLD_OWN_ROWS][CJ_MAX_AXES];
    int64_t folded[CJ_MAX_PARAMETERS + CUJIT_REDUCTION_MAX_RESULTS + CJ_FOLD_OWN_ROWS][CJ_MAX_AXES];
} cj_reduction_views;

/* How a variant's launch is cut up. */
typedef struct cj_reduction_plan {
    cj_variant variant;
    uint64_t parts; /* blocks that share a result: 1 without SPLIT */
    uint64_t share; /* results, or strips, that a block takes */
} cj_reduction_plan;

/* `selected`: NULL or without flags for all elements. */
cujit_status cj_reduction_views_find(cj_fold_call *call, const cujit_reduction_options *options,
                                     const cj_selection *selected, cujit_array *const *outs, cj_reduction_views *views,
                                     cujit_error *error);
cj_reduction_plan cj_reduction_views_choose(const cj_fold_call *call, const cj_reduction_views *views);
/* Completes what tests give: form, width, lanes, block, unroll and whether to split into `parts`. False: it does not
 * fit these arrays. */
bool cj_reduction_views_force(const cj_fold_call *call, const cj_reduction_views *views, cj_reduction_plan *plan);
cujit_status cj_reduction_views_launch(cj_fold_call *call, const cj_reduction_views *views,
                                       const cj_reduction_plan *plan, cujit_error *error);

/* ---- What sources and launches agree on -------------------------------------------------------------------------- */

/* Values of COLUMNS that go through shared memory: rows of lanes * width. */
unsigned cj_reduction_columns_rows(const cj_variant *variant);

#endif
