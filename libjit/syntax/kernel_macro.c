/*
 * kernel_macro.c: see kernel_macro.h.
 */
#include "libjit/syntax/kernel_macro.h"

#include "libjit/base/alloc.h"

#include <stdbool.h>
#include <string.h>

enum { MAX_MACROS = 64, MAX_PARAMETERS = 16, MAX_TEXT = 1 << 24 };

/* Of a source, or of the text of definitions: its tokens are in there. */
typedef struct cj_kernel_macro {
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

static const char global[] = "__global__";

static const macro *find(const cj_kernel_macros *e, const cj_token *token)
{
    for (size_t k = 0; token->kind == CJ_TOKEN_NAME && k < e->count; k++)
        if (cj_token_same(token, &e->of[k].name))
            return &e->of[k];
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
static bool is_global(const cj_kernel_macros *e, cj_lexer body)
{
    cj_token token;

    while (cj_lexer_next(&body, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END)
        if (cj_token_is(&token, global) || find(e, &token) != NULL)
            return true;
    return false;
}

void cj_kernel_macros_define(cj_kernel_macros *e, const cj_lexer *lexer, const cj_token *directive, bool certain)
{
    macro m = {.body = cj_lexer_enter(lexer, directive)};
    cj_token word, ahead;
    bool brings, defines;
    cj_lexer look;

    if ((e->count == 0 && memmem(directive->start, directive->length, global, strlen(global)) == NULL) ||
        cj_lexer_next(&m.body, &word, NULL) != CUJIT_OK || cj_lexer_next(&m.body, &m.name, NULL) != CUJIT_OK ||
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
    brings = defines && is_global(e, m.body);
    for (size_t k = 0; (brings || certain) && k < e->count; k++) {
        if (!cj_token_same(&m.name, &e->of[k].name))
            continue;
        e->of[k] = e->of[--e->count];
        break;
    }
    if (brings && e->of == NULL && (e->of = cj_calloc(MAX_MACROS, sizeof *e->of)) == NULL)
        e->failed = true;
    else if (brings && e->count < MAX_MACROS)
        e->of[e->count++] = m;
}

/* ---- Replacing ---- */

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

static bool is_open(const cj_kernel_macros *e, const macro *m)
{
    for (unsigned k = 0; k < e->depth; k++)
        if (e->open[k].macro == m)
            return true;
    return false;
}

/* The lexer stands behind a macro's name. True: this is its use, which was replaced, or left out where it cannot be. */
static bool replace(cj_kernel_macros *e, cj_lexer *lexer, const macro *m)
{
    span arguments[MAX_PARAMETERS] = {{NULL, 0}};
    cj_lexer look = *lexer;
    cj_token token;
    char *text;

    if (is_open(e, m) ||
        (m->takes_arguments && (cj_lexer_next(&look, &token, NULL) != CUJIT_OK || !cj_token_is(&token, "("))))
        return false;
    if ((m->takes_arguments && !read_arguments(lexer, m, arguments)) || e->depth == CJ_KERNEL_MACRO_MAX_DEPTH ||
        e->replaced >= MAX_TEXT)
        return true;
    if ((text = substitute(m, arguments)) != NULL) {
        e->replaced += strlen(text);
        cj_text_append_n(&e->texts, &text, sizeof text);
    }
    e->failed = e->failed || text == NULL || e->texts.failed;
    if (e->failed) {
        cj_free(text);
        return true;
    }
    e->open[e->depth].macro = m;
    cj_lexer_init(&e->open[e->depth++].lexer, "source", text);
    return true;
}

cujit_status cj_kernel_macros_next(cj_kernel_macros *e, cj_lexer *source, cj_token *token, cujit_error *error)
{
    for (;;) {
        const bool inside = e->depth > 0;
        cj_lexer *lexer = inside ? &e->open[e->depth - 1].lexer : source;
        const cujit_status status = cj_lexer_next(lexer, token, inside ? NULL : error);
        const macro *m;

        if (status != CUJIT_OK || token->kind == CJ_TOKEN_END) {
            if (!inside)
                return status;
            e->depth--;
        } else if (((m = find(e, token)) == NULL || !replace(e, lexer, m)) &&
                   !(inside && token->kind == CJ_TOKEN_DIRECTIVE)) {
            return CUJIT_OK;
        }
    }
}

void cj_kernel_macros_clear(cj_kernel_macros *e)
{
    char **texts = (char **)(void *)e->texts.data;

    for (size_t k = 0; k < e->texts.length / sizeof *texts; k++)
        cj_free(texts[k]);
    cj_text_clear(&e->texts);
    cj_free(e->of);
    *e = (cj_kernel_macros){0};
}
