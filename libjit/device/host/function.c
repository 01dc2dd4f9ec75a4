/*
 * function.c: a kernel on the host: what is known of it, and how it is launched.
 */
#include "libjit/base/alloc.h"
#include "libjit/device/host/graph.h"
#include "libjit/device/host/module.h"
#include "libjit/device/host/operations.h"
#include "libjit/device/host/pool.h"

#include <stdint.h>
#include <string.h>

cujit_status cj_host_parameters(cj_function *function, size_t *sizes, size_t *offsets, size_t room, size_t *count,
                                cujit_error *error)
{
    const cj_host_kernel *kernel = function->kernel;

    for (size_t k = 0; k < kernel->parameters && k < room; k++) {
        sizes[k] = kernel->sizes[k];
        if (offsets != NULL)
            offsets[k] = SIZE_MAX; /* each is passed by its address */
    }
    *count = kernel->parameters;
    return CUJIT_OK;
}

cujit_status cj_host_function_info(cj_function *function, cj_function_info *out, cujit_error *error)
{
    *out = (cj_function_info){.max_threads_per_block = CJ_HOST_MAX_THREADS,
                              .registers = -1,
                              .shared_bytes = -1,
                              .constant_bytes = -1,
                              .local_bytes = -1,
                              .max_dynamic_shared_bytes = CJ_HOST_MAX_SHARED};
    return CUJIT_OK;
}

cujit_status cj_host_allow_shared(cj_function *function, size_t size, cujit_error *error)
{
    if (size <= CJ_HOST_MAX_SHARED)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                        "allowing kernel \"%.100s\" %zu bytes of dynamic shared memory: %d at most", function->name,
                        size, CJ_HOST_MAX_SHARED);
}

cujit_status cj_host_occupancy(cj_function *function, unsigned block_threads, size_t shared_bytes, int *blocks,
                               cujit_error *error)
{
    *blocks = block_threads >= 1 && block_threads <= CJ_HOST_MAX_THREADS && shared_bytes <= CJ_HOST_MAX_SHARED;
    return CUJIT_OK;
}

cujit_status cj_host_best_block(cj_function *function, size_t shared_bytes, unsigned *block_threads,
                                unsigned *grid_blocks, cujit_error *error)
{
    const cujit_status status = cj_host_allow_shared(function, shared_bytes, error);

    if (status != CUJIT_OK)
        return status;
    *block_threads = 256; /* no size is faster here than another; this one does well on any GPU too */
    *grid_blocks = cj_host_processors();
    return CUJIT_OK;
}

/* ---- Launching ---- */

/* The limits are CUDA's, so that what runs here runs there. */
static cujit_status check_grid(const cj_function *function, const cj_grid *grid, cujit_error *error)
{
    const unsigned *g = grid->grid, *b = grid->block;

    if (g[0] == 0 || g[1] == 0 || g[2] == 0 || g[0] > 0x7fffffffu || g[1] > 65535 || g[2] > 65535)
        return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                            "launching kernel \"%.100s\": a grid of (%u,%u,%u) blocks is out of range: 1 to "
                            "(2147483647,65535,65535)",
                            function->name, g[0], g[1], g[2]);
    if (b[0] == 0 || b[1] == 0 || b[2] == 0 || b[0] > CJ_HOST_MAX_THREADS || b[1] > CJ_HOST_MAX_THREADS || b[2] > 64 ||
        b[0] * b[1] * b[2] > CJ_HOST_MAX_THREADS)
        return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                            "launching kernel \"%.100s\": a block of (%u,%u,%u) threads is out of range: 1 to 1024 in "
                            "all, and 64 at most in z",
                            function->name, b[0], b[1], b[2]);
    if (grid->cooperative)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "launching kernel \"%.100s\": the host device has no cooperative launches; run it on a GPU",
                            function->name);
    if (grid->shared_bytes > CJ_HOST_MAX_SHARED)
        return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                            "launching kernel \"%.100s\": %u bytes of dynamic shared memory, %d at most",
                            function->name, grid->shared_bytes, CJ_HOST_MAX_SHARED);
    return CUJIT_OK;
}

static cujit_status launch_now(const cj_function *function, const cj_grid *grid, void *const *values,
                               cujit_error *error)
{
    cj_job job; /* without its message it need not be cleared */

    job.kernel = function->kernel;
    job.name = function->name;
    job.grid = grid;
    job.values = values;
    job.blocks = (unsigned long long)grid->grid[0] * grid->grid[1] * grid->grid[2];
    cj_pool_run(&job);
    if (atomic_load(&job.failed))
        return cj_error_set(error, job.status, "%s", job.message);
    return CUJIT_OK;
}

/* ---- Launching later ---- */

/* A launch in a graph: the copies of the arguments lie behind the row of pointers to them. */
typedef struct launch_step {
    cj_host_step step;
    const cj_function *function;
    cj_grid grid;
    void *values[];
} launch_step;

enum { ALIGNMENT = 64 }; /* more than any parameter asks for */

static cujit_status run_launch(const cj_host_step *step, cujit_error *error)
{
    const launch_step *launch = (const launch_step *)step;

    return launch_now(launch->function, &launch->grid, launch->values, error);
}

static inline size_t round_up(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static cujit_status record(cj_function *function, const cj_grid *grid, void *const *values, void *stream,
                           cujit_error *error)
{
    const cj_host_kernel *kernel = function->kernel;
    size_t row = sizeof(launch_step) + kernel->parameters * sizeof(void *), size = row + ALIGNMENT;
    launch_step *launch;
    char *place;

    for (size_t k = 0; k < kernel->parameters; k++)
        size += round_up(kernel->sizes[k]);
    if ((launch = cj_malloc(size)) == NULL)
        return cj_error_no_memory(error, "a graph");
    launch->step = (cj_host_step){.run = run_launch};
    launch->function = function;
    launch->grid = *grid;
    place = (char *)launch + row;
    place += (ALIGNMENT - (uintptr_t)place % ALIGNMENT) % ALIGNMENT;
    for (size_t k = 0; k < kernel->parameters; k++) {
        launch->values[k] = memcpy(place, values[k], kernel->sizes[k]);
        place += round_up(kernel->sizes[k]);
    }
    return cj_host_record(function->device, stream, &launch->step, error);
}

cujit_status cj_host_launch(cj_function *function, const cj_grid *grid, void *const *values, void *stream,
                            cujit_error *error)
{
    const cujit_status status = check_grid(function, grid, error);

    if (status != CUJIT_OK)
        return status;
    if (cj_host_records(function->device, stream))
        return record(function, grid, values, stream, error);
    return launch_now(function, grid, values, error);
}
