/*
 * stop.h: whether what is being made or waited for is still wanted. Who works or waits for long asks now and then.
 */
#ifndef LIBJIT_STOP_H
#define LIBJIT_STOP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cj_stop {
    bool (*asked)(const void *user); /* on any thread, also with a lock held: it only looks */
    const void *user;
} cj_stop;

enum { CJ_STOP_LOOK_MS = 20 }; /* how often to ask */

static inline bool cj_stop_asked(const cj_stop *stop) /* NULL: nobody changes his mind */
{
    return stop != NULL && stop->asked(stop->user);
}

#endif
