/*
 * fold_making.h: what is found out of a fold's texts before they are taken over; for fold_text.c and fold_types.c alone.
 */
#ifndef LIBJIT_FOLD_MAKING_H
#define LIBJIT_FOLD_MAKING_H

#include "libjit/reduction/fold_pattern.h"

enum { CJ_FOLD_NO_ARRAY = CJ_MAX_PARAMETERS };

/* Where a type names a letter that `types` does not bind. */
typedef struct cj_fold_mention {
    const char *part, *text; /* NULL: nowhere */
    int line, column;
} cj_fold_mention;

typedef struct cj_fold_making {
    const cj_fold_spec *spec;
    cj_fold_text *out;
    cujit_error *error;
    const cj_type_table *types; /* as long as they are locked */
    cj_fold_mention open[CJ_LETTERS];
    size_t leader;   /* the first array; CJ_FOLD_NO_ARRAY: there is none, and a call says how many elements there are */
    char *arguments; /* those that stand for NULL */
    cujit_dtype dtypes[2 * CUJIT_REDUCTION_MAX_RESULTS];
    cj_fold_use use; /* with the letters, and the signature until the kernel's text has it */
    cj_texts texts;
    cj_fold_tokens tokens[CUJIT_REDUCTION_MAX_RESULTS];
    cj_tokens segment;
} cj_fold_making;

/* Reads the types and the arguments: fills in leader, arguments, dtypes, the signature, and the types of all folds. */
cujit_status cj_fold_find_types(cj_fold_making *m, cujit_context *context);

#endif
