/*
 * test_numeric.c: what kernels compute, for every number type, against the same arithmetic written in plain C here.
 *
 * Integers and single floating point operations must agree in every bit, signs of zero and subnormal numbers included;
 * only NaNs may differ in their payload. Functions are test_math.c's part, 16-bit numbers test_half.c's, vector types
 * and sizes test_layout.c's.
 */
#include "tests/kernels.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

enum { COUNT = 2000 };

/* ---- Integers ---------------------------------------------------------------------------------------------------- */

enum { INTEGER_ROWS = 16, COMPARISONS = 6 };

/* r holds one row of n results for each operation. Divisors that trap on some machine are replaced. */
static const char *const integer_operation =
    "T a = x[i], b = y[i], d = b == 0 || b == (T)-1 ? (T)3 : b; int s = (int)(b & 7); r[0 * n + i] = a;\n"
    "r[1 * n + i] = a + b; r[2 * n + i] = a - b; r[3 * n + i] = (T)((U)a * (U)b); r[4 * n + i] = a / d;\n"
    "r[5 * n + i] = a % d; r[6 * n + i] = a & b; r[7 * n + i] = a | b; r[8 * n + i] = a ^ b; r[9 * n + i] = ~a;\n"
    "r[10 * n + i] = (T)((U)a << s); r[11 * n + i] = a >> s; r[12 * n + i] = (T)(0 - (U)a);\n"
    "r[13 * n + i] = min(a, b); r[14 * n + i] = max(a, b); r[15 * n + i] = a < b ? x[n - 1 - i] : y[n - 1 - i];\n"
    "c[0 * n + i] = a == b; c[1 * n + i] = a != b; c[2 * n + i] = a < b; c[3 * n + i] = a <= b;\n"
    "c[4 * n + i] = a > b && a != 0; c[5 * n + i] = a >= b || !b;\n";

/* The same in C. Unsigned arithmetic of 64 bits, cut to the type, is what wrapping means. */
#define INTEGER_REFERENCE(NAME, T)                                                                                     \
    static void reference_##NAME(const void *vx, const void *vy, void *vr, bool *c, size_t n)                          \
    {                                                                                                                  \
        const T *x = vx, *y = vy;                                                                                      \
        T *r = vr;                                                                                                     \
        for (size_t i = 0; i < n; i++) {                                                                               \
            T a = x[i], b = y[i], d = b == 0 || b == (T)-1 ? (T)3 : b;                                                 \
            int s = (int)(b & 7);                                                                                      \
            T row[INTEGER_ROWS] = {                                                                                    \
                a,                                                                                                     \
                (T)((uint64_t)a + (uint64_t)b),                                                                        \
                (T)((uint64_t)a - (uint64_t)b),                                                                        \
                (T)((uint64_t)a * (uint64_t)b),                                                                        \
                (T)(a / d),                                                                                            \
                (T)(a % d),                                                                                            \
                (T)(a & b),                                                                                            \
                (T)(a | b),                                                                                            \
                (T)(a ^ b),                                                                                            \
                (T)~a,                                                                                                 \
                (T)((uint64_t)a << s),                                                                                 \
                (T)(a >> s),                                                                                           \
                (T)(0 - (uint64_t)a),                                                                                  \
                a < b ? a : b,                                                                                         \
                a < b ? b : a,                                                                                         \
                a < b ? x[n - 1 - i] : y[n - 1 - i],                                                                   \
            };                                                                                                         \
            bool compared[COMPARISONS] = {a == b, a != b, a<b, a <= b, a> b && a != 0, a >= b || !b};                  \
            for (size_t k = 0; k < INTEGER_ROWS; k++)                                                                  \
                r[k * n + i] = row[k];                                                                                 \
            for (size_t k = 0; k < COMPARISONS; k++)                                                                   \
                c[k * n + i] = compared[k];                                                                            \
        }                                                                                                              \
    }
INTEGER_REFERENCE(int8, int8_t)
INTEGER_REFERENCE(uint8, uint8_t)
INTEGER_REFERENCE(int16, int16_t)
INTEGER_REFERENCE(uint16, uint16_t)
INTEGER_REFERENCE(int32, int32_t)
INTEGER_REFERENCE(uint32, uint32_t)
INTEGER_REFERENCE(int64, int64_t)
INTEGER_REFERENCE(uint64, uint64_t)

static const struct {
    cujit_dtype dtype;
    const char *spelling;
    void (*reference)(const void *x, const void *y, void *r, bool *c, size_t n);
} integers[] = {
    {CUJIT_INT8, "signed char", reference_int8}, {CUJIT_UINT8, "uint8_t", reference_uint8},
    {CUJIT_INT16, "short", reference_int16},     {CUJIT_UINT16, "unsigned short", reference_uint16},
    {CUJIT_INT32, "int", reference_int32},       {CUJIT_UINT32, "unsigned", reference_uint32},
    {CUJIT_INT64, "long", reference_int64},      {CUJIT_UINT64, "unsigned long long", reference_uint64},
};

/* Random bytes; in front of them every pair of the values where something may go wrong. */
static void fill_integers(size_t size, unsigned char *x, unsigned char *y)
{
    const uint64_t top = (uint64_t)1 << (8 * size - 1);
    const uint64_t special[] = {0, 1, 2, (uint64_t)-1, top, top - 1, top + 1, 7};
    const size_t many = COUNT(special);
    uint64_t state = size;

    for (size_t k = 0; k < COUNT; k++) {
        uint64_t a = next_random(&state), b = next_random(&state);

        if (k < many * many) {
            a = special[k / many];
            b = special[k % many];
        }
        memcpy(x + k * size, &a, size); /* the low bytes: the machine is little-endian */
        memcpy(y + k * size, &b, size);
    }
}

static void expect_rows(const char *type, const unsigned char *got, const unsigned char *expected, size_t rows,
                        size_t size)
{
    for (size_t k = 0; k < rows * COUNT; k++) {
        uint64_t a = 0, b = 0;

        memcpy(&a, got + k * size, size);
        memcpy(&b, expected + k * size, size);
        expect(a == b, "%s: operation %zu of element %zu: got 0x%llx, expected 0x%llx", type, k / COUNT, k % COUNT,
               (unsigned long long)a, (unsigned long long)b);
    }
}

CONTEXT_FOR_EACH_CASE

TEST_EACH(integers_agree_in_every_bit, COUNT(integers))
{
    const char *spelling = integers[_i].spelling;
    cujit_dtype dtype = integers[_i].dtype;
    size_t size = cujit_dtype_size(dtype);
    unsigned char *x = memory_of(COUNT * size), *y = memory_of(COUNT * size);
    unsigned char *got = memory_of(INTEGER_ROWS * COUNT * size), *expected = memory_of(INTEGER_ROWS * COUNT * size);
    bool *truth = memory_of(COMPARISONS * COUNT), *expected_truth = memory_of(COMPARISONS * COUNT);
    cujit_array *dx, *dy, *dr, *dc;
    char arguments[200], preamble[200];

    fill_integers(size, x, y);
    integers[_i].reference(x, y, expected, expected_truth, COUNT);
    dx = upload(context, dtype, COUNT, x);
    dy = upload(context, dtype, COUNT, y);
    dr = zeros(context, dtype, INTEGER_ROWS * COUNT);
    dc = zeros(context, CUJIT_BOOL, COMPARISONS * COUNT);
    snprintf(arguments, sizeof arguments, "const %s *x, const %s *y, %s *r, bool *c", spelling, spelling, spelling);
    snprintf(preamble, sizeof preamble, "typedef %s T; typedef unsigned long long U;", spelling);
    cujit_elementwise *kernel = kernel_with(context, .arguments = arguments, .operation = integer_operation,
                                            .preamble = preamble);
    run_kernel(kernel, CUJIT_ARGS(dx, dy, dr, dc));
    download(dr, got);
    download(dc, truth);
    expect_rows(spelling, got, expected, INTEGER_ROWS, size);
    expect_rows(spelling, (unsigned char *)truth, (unsigned char *)expected_truth, COMPARISONS, 1);
}

TEST(booleans_are_zero_or_one)
{
    bool x[64], y[64], got[5 * 64];
    cujit_array *dx, *dy, *dr;

    for (int k = 0; k < 64; k++) {
        x[k] = k & 1;
        y[k] = k >> 1 & 1;
    }
    dx = upload(context, CUJIT_BOOL, 64, x);
    dy = upload(context, CUJIT_BOOL, 64, y);
    dr = zeros(context, CUJIT_BOOL, sizeof got);
    run_once(context, "const bool *x, const bool *y, bool *r, bool s, int k",
             "r[0 * n + i] = x[i] && y[i]; r[1 * n + i] = x[i] || y[i]; r[2 * n + i] = x[i] ^ y[i];"
             "r[3 * n + i] = !x[i] && s; r[4 * n + i] = k * (x[i] + y[i]);",
             CUJIT_ARGS(dx, dy, dr, true, 256));
    download(dr, got);
    for (int k = 0; k < 64; k++) {
        const unsigned char *bytes = (const unsigned char *)got;

        ck_assert_uint_eq(bytes[k], x[k] && y[k]);
        ck_assert_uint_eq(bytes[64 + k], x[k] || y[k]);
        ck_assert_uint_eq(bytes[128 + k], x[k] != y[k]);
        ck_assert_uint_eq(bytes[192 + k], !x[k]);
        ck_assert_uint_eq(bytes[256 + k], x[k] || y[k]);
    }
}

/* ---- Floating point ---------------------------------------------------------------------------------------------- */

enum { REAL_ROWS = 10 };

static const char *const real_operation =
    "T a = x[i], b = y[i]; r[0 * n + i] = a; r[1 * n + i] = a + b; r[2 * n + i] = a - b; r[3 * n + i] = a * b;\n"
    "r[4 * n + i] = a / b; r[5 * n + i] = -a; r[6 * n + i] = fabs(a); r[7 * n + i] = sqrt(a);\n"
    "r[8 * n + i] = copysign(a, b); r[9 * n + i] = trunc(a); c[0 * n + i] = a == b; c[1 * n + i] = a != b;\n"
    "c[2 * n + i] = a < b; c[3 * n + i] = a <= b; c[4 * n + i] = isnan(a) || isinf(b);\n"
    "c[5 * n + i] = signbit(a);\n";

#define REAL_SUITE(NAME, T, U, SQRT, FABS, COPYSIGN, TRUNC)                                                            \
    static void fill_##NAME(T *x, T *y)                                                                                \
    {                                                                                                                  \
        const T special[] = {                                                                                          \
            0,          -(T)0,    1,         -1,     (T)0.1,          NAME##_MAX,       -NAME##_MAX,                   \
            NAME##_MIN, INFINITY, -INFINITY, (T)NAN, NAME##_TRUE_MIN, -NAME##_TRUE_MIN, NAME##_MIN / 2,                \
            3,          (T)1.5};                                                                                       \
        const size_t many = COUNT(special);                                                                            \
        uint64_t state = sizeof(T);                                                                                    \
        for (size_t k = 0; k < COUNT; k++) {                                                                           \
            U a = (U)next_random(&state), b = (U)next_random(&state);                                                  \
            memcpy(&x[k], &a, sizeof(T));                                                                              \
            memcpy(&y[k], &b, sizeof(T));                                                                              \
            if (k < many * many) {                                                                                     \
                x[k] = special[k / many];                                                                              \
                y[k] = special[k % many];                                                                              \
            } else if (k % 2 == 0) {                                                                                   \
                x[k] = (T)random_between(&state, -100, 100);                                                           \
                y[k] = (T)random_between(&state, -100, 100);                                                           \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    static void reference_##NAME(const T *x, const T *y, T *r, bool *c, size_t n)                                      \
    {                                                                                                                  \
        for (size_t i = 0; i < n; i++) {                                                                               \
            T a = x[i], b = y[i];                                                                                      \
            T row[REAL_ROWS] = {a, a + b, a - b, a * b, a / b, -a, FABS(a), SQRT(a), COPYSIGN(a, b), TRUNC(a)};        \
            bool compared[COMPARISONS] = {a == b, a != b, a < b, a <= b, isnan(a) || isinf(b), signbit(a) != 0};       \
            for (size_t k = 0; k < REAL_ROWS; k++)                                                                     \
                r[k * n + i] = row[k];                                                                                 \
            for (size_t k = 0; k < COMPARISONS; k++)                                                                   \
                c[k * n + i] = compared[k];                                                                            \
        }                                                                                                              \
    }                                                                                                                  \
    static void expect_##NAME(const T *got, const T *expected, const T *x, const T *y, size_t rows)                    \
    {                                                                                                                  \
        for (size_t k = 0; k < rows * COUNT; k++) {                                                                    \
            bool same = memcmp(&got[k], &expected[k], sizeof(T)) == 0 || (isnan(got[k]) && isnan(expected[k]));        \
            expect(same, #T ": operation %zu of %a and %a: got %a, expected %a", k / COUNT, (double)x[k % COUNT],      \
                   (double)y[k % COUNT], (double)got[k], (double)expected[k]);                                         \
        }                                                                                                              \
    }                                                                                                                  \
    TEST(NAME##_operations_agree_in_every_bit)                                                                         \
    {                                                                                                                  \
        static T x[COUNT], y[COUNT], got[REAL_ROWS * COUNT], expected[REAL_ROWS * COUNT];                              \
        static bool truth[COMPARISONS * COUNT], expected_truth[COMPARISONS * COUNT];                                   \
        cujit_dtype dtype = sizeof(T) == 4 ? CUJIT_FLOAT32 : CUJIT_FLOAT64;                                            \
        fill_##NAME(x, y);                                                                                             \
        reference_##NAME(x, y, expected, expected_truth, COUNT);                                                       \
        cujit_array *dx = upload(context, dtype, COUNT, x), *dy = upload(context, dtype, COUNT, y);                    \
        cujit_array *dr = zeros(context, dtype, REAL_ROWS * COUNT);                                                    \
        cujit_array *dc = zeros(context, CUJIT_BOOL, COMPARISONS * COUNT);                                             \
        cujit_elementwise *kernel = kernel_with(context,                                                               \
                                                .arguments = "const " #T " *x, const " #T " *y, " #T " *r, bool *c",   \
                                                .operation = real_operation, .preamble = "typedef " #T " T;");         \
        run_kernel(kernel, CUJIT_ARGS(dx, dy, dr, dc));                                                                \
        download(dr, got);                                                                                             \
        download(dc, truth);                                                                                           \
        expect_##NAME(got, expected, x, y, REAL_ROWS);                                                                 \
        expect_rows(#T, (unsigned char *)truth, (unsigned char *)expected_truth, COMPARISONS, 1);                      \
    }
REAL_SUITE(FLT, float, uint32_t, sqrtf, fabsf, copysignf, truncf)
REAL_SUITE(DBL, double, uint64_t, sqrt, fabs, copysign, trunc)

/* fminf and fmaxf take the number where one is NaN; so do min and max of floating point. */
TEST(minimum_and_maximum_ignore_nan)
{
    static const float pairs[][2] = {{1, 2},     {2, 1},        {-1, 1},          {NAN, 1},    {1, NAN},
                                     {NAN, NAN}, {INFINITY, 1}, {-INFINITY, NAN}, {1e-45f, 0}, {-3, -3}};
    enum { PAIRS = sizeof pairs / sizeof *pairs };
    float x[PAIRS], y[PAIRS], got[6 * PAIRS];
    cujit_array *dx, *dy, *dr;

    for (int k = 0; k < PAIRS; k++) {
        x[k] = pairs[k][0];
        y[k] = pairs[k][1];
    }
    dx = upload(context, CUJIT_FLOAT32, PAIRS, x);
    dy = upload(context, CUJIT_FLOAT32, PAIRS, y);
    dr = zeros(context, CUJIT_FLOAT32, 6 * PAIRS);
    run_once(context, "float *x, float *y, float *r",
             "r[0 * n + i] = fminf(x[i], y[i]); r[1 * n + i] = fmaxf(x[i], y[i]);"
             "r[2 * n + i] = (float)fmin((double)x[i], (double)y[i]); r[3 * n + i] = fmax(x[i], y[i]);"
             "r[4 * n + i] = min(x[i], y[i]); r[5 * n + i] = max(x[i], y[i]);",
             CUJIT_ARGS(dx, dy, dr));
    download(dr, got);
    for (int k = 0; k < 6 * PAIRS; k++) {
        float a = x[k % PAIRS], b = y[k % PAIRS], expected = k / PAIRS % 2 == 0 ? fminf(a, b) : fmaxf(a, b);

        expect(got[k] == expected || (isnan(got[k]) && isnan(expected)), "row %d of %g and %g: got %g", k / PAIRS,
               (double)a, (double)b, (double)got[k]);
    }
}

/* ---- Types mixed ------------------------------------------------------------------------------------------------- */

TEST(mixed_types_convert_as_in_c)
{
    enum { N = 300 };
    static int8_t a[N];
    static uint16_t b[N];
    static int64_t c[N], l[2 * N];
    static float d[N], f[5 * N];
    static double e[N], g[3 * N];
    uint64_t state = 5;

    for (int k = 0; k < N; k++) {
        a[k] = (int8_t)next_random(&state);
        b[k] = (uint16_t)next_random(&state);
        c[k] = (int64_t)next_random(&state);
        d[k] = (float)random_between(&state, -1e6, 1e6);
        e[k] = random_between(&state, -1e15, 1e15);
    }
    cujit_array *da = upload(context, CUJIT_INT8, N, a), *db = upload(context, CUJIT_UINT16, N, b);
    cujit_array *dc = upload(context, CUJIT_INT64, N, c), *dd = upload(context, CUJIT_FLOAT32, N, d);
    cujit_array *de = upload(context, CUJIT_FLOAT64, N, e), *dl = zeros(context, CUJIT_INT64, 2 * N);
    cujit_array *df = zeros(context, CUJIT_FLOAT32, 5 * N), *dg = zeros(context, CUJIT_FLOAT64, 3 * N);
    run_once(context,
             "const signed char *a, const uint16_t *b, const int64_t *c, const float *d, const double *e, float *f, "
             "double *g, long *l, double s, float t",
             "f[0 * n + i] = a[i]; f[1 * n + i] = a[i] + b[i]; f[2 * n + i] = c[i]; f[3 * n + i] = e[i];"
             "f[4 * n + i] = s * d[i];g[0 * n + i] = d[i]; g[1 * n + i] = c[i]; g[2 * n + i] = t * e[i];"
             "l[0 * n + i] = d[i]; l[1 * n + i] = e[i]",
             CUJIT_ARGS(da, db, dc, dd, de, df, dg, dl, 0.1, 0.1));
    download(df, f);
    download(dg, g);
    download(dl, l);
    for (int k = 0; k < N; k++) {
        ck_assert(f[k] == (float)a[k]);
        ck_assert(f[N + k] == (float)(a[k] + b[k]));
        ck_assert(f[2 * N + k] == (float)c[k]);
        ck_assert(f[3 * N + k] == (float)e[k]);
        ck_assert(f[4 * N + k] == (float)(0.1 * (double)d[k]));
        ck_assert(g[k] == (double)d[k]);
        ck_assert(g[N + k] == (double)c[k]);
        ck_assert(g[2 * N + k] == (double)0.1f * e[k]);
        ck_assert(l[k] == (int64_t)d[k]);
        ck_assert(l[N + k] == (int64_t)e[k]);
    }
}

/* ---- Atomics and hints ------------------------------------------------------------------------------------------- */

TEST(atomics_lose_no_update)
{
    enum { N = 1000003, BINS = 256 };
    unsigned char *x = memory_of(N);
    int counted[BINS] = {0}, expected[BINS] = {0}, extremes[2] = {0, 0};
    unsigned long long total = 0, expected_total = 0;
    uint64_t state = 11;
    float sum = 0;
    double sum_double = 0;

    for (int k = 0; k < N; k++) {
        x[k] = (unsigned char)next_random(&state);
        expected[x[k]]++;
        expected_total += x[k];
    }
    cujit_array *dx = upload(context, CUJIT_UINT8, N, x), *bins = zeros(context, CUJIT_INT32, BINS);
    cujit_array *dsum = zeros(context, CUJIT_FLOAT32, 1), *ddouble = zeros(context, CUJIT_FLOAT64, 1);
    cujit_array *dtotal = zeros(context, CUJIT_UINT64, 1), *dextremes = zeros(context, CUJIT_INT32, 2);
    /* A quarter times a million is exact in any order. */
    run_once(context,
             "const unsigned char *x, int *bins, float *sum, double *wide, unsigned long long *total, int *extremes",
             "atomicAdd(&bins[x[i]], 1); atomicAdd(sum, 0.25f); atomicAdd(wide, 0.5); atomicAdd(total, (unsigned long "
             "long)__ldg(&x[i])); atomicMax(&extremes[1], (int)i); atomicMin(extremes, -(int)i)",
             CUJIT_ARGS(dx, bins, dsum, ddouble, dtotal, dextremes));
    download(bins, counted);
    download(dsum, &sum);
    download(ddouble, &sum_double);
    download(dtotal, &total);
    download(dextremes, extremes);
    ck_assert_mem_eq(counted, expected, sizeof counted);
    ck_assert(sum == 0.25f * N);
    ck_assert(sum_double == 0.5 * N);
    ck_assert(total == expected_total);
    ck_assert_int_eq(extremes[0], -(N - 1));
    ck_assert_int_eq(extremes[1], N - 1);
}
