/*
 * core.h: what kernels of every family have in common: how they are found and made, bound to types, built and shown.
 *
 * A family of kernels is a table, cj_family, and a struct that begins with a cj_core. Its own files know what its texts
 * mean, which forms there are and how they are launched. Here is the rest: the registry, kernels with one-letter types,
 * the variants that were built, what may be taken for granted of a text that does not compile, and reports.
 */
#ifndef LIBJIT_CORE_H
#define LIBJIT_CORE_H

#include "libjit/base/registry.h"
#include "libjit/kernel/program.h"
#include "libjit/kernel/source.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

typedef struct cj_core cj_core;
typedef struct cj_generic cj_generic; /* generic.h */

/* A variant that was built; or could not be, and is not tried again since another does in its place. */
typedef struct cj_built {
    struct cj_built *older;
    cj_variant variant;
    cj_program *program; /* NULL: it could not */
} cj_built;

typedef struct cj_family {
    size_t size;              /* of its kernels, which begin with a cj_core and are filled with 0 */
    const char *const *forms; /* what they are called, by cj_variant.form; of a family that has `build` NULL */

    /* Adds what a spec says to a key of the registry. One that is unknown is for nobody else: its kernel is not there,
     * and goes with its handle. */
    cujit_status (*key)(cujit_context *context, const void *spec, cj_flat_key *key, cj_survey **survey,
                        cujit_error *error);
    /* Takes over and checks the texts: core->text, and core->warnings where there are some. A family that has `build`
     * takes what it pleases; core->text is NULL then. */
    cujit_status (*take)(cj_core *core, const void *spec, cujit_error *error);
    /* Finds out what follows from the texts, with core->usual; of a generic kernel what needs no types. NULL:
     * nothing. */
    cujit_status (*settle)(cj_core *core, cujit_error *error);
    /* Builds the usual variant of a new kernel: cj_core_begin(), and what the family does beside that. */
    cujit_status (*begin)(cj_core *core, cujit_error *error);
    /* The usual variant was not built, with that status: takes less for granted of the texts. False, or no such
     * function: there is no less. */
    bool (*lessen)(cj_core *core, cujit_status status);
    /* Makes what a generic kernel becomes with `types` for all its letters. */
    cujit_status (*bind)(const cj_core *generic, const char *types, cj_core **out, cujit_error *error);

    /* Where the source is the user's own: makes the only program that there is. Else NULL, and these do: */
    cujit_status (*build)(cj_core *core, cj_program **out, cujit_error *error);
    /* Adds what a form's source has beside what all have: see cj_core_describe(). */
    void (*describe)(const cj_core *core, cj_source *source);
    /* Adds what a compiler's message leaves out. NULL: it says all. */
    void (*explain)(const cj_core *core, cujit_error *error);
    /* Frees what the family has besides the core. */
    void (*clear)(cj_core *core);
} cj_family;

struct cj_core {
    cj_registered registered;
    const cj_family *family;
    cujit_context *context;     /* borrowed: the registry is the context's */
    const cj_kernel_text *text; /* the family's; NULL where it has none: cj_family.build */
    const char *warnings;       /* of the texts, for the log; likewise; NULL: none */
    cj_survey *survey;          /* of the headers, while the kernel is made; it may be NULL then, too */
    const cj_stop *stop;        /* likewise */
    size_t leader; /* the parameter whose array says how many indices there are; SIZE_MAX: a fold without arrays */
    size_t most;   /* elements, of the widest sized array: an address space has no more */
    cujit_parameter *parameters;     /* for the public */
    cj_generic *generic;             /* NULL: all types are known. Else nothing is built */
    bool alone;                      /* not in the registry: the only handle's */
    struct cj_core *root;            /* which is in the registry, and this is it, or a part of it */
    char headers[48];                /* of a root: the digest that its key has */
    cj_variant usual;                /* what most launches will use */
    char *source;                    /* of that one; NULL: not there yet */
    _Atomic(const cj_built *) first; /* that one; NULL: not built yet, or generic */

    /* What is built later: a list that only grows, under the lock. */
    pthread_mutex_t lock;
    _Atomic(const cj_built *) built;
};

/* What a caller has of a kernel. What it points to is shared by all handles that were made from the same spec on one
 * context, and lives in the context's registry at least as long as they do. */
typedef struct cj_core_handle {
    cj_core *core;          /* in use; nobody changes it */
    cujit_context *context; /* a reference */
    cujit_origin origin;
    double create_ms;
} cj_core_handle;

/* For cj_family.key. A capital in a signature (NULL: none) stands for any type until a type of that name is registered:
 * then it is another kernel. */
void cj_core_key_capitals(cj_flat_key *key, cujit_context *context, const char *arguments);
/* The options of a unit, and what its source includes: a header that changed makes another kernel. Where not all of it
 * can be told the key is unknown: no kernel that is there can be known to be the same. *survey is NULL, or of the
 * unit's headers already. */
cujit_status cj_core_key_unit(cj_flat_key *key, const cj_unit *unit, cj_survey **survey, cujit_error *error);

/* A kernel that somebody wants. */
typedef struct cj_making {
    cujit_context *context;
    const cj_family *family;
    const void *spec;
    bool lazy;           /* the texts are the library's own, and name no registered type */
    const cj_stop *stop; /* NULL: none */
    double began;        /* when, by cj_now_ms() */
    /* cj_making_begin()'s: */
    cj_flat_key key;
    cj_survey *survey; /* until the kernel takes it */
    cj_core *core;     /* whose texts are taken, but of which nothing is built; NULL: not yet */
    cj_core *found;    /* in the registry, and in use; NULL: not yet */
} cj_making;

/* Makes the key. *making stays where it is. The caller gets rid of it with cj_making_clear() in any case. */
cujit_status cj_making_begin(cj_making *making, cujit_error *error);
/* Looks whether the kernel is there. True: to finish takes no compiler, and no time. */
bool cj_making_find(cj_making *making);
/* Takes and checks the texts; the spec may go then. True in *ready: nothing is to be built. */
cujit_status cj_making_take(cj_making *making, bool *ready, cujit_error *error);
/* Makes what is not there, whatever was done of it already. The handle has no reference to the context. */
cujit_status cj_making_finish(cj_making *making, cj_core_handle **out, cujit_error *error);
void cj_making_clear(cj_making *making); /* more than once, too */

/* The kernel of that spec: found in the registry or made, with its usual variant built unless it is generic or `lazy`:
 * for texts that are known to be good nothing is built before a launch needs it. */
cujit_status cj_core_open(cujit_context *context, const cj_family *family, const void *spec, bool lazy,
                          cj_core_handle **out, cujit_error *error);
void cj_core_close(cj_core_handle *handle);   /* NULL is fine */
void cj_core_discard(cj_core_handle *handle); /* the same of one that has no reference to the context */

/* Where a context keeps a handle of a kernel of its own (cj_kept), with cj_free() for its end. It has no reference to
 * the context, which would never go then. Puts a new one there, and returns what is there: where another thread was
 * faster, that one's. The caller holds the context. */
typedef _Atomic(cj_core_handle *) cj_core_place;
cj_core_handle *cj_core_keep(cj_core_place *place, cj_core_handle *made);

/* The same without the registry, as a part of the kernel `whole`, if that is not NULL. The caller gets rid of it with
 * cj_core_destroy(). */
cujit_status cj_core_make(cujit_context *context, const cj_family *family, const void *spec, bool lazy,
                          const cj_core *whole, cj_core **out, cujit_error *error);
void cj_core_destroy(cj_core *core); /* NULL is fine */

/* Builds the usual variant of a kernel in the making, of texts that are trusted as far as they compile. */
cujit_status cj_core_begin(cj_core *core, cujit_error *error);

/* What a variant's source is made of, for cj_source_end(); and that source, for cj_free(). */
void cj_core_describe(const cj_core *core, const cj_variant *variant, cj_source *out);
cujit_status cj_core_write(const cj_core *core, const cj_variant *variant, char **source, cujit_error *error);

/* The source of the usual variant, for cujit_free(). CUJIT_ERROR_INVALID_ARGUMENT: letters that it needs are open. */
cujit_status cj_core_render(cujit_context *context, const cj_family *family, const void *spec, char **source,
                            cujit_error *error);

/* The variant of a kernel; builds it the first time. Each time that it cannot be, the error says why: what a compiler
 * said is known without asking it again (program.c). CUJIT_ERROR_INVALID_ARGUMENT: the kernel is generic. */
cujit_status cj_core_build(const cj_core *core, const cj_variant *variant, const cj_built **out, cujit_error *error);
/* The same for one that another does in the place of. *out NULL: it cannot be built, this time or an earlier one, and
 * that other one is to be. CUJIT_ERROR_COMPILE_TIMEOUT, CUJIT_ERROR_CANCELLED: the compiler was not let end, and
 * another form would be a second wait, unless that one, `instead`, is there already (NULL: nobody knows which it
 * is). */
cujit_status cj_core_try(const cj_core *core, const cj_variant *variant, const cj_variant *instead,
                         const cj_built **out, cujit_error *error);

/* The error of a launch over n elements, more than core->most; and of what ("a prepared launch") cannot be had of a
 * kernel that is generic. */
cujit_status cj_core_refuse_size(const cj_core *core, size_t n, cujit_error *error);
cujit_status cj_core_refuse_generic(const cj_core *core, const char *what, cujit_error *error);

/* Launches a variant: behind the values of the user's parameters stand the `count` ones that its form adds. */
enum {
    CJ_CORE_OWN = 5 + CUJIT_REDUCTION_MAX_RESULTS,
    CJ_MAX_BLOCKS = 0x7fffffff, /* of a grid, in x */
};
static inline cujit_status cj_core_launch(const cj_core *core, const cj_built *built, const cj_grid *grid,
                                          void *const *values, const void *const *own, size_t count, void *stream,
                                          cujit_error *error)
{
    void *row[CJ_MAX_PARAMETERS + CJ_CORE_OWN];
    size_t parameters = core->text->signature.count;

    memcpy(row, values, parameters * sizeof *row);
    for (size_t k = 0; k < count; k++)
        row[parameters + k] = (void *)own[k];
    return core->context->backend->launch(built->program->function, grid, row, stream, error);
}

/* What the public functions of every family do with their handles; NULL: nothing is known. */
size_t cj_core_parameter_count(const cj_core_handle *handle);
const cujit_parameter *cj_core_parameter(const cj_core_handle *handle, size_t k);
cujit_report cj_core_report(const cj_core_handle *handle);
void cj_core_get_report(const cj_core_handle *handle, cujit_report *report, size_t size);

/* And these functions themselves, of a family whose handles are `type`: type_free() and so on. */
#define CJ_CORE_PUBLIC(type)                                                                                           \
    void type##_free(type *kernel)                                                                                     \
    {                                                                                                                  \
        cj_core_close((cj_core_handle *)kernel);                                                                       \
    }                                                                                                                  \
    size_t type##_parameter_count(const type *kernel)                                                                  \
    {                                                                                                                  \
        return cj_core_parameter_count((const cj_core_handle *)kernel);                                                \
    }                                                                                                                  \
    const cujit_parameter *type##_get_parameter(const type *kernel, size_t k)                                          \
    {                                                                                                                  \
        return cj_core_parameter((const cj_core_handle *)kernel, k);                                                   \
    }                                                                                                                  \
    void type##_get_report_sized(const type *kernel, cujit_report *report, size_t size)                                \
    {                                                                                                                  \
        cj_core_get_report((const cj_core_handle *)kernel, report, size);                                              \
    }

#endif
