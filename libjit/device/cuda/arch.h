/*
 * arch.h: which code to ask the compiler for.
 */
#ifndef LIBJIT_CUDA_ARCH_H
#define LIBJIT_CUDA_ARCH_H

#include "libjit/base/object.h"
#include "libjit/base/status.h"

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

#endif
