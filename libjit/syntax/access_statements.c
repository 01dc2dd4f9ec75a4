/*
 * access_statements.c: the statements of an operation in their order: what is written on every way through, and what is
 * read before.
 */
#include "libjit/syntax/access_look.h"

#include <limits.h>

enum { MAX_NESTING = 64 }; /* of statements that are looked through one by one */

static size_t take_statement(look *l, size_t at);

/* The reads and writes between two tokens. */
static void take_range(look *l, size_t first, size_t end)
{
    for (size_t k = first; k < end; k++) {
        const cj_item *item = &l->items[k];
        cj_access *access;

        if (item->array < 0)
            continue;
        access = &l->out->of[item->array];
        if ((item->flags & CJ_ITEM_READS) != 0) {
            access->last_read = l->statement;
            l->loaded |= ~l->definite & (uint64_t)1 << item->array;
        }
        if ((item->flags & CJ_ITEM_WRITES) != 0 && l->statement < access->first_write)
            access->first_write = l->statement;
    }
}

/* z[i] = y[i] = EXPRESSION; z[i] += EXPRESSION; z[i]++; ++z[i]; */
static size_t take_expression(look *l, size_t at)
{
    size_t end = cj_tokens_statement_end(l->tokens, at), k = at;
    uint64_t targets = 0;

    if (l->items[k].sort == CJ_SORT_STEP)
        k++;
    while (k < end && l->items[k].array >= 0 && (l->items[k].flags & CJ_ITEM_WHOLE) != 0) {
        targets |= (uint64_t)1 << l->items[k].array;
        k = l->items[k].behind + 1;
    }
    take_range(l, at, end);
    l->definite |= targets;
    return end + (l->items[end].sort == CJ_SORT_SEMICOLON);
}

/* The '(' of a head such as that of `if`, if there is one. Returns what is behind it. */
static size_t take_head(look *l, size_t at)
{
    if (l->items[at].sort != CJ_SORT_PAREN)
        return at;
    take_range(l, at, l->items[at].match);
    return l->items[at].match + 1;
}

static size_t take_if(look *l, size_t at)
{
    uint64_t before, then;

    at++;
    if (l->items[at].sort == CJ_SORT_TYPE) /* constexpr */
        at++;
    at = take_head(l, at);
    before = l->definite;
    at = take_statement(l, at);
    then = l->definite;
    l->definite = before;
    if (l->items[at].sort == CJ_SORT_ELSE) {
        at = take_statement(l, at + 1);
        l->definite &= then;
    }
    return at;
}

/* Loops and whatever else may run or not: nothing in them is certain. */
static size_t take_uncertain(look *l, size_t at)
{
    uint64_t before = l->definite;
    bool loops = l->items[at].sort == CJ_SORT_DO;

    at = take_head(l, at + 1);
    at = take_statement(l, at);
    if (loops && l->items[at].sort == CJ_SORT_LOOP)
        at = take_expression(l, at);
    l->definite = before;
    return at;
}

static size_t take_block(look *l, size_t at)
{
    size_t end = l->items[at].match;

    for (at++; at < end;)
        at = take_statement(l, at);
    return end + 1;
}

/* Returns what is behind the statement at `at`. */
static size_t take_statement(look *l, size_t at)
{
    if (l->nesting == MAX_NESTING) {
        l->opaque = true; /* then nothing is made of what is found */
        return take_expression(l, at);
    }
    l->nesting++;
    while (l->items[at].sort == CJ_SORT_SQUARE && l->items[at + 1].sort == CJ_SORT_SQUARE)
        at = l->items[at].match + 1;
    switch (l->items[at].sort) {
    case CJ_SORT_BRACE:
        at = take_block(l, at);
        break;
    case CJ_SORT_IF:
        at = take_if(l, at);
        break;
    case CJ_SORT_LOOP:
    case CJ_SORT_DO:
    case CJ_SORT_SWITCH:
        at = take_uncertain(l, at);
        break;
    case CJ_SORT_ELSE: /* of an `if` that stood behind a label or a macro, where it was not seen */
        l->opaque = true;
        at++;
        break;
    default:
        at = take_expression(l, at);
    }
    l->nesting--;
    return at;
}

/* See access.h. A method, or an operator of a class, may write a part of an element before it reads the rest. */
static bool is_early(const look *l, size_t first, size_t end)
{
    const uint64_t others = CJ_BIT(IF) | CJ_BIT(ELSE) | CJ_BIT(LOOP) | CJ_BIT(DO) | CJ_BIT(SWITCH) | CJ_BIT(CASE) |
                            CJ_BIT(JUMP) | CJ_BIT(BLIND) | CJ_BIT(ALIAS) | CJ_BIT(BRACE) | CJ_BIT(STEP);
    unsigned assignments = 0;

    for (size_t k = first; k < end; k++) {
        const cj_item *item = &l->items[k];
        bool outside = item->up == l->items[first].up;

        if (cj_sort_in(item->sort, others) || (item->sort == CJ_SORT_COMMA && outside) ||
            (cj_sort_in(item->sort, CJ_SORTS_CHANGING) && (!outside || ++assignments > 1)) ||
            ((item->flags & CJ_ITEM_WRITES) != 0 && !cj_look_is_number(l, item->array) &&
             (item->flags & CJ_ITEM_READS) != 0))
            return true;
    }
    return false;
}

static void finish_array(const look *l, size_t k)
{
    cj_access *access = &l->out->of[k];
    uint64_t bit = (uint64_t)1 << k;
    bool certain = !l->opaque && !l->jumps && !access->other;

    access->always = access->written && certain && (l->definite & bit) != 0;
    access->loaded = !access->always || (l->loaded & bit) != 0;
    if (access->written && (l->opaque || access->other)) {
        access->first_write = 0;
        access->early = true;
    }
    if (l->opaque || access->other)
        access->last_read = INT_MAX - 1;
    if (!access->written)
        access->first_write = INT_MAX;
}

void cj_access_statements(look *l)
{
    cj_access *of = l->out->of;

    for (size_t at = 1; at <= l->tokens->count; l->statement++) {
        size_t first = at;
        bool early;

        if ((at = take_statement(l, at)) == first)
            at++;
        early = is_early(l, first, at);
        for (size_t k = 0; k < l->out->count; k++)
            of[k].early = of[k].early || (early && of[k].first_write == l->statement);
    }
    for (size_t k = 0; k < l->out->count; k++) {
        if (l->signature->parameters[k].pointer)
            finish_array(l, k);
    }
}

bool cj_accesses_may_share(const cj_accesses *accesses, size_t writer, size_t reader)
{
    const cj_access *w = &accesses->of[writer], *r = &accesses->of[reader];

    if (writer == reader)
        return true;
    if (r->written || r->lowest != r->highest)
        return false;
    return r->last_read < w->first_write || (r->last_read == w->first_write && !w->early);
}
