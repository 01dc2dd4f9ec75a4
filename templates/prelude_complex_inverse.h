/*
 * prelude_complex_inverse.h: inverse circular and hyperbolic functions of cujit::complex, where a unit mentions one.
 *
 * Arcsine and arccosine: T. E. Hull, T. F. Fairgrieve, P. T. P. Tang, "Implementing the complex arcsine and arccosine
 * functions using exception handling", ACM Transactions on Mathematical Software 23 (1997), 299-335: all formulas and
 * the two crossover points. Arctangent: W. Kahan, "Branch cuts for complex elementary functions", 1987. Branch cuts,
 * signs of zeros, infinities and NaNs are those of ISO C11, annex G.6.
 */
#define CUJIT_COMPLEX_INVERSE 1

namespace cujit {

namespace detail {

/* Arcsine and arccosine in the first quadrant: their real parts, and the imaginary part of the arcsine. */
template <class T> struct arc {
    T sine, cosine, growth;
};

template <class T> struct inverse : math<T> {
    typedef inverse own;
    using math<T>::largest;

    static __device__ __host__ float asin(float x)
    {
        return ::asinf(x);
    }
    static __device__ __host__ double asin(double x)
    {
        return ::asin(x);
    }
    static __device__ __host__ float acos(float x)
    {
        return ::acosf(x);
    }
    static __device__ __host__ double acos(double x)
    {
        return ::acos(x);
    }

    static constexpr __device__ __host__ T half_pi()
    {
        return T(1.57079632679489661923);
    }
    static constexpr __device__ __host__ T epsilon()
    {
        return sizeof(T) == 4 ? T(1.1920928955078125e-07) : T(2.2204460492503131e-16);
    }
    /* A half, so that sums of two squares neither overflow nor vanish; powers of two. */
    static constexpr __device__ __host__ T safe_largest()
    {
        return sizeof(T) == 4 ? T(1.15292150460684697600e+18) : T(1.6759759912428246e+153);
    }
    static constexpr __device__ __host__ T safe_smallest()
    {
        return sizeof(T) == 4 ? T(8.67361737988403547206e-19) : T(5.9666725849601654e-154);
    }

    /* x and y lie where squares are safe. */
    static __device__ __host__ arc<T> ordinary(T x, T y)
    {
        const T r = own::hypot(x + 1, y), s = own::hypot(x - 1, y), a = (r + s) / 2, b = x / a;
        arc<T> out;

        if (b <= T(0.6417)) {
            out.sine = own::asin(b);
            out.cosine = own::acos(b);
        } else {
            const T apart = x <= 1 ? own::sqrt((a + x) * (y * y / (r + x + 1) + (s + (1 - x))) / 2)
                                   : y * own::sqrt(((a + x) / (r + x + 1) + (a + x) / (s + (x - 1))) / 2);

            out.sine = own::atan2(x, apart);
            out.cosine = own::atan2(apart, x);
        }
        if (a <= T(1.5)) {
            const T near = x < 1 ? (y * y / (r + (x + 1)) + y * y / (s + (1 - x))) / 2
                                 : (y * y / (r + (x + 1)) + (s + (x - 1))) / 2;

            out.growth = own::log1p(near + own::sqrt(near * (a + 1)));
        } else {
            out.growth = own::log(a + own::sqrt(a * a - 1));
        }
        return out;
    }

    /* One of them is very large or very small. */
    static __device__ __host__ arc<T> extraordinary(T x, T y)
    {
        const T log_2 = T(0.69314718055994530942);

        if (y <= epsilon() * own::fabs(x - 1)) {
            if (x < 1)
                return {own::asin(x), own::acos(x), y / own::sqrt((1 - x) * (1 + x))};
            const T root = x < safe_largest() ? own::sqrt((x - 1) * (x + 1)) : x;

            return {half_pi(), y == 0 ? y : y / root,
                    x < safe_largest() ? own::log1p((x - 1) + root) : log_2 + own::log(x)};
        }
        if (y < safe_smallest()) /* and x is 1 */
            return {half_pi() - own::sqrt(y), own::sqrt(y), own::sqrt(y)};
        if (epsilon() * y - 1 >= x)
            return {x / y, half_pi() - x / y, log_2 + own::log(y)};
        if (x > 1)
            return {own::atan2(x, y), own::atan2(y, x),
                    log_2 + own::log(y) + own::log1p((x / y) * (x / y)) / 2};
        const T a = own::sqrt(1 + y * y);

        return {x / a, half_pi() - x / a, own::log1p(2 * y * (y + a)) / 2};
    }

    static __device__ __host__ arc<T> quadrant(T x, T y)
    {
        const bool infinite = x > largest() || y > largest();

        if (infinite || x != x || y != y) {
            const T nan = x != x ? x : y, most = largest(), huge = most + most; /* without a warning */

            if (x != x || y != y)
                return {x == 0 ? x : nan, x == 0 ? half_pi() : nan, infinite ? huge : nan};
            /* As far as directions go, one infinity is as large as the other. */
            const T re = x > largest() ? T(1) : T(0), im = y > largest() ? T(1) : T(0);

            return {own::atan2(re, im), own::atan2(im, re), huge};
        }
        if (x < safe_largest() && x > safe_smallest() && y < safe_largest() && y > safe_smallest())
            return ordinary(x, y);
        return extraordinary(x, y);
    }

    /* The arctangent, swapped: artanh of x + iy, both not negative. */
    static __device__ __host__ complex<T> tangent(T x, T y)
    {
        const T large = 1 / epsilon();

        if (x > largest() || y > largest())
            return complex<T>(0, y != y ? y : half_pi());
        if (x != x || y != y)
            return complex<T>(x == 0 ? x : x + y, x + y);
        if (x > large || y > large)
            return complex<T>((complex<T>(1) / complex<T>(x, y)).re, half_pi());
        /* The square of a small y vanishes beside 1 - x, unless x is 1. */
        const T square = y < safe_smallest() ? T(0) : y * y;

        if (x == 1)
            return complex<T>(y < epsilon() ? (T(0.69314718055994530942) - own::log(y)) / 2
                                            : own::log1p(4 / square) / 4,
                              y == 0 ? y : own::atan2(T(2), -y) / 2);
        return complex<T>(x == 0 ? x : own::log1p(4 * x / ((x - 1) * (x - 1) + square)) / 4,
                          own::atan2(2 * y, (1 - x) * (1 + x) - square) / 2);
    }
};

} // namespace detail

template <class T> __device__ __host__ complex<T> asin(const complex<T> &z)
{
    typedef detail::inverse<T> math;
    const detail::arc<T> w = math::quadrant(math::fabs(z.re), math::fabs(z.im));

    return complex<T>(math::copysign(w.sine, z.re), math::copysign(w.growth, z.im));
}

template <class T> __device__ __host__ complex<T> acos(const complex<T> &z)
{
    typedef detail::inverse<T> math;
    const detail::arc<T> w = math::quadrant(math::fabs(z.re), math::fabs(z.im));

    return complex<T>(z.re < 0 ? 2 * math::half_pi() - w.cosine : w.cosine, -math::copysign(w.growth, z.im));
}

template <class T> __device__ __host__ complex<T> atanh(const complex<T> &z)
{
    typedef detail::inverse<T> math;
    const complex<T> w = math::tangent(math::fabs(z.re), math::fabs(z.im));

    return complex<T>(math::copysign(w.re, z.re), math::copysign(w.im, z.im));
}

template <class T> __device__ __host__ complex<T> acosh(const complex<T> &z)
{
    const complex<T> w = acos(z);

    return complex<T>(detail::math<T>::fabs(w.im), detail::math<T>::copysign(w.re, z.im));
}

/* Those of iz, divided by i; the functions are odd and symmetric. */
template <class T> __device__ __host__ complex<T> asinh(const complex<T> &z)
{
    const complex<T> w = asin(complex<T>(z.im, z.re));

    return complex<T>(w.im, w.re);
}

template <class T> __device__ __host__ complex<T> atan(const complex<T> &z)
{
    const complex<T> w = atanh(complex<T>(z.im, z.re));

    return complex<T>(w.im, w.re);
}

} // namespace cujit
