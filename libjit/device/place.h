/*
 * place.h: where a compiler is and what identifies it, found without running or loading it.
 *
 * The answers are remembered, one for each way to ask (the caller's wish and the environment), so that asking again costs
 * a few string compares and one stat. They are never freed: one that is out of date is followed by a newer one.
 */
#ifndef LIBJIT_PLACE_H
#define LIBJIT_PLACE_H

#include "libjit/base/text.h"

#include <sys/stat.h>

typedef struct cj_place {
    char *question;
    char *name; /* as which it was found: some programs look at how they are called */
    char *path, *identity;
    struct stat file;
    struct cj_place *next;
} cj_place;

/* The places of a backend. */
typedef struct cj_places {
    const char *what; /* for errors: "the host compiler" */
    size_t size;      /* of a place, which may be the first member of more; that begins as zeros */
    /* Appends the path, and says the name. */
    cujit_status (*search)(const char *wanted, cj_text *path, const char **name, cujit_error *error);
    bool (*is_loaded)(const cj_place *place); /* its file counts no more; NULL: that of no one */
    cj_place *first;                          /* under the global lock, which is not held while searching */
} cj_places;

/* `wanted`: the caller's wish, for `search`; `question`: it, with what of the environment counts, taken over. */
cujit_status cj_place_find(cj_places *places, const char *wanted, cj_text *question, cj_place **out,
                           cujit_error *error);

#endif
