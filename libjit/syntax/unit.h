/*
 * unit.h: a unit of source: what a compiler is given, all texts that belong to one object.
 */
#ifndef LIBJIT_UNIT_H
#define LIBJIT_UNIT_H

#include "libjit/base/object.h"
#include "libjit/base/stop.h"

#include <stdbool.h>
#include <stddef.h>

/* What a unit of source makes use of; found by scanning its tokens (snippet.h), so that preludes stay small. */
typedef enum cj_feature {
    CJ_FEATURE_HALF = 1 << 0,       /* __half and its functions */
    CJ_FEATURE_BFLOAT16 = 1 << 1,   /* __nv_bfloat16 and its functions */
    CJ_FEATURE_COMPLEX = 1 << 2,    /* cujit::complex<T> */
    CJ_FEATURE_ACCESSORS = 1 << 4,  /* tiles, views: templates/prelude_accessors.h */
    CJ_FEATURE_FOLD = 1 << 5,       /* reductions, scans: templates/prelude_fold.h; with the accessors */
    CJ_FEATURE_SCAN = 1 << 6,       /* scans: templates/prelude_scan.h; with both */
    CJ_FEATURE_ROWS = 1 << 8,       /* kernels of rows: templates/prelude_rows.h; with accessors and folds */
    CJ_FEATURE_NEIGHBOURS = 1 << 7, /* x[i + c] of tiles: templates/prelude_neighbours.h; with the accessors */
    CJ_FEATURE_MORE = 1 << 9,       /* what few kernels use: templates/prelude_host_more.h */
    CJ_FEATURE_FUNCTIONS = 1 << 10, /* a header mentions functions of numbers: all overloads (promotion.h) */
    CJ_FEATURE_STENCIL = 1 << 11,   /* stencils: templates/prelude_stencil.h; with the accessors */
    CJ_FEATURE_FLOAT8 = 1 << 12,    /* float8_e4m3, float8_e5m2: templates/prelude_float8.h */
    CJ_FEATURE_TEXTURES = 1 << 13,  /* textures, surfaces: templates/prelude_texture.h, prelude_host_texture.h */
    CJ_FEATURE_RANDOM = 1 << 14,    /* random numbers: templates/prelude_random.h */
    CJ_FEATURE_BARRIERS = 1 << 3,   /* __syncthreads, __syncwarp, shuffles, votes: the host runs it on fibers */
} cj_feature;

/* A header that exists in memory only. */
typedef struct cj_header {
    const char *name, *text;
} cj_header;

/* What the entry points of generated sources begin with, so that no kernel's name collides with anything; what a person
 * reads leaves it out. */
#define CJ_ENTRY_PREFIX "cujit_kernel_"

/* How long a compiler may work on a unit, and what becomes of one that goes on all the same, because it can be left
 * alone but not be stopped. */
typedef struct cj_compile_limit {
    unsigned timeout_ms; /* 0: the backend's own limit, if it has any */
    const cj_stop *stop; /* NULL: none */
    /* Called when a compiler is left alone; NULL: nobody wants what comes of it. What it returns (NULL: likewise) is
     * handed to `late`, once, by the compiler's thread when it is done, with what it made: NULL: nothing. */
    void *(*leave)(void *user);
    void *user;
    void (*late)(void *left, const cj_object *object);
} cj_compile_limit;

typedef struct cj_unit {
    const char *name;           /* what messages, caches and kept sources call it: an identifier */
    const char *entry;          /* the entry point: an extern "C" __global__ function of `source`; NULL: `name` */
    const char *source;         /* generated, or a module's; the backend puts its prelude in front of it */
    const char *const *options; /* the user's compiler options, ended by NULL; NULL: none */
    unsigned features;          /* cj_feature bits */
    const char *definitions;    /* #define lines that go between prelude and source; NULL: none */
    /* Modules: the kernels to make findable, as expressions ("scale", "ns::scale<float>") that passed
     * cj_expression_normal(), ended by NULL; the object's `names` then tells the symbol of each. NULL: only the entry
     * point, which is extern "C". */
    const char *const *kernels;
    const cj_header *headers; /* in-memory headers; include directories come as -I options */
    size_t header_count;
    const struct cj_survey
        *survey;          /* of its headers, where somebody has looked already (include.h); NULL: nobody has */
    bool check_addresses; /* host: with the address sanitizer */
    cj_compile_limit limit;
} cj_unit;

#endif
