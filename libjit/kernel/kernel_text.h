/*
 * kernel_text.h: what a kernel of any family is made from: the user's texts, checked, and what a look at them tells.
 * They have the names of an elementwise kernel's; the maps of a fold, and the operation of rows, stand in `operation`.
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
    cujit_elementwise_spec spec; /* of copies; no text but `types`, which is none of these, is NULL */
    char *entry;      /* the kernel's function in a source: a prefix that nothing else has, and the user's name */
    const char *name; /* the user's, inside of `entry` */
    char *types;      /* definitions of the registered types that the signature or another text names, and of those that
                    these mention; and what its letters stand for */
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
    unsigned char roles[CJ_MAX_PARAMETERS]; /* of each parameter cj_role bits */
} cj_kernel_text;

/* What an array can be besides a pointer, and what texts say of it. */
typedef enum cj_role {
    CJ_ROLE_TILE = 1 << 0,    /* a register tile */
    CJ_ROLE_VIEW = 1 << 1,    /* a view of any strides */
    CJ_ROLE_INDEXED = 1 << 2, /* the texts use it as name[i] and in no other way: in a fold it can be a view then */
    CJ_ROLE_UNUSED = 1 << 3,  /* no text mentions it, nor may: only its shape counts */
    CJ_ROLE_ELEMENT = 1 << 4, /* the operation has name[i], without an '&' before it */
    /* An array that must have as many elements as there are indices: such a one, or one that no statement mentions (a
     * macro may). One that is only used in other ways may have any size. */
    CJ_ROLE_SIZED = 1 << 5,
    CJ_ROLE_PLACE = 1 << 6, /* rows: used as name[j] and in no other way, and only read */
    CJ_ROLE_ROW = 1 << 7,   /* rows: used as name[row] and in no other way */
} cj_role;
static inline bool cj_kernel_text_has(const cj_kernel_text *text, size_t k, cj_role role)
{
    return (text->roles[k] & role) != 0;
}

/* What makes the texts of a fold differ, where its maps are the operation. */
typedef struct cj_fold_use {
    cj_signature signature; /* read already; the kernel's text takes it over */
    cj_letters letters;
    cujit_dtype
        dtypes[2 * CUJIT_REDUCTION_MAX_RESULTS]; /* beside those of the signature, whose definitions are needed */
    size_t dtype_count;
    uint32_t used;          /* bit k: the k-th letter is used beside the signature */
    cj_snippet operation;   /* the look at the maps, which are read and checked already: */
    cj_texts texts;         /* the operation's tokens are there; texts with CJ_IN_FOLD are its other ones */
    bool writes;            /* it may write to its arrays, which are what the signature says then */
    const char *const *own; /* names that no macro may have beside those of all folds, ended by NULL; NULL: none */
} cj_fold_use;

/* *survey is of the preamble, or NULL; then it is of all texts that may include headers. Of a fold (else NULL) all
 * arrays are const, whatever the signature says, unless it writes, and names of a fold's are reserved. What was found
 * out of the texts stays in fold->texts, as long as `out` and *survey live. */
cujit_status cj_kernel_text_init(cujit_context *context, const cujit_elementwise_spec *spec, cj_fold_use *fold,
                                 cj_survey **survey, cj_kernel_text *out, cujit_error *error);

/* CUJIT_ERROR_INVALID_ARGUMENT where options are no lines, and where a name is too long or in other trouble (NULL: in
 * none); `what`: "kernel". */
cujit_status cj_kernel_text_check_options(const char *const *options, cujit_error *error);
cujit_status cj_kernel_text_check_name(const char *what, const char *name, const char *trouble, cujit_error *error);

/* The texts did not compile as what the look at them found: see cj_accesses_distrust(). */
bool cj_kernel_text_distrust(cj_kernel_text *text);

/* Names that cannot be arguments', ended by NULL; `fold`: nor those of a fold. */
const char *const *cj_kernel_text_reserved(bool fold);
void cj_kernel_text_clear(cj_kernel_text *text);

/* How far the tiled arrays are looked at before and behind an index: the greatest c of x[i - c] and of x[i + c]. */
typedef struct cj_reach {
    int before, behind;
} cj_reach;
cj_reach cj_kernel_text_reach(const cj_kernel_text *text);

#endif
