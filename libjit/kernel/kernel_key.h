/*
 * kernel_key.h: what every family of kernels adds to its key in the registry, besides its own texts.
 */
#ifndef LIBJIT_KERNEL_KEY_H
#define LIBJIT_KERNEL_KEY_H

#include "libjit/base/flat_key.h"
#include "libjit/runtime/context.h"

/* A capital in a signature stands for any type until a type of that name is registered: then it is another kernel.
 * `arguments` NULL is fine. */
void cj_kernel_key_capitals(cj_flat_key *key, cujit_context *context, const char *arguments);

/* What a preamble includes is part of what the kernel is made from: a header that changed makes another one. Where not
 * all of it can be told, the key is unknown: no kernel that is there can be known to be the same. `preamble`, `options`
 * NULL: none. */
cujit_status cj_kernel_key_headers(cj_flat_key *key, const char *preamble, const char *const *options,
                                   cujit_error *error);

#endif
