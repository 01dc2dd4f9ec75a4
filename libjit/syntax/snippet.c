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

#include "libjit/syntax/handle.h"
#include "libjit/syntax/unit.h"
#include "libjit/syntax/words.h"

#include <ctype.h>
#include <string.h>

/* An open bracket; level 0 is the text itself. */
typedef struct level {
    size_t open;          /* its token */
    bool block;           /* a '{' that opens statements, not an initializer list */
    bool body;            /* inside the body of a lambda, function or class */
    bool introducer;      /* '[' that begins a lambda */
    bool expects_body;    /* the next '{' of this level is a lambda's or a class's */
    bool statement_ended; /* what follows is a statement of its own, unless it is `else` */
    unsigned chain;       /* tokens of the statement on this level */
    unsigned commas;      /* since its last ';' */
} level;

/* An open #if. */
typedef struct conditional {
    unsigned depth; /* where it began */
    cj_token begin;
} conditional;

typedef struct scan {
    cj_snippet_kind kind;
    cj_lexer lexer;
    const cj_tokens *tokens;
    const cj_item *item; /* under the cursor */
    const char *const *reserved;
    cj_snippet *out;
    cujit_error *error;
    level *levels;         /* those up to `depth` are filled in */
    unsigned depth, chain; /* chain: the sum over all levels */
    conditional *conditionals;
    unsigned conditional_count;
    bool has_conditionals; /* brackets may be balanced only in what is left of the text */
} scan;

/* An error of the scan's, at a token. */
#define FAIL(token, ...) cj_lexer_fail(&s->lexer, token, s->error, __VA_ARGS__)

static bool starts_with(const char *word, const char *prefix)
{
    return strncmp(word, prefix, strlen(prefix)) == 0;
}

/* ---- Features ---------------------------------------------------------------------------------------------------- */

/* An intrinsic: a prefix such as "__h" and a small letter. */
static bool goes_on(const char *word, const char *prefix)
{
    return starts_with(word, prefix) && islower((unsigned char)word[strlen(prefix)]);
}

/* An intrinsic that rounds, but not to nearest: __fadd_rd, __double2float_rz. */
static bool is_directed(const char *word)
{
    const size_t length = strlen(word);

    return starts_with(word, "__") && length > 5 && word[length - 3] == '_' && word[length - 2] == 'r' &&
           strchr("duz", word[length - 1]) != NULL;
}

static unsigned name_features(const cj_token *name)
{
    static const char *const halves[] = {"half",         "half2",       "make_half2", "__low2float",
                                         "__high2float", "__low2half2", NULL};
    static const char *const others[] = {"__host__", "__hiloint2double", NULL}; /* begin like __hadd */
    static const char *const complexes[] = {"complex",        "pycuda",          "_Complex", "cuComplex",
                                            "cuFloatComplex", "cuDoubleComplex", NULL};
    /* What the host has in a prelude of its own. */
    static const char *const rare[] = {"__fns",   "new",          "delete",       "__dp2a_lo",    "__dp2a_hi",
                                       "__tanhf", "__nv_bswap16", "__nv_bswap32", "__nv_bswap64", NULL};
    static const char *const barriers[] = {
        "__syncthreads", "__syncwarp", "__shfl",         "__ballot",           "__any", "__all", "__activemask",
        "__match_",      "__reduce_",  "__barrier_sync", "cooperative_groups", NULL};
    static const char *const textures[] = {"tex1D", "tex2D", "tex3D", "surf1D", "surf2D", "surf3D", NULL};
    unsigned features = 0;
    char word[64];

    cj_token_copy(name, word, sizeof word);
    if (cj_token_is_one_of(name, halves) || (starts_with(word, "__") && strstr(word, "half") != NULL) ||
        (goes_on(word, "__h") && !cj_token_is_one_of(name, others)))
        features |= CJ_FEATURE_HALF;
    if (strstr(word, "bfloat16") != NULL)
        features |= CJ_FEATURE_BFLOAT16;
    if (starts_with(word, "float8_e"))
        features |= CJ_FEATURE_FLOAT8;
    if (starts_with(word, "cujit_draw_"))
        features |= CJ_FEATURE_RANDOM;
    if (cj_token_is_one_of(name, complexes))
        features |= CJ_FEATURE_COMPLEX;
    if (goes_on(word, "__v") || starts_with(word, "cyl_bessel_") || cj_token_is_one_of(name, rare) || is_directed(word))
        features |= CJ_FEATURE_MORE;
    if (cj_handle_by_name(word) != 0)
        features |= CJ_FEATURE_TEXTURES;
    for (size_t k = 0; textures[k] != NULL; k++)
        features |= starts_with(word, textures[k]) ? CJ_FEATURE_TEXTURES : 0;
    for (size_t k = 0; barriers[k] != NULL; k++)
        features |= starts_with(word, barriers[k]) ? CJ_FEATURE_BARRIERS : 0;
    return features;
}

/* Whether the text calls a function of random numbers of that name, which alone is many a text's own. */
static bool calls_random(const cj_tokens *tokens, size_t name)
{
    static const char *const randoms[] = {"uniform", "normal", "exponential", "random_bits", "random_words", NULL};

    if (!cj_token_is_one_of(&tokens->names->of[name].token, randoms))
        return false;
    for (size_t at = 1; at <= tokens->count; at++) {
        if (tokens->items[at].name == name && cj_tokens_is_own(tokens, at) &&
            (cj_item_is(&tokens->items[at + 1], "(") || cj_item_is(&tokens->items[at + 1], "<")))
            return true;
    }
    return false;
}

unsigned cj_tokens_features(const cj_tokens *tokens)
{
    unsigned features = 0;

    for (size_t k = 1; k < tokens->names->count; k++) {
        const cj_name *name = &tokens->names->of[k];

        if (((name->stands | name->directed) & tokens->place) != 0)
            features |= name_features(&name->token) | (calls_random(tokens, k) ? CJ_FEATURE_RANDOM : 0);
    }
    return features;
}

/* ---- Directives -------------------------------------------------------------------------------------------------- */

/* #define and #undef of what the generated code needs would change its meaning behind everybody's back. */
static cujit_status check_macro(scan *s, const cj_token *name)
{
    const char *const *reserved = s->reserved;
    cj_word_type type;
    char word[128];
    bool bad;

    cj_token_copy(name, word, sizeof word);
    if (name->kind != CJ_TOKEN_NAME && cj_operator_word(word) == NULL)
        return FAIL(name, "#define and #undef need the name of a macro");
    if (s->kind == CJ_SNIPPET_MODULE) /* `and` is the compiler's business: it may stand in text for C */
        return CUJIT_OK;
    bad = cj_word_is_keyword(word) || cj_word_find_type(word, &type) || starts_with(word, "cujit");
    for (; !bad && reserved != NULL && *reserved != NULL; reserved++)
        bad = strcmp(*reserved, word) == 0;
    if (!bad)
        return CUJIT_OK;
    return FAIL(name, "a macro must not be named '%.60s': the generated code uses that name", word);
}

static cujit_status open_conditional(scan *s, const cj_token *directive)
{
    if (s->conditional_count == CJ_SNIPPET_MAX_DEPTH)
        return FAIL(directive, "#if nests more than %d deep", CJ_SNIPPET_MAX_DEPTH);
    s->has_conditionals = true;
    s->conditionals[s->conditional_count++] = (conditional){s->depth, *directive};
    return CUJIT_OK;
}

/* Closes what was opened since the #if: the other branch begins where this one did. */
static void drop_levels(scan *s, unsigned depth)
{
    for (; s->depth > depth; s->depth--)
        s->chain -= s->levels[s->depth].chain;
}

static cujit_status check_conditional(scan *s, const cj_directive *directive, const cj_token *name)
{
    if (directive->kind == CJ_DIRECTIVE_IF)
        return open_conditional(s, &directive->token);
    if (directive->kind != CJ_DIRECTIVE_ELSE && directive->kind != CJ_DIRECTIVE_ENDIF)
        return CUJIT_OK;
    if (s->conditional_count == 0)
        return FAIL(name, "directive without an #if before it");
    if (directive->kind == CJ_DIRECTIVE_ENDIF)
        s->conditional_count--;
    else
        drop_levels(s, s->conditionals[s->conditional_count - 1].depth);
    return CUJIT_OK;
}

static cujit_status check_directive(scan *s, const cj_directive *directive)
{
    static const cj_token none = {.start = ""};
    const cj_item *items = cj_tokens_inside(s->tokens, directive);
    const cj_token *name = directive->count > 0 ? &items[0].token : &none;
    const cj_token behind = {.start = "", .line = name->line, .column = name->column + (int)name->length};
    const bool defines = directive->kind == CJ_DIRECTIVE_DEFINE;
    cujit_status status;

    if (s->kind == CJ_SNIPPET_EXPRESSION)
        return FAIL(&directive->token, "preprocessor directive in an expression: put it into the preamble");
    if (s->kind == CJ_SNIPPET_STATEMENTS && !cj_token_is(name, "pragma"))
        return FAIL(&directive->token,
                    "preprocessor directive: only #pragma is allowed here; put others into the preamble");
    if ((status = check_conditional(s, directive, name)) != CUJIT_OK)
        return status;
    if (defines || directive->kind == CJ_DIRECTIVE_UNDEF)
        status = check_macro(s, directive->count > 1 ? &items[1].token : &behind);
    s->out->includes = s->out->includes || directive->kind == CJ_DIRECTIVE_INCLUDE;
    for (size_t k = 2; defines && k < directive->count; k++) {
        s->out->defines_return = s->out->defines_return || cj_item_is(&items[k], "return");
        s->out->defines_break = s->out->defines_break || cj_item_is(&items[k], "break");
    }
    return status;
}

/* ---- Brackets ---------------------------------------------------------------------------------------------------- */

static char closing_of(cj_sort opening)
{
    return opening == CJ_SORT_PAREN ? ')' : opening == CJ_SORT_SQUARE ? ']' : '}';
}

static const cj_item *opening(const scan *s, const level *of)
{
    return &s->tokens->items[of->open];
}

static cujit_status open_bracket(scan *s)
{
    const cj_token *token = &s->item->token;
    level *outer = &s->levels[s->depth], *inner;
    unsigned most = s->kind == CJ_SNIPPET_EXPRESSION ? CJ_SNIPPET_MAX_DEPTH - 1 : CJ_SNIPPET_MAX_DEPTH;

    if (s->depth == most)
        return FAIL(token, "brackets nest more than %u deep", most);
    inner = &s->levels[++s->depth];
    *inner = (level){.open = (size_t)(s->item - s->tokens->items), .body = outer->body};
    if (s->item->sort == CJ_SORT_BRACE) {
        inner->block = outer->expects_body || s->item->block;
        inner->body = outer->body || outer->expects_body;
        outer->expects_body = false;
    } else if (s->item->sort == CJ_SORT_SQUARE) {
        inner->introducer = !cj_item_ends_operand(s->item - 1);
        if (s->item[-1].sort == CJ_SORT_SQUARE) /* "[[": an attribute */
            inner->introducer = outer->introducer = false;
    }
    return CUJIT_OK;
}

/* `sort`: of the bracket that the one under the cursor closes. */
static cujit_status close_bracket(scan *s, cj_sort sort)
{
    const cj_item *open = opening(s, &s->levels[s->depth]);
    const cj_token *token = &s->item->token;
    level inner = s->levels[s->depth], *outer;

    if (s->depth == 0) {
        if (s->has_conditionals)
            return CUJIT_OK;
        return FAIL(token, "unbalanced '%c': nothing opens it", closing_of(sort));
    }
    if (open->sort != sort && !s->has_conditionals)
        return FAIL(token, "unbalanced '%c': expected '%c' for the bracket in line %d, column %d", closing_of(sort),
                    closing_of(open->sort), open->token.line, open->token.column);
    drop_levels(s, s->depth - 1);
    outer = &s->levels[s->depth];
    if (sort == CJ_SORT_BRACE)
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

/* Before the token is looked at in any other way. */
static cujit_status count_token(scan *s)
{
    level *here = &s->levels[s->depth];
    const cj_sort around = s->depth > 0 ? opening(s, here)->sort : CJ_SORT_END, sort = s->item->sort;
    const bool comma = sort == CJ_SORT_COMMA, semicolon = sort == CJ_SORT_SEMICOLON;

    if (here->statement_ended && sort != CJ_SORT_ELSE)
        restart_chain(s);
    here->statement_ended = semicolon && around != CJ_SORT_PAREN && around != CJ_SORT_SQUARE;
    /* A comma may separate elements or chain expressions: which, only the ';' tells that an initializer has not. */
    if (comma && around == CJ_SORT_BRACE && !here->block)
        restart_chain(s);
    here->commas += comma;
    if (sort != CJ_SORT_NUMBER && sort != CJ_SORT_STRING) {
        here->chain++;
        s->chain++;
    }
    if (comma || semicolon)
        here->expects_body = false;
    if (s->chain > CJ_SNIPPET_MAX_CHAIN || (semicolon && here->commas > CJ_SNIPPET_MAX_CHAIN))
        return FAIL(&s->item->token,
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
        if (opening(s, &s->levels[k])->sort == CJ_SORT_BRACE)
            return true;
    }
    return false;
}

/* What makes a text more than one expression. */
static cujit_status check_expression(scan *s)
{
    static const char *const words[] = {
        "goto",         "using",         "typedef",   "namespace", "static",   "extern", "asm",   "__asm__",
        "thread_local", "static_assert", "co_return", "co_await",  "co_yield", "struct", "class", "union",
        "__shared__",   "register",      "auto",      "constexpr", "__asm",    "enum",   NULL};
    const uint64_t statements = CJ_BIT(IF) | CJ_BIT(ELSE) | CJ_BIT(LOOP) | CJ_BIT(DO) | CJ_BIT(SWITCH) | CJ_BIT(CASE) |
                                CJ_BIT(JUMP);
    const cj_token *token = &s->item->token;
    char word[16];

    if (s->depth == 0 ? cj_sort_in(s->item->sort, statements) || cj_token_is_one_of(token, words)
                      : cj_token_is(token, "return") && !s->levels[s->depth].body) {
        cj_token_copy(token, word, sizeof word);
        return FAIL(token, "'%s' in an expression: expected a value, such as \"x[i] * y[i]\", and no statement", word);
    }
    if (s->item->sort == CJ_SORT_SEMICOLON && !in_braces(s))
        return FAIL(token, "';' in an expression: expected a value, such as \"x[i] * y[i]\", and no statement");
    if (s->item->sort == CJ_SORT_COMMA && s->depth == 0)
        return FAIL(token, "',' outside of brackets: where it is meant, put the whole expression into parentheses");
    if (s->item->sort == CJ_SORT_BRACE && s->item == &s->tokens->items[1])
        return FAIL(token, "expected an expression, found '{': name the type, as in \"pair{0, 0}\"");
    return CUJIT_OK;
}

/* ---- The check --------------------------------------------------------------------------------------------------- */

static void look_at_word(scan *s)
{
    static const char *const classes[] = {"struct", "class", "union", NULL};
    level *here = &s->levels[s->depth];

    if (s->item->sort == CJ_SORT_BLIND)
        here->expects_body = here->expects_body || cj_token_is_one_of(&s->item->token, classes);
    if (s->item->sort == CJ_SORT_JUMP) {
        s->out->has_return = s->out->has_return || (!here->body && cj_item_is(s->item, "return"));
        s->out->has_break = s->out->has_break || cj_item_is(s->item, "break");
    }
}

static cujit_status check_token(scan *s)
{
    const cj_sort sort = s->item->sort;
    cujit_status status;

    if ((status = count_token(s)) != CUJIT_OK)
        return status;
    if (s->kind == CJ_SNIPPET_EXPRESSION && (status = check_expression(s)) != CUJIT_OK)
        return status;
    look_at_word(s);
    if (cj_sort_in(sort, CJ_SORTS_OPENING))
        return open_bracket(s);
    if (cj_sort_in(sort, CJ_SORTS_CLOSING))
        return close_bracket(s, sort - 1);
    if (sort == CJ_SORT_OTHER && (cj_item_is(s->item, "#") || cj_item_is(s->item, "##")))
        return FAIL(&s->item->token, "stray '#': a directive stands on a line of its own");
    return CUJIT_OK;
}

static cujit_status check_end(scan *s)
{
    static const cj_token first = {.line = 1, .column = 1};
    const cj_item *open = opening(s, &s->levels[s->depth]);

    if (s->kind == CJ_SNIPPET_EXPRESSION && s->tokens->count == 0)
        return FAIL(&first, "expected an expression, found an empty text");
    if (s->conditional_count > 0)
        return FAIL(&s->conditionals[s->conditional_count - 1].begin, "#if never ends: expected an #endif");
    if (s->depth > 0 && !s->has_conditionals)
        return FAIL(&open->token, "bracket never closed: expected '%c' before the end of the text",
                    closing_of(open->sort));
    return CUJIT_OK;
}

static cujit_status check_text(scan *s, cj_tokens *tokens)
{
    const cj_directive *directive;
    cujit_status status = CUJIT_OK;
    cj_token token;

    if (tokens->items == NULL && (status = cj_tokens_read(tokens, s->lexer.text, s->error)) != CUJIT_OK)
        return status;
    directive = tokens->directives;
    for (size_t k = 0, left = tokens->directive_count; k <= tokens->count && status == CUJIT_OK; k++) {
        s->item = &tokens->items[k];
        if (k > 0)
            status = check_token(s);
        for (; status == CUJIT_OK && left > 0 && directive->behind == k; left--)
            status = check_directive(s, directive++);
    }
    while (status == CUJIT_OK && tokens->broken) /* once more, for what is wrong there */
        status = cj_lexer_next(&s->lexer, &token, s->error);
    return status == CUJIT_OK ? check_end(s) : status;
}

cujit_status cj_snippet_read(cj_snippet_kind kind, const char *part, const char *text, const char *const *reserved,
                             cj_snippet *out, cj_tokens *tokens, cujit_error *error)
{
    static const size_t most[] = {[CJ_SNIPPET_STATEMENTS] = CJ_STATEMENTS_MAX_BYTES,
                                  [CJ_SNIPPET_PREAMBLE] = CJ_PREAMBLE_MAX_BYTES,
                                  [CJ_SNIPPET_EXPRESSION] = CJ_EXPRESSION_MAX_BYTES,
                                  [CJ_SNIPPET_MODULE] = CJ_MODULE_MAX_BYTES};
    level levels[CJ_SNIPPET_MAX_DEPTH + 1];
    conditional conditionals[CJ_SNIPPET_MAX_DEPTH];
    cj_snippet found = {0};
    scan s = {.kind = kind,
              .tokens = tokens,
              .reserved = reserved,
              .out = &found,
              .error = error,
              .levels = levels,
              .conditionals = conditionals};
    cujit_status status;

    levels[0] = (level){.block = true};
    cj_lexer_init(&s.lexer, part, text != NULL ? text : "");
    if (kind == CJ_SNIPPET_MODULE) {
        s.lexer.status = CUJIT_ERROR_COMPILE;
        s.has_conditionals = true;
    }
    if ((status = cj_lexer_check_size(&s.lexer, most[kind], error)) != CUJIT_OK ||
        (status = check_text(&s, tokens)) != CUJIT_OK)
        return status;
    found.empty = tokens->count + tokens->directive_count == 0;
    found.ends_in_comment = tokens->ends_in_comment;
    found.features = cj_tokens_features(tokens);
    *out = found;
    return CUJIT_OK;
}

cujit_status cj_snippet_check(cj_snippet_kind kind, const char *part, const char *text, const char *const *reserved,
                              cj_snippet *out, cujit_error *error)
{
    cj_names names = {0};
    cj_tokens tokens = {.names = &names, .place = CJ_IN_OPERATION};
    const cujit_status status = cj_snippet_read(kind, part, text, reserved, out, &tokens, error);

    cj_tokens_clear(&tokens);
    cj_names_clear(&names);
    return status;
}
