/*
 * tokens.c: a text read once. See tokens.h.
 */
#include "libjit/syntax/tokens.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/dtype.h"
#include "libjit/syntax/words.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
/* Sorted. */
static const struct word {
    const char *spelling;
    cj_sort sort;
} words[] = {
    {"_Generic", CJ_SORT_BLIND}, {"_Pragma", CJ_SORT_BLIND}, {"__COUNTER__", CJ_SORT_BLIND}, {"__asm", CJ_SORT_BLIND},
    {"__asm__", CJ_SORT_BLIND}, {"__typeof", CJ_SORT_ALIAS}, {"__typeof__", CJ_SORT_ALIAS},
    {"alignof", CJ_SORT_PREFIX}, {"asm", CJ_SORT_BLIND}, {"auto", CJ_SORT_TYPE}, {"break", CJ_SORT_JUMP},
    {"case", CJ_SORT_CASE}, {"catch", CJ_SORT_SWITCH}, {"char", CJ_SORT_TYPE}, {"class", CJ_SORT_BLIND},
    {"co_await", CJ_SORT_BLIND}, {"co_return", CJ_SORT_BLIND}, {"co_yield", CJ_SORT_BLIND}, {"const", CJ_SORT_TYPE},
    {"const_cast", CJ_SORT_CAST}, {"constexpr", CJ_SORT_TYPE}, {"continue", CJ_SORT_JUMP},
    {"decltype", CJ_SORT_ALIAS}, {"default", CJ_SORT_CASE}, {"delete", CJ_SORT_PREFIX}, {"do", CJ_SORT_DO},
    {"double", CJ_SORT_TYPE}, {"dynamic_cast", CJ_SORT_CAST}, {"else", CJ_SORT_ELSE}, {"enum", CJ_SORT_BLIND},
    {"float", CJ_SORT_TYPE}, {"for", CJ_SORT_LOOP}, {"goto", CJ_SORT_BLIND}, {"if", CJ_SORT_IF},
    {"int", CJ_SORT_TYPE}, {"long", CJ_SORT_TYPE}, {"namespace", CJ_SORT_BLIND}, {"new", CJ_SORT_PREFIX},
    {"operator", CJ_SORT_BLIND}, {"reinterpret_cast", CJ_SORT_CAST}, {"return", CJ_SORT_JUMP},
    {"short", CJ_SORT_TYPE}, {"signed", CJ_SORT_TYPE}, {"sizeof", CJ_SORT_PREFIX}, {"static", CJ_SORT_TYPE},
    {"static_cast", CJ_SORT_CAST}, {"struct", CJ_SORT_BLIND}, {"switch", CJ_SORT_SWITCH}, {"template", CJ_SORT_BLIND},
    {"throw", CJ_SORT_JUMP}, {"try", CJ_SORT_SWITCH}, {"typedef", CJ_SORT_ALIAS}, {"typeof", CJ_SORT_ALIAS},
    {"union", CJ_SORT_BLIND}, {"unsigned", CJ_SORT_TYPE}, {"using", CJ_SORT_ALIAS}, {"void", CJ_SORT_TYPE},
    {"volatile", CJ_SORT_TYPE}, {"while", CJ_SORT_LOOP}
};
/* clang-format on */

/* Of one character; the others, those that come often first. */
static const unsigned char single[128] = {
    ['['] = CJ_SORT_SQUARE,   [']'] = CJ_SORT_SQUARE_END, ['('] = CJ_SORT_PAREN,     [')'] = CJ_SORT_PAREN_END,
    ['{'] = CJ_SORT_BRACE,    ['}'] = CJ_SORT_BRACE_END,  [';'] = CJ_SORT_SEMICOLON, [','] = CJ_SORT_COMMA,
    ['='] = CJ_SORT_ASSIGN,   ['*'] = CJ_SORT_STAR,       ['+'] = CJ_SORT_PLUS,      ['-'] = CJ_SORT_MINUS,
    ['.'] = CJ_SORT_MEMBER,   ['?'] = CJ_SORT_QUESTION,   [':'] = CJ_SORT_COLON,     ['&'] = CJ_SORT_AMPERSAND,
    ['<'] = CJ_SORT_LESS,     ['>'] = CJ_SORT_GREATER,    ['/'] = CJ_SORT_OPERATOR,  ['%'] = CJ_SORT_OPERATOR,
    ['|'] = CJ_SORT_OPERATOR, ['^'] = CJ_SORT_OPERATOR,   ['!'] = CJ_SORT_OPERATOR,  ['~'] = CJ_SORT_OPERATOR,
};
static const struct {
    const char *spelling;
    cj_sort sort;
} punctuators[] = {
    {"&&", CJ_SORT_BOTH},     {"->", CJ_SORT_MEMBER},         {"::", CJ_SORT_SCOPE},           {"++", CJ_SORT_STEP},
    {"--", CJ_SORT_STEP},     {".*", CJ_SORT_MEMBER_POINTER}, {"->*", CJ_SORT_MEMBER_POINTER}, {"==", CJ_SORT_OPERATOR},
    {"!=", CJ_SORT_OPERATOR}, {"<=", CJ_SORT_OPERATOR},       {">=", CJ_SORT_OPERATOR},        {"<<", CJ_SORT_OPERATOR},
    {">>", CJ_SORT_OPERATOR}, {"||", CJ_SORT_OPERATOR},
};

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static const cj_name no_name = {.token.start = "", .parameter = -1};

static int compare(const void *word, const void *element)
{
    return strcmp(word, ((const struct word *)element)->spelling);
}

static cj_sort sort_word(const cj_token *token)
{
    const struct word *known;
    cj_word_type type;
    char word[64];

    if (cj_token_copy(token, word, sizeof word) >= sizeof word)
        return CJ_SORT_NAME;
    known = bsearch(word, words, sizeof words / sizeof *words, sizeof *words, compare);
    if (known != NULL)
        return known->sort;
    return cj_word_find_type(word, &type) ? CJ_SORT_TYPE : CJ_SORT_NAME;
}

/* FNV-1a; a backslash is part of a line splice, which does not count. */
static size_t hash_name(const cj_token *name)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t k = 0; k < name->length; k++) {
        if (strchr("\\\r\n", name->start[k]) == NULL)
            hash = (hash ^ (unsigned char)name->start[k]) * 1099511628211u;
    }
    return (size_t)(hash ^ hash >> 32);
}

/* Its place in the table, or a free one. */
static size_t find_place(const cj_names *names, const cj_token *name)
{
    size_t mask = 2 * names->room - 1, at = hash_name(name) & mask;

    while (names->table[at] != 0 && !cj_token_same(&names->of[names->table[at]].token, name))
        at = (at + 1) & mask;
    return at;
}

static bool make_room(cj_names *names)
{
    size_t room = names->room == 0 ? 16 : 2 * names->room, *table = cj_calloc(2 * room, sizeof *table);
    cj_name *wider = table != NULL ? cj_realloc(names->of, room * sizeof *wider) : NULL;

    if (wider == NULL) {
        cj_free(table);
        names->failed = true;
        return false;
    }
    if (names->room == 0)
        wider[names->count++] = no_name;
    cj_free(names->table);
    names->of = wider;
    names->table = table;
    names->room = room;
    for (size_t k = 1; k < names->count; k++)
        table[find_place(names, &wider[k].token)] = k;
    return true;
}

const cj_name *cj_names_find(const cj_names *names, const char *spelling)
{
    const cj_token name = {.start = spelling, .length = strlen(spelling)};

    return names->room > 0 ? &names->of[names->table[find_place(names, &name)]] : &no_name;
}

static size_t add_name(cj_names *names, const cj_token *token)
{
    size_t at;

    if (names->count == names->room && !make_room(names))
        return 0;
    at = find_place(names, token);
    if (names->table[at] == 0) {
        names->table[at] = names->count;
        names->of[names->count++] = (cj_name){.token = *token, .sort = sort_word(token), .parameter = -1};
    }
    return names->table[at];
}

bool cj_names_add_parameter(cj_names *names, const char *spelling, size_t number, bool pointer)
{
    const cj_token token = {.kind = CJ_TOKEN_NAME, .start = spelling, .length = strlen(spelling)};
    const size_t at = add_name(names, &token);

    if (at != 0)
        names->of[at] = (cj_name){token, CJ_SORT_NAME, .parameter = (int)number, .pointer = pointer};
    return at != 0;
}

void cj_names_clear(cj_names *names)
{
    cj_free(names->of);
    cj_free(names->table);
    *names = (cj_names){0};
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static cj_sort sort_punctuator(const cj_token *token)
{
    size_t length = token->primary != NULL ? strlen(token->primary) : token->length;
    const char *spelling = token->primary != NULL ? token->primary : token->start;
    cj_sort sort = length == 1 && (unsigned char)*spelling < 128 ? (cj_sort)single[(unsigned char)*spelling]
                                                                 : CJ_SORT_END;

    for (size_t k = 0; length > 1 && k < sizeof punctuators / sizeof *punctuators; k++) {
        if (cj_token_is(token, punctuators[k].spelling))
            return punctuators[k].sort;
    }
    if (sort == CJ_SORT_END && length > 1 && spelling[length - 1] == '=')
        return CJ_SORT_COMPOUND;
    return sort != CJ_SORT_END ? sort : CJ_SORT_OTHER;
}

static cj_item make_item(cj_tokens *tokens, const cj_token *token)
{
    cj_item item = {.token = *token, .array = -1};

    switch (token->kind) {
    case CJ_TOKEN_NAME:
        item.name = tokens->names != NULL ? add_name(tokens->names, token) : 0;
        item.sort = item.name != 0 ? tokens->names->of[item.name].sort : CJ_SORT_NAME;
        break;
    case CJ_TOKEN_NUMBER:
        item.sort = CJ_SORT_NUMBER;
        break;
    case CJ_TOKEN_STRING:
        item.sort = CJ_SORT_STRING;
        break;
    case CJ_TOKEN_END:
        break;
    default:
        item.sort = sort_punctuator(token);
    }
    return item;
}

/* Room for one more at the end of a list; NULL: no memory. */
static void *grow(cj_tokens *tokens, void *list, size_t count, size_t *room, size_t size)
{
    size_t more = *room == 0 ? 8 : 2 * *room;
    void *wider;

    if (count < *room)
        return list;
    if ((wider = cj_realloc(list, more * size)) == NULL)
        tokens->failed = true;
    else
        *room = more;
    return wider;
}

static bool add_item(cj_tokens *tokens, cj_item item)
{
    cj_item *wider = grow(tokens, tokens->items, tokens->count + 1, &tokens->room, sizeof *wider);

    if (wider == NULL)
        return false;
    tokens->items = wider;
    if (tokens->count == 0)
        wider[0] = (cj_item){.token.start = "", .array = -1};
    wider[tokens->count + 1] = item;
    return true;
}

/* Whether a '{' opens statements; otherwise it is an initializer. */
static bool opens_block(const cj_item *before)
{
    static const char *const behind[] = {"const", "noexcept", "mutable", "override", "final", NULL};
    const uint64_t sorts = CJ_BIT(END) | CJ_BIT(PAREN_END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE_END) | CJ_BIT(ELSE) |
                           CJ_BIT(DO) | CJ_BIT(SWITCH) | CJ_BIT(COLON);

    return before->sort == CJ_SORT_BRACE
               ? before->block
               : cj_sort_in(before->sort, sorts) || cj_token_is_one_of(&before->token, behind);
}

/* A '}' closes what was left open inside of its braces, which a macro may close; nothing else closes a '{'. */
static void match_bracket(cj_tokens *tokens, size_t at)
{
    cj_item *items = tokens->items, *item = &items[at];
    const bool brace = item->sort == CJ_SORT_BRACE_END;
    size_t open = tokens->open;

    item->up = open;
    item->match = at;
    if (cj_sort_in(item->sort, CJ_SORTS_OPENING)) {
        item->block = item->sort == CJ_SORT_BRACE && opens_block(item - 1);
        tokens->open = at;
    } else if (brace || cj_sort_in(item->sort, CJ_BIT(PAREN_END) | CJ_BIT(SQUARE_END))) {
        while (brace && open > 0 && items[open].sort != CJ_SORT_BRACE)
            open = items[open].up;
        if (open == 0 || (!brace && items[open].sort == CJ_SORT_BRACE))
            return;
        item->match = open;
        item->up = tokens->open = items[open].up;
        items[open].match = at;
    }
}

/* What the name of an item means, where nobody owns it. */
static void name_item(const cj_names *names, cj_item *item)
{
    const cj_name *name = &names->of[item->name];

    if (item->sort != CJ_SORT_NAME || cj_sort_in(item[-1].sort, CJ_SORTS_OWNING))
        return;
    item->index = cj_item_is(item, "i");
    item->array = name->pointer ? name->parameter : -1;
}

static int directive_kind(const cj_item *name)
{
    static const struct {
        const char *spelling;
        int kind;
    } all[] = {{"define", CJ_DIRECTIVE_DEFINE},   {"undef", CJ_DIRECTIVE_UNDEF},
               {"include", CJ_DIRECTIVE_INCLUDE}, {"include_next", CJ_DIRECTIVE_INCLUDE},
               {"import", CJ_DIRECTIVE_INCLUDE},  {"if", CJ_DIRECTIVE_IF},
               {"ifdef", CJ_DIRECTIVE_IF},        {"ifndef", CJ_DIRECTIVE_IF},
               {"else", CJ_DIRECTIVE_ELSE},       {"elif", CJ_DIRECTIVE_ELSE},
               {"elifdef", CJ_DIRECTIVE_ELSE},    {"elifndef", CJ_DIRECTIVE_ELSE},
               {"endif", CJ_DIRECTIVE_ENDIF}};

    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (cj_item_is(name, all[k].spelling))
            return all[k].kind;
    }
    return CJ_DIRECTIVE_OTHER;
}

/* Of a directive that was read already `count` items are known; else they are the lexer's. */
static void add_directive(cj_tokens *tokens, const cj_token *token, const cj_lexer *lexer, const cj_item *known,
                          size_t count)
{
    cj_directive *wider = grow(tokens, tokens->directives, tokens->directive_count, &tokens->directive_room,
                               sizeof *wider);
    cj_lexer inside = lexer != NULL ? cj_lexer_enter(lexer, token) : (cj_lexer){0};
    cj_directive *made;
    cj_token inner;

    if (wider == NULL)
        return;
    tokens->directives = wider;
    made = &wider[tokens->directive_count++];
    *made = (cj_directive){.token = *token, .behind = tokens->count, .first = tokens->inside_count};
    /* A header's name in <...> may look like anything, and end this. */
    while (lexer == NULL ? made->count < count
                         : cj_lexer_next(&inside, &inner, NULL) == CUJIT_OK && inner.kind != CJ_TOKEN_END) {
        cj_item *more = grow(tokens, tokens->inside, tokens->inside_count, &tokens->inside_room, sizeof *more);
        cj_item item = make_item(tokens, lexer == NULL ? &known[made->count].token : &inner);

        if (more == NULL)
            return;
        tokens->inside = more;
        more[tokens->inside_count++] = item;
        if (made->count++ == 0)
            made->kind = directive_kind(&item);
        if (item.name != 0)
            tokens->names->of[item.name].directed |= tokens->place;
    }
}

/* Whether the operand behind the '&' or '(' at `at` has its address taken: yes, where '&' behind ')' may be binary. */
static bool takes_address(const cj_item *items, size_t at)
{
    while (items[at].sort == CJ_SORT_PAREN) /* &(x[i]) */
        at--;
    return items[at].sort == CJ_SORT_AMPERSAND &&
           (!cj_item_ends_operand(&items[at - 1]) || items[at - 1].sort == CJ_SORT_PAREN_END);
}

bool cj_tokens_changes(const cj_tokens *tokens, size_t at)
{
    const uint64_t verbs = CJ_BIT(JUMP) | CJ_BIT(ELSE) | CJ_BIT(DO) | CJ_BIT(CASE) | CJ_BIT(PREFIX) | CJ_BIT(BLIND);
    const cj_item *items = tokens->items, *before = &items[at - 1];

    return (before->name != 0 && !cj_sort_in(before->sort, verbs)) || before->sort == CJ_SORT_STEP ||
           cj_sort_in(items[at + 1].sort, CJ_SORTS_CHANGING | CJ_BIT(PAREN) | CJ_BIT(BRACE)) ||
           takes_address(items, at - 1);
}

static void note_uses(cj_tokens *tokens)
{
    const cj_item *items = tokens->items;

    for (size_t k = 1; k <= tokens->count; k++) {
        cj_name *name = &tokens->names->of[tokens->items[k].name];

        if (tokens->items[k].name == 0)
            continue;
        name->stands |= tokens->place;
        if (cj_sort_in(tokens->items[k - 1].sort, CJ_SORTS_OWNING))
            continue;
        name->mentioned |= tokens->place;
        if (cj_tokens_changes(tokens, k))
            name->changed |= tokens->place;
        if (items[k + 1].sort == CJ_SORT_SQUARE && items[k + 2].index && items[k + 3].sort == CJ_SORT_SQUARE_END &&
            !takes_address(items, k - 1))
            name->indexed |= tokens->place;
    }
}

void cj_tokens_add(cj_tokens *tokens, const cj_token *token)
{
    cj_names *names = tokens->names;

    tokens->failed = tokens->failed || (names != NULL && (names->failed || (names->room == 0 && !make_room(names))));
    if (tokens->failed || !add_item(tokens, make_item(tokens, token)))
        return;
    match_bracket(tokens, tokens->count + 1);
    if (names != NULL)
        name_item(names, &tokens->items[tokens->count + 1]);
    if (token->kind != CJ_TOKEN_END)
        tokens->count++;
    else if (names != NULL)
        note_uses(tokens);
    tokens->failed = tokens->failed || (names != NULL && names->failed);
}

void cj_tokens_end(cj_tokens *tokens)
{
    cj_tokens_add(tokens, &(cj_token){.start = ""});
}

cujit_status cj_tokens_read(cj_tokens *tokens, const char *text, cujit_error *error)
{
    cj_lexer lexer;
    cj_token token;

    cj_lexer_init(&lexer, "", text != NULL ? text : "");
    do {
        tokens->broken = cj_lexer_next(&lexer, &token, NULL) != CUJIT_OK;
        if (tokens->broken)
            token = (cj_token){.start = ""};
        if (token.kind == CJ_TOKEN_DIRECTIVE)
            add_directive(tokens, &token, &lexer, NULL, 0);
        else
            cj_tokens_add(tokens, &token);
    } while (token.kind != CJ_TOKEN_END);
    tokens->ends_in_comment = lexer.ends_in_comment;
    return tokens->failed ? cj_error_no_memory(error, "a look at a kernel's texts") : CUJIT_OK;
}

void cj_tokens_add_all(cj_tokens *tokens, const cj_tokens *from)
{
    const cj_directive *directive = from->directives;

    for (size_t k = 0, left = from->directive_count; k <= from->count; k++) {
        if (k > 0)
            cj_tokens_add(tokens, &from->items[k].token);
        for (; left > 0 && directive->behind == k; left--, directive++)
            add_directive(tokens, &directive->token, NULL, cj_tokens_inside(from, directive), directive->count);
    }
    tokens->broken = tokens->broken || from->broken;
    tokens->ends_in_comment = from->ends_in_comment;
}

void cj_tokens_clear(cj_tokens *tokens)
{
    cj_free(tokens->items);
    cj_free(tokens->directives);
    cj_free(tokens->inside);
    *tokens = (cj_tokens){0};
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

bool cj_item_is_qualifier(const cj_item *item)
{
    static const char *const these[] = {"auto", "const", "constexpr", "static", "void", "volatile", NULL};

    return item->sort == CJ_SORT_TYPE && cj_token_is_one_of(&item->token, these);
}

bool cj_item_is_number_type(const cj_item *item)
{
    cj_word_type type;
    char word[32];

    if (item->sort != CJ_SORT_TYPE || cj_item_is_qualifier(item))
        return false;
    return cj_token_copy(&item->token, word, sizeof word) < sizeof word &&
           (!cj_word_find_type(word, &type) || cj_dtype_is_plain(type.dtype));
}

bool cj_item_keeps_state(const cj_item *item)
{
    static const char *const these[] = {"static",     "thread_local", "__thread", "__shared__",
                                        "__device__", "__managed__",  NULL};

    return item->name != 0 && cj_token_is_one_of(&item->token, these);
}

/* What no expression ends with, or begins with: (vec<3> *), (float (*)[3]), (decltype(p)); but (float(a) + 1) is
 * one. */
static bool must_be_type(const cj_tokens *tokens, size_t open)
{
    const cj_item *first = &tokens->items[open + 1], *last = &tokens->items[tokens->items[open].match - 1];

    if (first->sort == CJ_SORT_NUMBER || first > last)
        return false;
    for (const cj_item *item = first; item + 2 <= last; item++) {
        if (item->sort == CJ_SORT_PAREN && item[1].sort == CJ_SORT_STAR && item[2].sort == CJ_SORT_PAREN_END)
            return true;
    }
    return first->sort == CJ_SORT_ALIAS ||
           cj_sort_in(last->sort, CJ_BIT(STAR) | CJ_BIT(AMPERSAND) | CJ_BIT(BOTH) | CJ_BIT(GREATER));
}

/* Whether the brackets hold a type, or nothing but what one may be made of. */
static bool may_hold_type(const cj_tokens *tokens, size_t open)
{
    const uint64_t parts = CJ_BIT(NAME) | CJ_BIT(TYPE) | CJ_BIT(ALIAS) | CJ_BIT(SCOPE) | CJ_BIT(STAR) |
                           CJ_BIT(AMPERSAND) | CJ_BIT(BOTH) | CJ_BIT(LESS) | CJ_BIT(GREATER) | CJ_BIT(COMMA);

    if (must_be_type(tokens, open))
        return true;
    for (size_t k = open + 1; k < tokens->items[open].match; k++) {
        if (!cj_sort_in(tokens->items[k].sort, parts))
            return false;
    }
    return true;
}

/* Behind '>': of static_cast<T>, of name<T>, or a comparison. */
static cj_paren behind_greater(const cj_tokens *tokens, size_t greater)
{
    enum { FAR = 64 };
    size_t depth = 1;

    for (size_t k = greater - 1; k > 0 && greater - k < FAR && depth > 0; k--) {
        cj_sort sort = tokens->items[k].sort;

        depth += (sort == CJ_SORT_GREATER) - (sort == CJ_SORT_LESS);
        if (depth == 0)
            return tokens->items[k - 1].sort == CJ_SORT_CAST   ? CJ_PAREN_CAST
                   : tokens->items[k - 1].sort == CJ_SORT_NAME ? CJ_PAREN_CALL
                                                               : CJ_PAREN_GROUP;
        if (sort == CJ_SORT_SEMICOLON || sort == CJ_SORT_BRACE)
            break;
    }
    return CJ_PAREN_GROUP;
}

static const uint64_t heads = CJ_BIT(IF) | CJ_BIT(LOOP) | CJ_BIT(SWITCH);

/* Behind ')': if (a) (b), f(a)(b), (float)(x[i]), (T)(x[i]), (f)(x[i]). */
static cj_paren behind_paren(const cj_tokens *tokens, size_t open)
{
    cj_sort before = tokens->items[open - 1].sort;

    if (cj_sort_in(before, heads))
        return CJ_PAREN_GROUP;
    if (before == CJ_SORT_TYPE || before == CJ_SORT_NAME)
        return CJ_PAREN_CALL;
    return tokens->items[open + 1].sort == CJ_SORT_TYPE ? CJ_PAREN_CAST : CJ_PAREN_CALL;
}

cj_paren cj_tokens_paren(const cj_tokens *tokens, size_t open)
{
    const cj_item *before = &tokens->items[open - 1];

    if (cj_sort_in(before->sort, heads))
        return CJ_PAREN_CONTROL;
    if (before->sort == CJ_SORT_TYPE)
        return cj_item_is(before, "constexpr") ? CJ_PAREN_CONTROL : CJ_PAREN_CAST;
    if (cj_sort_in(before->sort, CJ_BIT(NAME) | CJ_BIT(ALIAS) | CJ_BIT(SQUARE_END)))
        return CJ_PAREN_CALL;
    if (before->sort == CJ_SORT_GREATER)
        return behind_greater(tokens, open - 1);
    if (before->sort == CJ_SORT_PAREN_END)
        return behind_paren(tokens, before->match);
    return may_hold_type(tokens, open) && cj_item_ends_operand(&tokens->items[tokens->items[open].match + 1])
               ? CJ_PAREN_TYPE
               : CJ_PAREN_GROUP;
}

bool cj_tokens_begins_statement(const cj_tokens *tokens, size_t at)
{
    const cj_item *before = &tokens->items[at - 1];

    return cj_sort_in(before->sort, CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(ELSE) | CJ_BIT(DO) | CJ_BIT(BRACE_END)) ||
           (before->sort == CJ_SORT_BRACE && before->block) ||
           (before->sort == CJ_SORT_PAREN_END && cj_tokens_paren(tokens, before->match) == CJ_PAREN_CONTROL);
}

size_t cj_tokens_statement_end(const cj_tokens *tokens, size_t at)
{
    const uint64_t ends = CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE_END) | CJ_BIT(PAREN_END) | CJ_BIT(SQUARE_END);

    while (!cj_sort_in(tokens->items[at].sort, ends))
        at = tokens->items[at].match + 1;
    return at;
}

bool cj_tokens_is_unary(const cj_tokens *tokens, size_t at)
{
    const cj_item *before = &tokens->items[at - 1];
    cj_sort outside;

    if (!cj_item_ends_operand(before))
        return true;
    if (before->sort != CJ_SORT_PAREN_END)
        return false;
    /* (T)&x[i], if (c) &x[i]; but not f(a) & x[i], (a + 1) & x[i]. */
    outside = tokens->items[before->match - 1].sort;
    return cj_sort_in(outside, heads) || (!cj_sort_in(outside, CJ_BIT(NAME) | CJ_BIT(TYPE) | CJ_BIT(SQUARE_END)) &&
                                          may_hold_type(tokens, before->match));
}

bool cj_tokens_may_declare(const cj_tokens *tokens, size_t name)
{
    static const char *const calling[] = {"return", "else", "do", "case", "throw", NULL};
    const uint64_t signs = CJ_BIT(STAR) | CJ_BIT(AMPERSAND) | CJ_BIT(GREATER) | CJ_BIT(BOTH) |
                           CJ_BIT(PAREN_END); /* __attribute__((...)) max(T, T) */
    bool found = false;

    for (size_t k = 1; k <= tokens->count && !found; k++) {
        const cj_item *item = &tokens->items[k], *before = item - 1;

        found = item->name == name &&
                (item[1].sort != CJ_SORT_PAREN || /* using ns::max; auto max = */
                 (before->name != 0 ? !cj_token_is_one_of(&before->token, calling) : cj_sort_in(before->sort, signs)));
    }
    return found;
}
