/*
 * prelude_random.h: random numbers that are a function of seed, stream and place alone.
 *
 * Philox 4x32 (Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3, SC 2011) turns a counter and a
 * key into four words. The key is the seed; the counter is k and the stream, 64 bits each: word 4k + j of a stream is
 * word j of counter k. What is made of words has the same bits on every device: it takes only operations that IEEE 754
 * rounds, +, *, /, sqrt and fma, and no product is added to anything but by fma, so that no compiler may do otherwise.
 *
 * Behind the prelude of either device; prelude_random_draws.h goes behind this one. Parts: words; logarithm, exponential and
 * square root; normal numbers.
 */

/* ---- Words ---- */

/* Both halves of a product by one instruction, which NVRTC has to be told. */
static __device__ __forceinline__ uint2 cujit_product(unsigned a, unsigned b)
{
#ifdef CUJIT_DEVICE_CUDA
    unsigned long long product;

    asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
#else
    const unsigned long long product = (unsigned long long)a * b;
#endif
    return make_uint2((unsigned)product, (unsigned)(product >> 32));
}
template <int ROUNDS> static __device__ __forceinline__ uint4 cujit_philox(uint4 counter, uint2 key)
{
#pragma unroll
    for (int round = 0; round < ROUNDS; round++) {
        const uint2 a = cujit_product(counter.x, 0xD2511F53u), b = cujit_product(counter.z, 0xCD9E8D57u);

        counter = make_uint4(b.y ^ counter.y ^ key.x, b.x, a.y ^ counter.w ^ key.y, a.x);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return counter;
}
static __device__ __forceinline__ uint2 cujit_halves(unsigned long long value)
{
    return make_uint2((unsigned)value, (unsigned)(value >> 32));
}
static __device__ __forceinline__ unsigned long long cujit_whole(unsigned low, unsigned high)
{
    return (unsigned long long)high << 32 | low;
}

/* The nearest double: in the processor's vectors by what these have, halves that are put together by one rounding. */
static __device__ __forceinline__ double cujit_double_of(unsigned long long value)
{
#ifdef CUJIT_DEVICE_CUDA
    return (double)value;
#else
    const double high = __longlong_as_double((long long)(value >> 32 | 0x4330000000000000ull)) - 4503599627370496.0;
    const double low = __longlong_as_double((long long)((value & 0xffffffffull) | 0x4330000000000000ull)) - 4503599627370496.0;

    return fma(high, 4294967296.0, low);
#endif
}

/* Where words come from. What needs more words for an element than it has a share of takes spare ones, under a key that
 * is made of seed and stream: `turn` counts the fours of an element. */
template <int ROUNDS> struct cujit_words {
    unsigned long long seed, stream;

    __device__ __forceinline__ uint4 at(unsigned long long k) const
    {
        const uint2 low = cujit_halves(k), high = cujit_halves(stream);

        return cujit_philox<ROUNDS>(make_uint4(low.x, low.y, high.x, high.y), cujit_halves(seed));
    }
#ifndef CUJIT_DEVICE_CUDA
    /* Of `count` counters from k on: word j of counter k + c is w[j][c]. */
    template <int count> void side_by_side(unsigned long long k, unsigned (&w)[4][count]) const
    {
        const uint2 high = cujit_halves(stream);
        uint2 key = cujit_halves(seed);

        for (int c = 0; c < count; c++) {
            w[0][c] = (unsigned)(k + (unsigned)c);
            w[1][c] = (unsigned)((k + (unsigned)c) >> 32);
            w[2][c] = high.x;
            w[3][c] = high.y;
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int c = 0; c < count; c++) {
                const unsigned long long a = w[0][c] * 0xD2511F53ull, b = w[2][c] * 0xCD9E8D57ull;

                w[0][c] = (unsigned)(b >> 32) ^ w[1][c] ^ key.x;
                w[1][c] = (unsigned)b;
                w[2][c] = (unsigned)(a >> 32) ^ w[3][c] ^ key.y;
                w[3][c] = (unsigned)a;
            }
            key.x += 0x9E3779B9u;
            key.y += 0xBB67AE85u;
        }
    }
#endif
    __device__ __forceinline__ uint4 spare(unsigned long long place, unsigned turn) const
    {
        const uint2 low = cujit_halves(place), high = cujit_halves(stream);
        const uint4 key = cujit_philox<ROUNDS>(make_uint4(high.x, high.y, 0, 0), cujit_halves(seed ^ 0x73bd46e1c58a297full));

        return cujit_philox<ROUNDS>(make_uint4(low.x, low.y, turn, 0), make_uint2(key.x, key.y));
    }
};

/* ---- Logarithm, exponential, square root ---- */

/* -2 ln(u) for 0 < u <= 1: u = 2^e * (1 + g), |g| <= 1/3, and a polynomial in g. */
static __device__ __forceinline__ float cujit_twice_log(float u)
{
    const int bits = __float_as_int(u), exponent = (bits - 0x3f2aaaab) & (int)0xff800000;
    const float g = __int_as_float(bits - exponent) - 1.0f;
    float p = 0.307316691f;

    p = fmaf(p, g, -0.342223674f);
    p = fmaf(p, g, 0.328401178f);
    p = fmaf(p, g, -0.395900756f);
    p = fmaf(p, g, 0.500152469f);
    p = fmaf(p, g, -0.666759789f);
    p = fmaf(p, g, 0.999998748f);
    p = fmaf(p, g, -1.99999964f);
    return fmaf(p, g, (float)exponent * -1.65259166e-07f);
}
static __device__ __forceinline__ double cujit_twice_log(double u)
{
    const long long bits = __double_as_longlong(u);
    const long long exponent = (bits - 0x3fe5555555555555ll) & (long long)0xfff0000000000000ull;
    const double g = __longlong_as_double(bits - exponent) - 1.0;
    double p = 0.1738128173038117;

    p = fma(p, g, -0.1779414567430606);
    p = fma(p, g, 0.09074009617705932);
    p = fma(p, g, -0.09874108287753833);
    p = fma(p, g, 0.12799012411293215);
    p = fma(p, g, -0.13592694937818867);
    p = fma(p, g, 0.14259343152732495);
    p = fma(p, g, -0.15363520451468035);
    p = fma(p, g, 0.16668120148825388);
    p = fma(p, g, -0.1818286997895862);
    p = fma(p, g, 0.19999950097407287);
    p = fma(p, g, -0.22222190470864447);
    p = fma(p, g, 0.2500000102560226);
    p = fma(p, g, -0.28571429120068403);
    p = fma(p, g, 0.33333333321783526);
    p = fma(p, g, -0.3999999999519689);
    p = fma(p, g, 0.5000000000005949);
    p = fma(p, g, -0.6666666666668295);
    p = fma(p, g, 0.9999999999999991);
    p = fma(p, g, -2.0);
    return fma(p, g, (double)(int)((unsigned long long)exponent >> 32) * (-1.3862943611198906 / 1048576));
}

/* e^x, with infinity and subnormal numbers where they belong: x = n ln 2 + f, and 2^n in two factors. */
static __device__ __forceinline__ float cujit_exp(float x)
{
    const float bounded = x < -110.0f ? -110.0f : x > 100.0f ? 100.0f : x;
    const float sum = fmaf(bounded, 1.44269502f, 12582912.0f), n = sum - 12582912.0f;
    const int whole = __float_as_int(sum) - 0x4b400000, half = whole >> 1;
    const float f = fmaf(n, -3.19461833e-05f, fmaf(n, -0.693115234f, bounded));
    float p = 0.00138366513f;

    p = fmaf(p, f, 0.00837489776f);
    p = fmaf(p, f, 0.0416682325f);
    p = fmaf(p, f, 0.166664198f);
    p = fmaf(p, f, 0.499999911f);
    p = fmaf(p, f, 1.0f);
    p = fmaf(p, f, 1.0f);
    return p * __int_as_float((half + 127) << 23) * __int_as_float((whole - half + 127) << 23);
}
static __device__ __forceinline__ double cujit_exp(double x)
{
    const double bounded = x < -760.0 ? -760.0 : x > 720.0 ? 720.0 : x;
    const double sum = fma(bounded, 1.4426950408889634, 6755399441055744.0), n = sum - 6755399441055744.0;
    const long long whole = __double_as_longlong(sum) - 0x4338000000000000ll, half = whole >> 1;
    const double f = fma(n, -5.497923018708371e-14, fma(n, -0.6931471805598903, bounded));
    double p = 2.0832017382719406e-09;

    p = fma(p, f, 2.511472746938878e-08);
    p = fma(p, f, 2.7557574805543843e-07);
    p = fma(p, f, 2.7557225465891508e-06);
    p = fma(p, f, 2.4801586913713876e-05);
    p = fma(p, f, 0.0001984126990856171);
    p = fma(p, f, 0.0013888888889143582);
    p = fma(p, f, 0.008333333333309895);
    p = fma(p, f, 0.04166666666666593);
    p = fma(p, f, 0.16666666666666702);
    p = fma(p, f, 0.5);
    p = fma(p, f, 1.0);
    p = fma(p, f, 1.0);
    return p * __longlong_as_double((half + 1023) << 52) * __longlong_as_double((whole - half + 1023) << 52);
}

/* sqrt(x) rounded to nearest, for numbers of ordinary size: on a GPU without the look for others. The approximation is
 * within 2^-22.9, and what comes of it does not depend on it: test_random_statistics.c tries all near ones. */
static __device__ __forceinline__ float cujit_root(float x)
{
#ifdef CUJIT_DEVICE_CUDA
    float y;

    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    const float near = x * y, half = 0.5f * y, rest = fmaf(-half, near, 0.5f);
    const float root = fmaf(near, rest, near), slope = fmaf(half, rest, half);
    return fmaf(fmaf(-root, root, x), slope, root);
#else
    return sqrtf(x);
#endif
}
static __device__ __forceinline__ double cujit_root(double x)
{
    return __dsqrt_rn(x);
}

/* ---- Normal numbers ---- */

/* Box and Muller's: the radius of one word, u in (0, 1), and a direction of another. Its 23 low bits are an angle within
 * a quarter of the circle, counted from the middle, so that its sine and cosine are C + S and C - S of small
 * polynomials; its two highest are signs. */
static __device__ __forceinline__ void cujit_normal_pair(unsigned a, unsigned b, float &first, float &second)
{
    const float u = fmaf((float)a, 2.3283063e-10f, 1.16415322e-10f);
    const float r = cujit_root(cujit_twice_log(u));
    const float t = fmaf(__uint_as_float((b & 0x7fffffu) | 0x3f800000u), 2.0f, -3.0f), q = t * t;
    float s = -2.5420808e-05f, c = -0.000225374621f;

    s = fmaf(s, q, 0.00176069664f);
    s = fmaf(s, q, -0.0570956431f);
    s = fmaf(s, q, 0.555360377f);
    c = fmaf(c, q, 0.0112074194f);
    c = fmaf(c, q, -0.218088821f);
    c = fmaf(c, q, 0.707106769f);
    const float rc = r * c, rt = r * t;
    first = __uint_as_float(__float_as_uint(fmaf(rt, s, rc)) ^ (b & 0x80000000u));
    second = __uint_as_float(__float_as_uint(fmaf(-rt, s, rc)) ^ (b << 1 & 0x80000000u));
}
static __device__ __forceinline__ void cujit_normal_pair(unsigned long long a, unsigned long long b, double &first,
                                                         double &second)
{
    const double u = fma(cujit_double_of(a), 5.4210108624275216e-20, 2.710505431213761e-20);
    const double r = cujit_root(cujit_twice_log(u));
    const double t = fma(__longlong_as_double((long long)((b & 0xfffffffffffffull) | 0x3ff0000000000000ull)), 2.0, -3.0);
    const double q = t * t;
    double s = 4.862844697069594e-12, c = 8.13207943329433e-11;

    s = fma(s, q, -1.242492181696035e-09);
    s = fma(s, q, 2.215801276421263e-07);
    s = fma(s, q, -2.5863281990508312e-05);
    s = fma(s, q, 0.0017609748884106129);
    s = fma(s, q, -0.057095699218714185);
    s = fma(s, q, 0.5553603672697958);
    c = fma(fma(-2.7278496863442975e-13, q, c), q, -1.740286225589473e-08);
    c = fma(c, q, 2.5391217715804372e-06);
    c = fma(c, q, -0.000230511073857659);
    c = fma(c, q, 0.011210714326067782);
    c = fma(c, q, -0.21808950623871498);
    c = fma(c, q, 0.7071067811865476);
    const double rc = r * c, rt = r * t;
    const long long sign = (long long)0x8000000000000000ull;
    first = __longlong_as_double(__double_as_longlong(fma(rt, s, rc)) ^ ((long long)b & sign));
    second = __longlong_as_double(__double_as_longlong(fma(-rt, s, rc)) ^ ((long long)(b << 1) & sign));
}
