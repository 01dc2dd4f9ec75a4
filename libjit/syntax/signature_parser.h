/*
 * signature_parser.h: what reads the declarations of a signature; for signature.c, signature_type.c and letters.c.
 */
#ifndef LIBJIT_SIGNATURE_PARSER_H
#define LIBJIT_SIGNATURE_PARSER_H

#include "libjit/syntax/signature.h"

/* The first error stays: from then on the text is at its end, and nothing is taken any more. */
typedef struct cj_parser {
    cj_lexer lexer;
    cj_token token; /* the next one, not yet taken */
    const cj_type_table *types;
    const char *const *reserved;
    cj_signature *out;
    cj_parameter *parameter; /* the one being read */
    cj_letters *letters;     /* NULL: a capital is no type; of a parameter, which C++ declares, nor is a dtype's name */
    const char *subject;     /* a type alone is read: what messages begin with; NULL: a parameter is */
    char spelling[64];       /* of the texture's type that was read last */
    cujit_status status;
    cujit_error *error;
} cj_parser;

/* An error at a token; the message begins with the parameter's name or number, or with what is read in its place. */
void cj_parser_fail(cj_parser *p, const cj_token *at, const char *format, ...) CJ_PRINTF(3, 4);

/* "expected ..., found '*'": at the next token. */
void cj_parser_fail_expected(cj_parser *p, const char *format, ...) CJ_PRINTF(2, 3);

void cj_parser_take(cj_parser *p);
bool cj_parser_at(const cj_parser *p, const char *spelling);
bool cj_parser_take_if(cj_parser *p, const char *spelling);

/* What of these the next token is, however it is spelled. */
typedef enum cj_qualifier { CJ_NO_QUALIFIER, CJ_CONST, CJ_VOLATILE, CJ_RESTRICT } cj_qualifier;
cj_qualifier cj_parser_qualifier(const cj_parser *p);

/* Everything up to '*' or the name: fills all that the parameter's type says but the spelling, which it returns; NULL
 * where it failed. */
const char *cj_parser_read_type(cj_parser *p);

#endif
