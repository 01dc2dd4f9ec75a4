/*
 * memory_table.c: a list, the newest entry first. See memory_table.h.
 *
 * Digests are compared first, so that to pass some thousand entries is nothing beside a compiler's work.
 */
#include "cache/memory_table.h"

#include "libjit/base/alloc.h"

#include <string.h>

struct cj_memory_entry {
    cj_memory_entry *older;
    cj_key_bytes key;
    cj_object object;
    size_t bytes;
};

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

size_t cj_entry_size(const cj_key_bytes *key, const cj_object *object)
{
    return key->size + object->size + (object->log != NULL ? strlen(object->log) : 0) +
           (object->names != NULL ? strlen(object->names) : 0);
}

/* Where the newest match hangs, or the end of the list. */
static cj_memory_entry **find(cj_memory_table *memory, const cj_key_bytes *key)
{
    cj_memory_entry **place = &memory->newest;

    for (; *place != NULL; place = &(*place)->older) {
        const cj_key_bytes *own = &(*place)->key;

        if ((key->any_toolchain || memcmp(&own->hash, &key->hash, sizeof own->hash) == 0) &&
            cj_key_matches(key, own->data, own->size))
            break;
    }
    return place;
}

static void free_entry(cj_memory_entry *entry)
{
    cj_key_clear(&entry->key);
    cj_object_clear(&entry->object);
    cj_free(entry);
}

static void remove_at(cj_memory_table *memory, cj_memory_entry **place)
{
    cj_memory_entry *entry = *place;

    *place = entry->older;
    memory->bytes -= entry->bytes;
    memory->count--;
    free_entry(entry);
}

bool cj_memory_get(cj_memory_table *memory, const cj_key_bytes *key, cj_object *out)
{
    const cj_memory_entry *entry = *find(memory, key);

    return entry != NULL && cj_object_copy(&entry->object, out);
}

bool cj_memory_put(cj_memory_table *memory, const cj_key_bytes *key, const cj_object *object)
{
    size_t bytes = cj_entry_size(key, object);
    cj_memory_entry *entry, **oldest;

    if (bytes > memory->limit || (entry = cj_calloc(1, sizeof *entry)) == NULL)
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
    while (memory->bytes > memory->limit - bytes) {
        for (oldest = &memory->newest; (*oldest)->older != NULL; oldest = &(*oldest)->older)
            continue;
        remove_at(memory, oldest);
    }
    entry->older = memory->newest;
    memory->newest = entry;
    memory->bytes += bytes;
    memory->count++;
    return true;
}

bool cj_memory_remove(cj_memory_table *memory, const cj_key_bytes *key)
{
    cj_memory_entry **place = find(memory, key);
    bool found = *place != NULL;

    if (found)
        remove_at(memory, place);
    return found;
}

void cj_memory_clear(cj_memory_table *memory)
{
    while (memory->newest != NULL)
        remove_at(memory, &memory->newest);
}
