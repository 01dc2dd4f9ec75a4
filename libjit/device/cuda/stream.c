/*
 * stream.c: streams, events, waiting.
 *
 * Handles are the driver's own, so that an application's streams and events pass through unchanged, the special values
 * for the default streams included. What some recording of this thread or another would forbid, although it has nothing
 * to do with it, is done in the relaxed mode.
 */
#include "libjit/device/cuda/device.h"

/* What has to do with graphs is a mistake of the caller's, and nothing wrong with the device. */
static cujit_status leave(cuda_scope *scope, const char *what)
{
    const bool graphs = scope->code >= CJ_CUDA_CAPTURE_UNSUPPORTED && scope->code <= CJ_CUDA_CAPTURE_WRONG_THREAD;

    return cj_cuda_leave(scope, graphs ? CUJIT_ERROR_UNSUPPORTED : CUJIT_ERROR_DEVICE, "%s on %s", what,
                         scope->device->base.name);
}

/* "Not yet" is an answer, too. */
static cujit_status leave_query(cuda_scope *scope, const char *what, bool *done)
{
    const bool ready = scope->code == CJ_CUDA_OK;

    if (scope->code == CJ_CUDA_NOT_READY)
        scope->code = CJ_CUDA_OK;
    if (scope->code == CJ_CUDA_OK)
        *done = ready;
    return leave(scope, what);
}

cujit_status cj_cuda_stream_create(cj_device *device, bool blocking, void **out, cujit_error *error)
{
    const unsigned flags = blocking ? CJ_CUDA_STREAM_DEFAULT : CJ_CUDA_STREAM_NON_BLOCKING;
    cj_cuda_stream made = NULL;
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = scope.driver->stream_create(&made, flags);
    if (scope.code == CJ_CUDA_OK)
        *out = made;
    return leave(&scope, "creating a stream");
}

void cj_cuda_stream_free(cj_device *device, void *stream)
{
    cuda_scope scope;

    if (stream == NULL)
        return;
    if (cj_cuda_enter_relaxed(&scope, device, NULL))
        scope.driver->stream_destroy(stream);
    leave(&scope, "freeing a stream");
}

cujit_status cj_cuda_stream_query(cj_device *device, void *stream, bool *done, cujit_error *error)
{
    const char *what = done != NULL ? "asking about a stream" : "waiting for a stream";
    cuda_scope scope;

    if (cj_cuda_enter_to_wait(&scope, device, stream, what, error))
        scope.code = (done != NULL ? scope.driver->stream_query : scope.driver->stream_synchronize)(stream);
    return done != NULL ? leave_query(&scope, what, done) : leave(&scope, what);
}

cujit_status cj_cuda_stream_wait(cj_device *device, void *stream, void *event, cujit_error *error)
{
    cuda_scope scope;

    if (cj_cuda_enter(&scope, device, error))
        scope.code = scope.driver->stream_wait(stream, event, 0);
    if (scope.code != CJ_CUDA_INVALID_VALUE) /* which nothing else is here than an event that was captured once */
        return leave(&scope, "letting a stream wait for an event");
    return cj_cuda_leave(&scope, CUJIT_ERROR_UNSUPPORTED,
                         "letting a stream wait for an event, last recorded into a graph whose recording is over or "
                         "was spoiled, on %s",
                         device->name);
}

cujit_status cj_cuda_event_create(cj_device *device, void **out, cujit_error *error)
{
    cj_cuda_event made = NULL;
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = scope.driver->event_create(&made, CJ_CUDA_EVENT_DEFAULT);
    if (scope.code == CJ_CUDA_OK)
        *out = made;
    return leave(&scope, "creating an event");
}

void cj_cuda_event_free(cj_device *device, void *event)
{
    cuda_scope scope;

    if (event == NULL)
        return;
    if (cj_cuda_enter_relaxed(&scope, device, NULL))
        scope.driver->event_destroy(event);
    leave(&scope, "freeing an event");
}

cujit_status cj_cuda_event_record(cj_device *device, void *event, void *stream, cujit_error *error)
{
    cuda_scope scope;

    if (cj_cuda_enter(&scope, device, error))
        scope.code = scope.driver->event_record(event, stream);
    return leave(&scope, "recording an event");
}

cujit_status cj_cuda_event_synchronize(cj_device *device, void *event, cujit_error *error)
{
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = scope.driver->event_synchronize(event);
    return leave(&scope, "waiting for an event");
}

cujit_status cj_cuda_event_query(cj_device *device, void *event, bool *done, cujit_error *error)
{
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = scope.driver->event_query(event);
    return leave_query(&scope, "asking about an event", done);
}

cujit_status cj_cuda_event_elapsed(cj_device *device, void *from, void *to, double *ms, cujit_error *error)
{
    float elapsed = 0;
    cuda_scope scope;

    if (cj_cuda_enter(&scope, device, error))
        scope.code = scope.driver->event_elapsed(&elapsed, from, to);
    if (scope.code == CJ_CUDA_OK)
        *ms = elapsed;
    return leave(&scope, "taking the time between two events");
}

cujit_status cj_cuda_synchronize(cj_device *device, cujit_error *error)
{
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = scope.driver->context_synchronize();
    return leave(&scope, "waiting for all work");
}
