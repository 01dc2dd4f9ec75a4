/*
 * access_look.h: what the looks at an operation share; for access.c and access_statements.c alone.
 */
#ifndef LIBJIT_ACCESS_LOOK_H
#define LIBJIT_ACCESS_LOOK_H

#include "libjit/syntax/access.h"

#include <stdbool.h>
#include <stdint.h>

/* What happens at an access: flags of its name. */
enum {
    CJ_ITEM_READS = 1 << 0,
    CJ_ITEM_WRITES = 1 << 1,
    CJ_ITEM_WHOLE = 1 << 2, /* the whole element, and by nothing but an assignment operator or ++ */
};

typedef struct look {
    const cj_texts *texts;
    const cj_signature *signature;
    cj_accesses *out;
    const cj_tokens *tokens;       /* of the operation */
    cj_item *items;                /* theirs */
    const cj_surroundings *around; /* of the texts */
    bool blind;                    /* arrays must stay pointers */
    bool opaque;                   /* the order of reads and writes is not to be seen */
    bool references;               /* an element may have another name */
    bool addresses;                /* of anything are taken */
    bool casts;                    /* to a reference, which may take const away */
    bool jumps;                    /* a statement may be left early */
    bool autos;                    /* a name has the type of what it is given */
    bool lambdas;
    /* While statements are walked through; bit k: parameter k. */
    uint64_t definite, loaded;
    int statement;
    unsigned nesting;
} look;

/* Of an array's elements; -1: of the index. */
static inline bool cj_look_is_complex(const look *l, int array)
{
    cujit_dtype dtype = array >= 0 ? l->signature->parameters[array].dtype : CUJIT_INT64;

    return dtype == CUJIT_COMPLEX64 || dtype == CUJIT_COMPLEX128;
}

static inline bool cj_look_is_built_in(const look *l, int array)
{
    return array < 0 || cj_dtype_find(l->signature->parameters[array].dtype) != NULL;
}

/* The last look, at the statements in their order: fills in what of the accesses depends on it. */
void cj_access_statements(look *l);

#endif
