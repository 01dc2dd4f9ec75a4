/*
 * test_math.c: CUDA's device functions, on every device.
 *
 * Functions of real numbers are compared with the C library's in a wider type. The bounds, in units in the last place,
 * are those of the CUDA programming guide's tables of maximum errors ("Mathematical Functions") with one unit more, or
 * glibc's (manual, "Known Maximum Errors in Math Functions") where those are wider. Integer intrinsics must agree in
 * every bit. Complex functions are compared with C's <complex.h>.
 */
#include "tests/kernels.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

/* ---- Functions of one and two real numbers ----------------------------------------------------------------------- */

static const long double pi = 3.14159265358979323846264338327950288L;

#define REFERENCE(name, expression, ...)                                                                               \
    static long double ref_##name(__VA_ARGS__)                                                                         \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
REFERENCE(rsqrt, 1 / sqrtl(x), long double x)
REFERENCE(rcbrt, 1 / cbrtl(x), long double x)
REFERENCE(exp10, powl(10, x), long double x)
REFERENCE(sinpi, sinl(pi *x), long double x)
REFERENCE(cospi, cosl(pi *x), long double x)
REFERENCE(normcdf, erfcl(-x *sqrtl(0.5L)) / 2, long double x)
REFERENCE(rhypot, 1 / hypotl(x, y), long double x, long double y)
REFERENCE(divide, x / y, long double x, long double y)

/* The bounds hold on all of the interval for both types. `second` NULL: a function of one number. */
/* clang-format off */
static const struct function {
    const char *name;
    double low, high, low_y, high_y;
    long double (*one)(long double);
    long double (*two)(long double, long double);
    double ulps_float, ulps_double;
} functions[] = {
    {"sqrt", 0, 1e6, 0, 0, sqrtl, NULL, 0, 0}, {"rsqrt", 1e-6, 1e3, 0, 0, ref_rsqrt, NULL, 3, 2},
    {"cbrt", -1e6, 1e6, 0, 0, cbrtl, NULL, 2, 4}, {"rcbrt", 1e-3, 1e6, 0, 0, ref_rcbrt, NULL, 2, 5},
    {"exp", -80, 80, 0, 0, expl, NULL, 3, 2}, {"exp2", -100, 100, 0, 0, exp2l, NULL, 3, 2},
    {"exp10", -35, 35, 0, 0, ref_exp10, NULL, 3, 2}, {"expm1", -5, 20, 0, 0, expm1l, NULL, 2, 2},
    {"log", 1e-5, 1e5, 0, 0, logl, NULL, 2, 2}, {"log2", 1e-5, 1e5, 0, 0, log2l, NULL, 2, 2},
    {"log10", 1e-5, 1e5, 0, 0, log10l, NULL, 3, 2}, {"log1p", -0.9, 100, 0, 0, log1pl, NULL, 2, 2},
    {"sin", -1e4, 1e4, 0, 0, sinl, NULL, 3, 3}, {"cos", -1e4, 1e4, 0, 0, cosl, NULL, 3, 3},
    {"tan", -1e3, 1e3, 0, 0, tanl, NULL, 5, 3}, {"asin", -1, 1, 0, 0, asinl, NULL, 3, 3},
    {"acos", -1, 1, 0, 0, acosl, NULL, 3, 3}, {"atan", -50, 50, 0, 0, atanl, NULL, 3, 3},
    {"sinh", -50, 50, 0, 0, sinhl, NULL, 4, 3}, {"cosh", -50, 50, 0, 0, coshl, NULL, 3, 3},
    {"tanh", -5, 5, 0, 0, tanhl, NULL, 3, 3}, {"asinh", -1e4, 1e4, 0, 0, asinhl, NULL, 4, 4},
    {"acosh", 1, 1e4, 0, 0, acoshl, NULL, 5, 4}, {"atanh", -0.99, 0.99, 0, 0, atanhl, NULL, 4, 3},
    {"erf", -4, 4, 0, 0, erfl, NULL, 3, 3}, {"erfc", -4, 8, 0, 0, erfcl, NULL, 5, 6},
    {"normcdf", -2, 4, 0, 0, ref_normcdf, NULL, 6, 8}, {"tgamma", 0.1, 30, 0, 0, tgammal, NULL, 6, 11},
    {"lgamma", 2.5, 100, 0, 0, lgammal, NULL, 7, 5}, {"sinpi", 0.01, 0.49, 0, 0, ref_sinpi, NULL, 2, 3},
    {"cospi", 0.01, 0.45, 0, 0, ref_cospi, NULL, 2, 3}, {"floor", -1e6, 1e6, 0, 0, floorl, NULL, 0, 0},
    {"ceil", -1e6, 1e6, 0, 0, ceill, NULL, 0, 0}, {"trunc", -1e6, 1e6, 0, 0, truncl, NULL, 0, 0},
    {"round", -100, 100, 0, 0, roundl, NULL, 0, 0}, {"rint", -100, 100, 0, 0, rintl, NULL, 0, 0},
    {"fabs", -100, 100, 0, 0, fabsl, NULL, 0, 0}, {"pow", 0.01, 20, -8, 8, NULL, powl, 9, 3},
    {"atan2", -10, 10, -10, 10, NULL, atan2l, 4, 3}, {"hypot", -1e3, 1e3, -1e3, 1e3, NULL, hypotl, 4, 3},
    {"rhypot", 1, 1e3, 1, 1e3, NULL, ref_rhypot, 3, 3}, {"fmod", -1e4, 1e4, 0.1, 50, NULL, fmodl, 0, 0},
    {"remainder", -1e4, 1e4, 0.1, 50, NULL, remainderl, 0, 0}, {"fdim", -10, 10, -10, 10, NULL, fdiml, 0, 0},
    {"copysign", -10, 10, -10, 10, NULL, copysignl, 0, 0}, {"fmax", -10, 10, -10, 10, NULL, fmaxl, 0, 0},
    {"fmin", -10, 10, -10, 10, NULL, fminl, 0, 0}, {"fdivide", -1e3, 1e3, 1, 1e3, NULL, ref_divide, 3, -1},
};
/* clang-format on */

CONTEXT_FOR_EACH_CASE

enum { FUNCTIONS = COUNT(functions), SAMPLES = 512 };

/* One kernel calls them all: index i belongs to function i / SAMPLES. */
static cujit_elementwise *functions_kernel(const char *type, const char *suffix)
{
    static char operation[FUNCTIONS * 64];
    char arguments[100];
    size_t at = (size_t)snprintf(operation, sizeof operation, "switch (i / %d) {\n", SAMPLES);

    for (int k = 0; k < FUNCTIONS; k++) {
        if (suffix[0] == '\0' && functions[k].ulps_double < 0)
            continue;
        at += (size_t)snprintf(operation + at, sizeof operation - at, "case %d: z[i] = %s%s(x[i]%s); break;\n", k,
                               functions[k].name, suffix, functions[k].two != NULL ? ", y[i]" : "");
    }
    snprintf(operation + at, sizeof operation - at, "}");
    snprintf(arguments, sizeof arguments, "const %s *x, const %s *y, %s *z", type, type, type);
    return kernel_of(context, arguments, operation);
}

/* The distance in units in the last place of the result's type; digits: 24 or 53. */
static double distance(double got, long double expected, int digits)
{
    int exponent, lowest = digits == 24 ? FLT_MIN_EXP : DBL_MIN_EXP;

    if (expected == 0)
        return got == 0 ? 0 : INFINITY;
    frexpl(expected, &exponent);
    return (double)(fabsl((long double)got - expected) / ldexpl(1, (exponent > lowest ? exponent : lowest) - digits));
}

static void check_functions(const double *x, const double *y, const double *got, int digits)
{
    double worst[FUNCTIONS] = {0};

    for (int k = 0; k < FUNCTIONS * SAMPLES; k++) {
        const struct function *f = &functions[k / SAMPLES];
        long double expected = f->two != NULL ? f->two((long double)x[k], (long double)y[k])
                                              : f->one((long double)x[k]);
        double allowed = digits == 24 ? f->ulps_float : f->ulps_double, error;

        if (allowed < 0)
            continue;
        error = distance(got[k], expected, digits);
        expect(error <= allowed + 0.5, "%s%s(%.17g, %.17g): got %.17g, expected %.21Lg: %.2f units, %g allowed",
               f->name, digits == 24 ? "f" : "", x[k], y[k], got[k], expected, error, allowed);
        worst[k / SAMPLES] = fmax(worst[k / SAMPLES], error);
    }
    for (int k = 0; k < FUNCTIONS && getenv("CUJIT_TEST_VERBOSE") != NULL; k++)
        printf("%-10s %2d digits: %.2f units\n", functions[k].name, digits, worst[k]);
}

static void sample_functions(double *x, double *y)
{
    uint64_t state = 1;

    for (int k = 0; k < FUNCTIONS * SAMPLES; k++) {
        const struct function *f = &functions[k / SAMPLES];

        x[k] = random_between(&state, f->low, f->high);
        y[k] = f->two != NULL ? random_between(&state, f->low_y, f->high_y) : 0;
    }
}

TEST(double_functions_keep_their_error_bounds)
{
    static double x[FUNCTIONS * SAMPLES], y[FUNCTIONS * SAMPLES], got[FUNCTIONS * SAMPLES];
    cujit_elementwise *kernel = functions_kernel("double", "");
    cujit_array *dx, *dy, *dz = zeros(context, CUJIT_FLOAT64, FUNCTIONS * SAMPLES);

    sample_functions(x, y);
    dx = upload(context, CUJIT_FLOAT64, FUNCTIONS * SAMPLES, x);
    dy = upload(context, CUJIT_FLOAT64, FUNCTIONS * SAMPLES, y);
    run_kernel(kernel, CUJIT_ARGS(dx, dy, dz));
    download(dz, got);
    check_functions(x, y, got, 53);
}

TEST(float_functions_keep_their_error_bounds)
{
    static double x[FUNCTIONS * SAMPLES], y[FUNCTIONS * SAMPLES], wide[FUNCTIONS * SAMPLES];
    static float narrow[2][FUNCTIONS * SAMPLES], got[FUNCTIONS * SAMPLES];
    cujit_elementwise *kernel = functions_kernel("float", "f");
    cujit_array *dx, *dy, *dz = zeros(context, CUJIT_FLOAT32, FUNCTIONS * SAMPLES);

    sample_functions(x, y);
    for (int k = 0; k < FUNCTIONS * SAMPLES; k++) {
        /* Rounding must not lead out of the interval: acosh(1 - ulp) is no number. */
        x[k] = narrow[0][k] = (float)fmin(x[k], functions[k / SAMPLES].high);
        y[k] = narrow[1][k] = (float)y[k];
    }
    dx = upload(context, CUJIT_FLOAT32, FUNCTIONS * SAMPLES, narrow[0]);
    dy = upload(context, CUJIT_FLOAT32, FUNCTIONS * SAMPLES, narrow[1]);
    run_kernel(kernel, CUJIT_ARGS(dx, dy, dz));
    download(dz, got);
    for (int k = 0; k < FUNCTIONS * SAMPLES; k++)
        wide[k] = (double)got[k];
    check_functions(x, y, wide, 24);
}

/* The fast forms are fast, not good: a thousandth is what they must reach in their domain. */
TEST(fast_functions_are_near)
{
    enum { N = 300, FAST = 9 };
    static const char *const names[FAST] = {"__sinf",     "__cosf", "__expf",      "__logf",    "__powf",
                                            "__fdividef", "rsqrtf", "__saturatef", "__fsqrt_rn"};
    float x[N], got[FAST * N];
    uint64_t state = 3;
    cujit_array *dx, *dz = zeros(context, CUJIT_FLOAT32, FAST * N);

    for (int k = 0; k < N; k++)
        x[k] = (float)random_between(&state, 0.1, 3);
    dx = upload(context, CUJIT_FLOAT32, N, x);
    run_once(context, "const float *x, float *z",
             "z[0 * n + i] = __sinf(x[i]); z[1 * n + i] = __cosf(x[i]); z[2 * n + i] = __expf(x[i]);"
             "z[3 * n + i] = __logf(x[i]); z[4 * n + i] = __powf(x[i], 1.5f); z[5 * n + i] = __fdividef(2.0f, x[i]);"
             "z[6 * n + i] = rsqrtf(x[i]); z[7 * n + i] = __saturatef(x[i]); z[8 * n + i] = __fsqrt_rn(x[i]);",
             CUJIT_ARGS(dx, dz));
    download(dz, got);
    for (int k = 0; k < FAST * N; k++) {
        double a = (double)x[k % N];
        double expected[FAST] = {sin(a), cos(a), exp(a), log(a), pow(a, 1.5), 2 / a, 1 / sqrt(a), fmin(a, 1), sqrt(a)};

        expect(fabs((double)got[k] - expected[k / N]) < 1e-3 * fmax(1, fabs(expected[k / N])),
               "%s(%g): got %g, expected %g", names[k / N], a, (double)got[k], expected[k / N]);
    }
}

/* ---- Integer intrinsics ------------------------------------------------------------------------------------------ */

enum { INTRINSICS = 20 };

static const char *const intrinsics_operation =
    "unsigned a = (unsigned)x[i], b = (unsigned)y[i]; unsigned long long v = x[i], w = y[i];"
    "r[0 * n + i] = __popc(a); r[1 * n + i] = __popcll(v); r[2 * n + i] = __clz((int)a);"
    "r[3 * n + i] = __clzll((long long)v); r[4 * n + i] = __ffs((int)a); r[5 * n + i] = __ffsll((long long)v);"
    "r[6 * n + i] = __brev(a); r[7 * n + i] = __brevll(v); "
    "r[8 * n + i] = __byte_perm(a, b, (unsigned)(w >> 32) & 0x7777);"
    "r[9 * n + i] = (unsigned)__mulhi((int)a, (int)b); r[10 * n + i] = __umulhi(a, b);"
    "r[11 * n + i] = (unsigned long long)__mul64hi((long long)v, (long long)w); r[12 * n + i] = __umul64hi(v, w);"
    "r[13 * n + i] = __umul24(a, b); r[14 * n + i] = (unsigned)__hadd((int)a, (int)b); r[15 * n + i] = __uhadd(a, b);"
    "r[16 * n + i] = __usad(a, b, 7); r[17 * n + i] = __funnelshift_l(a, b, b & 31);"
    "r[18 * n + i] = __float_as_uint(__uint_as_float(a & 0xff7fffff));r[19 * n + i] = (unsigned long long)"
    "__double_as_longlong(__longlong_as_double((long long)(v & 0xffefffffffffffffULL)));";

static uint64_t reversed(uint64_t x, int bits)
{
    uint64_t result = 0;

    for (int k = 0; k < bits; k++)
        result |= (x >> k & 1) << (bits - 1 - k);
    return result;
}

static uint64_t high_half(uint64_t x, uint64_t y)
{
    uint64_t a = x >> 32, b = (uint32_t)x, c = y >> 32, d = (uint32_t)y;
    uint64_t middle = a * d + (b * d >> 32), other = (uint32_t)middle + b * c;

    return a * c + (middle >> 32) + (other >> 32);
}

static uint32_t permuted(uint32_t x, uint32_t y, unsigned selector)
{
    uint32_t result = 0;

    for (int k = 0; k < 4; k++) {
        unsigned which = selector >> (4 * k) & 7;

        result |= ((which < 4 ? x >> (8 * which) : y >> (8 * (which - 4))) & 0xff) << (8 * k);
    }
    return result;
}

static void reference_intrinsics(uint64_t v, uint64_t w, uint64_t *row)
{
    uint32_t a = (uint32_t)v, b = (uint32_t)w;
    int32_t sa = (int32_t)a, sb = (int32_t)b;
    int ones = 0, ones_long = 0, first = 0, first_long = 0, zeros_front = 32, zeros_long = 64;

    for (int k = 0; k < 64; k++) {
        ones_long += (int)(v >> k & 1);
        ones += k < 32 && (a >> k & 1);
        if (v >> k & 1) {
            zeros_long = 63 - k;
            first_long = first_long != 0 ? first_long : k + 1;
        }
        if (k < 32 && (a >> k & 1)) {
            zeros_front = 31 - k;
            first = first != 0 ? first : k + 1;
        }
    }
    const uint64_t expected[INTRINSICS] = {
        ones,
        ones_long,
        zeros_front,
        zeros_long,
        first,
        first_long,
        reversed(a, 32),
        reversed(v, 64),
        permuted(a, b, (unsigned)(w >> 32) & 0x7777),
        (uint32_t)((int64_t)sa * sb >> 32),
        (uint32_t)((uint64_t)a * b >> 32),
        high_half(v, w) - ((int64_t)v < 0 ? w : 0) - ((int64_t)w < 0 ? v : 0),
        high_half(v, w),
        (uint32_t)((uint64_t)(a & 0xffffff) * (b & 0xffffff)),
        (uint32_t)(((int64_t)sa + sb) >> 1),
        (uint32_t)(((uint64_t)a + b) >> 1),
        (uint32_t)((a > b ? a - b : b - a) + 7),
        (uint32_t)((((uint64_t)b << 32 | a) << (b & 31)) >> 32),
        a & 0xff7fffff,
        v & UINT64_C(0xffefffffffffffff),
    };
    memcpy(row, expected, sizeof expected);
}

TEST(integer_intrinsics_agree_in_every_bit)
{
    enum { N = 2000 };
    static uint64_t x[N], y[N], got[INTRINSICS * N], row[INTRINSICS];
    const uint64_t special[] = {0, 1, UINT64_MAX, 0x80000000, UINT64_C(0x8000000000000000), 0x7fffffff};
    cujit_array *dx, *dy, *dr = zeros(context, CUJIT_UINT64, INTRINSICS * N);
    uint64_t state = 9;

    for (int k = 0; k < N; k++) {
        x[k] = k < 36 ? special[k / 6] : next_random(&state) >> (k % 64);
        y[k] = k < 36 ? special[k % 6] : next_random(&state);
    }
    dx = upload(context, CUJIT_UINT64, N, x);
    dy = upload(context, CUJIT_UINT64, N, y);
    run_once(context, "const unsigned long long *x, const unsigned long long *y, unsigned long long *r",
             intrinsics_operation, CUJIT_ARGS(dx, dy, dr));
    download(dr, got);
    for (int k = 0; k < N; k++) {
        reference_intrinsics(x[k], y[k], row);
        for (int j = 0; j < INTRINSICS; j++)
            expect(got[j * N + k] == row[j], "intrinsic %d of 0x%llx, 0x%llx: got 0x%llx, expected 0x%llx", j,
                   (unsigned long long)x[k], (unsigned long long)y[k], (unsigned long long)got[j * N + k],
                   (unsigned long long)row[j]);
    }
}

/* ---- Complex numbers --------------------------------------------------------------------------------------------- */

enum { COMPLEX_ROWS = 20, COMPLEX_COUNT = 400 };

static const char *const complex_operation =
    "T a = x[i], b = y[i];"
    "z[0 * n + i] = a + b; z[1 * n + i] = a - b; z[2 * n + i] = a * b; z[3 * n + i] = a / b; z[4 * n + i] = -a;"
    "z[5 * n + i] = conj(a); z[6 * n + i] = s * a; z[7 * n + i] = 2 * a + 1.5f; z[8 * n + i] = sqrt(a);"
    "z[9 * n + i] = exp(a); z[10 * n + i] = log(a); z[11 * n + i] = sin(a); z[12 * n + i] = cos(a);"
    "z[13 * n + i] = sinh(a); z[14 * n + i] = cosh(a); z[15 * n + i] = tanh(a); z[16 * n + i] = pow(a, b);"
    "z[17 * n + i] = abs(a); z[18 * n + i] = arg(a); z[19 * n + i] = T(a.imag(), real(a)) * norm(b)";

static void reference_complex(double complex a, double complex b, double complex s, double complex *row)
{
    const double complex expected[COMPLEX_ROWS] = {
        a + b,      a - b,    a * b,    a / b,
        -a,         conj(a),  s * a,    2 * a + 1.5,
        csqrt(a),   cexp(a),  clog(a),  csin(a),
        ccos(a),    csinh(a), ccosh(a), ctanh(a),
        cpow(a, b), cabs(a),  carg(a),  (cimag(a) + creal(a) * I) * (creal(b) * creal(b) + cimag(b) * cimag(b)),
    };
    memcpy(row, expected, sizeof expected);
}

static void check_complex(const double complex *x, const double complex *y, const double complex *got, double complex s,
                          double tolerance)
{
    double complex row[COMPLEX_ROWS];

    for (int k = 0; k < COMPLEX_COUNT; k++) {
        reference_complex(x[k], y[k], s, row);
        for (int j = 0; j < COMPLEX_ROWS; j++) {
            double complex z = got[j * COMPLEX_COUNT + k];

            expect(cabs(z - row[j]) <= tolerance * fmax(1, cabs(row[j])),
                   "operation %d of %g%+gi and %g%+gi: got %.9g%+.9gi, expected %.9g%+.9gi", j, creal(x[k]),
                   cimag(x[k]), creal(y[k]), cimag(y[k]), creal(z), cimag(z), creal(row[j]), cimag(row[j]));
        }
    }
}

static void run_complex(const char *type, cujit_dtype dtype, const void *x, const void *y, void *got, double complex s)
{
    char arguments[160], preamble[80];
    cujit_array *dx = upload(context, dtype, COMPLEX_COUNT, x), *dy = upload(context, dtype, COMPLEX_COUNT, y);
    cujit_array *dz = zeros(context, dtype, COMPLEX_ROWS * COMPLEX_COUNT);

    snprintf(arguments, sizeof arguments,
             "const %s complex *x, const complex %s *y, cujit::complex<%s> *z, %s complex s", type, type, type, type);
    snprintf(preamble, sizeof preamble, "typedef cujit::complex<%s> T;", type);
    cujit_elementwise *kernel = kernel_with(context, .arguments = arguments, .operation = complex_operation,
                                            .preamble = preamble);
    run_kernel(kernel, CUJIT_ARGS(dx, dy, dz, s));
    download(dz, got);
}

TEST(complex_numbers_agree_with_c)
{
    static double complex x[COMPLEX_COUNT], y[COMPLEX_COUNT], got[COMPLEX_ROWS * COMPLEX_COUNT];
    static float complex narrow_x[COMPLEX_COUNT], narrow_y[COMPLEX_COUNT], narrow[COMPLEX_ROWS * COMPLEX_COUNT];
    const double complex s = 0.5 - 0.25 * I;
    uint64_t state = 21;

    for (int k = 0; k < COMPLEX_COUNT; k++) {
        double parts[4];

        for (int j = 0; j < 4; j++)
            parts[j] = random_between(&state, -2, 2);
        narrow_x[k] = (float)parts[0] + (float)parts[1] * I;
        narrow_y[k] = (float)parts[2] + (float)parts[3] * I;
        x[k] = narrow_x[k];
        y[k] = narrow_y[k];
    }
    run_complex("double", CUJIT_COMPLEX128, x, y, got, s);
    check_complex(x, y, got, s, 1e-12);
    run_complex("float", CUJIT_COMPLEX64, narrow_x, narrow_y, narrow, s);
    for (int k = 0; k < COMPLEX_ROWS * COMPLEX_COUNT; k++)
        got[k] = narrow[k];
    check_complex(x, y, got, s, 2e-4);
}
