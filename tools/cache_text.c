/*
 * cache_text.c: how entries, times and options of the cache are written, and how they are read from a command line.
 */
#include "cache.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool cache_duration_parse(const char *text, int64_t *seconds)
{
    static const struct {
        char letter;
        int64_t seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}};
    char *end;
    unsigned long long count = strtoull(text, &end, 10);

    for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
        if (text[0] < '0' || text[0] > '9' || end[0] != units[k].letter || end[1] != '\0' || count == 0 ||
            count > 100000000)
            continue;
        *seconds = (int64_t)count * units[k].seconds;
        return true;
    }
    return false;
}

bool cache_order_parse(const char *text, cache_order *order)
{
    static const char *const words[] = {[BY_USED] = "used", [BY_CREATED] = "created", [BY_SIZE] = "size",
                                        [BY_USES] = "uses", [BY_COMPILE] = "compile", [BY_NAME] = "name"};

    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (strcmp(words[k], text) == 0) {
            *order = (cache_order)k;
            return true;
        }
    }
    return false;
}

bool cache_count_parse(const char *text, size_t *count, cli_problem *problem)
{
    char *end;

    *count = strtoull(text, &end, 10);
    return (text[0] >= '0' && text[0] <= '9' && *end == '\0' && *count > 0) ||
           cli_problem_usage(problem, "--limit is \"%.40s\": expected how many kernels", text);
}

char *cache_date(int64_t seconds, const char *format)
{
    char text[40];
    time_t when = (time_t)seconds;
    struct tm parts;

    if (seconds <= 0 || localtime_r(&when, &parts) == NULL || strftime(text, sizeof text, format, &parts) == 0)
        return cli_copy("-");
    return cli_copy(text);
}

char *cache_day(int64_t day)
{
    char text[40];
    time_t when = (time_t)(day * 86400);
    struct tm parts;

    if (gmtime_r(&when, &parts) == NULL || strftime(text, sizeof text, "%Y-%m-%d", &parts) == 0)
        return cli_copy("-");
    return cli_copy(text);
}

/* Options are kept one a line; what is behind them says of the library's own look at the texts. */
char *cache_options_line(const char *options)
{
    char *out = cli_copy(options == NULL ? "" : options), *at = out;

    for (const char *line = out, *next; *line != '\0'; line = next) {
        size_t length = strcspn(line, "\n");

        next = line + length + (line[length] == '\n');
        if (strncmp(line, "features ", 9) == 0 || strncmp(line, "includes ", 9) == 0)
            continue;
        if (at != out)
            *at++ = ' ';
        memmove(at, line, length);
        at += length;
    }
    *at = '\0';
    return out;
}

static void known(cli_json *json, const char *key, int value)
{
    if (value < 0)
        cli_json_text(json, key, NULL);
    else
        cli_json_integer(json, key, value);
}

void cache_entry_json(cli_json *json, const char *key, const cujit_cache_entry *entry, const char *toolchain_name,
                      bool whole)
{
    cli_json_begin(json, key, '{');
    cli_json_text(json, "id", entry->id);
    cli_json_text(json, "name", entry->name);
    cli_json_text(json, "architecture", entry->architecture);
    cli_json_text(json, "toolchain", entry->toolchain);
    cli_json_text(json, "toolchain_name", toolchain_name);
    cli_json_text(json, "options", entry->options);
    cli_json_text(json, "schema", entry->schema);
    cli_json_text(json, "object_kind", entry->object_kind);
    cli_json_text(json, "object_architecture", entry->object_architecture);
    cli_json_unsigned(json, "object_bytes", entry->object_size);
    known(json, "registers", entry->registers);
    known(json, "shared_bytes", entry->shared_bytes);
    known(json, "stack_bytes", entry->stack_bytes);
    known(json, "spill_store_bytes", entry->spill_store_bytes);
    known(json, "spill_load_bytes", entry->spill_load_bytes);
    cli_json_real(json, "compile_ms", entry->compile_ms);
    cli_json_real(json, "saved_ms", entry->saved_ms);
    cli_json_integer(json, "created", entry->created);
    cli_json_integer(json, "used", entry->used);
    cli_json_unsigned(json, "uses", entry->uses);
    cli_json_bool(json, "pinned", entry->pinned != 0);
    cli_json_bool(json, "gone", entry->gone != 0);
    if (whole) {
        cli_json_bool(json, "intact", entry->intact != 0);
        cli_json_bool(json, "untrusted", entry->untrusted != 0);
        cli_json_text(json, "source", entry->source);
        cli_json_text(json, "log", entry->log);
    }
    cli_json_end(json, '}');
}

void cache_day_json(cli_json *json, const cujit_cache_day *day)
{
    char *date = cache_day(day->day);

    cli_json_begin(json, NULL, '{');
    cli_json_text(json, "day", date);
    cli_json_unsigned(json, "hits", day->hits);
    cli_json_unsigned(json, "absent", day->absent);
    cli_json_unsigned(json, "other_toolchain", day->other_toolchain);
    cli_json_unsigned(json, "other_architecture", day->other_architecture);
    cli_json_unsigned(json, "other_options", day->other_options);
    cli_json_unsigned(json, "other_version", day->other_version);
    cli_json_unsigned(json, "damaged", day->damaged);
    cli_json_unsigned(json, "rejected", day->rejected);
    cli_json_unsigned(json, "unavailable", day->unavailable);
    cli_json_unsigned(json, "untrusted", day->untrusted);
    cli_json_unsigned(json, "failed", day->failed);
    cli_json_unsigned(json, "lock_timeouts", day->lock_timeouts);
    cli_json_unsigned(json, "unlocked", day->unlocked);
    cli_json_unsigned(json, "layer_hits", day->layer_hits);
    cli_json_unsigned(json, "remote_hits", day->remote_hits);
    cli_json_unsigned(json, "stores", day->stores);
    cli_json_unsigned(json, "evictions", day->evictions);
    cli_json_real(json, "compile_ms", day->compile_ms);
    cli_json_real(json, "saved_ms", day->saved_ms);
    if (day->entries > 0) {
        cli_json_unsigned(json, "entries", day->entries);
        cli_json_unsigned(json, "object_bytes", day->bytes);
    } else {
        cli_json_text(json, "entries", NULL);
        cli_json_text(json, "object_bytes", NULL);
    }
    cli_json_end(json, '}');
    free(date);
}
