/*
 * pool.c: see scheduler.h.
 *
 * One lock, held for moments only: it guards the list of jobs that have blocks left, and the workers' memory that is
 * not in use. Blocks themselves are taken with an atomic counter in the job. A job stays in its caller's frame: the
 * caller leaves when it is out of the list and no worker uses it.
 */
#include "libjit/device/host/scheduler.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/thread.h"

#include <pthread.h>

enum { SHARES = 8 /* that a job is cut into for each processor, so that they end together */ };

static struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    TAILQ_HEAD(, cj_job) jobs;
    unsigned idle;
    bool tried; /* to create the threads */
    /* Memory of workers that no thread uses. */
    cj_worker *spare[CJ_MOST_THREADS];
    unsigned spares;
} pool;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned processors = 1;

/* Also after a fork, which takes over none of the threads, and the lock in any state. What the parent's launches hold
 * is lost, as is all memory that other threads held. */
static void begin(void)
{
    pool = (struct pool){
        .lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};
    TAILQ_INIT(&pool.jobs);
}

static void initialise(void)
{
    processors = cj_thread_count(cj_environment_number("CUJIT_HOST_THREADS", CJ_MOST_THREADS));
    begin();
    pthread_atfork(NULL, NULL, begin);
}

unsigned cj_host_processors(void)
{
    pthread_once(&once, initialise);
    return processors;
}

/* The first job with something to do, under the lock. */
static cj_job *find_job(void)
{
    cj_job *job;

    TAILQ_FOREACH(job, &pool.jobs, link)
    {
        if (atomic_load_explicit(&job->next, memory_order_relaxed) < job->blocks && !atomic_load(&job->failed))
            break;
    }
    return job;
}

/* ---- Threads ---- */

static void *thread_main(void *argument)
{
    cj_worker *worker = argument;

    pthread_mutex_lock(&pool.lock);
    for (;;) {
        cj_job *job = find_job();

        if (job == NULL) {
            pool.idle++;
            pthread_cond_wait(&pool.work, &pool.lock);
            pool.idle--;
            continue;
        }
        job->users++;
        pthread_mutex_unlock(&pool.lock);
        cj_worker_run(worker, job);
        pthread_mutex_lock(&pool.lock);
        if (--job->users == 0)
            pthread_cond_broadcast(&pool.done);
    }
    return NULL;
}

/* Fewer threads than wanted are fine, none too: the caller works itself. */
static void create_threads(void)
{
    pool.tried = true;
    for (unsigned k = 1; k < processors; k++) {
        cj_worker *worker = cj_worker_create();
        pthread_t thread;

        if (worker == NULL || !cj_thread_start(&thread, thread_main, worker)) {
            cj_worker_free(worker);
            break;
        }
        pthread_detach(thread);
    }
}

/* By the calling thread, with memory that is left over from another launch, if any is (`worker`). */
static void run_here(cj_job *job, cj_worker *worker)
{
    if (worker == NULL && (worker = cj_worker_create()) == NULL) {
        cj_job_fail(job, CUJIT_ERROR_OUT_OF_MEMORY, "launching kernel \"%.64s\" on the host: no memory", job->name);
        return;
    }
    cj_worker_run(worker, job);
    pthread_mutex_lock(&pool.lock);
    if (pool.spares < CJ_MOST_THREADS) {
        pool.spare[pool.spares++] = worker;
        worker = NULL;
    }
    pthread_mutex_unlock(&pool.lock);
    cj_worker_free(worker);
}

void cj_pool_run(cj_job *job)
{
    const unsigned count = cj_host_processors();
    const bool alone = count == 1 || job->blocks == 1;
    cj_worker *worker = NULL;

    atomic_init(&job->next, 0);
    atomic_init(&job->failed, false);
    job->users = 0;
    job->chunk = job->blocks / ((unsigned long long)count * SHARES);
    if (job->chunk == 0)
        job->chunk = 1;
    pthread_mutex_lock(&pool.lock);
    if (pool.spares != 0)
        worker = pool.spare[--pool.spares];
    if (!alone) {
        if (!pool.tried)
            create_threads();
        TAILQ_INSERT_TAIL(&pool.jobs, job, link);
        if (job->blocks - 1 < pool.idle)
            for (unsigned long long k = 1; k < job->blocks; k++)
                pthread_cond_signal(&pool.work);
        else
            pthread_cond_broadcast(&pool.work);
    }
    pthread_mutex_unlock(&pool.lock);

    run_here(job, worker);

    if (!alone) {
        pthread_mutex_lock(&pool.lock);
        TAILQ_REMOVE(&pool.jobs, job, link);
        while (job->users != 0)
            pthread_cond_wait(&pool.done, &pool.lock);
        pthread_mutex_unlock(&pool.lock);
    }
}
