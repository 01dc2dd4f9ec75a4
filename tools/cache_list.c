/*
 * cache_list.c: `cujit cache ls`: the entries as a table.
 */
#include "cache.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 9 };

static void fill_row(char **row, const cache_entries *entries, const cujit_cache_entry *entry)
{
    char size[32];

    row[0] = cli_format("%.12s", entry->id);
    row[1] = cli_copy(entry->intact ? entry->name : "(damaged)");
    row[2] = cli_copy(entry->architecture);
    row[3] = cli_copy(entry->object_kind);
    row[4] = cli_copy(cache_entries_toolchain(entries, entry->toolchain));
    row[5] = cli_copy(cli_print_bytes((double)entry->object_size, size, sizeof size));
    row[6] = cli_format("%.0f ms", entry->compile_ms);
    row[7] = cli_format("%" PRIu64, entry->uses);
    row[8] = cache_date(entry->used, entry->pinned ? "%Y-%m-%d %H:%M, pinned"
                                     : entry->gone ? "%Y-%m-%d %H:%M, toolchain gone"
                                                   : "%Y-%m-%d %H:%M");
}

static void print_table(const cache_entries *entries, size_t shown)
{
    static const char *const heads[COLUMNS] = {"ID",   "NAME",        "ARCHITECTURE", "OBJECT",   "TOOLCHAIN",
                                               "SIZE", "COMPILED IN", "USES",         "LAST USED"};
    char **cells = cli_alloc((shown + 1) * COLUMNS * sizeof *cells);

    for (size_t k = 0; k < COLUMNS; k++)
        cells[k] = cli_copy(heads[k]);
    for (size_t k = 0; k < shown; k++)
        fill_row(cells + (k + 1) * COLUMNS, entries, &entries->items[k].as);
    cli_print_table(stdout, COLUMNS, "lllllrrrl", shown + 1, cells);
    for (size_t k = 0; k < (shown + 1) * COLUMNS; k++)
        free(cells[k]);
    free(cells);
}

/* For a person, beside the table. */
static void print_totals(cache_command *self, const cache_entries *entries, size_t shown)
{
    cujit_cache_stats stats = {0};
    double bytes = 0, compile_ms = 0, saved_ms = 0;
    char size[32], compiled[32], saved[32];

    for (size_t k = 0; k < entries->count; k++) {
        bytes += (double)entries->items[k].as.object_size;
        compile_ms += entries->items[k].as.compile_ms;
        saved_ms += entries->items[k].as.saved_ms;
    }
    cujit_cache_get_stats(self->cache, &stats);
    if (stats.entries == 0)
        cli_note("cache ls", "no kernels in %s", cujit_cache_directory(self->cache));
    else if (entries->count == 0)
        cli_note("cache ls", "none of %" PRIu64 " kernels is like that", stats.entries);
    else
        cli_note("cache ls", "%zu kernel%s%s, %s, compiled in %s, which uses have saved %s", entries->count,
                 entries->count == 1 ? "" : "s", shown < entries->count ? " (not all shown)" : "",
                 cli_print_bytes(bytes, size, sizeof size), cli_print_ms(compile_ms, compiled, sizeof compiled),
                 cli_print_ms(saved_ms, saved, sizeof saved));
    if (stats.tunings > 0)
        cli_note("cache ls", "and %" PRIu64 " result%s of tuning", stats.tunings, stats.tunings == 1 ? "" : "s");
}

int cache_ls(cache_command *self, cujit_error *error)
{
    const char *limit = self->options.limit;
    cache_entries entries;
    size_t most = SIZE_MAX;

    if (limit != NULL && !cache_count_parse(limit, &most, &self->problem))
        return cli_report_problem("cache", &self->problem);
    if (!cache_entries_read(self, &entries, error))
        return cli_report_error("cache ls", error, false);
    most = most < entries.count ? most : entries.count;
    if (self->options.json) {
        cli_json_begin(&self->json, NULL, '[');
        for (size_t k = 0; k < most; k++)
            cache_entry_json(&self->json, NULL, &entries.items[k].as,
                             cache_entries_toolchain(&entries, entries.items[k].as.toolchain), false);
        cli_json_end(&self->json, ']');
    } else {
        if (most > 0)
            print_table(&entries, most);
        print_totals(self, &entries, most);
    }
    cache_entries_clear(&entries);
    return CLI_OK;
}
