/*
 * copy.c: copies and fills.
 *
 * A blocking copy is one in the stream's order, and then a wait for the stream: the driver's own blocking copies may
 * return while the last bytes of pageable memory are still on their way, and know nothing of streams that do not wait
 * for the default one.
 */
#include "libjit/device/cuda/device.h"

/* Begins a copy, once the context is current. A blocking one waits for its stream, which a recording of a graph on
 * another stream must neither forbid nor be spoiled by. */
static cujit_status begin(const cuda_device *device, cj_cuda_stream queue, bool blocking, unsigned *mode,
                          cujit_error *error)
{
    cujit_status status;

    if (!blocking)
        return CUJIT_OK;
    if ((status = cj_cuda_check_wait(device, queue, "copying at once", error)) == CUJIT_OK)
        *mode = cj_cuda_relax_capture(device->driver);
    return status;
}

/* Waits where the copy is a blocking one that went well so far. */
static cj_cuda_result finish(const cuda_device *device, cj_cuda_stream queue, bool blocking, unsigned mode,
                             cj_cuda_result code)
{
    if (!blocking)
        return code;
    if (code == CJ_CUDA_OK)
        code = device->driver->stream_synchronize(queue);
    cj_cuda_restore_capture(device->driver, mode);
    return code;
}

/* One stretch of memory. */
static cj_cuda_result copy_now(const cj_driver *driver, void *to, const void *from, size_t size, cj_copy kind,
                               cj_cuda_stream queue)
{
    if (kind == CJ_COPY_TO_DEVICE)
        return driver->copy_to_device(cj_cuda_address_of(to), from, size, queue);
    if (kind == CJ_COPY_TO_HOST)
        return driver->copy_to_host(to, cj_cuda_address_of(from), size, queue);
    return driver->copy_on_device(cj_cuda_address_of(to), cj_cuda_address_of(from), size, queue);
}

static cujit_status copy_error(const cuda_device *device, size_t size, cj_copy kind, cj_cuda_result code,
                               cujit_error *error)
{
    static const char *const names[] = {[CJ_COPY_TO_DEVICE] = "to the device",
                                        [CJ_COPY_TO_HOST] = "to the host",
                                        [CJ_COPY_ON_DEVICE] = "on the device"};
    char amount[64];

    cj_cuda_write_size(size, amount, sizeof amount);
    return cj_driver_error(device->driver, CUJIT_ERROR_DEVICE, code, error, "copying %s %s (%s)", amount, names[kind],
                           device->base.name);
}

cujit_status cj_cuda_copy(cj_device *base, void *to, const void *from, size_t size, cj_copy kind, void *stream,
                          bool blocking, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    cj_cuda_stream queue = (cj_cuda_stream)stream;
    cj_cuda_result code;
    bool pushed = false;
    unsigned mode = 0;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    if ((status = begin(device, queue, blocking, &mode, error)) != CUJIT_OK) {
        cj_cuda_leave(device, pushed);
        return status;
    }
    code = finish(device, queue, blocking, mode, copy_now(device->driver, to, from, size, kind, queue));
    cj_cuda_leave(device, pushed);
    return code == CJ_CUDA_OK ? CUJIT_OK : copy_error(device, size, kind, code, error);
}

/* ---- boxes ---- */

static cj_cuda_side make_side(const void *memory, bool on_host, size_t pitch, size_t rows)
{
    cj_cuda_side side = {.memory_type = on_host ? CJ_CUDA_MEMORY_HOST : CJ_CUDA_MEMORY_DEVICE};

    if (on_host)
        side.host = (void *)(uintptr_t)memory;
    else
        side.device = cj_cuda_address_of(memory);
    side.pitch = pitch;
    side.rows = rows;
    return side;
}

/* Row by row, for pitches beyond the driver's limit. */
static cj_cuda_result copy_rows(const cj_driver *driver, const cj_box *box, cj_copy kind, cj_cuda_stream queue)
{
    cj_cuda_result code = CJ_CUDA_OK;

    for (size_t slice = 0; slice < box->depth && code == CJ_CUDA_OK; slice++) {
        char *to = (char *)box->to + slice * box->to_rows * box->to_pitch;
        const char *from = (const char *)box->from + slice * box->from_rows * box->from_pitch;

        for (size_t row = 0; row < box->height && code == CJ_CUDA_OK; row++)
            code = copy_now(driver, to + row * box->to_pitch, from + row * box->from_pitch, box->width, kind, queue);
    }
    return code;
}

/* True where neither side has a gap, so that the box is one stretch of memory. */
static bool is_dense(const cj_box *box)
{
    bool rows = box->height * box->depth == 1 || (box->to_pitch == box->width && box->from_pitch == box->width);

    return rows && (box->depth == 1 || (box->to_rows == box->height && box->from_rows == box->height));
}

cujit_status cj_cuda_copy_box(cj_device *base, const cj_box *box, cj_copy kind, void *stream, bool blocking,
                              cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    const cj_driver *driver = device->driver;
    cj_cuda_stream queue = (cj_cuda_stream)stream;
    size_t size = box->width * box->height * box->depth;
    const cj_cuda_box whole = {
        .from = make_side(box->from, kind == CJ_COPY_TO_DEVICE, box->from_pitch, box->from_rows),
        .to = make_side(box->to, kind == CJ_COPY_TO_HOST, box->to_pitch, box->to_rows),
        .width = box->width,
        .height = box->height,
        .depth = box->depth,
    };
    cj_cuda_result code;
    bool pushed = false;
    unsigned mode = 0;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    if ((status = begin(device, queue, blocking, &mode, error)) != CUJIT_OK) {
        cj_cuda_leave(device, pushed);
        return status;
    }
    if (is_dense(box))
        code = copy_now(driver, box->to, box->from, size, kind, queue);
    else if (box->to_pitch > device->max_pitch || box->from_pitch > device->max_pitch)
        code = copy_rows(driver, box, kind, queue);
    else
        code = driver->copy_box((const struct CUDA_MEMCPY3D_st *)(const void *)&whole, queue);
    code = finish(device, queue, blocking, mode, code);
    cj_cuda_leave(device, pushed);
    return code == CJ_CUDA_OK ? CUJIT_OK : copy_error(device, size, kind, code, error);
}

/* ---- between devices ---- */

cujit_status cj_cuda_copy_peer(cj_device *to_base, void *to, cj_device *from_base, const void *from, size_t size,
                               void *stream, bool blocking, cujit_error *error)
{
    const cuda_device *to_device = (const cuda_device *)to_base, *from_device = (const cuda_device *)from_base;
    const cj_driver *driver = to_device->driver;
    cj_cuda_stream queue = (cj_cuda_stream)stream;
    char amount[64];
    cj_cuda_result code;
    bool pushed = false;
    unsigned mode = 0;
    cujit_status status;

    if (to_device->context == from_device->context)
        return cj_cuda_copy(to_base, to, from, size, CJ_COPY_ON_DEVICE, stream, blocking, error);
    /* What the source's default stream holds comes first; the stream of the copy does not wait for that one. */
    if (blocking && (status = cj_cuda_stream_synchronize(from_base, NULL, error)) != CUJIT_OK)
        return status;
    if ((status = cj_cuda_enter(to_device, &pushed, error)) != CUJIT_OK)
        return status;
    if ((status = begin(to_device, queue, blocking, &mode, error)) != CUJIT_OK) {
        cj_cuda_leave(to_device, pushed);
        return status;
    }
    code = driver->copy_peer(cj_cuda_address_of(to), to_device->context, cj_cuda_address_of(from), from_device->context,
                             size, queue);
    code = finish(to_device, queue, blocking, mode, code);
    cj_cuda_leave(to_device, pushed);
    if (code == CJ_CUDA_OK)
        return CUJIT_OK;
    cj_cuda_write_size(size, amount, sizeof amount);
    return cj_driver_error(driver, CUJIT_ERROR_DEVICE, code, error, "copying %s from cuda:%d to cuda:%d", amount,
                           from_base->ordinal, to_base->ordinal);
}

/* ---- filling ---- */

static cujit_status fill_error(const cuda_device *device, size_t size, cj_cuda_result code, cujit_error *error)
{
    char amount[64];

    cj_cuda_write_size(size, amount, sizeof amount);
    return cj_driver_error(device->driver, CUJIT_ERROR_DEVICE, code, error, "filling %s on %s", amount,
                           device->base.name);
}

cujit_status cj_cuda_fill(cj_device *base, void *memory, unsigned char value, size_t size, void *stream,
                          cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    cj_cuda_result code;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    code = device->driver->fill(cj_cuda_address_of(memory), value, size, (cj_cuda_stream)stream);
    cj_cuda_leave(device, pushed);
    return code == CJ_CUDA_OK ? CUJIT_OK : fill_error(device, size, code, error);
}

cujit_status cj_cuda_fill_wide(cj_device *base, void *memory, unsigned value, unsigned element_bytes, size_t count,
                               void *stream, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    const cj_driver *driver = device->driver;
    cj_cuda_address start = cj_cuda_address_of(memory);
    cj_cuda_result code;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    if (element_bytes == 2)
        code = driver->fill16(start, (unsigned short)value, count, (cj_cuda_stream)stream);
    else
        code = driver->fill32(start, value, count, (cj_cuda_stream)stream);
    cj_cuda_leave(device, pushed);
    return code == CJ_CUDA_OK ? CUJIT_OK : fill_error(device, count * element_bytes, code, error);
}
