/*
 * cache_change.c: `cujit cache rm`, `pin`, `unpin`, `prune`, `gc` and `clear`: what changes the cache's file.
 */
#include "cache.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- One entry after the other ----------------------------------------------------------------------------------- */

typedef cujit_status (*change)(cujit_cache *cache, const char *prefix, cujit_error *error);

/* For a program: how many were changed, which were not, and why the first of them. */
static int change_json(cache_command *self, change work, const char *word, cujit_error *error)
{
    cli_json *json = &self->json;
    cujit_error later = {0};
    uint64_t count = 0;

    cli_json_begin(json, NULL, '{');
    cli_json_begin(json, "failed", '[');
    for (char **id = self->options.operands; *id != NULL; id++) {
        if (work(self->cache, *id, error->status == CUJIT_OK ? error : &later) == CUJIT_OK)
            count++;
        else
            cli_json_text(json, NULL, *id);
        cujit_error_clear(&later);
    }
    cli_json_end(json, ']');
    cli_json_unsigned(json, word, count);
    if (error->status != CUJIT_OK)
        cli_json_error(json, error);
    cli_json_end(json, '}');
    return error->status == CUJIT_OK ? CLI_OK : CLI_FAILED;
}

static void print_count(cache_command *self, const char *word, uint64_t count)
{
    if (self->options.json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_unsigned(&self->json, word, count);
        cli_json_end(&self->json, '}');
    } else {
        printf("%" PRIu64 " kernel%s %s %s %s\n", count, count == 1 ? "" : "s", word, word[0] == 'r' ? "from" : "in",
               cujit_cache_directory(self->cache));
    }
}

/* What can be changed is; what cannot is said of each. */
static int change_each(cache_command *self, const char *label, change work, const char *word, cujit_error *error)
{
    uint64_t count = 0;
    int code = CLI_OK;

    if (self->options.json)
        return change_json(self, work, word, error);
    for (char **id = self->options.operands; *id != NULL; id++) {
        if (work(self->cache, *id, error) == CUJIT_OK)
            count++;
        else
            code = cli_report_error(label, error, false);
        cujit_error_clear(error);
    }
    print_count(self, word, count);
    return code;
}

int cache_rm(cache_command *self, cujit_error *error)
{
    return change_each(self, "cache rm", cujit_cache_remove, "removed", error);
}

int cache_pin(cache_command *self, cujit_error *error)
{
    return change_each(self, "cache pin", cujit_cache_pin, "pinned", error);
}

int cache_unpin(cache_command *self, cujit_error *error)
{
    return change_each(self, "cache unpin", cujit_cache_unpin, "unpinned", error);
}

/* ---- Many -------------------------------------------------------------------------------------------------------- */

int cache_prune(cache_command *self, cujit_error *error)
{
    const char *limit = self->options.limit != NULL ? self->options.limit : getenv("CUJIT_CACHE_LIMIT");
    uint64_t removed = 0, bytes = 0;

    if (limit != NULL && (limit == self->options.limit || limit[0] != '\0') && !cli_size_parse(limit, &bytes)) {
        cli_problem_usage(&self->problem, "%s is \"%.40s\": expected bytes, or a number and K, M, G or T",
                          self->options.limit != NULL ? "--limit" : "CUJIT_CACHE_LIMIT", limit);
        return cli_report_problem("cache", &self->problem);
    }
    if (cujit_cache_prune(self->cache, bytes, &removed, error))
        return cli_report_error("cache prune", error, false);
    print_count(self, "removed", removed);
    return CLI_OK;
}

int cache_clear(cache_command *self, cujit_error *error)
{
    uint64_t removed = 0;

    if (cujit_cache_clear(self->cache, &removed, error))
        return cli_report_error("cache clear", error, false);
    print_count(self, "removed", removed);
    return CLI_OK;
}

/* ---- What is of no more use -------------------------------------------------------------------------------------- */

/* Written as they come, into the list that gc begins with. */
static int show_file(void *user, const char *path, uint64_t bytes)
{
    cache_command *self = user;
    char size[32];

    if (self->options.json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_text(&self->json, "path", path);
        cli_json_unsigned(&self->json, "bytes", bytes);
        cli_json_end(&self->json, '}');
    } else {
        printf("of another version of cujit, left alone: %s, %s\n", path,
               cli_print_bytes((double)bytes, size, sizeof size));
    }
    return 1;
}

int cache_gc(cache_command *self, cujit_error *error)
{
    const bool look = self->options.dry_run;
    cli_json *json = &self->json;
    cujit_cache_collection result = {0};
    FILE *out = json->file;
    char *text = NULL;
    size_t size = 0;

    if (self->options.json) {
        if ((json->file = open_memstream(&text, &size)) == NULL)
            cli_no_memory();
        cli_json_begin(json, NULL, '{');
        cli_json_begin(json, "other_files", '[');
    }
    cujit_cache_collect(self->cache, look, show_file, self, &result, error);
    if (self->options.json) {
        cli_json_end(json, ']');
        cli_json_bool(json, "dry_run", look);
        cli_json_unsigned(json, "entries", result.entries);
        cli_json_unsigned(json, "failures", result.failures);
        cli_json_unsigned(json, "other_bytes", result.other_bytes);
        cli_json_end(json, '}');
        if (fclose(json->file) != 0)
            cli_no_memory();
        json->file = out;
        if (error->status == CUJIT_OK)
            fwrite(text, 1, size, out);
        free(text);
    } else if (error->status == CUJIT_OK) {
        printf("%" PRIu64 " kernel%s of toolchains that are gone and %" PRIu64 " expired failure%s %s %s\n",
               result.entries, result.entries == 1 ? "" : "s", result.failures, result.failures == 1 ? "" : "s",
               look ? "would be removed from" : "removed from", cujit_cache_directory(self->cache));
    }
    return error->status == CUJIT_OK ? CLI_OK : cli_report_error("cache gc", error, false);
}
