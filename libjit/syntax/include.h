/*
 * include.h: the headers that a unit of source pulls in, for its cache key.
 *
 * An object depends on the text of every header; a key that did not know them would give an old object for a changed
 * header. Headers of the compiler and the CUDA toolkit are part of their identity, and not read.
 */
#ifndef LIBJIT_INCLUDE_H
#define LIBJIT_INCLUDE_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"
#include "libjit/syntax/tokens.h"
#include "libjit/syntax/unit.h"

/* What is to be known of the headers that a unit has in memory, or includes from the directories of its -I options, from
 * the current directory, from /usr/local/include, from absolute paths, or from what those include. */
typedef struct cj_includes {
    const cj_tokens *source; /* of the unit's, where it has been read already; NULL: it is read here */
    /* Where it is appended; NULL: nobody asks. */
    cj_text *digest; /* "includes DIGEST"; nothing where there are none */
    cj_text *macros; /* #define lines that bring kernels, for cj_kernel_scan() */
    cj_text *texts;
    unsigned features; /* the cj_feature bits of what they mention */
    bool complete;     /* false: not all could be found out (the name comes from a macro, a header in quotes is nowhere,
                          a text cannot be lexed or is 200 deep): then the unit must not be cached, and a text may lack */
} cj_includes;

/* Of a unit that was `surveyed` it is known; macros and texts are not kept. */
cujit_status cj_include_survey(const cj_unit *unit, cj_includes *out, cujit_error *error);

/* Whether one of the include directories among the options (ended by NULL; NULL: none) has a header of that name. */
bool cj_include_finds(const char *const *options, const char *name);

/* Whether a file that a compiler names is a header of the user's: found through the unit's include directories, or from
 * the current one. */
bool cj_include_is_users(const cj_unit *unit, const char *path);

/* Whether options (ended by NULL; NULL: none) include a file before the source. */
bool cj_include_forced(const char *const *options);

/* Whether any text of the unit, or an option, has one of these words (ended by NULL), be it as part of another. */
bool cj_unit_mentions(const cj_unit *unit, const char *const *words);

#endif
