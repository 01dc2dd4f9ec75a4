/*
 * preludes.h: what is the same in the units of both devices: the preludes behind each device's own, and what the user's
 * texts ask for.
 */
#ifndef LIBJIT_PRELUDES_H
#define LIBJIT_PRELUDES_H

#include "libjit/base/template.h"
#include "libjit/syntax/own_types.h"
#include "libjit/syntax/unit.h"

enum { CJ_PRELUDES = 10 };

/* What the templates of both devices' units have. */
typedef struct cj_unit_values {
    cj_value values[24];
    size_t count;
    cj_value preludes[2 * CJ_PRELUDES], own_types[CJ_OWN_TYPES];
    cj_text promotion, complex;
} cj_unit_values;

/* To be cleared also where memory ran out, which is false. */
bool cj_unit_values_find(const cj_unit *unit, cj_unit_values *out);
void cj_unit_values_add(cj_unit_values *values, cj_value value);
void cj_unit_values_clear(cj_unit_values *values);

#endif
