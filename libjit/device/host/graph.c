/*
 * graph.c: streams, events and graphs of the host.
 *
 * All work is done when a call returns, so that all streams are blocking: a stream is a mere name, and an event
 * remembers when it was recorded. Only what goes to a stream that is being recorded is done later, when its graph is
 * launched.
 */
#include "libjit/device/host/graph.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/device/host/operations.h"

#include <string.h>

struct cj_host_graph {
    atomic_size_t references; /* the caller's, and those of graphs that launch it */
    cj_host_step *first, **end;
    pthread_mutex_t running; /* as on a GPU, its launches run one after the other */

    /* While it is being recorded. */
    uint64_t number;
    void *origin;    /* the stream that it was begun on, which is among the members */
    cj_text members; /* streams, one pointer behind the other; NULL: one that has left */
    cj_host_graph *following;
};

static void step_free(cj_host_step *step)
{
    if (step->clear != NULL)
        step->clear(step);
    cj_free(step);
}

static void release(void *released)
{
    cj_host_graph *graph = released;

    if (graph == NULL || atomic_fetch_sub(&graph->references, 1) != 1)
        return;
    for (cj_host_step *step = graph->first, *next; step != NULL; step = next) {
        next = step->following;
        step_free(step);
    }
    cj_text_clear(&graph->members);
    pthread_mutex_destroy(&graph->running);
    cj_free(graph);
}

void cj_host_graphs_init(cj_host_device *device)
{
    atomic_init(&device->recording, 0);
    pthread_mutex_init(&device->lock, NULL);
}

void cj_host_graphs_clear(cj_host_device *device)
{
    for (cj_host_graph *graph = device->recordings, *next; graph != NULL; graph = next) {
        next = graph->following;
        release(graph);
    }
    pthread_mutex_destroy(&device->lock);
}

/* ---- With the lock held ------------------------------------------------------------------------------------------ */

/* Where that stream stands among the members; NULL: it is none. */
static void **find_member(const cj_host_graph *recording, const void *stream)
{
    void **members = (void **)(void *)recording->members.data;

    for (size_t k = 0; stream != NULL && k < recording->members.length / sizeof *members; k++)
        if (members[k] == stream)
            return &members[k];
    return NULL;
}

static cj_host_graph *find_recording(const cj_host_device *device, const void *stream)
{
    cj_host_graph *recording = device->recordings;

    while (recording != NULL && find_member(recording, stream) == NULL)
        recording = recording->following;
    return recording;
}

/* False: memory ran out. */
static bool join(cj_host_graph *recording, void *stream)
{
    bool joined;

    cj_text_append_n(&recording->members, &stream, sizeof stream);
    joined = !recording->members.failed;
    recording->members.failed = false; /* another time there may be memory */
    return joined;
}

/* ---- Recording --------------------------------------------------------------------------------------------------- */

uint64_t cj_host_recording_of(cj_device *base, const void *stream)
{
    cj_host_device *device = (cj_host_device *)base;
    const cj_host_graph *recording;
    uint64_t number;

    pthread_mutex_lock(&device->lock);
    recording = find_recording(device, stream);
    number = recording != NULL ? recording->number : 0;
    pthread_mutex_unlock(&device->lock);
    return number;
}

cujit_status cj_host_record(cj_device *base, const void *stream, cj_host_step *step, cujit_error *error)
{
    cj_host_device *device = (cj_host_device *)base;
    cj_host_graph *recording;

    pthread_mutex_lock(&device->lock);
    if ((recording = find_recording(device, stream)) != NULL) {
        step->following = NULL;
        *recording->end = step;
        recording->end = &step->following;
    }
    pthread_mutex_unlock(&device->lock);
    if (recording != NULL)
        return CUJIT_OK;
    step_free(step);
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "recording a graph: another thread ended the recording meanwhile");
}

cujit_status cj_host_do(cj_device *device, const void *stream, const cj_host_step *step, size_t size,
                        cujit_error *error)
{
    cj_host_step *copy;

    if (!cj_host_records(device, stream))
        return step->run(step, error);
    if ((copy = cj_malloc(size)) == NULL)
        return cj_error_no_memory(error, "a graph");
    memcpy(copy, step, size);
    return cj_host_record(device, stream, copy, error);
}

/* ---- Streams and events ------------------------------------------------------------------------------------------ */

typedef struct event {
    _Atomic double time;       /* of its record; below 0: not recorded yet */
    _Atomic uint64_t recorded; /* the number of the recording of a graph that it was recorded into; 0: none */
} event;

cujit_status cj_host_stream_create(cj_device *device, bool blocking, void **out, cujit_error *error)
{
    char *stream = cj_malloc(1);

    if (stream == NULL)
        return cj_error_no_memory(error, "a stream");
    *out = stream;
    return CUJIT_OK;
}

void cj_host_stream_free(cj_device *base, void *stream)
{
    cj_host_device *device = (cj_host_device *)base;
    cj_host_graph *recording;

    pthread_mutex_lock(&device->lock);
    if ((recording = find_recording(device, stream)) != NULL)
        *find_member(recording, stream) = NULL;
    pthread_mutex_unlock(&device->lock);
    cj_free(stream);
}

/* Nothing of a stream that is being recorded runs, so that nobody could wait for it. */
cujit_status cj_host_stream_query(cj_device *device, void *stream, bool *done, cujit_error *error)
{
    if (cj_host_records(device, stream))
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s a stream: the stream is being recorded into a graph, and nothing of it runs before the "
                            "recording has ended",
                            done != NULL ? "asking about" : "waiting for");
    if (done != NULL)
        *done = true;
    return CUJIT_OK;
}

/* A stream of a recording may wait for its own events only; one of none, for those of a recording, which it then
 * joins. */
cujit_status cj_host_stream_wait(cj_device *base, void *stream, void *waited, cujit_error *error)
{
    cj_host_device *device = (cj_host_device *)base;
    event *e = waited;
    const uint64_t number = atomic_load(&e->recorded);
    cj_host_graph *own, *other;
    const char *refused = NULL;
    bool joined = true;

    if (number == 0 && atomic_load(&device->recording) == 0)
        return CUJIT_OK;
    pthread_mutex_lock(&device->lock);
    own = find_recording(device, stream);
    other = device->recordings;
    while (other != NULL && other->number != number)
        other = other->following;
    if (number != 0 && other == NULL)
        refused = "the event was last recorded into a graph, whose recording is over";
    else if (own != NULL && own != other)
        refused = "the stream is being recorded into a graph, and the event is not of this recording";
    else if (other != NULL && stream == NULL)
        refused = "the event is of a graph that is being recorded, and the default stream cannot be part of one";
    else if (own != other)
        joined = join(other, stream);
    pthread_mutex_unlock(&device->lock);
    if (refused != NULL)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "letting a stream wait for an event: %s", refused);
    return joined ? CUJIT_OK : cj_error_no_memory(error, "a graph");
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

cujit_status cj_host_event_record(cj_device *base, void *recorded, void *stream, cujit_error *error)
{
    cj_host_device *device = (cj_host_device *)base;
    event *e = recorded;
    const uint64_t number = atomic_load(&device->recording) != 0 ? cj_host_recording_of(base, stream) : 0;

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

/* ---- Graphs ------------------------------------------------------------------------------------------------------ */

bool cj_host_graph_records(cj_device *device, void *stream)
{
    return cj_host_records(device, stream);
}

cujit_status cj_host_graph_begin(cj_device *base, void *stream, cujit_error *error)
{
    cj_host_device *device = (cj_host_device *)base;
    cj_host_graph *graph = cj_calloc(1, sizeof *graph);

    if (graph == NULL)
        return cj_error_no_memory(error, "a graph");
    atomic_init(&graph->references, 1);
    pthread_mutex_init(&graph->running, NULL);
    graph->end = &graph->first;
    graph->origin = stream;
    if (!join(graph, stream)) {
        release(graph);
        return cj_error_no_memory(error, "a graph");
    }
    pthread_mutex_lock(&device->lock);
    graph->number = ++device->begun;
    graph->following = device->recordings;
    device->recordings = graph;
    atomic_fetch_add(&device->recording, 1);
    pthread_mutex_unlock(&device->lock);
    return CUJIT_OK;
}

cujit_status cj_host_graph_end(cj_device *base, void *stream, void **out, cujit_error *error)
{
    cj_host_device *device = (cj_host_device *)base;
    cj_host_graph *ended, **link;

    pthread_mutex_lock(&device->lock);
    link = &device->recordings;
    while (*link != NULL && (*link)->origin != stream)
        link = &(*link)->following;
    if ((ended = *link) != NULL) {
        *link = ended->following;
        atomic_fetch_sub(&device->recording, 1);
    }
    pthread_mutex_unlock(&device->lock);
    if (ended == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "recording a graph: it was not begun on this stream");
    *out = ended;
    return CUJIT_OK;
}

static cujit_status run_all(cj_host_graph *graph, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    pthread_mutex_lock(&graph->running);
    for (const cj_host_step *step = graph->first; step != NULL && status == CUJIT_OK; step = step->following)
        if (step->run != NULL)
            status = step->run(step, error);
    pthread_mutex_unlock(&graph->running);
    return status;
}

/* What is there as long as the graph is: a step with nothing to do, or a graph to run. */
typedef struct keeping {
    cj_host_step step;
    void *object;
    void (*release)(void *object);
} keeping;

static void clear_keeping(cj_host_step *step)
{
    const keeping *kept = (const keeping *)step;

    kept->release(kept->object);
}

static cujit_status run_nested(const cj_host_step *step, cujit_error *error)
{
    return run_all(((const keeping *)step)->object, error);
}

static cujit_status keep(cj_device *device, void *stream, keeping kept, cujit_error *error)
{
    keeping *step = cj_malloc(sizeof *step);

    if (step == NULL) {
        kept.release(kept.object);
        return cj_error_no_memory(error, "a graph");
    }
    *step = kept;
    return cj_host_record(device, stream, &step->step, error);
}

cujit_status cj_host_graph_launch(cj_device *device, void *launched, void *stream, cujit_error *error)
{
    cj_host_graph *graph = launched;

    if (!cj_host_records(device, stream))
        return run_all(graph, error);
    atomic_fetch_add(&graph->references, 1);
    return keep(device, stream, (keeping){{.run = run_nested, .clear = clear_keeping}, graph, release}, error);
}

cujit_status cj_host_graph_keep(cj_device *device, void *stream, void *object, void (*release_object)(void *object),
                                cujit_error *error)
{
    return keep(device, stream, (keeping){{.clear = clear_keeping}, object, release_object}, error);
}

void cj_host_graph_free(cj_device *device, void *graph)
{
    release(graph);
}
