/*
 * thread.h: threads of the library's own, and waiting by its clock.
 */
#ifndef LIBJIT_THREAD_H
#define LIBJIT_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* A thread that takes none of the program's signals. False: there is none to be had. */
bool cj_thread_start(pthread_t *thread, void *(*body)(void *opaque), void *opaque);

/* A condition that is waited for until a time of cj_now_ms(). False: it has come. */
void cj_condition_init(pthread_cond_t *condition);
bool cj_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double deadline);

#endif
