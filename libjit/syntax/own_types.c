/*
 * own_types.c: see own_types.h.
 */
#include "libjit/syntax/own_types.h"

#include "libjit/syntax/declarations.h"
#include "libjit/syntax/include.h"

static const char *const names[CJ_OWN_TYPES + 1] = {
    "int8_t",      "int16_t",     "int32_t",      "int64_t",     "uint8_t",     "uint16_t",     "uint32_t",
    "uint64_t",    "uchar",       "ushort",       "uint",        "ulong",       "half",         "half2",
    "bfloat16",    "nv_bfloat16", "nv_bfloat162", "intptr_t",    "uintptr_t",   "float8_e4m3",  "float8_e4m3fn",
    "float8_e5m2", "uniform",     "normal",       "exponential", "random_bits", "random_words", NULL};

/* Whether the item is a name that is declared here: `head`: behind `struct` and its like, or `using`, also with an
 * attribute or alignment between; `typed`: behind `typedef`, up to its ';'. */
static bool declares(const cj_item *item, bool head, bool typed)
{
    static const char *const behind_head[] = {"{", ":", "=", ";", NULL}, *const behind_type[] = {";", ",", "[", NULL};

    return (head || typed) && item->certain && cj_token_is_one_of(&item[1].token, head ? behind_head : behind_type) &&
           item->token.kind == CJ_TOKEN_NAME && cj_token_is_one_of(&item->token, names);
}

size_t cj_own_types(const char *source, const char *found[CJ_OWN_TYPES])
{
    static const char *const heads[] = {"struct", "class", "union", "enum", "using", NULL};
    static const char *const ends[] = {"{", "=", "<", NULL};
    bool head = false, typed = false;
    bool declared[CJ_OWN_TYPES] = {false};
    cj_tokens text = {0};
    cj_source split = {0};
    size_t count = 0;

    if (!cj_unit_mentions(&(cj_unit){.source = source}, names))
        return 0;
    if (cj_tokens_read(&text, source, NULL) == CUJIT_OK)
        cj_source_read(&split, &text, NULL, NULL);
    for (size_t at = 1; at <= split.tokens.count; at++) {
        const cj_item *item = &split.tokens.items[at];
        const cj_token *token = &item->token;

        if (item->up != 0)
            continue;
        for (size_t k = 0; declares(item, head, typed) && k < CJ_OWN_TYPES; k++) {
            if (!declared[k] && (declared[k] = cj_token_is(token, names[k])))
                found[count++] = names[k];
        }
        head = (head || cj_token_is_one_of(token, heads)) && !cj_token_is(token, ";") &&
               !cj_token_is_one_of(token, ends);
        typed = (typed || cj_token_is(token, "typedef")) && !cj_token_is(token, ";");
    }
    cj_source_clear(&split);
    cj_tokens_clear(&text);
    return count;
}
