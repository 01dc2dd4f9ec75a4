/*
 * fold_look.h: what is found out of a fold's texts while they are taken over; for the files that do that.
 *
 *     fold_text.c     each text for itself, and all maps together
 *     fold_types.c    the types, from which the defaults of everything else follow
 *     fold_pattern.c  what the expressions are, as far as their tokens tell
 *     rows_text.c     what kernels of rows have beside that: names of stages, an operation
 */
#ifndef LIBJIT_FOLD_LOOK_H
#define LIBJIT_FOLD_LOOK_H

#include "libjit/reduction/fold_text.h"
#include "libjit/syntax/surroundings.h"

enum { CJ_FOLD_NO_ARRAY = CJ_MAX_PARAMETERS };

/* Where a type names a letter that `types` does not bind. */
typedef struct cj_fold_mention {
    const char *part, *text; /* NULL: nowhere */
    cj_token at;
} cj_fold_mention;

typedef struct cj_fold_look {
    const cj_fold_spec *spec;
    cj_fold_text *out;
    cujit_error *error;
    const cj_type_table *types; /* as long as they are locked */
    cj_fold_mention open[CJ_LETTERS];
    size_t leader;   /* the first array; CJ_FOLD_NO_ARRAY: there is none, and a call says how many elements there are */
    char *arguments; /* those that stand for NULL */
    cj_fold_use use; /* with the letters, and the signature until the kernel's text has it */
    cj_tokens tokens[CUJIT_REDUCTION_MAX_RESULTS][CJ_FOLD_POST + 1]; /* of each fold by cj_fold_part */
    cj_tokens segment, operation, finish;
    const char *own[CUJIT_ROWS_MAX_STAGES + 3]; /* rows: names of their own, ended by NULL */
} cj_fold_look;

/* "reduction" or "scan", which is the name too where none is given, or "kernel of rows": for messages. */
static inline const char *cj_fold_family_name(const cj_fold_spec *spec)
{
    return spec->rows ? "kernel of rows" : spec->scan ? "scan" : "reduction";
}

static inline cujit_status cj_fold_no_memory(const cj_fold_look *m)
{
    return cj_error_no_memory(m->error, "the texts of a fold");
}

/* Fills the error in, at a token of the text, or at its first one (NULL). Returns `status`. */
cujit_status cj_fold_fail(const cj_fold_look *m, cujit_status status, const char *part, const char *text,
                          const cj_token *at, const char *format, ...) CJ_PRINTF(6, 7);

/* Reads the types and the arguments: fills in leader, arguments, dtypes, the signature, and the types of all folds. */
cujit_status cj_fold_find_types(cj_fold_look *m, cujit_context *context);

/* A neutral that is a plain number, sign and suffixes included, must be a value of the accumulator's type:
 * CUJIT_ERROR_SNIPPET at it. Other expressions are the compiler's business. */
cujit_status cj_fold_check_neutral(const cj_fold_look *m, size_t fold);

/* May a map mention that name, or a macro? */
bool cj_fold_may_mention(const cj_fold_look *m, const char *name);

/* ---- Kernels of rows (rows_text.c) ------------------------------------------------------------------------------- */

/* Fills in `own`, once the names of stages are right: CUJIT_ERROR_INVALID_ARGUMENT where they, or other members of the
 * spec, are not. */
cujit_status cj_rows_check_names(cj_fold_look *m);
/* Reads operation and finish. */
cujit_status cj_rows_read_texts(cj_fold_look *m);
/* CUJIT_ERROR_SNIPPET: the operation does nothing; no array is used as name[i]. */
cujit_status cj_rows_check(const cj_fold_look *m);
/* Fills in what kernels of rows have of a cj_fold_text, and the roles of their arrays. */
void cj_rows_look(cj_fold_look *m);

/* ---- Patterns ---------------------------------------------------------------------------------------------------- */

/* Fills in commutative, pattern, first, second, where, picks and extreme. */
void cj_fold_recognise(const cj_fold_look *m, size_t fold);

/* Appends a line where the reduce leaves out `a` or `b`, and no macro may have them. */
void cj_fold_warn(const cj_fold_look *m, size_t fold, cj_text *out);

#endif
