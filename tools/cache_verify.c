/*
 * cache_verify.c: `cujit cache verify`: is all of it what it should be; with --rebuild also what a compiler makes
 * today.
 */
#include "cache.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What cannot be judged may be fine. */
static int print_bad(void *user, const cujit_cache_entry *entry)
{
    cache_command *self = user;

    if ((!entry->intact || entry->untrusted == 1) && !self->options.json)
        printf("%s: %s  %s\n", cache_entry_flaw(entry), entry->id, entry->name == NULL ? "" : entry->name);
    return 1;
}

/* What became of each entry that was to be compiled again. */
typedef struct rebuilding {
    uint64_t counts[CUJIT_CACHE_REBUILT_OTHER_HEADERS + 1];
    uint64_t failed;
    char **different; /* ids */
} rebuilding;

/* False: nothing may be compiled. */
static bool rebuild_one(cache_command *self, const cujit_cache_entry *entry, rebuilding *out, cujit_error *error)
{
    cujit_cache_rebuilt result = CUJIT_CACHE_REBUILT_SAME;

    switch (cujit_cache_rebuild(self->cache, entry->id, &result, error)) {
    case CUJIT_OK:
        out->counts[result]++;
        break;
    case CUJIT_ERROR_NOT_COMPILED:
        return false;
    case CUJIT_ERROR_NO_COMPILER:
        out->counts[CUJIT_CACHE_REBUILT_OTHER_TOOLCHAIN]++;
        break;
    default:
        cli_note("cache verify", "%.12s  %s was not compiled again: %s", entry->id, entry->name, error->message);
        out->failed++;
    }
    if (result == CUJIT_CACHE_REBUILT_DIFFERENT) {
        out->different[out->counts[CUJIT_CACHE_REBUILT_DIFFERENT] - 1] = cli_copy(entry->id);
        if (!self->options.json)
            printf("different: %s  %s\n", entry->id, entry->name);
    }
    cujit_error_clear(error);
    return true;
}

static bool rebuild_all(cache_command *self, rebuilding *out, cujit_error *error)
{
    cache_entries entries;
    bool good = true;

    if (!cache_entries_read(self, &entries, error))
        return false;
    out->different = cli_alloc((entries.count + 1) * sizeof *out->different);
    for (size_t k = 0; k < entries.count && good; k++)
        good = rebuild_one(self, &entries.items[k].as, out, error);
    cache_entries_clear(&entries);
    return good;
}

static void rebuilt_json(cli_json *json, const rebuilding *found)
{
    cli_json_begin(json, "rebuilt", '{');
    cli_json_unsigned(json, "same", found->counts[CUJIT_CACHE_REBUILT_SAME]);
    cli_json_unsigned(json, "different", found->counts[CUJIT_CACHE_REBUILT_DIFFERENT]);
    cli_json_unsigned(json, "other_toolchain", found->counts[CUJIT_CACHE_REBUILT_OTHER_TOOLCHAIN]);
    cli_json_unsigned(json, "other_version", found->counts[CUJIT_CACHE_REBUILT_OTHER_VERSION]);
    cli_json_unsigned(json, "other_headers", found->counts[CUJIT_CACHE_REBUILT_OTHER_HEADERS]);
    cli_json_unsigned(json, "failed", found->failed);
    cli_json_begin(json, "different_ids", '[');
    for (uint64_t k = 0; k < found->counts[CUJIT_CACHE_REBUILT_DIFFERENT]; k++)
        cli_json_text(json, NULL, found->different[k]);
    cli_json_end(json, ']');
    cli_json_end(json, '}');
}

static void print_rebuilt(const rebuilding *found)
{
    printf("compiled again: %" PRIu64 " the same, %" PRIu64 " different, %" PRIu64 " failed; not tried: %" PRIu64
           " of other compilers, %" PRIu64 " of other versions, %" PRIu64 " with other headers\n",
           found->counts[CUJIT_CACHE_REBUILT_SAME], found->counts[CUJIT_CACHE_REBUILT_DIFFERENT], found->failed,
           found->counts[CUJIT_CACHE_REBUILT_OTHER_TOOLCHAIN], found->counts[CUJIT_CACHE_REBUILT_OTHER_VERSION],
           found->counts[CUJIT_CACHE_REBUILT_OTHER_HEADERS]);
}

static void show(cache_command *self, const cujit_cache_verification *result, const rebuilding *found)
{
    const cache_options *options = &self->options;

    if (options->json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_bool(&self->json, "file_sound", result->file_sound != 0);
        cli_json_unsigned(&self->json, "entries", result->entries);
        cli_json_unsigned(&self->json, "tunings", result->tunings);
        cli_json_unsigned(&self->json, "damaged", result->damaged);
        cli_json_unsigned(&self->json, "forged", result->forged);
        cli_json_unsigned(&self->json, "removed", result->removed);
        if (options->rebuild)
            rebuilt_json(&self->json, found);
        cli_json_end(&self->json, '}');
        return;
    }
    printf("%" PRIu64 " kernel%s, %" PRIu64 " tuning%s, %" PRIu64 " damaged, %" PRIu64
           " not stamped by this user's secret, %" PRIu64 " removed; the file %s\n",
           result->entries, result->entries == 1 ? "" : "s", result->tunings, result->tunings == 1 ? "" : "s",
           result->damaged, result->forged, result->removed,
           result->file_sound ? "is sound"
           : options->repair  ? "was damaged, and is new"
                              : "is damaged");
    if (options->rebuild)
        print_rebuilt(found);
}

int cache_verify(cache_command *self, cujit_error *error)
{
    const cache_options *options = &self->options;
    cujit_cache_verification result = {0};
    rebuilding found = {.different = NULL};
    bool good;
    int code;

    if (cujit_cache_verify(self->cache, options->repair, print_bad, self, &result, error))
        return cli_report_error("cache verify", error, false);
    /* Where a repair did not work there was an error. */
    good = options->repair || (result.file_sound && result.damaged == 0 && result.forged == 0);
    if (options->rebuild && good && !rebuild_all(self, &found, error)) {
        code = cli_report_error("cache verify", error, false);
    } else {
        show(self, &result, &found);
        good = good && found.counts[CUJIT_CACHE_REBUILT_DIFFERENT] == 0 && found.failed == 0;
        code = good ? CLI_OK : CLI_FAILED;
    }
    for (uint64_t k = 0; k < found.counts[CUJIT_CACHE_REBUILT_DIFFERENT]; k++)
        free(found.different[k]);
    free(found.different);
    return code;
}
