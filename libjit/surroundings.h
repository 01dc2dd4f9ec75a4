/*
 * surroundings.h: what stands around an operation and may change what its words mean: macros, functions, headers.
 *
 * Text at file scope cannot see a kernel's arguments. They are within reach of macros, which mention them, and of
 * functions and types, which take an element by reference instead of by value.
 */
#ifndef LIBJIT_SURROUNDINGS_H
#define LIBJIT_SURROUNDINGS_H

#include "libjit/lexer.h"
#include "libjit/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cj_surroundings {
    bool by_value; /* no function or type takes anything by reference; false where a header might hold one that does */
    bool any_header;  /* a header that is no plain one is included: its macros may bring in any statement */
    bool own_header;  /* one that may be the user's could not be read: its macros may mention the kernel's arguments */
    bool generic;     /* a template, an auto: what is done with a value may depend on its type */
    bool wild;        /* a macro is more than a value: assigns, jumps, takes addresses, opens brackets */
    bool pastes;      /* a macro makes names out of pieces */
    bool keeps_state; /* a macro may declare a variable that outlives an index */
    bool operators;   /* an operator is defined: assignment may read */
    bool decays;      /* a type may have members that are arrays, which become pointers to the element */
    bool converts;    /* a type may become a pointer or a reference by itself */
    bool aliases;     /* a name may be that of a type that is a reference */
    bool casts;       /* a macro may be the head of an expression that goes on behind it, such as "(float *)" */
    cj_text bodies;   /* what macros are replaced by, without their own parameters; a text without directives */
    uint64_t *macros; /* hashes of their names, sorted */
    size_t macro_count, macro_room;
} cj_surroundings;

/* All texts are checked already; NULL: none. Of the operation only directives are looked at. `options` as in macro.h.
 * Headers of the user's are looked at like the preamble. Clear `out` afterwards in any case. */
cujit_status cj_surroundings_find(const char *types, const char *preamble, const char *operation,
                                  const char *const *options, cj_surroundings *out, cujit_error *error);
void cj_surroundings_clear(cj_surroundings *surroundings);

/* Whether a macro of that name is defined somewhere; headers of the toolkit are not looked into. */
bool cj_surroundings_has_macro(const cj_surroundings *surroundings, const cj_token *name);

#endif
