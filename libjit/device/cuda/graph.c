/*
 * graph.c: recording what goes to a stream into a graph, and running it again.
 *
 * Recordings are begun in the driver's thread-local mode: what other threads do meanwhile cannot spoil them. What this
 * thread may have to do (loading a variant of a kernel on its first use, allocating) is done in the relaxed mode, see
 * cj_cuda_relax_capture().
 */
#include "libjit/base/alloc.h"
#include "libjit/device/cuda/device.h"

/* What cj_cuda_graph_end() makes. */
typedef struct cuda_graph {
    cj_cuda_graph recorded; /* which becomes a part of other graphs */
    cj_cuda_graph_exec ready;
} cuda_graph;

static cujit_status graph_error(const cuda_device *device, cj_cuda_result code, const char *what, cujit_error *error)
{
    return cj_driver_error(device->driver, CUJIT_ERROR_DEVICE, code, error, "%s on %s", what, device->base.name);
}

cujit_status cj_cuda_graph_begin(cj_device *base, void *stream, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    code = device->driver->capture_begin((cj_cuda_stream)stream, CJ_CUDA_CAPTURE_THREAD_LOCAL);
    cj_cuda_leave(device, pushed);
    return code == CJ_CUDA_OK ? CUJIT_OK : graph_error(device, code, "beginning to record a graph", error);
}

cujit_status cj_cuda_graph_end(cj_device *base, void *stream, void **out, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    const cj_driver *driver = device->driver;
    cuda_graph *made;
    bool pushed = false;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    if ((made = cj_calloc(1, sizeof *made)) == NULL) {
        cj_cuda_graph dropped = NULL;

        if (driver->capture_end((cj_cuda_stream)stream, &dropped) == CJ_CUDA_OK) /* it ends all the same */
            driver->graph_destroy(dropped);
        cj_cuda_leave(device, pushed);
        return cj_error_no_memory(error, "a graph");
    }
    code = driver->capture_end((cj_cuda_stream)stream, &made->recorded);
    if (code == CJ_CUDA_OK) {
        unsigned mode = cj_cuda_relax_capture(driver); /* this thread may be recording on another stream */

        if ((code = driver->graph_make(&made->ready, made->recorded, 0)) != CJ_CUDA_OK)
            driver->graph_destroy(made->recorded);
        cj_cuda_restore_capture(driver, mode);
    }
    cj_cuda_leave(device, pushed);
    if (code != CJ_CUDA_OK) {
        cj_free(made);
        return graph_error(device, code, "recording a graph", error);
    }
    *out = made;
    return CUJIT_OK;
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

cujit_status cj_cuda_graph_launch(cj_device *base, void *opaque, void *stream, cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    const cuda_graph *graph = opaque;
    bool pushed = false, recorded;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    code = record_graph(device->driver, graph, (cj_cuda_stream)stream, &recorded);
    if (code == CJ_CUDA_OK && !recorded)
        code = device->driver->graph_launch(graph->ready, (cj_cuda_stream)stream);
    cj_cuda_leave(device, pushed);
    if (code == CJ_CUDA_OK)
        return CUJIT_OK;
    return cj_driver_error(device->driver, CUJIT_ERROR_LAUNCH, code, error,
                           recorded ? "recording the launch of a graph on %s" : "launching a graph on %s",
                           device->base.name);
}

void cj_cuda_graph_free(cj_device *base, void *opaque)
{
    const cuda_device *device = (const cuda_device *)base;
    cuda_graph *graph = opaque;
    bool pushed = false;
    unsigned mode;

    if (cj_cuda_enter(device, &pushed, NULL) == CUJIT_OK) {
        mode = cj_cuda_relax_capture(device->driver);
        device->driver->graph_exec_destroy(graph->ready);
        device->driver->graph_destroy(graph->recorded);
        cj_cuda_restore_capture(device->driver, mode);
        cj_cuda_leave(device, pushed);
    }
    cj_free(graph);
}

/* A recording that was spoiled counts: it is there until it is ended. */
bool cj_cuda_graph_records(cj_device *base, void *stream)
{
    const cuda_device *device = (const cuda_device *)base;
    unsigned state = CJ_CUDA_CAPTURE_NONE;
    bool pushed = false, records;

    if (cj_cuda_enter(device, &pushed, NULL) != CUJIT_OK)
        return false;
    records = device->driver->capture_state((cj_cuda_stream)stream, &state) == CJ_CUDA_OK &&
              state != CJ_CUDA_CAPTURE_NONE;
    cj_cuda_leave(device, pushed);
    return records;
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

cujit_status cj_cuda_graph_keep(cj_device *base, void *stream, void *object, void (*release)(void *object),
                                cujit_error *error)
{
    const cuda_device *device = (const cuda_device *)base;
    bool pushed = false;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(device, &pushed, error);

    if (status != CUJIT_OK) {
        release(object);
        return status;
    }
    code = keep(device->driver, (cj_cuda_stream)stream, object, release);
    cj_cuda_leave(device, pushed);
    return code == CJ_CUDA_OK ? CUJIT_OK : graph_error(device, code, "giving a graph its workspace", error);
}

cujit_status cj_cuda_check_wait(const cuda_device *device, cj_cuda_stream stream, const char *what, cujit_error *error)
{
    unsigned state = CJ_CUDA_CAPTURE_NONE;
    cj_cuda_result code = device->driver->capture_state(stream, &state);

    if (code == CJ_CUDA_CAPTURE_IMPLICIT) /* the one answer that is about another stream than this; and does no harm */
        return cj_driver_error(device->driver, CUJIT_ERROR_UNSUPPORTED, code, error, "%s on %s", what,
                               device->base.name);
    if (code != CJ_CUDA_OK || state == CJ_CUDA_CAPTURE_NONE)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "%s on %s: the stream is being recorded into a graph, and nothing of it runs before the "
                        "recording has ended",
                        what, device->base.name);
}
