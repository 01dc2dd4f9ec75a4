/*
 * graph.c: graphs: recording launches and copies on a stream, and running them again.
 *
 * The backends record. Here it is noted on which streams, so that nobody waits for the device meanwhile, and counted
 * how many graphs there are, because no kernel may be unloaded that one of them launches.
 */
#include "libjit/base/alloc.h"
#include "libjit/runtime/context.h"

struct cujit_graph {
    cujit_context *context; /* a reference, once it is recorded */
    void *handle;           /* the backend's */
    void *stream;           /* while it is being recorded */
    struct cujit_graph *following;
};

/* ---- What is being recorded -------------------------------------------------------------------------------------- */

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

/* ---- The public functions ---------------------------------------------------------------------------------------- */

static cujit_status check(const cujit_context *context, const char *function, const void *stream, cujit_error *error)
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
    cujit_status status = check(context, "cujit_graph_begin", stream, error);
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
    if ((status = check(context, "cujit_graph_end", stream, error)) != CUJIT_OK)
        return status;
    if ((graph = take(context, stream)) == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_graph_end: the stream is not being recorded; cujit_graph_begin() comes first");
    if ((status = context->backend->graph_end(context->device, stream, &graph->handle, error)) == CUJIT_OK) {
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
