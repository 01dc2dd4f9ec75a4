/*
 * compiler.h: the toolchain half of the backend: finding NVRTC and its headers, and compiling with it.
 */
#ifndef LIBJIT_CUDA_COMPILER_H
#define LIBJIT_CUDA_COMPILER_H

#include "libjit/device/cuda/nvrtc.h"
#include "libjit/device/cuda/operations.h"
#include "libjit/device/place.h"

#include <stdatomic.h>

/* ---- find.c ---- */

/* Whether the prelude includes headers of NVIDIA's. */
static inline bool cj_cuda_needs_headers(unsigned features)
{
    return (features & (CJ_FEATURE_HALF | CJ_FEATURE_BFLOAT16)) != 0;
}

/* What is found out of a folder of NVIDIA's headers. */
typedef struct cj_cuda_headers {
    cj_text folder, identity;
} cj_cuda_headers;

/* A libnvrtc, links resolved, and what was asked for beside it: kept once it is there. */
typedef struct cj_cuda_compiler {
    cj_place place;
    _Atomic(const cj_nvrtc *) nvrtc;
    _Atomic(const cj_cuda_headers *) headers[2]; /* cuda_fp16.h; cuda_bf16.h, which includes the former */
} cj_cuda_compiler;

/* The one that would be used, not loaded. `compiler`: as in cj_target. The answer is remembered; the file is looked at
 * again (one stat) as long as it is not loaded. */
cujit_status cj_cuda_find_compiler(const char *compiler, cj_cuda_compiler **out, cujit_error *error);

/* Loads it, once. */
cujit_status cj_cuda_load_compiler(cj_cuda_compiler *compiler, const cj_nvrtc **out, cujit_error *error);

/* The folder that holds cuda_fp16.h and what else the features need. CUJIT_ERROR_NO_COMPILER where there is none. */
cujit_status cj_cuda_find_headers(cj_cuda_compiler *compiler, unsigned features, const cj_cuda_headers **out,
                                  cujit_error *error);

/* ---- arch.c: which code to ask the compiler for ---- */

/* The oldest architecture that we serve: Turing. */
enum { CJ_CUDA_ARCHITECTURE_MIN = 75 };

typedef struct cj_cuda_choice {
    char architecture[32]; /* for NVRTC's -arch: "sm_90", "compute_90" */
    cj_object_kind kind;   /* CJ_OBJECT_CUBIN or CJ_OBJECT_PTX */
} cj_cuda_choice;

/*
 * Chooses for a request, "sm_NN" or "compute_NN" with an optional suffix `a` or `f`, among the architectures that a
 * compiler knows (ascending):
 *   sm_NN it knows      machine code for exactly it;
 *   sm_NN newer         PTX of the highest known one below it, which the driver compiles for the device;
 *   compute_NN          PTX of it, or of the highest known one below it.
 * CUJIT_ERROR_ARCHITECTURE: older than all known ones or than CJ_CUDA_ARCHITECTURE_MIN, or the suffix does not exist
 * there; the message lists the known ones. CUJIT_ERROR_INVALID_ARGUMENT: malformed.
 */
cujit_status cj_cuda_choose(const char *request, const int *known, int known_count, cj_cuda_choice *out,
                            cujit_error *error);

/* ---- compiler.c ---- */

/* What NVRTC is given: the preludes that the unit needs, and the unit; to be freed with cj_free(). NULL: no memory. */
char *cj_cuda_unit_source(const cj_unit *unit);

/* ---- options.c ---- */

/* Refuses an option that would write files, change what is compiled for or make something that cannot be launched. */
cujit_status cj_cuda_check_options(const char *const *options, cujit_error *error);

/* Whether the user asked for the assembler's report, so that it stays in the log. */
bool cj_cuda_wants_report(const cj_unit *unit);

/* ---- report.c ---- */

/* Reads what -Xptxas=-v says of the entry point `name`, which may end at a line break; what it does not say stays
 * -1. */
cj_resources cj_cuda_report_parse(const char *log, const char *name);

/* Takes the lines of that report out of the log, in place. */
void cj_cuda_report_strip(char *log);

/* Leaves each warning once, in place: an operation can stand in a source several times, always under the same name. */
void cj_cuda_report_drop_repeats(char *log);

/* A name expression that names no kernel, as it stands in the unit's list (else as the log spells it), and why. */
typedef struct cj_cuda_bad_name {
    const char *expression, *reason;
    size_t expression_length, reason_length;
} cj_cuda_bad_name;

/* False where the log's first error is another one. */
bool cj_cuda_report_bad_name(const char *log, const char *const *kernels, cj_cuda_bad_name *out);

/* The first line of a log that speaks of an error, without its end; *length 0 where there is none. */
const char *cj_cuda_report_error(const char *log, size_t *length);

#endif
