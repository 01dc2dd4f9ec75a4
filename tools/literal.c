/*
 * literal.c: arrays that are typed.
 */
#include "literal.h"

#include "element.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *text, *at;
    cujit_dtype wanted;
    cli_number *numbers;
    size_t count;
    size_t shape[CUJIT_ARRAY_MAX_NDIM];
    int ndim; /* 0: not known before the first number */
    unsigned needs;
    cli_problem *problem;
} reader;

static bool refuse(const reader *r, const char *what)
{
    return cli_problem_usage(r->problem, "column %zu: %s (an array is [1, 2, 3], or [[1, 2], [3, 4]])",
                             (size_t)(r->at - r->text) + 1, what);
}

static void skip_blanks(reader *r)
{
    r->at += strspn(r->at, " \t\r\n");
}

static bool read_number(reader *r)
{
    const size_t length = strcspn(r->at, ",[] \t\r\n");
    char *text = cli_alloc(length + 1);
    unsigned char element[16];
    cli_number number;
    bool good;

    memcpy(text, r->at, length);
    good = length > 0 ? cli_number_parse(text, &number, r->problem) : refuse(r, "expected a number");
    if (good && r->wanted != CUJIT_DTYPE_NONE && !cli_element_store(r->wanted, element, &number))
        good = cli_problem_usage(r->problem, "column %zu: %s cannot hold %s", (size_t)(r->at - r->text) + 1,
                                 cujit_dtype_name(r->wanted), text);
    if (good) {
        if ((r->count & (r->count - 1)) == 0)
            r->numbers = cli_realloc(r->numbers, (2 * r->count + 1) * sizeof *r->numbers);
        r->numbers[r->count++] = number;
        r->needs = cli_number_needs(r->needs, text, &number);
        r->at += length;
    }
    free(text);
    return good;
}

/* What stands at this depth of brackets: an axis, or a number. */
static bool read_item(reader *r, int depth)
{
    size_t length = 0;

    skip_blanks(r);
    if (*r->at != '[') {
        if (r->ndim == 0 && depth > 0)
            r->ndim = depth;
        return r->ndim == depth ? read_number(r) : refuse(r, "expected '['");
    }
    if (depth == CUJIT_ARRAY_MAX_NDIM || (r->ndim != 0 && depth >= r->ndim))
        return refuse(r, "there are more '[' here than before");
    r->at++;
    skip_blanks(r);
    while (*r->at != ']') {
        if (length > 0 && *r->at != ',')
            return refuse(r, "expected ',' or ']'");
        r->at += length > 0;
        if (!read_item(r, depth + 1))
            return false;
        length++;
        skip_blanks(r);
    }
    if (r->ndim == 0)
        r->ndim = depth + 1;
    if (r->shape[depth] != SIZE_MAX && r->shape[depth] != length)
        return refuse(r, "this list has another length than the one before");
    r->shape[depth] = length;
    r->at++;
    return true;
}

bool cli_literal_parse(const char *text, cujit_dtype wanted, cli_array *out, cli_problem *problem)
{
    reader r = {.text = text, .at = text, .wanted = wanted, .problem = problem};
    bool good;

    memset(r.shape, 0xff, sizeof r.shape);
    good = read_item(&r, 0);
    skip_blanks(&r);
    if (good && *r.at != '\0')
        good = refuse(&r, "something stands behind the last ']'");
    if (wanted == CUJIT_DTYPE_NONE)
        wanted = cli_number_type(r.needs);
    good = good && cli_array_create(wanted, r.ndim, r.shape, false, out, problem);
    for (size_t k = 0; good && k < r.count; k++)
        cli_element_store(out->dtype, out->data + k * cujit_dtype_size(out->dtype), &r.numbers[k]);
    free(r.numbers);
    return good;
}
