/*
 * graph.c: recording steps into a graph, and doing them.
 */
#include "libjit/device/host/graph.h"

#include "libjit/base/alloc.h"
#include "libjit/device/host/operations.h"

#include <string.h>

/* What is there as long as the graph is. */
typedef struct kept {
    void *object;
    void (*release)(void *object);
} kept;

typedef struct graph {
    atomic_size_t references; /* the caller's, and those of graphs that launch it */
    cj_host_step *first, **end;
    cj_text kept;            /* one behind the other */
    pthread_mutex_t running; /* as on a GPU, its launches run one after the other */
} graph;

struct cj_host_recording {
    uint64_t number;
    void *origin;    /* the stream that it was begun on, which is among the members */
    cj_text members; /* streams, one pointer behind the other; NULL: one that has left */
    graph *graph;
    cj_host_recording *following;
};

static void graph_release(graph *g)
{
    const kept *all;

    if (g == NULL || atomic_fetch_sub(&g->references, 1) != 1)
        return;
    for (cj_host_step *step = g->first, *next; step != NULL; step = next) {
        next = step->following;
        if (step->clear != NULL)
            step->clear(step);
        cj_free(step);
    }
    all = (const kept *)(const void *)g->kept.data;
    for (size_t k = 0; k < g->kept.length / sizeof *all; k++)
        all[k].release(all[k].object);
    cj_text_clear(&g->kept);
    pthread_mutex_destroy(&g->running);
    cj_free(g);
}

static void recording_free(cj_host_recording *recording)
{
    cj_text_clear(&recording->members);
    graph_release(recording->graph);
    cj_free(recording);
}

void cj_host_graphs_init(cj_host_device *device)
{
    atomic_init(&device->recording, 0);
    pthread_mutex_init(&device->lock, NULL);
}

void cj_host_graphs_clear(cj_host_device *device)
{
    for (cj_host_recording *recording = device->recordings, *next; recording != NULL; recording = next) {
        next = recording->following;
        recording_free(recording);
    }
    pthread_mutex_destroy(&device->lock);
}

/* ---- With the lock held ------------------------------------------------------------------------------------------ */

/* Where that stream stands among the members; NULL: it is none. */
static void **find_member(const cj_host_recording *recording, const void *stream)
{
    void **members = (void **)(void *)recording->members.data;

    for (size_t k = 0; stream != NULL && k < recording->members.length / sizeof *members; k++)
        if (members[k] == stream)
            return &members[k];
    return NULL;
}

static cj_host_recording *find_recording(const cj_host_device *device, const void *stream)
{
    cj_host_recording *recording = device->recordings;

    while (recording != NULL && find_member(recording, stream) == NULL)
        recording = recording->following;
    return recording;
}

/* False: memory ran out. */
static bool join(cj_host_recording *recording, void *stream)
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
    const cj_host_recording *recording;
    uint64_t number;

    pthread_mutex_lock(&device->lock);
    recording = find_recording(device, stream);
    number = recording != NULL ? recording->number : 0;
    pthread_mutex_unlock(&device->lock);
    return number;
}

static cujit_status recording_is_over(cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "recording a graph: another thread ended the recording meanwhile");
}

cujit_status cj_host_record(cj_device *base, const void *stream, cj_host_step *step, cujit_error *error)
{
    cj_host_device *device = (cj_host_device *)base;
    cj_host_recording *recording;

    pthread_mutex_lock(&device->lock);
    if ((recording = find_recording(device, stream)) != NULL) {
        step->following = NULL;
        *recording->graph->end = step;
        recording->graph->end = &step->following;
    }
    pthread_mutex_unlock(&device->lock);
    if (recording != NULL)
        return CUJIT_OK;
    if (step->clear != NULL)
        step->clear(step);
    cj_free(step);
    return recording_is_over(error);
}

cujit_status cj_host_record_copy(cj_device *device, const void *stream, const cj_host_step *step, size_t size,
                                 cujit_error *error)
{
    cj_host_step *copy = cj_malloc(size);

    if (copy == NULL)
        return cj_error_no_memory(error, "a graph");
    memcpy(copy, step, size);
    return cj_host_record(device, stream, copy, error);
}

/* What a stream of the recording `own` (NULL: of none) may wait for: its own events; one of none, that of a recording,
 * which it then joins. */
static cujit_status join_or_refuse(cj_host_recording *own, cj_host_recording *other, void *stream, cujit_error *error)
{
    static const char what[] = "letting a stream wait for an event";

    if (own == other)
        return CUJIT_OK;
    if (own != NULL)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: the stream is being recorded into a graph, and the event is not of this recording",
                            what);
    if (stream == NULL)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: the event is of a graph that is being recorded, and the default stream cannot be part "
                            "of one",
                            what);
    return join(other, stream) ? CUJIT_OK : cj_error_no_memory(error, "a graph");
}

cujit_status cj_host_recording_wait(cj_device *base, void *stream, uint64_t number, cujit_error *error)
{
    cj_host_device *device = (cj_host_device *)base;
    cj_host_recording *other;
    cujit_status status;

    if (number == 0 && atomic_load(&device->recording) == 0)
        return CUJIT_OK;
    pthread_mutex_lock(&device->lock);
    other = device->recordings;
    while (other != NULL && other->number != number)
        other = other->following;
    if (number != 0 && other == NULL)
        status = cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                              "letting a stream wait for an event: the event was last recorded into a graph, whose "
                              "recording is over");
    else
        status = join_or_refuse(find_recording(device, stream), other, stream, error);
    pthread_mutex_unlock(&device->lock);
    return status;
}

void cj_host_recording_leave(cj_device *base, const void *stream)
{
    cj_host_device *device = (cj_host_device *)base;

    if (atomic_load(&device->recording) == 0)
        return;
    pthread_mutex_lock(&device->lock);
    for (cj_host_recording *recording = device->recordings; recording != NULL; recording = recording->following) {
        void **member = find_member(recording, stream);

        if (member != NULL)
            *member = NULL;
    }
    pthread_mutex_unlock(&device->lock);
}

/* ---- The table's operations -------------------------------------------------------------------------------------- */

bool cj_host_graph_records(cj_device *device, void *stream)
{
    return cj_host_records(device, stream);
}

cujit_status cj_host_graph_begin(cj_device *base, void *stream, cujit_error *error)
{
    cj_host_device *device = (cj_host_device *)base;
    cj_host_recording *recording = cj_calloc(1, sizeof *recording);

    if (recording == NULL || (recording->graph = cj_calloc(1, sizeof *recording->graph)) == NULL)
        goto out;
    atomic_init(&recording->graph->references, 1);
    pthread_mutex_init(&recording->graph->running, NULL);
    recording->graph->end = &recording->graph->first;
    recording->origin = stream;
    if (!join(recording, stream))
        goto out;
    pthread_mutex_lock(&device->lock);
    recording->number = ++device->begun;
    recording->following = device->recordings;
    device->recordings = recording;
    atomic_fetch_add(&device->recording, 1);
    pthread_mutex_unlock(&device->lock);
    return CUJIT_OK;

out:
    if (recording != NULL)
        recording_free(recording);
    return cj_error_no_memory(error, "a graph");
}

cujit_status cj_host_graph_end(cj_device *base, void *stream, void **out, cujit_error *error)
{
    cj_host_device *device = (cj_host_device *)base;
    cj_host_recording *ended, **link;

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
    *out = ended->graph;
    ended->graph = NULL;
    recording_free(ended);
    return CUJIT_OK;
}

static cujit_status run_all(graph *g, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    pthread_mutex_lock(&g->running);
    for (const cj_host_step *step = g->first; step != NULL && status == CUJIT_OK; step = step->following)
        status = step->run(step, error);
    pthread_mutex_unlock(&g->running);
    return status;
}

/* A graph as a step of another one. */
typedef struct nested {
    cj_host_step step;
    graph *graph;
} nested;

static cujit_status run_nested(const cj_host_step *step, cujit_error *error)
{
    return run_all(((const nested *)step)->graph, error);
}

static void clear_nested(cj_host_step *step)
{
    graph_release(((nested *)step)->graph);
}

cujit_status cj_host_graph_launch(cj_device *device, void *opaque, void *stream, cujit_error *error)
{
    graph *g = opaque;
    nested *step;

    if (!cj_host_records(device, stream))
        return run_all(g, error);
    if ((step = cj_malloc(sizeof *step)) == NULL)
        return cj_error_no_memory(error, "a graph");
    *step = (nested){{.run = run_nested, .clear = clear_nested}, g};
    atomic_fetch_add(&g->references, 1);
    return cj_host_record(device, stream, &step->step, error);
}

void cj_host_graph_free(cj_device *device, void *freed)
{
    (void)device;
    graph_release(freed);
}

cujit_status cj_host_graph_keep(cj_device *base, void *stream, void *object, void (*release)(void *object),
                                cujit_error *error)
{
    cj_host_device *device = (cj_host_device *)base;
    const kept added = {object, release};
    cj_host_recording *recording;
    cujit_status status = CUJIT_OK;

    pthread_mutex_lock(&device->lock);
    if ((recording = find_recording(device, stream)) == NULL) {
        status = recording_is_over(error);
    } else {
        cj_text_append_n(&recording->graph->kept, &added, sizeof added);
        if (recording->graph->kept.failed)
            status = cj_error_no_memory(error, "a graph");
        recording->graph->kept.failed = false;
    }
    pthread_mutex_unlock(&device->lock);
    if (status != CUJIT_OK)
        release(object);
    return status;
}
