/*
 * registry.h: the kernels that a context has made, found again by what they were made from.
 *
 * A hash table from a flat key to a value, with single flight: of several threads that ask for a key that is not there,
 * one builds and the others wait. No lock is held while it builds.
 */
#ifndef LIBJIT_REGISTRY_H
#define LIBJIT_REGISTRY_H

#include "libjit/status.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cj_registry_entry cj_registry_entry;

/* The first member of every value: how to get rid of it, whatever family of kernels it is. */
typedef struct cj_registered {
    void (*destroy)(struct cj_registered *value);
} cj_registered;

typedef struct cj_registry {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    cj_registry_entry **buckets; /* a power of two of them */
    size_t bucket_count, count;
} cj_registry;

cujit_status cj_registry_init(cj_registry *registry, cujit_error *error);
void cj_registry_clear(cj_registry *registry); /* destroys every value */

/* Finds `key` (or waits until the thread that builds it is done): *value. Otherwise *value is NULL, and the caller must
 * build and call cj_registry_finish() with *entry. */
cujit_status cj_registry_acquire(cj_registry *registry, const void *key, size_t length,
                                 cj_registered **value, cj_registry_entry **entry, cujit_error *error);

/* The value belongs to the registry now. NULL: building failed; the next one to ask builds again. */
void cj_registry_finish(cj_registry *registry, cj_registry_entry *entry, cj_registered *value);

#endif
