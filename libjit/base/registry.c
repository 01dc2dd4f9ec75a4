/*
 * registry.c: see registry.h.
 */
#include "libjit/base/registry.h"

#include "libjit/base/alloc.h"

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

cujit_status cj_registry_init(cj_registry *registry, cujit_error *error)
{
    *registry = (cj_registry){.bucket_count = 64, .limit = CJ_REGISTRY_UNUSED_LIMIT};
    registry->buckets = cj_calloc(registry->bucket_count, sizeof(cj_registry_entry *));
    if (registry->buckets == NULL)
        return cj_error_no_memory(error, "the table of kernels");
    pthread_mutex_init(&registry->lock, NULL);
    pthread_cond_init(&registry->changed, NULL);
    return CUJIT_OK;
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
    if (registry->buckets == NULL)
        return;
    destroy_list(registry->evicted);
    for (size_t k = 0; k < registry->bucket_count; k++) {
        for (cj_registry_entry *entry = registry->buckets[k], *next; entry != NULL; entry = next) {
            next = entry->next;
            if (entry->value != NULL)
                entry->value->destroy(entry->value);
            cj_free(entry);
        }
    }
    cj_free(registry->buckets);
    pthread_mutex_destroy(&registry->lock);
    pthread_cond_destroy(&registry->changed);
    *registry = (cj_registry){0};
}

/* The link that points to the entry, or to the NULL at the end of its bucket. */
static cj_registry_entry **find(cj_registry *registry, uint64_t hash, const void *key, size_t length)
{
    cj_registry_entry **link = &registry->buckets[hash & (registry->bucket_count - 1)];

    while (*link != NULL &&
           ((*link)->hash != hash || (*link)->length != length || memcmp((*link)->key, key, length) != 0))
        link = &(*link)->next;
    return link;
}

/* Failing to grow only makes the buckets longer. */
static void grow(cj_registry *registry)
{
    size_t wider = registry->bucket_count * 2;
    cj_registry_entry **buckets;

    if (registry->count < registry->bucket_count || (buckets = cj_calloc(wider, sizeof *buckets)) == NULL)
        return;
    for (size_t k = 0; k < registry->bucket_count; k++) {
        for (cj_registry_entry *entry = registry->buckets[k], *next; entry != NULL; entry = next) {
            next = entry->next;
            entry->next = buckets[entry->hash & (wider - 1)];
            buckets[entry->hash & (wider - 1)] = entry;
        }
    }
    cj_free(registry->buckets);
    registry->buckets = buckets;
    registry->bucket_count = wider;
}

static cj_registry_entry *add(cj_registry *registry, uint64_t hash, const void *key, size_t length)
{
    cj_registry_entry *entry = cj_calloc(1, sizeof *entry + length);
    cj_registry_entry **bucket;

    if (entry == NULL)
        return NULL;
    grow(registry);
    bucket = &registry->buckets[hash & (registry->bucket_count - 1)];
    entry->hash = hash;
    entry->length = length;
    memcpy(entry->key, key, length);
    entry->next = *bucket;
    *bucket = entry;
    registry->count++;
    return entry;
}

/* ---- Users ------------------------------------------------------------------------------------------------------- */

static void take_from_unused(cj_registry *registry, cj_registered *value)
{
    *(value->newer != NULL ? &value->newer->older : &registry->newest) = value->older;
    *(value->older != NULL ? &value->older->newer : &registry->oldest) = value->newer;
    value->newer = value->older = NULL;
    registry->unused--;
}

static void add_to_unused(cj_registry *registry, cj_registered *value)
{
    value->newer = NULL;
    value->older = registry->newest;
    *(value->older != NULL ? &value->older->newer : &registry->oldest) = value;
    registry->newest = value;
    registry->unused++;
}

/* Nobody waits for the entry: those who did count as users since the value was there. */
static void evict(cj_registry *registry, cj_registered *value)
{
    cj_registry_entry *entry = value->entry;

    take_from_unused(registry, value);
    *find(registry, entry->hash, entry->key, entry->length) = entry->next;
    registry->count--;
    cj_free(entry);
    value->entry = NULL;
    value->older = registry->evicted;
    registry->evicted = value;
}

cj_registered *cj_registry_release(cj_registry *registry, cj_registered *value)
{
    cj_registered *evicted;

    pthread_mutex_lock(&registry->lock);
    if (--value->users == 0)
        add_to_unused(registry, value);
    while (registry->unused > registry->limit)
        evict(registry, registry->oldest);
    evicted = registry->evicted;
    registry->evicted = NULL;
    pthread_mutex_unlock(&registry->lock);
    return evicted;
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

uint64_t cj_registry_hits(cj_registry *registry)
{
    uint64_t hits;

    pthread_mutex_lock(&registry->lock);
    hits = registry->hits;
    pthread_mutex_unlock(&registry->lock);
    return hits;
}

/* ---- Finding and building ---------------------------------------------------------------------------------------- */

cujit_status cj_registry_acquire(cj_registry *registry, const void *key, size_t length, cj_registered **value,
                                 cj_registry_entry **entry, cujit_error *error)
{
    uint64_t hash = XXH3_64bits(key, length);
    cujit_status status = CUJIT_OK;
    cj_registry_entry *found;
    bool counted = false;

    *value = NULL;
    *entry = NULL;
    pthread_mutex_lock(&registry->lock);
    while ((found = *find(registry, hash, key, length)) != NULL && found->value == NULL) {
        found->waiting++;
        while (found->value == NULL && !found->abandoned)
            pthread_cond_wait(&registry->changed, &registry->lock);
        found->waiting--;
        if (!found->abandoned) {
            counted = true; /* cj_registry_finish() did */
            break;
        }
        if (found->waiting == 0)
            cj_free(found);
    }
    if (found != NULL) {
        *value = found->value;
        registry->hits++;
        if (!counted && (*value)->users++ == 0)
            take_from_unused(registry, *value);
    } else if ((*entry = add(registry, hash, key, length)) == NULL) {
        status = cj_error_no_memory(error, "the table of kernels");
    }
    pthread_mutex_unlock(&registry->lock);
    return status;
}

void cj_registry_finish(cj_registry *registry, cj_registry_entry *entry, cj_registered *value)
{
    pthread_mutex_lock(&registry->lock);
    entry->value = value;
    if (value != NULL) {
        value->entry = entry;
        value->users = (size_t)1 + entry->waiting; /* those who wait find it in use, however late they wake up */
    } else {
        *find(registry, entry->hash, entry->key, entry->length) = entry->next;
        registry->count--;
        entry->abandoned = true;
        if (entry->waiting == 0)
            cj_free(entry);
    }
    pthread_cond_broadcast(&registry->changed);
    pthread_mutex_unlock(&registry->lock);
}

cujit_status cj_registry_find_or_make(cj_registry *registry, const cj_flat_key *key, cj_registry_maker make, void *user,
                                      cj_registered **value, bool *made, cujit_error *error)
{
    cj_registry_entry *entry = NULL;
    cj_registered *found = NULL;
    cujit_status status;

    if (key->failed)
        return cj_error_no_memory(error, "the table of kernels");
    if ((status = cj_registry_acquire(registry, key->data, key->length, &found, &entry, error)) != CUJIT_OK)
        return status;
    *made = found == NULL;
    if (found == NULL) {
        status = make(user, &found, error);
        cj_registry_finish(registry, entry, found);
    }
    if (status == CUJIT_OK)
        *value = found;
    return status;
}
