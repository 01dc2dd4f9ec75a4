/*
 * device.c: the processor as a device: what it is, and how kernels are loaded and launched on it.
 */
#include "libjit/host/device.h"

#include "libjit/alloc.h"
#include "libjit/host/compiler.h"
#include "libjit/host/loader.h"
#include "libjit/host/pool.h"
#include "libjit/host/processor.h"
#include "libjit/os.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

struct cj_module {
    void *library;
    pthread_mutex_t lock; /* for the list */
    cj_function *functions;
};

struct cj_function {
    const cj_host_kernel *kernel;
    char *name;
    cj_function *following;
};

cujit_status cj_host_count(int *count, cujit_error *error)
{
    (void)error;
    *count = 1;
    return CUJIT_OK;
}

static cujit_status check_ordinal(int ordinal, cujit_error *error)
{
    if (ordinal == 0 || ordinal == -1)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_NO_DEVICE, "opening device host:%d: there is only one host device, host:0",
                        ordinal);
}

static int read_number(const char *path)
{
    size_t size = 0;
    int code = 0, number = 0;
    char *text = cj_read_file(path, &size, &code);

    if (text != NULL)
        number = (int)strtol(text, NULL, 10);
    cj_free(text);
    return number > 0 ? number : 0;
}

cujit_status cj_host_info(int ordinal, cj_device_info *out, cujit_error *error)
{
    const cujit_status status = check_ordinal(ordinal, error);
    struct sysinfo memory;
    long cache;

    if (status != CUJIT_OK)
        return status;
    memset(out, 0, sizeof *out);
    cj_processor_name(out->name, sizeof out->name);
    snprintf(out->architecture, sizeof out->architecture, "host");
    if (sysinfo(&memory) == 0)
        out->memory_bytes = (size_t)memory.totalram * memory.mem_unit;
    out->multiprocessors = (int)cj_host_processors();
    out->clock_khz = read_number("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
#ifdef _SC_LEVEL2_CACHE_SIZE
    cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    out->l2_bytes = cache > 0 ? (int)cache : 0;
#else
    (void)cache;
#endif
    out->max_threads_per_block = CJ_HOST_MAX_THREADS;
    out->warp_size = CJ_HOST_WARP;
    out->shared_bytes_per_block = CJ_HOST_MAX_SHARED;
    return CUJIT_OK;
}

cujit_status cj_host_open(int ordinal, cj_device **out, cujit_error *error)
{
    const cujit_status status = check_ordinal(ordinal, error);
    cj_device *device;

    if (status != CUJIT_OK)
        return status;
    if ((device = cj_calloc(1, sizeof *device)) == NULL)
        return cj_error_no_memory(error, "the host device");
    device->backend = &cj_host_backend;
    cj_processor_name(device->name, sizeof device->name);
    snprintf(device->architecture, sizeof device->architecture, "host");
    /* One thread a block: each runs a contiguous chunk as a plain loop. One chunk for each processor: cutting finer
     * would make the chunks of small arrays too short, and equal processors need no balance. */
    device->block_size = 1;
    device->max_blocks = cj_host_processors();
    device->grain = 16384;
    *out = device;
    return CUJIT_OK;
}

void cj_host_close(cj_device *device)
{
    cj_free(device);
}

/* ---- Modules ---- */

cujit_status cj_host_load(cj_device *device, const cj_object *object, cj_module **out, cujit_error *error)
{
    cj_module *module;
    cujit_status status;

    (void)device;
    if (object->kind != CJ_OBJECT_SHARED || strcmp(object->architecture, CJ_HOST_ARCHITECTURE) != 0)
        return cj_error_set(error, CUJIT_ERROR_LOAD,
                            "loading a kernel for the host: expected a shared object for " CJ_HOST_ARCHITECTURE
                            ", got a %s for %s",
                            cj_object_kind_name(object->kind), object->architecture);
    if ((module = cj_calloc(1, sizeof *module)) == NULL)
        return cj_error_no_memory(error, "a kernel's module");
    if ((status = cj_load_image(object->data, object->size, &module->library, error)) != CUJIT_OK) {
        cj_free(module);
        return status;
    }
    pthread_mutex_init(&module->lock, NULL);
    *out = module;
    return CUJIT_OK;
}

static void function_free(cj_function *function)
{
    if (function == NULL)
        return;
    cj_free(function->name);
    cj_free(function);
}

void cj_host_unload(cj_module *module)
{
    if (module == NULL)
        return;
    while (module->functions != NULL) {
        cj_function *first = module->functions;

        module->functions = first->following;
        function_free(first);
    }
    pthread_mutex_destroy(&module->lock);
    dlclose(module->library);
    cj_free(module);
}

static const cj_host_kernel *find_kernel(cj_module *module, const char *name)
{
    cj_text symbol = {0};
    const cj_host_kernel *kernel = NULL;

    cj_text_printf(&symbol, CJ_HOST_KERNEL_PREFIX "%s", name);
    if (!symbol.failed)
        kernel = dlsym(module->library, symbol.data);
    cj_text_clear(&symbol);
    return kernel;
}

cujit_status cj_host_function(cj_module *module, const char *name, cj_function **out, cujit_error *error)
{
    const cj_host_kernel *kernel = find_kernel(module, name);
    cj_function *function;

    if (kernel == NULL)
        return cj_error_set(error, CUJIT_ERROR_LOAD, "looking up kernel \"%.100s\": the host object has none of that name",
                            name);
    if (kernel->version != CJ_HOST_RUNTIME_VERSION)
        return cj_error_set(error, CUJIT_ERROR_LOAD,
                            "looking up kernel \"%.100s\": the host object speaks version %u of the interface, not %d",
                            name, kernel->version, CJ_HOST_RUNTIME_VERSION);
    if ((function = cj_calloc(1, sizeof *function)) == NULL || (function->name = cj_strdup(name)) == NULL) {
        function_free(function);
        return cj_error_no_memory(error, "a kernel");
    }
    function->kernel = kernel;
    pthread_mutex_lock(&module->lock);
    function->following = module->functions;
    module->functions = function;
    pthread_mutex_unlock(&module->lock);
    *out = function;
    return CUJIT_OK;
}

cujit_status cj_host_resources(cj_function *function, cj_resources *out, cujit_error *error)
{
    (void)function;
    (void)error;
    *out = CJ_RESOURCES_UNKNOWN;
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
    if (grid->shared_bytes > CJ_HOST_MAX_SHARED)
        return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                            "launching kernel \"%.100s\": %u bytes of dynamic shared memory, %d at most", function->name,
                            grid->shared_bytes, CJ_HOST_MAX_SHARED);
    return CUJIT_OK;
}

cujit_status cj_host_launch_kernel(cj_function *function, const cj_grid *grid, void *const *values, void *stream,
                                   cujit_error *error)
{
    const cujit_status status = check_grid(function, grid, error);
    cj_job job;

    (void)stream;
    if (status != CUJIT_OK)
        return status;
    job.kernel = function->kernel;
    job.name = function->name;
    job.grid = grid;
    job.values = values;
    job.blocks = (unsigned long long)grid->grid[0] * grid->grid[1] * grid->grid[2];
    job.users = 0;
    job.following = NULL;
    job.status = CUJIT_OK;
    atomic_init(&job.next, 0);
    atomic_init(&job.failed, false);
    cj_pool_run(&job);
    if (atomic_load(&job.failed))
        return cj_error_set(error, job.status, "%s", job.message);
    return CUJIT_OK;
}
