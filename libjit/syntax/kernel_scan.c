/*
 * kernel_scan.c: the kernels of a CUDA source. See kernel_scan.h.
 *
 * One pass over the tokens. At the level of namespaces each declaration is read up to its ';' or '{'; one that says
 * __global__ is a kernel, whose name is the last word before the first parenthesis that does not belong to an attribute
 * or a macro. Where an #if leaves several versions of the text, each of them begins with the scopes that were open
 * there.
 */
#include "libjit/syntax/kernel_scan.h"

#include "libjit/base/alloc.h"
#include "libjit/base/text.h"
#include "libjit/syntax/conditional.h"
#include "libjit/syntax/kernel_macro.h"
#include "libjit/syntax/lexer.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

enum { MAX_SCOPES = 320 };

typedef enum scope_kind {
    SCOPE_NAMESPACE,
    SCOPE_C,     /* extern "C" { */
    SCOPE_CPP,   /* extern "C++" { */
    SCOPE_OTHER, /* bodies, classes, initialisers: not looked into */
} scope_kind;

typedef struct scope {
    scope_kind kind;
    size_t prefix; /* length of the qualification outside of it */
} scope;

/* What was read of the declaration under the cursor. */
typedef struct declaration {
    cj_token before; /* the last token */
    bool is_extern_c, is_extern, is_namespace;
    bool has_template, is_instantiation; /* "template <...>", and "template" alone */
    bool is_global, is_void;             /* __global__ and its return type were seen */
    bool has_parameters;                 /* the kernel's name is complete */
    const char *list, *list_end;         /* the text between its parentheses */
    int line, column;
} declaration;

typedef struct state {
    scope scopes[MAX_SCOPES];
    unsigned depth; /* open scopes; beyond MAX_SCOPES they only count */
    declaration now;
} state;

typedef struct scan {
    cj_lexer lexer;
    cj_token token;
    cj_conditional conditional;
    cj_text prefix; /* "ns::inner::" */
    cj_text name;   /* of the declaration under the cursor */
    state s;
    /* For each open #if the state where it began: the other branches begin there too. */
    struct {
        state *state; /* NULL: memory ran out, or nothing to come back to */
        size_t prefix;
    } saved[CJ_CONDITIONAL_MAX_DEPTH];
    cj_kernel_list *out;
    cujit_error *error;
} scan;

/* ---- Tokens ---- */

static bool at(const scan *s, const char *spelling)
{
    return s->token.kind != CJ_TOKEN_END && s->token.kind != CJ_TOKEN_STRING && cj_token_is(&s->token, spelling);
}

static cujit_status enter_branch(scan *s, cj_branch branch);

/* The next token that is compiled, or may be; directives are followed and passed over. */
static cujit_status next(scan *s)
{
    cujit_status status;

    for (;;) {
        if ((status = cj_lexer_next(&s->lexer, &s->token, s->error)) != CUJIT_OK || s->token.kind == CJ_TOKEN_END)
            return status;
        if (s->token.kind == CJ_TOKEN_DIRECTIVE) {
            if ((status = enter_branch(s, cj_conditional_step(&s->conditional, &s->lexer, &s->token))) != CUJIT_OK)
                return status;
        } else if (cj_conditional_here(&s->conditional) != CJ_FALSE) {
            return CUJIT_OK;
        }
    }
}

/* "(", "[" or "{" is under the cursor: moves to the bracket that closes it. Inside, all kinds are counted as one. */
static cujit_status skip_brackets(scan *s)
{
    cujit_status status = CUJIT_OK;
    size_t depth = 0;

    do {
        if (at(s, "(") || at(s, "[") || at(s, "{"))
            depth++;
        else if (at(s, ")") || at(s, "]") || at(s, "}"))
            depth--;
    } while (depth > 0 && (status = next(s)) == CUJIT_OK && s->token.kind != CJ_TOKEN_END);
    return status;
}

/* "<" is under the cursor: moves behind the token that closes it. Comparisons stand in parentheses there. */
static cujit_status skip_angles(scan *s, cj_text *text)
{
    cujit_status status = CUJIT_OK;
    int depth = 0;

    while (status == CUJIT_OK && s->token.kind != CJ_TOKEN_END && !at(s, ";")) {
        if (at(s, "<"))
            depth++;
        else if (at(s, ">") || at(s, ">>"))
            depth -= at(s, ">") ? 1 : 2;
        else if (text == NULL && (at(s, "(") || at(s, "[") || at(s, "{")))
            status = skip_brackets(s);
        if (text != NULL && text->length > 0 && s->token.kind == CJ_TOKEN_NAME &&
            (isalnum((unsigned char)text->data[text->length - 1]) || text->data[text->length - 1] == '_'))
            cj_text_append(text, " ");
        if (text != NULL)
            cj_token_append(&s->token, text);
        if (status == CUJIT_OK)
            status = next(s);
        if (depth <= 0)
            break;
    }
    return status;
}

/* ---- Branches ---- */

static cujit_status enter_branch(scan *s, cj_branch branch)
{
    unsigned depth = s->conditional.depth;

    if (branch == CJ_BRANCH_BEGIN) {
        if ((s->saved[depth - 1].state = cj_malloc(sizeof s->s)) == NULL)
            return cj_error_no_memory(s->error, "a look at a source");
        *s->saved[depth - 1].state = s->s;
        s->saved[depth - 1].prefix = s->prefix.length;
    } else if (branch == CJ_BRANCH_OTHER && cj_conditional_here(&s->conditional) != CJ_FALSE) {
        /* What went before was another version of the text, or none. */
        s->s = *s->saved[depth - 1].state;
        if (s->prefix.length > s->saved[depth - 1].prefix)
            s->prefix.length = s->saved[depth - 1].prefix;
    } else if (branch == CJ_BRANCH_END) {
        cj_free(s->saved[depth].state);
        s->saved[depth].state = NULL;
    }
    return CUJIT_OK;
}

/* ---- Kernels ---- */

static char *join(const char *a, size_t a_length, const char *b)
{
    cj_text text = {0};

    cj_text_append_n(&text, a, a_length);
    cj_text_append(&text, b);
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

static bool in_extern_c(const state *s)
{
    for (unsigned k = s->depth < MAX_SCOPES ? s->depth : MAX_SCOPES; k > 0; k--) {
        if (s->scopes[k - 1].kind == SCOPE_C || s->scopes[k - 1].kind == SCOPE_CPP)
            return s->scopes[k - 1].kind == SCOPE_C;
    }
    return false;
}

/* The declaration ends, at '{' or ';'. */
static cujit_status add_kernel(scan *s, bool has_body)
{
    const declaration *now = &s->s.now;
    cj_kernel kernel = {
        .line = now->line,
        .column = now->column,
        .is_template = now->has_template,
        .extern_c = now->is_extern_c || in_extern_c(&s->s),
        .defined = has_body || (now->is_instantiation && !now->is_extern),
        .certain = cj_conditional_here(&s->conditional) == CJ_TRUE,
    };
    cj_kernel *wider;

    kernel.name = cj_strdup(s->name.data);
    kernel.expression = join(s->prefix.data != NULL ? s->prefix.data : "", s->prefix.length, s->name.data);
    kernel.parameters = cj_strndup(now->list, (size_t)(now->list_end - now->list));
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

static void forget(scan *s)
{
    s->s.now = (declaration){.before.start = ""};
    s->name.length = 0;
}

/* Words that an attribute's parentheses follow; a macro's name may be any. */
static bool is_attribute(const cj_token *token)
{
    return token->kind == CJ_TOKEN_NAME &&
           ((token->length > 4 && memcmp(token->start, "__", 2) == 0 &&
             memcmp(token->start + token->length - 2, "__", 2) == 0) ||
            cj_token_is(token, "__attribute") || cj_token_is(token, "__declspec") || cj_token_is(token, "alignas") ||
            cj_token_is(token, "noexcept") || cj_token_is(token, "decltype"));
}

/* A name behind the parentheses makes them a macro's, unless it is what may stand there. */
static bool follows_parameters(const scan *s)
{
    return s->token.kind != CJ_TOKEN_NAME || cj_token_is(&s->token, "noexcept") || cj_token_is(&s->token, "requires") ||
           is_attribute(&s->token) || cj_token_is(&s->token, "__attribute");
}

/* The name of a kernel goes on: "ns", "::", "k". A word that follows a word begins anew: the first was a macro. */
static void add_to_name(scan *s)
{
    const cj_token *before = &s->s.now.before;

    if (s->token.kind == CJ_TOKEN_NAME && !cj_token_is(before, "::"))
        s->name.length = 0;
    cj_token_append(&s->token, &s->name);
}

/* "(" is under the cursor, in a declaration that says __global__. Moves behind the parentheses. */
static cujit_status read_parentheses(scan *s)
{
    declaration *now = &s->s.now;
    bool candidate = now->is_void && s->name.length > 0 && !is_attribute(&now->before) && !now->has_parameters;
    const char *list = s->token.start + s->token.length;
    int line = s->token.line, column = s->token.column + 1;
    cujit_status status;

    if ((status = skip_brackets(s)) != CUJIT_OK)
        return status;
    if (candidate) {
        now->list = list;
        now->list_end = s->token.start;
        now->line = line;
        now->column = column;
    }
    now->before = s->token;
    if ((status = next(s)) != CUJIT_OK)
        return status;
    now->has_parameters = now->has_parameters || (candidate && follows_parameters(s));
    return CUJIT_OK;
}

static cujit_status read_template(scan *s)
{
    cujit_status status = next(s);

    if (status != CUJIT_OK)
        return status;
    if (!at(s, "<")) {
        s->s.now.is_instantiation = true;
        return CUJIT_OK;
    }
    s->s.now.has_template = true;
    return skip_angles(s, NULL);
}

/* A word of a declaration. */
static void read_word(scan *s)
{
    declaration *now = &s->s.now;

    if (at(s, "__global__"))
        now->is_global = true;
    else if (at(s, "void") || at(s, "auto"))
        now->is_void = true;
    else if (at(s, "namespace"))
        now->is_namespace = true;
    else if (at(s, "extern"))
        now->is_extern = true;
    else if (!now->has_parameters && !is_attribute(&s->token) && !at(s, "inline") && !at(s, "static"))
        add_to_name(s);
}

/* One token, or a bracketed group, of a declaration. */
static cujit_status read_token(scan *s)
{
    declaration *now = &s->s.now;
    cujit_status status;

    if (at(s, "template"))
        return read_template(s);
    if (at(s, "(") && now->is_global)
        return read_parentheses(s);
    if (at(s, "(") || at(s, "[")) {
        if ((status = skip_brackets(s)) != CUJIT_OK)
            return status;
    } else if (at(s, "<") && now->is_global && now->is_void && now->before.kind == CJ_TOKEN_NAME &&
               !now->has_parameters) {
        now->before = s->token;
        return skip_angles(s, &s->name); /* an instantiation or a specialisation */
    } else if (s->token.kind == CJ_TOKEN_NAME) {
        read_word(s);
    } else if (s->token.kind == CJ_TOKEN_STRING && cj_token_is(&now->before, "extern")) {
        now->is_extern_c = cj_token_is(&s->token, "\"C\"");
        now->is_extern = false;
    } else if (at(s, "::") && !now->has_parameters) {
        add_to_name(s);
    }
    now->before = s->token;
    return next(s);
}

/* ---- Scopes ---- */

static void open_scope(scan *s)
{
    const declaration *now = &s->s.now;
    scope opened = {.kind = SCOPE_OTHER, .prefix = s->prefix.length};

    if (now->is_namespace) {
        opened.kind = SCOPE_NAMESPACE;
        if (s->name.length > 0) { /* else: without a name, found without one */
            cj_text_append_n(&s->prefix, s->name.data, s->name.length);
            cj_text_append(&s->prefix, "::");
        }
    } else if (now->before.kind == CJ_TOKEN_STRING) {
        opened.kind = now->is_extern_c ? SCOPE_C : SCOPE_CPP;
    }
    if (s->s.depth < MAX_SCOPES)
        s->s.scopes[s->s.depth] = opened;
    s->s.depth++;
}

static void close_scope(scan *s)
{
    if (s->s.depth == 0)
        return;
    s->s.depth--;
    if (s->s.depth < MAX_SCOPES && s->s.scopes[s->s.depth].prefix < s->prefix.length)
        s->prefix.length = s->s.scopes[s->s.depth].prefix;
}

/* '{' ends the head of a declaration. */
static cujit_status read_block(scan *s)
{
    cujit_status status = CUJIT_OK;

    if (s->s.now.is_global && s->s.now.has_parameters && (status = add_kernel(s, true)) != CUJIT_OK)
        return status;
    open_scope(s);
    forget(s);
    return next(s);
}

/* Inside of a body nothing is read but its braces. */
static bool is_inside(const scan *s)
{
    return s->s.depth > MAX_SCOPES || (s->s.depth > 0 && s->s.scopes[s->s.depth - 1].kind == SCOPE_OTHER);
}

static cujit_status walk(scan *s)
{
    cujit_status status = next(s);

    while (status == CUJIT_OK && s->token.kind != CJ_TOKEN_END) {
        if (at(s, "}")) {
            close_scope(s);
            forget(s);
            status = next(s);
        } else if (is_inside(s)) {
            if (at(s, "{"))
                open_scope(s);
            status = next(s);
        } else if (at(s, "{")) {
            status = read_block(s);
        } else if (at(s, ";")) {
            if (s->s.now.is_global && s->s.now.has_parameters)
                status = add_kernel(s, false);
            forget(s);
            if (status == CUJIT_OK)
                status = next(s);
        } else {
            status = read_token(s);
        }
    }
    return status;
}

/* ---- The list ---- */

static cujit_status take_definitions(scan *s, const char *definitions)
{
    cj_lexer lexer;
    cj_token token;

    if (definitions == NULL)
        return CUJIT_OK;
    cj_lexer_init(&lexer, "options", definitions);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        if (token.kind == CJ_TOKEN_DIRECTIVE)
            cj_conditional_step(&s->conditional, &lexer, &token);
    }
    return CUJIT_OK;
}

cujit_status cj_kernel_scan(const char *source, const char *definitions, cj_kernel_list *out, cujit_error *error)
{
    cj_kernel_list found = {0};
    scan *s = cj_calloc(1, sizeof *s); /* large */
    char *expanded = NULL;
    cujit_status status;

    if (s == NULL)
        return cj_error_no_memory(error, "a look at a source");
    if ((status = cj_kernel_macro_expand(source, definitions, &expanded, error)) != CUJIT_OK) {
        cj_free(s);
        return status;
    }
    s->out = &found;
    s->error = error;
    cj_lexer_init(&s->lexer, "source", expanded != NULL ? expanded : source);
    s->lexer.status = CUJIT_ERROR_COMPILE;
    forget(s);
    if ((status = take_definitions(s, definitions)) == CUJIT_OK)
        status = walk(s);
    if (status == CUJIT_OK && (s->prefix.failed || s->name.failed || s->conditional.failed))
        status = cj_error_no_memory(error, "a look at a source");
    for (size_t k = 0; k < CJ_CONDITIONAL_MAX_DEPTH; k++)
        cj_free(s->saved[k].state);
    cj_conditional_clear(&s->conditional);
    cj_text_clear(&s->prefix);
    cj_text_clear(&s->name);
    cj_free(s);
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
