/*
 * cujit/args.h: CUJIT_ARGS, the arguments of a checked call.
 *
 * Sections 5 and 9 of the manual (<cujit/cujit.h>). C11 picks the constructor of each value with _Generic, C++ (11 and
 * later) by overloading. C99 has neither: fill an array of cujit_arg with the constructors below. Other languages fill
 * memory with cujit_arg_set_int() and its like.
 */
#ifndef CUJIT_ARGS_H
#define CUJIT_ARGS_H

#include <cujit/dtype.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 5 Arguments --------------------------------------------------------------------------------------------------
 *
 * A checked call takes CUJIT_ARGS(...): numbers, arrays, textures, images, CUJIT_POINTER(memory, dtype, count) for
 * device memory without an array, CUJIT_VALUE(object) for structs and vectors by value. Count, kind, dtype, size,
 * alignment and device of every one are compared with the signature, and a mismatch is an error that names the
 * argument. A number is converted to the declared type as C does it, but one that the type cannot hold (300 for a
 * `signed char`, -1 for an `unsigned`, 1.5 for an `int`) is CUJIT_ERROR_ARGUMENT_VALUE; rounding of floating point
 * values is not an error.
 *
 * A prepared call takes one pointer per parameter, to a value of exactly the declared type, as cuLaunchKernel does: for
 * a pointer parameter the address of a variable that holds the device address. Nothing is checked.
 */

/* ---- 9 Buffers on the fly -----------------------------------------------------------------------------------------
 *
 * CUJIT_IN(memory, size), CUJIT_OUT and CUJIT_INOUT stand for a pointer argument of any checked call, elementwise or
 * module: device memory is taken, filled from `memory` before the launch, and copied back to it after the launch. One
 * copy each way, nothing left behind on any error. For an elementwise kernel the number of elements is `size` over the
 * declared type's size, which must divide it.
 *
 * When the call returns, results are there. Only where a stream is given and every buffer is pinned memory
 * (cujit_pinned_alloc) the call returns at once, and results are there when the stream has done its work; the memory
 * and the stream must stay until then.
 *
 * Each argument is a buffer of its own: memory that is handed over twice is two of them, and of two that are copied
 * back to one place the later argument wins. What a kernel does not write of a CUJIT_OUT is unspecified afterwards;
 * where nothing is launched (no element to run over) nothing is copied. A size of 0 gives the kernel a null pointer.
 * The context keeps some of the device memory for the next call, and gives it back when memory runs out.
 *
 * A call with buffers on a stream that is being recorded into a graph is CUJIT_ERROR_UNSUPPORTED.
 */

typedef struct cujit_array cujit_array;
typedef struct cujit_image cujit_image;
typedef struct cujit_texture cujit_texture;
typedef struct cujit_random cujit_random; /* random.h */

typedef enum cujit_arg_kind {
    CUJIT_ARG_INT = 1, /* value.i */
    CUJIT_ARG_UINT,    /* value.u */
    CUJIT_ARG_REAL,    /* value.real[0] */
    CUJIT_ARG_COMPLEX, /* value.real[0] + value.real[1] * i */
    CUJIT_ARG_VALUE,   /* `size` bytes at value.pointer, copied as they are: structs and vector types */
    CUJIT_ARG_ARRAY,   /* value.array */
    CUJIT_ARG_POINTER, /* `size` elements of `dtype` in device memory at value.pointer */
    CUJIT_ARG_ADDRESS, /* the device address value.pointer, of which nothing else is known: modules only */
    CUJIT_ARG_IN,      /* `size` bytes of host memory at value.pointer, copied to the device before the launch */
    CUJIT_ARG_OUT,     /* copied back after it */
    CUJIT_ARG_INOUT,   /* both */
    CUJIT_ARG_TEXTURE, /* value.texture */
    CUJIT_ARG_IMAGE,   /* value.image, as a surface */
    CUJIT_ARG_RANDOM,  /* value.random: in expressions only */
} cujit_arg_kind;

/* One argument. Made by the constructors below; borrowed for the call. */
typedef struct cujit_arg {
    cujit_arg_kind kind;
    cujit_dtype dtype; /* numbers: the C type of the value, so that a module can tell a float from a double */
    size_t size;       /* numbers: bytes of that type */
    union {
        long long i;
        unsigned long long u;
        double real[2];
        const void *pointer;
        const cujit_array *array;
        const cujit_texture *texture;
        const cujit_image *image;
        cujit_random *random;
    } value;
} cujit_arg;

typedef struct cujit_args {
    const cujit_arg *items;
    size_t count;
} cujit_args;

static inline cujit_arg cujit_arg_whole(cujit_arg_kind kind, cujit_dtype dtype, size_t size, unsigned long long value)
{
    cujit_arg arg;

    arg.kind = kind;
    arg.dtype = dtype;
    arg.size = size;
    arg.value.real[1] = 0;
    arg.value.u = value;
    return arg;
}

/* The C type of a number decides its dtype: `long` and `long long` are both 64-bit integers. */
static inline cujit_dtype cujit_arg_integer_dtype(size_t size, int is_signed)
{
    switch (size) {
    case 1:
        return is_signed ? CUJIT_INT8 : CUJIT_UINT8;
    case 2:
        return is_signed ? CUJIT_INT16 : CUJIT_UINT16;
    case 4:
        return is_signed ? CUJIT_INT32 : CUJIT_UINT32;
    default:
        return is_signed ? CUJIT_INT64 : CUJIT_UINT64;
    }
}

#define CUJIT_DEFINE_INTEGER_ARG_(name, type, kind, is_signed)                                                         \
    static inline cujit_arg cujit_arg_of_##name(type value)                                                            \
    {                                                                                                                  \
        return cujit_arg_whole(kind, cujit_arg_integer_dtype(sizeof value, is_signed), sizeof value,                   \
                               (unsigned long long)value);                                                             \
    }
CUJIT_DEFINE_INTEGER_ARG_(char, char, CUJIT_ARG_INT, 1)
CUJIT_DEFINE_INTEGER_ARG_(schar, signed char, CUJIT_ARG_INT, 1)
CUJIT_DEFINE_INTEGER_ARG_(short, short, CUJIT_ARG_INT, 1)
CUJIT_DEFINE_INTEGER_ARG_(int, int, CUJIT_ARG_INT, 1)
CUJIT_DEFINE_INTEGER_ARG_(long, long, CUJIT_ARG_INT, 1)
CUJIT_DEFINE_INTEGER_ARG_(longlong, long long, CUJIT_ARG_INT, 1)
CUJIT_DEFINE_INTEGER_ARG_(uchar, unsigned char, CUJIT_ARG_UINT, 0)
CUJIT_DEFINE_INTEGER_ARG_(ushort, unsigned short, CUJIT_ARG_UINT, 0)
CUJIT_DEFINE_INTEGER_ARG_(uint, unsigned int, CUJIT_ARG_UINT, 0)
CUJIT_DEFINE_INTEGER_ARG_(ulong, unsigned long, CUJIT_ARG_UINT, 0)
CUJIT_DEFINE_INTEGER_ARG_(ulonglong, unsigned long long, CUJIT_ARG_UINT, 0)
#undef CUJIT_DEFINE_INTEGER_ARG_

/* What CUJIT_ARG(value) picks by the type of the value, and what C99 fills its cujit_arg with; objects are borrowed for
 * the call. These two are for integers whose type does not matter. */
static inline cujit_arg cujit_arg_int(long long value)
{
    return cujit_arg_of_longlong(value);
}

static inline cujit_arg cujit_arg_uint(unsigned long long value)
{
    return cujit_arg_of_ulonglong(value);
}

static inline cujit_arg cujit_arg_of_bool(int value)
{
    return cujit_arg_whole(CUJIT_ARG_UINT, CUJIT_BOOL, 1, value != 0);
}

static inline cujit_arg cujit_arg_complex_parts(double real, double imaginary)
{
    cujit_arg arg = cujit_arg_whole(CUJIT_ARG_COMPLEX, CUJIT_COMPLEX128, sizeof arg.value.real, 0);

    arg.value.real[0] = real;
    arg.value.real[1] = imaginary;
    return arg;
}

static inline cujit_arg cujit_arg_real(double value)
{
    cujit_arg arg = cujit_arg_complex_parts(value, 0);

    arg.kind = CUJIT_ARG_REAL;
    arg.dtype = CUJIT_FLOAT64;
    arg.size = sizeof value;
    return arg;
}

static inline cujit_arg cujit_arg_of_float(float value)
{
    cujit_arg arg = cujit_arg_real((double)value);

    arg.dtype = CUJIT_FLOAT32;
    arg.size = sizeof value;
    return arg;
}

static inline cujit_arg cujit_arg_random(cujit_random *random)
{
    cujit_arg arg;

    arg.kind = CUJIT_ARG_RANDOM;
    arg.dtype = CUJIT_DTYPE_NONE;
    arg.size = 0;
    arg.value.real[1] = 0;
    arg.value.random = random;
    return arg;
}

static inline cujit_arg cujit_arg_array(const cujit_array *array)
{
    cujit_arg arg;

    arg.kind = CUJIT_ARG_ARRAY;
    arg.dtype = CUJIT_DTYPE_NONE;
    arg.size = 0;
    arg.value.real[1] = 0;
    arg.value.array = array;
    return arg;
}

static inline cujit_arg cujit_arg_memory(cujit_arg_kind kind, const void *pointer, cujit_dtype dtype, size_t size)
{
    cujit_arg arg;

    arg.kind = kind;
    arg.dtype = dtype;
    arg.size = size;
    arg.value.real[1] = 0;
    arg.value.pointer = pointer;
    return arg;
}

static inline cujit_arg cujit_arg_texture(const cujit_texture *texture)
{
    return cujit_arg_memory(CUJIT_ARG_TEXTURE, texture, CUJIT_DTYPE_NONE, sizeof(unsigned long long));
}

static inline cujit_arg cujit_arg_image(const cujit_image *image)
{
    return cujit_arg_memory(CUJIT_ARG_IMAGE, image, CUJIT_DTYPE_NONE, sizeof(unsigned long long));
}

static inline cujit_arg cujit_arg_self(cujit_arg arg)
{
    return arg;
}

/* `count` elements of `dtype` in device memory that is not a cujit_array's (of the context's device; not checked). */
#define CUJIT_POINTER(pointer, dtype, count) cujit_arg_memory(CUJIT_ARG_POINTER, (pointer), (dtype), (count))

/* A bare device address, for a pointer parameter of a module's kernel. Elementwise kernels want CUJIT_POINTER. */
#define CUJIT_ADDRESS(pointer) cujit_arg_memory(CUJIT_ARG_ADDRESS, (pointer), CUJIT_DTYPE_NONE, sizeof(void *))

/* `size` bytes of ordinary host memory for a pointer parameter: copied to the device before the launch, back after it,
 * or both. The section "Buffers on the fly" has the rules. */
#define CUJIT_IN(memory, size) cujit_arg_memory(CUJIT_ARG_IN, (memory), CUJIT_DTYPE_NONE, (size))
#define CUJIT_OUT(memory, size) cujit_arg_memory(CUJIT_ARG_OUT, (memory), CUJIT_DTYPE_NONE, (size))
#define CUJIT_INOUT(memory, size) cujit_arg_memory(CUJIT_ARG_INOUT, (memory), CUJIT_DTYPE_NONE, (size))

/* A struct or vector by value: `object` is an lvalue; its size is checked, its bytes are copied. */
#define CUJIT_VALUE(object) cujit_arg_memory(CUJIT_ARG_VALUE, &(object), CUJIT_DTYPE_NONE, sizeof(object))

/*
 * The same for other languages, as functions of the library's: `items` is the caller's memory, room for as many
 * arguments as there are, cujit_arg_size() bytes each and aligned for a pointer; each call fills the k-th one. It must
 * not be NULL. Nobody needs to know what is in there.
 */
CUJIT_API size_t cujit_arg_size(void);
CUJIT_API void cujit_arg_set_int(cujit_arg *items, size_t k, long long value);
CUJIT_API void cujit_arg_set_uint(cujit_arg *items, size_t k, unsigned long long value);
CUJIT_API void cujit_arg_set_real(cujit_arg *items, size_t k, double value);
CUJIT_API void cujit_arg_set_complex(cujit_arg *items, size_t k, double real, double imaginary);
CUJIT_API void cujit_arg_set_array(cujit_arg *items, size_t k, const cujit_array *array);
CUJIT_API void cujit_arg_set_texture(cujit_arg *items, size_t k, const cujit_texture *texture);
CUJIT_API void cujit_arg_set_image(cujit_arg *items, size_t k, const cujit_image *image);

/* A number of a certain type at `value`, so that a module can tell a float from a double: of CUJIT_BOOL, the integers,
 * FLOAT32, FLOAT64, COMPLEX64 and COMPLEX128; any other is CUJIT_ERROR_INVALID_ARGUMENT. */
CUJIT_API cujit_status cujit_arg_set_number(cujit_arg *items, size_t k, cujit_dtype dtype, const void *value,
                                            cujit_error *error);

/* Memory and values: what CUJIT_POINTER (`size` elements of `dtype`), CUJIT_ADDRESS, CUJIT_IN, CUJIT_OUT, CUJIT_INOUT
 * and CUJIT_VALUE (`size` bytes; CUJIT_DTYPE_NONE) say. Any other kind is CUJIT_ERROR_INVALID_ARGUMENT. */
CUJIT_API cujit_status cujit_arg_set_memory(cujit_arg *items, size_t k, cujit_arg_kind kind, const void *pointer,
                                            cujit_dtype dtype, size_t size, cujit_error *error);

#ifdef __cplusplus
}

namespace cujit {

/* clang-format off */
inline cujit_arg make_arg(bool value) { return cujit_arg_of_bool(value); }
inline cujit_arg make_arg(char value) { return cujit_arg_of_char(value); }
inline cujit_arg make_arg(signed char value) { return cujit_arg_of_schar(value); }
inline cujit_arg make_arg(short value) { return cujit_arg_of_short(value); }
inline cujit_arg make_arg(int value) { return cujit_arg_of_int(value); }
inline cujit_arg make_arg(long value) { return cujit_arg_of_long(value); }
inline cujit_arg make_arg(long long value) { return cujit_arg_of_longlong(value); }
inline cujit_arg make_arg(unsigned char value) { return cujit_arg_of_uchar(value); }
inline cujit_arg make_arg(unsigned short value) { return cujit_arg_of_ushort(value); }
inline cujit_arg make_arg(unsigned value) { return cujit_arg_of_uint(value); }
inline cujit_arg make_arg(unsigned long value) { return cujit_arg_of_ulong(value); }
inline cujit_arg make_arg(unsigned long long value) { return cujit_arg_of_ulonglong(value); }
inline cujit_arg make_arg(float value) { return cujit_arg_of_float(value); }
inline cujit_arg make_arg(double value) { return cujit_arg_real(value); }
inline cujit_arg make_arg(cujit_array *array) { return cujit_arg_array(array); }
inline cujit_arg make_arg(const cujit_array *array) { return cujit_arg_array(array); }
inline cujit_arg make_arg(cujit_texture *texture) { return cujit_arg_texture(texture); }
inline cujit_arg make_arg(const cujit_texture *texture) { return cujit_arg_texture(texture); }
inline cujit_arg make_arg(cujit_image *image) { return cujit_arg_image(image); }
inline cujit_arg make_arg(const cujit_image *image) { return cujit_arg_image(image); }
inline cujit_arg make_arg(cujit_random *random) { return cujit_arg_random(random); }
inline cujit_arg make_arg(const cujit_arg &value) { return value; }
/* Said with CUJIT_POINTER, CUJIT_IN, CUJIT_OUT, CUJIT_INOUT or CUJIT_ADDRESS; it would be a bool otherwise. */
template <class T> cujit_arg make_arg(T *pointer) = delete;
cujit_arg make_arg(long double value) = delete;
/* clang-format on */

/* std::complex, and whatever else has real() and imag(). */
template <class T> auto make_arg(const T &value) -> decltype(value.real(), value.imag(), cujit_arg())
{
    return cujit_arg_complex_parts(static_cast<double>(value.real()), static_cast<double>(value.imag()));
}

/* Lives until the end of the full expression that calls: as long as the call needs it. */
template <size_t N> struct arg_list {
    cujit_arg items[N == 0 ? 1 : N];
    operator cujit_args() const
    {
        cujit_args list = {items, N};
        return list;
    }
};

template <class... T> arg_list<sizeof...(T)> args(const T &...values)
{
    return arg_list<sizeof...(T)>{{make_arg(values)...}};
}

} /* namespace cujit */

#define CUJIT_ARG(value) (::cujit::make_arg(value))
#define CUJIT_ARGS(...) (::cujit::args(__VA_ARGS__))
/* No arguments at all. */
#define CUJIT_NO_ARGS (::cujit::args())

#else

#define CUJIT_NO_ARGS ((cujit_args){NULL, 0})

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

/* clang-format off */
#define CUJIT_ARG(value)                                                                                               \
    _Generic((value),                                                                                                  \
        _Bool: cujit_arg_of_bool, unsigned char: cujit_arg_of_uchar, unsigned short: cujit_arg_of_ushort,              \
        unsigned int: cujit_arg_of_uint, unsigned long: cujit_arg_of_ulong,                                            \
        unsigned long long: cujit_arg_of_ulonglong, char: cujit_arg_of_char, signed char: cujit_arg_of_schar,          \
        short: cujit_arg_of_short, int: cujit_arg_of_int, long: cujit_arg_of_long, long long: cujit_arg_of_longlong,   \
        float: cujit_arg_of_float, double: cujit_arg_real,                                                             \
        float _Complex: cujit_arg_complex, double _Complex: cujit_arg_complex,                                         \
        cujit_array *: cujit_arg_array, const cujit_array *: cujit_arg_array, cujit_arg: cujit_arg_self,               \
        cujit_texture *: cujit_arg_texture, const cujit_texture *: cujit_arg_texture,                                  \
        cujit_image *: cujit_arg_image, const cujit_image *: cujit_arg_image,                                          \
        cujit_random *: cujit_arg_random,                                                                              \
        default: cujit_arg_of_unknown_type)(value)
/* clang-format on */

/* What an argument of any other type comes to: a call that no compiler takes, at the argument's own place, with its
 * type and these names in the error. Memory is said with CUJIT_POINTER, CUJIT_IN, CUJIT_OUT, CUJIT_INOUT or
 * CUJIT_ADDRESS, structs with CUJIT_VALUE. Defined nowhere. */
typedef struct cujit_number_or_array_or_CUJIT_POINTER_IN_OUT_VALUE {
    int expected;
} cujit_number_or_array_or_CUJIT_POINTER_IN_OUT_VALUE;
cujit_arg cujit_arg_of_unknown_type(cujit_number_or_array_or_CUJIT_POINTER_IN_OUT_VALUE argument);

static inline cujit_arg cujit_arg_complex(double _Complex value)
{
    union {
        double _Complex whole;
        double parts[2];
    } both;

    both.whole = value;
    return cujit_arg_complex_parts(both.parts[0], both.parts[1]);
}

/* clang-format off */
/* Up to 64 arguments: CUJIT_MAP_7_(a, ...) wraps the first of seven and hands the rest to CUJIT_MAP_6_. */
#define CUJIT_ARGS(...)                                                                                                \
    ((cujit_args){(const cujit_arg[]){CUJIT_MAP_(CUJIT_COUNT_(__VA_ARGS__), __VA_ARGS__)},                             \
                  CUJIT_COUNT_(__VA_ARGS__)})
#define CUJIT_MAP_(count, ...) CUJIT_JOIN_(CUJIT_MAP_, count)(__VA_ARGS__)
#define CUJIT_JOIN_(a, b) CUJIT_JOIN_AGAIN_(a, b)
#define CUJIT_JOIN_AGAIN_(a, b) a##b##_
#define CUJIT_COUNT_(...)                                                                                              \
    CUJIT_PICK_(__VA_ARGS__, 64, 63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44,       \
                43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17,\
                16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define CUJIT_PICK_(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17, _18, _19, _20, _21,    \
                    _22, _23, _24, _25, _26, _27, _28, _29, _30, _31, _32, _33, _34, _35, _36, _37, _38, _39, _40,     \
                    _41, _42, _43, _44, _45, _46, _47, _48, _49, _50, _51, _52, _53, _54, _55, _56, _57, _58, _59,     \
                    _60, _61, _62, _63, _64, count, ...) count
#define CUJIT_MAP_1_(a) CUJIT_ARG(a)
#define CUJIT_MAP_2_(a, ...) CUJIT_ARG(a), CUJIT_MAP_1_(__VA_ARGS__)
#define CUJIT_MAP_3_(a, ...) CUJIT_ARG(a), CUJIT_MAP_2_(__VA_ARGS__)
#define CUJIT_MAP_4_(a, ...) CUJIT_ARG(a), CUJIT_MAP_3_(__VA_ARGS__)
#define CUJIT_MAP_5_(a, ...) CUJIT_ARG(a), CUJIT_MAP_4_(__VA_ARGS__)
#define CUJIT_MAP_6_(a, ...) CUJIT_ARG(a), CUJIT_MAP_5_(__VA_ARGS__)
#define CUJIT_MAP_7_(a, ...) CUJIT_ARG(a), CUJIT_MAP_6_(__VA_ARGS__)
#define CUJIT_MAP_8_(a, ...) CUJIT_ARG(a), CUJIT_MAP_7_(__VA_ARGS__)
#define CUJIT_MAP_9_(a, ...) CUJIT_ARG(a), CUJIT_MAP_8_(__VA_ARGS__)
#define CUJIT_MAP_10_(a, ...) CUJIT_ARG(a), CUJIT_MAP_9_(__VA_ARGS__)
#define CUJIT_MAP_11_(a, ...) CUJIT_ARG(a), CUJIT_MAP_10_(__VA_ARGS__)
#define CUJIT_MAP_12_(a, ...) CUJIT_ARG(a), CUJIT_MAP_11_(__VA_ARGS__)
#define CUJIT_MAP_13_(a, ...) CUJIT_ARG(a), CUJIT_MAP_12_(__VA_ARGS__)
#define CUJIT_MAP_14_(a, ...) CUJIT_ARG(a), CUJIT_MAP_13_(__VA_ARGS__)
#define CUJIT_MAP_15_(a, ...) CUJIT_ARG(a), CUJIT_MAP_14_(__VA_ARGS__)
#define CUJIT_MAP_16_(a, ...) CUJIT_ARG(a), CUJIT_MAP_15_(__VA_ARGS__)
#define CUJIT_MAP_17_(a, ...) CUJIT_ARG(a), CUJIT_MAP_16_(__VA_ARGS__)
#define CUJIT_MAP_18_(a, ...) CUJIT_ARG(a), CUJIT_MAP_17_(__VA_ARGS__)
#define CUJIT_MAP_19_(a, ...) CUJIT_ARG(a), CUJIT_MAP_18_(__VA_ARGS__)
#define CUJIT_MAP_20_(a, ...) CUJIT_ARG(a), CUJIT_MAP_19_(__VA_ARGS__)
#define CUJIT_MAP_21_(a, ...) CUJIT_ARG(a), CUJIT_MAP_20_(__VA_ARGS__)
#define CUJIT_MAP_22_(a, ...) CUJIT_ARG(a), CUJIT_MAP_21_(__VA_ARGS__)
#define CUJIT_MAP_23_(a, ...) CUJIT_ARG(a), CUJIT_MAP_22_(__VA_ARGS__)
#define CUJIT_MAP_24_(a, ...) CUJIT_ARG(a), CUJIT_MAP_23_(__VA_ARGS__)
#define CUJIT_MAP_25_(a, ...) CUJIT_ARG(a), CUJIT_MAP_24_(__VA_ARGS__)
#define CUJIT_MAP_26_(a, ...) CUJIT_ARG(a), CUJIT_MAP_25_(__VA_ARGS__)
#define CUJIT_MAP_27_(a, ...) CUJIT_ARG(a), CUJIT_MAP_26_(__VA_ARGS__)
#define CUJIT_MAP_28_(a, ...) CUJIT_ARG(a), CUJIT_MAP_27_(__VA_ARGS__)
#define CUJIT_MAP_29_(a, ...) CUJIT_ARG(a), CUJIT_MAP_28_(__VA_ARGS__)
#define CUJIT_MAP_30_(a, ...) CUJIT_ARG(a), CUJIT_MAP_29_(__VA_ARGS__)
#define CUJIT_MAP_31_(a, ...) CUJIT_ARG(a), CUJIT_MAP_30_(__VA_ARGS__)
#define CUJIT_MAP_32_(a, ...) CUJIT_ARG(a), CUJIT_MAP_31_(__VA_ARGS__)
#define CUJIT_MAP_33_(a, ...) CUJIT_ARG(a), CUJIT_MAP_32_(__VA_ARGS__)
#define CUJIT_MAP_34_(a, ...) CUJIT_ARG(a), CUJIT_MAP_33_(__VA_ARGS__)
#define CUJIT_MAP_35_(a, ...) CUJIT_ARG(a), CUJIT_MAP_34_(__VA_ARGS__)
#define CUJIT_MAP_36_(a, ...) CUJIT_ARG(a), CUJIT_MAP_35_(__VA_ARGS__)
#define CUJIT_MAP_37_(a, ...) CUJIT_ARG(a), CUJIT_MAP_36_(__VA_ARGS__)
#define CUJIT_MAP_38_(a, ...) CUJIT_ARG(a), CUJIT_MAP_37_(__VA_ARGS__)
#define CUJIT_MAP_39_(a, ...) CUJIT_ARG(a), CUJIT_MAP_38_(__VA_ARGS__)
#define CUJIT_MAP_40_(a, ...) CUJIT_ARG(a), CUJIT_MAP_39_(__VA_ARGS__)
#define CUJIT_MAP_41_(a, ...) CUJIT_ARG(a), CUJIT_MAP_40_(__VA_ARGS__)
#define CUJIT_MAP_42_(a, ...) CUJIT_ARG(a), CUJIT_MAP_41_(__VA_ARGS__)
#define CUJIT_MAP_43_(a, ...) CUJIT_ARG(a), CUJIT_MAP_42_(__VA_ARGS__)
#define CUJIT_MAP_44_(a, ...) CUJIT_ARG(a), CUJIT_MAP_43_(__VA_ARGS__)
#define CUJIT_MAP_45_(a, ...) CUJIT_ARG(a), CUJIT_MAP_44_(__VA_ARGS__)
#define CUJIT_MAP_46_(a, ...) CUJIT_ARG(a), CUJIT_MAP_45_(__VA_ARGS__)
#define CUJIT_MAP_47_(a, ...) CUJIT_ARG(a), CUJIT_MAP_46_(__VA_ARGS__)
#define CUJIT_MAP_48_(a, ...) CUJIT_ARG(a), CUJIT_MAP_47_(__VA_ARGS__)
#define CUJIT_MAP_49_(a, ...) CUJIT_ARG(a), CUJIT_MAP_48_(__VA_ARGS__)
#define CUJIT_MAP_50_(a, ...) CUJIT_ARG(a), CUJIT_MAP_49_(__VA_ARGS__)
#define CUJIT_MAP_51_(a, ...) CUJIT_ARG(a), CUJIT_MAP_50_(__VA_ARGS__)
#define CUJIT_MAP_52_(a, ...) CUJIT_ARG(a), CUJIT_MAP_51_(__VA_ARGS__)
#define CUJIT_MAP_53_(a, ...) CUJIT_ARG(a), CUJIT_MAP_52_(__VA_ARGS__)
#define CUJIT_MAP_54_(a, ...) CUJIT_ARG(a), CUJIT_MAP_53_(__VA_ARGS__)
#define CUJIT_MAP_55_(a, ...) CUJIT_ARG(a), CUJIT_MAP_54_(__VA_ARGS__)
#define CUJIT_MAP_56_(a, ...) CUJIT_ARG(a), CUJIT_MAP_55_(__VA_ARGS__)
#define CUJIT_MAP_57_(a, ...) CUJIT_ARG(a), CUJIT_MAP_56_(__VA_ARGS__)
#define CUJIT_MAP_58_(a, ...) CUJIT_ARG(a), CUJIT_MAP_57_(__VA_ARGS__)
#define CUJIT_MAP_59_(a, ...) CUJIT_ARG(a), CUJIT_MAP_58_(__VA_ARGS__)
#define CUJIT_MAP_60_(a, ...) CUJIT_ARG(a), CUJIT_MAP_59_(__VA_ARGS__)
#define CUJIT_MAP_61_(a, ...) CUJIT_ARG(a), CUJIT_MAP_60_(__VA_ARGS__)
#define CUJIT_MAP_62_(a, ...) CUJIT_ARG(a), CUJIT_MAP_61_(__VA_ARGS__)
#define CUJIT_MAP_63_(a, ...) CUJIT_ARG(a), CUJIT_MAP_62_(__VA_ARGS__)
#define CUJIT_MAP_64_(a, ...) CUJIT_ARG(a), CUJIT_MAP_63_(__VA_ARGS__)
/* clang-format on */

#endif /* C11 */
#endif /* C */

#endif
