/*
 * cujit/stream.h: streams, events and graphs, the second part of section 10 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_STREAM_H
#define CUJIT_STREAM_H

#ifdef __cplusplus
extern "C" {
#endif

/* A stream that does not wait for the default stream. It is the caller's, who frees it with cujit_stream_free(). */
CUJIT_API cujit_status cujit_stream_create(cujit_context *context, cujit_stream *stream, cujit_error *error);
/* The same with flags, any of them or 0. */
enum {
    CUJIT_STREAM_BLOCKING = 1 /* its work and that of the default stream wait for each other (CU_STREAM_DEFAULT) */
};
CUJIT_API cujit_status cujit_stream_create_with_flags(cujit_context *context, unsigned flags, cujit_stream *stream,
                                                      cujit_error *error);
/* Its work goes on. Streams of the driver's own that reductions or scans ran on must be idle when they are destroyed:
 * it gives their handles to new ones at once. */
CUJIT_API void cujit_stream_free(cujit_context *context, cujit_stream stream);
/* Waits until a stream's work is done; or only sets *done to 1 where it is, else to 0. NULL: the default stream. What
 * went wrong in that work is CUJIT_ERROR_DEVICE. CUJIT_ERROR_UNSUPPORTED: the stream is being recorded into a graph. */
CUJIT_API cujit_status cujit_stream_synchronize(cujit_context *context, cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_stream_query(cujit_context *context, cujit_stream stream, int *done, cujit_error *error);

/* A point in a stream's work, with a clock. */
typedef struct cujit_event cujit_event;

/* A new event is done as long as it was not recorded. Freeing it does not wait. */
CUJIT_API cujit_status cujit_event_create(cujit_context *context, cujit_event **event, cujit_error *error);
CUJIT_API void cujit_event_free(cujit_event *event);
/* The event stands for what `stream` (NULL: the default stream) has been given so far, and no longer for what it was
 * recorded at before. */
CUJIT_API cujit_status cujit_event_record(cujit_event *event, cujit_stream stream, cujit_error *error);
/* Waits for an event; or only says whether it is done. Errors as of streams. */
CUJIT_API cujit_status cujit_event_synchronize(cujit_event *event, cujit_error *error);
CUJIT_API cujit_status cujit_event_query(cujit_event *event, int *done, cujit_error *error);
/* Work that `stream` gets from now on waits for the event. */
CUJIT_API cujit_status cujit_event_wait(cujit_event *event, cujit_stream stream, cujit_error *error);
/* Milliseconds from one event to a later one of the same context; both recorded and done. */
CUJIT_API cujit_status cujit_event_elapsed(cujit_event *start, cujit_event *end, double *ms, cujit_error *error);

/*
 * Graphs. A sequence of launches that is done again and again, on the same arrays, is recorded once and then launched
 * as a whole. On a GPU that costs a fraction of the launches one by one (it is a CUDA graph); the host does the steps
 * in turn.
 *
 *     cujit_graph_begin(context, stream, &error);
 *     cujit_elementwise_run(scale, &(cujit_elementwise_options){.stream = stream}, CUJIT_ARGS(2.0f, x), &error);
 *     cujit_function_launch(add, &(cujit_launch){.grid = {blocks}, .block = {256}, .stream = stream}, args, &error);
 *     cujit_graph_end(context, stream, &graph, &error);
 *     for (int k = 0; k < 1000; k++)
 *         cujit_graph_launch(graph, stream, &error);
 *
 * Between begin and end, what goes to the stream is recorded instead of run: launches of kernels, checked and prepared,
 * with the numbers and addresses that they are called with; asynchronous copies and fills; launches of other graphs,
 * which become a part of this one and may be freed. A variant of a kernel that is needed for the first time is built
 * and loaded as ever. Kernels and modules that it launches stay loaded as long as there is the graph; arrays and other
 * memory must be kept by the caller.
 *
 * Another stream becomes part of the recording by waiting for an event that was recorded on the stream, and must end by
 * recording an event that the stream waits for. Such events are no points in time: they cannot be asked, waited for or
 * timed by the host (CUJIT_ERROR_UNSUPPORTED), nor waited for by streams once the recording is over.
 *
 * What is not recorded: whatever waits (for the stream, for the whole device) and buffers on the fly are
 * CUJIT_ERROR_UNSUPPORTED and leave the recording as it is. Copies that are done when they return, and allocations, are
 * done at once and are no part of it. Memory of a pool (section 12) must be neither taken nor released on the stream.
 *
 * The same goes for captures with the driver's or the runtime's own functions (cuStreamBeginCapture), in each of their
 * three modes: nothing else is needed there than to launch on the stream that is captured.
 */
typedef struct cujit_graph cujit_graph;

/* `stream` is any but NULL. CUJIT_ERROR_INVALID_ARGUMENT: it is being recorded already. One that waits for the default
 * stream, made with CUJIT_STREAM_BLOCKING or by cuStreamCreate() without CU_STREAM_NON_BLOCKING, leaves the default
 * stream without use until the end. */
CUJIT_API cujit_status cujit_graph_begin(cujit_context *context, cujit_stream stream, cujit_error *error);

/* By the thread that began. After an error too the recording is over, unless another thread began it or an argument was
 * NULL. */
CUJIT_API cujit_status cujit_graph_end(cujit_context *context, cujit_stream stream, cujit_graph **graph,
                                       cujit_error *error);

/* Runs what was recorded, in the order of `stream` (any one; NULL: the default stream). Launches of one graph run one
 * after the other. From one thread at a time. */
CUJIT_API cujit_status cujit_graph_launch(cujit_graph *graph, cujit_stream stream, cujit_error *error);

/* Its launches must be done. */
CUJIT_API void cujit_graph_free(cujit_graph *graph);

#ifdef __cplusplus
}
#endif

#endif
