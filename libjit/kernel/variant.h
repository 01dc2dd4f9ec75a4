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
#include <stdint.h>

typedef enum cj_form {
    CJ_FORM_PLAIN = 1,  /* pointers; a loop over the indices */
    CJ_FORM_RANGE,      /* pointers; i = start + k * step */
    CJ_FORM_TILE,       /* each thread takes tiles of `width` consecutive elements in registers */
    CJ_FORM_STRIDED,    /* N-d views over `rank` axes; `width` elements along the last axis a thread */
    CJ_FORM_TRANSPOSED, /* the same; views that run along another axis go through shared memory, in square patches */
} cj_form;

enum {
    CJ_VARIANT_SHIFTED = 1 << 0, /* TILE: arrays need not begin at a multiple of a tile */
    CJ_VARIANT_WIDE = 1 << 1,    /* STRIDED, TRANSPOSED: 64-bit index arithmetic, else 32 */
    CJ_VARIANT_RANGE = 1 << 2,   /* STRIDED: over start + k * step */
};

/* Without padding, and compared as bytes; what a form does not use is 0. */
typedef struct cj_variant {
    uint8_t form;
    uint8_t width;       /* elements */
    uint8_t unroll;      /* TILE: tiles a thread */
    uint8_t rank;        /* axes */
    uint16_t block;      /* threads a block; PLAIN, RANGE: 0, the launch decides */
    uint16_t flags;      /* CJ_VARIANT_... */
    uint64_t transposed; /* TRANSPOSED: bit k: parameter k goes through shared memory */
} cj_variant;

bool cj_variant_same(const cj_variant *a, const cj_variant *b);

/* For people and for tools: "plain", "range", "tile 4x1/256", "tile shifted 4x1/256", "strided 2 axes 4/256", ... */
void cj_variant_describe(const cj_variant *variant, cj_text *out);

/* Of an operation, times its copies in one thread: beyond it compilers take long, and gain nothing. */
enum { CJ_TILE_TOKENS = 6144 };

/* For how many elements the widest of the arrays that `takes` has moves `bytes` (16); 0: there is no such array. */
unsigned cj_unit_width(const cj_kernel_text *text, unsigned bytes, bool (*takes)(const cj_kernel_text *text, size_t k));
/* Of the tiled arrays. */
unsigned cj_tile_width(const cj_kernel_text *text, unsigned bytes);

#endif
