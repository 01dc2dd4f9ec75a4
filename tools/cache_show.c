/*
 * cache_show.c: `cujit cache show`: all about one entry.
 */
#include "cache.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void property(const char *label, const char *value)
{
    if (value != NULL && value[0] != '\0')
        printf("  %-14s %s\n", label, value);
}

static void number_property(const char *label, int value, const char *unit)
{
    if (value >= 0)
        printf("  %-14s %d%s\n", label, value, unit);
}

static void print_made(const cujit_cache_entry *entry)
{
    char *name = cache_toolchain_name(entry->toolchain, entry->object, entry->object_size);
    char *options = cache_options_line(entry->options);

    printf("  %-14s %s (%s)\n", "toolchain", name, entry->toolchain);
    property("options", options);
    property("schema", entry->schema);
    free(name);
    free(options);
}

static void print_entry(const cujit_cache_entry *entry)
{
    char *created = cache_date(entry->created, "%Y-%m-%d %H:%M:%S"), *used = cache_date(entry->used, "%Y-%m-%d %H:%M");
    const char *flaw = cache_entry_flaw(entry);
    char size[32], saved[32];

    printf("%s\n", entry->id);
    property("name", entry->name);
    property("architecture", entry->architecture);
    printf("  %-14s %s for %s, %s", "object", entry->object_kind, entry->object_architecture,
           cli_print_bytes((double)entry->object_size, size, sizeof size));
    printf(flaw != NULL ? " (%s)\n" : "\n", flaw);
    print_made(entry);
    number_property("registers", entry->registers, " per thread");
    number_property("shared memory", entry->shared_bytes, " B per block");
    number_property("stack", entry->stack_bytes, " B per thread");
    if (entry->spill_store_bytes >= 0 && entry->spill_load_bytes >= 0)
        printf("  %-14s %d B stored, %d B loaded\n", "spills", entry->spill_store_bytes, entry->spill_load_bytes);
    printf("  %-14s %.1f ms, which its uses have saved %s\n", "compiled in", entry->compile_ms,
           cli_print_ms(entry->saved_ms, saved, sizeof saved));
    printf("  %-14s %s\n", "created", created);
    printf("  %-14s %s, %" PRIu64 " times in all\n", "last used", used, entry->uses);
    if (entry->pinned)
        property("pinned", "is not deleted to make room");
    if (entry->gone)
        property("gone", "its toolchain was not used for a week: it is deleted first");
    printf("  %-14s %zu B (--source shows it)\n", "source", strlen(entry->source));
    printf("  %-14s %zu B (--log shows it)\n", "log", entry->log == NULL ? 0 : strlen(entry->log));
    free(created);
    free(used);
}

static void print_json(cache_command *self, const cujit_cache_entry *entry)
{
    char *name = cache_toolchain_name(entry->toolchain, entry->object, entry->object_size);

    cache_entry_json(&self->json, NULL, entry, name, true);
    free(name);
}

int cache_show(cache_command *self, cujit_error *error)
{
    const cache_options *options = &self->options;
    cache_entry entry;

    if (!cache_entry_find(self->cache, options->operands[0], &entry, error))
        return cli_report_error("cache show", error, false);
    if (options->object != NULL) {
        if (cache_entry_check(&entry.as, &self->problem))
            cli_write_file(options->object, entry.as.object, entry.as.object_size, &self->problem);
    } else if (options->source)
        fputs(entry.as.source, stdout);
    else if (options->log)
        fputs(entry.as.log, stdout);
    else if (options->json)
        print_json(self, &entry.as);
    else
        print_entry(&entry.as);
    cache_entry_clear(&entry);
    return self->problem.text == NULL ? CLI_OK : cli_report_problem("cache show", &self->problem);
}
