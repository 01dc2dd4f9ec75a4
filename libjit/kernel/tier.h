/*
 * tier.h: a context's further place for compiled kernels (cujit_tier), as the way of a kernel uses it.
 */
#ifndef LIBJIT_TIER_H
#define LIBJIT_TIER_H

#include "libjit/runtime/context.h"

/* False: there is no such place, or it has no right entry. Else *out is the caller's. */
bool cj_tier_get(const cujit_context *context, const cj_key_bytes *key, const char *name, cj_object *out);

/* Hands over what was found behind that place; `object` NULL: nothing was. Without a toolchain in the key nobody could
 * tell which it is, and nothing is handed over. */
void cj_tier_put(const cujit_context *context, const cj_key_bytes *key, const char *name, const cj_object *object,
                 bool compiled);

#endif
