/*
 * host_memory.c: device memory of the host: plain memory, aligned for vectors and, where large, to pages.
 */
#include "libjit/host/device.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

enum { LINE = 64, PAGE = 4096, LARGE = 64 << 10 };

/* What a process can address; more is a mistake that need not reach the allocator. */
static const size_t MOST = (size_t)1 << 47;

cujit_status cj_host_alloc(cj_device *device, size_t size, void **out, cujit_error *error)
{
    void *memory = NULL;
    const int code = size > MOST ? ENOMEM : posix_memalign(&memory, size >= LARGE ? PAGE : LINE, size);

    (void)device;
    if (code != 0)
        return cj_error_vendor(error, CUJIT_ERROR_DEVICE_MEMORY, "errno", code,
                               "allocating %zu bytes on the host: %s", size, strerror(code));
    *out = memory;
    return CUJIT_OK;
}

void cj_host_free(cj_device *device, void *memory)
{
    (void)device;
    free(memory);
}

cujit_status cj_host_copy(cj_device *device, void *to, const void *from, size_t size, cj_copy kind, void *stream,
                          bool blocking, cujit_error *error)
{
    (void)device;
    (void)kind;
    (void)stream;
    (void)blocking;
    (void)error;
    memmove(to, from, size);
    return CUJIT_OK;
}

cujit_status cj_host_fill(cj_device *device, void *memory, unsigned char value, size_t size, void *stream,
                          cujit_error *error)
{
    (void)device;
    (void)stream;
    (void)error;
    memset(memory, value, size);
    return CUJIT_OK;
}

cujit_status cj_host_memory_info(cj_device *device, size_t *free_bytes, size_t *total_bytes, cujit_error *error)
{
    struct sysinfo memory;

    (void)device;
    if (sysinfo(&memory) != 0)
        return cj_error_set(error, CUJIT_ERROR_DEVICE, "asking the system for its memory failed");
    *free_bytes = (size_t)(memory.freeram + memory.bufferram) * memory.mem_unit;
    *total_bytes = (size_t)memory.totalram * memory.mem_unit;
    return CUJIT_OK;
}
