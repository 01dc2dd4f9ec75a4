/*
 * conditional.h: which parts of a source its #if, #else and #endif leave, as far as that can be told without a
 * compiler.
 *
 * Macros that the source itself or the compiler options define have values here; one that a header or the compiler may
 * define has none, and a condition that needs it is unknown.
 */
#ifndef LIBJIT_CONDITIONAL_H
#define LIBJIT_CONDITIONAL_H

#include "libjit/syntax/tokens.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum cj_truth {
    CJ_FALSE,
    CJ_TRUE,
    CJ_UNKNOWN,
} cj_truth;

enum { CJ_CONDITIONAL_MAX_DEPTH = 256 };

typedef struct cj_macro_value cj_macro_value;

typedef struct cj_conditional {
    cj_macro_value *macros; /* the last of a name counts */
    size_t count, room;
    bool included; /* headers were included: any macro may be defined */
    bool failed;   /* memory ran out, or it nests too deep: nothing is known any more */
    unsigned depth;
    struct {
        cj_truth taken;   /* this branch */
        cj_truth earlier; /* one of the branches before it */
    } levels[CJ_CONDITIONAL_MAX_DEPTH];
} cj_conditional;

/* Zero-initialise it. `directive` is one of `text`, which lives as long. */
void cj_conditional_step(cj_conditional *conditional, const cj_tokens *text, const cj_directive *directive);

/* Whether the text here is compiled. */
cj_truth cj_conditional_here(const cj_conditional *conditional);

void cj_conditional_clear(cj_conditional *conditional);

#endif
