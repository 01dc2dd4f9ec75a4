/*
 * test_ufuncs.c: the functions and operators that array libraries offer element by element, for every type that they
 * offer them for: each compiles on the device at hand and for sm_90, and its values are those of C's <math.h> and
 * <complex.h>. Precision at all magnitudes: test_math.c; mixed types: test_promotion.c.
 */
#include "tests/kernels.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>

typedef double complex number;

static const char *const targets[] = {NULL, "sm_90"};

enum { TARGETS = COUNT(targets), SAMPLES = 24, TEXT = 16384 };

/* ---- Real numbers ------------------------------------------------------------------------------------------------ */

/* Whom a row is for. */
enum { INTEGERS = 1, UNSIGNED = 2, SIGNED = 4, FLOATING = 8, SIGNS = SIGNED | FLOATING, ALL = 14 };

/* An expression of a and b in a type, and what C makes of their values as doubles. */
typedef struct row {
    const char *expression;
    double (*one)(double);
    double (*two)(double, double);
    int kinds;
} row;

/* Name, text, C, whom it is for. */
/* clang-format off */
#define OPERATORS(X)                                                                                                   \
    X(add, "a + b", a + b, ALL)                                                                                        \
    X(multiply, "a * b", a * b, ALL)                                                                                   \
    X(subtract, "a - b", a - b, SIGNS)                                                                                 \
    X(negative, "-a", -a, SIGNS)                                                                                       \
    X(square, "a * a", a * a, ALL)                                                                                     \
    X(reciprocal, "1.0 / a", 1 / a, ALL)                                                                               \
    X(divide, "a / b", a / b, FLOATING)                                                                                \
    X(sign, "(a > 0) - (a < 0)", (a > 0) - (a < 0), ALL)                                                               \
    X(degrees, "a * (180.0 / M_PI)", a * (180 / M_PI), ALL)                                                            \
    X(less, "a < b", a < b, ALL)                                                                                       \
    X(less_equal, "a <= b", a <= b, ALL)                                                                               \
    X(equal, "a == b", a == b, ALL)                                                                                    \
    X(not_equal, "a != b", a != b, ALL)                                                                                \
    X(both, "a && b", a != 0 && b != 0, ALL)                                                                           \
    X(either, "a || b", a != 0 || b != 0, ALL)                                                                         \
    X(not, "!a", a == 0, ALL)                                                                                          \
    X(where, "a != 0 ? b : T(1)", a != 0 ? b : 1, ALL)                                                                 \
    X(isnan, "isnan(a)", isnan(a) != 0, ALL)                                                                           \
    X(isinf, "isinf(a)", isinf(a) != 0, ALL)                                                                           \
    X(isfinite, "isfinite(a)", isfinite(a) != 0, ALL)                                                                  \
    X(signbit, "signbit(a)", signbit(a) != 0, ALL)                                                                     \
    X(logaddexp, "max(a, b) + log1p(exp(-fabs(1.0 * a - b)))", fmax(a, b) + log1p(exp(-fabs(a - b))), ALL)             \
    X(ldexp, "ldexp(a, (int)b)", ldexp(a, (int)b), ALL)                                                                \
    X(exp10, "exp10(a)", pow(10, a), ALL)                                                                              \
    X(quotient, "b ? a / b : 0", b != 0 ? (long long)a / (long long)b : 0, INTEGERS)                                   \
    X(rest, "b ? a % b : 0", b != 0 ? (long long)a % (long long)b : 0, INTEGERS)                                       \
    X(and, "a & b", (long long)a & (long long)b, INTEGERS)                                                             \
    X(or, "a | b", (long long)a | (long long)b, INTEGERS)                                                              \
    X(xor, "a ^ b", (long long)a ^ (long long)b, INTEGERS)                                                             \
    X(shift_left, "a << (b & 3)", (long long)a * (1 << ((long long)b & 3)), INTEGERS)                                  \
    X(shift_right, "a >> (b & 3)", (long long)a >> ((long long)b & 3), INTEGERS)

#define DEFINE(name, text, expression, kinds)                                                                          \
    static double ref_##name(double a, double b)                                                                       \
    {                                                                                                                  \
        (void)a, (void)b;                                                                                              \
        return (double)(expression);                                                                                   \
    }
OPERATORS(DEFINE)
#undef DEFINE

#define ROW(name, text, expression, kinds) {text, NULL, ref_##name, kinds},
#define ONE(name, kinds) {#name "(a)", name, NULL, kinds}
#define TWO(name, kinds) {#name "(a, b)", NULL, name, kinds}

static const row rows[] = {
    ONE(sin, ALL), ONE(cos, ALL), ONE(tan, ALL), ONE(asin, ALL), ONE(acos, ALL), ONE(atan, ALL), ONE(sinh, ALL),
    ONE(cosh, ALL), ONE(tanh, ALL), ONE(asinh, ALL), ONE(acosh, ALL), ONE(atanh, ALL), ONE(exp, ALL), ONE(exp2, ALL),
    ONE(expm1, ALL), ONE(log, ALL), ONE(log2, ALL), ONE(log10, ALL), ONE(log1p, ALL), ONE(sqrt, ALL), ONE(cbrt, ALL),
    ONE(floor, ALL), ONE(ceil, ALL), ONE(trunc, ALL), ONE(rint, ALL), ONE(round, ALL), ONE(nearbyint, ALL),
    ONE(fabs, ALL), {"abs(a)", fabs, NULL, ALL}, ONE(erf, ALL), ONE(erfc, ALL), ONE(tgamma, ALL), ONE(lgamma, ALL),
    ONE(j0, SIGNS), ONE(j1, SIGNS), ONE(logb, ALL), TWO(pow, ALL), TWO(atan2, ALL), TWO(hypot, ALL), TWO(fmod, ALL),
    TWO(remainder, ALL), TWO(copysign, ALL), TWO(fmax, ALL), TWO(fmin, ALL), TWO(fdim, ALL),
    {"max(a, b)", NULL, fmax, ALL}, {"min(a, b)", NULL, fmin, ALL},
    OPERATORS(ROW)
};
#undef ROW
/* clang-format on */

/* `digits`: of what a function gives; `narrow`: of the type itself, which operators give. */
/* clang-format off */
static const struct kind {
    const char *type;
    int kinds;
    double digits, narrow;
} kinds[] = {
    {"int8_t", SIGNED | INTEGERS, 1e-12, 0},     {"int16_t", SIGNED | INTEGERS, 1e-12, 0},
    {"int32_t", SIGNED | INTEGERS, 1e-12, 0},    {"int64_t", SIGNED | INTEGERS, 1e-12, 0},
    {"uint8_t", UNSIGNED | INTEGERS, 1e-12, 0},  {"uint16_t", UNSIGNED | INTEGERS, 1e-12, 0},
    {"uint32_t", UNSIGNED | INTEGERS, 1e-12, 0}, {"uint64_t", UNSIGNED | INTEGERS, 1e-12, 0},
    {"half", FLOATING, 1e-5, 1e-3},              {"bfloat16", FLOATING, 1e-5, 8e-3},
    {"float", FLOATING, 1e-5, 1e-6},             {"double", FLOATING, 1e-12, 1e-15},
};
/* clang-format on */

/* Every type holds what it is given of them as it is. */
static const double whole[] = {0, 1, 2, 3, 4, 5, 7, 9, 10, 12, -1, -2, -3, -6};
static const double broken[] = {0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3.5, 6, 9, -0.25, -0.5, -1, -2.5};

static double sample(int kind, int k)
{
    const int usable = (kind & UNSIGNED) != 0 ? 10 : COUNT(whole);

    return ((kind & FLOATING) != 0 ? broken : whole)[k % usable];
}

static bool is_for(const row *r, int kind)
{
    return r->kinds == INTEGERS ? (kind & INTEGERS) != 0 : (r->kinds & kind & ALL) != 0;
}

static bool is_operator(const char *expression)
{
    return strpbrk(expression, "+-*/<>=!&|^%?") != NULL;
}

/* Near, in numbers of the size of 1 and in those of the result; what float cannot hold is infinite there. */
static bool agree(double got, double expected, double allowed, bool is_float)
{
    if (is_float)
        expected = (double)(float)expected;
    if (isnan(expected) || isinf(expected))
        return isnan(expected) ? isnan(got) : got == expected;
    return fabs(got - expected) <= allowed * (1 + fabs(expected));
}

static void check_reals(cujit_context *context, const cujit_elementwise *kernel, const struct kind *kind)
{
    enum { ROWS = COUNT(rows) };
    double a[SAMPLES], b[SAMPLES], got[ROWS * SAMPLES];
    cujit_array *x, *y, *z = zeros(context, CUJIT_FLOAT64, ROWS * SAMPLES);

    for (int k = 0; k < SAMPLES; k++) {
        a[k] = sample(kind->kinds, k);
        b[k] = sample(kind->kinds, 5 * k / 3 + k / 7);
    }
    x = upload(context, CUJIT_FLOAT64, SAMPLES, a);
    y = upload(context, CUJIT_FLOAT64, SAMPLES, b);
    run_kernel(kernel, CUJIT_ARGS(x, y, z));
    download(z, got);
    for (int k = 0; k < ROWS * SAMPLES; k++) {
        const row *r = &rows[k / SAMPLES];
        const double p = a[k % SAMPLES], q = b[k % SAMPLES];

        if (is_for(r, kind->kinds))
            expect(agree(got[k], r->one != NULL ? r->one(p) : r->two(p, q),
                         is_operator(r->expression) ? fmax(kind->narrow, kind->digits) : kind->digits,
                         kind->digits > 1e-10),
                   "%s: %s of %g, %g: got %.17g, expected %.17g", kind->type, r->expression, p, q, got[k],
                   r->one != NULL ? r->one(p) : r->two(p, q));
    }
}

TEST_EACH(functions_of_real_numbers, TARGETS *COUNT(kinds))
{
    const struct kind *kind = &kinds[_i / TARGETS];
    const char *target = targets[_i % TARGETS];
    cujit_context *context = cj_test_target(target);
    char *text = memory_of(TEXT);
    int at = snprintf(text, TEXT, "typedef %s T; const T a = (T)x[i], b = (T)y[i];\n", kind->type);
    cujit_elementwise *kernel;

    for (size_t k = 0; k < COUNT(rows); k++)
        if (is_for(&rows[k], kind->kinds))
            at += snprintf(text + at, TEXT - (size_t)at, "z[%zu * n + i] = (double)(%s);\n", k, rows[k].expression);
    ck_assert_int_lt(at, TEXT);
    kernel = kernel_if_compiled(context,
                                &(cujit_elementwise_spec){.arguments = "const double *x, const double *y, double *z",
                                                          .operation = text,
                                                          .options = quick_options(context)});
    if (target == NULL)
        check_reals(context, kernel, kind);
}

/* ---- Complex numbers --------------------------------------------------------------------------------------------- */

/* clang-format off */
#define COMPLEX_OPERATORS(X)                                                                                           \
    X(log10, "log10(a)", clog(a) / log(10))                                                                            \
    X(absolute, "abs(a)", cabs(a))                                                                                     \
    X(angle, "arg(a)", carg(a))                                                                                        \
    X(real, "real(a)", creal(a))                                                                                       \
    X(imag, "imag(a)", cimag(a))                                                                                       \
    X(norm, "norm(a)", creal(a * conj(a)))                                                                             \
    X(negative, "-a", -a)                                                                                              \
    X(finite, "T(isfinite(a))", isfinite(creal(a)) && isfinite(cimag(a)))                                              \
    X(zero, "T(a == 0)", a == 0)                                                                                       \
    X(equal, "T(a == b)", a == b)                                                                                      \
    X(add, "a + b", a + b)                                                                                             \
    X(subtract, "a - b", a - b)                                                                                        \
    X(multiply, "a * b", a * b)                                                                                        \
    X(divide, "a / b", a / b)

#define DEFINE(name, text, expression)                                                                                 \
    static number z_##name(number a, number b)                                                                         \
    {                                                                                                                  \
        (void)a, (void)b;                                                                                              \
        return expression;                                                                                             \
    }
COMPLEX_OPERATORS(DEFINE)

#define ROW(name, text, expression) {text, NULL, z_##name},
static const struct complex_row {
    const char *expression;
    number (*one)(number), (*two)(number, number);
} complex_rows[] = {
    {"sin(a)", csin, NULL}, {"cos(a)", ccos, NULL}, {"tan(a)", ctan, NULL}, {"asin(a)", casin, NULL},
    {"acos(a)", cacos, NULL}, {"atan(a)", catan, NULL}, {"sinh(a)", csinh, NULL}, {"cosh(a)", ccosh, NULL},
    {"tanh(a)", ctanh, NULL}, {"asinh(a)", casinh, NULL}, {"acosh(a)", cacosh, NULL}, {"atanh(a)", catanh, NULL},
    {"exp(a)", cexp, NULL}, {"log(a)", clog, NULL}, {"sqrt(a)", csqrt, NULL}, {"conj(a)", conj, NULL},
    {"proj(a)", cproj, NULL}, {"pow(a, b)", NULL, cpow},
    COMPLEX_OPERATORS(ROW)
};
/* clang-format on */

static void check_complex(cujit_context *context, const cujit_elementwise *kernel, double allowed)
{
    enum { ROWS = COUNT(complex_rows) };
    number a[SAMPLES], b[SAMPLES], got[ROWS * SAMPLES];
    cujit_array *x, *y, *z = zeros(context, CUJIT_COMPLEX128, ROWS * SAMPLES);

    for (int k = 0; k < SAMPLES; k++) {
        a[k] = 0.25 * (k % 7) - 0.625 + (0.5 * (k % 5) - 0.75) * I;
        b[k] = 0.5 * (k % 3) - 0.75 + (0.25 * (k % 11) - 1.125) * I;
    }
    x = upload(context, CUJIT_COMPLEX128, SAMPLES, a);
    y = upload(context, CUJIT_COMPLEX128, SAMPLES, b);
    run_kernel(kernel, CUJIT_ARGS(x, y, z));
    download(z, got);
    for (int k = 0; k < ROWS * SAMPLES; k++) {
        const struct complex_row *r = &complex_rows[k / SAMPLES];
        const number p = a[k % SAMPLES], q = b[k % SAMPLES], expected = r->one != NULL ? r->one(p) : r->two(p, q);

        expect(cabs(got[k] - expected) <= allowed * (1 + cabs(expected)),
               "%s of %g%+gi, %g%+gi: got %g%+gi, not %g%+gi", r->expression, creal(p), cimag(p), creal(q), cimag(q),
               creal(got[k]), cimag(got[k]), creal(expected), cimag(expected));
    }
}

TEST_EACH(functions_of_complex_numbers, TARGETS * 2)
{
    const char *target = targets[_i % TARGETS], *type = _i / TARGETS == 0 ? "float" : "double";
    cujit_context *context = cj_test_target(target);
    char *text = memory_of(TEXT);
    int at = snprintf(text, TEXT, "typedef cujit::complex<%s> T; const T a(x[i]), b(y[i]);\n", type);
    cujit_elementwise *kernel;

    for (size_t k = 0; k < COUNT(complex_rows); k++)
        at += snprintf(text + at, TEXT - (size_t)at, "z[%zu * n + i] = %s;\n", k, complex_rows[k].expression);
    ck_assert_int_lt(at, TEXT);
    kernel = kernel_if_compiled(
        context,
        &(cujit_elementwise_spec){.arguments = "const cujit::complex<double> *x, const cujit::complex<double> *y, "
                                               "cujit::complex<double> *z",
                                  .operation = text,
                                  .options = quick_options(context)});
    if (target == NULL)
        check_complex(context, kernel, _i / TARGETS == 0 ? 1e-5 : 1e-12);
}
