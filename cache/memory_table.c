/*
 * memory_table.c: a hash table with its entries in the order of their arrival. See memory_table.h.
 */
#include "cache/memory_table.h"

#include "libjit/base/alloc.h"

#include <string.h>

struct cj_memory_entry {
    cj_memory_entry *chain;         /* in the bucket */
    cj_memory_entry *older, *newer; /* by arrival */
    cj_key_bytes key;
    cj_object object;
    size_t bytes;
};

enum { FIRST_BUCKETS = 64 };

bool cj_object_copy(const cj_object *object, cj_object *out)
{
    cj_object copy = *object;

    copy.log = cj_strdup(object->log);
    copy.names = cj_strdup(object->names);
    copy.data = cj_malloc(object->size > 0 ? object->size : 1);
    if (copy.data == NULL || (object->log != NULL && copy.log == NULL) ||
        (object->names != NULL && copy.names == NULL)) {
        cj_object_clear(&copy);
        return false;
    }
    if (object->size > 0)
        memcpy(copy.data, object->data, object->size);
    *out = copy;
    return true;
}

/* The digest's first bytes are as good as any. */
static size_t bucket_of(const cj_memory *memory, const cj_digest *hash)
{
    size_t word;

    memcpy(&word, hash->bytes, sizeof word);
    return word & (memory->bucket_count - 1);
}

static cj_memory_entry *find(const cj_memory *memory, const cj_key_bytes *key)
{
    if (memory->count == 0)
        return NULL;
    if (key->any_toolchain) {
        for (cj_memory_entry *entry = memory->newest; entry != NULL; entry = entry->older)
            if (cj_key_matches(key, entry->key.data, entry->key.size))
                return entry;
        return NULL;
    }
    for (cj_memory_entry *entry = memory->buckets[bucket_of(memory, &key->hash)]; entry != NULL; entry = entry->chain)
        if (cj_key_matches(key, entry->key.data, entry->key.size))
            return entry;
    return NULL;
}

static void free_entry(cj_memory_entry *entry)
{
    cj_key_clear(&entry->key);
    cj_object_clear(&entry->object);
    cj_free(entry);
}

static void unlink_entry(cj_memory *memory, cj_memory_entry *entry)
{
    cj_memory_entry **place = &memory->buckets[bucket_of(memory, &entry->key.hash)];

    while (*place != entry)
        place = &(*place)->chain;
    *place = entry->chain;
    *(entry->older != NULL ? &entry->older->newer : &memory->oldest) = entry->newer;
    *(entry->newer != NULL ? &entry->newer->older : &memory->newest) = entry->older;
    memory->bytes -= entry->bytes;
    memory->count--;
    free_entry(entry);
}

static void link_entry(cj_memory *memory, cj_memory_entry *entry)
{
    cj_memory_entry **bucket = &memory->buckets[bucket_of(memory, &entry->key.hash)];

    entry->chain = *bucket;
    *bucket = entry;
    entry->older = memory->newest;
    entry->newer = NULL;
    *(memory->newest != NULL ? &memory->newest->newer : &memory->oldest) = entry;
    memory->newest = entry;
    memory->bytes += entry->bytes;
    memory->count++;
}

/* Doubles the buckets when they are full. Where memory runs out the chains just get longer. */
static bool make_room(cj_memory *memory)
{
    size_t count = memory->bucket_count == 0 ? FIRST_BUCKETS : memory->bucket_count * 2;
    cj_memory_entry **buckets;

    if (memory->count < memory->bucket_count)
        return true;
    buckets = cj_calloc(count, sizeof *buckets);
    if (buckets == NULL)
        return memory->bucket_count > 0;
    cj_free(memory->buckets);
    memory->buckets = buckets;
    memory->bucket_count = count;
    for (cj_memory_entry *entry = memory->oldest; entry != NULL; entry = entry->newer) {
        cj_memory_entry **bucket = &buckets[bucket_of(memory, &entry->key.hash)];

        entry->chain = *bucket;
        *bucket = entry;
    }
    return true;
}

bool cj_memory_get(cj_memory *memory, const cj_key_bytes *key, cj_object *out)
{
    cj_memory_entry *entry = find(memory, key);

    return entry != NULL && cj_object_copy(&entry->object, out);
}

bool cj_memory_put(cj_memory *memory, const cj_key_bytes *key, const cj_object *object)
{
    size_t bytes = key->size + object->size + (object->log != NULL ? strlen(object->log) : 0) +
                   (object->names != NULL ? strlen(object->names) : 0);
    cj_memory_entry *entry;

    if (bytes > memory->limit || !make_room(memory))
        return false;
    entry = cj_calloc(1, sizeof *entry);
    if (entry == NULL)
        return false;
    entry->key = *key;
    entry->key.data = cj_malloc(key->size);
    if (entry->key.data == NULL || !cj_object_copy(object, &entry->object)) {
        free_entry(entry);
        return false;
    }
    memcpy(entry->key.data, key->data, key->size);
    entry->bytes = bytes;
    cj_memory_remove(memory, key);
    while (memory->oldest != NULL && memory->bytes > memory->limit - bytes)
        unlink_entry(memory, memory->oldest);
    link_entry(memory, entry);
    return true;
}

bool cj_memory_remove(cj_memory *memory, const cj_key_bytes *key)
{
    cj_memory_entry *entry = find(memory, key);

    if (entry != NULL)
        unlink_entry(memory, entry);
    return entry != NULL;
}

void cj_memory_clear(cj_memory *memory)
{
    while (memory->oldest != NULL)
        unlink_entry(memory, memory->oldest);
    cj_free(memory->buckets);
    memory->buckets = NULL;
    memory->bucket_count = 0;
}
