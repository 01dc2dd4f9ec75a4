/*
 * broadcast.h: from the shapes and strides of a call's arrays to one loop over as few axes as will do.
 *
 * NumPy's rules: shapes are aligned at their last axes, an axis that is missing or 1 long is repeated. Then axes of
 * length 1 are dropped, the rest is sorted so that the last one is the one along which memory runs fastest, and
 * neighbours that all arrays step through as one are merged.
 */
#ifndef LIBJIT_BROADCAST_H
#define LIBJIT_BROADCAST_H

#include "libjit/base/status.h"

#include <cujit/cujit.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CJ_MAX_AXES = CUJIT_ARRAY_MAX_NDIM }; /* of a loop, whether its axes can be merged or not */

/* One array of a call. */
typedef struct cj_operand {
    const char *name; /* the parameter's, for errors */
    size_t number;    /* the argument's place in the call, from 1, for errors; 0: none, the name says it all */
    int ndim;
    const size_t *shape;      /* elements */
    const ptrdiff_t *strides; /* bytes; may be 0 or negative */
    size_t item_size;         /* bytes */
    const void *data;
    bool written; /* then it must have the whole shape, no two indices may be the same element, and its order leads */
} cj_operand;

typedef struct cj_loop {
    int ndim; /* of what follows, 0 to CJ_MAX_AXES; 0: a single element */
    uint64_t lengths[CJ_MAX_AXES];
    uint64_t size; /* their product; 0 where any array is empty */
    int full_ndim; /* the broadcast shape, before anything was dropped, sorted or merged */
    size_t full[CJ_MAX_AXES];
    bool whole;    /* every operand is dense, and all lie in the same order: a flat loop will do */
    int64_t reach; /* the most bytes that any operand's elements lie away from its data, either way */
} cj_loop;

/* What a loop must leave as it is. */
enum {
    CJ_LOOP_AXES = 1 << 0,  /* the coordinates are asked for: neither drop, sort nor merge */
    CJ_LOOP_ORDER = 1 << 1, /* merge, but do not sort: elements are numbered in C order by a range */
    CJ_LOOP_INDEX = 1 << 2, /* the index itself is asked for: merge only where it is stepped through evenly too */
};

/* Broadcasts `count` operands (at least one). `strides` has room for count + 1 rows of CJ_MAX_AXES: row k is operand
 * k's strides in bytes along the loop's axes, 0 where it is repeated; row `count` is what each axis adds to the index
 * in C order over the full shape (unspecified without CJ_LOOP_INDEX).
 * CUJIT_ERROR_ARGUMENT_SIZE: shapes that do not fit each other (the message has both names and both shapes), a written
 * operand that would be repeated or that overlaps itself. */
cujit_status cj_broadcast(const cj_operand *operands, size_t count, unsigned flags, cj_loop *loop,
                          int64_t (*strides)[CJ_MAX_AXES], cujit_error *error);

/* What cj_broadcast() is made of, for loops of other kinds. In this order: */

/* full_ndim and full. Errors of shapes that do not fit each other. */
cujit_status cj_loop_find_shape(const cj_operand *operands, size_t count, cj_loop *loop, cujit_error *error);
/* size, from the full shape; false above 2^63 - 1: indices are signed. */
bool cj_loop_find_size(cj_loop *loop);
/* ndim and lengths before sorting: all axes (CJ_LOOP_AXES), or those that are longer than 1. axes[j] is the loop's axis
 * j in the full shape. */
void cj_loop_take_axes(cj_loop *loop, unsigned flags, int axes[CJ_MAX_AXES]);
/* An operand's row of strides; *loop's reach becomes this one's where that is more (the caller begins with 0). Not for
 * loops without elements. Errors of what lies too far apart or is written and overlaps itself. */
cujit_status cj_loop_take_operand(const cj_operand *operand, cj_loop *loop, const int axes[CJ_MAX_AXES], int64_t *row,
                                  cujit_error *error);
/* What each axis adds to the index in C order over the loop's lengths. */
void cj_loop_take_index(const cj_loop *loop, int64_t *row);
/* Sorts the axes, by the first `count` rows, which are the operands', and merges them; `rows` in all. */
void cj_loop_sort(const cj_operand *operands, size_t count, size_t rows, cj_loop *loop,
                  int64_t (*strides)[CJ_MAX_AXES]);
void cj_loop_merge(cj_loop *loop, size_t rows, int64_t (*strides)[CJ_MAX_AXES]);
/* Instead, where there is no element: one axis without a length (with CJ_LOOP_AXES those there were); all rows 0. */
void cj_loop_make_empty(cj_loop *loop, unsigned flags, size_t rows, int64_t (*strides)[CJ_MAX_AXES]);

/* The error of a loop's full shape that has too many, more than 2^63 - 1, of `what`. */
cujit_status cj_loop_too_many(const cj_loop *loop, const char *what, cujit_error *error);

/* For messages: "(2,3)". What is too long is cut. Returns `out`. */
enum { CJ_SHOWN = 160 };
const char *cj_shape_show(char out[CJ_SHOWN], int ndim, const size_t *shape);

/* The addresses of an operand's elements: from *low up to but not including *high. Empty operands: both data. */
void cj_operand_extent(const cj_operand *operand, uintptr_t *low, uintptr_t *high);

/* Division by a constant as a multiplication: t / d == (mulhi(t, magic) + t) >> shift for t < 2^31 (32 bits) or t <
 * 2^63 (64 bits), d >= 1 (Granlund and Montgomery, "Division by invariant integers using multiplication", 1994). */
typedef struct cj_divisor {
    uint64_t magic; /* 32 bits: below 2^32 */
    unsigned shift;
} cj_divisor;
cj_divisor cj_divisor_of(uint64_t d, unsigned bits);

/* Does index arithmetic need 64 bits, where so many are numbered and elements lie up to `reach` bytes away? */
static inline bool cj_is_wide(uint64_t count, int64_t reach)
{
    return count >= UINT64_C(1) << 31 || reach >= INT64_C(1) << 31;
}

#endif
