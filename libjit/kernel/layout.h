/*
 * layout.h: the struct of numbers that a launch over views hands to its kernel, `cujit_layout` in the sources: all of
 * its members are unsigned numbers of one size, 32 or 64 bits.
 *
 * A family has one list of the members, a function that calls the ones below for each. A source gets the struct's text
 * from it, where the numbers are those of a launch over nothing, and a launch its bytes.
 */
#ifndef LIBJIT_LAYOUT_H
#define LIBJIT_LAYOUT_H

#include "libjit/kernel/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct cj_layout {
    cj_source *source; /* gets the list `layout` of what templates/layout.cu.in declares; NULL: nobody asks for it */
    void *numbers;     /* get the numbers, with room for 64 bits each; NULL: nobody asks for these */
    size_t count;
    bool wide;   /* 64 bits */
    bool begins; /* the next member is the first of its line */
    cj_value *members;
    size_t member_count;
} cj_layout;

/* What the functions below do for the source, which borrows the names. `rank` 0: it is one number. */
void cj_layout_declare(cj_layout *layout, const char *name, const char *of, int rank);
void cj_layout_end(cj_layout *layout);

/* The members that follow stand in a line of their own. */
static inline void cj_layout_line(cj_layout *layout)
{
    layout->begins = true;
}

/* The k-th number alone; for the path of a launch. */
static inline void cj_layout_set(void *numbers, bool wide, size_t k, uint64_t number)
{
    const uint32_t narrow = (uint32_t)number;

    if (wide)
        memcpy((char *)numbers + k * sizeof number, &number, sizeof number);
    else
        memcpy((char *)numbers + k * sizeof narrow, &narrow, sizeof narrow);
}

/* One number for each of `rank` axes. */
static inline void cj_layout_row(cj_layout *layout, const char *name, const char *of, const uint64_t *row, int rank)
{
    if (layout->source != NULL)
        cj_layout_declare(layout, name, of, rank);
    for (int j = 0; j < rank && layout->numbers != NULL; j++)
        cj_layout_set(layout->numbers, layout->wide, layout->count + (size_t)j, row[j]);
    layout->count += (size_t)rank;
}

/* A member that is called `name`, and `of` behind that ("": only name). Negative numbers go round. */
static inline void cj_layout_number(cj_layout *layout, const char *name, const char *of, uint64_t number)
{
    if (layout->source != NULL)
        cj_layout_declare(layout, name, of, 0);
    if (layout->numbers != NULL)
        cj_layout_set(layout->numbers, layout->wide, layout->count, number);
    layout->count++;
}

/* What is numbered along each axis, none of which is 0, and what divides by each (broadcast.h): all factors, all
 * shifts. */
void cj_layout_counts(cj_layout *layout, const char *counts, const char *magic, const char *shift, const uint64_t *row,
                      int rank);

#endif
