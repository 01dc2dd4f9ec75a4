/*
 * host_groups_scan.h: <cooperative_groups/scan.h> for the host device, and what its reductions are made of. Values are
 * combined in the order of CUDA's own headers, so that floating-point results are the same.
 */
#pragma GCC system_header
#ifndef CUJIT_COOPERATIVE_GROUPS_SCAN
#define CUJIT_COOPERATIVE_GROUPS_SCAN
#include <cooperative_groups.h>
#if CUJIT_BARRIERS

namespace cooperative_groups
{

template <typename T> struct plus { T operator()(T x, T y) const { return x + y; } };
template <typename T> struct less { T operator()(T x, T y) const { return y < x ? y : x; } };
template <typename T> struct greater { T operator()(T x, T y) const { return x < y ? y : x; } };
template <typename T> struct bit_and { T operator()(T x, T y) const { return x & y; } };
template <typename T> struct bit_or { T operator()(T x, T y) const { return x | y; } };
template <typename T> struct bit_xor { T operator()(T x, T y) const { return x ^ y; } };

template <typename G, typename T, typename F> static inline void cujit_check_operator()
{
    static_assert(G::cujit_is_warp_group, "the group is a tile or a coalesced group");
    static_assert(cujit_is_same<decltype((*(typename cujit_bare<F>::type *)0)(*(T *)0, *(T *)0)), T>::value,
                  "the operator returns the type of its operands");
}

/* Over the lanes of a mask, in their order. */
template <typename T, typename F> static inline T cujit_scan(unsigned mask, T value, F &op)
{
    const unsigned rank = (unsigned)__builtin_popcount(mask & cujit_below());
    const unsigned count = (unsigned)__builtin_popcount(mask);
    for (unsigned step = 1; step < count; step *= 2) {
        const T before = cujit_move(mask, value, step <= rank ? cujit_nth(mask, rank - step) : -1);
        if (step <= rank)
            value = op(value, before);
    }
    return value;
}

template <typename G, typename T, typename F>
static inline typename cujit_bare<T>::type inclusive_scan(const G &group, T &&value, F &&op)
{
    cujit_check_operator<G, typename cujit_bare<T>::type, F>();
    return cujit_scan<typename cujit_bare<T>::type>(group.cujit_mask(), value, op);
}
template <typename G, typename T> static inline typename cujit_bare<T>::type inclusive_scan(const G &group, T &&value)
{
    return inclusive_scan(group, value, plus<typename cujit_bare<T>::type>());
}
template <typename G, typename T, typename F>
static inline typename cujit_bare<T>::type exclusive_scan(const G &group, T &&value, F &&op)
{
    typedef typename cujit_bare<T>::type type;
    const type before = group.shfl_up(inclusive_scan(group, value, op), 1);
    return group.thread_rank() == 0 ? type{} : before;
}
template <typename G, typename T> static inline typename cujit_bare<T>::type exclusive_scan(const G &group, T &&value)
{
    return exclusive_scan(group, value, plus<typename cujit_bare<T>::type>());
}

} // namespace cooperative_groups

#endif
#endif
