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

/* A chart of bars: `legend` has the meaning of the values (the second NULL: there is none), and `print` writes one with its
 * unit. Nothing where there are no bars. */
typedef const char *(*cache_print)(double value, char *buffer, size_t room);
void cache_chart(FILE *file, const char *title, const char *const legend[2], const cache_bar *bars, size_t count,
                 cache_print print);

/* What they show. The caller frees the bars with cache_bars_free(). */
cache_bar *cache_bars_of_use(const cache_history *history, size_t *count);  /* hits, misses */
cache_bar *cache_bars_of_time(const cache_history *history, size_t *count); /* ms saved, spent */
/* Bytes of the objects that are there, by the day on which they had come. */
cache_bar *cache_bars_of_size(const cache_entries *entries, size_t *count);
void cache_bars_free(cache_bar *bars, size_t count);

#endif
