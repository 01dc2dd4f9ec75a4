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

struct cj_macro_value {
    cj_token name;
    cj_truth defined;
    bool numeric;
    long long number;
};

/* The value of an expression. */
typedef struct value {
    bool known;
    long long number;
} value;

typedef struct expression {
    const cj_conditional *conditional;
    cj_lexer lexer;
    cj_token token;
    unsigned nesting;
    bool broken; /* not understood: all of it is unknown */
} expression;

static const value unknown = {false, 0};

/* ---- Macros ---- */

static const cj_macro_value *find(const cj_conditional *conditional, const cj_token *name)
{
    for (size_t k = conditional->count; k > 0; k--) {
        if (cj_token_same(&conditional->macros[k - 1].name, name))
            return &conditional->macros[k - 1];
    }
    return NULL;
}

static cj_truth is_defined(const cj_conditional *conditional, const cj_token *name)
{
    const cj_macro_value *macro = find(conditional, name);

    if (conditional->failed)
        return CJ_UNKNOWN;
    if (macro != NULL)
        return macro->defined;
    if (cj_token_is(name, "__cplusplus"))
        return CJ_TRUE;
    return conditional->included || *name->start == '_' ? CJ_UNKNOWN : CJ_FALSE;
}

static bool parse_number(const cj_token *token, long long *number)
{
    char text[64], *end = text;

    if (token->kind != CJ_TOKEN_NUMBER || cj_token_copy(token, text, sizeof text) >= sizeof text)
        return false;
    errno = 0;
    *number = strtoll(text, &end, 0);
    return end != text && errno == 0 && strspn(end, "uUlL") == strlen(end);
}

/* Notes #define or #undef; `inside` stands behind the directive's name. */
static void note(cj_conditional *conditional, cj_lexer inside, bool define)
{
    cj_truth here = cj_conditional_here(conditional);
    cj_macro_value macro = {.defined = here == CJ_UNKNOWN ? CJ_UNKNOWN : define ? CJ_TRUE : CJ_FALSE};
    cj_token first, second;

    if (here == CJ_FALSE || cj_lexer_next(&inside, &macro.name, NULL) != CUJIT_OK || macro.name.kind != CJ_TOKEN_NAME)
        return;
    macro.numeric = define && cj_lexer_next(&inside, &first, NULL) == CUJIT_OK && parse_number(&first, &macro.number) &&
                    cj_lexer_next(&inside, &second, NULL) == CUJIT_OK && second.kind == CJ_TOKEN_END;
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

static void take(expression *e)
{
    if (cj_lexer_next(&e->lexer, &e->token, NULL) != CUJIT_OK) {
        e->broken = true;
        e->token = (cj_token){.start = ""};
    }
}

static bool at(const expression *e, const char *spelling)
{
    return e->token.kind != CJ_TOKEN_END && cj_token_is(&e->token, spelling);
}

static bool take_if(expression *e, const char *spelling)
{
    if (!at(e, spelling))
        return false;
    take(e);
    return true;
}

/* "defined" was taken. */
static value evaluate_defined(expression *e)
{
    bool bracket = take_if(e, "(");
    cj_truth truth = is_defined(e->conditional, &e->token);

    e->broken = e->broken || e->token.kind != CJ_TOKEN_NAME;
    take(e);
    if (bracket && !take_if(e, ")"))
        e->broken = true;
    return truth == CJ_UNKNOWN ? unknown : (value){true, truth == CJ_TRUE};
}

static value evaluate_name(expression *e)
{
    const cj_macro_value *macro = find(e->conditional, &e->token);
    cj_truth truth = is_defined(e->conditional, &e->token);
    bool holds = at(e, "true");

    take(e);
    if (at(e, "(")) /* a macro with arguments */
        e->broken = true;
    if (holds || truth == CJ_FALSE)
        return (value){true, holds};
    return truth == CJ_TRUE && macro != NULL && macro->numeric ? (value){true, macro->number} : unknown;
}

static value evaluate_primary(expression *e)
{
    value result = unknown;

    if (e->broken || ++e->nesting > MAX_NESTING) {
        e->broken = true;
        return unknown;
    }
    if (take_if(e, "!")) {
        result = evaluate_primary(e);
        result.number = !result.number;
    } else if (take_if(e, "-")) {
        result = evaluate_primary(e);
        result.known = result.known && result.number > -LLONG_MAX;
        result.number = result.known ? -result.number : 0;
    } else if (take_if(e, "(")) {
        result = evaluate(e, 0);
        e->broken = !take_if(e, ")") || e->broken;
    } else if (take_if(e, "defined")) {
        result = evaluate_defined(e);
    } else if (e->token.kind == CJ_TOKEN_NUMBER) {
        result.known = parse_number(&e->token, &result.number);
        take(e);
    } else if (e->token.kind == CJ_TOKEN_NAME) {
        result = evaluate_name(e);
    } else {
        e->broken = true;
    }
    e->nesting--;
    return result;
}

/* The binary operators that conditions are made of, by their precedence; all others are not understood. */
static const struct {
    const char *spelling;
    int level;
} operators[] = {
    {"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<", 4}, {">", 4}, {"<=", 4}, {">=", 4},
};

static value apply(const char *operator, value a, value b)
{
    bool both = a.known && b.known;

    if (operator[0] == '|') {
        if ((a.known && a.number != 0) || (b.known && b.number != 0))
            return (value){true, 1};
        return both ? (value){true, 0} : unknown;
    }
    if (operator[0] == '&') {
        if ((a.known && a.number == 0) || (b.known && b.number == 0))
            return (value){true, 0};
        return both ? (value){true, 1} : unknown;
    }
    if (!both)
        return unknown;
    switch (operator[0]) {
    case '=':
        return (value){true, a.number == b.number};
    case '!':
        return (value){true, a.number != b.number};
    case '<':
        return (value){true, operator[1] == '=' ? a.number <= b.number : a.number<b.number };
    default:
        return (value){true, operator[1] == '=' ? a.number >= b.number : a.number> b.number };
    }
}

/* Precedence climbing: takes operators of more than `level`. */
static value evaluate(expression *e, int level)
{
    value result = evaluate_primary(e);

    while (!e->broken) {
        size_t k = 0, count = sizeof operators / sizeof *operators;

        while (k < count && !(operators[k].level > level && at(e, operators[k].spelling)))
            k++;
        if (k == count)
            break;
        take(e);
        result = apply(operators[k].spelling, result, evaluate(e, operators[k].level));
    }
    return result;
}

/* `inside` stands behind #if or #elif. */
static cj_truth judge(const cj_conditional *conditional, const cj_lexer *inside)
{
    expression e = {.conditional = conditional, .lexer = *inside};
    value result;

    take(&e);
    result = evaluate(&e, 0);
    if (e.broken || e.token.kind != CJ_TOKEN_END || !result.known)
        return CJ_UNKNOWN;
    return result.number != 0 ? CJ_TRUE : CJ_FALSE;
}

/* `inside` stands behind #ifdef, #ifndef, #elifdef, #elifndef. */
static cj_truth judge_defined(const cj_conditional *conditional, cj_lexer inside, bool negate)
{
    cj_truth truth = CJ_UNKNOWN;
    cj_token name;

    if (cj_lexer_next(&inside, &name, NULL) == CUJIT_OK && name.kind == CJ_TOKEN_NAME)
        truth = is_defined(conditional, &name);
    if (truth == CJ_UNKNOWN)
        return truth;
    return (truth == CJ_TRUE) != negate ? CJ_TRUE : CJ_FALSE;
}

/* ---- Branches ---- */

static cj_branch begin(cj_conditional *conditional, cj_truth truth)
{
    if (conditional->depth == CJ_CONDITIONAL_MAX_DEPTH) {
        conditional->failed = true;
        return CJ_BRANCH_NONE;
    }
    conditional->levels[conditional->depth].taken = truth;
    conditional->levels[conditional->depth++].earlier = CJ_FALSE;
    return CJ_BRANCH_BEGIN;
}

/* A branch is taken where its condition holds and none before it was. */
static cj_branch other(cj_conditional *conditional, cj_truth truth)
{
    unsigned top = conditional->depth - 1;
    cj_truth taken = conditional->levels[top].taken, earlier = conditional->levels[top].earlier;

    if (taken == CJ_TRUE || earlier == CJ_TRUE)
        earlier = CJ_TRUE;
    else if (taken == CJ_UNKNOWN)
        earlier = CJ_UNKNOWN;
    conditional->levels[top].earlier = earlier;
    if (earlier == CJ_TRUE || truth == CJ_FALSE)
        conditional->levels[top].taken = CJ_FALSE;
    else
        conditional->levels[top].taken = earlier == CJ_UNKNOWN ? CJ_UNKNOWN : truth;
    return CJ_BRANCH_OTHER;
}

cj_branch cj_conditional_step(cj_conditional *conditional, const cj_lexer *lexer, const cj_token *directive)
{
    static const char *const includes[] = {"include", "include_next", "import", NULL};
    cj_lexer inside = cj_lexer_enter(lexer, directive);
    cj_token name;

    if (cj_lexer_next(&inside, &name, NULL) != CUJIT_OK || name.kind != CJ_TOKEN_NAME)
        return CJ_BRANCH_NONE;
    if (cj_token_is(&name, "if"))
        return begin(conditional, judge(conditional, &inside));
    if (cj_token_is(&name, "ifdef") || cj_token_is(&name, "ifndef"))
        return begin(conditional, judge_defined(conditional, inside, cj_token_is(&name, "ifndef")));
    if (cj_token_is_one_of(&name, includes) && cj_conditional_here(conditional) != CJ_FALSE)
        conditional->included = true;
    else if (cj_token_is(&name, "define") || cj_token_is(&name, "undef"))
        note(conditional, inside, cj_token_is(&name, "define"));
    if (conditional->depth == 0)
        return CJ_BRANCH_NONE;
    if (cj_token_is(&name, "elif"))
        return other(conditional, judge(conditional, &inside));
    if (cj_token_is(&name, "elifdef") || cj_token_is(&name, "elifndef"))
        return other(conditional, judge_defined(conditional, inside, cj_token_is(&name, "elifndef")));
    if (cj_token_is(&name, "else"))
        return other(conditional, CJ_TRUE);
    if (!cj_token_is(&name, "endif"))
        return CJ_BRANCH_NONE;
    conditional->depth--;
    return CJ_BRANCH_END;
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
