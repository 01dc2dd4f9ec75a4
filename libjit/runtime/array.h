/*
 * array.h: what a cujit_array holds.
 */
#ifndef LIBJIT_ARRAY_H
#define LIBJIT_ARRAY_H

#include "libjit/runtime/context.h"

#include <stdbool.h>
#include <string.h>

struct cujit_array {
    cujit_context *context;
    cujit_dtype dtype;
    int ndim;
    bool owns_data;
    bool dense;       /* no gap and no overlap, in whatever order of the axes */
    bool c_order;     /* dense, and the last axis runs fastest */
    size_t item_size; /* bytes */
    size_t size;      /* elements */
    void *data;
    void *stream;       /* that the data was taken for; it may be gone */
    ptrdiff_t *strides; /* ndim of them, in bytes; behind the shape in one allocation */
    size_t shape[];
};

/* cujit_array_create_strided() with memory for work on `stream` first. `strides` NULL: in C order. */
cujit_status cj_array_create(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                             const ptrdiff_t *strides, void *stream, cujit_array **array, cujit_error *error);

/* Finds out what follows from shape, strides and the item's size: size, dense, c_order. */
void cj_array_settle(cujit_array *array);

/* All bytes of an array's elements lie from *low up to but not including *high. Empty ones: both are its data. */
void cj_array_extent(const cujit_array *array, const char **low, const char **high);

/* Do the elements of two dense arrays of the same size lie in memory in the same order? */
bool cj_array_same_order(const cujit_array *a, const cujit_array *b);

static inline bool cj_array_has_shape(const cujit_array *array, int ndim, const size_t *shape)
{
    return array->ndim == ndim && (ndim == 0 || memcmp(array->shape, shape, (size_t)ndim * sizeof *shape) == 0);
}

/* NULL is memory without a shape, the same as other such memory only. */
static inline bool cj_array_same_shape(const cujit_array *a, const cujit_array *b)
{
    return a == b || (a != NULL && b != NULL && cj_array_has_shape(a, b->ndim, b->shape));
}

#endif
