/*
 * kernel_macro.h: macros that stand for __global__, as in `#define KERNEL extern "C" __global__ void`.
 *
 * Who looks for kernels in a text (kernel_scan.h) does not see what comes out of macros. These few are replaced; no
 * others, so that the rest of the text stays as it is.
 */
#ifndef LIBJIT_KERNEL_MACRO_H
#define LIBJIT_KERNEL_MACRO_H

#include "libjit/base/text.h"
#include "libjit/syntax/tokens.h"

/* Zero-initialise it. */
typedef struct cj_kernel_macros {
    struct cj_kernel_macro *of;
    size_t count;
    size_t replaced; /* tokens that macros stood for, so far */
    bool behind;     /* the last token is a macro's */
    cj_text words;   /* char *: what ## joined */
    bool failed;     /* no memory */
} cj_kernel_macros;

/* At a directive of a text that lives on: takes a macro that matters in, or forgets one. Where it is not `certain` that
 * the directive counts, what brings __global__ wins. */
void cj_kernel_macros_define(cj_kernel_macros *macros, const cj_tokens *text, const cj_directive *directive,
                             bool certain);

/* Appends the text's token at `at`, or what a macro there stands for. Returns what is behind. */
size_t cj_kernel_macros_replace(cj_kernel_macros *macros, const cj_tokens *text, size_t at, cj_tokens *out);

/* With what tokens may be made of. */
void cj_kernel_macros_clear(cj_kernel_macros *macros);

#endif
