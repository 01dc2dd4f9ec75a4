/*
 * table.h: tables in text files: CSV, and what is like it.
 *
 * Records are lines; fields are separated by commas, tabs, semicolons or blanks, whichever the first record has (in
 * this order; blanks in any number). A field in double quotes may hold separators, line ends and "" for a quote. Lines
 * that begin with # and empty lines are no records. The first record holds the columns' names where one of its fields
 * is neither a number nor empty. In the others, fields are numbers as on the command line, or missing: empty, NA, N/A,
 * null, none, ?; that is NaN. A column holds bools, integers (int64, uint64), real numbers (float64) or complex ones
 * (complex128), the first that holds all of its fields; with missing ones it is real at least.
 */
#ifndef TOOLS_TABLE_H
#define TOOLS_TABLE_H

#include "array.h"

typedef struct cli_table {
    char *text; /* owned */
    size_t size;
    char separator;
    bool has_names;
    char **names; /* of the columns; empty where there is none */
    size_t columns, rows;
} cli_table;

/* Takes the text over, in any case. Every record must have as many fields as the first one: the problem says the
 * line. */
bool cli_table_read(char *text, size_t size, cli_table *out, cli_problem *problem);
void cli_table_clear(cli_table *table);

/* A column by its name, else by its number, from 1. */
bool cli_table_find(const cli_table *table, const char *name, size_t *column, cli_problem *problem);

/* A column as an array of one axis, or (column == columns) all of them as rows of an array of two. */
bool cli_table_column(const cli_table *table, size_t column, cli_array *out, cli_problem *problem);

/* Writes arrays of one length as columns, under names unless all are NULL; a single array may have two axes. Numbers
 * have the digits that give them again. */
bool cli_table_write(FILE *file, char separator, size_t count, const char *const *names, const cli_array *arrays,
                     cli_problem *problem);

#endif
