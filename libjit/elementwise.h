/*
 * elementwise.h: what an elementwise kernel is, for the files that make and launch it.
 *
 * A cujit_elementwise is the caller's handle. What it points to, the kernel proper, is shared by all handles that were
 * made from the same spec on one context, and lives in the context's registry at least as long as they do.
 */
#ifndef LIBJIT_ELEMENTWISE_H
#define LIBJIT_ELEMENTWISE_H

#include "libjit/build.h"
#include "libjit/registry.h"
#include "libjit/source.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct cj_elementwise {
    cj_registered registered;
    cujit_context *context; /* borrowed: the registry is the context's */
    cj_elementwise_text text;
    char *source;                /* of the plain variant */
    cujit_parameter *parameters; /* for cujit_elementwise_parameters */
    bool *sized;                 /* per parameter: an array that must have n elements */
    size_t leader;               /* the parameter whose array says what n is */
    unsigned block_size, max_blocks;
    size_t grain;
    cj_program *plain;
    _Atomic(cj_program *) range; /* built on first need, under the lock */
    pthread_mutex_t range_lock;
} cj_elementwise;

struct cujit_elementwise {
    cj_elementwise *kernel; /* the registry's, in use; nobody changes it */
    cujit_context *context; /* a reference */
    cujit_origin origin;
    double create_ms;
};

/* The program for ranges; builds it the first time. */
cujit_status cj_elementwise_range_program(const cj_elementwise *kernel, cj_program **out, cujit_error *error);

#endif
