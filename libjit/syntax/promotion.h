/*
 * promotion.h: which functions of numbers a unit mentions, and the overloads for mixed types that they need.
 *
 * <cmath> lets `sqrt(int)` and `pow(float, double)` be; neither NVRTC nor the host's prelude has a <cmath>. The
 * overloads (templates/prelude_promotion.h) are added by name, so that a unit pays for what it mentions.
 */
#ifndef LIBJIT_PROMOTION_H
#define LIBJIT_PROMOTION_H

#include "libjit/base/text.h"
#include "libjit/syntax/unit.h"

/* Whether a text mentions any such function, as a word. */
bool cj_promotion_mentions(const char *text);

/* Appends what goes behind a device's prelude, nothing where nothing is needed; and the complex numbers' prelude, with
 * what the unit mentions of it. */
void cj_promotion_append(const cj_unit *unit, cj_text *out, cj_text *complex);

#endif
