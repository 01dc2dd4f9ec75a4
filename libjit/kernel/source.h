/*
 * source.h: what the sources of all kernels share: the values that every template has. docs/templates.md lists them.
 */
#ifndef LIBJIT_SOURCE_H
#define LIBJIT_SOURCE_H

#include "libjit/base/template.h"
#include "libjit/kernel/kernel_text.h"
#include "libjit/kernel/variant.h"

enum { CJ_SOURCE_MAX_VALUES = 96, CJ_SOURCE_MAX_LISTS = 10, CJ_SOURCE_MAX_PARTS = 48 };

/* All that a variant's source is made of. Texts are borrowed. */
typedef struct cj_source {
    const cj_kernel_text *text;
    const cj_variant *variant;
    const char *template;               /* NULL: there is no such variant */
    unsigned features;                  /* the preludes that it needs, as cj_feature bits */
    size_t numbers;                     /* of 8 bytes each, that stand behind the user's parameters */
    size_t layout_bytes;                /* of the struct of numbers behind these (layout.h) */
    cj_part parts[CJ_SOURCE_MAX_PARTS]; /* the user's texts under their #line names */
    size_t part_count;
    cj_value values[CJ_SOURCE_MAX_VALUES];
    size_t count;
    cj_value *lists[CJ_SOURCE_MAX_LISTS];
    size_t list_count;
    bool failed; /* memory ran out */
} cj_source;

/* Fills in what all templates have. */
void cj_source_begin(cj_source *source, const cj_kernel_text *text, const cj_variant *variant);
void cj_source_end(cj_source *source);

void cj_source_add(cj_source *source, cj_value value);
void cj_source_text(cj_source *source, const char *name, const char *text);
void cj_source_number(cj_source *source, const char *name, long long number);
/* A list of `count` items of `size` values, for the caller to fill in. NULL where memory ran out. */
cj_value *cj_source_list(cj_source *source, const char *name, size_t count, size_t size);
/* One that is filled in, and goes with cj_free() then. */
void cj_source_take_list(cj_source *source, const char *name, cj_value *items, size_t count, size_t size);

/* The list `arrays`: the parameters that are more than pointers in this form, those of that role. */
void cj_source_arrays(cj_source *source, cj_role role);

/* A text under the name of its part, in which the user wrote `users`. */
cj_value cj_source_part(cj_source *source, const char *name, const char *part, const char *text, const char *users);

/* What `i` is in forms that are not plain pointers, of prelude_accessors.h. */
const char *cj_source_index_type(const cj_kernel_text *text);
/* What generated code calls the number of elements: n, unless an argument has that name. In a fold the argument (no
 * array) is called something else instead, and gets its name back where the user's texts stand. */
const char *cj_source_count(const cj_kernel_text *text);

/* What a launch's parameters take. */
static inline size_t cj_source_bytes(const cj_source *source)
{
    return cj_signature_bytes(&source->text->signature) + source->numbers * sizeof(long long) + source->layout_bytes;
}

/* Renders the template, for cj_free(). */
cujit_status cj_source_render(const cj_source *source, char **out, cujit_error *error);

#endif
