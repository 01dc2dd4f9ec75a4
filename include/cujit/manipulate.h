/*
 * cujit/manipulate.h: what is done to arrays as wholes, sections 17 to 20 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_MANIPULATE_H
#define CUJIT_MANIPULATE_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 17 Views of arrays -------------------------------------------------------------------------------------------
 *
 * A view is an array of its own handle over memory of another one: some of its elements, in another order or under
 * another type. Nothing is copied, nothing runs on the device, and what is written through one is seen through the
 * other. A view keeps the memory alive, whichever is freed first. Any function that takes an array takes a view, but
 * for those that say "dense"; elementwise kernels, reductions and scans read and write through views.
 *
 *     cujit_index inner[] = {cujit_index_slice(1, -1, 1), cujit_index_at(0)};      x[1:-1, 0]
 *     cujit_array_slice(x, 2, inner, &view, &error);
 *
 * All of this is NumPy's, by its names and with its rules. Errors: CUJIT_ERROR_INVALID_ARGUMENT for NULL, axes that are
 * out of range or given twice, and too many axes; what is said at the function; nothing is written to *view then.
 */

/* What stands at one place between NumPy's brackets. */
typedef enum cujit_index_kind {
    CUJIT_INDEX_ALL,      /* a whole axis, x[:] */
    CUJIT_INDEX_AT,       /* the element `start` of an axis, which goes; negative: counted from the last */
    CUJIT_INDEX_SLICE,    /* x[start:stop:step], as a cujit_slice has it */
    CUJIT_INDEX_NEW_AXIS, /* an axis of length 1 that the array does not have */
    CUJIT_INDEX_ELLIPSIS, /* as many whole axes as nothing else is said of; at most once */
} cujit_index_kind;

typedef struct cujit_index {
    cujit_index_kind kind;
    int64_t start, stop, step;
} cujit_index;

static inline cujit_index cujit_index_of(cujit_index_kind kind, int64_t start, int64_t stop, int64_t step)
{
    cujit_index index;

    index.kind = kind;
    index.start = start;
    index.stop = stop;
    index.step = step;
    return index;
}
static inline cujit_index cujit_index_all(void)
{
    return cujit_index_of(CUJIT_INDEX_ALL, 0, 0, 0);
}
static inline cujit_index cujit_index_at(int64_t at)
{
    return cujit_index_of(CUJIT_INDEX_AT, at, 0, 0);
}
/* CUJIT_SLICE_END stands for what is left out. */
static inline cujit_index cujit_index_slice(int64_t start, int64_t stop, int64_t step)
{
    return cujit_index_of(CUJIT_INDEX_SLICE, start, stop, step);
}
static inline cujit_index cujit_index_new_axis(void)
{
    return cujit_index_of(CUJIT_INDEX_NEW_AXIS, 0, 0, 0);
}
static inline cujit_index cujit_index_ellipsis(void)
{
    return cujit_index_of(CUJIT_INDEX_ELLIPSIS, 0, 0, 0);
}

/* array[indices]: `count` of them, one for each axis from the first on; axes behind the last index are whole. Bounds of
 * slices are clipped, as Python's. CUJIT_ERROR_ARGUMENT_VALUE: an element that the axis does not have;
 * CUJIT_ERROR_INVALID_ARGUMENT: more indices than axes, two ellipses, a step of 0. */
CUJIT_API cujit_status cujit_array_slice(const cujit_array *array, int count, const cujit_index *indices,
                                         cujit_array **view, cujit_error *error);

/* The axes in another order: axis k of the view is axis order[k] of the array, ndim of them. NULL: reversed. */
CUJIT_API cujit_status cujit_array_transpose(const cujit_array *array, const int *order, cujit_array **view,
                                             cujit_error *error);
CUJIT_API cujit_status cujit_array_swap_axes(const cujit_array *array, int a, int b, cujit_array **view,
                                             cujit_error *error);

/* Without these axes, `count` of them, which must be 1 long (else CUJIT_ERROR_ARGUMENT_SIZE). NULL: without all that
 * are. */
CUJIT_API cujit_status cujit_array_squeeze(const cujit_array *array, const int *axes, int count, cujit_array **view,
                                           cujit_error *error);

/* With one more axis, of length 1, which becomes axis `axis` of the view: -1 is behind all others. */
CUJIT_API cujit_status cujit_array_expand_dims(const cujit_array *array, int axis, cujit_array **view,
                                               cujit_error *error);

/* Repeated to that shape, with strides of 0; a view to read from. CUJIT_ERROR_ARGUMENT_SIZE: an axis that is not 1 long
 * has another length there. */
CUJIT_API cujit_status cujit_array_broadcast_to(const cujit_array *array, int ndim, const size_t *shape,
                                                cujit_array **view, cujit_error *error);

/* These axes, `count` of them, from the last element to the first. NULL: all. */
CUJIT_API cujit_status cujit_array_flip(const cujit_array *array, const int *axes, int count, cujit_array **view,
                                        cujit_error *error);

/* The elements [..., k, k + offset] (a negative offset: below the main diagonal) of the last two axes, which become
 * one. */
CUJIT_API cujit_status cujit_array_diagonal(const cujit_array *array, int64_t offset, cujit_array **view,
                                            cujit_error *error);

/* The same bytes as elements of another type of the same size (else CUJIT_ERROR_ARGUMENT_TYPE).
 * CUJIT_ERROR_INVALID_ARGUMENT: they are not aligned for it. */
CUJIT_API cujit_status cujit_array_view_as(const cujit_array *array, cujit_dtype dtype, cujit_array **view,
                                           cujit_error *error);

/* The real or the imaginary parts. The real ones of an array of other numbers are its elements; anything else is
 * CUJIT_ERROR_ARGUMENT_TYPE. */
CUJIT_API cujit_status cujit_array_real(const cujit_array *array, cujit_array **view, cujit_error *error);
CUJIT_API cujit_status cujit_array_imag(const cujit_array *array, cujit_array **view, cujit_error *error);

/* The array whose memory a view looks at, borrowed from the view, even where its own handle was freed. NULL: the memory
 * is the array's own, or cujit_array_view()'s caller's. */
CUJIT_API const cujit_array *cujit_array_base(const cujit_array *array);

/* ---- 18 Making and copying arrays ---------------------------------------------------------------------------------
 *
 * From here on functions launch kernels, or copies, on the stream that they are given (NULL: the default stream). They
 * return when these are queued (cuda) or done (host), unless their description says that they wait. A new array is
 * dense and in C order, belongs to the caller, and holds its elements once the stream has done its work. Kernels are
 * compiled at their first use for a size of elements, whatever the type, and kept in the cache as all are; what
 * converts needs one for each pair of types.
 *
 * Sources may have any strides. What cujit_array_repeat() and cujit_array_tile() repeat is an axis too: more than
 * CUJIT_ARRAY_MAX_NDIM together are CUJIT_ERROR_INVALID_ARGUMENT.
 *
 * Errors: CUJIT_ERROR_INVALID_ARGUMENT for NULL, CUJIT_ERROR_ARGUMENT_TYPE, _SIZE and _VALUE with the name of the
 * argument, types and shapes; of building, of memory and of launches. Where memory is needed on the way (what this is
 * for is said), the call cannot be recorded into a graph: CUJIT_ERROR_UNSUPPORTED.
 */

/* All elements become `value`: CUJIT_ARG(2.5) where they are numbers, converted as an argument of a kernel is
 * (CUJIT_ERROR_ARGUMENT_VALUE: it does not fit; _TYPE: 1.5 for bool), CUJIT_VALUE(object) where they are vectors or
 * structs. */
CUJIT_API cujit_status cujit_array_fill(cujit_array *array, cujit_arg value, cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_array_full(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                        cujit_arg value, cujit_stream stream, cujit_array **array, cujit_error *error);
CUJIT_API cujit_status cujit_array_ones(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                        cujit_stream stream, cujit_array **array, cujit_error *error);

/* New arrays of the shape of `like`, and of its dtype where `dtype` is CUJIT_DTYPE_NONE. The first one's elements are
 * not initialised. */
CUJIT_API cujit_status cujit_array_create_like(const cujit_array *like, cujit_dtype dtype, cujit_array **array,
                                               cujit_error *error);
CUJIT_API cujit_status cujit_array_full_like(const cujit_array *like, cujit_dtype dtype, cujit_arg value,
                                             cujit_stream stream, cujit_array **array, cujit_error *error);
CUJIT_API cujit_status cujit_array_zeros_like(const cujit_array *like, cujit_dtype dtype, cujit_stream stream,
                                              cujit_array **array, cujit_error *error);
CUJIT_API cujit_status cujit_array_ones_like(const cujit_array *like, cujit_dtype dtype, cujit_stream stream,
                                             cujit_array **array, cujit_error *error);

/* start, start + step, ... before `stop`, of any dtype of numbers: ceil((stop - start) / step) elements. As NumPy has
 * it, element k is start + k * ((start + step) - start), in double, and then rounded to the dtype; of an integer dtype
 * it is exact, and start and step must be whole; of bool it is whether that is not 0. CUJIT_ERROR_ARGUMENT_VALUE: a
 * step of 0, what is not finite, elements that the dtype cannot hold. */
CUJIT_API cujit_status cujit_array_arange(cujit_context *context, cujit_dtype dtype, double start, double stop,
                                          double step, cujit_stream stream, cujit_array **array, cujit_error *error);

/* `count` numbers from start to stop at equal distances; with `endpoint` the last one is `stop`, else it is one step
 * before. Computed in double; an integer dtype gets them rounded down, and bool whether they are not 0.
 * CUJIT_ERROR_ARGUMENT_VALUE: what is not finite, or the dtype cannot hold. */
CUJIT_API cujit_status cujit_array_linspace(cujit_context *context, cujit_dtype dtype, double start, double stop,
                                            size_t count, int endpoint, cujit_stream stream, cujit_array **array,
                                            cujit_error *error);

/* rows x columns, 1 where column = row + offset, else 0. */
CUJIT_API cujit_status cujit_array_eye(cujit_context *context, cujit_dtype dtype, size_t rows, size_t columns,
                                       int64_t offset, cujit_stream stream, cujit_array **array, cujit_error *error);

/* A new array with the same elements. */
CUJIT_API cujit_status cujit_array_copy(const cujit_array *array, cujit_stream stream, cujit_array **copy,
                                        cujit_error *error);

/* to[...] = from: `from` is broadcast to the shape of `to` and converted to its dtype, as far as the dtypes are of the
 * same kind ("same_kind": any widening, and narrower numbers of the kind; from integers to floats to complex numbers,
 * and from unsigned to signed integers, but not back), else CUJIT_ERROR_ARGUMENT_TYPE. They may overlap: it is as if
 * `from` were copied before, which is what happens unless the two are walked alike. */
CUJIT_API cujit_status cujit_array_assign(cujit_array *to, const cujit_array *from, cujit_stream stream,
                                          cujit_error *error);

/* A new array with the elements converted to `dtype`, from any type of numbers to any other: as C converts them,
 * complex numbers to real ones by their real part, and to bool: not 0. What an integer type cannot hold becomes what
 * the device makes of it. Other types go to themselves only. */
CUJIT_API cujit_status cujit_array_astype(const cujit_array *array, cujit_dtype dtype, cujit_stream stream,
                                          cujit_array **converted, cujit_error *error);

/* The elements of an array into one of another context, of the same shape and dtype (registered types: name and size):
 * another GPU's, by a copy from one to the other, or the host's. Both may have any strides: they are packed and
 * unpacked on their devices. Done when it returns, after what the default streams of both hold.
 * CUJIT_ERROR_ARGUMENT_TYPE, _SIZE. */
CUJIT_API cujit_status cujit_array_transfer(cujit_array *to, const cujit_array *from, cujit_error *error);

/* Copies all elements between an array of any strides and host memory, which has them in C order of the array's shape:
 * of a transposed array, say, row by row of what it shows. (cujit_array_to_host() copies dense arrays in the order of
 * their memory, which is another one unless that is C's.) `size` as there. The first two wait. Arrays that are not in C
 * order need as much memory again on the way. */
CUJIT_API cujit_status cujit_array_read(const cujit_array *array, void *data, size_t size, cujit_error *error);
CUJIT_API cujit_status cujit_array_write(cujit_array *array, const void *data, size_t size, cujit_error *error);
CUJIT_API cujit_status cujit_array_read_async(const cujit_array *array, void *data, size_t size, cujit_stream stream,
                                              cujit_error *error);
CUJIT_API cujit_status cujit_array_write_async(cujit_array *array, const void *data, size_t size, cujit_stream stream,
                                               cujit_error *error);

/* ---- 19 Rearranging arrays ----------------------------------------------------------------------------------------
 *
 * What only moves elements takes any dtype, also vectors and registered structs, whose bytes it moves.
 */

/* As `axis`: the array counts as the list of its elements in C order. So does an array without axes for axis 0 or
 * -1. */
enum { CUJIT_ARRAY_FLAT = -0x7fffffff - 1 };

/* The same elements, in C order, in another shape of as many; one length may be SIZE_MAX, and is what the others leave.
 * As NumPy does it: a view where the strides allow that, else a copy; cujit_array_base() of a copy is NULL.
 * CUJIT_ERROR_ARGUMENT_SIZE: another number of elements. */
CUJIT_API cujit_status cujit_array_reshape(const cujit_array *array, int ndim, const size_t *shape, cujit_stream stream,
                                           cujit_array **reshaped, cujit_error *error);
/* The same to one axis. */
CUJIT_API cujit_status cujit_array_ravel(const cujit_array *array, cujit_stream stream, cujit_array **list,
                                         cujit_error *error);

/* A new array whose element k + shift along the axis is element k; what leaves one end comes in at the other. */
CUJIT_API cujit_status cujit_array_roll(const cujit_array *array, int64_t shift, int axis, cujit_stream stream,
                                        cujit_array **rolled, cujit_error *error);

/* One array after the other along an axis that they have (CUJIT_ARRAY_FLAT: as lists), or along a new one. They must
 * have one dtype and, but for that axis, one shape; at least one of them. */
CUJIT_API cujit_status cujit_array_concatenate(const cujit_array *const *arrays, size_t count, int axis,
                                               cujit_stream stream, cujit_array **whole, cujit_error *error);
CUJIT_API cujit_status cujit_array_stack(const cujit_array *const *arrays, size_t count, int axis, cujit_stream stream,
                                         cujit_array **whole, cujit_error *error);

/* The array repeats[k] times along axis k, as a whole; where there are more repeats or more axes, axes or repeats of 1
 * are put in front. */
CUJIT_API cujit_status cujit_array_tile(const cujit_array *array, int count, const size_t *repeats, cujit_stream stream,
                                        cujit_array **tiled, cujit_error *error);

/* Each element `times` times, along the axis (or CUJIT_ARRAY_FLAT). */
CUJIT_API cujit_status cujit_array_repeat(const cujit_array *array, size_t times, int axis, cujit_stream stream,
                                          cujit_array **repeated, cujit_error *error);

/* Element k along the axis (or of the list) counts[k] times: `counts` is an array of integers, of one axis as long as
 * that. CUJIT_ERROR_ARGUMENT_VALUE: there are negative ones. Waits for the stream. */
CUJIT_API cujit_status cujit_array_repeat_each(const cujit_array *array, const cujit_array *counts, int axis,
                                               cujit_stream stream, cujit_array **repeated, cujit_error *error);

/* ---- 20 Selecting and comparing elements --------------------------------------------------------------------------
 */

/* x where the condition, an array of numbers, is not 0, else y; all three broadcast, x and y are of one dtype. */
CUJIT_API cujit_status cujit_array_where(const cujit_array *condition, const cujit_array *x, const cujit_array *y,
                                         cujit_stream stream, cujit_array **chosen, cujit_error *error);

/* What is done with an index that an axis of n elements does not have. */
typedef enum cujit_bounds {
    CUJIT_BOUNDS_CHECK, /* -n to -1 count from the end; CUJIT_ERROR_ARGUMENT_VALUE says which other one there is. The call
                           waits for the stream, and cannot be recorded into a graph */
    CUJIT_BOUNDS_CLIP, /* it becomes the nearest one that the axis has: negative ones 0 */
    CUJIT_BOUNDS_WRAP, /* modulo n */
} cujit_bounds;

/* The elements at these places of an axis, or of the list (CUJIT_ARRAY_FLAT). `indices` is an array of integers; its
 * axes stand in the place of that axis. Where the result has no elements whatever they are, they are not looked at. An
 * array that is not in C order is copied on the way. */
CUJIT_API cujit_status cujit_array_take(const cujit_array *array, const cujit_array *indices, int axis,
                                        cujit_bounds bounds, cujit_stream stream, cujit_array **taken,
                                        cujit_error *error);

/* Sets the elements at these places of the array as a list in C order: to those of `values`, which is of the same dtype
 * and broadcasts to the shape of `indices`. Of values for the same place one wins, it is not said which. An array that
 * is not in C order is copied on the way. */
CUJIT_API cujit_status cujit_array_put(cujit_array *array, const cujit_array *indices, const cujit_array *values,
                                       cujit_bounds bounds, cujit_stream stream, cujit_error *error);

/* The same with an index for each line along the axis: element [..., k, ...] of the result is array[..., indices[...,
 * k, ...], ...]. `indices` has as many axes as the array, which broadcast but for that one; for CUJIT_ARRAY_FLAT it has
 * one, as NumPy has it for axis=None. */
CUJIT_API cujit_status cujit_array_take_along_axis(const cujit_array *array, const cujit_array *indices, int axis,
                                                   cujit_bounds bounds, cujit_stream stream, cujit_array **taken,
                                                   cujit_error *error);
/* array[..., indices[..., k, ...], ...] = values[..., k, ...]; indices and values broadcast to the array but for the
 * axis, and values to the indices there; for CUJIT_ARRAY_FLAT indices have one axis here, too. What else
 * cujit_array_put() says holds here. */
CUJIT_API cujit_status cujit_array_put_along_axis(cujit_array *array, const cujit_array *indices,
                                                  const cujit_array *values, int axis, cujit_bounds bounds,
                                                  cujit_stream stream, cujit_error *error);

/* The elements, or along an axis the slices, where `mask`, an array of numbers, is not 0; with CUJIT_ARRAY_FLAT the
 * mask has the array's shape, and the result is a list, else the mask has one axis, of the axis's length (1 for axis 0
 * and -1 of an array without axes). The calls wait for the stream to know the size of the result; they need memory for
 * a number for each element of the mask. */
CUJIT_API cujit_status cujit_array_compress(const cujit_array *array, const cujit_array *mask, int axis,
                                            cujit_stream stream, cujit_array **chosen, cujit_error *error);
/* The places of what is not 0 in the list of the mask's elements, as int64. */
CUJIT_API cujit_status cujit_array_nonzero(const cujit_array *mask, cujit_stream stream, cujit_array **places,
                                           cujit_error *error);

/* *equal is 1 where the two have one shape and equal elements, all of them (NaN equals nothing), else 0. Of numbers of
 * any two types. Waits for the stream. */
CUJIT_API cujit_status cujit_array_equal(const cujit_array *x, const cujit_array *y, cujit_stream stream, int *equal,
                                         cujit_error *error);

/* *close is 1 where |x - y| <= absolute + relative * |y| for all elements, else 0. Arrays of numbers, which broadcast,
 * compared in double. Infinities are close to themselves only, and so is NaN with `equal_nan`, else to nothing. Waits
 * for the stream. */
CUJIT_API cujit_status cujit_array_allclose(const cujit_array *x, const cujit_array *y, double relative,
                                            double absolute, int equal_nan, cujit_stream stream, int *close,
                                            cujit_error *error);

/* The same for each element, as an array of bool of the common shape; waits for nothing. */
CUJIT_API cujit_status cujit_array_isclose(const cujit_array *x, const cujit_array *y, double relative, double absolute,
                                           int equal_nan, cujit_stream stream, cujit_array **close, cujit_error *error);

/* Ready-made reductions (section 15) of pieces of an array, which counts as the list of its elements in C order: piece
 * k goes from element offsets[k] up to but not including offsets[k + 1]; `offsets` has one axis, of integers that do
 * not fall, and one element more than there are pieces. What lies outside of the array is not there. Pieces may be of
 * any lengths. Without elements a sum, a count and a norm are 0, a product is 1, ANY is false and ALL true, a minimum
 * the largest number of the type (or infinity), a maximum the smallest, ARGMIN and ARGMAX, which count from the piece's
 * first element, are -1, and means and variances NaN. The bits are the same from run to run. Needs memory for a result
 * for each element on the way. */
CUJIT_API cujit_status cujit_reduce_segments(cujit_reducer reducer, const cujit_array *x, const cujit_array *offsets,
                                             cujit_stream stream, cujit_array **result, cujit_error *error);
/* The same of pieces of equal keys that stand next to each other: of all that are equal, where keys are sorted. `keys`
 * and x are of one shape, with one axis. *unique gets each piece's key, *result as many results. Waits for the
 * stream. */
CUJIT_API cujit_status cujit_reduce_by_key(cujit_reducer reducer, const cujit_array *keys, const cujit_array *x,
                                           cujit_stream stream, cujit_array **unique, cujit_array **result,
                                           cujit_error *error);

/* How often each number occurs in an array of integers that are not negative: element k of the result, an int64, counts
 * those that are k; with `weights`, real numbers of the same shape, it is the sum of their weights, a double. There are
 * as many as the largest number needs, and `least` at least. CUJIT_ERROR_ARGUMENT_VALUE: there are negative ones. Waits
 * for the stream.
 *
 * Sums of weights are exact, and rounded once, to the nearest double: they have the same bits whatever the order of the
 * elements, from run to run and on every device. A sum is infinite where a weight is, or where it is too large itself;
 * NaN where a weight is, or where both infinities are among them. On the way a bin takes 8 bytes for each 40 powers of
 * two or so (62 less those of the number of weights) that lie between the highest and the lowest bit of all weights. */
CUJIT_API cujit_status cujit_array_bincount(const cujit_array *x, const cujit_array *weights, size_t least,
                                            cujit_stream stream, cujit_array **counts, cujit_error *error);

/* How many elements lie in each of `bins` intervals of one width between range[0] and range[1], in that but for the
 * last one's without the upper edge; what lies outside, and NaN, is not counted. NULL: from the smallest to the largest
 * element, for which the call waits (CUJIT_ERROR_ARGUMENT_VALUE: one is not finite); a range without length is widened
 * by 0.5 each way. `counts` and `weights` as above; with weights and more than some 10 000 bins the call waits, too. On
 * a GPU its work may be recorded into a graph, where there is a range, and x and weights are in C order. *edges (NULL:
 * not wanted) gets the bins + 1 edges, floats where x has such, else doubles. They are NumPy's: calculated as floats
 * where x has such and there is no range, else as doubles, and rounded; CUJIT_ERROR_ARGUMENT_VALUE: two are equal. An
 * element is in the bin between whose edges it lies. */
CUJIT_API cujit_status cujit_array_histogram(const cujit_array *x, size_t bins, const double *range,
                                             const cujit_array *weights, cujit_stream stream, cujit_array **counts,
                                             cujit_array **edges, cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
