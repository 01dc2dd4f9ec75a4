/*
 * connection.c: opening the cache's file, making it, resetting it, and what SQLite's errors mean. See store.h.
 *
 * The path that matters is that of a fresh process with everything in order: open, two header words, no lock of ours,
 * no write. Whatever else is found (no file, an empty one, a damaged one) is put right under the file lock, after
 * looking again, because another process may have been quicker.
 *
 * A damaged file is emptied in place with SQLITE_DBCONFIG_RESET_DATABASE. Deleting or renaming it instead would pull it
 * away under connections of other processes, which would then write a journal that belongs to another file.
 */
#include "cache/store.h"

#include "cache/directory.h"
#include "cache/lock.h"
#include "libjit/base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    RETRY_MS = 5000,     /* how long we keep away after a trouble */
    INDEX_LOOK_MS = 100, /* how often we look whether the index file is whole */
};

void cj_store_trouble(cj_store *store, const char *format, ...)
{
    char before[sizeof store->stats->trouble];
    va_list values;

    memcpy(before, store->stats->trouble, sizeof before);
    va_start(values, format);
    vsnprintf(store->stats->trouble, sizeof store->stats->trouble, format, values);
    va_end(values);
    store->new_trouble |= strcmp(before, store->stats->trouble) != 0;
}

/* ---- Statements ------------------------------------------------------------------------------------------------- */

static int execute(cj_store *store, const char *sql)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL);
}

int cj_store_ready_to_write(cj_store *store)
{
    int code = SQLITE_OK;

    cj_store_forget_ahead(store);
    sqlite3_busy_timeout(store->db, store->write_busy_ms);
    if (!store->ready_to_write) {
        /* NORMAL cannot damage a file in WAL mode, it may only lose the last entries when the power fails; kernels are
         * no secrets to be overwritten on deletion; the journal's file shall not stay as large as it once was. */
        code = execute(store, "PRAGMA synchronous=NORMAL; PRAGMA secure_delete=OFF; PRAGMA journal_size_limit=4194304");
        store->ready_to_write = code == SQLITE_OK;
    }
    return code;
}

/* What all users of the file share in WAL mode is mapped into their memory: whoever cuts the index file short takes it
 * away under them, and the next access would be a SIGBUS. Here it gets its size back before we touch it. Emptied first,
 * so that SQLite finds nothing half right in it and makes it anew from the journal. Not by opening it: closing any
 * descriptor of it would drop SQLite's locks. */
static void mend_index(cj_store *store)
{
    struct stat status;

    if (store->readonly || stat(store->index_file, &status) != 0)
        return;
    if (store->index_size == 0)
        store->index_inode = status.st_ino;
    if (status.st_ino != store->index_inode)
        return; /* deleted, and made again by others: what we have mapped is still there */
    if (status.st_size >= store->index_size) {
        store->index_size = status.st_size;
    } else if (truncate(store->index_file, 0) == 0 && truncate(store->index_file, (off_t)store->index_size) == 0) {
        cj_store_trouble(store, "%s was cut short by somebody and is made again", store->index_file);
    }
}

void cj_store_close(cj_store *store, bool forking)
{
    cj_store_forget_ahead(store);
    if (store->db == NULL)
        return;
    if (store->owner == getpid())
        mend_index(store);
    /* A connection that came through a fork unseen (a raw clone()) is not ours: even closing it would drop the parent's
     * locks. Leave it. */
    if (store->owner == getpid()) {
        cj_store_finalize(store);
        if (forking)
            sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
        sqlite3_close_v2(store->db);
    }
    store->statement_count = 0;
    store->db = NULL;
    store->readonly = store->ready_to_write = false;
    store->index_size = 0;
    store->stats->on_disk = false;
}

/* ---- What errors mean ------------------------------------------------------------------------------------------- */

/* Keeps away from the file for a while, so that a lasting trouble does not slow every build down. */
static void keep_away(cj_store *store, bool writing)
{
    *(writing ? &store->write_retry_at_ms : &store->retry_at_ms) = cj_now_ms() + RETRY_MS;
}

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

/* True: worth another try at once. */
static bool react(cj_store *store, int code, bool writing)
{
    if (code == SQLITE_READONLY_DBMOVED) {
        cj_store_close(store, false);
        return true;
    }
    switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR: /* a table or a column is missing */
    case SQLITE_MISMATCH:
        if (store->readonly) {
            store->found_damaged = true;
            keep_away(store, false);
            return false;
        }
        store->damaged = true;
        store->damaged_generation = store->generation;
        cj_store_close(store, false);
        return true;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        store->stats->busy++;
        keep_away(store, writing);
        return false;
    case SQLITE_NOMEM:
        return false;
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_TOOBIG:
        keep_away(store, true);
        return false;
    default: /* SQLITE_IOERR, SQLITE_CANTOPEN, ...: begin anew later */
        cj_store_close(store, false);
        keep_away(store, writing);
        return false;
    }
}

bool cj_store_failed(cj_store *store, int code, bool writing, const char *what)
{
    /* What we found ourselves SQLite knows nothing of. */
    const bool known = store->db != NULL && sqlite3_errcode(store->db) != SQLITE_OK;
    bool again;

    cj_store_trouble(store, is_damage(code) ? "%s is damaged: cannot %s: %s" : "%s: cannot %s: %s", store->file, what,
                     known ? sqlite3_errmsg(store->db) : sqlite3_errstr(code));
    again = react(store, code, writing);
    cj_store_undo(store);
    return again;
}

void cj_store_undo(cj_store *store)
{
    /* Many errors have undone it already. */
    if (store->db != NULL && !sqlite3_get_autocommit(store->db))
        cj_store_run(store, "ROLLBACK", NULL, 0);
}

/* ---- Opening ---------------------------------------------------------------------------------------------------- */

typedef enum file_state { FILE_SOUND, FILE_EMPTY, FILE_FOREIGN, FILE_DAMAGED, FILE_FAILED } file_state;

static int open_database(cj_store *store, const char *name, int flags)
{
    /* By name: the application may have made another VFS the default one. */
    int code = sqlite3_open_v2(name, &store->db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, "unix");

    if (code != SQLITE_OK) {
        sqlite3_close_v2(store->db);
        store->db = NULL;
        return code;
    }
    store->owner = getpid();
    sqlite3_extended_result_codes(store->db, 1);
    sqlite3_busy_timeout(store->db, store->busy_ms);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, (int *)NULL); /* see tables.c */
    store->readonly = sqlite3_db_readonly(store->db, "main") == 1;
    store->ready_to_write = false;
    return SQLITE_OK;
}

static file_state state_of_error(int code)
{
    return is_damage(code) ? FILE_DAMAGED : FILE_FAILED;
}

/* The header words that are not ours: nobody's yet, or somebody else's. */
static file_state judge_stranger(cj_store *store, int64_t application, int *code)
{
    int64_t tables;

    if (application != 0 || store->generation != 0)
        return FILE_FOREIGN;
    *code = cj_store_ask(store, "SELECT count(*) FROM sqlite_master", NULL, 0, &tables);
    if (*code != SQLITE_OK)
        return state_of_error(*code);
    return tables == 0 ? FILE_EMPTY : FILE_FOREIGN;
}

static file_state read_header(cj_store *store, int *code)
{
    int64_t application, generation = 0;
    bool known_damage;

    if ((*code = cj_store_ask(store, "PRAGMA application_id", NULL, 0, &application)) == SQLITE_OK)
        *code = cj_store_ask(store, "PRAGMA user_version", NULL, 0, &generation);
    store->generation = (int)generation;
    if (*code != SQLITE_OK)
        return state_of_error(*code);
    if (application != CJ_STORE_APPLICATION_ID)
        return judge_stranger(store, application, code);
    known_damage = store->damaged && store->generation == store->damaged_generation;
    return (store->generation & 0xff) == CJ_STORE_SCHEMA && !known_damage ? FILE_SOUND : FILE_DAMAGED;
}

/* Looks at the header of the open file as it is at one moment: another process may be making it just now. Of one that
 * is in order the schema is not read yet. */
static file_state probe(cj_store *store, int *code)
{
    file_state state = FILE_FAILED;

    if ((*code = cj_store_run(store, "BEGIN", NULL, 0)) == SQLITE_OK)
        state = read_header(store, code);
    /* Else who closes it wants to know what SQLite said last. */
    if (state != FILE_FAILED && !(state == FILE_SOUND && store->reading))
        cj_store_undo(store);
    return state;
}

static int read_mode(void *user, sqlite3_stmt *row)
{
    const char *mode = (const char *)sqlite3_column_text(row, 0);

    *(bool *)user = mode == NULL || strcmp(mode, "wal") == 0;
    return SQLITE_DONE;
}

/* WAL needs memory that all users of the file share, so it must not be on where they may be on several hosts. */
static file_state leave_wal(cj_store *store, int *code)
{
    bool wal = true;

    cj_store_undo(store);
    *code = cj_store_each(store, "PRAGMA journal_mode=DELETE", NULL, 0, read_mode, &wal);
    if (wal && *code == SQLITE_OK)
        *code = SQLITE_BUSY;
    return wal ? FILE_FAILED : FILE_SOUND;
}

static file_state attach(cj_store *store, int *code)
{
    file_state state;

    *code = open_database(store, store->file, SQLITE_OPEN_READWRITE);
    if (*code != SQLITE_OK)
        return (*code & 0xff) == SQLITE_NOTADB ? FILE_DAMAGED : FILE_FAILED;
    state = probe(store, code);
    if (state == FILE_SOUND && !store->readonly && cj_directory_on_network(store->directory))
        state = leave_wal(store, code);
    return state;
}

/* ---- Making and resetting --------------------------------------------------------------------------------------- */

static int reset_database(cj_store *store)
{
    int code;

    /* SQLite's own recipe: it has to have tried to read the schema before. */
    sqlite3_busy_timeout(store->db, store->write_busy_ms);
    sqlite3_table_column_metadata(store->db, NULL, "kernels", NULL, NULL, NULL, NULL, NULL, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_RESET_DATABASE, 1, (int *)NULL);
    execute(store, "PRAGMA auto_vacuum=INCREMENTAL"); /* of the new one; the old one's state is of no interest */
    code = execute(store, "VACUUM");
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_RESET_DATABASE, 0, (int *)NULL);
    return code;
}

static int initialise(cj_store *store)
{
    bool network = cj_directory_on_network(store->directory);
    char sql[250];
    uint32_t draw;
    int code;

    /* Never the generation that was damaged: that is how other processes see that the file was reset. */
    sqlite3_randomness(sizeof draw, &draw);
    draw = (draw & 0x7ffffe) + 1;
    if ((int)(draw << 8 | CJ_STORE_SCHEMA) == store->damaged_generation)
        draw ^= 2;
    store->generation = (int)(draw << 8 | CJ_STORE_SCHEMA);
    /* An empty file has nothing to lose, so nobody waits for the disk until it is made: what a power failure leaves of
     * it is found damaged and made anew. auto_vacuum counts before there is any table only, and WAL mode makes the
     * first page. */
    sqlite3_busy_timeout(store->db, store->write_busy_ms);
    if ((code = execute(store, "PRAGMA synchronous=OFF; PRAGMA auto_vacuum=INCREMENTAL")) != SQLITE_OK ||
        (code = execute(store, network ? "PRAGMA journal_mode=DELETE" : "PRAGMA journal_mode=WAL")) != SQLITE_OK ||
        (code = execute(store, "BEGIN IMMEDIATE")) != SQLITE_OK)
        return code;
    snprintf(sql, sizeof sql,
             "INSERT INTO notes VALUES('limit', '', %lld); PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT",
             (long long)store->limit, CJ_STORE_APPLICATION_ID, store->generation);
    if ((code = execute(store, cj_store_tables)) != SQLITE_OK || (code = execute(store, sql)) != SQLITE_OK) {
        execute(store, "ROLLBACK");
        return code;
    }
    return cj_store_ready_to_write(store);
}

/* Makes the file for us alone before SQLite does it with more permissions. An existing file is not opened: closing any
 * descriptor of it would drop the locks of SQLite's connections in this process. */
static void create_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);

    if (file >= 0)
        close(file);
}

/* The slow way in: under the file lock, for which it waits `lock_ms`, looks again, then makes or resets the file. */
static file_state make_sound(cj_store *store, int lock_ms, int *code)
{
    file_state state;
    int lock;

    *code = SQLITE_OK;
    /* Without locks (some network file systems) SQLite's own have to do. */
    if (cj_file_lock(store->lock_file, CJ_LOCK_FILE_BYTE, lock_ms, &lock) == CJ_LOCK_TIMEOUT) {
        *code = SQLITE_BUSY;
        return FILE_FAILED;
    }
    create_file(store->file);
    state = attach(store, code);
    if (state == FILE_DAMAGED && store->db != NULL && !store->readonly) {
        *code = reset_database(store);
        store->stats->file_resets++;
        state = *code == SQLITE_OK ? FILE_EMPTY : FILE_FAILED;
    }
    if (state == FILE_EMPTY && !store->readonly) {
        *code = initialise(store);
        state = *code == SQLITE_OK ? FILE_SOUND : FILE_FAILED;
    }
    cj_file_unlock(lock);
    return state;
}

/* Appends `file:PATH?immutable=1` with everything escaped that a URI gives a meaning to. */
static void append_immutable_name(cj_text *name, const char *path)
{
    cj_text_append(name, "file:");
    for (; *path != '\0'; path++)
        if (*path == '%' || *path == '?' || *path == '#')
            cj_text_printf(name, "%%%02X", (unsigned)*path);
        else
            cj_text_append_n(name, path, 1);
    cj_text_append(name, "?immutable=1");
}

/* Others are at work on the file, or were killed at it: there is a journal. Where its file system keeps them apart by
 * nothing but locks, one must always reckon with them. */
static bool has_company(const cj_store *store)
{
    static const char *const suffixes[] = {"-wal", "-journal"};
    bool found = cj_directory_on_network(store->directory);

    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0] && !found; i++) {
        cj_text journal = {0};

        cj_text_printf(&journal, "%s%s", store->file, suffixes[i]);
        found = journal.failed || access(journal.data, F_OK) == 0;
        cj_text_clear(&journal);
    }
    return found;
}

/* A file that cannot be written to: in company it is read as usual; else, and where that does not work because the
 * journal's index cannot be made, as a file that does not change. One that must not be written to: in company as just
 * said, which leaves file and journal as they are; alone as usual too, since company may come, and since what SQLite
 * puts beside the file goes with the connection then. */
static file_state attach_readonly(cj_store *store, int *code)
{
    const bool company = has_company(store);
    const bool writable = cj_directory_writable(store->directory, W_OK | X_OK) &&
                          cj_directory_writable(store->file, W_OK);
    const bool direct = company || (store->observing && writable);
    file_state state = FILE_FAILED;
    cj_text name = {0};

    append_immutable_name(&name, store->file);
    *code = SQLITE_NOMEM;
    if (name.failed)
        goto out;
    if (direct) {
        *code = open_database(store, store->file, company ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
        if (*code == SQLITE_OK && (*code = execute(store, "PRAGMA query_only=1")) == SQLITE_OK)
            state = probe(store, code);
    }
    if (!direct || (state == FILE_FAILED && !(store->observing && writable))) {
        cj_store_close(store, false);
        *code = open_database(store, name.data, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
        state = *code == SQLITE_OK ? probe(store, code) : FILE_FAILED;
    }
    store->readonly = true;
out:
    cj_text_clear(&name);
    return state;
}

/* Sees to the directory. CJ_STORE_OPEN: all is well. */
static cj_store_state look_at_directory(cj_store *store, bool create)
{
    char why[sizeof store->stats->trouble];
    cj_directory_state state = cj_directory_check(store->directory, store->file, why, sizeof why);

    if (state == CJ_DIRECTORY_ABSENT && !create)
        return CJ_STORE_ABSENT;
    if (state == CJ_DIRECTORY_ABSENT) {
        state = cj_directory_make(store->directory, why, sizeof why);
        if (state == CJ_DIRECTORY_FINE)
            state = cj_directory_check(store->directory, store->file, why, sizeof why);
        if (state == CJ_DIRECTORY_ABSENT)
            snprintf(why, sizeof why, "%s vanished while it was made", store->directory);
    }
    if (state == CJ_DIRECTORY_FINE)
        return CJ_STORE_OPEN;
    if (state == CJ_DIRECTORY_REFUSED)
        store->stats->refused++;
    cj_store_trouble(store, "%s", why);
    keep_away(store, false);
    return CJ_STORE_TROUBLE;
}

/* `state` is what the ways in made of the file. */
static cj_store_state settle(cj_store *store, file_state state, int code)
{
    store->short_of_memory = (code & 0xff) == SQLITE_NOMEM;
    switch (state) {
    case FILE_SOUND:
        sqlite3_busy_timeout(store->db, store->lookup_busy_ms); /* a write sets its own */
        store->damaged = false;
        mend_index(store);
        store->stats->on_disk = true;
        return CJ_STORE_OPEN;
    case FILE_EMPTY:
        cj_store_close(store, false);
        return CJ_STORE_ABSENT;
    case FILE_FOREIGN:
        cj_store_trouble(store, "%s is a database of something else: it is left alone", store->file);
        break;
    case FILE_DAMAGED:
        store->found_damaged = true;
        cj_store_trouble(store, store->observing ? "%s is damaged" : "%s is damaged and cannot be written to",
                         store->file);
        break;
    case FILE_FAILED:
        cj_store_trouble(store, "cannot open %s: %s", store->file,
                         store->db != NULL ? sqlite3_errmsg(store->db) : sqlite3_errstr(code));
        if ((code & 0xff) == SQLITE_BUSY)
            store->stats->busy++;
        break;
    }
    cj_store_close(store, false);
    keep_away(store, false);
    return CJ_STORE_TROUBLE;
}

/* The file is not open. */
static cj_store_state connect_to_file(cj_store *store, bool create)
{
    cj_store_state found;
    file_state state;
    bool exists, writable;
    int code = SQLITE_OK;

    if (sqlite3_threadsafe() == 0) {
        cj_store_trouble(store, "this SQLite was built without support for threads");
        keep_away(store, false);
        return CJ_STORE_TROUBLE;
    }
    found = look_at_directory(store, create);
    if (found != CJ_STORE_OPEN)
        return found;
    exists = access(store->file, F_OK) == 0;
    writable = cj_directory_writable(store->directory, W_OK | X_OK);
    if (!exists && !create)
        return CJ_STORE_ABSENT;
    if (!exists && !writable) {
        cj_store_trouble(store, "cannot write to %s", store->directory);
        keep_away(store, false);
        return CJ_STORE_TROUBLE;
    }
    if (!writable || store->observing) {
        state = attach_readonly(store, &code);
        return settle(store, state, code);
    }
    state = exists ? attach(store, &code) : FILE_EMPTY;
    if (state == FILE_DAMAGED || (state == FILE_EMPTY && create)) {
        cj_store_close(store, false);
        state = make_sound(store, store->write_busy_ms, &code);
    } else if (state == FILE_FAILED && (code & 0xff) == SQLITE_BUSY) {
        /* Most likely another process is making the file just now; else somebody holds it, who was waited for. */
        int lock_ms = store->busy_ms;

        cj_store_close(store, false);
        store->busy_ms /= 10; /* it was busy all that time already */
        state = make_sound(store, lock_ms, &code);
    } else if (state == FILE_FAILED && store->readonly) {
        cj_store_close(store, false);
        state = attach_readonly(store, &code);
    }
    return settle(store, state, code);
}

cj_store_state cj_store_open(cj_store *store, bool create)
{
    const double now = cj_now_ms();
    cj_store_state state;
    cj_signal_hold hold;

    if (store->db != NULL && store->owner != getpid())
        return CJ_STORE_TROUBLE;
    if (store->directory[0] == '\0')
        return CJ_STORE_ABSENT;
    if (now < store->retry_at_ms)
        return CJ_STORE_TROUBLE;
    store->busy_ms = create ? store->write_busy_ms : store->lookup_busy_ms;
    if (store->db != NULL) {
        sqlite3_busy_timeout(store->db, store->busy_ms);
        if (now > store->index_seen_ms + INDEX_LOOK_MS) {
            store->index_seen_ms = now;
            mend_index(store);
        }
        return CJ_STORE_OPEN;
    }
    store->found_damaged = store->short_of_memory = false;
    cj_hold_signal(&hold);
    state = connect_to_file(store, create);
    cj_release_signal(&hold);
    store->index_seen_ms = now;
    return state;
}

bool cj_store_begin_reading(cj_store *store)
{
    bool open;

    store->reading = true;
    open = cj_store_open(store, false) == CJ_STORE_OPEN;
    store->reading = false;
    return open && (!sqlite3_get_autocommit(store->db) || cj_store_run(store, "BEGIN", NULL, 0) == SQLITE_OK);
}
