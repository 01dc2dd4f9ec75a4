/*
 * own_types.h: types of the user's that have the name of a prelude's.
 *
 * The preludes declare `uint64_t`, `uint`, `half`, `bfloat16` and the like, which CUDA itself does not. A text may
 * declare them its own way; the prelude's then goes by another name in that unit.
 */
#ifndef LIBJIT_OWN_TYPES_H
#define LIBJIT_OWN_TYPES_H

#include "libjit/base/text.h"

/* Looks for unconditional declarations at file scope: `struct half {`, `using half = `, `typedef ... half;`. Appends
 * the #define lines that hide the prelude's to `before`, and the #undef lines that go behind it to `behind`. */
void cj_own_types(const char *source, cj_text *before, cj_text *behind);

#endif
