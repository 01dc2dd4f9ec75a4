/*
 * inspect.c: looking at a cache, checking it and emptying it; for people, so it reports errors. See cache.h.
 */
#include "cache/internal.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

/* Who only looks gets a connection that changes nothing. */
void cj_cache_observe(cj_cache *cache, bool writing)
{
    const bool observing = cache->observer && !writing;

    if (cache->store.observing == observing)
        return;
    cj_store_close(&cache->store, false);
    cache->store.observing = observing;
}

/* Opens the file for a look, or for changes. *present: there is one. Not put off by an earlier trouble: somebody may
 * just have mended it, and asks. */
static cujit_status open_file(cj_cache *cache, bool writing, bool *present, cujit_error *error)
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

static cujit_status fail(cj_cache *cache, int code, bool writing, const char *what, cujit_error *error)
{
    cj_store_failed(&cache->store, code, writing, what);
    if ((code & 0xff) == SQLITE_NOMEM)
        return cj_error_no_memory(error, "looking at the kernel cache");
    return cj_error_vendor(error, CUJIT_ERROR_CACHE, "sqlite", code, "the kernel cache failed: %s",
                           cache->stats.trouble);
}

/* Has something done with the file, if there is one: an SQLite code, and `what` it was for the trouble. */
static cujit_status work_on_file(cj_cache *cache, bool writing, cj_store_work work, void *user, const char *what,
                                 cujit_error *error)
{
    cj_store *store = &cache->store;
    cj_signal_hold hold = {.held = false};
    cujit_status status;
    bool present;
    int code;

    if (writing)
        cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    cj_store_flush(store, true);
    status = open_file(cache, writing, &present, error);
    if (status == CUJIT_OK && present) {
        code = writing && store->readonly ? SQLITE_READONLY : work(store, user);
        if (code != SQLITE_OK)
            status = fail(cache, code, writing, what, error);
    }
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
    return status;
}

/* Makes an entry of a row whose columns after CJ_STORE_ROW are the object or its length, used and uses. */
static void fill_entry(sqlite3_stmt *statement, const cj_row *row, bool with_object, cj_cache_entry *out)
{
    memset(out, 0, sizeof *out);
    cj_digest_hex(&row->hash, out->id);
    out->intact = row->intact;
    if (!cj_key_decode(row->key, row->key_size, &out->key)) {
        out->key = (cj_cache_key){"", "", "", "", "", ""};
        out->intact = false;
    }
    out->kind = row->object.kind;
    out->object_architecture = row->object.architecture;
    out->data = with_object ? row->object.data : NULL;
    out->size = row->object.size;
    out->log = row->object.log;
    out->resources = row->object.resources;
    out->compile_ms = row->object.compile_ms;
    out->created = row->created;
    out->used = sqlite3_column_int64(statement, CJ_STORE_ROW_OBJECT + 1);
    if (out->used > cj_now_us()) /* a clock was ahead */
        out->used = cj_now_us();
    out->used /= 1000000;
    out->uses = (uint64_t)sqlite3_column_int64(statement, CJ_STORE_ROW_OBJECT + 2);
}

/* ---- Listing and finding ---------------------------------------------------------------------------------------- */

/* Who is shown entries. */
typedef struct audience {
    cj_cache_visit visit;
    void *user;
} audience;

static int show_listed(void *user, sqlite3_stmt *statement)
{
    const audience *to = user;
    cj_cache_entry entry;
    cj_row row;

    cj_store_read_row(statement, false, &row);
    fill_entry(statement, &row, false, &entry);
    return to->visit(to->user, &entry) ? SQLITE_OK : SQLITE_DONE;
}

static int list(cj_store *store, void *user)
{
    /* The order comes from the index on uses; CROSS JOIN keeps SQLite from turning the tables round. */
    return cj_store_each(store,
                         "SELECT " CJ_STORE_ROW ", length(k.object), u.used, u.uses"
                         " FROM uses u CROSS JOIN kernels k ON k.id = u.id ORDER BY u.used DESC, u.id DESC",
                         NULL, 0, show_listed, user);
}

cujit_status cj_cache_list(cj_cache *cache, cj_cache_visit visit, void *user, cujit_error *error)
{
    return work_on_file(cache, false, list, &(audience){visit, user}, "list the entries", error);
}

static const char count_range[] = "SELECT count(*) FROM (SELECT 1 FROM kernels WHERE hash BETWEEN ?1 AND ?2 LIMIT 2)";

/* The entries whose ids begin alike, of which there should be one. */
typedef struct range {
    cj_bound ends[2]; /* of `first` and `last` */
    cj_digest first, last;
    int64_t found; /* how many there are; two stand for more */
    audience to;
} range;

/* From the first to the last digest that begins with the hexadecimal digits of `prefix`. */
static bool set_range(range *wanted, const char *prefix)
{
    cj_digest *first = &wanted->first, *last = &wanted->last;
    size_t length = prefix != NULL ? strlen(prefix) : 0;

    if (length < 4 || length > (size_t)2 * CJ_DIGEST_SIZE)
        return false;
    memset(first->bytes, 0, sizeof first->bytes);
    memset(last->bytes, 0xff, sizeof last->bytes);
    for (size_t i = 0; i < length; i++) {
        unsigned char digit = (unsigned char)tolower((unsigned char)prefix[i]);
        unsigned value = digit - (isdigit(digit) ? (unsigned)'0' : 'a' - 10u), shift = i % 2 == 0 ? 4 : 0;

        if (!isxdigit(digit))
            return false;
        first->bytes[i / 2] |= (unsigned char)(value << shift);
        last->bytes[i / 2] &= (unsigned char)(value << shift | 0xfu << (4 - shift));
    }
    wanted->ends[0] = cj_bound_digest(first);
    wanted->ends[1] = cj_bound_digest(last);
    return true;
}

static int show_found(void *user, sqlite3_stmt *statement)
{
    range *wanted = user;
    cj_cache_entry entry;
    cj_row row;

    cj_store_read_row(statement, true, &row);
    fill_entry(statement, &row, true, &entry);
    wanted->found++;
    wanted->to.visit(wanted->to.user, &entry);
    return SQLITE_OK;
}

static int count_found(void *user, sqlite3_stmt *statement)
{
    ((range *)user)->found = sqlite3_column_int64(statement, 0);
    return SQLITE_OK;
}

static int find(cj_store *store, void *user)
{
    range *wanted = user;
    int code = cj_store_each(store, count_range, wanted->ends, 2, count_found, wanted);

    if (code != SQLITE_OK || wanted->found != 1)
        return code;
    wanted->found = 0; /* it may have been deleted in between */
    return cj_store_each(store,
                         "SELECT " CJ_STORE_ROW ", k.object, u.used, u.uses FROM kernels k"
                         " LEFT JOIN uses u ON u.id = k.id WHERE k.hash BETWEEN ?1 AND ?2",
                         wanted->ends, 2, show_found, wanted);
}

/* Within a transaction. */
static int delete_only(cj_store *store, void *user)
{
    range *wanted = user;
    int code = cj_store_each(store, count_range, wanted->ends, 2, count_found, wanted);

    if (code == SQLITE_OK && wanted->found == 1)
        code = cj_store_run_with(store, "DELETE FROM kernels WHERE hash BETWEEN ?1 AND ?2", wanted->ends, 2);
    return code;
}

static int remove_only(cj_store *store, void *user)
{
    return cj_store_transact(store, delete_only, user);
}

static cujit_status no_id(const char *prefix, cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "\"%s\" is no id of a cache entry: expected 4 to 32 hexadecimal digits",
                        prefix != NULL ? prefix : "");
}

static cujit_status judge_count(const range *wanted, const char *prefix, cujit_error *error)
{
    if (wanted->found == 1)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_CACHE_ENTRY, "%s entry of the kernel cache has an id that begins with %s%s",
                        wanted->found == 0 ? "no" : "more than one", prefix,
                        wanted->found == 0 ? "" : ": give more digits");
}

cujit_status cj_cache_find(cj_cache *cache, const char *prefix, cj_cache_visit visit, void *user, cujit_error *error)
{
    range wanted = {.to = {visit, user}};
    cujit_status status;

    if (!set_range(&wanted, prefix))
        return no_id(prefix, error);
    status = work_on_file(cache, false, find, &wanted, "find an entry", error);
    return status == CUJIT_OK ? judge_count(&wanted, prefix, error) : status;
}

cujit_status cj_cache_remove(cj_cache *cache, const char *prefix, cujit_error *error)
{
    range wanted = {.found = 0};
    cujit_status status;

    if (!set_range(&wanted, prefix))
        return no_id(prefix, error);
    status = work_on_file(cache, true, remove_only, &wanted, "delete an entry", error);
    return status == CUJIT_OK ? judge_count(&wanted, prefix, error) : status;
}

/* ---- Verifying -------------------------------------------------------------------------------------------------- */

typedef struct rows {
    int64_t *ids;
    size_t count, room;
} rows;

/* What a check goes through, and what it finds. */
typedef struct check {
    audience to;
    cj_cache_report *report;
    rows kernels, tunings; /* the damaged ones */
} check;

static int note_damaged(check *self, rows *list, int64_t id)
{
    if (list->count == list->room) {
        size_t room = list->room == 0 ? 64 : list->room * 2;
        int64_t *ids = cj_realloc(list->ids, room * sizeof *ids);

        if (ids == NULL)
            return SQLITE_NOMEM;
        list->ids = ids;
        list->room = room;
    }
    list->ids[list->count++] = id;
    self->report->damaged++;
    return SQLITE_OK;
}

static int check_kernel(void *user, sqlite3_stmt *statement)
{
    check *self = user;
    cj_cache_entry entry;
    cj_digest right;
    cj_row row;
    int code = SQLITE_OK;

    cj_store_read_row(statement, true, &row);
    fill_entry(statement, &row, true, &entry);
    right = cj_digest_of(row.key, row.key_size);
    entry.intact = entry.intact && memcmp(right.bytes, row.hash.bytes, sizeof right.bytes) == 0;
    self->report->entries++;
    if (!entry.intact)
        code = note_damaged(self, &self->kernels, row.id);
    return self->to.visit != NULL && !self->to.visit(self->to.user, &entry) ? SQLITE_DONE : code;
}

static int check_tuning(void *user, const cj_row *row)
{
    check *self = user;

    self->report->tunings++;
    return row->intact ? SQLITE_OK : note_damaged(self, &self->tunings, row->id);
}

/* SQLite's look at the file as such. */
static int quick_check(void *user, sqlite3_stmt *statement)
{
    const unsigned char *answer = sqlite3_column_text(statement, 0);
    check *self = user;

    self->report->file_sound = answer != NULL && strcmp((const char *)answer, "ok") == 0;
    return SQLITE_DONE;
}

/* SQLITE_CORRUPT where the file's own structure is broken. */
static int check_all(cj_store *store, check *self)
{
    int code;

    if ((code = cj_store_each(store, "PRAGMA quick_check(1)", NULL, 0, quick_check, self)) != SQLITE_OK ||
        (code = cj_store_each(store,
                              "SELECT " CJ_STORE_ROW ", k.object, u.used, u.uses FROM kernels k"
                              " LEFT JOIN uses u ON u.id = k.id ORDER BY k.id",
                              NULL, 0, check_kernel, self)) != SQLITE_OK)
        return code;
    return cj_store_each_tuning(store, check_tuning, self);
}

static int delete_rows(cj_store *store, const char *sql, const rows *list, uint64_t *removed)
{
    int code = list->count > 0 ? cj_store_ready_to_write(store) : SQLITE_OK;

    for (size_t i = 0; i < list->count && code == SQLITE_OK; i++) {
        code = cj_store_run_with(store, sql, CJ_BOUND(cj_bound_integer(list->ids[i])));
        *removed += code == SQLITE_OK ? (uint64_t)sqlite3_changes(store->db) : 0;
    }
    return code;
}

/* The open file. Its own damage is a finding, not an error. */
static cujit_status verify_file(cj_cache *cache, bool repair, check *self, cujit_error *error)
{
    cj_store *store = &cache->store;
    cj_cache_report *report = self->report;
    cujit_status status = CUJIT_OK;
    bool present;
    int code = check_all(store, self), primary = code & 0xff;

    if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_ERROR) {
        report->file_sound = false;
        code = SQLITE_OK;
    }
    if (code == SQLITE_OK && repair && store->readonly && (report->damaged > 0 || !report->file_sound)) {
        status = cj_error_set(error, CUJIT_ERROR_CACHE, "cannot repair the kernel cache: %s is read-only", store->file);
    } else if (code == SQLITE_OK && repair && !report->file_sound) {
        /* Opening it again finds the damage known, and resets the file: nothing of it can be trusted. */
        report->removed += report->entries;
        cj_store_failed(store, SQLITE_CORRUPT, true, "verify the entries");
        status = open_file(cache, true, &present, error);
    } else if (code == SQLITE_OK && repair) {
        code = delete_rows(store, CJ_STORE_DELETE_ID, &self->kernels, &report->removed);
        if (code == SQLITE_OK)
            code = delete_rows(store, "DELETE FROM tunings WHERE id = ?1", &self->tunings, &report->removed);
        cache->stats.corrupt += report->removed;
    }
    return code != SQLITE_OK ? fail(cache, code, false, "verify the entries", error) : status;
}

cujit_status cj_cache_verify(cj_cache *cache, bool repair, cj_cache_visit visit, void *user, cj_cache_report *out,
                             cujit_error *error)
{
    cj_cache_report report = {.file_sound = true};
    check self = {.to = {visit, user}, .report = &report};
    cj_signal_hold hold;
    cujit_status status;
    uint64_t resets;
    bool present;

    cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    cj_store_flush(&cache->store, true);
    resets = cache->stats.file_resets;
    status = open_file(cache, repair, &present, error);
    /* A file that is not even a database is made anew by opening it; who only looks says so. */
    if (cache->stats.file_resets != resets)
        report.file_sound = false;
    if (status != CUJIT_OK && cache->store.found_damaged && !repair) {
        cujit_error_clear(error);
        report.file_sound = false;
        status = CUJIT_OK;
    }
    if (status == CUJIT_OK && present) {
        bool sound = report.file_sound;

        status = verify_file(cache, repair, &self, error);
        report.file_sound = report.file_sound && sound;
    }
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
    cj_free(self.kernels.ids);
    cj_free(self.tunings.ids);
    if (status == CUJIT_OK)
        *out = report;
    return status;
}

/* ---- Clearing --------------------------------------------------------------------------------------------------- */

static int delete_all(cj_store *store, void *user)
{
    uint64_t *removed = user;
    int code;

    if ((code = cj_store_clear_tunings(store)) != SQLITE_OK ||
        (code = cj_store_run(store, "DELETE FROM uses")) != SQLITE_OK ||
        (code = cj_store_run(store, "DELETE FROM kernels")) != SQLITE_OK)
        return code;
    *removed += (uint64_t)sqlite3_changes(store->db);
    return SQLITE_OK;
}

static int clear(cj_store *store, void *user)
{
    int code = cj_store_transact(store, delete_all, user);

    /* Give the space back. Where another process is in the way the pages wait for new entries instead. */
    if (code == SQLITE_OK && cj_store_run(store, "VACUUM") == SQLITE_OK)
        sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return code;
}

cujit_status cj_cache_clear(cj_cache *cache, uint64_t *removed, cujit_error *error)
{
    cujit_status status;
    uint64_t count;

    pthread_mutex_lock(&cache->mutex);
    count = cache->memory.count;
    cj_memory_clear(&cache->memory);
    cj_store_forget_uses(&cache->store);
    pthread_mutex_unlock(&cache->mutex);
    status = work_on_file(cache, true, clear, &count, "delete the entries", error);
    if (status == CUJIT_OK && removed != NULL)
        *removed = count;
    return status;
}

/* ---- Making it smaller ------------------------------------------------------------------------------------------ */

typedef struct pruning {
    uint64_t limit, before, after;
} pruning;

/* Until the file is below its limit, or somebody else writes all the time. */
static int prune(cj_store *store, void *user)
{
    const struct timespec pause = {0, 10000000};
    pruning *self = user;
    uint64_t bytes;
    int code, tries = 0;

    cj_store_totals(store, &self->before, &bytes);
    code = cj_store_set_limit(store, self->limit);
    while (code == SQLITE_OK && cj_store_must_evict(store)) {
        if ((code = cj_store_evict_step(store)) == SQLITE_OK)
            tries = 0;
        else if ((code & 0xff) == SQLITE_BUSY && ++tries < 100 && store->db != NULL) {
            nanosleep(&pause, NULL);
            code = SQLITE_OK;
        }
    }
    if (code == SQLITE_OK)
        cj_store_totals(store, &self->after, &bytes);
    return code;
}

cujit_status cj_cache_prune(cj_cache *cache, uint64_t limit, uint64_t *removed, cujit_error *error)
{
    pruning self = {.limit = limit};
    cujit_status status;

    if (limit > INT64_MAX)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "the limit of the kernel cache is %llu bytes: too many", (unsigned long long)limit);
    status = work_on_file(cache, true, prune, &self, "delete old entries", error);
    if (status == CUJIT_OK && removed != NULL)
        *removed = self.before > self.after ? self.before - self.after : 0;
    return status;
}
