/*
 * graph.c: recording what goes to a stream into a graph, and running it again.
 *
 * Recordings are begun in the driver's thread-local mode: what other threads do meanwhile cannot spoil them. What this
 * thread may have to do (loading a variant of a kernel on its first use, allocating) is done in the relaxed mode, see
 * cj_cuda_enter_relaxed().
 */
#include "libjit/base/alloc.h"
#include "libjit/device/cuda/device.h"

/* What cj_cuda_graph_end() makes. */
typedef struct cuda_graph {
    cj_cuda_graph recorded; /* which becomes a part of other graphs */
    cj_cuda_graph_exec ready;
} cuda_graph;

static cujit_status leave(cuda_scope *scope, const char *what)
{
    return cj_cuda_leave(scope, CUJIT_ERROR_DEVICE, "%s on %s", what, scope->device->base.name);
}

cujit_status cj_cuda_graph_begin(cj_device *device, void *stream, cujit_error *error)
{
    cuda_scope scope;

    if (cj_cuda_enter(&scope, device, error))
        scope.code = scope.driver->capture_begin(stream, CJ_CUDA_CAPTURE_THREAD_LOCAL);
    return leave(&scope, "beginning to record a graph");
}

cujit_status cj_cuda_graph_end(cj_device *device, void *stream, void **out, cujit_error *error)
{
    cuda_graph *made = cj_calloc(1, sizeof *made);
    cj_cuda_graph recorded = NULL;
    cuda_scope scope;

    /* relaxed, as this thread may be recording on another stream */
    if (cj_cuda_enter_relaxed(&scope, device, error) &&
        (scope.code = scope.driver->capture_end(stream, &recorded)) == CJ_CUDA_OK) {
        if (made == NULL)
            cj_cuda_fail(&scope, cj_error_no_memory(error, "a graph")); /* the recording ends all the same */
        else
            scope.code = scope.driver->graph_make(&made->ready, recorded, 0);
        if (scope.code != CJ_CUDA_OK)
            scope.driver->graph_destroy(recorded);
    }
    if (scope.code == CJ_CUDA_OK) {
        made->recorded = recorded;
        *out = made;
    } else {
        cj_free(made);
    }
    return leave(&scope, "recording a graph");
}

/* Into a stream that is being recorded, which cuGraphLaunch() refuses, spoiling the recording: a copy of the graph
 * comes behind what the stream was given last, and is that from then on. `*recorded`: false where it is not being
 * recorded, and nothing was done. */
static cj_cuda_result record_graph(const cj_driver *driver, const cuda_graph *graph, cj_cuda_stream stream,
                                   bool *recorded)
{
    unsigned state = CJ_CUDA_CAPTURE_NONE;
    cj_cuda_graph outer = NULL;
    const cj_cuda_node *last = NULL;
    cj_cuda_node node = NULL;
    size_t count = 0;
    cj_cuda_result code = driver->capture_info(stream, &state, NULL, &outer, &last, &count);

    *recorded = code == CJ_CUDA_OK && state != CJ_CUDA_CAPTURE_NONE;
    if (!*recorded)
        return code;
    if (state == CJ_CUDA_CAPTURE_SPOILED)
        return CJ_CUDA_CAPTURE_INVALIDATED;
    if ((code = driver->graph_add_graph(&node, outer, last, count, graph->recorded)) != CJ_CUDA_OK)
        return code;
    return driver->capture_go_on(stream, &node, 1, CJ_CUDA_CAPTURE_REPLACE);
}

cujit_status cj_cuda_graph_launch(cj_device *device, void *opaque, void *stream, cujit_error *error)
{
    const cuda_graph *graph = opaque;
    bool recorded = false;
    cuda_scope scope;

    if (cj_cuda_enter(&scope, device, error)) {
        scope.code = record_graph(scope.driver, graph, stream, &recorded);
        if (scope.code == CJ_CUDA_OK && !recorded)
            scope.code = scope.driver->graph_launch(graph->ready, stream);
    }
    return cj_cuda_leave(&scope, CUJIT_ERROR_LAUNCH, "%s a graph on %s",
                         recorded ? "recording the launch of" : "launching", device->name);
}

void cj_cuda_graph_free(cj_device *device, void *opaque)
{
    cuda_graph *graph = opaque;
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, NULL)) {
        scope.driver->graph_exec_destroy(graph->ready);
        scope.driver->graph_destroy(graph->recorded);
    }
    leave(&scope, "freeing a graph");
    cj_free(graph);
}

/* A recording that was spoiled counts: it is there until it is ended. */
bool cj_cuda_graph_records(cj_device *device, void *stream)
{
    unsigned state = CJ_CUDA_CAPTURE_NONE;
    cuda_scope scope;

    if (cj_cuda_enter(&scope, device, NULL))
        scope.code = scope.driver->capture_state(stream, &state);
    return leave(&scope, "asking about a recording") == CUJIT_OK && state != CJ_CUDA_CAPTURE_NONE;
}

/* The driver calls `release` on a thread of its own, once all launches of the graph have ended. */
static cj_cuda_result keep(const cj_driver *driver, cj_cuda_stream stream, void *object, void (*release)(void *object))
{
    unsigned state = CJ_CUDA_CAPTURE_NONE;
    cj_cuda_graph graph = NULL;
    cj_cuda_user_object kept = NULL;
    cj_cuda_result code = driver->capture_info(stream, &state, NULL, &graph, NULL, NULL);

    if (code == CJ_CUDA_OK && (state == CJ_CUDA_CAPTURE_NONE || state == CJ_CUDA_CAPTURE_SPOILED))
        code = CJ_CUDA_CAPTURE_INVALIDATED; /* or ended by another thread meanwhile */
    if (code == CJ_CUDA_OK)
        code = driver->object_create(&kept, object, release, 1, CJ_CUDA_OBJECT_NO_SYNC);
    if (code != CJ_CUDA_OK) {
        release(object);
        return code;
    }
    if ((code = driver->graph_retain(graph, kept, 1, CJ_CUDA_OBJECT_MOVE)) != CJ_CUDA_OK)
        driver->object_release(kept, 1);
    return code;
}

cujit_status cj_cuda_graph_keep(cj_device *device, void *stream, void *object, void (*release)(void *object),
                                cujit_error *error)
{
    cuda_scope scope;

    if (cj_cuda_enter(&scope, device, error))
        scope.code = keep(scope.driver, stream, object, release);
    else
        release(object);
    return leave(&scope, "giving a graph its workspace");
}
