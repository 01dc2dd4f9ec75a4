/*
 * number_text.h: floating-point numbers as NumPy writes them: the shortest digits that give the number again in its own
 * type, cut, filled up, trimmed and padded.
 */
#ifndef LIBJIT_NUMBER_TEXT_H
#define LIBJIT_NUMBER_TEXT_H

#include "libjit/base/text.h"

#include <cujit/dtype.h>

/* What goes off the end of the digits. */
typedef enum cj_trim {
    CJ_TRIM_NONE,
    CJ_TRIM_ZEROS,    /* zeros, but the point stays: "1." */
    CJ_TRIM_ONE_ZERO, /* zeros but the first one: "1.0" */
    CJ_TRIM_ALL,      /* zeros and the point: "1" */
} cj_trim;

typedef struct cj_number_style {
    bool scientific;
    bool unique;    /* the shortest digits, else as many as the precision says */
    bool plus;      /* a sign in front of what is not negative, too */
    int precision;  /* digits behind the point at most; -1: as many as there are */
    int min_digits; /* behind the point, at least */
    cj_trim trim;
    int pad_left, pad_right; /* characters in front of the point, and behind it */
    int exponent_digits;     /* at least; never less than 2 */
} cj_number_style;

/* More than anything that is behind the point may have, beyond which printf() gives zeros only. */
enum { CJ_NUMBER_MOST_DIGITS = 1000 };

/* Appends a finite number of that type: CUJIT_FLOAT16, _BFLOAT16, _FLOAT32 or _FLOAT64. */
void cj_number_text(cj_text *text, cujit_dtype dtype, double value, const cj_number_style *style);

/* The number of the type that is nearest. */
double cj_number_round(cujit_dtype dtype, double value);

#endif
