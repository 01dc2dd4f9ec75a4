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
#include "libjit/syntax/unit.h"

/* Appends "includes DIGEST" where the unit has headers in memory, or includes some from the directories of its -I
 * options, from the current directory, from /usr/local/include, from absolute paths, or from what those include;
 * nothing where it does not. *complete is false where not all could be found out (the name comes from a macro, a header
 * in quotes is nowhere, a text cannot be lexed or is 200 deep): then the unit must not be cached. *features (NULL
 * allowed): the cj_feature bits of what the headers mention. */
cujit_status cj_include_digest(const cj_unit *unit, cj_text *out, unsigned *features, bool *complete,
                               cujit_error *error);

/* Appends the #define lines of those headers that bring kernels, for cj_kernel_scan(). */
cujit_status cj_include_macros(const cj_unit *unit, cj_text *out, cujit_error *error);

/* Whether one of the include directories among the options (ended by NULL; NULL: none) has a header of that name. */
bool cj_include_finds(const char *const *options, const char *name);

/* Whether a file that a compiler names is a header of the user's: found through the unit's include directories, or from
 * the current one. */
bool cj_include_is_users(const cj_unit *unit, const char *path);

/* Whether options (ended by NULL; NULL: none) include a file before the source. */
bool cj_include_forced(const char *const *options);

/* Appends the texts of the same headers, where `text` includes them or options (ended by NULL; NULL: none) do. Returns
 * false where not all could be found out: then a text may be missing. */
bool cj_include_read(const char *text, const char *const *options, cj_text *out);

#endif
