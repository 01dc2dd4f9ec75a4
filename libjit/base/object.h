/*
 * object.h: what a compiler makes and a device loads, with what the compiler said about it.
 *
 * The one value that travels between compiling (no device needed), the cache (neither) and loading (no compiler
 * needed).
 */
#ifndef LIBJIT_OBJECT_H
#define LIBJIT_OBJECT_H

#include <stddef.h>

typedef enum cj_object_kind {
    CJ_OBJECT_NONE = 0,
    CJ_OBJECT_CUBIN = 1,  /* machine code for exactly one architecture */
    CJ_OBJECT_PTX = 2,    /* text that the driver compiles on loading; data is ended by a NUL that size counts */
    CJ_OBJECT_SHARED = 3, /* an ELF shared object for this machine */
    CJ_OBJECT_FATBIN = 4, /* several of the first two, of which the driver picks one */
} cj_object_kind;

/* Resources of the entry point as its compiler reported them; -1: not known (always so on the host). */
typedef struct cj_resources {
    int registers;    /* a thread */
    int shared_bytes; /* static shared memory of a block */
    int stack_bytes;  /* local memory of a thread */
    int spill_store_bytes, spill_load_bytes;
} cj_resources;

typedef struct cj_object {
    cj_object_kind kind;
    char architecture[32]; /* what it was compiled for: "sm_90", "compute_90", "x86_64" */
    void *data;            /* owned, cj_malloc */
    size_t size;
    char *log;   /* the compiler's output, owned; NULL where it said nothing */
    char *names; /* of a module: a line "EXPRESSION\tSYMBOL" for each kernel that can be found; owned; NULL: none */
    cj_resources resources;
    double compile_ms; /* how long the compiler took, loading it not counted */
} cj_object;

#define CJ_RESOURCES_UNKNOWN ((cj_resources){-1, -1, -1, -1, -1})

const char *cj_object_kind_name(cj_object_kind kind); /* "cubin", "ptx", "shared object", "fatbin" */

/* Frees what it holds and makes it {0}. */
void cj_object_clear(cj_object *object);

#endif
