/*
 * pack.h: packs: files of compiled objects that are only read, as a local layer behind the cache's file (layer.h).
 *
 * A pack is one file, or memory of a program: a head, an index sorted by unit and whole key, and the entries as entry.h
 * has them. Nothing in it points to an address, so that it can lie anywhere. The index is read and checked when the
 * pack is opened; an entry when it is asked for, by position, so that a file that is cut short under its users gives
 * misses and no signals. Numbers are as this processor has them.
 *
 * A look-up takes the whole key's entry; with a key of any toolchain the first one of its unit. A miss allocates
 * nothing.
 */
#ifndef CACHE_PACK_H
#define CACHE_PACK_H

#include "cache/layer.h"
#include "cache/trust.h"
#include "libjit/base/text.h"

#include <cujit/pack.h>

#include <stdatomic.h>

/* ---- The format ---- */

enum { CJ_PACK_VERSION = 1, CJ_PACK_SIGNED = 1, CJ_PACK_ALIGNMENT = 16 };
#define CJ_PACK_MAGIC "cujitp1\n"

typedef struct cj_pack_head {
    char magic[8];
    uint32_t version, flags;
    uint64_t count, size; /* of entries; of the whole pack in bytes */
    cj_digest index_sum;
    unsigned char key[CJ_KEY_SIZE], signature[CJ_SIGNATURE_SIZE]; /* of head (this being 0) and index; 0: not signed */
} cj_pack_head;
_Static_assert(sizeof(cj_pack_head) == 144, "a pack's head is the same everywhere");

/* One entry of the index, which follows the head. */
typedef struct cj_pack_item {
    cj_digest unit, hash;
    uint64_t offset, size;            /* of the entry in the pack */
    uint64_t kind;                    /* cj_object_kind */
    uint64_t reserved;                /* 0 */
    unsigned char seal[CJ_SEAL_SIZE]; /* of the entry's bytes */
} cj_pack_item;
_Static_assert(sizeof(cj_pack_item) == 96, "a pack's index is the same everywhere");

int cj_pack_compare(const cj_pack_item *a, const cj_pack_item *b); /* the order of the index */

/* ---- Reading ---- */

typedef struct cujit_pack cj_pack; /* what a program opens to look at is one, too */
struct cujit_pack {
    cj_layer layer; /* behind cj_pack_layer() */
    char *place;    /* owned: its path, or "memory" */
    int file;       /* -1: it lies in memory */
    const unsigned char *memory;
    cj_pack_head head;
    cj_pack_item *items;
    atomic_uchar *bad; /* of each: it is damaged, or a device refused it */
    bool is_signed;    /* and the signature is right */
    bool key_trusted;  /* by somebody who is trusted */
    bool trusted;      /* for code that this process will run: host objects */
    atomic_ullong hits, misses, damaged, refused, rejected, bytes;
};

/* NULL: it cannot be used, and `why` says why. Memory is borrowed as long as the pack lives, and trusted. */
cj_pack *cj_pack_open(const char *path, const cj_trust *trust, char *why, size_t size);
cj_pack *cj_pack_open_memory(const void *data, size_t size, char *why, size_t room);
void cj_pack_free(cj_pack *pack); /* NULL is fine; not what a cache owns */

/* The bytes of an entry, which are checked by nobody yet. *owned is for cj_free(). NULL: cannot be read. */
const void *cj_pack_read(const cj_pack *pack, const cj_pack_item *item, void **owned);

/* Whether they are those that were signed; true where nothing was. */
bool cj_pack_is_sealed(const cj_pack *pack, const cj_pack_item *item, const void *entry);

/* For cj_cache_add_layer(). */
cj_layer *cj_pack_layer(cj_pack *pack);

/* ---- Writing ---- */

typedef struct cujit_pack_draft cj_pack_draft;
struct cujit_pack_draft {
    cj_pack_item *items; /* in the order of adding; offsets are those in `entries` */
    size_t count;
    cj_text entries;
};

/* Adds an entry; one of that key is there already: nothing. False: memory ran out. */
bool cj_pack_draft_add(cj_pack_draft *draft, const cj_key_bytes *key, const cj_object *object);

/* The pack as bytes, signed where `secret` is not NULL. False: memory ran out. */
bool cj_pack_draft_finish(cj_pack_draft *draft, const cj_secret *secret, cj_text *out);
void cj_pack_draft_clear(cj_pack_draft *draft);

#endif
