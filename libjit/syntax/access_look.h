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
    bool foreign;   /* something of the texts around is in the operation that is no function of numbers */
    bool operators; /* operators may be the user's */
    /* While statements are walked through; bit k: parameter k. */
    uint64_t definite, loaded;
    int statement;
    unsigned nesting;
} look;

/* Of an array's elements, or a parameter. */
static inline bool cj_look_is_complex(const look *l, int array)
{
    return cj_dtype_is_complex(l->signature->parameters[array].dtype);
}

static inline bool cj_look_is_built_in(const look *l, int array)
{
    return cj_dtype_find(l->signature->parameters[array].dtype) != NULL;
}

/* Of a type of the language itself: nobody else can say what its operators do. */
static inline bool cj_look_is_number(const look *l, int array)
{
    return cj_dtype_is_plain(l->signature->parameters[array].dtype);
}

/* Whether it is the last of what cujit_at() gets, the library's own, which takes a number. */
static inline bool cj_look_is_place(const look *l, size_t at)
{
    const size_t open = l->items[at].up;
    const cj_item *bracket = &l->items[open];

    return bracket->sort == CJ_SORT_PAREN && bracket->match == at + 1 && l->items[at - 1].sort == CJ_SORT_COMMA &&
           cj_item_is(bracket - 1, "cujit_at") && cj_tokens_is_own(l->tokens, open - 1) &&
           cj_texts_is_untouched(l->texts, bracket - 1) && !cj_tokens_may_declare(l->tokens, bracket[-1].name);
}

/* The last look, at the statements in their order: fills in what of the accesses depends on it. */
void cj_access_statements(look *l);

#endif
