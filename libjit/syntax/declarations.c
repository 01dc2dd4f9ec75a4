/*
 * declarations.c: the declarations of a CUDA source. See declarations.h.
 */
#include "libjit/syntax/declarations.h"

#include "libjit/base/alloc.h"

#include <stdint.h>
#include <string.h>

enum { MAX_DEPTH = 320 }; /* of namespaces and linkage blocks */

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static bool opens(const cj_token *token)
{
    return cj_token_is(token, "(") || cj_token_is(token, "[") || cj_token_is(token, "{");
}

/* A '}' closes what was left open inside of its braces, which a macro may close; nothing else closes a '{'. */
static void match_bracket(cj_pieces *s, size_t at)
{
    const cj_token *token = &s->pieces[at].token;
    const bool brace = cj_token_is(token, "}");
    size_t open = s->open;

    if (token->kind != CJ_TOKEN_PUNCTUATOR)
        return;
    if (opens(token)) {
        s->open = at;
    } else if (brace || cj_token_is(token, ")") || cj_token_is(token, "]")) {
        while (brace && open != SIZE_MAX && !cj_token_is(&s->pieces[open].token, "{"))
            open = s->pieces[open].up;
        if (open == SIZE_MAX || (!brace && cj_token_is(&s->pieces[open].token, "{")))
            return;
        s->pieces[open].match = at;
        s->pieces[at].match = open;
        s->pieces[at].up = s->open = s->pieces[open].up;
    }
}

static void add_piece(cj_pieces *s, const cj_token *token, bool certain)
{
    if (s->count == s->room) {
        size_t room = s->room == 0 ? 256 : 2 * s->room;
        cj_piece *wider = cj_realloc(s->pieces, room * sizeof *wider);

        if (wider == NULL) {
            s->failed = true;
            return;
        }
        s->pieces = wider;
        s->room = room;
    }
    s->pieces[s->count] = (cj_piece){*token, s->count, s->open, certain};
    match_bracket(s, s->count++);
}

/* Where an #if began. */
typedef struct fork {
    size_t count, open;
} fork;

/* Another version of the text since the #if begins. */
static void enter_version(cj_pieces *s, const fork *from)
{
    bool part = true;

    for (size_t k = from->count; k < s->count && part; k++)
        part = !cj_pieces_is(s, k, ";") && !cj_pieces_is(s, k, "{") && !cj_pieces_is(s, k, "}");
    if (part && from->count < s->count)
        s->count = from->count;
    s->open = from->open;
    for (size_t k = s->open; k != SIZE_MAX; k = s->pieces[k].up)
        s->pieces[k].match = k;
}

/* Words that begin what outlives a launch, or may. */
static const char *const lasting[] = {"__constant__", "__managed__", "__device__", "static", NULL};
enum { SURELY = 2 }; /* how many at the front do */

static void take_directive(cj_pieces *s, const cj_lexer *lexer, const cj_token *token, fork *forks)
{
    const cj_branch branch = cj_conditional_step(&s->conditional, lexer, token);
    const unsigned depth = s->conditional.depth;

    for (size_t k = 0; lasting[k] != NULL; k++)
        s->lasting = s->lasting || memmem(token->start, token->length, lasting[k], strlen(lasting[k])) != NULL;
    if (forks == NULL)
        return;
    if (branch == CJ_BRANCH_BEGIN)
        forks[depth - 1] = (fork){s->count, s->open};
    else if (branch == CJ_BRANCH_OTHER && cj_conditional_here(&s->conditional) != CJ_FALSE)
        enter_version(s, &forks[depth - 1]);
}

cujit_status cj_pieces_read(cj_pieces *s, cj_lexer *lexer, cujit_error *error)
{
    fork forks[CJ_CONDITIONAL_MAX_DEPTH];
    cujit_status status;
    cj_token token;

    s->open = SIZE_MAX;
    while ((status = cj_lexer_next(lexer, &token, error)) == CUJIT_OK && token.kind != CJ_TOKEN_END && !s->failed) {
        cj_truth here = cj_conditional_here(&s->conditional);

        if (token.kind == CJ_TOKEN_DIRECTIVE)
            take_directive(s, lexer, &token, forks);
        else if (here != CJ_FALSE)
            add_piece(s, &token, here == CJ_TRUE);
    }
    if (status == CUJIT_OK && s->failed)
        return cj_error_no_memory(error, "a look at a source");
    return status;
}

void cj_pieces_define(cj_pieces *source, const char *definitions)
{
    cj_lexer lexer;
    cj_token token;

    cj_lexer_init(&lexer, "options", definitions != NULL ? definitions : "");
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        if (token.kind == CJ_TOKEN_DIRECTIVE)
            take_directive(source, &lexer, &token, NULL);
    }
}

bool cj_pieces_has_variables(const cj_pieces *source)
{
    static const char *const ends[] = {";", "=", "[", "{", NULL};
    static const char *const body[] = {"{", ":", "const", "noexcept", "->", NULL};
    bool open = false; /* behind a word that may begin one */

    for (size_t at = 0; at < source->count && !source->lasting;) {
        const cj_token *token = &source->pieces[at].token;

        for (size_t k = 0; k < SURELY; k++) {
            if (cj_token_is(token, lasting[k]))
                return true;
        }
        if (open && cj_token_is_one_of(token, ends))
            return true;
        if (open && cj_token_is(token, "(")) {
            at = cj_pieces_skip_group(source, at);
            open = at < source->count && !cj_token_is_one_of(&source->pieces[at].token, body);
            continue; /* with the token behind the bracket */
        }
        open = !cj_token_is(token, "__shared__") && (open || cj_token_is_one_of(token, lasting));
        at++;
    }
    return source->lasting;
}

void cj_pieces_clear(cj_pieces *source)
{
    cj_conditional_clear(&source->conditional);
    cj_free(source->pieces);
    *source = (cj_pieces){0};
}

/* ---- Walking ----------------------------------------------------------------------------------------------------- */

typedef struct walk {
    const cj_pieces *source;
    cj_declaration_taker take;
    void *user;
    cj_text prefix;
    unsigned depth;
    cujit_status status;
} walk;

static bool is(const walk *w, size_t at, const char *spelling)
{
    return cj_pieces_is(w->source, at, spelling);
}

size_t cj_pieces_skip_angles(const cj_pieces *s, size_t at)
{
    long depth = 0;

    for (size_t k = at; k < s->count && !cj_pieces_is(s, k, ";") && !cj_pieces_is(s, k, "{");) {
        if (cj_pieces_is(s, k, "<"))
            depth++;
        else if (cj_pieces_is(s, k, ">"))
            depth--;
        else if (cj_pieces_is(s, k, ">>"))
            depth -= 2;
        k = cj_pieces_is(s, k, "(") || cj_pieces_is(s, k, "[") ? cj_pieces_skip_group(s, k) : k + 1;
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
    const size_t close = w->source->pieces[open].match;

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
        const cj_token *token = &w->source->pieces[at].token;

        if (is(w, at, ";"))
            break;
        if (is(w, at, "(") || is(w, at, "[")) {
            at = cj_pieces_skip_group(w->source, at) - 1;
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
        at = is(w, at + 1, "<") ? cj_pieces_skip_angles(w->source, at + 1) : at + 1;
    while (at < end && !is(w, at, ";") && !(is(w, at, "{") && function && !initialised)) {
        if (is(w, at, "}") || (is(w, at, "namespace") && !is(w, first, "using")))
            return is(w, at, "}") ? at + 1 : at;
        if (is(w, at, "(") || is(w, at, "[") || is(w, at, "{")) {
            function = function || (is(w, at, "(") && !initialised &&
                                    !(at > first && cj_is_attribute(&w->source->pieces[at - 1].token)));
            at = cj_pieces_skip_group(w->source, at);
        } else {
            initialised = initialised || is(w, at, "=");
            at++;
        }
    }
    if (at < end) {
        const cj_declaration found = {first, at, w->prefix.data != NULL ? w->prefix.data : "", is_c};

        w->status = w->prefix.failed ? CUJIT_ERROR_OUT_OF_MEMORY : w->take(w->user, &found);
    }
    if (at < end && is(w, at, "{") && w->source->pieces[at].match > at)
        return w->source->pieces[at].match + 1;
    return at + 1;
}

static size_t walk_scope(walk *w, size_t at, size_t end, bool is_c)
{
    while (at < end && w->status == CUJIT_OK) {
        if (is(w, at, ";") || is(w, at, "}"))
            at++;
        else if (is(w, at, "namespace") || (is(w, at, "inline") && is(w, at + 1, "namespace")))
            at = walk_namespace(w, at + is(w, at, "inline"), end, is_c);
        else if (is(w, at, "extern") && at + 2 < end && w->source->pieces[at + 1].token.kind == CJ_TOKEN_STRING &&
                 is(w, at + 2, "{"))
            at = walk_block(w, at + 2, end, cj_token_is(&w->source->pieces[at + 1].token, "\"C\""));
        else
            at = walk_declaration(w, at, end, is_c);
    }
    return at;
}

cujit_status cj_pieces_walk(const cj_pieces *source, cj_declaration_taker take, void *user)
{
    walk w = {.source = source, .take = take, .user = user};

    walk_scope(&w, 0, source->count, false);
    cj_text_clear(&w.prefix);
    return w.status;
}
