/*
 * cache.c: the cache's interface: disk first, memory where that does not work, and every trouble counted. See cache.h.
 *
 * One mutex serialises everything but waiting for a key's lock, reading a key and deleting old entries (tidy.c). A
 * lookup takes some microseconds, so that more connections would cost more than they gain.
 *
 * Forks: SQLite keeps facts about the locks of its process in memory, which a child would inherit and take for its own;
 * even a second connection of the child would then go without locks. So every connection is closed just before a fork
 * (it opens again on the next use, on either side), with all mutexes held, so that the child finds nothing half done.
 */
#include "cache/internal.h"

#include "cache/directory.h"
#include "cache/lock.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/sized.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t default_limit = UINT64_C(1) << 30; /* of the file */
static const size_t memory_limit = (size_t)256 << 20;    /* of what could not be stored */
static const long patience_us = 10000000;                /* see lock.h */
static const int lookup_busy_ms = 100;                   /* a launch may wait for it */
static const int write_busy_ms = 500;                    /* a compiler has run before */
static const double untuned_ms = 1000;                   /* longer than most drivers take to start */

/* ---- Forks ------------------------------------------------------------------------------------------------------ */

static pthread_mutex_t caches_mutex = PTHREAD_MUTEX_INITIALIZER;
static cj_cache *caches;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void before_fork(void)
{
    pthread_mutex_lock(&caches_mutex);
    for (cj_cache *cache = caches; cache != NULL; cache = cache->next) {
        pthread_mutex_lock(&cache->mutex);
        pthread_mutex_lock(&cache->tidier_mutex);
        cj_store_close(&cache->store, true);
        cj_store_close(&cache->tidier_store, true);
    }
}

static void after_fork_in_parent(void)
{
    for (cj_cache *cache = caches; cache != NULL; cache = cache->next) {
        pthread_mutex_unlock(&cache->tidier_mutex);
        pthread_mutex_unlock(&cache->mutex);
    }
    pthread_mutex_unlock(&caches_mutex);
}

static void after_fork_in_child(void)
{
    for (cj_cache *cache = caches; cache != NULL; cache = cache->next) {
        /* The hits and the key locks are the parent's. */
        cj_store_forget_pending(&cache->store);
        cj_cache_forget_tidier(cache);
        for (size_t i = 0; i < cache->lock_count; i++)
            close(cache->locks[i].file);
        cache->lock_count = 0;
    }
    after_fork_in_parent();
}

static void register_fork_handlers(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

static void enlist(cj_cache *cache)
{
    pthread_once(&fork_once, register_fork_handlers);
    pthread_mutex_lock(&caches_mutex);
    cache->next = caches;
    cache->place = &caches;
    if (caches != NULL)
        caches->place = &cache->next;
    caches = cache;
    pthread_mutex_unlock(&caches_mutex);
}

static void delist(cj_cache *cache)
{
    pthread_mutex_lock(&caches_mutex);
    *cache->place = cache->next;
    if (cache->next != NULL)
        cache->next->place = cache->place;
    pthread_mutex_unlock(&caches_mutex);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

/* $CUJIT_CACHE_LIMIT: a number of bytes, or of K, M, G or T of them. False: it says something else. */
static bool read_limit(uint64_t *limit)
{
    static const char suffixes[] = "KMGT";
    const char *text = getenv("CUJIT_CACHE_LIMIT"), *suffix;
    unsigned long long number;
    unsigned shift = 0;
    char *end;

    *limit = default_limit;
    if (text == NULL || text[0] == '\0')
        return true;
    errno = 0;
    number = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || errno != 0)
        return false;
    if (*end != '\0') {
        suffix = strchr(suffixes, toupper((unsigned char)*end));
        if (suffix == NULL || end[1] != '\0')
            return false;
        shift = 10 * (unsigned)(suffix - suffixes + 1);
    }
    if (number > (UINT64_MAX / 2) >> shift)
        return false;
    *limit = (uint64_t)number << shift;
    return true;
}

static char *path_in(const char *directory, const char *name)
{
    cj_text path = {0};

    cj_text_printf(&path, "%s/%s", directory, name);
    return cj_text_take(&path);
}

static void free_cache(cj_cache *cache)
{
    cj_layers_free(cache->layers);
    cj_memory_clear(&cache->memory);
    cj_free(cache->store.directory);
    cj_free(cache->store.file);
    cj_free(cache->store.lock_file);
    cj_free(cache->store.index_file);
    cj_stamp_forget_key(cache->store.stamp_key);
    cj_free(cache->locks);
    cj_free(cache);
}

cujit_status cj_cache_create(const char *directory, cj_cache **out, cujit_error *error)
{
    cj_cache *cache = cj_calloc(1, sizeof *cache);
    cj_store *store;

    if (cache == NULL)
        return cj_error_no_memory(error, "a kernel cache");
    store = &cache->store;
    store->stats = &cache->stats;
    store->lookup_busy_ms = lookup_busy_ms;
    store->write_busy_ms = write_busy_ms;
    cache->memory.limit = memory_limit;
    atomic_init(&cache->patience_us, patience_us);
    if (!read_limit(&store->limit))
        cj_store_trouble(store, "CUJIT_CACHE_LIMIT is \"%.40s\": expected bytes, or a number and K, M, G or T",
                         getenv("CUJIT_CACHE_LIMIT"));
    store->directory = cj_directory_choose(store->limit > 0 ? directory : "");
    if (store->directory != NULL) {
        store->file = path_in(store->directory, CJ_STORE_FILE);
        store->lock_file = path_in(store->directory, CJ_STORE_LOCK_FILE);
        store->index_file = path_in(store->directory, CJ_STORE_FILE "-shm");
    }
    if (store->directory == NULL || store->file == NULL || store->lock_file == NULL || store->index_file == NULL) {
        free_cache(cache);
        return cj_error_no_memory(error, "a kernel cache");
    }
    pthread_mutex_init(&cache->mutex, NULL);
    pthread_mutex_init(&cache->tidier_mutex, NULL);
    enlist(cache);
    *out = cache;
    return CUJIT_OK;
}

cujit_status cj_cache_create_observer(const char *directory, cj_cache **out, cujit_error *error)
{
    cujit_status status = cj_cache_create(directory, out, error);

    if (status == CUJIT_OK)
        (*out)->observer = true;
    return status;
}

void cj_cache_retain(cj_cache *cache)
{
    atomic_fetch_add_explicit(&cache->retained, 1, memory_order_relaxed);
}

void cujit_cache_free(cujit_cache *cache)
{
    cj_signal_hold hold;

    if (cache == NULL || atomic_fetch_sub_explicit(&cache->retained, 1, memory_order_acq_rel) > 0)
        return;
    cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    cj_cache_end_tidying(cache);
    cj_store_flush(&cache->store, false);
    cj_store_note_size(&cache->store, true);
    /* Still in the list: no child of a fork by another thread shall have the connection, or find it half closed. */
    cj_store_close(&cache->store, false);
    pthread_mutex_unlock(&cache->mutex);
    /* Out of the list before it goes: such a fork looks at all that are in it. */
    delist(cache);
    cj_release_signal(&hold);
    for (size_t i = 0; i < cache->lock_count; i++)
        cj_key_unlock(cache->locks[i].file, cache->locks[i].place);
    pthread_mutex_destroy(&cache->mutex);
    pthread_mutex_destroy(&cache->tidier_mutex);
    free_cache(cache);
}

const char *cujit_cache_directory(const cujit_cache *cache)
{
    return cache != NULL ? cache->store.directory : "";
}

const char *cj_cache_why_in_memory(const cj_cache *cache)
{
    return cache->store.limit == 0
               ? "CUJIT_CACHE_LIMIT is 0"
               : "there is no home directory, and neither CUJIT_CACHE_DIR nor XDG_CACHE_HOME says where else";
}

void cj_cache_note_trouble(cj_cache *cache, const char *trouble)
{
    pthread_mutex_lock(&cache->mutex);
    cj_store_trouble(&cache->store, "%s", trouble);
    pthread_mutex_unlock(&cache->mutex);
}

bool cj_cache_take_trouble(cj_cache *cache, char *trouble, size_t room)
{
    bool is_new;

    pthread_mutex_lock(&cache->mutex);
    is_new = cache->store.new_trouble;
    cache->store.new_trouble = false;
    if (is_new)
        snprintf(trouble, room, "%s", cache->stats.trouble);
    pthread_mutex_unlock(&cache->mutex);
    return is_new;
}

/* ---- Entries ---------------------------------------------------------------------------------------------------- */

/* The caller holds the mutex. What was counted as a miss before is none. */
static void note_hit(cj_cache *cache, cj_inquiry *question, uint64_t *hits, const cj_object *found)
{
    ++*hits;
    cj_store_note(&cache->store, CJ_COUNT_HITS, 1);
    cj_store_note(&cache->store, CJ_COUNT_SAVED_US, (int64_t)(found->compile_ms * 1e3));
    cache->stats.misses -= question->missed;
    cj_store_note(&cache->store, question->reason, -question->missed);
    question->missed = false;
}

/* Likewise. */
static void note_layer_hit(cj_cache *cache, cj_inquiry *question, const cj_object *found)
{
    note_hit(cache, question, &cache->stats.layer_hits, found);
    cj_store_note(&cache->store, CJ_COUNT_LAYER_HITS, 1);
}

/* Likewise. Once for each question. */
static void note_miss(cj_cache *cache, const cj_key_bytes *key, cj_inquiry *question, cj_counter reason)
{
    if (question->asked)
        return;
    question->missed = true;
    cache->stats.misses++;
    question->reason = cj_store_note_miss(&cache->store, key, reason);
}

/* In the cache's own places. *missed says why it is in neither. `question` NULL: nothing is counted; and a miss is only
 * counted where nobody else is asked. */
static bool look(cj_cache *cache, const cj_key_bytes *key, cj_inquiry *question, cj_object *out, cj_counter *missed)
{
    uint64_t *hits = NULL;

    *missed = CJ_COUNT_ABSENT;
    pthread_mutex_lock(&cache->mutex);
    if (key->data != NULL && cj_memory_get(&cache->memory, key, out))
        hits = &cache->stats.memory_hits;
    else if (key->data != NULL && cj_store_get(&cache->store, key, out, missed))
        hits = &cache->stats.disk_hits;
    if (hits != NULL && question != NULL) {
        cache->store.waited = cache->store.waited || question->missed;
        note_hit(cache, question, hits, out);
    } else if (hits == NULL && question != NULL && cache->layers == NULL)
        note_miss(cache, key, question, *missed);
    if (cj_store_is_crowded(&cache->store))
        cj_cache_tidy(cache);
    pthread_mutex_unlock(&cache->mutex);
    return hits != NULL;
}

/* Behind the cache's own places, in none of which the key was; without the mutex, since layers have none to wait
 * for. */
static bool look_in_layers(cj_cache *cache, const cj_key_bytes *key, cj_inquiry *question, cj_object *out,
                           cj_counter missed)
{
    const bool found = cj_layers_get(cache->layers, key, out);

    pthread_mutex_lock(&cache->mutex);
    if (found)
        note_layer_hit(cache, question, out);
    else
        note_miss(cache, key, question, missed);
    pthread_mutex_unlock(&cache->mutex);
    return found;
}

void cj_cache_prepare(cj_cache *cache)
{
    static const cj_key_bytes nobodys[] = {{0}, {.any_toolchain = true}};
    cj_counter missed;
    cj_object none;

    pthread_mutex_lock(&cache->mutex);
    /* What it takes to ask stays: the statements, and the pages that every question passes. */
    if (cj_store_begin_reading(&cache->store)) {
        if (!cj_store_is_tuned(&cache->store))
            cache->untuned_until_ms = cj_now_ms() + untuned_ms;
        for (size_t k = 0; k < sizeof nobodys / sizeof *nobodys; k++)
            cj_store_get(&cache->store, &nobodys[k], &none, &missed);
        cj_store_undo(&cache->store);
    }
    pthread_mutex_unlock(&cache->mutex);
}

void cj_cache_read_ahead(cj_cache *cache, const char *toolchain)
{
    pthread_mutex_lock(&cache->mutex);
    cj_store_read_ahead(&cache->store, toolchain);
    pthread_mutex_unlock(&cache->mutex);
}

bool cj_cache_get(cj_cache *cache, const cj_key_bytes *key, cj_inquiry *question, cj_object *out)
{
    cj_counter missed;
    const bool found = look(cache, key, question, out, &missed) ||
                       (cache->layers != NULL && look_in_layers(cache, key, question, out, missed));

    question->asked = true;
    return found;
}

bool cj_cache_get_packed(cj_cache *cache, const cj_key_bytes *key, cj_inquiry *question, cj_object *out)
{
    const bool found = cj_layers_get(cache->layers, key, out);

    pthread_mutex_lock(&cache->mutex);
    if (found)
        note_layer_hit(cache, question, out);
    pthread_mutex_unlock(&cache->mutex);
    return found;
}

/* The caller holds the mutex. What was counted as a hit is none. */
static void note_rejected(cj_cache *cache)
{
    cache->stats.rejected++;
    cj_store_note(&cache->store, CJ_COUNT_HITS, -1);
    cj_store_note(&cache->store, CJ_COUNT_REJECTED, 1);
}

void cj_cache_reject_packed(cj_cache *cache, const cj_key_bytes *key)
{
    pthread_mutex_lock(&cache->mutex);
    note_rejected(cache);
    cj_store_note(&cache->store, CJ_COUNT_LAYER_HITS, -1);
    pthread_mutex_unlock(&cache->mutex);
    cj_layers_reject(cache->layers, key);
}

bool cj_cache_has_layers(const cj_cache *cache)
{
    return cache->layers != NULL;
}

/* What a row can hold and a device could load. */
static bool is_storable(const cj_object *object)
{
    return object->kind >= CJ_OBJECT_CUBIN && object->kind <= CJ_OBJECT_SHARED &&
           (object->data != NULL || object->size == 0) &&
           memchr(object->architecture, '\0', sizeof object->architecture) != NULL;
}

/* Keeps a copy, unless it is not fit for that. */
static void keep(cj_cache *cache, const cj_key_bytes *key, const cj_object *object, bool fit)
{
    const bool tuning = object->kind == CJ_OBJECT_NONE;
    cj_signal_hold hold;

    cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    if (tuning)
        cache->untuned_until_ms = 0;
    if (fit && cj_store_put(&cache->store, key, object)) {
        cache->stats.stores += !tuning;
        cj_store_note(&cache->store, CJ_COUNT_STORES, !tuning);
        cj_memory_remove(&cache->memory, key);
        cj_cache_tidy(cache);
    } else {
        bool kept = fit && cj_memory_put(&cache->memory, key, object);

        cache->tuned = cache->tuned || (kept && tuning);
        /* In memory only, by choice, is no failure. */
        if (!kept || cache->store.directory[0] != '\0')
            cache->stats.store_failures++;
        else
            cache->stats.stores += !tuning;
    }
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
}

void cj_cache_put(cj_cache *cache, const cj_key_bytes *key, const cj_object *object)
{
    keep(cache, key, object, key->data != NULL && !key->any_toolchain && is_storable(object));
}

void cj_cache_reject(cj_cache *cache, const cj_key_bytes *key)
{
    cj_signal_hold hold;
    bool in_layers = false; /* what is in no place that is asked before them */

    cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    note_rejected(cache);
    if (key->data != NULL && !cj_memory_remove(&cache->memory, key))
        in_layers = !cj_store_remove(&cache->store, key);
    if (in_layers)
        cj_store_note(&cache->store, CJ_COUNT_LAYER_HITS, -1);
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
    if (in_layers)
        cj_layers_reject(cache->layers, key);
}

/* ---- Texts that did not compile, and how long the others took
 * ----------------------------------------------------- */

bool cj_cache_get_failure(cj_cache *cache, const cj_key_bytes *key, cj_object *out)
{
    bool found;

    pthread_mutex_lock(&cache->mutex);
    found = cj_store_get_failure(&cache->store, key, out);
    pthread_mutex_unlock(&cache->mutex);
    return found;
}

void cj_cache_put_failure(cj_cache *cache, const cj_key_bytes *key, const cj_object *said)
{
    cj_signal_hold hold;

    cj_hold_signal(&hold);
    pthread_mutex_lock(&cache->mutex);
    cj_store_put_failure(&cache->store, key, said);
    pthread_mutex_unlock(&cache->mutex);
    cj_release_signal(&hold);
}

void cj_cache_note(cj_cache *cache, cj_counter counter, int64_t amount)
{
    pthread_mutex_lock(&cache->mutex);
    cj_store_note(&cache->store, counter, amount);
    pthread_mutex_unlock(&cache->mutex);
}

void cj_cache_note_compile(cj_cache *cache, double ms)
{
    cj_cache_note(cache, CJ_COUNT_COMPILE_US, (int64_t)(ms * 1e3));
}

void cj_cache_note_failed(cj_cache *cache, cj_inquiry *question)
{
    pthread_mutex_lock(&cache->mutex);
    cj_store_note(&cache->store, question->reason, -question->missed);
    cj_store_note(&cache->store, CJ_COUNT_FAILED, 1);
    question->reason = CJ_COUNT_FAILED;
    pthread_mutex_unlock(&cache->mutex);
}

/* ---- Tunings ---------------------------------------------------------------------------------------------------- */

bool cj_cache_has_tunings(cj_cache *cache)
{
    bool any;

    pthread_mutex_lock(&cache->mutex);
    any = cache->tuned || (cj_now_ms() >= cache->untuned_until_ms && cj_store_is_tuned(&cache->store));
    pthread_mutex_unlock(&cache->mutex);
    return any;
}

/* A value is kept with its NUL, as an object of no kind. */
bool cj_cache_get_tuning(cj_cache *cache, const cj_cache_key *key, const char *device, char value[CJ_TUNING_SIZE])
{
    cj_key_bytes bytes = {0};
    cj_object object = {0};
    cj_counter missed;
    bool found = cj_tuning_key_encode(key, device, &bytes) && look(cache, &bytes, NULL, &object, &missed) &&
                 object.kind == CJ_OBJECT_NONE && object.size <= CJ_TUNING_SIZE &&
                 memchr(object.data, '\0', object.size) != NULL;

    if (found)
        memcpy(value, object.data, object.size);
    cj_object_clear(&object);
    cj_key_clear(&bytes);
    return found;
}

void cj_cache_put_tuning(cj_cache *cache, const cj_cache_key *key, const char *device, const char *value)
{
    const cj_object object = {.data = (void *)value, .size = strlen(value) + 1};
    cj_key_bytes bytes = {0};

    keep(cache, &bytes, &object, object.size <= CJ_TUNING_SIZE && cj_tuning_key_encode(key, device, &bytes));
    cj_key_clear(&bytes);
}

/* ---- Single flight ---------------------------------------------------------------------------------------------- */

static bool remember_lock(cj_cache *cache, cj_held_lock lock)
{
    cj_held_lock *locks = cj_realloc(cache->locks, (cache->lock_count + 1) * sizeof *locks);

    if (locks == NULL)
        return false;
    cache->locks = locks;
    locks[cache->lock_count++] = lock;
    return true;
}

/* The lock file lies in the cache's directory, so that must exist, and be trusted. */
static bool has_directory(cj_cache *cache)
{
    cj_store *store = &cache->store;

    return store->db != NULL || cj_store_open(store, true) == CJ_STORE_OPEN;
}

bool cj_cache_lock(cj_cache *cache, const cj_key_bytes *key, int wait_ms, const cj_stop *stop, int *lock)
{
    cj_lock_result result = CJ_LOCK_UNSUPPORTED;
    cj_signal_hold hold;
    uint64_t place;
    bool usable;

    *lock = -1;
    if (cache->store.directory[0] == '\0' || key->data == NULL)
        return false;
    memcpy(&place, key->hash.bytes, sizeof place);
    pthread_mutex_lock(&cache->mutex);
    usable = has_directory(cache) && !cache->store.readonly;
    pthread_mutex_unlock(&cache->mutex);
    cj_hold_signal(&hold);
    if (usable)
        result = cj_key_lock(cache->store.lock_file, place, wait_ms, stop, &cache->patience_us, lock);
    pthread_mutex_lock(&cache->mutex);
    usable = result == CJ_LOCK_HELD && remember_lock(cache, (cj_held_lock){*lock, place});
    /* Who was told to stop builds nothing. */
    if (!usable && !cj_stop_asked(stop))
        cj_store_note(&cache->store, result == CJ_LOCK_TIMEOUT ? CJ_COUNT_LOCK_TIMEOUTS : CJ_COUNT_UNLOCKED, 1);
    pthread_mutex_unlock(&cache->mutex);
    if (result == CJ_LOCK_HELD && !usable) {
        cj_key_unlock(*lock, place);
        *lock = -1;
    }
    cj_release_signal(&hold);
    return *lock >= 0;
}

void cj_cache_unlock(cj_cache *cache, int lock)
{
    cj_held_lock found = {-1, 0};
    cj_signal_hold hold;
    size_t i = 0;

    if (lock < 0)
        return;
    pthread_mutex_lock(&cache->mutex);
    while (i < cache->lock_count && cache->locks[i].file != lock)
        i++;
    /* In a forked child the number may belong to another file by now: only what is in the list is ours. */
    if (i < cache->lock_count) {
        found = cache->locks[i];
        cache->locks[i] = cache->locks[--cache->lock_count];
    }
    pthread_mutex_unlock(&cache->mutex);
    if (found.file >= 0) {
        cj_hold_signal(&hold);
        cj_key_unlock(found.file, found.place);
        cj_release_signal(&hold);
    }
}

/* What is counted as the file has it. */
static void fill_counts(cujit_cache_stats *stats, const int64_t *counts)
{
    stats->absent = (uint64_t)counts[CJ_COUNT_ABSENT];
    stats->other_toolchain = (uint64_t)counts[CJ_COUNT_OTHER_TOOLCHAIN];
    stats->other_architecture = (uint64_t)counts[CJ_COUNT_OTHER_ARCHITECTURE];
    stats->other_options = (uint64_t)counts[CJ_COUNT_OTHER_OPTIONS];
    stats->other_version = (uint64_t)counts[CJ_COUNT_OTHER_VERSION];
    stats->unavailable = (uint64_t)counts[CJ_COUNT_UNAVAILABLE];
    stats->untrusted = (uint64_t)counts[CJ_COUNT_UNTRUSTED];
    stats->lock_timeouts = (uint64_t)counts[CJ_COUNT_LOCK_TIMEOUTS];
    stats->unlocked = (uint64_t)counts[CJ_COUNT_UNLOCKED];
    stats->failed = (uint64_t)counts[CJ_COUNT_FAILED];
    stats->evictions = (uint64_t)counts[CJ_COUNT_EVICTIONS];
    stats->compile_ms = (double)counts[CJ_COUNT_COMPILE_US] / 1e3;
    stats->saved_ms = (double)counts[CJ_COUNT_SAVED_US] / 1e3;
}

void cujit_cache_get_stats_sized(cujit_cache *cache, cujit_cache_stats *out, size_t size)
{
    static const cujit_cache_stats none;

    if (cache == NULL || out == NULL) {
        cj_narrow(out, size, &none, sizeof none);
        return;
    }
    pthread_mutex_lock(&cache->mutex);
    cj_cache_observe(cache, false);
    cj_store_count(&cache->store);
    cj_store_measure(&cache->store);
    /* Who only looks is told what programs will meet. */
    if (cache->observer && cache->stats.on_disk && cache->stats.trouble[0] == '\0')
        cj_store_has_stamp_key(&cache->store, false);
    cache->stats.damaged = cache->store.found_damaged;
    fill_counts(&cache->stats, cache->store.counted);
    cj_narrow(out, size, &cache->stats, sizeof cache->stats);
    pthread_mutex_unlock(&cache->mutex);
}
