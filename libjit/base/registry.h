/*
 * registry.h: the kernels that a context has made, found again by what they were made from.
 *
 * A hash table from a flat key to a value, with single flight: of several threads that ask for a key that is not there,
 * one builds and the others wait. No lock is held while it builds.
 *
 * Values have users. Those that nobody uses any more stay, to be found again, as long as they are not too many: beyond
 * `limit` the one that was left longest ago goes, because what is loaded costs memory, mappings and device memory.
 */
#ifndef LIBJIT_REGISTRY_H
#define LIBJIT_REGISTRY_H

#include "libjit/base/flat_key.h"
#include "libjit/base/status.h"
#include "libjit/base/stop.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/queue.h>

typedef struct cj_registry_entry cj_registry_entry;

enum { CJ_REGISTRY_UNUSED_LIMIT = 1024 };

/* The first member of every value: how to get rid of it, whatever family of kernels it is; the rest is the
 * registry's. */
typedef struct cj_registered {
    void (*destroy)(struct cj_registered *value);
    cj_registry_entry *entry;
    size_t users;
    TAILQ_ENTRY(cj_registered) unused;
    struct cj_registered *older; /* the next of those that must go */
    bool forgotten;
} cj_registered;

typedef struct cj_registry {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    cj_registry_entry *buckets[CJ_REGISTRY_UNUSED_LIMIT];
    size_t count;
    TAILQ_HEAD(unused_list, cj_registered) without_users; /* by the time when the last left, the newest first */
    cj_registered *evicted; /* out of the table and not yet destroyed, linked by `older` */
    size_t unused, limit;
    atomic_uint_fast64_t hits; /* how often a value was there */
} cj_registry;

void cj_registry_init(cj_registry *registry);
void cj_registry_clear(cj_registry *registry); /* destroys every value; one that was cleared is empty */

/* Makes a value: *value, written only on success. */
typedef cujit_status (*cj_registry_maker)(void *user, cj_registered **value, cujit_error *error);

/* Finds `key`, or waits until the thread that builds it is done: *value, which the caller uses from now on (*made:
 * false). Otherwise it is what make(user) makes, and the registry's from now on; where that fails, the next one to ask
 * builds again. A key that failed is CUJIT_ERROR_OUT_OF_MEMORY. CUJIT_ERROR_CANCELLED: `stop` was asked (NULL: never)
 * while another thread was waited for. */
cujit_status cj_registry_find_or_make(cj_registry *registry, const cj_flat_key *key, const cj_stop *stop,
                                      cj_registry_maker make, void *user, cj_registered **value, bool *made,
                                      cujit_error *error);

/* The value that is there, which the caller uses from now on; NULL: there is none yet. */
cj_registered *cj_registry_find(cj_registry *registry, const cj_flat_key *key);

/* Nobody finds the value from now on but who waits for it already: it is not what its key says. It goes with its last
 * user. Also of one that is being made, or is in no registry. */
void cj_registry_forget(cj_registry *registry, cj_registered *value);

/* Do other threads wait for `key` to be built? */
bool cj_registry_is_awaited(cj_registry *registry, const cj_flat_key *key);

/* One user less. What must go for it is out of the table already and the caller's: destroy each of the list, which
 * `older` links, once nothing of it runs; or hand the list back, to get it again at some later release. */
cj_registered *cj_registry_release(cj_registry *registry, cj_registered *value);
void cj_registry_postpone(cj_registry *registry, cj_registered *list);

#endif
