/*
 * change.c: deleting entries, and keeping some from being deleted; for people, so it reports errors. See cache.h.
 */
#include "cache/inspect.h"

#include <time.h>

/* ---- Single entries --------------------------------------------------------------------------------------------- */

#define UNPIN "DELETE FROM notes WHERE about = 'pin' AND name BETWEEN ?1 AND ?2"

/* Within a transaction. */
static int delete_only(cj_store *store, void *user)
{
    cj_id_range *wanted = user;
    int code = cj_store_ask(store, cj_id_range_count, wanted->ends, 2, &wanted->found);

    if (code == SQLITE_OK && wanted->found == 1 && (code = cj_store_run(store, UNPIN, wanted->ends, 2)) == SQLITE_OK)
        code = cj_store_run(store, "DELETE FROM kernels WHERE " CJ_IN_RANGE, wanted->ends, 2);
    return code;
}

static int remove_only(cj_store *store, void *user)
{
    return cj_store_transact(store, delete_only, user);
}

/* Has `work` done in the range of ids that begin with `prefix`, where that is one. */
static cujit_status change_one(const char *function, cujit_cache *cache, const char *prefix, cj_store_work work,
                               const char *what, cujit_error *error)
{
    cj_id_range wanted = {.found = 0};
    cujit_status status = cj_cache_check(function, cache, prefix != NULL, error);

    if (status != CUJIT_OK || (status = cj_id_range_set(&wanted, prefix, error)) != CUJIT_OK)
        return status;
    status = cj_cache_work_on_file(cache, true, work, &wanted, what, error);
    return status == CUJIT_OK ? cj_id_range_judge(&wanted, prefix, error) : status;
}

cujit_status cujit_cache_remove(cujit_cache *cache, const char *prefix, cujit_error *error)
{
    return change_one("cujit_cache_remove", cache, prefix, remove_only, "delete an entry", error);
}

/* ---- Pins ------------------------------------------------------------------------------------------------------- */

/* Within a transaction, on the entry of a range that has one. */
static int set_pin(cj_store *store, cj_id_range *wanted, const char *note, const char *mark)
{
    int code = cj_store_ask(store, cj_id_range_count, wanted->ends, 2, &wanted->found);

    if (code != SQLITE_OK || wanted->found != 1 || (code = cj_store_run(store, note, wanted->ends, 2)) != SQLITE_OK)
        return code;
    return cj_store_run(store, mark, wanted->ends, 2);
}

static int pin_only(cj_store *store, void *user)
{
    return set_pin(store, user, "INSERT OR IGNORE INTO notes SELECT 'pin', hash, NULL FROM kernels WHERE " CJ_IN_RANGE,
                   "UPDATE uses SET pinned = 1 WHERE id = (SELECT id FROM kernels WHERE " CJ_IN_RANGE ")");
}

static int unpin_only(cj_store *store, void *user)
{
    return set_pin(store, user, UNPIN,
                   "UPDATE uses SET pinned = 0 WHERE id = (SELECT id FROM kernels WHERE " CJ_IN_RANGE ")");
}

static int pin(cj_store *store, void *user)
{
    return cj_store_transact(store, pin_only, user);
}

static int unpin(cj_store *store, void *user)
{
    return cj_store_transact(store, unpin_only, user);
}

cujit_status cujit_cache_pin(cujit_cache *cache, const char *prefix, cujit_error *error)
{
    return change_one("cujit_cache_pin", cache, prefix, pin, "pin an entry", error);
}

cujit_status cujit_cache_unpin(cujit_cache *cache, const char *prefix, cujit_error *error)
{
    return change_one("cujit_cache_unpin", cache, prefix, unpin, "unpin an entry", error);
}

/* ---- Clearing --------------------------------------------------------------------------------------------------- */

static int delete_all(cj_store *store, void *user)
{
    uint64_t *removed = user;
    int code;

    /* Tunings first, which are not counted. */
    if ((code = cj_store_run(
             store, "DELETE FROM kernels WHERE id IN (SELECT id FROM uses WHERE toolchain = " CJ_STORE_TUNINGS ")",
             NULL, 0)) != SQLITE_OK ||
        (code = cj_store_run(store, "DELETE FROM uses", NULL, 0)) != SQLITE_OK ||
        (code = cj_store_run(store, "DELETE FROM toolchains", NULL, 0)) != SQLITE_OK ||
        (code = cj_store_run(store, "DELETE FROM notes WHERE about = 'pin'", NULL, 0)) != SQLITE_OK ||
        (code = cj_store_run(store, "DELETE FROM failures", NULL, 0)) != SQLITE_OK ||
        (code = cj_store_run(store, "DELETE FROM kernels", NULL, 0)) != SQLITE_OK)
        return code;
    *removed += (uint64_t)sqlite3_changes(store->db);
    return SQLITE_OK;
}

static int clear(cj_store *store, void *user)
{
    int code = cj_store_transact(store, delete_all, user);

    /* Give the space back. Where another process is in the way the pages wait for new entries instead. */
    if (code == SQLITE_OK && cj_store_run(store, "VACUUM", NULL, 0) == SQLITE_OK)
        sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return code;
}

cujit_status cujit_cache_clear(cujit_cache *cache, uint64_t *removed, cujit_error *error)
{
    cujit_status status = cj_cache_check("cujit_cache_clear", cache, true, error);
    uint64_t count;

    if (status != CUJIT_OK)
        return status;
    pthread_mutex_lock(&cache->mutex);
    count = cache->memory.count;
    cj_memory_clear(&cache->memory);
    cj_store_forget_uses(&cache->store);
    pthread_mutex_unlock(&cache->mutex);
    status = cj_cache_work_on_file(cache, true, clear, &count, "delete the entries", error);
    if (status == CUJIT_OK && removed != NULL)
        *removed = count;
    return status;
}

/* ---- Making it smaller ------------------------------------------------------------------------------------------ */

typedef struct pruning {
    uint64_t limit, removed;
} pruning;

/* Whether a write that others were in the way of, half a second long, is to be tried again; a moment later. */
static bool may_try_again(const cj_store *store, int code, int *tries, int most)
{
    const struct timespec pause = {0, 10000000};

    if ((code & 0xff) != SQLITE_BUSY || ++*tries == most || store->db == NULL)
        return false;
    nanosleep(&pause, NULL);
    return true;
}

/* Until the file is below its limit, or somebody else writes all the time. */
static int prune(cj_store *store, void *user)
{
    pruning *self = user;
    uint64_t before;
    int code, tries = 0;

    cj_store_count(store);
    before = store->stats->entries;
    do {
        code = cj_store_set_limit(store, self->limit);
    } while (may_try_again(store, code, &tries, 8));
    while (code == SQLITE_OK && cj_store_must_evict(store)) {
        code = cj_store_evict_step(store);
        if (code == SQLITE_OK)
            tries = 0;
        else if (may_try_again(store, code, &tries, 100))
            code = SQLITE_OK;
    }
    if (code == SQLITE_OK) {
        cj_store_record_size(store);
        self->removed = before > store->stats->entries ? before - store->stats->entries : 0;
    }
    return code;
}

cujit_status cujit_cache_prune(cujit_cache *cache, uint64_t limit, uint64_t *removed, cujit_error *error)
{
    pruning self = {.limit = limit};
    cujit_status status = cj_cache_check("cujit_cache_prune", cache, true, error);

    if (status != CUJIT_OK)
        return status;
    if (limit > INT64_MAX)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "the limit of the kernel cache is %llu bytes: too many", (unsigned long long)limit);
    status = cj_cache_work_on_file(cache, true, prune, &self, "delete old entries", error);
    if (status == CUJIT_OK && removed != NULL)
        *removed = self.removed;
    return status;
}
