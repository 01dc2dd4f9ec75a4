/*
 * store.c: reading and writing entries of the cache's file. See store.h.
 *
 * Each operation is tried at most twice: the second time on a file that was reset, or exchanged, after the first. All
 * values are bound, never written into SQL.
 */
#include "cache/store.h"

#include "cache/memory_table.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 2 };

/* A use is written when the one on disk is older than this: exact for a person who tries things out, and one write for
 * a thousand processes that end together. */
static const int64_t stale_us = 1000000;

int64_t cj_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------- */

static bool read_digest(sqlite3_stmt *statement, int column, cj_digest *out)
{
    const void *bytes = sqlite3_column_blob(statement, column);

    if (bytes == NULL || sqlite3_column_bytes(statement, column) != CJ_DIGEST_SIZE)
        return false;
    memcpy(out->bytes, bytes, CJ_DIGEST_SIZE);
    return true;
}

/* A text or NULL. False: it holds a NUL. */
static bool read_text(sqlite3_stmt *statement, int column, char **out)
{
    if (sqlite3_column_type(statement, column) == SQLITE_NULL)
        return true;
    *out = (char *)sqlite3_column_text(statement, column);
    return *out != NULL && strlen(*out) == (size_t)sqlite3_column_bytes(statement, column);
}

/* The object's fields; texts and data stay where SQLite has them. */
static bool read_object(sqlite3_stmt *statement, bool with_object, cj_object *out)
{
    const char *architecture = (const char *)sqlite3_column_text(statement, 4);
    size_t length = (size_t)sqlite3_column_bytes(statement, 4);

    if (architecture == NULL || length >= sizeof out->architecture || strlen(architecture) != length)
        return false;
    memcpy(out->architecture, architecture, length + 1);
    out->kind = (cj_object_kind)sqlite3_column_int(statement, 3);
    out->resources = (cj_resources){.registers = sqlite3_column_int(statement, 5),
                                    .shared_bytes = sqlite3_column_int(statement, 6),
                                    .stack_bytes = sqlite3_column_int(statement, 7),
                                    .spill_store_bytes = sqlite3_column_int(statement, 8),
                                    .spill_load_bytes = sqlite3_column_int(statement, 9)};
    out->compile_ms = sqlite3_column_double(statement, 10);
    if (!read_text(statement, 13, &out->log) || !read_text(statement, 14, &out->names))
        return false;
    if (with_object) {
        out->data = (void *)sqlite3_column_blob(statement, CJ_STORE_ROW_OBJECT);
        out->size = (size_t)sqlite3_column_bytes(statement, CJ_STORE_ROW_OBJECT);
    } else {
        out->size = (size_t)sqlite3_column_int64(statement, CJ_STORE_ROW_OBJECT);
    }
    if (out->size < CJ_DIGEST_SIZE || (with_object && out->data == NULL))
        return false;
    out->size -= CJ_DIGEST_SIZE;
    return out->kind >= CJ_OBJECT_CUBIN && out->kind <= CJ_OBJECT_SHARED;
}

void cj_store_read_row(sqlite3_stmt *statement, bool with_object, cj_row *out)
{
    cj_digest stored, right, key;

    memset(out, 0, sizeof *out);
    out->id = sqlite3_column_int64(statement, 0);
    out->created = sqlite3_column_int64(statement, 11);
    out->key = sqlite3_column_blob(statement, 12);
    out->key_size = (size_t)sqlite3_column_bytes(statement, 12);
    if (!read_digest(statement, 1, &out->hash) || !read_digest(statement, 2, &stored) || out->key == NULL ||
        !read_object(statement, with_object, &out->object))
        return;
    if (with_object) {
        key = cj_digest_of(out->key, out->key_size);
        right = cj_entry_checksum(&out->hash, &key, out->created, &out->object);
        /* The object's own word on whose it is: a checksum that was made anew does not change that. */
        if (memcmp(stored.bytes, right.bytes, sizeof right.bytes) != 0 ||
            memcmp((const char *)out->object.data + out->object.size, key.bytes, sizeof key.bytes) != 0)
            return;
    }
    out->intact = true;
}

/* ---- Uses ------------------------------------------------------------------------------------------------------- */

static bool any_stale(cj_store *store)
{
    bool stale = false;

    for (size_t i = 0; i < store->pending_count && !stale; i++) {
        int code;
        sqlite3_stmt *statement = cj_store_statement(store, CJ_STATEMENT_READ_USE, &code);

        if (statement == NULL)
            return false;
        sqlite3_bind_int64(statement, 1, store->pending[i].id);
        if (sqlite3_step(statement) == SQLITE_ROW) {
            int64_t known = sqlite3_column_int64(statement, 0), used = store->pending[i].used_us;

            /* The first use of a fresh entry counts too, and a time from the future is none. */
            stale = known < used - stale_us || known > used + stale_us || sqlite3_column_int64(statement, 1) == 0;
        }
        sqlite3_reset(statement);
    }
    return stale;
}

int cj_store_write_uses(cj_store *store)
{
    int64_t now = cj_now_us();
    int code = SQLITE_OK;

    for (size_t i = 0; i < store->pending_count && code == SQLITE_OK; i++) {
        sqlite3_stmt *statement = cj_store_statement(store, CJ_STATEMENT_ADD_USE, &code);

        if (statement == NULL)
            break;
        sqlite3_bind_int64(statement, 1, store->pending[i].id);
        sqlite3_bind_int64(statement, 2, store->pending[i].used_us);
        sqlite3_bind_int64(statement, 3, store->pending[i].count);
        sqlite3_bind_int64(statement, 4, now);
        code = cj_store_run(store, CJ_STATEMENT_ADD_USE);
    }
    return code;
}

void cj_store_forget_uses(cj_store *store)
{
    store->pending_count = 0;
    store->pending_hits = 0;
}

void cj_store_flush(cj_store *store, bool force)
{
    cj_signal_hold hold;
    int code;

    if (store->pending_count == 0 || store->readonly || cj_now_ms() < store->write_retry_at_ms ||
        cj_store_open(store, false) != CJ_STORE_OPEN) {
        if (store->readonly)
            cj_store_forget_uses(store);
        return;
    }
    if (force || store->pending_hits >= CJ_PENDING_HITS || any_stale(store)) {
        cj_hold_signal(&hold);
        if ((code = cj_store_ready_to_write(store)) == SQLITE_OK &&
            (code = cj_store_run(store, CJ_STATEMENT_BEGIN)) == SQLITE_OK &&
            (code = cj_store_write_uses(store)) == SQLITE_OK)
            code = cj_store_run(store, CJ_STATEMENT_COMMIT);
        if (code != SQLITE_OK) {
            cj_store_failed(store, code, true, "write the times of use");
            if (store->db != NULL && !sqlite3_get_autocommit(store->db))
                cj_store_run(store, CJ_STATEMENT_ROLLBACK);
        }
        cj_store_forget_uses(store);
        cj_release_signal(&hold);
    }
}

static void add_use(cj_store *store, int64_t id)
{
    size_t i = 0;

    while (i < store->pending_count && store->pending[i].id != id)
        i++;
    if (i == CJ_PENDING_USES) {
        cj_store_flush(store, true);
        cj_store_forget_uses(store); /* where it could not be written */
        i = 0;
    }
    if (i == store->pending_count) {
        store->pending[i] = (cj_pending_use){.id = id};
        store->pending_count++;
    }
    store->pending[i].used_us = cj_now_us();
    store->pending[i].count++;
    if (++store->pending_hits >= CJ_PENDING_HITS) {
        cj_store_flush(store, true);
        cj_store_forget_uses(store);
    }
}

/* ---- Looking up ------------------------------------------------------------------------------------------------- */

static sqlite3_stmt *query(cj_store *store, const cj_key_bytes *key, int *code)
{
    cj_statement which = key->any_toolchain ? CJ_STATEMENT_GET_UNIT : CJ_STATEMENT_GET;
    const cj_digest *digest = key->any_toolchain ? &key->unit : &key->hash;
    sqlite3_stmt *statement = cj_store_statement(store, which, code);

    if (statement != NULL)
        *code = sqlite3_bind_blob(statement, 1, digest->bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
    return statement;
}

/* Has the row deleted that `statement` stands on. Not here and now: the statement is still reading. */
static bool prepare_removal(cj_store *store, sqlite3_stmt *statement)
{
    int code;
    sqlite3_stmt *removal = cj_store_statement(store, CJ_STATEMENT_DELETE_BAD, &code);

    return removal != NULL && sqlite3_bind_int64(removal, 1, sqlite3_column_int64(statement, 0)) == SQLITE_OK &&
           sqlite3_bind_value(removal, 2, sqlite3_column_value(statement, 2)) == SQLITE_OK;
}

typedef enum lookup { LOOKUP_MISS, LOOKUP_HIT, LOOKUP_FAILED } lookup;

/* Steps to the row that answers `key` and sets what is not intact aside. The caller resets the statement. *bad: a
 * removal is prepared. */
static lookup step_to_match(cj_store *store, sqlite3_stmt *statement, const cj_key_bytes *key, cj_row *row, bool *bad,
                            int *code)
{
    while ((*code = sqlite3_step(statement)) == SQLITE_ROW) {
        cj_store_read_row(statement, true, row);
        if (!row->intact) {
            if (sqlite3_errcode(store->db) == SQLITE_NOMEM) {
                *code = SQLITE_NOMEM;
                return LOOKUP_FAILED;
            }
            store->stats->corrupt++;
            cj_store_trouble(store, "entry %lld of %s was damaged and is set aside", (long long)row->id, store->file);
            *bad = prepare_removal(store, statement);
            continue;
        }
        if (cj_key_matches(key, row->key, row->key_size))
            return LOOKUP_HIT;
        /* Else two keys of one digest: a miss, and nothing is wrong. */
    }
    return *code == SQLITE_DONE ? LOOKUP_MISS : LOOKUP_FAILED;
}

static lookup look_up(cj_store *store, const cj_key_bytes *key, cj_object *out, int *code)
{
    sqlite3_stmt *statement = query(store, key, code);
    lookup result = LOOKUP_FAILED;
    bool bad = false, copied = false;
    cj_row row;

    if (statement == NULL || *code != SQLITE_OK)
        return LOOKUP_FAILED;
    result = step_to_match(store, statement, key, &row, &bad, code);
    if (result == LOOKUP_HIT)
        copied = cj_object_copy(&row.object, out);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (result == LOOKUP_HIT && copied)
        add_use(store, row.id);
    if (bad && !store->readonly && store->db != NULL && cj_store_ready_to_write(store) == SQLITE_OK) {
        cj_signal_hold hold;

        cj_hold_signal(&hold);
        cj_store_run(store, CJ_STATEMENT_DELETE_BAD);
        cj_release_signal(&hold);
    }
    return result == LOOKUP_HIT && !copied ? LOOKUP_MISS : result;
}

bool cj_store_get(cj_store *store, const cj_key_bytes *key, cj_object *out)
{
    for (int try = 0; try < TRIES; try++) {
        int code;
        lookup result;

        if (cj_store_open(store, false) != CJ_STORE_OPEN)
            return false;
        result = look_up(store, key, out, &code);
        if (result != LOOKUP_FAILED)
            return result == LOOKUP_HIT;
        if (!cj_store_failed(store, code, false, "look a kernel up"))
            return false;
    }
    return false;
}

/* ---- Storing ---------------------------------------------------------------------------------------------------- */

/* NULL stays NULL. */
static int bind_text(sqlite3_stmt *to, int index, const char *text)
{
    return text != NULL ? sqlite3_bind_text64(to, index, text, strlen(text), SQLITE_STATIC, SQLITE_UTF8) : SQLITE_OK;
}

/* The column of the object: its bytes and behind them the digest of its key, so that it tells whose it is. */
static int bind_object(sqlite3_stmt *to, int index, const cj_object *object, const cj_digest *key)
{
    char *framed = cj_malloc(object->size + CJ_DIGEST_SIZE);

    if (framed == NULL)
        return SQLITE_NOMEM;
    if (object->size > 0)
        memcpy(framed, object->data, object->size);
    memcpy(framed + object->size, key->bytes, CJ_DIGEST_SIZE);
    return sqlite3_bind_blob64(to, index, framed, object->size + CJ_DIGEST_SIZE, cj_free); /* which it always calls */
}

static int insert_kernel(cj_store *store, const cj_key_bytes *key, const cj_object *object, int64_t now)
{
    int64_t created = now / 1000000;
    cj_digest checksum = cj_entry_checksum(&key->hash, &key->hash, created, object);
    int code;
    sqlite3_stmt *to = cj_store_statement(store, CJ_STATEMENT_INSERT, &code);

    if (to == NULL)
        return code;
    sqlite3_bind_blob(to, 1, key->hash.bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
    sqlite3_bind_blob(to, 2, key->unit.bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
    sqlite3_bind_blob(to, 3, checksum.bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
    sqlite3_bind_int(to, 4, object->kind);
    sqlite3_bind_text(to, 5, object->architecture, (int)strnlen(object->architecture, sizeof object->architecture - 1),
                      SQLITE_STATIC);
    sqlite3_bind_int(to, 6, object->resources.registers);
    sqlite3_bind_int(to, 7, object->resources.shared_bytes);
    sqlite3_bind_int(to, 8, object->resources.stack_bytes);
    sqlite3_bind_int(to, 9, object->resources.spill_store_bytes);
    sqlite3_bind_int(to, 10, object->resources.spill_load_bytes);
    sqlite3_bind_double(to, 11, object->compile_ms);
    sqlite3_bind_int64(to, 12, created);
    if ((code = sqlite3_bind_blob64(to, 13, key->data, key->size, SQLITE_STATIC)) != SQLITE_OK ||
        (code = bind_text(to, 14, object->log)) != SQLITE_OK ||
        (code = bind_text(to, 15, object->names)) != SQLITE_OK ||
        (code = bind_object(to, 16, object, &key->hash)) != SQLITE_OK)
        return code;
    code = cj_store_run(store, CJ_STATEMENT_INSERT);
    sqlite3_clear_bindings(to);
    return code;
}

static int insert_use(cj_store *store, int64_t id, int64_t now, size_t bytes)
{
    int code;
    sqlite3_stmt *statement = cj_store_statement(store, CJ_STATEMENT_INSERT_USE, &code);

    if (statement == NULL)
        return code;
    sqlite3_bind_int64(statement, 1, id);
    sqlite3_bind_int64(statement, 2, now);
    sqlite3_bind_int64(statement, 3, (int64_t)bytes);
    return cj_store_run(store, CJ_STATEMENT_INSERT_USE);
}

int64_t cj_store_ask(cj_store *store, cj_statement which, int64_t operand, int *code)
{
    sqlite3_stmt *statement = cj_store_statement(store, which, code);
    int64_t answer = 0;

    if (statement == NULL)
        return 0;
    if (sqlite3_bind_parameter_count(statement) > 0)
        sqlite3_bind_int64(statement, 1, operand);
    *code = sqlite3_step(statement);
    if (*code == SQLITE_ROW)
        answer = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return answer;
}

int cj_store_clamp(cj_store *store, cj_statement which, int64_t now)
{
    int code;
    sqlite3_stmt *statement = cj_store_statement(store, which, &code);

    if (statement == NULL)
        return code;
    sqlite3_bind_int64(statement, 1, now);
    return cj_store_run(store, which);
}

static int delete_hash(cj_store *store, const cj_digest *hash)
{
    int code;
    sqlite3_stmt *statement = cj_store_statement(store, CJ_STATEMENT_DELETE_HASH, &code);

    if (statement == NULL)
        return code;
    sqlite3_bind_blob(statement, 1, hash->bytes, CJ_DIGEST_SIZE, SQLITE_STATIC);
    code = cj_store_run(store, CJ_STATEMENT_DELETE_HASH);
    sqlite3_clear_bindings(statement);
    return code;
}

static int put_in_transaction(cj_store *store, const cj_key_bytes *key, const cj_object *object)
{
    int64_t now = cj_now_us(), id;
    int code;

    if ((code = cj_store_ready_to_write(store)) != SQLITE_OK ||
        (code = cj_store_run(store, CJ_STATEMENT_BEGIN)) != SQLITE_OK ||
        (code = cj_store_clamp(store, CJ_STATEMENT_CLAMP_USES, now)) != SQLITE_OK ||
        (code = delete_hash(store, &key->hash)) != SQLITE_OK ||
        (code = insert_kernel(store, key, object, now)) != SQLITE_OK)
        return code;
    id = sqlite3_last_insert_rowid(store->db);
    if ((code = insert_use(store, id, now, object->size)) != SQLITE_OK ||
        (code = cj_store_write_uses(store)) != SQLITE_OK)
        return code;
    if ((code = cj_store_run(store, CJ_STATEMENT_COMMIT)) == SQLITE_OK)
        cj_store_forget_uses(store);
    return code;
}

/* Somebody deleted the file, or its directory, under the connection: entries would go nowhere. */
static bool has_moved(cj_store *store)
{
    int moved = 0;

    return sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0;
}

bool cj_store_open_to_write(cj_store *store, bool create)
{
    if (cj_now_ms() < store->write_retry_at_ms)
        return false;
    if (store->db != NULL && store->owner == getpid() && !store->readonly && has_moved(store))
        cj_store_close(store, false);
    if (cj_store_open(store, create) != CJ_STORE_OPEN)
        return false;
    if (store->readonly)
        cj_store_trouble(store, "%s is read-only", store->file);
    return !store->readonly;
}

bool cj_store_write_failed(cj_store *store, int code, const char *what)
{
    bool again = cj_store_failed(store, code, true, what);

    /* Many errors have undone it already. */
    if (store->db != NULL && !sqlite3_get_autocommit(store->db))
        cj_store_run(store, CJ_STATEMENT_ROLLBACK);
    return again;
}

bool cj_store_put(cj_store *store, const cj_key_bytes *key, const cj_object *object)
{
    uint64_t size = (uint64_t)key->size + object->size + (object->log != NULL ? strlen(object->log) : 0) +
                    (object->names != NULL ? strlen(object->names) : 0);

    if (store->directory[0] == '\0')
        return false;
    if (size > store->limit / 2) {
        cj_store_trouble(store, "an entry of %llu bytes is too large for a cache of %llu", (unsigned long long)size,
                         (unsigned long long)store->limit);
        return false;
    }
    for (int try = 0; try < TRIES; try++) {
        int code;

        if (!cj_store_open_to_write(store, true))
            return false;
        code = put_in_transaction(store, key, object);
        if (code == SQLITE_OK) {
            cj_store_note_growth(store, (size_t)size);
            return true;
        }
        if (!cj_store_write_failed(store, code, "store a kernel"))
            return false;
    }
    return false;
}

bool cj_store_remove(cj_store *store, const cj_key_bytes *key)
{
    for (int try = 0; try < TRIES; try++) {
        int code;
        bool bad = false;
        sqlite3_stmt *statement;
        lookup found;
        cj_row row;

        if (!cj_store_open_to_write(store, false))
            return false;
        statement = query(store, key, &code);
        if (statement != NULL && code == SQLITE_OK) {
            found = step_to_match(store, statement, key, &row, &bad, &code);
            if (found == LOOKUP_HIT)
                bad = prepare_removal(store, statement);
            sqlite3_reset(statement);
            if (found != LOOKUP_FAILED && !bad)
                return false;
            if (found != LOOKUP_FAILED && (code = cj_store_ready_to_write(store)) == SQLITE_OK)
                code = cj_store_run(store, CJ_STATEMENT_DELETE_BAD);
            if (found != LOOKUP_FAILED && code == SQLITE_OK)
                return true;
        }
        if (!cj_store_write_failed(store, code, "delete a kernel"))
            return false;
    }
    return false;
}

void cj_store_totals(cj_store *store, uint64_t *entries, uint64_t *bytes)
{
    sqlite3_stmt *statement;
    int code;

    *entries = *bytes = 0;
    if (cj_store_open(store, false) != CJ_STORE_OPEN)
        return;
    statement = cj_store_statement(store, CJ_STATEMENT_TOTALS, &code);
    if (statement != NULL) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            *entries = (uint64_t)sqlite3_column_int64(statement, 0);
            *bytes = (uint64_t)sqlite3_column_double(statement, 1);
        }
        sqlite3_reset(statement);
    }
    if (code != SQLITE_ROW)
        cj_store_failed(store, code, false, "count the entries");
}
