/*
 * test_array_views.c: views of arrays: slices, other orders of the axes, other shapes and types, and whose memory they
 * keep alive.
 */
#include "tests/arrays.h"

CONTEXT_FOR_EACH_CASE

/* ---- Slices ------------------------------------------------------------------------------------------------------ */

/* "1:-1, 0, None, ..., ::2" as Python has it. */
static int read_indices(const char *text, cujit_index *indices)
{
    int count = 0;

    while (*text != '\0') {
        int64_t parts[3] = {CUJIT_SLICE_END, CUJIT_SLICE_END, CUJIT_SLICE_END};
        int colons = 0;
        char *end;

        for (text += strspn(text, ", "); *text != ',' && *text != '\0'; text = end) {
            if (*text == ':') {
                colons++;
                end = (char *)text + 1;
            } else if (*text == 'N' || *text == '.') {
                end = (char *)text + (*text == 'N' ? 4 : 3);
                indices[count] = *text == 'N' ? cujit_index_new_axis() : cujit_index_ellipsis();
                colons = -1;
            } else {
                parts[colons] = strtoll(text, &end, 10);
            }
        }
        if (colons == 0)
            indices[count] = cujit_index_at(parts[0]);
        else if (colons > 0)
            indices[count] = cujit_index_slice(parts[0], parts[1], parts[2]);
        count++;
    }
    return count;
}

/* clang-format off */
static const struct {
    const char *shape, *indices, *expected;
} slices[] = {
    {"5", "1:4", "3: 1 2 3"}, {"5", "::2", "3: 0 2 4"}, {"5", "::-1", "5: 4 3 2 1 0"}, {"5", "-2:", "2: 3 4"},
    {"5", "3:1", "0:"}, {"5", "3:1:-1", "2: 3 2"}, {"5", "-100:100", "5: 0 1 2 3 4"}, {"5", "100:-100:-2", "3: 4 2 0"},
    {"5", "4:5:1000000000000", "1: 4"}, {"5", "2", ": 2"}, {"5", "-5", ": 0"}, {"5", "None", "1x5: 0 1 2 3 4"},
    {"5", ":, None", "5x1: 0 1 2 3 4"}, {"5", "", "5: 0 1 2 3 4"}, {"", "", ": 0"}, {"", "...", ": 0"},
    {"", "None, ..., None", "1x1: 0"}, {"2x3", "1", "3: 3 4 5"}, {"2x3", ":, 1", "2: 1 4"}, {"2x3", "..., -1", "2: 2 5"},
    {"2x3", "1, 2", ": 5"}, {"2x3", "1, ..., 2", ": 5"}, {"2x3", "::-1, ::2", "2x2: 3 5 0 2"},
    {"2x3", ":, None, 1:", "2x1x2: 1 2 4 5"}, {"2x3x4", "1, ..., None, 2:0:-1", "3x1x2: 14 13 18 17 22 21"},
    {"2x3x4", "..., 3", "2x3: 3 7 11 15 19 23"}, {"2x3x4", "0, 1:, ::3", "2x2: 4 7 8 11"}, {"0x3", ":, 1", "0:"},
    {"0x3", "::-1", "0x3:"}, {"2x3", "5:, 1", "0:"}, {"2x3", "1:1, ::-1", "0x3:"},
};
/* clang-format on */

TEST_EACH(slices_are_those_of_python, COUNT(slices))
{
    cujit_index indices[8];
    const int count = read_indices(slices[_i].indices, indices);
    cujit_array *array = count_shape(context, CUJIT_INT32, slices[_i].shape), *view = NULL;

    must(cujit_array_slice(array, count, indices, &view, &fault));
    expect_shown(keep_array(view), slices[_i].expected);
}

/* clang-format off */
static const struct {
    const char *shape, *indices;
    cujit_status status;
    const char *words;
} bad_slices[] = {
    {"5", "5", CUJIT_ERROR_ARGUMENT_VALUE, "indices[0] is 5, out of range for axis 0 of an array of the shape (5)"},
    {"2x3", "None, 0, -4", CUJIT_ERROR_ARGUMENT_VALUE, "indices[2] is -4, out of range for axis 1 of an array of the shape (2,3)"},
    {"0x3", "0", CUJIT_ERROR_ARGUMENT_VALUE, "out of range for axis 0"},
    {"2x3", "0, 0, 0", CUJIT_ERROR_INVALID_ARGUMENT, "3 indices for the 2 axes of an array of the shape (2,3)"},
    {"2x3", "..., 0, ...", CUJIT_ERROR_INVALID_ARGUMENT, "2 ellipses; expected one at most"},
    {"2x3", ":, ::0", CUJIT_ERROR_INVALID_ARGUMENT, "the step of indices[1] must not be 0"},
};
/* clang-format on */

TEST_EACH(slices_that_cannot_be_are_errors, COUNT(bad_slices))
{
    cujit_index indices[8];
    const int count = read_indices(bad_slices[_i].indices, indices);
    cujit_array *array = count_shape(context, CUJIT_INT32, bad_slices[_i].shape), *view = NULL;

    refuse(cujit_array_slice(array, count, indices, &view, &fault), bad_slices[_i].status, "cujit_array_slice",
           bad_slices[_i].words);
    ck_assert_ptr_null(view);
}

TEST(an_index_of_zeros_is_a_whole_axis)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x2"), *view = NULL;

    must(cujit_array_slice(array, 2, (const cujit_index[2]){{0}}, &view, &fault));
    expect_shown(keep_array(view), "2x2: 0 1 2 3");
    view = NULL;
    refuse(cujit_array_slice(array, 1, &(cujit_index){.kind = (cujit_index_kind)7}, &view, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "indices[0] has the kind 7");
    refuse(cujit_array_slice(array, 1, NULL, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_array_slice(array, -1, NULL, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "-1 indices");
    ck_assert_ptr_null(view);
}

/* ---- Axes -------------------------------------------------------------------------------------------------------- */

TEST(axes_change_places)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x1x3"), *views[9] = {NULL};

    must(cujit_array_transpose(array, NULL, &views[0], &fault));
    must(cujit_array_transpose(array, (const int[]){1, -1, 0}, &views[1], &fault));
    must(cujit_array_swap_axes(array, 0, -1, &views[2], &fault));
    must(cujit_array_squeeze(array, NULL, 0, &views[3], &fault));
    must(cujit_array_squeeze(array, (const int[]){-2}, 1, &views[4], &fault));
    must(cujit_array_squeeze(array, (const int[]){0}, 0, &views[5], &fault));
    must(cujit_array_expand_dims(array, -1, &views[6], &fault));
    must(cujit_array_expand_dims(array, 0, &views[7], &fault));
    must(cujit_array_swap_axes(array, 1, 1, &views[8], &fault));
    for (int k = 0; k < COUNT(views); k++)
        keep_array(views[k]);
    expect_shown(views[0], "3x1x2: 0 3 1 4 2 5");
    expect_shown(views[1], "1x3x2: 0 3 1 4 2 5");
    expect_shown(views[2], "3x1x2: 0 3 1 4 2 5");
    expect_shown(views[3], "2x3: 0 1 2 3 4 5");
    expect_shown(views[4], "2x3: 0 1 2 3 4 5");
    expect_shown(views[5], "2x1x3: 0 1 2 3 4 5");
    expect_shown(views[6], "2x1x3x1: 0 1 2 3 4 5");
    expect_shown(views[7], "1x2x1x3: 0 1 2 3 4 5");
    expect_shown(views[8], "2x1x3: 0 1 2 3 4 5");
}

TEST(axes_are_flipped)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *views[3] = {NULL};

    must(cujit_array_flip(array, NULL, 0, &views[0], &fault));
    must(cujit_array_flip(array, (const int[]){1}, 1, &views[1], &fault));
    must(cujit_array_flip(views[1], (const int[]){0, -1}, 2, &views[2], &fault));
    expect_shown(keep_array(views[0]), "2x3: 5 4 3 2 1 0");
    expect_shown(keep_array(views[1]), "2x3: 2 1 0 5 4 3");
    expect_shown(keep_array(views[2]), "2x3: 3 4 5 0 1 2");
}

TEST(arrays_are_broadcast)
{
    cujit_array *row = count_shape(context, CUJIT_INT32, "3"), *column = count_shape(context, CUJIT_INT32, "2x1");
    cujit_array *views[3] = {NULL};

    must(cujit_array_broadcast_to(row, 2, (const size_t[]){2, 3}, &views[0], &fault));
    must(cujit_array_broadcast_to(column, 2, (const size_t[]){2, 3}, &views[1], &fault));
    must(cujit_array_broadcast_to(column, 3, (const size_t[]){2, 2, 0}, &views[2], &fault));
    expect_shown(keep_array(views[0]), "2x3: 0 1 2 0 1 2");
    expect_shown(keep_array(views[1]), "2x3: 0 0 0 1 1 1");
    expect_shown(keep_array(views[2]), "2x2x0:");
    views[0] = NULL;
    refuse(cujit_array_broadcast_to(row, 2, (const size_t[]){3, 2}, &views[0], &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_array_broadcast_to: array has the shape (3), which does not broadcast to (3,2)");
    refuse(cujit_array_broadcast_to(column, 1, (const size_t[]){2}, &views[0], &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "(2,1), which does not broadcast to (2)");
    refuse(cujit_array_broadcast_to(row, 2, NULL, &views[0], &fault), CUJIT_ERROR_INVALID_ARGUMENT, "shape is NULL");
    refuse(cujit_array_broadcast_to(row, 33, (const size_t[33]){0}, &views[0], &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "33 axes");
    refuse(cujit_array_broadcast_to(row, 2, (const size_t[]){SIZE_MAX, 3}, &views[0], &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "address space");
    ck_assert_ptr_null(views[0]);
}

static const struct {
    const char *shape;
    int64_t offset;
    const char *expected;
} diagonals[] = {{"3x3", 0, "3: 0 4 8"},       {"3x3", 1, "2: 1 5"},    {"3x3", -2, "1: 6"},   {"3x3", 3, "0:"},
                 {"2x4", 0, "2: 0 5"},         {"2x4", 2, "2: 2 7"},    {"4x2", -1, "2: 2 5"}, {"0x3", 0, "0:"},
                 {"2x2x2", 0, "2x2: 0 3 4 7"}, {"3x3", INT64_MIN, "0:"}};

TEST_EACH(the_diagonal_is_an_axis, COUNT(diagonals))
{
    cujit_array *array = count_shape(context, CUJIT_INT32, diagonals[_i].shape), *view = NULL;

    must(cujit_array_diagonal(array, diagonals[_i].offset, &view, &fault));
    expect_shown(keep_array(view), diagonals[_i].expected);
}

TEST(axes_that_are_not_there_are_errors)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *one = count_shape(context, CUJIT_INT32, "");
    cujit_array *view = NULL, *full = NULL;
    size_t shape[CUJIT_ARRAY_MAX_NDIM];

    for (int k = 0; k < CUJIT_ARRAY_MAX_NDIM; k++)
        shape[k] = 1;
    must(cujit_array_reshape(one, CUJIT_ARRAY_MAX_NDIM, shape, NULL, &full, &fault));
    keep_array(full);
    refuse(cujit_array_transpose(array, (const int[]){0, 0}, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "cujit_array_transpose: axis 0 is given twice");
    refuse(cujit_array_transpose(array, (const int[]){0, 2}, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "axis 2 is out of range; expected -2 to 1");
    refuse(cujit_array_swap_axes(array, 0, -3, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "axis -3");
    refuse(cujit_array_swap_axes(one, 0, 0, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "there are no axes");
    refuse(cujit_array_squeeze(array, (const int[]){0}, 1, &view, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "axis 0 of the shape (2,3) is not 1 long");
    refuse(cujit_array_expand_dims(array, 3, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "expected -3 to 2");
    refuse(cujit_array_expand_dims(full, 0, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "33 axes");
    refuse(cujit_array_slice(full, 1, &(cujit_index){.kind = CUJIT_INDEX_NEW_AXIS}, &view, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "33 axes");
    refuse(cujit_array_flip(array, (const int[]){1, -1}, 2, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "axis 1");
    refuse(cujit_array_diagonal(one, 0, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "expected 2 or more");
    ck_assert_ptr_null(view);
}

TEST(null_is_refused)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *view = NULL;
    const size_t shape[] = {6};
    const cujit_status got[] = {
        cujit_array_slice(NULL, 0, NULL, &view, &fault),
        cujit_array_slice(array, 0, NULL, NULL, &fault),
        cujit_array_transpose(NULL, NULL, &view, &fault),
        cujit_array_transpose(array, NULL, NULL, &fault),
        cujit_array_swap_axes(NULL, 0, 1, &view, &fault),
        cujit_array_squeeze(NULL, NULL, 0, &view, &fault),
        cujit_array_expand_dims(NULL, 0, &view, &fault),
        cujit_array_broadcast_to(NULL, 1, shape, &view, &fault),
        cujit_array_flip(NULL, NULL, 0, &view, &fault),
        cujit_array_diagonal(NULL, 0, &view, &fault),
        cujit_array_view_as(NULL, CUJIT_INT8, &view, &fault),
        cujit_array_real(NULL, &view, &fault),
        cujit_array_imag(array, NULL, &fault),
        cujit_array_reshape(NULL, 1, shape, NULL, &view, &fault),
        cujit_array_reshape(array, 1, NULL, NULL, &view, &fault),
    };

    for (int k = 0; k < COUNT(got); k++)
        ck_assert_msg(got[k] == CUJIT_ERROR_INVALID_ARGUMENT, "call %d: %s", k, cujit_status_name(got[k]));
    ck_assert_ptr_null(view);
    ck_assert_ptr_null(cujit_array_base(NULL));
}

/* ---- Other shapes ------------------------------------------------------------------------------------------------ */

/* clang-format off */
static const struct {
    const char *shape, *indices; /* of the array that is reshaped */
    bool transposed;             /* and what is done to that first */
    const char *to; /* "-": what is left */
    bool view;
    const char *expected;
} shapes[] = {
    {"2x6", ":", false, "3x4", true, "3x4: 0 1 2 3 4 5 6 7 8 9 10 11"}, {"2x3", ":", false, "-", true, "6: 0 1 2 3 4 5"},
    {"2x3", ":", false, "1x-x1x2", true, "1x3x1x2: 0 1 2 3 4 5"}, {"2x3", ":", true, "6", false, "6: 0 3 1 4 2 5"},
    {"2x3", ":", true, "1x3x2x1", true, "1x3x2x1: 0 3 1 4 2 5"}, {"2x3", "::-1", false, "6", false, "6: 3 4 5 0 1 2"},
    {"2x3", "::-1, ::-1", false, "3x2", true, "3x2: 5 4 3 2 1 0"}, {"2x4", ":, ::2", false, "4", true, "4: 0 2 4 6"},
    {"2x5", ":, ::2", false, "6", false, "6: 0 2 4 5 7 9"}, {"4x3", ":, 1:", false, "2x2x2", true, "2x2x2: 1 2 4 5 7 8 10 11"},
    {"4x3", ":, 1:", false, "8", false, "8: 1 2 4 5 7 8 10 11"}, {"", "...", false, "1x1", true, "1x1: 0"},
    {"1x1", "...", false, "", true, ": 0"}, {"2x3", "1, 1:2", false, "", true, ": 4"}, {"0x3", "...", false, "3x0x7", true, "3x0x7:"},
    {"2x3x4", "...", true, "4x6", false, "4x6: 0 12 4 16 8 20 1 13 5 17 9 21 2 14 6 18 10 22 3 15 7 19 11 23"},
};
/* clang-format on */

TEST_EACH(reshaping_copies_where_it_must, COUNT(shapes))
{
    cujit_index indices[8];
    size_t shape[8];
    int ndim = 0;
    cujit_array *array = count_shape(context, CUJIT_INT32, shapes[_i].shape), *view = NULL, *to = NULL;

    must(cujit_array_slice(array, read_indices(shapes[_i].indices, indices), indices, &view, &fault));
    keep_array(view);
    for (const char *at = shapes[_i].to; *at != '\0'; at += *at == 'x') {
        char *end = (char *)at + 1;

        shape[ndim++] = *at == '-' ? SIZE_MAX : strtoull(at, &end, 10);
        at = end;
    }
    must(cujit_array_reshape(shapes[_i].transposed ? turned(view) : view, ndim, shape, NULL, &to, &fault));
    expect_shown(keep_array(to), shapes[_i].expected);
    ck_assert_int_eq(cujit_array_base(to) != NULL, shapes[_i].view);
}

TEST(shapes_that_do_not_hold_as_many_are_errors)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "2x3"), *none = count_shape(context, CUJIT_INT32, "0x3");
    cujit_array *to = NULL;

    refuse(cujit_array_reshape(array, 2, (const size_t[]){2, 4}, NULL, &to, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_array_reshape: an array of the shape (2,3) has 6 elements, which do not fill (2,4)");
    refuse(cujit_array_reshape(array, 2, (const size_t[]){4, SIZE_MAX}, NULL, &to, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "6 elements");
    refuse(cujit_array_reshape(array, 2, (const size_t[]){SIZE_MAX, SIZE_MAX}, NULL, &to, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "axes 0 and 1 are both SIZE_MAX");
    refuse(cujit_array_reshape(none, 2, (const size_t[]){0, SIZE_MAX}, NULL, &to, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "0 elements");
    refuse(cujit_array_reshape(array, 3, (const size_t[]){(size_t)1 << 33, (size_t)1 << 31, 6}, NULL, &to, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "6 elements");
    refuse(cujit_array_reshape(array, 33, (const size_t[33]){0}, NULL, &to, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "33 axes");
    ck_assert_ptr_null(to);
}

/* ---- Other types ------------------------------------------------------------------------------------------------- */

TEST(the_same_bytes_have_another_type)
{
    const float data[] = {1, -2};
    const unsigned bits[] = {0x3f800000u, 0xc0000000u};
    cujit_array *array = upload(context, CUJIT_FLOAT32, 2, data), *view = NULL;
    cujit_dtype pair = register_type(
        context,
        &(cujit_type_spec){.name = "pair", .definition = "struct pair { float a, b; };", .size = 8, .alignment = 4});
    cujit_array *pairs = zeros(context, pair, 2), *shifted = NULL;

    must(cujit_array_view_as(array, CUJIT_UINT32, &view, &fault));
    expect_elements(keep_array(view), unsigned, bits[0], bits[1]);
    view = NULL;
    must(cujit_array_view_as(pairs, CUJIT_FLOAT64, &view, &fault));
    keep_array(view);
    view = NULL;
    refuse(cujit_array_view_as(array, CUJIT_FLOAT64, &view, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "an element of float64 has 8 bytes, and the array's, of float32, have 4");
    refuse(cujit_array_view_as(array, (cujit_dtype)999, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "dtype 999");
    shifted = view_at(context, pair, 1, &(size_t){1}, NULL, (char *)cujit_array_data(pairs) + 4);
    refuse(cujit_array_view_as(shifted, CUJIT_FLOAT64, &view, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "cujit_array_view_as: data is", "alignment, 8 bytes");
    ck_assert_ptr_null(view);
}

TEST(complex_numbers_have_parts)
{
    const float data[] = {1, 2, 3, 4};
    cujit_array *array = upload(context, CUJIT_COMPLEX64, 2, data), *real = NULL, *imag = NULL, *same = NULL;
    cujit_array *vectors = zeros(context, CUJIT_FLOAT4, 2), *none = NULL;

    must(cujit_array_real(array, &real, &fault));
    must(cujit_array_imag(array, &imag, &fault));
    must(cujit_array_real(keep_array(real), &same, &fault));
    expect_shown(real, "2: 1 3");
    expect_shown(keep_array(imag), "2: 2 4");
    expect_shown(keep_array(same), "2: 1 3");
    must(cujit_array_fill(imag, CUJIT_ARG(0), NULL, &fault));
    expect_shown(array, "2: 1+0i 3+0i");
    refuse(cujit_array_imag(real, &none, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "one of float32; expected complex numbers");
    refuse(cujit_array_real(vectors, &none, &fault), CUJIT_ERROR_ARGUMENT_TYPE, "float4");
    ck_assert_ptr_null(none);
}

/* ---- Whose memory it is ------------------------------------------------------------------------------------------ */

TEST(a_view_keeps_its_base_alive)
{
    cujit_array *array = NULL, *row = NULL, *element = NULL;
    const cujit_array *base;

    must(cujit_array_arange(context, CUJIT_INT32, 0, 12, 1, NULL, &array, &fault));
    must(cujit_array_slice(array, 1, (const cujit_index[]){cujit_index_slice(4, 8, 1)}, &row, &fault));
    base = array;
    ck_assert_ptr_eq(cujit_array_base(row), base);
    ck_assert_ptr_null(cujit_array_base(array));
    cujit_array_free(array);
    must(cujit_array_slice(row, 1, (const cujit_index[]){cujit_index_at(1)}, &element, &fault));
    ck_assert_ptr_eq(cujit_array_base(element), base);
    cujit_array_free(row);
    keep_array(element);
    expect_shown(element, ": 5");
}

TEST(a_view_outlives_the_handle_of_its_context)
{
    cujit_context *other = cj_test_context();
    cujit_array *array = NULL, *view = NULL;
    int got = 0;

    must(cujit_array_full(other, CUJIT_INT32, 0, NULL, CUJIT_ARG(7), NULL, &array, &fault));
    must(cujit_array_expand_dims(array, 0, &view, &fault));
    cujit_array_free(array);
    cujit_context_free(other);
    must(cujit_array_to_host(view, &got, sizeof got, &fault));
    ck_assert_int_eq(got, 7);
    cujit_array_free(view);
}

TEST(kernels_write_through_views)
{
    cujit_array *array = count_shape(context, CUJIT_INT32, "3x3"), *diagonal = NULL;

    must(cujit_array_diagonal(array, 0, &diagonal, &fault));
    run_once(context, "int *x", "x[i] = -1", CUJIT_ARGS(keep_array(diagonal)));
    expect_shown(array, "3x3: -1 1 2 3 -1 5 6 7 -1");
}
