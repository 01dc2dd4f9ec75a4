/*
 * generic.h: generic kernels: one-letter types in the signature, bound by the arrays of each call.
 *
 * A generic kernel, of whatever family, is never launched itself. It has a kernel of its own for each binding that a
 * call asked for, made at the first such call; a call that repeats one finds it by comparing dtypes.
 */
#ifndef LIBJIT_GENERIC_H
#define LIBJIT_GENERIC_H

#include "libjit/kernel/core.h"

#include <cujit/args.h>

/* Makes core->generic, for a kernel whose signature has open letters. */
cujit_status cj_generic_create(cj_core *core, cujit_error *error);
void cj_generic_free(cj_generic *generic); /* with all its kernels; NULL is fine */

/* The kernel for the arrays of a call that has as many arguments as the signature; made where it is not there.
 * CUJIT_ERROR_ARGUMENT_TYPE: two arrays of one letter differ, or nothing says what a letter is. */
cujit_status cj_generic_bind(const cj_core *core, const cujit_args *args, const cj_core **out, cujit_error *error);

#endif
