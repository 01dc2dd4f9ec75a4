/*
 * random_reference.h: what elements of a stream are, in plain C, of docs/random.md: each by itself, from its number.
 */
#ifndef TESTS_RANDOM_REFERENCE_H
#define TESTS_RANDOM_REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct reference {
    uint64_t seed, stream;
    int rounds;
} reference;

/* ---- Words ------------------------------------------------------------------------------------------------------- */

static inline void reference_philox(int rounds, uint32_t c[4], uint64_t key)
{
    for (int round = 0; round < rounds; round++) {
        const uint32_t k0 = (uint32_t)key + (uint32_t)round * 0x9E3779B9u;
        const uint32_t k1 = (uint32_t)(key >> 32) + (uint32_t)round * 0xBB67AE85u;
        const uint64_t p0 = (uint64_t)c[0] * 0xD2511F53u, p1 = (uint64_t)c[2] * 0xCD9E8D57u;
        const uint32_t next[4] = {(uint32_t)(p1 >> 32) ^ c[1] ^ k0, (uint32_t)p1, (uint32_t)(p0 >> 32) ^ c[3] ^ k1,
                                  (uint32_t)p0};

        memcpy(c, next, sizeof next);
    }
}

static inline uint32_t reference_word(reference of, uint64_t n)
{
    uint32_t c[4] = {(uint32_t)(n >> 2), (uint32_t)(n >> 34), (uint32_t)of.stream, (uint32_t)(of.stream >> 32)};

    reference_philox(of.rounds, c, of.seed);
    return c[n & 3];
}

static inline uint64_t reference_pair(reference of, uint64_t n)
{
    return reference_word(of, 2 * n) | (uint64_t)reference_word(of, 2 * n + 1) << 32;
}

/* The four spare words of an element, for the turn-th time. */
static inline void reference_spare(reference of, uint64_t n, uint32_t turn, uint32_t c[4])
{
    uint32_t key[4] = {(uint32_t)of.stream, (uint32_t)(of.stream >> 32), 0, 0};

    reference_philox(of.rounds, key, of.seed ^ 0x73bd46e1c58a297fu);
    c[0] = (uint32_t)n;
    c[1] = (uint32_t)(n >> 32);
    c[2] = turn;
    c[3] = 0;
    reference_philox(of.rounds, c, key[0] | (uint64_t)key[1] << 32);
}

/* ---- Functions --------------------------------------------------------------------------------------------------- */

/* Horner's scheme, the highest coefficient first. */
#define REFERENCE_HORNER(T, fused, x, ...)                                                                             \
    T value = 0;                                                                                                       \
    const T list[] = {__VA_ARGS__};                                                                                    \
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)                                                            \
    value = k == 0 ? list[0] : fused(value, x, list[k])

static inline float reference_log_f(float u)
{
    int e;
    float m = frexpf(u, &e); /* 1/2 <= m < 1 */

    if (m < 0x1.555556p-1f) {
        m *= 2;
        e--;
    }
    const float g = m - 1;
    REFERENCE_HORNER(float, fmaf, g, 0.307316691f, -0.342223674f, 0.328401178f, -0.395900756f, 0.500152469f,
                     -0.666759789f, 0.999998748f, -1.99999964f);
    return fmaf(value, g, (float)e * 8388608 * -1.65259166e-07f);
}

static inline double reference_log(double u)
{
    int e;
    double m = frexp(u, &e);

    if (m < 0x1.5555555555555p-1) {
        m *= 2;
        e--;
    }
    const double g = m - 1;
    REFERENCE_HORNER(double, fma, g, 0.1738128173038117, -0.1779414567430606, 0.09074009617705932, -0.09874108287753833,
                     0.12799012411293215, -0.13592694937818867, 0.14259343152732495, -0.15363520451468035,
                     0.16668120148825388, -0.1818286997895862, 0.19999950097407287, -0.22222190470864447,
                     0.2500000102560226, -0.28571429120068403, 0.33333333321783526, -0.3999999999519689,
                     0.5000000000005949, -0.6666666666668295, 0.9999999999999991, -2.0);
    return fma(value, g, (double)e * -1.3862943611198906);
}

static inline float reference_exp_f(float x)
{
    const float bounded = x < -110 ? -110 : x > 100 ? 100 : x;
    const float n = rintf(fmaf(bounded, 1.44269502f, 0)),
                f = fmaf(n, -3.19461833e-05f, fmaf(n, -0.693115234f, bounded));
    REFERENCE_HORNER(float, fmaf, f, 0.00138366513f, 0.00837489776f, 0.0416682325f, 0.166664198f, 0.499999911f, 1, 1);
    const int half = (int)floorf(n / 2);

    return ldexpf(1, half) * value * ldexpf(1, (int)n - half);
}

static inline double reference_exp(double x)
{
    const double bounded = x < -760 ? -760 : x > 720 ? 720 : x;
    const double n = fma(bounded, 1.4426950408889634, 0x1.8p52) - 0x1.8p52;
    const double f = fma(n, -5.497923018708371e-14, fma(n, -0.6931471805598903, bounded));
    REFERENCE_HORNER(double, fma, f, 2.0832017382719406e-09, 2.511472746938878e-08, 2.7557574805543843e-07,
                     2.7557225465891508e-06, 2.4801586913713876e-05, 0.0001984126990856171, 0.0013888888889143582,
                     0.008333333333309895, 0.04166666666666593, 0.16666666666666702, 0.5, 1, 1);
    const int half = (int)floor(n / 2);

    return ldexp(1, half) * value * ldexp(1, (int)n - half);
}

/* ---- Elements ---------------------------------------------------------------------------------------------------- */

static inline float reference_unit_f(reference of, uint64_t n)
{
    return fmaf((float)reference_word(of, n), 0x1.fffffep-33f, 0x1p-33f);
}
static inline double reference_unit(reference of, uint64_t n)
{
    return fma((double)reference_pair(of, n), 0x1.fffffffffffffp-65, 0x1p-65);
}

static inline float reference_uniform_f(reference of, uint64_t n)
{
    return (float)(reference_word(of, n) >> 8) * 0x1p-24f;
}
static inline double reference_uniform(reference of, uint64_t n)
{
    return (double)(reference_pair(of, n) >> 11) * 0x1p-53;
}

static inline float reference_normal_f(reference of, uint64_t n)
{
    const uint32_t b = reference_word(of, n | 1);
    const float r = sqrtf(reference_log_f(reference_unit_f(of, n & ~(uint64_t)1)));
    const float t = fmaf((float)(0x800000 | (b & 0x7fffff)), 0x1p-22f, -3), q = t * t;
    const float s = fmaf(fmaf(fmaf(-2.5420808e-05f, q, 0.00176069664f), q, -0.0570956431f), q, 0.555360377f);
    const float c = fmaf(fmaf(fmaf(-0.000225374621f, q, 0.0112074194f), q, -0.218088821f), q, 0.707106769f);
    const float rc = r * c, rt = r * t, sign = (n & 1 ? b >> 30 & 1 : b >> 31) ? -1.0f : 1.0f;

    return sign * fmaf(n & 1 ? -rt : rt, s, rc);
}
static inline double reference_normal(reference of, uint64_t n)
{
    const uint64_t b = reference_pair(of, n | 1), low = b & 0xfffffffffffffu;
    const double r = sqrt(reference_log(reference_unit(of, n & ~(uint64_t)1)));
    const double t = fma((double)(low | (uint64_t)1 << 52), 0x1p-51, -3), q = t * t;
    double s, c;
    {
        REFERENCE_HORNER(double, fma, q, 4.862844697069594e-12, -1.242492181696035e-09, 2.215801276421263e-07,
                         -2.5863281990508312e-05, 0.0017609748884106129, -0.057095699218714185, 0.5553603672697958);
        s = value;
    }
    {
        REFERENCE_HORNER(double, fma, q, -2.7278496863442975e-13, 8.13207943329433e-11, -1.740286225589473e-08,
                         2.5391217715804372e-06, -0.000230511073857659, 0.011210714326067782, -0.21808950623871498,
                         0.7071067811865476);
        c = value;
    }
    const double rc = r * c, rt = r * t, sign = (n & 1 ? b >> 62 & 1 : b >> 63) ? -1.0 : 1.0;

    return sign * fma(n & 1 ? -rt : rt, s, rc);
}

/* One of `count` integers, where 0 stands for 2^32. */
static inline uint32_t reference_below(reference of, uint64_t n, uint32_t count)
{
    uint64_t product = (uint64_t)reference_word(of, n) * count;
    uint32_t more[4];

    if (count == 0)
        return reference_word(of, n);
    for (uint32_t turn = 0; (uint32_t)product < ((uint64_t)1 << 32) % count; turn++) {
        reference_spare(of, n, turn / 4, more);
        product = (uint64_t)more[turn % 4] * count;
    }
    return (uint32_t)(product >> 32);
}
static inline uint64_t reference_below_wide(reference of, uint64_t n, uint64_t count)
{
    uint64_t word = reference_pair(of, n);
    uint32_t more[4];

    for (uint32_t turn = 0; word * count < -count % count; turn++) {
        reference_spare(of, n, turn, more);
        word = more[0] | (uint64_t)more[1] << 32;
    }
    /* Word and count in halves, so that plain C does. */
    const uint64_t a = word >> 32, b = word & UINT32_MAX, c = count >> 32, d = count & UINT32_MAX;
    const uint64_t middle = (b * d >> 32) + (a * d & UINT32_MAX) + (b * c & UINT32_MAX);

    return a * c + (a * d >> 32) + (b * c >> 32) + (middle >> 32);
}

static inline bool reference_hit(reference of, uint64_t n, double p)
{
    const double scaled = ldexp(p, 32), rest = ldexp(scaled - floor(scaled), 32);
    const uint32_t word = reference_word(of, n);
    uint32_t more[4];

    if ((double)word != floor(scaled))
        return (double)word < scaled;
    reference_spare(of, n, 0, more);
    return (double)more[0] < floor(rest);
}

#endif
