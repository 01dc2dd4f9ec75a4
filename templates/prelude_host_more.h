/*
 * prelude_host_more.h: functions of CUDA's that few kernels use; added to units that name one of them. Goes behind
 * prelude_host_math.h.
 */

/* ---- Memory from a heap ---- */

void *operator new(size_t size) { return malloc(size); }
void *operator new[](size_t size) { return malloc(size); }
void operator delete(void *p) noexcept { free(p); }
void operator delete[](void *p) noexcept { free(p); }
void operator delete(void *p, size_t) noexcept { free(p); }
void operator delete[](void *p, size_t) noexcept { free(p); }

/* ---- Modified Bessel functions: a series of positive terms, for large arguments the asymptotic one (Abramowitz and
 * Stegun 9.6.10, 9.7.1), with the digits that long double has ---- */

static inline double cujit_bessel_i(int order, double x)
{
    const double size = fabs(x);
    long double term = order == 0 ? 1.0L : 0.5L * size, sum = term;
    if (size <= 40.0) {
        for (int k = 1; term > sum * 1e-19L; k++)
            sum += term *= 0.25L * size * size / ((long double)k * (k + order));
    } else if (size > 1000.0 || x != x) {
        return order == 1 && x < 0 ? -INFINITY : size * DBL_MAX;
    } else {
        sum = term = 1.0L;
        for (int k = 1; k < 40 && (term > 1e-19L || term < -1e-19L); k++)
            sum += term *= ((2 * k - 1) * (2 * k - 1) - 4.0L * order) / (8.0L * k * size);
        sum *= (long double)exp(0.5 * size) * exp(0.5 * size) / __builtin_sqrtl(2 * 3.14159265358979323846L * size);
    }
    return (double)(order == 1 && x < 0 ? -sum : sum);
}
static inline double cyl_bessel_i0(double x) { return cujit_bessel_i(0, x); }
static inline double cyl_bessel_i1(double x) { return x == 0 ? x : cujit_bessel_i(1, x); }
static inline float cyl_bessel_i0f(float x) { return (float)cyl_bessel_i0((double)x); }
static inline float cyl_bessel_i1f(float x) { return (float)cyl_bessel_i1((double)x); }
static inline float cyl_bessel_i0(float x) { return cyl_bessel_i0f(x); }
static inline float cyl_bessel_i1(float x) { return cyl_bessel_i1f(x); }

/* ---- Several numbers in a word: N of 32 / N bits, as T; all computed in 32 bits ---- */

template <typename T, unsigned N, typename F> static inline unsigned cujit_words(unsigned x, unsigned y, F f)
{
    const unsigned bits = 32 / N, mask = (1u << bits) - 1;
    unsigned result = 0;
    for (unsigned k = 0; k < 32; k += bits)
        result |= ((unsigned)f((int)(T)(x >> k), (int)(T)(y >> k)) & mask) << k;
    return result;
}
static inline int cujit_between(int x, int least, int most) { return x < least ? least : x > most ? most : x; }

#define CUJIT_WORDS(name, T, N, expression)                                                                            \
    static inline unsigned name##N(unsigned a, unsigned b)                                                             \
    {                                                                                                                  \
        return cujit_words<T, N>(a, b, [](int x, int y) { return (int)(expression); });                                \
    }
#define CUJIT_WORDS1(name, T, N, expression)                                                                           \
    static inline unsigned name##N(unsigned a)                                                                         \
    {                                                                                                                  \
        return cujit_words<T, N>(a, 0, [](int x, int) { return (int)(expression); });                                  \
    }
#define CUJIT_COMPARED(S, U, N, name, sign)                                                                            \
    CUJIT_WORDS(__vcmp##name##s, S, N, x sign y ? -1 : 0) CUJIT_WORDS(__vcmp##name##u, U, N, x sign y ? -1 : 0)        \
    CUJIT_WORDS(__vset##name##s, S, N, x sign y) CUJIT_WORDS(__vset##name##u, U, N, x sign y)
#define CUJIT_SAD(name, T, N)                                                                                          \
    static inline unsigned name##N(unsigned a, unsigned b)                                                             \
    {                                                                                                                  \
        unsigned sum = 0;                                                                                              \
        for (unsigned k = 0; k < 32; k += 32 / N)                                                                      \
            sum += (unsigned)abs((int)(T)(a >> k) - (int)(T)(b >> k));                                                 \
        return sum;                                                                                                    \
    }
#define CUJIT_FAMILY(S, U, N, least, most, all)                                                                        \
    CUJIT_WORDS1(__vabs, S, N, abs(x)) CUJIT_WORDS1(__vabsss, S, N, cujit_between(abs(x), least, most))                \
    CUJIT_WORDS1(__vneg, S, N, -x) CUJIT_WORDS1(__vnegss, S, N, cujit_between(-x, least, most))                        \
    CUJIT_WORDS(__vabsdiffs, S, N, abs(x - y)) CUJIT_WORDS(__vabsdiffu, U, N, abs(x - y))                              \
    CUJIT_WORDS(__vadd, U, N, x + y) CUJIT_WORDS(__vsub, U, N, x - y)                                                  \
    CUJIT_WORDS(__vaddss, S, N, cujit_between(x + y, least, most))                                                     \
    CUJIT_WORDS(__vsubss, S, N, cujit_between(x - y, least, most))                                                     \
    CUJIT_WORDS(__vaddus, U, N, cujit_between(x + y, 0, all))                                                          \
    CUJIT_WORDS(__vsubus, U, N, cujit_between(x - y, 0, all))                                                          \
    CUJIT_WORDS(__vavgs, S, N, (x + y + (x + y >= 0)) >> 1) CUJIT_WORDS(__vavgu, U, N, (x + y + 1) >> 1)               \
    CUJIT_WORDS(__vhaddu, U, N, (x + y) >> 1)                                                                          \
    CUJIT_WORDS(__vmaxs, S, N, x > y ? x : y) CUJIT_WORDS(__vmaxu, U, N, x > y ? x : y)                                \
    CUJIT_WORDS(__vmins, S, N, x < y ? x : y) CUJIT_WORDS(__vminu, U, N, x < y ? x : y)                                \
    CUJIT_WORDS(__vcmpeq, U, N, x == y ? -1 : 0) CUJIT_WORDS(__vcmpne, U, N, x != y ? -1 : 0)                          \
    CUJIT_WORDS(__vseteq, U, N, x == y) CUJIT_WORDS(__vsetne, U, N, x != y)                                            \
    CUJIT_COMPARED(S, U, N, ge, >=) CUJIT_COMPARED(S, U, N, gt, >)                                                     \
    CUJIT_COMPARED(S, U, N, le, <=) CUJIT_COMPARED(S, U, N, lt, <)                                                     \
    CUJIT_SAD(__vsads, S, N) CUJIT_SAD(__vsadu, U, N)
CUJIT_FAMILY(signed char, unsigned char, 4, -128, 127, 255)
CUJIT_FAMILY(short, unsigned short, 2, -32768, 32767, 65535)
#undef CUJIT_FAMILY
#undef CUJIT_SAD
#undef CUJIT_COMPARED
#undef CUJIT_WORDS1
#undef CUJIT_WORDS

/* Of two numbers that were added, of three numbers: one of 32 bits, and two of 16; _relu: not less than 0. */
static inline int cujit_relu(int x) { return x > 0 ? x : 0; }
static inline unsigned cujit_relu2(unsigned x) { return __vmaxs2(x, 0); }
#define CUJIT_DPX(which, sign)                                                                                         \
    static inline int __viadd##which##_s32(int a, int b, int c)                                                        \
    {                                                                                                                  \
        const int sum = (int)((unsigned)a + (unsigned)b);                                                              \
        return sum sign c ? sum : c;                                                                                   \
    }                                                                                                                  \
    static inline unsigned __viadd##which##_u32(unsigned a, unsigned b, unsigned c)                                    \
    {                                                                                                                  \
        return a + b sign c ? a + b : c;                                                                               \
    }                                                                                                                  \
    static inline unsigned __viadd##which##_s16x2(unsigned a, unsigned b, unsigned c)                                  \
    {                                                                                                                  \
        return __v##which##s2(__vadd2(a, b), c);                                                                       \
    }                                                                                                                  \
    static inline unsigned __viadd##which##_u16x2(unsigned a, unsigned b, unsigned c)                                  \
    {                                                                                                                  \
        return __v##which##u2(__vadd2(a, b), c);                                                                       \
    }                                                                                                                  \
    static inline int __vi##which##3_s32(int a, int b, int c)                                                          \
    {                                                                                                                  \
        return (a sign b ? a : b) sign c ? (a sign b ? a : b) : c;                                                     \
    }                                                                                                                  \
    static inline unsigned __vi##which##3_u32(unsigned a, unsigned b, unsigned c)                                      \
    {                                                                                                                  \
        return (a sign b ? a : b) sign c ? (a sign b ? a : b) : c;                                                     \
    }                                                                                                                  \
    static inline unsigned __vi##which##3_s16x2(unsigned a, unsigned b, unsigned c)                                    \
    {                                                                                                                  \
        return __v##which##s2(__v##which##s2(a, b), c);                                                                \
    }                                                                                                                  \
    static inline unsigned __vi##which##3_u16x2(unsigned a, unsigned b, unsigned c)                                    \
    {                                                                                                                  \
        return __v##which##u2(__v##which##u2(a, b), c);                                                                \
    }                                                                                                                  \
    static inline int __viadd##which##_s32_relu(int a, int b, int c)                                                   \
    {                                                                                                                  \
        return cujit_relu(__viadd##which##_s32(a, b, c));                                                              \
    }                                                                                                                  \
    static inline int __vi##which##3_s32_relu(int a, int b, int c) { return cujit_relu(__vi##which##3_s32(a, b, c)); } \
    static inline int __vi##which##_s32_relu(int a, int b) { return cujit_relu(a sign b ? a : b); }                    \
    static inline unsigned __viadd##which##_s16x2_relu(unsigned a, unsigned b, unsigned c)                             \
    {                                                                                                                  \
        return cujit_relu2(__viadd##which##_s16x2(a, b, c));                                                           \
    }                                                                                                                  \
    static inline unsigned __vi##which##3_s16x2_relu(unsigned a, unsigned b, unsigned c)                               \
    {                                                                                                                  \
        return cujit_relu2(__vi##which##3_s16x2(a, b, c));                                                             \
    }                                                                                                                  \
    static inline unsigned __vi##which##_s16x2_relu(unsigned a, unsigned b)                                            \
    {                                                                                                                  \
        return cujit_relu2(__v##which##s2(a, b));                                                                      \
    }                                                                                                                  \
    static inline int __vib##which##_s32(int a, int b, bool *first)                                                    \
    {                                                                                                                  \
        *first = a sign##= b;                                                                                          \
        return *first ? a : b;                                                                                         \
    }                                                                                                                  \
    static inline unsigned __vib##which##_u32(unsigned a, unsigned b, bool *first)                                     \
    {                                                                                                                  \
        *first = a sign##= b;                                                                                          \
        return *first ? a : b;                                                                                         \
    }                                                                                                                  \
    static inline unsigned __vib##which##_s16x2(unsigned a, unsigned b, bool *high, bool *low)                         \
    {                                                                                                                  \
        *high = (short)(a >> 16) sign##= (short)(b >> 16), *low = (short)a sign##= (short)b;                           \
        return __v##which##s2(a, b);                                                                                   \
    }                                                                                                                  \
    static inline unsigned __vib##which##_u16x2(unsigned a, unsigned b, bool *high, bool *low)                         \
    {                                                                                                                  \
        *high = a >> 16 sign##= b >> 16, *low = (unsigned short)a sign##= (unsigned short)b;                           \
        return __v##which##u2(a, b);                                                                                   \
    }
CUJIT_DPX(max, >)
CUJIT_DPX(min, <)
#undef CUJIT_DPX

/* The place of the n-th set bit from `base` on, upwards for n > 0, downwards for n < 0; 0: that bit itself. */
static inline unsigned __fns(unsigned mask, unsigned base, int n)
{
    if (base > 31)
        return ~0u;
    if (n == 0)
        return mask >> base & 1 ? base : ~0u;
    const int step = n > 0 ? 1 : -1;
    for (int at = (int)base; at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) != 0 && (n -= step) == 0)
            return (unsigned)at;
    return ~0u;
}

/* ---- Rounding down, up and towards zero: the processor's own, around one operation that compilers must leave where it
 * is ---- */

extern "C" int fesetround(int);
#if defined(__aarch64__)
enum { CUJIT_rd = 0x800000, CUJIT_ru = 0x400000, CUJIT_rz = 0xc00000 };
#else
enum { CUJIT_rd = 0x400, CUJIT_ru = 0x800, CUJIT_rz = 0xc00 };
#endif
struct cujit_rounding {
    inline cujit_rounding(int mode) { fesetround(mode); }
    inline ~cujit_rounding() { fesetround(0); }
};
#define CUJIT_STAYS(v) __asm__ volatile("" : "+m"(v) : : "memory")
#define CUJIT_DIRECTED1(R, name, T, mode, expression)                                                                  \
    static inline R name##_##mode(T x)                                                                                 \
    {                                                                                                                  \
        cujit_rounding rounding(CUJIT_##mode);                                                                         \
        CUJIT_STAYS(x);                                                                                                \
        R result = expression;                                                                                         \
        CUJIT_STAYS(result);                                                                                           \
        return result;                                                                                                 \
    }
#define CUJIT_DIRECTED3(T, name, mode, operands, hide, expression)                                                     \
    static inline T name##_##mode operands                                                                             \
    {                                                                                                                  \
        cujit_rounding rounding(CUJIT_##mode);                                                                         \
        hide;                                                                                                          \
        T result = expression;                                                                                         \
        CUJIT_STAYS(result);                                                                                           \
        return result;                                                                                                 \
    }
#define CUJIT_DIRECTED2(T, name, mode, op)                                                                             \
    CUJIT_DIRECTED3(T, name, mode, (T x, T y), CUJIT_STAYS(x); CUJIT_STAYS(y), x op y)
#define CUJIT_FUSED(T, name, mode, f)                                                                                  \
    CUJIT_DIRECTED3(T, name, mode, (T x, T y, T z), CUJIT_STAYS(x); CUJIT_STAYS(y); CUJIT_STAYS(z), f(x, y, z))
#define CUJIT_DIRECTED(mode)                                                                                           \
    CUJIT_DIRECTED2(float, __fadd, mode, +) CUJIT_DIRECTED2(float, __fsub, mode, -)                                    \
    CUJIT_DIRECTED2(float, __fmul, mode, *) CUJIT_DIRECTED2(float, __fdiv, mode, /)                                    \
    CUJIT_DIRECTED2(double, __dadd, mode, +) CUJIT_DIRECTED2(double, __dsub, mode, -)                                  \
    CUJIT_DIRECTED2(double, __dmul, mode, *) CUJIT_DIRECTED2(double, __ddiv, mode, /)                                  \
    CUJIT_FUSED(float, __fmaf, mode, fmaf) CUJIT_FUSED(float, __fmaf_ieee, mode, fmaf)                                 \
    CUJIT_FUSED(double, __fma, mode, fma)                                                                              \
    CUJIT_DIRECTED1(float, __fsqrt, float, mode, __builtin_sqrtf(x))                                                   \
    CUJIT_DIRECTED1(double, __dsqrt, double, mode, __builtin_sqrt(x))                                                  \
    CUJIT_DIRECTED1(float, __frcp, float, mode, 1.0f / x) CUJIT_DIRECTED1(double, __drcp, double, mode, 1.0 / x)       \
    CUJIT_DIRECTED1(float, __double2float, double, mode, (float)x)                                                     \
    CUJIT_DIRECTED1(float, __int2float, int, mode, (float)x)                                                           \
    CUJIT_DIRECTED1(float, __uint2float, unsigned, mode, (float)x)                                                     \
    CUJIT_DIRECTED1(float, __ll2float, long long, mode, (float)x)                                                      \
    CUJIT_DIRECTED1(float, __ull2float, unsigned long long, mode, (float)x)                                            \
    CUJIT_DIRECTED1(double, __ll2double, long long, mode, (double)x)                                                   \
    CUJIT_DIRECTED1(double, __ull2double, unsigned long long, mode, (double)x)
CUJIT_DIRECTED(rd)
CUJIT_DIRECTED(ru)
CUJIT_DIRECTED(rz)
#undef CUJIT_DIRECTED
#undef CUJIT_DIRECTED1
#undef CUJIT_DIRECTED2
#undef CUJIT_DIRECTED3
#undef CUJIT_FUSED
#undef CUJIT_STAYS

/* ---- The rest ---- */

static inline float __tanhf(float x) { return tanhf(x); }
static inline unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
static inline unsigned __nv_bswap32(unsigned x) { return __builtin_bswap32(x); }
static inline unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

/* Two numbers of 16 bits times two of 8, the lower or the upper ones, and a third added. */
template <typename T, typename S, typename C> static inline T cujit_dp2a(unsigned a, unsigned b, T c, int from)
{
    return (T)((unsigned)c + (unsigned)((int)(S)a * (int)(C)(b >> from)) + (unsigned)((int)(S)(a >> 16) * (int)(C)(b >> (from + 8))));
}
#define CUJIT_DP2A(name, from)                                                                                         \
    static inline int name(int a, int b, int c) { return cujit_dp2a<int, short, signed char>(a, b, c, from); }         \
    static inline unsigned name(unsigned a, unsigned b, unsigned c)                                                    \
    {                                                                                                                  \
        return cujit_dp2a<unsigned, unsigned short, unsigned char>(a, b, c, from);                                     \
    }
CUJIT_DP2A(__dp2a_lo, 0)
CUJIT_DP2A(__dp2a_hi, 16)
#undef CUJIT_DP2A
