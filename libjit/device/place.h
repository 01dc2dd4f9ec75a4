/*
 * place.h: where a compiler is and what identifies it, found without running or loading it.
 *
 * The answers are remembered, one for each way to ask (the caller's wish and the environment), so that asking again
 * costs a few string compares and one stat. They are never freed: one that is out of date is followed by a newer one.
 */
#ifndef LIBJIT_PLACE_H
#define LIBJIT_PLACE_H

#include "libjit/base/text.h"

#include <stdatomic.h>
#include <sys/stat.h>

typedef struct cj_place {
    char *question;
    char *path, *identity;
    struct stat file;
    atomic_bool loaded; /* its file counts no more */
    struct cj_place *next;
} cj_place;

/* The places of a backend. */
typedef struct cj_places {
    const char *what;               /* for errors: "the host compiler" */
    size_t size;                    /* of a place, which may be the first member of more; that begins as zeros */
    const char *const *environment; /* what of it decides about the answer: names of variables, ended by NULL */
    cujit_status (*search)(const char *wanted, cj_text *path, cujit_error *error); /* appends the path */
    cj_place *first; /* under the global lock, which is not held while searching */
} cj_places;

/* `wanted`: the caller's wish, for `search`; NULL: none. */
cujit_status cj_place_find(cj_places *places, const char *wanted, cj_place **out, cujit_error *error);

#endif
