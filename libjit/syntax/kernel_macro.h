/*
 * kernel_macro.h: macros that stand for __global__, as in `#define KERNEL extern "C" __global__ void`.
 *
 * Who looks for kernels in a text (kernel_scan.h) does not see what comes out of macros. These few are replaced; no
 * others, so that the rest of the text stays as it is.
 */
#ifndef LIBJIT_KERNEL_MACRO_H
#define LIBJIT_KERNEL_MACRO_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"
#include "libjit/syntax/lexer.h"

enum { CJ_KERNEL_MACRO_MAX_DEPTH = 16 };

/* Zero-initialise it. */
typedef struct cj_kernel_macros {
    struct cj_kernel_macro *of;
    size_t count;
    struct {
        const struct cj_kernel_macro *macro;
        cj_lexer lexer;                /* over what it stands for */
    } open[CJ_KERNEL_MACRO_MAX_DEPTH]; /* what is being replaced: not replaced again inside */
    unsigned depth;
    cj_text texts;   /* char *: what macros stood for */
    size_t replaced; /* bytes of all those texts */
    bool failed;     /* no memory */
} cj_kernel_macros;

/* At a directive, whose text lives on: takes a macro that matters in, or forgets one. Where it is not `certain` that the
 * directive counts, what brings __global__ wins. */
void cj_kernel_macros_define(cj_kernel_macros *macros, const cj_lexer *lexer, const cj_token *directive, bool certain);

/* The next token of `source`, or of what a macro there stands for. Errors are those of the source's lexer. */
cujit_status cj_kernel_macros_next(cj_kernel_macros *macros, cj_lexer *source, cj_token *token, cujit_error *error);

/* The text that the last token is of. */
static inline const char *cj_kernel_macros_text(const cj_kernel_macros *macros, const cj_lexer *source)
{
    return macros->depth > 0 ? macros->open[macros->depth - 1].lexer.text : source->text;
}

/* With all texts that tokens may be of. */
void cj_kernel_macros_clear(cj_kernel_macros *macros);

#endif
