/*
 * test_print.c: arrays as NumPy shows them: a table that NumPy made (print_table.py), views, what NumPy has not, and
 * options that are none.
 */
#include "tests/kernels.h"

#include <stdio.h>

CONTEXT_FOR_EACH_CASE

static const struct {
    cujit_dtype dtype;
    int ndim;
    size_t shape[8];
    const char *pattern; /* bytes of elements that are repeated until the array is full */
    size_t pattern_size;
    cujit_print_options options;
    const char *shown, *represented; /* NULL: NumPy has another name for the type */
} rows[] = {
#include "tests/print_table.h"
};

static char *format(const cujit_array *array, const cujit_print_options *options)
{
    char *text = NULL;

    must(cujit_array_format(array, options, &text, &fault));
    return cj_test_keep(text, cujit_free);
}

/* Of a row: in C order, or where each axis is reversed and stands at another place in memory, among gaps. */
static cujit_array *array_of(int row, bool strided_view)
{
    size_t size = cujit_dtype_size(rows[row].dtype), count = 1, bytes;
    ptrdiff_t strides[8], last = 0, step = 3 * (ptrdiff_t)size;
    size_t index[8] = {0};
    unsigned char *data;
    cujit_array *memory;

    for (int k = 0; k < rows[row].ndim; k++)
        count *= rows[row].shape[k];
    for (int k = 0; k < rows[row].ndim; k++) {
        strides[k] = strided_view ? -step : 0;
        last += strided_view && rows[row].shape[k] > 0 ? (ptrdiff_t)(rows[row].shape[k] - 1) * step : 0;
        step *= (ptrdiff_t)rows[row].shape[k];
    }
    bytes = strided_view ? (size_t)last + size : count * size;
    data = memory_of(bytes + 1);
    for (size_t k = 0; k < count; k++) {
        ptrdiff_t at = strided_view ? last : (ptrdiff_t)(k * size);

        for (int axis = 0; strided_view && axis < rows[row].ndim; axis++)
            at += (ptrdiff_t)index[axis] * strides[axis];
        memcpy(data + at, rows[row].pattern + k * size % rows[row].pattern_size, size);
        for (int axis = rows[row].ndim - 1; axis >= 0 && ++index[axis] == rows[row].shape[axis]; axis--)
            index[axis] = 0;
    }
    if (!strided_view || count == 0)
        return upload_shape(context, rows[row].dtype, rows[row].ndim, rows[row].shape, data);
    memory = upload(context, CUJIT_UINT8, bytes, data);
    return view_at(context, rows[row].dtype, rows[row].ndim, rows[row].shape, strides,
                   (char *)cujit_array_data(memory) + last);
}

static void compare(int row, const cujit_array *array)
{
    cujit_print_options options = rows[row].options;
    const char *got = format(array, &options);

    expect(strcmp(got, rows[row].shown) == 0, "row %d: got\n%s\nfor\n%s", row, got, rows[row].shown);
    if (rows[row].represented == NULL)
        return;
    options.repr = 1;
    got = format(array, &options);
    expect(strcmp(got, rows[row].represented) == 0, "row %d: got\n%s\nfor\n%s", row, got, rows[row].represented);
}

TEST(the_table_that_numpy_made)
{
    for (int row = 0; row < COUNT(rows); row++) {
        cujit_array *array = array_of(row, false);

        compare(row, array);
        cujit_array_free(array);
    }
}

TEST(views_of_any_strides)
{
    for (int row = 0; row < COUNT(rows); row++) {
        if (rows[row].ndim > 0)
            compare(row, array_of(row, true));
    }
}

TEST(bfloat16_like_a_type_of_numpy)
{
    static const struct {
        uint16_t bits[3];
        const char *shown;
    } halves[] = {
        {{0x3f80, 0xc020, 0x3e80}, "[ 1.   -2.5   0.25]"},
        {{0x3f80, 0x7fc0, 0xff80}, "[  1.  nan -inf]"},
        {{0x4300, 0x3f80, 0x3dcd}, "[1.28e+02 1.00e+00 1.00e-01]"},
    };

    for (int k = 0; k < COUNT(halves); k++)
        ck_assert_str_eq(format(upload(context, CUJIT_BFLOAT16, 3, halves[k].bits), NULL), halves[k].shown);
    ck_assert_str_eq(format(upload(context, CUJIT_BFLOAT16, 1, halves[0].bits), &(cujit_print_options){.repr = 1}),
                     "array([1.], dtype=bfloat16)");
}

/* A row that is repeated without end costs no more than what is shown of it. */
TEST(only_what_is_shown_is_copied)
{
    const float row[] = {1, 2, 3, 4, 5, 6, 7, 8};
    const size_t shape[] = {(size_t)1 << 40, 8};
    cujit_array *memory = upload(context, CUJIT_FLOAT32, 8, row);
    cujit_array *view = view_at(context, CUJIT_FLOAT32, 2, shape, (const ptrdiff_t[]){0, 4}, cujit_array_data(memory));

    ck_assert_str_eq(format(view, &(cujit_print_options){.edge_items = 1}), "[[1. ... 8.]\n ...\n [1. ... 8.]]");
}

TEST(to_a_file)
{
    const int32_t data[] = {1, -2};
    char text[64] = "";
    FILE *file = fmemopen(text, sizeof text, "w");

    must(cujit_array_print(upload(context, CUJIT_INT32, 2, data), file, NULL, &fault));
    fclose(file);
    ck_assert_str_eq(text, "[ 1 -2]\n");
    file = fopen("/dev/full", "w");
    setvbuf(file, NULL, _IONBF, 0);
    refuse(cujit_array_print(upload(context, CUJIT_INT32, 2, data), file, NULL, &fault), CUJIT_ERROR_IO,
           "cujit_array_print", "written");
    fclose(file);
}

TEST(what_cannot_be_printed)
{
    static const struct {
        cujit_print_options options;
        const char *word;
    } wrong[] = {
        {{.precision = -2}, "precision"},
        {{.precision = 1001}, "precision"},
        {{.mode = (cujit_print_mode)4}, "mode"},
        {{.sign = 'x'}, "sign"},
    };
    const float number = 1;
    cujit_array *array = upload(context, CUJIT_FLOAT32, 1, &number);
    char *text = NULL;
    cujit_dtype pair = register_type(
        context,
        &(cujit_type_spec){.name = "pair", .definition = "struct pair { int a, b; };", .size = 8, .alignment = 4});

    for (int k = 0; k < COUNT(wrong); k++)
        refuse(cujit_array_format(array, &wrong[k].options, &text, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
               "cujit_array_format", wrong[k].word);
    refuse(cujit_array_format(NULL, NULL, &text, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array is NULL");
    refuse(cujit_array_format(array, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "text is NULL");
    refuse(cujit_array_print(array, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "file is NULL");
    refuse(cujit_array_format(zeros(context, pair, 2), NULL, &text, &fault), CUJIT_ERROR_UNSUPPORTED, "pair",
           "registered");
    ck_assert_ptr_null(text);
}
