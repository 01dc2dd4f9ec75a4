/*
 * stream.c: streams, events, waiting.
 *
 * Handles are the driver's own, so that an application's streams and events pass through unchanged, the special values
 * for the default streams included.
 */
#include "libjit/device/cuda/device.h"

/* What has to do with graphs is a mistake of the caller's, and nothing wrong with the device. */
static cujit_status status_of(cj_cuda_result code)
{
    return code >= CJ_CUDA_CAPTURE_UNSUPPORTED && code <= CJ_CUDA_CAPTURE_WRONG_THREAD ? CUJIT_ERROR_UNSUPPORTED
                                                                                       : CUJIT_ERROR_DEVICE;
}

/* Around a call that some recording of this thread or another would forbid, although it has nothing to do with it:
 *     mode = cj_cuda_relax_capture(driver), then relaxed(device, mode, CALL) */
static cj_cuda_result relaxed(const cuda_device *device, unsigned mode, cj_cuda_result code)
{
    cj_cuda_restore_capture(device->driver, mode);
    return code;
}

/* The end of every operation below: pops the context, and turns the code into a status. */
static cujit_status finish(const cuda_device *device, bool pushed, cj_cuda_result code, const char *what,
                           cujit_error *error)
{
    cj_cuda_leave(device, pushed);
    if (code == CJ_CUDA_OK)
        return CUJIT_OK;
    return cj_driver_error(device->driver, status_of(code), code, error, "%s on %s", what, device->base.name);
}

cujit_status cj_cuda_stream_create(cj_device *base, bool blocking, void **out, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    const unsigned flags = blocking ? CJ_CUDA_STREAM_DEFAULT : CJ_CUDA_STREAM_NON_BLOCKING;
    cj_cuda_stream made = NULL;
    bool pushed = false;
    unsigned mode;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    status = finish(device, pushed, relaxed(device, mode, device->driver->stream_create(&made, flags)),
                    "creating a stream", error);
    if (status == CUJIT_OK)
        *out = made;
    return status;
}

void cj_cuda_stream_free(cj_device *base, void *stream)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    unsigned mode;

    if (stream == NULL || cj_cuda_enter(device, &pushed, NULL) != CUJIT_OK)
        return;
    mode = cj_cuda_relax_capture(device->driver);
    relaxed(device, mode, device->driver->stream_destroy((cj_cuda_stream)stream));
    cj_cuda_leave(device, pushed);
}

cujit_status cj_cuda_stream_synchronize(cj_device *base, void *stream, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    static const char what[] = "waiting for a stream";
    bool pushed = false;
    unsigned mode;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    if ((status = cj_cuda_check_wait(device, (cj_cuda_stream)stream, what, error)) != CUJIT_OK) {
        cj_cuda_leave(device, pushed);
        return status;
    }
    mode = cj_cuda_relax_capture(device->driver);
    return finish(device, pushed, relaxed(device, mode, device->driver->stream_synchronize((cj_cuda_stream)stream)),
                  what, error);
}

cujit_status cj_cuda_stream_query(cj_device *base, void *stream, bool *done, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    static const char what[] = "asking about a stream";
    bool pushed = false;
    unsigned mode;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    if ((status = cj_cuda_check_wait(device, (cj_cuda_stream)stream, what, error)) != CUJIT_OK) {
        cj_cuda_leave(device, pushed);
        return status;
    }
    mode = cj_cuda_relax_capture(device->driver);
    code = relaxed(device, mode, device->driver->stream_query((cj_cuda_stream)stream));
    status = finish(device, pushed, code == CJ_CUDA_NOT_READY ? CJ_CUDA_OK : code, what, error);
    if (status == CUJIT_OK)
        *done = code == CJ_CUDA_OK;
    return status;
}

cujit_status cj_cuda_stream_wait(cj_device *base, void *stream, void *event, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    code = device->driver->stream_wait((cj_cuda_stream)stream, (cj_cuda_event)event, 0);
    if (code != CJ_CUDA_INVALID_VALUE) /* which nothing else is here than an event that was captured once */
        return finish(device, pushed, code, "letting a stream wait for an event", error);
    cj_cuda_leave(device, pushed);
    return cj_driver_error(device->driver, CUJIT_ERROR_UNSUPPORTED, code, error,
                           "letting a stream wait for an event, last recorded into a graph whose recording is over or "
                           "was spoiled, on %s",
                           device->base.name);
}

cujit_status cj_cuda_event_create(cj_device *base, void **out, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    cj_cuda_event made = NULL;
    bool pushed = false;
    unsigned mode;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    status = finish(device, pushed, relaxed(device, mode, device->driver->event_create(&made, CJ_CUDA_EVENT_DEFAULT)),
                    "creating an event", error);
    if (status == CUJIT_OK)
        *out = made;
    return status;
}

void cj_cuda_event_free(cj_device *base, void *event)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    unsigned mode;

    if (event == NULL || cj_cuda_enter(device, &pushed, NULL) != CUJIT_OK)
        return;
    mode = cj_cuda_relax_capture(device->driver);
    relaxed(device, mode, device->driver->event_destroy((cj_cuda_event)event));
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
    unsigned mode;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    return finish(device, pushed, relaxed(device, mode, device->driver->event_synchronize((cj_cuda_event)event)),
                  "waiting for an event", error);
}

cujit_status cj_cuda_event_query(cj_device *base, void *event, bool *done, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    unsigned mode;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    code = relaxed(device, mode, device->driver->event_query((cj_cuda_event)event));
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
    unsigned mode;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    mode = cj_cuda_relax_capture(device->driver);
    return finish(device, pushed, relaxed(device, mode, device->driver->context_synchronize()), "waiting for all work",
                  error);
}
