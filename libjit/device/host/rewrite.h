/*
 * rewrite.h: from CUDA C++ to what a C++ compiler takes, where macros of a prelude cannot do it.
 *
 * Three things, found by a look at the tokens: dynamic shared memory (`extern __shared__ T name[];`), globals, which
 * have to be found by name later on, and what the host device cannot do. And one that it does otherwise is warned of:
 * warps do not run in lockstep. Lines stay where they are; columns move only
 * behind a change. A text that cannot be split into tokens is left as it is: the compiler says better what is wrong
 * with it.
 */
#ifndef LIBJIT_HOST_REWRITE_H
#define LIBJIT_HOST_REWRITE_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"

#include <stdbool.h>

/* What was seen in the texts of a unit. Zero-initialise it. */
typedef struct cj_rewritten {
    bool file_shared; /* dynamic shared memory is declared outside of functions: CUJIT_FILE_SHARED must be 1 */
    bool includes;    /* there is an #include */
    cj_text warnings; /* lines for the log, as a compiler writes them */
} cj_rewritten;

/* `header`: the text is that in-memory header; NULL: it is the module's own, part "source". Appends to
 * `out` and adds to `seen`. CUJIT_ERROR_UNSUPPORTED names what cannot be done, with its place. */
cujit_status cj_host_rewrite(const char *text, const char *header, cj_text *out, cj_rewritten *seen,
                             cujit_error *error);

#endif
