/*
 * sizes.h: which arrays of a kernel must have as many elements as there are indices, and which one says how many.
 */
#ifndef LIBJIT_SIZES_H
#define LIBJIT_SIZES_H

#include "libjit/kernel/kernel_text.h"

typedef struct cj_sizes {
    bool *sized;   /* per parameter: an array that must have n elements */
    size_t leader; /* the parameter whose array says what n is; SIZE_MAX: a fold without arrays */
    size_t most;   /* elements, of the widest sized array: an address space has no more */
} cj_sizes;

/* Those that the operation uses as name[i], and those that no statement mentions (a macro may). One that is only used
 * in other ways may have any size. */
cujit_status cj_sizes_find(const cj_kernel_text *text, cj_sizes *out, cujit_error *error);
/* The error of a prepared launch whose n is above sizes->most. */
cujit_status cj_sizes_refuse(const cj_sizes *sizes, const char *kernel, size_t n, cujit_error *error);
void cj_sizes_clear(cj_sizes *sizes);

/* The parameters as the public functions show them; cj_free() frees them. */
cujit_status cj_sizes_describe(const cj_signature *signature, cujit_parameter **out, cujit_error *error);

#endif
