/*
 * rewrite.c: see rewrite.h.
 *
 * All tokens that are compiled, as far as conditional.h can tell, are collected first. Then namespaces are walked,
 * declaration by declaration; the bodies of functions and classes are only searched for shared memory. Changes are
 * collected and made in the end.
 *
 *     extern __shared__ float s[];            in a function            at file scope
 *                                             float (&s)[] = cujit_dynamic_memory();
 *                                                                      extern __thread float s[CUJIT_SHARED_MOST]
 *                                                                          __attribute__((alias("cujit_shared")));
 *     __constant__ float c[4];                __constant__ float c[4]; CUJIT_GLOBAL("c", c)
 */
#include "libjit/device/host/rewrite.h"

#include "libjit/base/alloc.h"
#include "libjit/device/host/rewrite_scan.h"
#include "libjit/syntax/conditional.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 200 };

/* ---- Lists ---- */

static void *grow(void *list, size_t count, size_t *room, size_t size)
{
    void *grown;

    if (count < *room)
        return list;
    grown = cj_realloc(list, (*room == 0 ? 64 : 2 * *room) * size);
    if (grown != NULL)
        *room = *room == 0 ? 64 : 2 * *room;
    return grown;
}

static void add_token(scan *s, const cj_token *token)
{
    cj_token *grown = grow(s->tokens, s->count, &s->room, sizeof *grown);

    if (grown == NULL) {
        s->failed = true;
        return;
    }
    s->tokens = grown;
    s->tokens[s->count++] = *token;
}

static void add_change(scan *s, size_t at, size_t blanked, const char *insert)
{
    change *grown = grow(s->changes, s->change_count, &s->change_room, sizeof *grown);

    if (grown == NULL) {
        s->failed = true;
        return;
    }
    s->changes = grown;
    s->changes[s->change_count] = (change){at, blanked, s->inserts.length, strlen(insert), s->change_count};
    s->change_count++;
    cj_text_append(&s->inserts, insert);
}

static size_t offset(const scan *s, size_t token)
{
    return (size_t)(s->tokens[token].start - s->text);
}

static size_t behind(const scan *s, size_t token)
{
    return offset(s, token) + s->tokens[token].length;
}

static void blank(scan *s, size_t token)
{
    add_change(s, offset(s, token), s->tokens[token].length, "");
}

static void insert_before(scan *s, size_t token, const char *text)
{
    add_change(s, offset(s, token), 0, text);
}

static void insert_behind(scan *s, size_t token, const char *text)
{
    add_change(s, behind(s, token), 0, text);
}

/* From a '<' of template arguments to behind its '>'; `at` + 1 where there is none. */
static size_t skip_angles(const scan *s, size_t at)
{
    long depth = 0;

    for (size_t k = at; k < s->count && !is(s, k, ";") && !is(s, k, "{");) {
        if (is(s, k, "<"))
            depth++;
        else if (is(s, k, ">"))
            depth--;
        else if (is(s, k, ">>"))
            depth -= 2;
        k = is(s, k, "(") || is(s, k, "[") ? skip_group(s, k) : k + 1;
        if (depth <= 0)
            return k;
    }
    return at + 1;
}

/* Words that are followed by brackets without declaring anything. */
static const char *const attributes[] = {"__align__",  "alignas",     "__attribute__", "decltype", "__launch_bounds__",
                                         "__declspec", "__maxnreg__", "noexcept",      "typeof",   NULL};

/* ---- Dynamic shared memory ---- */

/* The name that is declared in the tokens from `at` on, and where its declarator ends: at a ',' or at `end`. */
static size_t declared_name(const scan *s, size_t at, size_t end, size_t *stop)
{
    size_t name = end;
    bool bounds = false;

    while (at < end && !is(s, at, ",")) {
        if (is_one_of(s, at, attributes) && is(s, at + 1, "(")) {
            at = skip_group(s, at + 1);
        } else if (is(s, at, "[")) {
            bounds = true;
            at = skip_group(s, at);
        } else if (is(s, at, "<") && !bounds) {
            at = skip_angles(s, at);
        } else {
            if (is_name(s, at) && !bounds)
                name = at;
            at++;
        }
    }
    *stop = at < end ? at : end;
    return name;
}

static void blank_words(scan *s, size_t first, size_t end)
{
    for (size_t k = first; k < end; k++) {
        if (is(s, k, "extern") || is(s, k, "__shared__"))
            blank(s, k);
        if ((is(s, k, "__align__") || is(s, k, "alignas")) && is(s, k + 1, "("))
            for (size_t close = skip_group(s, k + 1); k < close; k++)
                blank(s, k);
    }
}

/* A declaration [first, end): true where it was one of dynamic shared memory. */
static bool rewrite_shared(scan *s, size_t first, size_t end, bool in_function)
{
    bool is_extern = false, is_shared = false;

    for (size_t k = first; k < end; k++) {
        if (is(s, k, "=") || is(s, k, "{"))
            return false;
        is_extern = is_extern || is(s, k, "extern");
        is_shared = is_shared || is(s, k, "__shared__");
    }
    if (!is_extern || !is_shared)
        return false;
    blank_words(s, first, end);
    if (!in_function)
        insert_before(s, first, "extern __thread ");
    s->file_shared = s->file_shared || !in_function;
    for (size_t at = first, stop; at < end; at = stop + 1) {
        const size_t name = declared_name(s, at, end, &stop);
        const bool bounds = is(s, name + 1, "[");

        if (name == end)
            break;
        if (in_function) {
            insert_before(s, name, bounds ? "(&" : "&");
            if (bounds)
                insert_behind(s, name, ")");
            insert_before(s, stop, " = cujit_dynamic_memory()");
        } else {
            if (bounds && is(s, name + 2, "]"))
                insert_behind(s, name + 1, "CUJIT_SHARED_MOST");
            insert_before(s, stop, " __attribute__((alias(\"cujit_shared\")))");
        }
    }
    return true;
}

/* A body in braces, of a function or a class: looks for declarations in it. Returns what is behind it. */
static size_t scan_body(scan *s, size_t open)
{
    const size_t end = skip_group(s, open);
    size_t statement = open + 1;

    for (size_t k = open + 1; k < end; k++) {
        if (is(s, k, ";") || is(s, k, "{") || is(s, k, "}")) {
            if (is(s, k, ";"))
                rewrite_shared(s, statement, k, true);
            statement = k + 1;
        }
    }
    return end;
}

/* ---- Globals ---- */

static void add_variable(scan *s, variable v, size_t name, size_t last)
{
    variable *grown = grow(s->variables, s->variable_count, &s->variable_room, sizeof *grown);

    if (grown == NULL) {
        s->failed = true;
        return;
    }
    s->variables = grown;
    if (name > v.first && is(s, name - 1, "::")) /* a member of a template's instance */
        return;
    v.name = s->names.length;
    if (s->prefix.length > 0)
        cj_text_append_n(&s->names, s->prefix.data, s->prefix.length);
    v.expression = s->names.length;
    for (size_t k = name; k <= last; k++)
        cj_token_append(&s->tokens[k], &s->names);
    v.length = s->names.length - v.name;
    cj_text_append_n(&s->names, "", 1);
    s->variables[s->variable_count++] = v;
}

/* Where a name with its qualification begins: "X::y". */
static size_t qualified(const scan *s, size_t name, size_t first)
{
    while (name >= first + 2 && is(s, name - 1, "::") && is_name(s, name - 2))
        name -= 2;
    return name;
}

static const char *const class_keys[] = {"struct", "class", "union", "enum", NULL};

/* What the declarators [first, end) declare; nothing where one of them is a function. */
static void note_variables(scan *s, size_t first, size_t end, bool is_extern)
{
    size_t name = end, at = first;
    bool class_body = false, initialised = false, open = false;

    while (at <= end) {
        if (at == end || is(s, at, ",")) {
            if (name < end)
                add_variable(
                    s, (variable){.first = first, .end = end, .is_extern = is_extern && !initialised, .open = open},
                    qualified(s, name, first), name);
            name = end;
            initialised = open = false;
            at++;
        } else if (is(s, at, "=") || (is(s, at, "{") && name < end && !class_body)) {
            initialised = true;
            while (at < end && !is(s, at, ","))
                at = opens(s, at) ? skip_group(s, at) : at + 1;
        } else if (is(s, at, "{")) {
            class_body = false;
            name = end;
            at = skip_group(s, at);
        } else if (is_one_of(s, at, attributes) && is(s, at + 1, "(")) {
            at = skip_group(s, at + 1);
        } else if (is(s, at, "[")) {
            open = open || (is(s, at + 1, "]") && !is(s, at - 1, "]"));
            at = skip_group(s, at);
        } else if (is(s, at, "<") && name < end) {
            at = skip_angles(s, at);
        } else if (is(s, at, "(")) {
            if (!is(s, at + 1, "*") || !is_name(s, at + 2) || !is(s, at + 3, ")"))
                return;
            name = at + 2; /* a pointer to a function or an array */
            at += 4;
            if (is(s, at, "(") || is(s, at, "["))
                at = skip_group(s, at);
        } else {
            class_body = class_body || is_one_of(s, at, class_keys);
            if (is(s, at, "operator"))
                return;
            if (is_name(s, at))
                name = at;
            at++;
        }
    }
}

static void take_variables(scan *s, size_t first, size_t end)
{
    static const char *const spaces[] = {"__device__", "__constant__", "__managed__", NULL};
    static const char *const others[] = {"template", "typedef", "using", "friend", "static_assert", NULL};
    bool in_space = false, is_extern = false;

    if (is_one_of(s, first, others))
        return;
    for (size_t k = first; k < end && !is(s, k, "=") && !is(s, k, "{"); k++) {
        if (is(s, k, "__shared__") || is(s, k, "__global__"))
            return;
        in_space = in_space || is_one_of(s, k, spaces);
        is_extern = is_extern || is(s, k, "extern");
    }
    if (in_space)
        note_variables(s, first, end, is_extern);
}

static bool same_variable(const scan *s, const variable *a, const variable *b)
{
    return a->length == b->length && memcmp(s->names.data + a->name, s->names.data + b->name, a->length) == 0;
}

/* A declaration with extern is a definition for nvcc and NVRTC, where there is no other one. */
static bool is_defined_elsewhere(const scan *s, const variable *v)
{
    for (size_t k = 0; k < s->variable_count; k++) {
        const variable *other = &s->variables[k];

        if (other != v && same_variable(s, v, other) && (!other->is_extern || (!other->open && other < v)))
            return true;
    }
    return false;
}

static void register_variables(scan *s)
{
    for (size_t k = 0; k < s->variable_count && !s->failed && !s->names.failed; k++) {
        const variable *v = &s->variables[k];
        cj_text call = {0};

        if (v->is_extern && (v->open || is_defined_elsewhere(s, v)))
            continue;
        for (size_t at = v->first; v->is_extern && at < v->end; at++) {
            if (is(s, at, "extern")) {
                blank(s, at);
                if (s->tokens[at + 1].kind == CJ_TOKEN_STRING)
                    blank(s, at + 1);
                break;
            }
        }
        cj_text_printf(&call, " CUJIT_GLOBAL(\"%s\", %s)", s->names.data + v->name, s->names.data + v->expression);
        if (call.failed)
            s->failed = true;
        else
            insert_behind(s, v->end, call.data);
        cj_text_clear(&call);
    }
}

/* ---- Namespaces ---- */

static size_t scan_namespace(scan *s, size_t at);

/* At `namespace`: its body, or an alias. */
static size_t enter_namespace(scan *s, size_t at)
{
    const size_t before = s->prefix.length;

    for (at++; at < s->count && !is(s, at, "{"); at++) {
        if (is(s, at, ";"))
            return at + 1;
        if (is(s, at, "(") || is(s, at, "[")) {
            at = skip_group(s, at) - 1;
        } else if (is_name(s, at) && !is_one_of(s, at, attributes) && !is(s, at, "inline") && !is(s, at, "namespace")) {
            cj_token_append(&s->tokens[at], &s->prefix);
            cj_text_append(&s->prefix, "::");
        }
    }
    at = scan_namespace(s, at + 1);
    if (s->prefix.data != NULL) {
        s->prefix.length = before;
        s->prefix.data[before] = '\0';
    }
    return at;
}

/* `template __global__ void k<int>(int *);`, where what the prelude makes of __global__ must not stand. */
static void rewrite_instantiation(scan *s, size_t first)
{
    static const char *const inlines[] = {"__global__", "__forceinline__", "inline", NULL};

    for (size_t k = first; k < s->count && !is(s, k, "(") && !is(s, k, ";"); k++)
        if (is_one_of(s, k, inlines))
            blank(s, k);
}

/* A declaration that is not a namespace; returns what is behind it. */
static size_t scan_declaration(scan *s, size_t first)
{
    bool initialised = false, function = false;
    size_t at = first;

    if (is(s, at, "template") && is(s, at + 1, "<"))
        at = skip_angles(s, at + 1);
    else if (is(s, at, "template"))
        rewrite_instantiation(s, at);
    while (at < s->count && !is(s, at, ";")) {
        if (is(s, at, "}"))
            return at;
        if (is_one_of(s, at, attributes) && is(s, at + 1, "(")) {
            at = skip_group(s, at + 1);
        } else if (is(s, at, "{")) {
            at = scan_body(s, at);
            if (function && !initialised)
                return at; /* else a class or an initialiser, behind which the declaration goes on */
        } else if (is(s, at, "(") || is(s, at, "[")) {
            function = function || (is(s, at, "(") && !initialised);
            at = skip_group(s, at);
        } else {
            initialised = initialised || is(s, at, "=");
            at++;
        }
    }
    if (at < s->count && !rewrite_shared(s, first, at, false))
        take_variables(s, first, at);
    return at + 1;
}

/* Declarations up to the '}' that closes the namespace; returns what is behind it. */
static size_t scan_namespace(scan *s, size_t at)
{
    if (++s->depth > MAX_DEPTH)
        at = s->count;
    while (at < s->count && !is(s, at, "}")) {
        if (is(s, at, ";"))
            at++;
        else if (is(s, at, "namespace") || (is(s, at, "inline") && is(s, at + 1, "namespace")))
            at = enter_namespace(s, at);
        else if (is(s, at, "extern") && at + 2 < s->count && s->tokens[at + 1].kind == CJ_TOKEN_STRING &&
                 is(s, at + 2, "{"))
            at = scan_namespace(s, at + 3);
        else
            at = scan_declaration(s, at);
    }
    s->depth--;
    return at + 1;
}

/* ---- What cannot be done ---- */

typedef struct limit {
    const char *begins; /* how a name begins */
    const char *what;
    enum { WHOLE, CALL, TYPE } kind; /* all of the name; a function's; a template's, where a declaration begins */
} limit;

static const limit limits[] = {
    {"texture", "textures", TYPE},
    {"tex1D", "textures", CALL},
    {"tex2D", "textures", CALL},
    {"tex3D", "textures", CALL},
    {"texCubemap", "textures", CALL},
    {"cudaTextureObject_t", "textures", WHOLE},
    {"surface", "surfaces", TYPE},
    {"surf1D", "surfaces", CALL},
    {"surf2D", "surfaces", CALL},
    {"surf3D", "surfaces", CALL},
    {"surfCubemap", "surfaces", CALL},
    {"cudaSurfaceObject_t", "surfaces", WHOLE},
    {"cudaLaunch", "dynamic parallelism", CALL},
    {"cudaDeviceSynchronize", "dynamic parallelism", CALL},
    {"asm", "inline PTX", WHOLE},
    {"__asm", "inline PTX", WHOLE},
    {"__asm__", "inline PTX", WHOLE},
};

static bool matches(const scan *s, size_t at, const limit *l)
{
    const cj_token *token = &s->tokens[at];

    switch (l->kind) {
    case CALL:
        return begins(token, l->begins) && (is(s, at + 1, "(") || is(s, at + 1, "<"));
    case TYPE:
        return cj_token_is(token, l->begins) && is(s, at + 1, "<") &&
               (at == 0 || is(s, at - 1, ";") || is(s, at - 1, "}") || is(s, at - 1, "static") ||
                is(s, at - 1, "__device__"));
    default:
        return cj_token_is(token, l->begins);
    }
}

/* What the token at `at` stands for; NULL: nothing that we cannot do. */
static const char *unsupported(const scan *s, size_t at)
{
    const cj_token *token = &s->tokens[at];

    if (is(s, at, "<<") && is(s, at + 1, "<") && s->tokens[at + 1].start == token->start + token->length)
        return "dynamic parallelism";
    if (token->kind != CJ_TOKEN_NAME || (at > 0 && (is(s, at - 1, ".") || is(s, at - 1, "->"))))
        return NULL;
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
        if (matches(s, at, &limits[k]))
            return limits[k].what;
    return NULL;
}

static cujit_status refuse(const cj_lexer *lexer, const char *header, const cj_token *token, const char *what,
                           cujit_error *error)
{
    char name[64];

    cj_token_copy(token, name, sizeof name);
    if (strcmp(name, "<<") == 0)
        strcpy(name, "<<<");
    if (header != NULL) {
        cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                     "header \"%.100s\": found \"%s\": the host device has no %s; run it on a GPU", header, name, what);
        cj_error_place_in(error, header, lexer->text, token->line, token->column);
        return CUJIT_ERROR_UNSUPPORTED;
    }
    return cj_lexer_fail(lexer, token->line, token->column, error,
                         "found \"%s\": the host device has no %s; run this module on a GPU", name, what);
}

static bool is_include(const cj_lexer *lexer, const cj_token *directive)
{
    cj_lexer inside = cj_lexer_enter(lexer, directive);
    cj_token name;

    return cj_lexer_next(&inside, &name, NULL) == CUJIT_OK &&
           (cj_token_is(&name, "include") || cj_token_is(&name, "include_next"));
}

/* ---- All of it ---- */

/* Collects the tokens; false: the text is left as it is. */
static bool collect(scan *s, cj_lexer *lexer, const char *header, cj_rewritten *out, cujit_status *status,
                    cujit_error *error)
{
    cj_conditional conditional = {0};
    cj_token token = {0};
    bool good, certain = true;

    while ((good = cj_lexer_next(lexer, &token, NULL) == CUJIT_OK) && token.kind != CJ_TOKEN_END && !s->failed) {
        if (token.kind == CJ_TOKEN_DIRECTIVE) {
            cj_conditional_step(&conditional, lexer, &token);
            certain = cj_conditional_here(&conditional) == CJ_TRUE;
            out->includes = out->includes || is_include(lexer, &token);
        } else if (cj_conditional_here(&conditional) != CJ_FALSE) {
            const char *what;

            add_token(s, &token);
            if (!certain || s->failed || s->count < 2 || (what = unsupported(s, s->count - 2)) == NULL)
                continue;
            *status = refuse(lexer, header, &s->tokens[s->count - 2], what, error);
            break;
        }
    }
    cj_conditional_clear(&conditional);
    return good && *status == CUJIT_OK;
}

static int by_place(const void *a, const void *b)
{
    const change *x = a, *y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static void apply(scan *s, cj_text *out)
{
    size_t at = 0;

    if (s->change_count > 0)
        qsort(s->changes, s->change_count, sizeof *s->changes, by_place);
    for (size_t k = 0; k < s->change_count; k++) {
        const change *c = &s->changes[k];

        if (c->at > at) {
            cj_text_append_n(out, s->text + at, c->at - at);
            at = c->at;
        }
        if (c->length > 0)
            cj_text_append_n(out, s->inserts.data + c->insert, c->length);
        for (; at < c->at + c->blanked; at++) /* a token may be split over lines, which stay */
            cj_text_append_n(out, strchr("\\\r\n", s->text[at]) != NULL ? &s->text[at] : " ", 1);
    }
    cj_text_append(out, s->text + at);
}

cujit_status cj_host_rewrite(const char *text, const char *header, cj_rewritten *out, cujit_error *error)
{
    scan s = {.text = text};
    cujit_status status = CUJIT_OK;
    cj_lexer lexer;

    cj_lexer_init(&lexer, "source", text);
    lexer.status = CUJIT_ERROR_UNSUPPORTED;
    if (collect(&s, &lexer, header, out, &status, error)) {
        for (size_t at = 0; at < s.count;)
            at = scan_namespace(&s, at);
        register_variables(&s);
        cj_host_find_lockstep(&s, header != NULL ? header : "source", &out->warnings);
    }
    if (status == CUJIT_OK && !s.failed) {
        apply(&s, &out->text);
        out->file_shared = s.file_shared;
    }
    if (status == CUJIT_OK &&
        (s.failed || s.inserts.failed || s.names.failed || s.prefix.failed || out->text.failed || out->warnings.failed))
        status = cj_error_no_memory(error, "a module's source");
    cj_free(s.tokens);
    cj_free(s.changes);
    cj_free(s.variables);
    cj_text_clear(&s.inserts);
    cj_text_clear(&s.names);
    cj_text_clear(&s.prefix);
    return status;
}
