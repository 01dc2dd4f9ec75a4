/*
 * cache_report_chart.c: charts of bars, or a curve, over time as SVG. What is written is HTML around the picture, so
 * that it is as large on a small screen as elsewhere.
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

cache_bar *cache_bars_of_size(const cache_history *history, const cujit_cache_stats *now, int64_t today, size_t *count)
{
    cache_bar *bars = cli_alloc((history->count + 1) * sizeof *bars);
    size_t used = 0, first;

    for (size_t k = 0; k < history->count; k++)
        if (history->days[k].entries > 0 && history->days[k].day < today)
            bars[used++] = (cache_bar){cache_day(history->days[k].day), {(double)history->days[k].bytes}};
    bars[used++] = (cache_bar){cache_day(today), {(double)now->bytes}};
    first = used > MOST_BARS ? used - MOST_BARS : 0;
    for (size_t k = 0; k < first; k++)
        free(bars[k].label);
    memmove(bars, bars + first, (used - first) * sizeof *bars);
    *count = used - first;
    return bars;
}

void cache_bars_free(cache_bar *bars, size_t count)
{
    for (size_t k = 0; k < count; k++)
        free(bars[k].label);
    free(bars);
}

/* ---- The picture ------------------------------------------------------------------------------------------------- */

static void write_title(FILE *file, const cache_bar *bar, const char *const legend[2], cache_print print)
{
    char text[2][32];

    fprintf(file, "<title>%s: %s %s", bar->label, print(bar->values[0], text[0], sizeof text[0]), legend[0]);
    if (legend[1] != NULL)
        fprintf(file, ", %s %s", print(bar->values[1], text[1], sizeof text[1]), legend[1]);
    fputs("</title>", file);
}

static void write_bars(FILE *file, const cache_bar *bars, size_t count, double most, const char *const legend[2],
                       cache_print print)
{
    for (size_t place = 0; place < count; place++) {
        double floor = HEIGHT;

        fputs("<g>", file);
        write_title(file, &bars[place], legend, print);
        for (int k = 0; k < 2; k++) {
            const double height = HEIGHT * bars[place].values[k] / most;

            if (height > 0)
                fprintf(file, "<rect class=\"v%d\" x=\"%zu\" y=\"%.2f\" width=\"%d\" height=\"%.2f\"/>", k,
                        place * STEP + 1, floor - height, BAR, height);
            floor -= height;
        }
        fputs("</g>\n", file);
    }
}

/* What is in between two days is not known: it stays until the next one. Each has a place for a pointer to rest on. */
static void write_curve(FILE *file, const cache_bar *bars, size_t count, double most, const char *const legend[2],
                        cache_print print)
{
    fprintf(file, "<path class=\"v0\" d=\"M0 %d", HEIGHT);
    for (size_t k = 0; k < count; k++)
        fprintf(file, "V%.2fH%zu", HEIGHT - HEIGHT * bars[k].values[0] / most, (k + 1) * STEP);
    fprintf(file, "V%dZ\"/>\n", HEIGHT);
    for (size_t k = 0; k < count; k++) {
        fprintf(file, "<rect fill=\"transparent\" x=\"%zu\" width=\"%d\" height=\"%d\">", k * STEP, STEP, HEIGHT);
        write_title(file, &bars[k], legend, print);
        fputs("</rect>\n", file);
    }
}

void cache_chart(FILE *file, const char *title, bool curve, const char *const legend[2], const cache_bar *bars,
                 size_t count, cache_print print)
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
    (curve ? write_curve : write_bars)(file, bars, count, most, legend, print);
    fprintf(file, "</svg>\n<div class=\"axis\"><span>%s</span><span>%s</span></div>\n</figure>\n", bars[0].label,
            count > 1 ? bars[count - 1].label : "");
}
