/*
 * access_tokens.c: an operation's tokens, sorted by what they do. See access_tokens.h.
 */
#include "libjit/syntax/access_tokens.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/words.h"

#include <string.h>

static const struct {
    const char *spelling;
    cj_sort sort;
} words[] = {
    {"if", CJ_SORT_IF},
    {"else", CJ_SORT_ELSE},
    {"for", CJ_SORT_LOOP},
    {"while", CJ_SORT_LOOP},
    {"do", CJ_SORT_DO},
    {"switch", CJ_SORT_SWITCH},
    {"try", CJ_SORT_SWITCH},
    {"catch", CJ_SORT_SWITCH},
    {"case", CJ_SORT_CASE},
    {"default", CJ_SORT_CASE},
    {"return", CJ_SORT_JUMP},
    {"break", CJ_SORT_JUMP},
    {"continue", CJ_SORT_JUMP},
    {"throw", CJ_SORT_JUMP},
    {"co_return", CJ_SORT_BLIND},
    {"co_yield", CJ_SORT_BLIND},
    {"co_await", CJ_SORT_BLIND},
    {"goto", CJ_SORT_BLIND},
    {"asm", CJ_SORT_BLIND},
    {"__asm", CJ_SORT_BLIND},
    {"__asm__", CJ_SORT_BLIND},
    {"_Pragma", CJ_SORT_BLIND},
    {"struct", CJ_SORT_BLIND},
    {"class", CJ_SORT_BLIND},
    {"union", CJ_SORT_BLIND},
    {"enum", CJ_SORT_BLIND},
    {"namespace", CJ_SORT_BLIND},
    {"template", CJ_SORT_BLIND},
    {"operator", CJ_SORT_BLIND},
    {"decltype", CJ_SORT_ALIAS},
    {"typeof", CJ_SORT_ALIAS},
    {"__typeof", CJ_SORT_ALIAS},
    {"__typeof__", CJ_SORT_ALIAS},
    {"using", CJ_SORT_ALIAS},
    {"typedef", CJ_SORT_ALIAS},
    {"sizeof", CJ_SORT_PREFIX},
    {"alignof", CJ_SORT_PREFIX},
    {"new", CJ_SORT_PREFIX},
    {"delete", CJ_SORT_PREFIX},
    {"static_cast", CJ_SORT_CAST},
    {"const_cast", CJ_SORT_CAST},
    {"dynamic_cast", CJ_SORT_CAST},
    {"reinterpret_cast", CJ_SORT_CAST},
    {"auto", CJ_SORT_TYPE},
    {"const", CJ_SORT_TYPE},
    {"constexpr", CJ_SORT_TYPE},
    {"static", CJ_SORT_TYPE},
    {"volatile", CJ_SORT_TYPE},
    {"char", CJ_SORT_TYPE},
    {"short", CJ_SORT_TYPE},
    {"int", CJ_SORT_TYPE},
    {"long", CJ_SORT_TYPE},
    {"float", CJ_SORT_TYPE},
    {"double", CJ_SORT_TYPE},
    {"signed", CJ_SORT_TYPE},
    {"unsigned", CJ_SORT_TYPE},
    {"void", CJ_SORT_TYPE},
};

static const struct {
    const char *spelling;
    cj_sort sort;
} punctuators[] = {
    {"[", CJ_SORT_SQUARE},
    {"]", CJ_SORT_SQUARE_END},
    {"(", CJ_SORT_PAREN},
    {")", CJ_SORT_PAREN_END},
    {";", CJ_SORT_SEMICOLON},
    {"=", CJ_SORT_ASSIGN},
    {"*", CJ_SORT_STAR},
    {"+", CJ_SORT_PLUS},
    {"-", CJ_SORT_MINUS},
    {",", CJ_SORT_COMMA},
    {"/", CJ_SORT_OPERATOR},
    {".", CJ_SORT_MEMBER},
    {"->", CJ_SORT_MEMBER},
    {".*", CJ_SORT_MEMBER_POINTER},
    {"->*", CJ_SORT_MEMBER_POINTER},
    {"{", CJ_SORT_BRACE},
    {"}", CJ_SORT_BRACE_END},
    {"?", CJ_SORT_QUESTION},
    {":", CJ_SORT_COLON},
    {"::", CJ_SORT_SCOPE},
    {"&", CJ_SORT_AMPERSAND},
    {"&&", CJ_SORT_BOTH},
    {"++", CJ_SORT_STEP},
    {"--", CJ_SORT_STEP},
    {"+=", CJ_SORT_COMPOUND},
    {"-=", CJ_SORT_COMPOUND},
    {"*=", CJ_SORT_COMPOUND},
    {"/=", CJ_SORT_COMPOUND},
    {"%=", CJ_SORT_COMPOUND},
    {"&=", CJ_SORT_COMPOUND},
    {"|=", CJ_SORT_COMPOUND},
    {"^=", CJ_SORT_COMPOUND},
    {"<<=", CJ_SORT_COMPOUND},
    {">>=", CJ_SORT_COMPOUND},
    {"<", CJ_SORT_LESS},
    {">", CJ_SORT_GREATER},
    {"%", CJ_SORT_OPERATOR},
    {"==", CJ_SORT_OPERATOR},
    {"!=", CJ_SORT_OPERATOR},
    {"<=", CJ_SORT_OPERATOR},
    {">=", CJ_SORT_OPERATOR},
    {"<<", CJ_SORT_OPERATOR},
    {">>", CJ_SORT_OPERATOR},
    {"||", CJ_SORT_OPERATOR},
    {"|", CJ_SORT_OPERATOR},
    {"^", CJ_SORT_OPERATOR},
    {"!", CJ_SORT_OPERATOR},
    {"~", CJ_SORT_OPERATOR},
};

/* ---- Splitting --------------------------------------------------------------------------------------------------- */

static cj_sort sort_word(const cj_token *token)
{
    cj_word_type type;
    char word[64];

    if (cj_token_copy(token, word, sizeof word) >= sizeof word)
        return CJ_SORT_NAME;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (strcmp(words[k].spelling, word) == 0)
            return words[k].sort;
    }
    return cj_word_find_type(word, &type) ? CJ_SORT_TYPE : CJ_SORT_NAME;
}

static cj_sort sort_of(const cj_token *token)
{
    switch (token->kind) {
    case CJ_TOKEN_NAME:
        return sort_word(token);
    case CJ_TOKEN_NUMBER:
        return CJ_SORT_NUMBER;
    case CJ_TOKEN_STRING:
        return CJ_SORT_STRING;
    default:
        break;
    }
    for (size_t k = 0; k < sizeof punctuators / sizeof *punctuators; k++) {
        if (cj_token_is(token, punctuators[k].spelling))
            return punctuators[k].sort;
    }
    return CJ_SORT_OTHER;
}

static void name_item(cj_item *item, const cj_signature *signature)
{
    cj_sort before = item[-1].sort;

    if (item->sort != CJ_SORT_NAME || before == CJ_SORT_MEMBER || before == CJ_SORT_SCOPE)
        return;
    item->index = cj_token_is(&item->token, "i");
    for (size_t k = 0; k < signature->count; k++) {
        if (signature->parameters[k].pointer && cj_token_is(&item->token, signature->parameters[k].name))
            item->array = (int)k;
    }
}

/* Whether a '{' opens statements; otherwise it is an initializer. */
static bool opens_block(const cj_item *items, size_t at)
{
    switch (items[at - 1].sort) {
    case CJ_SORT_END:
    case CJ_SORT_PAREN_END:
    case CJ_SORT_SEMICOLON:
    case CJ_SORT_BRACE_END:
    case CJ_SORT_ELSE:
    case CJ_SORT_DO:
    case CJ_SORT_SWITCH:
    case CJ_SORT_COLON:
        return true;
    case CJ_SORT_BRACE:
        return items[at - 1].block;
    default:
        return false;
    }
}

static void match_brackets(cj_items *items)
{
    size_t open = 0; /* the innermost */

    for (size_t k = 1; k <= items->count; k++) {
        cj_item *item = &items->items[k];

        item->up = open;
        item->match = k;
        switch (item->sort) {
        case CJ_SORT_BRACE:
            item->block = opens_block(items->items, k);
            open = k;
            break;
        case CJ_SORT_PAREN:
        case CJ_SORT_SQUARE:
            open = k;
            break;
        case CJ_SORT_BRACE_END:
        case CJ_SORT_PAREN_END:
        case CJ_SORT_SQUARE_END:
            item->match = open;
            item->up = items->items[open].up;
            items->items[open].match = k;
            open = item->up;
            break;
        default:
            break;
        }
    }
}

cujit_status cj_items_split(const char *text, const cj_signature *signature, cj_items *out, cujit_error *error)
{
    size_t room = 64;
    cj_item *items = cj_malloc(room * sizeof *items);
    cj_lexer lexer;

    *out = (cj_items){0};
    if (items == NULL)
        return cj_error_no_memory(error, "a look at an operation");
    items[0] = (cj_item){.token.start = "", .array = -1};
    cj_lexer_init(&lexer, "operation", text);
    for (size_t at = 1;;) {
        cj_item *item = &items[at];

        *item = (cj_item){.token.start = "", .array = -1};
        if (cj_lexer_next(&lexer, &item->token, NULL) != CUJIT_OK || item->token.kind == CJ_TOKEN_END) {
            *item = (cj_item){.token.start = "", .array = -1, .match = at};
            out->count = at - 1;
            break;
        }
        if (item->token.kind == CJ_TOKEN_DIRECTIVE)
            continue;
        item->sort = sort_of(&item->token);
        name_item(item, signature);
        if (++at == room) {
            cj_item *wider = cj_realloc(items, 2 * room * sizeof *items);

            if (wider == NULL) {
                cj_free(items);
                return cj_error_no_memory(error, "a look at an operation");
            }
            items = wider;
            room *= 2;
        }
    }
    out->items = items;
    match_brackets(out);
    return CUJIT_OK;
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

bool cj_item_ends_operand(const cj_item *item)
{
    return item->sort == CJ_SORT_NAME || item->sort == CJ_SORT_TYPE || item->sort == CJ_SORT_NUMBER ||
           item->sort == CJ_SORT_STRING || item->sort == CJ_SORT_PAREN_END || item->sort == CJ_SORT_SQUARE_END;
}

/* What no expression ends with, or begins with: (vec<3> *), (float (*)[3]), (decltype(p)); but (float(a) + 1) is
 * one. */
static bool must_be_type(const cj_items *items, size_t open)
{
    const cj_item *first = &items->items[open + 1], *last = &items->items[items->items[open].match - 1];

    if (first->sort == CJ_SORT_NUMBER || first > last)
        return false;
    for (const cj_item *item = first; item + 2 <= last; item++) {
        if (item->sort == CJ_SORT_PAREN && item[1].sort == CJ_SORT_STAR && item[2].sort == CJ_SORT_PAREN_END)
            return true;
    }
    return first->sort == CJ_SORT_ALIAS || last->sort == CJ_SORT_STAR || last->sort == CJ_SORT_AMPERSAND ||
           last->sort == CJ_SORT_BOTH || last->sort == CJ_SORT_GREATER;
}

/* Whether the brackets hold a type, or nothing but what one may be made of. */
static bool may_hold_type(const cj_items *items, size_t open)
{
    if (must_be_type(items, open))
        return true;
    for (size_t k = open + 1; k < items->items[open].match; k++) {
        switch (items->items[k].sort) {
        case CJ_SORT_NAME:
        case CJ_SORT_TYPE:
        case CJ_SORT_ALIAS:
        case CJ_SORT_SCOPE:
        case CJ_SORT_STAR:
        case CJ_SORT_AMPERSAND:
        case CJ_SORT_BOTH:
        case CJ_SORT_LESS:
        case CJ_SORT_GREATER:
        case CJ_SORT_COMMA:
            break;
        default:
            return false;
        }
    }
    return true;
}

/* Behind '>': of static_cast<T>, of name<T>, or a comparison. */
static cj_paren behind_greater(const cj_items *items, size_t greater)
{
    enum { FAR = 64 };
    size_t depth = 1;

    for (size_t k = greater - 1; k > 0 && greater - k < FAR && depth > 0; k--) {
        cj_sort sort = items->items[k].sort;

        depth += (sort == CJ_SORT_GREATER) - (sort == CJ_SORT_LESS);
        if (depth == 0)
            return items->items[k - 1].sort == CJ_SORT_CAST   ? CJ_PAREN_CAST
                   : items->items[k - 1].sort == CJ_SORT_NAME ? CJ_PAREN_CALL
                                                              : CJ_PAREN_GROUP;
        if (sort == CJ_SORT_SEMICOLON || sort == CJ_SORT_BRACE)
            break;
    }
    return CJ_PAREN_GROUP;
}

cj_paren cj_items_paren(const cj_items *items, size_t open)
{
    const cj_item *before = &items->items[open - 1];

    switch (before->sort) {
    case CJ_SORT_IF:
    case CJ_SORT_LOOP:
    case CJ_SORT_SWITCH:
        return CJ_PAREN_CONTROL;
    case CJ_SORT_TYPE:
        return cj_token_is(&before->token, "constexpr") ? CJ_PAREN_CONTROL : CJ_PAREN_CAST;
    case CJ_SORT_NAME:
    case CJ_SORT_ALIAS:
    case CJ_SORT_SQUARE_END:
        return CJ_PAREN_CALL;
    case CJ_SORT_GREATER:
        return behind_greater(items, open - 1);
    case CJ_SORT_PAREN_END:
        switch (items->items[before->match - 1].sort) {
        case CJ_SORT_IF:
        case CJ_SORT_LOOP:
        case CJ_SORT_SWITCH:
            return CJ_PAREN_GROUP;
        case CJ_SORT_TYPE:
        case CJ_SORT_NAME:
            return CJ_PAREN_CALL;
        default:
            /* (float)(x[i]), (T)(x[i]), (f)(x[i]) */
            return items->items[before->match + 1].sort == CJ_SORT_TYPE ? CJ_PAREN_CAST : CJ_PAREN_CALL;
        }
    default:
        return may_hold_type(items, open) && cj_item_ends_operand(&items->items[items->items[open].match + 1])
                   ? CJ_PAREN_TYPE
                   : CJ_PAREN_GROUP;
    }
}

bool cj_items_is_unary(const cj_items *items, size_t at)
{
    const cj_item *before = &items->items[at - 1];
    size_t open = before->match;

    if (!cj_item_ends_operand(before))
        return true;
    if (before->sort != CJ_SORT_PAREN_END)
        return false;
    /* (T)&x[i], if (c) &x[i]; but not f(a) & x[i], (a + 1) & x[i]. */
    switch (items->items[open - 1].sort) {
    case CJ_SORT_IF:
    case CJ_SORT_LOOP:
    case CJ_SORT_SWITCH:
        return true;
    case CJ_SORT_NAME:
    case CJ_SORT_TYPE:
    case CJ_SORT_SQUARE_END:
        return false;
    default:
        return may_hold_type(items, open);
    }
}
