/*
 * counters.h: what is counted: by a cache since it was made (cujit_cache_stats), and in its file for each day
 * (cujit_cache_day).
 */
#ifndef CACHE_COUNTERS_H
#define CACHE_COUNTERS_H

/* X(name, number, member of cujit_cache_day). The numbers are in files and do not change. */
#define CJ_COUNTERS(X)                                                                                                 \
    X(HITS, 0, hits)                                                                                                   \
    /* Why a kernel was not there. */                                                                                  \
    X(ABSENT, 1, absent)                                                                                               \
    X(OTHER_TOOLCHAIN, 2, other_toolchain)                                                                             \
    X(OTHER_ARCHITECTURE, 3, other_architecture)                                                                       \
    X(OTHER_OPTIONS, 4, other_options)                                                                                 \
    X(OTHER_VERSION, 5, other_version)                                                                                 \
    X(DAMAGED, 6, damaged)                                                                                             \
    X(REJECTED, 7, rejected)                                                                                           \
    X(UNAVAILABLE, 8, unavailable)                                                                                     \
    /* What else happened. */                                                                                          \
    X(FAILED, 9, failed)                                                                                               \
    X(STORES, 10, stores)                                                                                              \
    X(EVICTIONS, 11, evictions)                                                                                        \
    /* Another reason. */                                                                                              \
    X(UNTRUSTED, 14, untrusted)                                                                                        \
    /* What else happened. */                                                                                          \
    X(LOCK_TIMEOUTS, 15, lock_timeouts)                                                                                \
    X(UNLOCKED, 16, unlocked)                                                                                          \
    /* Behind the file: of the hits, and of the misses. */                                                             \
    X(LAYER_HITS, 17, layer_hits)                                                                                      \
    X(REMOTE_HITS, 18, remote_hits)

/* Times count microseconds. */
typedef enum cj_counter {
    CJ_COUNT_COMPILE_US = 12,
    CJ_COUNT_SAVED_US = 13,
#define CJ_COUNTER_ENUM(name, number, member) CJ_COUNT_##name = number,
    CJ_COUNTERS(CJ_COUNTER_ENUM)
#undef CJ_COUNTER_ENUM
        CJ_COUNTER_COUNT
} cj_counter;

/* Beside them: how much there was on a day, when it was measured last, and when that was. Not counted, but set. */
enum { CJ_SIZE_ENTRIES = 20, CJ_SIZE_BYTES = 21, CJ_SIZE_MEASURED_US = 22 };

#endif
