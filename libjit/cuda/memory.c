/*
 * memory.c: device memory, pinned host memory, copies.
 *
 * Device addresses travel as `void *`: on the platforms that we serve both have 64 bits. A blocking copy is one in the
 * stream's order, and then a wait for the stream: the driver's own blocking copies may return while the last bytes of
 * pageable memory are still on their way, and know nothing of streams that do not wait for the default one.
 */
#include "libjit/cuda/device.h"

#include <stdint.h>
#include <stdio.h>

static cj_cuda_address address(const void *memory)
{
    return (cj_cuda_address)(uintptr_t)memory;
}

/* "12345 bytes (12.1 KiB)", or the bytes alone where they are few. */
static void write_size(size_t bytes, char *out, size_t size)
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

    write_size(size, wanted, sizeof wanted);
    if (code != CJ_CUDA_OUT_OF_MEMORY || device->driver->memory_info(&free_bytes, &total_bytes) != CJ_CUDA_OK)
        return cj_driver_error(device->driver, status, code, error, "allocating %s on %s", wanted, device->base.name);
    write_size(free_bytes, left, sizeof left);
    write_size(total_bytes, all, sizeof all);
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
    device->driver->memory_free(address(memory));
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
    write_size(size, wanted, sizeof wanted);
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

cujit_status cj_cuda_copy(cj_device *base, void *to, const void *from, size_t size, cj_copy kind, void *stream,
                          bool blocking, cujit_error *error)
{
    static const char *const names[] = {[CJ_COPY_TO_DEVICE] = "to the device",
                                        [CJ_COPY_TO_HOST] = "to the host",
                                        [CJ_COPY_ON_DEVICE] = "on the device"};
    const cuda_device *device = (const cuda_device *)base;
    const cj_driver *driver = device->driver;
    cj_cuda_stream queue = (cj_cuda_stream)stream;
    char amount[64];
    cj_cuda_result code;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    if (kind == CJ_COPY_TO_DEVICE)
        code = driver->copy_to_device(address(to), from, size, queue);
    else if (kind == CJ_COPY_TO_HOST)
        code = driver->copy_to_host(to, address(from), size, queue);
    else
        code = driver->copy_on_device(address(to), address(from), size, queue);
    if (code == CJ_CUDA_OK && blocking)
        code = driver->stream_synchronize(queue);
    cj_cuda_leave(device, pushed);
    if (code == CJ_CUDA_OK)
        return CUJIT_OK;
    write_size(size, amount, sizeof amount);
    return cj_driver_error(driver, CUJIT_ERROR_DEVICE, code, error, "copying %s %s (%s)", amount, names[kind],
                           device->base.name);
}

cujit_status cj_cuda_fill(cj_device *base, void *memory, unsigned char value, size_t size, void *stream,
                          cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    char amount[64];
    cj_cuda_result code;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    code = device->driver->fill(address(memory), value, size, (cj_cuda_stream)stream);
    cj_cuda_leave(device, pushed);
    if (code == CJ_CUDA_OK)
        return CUJIT_OK;
    write_size(size, amount, sizeof amount);
    return cj_driver_error(device->driver, CUJIT_ERROR_DEVICE, code, error, "filling %s on %s", amount,
                           device->base.name);
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
