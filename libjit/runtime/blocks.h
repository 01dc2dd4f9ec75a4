/*
 * blocks.h: a store of memory blocks that were used and may be used again, in the order of streams.
 *
 * What public pools and the buffers of a call are made of. A block that is released on a stream is at once good for new
 * work on the same stream, because that runs behind the old; for another stream it is good when the event that was
 * recorded on its release has passed, which is asked and never waited for. Pinned memory is touched by the host, which
 * no stream holds back: there only the event counts. A stream must have done its work before it is destroyed: another
 * one may get its handle.
 *
 * The memory of arrays is released when they are freed, and the stream that they were used on may be gone by then: it
 * is held without an event. For the same stream it is good at once still. Others get it when the stream is seen to be
 * idle, or an event has passed that is recorded as late as somebody asks; both only of streams that are known to live:
 * the default stream, and those that the store was told of.
 *
 * Sizes are rounded up to classes, eight for each power of two, so that less than an eighth is wasted (below 2 KiB:
 * multiples of 256 bytes). A request is met from its own class only.
 */
#ifndef LIBJIT_BLOCKS_H
#define LIBJIT_BLOCKS_H

#include "libjit/device/backend.h"

#include <cujit/cujit.h>

#include <pthread.h>
#include <sys/queue.h>

typedef TAILQ_HEAD(cj_class, cj_block) cj_class; /* of held blocks, the newest first */
typedef LIST_HEAD(cj_block_list, cj_block) cj_block_list;

/* In the place of a stream: */
extern const char cj_stream_marks[2];
#define CJ_STREAM_NONE ((void *)&cj_stream_marks[0]) /* none; of who takes: it may be any */
#define CJ_STREAM_MANY ((void *)&cj_stream_marks[1]) /* several, or one that nothing is known of any more */

typedef struct cj_block {
    void *memory;
    size_t capacity; /* bytes that were taken from the device */
    size_t size;     /* bytes that were asked for, last */
    void *stream;    /* held: where it was released */
    void *event;     /* recorded there, if `marked` */
    bool marked;
    bool held;                   /* free, and kept for reuse */
    bool idle;                   /* the event is known to have passed */
    uint64_t released;           /* held: the store's count of releases then */
    TAILQ_ENTRY(cj_block) class; /* held */
    LIST_ENTRY(cj_block) all;
} cj_block;

enum { CJ_BLOCK_CLASSES = 8 + 8 * (63 - 11) };

/* A stream of the library's own. */
typedef struct cj_known_stream {
    void *stream;
    bool alive;  /* else it was freed before its work was done */
    bool doubly; /* and another one has got its handle since */
} cj_known_stream;

typedef struct cj_blocks cj_blocks;
struct cj_blocks {
    const cj_backend *backend;
    cj_device *device;
    cj_memory kind;      /* the device's, or pinned */
    size_t max_held;     /* bytes; 0: no limit */
    size_t fence;        /* bytes before and behind what the caller gets, which begins `fence` behind block->memory */
    uint64_t quarantine; /* so many releases must follow a block's own before it is reused */
    /* Looks at a held block that is about to be reused or given back; NULL: nothing to look at. */
    void (*inspect)(cj_blocks *blocks, cj_block *block);
    pthread_mutex_t lock; /* for all that follows */
    cj_class classes[CJ_BLOCK_CLASSES];
    cj_block_list all;
    void *by_address; /* all of them: a tree of tsearch() */
    cj_known_stream *streams;
    size_t stream_count;
    uint64_t releases;
    uint64_t settled;   /* blocks that were released up to then are idle: the device was */
    size_t taken_bytes; /* from the device, held or not */
    cujit_pool_stats stats;
};

/* The rest of what stands above the lock is 0, and may be set before the first block is taken. */
void cj_blocks_init(cj_blocks *blocks, const cj_backend *backend, cj_device *device, cj_memory kind, size_t max_held);

/* Gives everything back, also what is handed out. `ours` false: in a forked child, which only forgets. Nothing where
 * *blocks is zeroed still. */
void cj_blocks_clear(cj_blocks *blocks, bool ours);

/* `size` is not 0. CUJIT_ERROR_DEVICE_MEMORY (pinned: CUJIT_ERROR_OUT_OF_MEMORY): although all held memory was given
 * back. */
cujit_status cj_blocks_take(cj_blocks *blocks, size_t size, void *stream, cj_block **block, cujit_error *error);

/* Releases the block that the caller got as `memory`. `idle`: the stream is known to be done with it. After an error it
 * is handed out as before. CUJIT_ERROR_INVALID_ARGUMENT: there is no such block, or it is held already. */
cujit_status cj_blocks_release(cj_blocks *blocks, void *memory, void *stream, bool idle, cujit_error *error);

/* Releases a block that `stream` works with at most, which may be gone; CJ_STREAM_NONE: nobody does, and CJ_STREAM_MANY
 * gives it back to the device, which waits for all work. */
void cj_blocks_hold(cj_blocks *blocks, cj_block *block, void *stream);

/* A stream was made, or is about to be destroyed. */
void cj_blocks_join_stream(cj_blocks *blocks, void *stream);
void cj_blocks_leave_stream(cj_blocks *blocks, void *stream);

/* What was released up to `releases` (cj_blocks_count()) is idle: on `stream`, or CJ_STREAM_MANY: on all. */
uint64_t cj_blocks_count(cj_blocks *blocks);
void cj_blocks_settle(cj_blocks *blocks, void *stream, uint64_t releases);

/* Gives a block that is handed out back to the device at once: for when its stream is of no use any more. */
void cj_blocks_discard(cj_blocks *blocks, cj_block *block);

/* Releases a block, or discards it where that fails: for memory that nothing but the stream uses. */
void cj_blocks_put_back(cj_blocks *blocks, cj_block *block, void *stream, bool idle);

/* Memory that becomes none of the store's blocks: when it runs out, what the store holds goes first. */
cujit_status cj_blocks_alloc(cj_blocks *blocks, size_t size, void **memory, cujit_error *error);

/* Gives all held memory back to the device; false where there was none. */
bool cj_blocks_trim(cj_blocks *blocks);

/* For who failed: does that where memory ran out; true: another try may do, and *first is clear. */
bool cj_blocks_make_room(cj_blocks *blocks, cujit_status status, cujit_error *first);

/* The block that the caller got as `memory`; NULL: there is none. */
cj_block *cj_blocks_find(cj_blocks *blocks, const void *memory);

/* What is taken from the device for `size` bytes, fences included; *index is the class. */
size_t cj_blocks_capacity(size_t size, size_t *index);

#endif
