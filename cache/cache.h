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

#include "cache/counters.h"
#include "cache/key.h"
#include "libjit/base/object.h"
#include "libjit/base/status.h"
#include "libjit/base/stop.h"

#include <cujit/cache.h>

#include <stdbool.h>
#include <stdint.h>

/* What contexts use is what a program opens to look at: cujit_cache_free(), cujit_cache_directory() and
 * cujit_cache_get_stats() are for both. */
typedef struct cujit_cache cj_cache;

/* `directory`: NULL: $CUJIT_CACHE_DIR, else $XDG_CACHE_HOME/cujit, else ~/.cache/cujit; "": in memory only. Created
 * (0700, parents too) when the first entry is stored or the first key locked. $CUJIT_CACHE_LIMIT: how much the file may
 * hold, in bytes or with K, M, G, T behind the number (1G; 0: in memory only); what was not used for longest goes.
 * Fails only with CUJIT_ERROR_OUT_OF_MEMORY: any other trouble degrades to memory. Nothing is opened before the first
 * use. cujit_cache_free() flushes the use counts. */
cujit_status cj_cache_create(const char *directory, cj_cache **out, cujit_error *error);
/* The same for who only looks: what reads changes nothing, neither in the file nor beside it, and a damaged file is
 * reported, not made anew. cujit_cache_remove(), _prune(), _clear() and repairs write all the same. */
cujit_status cj_cache_create_observer(const char *directory, cj_cache **out, cujit_error *error);

/* One more who frees it: what is to be stored may come when its context is gone. */
void cj_cache_retain(cj_cache *cache);

/* Opens the file and gets ready to look kernels and tunings up, where somebody has the time for it before the first of
 * them is asked for. Counts nothing, makes nothing, and leaves trouble to be met again. Where there is no tuning, none
 * is looked for in the next second, which hides those that another cache stores in that time. */
void cj_cache_prepare(cj_cache *cache);

/* Reads what will probably be asked for first: the entries of a toolchain that were used last, but for the host's. They
 * are hits like others, but in the next second each of them is one without the file, once, also if another process
 * deletes it in that time. Counts nothing, as above. */
void cj_cache_read_ahead(cj_cache *cache, const char *toolchain);

/* What trouble with the user's secret begins with. */
#define CJ_CACHE_NO_SECRET "kernels for the host are kept in memory only"

/* Why there is no directory, where nobody asked for that: a static text. */
const char *cj_cache_why_in_memory(const cj_cache *cache);

/* How the looks on the way of one kernel count: a miss once, and not where it was found in the end, as by who has
 * waited for another one's compiler. Begins as {0}. */
typedef struct cj_inquiry {
    bool asked, missed;
    cj_counter reason; /* of the miss */
} cj_inquiry;

/* Keys come encoded (key.h), so that the way of one kernel encodes and hashes its own once. One without data (memory
 * ran out) is in no cache.
 *
 * Memory and file are asked, then local layers (layer.h). True: a hit, and *out is the caller's (cj_object_clear).
 * False: a miss, *out untouched. */
bool cj_cache_get(cj_cache *cache, const cj_key_bytes *key, cj_inquiry *question, cj_object *out);

/* From the local layers alone, what cj_cache_get() with the kernel's own key did not find: under the key of what packs
 * hold for it. And cj_cache_reject() for that. */
bool cj_cache_get_packed(cj_cache *cache, const cj_key_bytes *key, cj_inquiry *question, cj_object *out);
void cj_cache_reject_packed(cj_cache *cache, const cj_key_bytes *key);
bool cj_cache_has_layers(const cj_cache *cache);

/* Stores a copy; replaces what is there under that key, which must name a toolchain. */
void cj_cache_put(cj_cache *cache, const cj_key_bytes *key, const cj_object *object);

/* What the compiler said of a text that it refused, for some minutes and for other processes; as an object of no kind,
 * whose content is the caller's business. True: *out is the caller's. */
bool cj_cache_get_failure(cj_cache *cache, const cj_key_bytes *key, cj_object *out);
void cj_cache_put_failure(cj_cache *cache, const cj_key_bytes *key, const cj_object *said);

/* For the statistics: a compiler has run for so long; the compiler was not asked, since it had refused the text. */
void cj_cache_note_compile(cj_cache *cache, double ms);
void cj_cache_note_failed(cj_cache *cache, cj_inquiry *question);

/* The device refused to load what cj_cache_get() gave: delete it and count it. A layer is told (layer.h). */
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
 * caller holds the key's lock, must look again with cj_cache_get() before building, and release it. False: no
 * lock to be had (time over, no directory, file system without locks): build all the same. The kernel frees the lock of
 * a process that dies. *lock is -1 where none is held.
 *
 * CJ_CACHE_AS_LONG_AS_BUILT: as long as a process that runs holds the lock. A holder that is stopped, or that is not
 * one of us, is waited for some seconds in all, not for each key. `stop` (NULL: none): time is over when it is asked.
 */
enum { CJ_CACHE_AS_LONG_AS_BUILT = -1 };
bool cj_cache_lock(cj_cache *cache, const cj_key_bytes *key, int wait_ms, const cj_stop *stop, int *lock);
void cj_cache_unlock(cj_cache *cache, int lock); /* -1 is fine */

/* Trouble with what belongs to the cache but is not its file. */
void cj_cache_note_trouble(cj_cache *cache, const char *trouble);

/* The last trouble in words, unless it was asked for before, or is the same as what was; false: there is none. */
bool cj_cache_take_trouble(cj_cache *cache, char *trouble, size_t room);

#endif
