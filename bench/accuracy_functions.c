/*
 * accuracy_functions.c: the functions whose accuracy is measured, and what they are in long double.
 */
#include "accuracy.h"

#include <math.h>
#include <stdio.h>

long double exp10l(long double); /* glibc's; no part of C */
long double jnl(int, long double);
long double ynl(int, long double);

static const long double pi = 3.14159265358979323846264338327950288L, two_by_root_pi = 1.12837916709551257389615890312L;

/* ---- What the C library lacks ------------------------------------------------------------------------------------ */

static long double sine_of_pi(long double x)
{
    const long double r = remainderl(x, 2), a = fabsl(r), s = a > 0.5L ? 1 - a : a;

    if (!isfinite(x))
        return x - x;
    if (s == 0)
        return copysignl(0, x);
    return copysignl(s > 0.25L ? cosl(pi * (0.5L - s)) : sinl(pi * s), r);
}

static long double cosine_of_pi(long double x)
{
    const long double a = fabsl(remainderl(x, 2));

    if (!isfinite(x))
        return x - x;
    return a == 0.5L ? 0 : a < 0.25L ? cosl(pi * a) : a > 0.75L ? -cosl(pi * (1 - a)) : sinl(pi * (0.5L - a));
}

static long double inverse_erf(long double x);

/* Halley's iteration on erfc(y) = x from the tail's asymptote. */
static long double inverse_erfc(long double x)
{
    long double y, log_x = logl(x);

    if (!(x > 0 && x < 2))
        return x == 0 ? INFINITY : x == 2 ? -INFINITY : NAN;
    if (x > 0.5L)
        return x < 1.5L ? inverse_erf(1 - x) : -inverse_erfc(2 - x);
    y = x < 0.1L ? sqrtl(-log_x - 0.5L * logl(-pi * log_x)) : (1 - x) / two_by_root_pi;
    for (int k = 0; k < 10; k++) {
        const long double e = (erfcl(y) - x) / (two_by_root_pi * expl(-y * y));

        y += e / (1 - y * e);
    }
    return y;
}

static long double inverse_erf(long double x)
{
    long double y = x / two_by_root_pi;

    if (fabsl(x) > 0.5L || x != x)
        return x > 0 ? inverse_erfc(1 - x) : x == x ? -inverse_erfc(1 + x) : x;
    for (int k = 0; k < 8; k++) {
        const long double e = (erfl(y) - x) / (two_by_root_pi * expl(-y * y));

        y -= e / (1 + y * e);
    }
    return y;
}

/* exp(x^2) with the digits of the square that long double does not hold. */
static long double scaled_erfc(long double x)
{
    const long double square = x * x, rest = fmal(x, x, -square);
    long double term = 1, sum = 1;

    if (x < 20)
        return x < -30 ? INFINITY : expl(square) * (1 + rest) * erfcl(x);
    for (int k = 1; k < 16; k++)
        sum += term *= -(2 * k - 1) / (2 * square);
    return sum * two_by_root_pi / 2 / x;
}

/* The root of 1/2 has more digits, too. */
static long double normal(long double x)
{
    const long double root = sqrtl(0.5L), rest = -fmal(root, root, -0.5L) / (2 * root);
    const long double t = -x * root, d = fmal(-x, root, -t) - x * rest;

    return isinf(x) ? x > 0 : (erfcl(t) - d * two_by_root_pi * expl(-t * t)) / 2;
}

/* The power series, whose terms are all positive. */
static long double bessel_i(int order, long double x)
{
    const long double quarter = x * x / 4;
    long double term = order == 0 ? 1 : x / 2, sum = term;

    if (fabsl(x) > 2000)
        return order == 1 && x < 0 ? -INFINITY : INFINITY;
    for (int k = 1; fabsl(term) > fabsl(sum) * 1e-22L; k++)
        sum += term *= quarter / ((long double)k * (k + order));
    return sum;
}

static long double length(const long double *v, int count)
{
    long double sum = 0;

    for (int k = 0; k < count; k++) {
        if (isinf(v[k]))
            return INFINITY;
        sum += v[k] * v[k];
    }
    return sqrtl(sum);
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

#define REFERENCE(name, expression)                                                                                    \
    static long double reference_##name(const long double *v)                                                          \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
/* clang-format off */
#define C1(X)                                                                                                          \
    X(sqrt) X(cbrt) X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(logb) X(sin) X(cos) X(tan)     \
    X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(erf) X(erfc) X(tgamma) X(lgamma)      \
    X(j0) X(j1) X(y0) X(y1) X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(fabs)
#define C2(X) X(pow) X(atan2) X(hypot) X(fmod) X(remainder) X(fdim) X(copysign) X(fmax) X(fmin)
/* clang-format on */
#define OF_C1(name) REFERENCE(name, name##l(v[0]))
#define OF_C2(name) REFERENCE(name, name##l(v[0], v[1]))
C1(OF_C1)
C2(OF_C2)
REFERENCE(rsqrt, 1 / sqrtl(v[0]))
REFERENCE(rcbrt, 1 / cbrtl(v[0]))
REFERENCE(sinpi, sine_of_pi(v[0]))
REFERENCE(cospi, cosine_of_pi(v[0]))
REFERENCE(erfinv, inverse_erf(v[0]))
REFERENCE(erfcinv, inverse_erfc(v[0]))
REFERENCE(erfcx, scaled_erfc(v[0]))
REFERENCE(normcdf, normal(v[0]))
REFERENCE(normcdfinv, 0 - sqrtl(2) * inverse_erfc(2 * v[0]))
REFERENCE(i0, bessel_i(0, v[0]))
REFERENCE(i1, bessel_i(1, v[0]))
REFERENCE(jn, jnl(3, v[0]))
REFERENCE(yn, ynl(3, v[0]))
REFERENCE(divide, v[0] / v[1])
REFERENCE(rhypot, 1 / length(v, 2))
REFERENCE(norm3d, length(v, 3))
REFERENCE(rnorm3d, 1 / length(v, 3))
REFERENCE(norm4d, length(v, 4))
REFERENCE(rnorm4d, 1 / length(v, 4))
REFERENCE(fma, fmal(v[0], v[1], v[2]))

#define F1(name, low, high)                                                                                            \
    {                                                                                                                  \
#name, 1, NULL, NULL, reference_##name, low, high, OWN                                                         \
    }
#define F2(name, low, high)                                                                                            \
    {                                                                                                                  \
#name, 2, NULL, NULL, reference_##name, low, high, OWN                                                         \
    }
#define AROUND(name, low, high, amplitude)                                                                             \
    {                                                                                                                  \
#name, 1, NULL, NULL, reference_##name, low, high, amplitude                                                   \
    }
/* What a GPU has in hardware: in exchange for digits. */
#define FAST(name, wide)                                                                                               \
    {                                                                                                                  \
#name, 1, #name "(x)", wide, NULL, 0, 0, OWN                                                                   \
    }

/* clang-format off */
const function functions[] = {
    F1(sqrt, 0, 1e6), F1(rsqrt, 0, 1e6), F1(cbrt, -1e6, 1e6), F1(rcbrt, -1e6, 1e6),
    F1(exp, -745, 710), F1(exp2, -1075, 1024), F1(exp10, -324, 309), F1(expm1, -40, 40),
    F1(log, 0, 4), F1(log2, 0, 4), F1(log10, 0, 4), F1(log1p, -1, 4), F1(logb, -10, 10),
    F1(sin, -100, 100), F1(cos, -100, 100), F1(tan, -100, 100), F1(sinpi, -10, 10), F1(cospi, -10, 10),
    F1(asin, -1, 1), F1(acos, -1, 1), F1(atan, -20, 20),
    F1(sinh, -30, 30), F1(cosh, -30, 30), F1(tanh, -20, 20), F1(asinh, -30, 30), F1(acosh, 1, 30), F1(atanh, -1, 1),
    F1(erf, -6, 6), F1(erfc, -6, 27), F1(erfinv, -1, 1), F1(erfcinv, 0, 2), F1(erfcx, -26, 60),
    F1(normcdf, -38, 9), F1(normcdfinv, 0, 1), F1(tgamma, -20, 171), AROUND(lgamma, -20, 40, ONE),
    AROUND(j0, -60, 60, WAVE), AROUND(j1, -60, 60, WAVE), AROUND(y0, 0, 60, WAVE), AROUND(y1, 0, 60, WAVE),
    {"jn", 1, "jnf(3, x)", "jn(3, x)", reference_jn, -60, 60, WAVE},
    {"yn", 1, "ynf(3, x)", "yn(3, x)", reference_yn, 0, 60, WAVE},
    {"cyl_bessel_i0", 1, NULL, NULL, reference_i0, -700, 700, OWN},
    {"cyl_bessel_i1", 1, NULL, NULL, reference_i1, -700, 700, OWN},
    F1(floor, -10, 10), F1(ceil, -10, 10), F1(trunc, -10, 10), F1(round, -10, 10), F1(rint, -10, 10),
    F1(nearbyint, -10, 10), F1(fabs, -10, 10),
    {"/", 2, "x / y", "x / y", reference_divide, -10, 10, OWN},
    F2(pow, 0, 30), F2(atan2, -10, 10), F2(hypot, -10, 10), F2(rhypot, -10, 10), F2(fmod, -100, 100),
    F2(remainder, -100, 100), F2(fdim, -10, 10), F2(copysign, -10, 10), F2(fmax, -10, 10), F2(fmin, -10, 10),
    {"norm3d", 3, "norm3df(x, y, z)", NULL, reference_norm3d, -10, 10, OWN},
    {"rnorm3d", 3, "rnorm3df(x, y, z)", NULL, reference_rnorm3d, -10, 10, OWN},
    {"norm4d", 4, "norm4df(x, y, z, w)", NULL, reference_norm4d, -10, 10, OWN},
    {"rnorm4d", 4, "rnorm4df(x, y, z, w)", NULL, reference_rnorm4d, -10, 10, OWN},
    {"fma", 3, NULL, NULL, reference_fma, -10, 10, OWN},
    FAST(__sinf, "sin(x)"), FAST(__cosf, "cos(x)"), FAST(__tanf, "tan(x)"), FAST(__expf, "exp(x)"),
    FAST(__exp10f, "exp10(x)"), FAST(__logf, "log(x)"), FAST(__log2f, "log2(x)"), FAST(__log10f, "log10(x)"),
    {"__fdividef", 2, "__fdividef(x, y)", "x / y", NULL, 0, 0, OWN},
    {"__powf", 2, "__powf(x, y)", "pow(x, y)", NULL, 0, 0, OWN},
};
/* clang-format on */
const size_t function_count = sizeof functions / sizeof *functions;

#define Z1(name)                                                                                                       \
    {                                                                                                                  \
#name, #name "(a)", 1                                                                                          \
    }
const struct complex_function complex_functions[] = {
    {"*", "a * b", 2},
    {"/", "a / b", 2},
    Z1(sqrt),
    Z1(exp),
    Z1(log),
    Z1(log10),
    Z1(sin),
    Z1(cos),
    Z1(tan),
    Z1(asin),
    Z1(acos),
    Z1(atan),
    Z1(sinh),
    Z1(cosh),
    Z1(tanh),
    Z1(asinh),
    Z1(acosh),
    Z1(atanh),
    {"pow", "pow(a, b)", 2},
};
const size_t complex_function_count = sizeof complex_functions / sizeof *complex_functions;

void function_text(const function *f, const char *own, const char *suffix, char *out, size_t size)
{
    static const char *const operands[] = {"", "x", "x, y", "x, y, z", "x, y, z, w"};

    if (own != NULL)
        snprintf(out, size, "%s", own);
    else
        snprintf(out, size, "%s%s(%s)", f->name, suffix, operands[f->operands]);
}
