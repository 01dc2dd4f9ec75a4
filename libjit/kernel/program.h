/*
 * program.h: from a unit of source to a kernel that can be launched.
 *
 *     key -> cache on disk -> compile -> store -> load
 *
 * (The table of what this process has already loaded comes before: registry.h, keyed by what the user wrote.)
 */
#ifndef LIBJIT_PROGRAM_H
#define LIBJIT_PROGRAM_H

#include "cache/key.h"
#include "libjit/runtime/context.h"
#include "libjit/syntax/diagnostic.h"

/* A loaded object. Immutable. */
typedef struct cj_program {
    cujit_context *context; /* borrowed: programs live in their context's registry */
    cj_object object;
    cj_module *module;     /* NULL in a context without a device */
    cj_function *function; /* likewise; of a unit with `kernels` the first, NULL where it has none */
    char id[33];           /* of what was built under a key: its digits (cache/key.h); "": any compiler's */
    char headers[48];      /* the digest of those that it is made of (cj_survey); "?": they were changed meanwhile */
    cujit_origin origin;   /* disk or compiler; memory for one that was given */
} cj_program;

/* Appends the symbol that an object's `names` gives for an expression, spelled as in the unit; NULL: for the first
 * there. False: there is none. */
bool cj_program_symbol(const cj_object *object, const char *expression, cj_text *symbol);

/* Builds `unit`; `parts` are the user's texts in it, by their #line names, to which a compiler's messages are mapped
 * back. A compile error carries place, excerpt, log and source. */
cujit_status cj_program_build(cujit_context *context, const cj_unit *unit, const cj_part *parts, size_t part_count,
                              cj_program **out, cujit_error *error);

/* What begins the line of a key's options that has the unit's features, in hexadecimal digits. */
#define CJ_PROGRAM_FEATURES "features "

/* Compiles `unit` without looking for it, storing it or loading it, if its key is `key`; else, or where headers were
 * changed meanwhile, *differences has the bits of what is not (cj_key_differences()), whatever a compiler said. *out is
 * the caller's. */
cujit_status cj_program_remake(cujit_context *context, const cj_unit *unit, const cj_cache_key *key,
                               unsigned *differences, cj_object *out, cujit_error *error);

/* Loads an object that was made elsewhere, whose content it takes over (`object` is {0} then). */
cujit_status cj_program_load(cujit_context *context, cj_object *object, cj_program **out, cujit_error *error);
void cj_program_free(cj_program *program); /* NULL is fine */

#endif
