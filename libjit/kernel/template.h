/*
 * template.h: a source template with @PLACEHOLDERS@, and the texts that go into them.
 */
#ifndef LIBJIT_TEMPLATE_H
#define LIBJIT_TEMPLATE_H

#include "libjit/base/text.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cj_value {
    const char *name; /* without the @ */
    const char *text; /* NULL counts as "" */
    /* The user's own text: put on lines of its own between #line directives, under the name of this part, so that a
     * compiler's messages speak of the user's lines. NULL: the library's text, pasted as it is. */
    const char *part;
    bool statements; /* a part that is statements: ended by a ';' */
    bool newline;    /* the text ends inside a // comment: a newline must follow before anything else */
} cj_value;

/* Appends the template with every placeholder replaced. `unit` names the generated file in #line directives. Values are
 * not looked at for placeholders. A placeholder without a value is left as it is. */
void cj_template_expand(const char *text, const cj_value *values, size_t count, const char *unit, cj_text *out);

#endif
