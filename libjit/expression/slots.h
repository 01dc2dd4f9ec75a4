/*
 * slots.h: which terms have one shape, whatever the lengths of a call.
 */
#ifndef LIBJIT_SLOTS_H
#define LIBJIT_SLOTS_H

#include "libjit/expression/plan.h"

/* Fills in slots, shaped and bounds of a plan, for which there is room: of all terms, also of those that nothing comes
 * of, since they may be wrong. */
void cj_plan_find_slots(cj_plan *plan, const cj_named_type *named);

#endif
