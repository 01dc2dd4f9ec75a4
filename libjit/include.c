#include "libjit/include.h"

#include "libjit/alloc.h"
#include "libjit/os.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

/* More than any sane unit has; a unit beyond it is not cached. */
enum { MAX_HEADERS = 4096, MAX_PATH_BYTES = 4096 };

typedef struct survey {
    const char *const *options;
    char **seen; /* paths of the headers that were read */
    size_t seen_count;
    XXH3_state_t *state;
    bool any, complete;
} survey;

/* ---- Include directories ---- */

/* The value of an option that names an include directory, NULL for any other; *index moves past a value of its own. */
static const char *include_directory(const char *const *options, size_t *index)
{
    static const char *const spellings[] = {"--include-path", "-I", "-isystem", "-iquote"};
    const char *option = options[*index];

    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++) {
        size_t length = strlen(spellings[k]);

        if (strncmp(option, spellings[k], length) != 0)
            continue;
        if (option[length] != '\0')
            return option + length + (option[length] == '=');
        if (options[*index + 1] != NULL)
            return options[++*index];
    }
    return NULL;
}

/* ---- Reading headers ---- */

static void scan(survey *s, const char *text, const char *directory);

/* False: cannot be read. A header is read once, however often it is included. */
static bool read_header(survey *s, const char *path)
{
    const char *slash = strrchr(path, '/');
    char directory[MAX_PATH_BYTES];
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
        s->any = true;
        XXH3_128bits_update(s->state, &size, sizeof size);
        XXH3_128bits_update(s->state, text, size);
        snprintf(directory, sizeof directory, "%.*s", slash != NULL ? (int)(slash - path) : 0, path);
        scan(s, text, directory);
    }
    cj_free(text);
    return true;
}

static bool read_in(survey *s, const char *directory, const char *name)
{
    char path[MAX_PATH_BYTES];

    return snprintf(path, sizeof path, "%s/%s", directory, name) < (int)sizeof path && read_header(s, path);
}

static void resolve(survey *s, const char *name, bool quoted, const char *directory)
{
    if (name[0] == '/') {
        read_header(s, name);
        return;
    }
    if (quoted && directory != NULL && read_in(s, directory, name))
        return;
    for (size_t k = 0; s->options != NULL && s->options[k] != NULL; k++) {
        const char *path = include_directory(s->options, &k);

        if (path != NULL && read_in(s, path, name))
            return;
    }
}

/* ---- Finding directives ---- */

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t");
}

/* What follows "# include" on a line that has it; NULL: the line has not. */
static const char *after_include(const char *line)
{
    line = skip_space(line);
    if (*line != '#')
        return NULL;
    line = skip_space(line + 1);
    return strncmp(line, "include", 7) == 0 ? skip_space(line + 7) : NULL;
}

/* Line by line: a directive inside a comment or an untaken #if counts too, which only makes the key stricter. */
static void scan(survey *s, const char *text, const char *directory)
{
    for (const char *line = text; line != NULL; line = (line = strchr(line, '\n')) != NULL ? line + 1 : NULL) {
        const char *at = after_include(line);
        const char *end = at == NULL ? NULL : *at == '"' ? strchr(at + 1, '"') : *at == '<' ? strchr(at, '>') : NULL;
        char name[MAX_PATH_BYTES];

        if (at == NULL)
            continue;
        if (end == NULL || end - at >= MAX_PATH_BYTES) {
            s->complete = false;
            continue;
        }
        snprintf(name, sizeof name, "%.*s", (int)(end - at - 1), at + 1);
        resolve(s, name, *at == '"', directory);
    }
}

cujit_status cj_include_digest(const cj_unit *unit, cj_text *out, bool *complete, cujit_error *error)
{
    survey s = {.options = unit->options, .complete = true};
    cujit_status status = CUJIT_OK;

    *complete = true;
    if (strstr(unit->source, "include") == NULL)
        return CUJIT_OK;
    s.seen = cj_calloc(MAX_HEADERS, sizeof *s.seen);
    s.state = XXH3_createState();
    if (s.seen == NULL || s.state == NULL) {
        status = cj_error_no_memory(error, "the headers of a kernel");
        goto out;
    }
    XXH3_128bits_reset(s.state);
    scan(&s, unit->source, NULL);
    *complete = s.complete;
    if (s.any) {
        XXH128_hash_t digest = XXH3_128bits_digest(s.state);

        cj_text_printf(out, "includes %016llx%016llx\n", (unsigned long long)digest.high64,
                       (unsigned long long)digest.low64);
    }

out:
    for (size_t k = 0; k < s.seen_count; k++)
        cj_free(s.seen[k]);
    cj_free(s.seen);
    XXH3_freeState(s.state);
    return status;
}
