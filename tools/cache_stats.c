/*
 * cache_stats.c: `cujit cache stats`: how much there is, what it was good for, and why kernels were not there.
 */
#include "cache_stats.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Gathering --------------------------------------------------------------------------------------------------- */

static int add_day(void *user, const cujit_cache_day *day)
{
    cache_history *history = user;

    history->days = cli_realloc(history->days, (history->count + 1) * sizeof *history->days);
    history->days[history->count++] = *day;
    return 1;
}

bool cache_history_read(cujit_cache *cache, cache_history *out, cujit_error *error)
{
    *out = (cache_history){.days = NULL};
    return cujit_cache_history(cache, add_day, out, error) == CUJIT_OK;
}

cujit_cache_day cache_history_sum(const cache_history *history, int64_t since)
{
    cujit_cache_day sum = {0};

    for (size_t k = 0; k < history->count; k++) {
        const cujit_cache_day *day = &history->days[k];

        if (day->day < since)
            continue;
        sum.hits += day->hits;
#define ADD(member, words) sum.member += day->member;
        CACHE_REASONS(ADD)
        CACHE_EVENTS(ADD)
#undef ADD
        sum.stores += day->stores;
        sum.evictions += day->evictions;
        sum.compile_ms += day->compile_ms;
        sum.saved_ms += day->saved_ms;
    }
    return sum;
}

uint64_t cache_day_misses(const cujit_cache_day *day)
{
    uint64_t misses = 0;

#define ADD(member, words) misses += day->member;
    CACHE_REASONS(ADD)
#undef ADD
    return misses;
}

uint64_t cache_day_events(const cujit_cache_day *day)
{
    uint64_t events = 0;

#define ADD(member, words) events += day->member;
    CACHE_EVENTS(ADD)
#undef ADD
    return events;
}

/* ---- For people -------------------------------------------------------------------------------------------------- */

static void print_times(const char *label, const cujit_cache_day *day)
{
    const uint64_t misses = cache_day_misses(day);
    char saved[32], spent[32];

    printf("%-10s %" PRIu64 " hit%s, %" PRIu64 " miss%s (%.0f %% found), %s saved, %s spent on compiling, %" PRIu64
           " evicted\n",
           label, day->hits, day->hits == 1 ? "" : "s", misses, misses == 1 ? "" : "es",
           day->hits + misses > 0 ? 100 * (double)day->hits / (double)(day->hits + misses) : 0.0,
           cli_print_ms(day->saved_ms, saved, sizeof saved), cli_print_ms(day->compile_ms, spent, sizeof spent),
           day->evictions);
}

static void print_reasons(const cujit_cache_day *day)
{
    if (cache_day_misses(day) > 0)
        printf("\nwhy kernels were not there\n");
#define PRINT(member, words)                                                                                           \
    if (day->member > 0)                                                                                               \
        printf("  %8" PRIu64 "  %s\n", day->member, words);
    CACHE_REASONS(PRINT)
    if (cache_day_events(day) > 0)
        printf("\nwhat else happened\n");
    CACHE_EVENTS(PRINT)
#undef PRINT
}

enum { LAST_DAYS = 7, TOP = 10 };

static void print_history(const cache_history *history)
{
    const cujit_cache_day all = cache_history_sum(history, INT64_MIN);
    size_t first = history->count > LAST_DAYS ? history->count - LAST_DAYS : 0;

    if (history->count == 0)
        return;
    printf("\n");
    for (size_t k = first; k < history->count; k++) {
        char *date = cache_day(history->days[k].day);

        print_times(date, &history->days[k]);
        free(date);
    }
    print_times("in all", &all);
    print_reasons(&all);
}

/* The kernels that have saved most. */
static void print_top(const cache_entries *entries)
{
    char text[32];

    if (entries->count > 0 && entries->items[0].as.saved_ms > 0)
        printf("\nwhat saved most\n");
    for (size_t k = 0; k < entries->count && k < TOP && entries->items[k].as.saved_ms > 0; k++) {
        const cujit_cache_entry *entry = &entries->items[k].as;

        printf("  %8s  %.12s  %s for %s, %" PRIu64 " use%s\n", cli_print_ms(entry->saved_ms, text, sizeof text),
               entry->id, entry->name, entry->architecture, entry->uses, entry->uses == 1 ? "" : "s");
    }
}

/* The same version may have several identities: with other headers, or built by others. */
static void print_toolchains(const cache_entries *entries)
{
    for (size_t k = 0; k < entries->toolchain_count; k++) {
        size_t first = 0;

        while (strcmp(entries->toolchain_names[first], entries->toolchain_names[k]) != 0)
            first++;
        if (first == k)
            printf("%-10s %s\n", k == 0 ? "toolchains" : "", entries->toolchain_names[k]);
    }
}

static void print_file(const char *directory, const cujit_cache_stats *stats, const cache_entries *entries)
{
    int64_t oldest = 0;
    char size[32], *date;

    for (size_t k = 0; k < entries->count; k++)
        if (oldest == 0 || entries->items[k].as.created < oldest)
            oldest = entries->items[k].as.created;
    printf("directory  %s\n", directory[0] == '\0' ? "none: in memory only" : directory);
    printf("kernels    %" PRIu64, stats->entries);
    printf(stats->pinned > 0 ? " (%" PRIu64 " pinned)\n" : "\n", stats->pinned);
    printf("objects    %s\n", cli_print_bytes((double)stats->bytes, size, sizeof size));
    printf("tunings    %" PRIu64 "\n", stats->tunings);
    if (stats->limit > 0) {
        printf("file       %s", cli_print_bytes((double)stats->file_bytes, size, sizeof size));
        printf(" of %s\n", cli_print_bytes((double)stats->limit, size, sizeof size));
    }
    date = cache_date(oldest, "%Y-%m-%d %H:%M");
    if (oldest > 0)
        printf("oldest     %s\n", date);
    free(date);
    print_toolchains(entries);
    if (stats->trouble[0] != '\0')
        printf("trouble    %s\n", stats->trouble);
}

/* ---- For programs ------------------------------------------------------------------------------------------------ */

static void write_json(cli_json *json, const char *directory, const cujit_cache_stats *stats,
                       const cache_entries *entries, const cache_history *history)
{
    cli_json_begin(json, NULL, '{');
    cli_json_text(json, "directory", directory);
    cli_json_bool(json, "on_disk", stats->on_disk != 0);
    cli_json_unsigned(json, "entries", stats->entries);
    cli_json_unsigned(json, "pinned", stats->pinned);
    cli_json_unsigned(json, "object_bytes", stats->bytes);
    cli_json_unsigned(json, "tunings", stats->tunings);
    cli_json_unsigned(json, "file_bytes", stats->file_bytes);
    cli_json_unsigned(json, "limit", stats->limit);
    cli_json_bool(json, "damaged", stats->damaged != 0);
    cli_json_text(json, "trouble", stats->trouble[0] == '\0' ? NULL : stats->trouble);
    cli_json_begin(json, "days", '[');
    for (size_t k = 0; k < history->count; k++)
        cache_day_json(json, &history->days[k]);
    cli_json_end(json, ']');
    cli_json_begin(json, "kernels", '[');
    for (size_t k = 0; k < entries->count; k++) {
        const cujit_cache_entry *entry = &entries->items[k].as;

        cache_entry_json(json, NULL, entry, cache_entries_toolchain(entries, entry->toolchain), false);
    }
    cli_json_end(json, ']');
    cli_json_end(json, '}');
}

static int compare_saved(const void *left, const void *right)
{
    const cujit_cache_entry *a = &((const cache_entry *)left)->as, *b = &((const cache_entry *)right)->as;

    return (b->saved_ms > a->saved_ms) - (b->saved_ms < a->saved_ms);
}

int cache_stats(cache_command *self, cujit_error *error)
{
    const char *directory = cujit_cache_directory(self->cache);
    cujit_cache_stats stats = {0};
    cache_entries entries = {.items = NULL};
    cache_history history = {.days = NULL};

    /* What hinders these is the trouble that is told of. */
    cache_history_read(self->cache, &history, error);
    cujit_error_clear(error);
    cache_entries_read(self, &entries, error);
    cujit_cache_get_stats(self->cache, &stats);
    if (entries.count > 1)
        qsort(entries.items, entries.count, sizeof *entries.items, compare_saved);
    if (self->options.json) {
        write_json(&self->json, directory, &stats, &entries, &history);
    } else {
        print_file(directory, &stats, &entries);
        print_history(&history);
        print_top(&entries);
    }
    cache_entries_clear(&entries);
    free(history.days);
    return stats.trouble[0] != '\0' || error->status != CUJIT_OK ? CLI_FAILED : CLI_OK;
}
