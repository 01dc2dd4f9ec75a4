/*
 * cuda_device_support.h: what the tests of the CUDA backend on a real GPU share, below the public interface: the
 * device, and the calls that must succeed.
 *
 * CUDA does not survive a fork, so all tests of a program run in its one process.
 */
#ifndef TESTS_CUDA_DEVICE_SUPPORT_H
#define TESTS_CUDA_DEVICE_SUPPORT_H

#include "libjit/base/os.h"
#include "libjit/device/backend.h"
#include "libjit/device/cuda/device.h"
#include "tests/support.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static const cj_backend *const cuda = &cj_cuda_backend;
static cj_device *device;

static inline void free_memory(void *memory)
{
    cuda->free(device, CJ_MEMORY_DEVICE, memory);
}

/* Not to be freed. */
static inline void *allocate(size_t size)
{
    void *memory = NULL;

    must(cuda->alloc(device, CJ_MEMORY_DEVICE, size, &memory, &fault));
    return cj_test_keep(memory, free_memory);
}

/* False: there is no compiler. */
static inline bool compile_unit(const char *architecture, cj_unit unit, cj_object *out)
{
    cj_target target = {.compiler = NULL};
    cujit_status status;

    snprintf(target.architecture, sizeof target.architecture, "%s", architecture);
    status = cuda->compile(&target, &unit, out, &fault);
    if (status != CUJIT_ERROR_NO_COMPILER) {
        must(status);
        return true;
    }
    cujit_error_clear(&fault);
    return false;
}

/* A function of the driver that only tests need; false where the driver lacks it. */
static inline bool driver_function(const char *name, void *function)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);

    return library != NULL && cj_symbol(library, name, function);
}

/* Opens the GPU. Exits 77 where there is none. */
static inline int open_gpu(void)
{
    if (cuda->open(0, &device, &fault) != CUJIT_OK) {
        printf("no CUDA device: %s\n", fault.message);
        return CJ_TEST_SKIP;
    }
    setenv("CUJIT_DEVICE", "cuda:0", 1); /* says to main that nothing may fork */
    return 0;
}

PREPARE(open_gpu())

#endif
