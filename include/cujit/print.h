/*
 * cujit/print.h: arrays for people, section 21 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_PRINT_H
#define CUJIT_PRINT_H

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 21 Printing --------------------------------------------------------------------------------------------------
 *
 * An array as NumPy 2 shows it, character for character: columns of one width, the fewest digits that give each number
 * again in its own type, exponents where the largest number is more than a thousand times the smallest one, and of more
 * than 1000 elements only three at either end of each axis. Only what is shown leaves the device.
 *
 *     cujit_array_print(x, stdout, NULL, &error);      [[1.   2.5 ]
 *                                                       [0.25 3.  ]]
 *
 * bfloat16, which NumPy has not, is shown as NumPy shows its own types, with the two digits that it is good for where
 * those are asked (100 and more has an exponent). An element of a vector type is shown as one of a structured type is:
 * (1., 2.). The elements of registered types are nobody's to show: CUJIT_ERROR_UNSUPPORTED.
 */

/* How many digits floating-point numbers have, NumPy's floatmode. */
typedef enum cujit_print_mode {
    CUJIT_PRINT_MODE_MAXPREC = 0,   /* as few as say the number, at most the precision */
    CUJIT_PRINT_MODE_FIXED,         /* always the precision */
    CUJIT_PRINT_MODE_UNIQUE,        /* as few as say the number, however many these are */
    CUJIT_PRINT_MODE_MAXPREC_EQUAL, /* all as many as the one that needs most of them, at most the precision */
} cujit_print_mode;

/* NumPy's print options. */
typedef struct cujit_print_options {
    int precision; /* digits behind the point, up to 1000; 0: 8; -1: none */
    cujit_print_mode mode;
    size_t threshold;  /* more elements than that are summarised; 0: 1000; SIZE_MAX: always show all */
    size_t edge_items; /* of a summarised axis, at either end; 0: 3 */
    size_t line_width; /* characters; 0: 75 */
    int suppress;      /* not 0: no exponents for small numbers */
    char sign;         /* in front of positive numbers: '+', ' ', or '-' for nothing; 0: '-' */
    int repr;          /* not 0: "array([1., 2.], dtype=float32)", as repr() has it, instead of str() */
} cujit_print_options;

/* Writes the array and a newline, after the work on the default stream. `options` may be NULL. Errors:
 * CUJIT_ERROR_INVALID_ARGUMENT for NULL and options that are none; CUJIT_ERROR_UNSUPPORTED; CUJIT_ERROR_IO. */
CUJIT_SIZED cujit_status cujit_array_print(const cujit_array *array, FILE *file, const cujit_print_options *options,
                                           cujit_error *error);

/* The same as a text without the newline, which the caller frees with cujit_free(). */
CUJIT_SIZED cujit_status cujit_array_format(const cujit_array *array, const cujit_print_options *options, char **text,
                                            cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
