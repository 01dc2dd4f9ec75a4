/*
 * test_float8.c: float8_e4m3 and float8_e5m2 on every device, against rounding written out in float8.h.
 *
 * All 256 codes are converted to every type of numbers, and every rounding of a float, a double and a half near them,
 * ties included, is compared bit by bit. Overflow and NaN are as in ml_dtypes' float8_e4m3fn and float8_e5m2.
 */
#include "tests/float8.h"
#include "tests/kernels.h"

#include <stdio.h>

/* ---- The reference ----------------------------------------------------------------------------------------------- */

/* What ml_dtypes 0.5 makes of them. */
TEST(the_reference_is_that_of_ml_dtypes)
{
    static const struct {
        double from;
        int codes[2];
    } cases[] = {{448, {0x7e, 0x5f}},   {464, {0x7e, 0x5f}},      {464.5, {0x7f, 0x5f}},     {480, {0x7f, 0x60}},
                 {-1e9, {0xff, 0xfc}},  {INFINITY, {0x7f, 0x7c}}, {-INFINITY, {0xff, 0xfc}}, {NAN, {0x7f, 0x7e}},
                 {57344, {0x7f, 0x7b}}, {61439, {0x7f, 0x7b}},    {61440, {0x7f, 0x7c}},     {-1e-9, {0x80, 0x80}},
                 {1, {0x38, 0x3c}},     {0x1p-10, {0x00, 0x14}},  {0x1.8p-9, {0x02, 0x1a}},  {0x1p-17, {0x00, 0x00}}};

    for (size_t k = 0; k < COUNT(cases); k++) {
        for (int f = 0; f < 2; f++)
            expect(from_double(&formats[f], cases[k].from) == cases[k].codes[f], "%s from %g: 0x%02x", formats[f].type,
                   cases[k].from, (unsigned)from_double(&formats[f], cases[k].from));
    }
    for (int code = 0; code < CODES; code++) {
        for (int f = 0; f < 2; f++)
            expect(isnan(to_double(&formats[f], code)) ||
                       from_double(&formats[f], to_double(&formats[f], code)) == code,
                   "%s 0x%02x", formats[f].type, (unsigned)code);
    }
}

/* ---- Conversions ------------------------------------------------------------------------------------------------- */

CONTEXT_FOR_EACH_CASE

static void release(void *array)
{
    cujit_array_free(array);
}

static cujit_array *astype(cujit_array *x, cujit_dtype dtype)
{
    cujit_array *z = NULL;

    must(cujit_array_astype(x, dtype, NULL, &z, &fault));
    return cj_test_keep(z, release);
}

TEST_EACH(every_code_becomes_every_real_type, 2)
{
    static const cujit_dtype through[] = {CUJIT_FLOAT64, CUJIT_FLOAT32, CUJIT_FLOAT16, CUJIT_BFLOAT16};
    const format *f = &formats[_i];
    double got[CODES];
    unsigned char back[CODES];

    for (size_t k = 0; k < COUNT(through); k++) {
        cujit_array *x = all_codes(context, f), *wide = astype(x, through[k]), *z = astype(wide, CUJIT_FLOAT64),
                    *again = astype(wide, f->dtype);

        download(z, got);
        download(again, back);
        for (int code = 0; code < CODES; code++) {
            expect(same(got[code], to_double(f, code)), "%s 0x%02x: %g", f->type, (unsigned)code, got[code]);
            expect(back[code] == code || (isnan(got[code]) && (back[code] & 0x7f) == f->nan), "%s 0x%02x: 0x%02x",
                   f->type, (unsigned)code, back[code]);
        }
    }
}

TEST_EACH(numbers_round_once_to_nearest_even, 2)
{
    enum { N = WAYS * CODES };
    const format *f = &formats[_i];
    static double x[N];
    static float singles[N];
    cujit_array *dx, *dz = zeros(context, f->dtype, N);
    char arguments[80], operation[80];

    fill_numbers(f, 0x1p-50, x);
    dx = upload(context, CUJIT_FLOAT64, N, x);
    expect_codes(f, astype(dx, f->dtype), x, N, "a double");
    fill_numbers(f, 0x1p-22, x);
    for (int k = 0; k < N; k++)
        x[k] = (double)(singles[k] = (float)x[k]);
    dx = upload(context, CUJIT_FLOAT32, N, singles);
    expect_codes(f, astype(dx, f->dtype), x, N, "a float");
    snprintf(arguments, sizeof arguments, "const float *x, %s *z", f->type);
    run_once(context, arguments, "z[i] = x[i]", CUJIT_ARGS(dx, dz));
    expect_codes(f, dz, x, N, "assigned");
    snprintf(operation, sizeof operation, "z[i] = %s((double)x[i])", f->type);
    run_once(context, arguments, operation, CUJIT_ARGS(dx, dz));
    expect_codes(f, dz, x, N, "cast from double");
}

TEST_EACH(every_half_is_rounded, 2)
{
    enum { HALVES = 65536 };
    const format *f = &formats[_i];
    static uint16_t halves[HALVES];
    static double x[HALVES];
    cujit_array *dx;

    for (int k = 0; k < HALVES; k++)
        halves[k] = (uint16_t)k;
    dx = upload(context, CUJIT_FLOAT16, HALVES, halves);
    download(astype(dx, CUJIT_FLOAT64), x);
    expect_codes(f, astype(dx, f->dtype), x, HALVES, "a half");
}

TEST_EACH(integers_become_them_and_back, 2)
{
    static const cujit_dtype dtypes[] = {CUJIT_INT8, CUJIT_INT16, CUJIT_INT32, CUJIT_INT64, CUJIT_UINT8, CUJIT_BOOL};
    static const int64_t values[] = {0, 1, 7, 17, 100, 17, 112, 116, 120};
    const format *f = &formats[_i];
    int64_t got[COUNT(values)];

    for (size_t k = 0; k < COUNT(dtypes); k++) {
        cujit_array *x = upload(context, CUJIT_INT64, COUNT(values), values),
                    *z = astype(astype(astype(x, dtypes[k]), f->dtype), CUJIT_INT64);

        download(z, got);
        for (size_t m = 0; m < COUNT(values); m++) {
            const double from = dtypes[k] == CUJIT_BOOL ? values[m] != 0 : (double)values[m];

            expect((double)got[m] == to_double(f, from_double(f, from)), "%s from %g: %g", f->type, from,
                   (double)got[m]);
        }
    }
}

/* ---- In kernels -------------------------------------------------------------------------------------------------- */

/* One text for both; the results of all rows are floats. */
TEST_EACH(elements_are_floats_in_texts, 2)
{
    enum { ROWS = 8 };
    const format *f = &formats[_i];
    cujit_array *x = all_codes(context, f), *dz = zeros(context, CUJIT_FLOAT32, ROWS * CODES);
    static float z[ROWS * CODES];
    char arguments[80];

    snprintf(arguments, sizeof arguments, "const %s *x, half h, float *z", f->type);
    run_once(context, arguments,
             "auto product = x[i] * x[i]; static_assert(sizeof product == 4, \"a float\"); z[0 * n + i] = product;\n"
             "z[1 * n + i] = x[i] * 2; z[2 * n + i] = 1.0 + x[i]; z[3 * n + i] = x[i] > 1 ? x[i] : 0.0f;\n"
             "z[4 * n + i] = sqrt(x[i]); z[5 * n + i] = -x[i]; z[6 * n + i] = h * x[i]; z[7 * n + i] = isnan(x[i])",
             CUJIT_ARGS(x, 2, dz));
    download(dz, z);
    for (int k = 0; k < CODES; k++) {
        const double v = to_double(f, k);
        const double expected[ROWS] = {v * v, v * 2, 1 + v,   v > 1 ? v : 0, (double)sqrtf((float)v),
                                       -v,    2 * v, isnan(v)};

        for (int row = 0; row < ROWS; row++) {
            const double got = (double)z[row * CODES + k], wanted = (double)(float)expected[row];
            const double slack = row == 4 ? 3e-7 * wanted : 0;

            expect(same(got, wanted) || fabs(got - wanted) <= slack, "%s 0x%02x, row %d: got %g, expected %g", f->type,
                   (unsigned)k, row, got, wanted);
        }
    }
}

TEST_EACH(elements_are_changed_in_place, 2)
{
    const format *f = &formats[_i];
    cujit_array *x = all_codes(context, f);
    double expected[CODES];
    char arguments[80];

    for (int k = 0; k < CODES; k++)
        expected[k] = to_double(f, from_double(f, to_double(f, from_double(f, to_double(f, k) * 0.75)) + 1));
    snprintf(arguments, sizeof arguments, "%s *x", f->type);
    run_once(context, arguments, "x[i] *= 0.75f; x[i] += 1", CUJIT_ARGS(x));
    expect_codes(f, x, expected, CODES, "changed");
}

/* A parameter of the type is rounded by the library, in front of the launch. */
TEST_EACH(scalars_and_fills, 2)
{
    static const double values[] = {0, -0.0, 1, 0.1, -2.5, 1e-7, 17, 1e-40, 460};
    const format *f = &formats[_i];
    cujit_array *z = zeros(context, f->dtype, 1);
    cujit_array *filled = zeros(context, f->dtype, 1);
    char arguments[80];
    double got;

    snprintf(arguments, sizeof arguments, "%s a, %s *z", f->type, f->type);
    for (size_t k = 0; k < COUNT(values); k++) {
        run_once(context, arguments, "z[i] = a", CUJIT_ARGS(values[k], z));
        expect_codes(f, z, &values[k], 1, "passed");
        must(cujit_array_fill(filled, CUJIT_ARG(values[k]), NULL, &fault));
        expect_codes(f, filled, &values[k], 1, "filled");
        must(cujit_array_get_double(z, &got, &fault));
        expect(got == to_double(f, from_double(f, values[k])), "%s: %g from %g", f->type, got, values[k]);
    }
    refuse(cujit_array_fill(z, CUJIT_ARG(1e6), NULL, &fault), CUJIT_ERROR_ARGUMENT_VALUE, f->type);
}

/* They are added up as floats, which a text may do. */
TEST_EACH(reductions_calculate_in_float, 2)
{
    const format *f = &formats[_i];
    const unsigned char codes[] = {0x01, 0x02, 0x03};
    cujit_array *x = upload(context, f->dtype, COUNT(codes), codes),
                *sum = zeros_shape(context, CUJIT_FLOAT32, 0, NULL);
    cujit_reduction_options options = {.out = &sum};
    cujit_reduction_spec spec = {.out_type = f->type, .neutral = "0", .reduce = "a + b", .map = "x[i]"};
    cujit_reduction *reduction = NULL;
    char arguments[80];
    float got;

    snprintf(arguments, sizeof arguments, "const %s *x", f->type);
    spec.arguments = arguments;
    refuse(cujit_reduction_create(context, &spec, &reduction, &fault), CUJIT_ERROR_SIGNATURE, f->type,
           "only stores numbers", "float");
    spec.out_type = "float";
    must(cujit_reduction_create(context, &spec, &reduction, &fault));
    must(cujit_reduction_run(reduction, &options, CUJIT_ARGS(x), NULL, &fault));
    download(sum, &got);
    expect((double)got == to_double(f, 1) + to_double(f, 2) + to_double(f, 3), "%s: %g", f->type, (double)got);
    cujit_reduction_free(reduction);
}

TEST(names_and_texts)
{
    static const unsigned char codes[] = {0x38, 0xc0, 0x01, 0x7e, 0x7f};
    cujit_array *x = upload(context, CUJIT_FLOAT8_E4M3, COUNT(codes), codes);
    cujit_array *result = NULL;

    ck_assert_int_eq(cujit_dtype_from_name("float8_e4m3fn"), CUJIT_FLOAT8_E4M3);
    ck_assert_int_eq(cujit_dtype_from_name("float8_e5m2"), CUJIT_FLOAT8_E5M2);
    refuse(cujit_reduce(CUJIT_REDUCER_SUM, x, NULL, &result, &fault), CUJIT_ERROR_UNSUPPORTED, "float8_e4m3",
           "convert them first (cujit_array_astype)");
}
