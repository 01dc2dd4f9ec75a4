/*
 * rendering.h: what the functions call that tools/embed.c makes of templates.
 */
#ifndef LIBJIT_RENDERING_H
#define LIBJIT_RENDERING_H

#include "libjit/base/template.h"

typedef struct cj_rendering {
    const char *name; /* of the template */
    const cj_value *values;
    size_t count;
    const char *unit;
    cj_text *out;
    size_t lines, counted; /* '\n' in the first `counted` bytes of `out` */
    cujit_status status;   /* the first trouble counts */
    cujit_error *error;
} cj_rendering;

typedef struct cj_rounds {
    long long round, rounds; /* from 0; -1: it did not begin yet */
    const cj_value *item;    /* of the round; NULL: the loop counts */
    size_t size;
} cj_rounds;

/* The value of that name, or the item's of a loop; one that is 0 where there is none. */
const cj_value *cj_given(cj_rendering *r, const char *name);
const cj_value *cj_given_item(cj_rendering *r, const cj_rounds *loop, const char *name);
/* Of a text whether there is more than blanks, of a list how many items it has. */
long long cj_number_of(const cj_value *value);
/* 1 where it is 0, which is an error. */
long long cj_not_zero(cj_rendering *r, long long number);

cj_rounds cj_rounds_over(cj_rendering *r, const cj_value *value);
static inline cj_rounds cj_rounds_count(long long rounds)
{
    return (cj_rounds){.round = -1, .rounds = rounds};
}
static inline bool cj_rounds_go_on(cj_rounds *loop)
{
    if (loop->round >= 0 && loop->item != NULL)
        loop->item += loop->size;
    return ++loop->round < loop->rounds;
}

static inline void cj_put(cj_rendering *r, const char *text, size_t length)
{
    cj_text_append_n(r->out, text, length);
}
void cj_put_number(cj_rendering *r, long long number);
void cj_put_value(cj_rendering *r, const cj_value *value);
/* On a line of its own behind so many blanks: one for nothing is no line, and a text that ends in a newline brings that
 * with it. */
void cj_put_line(cj_rendering *r, size_t blanks, const cj_value *value);

#endif
