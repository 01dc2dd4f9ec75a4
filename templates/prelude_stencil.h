/*
 * prelude_stencil.h: arrays that are looked at in several places beside each index: rows of them in registers, whose
 * neighbours come from the lanes beside. Behind prelude_accessors.h.
 *
 * A thread has V columns of a row, from `column` on, which may lie before or behind the row for the first and last
 * threads. `at` is where that column lies.
 */

/* The words of a value from the lane that is `lanes` further (negative: back). All lanes of a warp take part. */
template <typename T> static __device__ __forceinline__ T cujit_from_lane(const T &value, int lanes)
{
    constexpr unsigned count = (sizeof(T) + 3) / 4;
    unsigned words[count];
    T result;

    words[count - 1] = 0;
    memcpy(words, (const void *)&value, sizeof(T));
#pragma unroll
    for (unsigned k = 0; k < count; k++)
        words[k] = lanes < 0 ? __shfl_up_sync(0xffffffffu, words[k], (unsigned)-lanes)
                             : __shfl_down_sync(0xffffffffu, words[k], (unsigned)lanes);
    memcpy((void *)&result, words, sizeof(T));
    return result;
}

/* Compilers forget what they know of a pointer, so that they keep this one in registers, and not one for each place that
 * is worked out from it. */
template <typename P> static __device__ __forceinline__ void cujit_alone(P *&p)
{
#ifdef CUJIT_DEVICE_CUDA
    unsigned long long global = __cvta_generic_to_global(p);

    asm volatile("" : "+l"(global));
    p = (P *)__cvta_global_to_generic(global);
#else
    (void)p;
#endif
}
/* One element, which is asked for here and not where it is used first. */
template <unsigned BYTES> struct cujit_early_unit : cujit_unit<BYTES> {};
#ifdef CUJIT_DEVICE_CUDA
template <> struct cujit_early_unit<4> : cujit_unit<4> {
    __device__ __forceinline__ void load(const void *p)
    {
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(p));
    }
};
template <> struct cujit_early_unit<2> : cujit_unit<2> {
    __device__ __forceinline__ void load(const void *p)
    {
        asm volatile("ld.global.u16 %0, [%1];" : "=h"(a) : "l"(p));
    }
};
#endif
template <typename T> static __device__ __forceinline__ void cujit_load_early(T &to, const T *from)
{
    constexpr unsigned size = cujit_unit_of<T, 1>::size, count = sizeof(T) / size;
    cujit_early_unit<size> units[count];

#pragma unroll
    for (unsigned k = 0; k < count; k++)
        units[k].load((const char *)from + k * size);
    memcpy((void *)&to, units, sizeof(T));
}

/* Elements from `first` up to but not including `last` of a row that are V columns' own. TILES: they are tiles in
 * memory. Those that are not asked for are whatever they are. */
template <typename T, int V, int BEFORE, int BEHIND, bool TILES, typename C>
static __device__ __forceinline__ void cujit_take(const char *at, C column, C first, C last,
                                                  T (&to)[BEFORE + V + BEHIND])
{
    const T *const from = (const T *)at;

    if (TILES ? column + V > first && column < last : column >= first && column + V <= last) {
        const cujit_tile<T, V> tile = TILES ? cujit_load<T, V>(from) : cujit_load_shifted<T, V>(from);
#pragma unroll
        for (int k = 0; k < V; k++)
            cujit_move(to[BEFORE + k], tile.cujit_of[k]);
    } else if (!TILES) {
#pragma unroll
        for (int k = 0; k < V; k++) {
            if (column + k >= first && column + k < last)
                cujit_move(to[BEFORE + k], from[k]);
        }
    }
}

/* And those beside them, BEFORE and BEHIND, that no lane beside has: a lane lacks some on one side at most. */
template <typename T, int V, int BEFORE, int BEHIND, typename C>
static __device__ __forceinline__ void cujit_take_edges(const char *at, C column, C first, C last,
                                                        T (&to)[BEFORE + V + BEHIND])
{
    const int lane = threadIdx.x % 32;

#pragma unroll
    for (int k = 1; k <= BEFORE || k <= BEHIND; k++) {
        const bool left = k <= BEFORE && lane < (k + V - 1) / V, right = k <= BEHIND && lane >= 31 - (k - 1) / V;
        const int step = left ? -k : V + k - 1;
        T &edge = to[k <= BEFORE ? BEFORE - k : BEFORE + V + k - 1];

        if ((left || right) && column + step >= first && column + step < last)
            cujit_load_early(edge, (const T *)at + step);
        if (k <= BEFORE && k <= BEHIND)
            cujit_move(to[BEFORE + V + k - 1], edge);
    }
}

/* Which of V columns, which come TOGETHER, so that the first of them stands for all, need one of N elements from `at` on:
 * each needs those from FIRST to LAST beside it. */
template <int V, int TOGETHER, int FIRST, int LAST, int N>
static __device__ __forceinline__ constexpr unsigned cujit_needed(int at)
{
    unsigned needed = 0;

    for (int k = 0; k < V; k++)
        needed |= (unsigned)(at <= k + LAST && k + FIRST < at + N) << k / TOGETHER * TOGETHER;
    return needed;
}
/* What columns of the row need, in aligned pieces of N elements, of which PHASE lie before the first column. */
template <typename T, int V, int TOGETHER, int FIRST, int LAST, int N, int PHASE, int BEHIND>
static __device__ __forceinline__ void cujit_take_pieces(const char *at, unsigned mask, T (&to)[BEHIND])
{
    constexpr int before = FIRST < 0 ? -FIRST : 0, first = FIRST - (FIRST + PHASE + 16 * N) % N;
    constexpr unsigned all = cujit_needed<V, TOGETHER, 0, 0, V>(0);

#pragma unroll
    for (int p = first; p < V + LAST; p += N) {
        const unsigned needed = cujit_needed<V, TOGETHER, FIRST, LAST, N>(p);
        cujit_tile<T, N> piece{}; /* set whole, or registers would be held for what it was before */

        if (needed == all || (mask & needed) != 0)
            piece = cujit_load<T, N>((const T *)at + p);
#pragma unroll
        for (int k = 0; k < N; k++) {
            if (p + k >= FIRST && p + k < V + LAST)
                cujit_move(to[before + p + k], piece.cujit_of[k]);
        }
    }
}

/* The same of what has no neighbours and any step from one element to the next. */
template <typename T, int V>
static __device__ __forceinline__ void cujit_take_strided(const char *at, long long stride, unsigned mask, T (&to)[V])
{
#pragma unroll
    for (int k = 0; k < V; k++) {
        if ((mask >> k & 1) != 0)
            cujit_move(to[k], *(const T *)(at + k * stride));
    }
}
/* One element for all of a row. */
template <typename T, int V> static __device__ __forceinline__ void cujit_take_repeated(const char *at, T (&to)[V])
{
#pragma unroll
    for (int k = 0; k < V; k++)
        cujit_move(to[k], k > 0 ? to[0] : *(const T *)at);
}

/* Neighbours from the lanes beside. */
template <typename T, int V, int BEFORE, int BEHIND>
static __device__ __forceinline__ void cujit_join(T (&of)[BEFORE + V + BEHIND])
{
    const int lane = threadIdx.x % 32;

#pragma unroll
    for (int k = 1; k <= BEFORE; k++) {
        const int lanes = (k + V - 1) / V;
        const T beside = cujit_from_lane(of[BEFORE + lanes * V - k], -lanes);

        if (lane >= lanes)
            cujit_move(of[BEFORE - k], beside);
    }
#pragma unroll
    for (int k = 0; k < BEHIND; k++) {
        const int lanes = 1 + k / V;
        const T beside = cujit_from_lane(of[BEFORE + k % V], lanes);

        if (lane < 32 - lanes)
            cujit_move(of[BEFORE + V + k], beside);
    }
}

/* Columns of a row's first tile before the row, where tiles are those of its memory. */
template <typename T, int V> static __device__ __forceinline__ int cujit_lead(const char *row)
{
    return (int)((unsigned long long)row / sizeof(T) % V);
}

/* Which of 2V columns from the first one on are columns of the row: bit k; without those of which the warp has not all
 * neighbours, BEFORE and BEHIND. */
template <int V, int BEFORE, int BEHIND, typename C> static __device__ __forceinline__ unsigned cujit_columns(C column, C length)
{
    const int of_warp = (int)(threadIdx.x % 32) * V;
    unsigned mask = 0;

#pragma unroll
    for (int k = 0; k < 2 * V; k++)
        mask |= (unsigned)(column + k >= 0 && column + k < length && of_warp + k >= BEFORE && of_warp + k < 32 * V - BEHIND)
                << k;
    return mask;
}

/* The same of V columns that come TOGETHER: bits of the first of them alone. */
template <int V, int TOGETHER, typename C> static __device__ __forceinline__ unsigned cujit_columns_together(C column, C length)
{
    unsigned mask = 0;

#pragma unroll
    for (int p = 0; p < V; p += TOGETHER)
        mask |= (unsigned)(column + p >= 0 && column + p < length) << p;
    return mask;
}

/* The columns' results, those of columns of the row. */
template <typename T, int V>
static __device__ __forceinline__ void cujit_put_strided(char *at, long long stride, unsigned mask,
                                                         const cujit_tile<T, V> &tile)
{
#pragma unroll
    for (int k = 0; k < V; k++) {
        if ((mask >> k & 1) != 0)
            cujit_move(*(T *)(at + k * stride), tile.cujit_of[k]);
    }
}
template <typename T, int V>
static __device__ __forceinline__ void cujit_put_each(T *to, unsigned mask, const cujit_tile<T, V> &tile)
{
#pragma unroll
    for (int k = 0; k < V; k++) {
        if ((mask >> k & 1) != 0)
            cujit_move(to[k], tile.cujit_of[k]);
    }
}
template <typename T, int V>
static __device__ __forceinline__ void cujit_put(char *at, unsigned mask, const cujit_tile<T, V> &tile)
{
    constexpr unsigned all = (1u << V) - 1;
    T *const to = (T *)at;

    if ((mask & all) == all)
        cujit_store<T, V>(to, tile);
    else
        cujit_put_each<T, V>(to, mask, tile);
}
/* Of columns that come TOGETHER, as the first of them. */
template <typename T, int V, int TOGETHER>
static __device__ __forceinline__ void cujit_put_pieces(char *at, unsigned mask, const cujit_tile<T, V> &tile)
{
    constexpr unsigned all = cujit_needed<V, TOGETHER, 0, 0, V>(0);
    T *const to = (T *)at;

    if ((mask & all) == all) {
        cujit_store<T, V>(to, tile);
        return;
    }
#pragma unroll
    for (int p = 0; p < V; p += TOGETHER) {
        cujit_tile<T, TOGETHER> piece;
#pragma unroll
        for (int k = 0; k < TOGETHER; k++)
            cujit_move(piece.cujit_of[k], tile.cujit_of[p + k]);
        if ((mask >> p & 1) != 0)
            cujit_store<T, TOGETHER>(to + p, piece);
    }
}
/* Where tiles are no tiles in memory: each lane stores a unit that is one, with the first elements of the lane beside.
 * All rows may begin somewhere else, but all lanes of a warp see the same. */
template <typename T, int V>
static __device__ __forceinline__ void cujit_put_shifted(char *at, unsigned mask, const cujit_tile<T, V> &tile)
{
    if constexpr (cujit_shifts<T, V>::possible && V > 1) {
        constexpr unsigned bytes = cujit_shifts<T, V>::bytes, words = cujit_shifts<T, V>::words, all = (1u << V) - 1;
        T *const to = (T *)at;
        const unsigned skip = (unsigned)(0 - (unsigned long long)to) & (bytes - 1), left = skip / sizeof(T);
        const unsigned lane = threadIdx.x % 32, stored = mask >> left & (lane < 31 ? all : all >> left);
        unsigned w[2 * words];
        cujit_tile<T, V> unit;

        if (lane == 0)
            cujit_put_each<T, V>(to, mask & ((1u << left) - 1), tile);
        memcpy(w, &tile, bytes);
#pragma unroll
        for (unsigned k = 0; k < words; k++)
            w[words + k] = __shfl_down_sync(0xffffffffu, w[k], 1);
        cujit_slide<T, V>(w, skip);
        memcpy((void *)&unit, w, bytes);
        if (stored == all)
            cujit_store<T, V>(to + left, unit);
        else
            cujit_put_each<T, V>(to + left, stored, unit);
    } else {
        cujit_put<T, V>(at, mask, tile);
    }
}

/* Warps that share columns with the next ones: each stores STORED tiles, from the first one on, BEFORE columns or more
 * from the left, that begins at a multiple of a tile in memory. */
template <typename T, int V, int BEFORE, int STORED, bool TILES>
static __device__ __forceinline__ void cujit_put_overlapped(char *at, unsigned mask, const cujit_tile<T, V> &tile)
{
    constexpr bool shifts = !TILES && V > 1 && cujit_shifts<T, V>::possible;
    constexpr unsigned bytes = sizeof(T) * V, words = (bytes + 3) / 4, all = (1u << V) - 1;
    const int lane = threadIdx.x % 32;
    T *const to = (T *)at;
    cujit_tile<T, V> unit = tile;
    int first = (BEFORE + V - 1) / V;
    unsigned left = 0;

    if constexpr (shifts) {
        const unsigned from = (unsigned)((unsigned long long)(to - lane * V + BEFORE) / sizeof(T));
        const unsigned skip = BEFORE + ((0 - from) & (V - 1));
        unsigned w[2 * words];

        first = skip / V;
        left = skip % V;
        memcpy(w, &tile, bytes);
#pragma unroll
        for (unsigned k = 0; k < words; k++)
            w[words + k] = __shfl_down_sync(0xffffffffu, w[k], 1);
        cujit_slide<T, V>(w, left * sizeof(T));
        memcpy((void *)&unit, w, bytes);
    }
    if (lane < first || lane >= first + STORED)
        return;
    const unsigned stored = mask >> left & all;

    if ((TILES || shifts) && stored == all)
        cujit_store<T, V>(to + left, unit);
    else
        cujit_put_each<T, V>(to + left, stored, unit);
}
/* Of what has any step from one element to the next. */
template <int V, int BEFORE, int STORED> static __device__ __forceinline__ unsigned cujit_own(unsigned mask)
{
    const int lane = threadIdx.x % 32, first = (BEFORE + V - 1) / V;

    return lane >= first && lane < first + STORED ? mask : 0;
}
