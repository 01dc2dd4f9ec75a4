/*
 * prelude_scan.h: what scans need besides what they share with reductions.
 *
 * A sequence is cut into tiles, a block each. A block folds its tile into one value, publishes that, and finds out what
 * all tiles before it come to: its prefix. To get the same bits from run to run, the brackets must not depend on who is
 * there first. So what tiles publish is folded in a fixed way, by 32: the values of the tiles of one group, those of
 * the groups of one field of 32 groups, and all of the fields before. A block needs up to 31 values, 31 values and one,
 * loads all of them at once, and looks again at what is missing. The last block of a group, and of a field, publishes
 * what the group comes to, and everything up to the end of the field. (After Merrill and Garland, "Single-pass parallel
 * prefix scan with decoupled look-back", 2016, where a block stops at the first prefix that it meets.)
 *
 * Nothing says that blocks before this one are running. So what is missing for long the block works out for itself, and
 * publishes it in place of its owner: the same bits, since it is folded in the same order.
 *
 * What is published goes in words of 8 bytes: 4 bytes of the value and a tag, the number of the launch. A word is there
 * when its tag is the launch's, whatever was there before; and since only scans use this memory, and tags stand always
 * at the same places, old words never look like new ones. Numbers begin again after 2^32 launches: so each launch wipes
 * two words, other ones each time, and no word lives that long.
 */

/* A value, and whether a segment begins with it, or in what it was folded from: then what is before does not count. */
template <typename T> struct cujit_flagged {
    T cujit_of;
    bool cujit_begins;
};

/* For tests: how often a block looks in vain before it helps itself, and whether some blocks never publish. */
#ifndef CUJIT_SCAN_SPIN
#ifdef CUJIT_DEVICE_CUDA
#define CUJIT_SCAN_SPIN 4096
#else
#define CUJIT_SCAN_SPIN 16384
#endif
#endif
#ifndef CUJIT_SCAN_SILENT
#define CUJIT_SCAN_SILENT(tile) false
#endif

/* The nearest place that there is. */
static __device__ __forceinline__ long long cujit_clamp(long long place, long long count)
{
    return place < 0 ? 0 : place < count ? place : count - 1;
}

/* Elements of a tile that is a part of one: few threads of a launch have such tiles, so it is the code that should be
 * short. */
template <typename T, int V> struct cujit_two_words {
    enum : bool { value = cujit_unit_of<T, V>::plain && sizeof(T) * V == 16 && V > 1 };
};
template <typename T, int V>
static __device__ __forceinline__ cujit_tile<T, V> cujit_load_near(const T *from, long long at, long long count)
{
    cujit_tile<T, V> tile;

    if constexpr (cujit_two_words<T, V>::value) {
        unsigned long long words[2] = {0, 0};
#pragma unroll 1
        for (int k = V - 1; k >= 0; k--) {
            unsigned long long bits = 0;

            memcpy(&bits, (const void *)(from + cujit_clamp(at + k, count)), sizeof(T));
            if constexpr (sizeof(T) == 8) {
                words[1] = words[0];
                words[0] = bits;
            } else {
                words[1] = words[1] << 8 * sizeof(T) | words[0] >> (64 - 8 * sizeof(T));
                words[0] = words[0] << 8 * sizeof(T) | bits;
            }
        }
        memcpy((void *)&tile, words, 16);
    } else {
#pragma unroll
        for (int k = 0; k < V; k++)
            cujit_move(tile.cujit_of[k], from[cujit_clamp(at + k, count)]);
    }
    return tile;
}
template <typename T, int V>
static __device__ __forceinline__ void cujit_store_near(T *to, const cujit_tile<T, V> &tile, long long at,
                                                        long long count)
{
    if constexpr (cujit_two_words<T, V>::value) {
        unsigned long long words[2];

        memcpy(words, (const void *)&tile, 16);
#pragma unroll 1
        for (int k = 0; k < V; k++) {
            if (at + k >= 0 && at + k < count)
                memcpy((void *)(to + at + k), words, sizeof(T));
            if constexpr (sizeof(T) == 8) {
                words[0] = words[1];
            } else {
                words[0] = words[0] >> 8 * sizeof(T) | words[1] << (64 - 8 * sizeof(T));
                words[1] >>= 8 * sizeof(T);
            }
        }
    } else {
#pragma unroll
        for (int k = 0; k < V; k++) {
            if (at + k >= 0 && at + k < count)
                cujit_move(to[at + k], tile.cujit_of[k]);
        }
    }
}

template <typename T, int V>
static __device__ __forceinline__ void cujit_hold(cujit_held<T, V> &held, const cujit_tile<T, V> &tile)
{
    static_assert(sizeof held == sizeof tile, "as bytes");
    memcpy((void *)&held, (const void *)&tile, sizeof held);
}

/* Of V elements along an axis the first `count`; those that there are not are the last one again. */
template <typename T, int V, typename U>
static __device__ __forceinline__ cujit_tile<T, V> cujit_load_part(const char *from, U stride, U aligned, int count)
{
    cujit_tile<T, V> tile;

    if (V == 1 || count == V)
        return cujit_load_strided<T, V>(from, stride, aligned);
#pragma unroll
    for (int k = 0; k < V; k++)
        cujit_move(tile.cujit_of[k], *(const T *)(from + cujit_signed((U)(k < count ? k : count - 1) * stride)));
    return tile;
}
template <typename T, int V, typename U>
static __device__ __forceinline__ void cujit_store_part(char *to, const cujit_tile<T, V> &tile, U stride, U aligned,
                                                        int count)
{
    if (V == 1 || count == V) {
        cujit_store_strided(to, tile, stride, aligned);
        return;
    }
#pragma unroll
    for (int k = 0; k < V; k++) {
        if (k < count)
            cujit_move(*(T *)(to + cujit_signed(k * stride)), tile.cujit_of[k]);
    }
}

/* ---- Words between blocks ---- */

#ifdef CUJIT_DEVICE_CUDA
#if __CUDA_ARCH__ >= 700
#define CUJIT_RELAXED "relaxed.gpu"
#else
#define CUJIT_RELAXED "volatile"
#endif
/* Without a branch, so that loads that follow are under way, too. */
static __device__ __forceinline__ void cujit_peek(const unsigned long long *from, bool wanted,
                                                  unsigned long long (&words)[1])
{
    asm volatile("{\n.reg .pred wanted;\nsetp.ne.s32 wanted, %2, 0;\n"
                 "@wanted ld." CUJIT_RELAXED ".global.u64 %0, [%1];\n}"
                 : "+l"(words[0])
                 : "l"(from), "r"((int)wanted)
                 : "memory");
}
static __device__ __forceinline__ void cujit_peek(const unsigned long long *from, bool wanted,
                                                  unsigned long long (&words)[2])
{
    asm volatile("{\n.reg .pred wanted;\nsetp.ne.s32 wanted, %3, 0;\n"
                 "@wanted ld." CUJIT_RELAXED ".global.v2.u64 {%0, %1}, [%2];\n}"
                 : "+l"(words[0]), "+l"(words[1])
                 : "l"(from), "r"((int)wanted)
                 : "memory");
}
static __device__ __forceinline__ void cujit_poke(unsigned long long *to, unsigned long long word)
{
    asm volatile("st." CUJIT_RELAXED ".global.u64 [%0], %1;" ::"l"(to), "l"(word) : "memory");
}
static __device__ __forceinline__ void cujit_poke(unsigned long long *to, const unsigned long long (&words)[2])
{
    asm volatile("st." CUJIT_RELAXED ".global.v2.u64 [%0], {%1, %2};" ::"l"(to), "l"(words[0]), "l"(words[1])
                 : "memory");
}
static __device__ __forceinline__ void cujit_rest() {}
#else
static inline void cujit_peek(const unsigned long long *from, bool wanted, unsigned long long (&words)[1])
{
    if (wanted)
        words[0] = __atomic_load_n(from, __ATOMIC_ACQUIRE);
}
static inline void cujit_peek(const unsigned long long *from, bool wanted, unsigned long long (&words)[2])
{
    if (wanted) {
        words[0] = __atomic_load_n(from, __ATOMIC_ACQUIRE);
        words[1] = __atomic_load_n(from + 1, __ATOMIC_ACQUIRE);
    }
}
static inline void cujit_poke(unsigned long long *to, unsigned long long word)
{
    __atomic_store_n(to, word, __ATOMIC_RELEASE);
}
static inline void cujit_poke(unsigned long long *to, const unsigned long long (&words)[2])
{
    __atomic_store_n(to, words[0], __ATOMIC_RELEASE);
    __atomic_store_n(to + 1, words[1], __ATOMIC_RELEASE);
}
/* Another thread may need this one's processor to get ready. */
extern "C" int sched_yield(void);
static inline void cujit_rest()
{
    sched_yield();
}
#endif

/* Where a value of this type is published. */
template <typename T> struct cujit_state {
    enum : unsigned { parts = (sizeof(T) + 3) / 4, words = parts > 1 ? (parts + 1) / 2 * 2 : 1 };

    /* False, and `value` as it was: it is not there, or not wanted. No launch has the tag 0. */
    static __device__ __forceinline__ bool read(const unsigned long long *from, unsigned tag, T &value,
                                                bool wanted = true)
    {
        constexpr unsigned each = words > 1 ? 2 : 1;
        unsigned w[words];
        bool there = true;
        T found = value;

#pragma unroll
        for (unsigned k = 0; k < words; k += each) {
            unsigned long long found_words[each] = {};

            cujit_peek(from + k, wanted, found_words);
#pragma unroll
            for (unsigned e = 0; e < each; e++) {
                w[k + e] = (unsigned)found_words[e];
                there &= (unsigned)(found_words[e] >> 32) == tag;
            }
        }
        memcpy((void *)&found, w, sizeof(T));
        if (there)
            value = found;
        return there;
    }
    static __device__ __forceinline__ void write(unsigned long long *to, unsigned tag, const T &value)
    {
        const unsigned long long high = (unsigned long long)tag << 32;
        unsigned w[words];

        w[parts - 1] = w[words - 1] = 0;
        memcpy(w, (const void *)&value, sizeof(T));
        if constexpr (words == 1) {
            cujit_poke(to, high | w[0]);
        } else {
#pragma unroll
            for (unsigned k = 0; k < words; k += 2) {
                const unsigned long long pair[2] = {high | w[k], high | w[k + 1]};

                cujit_poke(to + k, pair);
            }
        }
    }
};

/* What all scans of a stream share; behind it, the words. */
struct cujit_scan_header {
    unsigned last_tag, a[31], arrived, b[31], ticket, c[31];
    unsigned long long high; /* so many words were ever used */
};
static __device__ __forceinline__ unsigned long long *cujit_scan_words(char *workspace)
{
    return (unsigned long long *)(workspace + 65536);
}

static __device__ __forceinline__ unsigned cujit_scan_tag(const char *workspace)
{
    return *(const volatile unsigned *)&((const cujit_scan_header *)workspace)->last_tag + 1;
}

/* By one thread of each block, once the block has seen all that it needs: its number among those that have. */
static __device__ __forceinline__ unsigned cujit_scan_leave(char *workspace)
{
    return atomicAdd(&((cujit_scan_header *)workspace)->arrived, 1u);
}
/* With that number, at the end: waiting for it would be for nothing. The last one makes ready for the next launch. */
static __device__ __forceinline__ void cujit_scan_close(char *workspace, unsigned number, unsigned long long used)
{
    if (number != gridDim.x - 1)
        return;
    cujit_scan_header *const header = (cujit_scan_header *)workspace;
    const unsigned tag = cujit_scan_tag(workspace);
    const unsigned long long wiped = 2ull * tag;

    if (used > header->high)
        header->high = used;
    if (wiped + 2 <= header->high) {
        cujit_scan_words(workspace)[wiped] = 0;
        cujit_scan_words(workspace)[wiped + 1] = 0;
    }
    header->arrived = header->ticket = 0;
    header->last_tag = tag == 0xffffffffu ? 0 : tag; /* 0 is the tag of memory that is new */
}

/* ---- Blocks of one thread: the host's ---- */

/* What comes before the tile: of each tile everything up to its end is published. `again(k)` folds the tile k. */
template <typename T, typename C, typename N, typename A>
static __device__ __forceinline__ T cujit_scan_wait(unsigned long long *words, unsigned tile, unsigned tag,
                                                    const C &combine, const N &neutral, const A &again)
{
    typedef cujit_state<T> state;
    T value = neutral();
    unsigned known;

    if (tile == 0)
        return value;
    for (int k = 0; k <= CUJIT_SCAN_SPIN; k++) {
        if (state::read(words + (tile - 1ull) * state::words, tag, value))
            return value;
        cujit_rest();
    }
    for (known = tile - 1; known > 0 && !state::read(words + (known - 1ull) * state::words, tag, value); known--)
        continue;
    if (known == 0)
        value = neutral();
    for (; known < tile; known++) {
        const T sum = again(known);
        T theirs = value;

        __threadfence(); /* the elements were read before it is asked whether they may be overwritten by now */
        if (state::read(words + (unsigned long long)known * state::words, tag, theirs))
            value = theirs;
        else
            state::write(words + (unsigned long long)known * state::words, tag, value = combine(value, sum));
    }
    return value;
}

/* One block's part: `grain` elements. walk(from, to, visit) does visit(value, out) for each of them, numbered in the
 * direction of the scan; `result` as below. */
template <typename T, typename C, typename N, typename W, typename R>
static __device__ __forceinline__ void cujit_scan_chunk(char *workspace, long long total, long long grain,
                                                        const C &combine, const N &neutral, const W &walk,
                                                        const R &result)
{
    typedef cujit_state<T> state;
    unsigned long long *const words = cujit_scan_words(workspace);
    T before = neutral();
    unsigned tile = 0;

    const auto end_of = [&](unsigned k) { return (k + 1ll) * grain < total ? (k + 1ll) * grain : total; };
    const auto again = [&](unsigned k) -> T {
        T sum = neutral();

        walk(k * grain, end_of(k), [&](const T &value, auto &) { sum = combine(sum, value); });
        return sum;
    };

    if (gridDim.x > 1) {
        const unsigned tag = cujit_scan_tag(workspace);

        tile = atomicAdd(&((cujit_scan_header *)workspace)->ticket, 1u);
        const T sum = again(tile);
        before = cujit_scan_wait<T>(words, tile, tag, combine, neutral, again);
        if (!CUJIT_SCAN_SILENT(tile))
            state::write(words + (unsigned long long)tile * state::words, tag, combine(before, sum));
        __threadfence(); /* published before anything is overwritten */
        cujit_scan_close(workspace, cujit_scan_leave(workspace), (unsigned long long)gridDim.x * state::words);
    }
    walk(tile * grain, end_of(tile), [&](const T &value, auto &out) { result(before, value, out); });
}

/* ---- Blocks of warps ---- */

#if defined(CUJIT_DEVICE_CUDA) || CUJIT_BARRIERS

/* The number of the warp; the compiler then sees that it is the same for all lanes. */
static __device__ __forceinline__ int cujit_scan_warp()
{
    return __shfl_sync(0xffffffffu, (int)(threadIdx.x / 32), 0);
}

/* Which tile this block takes. On the host the blocks of a launch begin in some order, in shares; each takes the next
 * tile, so that all tiles before are running or done. */
#ifdef CUJIT_DEVICE_CUDA
static __device__ __forceinline__ unsigned cujit_scan_tile(char *)
{
    return blockIdx.x;
}
#else
static inline unsigned cujit_scan_tile(char *workspace)
{
    __shared__ unsigned tile;

    if (threadIdx.x == 0)
        tile = atomicAdd(&((cujit_scan_header *)workspace)->ticket, 1u);
    __syncthreads();
    return tile;
}
#endif

template <typename T> static __device__ __forceinline__ T cujit_shuffle_up(const T &value, int delta)
{
    return cujit_move_words<256>(value, [&](unsigned word) { return __shfl_up_sync(0xffffffffu, word, delta); });
}
template <typename T> static __device__ __forceinline__ T cujit_shuffle_from(const T &value, int lane)
{
    return cujit_move_words<256>(value, [&](unsigned word) { return __shfl_sync(0xffffffffu, word, lane); });
}

/* Inclusive, over the first N lanes of a warp, all of which take part. */
template <int N, typename T, typename C>
static __device__ __forceinline__ T cujit_scan_lanes(T value, int lane, const C &combine)
{
#pragma unroll
    for (int delta = 1; delta < N; delta *= 2) {
        const T before = cujit_shuffle_up(value, delta);

        if (lane >= delta)
            value = combine(before, value);
    }
    return value;
}

/* The words of a launch; for one warp of each block. */
template <typename T, typename C, typename N> struct cujit_look_back {
    typedef cujit_state<T> state;
    unsigned long long *const tiles, *const groups, *const fields; /* fields: everything up to the end of each */
    const unsigned tag;
    const int lane;
    const C &combine;
    const N &neutral;

    __device__ __forceinline__ bool see(const unsigned long long *of, unsigned k, T &value, bool wanted = true) const
    {
        return state::read(of + (unsigned long long)k * state::words, tag, value, wanted);
    }
    __device__ __forceinline__ void publish(unsigned long long *of, unsigned k, const T &value) const
    {
        state::write(of + (unsigned long long)k * state::words, tag, value);
    }
    /* Is it there? For all lanes the same answer. */
    __device__ __forceinline__ bool all_see(const unsigned long long *of, unsigned k, T &value) const
    {
        return __all_sync(0xffffffffu, see(of, k, value));
    }

    /* Everything before the tile, whose own value is `sum`. False: some of it has been missing for long. */
    __device__ __forceinline__ bool find(unsigned tile, const T &sum, bool in_place, T &prefix) const
    {
        const unsigned place = tile % 32, group = tile / 32, row = group % 32, field = group / 32;
        const bool last = place == 31, silent = CUJIT_SCAN_SILENT(tile);
        bool has_t = lane >= (int)place, has_g = lane >= (int)row, has_f = field == 0, folded = false;
        T t = lane == (int)place ? sum : neutral(), g = neutral(), f = neutral();

        if (lane == 0 && !silent)
            publish(tiles, tile, sum);
        if (in_place)
            __threadfence(); /* published before anything is overwritten */
#pragma unroll 1
        for (int polls = 0;; polls++) {
            const bool a = see(tiles, tile - place + lane, t, !has_t);
            const bool b = see(groups, group - row + lane, g, !has_g);
            const bool c = see(fields, field - 1, f, !has_f);

            has_t |= a;
            has_g |= b;
            has_f |= c;
            if (!folded && __all_sync(0xffffffffu, has_t)) {
                folded = true;
                t = cujit_scan_lanes<32>(t, lane, combine);
                if (last) {
                    const T whole = cujit_shuffle_from(t, 31);

                    if (lane == 0 && !silent)
                        publish(groups, group, whole);
                    if (lane == (int)row)
                        g = whole;
                }
            }
            if (__all_sync(0xffffffffu, folded && has_g && has_f))
                break;
            if (polls >= CUJIT_SCAN_SPIN)
                return false;
            cujit_rest();
        }
        g = cujit_scan_lanes<32>(g, lane, combine);
        if (last && row == 31 && lane == 31 && !silent)
            publish(fields, field, combine(f, g));
        t = cujit_shuffle_from(t, (int)((place - 1) % 32));
        g = cujit_shuffle_from(g, (int)((row - 1) % 32));
        if (row > 0)
            f = combine(f, g);
        prefix = place > 0 ? combine(f, t) : f;
        return true;
    }

    /* The first tile that is missing; `tile` itself when all before it are there, and then so are all groups and fields
     * that end before it. Those that end before `from` are known to be there. */
    __device__ __forceinline__ unsigned miss(unsigned tile, unsigned from) const
    {
        T value = neutral(), before = value;

#pragma unroll 1
        for (unsigned group = from / 32; 32 * group < tile; group++) {
            if (!all_see(groups, group, value)) {
                const bool here = 32 * group + lane < tile;

                value = neutral();
                const unsigned missing =
                    __ballot_sync(0xffffffffu, here && !see(tiles, 32 * group + lane, value, here));
                if (missing != 0)
                    return 32 * group + __ffs((int)missing) - 1;
                if (32 * group + 32 > tile)
                    break;
                value = cujit_scan_lanes<32>(value, lane, combine);
                if (lane == 31)
                    publish(groups, group, value);
                __syncwarp();
            }
            if (group % 32 == 31 && !all_see(fields, group / 32, before)) {
                see(groups, group - 31 + lane, value);
                value = cujit_scan_lanes<32>(value, lane, combine);
                before = neutral();
                if (group > 31)
                    see(fields, group / 32 - 1, before);
                if (lane == 31)
                    publish(fields, group / 32, combine(before, value));
                __syncwarp();
            }
        }
        return tile;
    }
    /* Up to where all is known to be there. */
    __device__ __forceinline__ unsigned known(unsigned tile) const
    {
        unsigned field = tile / 1024;
        T value = neutral();

#pragma unroll 1
        while (field > 0 && !all_see(fields, field - 1, value))
            field--;
        return 1024 * field;
    }
    /* For the block of a tile that was missing: its elements have been read. */
    __device__ __forceinline__ void give(unsigned tile, const T &sum) const
    {
        T found = neutral();

        __threadfence(); /* they were read before it is asked whether they may be overwritten by now */
        __syncwarp();
        if (!all_see(tiles, tile, found) && lane == 0)
            publish(tiles, tile, sum);
        __syncwarp();
    }
};

/* A thread's results. */
template <int UNROLL, int WIDTH, bool REVERSE, bool WHOLE, typename TILE, typename RAW, typename T, typename C,
          typename I, typename R, typename P>
static __device__ __forceinline__ void cujit_scan_put(const RAW (&raw)[UNROLL], const T (&before)[UNROLL],
                                                      const T &prefix, int lane, long long first, const C &combine,
                                                      const I &item, const R &result, const P &put)
{
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        T value = u > 0 || lane > 0 ? combine(prefix, before[u]) : prefix;
        TILE tile;

#pragma unroll
        for (int k = 0; k < WIDTH; k++)
            result(value, item(first + u * 32, raw[u], k), tile.cujit_of[REVERSE ? WIDTH - 1 - k : k]);
        put(first + u * 32, tile, WHOLE);
    }
}
/* The same where some are not there, which one block of a launch has: little code, for a short compilation. */
template <int UNROLL, int WIDTH, bool REVERSE, typename TILE, typename RAW, typename T, typename C, typename I,
          typename R, typename P>
static __device__ __forceinline__ void cujit_scan_put_few(const RAW (&raw)[UNROLL], const T (&before)[UNROLL],
                                                          const T &prefix, int lane, long long first,
                                                          long long whole_from, long long whole_to, long long part,
                                                          const C &combine, const I &item, const R &result,
                                                          const P &put)
{
    RAW copies[UNROLL]; /* in memory, unlike what is copied, which would be there if the loop went over that */
    T befores[UNROLL];

#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        copies[u] = raw[u];
        befores[u] = before[u];
    }
#pragma unroll 1
    for (int u = 0; u < UNROLL; u++) {
        const long long g = first + u * 32;
        const bool whole = g >= whole_from && g < whole_to;
        T value = u > 0 || lane > 0 ? combine(prefix, befores[u]) : prefix;
        TILE tile;

        if (!whole && g != part)
            continue;
#pragma unroll
        for (int k = 0; k < WIDTH; k++)
            result(value, item(g, copies[u], k), tile.cujit_of[REVERSE ? WIDTH - 1 - k : k]);
        put(g, tile, whole);
    }
}

/* The same number, but the compiler does not know that: it works out again what depends on it, instead of keeping all
 * of that in registers in between. */
static __device__ __forceinline__ unsigned cujit_again(unsigned number)
{
#ifdef CUJIT_DEVICE_CUDA
    asm volatile("" : "+r"(number));
#endif
    return number;
}

/* One block's part of a scan: UNROLL vectors of WIDTH elements a thread; a warp's vectors lie side by side, 32 by 32.
 * Vectors and elements are numbered in the direction of the scan. `fetch(g, raw, whole, inner)` loads the vector g,
 * which is not the last one in memory where it is `inner`; `item(g, raw, k)` makes a value of its k-th element,
 * `result(before, value, out)` goes on by one element, and `put(g, tile, whole)` stores a vector. Elements that there
 * are not may come behind all others, with any values, or be neutral. All vectors from `whole_from` to before
 * `whole_to` have all their elements. FEW: of the others only `part` has any (-1: none has); only such are fetched and
 * put. SHIFTED: loads reach further than their vectors, which they must not at the end. */
template <int BLOCK, int UNROLL, int WIDTH, bool REVERSE, bool FEW, bool SHIFTED, typename RAW, typename TILE, typename T, typename C,
          typename N, typename F, typename I, typename R, typename P>
static __device__ __forceinline__ void cujit_scan_block(char *workspace, long long whole_from, long long whole_to,
                                                        long long part, bool in_place, const C &combine,
                                                        const N &neutral, const F &fetch, const I &item,
                                                        const R &result, const P &put)
{
    typedef cujit_state<T> state;
    constexpr int warps = BLOCK / 32;
    constexpr long long each = 32 * UNROLL;
    constexpr unsigned done = 0xffffffffu;
    __shared__ __align__(16) unsigned char sums[(warps + 1) * sizeof(T)];
    __shared__ unsigned next;
    const int lane = threadIdx.x % 32, warp = cujit_scan_warp();
    const bool many = gridDim.x > 1;
    const unsigned tile = many ? cujit_scan_tile(workspace) : 0, tag = many ? cujit_scan_tag(workspace) : 0;
    const unsigned long long group_count = gridDim.x / 32, field_count = group_count / 32;
    unsigned long long *const words = cujit_scan_words(workspace);
    unsigned at = tile, number = 0;
    RAW raw[UNROLL];
    T before[UNROLL], sum = neutral(), prefix = neutral();

    const auto first_of = [&](unsigned m) -> long long { return ((long long)m * warps + warp) * each + lane; };
    const auto is_whole = [&](unsigned m) -> bool {
        return (long long)m * (BLOCK * UNROLL) >= whole_from + (SHIFTED && REVERSE) &&
               ((long long)m + 1) * (BLOCK * UNROLL) <= whole_to - (SHIFTED && !REVERSE);
    };

    /* Once, as a rule. When a tile before has been missing for long, the block folds that one, by the same code and so
     * to the same bits, and then its own once more. */
#pragma unroll 1
    for (;;) {
        const long long first = first_of(at);

        if (is_whole(at)) {
#pragma unroll
            for (int u = 0; u < UNROLL; u++)
                fetch(first + u * 32, raw[u], true, true);
        } else if constexpr (FEW) {
            const bool any = whole_to > whole_from;
            const bool mine = part >= first && part < first + each && (part - first) % 32 == 0;

            if (any) {
#pragma unroll
                for (int u = 0; u < UNROLL; u++) {
                    const long long g = first + u * 32 < whole_to ? first + u * 32 : whole_to - 1;

                    fetch(g >= whole_from ? g : whole_from, raw[u], true, false);
                }
            }
            if (mine || !any) {
                RAW last;

                fetch(part, last, false, false);
#pragma unroll
                for (int u = 0; u < UNROLL; u++) {
                    if (!any || first + u * 32 == part)
                        raw[u] = last;
                }
            }
        } else {
#pragma unroll
            for (int u = 0; u < UNROLL; u++)
                fetch(first + u * 32, raw[u], false, false);
        }
#pragma unroll
        for (int u = 0; u < UNROLL; u++) {
            T value = item(first + u * 32, raw[u], 0);

#pragma unroll
            for (int k = 1; k < WIDTH; k++)
                value = combine(value, item(first + u * 32, raw[u], k));
            before[u] = cujit_scan_lanes<32>(value, lane, combine);
        }
#pragma unroll
        for (int u = 0; u < UNROLL; u++) {
            const T total = cujit_shuffle_from(before[u], 31), left = cujit_shuffle_up(before[u], 1);

            if (u == 0) {
                before[u] = left;
                sum = total;
            } else {
                before[u] = lane > 0 ? combine(sum, left) : sum;
                sum = combine(sum, total);
            }
        }
        if (lane == 0)
            memcpy(sums + warp * sizeof(T), (const void *)&sum, sizeof(T));
        __syncthreads();
        if (warp == 0) {
            T value = neutral();

            memcpy((void *)&value, sums + (lane < warps ? lane : 0) * sizeof(T), sizeof(T));
            value = cujit_scan_lanes<warps>(value, lane, combine);
            __syncwarp();
            if (lane < warps)
                memcpy(sums + lane * sizeof(T), (const void *)&value, sizeof(T));
            if (many) {
                const cujit_look_back<T, C, N> look{words,
                                                    words + (unsigned long long)gridDim.x * state::words,
                                                    words + (gridDim.x + group_count + 1) * state::words,
                                                    tag,
                                                    lane,
                                                    combine,
                                                    neutral};

                value = cujit_shuffle_from(value, warps - 1);
                unsigned missing = done;
                if (at != tile || !look.find(tile, value, in_place, prefix)) {
                    unsigned from = at;

                    if (at != tile)
                        look.give(at, value);
                    else
                        from = look.known(tile);
                    missing = look.miss(tile, from);
                }
                if (lane == 0)
                    next = missing;
            }
            if (lane == 0)
                memcpy(sums + warps * sizeof(T), (const void *)&prefix, sizeof(T));
        }
        __syncthreads();
        if (!many || next == done)
            break;
        at = next;
    }
    memcpy((void *)&prefix, sums + warps * sizeof(T), sizeof(T));
    if (warp > 0) {
        T left = neutral();

        memcpy((void *)&left, sums + (warp - 1) * sizeof(T), sizeof(T));
        prefix = combine(prefix, left);
    }
    const unsigned own = cujit_again(tile);
    const long long first = first_of(own);

    if (is_whole(own)) {
        if (many && threadIdx.x == 0)
            number = cujit_scan_leave(workspace);
        cujit_scan_put<UNROLL, WIDTH, REVERSE, true, TILE>(raw, before, prefix, lane, first, combine, item, result,
                                                           put);
    } else {
        if constexpr (FEW)
            cujit_scan_put_few<UNROLL, WIDTH, REVERSE, TILE>(raw, before, prefix, lane, first, whole_from, whole_to,
                                                             part, combine, item, result, put);
        else
            cujit_scan_put<UNROLL, WIDTH, REVERSE, false, TILE>(raw, before, prefix, lane, first, combine, item, result,
                                                                put);
        if (many && threadIdx.x == 0)
            number = cujit_scan_leave(workspace);
    }
    if (many && threadIdx.x == 0)
        cujit_scan_close(workspace, number, (gridDim.x + group_count + field_count + 2) * state::words);
}
#endif
