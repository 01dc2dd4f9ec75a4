/*
 * fake_libcuda_parts.h: what the parts of the fake CUDA driver share.
 */
#ifndef TESTS_FAKE_LIBCUDA_PARTS_H
#define TESTS_FAKE_LIBCUDA_PARTS_H

#include "libjit/device/cuda/driver.h"
#include "tests/fake_libcuda.h"

/* Most of what the driver is told makes no difference here. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define EXPORT __attribute__((visibility("default")))

/* The prototypes of the driver's functions. */
#define X(member, symbol, parameters) EXPORT cj_cuda_result symbol parameters;
#define X_OPTIONAL X
#include "libjit/device/cuda/driver.def"
#undef X_OPTIONAL
#undef X

EXPORT fake_state *fake_cuda(void);

/* What lies in an array of the driver's. */
char *fake_image_texels(void *array);

/* Counts the call and says whether it must fail; as it must, where no context is current. */
cj_cuda_result fake_enter(const char *symbol);

/* The same as a yes or no; fake_code says with what. */
bool fake_fails(const char *symbol);
extern _Thread_local cj_cuda_result fake_code;

#endif
