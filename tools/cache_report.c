/*
 * cache_report.c: `cujit cache report`: the cache as one page of HTML that needs nothing else, without scripts.
 */
#include "cache_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1b2430;--soft:#5b6675;--line:#d8dee6;--back:#fff;--raised:#f5f7fa;"
    "--a:#2f7d5b;--b:#d08a2e}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa6b5;--line:#36404d;--back:#151a21;"
    "--raised:#1d242d;--a:#57b98d;--b:#e0a552}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:72rem;padding:1.5rem 1rem 4rem;background:var(--back);color:var(--ink);"
    "font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}p{margin:.2rem 0;color:var(--soft)}\n"
    ".tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.6rem;margin:1.2rem 0}\n"
    ".tiles div{background:var(--raised);border-radius:.5rem;padding:.6rem .8rem}\n"
    ".tiles b{display:block;font-size:1.25rem}.tiles span{color:var(--soft);font-size:.85rem}\n"
    ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(18rem,100%),1fr));gap:1rem}\n"
    "figure{margin:0}figcaption span{color:var(--soft);font-size:.85rem;margin-left:.6rem}\n"
    "figcaption i{display:inline-block;width:.7em;height:.7em;border-radius:2px;margin-right:.3em}\n"
    "svg{width:100%;height:110px;display:block;border-bottom:1px solid var(--line)}\n"
    ".v0{fill:var(--a);background:var(--a)}.v1{fill:var(--b);background:var(--b)}\n"
    ".axis{display:flex;justify-content:space-between;color:var(--soft);font-size:.8rem}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}\n"
    "th,td{text-align:left;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line);white-space:nowrap}\n"
    "th{color:var(--soft);font-weight:500}.n{text-align:right;font-variant-numeric:tabular-nums}\n"
    "td.w{white-space:normal}\n"
    "details{border:1px solid var(--line);border-radius:.5rem;margin:.4rem 0;padding:.4rem .8rem}\n"
    "summary{cursor:pointer}summary span{color:var(--soft);font-size:.88rem;margin-left:.5rem}\n"
    "pre{background:var(--raised);border-radius:.4rem;padding:.7rem;overflow-x:auto;font-size:.82rem;line-height:1.45;"
    "overflow-wrap:normal}\n";

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

/* As JSON's writer, the page holds text of unknown origin: a byte that is none becomes a sign for that. */
void cache_html_text(FILE *file, const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0';) {
        const size_t size = cli_character(at);

        if (*at == '<')
            fputs("&lt;", file);
        else if (*at == '>')
            fputs("&gt;", file);
        else if (*at == '&')
            fputs("&amp;", file);
        else if (*at == '"')
            fputs("&quot;", file);
        else if (size == 0 || *at == 0x7f || (*at < ' ' && *at != '\n' && *at != '\t'))
            fputs("&#xfffd;", file);
        else
            fwrite(at, 1, size, file);
        at += size == 0 ? 1 : size;
    }
}

static void tile(FILE *file, const char *label, const char *value)
{
    fputs("<div><b>", file);
    cache_html_text(file, value);
    fprintf(file, "</b><span>%s</span></div>\n", label);
}

/* `plural`: what makes the label one of several. */
static void count_tile(FILE *file, const char *label, const char *plural, uint64_t count)
{
    char text[32], *whole = cli_format("%s%s", label, count == 1 ? "" : plural);

    snprintf(text, sizeof text, "%" PRIu64, count);
    tile(file, whole, text);
    free(whole);
}

static void write_tiles(FILE *file, const cujit_cache_stats *stats, const cujit_cache_day *all)
{
    const uint64_t asked = all->hits + cache_day_misses(all);
    char text[32], *of;

    fputs("<div class=\"tiles\">\n", file);
    count_tile(file, "kernel", "s", stats->entries);
    tile(file, "of objects", cli_print_bytes((double)stats->bytes, text, sizeof text));
    cli_print_bytes((double)stats->limit, text, sizeof text);
    of = cli_format("file, of %s", text);
    tile(file, of, cli_print_bytes((double)stats->file_bytes, text, sizeof text));
    free(of);
    count_tile(file, "hit", "s", all->hits);
    count_tile(file, "miss", "es", asked - all->hits);
    snprintf(text, sizeof text, "%.1f %%", asked > 0 ? 100 * (double)all->hits / (double)asked : 0.0);
    tile(file, "found", text);
    tile(file, "saved", cli_print_ms(all->saved_ms, text, sizeof text));
    tile(file, "spent on compiling", cli_print_ms(all->compile_ms, text, sizeof text));
    count_tile(file, "evicted", "", all->evictions);
    count_tile(file, "pinned", "", stats->pinned);
    fputs("</div>\n", file);
}

/* "12", for cache_chart(). */
static const char *print_count(double value, char *buffer, size_t room)
{
    snprintf(buffer, room, "%.0f", value);
    return buffer;
}

static void write_charts(FILE *file, const cujit_cache_stats *stats, const cache_history *history)
{
    static const char *const use[] = {"hits", "misses"}, *const spent[] = {"saved", "spent on compiling"},
                             *const size[] = {"of objects", NULL};
    size_t uses, times, sizes;
    cache_bar *of_use = cache_bars_of_use(history, &uses), *of_time = cache_bars_of_time(history, &times),
              *of_size = cache_bars_of_size(history, stats, (int64_t)time(NULL) / 86400, &sizes);

    fputs("<div class=\"charts\">\n", file);
    cache_chart(file, "Look-ups", false, use, of_use, uses, print_count);
    cache_chart(file, "Time", false, spent, of_time, times, cli_print_ms);
    cache_chart(file, "Size", true, size, of_size, sizes, cli_print_bytes);
    fputs("</div>\n", file);
    cache_bars_free(of_use, uses);
    cache_bars_free(of_time, times);
    cache_bars_free(of_size, sizes);
}

static void write_reasons(FILE *file, const cujit_cache_day *all)
{
    if (cache_day_misses(all) + cache_day_events(all) == 0)
        return;
    fputs("<h2>Why kernels were not there, and what else happened</h2>\n<div class=\"scroll\"><table>\n", file);
#define ROW(member, words)                                                                                             \
    if (all->member > 0)                                                                                               \
        fprintf(file, "<tr><td class=\"n\">%" PRIu64 "</td><td class=\"w\">%s</td></tr>\n", all->member, words);
    CACHE_REASONS(ROW)
    CACHE_EVENTS(ROW)
#undef ROW
    fputs("</table></div>\n", file);
}

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

typedef struct group {
    const char *name; /* of the entries' */
    double bytes, compile_ms, saved_ms;
    uint64_t kernels, uses;
} group;

static void add_to_group(group **groups, size_t *count, const char *name, const cujit_cache_entry *entry)
{
    size_t k = 0;

    while (k < *count && strcmp((*groups)[k].name, name) != 0)
        k++;
    if (k == *count) {
        *groups = cli_realloc(*groups, (*count + 1) * sizeof **groups);
        (*groups)[(*count)++] = (group){.name = name};
    }
    (*groups)[k].bytes += (double)entry->object_size;
    (*groups)[k].compile_ms += entry->compile_ms;
    (*groups)[k].saved_ms += entry->saved_ms;
    (*groups)[k].kernels++;
    (*groups)[k].uses += entry->uses;
}

static void write_groups(FILE *file, const cache_entries *entries, bool toolchains)
{
    group *groups = NULL;
    size_t count = 0;
    char size[32], spent[32], saved[32];

    for (size_t k = 0; k < entries->count; k++) {
        const cujit_cache_entry *entry = &entries->items[k].as;

        add_to_group(&groups, &count,
                     toolchains ? cache_entries_toolchain(entries, entry->toolchain) : entry->architecture, entry);
    }
    fprintf(file,
            "<h2>%s</h2>\n<div class=\"scroll\"><table>\n<tr><th>%s</th><th class=\"n\">Kernels</th><th class=\"n\">"
            "Size</th><th class=\"n\">Uses</th><th class=\"n\">Compiled in</th><th class=\"n\">Saved</th></tr>\n",
            toolchains ? "Compilers" : "Architectures", toolchains ? "Compiler" : "Architecture");
    for (size_t k = 0; k < count; k++) {
        fputs("<tr><td>", file);
        cache_html_text(file, groups[k].name);
        fprintf(file,
                "</td><td class=\"n\">%" PRIu64 "</td><td class=\"n\">%s</td><td class=\"n\">%" PRIu64
                "</td><td class=\"n\">%s</td><td class=\"n\">%s</td></tr>\n",
                groups[k].kernels, cli_print_bytes(groups[k].bytes, size, sizeof size), groups[k].uses,
                cli_print_ms(groups[k].compile_ms, spent, sizeof spent),
                cli_print_ms(groups[k].saved_ms, saved, sizeof saved));
    }
    fputs("</table></div>\n", file);
    free(groups);
}

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

static void write_property(FILE *file, const char *label, const char *value)
{
    if (value[0] == '\0')
        return;
    fprintf(file, "<tr><th>%s</th><td class=\"w\">", label);
    cache_html_text(file, value);
    fputs("</td></tr>\n", file);
}

static void write_properties(FILE *file, const cujit_cache_entry *entry, const char *toolchain)
{
    const char *flaw = cache_entry_flaw(entry);
    char *options = cache_options_line(entry->options), *created = cache_date(entry->created, "%Y-%m-%d %H:%M"),
         *used = cache_date(entry->used, "%Y-%m-%d %H:%M"),
         *registers = entry->registers < 0 ? cli_copy("") : cli_format("%d per thread", entry->registers);

    fputs("<div class=\"scroll\"><table>\n", file);
    write_property(file, "Id", entry->id);
    write_property(file, "Compiler", toolchain);
    write_property(file, "Options", options);
    write_property(file, "Registers", registers);
    write_property(file, "Created", created);
    write_property(file, "Last used", used);
    write_property(file, "State",
                   flaw != NULL    ? flaw
                   : entry->pinned ? "pinned"
                   : entry->gone   ? "its compiler was not used for a week"
                                   : "");
    fputs("</table></div>\n", file);
    free(options);
    free(created);
    free(used);
    free(registers);
}

static void write_kernel(FILE *file, const cujit_cache_entry *entry, const char *toolchain)
{
    char size[32], spent[32], saved[32];

    fputs("<details><summary><b>", file);
    cache_html_text(file, entry->name);
    fputs("</b><span>", file);
    cache_html_text(file, entry->architecture);
    fprintf(file, ", %s</span><span>%" PRIu64 " use%s</span><span>compiled in %s, saved %s</span></summary>\n",
            cli_print_bytes((double)entry->object_size, size, sizeof size), entry->uses, entry->uses == 1 ? "" : "s",
            cli_print_ms(entry->compile_ms, spent, sizeof spent), cli_print_ms(entry->saved_ms, saved, sizeof saved));
    write_properties(file, entry, toolchain);
    fputs("<pre>", file);
    cache_html_text(file, entry->source);
    fputs("</pre>\n", file);
    if (entry->log[0] != '\0') {
        fputs("<p>The compiler's log</p>\n<pre>", file);
        cache_html_text(file, entry->log);
        fputs("</pre>\n", file);
    }
    fputs("</details>\n", file);
}

/* One that was deleted meanwhile is left out. */
static void write_kernels(cache_command *self, FILE *file, const cache_entries *entries, size_t most)
{
    fputs("<h2>Kernels</h2>\n", file);
    if (entries->count == 0)
        fputs("<p>None.</p>\n", file);
    for (size_t k = 0; k < entries->count && k < most; k++) {
        const cujit_cache_entry *entry = &entries->items[k].as;
        cache_entry whole;

        if (cache_entry_find(self->cache, entry->id, &whole, NULL))
            write_kernel(file, &whole.as, cache_entries_toolchain(entries, entry->toolchain));
        cache_entry_clear(&whole);
    }
    if (entries->count > most)
        fprintf(file, "<p>%zu more are not shown (--limit).</p>\n", entries->count - most);
}

/* ---- The page ---------------------------------------------------------------------------------------------------- */

static void write_page(cache_command *self, FILE *file, const cache_entries *entries, const cache_history *history,
                       size_t most)
{
    const cujit_cache_day all = cache_history_sum(history, INT64_MIN);
    char *now = cache_date((int64_t)time(NULL), "%Y-%m-%d %H:%M");
    cujit_cache_stats stats = {0};

    cujit_cache_get_stats(self->cache, &stats);
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<title>Kernel cache</title>\n<style>\n",
          file);
    fputs(style, file);
    fputs("</style>\n</head>\n<body>\n<h1>Kernel cache</h1>\n<p>", file);
    cache_html_text(file, cujit_cache_directory(self->cache));
    fprintf(file, ", %s, cujit %s</p>\n", now, cujit_version());
    write_tiles(file, &stats, &all);
    write_charts(file, &stats, history);
    write_groups(file, entries, false);
    write_groups(file, entries, true);
    write_reasons(file, &all);
    write_kernels(self, file, entries, most);
    fputs("</body>\n</html>\n", file);
    free(now);
}

int cache_report(cache_command *self, cujit_error *error)
{
    const char *path = self->options.output != NULL ? self->options.output : "-";
    cache_entries entries = {.items = NULL};
    cache_history history = {.days = NULL};
    size_t size = 0, most = 100;
    char *text = NULL;
    FILE *file;

    if (self->options.limit != NULL && !cache_count_parse(self->options.limit, &most, &self->problem))
        return cli_report_problem("cache", &self->problem);
    if (!cache_history_read(self->cache, &history, error) || !cache_entries_read(self, &entries, error)) {
        free(history.days);
        return cli_report_error("cache report", error, false);
    }
    if ((file = open_memstream(&text, &size)) == NULL)
        cli_no_memory();
    write_page(self, file, &entries, &history, most);
    if (fclose(file) != 0)
        cli_no_memory();
    cli_write_file(path, text, size, &self->problem);
    free(text);
    free(history.days);
    cache_entries_clear(&entries);
    return self->problem.text == NULL ? CLI_OK : cli_report_problem("cache report", &self->problem);
}
