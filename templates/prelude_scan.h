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
    T of;
    bool begins;
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
    static constexpr bool value = cujit_unit_of<T, V>::plain && sizeof(T) * V == 16 && V > 1;
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
            cujit_move(tile.of[k], from[cujit_clamp(at + k, count)]);
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
                cujit_move(to[at + k], tile.of[k]);
        }
    }
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
        cujit_move(tile.of[k], *(const T *)(from + cujit_signed((U)(k < count ? k : count - 1) * stride)));
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
            cujit_move(*(T *)(to + cujit_signed(k * stride)), tile.of[k]);
    }
}

/* ---- Words between blocks ---- */

#ifdef CUJIT_DEVICE_CUDA
#if __CUDA_ARCH__ >= 700
#define CUJIT_RELAXED "relaxed.gpu"
#else
#define CUJIT_RELAXED "volatile"
#endif
static __device__ __forceinline__ unsigned long long cujit_peek(const unsigned long long *from)
{
    unsigned long long word;

    asm volatile("ld." CUJIT_RELAXED ".global.u64 %0, [%1];" : "=l"(word) : "l"(from) : "memory");
    return word;
}
static __device__ __forceinline__ void cujit_peek(const unsigned long long *from, unsigned long long (&words)[2])
{
    asm volatile("ld." CUJIT_RELAXED ".global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(words[0]), "=l"(words[1])
                 : "l"(from)
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
static inline unsigned long long cujit_peek(const unsigned long long *from)
{
    return __atomic_load_n(from, __ATOMIC_ACQUIRE);
}
static inline void cujit_peek(const unsigned long long *from, unsigned long long (&words)[2])
{
    words[0] = __atomic_load_n(from, __ATOMIC_ACQUIRE);
    words[1] = __atomic_load_n(from + 1, __ATOMIC_ACQUIRE);
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
static inline void cujit_rest() { sched_yield(); }
#endif

/* Where a value of this type is published. */
template <typename T> struct cujit_state {
    static constexpr unsigned parts = (sizeof(T) + 3) / 4, words = parts > 1 ? (parts + 1) / 2 * 2 : 1;

    static __device__ __forceinline__ bool read(const unsigned long long *from, unsigned tag, T &value)
    {
        unsigned w[words];
        bool there = true;

        if constexpr (words == 1) {
            const unsigned long long word = cujit_peek(from);

            w[0] = (unsigned)word;
            there = (unsigned)(word >> 32) == tag;
        } else {
#pragma unroll
            for (unsigned k = 0; k < words; k += 2) {
                unsigned long long pair[2];

                cujit_peek(from + k, pair);
                w[k] = (unsigned)pair[0];
                w[k + 1] = (unsigned)pair[1];
                there &= (unsigned)(pair[0] >> 32) == tag && (unsigned)(pair[1] >> 32) == tag;
            }
        }
        memcpy((void *)&value, w, sizeof(T));
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

/* By one thread of each block, once the block has seen all that it needs. The last one makes ready for the next
 * launch. */
static __device__ __forceinline__ void cujit_scan_leave(char *workspace, unsigned tag, unsigned long long used)
{
    cujit_scan_header *const header = (cujit_scan_header *)workspace;
    const unsigned long long wiped = 2ull * tag;

    if (atomicAdd(&header->arrived, 1u) != gridDim.x - 1)
        return;
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
        cujit_scan_leave(workspace, tag, (unsigned long long)gridDim.x * state::words);
    }
    walk(tile * grain, end_of(tile), [&](const T &value, auto &out) { result(before, value, out); });
}

/* ---- Blocks of warps ---- */

#if defined(CUJIT_DEVICE_CUDA) || CUJIT_BARRIERS

/* Which tile this block takes. On the host the blocks of a launch begin in some order, in shares; each takes the next
 * tile, so that all tiles before are running or done. */
#ifdef CUJIT_DEVICE_CUDA
static __device__ __forceinline__ unsigned cujit_scan_tile(char *) { return blockIdx.x; }
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
    constexpr unsigned words = (sizeof(T) + 3) / 4;
    unsigned w[words];
    T other = value;

    w[words - 1] = 0;
    memcpy(w, (const void *)&value, sizeof(T));
#pragma unroll
    for (unsigned k = 0; k < words; k++)
        w[k] = __shfl_up_sync(0xffffffffu, w[k], delta);
    memcpy((void *)&other, w, sizeof(T));
    return other;
}
template <typename T> static __device__ __forceinline__ T cujit_shuffle_from(const T &value, int lane)
{
    constexpr unsigned words = (sizeof(T) + 3) / 4;
    unsigned w[words];
    T other = value;

    w[words - 1] = 0;
    memcpy(w, (const void *)&value, sizeof(T));
#pragma unroll
    for (unsigned k = 0; k < words; k++)
        w[k] = __shfl_sync(0xffffffffu, w[k], lane);
    memcpy((void *)&other, w, sizeof(T));
    return other;
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

/* The words of a launch, and what may be missing from them; for one warp of each block. */
template <typename T, typename C, typename N, typename A> struct cujit_look_back {
    typedef cujit_state<T> state;
    unsigned long long *const tiles, *const groups, *const fields; /* fields: everything up to the end of each */
    const unsigned tag;
    const int lane;
    const C &combine;
    const N &neutral;
    const A &again;

    static __device__ __forceinline__ bool see(const unsigned long long *of, unsigned k, unsigned tag, T &value)
    {
        return state::read(of + (unsigned long long)k * state::words, tag, value);
    }
    __device__ __forceinline__ void publish(unsigned long long *of, unsigned k, const T &value) const
    {
        state::write(of + (unsigned long long)k * state::words, tag, value);
    }
    /* Each lane's one of 32. */
    __device__ __forceinline__ T gather(const unsigned long long *of, unsigned first) const
    {
        T value = neutral();

        __syncwarp();
        while (!see(of, first + lane, tag, value))
            continue;
        __syncwarp();
        return value;
    }

    /* Is it there? For all lanes the same answer. */
    __device__ __forceinline__ bool all_see(const unsigned long long *of, unsigned k, T &value) const
    {
        return __all_sync(0xffffffffu, see(of, k, tag, value));
    }

    /* Everything before the tile that has not been published for long, from the last field on that was. */
    __device__ __forceinline__ void help(unsigned tile) const
    {
        unsigned known = tile / 1024;
        T value = neutral(), found = value;

        while (known > 0 && !all_see(fields, known - 1, found))
            known--;
        if (known > 0)
            value = found;
#pragma unroll 1
        for (unsigned k = 1024 * known; k < tile; k++) {
            if (k % 32 == 0 && tile - k >= 32 && all_see(groups, k / 32, found)) {
                k += 31;
            } else if (!all_see(tiles, k, found)) {
                const T sum = again(k);

                __threadfence(); /* the elements were read before it is asked whether they may be overwritten by now */
                __syncwarp();
                if (!all_see(tiles, k, found) && lane == 0)
                    publish(tiles, k, sum);
                __syncwarp();
            }
            if (k % 32 == 31 && !all_see(groups, k / 32, found)) {
                found = cujit_scan_lanes<32>(gather(tiles, k - 31), lane, combine);
                if (lane == 31)
                    publish(groups, k / 32, found);
                __syncwarp();
            }
            if (k % 1024 == 1023) {
                found = cujit_scan_lanes<32>(gather(groups, k / 32 - 31), lane, combine);
                value = combine(value, cujit_shuffle_from(found, 31));
                if (lane == 0)
                    publish(fields, k / 1024, value);
                __syncwarp();
            }
        }
    }

    /* Everything before the tile, whose own value is `sum`. */
    __device__ __forceinline__ T find(unsigned tile, const T &sum, bool in_place) const
    {
        const unsigned place = tile % 32, group = tile / 32, row = group % 32, field = group / 32;
        const bool last = place == 31, silent = CUJIT_SCAN_SILENT(tile);
        bool has_t = lane >= (int)place, has_g = lane >= (int)row, has_f = field == 0, sent = !last;
        T t = lane == (int)place ? sum : neutral(), g = neutral(), f = neutral();

        if (lane == 0 && !silent)
            publish(tiles, tile, sum);
        if (in_place)
            __threadfence(); /* published before anything is overwritten */
        for (int polls = 0;; polls++) {
            T x = t, y = g, z = f;
            const bool a = see(tiles, has_t ? tile : tile - place + lane, tag, x);
            const bool b = see(groups, has_g ? group : group - row + lane, tag, y);
            const bool c = see(fields, has_f ? field : field - 1, tag, z);

            if (!has_t && a) {
                t = x;
                has_t = true;
            }
            if (!has_g && b) {
                g = y;
                has_g = true;
            }
            if (!has_f && c) {
                f = z;
                has_f = true;
            }
            if (!sent && __all_sync(0xffffffffu, has_t)) {
                const T whole = cujit_shuffle_from(cujit_scan_lanes<32>(t, lane, combine), 31);

                if (lane == 0 && !silent)
                    publish(groups, group, whole);
                if (lane == (int)row)
                    g = whole;
                sent = true;
            }
            if (__all_sync(0xffffffffu, has_t && has_g && has_f))
                break;
            if (polls >= CUJIT_SCAN_SPIN) {
                polls = 0;
                help(tile);
            }
            cujit_rest();
        }
        t = cujit_scan_lanes<32>(t, lane, combine);
        g = cujit_scan_lanes<32>(g, lane, combine);
        if (last && row == 31) {
            const T whole = combine(f, g);

            if (lane == 31 && !silent)
                publish(fields, field, whole);
        }
        t = cujit_shuffle_from(t, (int)((place - 1) % 32));
        g = cujit_shuffle_from(g, (int)((row - 1) % 32));
        if (row > 0)
            f = combine(f, g);
        return place > 0 ? combine(f, t) : f;
    }
};

/* One block's part of a scan: UNROLL vectors of WIDTH elements a thread; a warp's vectors lie side by side, 32 by 32.
 * Vectors and elements are numbered in the direction of the scan. `fetch(g, raw, whole)` loads the vector g, `item(g,
 * raw, k)` makes a value of its k-th element, `result(before, value, out)` goes on by one element, and `put(g, tile,
 * whole)` stores a vector. Elements that there are not may come behind all others, with any values, or be neutral. All
 * vectors from `whole_from` to before `whole_to` have all their elements; WHOLE: and so have those of all tiles but the
 * last. */
template <int BLOCK, int UNROLL, int WIDTH, bool REVERSE, bool WHOLE, typename RAW, typename TILE, typename T,
          typename C, typename N, typename F, typename I, typename R, typename P>
static __device__ __forceinline__ void cujit_scan_block(char *workspace, long long whole_from, long long whole_to,
                                                        bool in_place, const C &combine,
                                                        const N &neutral, const F &fetch, const I &item,
                                                        const R &result, const P &put)
{
    typedef cujit_state<T> state;
    constexpr int warps = BLOCK / 32;
    constexpr long long each = 32 * UNROLL;
    __shared__ __align__(16) unsigned char sums[(warps + 1) * sizeof(T)];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const bool many = gridDim.x > 1;
    const unsigned tile = many ? cujit_scan_tile(workspace) : 0, tag = many ? cujit_scan_tag(workspace) : 0;
    const long long first = ((long long)tile * warps + warp) * each + lane;
    const unsigned long long group_count = gridDim.x / 32, field_count = group_count / 32;
    unsigned long long *const words = cujit_scan_words(workspace);
    RAW raw[UNROLL];
    T before[UNROLL], sum = neutral(), prefix = neutral();

    const auto fold = [&](long long g, const RAW &of) -> T {
        T value = item(g, of, 0);
#pragma unroll
        for (int k = 1; k < WIDTH; k++)
            value = combine(value, item(g, of, k));
        return value;
    };
    /* A whole tile once more, by a warp: in the same brackets, and with few registers. */
    const auto again = [&](unsigned m) -> T {
        T mine = neutral();
#pragma unroll 1
        for (int w = 0; w < warps; w++) {
            T total = neutral();
#pragma unroll 1
            for (int u = 0; u < UNROLL; u++) {
                const long long g = ((long long)m * warps + w) * each + u * 32 + lane;
                RAW of;

                fetch(g, of, WHOLE);
                const T one = cujit_shuffle_from(cujit_scan_lanes<32>(fold(g, of), lane, combine), 31);
                total = u > 0 ? combine(total, one) : one;
            }
            if (lane == w || w == 0)
                mine = total;
        }
        return cujit_shuffle_from(cujit_scan_lanes<warps>(mine, lane, combine), warps - 1);
    };

    const bool whole = (long long)tile * (BLOCK * UNROLL) >= whole_from &&
                       ((long long)tile + 1) * (BLOCK * UNROLL) <= whole_to;
    if (whole) {
#pragma unroll
        for (int u = 0; u < UNROLL; u++)
            fetch(first + u * 32, raw[u], true);
    } else {
#pragma unroll
        for (int u = 0; u < UNROLL; u++)
            fetch(first + u * 32, raw[u], false);
    }
#pragma unroll
    for (int u = 0; u < UNROLL; u++)
        before[u] = cujit_scan_lanes<32>(fold(first + u * 32, raw[u]), lane, combine);
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
        value = cujit_shuffle_from(value, warps - 1);
        if (many) {
            const cujit_look_back<T, C, N, decltype(again)> look{
                words, words + (unsigned long long)gridDim.x * state::words,
                words + (gridDim.x + group_count + 1) * state::words, tag, lane, combine, neutral, again};

            value = look.find(tile, value, in_place);
        } else {
            value = neutral();
        }
        if (lane == 0)
            memcpy(sums + warps * sizeof(T), (const void *)&value, sizeof(T));
    }
    __syncthreads();
    if (many && threadIdx.x == 0)
        cujit_scan_leave(workspace, tag, (gridDim.x + group_count + field_count + 2) * state::words);
    memcpy((void *)&prefix, sums + warps * sizeof(T), sizeof(T));
    if (warp > 0) {
        T left = neutral();

        memcpy((void *)&left, sums + (warp - 1) * sizeof(T), sizeof(T));
        prefix = combine(prefix, left);
    }
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        T value = u > 0 || lane > 0 ? combine(prefix, before[u]) : prefix;
        TILE tile_of;

#pragma unroll
        for (int k = 0; k < WIDTH; k++)
            result(value, item(first + u * 32, raw[u], k), tile_of.of[REVERSE ? WIDTH - 1 - k : k]);
        if (whole)
            put(first + u * 32, tile_of, true);
        else
            put(first + u * 32, tile_of, false);
    }
}
#endif
