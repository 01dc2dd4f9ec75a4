/*
 * access_operand.c: what an operation does to one operand. See access_operand.h.
 *
 * From the operand outwards: what stands beside it, then the bracket around it, what stands beside that, and so on,
 * until the operand has become a value, of which nobody can know the address.
 */
#include "libjit/syntax/access_operand.h"

static bool makes_value(cj_sort sort)
{
    return sort == CJ_SORT_PLUS || sort == CJ_SORT_MINUS || sort == CJ_SORT_STAR || sort == CJ_SORT_LESS ||
           sort == CJ_SORT_GREATER || sort == CJ_SORT_OPERATOR || sort == CJ_SORT_AMPERSAND || sort == CJ_SORT_BOTH;
}

static bool assigns(cj_sort sort)
{
    return sort == CJ_SORT_ASSIGN || sort == CJ_SORT_COMPOUND || sort == CJ_SORT_STEP;
}

bool cj_operand_is_complex(const cj_signature *signature, int array)
{
    cujit_dtype dtype = array >= 0 ? signature->parameters[array].dtype : CUJIT_FLOAT32;

    return dtype == CUJIT_COMPLEX64 || dtype == CUJIT_COMPLEX128;
}

bool cj_operand_is_built_in(const cj_signature *signature, int array)
{
    return array < 0 || cj_dtype_find(signature->parameters[array].dtype) != NULL;
}

/* Steps over what stands behind an operand that ends at `last`: members, subscripts. Returns the new last token. */
static size_t follow_chain(const cj_operand_context *c, size_t last, int array, cj_verdict *v)
{
    for (;;) {
        const cj_item *after = &c->list->items[last + 1];

        switch (after->sort) {
        case CJ_SORT_MEMBER:
            v->whole = false;
            if (after[1].sort != CJ_SORT_NAME) {
                v->bound = true;
                return last;
            }
            if (cj_operand_is_complex(c->signature, array) &&
                (cj_token_is(&after[1].token, "real") || cj_token_is(&after[1].token, "imag")) &&
                after[2].sort == CJ_SORT_PAREN && after[3].sort == CJ_SORT_PAREN_END) {
                last += 4;
                break;
            }
            /* A method may write, and a member that is an array becomes a pointer. */
            v->writes = v->writes || after[2].sort == CJ_SORT_PAREN ||
                        (!cj_operand_is_built_in(c->signature, array) && c->around->decays);
            last += 2;
            break;
        case CJ_SORT_SQUARE:
            v->whole = false;
            last = after->match;
            break;
        case CJ_SORT_PAREN:
        case CJ_SORT_MEMBER_POINTER:
            v->writes = true;
            v->whole = false;
            return last;
        default:
            return last;
        }
    }
}

/* Whether a macro before the '&' at `at` may be a cast, or a whole head of a statement: PTR(float)&x[i]. */
static bool follows_cast(const cj_operand_context *c, size_t at)
{
    const cj_item *items = c->list->items, *before = &items[at - 1];
    bool casts = c->around->casts;

    if (before->sort == CJ_SORT_PAREN_END) {
        casts = casts || before[-1].sort == CJ_SORT_STAR || before[-1].sort == CJ_SORT_TYPE;
        before = &items[before->match - 1];
    }
    return casts && before->sort == CJ_SORT_NAME && cj_surroundings_has_macro(c->around, &before->token);
}

/* &x[i], &++x[i] */
static bool takes_address(const cj_operand_context *c, size_t first)
{
    const cj_item *items = c->list->items;
    size_t at = first - 1;

    while (items[at].sort == CJ_SORT_STEP)
        at--;
    return (items[at].sort == CJ_SORT_AMPERSAND || items[at].sort == CJ_SORT_BOTH) &&
           (cj_items_is_unary(c->list, at) || follows_cast(c, at));
}

/* `x[i] << 3;` does nothing, unless an operator of the user's writes. */
static bool feeds_operator(const cj_operand_context *c, size_t first, size_t last, int array)
{
    const cj_item *before = &c->list->items[first - 1];

    if (!c->around->operators || (c->around->by_value && cj_operand_is_built_in(c->signature, array)) ||
        !makes_value(c->list->items[last + 1].sort))
        return false;
    switch (before->sort) {
    case CJ_SORT_END:
    case CJ_SORT_SEMICOLON:
    case CJ_SORT_BRACE:
    case CJ_SORT_BRACE_END:
    case CJ_SORT_ELSE:
    case CJ_SORT_DO:
        return true;
    case CJ_SORT_PAREN_END:
        return cj_items_paren(c->list, before->match) == CJ_PAREN_CONTROL;
    default:
        return false;
    }
}

/* What stands directly around the operand from `first` to `last`. */
static void look_beside(const cj_operand_context *c, size_t first, size_t last, bool *value, cj_verdict *v)
{
    const cj_item *before = &c->list->items[first - 1], *after = &c->list->items[last + 1];

    if (assigns(after->sort)) {
        v->writes = true;
        v->reads = v->reads || after->sort != CJ_SORT_ASSIGN || !v->whole;
    } else if (before->sort == CJ_SORT_STEP) {
        v->writes = v->reads = true;
    } else {
        v->reads = true;
        v->whole = false;
    }
    if (!*value && takes_address(c, first))
        v->bound = true;
    /* Two operands in a row: a declaration, or a macro between them. */
    if (before->sort == CJ_SORT_NAME || before->sort == CJ_SORT_TYPE || before->sort == CJ_SORT_NUMBER ||
        before->sort == CJ_SORT_STRING || after->sort == CJ_SORT_NAME || after->sort == CJ_SORT_TYPE ||
        after->sort == CJ_SORT_NUMBER || after->sort == CJ_SORT_STRING || after->sort == CJ_SORT_BRACE)
        v->bound = true;
    *value = *value || makes_value(before->sort) || makes_value(after->sort) ||
             (before->sort == CJ_SORT_PAREN_END && cj_items_paren(c->list, before->match) != CJ_PAREN_CONTROL);
}

static bool calls_macro(const cj_operand_context *c, size_t open)
{
    const cj_item *callee = &c->list->items[open - 1];

    return callee->sort == CJ_SORT_NAME && cj_surroundings_has_macro(c->around, &callee->token);
}

/* Functions of the compiler and the standard library, which are there without any text of the user's. */
static bool calls_by_reference(const cj_operand_context *c, size_t open)
{
    static const char *const names[] = {
        "swap", "exchange", "move", "forward", "addressof", "__addressof", "__builtin_addressof", NULL};

    return !c->around->by_value || cj_token_is_one_of(&c->list->items[open - 1].token, names);
}

/* The bracket at `open` is around the operand: goes on outwards. Returns false where nothing outside matters. */
static bool look_outside(const cj_operand_context *c, size_t open, int array, bool *value, cj_verdict *v)
{
    cj_paren paren = CJ_PAREN_CALL;
    size_t first = open, last = c->list->items[open].match;

    if (c->list->items[open].sort == CJ_SORT_BRACE && c->list->items[open].block)
        return false;
    if (c->list->items[open].sort == CJ_SORT_PAREN)
        paren = cj_items_paren(c->list, open);
    else if (c->list->items[open].sort == CJ_SORT_SQUARE)
        paren = CJ_PAREN_CAST; /* a subscript is a value */
    switch (paren) {
    case CJ_PAREN_CONTROL:
        return false;
    case CJ_PAREN_CALL:
        if (!*value && calls_by_reference(c, open))
            v->bound = v->writes = true;
        if (!calls_macro(c, open)) {
            *value = true;
            return true;
        }
        /* X(x[i]) = 3, where X(p) is p.x */
        if (c->around->wild)
            v->bound = v->writes = true;
        v->writes = v->writes || (c->around->decays && !cj_operand_is_built_in(c->signature, array));
        first--;
        break;
    case CJ_PAREN_CAST:
        *value = true;
        return true;
    default:
        if (!*value && !c->around->by_value && c->list->items[open - 1].sort == CJ_SORT_BRACE_END)
            v->bound = v->writes = true; /* T{}(x[i]) */
        break;
    }
    if (!*value) {
        cj_verdict group = {0}; /* (x[i]) = 1, (c ? x[i] : y[i]).a++ */

        last = follow_chain(c, last, array, &group);
        look_beside(c, first, last, value, &group);
        v->bound = v->bound || group.bound;
        if (group.writes) {
            v->writes = v->reads = true;
            v->whole = false;
        }
    }
    return true;
}

/* `T v = x[i];`, `T v = a ? x[i] : y[i]`, where T is no built-in type and may keep a reference. */
static bool initialises_object(const cj_operand_context *c, size_t first)
{
    const cj_item *items = c->list->items;

    for (size_t k = first - 1;; k--) {
        switch (items[k].sort) {
        case CJ_SORT_END:
        case CJ_SORT_SEMICOLON:
        case CJ_SORT_BRACE:
        case CJ_SORT_BRACE_END:
        case CJ_SORT_SQUARE:
            return false;
        case CJ_SORT_PAREN_END:
        case CJ_SORT_SQUARE_END:
            k = items[k].match;
            break;
        case CJ_SORT_ASSIGN:
            if (items[k - 1].sort == CJ_SORT_NAME &&
                (items[k - 2].sort == CJ_SORT_NAME || items[k - 2].sort == CJ_SORT_GREATER ||
                 cj_token_is(&items[k - 2].token, "const")))
                return true;
            break;
        default:
            break;
        }
    }
}

cj_verdict cj_operand_judge(const cj_operand_context *c, size_t first, size_t last, int array)
{
    cj_verdict v = {.whole = true};
    bool value = false;

    last = follow_chain(c, last, array, &v);
    look_beside(c, first, last, &value, &v);
    if ((!value && !c->around->by_value && initialises_object(c, first)) ||
        (c->around->converts && !cj_operand_is_built_in(c->signature, array)))
        v.bound = v.writes = true;
    v.writes = v.writes || feeds_operator(c, first, last, array);
    for (size_t open = c->list->items[first].up; open != 0; open = c->list->items[open].up) {
        if (!look_outside(c, open, array, &value, &v))
            break;
    }
    v.whole = v.whole && v.writes;
    return v;
}
