/*
 * internal.h: what a cache is, for cache.c, tidy.c and those who look at one.
 */
#ifndef CACHE_INTERNAL_H
#define CACHE_INTERNAL_H

#include "cache/layer.h"
#include "cache/memory_table.h"
#include "cache/store.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct cj_held_lock {
    int file;
    uint64_t place;
} cj_held_lock;

struct cujit_cache {
    pthread_mutex_t mutex; /* guards all below */
    cj_store store;
    cj_memory_table memory;
    cj_layer *layers; /* of which none comes or goes while the cache is used */
    bool tuned;       /* there may be tunings in `memory` */
    bool observer;    /* made to look at the file */
    cujit_cache_stats stats;
    cj_counter last_missed; /* why the last miss was one */
    cj_held_lock *locks;    /* of keys; a forked child closes its copies */
    size_t lock_count;
    atomic_long patience_us;   /* for holders of locks that are not known to do anything */
    pthread_t tidier;          /* deletes old entries, off everybody's path */
    bool tidier_made, tidying; /* there is a thread to be joined; it is at work */
    bool closing;
    cj_cache *next, **place; /* in the list of all caches of the process, which has a mutex of its own */
};

/* The caller holds the mutex. Before the file is looked at, or written to, in an observer's cache. */
void cj_cache_observe(cj_cache *cache, bool writing);

/* The caller holds the mutex in both. After something was stored: starts the thread where there is something to delete
 * and none at work. */
void cj_cache_tidy(cj_cache *cache);
/* Ends the thread and does some of what it left; gives the mutex back meanwhile. */
void cj_cache_end_tidying(cj_cache *cache);

#endif
