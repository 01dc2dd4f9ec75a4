/*
 * test_half.c: half and bfloat16 on every device, against rounding written out here.
 *
 * All 65536 patterns of both are converted to float, and every rounding of a float near them, ties included, is
 * compared bit by bit. Arithmetic rounds once, so it must agree with the same operation in double, rounded.
 */
#include "tests/kernels.h"

#include <math.h>
#include <stdio.h>

enum { PATTERNS = 65536 };

/* ---- The two formats in plain C ---------------------------------------------------------------------------------- */

typedef struct format {
    const char *type, *to_float, *from_float, *from_double;
    cujit_dtype dtype;
    int digits;           /* of the significand, with the one that is not stored */
    int lowest_exponent;  /* of a normal number */
    const char *fallback; /* for what old GPUs lack */
} format;

static const format formats[] = {
    {"half", "__half2float", "__float2half", "__double2half", CUJIT_FLOAT16, 11, -14, ""},
    {"bfloat16", "__bfloat162float", "__float2bfloat16", "__double2bfloat16", CUJIT_BFLOAT16, 8, -126,
     "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800\n"
     "#define __hfma(a, b, c) __double2bfloat16(fma((double)(float)(a), (double)(float)(b), (double)(float)(c)))\n"
     "#endif\n"}};

static double to_double(const format *f, uint16_t bits)
{
    int stored = f->digits - 1, exponent = (bits & 0x7fff) >> stored, fraction = bits & ((1 << stored) - 1);
    int all_ones = 0x7fff >> stored;
    double magnitude;

    if (exponent == all_ones)
        magnitude = fraction != 0 ? (double)NAN : (double)INFINITY;
    else if (exponent == 0)
        magnitude = ldexp(fraction, f->lowest_exponent - stored);
    else
        magnitude = ldexp(fraction + (1 << stored), f->lowest_exponent - stored + exponent - 1);
    return bits & 0x8000 ? -magnitude : magnitude;
}

/* To nearest, ties to even. Not for NaN. */
static uint16_t from_double(const format *f, double x)
{
    int stored = f->digits - 1, infinity = 0x7fff >> stored << stored, sign = signbit(x) ? 0x8000 : 0, exponent, bits;
    double magnitude = fabs(x);

    if (isinf(x))
        return (uint16_t)(sign | infinity);
    frexp(magnitude, &exponent);
    if (exponent - 1 < f->lowest_exponent || magnitude == 0)
        exponent = f->lowest_exponent + 1;
    /* In units of the last place; a carry into the next exponent comes out right by itself. */
    bits = (int)nearbyint(ldexp(magnitude, stored - (exponent - 1)));
    if (bits >= 1 << stored)
        bits += (exponent - 1 - f->lowest_exponent) << stored;
    return (uint16_t)(sign | (bits < infinity ? bits : infinity));
}

static bool is_nan(const format *f, uint16_t bits)
{
    return isnan(to_double(f, bits));
}

static bool same(const format *f, uint16_t a, uint16_t b)
{
    return a == b || (is_nan(f, a) && is_nan(f, b));
}

TEST_EACH(the_reference_inverts_itself, 2)
{
    const format *f = &formats[_i];

    for (int k = 0; k < PATTERNS; k++) {
        if (!is_nan(f, (uint16_t)k))
            expect(from_double(f, to_double(f, (uint16_t)k)) == k, "%s 0x%04x", f->type, (unsigned)k);
    }
}

/* ---- Conversions ------------------------------------------------------------------------------------------------- */

CONTEXT_FOR_EACH_CASE

TEST_EACH(every_pattern_converts_to_float_exactly, 2)
{
    const format *f = &formats[_i];
    static uint16_t x[PATTERNS];
    static float got[3 * PATTERNS];
    cujit_array *dx, *dz = zeros(context, CUJIT_FLOAT32, 3 * PATTERNS);
    char arguments[80], operation[200];

    for (int k = 0; k < PATTERNS; k++)
        x[k] = (uint16_t)k;
    dx = upload(context, f->dtype, PATTERNS, x);
    snprintf(arguments, sizeof arguments, "const %s *x, float *z", f->type);
    snprintf(operation, sizeof operation, "z[0 * n + i] = %s(x[i]); z[1 * n + i] = (float)x[i]; z[2 * n + i] = x[i];",
             f->to_float);
    run_once(context, arguments, operation, CUJIT_ARGS(dx, dz));
    download(dz, got);
    for (int k = 0; k < 3 * PATTERNS; k++) {
        float expected = (float)to_double(f, (uint16_t)(k % PATTERNS));

        expect(memcmp(&got[k], &expected, sizeof expected) == 0 || (isnan(got[k]) && isnan(expected)),
               "%s 0x%04x: got %a, expected %a", f->type, k % PATTERNS, (double)got[k], (double)expected);
    }
}

/* Around each pattern: the number, the tie to its neighbour, and the floats next to the tie; then random bits. */
static void fill_floats(const format *f, float *x)
{
    uint64_t state = 77;

    for (int k = 0; k < PATTERNS; k++) {
        double here = to_double(f, (uint16_t)k), next = to_double(f, (uint16_t)(k + 1));
        float tie = (float)((here + next) / 2);
        uint32_t random = (uint32_t)next_random(&state);

        x[5 * k] = (float)here;
        x[5 * k + 1] = tie;
        x[5 * k + 2] = nextafterf(tie, INFINITY);
        x[5 * k + 3] = nextafterf(tie, -INFINITY);
        memcpy(&x[5 * k + 4], &random, sizeof random);
    }
}

TEST_EACH(floats_round_to_nearest_even, 2)
{
    enum { N = 5 * PATTERNS };
    const format *f = &formats[_i];
    float *x = memory_of(N * sizeof *x);
    uint16_t *got = memory_of(3 * N * sizeof *got);
    cujit_array *dx, *dz = zeros(context, f->dtype, 3 * N);
    char arguments[80], operation[240];

    fill_floats(f, x);
    dx = upload(context, CUJIT_FLOAT32, N, x);
    snprintf(arguments, sizeof arguments, "const float *x, %s *z", f->type);
    snprintf(operation, sizeof operation,
             "z[0 * n + i] = %s(x[i]); z[1 * n + i] = x[i]; z[2 * n + i] = %s((double)x[i]);", f->from_float,
             f->from_double);
    run_once(context, arguments, operation, CUJIT_ARGS(dx, dz));
    download(dz, got);
    for (int k = 0; k < 3 * N; k++) {
        float from = x[k % N];
        uint16_t expected = isnan(from) ? 0x7fff : from_double(f, (double)from);

        expect(same(f, got[k], expected), "%s from %a (way %d): got 0x%04x, expected 0x%04x", f->type, (double)from,
               k / N, got[k], expected);
    }
}

/* A scalar is rounded by the library, in front of the launch. */
TEST_EACH(scalars_round_like_elements, 2)
{
    static const double values[] = {0, -0.0, 1, 0.1, -2.5, 1e-7, 5.9e-8, 3e-8, 2049, 2051, 65504, 65519, 1e-40};
    const format *f = &formats[_i];
    cujit_array *dz = zeros(context, f->dtype, 1);
    char arguments[80];
    uint16_t got;

    snprintf(arguments, sizeof arguments, "%s a, %s *z", f->type, f->type);
    for (size_t k = 0; k < COUNT(values); k++) {
        run_once(context, arguments, "z[i] = a", CUJIT_ARGS(values[k], dz));
        download(dz, &got);
        expect(got == from_double(f, values[k]), "%s from %.17g: got 0x%04x", f->type, values[k], got);
    }
}

/* ---- Arithmetic -------------------------------------------------------------------------------------------------- */

enum { ROWS = 8, COMPARISONS = 6, COUNT = 20000 };

/* x * y + x with what a double cannot hold kept as a sticky last bit (rounding to odd), so that the rounding to 16 bits
 * that follows is the only one. The product of two 16-bit numbers is exact. */
static double multiply_add(double x, double y)
{
    double product = x * y, sum = product + x, back = sum - product, lost = (product - (sum - back)) + (x - back);
    uint64_t bits;

    if (!isfinite(sum) || lost == 0)
        return sum;
    if ((lost < 0) != (sum < 0)) /* rounded away from zero: take that back */
        sum = nextafter(sum, 0);
    memcpy(&bits, &sum, sizeof bits);
    bits |= 1;
    memcpy(&sum, &bits, sizeof bits);
    return sum;
}

/* Sums, products and quotients of 16-bit numbers, rounded to double first, still round to 16 bits as if done once. */
static void reference(const format *f, uint16_t a, uint16_t b, uint16_t *row, bool *compared)
{
    double x = to_double(f, a), y = to_double(f, b);
    const double values[ROWS] = {x + y, x - y, x * y, x / y, -x, fabs(x), multiply_add(x, y), x};
    const bool truth[COMPARISONS] = {x == y, x != y, x<y, x <= y, x> y, x >= y};

    for (int k = 0; k < ROWS; k++)
        row[k] = isnan(values[k]) ? 0x7fff : from_double(f, values[k]);
    memcpy(compared, truth, sizeof truth);
}

static void check_arithmetic(const format *f, const uint16_t *x, const uint16_t *y, const uint16_t *got,
                             const bool *truth)
{
    uint16_t row[ROWS];
    bool compared[COMPARISONS];

    for (int k = 0; k < COUNT; k++) {
        reference(f, x[k], y[k], row, compared);
        for (int j = 0; j < ROWS; j++) {
            /* CUDA divides through a reciprocal: the last place may be off by one. */
            int off = abs((got[j * COUNT + k] & 0x7fff) - (row[j] & 0x7fff));
            bool right = same(f, got[j * COUNT + k], row[j]) || (j == 3 && off <= 1 && !is_nan(f, row[j]));

            expect(right, "%s: operation %d of 0x%04x and 0x%04x: got 0x%04x, expected 0x%04x", f->type, j, x[k], y[k],
                   got[j * COUNT + k], row[j]);
        }
        for (int j = 0; j < COMPARISONS; j++)
            expect(truth[j * COUNT + k] == compared[j], "%s: comparison %d of 0x%04x and 0x%04x is wrong", f->type, j,
                   x[k], y[k]);
    }
}

static const char *const arithmetic = "T a = x[i], b = y[i];"
                                      "r[0 * n + i] = a + b; r[1 * n + i] = a - b; r[2 * n + i] = a * b;"
                                      "r[3 * n + i] = a / b; r[4 * n + i] = -a; r[5 * n + i] = __habs(a);"
                                      "r[6 * n + i] = __hfma(a, b, a); r[7 * n + i] = a;"
                                      "c[0 * n + i] = a == b; c[1 * n + i] = a != b; c[2 * n + i] = a < b;"
                                      "c[3 * n + i] = a <= b; c[4 * n + i] = a > b; c[5 * n + i] = a >= b;";

TEST_EACH(arithmetic_rounds_once, 2)
{
    const format *f = &formats[_i];
    static uint16_t x[COUNT], y[COUNT], got[ROWS * COUNT];
    const uint16_t special[] = {0, 0x8000, 1, 0x8001, 0x3c00, 0x3f80, 0x7bff, 0x7f7f, 0x7c00, 0xfc00, 0x7f80, 0x7fff};
    char arguments[120], preamble[300];
    uint64_t state = 4;

    for (int k = 0; k < COUNT; k++) {
        uint16_t near = (uint16_t)(f->dtype == CUJIT_FLOAT16 ? 0x3000 : 0x3f00);

        x[k] = (uint16_t)next_random(&state);
        y[k] = (uint16_t)next_random(&state);
        if (k < 144) {
            x[k] = special[k / 12];
            y[k] = special[k % 12];
        } else if (k % 2 == 0) { /* of similar size, so that rounding has something to do */
            x[k] = (uint16_t)(near | (x[k] & 0x87ff));
            y[k] = (uint16_t)(near | (y[k] & 0x87ff));
        }
    }
    cujit_array *dx = upload(context, f->dtype, COUNT, x), *dy = upload(context, f->dtype, COUNT, y);
    cujit_array *dr = zeros(context, f->dtype, ROWS * COUNT), *dc = zeros(context, CUJIT_BOOL, COMPARISONS * COUNT);
    snprintf(arguments, sizeof arguments, "const %s *x, const %s *y, %s *r, bool *c", f->type, f->type, f->type);
    snprintf(preamble, sizeof preamble, "typedef %s T;\n%s", f->type, f->fallback);
    cujit_elementwise *kernel = kernel_with(context, .arguments = arguments, .operation = arithmetic,
                                            .preamble = preamble);
    run_kernel(kernel, CUJIT_ARGS(dx, dy, dr, dc));
    download(dr, got);
    const bool *truth = elements_of(dc);
    check_arithmetic(f, x, y, got, truth);
}
