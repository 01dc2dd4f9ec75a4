/*
 * rewrite_scan.h: the tokens of a text and how they are looked at; for rewrite.c and lockstep.c alone.
 */
#ifndef LIBJIT_HOST_REWRITE_SCAN_H
#define LIBJIT_HOST_REWRITE_SCAN_H

#include "libjit/base/text.h"
#include "libjit/syntax/declarations.h"

#include <stdbool.h>
#include <string.h>

typedef struct change {
    size_t at, blanked;    /* bytes of the text that become blanks */
    size_t insert, length; /* in `inserts`: what is put in before them */
    size_t number;         /* changes at one place stay in their order */
} change;

/* A variable that may have to be registered. */
typedef struct variable {
    size_t name, length;  /* in `names`: with its namespaces */
    size_t expression;    /* where in there the name itself begins */
    size_t first, end;    /* tokens: of its declaration, and the ';' */
    bool is_extern, open; /* declared with extern and not initialised; its first bound is missing */
} variable;

typedef struct scan {
    const char *text;
    cj_pieces source;
    cj_text changes, variables; /* one behind the other */
    cj_text inserts, names;
    const char *prefix; /* the namespaces around, "a::b::" */
    bool file_shared;
} scan;

static inline const cj_token *token_at(const scan *s, size_t at)
{
    return &s->source.pieces[at].token;
}

static inline bool is(const scan *s, size_t at, const char *spelling)
{
    return cj_pieces_is(&s->source, at, spelling);
}

static inline bool is_one_of(const scan *s, size_t at, const char *const *spellings)
{
    return at < s->source.count && cj_token_is_one_of(token_at(s, at), spellings);
}

static inline bool is_name(const scan *s, size_t at)
{
    return at < s->source.count && token_at(s, at)->kind == CJ_TOKEN_NAME;
}

static inline bool is_attribute(const scan *s, size_t at)
{
    return is_name(s, at) && cj_is_attribute(token_at(s, at)) && is(s, at + 1, "(");
}

static inline bool opens(const scan *s, size_t at)
{
    return is(s, at, "(") || is(s, at, "[") || is(s, at, "{");
}

/* From an opening bracket to behind the one that closes it. */
static inline size_t skip_group(const scan *s, size_t at)
{
    return cj_pieces_skip_group(&s->source, at);
}

static inline bool begins(const cj_token *token, const char *with)
{
    return token->length >= strlen(with) && memcmp(token->start, with, strlen(with)) == 0;
}

/* Appends a warning for each name through which the lanes of a warp hand values on without waiting; `file`: what the
 * text is called in it. */
void cj_host_find_lockstep(const scan *s, const char *file, cj_text *out);

#endif
