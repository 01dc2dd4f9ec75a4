/*
 * kernel_macro.c: see kernel_macro.h.
 */
#include "libjit/syntax/kernel_macro.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/conditional.h"
#include "libjit/syntax/lexer.h"

#include <stdbool.h>
#include <string.h>

enum { MAX_MACROS = 64, MAX_PARAMETERS = 16, MAX_DEPTH = 16, MAX_TEXT = 1 << 24 };

/* Of a source, or of the text of definitions: its tokens are in there. */
typedef struct macro {
    cj_token name;
    cj_token parameters[MAX_PARAMETERS]; /* "..." is named __VA_ARGS__ */
    size_t count;
    bool takes_arguments;
    cj_lexer body; /* stands before it */
} macro;

/* An argument of a macro. */
typedef struct span {
    const char *start;
    size_t length;
} span;

typedef struct expander {
    macro macros[MAX_MACROS];
    size_t count;
    const macro *open[MAX_DEPTH]; /* what is being replaced: not replaced again inside */
    unsigned depth;
    bool failed; /* no memory */
} expander;

static const macro *find(const expander *e, const cj_token *token)
{
    for (size_t k = 0; token->kind == CJ_TOKEN_NAME && k < e->count; k++)
        if (cj_token_same(token, &e->macros[k].name))
            return &e->macros[k];
    return NULL;
}

/* ---- Definitions ---- */

/* Behind the '(' of a macro's parameters: moves behind their ')'. False: not understood. */
static bool read_parameters(cj_lexer *inside, macro *m)
{
    static const cj_token rest = {.kind = CJ_TOKEN_NAME, .start = "__VA_ARGS__", .length = sizeof "__VA_ARGS__" - 1};
    cj_token token;

    m->takes_arguments = true;
    while (cj_lexer_next(inside, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        if (cj_token_is(&token, ")"))
            return true;
        if (cj_token_is(&token, ","))
            continue;
        if (m->count == MAX_PARAMETERS)
            return false;
        m->parameters[m->count++] = cj_token_is(&token, "...") ? rest : token;
    }
    return false;
}

/* Whether a macro's body speaks of __global__, or of a macro that does. */
static bool is_global(const expander *e, cj_lexer body)
{
    cj_token token;

    while (cj_lexer_next(&body, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END)
        if (cj_token_is(&token, "__global__") || find(e, &token) != NULL)
            return true;
    return false;
}

/* At a directive: takes a macro that matters in, or forgets one. Where it is not `certain` that the directive counts,
 * what brings __global__ wins. */
static void define(expander *e, const cj_lexer *lexer, const cj_token *directive, bool certain)
{
    macro m = {.body = cj_lexer_enter(lexer, directive)};
    cj_token word, ahead;
    bool global, defines;
    cj_lexer look;

    if (cj_lexer_next(&m.body, &word, NULL) != CUJIT_OK || cj_lexer_next(&m.body, &m.name, NULL) != CUJIT_OK ||
        m.name.kind != CJ_TOKEN_NAME)
        return;
    defines = cj_token_is(&word, "define");
    if (!defines && !cj_token_is(&word, "undef"))
        return;
    look = m.body;
    if (defines && cj_lexer_next(&look, &ahead, NULL) == CUJIT_OK && cj_token_is(&ahead, "(") &&
        ahead.start == m.name.start + m.name.length) {
        if (!read_parameters(&look, &m))
            return;
        m.body = look;
    }
    global = defines && is_global(e, m.body);
    for (size_t k = 0; (global || certain) && k < e->count; k++) {
        if (!cj_token_same(&m.name, &e->macros[k].name))
            continue;
        e->macros[k] = e->macros[--e->count];
        break;
    }
    if (global && e->count < MAX_MACROS)
        e->macros[e->count++] = m;
}

/* ---- Replacing ---- */

static void expand(expander *e, const char *text, bool outermost, cj_text *out);

/* At the '(' behind a macro's name: its arguments, empty where there are not as many; moves behind the ')'. */
static bool read_arguments(cj_lexer *lexer, const macro *m, span *arguments)
{
    const char *begin = NULL, *end = NULL;
    size_t count = 0;
    int depth = 0;
    cj_token token;

    while (cj_lexer_next(lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        const bool variadic = count + 1 == m->count && cj_token_is(&m->parameters[count], "__VA_ARGS__");
        const bool closes = cj_token_is(&token, ")") && depth == 1;

        if (depth == 0) { /* the first '(' */
            depth = 1;
        } else if (closes || (cj_token_is(&token, ",") && depth == 1 && !variadic)) {
            if (count < m->count && begin != NULL)
                arguments[count] = (span){begin, (size_t)(end - begin)};
            count += count < m->count;
            begin = NULL;
            if (closes)
                return true;
        } else {
            depth += cj_token_is(&token, "(") - cj_token_is(&token, ")");
            begin = begin == NULL ? token.start : begin;
        }
        end = token.start + token.length;
    }
    return false;
}

/* A macro's body with its arguments in their places; its tokens are apart where they are so in the text. */
static char *substitute(const macro *m, const span *arguments)
{
    cj_lexer lexer = m->body;
    const char *end = NULL;
    bool joins = false;
    cj_text out = {0};
    cj_token token;

    cj_text_append(&out, "");
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        size_t k = 0;

        if (cj_token_is(&token, "##")) {
            joins = true;
            continue;
        }
        if (end != NULL && token.start != end && !joins)
            cj_text_append(&out, " ");
        while (k < m->count && !(token.kind == CJ_TOKEN_NAME && cj_token_same(&token, &m->parameters[k])))
            k++;
        if (k < m->count)
            cj_text_append_n(&out, arguments[k].start, arguments[k].length);
        else
            cj_token_append(&token, &out);
        end = token.start + token.length;
        joins = false;
    }
    return cj_text_take(&out);
}

/* `name` is a use of the macro; the lexer stands behind it. What was replaced ends where the lexer then stands. */
static void replace(expander *e, const macro *m, cj_lexer *lexer, cj_text *out)
{
    span arguments[MAX_PARAMETERS] = {{NULL, 0}};
    char *body;

    for (size_t k = 0; k < m->count; k++)
        arguments[k].start = "";
    if ((m->takes_arguments && !read_arguments(lexer, m, arguments)) || e->depth == MAX_DEPTH ||
        out->length >= MAX_TEXT)
        return;
    if ((body = substitute(m, arguments)) != NULL) {
        e->open[e->depth++] = m;
        expand(e, body, false, out);
        e->depth--;
    }
    e->failed = e->failed || body == NULL;
    cj_free(body);
}

static bool is_open(const expander *e, const macro *m)
{
    for (unsigned k = 0; k < e->depth; k++)
        if (e->open[k] == m)
            return true;
    return false;
}

static bool is_used(const expander *e, const cj_lexer *lexer, const macro *m)
{
    cj_lexer look = *lexer;
    cj_token token;

    return !is_open(e, m) &&
           (!m->takes_arguments || (cj_lexer_next(&look, &token, NULL) == CUJIT_OK && cj_token_is(&token, "(")));
}

/* `outermost`: the text is the source, whose directives define macros. */
static void expand(expander *e, const char *text, bool outermost, cj_text *out)
{
    const char *copied = text;
    cj_conditional conditional = {0};
    cj_lexer lexer;
    cj_token token;

    cj_lexer_init(&lexer, "source", text);
    lexer.in_directive = lexer.line_has_token = !outermost;
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        const macro *m = find(e, &token);

        if (token.kind == CJ_TOKEN_DIRECTIVE) {
            cj_conditional_step(&conditional, &lexer, &token);
            if (cj_conditional_here(&conditional) != CJ_FALSE)
                define(e, &lexer, &token, cj_conditional_here(&conditional) == CJ_TRUE);
        }
        if (m == NULL || !is_used(e, &lexer, m))
            continue;
        cj_text_append_n(out, copied, (size_t)(token.start - copied));
        replace(e, m, &lexer, out);
        for (copied = token.start; copied < lexer.at; copied++)
            if (*copied == '\n')
                cj_text_append(out, "\n");
    }
    cj_text_append(out, copied);
    e->failed = e->failed || conditional.failed;
    cj_conditional_clear(&conditional);
}

/* ---- Outside ---- */

static void take_definitions(expander *e, const char *definitions)
{
    cj_lexer lexer;
    cj_token token;

    cj_lexer_init(&lexer, "options", definitions);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END)
        if (token.kind == CJ_TOKEN_DIRECTIVE)
            define(e, &lexer, &token, true);
}

cujit_status cj_kernel_macro_expand(const char *source, const char *definitions, char **out, cujit_error *error)
{
    const char *from = source;
    bool before = definitions != NULL && strstr(definitions, "__global__") != NULL, inside = false;
    expander *e;
    cj_text text = {0};
    bool failed;

    *out = NULL;
    while (!before && !inside && (from = strstr(from, "__global__")) != NULL) { /* is one in a directive? */
        const char *line = from;

        while (!inside && line > source &&
               (line[-1] != '\n' || (line > source + 2 && (line[-2] == '\\' || memcmp(line - 3, "\\\r", 2) == 0))))
            inside = *--line == '#' || *line == '%'; /* "%:" */
        from++;
    }
    if (!before && !inside)
        return CUJIT_OK;
    if ((e = cj_calloc(1, sizeof *e)) == NULL)
        return cj_error_no_memory(error, "a look at a source");
    if (definitions != NULL)
        take_definitions(e, definitions);
    expand(e, source, true, &text);
    *out = cj_text_take(&text);
    failed = e->failed || *out == NULL;
    cj_free(e);
    if (!failed)
        return CUJIT_OK;
    cj_free(*out);
    *out = NULL;
    return cj_error_no_memory(error, "a look at a source");
}

void cj_kernel_macro_collect(const char *header, cj_text *out)
{
    cj_lexer lexer;
    cj_token token;

    if (strstr(header, "__global__") == NULL)
        return;
    cj_lexer_init(&lexer, "header", header);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        cj_lexer inside;
        cj_token word;

        if (token.kind != CJ_TOKEN_DIRECTIVE || memmem(token.start, token.length, "__global__", 10) == NULL)
            continue;
        inside = cj_lexer_enter(&lexer, &token);
        if (cj_lexer_next(&inside, &word, NULL) != CUJIT_OK || !cj_token_is(&word, "define"))
            continue;
        cj_text_append_n(out, token.start, token.length);
        cj_text_append(out, "\n");
    }
}
