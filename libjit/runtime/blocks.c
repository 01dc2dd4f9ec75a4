/*
 * blocks.c: taking, releasing and giving back.
 *
 * The lock is never held while the device allocates or frees: both may wait for all of its work.
 */
#include "libjit/runtime/blocks.h"

#include "libjit/base/alloc.h"

#include <search.h>
#include <stdint.h>

enum { GRANULE = 256 };

const char cj_stream_marks[2];

/* ---- Size classes ------------------------------------------------------------------------------------------------ */

size_t cj_blocks_capacity(size_t size, size_t *index)
{
    unsigned exponent, shift;
    size_t steps;

    if (size <= 8 * GRANULE) {
        *index = (size + GRANULE - 1) / GRANULE - 1;
        return (*index + 1) * GRANULE;
    }
    if (size > (size_t)1 << 62) { /* nobody has that: only let the device say so */
        *index = CJ_BLOCK_CLASSES - 1;
        return size;
    }
    exponent = 63 - (unsigned)__builtin_clzll(size - 1); /* 2^exponent < size <= 2^(exponent+1) */
    shift = exponent - 3;
    steps = (size - 1) >> shift; /* 8 to 15 */
    *index = 8 + 8 * (exponent - 11) + (steps - 8);
    return (steps + 1) << shift;
}

/* ---- By address -------------------------------------------------------------------------------------------------- */

static int compare(const void *one, const void *other)
{
    const uintptr_t a = (uintptr_t)((const cj_block *)one)->memory, b = (uintptr_t)((const cj_block *)other)->memory;

    return (a > b) - (a < b);
}

/* `given` is the caller's address, which may be anything: no arithmetic on it as a pointer. */
static cj_block *find(const cj_blocks *blocks, const void *given)
{
    const cj_block wanted = {.memory = (void *)((uintptr_t)given - blocks->fence)};
    cj_block *const *found = tfind(&wanted, &blocks->by_address, compare);

    return found != NULL ? *found : NULL;
}

static void erase(cj_blocks *blocks, cj_block *block)
{
    tdelete(block, &blocks->by_address, compare);
    LIST_REMOVE(block, all);
}

/* ---- Held blocks ------------------------------------------------------------------------------------------------- */

static void hold(cj_blocks *blocks, cj_block *block)
{
    size_t index;

    cj_blocks_capacity(block->capacity, &index);
    block->held = true;
    TAILQ_INSERT_HEAD(&blocks->classes[index], block, class);
    blocks->stats.held_blocks++;
    blocks->stats.held_bytes += block->capacity;
}

static void unhold(cj_blocks *blocks, cj_block *block)
{
    size_t index;

    cj_blocks_capacity(block->capacity, &index);
    if (blocks->inspect != NULL)
        blocks->inspect(blocks, block);
    TAILQ_REMOVE(&blocks->classes[index], block, class);
    block->held = false;
    blocks->stats.held_blocks--;
    blocks->stats.held_bytes -= block->capacity;
}

/* The driver has one handle for "the calling thread's own default stream": the same handle need not be the same
 * stream. */
static bool is_same_stream(const void *a, const void *b)
{
    const uintptr_t per_thread = 2;

    return a == b && (uintptr_t)a != per_thread;
}

static bool is_rested(const cj_blocks *blocks, const cj_block *block)
{
    return blocks->releases - block->released >= blocks->quarantine;
}

static cj_known_stream *find_stream(const cj_blocks *blocks, const void *stream)
{
    for (size_t k = 0; k < blocks->stream_count; k++) {
        if (blocks->streams[k].stream == stream)
            return &blocks->streams[k];
    }
    return NULL;
}

/* May a stream be asked that a block was held for some time ago? */
static bool is_alive(const cj_blocks *blocks, const void *stream)
{
    const cj_known_stream *known = stream != NULL ? find_stream(blocks, stream) : NULL;

    return stream == NULL || (known != NULL && known->alive);
}

/* Asks the stream of a block that was held without an event, and gives it one where it is at work still. */
static void ask_stream(cj_blocks *blocks, cj_block *block)
{
    bool done = false;

    if (!is_alive(blocks, block->stream) ||
        blocks->backend->stream_query(blocks->device, block->stream, &done, NULL) != CUJIT_OK)
        return;
    block->idle = done;
    block->marked = !done &&
                    blocks->backend->event_record(blocks->device, block->event, block->stream, NULL) == CUJIT_OK;
}

static bool has_passed(cj_blocks *blocks, cj_block *block)
{
    bool done = false;

    if (!block->idle && block->released <= blocks->settled)
        block->idle = true;
    else if (!block->idle && !block->marked)
        ask_stream(blocks, block);
    else if (!block->idle && blocks->backend->event_query(blocks->device, block->event, &done, NULL) == CUJIT_OK)
        block->idle = done;
    return block->idle;
}

/* What can be told without the driver first. Then the oldest: where a stream has not got as far as that, it has not
 * with the others either. */
static cj_block *find_held(cj_blocks *blocks, size_t index, const void *stream)
{
    const void *busy = CJ_STREAM_NONE;
    cj_block *block;

    TAILQ_FOREACH(block, &blocks->classes[index], class)
    {
        if (is_rested(blocks, block) &&
            (block->idle || (blocks->kind != CJ_MEMORY_PINNED && is_same_stream(block->stream, stream))))
            return block;
    }
    TAILQ_FOREACH_REVERSE(block, &blocks->classes[index], cj_class, class)
    {
        if (!is_rested(blocks, block) || is_same_stream(block->stream, busy))
            continue;
        if (has_passed(blocks, block))
            break;
        if (block->marked) /* else nobody could be asked, which says nothing of the others */
            busy = block->stream;
    }
    return block;
}

/* ---- From the device and back ------------------------------------------------------------------------------------ */

static void destroy(const cj_blocks *blocks, cj_block *block)
{
    if (block->event != NULL)
        blocks->backend->event_free(blocks->device, block->event);
    if (block->memory != NULL)
        blocks->backend->free(blocks->device, blocks->kind, block->memory);
    cj_free(block);
}

/* Blocks that nobody can reach any more. */
static void give_back(const cj_blocks *blocks, cj_block_list *list)
{
    for (cj_block *block; (block = LIST_FIRST(list)) != NULL;) {
        LIST_REMOVE(block, all);
        if (!block->idle && block->marked) /* else the device waits, which frees no memory in use */
            blocks->backend->event_synchronize(blocks->device, block->event, NULL);
        destroy(blocks, block);
    }
}

/* Takes a held block out of everything and adds it to the list. */
static void detach(cj_blocks *blocks, cj_block *block, cj_block_list *list)
{
    unhold(blocks, block);
    erase(blocks, block);
    blocks->taken_bytes -= block->capacity;
    LIST_INSERT_HEAD(list, block, all);
}

static cj_block *find_oldest(const cj_blocks *blocks)
{
    cj_block *oldest = NULL;

    for (size_t k = 0; k < CJ_BLOCK_CLASSES; k++) {
        cj_block *block = TAILQ_LAST(&blocks->classes[k], cj_class);

        if (block != NULL && (oldest == NULL || block->released < oldest->released))
            oldest = block;
    }
    return oldest;
}

bool cj_blocks_trim(cj_blocks *blocks)
{
    cj_block_list list = LIST_HEAD_INITIALIZER(list);
    bool found;

    pthread_mutex_lock(&blocks->lock);
    for (size_t k = 0; k < CJ_BLOCK_CLASSES; k++) {
        while (!TAILQ_EMPTY(&blocks->classes[k]))
            detach(blocks, TAILQ_LAST(&blocks->classes[k], cj_class), &list);
    }
    pthread_mutex_unlock(&blocks->lock);
    found = !LIST_EMPTY(&list);
    give_back(blocks, &list);
    return found;
}

bool cj_blocks_make_room(cj_blocks *blocks, cujit_status status, cujit_error *first)
{
    if ((status != CUJIT_ERROR_DEVICE_MEMORY && status != CUJIT_ERROR_OUT_OF_MEMORY) || !cj_blocks_trim(blocks))
        return false;
    cujit_error_clear(first);
    return true;
}

cujit_status cj_blocks_alloc(cj_blocks *blocks, size_t size, void **memory, cujit_error *error)
{
    cujit_error first = {0};
    cujit_status status = blocks->backend->alloc(blocks->device, blocks->kind, size, memory, &first);

    if (cj_blocks_make_room(blocks, status, &first))
        return blocks->backend->alloc(blocks->device, blocks->kind, size, memory, error);
    return status == CUJIT_OK ? CUJIT_OK : cj_error_move(error, &first);
}

static cujit_status make_block(cj_blocks *blocks, size_t capacity, cj_block **out, cujit_error *error)
{
    cj_block *block = cj_calloc(1, sizeof *block);
    cujit_status status;

    if (block == NULL)
        return cj_error_no_memory(error, "a block of memory");
    if ((status = blocks->backend->event_create(blocks->device, &block->event, error)) != CUJIT_OK ||
        (status = cj_blocks_alloc(blocks, capacity, &block->memory, error)) != CUJIT_OK)
        goto out;
    block->capacity = capacity;
    *out = block;
    block = NULL;

out:
    if (block != NULL)
        destroy(blocks, block);
    return status;
}

/* ---- Life -------------------------------------------------------------------------------------------------------- */

void cj_blocks_init(cj_blocks *blocks, const cj_backend *backend, cj_device *device, cj_memory kind, size_t max_held)
{
    *blocks = (cj_blocks){.backend = backend, .device = device, .kind = kind, .max_held = max_held};
    LIST_INIT(&blocks->all);
    for (size_t k = 0; k < CJ_BLOCK_CLASSES; k++)
        TAILQ_INIT(&blocks->classes[k]);
    pthread_mutex_init(&blocks->lock, NULL);
}

/* In a forked child a thread of the parent may have been at it when the process was copied: then it is left alone. */
void cj_blocks_clear(cj_blocks *blocks, bool ours)
{
    if (!ours && pthread_mutex_trylock(&blocks->lock) != 0)
        return;
    for (cj_block *block; (block = LIST_FIRST(&blocks->all)) != NULL;) {
        erase(blocks, block);
        if (ours && block->held && !block->idle && block->marked)
            blocks->backend->event_synchronize(blocks->device, block->event, NULL);
        if (ours)
            destroy(blocks, block);
        else
            cj_free(block);
    }
    cj_free(blocks->streams);
    if (ours && blocks->backend != NULL)
        pthread_mutex_destroy(&blocks->lock);
}

/* ---- Taking and releasing ---------------------------------------------------------------------------------------- */

/* Under the lock. */
static void hand_out(cj_blocks *blocks, cj_block *block, size_t size, bool is_reuse)
{
    block->size = size;
    blocks->stats.active_blocks++;
    blocks->stats.active_bytes += size;
    blocks->stats.allocations++;
    blocks->stats.reuses += is_reuse;
}

cujit_status cj_blocks_take(cj_blocks *blocks, size_t size, void *stream, cj_block **out, cujit_error *error)
{
    size_t index, capacity;
    cujit_status status;
    cj_block *block;

    if (size > SIZE_MAX - 2 * blocks->fence)
        return cj_error_set(error, CUJIT_ERROR_DEVICE_MEMORY, "allocating %zu bytes: no memory is as large", size);
    capacity = cj_blocks_capacity(size + 2 * blocks->fence, &index);
    pthread_mutex_lock(&blocks->lock);
    if ((block = find_held(blocks, index, stream)) != NULL) {
        unhold(blocks, block);
        hand_out(blocks, block, size, true);
    }
    pthread_mutex_unlock(&blocks->lock);
    if (block == NULL) {
        if ((status = make_block(blocks, capacity, &block, error)) != CUJIT_OK)
            return status;
        pthread_mutex_lock(&blocks->lock);
        if (tsearch(block, &blocks->by_address, compare) == NULL) {
            pthread_mutex_unlock(&blocks->lock);
            destroy(blocks, block);
            return cj_error_no_memory(error, "a block of memory");
        }
        LIST_INSERT_HEAD(&blocks->all, block, all);
        blocks->taken_bytes += capacity;
        if (blocks->taken_bytes > blocks->stats.peak_bytes)
            blocks->stats.peak_bytes = blocks->taken_bytes;
        hand_out(blocks, block, size, false);
        pthread_mutex_unlock(&blocks->lock);
    }
    *out = block;
    return CUJIT_OK;
}

/* Under the lock: takes out what max_held leaves no room for. A block that is too large all by itself must not drive
 * out the others. */
static void overflow(cj_blocks *blocks, cj_block *newest, cj_block_list *list)
{
    if (blocks->max_held != 0 && newest->capacity > blocks->max_held)
        detach(blocks, newest, list);
    while (blocks->max_held != 0 && blocks->stats.held_bytes > blocks->max_held)
        detach(blocks, find_oldest(blocks), list);
}

/* Under the lock. */
static void retire(cj_blocks *blocks, cj_block *block, void *stream, cj_block_list *list)
{
    blocks->stats.active_blocks--;
    blocks->stats.active_bytes -= block->size;
    block->stream = stream;
    block->released = ++blocks->releases;
    hold(blocks, block);
    overflow(blocks, block, list);
}

cujit_status cj_blocks_release(cj_blocks *blocks, void *memory, void *stream, bool idle, cujit_error *error)
{
    cj_block_list list = LIST_HEAD_INITIALIZER(list);
    cj_block *block;
    cujit_status status = CUJIT_OK;

    pthread_mutex_lock(&blocks->lock);
    block = find(blocks, memory);
    if (block == NULL || block->held) {
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "releasing the memory at %p: %s", memory,
                              block == NULL ? "no block of this pool begins there" : "it was released already");
    } else if (idle ||
               (status = blocks->backend->event_record(blocks->device, block->event, stream, error)) == CUJIT_OK) {
        block->idle = idle;
        block->marked = !idle;
        retire(blocks, block, stream, &list);
    }
    pthread_mutex_unlock(&blocks->lock);
    give_back(blocks, &list);
    return status;
}

void cj_blocks_hold(cj_blocks *blocks, cj_block *block, void *stream)
{
    cj_block_list list = LIST_HEAD_INITIALIZER(list);
    const cj_known_stream *known;
    bool lost;

    pthread_mutex_lock(&blocks->lock);
    known = stream != NULL ? find_stream(blocks, stream) : NULL;
    lost = stream == CJ_STREAM_MANY || (known != NULL && (!known->alive || known->doubly));
    if (!lost) {
        block->idle = stream == CJ_STREAM_NONE;
        block->marked = false;
        retire(blocks, block, stream, &list);
    }
    pthread_mutex_unlock(&blocks->lock);
    if (lost)
        cj_blocks_discard(blocks, block);
    give_back(blocks, &list);
}

void cj_blocks_discard(cj_blocks *blocks, cj_block *block)
{
    pthread_mutex_lock(&blocks->lock);
    erase(blocks, block);
    blocks->stats.active_blocks--;
    blocks->stats.active_bytes -= block->size;
    blocks->taken_bytes -= block->capacity;
    pthread_mutex_unlock(&blocks->lock);
    destroy(blocks, block);
}

void cj_blocks_put_back(cj_blocks *blocks, cj_block *block, void *stream, bool idle)
{
    if (cj_blocks_release(blocks, block->memory, stream, idle, NULL) != CUJIT_OK)
        cj_blocks_discard(blocks, block);
}

cj_block *cj_blocks_find(cj_blocks *blocks, const void *memory)
{
    cj_block *block;

    pthread_mutex_lock(&blocks->lock);
    block = find(blocks, memory);
    pthread_mutex_unlock(&blocks->lock);
    return block;
}

/* ---- Streams ----------------------------------------------------------------------------------------------------- */

/* One that there is no memory for is unknown: that only costs. */
void cj_blocks_join_stream(cj_blocks *blocks, void *stream)
{
    cj_known_stream *known, *grown;

    pthread_mutex_lock(&blocks->lock);
    if ((known = find_stream(blocks, stream)) != NULL) {
        known->alive = known->doubly = true;
    } else if ((grown = cj_realloc(blocks->streams, (blocks->stream_count + 1) * sizeof *grown)) != NULL) {
        blocks->streams = grown;
        grown[blocks->stream_count++] = (cj_known_stream){.stream = stream, .alive = true};
    }
    pthread_mutex_unlock(&blocks->lock);
}

/* What it had is nobody's from now on: another stream may get its handle. */
void cj_blocks_leave_stream(cj_blocks *blocks, void *stream)
{
    cj_known_stream *known;
    cj_block *block;
    bool done = false;

    pthread_mutex_lock(&blocks->lock);
    LIST_FOREACH(block, &blocks->all, all)
    {
        if (!block->held || block->stream != stream)
            continue;
        has_passed(blocks, block);
        block->stream = CJ_STREAM_MANY;
    }
    if ((known = find_stream(blocks, stream)) != NULL) {
        known->alive = false;
        if (!known->doubly && blocks->backend->stream_query(blocks->device, stream, &done, NULL) == CUJIT_OK && done)
            *known = blocks->streams[--blocks->stream_count];
    }
    pthread_mutex_unlock(&blocks->lock);
}

uint64_t cj_blocks_count(cj_blocks *blocks)
{
    uint64_t releases;

    pthread_mutex_lock(&blocks->lock);
    releases = blocks->releases;
    pthread_mutex_unlock(&blocks->lock);
    return releases;
}

void cj_blocks_settle(cj_blocks *blocks, void *stream, uint64_t releases)
{
    cj_block *block;

    pthread_mutex_lock(&blocks->lock);
    if (stream == CJ_STREAM_MANY && blocks->settled < releases)
        blocks->settled = releases;
    if (stream != CJ_STREAM_MANY) {
        LIST_FOREACH(block, &blocks->all, all)
        {
            if (block->held && block->released <= releases && is_same_stream(block->stream, stream))
                block->idle = true;
        }
    }
    pthread_mutex_unlock(&blocks->lock);
}
