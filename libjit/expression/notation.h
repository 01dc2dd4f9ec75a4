/*
 * notation.h: the text of an expression split into numbers, names, symbols and the ends of statements.
 */
#ifndef LIBJIT_NOTATION_H
#define LIBJIT_NOTATION_H

#include "libjit/base/status.h"
#include "libjit/expression/tree.h"

#include <stddef.h>
#include <stdint.h>

typedef enum cj_notation_kind {
    CJ_NOTATION_END,
    CJ_NOTATION_STATEMENT_END, /* ';', or the end of a line that no bracket holds open */
    CJ_NOTATION_INTEGER,
    CJ_NOTATION_REAL,
    CJ_NOTATION_IMAGINARY, /* real: "2j" */
    CJ_NOTATION_NAME,
    CJ_NOTATION_SYMBOL, /* an operator, a bracket, what separates; longest match */
} cj_notation_kind;

typedef struct cj_notation_token {
    cj_notation_kind kind;
    cj_span place;  /* of the end: behind the last character, of no length */
    char symbol[4]; /* "**="; "" unless it is a symbol */
    union {
        uint64_t integer;
        double real;
    } value;
} cj_notation_token;

/* Walks over a tree's text; begin with {.tree = tree}. */
typedef struct cj_notation {
    const cj_tree *tree;
    size_t at;
    size_t brackets; /* that are open */
} cj_notation;

/* The next token; CJ_NOTATION_END at the end, as often as it is asked for. CUJIT_ERROR_EXPRESSION with its place: what
 * no text of this notation has. Where that is another language's, the error says what to write instead. */
cujit_status cj_notation_next(cj_notation *notation, cj_notation_token *token, cujit_error *error);

#endif
