/*
 * memory.c: device memory and pinned host memory.
 */
#include "libjit/device/cuda/device.h"

#include <stdio.h>

const char *cj_cuda_amount(const cuda_scope *scope, size_t bytes, char out[64])
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    double value = (double)bytes / 1024;
    size_t unit = 0;

    out[0] = '\0';
    if (scope->code == CJ_CUDA_OK)
        return out;
    while (value >= 1024 && unit + 1 < sizeof units / sizeof units[0]) {
        value /= 1024;
        unit++;
    }
    if (bytes < 1024)
        snprintf(out, 64, "%zu byte%s", bytes, bytes == 1 ? "" : "s");
    else
        snprintf(out, 64, "%zu bytes (%.1f %s)", bytes, value, units[unit]);
    return out;
}

/* The end of an allocation on the device: says how much there would have been. */
static cujit_status leave_alloc(cuda_scope *scope, size_t size)
{
    const bool none_left = scope->code == CJ_CUDA_OUT_OF_MEMORY;
    size_t free_bytes = 0, total_bytes = 0;
    char wanted[64], left[64], all[64], more[160] = "";

    if (none_left && scope->driver->memory_info(&free_bytes, &total_bytes) == CJ_CUDA_OK)
        snprintf(more, sizeof more, ", where %s of %s are free", cj_cuda_amount(scope, free_bytes, left),
                 cj_cuda_amount(scope, total_bytes, all));
    return cj_cuda_leave(scope, none_left ? CUJIT_ERROR_DEVICE_MEMORY : CUJIT_ERROR_DEVICE, "allocating %s on %s%s",
                         cj_cuda_amount(scope, size, wanted), scope->device->base.name, more);
}

/* The end of what is done with host memory: the mistakes that a caller makes, and the rest. `size` 0: not to be
 * told. */
static cujit_status leave_pinned(cuda_scope *scope, const char *doing, size_t size, const char *what)
{
    cujit_status status = CUJIT_ERROR_DEVICE;
    char wanted[64];

    if (scope->code == CJ_CUDA_ALREADY_REGISTERED || scope->code == CJ_CUDA_NOT_REGISTERED ||
        scope->code == CJ_CUDA_INVALID_VALUE)
        status = CUJIT_ERROR_INVALID_ARGUMENT;
    else if (scope->code == CJ_CUDA_OUT_OF_MEMORY)
        status = CUJIT_ERROR_OUT_OF_MEMORY;
    return cj_cuda_leave(scope, status, "%s %s%s%s", doing, size > 0 ? cj_cuda_amount(scope, size, wanted) : "",
                         size > 0 ? " of " : "", what);
}

cujit_status cj_cuda_alloc(cj_device *device, cj_memory kind, size_t size, void **out, cujit_error *error)
{
    const bool pinned = kind == CJ_MEMORY_PINNED;
    cj_cuda_address memory = 0;
    void *host = NULL;
    cuda_scope scope;

    if (kind == CJ_MEMORY_MANAGED && !((const cuda_device *)device)->managed)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "allocating managed memory: %s has none on this system",
                            device->name);
    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = pinned                      ? scope.driver->pinned_alloc(&host, size, CJ_CUDA_PINNED_PORTABLE)
                     : kind == CJ_MEMORY_MANAGED ? scope.driver->managed_alloc(&memory, size, CJ_CUDA_ATTACH_GLOBAL)
                                                 : scope.driver->memory_alloc(&memory, size);
    if (scope.code == CJ_CUDA_OK)
        *out = pinned ? host : cj_cuda_memory_at(memory);
    return pinned ? leave_pinned(&scope, "allocating", size, "pinned host memory") : leave_alloc(&scope, size);
}

void cj_cuda_free(cj_device *device, cj_memory kind, void *memory)
{
    cuda_scope scope;

    if (memory == NULL)
        return;
    if (cj_cuda_enter_relaxed(&scope, device, NULL) && kind == CJ_MEMORY_PINNED)
        scope.driver->pinned_free(memory);
    else if (scope.code == CJ_CUDA_OK)
        scope.driver->memory_free(cj_cuda_address_of(memory));
    cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "freeing memory");
}

cujit_status cj_cuda_alloc_pitched(cj_device *device, size_t width, size_t height, unsigned element_bytes, void **out,
                                   size_t *pitch, cujit_error *error)
{
    cj_cuda_address memory = 0;
    size_t distance = 0, all = 0;
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = scope.driver->pitched_alloc(&memory, &distance, width, height, element_bytes);
    if (scope.code == CJ_CUDA_OK) {
        *out = cj_cuda_memory_at(memory);
        *pitch = distance;
    }
    return leave_alloc(&scope, __builtin_mul_overflow(width, height, &all) ? SIZE_MAX : all);
}

cujit_status cj_cuda_memory_info(cj_device *device, size_t *free_bytes, size_t *total_bytes, cujit_error *error)
{
    size_t left = 0, all = 0;
    cuda_scope scope;

    if (cj_cuda_enter(&scope, device, error))
        scope.code = scope.driver->memory_info(&left, &all);
    if (scope.code == CJ_CUDA_OK) {
        *free_bytes = left;
        *total_bytes = all;
    }
    return cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "asking for the free memory of %s", device->name);
}

/* ---- pinned ---- */

cujit_status cj_cuda_register_host(cj_device *device, void *memory, size_t size, cujit_error *error)
{
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = scope.driver->pinned_register(memory, size, CJ_CUDA_REGISTER_PORTABLE);
    return leave_pinned(&scope, "registering", size, "host memory");
}

cujit_status cj_cuda_unregister_host(cj_device *device, void *memory, cujit_error *error)
{
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = scope.driver->pinned_unregister(memory);
    return leave_pinned(&scope, "unregistering", 0, "host memory");
}

/* Managed memory counts as the device's; of ordinary memory the driver knows nothing and reports an error. */
bool cj_cuda_is_pinned(cj_device *device, const void *memory)
{
    unsigned type = 0;
    cuda_scope scope;

    if (memory != NULL && cj_cuda_enter(&scope, device, NULL)) {
        scope.code = scope.driver->pointer_attribute(&type, CJ_CUDA_POINTER_MEMORY_TYPE, cj_cuda_address_of(memory));
        if (cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "asking about memory") == CUJIT_OK)
            return type == CJ_CUDA_MEMORY_HOST;
    }
    return false;
}
