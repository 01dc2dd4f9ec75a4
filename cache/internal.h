/*
 * internal.h: what cache.c and inspect.c share.
 */
#ifndef CACHE_INTERNAL_H
#define CACHE_INTERNAL_H

#include "cache/cache.h"
#include "cache/memory_table.h"
#include "cache/store.h"

#include <pthread.h>

struct cj_cache {
    pthread_mutex_t mutex; /* guards all below */
    cj_store store;
    cj_memory memory;
    bool tuned; /* there may be tunings in `memory` */
    cj_cache_stats stats;
    int *locks; /* descriptors of the key locks that are held; a forked child closes its copies */
    size_t lock_count, lock_room;
    cj_cache *next, **place; /* in the list of all caches of the process, which has a mutex of its own */
};

#endif
