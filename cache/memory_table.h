/*
 * memory_table.h: the cache's second level: what could not be stored on disk, for as long as the process lives.
 *
 * Usually empty. Bounded: the oldest entries go first. The caller holds the cache's mutex.
 */
#ifndef CACHE_MEMORY_TABLE_H
#define CACHE_MEMORY_TABLE_H

#include "cache/key.h"
#include "libjit/base/object.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cj_memory_entry cj_memory_entry;

/* Zero-initialise it but for `limit`. */
typedef struct cj_memory_table {
    cj_memory_entry *newest;
    size_t count;
    size_t bytes, limit; /* of keys and objects */
} cj_memory_table;

/* Hands out a copy of the newest match. False: none, or memory ran out. */
bool cj_memory_get(cj_memory_table *memory, const cj_key_bytes *key, cj_object *out);

/* Stores a copy. False: memory ran out, or it is larger than the limit. */
bool cj_memory_put(cj_memory_table *memory, const cj_key_bytes *key, const cj_object *object);

/* Forgets the newest match; false: there is none. */
bool cj_memory_remove(cj_memory_table *memory, const cj_key_bytes *key);

void cj_memory_clear(cj_memory_table *memory);

/* A deep copy of an object. False: memory ran out, *out untouched. */
bool cj_object_copy(const cj_object *object, cj_object *out);

/* How many bytes an entry holds: key, object and texts. */
size_t cj_entry_size(const cj_key_bytes *key, const cj_object *object);

#endif
