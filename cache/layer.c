/*
 * layer.c: the list of a cache's layers. See layer.h.
 */
#include "cache/layer.h"

#include "cache/internal.h"

#include <stdio.h>

void cj_cache_add_layer(cj_cache *cache, cj_layer *layer)
{
    cj_layer **end = &cache->layers;

    while (*end != NULL)
        end = &(*end)->next;
    layer->next = NULL;
    *end = layer;
}

bool cj_layers_get(cj_layer *first, const cj_key_bytes *key, cj_object *out)
{
    for (cj_layer *layer = first; layer != NULL && key->data != NULL; layer = layer->next)
        if (!layer->table->remote && layer->table->get(layer, key, "", out))
            return true;
    return false;
}

static void reject(cj_layer *first, const cj_key_bytes *key, bool remote)
{
    for (cj_layer *layer = first; layer != NULL && key->data != NULL; layer = layer->next)
        if (layer->table->remote == remote && layer->table->reject != NULL)
            layer->table->reject(layer, key);
}

void cj_layers_reject(cj_layer *first, const cj_key_bytes *key)
{
    reject(first, key, false);
}

void cj_layers_free(cj_layer *first)
{
    for (cj_layer *layer = first, *next; layer != NULL; layer = next) {
        next = layer->next;
        layer->table->free(layer);
    }
}

/* To the remote layers in front of `end`; NULL: to all. */
static void put(cj_layer *first, const cj_layer *end, const cj_key_bytes *key, const char *name,
                const cj_object *object)
{
    for (cj_layer *layer = first; layer != end; layer = layer->next)
        if (layer->table->remote && layer->table->put != NULL)
            layer->table->put(layer, key, name, object);
}

/* Asks a remote layer; what went wrong there is the cache's trouble, too, so that logs tell of it. */
static bool get_remote(cj_cache *cache, cj_layer *layer, const cj_key_bytes *key, const char *name, cj_object *out)
{
    cujit_cache_layer_stats before = {.kind = ""}, after = {.kind = ""};
    char text[sizeof after.place + sizeof after.trouble + 2];
    bool found;

    layer->table->get_stats(layer, &before);
    found = layer->table->get(layer, key, name, out);
    layer->table->get_stats(layer, &after);
    if (after.failures + after.refused + after.damaged == before.failures + before.refused + before.damaged)
        return found;
    snprintf(text, sizeof text, "%s: %s", after.place, after.trouble);
    cj_cache_note_trouble(cache, text);
    return found;
}

bool cj_cache_get_remote(cj_cache *cache, const cj_key_bytes *key, const char *name, cj_object *out)
{
    for (cj_layer *layer = cache->layers; layer != NULL && key->data != NULL; layer = layer->next) {
        if (!layer->table->remote || !get_remote(cache, layer, key, name, out))
            continue;
        if (!key->any_toolchain)
            put(cache->layers, layer, key, name, out);
        cj_cache_note(cache, CJ_COUNT_REMOTE_HITS, 1);
        return true;
    }
    return false;
}

void cj_cache_put_remote(cj_cache *cache, const cj_key_bytes *key, const char *name, const cj_object *object)
{
    if (key->data != NULL && !key->any_toolchain)
        put(cache->layers, NULL, key, name, object);
}

void cj_cache_give_up_remote(cj_cache *cache, const cj_key_bytes *key, bool refused)
{
    for (cj_layer *layer = cache->layers; layer != NULL && key->data != NULL && !key->any_toolchain;
         layer = layer->next)
        if (layer->table->remote && layer->table->give_up != NULL)
            layer->table->give_up(layer, key, refused);
}

void cj_cache_reject_remote(cj_cache *cache, const cj_key_bytes *key)
{
    reject(cache->layers, key, true);
}

void cj_cache_visit_layers(cj_cache *cache, cujit_cache_layer_visit visit, void *user)
{
    for (cj_layer *layer = cache->layers; layer != NULL; layer = layer->next) {
        cujit_cache_layer_stats stats = {0};

        snprintf(stats.kind, sizeof stats.kind, "%s", layer->table->kind);
        layer->table->get_stats(layer, &stats);
        if (!visit(user, &stats))
            return;
    }
}
