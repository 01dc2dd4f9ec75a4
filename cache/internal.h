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
    cj_layer *layers;        /* of which none comes or goes while the cache is used */
    bool tuned;              /* there may be tunings in `memory` */
    double untuned_until_ms; /* cj_now_ms(): until then what cj_cache_prepare() saw holds, that there is none */
    bool observer;           /* made to look at the file */
    cujit_cache_stats stats;
    cj_held_lock *locks; /* of keys; a forked child closes its copies */
    size_t lock_count;
    atomic_long patience_us;   /* for holders of locks that are not known to do anything */
    pthread_t tidier;          /* deletes old entries and writes times of use, off everybody's path */
    bool tidier_made, tidying; /* there is a thread to be joined; it is at work */
    bool closing;
    pthread_mutex_t tidier_mutex; /* guards the two below; taken behind the other one, or alone */
    cj_store tidier_store;        /* its own connection, as long as it is at work: nobody waits for it who looks up */
    cujit_cache_stats tidier_stats;
    atomic_int retained;     /* how many will free it besides the first */
    cj_cache *next, **place; /* in the list of all caches of the process, which has a mutex of its own */
};

/* Counts something, for the history. */
void cj_cache_note(cj_cache *cache, cj_counter counter, int64_t amount);

/* The caller holds the mutex. Before the file is looked at, or written to, in an observer's cache. */
void cj_cache_observe(cj_cache *cache, bool writing);

/* The caller holds the mutex in all that follow. After something was stored or found: starts the thread where there is
 * something to do for it and none at work. */
void cj_cache_tidy(cj_cache *cache);
/* Ends the thread and does some of what it left; gives the mutex back meanwhile. */
void cj_cache_end_tidying(cj_cache *cache);
/* A forked child has no thread, and nothing to do for one. */
void cj_cache_forget_tidier(cj_cache *cache);

#endif
