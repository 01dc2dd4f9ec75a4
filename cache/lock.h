/*
 * lock.h: locks on single bytes of a file.
 *
 * Open-file-description locks: they hold between processes and, since each holder opens the file for itself, between
 * threads; the kernel frees them when their owner dies; there is no litter to clean up.
 */
#ifndef CACHE_LOCK_H
#define CACHE_LOCK_H

#include "libjit/base/stop.h"

#include <stdatomic.h>
#include <stdint.h>

typedef enum cj_lock_result {
    CJ_LOCK_HELD,
    CJ_LOCK_TIMEOUT,
    CJ_LOCK_UNSUPPORTED, /* the file cannot be opened, or its file system has no locks */
} cj_lock_result;

/* The byte that guards making and resetting the cache's file; keys use bytes below it. */
#define CJ_LOCK_FILE_BYTE (INT64_C(1) << 62)

/* Locks byte `offset` of the file at `path` (made, 0600, where it is absent), waiting at most `wait_ms`. *file is the
 * descriptor that holds the lock, or -1. */
cj_lock_result cj_file_lock(const char *path, int64_t offset, int wait_ms, int *file);

/* Gives the lock back. -1 is fine. */
void cj_file_unlock(int file);

/* The same for the key with this digest, whose holder leaves word in the file of who he is. `wait_ms` -1: waits as long
 * as a process holds it that is seen to run. For another holder (one that is stopped, a program that locks whole files,
 * a process of another container or host) it waits out of *patience_us, which all waits of a cache share: somebody like
 * that is waited for once, not once for each kernel. When `stop` is asked (NULL: never) time is over. */
cj_lock_result cj_key_lock(const char *path, uint64_t place, int wait_ms, const cj_stop *stop, atomic_long *patience_us,
                           int *file);
void cj_key_unlock(int file, uint64_t place);

#endif
