/*
 * cache_report_chart.c: charts of bars over time as SVG. What is written is HTML around the picture, so that it is as
 * large on a small screen as elsewhere.
 */
#include "cache_report.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BARS = 60, HEIGHT = 100, STEP = 10, BAR = 8 };

/* ---- What is shown ----------------------------------------------------------------------------------------------- */

cache_bar *cache_bars_of_use(const cache_history *history, size_t *count)
{
    const size_t first = history->count > MOST_BARS ? history->count - MOST_BARS : 0;
    cache_bar *bars = cli_alloc((history->count - first + 1) * sizeof *bars);

    *count = history->count - first;
    for (size_t k = 0; k < *count; k++) {
        const cujit_cache_day *day = &history->days[first + k];

        bars[k] = (cache_bar){cache_day(day->day), {(double)day->hits, (double)cache_day_misses(day)}};
    }
    return bars;
}

cache_bar *cache_bars_of_time(const cache_history *history, size_t *count)
{
    cache_bar *bars = cache_bars_of_use(history, count);

    for (size_t k = 0; k < *count; k++) {
        const cujit_cache_day *day = &history->days[history->count - *count + k];

        bars[k].values[0] = day->saved_ms;
        bars[k].values[1] = day->compile_ms;
    }
    return bars;
}

/* `entries`: in any order. Time is divided so that all of it fits. */
cache_bar *cache_bars_of_size(const cache_entries *entries, size_t *count)
{
    int64_t first = INT64_MAX, last = 0, step = 86400;
    cache_bar *bars;

    *count = 0;
    for (size_t k = 0; k < entries->count; k++) {
        const int64_t created = entries->items[k].as.created;

        first = created < first ? created : first;
        last = created > last ? created : last;
    }
    if (entries->count == 0 || first <= 0)
        return cli_alloc(sizeof *bars);
    first -= first % 86400;
    while ((last - first) / step >= MOST_BARS)
        step += 86400;
    *count = (size_t)((last - first) / step) + 1;
    bars = cli_alloc(*count * sizeof *bars);
    for (size_t k = 0; k < entries->count; k++)
        bars[(entries->items[k].as.created - first) / step].values[0] += (double)entries->items[k].as.object_size;
    for (size_t k = 0; k < *count; k++) {
        bars[k].label = cache_day((first + (int64_t)k * step) / 86400);
        bars[k].values[0] += k > 0 ? bars[k - 1].values[0] : 0;
    }
    return bars;
}

void cache_bars_free(cache_bar *bars, size_t count)
{
    for (size_t k = 0; k < count; k++)
        free(bars[k].label);
    free(bars);
}

/* ---- The picture ------------------------------------------------------------------------------------------------- */

static void write_bar(FILE *file, const cache_bar *bar, size_t place, double most, const char *const legend[2],
                      cache_print print)
{
    double floor = HEIGHT;
    char text[2][32];

    fprintf(file, "<g><title>%s: %s %s", bar->label, print(bar->values[0], text[0], sizeof text[0]), legend[0]);
    if (legend[1] != NULL)
        fprintf(file, ", %s %s", print(bar->values[1], text[1], sizeof text[1]), legend[1]);
    fputs("</title>", file);
    for (int k = 0; k < 2; k++) {
        const double height = HEIGHT * bar->values[k] / most;

        if (height > 0)
            fprintf(file, "<rect class=\"v%d\" x=\"%zu\" y=\"%.2f\" width=\"%d\" height=\"%.2f\"/>", k,
                    place * STEP + 1, floor - height, BAR, height);
        floor -= height;
    }
    fputs("</g>\n", file);
}

void cache_chart(FILE *file, const char *title, const char *const legend[2], const cache_bar *bars, size_t count,
                 cache_print print)
{
    double most = 0;
    char text[32];

    for (size_t k = 0; k < count; k++)
        most = bars[k].values[0] + bars[k].values[1] > most ? bars[k].values[0] + bars[k].values[1] : most;
    if (!(most > 0))
        return;
    fprintf(file, "<figure>\n<figcaption><b>%s</b> <span><i class=\"v0\"></i>%s</span>", title, legend[0]);
    if (legend[1] != NULL)
        fprintf(file, " <span><i class=\"v1\"></i>%s</span>", legend[1]);
    fprintf(file, "</figcaption>\n<div class=\"axis\">%s</div>\n", print(most, text, sizeof text));
    /* Few bars do not become as wide as the page. */
    fprintf(file, "<svg viewBox=\"0 0 %zu %d\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"%s\">\n",
            (count < 14 ? 14 : count) * STEP, HEIGHT, title);
    for (size_t k = 0; k < count; k++)
        write_bar(file, &bars[k], k, most, legend, print);
    fprintf(file, "</svg>\n<div class=\"axis\"><span>%s</span><span>%s</span></div>\n</figure>\n", bars[0].label,
            count > 1 ? bars[count - 1].label : "");
}
