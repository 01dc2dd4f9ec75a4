/*
 * memory.c: device memory and pinned host memory.
 */
#include "libjit/device/cuda/device.h"

#include <stdio.h>

void cj_cuda_write_size(size_t bytes, char *out, size_t size)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    double value = (double)bytes / 1024;
    size_t unit = 0;

    while (value >= 1024 && unit + 1 < sizeof units / sizeof units[0]) {
        value /= 1024;
        unit++;
    }
    if (bytes < 1024)
        snprintf(out, size, "%zu byte%s", bytes, bytes == 1 ? "" : "s");
    else
        snprintf(out, size, "%zu bytes (%.1f %s)", bytes, value, units[unit]);
}

/* With the context current: says how much there would have been. */
static cujit_status alloc_error(const cuda_device *device, size_t size, cj_cuda_result code, cujit_error *error)
{
    cujit_status status = code == CJ_CUDA_OUT_OF_MEMORY ? CUJIT_ERROR_DEVICE_MEMORY : CUJIT_ERROR_DEVICE;
    size_t free_bytes = 0, total_bytes = 0;
    char wanted[64], left[64], all[64];

    cj_cuda_write_size(size, wanted, sizeof wanted);
    if (code != CJ_CUDA_OUT_OF_MEMORY || device->driver->memory_info(&free_bytes, &total_bytes) != CJ_CUDA_OK)
        return cj_driver_error(device->driver, status, code, error, "allocating %s on %s", wanted, device->base.name);
    cj_cuda_write_size(free_bytes, left, sizeof left);
    cj_cuda_write_size(total_bytes, all, sizeof all);
    return cj_driver_error(device->driver, status, code, error, "allocating %s on %s, where %s of %s are free", wanted,
                           device->base.name, left, all);
}

cujit_status cj_cuda_alloc(cj_device *base, size_t size, void **out, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    cj_cuda_address memory = 0;
    cj_cuda_result code;
    bool pushed = false;
    unsigned mode;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    code = device->driver->memory_alloc(&memory, size);
    cj_cuda_restore_capture(device->driver, mode);
    if (code != CJ_CUDA_OK)
        status = alloc_error(device, size, code, error);
    else
        *out = (void *)(uintptr_t)memory;
    cj_cuda_leave(device, pushed);
    return status;
}

void cj_cuda_free(cj_device *base, void *memory)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    unsigned mode;

    if (memory == NULL || cj_cuda_enter(device, &pushed, NULL) != CUJIT_OK)
        return;
    mode = cj_cuda_relax_capture(device->driver);
    device->driver->memory_free(cj_cuda_address_of(memory));
    cj_cuda_restore_capture(device->driver, mode);
    cj_cuda_leave(device, pushed);
}

cujit_status cj_cuda_alloc_pinned(cj_device *base, size_t size, void **out, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    void *memory = NULL;
    char wanted[64];
    cj_cuda_result code;
    bool pushed = false;
    unsigned mode;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    code = device->driver->pinned_alloc(&memory, size, CJ_CUDA_PINNED_PORTABLE);
    cj_cuda_restore_capture(device->driver, mode);
    cj_cuda_leave(device, pushed);
    if (code == CJ_CUDA_OK) {
        *out = memory;
        return CUJIT_OK;
    }
    cj_cuda_write_size(size, wanted, sizeof wanted);
    return cj_driver_error(device->driver,
                           code == CJ_CUDA_OUT_OF_MEMORY ? CUJIT_ERROR_OUT_OF_MEMORY : CUJIT_ERROR_DEVICE, code, error,
                           "allocating %s of pinned host memory", wanted);
}

void cj_cuda_free_pinned(cj_device *base, void *memory)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    unsigned mode;

    if (memory == NULL || cj_cuda_enter(device, &pushed, NULL) != CUJIT_OK)
        return;
    mode = cj_cuda_relax_capture(device->driver);
    device->driver->pinned_free(memory);
    cj_cuda_restore_capture(device->driver, mode);
    cj_cuda_leave(device, pushed);
}

cujit_status cj_cuda_memory_info(cj_device *base, size_t *free_bytes, size_t *total_bytes, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    size_t left = 0, all = 0;
    cj_cuda_result code;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    code = device->driver->memory_info(&left, &all);
    cj_cuda_leave(device, pushed);
    if (code != CJ_CUDA_OK)
        return cj_driver_error(device->driver, CUJIT_ERROR_DEVICE, code, error, "asking for the free memory of %s",
                               device->base.name);
    *free_bytes = left;
    *total_bytes = all;
    return CUJIT_OK;
}

/* ---- pitched, managed, registered ---- */

cujit_status cj_cuda_alloc_pitched(cj_device *base, size_t width, size_t height, unsigned element_bytes, void **out,
                                   size_t *pitch, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    cj_cuda_address memory = 0;
    size_t distance = 0, all = 0;
    cj_cuda_result code;
    bool pushed = false;
    unsigned mode;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    code = device->driver->pitched_alloc(&memory, &distance, width, height, element_bytes);
    cj_cuda_restore_capture(device->driver, mode);
    if (code == CJ_CUDA_OK) {
        *out = (void *)(uintptr_t)memory;
        *pitch = distance;
    } else {
        status = alloc_error(device, __builtin_mul_overflow(width, height, &all) ? SIZE_MAX : all, code, error);
    }
    cj_cuda_leave(device, pushed);
    return status;
}

cujit_status cj_cuda_alloc_managed(cj_device *base, size_t size, void **out, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    cj_cuda_address memory = 0;
    cj_cuda_result code;
    bool pushed = false;
    unsigned mode;
    cujit_status status;

    if (!device->managed)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "allocating managed memory: %s has none on this system",
                            base->name);
    if ((status = cj_cuda_enter(device, &pushed, error)) != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    code = device->driver->managed_alloc(&memory, size, CJ_CUDA_ATTACH_GLOBAL);
    cj_cuda_restore_capture(device->driver, mode);
    if (code != CJ_CUDA_OK)
        status = alloc_error(device, size, code, error);
    else
        *out = (void *)(uintptr_t)memory;
    cj_cuda_leave(device, pushed);
    return status;
}

/* The two mistakes that a caller makes, and the rest. */
static cujit_status register_error(const cuda_device *device, cj_cuda_result code, const char *what, cujit_error *error)
{
    cujit_status status = CUJIT_ERROR_DEVICE;

    if (code == CJ_CUDA_ALREADY_REGISTERED || code == CJ_CUDA_NOT_REGISTERED || code == CJ_CUDA_INVALID_VALUE)
        status = CUJIT_ERROR_INVALID_ARGUMENT;
    else if (code == CJ_CUDA_OUT_OF_MEMORY)
        status = CUJIT_ERROR_OUT_OF_MEMORY;
    return cj_driver_error(device->driver, status, code, error, "%s", what);
}

cujit_status cj_cuda_register_host(cj_device *base, void *memory, size_t size, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    char wanted[64], what[120];
    cj_cuda_result code;
    bool pushed = false;
    unsigned mode;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    code = device->driver->pinned_register(memory, size, CJ_CUDA_REGISTER_PORTABLE);
    cj_cuda_restore_capture(device->driver, mode);
    cj_cuda_leave(device, pushed);
    if (code == CJ_CUDA_OK)
        return CUJIT_OK;
    cj_cuda_write_size(size, wanted, sizeof wanted);
    snprintf(what, sizeof what, "registering %s of host memory", wanted);
    return register_error(device, code, what, error);
}

cujit_status cj_cuda_unregister_host(cj_device *base, void *memory, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    cj_cuda_result code;
    bool pushed = false;
    unsigned mode;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    code = device->driver->pinned_unregister(memory);
    cj_cuda_restore_capture(device->driver, mode);
    cj_cuda_leave(device, pushed);
    return code == CJ_CUDA_OK ? CUJIT_OK : register_error(device, code, "unregistering host memory", error);
}

/* Managed memory counts as the device's; of ordinary memory the driver knows nothing and reports an error. */
bool cj_cuda_is_pinned(cj_device *base, const void *memory)
{
    const cuda_device *device = (const cuda_device *)base;
    unsigned type = 0;
    bool pushed = false, pinned;

    if (memory == NULL || cj_cuda_enter(device, &pushed, NULL) != CUJIT_OK)
        return false;
    pinned = device->driver->pointer_attribute(&type, CJ_CUDA_POINTER_MEMORY_TYPE, cj_cuda_address_of(memory)) ==
                 CJ_CUDA_OK &&
             type == CJ_CUDA_MEMORY_HOST;
    cj_cuda_leave(device, pushed);
    return pinned;
}
