/*
 * kernel_macro.c: see kernel_macro.h.
 */
#include "libjit/syntax/kernel_macro.h"

#include "libjit/base/alloc.h"

enum { MAX_MACROS = 64, MAX_REPLACED = 1 << 18 };

/* Its tokens are those of its #define. */
typedef struct cj_kernel_macro {
    const cj_item *name, *parameters; /* behind their '('; NULL: it takes no arguments */
    const cj_item *body, *end;
    bool open; /* is being replaced: not replaced again inside */
} macro;

static macro *find(const cj_kernel_macros *e, const cj_item *item)
{
    for (size_t k = 0; item->token.kind == CJ_TOKEN_NAME && k < e->count; k++)
        if (cj_token_same(&item->token, &e->of[k].name->token))
            return &e->of[k];
    return NULL;
}

void cj_kernel_macros_define(cj_kernel_macros *e, const cj_tokens *text, const cj_directive *directive, bool certain)
{
    const cj_item *items = cj_tokens_inside(text, directive);
    macro m = {.name = items + 1, .body = items + 2, .end = items + directive->count}, *known;
    const bool defines = directive->kind == CJ_DIRECTIVE_DEFINE;
    bool brings = false; /* __global__, or a macro that does */

    if ((!defines && directive->kind != CJ_DIRECTIVE_UNDEF) || directive->count < 2)
        return;
    if (m.body < m.end && m.body->sort == CJ_SORT_PAREN &&
        m.body->token.start == m.name->token.start + m.name->token.length) {
        m.parameters = ++m.body;
        while (m.body < m.end && m.body->sort != CJ_SORT_PAREN_END)
            m.body++;
        if (m.body++ == m.end)
            return;
    }
    for (const cj_item *item = m.body; defines && item < m.end; item++)
        brings = brings || cj_item_is(item, "__global__") || find(e, item) != NULL;
    if ((brings || certain) && (known = find(e, m.name)) != NULL)
        *known = e->of[--e->count];
    if (brings && e->of == NULL && (e->of = cj_calloc(MAX_MACROS, sizeof *e->of)) == NULL)
        e->failed = true;
    else if (brings && e->count < MAX_MACROS && m.name->token.kind == CJ_TOKEN_NAME)
        e->of[e->count++] = m;
}

/* ---- Replacing ---- */

static void append(cj_kernel_macros *e, const cj_item *item, bool apart, cj_tokens *out)
{
    cj_tokens_add(out, &item->token);
    if (!out->failed)
        out->items[out->count].apart = apart;
    e->failed = e->failed || out->failed;
}

/* At ##: one word of the last one and the item's. */
static void join(cj_kernel_macros *e, const cj_item *item, cj_tokens *out)
{
    cj_token *last = &out->items[out->count].token;
    cj_text text = {0};
    char *word;

    cj_token_append(last, &text);
    cj_token_append(&item->token, &text);
    last->length = text.length;
    if ((word = cj_text_take(&text)) != NULL)
        cj_text_append_n(&e->words, &word, sizeof word);
    e->failed = e->failed || word == NULL || e->words.failed;
    if (e->failed)
        cj_free(word);
    else
        *last = (cj_token){.kind = last->kind, .start = word, .length = last->length};
}

/* Where the item names a parameter: the tokens of its argument, in the brackets that open at `open`; else false. */
static bool find_argument(const macro *m, const cj_item *item, const cj_tokens *list, size_t open, size_t *first,
                          size_t *end)
{
    const cj_item *parameter = m->parameters;
    const size_t close = list->items[open].match;
    size_t at = open + 1;
    bool rest;

    if (parameter == NULL || item->token.kind != CJ_TOKEN_NAME)
        return false;
    while (!cj_token_same(&parameter->token, &item->token) &&
           !(cj_item_is(parameter, "...") && cj_item_is(item, "__VA_ARGS__"))) {
        if (parameter->sort == CJ_SORT_PAREN_END)
            return false;
        if (parameter++->sort != CJ_SORT_COMMA)
            continue;
        while (at < close && !(list->items[at].sort == CJ_SORT_COMMA && list->items[at].up == open))
            at++;
        at += at < close;
    }
    rest = cj_item_is(parameter, "...") || cj_item_is(&parameter[1], "...");
    *first = at;
    while (at < close && (rest || !(list->items[at].sort == CJ_SORT_COMMA && list->items[at].up == open)))
        at++;
    *end = at;
    return true;
}

/* A macro's body with its arguments, in the brackets that open at `open`, in their places. */
static void substitute(cj_kernel_macros *e, const macro *m, const cj_tokens *list, size_t open, cj_tokens *out)
{
    for (const cj_item *item = m->body; item < m->end && !e->failed; item++) {
        const bool joins = item > m->body && cj_item_is(item - 1, "##");
        const cj_item *from = item;
        size_t first = 0, end = 1;

        if (cj_item_is(item, "##"))
            continue;
        if (find_argument(m, item, list, open, &first, &end))
            from = list->items + first;
        for (size_t k = first; k < end && !e->failed; k++, from++) {
            if (k == first && joins && out->count > 0 && cj_token_is_word(&out->items[out->count].token) &&
                cj_token_is_word(&from->token))
                join(e, from, out);
            else
                append(e, from, k == first || from->apart, out);
        }
    }
    cj_tokens_end(out);
}

size_t cj_kernel_macros_replace(cj_kernel_macros *e, const cj_tokens *list, size_t at, cj_tokens *out)
{
    const cj_item *item = &list->items[at];
    macro *m = find(e, item);
    size_t behind = at + 1;
    cj_tokens made = {0};

    if (m == NULL || m->open || (m->parameters != NULL && item[1].sort != CJ_SORT_PAREN)) {
        append(e, item, e->behind || item->apart, out);
        e->behind = false;
        return behind;
    }
    e->behind = true;
    if (m->parameters != NULL && item[1].match == at + 1) /* never ends */
        return list->count + 1;
    if (m->parameters != NULL)
        behind = item[1].match + 1;
    if (e->replaced >= MAX_REPLACED)
        return behind;
    substitute(e, m, list, at + 1, &made);
    e->replaced += made.count;
    m->open = true;
    for (size_t k = 1; k <= made.count && !e->failed;)
        k = cj_kernel_macros_replace(e, &made, k, out);
    m->open = false;
    e->behind = true;
    cj_tokens_clear(&made);
    return behind;
}

void cj_kernel_macros_clear(cj_kernel_macros *e)
{
    char **words = (char **)(void *)e->words.data;

    for (size_t k = 0; k < e->words.length / sizeof *words; k++)
        cj_free(words[k]);
    cj_text_clear(&e->words);
    cj_free(e->of);
    *e = (cj_kernel_macros){0};
}
