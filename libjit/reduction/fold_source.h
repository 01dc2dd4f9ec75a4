/*
 * fold_source.h: the sources of reductions and scans; one file per family of forms.
 *
 * Each source begins with what is the same for all: the user's types and preamble, and
 *
 *     struct cujit_value { A0 cujit_of0; A1 cujit_of1; ... };     the accumulators of all folds; cujit_maybe<A0> where
 *                                                                 one may not be there yet (cj_fold_is_lifted)
 *
 * In the kernel stand the user's texts as functions (@FUNCTIONS@), of which a form uses
 *
 *     cujit_value cujit_neutral()
 *     cujit_value cujit_combine(const cujit_value &left, const cujit_value &right)
 *     cujit_value cujit_map(x, y, ..., i, j)            x, y, ...: a cujit_element<const T> for each array that may be
 *                                                         a view, in the order of the signature; i and j: numbers
 *     cujit_value cujit_append(const cujit_value &left, const cujit_value &right)   the same, where `right` is of
 *                                                                   one element that comes behind all of `left`
 *     void cujit_finish(const cujit_value &value, long long at)     post, and out: cujit_out0[at] = ... for each fold
 *     void cujit_finish0(const cujit_value &value, O0 *to)          the same for one fold: *to = ...
 *     O0 cujit_post(const cujit_value &value)                       scans
 *     bool cujit_segment(x, y, ..., i, j)                 scans with segments
 *
 * They refer to the kernel's parameters, and `n`.
 */
#ifndef LIBJIT_FOLD_SOURCE_H
#define LIBJIT_FOLD_SOURCE_H

#include "libjit/kernel/source.h"
#include "libjit/reduction/fold_kernel.h"

/* Begins a source: TYPES, PREAMBLE, CHECKS, NAME, VALUE (the struct), FUNCTIONS with the users' texts, BLOCK, WIDTH,
 * UNROLL, LANES. `kernel` is in the making where it has no fold yet built. */
typedef struct cj_fold_source {
    cj_source writing;
    const cj_fold_kernel *kernel;
    const cj_variant *variant;
} cj_fold_source;

void cj_fold_source_begin(cj_fold_source *source, const cj_fold_kernel *kernel, const cj_variant *variant);
cj_text *cj_fold_source_add(cj_fold_source *source, const char *placeholder);
/* Expands the template, and then the user's texts in what that gives. */
cujit_status cj_fold_source_finish(cj_fold_source *source, const char *template, char **out, cujit_error *error);

/* Appends the user's parameters, each followed by ", ", and then "const long long n". */
void cj_fold_source_parameters(const cj_fold_source *source, cj_text *out);
/* Appends ", const int *__restrict__ cujit_subset", where the variant has one. */
void cj_fold_source_subset(const cj_fold_source *source, cj_text *out);
/* Appends ", O0 *__restrict__ cujit_out0, O1 *..., char *cujit_workspace". */
void cj_fold_source_outputs(const cj_fold_source *source, cj_text *out);

/* Appends a call "cujit_map(ARGS, i, j)", or of `function`. What each array's element is: */
typedef enum cj_fold_access {
    CJ_FOLD_FROM_POINTER, /* x[AT] */
    CJ_FOLD_FROM_TILE,    /* cujit_tile_x AT: `at` is "[cujit_u].cujit_of[cujit_k]" or the like */
    CJ_FOLD_FROM_PLACE,   /* *(const T *)(cujit_from_x + AT): bytes; an @ in `at` stands for the array's name */
} cj_fold_access;
void cj_fold_source_call(const cj_fold_source *source, const char *function, cj_fold_access access, const char *at,
                         const char *i, const char *j, cj_text *out);

/* "max" or "min": the only fold picks one of two values with their place, and elements come in ascending order of
 * these. NULL: anything else. */
const char *cj_fold_source_picks(const cj_fold_source *source);

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
/* In front of a loop over values side by side: g++ makes vectors of it. Unrolled it takes them apart now and then. */
#define CJ_FOLD_SIDE_BY_SIDE "#pragma GCC unroll 1"
/* What stands around the loop over a run, which goes from cujit_low to cujit_high: runs out of `from` to cujit_stop,
 * which are `number`s. The run's values are in cujit_sums[] and begin as neutrals. */
void cj_fold_source_begin_runs(const cj_fold_source *source, const char *number, const char *from, cj_text *out);
void cj_fold_source_end_runs(cj_text *out);

/* ---- The forms ---- */

cujit_status cj_source_reduction_flat(const cj_fold_kernel *kernel, const cj_variant *variant, char **source,
                                      cujit_error *error);
cujit_status cj_source_reduction_rows(const cj_fold_kernel *kernel, const cj_variant *variant, char **source,
                                      cujit_error *error);
cujit_status cj_source_reduction_columns(const cj_fold_kernel *kernel, const cj_variant *variant, char **source,
                                         cujit_error *error);
cujit_status cj_source_scan(const cj_fold_kernel *kernel, const cj_variant *variant, char **source, cujit_error *error);
cujit_status cj_source_scan_columns(const cj_fold_kernel *kernel, const cj_variant *variant, char **source,
                                    cujit_error *error);

#endif
