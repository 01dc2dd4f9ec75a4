/*
 * test_expression_float8.c: arrays of float8_e4m3 and float8_e5m2 in texts, on every device: what keeps the elements,
 * what takes them for float32, what is written and how it is rounded, and what is refused. Types beside those of
 * ml_dtypes: test_functions.c; kernels for a GPU that need not be there: test_expression_compile.c.
 */
#include "tests/float8.h"
#include "tests/show.h"

#include <complex.h>

static cujit_context *context;

static cujit_array *q, *r, *n, *w, *f, *g, *h, *e, *b, *i, *d, *c, *m; /* as below */
static const double a = 2.5;
static const int k = 2;

static void make_operands(void)
{
    const size_t shape[] = {2, 3};
    const float _Complex complexes[] = {1 + 2 * I, -1, 0.5F * I};

    context = cj_test_context();
    q = upload_shape(context, CUJIT_FLOAT8_E4M3, 2, shape, (const unsigned char[]){0x38, 0xc0, 0x01, 0x7e, 0x00, 0x3c});
    r = upload(context, CUJIT_FLOAT8_E5M2, 3, (const unsigned char[]){0x3c, 0x7c, 0xc1});
    n = upload_shape(context, CUJIT_FLOAT8_E4M3, 0, NULL, (const unsigned char[]){0x44});
    w = upload(context, CUJIT_FLOAT8_E4M3, 5, (const unsigned char[]){0x30, 0x38, 0x40, 0x44, 0x48});
    f = upload_shape(context, CUJIT_FLOAT32, 2, shape, (const float[]){0, 1, 2, 3, 4, 5});
    g = upload(context, CUJIT_FLOAT32, 3, (const float[]){1, 10, 100});
    h = upload(context, CUJIT_FLOAT16, 3, (const uint16_t[]){0x3c00, 0x4000, 0x3800});
    e = upload(context, CUJIT_BFLOAT16, 3, (const uint16_t[]){0x3f80, 0x4000, 0x3f00});
    b = upload(context, CUJIT_INT8, 3, (const int8_t[]){1, -2, 100});
    i = upload(context, CUJIT_INT32, 3, (const int[]){1, 0, -1});
    d = upload(context, CUJIT_FLOAT64, 3, (const double[]){0.5, -1.5, 2});
    c = upload(context, CUJIT_COMPLEX64, 3, complexes);
    m = upload_shape(context, CUJIT_BOOL, 2, shape, (const bool[]){1, 0, 1, 0, 0, 1});
}

#define OPERANDS CUJIT_NAMED(q, r, n, w, f, g, h, e, b, i, d, c, m, a, k)

FIXTURE(make_operands, NULL)

static void release(void *array)
{
    (cujit_array_free)(array);
}

static void release_expression(void *expression)
{
    (cujit_expression_free)(expression);
}

static cujit_array *value_of(const char *text, cujit_named named)
{
    cujit_array *result = NULL;

    must(cujit_eval(context, text, named, &result, &fault));
    return cj_test_keep(result, release);
}

static cujit_expression *expression_of(const char *text)
{
    cujit_expression *made = NULL;

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = text}, &made, &fault));
    return cj_test_keep(made, release_expression);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *text, *expected;
} values[] = {
    /* What moves elements keeps them. */
    {"q", "float8_e4m3(2,3) 1 -2 0.00195312 448 0 1.5"},
    {"q[0]", "float8_e4m3(3) 1 -2 0.00195312"},
    {"q[::-1, 1:].T", "float8_e4m3(2,2) 0 -2 1.5 0.00195312"},
    {"q.reshape(3, 2)", "float8_e4m3(3,2) 1 -2 0.00195312 448 0 1.5"},
    {"ravel(q.T)", "float8_e4m3(6) 1 448 -2 0 0.00195312 1.5"},
    {"roll(q, 1, 1)", "float8_e4m3(2,3) 0.00195312 1 -2 1.5 448 0"},
    {"flip(r)", "float8_e5m2(3) -2.5 inf 1"},
    {"r[i]", "float8_e5m2(3) inf 1 -2.5"},
    {"take(q, i, 1)", "float8_e4m3(2,3) -2 1 0.00195312 0 448 1.5"},
    {"take_along_axis(q, argmax(q, 1, keepdims=1), 1)", "float8_e4m3(2,1) 1 448"},
    {"n[None]", "float8_e4m3(1) 3"},
    {"y = q; y[1]", "float8_e4m3(3) 448 0 1.5"},
    /* So does a choice, beside numbers of the text and C's, too. */
    {"where(m, q, q[::-1])", "float8_e4m3(2,3) 1 0 0.00195312 1 -2 1.5"},
    {"q if m else n", "float8_e4m3(2,3) 1 3 0.00195312 3 3 1.5"},
    {"where(m, q, 0)", "float8_e4m3(2,3) 1 0 0.00195312 0 0 1.5"},
    {"where(m, 0.1, q)", "float8_e4m3(2,3) 0.101562 -2 0.101562 448 0 0.101562"},
    {"where(m, q, a) + where(m, k, q)", "float32(2,3) 3 0.5 2.00195 450.5 2.5 3.5"},
    {"where(q, r, r[::-1])", "float8_e5m2(2,3) 1 inf -2.5 1 inf -2.5"},
    {"where(m, q, m)", "float8_e4m3(2,3) 1 0 0.00195312 0 0 1.5"},
    {"where(m, q, r)", "float32(2,3) 1 inf 0.00195312 1 inf 1.5"},
    {"where(m, f, q)", "float32(2,3) 0 -2 2 448 0 5"},
    {"where(m, q, i)", "float64(2,3) 1 0 0.00195312 1 0 1.5"},
    /* All else takes them for float32. */
    {"2*q", "float32(2,3) 2 -4 0.00390625 896 0 3"},
    {"q * 0.5", "float32(2,3) 0.5 -1 0.000976562 224 0 0.75"},
    {"q * a - k", "float32(2,3) 0.5 -7 -1.99512 1118 -2 1.75"},
    {"q + q", "float32(2,3) 2 -4 0.00390625 896 0 3"},
    {"+r", "float32(3) 1 inf -2.5"},
    {"-r", "float32(3) -1 -inf 2.5"},
    {"abs(q) ** 2 // 2", "float32(2,3) 0 2 0 100352 0 1"},
    {"q % 1.5", "float32(2,3) 1 1 0.00195312 1 0 0"},
    {"sqrt(w)", "float32(5) 0.707107 1 1.41421 1.73205 2"},
    {"1 / r", "float32(3) 1 0 -0.4"},
    {"clip(q, -1, 1)", "float32(2,3) 1 -1 0.00195312 1 0 1"},
    {"maximum(q, r)", "float32(2,3) 1 inf 0.00195312 448 inf 1.5"},
    {"floor(q)", "float32(2,3) 1 -2 0 448 0 1"},
    {"ldexp(w, 2)", "float32(5) 2 4 8 12 16"},
    {"q < 1", "bool(2,3) 0 1 1 0 1 0"},
    {"q[1] == d", "bool(3) 0 0 0"},
    {"isinf(r) & ~isnan(r)", "bool(3) 0 1 0"},
    {"logical_not(q)", "bool(2,3) 0 0 0 0 1 0"},
    /* ... beside other types as float32 has it. */
    {"q[1] + b", "float32(3) 449 -2 101.5"},
    {"q[1] + (b > 0)", "float32(3) 449 0 2.5"},
    {"q[1] + i", "float64(3) 449 0 0.5"},
    {"q[1] + h", "float32(3) 449 2 2"},
    {"e + r", "float32(3) 2 inf -2"},
    {"q[0] + r", "float32(3) 2 inf -2.49805"},
    {"q * d", "float64(2,3) 0.5 3 0.00390625 224 -0 3"},
    {"r[::2] * c[::2]", "complex64(2) 1+2j -0-1.25j"},
    {"w[0] * 1j", "complex64() 0+0.5j"},
    /* Reductions and scans. */
    {"sum(q)", "float32() 448.502"},
    {"sum(q, dtype=float64)", "float64() 448.502"},
    {"sum(w, dtype=int32)", "int32() 10"},
    {"max(q, 1)", "float32(2) 1 448"},
    {"min(q, 0, keepdims=1)", "float32(1,3) 1 -2 0.00195312"},
    {"argmax(q, 1)", "int64(2) 0 0"},
    {"argmin(q)", "int64() 1"},
    {"mean(w)", "float32() 2.1"},
    {"var(w[1:])", "float32() 1.25"},
    {"std(w[1::2], ddof=1)", "float32() 1.41421"},
    {"prod(w)", "float32() 12"},
    {"norm(w[2:4])", "float32() 3.60555"},
    {"any(q == 448)", "bool() 1"},
    {"all(q, 1)", "bool(2) 1 0"},
    {"count_nonzero(q)", "int64() 5"},
    {"sum(n)", "float32() 3"},
    {"cumsum(q, 0)[:, 0]", "float32(2) 1 449"},
    {"cumprod(w)", "float32(5) 0.5 0.5 1 3 12"},
    {"cummax(-w)", "float32(5) -0.5 -0.5 -0.5 -0.5 -0.5"},
    {"q - max(q, 1, keepdims=1)", "float32(2,3) 0 -3 -0.998047 0 -448 -446.5"},
    /* Casts. */
    {"float8_e4m3(q)", "float8_e4m3(2,3) 1 -2 0.00195312 448 0 1.5"},
    {"float8_e4m3(g * 1.0625)", "float8_e4m3(3) 1 11 104"},
    {"(g * 1.3).astype(float8_e5m2)", "float8_e5m2(3) 1.25 12 128"},
    {"g.astype(float8_e4m3fn)", "float8_e4m3(3) 1 10 96"},
    {"float8_e5m2(i) + float8_e4m3fn(1)", "float32(3) 2 1 0"},
    {"float8_e4m3(r[::2])", "float8_e4m3(2) 1 -2.5"},
    {"float8_e4m3(c)", "float8_e4m3(3) 1 -1 0"},
    {"isnan(float8_e4m3(g * 10))", "bool(3) 0 0 1"},
    {"isnan(float8_e4m3(r))", "bool(3) 0 1 0"},
    {"float8_e5m2(1e6)", "float8_e5m2() inf"},
    {"float8_e4m3(k)", "float8_e4m3() 2"},
    {"int32(q)", "int32(2,3) 1 -2 0 448 0 1"},
    {"bool(q[1])", "bool(3) 1 0 1"},
    {"half(w)", "float16(5) 0.5 1 2 3 4"},
    {"bfloat16(w[1:]) * e[1]", "bfloat16(4) 2 4 6 8"},
    {"complex128(w[:2])", "complex128(2) 0.5 1"},
    /* Writing rounds once. */
    {"q[...] = f / (max(abs(f), 1, keepdims=1) / 448); q", "float8_e4m3(2,3) 0 224 448 256 352 448"},
    {"q[0] = 2; q[m] *= 3; q[1] += d; q", "float8_e4m3(2,3) 6 2 6 448 -1.5 6.5"},
    {"q[q < 1] = k; q", "float8_e4m3(2,3) 1 2 2 448 2 1.5"},
    {"q[:, 1:] = q[:, :-1]; q", "float8_e4m3(2,3) 1 1 -2 448 448 0"},
    {"q[0] = q[1] + q[0]; q[1] = 2*r; isnan(q)", "bool(2,3) 0 0 0 0 1 0"},
    {"q[:, i] = g[:2, None]; q", "float8_e4m3(2,3) 1 1 1 10 10 10"},
    {"w[i] += 0.25; w", "float8_e4m3(5) 0.75 1.25 2 3 4"},
    {"r[i] = f[0, 2]; r", "float8_e5m2(3) 2 2 2"},
    {"r[...] = r * g; r", "float8_e5m2(3) 1 inf -256"},
    {"r[::2] = q[:, 0]; r", "float8_e5m2(3) 1 inf 448"},
    {"w[...] = cumsum(w); w", "float8_e4m3(5) 0.5 1.5 3.5 6.5 10"},
    {"w[:3] = i; w", "float8_e4m3(5) 1 0 -1 3 4"},
    {"f[1] = q[1]; f", "float32(2,3) 0 1 2 448 0 1.5"},
    {"h[...] = w[2:]; h", "float16(3) 2 3 4"},
    {"w += 1; w /= 2; w", "float8_e4m3(5) 0.75 1 1.5 2 2.5"},
};

TEST_EACH(a_value_is_that_of_float32, COUNT(values))
{
    const cujit_array *got = value_of(values[_i].text, OPERANDS);

    ck_assert_str_eq(show(context, got), values[_i].expected);
}

/* ---- Every code -------------------------------------------------------------------------------------------------- */

TEST_EACH(every_code_is_read_and_kept, 2)
{
    const format *of = &formats[_i];
    cujit_array *x = all_codes(context, of);
    const float *read = elements_of(value_of("x * 1", CUJIT_NAMED(x)));
    const unsigned char *kept = elements_of(value_of("where(x == x, x[::-1], x[::-1])[::-1]", CUJIT_NAMED(x)));

    for (int code = 0; code < CODES; code++) {
        expect(same((double)read[code], to_double(of, code)), "%s 0x%02x: %g", of->type, (unsigned)code,
               (double)read[code]);
        expect(kept[code] == code, "%s 0x%02x: 0x%02x", of->type, (unsigned)code, kept[code]);
    }
}

/* What is between two codes, from each type that has it. */
TEST_EACH(what_is_written_is_rounded_once, 2)
{
    enum { N = WAYS * CODES, HALVES = 65536 };
    const format *of = &formats[_i];
    static double x[N], from_halves[HALVES];
    static float single[N];
    static uint16_t halves[HALVES];
    cujit_array *z = zeros(context, of->dtype, N), *from;
    cujit_expression *expression = expression_of(_i == 0 ? "float8_e4m3(from)" : "float8_e5m2(from)");

    fill_numbers(of, 0x1p-50, x);
    from = upload(context, CUJIT_FLOAT64, N, x);
    must(cujit_eval(context, "z[...] = from", CUJIT_NAMED(z, from), NULL, &fault));
    expect_codes(of, z, x, N, "assigned");
    must(cujit_expression_run(expression, &(cujit_expression_options){.out = z}, CUJIT_NAMED(from), NULL, &fault));
    expect_codes(of, z, x, N, "out");
    fill_numbers(of, 0x1p-22, x);
    for (int at = 0; at < N; at++)
        x[at] = (double)(single[at] = (float)x[at]);
    from = upload(context, CUJIT_FLOAT32, N, single);
    must(cujit_eval(context, "z[::-1] = from[::-1]", CUJIT_NAMED(z, from), NULL, &fault));
    expect_codes(of, z, x, N, "of float32");
    for (int at = 0; at < HALVES; at++)
        halves[at] = (uint16_t)at;
    from = upload(context, CUJIT_FLOAT16, HALVES, halves);
    download(value_of("float64(from)", CUJIT_NAMED(from)), from_halves);
    z = zeros(context, of->dtype, HALVES);
    must(cujit_expression_run(expression, &(cujit_expression_options){.out = z}, CUJIT_NAMED(from), NULL, &fault));
    expect_codes(of, z, from_halves, HALVES, "of float16");
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* Codes of numbers from 1/8 to 8, of either sign. */
static unsigned char code_at(size_t at)
{
    return (unsigned char)(0x30 + at * 29 % 24 + (at % 7 == 3 ? 0x80 : 0));
}

static cujit_array *some_codes(const format *of, const size_t *shape, double *x)
{
    const size_t count = shape[0] * shape[1];
    unsigned char *codes = memory_of(count);

    for (size_t at = 0; at < count; at++)
        x[at] = to_double(of, codes[at] = code_at(at));
    return upload_shape(context, of->dtype, 2, shape, codes);
}

static const struct {
    size_t rows, length;
} lengths[] = {{3, 1}, {40, 2}, {7, 5}, {300, 33}, {5, 64}, {3, 1000}, {4, 5000}, {2, 70001}};

static const char *family_of(const cujit_expression *expression, size_t kernel)
{
    const cujit_expression_kernel *found = cujit_expression_get_kernel(expression, kernel);

    return found != NULL ? found->family : "none";
}

TEST_EACH(rows_are_normalized, 2 * COUNT(lengths))
{
    const format *of = &formats[_i % 2];
    const size_t shape[] = {lengths[_i / 2].rows, lengths[_i / 2].length}, count = shape[0] * shape[1];
    double *numbers = memory_of(count * sizeof *numbers);
    cujit_array *x = some_codes(of, shape, numbers), *result = NULL;
    cujit_expression *softmax = expression_of("y = exp(x - max(x, -1, keepdims=1)); y / sum(y, -1, keepdims=1)");
    const float *got;

    must(cujit_expression_run(softmax, NULL, CUJIT_NAMED(x), &result, &fault));
    cj_test_keep(result, release);
    ck_assert_str_eq(family_of(softmax, 0), "rows");
    ck_assert_str_eq(family_of(softmax, 1), "none");
    ck_assert_int_eq(cujit_array_dtype(result), CUJIT_FLOAT32);
    got = elements_of(result);
    for (size_t row = 0; row < shape[0]; row++) {
        double sum = 0;

        for (size_t at = 0; at < shape[1]; at++)
            sum += exp(numbers[row * shape[1] + at]);
        for (size_t at = row * shape[1]; at < (row + 1) * shape[1]; at++)
            expect(fabs((double)got[at] - exp(numbers[at]) / sum) <= 2e-5 * exp(numbers[at]) / sum,
                   "%zu of %zu: %g, expected %g", at, shape[1], (double)got[at], exp(numbers[at]) / sum);
    }
}

/* A row's scale and its 8-bit elements in one pass. */
TEST_EACH(rows_are_quantized, 2 * COUNT(lengths))
{
    const format *of = &formats[_i % 2];
    const size_t shape[] = {lengths[_i / 2].rows, lengths[_i / 2].length}, count = shape[0] * shape[1];
    float *numbers = memory_of(count * sizeof *numbers);
    double *expected = memory_of(count * sizeof *expected);
    cujit_array *x, *z = zeros_shape(context, of->dtype, 2, shape);
    cujit_expression *expression = expression_of("s = max(abs(x), 1, keepdims=1) / 448; z[...] = x / s");

    for (size_t at = 0; at < count; at++)
        numbers[at] = (float)(at * 37 % 1009) / 7 - 70;
    x = upload_shape(context, CUJIT_FLOAT32, 2, shape, numbers);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(x, z), NULL, &fault));
    ck_assert_str_eq(family_of(expression, 0), "rows");
    ck_assert_str_eq(family_of(expression, 1), "none");
    for (size_t row = 0; row < shape[0]; row++) {
        float top = 0;

        for (size_t at = row * shape[1]; at < (row + 1) * shape[1]; at++)
            top = fabsf(numbers[at]) > top ? fabsf(numbers[at]) : top;
        for (size_t at = row * shape[1]; at < (row + 1) * shape[1]; at++)
            expected[at] = (double)(numbers[at] / (top / 448));
    }
    expect_codes(of, z, expected, count, "quantized");
}

/* ---- Stencils ---------------------------------------------------------------------------------------------------- */

enum { ROWS = 260, COLUMNS = 700 };

/* Exact: numbers with few digits and of like sizes, and powers of 2. */
TEST_EACH(neighbours_are_read, 2)
{
    const size_t shape[] = {ROWS, COLUMNS};
    double *x = memory_of(sizeof *x * ROWS * COLUMNS);
    cujit_array *u = some_codes(&formats[_i], shape, x), *result = NULL;
    cujit_expression *expression = expression_of(
        "u[1:-1, 1:-1] / 2 + (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 8");
    const float *got;

    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(u), &result, &fault));
    cj_test_keep(result, release);
    ck_assert_uint_eq(cujit_expression_get_kernel(expression, 0)->shifted, 5);
    ck_assert_int_eq(cujit_array_dtype(result), CUJIT_FLOAT32);
    got = elements_of(result);
    for (size_t row = 1; row < ROWS - 1; row++) {
        for (size_t column = 1; column < COLUMNS - 1; column++) {
            const double *at = x + row * COLUMNS + column;
            const double wanted = at[0] / 2 + (at[-COLUMNS] + at[COLUMNS] + at[-1] + at[1]) / 8;

            expect((double)*got == wanted, "row %zu, column %zu: %g, expected %g", row, column, (double)*got, wanted);
            got++;
        }
    }
}

/* All from before, all rounded. */
TEST_EACH(neighbours_are_written, 2)
{
    const size_t shape[] = {ROWS, COLUMNS};
    double *x = memory_of(sizeof *x * ROWS * COLUMNS), *wanted = memory_of(sizeof *wanted * ROWS * COLUMNS);
    cujit_array *u = some_codes(&formats[_i], shape, x);

    memcpy(wanted, x, sizeof *wanted * ROWS * COLUMNS);
    for (size_t row = 0; row < ROWS; row++)
        for (size_t at = row * COLUMNS + 1; at < (row + 1) * COLUMNS - 1; at++)
            wanted[at] = x[at] + (x[at - 1] - x[at + 1]) / 2;
    must(cujit_eval(context, "u[:, 1:-1] += (u[:, :-2] - u[:, 2:]) / 2", CUJIT_NAMED(u), NULL, &fault));
    expect_codes(&formats[_i], u, wanted, (size_t)ROWS * COLUMNS, "in place");
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

TEST(a_value_goes_into_an_array_of_its_type)
{
    cujit_expression *expression = expression_of("r + 1"), *cast = expression_of("float8_e5m2(r + 1)"),
                     *kept = expression_of("r[::-1]");
    cujit_array *z = zeros(context, CUJIT_FLOAT8_E5M2, 3);

    refuse(cujit_expression_run(expression, &(cujit_expression_options){.out = z}, CUJIT_NAMED(r), NULL, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "out has elements of float8_e5m2", "float32");
    must(cujit_expression_run(cast, &(cujit_expression_options){.out = z}, CUJIT_NAMED(r), NULL, &fault));
    ck_assert_str_eq(show(context, z), "float8_e5m2(3) 2 inf -1.5");
    must(cujit_expression_run(kept, &(cujit_expression_options){.out = z}, CUJIT_NAMED(r), NULL, &fault));
    ck_assert_str_eq(show(context, z), "float8_e5m2(3) -2.5 inf 1");
}

/* Types belong to the plan: one text, arrays of both. */
TEST(an_expression_takes_either_type)
{
    cujit_expression *expression = expression_of("sum(x * x)");
    cujit_expression_report report;
    cujit_array *x = w, *result = NULL;

    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(x), &result, &fault));
    ck_assert_str_eq(show(context, cj_test_keep(result, release)), "float32() 30.25");
    x = view_of(r, 0, 1);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(x), &result, &fault));
    ck_assert_str_eq(show(context, cj_test_keep(result, release)), "float32() 1");
    cujit_expression_get_report(expression, &report);
    ck_assert_uint_eq(report.plan_count, 2);
}

TEST(a_prepared_run_writes_them)
{
    cujit_expression *expression = expression_of("w[...] = w * 2");
    cujit_expression_prepared *prepared = NULL;

    must(cujit_expression_prepare(expression, NULL, CUJIT_NAMED(w), &prepared, &fault));
    must(cujit_expression_launch_prepared(prepared, &fault));
    must(cujit_expression_launch_prepared(prepared, &fault));
    ck_assert_str_eq(show(context, w), "float8_e4m3(5) 2 4 8 12 16");
    cujit_expression_free_prepared(prepared);
}

/* Functions of the program's get floats, and cannot be of the types themselves. */
TEST(functions_get_floats)
{
    cujit_expression_spec spec = {
        .text = "twice(w) + same(w)",
        .preamble =
            "static __device__ float twice(float x) { return 2 * x; }\n"
            "template <class T> static __device__ T same(T x) { static_assert(sizeof(T) == 4, \"\"); return x; }",
        .functions = (const char *const[]){"float twice(float x)", "T same(T x)", NULL},
    };
    cujit_expression *expression = NULL;
    cujit_array *result = NULL;

    must(cujit_expression_create(context, &spec, &expression, &fault));
    cj_test_keep(expression, release_expression);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(w), &result, &fault));
    ck_assert_str_eq(show(context, cj_test_keep(result, release)), "float32(5) 1.5 3 6 9 12");
    spec.functions = (const char *const[]){"half small(half x)", NULL};
    spec.preamble = "static __device__ half small(half x) { return x; }";
    spec.text = "small(w)";
    must(cujit_expression_create(context, &spec, &expression, &fault));
    cj_test_keep(expression, release_expression);
    refuse(cujit_expression_run(expression, NULL, CUJIT_NAMED(w), &result, &fault), CUJIT_ERROR_EXPRESSION,
           "small: argument 1 (x) takes float16, got float8_e4m3; float16(...) makes it one");
    spec.functions = (const char *const[]){"float8_e4m3 tiny(float x)", NULL};
    refuse(cujit_expression_create(context, &spec, &expression, &fault), CUJIT_ERROR_SIGNATURE, "float8_e4m3");
    spec.functions = (const char *const[]){"float tiny(float8_e5m2 x)", NULL};
    refuse(cujit_expression_create(context, &spec, &expression, &fault), CUJIT_ERROR_SIGNATURE, "float8_e5m2");
}

/* ---- What is wrong ----------------------------------------------------------------------------------------------- */

static const struct {
    const char *text; /* with a '^' in front of the place */
    const char *words;
} mistakes[] = {
    {"sum(q, dtype=^float8_e4m3)", "float8_e4m3 only stores numbers; expected a type to calculate with, as float32"},
    {"mean(f, dtype=^float8_e5m2)", "float8_e5m2 only stores numbers"},
    {"cumsum(w, dtype=^float8_e4m3fn)", "float8_e4m3 only stores numbers"},
    {"q ^& 1", "bitwise_and is not there for float8_e4m3 and a whole number"},
    {"q ^<< r", "left_shift is not there for float8_e4m3 and float8_e5m2"},
    {"^~r", "invert is not there for float8_e5m2"},
    {"^gcd(w, 2)", "gcd is not there for float8_e4m3 and a whole number"},
    {"f[^w]", "an index is a whole number"},
    {"i = ^q[0]", "float8_e4m3 cannot be assigned to int32; int32(...) makes it one"},
    {"r = ^c", "complex64 cannot be assigned to float8_e5m2; float8_e5m2(...) makes it one"},
    {"f.astype(^float8)", "expected a type: bool, int8, uint8, ..., float8_e4m3, float8_e5m2, float16"},
    {"f.astype(^sin)", "expected a type"},
    {"^float8_e3m4(f)", "there is no function 'float8_e3m4'; did you mean 'float8_e"},
    {"q ^+ w", "shapes do not go together: q has shape (2, 3), w (5,)"},
};

TEST_EACH(a_mistake_has_its_place, COUNT(mistakes))
{
    int line, column;
    const char *text = without_mark(mistakes[_i].text, &line, &column);
    cujit_array *result = NULL;
    const cujit_status status = cujit_eval(context, text, OPERANDS, strstr(text, " = ") != NULL ? NULL : &result,
                                           &fault);

    ck_assert_msg(status == CUJIT_ERROR_EXPRESSION, "%s: status %d, %s", text, (int)status, fault.message);
    ck_assert_msg(strstr(fault.message, mistakes[_i].words) != NULL, "%s: %s", text, fault.message);
    ck_assert_msg(fault.line == line && fault.column == column, "%s: %d:%d, expected %d:%d: %s", text, fault.line,
                  fault.column, line, column, fault.message);
    ck_assert_ptr_null(result);
}
