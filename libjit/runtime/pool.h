/*
 * pool.h: what a cujit_pool holds, and its debug mode.
 */
#ifndef LIBJIT_POOL_H
#define LIBJIT_POOL_H

#include "libjit/runtime/blocks.h"
#include "libjit/runtime/context.h"

/* What is wrong with one piece of memory; the arguments of a cujit_pool_visit. */
typedef struct cj_finding {
    cujit_pool_fault fault;
    const void *memory;
    size_t size, offset;
} cj_finding;

typedef struct cj_findings {
    cj_finding *items;
    size_t count, room;
    bool failed; /* memory ran out: some are missing */
} cj_findings;

void cj_findings_add(cj_findings *findings, const cj_finding *finding);
void cj_findings_clear(cj_findings *findings);

struct cujit_pool {
    cj_blocks blocks; /* first: its `inspect` gets the pool by a cast */
    cujit_context *context;
    /* Debug mode: one call at a time. */
    bool debug;
    pthread_mutex_t lock;
    unsigned char *window; /* where device memory is looked at */
    cj_findings findings;  /* in memory that is gone since, or in use again */
};

/* ---- pool_debug.c ------------------------------------------------------------------------------------------------ */

cujit_status cj_pool_debug_init(cujit_pool *pool, cujit_error *error); /* before the blocks' own */
void cj_pool_debug_clear(cujit_pool *pool);
cujit_status cj_pool_debug_alloc(cujit_pool *pool, size_t size, void *stream, void **memory, cujit_error *error);
cujit_status cj_pool_debug_release(cujit_pool *pool, void *memory, void *stream, cujit_error *error);

/* Adds every fault to the list. */
cujit_status cj_pool_debug_check(cujit_pool *pool, cj_findings *findings, cujit_error *error);

#endif
