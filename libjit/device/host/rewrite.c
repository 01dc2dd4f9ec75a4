/*
 * rewrite.c: see rewrite.h.
 *
 * Declaration by declaration (declarations.h); the bodies of functions and classes are only searched for shared memory.
 * What changes is noted at each token, and done in the end.
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

#include <string.h>

/* ---- Dynamic shared memory ---- */

typedef struct declarator {
    size_t name;      /* 0: none */
    size_t end;       /* its ',', or the declaration's end */
    bool initialised; /* its value stands behind it */
    bool open;        /* its first bound is missing */
    bool function;
} declarator;

static const char *const class_keys[] = {"struct", "class", "union", "enum", NULL};

/* The one that ends next from `at` on. `array`: none is a function, so that a name with brackets behind it is a
 * macro's: `extern __shared__ ALIGN(16) float s[];`. */
static declarator read_declarator(const scan *s, size_t at, size_t end, bool array)
{
    declarator d = {0};
    bool class_body = false, bounds = false;

    while (at < end && !is(s, at, ",") && !d.function) {
        if (is(s, at, "=") || (is(s, at, "{") && d.name != 0 && !class_body)) {
            d.initialised = true;
            while (at < end && !is(s, at, ","))
                at = skip(s, at);
        } else if (is(s, at, "{")) {
            class_body = false;
            d.name = 0;
            at = skip(s, at);
        } else if (is_name(s, at) && is(s, at + 1, "(") &&
                   (cj_is_attribute(token_at(s, at)) || (array && !is(s, skip(s, at + 1), "[")))) {
            at = skip(s, at + 1);
        } else if (is(s, at, "[")) {
            bounds = bounds || !is(s, at + 1, "["); /* and no attribute */
            d.open = d.open || (is(s, at + 1, "]") && !is(s, at - 1, "]"));
            at = skip(s, at);
        } else if (is(s, at, "<") && d.name != 0) {
            at = cj_source_skip_angles(&s->source, at);
        } else if (is(s, at, "(") && is(s, at + 1, "*") && is_name(s, at + 2) && is(s, at + 3, ")")) {
            d.name = at + 2; /* a pointer to a function or an array */
            at += 4;
            if (is(s, at, "(") || is(s, at, "["))
                at = skip(s, at);
        } else {
            d.function = !array && (is(s, at, "(") || is(s, at, "operator"));
            class_body = class_body || is_one_of(s, at, class_keys);
            if (is_name(s, at) && !bounds)
                d.name = at;
            at++;
        }
    }
    d.end = at < end ? at : end;
    return d;
}

static void blank_words(scan *s, size_t first, size_t end)
{
    for (size_t k = first; k < end; k++) {
        if (is(s, k, "extern") || is(s, k, "__shared__"))
            s->edits[k].blank = true;
        if ((is(s, k, "__align__") || is(s, k, "alignas")) && is(s, k + 1, "("))
            for (size_t close = skip(s, k + 1); k < close; k++)
                s->edits[k].blank = true;
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
        cj_text_append(&s->edits[first].before, "extern __thread ");
    s->file_shared = s->file_shared || !in_function;
    for (size_t at = first; at < end;) {
        const declarator d = read_declarator(s, at, end, true);
        const size_t name = d.name, stop = d.end;
        const bool bounds = is(s, name + 1, "[");

        at = stop + 1;
        if (name == 0)
            break;
        if (in_function) {
            cj_text_append(&s->edits[name].before, bounds ? "(&" : "&");
            cj_text_append(&s->edits[name].behind, bounds ? ")" : "");
            cj_text_append(&s->edits[stop].before, " = cujit_dynamic_memory()");
        } else {
            cj_text_append(&s->edits[name + 1].behind, bounds && is(s, name + 2, "]") ? "CUJIT_SHARED_MOST" : "");
            cj_text_append(&s->edits[stop].before, " __attribute__((alias(\"cujit_shared\")))");
        }
    }
    return true;
}

/* A body in braces, of a function or a class: looks for declarations in it. */
static void scan_body(scan *s, size_t open)
{
    const size_t end = s->source.tokens.items[open].match; /* itself: another version of the text has the body */
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

/* What the declarators [first, end) declare; nothing from the first function on. */
static void note_variables(scan *s, size_t first, size_t end, bool is_extern)
{
    for (size_t at = first; at <= end;) {
        const declarator d = read_declarator(s, at, end, false);

        if (d.function)
            return;
        if (d.name != 0)
            add_variable(
                s, (variable){.first = first, .end = end, .is_extern = is_extern && !d.initialised, .open = d.open},
                qualified(s, d.name, first), d.name);
        at = d.end + 1;
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

/* A declaration with extern is a definition for nvcc and NVRTC, where there is no other one. */
static bool is_defined_elsewhere(const scan *s, const variable *v)
{
    const variable *others = (const variable *)(const void *)s->variables.data;

    for (const variable *other = others; other < others + s->variables.length / sizeof *others; other++) {
        if (other != v && strcmp(s->names.data + v->name, s->names.data + other->name) == 0 &&
            (!other->is_extern || (!other->open && other < v)))
            return true;
    }
    return false;
}

static void register_variables(scan *s)
{
    const variable *all = (const variable *)(const void *)s->variables.data;

    for (size_t k = 0; k < s->variables.length / sizeof *all && !s->names.failed; k++) {
        const variable *v = &all[k];
        size_t at = v->first;

        if (v->is_extern && (v->open || is_defined_elsewhere(s, v)))
            continue;
        while (v->is_extern && at < v->end && !is(s, at, "extern"))
            at++;
        if (v->is_extern && is(s, at, "extern")) {
            s->edits[at].blank = true;
            s->edits[at + 1].blank = s->edits[at + 1].blank || token_at(s, at + 1)->kind == CJ_TOKEN_STRING;
        }
        cj_text_printf(&s->edits[v->end].behind, " CUJIT_GLOBAL(\"%s\", %s)", s->names.data + v->name,
                       s->names.data + v->expression);
    }
}

/* ---- Declarations ---- */

/* `template __global__ void k<int>(int *);`, where what the prelude makes of __global__ must not stand. */
static void rewrite_instantiation(scan *s, size_t first)
{
    static const char *const inlines[] = {"__global__", "__forceinline__", "inline", NULL};

    for (size_t k = first; k <= s->source.tokens.count && !is(s, k, "(") && !is(s, k, ";"); k++)
        s->edits[k].blank = s->edits[k].blank || is_one_of(s, k, inlines);
}

static cujit_status take_declaration(void *user, const cj_declaration *declaration)
{
    const size_t first = declaration->first, end = declaration->end;
    scan *s = user;

    s->prefix = declaration->prefix;
    if (is(s, first, "template") && !is(s, first + 1, "<"))
        rewrite_instantiation(s, first);
    for (size_t at = first; at < end; at = skip(s, at)) {
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

/* clang-format off */
static const limit limits[] = {
    {"texture", "texture references", TYPE}, {"surface", "surface references", TYPE},
    {"texCubemap", "cube maps", CALL}, {"surfCubemap", "cube maps", CALL}, {"tex2Dgather", "texture gathers", CALL},
    {"tex1DGrad", "mipmaps", CALL}, {"tex2DGrad", "mipmaps", CALL}, {"tex3DGrad", "mipmaps", CALL},
    {"tex1DLayeredGrad", "mipmaps", CALL}, {"tex2DLayeredGrad", "mipmaps", CALL},
    {"cudaLaunch", "dynamic parallelism", CALL}, {"cudaDeviceSynchronize", "dynamic parallelism", CALL},
    {"asm", "inline PTX", WHOLE}, {"__asm", "inline PTX", WHOLE}, {"__asm__", "inline PTX", WHOLE}
};
/* clang-format on */

static bool matches(const scan *s, size_t at, const limit *l)
{
    const cj_token *token = token_at(s, at);

    switch (l->kind) {
    case CALL:
        return cj_starts_like(token->start, l->begins) && (is(s, at + 1, "(") || is(s, at + 1, "<"));
    case TYPE:
        return cj_token_is(token, l->begins) && is(s, at + 1, "<") &&
               (at == 1 || is(s, at - 1, ";") || is(s, at - 1, "}") || is(s, at - 1, "static") ||
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
    if (token->kind != CJ_TOKEN_NAME || s->source.tokens.items[at - 1].sort == CJ_SORT_MEMBER)
        return NULL;
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
        if (matches(s, at, &limits[k]))
            return limits[k].what;
    return NULL;
}

static cujit_status refuse(const char *text, const char *header, const cj_token *token, const char *what,
                           cujit_error *error)
{
    const char *advice = strstr(what, "references") != NULL
                             ? "nor has CUDA since 12.0: let the kernel take a handle, such as cudaTextureObject_t"
                         : header != NULL ? "run it on a GPU"
                                          : "run this module on a GPU";
    char name[64];

    cj_token_copy(token, name, sizeof name);
    if (strcmp(name, "<<") == 0)
        strcpy(name, "<<<");
    if (header != NULL)
        cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "header \"%.100s\": found \"%s\": the host device has no %s; %s",
                     header, name, what, advice);
    else
        cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "found \"%s\": the host device has no %s; %s", name, what, advice);
    cj_error_place(error, header != NULL ? header : "source", text, token->line, token->column);
    return CUJIT_ERROR_UNSUPPORTED;
}

/* ---- All of it ---- */

/* The first thing that cannot be done, as far as it is certain that it is compiled. */
static cujit_status check_limits(const scan *s, const char *header, cujit_error *error)
{
    for (size_t k = 1; k <= s->source.tokens.count; k++) {
        const char *what = s->source.tokens.items[k].certain ? unsupported(s, k) : NULL;

        if (what != NULL)
            return refuse(s->text, header, token_at(s, k), what, error);
    }
    return CUJIT_OK;
}

static void apply(scan *s, cj_text *out)
{
    const char *at = s->text;

    for (size_t k = 1; k <= s->source.tokens.count; k++) {
        const cj_token *token = token_at(s, k);
        const edit *e = &s->edits[k];

        cj_text_append_n(out, at, (size_t)(token->start - at));
        at = token->start + token->length;
        for (const char *c = token->start; e->blank && c < at; c++) /* it may be split over lines, which stay */
            cj_text_append_n(out, strchr("\\\r\n", *c) != NULL ? c : " ", 1);
        cj_text_append(out, e->before.data);
        if (!e->blank)
            cj_text_append_n(out, token->start, token->length);
        cj_text_append(out, e->behind.data);
        out->failed = out->failed || e->before.failed || e->behind.failed;
    }
    cj_text_append(out, at);
}

cujit_status cj_host_rewrite(const char *text, const char *header, cj_text *out, cj_rewritten *seen, cujit_error *error)
{
    scan s = {.text = text, .prefix = ""};
    cj_tokens whole = {0};
    cujit_status status = cj_tokens_read(&whole, text, error);

    if (status != CUJIT_OK || (status = cj_source_read(&s.source, &whole, NULL, error)) != CUJIT_OK)
        goto out;
    seen->includes = seen->includes || s.source.conditional.included;
    if ((status = check_limits(&s, header, error)) != CUJIT_OK)
        goto out;
    if ((s.edits = cj_calloc(s.source.tokens.count + 2, sizeof *s.edits)) == NULL) {
        status = cj_error_no_memory(error, "a module's source");
        goto out;
    }
    if (!whole.broken) {
        status = cj_source_walk(&s.source, take_declaration, &s);
        register_variables(&s);
        cj_host_find_lockstep(&s, &whole, header != NULL ? header : "source", &seen->warnings);
    }
    seen->file_shared = seen->file_shared || s.file_shared;
    apply(&s, out);
    if (status != CUJIT_OK || s.variables.failed || s.names.failed || out->failed || seen->warnings.failed)
        status = cj_error_no_memory(error, "a module's source");

out:
    for (size_t k = 0; s.edits != NULL && k <= s.source.tokens.count; k++) {
        cj_text_clear(&s.edits[k].before);
        cj_text_clear(&s.edits[k].behind);
    }
    cj_free(s.edits);
    cj_source_clear(&s.source);
    cj_tokens_clear(&whole);
    cj_text_clear(&s.variables);
    cj_text_clear(&s.names);
    return status;
}
