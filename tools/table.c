/*
 * table.c: CSV files and their like.
 *
 * The text stays in memory, and is gone through for each column twice: to find the type, and to store.
 */
#include "table.h"

#include "element.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

/* Where one is in the text, and the field that was read last. */
typedef struct scan {
    const cli_table *table;
    const char *at, *end;
    size_t line;
    char *field; /* of `room` bytes, ended by a zero */
    size_t length, room, field_line;
    bool quoted, last; /* of its record */
} scan;

static bool is_missing(const scan *s)
{
    static const char *const words[] = {"", "na", "n/a", "null", "none", "?"};

    if (s->field[0] >= '+' && s->field[0] <= '9') /* as most are */
        return false;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcasecmp(s->field, words[k]) == 0)
            return true;
    return false;
}

static void add(scan *s, char c)
{
    if (s->length + 1 >= s->room)
        s->field = cli_realloc(s->field, s->room = 2 * s->room + 64);
    s->field[s->length++] = c;
    s->field[s->length] = '\0';
}

static bool at_line_end(const scan *s)
{
    return s->at == s->end || *s->at == '\n' || (*s->at == '\r' && (s->at + 1 == s->end || s->at[1] == '\n'));
}

static bool is_blank(const scan *s)
{
    return s->at < s->end && (*s->at == ' ' || (*s->at == '\t' && s->table->separator != '\t'));
}

static void skip_blanks(scan *s)
{
    while (is_blank(s))
        s->at++;
}

static void skip_line(scan *s)
{
    while (s->at < s->end && *s->at != '\n')
        s->at++;
    if (s->at < s->end)
        s->at++;
    s->line++;
}

/* Goes to the next record; false: there is none. */
static bool next_record(scan *s)
{
    while (s->at < s->end) {
        const char *start = s->at;

        while (s->at < s->end && (*s->at == ' ' || *s->at == '\t'))
            s->at++;
        if (!at_line_end(s) && *s->at != '#') {
            s->at = s->table->separator == ' ' ? s->at : start;
            return true;
        }
        skip_line(s);
    }
    return false;
}

static bool take_quoted(scan *s, cli_problem *problem)
{
    s->at++;
    for (;; s->at++) {
        if (s->at == s->end)
            return cli_problem_set(problem, "line %zu: a quote \" is not closed", s->field_line);
        if (*s->at == '"' && (s->at + 1 == s->end || s->at[1] != '"'))
            break;
        s->at += *s->at == '"';
        s->line += *s->at == '\n';
        add(s, *s->at);
    }
    s->at++;
    return true;
}

/* The next field of the record. */
static bool next_field(scan *s, cli_problem *problem)
{
    const char separator = s->table->separator;

    s->length = 0;
    add(s, '\0');
    s->length = 0;
    skip_blanks(s);
    s->field_line = s->line;
    s->quoted = s->at < s->end && *s->at == '"';
    if (s->quoted && !take_quoted(s, problem))
        return false;
    while (!s->quoted && !at_line_end(s) && *s->at != separator && (separator != ' ' || *s->at != '\t'))
        add(s, *s->at++);
    while (!s->quoted && s->length > 0 && isspace((unsigned char)s->field[s->length - 1]))
        s->field[--s->length] = '\0';
    skip_blanks(s);
    s->last = at_line_end(s);
    if (s->last)
        skip_line(s);
    else if (separator != ' ' && *s->at != separator)
        return cli_problem_set(problem, "line %zu: behind a quoted field stands '%c', no separator", s->line, *s->at);
    else if (separator != ' ')
        s->at++;
    return true;
}

static scan begin(const cli_table *table)
{
    return (scan){.table = table, .at = table->text, .end = table->text + table->size, .line = 1};
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

static char find_separator(const char *text, size_t size)
{
    static const char candidates[] = ",\t; ";
    bool seen[sizeof candidates] = {false}, quoted = false;
    cli_table blank = {.separator = ' '};
    scan s = {.table = &blank, .at = text, .end = text + size};

    next_record(&s);
    for (; s.at < s.end && (quoted || *s.at != '\n'); s.at++) {
        const char *found = *s.at != '\0' ? strchr(candidates, *s.at) : NULL;

        quoted = quoted != (*s.at == '"');
        if (found != NULL && !quoted)
            seen[found - candidates] = true;
    }
    for (size_t k = 0; k + 1 < sizeof candidates; k++)
        if (seen[k])
            return candidates[k];
    return ',';
}

static bool is_number(const char *text)
{
    cli_problem ignored = {0};
    cli_number number;
    const bool good = cli_number_parse(text, &number, &ignored);

    cli_problem_clear(&ignored);
    return good;
}

static bool read_first(cli_table *table, scan *s, cli_problem *problem)
{
    if (!next_record(s))
        return cli_problem_set(problem, "there is no record in the table");
    do {
        if (!next_field(s, problem))
            return false;
        table->names = cli_realloc(table->names, (table->columns + 1) * sizeof *table->names);
        table->names[table->columns++] = cli_copy(s->field);
        table->has_names = table->has_names || (!is_missing(s) && !is_number(s->field));
    } while (!s->last);
    table->rows = !table->has_names;
    for (size_t k = 0; k < table->columns && !table->has_names; k++)
        table->names[k][0] = '\0';
    return true;
}

static bool count_rows(cli_table *table, scan *s, cli_problem *problem)
{
    while (next_record(s)) {
        const size_t line = s->line;
        size_t count = 0;

        do {
            if (!next_field(s, problem))
                return false;
            count++;
        } while (!s->last);
        if (count != table->columns)
            return cli_problem_set(problem, "line %zu has %zu field%s, the first record %zu", line, count,
                                   count == 1 ? "" : "s", table->columns);
        table->rows++;
    }
    return true;
}

bool cli_table_read(char *text, size_t size, cli_table *out, cli_problem *problem)
{
    scan s;
    bool good;

    size = cli_strip_mark(text, size);
    *out = (cli_table){.text = text, .size = size, .separator = find_separator(text, size)};
    s = begin(out);
    if (memchr(text, '\0', size) != NULL)
        good = cli_problem_set(problem, "this is neither a .npy or .npz file nor a text");
    else
        good = read_first(out, &s, problem) && count_rows(out, &s, problem);
    free(s.field);
    if (!good)
        cli_table_clear(out);
    return good;
}

void cli_table_clear(cli_table *table)
{
    for (size_t k = 0; k < table->columns; k++)
        free(table->names[k]);
    free(table->names);
    free(table->text);
    *table = (cli_table){0};
}

/* ": a, b, c", which the caller frees. */
static char *list_names(const cli_table *table)
{
    const size_t most = 20;
    char *list = cli_copy("");

    for (size_t k = 0; k < table->columns && k <= most && table->has_names; k++) {
        char *longer = cli_format("%s%s%s", list, k == 0 ? ": " : ", ", k < most ? table->names[k] : "...");

        free(list);
        list = longer;
    }
    return list;
}

bool cli_table_find(const cli_table *table, const char *name, size_t *column, cli_problem *problem)
{
    char *list, *end = NULL;
    unsigned long long number;
    size_t found = 0;

    for (size_t k = table->columns; k-- > 0 && table->has_names;) {
        if (strcmp(table->names[k], name) != 0)
            continue;
        *column = k;
        found++;
    }
    if (found > 1)
        return cli_problem_set(problem, "%zu columns are called '%s'; their numbers, from 1 on, tell them apart", found,
                               name);
    if (found == 1)
        return true;
    number = isdigit((unsigned char)*name) ? strtoull(name, &end, 10) : 0;
    if (number >= 1 && number <= table->columns && *end == '\0') {
        *column = (size_t)number - 1;
        return true;
    }
    list = list_names(table);
    cli_problem_set(problem, "there is no column '%s'; the table has %zu%s", name, table->columns, list);
    free(list);
    return false;
}

/* ---- Columns ----------------------------------------------------------------------------------------------------- */

static bool take_number(const scan *s, size_t column, cli_number *number, unsigned *needs, cli_problem *problem)
{
    const cli_table *table = s->table;

    if (is_missing(s)) {
        *number = (cli_number){.kind = CLI_REAL, .real = (double)NAN};
        *needs = cli_number_needs(*needs, s->field, number);
        return true;
    }
    if (!cli_number_parse(s->field, number, problem))
        return cli_problem_set(problem, "line %zu, column %zu%s%s%s: %s", s->field_line, column + 1,
                               table->has_names ? " (" : "", table->names[column], table->has_names ? ")" : "",
                               problem->text);
    *needs = cli_number_needs(*needs, s->field, number);
    return true;
}

typedef void (*visitor)(void *user, size_t at, const cli_number *number);

/* Goes over the fields of the column (column == columns: of all). */
static bool visit(const cli_table *table, size_t column, unsigned *needs, visitor found, void *user,
                  cli_problem *problem)
{
    scan s = begin(table);
    size_t at = 0;
    bool good = true, skip = table->has_names;

    while (good && next_record(&s)) {
        for (size_t k = 0; good && k < table->columns; k++) {
            cli_number number;

            good = next_field(&s, problem);
            if (!good || skip || (column != table->columns && k != column))
                continue;
            good = take_number(&s, k, &number, needs, problem);
            if (good && found != NULL)
                found(user, at++, &number);
        }
        skip = false;
    }
    free(s.field);
    return good;
}

static void store(void *user, size_t at, const cli_number *number)
{
    cli_array *array = user;

    cli_element_store(array->dtype, array->data + at * cujit_dtype_size(array->dtype), number);
}

bool cli_table_column(const cli_table *table, size_t column, cli_array *out, cli_problem *problem)
{
    const size_t shape[] = {table->rows, table->columns};
    unsigned needs = 0;

    return visit(table, column, &needs, NULL, NULL, problem) &&
           cli_array_create(cli_number_type(needs), column < table->columns ? 1 : 2, shape, false, out, problem) &&
           visit(table, column, &needs, store, out, problem);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* A name in quotes where it needs them. */
static void write_name(FILE *file, char separator, const char *name)
{
    if (strchr(name, separator) == NULL && strpbrk(name, "\"\r\n#") == NULL) {
        fputs(name, file);
        return;
    }
    fputc('"', file);
    for (; *name != '\0'; name++)
        fprintf(file, *name == '"' ? "\"\"" : "%c", *name);
    fputc('"', file);
}

static size_t row_length(const cli_array *array)
{
    return array->ndim == 2 ? array->shape[1] : 1;
}

static size_t row_count(const cli_array *array)
{
    return array->ndim == 0 ? 1 : array->shape[0];
}

static bool check_columns(size_t count, const char *const *names, const cli_array *arrays, cli_problem *problem)
{
    for (size_t k = 0; k < count; k++) {
        const char *name = names[k] != NULL ? names[k] : "the value";

        if (arrays[k].ndim > (count == 1 ? 2 : 1))
            return cli_problem_set(problem, "%s has %d axes: a table is made of %s", name, arrays[k].ndim,
                                   count == 1 ? "one of two axes at most" : "columns, which have one");
        if (row_count(&arrays[k]) != row_count(&arrays[0]))
            return cli_problem_set(problem, "%s has %zu elements, %s %zu: a table has columns of one length", name,
                                   row_count(&arrays[k]), names[0] != NULL ? names[0] : "the value",
                                   row_count(&arrays[0]));
    }
    return true;
}

bool cli_table_write(FILE *file, char separator, size_t count, const char *const *names, const cli_array *arrays,
                     cli_problem *problem)
{
    char text[CLI_ELEMENT_ROOM];
    bool named = false;

    if (!check_columns(count, names, arrays, problem))
        return false;
    for (size_t k = 0; k < count; k++)
        named = named || (names[k] != NULL && arrays[k].ndim < 2);
    for (size_t k = 0; k < count && named; k++) {
        write_name(file, separator, names[k] != NULL ? names[k] : "value");
        fputc(k + 1 < count ? separator : '\n', file);
    }
    for (size_t row = 0; row < row_count(&arrays[0]); row++) {
        for (size_t k = 0; k < count; k++) {
            const size_t length = row_length(&arrays[k]), width = cujit_dtype_size(arrays[k].dtype);
            const unsigned char *at = arrays[k].data + row * length * width;

            for (size_t column = 0; column < length; column++, at += width) {
                fputs(cli_element_text(arrays[k].dtype, at, text), file);
                fputc(column + 1 < length || k + 1 < count ? separator : '\n', file);
            }
        }
    }
    return true;
}
