/*
 * cujit/dtype.h: the element types that arrays and signatures share.
 *
 * Section 2 of the manual (<cujit/cujit.h>).
 */
#ifndef CUJIT_DTYPE_H
#define CUJIT_DTYPE_H

#include <cujit/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 2 Element types ----------------------------------------------------------------------------------------------
 *
 * A cujit_dtype (cujit/dtype.h) says what an array's elements are: CUJIT_FLOAT32, CUJIT_INT64, CUJIT_COMPLEX64,
 * CUJIT_FLOAT4, ... In a signature the same type may be spelled as C, <stdint.h>, CUDA or PyCUDA spell it: "unsigned
 * long", "uint64_t", "half", "float4", "float complex"; and by its name, which is NumPy's where NumPy has the type:
 * "uint64", "float16", "complex64". Structs are registered with a context. The other texts are C++, and know the names
 * of C++ and CUDA only.
 *
 * Numbers of different types meet in a snippet as C++'s <cmath> has it, on every device alike: a function of real
 * numbers takes an integer for a double, half and bfloat16 for float, and of several types the largest: sqrt(2),
 * pow(x, 0.5) with a float x and fmax(x, 0) are double. Two things are CUDA's own: pow(float, int) is float, and
 * isnan() and its like are int. min() and max() do the usual arithmetic conversions: max(x, 0) is a float. abs() of
 * an unsigned number is that number. A preamble's own function of the same name is preferred where it fits as well.
 *
 * half and bfloat16 beside other numbers follow C++23: with a float they are float, with a double double, and an
 * integer becomes the 16-bit type: h * 2.0f is float, h * 2 half. Comparisons are made in float, or double. `c ? h :
 * 0.0f` remains ambiguous: write half(0).
 *
 * Complex numbers are cujit::complex<float> and <double>, pycuda::complex the same by another name, with the C++
 * library's functions (branch cuts and signed zeros as in annex G of C), proj, isnan, isinf and isfinite. A half
 * becomes a complex number as a float does.
 *
 * float8_e4m3 (OCP's "fn" kind: 4 exponent bits, no infinity, NaN 0x7f and 0xff, at most 448; float8_e4m3fn is the
 * same) and float8_e5m2 (a half without its last 8 bits) are for storing: an element that is read is a float, so that x
 * * y of two of them is one, and what is assigned is rounded once, to nearest, ties to even. Beyond the largest number
 * it is NaN in float8_e4m3, infinity in float8_e5m2. Atomics and reducers do not take them: convert them first.
 *
 * A preamble or module may declare types named like <stdint.h>'s, uint, half or bfloat16 of its own, at file scope
 * and outside of #if.
 */

/*
 * X(NAME, number, name, spelling in generated code, size, alignment). The numbers are pinned. A signature may spell a
 * type by its name, and in any way that C, <stdint.h> or CUDA knows; spellings of one size and kind share a dtype
 * (`long` and `int64_t` are both INT64). CUDA's vector types come behind the numbers; those of three components have
 * the alignment of one.
 */
#define CUJIT_DTYPE_MAP(X)                                                                                             \
    X(BOOL, 1, "bool", "bool", 1, 1)                                                                                   \
    X(INT8, 2, "int8", "signed char", 1, 1)                                                                            \
    X(UINT8, 3, "uint8", "unsigned char", 1, 1)                                                                        \
    X(INT16, 4, "int16", "short", 2, 2)                                                                                \
    X(UINT16, 5, "uint16", "unsigned short", 2, 2)                                                                     \
    X(INT32, 6, "int32", "int", 4, 4)                                                                                  \
    X(UINT32, 7, "uint32", "unsigned int", 4, 4)                                                                       \
    X(INT64, 8, "int64", "long long", 8, 8)                                                                            \
    X(UINT64, 9, "uint64", "unsigned long long", 8, 8)                                                                 \
    X(FLOAT16, 10, "float16", "__half", 2, 2)                                                                          \
    X(BFLOAT16, 11, "bfloat16", "__nv_bfloat16", 2, 2)                                                                 \
    X(FLOAT32, 12, "float32", "float", 4, 4)                                                                           \
    X(FLOAT64, 13, "float64", "double", 8, 8)                                                                          \
    X(COMPLEX64, 14, "complex64", "cujit::complex<float>", 8, 8)                                                       \
    X(COMPLEX128, 15, "complex128", "cujit::complex<double>", 16, 16)                                                  \
    X(CHAR1, 32, "char1", "char1", 1, 1)                                                                               \
    X(CHAR2, 33, "char2", "char2", 2, 2)                                                                               \
    X(CHAR3, 34, "char3", "char3", 3, 1)                                                                               \
    X(CHAR4, 35, "char4", "char4", 4, 4)                                                                               \
    X(UCHAR1, 36, "uchar1", "uchar1", 1, 1)                                                                            \
    X(UCHAR2, 37, "uchar2", "uchar2", 2, 2)                                                                            \
    X(UCHAR3, 38, "uchar3", "uchar3", 3, 1)                                                                            \
    X(UCHAR4, 39, "uchar4", "uchar4", 4, 4)                                                                            \
    X(SHORT1, 40, "short1", "short1", 2, 2)                                                                            \
    X(SHORT2, 41, "short2", "short2", 4, 4)                                                                            \
    X(SHORT3, 42, "short3", "short3", 6, 2)                                                                            \
    X(SHORT4, 43, "short4", "short4", 8, 8)                                                                            \
    X(USHORT1, 44, "ushort1", "ushort1", 2, 2)                                                                         \
    X(USHORT2, 45, "ushort2", "ushort2", 4, 4)                                                                         \
    X(USHORT3, 46, "ushort3", "ushort3", 6, 2)                                                                         \
    X(USHORT4, 47, "ushort4", "ushort4", 8, 8)                                                                         \
    X(INT1, 48, "int1", "int1", 4, 4)                                                                                  \
    X(INT2, 49, "int2", "int2", 8, 8)                                                                                  \
    X(INT3, 50, "int3", "int3", 12, 4)                                                                                 \
    X(INT4, 51, "int4", "int4", 16, 16)                                                                                \
    X(UINT1, 52, "uint1", "uint1", 4, 4)                                                                               \
    X(UINT2, 53, "uint2", "uint2", 8, 8)                                                                               \
    X(UINT3, 54, "uint3", "uint3", 12, 4)                                                                              \
    X(UINT4, 55, "uint4", "uint4", 16, 16)                                                                             \
    X(LONG1, 56, "long1", "long1", 8, 8)                                                                               \
    X(LONG2, 57, "long2", "long2", 16, 16)                                                                             \
    X(LONG3, 58, "long3", "long3", 24, 8)                                                                              \
    X(LONG4, 59, "long4", "long4", 32, 16)                                                                             \
    X(ULONG1, 60, "ulong1", "ulong1", 8, 8)                                                                            \
    X(ULONG2, 61, "ulong2", "ulong2", 16, 16)                                                                          \
    X(ULONG3, 62, "ulong3", "ulong3", 24, 8)                                                                           \
    X(ULONG4, 63, "ulong4", "ulong4", 32, 16)                                                                          \
    X(LONGLONG1, 64, "longlong1", "longlong1", 8, 8)                                                                   \
    X(LONGLONG2, 65, "longlong2", "longlong2", 16, 16)                                                                 \
    X(LONGLONG3, 66, "longlong3", "longlong3", 24, 8)                                                                  \
    X(LONGLONG4, 67, "longlong4", "longlong4", 32, 16)                                                                 \
    X(ULONGLONG1, 68, "ulonglong1", "ulonglong1", 8, 8)                                                                \
    X(ULONGLONG2, 69, "ulonglong2", "ulonglong2", 16, 16)                                                              \
    X(ULONGLONG3, 70, "ulonglong3", "ulonglong3", 24, 8)                                                               \
    X(ULONGLONG4, 71, "ulonglong4", "ulonglong4", 32, 16)                                                              \
    X(FLOAT1, 72, "float1", "float1", 4, 4)                                                                            \
    X(FLOAT2, 73, "float2", "float2", 8, 8)                                                                            \
    X(FLOAT3, 74, "float3", "float3", 12, 4)                                                                           \
    X(FLOAT4, 75, "float4", "float4", 16, 16)                                                                          \
    X(DOUBLE1, 76, "double1", "double1", 8, 8)                                                                         \
    X(DOUBLE2, 77, "double2", "double2", 16, 16)                                                                       \
    X(DOUBLE3, 78, "double3", "double3", 24, 8)                                                                        \
    X(DOUBLE4, 79, "double4", "double4", 32, 16)                                                                       \
    X(FLOAT8_E4M3, 80, "float8_e4m3", "float8_e4m3", 1, 1)                                                             \
    X(FLOAT8_E5M2, 81, "float8_e5m2", "float8_e5m2", 1, 1)

/* CUJIT_BOOL ... CUJIT_FLOAT8_E5M2. Types that a caller registers (cujit_context_register_type) are numbered from
 * CUJIT_DTYPE_REGISTERED on, each in its own context. 0 is no type. */
typedef enum cujit_dtype {
    CUJIT_DTYPE_NONE = 0,
#define CUJIT_DTYPE_ENUM(NAME, number, name, spelling, size, alignment) CUJIT_##NAME = number,
    CUJIT_DTYPE_MAP(CUJIT_DTYPE_ENUM)
#undef CUJIT_DTYPE_ENUM
        CUJIT_DTYPE_REGISTERED = 1000,
    CUJIT_DTYPE_MAX = 0x7fffffff
} cujit_dtype;

/* Size and alignment of one element in bytes; 0 for CUJIT_DTYPE_NONE and for registered types, which only their
 * context knows (cujit_context_type_size). */
CUJIT_API size_t cujit_dtype_size(cujit_dtype dtype);
CUJIT_API size_t cujit_dtype_alignment(cujit_dtype dtype);

/* The dtype's name, which signatures take: "float32", "complex64", "double4"; "registered type" from
 * CUJIT_DTYPE_REGISTERED on (cujit_context_type_name knows it), "unknown" for any other number. Static storage. */
CUJIT_API const char *cujit_dtype_name(cujit_dtype dtype);

/* How the texts of a kernel spell it, which signatures take too: "float", "cujit::complex<float>", "double4"; NULL for
 * registered types, whose name it is, and for any other number. Static storage. */
CUJIT_API const char *cujit_dtype_spelling(cujit_dtype dtype);

/* The built-in dtype that a signature means by `name`: "float32", "float", "unsigned long"; CUJIT_DTYPE_NONE where
 * there is none, or `name` is NULL. */
CUJIT_API cujit_dtype cujit_dtype_from_name(const char *name);

#ifdef __cplusplus
}
#endif

#endif
