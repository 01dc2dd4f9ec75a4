/*
 * rewrite_scan.h: the tokens of a text and how they are looked at; for rewrite.c and lockstep.c alone.
 */
#ifndef LIBJIT_HOST_REWRITE_SCAN_H
#define LIBJIT_HOST_REWRITE_SCAN_H

#include "libjit/base/text.h"
#include "libjit/syntax/declarations.h"

#include <stdbool.h>

/* What happens to a token, beside it. */
typedef struct edit {
    cj_text before, behind; /* what is put in */
    bool blank;             /* the token becomes blanks */
} edit;

/* A variable that may have to be registered. */
typedef struct variable {
    size_t name;          /* in `names`: with its namespaces */
    size_t expression;    /* in there, too: where the name itself begins */
    size_t first, end;    /* tokens: of its declaration, and the ';' */
    bool is_extern, open; /* declared with extern and not initialised; its first bound is missing */
} variable;

typedef struct scan {
    const char *text;
    cj_source source;
    edit *edits;       /* one for each token */
    cj_text variables; /* one behind the other */
    cj_text names;
    const char *prefix; /* the namespaces around, "a::b::" */
    bool file_shared;
} scan;

static inline const cj_token *token_at(const scan *s, size_t at)
{
    return &s->source.tokens.items[at].token;
}

static inline bool is(const scan *s, size_t at, const char *spelling)
{
    return cj_source_is(&s->source, at, spelling);
}

static inline bool is_one_of(const scan *s, size_t at, const char *const *spellings)
{
    return at <= s->source.tokens.count && cj_token_is_one_of(token_at(s, at), spellings);
}

static inline bool is_name(const scan *s, size_t at)
{
    return at <= s->source.tokens.count && token_at(s, at)->kind == CJ_TOKEN_NAME;
}

/* Behind a token, or behind the group that it opens. */
static inline size_t skip(const scan *s, size_t at)
{
    return cj_source_skip(&s->source, at);
}

/* Appends a warning for each name through which the lanes of a warp hand values on without waiting; `whole`: the
 * text with its directives; `file`: what it is called in a warning. */
void cj_host_find_lockstep(const scan *s, const cj_tokens *whole, const char *file, cj_text *out);

#endif
