/*
 * key.h: a cache key as one sequence of bytes, its digests, and the checksum of an entry.
 *
 * The canonical form is a magic, then each text as its length (8 bytes, little-endian), its bytes and a NUL, in the
 * order schema, architecture, options, source, name, toolchain. Lengths make it unambiguous; the NULs let a listing
 * point into it. The toolchain comes last so that the form without it is a prefix, and "the same kernel, whichever
 * compiler" is a search for that prefix's digest.
 */
#ifndef CACHE_KEY_H
#define CACHE_KEY_H

#include "libjit/base/object.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CJ_DIGEST_SIZE = 16 };

typedef struct cj_digest {
    unsigned char bytes[CJ_DIGEST_SIZE]; /* XXH3-128 in its canonical, big-endian form */
} cj_digest;

/* What an object is the answer to. All texts are borrowed; none may be NULL but `toolchain`. */
typedef struct cj_cache_key {
    const char *schema;       /* version of the generator and digest of its preludes */
    const char *toolchain;    /* identity of the compiler; NULL to look for one: whichever, the newest entry wins */
    const char *architecture; /* what the device asked for, "sm_90" */
    const char *options;      /* one a line */
    const char *source;       /* the generated source */
    const char *name;         /* entry point; part of the key, and shown in listings */
} cj_cache_key;

/* The same as bytes. Zeroed: none. */
typedef struct cj_key_bytes {
    unsigned char *data; /* owned */
    size_t size;
    size_t unit_size;   /* the prefix without the toolchain */
    size_t source_at;   /* where source and name begin, which end with that prefix */
    bool any_toolchain; /* the toolchain was NULL: data ends after the prefix, and `hash` means nothing */
    cj_digest hash, unit;
} cj_key_bytes;

/* False: memory ran out, or a text that must not be NULL is. */
bool cj_key_encode(const cj_cache_key *key, cj_key_bytes *out);

/* The key of what a tuner found: the kernel's, whichever the compiler, and the text of a device; no kernel's own. */
bool cj_tuning_key_encode(const cj_cache_key *key, const char *device, cj_key_bytes *out);

/* False: memory ran out. */
bool cj_key_copy(const cj_key_bytes *key, cj_key_bytes *out);

void cj_key_clear(cj_key_bytes *key);

/* The digest of source and name alone: the same kernel for whatever architecture, with whatever options, by whatever
 * compiler. A tuning has that of its kernel. */
cj_digest cj_key_stem(const cj_key_bytes *key);

/* The way back: the texts point into `data`. False: not a canonical key. */
bool cj_key_decode(const void *data, size_t size, cj_cache_key *out);

/* True where `data` is an answer to `key`: the same bytes, or the same but for the toolchain where any will do. */
bool cj_key_matches(const cj_key_bytes *key, const void *data, size_t size);

/* The texts of a key, as bits. */
enum {
    CJ_KEY_SCHEMA = 1,
    CJ_KEY_ARCHITECTURE = 2,
    CJ_KEY_OPTIONS = 4,
    CJ_KEY_SOURCE = 8,
    CJ_KEY_NAME = 16,
    CJ_KEY_TOOLCHAIN = 32, /* differs from none where any will do */
};
/* In which of them `other` is not what `key` asks for. */
unsigned cj_key_differences(const cj_key_bytes *key, const cj_cache_key *other);

cj_digest cj_digest_of(const void *data, size_t size);
void cj_digest_hex(const cj_digest *digest, char text[33]);

/* The digest over all that an entry holds: its index, the digest of its key, and every field of the object. */
cj_digest cj_entry_checksum(const cj_digest *hash, const cj_digest *key, int64_t created, const cj_object *object);

#endif
