/*
 * array.h: what a cujit_array holds.
 */
#ifndef LIBJIT_ARRAY_H
#define LIBJIT_ARRAY_H

#include "libjit/runtime/broadcast.h"
#include "libjit/runtime/context.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

struct cujit_array {
    cujit_context *context;
    atomic_size_t references; /* the caller's one, and one of every view and of everybody who was handed its memory */
    cujit_array *base;        /* whose memory it is, a reference; NULL: its own, or somebody else's */
    cujit_dtype dtype;
    int ndim;
    bool owns_data;
    unsigned recorded; /* the context's count when the memory was taken */
    bool dense;        /* no gap and no overlap, in whatever order of the axes */
    bool c_order;      /* dense, and the last axis runs fastest */
    size_t item_size;  /* bytes */
    size_t size;       /* elements */
    void *data;
    cj_block *block;      /* that the data is, of the context's store; NULL: it is from elsewhere */
    _Atomic(void *) used; /* the stream that works with it, or CJ_STREAM_NONE or _MANY (blocks.h); of the base only */
    void *stream;         /* that an allocator's data was taken for; it may be gone */
    void (*release)(void *owner); /* called with the owner of the data when the array goes; NULL: nobody */
    void *owner;
    ptrdiff_t *strides; /* ndim of them, in bytes; behind the shape in one allocation */
    size_t shape[];
};

/* cujit_array_create_strided() with memory for work on `stream` first; CJ_STREAM_NONE: on any. `strides` NULL: in C
 * order. */
cujit_status cj_array_create(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                             const ptrdiff_t *strides, void *stream, cujit_array **array, cujit_error *error);
/* The same of what a user says; `function` is the one that was called. */
cujit_status cj_array_create_for(const char *function, cujit_context *context, cujit_dtype dtype, int ndim,
                                 const size_t *shape, const ptrdiff_t *strides, void *stream, cujit_array **array,
                                 cujit_error *error);

/* cujit_array_get_double(), likewise. */
cujit_status cj_array_get_double(const char *function, const cujit_array *array, double *value, cujit_error *error);

/* Notes that work with the array's memory is queued on a stream: with that, memory that is freed goes on to who comes
 * behind. On the way of every checked call. `context` is the call's: of streams and graphs of another one on the same
 * device the array's knows nothing. */
void cj_array_use_another(cujit_array *base, void *stream);
static inline void cj_array_use(const cujit_context *context, const cujit_array *array, void *stream)
{
    cujit_array *base = array->base != NULL ? array->base : (cujit_array *)array;

    if (array->context != context)
        stream = CJ_STREAM_MANY;
    if (atomic_load_explicit(&base->used, memory_order_relaxed) != stream)
        cj_array_use_another(base, stream);
}

/* To the caller, unless something went wrong: then it goes (NULL is fine). Returns `status`. */
cujit_status cj_array_hand_out(cujit_array *array, cujit_status status, cujit_array **out);

/* What copies from and to host memory begin with: NULL, and a size that is not the array's, are errors. */
cujit_status cj_array_check_host(const char *function, const cujit_array *array, const void *data, size_t size,
                                 cujit_error *error);

/* What a view of an array is, in the making: the array's own axes, until somebody changes them. */
typedef struct cj_axes {
    cujit_dtype dtype;
    int ndim;
    ptrdiff_t offset; /* bytes from the array's data to the view's */
    size_t shape[CUJIT_ARRAY_MAX_NDIM];
    ptrdiff_t strides[CUJIT_ARRAY_MAX_NDIM]; /* bytes */
} cj_axes;

void cj_axes_of(const cujit_array *array, cj_axes *axes);

/* Puts an axis in front of axis `at`; there must be room. */
void cj_axes_insert(cj_axes *axes, int at, size_t length, ptrdiff_t stride);
void cj_axes_drop(cj_axes *axes, int at);

/* For who gives axes the shape of a new array: strides in C order. */
void cj_axes_pack(cj_axes *axes, size_t item_size);

/* What public functions over an array begin with: CUJIT_ERROR_INVALID_ARGUMENT says which of them is NULL, the array of
 * that name or the place for the result. */
cujit_status cj_array_check(const char *function, const char *name, const cujit_array *array, const void *out,
                            cujit_error *error);

/* The place of an axis, negative ones counted from the last, among `ndim` of them. CUJIT_ERROR_INVALID_ARGUMENT. */
cujit_status cj_array_find_axis(const char *function, int axis, int ndim, int *place, cujit_error *error);
/* So many axes of a result: CUJIT_ERROR_INVALID_ARGUMENT above CUJIT_ARRAY_MAX_NDIM. */
cujit_status cj_array_check_room(const char *function, int ndim, cujit_error *error);
/* Of an array, or CUJIT_ARRAY_FLAT: that is also the axis 0, or -1, of one that has none, as NumPy has it. */
cujit_status cj_array_find_axis_or_flat(const char *function, int axis, const cujit_array *array, int *place,
                                        cujit_error *error);

/* A view, which keeps the array's memory alive. All of its elements must lie in that; errors of the shape, and of the
 * alignment of another dtype. */
cujit_status cj_array_see(const char *function, const cujit_array *array, const cj_axes *axes, cujit_array **view,
                          cujit_error *error);

/* The array with the axes of another shape, NumPy's rules; errors name it `name`. */
cujit_status cj_array_broadcast(const char *function, const char *name, const cujit_array *array, int ndim,
                                const size_t *shape, cujit_array **view, cujit_error *error);

/* The shape that the caller asks an array to have: one length may be SIZE_MAX, for what is left. */
cujit_status cj_array_resolve_shape(const char *function, const cujit_array *array, int ndim, const size_t *shape,
                                    size_t *resolved, cujit_error *error);

/* The array in another shape of as many elements; *view is NULL where its strides do not allow that. */
cujit_status cj_array_see_reshaped(const char *function, const cujit_array *array, int ndim, const size_t *shape,
                                   cujit_array **view, cujit_error *error);
/* Finds out what follows from shape, strides and the item's size: size, dense, c_order. */
void cj_array_settle(cujit_array *array);

/* All bytes of an array's elements lie from *low up to but not including *high. Empty ones: both are its data. */
void cj_array_extent(const cujit_array *array, const char **low, const char **high);

/* The array as an operand of a loop (broadcast.h), under a name for errors. */
static inline cj_operand cj_operand_of(const char *name, const cujit_array *array)
{
    return (cj_operand){.name = name,
                        .ndim = array->ndim,
                        .shape = array->shape,
                        .strides = array->strides,
                        .item_size = array->item_size,
                        .data = array->data};
}

/* The shape that two arrays have together, NumPy's rules; errors call them x and y. */
static inline cujit_status cj_array_find_common(const cujit_array *x, const cujit_array *y, cj_loop *loop,
                                                cujit_error *error)
{
    const cj_operand operands[] = {cj_operand_of("x", x), cj_operand_of("y", y)};

    return cj_loop_find_shape(operands, 2, loop, error);
}

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

/* That two arrays have a shape together: a reduction would take others of one size as lists. */
static inline cujit_status cj_array_check_common(const cujit_array *x, const cujit_array *y, cujit_error *error)
{
    cj_loop loop;

    return cj_array_same_shape(x, y) ? CUJIT_OK : cj_array_find_common(x, y, &loop, error);
}

#endif
