/*
 * element.h: single elements and single numbers: what can be typed on a command line, stored in an array, and read
 * back from it.
 *
 * A plain element type has one component (two halves for complex); CUDA's vector types (char1 ... double4) are that
 * many plain elements side by side, and are taken apart before anything else looks at them.
 */
#ifndef TOOLS_ELEMENT_H
#define TOOLS_ELEMENT_H

#include "command.h"

#include <stdint.h>

typedef enum cli_number_kind { CLI_INT, CLI_UINT, CLI_REAL, CLI_COMPLEX } cli_number_kind;

typedef struct cli_number {
    cli_number_kind kind;
    long long i;          /* CLI_INT: below zero or any that fits; see cli_number_parse */
    unsigned long long u; /* CLI_UINT: only what does not fit `i` */
    double real, imaginary;
} cli_number;

/* Decimal and hexadecimal integers, 1.5, 1e-3, inf, nan, true, false, 1+2j. False: not a number, or an integer that 64
 * bits cannot hold (the problem says which). */
/* Is it written as a number, whether or not one can hold it? */
bool cli_number_looks(const char *text);
bool cli_number_parse(const char *text, cli_number *out, cli_problem *problem);

/* What a type must hold to hold a number: 0 to begin with, and one after the other; `text` is what the number was
 * parsed from. The smallest of bool, int64, uint64, float64 and complex128 that does (of 0: float64). */
unsigned cli_number_needs(unsigned needs, const char *text, const cli_number *number);
cujit_dtype cli_number_type(unsigned needs);

/* Is it bool, or a type of integers, of real or of complex numbers? */
bool cli_is_number_type(cujit_dtype dtype);
bool cli_is_floating(cujit_dtype dtype); /* real ones */

/* The plain type of the components of a vector type, and how many it has; a plain type itself, and 1. */
cujit_dtype cli_component(cujit_dtype dtype, size_t *count);

/* The unsigned/signed limits of an integer type; false for other types. */
bool cli_integer_limits(cujit_dtype dtype, long long *least, unsigned long long *most);

/* One plain element, little-endian as in memory. Store returns false where the type cannot hold the number; rounding is
 * fine. */
void cli_element_load(cujit_dtype dtype, const void *from, cli_number *out);
bool cli_element_store(cujit_dtype dtype, void *to, const cli_number *number);

/* The number as a text that cli_number_parse() makes the same element of: with 15 to 17 digits of a double, as few as
 * do, 6 to 9 of a float, 3 to 6 of smaller types. */
enum { CLI_ELEMENT_ROOM = 80 };
const char *cli_element_text(cujit_dtype dtype, const void *element, char *buffer);

/* The bits of float16, bfloat16, float8_e4m3 and float8_e5m2. Rounds to nearest, ties to even; what is too large
 * becomes infinity, NaN where the type has none. */
uint16_t cli_narrow(cujit_dtype dtype, double value);
double cli_widen(cujit_dtype dtype, uint16_t bits);

#endif
