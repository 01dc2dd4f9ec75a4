/*
 * merge.c: taking over the entries of another cache; for people, so it reports errors. See cache.h.
 *
 * First the other file says which entries there are, then each is copied on its own, so that neither cache is held
 * while the other works.
 */
#include "cache/inspect.h"

#include "libjit/base/os.h"
#include "libjit/base/sized.h"

/* An entry on its way, as a copy. */
typedef struct parcel {
    unsigned char *key;
    size_t key_size;
    cj_object object;
    int64_t used_us, uses;
    bool found, intact, authentic;
} parcel;

typedef struct merging {
    cujit_cache *from;
    cj_audience wanted;
    bool trust;
    cujit_cache_merge_report *result;
    cj_digest *digests; /* of the entries to be copied */
    size_t count, room;
    bool short_of_memory;
} merging;

static bool read_hex(const char *id, cj_digest *out)
{
    cj_id_range one;

    if (cj_id_range_set(&one, id, NULL) != CUJIT_OK)
        return false;
    *out = one.first;
    return true;
}

/* Notes an entry of the other cache; cujit_cache_visit. */
static int note(void *user, const cujit_cache_entry *entry)
{
    merging *self = user;
    cj_digest *grown;

    if (self->wanted.visit != NULL && self->wanted.visit(self->wanted.user, entry) == 0) {
        self->result->unwanted++;
        return 1;
    }
    if (self->count == self->room) {
        grown = cj_realloc(self->digests, (2 * self->room + 64) * sizeof *grown);
        self->short_of_memory = grown == NULL;
        if (grown == NULL)
            return 0;
        self->digests = grown;
        self->room = 2 * self->room + 64;
    }
    self->count += read_hex(entry->id, &self->digests[self->count]);
    return 1;
}

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

typedef struct request {
    const cj_digest *hash;
    cj_store *store;
    parcel *out;
} request;

static int pick_up(void *user, sqlite3_stmt *statement)
{
    const request *asked = user;
    parcel *out = asked->out;
    cj_row row;

    cj_store_read_row(statement, true, &row);
    out->found = true;
    out->intact = cj_row_is_whole(&row);
    if (!out->intact)
        return SQLITE_DONE;
    out->authentic = cj_store_authenticate(asked->store, &row) == CJ_AUTHENTIC;
    out->used_us = sqlite3_column_int64(statement, CJ_STORE_ROW_OBJECT + 1);
    out->uses = sqlite3_column_int64(statement, CJ_STORE_ROW_OBJECT + 2);
    out->key_size = row.key_size;
    out->key = cj_malloc(row.key_size);
    if (out->key == NULL || !cj_object_copy(&row.object, &out->object))
        return SQLITE_NOMEM;
    memcpy(out->key, row.key, row.key_size);
    return SQLITE_DONE;
}

static int read_parcel(cj_store *store, void *user)
{
    request *asked = user;

    asked->store = store;
    return cj_store_each(store,
                         "SELECT " CJ_STORE_ROW ", k.object, u.used, u.uses FROM kernels k"
                         " LEFT JOIN uses u ON u.id = k.id WHERE k.hash = ?1 AND k.kind <> 0",
                         CJ_BOUND(cj_bound_digest(asked->hash)), pick_up, asked);
}

/* ---- Writing ---------------------------------------------------------------------------------------------------- */

typedef struct delivery {
    const cj_key_bytes *key;
    const parcel *what;
} delivery;

/* Within a transaction: how the entry was used before. */
static int write_use(cj_store *store, void *user)
{
    const delivery *self = user;
    const int64_t now = cj_now_us(), used = self->what->used_us < now ? self->what->used_us : now;

    return cj_store_run(
        store, "UPDATE uses SET used = ?2, uses = ?3 WHERE id = (SELECT id FROM kernels WHERE hash = ?1)",
        CJ_BOUND(cj_bound_digest(&self->key->hash), cj_bound_integer(used), cj_bound_integer(self->what->uses)));
}

/* The caller holds the mutex. */
static cujit_status put_down(cujit_cache *into, const delivery *what, cujit_cache_merge_report *result,
                             cujit_error *error)
{
    cj_store *store = &into->store;
    const cj_bound hash = cj_bound_digest(&what->key->hash);
    const uint64_t resets = into->stats.file_resets;
    int64_t there = 0;
    int code = SQLITE_OK;
    cujit_status status;

    if (cj_store_open(store, true) == CJ_STORE_OPEN)
        code = cj_store_ask(store, "SELECT count(*) FROM kernels WHERE hash = ?1", &hash, 1, &there);
    if (code != SQLITE_OK)
        return cj_cache_fail(into, code, false, "look for an entry", error);
    if ((status = cj_cache_judge_reset(into, resets, error)) != CUJIT_OK)
        return status;
    if (there > 0) {
        result->present++;
        return CUJIT_OK;
    }
    if (!cj_store_put(store, what->key, &what->what->object) ||
        !cj_store_write(store, true, write_use, (void *)what, "store a kernel"))
        return cj_error_set(error, CUJIT_ERROR_CACHE, "cannot write to the kernel cache %s: %s", store->directory,
                            into->stats.trouble[0] != '\0' ? into->stats.trouble : "it is read-only");
    result->copied++;
    cj_cache_tidy(into);
    return CUJIT_OK;
}

static cujit_status deliver(cujit_cache *into, const parcel *what, cujit_cache_merge_report *result, cujit_error *error)
{
    cj_signal_hold hold = {.held = false};
    cj_key_bytes key = {0};
    cj_cache_key texts;
    cujit_status status;

    if (!cj_key_decode(what->key, what->key_size, &texts) || !cj_key_encode(&texts, &key))
        return cj_error_no_memory(error, "a cache key");
    cj_hold_signal(&hold);
    pthread_mutex_lock(&into->mutex);
    cj_cache_observe(into, true);
    into->store.retry_at_ms = into->store.write_retry_at_ms = 0;
    status = put_down(into, &(delivery){&key, what}, result, error);
    pthread_mutex_unlock(&into->mutex);
    cj_release_signal(&hold);
    cj_key_clear(&key);
    return status;
}

/* ---- Entry by entry --------------------------------------------------------------------------------------------- */

static cujit_status copy_one(cujit_cache *into, merging *self, const cj_digest *hash, cujit_error *error)
{
    parcel what = {.found = false};
    cujit_status status = cj_cache_work_on_file(self->from, false, read_parcel, &(request){.hash = hash, .out = &what},
                                                "read an entry", error);

    if (status == CUJIT_OK && what.found) {
        if (!what.intact)
            self->result->damaged++;
        else if (!what.authentic && !self->trust)
            self->result->untrusted++;
        else
            status = deliver(into, &what, self->result, error);
    }
    cj_free(what.key);
    cj_object_clear(&what.object);
    return status;
}

cujit_status cujit_cache_merge_sized(cujit_cache *into, cujit_cache *from, cujit_cache_visit wanted, void *user,
                                     int trust, cujit_cache_merge_report *out, size_t size, cujit_error *error)
{
    cujit_cache_merge_report result = {0};
    merging self = {.from = from, .wanted = {wanted, user}, .trust = trust != 0, .result = &result};
    cujit_status status = cj_cache_check("cujit_cache_merge", into, from != NULL, error);

    if (status != CUJIT_OK)
        return status;
    if (into == from || strcmp(into->store.file, from->store.file) == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "the kernel cache %s is to be merged into itself",
                            from->store.directory);
    status = cujit_cache_list(from, note, &self, error);
    if (status == CUJIT_OK && self.short_of_memory)
        status = cj_error_no_memory(error, "merging kernel caches");
    /* What was used last is written last, as it would be had it been made here. */
    for (size_t k = self.count; k > 0 && status == CUJIT_OK; k--)
        status = copy_one(into, &self, &self.digests[k - 1], error);
    cj_free(self.digests);
    if (status == CUJIT_OK)
        cj_narrow(out, size, &result, sizeof result);
    return status;
}
