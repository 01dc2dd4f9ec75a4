/*
 * host_groups_copy.h: <cooperative_groups/memcpy_async.h> for the host device: the group's threads copy at once, and
 * who waits meets the others.
 */
#pragma GCC system_header
#ifndef CUJIT_COOPERATIVE_GROUPS_COPY
#define CUJIT_COOPERATIVE_GROUPS_COPY
#include <cooperative_groups.h>
#if CUJIT_BARRIERS

namespace cooperative_groups
{

template <typename G> static inline void cujit_copy(const G &group, void *to, const void *from, size_t bytes)
{
    const size_t share = (bytes + group.num_threads() - 1) / group.num_threads(), begin = share * group.thread_rank();
    if (begin < bytes)
        __builtin_memcpy((char *)to + begin, (const char *)from + begin, bytes - begin < share ? bytes - begin : share);
}
template <typename G, typename T> static inline void memcpy_async(const G &group, T *to, const T *from, size_t bytes)
{
    cujit_copy(group, to, from, bytes);
}
/* As many elements as both have. */
template <typename G, typename T>
static inline void memcpy_async(const G &group, T *to, size_t to_count, const T *from, size_t from_count)
{
    cujit_copy(group, to, from, (to_count < from_count ? to_count : from_count) * sizeof(T));
}
template <typename G>
static inline void wait(const G &group, int line = __builtin_LINE(), const char *file = __builtin_FILE())
{
    cujit_sync(group, line, file);
}
template <unsigned Stage, typename G>
static inline void wait_prior(const G &group, int line = __builtin_LINE(), const char *file = __builtin_FILE())
{
    cujit_sync(group, line, file);
}

} // namespace cooperative_groups

#endif
#endif
