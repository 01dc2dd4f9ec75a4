/*
 * inspect.c: looking at a cache and checking it; for people, so it reports errors. See cache.h.
 */
#include "cache/inspect.h"

#include "cache/entry.h"
#include "libjit/base/os.h"
#include "libjit/base/sized.h"

#include <string.h>

/* Who only looks gets a connection that changes nothing. */
void cj_cache_observe(cj_cache *cache, bool writing)
{
    const bool observing = cache->observer && !writing;

    if (cache->store.observing == observing)
        return;
    cj_store_close(&cache->store, false);
    cache->store.observing = observing;
}

cujit_status cj_cache_open_file(cj_cache *cache, bool writing, bool *present, cujit_error *error)
{
    cj_store_state state;

    cj_cache_observe(cache, writing);
    cache->store.retry_at_ms = cache->store.write_retry_at_ms = 0;
    state = cj_store_open(&cache->store, false);
    *present = state == CJ_STORE_OPEN;
    if (state == CJ_STORE_TROUBLE && cache->store.short_of_memory)
        return cj_error_no_memory(error, "looking at the kernel cache");
    if (state == CJ_STORE_TROUBLE)
        return cj_error_set(error, CUJIT_ERROR_CACHE, "cannot use the kernel cache: %s", cache->stats.trouble);
    return CUJIT_OK;
}

cujit_status cj_cache_fail(cj_cache *cache, int code, bool writing, const char *what, cujit_error *error)
{
    cj_store_failed(&cache->store, code, writing, what);
    if ((code & 0xff) == SQLITE_NOMEM)
        return cj_error_no_memory(error, "looking at the kernel cache");
    return cj_error_vendor(error, CUJIT_ERROR_CACHE, "sqlite", code, "the kernel cache failed: %s",
                           cache->stats.trouble);
}

cujit_status cj_cache_judge_reset(const cj_cache *cache, uint64_t resets, cujit_error *error)
{
    if (cache->stats.file_resets == resets)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_CACHE, "%s was damaged and was made anew: nothing of it is left",
                        cache->store.file);
}

cujit_status cj_cache_work_on_file(cj_cache *cache, bool writing, cj_store_work work, void *user, const char *what,
                                   cujit_error *error)
{
    cj_store *store = &cache->store;
    cj_signal_hold hold = {.held = false};
    cujit_status status;
    uint64_t resets;
    bool present;
    int code;

    if (writing)
        cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    cj_store_flush(store, true);
    resets = cache->stats.file_resets;
    status = cj_cache_open_file(cache, writing, &present, error);
    if (status == CUJIT_OK)
        status = cj_cache_judge_reset(cache, resets, error);
    if (status == CUJIT_OK && present) {
        store->resized = store->resized || writing;
        code = writing && store->readonly ? SQLITE_READONLY : work(store, user);
        if (code != SQLITE_OK)
            status = cj_cache_fail(cache, code, writing, what, error);
    }
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
    return status;
}

/* ---- Opening ---------------------------------------------------------------------------------------------------- */

cujit_status cujit_cache_open(const char *directory, cujit_cache **out, cujit_error *error)
{
    cujit_cache *cache = NULL;
    cujit_cache_stats stats;
    cujit_status status;

    if (out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_cache_open: cache is NULL");
    if ((status = cj_cache_create_observer(directory, &cache, error)) != CUJIT_OK)
        return status;
    cujit_cache_get_stats(cache, &stats);
    if (stats.refused > 0) {
        status = cj_error_set(error, CUJIT_ERROR_CACHE, "%s", stats.trouble);
    } else if (cujit_cache_directory(cache)[0] == '\0') {
        status = cj_error_set(error, CUJIT_ERROR_CACHE, "kernels are kept in memory only: %s",
                              cj_cache_why_in_memory(cache));
    } else {
        *out = cache;
        return CUJIT_OK;
    }
    cujit_cache_free(cache);
    return status;
}

cujit_status cj_cache_check(const char *function, const cujit_cache *cache, bool complete, cujit_error *error)
{
    if (cache != NULL && complete)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                        cache == NULL ? "cache" : "an argument");
}

/* ---- Listing and finding ---------------------------------------------------------------------------------------- */

/* Columns of a row to be shown; u are the uses, t is the toolchain. */
#define SHOWN(object) "SELECT " CJ_STORE_ROW ", " object ", u.used, u.uses, u.pinned, " CJ_STORE_GONE
#define WITH_USES "kernels k LEFT JOIN uses u ON u.id = k.id LEFT JOIN toolchains t ON t.id = u.toolchain"

bool cj_row_is_whole(const cj_row *row)
{
    const cj_digest right = cj_digest_of(row->key, row->key_size);
    cj_cache_key key;

    return row->intact && memcmp(right.bytes, row->hash.bytes, sizeof right.bytes) == 0 &&
           cj_key_decode(row->key, row->key_size, &key);
}

/* What is found out about a row. */
typedef struct verdict {
    bool intact;
    cj_authenticity authentic; /* where it is intact */
} verdict;

static verdict judge(cj_store *store, const cj_row *row)
{
    const bool intact = cj_row_is_whole(row);

    return (verdict){intact, intact ? cj_store_authenticate(store, row) : CJ_AUTHENTIC};
}

/* Shows the entry of such a row, whose last columns say how it was used. False: no more is wanted. */
static bool show(const cj_audience *to, sqlite3_stmt *statement, const cj_row *row, verdict found)
{
    const cj_object *object = &row->object;
    const int64_t used = sqlite3_column_int64(statement, CJ_STORE_ROW_OBJECT + 1), now = cj_now_us();
    cujit_cache_entry shown;
    cj_cache_key key;
    char id[33];

    if (to->visit == NULL)
        return true;
    if (!cj_key_decode(row->key, row->key_size, &key)) {
        key = (cj_cache_key){"", "", "", "", "", ""};
        found.intact = false;
    }
    cj_digest_hex(&row->hash, id);
    shown = cj_entry_describe(id, &key, object);
    shown.created = row->created;
    shown.used = (used < now ? used : now) / 1000000; /* a clock may have been ahead */
    shown.uses = (uint64_t)sqlite3_column_int64(statement, CJ_STORE_ROW_OBJECT + 2);
    shown.saved_ms = (double)shown.uses * object->compile_ms;
    shown.pinned = sqlite3_column_int(statement, CJ_STORE_ROW_OBJECT + 3);
    shown.gone = sqlite3_column_int(statement, CJ_STORE_ROW_OBJECT + 4);
    shown.intact = found.intact;
    shown.untrusted = (int)found.authentic;
    return to->visit(to->user, &shown) != 0;
}

static int show_listed(void *user, sqlite3_stmt *statement)
{
    cj_row row;

    cj_store_read_row(statement, false, &row);
    return show(user, statement, &row, (verdict){.intact = row.intact}) ? SQLITE_OK : SQLITE_DONE;
}

static int list(cj_store *store, void *user)
{
    /* LIMIT keeps SQLite from flattening what is sorted, which holds no texts; CROSS JOIN keeps its order. */
    return cj_store_each(store,
                         SHOWN("length(k.object)") " FROM (SELECT * FROM uses ORDER BY used DESC, id DESC LIMIT -1) u"
                                                   " CROSS JOIN kernels k ON k.id = u.id"
                                                   " LEFT JOIN toolchains t ON t.id = u.toolchain WHERE k.kind <> 0",
                         NULL, 0, show_listed, user);
}

cujit_status cujit_cache_list(cujit_cache *cache, cujit_cache_visit visit, void *user, cujit_error *error)
{
    cujit_status status = cj_cache_check("cujit_cache_list", cache, visit != NULL, error);

    return status != CUJIT_OK
               ? status
               : cj_cache_work_on_file(cache, false, list, &(cj_audience){visit, user}, "list the entries", error);
}

const char cj_id_range_count[] = "SELECT count(*) FROM (SELECT 1 FROM kernels WHERE " CJ_IN_RANGE " LIMIT 2)";

cujit_status cj_id_range_set(cj_id_range *wanted, const char *prefix, cujit_error *error)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    cj_digest *first = &wanted->first, *last = &wanted->last;
    size_t length = strlen(prefix);

    if (length < 4 || length > (size_t)2 * CJ_DIGEST_SIZE || strspn(prefix, digits) != length)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "\"%s\" is no id of a cache entry: expected 4 to 32 hexadecimal digits", prefix);
    memset(first->bytes, 0, sizeof first->bytes);
    memset(last->bytes, 0xff, sizeof last->bytes);
    for (size_t i = 0; i < length; i++) {
        unsigned value = (unsigned)(strchr(digits, prefix[i]) - digits), shift = i % 2 == 0 ? 4 : 0;

        value -= value >= 16 ? 6 : 0;
        first->bytes[i / 2] |= (unsigned char)(value << shift);
        last->bytes[i / 2] &= (unsigned char)(value << shift | 0xfu << (4 - shift));
    }
    wanted->ends[0] = cj_bound_digest(first);
    wanted->ends[1] = cj_bound_digest(last);
    return CUJIT_OK;
}

typedef struct finding {
    cj_store *store;
    cj_id_range *wanted;
} finding;

static int show_found(void *user, sqlite3_stmt *statement)
{
    const finding *self = user;
    cj_row row;

    cj_store_read_row(statement, true, &row);
    self->wanted->found++;
    show(&self->wanted->to, statement, &row, judge(self->store, &row));
    return SQLITE_OK;
}

static int find(cj_store *store, void *user)
{
    cj_id_range *wanted = user;
    int code = cj_store_ask(store, cj_id_range_count, wanted->ends, 2, &wanted->found);

    if (code != SQLITE_OK || wanted->found != 1)
        return code;
    wanted->found = 0; /* it may have been deleted in between */
    return cj_store_each(store, SHOWN("k.object") " FROM " WITH_USES " WHERE " CJ_IN_RANGE, wanted->ends, 2, show_found,
                         &(finding){store, wanted});
}

cujit_status cj_id_range_judge(const cj_id_range *wanted, const char *prefix, cujit_error *error)
{
    if (wanted->found == 1)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_CACHE_ENTRY, "%s entry of the kernel cache has an id that begins with %s%s",
                        wanted->found == 0 ? "no" : "more than one", prefix,
                        wanted->found == 0 ? "" : ": give more digits");
}

cujit_status cujit_cache_find(cujit_cache *cache, const char *prefix, cujit_cache_visit visit, void *user,
                              cujit_error *error)
{
    cj_id_range wanted = {.to = {visit, user}};
    cujit_status status = cj_cache_check("cujit_cache_find", cache, visit != NULL && prefix != NULL, error);

    if (status != CUJIT_OK || (status = cj_id_range_set(&wanted, prefix, error)) != CUJIT_OK)
        return status;
    status = cj_cache_work_on_file(cache, false, find, &wanted, "find an entry", error);
    return status == CUJIT_OK ? cj_id_range_judge(&wanted, prefix, error) : status;
}

/* ---- Verifying -------------------------------------------------------------------------------------------------- */

/* What a check goes through, and what it finds. */
typedef struct checkup {
    cj_store *store;
    cj_audience to;
    cujit_cache_verification *result;
    int64_t *bad; /* rows: those damaged and those forged */
    size_t bad_count;
} checkup;

static int note_bad(checkup *self, int64_t id)
{
    int64_t *ids = cj_realloc(self->bad, (self->bad_count + 1) * sizeof *ids);

    if (ids == NULL)
        return SQLITE_NOMEM;
    self->bad = ids;
    ids[self->bad_count++] = id;
    return SQLITE_OK;
}

static int check_row(void *user, sqlite3_stmt *statement)
{
    checkup *self = user;
    verdict found;
    cj_row row;
    int code = SQLITE_OK;

    cj_store_read_row(statement, true, &row);
    found = judge(self->store, &row);
    self->result->damaged += !found.intact;
    self->result->forged += found.authentic == CJ_FORGED;
    if (!found.intact || found.authentic == CJ_FORGED)
        code = note_bad(self, row.id);
    if (sqlite3_column_int(statement, CJ_STORE_ROW_KIND) == CJ_OBJECT_NONE) {
        self->result->tunings++;
        return code;
    }
    self->result->entries++;
    return show(&self->to, statement, &row, found) ? code : SQLITE_DONE;
}

/* SQLite's look at the file as such. */
static int quick_check(void *user, sqlite3_stmt *statement)
{
    const unsigned char *answer = sqlite3_column_text(statement, 0);

    ((checkup *)user)->result->file_sound = answer != NULL && strcmp((const char *)answer, "ok") == 0;
    return SQLITE_DONE;
}

/* SQLITE_CORRUPT where the file's own structure is broken. */
static int check_all(cj_store *store, checkup *self)
{
    int code = cj_store_each(store, "PRAGMA quick_check(1)", NULL, 0, quick_check, self);

    if (code != SQLITE_OK)
        return code;
    return cj_store_each(store, SHOWN("k.object") " FROM " WITH_USES " ORDER BY k.id", NULL, 0, check_row, self);
}

static int delete_bad(cj_store *store, const checkup *self)
{
    int code = self->bad_count > 0 ? cj_store_ready_to_write(store) : SQLITE_OK;

    for (size_t i = 0; i < self->bad_count && code == SQLITE_OK; i++) {
        code = cj_store_run(store, CJ_STORE_DELETE_ID, CJ_BOUND(cj_bound_integer(self->bad[i])));
        self->result->removed += code == SQLITE_OK ? (uint64_t)sqlite3_changes(store->db) : 0;
    }
    return code;
}

/* The open file. Its own damage is a finding, not an error. */
static cujit_status verify_file(cj_cache *cache, bool repair, checkup *self, cujit_error *error)
{
    cj_store *store = &cache->store;
    cujit_cache_verification *result = self->result;
    bool present;
    int code = check_all(store, self), primary = code & 0xff;

    if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_ERROR) {
        result->file_sound = false;
        code = SQLITE_OK;
    }
    if (code != SQLITE_OK)
        return cj_cache_fail(cache, code, false, "verify the entries", error);
    if (!repair || (result->file_sound && self->bad_count == 0))
        return CUJIT_OK;
    if (store->readonly)
        return cj_error_set(error, CUJIT_ERROR_CACHE, "cannot repair the kernel cache: %s is read-only", store->file);
    if (!result->file_sound) {
        /* Opening it again finds the damage known, and resets the file: nothing of it can be trusted. */
        result->removed += result->entries;
        cj_store_failed(store, SQLITE_CORRUPT, true, "verify the entries");
        return cj_cache_open_file(cache, true, &present, error);
    }
    code = delete_bad(store, self);
    cache->stats.corrupt += result->removed;
    return code != SQLITE_OK ? cj_cache_fail(cache, code, false, "verify the entries", error) : CUJIT_OK;
}

cujit_status cujit_cache_verify_sized(cujit_cache *cache, int repair, cujit_cache_visit visit, void *user,
                                      cujit_cache_verification *out, size_t size, cujit_error *error)
{
    cujit_cache_verification result = {.file_sound = true};
    checkup self = {.store = cache != NULL ? &cache->store : NULL, .to = {visit, user}, .result = &result};
    cujit_status status = cj_cache_check("cujit_cache_verify", cache, out != NULL, error);
    bool present, sound = true;
    cj_signal_hold hold;
    uint64_t resets;

    if (status != CUJIT_OK)
        return status;
    cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    cj_store_flush(&cache->store, true);
    resets = cache->stats.file_resets;
    status = cj_cache_open_file(cache, repair != 0, &present, error);
    /* A file that is not even a database is made anew by opening it; who only looks says so. */
    sound = cache->stats.file_resets == resets;
    if (status != CUJIT_OK && cache->store.found_damaged && repair == 0) {
        cujit_error_clear(error);
        sound = false;
        status = CUJIT_OK;
    }
    if (status == CUJIT_OK && present)
        status = verify_file(cache, repair != 0, &self, error);
    result.file_sound = result.file_sound && sound;
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
    cj_free(self.bad);
    if (status == CUJIT_OK)
        cj_narrow(out, size, &result, sizeof result);
    return status;
}
