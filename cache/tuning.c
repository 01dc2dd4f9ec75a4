/*
 * tuning.c: what tuners found out, in a table of its own in the cache's file. See store.h.
 *
 * Rows are small and few, and found by the digest of their key like kernels; a row whose checksum is wrong is deleted
 * and not there. Files that were made before there were tunings lack the table, which is a miss and no damage.
 */
#include "cache/store.h"

#include <string.h>

/* The time of use is written when the one on disk is older than this, so that a look-up hardly ever writes. */
static const int64_t stale_us = INT64_C(86400) * 1000000;

/* Reads "id, hash, checksum, used, key, value". */
static void read_row(sqlite3_stmt *statement, cj_row *out)
{
    cj_digest stored, right;
    bool begun = cj_store_begin_row(statement, 4, out, &stored);

    out->used = sqlite3_column_int64(statement, 3);
    out->value = (const char *)sqlite3_column_text(statement, 5);
    if (!begun || out->value == NULL || strlen(out->value) != (size_t)sqlite3_column_bytes(statement, 5) ||
        strlen(out->value) >= CJ_TUNING_SIZE)
        return;
    right = cj_tuning_checksum(&out->hash, out->key, out->key_size, out->value);
    out->intact = memcmp(right.bytes, stored.bytes, CJ_DIGEST_SIZE) == 0;
}

static const cj_table tunings = {"tuning", "DELETE FROM tunings WHERE id = ?1 AND checksum IS ?2", read_row};

/* Is there the table? SQLite looks whether another process has changed the schema when a statement runs, not before. */
static bool has_table(cj_store *store, int *code)
{
    int64_t found;

    *code = cj_store_ask(store, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'tunings'", &found);
    return found != 0;
}

/* ---- Looking up ------------------------------------------------------------------------------------------------- */

/* Notes a use. Where it cannot be written the row only seems older than it is. */
static void note_use(cj_store *store, const cj_row *row)
{
    int64_t now = cj_now_us();

    if ((now - row->used >= stale_us || row->used > now) && !store->readonly &&
        cj_store_ready_to_write(store) == SQLITE_OK)
        cj_store_run_with(store, "UPDATE tunings SET used = ?2 WHERE id = ?1",
                          CJ_BOUND(cj_bound_integer(row->id), cj_bound_integer(now)));
}

typedef struct tuning {
    const cj_key_bytes *key;
    const char *value; /* to be stored */
    char *found;
} tuning;

static int look_up(cj_store *store, void *user)
{
    const tuning *what = user;
    cj_search search;
    int code;

    if (!has_table(store, &code))
        return code == SQLITE_OK ? SQLITE_DONE : code;
    if ((code = cj_store_search(store, &tunings,
                                "SELECT id, hash, checksum, used, key, value FROM tunings WHERE hash = ?1", what->key,
                                &search)) == SQLITE_ROW)
        memcpy(what->found, search.row.value, strlen(search.row.value) + 1);
    cj_store_end_search(store, &search);
    if (code == SQLITE_ROW)
        note_use(store, &search.row);
    return code;
}

bool cj_store_get_tuning(cj_store *store, const cj_key_bytes *key, char value[CJ_TUNING_SIZE])
{
    return cj_store_look(store, look_up, &(tuning){.key = key, .found = value}, "look a tuning up");
}

/* ---- Storing ---------------------------------------------------------------------------------------------------- */

static int put(cj_store *store, void *user)
{
    const tuning *what = user;
    const cj_key_bytes *key = what->key;
    const cj_digest checksum = cj_tuning_checksum(&key->hash, key->data, key->size, what->value);
    int code = cj_store_run(store, CJ_STORE_TUNINGS_SQL);

    store->untuned = false;
    if (code != SQLITE_OK)
        return code;
    return cj_store_run_with(store,
                             "INSERT OR REPLACE INTO tunings(hash, checksum, used, key, value)"
                             " VALUES(?1, ?2, ?3, ?4, ?5)",
                             CJ_BOUND(cj_bound_digest(&key->hash), cj_bound_digest(&checksum),
                                      cj_bound_integer(cj_now_us()), cj_bound_bytes(key->data, key->size),
                                      cj_bound_text(what->value)));
}

bool cj_store_put_tuning(cj_store *store, const cj_key_bytes *key, const char *value)
{
    if (store->directory[0] == '\0' || key->size > store->limit / 2 ||
        !cj_store_write(store, true, put, &(tuning){.key = key, .value = value}, "store a tuning"))
        return false;
    cj_store_note_growth(store, key->size + strlen(value));
    return true;
}

/* ---- All of them ------------------------------------------------------------------------------------------------ */

int cj_store_age_tunings(cj_store *store)
{
    int code;

    if (has_table(store, &code) && (code = cj_store_run_with(store, "UPDATE tunings SET used = ?1 WHERE used > ?1",
                                                             CJ_BOUND(cj_bound_integer(cj_now_us())))) == SQLITE_OK)
        code = cj_store_run(store, "DELETE FROM tunings WHERE used <"
                                   " (SELECT coalesce(min(used), 9223372036854775807) FROM uses)");
    return code;
}

/* Looks whether there is one; what others do from now on changes the version that was seen before. */
static int look_for_any(cj_store *store, bool *any)
{
    int64_t version, found = 0;
    int code = cj_store_ask(store, "PRAGMA data_version", &version);

    *any = false;
    if (code != SQLITE_OK || (store->untuned && version == store->untuned_version))
        return code;
    if (has_table(store, &code))
        code = cj_store_ask(store, "SELECT 1 FROM tunings LIMIT 1", &found);
    *any = found != 0;
    store->untuned = code == SQLITE_OK && !*any;
    store->untuned_version = version;
    return code;
}

bool cj_store_any_tunings(cj_store *store)
{
    bool any = false;
    int code;

    if (cj_store_open(store, false) == CJ_STORE_OPEN && (code = look_for_any(store, &any)) != SQLITE_OK)
        cj_store_failed(store, code, false, "look for tunings");
    return any;
}

uint64_t cj_store_count_tunings(cj_store *store)
{
    int64_t count = 0;
    int code;

    if (cj_store_any_tunings(store) &&
        (code = cj_store_ask(store, "SELECT count(*) FROM tunings", &count)) != SQLITE_OK)
        cj_store_failed(store, code, false, "count the tunings");
    return (uint64_t)count;
}

typedef struct reader {
    cj_store_tuning_visit visit;
    void *user;
} reader;

static int pass_on(void *user, sqlite3_stmt *statement)
{
    const reader *to = user;
    cj_digest right;
    cj_row row;

    read_row(statement, &row);
    right = cj_digest_of(row.key, row.key_size);
    row.intact = row.intact && memcmp(right.bytes, row.hash.bytes, CJ_DIGEST_SIZE) == 0;
    return to->visit(to->user, &row);
}

int cj_store_each_tuning(cj_store *store, cj_store_tuning_visit visit, void *user)
{
    int code;

    if (has_table(store, &code))
        code = cj_store_each(store, "SELECT id, hash, checksum, used, key, value FROM tunings ORDER BY id", NULL, 0,
                             pass_on, &(reader){visit, user});
    return code;
}

int cj_store_clear_tunings(cj_store *store)
{
    int code;

    return has_table(store, &code) ? cj_store_run(store, "DELETE FROM tunings") : code;
}
