/*
 * host_groups_reduce.h: <cooperative_groups/reduce.h> for the host device.
 */
#pragma GCC system_header
#ifndef CUJIT_COOPERATIVE_GROUPS_REDUCE
#define CUJIT_COOPERATIVE_GROUPS_REDUCE
#include <cooperative_groups/scan.h>
#if CUJIT_BARRIERS

namespace cooperative_groups
{

/* Whole tiles in pairs, as CUDA does; what lacks lanes by a scan, whose last lane has it all. */
template <typename G, typename T, typename F>
static inline typename cujit_bare<T>::type reduce(const G &group, T &&given, F &&op)
{
    typedef typename cujit_bare<T>::type type;
    cujit_check_operator<G, type, F>();
    const unsigned mask = group.cujit_mask(), present = (unsigned)cujit_warp(mask, 2, 1, 0);
    const unsigned count = group.num_threads(), low = mask & -mask;
    type value = given;
    if (present != mask || mask / low != (count == 32 ? ~0u : (1u << (count & 31)) - 1) || (count & (count - 1)) != 0)
        return cujit_move<type>(present, cujit_scan<type>(present, value, op), 31 - __builtin_clz(present));
    for (unsigned bit = count / 2; bit > 0; bit /= 2)
        value = op(value, cujit_move<type>(mask, value, cujit_lane() ^ (int)bit));
    return value;
}

} // namespace cooperative_groups

#endif
#endif
