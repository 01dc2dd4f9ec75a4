/*
 * float8.h: the formats of float8_e4m3 and float8_e5m2 in plain C, for references; and numbers that are hard to round.
 */
#ifndef TESTS_FLOAT8_H
#define TESTS_FLOAT8_H

#include "tests/kernels.h"

#include <math.h>
#include <stdbool.h>

enum { CODES = 256, WAYS = 5 };

typedef struct format {
    const char *type;
    cujit_dtype dtype;
    int fraction, bias, overflow, nan; /* codes without the sign */
} format;

static const format formats[] = {{"float8_e4m3", CUJIT_FLOAT8_E4M3, 3, 7, 0x7f, 0x7f},
                                 {"float8_e5m2", CUJIT_FLOAT8_E5M2, 2, 15, 0x7c, 0x7e}};

static inline double to_double(const format *f, int code)
{
    const int exponent = (code & 0x7f) >> f->fraction, low = code & ((1 << f->fraction) - 1);
    double size = exponent == 0 ? ldexp(low, 1 - f->bias - f->fraction)
                                : ldexp(low + (1 << f->fraction), exponent - f->bias - f->fraction);

    if ((code & 0x7f) >= f->overflow)
        size = f->dtype == CUJIT_FLOAT8_E4M3 || low != 0 ? (double)NAN : (double)INFINITY;
    return code & 0x80 ? -size : size;
}

/* To nearest, ties to even. */
static inline int from_double(const format *f, double x)
{
    const int sign = signbit(x) ? 0x80 : 0;
    int exponent, code;

    if (isnan(x) || isinf(x))
        return sign | (isnan(x) ? f->nan : f->overflow);
    frexp(x, &exponent);
    if (x == 0 || exponent < 2 - f->bias)
        exponent = 2 - f->bias;
    if (exponent > 20)
        return sign | f->overflow;
    code = (int)nearbyint(ldexp(fabs(x), f->fraction + 1 - exponent)) + ((exponent - 2 + f->bias) << f->fraction);
    return sign | (code < f->overflow ? code : f->overflow);
}

static inline bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));
}

/* Around each code: the number, the tie to the next one, what is a little beside the tie, and random bits. `step`: how
 * little. `x`: of WAYS * CODES elements. */
static inline void fill_numbers(const format *f, double step, double *x)
{
    uint64_t state = 78;

    for (int k = 0; k < CODES; k++) {
        const double here = to_double(f, k), tie = (here + to_double(f, k + 1)) / 2;
        const uint32_t random = (uint32_t)next_random(&state);
        float some;

        memcpy(&some, &random, sizeof some);
        x[WAYS * k] = here;
        x[WAYS * k + 1] = tie;
        x[WAYS * k + 2] = tie * (1 + step);
        x[WAYS * k + 3] = tie * (1 - step);
        x[WAYS * k + 4] = (double)some;
    }
    x[4] = (double)INFINITY;
    x[9] = 464;
    x[14] = 480;
    x[19] = 1e300;
    x[24] = -1e-300;
}

static inline cujit_array *all_codes(cujit_context *context, const format *f)
{
    unsigned char codes[CODES];

    for (int k = 0; k < CODES; k++)
        codes[k] = (unsigned char)k;
    return upload(context, f->dtype, CODES, codes);
}

/* The elements are these numbers, rounded. */
static inline void expect_codes(const format *f, cujit_array *array, const double *from, size_t count, const char *how)
{
    const unsigned char *got = elements_of(array);

    ck_assert_int_eq(cujit_array_dtype(array), f->dtype);
    for (size_t k = 0; k < count; k++) {
        const int expected = from_double(f, from[k]);

        expect(got[k] == expected || (isnan(from[k]) && (got[k] & 0x7f) == f->nan),
               "%s from %.17g, %s: got 0x%02x, expected 0x%02x", f->type, from[k], how, got[k], (unsigned)expected);
    }
}

#endif
