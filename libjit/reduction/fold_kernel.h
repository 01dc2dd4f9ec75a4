/*
 * fold_kernel.h: what a reduction, a scan or a kernel of rows is, for the files that make and launch it.
 *
 *     fold_text.c, fold_types.c, fold_pattern.c, rows_text.c   the user's texts, and what they say
 *     fold_kernel.c        the family's table (core.h): what a kernel is made from, and which variants it has
 *     fold_source.c, rows_source.c   the forms
 *     fold_views.c         shapes, strides and axes: what is looped over, by one call, and where its memory lies
 *     reduction.c, scan.c, rows.c    the public functions
 *     reduction_views.c, scan_launch.c, rows_launch.c          launches
 *     reduction_plan.c, rows_plan.c  which variant a launch takes
 *     reducers.c           ready-made reductions
 */
#ifndef LIBJIT_FOLD_KERNEL_H
#define LIBJIT_FOLD_KERNEL_H

#include "libjit/kernel/creation.h"
#include "libjit/reduction/fold_text.h"

/* ---- Variants ---------------------------------------------------------------------------------------------------- */

typedef enum cj_fold_form {
    CJ_FOLD_FLAT = 1,     /* dense arrays, all elements into one result */
    CJ_FOLD_ROWS,         /* `lanes` threads along the folded axes, for each result */
    CJ_FOLD_COLUMNS,      /* `width` results a thread, along the last kept axis; `lanes` threads side by side */
    CJ_FOLD_SCAN,         /* one sequence, or lines: tiles and look-back */
    CJ_FOLD_SCAN_COLUMNS, /* a thread takes `width` lines, which lie side by side */
    CJ_FOLD_HELD,         /* rows: in registers, `unroll` tiles in each of `lanes` threads */
    CJ_FOLD_PASSES,       /* rows: read again for each group of stages, and for the operation */
    CJ_FOLD_LINES,        /* rows: one after the other, in blocks of one thread */
} cj_fold_form;

/* ---- The kernel -------------------------------------------------------------------------------------------------- */

typedef struct cj_fold_kernel {
    cj_core core;
    cj_fold_text fold;
    /* Of kernels that are not generic: */
    bool ordered;      /* not all folds are known to be commutative */
    size_t value_size; /* bytes of a cujit_value: the accumulators of all folds */
} cj_fold_kernel;

struct cujit_reduction {
    union {
        cj_core_handle handle;
        cj_fold_kernel *kernel; /* which begins with the handle's core */
    };
};
struct cujit_scan {
    union {
        cj_core_handle handle;
        cj_fold_kernel *kernel; /* which begins with the handle's core */
    };
};
struct cujit_rows {
    union {
        cj_core_handle handle;
        cj_fold_kernel *kernel; /* which begins with the handle's core */
    };
};

/* Its specs are cj_fold_spec. */
extern const cj_family cj_fold_family;

/* The public functions that make kernels of a `type`, whose file has a take_spec() for its specs, with room for `count`
 * folds of which the user's spec is no cujit_reduction_result. */
#define CJ_FOLD_PUBLIC(type, count)                                                                                    \
    cujit_status type##_create_sized(cujit_context *context, const type##_spec *given, size_t size, type **out,        \
                                     cujit_error *error)                                                               \
    {                                                                                                                  \
        cujit_reduction_result own[count];                                                                             \
        cj_fold_spec spec;                                                                                             \
        cj_core_handle *handle;                                                                                        \
        cujit_status status = take_spec(#type "_create", context, given, size, out, own, &spec, error);                \
                                                                                                                       \
        if (status == CUJIT_OK &&                                                                                      \
            (status = cj_core_open(context, &cj_fold_family, &spec, false, &handle, error)) == CUJIT_OK)               \
            *out = (type *)handle;                                                                                     \
        return status;                                                                                                 \
    }                                                                                                                  \
    cujit_status type##_create_async_sized(cujit_context *context, const type##_spec *given, size_t size,              \
                                           cujit_creation **out, cujit_error *error)                                   \
    {                                                                                                                  \
        cujit_reduction_result own[count];                                                                             \
        cj_fold_spec spec;                                                                                             \
        cujit_status status = take_spec(#type "_create_async", context, given, size, out, own, &spec, error);          \
                                                                                                                       \
        return status == CUJIT_OK                                                                                      \
                   ? cj_creation_begin(context, &(cj_commission){&cj_fold_family, &spec, #type, NULL}, out, error)     \
                   : status;                                                                                           \
    }                                                                                                                  \
    cujit_status type##_render_sized(cujit_context *context, const type##_spec *given, size_t size, char **source,     \
                                     cujit_error *error)                                                               \
    {                                                                                                                  \
        cujit_reduction_result own[count];                                                                             \
        cj_fold_spec spec;                                                                                             \
        cujit_status status = take_spec(#type "_render", context, given, size, source, own, &spec, error);             \
                                                                                                                       \
        return status == CUJIT_OK ? cj_core_render(context, &cj_fold_family, &spec, source, error) : status;           \
    }

/* Accumulators that are larger make so much code of each place that they are used in that there should be few. */
enum { CJ_FOLD_LARGE_VALUE = 64 };

/* For how many elements the widest of the arrays that may be views moves 16 bytes; 1: there is none, or accumulators
 * are large. */
unsigned cj_fold_width(const cj_fold_text *fold);

/* Do the arrays that may be views begin at multiples of a tile's alignment? */
bool cj_fold_are_aligned(const cj_fold_kernel *kernel, unsigned width, void *const *values);

/* The usual variants, by family. */
cj_variant cj_reduction_usual(const cj_fold_kernel *kernel);
cj_variant cj_scan_usual(const cj_fold_kernel *kernel);
cj_variant cj_rows_usual(const cj_fold_kernel *kernel);

/* ---- Sources (fold_source.c) ------------------------------------------------------------------------------------- */

/* Is it a sum of 8-bit integers, or of their products, that tiles make four at a time (cujit_sum_held,
 * cujit_dot_held)? */
bool cj_fold_is_packed(const cj_fold_kernel *kernel, const cj_variant *variant);

/* The family's `describe`. */
void cj_fold_describe(const cj_core *core, cj_source *source);

#endif
