/*
 * status.c: names of the status codes, and how a caller's cujit_error is filled, shown and freed.
 *
 * A message is one line of text: control characters in what was quoted become '?' or a space, so that no text from
 * outside can move a terminal's cursor. Columns count characters (UTF-8), not bytes.
 */
#include "libjit/base/sized.h"

#include "libjit/base/alloc.h"
#include "libjit/base/text.h"

#include <cujit/cujit.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { EXCERPT_COLUMNS = 100, EXCERPT_INDENT = 4 };

static const struct {
    int number;
    const char *name, *text;
} statuses[] = {
#define ROW(name, number, text) {number, #name, text},
    CUJIT_STATUS_MAP(ROW)
#undef ROW
        {-1, "CUJIT_ERROR_UNKNOWN", "unknown error"},
};

/* The row of a status, or the last one. */
static size_t row_of(cujit_status status)
{
    size_t k = 0;

    while (statuses[k].number != (int)status && statuses[k].number != -1)
        k++;
    return k;
}

const char *cujit_status_name(cujit_status status)
{
    return statuses[row_of(status)].name;
}

const char *cujit_status_text(cujit_status status)
{
    return statuses[row_of(status)].text;
}

void cujit_error_clear(cujit_error *error)
{
    if (error == NULL)
        return;
    cj_free(error->excerpt);
    cj_free(error->log);
    cj_free(error->source);
    *error = (cujit_error){0};
}

char *cujit_error_format(const cujit_error *error)
{
    cj_text text = {0};

    if (error == NULL || error->status == CUJIT_OK)
        return NULL;
    if (error->part != NULL && error->line > 0)
        cj_text_printf(&text, "%s:%d:%d: ", error->part, error->line, error->column);
    else if (error->part != NULL)
        cj_text_printf(&text, "%s: ", error->part);
    cj_text_append(&text, error->message[0] != '\0' ? error->message : cujit_status_text(error->status));
    cj_text_append(&text, "\n");
    cj_text_append(&text, error->excerpt);
    return cj_text_take(&text);
}

/* ---- Filling ----------------------------------------------------------------------------------------------------- */

static bool inside_character(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

static bool is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7F;
}

cujit_status cj_error_setv(cujit_error *error, cujit_status status, const char *format, va_list values)
{
    char message[sizeof error->message];
    size_t cut = sizeof message - 4;
    int length;

    if (error == NULL)
        return status;
    /* Before the clearing: the values may point into the error itself. */
    length = vsnprintf(message, sizeof message, format, values);
    if (length < 0)
        snprintf(message, sizeof message, "%s", cujit_status_text(status));
    if (length >= (int)sizeof message) {
        while (cut > 0 && inside_character(message[cut]))
            cut--;
        memcpy(message + cut, "...", 4);
    }
    for (char *c = message; *c != '\0'; c++) {
        if (is_control(*c))
            *c = *c == '\n' || *c == '\t' || *c == '\r' ? ' ' : '?';
    }
    cujit_error_clear(error);
    error->status = status;
    memcpy(error->message, message, sizeof message);
    return status;
}

cujit_status cj_error_set(cujit_error *error, cujit_status status, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    cj_error_setv(error, status, format, values);
    va_end(values);
    return status;
}

cujit_status cj_error_vendor(cujit_error *error, cujit_status status, const char *vendor, long code, const char *format,
                             ...)
{
    va_list values;

    va_start(values, format);
    cj_error_setv(error, status, format, values);
    va_end(values);
    if (error != NULL) {
        error->vendor = vendor;
        error->vendor_code = code;
    }
    return status;
}

cujit_status cj_error_no_memory(cujit_error *error, const char *what)
{
    return cj_error_set(error, CUJIT_ERROR_OUT_OF_MEMORY, "out of host memory: no room for %s", what);
}

cujit_status cj_check_extent(const char *what, size_t count, size_t item_size, cujit_error *error)
{
    if (count <= PTRDIFF_MAX / item_size)
        return CUJIT_OK;
    if (item_size == 1)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: %zu bytes are more than an address space has", what,
                            count);
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s: %zu elements of %zu bytes are more than an address space has", what, count, item_size);
}

/* ---- Excerpts ---------------------------------------------------------------------------------------------------- */

/* The 1-based line of a text, or its last one where there are fewer; without its end. */
static const char *find_line(const char *text, int line, size_t *length)
{
    for (const char *end; line > 1 && (end = strchr(text, '\n')) != NULL; line--)
        text = end + 1;
    *length = strcspn(text, "\n");
    if (*length > 0 && text[*length - 1] == '\r')
        --*length;
    return text;
}

/* The line, or EXCERPT_COLUMNS characters of it around the column, and the caret below. */
static void append_excerpt(cj_text *out, const char *line, size_t length, size_t column)
{
    size_t characters = 0, first = 0, last, seen = 0;

    for (size_t k = 0; k < length; k++)
        characters += !inside_character(line[k]);
    if (column > characters)
        column = characters;
    if (characters > EXCERPT_COLUMNS && column > EXCERPT_COLUMNS / 2)
        first = column - EXCERPT_COLUMNS / 2;
    if (first > 0 && first > characters - EXCERPT_COLUMNS)
        first = characters - EXCERPT_COLUMNS;
    last = first + EXCERPT_COLUMNS;
    cj_text_printf(out, "%*s%s", EXCERPT_INDENT, "", first > 0 ? "..." : "");
    for (size_t k = 0; k < length; k++) {
        seen += !inside_character(line[k]);
        if ((seen <= first && first > 0) || seen > last)
            continue;
        if (is_control(line[k]))
            cj_text_append(out, strchr("\t\v\f", line[k]) != NULL ? " " : "?");
        else
            cj_text_append_n(out, line + k, 1);
    }
    cj_text_printf(out, "%s\n%*s^\n", last < characters ? "..." : "",
                   (int)(EXCERPT_INDENT + (first > 0 ? 3 : 0) + column - first), "");
}

void cj_error_place(cujit_error *error, const char *part, const char *text, int line, int column)
{
    cj_text excerpt = {0};
    const char *start;
    size_t length;

    if (error == NULL)
        return;
    cj_free(error->excerpt);
    error->excerpt = NULL;
    error->part = part;
    error->line = line;
    error->column = column;
    if (text == NULL || line < 1)
        return;
    start = find_line(text, line, &length);
    append_excerpt(&excerpt, start, length, column > 0 ? (size_t)column - 1 : 0);
    length = excerpt.length + 1;
    cj_text_append_n(&excerpt, "", 1);
    cj_text_append(&excerpt, part);
    /* Where memory ran out both are lost: the error itself matters more. */
    error->excerpt = cj_text_take(&excerpt);
    error->part = error->excerpt != NULL ? error->excerpt + length : "text";
}

void cj_error_attach(cujit_error *error, const char *log, const char *source)
{
    char *log_copy, *source_copy;

    if (error == NULL)
        return;
    log_copy = cj_strdup(log); /* first: they may be the error's own */
    source_copy = cj_strdup(source);
    cj_free(error->log);
    cj_free(error->source);
    error->log = log_copy;
    error->source = source_copy;
}

cujit_status cj_error_move(cujit_error *to, cujit_error *from)
{
    cujit_status status = from->status;

    if (to == NULL || to == from) {
        if (to == NULL)
            cujit_error_clear(from);
        return status;
    }
    cujit_error_clear(to);
    *to = *from;
    *from = (cujit_error){0};
    return status;
}

/* ---- Structs of another length than today's ---------------------------------------------------------------------- */

cujit_status cj_widen_other(const char *function, void *todays, size_t todays_size, const void *given, size_t size,
                            cujit_error *error)
{
    const unsigned char *bytes = given;

    for (size_t k = todays_size; k < size; k++) {
        if (bytes[k] != 0)
            return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                                "%s: the program sets a member that this version of cujit, %s, does not know", function,
                                cujit_version());
    }
    memset(todays, 0, todays_size);
    memcpy(todays, given, size < todays_size ? size : todays_size);
    return CUJIT_OK;
}
