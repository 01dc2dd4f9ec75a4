/*
 * stream.c: streams, events, waiting.
 *
 * Handles are the driver's own, so that an application's streams and events pass through unchanged, the special values
 * for the default streams included.
 */
#include "libjit/cuda/device.h"

/* The end of every operation below: pops the context, and turns the code into a status. */
static cujit_status finish(const cuda_device *device, bool pushed, cj_cuda_result code, const char *what,
                           cujit_error *error)
{
    cj_cuda_leave(device, pushed);
    if (code == CJ_CUDA_OK)
        return CUJIT_OK;
    return cj_driver_error(device->driver, CUJIT_ERROR_DEVICE, code, error, "%s on %s", what, device->base.name);
}

cujit_status cj_cuda_stream_create(cj_device *base, void **out, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    cj_cuda_stream made = NULL;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    status = finish(device, pushed, device->driver->stream_create(&made, CJ_CUDA_STREAM_NON_BLOCKING),
                    "creating a stream", error);
    if (status == CUJIT_OK)
        *out = made;
    return status;
}

void cj_cuda_stream_free(cj_device *base, void *stream)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;

    if (stream == NULL || cj_cuda_enter(device, &pushed, NULL) != CUJIT_OK)
        return;
    device->driver->stream_destroy((cj_cuda_stream)stream);
    cj_cuda_leave(device, pushed);
}

cujit_status cj_cuda_stream_synchronize(cj_device *base, void *stream, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    return finish(device, pushed, device->driver->stream_synchronize((cj_cuda_stream)stream), "waiting for a stream",
                  error);
}

cujit_status cj_cuda_stream_query(cj_device *base, void *stream, bool *done, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    code = device->driver->stream_query((cj_cuda_stream)stream);
    status = finish(device, pushed, code == CJ_CUDA_NOT_READY ? CJ_CUDA_OK : code, "asking about a stream", error);
    if (status == CUJIT_OK)
        *done = code == CJ_CUDA_OK;
    return status;
}

cujit_status cj_cuda_stream_wait(cj_device *base, void *stream, void *event, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    return finish(device, pushed, device->driver->stream_wait((cj_cuda_stream)stream, (cj_cuda_event)event, 0),
                  "letting a stream wait for an event", error);
}

cujit_status cj_cuda_event_create(cj_device *base, void **out, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    cj_cuda_event made = NULL;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    status = finish(device, pushed, device->driver->event_create(&made, CJ_CUDA_EVENT_DEFAULT), "creating an event",
                    error);
    if (status == CUJIT_OK)
        *out = made;
    return status;
}

void cj_cuda_event_free(cj_device *base, void *event)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;

    if (event == NULL || cj_cuda_enter(device, &pushed, NULL) != CUJIT_OK)
        return;
    device->driver->event_destroy((cj_cuda_event)event);
    cj_cuda_leave(device, pushed);
}

cujit_status cj_cuda_event_record(cj_device *base, void *event, void *stream, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    return finish(device, pushed, device->driver->event_record((cj_cuda_event)event, (cj_cuda_stream)stream),
                  "recording an event", error);
}

cujit_status cj_cuda_event_synchronize(cj_device *base, void *event, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    return finish(device, pushed, device->driver->event_synchronize((cj_cuda_event)event), "waiting for an event",
                  error);
}

cujit_status cj_cuda_event_query(cj_device *base, void *event, bool *done, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    code = device->driver->event_query((cj_cuda_event)event);
    status = finish(device, pushed, code == CJ_CUDA_NOT_READY ? CJ_CUDA_OK : code, "asking about an event", error);
    if (status == CUJIT_OK)
        *done = code == CJ_CUDA_OK;
    return status;
}

cujit_status cj_cuda_event_elapsed(cj_device *base, void *from, void *to, double *ms, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    float elapsed = 0;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    status = finish(device, pushed, device->driver->event_elapsed(&elapsed, (cj_cuda_event)from, (cj_cuda_event)to),
                    "taking the time between two events", error);
    if (status == CUJIT_OK)
        *ms = elapsed;
    return status;
}

cujit_status cj_cuda_synchronize(cj_device *base, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    return finish(device, pushed, device->driver->context_synchronize(), "waiting for all work", error);
}
