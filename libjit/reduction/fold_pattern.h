/*
 * fold_pattern.h: what a fold's expressions are, as far as their tokens tell; for fold_text.c alone.
 */
#ifndef LIBJIT_FOLD_PATTERN_H
#define LIBJIT_FOLD_PATTERN_H

#include "libjit/reduction/fold_text.h"
#include "libjit/syntax/surroundings.h"

/* What was read of one fold. */
typedef struct cj_fold_tokens {
    cj_tokens map, reduce, neutral, post;
} cj_fold_tokens;

/* A neutral that is a plain number, sign and suffixes included, must be a value of the accumulator's type:
 * CUJIT_ERROR_SNIPPET at it. Other expressions are the compiler's business. */
cujit_status cj_fold_check_neutral(const cj_fold *fold, const cj_tokens *neutral, const char *preamble,
                                   const char *part, cujit_error *error);

/* Fills in commutative, pattern, first, second, where, picks and extreme. */
void cj_fold_recognise(const cj_fold_text *text, const cj_texts *texts, const cj_fold_tokens *of, cj_fold *fold);

/* Appends a line where the reduce, under the name `part`, leaves out `a` or `b`, and no macro may have them. */
void cj_fold_warn(const cj_texts *texts, const cj_tokens *reduce, const char *part, cj_text *out);

#endif
