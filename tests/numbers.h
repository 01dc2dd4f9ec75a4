/*
 * numbers.h: elements of every number type as values that lose nothing, for references: integers in 128 bits, all else
 * in long double.
 */
#ifndef TESTS_NUMBERS_H
#define TESTS_NUMBERS_H

#include "tests/kernels.h"

#include <float.h>
#include <math.h>

__extension__ typedef __int128 int128;

typedef struct number {
    int128 whole;       /* of integers and bool */
    long double re, im; /* of all */
} number;

static inline bool is_integer(cujit_dtype dtype)
{
    return dtype <= CUJIT_UINT64;
}

static inline bool is_signed(cujit_dtype dtype)
{
    return dtype == CUJIT_INT8 || dtype == CUJIT_INT16 || dtype == CUJIT_INT32 || dtype == CUJIT_INT64;
}

static inline bool is_complex(cujit_dtype dtype)
{
    return dtype == CUJIT_COMPLEX64 || dtype == CUJIT_COMPLEX128;
}

/* IEEE 754's layout, with so many bits of exponent and fraction. */
static inline long double from_bits(unsigned bits, int exponent_bits, int fraction_bits)
{
    const int most = (1 << exponent_bits) - 1, bias = most >> 1;
    const int exponent = (int)(bits >> fraction_bits) & most;
    const long fraction = (long)(bits & ((1u << fraction_bits) - 1));
    const long double sign = bits >> (exponent_bits + fraction_bits) & 1 ? -1.0L : 1.0L;

    if (exponent == most)
        return fraction != 0 ? (long double)NAN : sign * (long double)INFINITY;
    if (exponent == 0)
        return sign * ldexpl((long double)fraction, 1 - bias - fraction_bits);
    return sign * ldexpl((long double)(fraction + (1L << fraction_bits)), exponent - bias - fraction_bits);
}

static inline number number_at(cujit_dtype dtype, const void *data, size_t k)
{
    const size_t size = cujit_dtype_size(dtype);
    uint64_t bits = 0;
    number out = {0, 0, 0};
    double d[2] = {0, 0};
    float f[2] = {0, 0};

    memcpy(&bits, (const char *)data + k * size, size < sizeof bits ? size : sizeof bits);
    if (is_integer(dtype)) { /* the machine is little-endian */
        out.whole = (int128)bits;
        if (is_signed(dtype) && (bits >> (8 * size - 1) & 1) != 0)
            out.whole -= (int128)1 << (8 * size);
        out.re = (long double)out.whole;
    } else if (dtype == CUJIT_FLOAT16 || dtype == CUJIT_BFLOAT16) {
        out.re = dtype == CUJIT_FLOAT16 ? from_bits((unsigned)bits, 5, 10) : from_bits((unsigned)bits, 8, 7);
    } else if (dtype == CUJIT_FLOAT8_E5M2) {
        out.re = from_bits((unsigned)bits, 5, 2);
    } else if (dtype == CUJIT_FLOAT8_E4M3) { /* one more bit of exponent makes it IEEE's, but for its only NaN */
        out.re = (bits & 0x7f) == 0x7f ? (long double)NAN
                                       : ldexpl(from_bits((unsigned)((bits & 0x80) << 1 | (bits & 0x7f)), 5, 3), 8);
    } else if (size == sizeof(float) || dtype == CUJIT_COMPLEX64) {
        memcpy(f, (const char *)data + k * size, size);
        out.re = (long double)f[0];
        out.im = (long double)f[1];
    } else {
        memcpy(d, (const char *)data + k * size, size);
        out.re = (long double)d[0];
        out.im = (long double)d[1];
    }
    return out;
}

/* The distance from 1 to the next number of the type, or of its parts. */
static inline long double epsilon_of(cujit_dtype dtype)
{
    return dtype == CUJIT_FLOAT16                                ? 0x1p-10L
           : dtype == CUJIT_BFLOAT16                             ? 0x1p-7L
           : dtype == CUJIT_FLOAT32 || dtype == CUJIT_COMPLEX64  ? 0x1p-23L
           : dtype == CUJIT_FLOAT64 || dtype == CUJIT_COMPLEX128 ? 0x1p-52L
                                                                 : 0;
}

/* Integers: any bits. Floating point: either sign, absolute values from 1/8 to 2. */
static inline void fill_random(cujit_dtype dtype, void *data, size_t count, uint64_t seed)
{
    const size_t size = cujit_dtype_size(dtype);
    unsigned char *at = data;

    for (size_t k = 0; k < count; k++, at += size) {
        uint64_t bits = next_random(&seed);
        double d[2] = {random_between(&seed, -2, 2), random_between(&seed, -2, 2)};
        float f[2] = {(float)d[0], (float)d[1]};

        if (dtype == CUJIT_FLOAT16)
            bits = (bits & 0x83ff) | (12 + (bits >> 20) % 4) << 10;
        if (dtype == CUJIT_BFLOAT16)
            bits = (bits & 0x807f) | (124 + (bits >> 20) % 4) << 7;
        if (dtype == CUJIT_BOOL)
            bits &= 1;
        memcpy(at,
               dtype == CUJIT_FLOAT32 || dtype == CUJIT_COMPLEX64    ? (const void *)f
               : dtype == CUJIT_FLOAT64 || dtype == CUJIT_COMPLEX128 ? (const void *)d
                                                                     : (const void *)&bits,
               size);
    }
}

/* The one element of an array, which is freed. */
static inline number take_number(cujit_array *array)
{
    unsigned char data[16];
    number out;

    ck_assert_uint_eq(cujit_array_size(array), 1);
    download(array, data);
    out = number_at(cujit_array_dtype(array), data, 0);
    cujit_array_free(array);
    return out;
}

#endif
