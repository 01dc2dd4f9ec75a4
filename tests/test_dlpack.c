/*
 * test_dlpack.c: arrays out and in by DLPack, versioned and not: types, layouts, who frees what, devices, streams; and the
 * fields of __cuda_array_interface__.
 */
#include "libjit/io/dlpack_abi.h"
#include "tests/kernels.h"

#include <stddef.h>
#include <stdio.h>

#if __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>

/* What the system's header has is what is pinned. */
#define SAME(ours, theirs, member, other)                                                                              \
    _Static_assert(offsetof(ours, member) == offsetof(theirs, other), "DLPack's " #other)
SAME(cj_dl_tensor, DLTensor, device_type, device);
SAME(cj_dl_tensor, DLTensor, ndim, ndim);
SAME(cj_dl_tensor, DLTensor, code, dtype);
SAME(cj_dl_tensor, DLTensor, shape, shape);
SAME(cj_dl_tensor, DLTensor, strides, strides);
SAME(cj_dl_tensor, DLTensor, byte_offset, byte_offset);
SAME(cj_dl_managed, DLManagedTensor, owner, manager_ctx);
SAME(cj_dl_managed, DLManagedTensor, deleter, deleter);
_Static_assert(sizeof(cj_dl_managed) == sizeof(DLManagedTensor), "DLPack's DLManagedTensor");
_Static_assert((int)CJ_DL_CPU == (int)kDLCPU && (int)CJ_DL_CUDA == (int)kDLCUDA &&
                   (int)CJ_DL_CUDA_HOST == (int)kDLCUDAHost && (int)CJ_DL_CUDA_MANAGED == (int)kDLCUDAManaged,
               "DLPack's devices");
_Static_assert((int)CJ_DL_INT == (int)kDLInt && (int)CJ_DL_UINT == (int)kDLUInt && (int)CJ_DL_FLOAT == (int)kDLFloat &&
                   (int)CJ_DL_BFLOAT == (int)kDLBfloat && (int)CJ_DL_COMPLEX == (int)kDLComplex,
               "DLPack's types");
#endif

CONTEXT_FOR_EACH_CASE

typedef struct DLManagedTensorVersioned versioned;
typedef struct DLManagedTensor unversioned;

static cj_dl_versioned *export_of(cujit_array *array, const cujit_dlpack_options *options)
{
    versioned *tensor = NULL;

    must(cujit_array_to_dlpack(array, options, &tensor, &fault));
    return (cj_dl_versioned *)tensor;
}

static const struct {
    cujit_dtype dtype;
    int code, bits, lanes;
} types[] = {
    {CUJIT_BOOL, 6, 8, 1},     {CUJIT_INT8, 0, 8, 1},         {CUJIT_UINT8, 1, 8, 1},
    {CUJIT_INT16, 0, 16, 1},   {CUJIT_UINT16, 1, 16, 1},      {CUJIT_INT32, 0, 32, 1},
    {CUJIT_UINT32, 1, 32, 1},  {CUJIT_INT64, 0, 64, 1},       {CUJIT_UINT64, 1, 64, 1},
    {CUJIT_FLOAT16, 2, 16, 1}, {CUJIT_BFLOAT16, 4, 16, 1},    {CUJIT_FLOAT32, 2, 32, 1},
    {CUJIT_FLOAT64, 2, 64, 1}, {CUJIT_COMPLEX64, 5, 64, 1},   {CUJIT_COMPLEX128, 5, 128, 1},
    {CUJIT_FLOAT4, 2, 32, 4},  {CUJIT_UCHAR3, 1, 8, 3},       {CUJIT_LONG2, 0, 64, 2},
    {CUJIT_DOUBLE2, 2, 64, 2}, {CUJIT_FLOAT8_E4M3, 10, 8, 1}, {CUJIT_FLOAT8_E5M2, 12, 8, 1},
};

TEST_EACH(there_and_back, COUNT(types))
{
    const size_t shape[] = {2, 3};
    size_t size = cujit_dtype_size(types[_i].dtype);
    unsigned char *data = memory_of(6 * size);
    cujit_array *array, *back = NULL;

    for (size_t k = 0; k < 6 * size; k++)
        data[k] = (unsigned char)(types[_i].dtype == CUJIT_BOOL ? k % 2 : k);
    array = upload_shape(context, types[_i].dtype, 2, shape, data);
    for (int old = 0; old < 2; old++) {
        versioned *tensor = NULL;
        unversioned *older = NULL;
        const cj_dl_tensor *seen;

        if (old)
            must(cujit_array_to_dlpack_unversioned(array, NULL, &older, &fault));
        else
            must(cujit_array_to_dlpack(array, NULL, &tensor, &fault));
        seen = old ? &((cj_dl_managed *)older)->tensor : &((cj_dl_versioned *)tensor)->tensor;
        ck_assert_int_eq(seen->code, types[_i].code);
        ck_assert_int_eq(seen->bits, types[_i].bits);
        ck_assert_int_eq(seen->lanes, types[_i].lanes);
        ck_assert_int_eq(seen->ndim, 2);
        ck_assert_int_eq(seen->shape[1], 3);
        ck_assert_int_eq(seen->strides[0], 3);
        ck_assert_int_eq(seen->device_type, on_gpu(context) ? CJ_DL_CUDA : CJ_DL_CPU);
        if (old)
            must(cujit_array_from_dlpack_unversioned(context, older, &back, &fault));
        else
            must(cujit_array_from_dlpack(context, tensor, 0, &back, &fault));
        ck_assert_int_eq(cujit_array_dtype(back), types[_i].dtype);
        ck_assert_ptr_eq(cujit_array_data(back), cujit_array_data(array));
        ck_assert_mem_eq(cujit_array_shape(back), shape, sizeof shape);
        ck_assert_mem_eq(elements_of(back), data, 6 * size);
        cujit_array_free(back);
    }
}

TEST(the_tensor_keeps_the_memory)
{
    const float data[] = {1, 2, 3};
    cujit_array *array = upload(context, CUJIT_FLOAT32, 3, data), *back = NULL;
    cj_dl_versioned *first = export_of(array, NULL), *second = export_of(array, NULL);

    cujit_array_free(array);
    first->deleter(first);
    must(cujit_array_from_dlpack(context, (versioned *)second, 0, &back, &fault));
    expect_elements(back, float, 1, 2, 3);
    cujit_array_free(back);
}

TEST(views_of_any_strides)
{
    const size_t shape[] = {2, 3};
    const int data[] = {1, 2, 3, 4, 5, 6, 7, 8};
    const ptrdiff_t strides[] = {-4, 8};
    cujit_array *memory = upload(context, CUJIT_INT32, 8, data), *back = NULL;
    cujit_array *view = view_at(context, CUJIT_INT32, 2, shape, strides, (int *)cujit_array_data(memory) + 1);
    cj_dl_versioned *tensor = export_of(view, NULL);

    ck_assert_int_eq(tensor->tensor.strides[0], -1);
    ck_assert_int_eq(tensor->tensor.strides[1], 2);
    must(cujit_array_from_dlpack(context, (versioned *)tensor, 0, &back, &fault));
    ck_assert_mem_eq(cujit_array_strides(back), strides, sizeof strides);
    ck_assert_ptr_eq(cujit_array_data(back), cujit_array_data(view));
    cujit_array_free(back);
}

TEST(empty_and_single)
{
    const double one = 2.5;
    const size_t shape[] = {0, 3};
    cujit_array *arrays[] = {zeros_shape(context, CUJIT_FLOAT64, 2, shape),
                             upload_shape(context, CUJIT_FLOAT64, 0, NULL, &one)};

    for (int k = 0; k < 2; k++) {
        cujit_array *back = NULL;

        must(cujit_array_from_dlpack(context, (versioned *)export_of(arrays[k], NULL), 0, &back, &fault));
        ck_assert_int_eq(cujit_array_ndim(back), k == 0 ? 2 : 0);
        ck_assert_uint_eq(cujit_array_size(back), k == 0 ? 0 : 1);
        cujit_array_free(back);
    }
}

/* ---- Tensors of others ------------------------------------------------------------------------------------------- */

static int deleted;

static void count_deleted(cj_dl_versioned *self)
{
    deleted++;
    ck_assert_ptr_eq(self->owner, &deleted);
}

/* Of the context's device: floats, a row of which is skipped. */
static cj_dl_versioned tensor_at(void *data, int64_t *shape, int64_t *strides)
{
    return (cj_dl_versioned){.major = 1,
                             .minor = 3,
                             .owner = &deleted,
                             .deleter = count_deleted,
                             .tensor = {.data = data,
                                        .device_type = on_gpu(context) ? CJ_DL_CUDA : CJ_DL_CPU,
                                        .ndim = 2,
                                        .code = CJ_DL_FLOAT,
                                        .bits = 32,
                                        .lanes = 1,
                                        .shape = shape,
                                        .strides = strides,
                                        .byte_offset = 8}};
}

TEST(a_tensor_of_somebody_else)
{
    const float data[] = {0, 1, 2, 3, 4, 5, 6, 7};
    int64_t shape[] = {2, 2};
    cj_dl_versioned tensor = tensor_at(cujit_array_data(upload(context, CUJIT_FLOAT32, 8, data)), shape, NULL);
    cujit_array *array = NULL;

    deleted = 0;
    must(cujit_array_from_dlpack(context, (versioned *)&tensor, 0, &array, &fault));
    expect_elements(array, float, 2, 3, 4, 5);
    ck_assert_int_eq(deleted, 0);
    cujit_array_free(array);
    ck_assert_int_eq(deleted, 1);

    tensor.flags = CJ_DL_READ_ONLY;
    refuse(cujit_array_from_dlpack(context, (versioned *)&tensor, 0, &array, &fault), CUJIT_ERROR_UNSUPPORTED,
           "read-only", "CUJIT_DLPACK_READ_ONLY");
    must(cujit_array_from_dlpack(context, (versioned *)&tensor, CUJIT_DLPACK_READ_ONLY, &array, &fault));
    tensor.deleter = NULL;
    cujit_array_free(array);
    ck_assert_int_eq(deleted, 1);
}

TEST(tensors_that_are_refused)
{
    int64_t shape[] = {2, 2}, strides[] = {2, 1}, negative[] = {2, -1}, far[] = {INT64_MAX / 2, 1};
    void *data = cujit_array_data(zeros(context, CUJIT_FLOAT32, 16));
    const cj_dl_versioned good = tensor_at(data, shape, strides);
    cj_dl_versioned bad[12];
    static const struct {
        cujit_status status;
        const char *word;
    } wanted[] = {
        {CUJIT_ERROR_UNSUPPORTED, "DLPack 2.3"},
        {CUJIT_ERROR_UNSUPPORTED, "copy it there"},
        {CUJIT_ERROR_UNSUPPORTED, "copy it there"},
        {CUJIT_ERROR_UNSUPPORTED, "7 bits"},
        {CUJIT_ERROR_UNSUPPORTED, "code 3"},
        {CUJIT_ERROR_UNSUPPORTED, "5 lanes"},
        {CUJIT_ERROR_INVALID_ARGUMENT, "33 axes"},
        {CUJIT_ERROR_INVALID_ARGUMENT, "no shape"},
        {CUJIT_ERROR_INVALID_ARGUMENT, "length -1"},
        {CUJIT_ERROR_INVALID_ARGUMENT, "which no memory has"},
        {CUJIT_ERROR_INVALID_ARGUMENT, "data is NULL"},
        {CUJIT_ERROR_INVALID_ARGUMENT, "alignment"},
    };
    cujit_array *array = NULL;

    deleted = 0;
    for (int k = 0; k < COUNT(bad); k++)
        bad[k] = good;
    bad[0].major = 2;
    bad[1].tensor.device_type = on_gpu(context) ? CJ_DL_CPU : CJ_DL_CUDA;
    bad[2].tensor.device_type = 10;
    bad[3].tensor.bits = 7;
    bad[4].tensor.code = CJ_DL_OPAQUE;
    bad[5].tensor.lanes = 5;
    bad[6].tensor.ndim = 33;
    bad[7].tensor.shape = NULL;
    bad[8].tensor.shape = negative;
    bad[9].tensor.strides = far;
    bad[10].tensor.data = NULL;
    bad[11].tensor.byte_offset = 1;
    for (int k = 0; k < COUNT(bad); k++)
        refuse(cujit_array_from_dlpack(context, (versioned *)&bad[k], 0, &array, &fault), wanted[k].status,
               wanted[k].word);
    refuse(cujit_array_from_dlpack(context, (versioned *)&bad[0], 2, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "flags 0x2");
    refuse(cujit_array_from_dlpack(NULL, (versioned *)&bad[0], 0, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "context");
    refuse(cujit_array_from_dlpack(context, NULL, 0, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "tensor");
    refuse(cujit_array_from_dlpack_unversioned(context, NULL, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "tensor");
    ck_assert_int_eq(deleted, 0);
    ck_assert_ptr_null(array);
}

TEST(arrays_that_are_refused)
{
    cujit_dtype pair = register_type(
        context,
        &(cujit_type_spec){.name = "pair", .definition = "struct pair { int a, b; };", .size = 8, .alignment = 4});
    const size_t shape[] = {2};
    const ptrdiff_t between[] = {20};
    versioned *tensor = NULL;
    unversioned *older = NULL;
    cujit_array *floats = zeros(context, CUJIT_FLOAT32, 12);

    refuse(cujit_array_to_dlpack(zeros(context, pair, 2), NULL, &tensor, &fault), CUJIT_ERROR_UNSUPPORTED, "pair");
    refuse(cujit_array_to_dlpack(view_at(context, CUJIT_FLOAT3, 1, shape, between, cujit_array_data(floats)), NULL,
                                 &tensor, &fault),
           CUJIT_ERROR_UNSUPPORTED, "20 bytes", "12");
    /* Along what is 1 long nobody goes. */
    must(cujit_array_to_dlpack(view_at(context, CUJIT_FLOAT3, 1, &(size_t){1}, between, cujit_array_data(floats)), NULL,
                               &tensor, &fault));
    ((cj_dl_versioned *)tensor)->deleter((cj_dl_versioned *)tensor);
    tensor = NULL;
    refuse(cujit_array_to_dlpack(NULL, NULL, &tensor, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array");
    refuse(cujit_array_to_dlpack(floats, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "tensor");
    refuse(cujit_array_to_dlpack_unversioned(floats, &(cujit_dlpack_options){.read_only = 1}, &older, &fault),
           CUJIT_ERROR_UNSUPPORTED, "read-only");
    ck_assert(tensor == NULL && older == NULL);
}

/* The consumer's stream sees what the other one was still writing. */
TEST(the_consumers_stream_waits)
{
    enum { SIZE = 1 << 22 };
    cujit_stream producer = make_stream(context), consumer = make_stream(context);
    cujit_array *x = zeros(context, CUJIT_FLOAT32, SIZE), *y = zeros(context, CUJIT_FLOAT32, SIZE);
    cujit_elementwise *fill = kernel_of(context, "float *x",
                                        "float s = 0; for (int k = 0; k < 300; k++) s += 1; x[i] = s");
    cujit_elementwise *copy = kernel_of(context, "const float *x, float *y", "y[i] = x[i]");
    cj_dl_versioned *tensor;
    cujit_array *seen = NULL;

    must(cujit_stream_synchronize(context, NULL, &fault));
    must(cujit_elementwise_run(fill, &(cujit_elementwise_options){.stream = producer}, CUJIT_ARGS(x), &fault));
    tensor = export_of(x, &(cujit_dlpack_options){.stream = producer, .consumer = consumer, .read_only = 1});
    ck_assert_uint_eq(tensor->flags, CJ_DL_READ_ONLY);
    must(cujit_array_from_dlpack(context, (versioned *)tensor, CUJIT_DLPACK_READ_ONLY, &seen, &fault));
    must(cujit_elementwise_run(copy, &(cujit_elementwise_options){.stream = consumer}, CUJIT_ARGS(seen, y), &fault));
    must(cujit_stream_synchronize(context, consumer, &fault));
    expect_each(y, float, got == 300);
    cujit_array_free(seen);
}

/* ---- __cuda_array_interface__ ------------------------------------------------------------------------------------ */

TEST(fields_of_the_interface)
{
    const size_t shape[] = {2, 3};
    const ptrdiff_t strides[] = {4, 8};
    cujit_stream stream = make_stream(context);
    cujit_array *array = strided(context, CUJIT_FLOAT32, 2, shape, strides);
    cujit_array_interface fields;

    must(cujit_array_get_interface(array, stream, &fields, &fault));
    ck_assert_str_eq(fields.typestr, "<f4");
    ck_assert_ptr_eq(fields.data, cujit_array_data(array));
    ck_assert_int_eq(fields.ndim, 2);
    ck_assert_mem_eq(fields.shape, shape, sizeof shape);
    ck_assert_mem_eq(fields.strides, strides, sizeof strides);
    ck_assert_int_eq(fields.version, 3);
    ck_assert(fields.stream == (on_gpu(context) ? (uintptr_t)stream : 0));

    must(cujit_array_get_interface(zeros(context, CUJIT_FLOAT4, 2), NULL, &fields, &fault));
    ck_assert_str_eq(fields.typestr, "|V16");
    ck_assert_ptr_null(fields.strides);
    ck_assert(fields.stream == (on_gpu(context) ? 1 : 0));
    must(cujit_array_get_interface(zeros(context, CUJIT_BOOL, 0), NULL, &fields, &fault));
    ck_assert_str_eq(fields.typestr, "|b1");
    ck_assert_ptr_null(fields.data);
    refuse(cujit_array_get_interface(NULL, NULL, &fields, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array");
    refuse(cujit_array_get_interface(array, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "interface");
}
