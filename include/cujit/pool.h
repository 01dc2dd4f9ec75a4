/*
 * cujit/pool.h: memory pools, section 12 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_POOL_H
#define CUJIT_POOL_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 12 Memory pools ----------------------------------------------------------------------------------------------
 *
 * A pool keeps device memory that was freed and hands it out again, in stream order: memory freed on a stream is at
 * once good for new work on the same stream, and for others when the stream has passed that point. Taking from a pool
 * that has what is asked for costs neither a driver call nor a wait. A pool may be used from any thread.
 *
 * A context has a pool of its own, of which come the arrays that the library makes, on the host large ones, and memory
 * that its calls need on the way; memory of an allocator's (section 3) and cujit_memory_alloc()'s does not. It knows on
 * which stream the checked calls have used an array. So an array may be freed at any time, and its memory goes on to
 * results on that stream at once, to all else when the stream has got there. Where several streams have used it, a
 * graph, or others by its address (cujit_array_data(), DLPack), its memory goes back to the device, which waits for all
 * work. The stream itself must be idle when it is destroyed, unless it is cujit_stream_create()'s.
 *
 * With CUJIT_POOL_DEBUG every block is fenced and its memory is filled with a pattern when it is freed: overruns, use
 * after free, double frees and leaks are found, at the price of copies and waits.
 */
typedef struct cujit_pool cujit_pool;

enum { CUJIT_POOL_DEBUG = 1 };

typedef struct cujit_pool_options {
    unsigned flags;  /* CUJIT_POOL_DEBUG */
    size_t max_held; /* bytes of free memory to keep at most; 0: no limit */
} cujit_pool_options;

typedef struct cujit_pool_stats {
    size_t active_blocks, active_bytes; /* handed out; bytes as asked for */
    size_t held_blocks, held_bytes;     /* kept for reuse */
    size_t peak_bytes;                  /* the most that was ever taken from the device */
    uint64_t allocations, reuses;       /* requests, and how many of them needed no memory from the device */
} cujit_pool_stats;

/* What the debug mode found. */
typedef enum cujit_pool_fault {
    CUJIT_POOL_FAULT_LEAK = 1,      /* still handed out */
    CUJIT_POOL_FAULT_OVERRUN,       /* written behind its end */
    CUJIT_POOL_FAULT_UNDERRUN,      /* written before its beginning */
    CUJIT_POOL_FAULT_USE_AFTER_FREE /* written after it was freed */
} cujit_pool_fault;
typedef void (*cujit_pool_visit)(void *user, cujit_pool_fault fault, const void *memory, size_t size, size_t offset);

/* `options` NULL: no flags, no limit. */
CUJIT_SIZED cujit_status cujit_pool_create(cujit_context *context, const cujit_pool_options *options, cujit_pool **pool,
                                           cujit_error *error);
/* Gives all memory back to the device, also what is still handed out. */
CUJIT_API void cujit_pool_free(cujit_pool *pool);

/* Memory for work on `stream`; 0 bytes give NULL. Where the device has no more, held memory is given back first. */
CUJIT_API cujit_status cujit_pool_alloc(cujit_pool *pool, size_t size, cujit_stream stream, void **memory,
                                        cujit_error *error);
/* `stream` is where the memory was last used, and must not be freed before it is done with it. NULL memory is fine.
 * CUJIT_ERROR_INVALID_ARGUMENT: not this pool's, or freed already. In debug mode CUJIT_ERROR_DEVICE: the fence was
 * written over; the message says where. */
CUJIT_API cujit_status cujit_pool_release(cujit_pool *pool, void *memory, cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_pool_trim(cujit_pool *pool, cujit_error *error); /* gives held memory back to the device */
CUJIT_SIZED void cujit_pool_get_stats(cujit_pool *pool, cujit_pool_stats *stats);
/* Debug mode: looks at every block and reports each fault; *faults (NULL allowed) counts them. Otherwise only leaks.
 * `offset` is the first byte at fault, from the beginning of the memory; before it, backwards (1: the byte in
 * front). */
CUJIT_API cujit_status cujit_pool_check(cujit_pool *pool, cujit_pool_visit visit, void *user, size_t *faults,
                                        cujit_error *error);

/* The context's own pool; cujit_context_options has its `max_held`. Under AddressSanitizer the host keeps no memory, so
 * that the use of what was freed is found. */
CUJIT_SIZED void cujit_context_get_pool_stats(cujit_context *context, cujit_pool_stats *stats);
CUJIT_API cujit_status cujit_context_trim_pool(cujit_context *context, cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
