/*
 * access_operand.c: what an operation does to one operand. See access_operand.h.
 *
 * From the operand outwards: what stands beside it, then the bracket around it, what stands beside that, and so on,
 * until the operand has become a value, of which nobody can know the address.
 */
#include "libjit/syntax/access_operand.h"

typedef struct operand {
    const cj_texts *texts;
    const cj_tokens *tokens; /* of the operation */
    const cj_item *items;    /* theirs */
    const cj_surroundings *around;
    const cj_signature *signature;
    int array;
} operand;

bool cj_operand_is_macro(const cj_texts *texts, const cj_item *item)
{
    return (texts->names.of[item->name].is & CJ_NAME_MACRO) != 0;
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
static size_t follow_chain(const operand *c, size_t last, cj_verdict *v)
{
    for (;;) {
        const cj_item *after = &c->items[last + 1];

        switch (after->sort) {
        case CJ_SORT_MEMBER:
            v->whole = false;
            if (after[1].sort != CJ_SORT_NAME) {
                v->bound = true;
                return last;
            }
            if (cj_operand_is_complex(c->signature, c->array) &&
                (cj_token_is(&after[1].token, "real") || cj_token_is(&after[1].token, "imag")) &&
                after[2].sort == CJ_SORT_PAREN && after[3].sort == CJ_SORT_PAREN_END) {
                last += 4;
                break;
            }
            /* A method may write, and a member that is an array becomes a pointer. */
            v->writes = v->writes || after[2].sort == CJ_SORT_PAREN ||
                        (!cj_operand_is_built_in(c->signature, c->array) && c->around->decays);
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
static bool follows_cast(const operand *c, size_t at)
{
    const cj_item *items = c->items, *before = &items[at - 1];
    bool casts = c->around->casts;

    if (before->sort == CJ_SORT_PAREN_END) {
        casts = casts || before[-1].sort == CJ_SORT_STAR || before[-1].sort == CJ_SORT_TYPE;
        before = &items[before->match - 1];
    }
    return casts && cj_operand_is_macro(c->texts, before);
}

/* &x[i], &++x[i] */
static bool takes_address(const operand *c, size_t first)
{
    const cj_item *items = c->items;
    size_t at = first - 1;

    while (items[at].sort == CJ_SORT_STEP)
        at--;
    return (items[at].sort == CJ_SORT_AMPERSAND || items[at].sort == CJ_SORT_BOTH) &&
           (cj_tokens_is_unary(c->tokens, at) || follows_cast(c, at));
}

/* `x[i] << 3;` does nothing, unless an operator of the user's writes. */
static bool feeds_operator(const operand *c, size_t first, size_t last)
{
    const cj_item *before = &c->items[first - 1];

    if (!c->around->operators || (c->around->by_value && cj_operand_is_built_in(c->signature, c->array)) ||
        !cj_sort_in(c->items[last + 1].sort, CJ_SORTS_COMPUTING))
        return false;
    return cj_sort_in(before->sort, CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE) | CJ_BIT(BRACE_END) | CJ_BIT(ELSE) |
                                        CJ_BIT(DO)) ||
           (before->sort == CJ_SORT_PAREN_END && cj_tokens_paren(c->tokens, before->match) == CJ_PAREN_CONTROL);
}

/* What stands directly around the operand from `first` to `last`. */
static void look_beside(const operand *c, size_t first, size_t last, bool *value, cj_verdict *v)
{
    const uint64_t words = CJ_BIT(NAME) | CJ_BIT(TYPE) | CJ_BIT(NUMBER) | CJ_BIT(STRING);
    const cj_item *before = &c->items[first - 1], *after = &c->items[last + 1];

    if (cj_sort_in(after->sort, CJ_SORTS_CHANGING)) {
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
    if (cj_sort_in(before->sort, words) || cj_sort_in(after->sort, words | CJ_BIT(BRACE)))
        v->bound = true;
    *value = *value || cj_sort_in(before->sort, CJ_SORTS_COMPUTING) || cj_sort_in(after->sort, CJ_SORTS_COMPUTING) ||
             (before->sort == CJ_SORT_PAREN_END && cj_tokens_paren(c->tokens, before->match) != CJ_PAREN_CONTROL);
}

/* Functions of the compiler and the standard library, which are there without any text of the user's. */
static bool calls_by_reference(const operand *c, size_t open)
{
    static const char *const names[] = {
        "swap", "exchange", "move", "forward", "addressof", "__addressof", "__builtin_addressof", NULL};

    return !c->around->by_value || cj_token_is_one_of(&c->items[open - 1].token, names);
}

/* The bracket at `open` is around the operand: goes on outwards. Returns false where nothing outside matters. */
static bool look_outside(const operand *c, size_t open, bool *value, cj_verdict *v)
{
    cj_paren paren = CJ_PAREN_CALL;
    size_t first = open, last = c->items[open].match;

    if (c->items[open].sort == CJ_SORT_BRACE && c->items[open].block)
        return false;
    if (c->items[open].sort == CJ_SORT_PAREN)
        paren = cj_tokens_paren(c->tokens, open);
    else if (c->items[open].sort == CJ_SORT_SQUARE)
        paren = CJ_PAREN_CAST; /* a subscript is a value */
    switch (paren) {
    case CJ_PAREN_CONTROL:
        return false;
    case CJ_PAREN_CALL:
        if (!*value && calls_by_reference(c, open))
            v->bound = v->writes = true;
        if (!cj_operand_is_macro(c->texts, &c->items[open - 1])) {
            *value = true;
            return true;
        }
        /* X(x[i]) = 3, where X(p) is p.x */
        if (c->around->wild)
            v->bound = v->writes = true;
        v->writes = v->writes || (c->around->decays && !cj_operand_is_built_in(c->signature, c->array));
        first--;
        break;
    case CJ_PAREN_CAST:
        *value = true;
        return true;
    default:
        if (!*value && !c->around->by_value && c->items[open - 1].sort == CJ_SORT_BRACE_END)
            v->bound = v->writes = true; /* T{}(x[i]) */
        break;
    }
    if (!*value) {
        cj_verdict group = {0}; /* (x[i]) = 1, (c ? x[i] : y[i]).a++ */

        last = follow_chain(c, last, &group);
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
static bool initialises_object(const operand *c, size_t first)
{
    const uint64_t begins = CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE) | CJ_BIT(BRACE_END) | CJ_BIT(SQUARE);

    for (const cj_item *item = &c->items[first - 1]; !cj_sort_in(item->sort, begins); item--) {
        if (cj_sort_in(item->sort, CJ_BIT(PAREN_END) | CJ_BIT(SQUARE_END)))
            item = &c->items[item->match];
        else if (item->sort == CJ_SORT_ASSIGN && item[-1].sort == CJ_SORT_NAME &&
                 (cj_sort_in(item[-2].sort, CJ_BIT(NAME) | CJ_BIT(GREATER)) || cj_item_is(&item[-2], "const")))
            return true;
    }
    return false;
}

cj_verdict cj_operand_judge(const cj_texts *texts, const cj_signature *signature, size_t first, size_t last, int array)
{
    const operand o = {texts, &texts->operation, texts->operation.items, &texts->around, signature, array}, *c = &o;
    cj_verdict v = {.whole = true};
    bool value = false;

    last = follow_chain(c, last, &v);
    look_beside(c, first, last, &value, &v);
    if ((!value && !c->around->by_value && initialises_object(c, first)) ||
        (c->around->converts && !cj_operand_is_built_in(c->signature, c->array)))
        v.bound = v.writes = true;
    v.writes = v.writes || feeds_operator(c, first, last);
    for (size_t open = c->items[first].up; open != 0; open = c->items[open].up) {
        if (!look_outside(c, open, &value, &v))
            break;
    }
    v.whole = v.whole && v.writes;
    return v;
}
