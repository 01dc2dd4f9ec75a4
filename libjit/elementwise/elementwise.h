/*
 * elementwise.h: what an elementwise kernel is, for the files that make and launch it.
 *
 *     elementwise.c        the family's table (core.h): what a kernel is made from, and which variants it has
 *     form.c               the forms of the operation, and their sources
 *     elementwise_launch.c launches, prepared and checked
 *     elementwise_strided.c launches with arrays of any shape and strides
 *     stencil_*.c          launches whose inputs are one array, shifted
 *     tune.c               trying variants out on the arrays of a call
 */
#ifndef LIBJIT_ELEMENTWISE_H
#define LIBJIT_ELEMENTWISE_H

#include "libjit/kernel/core.h"
#include "libjit/kernel/tiling.h"

typedef struct cj_elementwise {
    cj_core core;
    cj_kernel_text text;
    unsigned block_size, max_blocks; /* of plain variants */
    size_t grain;
    cj_tiling tiling;
    size_t brief;      /* up to so many elements a thread has one tile; 0: as many as always */
    unsigned distrust; /* how often what was found in the texts did not compile as such */
    bool stencils;     /* calls may be stencils, and this device gains by it */

    /* What is built later. */
    _Atomic(const cj_built *) plain;          /* NULL: not yet */
    _Atomic(const cj_built *) tile;           /* for aligned pointers; NULL: this kernel or this device has no tiles */
    _Atomic(struct cj_elementwise *) lower;   /* for views, where they did not compile: see cj_elementwise_lower() */
    _Atomic(struct cj_stencil_kept *) shapes; /* of stencils (stencil.h) */
    atomic_bool tune;                         /* the next call that is large enough shall tune (tune.h) */
    atomic_bool asked;                        /* that was decided, or the kernel is tuned */
} cj_elementwise;

struct cujit_elementwise {
    union {
        cj_core_handle handle;
        cj_elementwise *kernel; /* which begins with the handle's core */
    };
};

/* The same kernel with less taken for granted of its texts: that the index does not matter, then that arrays are used
 * in one way only. Made at the first call. NULL: there is no less. */
cujit_status cj_elementwise_lower(const cj_elementwise *kernel, cj_elementwise **out, cujit_error *error);
/* The one that always works. */
cujit_status cj_elementwise_build_plain(const cj_elementwise *kernel, const cj_built **out, cujit_error *error);
/* Of arrays that begin in the middle of a tile; built at the first ones. See cj_core_try(): the one above does
 * instead. */
cujit_status cj_elementwise_try_shifted(const cj_elementwise *kernel, const cj_built **out, cujit_error *error);

/* Launches a plain or tile variant over n elements, whatever would have been chosen. The caller knows that it fits. */
cujit_status cj_elementwise_launch_built(const cj_elementwise *kernel, const cj_built *built, size_t n,
                                         void *const *values, void *stream, cujit_error *error);

/* A checked launch. `tuning` NULL: only that; else its kernel is tuned before, and *tuning says what came out, where
 * these are arrays that can be tuned with. */
cujit_status cj_elementwise_run(cj_elementwise *kernel, const cujit_elementwise_options *options,
                                const cujit_args *args, cujit_tuning *tuning, cujit_error *error);

#endif
