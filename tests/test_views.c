/*
 * test_views.c: arrays of any shape and strides in one call: NumPy's broadcasting, transposed and reversed views,
 * slices with steps, the index and the coordinates that an operation sees, and what cannot be a view.
 */
#include "tests/property.h"

#include <stdio.h>

CONTEXT_FOR_EACH_CASE

static operand make_field(const char *text)
{
    return operand_of_text(context, "int", text);
}

/* The array's first element in this copy of its memory. */
static int *ints(const operand *of, unsigned char *memory)
{
    return (int *)(memory + of->offset);
}

/* Each element is to be `value` of its place. */
static void expect_places(operand *z, int (*value)(int ndim, const size_t *shape, const size_t *place))
{
    size_t place[MOST_AXES] = {0};

    for (size_t k = 0; k < size_of_shape(z->ndim, z->shape); k++) {
        find_place(k, z->ndim, z->shape, place);
        *(int *)element_at(z, z->wanted, z->ndim, place) = value(z->ndim, z->shape, place);
    }
}

/* ---- Operations -------------------------------------------------------------------------------------------------- */

static const int table[] = {5, 6, 7};

#pragma GCC diagnostic push
/* 64-bit numbers go into ints. */
#pragma GCC diagnostic ignored "-Wconversion"
OPERATION(together, int, int, int, z[i] = 1000 * x[i] + y[i])
OPERATION(count_up, int, int, int, z[i] += 10 * i + n)
OPERATION(number, int, int, int, z[i] = x[i] + 1000 * i)
OPERATION(add_thrice, int, int, int, z[i] = 3 * x[i] + z[i])
OPERATION(add_one, int, int, int, z[i] = x[i] + 1)
OPERATION(gather_too, int, int, int, z[i] = x[i] + x[(i + 1) % n] + table[(i + 1) % 3])
#pragma GCC diagnostic pop

static const char two_arrays[] = "const int *x, int *z", three_arrays[] = "const int *x, const int *y, int *z";

typedef struct case_row {
    const char *x, *y, *z;
} case_row;

/* clang-format off */
static const case_row cases[] = {
    /* NumPy's examples of broadcasting */
    {"4x1", "1x1", "4x1"},                                    {"256x768 256x3 3x1", "3x1", "256x768 256x3 3x1"},
    {"8x6 1x6 6x1 1x1", "7x5 1x5 5x1", "8x210 7x30 6x5 5x1"}, {"5x4 4x1", "1x1", "5x4 4x1"},
    {"5x4 4x1", "4x1", "5x4 4x1"},                            {"15x15 3x5 5x1", "15x5 1x5 5x1", "15x15 3x5 5x1"},
    {"15x15 3x5 5x1", "3x5 5x1", "15x15 3x5 5x1"},            {"15x15 3x5 5x1", "3x1 1x1", "15x15 3x5 5x1"},
    {"4x1 1x1", "3x1", "4x3 3x1"},
    /* of libgpuarray */
    {"1x3 3x1", "2x1 1x1", "2x3 3x1"}, {"50x20 1x20 20x1", "50x20 1x20 20x1", "50x20 1x20 20x1"},
    {"50x20 1x20 20x1", "8x1 1x1", "50x160 8x20 20x1"}, {"3x1 5x3", "3x5 5x1", "3x5 5x1"},
    /* single elements, and none */
    {"", "", ""},                      {"", "1x1 1x1", "1x1 1x1"},        {"", "3x1", "3x1"},
    {"0x1", "1x1", "0x1"},             {"3x0 0x1", "3x1 1x1", "3x0 0x1"}, {"1x1", "1x5", "1x1"},
    /* zero strides, backwards, steps, gaps */
    {"6x0", "6x1", "6x1"},                           {"7x-1", "7x1", "7x1"},
    {"7x-1", "7x2", "7x-3"},                         {"5x7 4x1", "5x4 4x1", "5x4 4x1"},
    {"5x-7 4x-1", "5x4 4x1", "5x-9 4x2"},            {"5x0 4x1", "5x1 4x0", "5x4 4x1"},
    {"33x0 65x1", "33x1 65x0", "33x65 65x1"},        {"33x0 65x1@1", "33x66 65x1@3", "33x68 65x1@1"},
    {"64x0 64x1", "64x1 64x0", "64x64 64x1"},
    /* other orders */
    {"4x1 6x4", "4x6 6x1", "4x6 6x1"}, {"4x1 6x4", "4x1 6x4", "4x1 6x4"}, {"4x6 6x1", "4x6 6x1", "4x1 6x4"},
    {"64x1 64x64", "64x64 64x1", "64x64 64x1"}, {"128x1 96x128", "128x1 96x128", "128x96 96x1"},
    {"63x1 130x63", "63x130 130x1", "63x130 130x1"}, {"130x1 63x130@1", "130x63 63x1@1", "130x64 63x1@1"},
    {"127x1 33x127", "33x1", "127x33 33x1"}, {"127x1 33x127", "127x1 1x1", "127x33 33x1"},
    {"3x4225 65x1 65x65", "3x1 1x1 1x1", "3x4225 65x65 65x1"},
    {"3x1 65x3 65x195", "3x4225 65x65 65x1", "3x4225 65x65 65x1"},
    {"40x1 5x1600 40x40", "40x1 5x1600 40x40", "40x200 5x40 40x1"},
    {"40x1 5x1600 40x40", "40x40 5x1600 40x1", "40x200 5x40 40x1"}, {"64x-1 64x64", "64x64 64x1", "64x64 64x-1"},
    /* odd lengths, one after the other */
    {"2x2 1x1", "2x1 1x1", "2x3 1x1"},                   {"2x4 3x1", "2x3 3x1", "2x5 3x1"},
    {"2x32 31x1", "2x31 31x1", "2x33 31x1"},             {"2x128 127x1", "2x127 127x1", "2x256 127x1"},
    {"3x1000 1000x1", "3x1004 1000x1", "3x1008 1000x1"}, {"3x1003 1003x1", "3x1004 1003x1", "3x1008 1003x1"},
    {"1003x2", "1003x1", "1003x3"},
    /* 16 axes, and 18 */
    {"2x32768 2x16384 2x8192 2x4096 2x2048 2x1024 2x512 2x256 2x128 2x64 2x32 2x16 2x8 2x4 2x2 2x1", "2x1",
     "2x32768 2x16384 2x8192 2x4096 2x2048 2x1024 2x512 2x256 2x128 2x64 2x32 2x16 2x8 2x4 2x2 2x1"},
    {"2x1 2x2 2x4 2x8 2x16 2x32 2x64 2x128 2x256 2x512 2x1024 2x2048 1x1 1x1 1x1 1x1",
     "2x2048 2x1024 2x512 2x256 2x128 2x64 2x32 2x16 2x8 2x4 2x2 2x1 1x1 1x1 1x1 1x1",
     "2x3 2x6 2x12 2x24 2x48 2x96 2x192 2x384 2x768 2x1536 2x3072 2x6144 1x1 1x1 1x1 1x1"},
    {"2x1 2x2 2x4 2x8 2x16 2x32 2x64 2x128 2x256 2x512 2x1024 2x2048 2x4096 2x8192 2x16384 2x32768 2x65536 2x131072",
     "2x0 2x1", "2x3 2x6 2x12 2x24 2x48 2x96 2x192 2x384 2x768 2x1536 2x3072 2x6144 2x12288 2x24576 2x49152 2x98304 "
     "2x196608 2x393216"},
};
/* clang-format on */

TEST_EACH(views_go_together, COUNT(cases))
{
    const case_row *row = &cases[_i];
    cujit_elementwise *kernel = kernel_of(context, three_arrays, together.text);
    operand x = make_field(row->x), y = make_field(row->y), z = make_field(row->z);
    char label[256];

    expect_operation(&together, &x, &y, &z, (chosen){0});
    snprintf(label, sizeof label, "(%.80s) and (%.80s) to (%.80s)", row->x, row->y, row->z);
    for (int turn = 0; turn < 2; turn++) {
        run_kernel(kernel, CUJIT_ARGS(x.array, y.array, z.array));
        check_operand(&z, label);
    }
}

/* ---- The index and the coordinates ------------------------------------------------------------------------------- */

static const char *const numbered[] = {
    "12x1", "7x-2", "4x6 6x1", "4x1 6x4", "3x20 4x5 5x1", "3x1 4x3 5x12", "3x-20 4x5 5x-1", "65x1 64x65", "5x8 1x8 7x1",
};

TEST_EACH(index_counts_in_c_order, COUNT(numbered))
{
    operand z = make_field(numbered[_i]);

    expect_operation(&count_up, &z, &z, &z, (chosen){0});
    run_once(context, "int *z", count_up.text, CUJIT_ARGS(z.array));
    check_operand(&z, numbered[_i]);
}

static int coordinates(int ndim, const size_t *n, const size_t *p)
{
    return (int)(ndim == 1   ? 100 * p[0] + n[0]
                 : ndim == 2 ? 10000 * p[1] + 100 * p[0] + n[1] + 7 * n[0]
                             : 10000 * p[2] + 100 * p[1] + p[0] + 1000000 * n[2]);
}

TEST_EACH(coordinates_are_the_shape_s, COUNT(numbered))
{
    static const char *const operations[] = {"z[i] = 100 * i0 + n0", "z[i] = 10000 * i1 + 100 * i0 + n1 + 7 * n0",
                                             "z[i] = 10000 * i2 + 100 * i1 + i0 + 1000000 * n2"};
    operand z = make_field(numbered[_i]);

    expect_places(&z, coordinates);
    run_once(context, "int *z", operations[z.ndim - 1], CUJIT_ARGS(z.array));
    check_operand(&z, numbered[_i]);
    refuse(cujit_elementwise_run(kernel_of(context, "int *z", "z[i] = i3"), NULL, CUJIT_ARGS(z.array), &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "i3",
           z.ndim == 3   ? "have 3"
           : z.ndim == 2 ? "have 2"
                         : "have 1");
}

/* A kernel that asks for coordinates takes them from the broadcast shape; its pointers may be used in other ways. */
TEST(coordinates_of_a_matrix)
{
    operand row = make_field("7x1"), column = make_field("5x1 1x1"), z = make_field("5x7 7x1");

    for (int k = 0; k < 35; k++)
        ints(&z, z.wanted)[k] = k / 7 == 4
                                    ? k % 7
                                    : ints(&row, row.memory)[k % 7] + 100 * ints(&column, column.memory)[k / 7 + 1];
    run_once(context, "const int *row, const int *column, int *z",
             "if (i0 > 0) z[i - n1] = row[i] + 100 * column[i]; if (i0 == n0 - 1) z[i] = i1",
             CUJIT_ARGS(row.array, column.array, z.array));
    check_operand(&z, "a matrix");
}

TEST(prepared_launches_take_a_shape)
{
    const size_t shape[] = {3, 4, 5}, wrong[] = {3, 4};
    cujit_elementwise *kernel = kernel_of(context, "int *z", "z[i] = 100 * i0 + 10 * i1 + i2 + 1000 * n1");
    cujit_elementwise *line = kernel_of(context, "int *z", "z[i] = i0 * n0");
    cujit_array *z = zeros(context, CUJIT_INT32, 60);
    void *data = cujit_array_data(z), *values[] = {&data};
    const cujit_range range = {10, 60, 7};

    must(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){.ndim = 3, .shape = shape}, 60, values,
                                           &fault));
    expect_each(z, int, got == k / 20 * 100 + k / 5 % 4 * 10 + k % 5 + 4000);
    must(cujit_elementwise_launch_prepared(line, NULL, 60, values, &fault));
    must(cujit_elementwise_launch_prepared(
        kernel, &(cujit_elementwise_options){.ndim = 3, .shape = shape, .range = &range}, 60, values, &fault));
    const int *results = elements_of(z);
    for (int k = 0; k < 60; k++)
        ck_assert_int_eq(results[k],
                         k >= 10 && (k - 10) % 7 == 0 ? k / 20 * 100 + k / 5 % 4 * 10 + k % 5 + 4000 : k * 60);
    refuse(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){.ndim = 3, .shape = shape}, 59,
                                             values, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "60");
    refuse(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){.ndim = 2, .shape = wrong}, 12,
                                             values, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "i2");
    ck_assert_int_eq(cujit_elementwise_launch_prepared(kernel, NULL, 12, values, NULL), CUJIT_ERROR_ARGUMENT_SIZE);
    ck_assert_int_eq(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){.ndim = 33, .shape = shape},
                                                       12, values, NULL),
                     CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){.ndim = -1, .shape = shape},
                                                       12, values, NULL),
                     CUJIT_ERROR_INVALID_ARGUMENT);
}

/* ---- Ranges and slices ------------------------------------------------------------------------------------------- */

TEST(ranges_count_in_c_order)
{
    static const struct {
        cujit_range range;
        bool slice;
        int64_t first; /* of the elements that it has */
        size_t count;
    } ranges[] = {{{0, 20, 1}, false, 0, 20},
                  {{3, 20, 4}, false, 3, 5},
                  {{19, -1, -1}, false, 19, 20},
                  {{18, 2, -5}, false, 18, 4},
                  {{-5, CUJIT_SLICE_END, 2}, true, 15, 3},
                  {{CUJIT_SLICE_END, CUJIT_SLICE_END, -3}, true, 19, 7},
                  {{7, 7, 1}, false, 7, 0},
                  {{7, 8, INT64_MAX}, false, 7, 1}};
    static const char *const layouts[] = {"4x1 5x4", "4x10 5x2", "20x-1", "2x1 2x2 5x4"};
    cujit_elementwise *kernel = kernel_of(context, two_arrays, number.text);

    for (size_t r = 0; r < COUNT(ranges); r++) {
        const cujit_slice slice = {ranges[r].range.start, ranges[r].range.stop, ranges[r].range.step};
        const cujit_elementwise_options options = {.range = ranges[r].slice ? NULL : &ranges[r].range,
                                                   .slice = ranges[r].slice ? &slice : NULL};
        operand x = make_field("1x1"), z = make_field(layouts[r % 4]);

        expect_operation(&number, &x, &x, &z, choose_range(ranges[r].first, slice.step, ranges[r].count));
        must(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(x.array, z.array), &fault));
        check_operand(&z, layouts[r % 4]);
    }
}

TEST(ranges_must_stay_inside)
{
    const cujit_range beyond = {0, 21, 1};
    operand z = make_field("4x1 5x4");

    refuse(cujit_elementwise_run(kernel_of(context, "int *z", "z[i] = i"),
                                 &(cujit_elementwise_options){.range = &beyond}, CUJIT_ARGS(z.array), &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, NULL);
    check_operand(&z, "untouched");
}

/* ---- One memory in several views --------------------------------------------------------------------------------- */

TEST(in_place_on_views)
{
    operand z = make_field("33x80 65x1@1");

    expect_operation(&add_thrice, &z, &z, &z, (chosen){0});
    run_kernel(kernel_of(context, two_arrays, add_thrice.text), CUJIT_ARGS(z.array, z.array));
    check_operand(&z, "in place");
}

/* The first rows of an array, and what lies so many elements behind them. */
static operand rows_of(const operand *of, size_t rows, size_t behind)
{
    operand part = *of;

    part.shape[0] = rows;
    part.offset += behind * sizeof(int);
    part.array = view_at(context, CUJIT_INT32, part.ndim, part.shape, part.strides,
                         (char *)cujit_array_data(of->base) + part.offset);
    return part;
}

/* Even and odd elements of one memory; the halves of a row, of which the last row has no right one. */
TEST(views_beside_each_other)
{
    static const struct {
        const char *layout;
        size_t rows, behind;
    } fields[] = {{"20x128 64x2", 20, 1}, {"20x128 64x1", 19, 64}};
    cujit_elementwise *kernel = kernel_of(context, two_arrays, add_one.text);

    for (size_t k = 0; k < COUNT(fields); k++) {
        operand whole = make_field(fields[k].layout), z = rows_of(&whole, fields[k].rows, 0),
                x = rows_of(&whole, fields[k].rows, fields[k].behind);

        expect_operation(&add_one, &x, &x, &z, (chosen){0});
        run_kernel(kernel, CUJIT_ARGS(x.array, z.array));
        check_operand(&whole, fields[k].layout);
    }
}

/* Of an array that no text mentions only the shape counts; a header's macro may mention any, but for headers that are
 * known to have none. */
TEST(unused_arrays_may_lie_anywhere)
{
    static const char *const preambles[] = {NULL, "#define K 1\n", "#include <cuda_fp16.h>\n",
                                            "#include <cooperative_groups.h>\n"};
    static const char *const layouts[] = {"3x8 4x1", "3x0 4x0", "3x1 4x3", "4x1"};
    enum { SERVED = 3 };

    for (size_t k = 0; k < COUNT(preambles); k++) {
        cujit_elementwise *kernel = kernel_with(context, .arguments = "const int *x, int *z",
                                                .operation = "z[i] = (int)i + 1", .preamble = preambles[k]);

        for (size_t layout = 0; layout < COUNT(layouts); layout++) {
            operand x = make_field(layouts[layout]), z = make_field("3x4 4x1");
            int found[12];
            cujit_status status = cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x.array, z.array), &fault);

            if (k < SERVED) {
                must(status);
                download(z.array, found);
                ck_assert(found[0] == 1 && found[5] == 6 && found[11] == 12);
            }
            ck_assert_int_eq(status, k < SERVED ? CUJIT_OK : CUJIT_ERROR_ARGUMENT_SIZE);
            cujit_error_clear(&fault);
        }
    }
}

/* ---- What cannot be a view --------------------------------------------------------------------------------------- */

TEST(what_cannot_be_a_view_is_said)
{
    static const struct {
        const char *operation, *loop_prep, *x, *words;
    } rows[] = {
        {"z[i] = x[i] + x[(i + 1) % n]", NULL, "3x1 4x3", "argument 1 (x): the array is not in C order"},
        {"z[i] = x[i] + x[(i + 1) % n]", NULL, "3x8 4x1", "argument 1 (x): the array is a view with gaps"},
        {"z[i] = x[i] + x[(i + 1) % n]", NULL, "4x1", "argument 1 (x) has 4 elements, but the arrays together have 12"},
        {"z[i] = x[i] + x[(i + 1) % n]", NULL, "3x8 4x1", "x is used in other ways than as x[i]"},
        {"z[i] = x[(i + 1) % n]", NULL, "3x8 4x1", "\"copy[i] = x[i]\" makes a dense copy"},
        {"z[i] = i > 0 ? x[i] - x[i - 1] : 0", NULL, "3x8 4x1", "x is used as x[i - 1]"},
        {"z[i] = x[i] + more", "int more = 1", "3x8 4x1", "the kernel has a loop_prep"},
        {"z[i] = x[i] + tid", NULL, "3x8 4x1", "the kernel speaks of threads"},
    };

    for (size_t k = 0; k < COUNT(rows); k++) {
        cujit_elementwise *kernel = kernel_with(context, .arguments = "const int *x, int *z",
                                                .operation = rows[k].operation, .loop_prep = rows[k].loop_prep);
        operand x = make_field(rows[k].x), z = make_field("3x4 4x1");

        refuse(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x.array, z.array), &fault), CUJIT_ERROR_ARGUMENT_SIZE,
               rows[k].words);
        check_operand(&z, "untouched");
        must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(z.array, z.array), &fault));
    }
}

TEST(coordinates_have_no_threads)
{
    static const cujit_elementwise_spec specs[] = {
        {.arguments = "int *z", .operation = "z[i] =\n  i0", .loop_prep = "int k = 0"},
        {.arguments = "int *z", .operation = "z[i] =\n  n1", .after_loop = "int k = 0"},
        {.arguments = "int *z", .operation = "z[i] =\n  i15 + tid"},
        {.arguments = "int *z", .operation = "z[i] =\n  i2; __syncthreads()"},
    };

    for (size_t k = 0; k < COUNT(specs); k++) {
        cujit_elementwise *kernel = NULL;

        refuse_at(cujit_elementwise_create(context, &specs[k], &kernel, &fault), CUJIT_ERROR_SNIPPET, "operation", 2, 3,
                  "cannot stand together with");
    }
    /* Names of the user's own are no coordinates. */
    for (int k = 0; k < 2; k++) {
        cujit_elementwise *kernel = kernel_with(context, .arguments = k == 0 ? "int i0, int *z" : "int *z",
                                                .operation = k == 0 ? "z[i] = i0 + k" : "int i0 = 3; z[i] = i0 + k",
                                                .loop_prep = "int k = 0");

        cujit_elementwise_free(kernel);
    }
}

/* A pointer that is used with other indices, beside a view in another order. */
TEST(pointers_beside_views)
{
    operand x = make_field("3x4 4x1"), z = make_field("3x1 4x3");

    expect_operation(&gather_too, &x, &x, &z, (chosen){0});
    run_once(context, "const int *x, const int *table, int *z", gather_too.text,
             CUJIT_ARGS(x.array, upload(context, CUJIT_INT32, 3, table), z.array));
    check_operand(&z, "pointers beside views");
}

/* Of an array that is used as &z[i] only, elements have numbers: those in C order, not those of the others' memory. */
TEST(addresses_beside_another_order)
{
    operand x = make_field("3x1 4x3"), z = make_field("3x4 4x1");

    expect_operation(&add_one, &x, &x, &z, (chosen){0});
    run_once(context, two_arrays, "int *to = &z[i]; *to = x[i] + 1", CUJIT_ARGS(x.array, z.array));
    check_operand(&z, "addresses beside another order");
}

/* Memory without a shape is one axis. */
TEST(buffers_and_pointers_are_lists)
{
    const int row[] = {1, 2, 3, 4};
    int back[4] = {0};
    operand z = make_field("3x1 4x3"), line = make_field("4x-2"), list = make_field("4x1");

    for (int k = 0; k < 12; k++)
        ints(&z, z.wanted)[k / 4 + k % 4 * 3] = row[k % 4] + 1;
    run_once(context, two_arrays, add_one.text, CUJIT_ARGS(CUJIT_IN(row, sizeof row), z.array));
    check_operand(&z, "a buffer as a row");
    run_once(context, two_arrays, "z[i] = x[i]", CUJIT_ARGS(line.array, CUJIT_OUT(back, sizeof back)));
    for (int k = 0; k < 4; k++)
        ck_assert_int_eq(back[k], ints(&line, line.memory)[-2 * k]);
    expect_operation(&add_one, &list, &list, &z, (chosen){0});
    run_once(context, two_arrays, add_one.text,
             CUJIT_ARGS(CUJIT_POINTER((int *)cujit_array_data(list.array), CUJIT_INT32, 4), z.array));
    check_operand(&z, "a pointer as a row");
}
