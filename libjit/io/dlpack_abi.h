/*
 * dlpack_abi.h: DLPack's structs and numbers, which are pinned: https://dmlc.github.io/dlpack/latest/c_api.html.
 * Headers that systems install (Debian: 0.6) know neither the versioned struct nor bool; test_dlpack.c compares the
 * rest.
 */
#ifndef LIBJIT_DLPACK_ABI_H
#define LIBJIT_DLPACK_ABI_H

#include <stdint.h>

enum { CJ_DL_CPU = 1, CJ_DL_CUDA = 2, CJ_DL_CUDA_HOST = 3, CJ_DL_CUDA_MANAGED = 13 };
enum { CJ_DL_INT, CJ_DL_UINT, CJ_DL_FLOAT, CJ_DL_OPAQUE, CJ_DL_BFLOAT, CJ_DL_COMPLEX, CJ_DL_BOOL };
enum { CJ_DL_FLOAT8_E4M3FN = 10, CJ_DL_FLOAT8_E5M2 = 12 }; /* since 1.1 */
enum { CJ_DL_MAJOR = 1, CJ_DL_MINOR = 0 };
enum { CJ_DL_READ_ONLY = 1 }; /* flag */

typedef struct cj_dl_tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape;
    int64_t *strides; /* elements; NULL: C order */
    uint64_t byte_offset;
} cj_dl_tensor;

typedef struct cj_dl_managed {
    cj_dl_tensor tensor;
    void *owner;
    void (*deleter)(struct cj_dl_managed *self); /* NULL: nothing is to be done */
} cj_dl_managed;

typedef struct cj_dl_versioned {
    uint32_t major, minor;
    void *owner;
    void (*deleter)(struct cj_dl_versioned *self);
    uint64_t flags;
    cj_dl_tensor tensor;
} cj_dl_versioned;

#endif
