/*
 * fold_views.h: calls (call.h) of reductions and scans: how many elements there are, whether they are flat, and
 * outputs; and along axes, or over arrays of any strides, what a call loops over and where memory lies.
 */
#ifndef LIBJIT_FOLD_VIEWS_H
#define LIBJIT_FOLD_VIEWS_H

#include "libjit/kernel/call.h"
#include "libjit/kernel/generic.h"
#include "libjit/reduction/fold_kernel.h"

static inline const cj_fold_kernel *cj_fold_of(const cj_call *call)
{
    return (const cj_fold_kernel *)call->core;
}

/* Takes over the `n` of a call's options (NULL: none was given). CUJIT_ERROR_INVALID_ARGUMENT: an array says it
 * already, or nothing does. The function below is not for counted calls. */
cujit_status cj_fold_call_take_count(cj_call *call, const size_t *n, cujit_error *error);

/* Does a prepared launch over the leader's elements do all of it? `order` is what cj_call_find_order() found. */
bool cj_fold_call_is_flat(const cj_call *call, unsigned order);

/* Fills in operands, and checks what can be checked before all together are known. */
static inline cujit_status cj_fold_call_operands(cj_call *call, cujit_error *error)
{
    cj_call_operands(call);
    return cj_call_check_pointers(call, UINT64_MAX, false, error);
}

/* Is the operand an array that may be more than a pointer? */
static inline bool cj_fold_call_is_view(const cj_call *call, size_t at)
{
    return cj_call_can_view(call, call->parameters[at]);
}

/* "out[0]", ..., "out": what messages call the results of reductions and scans; static storage. */
const char *cj_fold_output_name(const cj_fold_kernel *kernel, size_t k);

/* *array is for fold k's results, which have that shape: a new one, or the caller's, if it may be. */
cujit_status cj_fold_call_take_output(const cj_call *call, size_t k, bool make, int ndim, const size_t *shape,
                                      cujit_array **array, cujit_error *error);

/* May a prepared launch of a kernel have so many elements? */
static inline cujit_status cj_fold_check_prepared(const cj_fold_kernel *kernel, size_t n, cujit_error *error)
{
    cujit_status status;

    if (kernel->core.generic != NULL)
        return cj_core_refuse_generic(&kernel->core, "a prepared launch", error);
    if ((status = cj_context_check(kernel->core.context, error)) != CUJIT_OK || n <= kernel->core.most)
        return status;
    return cj_core_refuse_size(&kernel->core, n, error);
}

/* ---- Axes -------------------------------------------------------------------------------------------------------- */

/* Which axes are folded. */
typedef struct cj_axis_set {
    bool folded[CJ_MAX_AXES]; /* of the full shape */
} cj_axis_set;

/* The caller's axes over `ndim` axes: negative ones count from the last. `axes` NULL: all. CUJIT_ERROR_INVALID_ARGUMENT
 * names one that is out of range ("axis 2 is out of range: the arrays together have 2 axes, so -2 to 1") or there twice
 * ("axis 1 is given twice, as 1 and -1"), and a count that is negative or, without axes, not 0. */
cujit_status cj_axis_set_find(const int *axes, int count, int ndim, cj_axis_set *out, cujit_error *error);

/* Rows of strides beside those of the operands. */
enum {
    CJ_FOLD_ROW_INDEX, /* what a step adds to i: C order over the full shape; all 0 without CJ_FOLD_INDEX */
    CJ_FOLD_ROW_PLACE, /* to j: C order over the folded axes; all 0 without CJ_FOLD_PLACE */
    CJ_FOLD_OWN_ROWS,
};

/* What a fold loops over. Axes of length 1 are dropped; neighbours that all rows in use step through as one are merged.
 * A loop without elements has a single axis, without a length. */
typedef struct cj_fold_loop {
    cj_axis_set set;
    cj_loop whole; /* the common shape (full), all elements (size), and the most that any array reaches; no more */
    /* Over the results, and over the elements that go into each; both sizes are there beside a 0. */
    cj_loop kept, folded;
} cj_fold_loop;

/* The length of the last axis of either loop; 1 where there is none. */
static inline uint64_t cj_fold_last_length(const cj_fold_loop *loop, bool kept)
{
    const cj_loop *side = kept ? &loop->kept : &loop->folded;

    return side->ndim > 0 ? side->lengths[side->ndim - 1] : 1;
}

enum {
    CJ_FOLD_ORDERED = 1 << 0,  /* folded axes stay in C order; else they may be sorted */
    CJ_FOLD_INDEX = 1 << 1,    /* i is asked for: merge only what steps it evenly */
    CJ_FOLD_PLACE = 1 << 2,    /* likewise j */
    CJ_FOLD_KEEPDIMS = 1 << 3, /* outputs have the folded axes, 1 long */
};

/* What is asked: `inputs`, none written, and of these `outputs` results, of the shape that cj_fold_result_shape()
 * finds, with strides; they decide nothing but are merged with the rest. Axes as of cj_axis_set_find(). */
typedef struct cj_fold_question {
    const cj_operand *inputs, *outputs;
    size_t input_count, output_count;
    const int *axes;
    int axis_count;
    unsigned flags;
} cj_fold_question;

/* `kept_strides` and `folded_strides` have input_count + output_count + CJ_FOLD_OWN_ROWS rows of CJ_MAX_AXES: inputs,
 * outputs (0 along folded axes), index, place. Kept axes are sorted so that the last one is that along which the
 * inputs' memory runs fastest; folded ones likewise, unless ORDERED. Where there is no element, the inputs' rows are 0:
 * they are not read.
 * Errors as of cj_broadcast() and cj_axis_set_find(); CUJIT_ERROR_ARGUMENT_SIZE too for an output whose elements
 * overlap, and for more than 2^63 - 1 results, or elements to each, even where the other is 0. */
cujit_status cj_fold_loop_find(const cj_fold_question *question, cj_fold_loop *loop,
                               int64_t (*kept_strides)[CJ_MAX_AXES], int64_t (*folded_strides)[CJ_MAX_AXES],
                               cujit_error *error);

/* The shape of the results, before anything is known of them: the common shape without the folded axes, or with them 1
 * long. *ndim and shape[CJ_MAX_AXES]. Errors of shapes, sizes and axes as above. */
cujit_status cj_fold_result_shape(const cj_operand *operands, size_t count, const int *axes, int axis_count,
                                  bool keepdims, int *ndim, size_t *shape, cujit_error *error);

/* ---- Views ------------------------------------------------------------------------------------------------------- */

/* The elements that go into the result of a launch without axes. */
typedef struct cj_selection {
    size_t n;              /* how many */
    long long start, step; /* RANGE */
    const void *subset;    /* SUBSET: device address of the indices, of type `index` */
    cujit_dtype index;
    unsigned flags; /* CJ_VARIANT_RANGE, _SUBSET or 0: all there are */
} cj_selection;

/* Some 30 KiB. Rows of strides are those of the call's operands, which are the inputs and behind them the outputs, and
 * then CJ_FOLD_ROW_INDEX and the other. All 0: of a source, for which nobody calls. */
typedef struct cj_fold_views {
    const cj_call *call;
    cj_fold_loop loop;
    size_t count, output_count; /* inputs, outputs */
    cj_selection selected;      /* of a reduction: a single result's elements; without flags all */
    uint64_t elements;          /* of each result */
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
    return views->call != NULL ? cj_call_row(views->call, parameter) : 0;
}

/* What a call is to do; call->operands are there, and `outs` of the shapes that they must have, any strides: an element
 * for each result, or of a scan for each of the inputs'. `selected` NULL or without flags: all elements. Errors as of
 * cj_fold_loop_find(); CUJIT_ERROR_INVALID_ARGUMENT where an output would be written while it is still read. */
cujit_status cj_fold_views_find(cj_call *call, cujit_array *const *outs, const int *axes, int axis_count,
                                const cj_selection *selected, bool keepdims, cj_fold_views *views, cujit_error *error);

/* Do all tiles of `width` elements along the last axis of that loop lie at multiples of their alignment, in an array or
 * an output? */
bool cj_fold_is_aligned(const cj_fold_views *views, size_t row, bool kept, size_t width);

#endif
