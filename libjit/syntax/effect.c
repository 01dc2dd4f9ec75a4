/*
 * effect.c: see effect.h.
 *
 * Nearly every operation shows an assignment to an element at the first look, and that is all. Only where none is
 * found, or where one stands behind an argument's bare name, are the texts around looked at: they may change
 * everything.
 */
#include "libjit/syntax/effect.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/access_tokens.h"
#include "libjit/syntax/snippet.h"
#include "libjit/syntax/surroundings.h"

#include <ctype.h>
#include <string.h>

enum { MOST_TOKENS = 2000 }; /* of an operation that is looked at */

typedef struct look {
    const cj_access_texts *texts;
    const cj_signature *signature;
    cj_items list;
    const cj_item *items; /* list.items */
} look;

/* ---- Single tokens ----------------------------------------------------------------------------------------------- */

static bool is_somebody_elses(const look *l, size_t at)
{
    return l->items[at - 1].sort == CJ_SORT_MEMBER || l->items[at - 1].sort == CJ_SORT_SCOPE;
}

static const cj_parameter *find_parameter(const look *l, size_t at)
{
    for (size_t k = 0; k < l->signature->count && l->items[at].sort == CJ_SORT_NAME; k++) {
        if (cj_token_is(&l->items[at].token, l->signature->parameters[k].name))
            return &l->signature->parameters[k];
    }
    return NULL;
}

static bool begins_statement(const look *l, size_t at)
{
    const cj_item *before = &l->items[at - 1];

    switch (before->sort) {
    case CJ_SORT_END:
    case CJ_SORT_SEMICOLON:
    case CJ_SORT_ELSE:
    case CJ_SORT_DO:
    case CJ_SORT_BRACE_END:
        return true;
    case CJ_SORT_BRACE:
        return before->block;
    case CJ_SORT_PAREN_END:
        return cj_items_paren(&l->list, before->match) == CJ_PAREN_CONTROL;
    default:
        return false;
    }
}

static bool changes(cj_sort sort)
{
    return sort == CJ_SORT_ASSIGN || sort == CJ_SORT_COMPOUND || sort == CJ_SORT_STEP;
}

/* `z = ...`, `z++`, `++z`, as a statement of its own. */
static bool is_target(const look *l, size_t at)
{
    if (l->items[at - 1].sort == CJ_SORT_STEP && begins_statement(l, at - 1))
        return l->items[at + 1].sort == CJ_SORT_SEMICOLON || l->items[at + 1].sort == CJ_SORT_END;
    return begins_statement(l, at) && changes(l->items[at + 1].sort);
}

/* `float z`, `float *z`, `pair z`, `const auto &z`: a variable of that name. */
static bool is_declaration(const look *l, size_t at)
{
    size_t k = at - 1;

    while (l->items[k].sort == CJ_SORT_STAR || l->items[k].sort == CJ_SORT_AMPERSAND ||
           l->items[k].sort == CJ_SORT_BOTH)
        k--;
    if (l->items[k].sort == CJ_SORT_TYPE || l->items[k].sort == CJ_SORT_GREATER)
        return true;
    return l->items[k].sort == CJ_SORT_NAME && (k == at - 1 || begins_statement(l, k));
}

/* ---- What has no effect ------------------------------------------------------------------------------------------ */

/* A function of numbers, with or without 'f' behind it and "__" before it. */
static bool is_pure(const cj_token *name)
{
    static const char *const names[] = {
        "abs",      "acos",  "acosh",   "asin",   "asinh", "atan",        "atan2",        "atanh", "cbrt",  "ceil",
        "conj",     "cos",   "cosh",    "cospi",  "erf",   "erfc",        "exp",          "exp10", "exp2",  "expm1",
        "fabs",     "fdim",  "fdivide", "floor",  "fma",   "fmax",        "fmin",         "fmod",  "hypot", "imag",
        "isfinite", "isinf", "isnan",   "lgamma", "log",   "log10",       "log1p",        "log2",  "max",   "min",
        "pow",      "real",  "rint",    "round",  "rsqrt", "saturate",    "sin",          "sinh",  "sinpi", "sqrt",
        "tan",      "tanh",  "tgamma",  "trunc",  "arg",   "make_float2", "make_double2", NULL};
    char word[32];
    size_t length = cj_token_copy(name, word, sizeof word);
    cj_token bare = *name;

    if (length >= sizeof word)
        return false;
    if (cj_token_is_one_of(name, names))
        return true;
    if (strncmp(word, "__", 2) == 0) {
        bare.start += 2;
        bare.length -= 2;
    }
    if (bare.length > 1 && bare.start[bare.length - 1] == 'f')
        bare.length--;
    return cj_token_is_one_of(&bare, names);
}

/* Variables that every operation sees: i, n, i0 to n15, tid and the like. */
static bool is_own_name(const cj_token *token)
{
    static const char *const names[] = {"i",     "n",         "tid",      "cta_start", "total_threads", "true",
                                        "false", "threadIdx", "blockIdx", "blockDim",  "gridDim",       NULL};
    char word[4];

    if (cj_token_is_one_of(token, names))
        return true;
    return cj_token_copy(token, word, sizeof word) < sizeof word && (word[0] == 'i' || word[0] == 'n') &&
           isdigit((unsigned char)word[1]) && (word[2] == '\0' || isdigit((unsigned char)word[2]));
}

/* Declared with a built-in type somewhere in the operation. */
static bool is_local(const look *l, size_t at)
{
    for (size_t k = 1; k <= l->list.count; k++) {
        if (l->items[k].sort == CJ_SORT_NAME && l->items[k - 1].sort == CJ_SORT_TYPE &&
            cj_token_same(&l->items[k].token, &l->items[at].token))
            return true;
    }
    return false;
}

static bool name_may_act(const look *l, size_t at)
{
    const cj_item *item = &l->items[at];

    if (item[1].sort == CJ_SORT_PAREN)
        return !is_pure(&item->token);
    if (item[1].sort == CJ_SORT_BRACE)
        return true;
    return !is_somebody_elses(l, at) && find_parameter(l, at) == NULL && !is_own_name(&item->token) && !is_local(l, at);
}

/* May the token at `at` write to memory, or end up doing so? */
static bool may_act(const look *l, size_t at)
{
    const cj_item *items = l->items;

    switch (items[at].sort) {
    case CJ_SORT_NAME:
        return name_may_act(l, at);
    case CJ_SORT_ASSIGN:
    case CJ_SORT_COMPOUND: /* float t = ...; and what goes to an argument's own name */
        return !(items[at - 1].sort == CJ_SORT_NAME && items[at - 2].sort == CJ_SORT_TYPE) &&
               !(find_parameter(l, at - 1) != NULL && is_target(l, at - 1));
    case CJ_SORT_STEP:
        return !(find_parameter(l, at - 1) != NULL && is_target(l, at - 1)) &&
               !(find_parameter(l, at + 1) != NULL && is_target(l, at + 1));
    case CJ_SORT_SQUARE: /* a lambda's */
        return !cj_item_ends_operand(&items[at - 1]);
    case CJ_SORT_TYPE:
    case CJ_SORT_IF:
    case CJ_SORT_ELSE:
    case CJ_SORT_CAST:
    case CJ_SORT_NUMBER:
    case CJ_SORT_PAREN:
    case CJ_SORT_PAREN_END:
    case CJ_SORT_SQUARE_END:
    case CJ_SORT_BRACE:
    case CJ_SORT_BRACE_END:
    case CJ_SORT_SEMICOLON:
    case CJ_SORT_COMMA:
    case CJ_SORT_QUESTION:
    case CJ_SORT_COLON:
    case CJ_SORT_MEMBER:
    case CJ_SORT_AMPERSAND:
    case CJ_SORT_BOTH:
    case CJ_SORT_STAR:
    case CJ_SORT_PLUS:
    case CJ_SORT_MINUS:
    case CJ_SORT_LESS:
    case CJ_SORT_GREATER:
    case CJ_SORT_OPERATOR:
        return false;
    default:
        return true;
    }
}

/* The ';' or the end behind the statement at `at`. */
static size_t find_end(const look *l, size_t at)
{
    while (l->items[at].sort != CJ_SORT_SEMICOLON && l->items[at].sort != CJ_SORT_END &&
           l->items[at].sort != CJ_SORT_BRACE_END)
        at = l->items[at].match + 1;
    return at;
}

/* ---- Around the operation ---------------------------------------------------------------------------------------- */

static bool mentions(const char *text, const char *name)
{
    cj_use use = cj_snippet_use(text, name, "i");

    return use.indexed + use.other > 0;
}

static bool is_read_elsewhere(const look *l, const cj_surroundings *around, const char *name)
{
    return mentions(l->texts->loop_prep, name) || mentions(l->texts->after_loop, name) ||
           mentions(around->bodies.data, name);
}

/* Headers and macros may do anything, operators of the user's may write. */
static bool is_plain(const look *l, const cj_surroundings *around)
{
    if (around->any_header || around->operators || around->converts)
        return false;
    for (size_t k = 1; k <= l->list.count; k++) {
        if (l->items[k].sort == CJ_SORT_NAME && cj_surroundings_has_macro(around, &l->items[k].token))
            return false;
    }
    for (size_t k = 0; k < l->signature->count; k++) {
        if (l->signature->parameters[k].is_volatile)
            return false;
    }
    return true;
}

/* ---- What is lost ------------------------------------------------------------------------------------------------ */

/* The first assignment to an argument's own name that nothing reads but another such one: every mention of it is a
 * target, or in what is assigned to it, which does nothing else. 0: there is none. */
static size_t find_lost(const look *l, const cj_parameter *parameter)
{
    size_t first = 0, end = 0;

    for (size_t k = 1; k <= l->list.count; k++) {
        if (l->items[k].sort != CJ_SORT_NAME || is_somebody_elses(l, k) ||
            !cj_token_is(&l->items[k].token, parameter->name))
            continue;
        if (k < end)
            continue;
        if (is_declaration(l, k) || !is_target(l, k))
            return 0;
        end = find_end(l, k);
        for (size_t at = k + 1; at < end; at++) {
            if (may_act(l, at))
                return 0;
        }
        first = first != 0 ? first : k;
    }
    return first;
}

/* The statement with an index behind each array's bare name: "z[i] = x[i] + 1". */
static void write_meant(const look *l, size_t target, cj_text *out)
{
    enum { MOST = 80 };
    size_t first = l->items[target - 1].sort == CJ_SORT_STEP ? target - 1 : target, end = find_end(l, target);

    for (size_t k = first; k < end; k++) {
        const cj_token *token = &l->items[k].token;
        bool array = k == target || (l->items[k].array >= 0 && l->items[k + 1].sort != CJ_SORT_SQUARE);

        if (k > first && token->start > l->items[k - 1].token.start + l->items[k - 1].token.length)
            cj_text_append(out, " ");
        cj_text_append_n(out, token->start, token->length);
        if (array)
            cj_text_append(out, "[i]");
    }
    if (out->length > MOST) {
        cj_text_clear(out);
        cj_text_append_n(out, l->items[target].token.start, l->items[target].token.length);
        cj_text_append(out, "[i] = ...");
    }
}

static cujit_status fail_at(const look *l, size_t at, const cj_parameter *parameter, cujit_error *error)
{
    const cj_token *token = &l->items[at].token;
    cj_text meant = {0};
    cujit_status status;
    cj_lexer lexer;

    cj_lexer_init(&lexer, "operation", l->texts->operation);
    write_meant(l, at, &meant);
    if (parameter->pointer)
        status = cj_lexer_fail(&lexer, token->line, token->column, error,
                               "%.60s is an array: this changes where it points, and none of its elements; did you "
                               "mean '%s'?",
                               parameter->name, meant.failed ? "" : meant.data);
    else
        status = cj_lexer_fail(
            &lexer, token->line, token->column, error,
            "%.60s is no array: what is assigned to it is lost; did you mean an array, '%.60s *%.60s' "
            "in the arguments, and '%s'?",
            parameter->name, parameter->spelling, parameter->name, meant.failed ? "" : meant.data);
    cj_text_clear(&meant);
    return status;
}

/* An array that the operation might have written: the last one that is not const. */
static const char *find_output(const cj_signature *signature)
{
    for (size_t k = signature->count; k-- > 0;) {
        if (signature->parameters[k].pointer && !signature->parameters[k].is_const)
            return signature->parameters[k].name;
    }
    return NULL;
}

static cujit_status fail_without_effect(const look *l, cujit_error *error)
{
    const char *output = find_output(l->signature);
    size_t first = 1;
    cj_lexer lexer;

    while (l->items[first].sort == CJ_SORT_SEMICOLON)
        first++;
    cj_lexer_init(&lexer, "operation", l->texts->operation);
    return cj_lexer_fail(
        &lexer, l->items[first].token.line, l->items[first].token.column, error,
        "the operation has no effect: it writes to no element of an array; expected an assignment, such "
        "as '%.60s[i] = ...'%s",
        output != NULL ? output : "z", output != NULL ? "" : " of an array that is not const");
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

/* Is there anything but semicolons, and does none of it act? */
static bool is_idle(const look *l)
{
    bool any = false;

    for (size_t k = 1; k <= l->list.count; k++) {
        if (may_act(l, k))
            return false;
        any = any || l->items[k].sort != CJ_SORT_SEMICOLON;
    }
    return any;
}

/* An idle operation may change an argument that another text reads. */
static bool is_idle_for_all(const look *l, const cj_surroundings *around)
{
    for (size_t k = 1; k <= l->list.count; k++) {
        const cj_parameter *parameter = find_parameter(l, k);

        if (parameter != NULL && is_target(l, k) && is_read_elsewhere(l, around, parameter->name))
            return false;
    }
    return true;
}

static cujit_status judge(const look *l, cujit_error *error)
{
    size_t lost = 0;
    const cj_parameter *parameter = NULL;
    bool idle = is_idle(l);
    cj_surroundings around = {0};
    cujit_status status;

    for (size_t k = 0; k < l->signature->count && lost == 0; k++) {
        parameter = &l->signature->parameters[k];
        lost = find_lost(l, parameter);
    }
    if (lost == 0 && !idle)
        return CUJIT_OK;
    status = cj_surroundings_find(l->texts->types, l->texts->preamble, l->texts->operation, l->texts->options, &around,
                                  error);
    if (status == CUJIT_OK && is_plain(l, &around)) {
        if (lost != 0 && !is_read_elsewhere(l, &around, parameter->name))
            status = fail_at(l, lost, parameter, error);
        else if (idle && is_idle_for_all(l, &around))
            status = fail_without_effect(l, error);
    }
    cj_surroundings_clear(&around);
    return status;
}

cujit_status cj_effect_check(const cj_access_texts *texts, const cj_signature *signature, cujit_error *error)
{
    look l = {.texts = texts, .signature = signature};
    cujit_status status = cj_items_split(texts->operation, signature, &l.list, error);

    if (status != CUJIT_OK)
        return status;
    l.items = l.list.items;
    if (l.list.count > 0 && l.list.count <= MOST_TOKENS)
        status = judge(&l, error);
    cj_free(l.list.items);
    return status;
}
