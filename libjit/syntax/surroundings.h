/*
 * surroundings.h: what stands around an operation and may change what its words mean: macros, functions, headers.
 *
 * Text at file scope cannot see a kernel's arguments. They are within reach of macros, which mention them, and of
 * functions and types, which take an element by reference instead of by value.
 */
#ifndef LIBJIT_SURROUNDINGS_H
#define LIBJIT_SURROUNDINGS_H

#include "libjit/base/text.h"
#include "libjit/syntax/include.h"
#include "libjit/syntax/signature.h"
#include "libjit/syntax/tokens.h"

#include <stdbool.h>

/* Functions of the compiler and the standard library that take references, without any text of the user's; NULL
 * ends. */
extern const char *const cj_takers[];

typedef struct cj_surroundings {
    bool by_value; /* no function or type takes anything by reference; false where a header might hold one that does */
    bool any_header;  /* a header that is no plain one is included: its macros may bring in any statement */
    bool own_header;  /* one that may be the user's could not be read: its macros may mention the kernel's arguments */
    bool generic;     /* a template, an auto: what is done with a value may depend on its type */
    bool operators;   /* an operator is defined: assignment may read */
    bool any_operand; /* ... for operands of any type, and so for i */
    bool decays;      /* a type may have members that are arrays, which become pointers to the element */
    bool converts;    /* a type may become another one by itself, be it a pointer or a reference */
    bool aliases;     /* a name may be that of a type that is a reference */
    bool literals;    /* a literal may be of any type: 3_m */
    bool disguises;   /* a macro may make the head of a type, or a name out of pieces */
} cj_surroundings;

/* The texts of a kernel, each read once. */
enum { CJ_TEXTS = 8 };
typedef struct cj_texts {
    cj_names names;
    union {
        cj_tokens all[CJ_TEXTS]; /* the k-th is that of CJ_IN_ bit k */
        struct {
            /* Of the registered types and letters; of the #define lines that options stand for; of the user's
             * headers. */
            cj_tokens types, definitions, headers, preamble, loop_prep, operation, after_loop;
            cj_tokens bodies; /* what macros are replaced by, without their own parameters, each ended by ';' */
        };
    };
    cj_surroundings around;
    cj_text definition_text; /* what tokens of them are in */
} cj_texts;

/* Must come first: the parameters' names are known then wherever they stand. The signature lives as long. */
cujit_status cj_texts_init(cj_texts *texts, const cj_signature *signature, cujit_error *error);
void cj_texts_clear(cj_texts *texts);

/* Once all others are read and checked: fills in `headers`, `bodies`, `around`, and what names are. The headers are
 * those of a survey that kept their tokens, of all texts that may include some; it lives as long. `options` end by
 * NULL. */
cujit_status cj_texts_look_around(cj_texts *texts, const cj_survey *survey, const char *const *options,
                                  cujit_error *error);

/* Whether the name means what it means without any text of the user's around the operation. */
bool cj_texts_is_untouched(const cj_texts *texts, const cj_item *item);

static inline bool cj_texts_is_macro(const cj_texts *texts, const cj_item *item)
{
    return (texts->names.of[item->name].is & CJ_NAME_MACRO) != 0;
}

#endif
