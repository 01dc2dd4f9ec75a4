/*
 * elementwise.h: what an elementwise kernel is, for the files that make and launch it.
 *
 * A cujit_elementwise is the caller's handle. What it points to, the kernel proper, is shared by all handles that were
 * made from the same spec on one context, and lives in the context's registry at least as long as they do.
 *
 *     kernel_text.c   the user's texts, and what they say of their arrays (access.c)
 *     variant.c, source*.c the forms of the operation, and their sources
 *     elementwise.c        making a kernel; building its variants
 *     elementwise_launch.c prepared launches: which variant, and how many threads
 *     generic.c            kernels with one-letter types, and those that they are bound to
 *     elementwise_run.c    checked launches, and with arrays of any shape and strides
 *     tune.c               trying variants out on the arrays of a call
 */
#ifndef LIBJIT_ELEMENTWISE_H
#define LIBJIT_ELEMENTWISE_H

#include "libjit/base/registry.h"
#include "libjit/kernel/program.h"
#include "libjit/kernel/sizes.h"
#include "libjit/kernel/tiling.h"
#include "libjit/kernel/variant.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct cj_generic cj_generic; /* generic.h */

/* A variant that was built; or could not be, so that nobody tries again. */
typedef struct cj_built {
    struct cj_built *older;
    cj_variant variant;
    cj_program *program; /* NULL: it could not */
} cj_built;

typedef struct cj_elementwise {
    cj_registered registered;
    cujit_context *context; /* borrowed: the registry is the context's */
    cj_kernel_text text;
    char *source;                /* of the first variant that was built */
    cujit_parameter *parameters; /* for cujit_elementwise_get_parameter */
    cj_sizes sizes;
    unsigned block_size, max_blocks; /* of plain variants */
    size_t grain;
    cj_tiling tiling;
    const cj_built *first; /* built when the kernel was made; NULL where it is generic */
    cj_generic *generic;   /* NULL: all types are known */
    unsigned distrust;     /* how often what was found in the texts did not compile as such */

    /* What is built later: a list that only grows, under the lock. */
    pthread_mutex_t lock;
    _Atomic(const cj_built *) built;
    _Atomic(const cj_built *) plain;        /* NULL: not yet */
    _Atomic(const cj_built *) tile;         /* for aligned pointers; NULL: this kernel or this device has no tiles */
    _Atomic(struct cj_elementwise *) lower; /* for views, where they did not compile: see cj_elementwise_lower() */
    atomic_bool tune;                       /* the next call that is large enough shall tune (tune.h) */
    atomic_bool asked;                      /* that was decided, or the kernel is tuned */
} cj_elementwise;

struct cujit_elementwise {
    cj_elementwise *kernel; /* the registry's, in use; nobody changes it */
    cujit_context *context; /* a reference */
    cujit_origin origin;
    double create_ms;
};

/* A kernel for this spec, in no registry yet: `registered.destroy` is how to get rid of it. */
cujit_status cj_elementwise_make(cujit_context *context, const cujit_elementwise_spec *spec, cj_elementwise **out,
                                 cujit_error *error);

/* The variant; builds it the first time. An error where it cannot be built, this time or an earlier one. */
cujit_status cj_elementwise_build(const cj_elementwise *kernel, const cj_variant *variant, const cj_built **out,
                                  cujit_error *error);
/* The same kernel with less taken for granted of its texts: that the index does not matter, then that arrays are used
 * in one way only. Made at the first call. NULL: there is no less. */
cujit_status cj_elementwise_lower(const cj_elementwise *kernel, cj_elementwise **out, cujit_error *error);
/* The one that always works. */
cujit_status cj_elementwise_build_plain(const cj_elementwise *kernel, const cj_built **out, cujit_error *error);

/* Launches a plain or tile variant over n elements, whatever would have been chosen. The caller knows that it fits. */
cujit_status cj_elementwise_launch_built(const cj_elementwise *kernel, const cj_built *built, size_t n,
                                         void *const *values, void *stream, cujit_error *error);

/* A checked launch. `tuning` NULL: only that; else its kernel is tuned before, and *tuning says what came out, where
 * these are arrays that can be tuned with. */
cujit_status cj_elementwise_run(const cujit_elementwise *handle, const cujit_elementwise_options *options,
                                const cujit_args *args, cujit_tuning *tuning, cujit_error *error);

#endif
