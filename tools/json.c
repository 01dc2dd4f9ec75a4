/*
 * json.c: the writer of JSON behind `--json`.
 */
#include "element.h"
#include "print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Comma, line break, indentation and key: what stands in front of every value. */
static void begin_value(cli_json *json, const char *key)
{
    if (json->more)
        fputc(',', json->file);
    if (json->inside)
        fputs(json->more ? " " : "", json->file);
    else if (json->depth > 0)
        fprintf(json->file, "\n%*s", 2 * json->depth, "");
    json->more = true;
    if (key != NULL) {
        cli_json_text(&(cli_json){.file = json->file, .inside = true}, NULL, key);
        fputs(": ", json->file);
    }
}

static void end_value(const cli_json *json)
{
    if (json->depth == 0 && !json->inside)
        fputc('\n', json->file);
}

void cli_json_begin(cli_json *json, const char *key, char bracket)
{
    begin_value(json, key);
    fputc(bracket, json->file);
    json->depth++;
    json->more = false;
}

void cli_json_end(cli_json *json, char bracket)
{
    json->depth--;
    if (json->more && !json->inside)
        fprintf(json->file, "\n%*s", 2 * json->depth, "");
    fputc(bracket, json->file);
    json->more = true;
    end_value(json);
}

size_t cli_character(const unsigned char *text)
{
    unsigned code = text[0];
    size_t size = code < 0x80                   ? 1
                  : code >= 0xc2 && code < 0xe0 ? 2
                  : (code & 0xf0) == 0xe0       ? 3
                  : code >= 0xf0 && code < 0xf5 ? 4
                                                : 0;

    for (size_t k = 1; k < size; k++) {
        if ((text[k] & 0xc0) != 0x80)
            return 0;
    }
    if ((code == 0xe0 && text[1] < 0xa0) || (code == 0xed && text[1] >= 0xa0) || (code == 0xf0 && text[1] < 0x90) ||
        (code == 0xf4 && text[1] >= 0x90))
        return 0;
    return size;
}

void cli_json_text(cli_json *json, const char *key, const char *value)
{
    const unsigned char *at = (const unsigned char *)value;

    begin_value(json, key);
    if (value == NULL) {
        fputs("null", json->file);
        end_value(json);
        return;
    }
    fputc('"', json->file);
    while (*at != '\0') {
        size_t size = cli_character(at);

        if (*at == '"' || *at == '\\')
            fprintf(json->file, "\\%c", *at);
        else if (*at == '\n')
            fputs("\\n", json->file);
        else if (*at == '\t')
            fputs("\\t", json->file);
        else if (*at < ' ' || *at == 0x7f)
            fprintf(json->file, "\\u%04x", *at);
        else if (size == 0)
            fputs("\\ufffd", json->file);
        else
            fwrite(at, 1, size, json->file);
        at += size == 0 ? 1 : size;
    }
    fputc('"', json->file);
    end_value(json);
}

void cli_json_integer(cli_json *json, const char *key, long long value)
{
    begin_value(json, key);
    fprintf(json->file, "%lld", value);
    end_value(json);
}

void cli_json_unsigned(cli_json *json, const char *key, unsigned long long value)
{
    begin_value(json, key);
    fprintf(json->file, "%llu", value);
    end_value(json);
}

/* Texts stand for numbers that JSON has not. */
static void real_of_type(cli_json *json, const char *key, cujit_dtype dtype, double value)
{
    const cli_number number = {.kind = CLI_REAL, .real = value};
    unsigned char element[16];
    char text[CLI_ELEMENT_ROOM];

    cli_element_store(dtype, element, &number);
    cli_element_text(dtype, element, text);
    if (!isfinite(value)) {
        cli_json_text(json, key, text);
        return;
    }
    begin_value(json, key);
    fputs(text, json->file);
    end_value(json);
}

void cli_json_real(cli_json *json, const char *key, double value)
{
    real_of_type(json, key, CUJIT_FLOAT64, value);
}

void cli_json_bool(cli_json *json, const char *key, bool value)
{
    begin_value(json, key);
    fputs(value ? "true" : "false", json->file);
    end_value(json);
}

static void element(cli_json *json, cujit_dtype dtype, const unsigned char *at)
{
    cujit_dtype part = dtype == CUJIT_COMPLEX64 ? CUJIT_FLOAT32 : dtype == CUJIT_COMPLEX128 ? CUJIT_FLOAT64 : dtype;
    cli_number number;

    cli_element_load(dtype, at, &number);
    if (dtype == CUJIT_BOOL) {
        cli_json_bool(json, NULL, number.i != 0);
    } else if (number.kind == CLI_INT) {
        cli_json_integer(json, NULL, number.i);
    } else if (number.kind == CLI_UINT) {
        cli_json_unsigned(json, NULL, number.u);
    } else if (number.kind == CLI_REAL) {
        real_of_type(json, NULL, part, number.real);
    } else {
        cli_json_begin(json, NULL, '[');
        real_of_type(json, NULL, part, number.real);
        real_of_type(json, NULL, part, number.imaginary);
        cli_json_end(json, ']');
    }
}

static void elements(cli_json *json, const cli_array *array, const size_t *strides, int axis, const unsigned char *at)
{
    if (axis == array->ndim) {
        element(json, array->dtype, at);
        return;
    }
    for (size_t k = 0; k < array->shape[axis]; k++)
        elements(json, array, strides, axis + 1, at + k * strides[axis]);
}

void cli_json_elements(cli_json *json, const char *key, const cli_array *array)
{
    size_t strides[CLI_MAX_NDIM];

    cli_array_strides(array, strides);
    cli_json_begin(json, key, '[');
    json->inside = true;
    if (array->size > 0)
        elements(json, array, strides, 0, array->data);
    cli_json_end(json, ']');
    json->inside = false;
}
