/*
 * nvrtc.h: NVIDIA's runtime compiler, loaded when something must be compiled and not before (it is 100 MB).
 */
#ifndef LIBJIT_CUDA_NVRTC_H
#define LIBJIT_CUDA_NVRTC_H

#include "libjit/base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef unsigned cj_nvrtc_result; /* nvrtcResult */
typedef struct _nvrtcProgram *cj_nvrtc_program;

/* X(our name, name in nvrtc.h, number) */
#define CJ_NVRTC_NUMBER_MAP(X)                                                                                         \
    X(CJ_NVRTC_OK, NVRTC_SUCCESS, 0)                                                                                   \
    X(CJ_NVRTC_OUT_OF_MEMORY, NVRTC_ERROR_OUT_OF_MEMORY, 1)                                                            \
    X(CJ_NVRTC_INVALID_OPTION, NVRTC_ERROR_INVALID_OPTION, 5)                                                          \
    X(CJ_NVRTC_COMPILATION, NVRTC_ERROR_COMPILATION, 6)                                                                \
    X(CJ_NVRTC_BUILTINS_FAILED, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, 7)

enum {
#define CJ_NVRTC_NUMBER_ENUM(ours, theirs, number) ours = number,
    CJ_NVRTC_NUMBER_MAP(CJ_NVRTC_NUMBER_ENUM)
#undef CJ_NVRTC_NUMBER_ENUM
};

enum { CJ_NVRTC_MAX_ARCHITECTURES = 64 };

typedef struct cj_nvrtc {
#define X(member, symbol, parameters) cj_nvrtc_result(*member) parameters;
#include "libjit/device/cuda/nvrtc.def"
#undef X
    const char *(*result_text)(cj_nvrtc_result result);
    int version;                                   /* 1300 for 13.0, 1209 for 12.9 */
    int architectures[CJ_NVRTC_MAX_ARCHITECTURES]; /* 75, 80, ... ascending */
    int architectures_count;
    const char *path; /* borrowed */
} cj_nvrtc;

/* Loads the library at `path`, which lives as long as *out; never unloaded. CUJIT_ERROR_NO_COMPILER says why it cannot
 * be.
 */
cujit_status cj_nvrtc_open(const char *path, cj_nvrtc *out, cujit_error *error);

#endif
