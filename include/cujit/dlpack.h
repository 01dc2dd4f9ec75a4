/*
 * cujit/dlpack.h: arrays that other libraries see, and theirs, section 23 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_DLPACK_H
#define CUJIT_DLPACK_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 23 Exchange with other libraries -----------------------------------------------------------------------------
 *
 * DLPack is how PyTorch, CuPy, JAX, NumPy and others hand each other arrays without copying them: a struct with
 * address, shape, strides and type, and a deleter that whoever has it calls once in the end. Its header is
 * dlpack/dlpack.h, which a program that looks into the struct includes; here its names are enough. Both structs are
 * served: the versioned one (DLPack 1.x, capsules called "dltensor_versioned"), and the older one ("dltensor").
 *
 *     cujit_array_to_dlpack(x, NULL, &tensor, &error);          tensor->deleter(tensor) when it is done with
 *     cujit_array_from_dlpack(context, tensor, 0, &y, &error);  cujit_array_free(y) calls the deleter
 *
 * Types: bool, integers, float16 to float64, bfloat16, float8_e4m3 (DLPack's e4m3fn), float8_e5m2, complex; a vector
 * type is one of several lanes. Registered types have none, and neither have DLPack's others here (texts of 8 bits,
 * more kinds of fp8, fp4, opaque handles): CUJIT_ERROR_UNSUPPORTED. Devices: a context of "cuda:N" takes and gives
 * kDLCUDA N, the host kDLCPU; both take kDLCUDAHost and kDLCUDAManaged. What lies elsewhere must be copied, by who
 * knows how.
 *
 * Streams. Who asks for an array names the stream on which it will use it, and who hands it out makes that stream wait
 * for the work that is under way: for exports the options name both streams, and the waiting happens on the device. For
 * imports the other library does that, where it is told our stream as the `stream` of its __dlpack__().
 */
struct DLManagedTensor;
struct DLManagedTensorVersioned;

typedef struct cujit_dlpack_options {
    cujit_stream stream;   /* on which the array's elements are being made; NULL: the default stream */
    cujit_stream consumer; /* on which they will be used, and which waits; the same one: nothing to wait for */
    int read_only;         /* not 0: whoever takes it must not write (versioned structs only) */
} cujit_dlpack_options;

/* The tensor keeps the array's memory: the array may be freed before it. `options` may be NULL.
 * CUJIT_ERROR_UNSUPPORTED: the type, or strides that are no multiples of the element's size. */
CUJIT_SIZED cujit_status cujit_array_to_dlpack(cujit_array *array, const cujit_dlpack_options *options,
                                               struct DLManagedTensorVersioned **tensor, cujit_error *error);
CUJIT_SIZED cujit_status cujit_array_to_dlpack_unversioned(cujit_array *array, const cujit_dlpack_options *options,
                                                           struct DLManagedTensor **tensor, cujit_error *error);

/* What is to be taken that is not by default; any of them or 0. */
enum {
    CUJIT_DLPACK_READ_ONLY = 1 /* tensors that must not be written, too: the program sees to that */
};

/* A view of the tensor's memory, which from here on the array owns; after an error the tensor is the caller's still.
 * CUJIT_ERROR_UNSUPPORTED: its type, device, version (later than 1.x), or read-only. CUJIT_ERROR_INVALID_ARGUMENT: it
 * is damaged, or not aligned for its type. */
CUJIT_API cujit_status cujit_array_from_dlpack(cujit_context *context, struct DLManagedTensorVersioned *tensor,
                                               unsigned flags, cujit_array **array, cujit_error *error);
CUJIT_API cujit_status cujit_array_from_dlpack_unversioned(cujit_context *context, struct DLManagedTensor *tensor,
                                                           cujit_array **array, cujit_error *error);

/* The members of Python's __cuda_array_interface__, version 3; of an array on the host, of __array_interface__, which
 * has no stream. */
typedef struct cujit_array_interface {
    char typestr[24]; /* "<f4"; "|V16" for what NumPy has no name of */
    void *data;       /* NULL where the array is empty */
    int read_only;    /* 0 */
    int ndim;
    const size_t *shape;      /* ndim lengths; the array's */
    const ptrdiff_t *strides; /* ndim distances in bytes; NULL in C order */
    int version;              /* 3 */
    uintptr_t stream;         /* a handle, or 1 for the default stream; 0 on the host: None */
} cujit_array_interface;

/* `stream`: on which the elements are being made. */
CUJIT_SIZED cujit_status cujit_array_get_interface(const cujit_array *array, cujit_stream stream,
                                                   cujit_array_interface *interface, cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
