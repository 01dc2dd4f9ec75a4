/*
 * generic.h: generic kernels: one-letter types in the signature, bound by the arrays of each call.
 *
 * A generic kernel, of whatever family, is never launched itself. It has a kernel of its own for each binding that a
 * call asked for, made at the first such call; a call that repeats one finds it by comparing dtypes.
 */
#ifndef LIBJIT_GENERIC_H
#define LIBJIT_GENERIC_H

#include "libjit/base/registry.h"
#include "libjit/kernel/kernel_text.h"

#include <cujit/args.h>

typedef struct cj_generic cj_generic;

/* Makes what `kernel`, a generic one, becomes with `types` for all its letters. It is in no registry. */
typedef cujit_status (*cj_generic_maker)(const void *kernel, const char *types, cj_registered **out,
                                         cujit_error *error);

/* For a kernel whose signature has open letters. All but the error is borrowed. */
cujit_status cj_generic_create(cujit_context *context, const cj_kernel_text *text, cj_generic_maker make,
                               const void *kernel, cj_generic **out, cujit_error *error);
void cj_generic_free(cj_generic *generic); /* with all its kernels; NULL is fine */

/* The kernel for the arrays of a call that has as many arguments as the signature; made where it is not there.
 * CUJIT_ERROR_ARGUMENT_TYPE: two arrays of one letter differ, or nothing says what a letter is. */
cujit_status cj_generic_bind(const cj_generic *generic, const cujit_args *args, cj_registered **out,
                             cujit_error *error);

/* CUJIT_ERROR_INVALID_ARGUMENT: what ("a prepared launch") cannot be had of a generic kernel. */
cujit_status cj_generic_refuse(const cj_generic *generic, const char *what, cujit_error *error);

#endif
