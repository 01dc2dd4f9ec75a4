/*
 * declarations.h: the declarations of a CUDA source, one by one.
 *
 * No parser of C++: namespaces and linkage blocks are followed, and each declaration at their level is found, from its
 * first token to its ';' or to the '{' of a function's body. What an #if leaves out for certain is left out here, too.
 */
#ifndef LIBJIT_DECLARATIONS_H
#define LIBJIT_DECLARATIONS_H

#include "libjit/base/text.h"
#include "libjit/syntax/conditional.h"
#include "libjit/syntax/lexer.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cj_piece {
    cj_token token;
    size_t match,
        up;       /* a bracket's partner, of others itself; the innermost '{', '(' or '[' around it, SIZE_MAX: none */
    bool certain; /* no #if that cannot be told from here decides about it */
} cj_piece;

/* Zero-initialise it. */
typedef struct cj_pieces {
    cj_conditional conditional; /* with what is defined before the source */
    cj_piece *pieces;
    size_t count, room;
    size_t open;  /* the innermost bracket at the end */
    bool lasting; /* a directive has a word that begins what may outlive a launch */
    bool failed;  /* no memory */
} cj_pieces;

/* Splits the lexer's text. Errors are the lexer's; what stands before is there then, too. Where an #if leaves several
 * versions of the text, brackets that one opens are closed for the next, and of versions of a mere part of a
 * declaration only the last is there. */
cujit_status cj_pieces_read(cj_pieces *source, cj_lexer *lexer, cujit_error *error);
void cj_pieces_clear(cj_pieces *source);

/* #define lines that stand before the source; NULL: none. */
void cj_pieces_define(cj_pieces *source, const char *definitions);

/* Whether the source has variables that outlive a launch: such a module must not be shared, or one user's writes would
 * reach another's kernels. What begins with __device__ or static is a function only where a bracket is followed by a
 * body; a prototype, and a macro that brings such a word, count as a variable: in doubt it has some. */
bool cj_pieces_has_variables(const cj_pieces *source);

static inline bool cj_pieces_is(const cj_pieces *source, size_t at, const char *spelling)
{
    return at < source->count && source->pieces[at].token.kind != CJ_TOKEN_STRING &&
           cj_token_is(&source->pieces[at].token, spelling);
}

/* From an opening bracket to behind the one that closes it; to the end where none does. */
static inline size_t cj_pieces_skip_group(const cj_pieces *source, size_t at)
{
    return source->pieces[at].match > at ? source->pieces[at].match + 1 : source->count;
}

/* From a '<' of template arguments to behind its '>'; `at` + 1 where there is none. */
size_t cj_pieces_skip_angles(const cj_pieces *source, size_t at);

/* Words that are followed by brackets without declaring anything. */
bool cj_is_attribute(const cj_token *token);

typedef struct cj_declaration {
    size_t first, end;  /* tokens; end is its ';', or the '{' of its body */
    const char *prefix; /* of its namespaces: "a::b::" */
    bool is_c;          /* in a linkage block that says so */
} cj_declaration;

/* What is done with each; `user` is passed on. */
typedef cujit_status (*cj_declaration_taker)(void *user, const cj_declaration *declaration);

/* Ends with the first status that is not CUJIT_OK. */
cujit_status cj_pieces_walk(const cj_pieces *source, cj_declaration_taker take, void *user);

#endif
