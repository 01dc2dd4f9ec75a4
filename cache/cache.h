/*
 * cache.h: the persistent kernel cache. Keys in, objects out; wrong about nothing and failing nothing.
 *
 * A component of its own: it knows neither devices nor compilers, only keys and objects. Two levels: a table in memory
 * (only for what could not be stored on disk) and one SQLite file, `kernels-N.sqlite` (N: schema version), in the
 * cache's directory.
 *
 * The rules:
 *  - The canonical key is stored whole and compared whole; its XXH3-128 is only the index.
 *  - An entry is one row with a checksum over key and object. What is corrupt, torn or foreign is set aside (deleted),
 *    counted, and reported as a miss.
 *  - No trouble (full disk, read-only or network file system, lock, permission, damaged file) fails or blocks a build:
 *    the cache goes on in memory and counts it. Hence get and put have no error to return.
 *  - Any thread may use a cache at any time; so may several processes; a forked child opens its own connection and
 *    never touches the parent's.
 */
#ifndef CACHE_CACHE_H
#define CACHE_CACHE_H

#include "cache/key.h"
#include "libjit/base/object.h"
#include "libjit/base/status.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cj_cache cj_cache;

/* `directory`: NULL: $CUJIT_CACHE_DIR, else $XDG_CACHE_HOME/cujit, else ~/.cache/cujit; "": in memory only. Created
 * (0700, parents too) when the first entry is stored or the first key locked. $CUJIT_CACHE_LIMIT: how much the file may
 * hold, in bytes or with K, M, G, T behind the number (1G; 0: in memory only); what was not used for longest goes.
 * Fails only with CUJIT_ERROR_OUT_OF_MEMORY: any other trouble degrades to memory. Nothing is opened before the first
 * use. */
cujit_status cj_cache_create(const char *directory, cj_cache **out, cujit_error *error);
/* The same for who only looks: what reads changes nothing, neither in the file nor beside it, and a damaged file is
 * reported, not made anew. cj_cache_remove(), _prune(), _clear() and repairs write all the same. */
cujit_status cj_cache_create_observer(const char *directory, cj_cache **out, cujit_error *error);
void cj_cache_free(cj_cache *cache); /* NULL is fine; flushes the use counts */

/* Opens the file and gets ready to look kernels and tunings up, where somebody has the time for it before the first of
 * them is asked for. Counts nothing, makes nothing, and leaves trouble to be met again. */
void cj_cache_prepare(cj_cache *cache);

/* The directory in use, "" where the cache lives in memory only. Borrowed. */
const char *cj_cache_directory(const cj_cache *cache);
/* Why there is none, where nobody asked for that: a static text. */
const char *cj_cache_why_in_memory(const cj_cache *cache);

/* Keys come encoded (key.h), so that the way of one kernel encodes and hashes its own once. One without data (memory ran
 * out) is in no cache.
 *
 * True: a hit, and *out is the caller's (cj_object_clear). False: a miss, *out untouched. */
bool cj_cache_get(cj_cache *cache, const cj_key_bytes *key, cj_object *out);

/* The same look once more, on the way of one kernel: a second miss is not counted. */
bool cj_cache_get_again(cj_cache *cache, const cj_key_bytes *key, cj_object *out);

/* Stores a copy; replaces what is there under that key, which must name a toolchain. */
void cj_cache_put(cj_cache *cache, const cj_key_bytes *key, const cj_object *object);

/* The device refused to load what cj_cache_get() gave: delete it and count it. */
void cj_cache_reject(cj_cache *cache, const cj_key_bytes *key);

/*
 * What a tuner found out: a short text for each kernel and device, beside the kernels and under the same rules. `key`
 * is that of any one source of the kernel; its toolchain plays no part and may be NULL. `device` is a text as "NVIDIA
 * H200 sm_90". Whoever reads a value must check that it makes sense: it may be another version's.
 */
enum { CJ_TUNING_SIZE = 128 }; /* of a value, the NUL included */
/* False: there is none at all, and no key needs to be made to ask for one. */
bool cj_cache_has_tunings(cj_cache *cache);
void cj_cache_put_tuning(cj_cache *cache, const cj_cache_key *key, const char *device, const char *value);
bool cj_cache_get_tuning(cj_cache *cache, const cj_cache_key *key, const char *device, char value[CJ_TUNING_SIZE]);

/*
 * Single flight over processes and threads: waits until no other process builds this key, at most `wait_ms`. True: the
 * caller holds the key's lock, must look again with cj_cache_get_again() before building, and release it. False: no
 * lock to be had (time over, no directory, file system without locks): build all the same. The kernel frees the lock of
 * a process that dies. *lock is -1 where none is held.
 *
 * CJ_CACHE_AS_LONG_AS_BUILT: as long as a process that runs holds the lock. A holder that is stopped, or that is not
 * one of us, is waited for some seconds in all, not for each key.
 */
enum { CJ_CACHE_AS_LONG_AS_BUILT = -1 };
bool cj_cache_lock(cj_cache *cache, const cj_key_bytes *key, int wait_ms, int *lock);
void cj_cache_unlock(cj_cache *cache, int lock); /* -1 is fine */

/* Counters of this cj_cache object since its creation, and the state of the store. */
typedef struct cj_cache_stats {
    uint64_t memory_hits, disk_hits, misses;
    uint64_t stores, store_failures;
    uint64_t corrupt;        /* entries set aside: bad checksum, torn, foreign key */
    uint64_t rejected;       /* entries that a device refused */
    uint64_t file_resets;    /* times that the whole file was damaged and made anew */
    uint64_t refused;        /* times that the directory was not used because somebody else can write to it */
    uint64_t busy;           /* operations given up because the file stayed locked */
    uint64_t entries, bytes; /* on disk: rows, and bytes of objects; 0 where there is no file */
    uint64_t tunings;        /* on disk */
    bool on_disk;            /* the file could be opened */
    bool damaged;            /* it is damaged, and was not mended: it cannot be written to, or is only looked at */
    uint64_t file_bytes;     /* its size, and the limit that it is kept to; 0 where there is no file */
    uint64_t limit;
    char trouble[256]; /* the last trouble in words; "" where there was none */
} cj_cache_stats;
void cj_cache_get_stats(cj_cache *cache, cj_cache_stats *out);

/* The last trouble in words, unless it was asked for before, or is the same as what was; false: there is none. */
bool cj_cache_take_trouble(cj_cache *cache, char *trouble, size_t room);

/* ---- For people who look at a cache: these report errors. ---- */

/* One entry. The texts are valid during the callback only. */
typedef struct cj_cache_entry {
    char id[33]; /* hexadecimal XXH3-128 of the canonical key */
    cj_cache_key key;
    cj_object_kind kind;
    const char *object_architecture;
    const void *data; /* NULL in listings, set by cj_cache_find() */
    size_t size;
    const char *log;
    cj_resources resources;
    double compile_ms;
    int64_t created, used; /* seconds since 1970; `used` to a second or so */
    uint64_t uses;         /* at least: processes that only read for an hour or less do not write */
    bool intact;           /* the checksum is right (listings do not look: true) */
} cj_cache_entry;

/* Return false to stop. The callback must neither call back into the cache nor fork. */
typedef bool (*cj_cache_visit)(void *user, const cj_cache_entry *entry);

/* Every entry, most recently used first. An absent file lists nothing. */
cujit_status cj_cache_list(cj_cache *cache, cj_cache_visit visit, void *user, cujit_error *error);

/* The one entry whose id begins with `prefix` (at least 4 hexadecimal digits), with its data. CUJIT_ERROR_CACHE_ENTRY:
 * none, or more than one. */
cujit_status cj_cache_find(cj_cache *cache, const char *prefix, cj_cache_visit visit, void *user, cujit_error *error);

/* Reads every row and checks it; `visit` (NULL allowed) is called for each with `intact` set. With `repair` those that
 * are not intact are deleted. Also runs SQLite's own quick check. */
typedef struct cj_cache_report {
    uint64_t entries, damaged, removed; /* `damaged` and `removed` count tunings too, `entries` does not */
    uint64_t tunings;
    bool file_sound;
} cj_cache_report;
cujit_status cj_cache_verify(cj_cache *cache, bool repair, cj_cache_visit visit, void *user, cj_cache_report *out,
                             cujit_error *error);

/* Deletes the one entry whose id begins with `prefix`; errors as of cj_cache_find(). */
cujit_status cj_cache_remove(cj_cache *cache, const char *prefix, cujit_error *error);

/* Sets the limit that the file is kept to (0: leaves it), and deletes what was not used for longest until the file is
 * below. Processes with a larger limit raise it again. *removed (NULL allowed) counts the entries. */
cujit_status cj_cache_prune(cj_cache *cache, uint64_t limit, uint64_t *removed, cujit_error *error);

/* Deletes every entry and every tuning, and gives the space back; *removed (NULL allowed) counts the entries. */
cujit_status cj_cache_clear(cj_cache *cache, uint64_t *removed, cujit_error *error);

#endif
