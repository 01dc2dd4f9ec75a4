/*
 * pool.c: memory pools as the public sees them: a store of blocks (blocks.h) that keeps a context alive.
 */
#include "libjit/runtime/pool.h"

#include "libjit/base/alloc.h"

#include <string.h>

static cujit_status check(const cujit_pool *pool, const char *function, cujit_error *error)
{
    if (pool == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: pool is NULL", function);
    return cj_context_check(pool->context, error);
}

/* ---- Life -------------------------------------------------------------------------------------------------------- */

cujit_status cujit_pool_create(cujit_context *context, const cujit_pool_options *options, cujit_pool **out,
                               cujit_error *error)
{
    static const cujit_pool_options defaults;
    cujit_status status;
    cujit_pool *pool;

    if (context == NULL || out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pool_create: %s is NULL",
                            context == NULL ? "context" : "pool");
    if ((status = cj_context_check(context, error)) != CUJIT_OK)
        return status;
    if (options == NULL)
        options = &defaults;
    if ((options->flags & ~(unsigned)CUJIT_POOL_DEBUG) != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pool_create: unknown flags 0x%x",
                            options->flags & ~(unsigned)CUJIT_POOL_DEBUG);
    if ((pool = cj_calloc(1, sizeof *pool)) == NULL)
        return cj_error_no_memory(error, "a memory pool");
    pool->context = context;
    pool->blocks.backend = context->backend;
    pool->blocks.device = context->device;
    pool->blocks.max_held = options->max_held;
    if ((options->flags & CUJIT_POOL_DEBUG) != 0 && (status = cj_pool_debug_init(pool, error)) != CUJIT_OK)
        goto out;
    if ((status = cj_blocks_init(&pool->blocks, error)) != CUJIT_OK)
        goto out;
    cj_context_retain(context);
    *out = pool;
    pool = NULL;

out:
    if (pool != NULL && pool->debug)
        cj_pool_debug_clear(pool);
    cj_free(pool);
    return status;
}

void cujit_pool_free(cujit_pool *pool)
{
    cujit_context *context;

    if (pool == NULL)
        return;
    context = pool->context;
    cj_blocks_clear(&pool->blocks, cj_context_check(context, NULL) == CUJIT_OK);
    if (pool->debug)
        cj_pool_debug_clear(pool);
    cj_free(pool);
    cj_context_release(context);
}

/* ---- Use --------------------------------------------------------------------------------------------------------- */

cujit_status cujit_pool_alloc(cujit_pool *pool, size_t size, cujit_stream stream, void **memory, cujit_error *error)
{
    cujit_status status = check(pool, "cujit_pool_alloc", error);
    cj_block *block;

    if (status != CUJIT_OK)
        return status;
    if (memory == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pool_alloc: memory is NULL");
    if (size == 0) {
        *memory = NULL;
        return CUJIT_OK;
    }
    if (pool->debug)
        return cj_pool_debug_alloc(pool, size, stream, memory, error);
    if ((status = cj_blocks_take(&pool->blocks, size, stream, &block, error)) == CUJIT_OK)
        *memory = block->memory;
    return status;
}

cujit_status cujit_pool_release(cujit_pool *pool, void *memory, cujit_stream stream, cujit_error *error)
{
    cujit_status status = check(pool, "cujit_pool_release", error);

    if (status != CUJIT_OK || memory == NULL)
        return status;
    if (pool->debug)
        return cj_pool_debug_release(pool, memory, stream, error);
    return cj_blocks_release(&pool->blocks, memory, stream, false, error);
}

cujit_status cujit_pool_trim(cujit_pool *pool, cujit_error *error)
{
    cujit_status status = check(pool, "cujit_pool_trim", error);

    if (status != CUJIT_OK)
        return status;
    if (pool->debug)
        pthread_mutex_lock(&pool->lock);
    cj_blocks_trim(&pool->blocks);
    if (pool->debug)
        pthread_mutex_unlock(&pool->lock);
    return CUJIT_OK;
}

/* In a forked child nothing is known: a thread of the parent may have been at it when the process was copied. */
void cujit_pool_get_stats(cujit_pool *pool, cujit_pool_stats *stats)
{
    if (stats == NULL)
        return;
    memset(stats, 0, sizeof *stats);
    if (check(pool, "cujit_pool_get_stats", NULL) == CUJIT_OK)
        cj_blocks_get_stats(&pool->blocks, stats);
}

/* ---- Looking for faults ------------------------------------------------------------------------------------------ */

void cj_findings_add(cj_findings *findings, const cj_finding *finding)
{
    if (findings->count == findings->room) {
        size_t room = findings->room != 0 ? 2 * findings->room : 16;
        cj_finding *items = cj_realloc(findings->items, room * sizeof *items);

        if (items == NULL) {
            findings->failed = true;
            return;
        }
        findings->items = items;
        findings->room = room;
    }
    findings->items[findings->count++] = *finding;
}

void cj_findings_clear(cj_findings *findings)
{
    cj_free(findings->items);
    *findings = (cj_findings){0};
}

static void find_leaks(cujit_pool *pool, cj_findings *findings)
{
    cj_blocks *blocks = &pool->blocks;

    pthread_mutex_lock(&blocks->lock);
    for (size_t k = 0; k < blocks->table_size; k++) {
        for (const cj_block *block = blocks->table[k]; block != NULL; block = block->chained) {
            if (!block->held)
                cj_findings_add(findings, &(cj_finding){CUJIT_POOL_FAULT_LEAK, block->memory, block->size, 0});
        }
    }
    pthread_mutex_unlock(&blocks->lock);
}

/* What was found is told when no lock is held any more, so that `visit` may call what it likes. */
cujit_status cujit_pool_check(cujit_pool *pool, cujit_pool_visit visit, void *user, size_t *faults, cujit_error *error)
{
    cujit_status status = check(pool, "cujit_pool_check", error);
    cj_findings findings = {0};

    if (status != CUJIT_OK)
        return status;
    if (pool->debug)
        status = cj_pool_debug_check(pool, &findings, error);
    else
        find_leaks(pool, &findings);
    if (status == CUJIT_OK && findings.failed)
        status = cj_error_no_memory(error, "the list of a pool's faults");
    if (status == CUJIT_OK) {
        for (size_t k = 0; visit != NULL && k < findings.count; k++) {
            const cj_finding *found = &findings.items[k];

            visit(user, found->fault, found->memory, found->size, found->offset);
        }
        if (faults != NULL)
            *faults = findings.count;
    }
    cj_findings_clear(&findings);
    return status;
}
