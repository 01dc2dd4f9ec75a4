/*
 * fake_libcuda_graph.c: the graphs of the fake CUDA driver: one capture at a time, and of what is captured a graph
 * holds nothing but the objects that it keeps.
 */
#include "tests/fake_libcuda_parts.h"

#include <stdlib.h>

enum { MAX_KEPT = 16 };

typedef struct fake_object {
    void *object;
    void (*release)(void *object);
    unsigned references;
} fake_object;

/* A graph, or one that is ready to run. */
typedef struct fake_graph {
    fake_object *kept[MAX_KEPT];
    size_t count;
} fake_graph;

static fake_graph captured;

/* ---- objects ---- */

static void drop(fake_object *object, unsigned count)
{
    if ((object->references -= count) != 0)
        return;
    object->release(object->object);
    fake_cuda()->live_objects--;
    free(object);
}

static void drop_all(fake_graph *graph)
{
    for (size_t k = 0; k < graph->count; k++)
        drop(graph->kept[k], 1);
    graph->count = 0;
}

/* What keeps the same objects as `from`. */
static fake_graph *copy_of(const fake_graph *from)
{
    fake_graph *made = malloc(sizeof *made);

    *made = *from;
    for (size_t k = 0; k < made->count; k++)
        made->kept[k]->references++;
    fake_cuda()->live_graphs++;
    return made;
}

static void destroy(fake_graph *graph)
{
    drop_all(graph);
    free(graph);
    fake_cuda()->live_graphs--;
}

cj_cuda_result cuUserObjectCreate(cj_cuda_user_object *made, void *pointer, void (*release)(void *object),
                                  unsigned count, unsigned flags)
{
    fake_object *object;

    if (fake_fails("cuUserObjectCreate"))
        return fake_code;
    if (flags != CJ_CUDA_OBJECT_NO_SYNC || count == 0)
        return CJ_CUDA_INVALID_VALUE;
    object = malloc(sizeof *object);
    *object = (fake_object){pointer, release, count};
    fake_cuda()->live_objects++;
    *made = (cj_cuda_user_object)(void *)object;
    return CJ_CUDA_OK;
}

cj_cuda_result cuUserObjectRelease(cj_cuda_user_object object, unsigned count)
{
    drop((fake_object *)(void *)object, count);
    return fake_enter("cuUserObjectRelease");
}

cj_cuda_result cuGraphRetainUserObject(cj_cuda_graph opaque, cj_cuda_user_object object, unsigned count, unsigned flags)
{
    fake_graph *graph = (fake_graph *)(void *)opaque;

    if (fake_fails("cuGraphRetainUserObject"))
        return fake_code;
    if (flags != CJ_CUDA_OBJECT_MOVE || count != 1 || graph->count == MAX_KEPT)
        return CJ_CUDA_INVALID_VALUE;
    graph->kept[graph->count++] = (fake_object *)(void *)object;
    return CJ_CUDA_OK;
}

/* ---- captures ---- */

cj_cuda_result cuStreamBeginCapture_v2(cj_cuda_stream stream, unsigned mode)
{
    fake_state *state = fake_cuda();

    if (fake_fails("cuStreamBeginCapture_v2"))
        return fake_code;
    state->recorded = stream;
    state->record_mode = mode;
    state->spoiled = 0;
    state->last_node = NULL;
    drop_all(&captured);
    return CJ_CUDA_OK;
}

cj_cuda_result cuStreamEndCapture(cj_cuda_stream stream, cj_cuda_graph *graph)
{
    cj_cuda_result code = fake_enter("cuStreamEndCapture");
    fake_state *state = fake_cuda();

    if (code == CJ_CUDA_CAPTURE_WRONG_THREAD)
        return code;
    state->recorded = NULL;
    if (code == CJ_CUDA_OK && state->spoiled)
        code = CJ_CUDA_CAPTURE_INVALIDATED;
    if (code == CJ_CUDA_OK)
        *graph = (cj_cuda_graph)(void *)copy_of(&captured);
    drop_all(&captured);
    return code;
}

cj_cuda_result cuStreamIsCapturing(cj_cuda_stream stream, unsigned *capturing)
{
    const fake_state *state = fake_cuda();

    *capturing = stream == NULL || (const void *)stream != state->recorded ? 0 : state->spoiled ? 2 : 1;
    return fake_enter("cuStreamIsCapturing");
}

cj_cuda_result cuStreamGetCaptureInfo_v2(cj_cuda_stream stream, unsigned *capturing, unsigned long *id,
                                         cj_cuda_graph *graph, const cj_cuda_node **last, size_t *count)
{
    cj_cuda_result code = fake_enter("cuStreamGetCaptureInfo_v2");
    fake_state *state = fake_cuda();

    *capturing = stream == NULL || (const void *)stream != state->recorded ? 0 : state->spoiled ? 2 : 1;
    if (code != CJ_CUDA_OK || *capturing != 1)
        return code;
    *graph = (cj_cuda_graph)(void *)&captured;
    if (last != NULL)
        *last = (const cj_cuda_node *)&state->last_node;
    if (count != NULL)
        *count = state->last_node != NULL;
    return CJ_CUDA_OK;
}

cj_cuda_result cuStreamUpdateCaptureDependencies(cj_cuda_stream stream, cj_cuda_node *last, size_t count,
                                                 unsigned flags)
{
    if (fake_fails("cuStreamUpdateCaptureDependencies"))
        return fake_code;
    if ((const void *)stream != fake_cuda()->recorded || count != 1 || flags != CJ_CUDA_CAPTURE_REPLACE)
        return CJ_CUDA_INVALID_VALUE;
    fake_cuda()->last_node = last[0];
    return CJ_CUDA_OK;
}

/* ---- graphs ---- */

cj_cuda_result cuGraphInstantiateWithFlags(cj_cuda_graph_exec *ready, cj_cuda_graph graph, unsigned long long flags)
{
    cj_cuda_result code = fake_enter("cuGraphInstantiateWithFlags");

    if (code == CJ_CUDA_OK)
        *ready = (cj_cuda_graph_exec)(void *)copy_of((const fake_graph *)(void *)graph);
    return code;
}

cj_cuda_result cuGraphAddChildGraphNode(cj_cuda_node *made, cj_cuda_graph graph, const cj_cuda_node *last, size_t count,
                                        cj_cuda_graph added)
{
    const fake_graph *child = (const fake_graph *)(void *)added;
    fake_state *state = fake_cuda();

    if (fake_fails("cuGraphAddChildGraphNode"))
        return fake_code;
    if ((void *)graph != (void *)&captured || captured.count + child->count > MAX_KEPT)
        return CJ_CUDA_INVALID_VALUE;
    for (size_t k = 0; k < child->count; k++) {
        captured.kept[captured.count++] = child->kept[k];
        child->kept[k]->references++;
    }
    state->added_graph = added;
    state->added_after = count == 0 ? NULL : last[0];
    *made = (cj_cuda_node)(void *)&state->calls[count == 0 ? 0 : 1];
    return CJ_CUDA_OK;
}

cj_cuda_result cuGraphLaunch(cj_cuda_graph_exec ready, cj_cuda_stream stream)
{
    cj_cuda_result code = fake_enter("cuGraphLaunch");
    fake_state *state = fake_cuda();

    if (stream != NULL && (const void *)stream == state->recorded) {
        state->spoiled = 1;
        return CJ_CUDA_CAPTURE_UNSUPPORTED;
    }
    state->launch_stream = stream;
    return code;
}

cj_cuda_result cuGraphDestroy(cj_cuda_graph graph)
{
    destroy((fake_graph *)(void *)graph);
    return fake_enter("cuGraphDestroy");
}

cj_cuda_result cuGraphExecDestroy(cj_cuda_graph_exec ready)
{
    destroy((fake_graph *)(void *)ready);
    return fake_enter("cuGraphExecDestroy");
}
