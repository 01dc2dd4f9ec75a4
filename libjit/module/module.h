/*
 * module.h: what a module is, for the files that make it and launch its kernels.
 *
 * Modules are a family of kernels (kernel/core.h) whose source is the user's, so that there is one program and no
 * variants. A module is shared by all handles that were made from the same spec on one context, or belongs to its
 * handle alone: where it was loaded, where it has variables or headers that may have some, and where not all that it is
 * made from could be told (so that it cannot be found again).
 */
#ifndef LIBJIT_MODULE_H
#define LIBJIT_MODULE_H

#include "libjit/kernel/core.h"
#include "libjit/syntax/kernel_scan.h"

#include <stdatomic.h>

/* ---- module_text.c: what a module is made from ------------------------------------------------------------------- */

/* Owned copies of the user's texts, and what a look at them tells; or an object. */
typedef struct cj_module_text {
    cj_object loaded; /* in place of all others; of no kind where it was made from source */
    char *name;
    char *source;       /* NULL: loaded */
    char **options;     /* the user's, and an -I for each include directory; ended by NULL */
    char **expressions; /* the user's name expressions in their normal form, ended by NULL */
    cj_header *headers;
    size_t header_count;
    cj_kernel_list kernels;
    const char **names; /* of the kernels that can be found: those of the source, then the expressions; ended by NULL */
    size_t name_count;
    unsigned features; /* cj_feature bits */
    cj_survey *survey; /* of the headers; the module takes it with its key */
    bool check_addresses;
} cj_module_text;

/* CUJIT_ERROR_INVALID_ARGUMENT, and CUJIT_ERROR_COMPILE with the place for a source that no compiler shall see. */
cujit_status cj_module_text_init(const cujit_context *context, const cujit_module_spec *spec, cj_module_text *out,
                                 cujit_error *error);
void cj_module_text_clear(cj_module_text *text);
cj_unit cj_module_text_unit(const cj_module_text *text);

/* The kernel that an expression in its normal form names, or of which it is an instance; NULL: none that we saw. */
const cj_kernel *cj_module_text_find(const cj_module_text *text, const char *expression);

/* ---- module_parameter.c: the parameters of a kernel -------------------------------------------------------------- */

typedef struct cj_declared {
    cj_signature signature;          /* what arguments are bound to (argument.h) */
    cujit_function_parameter *shown; /* the same for the public */
    bool counted;                    /* false: not even their number is known */
} cj_declared;

/* What a parameter list says (NULL: there is none) where `aliases` (kernel_scan.h; NULL: none) are names of types, as
 * far as it can be understood, and what the device says: `count` sizes and offsets, which are NULL where it cannot
 * tell. Where the two contradict each other the device is right. Fails for lack of memory only. */
cujit_status cj_declared_read(cujit_context *context, const char *aliases, const char *text, const size_t *sizes,
                              const size_t *offsets, size_t count, cj_declared *out, cujit_error *error);
void cj_declared_clear(cj_declared *declared);

/* ---- module.c, function.c ---------------------------------------------------------------------------------------- */

typedef struct cj_module_core {
    cj_core core;
    cj_module_text text;
    cujit_function *functions; /* under the core's lock; the list only grows */
} cj_module_core;

struct cujit_module {
    union {
        cj_core_handle handle;
        cj_module_core *core; /* which begins with the handle's core */
    };
};

static inline const cj_program *cj_module_program(const cj_module_core *core)
{
    return atomic_load_explicit(&((cj_module_core *)core)->core.first, memory_order_relaxed)->program;
}

struct cujit_function {
    cujit_function *following;
    cujit_context *context; /* borrowed, as all here is the module's */
    char *name;
    cj_function *function;
    cj_declared declared;
    cujit_function_info info;
    atomic_size_t dynamic_shared; /* bytes that a launch may ask for; SIZE_MAX: not known */
};

/* Makes the function of a symbol. `expression` in its normal form. */
cujit_status cj_function_create(cj_module_core *core, const char *expression, const char *symbol, cujit_function **out,
                                cujit_error *error);
void cj_function_free(cujit_function *function);

#endif
