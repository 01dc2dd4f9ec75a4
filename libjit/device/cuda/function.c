/*
 * function.c: loaded kernels: what they are, what they may have, launching them.
 */
#include "libjit/device/cuda/device.h"

#include <limits.h>
#include <stdio.h>

/* ---- attributes ---- */

static cj_cuda_result attribute(const cuda_function *function, unsigned which, int *value)
{
    return function->driver->function_attribute(value, which, function->handle);
}

static bool enter(cuda_scope *scope, const cuda_function *function, cujit_error *error)
{
    return cj_cuda_enter(scope, &function->device->base, error);
}

static cujit_status leave(cuda_scope *scope, const cuda_function *function)
{
    return cj_cuda_leave(scope, CUJIT_ERROR_DEVICE, "asking about the kernel \"%.100s\"", function->name);
}

cujit_status cj_cuda_function_info(cj_function *opaque, cujit_function_info *out, cujit_error *error)
{
    const cuda_function *function = (const cuda_function *)opaque;
    cujit_function_info found = {-1, -1, -1, -1, -1, -1, -1};
    const struct {
        unsigned which;
        int *value;
    } rows[] = {
        {CJ_CUDA_FUNCTION_MAX_THREADS, &found.max_threads_per_block},
        {CJ_CUDA_FUNCTION_REGISTERS, &found.registers},
        {CJ_CUDA_FUNCTION_SHARED_BYTES, &found.shared_bytes},
        {CJ_CUDA_FUNCTION_CONSTANT_BYTES, &found.constant_bytes},
        {CJ_CUDA_FUNCTION_LOCAL_BYTES, &found.local_bytes},
        {CJ_CUDA_FUNCTION_MAX_DYNAMIC, &found.max_dynamic_shared_bytes},
    };
    cuda_scope scope;

    enter(&scope, function, error);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0] && scope.code == CJ_CUDA_OK; k++)
        scope.code = attribute(function, rows[k].which, rows[k].value);
    if (scope.code == CJ_CUDA_OK)
        *out = found;
    return leave(&scope, function);
}

cujit_status cj_cuda_parameters(cj_function *opaque, size_t *sizes, size_t *offsets, size_t room, size_t *count,
                                cujit_error *error)
{
    const cuda_function *function = (const cuda_function *)opaque;
    const cj_driver *driver = function->driver;
    size_t found = 0, offset = 0, size = 0;
    cuda_scope scope;

    if (driver->function_parameter == NULL)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "asking for the parameters of the kernel \"%.100s\": the driver is for CUDA %d.%d; 12.4 or "
                            "newer can tell",
                            function->name, driver->version / 1000, driver->version % 1000 / 10);
    if (!enter(&scope, function, error))
        return leave(&scope, function);
    for (; (scope.code = driver->function_parameter(function->handle, found, &offset, &size)) == CJ_CUDA_OK; found++) {
        if (found < room)
            sizes[found] = size;
        if (found < room && offsets != NULL)
            offsets[found] = offset;
    }
    if (scope.code == CJ_CUDA_INVALID_VALUE) { /* which says: beyond the last */
        scope.code = CJ_CUDA_OK;
        *count = found;
    }
    return leave(&scope, function);
}

/* ---- shared memory ---- */

/* With the module's lock held. Never lowers what was allowed before: callers that do not know of each other may share
 * the kernel. */
static void raise_shared(cuda_scope *scope, const cuda_function *function, size_t size)
{
    size_t most = function->device->base.max_shared_bytes;
    int fixed = 0, allowed = 0;

    scope->code = attribute(function, CJ_CUDA_FUNCTION_SHARED_BYTES, &fixed);
    if (scope->code == CJ_CUDA_OK)
        scope->code = attribute(function, CJ_CUDA_FUNCTION_MAX_DYNAMIC, &allowed);
    if (scope->code != CJ_CUDA_OK || (allowed >= 0 && size <= (size_t)allowed))
        return;
    most = fixed > 0 && (size_t)fixed < most ? most - (size_t)fixed : most;
    if (size <= most && size <= INT_MAX)
        scope->code = function->driver->function_set_attribute(function->handle, CJ_CUDA_FUNCTION_MAX_DYNAMIC,
                                                               (int)size);
    else
        cj_cuda_fail(scope, cj_error_set(scope->error, CUJIT_ERROR_INVALID_ARGUMENT,
                                         "allowing the kernel \"%.100s\" %zu bytes of dynamic shared memory: %s has at "
                                         "most %zu bytes for a block, of which the kernel's own variables take %d",
                                         function->name, size, function->device->base.name,
                                         function->device->base.max_shared_bytes, fixed));
}

cujit_status cj_cuda_allow_shared(cj_function *opaque, size_t size, cujit_error *error)
{
    const cuda_function *function = (const cuda_function *)opaque;
    cuda_scope scope;

    if (enter(&scope, function, error)) {
        pthread_mutex_lock(&function->module->lock);
        raise_shared(&scope, function, size);
        pthread_mutex_unlock(&function->module->lock);
    }
    return cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE,
                         "allowing the kernel \"%.100s\" %zu bytes of dynamic shared memory", function->name, size);
}

/* ---- occupancy ---- */

cujit_status cj_cuda_occupancy(cj_function *opaque, unsigned block_threads, size_t shared_bytes, int *blocks,
                               cujit_error *error)
{
    const cuda_function *function = (const cuda_function *)opaque;
    unsigned most = function->device->base.max_threads_per_block;
    int found = 0;
    cuda_scope scope;

    if (block_threads == 0 || block_threads > most)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "asking for the occupancy of the kernel \"%.100s\": blocks have 1 to %u threads, not %u",
                            function->name, most, block_threads);
    if (enter(&scope, function, error))
        scope.code = scope.driver->occupancy(&found, function->handle, (int)block_threads, shared_bytes);
    if (scope.code == CJ_CUDA_OK)
        *blocks = found;
    return leave(&scope, function);
}

cujit_status cj_cuda_best_block(cj_function *opaque, size_t shared_bytes, unsigned *block_threads,
                                unsigned *grid_blocks, cujit_error *error)
{
    const cuda_function *function = (const cuda_function *)opaque;
    int blocks = 0, threads = 0;
    cuda_scope scope;

    if (enter(&scope, function, error))
        scope.code = scope.driver->best_block(&blocks, &threads, function->handle, NULL, shared_bytes, 0);
    if (scope.code == CJ_CUDA_OK && (threads <= 0 || blocks <= 0))
        cj_cuda_fail(&scope,
                     cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                  "choosing a block size for the kernel \"%.100s\": no block of it fits with %zu "
                                  "bytes of dynamic shared memory",
                                  function->name, shared_bytes));
    if (scope.code == CJ_CUDA_OK) {
        *block_threads = (unsigned)threads;
        *grid_blocks = (unsigned)blocks;
    }
    return leave(&scope, function);
}

/* ---- launching ---- */

/* What the driver's code does not say of the usual mistakes; "" where there is nothing to add. */
static void explain(const cuda_function *function, const cj_grid *grid, cj_cuda_result code, char *out, size_t size)
{
    size_t threads = (size_t)grid->block[0] * grid->block[1] * grid->block[2];
    int shared = -1, most = -1, blocks = 0;

    out[0] = '\0';
    if (code == CJ_CUDA_COOPERATIVE_TOO_LARGE && threads <= INT_MAX &&
        function->driver->occupancy(&blocks, function->handle, (int)threads, grid->shared_bytes) == CJ_CUDA_OK) {
        snprintf(out, size, ", of which the device runs %lld at once, as a cooperative launch needs",
                 (long long)blocks * function->device->base.processors);
    } else if (code == CJ_CUDA_INVALID_VALUE || code == CJ_CUDA_OUT_OF_RESOURCES) {
        attribute(function, CJ_CUDA_FUNCTION_MAX_DYNAMIC, &shared);
        attribute(function, CJ_CUDA_FUNCTION_MAX_THREADS, &most);
        if (shared >= 0 && grid->shared_bytes > (unsigned)shared)
            snprintf(out, size, ", of which it may have %d (cujit_function_allow_shared() allows more)", shared);
        else if (most > 0 && threads > (unsigned)most)
            snprintf(out, size, ", but a block of this kernel has at most %d threads", most);
    }
}

/* With the context current. */
static cujit_status launch_error(const cuda_function *function, const cj_grid *grid, cj_cuda_result code,
                                 cujit_error *error)
{
    char more[120];

    explain(function, grid, code, more, sizeof more);
    return cj_driver_error(
        function->driver, CUJIT_ERROR_LAUNCH, code, error,
        "launching \"%.100s\" with %u x %u x %u blocks of %u x %u x %u threads and %u bytes of shared "
        "memory%s",
        function->name, grid->grid[0], grid->grid[1], grid->grid[2], grid->block[0], grid->block[1], grid->block[2],
        grid->shared_bytes, more);
}

static cj_cuda_result launch_now(const cuda_function *function, const cj_grid *grid, void *const *values, void *stream)
{
    return function->driver->launch(function->handle, grid->grid[0], grid->grid[1], grid->grid[2], grid->block[0],
                                    grid->block[1], grid->block[2], grid->shared_bytes, (cj_cuda_stream)stream,
                                    (void **)values, NULL);
}

static cj_cuda_result launch_together(const cuda_function *function, const cj_grid *grid, void *const *values,
                                      void *stream)
{
    return function->driver->launch_cooperative(function->handle, grid->grid[0], grid->grid[1], grid->grid[2],
                                                grid->block[0], grid->block[1], grid->block[2], grid->shared_bytes,
                                                (cj_cuda_stream)stream, (void **)values);
}

/* The rare cases: another context is current on this thread, or none; a cooperative launch. */
static cujit_status launch_specially(const cuda_function *function, const cj_grid *grid, void *const *values,
                                     void *stream, cujit_error *error)
{
    cuda_scope scope;

    if (grid->cooperative && !function->device->cooperative)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "launching \"%.100s\": %s has no cooperative launches",
                            function->name, function->device->base.name);
    if (enter(&scope, function, error)) {
        scope.code = (grid->cooperative ? launch_together : launch_now)(function, grid, values, stream);
        if (scope.code != CJ_CUDA_OK)
            scope.status = launch_error(function, grid, scope.code, error);
    }
    return leave(&scope, function);
}

cujit_status cj_cuda_launch(cj_function *opaque, const cj_grid *grid, void *const *values, void *stream,
                            cujit_error *error)
{
    const cuda_function *function = (const cuda_function *)opaque;
    cj_cuda_context current = NULL;
    cj_cuda_result code;

    if (cj_driver_forked())
        return cj_driver_forked_error(error);
    if (function->driver->context_current(&current) != CJ_CUDA_OK || current != function->context || grid->cooperative)
        return launch_specially(function, grid, values, stream, error);
    code = launch_now(function, grid, values, stream);
    return code == CJ_CUDA_OK ? CUJIT_OK : launch_error(function, grid, code, error);
}
