/*
 * cache_stats.h: what all programs that share a cache did over the days, for `cujit cache stats` and `report`.
 */
#ifndef TOOLS_CACHE_STATS_H
#define TOOLS_CACHE_STATS_H

#include "cache.h"

/* Why a kernel was not there: X(member of cujit_cache_day, words behind a number). */
#define CACHE_REASONS(X)                                                                                               \
    X(absent, "were new: nothing of that source was there")                                                            \
    X(other_toolchain, "were there, made by another compiler")                                                         \
    X(other_architecture, "were there for other architectures")                                                        \
    X(other_options, "were there with other options")                                                                  \
    X(other_version, "were there, of another version of cujit or kind of processor")                                   \
    X(damaged, "were damaged")                                                                                         \
    X(rejected, "were refused by a device")                                                                            \
    X(untrusted, "were there for the host, but under another secret, or under one that cannot be used")                \
    X(unavailable, "could not be looked for: the file was locked or in other trouble")                                 \
    X(failed, "had been refused by the compiler before, and were not tried again")

/* And what else happened. */
#define CACHE_EVENTS(X)                                                                                                \
    X(lock_timeouts, "were compiled while another process was at it, which was not waited for any longer")             \
    X(unlocked, "were compiled without a lock that keeps other processes from it")                                     \
    X(layer_hits, "of the hits were in packs")                                                                         \
    X(remote_hits, "of the misses were on a server")

typedef struct cache_history {
    cujit_cache_day *days; /* oldest first; owned */
    size_t count;
} cache_history;

bool cache_history_read(cujit_cache *cache, cache_history *out, cujit_error *error);
/* Of all days from `since` on. */
cujit_cache_day cache_history_sum(const cache_history *history, int64_t since);
uint64_t cache_day_misses(const cujit_cache_day *day);
uint64_t cache_day_events(const cujit_cache_day *day);

#endif
