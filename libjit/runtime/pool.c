/*
 * pool.c: memory pools as the public sees them: a store of blocks (blocks.h) that keeps a context alive; their debug
 * mode.
 *
 * In debug mode a block lies between two fences of a pattern, which are looked at when it is released. Its memory is
 * filled with another pattern then, which is looked at before the memory is handed out again or given back; for a while
 * it is not handed out at all, so that a late write meets the pattern and not somebody else's data. Every look is a
 * copy to the host, and waits for the work before it.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/runtime/blocks.h"
#include "libjit/runtime/context.h"

#include <stdint.h>
#include <string.h>

enum { FENCE = 256, QUARANTINE = 16, WINDOW = 256 << 10, FENCE_PATTERN = 0xfd, FREED_PATTERN = 0xdd };

/* What is wrong with one piece of memory; the arguments of a cujit_pool_visit. */
typedef struct finding {
    cujit_pool_fault fault;
    const void *memory;
    size_t size, offset;
} finding;

struct cujit_pool {
    cj_blocks blocks; /* first: its `inspect` gets the pool by a cast */
    cujit_context *context;
    bool debug;
    pthread_mutex_t lock;  /* for what follows; in debug mode held by every call that takes, releases or gives back */
    unsigned char *window; /* debug: where device memory is looked at */
    finding *findings;     /* debug: in memory that is gone since, or in use again */
    size_t count;
    bool lost; /* memory ran out: some are missing */
};

static cujit_status check(const cujit_pool *pool, const char *function, cujit_error *error)
{
    if (pool == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: pool is NULL", function);
    return cj_context_check(pool->context, error);
}

static unsigned char *user_memory(const cujit_pool *pool, const cj_block *block)
{
    return (unsigned char *)block->memory + pool->blocks.fence;
}

/* ---- Finding faults ---------------------------------------------------------------------------------------------- */

static void add_finding(cujit_pool *pool, cujit_pool_fault fault, const cj_block *block, size_t offset)
{
    finding *findings = cj_realloc(pool->findings, (pool->count + 1) * sizeof *findings);

    if (findings == NULL) {
        pool->lost = true;
        return;
    }
    pool->findings = findings;
    findings[pool->count++] = (finding){fault, user_memory(pool, block), block->size, offset};
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
static cujit_status check_fences(cujit_pool *pool, const cj_block *block, cujit_error *error)
{
    size_t behind = block->capacity - FENCE - block->size, offset;
    cujit_status status = find_change(pool, block->memory, FENCE, FENCE_PATTERN, true, &offset, error);

    if (status != CUJIT_OK)
        return status;
    if (offset != SIZE_MAX)
        add_finding(pool, CUJIT_POOL_FAULT_UNDERRUN, block, FENCE - offset);
    status = find_change(pool, user_memory(pool, block) + block->size, behind, FENCE_PATTERN, false, &offset, error);
    if (status == CUJIT_OK && offset != SIZE_MAX)
        add_finding(pool, CUJIT_POOL_FAULT_OVERRUN, block, block->size + offset);
    return status;
}

/* A held block; under the blocks' lock and the pool's. What cannot be read is not reported. */
static void inspect(cj_blocks *blocks, cj_block *block)
{
    cujit_pool *pool = (cujit_pool *)blocks;
    size_t offset;

    if (blocks->backend->event_synchronize(blocks->device, block->event, NULL) == CUJIT_OK &&
        find_change(pool, user_memory(pool, block), block->size, FREED_PATTERN, false, &offset, NULL) == CUJIT_OK &&
        offset != SIZE_MAX)
        add_finding(pool, CUJIT_POOL_FAULT_USE_AFTER_FREE, block, offset);
}

/* What was found in a held block is mended, so that it is told once. */
static cujit_status check_block(cujit_pool *pool, cj_block *block, cujit_error *error)
{
    cj_blocks *blocks = &pool->blocks;
    size_t before = pool->count;

    if (!block->held)
        add_finding(pool, CUJIT_POOL_FAULT_LEAK, block, 0);
    if (!pool->debug)
        return CUJIT_OK;
    if (!block->held)
        return check_fences(pool, block, error);
    inspect(blocks, block);
    if (pool->count == before)
        return CUJIT_OK;
    return blocks->backend->fill(blocks->device, user_memory(pool, block), FREED_PATTERN, 1, block->size, NULL, error);
}

static cujit_status check_blocks(cujit_pool *pool, cujit_error *error)
{
    cj_blocks *blocks = &pool->blocks;
    cujit_status status = CUJIT_OK;

    pthread_mutex_lock(&blocks->lock);
    if (pool->debug)
        status = blocks->backend->synchronize(blocks->device, error);
    for (cj_block *block = LIST_FIRST(&blocks->all); status == CUJIT_OK && block != NULL; block = LIST_NEXT(block, all))
        status = check_block(pool, block, error);
    if (status == CUJIT_OK && pool->debug)
        status = blocks->backend->synchronize(blocks->device, error);
    pthread_mutex_unlock(&blocks->lock);
    return status;
}

/* What was found is told when no lock is held any more, so that `visit` may call what it likes. */
cujit_status cujit_pool_check(cujit_pool *pool, cujit_pool_visit visit, void *user, size_t *faults, cujit_error *error)
{
    cujit_status status = check(pool, "cujit_pool_check", error);
    finding *findings = NULL;
    size_t before, count = 0;

    if (status != CUJIT_OK)
        return status;
    pthread_mutex_lock(&pool->lock);
    before = pool->count;
    status = check_blocks(pool, error);
    if (status == CUJIT_OK && pool->lost)
        status = cj_error_no_memory(error, "the list of a pool's faults");
    pool->lost = false;
    if (status == CUJIT_OK) {
        findings = pool->findings;
        count = pool->count;
        pool->findings = NULL;
        before = pool->count = 0;
    }
    for (size_t k = before; k < pool->count; k++) { /* what was mended is not found once more: the next call tells it */
        if (pool->findings[k].fault == CUJIT_POOL_FAULT_USE_AFTER_FREE)
            pool->findings[before++] = pool->findings[k];
    }
    pool->count = before;
    pthread_mutex_unlock(&pool->lock);
    if (status == CUJIT_OK && faults != NULL)
        *faults = count;
    for (size_t k = 0; visit != NULL && k < count; k++)
        visit(user, findings[k].fault, findings[k].memory, findings[k].size, findings[k].offset);
    cj_free(findings);
    return status;
}

/* ---- Life -------------------------------------------------------------------------------------------------------- */

cujit_status cujit_pool_create_sized(cujit_context *context, const cujit_pool_options *given, size_t size,
                                     cujit_pool **out, cujit_error *error)
{
    cujit_pool_options options;
    cujit_status status = cj_widen("cujit_pool_create", &options, sizeof options, given, size, error);
    cujit_pool *pool;

    if (status != CUJIT_OK ||
        (status = cj_context_check_call("cujit_pool_create", context, "pool", out, error)) != CUJIT_OK)
        return status;
    if ((options.flags & ~(unsigned)CUJIT_POOL_DEBUG) != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pool_create: unknown flags 0x%x",
                            options.flags & ~(unsigned)CUJIT_POOL_DEBUG);
    if ((pool = cj_calloc(1, sizeof *pool)) == NULL)
        return cj_error_no_memory(error, "a memory pool");
    pool->context = context;
    cj_blocks_init(&pool->blocks, context->backend, context->device, CJ_MEMORY_DEVICE, options.max_held);
    pool->debug = (options.flags & CUJIT_POOL_DEBUG) != 0;
    if (pool->debug) {
        pool->blocks.fence = FENCE;
        pool->blocks.quarantine = QUARANTINE;
        pool->blocks.inspect = inspect;
    }
    if (pool->debug && (pool->window = cj_malloc(WINDOW)) == NULL) {
        cj_blocks_clear(&pool->blocks, true);
        cj_free(pool);
        return cj_error_no_memory(error, "a memory pool");
    }
    pthread_mutex_init(&pool->lock, NULL);
    cj_context_retain(context);
    *out = pool;
    return CUJIT_OK;
}

void cujit_pool_free(cujit_pool *pool)
{
    cujit_context *context;

    if (pool == NULL)
        return;
    context = pool->context;
    cj_blocks_clear(&pool->blocks, cj_context_check(context, NULL) == CUJIT_OK);
    cj_free(pool->findings);
    cj_free(pool->window);
    cj_free(pool);
    cj_context_release(context);
}

/* ---- Use --------------------------------------------------------------------------------------------------------- */

/* In debug mode one call at a time takes, releases or gives back. */
static void enter(cujit_pool *pool)
{
    if (pool->debug)
        pthread_mutex_lock(&pool->lock);
}

static void leave(cujit_pool *pool)
{
    if (pool->debug)
        pthread_mutex_unlock(&pool->lock);
}

cujit_status cujit_pool_alloc(cujit_pool *pool, size_t size, cujit_stream stream, void **memory, cujit_error *error)
{
    cujit_status status = check(pool, "cujit_pool_alloc", error);
    cujit_error first = {0};
    cj_blocks *blocks;
    cj_block *block;

    if (status != CUJIT_OK)
        return status;
    if (memory == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pool_alloc: memory is NULL");
    if (size == 0) {
        *memory = NULL;
        return CUJIT_OK;
    }
    blocks = &pool->blocks;
    enter(pool);
    status = cj_blocks_take(blocks, size, stream, &block, &first);
    if (cj_blocks_make_room(&pool->context->staging.device, status, &first))
        status = cj_blocks_take(blocks, size, stream, &block, error);
    else if (status != CUJIT_OK)
        cj_error_move(error, &first);
    /* The memory itself too: what reads it before it was written gets something conspicuous. */
    if (status == CUJIT_OK && pool->debug &&
        (status = blocks->backend->fill(blocks->device, block->memory, FENCE_PATTERN, 1, block->capacity, stream,
                                        error)) != CUJIT_OK)
        cj_blocks_discard(blocks, block);
    if (status == CUJIT_OK)
        *memory = user_memory(pool, block);
    leave(pool);
    return status;
}

/* Memory that is about to be released in debug mode: looks at its fences, of which *damage tells, and fills it. */
static cujit_status close_block(cujit_pool *pool, void *memory, void *stream, finding *damage, cujit_error *error)
{
    cj_blocks *blocks = &pool->blocks;
    const cj_block *block = cj_blocks_find(blocks, memory);
    size_t before = pool->count;
    cujit_status status;

    if (block == NULL || block->held)
        return CUJIT_OK; /* cj_blocks_release() says what is wrong */
    if ((status = blocks->backend->stream_query(blocks->device, stream, NULL, error)) == CUJIT_OK)
        status = check_fences(pool, block, error);
    if (pool->count > before)
        *damage = pool->findings[before];
    pool->count = before; /* told here, and not once more */
    return status != CUJIT_OK
               ? status
               : blocks->backend->fill(blocks->device, memory, FREED_PATTERN, 1, block->size, stream, error);
}

static cujit_status describe_damage(const finding *found, cujit_error *error)
{
    bool behind = found->fault == CUJIT_POOL_FAULT_OVERRUN;
    size_t distance = behind ? found->offset - found->size + 1 : found->offset;

    return cj_error_set(error, CUJIT_ERROR_DEVICE, "releasing %zu byte%s at %p: memory was written %zu byte%s %s",
                        found->size, found->size == 1 ? "" : "s", found->memory, distance, distance == 1 ? "" : "s",
                        behind ? "behind its end" : "before its beginning");
}

/* Memory whose fences are damaged is released all the same. */
cujit_status cujit_pool_release(cujit_pool *pool, void *memory, cujit_stream stream, cujit_error *error)
{
    cujit_status status = check(pool, "cujit_pool_release", error);
    finding damage = {.memory = NULL};

    if (status != CUJIT_OK || memory == NULL)
        return status;
    enter(pool);
    if (pool->debug)
        status = close_block(pool, memory, stream, &damage, error);
    if (status == CUJIT_OK)
        status = cj_blocks_release(&pool->blocks, memory, stream, false, error);
    if (status == CUJIT_OK && damage.memory != NULL)
        status = describe_damage(&damage, error);
    leave(pool);
    return status;
}

cujit_status cujit_pool_trim(cujit_pool *pool, cujit_error *error)
{
    cujit_status status = check(pool, "cujit_pool_trim", error);

    if (status != CUJIT_OK)
        return status;
    enter(pool);
    cj_blocks_trim(&pool->blocks);
    leave(pool);
    return CUJIT_OK;
}

/* In a forked child nothing is known: a thread of the parent may have been at it when the process was copied. */
static void get_stats(cj_blocks *blocks, bool ours, cujit_pool_stats *stats, size_t size)
{
    cujit_pool_stats todays = {0};

    if (ours) {
        pthread_mutex_lock(&blocks->lock);
        todays = blocks->stats;
        pthread_mutex_unlock(&blocks->lock);
    }
    cj_narrow(stats, size, &todays, sizeof todays);
}

void cujit_pool_get_stats_sized(cujit_pool *pool, cujit_pool_stats *stats, size_t size)
{
    const bool ours = check(pool, "cujit_pool_get_stats", NULL) == CUJIT_OK;

    get_stats(ours ? &pool->blocks : NULL, ours, stats, size);
}

/* ---- The context's own ------------------------------------------------------------------------------------------- */

void cujit_context_get_pool_stats_sized(cujit_context *context, cujit_pool_stats *stats, size_t size)
{
    static const char function[] = "cujit_context_get_pool_stats";
    const bool ours = cj_context_check_call(function, context, "", "", NULL) == CUJIT_OK;

    get_stats(ours ? &context->staging.device : NULL, ours, stats, size);
}

cujit_status cujit_context_trim_pool(cujit_context *context, cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_context_trim_pool", context, "", "", error);

    if (status == CUJIT_OK)
        cj_blocks_trim(&context->staging.device);
    return status;
}
