/*
 * fold_views.h: one call of a reduction along axes or a scan of lines, over arrays of any strides: what it loops over
 * and where memory lies.
 */
#ifndef LIBJIT_FOLD_VIEWS_H
#define LIBJIT_FOLD_VIEWS_H

#include "libjit/reduction/fold_call.h"
#include "libjit/reduction/reduction.h"

/* Some 30 KiB. Rows of strides are those of the call's operands, which are the inputs, of the outputs, and behind them
 * those of fold_axes.h. All 0: of a source, for which nobody calls. */
typedef struct cj_fold_views {
    const cj_call *call;
    cj_fold_loop loop;
    size_t count, output_count; /* inputs, outputs */
    cj_operand outputs[CUJIT_REDUCTION_MAX_RESULTS];
    cj_selection selected; /* of a reduction: a single result's elements; without flags all */
    int64_t kept[CJ_MAX_PARAMETERS + CUJIT_REDUCTION_MAX_RESULTS + CJ_FOLD_OWN_ROWS][CJ_MAX_AXES];
    int64_t folded[CJ_MAX_PARAMETERS + CUJIT_REDUCTION_MAX_RESULTS + CJ_FOLD_OWN_ROWS][CJ_MAX_AXES];
} cj_fold_views;

/* Of CJ_FOLD_ROW_INDEX or CJ_FOLD_ROW_PLACE. */
static inline size_t cj_fold_own_row(const cj_fold_views *views, size_t which)
{
    return views->count + views->output_count + which;
}
/* A row's step along the last axis of either loop; 0 where there is no axis. */
static inline int64_t cj_fold_last_stride(const cj_fold_views *views, size_t row, bool kept)
{
    int ndim = kept ? views->loop.kept.ndim : views->loop.folded.ndim;

    return ndim > 0 ? (kept ? views->kept : views->folded)[row][ndim - 1] : 0;
}
/* The row of an array that may be more than a pointer. */
static inline size_t cj_fold_row_of(const cj_fold_views *views, size_t parameter)
{
    size_t row = 0;

    while (row < views->count && views->call->parameters[row] != parameter)
        row++;
    return row;
}

/* An output as an operand. */
cj_operand cj_fold_output(const char *name, const cujit_array *array);

/* What a fold's loops must leave as it is. */
unsigned cj_fold_loop_flags(const cj_fold_kernel *kernel);

/* Fills in the loops and rows of call, count, outputs and output_count, and checks pointers. `joined`: the only output
 * has an element for each of the inputs', not one for each result. Errors as of cj_fold_loop_find(). */
cujit_status cj_fold_views_find(cj_fold_views *views, const int *axes, int axis_count, unsigned flags, bool joined,
                                cujit_error *error);

/* May the outputs be written while the arrays are read? `in_place`: one may be an input, element for element. */
cujit_status cj_fold_check_overlap(const cj_fold_views *views, bool in_place, cujit_error *error);

/* Do all tiles of `width` elements along the last axis of that loop lie at multiples of their alignment, in an array or
 * an output? */
bool cj_fold_is_aligned(const cj_fold_views *views, size_t row, bool kept, size_t width);

#endif
