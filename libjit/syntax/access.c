/*
 * access.c: how an operation uses its arrays. See access.h.
 *
 * Three looks at the same tokens: whether something is there that we do not see through, or that keeps an order of its
 * own (references, lambdas, wild macros); every mention of an array, and what is done to it; the statements in order.
 *
 * Taken for granted: operators other than assignments leave their operands alone, and an assignment operator of a
 * built-in type writes the whole element.
 */
#include "libjit/syntax/access.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/access_look.h"
#include "libjit/syntax/words.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- The whole --------------------------------------------------------------------------------------------------- */

/* `T (&r) = x[i];`, `T ((&r))(x[i]);`: nothing but a name in the brackets around the '&' at `at`. */
static bool declares_in_brackets(const look *l, size_t at)
{
    const cj_item *item = &l->items[at + 1];

    while (item->sort == CJ_SORT_PAREN)
        item++;
    return l->items[at - 1].sort == CJ_SORT_PAREN && item->sort == CJ_SORT_NAME && item[1].sort == CJ_SORT_PAREN_END;
}

/* Whether the '&' or '&&' at `at` may declare a reference, or belong to a type that is one: what stands before it may
 * be a type, back to where a declaration may begin. */
static bool is_reference(const look *l, size_t at)
{
    const uint64_t operands = CJ_BIT(NUMBER) | CJ_BIT(STRING) | CJ_BIT(PLUS) | CJ_BIT(MINUS) | CJ_BIT(STAR) |
                              CJ_BIT(CAST) | CJ_BIT(PREFIX) | CJ_BIT(OPERATOR);
    const uint64_t names = CJ_BIT(NAME) | CJ_BIT(TYPE) | CJ_BIT(PAREN) | CJ_BIT(SCOPE) | CJ_BIT(AMPERSAND) |
                           CJ_BIT(STEP);
    const uint64_t values = CJ_SORTS_CHANGING | CJ_BIT(PLUS) | CJ_BIT(MINUS) | CJ_BIT(OPERATOR) | CJ_BIT(QUESTION) |
                            CJ_BIT(NUMBER) | CJ_BIT(STRING) | CJ_BIT(MEMBER) | CJ_BIT(JUMP) | CJ_BIT(CAST) |
                            CJ_BIT(PREFIX);
    const cj_item *item = &l->items[at], *up = &l->items[item->up];
    bool begins = up->sort != CJ_SORT_PAREN && (up->sort != CJ_SORT_BRACE || up->block);

    if (item[-1].sort == CJ_SORT_SQUARE) /* [&] captures, and gives no name */
        return false;
    if (!cj_sort_in(item[1].sort, names | operands) || item[-1].sort == CJ_SORT_TYPE) /* (float &), f<float &> */
        return true;
    if (cj_sort_in(item[1].sort, operands))
        return cj_item_is(&item[1], ">>");
    if ((item[1].sort == CJ_SORT_NAME && cj_sort_in(item[2].sort, CJ_BIT(NAME) | CJ_BIT(TYPE))) ||
        declares_in_brackets(l, at)) /* float &__restrict__ r */
        return true;
    if (up->sort == CJ_SORT_PAREN && cj_tokens_paren(l->tokens, item->up) == CJ_PAREN_CONTROL) {
        for (const cj_item *k = item; k < &l->items[up->match] && k->sort != CJ_SORT_SEMICOLON;
             k++) /* if (auto &r = f()), for (T &r : v) */
            begins = begins || cj_sort_in(k->sort, CJ_BIT(ASSIGN) | CJ_BIT(COLON));
    } else if (up->sort == CJ_SORT_PAREN) { /* a lambda's; f(a & b) is none */
        begins = cj_sort_in(up[-1].sort, CJ_BIT(SQUARE_END) | CJ_BIT(GREATER));
    }
    for (item--; begins && item != up &&
                 !cj_sort_in(item->sort, CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE_END) | CJ_BIT(COMMA));
         item = &l->items[item->match - 1])
        begins = !cj_sort_in(item->sort, values) || cj_item_is(item, ">>");
    return begins;
}

static void look_at_square(look *l, size_t at)
{
    const cj_item *items = l->items, *before = &items[at - 1];
    size_t length = items[at].match - at;

    if (before->sort == CJ_SORT_TYPE) /* auto [a, b] */
        l->blind = l->blind || cj_item_is(before, "auto");
    if (cj_item_ends_operand(before) || items[at + 1].sort == CJ_SORT_SQUARE ||
        (before->sort == CJ_SORT_SQUARE && items[before->match - 1].match == at))
        return; /* x[i]; [[attribute]] */
    l->opaque = l->lambdas = true;
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
    static const char *const fixed[] = {"const", "constexpr", NULL};

    return cj_item_keeps_state(&l->items[at]) && !cj_token_is_one_of(&l->items[at - 1].token, fixed) &&
           !cj_token_is_one_of(&l->items[at + 1].token, fixed);
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
        l->casts = l->casts || item[1].sort == CJ_SORT_PAREN; /* decltype(x[i]) tells what x[i] is to the compiler */
        break;
    case CJ_SORT_SQUARE:
        look_at_square(l, at);
        break;
    case CJ_SORT_AMPERSAND:
    case CJ_SORT_BOTH:
        l->references = l->references || is_reference(l, at);
        /* (float &), const_cast<float &> may take const away. */
        l->casts = l->casts || cj_sort_in(item[1].sort, CJ_BIT(PAREN_END) | CJ_BIT(GREATER));
        l->addresses = l->addresses || (before->sort != CJ_SORT_SQUARE && cj_tokens_is_unary(l->tokens, at));
        break;
    case CJ_SORT_ASSIGN:
    case CJ_SORT_COMPOUND: /* the argument of a macro that puts pieces together; [=] is a lambda, dealt with */
        if (before->sort == CJ_SORT_COMMA || before->sort == CJ_SORT_PAREN)
            l->blind = true;
        break;
    case CJ_SORT_NAME:
        l->blind = l->blind || (l->around->own_header && may_be_hidden(item));
        break;
    default:
        break;
    }
}

/* Whether the operation uses a macro that is such a one, or may, through others. */
static bool uses_macro(const look *l, unsigned such)
{
    const cj_names *names = &l->texts->names;

    for (size_t k = 1; k < names->count; k++) {
        if ((names->of[k].is & such) != 0 && (names->of[k].stands & (CJ_IN_OPERATION | CJ_IN_MACROS)) != 0)
            return true;
    }
    return false;
}

/* A built-in type that is no class; unless the texts give that word another meaning. */
static bool is_number_type(const look *l, const cj_item *item)
{
    return cj_item_is_number_type(item) && (l->texts->names.of[item->name].is & (CJ_NAME_OWN | CJ_NAME_MACRO)) == 0;
}

/* Whether what the texts around declare may be in the operation: with only numbers in it, operators are built in. */
static bool is_foreign(const look *l, size_t at)
{
    const cj_name *name = cj_tokens_name(l->tokens, at);
    const unsigned around = CJ_IN_TYPES | CJ_IN_OPTIONS | CJ_IN_HEADERS | CJ_IN_PREAMBLE | CJ_IN_MACROS;

    if (l->items[at].sort == CJ_SORT_TYPE)
        return !is_number_type(l, &l->items[at]) && !cj_item_is_qualifier(&l->items[at]);
    if (cj_sort_in(l->items[at].sort, CJ_BIT(NUMBER) | CJ_BIT(STRING)))
        return l->around->literals;
    if (l->items[at].sort != CJ_SORT_NAME || cj_item_is(&l->items[at], "n"))
        return false;
    if (cj_item_is(&l->items[at], "i"))
        return l->around->any_operand && l->items[at - 1].sort != CJ_SORT_SQUARE;
    if (name->parameter >= 0)
        return !cj_look_is_number(l, name->parameter);
    return (name->stands & around) != 0 || l->around->any_header || (name->is & CJ_NAME_MACRO) != 0;
}

static void look_at_whole(look *l)
{
    for (size_t k = 0; cj_takers[k] != NULL; k++) /* of what they are given, under whatever name */
        l->addresses = l->addresses || (cj_names_find(&l->texts->names, cj_takers[k])->stands & CJ_IN_OPERATION) != 0;
    l->opaque = l->out->hidden = l->around->any_header;
    l->references = l->casts = l->around->aliases;
    for (size_t k = 1; k <= l->tokens->count; k++) {
        look_at_item(l, k);
        l->foreign = l->foreign || is_foreign(l, k);
    }
    l->operators = l->foreign && l->around->operators;
    l->blind = l->blind || uses_macro(l, CJ_NAME_WILD) || (l->references && l->addresses);
    l->opaque = l->opaque || l->references || l->blind || (l->operators && !l->around->by_value);
}

/* ---- What is done to an element ---------------------------------------------------------------------------------- */

typedef struct use {
    bool bound; /* its address may be known somewhere, or it is no operand: it must be in memory */
    bool writes, reads;
    bool whole; /* writes all of it, by an assignment operator, ++ or -- right beside it */
} use;

/* Steps over what stands behind an operand that ends at `last`: members, subscripts. Returns the new last token. A
 * method may write, and a member that is an array becomes a pointer. */
static size_t follow_chain(const look *l, size_t last, int array, use *u)
{
    for (const cj_item *after;
         (after = &l->items[last + 1])->sort == CJ_SORT_MEMBER || after->sort == CJ_SORT_SQUARE;) {
        bool reads = cj_look_is_complex(l, array) && (cj_item_is(&after[1], "real") || cj_item_is(&after[1], "imag")) &&
                     after[2].sort == CJ_SORT_PAREN && after[3].sort == CJ_SORT_PAREN_END;

        u->whole = false;
        if (after->sort == CJ_SORT_SQUARE) {
            last = after->match;
            continue;
        }
        if (after[1].sort != CJ_SORT_NAME) {
            u->bound = true;
            return last;
        }
        u->writes = u->writes || (!reads && after[2].sort == CJ_SORT_PAREN) ||
                    (!cj_look_is_built_in(l, array) && l->around->decays);
        last += reads ? 4 : 2;
    }
    if (cj_sort_in(l->items[last + 1].sort, CJ_BIT(PAREN) | CJ_BIT(MEMBER_POINTER))) {
        u->writes = true;
        u->whole = false;
    }
    return last;
}

/* Whether a macro before the '&' at `at` may be a cast: CAST(float *)&x[i], BITS &x[i]. */
static bool follows_macro(const look *l, size_t at)
{
    const cj_item *before = &l->items[at - 1];

    if (before->sort == CJ_SORT_PAREN_END)
        return cj_texts_is_macro(l->texts, &l->items[before->match - 1]);
    return (l->texts->names.of[before->name].is & CJ_NAME_CAST) != 0;
}

/* &x[i], &++x[i] */
static bool takes_address(const look *l, size_t first)
{
    size_t at = first - 1;

    while (l->items[at].sort == CJ_SORT_STEP)
        at--;
    return cj_sort_in(l->items[at].sort, CJ_BIT(AMPERSAND) | CJ_BIT(BOTH)) &&
           (cj_tokens_is_unary(l->tokens, at) || follows_macro(l, at));
}

/* What stands directly around the operand from `first` to `last`. Returns whether that makes a value of it. */
static bool look_beside(const look *l, size_t first, size_t last, int array, use *u)
{
    const uint64_t words = CJ_BIT(NAME) | CJ_BIT(TYPE) | CJ_BIT(NUMBER) | CJ_BIT(STRING);
    const cj_item *before = &l->items[first - 1], *after = &l->items[last + 1];
    const uint64_t operands = CJ_SORTS_COMPUTING | CJ_BIT(COMMA);
    bool computes = cj_sort_in(after->sort, CJ_SORTS_COMPUTING);

    if (cj_sort_in(after->sort, CJ_SORTS_CHANGING)) {
        u->writes = true;
        u->reads = u->reads || after->sort != CJ_SORT_ASSIGN || !u->whole;
    } else {
        u->writes = u->writes || before->sort == CJ_SORT_STEP;
        u->whole = u->whole && before->sort == CJ_SORT_STEP;
        u->reads = true;
    }
    /* Two operands in a row: a declaration, or a macro between them. */
    u->bound = u->bound || takes_address(l, first) || cj_sort_in(before->sort, words) ||
               cj_sort_in(after->sort, words | CJ_BIT(BRACE));
    /* An operator of the user's may write, and be another one where an element is const. */
    u->writes = u->writes || (l->operators && (!l->around->by_value || !cj_look_is_built_in(l, array)) &&
                              (cj_sort_in(before->sort, operands) || cj_sort_in(after->sort, operands)));
    return computes || cj_sort_in(before->sort, CJ_SORTS_COMPUTING) ||
           (before->sort == CJ_SORT_PAREN_END && cj_tokens_paren(l->tokens, before->match) != CJ_PAREN_CONTROL);
}

/* Whether an element of the one array is copied to one of the other, and by no text of the user's. */
static bool copies(const look *l, int to, int from)
{
    const cj_parameter *parameters = l->signature->parameters;

    return cj_look_is_built_in(l, to) || (!l->around->operators && parameters[to].dtype == parameters[from].dtype);
}

/* Behind the type at `item`, where that is a class of the library's or the compiler's: what it makes of an element that
 * is built in is a copy, by no text of the user's. `item`: it is none. */
static const cj_item *behind_class(const look *l, const cj_item *item)
{
    const unsigned redefined = CJ_NAME_OWN | CJ_NAME_MACRO;
    cj_word_type type;
    char word[32];

    if (cj_item_is(item, "cujit") && item[1].sort == CJ_SORT_SCOPE && cj_item_is(&item[2], "complex") &&
        item[3].sort == CJ_SORT_LESS && (cj_item_is(&item[4], "float") || cj_item_is(&item[4], "double")) &&
        item[5].sort == CJ_SORT_GREATER)
        return cj_texts_is_macro(l->texts, item) || cj_texts_is_macro(l->texts, &item[2]) ? item : item + 6;
    return item->sort == CJ_SORT_TYPE && (l->texts->names.of[item->name].is & redefined) == 0 &&
                   cj_token_copy(&item->token, word, sizeof word) < sizeof word && cj_word_find_type(word, &type)
               ? item + 1
               : item;
}

/* Whether the '=' at `at` gives to an element that is a number, or to a variable: `float a = 1, b = ...`; or is given
 * an element by which a variable of a built-in class begins: `half a = ...`. */
static bool assigns_to_number(const look *l, size_t at, int given)
{
    const uint64_t begins = CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE) | CJ_BIT(BRACE_END) | CJ_BIT(PAREN);
    const cj_item *to = &l->items[at - 1], *item = to, *behind;
    int array = l->items[to->match - 1].array;
    bool copied = given >= 0 && cj_look_is_built_in(l, given);

    if (to->sort == CJ_SORT_SQUARE_END)
        return array >= 0 && (given >= 0 ? copies(l, array, given) : cj_look_is_number(l, array)) &&
               (cj_tokens_name(l->tokens, to->match - 1)->changed & CJ_IN_OPERATION) == 0;
    if (to->sort != CJ_SORT_NAME || !cj_sort_in(to[-1].sort, CJ_BIT(TYPE) | CJ_BIT(COMMA) | CJ_BIT(GREATER)))
        return false;
    while (!cj_sort_in(item[-1].sort, begins))
        item = &l->items[item[-1].match];
    while (cj_item_is(item, "const") || cj_item_is(item, "static"))
        item++;
    behind = behind_class(l, item);
    if (to[-1].sort == CJ_SORT_GREATER) /* a comparison gives to no variable */
        return copied && behind == to;
    return is_number_type(l, item) || (copied && behind > item);
}

/* Whether the bracket is that of (float)x[i], or the one in float(x[i]), static_cast<int>(i); or that of (half)x[i], of
 * an element that is built in (of the array's, -1: i). */
static bool casts_to_number(const look *l, const cj_item *open, int array)
{
    const cj_item *item = open + 1;

    if (open[-1].sort == CJ_SORT_GREATER)
        return is_number_type(l, &open[-2]) && open[-3].sort == CJ_SORT_LESS && open[-4].sort == CJ_SORT_CAST;
    while (is_number_type(l, item) || cj_item_is(item, "const"))
        item++;
    if (array >= 0 && cj_look_is_built_in(l, array))
        item = behind_class(l, item);
    return is_number_type(l, &open[-1]) || (item > open + 1 && item == &l->items[open->match]);
}

/* Whether an operand (of the array's, -1: i) is made a value of a built-in type right here, or a copy of itself, so
 * that no function, class or template gets hold of it as what it is. Errs towards no. */
static bool becomes_number(const look *l, size_t first, size_t last, int array)
{
    const uint64_t steps = CJ_BIT(PLUS) | CJ_BIT(MINUS), behind = CJ_BIT(COMMA) | CJ_SORTS_COMPUTING;
    const uint64_t choice = CJ_BIT(QUESTION) | CJ_BIT(COLON);
    const uint64_t ends = CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE) | CJ_BIT(PAREN) | CJ_BIT(SQUARE) |
                          CJ_BIT(COMMA) | CJ_BIT(JUMP) | CJ_BIT(CASE) | CJ_BIT(ASSIGN) | CJ_BIT(COMPOUND);

    for (;; first--, last++) {
        const cj_item *before = &l->items[first - 1], *after = &l->items[last + 1];
        /* i + 1 is a number of a type of its own. */
        uint64_t computing = array >= 0 ? CJ_SORTS_COMPUTING : CJ_SORTS_COMPUTING & ~steps;

        if (array < 0 && l->operators && (cj_sort_in(before->sort, behind) || cj_sort_in(after->sort, behind)))
            return false;
        if (cj_sort_in(before->sort, computing) || cj_sort_in(after->sort, computing) ||
            cj_tokens_begins_statement(l->tokens, first))
            return true;
        if (cj_sort_in(before->sort, CJ_BIT(COMPOUND) | CJ_BIT(SQUARE)))
            return !l->operators;
        if (array >= 0 && cj_sort_in(before->sort, choice)) { /* z[i] = a > 0 ? x[i] : y[i] */
            while (!cj_sort_in(before->sort, ends))
                before = &l->items[before->match - 1];
        }
        if (before->sort == CJ_SORT_ASSIGN)
            return assigns_to_number(l, (size_t)(before - l->items), array);
        if (before->sort == CJ_SORT_PAREN_END)
            return casts_to_number(l, &l->items[before->match], array);
        if (before != &l->items[first - 1] || before->sort != CJ_SORT_PAREN || after->sort != CJ_SORT_PAREN_END)
            return false;
        if (cj_tokens_paren(l->tokens, first - 1) == CJ_PAREN_CONTROL || casts_to_number(l, before, array))
            return true;
        if (cj_sort_in(before[-1].sort, CJ_BIT(NAME) | CJ_BIT(TYPE) | CJ_BIT(ALIAS) | CJ_BIT(SQUARE_END) |
                                            CJ_BIT(BRACE_END) | CJ_BIT(GREATER)))
            return false; /* a call */
    }
}

static bool is_given_to_library(const look *l, size_t open)
{
    return l->items[open].sort == CJ_SORT_PAREN && cj_token_is_one_of(&l->items[open - 1].token, cj_takers);
}

/* What is done to the element between two tokens, both included. From there outwards, through the brackets that leave
 * it what it is, until it has become a value, of which nobody can know the address. Errs towards yes. */
static use judge(const look *l, size_t first, size_t last, int array)
{
    use u = {.whole = true};
    bool value;

    last = follow_chain(l, last, array, &u);
    u.bound = u.bound || (l->foreign && !l->around->by_value && !becomes_number(l, first, last, array));
    for (;;) {
        size_t open = l->items[first].up;
        bool paren = l->items[open].sort == CJ_SORT_PAREN, macro;
        cj_paren kind = paren ? cj_tokens_paren(l->tokens, open) : CJ_PAREN_CALL;

        value = look_beside(l, first, last, array, &u);
        u.bound = u.bound || (!value && is_given_to_library(l, open));
        macro = paren && kind == CJ_PAREN_CALL && cj_texts_is_macro(l->texts, &l->items[open - 1]);
        /* A bracket that may hold a type is a group, since an element is in it. */
        if (value || !(macro || (paren && (kind == CJ_PAREN_GROUP || kind == CJ_PAREN_TYPE))))
            break;
        /* (x[i]) = 1, (c ? x[i] : y[i]).a++, X(x[i]).b = 3 */
        u.writes = u.writes || (macro && l->around->decays && !cj_look_is_built_in(l, array));
        u.whole = false;
        first = macro ? open - 1 : open;
        last = follow_chain(l, l->items[open].match, array, &u);
    }
    u.bound = u.bound || (l->around->converts && !cj_look_is_built_in(l, array));
    u.writes = u.writes || u.bound;
    u.whole = u.whole && u.writes;
    return u;
}

/* ---- Mentions of arrays ------------------------------------------------------------------------------------------ */

/* An integer, suffixes u and l allowed; -1: it is none, or too large. */
static int literal(const cj_item *item)
{
    char word[16], *end = word;
    long value = -1;

    if (item->sort == CJ_SORT_NUMBER && cj_token_copy(&item->token, word, sizeof word) < sizeof word)
        value = strtol(word, &end, 0);
    return value >= 0 && value <= CJ_ACCESS_REACH && strspn(end, "uUlL") == strlen(end) ? (int)value : -1;
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

/* The tokens of the operation's `i` that stand in plain accesses are marked as such. */
static void look_at_mention(look *l, size_t at)
{
    cj_item *item = &l->items[at], *after = item + 1;
    int array = item->array, offset = 0;
    cj_access *access = &l->out->of[array];
    bool can_write = !l->signature->parameters[array].is_const;
    use u = {.bound = true, .writes = true, .reads = true};

    if (after->sort == CJ_SORT_SQUARE) {
        bool plain = find_offset(l, at + 1, &offset);

        u = judge(l, at, after->match, array);
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
    access->other = access->other || u.bound;
    access->written = access->written || (can_write && u.writes);
    /* A type's own assignment may read, and may write anything. */
    u.whole = u.whole && offset == 0 && item->behind > 0 &&
              (cj_look_is_built_in(l, array) || !(l->around->operators || l->around->any_header));
    item->flags = (u.reads || !u.whole ? CJ_ITEM_READS : 0u) | (u.writes ? CJ_ITEM_WRITES : 0u) |
                  (u.whole ? CJ_ITEM_WHOLE : 0u);
}

static void look_at_array(look *l, size_t k)
{
    const cj_parameter *parameter = &l->signature->parameters[k];
    const cj_names *names = &l->texts->names;
    const cj_name *name = cj_names_find(names, parameter->name), *measure = cj_names_find(names, "sizeof");
    cj_access *access = &l->out->of[k];
    bool elsewhere = cj_name_is_in(name, CJ_IN_MACROS | CJ_IN_LOOP_PREP | CJ_IN_AFTER_LOOP) ||
                     (name->directed & CJ_IN_OPERATION) != 0;
    bool hidden = l->blind && (access->indexed || access->other || access->lowest != access->highest);

    access->other = access->other || elsewhere || parameter->is_volatile || l->blind || l->out->changes_index;
    hidden = hidden || elsewhere || (l->blind && l->around->own_header) ||
             (l->references && (access->indexed || access->lowest != access->highest));
    access->other = access->other || (parameter->is_const && l->casts);
    access->written = access->written || (hidden && !parameter->is_const);
    /* Beside x[i + c], i + c is no long long, which its size would show. */
    access->other = access->other || (access->lowest != access->highest &&
                                      (access->written || cj_name_is_in(measure, CJ_IN_OPERATION | CJ_IN_MACROS)));
    if (l->around->any_header && !parameter->is_const && !access->indexed && !access->other &&
        access->lowest == access->highest) /* a macro may mention it */
        access->other = access->written = true;
}

/* ---- The index and the axes -------------------------------------------------------------------------------------- */

/* That the number of i is not changed is a matter of types, where the look does not see it. Templates, and functions
 * that take a `long long &`, may treat an i of a type of its own differently. */
static void look_at_index(look *l)
{
    const cj_name *name = cj_names_find(&l->texts->names, "i"), *place = cj_names_find(&l->texts->names, "j");
    bool differs = (l->foreign && (l->around->generic || !l->around->by_value)) || (l->lambdas && l->autos);
    cj_accesses *out = l->out;

    out->changes_index = (name->changed & (CJ_IN_OPERATION | CJ_IN_MACROS)) != 0 ||
                         (name->directed & CJ_IN_OPERATION) != 0 || (differs && uses_macro(l, CJ_NAME_GIVER));
    out->uses_index = cj_name_is_in(name, CJ_IN_MACROS) || (l->around->own_header && l->blind);
    for (size_t k = 1; k <= l->tokens->count; k++) {
        out->uses_index = out->uses_index || l->items[k].index;
        if (l->items[k].index || (cj_tokens_is_own(l->tokens, k) && cj_tokens_name(l->tokens, k) == place &&
                                  (place->changed & CJ_IN_OPERATION) == 0)) /* of a fold */
            out->changes_index = out->changes_index || l->references ||
                                 (differs && !becomes_number(l, k, k, -1) && !cj_look_is_place(l, k));
    }
    out->changes_index = out->changes_index || (out->uses_index && l->references);
}

/* The number of an axis; -1: it is the name of none. */
static int axis_of(const cj_name *name)
{
    char word[5];

    return cj_token_copy(&name->token, word, sizeof word) < sizeof word ? cj_word_axis(word) : -1;
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

static void look_for_count(look *l)
{
    const cj_name *n = cj_names_find(&l->texts->names, "n");

    l->out->uses_count = n->parameter < 0 && (n->mentioned & CJ_IN_OPERATION) != 0 &&
                         (n->changed & CJ_IN_OPERATION) == 0;
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

cujit_status cj_accesses_find(cj_texts *texts, const cj_signature *signature, cj_accesses *out, cujit_error *error)
{
    look made = {.texts = texts,
                 .signature = signature,
                 .out = out,
                 .tokens = &texts->operation,
                 .items = texts->operation.items,
                 .around = &texts->around},
         *l = &made;

    *out = (cj_accesses){.count = signature->count, .tokens = texts->operation.count};
    if ((out->of = cj_calloc(signature->count + 1, sizeof *out->of)) == NULL)
        return cj_error_no_memory(error, "a look at an operation");
    look_at_whole(l);
    for (size_t k = 0; k < signature->count; k++) {
        if (signature->parameters[k].pointer)
            out->of[k] = (cj_access){.first_write = INT_MAX, .last_read = -1};
    }
    for (size_t k = 1; k <= l->tokens->count; k++) {
        if (l->items[k].array >= 0)
            look_at_mention(l, k);
    }
    look_at_index(l);
    for (size_t k = 0; k < out->count; k++) {
        if (signature->parameters[k].pointer)
            look_at_array(l, k);
    }
    look_for_axes(l);
    look_for_count(l);
    cj_access_statements(l);
    return CUJIT_OK;
}

void cj_accesses_clear(cj_accesses *accesses)
{
    cj_free(accesses->of);
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
