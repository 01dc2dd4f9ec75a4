/*
 * global_lock.c: see global_lock.h.
 *
 * A child must not find a lock held by a thread that it does not have, nor what it guards half changed: so whoever forks
 * takes all locks before, and parent and child give them back.
 */
#include "libjit/base/global_lock.h"

#include <stdbool.h>

static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static cj_global_lock *list;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void before_fork(void)
{
    pthread_mutex_lock(&list_mutex);
    for (cj_global_lock *lock = list; lock != NULL; lock = lock->next)
        pthread_mutex_lock(&lock->mutex);
}

static void after_fork(void)
{
    for (cj_global_lock *lock = list; lock != NULL; lock = lock->next)
        pthread_mutex_unlock(&lock->mutex);
    pthread_mutex_unlock(&list_mutex);
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork);
}

static void enlist(cj_global_lock *lock)
{
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&list_mutex);
    if (!atomic_load(&lock->listed)) {
        lock->next = list;
        list = lock;
        atomic_store(&lock->listed, true);
    }
    pthread_mutex_unlock(&list_mutex);
}

void cj_global_lock_take(cj_global_lock *lock)
{
    if (!atomic_load(&lock->listed))
        enlist(lock);
    pthread_mutex_lock(&lock->mutex);
}

void cj_global_lock_release(cj_global_lock *lock)
{
    pthread_mutex_unlock(&lock->mutex);
}
