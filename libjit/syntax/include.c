/*
 * include.c: see include.h.
 */
#include "libjit/syntax/include.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/syntax/macro.h"
#include "libjit/syntax/promotion.h"
#include "libjit/syntax/snippet.h"

#include <string.h>
#include <xxhash.h>

/* More than any sane unit has, and as deep as compilers go; a unit beyond them is not cached. */
enum { MAX_HEADERS = 4096, MAX_DEPTH = 200 };

typedef struct survey {
    const cj_unit *unit;
    cj_includes *out;
    char **seen; /* paths of the headers that were read, and NULLs */
    size_t seen_count;
    XXH3_state_t *state;
    unsigned depth;
    bool any;
} survey;

/* Where a text lies that includes others. */
typedef struct place {
    const char *directory;
    bool memory; /* the directory is that of a header's name in memory */
} place;

/* What one directive asks for. */
typedef struct wanted {
    char *name;
    bool quoted, next; /* "..."; not from the directory of the text itself */
    bool optional;     /* it is only asked whether it exists */
} wanted;

/* ---- Options ---- */

static const char *const directory_options[] = {"include-path", "-I", "-isystem", "-iquote", "-idirafter", NULL};
static const char *const forced_options[] = {"pre-include", "include", "imacros", NULL}; /* files before the source */

bool cj_include_forced(const char *const *options)
{
    return cj_option_next(&options, forced_options) != NULL;
}

bool cj_unit_mentions(const cj_unit *unit, const char *const *words)
{
    bool found = false;

    for (; *words != NULL && !found; words++) {
        found = strstr(unit->source, *words) != NULL ||
                (unit->definitions != NULL && strstr(unit->definitions, *words) != NULL);
        for (const char *const *option = unit->options; option != NULL && *option != NULL && !found; option++)
            found = strstr(*option, *words) != NULL;
        for (size_t k = 0; k < unit->header_count && !found; k++)
            found = unit->headers[k].text != NULL && strstr(unit->headers[k].text, *words) != NULL;
    }
    return found;
}

bool cj_include_finds(const char *const *options, const char *name)
{
    bool found = false;

    for (const char *directory; !found && (directory = cj_option_next(&options, directory_options)) != NULL;)
        found = cj_is_file_in(directory, name);
    return found;
}

bool cj_include_is_users(const cj_unit *unit, const char *path)
{
    const char *const *options = unit->options, *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;

    for (const char *directory; (directory = cj_option_next(&options, directory_options)) != NULL;) {
        const size_t length = strlen(directory);

        if (length > 0 && strncmp(path, directory, length) == 0 &&
            (path[length] == '/' || directory[length - 1] == '/'))
            return cj_is_file(path);
    }
    /* our own parts of a unit have relative names, too */
    return path[0] != '/' && name[0] != '\0' && strstr(unit->source, name) != NULL && cj_is_file(path);
}

/* ---- Headers in memory ---- */

/* "directory/name" without "." and "..", as far as they have something to go up from; NULL: out of memory. */
static char *normal_path(const char *directory, const char *name)
{
    cj_text text = {0};
    char *path, *to, *from;

    cj_text_printf(&text, "%s%s%s", directory, directory[0] != '\0' ? "/" : "", name);
    if ((path = to = from = cj_text_take(&text)) == NULL)
        return NULL;
    while (*from != '\0') {
        size_t length = strcspn(from, "/");
        char *end = from + length + (from[length] == '/');

        if (length == 2 && memcmp(from, "..", 2) == 0 && to > path) {
            for (to--; to > path && to[-1] != '/';)
                to--;
        } else if (length != 0 && !(length == 1 && *from == '.')) {
            memmove(to, from, (size_t)(end - from));
            to += end - from;
        }
        from = end;
    }
    *to = '\0';
    return path;
}

static bool in_memory(survey *s, const char *directory, const char *name)
{
    char *path = s->unit->header_count > 0 ? normal_path(directory, name) : NULL;
    bool found = false;

    for (size_t k = 0; path != NULL && k < s->unit->header_count && !found; k++) {
        char *other = normal_path("", s->unit->headers[k].name);

        found = other != NULL && strcmp(path, other) == 0;
        cj_free(other);
    }
    cj_free(path);
    return found;
}

/* ---- Reading headers ---- */

static void look_at_directive(survey *s, const cj_tokens *tokens, const cj_directive *directive, place from);

static void take_in(survey *s, const cj_tokens *tokens, const char *text, size_t size)
{
    cj_includes *out = s->out;

    s->any = true;
    if (out->texts != NULL) {
        cj_text_append_n(out->texts, text, size);
        cj_text_append(out->texts, "\n");
    }
    XXH3_128bits_update(s->state, &size, sizeof size);
    XXH3_128bits_update(s->state, text, size);
    /* What we cannot read may hold anything; barriers cost time where there are none, but are wrong where they lack. */
    out->features |= cj_tokens_features(tokens) | (tokens->broken ? CJ_FEATURE_BARRIERS : 0) |
                     (cj_promotion_mentions(text) ? CJ_FEATURE_FUNCTIONS : 0);
    for (size_t k = 0; out->macros != NULL && k < tokens->directive_count; k++) {
        const cj_directive *directive = &tokens->directives[k];

        if (directive->kind != CJ_DIRECTIVE_DEFINE ||
            memmem(directive->token.start, directive->token.length, "__global__", 10) == NULL)
            continue;
        cj_text_append_n(out->macros, directive->token.start, directive->token.length);
        cj_text_append(out->macros, "\n");
    }
    /* Compilers skip NULs, we end at the first. */
    if (strlen(text) != size)
        out->complete = false;
}

/* A directive inside of an untaken #if counts too, which only makes the key stricter. */
static void look_at_directives(survey *s, const cj_tokens *tokens, const char *text, place from)
{
    /* the trigraph of '#' */
    if (tokens->broken || s->depth == MAX_DEPTH || strstr(text, "?\?=") != NULL)
        s->out->complete = false;
    s->depth++;
    for (size_t k = 0; s->depth <= MAX_DEPTH && k < tokens->directive_count; k++)
        look_at_directive(s, tokens, &tokens->directives[k], from);
    s->depth--;
}

/* `header`: it is one, and not the unit's own text. */
static void scan(survey *s, const char *text, size_t size, bool header, place from)
{
    cj_names names = {0};
    cj_tokens tokens = {.names = &names, .place = CJ_IN_HEADERS};
    const bool marked = strncmp(text, "\xEF\xBB\xBF", 3) == 0; /* a byte order mark; compilers skip it */

    if (cj_tokens_read(&tokens, marked ? text + 3 : text, NULL) != CUJIT_OK)
        s->out->complete = false;
    if (header)
        take_in(s, &tokens, text, size);
    look_at_directives(s, &tokens, text, from);
    cj_tokens_clear(&tokens);
    cj_names_clear(&names);
}

static void scan_header(survey *s, const char *text, size_t size, const char *path, bool memory)
{
    const char *slash = strrchr(path, '/');
    char *directory = cj_strndup(path, slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path));

    if (directory != NULL)
        scan(s, text, size, true, (place){.directory = directory, .memory = memory});
    else
        s->out->complete = false;
    cj_free(directory);
}

/* False: cannot be read. A header is read once, however often it is included. */
static bool read_header(survey *s, const char *path)
{
    size_t size;
    char *text;

    for (size_t k = 0; k < s->seen_count; k++) {
        if (strcmp(s->seen[k], path) == 0)
            return true;
    }
    if (!cj_is_file(path) || (text = cj_read_file(path, &size, NULL)) == NULL)
        return false;
    if (s->seen_count == MAX_HEADERS || (s->seen[s->seen_count] = cj_strdup(path)) == NULL) {
        s->out->complete = false;
    } else {
        s->seen_count++;
        scan_header(s, text, size, path, false);
    }
    cj_free(text);
    return true;
}

static bool read_in(survey *s, const char *directory, const char *name)
{
    cj_text path = {0};
    bool found;

    cj_text_printf(&path, "%s/%s", directory, name);
    if (path.failed)
        s->out->complete = false;
    found = !path.failed && read_header(s, path.data);
    cj_text_clear(&path);
    return found;
}

/* Names that the compiler, the CUDA toolkit or cujit answers to, however they are spelled. */
static bool is_provided(const char *name)
{
    static const char names[] =
        "assert.h float.h inttypes.h limits.h math.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h cuComplex.h "
        "mma.h pycuda-complex.hpp vector_types.h math_constants.h device_functions.h curand_kernel.h "
        "vector_functions.h device_launch_parameters.h";

    return cj_has_word(names, name, strlen(name)) ||
           cj_starts_like(name, "cuda cooperative_groups cub/ thrust/ nv/ crt/");
}

/* Reads the header from every directory that holds it: which of them wins depends on more than the options' order, and
 * the others only make the key stricter. Found nowhere, a header in <> is the compiler's own; one in quotes may be
 * anywhere. */
static void resolve(survey *s, const wanted *what, place from)
{
    const char *const *options = s->unit->options;
    const char *name = what->name;
    bool found;

    if (name[0] == '/') {
        found = read_header(s, name);
    } else {
        if (what->quoted && !what->next &&
            (from.memory ? in_memory(s, from.directory, name) : read_in(s, from.directory, name)))
            return;
        found = in_memory(s, "", name);
        found = read_in(s, ".", name) || found; /* where NVRTC looks too, of whatever kind the name is */
        for (const char *path; (path = cj_option_next(&options, directory_options)) != NULL;)
            found = read_in(s, path, name) || found;
        /* On every compiler's path, but what lies there is not the compiler's; the toolkit may be there too. */
        found = (!is_provided(name) && read_in(s, "/usr/local/include", name)) || found;
    }
    if (!found && !what->optional && (name[0] == '/' || (what->quoted && !is_provided(name))))
        s->out->complete = false;
}

/* ---- Finding directives ---- */

/* The header's name that begins at an item, and ends before `end`; false where it is something else, a macro for
 * instance. */
static bool take_name(const cj_token *token, const char *end, wanted *what)
{
    const char *close = NULL;
    size_t length;

    if (token->length > 0 && *token->start == '"')
        close = token->start + token->length - 1;
    else if (token->length > 0 && *token->start == '<')
        close = memchr(token->start, '>', (size_t)(end - token->start));
    if (close == NULL || close == token->start + 1)
        return false;
    length = (size_t)(close - token->start) - 1;
    if (memchr(token->start + 1, '\\', length) != NULL)
        return false;
    what->quoted = *token->start == '"';
    return (what->name = cj_strndup(token->start + 1, length)) != NULL;
}

static void look_at_directive(survey *s, const cj_tokens *tokens, const cj_directive *directive, place from)
{
    static const char *const questions[] = {"__has_include", "__has_embed", "__has_include_next", NULL};
    const cj_item *items = cj_tokens_inside(tokens, directive);

    if (directive->count > 0 && cj_item_is(&items[0], "embed"))
        s->out->complete = false;
    for (size_t k = 0; k < directive->count; k++) {
        const bool includes = k == 0 && directive->kind == CJ_DIRECTIVE_INCLUDE;
        const bool asks = k > 0 && k + 1 < directive->count && cj_token_is_one_of(&items[k].token, questions) &&
                          items[k + 1].sort == CJ_SORT_PAREN;
        const size_t at = k + (asks ? 2 : 1);
        wanted what = {.next = cj_item_is(&items[k], asks ? questions[2] : "include_next"), .optional = asks};

        if (!includes && !asks)
            continue;
        if (at < directive->count &&
            take_name(&items[at].token, directive->token.start + directive->token.length, &what))
            resolve(s, &what, from);
        else
            s->out->complete = false;
        cj_free(what.name);
    }
}

/* All of them count, whether they are included or not: that only makes the key stricter. */
static void scan_memory(survey *s)
{
    for (size_t k = 0; k < s->unit->header_count; k++) {
        const cj_header *header = &s->unit->headers[k];

        XXH3_128bits_update(s->state, header->name, strlen(header->name) + 1);
        scan_header(s, header->text, strlen(header->text), header->name, true);
    }
}

static void scan_forced(survey *s)
{
    const char *const *options = s->unit->options;

    for (const char *file; (file = cj_option_next(&options, forced_options)) != NULL;) {
        wanted what = {.name = cj_strdup(file), .quoted = true};

        if (what.name != NULL)
            resolve(s, &what, (place){.directory = "."});
        else
            s->out->complete = false;
        cj_free(what.name);
    }
}

/* The quick answer for most units. A word of a directive may be split by line splices, '#' may be a trigraph. */
static bool may_include(const cj_unit *unit)
{
    static const char *const marks[] = {"include", "import", "embed", "\\\n", "\\\r", "?\?="};

    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
        if (strstr(unit->source, marks[k]) != NULL)
            return true;
    }
    return unit->header_count > 0 || cj_include_forced(unit->options);
}

/* Options that change where a compiler looks for headers in ways that are not followed here. */
static bool are_followed(const char *const *options)
{
    while (options != NULL && *options != NULL &&
           !cj_starts_like(*options, "-iprefix -iwithprefix -isysroot --sysroot -cxx-isystem -B @"))
        options++;
    return options == NULL || *options == NULL;
}

cujit_status cj_include_survey(const cj_unit *unit, cj_includes *out, cujit_error *error)
{
    survey s = {.unit = unit, .out = out};
    cujit_status status = CUJIT_OK;

    if (unit->surveyed.digest != NULL) {
        out->features = unit->surveyed.features;
        out->complete = unit->surveyed.complete;
        if (out->digest != NULL)
            cj_text_append(out->digest, unit->surveyed.digest);
        return CUJIT_OK;
    }
    out->features = 0;
    out->complete = !may_include(unit) || out->texts == NULL || are_followed(unit->options);
    if (!may_include(unit) || !out->complete)
        return CUJIT_OK;
    s.seen = cj_calloc(MAX_HEADERS + 1, sizeof *s.seen);
    s.state = XXH3_createState();
    if (s.seen == NULL || s.state == NULL) {
        status = cj_error_no_memory(error, "the headers of a kernel");
    } else {
        XXH3_128bits_reset(s.state);
        scan_memory(&s);
        scan_forced(&s);
        if (out->source != NULL)
            look_at_directives(&s, out->source, unit->source, (place){.directory = "."});
        else
            scan(&s, unit->source, 0, false, (place){.directory = "."});
    }
    if (s.any && out->digest != NULL) {
        XXH128_hash_t digest = XXH3_128bits_digest(s.state);

        cj_text_printf(out->digest, "includes %016llx%016llx\n", (unsigned long long)digest.high64,
                       (unsigned long long)digest.low64);
    }
    cj_list_free(s.seen);
    XXH3_freeState(s.state);
    return status;
}
