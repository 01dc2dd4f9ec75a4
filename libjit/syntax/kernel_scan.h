/*
 * kernel_scan.h: the kernels of a CUDA source, found by a look at its tokens.
 *
 * No parser of C++: namespaces, linkage blocks, templates and the declarations at their level are followed, everything
 * between other braces is skipped. Macros that bring __global__ are replaced (kernel_macro.h); what comes out of others
 * or of headers is not seen.
 */
#ifndef LIBJIT_KERNEL_SCAN_H
#define LIBJIT_KERNEL_SCAN_H

#include "libjit/syntax/tokens.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cj_kernel {
    char *expression; /* with its namespaces, as the compiler takes it: "ns::scale", of an explicit instantiation
                         "scale<float>"; spelled by cj_expression_normal() */
    char *parameters; /* the text between the parentheses */
    bool is_template; /* only instances of it can be launched */
    bool extern_c;
    bool defined;    /* it has a body (or is an explicit instantiation) */
    bool certain;    /* no #if that cannot be told from here decides about it */
    bool overloaded; /* there is another of that name with other parameters */
} cj_kernel;

typedef struct cj_kernel_list {
    cj_kernel *kernels; /* in the order of the source; one of each expression and parameter list */
    size_t count;
    cj_text aliases; /* a line "real double" for each name that the file's scope, for certain, gives to words alone */
    bool has_variables; /* see declarations.h; a macro that comes before the source may have some, too */
} cj_kernel_list;

/* `before`: #define lines in force before the source. Fails for lack of memory only. */
cujit_status cj_kernel_scan(const cj_tokens *source, const cj_tokens *before, cj_kernel_list *out, cujit_error *error);
void cj_kernel_list_clear(cj_kernel_list *list);

/* Whether cujit can make it findable by its name alone. */
bool cj_kernel_is_findable(const cj_kernel *kernel);

/* An expression that names a kernel ("ns::scale< float >"), with space only where words would run together; the caller
 * frees it. CUJIT_ERROR_INVALID_ARGUMENT: it holds what no such expression can. */
cujit_status cj_expression_normal(const char *expression, char **out, cujit_error *error);

#endif
