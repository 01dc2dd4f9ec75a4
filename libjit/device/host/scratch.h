/*
 * scratch.h: a private folder for the compiler's files, and for objects that cannot be loaded from memory.
 */
#ifndef LIBJIT_HOST_SCRATCH_H
#define LIBJIT_HOST_SCRATCH_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"

#include <stdbool.h>

enum { CJ_SCRATCH_PLACES = 5 };

typedef struct cj_scratch {
    cj_text path;
    unsigned at; /* the index of its place */
    int owner;   /* a descriptor with a lock on the folder: who cleans up sees that it is in use; -1: none to be had */
} cj_scratch;

/* Makes a folder that only we can enter in the first place that lets us and has room, or if none has, that lets us.
 * `from`: the first place to try. CUJIT_ERROR_IO lists the places. What processes that were killed left in that place
 * more than an hour ago is removed, once in a process. */
cujit_status cj_scratch_create(unsigned from, cj_scratch *out, cujit_error *error);

/* Removes it with all that is in it. {0} is fine. */
void cj_scratch_remove(cj_scratch *scratch);

/* Gives up the lock and the path, not the folder. */
void cj_scratch_clear(cj_scratch *scratch);

/* Is there (next to) nothing left to write to where it is? */
bool cj_scratch_is_full(const cj_scratch *scratch);

/* 0 or the errno; the second writes a new file. */
int cj_scratch_write_all(int fd, const char *data, size_t size);
int cj_scratch_write(const char *path, const char *data, size_t size);

#endif
