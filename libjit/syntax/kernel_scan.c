/*
 * kernel_scan.c: the kernels of a CUDA source. See kernel_scan.h.
 *
 * A declaration that says __global__ is a kernel, whose name is the last word before the first parenthesis that does
 * not belong to an attribute or a macro.
 */
#include "libjit/syntax/kernel_scan.h"

#include "libjit/base/alloc.h"
#include "libjit/base/text.h"
#include "libjit/syntax/declarations.h"

#include <ctype.h>
#include <string.h>

/* A declaration as it is read. */
typedef struct scan {
    const cj_source *source;
    const cj_names *names; /* of the text as it was written */
    const cj_declaration *declaration;
    const cj_item *items;
    size_t at;                           /* the cursor */
    bool is_extern_c, is_extern;         /* it says so */
    bool has_template, is_instantiation; /* "template <...>", and "template" alone */
    bool is_global, is_void;             /* __global__ and its return type were seen */
    bool has_parameters;                 /* the kernel's name is complete */
    size_t name, name_end, list;         /* the name (0: none yet), and the '(' of the parameters */
    cj_kernel_list *out;
    cujit_error *error;
} scan;

static bool is(const scan *s, const char *spelling)
{
    return cj_source_is(s->source, s->at, spelling);
}

/* "<" is under the cursor: moves behind the token that closes it. Comparisons stand in parentheses there. */
static void skip_angles(scan *s)
{
    const size_t behind = cj_source_skip_angles(s->source, s->at);

    s->at = behind > s->at + 1 ? behind : s->declaration->end;
}

/* Two words, 2 - -1, or what would begin a comment. */
static bool must_stay_apart(const cj_token *a, const cj_token *b)
{
    static const char *const signs[] = {"+", "-", "&", "/", NULL};

    return (cj_token_is_word(a) && cj_token_is_word(b)) || (cj_token_same(a, b) && cj_token_is_one_of(a, signs)) ||
           (cj_token_is(a, "/") && cj_token_is(b, "*"));
}

/* With space only where it must be. */
static void append_tokens(const cj_tokens *tokens, size_t first, size_t end, cj_text *out)
{
    for (size_t k = first; k < end; k++) {
        if (k > first && must_stay_apart(&tokens->items[k - 1].token, &tokens->items[k].token))
            cj_text_append(out, " ");
        cj_token_append(&tokens->items[k].token, out);
    }
}

/* Whether an expression is more than one line, or more than one of several words apart by tabs: a raw string can be. */
static bool is_broken(const char *expression)
{
    return strpbrk(expression, "\t\n\v\f\r") != NULL;
}

/* ---- Kernels ---- */

static void clear_kernel(cj_kernel *kernel)
{
    cj_free(kernel->expression);
    cj_free(kernel->parameters);
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
            !cj_same_but_space(known->parameters, kernel->parameters, strlen(kernel->parameters))) {
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

/* The text between the parentheses; with its space and comments, where it is not put together by macros. */
static char *parameters_text(const scan *s)
{
    const cj_item *list = &s->items[s->list], *close = &s->items[list->match];
    cj_text text = {0};

    for (const cj_item *item = list; item < close; item++) {
        const cj_token *token = &item->token, *next = &item[1].token;
        const char *end = token->start + token->length;

        if (item > list)
            cj_text_append_n(&text, token->start, token->length);
        if (!item[1].apart)
            cj_text_append_n(&text, end, (size_t)(next->start - end));
        else if (must_stay_apart(token, next))
            cj_text_append(&text, " ");
    }
    return cj_text_take(&text);
}

/* The declaration ends, at '{' or ';'. */
static cujit_status add_kernel(scan *s)
{
    const cj_item *end = &s->items[s->declaration->end];
    cj_text expression = {0};
    cj_kernel *wider, kernel = {
                          .is_template = s->has_template,
                          .extern_c = s->is_extern_c || s->declaration->is_c,
                          .defined = end->sort == CJ_SORT_BRACE || (s->is_instantiation && !s->is_extern),
                          .certain = end->certain,
                      };

    cj_text_append(&expression, s->declaration->prefix);
    append_tokens(&s->source->tokens, s->name, s->name_end, &expression);
    kernel.expression = cj_text_take(&expression);
    kernel.parameters = parameters_text(s);
    if (kernel.expression == NULL || kernel.parameters == NULL)
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

/* "(" is under the cursor, in a declaration that says __global__. Moves behind the parentheses. A name there makes them
 * a macro's, unless it is what may stand there. */
static void read_parentheses(scan *s)
{
    const size_t open = s->at;

    s->at = cj_source_skip(s->source, open);
    if (!s->is_void || s->name == 0 || cj_is_attribute(&s->items[open - 1].token) || s->has_parameters)
        return;
    s->list = open;
    s->has_parameters = s->items[s->at].sort != CJ_SORT_NAME || cj_is_attribute(&s->items[s->at].token) ||
                        is(s, "requires");
}

/* A word of a declaration, or "::". The name of a kernel goes on with "ns", "::", "k"; a word that follows a word
 * begins anew: the first was a macro. */
static void read_word(scan *s)
{
    static const char *const others[] = {"inline", "static", NULL};
    const cj_item *item = &s->items[s->at];

    if (is(s, "__global__")) {
        s->is_global = true;
    } else if (is(s, "void") || is(s, "auto")) {
        s->is_void = true;
    } else if (is(s, "extern")) {
        s->is_extern = true;
    } else if (!s->has_parameters && !cj_is_attribute(&item->token) && !cj_token_is_one_of(&item->token, others)) {
        if (s->name == 0 || (item->sort == CJ_SORT_NAME && item[-1].sort != CJ_SORT_SCOPE))
            s->name = s->at;
        s->name_end = s->at + 1;
    }
}

/* One token, or a bracketed group, of a declaration. */
static void read_token(scan *s)
{
    const cj_item *item = &s->items[s->at];

    if (is(s, "template")) {
        s->at++;
        s->has_template = item[1].sort == CJ_SORT_LESS;
        s->is_instantiation = !s->has_template;
        if (s->has_template)
            skip_angles(s);
    } else if (item->sort == CJ_SORT_PAREN && s->is_global) {
        read_parentheses(s);
    } else if (item->sort == CJ_SORT_LESS && s->is_global && s->is_void && item[-1].sort == CJ_SORT_NAME &&
               !s->has_parameters) {
        skip_angles(s); /* an instantiation or a specialisation */
        s->name_end = s->at;
    } else {
        if (item->sort == CJ_SORT_NAME || item->sort == CJ_SORT_SCOPE)
            read_word(s);
        if (item->sort == CJ_SORT_STRING && cj_item_is(item - 1, "extern")) {
            s->is_extern_c = is(s, "\"C\"");
            s->is_extern = false;
        }
        s->at = cj_source_skip(s->source, s->at);
    }
}

/* `typedef unsigned long word;` or `using word = unsigned long;` outside of namespaces, where no macro has that
 * name. */
static void take_alias(const scan *user, const cj_declaration *declaration)
{
    const cj_tokens *tokens = &user->source->tokens;
    const bool is_using = cj_source_is(user->source, declaration->first, "using");
    const size_t end = declaration->end, name = is_using ? declaration->first + 1 : end - 1;
    const size_t first = declaration->first + (is_using ? 3 : 1), behind = is_using ? end : end - 1;
    cj_text *out = &user->out->aliases;
    char spelling[100];

    if (!(is_using || cj_source_is(user->source, declaration->first, "typedef")) || declaration->prefix[0] != '\0' ||
        first >= behind || (is_using && !cj_source_is(user->source, name + 1, "=")) ||
        cj_token_copy(&tokens->items[name].token, spelling, sizeof spelling) >= sizeof spelling ||
        (user->names != NULL && cj_names_find(user->names, spelling)->directed != 0))
        return;
    for (size_t k = declaration->first; k < end; k++) {
        if (!tokens->items[k].certain || (tokens->items[k].sort == CJ_SORT_NAME) == (is_using && k == name + 1))
            return;
    }
    cj_text_append(out, spelling);
    for (size_t k = first; k < behind; k++) {
        cj_text_append(out, " ");
        cj_token_append(&tokens->items[k].token, out);
    }
    cj_text_append(out, "\n");
}

static cujit_status take_declaration(void *user, const cj_declaration *declaration)
{
    scan of = *(const scan *)user, *s = &of;

    take_alias(s, declaration);

    s->declaration = declaration;
    s->items = s->source->tokens.items;
    s->at = declaration->first;
    while (s->at < declaration->end)
        read_token(s);
    return s->is_global && s->has_parameters ? add_kernel(s) : CUJIT_OK;
}

/* ---- The list ---- */

cujit_status cj_kernel_scan(const cj_tokens *source, const cj_tokens *before, cj_kernel_list *out, cujit_error *error)
{
    cj_kernel_list found = {0};
    cj_source split = {0};
    scan s = {.source = &split, .names = source->names, .out = &found, .error = error};
    cujit_status status = cj_source_read(&split, source, before, error);

    if (status == CUJIT_OK) {
        status = cj_source_walk(&split, take_declaration, &s);
        found.has_variables = cj_source_has_variables(&split);
    }
    if (status == CUJIT_ERROR_OUT_OF_MEMORY ||
        (status == CUJIT_OK && (split.conditional.failed || found.aliases.failed)))
        status = cj_error_no_memory(error, "a look at a source");
    cj_source_clear(&split);
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
    cj_text_clear(&list->aliases);
    *list = (cj_kernel_list){0};
}

bool cj_kernel_is_findable(const cj_kernel *kernel)
{
    return kernel->defined && kernel->certain && !kernel->is_template && !kernel->overloaded &&
           !is_broken(kernel->expression);
}

/* ---- Expressions ---- */

/* Whether it can stand for an argument of a macro. */
static bool can_name(const cj_tokens *tokens)
{
    static const char *const others[] = {";", "{", "}", "#", "##", NULL};
    bool fine = tokens->count > 0 && !tokens->broken && tokens->open == 0 && tokens->directive_count == 0;

    for (size_t k = 1; k <= tokens->count && fine; k++) {
        const cj_sort sort = tokens->items[k].sort, opens = tokens->items[tokens->items[k].match].sort;

        fine = !cj_token_is_one_of(&tokens->items[k].token, others) &&
               (!cj_sort_in(sort, CJ_SORTS_CLOSING) || opens + 1 == sort);
    }
    return fine;
}

cujit_status cj_expression_normal(const char *expression, char **out, cujit_error *error)
{
    cj_tokens tokens = {0};
    cj_text text = {0};
    cujit_status status = cj_tokens_read(&tokens, expression, error);

    append_tokens(&tokens, 1, tokens.count + 1, &text);
    if (text.failed)
        status = cj_error_no_memory(error, "the name of a kernel");
    else if (status == CUJIT_OK && (!can_name(&tokens) || is_broken(text.data)))
        status = cj_error_set(
            error, CUJIT_ERROR_INVALID_ARGUMENT,
            "\"%.100s\" names no kernel: expected an expression like \"scale\" or \"ns::scale<float>\"", expression);
    if (status == CUJIT_OK)
        *out = cj_text_take(&text);
    cj_text_clear(&text);
    cj_tokens_clear(&tokens);
    return status;
}
