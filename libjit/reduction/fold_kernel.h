/*
 * fold_kernel.h: what a reduction or a scan is, for the files that make and launch it.
 *
 *     fold_text.c          the user's texts, and what they say
 *     fold_source.c        what all sources share: the texts as functions
 *     source_reduction*.c, source_scan*.c     the forms
 *     fold_kernel.c        making a kernel; building its variants
 *     generic.c            kernels with one-letter types, and those that they are bound to
 *     fold_call.c          the arguments of a checked call
 *     fold_axes.c          shapes, strides and axes: what is looped over
 *     reduction.c          the public functions; launches of dense arrays
 *     reduction_views.c    launches along axes and with arrays of any strides
 *     scan.c               the same for scans
 *     workspace.c          memory between a launch's blocks
 */
#ifndef LIBJIT_FOLD_KERNEL_H
#define LIBJIT_FOLD_KERNEL_H

#include "libjit/base/registry.h"
#include "libjit/kernel/program.h"
#include "libjit/kernel/sizes.h"
#include "libjit/kernel/variant.h"
#include "libjit/reduction/fold_text.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct cj_generic cj_generic; /* generic.h */

/* ---- Variants ---------------------------------------------------------------------------------------------------- */

typedef enum cj_fold_form {
    CJ_FOLD_FLAT = 1,     /* dense arrays, all elements into one result */
    CJ_FOLD_ROWS,         /* `lanes` threads along the folded axes, for each result */
    CJ_FOLD_COLUMNS,      /* `width` results a thread, along the last kept axis; `lanes` threads side by side */
    CJ_FOLD_SCAN,         /* one sequence, or lines: tiles and look-back */
    CJ_FOLD_SCAN_COLUMNS, /* a thread takes `width` lines, which lie side by side */
} cj_fold_form;

typedef struct cj_fold_built {
    struct cj_fold_built *older;
    cj_variant variant;
    cj_program *program; /* NULL: it could not be built */
    cujit_status status; /* why */
} cj_fold_built;

/* ---- The kernel -------------------------------------------------------------------------------------------------- */

typedef struct cj_fold_kernel {
    cj_registered registered;
    cujit_context *context; /* borrowed: the registry is the context's */
    cj_fold_text fold;
    cj_generic *generic; /* NULL: all types are known. Else what follows from types is not, and nothing is built */
    bool scan, exclusive, reverse;
    bool ordered;      /* not all folds are known to be commutative */
    size_t value_size; /* bytes of a cujit_value: the accumulators of all folds */
    cj_sizes sizes;
    cujit_parameter *parameters;
    cj_variant usual;                     /* what most launches will use */
    char *source, *log;                   /* of that one; the log begins with the warnings. NULL: not there yet */
    _Atomic(const cj_fold_built *) first; /* likewise; NULL: not built yet */

    /* What is built later: a list that only grows, under the lock. */
    pthread_mutex_t lock;
    _Atomic(const cj_fold_built *) built;
} cj_fold_kernel;

/* The handle of either family. */
typedef struct cj_fold_handle {
    cj_fold_kernel *kernel;
    cujit_context *context; /* a reference */
    cujit_origin origin;
    double create_ms;
} cj_fold_handle;

struct cujit_reduction {
    cj_fold_handle handle;
};
struct cujit_scan {
    cj_fold_handle handle;
};

/* What makes a scan besides its texts. */
typedef struct cj_fold_making {
    cj_fold_spec spec;
    bool scan, exclusive, reverse;
    bool lazy; /* nothing is built before a launch needs it: for texts that are known to be good */
} cj_fold_making;

/* The kernel of that spec: found in the registry, or made, with its usual variant built unless it is lazy or generic.
 * *handle is filled, with a reference to the context. */
cujit_status cj_fold_open(cujit_context *context, const cj_fold_making *making, cj_fold_handle *handle,
                          cujit_error *error);
void cj_fold_close(cj_fold_handle *handle);

/* Only the source of its usual variant; the caller frees it with cujit_free(). CUJIT_ERROR_INVALID_ARGUMENT where it is
 * generic. */
cujit_status cj_fold_render_usual(cujit_context *context, const cj_fold_making *making, char **source,
                                  cujit_error *error);
void cj_fold_report(const cj_fold_handle *handle, cujit_report *report);

/* The variant of a kernel that is not generic; builds it the first time. An error where it cannot be built, this time
 * or an earlier one. */
cujit_status cj_fold_build(const cj_fold_kernel *kernel, const cj_variant *variant, const cj_fold_built **out,
                           cujit_error *error);

/* The generated source; the caller frees it with cj_free(). */
cujit_status cj_fold_render(const cj_fold_kernel *kernel, const cj_variant *variant, char **source, cujit_error *error);

/* Accumulators that are larger make so much code of each place that they are used in that there should be few. */
enum { CJ_FOLD_LARGE_VALUE = 64 };

/* For how many elements the widest of the arrays that may be views moves 16 bytes; 1: there is none, or accumulators
 * are large. */
unsigned cj_fold_width(const cj_fold_text *fold);

/* The usual variants, by family. */
cj_variant cj_reduction_usual(const cj_fold_kernel *kernel);
cj_variant cj_scan_usual(const cj_fold_kernel *kernel);

#endif
