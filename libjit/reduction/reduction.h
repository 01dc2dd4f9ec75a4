/*
 * reduction.h: launches of reductions.
 */
#ifndef LIBJIT_REDUCTION_H
#define LIBJIT_REDUCTION_H

#include "libjit/reduction/fold_kernel.h"

/* The elements that go into the result of a launch without axes. */
typedef struct cj_selection {
    size_t n;              /* how many */
    long long start, step; /* RANGE */
    const void *subset;    /* SUBSET: device address of the indices, of type `index` */
    cujit_dtype index;
    unsigned flags; /* CJ_VARIANT_RANGE, _SUBSET or 0: all there are */
} cj_selection;

/* The variant for these pointers. */
cj_variant cj_reduction_choose(const cj_fold_kernel *kernel, const cj_selection *selected, void *const *values);

/* How many blocks a FLAT variant gets. */
unsigned cj_reduction_blocks(const cj_fold_kernel *kernel, const cj_variant *variant, size_t n);

/* Launches a FLAT variant; it must fit. `results`: a device address for each fold. */
cujit_status cj_reduction_launch_variant(const cj_fold_kernel *kernel, const cj_variant *variant,
                                         const cj_selection *selected, void *const *values, void *const *results,
                                         void *stream, cujit_error *error);

/* The most threads, up to `most`, whose warps' accumulators fit a block's shared memory. */
unsigned cj_fold_block(const cj_fold_kernel *kernel, unsigned most);

#endif
