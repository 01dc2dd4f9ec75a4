/*
 * prelude_rows.h: what kernels of rows need besides the accessors and the folds: elements by their place and by their
 * row, tiles from anywhere, and values that all threads of a row have.
 */

/* Where name[j] and name[row] are no pointers' elements: see cujit_counted_i. */
enum cujit_counted_row : long long {};
template <typename T> struct cujit_place_element;
template <typename T> struct cujit_place_element<const T> {
    const T &at;
    __device__ __forceinline__ const T &&operator[](cujit_counted_j) const noexcept { return static_cast<const T &&>(at); }
    __device__ __forceinline__ const T &&operator[](cujit_bare_j) const noexcept { return static_cast<const T &&>(at); }
};
template <typename T> struct cujit_row_element {
    T &at;
    __device__ __forceinline__ T &operator[](cujit_counted_row) const noexcept { return at; }
};
template <typename T> struct cujit_row_element<const T> {
    const T &at;
    __device__ __forceinline__ const T &&operator[](cujit_counted_row) const noexcept { return static_cast<const T &&>(at); }
};
template <> struct cujit_number<cujit_counted_row> { typedef double real; };
template <typename T> struct cujit_beside<T, cujit_counted_row> { typedef T result; typedef float compared; };

/* The accumulator's value; of one that may not be there what was put in. */
template <typename T> static __device__ __forceinline__ const T &cujit_held_value(const T &value) { return value; }
template <typename T> static __device__ __forceinline__ const T &cujit_held_value(const cujit_maybe<T> &value)
{
    return value.cujit_of;
}
template <typename T, typename F> static __device__ __forceinline__ T cujit_both(const F &f, const T &a, const T &b)
{
    return f(a, b);
}
template <typename T, typename F>
static __device__ __forceinline__ cujit_maybe<T> cujit_both(const F &f, const cujit_maybe<T> &a, const cujit_maybe<T> &b)
{
    return cujit_lift(f, a, b);
}
/* The same where `b` is there. */
template <typename T, typename F> static __device__ __forceinline__ T cujit_add(const F &f, const T &a, const T &b)
{
    return f(a, b);
}
template <typename T, typename F>
static __device__ __forceinline__ cujit_maybe<T> cujit_add(const F &f, const cujit_maybe<T> &a, const T &b)
{
    return cujit_maybe<T>{a.cujit_there ? f(a.cujit_of, b) : b, true};
}

/* V elements, each from where at(k) says. */
template <typename T, int V, typename F> static __device__ __forceinline__ cujit_held<T, V> cujit_gather(const F &at)
{
    cujit_tile<T, V> tile;
    cujit_held<T, V> held;

#pragma unroll
    for (int k = 0; k < V; k++)
        cujit_move(tile.cujit_of[k], *at(k));
    memcpy((void *)&held, (const void *)tile.cujit_of, sizeof(T) * V);
    return held;
}

static __device__ __forceinline__ long long cujit_clamp(long long j, long long n) { return j < 0 ? 0 : j < n ? j : n - 1; }

/* How many elements lie between the aligned unit of V in which an element begins and that element. */
template <typename T, int V> static __device__ __forceinline__ int cujit_phase(const void *at)
{
    return (int)((unsigned long long)at % cujit_unit_of<T, V>::size / sizeof(T));
}

/* Memory that nobody writes meanwhile: compilers may ask for it earlier, and need not wait for what is stored before. */
template <unsigned BYTES> struct cujit_calm_unit : cujit_unit<BYTES> {};
#ifdef CUJIT_DEVICE_CUDA
template <> struct cujit_calm_unit<16> : cujit_unit<16> {
    __device__ __forceinline__ void load(const void *p)
    {
        asm("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p));
    }
};
template <> struct cujit_calm_unit<8> : cujit_unit<8> {
    __device__ __forceinline__ void load(const void *p)
    {
        asm("ld.global.nc.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(p));
    }
};
#endif
/* Memory that is read once, a whole row at a time, and written anew beside it: caches let go of other lines first, so
 * that reading waits less for writing. */
template <unsigned BYTES> struct cujit_lasting_unit : cujit_unit<BYTES> {};
#if defined(CUJIT_DEVICE_CUDA) && __CUDA_ARCH__ >= 800
template <> struct cujit_lasting_unit<16> : cujit_unit<16> {
    __device__ __forceinline__ void load(const void *p)
    {
        unsigned long long policy;

        asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
        asm volatile("ld.global.L1::evict_last.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "l"(p), "l"(policy));
    }
};
#endif
template <typename T, int V, template <unsigned> class UNIT>
static __device__ __forceinline__ cujit_held<T, V> cujit_fetch_units(const T *from)
{
    constexpr unsigned size = cujit_unit_of<T, V>::size, count = sizeof(T) * V / size;
    UNIT<size> units[count];
    cujit_held<T, V> held;

#pragma unroll
    for (unsigned k = 0; k < count; k++)
        units[k].load((const char *)from + k * size);
    memcpy((void *)&held, units, sizeof(T) * V);
    return held;
}

#if defined(CUJIT_DEVICE_CUDA) || CUJIT_BARRIERS
/* ---- Memory that a block moves as a whole ------------------------------------------------------------------------- */

/* 16 bytes, aligned, from global into shared memory (in a while: see below), or back. */
template <bool IN> static __device__ __forceinline__ void cujit_move_unit(char *to, const char *from)
{
    cujit_unit<16> unit;

#if defined(CUJIT_DEVICE_CUDA) && __CUDA_ARCH__ >= 800
    if constexpr (IN) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from)
                     : "memory");
        return;
    }
#endif
    if constexpr (IN) {
        unit.load(from);
        memcpy(__builtin_assume_aligned(to, 16), &unit, 16);
    } else {
        memcpy(&unit, __builtin_assume_aligned(from, 16), 16);
        unit.store(to);
    }
}
/* All threads of the block take turns; both ends lie the same number of bytes behind a multiple of 16. What is no unit of
 * its own, at the ends, is moved byte by byte: others may move what is beside it. */
template <bool IN> static __device__ __forceinline__ void cujit_move_chunk(char *to, const char *from, unsigned bytes)
{
    const unsigned before = 0u - (unsigned)(unsigned long long)from & 15u, head = before < bytes ? before : bytes,
                   units = (bytes - head) / 16, tail = bytes - head - units * 16;

    for (unsigned k = threadIdx.x; k < units; k += blockDim.x)
        cujit_move_unit<IN>(to + head + k * 16, from + head + k * 16);
    for (unsigned k = threadIdx.x; k < head + tail; k += blockDim.x) {
        const unsigned at = k < head ? k : k + units * 16;

        to[at] = from[at];
    }
}
/* Threads without a row have the last one too, each in a place of its own: whose it is may write it while they read. */
static __device__ __forceinline__ void cujit_repeat_row(char *to, const char *from, unsigned bytes, unsigned rows, unsigned places)
{
    for (unsigned k = rows * bytes + threadIdx.x; k < places * bytes; k += blockDim.x)
        to[k] = from[(rows - 1) * bytes + k % bytes];
}
/* V elements of a row there, which lie in units as they do in memory. */
template <typename T, int V> static __device__ __forceinline__ cujit_held<T, V> cujit_get_chunk(const void *from)
{
    constexpr unsigned size = cujit_unit_of<T, V>::size, count = sizeof(T) * V / size;
    cujit_unit<size> units[count];
    cujit_held<T, V> held;

#pragma unroll
    for (unsigned k = 0; k < count; k++) /* each by itself: else compilers take them byte by byte */
        memcpy(&units[k], __builtin_assume_aligned((const char *)from + k * size, size), size);
    memcpy((void *)&held, units, sizeof(T) * V);
    return held;
}
template <typename T, int V> static __device__ __forceinline__ void cujit_put_chunk(void *to, const cujit_tile<T, V> &tile)
{
    memcpy(__builtin_assume_aligned(to, cujit_unit_of<T, V>::size), (const void *)tile.cujit_of, sizeof(T) * V);
}
/* Until what this thread has moved into shared memory is there. */
static __device__ __forceinline__ void cujit_wait_for_chunks()
{
#if defined(CUJIT_DEVICE_CUDA) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/* ---- Values that all threads of a row have ------------------------------------------------------------------------ */

/* What the lane has whose number differs in the bits of `mask`. */
template <typename T> static __device__ __forceinline__ T cujit_shuffle_xor(const T &value, int mask)
{
    return cujit_move_words<16>(value, [&](unsigned word) { return __shfl_xor_sync(0xffffffffu, word, mask); });
}

/* The values of WIDTH lanes next to each other (a power of two up to 32) in their order, which all of these get. All
 * lanes of the warp take part. */
template <int WIDTH, bool COMMUTES, typename T, typename F>
static __device__ __forceinline__ T cujit_fold_across(T value, const F &combine)
{
#pragma unroll
    for (int mask = 1; mask < WIDTH; mask *= 2) {
        const T other = cujit_shuffle_xor(value, mask);

        if (COMMUTES)
            value = combine(value, other);
        else
            value = threadIdx.x & mask ? combine(other, value) : combine(value, other);
    }
    return value;
}

template <typename T> static __device__ __forceinline__ void cujit_put_shared(unsigned char *shared, unsigned at, const T &value)
{
    memcpy(shared + at * sizeof(T), (const void *)&value, sizeof(T));
}
template <typename T>
static __device__ __forceinline__ T cujit_get_shared(const unsigned char *shared, unsigned at, const T &like)
{
    T value = like;

    memcpy((void *)&value, shared + at * sizeof(T), sizeof(T));
    return value;
}
#endif

#ifdef CUJIT_DEVICE_CUDA
/* ---- Blocks that share a row: a cluster --------------------------------------------------------------------------- */

static __device__ __forceinline__ void cujit_cluster_arrive()
{
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
static __device__ __forceinline__ void cujit_cluster_wait()
{
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
/* The value in another block's shared memory, at the place where `shared` is in ours: a multiple of 16 bytes. */
template <typename T>
static __device__ __forceinline__ T cujit_get_remote(const unsigned char *shared, unsigned rank, const T &like)
{
    constexpr unsigned words = (sizeof(T) + 3) / 4;
    const unsigned own = (unsigned)__cvta_generic_to_shared(shared);
    unsigned remote, w[words];
    T value = like;

    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(own), "r"(rank));
#pragma unroll
    for (unsigned k = 0; k < words; k++)
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(w[k]) : "r"(remote + 4 * k) : "memory");
    memcpy((void *)&value, w, sizeof(T));
    return value;
}
#else
/* Types that have no default have a single one. */
template <int VALUES, typename T> struct cujit_turns {
    T of[VALUES];
    inline cujit_turns(const T &) {}
};
template <typename T> struct cujit_turns<1, T> {
    T of[1];
    inline cujit_turns(const T &neutral) : of{neutral} {}
};
/* All n elements of a row: step(value, j) adds the j-th. VALUES accumulators take turns, but for one that keeps the
 * order; RUN turns of each are a run. */
template <int VALUES, int RUN, typename T, typename B, typename S>
static inline T cujit_fold_row(const long long n, const T &neutral, const B &both, const S &step)
{
    const long long whole = n - n % VALUES;
    T rest = neutral;

    if constexpr (RUN == 0) {
        for (long long j = 0; j < n; j++)
            rest = step(rest, j);
        return rest;
    } else {
        for (long long j = whole; j < n; j++)
            rest = step(rest, j);
        if (whole == 0)
            return rest;
        cujit_pairwise<VALUES, T> pairs;
        cujit_turns<VALUES, T> turns(neutral);
        T(&sums)[VALUES] = turns.of;
        for (long long low = 0;;) {
            const long long high = whole - low < VALUES * RUN ? whole : low + VALUES * RUN;

            for (int k = 0; k < VALUES; k++)
                cujit_move(sums[k], neutral);
            for (; low < high; low += VALUES) {
#pragma GCC unroll 1
                for (int k = 0; k < VALUES; k++)
                    sums[k] = step(sums[k], low + k);
            }
            if (high == whole)
                break;
            pairs.cujit_push(sums, both);
        }
        return both(pairs.cujit_one(sums, both), rest);
    }
}
#endif
