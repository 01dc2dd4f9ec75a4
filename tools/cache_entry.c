/*
 * cache_entry.c: copies of the cache's entries, filtered and sorted, and what people call the compilers that made them.
 */
#include "cache.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Copies ------------------------------------------------------------------------------------------------------ */

cache_entry cache_entry_copy(const cujit_cache_entry *entry, bool whole)
{
    cache_entry copy = {.as = *entry};
    void *object = NULL;

    copy.as.id = cli_copy(entry->id);
    copy.as.name = cli_copy(entry->name);
    copy.as.architecture = cli_copy(entry->architecture);
    copy.as.toolchain = cli_copy(entry->toolchain);
    copy.as.options = cli_copy(entry->options);
    copy.as.schema = cli_copy(entry->schema);
    copy.as.object_kind = cli_copy(entry->object_kind);
    copy.as.object_architecture = cli_copy(entry->object_architecture);
    copy.as.source = cli_copy(whole ? entry->source : "");
    copy.as.log = cli_copy(whole && entry->log != NULL ? entry->log : "");
    if (whole && entry->object != NULL)
        object = memcpy(cli_alloc(entry->object_size), entry->object, entry->object_size);
    copy.as.object = object;
    return copy;
}

void cache_entry_clear(cache_entry *entry)
{
    const void *owned[] = {entry->as.id,      entry->as.name,   entry->as.architecture, entry->as.toolchain,
                           entry->as.options, entry->as.schema, entry->as.object_kind,  entry->as.object_architecture,
                           entry->as.source,  entry->as.log,    entry->as.object};

    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        free((void *)owned[k]);
    *entry = (cache_entry){.as = {.id = NULL}};
}

static int take(void *user, const cujit_cache_entry *entry)
{
    *(cache_entry *)user = cache_entry_copy(entry, true);
    return 0;
}

bool cache_entry_find(cujit_cache *cache, const char *id, cache_entry *out, cujit_error *error)
{
    *out = (cache_entry){.as = {.id = NULL}};
    return cujit_cache_find(cache, id, take, out, error) == CUJIT_OK;
}

const char *cache_entry_flaw(const cujit_cache_entry *entry)
{
    return !entry->intact          ? "damaged"
           : entry->untrusted == 1 ? "not stamped by this user's secret"
           : entry->untrusted != 0 ? "not to be judged: this user has no secret to check its stamp with"
                                   : NULL;
}

bool cache_entry_check(const cujit_cache_entry *entry, cli_problem *problem)
{
    const char *flaw = cache_entry_flaw(entry);

    return flaw == NULL || cli_problem_set(problem, "the object of %.12s (%.60s) is left alone, since it is %s",
                                           entry->id, entry->name, flaw);
}

/* ---- Toolchains -------------------------------------------------------------------------------------------------- */

/* What stands behind `mark` in the bytes, up to a NUL or line end, as a text for the caller; NULL: nothing. */
static char *behind(const char *bytes, size_t size, const char *mark)
{
    const char *at = size > 0 ? memmem(bytes, size, mark, strlen(mark)) : NULL, *end;

    if (at == NULL)
        return NULL;
    at += strlen(mark);
    for (end = at; end < bytes + size && *end != '\0' && *end != '\n'; end++)
        ;
    return strndup(at, (size_t)(end - at));
}

/* "13.0.88", "12.2.0": the number that such a text ends or begins with. */
static char *version_name(const char *bytes, size_t size)
{
    char *said, *name = NULL;
    const char *at;

    if ((said = behind(bytes, size, "Cuda compilation tools, release ")) != NULL) {
        at = strstr(said, ", V");
        name = cli_format("NVRTC %.*s", (int)strspn(at != NULL ? at + 3 : said, "0123456789."),
                          at != NULL ? at + 3 : said);
    } else if ((said = behind(bytes, size, "clang version ")) != NULL) {
        name = cli_format("clang++ %.*s", (int)strspn(said, "0123456789."), said);
    } else if ((said = behind(bytes, size, "GCC: (")) != NULL && (at = strrchr(said, ')')) != NULL) {
        at += strspn(at, ") ");
        name = cli_format("g++ %.*s", (int)strspn(at, "0123456789."), at);
    }
    free(said);
    return name;
}

char *cache_toolchain_name(const char *toolchain, const void *object, size_t size)
{
    char *name = version_name(object, object == NULL ? 0 : size), *whole;
    const char *with = strstr(toolchain, " with "), *id = strstr(toolchain, "build-id ");

    if (name == NULL && id != NULL)
        name = cli_format("%.*s %.8s", (int)strcspn(toolchain, " "), toolchain, id + strlen("build-id "));
    else if (name == NULL)
        return cli_copy(toolchain);
    if (with == NULL || strstr(toolchain, "nvrtc ") == toolchain)
        return name;
    whole = cli_format("%s%s", name, with);
    free(name);
    return whole;
}

const char *cache_entries_toolchain(const cache_entries *entries, const char *toolchain)
{
    for (size_t k = 0; k < entries->toolchain_count; k++)
        if (strcmp(entries->toolchains[k], toolchain) == 0)
            return entries->toolchain_names[k];
    return toolchain;
}

/* Of each toolchain, one object is asked. */
static void name_toolchains(cache_command *self, cache_entries *out)
{
    for (size_t k = 0; k < out->count; k++) {
        const cujit_cache_entry *entry = &out->items[k].as;
        cache_entry whole;
        size_t n = out->toolchain_count;

        if (cache_entries_toolchain(out, entry->toolchain) != entry->toolchain)
            continue;
        cache_entry_find(self->cache, entry->id, &whole, NULL);
        out->toolchains = cli_realloc(out->toolchains, (n + 1) * sizeof *out->toolchains);
        out->toolchain_names = cli_realloc(out->toolchain_names, (n + 1) * sizeof *out->toolchain_names);
        out->toolchains[n] = cli_copy(entry->toolchain);
        out->toolchain_names[n] = cache_toolchain_name(entry->toolchain, whole.as.object, whole.as.object_size);
        out->toolchain_count++;
        cache_entry_clear(&whole);
    }
}

/* ---- Filters and order ------------------------------------------------------------------------------------------- */

static bool fits(const char *pattern, const char *text)
{
    return pattern == NULL || fnmatch(pattern, text, 0) == 0;
}

/* But for the toolchain, whose name is not known yet. */
static bool is_wanted(const cache_options *options, const cujit_cache_entry *entry, int64_t now)
{
    const char *kind = options->kind;
    const int64_t used = entry->used > entry->created ? entry->used : entry->created;

    if (kind != NULL && strncmp(entry->object_kind, kind, strlen(kind)) != 0)
        return false;
    return fits(options->name, entry->name) && fits(options->architecture, entry->architecture) &&
           (options->older == 0 || entry->created <= now - options->older) &&
           (options->newer == 0 || entry->created >= now - options->newer) &&
           (options->unused == 0 || used <= now - options->unused);
}

typedef struct reading {
    const cache_options *options;
    cache_entries *out;
    int64_t now;
} reading;

static int collect(void *user, const cujit_cache_entry *entry)
{
    const reading *self = user;
    cache_entries *out = self->out;

    if (!is_wanted(self->options, entry, self->now))
        return 1;
    if (out->count == out->room) {
        out->room = 2 * out->room + 64;
        out->items = cli_realloc(out->items, out->room * sizeof *out->items);
    }
    out->items[out->count++] = cache_entry_copy(entry, false);
    return 1;
}

static void keep_toolchain(cache_entries *entries, const char *pattern)
{
    size_t kept = 0;

    for (size_t k = 0; k < entries->count; k++) {
        const char *toolchain = entries->items[k].as.toolchain;

        if (fits(pattern, toolchain) || fits(pattern, cache_entries_toolchain(entries, toolchain)))
            entries->items[kept++] = entries->items[k];
        else
            cache_entry_clear(&entries->items[k]);
    }
    entries->count = kept;
}

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

/* What is largest, or happened last, comes first; names as in a dictionary. */
static int compare(const void *left, const void *right, void *user)
{
    const cache_options *options = user;
    const cujit_cache_entry *a = &((const cache_entry *)left)->as, *b = &((const cache_entry *)right)->as;
    int order = 0;

    switch (options->order) {
    case BY_USED:
        order = COMPARE(b->used, a->used);
        break;
    case BY_CREATED:
        order = COMPARE(b->created, a->created);
        break;
    case BY_SIZE:
        order = COMPARE(b->object_size, a->object_size);
        break;
    case BY_USES:
        order = COMPARE(b->uses, a->uses);
        break;
    case BY_COMPILE:
        order = COMPARE(b->compile_ms, a->compile_ms);
        break;
    case BY_NAME:
        order = strcmp(a->name, b->name);
        break;
    }
    order = order != 0 ? order : strcmp(a->id, b->id);
    return options->reverse ? -order : order;
}

bool cache_entries_read(cache_command *self, cache_entries *out, cujit_error *error)
{
    reading reader = {&self->options, out, (int64_t)time(NULL)};

    *out = (cache_entries){.items = NULL};
    if (cujit_cache_list(self->cache, collect, &reader, error) != CUJIT_OK) {
        cache_entries_clear(out);
        return false;
    }
    name_toolchains(self, out);
    keep_toolchain(out, self->options.toolchain);
    qsort_r(out->items, out->count, sizeof *out->items, compare, &self->options);
    return true;
}

void cache_entries_clear(cache_entries *entries)
{
    for (size_t k = 0; k < entries->count; k++)
        cache_entry_clear(&entries->items[k]);
    for (size_t k = 0; k < entries->toolchain_count; k++) {
        free(entries->toolchains[k]);
        free(entries->toolchain_names[k]);
    }
    free(entries->toolchains);
    free(entries->toolchain_names);
    free(entries->items);
    *entries = (cache_entries){.items = NULL};
}
