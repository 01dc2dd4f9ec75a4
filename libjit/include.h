/*
 * include.h: the headers that a unit of source pulls in, for its cache key.
 *
 * An object depends on the text of every header; a key that did not know them would give an old object for a changed
 * header. Headers that are not found in the unit's own include directories are the compiler's, and part of its identity.
 */
#ifndef LIBJIT_INCLUDE_H
#define LIBJIT_INCLUDE_H

#include "libjit/backend.h"

/* Appends "includes DIGEST" where the unit includes headers from the directories of its -I options, from absolute paths,
 * or from what those include; nothing where it does not. *complete is false where not all could be found out (the name
 * comes from a macro): then the unit must not be cached. */
cujit_status cj_include_digest(const cj_unit *unit, cj_text *out, bool *complete, cujit_error *error);

#endif
