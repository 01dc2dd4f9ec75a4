/*
 * options.h: the user's compiler options, checked and put into the host compiler's words.
 */
#ifndef LIBJIT_HOST_OPTIONS_H
#define LIBJIT_HOST_OPTIONS_H

#include "libjit/base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* What a list of options became: a list of owned texts, ended by NULL. */
typedef struct cj_options {
    char **texts;
    size_t count;
    bool failed; /* memory ran out: some are missing */
} cj_options;

/* Translates `options` (ended by NULL; NULL: none) and adds them to `out`, some also on errors. NVRTC's own options
 * become what they mean here, those without a meaning on a processor are dropped. CUJIT_ERROR_INVALID_ARGUMENT names an
 * option that is not accepted: all that name files to read or write, change the kind of output, or run programs. */
cujit_status cj_options_translate(const char *const *options, cj_options *out, cujit_error *error);

/* Adds a copy (NULL: nothing), or the words of a text, in each a '*' at its end replaced by `value` (NULL: not). No
 * shell has a look at them. */
void cj_options_add(cj_options *options, const char *text);
void cj_options_add_words(cj_options *options, const char *words, const char *value);

void cj_options_clear(cj_options *options);

/* $CUJIT_HOST_FLAGS, options for every kernel of the process; NULL: not set, or blank. */
const char *cj_host_flags(void);

/* Its words, checked and translated as the options of a user are. What a kernel's text is read with (macros, folders of
 * headers) is refused: it would be read without them. */
cujit_status cj_host_take_flags(cj_options *out, cujit_error *error);

#endif
