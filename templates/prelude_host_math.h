/*
 * prelude_host_math.h: CUDA's functions of numbers for a C++ compiler that knows nothing of them: math, conversions,
 * integer intrinsics. Goes behind prelude_host.h, by whose rules it lives.
 */

/* ---- Math: CUDA's names over the C library's; float arguments give float results ---- */

#define CUJIT_MATH1(name) CUJIT_DECLARED1(name, constexpr)
#define CUJIT_DECLARED1(name, constant)                                                                                \
    extern "C" double name(double);                                                                                    \
    extern "C" float name##f(float);                                                                                   \
    static inline constant float name(float x) { return name##f(x); }
#define CUJIT_MATH2(name)                                                                                              \
    extern "C" double name(double, double);                                                                            \
    extern "C" float name##f(float, float);                                                                            \
    static inline constexpr float name(float x, float y) { return name##f(x, y); }
/* A function that the C library lacks: `expression` of x, in both precisions. */
#define CUJIT_OWN1(name, constant, expression, expressionf)                                                            \
    static inline constant double name(double x) { return expression; }                                                \
    static inline constant float name##f(float x) { return expressionf; }                                              \
    static inline constant float name(float x) { return name##f(x); }

CUJIT_MATH1(sin) CUJIT_MATH1(cos) CUJIT_MATH1(tan) CUJIT_MATH1(asin) CUJIT_MATH1(acos) CUJIT_MATH1(atan)
CUJIT_MATH1(sinh) CUJIT_MATH1(cosh) CUJIT_MATH1(tanh) CUJIT_MATH1(asinh) CUJIT_MATH1(acosh) CUJIT_MATH1(atanh)
CUJIT_MATH1(exp) CUJIT_MATH1(exp2) CUJIT_MATH1(expm1)
CUJIT_MATH1(log) CUJIT_MATH1(log2) CUJIT_MATH1(log10) CUJIT_MATH1(log1p) CUJIT_MATH1(logb)
CUJIT_MATH1(sqrt) CUJIT_MATH1(cbrt) CUJIT_MATH1(erf) CUJIT_MATH1(erfc) CUJIT_MATH1(tgamma) CUJIT_MATH1(lgamma)
CUJIT_MATH1(floor) CUJIT_MATH1(ceil) CUJIT_MATH1(trunc) CUJIT_MATH1(round) CUJIT_MATH1(rint) CUJIT_MATH1(nearbyint)
CUJIT_MATH1(fabs)
/* No part of C: nothing that compilers know. */
CUJIT_DECLARED1(exp10, ) CUJIT_DECLARED1(j0, ) CUJIT_DECLARED1(j1, ) CUJIT_DECLARED1(y0, ) CUJIT_DECLARED1(y1, )
CUJIT_MATH2(pow) CUJIT_MATH2(atan2) CUJIT_MATH2(fmod) CUJIT_MATH2(remainder) CUJIT_MATH2(hypot) CUJIT_MATH2(fdim)
CUJIT_MATH2(copysign) CUJIT_MATH2(nextafter)

/* The processor's own minimum is not IEEE 754's, and the C library's is a call: a comparison and a choice vectorise. */
static inline constexpr float fmaxf(float x, float y) { return x >= y || y != y ? x : y; }
static inline constexpr double fmax(double x, double y) { return x >= y || y != y ? x : y; }
static inline constexpr float fminf(float x, float y) { return x <= y || y != y ? x : y; }
static inline constexpr double fmin(double x, double y) { return x <= y || y != y ? x : y; }
static inline constexpr float fmax(float x, float y) { return fmaxf(x, y); }
static inline constexpr float fmin(float x, float y) { return fminf(x, y); }
static inline constexpr float fdividef(float x, float y) { return x / y; }
static inline constexpr double fdivide(double x, double y) { return x / y; }
/* As the device has them: a float to a whole power is a float. */
static inline constexpr float pow(float x, int n) { return (float)pow((double)x, (double)n); }
static inline constexpr double pow(double x, int n) { return pow(x, (double)n); }

extern "C" {
double fma(double, double, double);
float fmaf(float, float, float);
double frexp(double, int *);
float frexpf(float, int *);
double ldexp(double, int);
float ldexpf(float, int);
double scalbn(double, int);
float scalbnf(float, int);
double scalbln(double, long);
float scalblnf(float, long);
double modf(double, double *);
float modff(float, float *);
double remquo(double, double, int *);
float remquof(float, float, int *);
void sincos(double, double *, double *);
void sincosf(float, float *, float *);
int ilogb(double);
int ilogbf(float);
long lrint(double);
long lrintf(float);
long long llrint(double);
long long llrintf(float);
long lround(double);
long lroundf(float);
long long llround(double);
long long llroundf(float);
double jn(int, double);
float jnf(int, float);
double yn(int, double);
float ynf(int, float);
double nan(const char *);
float nanf(const char *);
int abs(int);
long labs(long);
long long llabs(long long);
}
static inline constexpr float fma(float x, float y, float z) { return fmaf(x, y, z); }
static inline constexpr float frexp(float x, int *e) { return frexpf(x, e); }
static inline constexpr float ldexp(float x, int e) { return ldexpf(x, e); }
static inline constexpr float scalbn(float x, int e) { return scalbnf(x, e); }
static inline constexpr float scalbln(float x, long e) { return scalblnf(x, e); }
static inline float jn(int n, float x) { return jnf(n, x); }
static inline float yn(int n, float x) { return ynf(n, x); }
static inline constexpr float modf(float x, float *i) { return modff(x, i); }
static inline constexpr float remquo(float x, float y, int *q) { return remquof(x, y, q); }
static inline void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
static inline constexpr int ilogb(float x) { return ilogbf(x); }
static inline constexpr long lrint(float x) { return lrintf(x); }
static inline constexpr long long llrint(float x) { return llrintf(x); }
static inline constexpr long lround(float x) { return lroundf(x); }
static inline constexpr long long llround(float x) { return llroundf(x); }
static inline constexpr float abs(float x) { return __builtin_fabsf(x); }
static inline constexpr double abs(double x) { return __builtin_fabs(x); }
static inline constexpr long abs(long x) { return x < 0 ? -x : x; }
static inline constexpr long long abs(long long x) { return x < 0 ? -x : x; }

/* int, as the device has it */
static inline constexpr int isnan(float x) { return __builtin_isnan(x) != 0; }
static inline constexpr int isnan(double x) { return __builtin_isnan(x) != 0; }
static inline constexpr int isinf(float x) { return __builtin_isinf(x) != 0; }
static inline constexpr int isinf(double x) { return __builtin_isinf(x) != 0; }
static inline constexpr int isfinite(float x) { return __builtin_isfinite(x) != 0; }
static inline constexpr int isfinite(double x) { return __builtin_isfinite(x) != 0; }
static inline constexpr int signbit(float x) { return __builtin_signbit(x) != 0; }
static inline constexpr int signbit(double x) { return __builtin_signbit(x) != 0; }

/* x - 2 round(x/2) is exact, and so is the reduction to half a period. */
static inline double cujit_sinpi(double x)
{
    const double r = x - 2.0 * rint(0.5 * x);
    const double s = fabs(r) > 0.5 ? copysign(1.0 - fabs(r), r) : r;
    return r == 0 || fabs(r) == 1 ? copysign(0.0, x) : fabs(s) > 0.25 ? copysign(cos(M_PI * (0.5 - fabs(s))), s) : sin(M_PI * s);
}
static inline double cujit_cospi(double x)
{
    const double r = fabs(x - 2.0 * rint(0.5 * x));
    return r == 0.5 ? 0.0 : r < 0.25 ? cos(M_PI * r) : r > 0.75 ? -cos(M_PI * (1.0 - r)) : sin(M_PI * (0.5 - r));
}
/* exp(x^2) with the digits of the square that a double does not hold; far out the asymptotic series (Abramowitz and
 * Stegun 7.1.23). */
__attribute__((unused)) static double erfcx(double x)
{
    if (x < 25.0) {
        const double square = x * x, rest = fma(x, x, -square), product = exp(square) * erfc(x);
        return isinf(product) ? product : fma(product, rest, product);
    }
    const double t = 0.5 / (x * x);
    double sum = 1.0;
    for (int k = 15; k > 0; k -= 2)
        sum = 1.0 - k * t * sum;
    return sum * (0.5 * M_2_SQRTPI) / x;
}
/* Halley's iteration on erf(y) = x and on erfc(y) = x from M. Giles's single-precision approximation ("Approximating the
 * erfinv function", GPU Computing Gems 2, 2011); in the tail Newton's on log(erfc(y)) = log(x), from the asymptote. */
static double erfinv(double x);
__attribute__((unused)) static double erfcinv(double x)
{
    if (!(x > 0.0 && x < 2.0))
        return x == 0.0 ? INFINITY : x == 2.0 ? -INFINITY : NAN;
    if (x > 0.5)
        return x < 1.5 ? erfinv(1.0 - x) : -erfcinv(2.0 - x);
    const double w = -log(x * (2.0 - x));
    double y;
    if (w < 5.0) {
        const double t = w - 2.5;
        y = 2.81022636e-08;
        y = 3.43273939e-07 + y * t;
        y = -3.5233877e-06 + y * t;
        y = -4.39150654e-06 + y * t;
        y = 0.00021858087 + y * t;
        y = -0.00125372503 + y * t;
        y = -0.00417768164 + y * t;
        y = 0.246640727 + y * t;
        y = (1.50140941 + y * t) * (1.0 - x);
        for (int k = 0; k < 3; k++) {
            const double e = (erfc(y) - x) / (M_2_SQRTPI * exp(-y * y));
            y += e / (1.0 - y * e);
        }
        return y;
    }
    const double l = log(x);
    y = sqrt(-l - 0.5 * log(-M_PI * l));
    for (int k = 0; k < 4; k++) {
        const double scaled = erfcx(y);
        y += (log(scaled) - fma(y, y, l)) * scaled / M_2_SQRTPI;
    }
    return y;
}
__attribute__((unused)) static double erfinv(double x)
{
    if (fabs(x) > 0.5 || x != x)
        return x > 0 ? erfcinv(1.0 - x) : x == x ? -erfcinv(1.0 + x) : x;
    double y = x * (0.88622692545275801 + 0.23201366653465444 * x * x);
    for (int k = 0; k < 3; k++) {
        const double e = (erf(y) - x) / (M_2_SQRTPI * exp(-y * y));
        y -= e / (1.0 + y * e);
    }
    return y;
}
/* With the digits of x / sqrt(2) that a double does not hold. */
static inline double cujit_normcdf(double x)
{
    const double t = -x * M_SQRT1_2, rest = fma(-x, M_SQRT1_2, -t) + x * 4.8336466567264567e-17;
    return 0.5 * (fabs(x) < 40.0 ? erfc(t) - rest * M_2_SQRTPI * exp(-t * t) : erfc(t));
}
static inline float erfinvf(float x) { return (float)erfinv((double)x); }
static inline float erfcinvf(float x) { return (float)erfcinv((double)x); }
static inline float erfcxf(float x) { return (float)erfcx((double)x); }
static inline float erfinv(float x) { return erfinvf(x); }
static inline float erfcinv(float x) { return erfcinvf(x); }
static inline float erfcx(float x) { return erfcxf(x); }
CUJIT_OWN1(rsqrt, constexpr, 1.0 / sqrt(x), 1.0f / sqrtf(x))
CUJIT_OWN1(rcbrt, constexpr, 1.0 / cbrt(x), 1.0f / cbrtf(x))
CUJIT_OWN1(sinpi, , cujit_sinpi(x), (float)cujit_sinpi(x))
CUJIT_OWN1(cospi, , cujit_cospi(x), (float)cujit_cospi(x))
CUJIT_OWN1(normcdf, , cujit_normcdf(x), (float)(0.5 * erfc(-x * M_SQRT1_2)))
CUJIT_OWN1(normcdfinv, , 0.0 - M_SQRT2 * erfcinv(2.0 * x), (float)(0.0 - M_SQRT2 * erfcinv(2.0 * x)))
static inline void sincospi(double x, double *s, double *c) { *s = cujit_sinpi(x), *c = cujit_cospi(x); }
static inline void sincospif(float x, float *s, float *c) { *s = sinpif(x), *c = cospif(x); }
static inline void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }
/* Squares overflow in no wider type. An infinite number counts, whatever the others are. */
static inline double cujit_length(int n, const float *v)
{
    double sum = 0;
    bool infinite = false;
    for (int k = 0; k < n; k++)
        sum += (double)v[k] * v[k], infinite = infinite || isinf(v[k]);
    return infinite ? INFINITY : sqrt(sum);
}
static inline long double cujit_length(int n, const double *v)
{
    long double sum = 0;
    bool infinite = false;
    for (int k = 0; k < n; k++)
        sum += (long double)v[k] * v[k], infinite = infinite || isinf(v[k]);
    return infinite ? INFINITY : __builtin_sqrtl(sum);
}
#define CUJIT_LENGTH(T, name, n, operands, ...)                                                                        \
    static inline T name operands { const T v[] = {__VA_ARGS__}; return (T)cujit_length(n, v); }                       \
    static inline T r##name operands { const T v[] = {__VA_ARGS__}; return (T)(1 / cujit_length(n, v)); }
#define CUJIT_LENGTHS(T, f)                                                                                            \
    CUJIT_LENGTH(T, norm3d##f, 3, (T x, T y, T z), x, y, z)                                                            \
    CUJIT_LENGTH(T, norm4d##f, 4, (T x, T y, T z, T w), x, y, z, w)                                                    \
    static inline T norm##f(int n, const T *v) { return (T)cujit_length(n, v); }                                       \
    static inline T rnorm##f(int n, const T *v) { return (T)(1 / cujit_length(n, v)); }                                \
    static inline T rhypot##f(T x, T y) { const T v[] = {x, y}; return (T)(1 / cujit_length(2, v)); }
CUJIT_LENGTHS(double, ) CUJIT_LENGTHS(float, f)
#undef CUJIT_LENGTHS
#undef CUJIT_LENGTH
#undef CUJIT_MATH1
#undef CUJIT_DECLARED1
#undef CUJIT_MATH2
#undef CUJIT_OWN1

/* A NaN loses against a number. */
#define CUJIT_EXTREMES(T)                                                                                              \
    static inline constexpr T min(T x, T y) { return y < x ? y : x; }                                                  \
    static inline constexpr T max(T x, T y) { return x < y ? y : x; }
CUJIT_EXTREMES(int) CUJIT_EXTREMES(unsigned) CUJIT_EXTREMES(long) CUJIT_EXTREMES(unsigned long)
CUJIT_EXTREMES(long long) CUJIT_EXTREMES(unsigned long long)
#undef CUJIT_EXTREMES
static inline constexpr float min(float x, float y) { return fminf(x, y); }
static inline constexpr float max(float x, float y) { return fmaxf(x, y); }
static inline constexpr double min(double x, double y) { return fmin(x, y); }
static inline constexpr double max(double x, double y) { return fmax(x, y); }
static inline constexpr unsigned umin(unsigned x, unsigned y) { return min(x, y); }
static inline constexpr unsigned umax(unsigned x, unsigned y) { return max(x, y); }
static inline constexpr long long llmin(long long x, long long y) { return min(x, y); }
static inline constexpr long long llmax(long long x, long long y) { return max(x, y); }
static inline constexpr unsigned long long ullmin(unsigned long long x, unsigned long long y) { return min(x, y); }
static inline constexpr unsigned long long ullmax(unsigned long long x, unsigned long long y) { return max(x, y); }

/* Intrinsics: the fast forms are the accurate ones here. */
static inline constexpr float __sinf(float x) { return sinf(x); }
static inline constexpr float __cosf(float x) { return cosf(x); }
static inline constexpr float __tanf(float x) { return tanf(x); }
static inline constexpr float __expf(float x) { return expf(x); }
static inline float __exp10f(float x) { return exp10f(x); }
static inline constexpr float __logf(float x) { return logf(x); }
static inline constexpr float __log2f(float x) { return log2f(x); }
static inline constexpr float __log10f(float x) { return log10f(x); }
static inline constexpr float __powf(float x, float y) { return powf(x, y); }
static inline void __sincosf(float x, float *s, float *c) { sincosf(x, s, c); }
static inline constexpr float __fdividef(float x, float y) { return x / y; }
static inline constexpr float __saturatef(float x) { return x != x ? 0.0f : x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x; }

/* The _rn forms are never fused with a neighbour: the compiler must not see through the value. */
#if defined(__x86_64__)
#define CUJIT_ROUNDED(v) __asm__("" : "+x"(v))
#elif defined(__aarch64__)
#define CUJIT_ROUNDED(v) __asm__("" : "+w"(v))
#else
#define CUJIT_ROUNDED(v) __asm__("" : "+m"(v))
#endif
#define CUJIT_RN(T, name, op) static inline T name(T x, T y) { T r = x op y; CUJIT_ROUNDED(r); return r; }
CUJIT_RN(float, __fadd_rn, +) CUJIT_RN(float, __fsub_rn, -) CUJIT_RN(float, __fmul_rn, *) CUJIT_RN(float, __fdiv_rn, /)
CUJIT_RN(double, __dadd_rn, +) CUJIT_RN(double, __dsub_rn, -) CUJIT_RN(double, __dmul_rn, *)
CUJIT_RN(double, __ddiv_rn, /)
#undef CUJIT_RN
#undef CUJIT_ROUNDED
static inline constexpr float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
static inline constexpr float __fmaf_ieee_rn(float x, float y, float z) { return fmaf(x, y, z); }
static inline constexpr double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
static inline constexpr float __fsqrt_rn(float x) { return sqrtf(x); }
static inline constexpr double __dsqrt_rn(double x) { return sqrt(x); }
static inline constexpr float __frcp_rn(float x) { return 1.0f / x; }
static inline constexpr double __drcp_rn(double x) { return 1.0 / x; }
static inline constexpr float __frsqrt_rn(float x) { return (float)(1.0 / sqrt((double)x)); }

/* ---- Conversions ---- */

/* Through a union, as gcc and clang allow it. */
template <typename T, typename F> union cujit_pun { F from; T to; };
template <typename T, typename F> static inline constexpr T cujit_bits(F from)
{
    static_assert(sizeof(T) == sizeof(F), "a cast of bits keeps the size");
    return cujit_pun<T, F>{from}.to;
}
static inline constexpr int __float_as_int(float x) { return cujit_bits<int>(x); }
static inline constexpr unsigned __float_as_uint(float x) { return cujit_bits<unsigned>(x); }
static inline constexpr float __int_as_float(int x) { return cujit_bits<float>(x); }
static inline constexpr float __uint_as_float(unsigned x) { return cujit_bits<float>(x); }
static inline constexpr long long __double_as_longlong(double x) { return cujit_bits<long long>(x); }
static inline constexpr double __longlong_as_double(long long x) { return cujit_bits<double>(x); }
static inline constexpr int __double2hiint(double x) { return (int)(cujit_bits<cujit_u64>(x) >> 32); }
static inline constexpr int __double2loint(double x) { return (int)cujit_bits<cujit_u64>(x); }
static inline double __hiloint2double(int hi, int lo)
{
    return cujit_bits<double>((cujit_u64)(unsigned)hi << 32 | (unsigned)lo);
}
/* Out of range saturates, NaN gives 0, as on the device. Every limit is exact in the comparison's type. */
template <typename T, typename F> struct cujit_range {
    static constexpr bool is_signed = (T)-1 < (T)0;
    static constexpr F top = (F)((T)1 << (sizeof(T) * 8 - 2)) * (is_signed ? (F)2 : (F)4);
    static constexpr T most = is_signed ? (T)~((cujit_u64)1 << (sizeof(T) * 8 - 1)) : (T)-1;
};
template <typename T, typename F> static inline constexpr T cujit_saturated(F x)
{
    typedef cujit_range<T, F> range;
    return x != x ? (T)0
           : x >= range::top ? range::most : x < (range::is_signed ? -range::top : (F)0) ? (T)~range::most : (T)x;
}
#define CUJIT_ROUND(from, F, to, T)                                                                                    \
    static inline constexpr T __##from##2##to##_rz(F x) { return cujit_saturated<T, F>(x); }                           \
    static inline constexpr T __##from##2##to##_rn(F x) { return cujit_saturated<T, F>(rint(x)); }                     \
    static inline constexpr T __##from##2##to##_ru(F x) { return cujit_saturated<T, F>(ceil(x)); }                     \
    static inline constexpr T __##from##2##to##_rd(F x) { return cujit_saturated<T, F>(floor(x)); }
CUJIT_ROUND(float, float, int, int)
CUJIT_ROUND(float, float, uint, unsigned)
CUJIT_ROUND(float, float, ll, long long)
CUJIT_ROUND(float, float, ull, unsigned long long)
CUJIT_ROUND(double, double, int, int)
CUJIT_ROUND(double, double, uint, unsigned)
CUJIT_ROUND(double, double, ll, long long)
CUJIT_ROUND(double, double, ull, unsigned long long)
#undef CUJIT_ROUND
static inline constexpr float __int2float_rn(int x) { return (float)x; }
static inline constexpr float __uint2float_rn(unsigned x) { return (float)x; }
static inline constexpr float __ll2float_rn(long long x) { return (float)x; }
static inline constexpr float __ull2float_rn(unsigned long long x) { return (float)x; }
static inline constexpr double __int2double_rn(int x) { return (double)x; }
static inline constexpr double __uint2double_rn(unsigned x) { return (double)x; }
static inline constexpr double __ll2double_rn(long long x) { return (double)x; }
static inline constexpr double __ull2double_rn(unsigned long long x) { return (double)x; }
static inline constexpr float __double2float_rn(double x) { return (float)x; }

/* ---- Integers ---- */

static inline constexpr int __popc(unsigned x) { return __builtin_popcount(x); }
static inline constexpr int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline constexpr int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
static inline constexpr int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
static inline constexpr int __ffs(int x) { return __builtin_ffs(x); }
static inline constexpr int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline unsigned __brev(unsigned x)
{
    x = __builtin_bswap32(x);
    x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
    x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
    return (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
}
static inline unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const cujit_u64 both = (cujit_u64)y << 32 | x;
    unsigned result = 0;
    for (int k = 0; k < 4; k++)
        result |= (unsigned)(both >> ((selector >> 4 * k & 7) * 8) & 0xff) << 8 * k;
    return result;
}
static inline int __mul24(int x, int y)
{
    return (int)((unsigned)((int)((unsigned)x << 8) >> 8) * (unsigned)((int)((unsigned)y << 8) >> 8));
}
static inline constexpr unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
static inline constexpr int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
static inline constexpr unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)((cujit_u64)x * y >> 32); }
static inline constexpr long long __mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
static inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
static inline constexpr int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
static inline constexpr int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
static inline constexpr unsigned __uhadd(unsigned x, unsigned y) { return (unsigned)(((cujit_u64)x + y) >> 1); }
static inline constexpr unsigned __urhadd(unsigned x, unsigned y) { return (unsigned)(((cujit_u64)x + y + 1) >> 1); }
static inline unsigned __sad(int x, int y, unsigned z)
{
    return z + (x < y ? (unsigned)y - (unsigned)x : (unsigned)x - (unsigned)y);
}
static inline constexpr unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x < y ? y - x : x - y); }
static inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)(((cujit_u64)hi << 32 | lo) << (shift & 31) >> 32);
}
static inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)(((cujit_u64)hi << 32 | lo) >> (shift & 31));
}
static inline unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
static inline unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}
static inline int __dp4a(int x, int y, int z)
{
    unsigned sum = (unsigned)z;
    for (int k = 0; k < 32; k += 8)
        sum += (unsigned)((signed char)(x >> k) * (signed char)(y >> k));
    return (int)sum;
}
static inline unsigned __dp4a(unsigned x, unsigned y, unsigned z)
{
    for (int k = 0; k < 32; k += 8)
        z += (x >> k & 0xff) * (y >> k & 0xff);
    return z;
}
