/*
 * template.c: see template.h.
 */
#include "libjit/kernel/template.h"

#include <string.h>

static size_t count_lines(const char *text, size_t length)
{
    size_t lines = 0;

    for (size_t k = 0; k < length; k++)
        lines += text[k] == '\n';
    return lines;
}

static const cj_value *find(const cj_value *values, size_t count, const char *name, size_t length)
{
    for (size_t k = 0; k < count; k++) {
        if (strlen(values[k].name) == length && memcmp(values[k].name, name, length) == 0)
            return &values[k];
    }
    return NULL;
}

static size_t trimmed_length(const char *text)
{
    size_t length = strlen(text);

    while (length > 0 && strchr(" \t\r\n\f\v", text[length - 1]) != NULL)
        length--;
    return length;
}

static bool is_empty(const cj_value *value)
{
    return value->text == NULL || trimmed_length(value->text) == 0;
}

/* Whether there may be a // comment in the last line, or in one that is spliced to it. */
static bool may_end_in_remark(const char *text, size_t length)
{
    const char *at = text + length;

    while (at > text) {
        at--;
        if (*at == '\n' && (at == text || at[-1] != '\\') && !(at > text + 1 && at[-1] == '\r' && at[-2] == '\\'))
            return false;
        if (*at == '/' && at > text && at[-1] == '/')
            return true;
    }
    return false;
}

/* The ';' stands right behind the text, so that a compiler that misses an operand points to the user's last line. */
static void insert_part(const cj_value *value, const char *unit, size_t start, cj_text *out)
{
    size_t length = value->text != NULL ? trimmed_length(value->text) : 0;

    if (length == 0)
        return;
    cj_text_printf(out, "#line 1 \"%s\"\n", value->part);
    cj_text_append_n(out, value->text, length);
    if (value->newline || (value->text[length] != '\0' && may_end_in_remark(value->text, length)))
        cj_text_append(out, "\n");
    if (value->statements)
        cj_text_append(out, ";");
    cj_text_append(out, "\n");
    if (!out->failed)
        cj_text_printf(out, "#line %zu \"%s\"", count_lines(out->data + start, out->length - start) + 2, unit);
}

void cj_template_expand(const char *text, const cj_value *values, size_t count, const char *unit, cj_text *out)
{
    const char *start_of_text = text;
    size_t start = out->length;

    while (*text != '\0') {
        const char *open = strchr(text, '@');
        const char *close = open != NULL ? strchr(open + 1, '@') : NULL;
        const cj_value *value = close != NULL ? find(values, count, open + 1, (size_t)(close - open - 1)) : NULL;

        if (value == NULL) {
            size_t length = open != NULL ? (size_t)(open - text) + 1 : strlen(text);

            cj_text_append_n(out, text, length);
            text += length;
            continue;
        }
        cj_text_append_n(out, text, (size_t)(open - text));
        if (is_empty(value) && (open == start_of_text || open[-1] == '\n') && close[1] == '\n') {
            text = close + 2; /* a line of its own for nothing is no line */
            continue;
        }
        if (value->part != NULL)
            insert_part(value, unit, start, out);
        else
            cj_text_append(out, value->text);
        text = close + 1;
    }
}
