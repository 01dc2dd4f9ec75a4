/*
 * late_device.h: a device that is late, and a context on it.
 *
 * The device here does nothing before somebody waits for it: what is queued on a stream runs when that stream, or an
 * event on it, is waited for. So memory that is reused or given back too early, or a result that is read too early,
 * shows as a wrong result or under the address sanitizer. Any operation can be made to fail.
 */
#ifndef TESTS_LATE_DEVICE_H
#define TESTS_LATE_DEVICE_H

#include "libjit/runtime/context.h"
#include "tests/kernels.h"

/* The device is one, and what it is told of how to copy does not matter. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

enum { STREAMS = 3, ROOM = 4096 };

/* ---- The late device --------------------------------------------------------------------------------------------- */

typedef enum op_kind { OP_COPY, OP_FILL, OP_ADD, OP_RECORD } op_kind;

typedef struct op {
    op_kind kind;
    void *to;
    const void *from;
    size_t size;
    unsigned char value;
    struct mock_event *event;
} op;

typedef struct mock_event {
    int pending; /* records that are queued and not done */
    int stream;
} mock_event;

static struct {
    op ops[ROOM];
    size_t done, count;
} queues[STREAMS];

static char stream_names[STREAMS];       /* their addresses are the streams; NULL is the first */
static size_t live, allocations, copies; /* what the device handed out and has not got back */
static size_t budget;                    /* bytes that it has */
static long fails_in;                    /* operations until one fails; 0: none does */
static bool pinned_answer;
static bool free_waits; /* as CUDA's does */

static int stream_index(const cujit_stream stream)
{
    return stream == NULL ? 0 : (int)((const char *)stream - stream_names);
}

static cujit_stream stream_of(int number)
{
    return (cujit_stream)(void *)&stream_names[number];
}

static cujit_status step(cujit_error *error)
{
    if (fails_in != 0 && --fails_in == 0)
        return cj_error_set(error, CUJIT_ERROR_DEVICE, "the device broke");
    return CUJIT_OK;
}

static void run_queue(int index)
{
    for (; queues[index].done < queues[index].count; queues[index].done++) {
        op *next = &queues[index].ops[queues[index].done];

        if (next->kind == OP_COPY)
            memcpy(next->to, next->from, next->size);
        else if (next->kind == OP_FILL)
            memset(next->to, next->value, next->size);
        else if (next->kind == OP_RECORD)
            next->event->pending--;
        for (size_t k = 0; next->kind == OP_ADD && k < next->size; k++)
            ((unsigned char *)next->to)[k] = (unsigned char)(((unsigned char *)next->to)[k] + next->value);
    }
    queues[index].done = queues[index].count = 0;
}

static void enqueue(const cujit_stream stream, op what)
{
    int index = stream_index(stream);

    ck_assert_uint_lt(queues[index].count, ROOM);
    queues[index].ops[queues[index].count++] = what;
}

static cujit_status mock_alloc(cj_device *device, cj_memory kind, size_t size, void **out, cujit_error *error)
{
    if (step(error) != CUJIT_OK)
        return CUJIT_ERROR_DEVICE;
    if (size > budget)
        return cj_error_set(error, CUJIT_ERROR_DEVICE_MEMORY, "allocating %zu bytes", size);
    *out = aligned_alloc(256, (size + 255) / 256 * 256 + 256);
    ck_assert_ptr_nonnull(*out);
    memset(*out, 0xA5, size);
    *(size_t *)*out = size; /* free() has to know; nobody else may */
    *out = (char *)*out + 256;
    budget -= size;
    live++;
    allocations++;
    return CUJIT_OK;
}

static void mock_free(cj_device *device, cj_memory kind, void *memory)
{
    void *begin = (char *)memory - 256;

    for (int k = 0; k < STREAMS && free_waits; k++)
        run_queue(k);
    budget += *(size_t *)begin;
    live--;
    free(begin);
}

static cujit_status mock_copy(cj_device *device, void *to, const void *from, size_t size, cj_copy kind, void *stream,
                              bool blocking, cujit_error *error)
{
    if (step(error) != CUJIT_OK)
        return CUJIT_ERROR_DEVICE;
    copies++;
    enqueue(stream, (op){.kind = OP_COPY, .to = to, .from = from, .size = size});
    /* A driver has read memory that is not pinned when it returns. */
    if (blocking || (kind == CJ_COPY_TO_DEVICE && size < (64 << 10) && !pinned_answer))
        run_queue(stream_index(stream));
    return CUJIT_OK;
}

static cujit_status mock_fill(cj_device *device, void *memory, unsigned value, unsigned element_bytes, size_t count,
                              void *stream, cujit_error *error)
{
    if (step(error) != CUJIT_OK)
        return CUJIT_ERROR_DEVICE;
    enqueue(stream, (op){.kind = OP_FILL, .to = memory, .size = count * element_bytes, .value = (unsigned char)value});
    return CUJIT_OK;
}

static bool mock_is_pinned(cj_device *device, const void *memory)
{
    return pinned_answer;
}

static cujit_status mock_stream_query(cj_device *device, void *stream, bool *done, cujit_error *error)
{
    if (done != NULL)
        *done = queues[stream_index(stream)].count == 0;
    else
        run_queue(stream_index(stream));
    return step(error);
}

static cujit_status mock_event_create(cj_device *device, void **out, cujit_error *error)
{
    if (step(error) != CUJIT_OK)
        return CUJIT_ERROR_DEVICE;
    *out = calloc(1, sizeof(mock_event));
    live++;
    return CUJIT_OK;
}

static void mock_event_free(cj_device *device, void *event)
{
    live--;
    /* As in CUDA, a record that is queued still outlives the event: whoever frees one early must not notice. */
    for (int k = 0; k < STREAMS && ((mock_event *)event)->pending != 0; k++)
        run_queue(k);
    free(event);
}

static cujit_status mock_event_record(cj_device *device, void *event, void *stream, cujit_error *error)
{
    if (step(error) != CUJIT_OK)
        return CUJIT_ERROR_DEVICE;
    ((mock_event *)event)->pending++;
    ((mock_event *)event)->stream = stream_index(stream);
    enqueue(stream, (op){.kind = OP_RECORD, .event = event});
    return CUJIT_OK;
}

static cujit_status mock_event_synchronize(cj_device *device, void *event, cujit_error *error)
{
    run_queue(((mock_event *)event)->stream);
    return step(error);
}

static cujit_status mock_event_query(cj_device *device, void *event, bool *done, cujit_error *error)
{
    *done = ((mock_event *)event)->pending == 0;
    return CUJIT_OK;
}

static cujit_status mock_synchronize(cj_device *device, cujit_error *error)
{
    for (int k = 0; k < STREAMS; k++)
        run_queue(k);
    return step(error);
}

static bool recording; /* whether streams are recorded into graphs */

static bool mock_graph_records(cj_device *device, void *stream)
{
    return stream != NULL && recording;
}

/* clang-format off */
static const cj_backend mock = {
    .name = "late", .alloc = mock_alloc, .free = mock_free, .copy = mock_copy, .fill = mock_fill,
    .is_pinned = mock_is_pinned, .stream_query = mock_stream_query, .event_create = mock_event_create,
    .event_free = mock_event_free, .event_record = mock_event_record, .event_synchronize = mock_event_synchronize,
    .event_query = mock_event_query, .synchronize = mock_synchronize,
    .graph_records = mock_graph_records,
};
/* clang-format on */

static cj_device device = {.backend = &mock};
static cujit_context context;

static void make_staging(void)
{
    cj_blocks_init(&context.staging.device, &mock, &device, CJ_MEMORY_DEVICE, (size_t)256 << 20);
    cj_blocks_init(&context.staging.pinned, &mock, &device, CJ_MEMORY_PINNED, (size_t)16 << 20);
}

static inline void setup(void)
{
    memset(queues, 0, sizeof queues);
    live = allocations = copies = 0;
    budget = (size_t)1 << 30;
    fails_in = 0;
    pinned_answer = recording = free_waits = false;
    memset(&context, 0, sizeof context);
    atomic_init(&context.references, 1);
    context.backend = &mock;
    context.device = &device;
    make_staging();
}

/* Everything is given back, whatever happened before. */
static inline void drop_staging(void)
{
    fails_in = 0;
    cj_blocks_clear(&context.staging.device, true);
    cj_blocks_clear(&context.staging.pinned, true);
    make_staging();
    ck_assert_uint_eq(live, 0);
    for (int k = 0; k < STREAMS; k++)
        run_queue(k); /* the sanitizer sees what still touches memory that is gone */
}

#endif
