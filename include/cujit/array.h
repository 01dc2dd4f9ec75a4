/*
 * cujit/array.h: arrays, section 4 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_ARRAY_H
#define CUJIT_ARRAY_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 4 Arrays -----------------------------------------------------------------------------------------------------
 *
 * A cujit_array is N-dimensional: dtype, shape (elements), strides (bytes), and device memory. Arrays that the library
 * makes are dense; a view describes memory of another array (section 17) or of somebody else, with any strides. "Dense"
 * means that the elements fill their memory without gap or overlap, in C order, Fortran order or any other order of the
 * axes.
 *
 * ndim 0 is a single element; shape and strides may be NULL then. An axis of length 0 makes an empty array: legal
 * everywhere, nothing is allocated.
 */
enum { CUJIT_ARRAY_MAX_NDIM = 32 };

/* A new dense array in C order; the elements are not initialised. CUJIT_ERROR_DEVICE_MEMORY names the size.
 * CUJIT_ERROR_INVALID_ARGUMENT: a context's allocator gave memory that is not aligned. */
CUJIT_API cujit_status cujit_array_create(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                          cujit_array **array, cujit_error *error);

/* The same with the strides given (bytes, not negative); they must be those of a dense array. NULL: C order. */
CUJIT_API cujit_status cujit_array_create_strided(cujit_context *context, cujit_dtype dtype, int ndim,
                                                  const size_t *shape, const ptrdiff_t *strides, cujit_array **array,
                                                  cujit_error *error);

/* A new dense array in C order, every byte 0: for work on the default stream, and behind a wait for that one for work
 * on streams that do not wait for it. */
CUJIT_API cujit_status cujit_array_zeros(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                         cujit_array **array, cujit_error *error);

/* A new dense array in C order with the elements of `data` (host memory, C order). Done when it returns. */
CUJIT_API cujit_status cujit_array_from_host(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                             const void *data, cujit_array **array, cujit_error *error);

/* Describes device memory of the context's device that somebody else owns and keeps alive. `strides` in bytes, may be 0
 * or negative; NULL: C order. `data` is where index 0, 0, ... lies; it and the strides of axes longer than 1 are
 * aligned for the dtype, or CUJIT_ERROR_INVALID_ARGUMENT. */
CUJIT_API cujit_status cujit_array_view(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                        const ptrdiff_t *strides, void *data, cujit_array **array, cujit_error *error);

/* Frees the array, and its memory with the last array that looks at it (what cujit_array_view() describes stays). What
 * checked calls have queued with it still runs; no memory in use gets to others. Section 12 says when that takes a
 * wait. */
CUJIT_API void cujit_array_free(cujit_array *array);

/* Copies all elements between a dense array and host memory, in the array's own order. `size` is that memory's, and
 * must be cujit_array_bytes(array): else CUJIT_ERROR_ARGUMENT_SIZE, and nothing is copied. Work on the default stream
 * comes first; done when it returns. CUJIT_ERROR_UNSUPPORTED where the array is not dense: cujit_array_read() and
 * cujit_array_write() copy any, in C order of the shape. */
CUJIT_API cujit_status cujit_array_to_host(const cujit_array *array, void *data, size_t size, cujit_error *error);
CUJIT_API cujit_status cujit_array_fill_from_host(cujit_array *array, const void *data, size_t size,
                                                  cujit_error *error);

/* The same in the order of a stream. `data` must be pinned memory for the copy to run beside the host, and must stay as
 * it is until the stream has done it. */
CUJIT_API cujit_status cujit_array_to_host_async(const cujit_array *array, void *data, size_t size, cujit_stream stream,
                                                 cujit_error *error);
CUJIT_API cujit_status cujit_array_fill_from_host_async(cujit_array *array, const void *data, size_t size,
                                                        cujit_stream stream, cujit_error *error);

/* The one element of an array that has one, the result of a reduction say, as a number; else as cujit_array_to_host().
 * `value` of a complex number is its real and its imaginary part. CUJIT_ERROR_ARGUMENT_SIZE, _TYPE: the array has not
 * one element, or its elements are no numbers. CUJIT_ERROR_ARGUMENT_VALUE: the type cannot hold it, as 1.5 or 1e30 an
 * int64_t, or 1+2i a double; that a double rounds an integer is no error. */
CUJIT_API cujit_status cujit_array_get_int64(const cujit_array *array, int64_t *value, cujit_error *error);
CUJIT_API cujit_status cujit_array_get_uint64(const cujit_array *array, uint64_t *value, cujit_error *error);
CUJIT_API cujit_status cujit_array_get_double(const cujit_array *array, double *value, cujit_error *error);
CUJIT_API cujit_status cujit_array_get_complex(const cujit_array *array, double value[2], cujit_error *error);

/* What an array is. Context, shape and strides are borrowed from it. Whoever asks for the address may use the memory in
 * any way, so that it goes back to the device, which waits, when the array is freed (section 12). */
CUJIT_API cujit_context *cujit_array_context(const cujit_array *array);
CUJIT_API cujit_dtype cujit_array_dtype(const cujit_array *array);
CUJIT_API int cujit_array_ndim(const cujit_array *array);
CUJIT_API const size_t *cujit_array_shape(const cujit_array *array);      /* ndim lengths in elements */
CUJIT_API const ptrdiff_t *cujit_array_strides(const cujit_array *array); /* ndim distances in bytes */
CUJIT_API size_t cujit_array_size(const cujit_array *array);              /* elements */
CUJIT_API size_t cujit_array_bytes(const cujit_array *array);             /* elements times size of one */
CUJIT_API void *cujit_array_data(const cujit_array *array);               /* device address; NULL where empty */

#ifdef __cplusplus
}
#endif

#endif
