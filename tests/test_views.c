/*
 * test_views.c: arrays of any shape and strides in one call: NumPy's broadcasting, transposed and reversed views,
 * slices with steps, the index and the coordinates that an operation sees, and what cannot be a view.
 */
#include "tests/kernels.h"

#include <stdio.h>

enum { MAX_NDIM = 17 };

CONTEXT_FOR_EACH_CASE

/* ---- Arrays with guards around them ------------------------------------------------------------------------------ */

enum { GUARD = 16 }; /* elements */

/* Memory of ints, and a view into it. */
typedef struct field {
    int ndim;
    size_t shape[MAX_NDIM], count; /* elements of the memory, guards included */
    ptrdiff_t strides[MAX_NDIM];   /* elements */
    size_t first;                  /* where index 0, 0, ... lies */
    int *memory;
    void *device;
    cujit_array *array;
} field;

/* "4x-6 3x1@2": 4 elements 6 apart backwards, 3 one apart, two elements from the beginning. "" is a single element. */
static field make_field(const char *text)
{
    field out = {.first = GUARD};
    ptrdiff_t bytes[MAX_NDIM];
    size_t last = 0;
    int used;

    for (; *text != '\0' && *text != '@'; text += used) {
        ck_assert_int_eq(sscanf(text, " %zux%td %n", &out.shape[out.ndim], &out.strides[out.ndim], &used), 2);
        bytes[out.ndim] = out.strides[out.ndim] * (ptrdiff_t)sizeof(int);
        if (out.shape[out.ndim] > 0 && out.strides[out.ndim] < 0)
            out.first += (out.shape[out.ndim] - 1) * (size_t)-out.strides[out.ndim];
        else if (out.shape[out.ndim] > 0)
            last += (out.shape[out.ndim] - 1) * (size_t)out.strides[out.ndim];
        out.ndim++;
    }
    if (*text == '@')
        out.first += (size_t)atoi(text + 1);
    out.count = out.first + last + 1 + GUARD;
    out.memory = must_malloc(out.count * sizeof(int));
    for (size_t k = 0; k < out.count; k++)
        out.memory[k] = (int)(k * 7 % 1009);
    must(cujit_memory_alloc(context, out.count * sizeof(int), &out.device, &fault));
    must(cujit_memory_to_device(context, out.device, out.memory, out.count * sizeof(int), &fault));
    out.array = view_at(context, CUJIT_INT32, out.ndim, out.shape, bytes, (int *)out.device + out.first);
    return out;
}

static void free_field(field *of)
{
    cujit_array_free(of->array);
    cujit_memory_free(context, of->device);
    free(of->memory);
}

/* Where the element of `place` (of the broadcast shape) lies. */
static size_t locate(const field *of, int ndim, const size_t *place)
{
    ptrdiff_t at = (ptrdiff_t)of->first;

    for (int k = 0; k < of->ndim; k++)
        at += of->shape[k] == 1 ? 0 : (ptrdiff_t)place[k + ndim - of->ndim] * of->strides[k];
    return (size_t)at;
}

static void find_place(long long number, int ndim, const size_t *shape, size_t *place)
{
    for (int k = ndim - 1; k >= 0; k--) {
        place[k] = (size_t)number % shape[k];
        number /= (long long)shape[k];
    }
}

/* The device's memory, guards and gaps included, must be `expected`. */
static void check_memory(const field *of, const int *expected, const char *label)
{
    int *result = memory_of(of->count * sizeof(int));

    must(cujit_memory_to_host(context, result, of->device, of->count * sizeof(int), &fault));
    for (size_t k = 0; k < of->count; k++)
        expect(result[k] == expected[k], "%s: element %zu is %d and should be %d", label, k, result[k], expected[k]);
}

static int *copy_memory(const field *of)
{
    int *copy = must_malloc(of->count * sizeof(int));

    memcpy(copy, of->memory, of->count * sizeof(int));
    return copy;
}

static long long size_of(const field *of)
{
    long long size = 1;

    for (int k = 0; k < of->ndim; k++)
        size *= (long long)of->shape[k];
    return size;
}

/* ---- z = 1000 * x + y -------------------------------------------------------------------------------------------- */

typedef struct case_row {
    const char *x, *y, *z;
} case_row;

static const case_row cases[] = {
    /* NumPy's examples of broadcasting */
    {"4x1", "1x1", "4x1"},
    {"256x768 256x3 3x1", "3x1", "256x768 256x3 3x1"},
    {"8x6 1x6 6x1 1x1", "7x5 1x5 5x1", "8x210 7x30 6x5 5x1"},
    {"5x4 4x1", "1x1", "5x4 4x1"},
    {"5x4 4x1", "4x1", "5x4 4x1"},
    {"15x15 3x5 5x1", "15x5 1x5 5x1", "15x15 3x5 5x1"},
    {"15x15 3x5 5x1", "3x5 5x1", "15x15 3x5 5x1"},
    {"15x15 3x5 5x1", "3x1 1x1", "15x15 3x5 5x1"},
    {"4x1 1x1", "3x1", "4x3 3x1"},
    /* of libgpuarray */
    {"1x3 3x1", "2x1 1x1", "2x3 3x1"},
    {"50x20 1x20 20x1", "50x20 1x20 20x1", "50x20 1x20 20x1"},
    {"50x20 1x20 20x1", "8x1 1x1", "50x160 8x20 20x1"},
    {"3x1 5x3", "3x5 5x1", "3x5 5x1"},
    /* single elements, and none */
    {"", "", ""},
    {"", "1x1 1x1", "1x1 1x1"},
    {"", "3x1", "3x1"},
    {"0x1", "1x1", "0x1"},
    {"3x0 0x1", "3x1 1x1", "3x0 0x1"},
    {"1x1", "1x5", "1x1"},
    /* zero strides, backwards, steps, gaps */
    {"6x0", "6x1", "6x1"},
    {"7x-1", "7x1", "7x1"},
    {"7x-1", "7x2", "7x-3"},
    {"5x7 4x1", "5x4 4x1", "5x4 4x1"},
    {"5x-7 4x-1", "5x4 4x1", "5x-9 4x2"},
    {"5x0 4x1", "5x1 4x0", "5x4 4x1"},
    {"33x0 65x1", "33x1 65x0", "33x65 65x1"},
    {"33x0 65x1@1", "33x66 65x1@3", "33x68 65x1@1"},
    {"64x0 64x1", "64x1 64x0", "64x64 64x1"},
    /* other orders */
    {"4x1 6x4", "4x6 6x1", "4x6 6x1"},
    {"4x1 6x4", "4x1 6x4", "4x1 6x4"},
    {"4x6 6x1", "4x6 6x1", "4x1 6x4"},
    {"64x1 64x64", "64x64 64x1", "64x64 64x1"},
    {"128x1 96x128", "128x1 96x128", "128x96 96x1"},
    {"63x1 130x63", "63x130 130x1", "63x130 130x1"},
    {"130x1 63x130@1", "130x63 63x1@1", "130x64 63x1@1"},
    {"127x1 33x127", "33x1", "127x33 33x1"},
    {"127x1 33x127", "127x1 1x1", "127x33 33x1"},
    {"3x4225 65x1 65x65", "3x1 1x1 1x1", "3x4225 65x65 65x1"},
    {"3x1 65x3 65x195", "3x4225 65x65 65x1", "3x4225 65x65 65x1"},
    {"40x1 5x1600 40x40", "40x1 5x1600 40x40", "40x200 5x40 40x1"},
    {"40x1 5x1600 40x40", "40x40 5x1600 40x1", "40x200 5x40 40x1"},
    {"64x-1 64x64", "64x64 64x1", "64x64 64x-1"},
    /* odd lengths, one after the other */
    {"2x2 1x1", "2x1 1x1", "2x3 1x1"},
    {"2x4 3x1", "2x3 3x1", "2x5 3x1"},
    {"2x32 31x1", "2x31 31x1", "2x33 31x1"},
    {"2x128 127x1", "2x127 127x1", "2x256 127x1"},
    {"3x1000 1000x1", "3x1004 1000x1", "3x1008 1000x1"},
    {"3x1003 1003x1", "3x1004 1003x1", "3x1008 1003x1"},
    {"1003x2", "1003x1", "1003x3"},
    /* 16 axes */
    {"2x32768 2x16384 2x8192 2x4096 2x2048 2x1024 2x512 2x256 2x128 2x64 2x32 2x16 2x8 2x4 2x2 2x1", "2x1",
     "2x32768 2x16384 2x8192 2x4096 2x2048 2x1024 2x512 2x256 2x128 2x64 2x32 2x16 2x8 2x4 2x2 2x1"},
    {"2x1 2x2 2x4 2x8 2x16 2x32 2x64 2x128 2x256 2x512 2x1024 2x2048 1x1 1x1 1x1 1x1",
     "2x2048 2x1024 2x512 2x256 2x128 2x64 2x32 2x16 2x8 2x4 2x2 2x1 1x1 1x1 1x1 1x1",
     "2x3 2x6 2x12 2x24 2x48 2x96 2x192 2x384 2x768 2x1536 2x3072 2x6144 1x1 1x1 1x1 1x1"},
};

static const char add[] = "const int *x, const int *y, int *z";

TEST_EACH(views_go_together, COUNT(cases))
{
    const case_row *row = &cases[_i];
    cujit_elementwise *kernel = make_kernel(
        context, &(cujit_elementwise_spec){.arguments = add, .operation = "z[i] = 1000 * x[i] + y[i]"});
    field x = make_field(row->x), y = make_field(row->y), z = make_field(row->z);
    int *expected = copy_memory(&z);
    char label[256];

    for (long long k = 0; k < size_of(&z); k++) {
        size_t place[MAX_NDIM];

        find_place(k, z.ndim, z.shape, place);
        expected[locate(&z, z.ndim, place)] = 1000 * x.memory[locate(&x, z.ndim, place)] +
                                              y.memory[locate(&y, z.ndim, place)];
    }
    snprintf(label, sizeof label, "(%.80s) and (%.80s) to (%.80s)", row->x, row->y, row->z);
    run_kernel(kernel, CUJIT_ARGS(x.array, y.array, z.array));
    check_memory(&z, expected, label);
    run_kernel(kernel, CUJIT_ARGS(x.array, y.array, z.array));
    check_memory(&z, expected, label);
    free(expected);
    free_field(&x);
    free_field(&y);
    free_field(&z);
}

/* ---- The index and the coordinates ------------------------------------------------------------------------------- */

static const char *const numbered[] = {
    "12x1", "7x-2", "4x6 6x1", "4x1 6x4", "3x20 4x5 5x1", "3x1 4x3 5x12", "3x-20 4x5 5x-1", "65x1 64x65", "5x8 1x8 7x1",
};

TEST_EACH(index_counts_in_c_order, COUNT(numbered))
{
    field z = make_field(numbered[_i]);
    int *expected = copy_memory(&z);

    for (long long k = 0; k < size_of(&z); k++) {
        size_t place[MAX_NDIM];

        find_place(k, z.ndim, z.shape, place);
        expected[locate(&z, z.ndim, place)] += (int)(10 * k + size_of(&z));
    }
    run_once(context, "int *z", "z[i] += 10 * i + n", CUJIT_ARGS(z.array));
    check_memory(&z, expected, numbered[_i]);
    free(expected);
    free_field(&z);
}

TEST_EACH(coordinates_are_the_shape_s, COUNT(numbered))
{
    static const char *const operations[] = {"z[i] = 100 * i0 + n0", "z[i] = 10000 * i1 + 100 * i0 + n1 + 7 * n0",
                                             "z[i] = 10000 * i2 + 100 * i1 + i0 + 1000000 * n2"};
    field z = make_field(numbered[_i]);
    int *expected = copy_memory(&z);
    cujit_elementwise *kernel;

    for (long long k = 0; k < size_of(&z); k++) {
        size_t p[MAX_NDIM] = {0}, *n = z.shape;

        find_place(k, z.ndim, z.shape, p);
        expected[locate(&z, z.ndim, p)] = (int)(z.ndim == 1   ? 100 * p[0] + n[0]
                                                : z.ndim == 2 ? 10000 * p[1] + 100 * p[0] + n[1] + 7 * n[0]
                                                              : 10000 * p[2] + 100 * p[1] + p[0] + 1000000 * n[2]);
    }
    kernel = make_kernel(context,
                         &(cujit_elementwise_spec){.arguments = "int *z", .operation = operations[z.ndim - 1]});
    run_kernel(kernel, CUJIT_ARGS(z.array));
    check_memory(&z, expected, numbered[_i]);
    cujit_elementwise_free(kernel);
    kernel = make_kernel(context, &(cujit_elementwise_spec){.arguments = "int *z", .operation = "z[i] = i3"});
    ck_assert_int_eq(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(z.array), &fault), CUJIT_ERROR_ARGUMENT_SIZE);
    ck_assert_ptr_nonnull(strstr(fault.message, "i3"));
    ck_assert_ptr_nonnull(strstr(fault.message, z.ndim == 3 ? "have 3" : z.ndim == 2 ? "have 2" : "have 1"));
    cujit_elementwise_free(kernel);
    free(expected);
    free_field(&z);
}

/* A kernel that asks for coordinates takes them from the broadcast shape; its pointers may be used in other ways. */
TEST(coordinates_of_a_matrix)
{
    const size_t shape[] = {5, 7};
    field row = make_field("7x1"), column = make_field("5x1 1x1");
    cujit_array *z = NULL;
    int results[5][7];

    z = zeros_shape(context, CUJIT_INT32, 2, shape);
    run_once(context, "const int *row, const int *column, int *z",
             "if (i0 > 0) z[i - n1] = row[i] + 100 * column[i]; if (i0 == n0 - 1) z[i] = i1",
             CUJIT_ARGS(row.array, column.array, z));
    download(z, results);
    for (int k = 0; k < 35; k++)
        ck_assert_int_eq(results[k / 7][k % 7],
                         k / 7 == 4 ? k % 7 : row.memory[GUARD + k % 7] + 100 * column.memory[GUARD + k / 7 + 1]);
    cujit_array_free(z);
    free_field(&row);
    free_field(&column);
}

TEST(prepared_launches_take_a_shape)
{
    const size_t shape[] = {3, 4, 5}, wrong[] = {3, 4};
    cujit_elementwise *kernel = make_kernel(
        context,
        &(cujit_elementwise_spec){.arguments = "int *z", .operation = "z[i] = 100 * i0 + 10 * i1 + i2 + 1000 * n1"});
    cujit_elementwise *line = make_kernel(
        context, &(cujit_elementwise_spec){.arguments = "int *z", .operation = "z[i] = i0 * n0"});
    cujit_array *z = zeros(context, CUJIT_INT32, 60);
    void *data = cujit_array_data(z), *values[] = {&data};
    const cujit_range range = {10, 60, 7};
    int results[60];

    must(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){.ndim = 3, .shape = shape}, 60, values,
                                           &fault));
    download(z, results);
    for (int k = 0; k < 60; k++)
        ck_assert_int_eq(results[k], k / 20 * 100 + k / 5 % 4 * 10 + k % 5 + 4000);
    must(cujit_elementwise_launch_prepared(line, NULL, 60, values, &fault));
    must(cujit_elementwise_launch_prepared(
        kernel, &(cujit_elementwise_options){.ndim = 3, .shape = shape, .range = &range}, 60, values, &fault));
    download(z, results);
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
    ck_assert_int_eq(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){.ndim = 17, .shape = shape},
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
    } ranges[] = {{{0, 20, 1}, false},
                  {{3, 20, 4}, false},
                  {{19, -1, -1}, false},
                  {{18, 2, -5}, false},
                  {{-5, CUJIT_SLICE_END, 2}, true},
                  {{CUJIT_SLICE_END, CUJIT_SLICE_END, -3}, true},
                  {{7, 7, 1}, false},
                  {{7, 8, INT64_MAX}, false}};
    static const char *const layouts[] = {"4x1 5x4", "4x10 5x2", "20x-1", "2x1 2x2 5x4"};
    cujit_elementwise *kernel = make_kernel(
        context, &(cujit_elementwise_spec){.arguments = "const int *x, int *z", .operation = "z[i] = x[i] + 1000 * i"});

    for (size_t r = 0; r < COUNT(ranges); r++) {
        const cujit_slice slice = {ranges[r].range.start, ranges[r].range.stop, ranges[r].range.step};
        const cujit_elementwise_options options = {.range = ranges[r].slice ? NULL : &ranges[r].range,
                                                   .slice = ranges[r].slice ? &slice : NULL};
        field x = make_field("1x1"), z = make_field(layouts[r % 4]);
        int *expected = copy_memory(&z);

        for (long long k = 0; k < 20; k++) {
            long long start = slice.start == -5 ? 15 : slice.start == CUJIT_SLICE_END ? 19 : slice.start;
            long long stop = slice.stop == CUJIT_SLICE_END ? (slice.step < 0 ? -1 : 20) : slice.stop;
            bool in = slice.step > 0 ? k >= start && k < stop : k <= start && k > stop;
            size_t place[MAX_NDIM];

            find_place(k, z.ndim, z.shape, place);
            if (in && (k - start) % slice.step == 0)
                expected[locate(&z, z.ndim, place)] = x.memory[x.first] + 1000 * (int)k;
        }
        must(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(x.array, z.array), &fault));
        check_memory(&z, expected, layouts[r % 4]);
        free(expected);
        free_field(&x);
        free_field(&z);
    }
}

TEST(ranges_must_stay_inside)
{
    const cujit_range beyond = {0, 21, 1};
    field z = make_field("4x1 5x4");
    cujit_elementwise *kernel = make_kernel(context,
                                            &(cujit_elementwise_spec){.arguments = "int *z", .operation = "z[i] = i"});

    refuse(cujit_elementwise_run(kernel, &(cujit_elementwise_options){.range = &beyond}, CUJIT_ARGS(z.array), &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, NULL);
    check_memory(&z, z.memory, "untouched");
    free_field(&z);
}

/* ---- One memory in several views --------------------------------------------------------------------------------- */

/* A second view over the memory of another. */
static cujit_array *also(const field *of, int ndim, const size_t *shape, const ptrdiff_t *bytes, ptrdiff_t offset)
{
    cujit_array *array = NULL;

    array = view_at(context, CUJIT_INT32, ndim, shape, bytes, (int *)of->device + (ptrdiff_t)of->first + offset);
    return array;
}

TEST(in_place_on_views)
{
    field z = make_field("33x80 65x1@1");
    int *expected = copy_memory(&z);
    cujit_elementwise *kernel = make_kernel(
        context, &(cujit_elementwise_spec){.arguments = "const int *x, int *z", .operation = "z[i] = 3 * x[i] + z[i]"});

    for (size_t k = 0; k < 33 * 65; k++)
        expected[z.first + k / 65 * 80 + k % 65] *= 4;
    run_kernel(kernel, CUJIT_ARGS(z.array, z.array));
    check_memory(&z, expected, "in place");
    free(expected);
    free_field(&z);
}

/* Even and odd elements of one memory; the halves of a row; rows that lie between each other's. */
TEST(views_beside_each_other)
{
    const size_t shape[] = {20, 64};
    const ptrdiff_t bytes[] = {4 * 128, 4 * 2}, halves[] = {4 * 128, 4};
    field z = make_field("20x128 64x2"), h = make_field("20x128 64x1");
    cujit_array *odd = also(&z, 2, shape, bytes, 1), *right = also(&h, 2, shape, halves, 64);
    int *expected = copy_memory(&z), *h_expected = copy_memory(&h);
    cujit_elementwise *kernel = make_kernel(
        context, &(cujit_elementwise_spec){.arguments = "const int *x, int *z", .operation = "z[i] = x[i] + 1"});

    /* The memory of h ends with its last left half: one row less on the right. */
    const size_t fewer[] = {19, 64};
    cujit_array *left = also(&h, 2, fewer, halves, 0), *right_fewer = also(&h, 2, fewer, halves, 64);

    for (size_t k = 0; k < 19 * 64; k++)
        h_expected[h.first + k / 64 * 128 + k % 64] = h.memory[h.first + k / 64 * 128 + k % 64 + 64] + 1;
    for (size_t k = 0; k < 20 * 64; k++)
        expected[z.first + k / 64 * 128 + k % 64 * 2] = z.memory[z.first + k / 64 * 128 + k % 64 * 2 + 1] + 1;
    run_kernel(kernel, CUJIT_ARGS(odd, z.array));
    check_memory(&z, expected, "even from odd");
    run_kernel(kernel, CUJIT_ARGS(right_fewer, left));
    check_memory(&h, h_expected, "left from right");
    cujit_array_free(odd);
    cujit_array_free(right);
    cujit_array_free(left);
    cujit_array_free(right_fewer);
    free(expected);
    free(h_expected);
    free_field(&z);
    free_field(&h);
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
        cujit_elementwise *kernel = make_kernel(context, &(cujit_elementwise_spec){.arguments = "const int *x, int *z",
                                                                                   .operation = "z[i] = (int)i + 1",
                                                                                   .preamble = preambles[k]});

        for (size_t layout = 0; layout < COUNT(layouts); layout++) {
            field x = make_field(layouts[layout]), z = make_field("3x4 4x1");
            int found[12];
            cujit_status status = cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x.array, z.array), &fault);

            if (k < SERVED) {
                must(status);
                download(z.array, found);
                ck_assert(found[0] == 1 && found[5] == 6 && found[11] == 12);
            }
            ck_assert_int_eq(status, k < SERVED ? CUJIT_OK : CUJIT_ERROR_ARGUMENT_SIZE);
            cujit_error_clear(&fault);
            free_field(&x);
            free_field(&z);
        }
        cujit_elementwise_free(kernel);
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
        cujit_elementwise *kernel = make_kernel(context, &(cujit_elementwise_spec){.arguments = "const int *x, int *z",
                                                                                   .operation = rows[k].operation,
                                                                                   .loop_prep = rows[k].loop_prep});
        field x = make_field(rows[k].x), z = make_field("3x4 4x1");

        refuse(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x.array, z.array), &fault), CUJIT_ERROR_ARGUMENT_SIZE,
               rows[k].words);
        check_memory(&z, z.memory, "untouched");
        must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(z.array, z.array), &fault));
        free_field(&x);
        free_field(&z);
        cujit_elementwise_free(kernel);
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

        ck_assert_int_eq(cujit_elementwise_create(context, &specs[k], &kernel, &fault), CUJIT_ERROR_SNIPPET);
        ck_assert_str_eq(fault.part, "operation");
        ck_assert_int_eq(fault.line, 2);
        ck_assert_int_eq(fault.column, 3);
        ck_assert_ptr_nonnull(strstr(fault.message, "cannot stand together with"));
        cujit_error_clear(&fault);
    }
    /* Names of the user's own are no coordinates. */
    for (int k = 0; k < 2; k++) {
        cujit_elementwise *kernel = make_kernel(
            context, &(cujit_elementwise_spec){.arguments = k == 0 ? "int i0, int *z" : "int *z",
                                               .operation = k == 0 ? "z[i] = i0 + k" : "int i0 = 3; z[i] = i0 + k",
                                               .loop_prep = "int k = 0"});

        cujit_elementwise_free(kernel);
    }
}

/* A pointer that is used with other indices, beside a view in another order. */
TEST(pointers_beside_views)
{
    const int table[] = {5, 6, 7};
    field x = make_field("12x1"), z = make_field("3x1 4x3");
    cujit_array *gathered = upload(context, CUJIT_INT32, 3, table);
    cujit_array *c_order = NULL;
    int *expected = copy_memory(&z);
    const size_t shape[] = {3, 4};

    c_order = view_at(context, CUJIT_INT32, 2, shape, NULL, (int *)x.device + x.first);
    for (size_t k = 0; k < 12; k++)
        expected[z.first + k / 4 + k % 4 * 3] = x.memory[x.first + k] + x.memory[x.first + (k + 1) % 12] +
                                                table[(k + 1) % 3];
    run_once(context, "const int *x, const int *table, int *z", "z[i] = x[i] + x[(i + 1) % n] + table[(i + 1) % 3]",
             CUJIT_ARGS(c_order, gathered, z.array));
    check_memory(&z, expected, "pointers beside views");
    cujit_array_free(gathered);
    cujit_array_free(c_order);
    free(expected);
    free_field(&x);
    free_field(&z);
}

/* Memory without a shape is one axis. */
TEST(buffers_and_pointers_are_lists)
{
    const int row[] = {1, 2, 3, 4};
    int back[4] = {0};
    field z = make_field("3x1 4x3"), line = make_field("4x-2");
    int *expected = copy_memory(&z);

    for (size_t k = 0; k < 12; k++)
        expected[z.first + k / 4 + k % 4 * 3] = row[k % 4] + 10;
    run_once(context, "const int *x, int *z", "z[i] = x[i] + 10", CUJIT_ARGS(CUJIT_IN(row, sizeof row), z.array));
    check_memory(&z, expected, "a buffer as a row");
    run_once(context, "const int *x, int *z", "z[i] = x[i]", CUJIT_ARGS(line.array, CUJIT_OUT(back, sizeof back)));
    for (int k = 0; k < 4; k++)
        ck_assert_int_eq(back[k], line.memory[line.first - 2 * (size_t)k]);
    run_once(context, "const int *x, int *z", "z[i] = x[i] + 10",
             CUJIT_ARGS(CUJIT_POINTER((int *)line.device, CUJIT_INT32, 4), z.array));
    for (size_t k = 0; k < 12; k++)
        expected[z.first + k / 4 + k % 4 * 3] = line.memory[k % 4] + 10;
    check_memory(&z, expected, "a pointer as a row");
    free(expected);
    free_field(&z);
    free_field(&line);
}
