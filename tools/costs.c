/*
 * costs.c: see costs.h.
 *
 * The assembler says for each kernel, in an order of its own:
 *
 *     ptxas info    : Compiling entry function '_Z5scalePf' for 'sm_90'
 *     ptxas info    : Function properties for _Z5scalePf
 *     ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
 *     ptxas info    : Used 32 registers, used 1 barriers, 128 bytes smem
 */
#include "costs.h"

#include <stdlib.h>
#include <string.h>

/* ---- Symbols ----------------------------------------------------------------------------------------------------- */

/* What is left of a symbol, and the name so far. */
typedef struct reader {
    const char *at, *end;
    char name[1024];
    size_t length;
    bool bad;
} reader;

static void add(reader *self, const char *text, size_t length)
{
    if (length >= sizeof self->name - self->length) {
        self->bad = true;
        return;
    }
    memcpy(self->name + self->length, text, length);
    self->length += length;
    self->name[self->length] = '\0';
}

static void add_text(reader *self, const char *text)
{
    add(self, text, strlen(text));
}

static char next(const reader *self)
{
    return self->at < self->end ? *self->at : '\0';
}

static bool take(reader *self, char c)
{
    if (next(self) != c)
        return false;
    self->at++;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "5scale" */
static void read_identifier(reader *self)
{
    size_t length = 0;

    take(self, 'L'); /* internal linkage */
    while (is_digit(next(self)) && length < sizeof self->name)
        length = 10 * length + (size_t)(*self->at++ - '0');
    if (length == 0 || length > (size_t)(self->end - self->at)) {
        self->bad = true;
        return;
    }
    add(self, self->at, length);
    self->at += length;
}

/* A namespace without a name has a symbol that nobody spells: "39_GLOBAL__N__..." */
static bool skip_anonymous(reader *self)
{
    const size_t length = self->length;
    const char *behind = self->at;

    while (behind < self->end && is_digit(*behind))
        behind++;
    if (self->end - behind < 11 || strncmp(behind, "_GLOBAL__N_", 11) != 0)
        return false;
    read_identifier(self);
    self->length = length;
    self->name[length] = '\0';
    return true;
}

static void read_name(reader *self);

/* Pointers and const stand in front of what they are said of. Substitutions (S_, T_) are not followed. */
static void read_type(reader *self)
{
    static const struct {
        char letter;
        const char *name;
    } types[] = {{'b', "bool"},  {'c', "char"},           {'a', "signed char"}, {'h', "unsigned char"},
                 {'s', "short"}, {'t', "unsigned short"}, {'i', "int"},         {'j', "unsigned int"},
                 {'l', "long"},  {'m', "unsigned long"},  {'x', "long long"},   {'y', "unsigned long long"},
                 {'f', "float"}, {'d', "double"},         {'v', "void"}};
    const char letter = next(self);
    const char *start = self->at;

    while (next(self) == 'P' || next(self) == 'K')
        self->at++;
    if (self->at > start) {
        const char *behind = self->at;

        read_type(self);
        while (behind-- > start)
            add_text(self, *behind == 'P' ? "*" : " const");
        return;
    }
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
        if (types[k].letter == letter) {
            self->at++;
            add_text(self, types[k].name);
            return;
        }
    }
    read_name(self);
}

/* "Li16E", "Lb1E", "Lin3E" behind the L */
static void read_literal(reader *self)
{
    const bool truth = next(self) == 'b';
    const size_t length = self->length;
    const char *start;

    read_type(self); /* "16" is enough of a name: its type goes again */
    self->length = length;
    self->name[length] = '\0';
    if (take(self, 'n'))
        add_text(self, "-");
    for (start = self->at; is_digit(next(self));)
        self->at++;
    if (self->at == start)
        self->bad = true;
    else if (truth)
        add_text(self, *start == '0' ? "false" : "true");
    else
        add(self, start, (size_t)(self->at - start));
    if (!take(self, 'E'))
        self->bad = true;
}

/* "IfLi4EE" behind the I */
static void read_template_arguments(reader *self)
{
    add_text(self, "<");
    for (bool first = true; !self->bad && !take(self, 'E'); first = false) {
        if (!first)
            add_text(self, ", ");
        if (take(self, 'L'))
            read_literal(self);
        else
            read_type(self);
    }
    add_text(self, ">");
}

/* "5scale", "5scaleIfE", "N2ns5scaleIfEE" */
static void read_name(reader *self)
{
    const bool nested = take(self, 'N');
    bool first = true;

    while (!self->bad && (nested ? !take(self, 'E') : first)) {
        if (nested && skip_anonymous(self))
            continue;
        if (!first)
            add_text(self, "::");
        first = false;
        read_identifier(self);
        if (!self->bad && take(self, 'I'))
            read_template_arguments(self);
    }
}

char *cli_symbol_name(const char *symbol, size_t length)
{
    reader self = {.at = symbol, .end = symbol + length};

    if (take(&self, '_') && take(&self, 'Z')) {
        read_name(&self);
        if (!self.bad)
            return cli_copy(self.name);
    }
    return cli_format("%.*s", (int)length, symbol);
}

/* ---- The report -------------------------------------------------------------------------------------------------- */

/* The number in front of `unit` in a line, for instance "128 bytes smem". */
static int number_before(const char *line, size_t length, const char *unit, int otherwise)
{
    const char *found = memmem(line, length, unit, strlen(unit));
    const char *first = found;

    if (found == NULL)
        return otherwise;
    while (first > line && is_digit(first[-1]))
        first--;
    return first < found ? atoi(first) : otherwise;
}

static bool starts_with(const char *line, const char *start)
{
    return strncmp(line, start, strlen(start)) == 0;
}

void cli_costs_read(const char *log, cli_costs *out)
{
    static const char opening[] = "ptxas info    : Compiling entry function '";
    static const char properties[] = "ptxas info    : Function properties for ";
    const char *symbol = "";
    size_t symbol_length = 0;
    cli_cost *cost = NULL;
    bool own = false; /* the next line of properties is the kernel's, not a function's that it calls */

    for (const char *line = log; *line != '\0';) {
        size_t length = strcspn(line, "\n");

        if (starts_with(line, opening)) {
            symbol = line + strlen(opening);
            symbol_length = strcspn(symbol, "'\n");
            own = false;
            out->items = cli_realloc(out->items, (out->count + 1) * sizeof *out->items);
            cost = &out->items[out->count++];
            *cost = (cli_cost){cli_symbol_name(symbol, symbol_length), -1, -1, -1, -1, -1};
        } else if (starts_with(line, properties)) {
            const size_t start = strlen(properties);

            own = length - start == symbol_length && memcmp(line + start, symbol, symbol_length) == 0;
        } else if (cost != NULL && own && number_before(line, length, " bytes stack frame", -1) >= 0) {
            cost->stack_bytes = number_before(line, length, " bytes stack frame", -1);
            cost->spill_store_bytes = number_before(line, length, " bytes spill stores", -1);
            cost->spill_load_bytes = number_before(line, length, " bytes spill loads", -1);
        } else if (cost != NULL && starts_with(line, "ptxas info    : Used ")) {
            cost->registers = number_before(line, length, " registers", -1);
            cost->shared_bytes = number_before(line, length, " bytes smem", 0); /* left out where there is none */
        }
        line += length + (line[length] == '\n');
    }
}

void cli_costs_clear(cli_costs *costs)
{
    for (size_t k = 0; k < costs->count; k++)
        free(costs->items[k].name);
    free(costs->items);
    *costs = (cli_costs){0};
}

/* Compares up to the end, or to `stop`, without spaces and a leading "::". */
static bool same_name(const char *a, const char *b, char stop)
{
    a += starts_with(a, "::") ? 2 : 0;
    b += starts_with(b, "::") ? 2 : 0;
    for (;;) {
        a += strspn(a, " \t\n");
        b += strspn(b, " \t\n");
        if (*a == '\0' || *a == stop || *b == '\0' || *b == stop)
            return (*a == '\0' || *a == stop) && (*b == '\0' || *b == stop);
        if (*a++ != *b++)
            return false;
    }
}

static bool is_taken(const cli_cost *cost, const cli_cost *const *taken, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (taken[k] == cost)
            return true;
    }
    return false;
}

/* The one kernel of that template that no other expression names; NULL: none or several. */
static const cli_cost *find_rest(const cli_costs *costs, const char *expression, const cli_cost *const *taken,
                                 size_t count)
{
    const cli_cost *only = NULL;

    for (size_t k = 0; k < costs->count; k++) {
        if (!same_name(costs->items[k].name, expression, '<') || is_taken(&costs->items[k], taken, count))
            continue;
        if (only != NULL)
            return NULL;
        only = &costs->items[k];
    }
    return only;
}

void cli_costs_match(const cli_costs *costs, const char *const *expressions, size_t count, const cli_cost **out)
{
    for (size_t k = 0; k < count; k++) {
        out[k] = NULL;
        for (size_t j = 0; j < costs->count && out[k] == NULL; j++)
            out[k] = same_name(costs->items[j].name, expressions[k], '\0') ? &costs->items[j] : NULL;
    }
    for (size_t k = 0; k < count; k++) {
        if (out[k] == NULL)
            out[k] = find_rest(costs, expressions[k], out, count);
    }
}
