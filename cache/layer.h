/*
 * layer.h: a further place for compiled objects behind the cache's file: packs (local, read-only), a server (remote).
 *
 * Local layers are asked by cj_cache_get() itself, behind memory and file, and what they have is not stored again.
 * Remote ones are asked by who holds the key's lock and would compile otherwise, with no lock of the cache's own held:
 * what they have goes into the file, and what was compiled goes to them.
 *
 * All functions may be called by several threads at once, and by a forked child of who made the layer.
 */
#ifndef CACHE_LAYER_H
#define CACHE_LAYER_H

#include "cache/cache.h"

typedef struct cj_layer cj_layer;

typedef struct cj_layer_table {
    const char *kind; /* "pack", "redis" */
    bool remote;
    /* True: *out is the caller's. Anything wrong (damage, time over, not authenticated) is a miss and is counted. A
     * remote layer that has none may let the caller have a lease of the key, which put() or give_up() ends.
     * `name`: of the kernel. */
    bool (*get)(cj_layer *layer, const cj_key_bytes *key, const char *name, cj_object *out);
    /* Hands over what was compiled here, or found elsewhere; returns at once. NULL: the layer is read-only. */
    void (*put)(cj_layer *layer, const cj_key_bytes *key, const char *name, const cj_object *object);
    /* There is nothing to hand over: nothing was compiled, or it must not be stored. `refused`: the compiler refused
     * the text, and would refuse it elsewhere. NULL where put() is. */
    void (*give_up)(cj_layer *layer, const cj_key_bytes *key, bool refused);
    /* The device refused what get() gave. NULL: the layer need not know. */
    void (*reject)(cj_layer *layer, const cj_key_bytes *key);
    void (*get_stats)(cj_layer *layer, cujit_cache_layer_stats *out); /* *out is {0} but for its kind */
    void (*free)(cj_layer *layer);
} cj_layer_table;

/* First member of what implements it. */
struct cj_layer {
    const cj_layer_table *table;
    cj_layer *next;
};

/* Before the cache is used. The layer is the cache's from now on; layers are asked in the order in which they came. */
void cj_cache_add_layer(cj_cache *cache, cj_layer *layer);

/* What cj_cache_get(), _put() and _reject() are for the cache's own places, for remote layers, and the end of a lease
 * without an object. What one layer has is handed to those that were asked before it. */
bool cj_cache_get_remote(cj_cache *cache, const cj_key_bytes *key, const char *name, cj_object *out);
void cj_cache_put_remote(cj_cache *cache, const cj_key_bytes *key, const char *name, const cj_object *object);
void cj_cache_give_up_remote(cj_cache *cache, const cj_key_bytes *key, bool refused);
void cj_cache_reject_remote(cj_cache *cache, const cj_key_bytes *key);

/* Each layer's counters. */
void cj_cache_visit_layers(cj_cache *cache, cujit_cache_layer_visit visit, void *user);

/* ---- For cache.c: no mutex is needed, since the list does not change ---- */

bool cj_layers_get(cj_layer *first, const cj_key_bytes *key, cj_object *out); /* from a local one */
void cj_layers_reject(cj_layer *first, const cj_key_bytes *key);              /* likewise */
void cj_layers_free(cj_layer *first);

#endif
