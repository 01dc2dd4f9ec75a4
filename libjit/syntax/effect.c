/*
 * effect.c: see effect.h.
 *
 * Where the texts around may change what the operation's words mean, nothing is said.
 */
#include "libjit/syntax/effect.h"

#include "libjit/syntax/words.h"

#include <string.h>

enum { MOST_TOKENS = 2000 }; /* of an operation that is looked at */

typedef struct look {
    const cj_texts *texts;
    const char *text; /* of the operation */
    const cj_signature *signature;
    const cj_tokens *tokens; /* of the operation */
    const cj_item *items;    /* theirs */
} look;

/* ---- Single tokens ----------------------------------------------------------------------------------------------- */

static const cj_parameter *find_parameter(const look *l, size_t at)
{
    const int number = cj_tokens_name(l->tokens, at)->parameter;

    return number >= 0 ? &l->signature->parameters[number] : NULL;
}

/* `z = ...`, `z++`, `++z`, as a statement of its own. */
static bool is_target(const look *l, size_t at)
{
    if (l->items[at - 1].sort == CJ_SORT_STEP && cj_tokens_begins_statement(l->tokens, at - 1))
        return l->items[at + 1].sort == CJ_SORT_SEMICOLON || l->items[at + 1].sort == CJ_SORT_END;
    return cj_tokens_begins_statement(l->tokens, at) && cj_sort_in(l->items[at + 1].sort, CJ_SORTS_CHANGING);
}

/* `float z`, `float *z`, `pair z`, `const auto &z`: a variable of that name. */
static bool is_declaration(const look *l, size_t at)
{
    size_t k = at - 1;

    while (cj_sort_in(l->items[k].sort, CJ_BIT(STAR) | CJ_BIT(AMPERSAND) | CJ_BIT(BOTH)))
        k--;
    if (cj_sort_in(l->items[k].sort, CJ_BIT(TYPE) | CJ_BIT(GREATER)))
        return true;
    return l->items[k].sort == CJ_SORT_NAME && (k == at - 1 || cj_tokens_begins_statement(l->tokens, k));
}

static bool is_read_elsewhere(const look *l, const char *name)
{
    return cj_name_is_in(cj_names_find(&l->texts->names, name), CJ_IN_LOOP_PREP | CJ_IN_AFTER_LOOP | CJ_IN_MACROS);
}

/* ---- What has no effect ------------------------------------------------------------------------------------------ */

/* A function of numbers, with or without 'f' behind it and "__" before it. */
static bool is_pure_name(const cj_token *name)
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
    char word[5];

    return cj_token_is_one_of(token, names) ||
           (cj_token_copy(token, word, sizeof word) < sizeof word && cj_word_axis(word) >= 0);
}

/* Declared with a built-in type somewhere in the operation. */
static bool is_local(const look *l, size_t at)
{
    for (size_t k = 1; k <= l->tokens->count; k++) {
        if (l->items[k].name == l->items[at].name && l->items[k - 1].sort == CJ_SORT_TYPE)
            return true;
    }
    return false;
}

/* Such a one in a call, and none of the user's own; of methods only those that are given nothing. */
static bool is_pure(const look *l, size_t at)
{
    const unsigned around = CJ_IN_TYPES | CJ_IN_OPTIONS | CJ_IN_HEADERS | CJ_IN_PREAMBLE;

    return is_pure_name(&l->items[at].token) && (cj_tokens_name(l->tokens, at)->stands & around) == 0 &&
           (l->items[at - 1].sort != CJ_SORT_MEMBER || l->items[at + 2].sort == CJ_SORT_PAREN_END);
}

static bool name_may_act(const look *l, size_t at)
{
    const cj_item *item = &l->items[at];

    if (item[1].sort == CJ_SORT_PAREN)
        return !is_pure(l, at);
    if (item[1].sort == CJ_SORT_BRACE)
        return true;
    return cj_tokens_is_own(l->tokens, at) && find_parameter(l, at) == NULL && !is_own_name(&item->token) &&
           !is_local(l, at);
}

/* Whether an assignment to the name at `at` changes an argument's own value, which no other text reads. */
static bool is_idle(const look *l, size_t at)
{
    const cj_parameter *parameter = find_parameter(l, at);

    return parameter != NULL && is_target(l, at) && !is_read_elsewhere(l, parameter->name);
}

/* May the token at `at` write to memory, or end up doing so? */
static bool may_act(const look *l, size_t at)
{
    const uint64_t idle = CJ_BIT(TYPE) | CJ_BIT(IF) | CJ_BIT(ELSE) | CJ_BIT(CAST) | CJ_BIT(NUMBER) | CJ_BIT(PAREN) |
                          CJ_BIT(PAREN_END) | CJ_BIT(SQUARE_END) | CJ_BIT(BRACE) | CJ_BIT(BRACE_END) |
                          CJ_BIT(SEMICOLON) | CJ_BIT(COMMA) | CJ_BIT(QUESTION) | CJ_BIT(COLON) | CJ_BIT(MEMBER) |
                          CJ_SORTS_COMPUTING;
    const cj_item *items = l->items;

    switch (items[at].sort) {
    case CJ_SORT_NAME:
        return name_may_act(l, at);
    case CJ_SORT_ASSIGN:
    case CJ_SORT_COMPOUND: /* float t = ...; and what goes to an argument's own name */
        return !(items[at - 1].sort == CJ_SORT_NAME && items[at - 2].sort == CJ_SORT_TYPE) && !is_idle(l, at - 1);
    case CJ_SORT_STEP:
        return !is_idle(l, at - 1) && !is_idle(l, at + 1);
    case CJ_SORT_SQUARE: /* a lambda's */
        return !cj_item_ends_operand(&items[at - 1]);
    default:
        return !cj_sort_in(items[at].sort, idle);
    }
}

/* ---- Around the operation ---------------------------------------------------------------------------------------- */

/* Headers and macros may do anything, operators of the user's may write. */
static bool is_plain(const look *l)
{
    const cj_surroundings *around = &l->texts->around;

    if (around->any_header || around->operators || around->converts)
        return false;
    for (size_t k = 1; k <= l->tokens->count; k++) {
        if (cj_texts_is_macro(l->texts, &l->items[k]))
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

    for (size_t k = 1; k <= l->tokens->count; k++) {
        if (k < end || !cj_tokens_is_own(l->tokens, k) || find_parameter(l, k) != parameter)
            continue;
        if (is_declaration(l, k) || !is_target(l, k))
            return 0;
        end = cj_tokens_statement_end(l->tokens, k);
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
    size_t first = l->items[target - 1].sort == CJ_SORT_STEP ? target - 1 : target,
           end = cj_tokens_statement_end(l->tokens, target);

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

    write_meant(l, at, &meant);
    if (parameter->pointer)
        cj_error_set(error, CUJIT_ERROR_SNIPPET,
                     "%.60s is an array: this changes where it points, and none of its elements; did you mean '%s'?",
                     parameter->name, meant.failed ? "" : meant.data);
    else
        cj_error_set(error, CUJIT_ERROR_SNIPPET,
                     "%.60s is no array: what is assigned to it is lost; did you mean an array, '%.60s *%.60s' in the "
                     "arguments, and '%s'?",
                     parameter->name, parameter->spelling, parameter->name, meant.failed ? "" : meant.data);
    cj_error_place(error, "operation", l->text, token->line, token->column);
    cj_text_clear(&meant);
    return CUJIT_ERROR_SNIPPET;
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
    cj_lexer_init(&lexer, "operation", l->text);
    return cj_lexer_fail(
        &lexer, &l->items[first].token, error,
        "the operation has no effect: it writes to no element of an array; expected an assignment, such "
        "as '%.60s[i] = ...'%s",
        output != NULL ? output : "z", output != NULL ? "" : " of an array that is not const");
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

/* Is there anything but semicolons, and does none of it act? */
static bool has_no_effect(const look *l)
{
    bool any = false;

    for (size_t k = 1; k <= l->tokens->count; k++) {
        if (may_act(l, k))
            return false;
        any = any || l->items[k].sort != CJ_SORT_SEMICOLON;
    }
    return any;
}

cujit_status cj_effect_check(const cj_texts *texts, const char *operation, const cj_signature *signature,
                             cujit_error *error)
{
    const look made = {texts, operation, signature, &texts->operation, texts->operation.items}, *l = &made;
    const cj_parameter *parameter = NULL;
    size_t lost = 0;

    if (l->tokens->count == 0 || l->tokens->count > MOST_TOKENS || !is_plain(l))
        return CUJIT_OK;
    for (size_t k = 0; k < signature->count && lost == 0; k++) {
        parameter = &signature->parameters[k];
        lost = find_lost(l, parameter);
    }
    if (lost != 0 && !is_read_elsewhere(l, parameter->name))
        return fail_at(l, lost, parameter, error);
    return has_no_effect(l) ? fail_without_effect(l, error) : CUJIT_OK;
}
