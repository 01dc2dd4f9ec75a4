/*
 * include.c: see include.h.
 */
#include "libjit/syntax/include.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/syntax/macro.h"
#include "libjit/syntax/promotion.h"
#include "libjit/syntax/snippet.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

enum { MAX_DEPTH = 200 }; /* as deep as compilers go; a unit beyond that is not cached */

typedef struct walk {
    const cj_unit *unit;
    cj_survey *out;
    unsigned depth;
} walk;

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

static bool in_memory(walk *s, const char *directory, const char *name)
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

static void look_at_directive(walk *s, const cj_tokens *tokens, const cj_directive *directive, place from);

/* Headers that change places are others, be they in memory. */
static void hash_header(cj_included *header, size_t size, bool memory)
{
    const XXH64_hash_t seed = XXH3_64bits(header->path, strlen(header->path)) + memory;
    const XXH128_hash_t hash = XXH3_128bits_withSeed(header->text, size, seed);

    header->hash[0] = hash.high64;
    header->hash[1] = hash.low64;
}

static void take_in(cj_survey *out, const cj_included *header)
{
    const cj_tokens *tokens = &header->tokens;

    out->sum[0] += header->hash[0];
    out->sum[1] += header->hash[1];
    snprintf(out->digest, sizeof out->digest, "includes %016llx%016llx\n", (unsigned long long)out->sum[0],
             (unsigned long long)out->sum[1]);
    /* What we cannot read may hold anything; barriers cost time where there are none, but are wrong where they lack. */
    out->features |= cj_tokens_features(tokens) | (tokens->broken ? CJ_FEATURE_BARRIERS : 0) |
                     (cj_promotion_mentions(header->text) ? CJ_FEATURE_FUNCTIONS : 0);
    for (size_t k = 0; k < tokens->directive_count; k++) {
        const cj_token *line = &tokens->directives[k].token;

        if (tokens->directives[k].kind != CJ_DIRECTIVE_DEFINE ||
            memmem(line->start, line->length, "__global__", 10) == NULL)
            continue;
        cj_text_append_n(&out->macros, line->start, line->length);
        cj_text_append(&out->macros, "\n");
    }
}

/* A directive inside of an untaken #if counts too, which only makes the key stricter. */
static void look_at_directives(walk *s, const cj_tokens *tokens, const char *text, place from)
{
    /* the trigraph of '#' */
    if (tokens->broken || s->depth == MAX_DEPTH || strstr(text, "?\?=") != NULL)
        s->out->complete = false;
    s->depth++;
    for (size_t k = 0; s->depth <= MAX_DEPTH && k < tokens->directive_count; k++)
        look_at_directive(s, tokens, &tokens->directives[k], from);
    s->depth--;
}

static void scan_header(walk *s, cj_included *header, size_t size, bool memory)
{
    const char *path = header->path, *text = header->text, *slash = strrchr(path, '/');
    char *directory = cj_strndup(path, slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path));
    const bool marked = strncmp(text, "\xEF\xBB\xBF", 3) == 0; /* a byte order mark; compilers skip it */
    cj_names names = {0};

    header->tokens = (cj_tokens){.names = &names, .place = CJ_IN_HEADERS};
    /* Compilers skip NULs, we end at the first. */
    if (cj_tokens_read(&header->tokens, marked ? text + 3 : text, NULL) != CUJIT_OK || directory == NULL ||
        strlen(text) != size)
        s->out->complete = false;
    hash_header(header, size, memory);
    take_in(s->out, header);
    look_at_directives(s, &header->tokens, text, (place){directory != NULL ? directory : "", memory});
    cj_names_clear(&names);
    header->tokens.names = NULL;
    if (!s->out->keeps)
        cj_tokens_clear(&header->tokens);
    cj_free(directory);
}

/* False: it is not there. A header is read once, however often it is included. */
static bool read_header(walk *s, const char *path)
{
    cj_included **end = &s->out->first, *header;
    size_t size;
    char *text;

    for (; *end != NULL; end = &(*end)->next) {
        if (strcmp((*end)->path, path) == 0)
            return true;
    }
    if (!cj_is_file(path)) {
        cj_text_append_n(&s->out->absent, path, strlen(path) + 1);
        return false;
    }
    text = cj_read_file(path, &size, NULL);
    if (text == NULL || (header = cj_calloc(1, sizeof *header + strlen(path) + 1)) == NULL) {
        cj_free(text);
        return s->out->complete = false;
    }
    *end = header;
    header->path = memcpy(header + 1, path, strlen(path) + 1);
    header->text = text;
    scan_header(s, header, size, false);
    if (!s->out->keeps) {
        cj_free(text);
        header->text = NULL;
    }
    return true;
}

static bool read_in(walk *s, const char *directory, const char *name)
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
static void resolve(walk *s, const wanted *what, place from)
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

static void look_at_directive(walk *s, const cj_tokens *tokens, const cj_directive *directive, place from)
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
static void scan_memory(walk *s)
{
    for (size_t k = 0; k < s->unit->header_count; k++) {
        const cj_header *given = &s->unit->headers[k];
        cj_included header = {.path = (char *)given->name, .text = (char *)given->text};

        scan_header(s, &header, strlen(given->text), true);
        cj_tokens_clear(&header.tokens);
    }
}

static void scan_forced(walk *s)
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

/* A word of a directive may be split by a line splice, '#' may be a trigraph. */
bool cj_unit_may_include(const cj_unit *unit)
{
    static const char *const marks[] = {"include", "import", "embed", "?\?="};

    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
        if (strstr(unit->source, marks[k]) != NULL)
            return true;
    }
    for (const char *at = unit->source; (at = strchr(at, '\\')) != NULL; at++) {
        if (at > unit->source && isalpha((unsigned char)at[-1]) && (at[1] == '\n' || at[1] == '\r'))
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

/* What a source that includes nothing brings along. */
static const cj_survey nothing = {.followed = true, .complete = true};

static cujit_status begin(walk *s, bool keep, cujit_error *error)
{
    if ((s->out = cj_calloc(1, sizeof *s->out)) == NULL)
        return cj_error_no_memory(error, "the headers of a kernel");
    *s->out = (cj_survey){.keeps = keep, .followed = are_followed(s->unit->options), .complete = true};
    scan_memory(s);
    scan_forced(s);
    return CUJIT_OK;
}

cujit_status cj_survey_take(cj_survey **out, const cj_unit *unit, const cj_tokens *source, bool keep,
                            cujit_error *error)
{
    walk s = {.unit = unit, .out = *out != NULL ? *out : (cj_survey *)&nothing};
    cujit_status status = CUJIT_OK;

    if (cj_unit_may_include(unit) && (s.out != &nothing || (status = begin(&s, keep, error)) == CUJIT_OK)) {
        if (source == NULL) {
            status = cj_tokens_read(&s.out->source, unit->source, error);
            source = &s.out->source;
        }
        look_at_directives(&s, source, unit->source, (place){.directory = "."});
        if (status == CUJIT_OK && (s.out->absent.failed || s.out->macros.failed))
            status = cj_error_no_memory(error, "the headers of a kernel");
    }
    *out = s.out;
    return status;
}

void cj_survey_free(cj_survey *survey)
{
    if (survey == NULL || survey == &nothing)
        return;
    for (cj_included *header = survey->first, *next; header != NULL; header = next) {
        next = header->next;
        cj_tokens_clear(&header->tokens);
        cj_free(header->text);
        cj_free(header);
    }
    cj_tokens_clear(&survey->source);
    cj_text_clear(&survey->absent);
    cj_text_clear(&survey->macros);
    cj_free(survey);
}

bool cj_survey_holds(const cj_survey *survey)
{
    const cj_text *absent = &survey->absent;
    bool same = true;
    size_t size;

    for (const cj_included *header = survey->first; header != NULL && same; header = header->next) {
        cj_included now = {.path = header->path, .text = cj_read_file(header->path, &size, NULL)};

        if (now.text != NULL)
            hash_header(&now, size, false);
        same = memcmp(now.hash, header->hash, sizeof now.hash) == 0;
        cj_free(now.text);
    }
    for (size_t at = 0; at < absent->length && same; at += strlen(absent->data + at) + 1)
        same = !cj_is_file(absent->data + at);
    return same;
}
