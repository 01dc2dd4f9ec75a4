/*
 * source.h: what the sources of all kernels share: the placeholders that every template has, and what fills them.
 */
#ifndef LIBJIT_SOURCE_H
#define LIBJIT_SOURCE_H

#include "libjit/kernel/kernel_text.h"
#include "libjit/kernel/template.h"

enum { CJ_SOURCE_MAX_VALUES = 96 };

/* The placeholders of a template, form by form. Texts of `own` belong to the source that is being written. */
typedef struct cj_source {
    const cj_kernel_text *text;
    cj_value values[CJ_SOURCE_MAX_VALUES];
    cj_text own[CJ_SOURCE_MAX_VALUES];
    size_t count;
} cj_source;

/* Fills in what all templates have: TYPES, PREAMBLE, CHECKS, NAME, OPERATION with what guards it, LOOP_PREP,
 * AFTER_LOOP. */
void cj_source_begin(cj_source *source, const cj_kernel_text *text);
/* A text of the user's, under the name of its part. `statement`: it is ended by a ';'. `newline`: it may
 * end in a comment, and a newline must come first. */
void cj_source_add_part(cj_source *source, const char *placeholder, const char *part, const char *text, bool statement,
                        bool newline);
/* A new placeholder; the text is for the caller to write, before it adds the next. */
cj_text *cj_source_add(cj_source *source, const char *placeholder);
/* What `i` is in forms that are not plain pointers, of prelude_accessors.h. */
const char *cj_source_index_type(const cj_kernel_text *text);
/* Appends "const cujit_element<T> x": the element of array `k` that is at hand. Of one that is taken to be unwritten it
 * is const. */
void cj_source_element(const cj_kernel_text *text, size_t k, cj_text *out);
/* What generated code calls the number of elements: n, unless an argument has that name. In a fold the argument (no
 * array) is called something else instead, and gets its name back where the user's texts stand. */
#define CJ_FOLD_OWN_N "cujit_own_n"
const char *cj_source_count(const cj_kernel_text *text);
/* Appends the user's parameters, each followed by ", ". */
void cj_source_parameters(const cj_kernel_text *text, cj_text *out);
/* Expands the template and lets go of the texts. */
cujit_status cj_source_finish(cj_source *source, const char *template, char **out, cujit_error *error);

#endif
