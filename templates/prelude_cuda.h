/*
 * prelude_cuda.h: what NVRTC lacks and generated code needs. Put in front of every unit; it includes nothing but, on
 * demand, NVIDIA's 16-bit types, because every line and every header costs time in each compilation. The spellings are
 * those of NVIDIA's own C++ library, so that a unit that includes it defines nothing twice with another meaning.
 */
#define CUJIT_DEVICE_CUDA 1

typedef signed char int8_t;
typedef signed short int16_t;
typedef signed int int32_t;
typedef signed long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef int64_t intptr_t;
typedef uint64_t uintptr_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
#define UCHAR_MAX 255
#define CHAR_MAX SCHAR_MAX
#define CHAR_MIN SCHAR_MIN
#define SHRT_MAX 32767
#define SHRT_MIN (-32768)
#define USHRT_MAX 65535
#define LONG_MAX 0x7fffffffffffffffL
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX 0xffffffffffffffffUL
#define INT8_MAX 127
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MAX 0x7fff
#define INT16_MIN (-INT16_MAX - 1)
#define UINT16_MAX 0xffff
#define INT_MAX 0x7fffffff
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 0xffffffff
#define INT32_MAX INT_MAX
#define INT32_MIN INT_MIN
#define UINT32_MAX UINT_MAX
#define LLONG_MAX 0x7fffffffffffffffLL
#define LLONG_MIN (-LLONG_MAX - 1)
#define ULLONG_MAX 0xffffffffffffffffUL
#define INT64_MAX LLONG_MAX
#define INT64_MIN LLONG_MIN
#define UINT64_MAX ULLONG_MAX
#define SIZE_MAX UINT64_MAX

#define FLT_EPSILON 1.19209290e-7f
#define FLT_MIN 1.17549435e-38f
#define FLT_MAX 3.40282347e+38f
#define DBL_EPSILON 2.2204460492503131e-16
#define DBL_MIN 2.2250738585072014e-308
#define DBL_MAX 1.7976931348623157e+308
#define INFINITY (__int_as_float(0x7f800000))
#define NAN (__int_as_float(0x7fc00000))
#define HUGE_VALF INFINITY
#define HUGE_VAL ((double)INFINITY)

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

#ifdef CUJIT_USE_HALF
#include <cuda_fp16.h>
#endif
#ifdef CUJIT_USE_BFLOAT16
#include <cuda_bf16.h>
typedef __nv_bfloat16 bfloat16;
#endif

/* The share of one thread in n independent elements: for (i = cujit_begin(n); i < cujit_end(n); i += cujit_stride()) */
static __device__ __forceinline__ long long cujit_begin(long long)
{
    return blockIdx.x * (long long)blockDim.x + threadIdx.x;
}

static __device__ __forceinline__ long long cujit_end(long long n)
{
    return n;
}

static __device__ __forceinline__ long long cujit_stride()
{
    return gridDim.x * (long long)blockDim.x;
}
