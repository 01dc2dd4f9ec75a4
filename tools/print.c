/*
 * print.c: arrays and tables for people.
 *
 * An array is walked twice: first to find the number of digits and the width that all shown elements need, then to
 * print. Both walks skip the same elements in the middle of long axes.
 */
#include "print.h"

#include "element.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_WHOLE = 1000, EDGE = 3, LINE = 100, SIGNIFICANT = 8, CELL = 80, ROOM = 2 * CELL + 2 };

/* What all elements of one array share on paper. */
typedef struct layout {
    const cli_array *array;
    cujit_dtype part; /* of a complex number; else the dtype itself */
    size_t strides[CLI_MAX_NDIM];
    bool shorten, scientific, whole;
    int digits, most_digits; /* behind the point: needed, and allowed */
    double least, most;
    size_t width;
} layout;

/* ---- One element ------------------------------------------------------------------------------------------------- */

/* Does the text, read back into the type, give this value again? */
static bool round_trips(cujit_dtype part, const char *text, double value)
{
    cli_number number = {.kind = CLI_REAL, .real = strtod(text, NULL)};
    unsigned char bytes[16];

    cli_element_store(part, bytes, &number);
    cli_element_load(part, bytes, &number);
    return number.real == value;
}

static void format_part(const layout *how, double value, int digits, char *out)
{
    if (!isfinite(value))
        snprintf(out, CELL, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
    else
        snprintf(out, CELL, how->scientific ? "%.*e" : "%.*f%s", digits, value, digits == 0 ? "." : "");
}

/* The fewest digits that say the value exactly, or the most that are allowed. */
static int digits_needed(const layout *how, double value)
{
    char text[CELL];
    int digits = how->digits;

    if (!isfinite(value))
        return digits;
    for (; digits < how->most_digits; digits++) {
        format_part(how, value, digits, text);
        if (round_trips(how->part, text, value))
            break;
    }
    return digits;
}

static void format_element(const layout *how, const unsigned char *at, char *out)
{
    cli_number number;
    char imaginary[CELL];

    cli_element_load(how->array->dtype, at, &number);
    if (how->array->dtype == CUJIT_BOOL)
        snprintf(out, CELL, "%s", number.i != 0 ? "true" : "false");
    else if (number.kind == CLI_INT)
        snprintf(out, CELL, "%lld", number.i);
    else if (number.kind == CLI_UINT)
        snprintf(out, CELL, "%llu", number.u);
    else
        format_part(how, number.real, how->digits, out);
    if (number.kind == CLI_COMPLEX) {
        format_part(how, number.imaginary, how->digits, imaginary);
        snprintf(out + strlen(out), sizeof imaginary + 2, "%s%sj", imaginary[0] == '-' ? "" : "+", imaginary);
    }
}

/* ---- All elements that are shown --------------------------------------------------------------------------------- */

typedef void (*visitor)(layout *how, const unsigned char *at);

static void visit_shown(layout *how, int axis, const unsigned char *at, visitor visit)
{
    const cli_array *array = how->array;
    size_t length = axis < array->ndim ? array->shape[axis] : 0;

    if (axis == array->ndim) {
        visit(how, at);
        return;
    }
    for (size_t k = 0; k < length; k++) {
        if (how->shorten && length > 2 * EDGE && k == EDGE)
            k = length - EDGE;
        visit_shown(how, axis + 1, at + k * how->strides[axis], visit);
    }
}

static void see_magnitude(layout *how, const unsigned char *at)
{
    cli_number number;

    cli_element_load(how->array->dtype, at, &number);
    for (int k = 0; k < (number.kind == CLI_COMPLEX ? 2 : 1); k++) {
        double magnitude = fabs(k == 0 ? number.real : number.imaginary);

        if (number.kind < CLI_REAL || !isfinite(magnitude) || magnitude == 0)
            continue;
        how->whole = how->whole && magnitude == trunc(magnitude);
        how->least = how->least == 0 || magnitude < how->least ? magnitude : how->least;
        how->most = magnitude > how->most ? magnitude : how->most;
    }
}

static void see_digits(layout *how, const unsigned char *at)
{
    cli_number number;

    cli_element_load(how->array->dtype, at, &number);
    if (number.kind < CLI_REAL)
        return;
    how->digits = digits_needed(how, number.real);
    if (number.kind == CLI_COMPLEX)
        how->digits = digits_needed(how, number.imaginary);
}

static void see_width(layout *how, const unsigned char *at)
{
    char text[ROOM];
    size_t width;

    format_element(how, at, text);
    width = strlen(text);
    how->width = width > how->width ? width : how->width;
}

static layout plan(const cli_array *array)
{
    layout how = {.array = array, .part = array->dtype, .shorten = array->size > SHOWN_WHOLE, .whole = true};

    if (array->dtype == CUJIT_COMPLEX64 || array->dtype == CUJIT_COMPLEX128)
        how.part = array->dtype == CUJIT_COMPLEX64 ? CUJIT_FLOAT32 : CUJIT_FLOAT64;
    cli_array_strides(array, how.strides);
    if (array->size == 0)
        return how;
    visit_shown(&how, 0, array->data, see_magnitude);
    /* A column of numbers is easier to read with exponents where it would lose the small ones without. */
    how.scientific = how.most >= 1e8 || (!how.whole && (how.least < 1e-4 || how.most / how.least > 1e5));
    how.most_digits = how.scientific ? SIGNIFICANT - 1
                      : how.most < 1 ? SIGNIFICANT
                                     : SIGNIFICANT - 1 - (int)log10(how.most);
    visit_shown(&how, 0, array->data, see_digits);
    visit_shown(&how, 0, array->data, see_width);
    return how;
}

/* ---- On paper ---------------------------------------------------------------------------------------------------- */

/* The innermost axis: as many elements to a line as fit, further lines indented under the first. */
static void print_row(FILE *file, const layout *how, const unsigned char *at, int indent)
{
    int axis = how->array->ndim - 1;
    size_t length = how->array->shape[axis], column = (size_t)indent;
    char text[ROOM];

    for (size_t k = 0; k < length; k++) {
        if (k > 0 && column + 1 + how->width > LINE) {
            fprintf(file, "\n%*s", indent, "");
            column = (size_t)indent;
        } else if (k > 0) {
            fputc(' ', file);
            column++;
        }
        if (how->shorten && length > 2 * EDGE && k == EDGE) {
            fputs("... ", file);
            column += 4;
            k = length - EDGE;
        }
        format_element(how, at + k * how->strides[axis], text);
        fprintf(file, "%*s", (int)how->width, text);
        column += how->width;
    }
}

static void print_axis(FILE *file, const layout *how, int axis, const unsigned char *at)
{
    const cli_array *array = how->array;
    size_t length = array->shape[axis];

    fputc('[', file);
    if (axis == array->ndim - 1) {
        print_row(file, how, at, axis + 1);
        fputc(']', file);
        return;
    }
    for (size_t k = 0; k < length; k++) {
        /* A blank line more for every axis between the two innermost and this one. */
        for (int blank = axis; k > 0 && blank < array->ndim - 1; blank++)
            fputc('\n', file);
        if (k > 0)
            fprintf(file, "%*s", axis + 1, "");
        if (how->shorten && length > 2 * EDGE && k == EDGE) {
            fprintf(file, "...\n%*s", axis + 1, "");
            k = length - EDGE;
        }
        print_axis(file, how, axis + 1, at + k * how->strides[axis]);
    }
    fputc(']', file);
}

void cli_print_array(FILE *file, const char *name, const cli_array *array)
{
    layout how = plan(array);
    char *shape = cli_shape_text(array->ndim, array->shape), text[ROOM];

    fprintf(file, "%s = %s %s%s\n", name, cujit_dtype_name(array->dtype), shape,
            array->fortran ? ", Fortran order" : "");
    free(shape);
    if (array->ndim == 0) {
        format_element(&how, array->data, text);
        fputs(text, file);
    } else if (array->size == 0) {
        fputs("[]", file);
    } else {
        print_axis(file, &how, 0, array->data);
    }
    fputc('\n', file);
}

const char *cli_print_bytes(double bytes, char *buffer, size_t room)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    size_t unit = 0;

    while (bytes >= 999.5 && unit + 1 < sizeof units / sizeof *units) {
        bytes /= 1000;
        unit++;
    }
    snprintf(buffer, room, "%.*f %s", unit > 0 && bytes < 9.95 ? 1 : 0, bytes, units[unit]);
    return buffer;
}

const char *cli_print_ms(double ms, char *buffer, size_t room)
{
    double value = ms < 1 ? ms * 1e3 : ms < 1e3 ? ms : ms * 1e-3;

    snprintf(buffer, room, "%.*f %s",
             value < 10    ? 2
             : value < 100 ? 1
                           : 0,
             value,
             ms < 1     ? "us"
             : ms < 1e3 ? "ms"
                        : "s");
    return buffer;
}

/* How many places a text takes: bytes that continue a character of UTF-8 take none. */
static size_t places(const char *text)
{
    size_t count = 0;

    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

void cli_print_table(FILE *file, size_t columns, const char *align, size_t rows, char *const *cells)
{
    size_t *widths = cli_alloc(columns * sizeof *widths);

    for (size_t k = 0; k < rows * columns; k++) {
        size_t width = places(cells[k]);

        widths[k % columns] = width > widths[k % columns] ? width : widths[k % columns];
    }
    for (size_t k = 0; k < rows * columns; k++) {
        size_t column = k % columns, padding = widths[column] - places(cells[k]);
        bool last = column + 1 == columns, right = align[column] == 'r';

        fprintf(file, "%*s%s%*s%s", right ? (int)padding : 0, "", cells[k], right || last ? 0 : (int)padding, "",
                last ? "\n" : "  ");
    }
    free(widths);
}
