/*
 * stencil.h: calls in which several inputs are one array, shifted: u[1:-1], u[2:] and u[:-2] of an expression, or views
 * that a program made.
 *
 *     stencil_find.c    which inputs are, seen from addresses and strides at a call
 *     stencil_form.c    the source of the form
 *     stencil_launch.c  when it is taken, in which blocks, and the launch
 *
 * Inputs of one type and the same strides, whose data lies a few steps along the axes apart, are a group. The shape of
 * a call (which inputs, which shifts, how all arrays lie) decides about the kernel, lengths and strides do not; a
 * kernel keeps the shapes that it has seen.
 */
#ifndef LIBJIT_STENCIL_H
#define LIBJIT_STENCIL_H

#include "libjit/elementwise/elementwise_strided.h"

enum {
    CJ_STENCIL_AXES = 4,   /* of a loop, after merging */
    CJ_STENCIL_REACH = 8,  /* places from the first of a group to the last, along each axis */
    CJ_STENCIL_LINES = 40, /* that a thread loads a tile of for each row */
    CJ_STENCIL_SHAPES = 64 /* of a kernel; more than that many are launched as other views are */
};

/* How an array lies along rows. */
typedef enum cj_stencil_lie {
    CJ_LIE_ROWS = 1, /* one element behind the other */
    CJ_LIE_REPEATED, /* one element for all of a row */
    CJ_LIE_STRIDED,
} cj_stencil_lie;

/* One array. Shifts are those to the middle of the group, along the kernel's axes. Pieces are what can be loaded or
 * stored at once: so many elements, which lie at a multiple of their size in all rows. */
typedef struct cj_stencil_array {
    uint8_t lie;  /* 0: none that is a view */
    uint8_t base; /* the first parameter of its group, often itself */
    int8_t shift[CJ_STENCIL_AXES];
    uint8_t piece; /* elements, of bases and of what is written; 0: it does not lie in rows */
    uint8_t phase; /* where in a piece all tiles begin */
} cj_stencil_array;

/* Without padding, and compared as bytes. */
typedef struct cj_stencil_shape {
    uint8_t rank;  /* axes; rows run along the last */
    uint8_t march; /* the one along which a thread goes on */
    uint8_t head;  /* columns of the first tile before the row */
    uint8_t piece; /* columns of a tile that are all in a row or none */
    cj_stencil_array of[CJ_MAX_PARAMETERS];
} cj_stencil_shape;
_Static_assert(sizeof(cj_stencil_shape) == 4 + CJ_MAX_PARAMETERS * (4 + CJ_STENCIL_AXES), "a shape has padding");

/* What a thread loads of a group at each step: rows of one place along all axes but the march. */
typedef struct cj_stencil_line {
    uint8_t base;                  /* parameter */
    int8_t shift[CJ_STENCIL_AXES]; /* but for march and rows, which are 0 */
    int low, high;                 /* the rows that are used, along the march */
    int first, last;               /* the columns: of each place from the first to the last of these */
} cj_stencil_line;

/* Returns how many there are; more than CJ_STENCIL_LINES: too many, and only so many are in `out`. */
size_t cj_stencil_lines(const cj_stencil_shape *shape, cj_stencil_line *out);
/* The line that has parameter k; SIZE_MAX: none, it is written. */
size_t cj_stencil_line_of(const cj_stencil_shape *shape, const cj_stencil_line *lines, size_t count, size_t k);

static inline int cj_stencil_before(const cj_stencil_line *line)
{
    return line->first < 0 ? -line->first : 0;
}
static inline int cj_stencil_behind(const cj_stencil_line *line)
{
    return line->last > 0 ? line->last : 0;
}
/* The axis along which the rows of a block's threads follow each other; of two axes the march. */
static inline int cj_stencil_deep(const cj_stencil_shape *shape)
{
    return shape->rank - 2;
}

/* The shapes of a kernel's calls: a list that only grows. */
typedef struct cj_stencil_kept {
    struct cj_stencil_kept *older;
    uint64_t number;
    cj_stencil_shape shape;
} cj_stencil_kept;
/* NULL: no memory, or too many. */
const cj_stencil_kept *cj_stencil_keep(const cj_elementwise *kernel, const cj_stencil_shape *shape);
const cj_stencil_kept *cj_stencil_kept_of(const cj_elementwise *kernel, uint64_t number);
void cj_stencil_forget(cj_elementwise *kernel);

/* One call. */
typedef struct cj_stencil {
    const cj_elementwise *kernel;
    const cj_stencil_kept *kept;
    unsigned width; /* elements a tile */
    unsigned loads; /* of a thread with one row: pieces */
    bool wide;
    uint64_t lengths[CJ_STENCIL_AXES], size;
    int64_t strides[CJ_MAX_PARAMETERS][CJ_STENCIL_AXES]; /* of parameters */
    cj_stencil_line lines[CJ_STENCIL_LINES];
    size_t line_count;
} cj_stencil;

/* Might calls of the kernel be stencils? Of its texts. */
bool cj_stencil_possible(const cj_kernel_text *text);
/* Might this one? A few comparisons of addresses. */
bool cj_stencil_suits(const cj_elementwise *kernel, const cj_call *call);
/* Is it one? `views` are of the call; tiles of `width` elements, a power of two that tiles of the kernel's views have
 * at least (0: as many as those). */
bool cj_stencil_find(const cj_elementwise *kernel, const cj_views *views, unsigned width, cj_stencil *out);

/* Registers that a thread keeps all lines in. */
size_t cj_stencil_words(const cj_stencil *stencil);

/* The variant that suits it best; of form 0: another form does. */
cj_variant cj_stencil_choose(const cj_stencil *stencil);
/* Blocks: `across` threads beside each other (a multiple of 32), `deep` rows of them, each of which goes over `rows`
 * rows; as many registers as `resident` blocks at a time have (0: as many as it takes); `turns` rows are written down
 * one behind the other (0: as many as are good for a compiler). */
typedef struct cj_stencil_blocks {
    unsigned across, deep, rows, resident, turns;
} cj_stencil_blocks;
cj_variant cj_stencil_variant(const cj_stencil *stencil, cj_stencil_blocks blocks);
/* The kernel of the variant, or where that does not do with the registers that it is held to, one that has more, or as
 * many as it takes. NULL: the variant cannot be had. */
cujit_status cj_stencil_build(const cj_stencil *stencil, const cj_variant *variant, const cj_built **out,
                              cujit_error *error);
/* True where it was launched, or failed to be: *status. False: the variant cannot be had. */
bool cj_stencil_launch(const cj_stencil *stencil, const cj_variant *variant, void *const *values, void *stream,
                       cujit_status *status, cujit_error *error);

void cj_stencil_describe(const cj_elementwise *kernel, cj_source *source);
/* Adds the struct of numbers (layout.h) of such a shape. */
void cj_stencil_layout(const cj_elementwise *kernel, const cj_stencil_shape *shape, cj_source *source);

#endif
