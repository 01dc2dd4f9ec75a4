/*
 * options.h: the user's compiler options, checked and put into the host compiler's words.
 */
#ifndef LIBJIT_HOST_OPTIONS_H
#define LIBJIT_HOST_OPTIONS_H

#include "libjit/base/status.h"

#include <stddef.h>

/* What a list of options became: a list of owned texts, ended by NULL. */
typedef struct cj_options {
    char **texts;
    size_t count, capacity;
} cj_options;

/* Translates `options` (ended by NULL; NULL: none). NVRTC's own options become what they mean here, those without a
 * meaning on a processor are dropped. CUJIT_ERROR_INVALID_ARGUMENT names an option that is not accepted: all that name
 * files to read or write, change the kind of output, or run programs. */
cujit_status cj_options_translate(const char *const *options, cj_options *out, cujit_error *error);

/* Adds a copy; false: no memory. */
int cj_options_add(cj_options *options, const char *text);

void cj_options_clear(cj_options *options);

#endif
