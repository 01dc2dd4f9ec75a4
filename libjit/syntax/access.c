/*
 * access.c: how an operation uses its arrays. See access.h.
 *
 * Three looks at the same tokens. First, whether something is there that we do not see through, or that keeps an order
 * of its own: references, lambdas, wild macros. Then every mention of an array: which of its elements, and what is done
 * to it. Last, the statements in their order: what is written on every way through, and what is read before.
 *
 * Taken for granted: operators other than assignments leave their operands alone, and an assignment operator of a
 * built-in type writes the whole element.
 */
#include "libjit/syntax/access.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/access_look.h"
#include "libjit/syntax/snippet.h"

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

/* ---- The whole --------------------------------------------------------------------------------------------------- */

/* `for (auto &r : v)`, `if (auto &r = f())`; but not `if (a & b)`. */
static bool declares_in_head(const look *l, size_t at)
{
    for (size_t k = at + 1; k < l->items[l->items[at].up].match && l->items[k].sort != CJ_SORT_SEMICOLON; k++) {
        if (l->items[k].sort == CJ_SORT_ASSIGN || l->items[k].sort == CJ_SORT_COLON)
            return true;
    }
    return false;
}

/* `at` is directly in the brackets that open at `open`: is that a list of parameters? f(a & b) is none. */
static bool declares_parameter(const look *l, size_t open, size_t at)
{
    if (cj_items_paren(&l->list, open) == CJ_PAREN_CONTROL)
        return declares_in_head(l, at);
    return l->items[open - 1].sort == CJ_SORT_SQUARE_END || l->items[open - 1].sort == CJ_SORT_GREATER ||
           l->items[at - 1].sort == CJ_SORT_TYPE;
}

/* Whether what stands before the '&' or '&&' at `at`, back to where a declaration may begin, may be a type. */
static bool follows_type(const look *l, size_t at)
{
    for (size_t k = at - 1;; k--) {
        const cj_item *item = &l->items[k];

        switch (item->sort) {
        case CJ_SORT_NAME:
        case CJ_SORT_TYPE:
        case CJ_SORT_SCOPE:
        case CJ_SORT_LESS:
        case CJ_SORT_GREATER:
        case CJ_SORT_STAR:
        case CJ_SORT_AMPERSAND:
        case CJ_SORT_BOTH:
        case CJ_SORT_COLON:
            break;
        case CJ_SORT_PAREN_END:
        case CJ_SORT_SQUARE_END:
            k = item->match;
            break;
        case CJ_SORT_COMMA:
            if (l->items[item->up].sort != CJ_SORT_PAREN)
                return l->items[item->up].sort != CJ_SORT_BRACE || l->items[item->up].block;
            return declares_parameter(l, item->up, at);
        case CJ_SORT_PAREN:
            return declares_parameter(l, k, at);
        case CJ_SORT_BRACE:
            return item->block;
        case CJ_SORT_SEMICOLON:
            return l->items[item->up].sort != CJ_SORT_PAREN;
        case CJ_SORT_OPERATOR:
            if (!cj_token_is(&item->token, ">>"))
                return false;
            break;
        case CJ_SORT_ASSIGN:
        case CJ_SORT_COMPOUND:
        case CJ_SORT_PLUS:
        case CJ_SORT_MINUS:
        case CJ_SORT_NUMBER:
        case CJ_SORT_STRING:
        case CJ_SORT_QUESTION:
        case CJ_SORT_MEMBER:
        case CJ_SORT_SQUARE:
        case CJ_SORT_JUMP:
        case CJ_SORT_CAST:
        case CJ_SORT_PREFIX:
        case CJ_SORT_STEP:
            return false;
        default:
            return true;
        }
    }
}

/* `T (&r) = x[i];`, `T ((&r))(x[i]);`; but not f(&r). */
static bool declares_in_brackets(const look *l, size_t at)
{
    size_t open = at;

    while (l->items[open - 1].sort == CJ_SORT_PAREN)
        open--;
    if (open == at || !(cj_item_ends_operand(&l->items[open - 1]) || l->items[open - 1].sort == CJ_SORT_GREATER))
        return false;
    switch (l->items[l->items[open].match + 1].sort) {
    case CJ_SORT_ASSIGN:
    case CJ_SORT_SQUARE:
    case CJ_SORT_BRACE:
    case CJ_SORT_PAREN:
    case CJ_SORT_NAME:
    case CJ_SORT_COLON:
        return true;
    default:
        return false;
    }
}

/* Whether the '&' or '&&' at `at` may declare a reference, or belong to a type that is one. */
static bool is_reference(const look *l, size_t at)
{
    const cj_item *items = l->items;

    if (items[at - 1].sort == CJ_SORT_SQUARE) /* [&] captures, and gives no name */
        return false;
    switch (items[at + 1].sort) {
    case CJ_SORT_NAME:
        if (items[at + 2].sort == CJ_SORT_NAME || items[at + 2].sort == CJ_SORT_TYPE)
            return true; /* float &__restrict__ r */
        break;
    case CJ_SORT_TYPE:
    case CJ_SORT_PAREN:
    case CJ_SORT_SCOPE:
    case CJ_SORT_AMPERSAND:
    case CJ_SORT_STEP:
        break;
    case CJ_SORT_NUMBER:
    case CJ_SORT_STRING:
    case CJ_SORT_PLUS:
    case CJ_SORT_MINUS:
    case CJ_SORT_STAR:
    case CJ_SORT_CAST:
    case CJ_SORT_PREFIX:
        return false;
    case CJ_SORT_OPERATOR: /* & ~a; but f<g<float &>> */
        return !cj_token_is(&items[at + 1].token, "~") && !cj_token_is(&items[at + 1].token, "!");
    default: /* (float &), f<float &>, float &[a, b] */
        return true;
    }
    return declares_in_brackets(l, at) || follows_type(l, at);
}

/* (float &), const_cast<float &>, of which `at` is the '&'; but not (const float &). */
static bool casts_const_away(const look *l, size_t at)
{
    if (l->items[at + 1].sort != CJ_SORT_PAREN_END && l->items[at + 1].sort != CJ_SORT_GREATER)
        return false;
    for (size_t k = at - 1; k > l->items[at].up; k--) {
        if (cj_token_is(&l->items[k].token, "const"))
            return false;
        if (l->items[k].sort == CJ_SORT_LESS || l->items[k].sort == CJ_SORT_SEMICOLON)
            break;
    }
    return true;
}

/* Whether the lambda whose '[' is at `at` has parameters that are references. */
static bool takes_references(const look *l, size_t at)
{
    size_t open = l->items[at].match + 1;

    if (l->items[open].sort != CJ_SORT_PAREN)
        return false;
    for (size_t k = open + 1; k < l->items[open].match; k++) {
        if (l->items[k].sort == CJ_SORT_AMPERSAND || l->items[k].sort == CJ_SORT_BOTH)
            return true;
    }
    return false;
}

static void look_at_square(look *l, size_t at)
{
    const cj_item *items = l->items;
    size_t length = items[at].match - at;

    if (items[at + 1].sort == CJ_SORT_SQUARE && items[items[at].match - 1].sort == CJ_SORT_SQUARE_END &&
        !cj_item_ends_operand(&items[at - 1]))
        return;                                    /* [[attribute]] */
    if (cj_token_is(&items[at - 1].token, "auto")) /* auto [a, b] */
        l->blind = true;
    if (cj_item_ends_operand(&items[at - 1]) ||
        (items[at - 1].sort == CJ_SORT_SQUARE && items[items[at - 1].match - 1].match == at))
        return;
    l->opaque = l->lambdas = true;
    l->references = l->references || takes_references(l, at);
    if (length != 1 && !(length == 2 && items[at + 1].sort == CJ_SORT_AMPERSAND))
        l->blind = true;
}

/* A name that only a macro can make sense of, where macros are hidden in headers. */
static bool may_be_hidden(const cj_item *item)
{
    static const char *const known[] = {"i", "n", "true", "false", NULL};

    return item->sort == CJ_SORT_NAME && item->array < 0 && !cj_token_is_one_of(&item->token, known);
}

/* `static int k`, but not `static const int k[]`. */
static bool keeps_state(const look *l, size_t at)
{
    static const char *const words[] = {"static",     "thread_local", "__thread", "__shared__",
                                        "__device__", "__managed__",  NULL};
    static const char *const fixed[] = {"const", "constexpr", NULL};

    return cj_token_is_one_of(&l->items[at].token, words) && !cj_token_is_one_of(&l->items[at - 1].token, fixed) &&
           !cj_token_is_one_of(&l->items[at + 1].token, fixed);
}

static bool is_label(const look *l, size_t at)
{
    const cj_item *before = &l->items[at - 1];

    return l->items[at].sort == CJ_SORT_NAME && l->items[at + 1].sort == CJ_SORT_COLON &&
           (before->sort == CJ_SORT_END || before->sort == CJ_SORT_SEMICOLON || before->sort == CJ_SORT_BRACE ||
            before->sort == CJ_SORT_BRACE_END || before->sort == CJ_SORT_PAREN_END || before->sort == CJ_SORT_ELSE ||
            before->sort == CJ_SORT_DO);
}

static void look_at_item(look *l, size_t at)
{
    const cj_item *item = &l->items[at], *before = &l->items[at - 1];

    l->out->keeps_state = l->out->keeps_state || keeps_state(l, at);
    switch (item->sort) {
    case CJ_SORT_JUMP:
        l->jumps = true;
        break;
    case CJ_SORT_TYPE:
        l->autos = l->autos || cj_token_is(&item->token, "auto");
        break;
    case CJ_SORT_BLIND:
        l->blind = true;
        break;
    case CJ_SORT_ALIAS:
        l->references = true;
        break;
    case CJ_SORT_SQUARE:
        look_at_square(l, at);
        break;
    case CJ_SORT_AMPERSAND:
    case CJ_SORT_BOTH:
        l->references = l->references || is_reference(l, at);
        l->casts = l->casts || (is_reference(l, at) && casts_const_away(l, at));
        if (cj_items_is_unary(&l->list, at) && before->sort != CJ_SORT_SQUARE)
            l->addresses = true;
        break;
    case CJ_SORT_ASSIGN:
    case CJ_SORT_COMPOUND: /* the argument of a macro that puts pieces together; [=] is a lambda, dealt with */
        if (before->sort == CJ_SORT_COMMA || before->sort == CJ_SORT_PAREN)
            l->blind = true;
        break;
    case CJ_SORT_NAME:
        l->blind = l->blind || is_label(l, at) || (l->around.own_header && may_be_hidden(item));
        if (cj_surroundings_has_macro(&l->around, &item->token)) {
            l->blind = l->blind || l->around.pastes;
            l->opaque = l->opaque || l->around.wild;
        }
        break;
    default:
        break;
    }
}

static void look_at_whole(look *l)
{
    l->opaque = l->out->hidden = l->around.any_header;
    l->out->keeps_state = l->around.keeps_state;
    l->references = l->casts = l->around.aliases;
    for (size_t k = 1; k <= l->list.count; k++)
        look_at_item(l, k);
    l->blind = l->blind || (l->references && l->addresses);
    l->opaque = l->opaque || l->references || l->blind;
}

/* ---- Mentions of arrays ------------------------------------------------------------------------------------------ */

/* A decimal integer without anything odd about it, suffixes u and l allowed; -1: it is none, or too large. */
static int literal(const cj_item *item)
{
    char word[16];
    size_t digits;
    int value = 0;

    if (item->sort != CJ_SORT_NUMBER || cj_token_copy(&item->token, word, sizeof word) >= sizeof word)
        return -1;
    digits = strspn(word, "0123456789");
    if (digits == 0 || digits > 2 || (digits > 1 && word[0] == '0') ||
        strspn(word + digits, "uUlL") != strlen(word + digits))
        return -1;
    for (size_t k = 0; k < digits; k++)
        value = 10 * value + (word[k] - '0');
    return value <= CJ_ACCESS_REACH ? value : -1;
}

/* Whether the brackets that open at `open` hold i, i + c, i - c or c + i. */
static bool find_offset(const look *l, size_t open, int *offset)
{
    const cj_item *inside = &l->items[open + 1];
    size_t length = l->items[open].match - open - 1;

    *offset = 0;
    if (length == 1)
        return inside->index;
    if (length != 3)
        return false;
    if (inside->index && (inside[1].sort == CJ_SORT_PLUS || inside[1].sort == CJ_SORT_MINUS)) {
        if ((*offset = literal(&inside[2])) < 0)
            return false;
        if (inside[1].sort == CJ_SORT_MINUS)
            *offset = -*offset;
        return true;
    }
    return inside[1].sort == CJ_SORT_PLUS && inside[2].index && (*offset = literal(&inside[0])) >= 0;
}

/* `float *x[i]` at the start of a statement is a declaration. */
static bool is_declared(const look *l, size_t at)
{
    size_t k = at - 1;

    if (l->items[k].sort != CJ_SORT_STAR && l->items[k].sort != CJ_SORT_AMPERSAND && l->items[k].sort != CJ_SORT_BOTH)
        return false;
    while (l->items[k].sort == CJ_SORT_STAR || l->items[k].sort == CJ_SORT_AMPERSAND ||
           l->items[k].sort == CJ_SORT_BOTH)
        k--;
    if (l->items[k].sort == CJ_SORT_TYPE)
        return true;
    if (l->items[k].sort != CJ_SORT_NAME)
        return false;
    k--;
    return l->items[k].sort == CJ_SORT_END || l->items[k].sort == CJ_SORT_SEMICOLON ||
           l->items[k].sort == CJ_SORT_BRACE || l->items[k].sort == CJ_SORT_BRACE_END;
}

/* The tokens of the operation's `i` that stand in plain accesses are marked as such. */
static void look_at_mention(look *l, size_t at)
{
    cj_item *item = &l->items[at], *after = item + 1;
    int array = item->array, offset = 0;
    cj_access *access = &l->out->of[array];
    bool can_write = !l->signature->parameters[array].is_const;
    cj_verdict v = {.bound = true, .writes = true, .reads = true};

    if (after->sort == CJ_SORT_SQUARE && !is_declared(l, at)) {
        bool plain = find_offset(l, at + 1, &offset);

        v = cj_operand_judge(&l->context, at, after->match, array);
        access->other = access->other || !plain;
        access->indexed = access->indexed || (plain && offset == 0);
        if (plain) {
            item->behind = after->match + 1;
            access->lowest = offset < access->lowest ? offset : access->lowest;
            access->highest = offset > access->highest ? offset : access->highest;
            for (size_t k = at + 2; k < after->match; k++)
                l->items[k].index = false; /* accounted for */
        }
    }
    access->other = access->other || v.bound;
    v.writes = v.writes || v.bound;
    access->written = access->written || (can_write && v.writes);
    /* A type's own assignment may read, and may write anything. */
    v.whole = v.whole && offset == 0 && item->behind > 0 &&
              (cj_operand_is_built_in(l->signature, array) || !l->around.operators);
    item->flags = (v.reads || !v.whole ? CJ_ITEM_READS : 0u) | (v.writes ? CJ_ITEM_WRITES : 0u) |
                  (v.whole ? CJ_ITEM_WHOLE : 0u);
}

static bool mentions(const char *text, const char *name)
{
    cj_use use = cj_snippet_use(text, name, "i");

    return use.indexed + use.other > 0;
}

static bool directive_has(const cj_lexer *lexer, const cj_token *directive, const char *name)
{
    cj_lexer inside = cj_lexer_enter(lexer, directive);
    cj_token token;

    while (cj_lexer_next(&inside, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        if (token.kind == CJ_TOKEN_NAME && cj_token_is(&token, name))
            return true;
    }
    return false;
}

/* Whether the name stands in a text, either inside of directives or outside. */
static bool stands_in(const char *text, const char *name, bool directives)
{
    cj_lexer lexer;
    cj_token token;

    if (text == NULL || (directives && !cj_lexer_may_direct(text)))
        return false;
    cj_lexer_init(&lexer, "", text);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        if (directives ? token.kind == CJ_TOKEN_DIRECTIVE && directive_has(&lexer, &token, name)
                       : token.kind == CJ_TOKEN_NAME && cj_token_is(&token, name))
            return true;
    }
    return false;
}

static void look_at_array(look *l, size_t k)
{
    const cj_parameter *parameter = &l->signature->parameters[k];
    const char *name = parameter->name, *bodies = l->around.bodies.data;
    cj_access *access = &l->out->of[k];
    bool elsewhere = mentions(bodies, name) || mentions(l->texts->loop_prep, name) ||
                     mentions(l->texts->after_loop, name) || stands_in(l->texts->operation, name, true);
    bool hidden = l->blind && (access->indexed || access->other || access->lowest != access->highest);

    access->other = access->other || elsewhere || parameter->is_volatile || l->blind || l->out->changes_index;
    hidden = hidden || elsewhere || (l->blind && l->around.own_header) ||
             (l->references && (access->indexed || access->lowest != access->highest));
    access->other = access->other || (parameter->is_const && l->casts);
    access->written = access->written || (hidden && !parameter->is_const);
    access->other = access->other || (access->written && access->lowest != access->highest);
    if (l->around.any_header && !parameter->is_const && !access->indexed && !access->other &&
        access->lowest == access->highest) /* a macro may mention it */
        access->other = access->written = true;
}

/* ---- The index and the axes -------------------------------------------------------------------------------------- */

/* Whether the operation, or what stands before the loop, may declare a name of its own that is spelled like the one at
 * `at`; f is a function as long as it is only called. */
static bool is_local(const look *l, size_t at)
{
    char word[256];

    if (cj_token_copy(&l->items[at].token, word, sizeof word) >= sizeof word ||
        stands_in(l->texts->loop_prep, word, false) || stands_in(l->texts->after_loop, word, false))
        return true;
    for (size_t k = 0; k < l->signature->count; k++) {
        if (strcmp(l->signature->parameters[k].name, word) == 0)
            return true;
    }
    for (size_t k = 1; k <= l->list.count; k++) {
        cj_sort before = l->items[k - 1].sort;

        if (cj_token_is(&l->items[k].token, word) && (l->items[k + 1].sort != CJ_SORT_PAREN || before == CJ_SORT_NAME ||
                                                      before == CJ_SORT_TYPE || before == CJ_SORT_GREATER))
            return true;
    }
    return false;
}

/* Whether the '(' at `open` is behind a name that can only mean functions for which numbers are numbers. */
static bool calls_plain_function(const look *l, size_t open)
{
    cj_sort before = l->items[open - 2].sort;

    return l->items[open - 1].sort == CJ_SORT_NAME && before != CJ_SORT_SCOPE && before != CJ_SORT_MEMBER &&
           cj_surroundings_is_plain_function(&l->around, &l->items[open - 1].token) && !is_local(l, open - 1);
}

/* Whether something is there for which a number's type matters. */
static bool can_dispatch(const look *l)
{
    return l->around.generic || (l->lambdas && l->autos);
}

/* f(i), f(a, i + 1), T{i}: what is done may depend on the type of i, which forms have one of their own for. */
static bool is_dispatched(const look *l, size_t at)
{
    const cj_item *item = &l->items[at], *up = &l->items[item->up];
    cj_sort before = item[-1].sort, after = item[1].sort;
    bool first = before == CJ_SORT_PAREN || before == CJ_SORT_COMMA || before == CJ_SORT_BRACE ||
                 before == CJ_SORT_PLUS;
    bool last = after == CJ_SORT_PAREN_END || after == CJ_SORT_COMMA || after == CJ_SORT_BRACE_END ||
                after == CJ_SORT_PLUS || after == CJ_SORT_MINUS;

    if (!can_dispatch(l) || !first || !last)
        return false;
    if (up->sort == CJ_SORT_BRACE)
        return !up->block;
    return up->sort == CJ_SORT_PAREN && cj_items_paren(&l->list, item->up) == CJ_PAREN_CALL &&
           !calls_plain_function(l, item->up);
}

/* The same in what the operation's macros, and theirs, are replaced by. */
static bool may_macros_dispatch(const look *l)
{
    cj_lexer lexer;
    cj_token token;

    if (!can_dispatch(l) || l->around.givers.count == 0)
        return false;
    for (size_t k = 1; k <= l->list.count; k++) {
        if (cj_surroundings_gives_index(&l->around, &l->items[k].token))
            return true;
    }
    cj_lexer_init(&lexer, "", l->around.bodies.data);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        if (cj_surroundings_gives_index(&l->around, &token))
            return true;
    }
    return false;
}

static void look_at_index(look *l)
{
    const char *bodies = l->around.bodies.data;
    cj_accesses *out = l->out;

    out->changes_index = cj_snippet_changes(l->texts->operation, "i") || cj_snippet_changes(bodies, "i") ||
                         may_macros_dispatch(l);
    out->uses_index = mentions(bodies, "i") || (l->around.own_header && l->blind);
    for (size_t k = 1; k <= l->list.count; k++) {
        cj_verdict v;

        if (!l->items[k].index)
            continue;
        v = cj_operand_judge(&l->context, k, k, -1);
        out->uses_index = true;
        out->changes_index = out->changes_index || v.bound || v.writes || is_declared(l, k) || is_dispatched(l, k);
    }
    out->changes_index = out->changes_index || (out->uses_index && (l->references || (l->autos && l->around.generic)));
}

/* The number of an axis in "i0" to "i15", "n0" to "n15"; -1: it is none. */
static int axis_of(const char *word)
{
    int axis;

    if ((word[0] != 'i' && word[0] != 'n') || !isdigit((unsigned char)word[1]))
        return -1;
    axis = word[1] - '0';
    if (word[2] == '\0')
        return axis;
    if (axis != 1 || !isdigit((unsigned char)word[2]) || word[3] != '\0')
        return -1;
    axis = 10 + (word[2] - '0');
    return axis <= 15 ? axis : -1;
}

static bool is_own_name(const look *l, const cj_token *token, const char *word)
{
    for (size_t k = 0; k < l->signature->count; k++) {
        if (strcmp(l->signature->parameters[k].name, word) == 0)
            return true;
    }
    return cj_snippet_changes(l->texts->operation, word) || cj_snippet_changes(l->texts->loop_prep, word) ||
           stands_in(l->texts->preamble, word, false) || stands_in(l->texts->types, word, false) ||
           cj_surroundings_has_macro(&l->around, token);
}

static void look_for_axes(look *l, const char *text)
{
    cj_lexer lexer;
    cj_token token, before = {.start = ""};

    cj_lexer_init(&lexer, "", text != NULL ? text : "");
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        static const char *const members[] = {".", "->", "::", NULL};
        char word[8];
        int axis;

        if (token.kind == CJ_TOKEN_NAME && !cj_token_is_one_of(&before, members) &&
            cj_token_copy(&token, word, sizeof word) < sizeof word && (axis = axis_of(word)) >= 0 &&
            (l->out->axes & 1u << axis) == 0 && !is_own_name(l, &token, word))
            l->out->axes |= 1u << axis;
        before = token;
    }
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static cujit_status look_at(look *l, cujit_error *error)
{
    cj_accesses *out = l->out;

    out->tokens = l->list.count;
    look_at_whole(l);
    for (size_t k = 1; k <= l->list.count; k++) {
        if (l->items[k].array >= 0)
            look_at_mention(l, k);
    }
    look_at_index(l);
    for (size_t k = 0; k < out->count; k++) {
        if (l->signature->parameters[k].pointer)
            look_at_array(l, k);
    }
    look_for_axes(l, l->texts->operation);
    look_for_axes(l, l->around.bodies.data);
    return cj_access_statements(l, error);
}

cujit_status cj_accesses_find(const cj_access_texts *texts, const cj_signature *signature, cj_accesses *out,
                              cujit_error *error)
{
    look l = {.texts = texts, .signature = signature, .out = out};
    cujit_status status;

    *out = (cj_accesses){.count = signature->count};
    if ((status = cj_surroundings_find(texts->types, texts->preamble, texts->operation, texts->options, &l.around,
                                       error)) != CUJIT_OK ||
        (status = cj_items_split(texts->operation, signature, &l.list, error)) != CUJIT_OK)
        goto out;
    l.items = l.list.items;
    l.context = (cj_operand_context){&l.list, signature, &l.around};
    if ((out->of = cj_calloc(signature->count + 1, sizeof *out->of)) == NULL) {
        status = cj_error_no_memory(error, "a look at an operation");
        goto out;
    }
    for (size_t k = 0; k < signature->count; k++) {
        if (signature->parameters[k].pointer)
            out->of[k] = (cj_access){.first_write = INT_MAX, .last_read = -1};
    }
    status = look_at(&l, error);

out:
    cj_free(l.list.items);
    cj_surroundings_clear(&l.around);
    if (status != CUJIT_OK)
        cj_accesses_clear(out);
    return status;
}

void cj_accesses_clear(cj_accesses *accesses)
{
    cj_free(accesses->of);
    cj_free(accesses->simple);
    *accesses = (cj_accesses){0};
}

bool cj_accesses_distrust(cj_accesses *accesses, const cj_signature *signature)
{
    bool more = false;

    if (!accesses->uses_index)
        return accesses->uses_index = true;
    for (size_t k = 0; k < accesses->count; k++) {
        const cj_parameter *parameter = &signature->parameters[k];
        cj_access *access = &accesses->of[k];

        if (!parameter->pointer || access->other)
            continue;
        more = access->other = access->loaded = true;
        access->written = !parameter->is_const;
        access->always = false;
        access->first_write = access->written ? 0 : INT_MAX;
        access->last_read = INT_MAX - 1;
    }
    return more;
}

bool cj_accesses_may_share(const cj_accesses *accesses, size_t writer, size_t reader)
{
    const cj_access *w = &accesses->of[writer], *r = &accesses->of[reader];

    if (writer == reader)
        return true;
    if (r->written || r->lowest != r->highest)
        return false;
    if (r->last_read != w->first_write)
        return r->last_read < w->first_write;
    return (size_t)r->last_read < accesses->statement_count && accesses->simple[r->last_read];
}
