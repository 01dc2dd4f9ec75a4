/*
 * test_complex.cpp: templates/prelude_complex.h against std::complex, in both precisions.
 *
 * The prelude is meant for device code; here the marks of CUDA mean nothing and the functions are those of <cmath>.
 * Both are compared with long double, so that no library's rounding in the same precision is taken for truth.
 */
#define __device__
#define __host__
#include <cmath>
#include <math.h>

#include "templates/prelude_complex.h"
#include "templates/prelude_complex_inverse.h"

#include <complex>
#include <cstdio>
#include <limits>
#include <type_traits>

static int checks, failures;

static void check(bool fine, const char *what)
{
    checks++;
    if (!fine) {
        failures++;
        std::printf("failed: %s\n", what);
    }
}

template <class T> using ours = cujit::complex<T>;
typedef std::complex<long double> long_truth;

/* Within `ulps` units of T's last place of the larger part. */
template <class T> static void near(ours<T> got, long_truth right, double ulps, const char *what, ours<T> z, ours<T> w)
{
    const long double error = std::abs(long_truth(got.re, got.im) - right), size = std::abs(right);
    const long double unit = std::numeric_limits<T>::epsilon() * (size > std::numeric_limits<T>::min() ? size : 0) +
                             std::numeric_limits<T>::denorm_min();

    checks++;
    if (!(error <= ulps * unit)) {
        failures++;
        std::printf("failed: %s<%zu> of (%g, %g) (%g, %g): got (%.9g, %.9g), expected (%.9g, %.9g)\n", what,
                    8 * sizeof(T), (double)z.re, (double)z.im, (double)w.re, (double)w.im, (double)got.re,
                    (double)got.im, (double)right.real(), (double)right.imag());
    }
}

template <class T> static long_truth wide(ours<T> z)
{
    return long_truth(z.re, z.im);
}

template <class T> static void arithmetic(ours<T> z, ours<T> w)
{
    const long_truth a = wide(z), b = wide(w);

    near<T>(z + w, a + b, 1, "+", z, w);
    near<T>(z - w, a - b, 1, "-", z, w);
    near<T>(z * w, a * b, 2, "*", z, w);
    if (w != 0)
        near<T>(z / w, a / b, 4, "/", z, w);
    near<T>(z * w.re, a * b.real(), 1, "* scalar", z, w);
    near<T>(w.re * z, a * b.real(), 1, "scalar *", z, w);
    near<T>(w.re - z, b.real() - a, 1, "scalar -", z, w);
    if (z != 0)
        near<T>(w.re / z, b.real() / a, 4, "scalar /", z, w);
    if (z != 0 && std::abs(b * std::log(a)) < 40)
        near<T>(pow(z, w), std::pow(a, b), 200, "pow", z, w);
}

template <class T> static void functions(ours<T> z)
{
    const long_truth a = wide(z);

    near<T>(-z, -a, 0, "-", z, z);
    near<T>(conj(z), std::conj(a), 0, "conj", z, z);
    near<T>(abs(z), std::abs(a), 2, "abs", z, z);
    near<T>(arg(z), std::arg(a), 2, "arg", z, z);
    near<T>(norm(z), std::norm(a), 2, "norm", z, z);
    near<T>(sqrt(z), std::sqrt(a), 4, "sqrt", z, z);
    near<T>(exp(z), std::exp(a), 4, "exp", z, z);
    near<T>(polar(abs(z), arg(z)), a, 8, "polar", z, z);
    near<T>(sin(z), std::sin(a), 8, "sin", z, z);
    near<T>(cos(z), std::cos(a), 8, "cos", z, z);
    near<T>(tan(z), std::tan(a), 24, "tan", z, z);
    near<T>(sinh(z), std::sinh(a), 8, "sinh", z, z);
    near<T>(cosh(z), std::cosh(a), 8, "cosh", z, z);
    near<T>(tanh(z), std::tanh(a), 24, "tanh", z, z);
    near<T>(pow(z, 3), a * a * a, 8, "pow 3", z, z);
    near<T>(pow(z, 0), 1, 0, "pow 0", z, z);
    if (z != 0) {
        near<T>(log(z), std::log(a), 8, "log", z, z);
        near<T>(log10(z), std::log10(a), 12, "log10", z, z);
        near<T>(pow(z, -2), long_truth(1) / (a * a), 12, "pow -2", z, z);
        near<T>(pow(z, 0.5f), std::pow(a, 0.5L), 40, "pow 0.5", z, z);
    }
}

template <class T> static void on_a_grid()
{
    static const double points[] = {0,    -0.0,  1,    -1,   0.5, -0.25, 2,   -3,   0.1, -0.7,
                                    1.25, -1.57, 3.14, 1e-3, -4,  7.5,   -10, 1e-4, 9,   -6.28};
    const int count = sizeof points / sizeof points[0];

    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            const ours<T> z((T)points[i], (T)points[j]);

            functions(z);
            for (int k = 0; k < count; k++)
                arithmetic(z, ours<T>((T)points[k], (T)points[(i + 3 * j + 7 * k) % count]));
        }
    }
}

/* Quotients and roots whose naive form overflows or vanishes. */
template <class T> static void at_the_edges()
{
    const T huge = std::numeric_limits<T>::max(), tiny = std::numeric_limits<T>::min(),
            infinity = std::numeric_limits<T>::infinity();
    const T sizes[] = {huge, huge / 2, huge / 3, std::sqrt(huge) * 4, 1, std::sqrt(tiny) / 4, tiny * 3, tiny};

    for (T a : sizes) {
        for (T b : sizes) {
            const ours<T> z(a, -a / 2), w(b / 3, b);
            const long_truth quotient = wide(z) / wide(w);

            if (std::abs(quotient) < huge && std::abs(quotient) > tiny * 16)
                near<T>(z / w, quotient, 4, "/", z, w);
        }
        const ours<T> z(-a, a / 3);

        near<T>(sqrt(z), std::sqrt(wide(z)), 4, "sqrt", z, z);
        near<T>(log(z), std::log(wide(z)), 4, "log", z, z);
    }
    check(sqrt(ours<T>(-4, -0.0f)) == ours<T>(0, -2), "sqrt below the branch cut");
    check(sqrt(ours<T>(-infinity, 1)) == ours<T>(0, infinity), "sqrt(-inf)");
    check((ours<T>(1, 1) / ours<T>(infinity, 0)) == 0, "finite / infinite");
    check(std::isinf((ours<T>(1, 0) / ours<T>(0, 0)).re), "1 / 0");
    check(std::isinf(abs(ours<T>(infinity, 1) / ours<T>(1, 1))), "infinite / finite");
    check(std::isnan((ours<T>(0, 0) / ours<T>(0, 0)).re), "0 / 0");
    check(exp(ours<T>(-infinity, infinity)) == 0, "exp(-inf)");
    check(tanh(ours<T>(1000, 1)) == ours<T>(1, 0), "tanh of a large number");
    check(pow(ours<T>(0), ours<T>(0)) == 1 && pow(ours<T>(0), 2) == 0, "powers of zero");
    near<T>(log(ours<T>(1, (T)1e-3)), std::log(long_truth(1, (T)1e-3)), 4, "log near 1", 1, 1);
}

/* One part of an inverse function: where the true one is exact, its sign and whether it is a number at all; else within
 * 6 units of its own last place, however small it is beside the other part. */
template <class T> static void part(T got, long double right, const char *what, ours<T> z)
{
    int exponent = 0;
    bool fine = std::isnan(right) ? std::isnan(got) : !std::isnan(got) && std::signbit(right) == std::signbit(got);

    if (fine && !std::isnan(right) && (T)right != got) {
        std::frexp(right, &exponent);
        exponent = exponent < std::numeric_limits<T>::min_exponent ? std::numeric_limits<T>::min_exponent : exponent;
        fine = std::abs(got - right) <= std::ldexp(6.0L, exponent - std::numeric_limits<T>::digits);
    }
    checks++;
    if (!fine) {
        failures++;
        std::printf("failed: %s<%zu> of (%.9g, %.9g): got %.17g, expected %.17Lg\n", what, 8 * sizeof(T), (double)z.re,
                    (double)z.im, (double)got, right);
    }
}

template <class T> static void inverses(ours<T> z)
{
    const long_truth a = wide(z);
    const struct {
        const char *name;
        ours<T> got;
        long_truth right;
    } rows[] = {{"asin", asin(z), std::asin(a)},    {"acos", acos(z), std::acos(a)},
                {"atan", atan(z), std::atan(a)},    {"asinh", asinh(z), std::asinh(a)},
                {"acosh", acosh(z), std::acosh(a)}, {"atanh", atanh(z), std::atanh(a)}};

    for (const auto &row : rows) {
        part<T>(row.got.re, row.right.real(), row.name, z);
        part<T>(row.got.im, row.right.imag(), row.name, z);
    }
    check(isnan(z) == (std::isnan(z.re) || std::isnan(z.im)), "isnan");
    check(isinf(z) == (std::isinf(z.re) || std::isinf(z.im)), "isinf");
    check(isfinite(z) == (std::isfinite(z.re) && std::isfinite(z.im)), "isfinite");
    if (!isnan(z))
        check(proj(z) == ours<T>((T)std::proj(a).real(), (T)std::proj(a).imag()), "proj");
}

/* Zeros of both signs, infinities, NaN, the branch points and their neighbours, the smallest and the largest. */
template <class T> static void inverses_everywhere()
{
    typedef std::numeric_limits<T> limits;
    const T e = limits::epsilon();
    const T points[] = {0,
                        1,
                        1 + e,
                        1 - e,
                        T(0.5),
                        2,
                        T(0.6417),
                        T(1.5),
                        limits::max(),
                        limits::max() / 3,
                        limits::min(),
                        limits::denorm_min(),
                        limits::infinity(),
                        limits::quiet_NaN(),
                        std::sqrt(limits::max()),
                        std::sqrt(limits::min()),
                        e,
                        e * e,
                        1 / e,
                        1 / e / e,
                        T(1e-3),
                        100,
                        T(1e9),
                        T(1e-9)};

    for (T x : points) {
        for (T y : points) {
            inverses(ours<T>(x, y));
            if (!std::isnan(x) && !std::isnan(y)) {
                inverses(ours<T>(-x, y));
                inverses(ours<T>(x, -y));
                inverses(ours<T>(-x, -y));
            }
        }
    }
    unsigned state = 1;
    for (int k = 0; k < 20000; k++) {
        T parts[2];

        for (T &p : parts) {
            const int spread = k % 3 == 0 ? 2 : k % 3 == 1 ? 40 : limits::max_exponent - 2;

            state = state * 1664525u + 1013904223u;
            p = (T)std::ldexp((state >> 8) / 8388608.0 - 1, (int)(state >> 5) % (2 * spread) - spread);
            p = k % 5 == 0 ? 1 + p * e : p;
        }
        inverses(ours<T>(parts[0], parts[1]));
    }
}

/* What a part is, as far as C prescribes it: a NaN, a zero or an infinity, and its sign where the other part is a number. */
template <class T> static bool is_alike(T got, T right, T other)
{
    if (std::isnan(got) || std::isnan(right))
        return std::isnan(got) && std::isnan(right);
    return std::isinf(got) == std::isinf(right) && (got == 0) == (right == 0) &&
           (std::isnan(other) || std::signbit(got) == std::signbit(right));
}

template <class T> static void special(ours<T> z)
{
    const std::complex<T> a(z.re, z.im);
    const struct {
        const char *name;
        ours<T> got;
        std::complex<T> right;
    } rows[] = {{"exp", exp(z), std::exp(a)},    {"log", log(z), std::log(a)},    {"log10", log10(z), std::log10(a)},
                {"sqrt", sqrt(z), std::sqrt(a)}, {"sin", sin(z), std::sin(a)},    {"cos", cos(z), std::cos(a)},
                {"tan", tan(z), std::tan(a)},    {"sinh", sinh(z), std::sinh(a)}, {"cosh", cosh(z), std::cosh(a)},
                {"tanh", tanh(z), std::tanh(a)}, {"abs", abs(z), std::abs(a)},    {"arg", arg(z), std::arg(a)}};

    for (const auto &row : rows) {
        checks++;
        if (!is_alike<T>(row.got.re, row.right.real(), row.right.imag()) ||
            !is_alike<T>(row.got.im, row.right.imag(), row.right.real())) {
            failures++;
            std::printf("failed: %s<%zu> of (%g, %g): got (%g, %g), expected (%g, %g)\n", row.name, 8 * sizeof(T),
                        (double)z.re, (double)z.im, (double)row.got.re, (double)row.got.im, (double)row.right.real(),
                        (double)row.right.imag());
        }
    }
    const ours<T> itself = pow(z, ours<T>(1)), square = pow(z, ours<T>(2)), product = z * z;

    check(pow(z, ours<T>(0)) == 1 && pow(z, 0) == 1, "the power of 0");
    check(is_alike(itself.re, z.re, z.re) && is_alike(itself.im, z.im, z.im), "the power of 1");
    check(is_alike(square.re, product.re, product.re) && is_alike(square.im, product.im, product.im), "the power of 2");
}

/* ISO C11, annex G.6: NaNs, infinities, zeros of both signs, and what is so large or small that a factor is. */
template <class T> static void special_values()
{
    typedef std::numeric_limits<T> limits;
    const T nan = limits::quiet_NaN(), infinity = limits::infinity(), huge = limits::max() / 2,
            tiny = 16 * limits::denorm_min(), overflows = std::log(limits::max()) + T(0.5);
    const T points[] = {nan, infinity, -infinity, 0,  -T(0),  1,      -1,       tiny,      -tiny,
                        huge, -huge,   T(0.5),    -2, 100, -1000, T(1000), overflows, -overflows};

    for (T x : points) {
        for (T y : points)
            special(ours<T>(x, y));
    }
    check(ours<T>(limits::max(), limits::max()) / ours<T>(infinity, -infinity) == 0, "the largest beside infinity");
    check(pow(ours<T>(T(0.5), 3), ours<T>(limits::max(), limits::max())) == 0 &&
              pow(ours<T>(T(0.5), T(0.25)), limits::max()) == 0 &&
              isinf(pow(ours<T>(3, T(0.5)), ours<T>(limits::max(), limits::max()))),
          "powers whose parts are infinite on the way");
    check(isnan(pow(ours<T>(0), ours<T>(0, 1))) && isnan(pow(ours<T>(0), ours<T>(1, nan))) &&
              pow(ours<T>(0), ours<T>(1, 1)) == 0,
          "powers of 0 that have no direction");
    for (T x : {overflows, -overflows}) {
        const ours<T> z(x, T(1.5)), w(T(1.5), x);

        near<T>(sinh(z), std::sinh(wide(z)), 6, "sinh", z, z);
        near<T>(cosh(z), std::cosh(wide(z)), 6, "cosh", z, z);
        near<T>(sin(w), std::sin(wide(w)), 6, "sin", w, w);
        near<T>(cos(w), std::cos(wide(w)), 6, "cos", w, w);
    }
}

/* What has to compile, without ambiguity, and its types. */
static void mixed_types()
{
    const ours<float> z(1, 2);
    const ours<double> w(3, 4);
    ours<float> v = 2;

    static_assert(std::is_same<decltype(2 * z), ours<float>>::value, "int * complex<float>");
    static_assert(std::is_same<decltype(z / 3.0f), ours<float>>::value, "complex<float> / float");
    static_assert(std::is_same<decltype(z + 1.0), ours<float>>::value, "complex<float> + double");
    static_assert(std::is_same<decltype(z * w), ours<double>>::value, "complex<float> * complex<double>");
    static_assert(std::is_same<decltype(1u - w), ours<double>>::value, "unsigned - complex<double>");
    static_assert(std::is_same<decltype(abs(z)), float>::value, "abs");
    static_assert(std::is_trivially_copyable<ours<double>>::value, "plain memory");
    static_assert(std::is_trivially_default_constructible<ours<float>>::value, "fit for shared memory");
    static_assert(!std::is_convertible<ours<double>, ours<float>>::value, "no silent loss");
    constexpr ours<double> constant = ours<double>(1, 2) * 2 + 1;
    static_assert(constant.re == 3 && constant.im == 4, "constexpr");
    check(2 * z == ours<float>(2, 4) && z * 2L == 2.0 * z && z / 2 == ours<float>(0.5f, 1), "scalars");
    check(z * w == ours<double>(-5, 10) && w * z == z * w, "two precisions");
    v = w;
    check(v == ours<float>(3, 4) && v != 3 && 3 != v, "assignment to less precision");
    v += 1, v -= z, v *= 2, v /= 2.0, v += w, v *= z, v /= z, v -= w;
    check(abs(v - ours<float>(3, 2)) < 1e-5, "compound assignment");
    v.real(7);
    v.imag(8);
    check(real(v) == 7 && imag(v) == 8 && v.real() == 7 && v.imag() == 8 && +v == v, "parts");
    check(pow(z, 2.0) == ours<float>(-3, 4) && pow(z, 2u) == pow(z, 2) && abs(pow(2, w) - pow(2.0, w)) == 0, "pow");
    check((bool)(z == z) && 1 == ours<float>(1), "comparison");
}

int main()
{
    on_a_grid<float>();
    on_a_grid<double>();
    at_the_edges<float>();
    at_the_edges<double>();
    inverses_everywhere<float>();
    inverses_everywhere<double>();
    special_values<float>();
    special_values<double>();
    mixed_types();
    std::printf("%d checks, %d failures\n", checks, failures);
    return failures == 0 ? 0 : 1;
}
