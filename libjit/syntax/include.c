/*
 * include.c: see include.h.
 */
#include "libjit/syntax/include.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/syntax/kernel_macro.h"
#include "libjit/syntax/lexer.h"
#include "libjit/syntax/promotion.h"
#include "libjit/syntax/snippet.h"

#include <string.h>
#include <xxhash.h>

/* More than any sane unit has, and as deep as compilers go; a unit beyond them is not cached. */
enum { MAX_HEADERS = 4096, MAX_DEPTH = 200 };

typedef struct survey {
    const cj_unit *unit;
    char **seen; /* paths of the headers that were read */
    size_t seen_count;
    XXH3_state_t *state;
    cj_text *macros; /* of kernels; NULL: nobody asks */
    unsigned features, depth;
    cj_text *texts; /* NULL: they are not wanted */
    bool any, complete;
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

/* The value of the option `name` behind one or two dashes, "NAME=VALUE" or "NAME", "VALUE"; NULL: it is another. */
static const char *value_of(const char *const *options, size_t *index, const char *name)
{
    const char *option = options[*index];
    size_t length = strlen(name);

    if (option[0] != '-')
        return NULL;
    option += option[1] == '-' ? 2 : 1;
    if (strncmp(option, name, length) != 0)
        return NULL;
    if (option[length] == '=')
        return option + length + 1;
    return option[length] == '\0' && options[*index + 1] != NULL ? options[++*index] : NULL;
}

/* The value of an option that names an include directory, NULL for any other; *index moves past a value of its own. */
static const char *include_directory(const char *const *options, size_t *index)
{
    static const char *const joined[] = {"-I", "-isystem", "-iquote", "-idirafter"};
    const char *option = options[*index], *value = value_of(options, index, "include-path");

    for (size_t k = 0; value == NULL && k < sizeof joined / sizeof *joined; k++) {
        size_t length = strlen(joined[k]);

        if (strncmp(option, joined[k], length) != 0)
            continue;
        if (option[length] != '\0')
            return option + length + (option[length] == '=');
        if (options[*index + 1] != NULL)
            return options[++*index];
    }
    return value;
}

/* The file that an option includes before the source; NULL for any other option. */
static const char *forced_file(const char *const *options, size_t *index)
{
    static const char *const names[] = {"pre-include", "include", "imacros"};
    const char *value = NULL;

    for (size_t k = 0; value == NULL && k < sizeof names / sizeof *names; k++)
        value = value_of(options, index, names[k]);
    return value;
}

bool cj_include_forced(const char *const *options)
{
    for (size_t k = 0; options != NULL && options[k] != NULL; k++) {
        if (forced_file(options, &k) != NULL)
            return true;
    }
    return false;
}

bool cj_include_finds(const char *const *options, const char *name)
{
    bool found = false;

    for (size_t k = 0; options != NULL && options[k] != NULL && !found; k++) {
        const char *directory = include_directory(options, &k);
        cj_text path = {0};

        if (directory == NULL)
            continue;
        cj_text_printf(&path, "%s/%s", directory, name);
        found = !path.failed && cj_is_file(path.data);
        cj_text_clear(&path);
    }
    return found;
}

bool cj_include_is_users(const cj_unit *unit, const char *path)
{
    const char *const *options = unit->options, *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;

    for (size_t k = 0; options != NULL && options[k] != NULL; k++) {
        const char *directory = include_directory(options, &k);
        const size_t length = directory != NULL ? strlen(directory) : 0;

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

static void scan(survey *s, const char *text, place from);

static void take_in(survey *s, const char *text, size_t size)
{
    cj_snippet look = {0};

    s->any = true;
    if (s->texts != NULL) {
        cj_text_append_n(s->texts, text, size);
        cj_text_append(s->texts, "\n");
    }
    XXH3_128bits_update(s->state, &size, sizeof size);
    XXH3_128bits_update(s->state, text, size);
    /* What we cannot read may hold anything; barriers cost time where there are none, but are wrong where they lack. */
    if (cj_snippet_check(CJ_SNIPPET_MODULE, "header", text, NULL, &look, NULL) != CUJIT_OK)
        look.features = CJ_FEATURE_BARRIERS;
    s->features |= look.features | (cj_promotion_mentions(text) ? CJ_FEATURE_FUNCTIONS : 0);
    if (s->macros != NULL)
        cj_kernel_macros_collect(text, s->macros);
    /* Compilers skip NULs, we end at the first. */
    if (strlen(text) != size)
        s->complete = false;
}

static void scan_in_directory_of(survey *s, const char *text, const char *path, bool memory)
{
    const char *slash = strrchr(path, '/');
    char *directory = cj_strndup(path, slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path));

    if (directory != NULL)
        scan(s, text, (place){.directory = directory, .memory = memory});
    else
        s->complete = false;
    cj_free(directory);
}

/* False: cannot be read. A header is read once, however often it is included. */
static bool read_header(survey *s, const char *path)
{
    size_t size;
    char *text;
    int code;

    for (size_t k = 0; k < s->seen_count; k++) {
        if (strcmp(s->seen[k], path) == 0)
            return true;
    }
    if (!cj_is_file(path) || (text = cj_read_file(path, &size, &code)) == NULL)
        return false;
    if (s->seen_count == MAX_HEADERS || (s->seen[s->seen_count] = cj_strdup(path)) == NULL) {
        s->complete = false;
    } else {
        s->seen_count++;
        take_in(s, text, size);
        scan_in_directory_of(s, text, path, false);
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
        s->complete = false;
    found = !path.failed && read_header(s, path.data);
    cj_text_clear(&path);
    return found;
}

/* Names that the compiler, the CUDA toolkit or cujit answers to, however they are spelled. */
static bool is_provided(const char *name)
{
    static const char *const names[] = {"assert.h",
                                        "float.h",
                                        "inttypes.h",
                                        "limits.h",
                                        "math.h",
                                        "stdbool.h",
                                        "stddef.h",
                                        "stdint.h",
                                        "stdio.h",
                                        "stdlib.h",
                                        "string.h",
                                        "cuComplex.h",
                                        "mma.h",
                                        "pycuda-complex.hpp",
                                        "vector_types.h",
                                        "math_constants.h",
                                        "device_functions.h",
                                        "curand_kernel.h",
                                        "vector_functions.h",
                                        "device_launch_parameters.h"};
    static const char *const prefixes[] = {"cuda", "cooperative_groups", "cub/", "thrust/", "nv/", "crt/"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (strcmp(names[k], name) == 0)
            return true;
    }
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++) {
        if (strncmp(name, prefixes[k], strlen(prefixes[k])) == 0)
            return true;
    }
    return false;
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
        for (size_t k = 0; options != NULL && options[k] != NULL; k++) {
            const char *path = include_directory(options, &k);

            if (path != NULL)
                found = read_in(s, path, name) || found;
        }
        /* On every compiler's path, but what lies there is not the compiler's; the toolkit may be there too. */
        found = (!is_provided(name) && read_in(s, "/usr/local/include", name)) || found;
    }
    if (!found && !what->optional && (name[0] == '/' || (what->quoted && !is_provided(name))))
        s->complete = false;
}

/* ---- Finding directives ---- */

/* The header's name that `inside` comes to next; false where it is something else, a macro for instance. */
static bool take_name(cj_lexer *inside, wanted *what)
{
    const char *end = NULL;
    cj_token token;
    size_t length;

    if (cj_lexer_next(inside, &token, NULL) != CUJIT_OK || token.length == 0)
        return false;
    if (*token.start == '"')
        end = token.start + token.length - 1;
    else if (*token.start == '<')
        end = memchr(token.start, '>', (size_t)(inside->end - token.start));
    if (end == NULL || end == token.start + 1)
        return false;
    length = (size_t)(end - token.start) - 1;
    if (memchr(token.start + 1, '\\', length) != NULL)
        return false;
    what->quoted = *token.start == '"';
    return (what->name = cj_strndup(token.start + 1, length)) != NULL;
}

/* `inside` is before the header's name. */
static void include(survey *s, cj_lexer *inside, wanted what, place from)
{
    if (take_name(inside, &what))
        resolve(s, &what, from);
    else
        s->complete = false;
    cj_free(what.name);
}

/* A directive inside of an untaken #if counts too, which only makes the key stricter. */
static void look_at_directive(survey *s, const cj_lexer *lexer, const cj_token *directive, place from)
{
    cj_lexer inside = cj_lexer_enter(lexer, directive);
    cj_token token;

    if (cj_lexer_next(&inside, &token, NULL) != CUJIT_OK || cj_token_is(&token, "embed")) {
        s->complete = false;
    } else if (cj_token_is(&token, "include") || cj_token_is(&token, "import")) {
        include(s, &inside, (wanted){0}, from);
    } else if (cj_token_is(&token, "include_next")) {
        include(s, &inside, (wanted){.next = true}, from);
    } else {
        while (cj_lexer_next(&inside, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
            bool next = cj_token_is(&token, "__has_include_next");
            cj_lexer ahead = inside;

            if ((next || cj_token_is(&token, "__has_include") || cj_token_is(&token, "__has_embed")) &&
                cj_lexer_next(&ahead, &token, NULL) == CUJIT_OK && cj_token_is(&token, "("))
                include(s, &ahead, (wanted){.next = next, .optional = true}, from);
        }
    }
}

static void scan(survey *s, const char *text, place from)
{
    cj_lexer lexer;
    cj_token token;

    if (s->depth == MAX_DEPTH) {
        s->complete = false;
        return;
    }
    s->depth++;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) /* a byte order mark; compilers skip it */
        text += 3;
    if (strstr(text, "?\?=") != NULL) /* the trigraph of '#' */
        s->complete = false;
    cj_lexer_init(&lexer, "header", text);
    do {
        if (cj_lexer_next(&lexer, &token, NULL) != CUJIT_OK) {
            s->complete = false;
            break;
        }
        if (token.kind == CJ_TOKEN_DIRECTIVE)
            look_at_directive(s, &lexer, &token, from);
    } while (token.kind != CJ_TOKEN_END);
    s->depth--;
}

/* All of them count, whether they are included or not: that only makes the key stricter. */
static void scan_memory(survey *s)
{
    for (size_t k = 0; k < s->unit->header_count; k++) {
        const cj_header *header = &s->unit->headers[k];

        XXH3_128bits_update(s->state, header->name, strlen(header->name) + 1);
        take_in(s, header->text, strlen(header->text));
        scan_in_directory_of(s, header->text, header->name, true);
    }
}

static void scan_forced(survey *s)
{
    const char *const *options = s->unit->options;

    for (size_t k = 0; options != NULL && options[k] != NULL; k++) {
        const char *file = forced_file(options, &k);
        wanted what = {.quoted = true};

        if (file == NULL)
            continue;
        if ((what.name = cj_strdup(file)) != NULL)
            resolve(s, &what, (place){.directory = "."});
        else
            s->complete = false;
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

/* Reads all headers; clears what the survey took. */
static cujit_status look_around(survey *s, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    s->seen = cj_calloc(MAX_HEADERS, sizeof *s->seen);
    s->state = XXH3_createState();
    if (s->seen == NULL || s->state == NULL) {
        status = cj_error_no_memory(error, "the headers of a kernel");
    } else {
        XXH3_128bits_reset(s->state);
        scan_memory(s);
        scan_forced(s);
        scan(s, s->unit->source, (place){.directory = "."});
    }
    for (size_t k = 0; k < s->seen_count; k++)
        cj_free(s->seen[k]);
    cj_free(s->seen);
    return status;
}

cujit_status cj_include_macros(const cj_unit *unit, cj_text *out, cujit_error *error)
{
    survey s = {.unit = unit, .complete = true, .macros = out};
    cujit_status status = may_include(unit) ? look_around(&s, error) : CUJIT_OK;

    XXH3_freeState(s.state);
    return status;
}

/* Options that change where a compiler looks for headers in ways that are not followed here. */
static bool are_followed(const char *const *options)
{
    static const char *const others[] = {"-iprefix",     "-iwithprefix", "-isysroot", "--sysroot",
                                         "-cxx-isystem", "-B",           "@"};

    for (size_t k = 0; options != NULL && options[k] != NULL; k++) {
        for (size_t at = 0; at < sizeof others / sizeof *others; at++) {
            if (strncmp(options[k], others[at], strlen(others[at])) == 0)
                return false;
        }
    }
    return true;
}

bool cj_include_read(const char *text, const char *const *options, cj_text *out)
{
    cj_unit unit = {.source = text, .options = options};
    survey s = {.unit = &unit, .complete = true, .texts = out};
    bool complete = !may_include(&unit) || (are_followed(options) && look_around(&s, NULL) == CUJIT_OK && s.complete);

    XXH3_freeState(s.state);
    return complete && !out->failed;
}

cujit_status cj_include_digest(const cj_unit *unit, cj_text *out, unsigned *features, bool *complete,
                               cujit_error *error)
{
    survey s = {.unit = unit, .complete = true};
    cujit_status status;

    *complete = true;
    if (features != NULL)
        *features = 0;
    if (!may_include(unit))
        return CUJIT_OK;
    if ((status = look_around(&s, error)) != CUJIT_OK)
        goto out;
    *complete = s.complete;
    if (features != NULL)
        *features = s.features;
    if (s.any) {
        XXH128_hash_t digest = XXH3_128bits_digest(s.state);

        cj_text_printf(out, "includes %016llx%016llx\n", (unsigned long long)digest.high64,
                       (unsigned long long)digest.low64);
    }

out:
    XXH3_freeState(s.state);
    return status;
}
