/*
 * copy.c: copies and fills.
 *
 * A blocking copy is one in the stream's order, and then a wait for the stream: the driver's own blocking copies may
 * return while the last bytes of pageable memory are still on their way, and know nothing of streams that do not wait
 * for the default one.
 */
#include "libjit/device/cuda/device.h"

/* Begins a copy. A blocking one waits for its stream, which a recording of a graph on another stream must neither
 * forbid nor be spoiled by. */
static bool begin(cuda_scope *scope, const cj_device *device, cj_cuda_stream queue, bool blocking, cujit_error *error)
{
    return blocking ? cj_cuda_enter_to_wait(scope, device, queue, "copying at once", error)
                    : cj_cuda_enter(scope, device, error);
}

/* Waits where the copy is a blocking one that went well so far. */
static cujit_status finish(cuda_scope *scope, cj_cuda_stream queue, bool blocking, size_t size, cj_copy kind)
{
    static const char *const names[] = {[CJ_COPY_TO_DEVICE] = "to the device",
                                        [CJ_COPY_TO_HOST] = "to the host",
                                        [CJ_COPY_ON_DEVICE] = "on the device"};
    char amount[64];

    if (blocking && scope->code == CJ_CUDA_OK)
        scope->code = scope->driver->stream_synchronize(queue);
    return cj_cuda_leave(scope, CUJIT_ERROR_DEVICE, "copying %s %s (%s)", cj_cuda_amount(scope, size, amount),
                         names[kind], scope->device->base.name);
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

cujit_status cj_cuda_copy(cj_device *device, void *to, const void *from, size_t size, cj_copy kind, void *stream,
                          bool blocking, cujit_error *error)
{
    const cujit_box box = {.to = to, .from = from, .width = size, .height = 1, .depth = 1};

    return cj_cuda_copy_box(device, &box, kind, stream, blocking, error);
}

/* ---- boxes ---- */

static cj_cuda_side make_side(const void *memory, bool on_host, size_t pitch, size_t rows)
{
    return (cj_cuda_side){.memory_type = on_host ? CJ_CUDA_MEMORY_HOST : CJ_CUDA_MEMORY_DEVICE,
                          .host = on_host ? (void *)(uintptr_t)memory : NULL,
                          .device = on_host ? 0 : cj_cuda_address_of(memory),
                          .pitch = pitch,
                          .rows = rows};
}

/* Row by row, for pitches beyond the driver's limit. */
static cj_cuda_result copy_rows(const cj_driver *driver, const cujit_box *box, cj_copy kind, cj_cuda_stream queue)
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
static bool is_dense(const cujit_box *box)
{
    bool rows = box->height * box->depth == 1 || (box->to_pitch == box->width && box->from_pitch == box->width);

    return rows && (box->depth == 1 || (box->to_rows == box->height && box->from_rows == box->height));
}

/* As the driver does it, but for what it does not do: pitches beyond its limit. */
static cj_cuda_result copy_gapped(const cuda_device *device, const cujit_box *box, cj_copy kind, cj_cuda_stream queue)
{
    const cj_cuda_box whole = {
        .from = make_side(box->from, kind == CJ_COPY_TO_DEVICE, box->from_pitch, box->from_rows),
        .to = make_side(box->to, kind == CJ_COPY_TO_HOST, box->to_pitch, box->to_rows),
        .width = box->width,
        .height = box->height,
        .depth = box->depth,
    };

    if (box->to_pitch > device->max_pitch || box->from_pitch > device->max_pitch)
        return copy_rows(device->driver, box, kind, queue);
    return device->driver->copy_box((const struct CUDA_MEMCPY3D_st *)(const void *)&whole, queue);
}

cujit_status cj_cuda_copy_box(cj_device *device, const cujit_box *box, cj_copy kind, void *stream, bool blocking,
                              cujit_error *error)
{
    const size_t size = box->width * box->height * box->depth;
    cuda_scope scope;

    if (begin(&scope, device, stream, blocking, error))
        scope.code = is_dense(box) ? copy_now(scope.driver, box->to, box->from, size, kind, stream)
                                   : copy_gapped(scope.device, box, kind, stream);
    return finish(&scope, stream, blocking, size, kind);
}

/* ---- between devices ---- */

cujit_status cj_cuda_copy_peer(cj_device *to_device, void *to, cj_device *from_device, const void *from, size_t size,
                               cujit_error *error)
{
    const cj_cuda_context to_context = ((const cuda_device *)to_device)->context;
    const cj_cuda_context from_context = ((const cuda_device *)from_device)->context;
    cuda_scope scope;
    char amount[64];
    cujit_status status;

    if (to_context == from_context)
        return cj_cuda_copy(to_device, to, from, size, CJ_COPY_ON_DEVICE, NULL, true, error);
    /* What the source's default stream holds comes first; the stream of the copy does not wait for that one. */
    if ((status = cj_cuda_stream_query(from_device, NULL, NULL, error)) != CUJIT_OK)
        return status;
    if (cj_cuda_enter_to_wait(&scope, to_device, NULL, "copying at once", error))
        scope.code = scope.driver->copy_peer(cj_cuda_address_of(to), to_context, cj_cuda_address_of(from), from_context,
                                             size, NULL);
    if (scope.code == CJ_CUDA_OK)
        scope.code = scope.driver->stream_synchronize(NULL);
    return cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "copying %s from cuda:%d to cuda:%d",
                         cj_cuda_amount(&scope, size, amount), from_device->ordinal, to_device->ordinal);
}

/* ---- filling ---- */

cujit_status cj_cuda_fill(cj_device *device, void *memory, unsigned value, unsigned element_bytes, size_t count,
                          void *stream, cujit_error *error)
{
    const cj_cuda_address start = cj_cuda_address_of(memory);
    cuda_scope scope;
    char amount[64];

    if (cj_cuda_enter(&scope, device, error))
        scope.code = element_bytes == 1   ? scope.driver->fill(start, (unsigned char)value, count, stream)
                     : element_bytes == 2 ? scope.driver->fill16(start, (unsigned short)value, count, stream)
                                          : scope.driver->fill32(start, value, count, stream);
    return cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "filling %s on %s",
                         cj_cuda_amount(&scope, count * element_bytes, amount), device->name);
}
