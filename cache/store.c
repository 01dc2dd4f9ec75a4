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

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 2 };

/* A use is written when the one on disk is older than this: exact for a person who tries things out, and one write for
 * a thousand processes that end together. */
static const int64_t stale_us = 1000000, day_us = INT64_C(86400000000);

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

/* What no question is about, as one column. Without gaps; as this processor has numbers. */
typedef struct facts {
    char architecture[sizeof((cj_object *)0)->architecture];
    double compile_ms;
    cj_resources resources;
    int reserved;
} facts;
_Static_assert(sizeof(facts) == 64, "the file's facts are the same everywhere");

static bool read_facts(sqlite3_stmt *statement, int column, cj_object *out)
{
    const void *bytes = sqlite3_column_blob(statement, column);
    facts found;

    if (bytes == NULL || sqlite3_column_bytes(statement, column) != sizeof found)
        return false;
    memcpy(&found, bytes, sizeof found);
    memcpy(out->architecture, found.architecture, sizeof out->architecture);
    out->compile_ms = found.compile_ms;
    out->resources = found.resources;
    return memchr(found.architecture, '\0', sizeof found.architecture) != NULL;
}

/* The object's fields; texts and data stay where SQLite has them. */
static bool read_object(sqlite3_stmt *statement, bool with_object, cj_object *out)
{
    out->kind = (cj_object_kind)sqlite3_column_int(statement, CJ_STORE_ROW_KIND);
    if (!read_facts(statement, 5, out) || !read_text(statement, 7, &out->log) || !read_text(statement, 8, &out->names))
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
    return out->kind <= CJ_OBJECT_SHARED;
}

void cj_store_read_row(sqlite3_stmt *statement, bool with_object, cj_row *out)
{
    cj_digest stored, right, key;

    *out = (cj_row){.id = sqlite3_column_int64(statement, 0), .created = sqlite3_column_int64(statement, 4)};
    out->stamp = sqlite3_column_blob(statement, CJ_STORE_ROW_STAMP);
    if (sqlite3_column_bytes(statement, CJ_STORE_ROW_STAMP) != CJ_STAMP_SIZE)
        out->stamp = NULL;
    out->key = sqlite3_column_blob(statement, 6);
    out->key_size = (size_t)sqlite3_column_bytes(statement, 6);
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

/* ---- Stamps ------------------------------------------------------------------------------------------------------ */

bool cj_store_has_stamp_key(cj_store *store, bool make)
{
    char why[sizeof store->stats->trouble];
    const double now = cj_now_ms();

    if (store->has_stamp_key || now < store->stamp_retry_at_ms)
        return store->has_stamp_key;
    store->has_stamp_key = cj_stamp_read_key(store->directory, make, store->stamp_key, why, sizeof why);
    if (!store->has_stamp_key && why[0] != '\0') {
        cj_store_trouble(store, CJ_CACHE_NO_SECRET ": %s", why);
        store->stamp_retry_at_ms = now + 5000;
    }
    return store->has_stamp_key;
}

cj_authenticity cj_store_authenticate(cj_store *store, const cj_row *row)
{
    unsigned char right[CJ_STAMP_SIZE];

    if (row->object.kind != CJ_OBJECT_SHARED)
        return CJ_AUTHENTIC;
    if (!cj_store_has_stamp_key(store, false))
        return CJ_UNKNOWN;
    cj_stamp_make(store->stamp_key, row->key, row->key_size, &row->object, right);
    return row->stamp != NULL && cj_stamp_is(right, row->stamp) ? CJ_AUTHENTIC : CJ_FORGED;
}

/* ---- Transactions ----------------------------------------------------------------------------------------------- */

int cj_store_transact(cj_store *store, cj_store_work work, void *user)
{
    int code;

    if ((code = cj_store_ready_to_write(store)) == SQLITE_OK &&
        (code = cj_store_run(store, "BEGIN IMMEDIATE", NULL, 0)) == SQLITE_OK &&
        (code = work(store, user)) == SQLITE_OK)
        code = cj_store_run(store, "COMMIT", NULL, 0);
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

bool cj_store_write(cj_store *store, bool create, cj_store_work work, void *user, const char *what)
{
    for (int try = 0; try < TRIES; try++) {
        int code;

        if (!cj_store_open_to_write(store, create))
            return false;
        if ((code = cj_store_transact(store, work, user)) == SQLITE_OK)
            return true;
        if (!cj_store_failed(store, code, true, what))
            return false;
    }
    return false;
}

/* ---- Uses ------------------------------------------------------------------------------------------------------- */

static const char use_toolchain[] = "UPDATE toolchains SET used = ?2"
                                    " WHERE id = (SELECT toolchain FROM uses WHERE id = ?1) AND used < ?2 - 3600000000";

static bool any_stale(cj_store *store)
{
    bool stale = false;

    for (size_t i = 0; i < store->pending_count && !stale; i++) {
        sqlite3_stmt *statement;

        if (cj_store_bind(store, "SELECT used, uses FROM uses WHERE id = ?1",
                          CJ_BOUND(cj_bound_integer(store->pending[i].id)), &statement) != SQLITE_OK)
            return false;
        if (sqlite3_step(statement) == SQLITE_ROW) {
            int64_t known = sqlite3_column_int64(statement, 0), used = store->pending[i].used_us;

            /* The first use of a fresh entry counts too, and a time from the future is none. */
            stale = known < used - stale_us || known > used + stale_us || sqlite3_column_int64(statement, 1) == 0;
        }
        sqlite3_reset(statement);
    }
    return stale;
}

/* Which of them are gone is known from how far apart their times are: so all are moved by as much, where the clock was
 * put back; and where nobody used any for more than a day, or the clock leapt, that counts as a day. */
static int shift_toolchains(cj_store *store)
{
    const int64_t now = cj_now_us();
    int64_t last = 0, shift = 0;
    const int code = cj_store_ask(store, "SELECT max(used) FROM toolchains", NULL, 0, &last);

    if (last > now)
        shift = now - last;
    else if (last < now - day_us)
        shift = now - day_us - last;
    if (code != SQLITE_OK || shift == 0)
        return code;
    return cj_store_run(store, "UPDATE toolchains SET used = used + ?1", CJ_BOUND(cj_bound_integer(shift)));
}

static int write_uses(cj_store *store)
{
    int64_t now = cj_now_us();
    int code = store->pending_count > 0 ? shift_toolchains(store) : SQLITE_OK;

    for (size_t i = 0; i < store->pending_count && code == SQLITE_OK; i++) {
        const cj_pending_use *use = &store->pending[i];

        code = cj_store_run(store,
                            "UPDATE uses SET used = CASE WHEN used > ?4 THEN ?2 ELSE max(used, ?2) END,"
                            " uses = uses + ?3 WHERE id = ?1",
                            CJ_BOUND(cj_bound_integer(use->id), cj_bound_integer(use->used_us),
                                     cj_bound_integer(use->count), cj_bound_integer(now)));
        if (code == SQLITE_OK)
            code = cj_store_run(
                store, use_toolchain,
                CJ_BOUND(cj_bound_integer(use->id), cj_bound_integer(use->used_us < now ? use->used_us : now)));
    }
    return code;
}

int cj_store_write_pending(cj_store *store, void *unused)
{
    int code = write_uses(store);

    (void)unused;
    return code == SQLITE_OK ? cj_store_write_counts(store) : code;
}

void cj_store_forget_uses(cj_store *store)
{
    store->pending_count = 0;
    store->pending_hits = 0;
}

void cj_store_forget_pending(cj_store *store)
{
    cj_store_forget_uses(store);
    memset(store->pending_counts, 0, sizeof store->pending_counts);
    store->waited = false;
}

void cj_store_flush(cj_store *store, bool force)
{
    const bool news = cj_store_has_news(store);
    cj_signal_hold hold;
    int code;

    if ((store->pending_count == 0 && !news) || store->readonly || cj_now_ms() < store->write_retry_at_ms ||
        cj_store_open(store, false) != CJ_STORE_OPEN) {
        if (store->readonly)
            cj_store_forget_pending(store);
        return;
    }
    if (force || news || any_stale(store)) {
        cj_hold_signal(&hold);
        if ((code = cj_store_transact(store, cj_store_write_pending, NULL)) != SQLITE_OK)
            cj_store_failed(store, code, true, "write the times of use");
        cj_store_forget_pending(store);
        cj_release_signal(&hold);
    }
}

static void add_use(cj_store *store, int64_t id)
{
    size_t i = 0;

    while (i < store->pending_count && store->pending[i].id != id)
        i++;
    if (i == CJ_PENDING_USES)
        return; /* nobody could write them */
    if (i == store->pending_count) {
        store->pending[i] = (cj_pending_use){.id = id};
        store->pending_count++;
    }
    store->pending[i].used_us = cj_now_us();
    store->pending[i].count++;
    store->pending_hits++;
}

/* ---- Looking up -------------------------------------------------------------------------------------------------- */

/* A row to be deleted, with its checksum: meanwhile another process may have put a sound entry in its place. */
typedef struct bad_row {
    int64_t id;
    sqlite3_value *checksum; /* owned; of any type */
} bad_row;

typedef struct search {
    sqlite3_stmt *statement;
    bad_row *bad; /* owned */
    size_t bad_count;
    cj_counter missed; /* why what was there is no answer */
    cj_row row;
} search;

/* Has the row deleted that the search stands on. Not here and now: the statement is still reading. Where memory runs
 * out it stays, to be met again. */
static void mark_bad(search *self)
{
    bad_row *rows = cj_realloc(self->bad, (self->bad_count + 1) * sizeof *rows);

    if (rows == NULL)
        return;
    self->bad = rows;
    rows[self->bad_count] = (bad_row){self->row.id, sqlite3_value_dup(sqlite3_column_value(self->statement, 2))};
    self->bad_count += rows[self->bad_count].checksum != NULL;
}

/* One that is forged is set aside; one that cannot be judged stays, for those who can. */
static bool is_authentic(cj_store *store, search *self)
{
    const cj_authenticity found = cj_store_authenticate(store, &self->row);

    if (found == CJ_FORGED) {
        store->stats->forged++;
        cj_store_trouble(store, "entry %lld of %s was not stored by this user and is set aside",
                         (long long)self->row.id, store->file);
        mark_bad(self);
    }
    if (found != CJ_AUTHENTIC)
        self->missed = CJ_COUNT_UNTRUSTED;
    return found == CJ_AUTHENTIC;
}

/* Looks for the row that answers `key`; what is not intact is set aside. SQLITE_ROW: *out stands on it; SQLITE_DONE:
 * there is none. Either way, and after errors, end_search() follows. */
static int begin_search(cj_store *store, const cj_key_bytes *key, search *out)
{
    static const char one[] = "SELECT " CJ_STORE_ROW ", +object FROM kernels k WHERE hash = ?1";
    static const char newest[] = "SELECT " CJ_STORE_ROW
                                 ", +object FROM kernels k WHERE stem = ?1 AND unit = ?2 ORDER BY id DESC";
    cj_digest stem;
    int code;

    *out = (search){.missed = CJ_COUNT_ABSENT};
    if (key->any_toolchain) {
        stem = cj_key_stem(key);
        code = cj_store_bind(store, newest, CJ_BOUND(cj_bound_digest(&stem), cj_bound_digest(&key->unit)),
                             &out->statement);
    } else {
        code = cj_store_bind(store, one, CJ_BOUND(cj_bound_digest(&key->hash)), &out->statement);
    }
    if (code != SQLITE_OK)
        return code;
    while ((code = sqlite3_step(out->statement)) == SQLITE_ROW) {
        cj_store_read_row(out->statement, true, &out->row);
        if (!out->row.intact && sqlite3_errcode(store->db) == SQLITE_NOMEM)
            return SQLITE_NOMEM;
        if (!out->row.intact) {
            store->stats->corrupt++;
            out->missed = CJ_COUNT_DAMAGED;
            cj_store_trouble(store, "entry %lld of %s was damaged and is set aside", (long long)out->row.id,
                             store->file);
            mark_bad(out);
        } else if (cj_key_matches(key, out->row.key, out->row.key_size) && is_authentic(store, out)) {
            break;
        }
        /* Else two keys of one digest: a miss, and nothing is wrong. */
    }
    return code;
}

/* Deletes what was set aside, and says whether that worked. */
static int end_search(cj_store *store, search *self)
{
    cj_signal_hold hold;
    int code = SQLITE_OK;

    cj_store_reset(self->statement);
    if (self->bad_count > 0 && !store->readonly) {
        cj_hold_signal(&hold);
        code = cj_store_ready_to_write(store);
        for (size_t k = 0; k < self->bad_count && code == SQLITE_OK; k++)
            code = cj_store_run(store, "DELETE FROM kernels WHERE id = ?1 AND checksum IS ?2",
                                CJ_BOUND(cj_bound_integer(self->bad[k].id), cj_bound_value(self->bad[k].checksum)));
        cj_release_signal(&hold);
    }
    for (size_t k = 0; k < self->bad_count; k++)
        sqlite3_value_free(self->bad[k].checksum);
    cj_free(self->bad);
    return code;
}

/* SQLITE_ROW: *out is a copy of what was found. *missed: why it is not, where something was there. */
static int look_up(cj_store *store, const cj_key_bytes *key, cj_object *out, cj_counter *missed)
{
    search found;
    int code = begin_search(store, key, &found);
    bool copied = code == SQLITE_ROW && cj_object_copy(&found.row.object, out);

    end_search(store, &found);
    if (found.missed != CJ_COUNT_ABSENT)
        *missed = found.missed;
    if (copied)
        add_use(store, found.row.id);
    return code == SQLITE_ROW && !copied ? SQLITE_DONE : code;
}

bool cj_store_get(cj_store *store, const cj_key_bytes *key, cj_object *out, cj_counter *missed)
{
    const uint64_t resets = store->stats->file_resets;
    cj_counter found = CJ_COUNT_ABSENT;
    int64_t id;

    if (cj_store_take_ahead(store, key, out, &id)) {
        add_use(store, id);
        return true;
    }
    for (int try = 0; try < TRIES; try++) {
        cj_store_state state = cj_store_open(store, false);
        int code;

        *missed = state == CJ_STORE_TROUBLE ? CJ_COUNT_UNAVAILABLE : CJ_COUNT_ABSENT;
        if (state != CJ_STORE_OPEN)
            return false;
        code = look_up(store, key, out, &found);
        *missed = store->stats->file_resets != resets ? CJ_COUNT_DAMAGED : found;
        if (code == SQLITE_ROW || code == SQLITE_DONE)
            return code == SQLITE_ROW;
        if (!cj_store_failed(store, code, false, "look a kernel up"))
            break;
    }
    *missed = CJ_COUNT_UNAVAILABLE;
    return false;
}

/* ---- Storing and deleting --------------------------------------------------------------------------------------- */

typedef struct entry {
    const cj_key_bytes *key;
    const cj_object *object;
    unsigned char stamp[CJ_STAMP_SIZE];
} entry;

static int insert_entry(cj_store *store, const entry *what, int64_t created)
{
    const cj_object *object = what->object;
    facts known = {.compile_ms = object->compile_ms, .resources = object->resources};
    const cj_digest *hash = &what->key->hash, checksum = cj_entry_checksum(hash, hash, created, object),
                    stem = cj_key_stem(what->key);
    size_t size = object->size + CJ_DIGEST_SIZE;
    /* The column of the object: its bytes and behind them the digest of its key, so that it tells whose it is. */
    char *framed = cj_malloc(size);
    int code;

    if (framed == NULL)
        return SQLITE_NOMEM;
    snprintf(known.architecture, sizeof known.architecture, "%s", object->architecture);
    if (object->size > 0)
        memcpy(framed, object->data, object->size);
    memcpy(framed + object->size, hash->bytes, CJ_DIGEST_SIZE);
    code = cj_store_run(
        store,
        "INSERT INTO kernels(hash, unit, stem, checksum, kind, created, facts, key, log, names, object, stamp)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        CJ_BOUND(cj_bound_digest(hash), cj_bound_digest(&what->key->unit), cj_bound_digest(&stem),
                 cj_bound_digest(&checksum), cj_bound_integer(object->kind), cj_bound_integer(created),
                 cj_bound_bytes(&known, sizeof known), cj_bound_bytes(what->key->data, what->key->size),
                 cj_bound_text(object->log), cj_bound_text(object->names), cj_bound_bytes(framed, size),
                 object->kind == CJ_OBJECT_SHARED ? cj_bound_bytes(what->stamp, CJ_STAMP_SIZE) : cj_bound_text(NULL)));
    cj_free(framed);
    return code;
}

/* Behind the key's prefix without it, a length first; what tuners found is nobody's. */
static cj_bound toolchain_of(const entry *what)
{
    const cj_key_bytes *key = what->key;

    return what->object->kind != CJ_OBJECT_NONE
               ? cj_bound_text((const char *)key->data + key->unit_size + sizeof(uint64_t))
               : cj_bound_integer(0);
}

int cj_store_clamp_times(cj_store *store)
{
    const cj_bound now = cj_bound_integer(cj_now_us());
    const int code = cj_store_run(
        store,
        "UPDATE uses SET used = ?1 WHERE id IN (SELECT u.id FROM toolchains t CROSS JOIN uses u"
        " ON u.toolchain = t.id AND u.pinned IN (0, 1) AND u.used > ?1)",
        &now, 1);

    return code == SQLITE_OK ? shift_toolchains(store) : code;
}

static int put_entry(cj_store *store, void *user)
{
    const entry *what = user;
    const cj_object *object = what->object;
    const cj_bound now = cj_bound_integer(cj_now_us()), hash = cj_bound_digest(&what->key->hash),
                   size = cj_bound_integer(object->kind != CJ_OBJECT_NONE ? (int64_t)object->size : 0),
                   toolchain = toolchain_of(what);
    int code;

    if ((code = cj_store_clamp_times(store)) != SQLITE_OK ||
        (code = cj_store_run(store, "DELETE FROM kernels WHERE hash = ?1", &hash, 1)) != SQLITE_OK ||
        (code = insert_entry(store, what, now.integer / 1000000)) != SQLITE_OK ||
        (code = cj_store_run(store,
                             "INSERT INTO toolchains(text, used) VALUES(?1, ?2)"
                             " ON CONFLICT(text) DO UPDATE SET used = ?2 WHERE used < ?2 - 3600000000",
                             CJ_BOUND(toolchain, now))) != SQLITE_OK ||
        (code = cj_store_run(store,
                             "INSERT OR REPLACE INTO uses(id, used, uses, bytes, toolchain, pinned)"
                             " SELECT k.id, ?2, 0, ?3, t.id, k.hash IN (SELECT name FROM notes WHERE about = 'pin')"
                             " FROM kernels k, toolchains t WHERE k.hash = ?1 AND t.text = ?4",
                             CJ_BOUND(hash, now, size, toolchain))) != SQLITE_OK)
        return code;
    return cj_store_write_pending(store, NULL);
}

bool cj_store_put(cj_store *store, const cj_key_bytes *key, const cj_object *object)
{
    entry what = {.key = key, .object = object};
    uint64_t size = cj_entry_size(key, object);

    if (store->directory[0] == '\0')
        return false;
    if (size > store->limit / 2) {
        cj_store_trouble(store, "an entry of %llu bytes is too large for a cache of %llu", (unsigned long long)size,
                         (unsigned long long)store->limit);
        return false;
    }
    if (object->kind == CJ_OBJECT_SHARED) {
        if (cj_store_open(store, true) != CJ_STORE_OPEN || !cj_store_has_stamp_key(store, true))
            return false;
        cj_stamp_make(store->stamp_key, key->data, key->size, object, what.stamp);
    }
    if (!cj_store_write(store, true, put_entry, &what, "store a kernel"))
        return false;
    cj_store_forget_pending(store);
    cj_store_note_growth(store, (size_t)size);
    store->resized = true;
    cj_store_note_size(store, false);
    return true;
}

typedef struct removal {
    cj_key_bytes key;
    bool done;
} removal;

static int remove_entry(cj_store *store, void *user)
{
    removal *self = user;
    search found;
    int ended, code = begin_search(store, &self->key, &found);

    self->done = code == SQLITE_ROW;
    if (self->done)
        mark_bad(&found);
    ended = end_search(store, &found);
    return code == SQLITE_ROW || code == SQLITE_DONE ? ended : code;
}

/* For who cannot write: is there one that would be deleted? */
static bool has_entry(cj_store *store, const cj_key_bytes *key)
{
    search found;
    int code;

    if (cj_store_open(store, false) != CJ_STORE_OPEN)
        return false;
    code = begin_search(store, key, &found);
    end_search(store, &found);
    return code == SQLITE_ROW;
}

bool cj_store_remove(cj_store *store, const cj_key_bytes *key)
{
    removal wanted = {.key = *key};

    return cj_store_write(store, false, remove_entry, &wanted, "delete a kernel") ? wanted.done : has_entry(store, key);
}

/* ---- Tunings ----------------------------------------------------------------------------------------------------- */

bool cj_store_is_tuned(cj_store *store)
{
    int64_t found = 0;
    int code;

    if (cj_store_open(store, false) == CJ_STORE_OPEN &&
        (code = cj_store_ask(store, "SELECT 1 FROM toolchains WHERE text = 0", NULL, 0, &found)) != SQLITE_OK)
        cj_store_failed(store, code, false, "look for tunings");
    return found != 0;
}
