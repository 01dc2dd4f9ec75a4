/*
 * lock.h: locks on single bytes of a file, which nobody writes to.
 *
 * Open-file-description locks: they hold between processes and, since each holder opens the file for itself, between
 * threads; the kernel frees them when their owner dies; there is no litter to clean up.
 */
#ifndef CACHE_LOCK_H
#define CACHE_LOCK_H

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

#endif
