/*
 * test_array.c: arrays: shapes, strides, orders, views and their copies, through the public calls.
 */
#include "tests/kernels.h"

#include <math.h>
#include <stdio.h>

CONTEXT_FOR_EACH_CASE

static const struct {
    cujit_dtype dtype;
    size_t size;
} dtypes[] = {
#define ROW(NAME, number, name, spelling, size, alignment) {CUJIT_##NAME, size},
    CUJIT_DTYPE_MAP(ROW)
#undef ROW
};

TEST(every_dtype_survives_the_round_trip)
{
    const size_t shape[] = {3, 1, 7};
    unsigned char data[21 * 32], back[21 * 32];

    for (size_t k = 0; k < COUNT(dtypes); k++) {
        size_t size = dtypes[k].size;
        cujit_array *array = NULL;

        for (size_t j = 0; j < 21 * size; j++)
            data[j] = (unsigned char)(j + k);
        array = upload_shape(context, dtypes[k].dtype, 3, shape, data);
        ck_assert_ptr_eq(cujit_array_context(array), context);
        ck_assert_int_eq(cujit_array_dtype(array), dtypes[k].dtype);
        ck_assert_int_eq(cujit_array_ndim(array), 3);
        ck_assert_mem_eq(cujit_array_shape(array), shape, sizeof shape);
        ck_assert_int_eq(cujit_array_strides(array)[0], (ptrdiff_t)(7 * size));
        ck_assert_int_eq(cujit_array_strides(array)[2], (ptrdiff_t)size);
        ck_assert_uint_eq(cujit_array_size(array), 21);
        ck_assert_uint_eq(cujit_array_bytes(array), 21 * size);
        ck_assert_uint_eq((uintptr_t)cujit_array_data(array) % cujit_dtype_alignment(dtypes[k].dtype), 0);
        memset(back, 0, sizeof back);
        download(array, back);
        ck_assert_mem_eq(back, data, 21 * size);
    }
}

TEST(zeros_are_zero)
{
    const size_t shape[] = {100, 11};
    double data[1100];
    cujit_array *array = NULL;

    memset(data, 1, sizeof data);
    array = zeros_shape(context, CUJIT_FLOAT64, 2, shape);
    expect_each(array, double, got == 0);
}

TEST(an_array_without_axes_is_one_element)
{
    const double value = 2.5;
    double back = 0;
    cujit_array *array = upload_shape(context, CUJIT_FLOAT64, 0, NULL, &value);

    ck_assert_int_eq(cujit_array_ndim(array), 0);
    ck_assert_uint_eq(cujit_array_size(array), 1);
    download(array, &back);
    ck_assert(back == 2.5);
}

TEST(empty_arrays_are_legal)
{
    static const size_t shapes[][3] = {{0, 5, 5}, {5, 0, 5}, {SIZE_MAX, SIZE_MAX, 0}, {0, SIZE_MAX, SIZE_MAX}};

    for (size_t k = 0; k < COUNT(shapes); k++) {
        cujit_array *array = strided(context, CUJIT_INT32, 3, shapes[k], NULL);

        ck_assert_uint_eq(cujit_array_size(array), 0);
        ck_assert_uint_eq(cujit_array_bytes(array), 0);
        ck_assert_ptr_null(cujit_array_data(array));
        must(cujit_array_to_host(array, NULL, cujit_array_bytes(array), &fault));
        must(cujit_array_fill_from_host(array, NULL, cujit_array_bytes(array), &fault));
        array = zeros_shape(context, CUJIT_INT32, 3, shapes[k]);
        array = upload_shape(context, CUJIT_INT32, 3, shapes[k], NULL);
        array = view_at(context, CUJIT_INT32, 3, shapes[k], NULL, NULL);
    }
}

/* ---- Orders ------------------------------------------------------------------------------------------------------ */

/* clang-format off */
static const struct {
    int ndim;
    size_t shape[4];
    ptrdiff_t strides[4];
    bool dense;
} layouts[] = {
    /* In C order, Fortran's, another; axes of length 1 with any stride; one element; empty; one axis. */
    {3, {2, 3, 4}, {48, 16, 4}, true}, {3, {2, 3, 4}, {4, 8, 24}, true}, {3, {2, 3, 4}, {12, 4, 24}, true},
    {3, {2, 1, 4}, {16, 999, 4}, true}, {2, {1, 1}, {77, 3}, true}, {2, {0, 4}, {77, 3}, true}, {1, {5}, {4}, true},
    /* Gaps, also between rows; broadcast; overlapping; backwards; half an element; one stride twice. */
    {1, {5}, {8}, false}, {2, {3, 4}, {20, 4}, false}, {2, {3, 4}, {0, 4}, false}, {2, {3, 4}, {4, 4}, false},
    {1, {5}, {-4}, false}, {1, {5}, {2}, false}, {2, {4, 4}, {16, 16}, false},
};
/* clang-format on */

TEST_EACH(strides_must_be_dense_for_new_arrays, COUNT(layouts))
{
    int data[24], back[24];
    cujit_array *array = NULL;
    cujit_status status = cujit_array_create_strided(context, CUJIT_INT32, layouts[_i].ndim, layouts[_i].shape,
                                                     layouts[_i].strides, &array, &fault);

    if (!layouts[_i].dense) {
        refuse(status, CUJIT_ERROR_ARGUMENT_SIZE, NULL);
        ck_assert_ptr_null(array);
        return;
    }
    must(status);
    for (int k = 0; k < 24; k++)
        data[k] = k * k;
    must(cujit_array_fill_from_host(array, data, cujit_array_bytes(array), &fault));
    download(array, back);
    ck_assert_mem_eq(back, data, cujit_array_bytes(array));
    cujit_array_free(array);
}

/* A view may have any strides; copies need dense ones. */
TEST_EACH(views_describe_memory_of_others, COUNT(layouts))
{
    int data[64], back[64];
    void *memory = device_memory(context, sizeof data);
    cujit_array *view = NULL;
    cujit_status status;

    for (int k = 0; k < 64; k++)
        data[k] = k;
    must(cujit_memory_to_device(context, memory, data, sizeof data, &fault));
    status = cujit_array_view(context, CUJIT_INT32, layouts[_i].ndim, layouts[_i].shape, layouts[_i].strides,
                              (int *)memory + 16, &view, &fault);
    if (layouts[_i].strides[0] == 2) { /* half an element */
        refuse(status, CUJIT_ERROR_INVALID_ARGUMENT, NULL);
        return;
    }
    must(status);
    ck_assert_ptr_eq(cujit_array_data(view), (int *)memory + 16);
    status = cujit_array_to_host(view, back, cujit_array_bytes(view), &fault);
    if (layouts[_i].dense) {
        must(status);
        ck_assert_mem_eq(back, data + 16, cujit_array_bytes(view));
    } else {
        refuse(status, CUJIT_ERROR_UNSUPPORTED, NULL);
    }
    cujit_array_free(view);
    /* The memory is still there. */
    must(cujit_memory_to_host(context, back, memory, sizeof back, &fault));
    ck_assert_mem_eq(back, data, sizeof back);
}

TEST(asynchronous_copies_use_pinned_memory)
{
    enum { N = 100000 };
    cujit_stream stream = make_stream(context);
    void *pinned = pinned_memory(context, 2 * N * sizeof(int));
    size_t shape = N;
    cujit_array *array = strided(context, CUJIT_INT32, 1, &shape, NULL);
    int *data = pinned;

    for (int k = 0; k < N; k++)
        data[k] = k ^ 0x5555;
    must(cujit_array_fill_from_host_async(array, data, cujit_array_bytes(array), stream, &fault));
    must(cujit_array_to_host_async(array, data + N, cujit_array_bytes(array), stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    ck_assert_mem_eq(data, data + N, N * sizeof *data);
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

TEST(impossible_shapes_are_errors)
{
    static const struct {
        int ndim;
        size_t shape[3];
        cujit_dtype dtype;
        cujit_status status;
    } rows[] = {{-1, {1}, CUJIT_FLOAT32, CUJIT_ERROR_INVALID_ARGUMENT},
                {2, {SIZE_MAX, 2}, CUJIT_INT8, CUJIT_ERROR_ARGUMENT_SIZE},
                {2, {(size_t)1 << 32, (size_t)1 << 32}, CUJIT_INT8, CUJIT_ERROR_ARGUMENT_SIZE},
                {3, {(size_t)1 << 21, (size_t)1 << 21, (size_t)1 << 21}, CUJIT_FLOAT32, CUJIT_ERROR_ARGUMENT_SIZE},
                {1, {(size_t)1 << 62}, CUJIT_FLOAT32, CUJIT_ERROR_ARGUMENT_SIZE},
                {1, {4}, CUJIT_DTYPE_NONE, CUJIT_ERROR_INVALID_ARGUMENT},
                {1, {4}, (cujit_dtype)999, CUJIT_ERROR_INVALID_ARGUMENT},
                {1, {4}, CUJIT_DTYPE_REGISTERED, CUJIT_ERROR_INVALID_ARGUMENT}};

    for (size_t k = 0; k < COUNT(rows); k++) {
        cujit_array *array = NULL;
        cujit_status status = cujit_array_create(context, rows[k].dtype, rows[k].ndim, rows[k].shape, &array, &fault);

        ck_assert_ptr_null(array);
        ck_assert_uint_gt(strlen(fault.message), 10);
        refuse(status, rows[k].status, NULL);
    }
}

TEST(the_number_of_axes_is_limited)
{
    size_t shape[CUJIT_ARRAY_MAX_NDIM + 1];
    cujit_array *array = NULL;

    for (int k = 0; k <= CUJIT_ARRAY_MAX_NDIM; k++)
        shape[k] = 1 + (k % 16 == 0);
    array = strided(context, CUJIT_INT16, CUJIT_ARRAY_MAX_NDIM, shape, NULL);
    ck_assert_uint_eq(cujit_array_size(array), 4);
    array = NULL;
    refuse(cujit_array_create(context, CUJIT_INT16, CUJIT_ARRAY_MAX_NDIM + 1, shape, &array, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "33");
    ck_assert_ptr_null(array);
}

/* Memory of another size than the array's is neither read nor written. */
TEST(a_wrong_size_is_refused)
{
    enum { N = 4 };
    int data[N + 1] = {1, 2, 3, 4, 5}, back[N + 1] = {9, 9, 9, 9, 9};
    const size_t wrong[] = {0, 1, sizeof(int), N * sizeof(int) - 1, N * sizeof(int) + 1, sizeof data, SIZE_MAX};
    cujit_array *array = upload(context, CUJIT_INT32, N, data), *empty = upload(context, CUJIT_INT32, 0, data);

    for (size_t k = 0; k < COUNT(wrong); k++) {
        const cujit_status got[] = {cujit_array_to_host(array, back, wrong[k], &fault),
                                    cujit_array_to_host_async(array, back, wrong[k], NULL, &fault),
                                    cujit_array_fill_from_host(array, back, wrong[k], &fault),
                                    cujit_array_fill_from_host_async(array, back, wrong[k], NULL, &fault)};

        for (size_t m = 0; m < COUNT(got); m++)
            ck_assert_int_eq(got[m], CUJIT_ERROR_ARGUMENT_SIZE);
        refuse(fault.status, CUJIT_ERROR_ARGUMENT_SIZE, "expected the array's: 16 bytes, which are 4 of int32");
    }
    ck_assert_int_eq(cujit_array_to_host(empty, back, 4, NULL), CUJIT_ERROR_ARGUMENT_SIZE);
    must(cujit_array_to_host(empty, NULL, 0, &fault));
    for (int k = 0; k <= N; k++)
        ck_assert_int_eq(back[k], 9);
    must(cujit_array_to_host(array, back, N * sizeof *back, &fault));
    ck_assert(back[0] == 1 && back[N - 1] == 4 && back[N] == 9);
}

TEST(null_is_refused)
{
    const size_t shape = 4;
    const int data[4] = {0};
    cujit_array *array = NULL, *good = upload(context, CUJIT_INT32, 4, data);
    const cujit_status got[] = {
        cujit_array_create(NULL, CUJIT_INT32, 1, &shape, &array, &fault),
        cujit_array_create(context, CUJIT_INT32, 1, NULL, &array, &fault),
        cujit_array_create(context, CUJIT_INT32, 1, &shape, NULL, &fault),
        cujit_array_create_strided(context, CUJIT_INT32, 1, &shape, NULL, NULL, &fault),
        cujit_array_zeros(context, CUJIT_INT32, 1, &shape, NULL, &fault),
        cujit_array_from_host(context, CUJIT_INT32, 1, &shape, NULL, &array, &fault),
        cujit_array_from_host(context, CUJIT_INT32, 1, &shape, data, NULL, &fault),
        cujit_array_view(context, CUJIT_INT32, 1, &shape, NULL, NULL, &array, &fault),
        cujit_array_view(context, CUJIT_INT32, 1, &shape, NULL, cujit_array_data(good), NULL, &fault),
        cujit_array_to_host(NULL, &array, sizeof array, &fault),
        cujit_array_to_host(good, NULL, cujit_array_bytes(good), &fault),
        cujit_array_fill_from_host(NULL, data, sizeof data, &fault),
        cujit_array_fill_from_host(good, NULL, cujit_array_bytes(good), &fault),
        cujit_array_to_host_async(good, NULL, cujit_array_bytes(good), NULL, &fault),
        cujit_array_fill_from_host_async(good, NULL, cujit_array_bytes(good), NULL, &fault)};

    for (size_t k = 0; k < COUNT(got); k++)
        ck_assert_msg(got[k] == CUJIT_ERROR_INVALID_ARGUMENT, "call %zu: %s", k, cujit_status_name(got[k]));
    ck_assert_ptr_null(array);
    ck_assert_ptr_null(cujit_array_context(NULL));
    ck_assert_int_eq(cujit_array_dtype(NULL), CUJIT_DTYPE_NONE);
    ck_assert_int_eq(cujit_array_ndim(NULL), 0);
    ck_assert_ptr_null(cujit_array_shape(NULL));
    ck_assert_ptr_null(cujit_array_strides(NULL));
    ck_assert_uint_eq(cujit_array_size(NULL), 0);
    ck_assert_uint_eq(cujit_array_bytes(NULL), 0);
    ck_assert_ptr_null(cujit_array_data(NULL));
}

/* Each names itself, and not one of those that it stands on. */
TEST(errors_name_the_function_that_was_called)
{
    const size_t shape = 4;
    cujit_array *array = NULL;

    refuse(cujit_array_create(context, CUJIT_INT32, -1, &shape, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "cujit_array_create: ");
    refuse(cujit_array_create_strided(context, CUJIT_INT32, -1, &shape, NULL, &array, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "cujit_array_create_strided: ");
    refuse(cujit_array_zeros(context, CUJIT_INT32, -1, &shape, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "cujit_array_zeros: ");
    refuse(cujit_array_from_host(context, CUJIT_INT32, -1, &shape, &shape, &array, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "cujit_array_from_host: ");
    refuse(cujit_array_from_host(context, CUJIT_INT32, 1, &shape, NULL, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "cujit_array_from_host: data is NULL");
}

/* "aligned for the dtype": a misplaced view would fault on the device, long after. */
TEST(a_misaligned_view_is_refused)
{
    const size_t shape = 2;
    cujit_array *array = NULL, *good = zeros(context, CUJIT_INT8, 64);

    ck_assert_int_ne(
        cujit_array_view(context, CUJIT_FLOAT64, 1, &shape, NULL, (char *)cujit_array_data(good) + 4, &array, &fault),
        CUJIT_OK);
    ck_assert_ptr_null(array);
}

/* So would every element but the first, or none where nobody steps along the axis. */
/* clang-format off */
static const struct {
    cujit_dtype dtype;
    size_t shape[2];
    ptrdiff_t strides[2];
    const char *expected; /* in the message; NULL: fine */
} steps[] = {
    {CUJIT_FLOAT32, {2, 3}, {12, 6}, "axis 1 has a stride of 6 bytes"},
    {CUJIT_FLOAT32, {2, 3}, {14, 4}, "axis 0 has a stride of 14 bytes"},
    {CUJIT_FLOAT64, {2, 3}, {8, -4}, "axis 1 has a stride of -4 bytes"},
    {CUJIT_FLOAT4, {2, 2}, {32, 8}, "expected a multiple of the element type's alignment, 16 bytes"},
    {CUJIT_FLOAT3, {2, 2}, {24, 12}, NULL}, {CUJIT_INT8, {2, 3}, {7, 3}, NULL}, {CUJIT_FLOAT32, {1, 3}, {7, 4}, NULL},
    {CUJIT_FLOAT32, {0, 3}, {7, 5}, NULL}, {CUJIT_FLOAT32, {2, 3}, {0, 0}, NULL},
    {CUJIT_FLOAT32, {2, 3}, {-16, 8}, NULL},
};
/* clang-format on */

TEST_EACH(misaligned_strides_are_refused, COUNT(steps))
{
    const char *expected = steps[_i].expected;
    cujit_array *array = NULL, *memory = zeros(context, CUJIT_INT8, 256);

    refuse(cujit_array_view(context, steps[_i].dtype, 2, steps[_i].shape, steps[_i].strides,
                            (char *)cujit_array_data(memory) + 64, &array, &fault),
           expected == NULL ? CUJIT_OK : CUJIT_ERROR_INVALID_ARGUMENT, expected);
    ck_assert((array != NULL) == (expected == NULL));
    cujit_array_free(array);
}

/* ---- One element ------------------------------------------------------------------------------------------------- */

enum { AS_INT64 = 1, AS_UINT64 = 2, AS_DOUBLE = 4 }; /* what it can be read as, beside a complex number */

static const struct {
    cujit_dtype dtype;
    union {
        int8_t i8;
        uint8_t u8;
        uint16_t u16;
        int32_t i32;
        int64_t i64;
        uint64_t u64;
        float f32[2];
        double f64[2];
    } element;
    int as;
    double real, imaginary;
    const char *shown; /* in an error */
} elements[] = {{CUJIT_BOOL, {.u8 = 1}, AS_INT64 | AS_UINT64 | AS_DOUBLE, 1, 0, ""},
                {CUJIT_INT8, {.i8 = -7}, AS_INT64 | AS_DOUBLE, -7, 0, "-7,"},
                {CUJIT_UINT8, {.u8 = 200}, AS_INT64 | AS_UINT64 | AS_DOUBLE, 200, 0, ""},
                {CUJIT_INT16, {.u16 = 0x8000}, AS_INT64 | AS_DOUBLE, -32768, 0, "-32768,"},
                {CUJIT_UINT16, {.u16 = 0x8000}, AS_INT64 | AS_UINT64 | AS_DOUBLE, 32768, 0, ""},
                {CUJIT_INT32, {.i32 = 77}, AS_INT64 | AS_UINT64 | AS_DOUBLE, 77, 0, ""},
                {CUJIT_UINT32, {.i32 = -1}, AS_INT64 | AS_UINT64 | AS_DOUBLE, 4294967295.0, 0, ""},
                {CUJIT_INT64, {.i64 = INT64_MIN}, AS_INT64 | AS_DOUBLE, -0x1p63, 0, "-9223372036854775808,"},
                {CUJIT_UINT64, {.u64 = UINT64_C(1) << 63}, AS_UINT64 | AS_DOUBLE, 0x1p63, 0, "9223372036854775808,"},
                {CUJIT_FLOAT16, {.u16 = 0xC000}, AS_INT64 | AS_DOUBLE, -2, 0, "-2,"},
                {CUJIT_BFLOAT16, {.u16 = 0x3FC0}, AS_DOUBLE, 1.5, 0, "1.5,"},
                {CUJIT_FLOAT32, {.f32 = {3}}, AS_INT64 | AS_UINT64 | AS_DOUBLE, 3, 0, ""},
                {CUJIT_FLOAT32, {.f32 = {-0.25f}}, AS_DOUBLE, -0.25, 0, "-0.25,"},
                {CUJIT_FLOAT64, {.f64 = {-0x1p63}}, AS_INT64 | AS_DOUBLE, -0x1p63, 0, "-9.2233720368547758e+18,"},
                {CUJIT_FLOAT64, {.f64 = {0x1p63}}, AS_UINT64 | AS_DOUBLE, 0x1p63, 0, "9.2233720368547758e+18,"},
                {CUJIT_FLOAT64, {.f64 = {0x1p64}}, AS_DOUBLE, 0x1p64, 0, "1.8446744073709552e+19,"},
                {CUJIT_FLOAT64, {.f64 = {INFINITY}}, AS_DOUBLE, INFINITY, 0, "inf,"},
                {CUJIT_COMPLEX64, {.f32 = {5, 0}}, AS_INT64 | AS_UINT64 | AS_DOUBLE, 5, 0, ""},
                {CUJIT_COMPLEX64, {.f32 = {5, -1}}, 0, 5, -1, "5-1i,"},
                {CUJIT_COMPLEX128, {.f64 = {0.5, 1e300}}, 0, 0.5, 1e300, "0.5+1"}};

/* One reading of elements[row]: it gave the number, or says which one does not fit and left `value` alone. */
static void check_reading(cujit_status status, cujit_error *error, int as, bool right, bool untouched, int row)
{
    if ((elements[row].as & as) != 0) {
        must(status, error);
        ck_assert_msg(right, "row %d as %d", row, as);
        return;
    }
    ck_assert_int_eq(status, CUJIT_ERROR_ARGUMENT_VALUE);
    ck_assert_msg(strstr(error->message, elements[row].shown) != NULL, "%s", error->message);
    ck_assert(untouched);
    cujit_error_clear(error);
}

TEST_EACH(one_element_is_read_as_a_number, COUNT(elements))
{
    const size_t shape[] = {1, 1};
    const double expected = elements[_i].real;
    double real = 42, parts[2] = {0, 0};
    int64_t whole = 42;
    uint64_t natural = 42;
    cujit_array *array = upload_shape(context, elements[_i].dtype, 2, shape, &elements[_i].element);
    cujit_status status = cujit_array_get_int64(array, &whole, &fault);

    check_reading(status, &fault, AS_INT64, (double)whole == expected, whole == 42, _i);
    status = cujit_array_get_uint64(array, &natural, &fault);
    check_reading(status, &fault, AS_UINT64, (double)natural == expected, natural == 42, _i);
    status = cujit_array_get_double(array, &real, &fault);
    check_reading(status, &fault, AS_DOUBLE, real == expected, real == 42, _i);
    must(cujit_array_get_complex(array, parts, &fault));
    ck_assert(parts[0] == expected && parts[1] == elements[_i].imaginary);
}

TEST(only_one_number_is_read)
{
    const float number = NAN, vector[4] = {0};
    const size_t two = 2;
    const ptrdiff_t far = 1 << 20;
    double got = 0;
    int64_t whole = 42;
    cujit_array *array = upload_shape(context, CUJIT_FLOAT32, 0, NULL, &number);
    cujit_array *several = zeros_shape(context, CUJIT_INT32, 1, &two);
    cujit_array *vectors = upload_shape(context, CUJIT_FLOAT4, 0, NULL, vector);
    cujit_array *view = view_at(context, CUJIT_FLOAT32, 1, &(size_t){1}, &far, cujit_array_data(array));

    must(cujit_array_get_double(view, &got, &fault));
    ck_assert(isnan(got));
    refuse(cujit_array_get_int64(array, &whole, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "nan, which does not fit into int64");
    ck_assert_int_eq(whole, 42);
    refuse(cujit_array_get_double(several, &got, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "the array has 2 elements; expected one");
    refuse(cujit_array_get_double(vectors, &got, &fault), CUJIT_ERROR_ARGUMENT_TYPE, "float4");
    ck_assert_int_eq(cujit_array_get_uint64(NULL, &(uint64_t){0}, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_array_get_double(array, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
}
