/*
 * variant.h: the forms that one operation can be compiled in.
 *
 * The operation stays as the user wrote it; what its arrays are, and how indices go to threads, differs. Variants are
 * chosen at a launch from alignment, strides and size, and built on first need. On one device all give the same bits.
 */
#ifndef LIBJIT_VARIANT_H
#define LIBJIT_VARIANT_H

#include "libjit/base/text.h"
#include "libjit/kernel/kernel_text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Of elementwise kernels. */
typedef enum cj_form {
    CJ_FORM_PLAIN = 1,  /* pointers; a loop over the indices */
    CJ_FORM_RANGE,      /* pointers; i = start + k * step */
    CJ_FORM_TILE,       /* each thread takes tiles of `width` consecutive elements in registers */
    CJ_FORM_STRIDED,    /* N-d views over `rank` axes; `width` elements along the last axis a thread */
    CJ_FORM_TRANSPOSED, /* the same; views that run along another axis go through shared memory, in square patches */
    CJ_FORM_STENCIL,    /* views of which some are one array, shifted: rows of it stay in registers (stencil.h) */
} cj_form;

enum {
    CJ_VARIANT_SHIFTED = 1 << 0, /* tiles: arrays need not begin at a multiple of a tile */
    CJ_VARIANT_WIDE = 1 << 1,    /* views: 64-bit index arithmetic, else 32 */
    CJ_VARIANT_RANGE = 1 << 2,   /* STRIDED, folds: over start + k * step */
    CJ_VARIANT_SUBSET = 1 << 3,  /* folds: over the indices that an array names */
    CJ_VARIANT_SPLIT = 1 << 4,   /* folds: several blocks may share a result */
    CJ_VARIANT_EXACT = 1 << 5,   /* rows: the threads' tiles are just as many as a row has */
    CJ_VARIANT_CHUNKED = 1 << 6, /* rows: those of a block go through shared memory, as they lie */
    CJ_VARIANT_SELECTED = CJ_VARIANT_RANGE | CJ_VARIANT_SUBSET,
};

/* Without padding, and compared as bytes; what a form does not use is 0. */
typedef struct cj_variant {
    uint16_t form;        /* of its family: cj_form, cj_fold_form */
    uint8_t width;        /* elements a tile; of forms that may have none, 1 */
    uint8_t unroll;       /* tiles (or elements) a thread, all loaded before the first is used; STENCIL: rows */
    uint8_t index;        /* SUBSET: the cujit_dtype of the indices; rows: how many a thread has at once;
                             STENCIL: rows that are written down, 0: as many as are good */
    uint8_t rank;         /* STRIDED, TRANSPOSED: axes; rows: blocks that share one */
    uint8_t kept, folded; /* folds: axes of the two loops of views; STENCIL: `folded` blocks must registers do for */
    uint32_t flags;       /* CJ_VARIANT_... */
    uint16_t lanes;       /* folds: see cj_fold_form; STENCIL: threads beside each other in a row */
    uint16_t block;       /* threads a block; PLAIN, RANGE: 0, the launch decides */
    uint64_t transposed;  /* TRANSPOSED: bit k: parameter k goes through shared memory; rows: it is moved element by
                             element; STENCIL: the number of its shape */
} cj_variant;
_Static_assert(sizeof(cj_variant) == 24, "a variant has padding");

static inline bool cj_variant_same(const cj_variant *a, const cj_variant *b)
{
    return memcmp(a, b, offsetof(cj_variant, transposed)) == 0 && a->transposed == b->transposed;
}

/* For people and for tools: "plain", "range", "tile 4x1/256", "tile shifted 4x1/256", "strided 2 axes 4/256", ... */
void cj_variant_describe(const cj_variant *variant, cj_text *out);

/* Of an operation, times its copies in one thread: beyond it compilers take long, and gain nothing. */
enum { CJ_TILE_TOKENS = 6144 };

/* For how many elements the widest of the arrays of that role moves 16 bytes; 0: there is no such array. */
unsigned cj_variant_tile_width(const cj_kernel_text *text, cj_role role);

#endif
