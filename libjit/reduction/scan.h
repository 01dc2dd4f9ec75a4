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
 * and of all but dense sequences one struct (layout.h), whose members scan_views.c lists.
 */
#ifndef LIBJIT_SCAN_H
#define LIBJIT_SCAN_H

#include "libjit/kernel/tiling.h"
#include "libjit/reduction/fold_kernel.h"
#include "libjit/reduction/fold_views.h"

/* The variant for n elements of dense arrays. */
cj_variant cj_scan_choose(const cj_fold_kernel *kernel, size_t n, void *const *values, const void *out);

/* Launches SCAN without axes; it must fit. */
cujit_status cj_scan_launch_flat(const cj_fold_kernel *kernel, const cj_variant *variant, size_t n, void *const *values,
                                 void *out, void *stream, cujit_error *error);

/* ---- scan_views.c ---- */

cj_variant cj_scan_views_choose(const cj_fold_views *views);
/* Does a variant that was made by hand fit these arrays? Form, width, unroll and block are given, the rest is filled
 * in. */
bool cj_scan_views_force(const cj_fold_views *views, cj_variant *variant);
cujit_status cj_scan_views_launch(const cj_fold_views *views, const cj_variant *variant, cujit_error *error);

/* Adds the struct of numbers, empty where a form has none, to a source that is not NULL. Returns its bytes. */
size_t cj_scan_layout(const cj_fold_kernel *kernel, const cj_variant *variant, cj_source *source);

/* ---- Launches of SCAN: what both have ---- */

/* How a launch is cut up. */
typedef struct cj_scan_share {
    unsigned blocks;
    long long n; /* of a sequence, for the caller to fill in */
    long long vectors, grain;
    unsigned in_place;
    void *workspace; /* NULL for one block */
} cj_scan_share;

/* Is the output an input? */
static inline bool cj_scan_is_in_place(const cj_fold_kernel *kernel, void *const *values, const void *out)
{
    bool found = false;

    for (size_t k = 0; k < kernel->fold.text.signature.count; k++)
        found |= kernel->fold.text.signature.parameters[k].pointer && cj_pointer_value(values, k) == (uintptr_t)out;
    return found;
}

/* `vectors` of the variant's width. The workspace is the stream's for scans. */
cujit_status cj_scan_find_share(const cj_fold_kernel *kernel, const cj_variant *variant, uint64_t vectors,
                                bool in_place, void *stream, cj_scan_share *out, cujit_error *error);
/* `numbers`: the struct of a form that has one. What a kernel that failed leaves behind is put in order. */
cujit_status cj_scan_launch_share(const cj_fold_kernel *kernel, const cj_variant *variant, const cj_scan_share *share,
                                  void *const *values, void *out, const uint64_t *numbers, void *stream,
                                  cujit_error *error);

/* The variant for many elements: fewer vectors a thread where they, or values, are large. */
cj_variant cj_scan_large(const cj_fold_kernel *kernel);

/* The axes that a form numbers: the kept ones, and of SCAN the folded ones behind them; none of dense arrays. */
static inline int cj_scan_rank(const cj_variant *variant)
{
    return variant->kept + (variant->form == CJ_FOLD_SCAN ? variant->folded : 0);
}

/* With a flag that says where segments begin. */
bool cj_scan_is_flagged(const cj_fold_kernel *kernel, const cj_variant *variant);
size_t cj_scan_item_size(const cj_fold_kernel *kernel, const cj_variant *variant);

#endif
