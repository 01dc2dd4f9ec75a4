/*
 * fold_text.h: what a reduction, a scan or a kernel of rows is made from: the user's texts, checked, and what a look at
 * them tells.
 *
 * All fold values: a map makes one of each element, a reduce makes one of two. A reduction may do several folds in one
 * pass, each with texts and types of its own.
 */
#ifndef LIBJIT_FOLD_TEXT_H
#define LIBJIT_FOLD_TEXT_H

#include "libjit/kernel/kernel_text.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The texts as the caller gives them; both public specs become such a one. NULL stands for what it stands for there. */
typedef struct cj_fold_spec {
    const char *arguments, *name, *preamble, *types;
    const char *const *options;
    const cujit_reduction_result *folds[CUJIT_REDUCTION_MAX_RESULTS]; /* the texts of each; scans: one */
    size_t count;
    const char *segment; /* scans: where segments begin */
    bool scan, exclusive, reverse;
    /* Kernels of rows: folds are stages with names, beside an operation and what is done once a row. */
    bool rows;
    const char *stages[CUJIT_ROWS_MAX_STAGES];
    const char *operation, *finish;
} cj_fold_spec;

/* The texts of one fold, in the order in which they are looked at. */
typedef enum cj_fold_part {
    CJ_FOLD_MAP,
    CJ_FOLD_REDUCE,
    CJ_FOLD_NEUTRAL,
    CJ_FOLD_POST,
    CJ_FOLD_OUT_TYPE,
    CJ_FOLD_ACCUMULATOR,
    CJ_FOLD_TEXTS,
} cj_fold_part;

/* Where a fold keeps that text. */
const char **cj_fold_text_at(cujit_reduction_result *fold, cj_fold_part part);
/* "map", or "more[2].map" of the fourth fold, or "stages[3].map"; static storage. */
const char *cj_fold_part_name(const cj_fold_spec *spec, cj_fold_part part, size_t fold);

typedef struct cj_fold_type {
    char *spelling;         /* in generated code: "float", "cujit_indexed<float>" */
    cujit_dtype dtype;      /* CUJIT_DTYPE_NONE: a type of prelude_fold.h, or a letter that is open */
    cujit_dtype indexed;    /* of cujit_indexed<T>, T; else CUJIT_DTYPE_NONE */
    size_t size, alignment; /* bytes; of an open letter nothing is known */
} cj_fold_type;

static inline size_t cj_fold_round_up(size_t size, size_t alignment)
{
    return (size + alignment - 1) / alignment * alignment;
}
static inline bool cj_fold_is_integer(cujit_dtype dtype)
{
    return dtype >= CUJIT_BOOL && dtype <= CUJIT_UINT64;
}
static inline bool cj_fold_is_indexed(const cj_fold_type *type)
{
    return strncmp(type->spelling, "cujit_indexed<", 14) == 0;
}

/* Folds that there are packed instructions for. */
typedef enum cj_fold_pattern {
    CJ_FOLD_ANY = 0,
    CJ_FOLD_SUM, /* "a + b" of "x[i]", x an array of `first`; neutral 0 */
    CJ_FOLD_DOT, /* "a + b" of "x[i] * y[i]": `first` and `second`, which may be the same; neutral 0 */
} cj_fold_pattern;

/* Folds of cujit_indexed<> that need not compare indices, as long as elements come in the order of these. */
typedef enum cj_fold_where {
    CJ_FOLD_ANYWHERE = 0,
    CJ_FOLD_AT_I, /* "cujit_max(a, b)" or cujit_min of "cujit_at(..., i)"; the neutral, if any, lies before all */
    CJ_FOLD_AT_J, /* likewise with j */
} cj_fold_where;

typedef struct cj_fold {
    cujit_reduction_result texts; /* the fold's own; the map is always there */
    cj_fold_type out, accumulator;
    bool commutative; /* the reduce is known to be so */
    cj_fold_pattern pattern;
    size_t first, second; /* parameters */
    cj_fold_where where;
    char *cast; /* where there is no post and a compiler must say whether the accumulator can become the out_type:
                          that conversion; else NULL */
    const char *picks; /* "max" or "min" where the reduce is known to be that of cujit_indexed<>; else NULL */
    bool extreme;      /* without a neutral, but it may begin with what never wins: see cujit_found() */
    unsigned group;    /* rows: all folds of one see the same results, and are done in one go */
} cj_fold;

/* May values not be there yet, in a cujit_maybe<>? */
static inline bool cj_fold_is_lifted(const cj_fold *fold)
{
    return fold->texts.neutral == NULL && !fold->extreme;
}

typedef struct cj_fold_text {
    /* arguments, preamble, types, options, signature, features, accesses: the maps (and the segment) are its operation,
     * in brackets and ended by ';' each. All pointer parameters are const. Where letters are open, nothing that depends
     * on types is filled in: no pattern, no order. */
    cj_kernel_text text;
    cj_fold_spec spec; /* of the same texts, but for `types`, which is NULL; it borrows them from here */
    cj_fold folds[CUJIT_REDUCTION_MAX_RESULTS];
    size_t count;
    char *warnings;  /* lines for the log, "reduce(1): warning: ..."; "" where there are none */
    bool uses_place; /* a map or the segment mentions j */
    /* Of kernels of rows: */
    bool uses_row;         /* a text mentions row */
    uint64_t mapped, used; /* bit k: a map, or the operation, mentions parameter k */
    uint64_t leading;      /* bit k: parameter k is an array, and used as more than name[j] and name[row], or may be */
    unsigned groups;
} cj_fold_text;

/* Of a kernel of rows: may that array's shape be the one of all rows, where no other one is used as name[i]? */
static inline bool cj_rows_may_lead(const cj_fold_text *text, size_t k)
{
    return (text->leading >> k & 1) != 0;
}

/* Takes the texts over and checks them: CUJIT_ERROR_SIGNATURE (part "arguments", "out_type", "accumulator", "types"),
 * CUJIT_ERROR_SNIPPET (part "map", "reduce", "neutral", "post", "segment", "preamble"; of further results "more[0].map"
 * and so on), CUJIT_ERROR_INVALID_ARGUMENT. *out stays where it is. */
cujit_status cj_fold_text_init(cujit_context *context, const cj_fold_spec *spec, cj_survey **survey, cj_fold_text *out,
                               cujit_error *error);
void cj_fold_text_clear(cj_fold_text *text);

/* Whether array `k` may be more than a pointer: used as name[i] in the maps and in no other way. */
static inline bool cj_fold_can_view(const cj_fold_text *text, size_t k)
{
    return cj_kernel_text_has(&text->text, k, CJ_ROLE_INDEXED);
}

#endif
