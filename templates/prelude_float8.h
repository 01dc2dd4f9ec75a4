/*
 * prelude_float8.h: 8-bit floating-point numbers, on both devices. They are what arrays hold: reading one gives a float,
 * and a number that is assigned is rounded once, to nearest, ties to even. Too large a number becomes NaN in
 * float8_e4m3, which has no infinity, and infinity in float8_e5m2. Of an element's bits, M are its fraction's.
 */
static __device__ __forceinline__ unsigned cujit_float_bits(float x)
{
    unsigned bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static __device__ __forceinline__ float cujit_bits_float(unsigned bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The sign, the exponent and the fraction lie as in a float: a carry out of the fraction goes into the exponent. */
template <int M> static __device__ __forceinline__ unsigned char cujit_float8_of(unsigned bits)
{
    constexpr unsigned nan = M == 3 ? 0x7f : 0x7e, overflow = M == 3 ? 0x7f : 0x7c, rest = 23 - M;
    constexpr unsigned lowest = 127 - (M == 3 ? 7 : 15); /* the exponent that is 0 here */
    const unsigned sign = bits >> 24 & 0x80, size = bits & 0x7fffffff, exponent = size >> 23;
    unsigned value = size, shift = rest;

    if (size > 0x7f800000)
        return (unsigned char)(sign | nan);
    if (exponent <= lowest) { /* a subnormal number, or 0 */
        shift += lowest + 1 - exponent;
        if (shift > 24)
            return (unsigned char)sign;
        value = (size & 0x7fffff) | 0x800000;
    }
    value = (value + ((1u << (shift - 1)) - 1) + (value >> shift & 1)) >> shift;
    if (exponent > lowest)
        value -= lowest << M;
    return (unsigned char)(sign | (value < overflow ? value : overflow));
}
template <int M> static __device__ __forceinline__ float cujit_float8_value(unsigned char bits)
{
    constexpr unsigned lowest = 127 - (M == 3 ? 7 : 15), special = M == 3 ? 0x7f : 0x7c;
    const unsigned sign = (bits & 0x80u) << 24, size = bits & 0x7fu;

    if (size >= special)
        return cujit_bits_float(sign | (M == 3 || size > special ? 0x7fc00000u : 0x7f800000u));
    if (size >> M == 0) {
        const float x = (float)size * (M == 3 ? 0x1p-9f : 0x1p-16f);

        return sign != 0 ? -x : x;
    }
    return cujit_bits_float(sign | (size + (lowest << M)) << (23 - M));
}

/* A float to round further: of two that a double lies between, the one whose last bit is 1. */
static __device__ __forceinline__ unsigned cujit_odd_bits(double x)
{
    const float near = (float)x;
    unsigned bits = cujit_float_bits(near);

    if ((double)near == x || x != x)
        return bits;
    if ((near < 0 ? -(double)near : (double)near) > (x < 0 ? -x : x))
        bits--;
    return bits | 1;
}

/* They become floats by themselves, so that `c ? x : 0.0f` is one; the other way takes an assignment or a cast. */
#define CUJIT_FLOAT8(name, M)                                                                                          \
    struct name {                                                                                                      \
        unsigned char bits;                                                                                            \
        name() = default;                                                                                              \
        __device__ __forceinline__ explicit name(float x) : bits(cujit_float8_of<M>(cujit_float_bits(x))) {}           \
        __device__ __forceinline__ explicit name(double x) : bits(cujit_float8_of<M>(cujit_odd_bits(x))) {}            \
        template <typename T> __device__ __forceinline__ explicit name(const T &x) : name((float)x) {}                 \
        __device__ __forceinline__ operator float() const { return cujit_float8_value<M>(bits); }                      \
        template <typename T> __device__ __forceinline__ name &operator=(const T &x) { return *this = name(x); }       \
        template <typename T> __device__ __forceinline__ name &operator+=(const T &x) { return *this = *this + x; }    \
        template <typename T> __device__ __forceinline__ name &operator-=(const T &x) { return *this = *this - x; }    \
        template <typename T> __device__ __forceinline__ name &operator*=(const T &x) { return *this = *this * x; }    \
        template <typename T> __device__ __forceinline__ name &operator/=(const T &x) { return *this = *this / x; }    \
    };                                                                                                                 \
    template <> struct cujit_number<name> { typedef float real; };                                                     \
    template <typename T> struct cujit_beside<T, name> { typedef float result; typedef float compared; };
template <typename T> struct cujit_number;
template <typename T, typename U> struct cujit_beside;
CUJIT_FLOAT8(float8_e4m3, 3)
CUJIT_FLOAT8(float8_e5m2, 2)
#undef CUJIT_FLOAT8
typedef float8_e4m3 float8_e4m3fn;
