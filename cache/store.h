/*
 * store.h: the cache's file: a connection to SQLite that heals itself, and the entries behind it.
 *
 * connection.c opens, makes and resets the file and decides what an error means; statements.c holds what it is asked;
 * store.c reads and writes entries, evict.c keeps the file below its limit, tuning.c holds what tuners found; inspect.c
 * is for people who look at a cache. The caller holds the cache's mutex in every call, so that one connection without
 * SQLite's own locking serves all threads. Troubles end in cj_store.stats and in `false`, never in an error.
 */
#ifndef CACHE_STORE_H
#define CACHE_STORE_H

#include "cache/cache.h"
#include "libjit/base/text.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Version of the file's layout: in its name and in the low byte of its user_version. The high bytes are drawn anew each
 * time the file is made or reset, so that of several processes that find it damaged only the first resets it. */
enum { CJ_STORE_SCHEMA = 3 };
#define CJ_STORE_FILE "kernels-3.sqlite"
#define CJ_STORE_LOCK_FILE "kernels-3.lock"
enum { CJ_STORE_APPLICATION_ID = 0x63756a69 }; /* "cuji" */

/* The columns that cj_store_read_row() expects, in this order, of the table kernels under the name k. */
#define CJ_STORE_ROW                                                                                                   \
    "k.id, k.hash, k.checksum, k.kind, k.architecture, k.registers, k.shared_bytes, k.stack_bytes, "                   \
    "k.spill_store_bytes, k.spill_load_bytes, k.compile_ms, k.created, k.key, k.log, k.names"
enum { CJ_STORE_ROW_OBJECT = 15 }; /* index of the column after them: the object, or its length */

/* Files of the same schema that were made before there were tunings get the table with the first one; without it there
 * is none to be found, and nothing wrong. */
#define CJ_STORE_TUNINGS_SQL                                                                                           \
    "CREATE TABLE IF NOT EXISTS tunings("                                                                              \
    " id INTEGER PRIMARY KEY,"                                                                                         \
    " hash BLOB NOT NULL UNIQUE," /* XXH3-128 of key */                                                                \
    " checksum BLOB NOT NULL,"    /* over hash, key and value */                                                       \
    " used INTEGER NOT NULL,"     /* microseconds since 1970; a day late at most */                                    \
    " key BLOB NOT NULL,"         /* as of kernels; see tuning.c */                                                    \
    " value TEXT NOT NULL);"

typedef enum cj_statement {
    CJ_STATEMENT_BEGIN,
    CJ_STATEMENT_COMMIT,
    CJ_STATEMENT_ROLLBACK,
    CJ_STATEMENT_GET,
    CJ_STATEMENT_GET_UNIT,
    CJ_STATEMENT_INSERT,
    CJ_STATEMENT_INSERT_USE,
    CJ_STATEMENT_DELETE_HASH,
    CJ_STATEMENT_DELETE_ID,
    CJ_STATEMENT_DELETE_BAD,
    CJ_STATEMENT_SIZES,
    CJ_STATEMENT_RAISE_LIMIT,
    CJ_STATEMENT_OLDEST,
    CJ_STATEMENT_CLAMP_USES,
    CJ_STATEMENT_CLAMP_TUNINGS,
    CJ_STATEMENT_READ_USE,
    CJ_STATEMENT_ADD_USE,
    CJ_STATEMENT_TOTALS,
    CJ_STATEMENT_DATA_VERSION,
    CJ_STATEMENT_HAS_TUNINGS,
    CJ_STATEMENT_ANY_TUNING,
    CJ_STATEMENT_GET_TUNING,
    CJ_STATEMENT_PUT_TUNING,
    CJ_STATEMENT_USE_TUNING,
    CJ_STATEMENT_DELETE_TUNING,
    CJ_STATEMENT_AGE_TUNINGS,
    CJ_STATEMENT_COUNT_TUNINGS,
    CJ_STATEMENT_COUNT,
} cj_statement;

/* Hits not yet written to the file. */
typedef struct cj_pending_use {
    int64_t id, used_us;
    int64_t count;
} cj_pending_use;
enum { CJ_PENDING_USES = 256, CJ_PENDING_HITS = 4096 };

typedef struct cj_store {
    char *directory, *file, *lock_file; /* owned; directory "": no disk */
    char *index_file;                   /* owned: the memory that the file's users share, as SQLite names it */
    uint64_t limit;                     /* bytes that this process lets the file hold; see evict.c */
    bool observing;                     /* for looking only: never makes, mends or writes anything */
    cj_cache_stats *stats;              /* borrowed */
    sqlite3 *db;                        /* NULL: not open */
    pid_t owner;                        /* the process that opened it; no other may touch it */
    int lookup_busy_ms, write_busy_ms;  /* how long a look-up, and a write, waits for other processes */
    int busy_ms;                        /* which of them it is now */
    bool readonly, ready_to_write;
    bool short_of_memory;                  /* so that it could not be opened */
    bool found_damaged;                    /* and not mended, because it cannot or must not be written to */
    bool evicting;                         /* the file is being brought below its limit */
    int64_t debt;                          /* bytes to make room for, because we added them above our limit */
    bool damaged;                          /* the file of `damaged_generation` was found damaged */
    int generation, damaged_generation;    /* user_version */
    bool untuned;                          /* there was no tuning when the file was at `untuned_version` */
    int64_t untuned_version;               /* which other connections change, and only they */
    bool new_trouble;                      /* the stats' text was set since it was taken */
    double retry_at_ms, write_retry_at_ms; /* after a trouble: not before this time */
    double index_seen_ms;                  /* when the index file was looked at last */
    int64_t index_size;                    /* what it has held so far; 0: not known */
    ino_t index_inode;
    sqlite3_stmt *statements[CJ_STATEMENT_COUNT]; /* prepared on first use */
    cj_pending_use pending[CJ_PENDING_USES];
    size_t pending_count;
    int64_t pending_hits;
} cj_store;

typedef enum cj_store_state { CJ_STORE_OPEN, CJ_STORE_ABSENT, CJ_STORE_TROUBLE } cj_store_state;

/* ---- connection.c ---- */

/* Opens the file if it is not. `create`: makes directory and file where they are absent. A damaged file is reset. */
cj_store_state cj_store_open(cj_store *store, bool create);

/* `forking`: leaves the journal for others to tidy up, which takes no time. Pending uses stay. */
void cj_store_close(cj_store *store, bool forking);

/* What an SQLite error means: counts it, notes it, closes what cannot go on, keeps away for a while. True: worth
 * another try at once (the file was reset or exchanged). */
bool cj_store_failed(cj_store *store, int code, bool writing, const char *what);

/* Sets what a connection needs before its first write. */
int cj_store_ready_to_write(cj_store *store);

void cj_store_trouble(cj_store *store, const char *format, ...) CJ_PRINTF(2, 3);

/* ---- statements.c ---- */

/* The prepared statement, reset and without values; NULL: *code says why. */
sqlite3_stmt *cj_store_statement(cj_store *store, cj_statement which, int *code);

/* Runs a statement that returns no row and resets it. */
int cj_store_run(cj_store *store, cj_statement which);

/* ---- store.c ---- */

typedef struct cj_row {
    int64_t id, created;
    cj_digest hash;
    const void *key; /* texts and data belong to the statement, until its next step */
    size_t key_size;
    cj_object object;
    bool intact;
} cj_row;

/* Reads the current row. `with_object`: the object's column follows CJ_STORE_ROW, and the checksum is looked at; else
 * its length follows, and `intact` only says that the types are right. */
void cj_store_read_row(sqlite3_stmt *statement, bool with_object, cj_row *out);

bool cj_store_get(cj_store *store, const cj_key_bytes *key, cj_object *out);
bool cj_store_put(cj_store *store, const cj_key_bytes *key, const cj_object *object);
bool cj_store_remove(cj_store *store, const cj_key_bytes *key);
void cj_store_totals(cj_store *store, uint64_t *entries, uint64_t *bytes);

/* ---- What else writes in transactions of its own shares this ---- */

/* Opens for a write. */
bool cj_store_open_to_write(cj_store *store, bool create);

/* Undoes a transaction that failed; sees to the connection. True: try again. */
bool cj_store_write_failed(cj_store *store, int code, const char *what);

/* Within a transaction: writes the uses that are pending. */
int cj_store_write_uses(cj_store *store);
void cj_store_forget_uses(cj_store *store);

/* The first number of a row; 0 where there is no row, with *code SQLITE_DONE. */
int64_t cj_store_ask(cj_store *store, cj_statement which, int64_t operand, int *code);

/* CJ_STATEMENT_CLAMP_USES, or _TUNINGS: what was used after now was used now. */
int cj_store_clamp(cj_store *store, cj_statement which, int64_t now);

int64_t cj_now_us(void); /* since 1970 */

/* ---- evict.c ---- */

/* After `added` bytes were stored: is there something to delete now? cj_store_evict_step() does it. */
void cj_store_note_growth(cj_store *store, size_t added);
static inline bool cj_store_must_evict(const cj_store *store)
{
    return store->evicting || store->debt > 0;
}

/* One short transaction or two: deletes some of the entries that were not used for longest, and gives some pages back.
 * An SQLite code; SQLITE_BUSY where it could not write now. */
int cj_store_evict_step(cj_store *store);

/* Sets the file's limit (0: as it is) and has the file brought below it. An SQLite code. */
int cj_store_set_limit(cj_store *store, uint64_t limit);

/* What the file takes, and its limit; 0 where there is none. */
void cj_store_sizes(cj_store *store, uint64_t *file, uint64_t *limit);

/* ---- tuning.c; keys are those of cj_tuning_key_encode() ---- */

bool cj_store_get_tuning(cj_store *store, const cj_key_bytes *key, char value[CJ_TUNING_SIZE]);
bool cj_store_put_tuning(cj_store *store, const cj_key_bytes *key, const char *value);
uint64_t cj_store_count_tunings(cj_store *store);
/* Is there any? Once known that there is none, that costs hardly more than to see that nobody wrote to the file. */
bool cj_store_any_tunings(cj_store *store);

/* Within a transaction: those go that were not used for as long as the oldest kernel. */
int cj_store_age_tunings(cj_store *store);

/* Counts all of them, and those that are not intact, which `repair` deletes. An SQLite code. */
int cj_store_verify_tunings(cj_store *store, bool repair, cj_cache_report *report);

/* Within a transaction. */
int cj_store_clear_tunings(cj_store *store);

/* Writes the pending uses. Without `force` only where an entry's time of use is more than an hour old or very many have
 * gathered: processes that start often shall not all write. */
void cj_store_flush(cj_store *store, bool force);

#endif
