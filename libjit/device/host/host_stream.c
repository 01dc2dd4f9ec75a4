/*
 * host_stream.c: streams and events of the host. All work is done when a call returns, so that all streams are blocking:
 * a stream is a mere name, and an event remembers when it was recorded.
 */
#include "libjit/device/host/operations.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/device/host/graph.h"

#include <stdatomic.h>

typedef struct event {
    _Atomic double time;       /* of its record; below 0: not recorded yet */
    _Atomic uint64_t recorded; /* the number of the recording of a graph that it was recorded into; 0: none */
} event;

/* Nothing of a stream that is being recorded runs, so that nobody could wait for it. */
static cujit_status check_stream(cj_device *device, const void *stream, const char *what, cujit_error *error)
{
    if (!cj_host_records(device, stream))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "%s: the stream is being recorded into a graph, and nothing of it runs before the recording "
                        "has ended",
                        what);
}

cujit_status cj_host_stream_create(cj_device *device, bool blocking, void **out, cujit_error *error)
{
    char *stream = cj_malloc(1);

    if (stream == NULL)
        return cj_error_no_memory(error, "a stream");
    *out = stream;
    return CUJIT_OK;
}

void cj_host_stream_free(cj_device *device, void *stream)
{
    cj_host_recording_leave(device, stream);
    cj_free(stream);
}

cujit_status cj_host_stream_synchronize(cj_device *device, void *stream, cujit_error *error)
{
    return check_stream(device, stream, "waiting for a stream", error);
}

cujit_status cj_host_stream_query(cj_device *device, void *stream, bool *done, cujit_error *error)
{
    const cujit_status status = check_stream(device, stream, "asking about a stream", error);

    if (status == CUJIT_OK)
        *done = true;
    return status;
}

cujit_status cj_host_stream_wait(cj_device *device, void *stream, void *waited, cujit_error *error)
{
    event *e = waited;

    return cj_host_recording_wait(device, stream, atomic_load(&e->recorded), error);
}

cujit_status cj_host_event_create(cj_device *device, void **out, cujit_error *error)
{
    event *made = cj_malloc(sizeof *made);

    if (made == NULL)
        return cj_error_no_memory(error, "an event");
    atomic_init(&made->time, -1.0);
    atomic_init(&made->recorded, 0);
    *out = made;
    return CUJIT_OK;
}

void cj_host_event_free(cj_device *device, void *freed)
{
    cj_free(freed);
}

cujit_status cj_host_event_record(cj_device *device, void *recorded, void *stream, cujit_error *error)
{
    event *e = recorded;
    const uint64_t number = cj_host_records(device, stream) ? cj_host_recording_of(device, stream) : 0;

    atomic_store(&e->recorded, number);
    if (number == 0)
        atomic_store(&e->time, cj_now_ms());
    return CUJIT_OK;
}

cujit_status cj_host_event_synchronize(cj_device *device, void *waited, cujit_error *error)
{
    return CUJIT_OK;
}

cujit_status cj_host_event_query(cj_device *device, void *asked, bool *done, cujit_error *error)
{
    *done = true;
    return CUJIT_OK;
}

cujit_status cj_host_event_elapsed(cj_device *device, void *from, void *to, double *ms, cujit_error *error)
{
    event *first = from, *second = to;
    const double a = atomic_load(&first->time), b = atomic_load(&second->time);

    if (a < 0 || b < 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "asking for the time between two events: the %s one was never recorded",
                            a < 0 ? "first" : "second");
    *ms = b - a;
    return CUJIT_OK;
}
