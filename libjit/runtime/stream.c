/*
 * stream.c: streams, events, and graphs: recording launches and copies on a stream, and running them again.
 *
 * A stream is the device's bare handle, so that the application's own are as good as ours; an event is an object,
 * because nothing else makes events that we are handed.
 */
#include "libjit/base/alloc.h"
#include "libjit/runtime/context.h"
#include "libjit/runtime/workspace.h"

struct cujit_event {
    cujit_context *context;
    void *handle;
    atomic_bool recorded; /* by its last record into a graph: it is no point in time */
};

static cujit_status create(const char *function, cujit_context *context, unsigned flags, cujit_stream *stream,
                           cujit_error *error)
{
    const bool blocking = (flags & CUJIT_STREAM_BLOCKING) != 0;
    cujit_status status = cj_context_check_call(function, context, "the result", stream, error);
    void *made;

    if (status != CUJIT_OK)
        return status;
    if ((flags & ~(unsigned)CUJIT_STREAM_BLOCKING) != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: flags is 0x%x, expected 0 or CUJIT_STREAM_BLOCKING", function, flags);
    if ((status = context->backend->stream_create(context->device, blocking, &made, error)) != CUJIT_OK)
        return status;
    *stream = made;
    cj_blocks_join_stream(&context->staging.device, made);
    cj_context_retain(context);
    return CUJIT_OK;
}

cujit_status cujit_stream_create(cujit_context *context, cujit_stream *stream, cujit_error *error)
{
    return create("cujit_stream_create", context, 0, stream, error);
}

cujit_status cujit_stream_create_with_flags(cujit_context *context, unsigned flags, cujit_stream *stream,
                                            cujit_error *error)
{
    return create("cujit_stream_create_with_flags", context, flags, stream, error);
}

void cujit_stream_free(cujit_context *context, cujit_stream stream)
{
    if (context == NULL || stream == NULL)
        return;
    if (cj_context_check(context, NULL) == CUJIT_OK) {
        cj_workspaces_leave_stream(context, stream);
        cj_blocks_leave_stream(&context->staging.device, stream);
        context->backend->stream_free(context->device, stream);
    }
    cj_context_release(context);
}

cujit_status cujit_stream_synchronize(cujit_context *context, cujit_stream stream, cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_stream_synchronize", context, "", "", error);
    uint64_t releases;

    if (status != CUJIT_OK)
        return status;
    releases = cj_blocks_count(&context->staging.device);
    if ((status = context->backend->stream_query(context->device, stream, NULL, error)) == CUJIT_OK)
        cj_blocks_settle(&context->staging.device, stream, releases);
    return status;
}

cujit_status cujit_stream_query(cujit_context *context, cujit_stream stream, int *done, cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_stream_query", context, "the result", done, error);
    bool answer = false;

    if (status == CUJIT_OK &&
        (status = context->backend->stream_query(context->device, stream, &answer, error)) == CUJIT_OK)
        *done = answer;
    return status;
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

cujit_status cujit_event_create(cujit_context *context, cujit_event **out, cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_event_create", context, "the result", out, error);
    cujit_event *event;

    if (status != CUJIT_OK)
        return status;
    if ((event = cj_calloc(1, sizeof *event)) == NULL)
        return cj_error_no_memory(error, "an event");
    if ((status = context->backend->event_create(context->device, &event->handle, error)) != CUJIT_OK) {
        cj_free(event);
        return status;
    }
    event->context = context;
    atomic_init(&event->recorded, false);
    cj_context_retain(context);
    *out = event;
    return CUJIT_OK;
}

void cujit_event_free(cujit_event *event)
{
    if (event == NULL)
        return;
    if (cj_context_check(event->context, NULL) == CUJIT_OK)
        event->context->backend->event_free(event->context->device, event->handle);
    cj_context_release(event->context);
    cj_free(event);
}

static cujit_status check_event(const cujit_event *event, const char *function, cujit_error *error)
{
    if (event == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: event is NULL", function);
    return cj_context_check(event->context, error);
}

/* For what asks about a point in time. A driver that is asked nonetheless may spoil the recording. */
static cujit_status check_time(const cujit_event *event, const char *function, cujit_error *error)
{
    cujit_status status = check_event(event, function, error);

    if (status != CUJIT_OK || !atomic_load(&event->recorded))
        return status;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "%s: the event was last recorded into a graph, where it is no point in time", function);
}

cujit_status cujit_event_record(cujit_event *event, cujit_stream stream, cujit_error *error)
{
    cujit_status status = check_event(event, "cujit_event_record", error);
    const cj_backend *backend;
    bool recorded;

    if (status != CUJIT_OK)
        return status;
    backend = event->context->backend;
    recorded = stream != NULL && backend->graph_records(event->context->device, stream);
    if ((status = backend->event_record(event->context->device, event->handle, stream, error)) == CUJIT_OK)
        atomic_store(&event->recorded, recorded);
    return status;
}

cujit_status cujit_event_synchronize(cujit_event *event, cujit_error *error)
{
    cujit_status status = check_time(event, "cujit_event_synchronize", error);

    return status != CUJIT_OK
               ? status
               : event->context->backend->event_synchronize(event->context->device, event->handle, error);
}

cujit_status cujit_event_query(cujit_event *event, int *done, cujit_error *error)
{
    cujit_status status = check_time(event, "cujit_event_query", error);
    bool answer = false;

    if (status == CUJIT_OK && done == NULL)
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_event_query: done is NULL");
    if (status == CUJIT_OK && (status = event->context->backend->event_query(event->context->device, event->handle,
                                                                             &answer, error)) == CUJIT_OK)
        *done = answer;
    return status;
}

cujit_status cujit_event_wait(cujit_event *event, cujit_stream stream, cujit_error *error)
{
    cujit_status status = check_event(event, "cujit_event_wait", error);

    return status != CUJIT_OK
               ? status
               : event->context->backend->stream_wait(event->context->device, stream, event->handle, error);
}

cujit_status cujit_event_elapsed(cujit_event *start, cujit_event *end, double *ms, cujit_error *error)
{
    cujit_status status;

    if ((status = check_time(start, "cujit_event_elapsed", error)) != CUJIT_OK ||
        (status = check_time(end, "cujit_event_elapsed", error)) != CUJIT_OK)
        return status;
    if (ms == NULL || start->context != end->context)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_event_elapsed: %s",
                            ms == NULL ? "ms is NULL" : "the events belong to different contexts");
    return start->context->backend->event_elapsed(start->context->device, start->handle, end->handle, ms, error);
}

/* ---- Graphs ------------------------------------------------------------------------------------------------------
 *
 * The backends record. Here it is noted on which streams, so that nobody waits for the device meanwhile, and counted
 * how many graphs there are, because no kernel may be unloaded that one of them launches. */

struct cujit_graph {
    cujit_context *context; /* a reference, once it is recorded */
    void *handle;           /* the backend's */
    void *stream;           /* while it is being recorded */
    struct cujit_graph *following;
};

bool cj_context_records(cujit_context *context)
{
    bool records;

    pthread_mutex_lock(&context->recording_lock);
    records = context->recordings != NULL;
    pthread_mutex_unlock(&context->recording_lock);
    return records;
}

void cj_recordings_clear(cujit_context *context)
{
    for (cujit_graph *graph = context->recordings, *next; graph != NULL; graph = next) {
        next = graph->following;
        cj_free(graph);
    }
    context->recordings = NULL;
}

static void add(cujit_context *context, cujit_graph *graph)
{
    pthread_mutex_lock(&context->recording_lock);
    graph->following = context->recordings;
    context->recordings = graph;
    pthread_mutex_unlock(&context->recording_lock);
}

/* The graph that is being recorded on the stream, out of the list; NULL: there is none. */
static cujit_graph *take(cujit_context *context, const void *stream)
{
    cujit_graph **link = &context->recordings, *found;

    pthread_mutex_lock(&context->recording_lock);
    while (*link != NULL && (*link)->stream != stream)
        link = &(*link)->following;
    if ((found = *link) != NULL)
        *link = found->following;
    pthread_mutex_unlock(&context->recording_lock);
    return found;
}

/* Of a graph that was never recorded to its end, or is freed. */
static void forget(cujit_context *context, cujit_graph *graph)
{
    atomic_fetch_sub(&context->graphs, 1);
    cj_free(graph);
}

static cujit_status check_recorded(const cujit_context *context, const char *function, const void *stream,
                                   cujit_error *error)
{
    if (context == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: context is NULL", function);
    if (stream == NULL)
        return cj_error_set(
            error, CUJIT_ERROR_INVALID_ARGUMENT,
            "%s: stream is NULL, and the default stream cannot be recorded; cujit_stream_create() makes "
            "another one",
            function);
    return cj_context_check(context, error);
}

cujit_status cujit_graph_begin(cujit_context *context, cujit_stream stream, cujit_error *error)
{
    cujit_status status = check_recorded(context, "cujit_graph_begin", stream, error);
    cujit_graph *graph;

    if (status != CUJIT_OK)
        return status;
    if (context->backend->graph_records(context->device, stream))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_graph_begin: the stream is being recorded already");
    if ((graph = cj_calloc(1, sizeof *graph)) == NULL)
        return cj_error_no_memory(error, "a graph");
    graph->stream = stream;
    atomic_fetch_add(&context->graphs, 1);
    atomic_fetch_add(&context->recorded, 1);
    add(context, graph); /* before it begins: nobody may wait for the device from then on */
    if ((status = context->backend->graph_begin(context->device, stream, error)) != CUJIT_OK)
        forget(context, take(context, stream));
    return status;
}

cujit_status cujit_graph_end(cujit_context *context, cujit_stream stream, cujit_graph **out, cujit_error *error)
{
    cujit_status status;
    cujit_graph *graph;

    if (out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_graph_end: graph is NULL");
    if ((status = check_recorded(context, "cujit_graph_end", stream, error)) != CUJIT_OK)
        return status;
    if ((graph = take(context, stream)) == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_graph_end: the stream is not being recorded; cujit_graph_begin() comes first");
    status = context->backend->graph_end(context->device, stream, &graph->handle, error);
    atomic_fetch_add(&context->recorded, 1);
    if (status == CUJIT_OK) {
        cj_context_retain(context);
        graph->context = context;
        *out = graph;
    } else if (context->backend->graph_records(context->device, stream)) {
        add(context, graph); /* another thread must end it */
    } else {
        forget(context, graph);
    }
    return status;
}

cujit_status cujit_graph_launch(cujit_graph *graph, cujit_stream stream, cujit_error *error)
{
    cujit_status status;

    if (graph == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_graph_launch: graph is NULL");
    if ((status = cj_context_check(graph->context, error)) != CUJIT_OK)
        return status;
    return graph->context->backend->graph_launch(graph->context->device, graph->handle, stream, error);
}

void cujit_graph_free(cujit_graph *graph)
{
    cujit_context *context;

    if (graph == NULL)
        return;
    context = graph->context;
    if (cj_context_check(context, NULL) == CUJIT_OK)
        context->backend->graph_free(context->device, graph->handle);
    forget(context, graph);
    cj_context_release(context);
}
