/*
 * tidy.c: a thread that brings the cache's file below its limit, so that nobody waits for it who stores a kernel.
 *
 * It lives only as long as there is something to delete. Each step (evict.c) takes the cache's mutex for a millisecond.
 */
#include "cache/internal.h"

#include <signal.h>
#include <time.h>

enum {
    TIRED_AFTER = 100, /* steps that found somebody else writing; the next store starts another thread */
    LAST_STEPS = 64,   /* that a cache does when it is freed: a short process must pay for what it added */
};

/* False: somebody else is writing, or there is trouble, which is noted. */
static bool evict_some(cj_store *store)
{
    int code = cj_store_evict_step(store);

    if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY)
        cj_store_failed(store, code, true, "delete old entries");
    return code == SQLITE_OK;
}

static void *tidy(void *user)
{
    cj_cache *cache = user;
    int failed = 0;

    pthread_mutex_lock(&cache->mutex);
    while (!cache->closing && failed < TIRED_AFTER && cj_store_must_evict(&cache->store)) {
        const bool done = evict_some(&cache->store);
        const struct timespec pause = {0, done ? 200000 : 10000000};

        failed = done ? 0 : failed + 1;
        pthread_mutex_unlock(&cache->mutex);
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&cache->mutex);
    }
    cache->tidying = false;
    pthread_mutex_unlock(&cache->mutex);
    return NULL;
}

static bool start(cj_cache *cache)
{
    sigset_t all, before;
    int code;

    /* The application's signals are for its own threads. */
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return false;
    code = pthread_create(&cache->tidier, NULL, tidy, cache);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code == 0;
}

void cj_cache_tidy(cj_cache *cache)
{
    if (cache->tidying || !cj_store_must_evict(&cache->store))
        return;
    if (cache->tidier_made)
        pthread_join(cache->tidier, NULL); /* it has given the mutex back, and ends */
    cache->tidying = cache->tidier_made = start(cache);
    if (!cache->tidying)
        evict_some(&cache->store);
}

void cj_cache_end_tidying(cj_cache *cache)
{
    cache->closing = true;
    if (cache->tidier_made) {
        pthread_mutex_unlock(&cache->mutex);
        pthread_join(cache->tidier, NULL);
        pthread_mutex_lock(&cache->mutex);
        cache->tidier_made = false;
    }
    for (int k = 0; k < LAST_STEPS && cj_store_must_evict(&cache->store) && evict_some(&cache->store); k++)
        continue;
}
