/*
 * kernel_text.h: what an elementwise kernel is made from: the user's texts, checked, and what a look at them
 * tells.
 */
#ifndef LIBJIT_KERNEL_TEXT_H
#define LIBJIT_KERNEL_TEXT_H

#include "libjit/runtime/context.h"
#include "libjit/syntax/access.h"
#include "libjit/syntax/diagnostic.h"
#include "libjit/syntax/signature.h"
#include "libjit/syntax/snippet.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cj_kernel_text {
    char *arguments, *operation, *preamble, *loop_prep, *after_loop; /* never NULL; "" where there is none */
    char *entry;      /* the kernel's function in a source: a prefix that nothing else has, and the user's name */
    const char *name; /* the user's, inside of `entry` */
    char *types;      /* definitions of the registered types that the signature or another text names, and of those that
                    these mention; and what its letters stand for */
    char **options;   /* ended by NULL */
    cj_signature signature;
    cj_letters letters; /* the one-letter types of the signature; where some are open, the kernel is generic */
    cj_snippet operation_look, preamble_look, loop_prep_look, after_loop_look;
    cj_accesses accesses;
    unsigned features;          /* cj_feature bits */
    bool may_return, may_break; /* in the operation, a macro's included */
    bool includes;              /* headers, whose macros may mention anything */
    bool folds;                 /* the maps of a fold */
    bool needs_index;           /* what `i` is matters: views do not care, pointers that are used as name[i] do */
    bool names_threads;         /* the texts speak of threads: indices go round the threads, not in chunks */
} cj_kernel_text;

cujit_status cj_kernel_text_init(cujit_context *context, const cujit_elementwise_spec *spec, cj_kernel_text *out,
                                 cujit_error *error);

/* What makes the texts of a fold differ, where its maps are the operation. */
typedef struct cj_fold_use {
    const cujit_dtype *dtypes; /* types beside those of the signature whose definitions are needed */
    size_t dtype_count;
    uint32_t letters;         /* bit k: the k-th letter is used beside the signature */
    const char *const *texts; /* those that are not in the operation, which may mention types; ended by NULL */
} cj_fold_use;

/* The same for a fold: all its arrays are const, whatever the signature says, and names of a fold's are reserved. */
cujit_status cj_kernel_text_init_fold(cujit_context *context, const cujit_elementwise_spec *spec,
                                      const cj_fold_use *fold, cj_kernel_text *out, cujit_error *error);

/* The texts did not compile as what the look at them found: see cj_accesses_distrust(). */
bool cj_kernel_text_distrust(cj_kernel_text *text);

/* Names that cannot be arguments', ended by NULL; `fold`: nor those of a fold. */
const char *const *cj_kernel_text_reserved(bool fold);
void cj_kernel_text_clear(cj_kernel_text *text);

/* A spec of the same texts, but for `types`, which is NULL. Borrowed. */
cujit_elementwise_spec cj_kernel_text_spec(const cj_kernel_text *text);

/* The user's texts under their #line names. */
enum { CJ_KERNEL_TEXT_PARTS = 5 };
void cj_kernel_text_parts(const cj_kernel_text *text, cj_part parts[CJ_KERNEL_TEXT_PARTS]);

/* Whether array `k` can be more than a pointer: a register tile, and a view of any strides. */
bool cj_kernel_text_can_tile(const cj_kernel_text *text, size_t k);
bool cj_kernel_text_can_view(const cj_kernel_text *text, size_t k);

/* Is it an array that no text mentions? Then only its shape counts. */
bool cj_kernel_text_is_unused(const cj_kernel_text *text, size_t k);

/* Is it an array that the texts use as name[i] and in no other way? In a fold it can be a view then. */
bool cj_kernel_text_only_indexed(const cj_kernel_text *text, size_t k);

/* How far the tiled arrays are looked at before and behind an index: the greatest c of x[i - c] and of x[i + c]. */
typedef struct cj_reach {
    int before, behind;
} cj_reach;
cj_reach cj_kernel_text_reach(const cj_kernel_text *text);
static inline bool cj_kernel_text_has_neighbours(const cj_kernel_text *text)
{
    cj_reach reach = cj_kernel_text_reach(text);

    return reach.before > 0 || reach.behind > 0;
}

#endif
