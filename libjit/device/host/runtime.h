/*
 * runtime.h: what the library and a host kernel's shared object agree on.
 *
 * A unit's shared object needs no symbol of this library. It exports one cj_host_module, and one cj_host_kernel a
 * kernel, named CJ_HOST_KERNEL_PREFIX and the kernel's symbol (cj_host_symbol); the library calls its functions with a
 * cj_host_call, and through the table in there the kernel reaches barriers, warp operations and traps.
 *
 * templates/prelude_host.h declares the same structures for itself (it can include nothing): whoever changes one
 * changes the other, and counts CJ_HOST_RUNTIME_VERSION up.
 */
#ifndef LIBJIT_HOST_RUNTIME_H
#define LIBJIT_HOST_RUNTIME_H

#include <stddef.h>

enum { CJ_HOST_RUNTIME_VERSION = 3 };

#define CJ_HOST_KERNEL_PREFIX "cujit_kernel_"
#define CJ_HOST_MODULE_SYMBOL "cujit_host_module"

/* Kinds of block barriers: __syncthreads, _count, _and, _or. */
enum { CJ_BARRIER_SYNC, CJ_BARRIER_COUNT, CJ_BARRIER_AND, CJ_BARRIER_OR };

/* Kinds of warp operations. */
enum {
    CJ_WARP_SYNC,
    CJ_WARP_SHUFFLE, /* the value of lane `source`; the thread's own where that lane does not take part */
    CJ_WARP_BALLOT,  /* a bit for each lane whose value is not 0 */
    CJ_WARP_MATCH,   /* a bit for each lane whose value is the same */
    CJ_WARP_ADD,     /* reductions of 32-bit values */
    CJ_WARP_MIN_SIGNED,
    CJ_WARP_MIN_UNSIGNED,
    CJ_WARP_MAX_SIGNED,
    CJ_WARP_MAX_UNSIGNED,
    CJ_WARP_AND,
    CJ_WARP_OR,
    CJ_WARP_XOR,
    CJ_WARP_ACTIVE, /* the scheduler's own: waits in `active` */
    CJ_WARP_KINDS
};

typedef struct cj_host_runtime {
    unsigned version;
    /* Waits for the block's other threads. `place` is another number for each barrier in the text, `where` says in
     * words where it is. Kernels with barriers only, like the next two. */
    int (*barrier)(void *state, unsigned place, const char *where, int kind, int predicate);
    /* Waits for the lanes in `mask`. */
    unsigned long long (*warp)(void *state, unsigned mask, int kind, unsigned long long value, int source);
    /* The lanes of the warp that are at `place`, a number that is higher further down in the text: waits until no
     * thread of the block can go on, so that all have come that could. */
    unsigned (*active)(void *state, unsigned long long place);
    /* Ends the launch with an error; does not return. */
    void (*trap)(void *state, const char *what, const unsigned block[3], const unsigned thread[3]);
} cj_host_runtime;

typedef struct cj_host_call {
    const cj_host_runtime *runtime;
    void *state;         /* for the functions above */
    void *const *values; /* one pointer per parameter */
    void *shared;        /* dynamic shared memory of the block that runs */
    unsigned grid[3], block[3];
} cj_host_call;

typedef struct cj_host_kernel {
    unsigned version, parameters;
    const size_t *sizes; /* of the parameters, in bytes */
    /* Without barriers: runs the blocks [first, end), counted with x fastest. NULL where the kernel has barriers. */
    void (*blocks)(const cj_host_call *launch, unsigned long long first, unsigned long long end);
    /* With barriers: runs one thread. NULL otherwise. */
    void (*thread)(const cj_host_call *launch, const unsigned block[3], const unsigned thread[3]);
    /* Where the name that was asked for is not a kernel's: a variable. */
    void *variable;
    size_t variable_size;
} cj_host_kernel;

/* A __device__ or __constant__ variable. */
typedef struct cj_host_variable {
    const char *name; /* with its namespaces: "ns::table" */
    void *address;
    size_t size;
} cj_host_variable;

/* What a texture's or a surface's handle points to. */
typedef struct cj_host_texels {
    void *data;
    unsigned long long size[3];      /* width, height, depth or layers in texels; 1 where there is no such axis */
    unsigned long long pitch, slice; /* bytes between rows, and between slices or layers */
    unsigned kind;                   /* cj_texture_kind */
    unsigned format, channels;       /* cujit_dtype of a number, and numbers a texel */
    unsigned texel_bytes;
    unsigned edges[3]; /* cujit_edge */
    unsigned linear, normalized_coordinates, normalized_values;
    unsigned writable;
} cj_host_texels;

typedef struct cj_host_module {
    unsigned version, barriers; /* whether its kernels have them */
    const cj_host_variable *first, *end;
} cj_host_module;

#endif
