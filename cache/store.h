/*
 * store.h: the cache's file: a connection to SQLite that heals itself, and the entries behind it.
 *
 * connection.c opens, makes and resets the file and decides what an error means; tables.c says what is in it, and
 * statements.c asks it; store.c reads and writes entries, ahead.c reads some before they are asked for, failures.c has
 * texts that did not compile; evict.c keeps the file below its limit; history.c has what is counted; inspect.c and
 * change.c are for people who look at a cache. What tuners found is an entry like the kernels', whose object has no
 * kind. The caller holds the cache's mutex in every call, so that one connection without SQLite's own locking serves
 * all threads. Troubles end in cj_store.stats and in `false`, never in an error.
 */
#ifndef CACHE_STORE_H
#define CACHE_STORE_H

#include "cache/cache.h"
#include "cache/counters.h"
#include "cache/stamp.h"
#include "libjit/base/text.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

/* Version of the file's layout: in its name and in the low byte of its user_version. The high bytes are drawn anew each
 * time the file is made or reset, so that of several processes that find it damaged only the first resets it. */
enum { CJ_STORE_SCHEMA = 6 };
#define CJ_STORE_FILE "kernels-6.sqlite"
#define CJ_STORE_LOCK_FILE "kernels-6.lock"
enum { CJ_STORE_APPLICATION_ID = 0x63756a69 }; /* "cuji" */

/* What makes the tables. */
extern const char cj_store_tables[];

/* The columns that cj_store_read_row() expects, in this order, of the table kernels under the name k. Of a plain column
 * SQLite would copy the type and the names of column, table and file whenever the statement is prepared: signs, and no
 * more names than are needed, save two fifths of that for the look-up, which every opening pays. */
#define CJ_STORE_ROW "+k.id, +hash, +checksum, +kind, +created, +facts, +key, +log, +names, +stamp"
/* Indices of columns: the kind, the stamp, and the one after them: the object, or its length. */
enum { CJ_STORE_ROW_KIND = 3, CJ_STORE_ROW_STAMP = 9, CJ_STORE_ROW_OBJECT = 10 };

typedef struct cj_statement {
    const char *sql; /* of static storage */
    sqlite3_stmt *prepared;
} cj_statement;
enum { CJ_STATEMENTS = 64 };

/* Hits not yet written to the file. */
typedef struct cj_pending_use {
    int64_t id, used_us;
    int64_t count;
} cj_pending_use;
enum { CJ_PENDING_USES = 256, CJ_PENDING_HITS = 4096 };

/* An entry that was read before it was asked for. */
typedef struct cj_ahead {
    int64_t id;
    cj_digest hash;
    void *key; /* owned, as the object */
    size_t key_size;
    cj_object object;
} cj_ahead;
enum { CJ_AHEAD = 16 };

typedef struct cj_store {
    char *directory, *file, *lock_file; /* owned; directory "": no disk */
    char *index_file;                   /* owned: the memory that the file's users share, as SQLite names it */
    uint64_t limit;                     /* bytes that this process lets the file hold; see evict.c */
    bool observing;                     /* for looking only: never makes, mends or writes anything */
    cujit_cache_stats *stats;           /* borrowed */
    sqlite3 *db;                        /* NULL: not open */
    pid_t owner;                        /* the process that opened it; no other may touch it */
    int lookup_busy_ms, write_busy_ms;  /* how long a look-up, and a write, waits for other processes */
    int busy_ms;                        /* which of them it is now */
    bool readonly, ready_to_write;
    bool reading;                          /* the transaction of who opens it goes on */
    bool short_of_memory;                  /* so that it could not be opened */
    bool found_damaged;                    /* and not mended, because it cannot or must not be written to */
    bool evicting;                         /* the file is being brought below its limit */
    int64_t debt;                          /* bytes to make room for, because we added them above our limit */
    bool unmeasured;                       /* how much there is on this day is to be noted */
    bool resized;                          /* entries came or went here since that was done */
    bool damaged;                          /* the file of `damaged_generation` was found damaged */
    int generation, damaged_generation;    /* user_version */
    bool new_trouble;                      /* the stats' text was set since it was taken */
    double retry_at_ms, write_retry_at_ms; /* after a trouble: not before this time */
    double index_seen_ms;                  /* when the index file was looked at last */
    int64_t index_size;                    /* what it has held so far; 0: not known */
    ino_t index_inode;
    unsigned char stamp_key[CJ_STAMP_KEY_SIZE];
    bool has_stamp_key;
    double stamp_retry_at_ms;               /* after there was none: not before this time */
    cj_statement statements[CJ_STATEMENTS]; /* prepared on first use */
    size_t statement_count;
    cj_ahead ahead[CJ_AHEAD];
    size_t ahead_count;
    double ahead_until_ms; /* until then they hold */
    cj_pending_use pending[CJ_PENDING_USES];
    size_t pending_count;
    int64_t pending_hits;
    int64_t counted[CJ_COUNTER_COUNT];        /* since it was made, */
    int64_t pending_counts[CJ_COUNTER_COUNT]; /* and of these, what the file does not know yet */
    bool waited;                              /* for one of the hits in them: what took so long is worth a write */
} cj_store;

typedef enum cj_store_state { CJ_STORE_OPEN, CJ_STORE_ABSENT, CJ_STORE_TROUBLE } cj_store_state;

/* ---- connection.c ---- */

/* Opens the file if it is not. `create`: makes directory and file where they are absent. A damaged file is reset. */
cj_store_state cj_store_open(cj_store *store, bool create);

/* `forking`: leaves the journal for others to tidy up, which takes no time. Pending uses stay. */
void cj_store_close(cj_store *store, bool forking);

/* What an SQLite error means: counts it, notes it, undoes the transaction that it ended, closes what cannot go on,
 * keeps away for a while. True: worth another try at once (the file was reset or exchanged). */
bool cj_store_failed(cj_store *store, int code, bool writing, const char *what);

/* Opens the file for several questions: until cj_store_undo() they cost SQLite its locks once, as does the opening, and
 * are answered of one moment. False: there is no file, or trouble. */
bool cj_store_begin_reading(cj_store *store);

/* Undoes the transaction that there may be. */
void cj_store_undo(cj_store *store);

/* Sets what a connection needs before its first write. */
int cj_store_ready_to_write(cj_store *store);

void cj_store_trouble(cj_store *store, const char *format, ...) CJ_PRINTF(2, 3);

/* ---- statements.c: SQLite codes are returned, where nothing else is said ---- */

/* A value of a statement's. Texts (NULL: none) and bytes are borrowed until it has run. */
typedef struct cj_bound {
    int type; /* SQLITE_INTEGER, ...; SQLITE_NULL: as `data` has it, an sqlite3_value */
    int64_t integer;
    const void *data;
    size_t size;
} cj_bound;

static inline cj_bound cj_bound_integer(int64_t integer)
{
    return (cj_bound){.type = SQLITE_INTEGER, .integer = integer};
}
static inline cj_bound cj_bound_text(const char *text)
{
    return (cj_bound){.type = SQLITE_TEXT, .data = text, .size = text != NULL ? strlen(text) : 0};
}
static inline cj_bound cj_bound_bytes(const void *data, size_t size)
{
    return (cj_bound){.type = SQLITE_BLOB, .data = data, .size = size};
}
static inline cj_bound cj_bound_value(const sqlite3_value *value)
{
    return (cj_bound){.type = SQLITE_NULL, .data = value};
}
static inline cj_bound cj_bound_digest(const cj_digest *digest)
{
    return cj_bound_bytes(digest->bytes, CJ_DIGEST_SIZE);
}

/* A statement that is asked in several places. */
#define CJ_STORE_DELETE_ID "DELETE FROM kernels WHERE id = ?1"
/* The toolchain of tunings, as uses have it; NULL: there are none. */
#define CJ_STORE_TUNINGS "(SELECT id FROM toolchains WHERE text = 0)"
/* Of a row t of toolchains: no process has used it for a week in which another was used: its entries go first. */
#define CJ_STORE_GONE "(t.text <> 0 AND t.used + 604800000000 < (SELECT max(used) FROM toolchains))"

/* Two arguments: the values of a statement, and how many there are. */
#define CJ_BOUND(...) (const cj_bound[]){__VA_ARGS__}, sizeof((const cj_bound[]){__VA_ARGS__}) / sizeof(cj_bound)

/* The prepared statement of that text, which has static storage, reset. It gets the values; of none, what was bound
 * before stays. cj_store_reset() (NULL is fine) takes them away. */
int cj_store_bind(cj_store *store, const char *sql, const cj_bound *values, size_t count, sqlite3_stmt **out);
void cj_store_reset(sqlite3_stmt *statement);

/* Runs a statement of whose rows nothing is wanted. */
int cj_store_run(cj_store *store, const char *sql, const cj_bound *values, size_t count);

/* The first number of the first row; 0 where there is no row. */
int cj_store_ask(cj_store *store, const char *sql, const cj_bound *values, size_t count, int64_t *answer);

/* Calls `visit` for each row until it returns anything but SQLITE_OK; SQLITE_DONE ends it without being an error. */
typedef int (*cj_store_visit)(void *user, sqlite3_stmt *row);
int cj_store_each(cj_store *store, const char *sql, const cj_bound *values, size_t count, cj_store_visit visit,
                  void *user);

void cj_store_finalize(cj_store *store); /* all statements */

/* ---- store.c ---- */

typedef struct cj_row {
    int64_t id, created;
    cj_digest hash;
    const void *key; /* texts and data belong to the statement, until its next step */
    size_t key_size;
    cj_object object;
    const unsigned char *stamp; /* NULL: none of the right size */
    bool intact;
} cj_row;

/* The numbers are those of cujit_cache_entry.untrusted. */
typedef enum cj_authenticity {
    CJ_AUTHENTIC = 0, /* or of a kind that needs no stamp */
    CJ_FORGED = 1,    /* its stamp is not this user's */
    CJ_UNKNOWN = 2,   /* there is no secret to judge it by */
} cj_authenticity;

/* Reads the current row. `with_object`: the object's column follows CJ_STORE_ROW, and the checksum is looked at; else
 * its length follows, and `intact` only says that the types are right. */
void cj_store_read_row(sqlite3_stmt *statement, bool with_object, cj_row *out);

/* The secret, read when it is needed first; `make`: something is to be stamped. That it cannot be used is trouble. */
bool cj_store_has_stamp_key(cj_store *store, bool make);

/* Of a row that is intact, with its object. */
cj_authenticity cj_store_authenticate(cj_store *store, const cj_row *row);

/* False: a miss; *missed says as much of the reason as was seen. */
bool cj_store_get(cj_store *store, const cj_key_bytes *key, cj_object *out, cj_counter *missed);
bool cj_store_put(cj_store *store, const cj_key_bytes *key, const cj_object *object);
bool cj_store_remove(cj_store *store, const cj_key_bytes *key); /* false: it had none; true also where it stays */

/* False: there is no tuning. True: there is one, or was. */
bool cj_store_is_tuned(cj_store *store);

typedef int (*cj_store_work)(cj_store *store, void *user); /* an SQLite code */

/* Opens for a write. */
bool cj_store_open_to_write(cj_store *store, bool create);

/* Works in a transaction on the open file. One that failed is left for cj_store_failed() to undo. */
int cj_store_transact(cj_store *store, cj_store_work work, void *user);

/* Works on the file in one transaction; opens it and works again where that helps. `what` is for the troubles. */
bool cj_store_write(cj_store *store, bool create, cj_store_work work, void *user, const char *what);

/* Within a transaction: writes the uses and counts that are pending. Once it is committed, and in a forked child, they
 * are forgotten. */
int cj_store_write_pending(cj_store *store, void *unused);
void cj_store_forget_pending(cj_store *store);
void cj_store_forget_uses(cj_store *store);

/* Uses are to be written soon: when there is no room, they are not counted. */
static inline bool cj_store_is_crowded(const cj_store *store)
{
    return store->pending_count > CJ_PENDING_USES / 4 * 3 || store->pending_hits >= CJ_PENDING_HITS;
}

/* Within a transaction: times that a clock wrote that was ahead would never be the oldest, and would make toolchains
 * gone. */
int cj_store_clamp_times(cj_store *store);

int64_t cj_now_us(void); /* since 1970 */

/* ---- ahead.c ---- */

/* Reads some of a toolchain's entries that were used last, a megabyte at most, which cj_store_get() gives away without
 * asking the file, each once, in the next second and until this process writes to the file or closes it. Counts
 * nothing, and leaves trouble to be met again. */
void cj_store_read_ahead(cj_store *store, const char *toolchain);
bool cj_store_take_ahead(cj_store *store, const cj_key_bytes *key, cj_object *out, int64_t *id);
void cj_store_forget_ahead(cj_store *store);

/* ---- evict.c ---- */

/* After `added` bytes were stored: is there something to delete now? cj_store_evict_step() does it. */
void cj_store_note_growth(cj_store *store, size_t added);
static inline bool cj_store_must_evict(const cj_store *store)
{
    return store->evicting || store->debt > 0;
}

/* One short transaction or two: deletes some of the entries that were not used for longest, and gives some pages back.
 * An SQLite code; SQLITE_BUSY where it could not write now, which is no trouble: somebody else does. Any other is for
 * cj_store_failed(). */
int cj_store_evict_step(cj_store *store);

/* Sets the file's limit (0: as it is) and has the file brought below it. An SQLite code. */
int cj_store_set_limit(cj_store *store, uint64_t limit);

/* What the file takes, and its limit, for the statistics; 0 where there is none. */
void cj_store_measure(cj_store *store);

/* Writes what is pending. Without `force` only where an entry's time of use is more than a second old, something else
 * than hits is to be told, or very many have gathered: processes that start often shall not all write. */
void cj_store_flush(cj_store *store, bool force);

/* ---- history.c ---- */

void cj_store_note(cj_store *store, cj_counter counter, int64_t amount);
/* Notes, and returns, why cj_store_get() found nothing: where that was for `missed` alone, by what is there of the same
 * source. */
cj_counter cj_store_note_miss(cj_store *store, const cj_key_bytes *key, cj_counter missed);
bool cj_store_has_news(const cj_store *store); /* pending counts of something else than hits */
/* Within a transaction: adds the pending counts to those of this day, and sees whether the file is to be measured. */
int cj_store_write_counts(cj_store *store);
/* Counts entries, bytes, tunings and pins for the statistics. */
void cj_store_count(cj_store *store);
/* Counts them on the open file, which takes 0.2 us for each, and notes how much there is today. An SQLite code,
 * as from cj_store_evict_step(). */
int cj_store_write_size(cj_store *store);
/* The same where it is to be done, `last` also where entries came or went since then, and where there are few. */
void cj_store_note_size(cj_store *store, bool last);
/* The same, as well as it can be done. */
void cj_store_record_size(cj_store *store);

/* ---- failures.c: what a compiler said of a text, as an object without a kind; for ten minutes ---- */

bool cj_store_get_failure(cj_store *store, const cj_key_bytes *key, cj_object *out);
void cj_store_put_failure(cj_store *store, const cj_key_bytes *key, const cj_object *said);
/* Counts those that do not count any more; unless `look`, deletes them. An SQLite code. */
int cj_store_expire_failures(cj_store *store, bool look, int64_t *count);

#endif
