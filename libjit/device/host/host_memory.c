/*
 * host_memory.c: device memory of the host: plain memory, aligned for vectors and, where large, to pages.
 */
#include "libjit/device/host/operations.h"

#include "libjit/device/host/graph.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

enum { LINE = 64, PAGE = 4096, LARGE = 64 << 10 };

/* What a process can address; more is a mistake that need not reach the allocator. */
static const size_t MOST = (size_t)1 << 47;

cujit_status cj_host_alloc(cj_device *device, cj_memory kind, size_t size, void **out, cujit_error *error)
{
    void *memory = NULL;
    const int code = size > MOST ? ENOMEM : posix_memalign(&memory, size >= LARGE ? PAGE : LINE, size);

    if (code != 0)
        return cj_error_vendor(error, CUJIT_ERROR_DEVICE_MEMORY, "errno", code, "allocating %zu bytes on the host: %s",
                               size, strerror(code));
    *out = memory;
    return CUJIT_OK;
}

/* Rows begin at lines of the cache. */
cujit_status cj_host_alloc_pitched(cj_device *device, size_t width, size_t height, unsigned element_bytes, void **out,
                                   size_t *pitch, cujit_error *error)
{
    const size_t row = (width + LINE - 1) / LINE * LINE;
    cujit_status status;

    if (width > MOST || row > MOST / height)
        return cj_error_vendor(error, CUJIT_ERROR_DEVICE_MEMORY, "errno", ENOMEM,
                               "allocating %zu rows of %zu bytes on the host: %s", height, width, strerror(ENOMEM));
    if ((status = cj_host_alloc(device, CJ_MEMORY_DEVICE, row * height, out, error)) == CUJIT_OK)
        *pitch = row;
    return status;
}

/* All host memory is as good as pinned. */
cujit_status cj_host_register_host(cj_device *device, void *memory, size_t size, cujit_error *error)
{
    return CUJIT_OK;
}

bool cj_host_is_pinned(cj_device *device, const void *memory)
{
    return true;
}

void cj_host_free(cj_device *device, cj_memory kind, void *memory)
{
    free(memory);
}

/* ---- Copies and fills: done at once, or noted down as a step of a graph ---- */

typedef struct copying {
    cj_host_step step;
    cujit_box box;
} copying;

static cujit_status run_copy(const cj_host_step *step, cujit_error *error)
{
    const cujit_box *box = &((const copying *)step)->box;

    for (size_t z = 0; z < box->depth; z++)
        for (size_t y = 0; y < box->height; y++)
            memmove((char *)box->to + (z * box->to_rows + y) * box->to_pitch,
                    (const char *)box->from + (z * box->from_rows + y) * box->from_pitch, box->width);
    return CUJIT_OK;
}

cujit_status cj_host_copy_box(cj_device *device, const cujit_box *box, cj_copy kind, void *stream, bool blocking,
                              cujit_error *error)
{
    const copying step = {{.run = run_copy}, *box};

    return cj_host_do(device, blocking ? NULL : stream, &step.step, sizeof step, error);
}

cujit_status cj_host_copy(cj_device *device, void *to, const void *from, size_t size, cj_copy kind, void *stream,
                          bool blocking, cujit_error *error)
{
    const cujit_box box = {.to = to, .from = from, .width = size, .height = 1, .depth = 1};

    return cj_host_copy_box(device, &box, kind, stream, blocking, error);
}

typedef struct filling {
    cj_host_step step;
    void *memory;
    unsigned value, element_bytes;
    size_t count;
} filling;

static cujit_status run_fill(const cj_host_step *step, cujit_error *error)
{
    const filling *f = (const filling *)step;
    uint16_t *halves = f->memory;
    uint32_t *words = f->memory;

    if (f->element_bytes == 1)
        memset(f->memory, (int)f->value, f->count);
    else if (f->element_bytes == sizeof *halves)
        for (size_t k = 0; k < f->count; k++)
            halves[k] = (uint16_t)f->value;
    else
        for (size_t k = 0; k < f->count; k++)
            words[k] = f->value;
    return CUJIT_OK;
}

cujit_status cj_host_fill(cj_device *device, void *memory, unsigned value, unsigned element_bytes, size_t count,
                          void *stream, cujit_error *error)
{
    const filling step = {{.run = run_fill}, memory, value, element_bytes, count};

    return cj_host_do(device, stream, &step.step, sizeof step, error);
}

cujit_status cj_host_copy_peer(cj_device *to_device, void *to, cj_device *from_device, const void *from, size_t size,
                               cujit_error *error)
{
    return cj_host_copy(to_device, to, from, size, CJ_COPY_ON_DEVICE, NULL, true, error);
}

cujit_status cj_host_memory_info(cj_device *device, size_t *free_bytes, size_t *total_bytes, cujit_error *error)
{
    struct sysinfo memory;

    if (sysinfo(&memory) != 0)
        return cj_error_set(error, CUJIT_ERROR_DEVICE, "asking the system for its memory failed");
    *free_bytes = (size_t)(memory.freeram + memory.bufferram) * memory.mem_unit;
    *total_bytes = (size_t)memory.totalram * memory.mem_unit;
    return CUJIT_OK;
}
