/*
 * dlpack.c: arrays that other libraries see, and theirs, by DLPack and by the fields of __cuda_array_interface__.
 */
#include <cujit/dlpack.h>

#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/io/dlpack_abi.h"
#include "libjit/io/elements.h"
#include "libjit/io/npy_header.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Types and devices ------------------------------------------------------------------------------------------- */

static const struct {
    cujit_dtype dtype;
    uint8_t code, bits;
} types[] = {
    {CUJIT_BOOL, CJ_DL_BOOL, 8},
    {CUJIT_INT8, CJ_DL_INT, 8},
    {CUJIT_UINT8, CJ_DL_UINT, 8},
    {CUJIT_INT16, CJ_DL_INT, 16},
    {CUJIT_UINT16, CJ_DL_UINT, 16},
    {CUJIT_INT32, CJ_DL_INT, 32},
    {CUJIT_UINT32, CJ_DL_UINT, 32},
    {CUJIT_INT64, CJ_DL_INT, 64},
    {CUJIT_UINT64, CJ_DL_UINT, 64},
    {CUJIT_FLOAT16, CJ_DL_FLOAT, 16},
    {CUJIT_BFLOAT16, CJ_DL_BFLOAT, 16},
    {CUJIT_FLOAT32, CJ_DL_FLOAT, 32},
    {CUJIT_FLOAT64, CJ_DL_FLOAT, 64},
    {CUJIT_COMPLEX64, CJ_DL_COMPLEX, 64},
    {CUJIT_COMPLEX128, CJ_DL_COMPLEX, 128},
    {CUJIT_FLOAT8_E4M3, CJ_DL_FLOAT8_E4M3FN, 8},
    {CUJIT_FLOAT8_E5M2, CJ_DL_FLOAT8_E5M2, 8},
};

static bool describe_type(cujit_dtype dtype, cj_dl_tensor *out)
{
    size_t components;
    cujit_dtype plain = cj_elements_component(dtype, &components);

    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        if (types[k].dtype == plain) {
            out->code = types[k].code;
            out->bits = types[k].bits;
            out->lanes = (uint16_t)components;
            return true;
        }
    }
    return false;
}

static cujit_dtype find_type(const cj_dl_tensor *tensor)
{
    cj_dl_tensor other;

    for (int dtype = tensor->lanes == 1 ? CUJIT_BOOL : CUJIT_CHAR1; dtype <= CUJIT_FLOAT8_E5M2; dtype++) {
        if (describe_type((cujit_dtype)dtype, &other) && other.code == tensor->code && other.bits == tensor->bits &&
            other.lanes == tensor->lanes)
            return (cujit_dtype)dtype;
    }
    return CUJIT_DTYPE_NONE;
}

/* The number of the context's GPU; -1: the host. */
static int gpu_of(const cujit_context *context)
{
    const char *colon = strchr(context->device_text, ':');

    return colon != NULL ? atoi(colon + 1) : -1;
}

/* ---- Out --------------------------------------------------------------------------------------------------------- */

/* What a tensor keeps: its own arrays of numbers, and the array. */
typedef struct export
{
    union {
        cj_dl_versioned versioned;
        cj_dl_managed managed;
    } as;
    cujit_array *array;
    int64_t numbers[]; /* lengths, then strides */
}
export;

static void end_export(export *self)
{
    cujit_array_free(self->array);
    cj_free(self);
}

static void delete_versioned(cj_dl_versioned *self)
{
    end_export(self->owner);
}

static void delete_managed(cj_dl_managed *self)
{
    end_export(self->owner);
}

static cujit_status describe(const char *function, const cujit_array *array, export *self, cj_dl_tensor *tensor,
                             cujit_error *error)
{
    int gpu = gpu_of(array->context), ndim = array->ndim;

    *tensor = (cj_dl_tensor){.data = array->data,
                             .device_type = gpu >= 0 ? CJ_DL_CUDA : CJ_DL_CPU,
                             .device_id = gpu >= 0 ? gpu : 0,
                             .ndim = ndim,
                             .shape = self->numbers,
                             .strides = self->numbers + ndim};
    if (!describe_type(array->dtype, tensor))
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "%s: DLPack has no elements of %s", function,
                            cujit_context_type_name(array->context, array->dtype));
    for (int k = 0; k < ndim; k++) {
        tensor->shape[k] = (int64_t)array->shape[k];
        tensor->strides[k] = array->strides[k] / (ptrdiff_t)array->item_size;
        if (array->shape[k] > 1 && array->strides[k] % (ptrdiff_t)array->item_size != 0)
            return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                                "%s: axis %d has a stride of %td bytes; DLPack counts elements, which have %zu",
                                function, k, array->strides[k], array->item_size);
    }
    return CUJIT_OK;
}

/* The consumer's stream waits for what the other one holds. */
static cujit_status order_streams(const cujit_array *array, const cujit_dlpack_options *options, cujit_error *error)
{
    const cj_backend *backend = array->context->backend;
    cj_device *device = array->context->device;
    void *event;
    cujit_status status;

    if (options->stream == options->consumer)
        return CUJIT_OK;
    if ((status = backend->event_create(device, &event, error)) != CUJIT_OK)
        return status;
    if ((status = backend->event_record(device, event, options->stream, error)) == CUJIT_OK)
        status = backend->stream_wait(device, options->consumer, event, error);
    backend->event_free(device, event);
    return status;
}

/* All but the struct itself. */
static cujit_status make_export(const char *function, cujit_array *array, const cujit_dlpack_options *given,
                                size_t size, const void *out, bool versioned, export **made, cujit_error *error)
{
    cujit_dlpack_options options;
    cujit_status status = cj_widen(function, &options, sizeof options, given, size, error);
    export *self;

    if (status != CUJIT_OK)
        return status;
    if (array == NULL || out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            array == NULL ? "array" : "tensor");
    if ((status = cj_context_check(array->context, error)) != CUJIT_OK)
        return status;
    if (options.read_only != 0 && !versioned)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "%s: only versioned tensors can be read-only", function);
    if ((self = cj_calloc(1, sizeof *self + 2 * (size_t)array->ndim * sizeof *self->numbers)) == NULL)
        return cj_error_no_memory(error, "a tensor of DLPack");
    if (versioned)
        self->as.versioned.flags = options.read_only != 0 ? CJ_DL_READ_ONLY : 0;
    status = describe(function, array, self, versioned ? &self->as.versioned.tensor : &self->as.managed.tensor, error);
    if (status == CUJIT_OK && (status = order_streams(array, &options, error)) == CUJIT_OK) {
        atomic_fetch_add(&array->references, 1);
        cj_array_use(array->context, array, CJ_STREAM_MANY);
        self->array = array;
        *made = self;
    } else {
        cj_free(self);
    }
    return status;
}

cujit_status cujit_array_to_dlpack_sized(cujit_array *array, const cujit_dlpack_options *options, size_t size,
                                         struct DLManagedTensorVersioned **tensor, cujit_error *error)
{
    export *made;
    cujit_status status = make_export("cujit_array_to_dlpack", array, options, size, tensor, true, &made, error);

    if (status != CUJIT_OK)
        return status;
    made->as.versioned.major = CJ_DL_MAJOR;
    made->as.versioned.minor = CJ_DL_MINOR;
    made->as.versioned.owner = made;
    made->as.versioned.deleter = delete_versioned;
    *tensor = (struct DLManagedTensorVersioned *)&made->as.versioned;
    return CUJIT_OK;
}

cujit_status cujit_array_to_dlpack_unversioned_sized(cujit_array *array, const cujit_dlpack_options *options,
                                                     size_t size, struct DLManagedTensor **tensor, cujit_error *error)
{
    export *made;
    cujit_status status = make_export("cujit_array_to_dlpack_unversioned", array, options, size, tensor, false, &made,
                                      error);

    if (status != CUJIT_OK)
        return status;
    made->as.managed.owner = made;
    made->as.managed.deleter = delete_managed;
    *tensor = (struct DLManagedTensor *)&made->as.managed;
    return CUJIT_OK;
}

/* ---- In ---------------------------------------------------------------------------------------------------------- */

static cujit_status check_device(const char *function, const cujit_context *context, const cj_dl_tensor *tensor,
                                 cujit_error *error)
{
    int gpu = gpu_of(context), type = tensor->device_type;
    const bool shared = type == CJ_DL_CUDA_HOST || type == CJ_DL_CUDA_MANAGED;

    if (shared || (gpu < 0 && type == CJ_DL_CPU) || (gpu >= 0 && type == CJ_DL_CUDA && tensor->device_id == gpu))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "%s: the tensor lies on %s %d (device type %d), the context is on %s; copy it there first",
                        function,
                        type == CJ_DL_CPU    ? "the CPU,"
                        : type == CJ_DL_CUDA ? "CUDA device"
                                             : "device",
                        (int)tensor->device_id, type, context->device_text);
}

static cujit_status check_tensor(const char *function, const cujit_context *context, const cj_dl_tensor *tensor,
                                 cujit_error *error)
{
    cujit_status status = check_device(function, context, tensor, error);

    if (status != CUJIT_OK)
        return status;
    if (find_type(tensor) == CUJIT_DTYPE_NONE)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: no dtype is DLPack's type of code %d, %d bits and %d lanes", function, tensor->code,
                            tensor->bits, tensor->lanes);
    if (tensor->ndim < 0 || tensor->ndim > CUJIT_ARRAY_MAX_NDIM || (tensor->ndim > 0 && tensor->shape == NULL))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: the tensor has %d axes%s; expected 0 to %d",
                            function, (int)tensor->ndim,
                            tensor->ndim > 0 && tensor->shape == NULL ? " and no shape" : "", CUJIT_ARRAY_MAX_NDIM);
    return CUJIT_OK;
}

/* An array that calls `release` with the owner when it goes. */
static cujit_status import(const char *function, cujit_context *context, const cj_dl_tensor *tensor,
                           void (*release)(void *owner), void *owner, cujit_array **out, cujit_error *error)
{
    size_t shape[CUJIT_ARRAY_MAX_NDIM], size;
    ptrdiff_t strides[CUJIT_ARRAY_MAX_NDIM];
    cujit_dtype dtype = find_type(tensor);
    cujit_array *array = NULL;
    cujit_status status = check_tensor(function, context, tensor, error);

    if (status != CUJIT_OK)
        return status;
    size = cujit_dtype_size(dtype);
    for (int k = 0; k < tensor->ndim; k++) {
        if (tensor->shape[k] < 0)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: the tensor's axis %d has the length %lld",
                                function, k, (long long)tensor->shape[k]);
        shape[k] = (size_t)tensor->shape[k];
        if (tensor->strides != NULL && __builtin_mul_overflow(tensor->strides[k], (int64_t)size, &strides[k]))
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "%s: the tensor's axis %d has a stride of %lld elements, which no memory has", function,
                                k, (long long)tensor->strides[k]);
    }
    status = cujit_array_view(context, dtype, tensor->ndim, shape, tensor->strides != NULL ? strides : NULL,
                              tensor->data != NULL ? (char *)tensor->data + tensor->byte_offset : NULL, &array, error);
    if (status != CUJIT_OK)
        return status;
    array->release = release;
    array->owner = owner;
    *out = array;
    return CUJIT_OK;
}

static void release_versioned(void *owner)
{
    cj_dl_versioned *managed = owner;

    if (managed->deleter != NULL)
        managed->deleter(managed);
}

static void release_managed(void *owner)
{
    cj_dl_managed *managed = owner;

    if (managed->deleter != NULL)
        managed->deleter(managed);
}

static cujit_status check_import(const char *function, const cujit_context *context, const void *tensor,
                                 const void *out, cujit_error *error)
{
    cujit_status status = cj_context_check_call(function, context, "tensor", tensor, error);

    if (status == CUJIT_OK && out == NULL)
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: array is NULL", function);
    return status == CUJIT_OK ? cj_context_check(context, error) : status;
}

cujit_status cujit_array_from_dlpack(cujit_context *context, struct DLManagedTensorVersioned *tensor, unsigned flags,
                                     cujit_array **array, cujit_error *error)
{
    static const char function[] = "cujit_array_from_dlpack";
    cj_dl_versioned *managed = (cj_dl_versioned *)tensor;
    cujit_status status = check_import(function, context, tensor, array, error);

    if (status != CUJIT_OK)
        return status;
    if ((flags & ~(unsigned)CUJIT_DLPACK_READ_ONLY) != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: unknown flags 0x%x", function, flags);
    if (managed->major != CJ_DL_MAJOR)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "%s: the tensor is of DLPack %u.%u; cujit knows %d.x",
                            function, (unsigned)managed->major, (unsigned)managed->minor, CJ_DL_MAJOR);
    if ((managed->flags & CJ_DL_READ_ONLY) != 0 && (flags & CUJIT_DLPACK_READ_ONLY) == 0)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: the tensor is read-only; CUJIT_DLPACK_READ_ONLY takes it for who does not write",
                            function);
    return import(function, context, &managed->tensor, release_versioned, managed, array, error);
}

cujit_status cujit_array_from_dlpack_unversioned(cujit_context *context, struct DLManagedTensor *tensor,
                                                 cujit_array **array, cujit_error *error)
{
    static const char function[] = "cujit_array_from_dlpack_unversioned";
    cj_dl_managed *managed = (cj_dl_managed *)tensor;
    cujit_status status = check_import(function, context, tensor, array, error);

    return status == CUJIT_OK ? import(function, context, &managed->tensor, release_managed, managed, array, error)
                              : status;
}

/* ---- The interface of Python's libraries ------------------------------------------------------------------------- */

cujit_status cujit_array_get_interface_sized(const cujit_array *array, cujit_stream stream,
                                             cujit_array_interface *interface, size_t size, cujit_error *error)
{
    cujit_array_interface todays = {.version = 3};
    const char *type;

    if (array == NULL || interface == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_array_get_interface: %s is NULL",
                            array == NULL ? "array" : "interface");
    type = cj_npy_type(array->dtype);
    if (type != NULL)
        snprintf(todays.typestr, sizeof todays.typestr, "%s", type);
    else
        snprintf(todays.typestr, sizeof todays.typestr, "|V%zu", array->item_size);
    todays.data = array->size > 0 ? cujit_array_data(array) : NULL;
    todays.ndim = array->ndim;
    todays.shape = array->shape;
    todays.strides = array->c_order ? NULL : array->strides;
    if (gpu_of(array->context) >= 0)
        todays.stream = stream != NULL ? (uintptr_t)stream : 1;
    cj_narrow(interface, size, &todays, sizeof todays);
    return CUJIT_OK;
}
