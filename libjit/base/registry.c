/*
 * registry.c: see registry.h.
 */
#include "libjit/base/registry.h"

#include "libjit/base/alloc.h"
#include "libjit/base/thread.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <xxhash.h>

struct cj_registry_entry {
    cj_registry_entry *next;
    uint64_t hash;
    cj_registered *value; /* NULL while it is being built */
    unsigned waiting;     /* threads that hold a pointer to this entry while they wait */
    bool abandoned;       /* building failed: out of the table already, the last waiter frees it */
    size_t length;
    unsigned char key[];
};

void cj_registry_init(cj_registry *registry)
{
    registry->limit = CJ_REGISTRY_UNUSED_LIMIT;
    TAILQ_INIT(&registry->without_users);
    pthread_mutex_init(&registry->lock, NULL);
    cj_condition_init(&registry->changed);
}

static void destroy_list(cj_registered *list)
{
    for (cj_registered *value = list, *next; value != NULL; value = next) {
        next = value->older;
        value->destroy(value);
    }
}

void cj_registry_clear(cj_registry *registry)
{
    destroy_list(registry->evicted);
    for (size_t k = 0; k < CJ_REGISTRY_UNUSED_LIMIT; k++) {
        for (cj_registry_entry *entry = registry->buckets[k], *next; entry != NULL; entry = next) {
            next = entry->next;
            if (entry->value != NULL)
                entry->value->destroy(entry->value);
            cj_free(entry);
        }
    }
    pthread_mutex_destroy(&registry->lock);
    pthread_cond_destroy(&registry->changed);
    memset(registry, 0, sizeof *registry);
}

/* The link that points to the entry, or to the NULL at the end of its bucket. */
static cj_registry_entry **find(cj_registry *registry, uint64_t hash, const void *key, size_t length)
{
    cj_registry_entry **link = &registry->buckets[hash % CJ_REGISTRY_UNUSED_LIMIT];

    while (*link != NULL &&
           ((*link)->hash != hash || (*link)->length != length || memcmp((*link)->key, key, length) != 0))
        link = &(*link)->next;
    return link;
}

/* NULL: memory ran out. */
static cj_registry_entry *add(cj_registry *registry, uint64_t hash, const cj_flat_key *key)
{
    cj_registry_entry *entry = cj_calloc(1, sizeof *entry + key->text.length);

    if (entry == NULL)
        return NULL;
    entry->hash = hash;
    entry->length = key->text.length;
    memcpy(entry->key, key->text.data, key->text.length);
    *find(registry, hash, key->text.data, key->text.length) = entry;
    registry->count++;
    return entry;
}

static void take_out(cj_registry *registry, const cj_registry_entry *entry)
{
    *find(registry, entry->hash, entry->key, entry->length) = entry->next;
    registry->count--;
}

/* ---- Users ------------------------------------------------------------------------------------------------------- */

static void take_from_unused(cj_registry *registry, cj_registered *value)
{
    TAILQ_REMOVE(&registry->without_users, value, unused);
    registry->unused--;
}

/* Nobody waits for the entry: those who did count as users since the value was there. */
static void evict(cj_registry *registry, cj_registered *value)
{
    cj_registry_entry *entry = value->entry;

    take_from_unused(registry, value);
    if (!value->forgotten)
        take_out(registry, entry);
    cj_free(entry);
    value->entry = NULL;
    value->older = registry->evicted;
    registry->evicted = value;
}

cj_registered *cj_registry_release(cj_registry *registry, cj_registered *value)
{
    cj_registered *evicted;

    pthread_mutex_lock(&registry->lock);
    if (--value->users == 0) {
        registry->unused++;
        TAILQ_INSERT_HEAD(&registry->without_users, value, unused);
    }
    if (value->users == 0 && value->forgotten)
        evict(registry, value);
    while (registry->unused > registry->limit)
        evict(registry, TAILQ_LAST(&registry->without_users, unused_list));
    evicted = registry->evicted;
    registry->evicted = NULL;
    pthread_mutex_unlock(&registry->lock);
    return evicted;
}

void cj_registry_forget(cj_registry *registry, cj_registered *value)
{
    pthread_mutex_lock(&registry->lock);
    if (!value->forgotten && value->entry != NULL)
        take_out(registry, value->entry);
    value->forgotten = true;
    pthread_mutex_unlock(&registry->lock);
}

void cj_registry_postpone(cj_registry *registry, cj_registered *list)
{
    cj_registered *last = list;

    while (last->older != NULL)
        last = last->older;
    pthread_mutex_lock(&registry->lock);
    last->older = registry->evicted;
    registry->evicted = list;
    pthread_mutex_unlock(&registry->lock);
}

/* ---- Finding and building ---------------------------------------------------------------------------------------- */

static void use(cj_registry *registry, cj_registered *value)
{
    if (value->users++ == 0)
        take_from_unused(registry, value);
}

/* The entry of a value, which the caller uses from now on; waits for one that is being built. NULL: there is none; and
 * one without a value: the caller is to stop. */
static cj_registry_entry *acquire(cj_registry *registry, uint64_t hash, const cj_flat_key *key, const cj_stop *stop)
{
    cj_registry_entry *found;

    while ((found = *find(registry, hash, key->text.data, key->text.length)) != NULL && found->value == NULL) {
        found->waiting++;
        while (found->value == NULL && !found->abandoned && !cj_stop_asked(stop))
            cj_condition_await(&registry->changed, &registry->lock, HUGE_VAL, stop);
        found->waiting--;
        if (!found->abandoned)
            return found; /* finish() counted us */
        if (found->waiting == 0)
            cj_free(found);
    }
    if (found != NULL)
        use(registry, found->value);
    return found;
}

/* `value` NULL: building failed. */
static void finish(cj_registry *registry, cj_registry_entry *entry, cj_registered *value)
{
    pthread_mutex_lock(&registry->lock);
    entry->value = value;
    if (value != NULL) {
        value->entry = entry;
        value->users = (size_t)1 + entry->waiting; /* those who wait find it in use, however late they wake up */
        if (value->forgotten)
            take_out(registry, entry);
    } else {
        take_out(registry, entry);
        entry->abandoned = true;
        if (entry->waiting == 0)
            cj_free(entry);
    }
    pthread_cond_broadcast(&registry->changed);
    pthread_mutex_unlock(&registry->lock);
}

static uint64_t hash_of(const cj_flat_key *key)
{
    return XXH3_64bits(key->text.data, key->text.length);
}

cj_registered *cj_registry_find(cj_registry *registry, const cj_flat_key *key)
{
    cj_registry_entry *entry;
    cj_registered *value;

    if (key->text.failed)
        return NULL;
    pthread_mutex_lock(&registry->lock);
    entry = *find(registry, hash_of(key), key->text.data, key->text.length);
    if ((value = entry != NULL ? entry->value : NULL) != NULL)
        use(registry, value);
    pthread_mutex_unlock(&registry->lock);
    if (value != NULL)
        atomic_fetch_add_explicit(&registry->hits, 1, memory_order_relaxed);
    return value;
}

bool cj_registry_is_awaited(cj_registry *registry, const cj_flat_key *key)
{
    cj_registry_entry *entry;
    bool awaited;

    pthread_mutex_lock(&registry->lock);
    entry = *find(registry, hash_of(key), key->text.data, key->text.length);
    awaited = entry != NULL && entry->waiting > 0;
    pthread_mutex_unlock(&registry->lock);
    return awaited;
}

cujit_status cj_registry_find_or_make(cj_registry *registry, const cj_flat_key *key, const cj_stop *stop,
                                      cj_registry_maker make, void *user, cj_registered **value, bool *made,
                                      cujit_error *error)
{
    uint64_t hash;
    cj_registry_entry *entry;
    cj_registered *there = NULL;
    cj_registered *built = NULL;
    cujit_status status;

    if (key->text.failed)
        return cj_error_no_memory(error, "the table of kernels");
    hash = hash_of(key);
    pthread_mutex_lock(&registry->lock);
    entry = acquire(registry, hash, key, stop);
    *made = entry == NULL;
    if (entry != NULL)
        there = entry->value;
    else
        entry = add(registry, hash, key);
    pthread_mutex_unlock(&registry->lock);
    if (entry == NULL)
        return cj_error_no_memory(error, "the table of kernels");
    if (!*made && there == NULL)
        return cj_error_set(error, CUJIT_ERROR_CANCELLED, "a kernel is not wanted any more");
    if (!*made) {
        *value = there;
        atomic_fetch_add_explicit(&registry->hits, 1, memory_order_relaxed);
        return CUJIT_OK;
    }
    status = make(user, &built, error);
    finish(registry, entry, built);
    if (status == CUJIT_OK)
        *value = built;
    return status;
}
