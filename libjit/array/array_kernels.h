/*
 * array_kernels.h: the kernels that arrays are made, moved and compared with, and memory on the way.
 *
 *     array_make.c     arrays that begin with numbers
 *     array_copy.c     copies, assignments, conversions, host memory
 *     array_join.c     other shapes and places: reshape, roll, concatenate, tile, repeat
 *     array_select.c   elements by condition, index and mask
 *     array_compare.c  whether two arrays have the same elements
 *     array_along.c    elements by an index for each line, and by how often each is wanted
 *     array_bins.c     how often elements occur: bincount, histogram
 *     array_segments.c reductions of the pieces of an array
 *     array_transfer.c copies between arrays of different contexts
 *     array_kernels.c  what all of them share
 *
 * All are elementwise kernels, reductions and scans with one-letter types, over the public functions; their texts are
 * in templates/array_kernel.cu.in. A context keeps those that were needed.
 */
#ifndef LIBJIT_ARRAY_KERNELS_H
#define LIBJIT_ARRAY_KERNELS_H

#include "libjit/runtime/array.h"

typedef enum cj_array_kernel {
    CJ_ARRAY_MOVE,
    CJ_ARRAY_CAST,
    CJ_ARRAY_FILL,
    CJ_ARRAY_COUNT_UP, /* of integers */
    CJ_ARRAY_ARANGE,
    CJ_ARRAY_LINSPACE,
    CJ_ARRAY_SPACED, /* a linspace that is calculated in its type */
    CJ_ARRAY_WHERE,
    CJ_ARRAY_TAKE,
    CJ_ARRAY_TAKE_RUNS,
    CJ_ARRAY_PUT,
    CJ_ARRAY_SCATTER,
    CJ_ARRAY_PLACES,
    CJ_ARRAY_COUNT, /* scans, to int and to long long */
    CJ_ARRAY_COUNT_WIDE,
    CJ_ARRAY_OUTSIDE, /* reductions */
    CJ_ARRAY_EQUAL,
    CJ_ARRAY_CLOSE,
    CJ_ARRAY_ISCLOSE,
    CJ_ARRAY_PUT_RUNS,
    CJ_ARRAY_ADD_UP,  /* a scan */
    CJ_ARRAY_SOURCES, /* of repeated elements */
    CJ_ARRAY_HEADS,   /* of pieces, by where they begin, and by equal keys */
    CJ_ARRAY_CHANGES,
    CJ_ARRAY_LOWEST,
    CJ_ARRAY_HIGHEST,
    CJ_ARRAY_SPAN, /* of weights; a reduction */
    CJ_ARRAY_ROUND,
    CJ_ARRAY_BINS, /* and a cj_array_binning */
    CJ_ARRAY_KERNELS = CJ_ARRAY_BINS + 12
} cj_array_kernel;

/* Where bins are: few of them in shared memory, in memory, or (on the host) as many times as there are runs of
 * elements; whether edges decide about an element's, and whether weights are summed up. */
typedef enum cj_array_binning {
    CJ_BINS_NEAR,
    CJ_BINS_FAR,
    CJ_BINS_ROWS,
    CJ_BINS_PLACES,
    CJ_BINS_EDGES = CJ_BINS_PLACES,
    CJ_BINS_WEIGHTED = 2 * CJ_BINS_EDGES
} cj_array_binning;

/* Kernels are told apart by what kinds of numbers they are given (CUJIT_DTYPE_NONE: whatever it is): the type of the
 * first array, and of the second or the one that is written. */
typedef struct cj_array_types {
    cujit_dtype from, to;
} cj_array_types;

/* Runs an elementwise one. */
cujit_status cj_array_run(cujit_context *context, cj_array_kernel kernel, cj_array_types types, cujit_args args,
                          cujit_stream stream, cujit_error *error);

/* Runs a reduction of all elements. */
cujit_status cj_array_fold_to(cujit_context *context, cj_array_kernel kernel, cj_array_types types, cujit_args args,
                              cujit_stream stream, cujit_array *result, cujit_error *error);

/* The same, and waits for its result, `size` bytes of `dtype`. */
cujit_status cj_array_fold(cujit_context *context, cj_array_kernel kernel, cj_array_types types, cujit_args args,
                           cujit_stream stream, cujit_dtype dtype, void *result, size_t size, cujit_error *error);

/* Runs a scan of the elements of `x` in C order. */
cujit_status cj_array_scan(cj_array_kernel kernel, const cujit_array *x, cujit_array *out, cujit_stream stream,
                           cujit_error *error);

/* Waits for `size` bytes of the array's memory, from `offset` on. */
cujit_status cj_array_fetch(const cujit_array *array, ptrdiff_t offset, void *to, size_t size, cujit_stream stream,
                            cujit_error *error);

/* The room for bins of CJ_BINS_NEAR in the shared memory of a block. */
enum { CJ_ARRAY_BIN_ROOM = 4096 };

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

/* What only moves elements knows no types but sizes: the unsigned type of this size, or two of them; CUJIT_DTYPE_NONE:
 * there is none. */
cujit_dtype cj_bits_dtype(size_t size);

/* Views of arrays of one dtype as arrays of cj_bits_dtype(), where all are aligned for it; else as they are. */
cujit_status cj_bits_see(const char *function, const cujit_array *const *arrays, size_t count, cujit_array **views,
                         cujit_error *error);
void cj_bits_free(cujit_array **views, size_t count);

/* ---- Memory on the way ------------------------------------------------------------------------------------------- */

/* An array that a call needs while it is on its way: of the context's store (blocks.h) on a GPU, so that its memory
 * goes in the order of the stream. {0} is none. */
typedef struct cj_temporary {
    cujit_array *array;
    cj_block *block; /* NULL: the array has no memory of the store's */
} cj_temporary;

/* A new array in C order; elements are not set. CUJIT_ERROR_UNSUPPORTED: the stream is being recorded. */
cujit_status cj_temporary_take(const char *function, cujit_context *context, cujit_dtype dtype, int ndim,
                               const size_t *shape, cujit_stream stream, cj_temporary *out, cujit_error *error);

/* A view of an array in another shape, or where there is none a copy. `always` wants a copy; `c_order` a view only of
 * an array in C order. */
typedef enum cj_holding { CJ_HOLD_ANY, CJ_HOLD_C_ORDER, CJ_HOLD_COPY } cj_holding;
cujit_status cj_temporary_hold(const char *function, const cujit_array *array, cj_holding how, int ndim,
                               const size_t *shape, cujit_stream stream, cj_temporary *out, cujit_error *error);

void cj_temporary_put_back(cj_temporary *temporary, cujit_stream stream); /* none is fine */

/* ---- Moving (array_copy.c) --------------------------------------------------------------------------------------- */

/* Copies between arrays of one shape that do not overlap, with conversion to another dtype. */
cujit_status cj_array_move(const char *function, cujit_array *to, const cujit_array *from, cujit_stream stream,
                           cujit_error *error);

/* May elements of two arrays lie in the same memory? */
bool cj_array_overlap(const cujit_array *a, const cujit_array *b);

/* CUJIT_ERROR_ARGUMENT_TYPE, unless both have one dtype; errors name them. */
cujit_status cj_array_check_alike(const char *function, const char *name, const cujit_array *array, const char *other,
                                  const cujit_array *with, cujit_error *error);

/* CUJIT_ERROR_ARGUMENT_TYPE: indices are no integers. _VALUE: one has no place among `length` elements; where not `any`
 * elements are taken or set by them, that does not count. */
cujit_status cj_indices_check(const char *function, const cujit_array *indices, bool any, size_t length,
                              cujit_bounds bounds, cujit_stream stream, cujit_error *error);

/* cujit_array_take() and _put() for another function, which errors name. */
cujit_status cj_array_take(const char *function, const cujit_array *array, const cujit_array *indices, int axis,
                           cujit_bounds bounds, cujit_stream stream, cujit_array **taken, cujit_error *error);
cujit_status cj_array_put(const char *function, cujit_array *array, const cujit_array *indices,
                          const cujit_array *values, cujit_bounds bounds, cujit_stream stream, cujit_error *error);

/* CUJIT_ERROR_ARGUMENT_SIZE, where an axis is a repetition. What overlaps itself otherwise is found at the launch. */
cujit_status cj_array_check_written(const char *function, const char *name, const cujit_array *array,
                                    cujit_error *error);

/* CUJIT_ERROR_ARGUMENT_TYPE, unless it is one of numbers, or of integers. */
cujit_status cj_array_check_numbers(const char *function, const char *name, const cujit_array *array,
                                    cujit_error *error);
cujit_status cj_array_check_integers(const char *function, const char *name, const cujit_array *array,
                                     cujit_error *error);

#endif
