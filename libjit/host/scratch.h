/*
 * scratch.h: a private folder for the compiler's files, and for objects that cannot be loaded from memory.
 */
#ifndef LIBJIT_HOST_SCRATCH_H
#define LIBJIT_HOST_SCRATCH_H

#include "libjit/status.h"
#include "libjit/text.h"

/* Candidates for temporary files in order: $TMPDIR, /tmp, /var/tmp, /dev/shm, $XDG_RUNTIME_DIR; NULL from the end on
 * and where a variable is not set to an absolute path (index < CJ_SCRATCH_PLACES). */
enum { CJ_SCRATCH_PLACES = 5 };
const char *cj_scratch_place(unsigned index);

/* Makes a folder that only we can enter in the first place that lets us, and appends its path. `from`: the first place
 * to try; *at (NULL allowed) is the one used. CUJIT_ERROR_IO lists the places. */
cujit_status cj_scratch_create(unsigned from, cj_text *path, unsigned *at, cujit_error *error);

/* Removes it with all that is in it. NULL is fine. */
void cj_scratch_remove(const char *path);

/* Writes a new file; 0 or the errno. */
int cj_scratch_write(const char *path, const void *const parts[], const size_t sizes[], size_t count);

#endif
