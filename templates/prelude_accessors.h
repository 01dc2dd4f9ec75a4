/*
 * prelude_accessors.h: what a `name` in an operation can be besides a pointer.
 *
 * In `z[i] = a * x[i]` x[i] is an access, and x may be anything that has an operator[]: here, an element that the
 * thread holds in registers. Behind the prelude of either device, for variants of elementwise kernels that need it.
 *
 * Generated text stands behind the user's preamble, where any name may be a macro. So whatever it names of the preludes
 * begins with cujit_, members too; what only the preludes use need not.
 */

/* V consecutive elements, moved in units of up to 16 bytes, whatever T is. Odd sizes (12-byte structs) get what
 * alignment they have. Constants of templates are enumerators: NVRTC keeps a place in the device's memory for every
 * static member that is instantiated, and a process's first module with such places takes 0.1 ms more to load. */
template <typename T, int V> struct cujit_unit_of {
    enum : unsigned {
        bytes = sizeof(T) * V,
        power = bytes & (~bytes + 1),
        size = power < 16 ? power : 16,
        alignment = size > alignof(T) ? size : alignof(T)
    };
    enum : bool { plain = __is_trivially_copyable(T) };
};
template <typename T, int V, bool PLAIN = cujit_unit_of<T, V>::plain>
struct alignas(cujit_unit_of<T, V>::alignment) cujit_tile {
    T cujit_of[V];
};
/* What a type's own assignment does is for the operation: elements are moved as bytes. */
template <typename T, int V> struct alignas(cujit_unit_of<T, V>::alignment) cujit_tile<T, V, false> {
    T cujit_of[V];
    __device__ __forceinline__ cujit_tile() {}
    __device__ __forceinline__ cujit_tile(const cujit_tile &tile)
    {
        memcpy((void *)cujit_of, (const void *)tile.cujit_of, sizeof cujit_of);
    }
    __device__ __forceinline__ cujit_tile &operator=(const cujit_tile &tile)
    {
        memcpy((void *)cujit_of, (const void *)tile.cujit_of, sizeof cujit_of);
        return *this;
    }
};
template <bool PLAIN> struct cujit_mover {
    template <typename T> static __device__ __forceinline__ void move(T &to, const T &from) { to = from; }
};
template <> struct cujit_mover<false> {
    template <typename T> static __device__ __forceinline__ void move(T &to, const T &from)
    {
        memcpy((void *)&to, (const void *)&from, sizeof to);
    }
};
template <typename T> static __device__ __forceinline__ void cujit_move(T &to, const T &from)
{
    cujit_mover<cujit_unit_of<T, 1>::plain>::move(to, from);
}

/* What `i` is where an array is no pointer: a type of its own, so that x[i] is the element at hand, and no other index
 * compiles. Enumerations, because they are the same numbers to the machine, and to every operator. Where the number
 * would not be the right one it is a class that gives none away. `j` of a fold is another one: x[j] is not x[i]. */
enum cujit_counted_i : long long {};
enum cujit_near_i : long long {}; /* prelude_neighbours.h */
enum cujit_counted_j : long long {};
#define CUJIT_BARE(name)                                                                                               \
    struct name {                                                                                                      \
        explicit __device__ __forceinline__ constexpr name(long long) noexcept {}                                      \
        __device__ __forceinline__ constexpr name(const name &) noexcept {}                                            \
        void operator&() const = delete;                                                                               \
    };
CUJIT_BARE(cujit_bare_i)
CUJIT_BARE(cujit_bare_j)
#undef CUJIT_BARE

/* One element of a tile or a view, under the name of its array. One that is not written is an rvalue, which is const and
 * has no address: nothing can store there, but for a cast. */
template <typename T> struct cujit_element {
    T &at;
    __device__ __forceinline__ T &operator[](cujit_counted_i) const noexcept { return at; }
    __device__ __forceinline__ T &operator[](cujit_bare_i) const noexcept { return at; }
    __device__ __forceinline__ T &operator[](cujit_near_i) const noexcept { return at; }
};
template <typename T> struct cujit_element<const T> {
    const T &at;
    __device__ __forceinline__ const T &&operator[](cujit_counted_i) const noexcept { return static_cast<const T &&>(at); }
    __device__ __forceinline__ const T &&operator[](cujit_bare_i) const noexcept { return static_cast<const T &&>(at); }
    __device__ __forceinline__ const T &&operator[](cujit_near_i) const noexcept { return static_cast<const T &&>(at); }
};

/* A unit as machine words. NVRTC never merges accesses to single elements, and splits those to structs again as soon as
 * it cannot prove their alignment: so the instruction is written out. */
template <unsigned BYTES> struct cujit_unit;
#ifdef CUJIT_DEVICE_CUDA
template <> struct cujit_unit<16> {
    unsigned a, b, c, d;
    __device__ __forceinline__ void load(const void *p)
    {
        asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p));
    }
    __device__ __forceinline__ void store(void *p) const
    {
        asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
    }
};
template <> struct cujit_unit<8> {
    unsigned a, b;
    __device__ __forceinline__ void load(const void *p)
    {
        asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(p));
    }
    __device__ __forceinline__ void store(void *p) const
    {
        asm volatile("st.global.v2.u32 [%0], {%1, %2};" ::"l"(p), "r"(a), "r"(b) : "memory");
    }
};
template <> struct cujit_unit<4> {
    unsigned a;
    __device__ __forceinline__ void load(const void *p) { a = *(const unsigned *)p; }
    __device__ __forceinline__ void store(void *p) const { *(unsigned *)p = a; }
};
template <> struct cujit_unit<2> {
    unsigned short a;
    __device__ __forceinline__ void load(const void *p) { a = *(const unsigned short *)p; }
    __device__ __forceinline__ void store(void *p) const { *(unsigned short *)p = a; }
};
template <> struct cujit_unit<1> {
    unsigned char a;
    __device__ __forceinline__ void load(const void *p) { a = *(const unsigned char *)p; }
    __device__ __forceinline__ void store(void *p) const { *(unsigned char *)p = a; }
};
#else
template <unsigned BYTES> struct cujit_unit {
    unsigned char a[BYTES];
    inline void load(const void *p) { __builtin_memcpy(a, __builtin_assume_aligned(p, BYTES), BYTES); }
    inline void store(void *p) const { __builtin_memcpy(__builtin_assume_aligned(p, BYTES), a, BYTES); }
};
#endif

template <typename T, int V> static __device__ __forceinline__ cujit_tile<T, V> cujit_load(const T *from)
{
    constexpr unsigned size = cujit_unit_of<T, V>::size, count = sizeof(cujit_tile<T, V>) / size;
    cujit_unit<size> units[count];
    cujit_tile<T, V> tile;

#pragma unroll
    for (unsigned k = 0; k < count; k++)
        units[k].load((const char *)from + k * size);
    memcpy((void *)&tile, units, sizeof tile);
    return tile;
}
template <typename T, int V> static __device__ __forceinline__ void cujit_store(T *to, const cujit_tile<T, V> &tile)
{
    constexpr unsigned size = cujit_unit_of<T, V>::size, count = sizeof(cujit_tile<T, V>) / size;
    cujit_unit<size> units[count];

    memcpy(units, (const void *)&tile, sizeof tile);
#pragma unroll
    for (unsigned k = 0; k < count; k++)
        units[k].store((char *)to + k * size);
}

template <typename T, int V> static __device__ __forceinline__ bool cujit_is_aligned(const T *p)
{
    return ((unsigned long long)p & (alignof(cujit_tile<T, V>) - 1)) == 0;
}

/* What there is of an aligned unit before `end`, byte by byte where a word is not all there. */
template <typename T, unsigned WORDS>
static __device__ __forceinline__ void cujit_load_until(const char *from, const char *end, unsigned (&w)[WORDS])
{
#pragma unroll
    for (unsigned k = 0; k < WORDS; k++) {
        const char *const at = from + 4 * k;

        w[k] = 0;
        if (at + 4 <= end)
            w[k] = *(const unsigned *)at;
        else if constexpr (sizeof(T) < 4) {
#pragma unroll
            for (unsigned b = 0; b < 3; b++)
                w[k] |= at + b < end ? (unsigned)(unsigned char)at[b] << 8 * b : 0;
        }
    }
}

/* From anywhere in memory: the one or two aligned units that a tile lies in, shifted into place; the first half of `w`
 * are the tile's words then. A unit is only touched for bytes that are asked for. Those behind them in the second one
 * may be nobody's: where the array's end is given nothing is read there, else they are, which no device minds. */
template <typename T, int V> struct cujit_shifts {
    enum : unsigned { bytes = sizeof(T) * V, words = bytes / 4 };
    enum : bool { possible = (bytes == 4 || bytes == 8 || bytes == 16) && 16 % sizeof(T) == 0 };
};
/* Moves the words of two tiles down by `offset` bytes, less than a tile has. */
template <typename T, int V>
static __device__ __forceinline__ void cujit_slide(unsigned offset, unsigned (&w)[2 * cujit_shifts<T, V>::words])
{
    constexpr unsigned words = cujit_shifts<T, V>::words;

    /* Whole words first, in steps that leave every index a constant. */
    if constexpr (words == 4) {
        if (offset & 8) {
#pragma unroll
            for (unsigned k = 0; k < 6; k++)
                w[k] = w[k + 2];
        }
    }
    if constexpr (words >= 2 && alignof(T) < 8) {
        if (offset & 4) {
#pragma unroll
            for (unsigned k = 0; k + 1 < 2 * words; k++)
                w[k] = w[k + 1];
        }
    }
    if constexpr (alignof(T) < 4) {
#pragma unroll
        for (unsigned k = 0; k < words; k++)
            w[k] = __funnelshift_r(w[k], w[k + 1], offset % 4 * 8);
    }
}
template <typename T, int V>
static __device__ __forceinline__ void cujit_shift(const T *from, unsigned (&w)[2 * cujit_shifts<T, V>::words],
                                                   const void *end)
{
    constexpr unsigned bytes = cujit_shifts<T, V>::bytes, words = cujit_shifts<T, V>::words;
    const unsigned offset = (unsigned)((unsigned long long)from & (bytes - 1));
    const char *at = (const char *)from - offset;
    cujit_unit<bytes> low, high;
    const bool cut = end != nullptr && at + 2 * bytes > (const char *)end;

    low.load(at);
    high = low;
    if (offset != 0 && !cut)
        high.load(at + bytes);
    memcpy(w, &low, bytes);
    memcpy(w + words, &high, bytes);
    if (offset != 0 && cut) {
        unsigned last[words];

        cujit_load_until<T>(at + bytes, (const char *)end, last);
        memcpy(w + words, last, bytes);
    }
    cujit_slide<T, V>(offset, w);
}
template <typename T, int V>
static __device__ __forceinline__ cujit_tile<T, V> cujit_load_shifted(const T *from, const void *end = nullptr)
{
    cujit_tile<T, V> tile;

    if constexpr (cujit_shifts<T, V>::possible) {
        unsigned w[2 * cujit_shifts<T, V>::words];

        cujit_shift<T, V>(from, w, end);
        memcpy((void *)&tile, w, sizeof tile);
    } else {
        if (cujit_is_aligned<T, V>(from))
            return cujit_load<T, V>(from);
#pragma unroll
        for (int k = 0; k < V; k++)
            cujit_move(tile.cujit_of[k], from[k]);
    }
    return tile;
}
template <typename T, int V>
static __device__ __forceinline__ void cujit_store_shifted(T *to, const cujit_tile<T, V> &tile)
{
    if (cujit_is_aligned<T, V>(to)) {
        cujit_store<T, V>(to, tile);
        return;
    }
#pragma unroll
    for (int k = 0; k < V; k++)
        cujit_move(to[k], tile.cujit_of[k]);
}

/* Bits, not values: -0 is not 0, and a NaN is itself. */
template <typename T> static __device__ __forceinline__ bool cujit_differs(const T &a, const T &b)
{
    constexpr unsigned unit = sizeof(T) % 8 == 0 ? 8 : sizeof(T) % 4 == 0 ? 4 : sizeof(T) % 2 == 0 ? 2 : 1;
    bool differs = false;

#pragma unroll
    for (unsigned k = 0; k < sizeof(T); k += unit) {
        unsigned long long left = 0, right = 0;

        memcpy(&left, (const char *)&a + k, unit);
        memcpy(&right, (const char *)&b + k, unit);
        differs |= left != right;
    }
    return differs;
}

/* Stores what an operation has changed and nothing else: it may have left elements alone that somebody else writes. */
template <typename T, int V>
static __device__ __forceinline__ void cujit_store_changed(T *to, const cujit_tile<T, V> &tile,
                                                           const cujit_tile<T, V> &before)
{
    bool all = cujit_is_aligned<T, V>(to);

#pragma unroll
    for (int k = 0; k < V; k++)
        all &= cujit_differs(tile.cujit_of[k], before.cujit_of[k]);
    if (all) {
        cujit_store<T, V>(to, tile);
        return;
    }
#pragma unroll
    for (int k = 0; k < V; k++) {
        if (cujit_differs(tile.cujit_of[k], before.cujit_of[k]))
            cujit_move(to[k], tile.cujit_of[k]);
    }
}

/* ---- Views: arrays of any strides -------------------------------------------------------------------------------- */

/* Offsets are summed up without a sign, where a step back is a step round, and then are what they are. */
static __device__ __forceinline__ long long cujit_signed(unsigned offset) { return (int)offset; }
static __device__ __forceinline__ long long cujit_signed(unsigned long long offset) { return (long long)offset; }

/* t / d for t < 2^31 or 2^63, by the numbers that the host found for d. */
static __device__ __forceinline__ unsigned cujit_divide(unsigned t, unsigned magic, unsigned shift)
{
    return (__umulhi(t, magic) + t) >> shift;
}
static __device__ __forceinline__ unsigned long long cujit_divide(unsigned long long t, unsigned long long magic,
                                                                  unsigned long long shift)
{
    return (__umul64hi(t, magic) + t) >> shift;
}

/* The place along each axis of the t-th of counts[0] * counts[1] * ..., the last axis fastest. */
template <int R, typename U>
static __device__ __forceinline__ void cujit_find_place(U t, const U (&counts)[R], const U (&magic)[R],
                                                        const U (&shift)[R], U (&place)[R])
{
#pragma unroll
    for (int k = R - 1; k > 0; k--) {
        const U rest = cujit_divide(t, magic[k], shift[k]);

        place[k] = t - rest * counts[k];
        t = rest;
    }
    place[0] = t;
}

template <int R, typename U>
static __device__ __forceinline__ long long cujit_offset(const U (&place)[R], const U (&strides)[R])
{
    U sum = 0;

#pragma unroll
    for (int k = 0; k < R; k++)
        sum += place[k] * strides[k];
    return cujit_signed(sum);
}

/* How many indices of one row a thread takes in a row, and where it goes on: the host's blocks of one thread have
 * chunks, and need not find their place anew for each. */
#ifdef CUJIT_DEVICE_CUDA
static __device__ __forceinline__ long long cujit_run(long long, long long) { return 1; }
static __device__ __forceinline__ long long cujit_after(long long) { return cujit_stride(); }
#else
static inline long long cujit_run(long long row, long long chunk) { return row < chunk ? row : chunk; }
static inline long long cujit_after(long long run) { return run; }
#endif

template <typename T> static __device__ __forceinline__ unsigned cujit_bits(const char *from)
{
    return sizeof(T) == 1 ? *(const unsigned char *)from : *(const unsigned short *)from;
}

/* V elements along an axis. `aligned`: they are a tile in memory, aligned as one. All threads of a block go one way.
 * Small elements are put together as words: where ways meet, compilers would keep each in a register of its own. */
template <typename T, int V, typename U>
static __device__ __forceinline__ cujit_tile<T, V> cujit_load_strided(const char *from, U stride, U aligned)
{
    constexpr unsigned bytes = sizeof(T) * V;
    cujit_tile<T, V> tile;

    if constexpr ((sizeof(T) == 1 || sizeof(T) == 2) && bytes % 4 == 0) {
        constexpr int a_word = 4 / sizeof(T), words = bytes / 4;
        unsigned w[words];

        if (aligned) {
            tile = cujit_load<T, V>((const T *)from);
            memcpy(w, &tile, bytes);
        } else if (stride == 0) {
            const unsigned word = cujit_bits<T>(from) * (sizeof(T) == 1 ? 0x01010101u : 0x00010001u);
#pragma unroll
            for (int k = 0; k < words; k++)
                w[k] = word;
        } else {
#pragma unroll
            for (int k = 0; k < V; k++) {
                const unsigned bits = cujit_bits<T>(from + cujit_signed(k * stride)) << (8 * sizeof(T) * (k % a_word));
                w[k / a_word] = k % a_word == 0 ? bits : w[k / a_word] | bits;
            }
        }
        memcpy(&tile, w, bytes);
    } else {
        if (aligned)
            return cujit_load<T, V>((const T *)from);
#pragma unroll
        for (int k = 0; k < V; k++)
            cujit_move(tile.cujit_of[k],
                       k > 0 && stride == 0 ? tile.cujit_of[0] : *(const T *)(from + cujit_signed(k * stride)));
    }
    return tile;
}
template <typename T, int V, typename U>
static __device__ __forceinline__ void cujit_store_strided(char *to, const cujit_tile<T, V> &tile, U stride, U aligned)
{
    if (aligned) {
        cujit_store<T, V>((T *)to, tile);
        return;
    }
#pragma unroll
    for (int k = 0; k < V; k++)
        cujit_move(*(T *)(to + cujit_signed(k * stride)), tile.cujit_of[k]);
}
template <typename T, int V, typename U>
static __device__ __forceinline__ void cujit_store_changed_strided(char *to, const cujit_tile<T, V> &tile,
                                                                   const cujit_tile<T, V> &before, U stride, U aligned)
{
    if (aligned) {
        cujit_store_changed<T, V>((T *)to, tile, before);
        return;
    }
#pragma unroll
    for (int k = 0; k < V; k++) {
        if (cujit_differs(tile.cujit_of[k], before.cujit_of[k]))
            cujit_move(*(T *)(to + cujit_signed(k * stride)), tile.cujit_of[k]);
    }
}

/* What a whole patch holds of an input: tiles, or one element V times. */
template <typename T, int V, typename U>
static __device__ __forceinline__ cujit_tile<T, V> cujit_load_whole(const char *from, U aligned)
{
    return cujit_load_strided<T, V>(from, (U)0, aligned);
}

/* How many of `width` places from `place` on lie before `length`. */
template <typename U> static __device__ __forceinline__ int cujit_part(U place, U length, int width)
{
    return place >= length ? 0 : length - place < (U)width ? (int)(length - place) : width;
}
/* To the overloads of functions of numbers, where there are any (prelude_promotion.h). */
template <typename T> struct cujit_number;
template <> struct cujit_number<cujit_counted_i> { typedef double real; };
template <> struct cujit_number<cujit_near_i> { typedef double real; };
template <> struct cujit_number<cujit_counted_j> { typedef double real; };
/* And to the operators of half and bfloat16. */
template <typename T, typename U> struct cujit_beside;
template <typename T> struct cujit_beside<T, cujit_counted_i> { typedef T result; typedef float compared; };
template <typename T> struct cujit_beside<T, cujit_near_i> { typedef T result; typedef float compared; };
template <typename T> struct cujit_beside<T, cujit_counted_j> { typedef T result; typedef float compared; };
