/*
 * prelude_fold.h: what reductions and scans need besides the accessors: values that move between threads, and the
 * folding of a warp's, a block's and a grid's values into one.
 *
 * Everything here keeps the order: a value to the left belongs to elements before those of a value to the right, and
 * only neighbours are combined. Blocks may be of one thread (the host's): then there is nothing to wait for.
 */

/* ---- Values that come with a place ---- */

/* Where a value was. Of equal values the one with the lower index counts as more extreme, and so does a NaN. */
template <typename T> struct cujit_indexed {
    T value;
    long long index;
};
template <typename T> static __device__ __forceinline__ cujit_indexed<T> cujit_at(T value, long long index)
{
    return cujit_indexed<T>{value, index};
}

template <typename T> static __device__ __forceinline__ bool cujit_is_nan(const T &x) { return x != x; }

template <typename T> static __device__ __forceinline__ T cujit_min(const T &a, const T &b)
{
    return b < a || cujit_is_nan(b) ? (cujit_is_nan(a) ? a : b) : a;
}
template <typename T> static __device__ __forceinline__ T cujit_max(const T &a, const T &b)
{
    return a < b || cujit_is_nan(b) ? (cujit_is_nan(a) ? a : b) : a;
}
#if defined CUJIT_DEVICE_CUDA && __CUDA_ARCH__ >= 800
/* One instruction; of zeros the lower one is that with the sign. */
#define CUJIT_EXTREMES(T, min, max)                                                                                    \
    template <> __device__ __forceinline__ T cujit_min<T>(const T &a, const T &b) { return min(a, b); }                \
    template <> __device__ __forceinline__ T cujit_max<T>(const T &a, const T &b) { return max(a, b); }
static __device__ __forceinline__ float cujit_min_nan(float a, float b)
{
    float c;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(c) : "f"(a), "f"(b));
    return c;
}
static __device__ __forceinline__ float cujit_max_nan(float a, float b)
{
    float c;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(c) : "f"(a), "f"(b));
    return c;
}
CUJIT_EXTREMES(float, cujit_min_nan, cujit_max_nan)
#ifdef CUJIT_USE_HALF
CUJIT_EXTREMES(__half, __hmin_nan, __hmax_nan)
#endif
#ifdef CUJIT_USE_BFLOAT16
CUJIT_EXTREMES(__nv_bfloat16, __hmin_nan, __hmax_nan)
#endif
#undef CUJIT_EXTREMES
#endif
/* Is it less (or more), or one of the two no number? Of complex numbers: prelude_complex.h. */
template <typename T> static __device__ __forceinline__ bool cujit_is_under(const T &b, const T &a) { return !(b >= a); }
template <typename T> static __device__ __forceinline__ bool cujit_is_over(const T &b, const T &a) { return !(b <= a); }
/* Without branches: lanes that go different ways wait for each other. */
template <typename T> static __device__ __forceinline__ bool cujit_is_less(const cujit_indexed<T> &b, const cujit_indexed<T> &a)
{
    const bool same = (b.value == a.value) | (cujit_is_nan(b.value) & cujit_is_nan(a.value));

    return (cujit_is_under(b.value, a.value) & !cujit_is_nan(a.value)) | (same & (b.index < a.index));
}
template <typename T> static __device__ __forceinline__ bool cujit_is_more(const cujit_indexed<T> &b, const cujit_indexed<T> &a)
{
    const bool same = (b.value == a.value) | (cujit_is_nan(b.value) & cujit_is_nan(a.value));

    return (cujit_is_over(b.value, a.value) & !cujit_is_nan(a.value)) | (same & (b.index < a.index));
}
template <typename T>
static __device__ __forceinline__ cujit_indexed<T> cujit_select(bool second, const cujit_indexed<T> &a,
                                                                const cujit_indexed<T> &b)
{
    return cujit_indexed<T>{second ? b.value : a.value, second ? b.index : a.index};
}
template <typename T>
static __device__ __forceinline__ cujit_indexed<T> cujit_min(const cujit_indexed<T> &a, const cujit_indexed<T> &b)
{
    return cujit_select(cujit_is_less(b, a), a, b);
}
template <typename T>
static __device__ __forceinline__ cujit_indexed<T> cujit_max(const cujit_indexed<T> &a, const cujit_indexed<T> &b)
{
    return cujit_select(cujit_is_more(b, a), a, b);
}

/* The same where `b` is known to lie behind `a`: it must be less, or the first NaN. */
template <typename T>
static __device__ __forceinline__ cujit_indexed<T> cujit_later_min(const cujit_indexed<T> &a, const cujit_indexed<T> &b)
{
    return cujit_select(cujit_is_under(b.value, a.value) & !cujit_is_nan(a.value), a, b);
}
template <typename T>
static __device__ __forceinline__ cujit_indexed<T> cujit_later_max(const cujit_indexed<T> &a, const cujit_indexed<T> &b)
{
    return cujit_select(cujit_is_over(b.value, a.value) & !cujit_is_nan(a.value), a, b);
}

/* What the search for an extreme begins with, where indices are 0 or more: the opposite extreme, and an index behind all.
 * Of equal values it is the last; or, where only what is more extreme replaces it, it stays if all elements are equal to
 * it. Then the first one is what is looked for. I: a cujit_indexed<>. */
template <typename I> static __device__ __forceinline__ I cujit_never(decltype(I::value) opposite)
{
    return I{opposite, 0x7fffffffffffffffll};
}
template <typename T> static __device__ __forceinline__ cujit_indexed<T> cujit_found(const cujit_indexed<T> &a)
{
    return cujit_indexed<T>{a.value, a.index == 0x7fffffffffffffffll ? 0 : a.index};
}

/* The value, for generated text: a macro of the user's may have the member's name. */
template <typename T> static __device__ __forceinline__ T cujit_value_of(const cujit_indexed<T> &a) { return a.value; }

/* Where there is no neutral: a value that may not be there yet. */
template <typename T> struct cujit_maybe {
    T cujit_of;
    bool cujit_there;
};
template <typename T, typename F>
static __device__ __forceinline__ cujit_maybe<T> cujit_lift(const F &f, const cujit_maybe<T> &a,
                                                            const cujit_maybe<T> &b)
{
    return !b.cujit_there ? a : !a.cujit_there ? b : cujit_maybe<T>{f(a.cujit_of, b.cujit_of), true};
}
template <typename T> using cujit_maybe_indexed = cujit_maybe<cujit_indexed<T>>;
template <typename T>
static __device__ __forceinline__ cujit_maybe_indexed<T> cujit_min(const cujit_maybe_indexed<T> &a,
                                                                   const cujit_maybe_indexed<T> &b)
{
    return {cujit_select(b.cujit_there & (!a.cujit_there | cujit_is_less(b.cujit_of, a.cujit_of)), a.cujit_of,
                         b.cujit_of),
            (bool)(a.cujit_there | b.cujit_there)};
}
template <typename T>
static __device__ __forceinline__ cujit_maybe_indexed<T> cujit_max(const cujit_maybe_indexed<T> &a,
                                                                   const cujit_maybe_indexed<T> &b)
{
    return {cujit_select(b.cujit_there & (!a.cujit_there | cujit_is_more(b.cujit_of, a.cujit_of)), a.cujit_of,
                         b.cujit_of),
            (bool)(a.cujit_there | b.cujit_there)};
}
/* `b` is there. */
template <typename T>
static __device__ __forceinline__ cujit_maybe_indexed<T> cujit_later_min(const cujit_maybe_indexed<T> &a,
                                                                         const cujit_maybe_indexed<T> &b)
{
    const cujit_indexed<T> &l = a.cujit_of, &r = b.cujit_of;

    return {cujit_select(!a.cujit_there | (cujit_is_under(r.value, l.value) & !cujit_is_nan(l.value)), l, r), true};
}
template <typename T>
static __device__ __forceinline__ cujit_maybe_indexed<T> cujit_later_max(const cujit_maybe_indexed<T> &a,
                                                                         const cujit_maybe_indexed<T> &b)
{
    const cujit_indexed<T> &l = a.cujit_of, &r = b.cujit_of;

    return {cujit_select(!a.cujit_there | (cujit_is_over(r.value, l.value) & !cujit_is_nan(l.value)), l, r), true};
}

/* ---- Variances and norms ---- */

/*
 * Variances in one pass, as Chan, Golub and LeVeque recommend ("Algorithms for computing the sample variance: analysis
 * and recommendations", The American Statistician 37, 1983): sums of x - s and of (x - s)^2, where the shift s is one of
 * the m elements. Then (s - mean)^2 is at most the sum of squared deviations, so that what cancels in the end is at most
 * a factor of m + 1, and about 2 as a rule, however far from 0 all elements are. That takes three operations an element
 * and no division. Two such sums go together by the formula for means, so that m stays what one thread has seen.
 */
struct cujit_moments {
    double shift, sum, squares;
    long long count;
};
struct cujit_complex_moments {
    cujit_moments re, im;
};
static __device__ __forceinline__ cujit_moments cujit_moment(double x) { return cujit_moments{x, 0, 0, 1}; }
static __device__ __forceinline__ cujit_complex_moments cujit_moment(double re, double im)
{
    return cujit_complex_moments{{re, 0, 0, 1}, {im, 0, 0, 1}};
}
static __device__ __forceinline__ cujit_moments cujit_centre(const cujit_moments &a)
{
    const double part = a.sum / a.count;

    return cujit_moments{a.shift + part, 0, a.squares - a.sum * part, a.count};
}
/* Once a thread, warp or block: not worth a copy in each place. */
static __device__ __noinline__ cujit_moments cujit_join(cujit_moments a, cujit_moments b)
{
    if (a.count == 0 || b.count == 0)
        return b.count == 0 ? a : b;
    const cujit_moments p = cujit_centre(a), q = cujit_centre(b);
    const double step = q.shift - p.shift, part = step * q.count / (p.count + q.count);

    return cujit_moments{p.shift + part, 0, p.squares + q.squares + step * part * p.count, p.count + q.count};
}
static __device__ __forceinline__ cujit_moments cujit_merge(const cujit_moments &a, const cujit_moments &b)
{
    const double shift = a.count != 0 ? a.shift : b.shift, x = b.shift - shift;

    if (b.count != 1) /* where b is an element the compiler knows that */
        return cujit_join(a, b);
    return cujit_moments{shift, a.sum + x, a.squares + x * x, a.count + 1};
}
static __device__ __forceinline__ cujit_complex_moments cujit_merge(const cujit_complex_moments &a,
                                                                    const cujit_complex_moments &b)
{
    return cujit_complex_moments{cujit_merge(a.re, b.re), cujit_merge(a.im, b.im)};
}
/* The sum of squared deviations from the mean. The sums of a lone infinity do not know of it, but its shift does. */
static __device__ __forceinline__ double cujit_deviation(const cujit_moments &a)
{
    const double sum = a.squares - a.sum * (a.sum / a.count);

    return (sum < 0 ? 0 : sum) + (a.shift - a.shift);
}
static __device__ __forceinline__ double cujit_deviation(const cujit_complex_moments &a)
{
    return cujit_deviation(a.re) + cujit_deviation(a.im);
}

/*
 * Sums of squares of doubles, which may overflow where their root does not: those of large, medium and small elements
 * apart, and scaled. As in Blue, "A Portable Fortran Program to Find the Euclidean Norm of a Vector" (ACM TOMS 4,
 * 1978), with the constants of Anderson, "Algorithm 978: Safe Scaling in the Level 1 BLAS" (ACM TOMS 44, 2017): 2^486
 * and 2^-511, by which elements are told apart, and 2^-538 and 2^537.
 */
struct cujit_squares {
    double small, medium, large;
};
static __device__ __forceinline__ cujit_squares cujit_square(double x)
{
    const double size = fabs(x);
    const bool large = size > 1.9979190722022350e+146, small = size < 1.4916681462400413e-154;
    const double y = x * (large ? 1.1113793747425387e-162 : small ? 4.4989137945431964e+161 : 1), square = y * y;

    return cujit_squares{small ? square : 0, large || small ? 0 : square, large ? square : 0};
}
static __device__ __forceinline__ cujit_squares cujit_merge(const cujit_squares &a, const cujit_squares &b)
{
    return cujit_squares{a.small + b.small, a.medium + b.medium, a.large + b.large};
}
static __device__ __forceinline__ double cujit_root(const cujit_squares &a)
{
    const double down = 1.1113793747425387e-162, up = 4.4989137945431964e+161;

    if (a.large > 0)
        return sqrt(a.large + a.medium * down * down) / down;
    const double medium = sqrt(a.medium), small = sqrt(a.small) / up;
    const double least = medium < small ? medium : small, most = medium < small ? small : medium;

    return a.small > 0 && a.medium > 0 ? most * sqrt(1 + least / most * (least / most))
           : a.small > 0 && a.medium == 0 ? small
                                          : medium;
}

/* ---- Tiles that are only read ------------------------------------------------------------------------------------ */

/* V elements, as a thread holds them until they are folded: cujit_get(k) is the k-th. What is shifted needs to know where
 * the array ends. Elements of 8 and 16 bits stay
 * words, since compilers would keep each in a register of its own. */
template <typename T, int V, bool SMALL = (sizeof(T) <= 2 && sizeof(T) * V % 4 == 0)> struct cujit_held {
    cujit_tile<T, V> cujit_elements;
    __device__ __forceinline__ const T &cujit_get(int k) const { return cujit_elements.cujit_of[k]; }
    __device__ __forceinline__ void cujit_fetch(const T *from) { cujit_elements = cujit_load<T, V>(from); }
    __device__ __forceinline__ void cujit_fetch_shifted(const T *from, const void *end)
    {
        cujit_elements = cujit_load_shifted<T, V>(from, end);
    }
};
template <typename T, int V> struct cujit_held<T, V, true> {
    enum : unsigned { words = sizeof(T) * V / 4, each = 4 / sizeof(T) };
    unsigned w[words];

    __device__ __forceinline__ T cujit_get(int k) const
    {
        T element;
#ifdef CUJIT_DEVICE_CUDA
        if constexpr (sizeof(T) == 2) { /* halves of a register, which instructions take as they are, two at once */
            unsigned short low, high;
            asm("mov.b32 {%0, %1}, %2;" : "=h"(low), "=h"(high) : "r"(w[k / each]));
            memcpy((void *)&element, k % each == 0 ? (const void *)&low : (const void *)&high, sizeof(T));
            return element;
        }
#endif
        const unsigned bits = w[k / each] >> (k % each * 8 * sizeof(T));
        const unsigned short two = (unsigned short)bits;
        const unsigned char one = (unsigned char)bits;
        memcpy((void *)&element, sizeof(T) == 1 ? (const void *)&one : (const void *)&two, sizeof(T));
        return element;
    }
    __device__ __forceinline__ void cujit_fetch(const T *from)
    {
        constexpr unsigned size = cujit_unit_of<T, V>::size, count = sizeof(T) * V / size;
        cujit_unit<size> units[count];

#pragma unroll
        for (unsigned k = 0; k < count; k++)
            units[k].load((const char *)from + k * size);
        memcpy(w, units, sizeof w);
    }
    __device__ __forceinline__ void cujit_fetch_shifted(const T *from, const void *end)
    {
        if constexpr (cujit_shifts<T, V>::possible) {
            unsigned shifted[2 * cujit_shifts<T, V>::words];

            cujit_shift<T, V>(from, shifted, end);
            memcpy(w, shifted, sizeof w);
        } else {
            const cujit_tile<T, V> tile = cujit_load_shifted<T, V>(from, end);
            memcpy(w, (const void *)tile.cujit_of, sizeof w);
        }
    }
};

/* Sums of 8-bit integers, and of products of two, four at a time. The result is right modulo 2^32, and as it stands for
 * tiles of up to 2^15 elements. */
#ifdef CUJIT_DEVICE_CUDA
template <typename T> static __device__ __forceinline__ int cujit_dot4(T, unsigned x, unsigned y, int sum)
{
    if constexpr ((T)-1 < 0) /* char, too, has a sign or none */
        return __dp4a((int)x, (int)y, sum);
    else
        return (int)__dp4a(x, y, (unsigned)sum);
}
#else
template <typename T> static inline int cujit_dot4(T, unsigned x, unsigned y, int sum)
{
    for (int k = 0; k < 4; k++)
        sum += (T)(x >> 8 * k) * (T)(y >> 8 * k);
    return sum;
}
#endif
template <typename T, int V, typename W, int N>
static __device__ __forceinline__ void cujit_copy_words(W (&to)[N], const cujit_held<T, V> &x)
{
    static_assert(sizeof to == sizeof x.w, "all of them");
    memcpy(to, x.w, sizeof to);
}
template <typename T, typename U, int V>
static __device__ __forceinline__ int cujit_dot_held(const cujit_held<T, V> &x, const cujit_held<U, V> &y)
{
    int sum = 0;

#pragma unroll
    for (int k = 0; k < V / 4; k++)
        sum = cujit_dot4(T(), x.w[k], y.w[k], sum);
    return sum;
}
template <typename T, int V> static __device__ __forceinline__ int cujit_sum_held(const cujit_held<T, V> &x)
{
    int sum = 0;

#pragma unroll
    for (int k = 0; k < V / 4; k++)
        sum = cujit_dot4(T(), x.w[k], 0x01010101u, sum);
    return sum;
}

/* ---- Between threads ---- */

#if defined(CUJIT_DEVICE_CUDA) || CUJIT_BARRIERS
static __device__ __forceinline__ void cujit_sync() { __syncthreads(); }
static __device__ __forceinline__ unsigned cujit_shuffle_word(unsigned word, int delta, int width)
{
    return __shfl_down_sync(0xffffffffu, word, delta, width);
}
#else
static inline void cujit_sync() {}
static inline unsigned cujit_shuffle_word(unsigned word, int, int) { return word; }
#endif

/* A value of any type, moved between lanes by its words: each becomes move(word). Up to FEW words without a loop. */
template <unsigned FEW, typename T, typename F>
static __device__ __forceinline__ T cujit_move_words(const T &value, const F &move)
{
    constexpr unsigned words = (sizeof(T) + 3) / 4;
    unsigned w[words];
    T other = value;

    w[words - 1] = 0;
    memcpy(w, (const void *)&value, sizeof(T));
    if constexpr (words <= FEW) {
#pragma unroll
        for (unsigned k = 0; k < words; k++)
            w[k] = move(w[k]);
    } else {
#pragma unroll 1
        for (unsigned k = 0; k < words; k++)
            w[k] = move(w[k]);
    }
    memcpy((void *)&other, w, sizeof(T));
    return other;
}

/* The value of the lane `delta` behind this one; a group's last lanes get their own. */
template <typename T> static __device__ __forceinline__ T cujit_shuffle_down(const T &value, int delta, int width)
{
    return cujit_move_words<16>(value, [&](unsigned word) { return cujit_shuffle_word(word, delta, width); });
}

/* Members one by one, without what lies between them; cujit_value has such a function too. */
template <typename T>
static __device__ __forceinline__ cujit_indexed<T> cujit_shuffle_down(const cujit_indexed<T> &value, int delta,
                                                                      int width)
{
    return cujit_indexed<T>{cujit_shuffle_down(value.value, delta, width),
                            cujit_shuffle_down(value.index, delta, width)};
}
template <typename T>
static __device__ __forceinline__ cujit_maybe<T> cujit_shuffle_down(const cujit_maybe<T> &value, int delta, int width)
{
    return cujit_maybe<T>{cujit_shuffle_down(value.cujit_of, delta, width),
                          cujit_shuffle_down(value.cujit_there, delta, width)};
}
/* No element has the index that says that there is none. */
template <typename T>
static __device__ __forceinline__ cujit_maybe_indexed<T> cujit_shuffle_down(const cujit_maybe_indexed<T> &value,
                                                                            int delta, int width)
{
    const cujit_indexed<T> other = cujit_shuffle_down(
        cujit_indexed<T>{value.cujit_of.value, value.cujit_there ? value.cujit_of.index : LLONG_MIN}, delta, width);

    return {other, other.index != LLONG_MIN};
}

/* Values in memory that other blocks have written or will read: not through the first-level cache. */
template <typename T> static __device__ __forceinline__ T cujit_read_value(const void *from, const T &like)
{
    constexpr unsigned unit = sizeof(T) % 4 == 0 ? 4 : 1, count = sizeof(T) / unit;
    T value = like;

    if constexpr (unit == 4 && count <= 16) {
        unsigned w[count];
#pragma unroll
        for (unsigned k = 0; k < count; k++)
            w[k] = __ldcg((const unsigned *)from + k);
        memcpy((void *)&value, w, sizeof(T));
    } else {
#pragma unroll 1
        for (unsigned k = 0; k < sizeof(T); k++)
            ((unsigned char *)(void *)&value)[k] = __ldcg((const unsigned char *)from + k);
    }
    return value;
}
template <typename T> static __device__ __forceinline__ void cujit_write_value(void *to, const T &value)
{
    memcpy(to, (const void *)&value, sizeof(T));
}

/* ---- Folding ---- */

/* The values of WIDTH lanes next to each other (a power of two up to 32), in their order; the first lane's counts. All
 * lanes of the warp take part. */
template <int WIDTH, typename T, typename F>
static __device__ __forceinline__ T cujit_fold_lanes(T value, const F &combine)
{
    if constexpr (sizeof(T) <= 64) {
#pragma unroll
        for (int delta = 1; delta < WIDTH; delta *= 2)
            value = combine(value, cujit_shuffle_down(value, delta, WIDTH));
    } else { /* as few copies of what is large as there can be: compilers take long enough */
#pragma unroll 1
        for (int delta = 1; delta < WIDTH; delta *= 2)
            value = combine(value, cujit_shuffle_down(value, delta, WIDTH));
    }
    return value;
}

/* Of a block's threads, which all take part; the first thread's result counts. `shared` has room for a value a warp. */
template <int BLOCK, typename T, typename F>
static __device__ __forceinline__ T cujit_fold_block(T value, const F &combine, void *shared)
{
    constexpr int warps = BLOCK / 32;

    value = cujit_fold_lanes<(BLOCK < 32 ? BLOCK : 32)>(value, combine);
    if constexpr (warps > 1) {
        if (threadIdx.x % 32 == 0)
            memcpy((char *)shared + threadIdx.x / 32 * sizeof(T), (const void *)&value, sizeof(T));
        cujit_sync();
        if (threadIdx.x < 32) {
            memcpy((void *)&value, (const char *)shared + threadIdx.x % warps * sizeof(T), sizeof(T));
            value = cujit_fold_lanes<warps>(value, combine);
        }
    }
    return value;
}

/* Takes a number; what was written before is there for who takes a later one, with all that it has from earlier ones. */
static __device__ __forceinline__ unsigned cujit_take_ticket(unsigned *ticket)
{
#ifdef CUJIT_DEVICE_CUDA
    unsigned number;
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;" : "=r"(number) : "l"(ticket) : "memory");
    return number;
#else
    return __atomic_fetch_add(ticket, 1u, __ATOMIC_ACQ_REL);
#endif
}

/* Is this the last of `parts` blocks to get here? What the first thread of each has written is there for the last one.
 * The ticket is 0 before the first, and after the last. */
static __device__ __forceinline__ bool cujit_is_last(unsigned *ticket, unsigned parts)
{
    __shared__ unsigned arrived;

    if (threadIdx.x == 0) {
        arrived = cujit_take_ticket(ticket);
        if (arrived == parts - 1)
            *ticket = 0;
    }
    cujit_sync();
    return arrived == parts - 1;
}

#ifndef CUJIT_DEVICE_CUDA
/*
 * What blocks of one thread have folded so far, N values side by side, for each run of a few elements: neighbours first,
 * then pairs of them, and so on, as a binary counter carries. So a value is rounded as often as there are levels, and
 * not once for each element. Bytes, since values may have constructors.
 */
template <int N, typename T> struct cujit_pairwise {
    static constexpr int cujit_most = 40;
    alignas(T) unsigned char cujit_bytes[cujit_most][N * sizeof(T)];
    unsigned long long cujit_runs = 0;

    template <typename F> __noinline__ static void cujit_merge(const void *left, T *right, const F &combine)
    {
        for (int k = 0; k < N; k++)
            right[k] = combine(((const T *)left)[k], right[k]);
    }
    /* The run's values; they can be used for the next one's. */
    template <typename F> inline void cujit_push(T (&values)[N], const F &combine)
    {
        int level = 0;
        for (unsigned long long runs = cujit_runs++; (runs & 1) != 0 && level < cujit_most - 1; runs >>= 1, level++)
            cujit_merge(cujit_bytes[level], values, combine);
        memcpy(cujit_bytes[level], (const void *)values, sizeof values);
    }
    /* All runs, the last one's values given: in place of these. */
    template <typename F> inline void cujit_total(T (&values)[N], const F &combine) const
    {
        int level = 0;
        for (unsigned long long runs = cujit_runs; runs != 0; runs >>= 1, level++)
            if ((runs & 1) != 0)
                cujit_merge(cujit_bytes[level], values, combine);
    }
    /* And these N into one, where the order may change. */
    template <typename F> inline T cujit_one(T (&values)[N], const F &combine) const
    {
        cujit_total(values, combine);
        for (int half = N / 2; half > 0; half /= 2)
            for (int k = 0; k < half; k++)
                values[k] = combine(values[k], values[k + half]);
        return values[0];
    }
};
/* `count` values (1 or more) that lie `pace` bytes apart, in their order. */
template <typename T, typename F>
static __noinline__ T cujit_fold_pairs(const char *from, size_t pace, unsigned count, const T &neutral, const F &combine)
{
    const unsigned half = count / 2;

    if (count <= 1)
        return cujit_read_value<T>(from, neutral);
    return combine(cujit_fold_pairs(from, pace, half, neutral, combine),
                   cujit_fold_pairs(from + half * pace, pace, count - half, neutral, combine));
}
#endif

/* `count` values in memory, in their order; the first thread's result counts. One warp is enough for what there is. */
template <int BLOCK, typename T, typename F>
static __device__ __forceinline__ T cujit_fold_memory(const char *from, unsigned count, const T &neutral,
                                                      const F &combine)
{
    constexpr unsigned lanes = BLOCK < 32 ? BLOCK : 32;
    const unsigned each = (count + lanes - 1) / lanes, first = threadIdx.x * each;
    const unsigned end = first + each < count ? first + each : count;
    T value = neutral;

    if (threadIdx.x >= lanes)
        return value;
#ifndef CUJIT_DEVICE_CUDA
    if constexpr (BLOCK == 1)
        return cujit_fold_pairs(from, sizeof(T), count, neutral, combine);
#endif
#pragma unroll 4
    for (unsigned k = first; k < end; k++)
        value = combine(value, cujit_read_value<T>(from + k * sizeof(T), neutral));
    return cujit_fold_lanes<lanes>(value, combine);
}
