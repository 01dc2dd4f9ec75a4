/*
 * prelude_complex.h: cujit::complex<float> and cujit::complex<double> for generated code.
 *
 * Put in front of a unit that uses complex numbers, after the device's prelude. Needs no header: only C's functions
 * under CUDA's names (sqrtf, hypot, ...) and the marks __device__ and __host__, which both devices have. The layout is
 * that of C's complex types, aligned to the whole number, so that one access moves both parts. Plain C++11.
 *
 * Everything is found through its arguments: in a snippet abs(z), exp(z), 2*z or z/3.0f need no qualification.
 * Operators are friends, not templates, so that any number converts to the parts' type as it does in an assignment.
 */
#ifndef CUJIT_PRELUDE_COMPLEX_H
#define CUJIT_PRELUDE_COMPLEX_H

namespace cujit {

namespace detail {

template <bool> struct condition {
};
template <> struct condition<true> {
    typedef int type;
};

/* C's functions by type. */
template <class T> struct math;

template <> struct math<float> {
    static constexpr __device__ __host__ float largest()
    {
        return 3.402823466e+38f;
    }
    static constexpr __device__ __host__ float smallest()
    {
        return 1.175494351e-38f;
    }
    static __device__ __host__ float fabs(float x)
    {
        return ::fabsf(x);
    }
    static __device__ __host__ float fmax(float x, float y)
    {
        return ::fmaxf(x, y);
    }
    static __device__ __host__ float fmin(float x, float y)
    {
        return ::fminf(x, y);
    }
    static __device__ __host__ float copysign(float x, float y)
    {
        return ::copysignf(x, y);
    }
    static __device__ __host__ float sqrt(float x)
    {
        return ::sqrtf(x);
    }
    static __device__ __host__ float hypot(float x, float y)
    {
        return ::hypotf(x, y);
    }
    static __device__ __host__ float atan2(float y, float x)
    {
        return ::atan2f(y, x);
    }
    static __device__ __host__ float exp(float x)
    {
        return ::expf(x);
    }
    static __device__ __host__ float log(float x)
    {
        return ::logf(x);
    }
    static __device__ __host__ float log1p(float x)
    {
        return ::log1pf(x);
    }
    static __device__ __host__ float pow(float x, float y)
    {
        return ::powf(x, y);
    }
    static __device__ __host__ float trunc(float x)
    {
        return ::truncf(x);
    }
    static __device__ __host__ float sin(float x)
    {
        return ::sinf(x);
    }
    static __device__ __host__ float cos(float x)
    {
        return ::cosf(x);
    }
    static __device__ __host__ float tan(float x)
    {
        return ::tanf(x);
    }
    static __device__ __host__ float sinh(float x)
    {
        return ::sinhf(x);
    }
    static __device__ __host__ float cosh(float x)
    {
        return ::coshf(x);
    }
    static __device__ __host__ float ldexp(float x, int e)
    {
        return ::ldexpf(x, e);
    }
    static __device__ __host__ int ilogb(float x)
    {
        return ::ilogbf(x);
    }
};

template <> struct math<double> {
    static constexpr __device__ __host__ double largest()
    {
        return 1.7976931348623157e+308;
    }
    static constexpr __device__ __host__ double smallest()
    {
        return 2.2250738585072014e-308;
    }
    static __device__ __host__ double fabs(double x)
    {
        return ::fabs(x);
    }
    static __device__ __host__ double fmax(double x, double y)
    {
        return ::fmax(x, y);
    }
    static __device__ __host__ double fmin(double x, double y)
    {
        return ::fmin(x, y);
    }
    static __device__ __host__ double copysign(double x, double y)
    {
        return ::copysign(x, y);
    }
    static __device__ __host__ double sqrt(double x)
    {
        return ::sqrt(x);
    }
    static __device__ __host__ double hypot(double x, double y)
    {
        return ::hypot(x, y);
    }
    static __device__ __host__ double atan2(double y, double x)
    {
        return ::atan2(y, x);
    }
    static __device__ __host__ double exp(double x)
    {
        return ::exp(x);
    }
    static __device__ __host__ double log(double x)
    {
        return ::log(x);
    }
    static __device__ __host__ double log1p(double x)
    {
        return ::log1p(x);
    }
    static __device__ __host__ double pow(double x, double y)
    {
        return ::pow(x, y);
    }
    static __device__ __host__ double trunc(double x)
    {
        return ::trunc(x);
    }
    static __device__ __host__ double sin(double x)
    {
        return ::sin(x);
    }
    static __device__ __host__ double cos(double x)
    {
        return ::cos(x);
    }
    static __device__ __host__ double tan(double x)
    {
        return ::tan(x);
    }
    static __device__ __host__ double sinh(double x)
    {
        return ::sinh(x);
    }
    static __device__ __host__ double cosh(double x)
    {
        return ::cosh(x);
    }
    static __device__ __host__ double ldexp(double x, int e)
    {
        return ::ldexp(x, e);
    }
    static __device__ __host__ int ilogb(double x)
    {
        return ::ilogb(x);
    }
};

} // namespace detail

template <class T> struct alignas(2 * sizeof(T)) complex {
    typedef T value_type;

    T re, im;

    /* Left unset, like a float: so it may stand in __shared__ memory and in register tiles. */
    complex() = default;
    constexpr __device__ __host__ complex(T real, T imaginary = T()) : re(real), im(imaginary) {}
    /* As in the C++ library: to more precision silently, to less only when asked to, or in an assignment. */
    template <class U, typename detail::condition<(sizeof(U) < sizeof(T))>::type = 0>
    constexpr __device__ __host__ complex(const complex<U> &z) : re(z.re), im(z.im)
    {
    }
    template <class U, typename detail::condition<(sizeof(U) > sizeof(T))>::type = 0>
    constexpr __device__ __host__ explicit complex(const complex<U> &z)
        : re(static_cast<T>(z.re)), im(static_cast<T>(z.im))
    {
    }
    template <class U> __device__ __host__ complex &operator=(const complex<U> &z)
    {
        re = static_cast<T>(z.re);
        im = static_cast<T>(z.im);
        return *this;
    }

#ifdef CUJIT_USE_HALF
    __device__ __host__ complex(const __half &x) : re(static_cast<float>(x)), im() {}
#endif
#ifdef CUJIT_USE_BFLOAT16
    __device__ __host__ complex(const __nv_bfloat16 &x) : re(static_cast<float>(x)), im() {}
#endif

    constexpr __device__ __host__ T real() const
    {
        return re;
    }
    constexpr __device__ __host__ T imag() const
    {
        return im;
    }
    __device__ __host__ void real(T value)
    {
        re = value;
    }
    __device__ __host__ void imag(T value)
    {
        im = value;
    }

    __device__ __host__ complex &operator+=(T s)
    {
        return re += s, *this;
    }
    __device__ __host__ complex &operator-=(T s)
    {
        return re -= s, *this;
    }
    __device__ __host__ complex &operator*=(T s)
    {
        return re *= s, im *= s, *this;
    }
    __device__ __host__ complex &operator/=(T s)
    {
        return re /= s, im /= s, *this;
    }
    template <class U> __device__ __host__ complex &operator+=(const complex<U> &z)
    {
        return *this = *this + z;
    }
    template <class U> __device__ __host__ complex &operator-=(const complex<U> &z)
    {
        return *this = *this - z;
    }
    template <class U> __device__ __host__ complex &operator*=(const complex<U> &z)
    {
        return *this = *this * z;
    }
    template <class U> __device__ __host__ complex &operator/=(const complex<U> &z)
    {
        return *this = *this / z;
    }

    friend constexpr __device__ __host__ complex operator+(const complex &z)
    {
        return z;
    }
    friend constexpr __device__ __host__ complex operator-(const complex &z)
    {
        return complex(-z.re, -z.im);
    }

    friend constexpr __device__ __host__ complex operator+(const complex &z, const complex &w)
    {
        return complex(z.re + w.re, z.im + w.im);
    }
    friend constexpr __device__ __host__ complex operator+(const complex &z, T s)
    {
        return complex(z.re + s, z.im);
    }
    friend constexpr __device__ __host__ complex operator+(T s, const complex &z)
    {
        return complex(s + z.re, z.im);
    }

    friend constexpr __device__ __host__ complex operator-(const complex &z, const complex &w)
    {
        return complex(z.re - w.re, z.im - w.im);
    }
    friend constexpr __device__ __host__ complex operator-(const complex &z, T s)
    {
        return complex(z.re - s, z.im);
    }
    friend constexpr __device__ __host__ complex operator-(T s, const complex &z)
    {
        return complex(s - z.re, -z.im);
    }

    friend constexpr __device__ __host__ complex operator*(const complex &z, const complex &w)
    {
        return complex(z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re);
    }
    friend constexpr __device__ __host__ complex operator*(const complex &z, T s)
    {
        return complex(z.re * s, z.im * s);
    }
    friend constexpr __device__ __host__ complex operator*(T s, const complex &z)
    {
        return complex(s * z.re, s * z.im);
    }

    friend __device__ __host__ complex operator/(const complex &z, const complex &w)
    {
        return divide(z, w);
    }
    friend constexpr __device__ __host__ complex operator/(const complex &z, T s)
    {
        return complex(z.re / s, z.im / s);
    }
    friend __device__ __host__ complex operator/(T s, const complex &z)
    {
        return divide(complex(s), z);
    }

    friend constexpr __device__ __host__ bool operator==(const complex &z, const complex &w)
    {
        return z.re == w.re && z.im == w.im;
    }
    friend constexpr __device__ __host__ bool operator==(const complex &z, T s)
    {
        return z.re == s && z.im == T();
    }
    friend constexpr __device__ __host__ bool operator==(T s, const complex &z)
    {
        return z.re == s && z.im == T();
    }
    friend constexpr __device__ __host__ bool operator!=(const complex &z, const complex &w)
    {
        return !(z == w);
    }
    friend constexpr __device__ __host__ bool operator!=(const complex &z, T s)
    {
        return !(z == s);
    }
    friend constexpr __device__ __host__ bool operator!=(T s, const complex &z)
    {
        return !(z == s);
    }

    friend constexpr __device__ __host__ T real(const complex &z)
    {
        return z.re;
    }
    friend constexpr __device__ __host__ T imag(const complex &z)
    {
        return z.im;
    }
    friend constexpr __device__ __host__ T norm(const complex &z)
    {
        return z.re * z.re + z.im * z.im;
    }
    friend constexpr __device__ __host__ complex conj(const complex &z)
    {
        return complex(z.re, -z.im);
    }
    friend constexpr __device__ __host__ bool isnan(const complex &z)
    {
        return is_nan(z.re) || is_nan(z.im);
    }
    friend constexpr __device__ __host__ bool isinf(const complex &z)
    {
        return is_infinite(z.re) || is_infinite(z.im);
    }
    friend constexpr __device__ __host__ bool isfinite(const complex &z)
    {
        return !isnan(z) && !isinf(z);
    }
    friend __device__ __host__ complex proj(const complex &z)
    {
        return isinf(z) ? complex(infinity(), math::copysign(T(0), z.im)) : z;
    }
    friend __device__ __host__ T abs(const complex &z)
    {
        return math::hypot(z.re, z.im);
    }
    friend __device__ __host__ T arg(const complex &z)
    {
        return math::atan2(z.im, z.re);
    }

    friend __device__ __host__ complex exp(const complex &z)
    {
        const T growth = math::exp(z.re);

        if (z.im == 0)
            return complex(growth, z.im);
        if (growth == 0 || growth > math::largest()) {
            const T none = z.im - z.im;

            if (is_nan(none)) /* no direction: that matters less to what is infinite */
                return z.re > math::largest()    ? complex(growth, none)
                       : z.re < -math::largest() ? complex(0, math::copysign(T(0), z.im))
                                                 : complex(none, none);
            if (growth == 0)
                return complex(math::copysign(T(0), math::cos(z.im)), math::copysign(T(0), math::sin(z.im)));
            /* Where e^x is too large, its product with a small cosine need not be: in two steps. */
            const T half = math::exp(z.re / 2);

            return complex(half * math::cos(z.im) * half, half * math::sin(z.im) * half);
        }
        return complex(growth * math::cos(z.im), growth * math::sin(z.im));
    }

    friend __device__ __host__ complex log(const complex &z)
    {
        const T a = math::fabs(z.re), b = math::fabs(z.im);
        /* Not by fmax() and fmin(), which lose a NaN: it is x or y. */
        const T x = a > b ? a : b, y = a > b ? b : a;

        /* Near the unit circle the logarithm of the rounded absolute value has no digits left. */
        if (x > T(0.7) && x < T(1.5))
            return complex(math::log1p((x - 1) * (x + 1) + y * y) / 2, arg(z));
        if (x > math::largest() / 2 && x <= math::largest())
            return complex(math::log(math::hypot(x / 4, y / 4)) + T(1.3862943611198906), arg(z));
        /* So has that of denormal numbers: taken 2^60 times as large. */
        if (x > 0 && x < 8 / math::largest()) {
            const T scale = T(1152921504606846976.0);

            return complex(math::log(math::hypot(x * scale, y * scale)) - T(41.588830833596718565), arg(z));
        }
        return complex(math::log(math::hypot(x, y)), arg(z));
    }

    friend __device__ __host__ complex log10(const complex &z)
    {
        return log(z) * T(0.43429448190325182765);
    }

    friend __device__ __host__ complex sqrt(const complex &z)
    {
        return square_root(z);
    }

    friend __device__ __host__ complex pow(const complex &z, T exponent)
    {
        if (is_whole(exponent))
            return power(z, static_cast<int>(exponent));
        if (z.im == 0 && z.re >= 0)
            return complex(math::pow(math::fabs(z.re), exponent));
        return from_logarithm(exponent * log(z));
    }
    friend __device__ __host__ complex pow(const complex &z, const complex &exponent)
    {
        const bool real = exponent.im == 0;

        if (real && is_whole(exponent.re))
            return power(z, static_cast<int>(exponent.re));
        if (z.re == 0 && z.im == 0) {
            const T none = z.re / z.im;

            if (real || (exponent.re > 0 && math::fabs(exponent.im) <= math::largest()))
                return complex(math::pow(T(0), exponent.re));
            return complex(none, none); /* it has no direction */
        }
        if (real)
            return from_logarithm(exponent.re * log(z));
        /* Of a smaller exponent first: what overflows on the way would not be made up for by what is subtracted. */
        const T most = 4096;
        const complex less = exponent / most * log(z);

        return from_logarithm(complex(less.re * most, less.im * most));
    }
    friend __device__ __host__ complex pow(T z, const complex &exponent)
    {
        return pow(complex(z), exponent);
    }

    friend __device__ __host__ complex sinh(const complex &z)
    {
        return hyperbolic(z, true);
    }
    friend __device__ __host__ complex cosh(const complex &z)
    {
        return hyperbolic(z, false);
    }
    friend __device__ __host__ complex sin(const complex &z)
    {
        const complex w = hyperbolic(complex(-z.im, z.re), true);

        return complex(w.im, -w.re);
    }
    friend __device__ __host__ complex cos(const complex &z)
    {
        return hyperbolic(complex(-z.im, z.re), false);
    }
    friend __device__ __host__ complex tanh(const complex &z)
    {
        return hyperbolic_tangent(z);
    }
    friend __device__ __host__ complex tan(const complex &z)
    {
        const complex w = hyperbolic_tangent(complex(-z.im, z.re));

        return complex(w.im, -w.re);
    }

  private:
    typedef detail::math<T> math;

    static __device__ __host__ T infinity()
    {
        const T largest = math::largest();

        return largest + largest; /* without a warning */
    }
    static constexpr __device__ __host__ bool is_infinite(T x)
    {
        return x > math::largest() || x < -math::largest();
    }
    static constexpr __device__ __host__ bool is_nan(T x)
    {
        return x != x;
    }

    /* ISO C11, G.5.1, example 2: the divisor is scaled by a power of two, so that its square neither overflows nor
     * vanishes; here to below 1/2, and a very large dividend is made smaller, so that nothing overflows on the way
     * either. What is not a number although the operands have a meaning is put right in the end. */
    static __device__ __host__ complex divide(complex z, complex w)
    {
        const T size = math::fmax(math::fabs(w.re), math::fabs(w.im));
        const int scale = size > 0 && size <= math::largest() ? -math::ilogb(size) - 2 : 0;
        const T c = math::ldexp(w.re, scale), d = math::ldexp(w.im, scale), square = c * c + d * d;
        const bool large = math::fmax(math::fabs(z.re), math::fabs(z.im)) > math::largest() / 16;
        const T a = large ? z.re / 16 : z.re, b = large ? z.im / 16 : z.im;
        const int back = large ? scale + 4 : scale;
        const complex q(math::ldexp((a * c + b * d) / square, back), math::ldexp((b * c - a * d) / square, back));

        if (is_nan(q.re) && is_nan(q.im)) {
            const T huge = infinity();

            if (square == 0 && (!is_nan(z.re) || !is_nan(z.im)))
                return complex(math::copysign(huge, w.re) * z.re, math::copysign(huge, w.re) * z.im);
            if ((is_infinite(z.re) || is_infinite(z.im)) && size <= math::largest()) {
                const T e = unit(z.re), f = unit(z.im);

                return complex(huge * (e * c + f * d), huge * (f * c - e * d));
            }
            if (size > math::largest() && !is_infinite(z.re) && !is_infinite(z.im)) {
                const T e = unit(w.re), f = unit(w.im);

                return complex(0 * (a * e + b * f), 0 * (b * e - a * f));
            }
        }
        return q;
    }

    /* Powers of these are products, as exact as those are. */
    static __device__ __host__ bool is_whole(T exponent)
    {
        return math::trunc(exponent) == exponent && math::fabs(exponent) <= 64;
    }

    /* Of an infinity 1, of all else 0, with the sign. */
    static __device__ __host__ T unit(T x)
    {
        return math::copysign(is_infinite(x) ? T(1) : T(0), x);
    }

    /* What a power's logarithm is of. A direction that is lost does not matter to what is 0 or infinite. */
    static __device__ __host__ complex from_logarithm(const complex &w)
    {
        const T size = math::exp(w.re);

        if (is_infinite(w.im) && (size == 0 || is_infinite(size)))
            return complex(size, size == 0 ? T(0) : w.im - w.im);
        return exp(w);
    }
    static __device__ __host__ complex power(complex z, int exponent)
    {
        complex product(1);
        bool begun = false; /* 1 times an infinity may be no number */

        for (int rest = exponent < 0 ? -exponent : exponent; rest > 0; rest >>= 1) {
            if (rest & 1) {
                product = begun ? product * z : z;
                begun = true;
            }
            if (rest > 1)
                z = z * z;
        }
        return exponent < 0 ? divide(complex(1), product) : product;
    }

    /* W. Kahan, "Branch cuts for complex elementary functions", 1987, with the values of ISO C11, G.6.4.2, at
     * infinity. */
    static __device__ __host__ complex square_root(complex z)
    {
        const T size = math::fmax(math::fabs(z.re), math::fabs(z.im));
        /* Powers of 4: large enough to lift any subnormal number to a normal one. */
        const int lift = sizeof(T) == 4 ? 24 : 54;
        const int scale = size > math::largest() / 4 ? -4 : size < 4 * math::smallest() ? lift : 0;
        T root, other;

        if (size == 0) /* or one part is, beside a NaN */
            return is_nan(z.re) ? complex(z.re, z.re) : complex(math::fabs(z.im), z.im);
        if (is_infinite(z.im))
            return complex(math::fabs(z.im), z.im);
        if (is_infinite(z.re))
            return z.re > 0 ? complex(z.re, is_nan(z.im) ? z.im : math::copysign(T(0), z.im))
                            : complex(is_nan(z.im) ? z.im : T(0), math::copysign(z.re, z.im));
        if (scale != 0)
            z = complex(math::ldexp(z.re, scale), math::ldexp(z.im, scale));
        root = math::sqrt((math::fabs(z.re) + math::hypot(z.re, z.im)) / 2);
        other = math::fabs(z.im) / (2 * root);
        z = z.re >= 0 ? complex(root, math::copysign(other, z.im)) : complex(other, math::copysign(root, z.im));
        return scale != 0 ? complex(math::ldexp(z.re, -scale / 2), math::ldexp(z.im, -scale / 2)) : z;
    }

    /* The hyperbolic sine, or cosine. */
    static __device__ __host__ complex hyperbolic(const complex &z, bool sine)
    {
        const T odd = math::sinh(z.re), even = math::cosh(z.re), c = math::cos(z.im), s = math::sin(z.im);
        const T grown = sine ? odd : even, other = sine ? even : odd;
        const complex w(grown * c, other * s);

        if (even <= math::largest() && !is_nan(w.re))
            return w;
        /* Where a factor is no number, or too large, its product with the other need not be. */
        if (z.im == 0)
            return complex(grown, sine ? z.im : math::copysign(T(1), z.re) * z.im);
        if (is_nan(s) && z.re == 0)
            return sine ? complex(z.re, s) : complex(s, 0);
        if (is_nan(s) && is_infinite(z.re))
            return complex(grown, s);
        const T half = math::exp(math::fabs(z.re) / 2) / 2;

        return complex(math::copysign(half, grown) * c * half * 2, math::copysign(half, other) * s * half * 2);
    }

    /* Kahan's, too: no quotient of two large numbers. */
    static __device__ __host__ complex hyperbolic_tangent(complex z)
    {
        const T limit = sizeof(T) == 4 ? T(11) : T(22); /* beyond, the real part is 1 to all digits */

        if (math::fabs(z.re) > limit) {
            const T decay = math::exp(-math::fabs(z.re)), none = z.im - z.im;

            if (is_nan(none))
                return is_infinite(z.re) ? complex(math::copysign(T(1), z.re), math::copysign(T(0), z.im))
                                         : complex(none, none);
            return complex(math::copysign(T(1), z.re), 4 * math::sin(z.im) * math::cos(z.im) * decay * decay);
        }
        const T t = math::tan(z.im), beta = 1 + t * t, s = math::sinh(z.re), rho = math::sqrt(1 + s * s);
        const complex w(beta * rho * s / (1 + beta * s * s), t / (1 + beta * s * s));

        return is_nan(w.re) ? complex(z.re == 0 ? z.re : w.re, z.im == 0 ? z.im : w.im) : w;
    }
};

/* Its arguments are plain numbers, so that it has to be visible as it is. */
template <class T> __device__ __host__ complex<T> polar(T radius, T angle)
{
    return complex<T>(radius * detail::math<T>::cos(angle), radius * detail::math<T>::sin(angle));
}

/* Beside a 16-bit number, which converts to anything: it counts as a part. */
#define CUJIT_COMPLEX_BESIDE(H, op)                                                                                    \
    template <class T> __device__ __host__ auto operator op(const complex<T> &z, const H &s)->decltype(z op z)         \
    {                                                                                                                  \
        return z op T(static_cast<float>(s));                                                                          \
    }                                                                                                                  \
    template <class T> __device__ __host__ auto operator op(const H &s, const complex<T> &z)->decltype(z op z)         \
    {                                                                                                                  \
        return T(static_cast<float>(s)) op z;                                                                          \
    }
#define CUJIT_COMPLEX_HALF(H)                                                                                          \
    CUJIT_COMPLEX_BESIDE(H, +) CUJIT_COMPLEX_BESIDE(H, -) CUJIT_COMPLEX_BESIDE(H, *) CUJIT_COMPLEX_BESIDE(H, /)        \
    CUJIT_COMPLEX_BESIDE(H, ==) CUJIT_COMPLEX_BESIDE(H, !=)                                                            \
    template <class T> __device__ __host__ complex<T> pow(const complex<T> &z, const H &s)                             \
    {                                                                                                                  \
        return pow(z, T(static_cast<float>(s)));                                                                       \
    }                                                                                                                  \
    template <class T> __device__ __host__ complex<T> pow(const H &s, const complex<T> &z)                             \
    {                                                                                                                  \
        return pow(T(static_cast<float>(s)), z);                                                                       \
    }
#ifdef CUJIT_USE_HALF
CUJIT_COMPLEX_HALF(__half)
#endif
#ifdef CUJIT_USE_BFLOAT16
CUJIT_COMPLEX_HALF(__nv_bfloat16)
#endif
#undef CUJIT_COMPLEX_HALF
#undef CUJIT_COMPLEX_BESIDE

/* For prelude_fold.h: by the real parts, and by the imaginary ones of equal real ones, as NumPy orders complex numbers;
 * what is no number is either way. */
#define CUJIT_COMPLEX_ORDER(extreme, is_beyond, LESS)                                                                   \
    template <class T> __device__ __host__ bool is_beyond(const complex<T> &w, const complex<T> &z)                     \
    {                                                                                                                  \
        return w != w || z != z || w.real() LESS z.real() || (w.real() == z.real() && w.imag() LESS z.imag());          \
    }                                                                                                                  \
    template <class T> __device__ __host__ complex<T> extreme(const complex<T> &z, const complex<T> &w)                 \
    {                                                                                                                  \
        return z == z && is_beyond(w, z) ? w : z;                                                                       \
    }
CUJIT_COMPLEX_ORDER(cujit_min, cujit_is_under, <)
CUJIT_COMPLEX_ORDER(cujit_max, cujit_is_over, >)
#undef CUJIT_COMPLEX_ORDER

static_assert(sizeof(complex<float>) == 8 && alignof(complex<float>) == 8, "layout of complex<float>");
static_assert(sizeof(complex<double>) == 16 && alignof(complex<double>) == 16, "layout of complex<double>");

} // namespace cujit

using cujit::polar;

#endif
