/*
 * thread.c: see thread.h.
 */
#include "libjit/base/thread.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

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
