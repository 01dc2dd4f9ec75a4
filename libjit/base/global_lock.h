/*
 * global_lock.h: locks over what the whole process shares, which survive a fork.
 */
#ifndef LIBJIT_GLOBAL_LOCK_H
#define LIBJIT_GLOBAL_LOCK_H

#include <pthread.h>
#include <stdatomic.h>

/* A variable that is there as long as the library is, initialised with CJ_GLOBAL_LOCK. */
typedef struct cj_global_lock {
    pthread_mutex_t mutex;
    atomic_bool listed; /* it has been taken before: a fork waits for it */
    struct cj_global_lock *next;
} cj_global_lock;
#define CJ_GLOBAL_LOCK                                                                                                 \
    {                                                                                                                  \
        .mutex = PTHREAD_MUTEX_INITIALIZER                                                                             \
    }

/* No other one is taken while it is held. */
void cj_global_lock_take(cj_global_lock *lock);
void cj_global_lock_release(cj_global_lock *lock);

#endif
