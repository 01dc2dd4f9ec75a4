/*
 * names.h: which names the text of an expression has, as far as that can be told without reading it as the library
 * does: what lies in archives and tables is loaded where a text has its name, and what it assigns to is shown.
 */
#ifndef TOOLS_NAMES_H
#define TOOLS_NAMES_H

#include "command.h"

typedef struct cli_name {
    char *text;
    size_t read, written,
        made; /* the statements, from 1, that first have it, assign to it, assign all of it; 0: none */
} cli_name;

typedef struct cli_names {
    cli_name *items; /* in the order of the text */
    size_t count, statements;
    bool has_value; /* the last statement assigns nothing */
    size_t last;    /* where that one begins, in bytes */
} cli_names;

/* Of any text; of a wrong one any. */
void cli_names_find(const char *text, cli_names *out);
void cli_names_clear(cli_names *names);

const cli_name *cli_names_get(const cli_names *names, const char *name);
/* The text makes it by itself, before anything reads it. */
bool cli_name_is_made(const cli_name *name);

#endif
