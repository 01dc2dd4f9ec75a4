/*
 * kernel_macro.h: macros that stand for __global__, as in `#define KERNEL extern "C" __global__ void`.
 *
 * Who looks for kernels in a text (kernel_scan.h) does not see what comes out of macros. These few are replaced before;
 * no others, so that the rest of the text stays as it is.
 */
#ifndef LIBJIT_KERNEL_MACRO_H
#define LIBJIT_KERNEL_MACRO_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"

/* The source with the uses of macros replaced that bring __global__, directly or through others; lines keep their
 * numbers. NULL: there are none. The caller frees it. `definitions`: #define lines in force before the source (NULL:
 * none). */
cujit_status cj_kernel_macro_expand(const char *source, const char *definitions, char **out, cujit_error *error);

/* Appends a header's #define lines that speak of __global__, one a line, for `definitions` of the above. */
void cj_kernel_macro_collect(const char *header, cj_text *out);

#endif
