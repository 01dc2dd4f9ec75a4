/*
 * evict.c: keeping the file below its limit. See store.h.
 *
 * Whose limit? Each process has its own ($CUJIT_CACHE_LIMIT, or the default); the file's, which is kept in it, is the
 * largest among those that have stored something. Above the file's limit the entries go that were not used for longest,
 * those of toolchains first that are gone, until an eighth is free, so that not every store leads here, and the file
 * itself is cut; what is pinned stays. A process whose own limit is
 * smaller than what the file holds does not shrink it, since others want it so: it only makes room for what it adds.
 * cj_store_set_limit() lowers the file's limit, when somebody asks.
 *
 * Rows are deleted a few at a time, in transactions of a millisecond or so: what other processes and other threads of
 * this one wait for is never more than one of them.
 */
#include "cache/store.h"

#include "libjit/base/os.h"

#include <sys/stat.h>

enum {
    STEP_ROWS = 32,
    STEP_BYTES = 1 << 20, /* deleted, */
    STEP_PAGES = 256,     /* and given back, in one transaction */
};

typedef struct sizes {
    int64_t file, used, limit;
} sizes;

static int read_row(void *user, sqlite3_stmt *row)
{
    sizes *out = user;

    out->file = sqlite3_column_int64(row, 0);
    out->used = out->file - sqlite3_column_int64(row, 1);
    out->limit = sqlite3_column_int64(row, 2);
    return SQLITE_OK;
}

static int read_sizes(cj_store *store, sizes *out)
{
    int code;

    *out = (sizes){0};
    code = cj_store_each(store,
                         "SELECT p.page_count * s.page_size, f.freelist_count * s.page_size,"
                         " (SELECT value FROM notes WHERE about = 'limit')"
                         " FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s",
                         NULL, 0, read_row, out);
    if (out->limit <= 0)
        out->limit = (int64_t)store->limit; /* somebody has deleted it */
    return code;
}

void cj_store_measure(cj_store *store)
{
    struct stat status;
    sizes found;

    if (cj_store_open(store, false) != CJ_STORE_OPEN || read_sizes(store, &found) != SQLITE_OK)
        found = (sizes){.file = store->found_damaged && stat(store->file, &status) == 0 ? status.st_size : 0};
    store->stats->file_bytes = (uint64_t)found.file;
    store->stats->limit = (uint64_t)found.limit;
}

void cj_store_note_growth(cj_store *store, size_t added)
{
    const int64_t own = (int64_t)store->limit;
    sizes found;

    if (read_sizes(store, &found) != SQLITE_OK)
        return;
    if (own > found.limit && cj_store_run(store,
                                          "INSERT INTO notes VALUES('limit', '', ?1)"
                                          " ON CONFLICT(about, name) DO UPDATE SET value = max(value, ?1)",
                                          CJ_BOUND(cj_bound_integer(own))) == SQLITE_OK)
        found.limit = own;
    if (found.file > found.limit)
        store->evicting = true;
    else if (found.used > own)
        store->debt += (int64_t)added;
}

/* The least recently used entry, of toolchains that are gone first; none that is pinned. */
static const char find_oldest[] =
    "SELECT u.id FROM toolchains t CROSS JOIN uses u ON u.id = ("
    " SELECT id FROM uses WHERE toolchain = t.id AND pinned = 0 ORDER BY used, id LIMIT 1)"
    " ORDER BY " CJ_STORE_GONE " DESC, u.used, u.id LIMIT 1";

/* *more: there was one. */
static int delete_oldest(cj_store *store, bool *more)
{
    int64_t oldest;
    int code = cj_store_ask(store, find_oldest, NULL, 0, &oldest);

    *more = oldest != 0; /* numbers of rows begin at 1 */
    if (code != SQLITE_OK || !*more ||
        (code = cj_store_run(store, CJ_STORE_DELETE_ID, CJ_BOUND(cj_bound_integer(oldest)))) != SQLITE_OK)
        return code;
    return sqlite3_changes(store->db) > 0 ? SQLITE_OK : SQLITE_CORRUPT; /* a time of use without a kernel */
}

typedef struct deletion {
    int rows;
    bool empty; /* there is nothing left to delete */
} deletion;

/* Within a transaction. What was pending as a use counts first. */
static int delete_some(cj_store *store, void *user)
{
    static const char forget_toolchains[] =
        "DELETE FROM toolchains WHERE NOT EXISTS (SELECT 1 FROM uses WHERE toolchain = toolchains.id)";
    deletion *done = user;
    sizes first, now;
    bool more = true;
    int code;

    if ((code = cj_store_write_pending(store, NULL)) != SQLITE_OK ||
        (code = cj_store_clamp_times(store)) != SQLITE_OK || (code = read_sizes(store, &first)) != SQLITE_OK)
        return code;
    now = first;
    while (more && done->rows < STEP_ROWS && first.used - now.used < STEP_BYTES &&
           ((store->evicting && now.used > now.limit - now.limit / 8) || store->debt > first.used - now.used)) {
        if ((code = delete_oldest(store, &more)) != SQLITE_OK || (code = read_sizes(store, &now)) != SQLITE_OK)
            return code;
        done->rows += more;
    }
    store->debt = more ? store->debt - (first.used - now.used) : 0;
    done->empty = !more;
    return done->rows > 0 ? cj_store_run(store, forget_toolchains, NULL, 0) : SQLITE_OK;
}

/* Free pages at the end of the file, for as much as it is too large. */
static int give_pages_back(cj_store *store, const sizes *found)
{
    const int64_t excess = (found->file - found->limit + 4095) / 4096;
    char sql[64];

    sqlite3_snprintf(sizeof sql, sql, "PRAGMA incremental_vacuum(%lld)",
                     excess < STEP_PAGES ? (long long)excess : (long long)STEP_PAGES);
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL); /* whose every row is a page */
}

static int step(cj_store *store)
{
    deletion done = {.rows = 0};
    sizes found, now;
    int code = cj_store_transact(store, delete_some, &done);

    if (code != SQLITE_OK)
        return code;
    cj_store_forget_pending(store);
    cj_store_note(store, CJ_COUNT_EVICTIONS, done.rows);
    store->resized = true;
    if (!store->evicting)
        return store->unmeasured ? cj_store_write_size(store) : SQLITE_OK;
    if ((code = read_sizes(store, &found)) != SQLITE_OK)
        return code;
    now = found;
    if (found.file > found.limit && found.file > found.used &&
        ((code = give_pages_back(store, &found)) != SQLITE_OK || (code = read_sizes(store, &now)) != SQLITE_OK))
        return code;
    /* A file that somebody has made anew in another way gives nothing back. */
    if ((done.empty || now.used <= now.limit - now.limit / 8) && (now.file <= now.limit || now.file == found.file)) {
        store->evicting = false;
        /* What is in the journal only has not made the file smaller yet. Waits for nobody. */
        sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    }
    return code;
}

int cj_store_evict_step(cj_store *store)
{
    cj_signal_hold hold;
    int code = SQLITE_BUSY;

    cj_hold_signal(&hold);
    if (cj_store_open_to_write(store, false) && ((code = step(store)) & 0xff) == SQLITE_BUSY)
        cj_store_undo(store);
    cj_release_signal(&hold);
    return code;
}

int cj_store_set_limit(cj_store *store, uint64_t limit)
{
    /* Counting the entries may have met trouble, and closed it. */
    int code = store->db != NULL ? cj_store_ready_to_write(store) : SQLITE_CANTOPEN;

    if (code == SQLITE_OK && limit > 0)
        code = cj_store_run(store, "UPDATE notes SET value = ?1 WHERE about = 'limit'",
                            CJ_BOUND(cj_bound_integer((int64_t)limit)));
    store->evicting = code == SQLITE_OK;
    return code;
}
