/*
 * pool.c: see pool.h.
 *
 * One lock, held for moments only: it guards the list of jobs that have blocks left, and the workers' memory that is
 * not in use. Blocks themselves are taken with an atomic counter in the job. A job stays in its caller's frame: the
 * caller leaves when it is out of the list and no worker uses it.
 */
#include "libjit/device/host/pool.h"

#include "libjit/base/alloc.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 1024, SHARES = 8 /* that a job is cut into for each processor, so that they end together */ };

typedef struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    cj_job *first;
    unsigned threads, idle;
    bool tried; /* to create the threads */
    /* Memory of workers that no thread uses. */
    cj_worker *spare[MOST_THREADS];
    unsigned spares;
} pool;

static const pool empty = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};
static pool shared = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned processors = 1;

/* A fork takes over none of the threads, and the lock in any state: begin again. What the parent's launches hold is
 * lost, as is all memory that other threads held. */
static void forked(void)
{
    memcpy(&shared, &empty, sizeof shared);
}

static unsigned count_processors(void)
{
    const char *wanted = getenv("CUJIT_HOST_THREADS");
    unsigned count = 0;

    if (wanted != NULL) {
        char *end;
        const unsigned long number = strtoul(wanted, &end, 10);

        if (*wanted != '\0' && *end == '\0' && number >= 1 && number <= MOST_THREADS)
            return (unsigned)number;
    }
    for (int size = 1024; size <= 1 << 18 && count == 0; size *= 2) {
        cpu_set_t *set = CPU_ALLOC((size_t)size);

        if (set == NULL)
            break;
        if (sched_getaffinity(0, CPU_ALLOC_SIZE((size_t)size), set) == 0)
            count = (unsigned)CPU_COUNT_S(CPU_ALLOC_SIZE((size_t)size), set);
        else if (errno != EINVAL)
            size = 1 << 18;
        CPU_FREE(set);
    }
    return count == 0 ? 1 : count > MOST_THREADS ? MOST_THREADS : count;
}

static void initialise(void)
{
    processors = count_processors();
    pthread_atfork(NULL, NULL, forked);
}

unsigned cj_host_processors(void)
{
    pthread_once(&once, initialise);
    return processors;
}

/* ---- Under the lock ---- */

static bool has_blocks(cj_job *job)
{
    return atomic_load_explicit(&job->next, memory_order_relaxed) < job->blocks && !atomic_load(&job->failed);
}

/* The first job with something to do; jobs without are taken out of the list. */
static cj_job *find_job(pool *p)
{
    while (p->first != NULL && !has_blocks(p->first))
        p->first = p->first->following;
    return p->first;
}

static void remove_job(pool *p, const cj_job *job)
{
    for (cj_job **at = &p->first; *at != NULL; at = &(*at)->following)
        if (*at == job) {
            *at = job->following;
            return;
        }
}

static void append_job(pool *p, cj_job *job)
{
    cj_job **at = &p->first;

    while (*at != NULL)
        at = &(*at)->following;
    job->following = NULL;
    *at = job;
}

/* ---- Threads ---- */

static void *thread_main(void *argument)
{
    pool *p = argument;
    cj_worker *worker = cj_worker_create();

    pthread_mutex_lock(&p->lock);
    while (worker != NULL) {
        cj_job *job = find_job(p);

        if (job == NULL) {
            p->idle++;
            pthread_cond_wait(&p->work, &p->lock);
            p->idle--;
            continue;
        }
        job->users++;
        pthread_mutex_unlock(&p->lock);
        cj_worker_run(worker, job);
        pthread_mutex_lock(&p->lock);
        if (--job->users == 0)
            pthread_cond_broadcast(&p->done);
    }
    p->threads--;
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Fewer threads than wanted are fine, none too: the caller works itself. */
static void create_threads(pool *p)
{
    pthread_attr_t attributes;
    sigset_t all, before;

    p->tried = true;
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    /* The application's signals are not for these threads. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (unsigned k = 1; k < cj_host_processors(); k++) {
        pthread_t thread;

        if (pthread_create(&thread, &attributes, thread_main, p) != 0)
            break;
        p->threads++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

static void run_alone(cj_job *job, cj_worker *worker)
{
    if (worker == NULL && (worker = cj_worker_create()) == NULL) {
        cj_job_fail(job, CUJIT_ERROR_OUT_OF_MEMORY, "launching kernel \"%.64s\" on the host: no memory", job->name);
        return;
    }
    cj_worker_run(worker, job);
    pthread_mutex_lock(&shared.lock);
    if (shared.spares < MOST_THREADS) {
        shared.spare[shared.spares++] = worker;
        worker = NULL;
    }
    pthread_mutex_unlock(&shared.lock);
    cj_worker_free(worker);
}

void cj_pool_run(cj_job *job)
{
    const unsigned count = cj_host_processors();
    const bool alone = count == 1 || job->blocks == 1;
    cj_worker *worker = NULL;

    job->chunk = job->blocks / ((unsigned long long)count * SHARES);
    if (job->chunk == 0)
        job->chunk = 1;
    pthread_mutex_lock(&shared.lock);
    if (shared.spares != 0)
        worker = shared.spare[--shared.spares];
    if (!alone) {
        if (!shared.tried)
            create_threads(&shared);
        append_job(&shared, job);
        if (job->blocks - 1 < shared.idle)
            for (unsigned long long k = 1; k < job->blocks; k++)
                pthread_cond_signal(&shared.work);
        else
            pthread_cond_broadcast(&shared.work);
    }
    pthread_mutex_unlock(&shared.lock);

    run_alone(job, worker);

    if (!alone) {
        pthread_mutex_lock(&shared.lock);
        remove_job(&shared, job);
        while (job->users != 0)
            pthread_cond_wait(&shared.done, &shared.lock);
        pthread_mutex_unlock(&shared.lock);
    }
}
