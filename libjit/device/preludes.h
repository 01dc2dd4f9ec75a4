/*
 * preludes.h: the preludes that are the same text on both devices, behind each device's own.
 */
#ifndef LIBJIT_PRELUDES_H
#define LIBJIT_PRELUDES_H

#include "libjit/base/text.h"

/* One that a unit gets for a feature of its own (CJ_FEATURE_*). */
typedef struct cj_prelude {
    unsigned feature;
    const char *name, *text; /* name: "prelude_fold.h" */
} cj_prelude;

enum { CJ_PRELUDES = 4 };

/* In the order in which they go into a unit. */
extern const cj_prelude cj_preludes[CJ_PRELUDES];

/* Appends words that stand for all of the library's own texts that a unit can get; for a backend's schema. */
void cj_preludes_identify(cj_text *out);

#endif
