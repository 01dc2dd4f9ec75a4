/*
 * own_types.c: see own_types.h.
 */
#include "libjit/syntax/own_types.h"

#include "libjit/syntax/declarations.h"

#include <stdint.h>
#include <string.h>

static const char *const names[CJ_OWN_TYPES + 1] = {"int8_t",      "int16_t",      "int32_t",  "int64_t",   "uint8_t",
                                                    "uint16_t",    "uint32_t",     "uint64_t", "uchar",     "ushort",
                                                    "uint",        "ulong",        "half",     "half2",     "bfloat16",
                                                    "nv_bfloat16", "nv_bfloat162", "intptr_t", "uintptr_t", NULL};

/* Once. */
static size_t add(const cj_token *name, const char **found, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (cj_token_is(name, found[k]))
            return count;
    }
    for (size_t k = 0; names[k] != NULL; k++) {
        if (cj_token_is(name, names[k]))
            found[count] = names[k];
    }
    return count + 1;
}

static bool mentions(const char *source)
{
    for (size_t k = 0; names[k] != NULL; k++) {
        if (strstr(source, names[k]) != NULL)
            return true;
    }
    return false;
}

/* Whether the name at `at` is one that is declared here: `head`: behind `struct` and its like, or `using`, also with an
 * attribute or alignment between; `typed`: behind `typedef`, up to its ';'. */
static bool declares(const cj_pieces *source, size_t at, bool head, bool typed)
{
    static const char *const behind_head[] = {"{", ":", "=", ";", NULL}, *const behind_type[] = {";", ",", "[", NULL};
    const cj_piece *piece = &source->pieces[at];

    return (head || typed) && piece->certain && at + 1 < source->count &&
           cj_token_is_one_of(&piece[1].token, head ? behind_head : behind_type) &&
           piece->token.kind == CJ_TOKEN_NAME && cj_token_is_one_of(&piece->token, names);
}

size_t cj_own_types(const char *source, const char *found[CJ_OWN_TYPES])
{
    static const char *const heads[] = {"struct", "class", "union", "enum", "using", NULL};
    static const char *const ends[] = {"{", "=", "<", NULL};
    bool head = false, typed = false;
    cj_pieces split = {0};
    cj_lexer lexer;
    size_t count = 0;

    if (!mentions(source))
        return 0;
    cj_lexer_init(&lexer, "source", source);
    cj_pieces_read(&split, &lexer, NULL);
    for (size_t at = 0; at < split.count; at++) {
        const cj_token *token = &split.pieces[at].token;

        if (split.pieces[at].up != SIZE_MAX)
            continue;
        if (declares(&split, at, head, typed))
            count = add(token, found, count);
        head = (head || cj_token_is_one_of(token, heads)) && !cj_token_is(token, ";") &&
               !cj_token_is_one_of(token, ends);
        typed = (typed || cj_token_is(token, "typedef")) && !cj_token_is(token, ";");
    }
    cj_pieces_clear(&split);
    return count;
}
