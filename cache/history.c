/*
 * history.c: what is counted, in this process and over the days, and why a kernel was not there. See store.h.
 *
 * Counts gather in memory and go to the file with other writes: a look-up writes nothing.
 */
#include "cache/inspect.h"

#include <string.h>

enum {
    KEPT_DAYS = 400,
    LOOKED_AT = 16, /* entries of the same source, for the reason of a miss */
    FEW = 2000,     /* entries, which are counted in no time */
};
static const int64_t day_us = INT64_C(86400000000);

/* ---- Counting --------------------------------------------------------------------------------------------------- */

void cj_store_note(cj_store *store, cj_counter counter, int64_t amount)
{
    store->counted[counter] += amount;
    store->pending_counts[counter] += amount;
}

bool cj_store_has_news(const cj_store *store)
{
    bool news = store->waited;

    for (int k = 0; k < CJ_COUNTER_COUNT; k++)
        news = news || (store->pending_counts[k] != 0 && k != CJ_COUNT_HITS && k != CJ_COUNT_SAVED_US &&
                        k != CJ_COUNT_LAYER_HITS);
    return news;
}

typedef struct last_size {
    int64_t today, now;
    bool fresh;
} last_size;

/* Columns: day, when, how many. */
static int read_last_size(void *user, sqlite3_stmt *row)
{
    last_size *self = user;
    const int64_t age = self->now - sqlite3_column_int64(row, 1), entries = sqlite3_column_int64(row, 2);

    self->fresh = sqlite3_column_int64(row, 0) == self->today && age >= 0 && (age < 1000000 || age / 100 < entries);
    return SQLITE_DONE;
}

/* Whether the file is to be measured: not today yet, or some time ago: the longer, the more there is to count. */
static int look_at_size(cj_store *store, int64_t today, int64_t now)
{
    last_size last = {today, now, false};
    int code = cj_store_each(
        store,
        "SELECT m.about, m.value, e.value FROM notes m JOIN notes e USING(about)"
        " WHERE m.name = ?2 AND e.name = ?3 AND m.about <= ?1 ORDER BY m.about DESC LIMIT 1",
        CJ_BOUND(cj_bound_integer(today), cj_bound_integer(CJ_SIZE_MEASURED_US), cj_bound_integer(CJ_SIZE_ENTRIES)),
        read_last_size, &last);

    store->unmeasured = code == SQLITE_OK && !last.fresh;
    return code;
}

int cj_store_write_counts(cj_store *store)
{
    const int64_t now = cj_now_us(), today = now / day_us;
    bool any = false;
    int code = SQLITE_OK;

    for (int k = 0; k < CJ_COUNTER_COUNT && code == SQLITE_OK; k++) {
        if (store->pending_counts[k] == 0)
            continue;
        any = true;
        code = cj_store_run(
            store,
            "INSERT INTO notes VALUES(?1, ?2, ?3)"
            " ON CONFLICT(about, name) DO UPDATE SET value = value + ?3",
            CJ_BOUND(cj_bound_integer(today), cj_bound_integer(k), cj_bound_integer(store->pending_counts[k])));
    }
    return code == SQLITE_OK && any ? look_at_size(store, today, now) : code;
}

/* ---- How much there is ------------------------------------------------------------------------------------------- */

static int read_counts(void *user, sqlite3_stmt *row)
{
    cujit_cache_stats *stats = user;

    stats->entries = (uint64_t)sqlite3_column_int64(row, 0);
    stats->bytes = (uint64_t)sqlite3_column_double(row, 1);
    stats->tunings = (uint64_t)sqlite3_column_int64(row, 2);
    stats->pinned = (uint64_t)sqlite3_column_double(row, 3);
    return SQLITE_OK;
}

/* On the open file. */
static int count(cj_store *store)
{
    return cj_store_each(store,
                         "SELECT count(*), total(bytes), (SELECT count(*) FROM uses WHERE toolchain = " CJ_STORE_TUNINGS
                         "), total(pinned) FROM uses WHERE toolchain IS NOT " CJ_STORE_TUNINGS,
                         NULL, 0, read_counts, store->stats);
}

void cj_store_count(cj_store *store)
{
    cujit_cache_stats *stats = store->stats;
    int code = SQLITE_OK;

    stats->entries = stats->bytes = stats->tunings = stats->pinned = 0;
    if (cj_store_open(store, false) == CJ_STORE_OPEN && (code = count(store)) != SQLITE_OK)
        cj_store_failed(store, code, false, "count the entries");
}

/* Days go where there are too many: those first that are farthest from this one, so that a clock that is wrong for a
 * while costs a day for a day. */
static int forget_days(cj_store *store, int64_t today)
{
    return cj_store_run(store,
                        "DELETE FROM notes WHERE about IN (SELECT DISTINCT about FROM notes WHERE about < ''"
                        " ORDER BY abs(about - ?1) LIMIT -1 OFFSET ?2)",
                        CJ_BOUND(cj_bound_integer(today), cj_bound_integer(KEPT_DAYS)));
}

/* Within a transaction. */
static int write_size(cj_store *store, void *unused)
{
    const int64_t now = cj_now_us(), today = now / day_us;
    const struct {
        int counter;
        int64_t value;
    } sizes[] = {{CJ_SIZE_ENTRIES, (int64_t)store->stats->entries},
                 {CJ_SIZE_BYTES, (int64_t)store->stats->bytes},
                 {CJ_SIZE_MEASURED_US, now}};
    int code = SQLITE_OK;

    (void)unused;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes && code == SQLITE_OK; k++)
        code = cj_store_run(
            store, "INSERT OR REPLACE INTO notes VALUES(?1, ?2, ?3)",
            CJ_BOUND(cj_bound_integer(today), cj_bound_integer(sizes[k].counter), cj_bound_integer(sizes[k].value)));
    return code == SQLITE_OK ? forget_days(store, today) : code;
}

int cj_store_write_size(cj_store *store)
{
    int code;

    store->unmeasured = store->resized = false;
    code = count(store);
    return code == SQLITE_OK ? cj_store_transact(store, write_size, NULL) : code;
}

void cj_store_record_size(cj_store *store)
{
    /* What trouble there is the next write meets. */
    if (cj_store_write_size(store) != SQLITE_OK)
        cj_store_undo(store);
}

static bool has_few(cj_store *store)
{
    int64_t found = FEW + 1;

    return cj_store_ask(store, "SELECT count(*) FROM (SELECT 1 FROM uses LIMIT ?1)", CJ_BOUND(cj_bound_integer(found)),
                        &found) == SQLITE_OK &&
           found <= FEW;
}

void cj_store_note_size(cj_store *store, bool last)
{
    if (store->db != NULL && (store->unmeasured || (last && store->resized)) && has_few(store))
        cj_store_record_size(store);
}

/* ---- Why a kernel was not there --------------------------------------------------------------------------------- */

typedef struct comparison {
    const cj_key_bytes *wanted;
    int differences; /* of the nearest so far; 0: there was none */
    cj_counter reason;
} comparison;

/* What hinders most counts. */
static cj_counter reason_of(unsigned differences)
{
    if (differences & CJ_KEY_SCHEMA)
        return CJ_COUNT_OTHER_VERSION;
    if (differences & CJ_KEY_ARCHITECTURE)
        return CJ_COUNT_OTHER_ARCHITECTURE;
    return differences & CJ_KEY_OPTIONS ? CJ_COUNT_OTHER_OPTIONS : CJ_COUNT_OTHER_TOOLCHAIN;
}

static int compare(void *user, sqlite3_stmt *row)
{
    comparison *self = user;
    cj_cache_key other;
    unsigned found;
    int count;

    if (!cj_key_decode(sqlite3_column_blob(row, 0), (size_t)sqlite3_column_bytes(row, 0), &other))
        return SQLITE_OK;
    found = cj_key_differences(self->wanted, &other);
    count = __builtin_popcount(found);
    if (found == 0 || (found & (CJ_KEY_SOURCE | CJ_KEY_NAME)) != 0 ||
        (self->differences != 0 && count >= self->differences))
        return SQLITE_OK;
    self->differences = count;
    self->reason = reason_of(found);
    return SQLITE_OK;
}

cj_counter cj_store_note_miss(cj_store *store, const cj_key_bytes *key, cj_counter missed)
{
    const cj_bound most = cj_bound_integer(LOOKED_AT);
    comparison nearest = {.wanted = key, .reason = missed};
    cj_digest stem;

    if (missed == CJ_COUNT_ABSENT && store->db != NULL && key->data != NULL) {
        stem = cj_key_stem(key);
        /* Trouble is for the next question to meet. */
        cj_store_each(store, "SELECT key FROM kernels WHERE stem = ?1 AND kind <> 0 ORDER BY id DESC LIMIT ?2",
                      CJ_BOUND(cj_bound_digest(&stem), most), compare, &nearest);
    }
    cj_store_note(store, nearest.reason, 1);
    return nearest.reason;
}

/* ---- Looking at it ---------------------------------------------------------------------------------------------- */

/* Who is shown days, and the one whose counters are being read. */
typedef struct reader {
    cujit_cache_history_visit visit;
    void *user;
    cujit_cache_day day;
    bool any, enough;
} reader;

static void show_day(reader *self)
{
    if (self->any && !self->enough)
        self->enough = self->visit(self->user, &self->day) == 0;
    self->any = false;
}

static void set_counter(cujit_cache_day *day, int64_t counter, int64_t value)
{
    switch (counter) {
#define SET_COUNTER(name, number, member)                                                                              \
    case CJ_COUNT_##name:                                                                                              \
        day->member = value > 0 ? (uint64_t)value : 0;                                                                 \
        break;
        CJ_COUNTERS(SET_COUNTER)
#undef SET_COUNTER
    case CJ_COUNT_COMPILE_US:
        day->compile_ms = (double)value / 1e3;
        break;
    case CJ_COUNT_SAVED_US:
        day->saved_ms = (double)value / 1e3;
        break;
    case CJ_SIZE_ENTRIES:
        day->entries = value > 0 ? (uint64_t)value : 0;
        break;
    case CJ_SIZE_BYTES:
        day->bytes = value > 0 ? (uint64_t)value : 0;
        break;
    default: /* a later version's */
        break;
    }
}

static int read_counter(void *user, sqlite3_stmt *row)
{
    reader *self = user;
    const int64_t day = sqlite3_column_int64(row, 0);

    if (!self->any || day != self->day.day) {
        show_day(self);
        self->day = (cujit_cache_day){.day = day};
        self->any = true;
    }
    set_counter(&self->day, sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2));
    return self->enough ? SQLITE_DONE : SQLITE_OK;
}

static int read_history(cj_store *store, void *user)
{
    const int64_t today = cj_now_us() / day_us;
    /* Not those to come, of a clock that was ahead. */
    int code = cj_store_each(store,
                             "SELECT about, name, value FROM notes WHERE about > ?1 AND about <= ?2"
                             " ORDER BY about, name",
                             CJ_BOUND(cj_bound_integer(today + 1 - KEPT_DAYS), cj_bound_integer(today + 1)),
                             read_counter, user);

    if (code == SQLITE_OK)
        show_day(user);
    return code;
}

cujit_status cujit_cache_history(cujit_cache *cache, cujit_cache_history_visit visit, void *user, cujit_error *error)
{
    reader self = {.visit = visit, .user = user};
    cujit_status status = cj_cache_check("cujit_cache_history", cache, visit != NULL, error);

    return status != CUJIT_OK ? status
                              : cj_cache_work_on_file(cache, false, read_history, &self, "read its history", error);
}
