/*
 * diagnostic.c: from a compiler's log back to the user's text.
 *
 * A walk over the log's lines. The user's own source lines, which compilers quote, are always indented, so that nothing
 * the user wrote can pass for a diagnostic. Compilers count columns in bytes; we count characters.
 */
#include "libjit/syntax/diagnostic.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

/* A piece of the log; not ended by a NUL. */
typedef struct span {
    const char *start;
    size_t length;
} span;

static bool next_line(const char **log, span *line)
{
    if (**log == '\0')
        return false;
    line->start = *log;
    line->length = strcspn(*log, "\n");
    *log += line->length;
    if (**log == '\n')
        ++*log;
    if (line->length > 0 && line->start[line->length - 1] == '\r')
        line->length--;
    return true;
}

static bool skip(span *s, const char *prefix)
{
    size_t length = strlen(prefix);

    if (s->length < length || memcmp(s->start, prefix, length) != 0)
        return false;
    s->start += length;
    s->length -= length;
    return true;
}

static void skip_spaces(span *s)
{
    while (s->length > 0 && isspace((unsigned char)*s->start)) {
        s->start++;
        s->length--;
    }
}

static bool skip_number(span *s, int *out)
{
    int number = 0;

    if (s->length == 0 || !isdigit((unsigned char)*s->start))
        return false;
    for (; s->length > 0 && isdigit((unsigned char)*s->start); s->start++, s->length--)
        number = number > INT_MAX / 10 - 1 ? number : number * 10 + (*s->start - '0');
    *out = number;
    return true;
}

/* Moves behind the first `needle`. */
static bool skip_to(span *s, const char *needle)
{
    size_t length = strlen(needle);

    for (; s->length >= length; s->start++, s->length--) {
        if (memcmp(s->start, needle, length) == 0)
            return skip(s, needle);
    }
    return false;
}

/* "NAME(LINE): " or "NAME:LINE:COLUMN: " or "NAME:LINE: " of one of the parts. Column 0: not said. */
static const cj_part *skip_place(span *s, const cj_part *parts, size_t count, int *line, int *column)
{
    size_t i;

    for (i = 0; i < count; i++) {
        span rest = *s;

        *column = 0;
        if (!skip(&rest, parts[i].name))
            continue;
        if (skip(&rest, "(")) {
            if (!skip_number(&rest, line) || !skip(&rest, "):"))
                continue;
        } else {
            if (!skip(&rest, ":") || !skip_number(&rest, line) || !skip(&rest, ":"))
                continue;
            if (skip_number(&rest, column) && !skip(&rest, ":"))
                continue;
        }
        skip_spaces(&rest);
        *s = rest;
        return &parts[i];
    }
    return NULL;
}

/* At "error: TEXT", "error #123-D: TEXT", "fatal error: TEXT", "catastrophic error: TEXT": moves to TEXT. */
static bool skip_severity(span *s)
{
    static const char *const before[] = {"fatal ", "catastrophic ", "internal ", "command-line "};
    span rest = *s;
    size_t i;
    int number;

    for (i = 0; i < sizeof before / sizeof before[0]; i++)
        skip(&rest, before[i]);
    if (!skip(&rest, "error"))
        return false;
    if (skip(&rest, " #") && skip_number(&rest, &number))
        skip(&rest, "-D");
    if (!skip(&rest, ":"))
        return false;
    skip_spaces(&rest);
    *s = rest;
    return true;
}

/* An error that is in none of the parts: a place of the compiler's own, or none at all. */
static bool skip_foreign(span *s)
{
    span rest = *s;

    if (rest.length == 0 || isspace((unsigned char)*rest.start))
        return false;
    if (skip_severity(s))
        return true;
    if (skip(&rest, "ptxas") || skip(&rest, "nvlink")) { /* "ptxas <stdin>, line 57; error   : TEXT" */
        span from = rest;

        if (!skip_to(&rest, "error ")) {
            rest = from;
            if (!skip_to(&rest, "fatal "))
                return false;
        }
        skip_spaces(&rest);
        skip(&rest, ":");
        skip_spaces(&rest);
        *s = rest;
        return true;
    }
    while (skip_to(&rest, ": ")) {
        if (skip_severity(&rest)) {
            *s = rest;
            return true;
        }
    }
    return false;
}

static void append_message(cj_diagnostic *out, span text)
{
    size_t have = strlen(out->message), room = sizeof out->message - 1 - have, i;
    bool cut = text.length > room;

    if (cut)
        text.length = room;
    for (i = 0; i < text.length; i++)
        out->message[have + i] = iscntrl((unsigned char)text.start[i]) ? ' ' : text.start[i];
    out->message[have + i] = '\0';
    if (!cut)
        return;
    for (i = sizeof out->message - 4; i > 0 && ((unsigned char)out->message[i] & 0xC0) == 0x80; i--)
        continue;
    memcpy(out->message + i, "...", 4);
}

/* What follows an NVRTC diagnostic up to the next empty line: more of its text, then the source, then the caret. The
 * caret's column, counted from 1 without the indentation, or 0. */
static int read_caret(const char *log, cj_diagnostic *out)
{
    span line, rest;
    size_t i;

    while (next_line(&log, &line) && line.length > 0) {
        rest = line;
        skip_spaces(&rest);
        if (rest.length == 1 && *rest.start == '^') {
            i = (size_t)(rest.start - line.start);
            return i >= 2 && i < INT_MAX / 2 ? (int)(i - 1) : 0;
        }
        if (skip(&line, "            ") && strncmp(rest.start, "argument types are", 18) == 0) {
            append_message(out, (span){"; ", 2});
            append_message(out, rest);
        }
    }
    return 0;
}

/* Turns line and byte column as a compiler counts them into a place that the part has. Column 0: the line's first
 * character that is not a space. */
static void set_place(cj_diagnostic *out, const cj_part *part, int line, int column)
{
    const char *log = part->text != NULL ? part->text : "", *from;
    span text = {log, 0}, next;
    size_t i, bytes;
    int current = 1;

    from = log;
    next_line(&from, &text);
    while (current < line && next_line(&from, &next)) {
        text = next;
        current++;
    }
    bytes = column > 0 ? (size_t)column - 1 : 0;
    if (column == 0) {
        while (bytes < text.length && isspace((unsigned char)text.start[bytes]))
            bytes++;
    }
    if (current < line || bytes > text.length)
        bytes = text.length;
    out->part = part;
    out->line = current;
    out->column = 1;
    for (i = 0; i < bytes; i++)
        out->column += ((unsigned char)text.start[i] & 0xC0) != 0x80;
}

/* A diagnostic in one of the parts. */
static bool find_in_parts(const char *log, const cj_part *parts, size_t count, cj_diagnostic *out)
{
    const cj_part *part;
    int row, column;
    span line;

    while (next_line(&log, &line)) {
        part = skip_place(&line, parts, count, &row, &column);
        if (part == NULL || !skip_severity(&line))
            continue;
        *out = (cj_diagnostic){0};
        append_message(out, line);
        if (column == 0)
            column = read_caret(log, out);
        set_place(out, part, row, column);
        return true;
    }
    return false;
}

/* "... at line 12 of operation" */
static const cj_part *read_instantiation(span line, const cj_part *parts, size_t count, int *row)
{
    size_t i;

    if (!skip_to(&line, " at line ") || !skip_number(&line, row) || !skip(&line, " of "))
        return NULL;
    while (line.length > 0 && isspace((unsigned char)line.start[line.length - 1]))
        line.length--;
    for (i = 0; i < count; i++) {
        if (skip(&line, parts[i].name) && line.length == 0)
            return &parts[i];
    }
    return NULL;
}

/* The first place in a part that is mentioned as the origin of something that went wrong elsewhere. */
static bool find_origin(const char *log, const cj_part *parts, size_t count, cj_diagnostic *out)
{
    const cj_part *part;
    int row, column = 0;
    span line;

    while (next_line(&log, &line)) {
        part = skip_place(&line, parts, count, &row, &column);
        if (part != NULL) {
            if (!skip(&line, "required from") && !skip(&line, "note: ") && !skip(&line, "in "))
                continue;
        } else {
            part = read_instantiation(line, parts, count, &row);
            column = 0;
        }
        if (part != NULL) {
            set_place(out, part, row, column);
            return true;
        }
    }
    return false;
}

/* The part at the place that a linker's line begins with, behind a folder or not. NULL: the place is elsewhere. */
static const cj_part *linkers_place(span at, const cj_part *parts, size_t count, int *line)
{
    const cj_part *part = NULL;
    int column;

    while (part == NULL && at.length > 0) {
        part = skip_place(&at, parts, count, line, &column);
        if (part == NULL)
            skip_to(&at, "/"); /* to the line's end where there is none */
    }
    return part;
}

/* What a linker misses: the "error:" that GNU's is followed by says no more than that linking failed. */
static bool find_unresolved(const char *log, const cj_part *parts, size_t count, cj_diagnostic *out)
{
    static const char *const words[] = {": undefined reference to ", ": undefined symbol: "};
    const cj_part *part;
    int row = 0;
    span line;

    while (next_line(&log, &line)) {
        if (line.length == 0 || isspace((unsigned char)*line.start))
            continue;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            span rest = line;

            if (!skip_to(&rest, words[k]))
                continue;
            *out = (cj_diagnostic){0};
            append_message(out, (span){words[k] + 2, strlen(words[k]) - 2});
            append_message(out, rest);
            if ((part = linkers_place(line, parts, count, &row)) != NULL)
                set_place(out, part, row, 0);
            return true;
        }
    }
    return false;
}

/* "In file included from source:3," or, below it, "                 from source:3:": true where the line is one of
 * these; *part where it names one. */
static bool read_include(span line, const cj_part *parts, size_t count, const cj_part **part, int *row)
{
    bool first = skip(&line, "In file included ");
    size_t i;

    if (!first && (line.length == 0 || *line.start != ' '))
        return false;
    skip_spaces(&line);
    if (!skip(&line, "from "))
        return false;
    if (first)
        *part = NULL;
    for (i = 0; i < count; i++) {
        span rest = line;

        if (skip(&rest, parts[i].name) && skip(&rest, ":") && skip_number(&rest, row)) {
            *part = &parts[i];
            return true;
        }
    }
    return true;
}

/* An error that is in none of the parts, at the place in one that led to it, if there is one. */
static bool find_elsewhere(const char *log, const cj_part *parts, size_t count, cj_diagnostic *out)
{
    const cj_part *includer = NULL;
    const char *at = log;
    int row = 0;
    span line;

    while (next_line(&at, &line)) {
        if (read_include(line, parts, count, &includer, &row) || !skip_foreign(&line))
            continue;
        *out = (cj_diagnostic){0};
        skip(&line, "#error "); /* what the directive says is the error */
        append_message(out, line);
        if (!find_origin(log, parts, count, out) && includer != NULL)
            set_place(out, includer, row, 0);
        return true;
    }
    return false;
}

bool cj_diagnostic_file(const char *log, char *path, size_t size)
{
    span line;

    while (log != NULL && next_line(&log, &line)) {
        const char *start = line.start;
        span rest = line;
        int number;

        if (line.length == 0 || isspace((unsigned char)*start))
            continue;
        /* to the place: "(12): " or ":12:" */
        while (rest.length > 0) {
            const size_t length = (size_t)(rest.start - start);
            const bool round = *rest.start == '(';
            span place = rest;

            if ((skip(&place, "(") || skip(&place, ":")) && skip_number(&place, &number) &&
                skip(&place, round ? "):" : ":")) {
                if (!round && skip_number(&place, &number))
                    skip(&place, ":");
                skip_spaces(&place);
                if (!skip_severity(&place))
                    break;
                if (length == 0 || length >= size)
                    return false;
                memcpy(path, start, length);
                path[length] = '\0';
                return true;
            }
            rest.start++;
            rest.length--;
        }
    }
    return false;
}

bool cj_diagnostic_first(const char *log, const cj_part *parts, size_t part_count, cj_diagnostic *out)
{
    return log != NULL && (find_in_parts(log, parts, part_count, out) || find_unresolved(log, parts, part_count, out) ||
                           find_elsewhere(log, parts, part_count, out));
}
