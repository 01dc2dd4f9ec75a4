/*
 * access_operand.h: what an operation does to one operand, an element of an array or the index; for access.c alone.
 */
#ifndef LIBJIT_ACCESS_OPERAND_H
#define LIBJIT_ACCESS_OPERAND_H

#include "libjit/syntax/signature.h"
#include "libjit/syntax/surroundings.h"

typedef struct cj_verdict {
    bool bound; /* its address may be known somewhere, or it is no operand: it must be in memory */
    bool writes, reads;
    bool whole; /* writes all of it, by an assignment operator, ++ or -- right beside it */
} cj_verdict;

/* The operand between two tokens, both included: x[i] of parameter number `array`, or i (-1). Errs towards yes. */
cj_verdict cj_operand_judge(const cj_texts *texts, const cj_signature *signature, size_t first, size_t last, int array);

/* Is it the name of a macro? */
bool cj_operand_is_macro(const cj_texts *texts, const cj_item *item);

bool cj_operand_is_complex(const cj_signature *signature, int array);
bool cj_operand_is_built_in(const cj_signature *signature, int array);

#endif
