/*
 * lexer.h: C and C++ text split into the tokens that matter.
 *
 * Identifiers, numbers, literals, punctuators and whole directives; comments and white space are skipped. Raw strings
 * and line splices are done as the standard has them (C++17, [lex]), and so are alternative tokens, digraphs ("<%") and
 * words ("and"): they are punctuators, and nobody but the lexer has to know of them. Whatever compilers read in more
 * than one way is an error, so that what we see is what they see: a lone carriage return, a backslash with space behind
 * it at the end of a line, the trigraph of a backslash, a backslash outside of a literal.
 */
#ifndef LIBJIT_LEXER_H
#define LIBJIT_LEXER_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum cj_token_kind {
    CJ_TOKEN_END = 0,
    CJ_TOKEN_NAME, /* identifier or keyword; no word that is an operator, such as `and` */
    CJ_TOKEN_NUMBER,
    CJ_TOKEN_STRING,     /* string, character, raw string */
    CJ_TOKEN_PUNCTUATOR, /* one operator or bracket, longest match */
    CJ_TOKEN_DIRECTIVE,  /* '#' first on its line; the token is the whole logical line */
} cj_token_kind;

typedef struct cj_token {
    cj_token_kind kind;
    const char *start; /* into the text; not ended by a NUL; may hold line splices */
    size_t length;
    int line, column;    /* of its first character, 1-based; a tab is one column, and so is a character of many bytes */
    const char *primary; /* of an alternative token what it stands for: "{" of "<%", "&&" of "and"; of others NULL */
} cj_token;

/* Whether it would run together with another such token. */
static inline bool cj_token_is_word(const cj_token *token)
{
    return token->kind == CJ_TOKEN_NAME || token->kind == CJ_TOKEN_NUMBER;
}

/* Walks over a text. */
typedef struct cj_lexer {
    const char *part;    /* for errors: "operation" */
    cujit_status status; /* of its errors; CUJIT_ERROR_SNIPPET unless changed after the initialisation */
    const char *text;    /* whole text, for excerpts */
    const char *at, *end;
    int line, column;
    bool checked;         /* the whole text was looked through for characters that are refused anywhere */
    bool line_has_token;  /* a '#' is a directive only as the first token of a line */
    bool in_directive;    /* walks inside a directive: ends at its end, knows no directives */
    bool ends_in_comment; /* the text ends inside a // comment or a directive: a newline must follow */
} cj_lexer;

void cj_lexer_init(cj_lexer *lexer, const char *part, const char *text);

/* A lexer over the inside of a directive token that `lexer` gave: its first token is the directive's name. */
cj_lexer cj_lexer_enter(const cj_lexer *lexer, const cj_token *directive);

/* The next token; kind CJ_TOKEN_END at the end. Errors (lexer->status, with place): an unterminated comment, string,
 * character or raw string; a control character; and what the head of this file names. */
cujit_status cj_lexer_next(cj_lexer *lexer, cj_token *token, cujit_error *error);

/* Whether a token is this one, however it is written: "<%" and "{" are "{". Line splices inside it do not count. */
bool cj_token_is(const cj_token *token, const char *spelling);

bool cj_token_is_one_of(const cj_token *token, const char *const *spellings); /* ended by NULL */
bool cj_token_same(const cj_token *a, const cj_token *b);                     /* likewise */

/* For messages, and for names: copies what the user has written, "<%" too, without line splices, cut to what fits with
 * a NUL. Returns the length of the whole. */
size_t cj_token_copy(const cj_token *token, char *out, size_t size);

/* For texts that are read again: appends what cj_token_is() goes by, "{" for "<%". */
void cj_token_append(const cj_token *token, cj_text *out);

/* What a word that is an operator stands for: "&&" for "and"; NULL: it is none. */
const char *cj_operator_word(const char *word);

/* Fills an error that points at a place of the lexer's text (NULL: at none). Returns lexer->status. */
cujit_status cj_lexer_fail(const cj_lexer *lexer, const cj_token *at, cujit_error *error, const char *format, ...)
    CJ_PRINTF(4, 5);

/* Such an error where the text has more bytes than `most`, at no place. */
cujit_status cj_lexer_check_size(const cj_lexer *lexer, size_t most, cujit_error *error);

#endif
