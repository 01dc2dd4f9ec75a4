/*
 * surroundings.h: what stands around an operation and may change what its words mean: macros, functions, headers.
 *
 * Text at file scope cannot see a kernel's arguments. They are within reach of macros, which mention them, and of
 * functions and types, which take an element by reference instead of by value.
 */
#ifndef LIBJIT_SURROUNDINGS_H
#define LIBJIT_SURROUNDINGS_H

#include "libjit/base/text.h"
#include "libjit/syntax/lexer.h"

#include <stdbool.h>
#include <stdint.h>

/* Names, by their hashes; sorted. */
typedef struct cj_names {
    uint64_t *of;
    size_t count, room;
} cj_names;

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
    bool imports;     /* the names of a namespace are taken as they come */
    bool disguises; /* a macro changes what a declaration says: it has "template" or the like, or is named as a type */
    cj_text bodies; /* what macros are replaced by, without their own parameters; a text without directives */
    cj_names macros;
    cj_names givers;    /* macros that may give i to a function as it is, or put it where one is given something */
    cj_names functions; /* declared as functions that are no templates and take built-in types by value */
    cj_names others;    /* whatever else stands outside of functions' bodies, or in macros */
} cj_surroundings;

/* All texts are checked already; NULL: none. Of the operation only directives are looked at. `options` as in macro.h.
 * Headers of the user's are looked at like the preamble. Clear `out` afterwards in any case. */
cujit_status cj_surroundings_find(const char *types, const char *preamble, const char *operation,
                                  const char *const *options, cj_surroundings *out, cujit_error *error);
void cj_surroundings_clear(cj_surroundings *surroundings);

/* Whether a macro of that name is defined somewhere; headers of the toolkit are not looked into. */
bool cj_surroundings_has_macro(const cj_surroundings *surroundings, const cj_token *name);

/* Whether it is the name of such a macro: f(i), (i), i; but not i * 2. */
bool cj_surroundings_gives_index(const cj_surroundings *surroundings, const cj_token *name);

/* Whether a call of that name does the same with an enumeration over long long as with the long long: it can only come
 * to functions that are no templates and take built-in types, the user's or CUDA's own. */
bool cj_surroundings_is_plain_function(const cj_surroundings *surroundings, const cj_token *name);

#endif
