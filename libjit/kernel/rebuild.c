/*
 * rebuild.c: compiling once more what the cache holds, to compare it. See cujit/cache.h.
 *
 * An entry's key has all that a unit is made of but the texts of headers. What is read from it here is right where the
 * key of the unit is the entry's again; nothing else is compiled.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/kernel/program.h"

#include <stdlib.h>
#include <string.h>

/* A unit from a key's texts, whose own copies it points into. */
typedef struct remade {
    cj_unit unit;
    char *texts; /* the options, line by line */
    const char **options, **kernels;
    size_t option_count, kernel_count;
    char *entry;
} remade;

/* An entry, as a copy. */
typedef struct original {
    cj_cache_key key;
    char *texts[6];
    void *object;
    size_t object_size;
    bool intact, complete;
} original;

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* One line of the options, as libjit/kernel/program.c writes them. */
static void read_line(remade *self, char *line, bool *module)
{
    if (begins(line, CJ_PROGRAM_FEATURES)) {
        char *end;

        self->unit.features = (unsigned)strtoul(line + strlen(CJ_PROGRAM_FEATURES), &end, 16);
        *module = *end != '\0';
    } else if (begins(line, "kernel ")) {
        self->kernels[self->kernel_count++] = line + strlen("kernel ");
    } else if (strcmp(line, "check addresses") == 0) {
        self->unit.check_addresses = true;
    } else if (!begins(line, "includes ")) { /* which is found out anew */
        self->options[self->option_count++] = line;
    }
}

static cujit_status read_unit(const cj_cache_key *key, remade *out, cujit_error *error)
{
    size_t lines = 1;
    bool module = false;

    *out = (remade){.unit = {.name = key->name, .source = key->source}};
    for (const char *at = key->options; *at != '\0'; at++)
        lines += *at == '\n';
    out->texts = cj_strdup(key->options);
    out->options = cj_calloc(lines + 1, sizeof *out->options);
    out->kernels = cj_calloc(lines + 1, sizeof *out->kernels);
    out->entry = cj_malloc(strlen(key->name) + sizeof CJ_ENTRY_PREFIX);
    if (out->texts == NULL || out->options == NULL || out->kernels == NULL || out->entry == NULL)
        return cj_error_no_memory(error, "a kernel");
    for (char *line = out->texts, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        read_line(out, line, &module);
    }
    strcpy(stpcpy(out->entry, CJ_ENTRY_PREFIX), key->name);
    out->unit.entry = module ? NULL : out->entry;
    out->unit.options = out->options;
    out->unit.kernels = module ? out->kernels : NULL;
    return CUJIT_OK;
}

static void clear_unit(remade *self)
{
    cj_free(self->texts);
    cj_free(self->options);
    cj_free(self->kernels);
    cj_free(self->entry);
}

/* cujit_cache_visit */
static int copy_entry(void *user, const cujit_cache_entry *entry)
{
    original *out = user;
    const char *const texts[] = {entry->schema,  entry->toolchain, entry->architecture,
                                 entry->options, entry->source,    entry->name};

    out->intact = entry->intact != 0;
    out->complete = true;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        out->texts[k] = cj_strdup(texts[k]);
        out->complete = out->complete && out->texts[k] != NULL;
    }
    out->key = (cj_cache_key){out->texts[0], out->texts[1], out->texts[2], out->texts[3], out->texts[4], out->texts[5]};
    out->object_size = entry->object_size;
    out->object = cj_malloc(entry->object_size > 0 ? entry->object_size : 1);
    out->complete = out->complete && out->object != NULL;
    if (out->object != NULL && entry->object_size > 0)
        memcpy(out->object, entry->object, entry->object_size);
    return 0;
}

static void clear_original(original *self)
{
    for (size_t k = 0; k < sizeof self->texts / sizeof *self->texts; k++)
        cj_free(self->texts[k]);
    cj_free(self->object);
}

/* Why it was not tried: what hinders most counts. */
static cujit_cache_rebuilt why_not(unsigned differences)
{
    if (differences & CJ_KEY_SCHEMA)
        return CUJIT_CACHE_REBUILT_OTHER_VERSION;
    return differences & CJ_KEY_TOOLCHAIN ? CUJIT_CACHE_REBUILT_OTHER_TOOLCHAIN : CUJIT_CACHE_REBUILT_OTHER_HEADERS;
}

static cujit_status build_again(const original *entry, cujit_cache_rebuilt *result, cujit_error *error)
{
    cujit_context *context = NULL;
    cj_object object = {0};
    unsigned differences = 0;
    remade made = {.entry = NULL};
    cujit_status status = cujit_context_create(
        &(cujit_context_options){.device = entry->key.architecture, .cache_directory = ""}, &context, error);

    if (status == CUJIT_OK && context->no_compile)
        status = cj_error_set(error, CUJIT_ERROR_NOT_COMPILED,
                              "CUJIT_NO_COMPILE is set, so that nothing may be compiled: no kernel was made again");
    if (status == CUJIT_OK && (status = read_unit(&entry->key, &made, error)) == CUJIT_OK)
        status = cj_program_remake(context, &made.unit, &entry->key, &differences, &object, error);
    if (status == CUJIT_ERROR_COMPILE) {
        cujit_error_clear(error);
        status = CUJIT_OK;
        *result = differences != 0 ? why_not(differences) : CUJIT_CACHE_REBUILT_DIFFERENT;
    } else if (status == CUJIT_OK && differences != 0) {
        *result = why_not(differences);
    } else if (status == CUJIT_OK) {
        *result = object.size == entry->object_size && memcmp(object.data, entry->object, object.size) == 0
                      ? CUJIT_CACHE_REBUILT_SAME
                      : CUJIT_CACHE_REBUILT_DIFFERENT;
    }
    cj_object_clear(&object);
    clear_unit(&made);
    cujit_context_free(context);
    return status;
}

cujit_status cujit_cache_rebuild(cujit_cache *cache, const char *prefix, cujit_cache_rebuilt *result,
                                 cujit_error *error)
{
    original entry = {.intact = false};
    cujit_status status;

    if (result == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_cache_rebuild: result is NULL");
    status = cujit_cache_find(cache, prefix, copy_entry, &entry, error);
    if (status == CUJIT_OK && !entry.complete)
        status = cj_error_no_memory(error, "an entry of the kernel cache");
    else if (status == CUJIT_OK && !entry.intact)
        status = cj_error_set(error, CUJIT_ERROR_CACHE_ENTRY, "the entry %s of the kernel cache is damaged", prefix);
    else if (status == CUJIT_OK)
        status = build_again(&entry, result, error);
    clear_original(&entry);
    return status;
}
