/*
 * entry.h: an object with its whole key as one sequence of bytes, for places outside of the cache's file (a
 * cujit_tier).
 *
 * A head of fixed size, then key, object, log and names. Numbers are as this processor has them: objects go to machines
 * of the same kind. Nothing in it is believed before its checksum and its key are what they should be.
 */
#ifndef CACHE_ENTRY_H
#define CACHE_ENTRY_H

#include "cache/key.h"
#include "libjit/base/text.h"

#include <cujit/cache.h>

/* Appends the entry. False: memory ran out. The key has a toolchain. */
bool cj_entry_pack(const cj_key_bytes *key, const cj_object *object, cj_text *out);

/* False: it is damaged, is the answer to another key, or memory ran out. Else *out is the caller's. */
bool cj_entry_unpack(const void *entry, size_t size, const cj_key_bytes *key, cj_object *out);

/* The same whatever the key, with nothing copied: the key's bytes, and the object's data and texts, lie in the
 * entry. */
bool cj_entry_view(const void *entry, size_t size, const void **key, size_t *key_size, cj_object *out);

/* What people are shown of an object, wherever it lies: what key and object say; the rest is 0. All of it is
 * borrowed. */
cujit_cache_entry cj_entry_describe(const char *id, const cj_cache_key *key, const cj_object *object);

#endif
