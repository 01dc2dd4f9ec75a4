/*
 * snippet.h: a lexical look at the user's C++ text: is it safe to paste, and what does it mention?
 *
 * cujit does not parse C++; it only splits text into tokens (lexer.h). That is enough to be sure that a snippet cannot
 * change the meaning of the source around it, as long as the generator puts it between braces (a preamble: at file
 * scope), on lines of its own.
 */
#ifndef LIBJIT_SNIPPET_H
#define LIBJIT_SNIPPET_H

#include "libjit/base/status.h"
#include "libjit/syntax/lexer.h"
#include "libjit/syntax/tokens.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum cj_snippet_kind {
    CJ_SNIPPET_STATEMENTS, /* operation, loop_prep, after_loop: no directive but #pragma; at most 128 KiB */
    CJ_SNIPPET_PREAMBLE,   /* file scope: directives allowed, #if and #endif must balance; at most 1 MiB - 1 */
    CJ_SNIPPET_EXPRESSION, /* map, reduce: one expression, for the generator to put into brackets; at most 14 KiB */
    CJ_SNIPPET_MODULE,     /* a whole source or header: any directive and macro; at most 16 MiB */
} cj_snippet_kind;

enum {
    CJ_SNIPPET_MAX_DEPTH = 256,
    CJ_SNIPPET_MAX_CHAIN = 16384, /* tokens of one statement or else-if chain, with those of all that it lies in */
    CJ_STATEMENTS_MAX_BYTES = 128 << 10,
    CJ_EXPRESSION_MAX_BYTES = 14 << 10, /* nine of them, joined, are statements still */
    CJ_PREAMBLE_MAX_BYTES = (1 << 20) - 1,
    CJ_MODULE_MAX_BYTES = 16 << 20
};

/* What the look found. */
typedef struct cj_snippet {
    bool empty;           /* nothing but space and comments */
    bool ends_in_comment; /* put a newline behind it */
    bool has_return;      /* a `return` outside of any nested lambda or function body */
    bool has_break;       /* a `break` anywhere: it may belong to a loop around the text */
    bool defines_return;  /* a macro may bring in a `return` */
    bool defines_break;   /* a macro may bring in a `break` */
    bool includes;        /* an #include: its macros may bring in anything */
    unsigned features;    /* cj_feature bits of backend.h */
} cj_snippet;

/* Checks a text that may be pasted: brackets (), [], {} (and digraphs) balance and nest at most CJ_SNIPPET_MAX_DEPTH
 * deep; operators, `?`, `if`/`else` and whatever else nests in a compiler's parser may form chains of at most
 * CJ_SNIPPET_MAX_CHAIN tokens; sizes as above; a preamble that has conditionals is excused from balance but not from
 * depth. A preamble must not #define or #undef a keyword, a built-in type, a name that begins with "cujit", or a name
 * of `reserved` (NULL-terminated list of names that the generator needs; NULL: none). `text` NULL counts as "".
 * An expression must not be empty; it has no directive, no `;` outside of braces, no comma outside of brackets, and no
 * word of a statement but inside the body of a lambda. A bracket around it does not make it nest too deep.
 * A module stands alone, so that only the compiler's stack must be protected from it: brackets need not balance (macros
 * may hold some), and no macro's name is refused.
 * Errors are CUJIT_ERROR_SNIPPET (of a module CUJIT_ERROR_COMPILE) with part, line, column, and an excerpt. */
cujit_status cj_snippet_check(cj_snippet_kind kind, const char *part, const char *text, const char *const *reserved,
                              cj_snippet *out, cujit_error *error);

/* The same, and keeps the text's tokens, or takes them if they are there already; `tokens` is as in tokens.h, has
 * names, and is to be cleared in any case. */
cujit_status cj_snippet_read(cj_snippet_kind kind, const char *part, const char *text, const char *const *reserved,
                             cj_snippet *out, cj_tokens *tokens, cujit_error *error);

/* The cj_feature bits of what the names of a text are. */
unsigned cj_tokens_features(const cj_tokens *tokens);

#endif
