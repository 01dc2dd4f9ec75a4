/*
 * test_array_copy.c: copies between arrays of any strides and types, over each other, and to and from host memory.
 */
#include "tests/arrays.h"

CONTEXT_FOR_EACH_CASE

/* A view by Python's slices, kept until the case ends. */
#define SLICE(array, ...)                                                                                              \
    slice_of(array, sizeof((const cujit_index[]){__VA_ARGS__}) / sizeof(cujit_index),                                  \
             (const cujit_index[]){__VA_ARGS__})

static cujit_array *slice_of(const cujit_array *array, size_t count, const cujit_index *indices)
{
    cujit_array *view = NULL;

    must(cujit_array_slice(array, (int)count, indices, &view, &fault));
    return keep_array(view);
}

/* ---- Copies ------------------------------------------------------------------------------------------------------ */

TEST(any_view_is_copied)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "3x4"), *copies[4] = {NULL};

    must(cujit_array_copy(array, NULL, &copies[0], &fault));
    must(cujit_array_copy(turned(array), NULL, &copies[1], &fault));
    must(cujit_array_copy(SLICE(array, cujit_index_slice(2, CUJIT_SLICE_END, -2), cujit_index_slice(1, 4, 2)), NULL,
                          &copies[2], &fault));
    must(cujit_array_copy(SLICE(array, cujit_index_slice(3, 3, 1)), NULL, &copies[3], &fault));
    for (int k = 0; k < COUNT(copies); k++) {
        keep_array(copies[k]);
        ck_assert_ptr_null(cujit_array_base(copies[k]));
    }
    expect_shown(copies[0], "3x4: 0 1 2 3 4 5 6 7 8 9 10 11");
    expect_shown(copies[1], "4x3: 0 4 8 1 5 9 2 6 10 3 7 11");
    expect_shown(copies[2], "2x2: 9 11 1 3");
    expect_shown(copies[3], "0x4:");
    ck_assert_int_eq(cujit_array_strides(copies[1])[0], 12);
}

/* Sizes of elements: as bits, as vectors, and as what they are. */
TEST_EACH(elements_of_any_size_are_copied, 12)
{
    static const size_t sizes[] = {1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 40, 1000};
    enum { ROWS = 67, COLUMNS = 35 };
    const size_t size = sizes[_i], shape[] = {ROWS, COLUMNS};
    unsigned char *data = memory_of(size * ROWS * COLUMNS), *back = memory_of(size * ROWS * COLUMNS);
    char definition[80];
    cujit_dtype dtype;
    cujit_array *array, *copy = NULL;

    snprintf(definition, sizeof definition, "struct bytes { unsigned char of[%zu]; };", size);
    dtype = register_type(context,
                          &(cujit_type_spec){.name = "bytes", .definition = definition, .size = size, .alignment = 1});
    for (size_t k = 0; k < size * ROWS * COLUMNS; k++)
        data[k] = (unsigned char)(k * 2654435761u >> 13);
    array = upload_shape(context, dtype, 2, shape, data);
    must(cujit_array_copy(turned(array), NULL, &copy, &fault));
    download(keep_array(copy), back);
    for (size_t row = 0; row < COLUMNS; row++) {
        for (size_t column = 0; column < ROWS; column++)
            ck_assert_mem_eq(back + (row * ROWS + column) * size, data + (column * COLUMNS + row) * size, size);
    }
}

TEST(a_misaligned_struct_is_copied_as_it_is)
{
    enum { N = 9 };
    int data[2 * N + 1];
    cujit_dtype pair = register_type(
        context,
        &(cujit_type_spec){.name = "pair", .definition = "struct pair { int a, b; };", .size = 8, .alignment = 4});
    cujit_array *memory, *shifted, *copy = NULL;

    for (int k = 0; k < COUNT(data); k++)
        data[k] = k;
    memory = upload(context, CUJIT_INT32, 2 * N + 1, data);
    shifted = view_at(context, pair, 1, &(size_t){N}, NULL, (char *)cujit_array_data(memory) + 4);
    must(cujit_array_copy(shifted, NULL, &copy, &fault));
    expect_each(keep_array(copy), int64_t, got == ((int64_t)(2 * k + 2) << 32 | (2 * k + 1)));
}

/* ---- Conversions ------------------------------------------------------------------------------------------------- */

TEST_EACH(every_dtype_becomes_every_other, COUNT(number_types))
{
    const cujit_dtype from = number_types[_i];
    cujit_array *array = count_shape(context, from, "2"), *wide = NULL;

    for (int k = 0; k < COUNT(number_types); k++) {
        const bool complex = number_types[k] == CUJIT_COMPLEX64 || number_types[k] == CUJIT_COMPLEX128;

        must(cujit_array_astype(array, number_types[k], NULL, &wide, &fault));
        ck_assert_int_eq(cujit_array_dtype(wide), number_types[k]);
        expect_shown(keep_array(wide), complex ? "2: 0+0i 1+0i" : "2: 0 1");
        wide = NULL;
    }
}

/* clang-format off */
static const struct {
    cujit_dtype from, to;
    double real, imaginary;
    const char *expected;
} conversions[] = {
    {CUJIT_FLOAT64, CUJIT_INT32, -2.9, 0, ": -2"}, {CUJIT_FLOAT64, CUJIT_BOOL, 0.1, 0, ": 1"}, {CUJIT_FLOAT64, CUJIT_BOOL, NAN, 0, ": 1"},
    {CUJIT_FLOAT64, CUJIT_BOOL, -0.0, 0, ": 0"}, {CUJIT_FLOAT64, CUJIT_FLOAT16, 2049, 0, ": 2048"}, {CUJIT_FLOAT64, CUJIT_FLOAT16, 1e6, 0, ": inf"},
    {CUJIT_FLOAT64, CUJIT_BFLOAT16, 257, 0, ": 256"}, {CUJIT_INT64, CUJIT_FLOAT16, 2051, 0, ": 2052"}, {CUJIT_FLOAT16, CUJIT_INT8, -1.5, 0, ": -1"},
    {CUJIT_FLOAT16, CUJIT_BOOL, 0.5, 0, ": 1"}, {CUJIT_FLOAT16, CUJIT_COMPLEX64, 0.5, 0, ": 0.5+0i"}, {CUJIT_BFLOAT16, CUJIT_UINT64, 3.5, 0, ": 3"},
    {CUJIT_COMPLEX128, CUJIT_FLOAT32, 1.5, 7, ": 1.5"}, {CUJIT_COMPLEX128, CUJIT_INT16, -3.5, 7, ": -3"}, {CUJIT_COMPLEX128, CUJIT_BOOL, 0, 7, ": 1"},
    {CUJIT_COMPLEX64, CUJIT_FLOAT16, 2.5, 7, ": 2.5"}, {CUJIT_COMPLEX128, CUJIT_COMPLEX64, 1, -2, ": 1-2i"}, {CUJIT_COMPLEX64, CUJIT_COMPLEX128, 1, -2, ": 1-2i"},
    {CUJIT_INT32, CUJIT_UINT8, -1, 0, ": 255"}, {CUJIT_INT32, CUJIT_INT8, 200, 0, ": -56"}, {CUJIT_INT64, CUJIT_UINT64, -1, 0, ": 1.8446744073709552e+19"},
    {CUJIT_INT32, CUJIT_BOOL, 256, 0, ": 1"}, {CUJIT_UINT8, CUJIT_INT8, 255, 0, ": -1"},
};
/* clang-format on */

TEST_EACH(numbers_are_converted_as_c_does, COUNT(conversions))
{
    const double parts[] = {conversions[_i].real, conversions[_i].imaginary};
    cujit_array *wide = upload_shape(context, CUJIT_COMPLEX128, 0, NULL, parts), *from = NULL, *to = NULL;

    must(cujit_array_astype(wide, conversions[_i].from, NULL, &from, &fault));
    must(cujit_array_astype(keep_array(from), conversions[_i].to, NULL, &to, &fault));
    expect_shown(keep_array(to), conversions[_i].expected);
}

TEST(only_numbers_are_converted)
{
    cujit_array *vectors = zeros(context, CUJIT_FLOAT2, 3), *to = NULL, *copy = NULL;

    refuse(cujit_array_astype(vectors, CUJIT_FLOAT64, NULL, &to, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "cujit_array_astype: elements of float2 do not become float64: only numbers are converted");
    refuse(cujit_array_astype(zeros(context, CUJIT_INT8, 1), (cujit_dtype)999, NULL, &to, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "only numbers");
    refuse(cujit_array_astype(NULL, CUJIT_INT8, NULL, &to, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array is NULL");
    refuse(cujit_array_copy(NULL, NULL, &to, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array is NULL");
    refuse(cujit_array_copy(vectors, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_ptr_null(to);
    must(cujit_array_astype(vectors, CUJIT_FLOAT2, NULL, &copy, &fault));
    keep_array(copy);
}

/* ---- Assignments ------------------------------------------------------------------------------------------------- */

TEST(assignments_broadcast_and_convert)
{
    cujit_array *to = count_shape(context, CUJIT_FLOAT32, "2x3"), *row = list_of(context, 7, 8, 9);

    must(
        cujit_array_assign(SLICE(to, cujit_index_all(), cujit_index_slice(2, CUJIT_SLICE_END, -1)), row, NULL, &fault));
    expect_shown(to, "2x3: 9 8 7 9 8 7");
    must(cujit_array_assign(SLICE(to, cujit_index_at(0)), SLICE(row, cujit_index_at(0)), NULL, &fault));
    expect_shown(to, "2x3: 7 7 7 9 8 7");
    must(cujit_array_assign(SLICE(to, cujit_index_slice(1, 1, 1)), row, NULL, &fault));
    refuse(cujit_array_assign(to, list_of(context, 1, 2), NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_array_assign: from has the shape (2), which does not broadcast to (2,3)");
    refuse(cujit_array_assign(row, to, NULL, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "from has elements of float32, which do not become int32 by themselves; cujit_array_astype() converts them");
    refuse(cujit_array_assign(NULL, row, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "to is NULL");
    refuse(cujit_array_assign(row, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "from is NULL");
}

/* numpy.can_cast(from, to, "same_kind") is true where the digit of `from` is not above that of `to`. */
static const int kinds[] = {0, 2, 1, 2, 1, 2, 1, 2, 1, 3, 3, 3, 3, 4, 4};

TEST_EACH(only_the_same_kind_is_assigned, COUNT(number_types))
{
    cujit_array *from = zeros(context, number_types[_i], 0);

    for (int k = 0; k < COUNT(number_types); k++) {
        cujit_status status = cujit_array_assign(zeros(context, number_types[k], 0), from, NULL, &fault);

        ck_assert_msg(status == (kinds[_i] <= kinds[k] ? CUJIT_OK : CUJIT_ERROR_ARGUMENT_TYPE), "%s to %s: %s",
                      cujit_dtype_name(number_types[_i]), cujit_dtype_name(number_types[k]), cujit_status_name(status));
    }
}

TEST(arrays_that_overlap_are_assigned_as_if_copied_before)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "8"), *matrix = count_shape(context, CUJIT_INT32, "3x3");

    must(cujit_array_assign(SLICE(array, cujit_index_slice(1, 8, 1)), SLICE(array, cujit_index_slice(0, 7, 1)), NULL,
                            &fault));
    expect_shown(array, "8: 0 0 1 2 3 4 5 6");
    must(
        cujit_array_assign(array, SLICE(array, cujit_index_slice(CUJIT_SLICE_END, CUJIT_SLICE_END, -1)), NULL, &fault));
    expect_shown(array, "8: 6 5 4 3 2 1 0 0");
    must(cujit_array_assign(array, SLICE(array, cujit_index_at(1)), NULL, &fault));
    expect_shown(array, "8: 5 5 5 5 5 5 5 5");
    must(cujit_array_assign(matrix, turned(matrix), NULL, &fault));
    expect_shown(matrix, "3x3: 0 3 6 1 4 7 2 5 8");
    must(cujit_array_assign(matrix, SLICE(matrix, cujit_index_at(1)), NULL, &fault));
    expect_shown(matrix, "3x3: 1 4 7 1 4 7 1 4 7");
    must(cujit_array_assign(matrix, matrix, NULL, &fault));
    expect_shown(matrix, "3x3: 1 4 7 1 4 7 1 4 7");
}

TEST(large_arrays_that_overlap)
{
    enum { N = 300000 };
    cujit_array *array = count_shape(context, CUJIT_INT32, "300000"), *bytes = NULL;

    must(cujit_array_assign(SLICE(array, cujit_index_slice(1, N, 1)), SLICE(array, cujit_index_slice(0, N - 1, 1)),
                            NULL, &fault));
    expect_each(array, int, got == (k == 0 ? 0 : k - 1));
    must(cujit_array_view_as(array, CUJIT_UINT32, &bytes, &fault));
    must(cujit_array_assign(array, keep_array(bytes), NULL, &fault));
    expect_each(array, int, got == (k == 0 ? 0 : k - 1));
}

/* What is written through a view of stride 0 would be written twice. */
TEST(repeated_elements_are_not_assigned)
{
    cujit_array *one = list_of(context, 1), *many = NULL;

    must(cujit_array_broadcast_to(one, 1, (const size_t[]){4}, &many, &fault));
    keep_array(many);
    refuse(cujit_array_assign(many, list_of(context, 1, 2, 3, 4), NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_array_assign");
    refuse(cujit_array_fill(many, CUJIT_ARG(2), NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "cujit_array_fill");
}

/* ---- Host memory ------------------------------------------------------------------------------------------------- */

TEST(views_are_read_and_written_in_c_order)
{
    static const int expected[] = {0, 3, 1, 4, 2, 5}, data[] = {10, 11, 12, 13, 14, 15};
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *view = turned(array), *fortran;
    int got[6] = {0};

    must(cujit_array_read(view, got, sizeof got, &fault));
    ck_assert_mem_eq(got, expected, sizeof got);
    must(cujit_array_write(view, data, sizeof data, &fault));
    expect_shown(array, "2x3: 10 12 14 11 13 15");
    must(cujit_array_write(array, expected, sizeof expected, &fault));
    expect_shown(array, "2x3: 0 3 1 4 2 5");
    must(
        cujit_array_write(SLICE(array, cujit_index_all(), cujit_index_slice(0, 3, 2)), data, 4 * sizeof *data, &fault));
    expect_shown(array, "2x3: 10 3 11 12 2 13");
    fortran = strided(context, CUJIT_INT32, 2, (const size_t[]){2, 3}, (const ptrdiff_t[]){4, 8});
    must(cujit_array_write(fortran, data, sizeof data, &fault));
    expect_shown(fortran, "2x3: 10 11 12 13 14 15");
    expect_elements(fortran, int, 10, 13, 11, 14, 12, 15);
}

TEST(views_are_read_and_written_on_a_stream)
{
    cujit_stream stream = make_stream(context);
    cujit_array *array = count_shape(context, CUJIT_INT32, "200x300"), *view = turned(array);
    int *pinned = pinned_memory(context, 200 * 300 * sizeof *pinned);

    must(cujit_stream_synchronize(context, NULL, &fault));
    must(cujit_array_read_async(view, pinned, 200 * 300 * sizeof *pinned, stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    for (int k = 0; k < 200 * 300; k++)
        expect(pinned[k] == k % 200 * 300 + k / 200, "element %d is %d", k, pinned[k]);
    for (int k = 0; k < 200 * 300; k++)
        pinned[k] = k;
    must(cujit_array_write_async(view, pinned, 200 * 300 * sizeof *pinned, stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    expect_each(array, int, got == k % 300 * 200 + k / 300);
}

TEST(host_memory_of_another_size_is_refused)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *view = turned(array);
    int data[6] = {0};
    const cujit_status got[] = {cujit_array_read(view, data, sizeof data - 1, &fault),
                                cujit_array_write(view, data, 0, &fault),
                                cujit_array_read_async(view, data, sizeof data + 1, NULL, &fault),
                                cujit_array_write_async(view, data, SIZE_MAX, NULL, &fault)};

    for (int k = 0; k < COUNT(got); k++)
        ck_assert_int_eq(got[k], CUJIT_ERROR_ARGUMENT_SIZE);
    refuse(cujit_array_read(view, data, 4, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_array_read: size is 4; expected the array's: 24 bytes, which are 6 of int32");
    refuse(cujit_array_read(view, NULL, sizeof data, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "data is NULL");
    refuse(cujit_array_write(NULL, data, sizeof data, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array is NULL");
    refuse(cujit_array_to_host(SLICE(view, cujit_index_slice(0, 3, 2)), data, 4 * sizeof *data, &fault),
           CUJIT_ERROR_UNSUPPORTED, "cujit_array_read()");
    must(cujit_array_read(SLICE(view, cujit_index_slice(0, 0, 1)), NULL, 0, &fault));
}

/* ---- Graphs ------------------------------------------------------------------------------------------------------ */

TEST(copies_are_recorded_unless_they_need_memory)
{
    cujit_stream stream = make_stream(context);
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"),
                *to = zeros_shape(context, CUJIT_INT32, 2, (const size_t[]){3, 2});
    cujit_graph *graph;

    must(cujit_array_assign(to, turned(array), NULL, &fault)); /* so that the kernel is there */
    must(cujit_stream_synchronize(context, NULL, &fault));
    must(cujit_graph_begin(context, stream, &fault));
    must(cujit_array_assign(to, turned(array), stream, &fault));
    refuse(cujit_array_assign(SLICE(array, cujit_index_at(0)), SLICE(array, cujit_index_at(1)), stream, &fault),
           CUJIT_OK, NULL);
    refuse(cujit_array_assign(SLICE(array, cujit_index_slice(CUJIT_SLICE_END, CUJIT_SLICE_END, -1)), array, stream,
                              &fault),
           CUJIT_ERROR_UNSUPPORTED, "cujit_array_assign: it needs memory on the way");
    graph = end_graph(context, stream);
    must(cujit_array_fill(array, CUJIT_ARG(5), NULL, &fault));
    must(cujit_stream_synchronize(context, NULL, &fault));
    must(cujit_graph_launch(graph, stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    expect_shown(to, "3x2: 5 5 5 5 5 5");
}
