/*
 * thread.c: see thread.h.
 */
#include "libjit/base/thread.h"

#include "libjit/base/os.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

unsigned cj_thread_count(unsigned wanted)
{
    cpu_set_t sets[64]; /* of 1024 processors each */

    if (wanted == 0)
        wanted = sched_getaffinity(0, sizeof sets, sets) == 0 ? (unsigned)CPU_COUNT_S(sizeof sets, sets) : 1;
    return wanted < CJ_MOST_THREADS ? wanted : CJ_MOST_THREADS;
}

bool cj_thread_start(pthread_t *thread, void *(*body)(void *opaque), void *opaque)
{
    sigset_t all, before;
    bool made;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    made = pthread_create(thread, NULL, body, opaque) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return made;
}

void cj_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool cj_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double deadline)
{
    const long seconds = (long)(deadline / 1e3);
    const struct timespec until = {seconds, (long)((deadline - (double)seconds * 1e3) * 1e6)};

    return pthread_cond_timedwait(condition, mutex, &until) != ETIMEDOUT;
}

void cj_condition_await(pthread_cond_t *condition, pthread_mutex_t *mutex, double until, const cj_stop *stop)
{
    const double look = stop != NULL ? cj_now_ms() + CJ_STOP_LOOK_MS : HUGE_VAL, next = look < until ? look : until;

    if (next < HUGE_VAL)
        cj_condition_wait(condition, mutex, next);
    else
        pthread_cond_wait(condition, mutex);
}
