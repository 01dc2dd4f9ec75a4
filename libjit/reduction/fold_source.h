/*
 * fold_source.h: the sources of reductions and scans. templates/fold_functions.cu.in says how the user's texts stand in
 * them.
 */
#ifndef LIBJIT_FOLD_SOURCE_H
#define LIBJIT_FOLD_SOURCE_H

#include "libjit/kernel/source.h"
#include "libjit/reduction/fold_kernel.h"

/* Begins a source: what all of them have. */
void cj_fold_source_begin(cj_source *source, const cj_fold_kernel *kernel, const cj_variant *variant);

/* "max" or "min": the only fold picks one of two values with their place, and elements come in ascending order of
 * these. NULL: anything else. */
const char *cj_fold_source_picks(const cj_fold_text *fold, const cj_variant *variant);

/* Does any text ask for i, or for j? Pointers that are used as name[i] count. */
static inline bool cj_fold_needs_index(const cj_fold_text *fold)
{
    return fold->text.needs_index;
}
static inline bool cj_fold_needs_place(const cj_fold_text *fold)
{
    return fold->uses_place;
}

/* Is it a sum of 8-bit integers, or of their products, that tiles make four at a time (cujit_sum_held,
 * cujit_dot_held)? */
bool cj_fold_is_packed(const cj_fold_kernel *kernel, const cj_variant *variant);

/* Blocks of one thread fold runs of a few elements pairwise (cujit_pairwise), so that sums of floats lose no digits;
 * what does not round has no use for that. */
bool cj_fold_is_pairwise(const cj_fold_kernel *kernel, const cj_variant *variant);
/* Steps of a run, and how many values of `variant`'s tiles are kept side by side. Sums of the prelude's own types,
 * which are of doubles and cost divisions to merge, are merged seldom. */
unsigned cj_fold_run(const cj_fold_kernel *kernel, const cj_variant *variant);
unsigned cj_fold_side_by_side(const cj_fold_kernel *kernel, const cj_variant *variant);

/* ---- The forms ---- */

cujit_status cj_source_reduction(const cj_fold_kernel *kernel, const cj_variant *variant, char **source,
                                 cujit_error *error);
cujit_status cj_source_scan(const cj_fold_kernel *kernel, const cj_variant *variant, char **source, cujit_error *error);

#endif
