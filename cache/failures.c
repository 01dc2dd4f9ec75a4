/*
 * failures.c: texts that did not compile, so that other processes do not try them again at once. See store.h.
 *
 * Few, small and for a short time only: what was wrong around a text may be put right. The same rules as for entries:
 * the whole key is compared, and what fails its checksum is none.
 */
#include "cache/inspect.h"

#include "cache/memory_table.h"

enum {
    MOST = 64,          /* failures in the file, */
    LARGEST = 64 << 10, /* and bytes of one */
};
static const int64_t kept_us = INT64_C(600000000);

typedef struct question {
    const cj_key_bytes *key;
    cj_object *out;
    bool found;
} question;

/* A text without a NUL, or NULL. */
static char *text_of(sqlite3_stmt *row, int column)
{
    return (char *)sqlite3_column_text(row, column);
}

/* Columns: key, created, checksum, said, log, excerpt. */
static int read_failure(void *user, sqlite3_stmt *row)
{
    question *self = user;
    const void *key = sqlite3_column_blob(row, 0), *checksum = sqlite3_column_blob(row, 2);
    const size_t key_size = (size_t)sqlite3_column_bytes(row, 0);
    const cj_object there = {.data = (void *)sqlite3_column_blob(row, 3),
                             .size = (size_t)sqlite3_column_bytes(row, 3),
                             .log = text_of(row, 4),
                             .names = text_of(row, 5)};
    const cj_digest digest = cj_digest_of(key, key_size),
                    right = cj_entry_checksum(&digest, &digest, sqlite3_column_int64(row, 1), &there);

    self->found = checksum != NULL && sqlite3_column_bytes(row, 2) == CJ_DIGEST_SIZE &&
                  memcmp(checksum, right.bytes, CJ_DIGEST_SIZE) == 0 && there.data != NULL &&
                  cj_key_matches(self->key, key, key_size) && cj_object_copy(&there, self->out);
    return SQLITE_DONE;
}

bool cj_store_get_failure(cj_store *store, const cj_key_bytes *key, cj_object *out)
{
    const int64_t now = cj_now_us();
    question asked = {.key = key, .out = out};
    int code;

    if (key->data == NULL || key->any_toolchain || cj_store_open(store, false) != CJ_STORE_OPEN)
        return false;
    /* One from the future is of a clock that was ahead: nobody knows how old it is. */
    code = cj_store_each(store,
                         "SELECT key, created, checksum, said, log, excerpt FROM failures"
                         " WHERE hash = ?1 AND created BETWEEN ?2 AND ?3",
                         CJ_BOUND(cj_bound_digest(&key->hash), cj_bound_integer(now - kept_us), cj_bound_integer(now)),
                         read_failure, &asked);
    if (code != SQLITE_OK)
        cj_store_failed(store, code, false, "look for what did not compile");
    return asked.found;
}

typedef struct failure {
    const cj_key_bytes *key;
    const cj_object *said;
} failure;

static int put_failure(cj_store *store, void *user)
{
    const failure *what = user;
    const cj_object said = {
        .data = what->said->data, .size = what->said->size, .log = what->said->log, .names = what->said->names};
    const cj_bound now = cj_bound_integer(cj_now_us()), hash = cj_bound_digest(&what->key->hash);
    const cj_digest checksum = cj_entry_checksum(&what->key->hash, &what->key->hash, now.integer, &said);
    int code;

    if ((code = cj_store_run(store, "DELETE FROM failures WHERE hash = ?3 OR created NOT BETWEEN ?1 AND ?2",
                             CJ_BOUND(cj_bound_integer(now.integer - kept_us), now, hash))) != SQLITE_OK ||
        (code = cj_store_run(
             store,
             "INSERT INTO failures(hash, created, checksum, key, said, log, excerpt)"
             " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
             CJ_BOUND(hash, now, cj_bound_digest(&checksum), cj_bound_bytes(what->key->data, what->key->size),
                      cj_bound_bytes(said.data, said.size), cj_bound_text(said.log), cj_bound_text(said.names)))) !=
            SQLITE_OK ||
        (code = cj_store_run(store,
                             "DELETE FROM failures WHERE rowid <="
                             " (SELECT rowid FROM failures ORDER BY rowid DESC LIMIT 1 OFFSET ?1)",
                             CJ_BOUND(cj_bound_integer(MOST)))) != SQLITE_OK)
        return code;
    return cj_store_write_pending(store, NULL);
}

void cj_store_put_failure(cj_store *store, const cj_key_bytes *key, const cj_object *said)
{
    if (store->directory[0] == '\0' || key->data == NULL || key->any_toolchain || cj_entry_size(key, said) > LARGEST)
        return;
    if (cj_store_write(store, true, put_failure, &(failure){key, said}, "store what did not compile"))
        cj_store_forget_pending(store);
}

int cj_store_expire_failures(cj_store *store, bool look, int64_t *count)
{
    const int64_t now = cj_now_us();
    const cj_bound ends[] = {cj_bound_integer(now - kept_us), cj_bound_integer(now)};
    int code = cj_store_ask(store, "SELECT count(*) FROM failures WHERE created NOT BETWEEN ?1 AND ?2", ends, 2, count);

    if (code != SQLITE_OK || look)
        return code;
    return cj_store_run(store, "DELETE FROM failures WHERE created NOT BETWEEN ?1 AND ?2", ends, 2);
}

/* ---- Looking at them -------------------------------------------------------------------------------------------- */

typedef struct listing {
    cujit_cache_failure_visit visit;
    void *user;
} listing;

/* Columns: key, created, log. */
static int show_failure(void *user, sqlite3_stmt *row)
{
    const listing *to = user;
    const char *log = text_of(row, 2);
    cj_cache_key key;

    if (!cj_key_decode(sqlite3_column_blob(row, 0), (size_t)sqlite3_column_bytes(row, 0), &key))
        return SQLITE_OK;
    return to->visit(to->user, &(cujit_cache_failure){.name = key.name,
                                                      .architecture = key.architecture,
                                                      .toolchain = key.toolchain,
                                                      .options = key.options,
                                                      .source = key.source,
                                                      .log = log != NULL ? log : "",
                                                      .created = sqlite3_column_int64(row, 1) / 1000000})
               ? SQLITE_OK
               : SQLITE_DONE;
}

static int list_failures(cj_store *store, void *user)
{
    const int64_t now = cj_now_us();

    return cj_store_each(store,
                         "SELECT key, created, log FROM failures WHERE created BETWEEN ?1 AND ?2 ORDER BY rowid DESC",
                         CJ_BOUND(cj_bound_integer(now - kept_us), cj_bound_integer(now)), show_failure, user);
}

cujit_status cujit_cache_failures(cujit_cache *cache, cujit_cache_failure_visit visit, void *user, cujit_error *error)
{
    cujit_status status = cj_cache_check("cujit_cache_failures", cache, visit != NULL, error);

    return status != CUJIT_OK ? status
                              : cj_cache_work_on_file(cache, false, list_failures, &(listing){visit, user},
                                                      "list what did not compile", error);
}
