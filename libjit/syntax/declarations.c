/*
 * declarations.c: the declarations of a CUDA source. See declarations.h.
 */
#include "libjit/syntax/declarations.h"

#include <string.h>

enum { MAX_DEPTH = 320 }; /* of namespaces and linkage blocks */

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Where an #if began. */
typedef struct fork {
    size_t count, open;
} fork;

/* Another version of the text since the #if begins. */
static void enter_version(cj_source *s, const fork *from)
{
    const uint64_t ends = CJ_BIT(SEMICOLON) | CJ_BIT(BRACE) | CJ_BIT(BRACE_END);
    cj_tokens *tokens = &s->tokens;
    bool part = true;

    for (size_t k = from->count + 1; k <= tokens->count && part; k++)
        part = !cj_sort_in(tokens->items[k].sort, ends);
    if (part)
        tokens->count = from->count;
    tokens->open = from->open;
    for (size_t k = tokens->open; k != 0; k = tokens->items[k].up)
        tokens->items[k].match = k;
}

/* Words that begin what outlives a launch: the first two do, the others may. */
static const char *const lasting[] = {"__constant__", "__managed__", "__device__", "static", NULL};

static void take_directive(cj_source *s, const cj_tokens *text, const cj_directive *directive, bool replace,
                           fork *forks)
{
    const cj_token *token = &directive->token;
    cj_truth here;
    fork *begin;

    cj_conditional_step(&s->conditional, text, directive);
    here = cj_conditional_here(&s->conditional);
    begin = &forks[s->conditional.depth - (s->conditional.depth > 0)];
    for (size_t k = 0; lasting[k] != NULL; k++)
        s->lasting = s->lasting || memmem(token->start, token->length, lasting[k], strlen(lasting[k])) != NULL;
    if (replace && here != CJ_FALSE)
        cj_kernel_macros_define(&s->macros, text, directive, here == CJ_TRUE);
    if (directive->kind == CJ_DIRECTIVE_IF)
        *begin = (fork){s->tokens.count, s->tokens.open};
    else if (directive->kind == CJ_DIRECTIVE_ELSE && s->conditional.depth > 0 && here != CJ_FALSE)
        enter_version(s, begin);
}

static void read_text(cj_source *s, const cj_tokens *text, bool replace)
{
    fork forks[CJ_CONDITIONAL_MAX_DEPTH];
    size_t directive = 0;

    for (size_t at = 1; at <= text->count + 1 && !s->tokens.failed;) {
        cj_truth here;
        size_t first;

        while (directive < text->directive_count && text->directives[directive].behind < at)
            take_directive(s, text, &text->directives[directive++], replace, forks);
        here = cj_conditional_here(&s->conditional);
        first = s->tokens.count + 1;
        at = here == CJ_FALSE || at > text->count ? at + 1 : cj_kernel_macros_replace(&s->macros, text, at, &s->tokens);
        for (size_t k = first; k <= s->tokens.count; k++)
            s->tokens.items[k].certain = here == CJ_TRUE;
    }
}

cujit_status cj_source_read(cj_source *s, const cj_tokens *text, const cj_tokens *definitions, cujit_error *error)
{
    if (definitions != NULL)
        read_text(s, definitions, true);
    read_text(s, text, definitions != NULL);
    cj_tokens_end(&s->tokens);
    return s->tokens.failed || s->macros.failed ? cj_error_no_memory(error, "a look at a source") : CUJIT_OK;
}

bool cj_source_has_variables(const cj_source *source)
{
    static const char *const body[] = {"{", ":", "const", "noexcept", "->", NULL};
    const uint64_t ends = CJ_BIT(SEMICOLON) | CJ_BIT(ASSIGN) | CJ_BIT(SQUARE) | CJ_BIT(BRACE);
    const cj_item *items = source->tokens.items;
    bool open = false; /* behind a word that may begin one */

    for (size_t at = 1; at <= source->tokens.count && !source->lasting;) {
        const cj_item *item = &items[at];
        const bool word = item->sort == CJ_SORT_NAME && cj_token_is_one_of(&item->token, lasting);

        if ((open && cj_sort_in(item->sort, ends)) ||
            (word && (cj_item_is(item, lasting[0]) || cj_item_is(item, lasting[1]))))
            return true;
        if (open && item->sort == CJ_SORT_PAREN) {
            at = cj_source_skip_group(source, at);
            open = at <= source->tokens.count && !cj_token_is_one_of(&items[at].token, body);
            continue; /* with the token behind the bracket */
        }
        open = word || (open && !cj_item_is(item, "__shared__"));
        at++;
    }
    return source->lasting;
}

void cj_source_clear(cj_source *source)
{
    cj_conditional_clear(&source->conditional);
    cj_tokens_clear(&source->tokens);
    cj_kernel_macros_clear(&source->macros);
    *source = (cj_source){0};
}

/* ---- Walking ----------------------------------------------------------------------------------------------------- */

typedef struct walk {
    const cj_source *source;
    cj_declaration_taker take;
    void *user;
    cj_text prefix;
    unsigned depth;
    cujit_status status;
} walk;

static bool is(const walk *w, size_t at, const char *spelling)
{
    return cj_source_is(w->source, at, spelling);
}

size_t cj_source_skip_angles(const cj_source *s, size_t at)
{
    const cj_item *items = s->tokens.items;
    long depth = 0;

    for (size_t k = at; !cj_sort_in(items[k].sort, CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE));) {
        depth += (items[k].sort == CJ_SORT_LESS) - (items[k].sort == CJ_SORT_GREATER) - 2 * cj_item_is(&items[k], ">>");
        k = cj_source_skip(s, k);
        if (depth <= 0)
            return k;
    }
    return at + 1;
}

bool cj_is_attribute(const cj_token *token)
{
    static const char *const words[] = {"__attribute", "__declspec", "alignas", "noexcept", "decltype", "typeof", NULL};

    return token->kind == CJ_TOKEN_NAME && ((token->length > 4 && memcmp(token->start, "__", 2) == 0 &&
                                             memcmp(token->start + token->length - 2, "__", 2) == 0) ||
                                            cj_token_is_one_of(token, words));
}

static size_t walk_scope(walk *w, size_t at, size_t end, bool is_c);

/* The '{' of a namespace or a linkage block: what is in it. Returns what is behind. */
static size_t walk_block(walk *w, size_t open, size_t end, bool is_c)
{
    const size_t close = w->source->tokens.items[open].match;

    if (close > open && w->depth < MAX_DEPTH) {
        w->depth++;
        walk_scope(w, open + 1, close, is_c);
        w->depth--;
    }
    return close > open && close < end ? close + 1 : open + 1;
}

/* At `namespace`: its body, or an alias. */
static size_t walk_namespace(walk *w, size_t at, size_t end, bool is_c)
{
    const size_t before = w->prefix.length;

    for (at++; at < end && !is(w, at, "{"); at++) {
        const cj_token *token = &w->source->tokens.items[at].token;

        if (is(w, at, ";"))
            break;
        if (is(w, at, "(") || is(w, at, "[")) {
            at = cj_source_skip_group(w->source, at) - 1;
        } else if (token->kind == CJ_TOKEN_NAME && !cj_is_attribute(token) && !is(w, at, "inline")) {
            cj_token_append(token, &w->prefix);
            cj_text_append(&w->prefix, "::");
        }
    }
    at = is(w, at, "{") ? walk_block(w, at, end, is_c) : at + 1;
    if (w->prefix.data != NULL) {
        w->prefix.length = before;
        w->prefix.data[before] = '\0';
    }
    return at;
}

/* Any other declaration; behind a class or an initialiser in braces it goes on. Returns what is behind it. */
static size_t walk_declaration(walk *w, size_t first, size_t end, bool is_c)
{
    bool initialised = false, function = false;
    size_t at = first;

    if (is(w, at, "template"))
        at = is(w, at + 1, "<") ? cj_source_skip_angles(w->source, at + 1) : at + 1;
    while (at < end && !is(w, at, ";") && !(is(w, at, "{") && function && !initialised)) {
        if (is(w, at, "}") || (is(w, at, "namespace") && !is(w, first, "using")))
            return is(w, at, "}") ? at + 1 : at;
        if (cj_source_opens(w->source, at)) {
            function = function || (is(w, at, "(") && !initialised &&
                                    !(at > first && cj_is_attribute(&w->source->tokens.items[at - 1].token)));
            at = cj_source_skip_group(w->source, at);
        } else {
            initialised = initialised || is(w, at, "=");
            at++;
        }
    }
    if (at < end) {
        const cj_declaration found = {first, at, w->prefix.data != NULL ? w->prefix.data : "", is_c};

        w->status = w->prefix.failed ? CUJIT_ERROR_OUT_OF_MEMORY : w->take(w->user, &found);
    }
    if (at < end && is(w, at, "{") && w->source->tokens.items[at].match > at)
        return w->source->tokens.items[at].match + 1;
    return at + 1;
}

static size_t walk_scope(walk *w, size_t at, size_t end, bool is_c)
{
    while (at < end && w->status == CUJIT_OK) {
        if (is(w, at, ";") || is(w, at, "}"))
            at++;
        else if (is(w, at, "namespace") || (is(w, at, "inline") && is(w, at + 1, "namespace")))
            at = walk_namespace(w, at + is(w, at, "inline"), end, is_c);
        else if (is(w, at, "extern") && at + 2 < end && w->source->tokens.items[at + 1].token.kind == CJ_TOKEN_STRING &&
                 is(w, at + 2, "{"))
            at = walk_block(w, at + 2, end, cj_token_is(&w->source->tokens.items[at + 1].token, "\"C\""));
        else
            at = walk_declaration(w, at, end, is_c);
    }
    return at;
}

cujit_status cj_source_walk(const cj_source *source, cj_declaration_taker take, void *user)
{
    walk w = {.source = source, .take = take, .user = user};

    walk_scope(&w, 1, source->tokens.count + 1, false);
    cj_text_clear(&w.prefix);
    return w.status;
}
