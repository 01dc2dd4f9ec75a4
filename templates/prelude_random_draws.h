/*
 * prelude_random_draws.h: what is made of the words of prelude_random.h: distributions, and the functions that snippets
 * call. Parts: draws, which make elements of words; single elements of a draw, and tiles of them; what snippets call.
 */

/* ---- Draws ----
 *
 * What an element is made of. Elements of 8 bytes have two words each, all others one: element e of a stream has word e,
 * or words 2e and 2e + 1. GROUP elements are made together: make() gets their words, the number of the first, and what
 * the call gave, and writes them. */
template <class C, int ROUNDS> struct cujit_given {
    cujit_words<ROUNDS> words;
    C a, b, c, d;
    unsigned long long p, q, r;
};
template <class T> struct cujit_share {
    enum : int { words = sizeof(T) == 8 ? 2 : 1, each = 4 / words };
};

struct cujit_draw_bits {
    enum : int { group = 1 };
    template <class T, class G>
    static __device__ __forceinline__ void make(const G &, const unsigned *w, unsigned long long, T *out)
    {
        *out = sizeof(T) == 8 ? (T)cujit_whole(w[0], w[1]) : (T)(w[0] >> (32 - 8 * (int)sizeof(T)) % 32);
    }
};

/* Of one word, its upper bits; of two, 53. `p` says how many are left out. b + a * the whole number that they are. */
struct cujit_draw_uniform_free {
    enum : int { group = 1 };
    static __device__ __forceinline__ float number(const unsigned *w, int shift, float) { return (float)(w[0] >> shift); }
    static __device__ __forceinline__ double number(const unsigned *w, int shift, double)
    {
        return cujit_double_of(cujit_whole(w[0], w[1]) >> shift);
    }
    template <class T, class C, int R>
    static __device__ __forceinline__ void make(const cujit_given<C, R> &given, const unsigned *w, unsigned long long, T *out)
    {
        *out = (T)fma(number(w, (int)given.p, C()), given.a, given.b);
    }
};

/* Likewise, but no less than c and no more than d. */
struct cujit_draw_uniform {
    enum : int { group = 1 };
    template <class T, class C, int R>
    static __device__ __forceinline__ void make(const cujit_given<C, R> &given, const unsigned *w, unsigned long long place,
                                                T *out)
    {
        C number;

        cujit_draw_uniform_free::make(given, w, place, &number);
        *out = (T)fmin(fmax(number, given.c), given.d);
    }
};

/* a + b * z. */
struct cujit_draw_normal {
    enum : int { group = 2 };
    static __device__ __forceinline__ void pair(const unsigned *w, float &first, float &second)
    {
        cujit_normal_pair(w[0], w[1], first, second);
    }
    static __device__ __forceinline__ void pair(const unsigned *w, double &first, double &second)
    {
        cujit_normal_pair(cujit_whole(w[0], w[1]), cujit_whole(w[2], w[3]), first, second);
    }
    template <class T, class C, int R>
    static __device__ __forceinline__ void make(const cujit_given<C, R> &given, const unsigned *w, unsigned long long, T *out)
    {
        C first, second;

        pair(w, first, second);
        out[0] = (T)fma(first, given.b, given.a);
        out[1] = (T)fma(second, given.b, given.a);
    }
};

/* exp of these. */
struct cujit_draw_lognormal {
    enum : int { group = 2 };
    template <class T, class C, int R>
    static __device__ __forceinline__ void make(const cujit_given<C, R> &given, const unsigned *w, unsigned long long, T *out)
    {
        C first, second;

        cujit_draw_normal::pair(w, first, second);
        out[0] = (T)cujit_exp(fma(first, given.b, given.a));
        out[1] = (T)cujit_exp(fma(second, given.b, given.a));
    }
};

/* a * -2 ln u. */
struct cujit_draw_exponential {
    enum : int { group = 1 };
    static __device__ __forceinline__ float unit(const unsigned *w, float)
    {
        return fmaf((float)w[0], 2.3283063e-10f, 1.16415322e-10f);
    }
    static __device__ __forceinline__ double unit(const unsigned *w, double)
    {
        return fma(cujit_double_of(cujit_whole(w[0], w[1])), 5.4210108624275216e-20, 2.710505431213761e-20);
    }
    template <class T, class C, int R>
    static __device__ __forceinline__ void make(const cujit_given<C, R> &given, const unsigned *w, unsigned long long, T *out)
    {
        *out = (T)(cujit_twice_log(unit(w, C())) * given.a);
    }
};

/* r + one of p numbers, all of which are as likely (Lemire, Fast random integer generation in an interval, 2019): a word
 * times p is p intervals side by side, of which the first q places are one too many for some. p of 0 stands for as many
 * as a word has. */
struct cujit_draw_integers {
    enum : int { group = 1 };
    template <class T, class C, int R>
    static __device__ __forceinline__ void make(const cujit_given<C, R> &given, const unsigned *w, unsigned long long place,
                                                T *out)
    {
        unsigned long long value;

        if (sizeof(T) == 8)
            value = wide(given, cujit_whole(w[0], w[1]), place);
        else
            value = narrow(given, w[0], place);
        *out = (T)(given.r + value);
    }
    template <class G>
    static __device__ __forceinline__ unsigned long long narrow(const G &given, unsigned word, unsigned long long place)
    {
        const unsigned count = (unsigned)given.p, few = (unsigned)given.q;
        uint4 more = make_uint4(0, 0, 0, 0);

        if (count == 0)
            return word;
        for (unsigned turn = 0; word * count < few; turn++) {
            if (turn % 4 == 0)
                more = given.words.spare(place, turn / 4);
            word = more.x;
            more = make_uint4(more.y, more.z, more.w, 0);
        }
        return __umulhi(word, count);
    }
    template <class G>
    static __device__ __forceinline__ unsigned long long wide(const G &given, unsigned long long word,
                                                              unsigned long long place)
    {
        if (given.p == 0)
            return word;
        for (unsigned turn = 0; word * given.p < given.q; turn++) {
            const uint4 more = given.words.spare(place, turn);

            word = cujit_whole(more.x, more.y);
        }
        return __umul64hi(word, given.p);
    }
};

/* 1 of p in 2^64, else 0; where `r` is not 0, always 1. The word decides, and where it does not two spare ones. */
struct cujit_draw_bernoulli {
    enum : int { group = 1 };
    template <class T, class C, int R>
    static __device__ __forceinline__ void make(const cujit_given<C, R> &given, const unsigned *w, unsigned long long place,
                                                T *out)
    {
        const unsigned high = (unsigned)(given.p >> 32);
        const unsigned word = sizeof(T) == 8 ? w[1] : w[0];
        bool hit = word < high || given.r != 0;

        if (word == high && given.r == 0)
            hit = (sizeof(T) == 8 ? w[0] : given.words.spare(place, 0).x) < (unsigned)given.p;
        *out = (T)(hit ? 1.0f : 0.0f);
    }
};

/* What takes as many words as it needs: spare ones, from which an element has as many numbers as it asks for. */
struct cujit_spare_numbers {
    double u, v; /* in (0, 1) */
    uint4 words;

    template <class W> __device__ __forceinline__ void take(const W &from, unsigned long long place, unsigned turn)
    {
        words = from.spare(place, turn);
        const unsigned w[4] = {words.x, words.y, words.z, words.w};

        u = cujit_draw_exponential::unit(w, u);
        v = cujit_draw_exponential::unit(w + 2, v);
    }
};

/* d * a gamma number (Marsaglia and Tsang, A simple method for generating gamma variables, 2000): of shape a + 1/3, with
 * b = 1 / sqrt(9 a); where c, one over the shape, is not 0, of a shape below 1, from a number of that shape plus 1. */
struct cujit_draw_gamma {
    enum : int { group = 1 };
    template <class T, int R>
    static __device__ __forceinline__ void make(const cujit_given<double, R> &given, const unsigned *, unsigned long long place,
                                                T *out)
    {
        *out = (T)number(given, place);
    }
    template <class G> static __device__ __noinline__ double number(const G given, unsigned long long place)
    {
        cujit_spare_numbers of;
        double cube = 1;

        for (unsigned turn = 0; turn < 128; turn += 2) {
            double x, other;

            of.take(given.words, place, turn);
            cujit_normal_pair(cujit_whole(of.words.x, of.words.y), cujit_whole(of.words.z, of.words.w), x, other);
            of.take(given.words, place, turn + 1);
            const double edge = fma(given.b, x, 1.0), square = __dmul_rn(x, x);
            if (edge <= 0)
                continue;
            cube = __dmul_rn(__dmul_rn(edge, edge), edge);
            if (of.u < fma(-0.0331 * square, square, 1.0) ||
                cujit_twice_log(of.u) > fma(given.a, cujit_twice_log(cube), fma(given.a, 2 * (cube - 1.0), -square)))
                break;
        }
        const double gamma = given.a * cube * given.d;
        return given.c == 0 ? gamma : gamma * cujit_exp(-0.5 * cujit_twice_log(of.v) * given.c);
    }
};

/* Poisson numbers of mean a, but no more than b. Small means: the distribution summed up until it reaches u. Others:
 * Hormann's PTRS (The transformed rejection method for generating Poisson random variables, 1993), with the probability
 * as Loader has it (Fast and accurate computation of binomial probabilities, 2000), which holds for any mean. */
struct cujit_draw_poisson {
    enum : int { group = 1 };
    template <class T, int R>
    static __device__ __forceinline__ void make(const cujit_given<double, R> &given, const unsigned *, unsigned long long place,
                                                T *out)
    {
        const double found = number(given, place);

        *out = (T)(found < given.b ? found : given.b);
    }
    template <class G> static __device__ __noinline__ double number(const G given, unsigned long long place)
    {
        return given.a < 10 ? summed(given, place) : rejected(given, place);
    }
    template <class G> static __device__ __forceinline__ double summed(const G &given, unsigned long long place)
    {
        cujit_spare_numbers of;
        double p = cujit_exp(-given.a), k = 0;

        of.take(given.words, place, 0);
        while (of.u > p && k < 200) {
            of.u = of.u - p;
            k += 1;
            p = __ddiv_rn(__dmul_rn(p, given.a), k);
        }
        return k;
    }
    /* k ln(k / mean) + mean - k. */
    static __device__ __forceinline__ double deviance(double k, double mean)
    {
        const double apart = k - mean, v = __ddiv_rn(apart, k + mean), square = __dmul_rn(v, v);
        double sum = __dmul_rn(apart, v), term = __dmul_rn(2 * k, v);

        if (fabs(apart) >= 0.1 * (k + mean))
            return fma(-0.5 * k, cujit_twice_log(__ddiv_rn(k, mean)), -apart);
        for (double j = 3; j < 21; j += 2) {
            term = __dmul_rn(term, square);
            sum = sum + __ddiv_rn(term, j);
        }
        return sum;
    }
    /* -2 ln of the probability of k. */
    static __device__ __forceinline__ double twice_log(double k, double mean)
    {
        if (k < 16) {
            double product = 1;

            for (double j = 1; j <= k; j += 1)
                product = __dmul_rn(product, __ddiv_rn(mean, j));
            return fma(2.0, mean, cujit_twice_log(product));
        }
        const double q = __ddiv_rn(1.0, __dmul_rn(k, k));
        const double rest = fma(fma(fma(-1.0 / 1680, q, 1.0 / 1260), q, -1.0 / 360), q, 1.0 / 12);
        return fma(2.0, __ddiv_rn(rest, k) + deviance(k, mean), -0.5 * cujit_twice_log(6.283185307179586 * k));
    }
    template <class G> static __device__ __forceinline__ double rejected(const G &given, unsigned long long place)
    {
        const double mean = given.a, b = fma(2.53, __dsqrt_rn(mean), 0.931), a = fma(0.02483, b, -0.059);
        const double scale = 1.1239 + __ddiv_rn(1.1328, b - 3.4), sure = 0.9277 - __ddiv_rn(3.6224, b - 2.0);
        cujit_spare_numbers of;
        double k = 0;

        for (unsigned turn = 0; turn < 256; turn++) {
            of.take(given.words, place, turn);
            const double u = of.u - 0.5, side = 0.5 - fabs(u);
            k = floor(fma(__ddiv_rn(2 * a, side) + b, u, mean) + 0.43);
            if (side >= 0.07 && of.v <= sure)
                break;
            if (k < 0 || (side < 0.013 && of.v > side))
                continue;
            const double height = __ddiv_rn(__dmul_rn(of.v, scale), __ddiv_rn(a, __dmul_rn(side, side)) + b);
            if (cujit_twice_log(height) >= twice_log(k, mean))
                break;
        }
        return k;
    }
};

/* Where each of 0 ... p - 1 goes, of which r is the first's number. Few: by the order of 64 bits for each. Many: a number
 * of q bits goes through a network of Feistel's, whose rounds each change one half of it by a function of the other, so
 * that no two become the same; one that is none of p is sent through again. */
struct cujit_draw_permutation {
    enum : int { group = 1 };
    enum : unsigned { rounds = 16, few = 1024 };
    template <class T, class C, int R>
    static __device__ __forceinline__ void make(const cujit_given<C, R> &given, const unsigned *, unsigned long long place,
                                                T *out)
    {
        const unsigned long long i = place - given.r;

        *out = (T)(i >= given.p ? 0 : given.p <= few ? ranked(given, i) : walked(given, i));
    }
    template <class G> static __device__ __forceinline__ unsigned long long key(const G &given, unsigned long long i)
    {
        const uint4 words = given.words.spare(given.r + i, 0);

        return cujit_whole(words.x, words.y);
    }
    template <class G> static __device__ __noinline__ unsigned long long ranked(const G given, unsigned long long i)
    {
        const unsigned long long mine = key(given, i);
        unsigned long long rank = 0;

        for (unsigned long long j = 0; j < given.p; j++) {
            const unsigned long long other = key(given, j);

            rank += other < mine || (other == mine && j < i);
        }
        return rank;
    }
    static __device__ __forceinline__ unsigned mixed(unsigned half, unsigned key)
    {
        const uint2 product = cujit_product(half ^ key, 0xD2511F53u);

        return product.x ^ product.y;
    }
    template <class G> static __device__ __noinline__ unsigned long long walked(const G given, unsigned long long i)
    {
        const int lower = (int)given.q / 2, upper = (int)given.q - lower;
        const unsigned low_mask = 0xffffffffu >> (32 - lower), high_mask = 0xffffffffu >> (32 - upper);
        unsigned keys[rounds];

        for (unsigned k = 0; k < rounds; k += 4) {
            const uint4 words = given.words.spare(given.r, 1 + k / 4);

            keys[k] = words.x;
            keys[k + 1] = words.y;
            keys[k + 2] = words.z;
            keys[k + 3] = words.w;
        }
        do {
            unsigned low = (unsigned)i & low_mask, high = (unsigned)(i >> lower) & high_mask;

#pragma unroll
            for (unsigned k = 0; k < rounds; k += 2) {
                high ^= mixed(low, keys[k]) & high_mask;
                low ^= mixed(high, keys[k + 1]) & low_mask;
            }
            i = (unsigned long long)high << lower | low;
        } while (i >= given.p);
        return i;
    }
};

/* ---- Elements of a draw ---- */

/* How far a counter in memory has got, in elements. NULL: there is none. */
template <class T> static __device__ __forceinline__ unsigned long long cujit_moved(const unsigned long long *moving)
{
    return moving != NULL ? *moving / cujit_share<T>::words : 0;
}

/* Element `place` of a stream. */
template <class D, class T, class C, int R>
static __device__ __forceinline__ T cujit_draw_one(unsigned long long place, const cujit_given<C, R> &given)
{
    constexpr int words = cujit_share<T>::words, each = cujit_share<T>::each;
    const uint4 four = given.words.at((unsigned long long)((long long)(place * words) >> 2));
    const int from = (int)(place % each) / D::group * D::group * words;
    unsigned w[4] = {four.x, four.y, four.z, four.w};
    T made[D::group];

    if ((from & 2) != 0) {
        w[0] = w[2];
        w[1] = w[3];
    }
    if ((from & 1) != 0)
        w[0] = w[1];
    D::make(given, w, place - place % D::group, made);
    return made[place % D::group == 0 ? 0 : D::group - 1];
}

/* Tiles of an array: 16 bytes each, the first of which begins `lead` elements in front of it. `first` is the number of the
 * element that would be there, and SHIFT of its remainder by those that share a counter. */
template <class T> struct alignas(16) cujit_sixteen {
    T of[16 / sizeof(T)];
};
/* Counter k is the one of the tile's first element. */
template <class D, int SHIFT, class T, class C, int R>
static __device__ __forceinline__ cujit_sixteen<T> cujit_draw_tile(long long k, const cujit_given<C, R> &given)
{
    constexpr int words = cujit_share<T>::words, each = cujit_share<T>::each, width = 16 / sizeof(T);
    constexpr int counters = width / each + (SHIFT > 0);
    T made[counters * each];
    cujit_sixteen<T> tile;

#pragma unroll
    for (int c = 0; c < counters; c++) {
        const uint4 four = given.words.at((unsigned long long)(k + c));
        const unsigned w[4] = {four.x, four.y, four.z, four.w};

#pragma unroll
        for (int e = 0; e < each; e += D::group)
            D::make(given, w + e * words, (unsigned long long)(k + c) * each + e, made + c * each + e);
    }
#pragma unroll
    for (int e = 0; e < width; e++)
        tile.of[e] = made[e + SHIFT];
    return tile;
}
#ifdef CUJIT_DEVICE_CUDA
/* TURNS tiles, LANES from each other, so that neighbours write beside each other: of index i, those from
 * i / LANES * LANES * TURNS + i % LANES on. Where all counters have one upper half, which the compiler is to see, the
 * first rounds have one product in place of many. */
template <class D, int SHIFT, int TURNS, class T, class C, int R>
static __device__ __forceinline__ void cujit_draw_tiles(T *z, long long i, unsigned long long first, long long count,
                                                        int lead, const cujit_given<C, R> &given)
{
    constexpr int words = cujit_share<T>::words, each = cujit_share<T>::each, width = 16 / sizeof(T), LANES = 32;
    constexpr unsigned span = TURNS * LANES * (width / each);
    const long long tile = TURNS == 1 ? i : (i & -LANES) * TURNS + (i & (LANES - 1));
    const long long k = ((long long)((first - SHIFT) * words) >> 2) + tile * (width / each);
    const long long at = tile * width - lead, room = count - ((TURNS - 1) * LANES + 1) * width;
    const unsigned low = (unsigned)k, high = (unsigned)(k >> 32);

    if ((unsigned long long)at < (unsigned long long)(room < 0 ? 0 : room + 1) && low <= 0xffffffffu - span) {
#pragma unroll
        for (int turn = 0; turn < TURNS; turn++)
            *(cujit_sixteen<T> *)(z + at + turn * LANES * width) = cujit_draw_tile<D, SHIFT, T>(
                (long long)cujit_whole(low + (unsigned)turn * LANES * (width / each), high), given);
        return;
    }
#pragma unroll 1
    for (int turn = 0; turn < TURNS; turn++) {
        const long long from = at + turn * LANES * width;

        if (TURNS > 1 && from >= 0 && from <= count - width) {
            *(cujit_sixteen<T> *)(z + from) = cujit_draw_tile<D, SHIFT, T>(k + turn * LANES * (width / each), given);
            continue;
        }
#pragma unroll 1
        for (long long e = from > 0 ? from : 0; e < from + width && e < count; e++)
            z[e] = cujit_draw_one<D, T>(first + lead + e, given);
    }
}
#else
/* TURNS tiles, one behind the other. The words of all counters are made side by side, so that the processor's vectors hold
 * those of several. */
template <class D, int SHIFT, int TURNS, class T, class C, int R>
static void cujit_draw_tiles(T *z, long long i, unsigned long long first, long long count, int lead,
                             const cujit_given<C, R> &given)
{
    constexpr int words = cujit_share<T>::words, each = cujit_share<T>::each, width = 16 / sizeof(T);
    constexpr int counters = TURNS * width / each, all = counters + (SHIFT > 0);
    const long long k = ((long long)((first - SHIFT) * words) >> 2) + i * counters, at = i * (TURNS * width) - lead;
    const long long from = at < 0 ? -at : 0, to = count - at < TURNS * width ? count - at : TURNS * width;
    unsigned w[4][all];
    T made[all * each];

    given.words.template side_by_side<all>((unsigned long long)k, w);
    for (int c = 0; c < all; c++) {
        const unsigned own[4] = {w[0][c], w[1][c], w[2][c], w[3][c]};

        for (int e = 0; e < each; e += D::group)
            D::make(given, own + e * words, (unsigned long long)(k + c) * each + e, made + c * each + e);
    }
    for (long long e = from; e < to; e++)
        z[at + e] = made[SHIFT + e];
}
#endif

/* ---- What snippets call ----
 *
 * Elements of a stream from its beginning, as fills have them. Templates of the result's type, float or double, so that a function of the
 * text's own that suits as well is called. */

/* The four words of counter k. */
template <int ROUNDS = 10>
static __device__ __forceinline__ uint4 random_words(unsigned long long seed, unsigned long long k,
                                                     unsigned long long stream = 0)
{
    static_assert(ROUNDS == 10 || ROUNDS == 7, "random_words has 10 rounds, or 7");
    return cujit_words<ROUNDS>{seed, stream}.at(k);
}

/* What uniform numbers of a type are given: cujit_draw_uniform_free. */
template <class T> struct cujit_draw_unit {
    static_assert(sizeof(T) == 0, "random numbers of a kernel are float or double: convert them, as in (half)normal(seed, i)");
};
template <> struct cujit_draw_unit<float> {
    static __device__ __forceinline__ cujit_given<float, 10> given(unsigned long long seed, unsigned long long stream)
    {
        return {{seed, stream}, 5.96046448e-08f, 0, 0, 0, 8, 0, 0};
    }
};
template <> struct cujit_draw_unit<double> {
    static __device__ __forceinline__ cujit_given<double, 10> given(unsigned long long seed, unsigned long long stream)
    {
        return {{seed, stream}, 1.1102230246251565e-16, 0, 0, 0, 11, 0, 0};
    }
};

/* 0 <= x < 1; of mean 0 and deviation 1; of mean 1. */
struct cujit_draw_standard {
    template <class T>
    static __device__ __forceinline__ T uniform(unsigned long long seed, unsigned long long i, unsigned long long stream)
    {
        return cujit_draw_one<cujit_draw_uniform_free, T>(i, cujit_draw_unit<T>::given(seed, stream));
    }
    template <class T>
    static __device__ __forceinline__ T normal(unsigned long long seed, unsigned long long i, unsigned long long stream)
    {
        return cujit_draw_one<cujit_draw_normal, T>(i, cujit_given<T, 10>{{seed, stream}, 0, 1, 0, 0, 0, 0, 0});
    }
    template <class T>
    static __device__ __forceinline__ T exponential(unsigned long long seed, unsigned long long i, unsigned long long stream)
    {
        return cujit_draw_one<cujit_draw_exponential, T>(i, cujit_given<T, 10>{{seed, stream}, 0.5f, 0, 0, 0, 0, 0, 0});
    }
};

template <class T = unsigned int>
static __device__ __forceinline__ T random_bits(unsigned long long seed, unsigned long long i, unsigned long long stream = 0)
{
    return cujit_draw_one<cujit_draw_bits, T>(i, cujit_given<T, 10>{{seed, stream}, 0, 0, 0, 0, 0, 0, 0});
}
template <class T = float>
static __device__ __forceinline__ T uniform(unsigned long long seed, unsigned long long i, unsigned long long stream = 0)
{
    static_assert(sizeof(cujit_draw_unit<T>) != 0, "which says what T is");
    return cujit_draw_standard::uniform<T>(seed, i, stream);
}
template <class T = float>
static __device__ __forceinline__ T normal(unsigned long long seed, unsigned long long i, unsigned long long stream = 0)
{
    static_assert(sizeof(cujit_draw_unit<T>) != 0, "which says what T is");
    return cujit_draw_standard::normal<T>(seed, i, stream);
}
template <class T = float>
static __device__ __forceinline__ T exponential(unsigned long long seed, unsigned long long i, unsigned long long stream = 0)
{
    static_assert(sizeof(cujit_draw_unit<T>) != 0, "which says what T is");
    return cujit_draw_standard::exponential<T>(seed, i, stream);
}
