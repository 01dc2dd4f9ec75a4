/*
 * tidy.c: a thread that brings the cache's file below its limit, writes times of use and measures the file, so that
 * nobody waits for it who stores or finds a kernel.
 *
 * It lives only as long as there is something to do, and works on a connection of its own, on which a step (evict.c)
 * takes a millisecond or so. What there is to do it takes over from the cache's connection, and gives back what was
 * counted.
 */
#include "cache/internal.h"

#include "libjit/base/os.h"
#include "libjit/base/thread.h"

#include <string.h>
#include <time.h>

enum {
    TIRED_AFTER = 100, /* steps that found somebody else writing; the next store starts another thread */
    LAST_STEPS = 64,   /* that a cache does when it is freed: a short process must pay for what it added */
};

/* ---- What there is to do ---------------------------------------------------------------------------------------- */

static bool has_work(const cj_store *store)
{
    return cj_store_must_evict(store) || cj_store_is_crowded(store) || store->unmeasured;
}

/* The caller holds both mutexes, here and in the next. */
static void hand_over(cj_store *from, cj_store *to)
{
    to->evicting = to->evicting || from->evicting;
    to->debt += from->debt;
    to->unmeasured = to->unmeasured || from->unmeasured;
    to->resized = to->resized || from->resized;
    from->evicting = from->unmeasured = from->resized = false;
    from->debt = 0;
    if (to->pending_count == 0) {
        memcpy(to->pending, from->pending, from->pending_count * sizeof *to->pending);
        to->pending_count = from->pending_count;
        to->pending_hits = from->pending_hits;
        cj_store_forget_uses(from);
    }
    for (int k = 0; k < CJ_COUNTER_COUNT; k++)
        to->pending_counts[k] += from->pending_counts[k];
    memset(from->pending_counts, 0, sizeof from->pending_counts);
}

/* What the thread's connection met and counted. */
static void take_back(cj_cache *cache)
{
    cujit_cache_stats *stats = &cache->tidier_stats;
    cj_store *to = &cache->store, *from = &cache->tidier_store;

    cache->stats.busy += stats->busy;
    cache->stats.file_resets += stats->file_resets;
    cache->stats.refused += stats->refused;
    if (from->new_trouble)
        cj_store_trouble(to, "%s", stats->trouble);
    from->new_trouble = false;
    stats->busy = stats->file_resets = stats->refused = 0;
    if (from->write_retry_at_ms > to->write_retry_at_ms)
        to->write_retry_at_ms = from->write_retry_at_ms;
    for (int k = 0; k < CJ_COUNTER_COUNT; k++) {
        to->counted[k] += from->counted[k];
        from->counted[k] = 0;
    }
}

/* ---- Doing it --------------------------------------------------------------------------------------------------- */

/* False: somebody else is writing, or there is trouble, which is noted. */
static bool evict_some(cj_store *store)
{
    int code = cj_store_evict_step(store);

    if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY)
        cj_store_failed(store, code, true, "delete old entries");
    return code == SQLITE_OK;
}

/* The caller holds the cache's mutex. */
static bool take_work(cj_cache *cache)
{
    bool any;

    pthread_mutex_lock(&cache->tidier_mutex);
    any = has_work(&cache->store) || has_work(&cache->tidier_store);
    if (any)
        hand_over(&cache->store, &cache->tidier_store);
    pthread_mutex_unlock(&cache->tidier_mutex);
    return any;
}

static void *tidy(void *user)
{
    cj_cache *cache = user;
    int failed = 0;

    pthread_mutex_lock(&cache->mutex);
    while (!cache->closing && failed < TIRED_AFTER && take_work(cache)) {
        struct timespec pause = {0, 200000};
        bool done;

        pthread_mutex_unlock(&cache->mutex);
        pthread_mutex_lock(&cache->tidier_mutex);
        done = evict_some(&cache->tidier_store);
        pthread_mutex_unlock(&cache->tidier_mutex);
        failed = done ? 0 : failed + 1;
        if (!done)
            pause.tv_nsec = 10000000;
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&cache->mutex);
        pthread_mutex_lock(&cache->tidier_mutex);
        take_back(cache);
        pthread_mutex_unlock(&cache->tidier_mutex);
    }
    pthread_mutex_lock(&cache->tidier_mutex);
    cj_store_close(&cache->tidier_store, true);
    cj_store_forget_uses(&cache->tidier_store); /* where they could not be written */
    hand_over(&cache->tidier_store, &cache->store);
    pthread_mutex_unlock(&cache->tidier_mutex);
    cache->tidying = false;
    pthread_mutex_unlock(&cache->mutex);
    return NULL;
}

/* ---- The thread ------------------------------------------------------------------------------------------------- */

/* A connection to the same file, on the same terms. It owns nothing. */
static void set_up(cj_cache *cache)
{
    const cj_store *own = &cache->store;
    cj_store *store = &cache->tidier_store;

    cj_store_close(store, true);
    *store = (cj_store){
        .directory = own->directory,
        .file = own->file,
        .lock_file = own->lock_file,
        .index_file = own->index_file,
        .limit = own->limit,
        .stats = &cache->tidier_stats,
        .lookup_busy_ms = own->lookup_busy_ms,
        .write_busy_ms = own->write_busy_ms,
    };
}

void cj_cache_tidy(cj_cache *cache)
{
    if (cache->tidying || !has_work(&cache->store) || cache->store.readonly ||
        cj_now_ms() < cache->store.write_retry_at_ms)
        return;
    if (cache->tidier_made)
        pthread_join(cache->tidier, NULL); /* it has given the mutex back, and ends */
    set_up(cache);
    cache->tidying = cache->tidier_made = cj_thread_start(&cache->tidier, tidy, cache);
    if (!cache->tidying)
        evict_some(&cache->store);
}

void cj_cache_forget_tidier(cj_cache *cache)
{
    cache->tidying = cache->tidier_made = false;
    cache->store.evicting = cache->tidier_store.evicting = false;
    cache->store.unmeasured = cache->tidier_store.unmeasured = false;
    cache->store.debt = cache->tidier_store.debt = 0;
    cj_store_forget_pending(&cache->tidier_store);
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
