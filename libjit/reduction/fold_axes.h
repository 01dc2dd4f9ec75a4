/*
 * fold_axes.h: from the shapes, strides and axes of a reduction or a scan to two loops: one over the results, and one
 * over the elements that go into each.
 */
#ifndef LIBJIT_FOLD_AXES_H
#define LIBJIT_FOLD_AXES_H

#include "libjit/runtime/broadcast.h"

/* Which axes are folded. */
typedef struct cj_axis_set {
    bool folded[CJ_MAX_AXES]; /* of the full shape */
    int count;
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

/* What is asked: `inputs`, none written, and of these `outputs` results, of the shape that cj_fold_result_shape() finds,
 * with strides; they decide nothing but are merged with the rest. Axes as of cj_axis_set_find(). */
typedef struct cj_fold_question {
    const cj_operand *inputs, *outputs;
    size_t input_count, output_count;
    const int *axes;
    int axis_count;
    unsigned flags;
} cj_fold_question;

/* `kept_strides` and `folded_strides` have input_count + output_count + CJ_FOLD_OWN_ROWS rows of CJ_MAX_AXES: inputs,
 * outputs (0 along folded axes), index, place. Kept axes are sorted so that the last one is that along which the inputs'
 * memory runs fastest; folded ones likewise, unless ORDERED. Where there is no element, the inputs' rows are 0: they are
 * not read.
 * Errors as of cj_broadcast() and cj_axis_set_find(); CUJIT_ERROR_ARGUMENT_SIZE too for an output whose elements
 * overlap, and for more than 2^63 - 1 results, or elements to each, even where the other is 0. */
cujit_status cj_fold_loop_find(const cj_fold_question *question, cj_fold_loop *loop,
                               int64_t (*kept_strides)[CJ_MAX_AXES], int64_t (*folded_strides)[CJ_MAX_AXES],
                               cujit_error *error);

/* The shape of the results, before anything is known of them: the common shape without the folded axes, or with them 1
 * long. *ndim and shape[CJ_MAX_AXES]. Errors of shapes, sizes and axes as above. */
cujit_status cj_fold_result_shape(const cj_operand *operands, size_t count, const int *axes, int axis_count,
                                  bool keepdims, int *ndim, size_t *shape, cujit_error *error);

#endif
