/*
 * summary.h: what is in an array, in a few numbers and a small picture.
 */
#ifndef TOOLS_SUMMARY_H
#define TOOLS_SUMMARY_H

#include "print.h"

enum { CLI_SUMMARY_BINS = 40 };

/* Of the finite elements; of complex numbers their absolute values. */
typedef struct cli_summary {
    size_t finite, nans, infinities;
    double least, most, mean, deviation; /* NaN where no element is finite */
    size_t bins[CLI_SUMMARY_BINS], bin_count;
} cli_summary;

void cli_summary_make(const cli_array *array, cli_summary *out);

/* Two lines: the numbers, and a histogram of block characters, or where the locale is not of UTF-8, of others. */
void cli_summary_print(FILE *file, const cli_array *array, const cli_summary *summary);
void cli_summary_json(cli_json *json, const char *key, const cli_summary *summary);

/* Whether a person's terminal knows more than ASCII: LC_ALL, else LC_CTYPE, else LANG, speak of UTF-8. */
bool cli_has_utf8(void);

/* An element as a double; of a complex number its absolute value. */
double cli_array_value(const cli_array *array, size_t k);

#endif
