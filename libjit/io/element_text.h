/*
 * element_text.h: single elements of an array as NumPy writes them: what all that are shown have in common, and each.
 */
#ifndef LIBJIT_ELEMENT_TEXT_H
#define LIBJIT_ELEMENT_TEXT_H

#include "libjit/io/number_text.h"

#include <cujit/print.h>

#include <stddef.h>

enum { CJ_ELEMENT_MOST_PARTS = 4 };

/* One number of an element: the element itself, a component of a vector, a part of a complex number. */
typedef struct cj_part_style {
    cj_number_style finite;
    int width;        /* of integers, and of what is not finite */
    const char *sign; /* of integers, as printf() has it: "", "+" or " " */
} cj_part_style;

typedef struct cj_element_style {
    cujit_dtype dtype, part;
    size_t item_size, part_size;
    int parts;
    bool complex;
    bool single; /* an array without axes: nothing has to be aligned */
    cj_part_style of[CJ_ELEMENT_MOST_PARTS];
} cj_element_style;

/* What `count` elements of that type, in host memory, need to stand in columns. `options` are complete: no 0 stands for
 * something else, but a precision of 0 is none. False: memory ran out. */
bool cj_element_plan(cj_element_style *style, cujit_dtype dtype, const void *elements, size_t count, bool single,
                     const cujit_print_options *options);

void cj_element_text(cj_text *text, const cj_element_style *style, const void *element);

/* The element alone, as str() has a scalar: with the fewest digits, and no column. */
void cj_element_scalar(cj_text *text, const cj_element_style *style, const void *element);

#endif
