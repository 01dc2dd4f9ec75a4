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
    cj_store *store = &cache->store;

    cj_store_failed(store, code, writing, what);
    if (store->db != NULL && !sqlite3_get_autocommit(store->db))
        cj_store_run(store, CJ_STATEMENT_ROLLBACK);
    if ((code & 0xff) == SQLITE_NOMEM)
        return cj_error_no_memory(error, "looking at the kernel cache");
    return cj_error_vendor(error, CUJIT_ERROR_CACHE, "sqlite", code, "the kernel cache failed: %s",
                           cache->stats.trouble);
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

cujit_status cj_cache_list(cj_cache *cache, cj_cache_visit visit, void *user, cujit_error *error)
{
    /* The order comes from the index on uses; CROSS JOIN keeps SQLite from turning the tables round. */
    static const char sql[] = "SELECT " CJ_STORE_ROW ", length(k.object), u.used, u.uses"
                              " FROM uses u CROSS JOIN kernels k ON k.id = u.id ORDER BY u.used DESC, u.id DESC";
    sqlite3_stmt *statement = NULL;
    cujit_status status;
    bool present, more = true;
    int code;

    pthread_mutex_lock(&cache->mutex);
    cj_store_flush(&cache->store, true);
    status = open_file(cache, false, &present, error);
    if (status == CUJIT_OK && present) {
        code = sqlite3_prepare_v2(cache->store.db, sql, -1, &statement, NULL);
        while (code == SQLITE_OK && more) {
            cj_cache_entry entry;
            cj_row row;

            if ((code = sqlite3_step(statement)) != SQLITE_ROW)
                break;
            code = SQLITE_OK;
            cj_store_read_row(statement, false, &row);
            fill_entry(statement, &row, false, &entry);
            more = visit(user, &entry);
        }
        sqlite3_finalize(statement);
        if (code != SQLITE_OK && code != SQLITE_DONE)
            status = fail(cache, code, false, "list the entries", error);
    }
    pthread_mutex_unlock(&cache->mutex);
    return status;
}

/* The first and the last digest that begin with the hexadecimal digits of `prefix`. */
static bool prefix_range(const char *prefix, cj_digest *first, cj_digest *last)
{
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
    return true;
}

/* Calls `visit` where exactly one row is found; *found counts them, up to two. */
static int visit_only(cj_cache *cache, const cj_digest range[2], cj_cache_visit visit, void *user, int *found)
{
    static const char count_sql[] = "SELECT count(*) FROM (SELECT 1 FROM kernels WHERE hash BETWEEN ?1 AND ?2 LIMIT 2)";
    static const char sql[] = "SELECT " CJ_STORE_ROW ", k.object, u.used, u.uses FROM kernels k"
                              " LEFT JOIN uses u ON u.id = k.id WHERE k.hash BETWEEN ?1 AND ?2";
    const char *const both[] = {count_sql, sql};
    int code = SQLITE_OK;

    *found = 0;
    for (int i = 0; i < 2 && code == SQLITE_OK && (i == 0 || *found == 1); i++) {
        sqlite3_stmt *statement = NULL;

        code = sqlite3_prepare_v2(cache->store.db, both[i], -1, &statement, NULL);
        if (code == SQLITE_OK) {
            sqlite3_bind_blob(statement, 1, range[0].bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
            sqlite3_bind_blob(statement, 2, range[1].bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
            code = sqlite3_step(statement);
        }
        if (code == SQLITE_ROW && i == 0) {
            *found = sqlite3_column_int(statement, 0);
        } else if (code == SQLITE_ROW) {
            cj_cache_entry entry;
            cj_row row;

            cj_store_read_row(statement, true, &row);
            fill_entry(statement, &row, true, &entry);
            visit(user, &entry);
        } else if (code == SQLITE_DONE) {
            *found = 0; /* deleted in between */
        }
        sqlite3_finalize(statement);
        code = code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
    }
    return code;
}

static cujit_status no_id(const char *prefix, cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "\"%s\" is no id of a cache entry: expected 4 to 32 hexadecimal digits",
                        prefix != NULL ? prefix : "");
}

static cujit_status judge_count(int found, const char *prefix, cujit_error *error)
{
    if (found == 0)
        return cj_error_set(error, CUJIT_ERROR_CACHE_ENTRY,
                            "no entry of the kernel cache has an id that begins with %s", prefix);
    if (found > 1)
        return cj_error_set(error, CUJIT_ERROR_CACHE_ENTRY,
                            "more than one entry of the kernel cache has an id that begins with %s: give more digits",
                            prefix);
    return CUJIT_OK;
}

cujit_status cj_cache_find(cj_cache *cache, const char *prefix, cj_cache_visit visit, void *user, cujit_error *error)
{
    cj_digest range[2];
    cujit_status status;
    bool present;
    int code, found = 0;

    if (!prefix_range(prefix, &range[0], &range[1]))
        return no_id(prefix, error);
    pthread_mutex_lock(&cache->mutex);
    cj_store_flush(&cache->store, true);
    status = open_file(cache, false, &present, error);
    if (status == CUJIT_OK && present) {
        code = visit_only(cache, range, visit, user, &found);
        if (code != SQLITE_OK)
            status = fail(cache, code, false, "find an entry", error);
    }
    pthread_mutex_unlock(&cache->mutex);
    return status == CUJIT_OK ? judge_count(found, prefix, error) : status;
}

/* Deletes the only row in the range, within a transaction; *found as above. */
static int delete_only(cj_store *store, const cj_digest range[2], int *found)
{
    static const char sql[] = "DELETE FROM kernels WHERE hash BETWEEN ?1 AND ?2";
    sqlite3_stmt *statement = NULL;
    int code;

    *found = 0;
    if ((code = cj_store_ready_to_write(store)) != SQLITE_OK ||
        (code = cj_store_run(store, CJ_STATEMENT_BEGIN)) != SQLITE_OK ||
        (code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL)) != SQLITE_OK)
        return code;
    sqlite3_bind_blob(statement, 1, range[0].bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 2, range[1].bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
    code = sqlite3_step(statement);
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE)
        return code;
    *found = sqlite3_changes(store->db);
    return cj_store_run(store, *found == 1 ? CJ_STATEMENT_COMMIT : CJ_STATEMENT_ROLLBACK);
}

cujit_status cj_cache_remove(cj_cache *cache, const char *prefix, cujit_error *error)
{
    cj_digest range[2];
    cj_signal_hold hold;
    cujit_status status;
    bool present;
    int code, found = 0;

    if (!prefix_range(prefix, &range[0], &range[1]))
        return no_id(prefix, error);
    cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    status = open_file(cache, true, &present, error);
    if (status == CUJIT_OK && present) {
        code = cache->store.readonly ? SQLITE_READONLY : delete_only(&cache->store, range, &found);
        if (code != SQLITE_OK)
            status = fail(cache, code, true, "delete an entry", error);
    }
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
    return status == CUJIT_OK ? judge_count(found, prefix, error) : status;
}

/* ---- Verifying -------------------------------------------------------------------------------------------------- */

typedef struct damaged_rows {
    int64_t *ids;
    size_t count, room;
} damaged_rows;

static bool note_damaged(damaged_rows *rows, int64_t id)
{
    if (rows->count == rows->room) {
        size_t room = rows->room == 0 ? 64 : rows->room * 2;
        int64_t *ids = cj_realloc(rows->ids, room * sizeof *ids);

        if (ids == NULL)
            return false;
        rows->ids = ids;
        rows->room = room;
    }
    rows->ids[rows->count++] = id;
    return true;
}

/* Reads all rows; SQLITE_CORRUPT where the file's own structure is broken. */
static int check_rows(cj_cache *cache, cj_cache_visit visit, void *user, cj_cache_report *report, damaged_rows *rows)
{
    static const char sql[] = "SELECT " CJ_STORE_ROW ", k.object, u.used, u.uses FROM kernels k"
                              " LEFT JOIN uses u ON u.id = k.id ORDER BY k.id";
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(cache->store.db, sql, -1, &statement, NULL);

    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        cj_cache_entry entry;
        cj_digest right;
        cj_row row;

        code = SQLITE_OK;
        cj_store_read_row(statement, true, &row);
        fill_entry(statement, &row, true, &entry);
        right = cj_digest_of(row.key, row.key_size);
        entry.intact = entry.intact && memcmp(right.bytes, row.hash.bytes, sizeof right.bytes) == 0;
        report->entries++;
        if (!entry.intact) {
            report->damaged++;
            if (!note_damaged(rows, row.id))
                code = SQLITE_NOMEM;
        }
        if (visit != NULL && !visit(user, &entry))
            break;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* SQLite's look at the file as such. */
static int quick_check(cj_cache *cache, bool *sound)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(cache->store.db, "PRAGMA quick_check(1)", -1, &statement, NULL);
    const unsigned char *answer;

    if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        answer = sqlite3_column_text(statement, 0);
        if (answer == NULL || strcmp((const char *)answer, "ok") != 0)
            *sound = false;
        code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return code;
}

static int delete_rows(cj_cache *cache, const damaged_rows *rows, uint64_t *removed)
{
    cj_store *store = &cache->store;
    int code = rows->count > 0 ? cj_store_ready_to_write(store) : SQLITE_OK;

    for (size_t i = 0; i < rows->count && code == SQLITE_OK; i++) {
        sqlite3_stmt *statement = cj_store_statement(store, CJ_STATEMENT_DELETE_ID, &code);

        if (statement == NULL)
            break;
        sqlite3_bind_int64(statement, 1, rows->ids[i]);
        code = cj_store_run(store, CJ_STATEMENT_DELETE_ID);
        if (code == SQLITE_OK)
            *removed += (uint64_t)sqlite3_changes(store->db);
    }
    return code;
}

/* The open file. Its own damage is a finding, not an error. */
static cujit_status verify_file(cj_cache *cache, bool repair, cj_cache_visit visit, void *user, cj_cache_report *report,
                                cujit_error *error)
{
    cj_store *store = &cache->store;
    damaged_rows rows = {0};
    cujit_status status = CUJIT_OK;
    bool present;
    int code = quick_check(cache, &report->file_sound), primary;

    if (code == SQLITE_OK)
        code = check_rows(cache, visit, user, report, &rows);
    if (code == SQLITE_OK)
        code = cj_store_verify_tunings(store, false, report);
    primary = code & 0xff;
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
        code = delete_rows(cache, &rows, &report->removed);
        if (code == SQLITE_OK)
            code = cj_store_verify_tunings(store, true, report);
        cache->stats.corrupt += report->removed;
    }
    if (code != SQLITE_OK)
        status = fail(cache, code, false, "verify the entries", error);
    cj_free(rows.ids);
    return status;
}

cujit_status cj_cache_verify(cj_cache *cache, bool repair, cj_cache_visit visit, void *user, cj_cache_report *out,
                             cujit_error *error)
{
    cj_cache_report report = {.file_sound = true};
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

        status = verify_file(cache, repair, visit, user, &report, error);
        report.file_sound = report.file_sound && sound;
    }
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
    if (status == CUJIT_OK)
        *out = report;
    return status;
}

/* ---- Clearing --------------------------------------------------------------------------------------------------- */

static int delete_all(cj_store *store, uint64_t *removed)
{
    int code;

    if ((code = cj_store_ready_to_write(store)) != SQLITE_OK ||
        (code = cj_store_run(store, CJ_STATEMENT_BEGIN)) != SQLITE_OK ||
        (code = cj_store_clear_tunings(store)) != SQLITE_OK ||
        (code = sqlite3_exec(store->db, "DELETE FROM uses; DELETE FROM kernels", NULL, NULL, NULL)) != SQLITE_OK)
        return code;
    *removed += (uint64_t)sqlite3_changes(store->db);
    if ((code = cj_store_run(store, CJ_STATEMENT_COMMIT)) != SQLITE_OK)
        return code;
    /* Give the space back. Where another process is in the way the pages wait for new entries instead. */
    if (sqlite3_exec(store->db, "VACUUM", NULL, NULL, NULL) == SQLITE_OK)
        sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return SQLITE_OK;
}

cujit_status cj_cache_clear(cj_cache *cache, uint64_t *removed, cujit_error *error)
{
    cj_signal_hold hold;
    uint64_t count;
    cujit_status status;
    bool present;
    int code;

    cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    count = cache->memory.count;
    cj_memory_clear(&cache->memory);
    cache->store.pending_count = 0;
    cache->store.pending_hits = 0;
    status = open_file(cache, true, &present, error);
    if (status == CUJIT_OK && present) {
        code = cache->store.readonly ? SQLITE_READONLY : delete_all(&cache->store, &count);
        if (code != SQLITE_OK)
            status = fail(cache, code, true, "delete the entries", error);
    }
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
    if (status == CUJIT_OK && removed != NULL)
        *removed = count;
    return status;
}

/* ---- Making it smaller ------------------------------------------------------------------------------------------ */

/* Until the file is below its limit, or somebody else writes all the time. */
static int evict(cj_store *store, uint64_t limit)
{
    const struct timespec pause = {0, 10000000};
    int code = cj_store_set_limit(store, limit), tries = 0;

    while (code == SQLITE_OK && cj_store_must_evict(store)) {
        if ((code = cj_store_evict_step(store)) == SQLITE_OK)
            tries = 0;
        else if ((code & 0xff) == SQLITE_BUSY && ++tries < 100 && store->db != NULL) {
            nanosleep(&pause, NULL);
            code = SQLITE_OK;
        }
    }
    return code;
}

cujit_status cj_cache_prune(cj_cache *cache, uint64_t limit, uint64_t *removed, cujit_error *error)
{
    uint64_t before = 0, after = 0, bytes;
    cj_signal_hold hold;
    cujit_status status;
    bool present;
    int code;

    if (limit > INT64_MAX)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "the limit of the kernel cache is %llu bytes: too many", (unsigned long long)limit);
    cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    status = open_file(cache, true, &present, error);
    if (status == CUJIT_OK && present) {
        cj_store_totals(&cache->store, &before, &bytes);
        code = cache->store.readonly ? SQLITE_READONLY : evict(&cache->store, limit);
        if (code != SQLITE_OK)
            status = fail(cache, code, true, "delete old entries", error);
        else
            cj_store_totals(&cache->store, &after, &bytes);
    }
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
    if (status == CUJIT_OK && removed != NULL)
        *removed = before > after ? before - after : 0;
    return status;
}
