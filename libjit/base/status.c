/*
 * status.c: names of the status codes, and how a caller's cujit_error is filled, shown and freed.
 *
 * A message is one line of text: control characters in what was quoted become '?' or a space, so that no text from
 * outside can move a terminal's cursor. Columns count characters (UTF-8), not bytes.
 */
#include "libjit/base/status.h"

#include "libjit/base/alloc.h"
#include "libjit/base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { EXCERPT_COLUMNS = 100, EXCERPT_INDENT = 4 };

const char *cujit_status_name(cujit_status status)
{
    switch ((int)status) {
#define STATUS_NAME(name, number, text)                                                                                \
    case number:                                                                                                       \
        return #name;
        CUJIT_STATUS_MAP(STATUS_NAME)
#undef STATUS_NAME
    default:
        return "CUJIT_ERROR_UNKNOWN";
    }
}

const char *cujit_status_text(cujit_status status)
{
    switch ((int)status) {
#define STATUS_TEXT(name, number, text)                                                                                \
    case number:                                                                                                       \
        return text;
        CUJIT_STATUS_MAP(STATUS_TEXT)
#undef STATUS_TEXT
    default:
        return "unknown error";
    }
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

/* Ends a message that was cut off behind size - 1 bytes in "...", at a character boundary. */
static void end_in_dots(char *message, size_t size)
{
    size_t cut = size - 4;

    while (cut > 0 && inside_character(message[cut]))
        cut--;
    memcpy(message + cut, "...", 4);
}

cujit_status cj_error_setv(cujit_error *error, cujit_status status, const char *format, va_list values)
{
    char message[sizeof error->message];
    int length;
    char *c;

    if (error == NULL)
        return status;
    /* Before the clearing: the values may point into the error itself. */
    length = vsnprintf(message, sizeof message, format, values);
    if (length < 0)
        snprintf(message, sizeof message, "%s", cujit_status_text(status));
    else if ((size_t)length >= sizeof message)
        end_in_dots(message, sizeof message);
    for (c = message; *c != '\0'; c++) {
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
    const char *end;

    for (; line > 1; line--) {
        end = strchr(text, '\n');
        if (end == NULL)
            break;
        text = end + 1;
    }
    *length = strcspn(text, "\n");
    if (*length > 0 && text[*length - 1] == '\r')
        --*length;
    return text;
}

/* The offset of the character number `index` (0: the first), or `length` where there are fewer. */
static size_t find_character(const char *line, size_t length, size_t index)
{
    size_t at = 0;

    for (; index > 0 && at < length; index--) {
        do
            at++;
        while (at < length && inside_character(line[at]));
    }
    return at;
}

static size_t count_characters(const char *line, size_t length)
{
    size_t i, count = 0;

    for (i = 0; i < length; i++)
        count += !inside_character(line[i]);
    return count;
}

static void append_spaces(cj_text *out, size_t count)
{
    cj_text_printf(out, "%*s", (int)count, "");
}

/* The line, or EXCERPT_COLUMNS characters of it around the column, and the caret below. */
static void append_excerpt(cj_text *out, const char *line, size_t length, size_t column)
{
    size_t characters = count_characters(line, length), first = 0, last = characters, from, to;

    if (column > characters)
        column = characters;
    if (characters > EXCERPT_COLUMNS) {
        first = column > EXCERPT_COLUMNS / 2 ? column - EXCERPT_COLUMNS / 2 : 0;
        if (first > characters - EXCERPT_COLUMNS)
            first = characters - EXCERPT_COLUMNS;
        last = first + EXCERPT_COLUMNS;
    }
    append_spaces(out, EXCERPT_INDENT);
    cj_text_append(out, first > 0 ? "..." : "");
    from = find_character(line, length, first);
    to = from + find_character(line + from, length - from, last - first);
    for (; from < to; from++) {
        if (is_control(line[from]))
            cj_text_append(out, line[from] == '\t' || line[from] == '\v' || line[from] == '\f' ? " " : "?");
        else
            cj_text_append_n(out, line + from, 1);
    }
    cj_text_append(out, last < characters ? "...\n" : "\n");
    append_spaces(out, EXCERPT_INDENT + (first > 0 ? 3 : 0) + column - first);
    cj_text_append(out, "^\n");
}

void cj_error_place(cujit_error *error, const char *part, const char *text, int line, int column)
{
    cj_text excerpt = {0};
    const char *start;
    size_t length;

    if (error == NULL)
        return;
    error->part = part;
    error->line = line;
    error->column = column;
    cj_free(error->excerpt);
    error->excerpt = NULL;
    if (text == NULL || line < 1)
        return;
    start = find_line(text, line, &length);
    append_excerpt(&excerpt, start, length, column > 0 ? (size_t)column - 1 : 0);
    error->excerpt = cj_text_take(&excerpt); /* NULL where memory ran out: the error itself matters more */
}

void cj_error_place_in(cujit_error *error, const char *name, const char *text, int line, int column)
{
    cj_text both = {0};

    if (error == NULL)
        return;
    cj_error_place(error, "header", text, line, column);
    if (error->excerpt == NULL)
        return;
    cj_text_append_n(&both, error->excerpt, strlen(error->excerpt) + 1);
    cj_text_append(&both, name);
    if (both.failed) {
        cj_text_clear(&both);
        return;
    }
    cj_free(error->excerpt);
    error->excerpt = cj_text_take(&both);
    error->part = error->excerpt + strlen(error->excerpt) + 1;
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
