/*
 * signature_parser.h: what reads the declarations of a signature; for signature.c and signature_type.c alone.
 */
#ifndef LIBJIT_SIGNATURE_PARSER_H
#define LIBJIT_SIGNATURE_PARSER_H

#include "libjit/syntax/signature.h"

typedef struct cj_parser {
    cj_lexer lexer;
    cj_token token; /* the next one, not yet taken */
    const cj_type_table *types;
    const char *const *reserved;
    cj_signature *out;
    cj_parameter *parameter; /* the one being read */
    cj_letters *letters;     /* NULL: a capital is no type */
    bool declared;           /* what C++ declares: names of dtypes are no types either */
    const char *subject;     /* what messages begin with; NULL: the parameter */
    cujit_error *error;
} cj_parser;

/* An error at a token; the message begins with the parameter's name or number, or with what is read in its place. */
cujit_status cj_parser_fail(cj_parser *p, const cj_token *at, const char *format, ...) CJ_PRINTF(3, 4);

/* "'*'", "the end", for messages. */
typedef struct cj_shown {
    char text[48];
} cj_shown;

cj_shown cj_parser_show(const cj_token *token);

cujit_status cj_parser_take(cj_parser *p);
bool cj_parser_at(const cj_parser *p, const char *spelling);
bool cj_parser_at_restrict(const cj_parser *p);

/* Takes the token if it is spelled so. */
cujit_status cj_parser_take_if(cj_parser *p, const char *spelling, bool *taken);

/* Everything up to '*' or the name: fills all that the parameter's type says but the spelling, which is *found. */
cujit_status cj_parser_read_type(cj_parser *p, const char **found);

#endif
