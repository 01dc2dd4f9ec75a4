/*
 * prelude_neighbours.h: x[i + c] of tiles; behind prelude_accessors.h, for the operations that have it.
 */

/* i + c, where i is a cujit_near_i, knows its c. It is no more than a number to everything but an accessor; and cannot go through "...",
 * where it would not become one. */
template <typename N> struct cujit_step {
    N cujit_at;
    long long cujit_by;
    __device__ __forceinline__ constexpr cujit_step(N at, long long by) noexcept : cujit_at(at), cujit_by(by) {}
    __device__ __forceinline__ constexpr cujit_step(const cujit_step &step) noexcept
        : cujit_at(step.cujit_at), cujit_by(step.cujit_by)
    {
    }
    __device__ __forceinline__ constexpr operator N() const noexcept { return cujit_at; }
};
template <typename N> struct cujit_steps {};
template <> struct cujit_steps<long long> { typedef cujit_step<long long> type; };
template <> struct cujit_steps<unsigned long long> { typedef cujit_step<unsigned long long> type; };
template <typename C>
static __device__ __forceinline__ constexpr typename cujit_steps<decltype(0LL + C())>::type operator+(cujit_near_i i, C c)
{
    return {(long long)i + c, (long long)c};
}
template <typename C>
static __device__ __forceinline__ constexpr typename cujit_steps<decltype(0LL + C())>::type operator+(C c, cujit_near_i i)
{
    return {c + (long long)i, (long long)c};
}
template <typename C>
static __device__ __forceinline__ constexpr typename cujit_steps<decltype(0LL + C())>::type operator-(cujit_near_i i, C c)
{
    return {(long long)i - c, -(long long)c};
}
static __device__ __forceinline__ constexpr long long operator+(cujit_near_i i, cujit_near_i j)
{
    return (long long)i + (long long)j;
}
static __device__ __forceinline__ constexpr long long operator-(cujit_near_i i, cujit_near_i j)
{
    return (long long)i - (long long)j;
}

/* A tile and its neighbours to both sides: x[i + c] for L <= c <= R, of which `near` is c = 0. All others are still in
 * memory, where x[i] is `at`: nobody writes the array. */
template <typename T, int L, int R> struct cujit_neighbours {
    const T *near, *at;
    __device__ __forceinline__ const T &&operator[](cujit_near_i) const noexcept
    {
        return static_cast<const T &&>(near[0]);
    }
    template <typename N> __device__ __forceinline__ const T &&operator[](const cujit_step<N> &to) const noexcept
    {
        return static_cast<const T &&>(to.cujit_by >= L && to.cujit_by <= R ? near[to.cujit_by] : at[to.cujit_by]);
    }
};
