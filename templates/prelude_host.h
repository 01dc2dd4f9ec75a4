/*
 * prelude_host.h: CUDA's device environment for a C++ compiler that knows nothing of it.
 *
 * Put in front of a unit by the host backend, so that the source that NVRTC compiles runs on the processor. Includes
 * nothing: a header costs more time than all of this. Names are CUDA's, or begin with cujit_ / CUJIT_; macros are kept
 * to what cannot be anything else. They expand behind what the user defines: so attributes are spelled with underscores,
 * and all else begins with cujit_. Plain C++11, g++ and clang++.
 *
 * Parts: execution space, vector types, launch state, shared memory and globals, barriers and warps, memory, atomics,
 * trampoline. Math, conversions and integers: prelude_host_math.h, which goes behind it.
 */

/* ---- Execution space ---- */

#define __CUJIT_HOST__ 1
/* What kernels ask before they use what a GPU may lack: all of compute capability 8.0 is here, but for PTX. */
#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 800
#endif
/* inline: not compiled a second time beside the copy in the trampoline. */
#define __global__ inline
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
/* A block runs on one thread of the system, start to end. thread_local makes a function's variable static too. */
#define __shared__ thread_local
#define __forceinline__ inline __attribute__((__always_inline__))
#define __noinline__ __attribute__((__noinline__))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __builtin_assume(...) ((void)0)
#define __align__(n) __attribute__((__aligned__(n)))
/* `extern __shared__ T name[]` in a form that both devices understand, inside of macros too. */
#define CUJIT_DYNAMIC_SHARED(type, name) type *name = (type *)cujit_dynamic()

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t; /* as on the device, so that overloads are chosen alike */
typedef unsigned long long uint64_t;
typedef int64_t intptr_t;
typedef uint64_t uintptr_t;
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
#ifndef INT64_MAX
#define INT8_MAX 127
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MAX 32767
#define INT16_MIN (-32768)
#define UINT16_MAX 65535
#define INT32_MAX INT_MAX
#define INT32_MIN INT_MIN
#define UINT32_MAX UINT_MAX
#define INT64_MAX LLONG_MAX
#define INT64_MIN LLONG_MIN
#define UINT64_MAX ULLONG_MAX
#define SIZE_MAX UINT64_MAX
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
    unsigned (*active)(void *state, cujit_u64 place);
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
    unsigned version, parameters;
    const size_t *sizes;
    void (*blocks)(const cujit_launch *launch, cujit_u64 first, cujit_u64 end);
    void (*thread)(const cujit_launch *launch, const unsigned *block, const unsigned *thread);
    void *variable;
    size_t variable_size;
};

static thread_local uint3 threadIdx, blockIdx;
static thread_local dim3 blockDim, gridDim;
static thread_local const cujit_launch *cujit_launched;
static constexpr int warpSize = 32;

/* ---- Shared memory and globals, as the library rewrites them ---- */

#if CUJIT_FILE_SHARED
/* `extern __shared__ T name[]` at file scope becomes an alias of this: each system thread's, like the block that it
 * runs. */
extern "C" {
__attribute__((visibility("hidden"), aligned(128))) __thread unsigned char cujit_shared[CUJIT_SHARED_MOST];
}
static inline void *cujit_dynamic() { return cujit_shared; }
#else
static inline void *cujit_dynamic() { return cujit_launched->shared; }
#endif
/* Inside of a function `extern __shared__ T name[]` becomes `T (&name)[] = cujit_dynamic_memory()`. */
struct cujit_dynamic_memory {
    template <typename T> inline operator T &() const { return *(T *)cujit_dynamic(); }
};

struct cujit_global {
    const char *name;
    void *address;
    size_t size;
};
struct cujit_module {
    unsigned version, barriers;
    const cujit_global *first, *end;
};
#define CUJIT_JOINED_OF(a, b) a##b
#define CUJIT_JOINED(a, b) CUJIT_JOINED_OF(a, b)
/* Behind each __device__ and __constant__ variable: the linker puts all of these into one array. */
#define CUJIT_GLOBAL(text, ...)                                                                                        \
    static cujit_global CUJIT_JOINED(cujit_global_, __COUNTER__)                                                       \
        __attribute__((__section__("cujit_globals"), __used__, __aligned__(8))) = {                                    \
            text, (void *)&(__VA_ARGS__), sizeof(__VA_ARGS__)};
extern "C" {
__attribute__((weak, visibility("hidden"))) extern cujit_global __start_cujit_globals[];
__attribute__((weak, visibility("hidden"))) extern cujit_global __stop_cujit_globals[];
}

/* A kernel over independent elements runs as blocks of one thread, each of which takes one contiguous chunk, so that
 * the compiler may vectorise. Chunks begin at multiples of 64 elements. */
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
__attribute__((noreturn)) static inline void __trap() { cujit_trap("__trap() was called"); }
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
typedef long clock_t;
static inline clock_t clock() { return (clock_t)clock64(); }

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
static inline unsigned cujit_active(int line, const char *file)
{
    const cujit_launch *launch = cujit_launched;
    const uint3 mine = threadIdx;
    const cujit_u64 place = (cujit_u64)line << 40 | ((size_t)file & 0xffffffffffu);
    const unsigned result = launch->runtime->active(launch->state, place);
    threadIdx = mine;
    return result;
}
static inline unsigned __activemask(int line = __builtin_LINE(), const char *file = __builtin_FILE())
{
    return cujit_active(line, file);
}
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
#define CUJIT_IS(T) template <> struct cujit_is_integer<T> { enum { value = 1 }; };
CUJIT_IS(bool) CUJIT_IS(char) CUJIT_IS(signed char) CUJIT_IS(unsigned char) CUJIT_IS(short) CUJIT_IS(unsigned short)
CUJIT_IS(int) CUJIT_IS(unsigned int) CUJIT_IS(long) CUJIT_IS(unsigned long) CUJIT_IS(long long)
CUJIT_IS(unsigned long long)
#undef CUJIT_IS

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
extern "C" void *malloc(size_t);
extern "C" void free(void *);

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
template <typename T> static inline T atomicCAS_block(T *p, typename cujit_same<T>::type e, typename cujit_same<T>::type v)
{
    return atomicCAS(p, e, v);
}
template <typename T> static inline T atomicCAS_system(T *p, typename cujit_same<T>::type e, typename cujit_same<T>::type v)
{
    return atomicCAS(p, e, v);
}
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
CUJIT_SCOPED(atomicExch) CUJIT_SCOPED(atomicMin) CUJIT_SCOPED(atomicMax) CUJIT_SCOPED(atomicInc) CUJIT_SCOPED(atomicDec)
#undef CUJIT_SCOPED

/* ---- Trampoline: calls a kernel with the values that its own parameter types say ---- */

template <typename T> static inline T cujit_argument(const void *from)
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
        K(cujit_argument<A>(values[I])...);
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
        run(launch, first, end, cujit_argument<A>(launch->values[I])...);
    }
    static void blocks(const cujit_launch *launch, cujit_u64 first, cujit_u64 end)
    {
        cujit_enter(launch);
        call(launch, first, end, indices());
    }
#endif
};

/* What is exported under a name: a kernel or a variable, as its type says. */
template <typename F, F K> struct cujit_entry;
template <typename... A, void (*K)(A...)> struct cujit_entry<void (*)(A...), K> {
    static constexpr size_t sizes[sizeof...(A) + 1] = {sizeof(A)..., 0};
    static constexpr cujit_kernel cujit_make()
    {
#if CUJIT_BARRIERS
        return {3, sizeof...(A), sizes, nullptr, cujit_trampoline<void (*)(A...), K>::thread, nullptr, 0};
#else
        return {3, sizeof...(A), sizes, cujit_trampoline<void (*)(A...), K>::blocks, nullptr, nullptr, 0};
#endif
    }
};
template <typename... A, void (*K)(A...)> constexpr size_t cujit_entry<void (*)(A...), K>::sizes[sizeof...(A) + 1];
template <typename T, T *V> struct cujit_entry<T *, V> {
    static constexpr cujit_kernel cujit_make() { return {3, 0, nullptr, nullptr, nullptr, (void *)V, sizeof(T)}; }
};
/* `symbol` is what the library asks for, the rest names the kernel: it may hold commas. */
#define CUJIT_KERNEL(symbol, ...)                                                                                      \
    extern "C" __attribute__((__visibility__("default"))) const cujit_kernel cujit_kernel_##symbol;                    \
    const cujit_kernel cujit_kernel_##symbol = cujit_entry<decltype(&__VA_ARGS__), &__VA_ARGS__>::cujit_make();
#define CUJIT_MODULE                                                                                                   \
    extern "C" __attribute__((__visibility__("default"))) const cujit_module cujit_host_module;                        \
    const cujit_module cujit_host_module = {3, CUJIT_BARRIERS, __start_cujit_globals, __stop_cujit_globals};
