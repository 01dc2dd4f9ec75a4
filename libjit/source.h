/*
 * source.h: the source of an elementwise kernel, from what the user wrote.
 */
#ifndef LIBJIT_SOURCE_H
#define LIBJIT_SOURCE_H

#include "libjit/context.h"
#include "libjit/diagnostic.h"
#include "libjit/signature.h"
#include "libjit/snippet.h"

#include <stdbool.h>

/* What an elementwise kernel is made from: owned copies of the user's texts, checked, with all that a look at them
 * tells. */
typedef struct cj_elementwise_text {
    char *name, *arguments, *operation, *preamble, *loop_prep, *after_loop; /* never NULL; "" where there is none */
    char *types;    /* definitions of the registered types that the signature names, and of those that these mention */
    char **options; /* ended by NULL */
    cj_signature signature;
    cj_snippet operation_look, preamble_look, loop_prep_look, after_loop_look;
    unsigned features;          /* cj_feature bits */
    bool may_return, may_break; /* in the operation, a macro's included */
    bool strided;               /* the texts speak of threads: indices go round the threads, not in chunks */
} cj_elementwise_text;

cujit_status cj_elementwise_text_init(cujit_context *context, const cujit_elementwise_spec *spec,
                                      cj_elementwise_text *out, cujit_error *error);
void cj_elementwise_text_clear(cj_elementwise_text *text);

/* Parameters that generated kernels have behind the user's own. */
typedef enum cj_elementwise_variant {
    CJ_ELEMENTWISE_PLAIN, /* n */
    CJ_ELEMENTWISE_RANGE, /* n, cujit_start, cujit_step, cujit_count */
} cj_elementwise_variant;

/* The generated source; the caller frees it with cj_free(). */
cujit_status cj_elementwise_render(const cj_elementwise_text *text, cj_elementwise_variant variant, char **source,
                                   cujit_error *error);

/* The user's texts under their #line names. */
enum { CJ_ELEMENTWISE_PARTS = 5 };
void cj_elementwise_parts(const cj_elementwise_text *text, cj_part parts[CJ_ELEMENTWISE_PARTS]);

#endif
