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

typedef struct part_list {
    const cj_part *parts;
    size_t count;
} part_list;

typedef struct place {
    span file;
    int line, column; /* column 0: not said */
} place;

/* Behind the first "FILE(LINE): ", "FILE:LINE:COLUMN: " or "FILE:LINE: "; "FILE:LINE," where more includers follow. */
static bool skip_place(span *s, place *out)
{
    for (span at = *s; at.length > 0; at.start++, at.length--) {
        const bool round = *at.start == '(';
        span rest = at;

        out->column = 0;
        if (!skip(&rest, round ? "(" : ":") || !skip_number(&rest, &out->line) ||
            (!skip(&rest, round ? "):" : ":") && (round || !skip(&rest, ","))) ||
            (!round && skip_number(&rest, &out->column) && !skip(&rest, ":")))
            continue;
        out->file = (span){s->start, (size_t)(at.start - s->start)};
        skip_spaces(&rest);
        *s = rest;
        return true;
    }
    return false;
}

/* The part that is called so; `anywhere`: the name may have a folder before it. */
static const cj_part *find_part(const part_list *r, span name, bool anywhere)
{
    for (size_t k = 0; k < r->count; k++) {
        const size_t length = strlen(r->parts[k].name), more = name.length - length;

        if (length <= name.length && memcmp(name.start + more, r->parts[k].name, length) == 0 &&
            (more == 0 || (anywhere && name.start[more - 1] == '/')))
            return &r->parts[k];
    }
    return NULL;
}

/* The part at whose place a line is, which moves behind it; NULL: it is at none. */
static const cj_part *skip_part(const part_list *r, span *line, place *at)
{
    span rest = *line;
    const cj_part *part = skip_place(&rest, at) ? find_part(r, at->file, false) : NULL;

    if (part != NULL)
        *line = rest;
    return part;
}

/* At "error: TEXT", "error #123-D: TEXT", "fatal error: TEXT", "catastrophic error: TEXT": moves to TEXT. */
static bool skip_severity(span *s)
{
    static const char *const before[] = {"fatal ", "catastrophic ", "internal ", "command-line "};
    span rest = *s;
    int number;

    for (size_t k = 0; k < sizeof before / sizeof *before; k++)
        skip(&rest, before[k]);
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
    for (span line, rest; next_line(&log, &line) && line.length > 0;) {
        const size_t indent = line.length - 1;

        rest = line;
        skip_spaces(&rest);
        if (rest.length == 1 && *rest.start == '^')
            return indent >= 2 && indent < INT_MAX / 2 ? (int)(indent - 1) : 0;
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
    const char *from = part->text != NULL ? part->text : "";
    size_t bytes = column > 0 ? (size_t)column - 1 : 0;
    span text = {from, 0}, next;
    int current = 1;

    next_line(&from, &text);
    while (current < line && next_line(&from, &next)) {
        text = next;
        current++;
    }
    while (column == 0 && bytes < text.length && isspace((unsigned char)text.start[bytes]))
        bytes++;
    if (current < line || bytes > text.length)
        bytes = text.length;
    out->part = part;
    out->line = current;
    out->column = 1;
    for (size_t k = 0; k < bytes; k++)
        out->column += ((unsigned char)text.start[k] & 0xC0) != 0x80;
}

/* What a linker misses: the "error:" that GNU's is followed by says no more than that linking failed. */
static bool read_unresolved(const part_list *r, span line, cj_diagnostic *out)
{
    static const char *const words[] = {": undefined reference to ", ": undefined symbol: "};
    const cj_part *part;
    place at;

    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        span rest = line;

        if (line.length == 0 || isspace((unsigned char)*line.start) || !skip_to(&rest, words[k]))
            continue;
        append_message(out, (span){words[k] + 2, strlen(words[k]) - 2});
        append_message(out, rest);
        if (skip_place(&line, &at) && (part = find_part(r, at.file, true)) != NULL)
            set_place(out, part, at.line, 0);
        return true;
    }
    return false;
}

/* "... at line 12 of operation" */
static const cj_part *read_instantiation(const part_list *r, span line, place *at)
{
    at->column = 0;
    if (!skip_to(&line, " at line ") || !skip_number(&line, &at->line) || !skip(&line, " of "))
        return NULL;
    while (line.length > 0 && isspace((unsigned char)line.start[line.length - 1]))
        line.length--;
    return find_part(r, line, false);
}

/* The first place in a part that is mentioned as the origin of something that went wrong elsewhere. */
static void find_origin(const part_list *r, const char *log, cj_diagnostic *out)
{
    const cj_part *part = NULL;
    place at;
    span line;

    while (part == NULL && next_line(&log, &line)) {
        if ((part = skip_part(r, &line, &at)) == NULL)
            part = read_instantiation(r, line, &at);
        else if (!skip(&line, "required from") && !skip(&line, "note: ") && !skip(&line, "in "))
            part = NULL;
    }
    if (part != NULL)
        set_place(out, part, at.line, at.column);
}

/* "In file included from source:3," or, below it, "                 from source:3:": true where the line is one of
 * these; *part where it names one. */
static bool read_include(const part_list *r, span line, const cj_part **part, int *row)
{
    const bool first = skip(&line, "In file included ");
    const cj_part *found;
    place at;

    if (!first && (line.length == 0 || *line.start != ' '))
        return false;
    skip_spaces(&line);
    if (!skip(&line, "from "))
        return false;
    found = skip_part(r, &line, &at);
    if (found != NULL)
        *row = at.line;
    if (first || found != NULL)
        *part = found;
    return true;
}

bool cj_diagnostic_file(const char *log, char *path, size_t size)
{
    span line;
    place at;

    while (log != NULL && next_line(&log, &line)) {
        if (line.length == 0 || isspace((unsigned char)*line.start) || !skip_place(&line, &at) || !skip_severity(&line))
            continue;
        if (at.file.length == 0 || at.file.length >= size)
            return false;
        memcpy(path, at.file.start, at.file.length);
        path[at.file.length] = '\0';
        return true;
    }
    return false;
}

/* What compilers say first of a kernel whose first parameter has an unknown type, which they name behind it. `first` is
 * the first error of all. */
static bool is_consequence(const char *message, const char *first)
{
    static const char attribute[] = "attribute \"__global__\" does not apply here";

    return strncmp(message, "variable or field '", strlen("variable or field '")) == 0 ||
           strcmp(message, attribute) == 0 ||
           (strcmp(message, "incomplete type \"void\" is not allowed") == 0 && strcmp(first, attribute) == 0);
}

/* Whether an error speaks of the name that another one has in quotes, and so follows from that. */
static bool is_about(const char *message, const char *first)
{
    const char *quote = strchr(first, '\''), *end = quote != NULL ? strchr(quote + 1, '\'') : NULL;

    return end != NULL && memmem(message, strlen(message), quote, (size_t)(end - quote) + 1) != NULL;
}

bool cj_diagnostic_first(const char *log, const cj_part *parts, size_t part_count, cj_diagnostic *out)
{
    const part_list all = {parts, part_count};
    const cj_part *part, *includer = NULL;
    cj_diagnostic here = {0}, unresolved = {0}, elsewhere = {0};
    bool is_unresolved = false, is_elsewhere = false;
    const char *rest = log;
    int row = 0;
    place at;

    for (span line, text; log != NULL && next_line(&rest, &line);) {
        text = line;
        if ((part = skip_part(&all, &text, &at)) != NULL && skip_severity(&text)) {
            cj_diagnostic read = {0};

            append_message(&read, text);
            set_place(&read, part, at.line, at.column != 0 ? at.column : read_caret(rest, &read));
            here = here.part == NULL ? read : here;
            if (is_consequence(read.message, here.message))
                continue;
            *out = is_about(read.message, here.message) ? here : read;
            return true;
        }
        is_unresolved = is_unresolved || read_unresolved(&all, line, &unresolved);
        if (is_elsewhere || read_include(&all, line, &includer, &row) || !skip_foreign(&line))
            continue;
        is_elsewhere = true;
        skip(&line, "#error "); /* what the directive says is the error */
        append_message(&elsewhere, line);
        if (includer != NULL)
            set_place(&elsewhere, includer, row, 0);
        find_origin(&all, log, &elsewhere);
    }
    if (here.part != NULL)
        *out = here;
    else if (is_unresolved || is_elsewhere)
        *out = is_unresolved ? unresolved : elsewhere;
    return here.part != NULL || is_unresolved || is_elsewhere;
}
