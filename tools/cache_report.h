/*
 * cache_report.h: what the page of `cujit cache report` is made of.
 */
#ifndef TOOLS_CACHE_REPORT_H
#define TOOLS_CACHE_REPORT_H

#include "cache_stats.h"

/* Writes a text with all that HTML gives a meaning to escaped, and what is no text in UTF-8 as U+FFFD. */
void cache_html_text(FILE *file, const char *text);

/* A day, or another place on an axis of time: what is stacked there, the first at the bottom. */
typedef struct cache_bar {
    char *label; /* owned */
    double values[2];
} cache_bar;

/* A chart of bars, or of the curve of their first values: `legend` has the meaning of the values (the second NULL:
 * there is none), and `print` writes one with its unit. Nothing where all are 0. */
typedef const char *(*cache_print)(double value, char *buffer, size_t room);
void cache_chart(FILE *file, const char *title, bool curve, const char *const legend[2], const cache_bar *bars,
                 size_t count, cache_print print);

/* What they show. The caller frees the bars with cache_bars_free(). */
cache_bar *cache_bars_of_use(const cache_history *history, size_t *count);  /* hits, misses */
cache_bar *cache_bars_of_time(const cache_history *history, size_t *count); /* ms saved, spent */
/* Bytes of objects on the days on which they were counted, and now; `today`: days since 1970. */
cache_bar *cache_bars_of_size(const cache_history *history, const cujit_cache_stats *now, int64_t today, size_t *count);
void cache_bars_free(cache_bar *bars, size_t count);

#endif
