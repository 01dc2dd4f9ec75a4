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

enum { MAX_FUNCTIONS = 128 };

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

    for (; *at != '\0' && function_count < MAX_FUNCTIONS; at += strcspn(at, "\n") + 1) {
        function *next = &functions[function_count];

        if (strncmp(at, "CUJIT_", 6) != 0) /* the remark on top */
            continue;
        *next = (function){.line = at, .name = strchr(at, '(') + 1, .line_length = strcspn(at, "\n") + 1};
        next->name_length = strcspn(next->name, ",)");
        function_count++;
    }
}

typedef struct word {
    const char *start;
    size_t length;
} word;

static int compare(const void *key, const void *element)
{
    const word *w = key;
    const function *f = element;
    const int order = strncmp(w->start, f->name, w->length < f->name_length ? w->length : f->name_length);

    return order != 0 ? order : (w->length > f->name_length) - (w->length < f->name_length);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next word of *text that names a function, which *text then stands behind; NULL at the end. What stands in
 * comments and strings counts, too: an overload too many does no harm. */
static const function *find_next(const char **text)
{
    pthread_once(&functions_once, split_lines);
    while (**text != '\0') {
        const word found = {*text, 0};
        const function *named = NULL;

        while (is_word(**text))
            ++*text;
        if (*text == found.start) {
            ++*text;
            continue;
        }
        named = bsearch(&(word){found.start, (size_t)(*text - found.start)}, functions, function_count,
                        sizeof *functions, compare);
        if (named != NULL)
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
