/*
 * flags.h: options for the host compiler from the environment, for every kernel of the process.
 */
#ifndef LIBJIT_HOST_FLAGS_H
#define LIBJIT_HOST_FLAGS_H

#include "libjit/device/host/options.h"

/* $CUJIT_HOST_FLAGS; NULL: not set, or blank. */
const char *cj_host_flags(void);

/* Adds its words to `options`, checked as the options of a user are. What a kernel's text is read with (macros, folders
 * of headers) is refused: it would be read without them. */
cujit_status cj_host_add_flags(cj_options *options, cujit_error *error);

#endif
