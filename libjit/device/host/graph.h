/*
 * graph.h: graphs on the host: what would be done on a stream is noted down as steps, and done when the graph is
 * launched.
 *
 * The rules are a GPU's as far as a program can meet them without going wrong there: a stream joins a recording by
 * waiting for an event of it, what is recorded cannot wait for what is not, and cannot be waited for.
 */
#ifndef LIBJIT_HOST_GRAPH_H
#define LIBJIT_HOST_GRAPH_H

#include "libjit/device/backend.h"

#include <pthread.h>
#include <stdatomic.h>

/* One thing to do: the first member of what it takes to do it. */
typedef struct cj_host_step {
    cujit_status (*run)(const struct cj_host_step *step, cujit_error *error); /* NULL: it is only there */
    void (*clear)(struct cj_host_step *step); /* NULL: nothing to do before it is freed */
    struct cj_host_step *following;
} cj_host_step;

typedef struct cj_host_graph cj_host_graph;

/* What cj_host_open() makes. */
typedef struct cj_host_device {
    cj_device base;
    atomic_uint recording; /* how many recordings are under way: launches look at this alone as long as it is 0 */
    pthread_mutex_t lock;  /* for the list */
    cj_host_graph *recordings;
    uint64_t begun; /* recordings so far: each has its number */
} cj_host_device;

void cj_host_graphs_init(cj_host_device *device);
void cj_host_graphs_clear(cj_host_device *device);

uint64_t cj_host_recording_of(cj_device *device, const void *stream); /* its number; 0: none */

static inline bool cj_host_records(cj_device *device, const void *stream)
{
    const cj_host_device *host = (const cj_host_device *)device;

    return atomic_load_explicit(&host->recording, memory_order_relaxed) != 0 &&
           cj_host_recording_of(device, stream) != 0;
}

/* Notes a step down, which was allocated and is taken over, also on errors. */
cujit_status cj_host_record(cj_device *device, const void *stream, cj_host_step *step, cujit_error *error);

/* Does what a step of `size` bytes says, or notes a copy of it down. */
cujit_status cj_host_do(cj_device *device, const void *stream, const cj_host_step *step, size_t size,
                        cujit_error *error);

#endif
