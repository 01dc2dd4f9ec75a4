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
#include "libjit/syntax/kernel_macro.h"
#include "libjit/syntax/tokens.h"

#include <stdbool.h>
#include <stddef.h>

/* Zero-initialise it. The texts that it is read from live as long. */
typedef struct cj_source {
    cj_tokens tokens; /* without numbers of names */
    cj_conditional conditional;
    cj_kernel_macros macros;
    bool lasting; /* a directive has a word that begins what may outlive a launch */
} cj_source;

/* Takes what is compiled out of a text. `definitions`: #define lines in force before it; where they are NULL, no macros
 * are replaced (kernel_macro.h), so that all tokens are of the text. Fails for lack of memory only.
 * Where an #if leaves several versions of the text, brackets that one opens are closed for the next, and of versions of
 * a mere part of a declaration only the last is there. */
cujit_status cj_source_read(cj_source *source, const cj_tokens *text, const cj_tokens *definitions, cujit_error *error);
void cj_source_clear(cj_source *source);

/* Whether the source has variables that outlive a launch: such a module must not be shared, or one user's writes would
 * reach another's kernels. What begins with __device__ or static is a function only where a bracket is followed by a
 * body; a prototype, and a macro that brings such a word, count as a variable: in doubt it has some. */
bool cj_source_has_variables(const cj_source *source);

static inline bool cj_source_is(const cj_source *source, size_t at, const char *spelling)
{
    return at <= source->tokens.count && cj_item_is(&source->tokens.items[at], spelling);
}

static inline bool cj_source_opens(const cj_source *source, size_t at)
{
    return at <= source->tokens.count && cj_sort_in(source->tokens.items[at].sort, CJ_SORTS_OPENING);
}

/* From an opening bracket to behind the one that closes it; to the end where none does. */
static inline size_t cj_source_skip_group(const cj_source *source, size_t at)
{
    return source->tokens.items[at].match > at ? source->tokens.items[at].match + 1 : source->tokens.count + 1;
}

/* Behind a token, or behind the group that it opens. */
static inline size_t cj_source_skip(const cj_source *source, size_t at)
{
    return cj_source_opens(source, at) ? cj_source_skip_group(source, at) : at + 1;
}

/* From a '<' of template arguments to behind its '>'; `at` + 1 where there is none. */
size_t cj_source_skip_angles(const cj_source *source, size_t at);

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
cujit_status cj_source_walk(const cj_source *source, cj_declaration_taker take, void *user);

#endif
