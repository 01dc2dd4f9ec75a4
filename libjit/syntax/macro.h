/*
 * macro.h: the user's -D and -U options, taken out of the command line and into the source.
 *
 * On the command line a macro would be in force inside the preludes too: -DK=3 would break every template that calls a
 * parameter K. As #define lines between prelude and unit it only reaches the user's own text.
 */
#ifndef LIBJIT_MACRO_H
#define LIBJIT_MACRO_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"

/* The value of the first of *options (ended by NULL; NULL: none) that is one of these: "-D", which its value may follow
 * at once, or "define-macro" behind one or two dashes; "" where it is missing. *options moves behind it. NULL: there is
 * none. */
const char *cj_option_next(const char *const **options, const char *const *names);

/* Splits `options` (ended by NULL; NULL: none): macro options become lines of `definitions`, all others go to *rest, an
 * array ended by NULL of borrowed texts, which the caller frees with cj_free(). CUJIT_ERROR_INVALID_ARGUMENT: a macro
 * without a name, or with a value that would reach beyond its line (a backslash at its end, a comment or string that
 * never ends). */
cujit_status cj_macro_split(const char *const *options, const char ***rest, cj_text *definitions, cujit_error *error);

#endif
