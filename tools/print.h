/*
 * print.h: sizes, times and tables for people, and JSON for programs.
 */
#ifndef TOOLS_PRINT_H
#define TOOLS_PRINT_H

#include "array.h"

/* "1.5 GB", "12 kB", "7 B": steps of 1000. `room` should be 16 at least. */
const char *cli_print_bytes(double bytes, char *buffer, size_t room);

/* "12.3 us", "450 ms": three digits. */
const char *cli_print_ms(double ms, char *buffer, size_t room);

/* Columns as wide as their widest cell, two spaces between them. `cells`: rows * columns texts; the first row is the
 * heading. A column whose letter in `align` is 'r' is pushed to the right. */
void cli_print_table(FILE *file, size_t columns, const char *align, size_t rows, char *const *cells);

/* Length of the character of UTF-8 at `text`; 0: it is none (a stray byte, too long a form, a surrogate). */
size_t cli_character(const unsigned char *text);

/*
 * A writer of JSON, indented by two spaces. Between begin and end of an object every value has a key, between those of
 * an array none has (NULL). Texts may hold anything: what is not UTF-8 becomes U+FFFD. Numbers that JSON has not are
 * the texts "nan", "inf" and "-inf".
 */
typedef struct cli_json {
    FILE *file;
    int depth;
    bool more;   /* something stands in front of the next value, on its level */
    bool inside; /* on one line: the elements of an array of numbers */
} cli_json;

void cli_json_begin(cli_json *json, const char *key, char bracket);     /* '{' or '[' */
void cli_json_end(cli_json *json, char bracket);                        /* '}' or ']' */
void cli_json_text(cli_json *json, const char *key, const char *value); /* NULL: null */
void cli_json_integer(cli_json *json, const char *key, long long value);
void cli_json_unsigned(cli_json *json, const char *key, unsigned long long value);
void cli_json_real(cli_json *json, const char *key, double value);
void cli_json_bool(cli_json *json, const char *key, bool value);
/* One flat array of the elements in C order, whatever the array's own; complex numbers as [real, imaginary]. */
void cli_json_elements(cli_json *json, const char *key, const cli_array *array);

/* The member "error" of an object, as cli_json_errors() describes it. */
void cli_json_error(cli_json *json, const cujit_error *error);

#endif
