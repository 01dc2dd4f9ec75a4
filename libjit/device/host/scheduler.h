/*
 * scheduler.h: runs blocks of a host kernel, one at a time, on a thread of the system; and the pool of these.
 *
 * Without barriers a block is a loop in the kernel's own code. With barriers each of its threads is a fiber: they run
 * in turn, each until it has to wait. Threads that have returned no longer count. Where nobody can go on, or where
 * threads of one block wait at different barriers, the launch fails with a message that names them.
 */
#ifndef LIBJIT_HOST_SCHEDULER_H
#define LIBJIT_HOST_SCHEDULER_H

#include "libjit/device/backend.h"
#include "libjit/device/host/runtime.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/queue.h>

enum { CJ_HOST_MAX_THREADS = 1024, CJ_HOST_WARP = 32, CJ_HOST_MAX_SHARED = 227 << 10 };

/* One launch. Lives in its caller's frame until no worker uses it any more. */
typedef struct cj_job {
    const cj_host_kernel *kernel;
    const char *name;
    const cj_grid *grid;
    void *const *values;
    unsigned long long blocks, chunk; /* all of them, and how many a worker takes at a time */
    atomic_ullong next;               /* the first block that nobody took */

    /* The first failure; written by the one who set `failed`. */
    atomic_bool failed;
    cujit_status status;
    char message[512];

    /* The pool's, under its lock. */
    unsigned users;
    TAILQ_ENTRY(cj_job) link;
} cj_job;

/* The first failure of a job is kept, the others are dropped. */
void cj_job_fail(cj_job *job, cujit_status status, const char *format, ...) CJ_PRINTF(3, 4);

/* What one thread of the system needs to run blocks: stacks and shared memory. Grows as needed, kept for the next
 * launch. */
typedef struct cj_worker cj_worker;
cj_worker *cj_worker_create(void); /* NULL: no memory */
void cj_worker_free(cj_worker *worker);

/* Takes blocks of the job and runs them, until none is left or the job failed. */
void cj_worker_run(cj_worker *worker, cj_job *job);

/* ---- pool.c: threads of the system that do so, over all processors that this process may use ----
 *
 * Created at the first launch that has work for more than one, kept until the process ends. Any thread may launch; the
 * launching thread works too, so that a launch never waits for another. After a fork the child makes its own
 * threads. */

/* How many processors this process may run on, at least 1, or $CUJIT_HOST_THREADS (1 to 1024). Looked up once. */
unsigned cj_host_processors(void);

/* Runs all blocks of the job and returns when they are finished: job->status and job->message say how it went. The
 * caller has set kernel, name, grid, values and blocks. */
void cj_pool_run(cj_job *job);

#endif
