/*
 * pool.h: threads of the system that run the blocks of host kernels, over all processors that this process may use.
 *
 * Created at the first launch that has work for more than one, kept until the process ends. Any thread may launch; the
 * launching thread works too, so that a launch never waits for another. After a fork the child makes its own threads.
 */
#ifndef LIBJIT_HOST_POOL_H
#define LIBJIT_HOST_POOL_H

#include "libjit/device/host/scheduler.h"

/* How many processors this process may run on; $CUJIT_HOST_THREADS overrides it (1 to 1024). At least 1. Looked up
 * once. */
unsigned cj_host_processors(void);

/* Runs all blocks of the job and returns when they are finished: job->status and job->message say how it went. The
 * caller has set kernel, name, grid, values and blocks. */
void cj_pool_run(cj_job *job);

#endif
