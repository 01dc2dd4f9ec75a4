/*
 * print.c: sizes, times and tables for people.
 */
#include "print.h"

#include <stdlib.h>
#include <string.h>

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
             value <= 0    ? 0
             : value < 10  ? 2
             : value < 100 ? 1
                           : 0,
             value,
             ms > 0 && ms < 1 ? "us"
             : ms < 1e3       ? "ms"
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
