/*
 * test_array_make.c: arrays that begin with numbers: filled, counted, spaced evenly, as another one is.
 */
#include "tests/arrays.h"

CONTEXT_FOR_EACH_CASE

/* What a text of plain numbers is of complex ones. */
static const char *as_complex(cujit_dtype dtype, const char *real, const char *complex)
{
    return dtype == CUJIT_COMPLEX64 || dtype == CUJIT_COMPLEX128 ? complex : real;
}

/* ---- One value --------------------------------------------------------------------------------------------------- */

TEST_EACH(every_dtype_is_filled, COUNT(number_types))
{
    const cujit_dtype dtype = number_types[_i];
    cujit_array *array = NULL, *ones = NULL, *like = NULL;

    must(cujit_array_full(context, dtype, 2, (const size_t[]){2, 1}, CUJIT_ARG(0), NULL, &array, &fault));
    must(cujit_array_ones(context, dtype, 1, (const size_t[]){3}, NULL, &ones, &fault));
    must(cujit_array_full_like(keep_array(ones), CUJIT_DTYPE_NONE, CUJIT_ARG(true), NULL, &like, &fault));
    expect_shown(keep_array(array), as_complex(dtype, "2x1: 0 0", "2x1: 0+0i 0+0i"));
    expect_shown(ones, as_complex(dtype, "3: 1 1 1", "3: 1+0i 1+0i 1+0i"));
    expect_shown(keep_array(like), as_complex(dtype, "3: 1 1 1", "3: 1+0i 1+0i 1+0i"));
    ck_assert_int_eq(cujit_array_dtype(like), dtype);
}

TEST(views_are_filled_where_they_are)
{
    cujit_array *array = count_shape(context, CUJIT_INT16, "3x4"), *view = NULL;

    must(cujit_array_slice(array, 2, (const cujit_index[]){cujit_index_slice(0, 3, 2), cujit_index_slice(3, 0, -2)},
                           &view, &fault));
    must(cujit_array_fill(keep_array(view), CUJIT_ARG(-9), NULL, &fault));
    expect_shown(array, "3x4: 0 -9 2 -9 4 5 6 7 8 -9 10 -9");
}

/* clang-format off */
static const struct {
    cujit_dtype dtype;
    cujit_arg value;
    const char *expected;
} values[] = {
    {CUJIT_INT64, {.kind = CUJIT_ARG_INT, .value.i = INT64_MIN}, "1: -9.2233720368547758e+18"},
    {CUJIT_UINT64, {.kind = CUJIT_ARG_UINT, .value.u = UINT64_MAX}, "1: 1.8446744073709552e+19"},
    {CUJIT_FLOAT16, {.kind = CUJIT_ARG_REAL, .value.real = {1.5}}, "1: 1.5"},
    {CUJIT_BFLOAT16, {.kind = CUJIT_ARG_INT, .value.i = -2}, "1: -2"},
    {CUJIT_FLOAT64, {.kind = CUJIT_ARG_REAL, .value.real = {0.1}}, "1: 0.10000000000000001"},
    {CUJIT_COMPLEX64, {.kind = CUJIT_ARG_COMPLEX, .value.real = {1, -2}}, "1: 1-2i"},
    {CUJIT_COMPLEX128, {.kind = CUJIT_ARG_REAL, .value.real = {3}}, "1: 3+0i"},
};

static const struct {
    cujit_dtype dtype;
    cujit_arg value;
    cujit_status status;
    const char *words;
} bad_values[] = {
    {CUJIT_INT8, {.kind = CUJIT_ARG_INT, .value.i = 300}, CUJIT_ERROR_ARGUMENT_VALUE, "value is 300, which does not fit into int8"},
    {CUJIT_UINT32, {.kind = CUJIT_ARG_INT, .value.i = -1}, CUJIT_ERROR_ARGUMENT_VALUE, "value is -1, which does not fit into uint32"},
    {CUJIT_INT32, {.kind = CUJIT_ARG_REAL, .value.real = {1.5}}, CUJIT_ERROR_ARGUMENT_VALUE, "1.5"},
    {CUJIT_FLOAT32, {.kind = CUJIT_ARG_COMPLEX, .value.real = {1, 2}}, CUJIT_ERROR_ARGUMENT_TYPE, "value is 1+2i, and the array one of float32; expected a real number"},
    {CUJIT_BOOL, {.kind = CUJIT_ARG_REAL, .value.real = {1.5}}, CUJIT_ERROR_ARGUMENT_TYPE, "value is 1.5, and the array one of bool; expected an integer"},
    {CUJIT_BOOL, {.kind = CUJIT_ARG_COMPLEX, .value.real = {1, 2}}, CUJIT_ERROR_ARGUMENT_TYPE, "value is 1+2i, and the array one of bool; expected an integer"},
    {CUJIT_FLOAT32, {.kind = CUJIT_ARG_ARRAY}, CUJIT_ERROR_ARGUMENT_TYPE, "value is no number"},
    {CUJIT_FLOAT32, {.kind = CUJIT_ARG_VALUE, .size = 4}, CUJIT_ERROR_ARGUMENT_TYPE, "value is no number"},
    {CUJIT_FLOAT4, {.kind = CUJIT_ARG_INT}, CUJIT_ERROR_ARGUMENT_TYPE, "value is no float4; expected CUJIT_VALUE of an object of 16 bytes"},
    {CUJIT_FLOAT4, {.kind = CUJIT_ARG_VALUE, .size = 12, .value.pointer = values}, CUJIT_ERROR_ARGUMENT_TYPE, "16 bytes"},
    {(cujit_dtype)999, {.kind = CUJIT_ARG_INT}, CUJIT_ERROR_INVALID_ARGUMENT, "dtype 999"},
};
/* clang-format on */

TEST_EACH(values_become_elements, COUNT(values))
{
    cujit_array *array = NULL;

    must(cujit_array_full(context, values[_i].dtype, 1, (const size_t[]){1}, values[_i].value, NULL, &array, &fault));
    expect_shown(keep_array(array), values[_i].expected);
}

TEST_EACH(values_that_do_not_fit_are_errors, COUNT(bad_values))
{
    cujit_array *array = NULL;

    refuse(cujit_array_full(context, bad_values[_i].dtype, 1, (const size_t[]){1}, bad_values[_i].value, NULL, &array,
                            &fault),
           bad_values[_i].status, bad_values[_i].words);
    ck_assert_ptr_null(array);
}

TEST(structs_and_vectors_are_filled)
{
    const struct {
        int a;
        short b, c, d;
    } object = {1, 2, 3, 4}, *got;
    const float vector[4] = {1, 2, 3, 4}, *parts;
    cujit_dtype odd = register_type(context, &(cujit_type_spec){.name = "odd",
                                                                .definition = "struct odd { int a; short b, c, d; };",
                                                                .size = sizeof object,
                                                                .alignment = 4});
    cujit_array *array = NULL, *vectors = NULL, *every = NULL;

    must(cujit_array_full(context, odd, 1, (const size_t[]){7}, CUJIT_VALUE(object), NULL, &array, &fault));
    got = elements_of(keep_array(array));
    for (int k = 0; k < 7; k++)
        ck_assert(got[k].a == 1 && got[k].b == 2 && got[k].c == 3 && got[k].d == 4);
    must(cujit_array_zeros_like(array, CUJIT_FLOAT4, NULL, &vectors, &fault));
    must(cujit_array_slice(keep_array(vectors), 1, (const cujit_index[]){cujit_index_slice(1, 7, 2)}, &every, &fault));
    must(cujit_array_fill(keep_array(every), CUJIT_VALUE(vector), NULL, &fault));
    parts = elements_of(vectors);
    for (int k = 0; k < 28; k++)
        ck_assert(parts[k] == (k / 4 % 2 == 1 ? (float)(k % 4 + 1) : 0));
}

TEST(arrays_are_made_like_others)
{
    cujit_array *array = count_shape(context, CUJIT_INT16, "2x3"), *made[4] = {NULL}, *view = turned(array), *none;

    must(cujit_array_create_like(view, CUJIT_DTYPE_NONE, &made[0], &fault));
    must(cujit_array_zeros_like(view, CUJIT_FLOAT32, NULL, &made[1], &fault));
    must(cujit_array_ones_like(view, CUJIT_COMPLEX64, NULL, &made[2], &fault));
    must(cujit_array_full_like(view, CUJIT_DTYPE_NONE, CUJIT_ARG(7), NULL, &made[3], &fault));
    for (int k = 0; k < COUNT(made); k++)
        keep_array(made[k]);
    ck_assert_int_eq(cujit_array_dtype(made[0]), CUJIT_INT16);
    ck_assert_int_eq(cujit_array_strides(made[0])[0], 4);
    expect_shown(made[1], "3x2: 0 0 0 0 0 0");
    expect_shown(made[2], "3x2: 1+0i 1+0i 1+0i 1+0i 1+0i 1+0i");
    expect_shown(made[3], "3x2: 7 7 7 7 7 7");
    none = NULL;
    refuse(cujit_array_zeros_like(NULL, CUJIT_INT8, NULL, &none, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "like is NULL");
    refuse(cujit_array_create_like(array, CUJIT_INT8, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_array_fill(NULL, CUJIT_ARG(1), NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array is NULL");
    refuse(cujit_array_ones(NULL, CUJIT_INT8, 0, NULL, NULL, &none, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_array_ones(context, CUJIT_INT8, 0, NULL, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_ptr_null(none);
}

/* ---- Numbers in a row -------------------------------------------------------------------------------------------- */

TEST_EACH(every_dtype_counts, COUNT(number_types))
{
    const cujit_dtype dtype = number_types[_i];
    cujit_array *array = NULL, *spaced = NULL;

    must(cujit_array_arange(context, dtype, 0, 2, 1, NULL, &array, &fault));
    must(cujit_array_linspace(context, dtype, 0, 1, 2, true, NULL, &spaced, &fault));
    expect_shown(keep_array(array), as_complex(dtype, "2: 0 1", "2: 0+0i 1+0i"));
    expect_shown(keep_array(spaced), as_complex(dtype, "2: 0 1", "2: 0+0i 1+0i"));
}

/* clang-format off */
static const struct {
    cujit_dtype dtype;
    double start, stop, step;
    const char *expected;
} ranges[] = {
    {CUJIT_INT32, 3, 10, 3, "3: 3 6 9"}, {CUJIT_INT32, 3, 9, 3, "2: 3 6"}, {CUJIT_INT32, 5, 0, -2, "3: 5 3 1"},
    {CUJIT_INT32, 0, 5, -1, "0:"}, {CUJIT_INT32, 5, 5, 1, "0:"}, {CUJIT_UINT8, 254, 256, 1, "2: 254 255"},
    {CUJIT_INT64, -0x1p62, 0, 0x1p61, "2: -4.6116860184273879e+18 -2.305843009213694e+18"},
    {CUJIT_UINT64, 0x1p63, 0x1.8p63, 0x1p62, "1: 9.2233720368547758e+18"}, {CUJIT_INT8, 0, 100, 1e300, "1: 0"},
    {CUJIT_INT32, 0, 2.5, 1, "3: 0 1 2"},
    /* As NumPy has them: the step is the difference of the first two. */
    {CUJIT_FLOAT64, 0, 0.5, 0.1, "5: 0 0.10000000000000001 0.20000000000000001 0.30000000000000004 0.40000000000000002"},
    {CUJIT_FLOAT64, 1, 1.5, 0.1, "5: 1 1.1000000000000001 1.2000000000000002 1.3000000000000003 1.4000000000000004"},
    {CUJIT_FLOAT32, 0, 1, 0.25, "4: 0 0.25 0.5 0.75"}, {CUJIT_FLOAT16, 2, -1, -1.5, "2: 2 0.5"},
    {CUJIT_COMPLEX64, 0, 1, 0.5, "2: 0+0i 0.5+0i"},
};

static const struct {
    cujit_dtype dtype;
    double start, stop, step;
    cujit_status status;
    const char *words;
} bad_ranges[] = {
    {CUJIT_INT32, 0, 1, 0, CUJIT_ERROR_ARGUMENT_VALUE, "cujit_array_arange: step is 0"},
    {CUJIT_FLOAT32, 0, INFINITY, 1, CUJIT_ERROR_ARGUMENT_VALUE, "start is 0, stop inf and step 1; expected finite numbers"},
    {CUJIT_FLOAT32, NAN, 1, 1, CUJIT_ERROR_ARGUMENT_VALUE, "start is nan"},
    {CUJIT_FLOAT32, -1e308, 1e308, 1, CUJIT_ERROR_ARGUMENT_VALUE, "finite"},
    {CUJIT_INT32, 0, 3, 0.5, CUJIT_ERROR_ARGUMENT_VALUE, "start is 0 and step 0.5; expected whole numbers for int32"},
    {CUJIT_INT8, 0, 200, 1, CUJIT_ERROR_ARGUMENT_VALUE, "the last element is 199, which int8 cannot hold"},
    {CUJIT_UINT8, -1, 3, 1, CUJIT_ERROR_ARGUMENT_VALUE, "start is -1, which uint8 cannot hold"},
    {CUJIT_FLOAT32, 0, 1e300, 1, CUJIT_ERROR_ARGUMENT_SIZE, "too many elements"},
    {CUJIT_FLOAT16, 0, 100001, 50000, CUJIT_ERROR_ARGUMENT_VALUE, "the last element is 100000, which float16 cannot hold"},
    {CUJIT_FLOAT8_E4M3, 0, 1001, 500, CUJIT_ERROR_ARGUMENT_VALUE, "the last element is 1000, which float8_e4m3 cannot hold"},
    {CUJIT_FLOAT32, 0, 1e301, 5e300, CUJIT_ERROR_ARGUMENT_VALUE, "which float32 cannot hold"},
    {CUJIT_COMPLEX64, -1e300, 0, 1e300, CUJIT_ERROR_ARGUMENT_VALUE, "start is -1e+300, which complex64 cannot hold"},
    {CUJIT_FLOAT4, 0, 1, 1, CUJIT_ERROR_ARGUMENT_TYPE, "the dtype is float4; expected one of numbers"},
};
/* clang-format on */

TEST_EACH(ranges_are_those_of_numpy, COUNT(ranges))
{
    cujit_array *array = NULL;

    must(cujit_array_arange(context, ranges[_i].dtype, ranges[_i].start, ranges[_i].stop, ranges[_i].step, NULL, &array,
                            &fault));
    expect_shown(keep_array(array), ranges[_i].expected);
}

TEST_EACH(ranges_that_cannot_be_are_errors, COUNT(bad_ranges))
{
    cujit_array *array = NULL;

    refuse(cujit_array_arange(context, bad_ranges[_i].dtype, bad_ranges[_i].start, bad_ranges[_i].stop,
                              bad_ranges[_i].step, NULL, &array, &fault),
           bad_ranges[_i].status, bad_ranges[_i].words);
    ck_assert_ptr_null(array);
}

/* clang-format off */
static const struct {
    cujit_dtype dtype;
    double start, stop;
    size_t count;
    int endpoint;
    const char *expected;
} spaces[] = {
    {CUJIT_FLOAT64, 0, 1, 5, 1, "5: 0 0.25 0.5 0.75 1"}, {CUJIT_FLOAT64, 0, 1, 4, 0, "4: 0 0.25 0.5 0.75"},
    {CUJIT_FLOAT64, 2, 5, 1, 1, "1: 2"}, {CUJIT_FLOAT64, 2, 5, 1, 0, "1: 2"}, {CUJIT_FLOAT64, 2, 5, 0, 1, "0:"},
    {CUJIT_FLOAT64, 3, 3, 2, 1, "2: 3 3"}, {CUJIT_INT32, 0, 3, 5, 1, "5: 0 0 1 2 3"}, {CUJIT_INT32, -3, 0, 3, 1, "3: -3 -2 0"},
    {CUJIT_FLOAT64, 0, 0.7, 8, 1, "8: 0 0.099999999999999992 0.19999999999999998 0.29999999999999999 0.39999999999999997 "
     "0.49999999999999994 0.59999999999999998 0.69999999999999996"},
    {CUJIT_FLOAT32, 1, -1, 3, 1, "3: 1 0 -1"}, {CUJIT_COMPLEX128, 0, 1, 3, 1, "3: 0+0i 0.5+0i 1+0i"},
};
/* clang-format on */

TEST_EACH(numbers_are_spaced_evenly, COUNT(spaces))
{
    cujit_array *array = NULL;

    must(cujit_array_linspace(context, spaces[_i].dtype, spaces[_i].start, spaces[_i].stop, spaces[_i].count,
                              spaces[_i].endpoint, NULL, &array, &fault));
    expect_shown(keep_array(array), spaces[_i].expected);
}

TEST(spaces_that_cannot_be_are_errors)
{
    cujit_array *array = NULL;

    refuse(cujit_array_linspace(context, CUJIT_FLOAT32, 0, NAN, 3, 1, NULL, &array, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "start is 0 and stop nan");
    refuse(cujit_array_linspace(context, CUJIT_UINT8, 0, 256, 3, 1, NULL, &array, &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "stop is 256, which uint8 cannot hold");
    refuse(cujit_array_linspace(context, CUJIT_DTYPE_NONE, 0, 256, 3, 1, NULL, &array, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "expected one of numbers");
    refuse(cujit_array_linspace(NULL, CUJIT_INT32, 0, 2, 3, 1, NULL, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "context is NULL");
    refuse(cujit_array_linspace(context, CUJIT_INT32, 0, 2, 3, 1, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "NULL");
    ck_assert_ptr_null(array);
}

static const struct {
    size_t rows, columns;
    int64_t offset;
    const char *expected;
} eyes[] = {{2, 2, 0, "2x2: 1 0 0 1"},
            {2, 3, 1, "2x3: 0 1 0 0 0 1"},
            {3, 2, -1, "3x2: 0 0 1 0 0 1"},
            {2, 2, 5, "2x2: 0 0 0 0"},
            {0, 2, 0, "0x2:"}};

TEST_EACH(the_unit_matrix, COUNT(eyes))
{
    cujit_array *array = NULL;

    must(cujit_array_eye(context, CUJIT_FLOAT16, eyes[_i].rows, eyes[_i].columns, eyes[_i].offset, NULL, &array,
                         &fault));
    expect_shown(keep_array(array), eyes[_i].expected);
}

TEST(many_elements_on_a_stream)
{
    enum { N = 100003 };
    cujit_stream stream = make_stream(context);
    cujit_array *array = NULL, *filled = NULL;

    must(cujit_array_arange(context, CUJIT_INT32, 5, N + 5, 1, stream, &array, &fault));
    must(cujit_array_full(context, CUJIT_INT8, 1, (const size_t[]){N}, CUJIT_ARG(-3), stream, &filled, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    expect_each(keep_array(array), int, got == k + 5);
    expect_each(keep_array(filled), signed char, got == -3);
}
