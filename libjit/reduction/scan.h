/*
 * scan.h: launches of scans; and what the sources of their forms and the launches of what is made from them must agree
 * on.
 *
 * SCAN cuts what it goes over into vectors of `width` elements next to each other, which are numbered in the direction
 * of the scan, and gives each block so many of them (templates/prelude_scan.h). Without axes (folded 0) that is one
 * sequence of dense arrays. Else it is lines of any strides, one behind the other: each begins with a new vector, and
 * with a new sequence. Blocks of one thread take `grain` elements each.
 *
 * SCAN_COLUMNS gives each thread `width` lines that lie side by side along the last kept axis.
 *
 * Behind the user's parameters stand n (the length of a sequence), the output and the workspace; of SCAN then
 *
 *     vectors                     in all
 *     grain                       elements a block of one thread
 *     in_place                    whether the output is an input
 *
 * and of all but dense sequences one struct (layout.h), whose members scan_launch.c lists.
 */
#ifndef LIBJIT_SCAN_H
#define LIBJIT_SCAN_H

#include "libjit/kernel/tiling.h"
#include "libjit/reduction/fold_views.h"

/* The variant for n elements of dense arrays. */
cj_variant cj_scan_choose(const cj_fold_kernel *kernel, size_t n, void *const *values, const void *out);

/* Launches SCAN without axes; it must fit. */
cujit_status cj_scan_launch_flat(const cj_fold_kernel *kernel, const cj_variant *variant, size_t n, void *const *values,
                                 void *out, void *stream, cujit_error *error);

cj_variant cj_scan_views_choose(const cj_fold_views *views);
/* Does a variant that was made by hand fit these arrays? Form, width, unroll and block are given, the rest is filled
 * in. */
bool cj_scan_views_force(const cj_fold_views *views, cj_variant *variant);
cujit_status cj_scan_views_launch(const cj_fold_views *views, const cj_variant *variant, cujit_error *error);

/* Adds the struct of numbers, empty where a form has none. */
void cj_scan_layout(const cj_fold_kernel *kernel, cj_source *source);

/* ---- What sources and launches agree on ---- */

/* The axes that a form numbers: the kept ones, and of SCAN the folded ones behind them; none of dense arrays. */
static inline int cj_scan_rank(const cj_variant *variant)
{
    return variant->kept + (variant->form == CJ_FOLD_SCAN ? variant->folded : 0);
}

/* With a flag that says where segments begin. */
bool cj_scan_is_flagged(const cj_fold_kernel *kernel, const cj_variant *variant);

#endif
