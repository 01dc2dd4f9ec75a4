/*
 * source.h: what the sources of all kernels share: the values that every template has. docs/templates.md lists them.
 */
#ifndef LIBJIT_SOURCE_H
#define LIBJIT_SOURCE_H

#include "libjit/base/template.h"
#include "libjit/kernel/kernel_text.h"
#include "libjit/kernel/variant.h"

enum { CJ_SOURCE_MAX_VALUES = 96, CJ_SOURCE_MAX_LISTS = 8 };

/* The values of a template, form by form. Texts are borrowed until it is rendered. */
typedef struct cj_source {
    const cj_kernel_text *text;
    const cj_variant *variant;
    cj_value values[CJ_SOURCE_MAX_VALUES];
    size_t count;
    cj_value *lists[CJ_SOURCE_MAX_LISTS];
    size_t list_count;
    bool failed; /* memory ran out */
} cj_source;

/* Fills in what all templates have. */
void cj_source_begin(cj_source *source, const cj_kernel_text *text, const cj_variant *variant);

void cj_source_add(cj_source *source, cj_value value);
void cj_source_text(cj_source *source, const char *name, const char *text);
void cj_source_number(cj_source *source, const char *name, long long number);
/* A list of `count` items of `size` values, for the caller to fill in. NULL where memory ran out. */
cj_value *cj_source_list(cj_source *source, const char *name, size_t count, size_t size);
/* One that is filled in, and goes with cj_free() then. */
void cj_source_take_list(cj_source *source, const char *name, cj_value *items, size_t count, size_t size);

/* The list `arrays`: the parameters that are more than pointers in this form. */
void cj_source_arrays(cj_source *source, bool (*takes)(const cj_kernel_text *text, size_t k));

/* A text of the user's, under the name of its part. */
cj_value cj_source_part(const char *name, const char *part, const char *text);

/* What `i` is in forms that are not plain pointers, of prelude_accessors.h. */
const char *cj_source_index_type(const cj_kernel_text *text);
/* What generated code calls the number of elements: n, unless an argument has that name. In a fold the argument (no
 * array) is called something else instead, and gets its name back where the user's texts stand. */
const char *cj_source_count(const cj_kernel_text *text);

/* Renders the template and lets go of all that the source has. */
cujit_status cj_source_finish(cj_source *source, const char *template, char **out, cujit_error *error);

#endif
