/*
 * rewrite.c: see rewrite.h.
 *
 * Declaration by declaration (declarations.h); the bodies of functions and classes are only searched for shared memory.
 * Changes are collected and made in the end.
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

#include <stdlib.h>
#include <string.h>

/* ---- Lists ---- */

static change *changes(const scan *s)
{
    return (change *)(void *)s->changes.data;
}

static size_t change_count(const scan *s)
{
    return s->changes.length / sizeof(change);
}

static variable *variables(const scan *s)
{
    return (variable *)(void *)s->variables.data;
}

static size_t variable_count(const scan *s)
{
    return s->variables.length / sizeof(variable);
}

/* What is put in is all of the inserts from `start` on. */
static void add_change_of(scan *s, size_t at, size_t blanked, size_t start)
{
    const change made = {at, blanked, start, s->inserts.length - start, change_count(s)};

    cj_text_append_n(&s->changes, &made, sizeof made);
}

static void add_change(scan *s, size_t at, size_t blanked, const char *insert)
{
    const size_t start = s->inserts.length;

    cj_text_append(&s->inserts, insert);
    add_change_of(s, at, blanked, start);
}

static size_t offset(const scan *s, size_t token)
{
    return (size_t)(token_at(s, token)->start - s->text);
}

static size_t behind(const scan *s, size_t token)
{
    return offset(s, token) + token_at(s, token)->length;
}

static void blank(scan *s, size_t token)
{
    add_change(s, offset(s, token), token_at(s, token)->length, "");
}

static void insert_before(scan *s, size_t token, const char *text)
{
    add_change(s, offset(s, token), 0, text);
}

static void insert_behind(scan *s, size_t token, const char *text)
{
    add_change(s, behind(s, token), 0, text);
}

/* ---- Dynamic shared memory ---- */

/* The name that is declared in the tokens from `at` on, and where its declarator ends: at a ',' or at `end`. */
static size_t declared_name(const scan *s, size_t at, size_t end, size_t *stop)
{
    size_t name = end;
    bool bounds = false;

    while (at < end && !is(s, at, ",")) {
        if (is_attribute(s, at)) {
            at = skip_group(s, at + 1);
        } else if (is(s, at, "[")) {
            bounds = true;
            at = skip_group(s, at);
        } else if (is(s, at, "<") && !bounds) {
            at = cj_pieces_skip_angles(&s->source, at);
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

/* A body in braces, of a function or a class: looks for declarations in it. */
static void scan_body(scan *s, size_t open)
{
    const size_t end = s->source.pieces[open].match; /* itself: another version of the text has the body */
    size_t statement = open + 1;

    for (size_t k = open + 1; k < end; k++) {
        if (is(s, k, ";") || is(s, k, "{") || is(s, k, "}")) {
            if (is(s, k, ";"))
                rewrite_shared(s, statement, k, true);
            statement = k + 1;
        }
    }
}

/* ---- Globals ---- */

static void add_variable(scan *s, variable v, size_t name, size_t last)
{
    if (name > v.first && is(s, name - 1, "::")) /* a member of a template's instance */
        return;
    v.name = s->names.length;
    cj_text_append(&s->names, s->prefix);
    v.expression = s->names.length;
    for (size_t k = name; k <= last; k++)
        cj_token_append(token_at(s, k), &s->names);
    v.length = s->names.length - v.name;
    cj_text_append_n(&s->names, "", 1);
    cj_text_append_n(&s->variables, &v, sizeof v);
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
        } else if (is_attribute(s, at)) {
            at = skip_group(s, at + 1);
        } else if (is(s, at, "[")) {
            open = open || (is(s, at + 1, "]") && !is(s, at - 1, "]"));
            at = skip_group(s, at);
        } else if (is(s, at, "<") && name < end) {
            at = cj_pieces_skip_angles(&s->source, at);
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
    for (size_t k = 0; k < variable_count(s); k++) {
        const variable *other = &variables(s)[k];

        if (other != v && same_variable(s, v, other) && (!other->is_extern || (!other->open && other < v)))
            return true;
    }
    return false;
}

static void register_variables(scan *s)
{
    for (size_t k = 0; k < variable_count(s) && !s->names.failed; k++) {
        const variable *v = &variables(s)[k];
        size_t start = s->inserts.length;

        if (v->is_extern && (v->open || is_defined_elsewhere(s, v)))
            continue;
        for (size_t at = v->first; v->is_extern && at < v->end; at++) {
            if (is(s, at, "extern")) {
                blank(s, at);
                if (token_at(s, at + 1)->kind == CJ_TOKEN_STRING)
                    blank(s, at + 1);
                break;
            }
        }
        cj_text_printf(&s->inserts, " CUJIT_GLOBAL(\"%s\", %s)", s->names.data + v->name,
                       s->names.data + v->expression);
        add_change_of(s, behind(s, v->end), 0, start);
    }
}

/* ---- Declarations ---- */

/* `template __global__ void k<int>(int *);`, where what the prelude makes of __global__ must not stand. */
static void rewrite_instantiation(scan *s, size_t first)
{
    static const char *const inlines[] = {"__global__", "__forceinline__", "inline", NULL};

    for (size_t k = first; k < s->source.count && !is(s, k, "(") && !is(s, k, ";"); k++)
        if (is_one_of(s, k, inlines))
            blank(s, k);
}

static cujit_status take_declaration(void *user, const cj_declaration *declaration)
{
    const size_t first = declaration->first, end = declaration->end;
    scan *s = user;

    s->prefix = declaration->prefix;
    if (is(s, first, "template") && !is(s, first + 1, "<"))
        rewrite_instantiation(s, first);
    for (size_t at = first; at < end; at = opens(s, at) ? skip_group(s, at) : at + 1) {
        if (is(s, at, "{"))
            scan_body(s, at);
    }
    if (is(s, end, "{"))
        scan_body(s, end);
    else if (!rewrite_shared(s, first, end, false))
        take_variables(s, first, end);
    return CUJIT_OK;
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
    const cj_token *token = token_at(s, at);

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
    const cj_token *token = token_at(s, at);

    if (is(s, at, "<<") && is(s, at + 1, "<") && token_at(s, at + 1)->start == token->start + token->length)
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

/* ---- All of it ---- */

/* The first thing that cannot be done, as far as it is certain that it is compiled. */
static cujit_status check_limits(const scan *s, const cj_lexer *lexer, const char *header, cujit_error *error)
{
    for (size_t k = 0; k < s->source.count; k++) {
        const char *what = s->source.pieces[k].certain ? unsupported(s, k) : NULL;

        if (what != NULL)
            return refuse(lexer, header, token_at(s, k), what, error);
    }
    return CUJIT_OK;
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

    if (change_count(s) > 0)
        qsort(changes(s), change_count(s), sizeof(change), by_place);
    for (size_t k = 0; k < change_count(s); k++) {
        const change *c = &changes(s)[k];

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
    scan s = {.text = text, .prefix = ""};
    bool whole, failed;
    cujit_status status;
    cj_lexer lexer;

    cj_lexer_init(&lexer, "source", text);
    lexer.status = CUJIT_ERROR_UNSUPPORTED;
    whole = cj_pieces_read(&s.source, &lexer, NULL) == CUJIT_OK;
    out->includes = s.source.conditional.included;
    if ((status = check_limits(&s, &lexer, header, error)) != CUJIT_OK)
        goto out;
    if (whole) {
        s.source.failed = cj_pieces_walk(&s.source, take_declaration, &s) != CUJIT_OK || s.source.failed;
        register_variables(&s);
        cj_host_find_lockstep(&s, header != NULL ? header : "source", &out->warnings);
    }
    out->file_shared = s.file_shared;
    failed = s.source.failed || s.changes.failed || s.variables.failed || s.inserts.failed || s.names.failed;
    if (!failed)
        apply(&s, &out->text);
    if (failed || out->text.failed || out->warnings.failed)
        status = cj_error_no_memory(error, "a module's source");

out:
    cj_pieces_clear(&s.source);
    cj_text_clear(&s.changes);
    cj_text_clear(&s.variables);
    cj_text_clear(&s.inserts);
    cj_text_clear(&s.names);
    return status;
}
