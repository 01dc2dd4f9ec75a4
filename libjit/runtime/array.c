/*
 * array.c: N-dimensional arrays in device memory: shape, strides, data; the one element of what a reduction gives.
 */
#include "libjit/runtime/array.h"

#include "libjit/base/alloc.h"
#include "libjit/runtime/argument.h"
#include "libjit/runtime/buffer.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

enum { ALIGNMENT = 64 }; /* of the memory that an allocator gives: what any dtype needs, on every device */

/* ---- Layout ------------------------------------------------------------------------------------------------------ */

/* Product of the lengths times the item's size, or an error that shows the shape. */
static cujit_status count_elements(int ndim, const size_t *shape, size_t item_size, size_t *size, cujit_error *error)
{
    size_t bytes = item_size;
    bool empty = false;

    for (int k = 0; k < ndim; k++)
        empty = empty || shape[k] == 0;
    *size = empty ? 0 : 1;
    for (int k = 0; k < ndim && !empty; k++) {
        if (shape[k] > PTRDIFF_MAX / bytes)
            return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                                "an array whose axis %d has %zu elements does not fit into the address space", k,
                                shape[k]);
        bytes *= shape[k];
        *size *= shape[k];
    }
    return CUJIT_OK;
}

static void set_c_strides(cujit_array *array)
{
    size_t stride = array->item_size;

    for (int k = array->ndim - 1; k >= 0; k--) {
        array->strides[k] = (ptrdiff_t)stride;
        stride *= array->shape[k] > 0 ? array->shape[k] : 1;
    }
}

static bool is_c_order(const cujit_array *array)
{
    size_t stride = array->item_size;

    for (int k = array->ndim - 1; k >= 0 && array->size > 1; k--) {
        if (array->shape[k] > 1 && array->strides[k] != (ptrdiff_t)stride)
            return false;
        stride *= array->shape[k];
    }
    return true;
}

/* Dense: sorted by stride, each axis longer than 1 begins where the faster ones end. */
static bool is_dense(const cujit_array *array)
{
    size_t stride = array->item_size;

    for (int k = 0; k < array->ndim && array->size > 1; k++) {
        if (array->shape[k] > 1 && array->strides[k] == (ptrdiff_t)stride) {
            stride *= array->shape[k];
            k = -1; /* the next one may be any of them */
        }
    }
    return array->size <= 1 || stride == array->size * array->item_size;
}

void cj_array_settle(cujit_array *array)
{
    array->size = 1;
    for (int k = 0; k < array->ndim; k++)
        array->size *= array->shape[k];
    array->c_order = is_c_order(array);
    array->dense = array->c_order || is_dense(array);
}

void cj_array_extent(const cujit_array *array, const char **low, const char **high)
{
    *low = *high = array->data;
    for (int k = 0; k < array->ndim && array->size > 0; k++) {
        const ptrdiff_t reach = array->strides[k] * (ptrdiff_t)(array->shape[k] - 1);

        *(reach < 0 ? low : high) += reach;
    }
    if (array->size > 0)
        *high += array->item_size;
}

bool cj_array_same_order(const cujit_array *a, const cujit_array *b)
{
    if (a->c_order && b->c_order)
        return true;
    if (a->ndim != b->ndim)
        return false;
    for (int k = 0; k < a->ndim; k++) {
        if (a->shape[k] != b->shape[k])
            return false;
        if (a->shape[k] > 1 && a->strides[k] / (ptrdiff_t)a->item_size != b->strides[k] / (ptrdiff_t)b->item_size)
            return false;
    }
    return true;
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

/* An array without data; strides NULL: C order. */
static cujit_status make(const char *function, cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                         const ptrdiff_t *strides, cujit_array **out, cujit_error *error)
{
    size_t item_size, size, axes = (size_t)(ndim > 0 ? ndim : 0);
    cujit_status status;
    cujit_array *array;

    if (context == NULL || out == NULL || (shape == NULL && ndim > 0))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            context == NULL ? "context"
                            : out == NULL   ? "array"
                                            : "shape");
    if (ndim < 0 || ndim > CUJIT_ARRAY_MAX_NDIM)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %d axes; expected 0 to %d", function, ndim,
                            CUJIT_ARRAY_MAX_NDIM);
    if ((status = cj_context_check(context, error)) != CUJIT_OK)
        return status;
    if ((item_size = cujit_context_type_size(context, dtype)) == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: dtype %d is not known in this context", function,
                            (int)dtype);
    if ((status = count_elements(ndim, shape, item_size, &size, error)) != CUJIT_OK)
        return status;
    if ((array = cj_calloc(1, sizeof *array + axes * (sizeof *shape + sizeof *strides))) == NULL)
        return cj_error_no_memory(error, "an array");
    array->context = context;
    atomic_init(&array->references, 1);
    atomic_init(&array->used, CJ_STREAM_NONE);
    array->dtype = dtype;
    array->ndim = ndim;
    array->item_size = item_size;
    array->size = size;
    array->strides = (ptrdiff_t *)(array->shape + axes);
    if (axes > 0)
        memcpy(array->shape, shape, axes * sizeof *shape);
    if (strides == NULL)
        set_c_strides(array);
    else if (axes > 0)
        memcpy(array->strides, strides, axes * sizeof *strides);
    array->dense = is_dense(array);
    array->c_order = is_c_order(array);
    cj_context_retain(context);
    *out = array;
    return CUJIT_OK;
}

/* From the application's allocator. Behind a failure the context may have memory to give back, so there is a second
 * try. */
static cujit_status take_from_allocator(cujit_array *array, cujit_error *error)
{
    cujit_context *context = array->context;
    const cujit_allocator *allocator = &context->allocator;
    size_t bytes = array->size * array->item_size;
    cujit_status status = context->backend->push(context->device, error);

    if (status != CUJIT_OK)
        return status;
    array->data = allocator->alloc(allocator->user, bytes, array->stream);
    if (array->data == NULL && cj_blocks_trim(&context->staging.device))
        array->data = allocator->alloc(allocator->user, bytes, array->stream);
    if (array->data == NULL) {
        status = cj_error_set(error, CUJIT_ERROR_DEVICE_MEMORY, "the allocator of the context on %s has no %zu bytes",
                              context->device_text, bytes);
    } else if ((uintptr_t)array->data % ALIGNMENT != 0) {
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                              "the allocator of the context on %s gave %p, expected a multiple of %d bytes",
                              context->device_text, array->data, ALIGNMENT);
        allocator->free(allocator->user, array->data, bytes, array->stream);
        array->data = NULL;
    }
    context->backend->pop(context->device, NULL);
    return status;
}

static void give_to_allocator(cujit_array *array)
{
    cujit_context *context = array->context;
    bool pushed = context->backend->push(context->device, NULL) == CUJIT_OK;

    context->allocator.free(context->allocator.user, array->data, array->size * array->item_size, array->stream);
    if (pushed)
        context->backend->pop(context->device, NULL);
}

void cj_array_use_another(cujit_array *base, void *stream)
{
    void *const per_thread = (void *)2,
                *none = CJ_STREAM_NONE; /* the driver's one handle for a stream of each thread */

    if (stream == per_thread || (!atomic_compare_exchange_strong(&base->used, &none, stream) && none != stream))
        atomic_store(&base->used, CJ_STREAM_MANY);
}

/* AddressSanitizer's, where the program has it: it must see what is freed. */
extern int __asan_address_is_poisoned(const volatile void *address) __attribute__((weak));

/* With little, nobody is faster than malloc(). Much comes from the system page by page, each time. */
static bool host_keeps(size_t bytes)
{
    const size_t much = 64 << 10;

    return bytes >= much && __asan_address_is_poisoned == NULL;
}

/* What is taken while the stream is recorded is the graph's, and nobody else's afterwards. */
static cujit_status take_memory(cujit_array *array, void *stream, cujit_error *error)
{
    cujit_context *context = array->context;
    cj_blocks *blocks = &context->staging.device;
    const size_t bytes = array->size * array->item_size;
    cujit_status status;

    array->recorded = atomic_load(&context->recorded);
    if (context->backend->is_host
            ? !host_keeps(bytes)
            : stream != NULL && stream != CJ_STREAM_NONE && context->backend->graph_records(context->device, stream))
        return cj_blocks_alloc(blocks, bytes, &array->data, error);
    if ((status = cj_blocks_take(blocks, bytes, stream, &array->block, error)) != CUJIT_OK)
        return status;
    array->data = array->block->memory;
    cj_array_use(context, array, stream);
    return CUJIT_OK;
}

/* May a graph use the memory whenever it is launched? Those that were recorded before it was taken do not. */
static bool is_recorded(const cujit_array *array)
{
    cujit_context *context = array->context;

    return atomic_load(&context->graphs) != 0 &&
           (array->recorded != atomic_load(&context->recorded) || cj_context_records(context));
}

static void give_memory_back(cujit_array *array)
{
    cujit_context *context = array->context;
    void *used = atomic_load(&array->used);

    if (context->allocator.alloc != NULL)
        give_to_allocator(array);
    else if (array->block == NULL)
        context->backend->free(context->device, CJ_MEMORY_DEVICE, array->data);
    else if (context->backend->is_host)
        cj_blocks_hold(&context->staging.device, array->block, CJ_STREAM_NONE);
    else
        cj_blocks_hold(&context->staging.device, array->block, is_recorded(array) ? CJ_STREAM_MANY : used);
}

cujit_status cj_array_hand_out(cujit_array *array, cujit_status status, cujit_array **out)
{
    if (status == CUJIT_OK)
        *out = array;
    else
        cujit_array_free(array);
    return status;
}

cujit_status cj_array_create_for(const char *function, cujit_context *context, cujit_dtype dtype, int ndim,
                                 const size_t *shape, const ptrdiff_t *strides, void *stream, cujit_array **out,
                                 cujit_error *error)
{
    cujit_array *array = NULL;
    cujit_status status = make(function, context, dtype, ndim, shape, strides, out != NULL ? &array : NULL, error);

    if (status != CUJIT_OK)
        return status;
    array->owns_data = true;
    array->stream = stream != CJ_STREAM_NONE ? stream : NULL;
    if (!array->dense)
        status = cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                              "%s: the strides leave gaps or overlap; expected those of a dense array", function);
    else if (array->size > 0 && context->allocator.alloc != NULL)
        status = take_from_allocator(array, error);
    else if (array->size > 0)
        status = take_memory(array, stream, error);
    return cj_array_hand_out(array, status, out);
}

cujit_status cj_array_create(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                             const ptrdiff_t *strides, void *stream, cujit_array **out, cujit_error *error)
{
    return cj_array_create_for("cujit_array_create", context, dtype, ndim, shape, strides, stream, out, error);
}

cujit_status cujit_array_create_strided(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                        const ptrdiff_t *strides, cujit_array **array, cujit_error *error)
{
    return cj_array_create_for("cujit_array_create_strided", context, dtype, ndim, shape, strides, CJ_STREAM_NONE,
                               array, error);
}

cujit_status cujit_array_create(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                cujit_array **array, cujit_error *error)
{
    return cj_array_create(context, dtype, ndim, shape, NULL, CJ_STREAM_NONE, array, error);
}

cujit_status cujit_array_zeros(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                               cujit_array **out, cujit_error *error)
{
    cujit_array *array = NULL;
    cujit_status status = cj_array_create_for("cujit_array_zeros", context, dtype, ndim, shape, NULL, NULL,
                                              out != NULL ? &array : NULL, error);

    if (status == CUJIT_OK && array->size > 0)
        status = context->backend->fill(context->device, array->data, 0, 1, cujit_array_bytes(array), NULL, error);
    return cj_array_hand_out(array, status, out);
}

/* Every element of a view that has any must lie where the device can load it from. */
static cujit_status check_alignment(const char *function, const cujit_array *array, const void *data,
                                    cujit_error *error)
{
    const cj_type *type = cj_context_type(array->context, array->dtype);
    size_t alignment = type != NULL ? type->alignment : cujit_dtype_alignment(array->dtype);

    if ((uintptr_t)data % alignment != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: data is %p, expected a multiple of the element type's alignment, %zu bytes", function,
                            data, alignment);
    for (int k = 0; k < array->ndim; k++) {
        if (array->shape[k] > 1 && array->strides[k] % (ptrdiff_t)alignment != 0)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "%s: axis %d has a stride of %td bytes, expected a multiple of the element type's "
                                "alignment, %zu bytes",
                                function, k, array->strides[k], alignment);
    }
    return CUJIT_OK;
}

cujit_status cujit_array_view(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                              const ptrdiff_t *strides, void *data, cujit_array **out, cujit_error *error)
{
    cujit_array *array = NULL;
    cujit_status status = make("cujit_array_view", context, dtype, ndim, shape, strides, out != NULL ? &array : NULL,
                               error);

    if (status != CUJIT_OK)
        return status;
    if (data == NULL && array->size > 0)
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_array_view: data is NULL");
    else if (array->size > 0)
        status = check_alignment("cujit_array_view", array, data, error);
    array->data = data;
    return cj_array_hand_out(array, status, out);
}

cujit_status cj_array_see(const char *function, const cujit_array *of, const cj_axes *axes, cujit_array **out,
                          cujit_error *error)
{
    cujit_array *array = NULL, *base = of->base != NULL ? of->base : (cujit_array *)of;
    cujit_status status = make(function, of->context, axes->dtype, axes->ndim, axes->shape, axes->strides, &array,
                               error);

    if (status != CUJIT_OK)
        return status;
    if (array->size > 0) {
        array->data = (char *)of->data + axes->offset;
        if (array->dtype != of->dtype)
            status = check_alignment(function, array, array->data, error);
    }
    array->base = base;
    atomic_fetch_add(&base->references, 1);
    return cj_array_hand_out(array, status, out);
}

void cujit_array_free(cujit_array *array)
{
    cujit_array *base;

    if (array == NULL || atomic_fetch_sub(&array->references, 1) != 1)
        return;
    base = array->base;
    if (array->release != NULL)
        array->release(array->owner);
    if (array->owns_data && array->data != NULL && cj_context_check(array->context, NULL) == CUJIT_OK)
        give_memory_back(array);
    cj_context_release(array->context);
    cj_free(array);
    cujit_array_free(base); /* which has none itself */
}

/* ---- Copies ------------------------------------------------------------------------------------------------------ */

cujit_status cj_array_check_host(const char *function, const cujit_array *array, const void *data, size_t size,
                                 cujit_error *error)
{
    cujit_status status;

    if (array == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: array is NULL", function);
    if ((status = cj_context_check(array->context, error)) != CUJIT_OK)
        return status;
    if (size != cujit_array_bytes(array))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "%s: size is %zu; expected the array's: %zu bytes, which are %zu of %s", function, size,
                            cujit_array_bytes(array), array->size,
                            cujit_context_type_name(array->context, array->dtype));
    if (data == NULL && size > 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: data is NULL", function);
    return CUJIT_OK;
}

/* Host memory on one side: its `size` is what the caller takes the array to have. */
typedef struct host_memory {
    void *to;
    const void *from;
    size_t size;
} host_memory;

static cujit_status transfer(const char *function, const cujit_array *array, host_memory host, void *stream,
                             bool blocking, cujit_error *error)
{
    cujit_status status = cj_array_check_host(function, array, host.to != NULL ? host.to : host.from, host.size, error);

    if (status != CUJIT_OK || host.size == 0)
        return status;
    if (!array->dense)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: the array is a view with gaps or overlaps; cujit_array_read() and cujit_array_write() "
                            "copy those of any strides",
                            function);
    if (!blocking)
        cj_array_use(array->context, array, stream);
    return array->context->backend->copy(
        array->context->device, host.to != NULL ? host.to : array->data, host.to != NULL ? array->data : host.from,
        host.size, host.to != NULL ? CJ_COPY_TO_HOST : CJ_COPY_TO_DEVICE, stream, blocking, error);
}

cujit_status cujit_array_from_host(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                   const void *data, cujit_array **out, cujit_error *error)
{
    cujit_array *array = NULL;
    cujit_status status = cj_array_create_for("cujit_array_from_host", context, dtype, ndim, shape, NULL, NULL,
                                              out != NULL ? &array : NULL, error);

    if (status == CUJIT_OK)
        status = transfer("cujit_array_from_host", array, (host_memory){.from = data, .size = cujit_array_bytes(array)},
                          NULL, true, error);
    if (status == CUJIT_OK) /* the default stream has got there, and any other one may be the first now */
        atomic_store(&array->used, CJ_STREAM_NONE);
    return cj_array_hand_out(array, status, out);
}

cujit_status cujit_array_to_host(const cujit_array *array, void *data, size_t size, cujit_error *error)
{
    return transfer("cujit_array_to_host", array, (host_memory){.to = data, .size = size}, NULL, true, error);
}

cujit_status cujit_array_fill_from_host(cujit_array *array, const void *data, size_t size, cujit_error *error)
{
    return transfer("cujit_array_fill_from_host", array, (host_memory){.from = data, .size = size}, NULL, true, error);
}

cujit_status cujit_array_to_host_async(const cujit_array *array, void *data, size_t size, cujit_stream stream,
                                       cujit_error *error)
{
    return transfer("cujit_array_to_host_async", array, (host_memory){.to = data, .size = size}, stream, false, error);
}

cujit_status cujit_array_fill_from_host_async(cujit_array *array, const void *data, size_t size, cujit_stream stream,
                                              cujit_error *error)
{
    return transfer("cujit_array_fill_from_host_async", array, (host_memory){.from = data, .size = size}, stream, false,
                    error);
}

/* ---- The one element --------------------------------------------------------------------------------------------- */

/* Errors begin with `function`; `value` is only looked at. */
static cujit_status read_element(const char *function, const cujit_array *array, const void *value, cujit_arg *out,
                                 cujit_error *error)
{
    alignas(16) unsigned char bytes[16];
    cujit_status status;

    if (array == NULL || value == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            array == NULL ? "array" : "value");
    if (!cj_dtype_is_number(array->dtype))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: the array is one of %s, which are no numbers",
                            function, cujit_context_type_name(array->context, array->dtype));
    if (array->size != 1)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: the array has %zu elements; expected one", function,
                            array->size);
    status = cujit_array_to_host(array, bytes, array->item_size, error);
    if (status != CUJIT_OK)
        return status;
    if (!cj_dtype_is_narrow(array->dtype))
        return cujit_arg_set_number(out, 0, array->dtype, bytes, error);
    *out = cujit_arg_real(cj_narrow_load(array->dtype, bytes));
    return CUJIT_OK;
}

/* Makes the element a `dtype` of `size` bytes, which users call `type`. */
static cujit_status get(const char *function, const cujit_array *array, void *value, size_t size, cujit_dtype dtype,
                        const char *type, cujit_error *error)
{
    char shown[CJ_NUMBER_SHOWN];
    cj_slot slot;
    cujit_arg number;
    cujit_status status = read_element(function, array, value, &number, error);

    if (status != CUJIT_OK)
        return status;
    if (number.kind == CUJIT_ARG_COMPLEX && number.value.real[1] == 0 && dtype != CUJIT_COMPLEX128)
        number.kind = CUJIT_ARG_REAL;
    if (cj_number_convert(&number, dtype, &slot) != CUJIT_OK)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: the element is %s, which does not fit into %s",
                            function, cj_number_show(&number, 17, shown), type);
    memcpy(value, &slot, size);
    return CUJIT_OK;
}

cujit_status cujit_array_get_int64(const cujit_array *array, int64_t *value, cujit_error *error)
{
    return get("cujit_array_get_int64", array, value, sizeof *value, CUJIT_INT64, "int64", error);
}

cujit_status cujit_array_get_uint64(const cujit_array *array, uint64_t *value, cujit_error *error)
{
    return get("cujit_array_get_uint64", array, value, sizeof *value, CUJIT_UINT64, "uint64", error);
}

cujit_status cj_array_get_double(const char *function, const cujit_array *array, double *value, cujit_error *error)
{
    return get(function, array, value, sizeof *value, CUJIT_FLOAT64, "double", error);
}

cujit_status cujit_array_get_double(const cujit_array *array, double *value, cujit_error *error)
{
    return cj_array_get_double("cujit_array_get_double", array, value, error);
}

cujit_status cujit_array_get_complex(const cujit_array *array, double value[2], cujit_error *error)
{
    return get("cujit_array_get_complex", array, value, 2 * sizeof *value, CUJIT_COMPLEX128, "complex", error);
}

/* ---- What others ask --------------------------------------------------------------------------------------------- */

cujit_context *cujit_array_context(const cujit_array *array)
{
    return array != NULL ? array->context : NULL;
}

cujit_dtype cujit_array_dtype(const cujit_array *array)
{
    return array != NULL ? array->dtype : CUJIT_DTYPE_NONE;
}

int cujit_array_ndim(const cujit_array *array)
{
    return array != NULL ? array->ndim : 0;
}

const size_t *cujit_array_shape(const cujit_array *array)
{
    return array != NULL ? array->shape : NULL;
}

const ptrdiff_t *cujit_array_strides(const cujit_array *array)
{
    return array != NULL ? array->strides : NULL;
}

size_t cujit_array_size(const cujit_array *array)
{
    return array != NULL ? array->size : 0;
}

size_t cujit_array_bytes(const cujit_array *array)
{
    return array != NULL ? array->size * array->item_size : 0;
}

const cujit_array *cujit_array_base(const cujit_array *array)
{
    return array != NULL ? array->base : NULL;
}

/* Nobody knows from now on who works with the memory. */
void *cujit_array_data(const cujit_array *array)
{
    if (array == NULL)
        return NULL;
    cj_array_use(array->context, array, CJ_STREAM_MANY);
    return array->data;
}
