/*
 * prelude_host.h: CUDA's device environment for a C++ compiler that knows nothing of it.
 *
 * Put in front of a unit by the host backend, so that the source that NVRTC compiles runs on the processor. Includes
 * nothing: a header costs more time than all of this. Names are CUDA's, or begin with cujit_ / CUJIT_; macros are kept
 * to what cannot be anything else. Plain C++11, g++ and clang++.
 *
 * Parts: execution space, vector types, launch state, barriers and warps, math, integers, memory, atomics, trampoline.
 */

/* ---- Execution space ---- */

#define __CUJIT_HOST__ 1
/* inline: not compiled a second time beside the copy in the trampoline. */
#define __global__ inline
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
/* A block runs on one thread of the system, start to end. thread_local makes a function's variable static too. */
#define __shared__ thread_local
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
/* `extern __shared__ T name[]` in a form that both devices understand. */
#define CUJIT_DYNAMIC_SHARED(type, name) type *name = (type *)cujit_launched->shared

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long long cujit_u64;

#ifndef INFINITY
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#endif
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif
#ifndef NULL
#define NULL __null
#endif
#ifndef INT_MAX
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)
#endif
#ifndef FLT_MAX
#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define DBL_MAX ((double)__DBL_MAX__)
#define DBL_MIN ((double)__DBL_MIN__)
#define DBL_EPSILON ((double)__DBL_EPSILON__)
#endif

/* ---- Vector types: CUDA's sizes and alignments ---- */

#define CUJIT_VECTOR(T, name, a2, a4)                                                                                  \
    struct name##1 { T x; };                                                                                           \
    struct __attribute__((aligned(a2))) name##2 { T x, y; };                                                           \
    struct name##3 { T x, y, z; };                                                                                     \
    struct __attribute__((aligned(a4))) name##4 { T x, y, z, w; };                                                     \
    static inline name##1 make_##name##1(T x) { return name##1{x}; }                                                   \
    static inline name##2 make_##name##2(T x, T y) { return name##2{x, y}; }                                           \
    static inline name##3 make_##name##3(T x, T y, T z) { return name##3{x, y, z}; }                                   \
    static inline name##4 make_##name##4(T x, T y, T z, T w) { return name##4{x, y, z, w}; }
CUJIT_VECTOR(signed char, char, 2, 4)
CUJIT_VECTOR(unsigned char, uchar, 2, 4)
CUJIT_VECTOR(short, short, 4, 8)
CUJIT_VECTOR(unsigned short, ushort, 4, 8)
CUJIT_VECTOR(int, int, 8, 16)
CUJIT_VECTOR(unsigned int, uint, 8, 16)
CUJIT_VECTOR(long, long, 2 * sizeof(long), 16)
CUJIT_VECTOR(unsigned long, ulong, 2 * sizeof(long), 16)
CUJIT_VECTOR(long long, longlong, 16, 16)
CUJIT_VECTOR(unsigned long long, ulonglong, 16, 16)
CUJIT_VECTOR(float, float, 8, 16)
CUJIT_VECTOR(double, double, 16, 16)
#undef CUJIT_VECTOR

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    operator uint3() const { return uint3{x, y, z}; }
};

/* ---- Launch state; the first three structures are those of the library's runtime.h ---- */

struct cujit_runtime {
    unsigned version;
    int (*barrier)(void *state, unsigned place, const char *where, int kind, int predicate);
    cujit_u64 (*warp)(void *state, unsigned mask, int kind, cujit_u64 value, int source);
    unsigned (*active)(void *state);
    void (*trap)(void *state, const char *what, const unsigned *block, const unsigned *thread);
};

struct cujit_launch {
    const cujit_runtime *runtime;
    void *state;
    void *const *values;
    void *shared;
    unsigned grid[3], block[3];
};

struct cujit_kernel {
    unsigned version;
    void (*blocks)(const cujit_launch *launch, cujit_u64 first, cujit_u64 end);
    void (*thread)(const cujit_launch *launch, const unsigned *block, const unsigned *thread);
};

static thread_local uint3 threadIdx, blockIdx;
static thread_local dim3 blockDim, gridDim;
static thread_local const cujit_launch *cujit_launched;
static constexpr int warpSize = 32;

/* A kernel over independent elements runs as blocks of one thread, each of which takes one contiguous chunk, so that the
 * compiler may vectorise. Chunks begin at multiples of 64 elements. */
static inline long long cujit_chunk(long long n)
{
    return ((n + gridDim.x - 1) / gridDim.x + 63) & -64LL;
}
static inline long long cujit_begin(long long n)
{
    const long long begin = cujit_chunk(n) * blockIdx.x;
    return begin < n ? begin : n;
}
static inline long long cujit_end(long long n)
{
    const long long end = cujit_chunk(n) * (blockIdx.x + 1LL);
    return end < n ? end : n;
}
static constexpr long long cujit_stride()
{
    return 1;
}

#define CUJIT_TEXT_OF(x) #x
#define CUJIT_TEXT(x) CUJIT_TEXT_OF(x)

__attribute__((noreturn, noinline, cold, unused)) static void cujit_trap(const char *what)
{
    const unsigned block[3] = {blockIdx.x, blockIdx.y, blockIdx.z};
    const unsigned thread[3] = {threadIdx.x, threadIdx.y, threadIdx.z};
    cujit_launched->runtime->trap(cujit_launched->state, what, block, thread);
    __builtin_unreachable();
}
static inline void __trap() { cujit_trap("__trap() was called"); }
static inline void __brkpt() {}
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(...)                                                                                                    \
    ((__VA_ARGS__) ? (void)0                                                                                           \
                   : cujit_trap("assertion `" #__VA_ARGS__ "' failed at " __FILE__ ":" CUJIT_TEXT(__LINE__)))
#endif
extern "C" int printf(const char *, ...) __attribute__((format(printf, 1, 2)));

#if defined(__x86_64__)
static inline long long clock64() { return (long long)__builtin_ia32_rdtsc(); }
#elif defined(__aarch64__)
static inline long long clock64() { long long t; __asm__ volatile("mrs %0, cntvct_el0" : "=r"(t)); return t; }
#else
static inline long long clock64() { return 0; }
#endif
static inline int clock() { return (int)clock64(); }

/* ---- Barriers and warps ---- */

static inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __nanosleep(unsigned) {}

#if CUJIT_BARRIERS
/* Threads of a block are fibers on one thread of the system: what was ours must be ours again after a switch. */
static inline int cujit_barrier(unsigned place, const char *where, int kind, int predicate)
{
    const cujit_launch *launch = cujit_launched;
    const uint3 mine = threadIdx;
    const int result = launch->runtime->barrier(launch->state, place, where, kind, predicate);
    threadIdx = mine;
    return result;
}
static inline cujit_u64 cujit_warp(unsigned mask, int kind, cujit_u64 value, int source)
{
    const cujit_launch *launch = cujit_launched;
    const uint3 mine = threadIdx;
    const cujit_u64 result = launch->runtime->warp(launch->state, mask, kind, value, source);
    threadIdx = mine;
    return result;
}
static inline int cujit_lane()
{
    return (int)((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31);
}

/* Macros, because the place in the text matters: threads that wait at different barriers are an error. */
#define CUJIT_WAIT(kind, predicate)                                                                                    \
    cujit_barrier(__COUNTER__, __FILE__ ":" CUJIT_TEXT(__LINE__), kind, predicate)
#define __syncthreads() ((void)CUJIT_WAIT(0, 0))
#define __syncthreads_count(...) CUJIT_WAIT(1, (int)((__VA_ARGS__) != 0))
#define __syncthreads_and(...) CUJIT_WAIT(2, (int)((__VA_ARGS__) != 0))
#define __syncthreads_or(...) CUJIT_WAIT(3, (int)((__VA_ARGS__) != 0))

static inline void __syncwarp(unsigned mask = 0xffffffffu) { cujit_warp(mask, 0, 0, 0); }
static inline unsigned __activemask() { return cujit_launched->runtime->active(cujit_launched->state); }
static inline unsigned __ballot_sync(unsigned mask, int predicate)
{
    return (unsigned)cujit_warp(mask, 2, predicate != 0, 0);
}
static inline int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
static inline int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }

template <typename T> static inline T cujit_shuffle(unsigned mask, T value, int source)
{
    static_assert(sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8, "shuffles take values of 2, 4 or 8 bytes");
    cujit_u64 bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    bits = cujit_warp(mask, 1, bits, source);
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}
template <typename T> static inline T __shfl_sync(unsigned mask, T value, int source, int width = 32)
{
    return cujit_shuffle(mask, value, (cujit_lane() & -width) | (source & (width - 1)));
}
template <typename T> static inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32)
{
    const int lane = cujit_lane(), source = lane - (int)delta;
    return cujit_shuffle(mask, value, source < (lane & -width) ? lane : source);
}
template <typename T> static inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32)
{
    const int lane = cujit_lane(), source = lane + (int)delta;
    return cujit_shuffle(mask, value, source > (lane | (width - 1)) ? lane : source);
}
template <typename T> static inline T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32)
{
    const int lane = cujit_lane(), source = lane ^ bits;
    return cujit_shuffle(mask, value, source > (lane | (width - 1)) ? lane : source);
}
template <typename T> static inline unsigned __match_any_sync(unsigned mask, T value)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "__match_any_sync takes values of 4 or 8 bytes");
    cujit_u64 bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return (unsigned)cujit_warp(mask, 3, bits, 0);
}
template <typename T> static inline unsigned __match_all_sync(unsigned mask, T value, int *predicate)
{
    const unsigned same = __match_any_sync(mask, value), all = __ballot_sync(mask, 1);
    *predicate = __all_sync(mask, same == all);
    return *predicate ? all : 0;
}
static inline unsigned __reduce_add_sync(unsigned mask, unsigned v) { return (unsigned)cujit_warp(mask, 4, v, 0); }
static inline int __reduce_add_sync(unsigned mask, int v) { return (int)cujit_warp(mask, 4, (unsigned)v, 0); }
static inline int __reduce_min_sync(unsigned mask, int v) { return (int)cujit_warp(mask, 5, (unsigned)v, 0); }
static inline unsigned __reduce_min_sync(unsigned mask, unsigned v) { return (unsigned)cujit_warp(mask, 6, v, 0); }
static inline int __reduce_max_sync(unsigned mask, int v) { return (int)cujit_warp(mask, 7, (unsigned)v, 0); }
static inline unsigned __reduce_max_sync(unsigned mask, unsigned v) { return (unsigned)cujit_warp(mask, 8, v, 0); }
static inline unsigned __reduce_and_sync(unsigned mask, unsigned v) { return (unsigned)cujit_warp(mask, 9, v, 0); }
static inline unsigned __reduce_or_sync(unsigned mask, unsigned v) { return (unsigned)cujit_warp(mask, 10, v, 0); }
static inline unsigned __reduce_xor_sync(unsigned mask, unsigned v) { return (unsigned)cujit_warp(mask, 11, v, 0); }
#endif

/* ---- Type tests, in place of <type_traits> ---- */

template <typename T> struct cujit_is_integer { enum { value = 0 }; };
template <typename T> struct cujit_is_floating { enum { value = 0 }; };
#define CUJIT_IS(T) template <> struct cujit_is_integer<T> { enum { value = 1 }; };
CUJIT_IS(bool)
CUJIT_IS(char)
CUJIT_IS(signed char)
CUJIT_IS(unsigned char)
CUJIT_IS(short)
CUJIT_IS(unsigned short)
CUJIT_IS(int)
CUJIT_IS(unsigned int)
CUJIT_IS(long)
CUJIT_IS(unsigned long)
CUJIT_IS(long long)
CUJIT_IS(unsigned long long)
#undef CUJIT_IS
template <> struct cujit_is_floating<float> { enum { value = 1 }; };
template <> struct cujit_is_floating<double> { enum { value = 1 }; };
template <bool B, typename T> struct cujit_if {};
template <typename T> struct cujit_if<true, T> { typedef T type; };
template <bool B, typename T, typename U> struct cujit_choose { typedef T type; };
template <typename T, typename U> struct cujit_choose<false, T, U> { typedef U type; };
template <typename T> struct cujit_is_number {
    enum { value = cujit_is_integer<T>::value || cujit_is_floating<T>::value };
};
/* What a function of two numbers returns where they differ: C++'s rule, an integer counts as double. */
template <typename T, typename U> struct cujit_promoted
    : cujit_if<cujit_is_number<T>::value && cujit_is_number<U>::value, double> {};

/* ---- Math: CUDA's names over the C library's; float arguments give float results ---- */

#define CUJIT_MATH1(name)                                                                                              \
    extern "C" double name(double);                                                                                    \
    extern "C" float name##f(float);                                                                                   \
    static inline float name(float x) { return name##f(x); }                                                           \
    template <typename T> static inline typename cujit_if<cujit_is_integer<T>::value, double>::type name(T x)          \
    {                                                                                                                  \
        return name((double)x);                                                                                        \
    }
#define CUJIT_MATH2(name)                                                                                              \
    extern "C" double name(double, double);                                                                            \
    extern "C" float name##f(float, float);                                                                            \
    CUJIT_OVERLOAD2(name)
#define CUJIT_OVERLOAD2(name)                                                                                          \
    static inline float name(float x, float y) { return name##f(x, y); }                                               \
    template <typename T, typename U> static inline typename cujit_promoted<T, U>::type name(T x, U y)                 \
    {                                                                                                                  \
        return name((double)x, (double)y);                                                                             \
    }
/* A function that the C library lacks: `expression` of x, in both precisions. */
#define CUJIT_OWN1(name, expression, expressionf)                                                                      \
    static inline double name(double x) { return expression; }                                                         \
    static inline float name##f(float x) { return expressionf; }                                                       \
    static inline float name(float x) { return name##f(x); }                                                           \
    template <typename T> static inline typename cujit_if<cujit_is_integer<T>::value, double>::type name(T x)          \
    {                                                                                                                  \
        return name((double)x);                                                                                        \
    }

CUJIT_MATH1(sin) CUJIT_MATH1(cos) CUJIT_MATH1(tan) CUJIT_MATH1(asin) CUJIT_MATH1(acos) CUJIT_MATH1(atan)
CUJIT_MATH1(sinh) CUJIT_MATH1(cosh) CUJIT_MATH1(tanh) CUJIT_MATH1(asinh) CUJIT_MATH1(acosh) CUJIT_MATH1(atanh)
CUJIT_MATH1(exp) CUJIT_MATH1(exp2) CUJIT_MATH1(exp10) CUJIT_MATH1(expm1)
CUJIT_MATH1(log) CUJIT_MATH1(log2) CUJIT_MATH1(log10) CUJIT_MATH1(log1p) CUJIT_MATH1(logb)
CUJIT_MATH1(sqrt) CUJIT_MATH1(cbrt) CUJIT_MATH1(erf) CUJIT_MATH1(erfc) CUJIT_MATH1(tgamma) CUJIT_MATH1(lgamma)
CUJIT_MATH1(floor) CUJIT_MATH1(ceil) CUJIT_MATH1(trunc) CUJIT_MATH1(round) CUJIT_MATH1(rint) CUJIT_MATH1(nearbyint)
CUJIT_MATH1(fabs) CUJIT_MATH1(j0) CUJIT_MATH1(j1) CUJIT_MATH1(y0) CUJIT_MATH1(y1)
CUJIT_MATH2(pow) CUJIT_MATH2(atan2) CUJIT_MATH2(fmod) CUJIT_MATH2(remainder) CUJIT_MATH2(hypot) CUJIT_MATH2(fdim)
CUJIT_MATH2(copysign) CUJIT_MATH2(nextafter)

/* The processor's own minimum is not IEEE 754's, and the C library's is a call: a comparison and a choice vectorise. */
static inline float fmaxf(float x, float y) { return x >= y || y != y ? x : y; }
static inline double fmax(double x, double y) { return x >= y || y != y ? x : y; }
static inline float fminf(float x, float y) { return x <= y || y != y ? x : y; }
static inline double fmin(double x, double y) { return x <= y || y != y ? x : y; }
CUJIT_OVERLOAD2(fmax) CUJIT_OVERLOAD2(fmin)
static inline float fdividef(float x, float y) { return x / y; }

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
static inline float fma(float x, float y, float z) { return fmaf(x, y, z); }
static inline float frexp(float x, int *e) { return frexpf(x, e); }
static inline float ldexp(float x, int e) { return ldexpf(x, e); }
static inline float scalbn(float x, int e) { return scalbnf(x, e); }
static inline float scalbln(float x, long e) { return scalblnf(x, e); }
static inline float modf(float x, float *i) { return modff(x, i); }
static inline float remquo(float x, float y, int *q) { return remquof(x, y, q); }
static inline void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
static inline int ilogb(float x) { return ilogbf(x); }
static inline long lrint(float x) { return lrintf(x); }
static inline long long llrint(float x) { return llrintf(x); }
static inline long lround(float x) { return lroundf(x); }
static inline long long llround(float x) { return llroundf(x); }
static inline float abs(float x) { return __builtin_fabsf(x); }
static inline double abs(double x) { return __builtin_fabs(x); }
static inline long abs(long x) { return x < 0 ? -x : x; }
static inline long long abs(long long x) { return x < 0 ? -x : x; }

static inline bool isnan(float x) { return __builtin_isnan(x); }
static inline bool isnan(double x) { return __builtin_isnan(x); }
static inline bool isinf(float x) { return __builtin_isinf(x); }
static inline bool isinf(double x) { return __builtin_isinf(x); }
static inline bool isfinite(float x) { return __builtin_isfinite(x); }
static inline bool isfinite(double x) { return __builtin_isfinite(x); }
static inline bool isnormal(float x) { return __builtin_isnormal(x); }
static inline bool isnormal(double x) { return __builtin_isnormal(x); }
static inline bool signbit(float x) { return __builtin_signbit(x); }
static inline bool signbit(double x) { return __builtin_signbit(x); }

/* x - 2 round(x/2) is exact, and so is the reduction to half a period. */
static inline double cujit_sinpi(double x)
{
    const double r = x - 2.0 * rint(0.5 * x);
    const double s = fabs(r) > 0.5 ? copysign(1.0 - fabs(r), r) : r;
    return trunc(x) == x ? copysign(0.0, x) : fabs(s) > 0.25 ? copysign(cos(M_PI * (0.5 - fabs(s))), s) : sin(M_PI * s);
}
static inline double cujit_cospi(double x)
{
    const double r = fabs(x - 2.0 * rint(0.5 * x));
    return r == 0.5 ? 0.0 : r < 0.25 ? cos(M_PI * r) : r > 0.75 ? -cos(M_PI * (1.0 - r)) : sin(M_PI * (0.5 - r));
}
/* Halley's iteration on erf(y) = x from M. Giles's single-precision approximation ("Approximating the erfinv
 * function", GPU Computing Gems 2, 2011), and on erfc(y) = x from the tail's asymptote. */
__attribute__((unused)) static double erfcinv(double x)
{
    if (!(x > 0.0 && x < 2.0))
        return x == 0.0 ? INFINITY : x == 2.0 ? -INFINITY : NAN;
    if (x > 1.0)
        return -erfcinv(2.0 - x);
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
    } else {
        const double l = -log(x);
        y = sqrt(l - 0.5 * log(M_PI * l));
    }
    for (int k = 0; k < 4; k++) {
        const double e = (erfc(y) - x) / (M_2_SQRTPI * exp(-y * y));
        y += e / (1.0 - y * e);
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
__attribute__((unused)) static double erfcx(double x)
{
    if (x < 25.0)
        return exp(x * x) * erfc(x);
    const double t = 0.5 / (x * x);
    return (1.0 - t * (1.0 - 3.0 * t * (1.0 - 5.0 * t * (1.0 - 7.0 * t * (1.0 - 9.0 * t))))) * 0.5 * M_2_SQRTPI / x;
}
static inline float erfinvf(float x) { return (float)erfinv((double)x); }
static inline float erfcinvf(float x) { return (float)erfcinv((double)x); }
static inline float erfcxf(float x) { return (float)erfcx((double)x); }
static inline float erfinv(float x) { return erfinvf(x); }
static inline float erfcinv(float x) { return erfcinvf(x); }
static inline float erfcx(float x) { return erfcxf(x); }
CUJIT_OWN1(rsqrt, 1.0 / sqrt(x), 1.0f / sqrtf(x))
CUJIT_OWN1(rcbrt, 1.0 / cbrt(x), 1.0f / cbrtf(x))
CUJIT_OWN1(sinpi, cujit_sinpi(x), (float)cujit_sinpi(x))
CUJIT_OWN1(cospi, cujit_cospi(x), (float)cujit_cospi(x))
CUJIT_OWN1(normcdf, 0.5 * erfc(-x * M_SQRT1_2), (float)(0.5 * erfc(-x * M_SQRT1_2)))
CUJIT_OWN1(normcdfinv, -M_SQRT2 * erfcinv(2.0 * x), (float)(-M_SQRT2 * erfcinv(2.0 * x)))
static inline void sincospi(double x, double *s, double *c) { *s = cujit_sinpi(x), *c = cujit_cospi(x); }
static inline void sincospif(float x, float *s, float *c) { *s = sinpif(x), *c = cospif(x); }
static inline void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }
static inline double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
static inline float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
static inline double norm3d(double x, double y, double z) { return hypot(hypot(x, y), z); }
static inline float norm3df(float x, float y, float z) { return hypotf(hypotf(x, y), z); }
static inline double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
static inline float rnorm3df(float x, float y, float z) { return 1.0f / norm3df(x, y, z); }
static inline double norm4d(double x, double y, double z, double w) { return hypot(hypot(x, y), hypot(z, w)); }
static inline float norm4df(float x, float y, float z, float w) { return hypotf(hypotf(x, y), hypotf(z, w)); }
#undef CUJIT_MATH1
#undef CUJIT_MATH2
#undef CUJIT_OVERLOAD2
#undef CUJIT_OWN1

/* min and max of any two numbers: the usual arithmetic conversions; a NaN loses against a number. */
template <typename T> static inline T cujit_less(T x, T y) { return y < x ? y : x; }
template <typename T> static inline T cujit_more(T x, T y) { return x < y ? y : x; }
static inline float cujit_less(float x, float y) { return fminf(x, y); }
static inline float cujit_more(float x, float y) { return fmaxf(x, y); }
static inline double cujit_less(double x, double y) { return fmin(x, y); }
static inline double cujit_more(double x, double y) { return fmax(x, y); }
template <typename T, typename U> struct cujit_common
    : cujit_if<cujit_is_number<T>::value && cujit_is_number<U>::value, decltype(T() + U())> {};
template <typename T, typename U> static inline typename cujit_common<T, U>::type min(T x, U y)
{
    return cujit_less<typename cujit_common<T, U>::type>(x, y);
}
template <typename T, typename U> static inline typename cujit_common<T, U>::type max(T x, U y)
{
    return cujit_more<typename cujit_common<T, U>::type>(x, y);
}
template <> inline float cujit_less<float>(float x, float y) { return fminf(x, y); }
template <> inline float cujit_more<float>(float x, float y) { return fmaxf(x, y); }
template <> inline double cujit_less<double>(double x, double y) { return fmin(x, y); }
template <> inline double cujit_more<double>(double x, double y) { return fmax(x, y); }
static inline int umin(unsigned x, unsigned y) { return (int)(x < y ? x : y); }
static inline int umax(unsigned x, unsigned y) { return (int)(x < y ? y : x); }

/* Intrinsics: the fast forms are the accurate ones here. */
static inline float __sinf(float x) { return sinf(x); }
static inline float __cosf(float x) { return cosf(x); }
static inline float __tanf(float x) { return tanf(x); }
static inline float __expf(float x) { return expf(x); }
static inline float __exp10f(float x) { return exp10f(x); }
static inline float __logf(float x) { return logf(x); }
static inline float __log2f(float x) { return log2f(x); }
static inline float __log10f(float x) { return log10f(x); }
static inline float __powf(float x, float y) { return powf(x, y); }
static inline void __sincosf(float x, float *s, float *c) { sincosf(x, s, c); }
static inline float __fdividef(float x, float y) { return x / y; }
static inline float __saturatef(float x) { return x != x ? 0.0f : x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x; }
static inline float saturate(float x) { return __saturatef(x); }

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
static inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
static inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
static inline float __fsqrt_rn(float x) { return sqrtf(x); }
static inline double __dsqrt_rn(double x) { return sqrt(x); }
static inline float __frcp_rn(float x) { return 1.0f / x; }
static inline double __drcp_rn(double x) { return 1.0 / x; }
static inline float __frsqrt_rn(float x) { return (float)(1.0 / sqrt((double)x)); }

/* ---- Conversions ---- */

template <typename T, typename F> static inline T cujit_bits(F from)
{
    static_assert(sizeof(T) == sizeof(F), "a cast of bits keeps the size");
    T to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}
static inline int __float_as_int(float x) { return cujit_bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return cujit_bits<unsigned>(x); }
static inline float __int_as_float(int x) { return cujit_bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return cujit_bits<float>(x); }
static inline long long __double_as_longlong(double x) { return cujit_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return cujit_bits<double>(x); }
static inline int __double2hiint(double x) { return (int)(cujit_bits<cujit_u64>(x) >> 32); }
static inline int __double2loint(double x) { return (int)cujit_bits<cujit_u64>(x); }
static inline double __hiloint2double(int hi, int lo)
{
    return cujit_bits<double>((cujit_u64)(unsigned)hi << 32 | (unsigned)lo);
}
/* Out of range saturates, NaN gives 0, as on the device. Every limit is exact in the comparison's type. */
template <typename T, typename F> static inline T cujit_saturated(F x)
{
    const bool is_signed = (T)-1 < (T)0;
    const F top = (F)((T)1 << (sizeof(T) * 8 - 2)) * (is_signed ? (F)2 : (F)4);
    const T most = is_signed ? (T)~((cujit_u64)1 << (sizeof(T) * 8 - 1)) : (T)-1;
    return x != x ? (T)0 : x >= top ? most : x < (is_signed ? -top : (F)0) ? (T)~most : (T)x;
}
#define CUJIT_ROUND(from, F, to, T)                                                                                    \
    static inline T __##from##2##to##_rz(F x) { return cujit_saturated<T, F>(x); }                                     \
    static inline T __##from##2##to##_rn(F x) { return cujit_saturated<T, F>(rint(x)); }                               \
    static inline T __##from##2##to##_ru(F x) { return cujit_saturated<T, F>(ceil(x)); }                               \
    static inline T __##from##2##to##_rd(F x) { return cujit_saturated<T, F>(floor(x)); }
CUJIT_ROUND(float, float, int, int)
CUJIT_ROUND(float, float, uint, unsigned)
CUJIT_ROUND(float, float, ll, long long)
CUJIT_ROUND(float, float, ull, unsigned long long)
CUJIT_ROUND(double, double, int, int)
CUJIT_ROUND(double, double, uint, unsigned)
CUJIT_ROUND(double, double, ll, long long)
CUJIT_ROUND(double, double, ull, unsigned long long)
#undef CUJIT_ROUND
static inline float __int2float_rn(int x) { return (float)x; }
static inline float __uint2float_rn(unsigned x) { return (float)x; }
static inline float __ll2float_rn(long long x) { return (float)x; }
static inline float __ull2float_rn(unsigned long long x) { return (float)x; }
static inline double __int2double_rn(int x) { return (double)x; }
static inline double __uint2double_rn(unsigned x) { return (double)x; }
static inline double __ll2double_rn(long long x) { return (double)x; }
static inline double __ull2double_rn(unsigned long long x) { return (double)x; }
static inline float __double2float_rn(double x) { return (float)x; }

/* ---- Integers ---- */

static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
static inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
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
static inline unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
static inline int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
static inline unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)((cujit_u64)x * y >> 32); }
static inline long long __mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
static inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
static inline int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
static inline int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
static inline unsigned __uhadd(unsigned x, unsigned y) { return (unsigned)(((cujit_u64)x + y) >> 1); }
static inline unsigned __urhadd(unsigned x, unsigned y) { return (unsigned)(((cujit_u64)x + y + 1) >> 1); }
static inline unsigned __sad(int x, int y, unsigned z)
{
    return z + (x < y ? (unsigned)y - (unsigned)x : (unsigned)x - (unsigned)y);
}
static inline unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x < y ? y - x : x - y); }
static inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)(((cujit_u64)hi << 32 | lo) << (shift & 31) >> 32);
}
static inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)(((cujit_u64)hi << 32 | lo) >> (shift & 31));
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

/* ---- Memory: hints are plain accesses ---- */

template <typename T> static inline T __ldg(const T *p) { return *p; }
template <typename T> static inline T __ldca(const T *p) { return *p; }
template <typename T> static inline T __ldcg(const T *p) { return *p; }
template <typename T> static inline T __ldcs(const T *p) { return *p; }
template <typename T> static inline T __ldcv(const T *p) { return *(const volatile T *)p; }
template <typename T> static inline T __ldlu(const T *p) { return *p; }
template <typename T> struct cujit_same { typedef T type; };
template <typename T> static inline void __stwb(T *p, typename cujit_same<T>::type v) { *p = v; }
template <typename T> static inline void __stcg(T *p, typename cujit_same<T>::type v) { *p = v; }
template <typename T> static inline void __stcs(T *p, typename cujit_same<T>::type v) { *p = v; }
template <typename T> static inline void __stwt(T *p, typename cujit_same<T>::type v) { *p = v; }
extern "C" void *memcpy(void *, const void *, size_t);
extern "C" void *memset(void *, int, size_t);
extern "C" void *memmove(void *, const void *, size_t);

/* ---- Atomics: real ones, other blocks run at the same time ---- */

/* What CAS works on: an integer of that size which may stand for any type. */
template <int N> struct cujit_word;
template <> struct cujit_word<2> { typedef unsigned short __attribute__((may_alias)) type; };
template <> struct cujit_word<4> { typedef unsigned int __attribute__((may_alias)) type; };
template <> struct cujit_word<8> { typedef unsigned long long __attribute__((may_alias)) type; };

/* Replaces *p by update(*p) and returns what was there. */
template <typename T, typename F> static inline T cujit_update(T *p, F update)
{
    typedef typename cujit_word<sizeof(T)>::type word;
    word *w = (word *)p, seen = __atomic_load_n(w, __ATOMIC_RELAXED), next;
    T old, now;
    do {
        __builtin_memcpy(&old, &seen, sizeof old);
        now = update(old);
        __builtin_memcpy(&next, &now, sizeof now);
    } while (!__atomic_compare_exchange_n(w, &seen, next, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return old;
}
#define CUJIT_ATOMICS(T)                                                                                               \
    static inline T atomicAdd(T *p, T v) { return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST); }                        \
    static inline T atomicSub(T *p, T v) { return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST); }                        \
    static inline T atomicAnd(T *p, T v) { return __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST); }                        \
    static inline T atomicOr(T *p, T v) { return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST); }                          \
    static inline T atomicXor(T *p, T v) { return __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST); }                        \
    static inline T atomicExch(T *p, T v) { return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); }                      \
    static inline T atomicMin(T *p, T v) { return cujit_update(p, [v](T old) { return v < old ? v : old; }); }         \
    static inline T atomicMax(T *p, T v) { return cujit_update(p, [v](T old) { return v > old ? v : old; }); }         \
    static inline T atomicCAS(T *p, T expected, T v)                                                                   \
    {                                                                                                                  \
        __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                       \
        return expected;                                                                                               \
    }
CUJIT_ATOMICS(int)
CUJIT_ATOMICS(unsigned int)
CUJIT_ATOMICS(long)
CUJIT_ATOMICS(unsigned long)
CUJIT_ATOMICS(long long)
CUJIT_ATOMICS(unsigned long long)
#undef CUJIT_ATOMICS
static inline float atomicAdd(float *p, float v) { return cujit_update(p, [v](float old) { return old + v; }); }
static inline double atomicAdd(double *p, double v) { return cujit_update(p, [v](double old) { return old + v; }); }
static inline float atomicExch(float *p, float v) { return cujit_update(p, [v](float) { return v; }); }
static inline unsigned short atomicCAS(unsigned short *p, unsigned short expected, unsigned short v)
{
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}
static inline unsigned atomicInc(unsigned *p, unsigned top)
{
    return cujit_update(p, [top](unsigned old) { return old >= top ? 0 : old + 1; });
}
static inline unsigned atomicDec(unsigned *p, unsigned top)
{
    return cujit_update(p, [top](unsigned old) { return old == 0 || old > top ? top : old - 1; });
}
/* The block's threads share one thread of the system, but others may look at the same address all the same. */
#define CUJIT_SCOPED(name)                                                                                             \
    template <typename T> static inline T name##_block(T *p, typename cujit_same<T>::type v) { return name(p, v); }    \
    template <typename T> static inline T name##_system(T *p, typename cujit_same<T>::type v) { return name(p, v); }
CUJIT_SCOPED(atomicAdd) CUJIT_SCOPED(atomicSub) CUJIT_SCOPED(atomicAnd) CUJIT_SCOPED(atomicOr) CUJIT_SCOPED(atomicXor)
CUJIT_SCOPED(atomicExch) CUJIT_SCOPED(atomicMin) CUJIT_SCOPED(atomicMax)
#undef CUJIT_SCOPED

/* ---- Trampoline: calls a kernel with the values that its own parameter types say ---- */

template <typename T> static inline T cujit_value(const void *from)
{
    alignas(T) unsigned char bytes[sizeof(T)];
    __builtin_memcpy(bytes, from, sizeof(T));
    return *reinterpret_cast<T *>(bytes);
}
template <unsigned... I> struct cujit_indices {};
template <unsigned N, unsigned... I> struct cujit_count : cujit_count<N - 1, N - 1, I...> {};
template <unsigned... I> struct cujit_count<0, I...> { typedef cujit_indices<I...> type; };

static inline void cujit_enter(const cujit_launch *launch)
{
    cujit_launched = launch;
    gridDim = dim3(launch->grid[0], launch->grid[1], launch->grid[2]);
    blockDim = dim3(launch->block[0], launch->block[1], launch->block[2]);
}

template <typename F, F K> struct cujit_trampoline;
template <typename... A, void (*K)(A...)> struct cujit_trampoline<void (*)(A...), K> {
    typedef typename cujit_count<sizeof...(A)>::type indices;

#if CUJIT_BARRIERS
    template <unsigned... I> static inline void call(void *const *values, cujit_indices<I...>)
    {
        (void)values;
        K(cujit_value<A>(values[I])...);
    }
    static void thread(const cujit_launch *launch, const unsigned *block, const unsigned *thread)
    {
        cujit_enter(launch);
        blockIdx = uint3{block[0], block[1], block[2]};
        threadIdx = uint3{thread[0], thread[1], thread[2]};
        call(launch->values, indices());
    }
#else
    static inline void run(const cujit_launch *launch, cujit_u64 first, cujit_u64 end, A... arguments)
    {
        const unsigned gx = launch->grid[0], gy = launch->grid[1];
        const unsigned bx = launch->block[0], by = launch->block[1], bz = launch->block[2];
        for (cujit_u64 k = first; k < end; k++) {
            blockIdx = uint3{(unsigned)(k % gx), (unsigned)(k / gx % gy), (unsigned)(k / gx / gy)};
            for (unsigned z = 0; z < bz; z++)
                for (unsigned y = 0; y < by; y++)
                    for (unsigned x = 0; x < bx; x++) {
                        threadIdx = uint3{x, y, z};
                        K(arguments...);
                    }
        }
    }
    template <unsigned... I>
    static inline void call(const cujit_launch *launch, cujit_u64 first, cujit_u64 end, cujit_indices<I...>)
    {
        run(launch, first, end, cujit_value<A>(launch->values[I])...);
    }
    static void blocks(const cujit_launch *launch, cujit_u64 first, cujit_u64 end)
    {
        cujit_enter(launch);
        call(launch, first, end, indices());
    }
#endif
};

#if CUJIT_BARRIERS
#define CUJIT_ENTRIES(name) nullptr, cujit_trampoline<decltype(&name), &name>::thread
#else
#define CUJIT_ENTRIES(name) cujit_trampoline<decltype(&name), &name>::blocks, nullptr
#endif
#define CUJIT_KERNEL(name)                                                                                             \
    extern "C" __attribute__((visibility("default"))) const cujit_kernel cujit_kernel_##name;                    \
    const cujit_kernel cujit_kernel_##name = {1, CUJIT_ENTRIES(name)};
