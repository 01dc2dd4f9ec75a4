/*
 * device.c: which devices there are, and opening one.
 *
 * A context that the application has current on the opening thread, of the wanted device, is used as it is; else the
 * primary context, which the CUDA runtime and everything built on it share. Each operation pushes the context where it
 * must and pops it again, with one exception: where nothing is current, the primary context of device 0 stays so, which
 * saves a launch a fifth of its time. It is what the thread would have got from the CUDA runtime by default, so nobody
 * is given another device by it.
 */
#include "libjit/device/cuda/device.h"

#include "libjit/base/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK_SIZE = 256, BLOCKS_PER_MULTIPROCESSOR = 32, CLUSTER = 8 /* what every device with clusters has */ };

/* ---- operations ---- */

void cj_cuda_fail(cuda_scope *scope, cujit_status status)
{
    scope->status = status;
    scope->code = CJ_CUDA_NO_DEVICE; /* any but CJ_CUDA_OK */
}

/* For what works without the device's context. */
static bool begin(cuda_scope *scope, const cj_device *base, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;

    *scope = (cuda_scope){.device = device, .driver = device->driver, .error = error};
    if (cj_driver_forked())
        cj_cuda_fail(scope, cj_driver_forked_error(error));
    return scope->status == CUJIT_OK;
}

bool cj_cuda_enter(cuda_scope *scope, const cj_device *base, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    cj_cuda_context current = NULL;

    if (!begin(scope, base, error))
        return false;
    scope->code = scope->driver->context_current(&current);
    if (scope->code == CJ_CUDA_OK && current != device->context) {
        scope->code = scope->driver->context_push(device->context);
        scope->pushed = scope->code == CJ_CUDA_OK && !(current == NULL && device->retained && base->ordinal == 0);
    }
    if (scope->code == CJ_CUDA_OK)
        return true;
    scope->status = cj_driver_error(scope->driver, CUJIT_ERROR_DEVICE, scope->code, error,
                                    "making the context of %s current", base->name);
    return false;
}

static void relax(cuda_scope *scope)
{
    scope->mode = CJ_CUDA_CAPTURE_RELAXED;
    scope->relaxed = scope->driver->capture_mode(&scope->mode) == CJ_CUDA_OK;
}

bool cj_cuda_enter_relaxed(cuda_scope *scope, const cj_device *device, cujit_error *error)
{
    const bool entered = cj_cuda_enter(scope, device, error);

    if (entered)
        relax(scope);
    return entered;
}

bool cj_cuda_enter_to_wait(cuda_scope *scope, const cj_device *device, cj_cuda_stream stream, const char *what,
                           cujit_error *error)
{
    unsigned state = CJ_CUDA_CAPTURE_NONE;
    cj_cuda_result code;

    if (!cj_cuda_enter(scope, device, error))
        return false;
    code = scope->driver->capture_state(stream, &state);
    if (code == CJ_CUDA_CAPTURE_IMPLICIT) { /* the one answer that is about another stream than this */
        cj_cuda_fail(scope, cj_driver_error(scope->driver, CUJIT_ERROR_UNSUPPORTED, code, error, "%s on %s", what,
                                            device->name));
        return false;
    }
    if (code == CJ_CUDA_OK && state != CJ_CUDA_CAPTURE_NONE) {
        cj_cuda_fail(scope, cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                                         "%s on %s: the stream is being recorded into a graph, and nothing of it runs "
                                         "before the recording has ended",
                                         what, device->name));
        return false;
    }
    relax(scope);
    return true;
}

cujit_status cj_cuda_leave(cuda_scope *scope, cujit_status status, const char *what, ...)
{
    cj_cuda_context popped = NULL;
    char subject[300];
    va_list values;

    if (scope->relaxed)
        scope->driver->capture_mode(&scope->mode);
    if (scope->pushed)
        scope->driver->context_pop(&popped);
    if (scope->code == CJ_CUDA_OK || scope->status != CUJIT_OK)
        return scope->status;
    va_start(values, what);
    vsnprintf(subject, sizeof subject, what, values);
    va_end(values);
    return cj_driver_error(scope->driver, status, scope->code, scope->error, "%s", subject);
}

/* ---- which there are ---- */

cujit_status cj_cuda_count(int *count, cujit_error *error)
{
    const cj_driver *driver = NULL;
    cj_cuda_result code;
    cujit_status status;
    int found = 0;

    if ((status = cj_driver_get(&driver, error)) != CUJIT_OK)
        return status;
    code = driver->no_device ? CJ_CUDA_NO_DEVICE : driver->device_count(&found);
    if (code != CJ_CUDA_OK && code != CJ_CUDA_NO_DEVICE)
        return cj_driver_error(driver, CUJIT_ERROR_DEVICE, code, error, "counting the CUDA devices");
    *count = code == CJ_CUDA_OK ? found : 0;
    return CUJIT_OK;
}

/* The driver's handle of a device, checked. */
static cujit_status find_device(int ordinal, const cj_driver **driver, int *device, cujit_error *error)
{
    cj_cuda_result code;
    cujit_status status;
    int count = 0;

    if ((status = cj_driver_get(driver, error)) != CUJIT_OK || (status = cj_cuda_count(&count, error)) != CUJIT_OK)
        return status;
    if (count == 0)
        return cj_error_set(error, CUJIT_ERROR_NO_DEVICE,
                            "opening cuda:%d: the driver finds no CUDA device (CUDA_VISIBLE_DEVICES may hide them)",
                            ordinal);
    if (ordinal < 0 || ordinal >= count)
        return cj_error_set(error, CUJIT_ERROR_NO_DEVICE, "opening cuda:%d: there %s %d CUDA device%s, counted from 0",
                            ordinal, count == 1 ? "is" : "are", count, count == 1 ? "" : "s");
    code = (*driver)->device_get(device, ordinal);
    if (code != CJ_CUDA_OK)
        return cj_driver_error(*driver, CUJIT_ERROR_DEVICE, code, error, "opening cuda:%d", ordinal);
    return CUJIT_OK;
}

/* `usual` where the driver does not know. */
static int attribute(const cj_driver *driver, int device, unsigned which, int usual)
{
    int value = 0;

    return driver->device_attribute(&value, which, device) == CJ_CUDA_OK && value > 0 ? value : usual;
}

static int known(const cj_driver *driver, int device, unsigned which)
{
    return attribute(driver, device, which, 0);
}

cujit_status cj_cuda_info(int ordinal, cujit_device_info *out, cujit_error *error)
{
    const cj_driver *driver = NULL;
    cujit_device_info info = {0};
    cj_cuda_result code;
    cujit_status status;
    int device = 0;

    if ((status = find_device(ordinal, &driver, &device, error)) != CUJIT_OK)
        return status;
    code = driver->device_name(info.name, (int)sizeof info.name, device);
    if (code == CJ_CUDA_OK)
        code = driver->device_memory(&info.memory_bytes, device);
    if (code != CJ_CUDA_OK)
        return cj_driver_error(driver, CUJIT_ERROR_DEVICE, code, error, "asking about cuda:%d", ordinal);
    snprintf(info.architecture, sizeof info.architecture, "sm_%d%d", known(driver, device, CJ_CUDA_ATTRIBUTE_MAJOR),
             known(driver, device, CJ_CUDA_ATTRIBUTE_MINOR));
    info.multiprocessors = known(driver, device, CJ_CUDA_ATTRIBUTE_MULTIPROCESSORS);
    info.clock_khz = known(driver, device, CJ_CUDA_ATTRIBUTE_CLOCK_KHZ);
    info.memory_clock_khz = known(driver, device, CJ_CUDA_ATTRIBUTE_MEMORY_CLOCK_KHZ);
    info.memory_bus_bits = known(driver, device, CJ_CUDA_ATTRIBUTE_MEMORY_BUS_BITS);
    info.l2_bytes = known(driver, device, CJ_CUDA_ATTRIBUTE_L2_BYTES);
    info.max_threads_per_block = known(driver, device, CJ_CUDA_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    info.warp_size = known(driver, device, CJ_CUDA_ATTRIBUTE_WARP_SIZE);
    info.shared_bytes_per_block = known(driver, device, CJ_CUDA_ATTRIBUTE_SHARED_PER_BLOCK);
    info.registers_per_block = known(driver, device, CJ_CUDA_ATTRIBUTE_REGISTERS_PER_BLOCK);
    info.driver_version = driver->version;
    if (driver->device_pci_bus_id(info.pci_bus_id, (int)sizeof info.pci_bus_id, device) != CJ_CUDA_OK)
        info.pci_bus_id[0] = '\0';
    *out = info;
    return CUJIT_OK;
}

/* The ordinal of the device of the current context; -1: none is current. */
static int current_ordinal(const cj_driver *driver)
{
    cj_cuda_context current = NULL;
    int wanted = 0, device = 0, count = 0;

    if (driver->context_current(&current) != CJ_CUDA_OK || current == NULL ||
        driver->context_device(&wanted) != CJ_CUDA_OK || driver->device_count(&count) != CJ_CUDA_OK)
        return -1;
    for (int ordinal = 0; ordinal < count; ordinal++) {
        if (driver->device_get(&device, ordinal) == CJ_CUDA_OK && device == wanted)
            return ordinal;
    }
    return -1;
}

/* Chooses the context by the rule above. A current context that is the primary one is held like it. */
static cujit_status choose_context(cuda_device *device, cujit_error *error)
{
    const cj_driver *driver = device->driver;
    cj_cuda_context current = NULL, primary = NULL;
    int owner = -1, active = 0;
    unsigned flags = 0;
    cj_cuda_result code;

    if (driver->context_current(&current) != CJ_CUDA_OK || current == NULL ||
        driver->context_device(&owner) != CJ_CUDA_OK || owner != device->device)
        current = NULL;
    if (current != NULL && (driver->primary_state(device->device, &flags, &active) != CJ_CUDA_OK || !active)) {
        device->context = current;
        return CUJIT_OK;
    }
    code = driver->primary_retain(&primary, device->device);
    if (code != CJ_CUDA_OK)
        return cj_driver_error(driver, code == CJ_CUDA_OUT_OF_MEMORY ? CUJIT_ERROR_DEVICE_MEMORY : CUJIT_ERROR_DEVICE,
                               code, error, "opening cuda:%d: taking its primary context", device->base.ordinal);
    device->retained = current == NULL || current == primary;
    device->context = device->retained ? primary : current;
    if (!device->retained)
        driver->primary_release(device->device);
    return CUJIT_OK;
}

static void fill_limits(cuda_device *device)
{
    static const int usual_block[] = {1024, 1024, 64}, usual_grid[] = {0x7fffffff, 0xffff, 0xffff};
    const cj_driver *driver = device->driver;
    cj_device *base = &device->base;
    int handle = device->device, shared = attribute(driver, handle, CJ_CUDA_ATTRIBUTE_SHARED_PER_BLOCK, 48 << 10);

    base->max_threads_per_block = (unsigned)attribute(driver, handle, CJ_CUDA_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024);
    for (unsigned axis = 0; axis < 3; axis++) { /* the attributes of x, y and z follow each other */
        base->max_block[axis] = (unsigned)attribute(driver, handle, CJ_CUDA_ATTRIBUTE_MAX_BLOCK_X + axis,
                                                    usual_block[axis]);
        base->max_grid[axis] = (unsigned)attribute(driver, handle, CJ_CUDA_ATTRIBUTE_MAX_GRID_X + axis,
                                                   usual_grid[axis]);
    }
    base->max_shared_bytes = (size_t)attribute(driver, handle, CJ_CUDA_ATTRIBUTE_SHARED_OPTIN, shared);
    /* Since CUDA 12.1, from sm_70 on, a kernel's parameters may take more than before. */
    base->max_parameter_bytes = driver->version >= 12010 && known(driver, handle, CJ_CUDA_ATTRIBUTE_MAJOR) >= 7 ? 32764
                                                                                                                : 4096;
    base->processors = (unsigned)attribute(driver, handle, CJ_CUDA_ATTRIBUTE_MULTIPROCESSORS, 1);
    base->max_blocks = base->processors * BLOCKS_PER_MULTIPROCESSOR;
    base->threads_per_processor = (unsigned)attribute(driver, handle, CJ_CUDA_ATTRIBUTE_THREADS_PER_MULTIPROCESSOR,
                                                      1024);
    base->max_cluster = known(driver, handle, CJ_CUDA_ATTRIBUTE_CLUSTERS) > 0 ? CLUSTER : 1;
    base->block_size = BLOCK_SIZE;
    base->grain = 1;
    device->max_pitch = (size_t)attribute(driver, handle, CJ_CUDA_ATTRIBUTE_MAX_PITCH, 0x7fffffff);
    device->cooperative = known(driver, handle, CJ_CUDA_ATTRIBUTE_COOPERATIVE) > 0;
    device->managed = known(driver, handle, CJ_CUDA_ATTRIBUTE_MANAGED) > 0;
}

cujit_status cj_cuda_open(int ordinal, cj_device **out, cujit_error *error)
{
    const cj_driver *driver = NULL;
    cujit_device_info info = {0};
    cuda_device *device;
    cujit_status status;
    int handle = 0;

    if ((status = cj_driver_get(&driver, error)) != CUJIT_OK)
        return status;
    if (ordinal == -1 && !driver->no_device)
        ordinal = current_ordinal(driver);
    if (ordinal == -1)
        ordinal = 0;
    if ((status = cj_cuda_info(ordinal, &info, error)) != CUJIT_OK ||
        (status = find_device(ordinal, &driver, &handle, error)) != CUJIT_OK)
        return status;
    if ((device = cj_calloc(1, sizeof *device)) == NULL)
        return cj_error_no_memory(error, "the device");
    device->driver = driver;
    device->device = handle;
    device->base.backend = &cj_cuda_backend;
    device->base.ordinal = ordinal;
    memcpy(device->base.name, info.name, sizeof device->base.name);
    memcpy(device->base.architecture, info.architecture, sizeof device->base.architecture);
    fill_limits(device);
    if ((status = choose_context(device, error)) != CUJIT_OK) {
        cj_free(device);
        return status;
    }
    *out = &device->base;
    return CUJIT_OK;
}

/* Gives the count on the primary context back. Where it was the last, nothing may stay current that is gone. */
static void release_primary(const cuda_device *device)
{
    const cj_driver *driver = device->driver;
    cj_cuda_context current = NULL;
    unsigned flags = 0;
    int active = 1;

    driver->primary_release(device->device);
    if (driver->primary_state(device->device, &flags, &active) == CJ_CUDA_OK && !active &&
        driver->context_current(&current) == CJ_CUDA_OK && current == device->context)
        driver->context_pop(&current);
}

void cj_cuda_close(cj_device *base)
{
    cuda_device *device = (cuda_device *)base;

    if (device == NULL)
        return;
    if (device->retained && !cj_driver_forked())
        release_primary(device);
    cj_free(device);
}

/* Contexts share no memory, not even on one device, and what one of them allocates goes with it. */
bool cj_cuda_same_memory(const cj_device *a, const cj_device *b)
{
    return ((const cuda_device *)a)->context == ((const cuda_device *)b)->context;
}

/* ---- the application's own pairs ---- */

cujit_status cj_cuda_push(cj_device *device, cujit_error *error)
{
    cuda_scope scope;

    if (begin(&scope, device, error))
        scope.code = scope.driver->context_push(scope.device->context);
    return cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "pushing the context of %s", device->name);
}

/* Somebody else's context must not be popped in place of ours. */
cujit_status cj_cuda_pop(cj_device *device, cujit_error *error)
{
    cj_cuda_context current = NULL;
    cuda_scope scope;

    if (begin(&scope, device, error))
        scope.code = scope.driver->context_current(&current);
    if (scope.code == CJ_CUDA_OK && current != scope.device->context)
        cj_cuda_fail(&scope, cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                          "popping the context of %s: %s current on this thread; pushes and pops come "
                                          "in pairs, the last pushed is the first to be popped",
                                          device->name, current == NULL ? "none is" : "another one is"));
    if (scope.code == CJ_CUDA_OK)
        scope.code = scope.driver->context_pop(&current);
    return cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "popping the context of %s", device->name);
}
