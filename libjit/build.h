/*
 * build.h: from a unit of source to a kernel that can be launched.
 *
 *     key -> cache on disk -> compile -> store -> load
 *
 * (The table of what this process has already loaded comes before: registry.h, keyed by what the user wrote.)
 */
#ifndef LIBJIT_BUILD_H
#define LIBJIT_BUILD_H

#include "libjit/context.h"
#include "libjit/diagnostic.h"

/* A loaded kernel. Immutable. */
typedef struct cj_program {
    cujit_context *context; /* borrowed: programs live in their context's registry */
    cj_object object;
    cj_module *module;     /* NULL in a context without a device */
    cj_function *function; /* likewise */
    cujit_origin origin;   /* disk or compiler */
} cj_program;

/* Builds `unit`; `parts` are the user's texts in it, by their #line names, to which a compiler's messages are mapped
 * back. A compile error carries place, excerpt, log and source. */
cujit_status cj_program_build(cujit_context *context, const cj_unit *unit, const cj_part *parts, size_t part_count,
                              cj_program **out, cujit_error *error);
void cj_program_free(cj_program *program); /* NULL is fine */

#endif
