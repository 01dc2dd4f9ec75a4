/*
 * formula.h: what a tree means for operands of given types: typed terms, in the order in which they are evaluated.
 *
 * Nothing here knows lengths, memory or kernels. A term is written down once, however often its text stands there:
 * equal terms are one (value numbering). Names of intermediate values are gone. An array that statements write has
 * versions: a term reads the version that was current where it stood.
 */
#ifndef LIBJIT_FORMULA_H
#define LIBJIT_FORMULA_H

#include "libjit/expression/given.h"

#include <cujit/cujit.h>

enum {
    CJ_FORMULA_MAX_RANK = 16,  /* of any value */
    CJ_FORMULA_MAX_NAMED = 64, /* operands */
};

#define CJ_NO_TERM UINT32_MAX

/* An operand, as far as types go: an array, or a number of C's. */
typedef struct cj_named_type {
    const char *name; /* ended by a NUL */
    size_t length;
    bool array, random; /* random: a generator; what counts is a seed that each call has, a number or in an array */
    cj_value_type type;
    int rank;
    /* The first of the operands whose memory this one's may overlap, and the first of the same shape: often itself. */
    uint32_t memory, shape;
    /* Bit k: the shape of operand k is what both broadcast to; its first axes are this one's. Of the first one of each
     * shape. */
    uint64_t fits, leads;
    unsigned few; /* bit r: there are few rows of r axes, but long ones (CJ_FEW_ROWS) */
    int across;   /* the axis along which its memory runs is the last but so many */
} cj_named_type;

enum {
    CJ_FEW_ROWS = 32,       /* what is fewer does not keep a device busy that gives each to a block or a cluster, */
    CJ_LONG_ROWS = 1 << 22, /* where an array has so many elements */
    CJ_FEW_AXES = 7,
};

typedef enum cj_term_kind {
    CJ_TERM_LITERAL = 1, /* of.literal */
    CJ_TERM_NUMBER,      /* of.operand */
    CJ_TERM_LENGTH,      /* how many elements a term has along axes, which each call says: of.length */
    CJ_TERM_ARRAY,       /* of.operand, in of.version */
    CJ_TERM_APPLY,       /* a function of its arguments, element by element, broadcast: of.function; typing */
    CJ_TERM_VIEW,        /* of its argument: of.view */
    CJ_TERM_REDUCE,      /* of.fold */
    CJ_TERM_SCAN,        /* of.fold */
    CJ_TERM_TAKE,        /* elements of its last argument at the places that the others say, broadcast: of.take */
    CJ_TERM_RANGE,       /* 0, 1, ... along an axis of its argument: of.range */
    CJ_TERM_PLACE,       /* the numbers, in C order, of the elements that its argument has */
    CJ_TERM_WINNER,      /* which of the elements of a TAKE is the last at each place of what it takes from; -1: none.
                            The arguments are the TAKE's: of.winner */
    CJ_TERM_JOIN,        /* its arguments one behind the other along an axis: of.join */
    CJ_TERM_RESHAPE, /* its argument's elements in C order: of.view, where each axis's length is `start`; one may be -1 */
} cj_term_kind;

typedef enum cj_view_kind {
    CJ_VIEW_KEEP = 1, /* the source's axis as it is */
    CJ_VIEW_SLICE,
    CJ_VIEW_NEW,    /* an axis 1 long; no source */
    CJ_VIEW_REPEAT, /* `start` long, of the source's axis, which is as long or 1; source -1: of none */
    CJ_VIEW_INDEX,  /* one place along the source's axis, which the view lacks */
    CJ_VIEW_SINGLE, /* likewise; the axis must be 1 long */
} cj_view_kind;

/* One axis of a view, in the order of the view's axes; those that it lacks stand anywhere among them. Bounds are terms
 * of whole numbers; CJ_NO_TERM: left out. */
typedef struct cj_view_axis {
    cj_view_kind kind;
    int source;
    uint32_t start, stop, step; /* INDEX: start */
    cj_span place;              /* what errors point to */
} cj_view_axis;

static inline bool cj_view_axis_same(const cj_view_axis *a, const cj_view_axis *b)
{
    return a->kind == b->kind && a->source == b->source && a->start == b->start && a->stop == b->stop &&
           a->step == b->step;
}

/* A reduction or a scan. */
typedef struct cj_fold_detail {
    uint32_t axes;      /* bit k: axis k is folded; a scan: one axis, or with `all` none */
    uint8_t reducer;    /* cujit_reducer */
    uint8_t ddof;       /* of variances */
    bool keepdims, all; /* all: no axis was named */
} cj_fold_detail;

/* What becomes of places outside of an axis; `flat`: there is one place, in the list of all elements. */
typedef enum cj_take_mode {
    CJ_TAKE_NEAREST,
    CJ_TAKE_CLIP,
    CJ_TAKE_WRAP,
    CJ_TAKE_WON, /* there is none: 0 */
} cj_take_mode;

typedef struct cj_take_detail {
    cj_take_mode mode;
    bool flat;
} cj_take_detail;

typedef union cj_term_detail {
    uint64_t bits[2]; /* all of it, for comparisons */
    union {
        int64_t integer; /* also the bits of UINT64, which is above INT64_MAX, and truth */
        double real;     /* COMPLEX128: times i */
    } literal;
    struct {
        uint32_t operand, version;
    };
    const cj_function *function;
    struct {
        uint32_t first, count; /* of formula->axes */
    } view;
    cj_fold_detail fold;
    cj_take_detail take;
    struct {
        uint32_t axis;
    } range, join;
    struct {
        uint32_t take; /* the term */
    } winner;
    struct {
        uint32_t of, axes; /* the term, no argument, as nothing of it is wanted but its shape; bit k: along axis k */
    } length;
} cj_term_detail;

typedef struct cj_term {
    cj_term_kind kind;
    cj_value_type type;
    int rank;
    uint32_t count; /* of arguments, which are terms before this one */
    uint32_t arguments[CJ_FUNCTION_MAX_OPERANDS];
    cj_term_detail of;
    bool scalar;          /* made of literals, C's numbers and lengths alone */
    bool bound;           /* likewise, and of whole ones: it can be evaluated before anything is launched (layout.h) */
    uint32_t typing;      /* APPLY: of formula->typings */
    cj_span place, caret; /* where it first stood, and what of it errors point to */
} cj_term;

/* A statement that writes: region = value, where the region is an ARRAY or a VIEW of one, and of the value's dtype. */
typedef struct cj_store {
    uint32_t region, value;
    uint32_t operand, version; /* what it makes */
    uint32_t fitted, places;   /* at places that arrays say: what is assigned must fit these; else CJ_NO_TERM */
    cj_span place, target;     /* of the statement; of what it says it writes to */
} cj_store;

/* A whole number that depends on C's, and becomes one of a smaller type. */
typedef struct cj_limit {
    uint32_t term;
    cujit_dtype dtype;
} cj_limit;

typedef struct cj_formula {
    cj_term *terms;
    cj_view_axis *axes;
    cj_typing *typings;
    cj_store *stores;
    cj_limit *limits;
    size_t term_count, axis_count, typing_count, store_count, limit_count;
    uint32_t value; /* what the text is worth; CJ_NO_TERM: it only assigns */
} cj_formula;

/* CUJIT_ERROR_EXPRESSION with place and caret: unknown names, functions that are not there for such types, axes that
 * are not there. `given` are functions of the program's, or NULL. The caller clears the formula, also a failed one. */
cujit_status cj_formula_build(const cj_tree *tree, const cj_named_type *named, size_t named_count,
                              const cj_given *given, cj_formula *out, cujit_error *error);
void cj_formula_clear(cj_formula *formula);

/* The arguments whose shapes broadcast to the term's. */
static inline uint32_t cj_term_broadcasts(const cj_term *term)
{
    return term->kind == CJ_TERM_TAKE || term->kind == CJ_TERM_WINNER ? term->count - 1 : term->count;
}

static inline bool cj_term_is_fold(const cj_term *term)
{
    return term->kind == CJ_TERM_REDUCE || term->kind == CJ_TERM_SCAN;
}

#endif
