/*
 * directory.h: where the cache lives, and whether it is safe to live there.
 *
 * The cache holds executable code, so what matters is who else could write to it.
 */
#ifndef CACHE_DIRECTORY_H
#define CACHE_DIRECTORY_H

#include "libjit/base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* The absolute path of the cache's directory. `wanted` NULL: the default place. Returns an owned text: "" where the
 * cache shall live in memory only or no place is known; NULL where memory ran out. */
char *cj_directory_choose(const char *wanted);

/* Where what is the user's own lies, apart from caches. Likewise. */
char *cj_directory_of_data(void);

typedef enum cj_directory_state {
    CJ_DIRECTORY_FINE,
    CJ_DIRECTORY_ABSENT,
    CJ_DIRECTORY_REFUSED, /* somebody else could write to it */
    CJ_DIRECTORY_TROUBLE, /* anything else: cannot be made, cannot be looked at, is no directory */
} cj_directory_state;

/* Makes the directory and what is missing above it, 0700. `why` (a buffer) tells the trouble. */
cj_directory_state cj_directory_make(const char *path, char *why, size_t size);

/* Looks at the directory, at those above it, and at `file`, the cache's file in it, which may be absent. */
cj_directory_state cj_directory_check(const char *path, const char *file, char *why, size_t size);

/* `mode`: W_OK, of directories W_OK | X_OK. */
bool cj_directory_writable(const char *path, int mode);

/* True on network and user-space file systems, where processes on two hosts may share the file but not memory. */
bool cj_directory_on_network(const char *path);

#endif
