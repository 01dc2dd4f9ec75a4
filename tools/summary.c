/*
 * summary.c: what is in an array, in a few numbers and a small picture.
 */
#include "summary.h"

#include "element.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

double cli_array_value(const cli_array *array, size_t k)
{
    const unsigned char *at = array->data + k * cujit_dtype_size(array->dtype);
    cli_number number;
    float single;

    if (array->dtype == CUJIT_FLOAT32) {
        memcpy(&single, at, sizeof single);
        return (double)single;
    }
    cli_element_load(array->dtype, at, &number);
    switch (number.kind) {
    case CLI_INT:
        return (double)number.i;
    case CLI_UINT:
        return (double)number.u;
    case CLI_REAL:
        return number.real;
    case CLI_COMPLEX:
        break;
    }
    return hypot(number.real, number.imaginary);
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

static void count(const cli_array *array, cli_summary *out)
{
    long double sum = 0;

    for (size_t k = 0; k < array->size; k++) {
        const double value = cli_array_value(array, k);

        out->nans += isnan(value);
        out->infinities += isinf(value) != 0;
        if (!isfinite(value))
            continue;
        out->least = out->finite == 0 || value < out->least ? value : out->least;
        out->most = out->finite == 0 || value > out->most ? value : out->most;
        out->finite++;
        sum += (long double)value;
    }
    out->mean = (double)(sum / (long double)out->finite);
}

/* Few whole numbers have a bin each. */
static void choose_bins(const cli_array *array, cli_summary *out)
{
    long long least;
    unsigned long long most;

    out->bin_count = out->most > out->least ? CLI_SUMMARY_BINS : 1;
    if (cli_integer_limits(array->dtype, &least, &most) && out->most - out->least < CLI_SUMMARY_BINS)
        out->bin_count = (size_t)(out->most - out->least) + 1;
}

void cli_summary_make(const cli_array *array, cli_summary *out)
{
    long double squares = 0;
    double scale;

    *out = (cli_summary){.least = (double)NAN, .most = (double)NAN, .mean = (double)NAN, .deviation = (double)NAN};
    count(array, out);
    if (out->finite == 0)
        return;
    choose_bins(array, out);
    /* Halves, since the difference of two finite numbers may be none. */
    scale = (double)out->bin_count / (out->most / 2 - out->least / 2);
    for (size_t k = 0; k < array->size; k++) {
        const double value = cli_array_value(array, k);
        double bin = (value / 2 - out->least / 2) * scale;

        if (!isfinite(value))
            continue;
        squares += ((long double)value - (long double)out->mean) * ((long double)value - (long double)out->mean);
        bin = bin >= 0 ? bin : 0; /* NaN where all are the same */
        out->bins[bin < (double)out->bin_count ? (size_t)bin : out->bin_count - 1]++;
    }
    out->deviation = (double)sqrtl(squares / (long double)out->finite);
}

/* ---- Showing ----------------------------------------------------------------------------------------------------- */

bool cli_has_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const char *value = getenv(names[k]);

        if (value != NULL && value[0] != '\0')
            return strcasestr(value, "utf-8") != NULL || strcasestr(value, "utf8") != NULL;
    }
    return false;
}

/* Empty bins are blank; others reach from the lowest character to the highest. */
static void print_bins(FILE *file, const cli_summary *summary)
{
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const plain[] = {" ", ".", ":", "-", "=", "+", "*", "#", "@"};
    const char *const *levels = cli_has_utf8() ? blocks : plain;
    size_t most = 0;

    for (size_t k = 0; k < summary->bin_count; k++)
        most = summary->bins[k] > most ? summary->bins[k] : most;
    for (size_t k = 0; k < summary->bin_count; k++) {
        const double part = (double)summary->bins[k] / (double)most;

        fputs(levels[summary->bins[k] == 0 ? 0 : 1 + (size_t)(part * 7.5 < 7 ? part * 7.5 : 7)], file);
    }
}

void cli_summary_print(FILE *file, const cli_array *array, const cli_summary *summary)
{
    const bool complex = array->dtype == CUJIT_COMPLEX64 || array->dtype == CUJIT_COMPLEX128;
    char *shape = cli_shape_text(array->ndim, array->shape), size[32];

    fprintf(file, "%s %s, %s", cujit_dtype_name(array->dtype), shape,
            cli_print_bytes((double)array->bytes, size, sizeof size));
    free(shape);
    if (summary->finite > 0)
        fprintf(file, "; %smin %.6g, max %.6g, mean %.6g, std %.6g", complex ? "absolute values: " : "", summary->least,
                summary->most, summary->mean, summary->deviation);
    if (summary->nans > 0)
        fprintf(file, "; %zu NaN", summary->nans);
    if (summary->infinities > 0)
        fprintf(file, "; %zu infinite", summary->infinities);
    fputc('\n', file);
    if (summary->bin_count < 2)
        return;
    fprintf(file, "%.6g |", summary->least);
    print_bins(file, summary);
    fprintf(file, "| %.6g\n", summary->most);
}

void cli_summary_json(cli_json *json, const char *key, const cli_summary *summary)
{
    cli_json_begin(json, key, '{');
    cli_json_real(json, "min", summary->least);
    cli_json_real(json, "max", summary->most);
    cli_json_real(json, "mean", summary->mean);
    cli_json_real(json, "std", summary->deviation);
    cli_json_unsigned(json, "nan", summary->nans);
    cli_json_unsigned(json, "infinite", summary->infinities);
    cli_json_begin(json, "histogram", '[');
    json->inside = true;
    for (size_t k = 0; k < summary->bin_count; k++)
        cli_json_unsigned(json, NULL, summary->bins[k]);
    cli_json_end(json, ']');
    json->inside = false;
    cli_json_end(json, '}');
}
