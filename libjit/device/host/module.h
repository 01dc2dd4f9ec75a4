/*
 * module.h: a loaded object and its kernels.
 */
#ifndef LIBJIT_HOST_MODULE_H
#define LIBJIT_HOST_MODULE_H

#include "libjit/device/backend.h"
#include "libjit/device/host/runtime.h"

#include <stdatomic.h>

struct cj_module {
    cj_device *device;
    void *library;
    int descriptor;              /* of the image, for reports; -1: none */
    const cj_host_module *table; /* its own */
    _Atomic(cj_function *) functions;
};

struct cj_function {
    cj_device *device;
    const cj_host_kernel *kernel;
    cj_function *following;
    char name[];
};

#endif
