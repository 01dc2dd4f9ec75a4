/*
 * global_lock.c: see global_lock.h.
 *
 * A child must not find a lock held by a thread that it does not have, nor what it guards half changed: so whoever forks
 * takes it before, and parent and child give it back.
 */
#include "libjit/base/global_lock.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void take(void)
{
    pthread_mutex_lock(&mutex);
}

void cj_global_lock_release(void)
{
    pthread_mutex_unlock(&mutex);
}

static void watch_forks(void)
{
    pthread_atfork(take, cj_global_lock_release, cj_global_lock_release);
}

void cj_global_lock_take(void)
{
    pthread_once(&once, watch_forks);
    take();
}
