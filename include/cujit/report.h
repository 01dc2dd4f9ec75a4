/*
 * cujit/report.h: looking into a kernel, section 7 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_REPORT_H
#define CUJIT_REPORT_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 7 Looking into a kernel --------------------------------------------------------------------------------------
 *
 * What was generated, what the compiler said, what it costs, and where it came from: of the variant that was made when
 * the kernel was.
 */
typedef enum cujit_origin {
    CUJIT_ORIGIN_MEMORY = 1, /* this process had it already */
    CUJIT_ORIGIN_DISK,       /* the kernel cache */
    CUJIT_ORIGIN_COMPILER,
    CUJIT_ORIGIN_TIER, /* the context's further place for kernels (cujit_tier) */
} cujit_origin;

typedef struct cujit_report {
    const char *name;         /* entry point */
    const char *source;       /* generated source, without the prelude */
    const char *log;          /* the compiler's output, kept with the object in the cache; "" where it said nothing */
    const char *architecture; /* what the object was compiled for: "sm_90", "compute_90", "x86_64" */
    const char *object_kind;  /* "cubin", "ptx", "shared object" */
    const void *object;
    size_t object_size; /* bytes */
    /* Of one thread or block, as compiler and driver report them; -1: not known (host). */
    int registers, shared_bytes, stack_bytes, spill_store_bytes, spill_load_bytes;
    cujit_origin origin;
    double create_ms;  /* what cujit_elementwise_create() took for this handle */
    double compile_ms; /* what the compiler took when the object was made, in whichever process */
} cujit_report;

/* One parameter of a kernel, as its signature declared it. */
typedef struct cujit_parameter {
    const char *name;
    const char *type; /* of an element, as generated code spells it: "unsigned int", "cujit::complex<float>"; "T" where
                         calls bind it, dtype CUJIT_DTYPE_NONE and size 0 then */
    cujit_dtype dtype;
    size_t size; /* bytes of an element */
    int pointer; /* 1: an array, 0: a scalar */
    int is_const;
} cujit_parameter;

#ifdef __cplusplus
}
#endif

#endif
