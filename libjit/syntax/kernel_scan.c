/*
 * kernel_scan.c: the kernels of a CUDA source. See kernel_scan.h.
 *
 * A declaration that says __global__ is a kernel, whose name is the last word before the first parenthesis that does not
 * belong to an attribute or a macro.
 */
#include "libjit/syntax/kernel_scan.h"

#include "libjit/base/alloc.h"
#include "libjit/base/text.h"
#include "libjit/syntax/declarations.h"
#include "libjit/syntax/kernel_macro.h"
#include "libjit/syntax/lexer.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* A declaration as it is read. */
typedef struct scan {
    const cj_pieces *source;
    const cj_declaration *declaration;
    size_t at;                           /* the token under the cursor */
    const cj_token *before;              /* the last one */
    bool is_extern_c, is_extern;         /* it says so */
    bool has_template, is_instantiation; /* "template <...>", and "template" alone */
    bool is_global, is_void;             /* __global__ and its return type were seen */
    bool has_parameters;                 /* the kernel's name is complete */
    const char *list, *list_end;         /* the text between its parentheses */
    int line, column;
    cj_text name;
    cj_kernel_list *out;
    cujit_error *error;
} scan;

static const cj_token no_token = {.start = ""};

static const cj_token *token(const scan *s)
{
    return s->at < s->declaration->end ? &s->source->pieces[s->at].token : &no_token;
}

static bool at(const scan *s, const char *spelling)
{
    return s->at < s->declaration->end && cj_pieces_is(s->source, s->at, spelling);
}

static void next(scan *s)
{
    s->before = token(s);
    s->at++;
}

/* A bracket is under the cursor: moves behind the one that closes it. */
static void skip_brackets(scan *s)
{
    s->at = cj_pieces_skip_group(s->source, s->at) - 1;
    next(s);
}

/* "<" is under the cursor: moves behind the token that closes it. Comparisons stand in parentheses there. */
static void skip_angles(scan *s, cj_text *text)
{
    const size_t end = cj_pieces_skip_angles(s->source, s->at);

    for (bool closed = end > s->at + 1; s->at < s->declaration->end && (!closed || s->at < end); next(s)) {
        if (text == NULL)
            continue;
        if (token(s)->kind == CJ_TOKEN_NAME && text->length > 0 &&
            (isalnum((unsigned char)text->data[text->length - 1]) || text->data[text->length - 1] == '_'))
            cj_text_append(text, " ");
        cj_token_append(token(s), text);
    }
}

/* ---- Kernels ---- */

static char *join(const char *a, const char *b)
{
    cj_text text = {0};

    cj_text_printf(&text, "%s%s", a, b);
    return cj_text_take(&text);
}

static void clear_kernel(cj_kernel *kernel)
{
    cj_free(kernel->name);
    cj_free(kernel->expression);
    cj_free(kernel->parameters);
}

/* Only differences of space do not count. */
static bool same_text(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (isspace((unsigned char)*a))
            a++;
        while (isspace((unsigned char)*b))
            b++;
        if (*a != *b || *a == '\0')
            return *a == *b;
    }
}

/* A declaration and its definition are one kernel, and so are the same in two branches; two definitions are overloads,
 * unless they stand in branches of which only one is compiled. */
static bool merge(cj_kernel_list *list, cj_kernel *kernel)
{
    for (size_t k = 0; k < list->count; k++) {
        cj_kernel *known = &list->kernels[k], spare;

        if (strcmp(known->expression, kernel->expression) != 0 || known->is_template != kernel->is_template)
            continue;
        if (known->defined && kernel->defined && known->certain && kernel->certain &&
            !same_text(known->parameters, kernel->parameters)) {
            known->overloaded = kernel->overloaded = true;
            continue;
        }
        if ((kernel->defined && !known->defined) || (kernel->certain && !known->certain && kernel->defined)) {
            spare = *known;
            kernel->extern_c = kernel->extern_c || known->extern_c;
            *known = *kernel;
            *kernel = spare;
        } else {
            known->extern_c = known->extern_c || kernel->extern_c;
        }
        return true;
    }
    return false;
}

/* The declaration ends, at '{' or ';'. */
static cujit_status add_kernel(scan *s)
{
    const bool has_body = cj_pieces_is(s->source, s->declaration->end, "{");
    cj_kernel kernel = {
        .line = s->line,
        .column = s->column,
        .is_template = s->has_template,
        .extern_c = s->is_extern_c || s->declaration->is_c,
        .defined = has_body || (s->is_instantiation && !s->is_extern),
        .certain = s->source->pieces[s->declaration->end].certain,
    };
    cj_kernel *wider;

    kernel.name = cj_strdup(s->name.data);
    kernel.expression = join(s->declaration->prefix, s->name.data);
    kernel.parameters = cj_strndup(s->list, (size_t)(s->list_end - s->list));
    if (kernel.name == NULL || kernel.expression == NULL || kernel.parameters == NULL)
        goto no_memory;
    if (merge(s->out, &kernel)) {
        clear_kernel(&kernel);
        return CUJIT_OK;
    }
    if ((wider = cj_realloc(s->out->kernels, (s->out->count + 1) * sizeof *wider)) == NULL)
        goto no_memory;
    s->out->kernels = wider;
    wider[s->out->count++] = kernel;
    return CUJIT_OK;

no_memory:
    clear_kernel(&kernel);
    return cj_error_no_memory(s->error, "the kernels of a source");
}

/* ---- Declarations ---- */

/* A name behind the parentheses makes them a macro's, unless it is what may stand there. */
static bool follows_parameters(const scan *s)
{
    return token(s)->kind != CJ_TOKEN_NAME || cj_is_attribute(token(s)) || at(s, "requires");
}

/* The name of a kernel goes on: "ns", "::", "k". A word that follows a word begins anew: the first was a macro. */
static void add_to_name(scan *s)
{
    if (token(s)->kind == CJ_TOKEN_NAME && !cj_token_is(s->before, "::"))
        s->name.length = 0;
    cj_token_append(token(s), &s->name);
}

/* "(" is under the cursor, in a declaration that says __global__. Moves behind the parentheses. */
static void read_parentheses(scan *s)
{
    const bool candidate = s->is_void && s->name.length > 0 && !cj_is_attribute(s->before) && !s->has_parameters;
    const cj_token *open = token(s);

    skip_brackets(s);
    if (!candidate)
        return;
    s->list = open->start + open->length;
    s->list_end = s->before->start;
    s->line = open->line;
    s->column = open->column + 1;
    s->has_parameters = follows_parameters(s);
}

static void read_template(scan *s)
{
    next(s);
    if (at(s, "<")) {
        s->has_template = true;
        skip_angles(s, NULL);
    } else {
        s->is_instantiation = true;
    }
}

/* A word of a declaration. */
static void read_word(scan *s)
{
    if (at(s, "__global__"))
        s->is_global = true;
    else if (at(s, "void") || at(s, "auto"))
        s->is_void = true;
    else if (at(s, "extern"))
        s->is_extern = true;
    else if (!s->has_parameters && !cj_is_attribute(token(s)) && !at(s, "inline") && !at(s, "static"))
        add_to_name(s);
}

/* One token, or a bracketed group, of a declaration. */
static void read_token(scan *s)
{
    if (at(s, "template")) {
        read_template(s);
        return;
    }
    if (at(s, "(") && s->is_global) {
        read_parentheses(s);
        return;
    }
    if (at(s, "(") || at(s, "[") || at(s, "{")) {
        skip_brackets(s);
        return;
    }
    if (at(s, "<") && s->is_global && s->is_void && s->before->kind == CJ_TOKEN_NAME && !s->has_parameters) {
        skip_angles(s, &s->name); /* an instantiation or a specialisation */
        return;
    }
    if (token(s)->kind == CJ_TOKEN_NAME) {
        read_word(s);
    } else if (token(s)->kind == CJ_TOKEN_STRING && cj_token_is(s->before, "extern")) {
        s->is_extern_c = cj_token_is(token(s), "\"C\"");
        s->is_extern = false;
    } else if (at(s, "::") && !s->has_parameters) {
        add_to_name(s);
    }
    next(s);
}

static cujit_status take_declaration(void *user, const cj_declaration *declaration)
{
    scan *s = user;

    *s = (scan){.source = s->source,
                .declaration = declaration,
                .at = declaration->first,
                .before = &no_token,
                .name = s->name,
                .out = s->out,
                .error = s->error};
    s->name.length = 0;
    while (s->at < declaration->end)
        read_token(s);
    return s->is_global && s->has_parameters ? add_kernel(s) : CUJIT_OK;
}

/* ---- The list ---- */

cujit_status cj_kernel_scan(const char *source, const char *definitions, cj_kernel_list *out, cujit_error *error)
{
    cj_kernel_list found = {0};
    cj_pieces split = {0};
    scan s = {.source = &split, .out = &found, .error = error};
    char *expanded = NULL;
    cujit_status status;
    cj_lexer lexer;

    if ((status = cj_kernel_macro_expand(source, definitions, &expanded, error)) != CUJIT_OK)
        return status;
    cj_lexer_init(&lexer, "source", expanded != NULL ? expanded : source);
    lexer.status = CUJIT_ERROR_COMPILE;
    cj_pieces_define(&split, definitions);
    if ((status = cj_pieces_read(&split, &lexer, error)) == CUJIT_OK)
        status = cj_pieces_walk(&split, take_declaration, &s);
    found.has_variables = cj_pieces_has_variables(&split);
    if (status == CUJIT_ERROR_OUT_OF_MEMORY || (status == CUJIT_OK && (s.name.failed || split.conditional.failed)))
        status = cj_error_no_memory(error, "a look at a source");
    cj_pieces_clear(&split);
    cj_text_clear(&s.name);
    cj_free(expanded);
    if (status == CUJIT_OK)
        *out = found;
    else
        cj_kernel_list_clear(&found);
    return status;
}

void cj_kernel_list_clear(cj_kernel_list *list)
{
    for (size_t k = 0; k < list->count; k++)
        clear_kernel(&list->kernels[k]);
    cj_free(list->kernels);
    *list = (cj_kernel_list){0};
}

bool cj_kernel_is_findable(const cj_kernel *kernel)
{
    return kernel->defined && kernel->certain && !kernel->is_template && !kernel->overloaded;
}

/* ---- Expressions ---- */

static bool is_word(const cj_token *token)
{
    return token->kind == CJ_TOKEN_NAME || token->kind == CJ_TOKEN_NUMBER;
}

/* Two words, or 2 - -1. */
static bool must_stay_apart(const cj_token *a, const cj_token *b)
{
    static const char *const signs[] = {"+", "-", "&", NULL};

    return (is_word(a) && is_word(b)) || (cj_token_same(a, b) && cj_token_is_one_of(a, signs));
}

cujit_status cj_expression_normal(const char *expression, char **out, cujit_error *error)
{
    cj_lexer lexer;
    cj_token token, before = {.start = ""};
    static const char *const others[] = {";", "{", "}", "#", "##", NULL};
    cj_text text = {0};
    char *normal;

    cj_lexer_init(&lexer, "expression", expression);
    for (;;) {
        if (cj_lexer_next(&lexer, &token, NULL) != CUJIT_OK || token.kind == CJ_TOKEN_DIRECTIVE ||
            cj_token_is_one_of(&token, others)) {
            cj_text_clear(&text);
            return cj_error_set(
                error, CUJIT_ERROR_INVALID_ARGUMENT,
                "\"%.100s\" names no kernel: expected an expression like \"scale\" or \"ns::scale<float>\"",
                expression);
        }
        if (token.kind == CJ_TOKEN_END)
            break;
        if (must_stay_apart(&before, &token))
            cj_text_append(&text, " ");
        cj_token_append(&token, &text);
        before = token;
    }
    if (text.length == 0 && !text.failed)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "the name of a kernel is empty: expected an expression like \"scale\" or "
                            "\"ns::scale<float>\"");
    if ((normal = cj_text_take(&text)) == NULL)
        return cj_error_no_memory(error, "the name of a kernel");
    *out = normal;
    return CUJIT_OK;
}
