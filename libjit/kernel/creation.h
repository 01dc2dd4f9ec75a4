/*
 * creation.h: kernels of every family that are made in the background (cujit/creation.h).
 */
#ifndef LIBJIT_CREATION_H
#define LIBJIT_CREATION_H

#include "libjit/kernel/core.h"

/* A spec that is to be made in the background. */
typedef struct cj_commission {
    const cj_family *family;
    const void *spec;
    const char *type;            /* of the kernel, as users call it: "cujit_scan". Static storage */
    void (*wish)(cj_core *core); /* called with the kernel when it is there, by any thread; NULL: nothing */
} cj_commission;

/* Begins, or is done already. */
cujit_status cj_creation_begin(cujit_context *context, const cj_commission *what, cujit_creation **out,
                               cujit_error *error);

/* Waits for a kernel of that type and hands it over; `function` is what users have called. */
cujit_status cj_creation_take(cujit_creation *creation, const char *function, const char *type, cj_core_handle **out,
                              cujit_error *error);

/* The public function of a family whose handles are cujit_`kind`. */
#define CJ_CREATION_TAKE(kind)                                                                                         \
    cujit_status cujit_creation_take_##kind(cujit_creation *creation, cujit_##kind **out, cujit_error *error)          \
    {                                                                                                                  \
        return cj_creation_take(creation, "cujit_creation_take_" #kind, "cujit_" #kind, (cj_core_handle **)out,        \
                                error);                                                                                \
    }

#endif
