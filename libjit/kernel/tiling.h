/*
 * tiling.h: may these pointers be tiled? What can be told when a kernel is made, and the check at each launch.
 */
#ifndef LIBJIT_TILING_H
#define LIBJIT_TILING_H

#include "libjit/kernel/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CJ_TILE_BYTES = 16,    /* what a thread moves at once of the widest array */
    CJ_THREAD_BYTES = 512, /* of tiles in one thread's registers, at most */
};

typedef struct cj_tiled_array {
    size_t parameter;
    uintptr_t mask; /* address bits that must be 0 */
} cj_tiled_array;

/* Two arrays of which the first may be written. Where their memory overlaps, an element of the other that was loaded
 * with its tile could be old. */
typedef struct cj_tiled_pair {
    size_t written, other;
    size_t written_size, other_size; /* bytes of an element; 0: all that is known is where it begins */
    bool may_share;                  /* they may be the same memory, element for element */
} cj_tiled_pair;

typedef struct cj_tiling {
    unsigned width; /* elements a tile; 0: no tiles */
    cj_tiled_array *arrays;
    cj_tiled_pair *pairs;
    size_t count, pair_count;
    unsigned unroll, block;
    bool divisible; /* a launch whose tiles may all be there at once has one for each thread in place of more */
    size_t few, few_shifted; /* up to so many elements, each goes to a thread of its own */
    cj_reach reach;
    size_t leader; /* the array (of `arrays`) whose stores should be aligned where not all are */
} cj_tiling;

/* How a call's pointers suit tiles. */
typedef enum cj_tile_fit {
    CJ_TILE_NONE,
    CJ_TILE_SHIFTED, /* not all are aligned */
    CJ_TILE_ALIGNED,
} cj_tile_fit;

/* The power of two that the size of a tile, in bytes, is a multiple of, up to 16: its alignment, as prelude_accessors.h
 * has it, unless that of its elements is more. */
static inline size_t cj_tile_power(size_t size, size_t width)
{
    size_t bytes = size * width, power = bytes & (~bytes + 1);

    return power < CJ_TILE_BYTES ? power : CJ_TILE_BYTES;
}
/* The alignment of a parameter's tile. */
size_t cj_tile_alignment(const cj_parameter *parameter, size_t width);

cujit_status cj_tiling_find(const cj_kernel_text *text, cj_tiling *out, cujit_error *error);
void cj_tiling_clear(cj_tiling *tiling);

static inline uintptr_t cj_pointer_value(void *const *values, size_t parameter)
{
    return (uintptr_t) * (void *const *)values[parameter];
}

/* On the path of every launch. */
static inline cj_tile_fit cj_tiling_check(const cj_tiling *tiling, size_t n, void *const *values)
{
    uintptr_t bits = 0;
    bool none = false;

    for (size_t k = 0; k < tiling->count; k++) {
        uintptr_t value = cj_pointer_value(values, tiling->arrays[k].parameter);

        bits |= value & tiling->arrays[k].mask;
        none |= value == 0;
    }
    if (none) /* an array that this call's indices do not use */
        return CJ_TILE_NONE;
    for (size_t k = 0; k < tiling->pair_count; k++) {
        const cj_tiled_pair *pair = &tiling->pairs[k];
        uintptr_t a = cj_pointer_value(values, pair->written), b = cj_pointer_value(values, pair->other);

        if (a == b ? !pair->may_share : a < b ? b - a < n * pair->written_size : a - b < n * pair->other_size)
            return CJ_TILE_NONE;
    }
    return bits == 0 ? CJ_TILE_ALIGNED : CJ_TILE_SHIFTED;
}

/* How the elements of a launch are shared out: `head` elements before the first tile, `tiles`, and the rest behind the
 * last. Head and rest go one to a thread, behind the threads that have tiles. No tiles at all: plain pointers. */
typedef struct cj_tile_share {
    long long head, tiles;
} cj_tile_share;

/* Of SHIFTED variants, and where neighbours are looked at; others begin with a tile and have all that there are. */
cj_tile_share cj_tiling_share(const cj_tiling *tiling, const cj_kernel_text *text, const cj_variant *variant, size_t n,
                              void *const *values);

/* The variant that a kernel begins with: what measurement on an H200 found best for its kind. */
cj_variant cj_tiling_default(const cj_tiling *tiling);
/* The same with one tile for each thread. */
cj_variant cj_tiling_single(const cj_tiling *tiling);

#endif
