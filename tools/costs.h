/*
 * costs.h: what each kernel of a module needs, as the assembler's report in the compiler's log says it.
 *
 * The report is there where the compiler was called with -Xptxas=-v. It speaks of symbols, people of names.
 */
#ifndef TOOLS_COSTS_H
#define TOOLS_COSTS_H

#include "command.h"

/* -1: the report does not say. */
typedef struct cli_cost {
    char *name; /* owned: as the source spells it where the symbol can be read, else the symbol */
    int registers, shared_bytes, stack_bytes, spill_store_bytes, spill_load_bytes;
} cli_cost;

typedef struct cli_costs {
    cli_cost *items;
    size_t count;
} cli_costs;

/* `out` starts as {0}, and is empty where the log holds no report. */
void cli_costs_read(const char *log, cli_costs *out);
void cli_costs_clear(cli_costs *costs);

/* For each of `count` expressions, "scale" or "ns::scale<float, 4>", the kernel that it names, into `out`; NULL where
 * that cannot be told. Spaces do not count, and the types of a template's instance may be spelled in other ways where
 * only one instance is left that it can be. */
void cli_costs_match(const cli_costs *costs, const char *const *expressions, size_t count, const cli_cost **out);

/* The name behind a symbol of C++'s: "_Z5scaleIfLi4EEvPT_" is "scale<float, 4>". What cannot be read, and what is no
 * such symbol, stays as it is. The caller frees it. */
char *cli_symbol_name(const char *symbol, size_t length);

#endif
