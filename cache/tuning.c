/*
 * tuning.c: what tuners found out, in a table of its own in the cache's file. See store.h.
 *
 * Rows are small and few, and found by the digest of their key like kernels; a row whose checksum is wrong is deleted
 * and not there. Files that were made before there were tunings lack the table, which is a miss and no damage.
 */
#include "cache/store.h"

#include <string.h>

enum { TRIES = 2 };

/* The time of use is written when the one on disk is older than this, so that a look-up hardly ever writes. */
static const int64_t stale_us = INT64_C(86400) * 1000000;

typedef struct tuning_row {
    int64_t id, used;
    const void *key; /* as long as the statement stands on the row */
    size_t key_size;
    const char *value;
    bool intact;
} tuning_row;

/* Reads "id, checksum, used, hash, key, value". */
static void read_row(sqlite3_stmt *statement, tuning_row *out)
{
    const void *checksum = sqlite3_column_blob(statement, 1), *hash = sqlite3_column_blob(statement, 3);
    cj_digest index, right;

    *out = (tuning_row){.id = sqlite3_column_int64(statement, 0), .used = sqlite3_column_int64(statement, 2)};
    out->key = sqlite3_column_blob(statement, 4);
    out->key_size = (size_t)sqlite3_column_bytes(statement, 4);
    out->value = (const char *)sqlite3_column_text(statement, 5);
    if (checksum == NULL || sqlite3_column_bytes(statement, 1) != CJ_DIGEST_SIZE || hash == NULL ||
        sqlite3_column_bytes(statement, 3) != CJ_DIGEST_SIZE || out->key == NULL || out->value == NULL ||
        strlen(out->value) != (size_t)sqlite3_column_bytes(statement, 5) || strlen(out->value) >= CJ_TUNING_SIZE)
        return;
    memcpy(index.bytes, hash, CJ_DIGEST_SIZE);
    right = cj_tuning_checksum(&index, out->key, out->key_size, out->value);
    out->intact = memcmp(right.bytes, checksum, CJ_DIGEST_SIZE) == 0;
}

/* Is there the table? SQLite looks whether another process has changed the schema when a statement runs, not before. */
static bool has_table(cj_store *store, int *code)
{
    bool found = cj_store_ask(store, CJ_STATEMENT_HAS_TUNINGS, 0, code) != 0;

    *code = *code == SQLITE_ROW || *code == SQLITE_DONE ? SQLITE_OK : *code;
    return found;
}

/* Has the row deleted that `statement` stands on, when that has been reset. */
static bool prepare_removal(cj_store *store, sqlite3_stmt *statement)
{
    int code;
    sqlite3_stmt *removal = cj_store_statement(store, CJ_STATEMENT_DELETE_TUNING, &code);

    return removal != NULL && sqlite3_bind_int64(removal, 1, sqlite3_column_int64(statement, 0)) == SQLITE_OK &&
           sqlite3_bind_value(removal, 2, sqlite3_column_value(statement, 1)) == SQLITE_OK;
}

/* ---- Looking up ------------------------------------------------------------------------------------------------- */

/* Notes a use. Where it cannot be written the row only seems older than it is. */
static void note_use(cj_store *store, const tuning_row *row)
{
    int64_t now = cj_now_us();
    sqlite3_stmt *statement;
    int code;

    if ((now - row->used < stale_us && row->used <= now) || store->readonly ||
        cj_store_ready_to_write(store) != SQLITE_OK ||
        (statement = cj_store_statement(store, CJ_STATEMENT_USE_TUNING, &code)) == NULL)
        return;
    sqlite3_bind_int64(statement, 1, row->id);
    sqlite3_bind_int64(statement, 2, now);
    cj_store_run(store, CJ_STATEMENT_USE_TUNING);
}

/* SQLITE_ROW: found; SQLITE_DONE: it is not there; else an error. */
static int look_up(cj_store *store, const cj_key_bytes *key, char value[CJ_TUNING_SIZE])
{
    sqlite3_stmt *statement;
    tuning_row row = {0};
    bool bad = false;
    int code;

    if (!has_table(store, &code))
        return code == SQLITE_OK ? SQLITE_DONE : code;
    if ((statement = cj_store_statement(store, CJ_STATEMENT_GET_TUNING, &code)) == NULL)
        return code;
    sqlite3_bind_blob(statement, 1, key->hash.bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
    if ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        read_row(statement, &row);
        if (!row.intact && sqlite3_errcode(store->db) == SQLITE_NOMEM) {
            code = SQLITE_NOMEM;
        } else if (!row.intact) {
            store->stats->corrupt++;
            cj_store_trouble(store, "tuning %lld of %s was damaged and is set aside", (long long)row.id, store->file);
            bad = prepare_removal(store, statement);
            code = SQLITE_DONE;
        } else if (!cj_key_matches(key, row.key, row.key_size)) {
            code = SQLITE_DONE; /* two keys of one digest */
        } else {
            memcpy(value, row.value, strlen(row.value) + 1);
        }
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (code == SQLITE_ROW)
        note_use(store, &row);
    if (bad && !store->readonly && cj_store_ready_to_write(store) == SQLITE_OK)
        cj_store_run(store, CJ_STATEMENT_DELETE_TUNING);
    return code;
}

bool cj_store_get_tuning(cj_store *store, const cj_key_bytes *key, char value[CJ_TUNING_SIZE])
{
    for (int try = 0; try < TRIES; try++) {
        int code;

        if (cj_store_open(store, false) != CJ_STORE_OPEN)
            return false;
        code = look_up(store, key, value);
        if (code == SQLITE_ROW || code == SQLITE_DONE)
            return code == SQLITE_ROW;
        if (!cj_store_failed(store, code, false, "look a tuning up"))
            return false;
    }
    return false;
}

/* ---- Storing ---------------------------------------------------------------------------------------------------- */

static int insert(cj_store *store, const cj_key_bytes *key, const char *value)
{
    cj_digest checksum = cj_tuning_checksum(&key->hash, key->data, key->size, value);
    int code;
    sqlite3_stmt *to = cj_store_statement(store, CJ_STATEMENT_PUT_TUNING, &code);

    if (to == NULL)
        return code;
    sqlite3_bind_blob(to, 1, key->hash.bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
    sqlite3_bind_blob(to, 2, checksum.bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
    sqlite3_bind_int64(to, 3, cj_now_us());
    if ((code = sqlite3_bind_blob64(to, 4, key->data, key->size, SQLITE_STATIC)) != SQLITE_OK ||
        (code = sqlite3_bind_text(to, 5, value, -1, SQLITE_STATIC)) != SQLITE_OK)
        return code;
    store->untuned = false;
    code = cj_store_run(store, CJ_STATEMENT_PUT_TUNING);
    sqlite3_clear_bindings(to);
    return code;
}

static int put_in_transaction(cj_store *store, const cj_key_bytes *key, const char *value)
{
    int code;

    if ((code = cj_store_ready_to_write(store)) != SQLITE_OK ||
        (code = cj_store_run(store, CJ_STATEMENT_BEGIN)) != SQLITE_OK ||
        (code = sqlite3_exec(store->db, CJ_STORE_TUNINGS_SQL, NULL, NULL, NULL)) != SQLITE_OK ||
        (code = insert(store, key, value)) != SQLITE_OK)
        return code;
    return cj_store_run(store, CJ_STATEMENT_COMMIT);
}

bool cj_store_put_tuning(cj_store *store, const cj_key_bytes *key, const char *value)
{
    if (store->directory[0] == '\0' || key->size > store->limit / 2)
        return false;
    for (int try = 0; try < TRIES; try++) {
        int code;

        if (!cj_store_open_to_write(store, true))
            return false;
        if ((code = put_in_transaction(store, key, value)) == SQLITE_OK) {
            cj_store_note_growth(store, key->size + strlen(value));
            return true;
        }
        if (!cj_store_write_failed(store, code, "store a tuning"))
            return false;
    }
    return false;
}

/* ---- All of them ------------------------------------------------------------------------------------------------ */

int cj_store_age_tunings(cj_store *store)
{
    int code;

    if (has_table(store, &code) && (code = cj_store_clamp(store, CJ_STATEMENT_CLAMP_TUNINGS, cj_now_us())) == SQLITE_OK)
        code = cj_store_run(store, CJ_STATEMENT_AGE_TUNINGS);
    return code;
}

/* Looks whether there is one; what others do from now on changes the version that was seen before. */
static int look_for_any(cj_store *store, bool *any)
{
    int code;
    int64_t version = cj_store_ask(store, CJ_STATEMENT_DATA_VERSION, 0, &code);

    *any = false;
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? SQLITE_OK : code;
    if (store->untuned && version == store->untuned_version)
        return SQLITE_OK;
    if (has_table(store, &code)) {
        *any = cj_store_ask(store, CJ_STATEMENT_ANY_TUNING, 0, &code) != 0;
        code = code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
    }
    store->untuned = code == SQLITE_OK && !*any;
    store->untuned_version = version;
    return code;
}

bool cj_store_any_tunings(cj_store *store)
{
    bool any = false;
    int code;

    if (cj_store_open(store, false) != CJ_STORE_OPEN)
        return false;
    if ((code = look_for_any(store, &any)) != SQLITE_OK)
        cj_store_failed(store, code, false, "look for tunings");
    return any;
}

uint64_t cj_store_count_tunings(cj_store *store)
{
    int64_t count = 0;
    bool any;
    int code;

    if (cj_store_open(store, false) != CJ_STORE_OPEN)
        return 0;
    if ((code = look_for_any(store, &any)) == SQLITE_OK && any) {
        count = cj_store_ask(store, CJ_STATEMENT_COUNT_TUNINGS, 0, &code);
        code = code == SQLITE_ROW ? SQLITE_OK : code;
    }
    if (code != SQLITE_OK)
        cj_store_failed(store, code, false, "count the tunings");
    return (uint64_t)count;
}

/* One row; nobody reads the table just now. */
static int delete_damaged(cj_store *store, int64_t id, uint64_t *removed)
{
    sqlite3_stmt *statement = NULL;
    int code = cj_store_ready_to_write(store);

    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(store->db, "DELETE FROM tunings WHERE id = ?1", -1, &statement, NULL);
    if (code == SQLITE_OK && (code = sqlite3_bind_int64(statement, 1, id)) == SQLITE_OK) {
        code = sqlite3_step(statement);
        code = code == SQLITE_DONE ? SQLITE_OK : code;
    }
    sqlite3_finalize(statement);
    if (code == SQLITE_OK)
        *removed += (uint64_t)sqlite3_changes(store->db);
    return code;
}

/* The first row behind `id` that is not intact into *id; SQLITE_DONE: there is none. *seen counts those passed. */
static int next_damaged(cj_store *store, int64_t *id, uint64_t *seen)
{
    static const char sql[] = "SELECT id, checksum, used, hash, key, value FROM tunings WHERE id > ?1 ORDER BY id";
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(statement, 1, *id);
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        cj_digest right;
        tuning_row row;

        read_row(statement, &row);
        right = cj_digest_of(row.key, row.key_size);
        *seen += 1;
        *id = row.id;
        if (!row.intact || memcmp(right.bytes, sqlite3_column_blob(statement, 3), CJ_DIGEST_SIZE) != 0)
            break;
        code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return code;
}

int cj_store_verify_tunings(cj_store *store, bool repair, cj_cache_report *report)
{
    uint64_t seen = 0, damaged = 0;
    int64_t id = INT64_MIN;
    int code;

    if (!has_table(store, &code))
        return code;
    while ((code = next_damaged(store, &id, &seen)) == SQLITE_ROW) {
        damaged++;
        if (repair && (code = delete_damaged(store, id, &report->removed)) != SQLITE_OK)
            return code;
    }
    if (!repair) {
        report->tunings = seen;
        report->damaged += damaged;
    }
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int cj_store_clear_tunings(cj_store *store)
{
    int code;

    return has_table(store, &code) ? sqlite3_exec(store->db, "DELETE FROM tunings", NULL, NULL, NULL) : code;
}
