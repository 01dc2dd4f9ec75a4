/*
 * template.h: renders the templates of templates/ (docs/templates.md has their language).
 */
#ifndef LIBJIT_TEMPLATE_H
#define LIBJIT_TEMPLATE_H

#include "libjit/base/text.h"
#include "templates/templates.h"

#include <stdbool.h>
#include <stddef.h>

/* What a name in a template stands for: a text, a list of items that have named values themselves, or else a number,
 * which is 0 and 1 for what is false and true. */
typedef struct cj_value {
    const char *name;
    const char *text; /* NULL: it is no text */
    /* The user's own text: put on lines of its own between #line directives, under the name of this part, so that a
     * compiler's messages speak of the user's lines. NULL: the library's text, pasted as it is. */
    const char *part;
    bool statements; /* a part that is statements: ended by a ';' */
    bool newline;    /* the text ends inside a // comment: a newline must follow before anything else */
    long long number;
    const struct cj_value *items; /* of a list: `number` times `size` values, item by item */
    size_t size;
} cj_value;

static inline cj_value cj_value_number(const char *name, long long number)
{
    return (cj_value){.name = name, .number = number};
}
/* NULL counts as "". */
static inline cj_value cj_value_text(const char *name, const char *text)
{
    return (cj_value){.name = name, .text = text != NULL ? text : ""};
}
static inline cj_value cj_value_list(const char *name, const cj_value *items, size_t count, size_t size)
{
    return (cj_value){.name = name, .items = items, .number = (long long)count, .size = size};
}

/* Appends the template `name` of `files` (ended by one without a name). `unit` names the generated file in #line
 * directives. A value that the template asks for and that is not there is CUJIT_ERROR_INVALID_ARGUMENT. */
cujit_status cj_template_render(const cj_template_file *files, const char *name, const cj_value *values, size_t count,
                                const char *unit, cj_text *out, cujit_error *error);

#endif
