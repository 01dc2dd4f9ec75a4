/*
 * device.c: the processor as a device: what it is, what it can do, and its table of operations.
 */
#include "libjit/device/host/operations.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/device/host/graph.h"
#include "libjit/device/host/processor.h"
#include "libjit/device/host/scheduler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

/* CUDA's, so that what runs here runs there. */
static const unsigned max_block[3] = {CJ_HOST_MAX_THREADS, CJ_HOST_MAX_THREADS, 64};
static const unsigned max_grid[3] = {0x7fffffff, 0xffff, 0xffff};

cujit_status cj_host_count(int *count, cujit_error *error)
{
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
    char *text = cj_read_file(path, NULL, NULL);
    const int number = text != NULL ? (int)strtol(text, NULL, 10) : 0;

    cj_free(text);
    return number > 0 ? number : 0;
}

cujit_status cj_host_info(int ordinal, cujit_device_info *out, cujit_error *error)
{
    const cujit_status status = check_ordinal(ordinal, error);
    const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    struct sysinfo memory;

    if (status != CUJIT_OK)
        return status;
    memset(out, 0, sizeof *out);
    cj_processor_name(out->name, sizeof out->name);
    snprintf(out->architecture, sizeof out->architecture, "host");
    if (sysinfo(&memory) == 0)
        out->memory_bytes = (size_t)memory.totalram * memory.mem_unit;
    out->multiprocessors = (int)cj_host_processors();
    out->clock_khz = read_number("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
    out->l2_bytes = cache > 0 ? (int)cache : 0;
    out->max_threads_per_block = CJ_HOST_MAX_THREADS;
    out->warp_size = CJ_HOST_WARP;
    out->shared_bytes_per_block = CJ_HOST_MAX_SHARED;
    return CUJIT_OK;
}

cujit_status cj_host_open(int ordinal, cj_device **out, cujit_error *error)
{
    const cujit_status status = check_ordinal(ordinal, error);
    cj_host_device *opened;
    cj_device *device;

    if (status != CUJIT_OK)
        return status;
    if ((opened = cj_calloc(1, sizeof *opened)) == NULL)
        return cj_error_no_memory(error, "the host device");
    cj_host_graphs_init(opened);
    device = &opened->base;
    device->backend = &cj_host_backend;
    cj_processor_name(device->name, sizeof device->name);
    snprintf(device->architecture, sizeof device->architecture, "host");
    /* One thread a block: each runs a contiguous chunk as a plain loop. A few chunks for each processor, where the
     * array is long enough: one that wakes late or is taken away then holds up a quarter of its share. */
    device->block_size = 1;
    device->max_blocks = 4 * cj_host_processors();
    device->grain = 16384;
    device->processors = cj_host_processors();
    device->threads_per_processor = 1;
    device->max_cluster = 1;
    device->max_threads_per_block = CJ_HOST_MAX_THREADS;
    memcpy(device->max_block, max_block, sizeof max_block);
    memcpy(device->max_grid, max_grid, sizeof max_grid);
    device->max_shared_bytes = CJ_HOST_MAX_SHARED;
    *out = device;
    return CUJIT_OK;
}

void cj_host_close(cj_device *device)
{
    if (device != NULL)
        cj_host_graphs_clear((cj_host_device *)device);
    cj_free(device);
}

/* And everything else that needs nothing done: see operations.h. */
cujit_status cj_host_push(cj_device *device, cujit_error *error)
{
    return CUJIT_OK;
}

bool cj_host_same_memory(const cj_device *a, const cj_device *b)
{
    return true;
}

/* "host" is a device: code for this processor, whichever compiler makes it. */
bool cj_host_is_architecture(const char *text)
{
    return CJ_HOST_PORTABLE[0] != '\0' && strcmp(text, CJ_HOST_PORTABLE) == 0;
}

const cj_backend cj_host_backend = {
    .name = "host",
#define X(type, operation, parameters) .operation = cj_host_##operation,
#include "libjit/device/backend.def"
#undef X
    .kernels = "host kernels",
    .compiler_advice = "install g++ or clang++, or set CUJIT_HOST_CXX to one",
    .objects = "a shared object that cujit made for the host",
    .is_host = true,
    .checks_addresses = true,
    .immediate = true,
};
