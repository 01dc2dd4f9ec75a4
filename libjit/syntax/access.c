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
    if (cj_tokens_paren(l->tokens, open) == CJ_PAREN_CONTROL)
        return declares_in_head(l, at);
    return l->items[open - 1].sort == CJ_SORT_SQUARE_END || l->items[open - 1].sort == CJ_SORT_GREATER ||
           l->items[at - 1].sort == CJ_SORT_TYPE;
}

/* Whether what stands before the '&' or '&&' at `at`, back to where a declaration may begin, may be a type. */
static bool follows_type(const look *l, size_t at)
{
    const uint64_t parts = CJ_BIT(NAME) | CJ_BIT(TYPE) | CJ_BIT(SCOPE) | CJ_BIT(LESS) | CJ_BIT(GREATER) | CJ_BIT(STAR) |
                           CJ_BIT(AMPERSAND) | CJ_BIT(BOTH) | CJ_BIT(COLON);
    const uint64_t values = CJ_BIT(ASSIGN) | CJ_BIT(COMPOUND) | CJ_BIT(PLUS) | CJ_BIT(MINUS) | CJ_BIT(NUMBER) |
                            CJ_BIT(STRING) | CJ_BIT(QUESTION) | CJ_BIT(MEMBER) | CJ_BIT(SQUARE) | CJ_BIT(JUMP) |
                            CJ_BIT(CAST) | CJ_BIT(PREFIX) | CJ_BIT(STEP) | CJ_BIT(OPERATOR);
    const cj_item *item = &l->items[at - 1], *up;

    while (cj_sort_in(item->sort, parts | CJ_BIT(PAREN_END) | CJ_BIT(SQUARE_END)) || cj_item_is(item, ">>"))
        item = &l->items[item->match - 1];
    up = &l->items[item->up];
    switch (item->sort) {
    case CJ_SORT_COMMA:
        return up->sort == CJ_SORT_PAREN ? declares_parameter(l, item->up, at) : up->sort != CJ_SORT_BRACE || up->block;
    case CJ_SORT_PAREN:
        return declares_parameter(l, (size_t)(item - l->items), at);
    case CJ_SORT_BRACE:
        return item->block;
    case CJ_SORT_SEMICOLON:
        return up->sort != CJ_SORT_PAREN;
    default:
        return !cj_sort_in(item->sort, values);
    }
}

/* `T (&r) = x[i];`, `T ((&r))(x[i]);`; but not f(&r). */
static bool declares_in_brackets(const look *l, size_t at)
{
    const uint64_t behind = CJ_BIT(ASSIGN) | CJ_BIT(SQUARE) | CJ_BIT(BRACE) | CJ_BIT(PAREN) | CJ_BIT(NAME) |
                            CJ_BIT(COLON);
    size_t open = at;

    while (l->items[open - 1].sort == CJ_SORT_PAREN)
        open--;
    return open != at && cj_sort_in(l->items[open - 1].sort, CJ_SORTS_ENDING | CJ_BIT(GREATER)) &&
           cj_sort_in(l->items[l->items[open].match + 1].sort, behind);
}

/* Whether the '&' or '&&' at `at` may declare a reference, or belong to a type that is one. */
static bool is_reference(const look *l, size_t at)
{
    const uint64_t operands = CJ_BIT(NUMBER) | CJ_BIT(STRING) | CJ_BIT(PLUS) | CJ_BIT(MINUS) | CJ_BIT(STAR) |
                              CJ_BIT(CAST) | CJ_BIT(PREFIX);
    const uint64_t either = CJ_BIT(NAME) | CJ_BIT(TYPE) | CJ_BIT(PAREN) | CJ_BIT(SCOPE) | CJ_BIT(AMPERSAND) |
                            CJ_BIT(STEP);
    const cj_item *after = &l->items[at + 1];

    /* [&] captures, and gives no name; & ~a; but f<g<float &>> */
    if (l->items[at - 1].sort == CJ_SORT_SQUARE || cj_sort_in(after->sort, operands) || cj_item_is(after, "~") ||
        cj_item_is(after, "!"))
        return false;
    if (!cj_sort_in(after->sort, either)) /* (float &), f<float &>, float &[a, b] */
        return true;
    if (after->sort == CJ_SORT_NAME && cj_sort_in(after[1].sort, CJ_BIT(NAME) | CJ_BIT(TYPE)))
        return true; /* float &__restrict__ r */
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
    const uint64_t before = CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE) | CJ_BIT(BRACE_END) | CJ_BIT(PAREN_END) |
                            CJ_BIT(ELSE) | CJ_BIT(DO);

    return l->items[at].sort == CJ_SORT_NAME && l->items[at + 1].sort == CJ_SORT_COLON &&
           cj_sort_in(l->items[at - 1].sort, before);
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
        if (cj_tokens_is_unary(l->tokens, at) && before->sort != CJ_SORT_SQUARE)
            l->addresses = true;
        break;
    case CJ_SORT_ASSIGN:
    case CJ_SORT_COMPOUND: /* the argument of a macro that puts pieces together; [=] is a lambda, dealt with */
        if (before->sort == CJ_SORT_COMMA || before->sort == CJ_SORT_PAREN)
            l->blind = true;
        break;
    case CJ_SORT_NAME:
        l->blind = l->blind || is_label(l, at) || (l->around->own_header && may_be_hidden(item));
        if (cj_operand_is_macro(l->texts, item)) {
            l->blind = l->blind || l->around->pastes;
            l->opaque = l->opaque || l->around->wild;
        }
        break;
    default:
        break;
    }
}

static void look_at_whole(look *l)
{
    l->opaque = l->out->hidden = l->around->any_header;
    l->out->keeps_state = l->around->keeps_state;
    l->references = l->casts = l->around->aliases;
    for (size_t k = 1; k <= l->tokens->count; k++)
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
    const cj_item *item = &l->items[at - 1];

    while (cj_sort_in(item->sort, CJ_BIT(STAR) | CJ_BIT(AMPERSAND) | CJ_BIT(BOTH)))
        item--;
    if (item == &l->items[at - 1])
        return false;
    return item->sort == CJ_SORT_TYPE ||
           (item->sort == CJ_SORT_NAME &&
            cj_sort_in(item[-1].sort, CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE) | CJ_BIT(BRACE_END)));
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

        v = cj_operand_judge(l->texts, l->signature, at, after->match, array);
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
              (cj_operand_is_built_in(l->signature, array) || !l->around->operators);
    item->flags = (v.reads || !v.whole ? CJ_ITEM_READS : 0u) | (v.writes ? CJ_ITEM_WRITES : 0u) |
                  (v.whole ? CJ_ITEM_WHOLE : 0u);
}

static void look_at_array(look *l, size_t k)
{
    const cj_parameter *parameter = &l->signature->parameters[k];
    const cj_name *name = cj_names_find(&l->texts->names, parameter->name);
    cj_access *access = &l->out->of[k];
    bool elsewhere = cj_name_is_in(name, CJ_IN_MACROS | CJ_IN_LOOP_PREP | CJ_IN_AFTER_LOOP) ||
                     (name->directed & CJ_IN_OPERATION) != 0;
    bool hidden = l->blind && (access->indexed || access->other || access->lowest != access->highest);

    access->other = access->other || elsewhere || parameter->is_volatile || l->blind || l->out->changes_index;
    hidden = hidden || elsewhere || (l->blind && l->around->own_header) ||
             (l->references && (access->indexed || access->lowest != access->highest));
    access->other = access->other || (parameter->is_const && l->casts);
    access->written = access->written || (hidden && !parameter->is_const);
    access->other = access->other || (access->written && access->lowest != access->highest);
    if (l->around->any_header && !parameter->is_const && !access->indexed && !access->other &&
        access->lowest == access->highest) /* a macro may mention it */
        access->other = access->written = true;
}

/* ---- The index and the axes -------------------------------------------------------------------------------------- */

/* Whether the operation, or what stands before the loop, may declare a name of its own that is spelled like the one at
 * `at`; f is a function as long as it is only called. */
static bool is_local(const look *l, size_t at)
{
    const cj_name *name = cj_tokens_name(l->tokens, at);

    if ((name->stands & (CJ_IN_LOOP_PREP | CJ_IN_AFTER_LOOP)) != 0 || name->parameter >= 0)
        return true;
    for (size_t k = 1; k <= l->tokens->count; k++) {
        if (l->items[k].name == l->items[at].name &&
            (l->items[k + 1].sort != CJ_SORT_PAREN ||
             cj_sort_in(l->items[k - 1].sort, CJ_BIT(NAME) | CJ_BIT(TYPE) | CJ_BIT(GREATER))))
            return true;
    }
    return false;
}

/* Whether the '(' at `open` is behind a name that can only mean functions for which numbers are numbers. */
static bool calls_plain_function(const look *l, size_t open)
{
    return cj_tokens_is_own(l->tokens, open - 1) &&
           cj_surroundings_is_plain_function(l->around, cj_tokens_name(l->tokens, open - 1)) && !is_local(l, open - 1);
}

/* Whether something is there for which a number's type matters. */
static bool can_dispatch(const look *l)
{
    return l->around->generic || (l->lambdas && l->autos);
}

/* f(i), f(a, i + 1), T{i}: what is done may depend on the type of i, which forms have one of their own for. */
static bool is_dispatched(const look *l, size_t at)
{
    const cj_item *item = &l->items[at], *up = &l->items[item->up];
    bool first = cj_sort_in(item[-1].sort, CJ_BIT(PAREN) | CJ_BIT(COMMA) | CJ_BIT(BRACE) | CJ_BIT(PLUS));
    bool last = cj_sort_in(item[1].sort,
                           CJ_BIT(PAREN_END) | CJ_BIT(COMMA) | CJ_BIT(BRACE_END) | CJ_BIT(PLUS) | CJ_BIT(MINUS));

    if (!can_dispatch(l) || !first || !last)
        return false;
    if (up->sort == CJ_SORT_BRACE)
        return !up->block;
    return up->sort == CJ_SORT_PAREN && cj_tokens_paren(l->tokens, item->up) == CJ_PAREN_CALL &&
           !calls_plain_function(l, item->up);
}

/* The same in what the operation's macros, and theirs, are replaced by. */
static bool may_macros_dispatch(const look *l)
{
    const cj_names *names = &l->texts->names;

    for (size_t k = 1; can_dispatch(l) && l->around->givers && k < names->count; k++) {
        if ((names->of[k].is & CJ_NAME_GIVER) != 0 && (names->of[k].stands & (CJ_IN_OPERATION | CJ_IN_MACROS)) != 0)
            return true;
    }
    return false;
}

static void look_at_index(look *l)
{
    const cj_name *name = cj_names_find(&l->texts->names, "i");
    cj_accesses *out = l->out;

    out->changes_index = (name->changed & (CJ_IN_OPERATION | CJ_IN_MACROS)) != 0 ||
                         (name->directed & CJ_IN_OPERATION) != 0 || may_macros_dispatch(l);
    out->uses_index = cj_name_is_in(name, CJ_IN_MACROS) || (l->around->own_header && l->blind);
    for (size_t k = 1; k <= l->tokens->count; k++) {
        cj_verdict v;

        if (!l->items[k].index)
            continue;
        v = cj_operand_judge(l->texts, l->signature, k, k, -1);
        out->uses_index = true;
        out->changes_index = out->changes_index || v.bound || v.writes || is_declared(l, k) || is_dispatched(l, k);
    }
    out->changes_index = out->changes_index || (out->uses_index && (l->references || (l->autos && l->around->generic)));
}

/* The number of an axis in "i0" to "i15", "n0" to "n15"; -1: it is none. */
static int axis_of(const cj_name *name)
{
    char word[5];
    int axis;

    if (cj_token_copy(&name->token, word, sizeof word) >= sizeof word || (word[0] != 'i' && word[0] != 'n') ||
        !isdigit((unsigned char)word[1]))
        return -1;
    axis = word[1] - '0';
    if (word[2] == '\0')
        return axis;
    if (axis != 1 || !isdigit((unsigned char)word[2]) || word[3] != '\0')
        return -1;
    axis = 10 + (word[2] - '0');
    return axis <= 15 ? axis : -1;
}

static void look_for_axes(look *l)
{
    for (size_t k = 1; k < l->texts->names.count; k++) {
        const cj_name *name = &l->texts->names.of[k];
        bool own = name->parameter >= 0 ||
                   ((name->changed | name->directed) & (CJ_IN_OPERATION | CJ_IN_LOOP_PREP)) != 0 ||
                   (name->stands & (CJ_IN_PREAMBLE | CJ_IN_TYPES)) != 0 || (name->is & CJ_NAME_MACRO) != 0;
        int axis = (name->mentioned & (CJ_IN_OPERATION | CJ_IN_MACROS)) != 0 && !own ? axis_of(name) : -1;

        l->out->axes |= axis >= 0 ? 1u << axis : 0;
    }
}

const cj_item *cj_accesses_coordinate(const cj_accesses *accesses, const cj_tokens *tokens)
{
    for (size_t k = 1; k <= tokens->count; k++) {
        int axis = cj_tokens_is_own(tokens, k) ? axis_of(cj_tokens_name(tokens, k)) : -1;

        if (axis >= 0 && (accesses->axes & 1u << axis) != 0)
            return &tokens->items[k];
    }
    return NULL;
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static cujit_status look_at(look *l, cujit_error *error)
{
    cj_accesses *out = l->out;

    out->tokens = l->tokens->count;
    look_at_whole(l);
    for (size_t k = 1; k <= l->tokens->count; k++) {
        if (l->items[k].array >= 0)
            look_at_mention(l, k);
    }
    look_at_index(l);
    for (size_t k = 0; k < out->count; k++) {
        if (l->signature->parameters[k].pointer)
            look_at_array(l, k);
    }
    look_for_axes(l);
    return cj_access_statements(l, error);
}

cujit_status cj_accesses_find(cj_texts *texts, const cj_signature *signature, cj_accesses *out, cujit_error *error)
{
    look l = {.texts = texts,
              .signature = signature,
              .out = out,
              .tokens = &texts->operation,
              .items = texts->operation.items,
              .around = &texts->around};
    cujit_status status = CUJIT_OK;

    *out = (cj_accesses){.count = signature->count};
    if ((out->of = cj_calloc(signature->count + 1, sizeof *out->of)) == NULL)
        return cj_error_no_memory(error, "a look at an operation");
    for (size_t k = 0; k < signature->count; k++) {
        if (signature->parameters[k].pointer)
            out->of[k] = (cj_access){.first_write = INT_MAX, .last_read = -1};
    }
    if ((status = look_at(&l, error)) != CUJIT_OK)
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
