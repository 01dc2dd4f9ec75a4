/*
 * prelude_stencil.h: arrays that are looked at in several places beside each index: rows of them in registers, loaded
 * and stored in aligned pieces. Behind prelude_accessors.h.
 *
 * A thread has V columns of a row, from `column` on, which may lie before or behind the row for the first and last
 * threads. `at` is where that column lies.
 */

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
template <typename T, int V, int TOGETHER, int FIRST, int LAST, int N, int PHASE, int COLUMNS>
static __device__ __forceinline__ void cujit_take_pieces(const char *at, unsigned mask, T (&to)[COLUMNS])
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

/* Bits of all columns that come TOGETHER. */
template <int TOGETHER> static __device__ __forceinline__ unsigned cujit_each(unsigned mask)
{
    return mask * ((1u << TOGETHER) - 1);
}

/* The same of what has no neighbours and any step from one element to the next. */
template <typename T, int V, int TOGETHER>
static __device__ __forceinline__ void cujit_take_strided(const char *at, long long stride, unsigned mask, T (&to)[V])
{
#pragma unroll
    for (int k = 0; k < V; k++) {
        if ((cujit_each<TOGETHER>(mask) >> k & 1) != 0)
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

/* Which of V columns, which come TOGETHER, are columns of the row, of which the last are or some: bits of the first of
 * them. The first thread of a row begins HEAD columns before it. */
template <int V, int TOGETHER, int HEAD, typename C>
static __device__ __forceinline__ unsigned cujit_columns(C column, C length)
{
    unsigned mask = 0;

#pragma unroll
    for (int p = 0; p < V; p += TOGETHER)
        mask |= (unsigned)((p >= HEAD || column + p >= 0) && ((p == 0 && HEAD == 0) || column + p < length)) << p;
    return mask;
}

/* The columns' results, those of columns of the row. */
template <typename T, int V, int TOGETHER>
static __device__ __forceinline__ void cujit_put_strided(char *at, long long stride, unsigned mask,
                                                         const cujit_tile<T, V> &tile)
{
#pragma unroll
    for (int k = 0; k < V; k++) {
        if ((cujit_each<TOGETHER>(mask) >> k & 1) != 0)
            cujit_move(*(T *)(at + k * stride), tile.cujit_of[k]);
    }
}
/* N of them, from `from` on. */
template <typename T, int V, int N>
static __device__ __forceinline__ void cujit_put_piece(T *to, const cujit_tile<T, V> &tile, int from)
{
    cujit_tile<T, N> piece;

#pragma unroll
    for (int k = 0; k < N; k++)
        cujit_move(piece.cujit_of[k], tile.cujit_of[from + k]);
    cujit_store<T, N>(to + from, piece);
}
/* Of columns that come TOGETHER, as the first of them, in aligned pieces of N elements. */
template <typename T, int V, int TOGETHER, int N>
static __device__ __forceinline__ void cujit_put_pieces(char *at, unsigned mask, const cujit_tile<T, V> &tile)
{
    T *const to = (T *)at;

#pragma unroll
    for (int p = 0; p < V; p += N) {
        const unsigned needed = cujit_needed<V, TOGETHER, 0, 0, N>(p);

        if ((mask & needed) == needed) {
            cujit_put_piece<T, V, N>(to, tile, p);
            continue;
        }
#pragma unroll
        for (int q = p; q < p + N; q += TOGETHER) {
            if (TOGETHER < N && (mask >> q & 1) != 0)
                cujit_put_piece<T, V, TOGETHER>(to, tile, q);
        }
    }
}
