/*
 * test_rows.c: kernels of rows as programs use them: values of many lengths and types against long double, names and
 * shapes of arguments, and everything that can be wrong. On every device.
 */
#include "tests/numbers.h"
#include "tests/property.h"

#include <stdio.h>

CONTEXT_FOR_EACH_CASE

static const cujit_rows_stage softmax[] = {
    {.name = "top", .neutral = "-INFINITY", .reduce = "fmaxf(a, b)", .map = "x[i]"},
    {.name = "sum", .neutral = "0", .reduce = "a + b", .map = "expf((float)x[i] - top)"},
};
static const cujit_rows_stage wide_softmax[] = {
    {.name = "top", .neutral = "-INFINITY", .reduce = "fmax(a, b)", .map = "x[i]"},
    {.name = "sum", .neutral = "0", .reduce = "a + b", .map = "exp(x[i] - top)"},
};
static const cujit_rows_stage sum_of_x[] = {{.name = "sum", .neutral = "0", .reduce = "a + b"}};

#define STAGES(all) .stages = all, .stage_count = COUNT(all)

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static const size_t lengths[] = {1,    2,    3,    31,   32,   33,    127,   128,   129,   255,
                                 1000, 1024, 4095, 4096, 4097, 16384, 65536, 70000, 200001};

static const struct {
    const char *spelling;
    cujit_dtype dtype;
} real_types[] = {
    {"float", CUJIT_FLOAT32},
    {"half", CUJIT_FLOAT16},
    {"__nv_bfloat16", CUJIT_BFLOAT16},
    {"double", CUJIT_FLOAT64},
};

static cujit_rows *make_softmax(int type)
{
    const bool wide = real_types[type].dtype == CUJIT_FLOAT64;
    char arguments[100];

    snprintf(arguments, sizeof arguments, "const %s *x, %s *z", real_types[type].spelling, real_types[type].spelling);
    return rows_with(context, .arguments = arguments, .stages = wide ? wide_softmax : softmax, .stage_count = 2,
                     .operation = wide ? "z[i] = exp(x[i] - top) / sum" : "z[i] = expf((float)x[i] - top) / sum");
}

/* Rows of one after the other. */
static void check_softmax(cujit_dtype dtype, const void *x, const void *z, size_t rows, size_t length,
                          const char *label)
{
    const long double working = fminl(epsilon_of(dtype), epsilon_of(CUJIT_FLOAT32));
    const long double allowed = (0.51L * epsilon_of(dtype) + 40 * working);

    for (size_t row = 0; row < rows; row++) {
        long double top = -INFINITY, sum = 0;

        for (size_t j = 0; j < length; j++)
            top = fmaxl(top, number_at(dtype, x, row * length + j).re);
        for (size_t j = 0; j < length; j++)
            sum += expl(number_at(dtype, x, row * length + j).re - top);
        for (size_t j = 0; j < length; j++) {
            const long double wanted = expl(number_at(dtype, x, row * length + j).re - top) / sum;
            const long double got = number_at(dtype, z, row * length + j).re;
            /* The smallest halves have a distance of their own. */
            const long double least = dtype == CUJIT_FLOAT16 ? 0x1p-25L : 0;

            expect(fabsl(got - wanted) <= allowed * wanted + least, "%s: row %zu of %zu, element %zu: got %Lg, not %Lg",
                   label, row, length, j, got, wanted);
        }
    }
}

TEST_EACH(softmax_of_every_length, COUNT(real_types))
{
    const cujit_dtype dtype = real_types[_i].dtype;
    const size_t size = cujit_dtype_size(dtype);
    cujit_rows *rows = make_softmax(_i);

    for (int k = 0; k < COUNT(lengths); k++) {
        const size_t count = lengths[k] > 10000 ? 2 : 5, shape[] = {count, lengths[k]};
        unsigned char *data = must_malloc(count * lengths[k] * size);
        cujit_array *x, *z = zeros_shape(context, dtype, 2, shape);

        fill_random(dtype, data, count * lengths[k], (uint64_t)k);
        x = upload_shape(context, dtype, 2, shape, data);
        run_rows(rows, NULL, CUJIT_ARGS(x, z));
        check_softmax(dtype, data, elements_of(z), count, lengths[k], "dense");
        run_rows(rows, NULL, CUJIT_ARGS(x, x)); /* in place */
        check_softmax(dtype, data, elements_of(x), count, lengths[k], "in place");
        cujit_array_free(x);
        cujit_array_free(z);
        free(data);
    }
}

/* As if all arrays were dense and aligned: their elements are. */
TEST_EACH(softmax_wherever_rows_begin, 16)
{
    static const size_t odd[] = {40, 1000, 1001, 4097, 9000};
    const size_t x_at = (size_t)_i % 4, z_at = (size_t)_i / 4;
    cujit_rows *rows = make_softmax(_i % 2);
    const cujit_dtype dtype = real_types[_i % 2].dtype;
    const size_t size = cujit_dtype_size(dtype);

    for (int k = 0; k < COUNT(odd); k++) {
        const size_t n = 3 * odd[k], shape[] = {3, odd[k]};
        unsigned char *data = memory_of((n + 4) * size);
        cujit_array *x, *z = zeros(context, dtype, n + 4), *from, *to;
        const unsigned char *got;

        fill_random(dtype, data, n + 4, (uint64_t)k);
        x = upload(context, dtype, n + 4, data);
        from = view_at(context, dtype, 2, shape, NULL, (char *)cujit_array_data(x) + x_at * size);
        to = view_at(context, dtype, 2, shape, NULL, (char *)cujit_array_data(z) + z_at * size);
        run_rows(rows, NULL, CUJIT_ARGS(from, to));
        got = elements_of(z);
        check_softmax(dtype, data + x_at * size, got + z_at * size, 3, odd[k], "shifted");
        for (size_t b = 0; b < (n + 4) * size; b++)
            expect(got[b] == 0 || (b >= z_at * size && b < (z_at + n) * size), "byte %zu outside of z was written", b);
    }
}

/* Rounding errors that all go one way: sums in one long chain would be off by thousands of them. */
TEST_EACH(sums_keep_their_digits, 3)
{
    static const size_t shapes[3][2] = {{1, 1 << 20}, {4, 1 << 18}, {50, 20001}};
    const size_t rows = shapes[_i][0], length = shapes[_i][1];
    cujit_rows *kernel = rows_with(context, .arguments = "const float *x, float *z, float *sums", STAGES(sum_of_x),
                                   .operation = "z[i] = x[i] / sum", .finish = "sums[row] = sum");
    cujit_array *x = zeros_shape(context, CUJIT_FLOAT32, 2, shapes[_i]),
                *z = zeros_shape(context, CUJIT_FLOAT32, 2, shapes[_i]), *sums = zeros(context, CUJIT_FLOAT32, rows);

    run_once(context, "float *x", "x[i] = 0.1f", CUJIT_ARGS(x));
    run_rows(kernel, NULL, CUJIT_ARGS(x, z, sums));
    expect_each(sums, float, fabs(got / (0.1f * (double)length) - 1) < 30 * 0x1p-24);
    expect_each(z, float, fabs(got * (double)length - 1) < 30 * 0x1p-24);
}

TEST(bits_are_the_same_from_run_to_run)
{
    const size_t shape[] = {7, 30011};
    cujit_rows *rows = make_softmax(0);
    float *data = memory_of(7 * 30011 * sizeof *data);
    cujit_array *x, *z = zeros_shape(context, CUJIT_FLOAT32, 2, shape),
                    *again = zeros_shape(context, CUJIT_FLOAT32, 2, shape);

    fill_random(CUJIT_FLOAT32, data, 7 * 30011, 3);
    x = upload_shape(context, CUJIT_FLOAT32, 2, shape, data);
    run_rows(rows, NULL, CUJIT_ARGS(x, z));
    for (int k = 0; k < 3; k++) {
        run_rows(rows, NULL, CUJIT_ARGS(x, again));
        ck_assert_mem_eq(elements_of(z), elements_of(again), sizeof(float) * 7 * 30011);
    }
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

TEST(names_stand_for_rows_and_places)
{
    const size_t shape[] = {2, 3};
    cujit_rows *rows = rows_with(
        context, .arguments = "const int *x, int *z, int *y, const int *w, const int *m, int *s, int c",
        STAGES(((cujit_rows_stage[]){{.name = "sum", .neutral = "0", .reduce = "a + b", .map = "x[i] * w[j] + m[row]"},
                                     {.name = "most", .reduce = "max(a, b)", .map = "x[i] - sum", .post = "a + n"}})),
        .operation = "z[i] = (int)(100 * i + 10 * j + row); if (x[i] > 3) y[i] = sum * c + most",
        .finish = "s[row] = sum + m[row]");
    cujit_array *x = upload_shape(context, CUJIT_INT32, 2, shape, (int[]){1, 2, 3, 4, 5, 6}),
                *z = zeros_shape(context, CUJIT_INT32, 2, shape), *y = zeros_shape(context, CUJIT_INT32, 2, shape),
                *w = upload(context, CUJIT_INT32, 3, (int[]){1, 0, 2}),
                *m = upload(context, CUJIT_INT32, 2, (int[]){5, 7}), *s = zeros(context, CUJIT_INT32, 2);

    run_rows(rows, NULL, CUJIT_ARGS(x, z, y, w, m, s, 2));
    expect_elements(z, int, 0, 110, 220, 301, 411, 521);
    /* sums 1 + 6 + 15 = 22 and 4 + 12 + 21 = 37; most 3 - 22 + 3 and 6 - 37 + 3 */
    expect_elements(y, int, 0, 0, 0, 46, 46, 46);
    expect_elements(s, int, 27, 44);
}

TEST(operands_broadcast)
{
    const size_t shape[] = {2, 3}, column[] = {2, 1};
    cujit_rows *rows = rows_with(
        context, .arguments = "const float *x, const float *y, const float *v, float *z",
        STAGES(((cujit_rows_stage[]){{.name = "sum", .neutral = "0", .reduce = "a + b", .map = "x[i] * y[i] + v[i]"}})),
        .operation = "z[i] = sum + x[i] + y[i]");
    cujit_array *x = counting(context, 3), *y = upload_shape(context, CUJIT_FLOAT32, 2, column, (float[]){1, 10}),
                *v = upload_shape(context, CUJIT_FLOAT32, 0, NULL, (float[]){100}),
                *z = zeros_shape(context, CUJIT_FLOAT32, 2, shape);

    run_rows(rows, NULL, CUJIT_ARGS(x, y, v, z));
    expect_elements(z, float, 304, 305, 306, 340, 341, 342);
}

TEST(rows_may_have_several_axes)
{
    const size_t shape[] = {2, 2, 2}, weights[] = {2, 2};
    cujit_rows *rows = rows_with(
        context, .arguments = "const int *x, const int *w, int *z, int *s",
        STAGES(((cujit_rows_stage[]){{.name = "sum", .neutral = "0", .reduce = "a + b", .map = "x[i] * w[j]"}})),
        .operation = "z[i] = (int)j + 10 * sum", .finish = "s[row] = sum");
    cujit_array *x = upload_shape(context, CUJIT_INT32, 3, shape, (int[]){1, 2, 3, 4, 5, 6, 7, 8}),
                *w = upload_shape(context, CUJIT_INT32, 2, weights, (int[]){1, 2, 0, 1}),
                *z = zeros_shape(context, CUJIT_INT32, 3, shape), *s = zeros(context, CUJIT_INT32, 2),
                *one = upload_shape(context, CUJIT_INT32, 0, NULL, (int[]){0});

    run_rows(rows, &(cujit_rows_options){.row_axes = 2}, CUJIT_ARGS(x, w, z, s));
    expect_elements(z, int, 90, 91, 92, 93, 250, 251, 252, 253);
    expect_elements(s, int, 9, 25);
    run_rows(rows, &(cujit_rows_options){.row_axes = 3}, CUJIT_ARGS(x, w, z, one));
    expect_elements(one, int, 34);
}

TEST(letters_are_bound_by_arrays)
{
    const size_t shape[] = {2, 2};
    cujit_rows *rows = rows_with(context, .arguments = "const T *x, T *z", STAGES(sum_of_x),
                                 .operation = "z[i] = x[i] + sum");
    cujit_array *x = upload_shape(context, CUJIT_INT16, 2, shape, (short[]){1, 2, 3, 4}),
                *z = zeros_shape(context, CUJIT_INT16, 2, shape);
    const double wide[] = {0.5, 1, 1.5, 2};
    cujit_array *from = upload_shape(context, CUJIT_FLOAT64, 2, shape, wide),
                *to = zeros_shape(context, CUJIT_FLOAT64, 2, shape);
    void *values[2] = {NULL, NULL};

    run_rows(rows, NULL, CUJIT_ARGS(x, z));
    expect_elements(z, short, 4, 5, 10, 11);
    run_rows(rows, NULL, CUJIT_ARGS(from, to));
    expect_elements(to, double, 2, 2.5, 5, 5.5);
    refuse(cujit_rows_launch_prepared(rows, NULL, 1, 1, values, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "T");
}

/* Other ways to use an array than name[i]: dense ones in C order are pointers then. */
TEST(neighbours_and_tables_are_pointers)
{
    const size_t shape[] = {2, 3};
    cujit_rows *rows = rows_with(
        context, .arguments = "const int *x, int *z, const int *table",
        STAGES(((cujit_rows_stage[]){
            {.name = "sum", .neutral = "0", .reduce = "a + b", .map = "j > 0 ? x[i] - x[i - 1] : table[x[i]]"}})),
        .operation = "if (j == 1) return;\nz[i] = sum");
    cujit_array *x = upload_shape(context, CUJIT_INT32, 2, shape, (int[]){1, 5, 7, 0, 2, 9}),
                *z = zeros_shape(context, CUJIT_INT32, 2, shape),
                *table = upload(context, CUJIT_INT32, 2, (int[]){30, 40});

    run_rows(rows, NULL, CUJIT_ARGS(x, z, table));
    expect_elements(z, int, 46, 0, 46, 39, 0, 39);
}

/* What a macro hides is found by the compiler. */
TEST(macros_may_hide_names)
{
    const size_t shape[] = {2, 2};
    cujit_rows *rows = rows_with(
        context, .arguments = "const float *x, float *z",
        .preamble = "#define AT(a) a[i]\n#define PLACE j\n#define LINE row\n",
        STAGES(((cujit_rows_stage[]){{.name = "sum", .neutral = "0", .reduce = "a + b", .map = "AT(x)"}})),
        .operation = "AT(z) = sum + 10 * PLACE + 100 * LINE");
    cujit_array *x = upload_shape(context, CUJIT_FLOAT32, 2, shape, (float[]){1, 2, 3, 4}),
                *z = zeros_shape(context, CUJIT_FLOAT32, 2, shape);

    run_rows(rows, NULL, CUJIT_ARGS(x, z));
    expect_elements(z, float, 3, 13, 107, 117);
}

/* Where the largest is, and a reduce that is not known to be commutative. */
TEST(stages_may_keep_the_order)
{
    const size_t shape[] = {2, 300};
    cujit_rows *rows = rows_with(
        context, .arguments = "const int *x, int *last, long long *where",
        STAGES(((cujit_rows_stage[]){{.name = "found", .neutral = "0", .reduce = "b != 0 ? b : a"},
                                     {.name = "at",
                                      .out_type = "long long",
                                      .reduce = "cujit_max(a, b)",
                                      .map = "cujit_at(x[i], j)",
                                      .accumulator = "cujit_indexed<int>",
                                      .post = "a.index"}})),
        .finish = "last[row] = found; where[row] = at");
    int data[600] = {[17] = 5, [250] = 9, [255] = 9, [256] = -3, [300] = -1, [301] = 4};
    cujit_array *x = upload_shape(context, CUJIT_INT32, 2, shape, data), *last = zeros(context, CUJIT_INT32, 2),
                *where = zeros(context, CUJIT_INT64, 2);

    run_rows(rows, NULL, CUJIT_ARGS(x, last, where));
    expect_elements(last, int, -3, 4);
    expect_elements(where, long long, 250, 1);
}

TEST(what_is_written_now_and_then_keeps_the_rest)
{
    const size_t shape[] = {3, 1000};
    cujit_rows *rows = rows_with(context, .arguments = "const float *x, float *z", STAGES(sum_of_x),
                                 .operation = "if (j % 7 == 3) z[i] = sum");
    cujit_array *x = zeros_shape(context, CUJIT_FLOAT32, 2, shape), *z = zeros_shape(context, CUJIT_FLOAT32, 2, shape);

    run_once(context, "float *x, float *z", "x[i] = 1; z[i] = -(i % 1000)", CUJIT_ARGS(x, z));
    run_rows(rows, NULL, CUJIT_ARGS(x, z));
    expect_each(z, float, got == (k % 1000 % 7 == 3 ? 1000 : -(k % 1000)));
}

TEST(buffers_come_and_go)
{
    const float x[] = {1, 2, 3, 4};
    float z[4] = {0};
    cujit_rows *rows = rows_with(context, .arguments = "const float *x, float *z", STAGES(sum_of_x),
                                 .operation = "z[i] = x[i] / sum");

    run_rows(rows, NULL, CUJIT_ARGS(CUJIT_IN(x, sizeof x), CUJIT_OUT(z, sizeof z)));
    for (int k = 0; k < 4; k++)
        ck_assert_float_eq_tol(z[k], x[k] / 10, 1e-6f);
}

TEST(prepared_launches_do_the_same)
{
    const size_t shape[] = {3, 4};
    cujit_rows *rows = rows_with(
        context, .arguments = "const int *x, const int *w, int *z, int *s",
        STAGES(((cujit_rows_stage[]){{.name = "sum", .neutral = "0", .reduce = "a + b", .map = "x[i] * w[j]"}})),
        .operation = "z[i] = sum + (int)(100 * row + i)", .finish = "s[row] = sum");
    cujit_array *x = zeros_shape(context, CUJIT_INT32, 2, shape), *z = zeros_shape(context, CUJIT_INT32, 2, shape),
                *w = upload(context, CUJIT_INT32, 4, (int[]){1, 2, 3, 4}), *s = zeros(context, CUJIT_INT32, 3);
    void *data[] = {cujit_array_data(x), cujit_array_data(w), cujit_array_data(z), cujit_array_data(s)};
    void *values[] = {&data[0], &data[1], &data[2], &data[3]};

    run_once(context, "int *x", "x[i] = (int)(i / 4)", CUJIT_ARGS(x));
    must(cujit_rows_launch_prepared(rows, NULL, 3, 4, values, &fault));
    expect_elements(z, int, 0, 1, 2, 3, 114, 115, 116, 117, 228, 229, 230, 231);
    expect_elements(s, int, 0, 10, 20);
    must(cujit_rows_launch_prepared(rows, NULL, 0, 4, values, &fault));
    must(cujit_rows_launch_prepared(rows, NULL, 3, 0, values, &fault)); /* finish alone */
    expect_elements(s, int, 0, 0, 0);
    refuse(cujit_rows_launch_prepared(NULL, NULL, 3, 4, values, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "rows is NULL");
    refuse(cujit_rows_launch_prepared(rows, NULL, SIZE_MAX, 4, values, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "at most");
}

TEST(rows_may_be_empty)
{
    const size_t none[] = {0, 4}, empty[] = {3, 0};
    cujit_rows *rows = rows_with(context, .arguments = "const float *x, float *z, float *s", STAGES(sum_of_x),
                                 .operation = "z[i] = sum", .finish = "s[row] = sum + n");
    cujit_rows *lifted = rows_with(context, .arguments = "const float *x, float *s",
                                   STAGES(((cujit_rows_stage[]){{.name = "most", .reduce = "max(a, b)"}})),
                                   .finish = "s[row] = most");
    cujit_array *s = counting(context, 3);
    cujit_array *x = zeros_shape(context, CUJIT_FLOAT32, 2, none), *nothing = zeros(context, CUJIT_FLOAT32, 0);

    run_rows(rows, NULL, CUJIT_ARGS(x, x, nothing));
    x = zeros_shape(context, CUJIT_FLOAT32, 2, empty);
    run_rows(rows, NULL, CUJIT_ARGS(x, x, s));
    expect_elements(s, float, 0, 0, 0);
    refuse(cujit_rows_run(lifted, NULL, CUJIT_ARGS(x, s), &fault), CUJIT_ERROR_ARGUMENT_SIZE, "most", "neutral");
}

/* ---- What is wrong ------------------------------------------------------------------------------------------------ */

static const cujit_rows_stage unnamed[] = {{.neutral = "0", .reduce = "a + b"}},
                              sum_of_number[] = {{.name = "sum", .reduce = "a + b", .map = "x"}},
                              sum_of_places[] = {{.name = "sum", .neutral = "0", .reduce = "a + b", .map = "x[j]"}},
                              two_alike[] = {{.name = "s", .reduce = "a + b"}, {.name = "s", .reduce = "a + b"}},
                              named_row[] = {{.name = "row", .reduce = "a + b"}},
                              named_word[] = {{.name = "float", .reduce = "a + b"}},
                              named_number[] = {{.name = "2nd", .reduce = "a + b"}}, no_reduce[] = {{.name = "sum"}},
                              later[] = {{.name = "first", .reduce = "a + b", .map = "x[i] + second"},
                                         {.name = "second", .reduce = "a + b"}},
                              writing[] = {{.name = "sum", .reduce = "a + b", .map = "z[i] = 1"}},
                              bad_type[] = {{.name = "sum", .out_type = "flaot", .reduce = "a + b"}},
                              unclosed[] = {{.name = "sum", .reduce = "(a + b"}},
                              axes[] = {{.name = "sum", .reduce = "a + b", .map = "x[i] + i0"}};

#define XZ .arguments = "const float *x, float *z"

static const struct {
    cujit_rows_spec spec;
    cujit_status status;
    const char *place; /* "part:line:column"; "": in no text */
    const char *words;
} bad_specs[] = {
    {{XZ, STAGES(unnamed), .operation = "z[i] = 1"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "stages[0].name is NULL"},
    {{XZ, STAGES(two_alike), .operation = "z[i] = 1"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "earlier stage"},
    {{XZ, STAGES(named_row), .operation = "z[i] = 1"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "\"row\""},
    {{XZ, STAGES(named_word), .operation = "z[i] = 1"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "\"float\""},
    {{XZ, STAGES(named_number), .operation = "z[i] = 1"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "no C identifier"},
    {{XZ, STAGES(no_reduce), .operation = "z[i] = 1"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "stages[0].reduce is NULL"},
    {{XZ, STAGES(sum_of_x)}, CUJIT_ERROR_INVALID_ARGUMENT, "", "operation and finish are both NULL"},
    {{STAGES(sum_of_x), .operation = "z[i] = 1"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "arguments is NULL"},
    {{XZ, .stage_count = 1, .operation = "z[i] = 1"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "stages is NULL"},
    {{XZ, .operation = "z[i] = 1"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "stage_count is 0"},
    {{XZ, .stages = sum_of_x, .stage_count = 9, .operation = "z[i] = 1"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "is 9"},
    {{.arguments = "const float *x, float *sum", STAGES(sum_of_x), .operation = "sum[i] = 1"},
     CUJIT_ERROR_SIGNATURE,
     "arguments:1:24",
     "'sum'"},
    {{.arguments = "const float *x, float *z, int n", STAGES(sum_of_x), .operation = "z[i] = n"},
     CUJIT_ERROR_SIGNATURE,
     "arguments:1:31",
     "'n'"},
    {{.arguments = "const float *x, float *row", STAGES(sum_of_x), .operation = "row[i] = 1"},
     CUJIT_ERROR_SIGNATURE,
     "arguments:1:24",
     "'row'"},
    {{.arguments = "float x, float *z", STAGES(sum_of_number), .finish = "z[row] = sum"},
     CUJIT_ERROR_SNIPPET,
     "",
     "no array is used as name[i]"},
    {{XZ, STAGES(sum_of_places), .operation = "z[j] = x[j] + sum"},
     CUJIT_ERROR_SNIPPET,
     "",
     "no array is used as name[i]"},
    {{XZ, STAGES(sum_of_places), .operation = "z[j] = z[row] + x[row]"},
     CUJIT_ERROR_SNIPPET,
     "",
     "no array is used as name[i]"},
    {{.arguments = "const float *x, volatile float *z", STAGES(sum_of_places), .finish = "z[row] = sum"},
     CUJIT_ERROR_SNIPPET,
     "",
     "no array is used as name[i]"},
    {{XZ, STAGES(writing), .operation = "z[i] = 1"}, CUJIT_ERROR_SNIPPET, "stages[0].map:1:1", "only read"},
    {{XZ, STAGES(bad_type), .operation = "z[i] = 1"}, CUJIT_ERROR_SIGNATURE, "stages[0].out_type:1:1", "float"},
    {{XZ, STAGES(unclosed), .operation = "z[i] = 1"}, CUJIT_ERROR_SNIPPET, "stages[0].reduce:1:1", "')'"},
    {{XZ, STAGES(axes), .operation = "z[i] = 1"}, CUJIT_ERROR_SNIPPET, "stages[0].map:1:8", "coordinates"},
    {{XZ, STAGES(sum_of_x), .operation = "z = x[i]"}, CUJIT_ERROR_SNIPPET, "operation:1:1", "z[i] = x[i]"},
    {{XZ, STAGES(sum_of_x), .operation = "x[i] + 2"}, CUJIT_ERROR_SNIPPET, "operation:1:1", "no effect"},
    {{XZ, STAGES(sum_of_x), .operation = "z[i] = (1"}, CUJIT_ERROR_SNIPPET, "operation:1:8", "')'"},
    {{XZ, STAGES(sum_of_x), .operation = "z[i] = 1", .finish = "}"}, CUJIT_ERROR_SNIPPET, "finish:1:1", "'}'"},
    {{XZ, STAGES(sum_of_x), .operation = "z[i] = i1"}, CUJIT_ERROR_SNIPPET, "operation:1:8", "coordinates"},
    {{XZ, STAGES(sum_of_x), .operation = "z[i] = 1", .preamble = "#define sum 3"},
     CUJIT_ERROR_SNIPPET,
     "preamble:1:9",
     "sum"},
    {{XZ, STAGES(sum_of_x), .operation = "z[i] = 1", .preamble = "#define row 3"},
     CUJIT_ERROR_SNIPPET,
     "preamble:1:9",
     "row"},
    {{XZ, STAGES(sum_of_x), .operation = "z[i] = 1", .name = "a b"}, CUJIT_ERROR_INVALID_ARGUMENT, "", "a b"},
    {{XZ, STAGES(later), .operation = "z[i] = 1"}, CUJIT_ERROR_COMPILE, "stages[0].map:1:8", "second"},
    {{XZ, STAGES(sum_of_x), .operation = "z[i] = total"}, CUJIT_ERROR_COMPILE, "operation:1:8", "total"},
    {{XZ, STAGES(sum_of_x), .operation = "z[i] = 1", .finish = "z[i] = 2"}, CUJIT_ERROR_COMPILE, "finish:1:3", "i"},
};

TEST_EACH(specs_that_are_wrong, COUNT(bad_specs))
{
    cujit_rows *rows = NULL;

    refuse_in(cujit_rows_create(context, &bad_specs[_i].spec, &rows, &fault), bad_specs[_i].status, bad_specs[_i].place,
              bad_specs[_i].words);
    ck_assert_ptr_null(rows);
}

TEST(calls_that_are_wrong)
{
    const size_t shape[] = {2, 3};
    cujit_rows *rows = rows_with(
        context, .arguments = "const float *x, float *z, const float *w, float *s",
        STAGES(((cujit_rows_stage[]){{.name = "sum", .neutral = "0", .reduce = "a + b", .map = "x[i] * w[j]"}})),
        .operation = "z[i] = sum", .finish = "s[row] = sum");
    cujit_array *x = zeros_shape(context, CUJIT_FLOAT32, 2, shape), *z = zeros_shape(context, CUJIT_FLOAT32, 2, shape),
                *w = zeros(context, CUJIT_FLOAT32, 3), *s = zeros(context, CUJIT_FLOAT32, 2),
                *one = zeros(context, CUJIT_FLOAT32, 1), *all = zeros(context, CUJIT_FLOAT32, 12),
                *wide = zeros_shape(context, CUJIT_FLOAT64, 2, shape);
    cujit_array *early = view_at(context, CUJIT_FLOAT32, 2, shape, NULL, cujit_array_data(all)),
                *late = view_at(context, CUJIT_FLOAT32, 2, shape, NULL, (char *)cujit_array_data(all) + 4);
#define WRONG(status, options, args, ...) refuse(cujit_rows_run(rows, options, args, &fault), status, __VA_ARGS__)
    WRONG(CUJIT_ERROR_ARGUMENT_COUNT, NULL, CUJIT_ARGS(x, z, w), "4");
    WRONG(CUJIT_ERROR_ARGUMENT_TYPE, NULL, CUJIT_ARGS(wide, z, w, s), "(x)", "float64");
    WRONG(CUJIT_ERROR_ARGUMENT_SIZE, NULL, CUJIT_ARGS(x, z, s, s), "(w)", "(2)");
    WRONG(CUJIT_ERROR_ARGUMENT_SIZE, NULL, CUJIT_ARGS(x, z, z, s), "(w)", "w[j]", "(2,3)");
    WRONG(CUJIT_ERROR_ARGUMENT_SIZE, NULL, CUJIT_ARGS(x, z, w, w), "(s)");
    WRONG(CUJIT_ERROR_ARGUMENT_SIZE, NULL, CUJIT_ARGS(x, z, w, one), "(s)", "s[row]", "(2)", "(1)");
    WRONG(CUJIT_ERROR_ARGUMENT_SIZE, NULL, CUJIT_ARGS(x, w, w, s), "(z)");
    WRONG(CUJIT_ERROR_INVALID_ARGUMENT, NULL, CUJIT_ARGS(early, late, w, s), "(z)", "(x)", "overlaps");
    WRONG(CUJIT_ERROR_INVALID_ARGUMENT, NULL, CUJIT_ARGS(x, z, w, view_of(w, 0, 2)), "(s)", "(w)", "overlaps");
    WRONG(CUJIT_ERROR_INVALID_ARGUMENT, (&(cujit_rows_options){.row_axes = 3}), CUJIT_ARGS(x, z, w, s),
          "row_axes is 3");
    WRONG(CUJIT_ERROR_INVALID_ARGUMENT, (&(cujit_rows_options){.row_axes = -1}), CUJIT_ARGS(x, z, w, s),
          "row_axes is -1");
#undef WRONG
    refuse(cujit_rows_run(NULL, NULL, CUJIT_ARGS(x, z, w, s), &fault), CUJIT_ERROR_INVALID_ARGUMENT, "rows is NULL");
}

TEST(handles_say_what_they_are)
{
    cujit_rows *rows = make_softmax(0);

    ck_assert_uint_eq(cujit_rows_parameter_count(rows), 2);
    ck_assert_str_eq(cujit_rows_get_parameter(rows, 1)->name, "z");
    ck_assert_ptr_null(cujit_rows_get_parameter(rows, 2));
    cujit_rows_free(NULL);
}

TEST(reports_have_the_source_that_is_rendered)
{
    cujit_rows *rows = make_softmax(0);
    cujit_report report;
    char *source = NULL;

    cujit_rows_get_report(rows, &report);
    ck_assert_str_eq(report.name, "rows");
    must(cujit_rows_render(context,
                           &(cujit_rows_spec){XZ, STAGES(softmax), .operation = "z[i] = expf((float)x[i] - top) / sum"},
                           &source, &fault));
    ck_assert_str_eq(report.source, source);
    cujit_free(source);
}
