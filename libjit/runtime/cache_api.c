/*
 * cache_api.c: the public face of the kernel cache, for tools that look at one or ship one.
 */
#include "cache/cache.h"
#include "libjit/base/alloc.h"
#include "libjit/runtime/context.h"

#include <string.h>

struct cujit_cache {
    cj_cache *cache;
};

static void convert_stats(const cj_cache_stats *from, cujit_cache_stats *to)
{
    *to = (cujit_cache_stats){
        .memory_hits = from->memory_hits,
        .disk_hits = from->disk_hits,
        .misses = from->misses,
        .stores = from->stores,
        .store_failures = from->store_failures,
        .corrupt = from->corrupt,
        .rejected = from->rejected,
        .file_resets = from->file_resets,
        .refused = from->refused,
        .busy = from->busy,
        .entries = from->entries,
        .bytes = from->bytes,
        .on_disk = from->on_disk,
        .tunings = from->tunings,
        .damaged = from->damaged,
        .file_bytes = from->file_bytes,
        .limit = from->limit,
    };
    memcpy(to->trouble, from->trouble, sizeof to->trouble);
}

void cujit_context_get_cache_stats(cujit_context *context, cujit_cache_stats *stats)
{
    cj_cache_stats found;

    if (context == NULL || stats == NULL)
        return;
    cj_cache_get_stats(context->cache, &found);
    found.memory_hits += cj_registry_hits(&context->kernels);
    convert_stats(&found, stats);
}

/* ---- Open and close ---- */

cujit_status cujit_cache_open(const char *directory, cujit_cache **out, cujit_error *error)
{
    cj_cache_stats stats;
    cujit_cache *cache;
    cujit_status status;

    if (out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_cache_open: cache is NULL");
    if ((cache = cj_calloc(1, sizeof *cache)) == NULL)
        return cj_error_no_memory(error, "a cache");
    if ((status = cj_cache_create_observer(directory, &cache->cache, error)) != CUJIT_OK)
        goto out;
    cj_cache_get_stats(cache->cache, &stats);
    if (stats.refused > 0 || cj_cache_directory(cache->cache)[0] == '\0') {
        if (stats.refused > 0)
            status = cj_error_set(error, CUJIT_ERROR_CACHE, "%s", stats.trouble);
        else
            status = cj_error_set(error, CUJIT_ERROR_CACHE, "kernels are kept in memory only: %s",
                                  cj_cache_why_in_memory(cache->cache));
        goto out;
    }
    *out = cache;
    cache = NULL;

out:
    cujit_cache_free(cache);
    return status;
}

void cujit_cache_free(cujit_cache *cache)
{
    if (cache == NULL)
        return;
    cj_cache_free(cache->cache);
    cj_free(cache);
}

const char *cujit_cache_directory(const cujit_cache *cache)
{
    return cache != NULL ? cj_cache_directory(cache->cache) : "";
}

void cujit_cache_get_stats(cujit_cache *cache, cujit_cache_stats *stats)
{
    cj_cache_stats found;

    if (cache == NULL || stats == NULL)
        return;
    cj_cache_get_stats(cache->cache, &found);
    convert_stats(&found, stats);
}

/* ---- Entries ---- */

typedef struct entry_visitor {
    cujit_cache_visit visit;
    void *user;
} entry_visitor;

static bool show(void *user, const cj_cache_entry *entry)
{
    const entry_visitor *visitor = user;
    const cujit_cache_entry shown = {
        .id = entry->id,
        .name = entry->key.name,
        .architecture = entry->key.architecture,
        .toolchain = entry->key.toolchain,
        .options = entry->key.options,
        .schema = entry->key.schema,
        .source = entry->key.source,
        .object_kind = cj_object_kind_name(entry->kind),
        .object_architecture = entry->object_architecture,
        .object = entry->data,
        .object_size = entry->size,
        .log = entry->log != NULL ? entry->log : "",
        .registers = entry->resources.registers,
        .shared_bytes = entry->resources.shared_bytes,
        .stack_bytes = entry->resources.stack_bytes,
        .spill_store_bytes = entry->resources.spill_store_bytes,
        .spill_load_bytes = entry->resources.spill_load_bytes,
        .compile_ms = entry->compile_ms,
        .created = entry->created,
        .used = entry->used,
        .uses = entry->uses,
        .intact = entry->intact,
    };

    return visitor->visit(visitor->user, &shown) != 0;
}

static cujit_status check(const char *function, const cujit_cache *cache, bool complete, cujit_error *error)
{
    if (cache == NULL || !complete)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            cache == NULL ? "cache" : "an argument");
    return CUJIT_OK;
}

cujit_status cujit_cache_list(cujit_cache *cache, cujit_cache_visit visit, void *user, cujit_error *error)
{
    cujit_status status = check("cujit_cache_list", cache, visit != NULL, error);
    entry_visitor visitor = {visit, user};

    return status != CUJIT_OK ? status : cj_cache_list(cache->cache, show, &visitor, error);
}

cujit_status cujit_cache_find(cujit_cache *cache, const char *prefix, cujit_cache_visit visit, void *user,
                              cujit_error *error)
{
    cujit_status status = check("cujit_cache_find", cache, visit != NULL && prefix != NULL, error);
    entry_visitor visitor = {visit, user};

    return status != CUJIT_OK ? status : cj_cache_find(cache->cache, prefix, show, &visitor, error);
}

cujit_status cujit_cache_verify(cujit_cache *cache, int repair, cujit_cache_visit visit, void *user,
                                cujit_cache_verification *result, cujit_error *error)
{
    cujit_status status = check("cujit_cache_verify", cache, result != NULL, error);
    entry_visitor visitor = {visit, user};
    cj_cache_report report;

    if (status != CUJIT_OK || (status = cj_cache_verify(cache->cache, repair != 0, visit != NULL ? show : NULL,
                                                        &visitor, &report, error)) != CUJIT_OK)
        return status;
    *result = (cujit_cache_verification){
        .entries = report.entries,
        .damaged = report.damaged,
        .removed = report.removed,
        .file_sound = report.file_sound,
        .tunings = report.tunings,
    };
    return CUJIT_OK;
}

cujit_status cujit_cache_remove(cujit_cache *cache, const char *prefix, cujit_error *error)
{
    cujit_status status = check("cujit_cache_remove", cache, prefix != NULL, error);

    return status != CUJIT_OK ? status : cj_cache_remove(cache->cache, prefix, error);
}

cujit_status cujit_cache_prune(cujit_cache *cache, uint64_t limit, uint64_t *removed, cujit_error *error)
{
    cujit_status status = check("cujit_cache_prune", cache, true, error);

    return status != CUJIT_OK ? status : cj_cache_prune(cache->cache, limit, removed, error);
}

cujit_status cujit_cache_clear(cujit_cache *cache, uint64_t *removed, cujit_error *error)
{
    cujit_status status = check("cujit_cache_clear", cache, true, error);

    return status != CUJIT_OK ? status : cj_cache_clear(cache->cache, removed, error);
}
