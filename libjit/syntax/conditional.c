/*
 * conditional.c: which parts of a source its conditionals leave. See conditional.h.
 *
 * Conditions are evaluated with a third truth value: "false && unknown" is false, "unknown || true" is true, and
 * whatever is not understood (a macro that takes arguments, __has_include) is unknown.
 */
#include "libjit/syntax/conditional.h"

#include "libjit/base/alloc.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTING = 64 };

/* The value of an expression; of one that is not known 0. */
typedef struct value {
    bool known;
    long long number;
} value;

struct cj_macro_value {
    cj_token name;
    cj_truth defined;
    value number; /* that it stands for */
};

typedef struct expression {
    const cj_conditional *conditional;
    const cj_item *item, *end; /* what is left of it */
    unsigned nesting;
    bool broken; /* not understood: all of it is unknown */
} expression;

static const value unknown = {false, 0};

static value value_of(cj_truth truth)
{
    return truth == CJ_UNKNOWN ? unknown : (value){true, truth == CJ_TRUE};
}

static cj_truth truth_of(value v)
{
    return !v.known ? CJ_UNKNOWN : v.number != 0 ? CJ_TRUE : CJ_FALSE;
}

/* ---- Macros ---- */

/* NULL: nothing here defines it. */
static const cj_macro_value *find(const cj_conditional *conditional, const cj_token *name)
{
    for (size_t k = conditional->count; k > 0 && !conditional->failed; k--) {
        if (cj_token_same(&conditional->macros[k - 1].name, name))
            return &conditional->macros[k - 1];
    }
    return NULL;
}

static cj_truth is_defined(const cj_conditional *conditional, const cj_token *name)
{
    const cj_macro_value *macro = find(conditional, name);

    if (macro != NULL)
        return macro->defined;
    if (conditional->failed || name->kind != CJ_TOKEN_NAME)
        return CJ_UNKNOWN;
    if (cj_token_is(name, "__cplusplus"))
        return CJ_TRUE;
    return conditional->included || *name->start == '_' ? CJ_UNKNOWN : CJ_FALSE;
}

static value parse_number(const cj_token *token)
{
    char text[64], *end = text;
    value result = {true, 0};

    if (token->kind != CJ_TOKEN_NUMBER || cj_token_copy(token, text, sizeof text) >= sizeof text)
        return unknown;
    errno = 0;
    result.number = strtoll(text, &end, 0);
    return end != text && errno == 0 && strspn(end, "uUlL") == strlen(end) ? result : unknown;
}

/* Notes #define or #undef: `items` are the directive's. */
static void note(cj_conditional *conditional, const cj_item *items, size_t count, bool define)
{
    cj_truth here = cj_conditional_here(conditional);
    cj_macro_value macro = {.defined = here == CJ_UNKNOWN ? CJ_UNKNOWN : define ? CJ_TRUE : CJ_FALSE};

    if (here == CJ_FALSE || count < 2 || items[1].token.kind != CJ_TOKEN_NAME)
        return;
    macro.name = items[1].token;
    if (count == 3)
        macro.number = parse_number(&items[2].token);
    if (conditional->count == conditional->room) {
        size_t room = conditional->room == 0 ? 16 : 2 * conditional->room;
        cj_macro_value *wider = cj_realloc(conditional->macros, room * sizeof *wider);

        if (wider == NULL) {
            conditional->failed = true;
            return;
        }
        conditional->macros = wider;
        conditional->room = room;
    }
    conditional->macros[conditional->count++] = macro;
}

/* ---- Expressions ---- */

static value evaluate(expression *e, int level);

static bool take_if(expression *e, const char *spelling)
{
    const bool found = e->item < e->end && cj_item_is(e->item, spelling);

    e->item += found;
    return found;
}

/* The next token, whatever it is; at the end one of no kind. */
static const cj_token *take(expression *e)
{
    static const cj_token none = {.start = ""};

    return e->item < e->end ? &e->item++->token : &none;
}

/* A name that is no operator's; a macro with arguments is not understood. */
static value evaluate_name(expression *e, const cj_token *name)
{
    const cj_macro_value *macro = find(e->conditional, name);
    value result = cj_token_is(name, "true")                      ? (value){true, 1}
                   : is_defined(e->conditional, name) == CJ_FALSE ? (value){true, 0}
                                                                  : unknown; /* as __cplusplus is */

    e->broken = take_if(e, "(") || e->broken;
    return macro != NULL && macro->defined == CJ_TRUE ? macro->number : result;
}

static value evaluate_primary(expression *e)
{
    value result = unknown;
    bool bracket;

    if (e->broken || ++e->nesting > MAX_NESTING) {
        e->broken = true;
        return unknown;
    }
    if (take_if(e, "!")) {
        result = evaluate_primary(e);
        result.number = result.known && result.number == 0;
    } else if (take_if(e, "-")) {
        result = evaluate_primary(e);
        result = result.number > -LLONG_MAX ? (value){result.known, -result.number} : unknown;
    } else if (take_if(e, "(")) {
        result = evaluate(e, 0);
        e->broken = !take_if(e, ")") || e->broken;
    } else if (take_if(e, "defined")) {
        bracket = take_if(e, "(");
        result = value_of(is_defined(e->conditional, take(e)));
        e->broken = e->broken || (bracket && !take_if(e, ")"));
    } else {
        const cj_token *token = take(e);

        e->broken = token->kind != CJ_TOKEN_NAME && token->kind != CJ_TOKEN_NUMBER;
        result = token->kind == CJ_TOKEN_NAME ? evaluate_name(e, token) : parse_number(token);
    }
    e->nesting--;
    return result;
}

/* The binary operators that conditions are made of, by their precedence; all others are not understood. */
enum { OR, AND, OPERATORS = 8 };
static const char *const operators[OPERATORS] = {"||", "&&", "==", "!=", "<", ">", "<=", ">="};
static const int levels[OPERATORS] = {1, 2, 3, 3, 4, 4, 4, 4};

static value apply(int operator, value a, value b)
{
    const long long x = a.number, y = b.number;
    const bool both = a.known && b.known,
               results[] = {x || y, both && x && y, x == y, x != y, x<y, x> y, x <= y, x >= y};
    const bool enough = operator== OR ? x || y : operator== AND &&((a.known && !x) || (b.known && !y));

    return both || enough ? (value){true, results[operator] } : unknown;
}

/* Precedence climbing: takes operators of more than `level`. */
static value evaluate(expression *e, int level)
{
    value result = evaluate_primary(e);

    for (int k = 0; k < OPERATORS && !e->broken; k++) {
        if (levels[k] > level && take_if(e, operators[k])) {
            result = apply(k, result, evaluate(e, levels[k]));
            k = -1; /* any may come next */
        }
    }
    return result;
}

/* Whether the branch that a directive opens would be taken. */
static cj_truth judge(const cj_conditional *conditional, const cj_item *items, size_t count)
{
    expression e = {.conditional = conditional, .item = items + 1, .end = items + count};
    const cj_token *name = &items->token;
    value result;

    if (cj_token_is(name, "else"))
        return CJ_TRUE;
    if (cj_token_is(name, "if") || cj_token_is(name, "elif")) {
        result = evaluate(&e, 0);
        return e.broken || e.item < e.end ? CJ_UNKNOWN : truth_of(result);
    }
    result = value_of(is_defined(conditional, take(&e)));
    return truth_of((value){result.known, result.number != (memchr(name->start, 'n', name->length) != NULL)});
}

/* ---- Branches ---- */

static void begin(cj_conditional *conditional, cj_truth truth)
{
    if (conditional->depth == CJ_CONDITIONAL_MAX_DEPTH) {
        conditional->failed = true;
        return;
    }
    conditional->levels[conditional->depth].taken = truth;
    conditional->levels[conditional->depth++].earlier = CJ_FALSE;
}

/* A branch is taken where its condition holds and none before it was. */
static void other(cj_conditional *conditional, cj_truth truth)
{
    unsigned top = conditional->depth - 1;
    cj_truth taken = conditional->levels[top].taken, earlier = conditional->levels[top].earlier;

    if (taken == CJ_TRUE || (taken == CJ_UNKNOWN && earlier == CJ_FALSE))
        earlier = taken;
    conditional->levels[top].earlier = earlier;
    conditional->levels[top].taken = earlier == CJ_TRUE || truth == CJ_FALSE ? CJ_FALSE
                                     : earlier == CJ_UNKNOWN                 ? CJ_UNKNOWN
                                                                             : truth;
}

void cj_conditional_step(cj_conditional *conditional, const cj_tokens *text, const cj_directive *directive)
{
    const cj_item *items = cj_tokens_inside(text, directive);

    switch (directive->kind) {
    case CJ_DIRECTIVE_DEFINE:
    case CJ_DIRECTIVE_UNDEF:
        note(conditional, items, directive->count, directive->kind == CJ_DIRECTIVE_DEFINE);
        break;
    case CJ_DIRECTIVE_INCLUDE:
        conditional->included = conditional->included || cj_conditional_here(conditional) != CJ_FALSE;
        break;
    case CJ_DIRECTIVE_IF:
        begin(conditional, judge(conditional, items, directive->count));
        break;
    case CJ_DIRECTIVE_ELSE:
        if (conditional->depth > 0)
            other(conditional, judge(conditional, items, directive->count));
        break;
    case CJ_DIRECTIVE_ENDIF:
        conditional->depth -= conditional->depth > 0;
        break;
    default:
        break;
    }
}

cj_truth cj_conditional_here(const cj_conditional *conditional)
{
    cj_truth here = conditional->failed ? CJ_UNKNOWN : CJ_TRUE;

    for (unsigned k = 0; k < conditional->depth; k++) {
        if (conditional->levels[k].taken == CJ_FALSE)
            return CJ_FALSE;
        if (conditional->levels[k].taken == CJ_UNKNOWN)
            here = CJ_UNKNOWN;
    }
    return here;
}

void cj_conditional_clear(cj_conditional *conditional)
{
    cj_free(conditional->macros);
    *conditional = (cj_conditional){0};
}
