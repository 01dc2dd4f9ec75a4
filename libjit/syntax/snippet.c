/*
 * snippet.c: a lexical look at the user's C++ text.
 *
 * One pass over the tokens with a stack of open brackets. Besides balance it keeps one number, the chain: how many
 * tokens the statement under the cursor has, and those that it lies in. Whatever nests in a compiler's recursive parser
 * without brackets (unary operators, casts, `?:`, assignments, `if (a) if (b)`, `else if`, `A<A<`) is a chain of tokens
 * within one statement, so that one cap covers them all. A statement ends at `;` or behind a block, unless `else`
 * follows; the elements of an initializer list do not add up.
 */
#include "libjit/syntax/snippet.h"

#include "libjit/syntax/unit.h"
#include "libjit/syntax/words.h"

#include <ctype.h>
#include <string.h>

/* An open bracket; level 0 is the text itself. */
typedef struct level {
    char closing;         /* ')', ']' or '}' */
    bool block;           /* a '{' that opens statements, not an initializer list */
    bool body;            /* inside the body of a lambda, function or class */
    bool introducer;      /* '[' that begins a lambda */
    bool expects_body;    /* the next '{' of this level is a lambda's or a class's */
    bool statement_ended; /* what follows is a statement of its own, unless it is `else` */
    unsigned chain;       /* tokens of the statement on this level */
    unsigned commas;      /* since its last ';' */
    int line, column;
} level;

typedef struct scan {
    cj_snippet_kind kind;
    cj_lexer lexer;
    cj_token token, before;
    const char *const *reserved;
    cj_snippet *out;
    cujit_error *error;
    level *levels;          /* those up to `depth` are filled in */
    unsigned depth, chain;  /* chain: the sum over all levels */
    unsigned *conditionals; /* for each open #if: the depth where it began */
    int *conditional_lines;
    unsigned conditional_count;
    bool has_conditionals; /* brackets may be balanced only in what is left of the text */
} scan;

static bool starts_with(const char *word, const char *prefix)
{
    return strncmp(word, prefix, strlen(prefix)) == 0;
}

/* Whether a token can be the end of an operand, so that '[' and '&' behind it are binary. */
static bool ends_operand(const cj_token *token)
{
    static const char *const operators[] = {"return", "else",      "do",       "case",     "throw", "sizeof", "new",
                                            "delete", "co_return", "co_yield", "co_await", "goto",  NULL};

    if (token->kind == CJ_TOKEN_NAME)
        return !cj_token_is_one_of(token, operators);
    return token->kind == CJ_TOKEN_NUMBER || token->kind == CJ_TOKEN_STRING || cj_token_is(token, ")") ||
           cj_token_is(token, "]");
}

/* ---- Features ---------------------------------------------------------------------------------------------------- */

static bool is_half_name(const char *word)
{
    static const char *const names[] = {"half", "half2", "make_half2", "__low2float", "__high2float", "__low2half2"};
    static const char *const others[] = {"__host__", "__hiloint2double"}; /* begin like __hadd, but are no intrinsics */
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(word, names[i]) == 0)
            return true;
    }
    for (i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(word, others[i]) == 0)
            return false;
    }
    return (starts_with(word, "__") && strstr(word, "half") != NULL) ||
           (starts_with(word, "__h") && islower((unsigned char)word[3]));
}

static bool is_barrier_name(const char *word)
{
    static const char *const prefixes[] = {
        "__syncthreads", "__syncwarp", "__shfl",         "__ballot",          "__any", "__all", "__activemask",
        "__match_",      "__reduce_",  "__barrier_sync", "cooperative_groups"};
    size_t i;

    for (i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (starts_with(word, prefixes[i]))
            return true;
    }
    return false;
}

/* What the host has in a prelude of its own. */
static bool is_rare_name(const char *word)
{
    return (starts_with(word, "__v") && islower((unsigned char)word[3])) || starts_with(word, "cyl_bessel_") ||
           strcmp(word, "__fns") == 0 || strcmp(word, "new") == 0 || strcmp(word, "delete") == 0;
}

static unsigned name_features(const cj_token *token)
{
    unsigned features = 0;
    char word[64];

    cj_token_copy(token, word, sizeof word);
    if (is_half_name(word))
        features |= CJ_FEATURE_HALF;
    if (strstr(word, "bfloat16") != NULL)
        features |= CJ_FEATURE_BFLOAT16;
    if (strcmp(word, "complex") == 0 || strcmp(word, "pycuda") == 0 || strcmp(word, "_Complex") == 0 ||
        strcmp(word, "cuComplex") == 0 || strcmp(word, "cuFloatComplex") == 0 || strcmp(word, "cuDoubleComplex") == 0)
        features |= CJ_FEATURE_COMPLEX;
    if (is_barrier_name(word))
        features |= CJ_FEATURE_BARRIERS;
    if (is_rare_name(word))
        features |= CJ_FEATURE_MORE;
    return features;
}

/* ---- Directives -------------------------------------------------------------------------------------------------- */

static cujit_status fail_at(scan *s, const cj_token *token, const char *message)
{
    return cj_lexer_fail(&s->lexer, token->line, token->column, s->error, "%s", message);
}

/* #define and #undef of what the generated code needs would change its meaning behind everybody's back. */
static cujit_status check_macro(scan *s, const cj_token *name)
{
    const char *const *reserved = s->reserved;
    cj_word_type type;
    char word[128];
    bool bad;

    cj_token_copy(name, word, sizeof word);
    if (name->kind != CJ_TOKEN_NAME && cj_operator_word(word) == NULL)
        return fail_at(s, name, "#define and #undef need the name of a macro");
    if (s->kind == CJ_SNIPPET_MODULE) /* `and` is the compiler's business: it may stand in text for C */
        return CUJIT_OK;
    bad = cj_word_is_keyword(word) || cj_word_find_type(word, &type) || starts_with(word, "cujit");
    for (; !bad && reserved != NULL && *reserved != NULL; reserved++)
        bad = strcmp(*reserved, word) == 0;
    if (!bad)
        return CUJIT_OK;
    return cj_lexer_fail(&s->lexer, name->line, name->column, s->error,
                         "a macro must not be named '%.60s': the generated code uses that name", word);
}

static cujit_status open_conditional(scan *s)
{
    if (s->conditional_count == CJ_SNIPPET_MAX_DEPTH)
        return cj_lexer_fail(&s->lexer, s->token.line, s->token.column, s->error, "#if nests more than %d deep",
                             CJ_SNIPPET_MAX_DEPTH);
    s->has_conditionals = true;
    s->conditional_lines[s->conditional_count] = s->token.line;
    s->conditionals[s->conditional_count++] = s->depth;
    return CUJIT_OK;
}

/* Closes what was opened since the #if: the other branch begins where this one did. */
static void drop_levels(scan *s, unsigned depth)
{
    for (; s->depth > depth; s->depth--)
        s->chain -= s->levels[s->depth].chain;
}

static cujit_status check_conditional(scan *s, const cj_token *name)
{
    static const char *const opening[] = {"if", "ifdef", "ifndef", NULL};
    static const char *const middle[] = {"else", "elif", "elifdef", "elifndef", NULL};
    bool ends = cj_token_is(name, "endif");

    if (cj_token_is_one_of(name, opening))
        return open_conditional(s);
    if (!ends && !cj_token_is_one_of(name, middle))
        return CUJIT_OK;
    if (s->conditional_count == 0)
        return fail_at(s, name, "directive without an #if before it");
    if (ends)
        s->conditional_count--;
    else
        drop_levels(s, s->conditionals[s->conditional_count - 1]);
    return CUJIT_OK;
}

/* s->token is a directive. */
static cujit_status check_directive(scan *s)
{
    cj_lexer inside = cj_lexer_enter(&s->lexer, &s->token);
    cujit_status status;
    cj_token name, token;
    bool defines;

    if (s->kind == CJ_SNIPPET_EXPRESSION)
        return fail_at(s, &s->token, "preprocessor directive in an expression: put it into the preamble");
    if ((status = cj_lexer_next(&inside, &name, s->error)) != CUJIT_OK)
        return status;
    if (s->kind == CJ_SNIPPET_STATEMENTS && !cj_token_is(&name, "pragma"))
        return fail_at(s, &s->token,
                       "preprocessor directive: only #pragma is allowed here; put others into the preamble");
    if ((status = check_conditional(s, &name)) != CUJIT_OK)
        return status;
    defines = cj_token_is(&name, "define");
    if (cj_token_is(&name, "include") || cj_token_is(&name, "include_next") || cj_token_is(&name, "import"))
        s->out->includes = true;
    if (defines || cj_token_is(&name, "undef")) {
        if ((status = cj_lexer_next(&inside, &token, s->error)) != CUJIT_OK ||
            (status = check_macro(s, &token)) != CUJIT_OK)
            return status;
    }
    /* A header's name in <...> may look like anything: it was tokenised as a whole before, and here it may fail. */
    while (cj_lexer_next(&inside, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        if (token.kind != CJ_TOKEN_NAME)
            continue;
        s->out->features |= name_features(&token);
        s->out->defines_return = s->out->defines_return || (defines && cj_token_is(&token, "return"));
        s->out->defines_break = s->out->defines_break || (defines && cj_token_is(&token, "break"));
    }
    return CUJIT_OK;
}

/* ---- Brackets ---------------------------------------------------------------------------------------------------- */

static char closing_of(const cj_token *token)
{
    return cj_token_is(token, "(") ? ')' : cj_token_is(token, "[") ? ']' : cj_token_is(token, "{") ? '}' : '\0';
}

static char closes(const cj_token *token)
{
    return cj_token_is(token, ")") ? ')' : cj_token_is(token, "]") ? ']' : cj_token_is(token, "}") ? '}' : '\0';
}

/* Whether a '{' behind s->before opens statements. Behind an operator, a comma or a name it is an initializer list. */
static bool opens_block(const scan *s, const level *outer)
{
    static const char *const before[] = {")",        ";",     "}",       ":",        "else",  "do", "try",
                                         "noexcept", "const", "mutable", "override", "final", NULL};

    if (s->before.kind == CJ_TOKEN_END || s->before.kind == CJ_TOKEN_DIRECTIVE ||
        cj_token_is_one_of(&s->before, before))
        return true;
    return cj_token_is(&s->before, "{") && outer->block;
}

static cujit_status open_bracket(scan *s, char closing)
{
    level *outer = &s->levels[s->depth], *inner;
    unsigned most = s->kind == CJ_SNIPPET_EXPRESSION ? CJ_SNIPPET_MAX_DEPTH - 1 : CJ_SNIPPET_MAX_DEPTH;

    if (s->depth == most)
        return cj_lexer_fail(&s->lexer, s->token.line, s->token.column, s->error, "brackets nest more than %u deep",
                             most);
    inner = &s->levels[++s->depth];
    *inner = (level){.closing = closing, .body = outer->body, .line = s->token.line, .column = s->token.column};
    if (closing == '}') {
        inner->block = outer->expects_body || opens_block(s, outer);
        inner->body = outer->body || outer->expects_body;
        outer->expects_body = false;
    } else if (closing == ']') {
        inner->introducer = !ends_operand(&s->before);
        if (cj_token_is(&s->before, "[")) /* "[[": an attribute */
            inner->introducer = outer->introducer = false;
    }
    return CUJIT_OK;
}

static cujit_status close_bracket(scan *s, char closing)
{
    level inner = s->levels[s->depth], *outer;

    if (s->depth == 0) {
        if (s->has_conditionals)
            return CUJIT_OK;
        return cj_lexer_fail(&s->lexer, s->token.line, s->token.column, s->error, "unbalanced '%c': nothing opens it",
                             closing);
    }
    if (inner.closing != closing && !s->has_conditionals)
        return cj_lexer_fail(&s->lexer, s->token.line, s->token.column, s->error,
                             "unbalanced '%c': expected '%c' for the bracket in line %d, column %d", closing,
                             inner.closing, inner.line, inner.column);
    drop_levels(s, s->depth - 1);
    outer = &s->levels[s->depth];
    if (closing == '}')
        outer->statement_ended = inner.block;
    else if (inner.introducer)
        outer->expects_body = true;
    return CUJIT_OK;
}

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

static void restart_chain(scan *s)
{
    s->chain -= s->levels[s->depth].chain;
    s->levels[s->depth].chain = 0;
}

/* Before s->token is looked at in any other way. */
static cujit_status count_token(scan *s)
{
    level *here = &s->levels[s->depth];
    bool comma = cj_token_is(&s->token, ","), semicolon = cj_token_is(&s->token, ";");
    bool braces = here->closing != ')' && here->closing != ']';

    if (here->statement_ended && !cj_token_is(&s->token, "else"))
        restart_chain(s);
    here->statement_ended = semicolon && braces;
    /* A comma may separate elements or chain expressions: which, only the ';' tells that an initializer has not. */
    if (comma && here->closing == '}' && !here->block)
        restart_chain(s);
    here->commas += comma;
    if (s->token.kind != CJ_TOKEN_NUMBER && s->token.kind != CJ_TOKEN_STRING) {
        here->chain++;
        s->chain++;
    }
    if (comma || semicolon)
        here->expects_body = false;
    if (s->chain > CJ_SNIPPET_MAX_CHAIN || (semicolon && here->commas > CJ_SNIPPET_MAX_CHAIN))
        return cj_lexer_fail(&s->lexer, s->token.line, s->token.column, s->error,
                             "statement too long: more than %d operators and names in one statement or else-if chain",
                             CJ_SNIPPET_MAX_CHAIN);
    if (semicolon)
        here->commas = 0;
    return CUJIT_OK;
}

/* ---- Expressions ------------------------------------------------------------------------------------------------- */

static bool in_braces(const scan *s)
{
    for (unsigned k = s->depth; k > 0; k--) {
        if (s->levels[k].closing == '}')
            return true;
    }
    return false;
}

/* What makes a text more than one expression. s->token is no directive. */
static cujit_status check_expression(scan *s)
{
    static const char *const words[] = {"if",           "else",     "for",           "while",     "do",
                                        "switch",       "case",     "default",       "break",     "continue",
                                        "goto",         "return",   "try",           "catch",     "throw",
                                        "using",        "typedef",  "namespace",     "static",    "extern",
                                        "thread_local", "asm",      "static_assert", "co_return", "co_await",
                                        "co_yield",     "struct",   "class",         "union",     "enum",
                                        "__shared__",   "register", "auto",          "__asm__",   "constexpr",
                                        "__asm",        NULL};
    const cj_token *token = &s->token;
    char word[16];

    if (token->kind == CJ_TOKEN_NAME && (s->depth == 0 ? cj_token_is_one_of(token, words)
                                                       : cj_token_is(token, "return") && !s->levels[s->depth].body)) {
        cj_token_copy(token, word, sizeof word);
        return cj_lexer_fail(&s->lexer, token->line, token->column, s->error,
                             "'%s' in an expression: expected a value, such as \"x[i] * y[i]\", and no statement",
                             word);
    }
    if (token->kind != CJ_TOKEN_PUNCTUATOR)
        return CUJIT_OK;
    if (cj_token_is(token, ";") && !in_braces(s))
        return fail_at(s, token, "';' in an expression: expected a value, such as \"x[i] * y[i]\", and no statement");
    if (cj_token_is(token, ",") && s->depth == 0)
        return fail_at(s, token,
                       "',' outside of brackets: where it is meant, put the whole expression into parentheses");
    if (cj_token_is(token, "{") && s->before.kind == CJ_TOKEN_END)
        return fail_at(s, token, "expected an expression, found '{': name the type, as in \"pair{0, 0}\"");
    return CUJIT_OK;
}

/* ---- The check --------------------------------------------------------------------------------------------------- */

static void look_at_name(scan *s)
{
    static const char *const classes[] = {"struct", "class", "union", NULL};
    level *here = &s->levels[s->depth];

    s->out->features |= name_features(&s->token);
    if (cj_token_is_one_of(&s->token, classes))
        here->expects_body = true;
    if (cj_token_is(&s->token, "return") && !here->body)
        s->out->has_return = true;
    if (cj_token_is(&s->token, "break"))
        s->out->has_break = true;
}

static cujit_status check_token(scan *s)
{
    cujit_status status;
    char bracket;

    if (s->token.kind == CJ_TOKEN_DIRECTIVE)
        return check_directive(s);
    if ((status = count_token(s)) != CUJIT_OK)
        return status;
    if (s->kind == CJ_SNIPPET_EXPRESSION && (status = check_expression(s)) != CUJIT_OK)
        return status;
    if (s->token.kind == CJ_TOKEN_NAME)
        look_at_name(s);
    if (s->token.kind != CJ_TOKEN_PUNCTUATOR)
        return CUJIT_OK;
    if ((bracket = closing_of(&s->token)) != '\0')
        return open_bracket(s, bracket);
    if ((bracket = closes(&s->token)) != '\0')
        return close_bracket(s, bracket);
    if (cj_token_is(&s->token, "#") || cj_token_is(&s->token, "##"))
        return fail_at(s, &s->token, "stray '#': a directive stands on a line of its own");
    return CUJIT_OK;
}

static cujit_status check_end(scan *s)
{
    const level *open = &s->levels[s->depth];

    if (s->kind == CJ_SNIPPET_EXPRESSION && s->out->empty)
        return cj_lexer_fail(&s->lexer, 1, 1, s->error, "expected an expression, found an empty text");
    if (s->conditional_count > 0)
        return cj_lexer_fail(&s->lexer, s->conditional_lines[s->conditional_count - 1], 1, s->error,
                             "#if never ends: expected an #endif");
    if (s->depth > 0 && !s->has_conditionals)
        return cj_lexer_fail(&s->lexer, open->line, open->column, s->error,
                             "bracket never closed: expected '%c' before the end of the text", open->closing);
    return CUJIT_OK;
}

static cujit_status check_size(cj_snippet_kind kind, const char *part, const char *text, cujit_error *error)
{
    size_t most = kind == CJ_SNIPPET_STATEMENTS   ? CJ_STATEMENTS_MAX_BYTES
                  : kind == CJ_SNIPPET_PREAMBLE   ? CJ_PREAMBLE_MAX_BYTES
                  : kind == CJ_SNIPPET_EXPRESSION ? CJ_EXPRESSION_MAX_BYTES
                                                  : CJ_MODULE_MAX_BYTES;
    size_t length = strlen(text);
    cujit_status status;

    if (length <= most)
        return CUJIT_OK;
    status = cj_error_set(error, kind == CJ_SNIPPET_MODULE ? CUJIT_ERROR_COMPILE : CUJIT_ERROR_SNIPPET,
                          "text too long: %zu bytes; expected at most %zu", length, most);
    cj_error_place(error, part, NULL, 0, 0);
    return status;
}

cujit_status cj_snippet_read(cj_snippet_kind kind, const char *part, const char *text, const char *const *reserved,
                             cj_snippet *out, cj_tokens *tokens, cujit_error *error)
{
    level levels[CJ_SNIPPET_MAX_DEPTH + 1];
    unsigned conditionals[CJ_SNIPPET_MAX_DEPTH];
    int lines[CJ_SNIPPET_MAX_DEPTH];
    cj_snippet found = {.empty = true};
    scan s = {.kind = kind,
              .before.start = "",
              .reserved = reserved,
              .out = &found,
              .error = error,
              .levels = levels,
              .conditionals = conditionals,
              .conditional_lines = lines};
    cujit_status status;

    text = text != NULL ? text : "";
    if ((status = check_size(kind, part, text, error)) != CUJIT_OK)
        return status;
    levels[0] = (level){.block = true};
    cj_lexer_init(&s.lexer, part, text);
    if (kind == CJ_SNIPPET_MODULE) {
        s.lexer.status = CUJIT_ERROR_COMPILE;
        s.has_conditionals = true;
    }
    for (;;) {
        if ((status = cj_lexer_next(&s.lexer, &s.token, error)) != CUJIT_OK)
            return status;
        if (tokens != NULL)
            cj_tokens_add(tokens, &s.lexer, &s.token);
        if (s.token.kind == CJ_TOKEN_END)
            break;
        found.empty = false;
        if ((status = check_token(&s)) != CUJIT_OK)
            return status;
        s.before = s.token;
    }
    if ((status = check_end(&s)) != CUJIT_OK)
        return status;
    if (tokens != NULL && tokens->failed)
        return cj_error_no_memory(error, "a look at a text");
    found.ends_in_comment = s.lexer.ends_in_comment;
    *out = found;
    return CUJIT_OK;
}

cujit_status cj_snippet_check(cj_snippet_kind kind, const char *part, const char *text, const char *const *reserved,
                              cj_snippet *out, cujit_error *error)
{
    return cj_snippet_read(kind, part, text, reserved, out, NULL, error);
}
