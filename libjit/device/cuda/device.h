/*
 * device.h: the device half of the backend: open devices, and the operations of the table on them.
 */
#ifndef LIBJIT_CUDA_DEVICE_H
#define LIBJIT_CUDA_DEVICE_H

#include "libjit/device/cuda/driver.h"
#include "libjit/device/cuda/operations.h"

#include <pthread.h>
#include <stdint.h>

typedef struct cuda_device {
    cj_device base; /* first, so that a cj_device * of ours is one of these */
    const cj_driver *driver;
    cj_cuda_context context;
    int device;    /* CUdevice */
    bool retained; /* `context` is the primary one, and we hold a count on it */
    bool cooperative, managed;
    size_t max_pitch; /* of the driver's copies of boxes */
} cuda_device;

/* An operation on a device, from entering it to leaving it. */
typedef struct cuda_scope {
    const cuda_device *device;
    const cj_driver *driver;
    cujit_error *error;  /* what cj_cuda_leave() fills, or who failed before */
    cj_cuda_result code; /* set by the operation; not CJ_CUDA_OK where it could not be entered */
    cujit_status status; /* of an error that is set already; else CUJIT_OK */
    unsigned mode;       /* of captures, before they were relaxed */
    bool pushed, relaxed;
} cuda_scope;

/*
 * Makes the device's context current on this thread where it is not already, as every operation must (device.c has the
 * rule). Whatever it says, cj_cuda_leave() must follow. False: nothing may be called between the two.
 */
bool cj_cuda_enter(cuda_scope *scope, const cj_device *device, cujit_error *error);

/* The same for what a capture of another stream would forbid (allocating, loading), which then is allowed to this
 * thread. */
bool cj_cuda_enter_relaxed(cuda_scope *scope, const cj_device *device, cujit_error *error);

/* The same for a wait for a stream (NULL: the default stream). One that is being recorded into a graph, or whose use
 * would spoil a recording, is CUJIT_ERROR_UNSUPPORTED here, where the driver would end the recording. "`what`: ..." */
bool cj_cuda_enter_to_wait(cuda_scope *scope, const cj_device *device, cj_cuda_stream stream, const char *what,
                           cujit_error *error);

/* Within an entered operation: it failed with an error that is set already. */
void cj_cuda_fail(cuda_scope *scope, cujit_status status);

/* Puts back what was current and relaxed. What went wrong becomes an error of this status, about what is said here. */
cujit_status cj_cuda_leave(cuda_scope *scope, cujit_status status, const char *what, ...) CJ_PRINTF(3, 4);

/* Device addresses travel as `void *`: on the platforms that we serve both have 64 bits. */
static inline cj_cuda_address cj_cuda_address_of(const void *memory)
{
    return (cj_cuda_address)(uintptr_t)memory;
}
static inline void *cj_cuda_memory_at(cj_cuda_address address)
{
    return (void *)(uintptr_t)address;
}

/* ---- module.c, function.c: a loaded object and its kernels ---- */

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

/* ---- image.c ---- */
/* The driver is not told how long an image is: whether all that its headers speak of is there. */
cujit_status cj_cuda_check_image(const cj_object *object, cujit_error *error);

/* ---- memory.c ---- */
/* For the error, where there is one: "12345 bytes (12.1 KiB)", or the bytes alone where they are few. */
const char *cj_cuda_amount(const cuda_scope *scope, size_t bytes, char out[64]);

#endif
