/*
 * own_types.h: types of the user's that have the name of something of a prelude's.
 *
 * The preludes declare `uint64_t`, `uint`, `half`, `bfloat16` and the like, which CUDA itself does not. A text may
 * declare them its own way; the prelude's then goes by another name in that unit.
 */
#ifndef LIBJIT_OWN_TYPES_H
#define LIBJIT_OWN_TYPES_H

#include <stddef.h>

enum { CJ_OWN_TYPES = 27 };

/* Looks for unconditional declarations at file scope: `struct half {`, `using half = `, `typedef ... half;`. Returns
 * how many names were found, which have static storage. */
size_t cj_own_types(const char *source, const char *found[CJ_OWN_TYPES]);

#endif
