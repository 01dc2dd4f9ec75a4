/*
 * module.h: what module.c and function.c share: a loaded object and its kernels.
 */
#ifndef LIBJIT_CUDA_MODULE_H
#define LIBJIT_CUDA_MODULE_H

#include "libjit/device/cuda/device.h"

#include <pthread.h>

typedef struct cuda_function {
    cj_cuda_kernel handle; /* first: the launch reads these three */
    cj_cuda_context context;
    const cj_driver *driver;
    const cuda_device *device;
    struct cuda_module *module;
    char *name;
    struct cuda_function *next;
} cuda_function;

typedef struct cuda_module {
    cuda_device *device;
    cj_cuda_module handle;
    pthread_mutex_t lock; /* over `functions`, which live as long as the module, and over their attributes */
    cuda_function *functions;
} cuda_module;

#endif
