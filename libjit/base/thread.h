/*
 * thread.h: threads of the library's own, and waiting by its clock.
 */
#ifndef LIBJIT_THREAD_H
#define LIBJIT_THREAD_H

#include "libjit/base/stop.h"

#include <pthread.h>
#include <stdbool.h>

enum { CJ_MOST_THREADS = 1024 };

/* How many threads to have: `wanted`, or where that is 0 one for each processor that this process may run on;
 * CJ_MOST_THREADS at most. */
unsigned cj_thread_count(unsigned wanted);

/* A thread that takes none of the program's signals. False: there is none to be had. */
bool cj_thread_start(pthread_t *thread, void *(*body)(void *opaque), void *opaque);

/* A condition that is waited for until a time of cj_now_ms(). False: it has come. */
void cj_condition_init(pthread_cond_t *condition);
bool cj_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double deadline);

/* Waits for a condition of that kind until the time `until` (HUGE_VAL: for ever) or, with a stop, for a moment, so that
 * it is asked again: the caller holds the mutex, and looks in a loop. */
void cj_condition_await(pthread_cond_t *condition, pthread_mutex_t *mutex, double until, const cj_stop *stop);

#endif
