/*
 * template.c: see template.h.
 */
#include "libjit/base/rendering.h"

#include <string.h>

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static const cj_value *fail(cj_rendering *r, const char *what, const char *name)
{
    static const cj_value nothing;

    if (r->status == CUJIT_OK)
        r->status = cj_error_set(r->error, CUJIT_ERROR_INVALID_ARGUMENT, "template \"%s\": \"%s\" %s", r->name, name,
                                 what);
    return &nothing;
}

static const cj_value *find(cj_rendering *r, const cj_value *values, size_t count, const char *name)
{
    for (size_t k = count; k-- > 0;) { /* a form's own values come last, and are asked for most */
        if (*values[k].name == *name && strcmp(values[k].name, name) == 0)
            return &values[k];
    }
    return fail(r, "is the name of nothing", name);
}

const cj_value *cj_given(cj_rendering *r, const char *name)
{
    return find(r, r->values, r->count, name);
}

const cj_value *cj_given_item(cj_rendering *r, const cj_rounds *loop, const char *name)
{
    return find(r, loop->item, loop->size, name);
}

long long cj_not_zero(cj_rendering *r, long long number)
{
    if (number == 0)
        fail(r, "is no divisor", "0");
    return number != 0 ? number : 1;
}

cj_rounds cj_rounds_over(cj_rendering *r, const cj_value *value)
{
    if (value->text != NULL)
        value = fail(r, "is a text and no list", value->name);
    return (cj_rounds){
        .round = -1,
        .rounds = value->number,
        .item = value->items,
        .size = value->items != NULL ? value->size : 0,
    };
}

static bool is_empty(const cj_value *value)
{
    return value->text[strspn(value->text, " \t\r\n\f\v")] == '\0';
}

long long cj_number_of(const cj_value *value)
{
    return value->text != NULL ? !is_empty(value) : value->number;
}

/* ---- What is written --------------------------------------------------------------------------------------------- */

static size_t count_lines(const char *at, const char *end)
{
    size_t lines = 0;

    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        lines++;
        at++;
    }
    return lines;
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

void cj_put_number(cj_rendering *r, long long number)
{
    char digits[24], *at = digits + sizeof digits;
    unsigned long long rest = number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;

    do {
        *--at = (char)('0' + rest % 10);
    } while ((rest /= 10) > 0);
    if (number < 0)
        *--at = '-';
    cj_put(r, at, (size_t)(digits + sizeof digits - at));
}

/* The ';' stands right behind the text, so that a compiler that misses an operand points to the user's last line. */
static void put_part(cj_rendering *r, const cj_value *value)
{
    size_t length = strlen(value->text);
    cj_text *out = r->out;

    while (length > 0 && strchr(" \t\r\n\f\v", value->text[length - 1]) != NULL)
        length--;
    if (length == 0)
        return;
    cj_text_append(out, "#line 1 \"");
    cj_text_append(out, value->part);
    cj_text_append(out, "\"\n");
    cj_text_append_n(out, value->text, length);
    if (value->newline || (value->text[length] != '\0' && may_end_in_remark(value->text, length)))
        cj_text_append(out, "\n");
    if (value->statements)
        cj_text_append(out, ";");
    cj_text_append(out, "\n");
    r->lines += out->failed ? 0 : count_lines(out->data + r->counted, out->data + out->length);
    r->counted = out->length;
    cj_text_append(out, "#line ");
    cj_put_number(r, (long long)r->lines + 2);
    cj_text_append(out, " \"");
    cj_text_append(out, r->unit);
    cj_text_append(out, "\"");
}

void cj_put_value(cj_rendering *r, const cj_value *value)
{
    if (value->text == NULL)
        cj_put_number(r, value->number);
    else if (value->part != NULL)
        put_part(r, value);
    else
        cj_text_append(r->out, value->text);
}

void cj_put_line(cj_rendering *r, size_t blanks, const cj_value *value)
{
    if (value->text != NULL && is_empty(value))
        return;
    while (blanks-- > 0)
        cj_put(r, " ", 1);
    cj_put_value(r, value);
    if (r->out->length == 0 || r->out->data[r->out->length - 1] != '\n')
        cj_put(r, "\n", 1);
}

cujit_status cj_template_render(const cj_template_file *files, const char *name, const cj_value *values, size_t count,
                                const char *unit, cj_text *out, cujit_error *error)
{
    cj_rendering r = {
        .name = name,
        .values = values,
        .count = count,
        .unit = unit,
        .out = out,
        .counted = out->length,
        .error = error,
    };

    while (files->name != NULL && (files->render == NULL || strcmp(files->name, name) != 0))
        files++;
    if (files->name == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "there is no template \"%s\"", name);
    files->render(&r);
    if (r.status == CUJIT_OK && out->failed)
        r.status = cj_error_no_memory(error, "a text");
    return r.status;
}
