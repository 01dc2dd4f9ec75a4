/*
 * promotion.c: see promotion.h.
 */
#include "libjit/syntax/promotion.h"

#include "libjit/syntax/include.h"
#include "templates/templates.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FUNCTIONS = cj_lines_of_prelude_promotion_functions };

/* A line of templates/prelude_promotion_functions.h. */
typedef struct function {
    const char *line, *name;
    size_t line_length, name_length;
} function;

static function functions[MAX_FUNCTIONS]; /* sorted by name, as the lines are */
static size_t function_count;
static pthread_once_t functions_once = PTHREAD_ONCE_INIT;

static void split_lines(void)
{
    const char *at = cj_template_prelude_promotion_functions;

    for (const char *line = strstr(at, "\nCUJIT_"); line != NULL; line = strstr(at, "\nCUJIT_")) {
        function *next = &functions[function_count++];

        at = line + 1 + strcspn(line + 1, "\n");
        *next = (function){.line = line + 1, .name = strchr(line, '(') + 1};
        next->line_length = (size_t)(at - next->line) + (*at == '\n');
        next->name_length = strcspn(next->name, ",)");
    }
}

static int compare(const void *left, const void *right)
{
    const function *a = left, *b = right;
    const int order = strncmp(a->name, b->name, a->name_length < b->name_length ? a->name_length : b->name_length);

    return order != 0 ? order : (a->name_length > b->name_length) - (a->name_length < b->name_length);
}

/* The next word of *text that names a function, which *text then stands behind; NULL at the end. What stands in
 * comments and strings counts, too: an overload too many does no harm. */
static const function *find_next(const char **text)
{
    pthread_once(&functions_once, split_lines);
    while (**text != '\0') {
        function word = {.name = *text};
        const function *named = NULL;

        while (isalnum((unsigned char)**text) || **text == '_')
            ++*text;
        word.name_length = (size_t)(*text - word.name);
        if (word.name_length == 0)
            ++*text;
        else if ((named = bsearch(&word, functions, function_count, sizeof word, compare)) != NULL)
            return named;
    }
    return NULL;
}

bool cj_promotion_mentions(const char *text)
{
    return find_next(&text) != NULL;
}

static void mark(const char *text, bool wanted[MAX_FUNCTIONS])
{
    const function *named;

    while (text != NULL && (named = find_next(&text)) != NULL)
        wanted[named - functions] = true;
}

static void find_wanted(const cj_unit *unit, bool wanted[MAX_FUNCTIONS])
{
    mark(unit->source, wanted);
    mark(unit->definitions, wanted);
    for (size_t k = 0; k < unit->header_count; k++)
        mark(unit->headers[k].text, wanted);
    for (size_t k = 0; k < function_count; k++)
        wanted[k] = wanted[k] || (unit->features & CJ_FEATURE_FUNCTIONS) != 0;
}

static void append_complex(const cj_unit *unit, const bool wanted[MAX_FUNCTIONS], cj_text *out)
{
    static const char *const inverses[] = {"asin", "acos", "atan", "asinh", "acosh", "atanh"};
    static const char *const pycuda[] = {"pycuda", NULL};
    bool inverse = false;

    cj_text_append(out, cj_template_prelude_complex);
    for (size_t k = 0; k < sizeof inverses / sizeof *inverses && !inverse; k++) {
        const char *text = inverses[k];

        inverse = wanted[find_next(&text) - functions];
    }
    if (inverse)
        cj_text_append(out, cj_template_prelude_complex_inverse);
    if (cj_unit_mentions(unit, pycuda) || (unit->features & CJ_FEATURE_FUNCTIONS) != 0)
        cj_text_append(out, cj_template_prelude_complex_pycuda);
}

void cj_promotion_append(const cj_unit *unit, cj_text *out, cj_text *complex)
{
    const bool half = (unit->features & (CJ_FEATURE_HALF | CJ_FEATURE_BFLOAT16)) != 0;
    bool wanted[MAX_FUNCTIONS] = {false}, any = half;

    find_wanted(unit, wanted);
    for (size_t k = 0; k < function_count; k++)
        any = any || wanted[k];
    cj_text_append(out, any ? cj_template_prelude_promotion : NULL);
    cj_text_append(out, half ? cj_template_prelude_half : NULL);
    for (size_t k = 0; k < function_count; k++)
        cj_text_append_n(out, functions[k].line, wanted[k] ? functions[k].line_length : 0);
    if ((unit->features & CJ_FEATURE_COMPLEX) != 0)
        append_complex(unit, wanted, complex);
}
