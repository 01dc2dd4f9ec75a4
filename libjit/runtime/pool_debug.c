/*
 * pool_debug.c: the debug mode of memory pools.
 *
 * A block lies between two fences of a pattern, which are looked at when it is released. Its memory is filled with
 * another pattern then, which is looked at before the memory is handed out again or given back; for a while it is not
 * handed out at all, so that a late write meets the pattern and not somebody else's data. Every look is a copy to the
 * host, and waits for the work before it.
 */
#include "libjit/runtime/pool.h"

#include "libjit/base/alloc.h"

#include <stdint.h>

enum { FENCE = 256, QUARANTINE = 16, WINDOW = 256 << 10, FENCE_PATTERN = 0xfd, FREED_PATTERN = 0xdd };

static unsigned char *user_memory(const cj_block *block)
{
    return (unsigned char *)block->memory + FENCE;
}

/* Looks for a byte of `size` that is not `pattern`: the first, or with `last` the last. *offset is SIZE_MAX where all
 * are. The device is done with the memory. */
static cujit_status find_change(cujit_pool *pool, const unsigned char *memory, size_t size, unsigned char pattern,
                                bool last, size_t *offset, cujit_error *error)
{
    const cj_blocks *blocks = &pool->blocks;

    *offset = SIZE_MAX;
    for (size_t at = 0; at < size && (last || *offset == SIZE_MAX); at += WINDOW) {
        size_t count = size - at < WINDOW ? size - at : WINDOW;
        cujit_status status = blocks->backend->copy(blocks->device, pool->window, memory + at, count, CJ_COPY_TO_HOST,
                                                    NULL, true, error);

        if (status != CUJIT_OK)
            return status;
        for (size_t k = 0; k < count && (last || *offset == SIZE_MAX); k++) {
            if (pool->window[k] != pattern)
                *offset = at + k;
        }
    }
    return CUJIT_OK;
}

/* Both fences of a block that is handed out. Of an underrun `offset` counts backwards from the memory's beginning. */
static cujit_status check_fences(cujit_pool *pool, const cj_block *block, cj_findings *findings, cujit_error *error)
{
    unsigned char *memory = user_memory(block);
    size_t behind = block->capacity - FENCE - block->size, offset;
    cujit_status status = find_change(pool, block->memory, FENCE, FENCE_PATTERN, true, &offset, error);

    if (status != CUJIT_OK)
        return status;
    if (offset != SIZE_MAX)
        cj_findings_add(findings, &(cj_finding){CUJIT_POOL_FAULT_UNDERRUN, memory, block->size, FENCE - offset});
    status = find_change(pool, memory + block->size, behind, FENCE_PATTERN, false, &offset, error);
    if (status == CUJIT_OK && offset != SIZE_MAX)
        cj_findings_add(findings, &(cj_finding){CUJIT_POOL_FAULT_OVERRUN, memory, block->size, block->size + offset});
    return status;
}

/* A held block; under the blocks' lock and the pool's. What cannot be read is not reported. */
static void inspect(cj_blocks *blocks, cj_block *block)
{
    cujit_pool *pool = (cujit_pool *)blocks;
    size_t offset;

    if (blocks->backend->event_synchronize(blocks->device, block->event, NULL) == CUJIT_OK &&
        find_change(pool, user_memory(block), block->size, FREED_PATTERN, false, &offset, NULL) == CUJIT_OK &&
        offset != SIZE_MAX)
        cj_findings_add(&pool->findings,
                        &(cj_finding){CUJIT_POOL_FAULT_USE_AFTER_FREE, user_memory(block), block->size, offset});
}

cujit_status cj_pool_debug_init(cujit_pool *pool, cujit_error *error)
{
    if ((pool->window = cj_malloc(WINDOW)) == NULL)
        return cj_error_no_memory(error, "a memory pool");
    pthread_mutex_init(&pool->lock, NULL);
    pool->debug = true;
    pool->blocks.fence = FENCE;
    pool->blocks.quarantine = QUARANTINE;
    pool->blocks.inspect = inspect;
    return CUJIT_OK;
}

void cj_pool_debug_clear(cujit_pool *pool)
{
    cj_findings_clear(&pool->findings);
    cj_free(pool->window);
}

cujit_status cj_pool_debug_alloc(cujit_pool *pool, size_t size, void *stream, void **memory, cujit_error *error)
{
    cj_blocks *blocks = &pool->blocks;
    cj_block *block = NULL;
    cujit_status status;

    pthread_mutex_lock(&pool->lock);
    if ((status = cj_blocks_take(blocks, size, stream, &block, error)) != CUJIT_OK)
        goto out;
    /* The memory itself too: what reads it before it was written gets something conspicuous. */
    status = blocks->backend->fill(blocks->device, block->memory, FENCE_PATTERN, block->capacity, stream, error);
    if (status == CUJIT_OK)
        *memory = user_memory(block);
    else
        cj_blocks_discard(blocks, block);

out:
    pthread_mutex_unlock(&pool->lock);
    return status;
}

static cujit_status describe_damage(const cj_finding *found, cujit_error *error)
{
    bool behind = found->fault == CUJIT_POOL_FAULT_OVERRUN;
    size_t distance = behind ? found->offset - found->size + 1 : found->offset;

    return cj_error_set(error, CUJIT_ERROR_DEVICE, "releasing %zu byte%s at %p: memory was written %zu byte%s %s",
                        found->size, found->size == 1 ? "" : "s", found->memory, distance, distance == 1 ? "" : "s",
                        behind ? "behind its end" : "before its beginning");
}

/* Memory whose fences are damaged is released all the same. */
cujit_status cj_pool_debug_release(cujit_pool *pool, void *memory, void *stream, cujit_error *error)
{
    cj_blocks *blocks = &pool->blocks;
    cj_findings damage = {0};
    cujit_status status;
    cj_block *block;

    pthread_mutex_lock(&pool->lock);
    block = cj_blocks_find(blocks, memory);
    if (block != NULL && !block->held) {
        if ((status = blocks->backend->stream_synchronize(blocks->device, stream, error)) != CUJIT_OK ||
            (status = check_fences(pool, block, &damage, error)) != CUJIT_OK ||
            (status = blocks->backend->fill(blocks->device, memory, FREED_PATTERN, block->size, stream, error)) !=
                CUJIT_OK)
            goto out;
    }
    status = cj_blocks_release(blocks, memory, stream, false, error);
    if (status == CUJIT_OK && damage.count > 0)
        status = describe_damage(&damage.items[0], error);

out:
    pthread_mutex_unlock(&pool->lock);
    cj_findings_clear(&damage);
    return status;
}

/* One block for cj_pool_debug_check(). What was found in a held one is mended, so that it is told once. */
static cujit_status check_block(cujit_pool *pool, cj_block *block, cj_findings *findings, cujit_error *error)
{
    cj_blocks *blocks = &pool->blocks;
    size_t before = pool->findings.count;

    if (!block->held) {
        cj_findings_add(findings, &(cj_finding){CUJIT_POOL_FAULT_LEAK, user_memory(block), block->size, 0});
        return check_fences(pool, block, findings, error);
    }
    inspect(blocks, block);
    if (pool->findings.count == before)
        return CUJIT_OK;
    return blocks->backend->fill(blocks->device, user_memory(block), FREED_PATTERN, block->size, NULL, error);
}

cujit_status cj_pool_debug_check(cujit_pool *pool, cj_findings *findings, cujit_error *error)
{
    cj_blocks *blocks = &pool->blocks;
    cujit_status status;

    pthread_mutex_lock(&pool->lock);
    status = blocks->backend->synchronize(blocks->device, error);
    for (size_t k = 0; status == CUJIT_OK && k < blocks->table_size; k++) {
        for (cj_block *block = blocks->table[k]; status == CUJIT_OK && block != NULL; block = block->chained)
            status = check_block(pool, block, findings, error);
    }
    if (status == CUJIT_OK)
        status = blocks->backend->synchronize(blocks->device, error);
    for (size_t k = 0; k < pool->findings.count; k++)
        cj_findings_add(findings, &pool->findings.items[k]);
    findings->failed |= pool->findings.failed;
    if (status == CUJIT_OK && !findings->failed)
        cj_findings_clear(&pool->findings);
    pool->findings.failed = false;
    pthread_mutex_unlock(&pool->lock);
    return status;
}
