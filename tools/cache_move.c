/*
 * cache_move.c: `cujit cache merge`, `import` and `export`: entries from one cache to another.
 *
 * What is exported is a cache of its own beside files for people: sources and objects. Only the cache is ever read
 * again, where each entry is under its checksum and whole key.
 */
#include "cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- In ---------------------------------------------------------------------------------------------------------- */

/* The directory of a cache that is named by its file or by itself; NULL: see the problem. */
static char *directory_of(const char *path, cli_problem *problem)
{
    struct stat status;
    const char *slash = strrchr(path, '/');

    if (stat(path, &status) != 0) {
        cli_problem_set(problem, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    if (S_ISDIR(status.st_mode))
        return cli_copy(path);
    if (strncmp(slash != NULL ? slash + 1 : path, "kernels-", 8) != 0) {
        cli_problem_set(problem, "%s is no cache: neither a folder nor a file kernels-N.sqlite", path);
        return NULL;
    }
    return slash == NULL ? cli_copy(".") : cli_format("%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* The other cache must be there: an empty answer would be a typing error that nobody notices. */
static bool merge_one(cache_command *self, const char *path, cujit_cache_merge_report *sum, cujit_error *error)
{
    char *directory = directory_of(path, &self->problem);
    cujit_cache_merge_report report = {0};
    cujit_cache_stats stats = {0};
    cujit_cache *other = NULL;
    bool good = directory != NULL && cujit_cache_open(directory, &other, error) == CUJIT_OK;

    if (good) {
        cujit_cache_get_stats(other, &stats);
        if (!stats.on_disk && stats.trouble[0] == '\0')
            good = cli_problem_set(&self->problem, "there is no kernel cache of this version in %s", directory);
    }
    good = good && cujit_cache_merge(self->cache, other, NULL, NULL, self->options.trust, &report, error) == CUJIT_OK;
    sum->copied += report.copied;
    sum->present += report.present;
    sum->damaged += report.damaged;
    sum->untrusted += report.untrusted;
    cujit_cache_free(other);
    free(directory);
    return good;
}

static void left_out_json(cache_command *self, const cujit_cache_merge_report *report)
{
    cli_json_unsigned(&self->json, "damaged", report->damaged);
    cli_json_unsigned(&self->json, "untrusted", report->untrusted);
}

static void note_untrusted(const char *command, const cujit_cache_merge_report *report)
{
    if (report->untrusted > 0)
        cli_note(command, "kernels for the host that another user has stored are programs of theirs; "
                          "--trust takes them, too");
}

static int merge_all(cache_command *self, const char *label, cujit_error *error)
{
    cujit_cache_merge_report sum = {0};
    bool good = true;

    for (char **path = self->options.operands; *path != NULL && good; path++)
        good = merge_one(self, *path, &sum, error);
    if (!good)
        return cli_report_failure(label, &self->problem, error, false);
    if (self->options.json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_unsigned(&self->json, "copied", sum.copied);
        cli_json_unsigned(&self->json, "present", sum.present);
        left_out_json(self, &sum);
        cli_json_end(&self->json, '}');
    } else {
        printf("%" PRIu64 " kernel%s copied to %s; %" PRIu64 " there already, %" PRIu64 " damaged, %" PRIu64
               " not trusted\n",
               sum.copied, sum.copied == 1 ? "" : "s", cujit_cache_directory(self->cache), sum.present, sum.damaged,
               sum.untrusted);
        note_untrusted(label, &sum);
    }
    return CLI_OK;
}

int cache_merge(cache_command *self, cujit_error *error)
{
    return merge_all(self, "cache merge", error);
}

int cache_import(cache_command *self, cujit_error *error)
{
    return merge_all(self, "cache import", error);
}

/* ---- Out --------------------------------------------------------------------------------------------------------- */

static const char *suffix_of(const cujit_cache_entry *entry)
{
    return strcmp(entry->object_kind, "cubin") == 0           ? "cubin"
           : strcmp(entry->object_kind, "ptx") == 0           ? "ptx"
           : strcmp(entry->object_kind, "shared object") == 0 ? "so"
                                                              : "fatbin";
}

/* Names are identifiers, of modules anything: what could be part of a path is not in a file's name. */
static char *stem_of(const char *folder, const cujit_cache_entry *entry)
{
    char *name = cli_format("%.60s", entry->name), *stem;

    for (char *at = name; *at != '\0'; at++)
        if (strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", *at) == NULL)
            *at = '_';
    stem = cli_format("%s/%s-%s-%.12s", folder, name, entry->architecture, entry->id);
    free(name);
    return stem;
}

/* Text of PTX ends in a NUL that its file has not. */
static bool write_files(const char *folder, const cujit_cache_entry *entry, cli_problem *problem)
{
    char *stem = stem_of(folder, entry), *source = cli_format("%s.cu", stem);
    char *object = cli_format("%s.%s", stem, suffix_of(entry));
    size_t size = entry->object_size - (strcmp(entry->object_kind, "ptx") == 0 && entry->object_size > 0);
    bool good = cli_write_file(source, entry->source, strlen(entry->source), problem) &&
                cli_write_file(object, entry->object, size, problem);

    free(stem);
    free(source);
    free(object);
    return good;
}

/* The entries to be exported, and what became of them. */
typedef struct exporting {
    cache_entries entries;
    cujit_cache_merge_report report;
    uint64_t written;
} exporting;

static int compare_ids(const void *left, const void *right)
{
    return strcmp(((const cache_entry *)left)->as.id, ((const cache_entry *)right)->as.id);
}

static int is_exported(void *user, const cujit_cache_entry *entry)
{
    const cache_entries *entries = user;
    const cache_entry wanted = {.as = *entry};

    return entries->count > 0 && bsearch(&wanted, entries->items, entries->count, sizeof wanted, compare_ids) != NULL;
}

/* Those with the given ids, or all that the filters let through. */
static bool choose(cache_command *self, cache_entries *out, cujit_error *error)
{
    if (self->options.operands[0] == NULL && !cache_entries_read(self, out, error))
        return false;
    for (char **id = self->options.operands; *id != NULL; id++) {
        out->items = cli_realloc(out->items, (out->count + 1) * sizeof *out->items);
        if (!cache_entry_find(self->cache, *id, &out->items[out->count], error))
            return false;
        out->count++;
    }
    if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, compare_ids);
    return true;
}

/* For people, what the folder's cache has, too. */
static bool export_files(cache_command *self, const char *folder, const char *id, exporting *out, cujit_error *error)
{
    cache_entry whole;
    bool good = cache_entry_find(self->cache, id, &whole, error);

    if (good && whole.as.intact && (!whole.as.untrusted || self->options.trust)) {
        good = write_files(folder, &whole.as, &self->problem);
        out->written += good;
    }
    cache_entry_clear(&whole);
    return good;
}

static bool export_all(cache_command *self, const char *folder, exporting *out, cujit_error *error)
{
    cujit_cache *other = NULL;
    bool good = choose(self, &out->entries, error) && cujit_cache_open(folder, &other, error) == CUJIT_OK &&
                cujit_cache_merge(other, self->cache, is_exported, &out->entries, self->options.trust, &out->report,
                                  error) == CUJIT_OK;

    for (size_t k = 0; k < out->entries.count && good; k++)
        if (k == 0 || compare_ids(&out->entries.items[k - 1], &out->entries.items[k]) != 0) /* an id given twice */
            good = export_files(self, folder, out->entries.items[k].as.id, out, error);
    cujit_cache_free(other);
    return good;
}

int cache_export(cache_command *self, cujit_error *error)
{
    const char *folder = self->options.output;
    exporting out = {.written = 0};
    int code = CLI_OK;

    if (folder == NULL) {
        cli_problem_usage(&self->problem, "export needs a folder to write to: --output DIR");
        return cli_report_problem("cache", &self->problem);
    }
    if (!export_all(self, folder, &out, error)) {
        code = cli_report_failure("cache export", &self->problem, error, false);
    } else if (self->options.json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_text(&self->json, "folder", folder);
        cli_json_unsigned(&self->json, "exported", out.written);
        left_out_json(self, &out.report);
        cli_json_end(&self->json, '}');
    } else {
        printf("%" PRIu64 " kernel%s exported to %s; %" PRIu64 " damaged, %" PRIu64 " not trusted\n", out.written,
               out.written == 1 ? "" : "s", folder, out.report.damaged, out.report.untrusted);
        note_untrusted("cache export", &out.report);
    }
    cache_entries_clear(&out.entries);
    return code;
}
