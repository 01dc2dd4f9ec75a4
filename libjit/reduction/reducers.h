/*
 * reducers.h: the texts of the ready-made reductions, for who folds what is no array.
 */
#ifndef LIBJIT_REDUCERS_H
#define LIBJIT_REDUCERS_H

#include "libjit/base/text.h"

#include <cujit/cujit.h>

/* What a ready-made reduction is for elements of a type, which `element` stands for ("x[i]"); of variances the divisor
 * is n - ddof. *fold borrows from *lines, which the caller clears. */
cujit_status cj_reducer_texts(cujit_reducer reducer, unsigned ddof, cujit_dtype dtype, const char *element,
                              cj_text *lines, cujit_reduction_result *fold, cujit_error *error);

#endif
