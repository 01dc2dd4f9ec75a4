/*
 * prelude_host_half.h: CUDA's 16-bit floating-point types for the host: __half and __nv_bfloat16.
 *
 * Behind prelude_host.h, where a unit uses either. Every operation is done in float and rounded to nearest even, which
 * gives the same bits as an operation in 16 bits: float has more than twice as many digits. (Fused multiply-add goes
 * through double for the same reason.) As on the device, the types convert from any number and to float implicitly.
 */

/* ---- Conversions of bits ---- */

/* To float, rounded to odd: rounding the result to fewer digits then is rounding the double itself. */
static inline float cujit_to_odd(double x)
{
    float f = (float)x;
    unsigned bits = __float_as_uint(f);
    if (f == x || x != x || (bits & 1))
        return f;
    if (__builtin_isinf(f))
        return f < 0 ? -FLT_MAX : FLT_MAX;
    return __uint_as_float(fabs((double)f) > fabs(x) ? bits - 1 : bits | 1);
}

#if defined(__aarch64__)
typedef __fp16 cujit_fp16;
#define CUJIT_HAS_FP16 1
#elif defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 && defined(__SSE2__) && defined(__F16C__)
typedef _Float16 cujit_fp16;
#define CUJIT_HAS_FP16 1
#endif

#ifdef CUJIT_HAS_FP16
static inline unsigned short cujit_half_from_float(float x) { return cujit_bits<unsigned short>((cujit_fp16)x); }
static inline float cujit_half_to_float(unsigned short h) { return (float)cujit_bits<cujit_fp16>(h); }
#elif defined(__F16C__)
typedef float cujit_f4 __attribute__((vector_size(16)));
typedef short cujit_s8 __attribute__((vector_size(16)));
static inline unsigned short cujit_half_from_float(float x)
{
    return (unsigned short)((cujit_s8)__builtin_ia32_vcvtps2ph(cujit_f4{x, 0, 0, 0}, 0))[0];
}
static inline float cujit_half_to_float(unsigned short h)
{
    return ((cujit_f4)__builtin_ia32_vcvtph2ps(cujit_s8{(short)h, 0, 0, 0, 0, 0, 0, 0}))[0];
}
#else
static inline unsigned short cujit_half_from_float(float x)
{
    const unsigned bits = __float_as_uint(x), sign = bits >> 16 & 0x8000, size = bits & 0x7fffffff;
    if (size > 0x7f800000)
        return (unsigned short)(sign | 0x7e00 | (size >> 13 & 0x3ff));
    if (size >= 0x47800000)
        return (unsigned short)(sign | 0x7c00);
    /* Below the smallest normal number: adding 0.5 leaves the digits, rounded, at the bottom of the sum. */
    if (size < 0x38800000)
        return (unsigned short)(sign | (__float_as_uint(__uint_as_float(size) + 0.5f) - 0x3f000000));
    return (unsigned short)(sign | ((size - 0x38000000 + 0xfff + (size >> 13 & 1)) >> 13));
}
static inline float cujit_half_to_float(unsigned short h)
{
    const unsigned sign = (h & 0x8000u) << 16, size = h & 0x7fffu;
    if (size >= 0x7c00)
        return __uint_as_float(sign | 0x7f800000 | (size & 0x3ff) << 13 | ((size & 0x3ff) != 0) << 22);
    if (size >= 0x400)
        return __uint_as_float(sign | ((size << 13) + 0x38000000));
    return __uint_as_float(sign | __float_as_uint((float)size * 5.9604644775390625e-8f));
}
#endif
static inline unsigned short cujit_half_from_double(double x) { return cujit_half_from_float(cujit_to_odd(x)); }

static inline unsigned short cujit_bfloat16_from_float(float x)
{
    const unsigned bits = __float_as_uint(x);
    return x != x ? 0x7fff : (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
static inline unsigned short cujit_bfloat16_from_double(double x) { return cujit_bfloat16_from_float(cujit_to_odd(x)); }
static inline float cujit_bfloat16_to_float(unsigned short b) { return __uint_as_float((unsigned)b << 16); }

/* ---- The types ---- */

/* x * y + z, whose product is exact in double (of two 16-bit numbers it is), rounded to odd: what a double cannot hold
 * decides ties of the rounding to 16 bits that follows. */
static inline double cujit_odd_fma(double x, double y, double z)
{
    const double product = x * y, sum = product + z, back = sum - product;
    const double lost = (product - (sum - back)) + (z - back);
    if (!(lost < 0 || lost > 0))
        return sum; /* exact, or no number */
    const cujit_u64 bits = cujit_bits<cujit_u64>(sum);
    return cujit_bits<double>((bits - ((lost < 0) != (sum < 0))) | 1);
}

/* An integer of up to 32 bits is exact in double; of 64 bits it is first rounded to odd. */
static inline double cujit_odd_integer(unsigned long long x)
{
    return x >> 53 ? (double)((x >> 11) | ((x & 0x7ff) != 0)) * 2048.0 : (double)x;
}
static inline double cujit_odd_integer(long long x)
{
    const cujit_u64 size = x < 0 ? 0 - (cujit_u64)x : (cujit_u64)x;
    const double d = cujit_odd_integer(size);
    return x < 0 ? -d : d;
}

#define CUJIT_TYPE16(T, raw, from, to)                                                                                 \
    struct raw {                                                                                                       \
        unsigned short x;                                                                                              \
    };                                                                                                                 \
    struct T {                                                                                                         \
        unsigned short __x;                                                                                            \
        T() = default;                                                                                                 \
        T(const raw &v) : __x(v.x) {}                                                                                  \
        T(float v) : __x(from##_float(v)) {}                                                                           \
        T(double v) : __x(from##_double(v)) {}                                                                         \
        T(int v) : __x(from##_double(v)) {}                                                                            \
        T(unsigned v) : __x(from##_double(v)) {}                                                                       \
        T(short v) : __x(from##_float(v)) {}                                                                           \
        T(unsigned short v) : __x(from##_float(v)) {}                                                                  \
        T(long v) : __x(from##_double(cujit_odd_integer((long long)v))) {}                                             \
        T(unsigned long v) : __x(from##_double(cujit_odd_integer((unsigned long long)v))) {}                           \
        T(long long v) : __x(from##_double(cujit_odd_integer(v))) {}                                                   \
        T(unsigned long long v) : __x(from##_double(cujit_odd_integer(v))) {}                                          \
        operator float() const { return to(__x); }                                                                     \
        operator raw() const { return raw{__x}; }                                                                      \
        T &operator+=(T v);                                                                                            \
        T &operator-=(T v);                                                                                            \
        T &operator*=(T v);                                                                                            \
        T &operator/=(T v);                                                                                            \
        T &operator++() { return *this += T(1.0f); }                                                                   \
        T &operator--() { return *this += T(-1.0f); }                                                                  \
        T operator++(int) { T old = *this; ++*this; return old; }                                                      \
        T operator--(int) { T old = *this; --*this; return old; }                                                      \
    };                                                                                                                 \
    static inline T operator+(T a, T b) { return T((float)a + (float)b); }                                             \
    static inline T operator-(T a, T b) { return T((float)a - (float)b); }                                             \
    static inline T operator*(T a, T b) { return T((float)a * (float)b); }                                             \
    static inline T operator/(T a, T b) { return T((float)a / (float)b); }                                             \
    static inline T operator+(T a) { return a; }                                                                       \
    static inline T operator-(T a) { a.__x ^= 0x8000; return a; }                                                      \
    static inline bool operator==(T a, T b) { return (float)a == (float)b; }                                           \
    static inline bool operator!=(T a, T b) { return (float)a != (float)b; }                                           \
    static inline bool operator<(T a, T b) { return (float)a < (float)b; }                                             \
    static inline bool operator>(T a, T b) { return (float)a > (float)b; }                                             \
    static inline bool operator<=(T a, T b) { return (float)a <= (float)b; }                                           \
    static inline bool operator>=(T a, T b) { return (float)a >= (float)b; }                                           \
    inline T &T::operator+=(T v) { return *this = *this + v; }                                                         \
    inline T &T::operator-=(T v) { return *this = *this - v; }                                                         \
    inline T &T::operator*=(T v) { return *this = *this * v; }                                                         \
    inline T &T::operator/=(T v) { return *this = *this / v; }                                                         \
    struct __attribute__((aligned(4))) T##2 {                                                                          \
        T x, y;                                                                                                        \
        T##2() = default;                                                                                              \
        T##2(T a, T b) : x(a), y(b) {}                                                                                 \
    };

CUJIT_TYPE16(__half, __half_raw, cujit_half_from, cujit_half_to_float)
CUJIT_TYPE16(__nv_bfloat16, __nv_bfloat16_raw, cujit_bfloat16_from, cujit_bfloat16_to_float)
#undef CUJIT_TYPE16
typedef __half half;
typedef __half2 half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat16 bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

/* ---- Functions ---- */

#define CUJIT_FUNCTION1(T, name, expression) static inline T name(T a) { return T(expression); }

/* The same for both numbers of a pair; comparisons as pairs of 1 and 0, as masks, and of both. */
#define CUJIT_PAIR1(T, name, f) static inline T##2 name(T##2 a) { return T##2(f(a.x), f(a.y)); }
#define CUJIT_PAIR2(T, name, f) static inline T##2 name(T##2 a, T##2 b) { return T##2(f(a.x, b.x), f(a.y, b.y)); }
#define CUJIT_PAIR3(T, name, f)                                                                                        \
    static inline T##2 name(T##2 a, T##2 b, T##2 c) { return T##2(f(a.x, b.x, c.x), f(a.y, b.y, c.y)); }
#define CUJIT_PAIRS(T, op)                                                                                             \
    static inline T##2 __h##op##2(T##2 a, T##2 b)                                                                      \
    {                                                                                                                  \
        return T##2(T((int)__h##op(a.x, b.x)), T((int)__h##op(a.y, b.y)));                                             \
    }                                                                                                                  \
    static inline unsigned __h##op##2_mask(T##2 a, T##2 b)                                                             \
    {                                                                                                                  \
        return (__h##op(a.x, b.x) ? 0xffffu : 0) | (__h##op(a.y, b.y) ? 0xffff0000u : 0);                              \
    }                                                                                                                  \
    static inline bool __hb##op##2(T##2 a, T##2 b) { return __h##op(a.x, b.x) && __h##op(a.y, b.y); }

/* One of each for both types; CUDA overloads the names. */
#define CUJIT_FUNCTIONS(T)                                                                                             \
    static inline T __hadd(T a, T b) { return a + b; }                                                                 \
    static inline T __hsub(T a, T b) { return a - b; }                                                                 \
    static inline T __hmul(T a, T b) { return a * b; }                                                                 \
    static inline T __hdiv(T a, T b) { return a / b; }                                                                 \
    static inline T __hadd_rn(T a, T b) { return a + b; }                                                              \
    static inline T __hsub_rn(T a, T b) { return a - b; }                                                              \
    static inline T __hmul_rn(T a, T b) { return a * b; }                                                              \
    static inline T __hfma(T a, T b, T c) { return T(cujit_odd_fma((float)a, (float)b, (float)c)); }                  \
    static inline T __hadd_sat(T a, T b) { return T(__saturatef((float)(a + b))); }                                    \
    static inline T __hmul_sat(T a, T b) { return T(__saturatef((float)(a * b))); }                                    \
    static inline T __hneg(T a) { return -a; }                                                                         \
    static inline T __habs(T a) { a.__x &= 0x7fff; return a; }                                                         \
    static inline T __hmin(T a, T b) { return T(fminf(a, b)); }                                                        \
    static inline T __hmax(T a, T b) { return T(fmaxf(a, b)); }                                                        \
    static inline bool __heq(T a, T b) { return a == b; }                                                              \
    static inline bool __hne(T a, T b) { return (float)a < (float)b || (float)a > (float)b; }                          \
    static inline bool __hlt(T a, T b) { return a < b; }                                                               \
    static inline bool __hgt(T a, T b) { return a > b; }                                                               \
    static inline bool __hle(T a, T b) { return a <= b; }                                                              \
    static inline bool __hge(T a, T b) { return a >= b; }                                                              \
    static inline bool __hequ(T a, T b) { return !__hne(a, b); }                                                       \
    static inline bool __hneu(T a, T b) { return a != b; }                                                             \
    static inline bool __hltu(T a, T b) { return !(a >= b); }                                                          \
    static inline bool __hgtu(T a, T b) { return !(a <= b); }                                                          \
    static inline bool __hleu(T a, T b) { return !(a > b); }                                                           \
    static inline bool __hgeu(T a, T b) { return !(a < b); }                                                           \
    static inline bool __hisnan(T a) { return a != a; }                                                                \
    static inline int __hisinf(T a) { return isinf((float)a) ? ((float)a > 0 ? 1 : -1) : 0; }                          \
    CUJIT_FUNCTION1(T, hexp, exp((double)(float)a))                                                                    \
    CUJIT_FUNCTION1(T, hexp2, exp2((double)(float)a))                                                                  \
    CUJIT_FUNCTION1(T, hexp10, exp10((double)(float)a))                                                                \
    CUJIT_FUNCTION1(T, hlog, log((double)(float)a))                                                                    \
    CUJIT_FUNCTION1(T, hlog2, log2((double)(float)a))                                                                  \
    CUJIT_FUNCTION1(T, hlog10, log10((double)(float)a))                                                                \
    CUJIT_FUNCTION1(T, hsin, sin((double)(float)a))                                                                    \
    CUJIT_FUNCTION1(T, hcos, cos((double)(float)a))                                                                    \
    CUJIT_FUNCTION1(T, htanh, tanh((double)(float)a))                                                                  \
    CUJIT_FUNCTION1(T, hsqrt, sqrtf(a))                                                                                \
    CUJIT_FUNCTION1(T, hrsqrt, 1.0 / sqrt((double)(float)a))                                                           \
    CUJIT_FUNCTION1(T, hrcp, 1.0f / (float)a)                                                                          \
    CUJIT_FUNCTION1(T, hfloor, floorf(a))                                                                              \
    CUJIT_FUNCTION1(T, hceil, ceilf(a))                                                                                \
    CUJIT_FUNCTION1(T, htrunc, truncf(a))                                                                              \
    CUJIT_FUNCTION1(T, hrint, rintf(a))                                                                                \
    CUJIT_FUNCTION1(T, htanh_approx, tanh((double)(float)a))                                                           \
    static inline T __hsub_sat(T a, T b) { return T(__saturatef((float)(a - b))); }                                    \
    static inline T __hfma_sat(T a, T b, T c) { return T(__saturatef((float)__hfma(a, b, c))); }                       \
    static inline T __hfma_relu(T a, T b, T c)                                                                         \
    {                                                                                                                  \
        const T d = __hfma(a, b, c);                                                                                   \
        return (float)d < 0 ? T(0.0f) : d;                                                                             \
    }                                                                                                                  \
    static inline T __hmin_nan(T a, T b) { return a != a ? a : b != b ? b : __hmin(a, b); }                            \
    static inline T __hmax_nan(T a, T b) { return a != a ? a : b != b ? b : __hmax(a, b); }                            \
    static inline T##2 __hadd2(T##2 a, T##2 b) { return T##2(a.x + b.x, a.y + b.y); }                                  \
    static inline T##2 __hsub2(T##2 a, T##2 b) { return T##2(a.x - b.x, a.y - b.y); }                                  \
    static inline T##2 __hmul2(T##2 a, T##2 b) { return T##2(a.x * b.x, a.y * b.y); }                                  \
    static inline T##2 __h2div(T##2 a, T##2 b) { return T##2(a.x / b.x, a.y / b.y); }                                  \
    static inline T##2 __hneg2(T##2 a) { return T##2(-a.x, -a.y); }                                                    \
    static inline T##2 __habs2(T##2 a) { return T##2(__habs(a.x), __habs(a.y)); }                                      \
    static inline T##2 __hmin2(T##2 a, T##2 b) { return T##2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }                    \
    static inline T##2 __hmax2(T##2 a, T##2 b) { return T##2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }                    \
    static inline T##2 __hfma2(T##2 a, T##2 b, T##2 c)                                                                 \
    {                                                                                                                  \
        return T##2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));                                                     \
    }                                                                                                                  \
    CUJIT_PAIR2(T, __hadd2_rn, __hadd) CUJIT_PAIR2(T, __hsub2_rn, __hsub) CUJIT_PAIR2(T, __hmul2_rn, __hmul)           \
    CUJIT_PAIR2(T, __hadd2_sat, __hadd_sat) CUJIT_PAIR2(T, __hsub2_sat, __hsub_sat)                                    \
    CUJIT_PAIR2(T, __hmul2_sat, __hmul_sat) CUJIT_PAIR2(T, __hmin2_nan, __hmin_nan)                                    \
    CUJIT_PAIR2(T, __hmax2_nan, __hmax_nan) CUJIT_PAIR3(T, __hfma2_sat, __hfma_sat)                                    \
    CUJIT_PAIR3(T, __hfma2_relu, __hfma_relu)                                                                          \
    CUJIT_PAIR1(T, h2exp, hexp) CUJIT_PAIR1(T, h2exp2, hexp2) CUJIT_PAIR1(T, h2exp10, hexp10)                          \
    CUJIT_PAIR1(T, h2log, hlog) CUJIT_PAIR1(T, h2log2, hlog2) CUJIT_PAIR1(T, h2log10, hlog10)                          \
    CUJIT_PAIR1(T, h2sin, hsin) CUJIT_PAIR1(T, h2cos, hcos) CUJIT_PAIR1(T, h2tanh, htanh)                              \
    CUJIT_PAIR1(T, h2tanh_approx, htanh) CUJIT_PAIR1(T, h2sqrt, hsqrt) CUJIT_PAIR1(T, h2rsqrt, hrsqrt)                 \
    CUJIT_PAIR1(T, h2rcp, hrcp) CUJIT_PAIR1(T, h2floor, hfloor) CUJIT_PAIR1(T, h2ceil, hceil)                          \
    CUJIT_PAIR1(T, h2trunc, htrunc) CUJIT_PAIR1(T, h2rint, hrint)                                                      \
    CUJIT_PAIRS(T, eq) CUJIT_PAIRS(T, ne) CUJIT_PAIRS(T, lt) CUJIT_PAIRS(T, le) CUJIT_PAIRS(T, gt) CUJIT_PAIRS(T, ge)  \
    CUJIT_PAIRS(T, equ) CUJIT_PAIRS(T, neu) CUJIT_PAIRS(T, ltu) CUJIT_PAIRS(T, leu) CUJIT_PAIRS(T, gtu)                \
    CUJIT_PAIRS(T, geu)                                                                                                \
    static inline T##2 __hisnan2(T##2 a) { return T##2(T((int)__hisnan(a.x)), T((int)__hisnan(a.y))); }                \
    static inline T##2 __hcmadd(T##2 a, T##2 b, T##2 c)                                                                \
    {                                                                                                                  \
        return T##2(__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));                \
    }                                                                                                                  \
    static inline T##2 __lowhigh2highlow(T##2 a) { return T##2(a.y, a.x); }                                            \
    static inline bool operator==(T##2 a, T##2 b) { return __hbeq2(a, b); }                                            \
    static inline bool operator!=(T##2 a, T##2 b) { return __hbneu2(a, b); }                                           \
    static inline bool operator<(T##2 a, T##2 b) { return __hblt2(a, b); }                                             \
    static inline bool operator<=(T##2 a, T##2 b) { return __hble2(a, b); }                                            \
    static inline bool operator>(T##2 a, T##2 b) { return __hbgt2(a, b); }                                             \
    static inline bool operator>=(T##2 a, T##2 b) { return __hbge2(a, b); }                                            \
    static inline T##2 operator+(T##2 a) { return a; }                                                                 \
    static inline T##2 operator-(T##2 a) { return __hneg2(a); }                                                        \
    static inline T##2 &operator+=(T##2 &a, T##2 b) { return a = __hadd2(a, b); }                                      \
    static inline T##2 &operator-=(T##2 &a, T##2 b) { return a = __hsub2(a, b); }                                      \
    static inline T##2 &operator*=(T##2 &a, T##2 b) { return a = __hmul2(a, b); }                                      \
    static inline T##2 &operator/=(T##2 &a, T##2 b) { return a = __h2div(a, b); }                                      \
    static inline T##2 operator+(T##2 a, T##2 b) { return __hadd2(a, b); }                                             \
    static inline T##2 operator-(T##2 a, T##2 b) { return __hsub2(a, b); }                                             \
    static inline T##2 operator*(T##2 a, T##2 b) { return __hmul2(a, b); }                                             \
    static inline T##2 operator/(T##2 a, T##2 b) { return __h2div(a, b); }                                             \
    static inline T##2 atomicAdd(T##2 *p, T##2 v) { return cujit_update(p, [v](T##2 old) { return old + v; }); }       \
    static inline T atomicAdd(T *p, T v) { return cujit_update(p, [v](T old) { return old + v; }); }
CUJIT_FUNCTIONS(__half)
CUJIT_FUNCTIONS(__nv_bfloat16)
#undef CUJIT_FUNCTIONS
#undef CUJIT_FUNCTION1
#undef CUJIT_PAIR1
#undef CUJIT_PAIR2
#undef CUJIT_PAIR3
#undef CUJIT_PAIRS

/* Not to nearest: the neighbour of what is, where that lies on the other side. W holds both exactly. */
enum { CUJIT_DOWN, CUJIT_UP, CUJIT_TO_ZERO };
template <typename T, typename W, typename F> static inline T cujit_half_toward(F from, int mode)
{
    T h = from;
    const W exact = from, rounded = (float)h;
    const bool up = mode == CUJIT_UP || (mode == CUJIT_TO_ZERO && exact < 0);
    if (up ? rounded < exact : rounded > exact) /* from zero: the smallest number of that sign */
        h.__x = (unsigned short)((h.__x & 0x7fff) == 0 ? (up ? 1 : 0x8001) : h.__x + (up == (h.__x < 0x8000) ? 1 : -1));
    return h;
}

/* Conversions by name: __float2half, __half2int_rz, __ushort_as_bfloat16, ... */
#define CUJIT_NAMES(T, name)                                                                                           \
    static inline T __float2##name(float x) { return T(x); }                                                           \
    static inline T __float2##name##_rn(float x) { return T(x); }                                                      \
    static inline T __float2##name##_rd(float x) { return cujit_half_toward<T, float>(x, CUJIT_DOWN); }                \
    static inline T __float2##name##_ru(float x) { return cujit_half_toward<T, float>(x, CUJIT_UP); }                  \
    static inline T __float2##name##_rz(float x) { return cujit_half_toward<T, float>(x, CUJIT_TO_ZERO); }             \
    static inline signed char __##name##2char_rz(T x) { return cujit_saturated<signed char, float>((float)x); }        \
    static inline unsigned char __##name##2uchar_rz(T x) { return cujit_saturated<unsigned char, float>((float)x); }   \
    static inline T##2 __low2##name##2(T##2 v) { return T##2(v.x, v.x); }                                              \
    static inline T##2 __high2##name##2(T##2 v) { return T##2(v.y, v.y); }                                             \
    static inline T##2 __lows2##name##2(T##2 a, T##2 b) { return T##2(a.x, b.x); }                                     \
    static inline T##2 __highs2##name##2(T##2 a, T##2 b) { return T##2(a.y, b.y); }                                    \
    static inline T##2 __float22##name##2_rn(float2 v) { return T##2(T(v.x), T(v.y)); }                                \
    static inline T __double2##name(double x) { return T(x); }                                                         \
    static inline float __##name##2float(T x) { return (float)x; }                                                     \
    CUJIT_INTEGER(T, name, int, int) CUJIT_INTEGER(T, name, uint, unsigned) CUJIT_INTEGER(T, name, short, short)       \
    CUJIT_INTEGER(T, name, ushort, unsigned short) CUJIT_INTEGER(T, name, ll, long long)                               \
    CUJIT_INTEGER(T, name, ull, unsigned long long)                                                                    \
    static inline short __##name##_as_short(T x) { return (short)x.__x; }                                              \
    static inline unsigned short __##name##_as_ushort(T x) { return x.__x; }                                           \
    static inline T __short_as_##name(short x) { T h; h.__x = (unsigned short)x; return h; }                           \
    static inline T __ushort_as_##name(unsigned short x) { T h; h.__x = x; return h; }                                 \
    static inline T##2 __##name##2##name##2(T x) { return T##2(x, x); }                                                \
    static inline T##2 __halves2##name##2(T x, T y) { return T##2(x, y); }                                             \
    static inline T##2 __floats2##name##2_rn(float x, float y) { return T##2(T(x), T(y)); }                            \
    static inline T##2 __float2##name##2_rn(float x) { return T##2(T(x), T(x)); }                                      \
    static inline float2 __##name##22float2(T##2 x) { return make_float2((float)x.x, (float)x.y); }
#define CUJIT_INTEGER(T, name, word, I)                                                                                \
    static inline T __##word##2##name##_rn(I x) { return T(x); }                                                       \
    static inline T __##word##2##name##_rd(I x) { return cujit_half_toward<T, long double>(x, CUJIT_DOWN); }           \
    static inline T __##word##2##name##_ru(I x) { return cujit_half_toward<T, long double>(x, CUJIT_UP); }             \
    static inline T __##word##2##name##_rz(I x) { return cujit_half_toward<T, long double>(x, CUJIT_TO_ZERO); }        \
    static inline I __##name##2##word##_rz(T x) { return cujit_saturated<I, float>((float)x); }                        \
    static inline I __##name##2##word##_rn(T x) { return cujit_saturated<I, float>(rintf(x)); }                        \
    static inline I __##name##2##word##_ru(T x) { return cujit_saturated<I, float>(ceilf(x)); }                        \
    static inline I __##name##2##word##_rd(T x) { return cujit_saturated<I, float>(floorf(x)); }
CUJIT_NAMES(__half, half)
CUJIT_NAMES(__nv_bfloat16, bfloat16)
#undef CUJIT_NAMES
#undef CUJIT_INTEGER
static inline __half2 make_half2(__half x, __half y) { return __half2(x, y); }
static inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
static inline __half __low2half(__half2 v) { return v.x; }
static inline __half __high2half(__half2 v) { return v.y; }
static inline float __low2float(__half2 v) { return (float)v.x; }
static inline float __high2float(__half2 v) { return (float)v.y; }
static inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
static inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
static inline float __low2float(__nv_bfloat162 v) { return (float)v.x; }
static inline float __high2float(__nv_bfloat162 v) { return (float)v.y; }
