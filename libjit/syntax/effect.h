/*
 * effect.h: operations that cannot have been meant: they assign to an argument itself, or do nothing at all.
 */
#ifndef LIBJIT_EFFECT_H
#define LIBJIT_EFFECT_H

#include "libjit/syntax/surroundings.h"

/* CUJIT_ERROR_SNIPPET, in the operation, for what is certainly lost: an assignment to an argument's name (`z = x + 1`
 * of arrays, `a = 2 * x[i]` of a number) that nothing reads, and an operation without any effect. What may have one (a
 * macro's, a function's of the preamble, an operator's of the user's) is taken to have it; an empty one is no error. */
cujit_status cj_effect_check(const cj_texts *texts, const char *operation, const cj_signature *signature,
                             cujit_error *error);

#endif
