/*
 * test_staging.c: buffers and block stores on a device that is late.
 *
 * The device here does nothing before somebody waits for it: what is queued on a stream runs when that stream, or an
 * event on it, is waited for. So memory that is reused or given back too early, or a result that is read too early,
 * shows as a wrong result or under the address sanitizer. Any operation can be made to fail.
 */
#include "libjit/base/alloc.h"
#include "libjit/runtime/buffer.h"
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

static void setup(void)
{
    memset(queues, 0, sizeof queues);
    live = allocations = copies = 0;
    budget = (size_t)1 << 30;
    fails_in = 0;
    pinned_answer = recording = false;
    memset(&context, 0, sizeof context);
    atomic_init(&context.references, 1);
    context.backend = &mock;
    context.device = &device;
    make_staging();
}

/* The caller's memory, which frees itself. */
enum { MOST_PATTERNS = 50 };
static unsigned char *patterns[MOST_PATTERNS];
static int pattern_count;

/* Everything is given back, whatever happened before; the caller's memory first, which nobody may touch any more. */
static void drop_staging(void)
{
    while (pattern_count > 0)
        free(patterns[--pattern_count]);
    fails_in = 0;
    cj_blocks_clear(&context.staging.device, true);
    cj_blocks_clear(&context.staging.pinned, true);
    make_staging();
    ck_assert_uint_eq(live, 0);
    for (int k = 0; k < STREAMS; k++)
        run_queue(k); /* the sanitizer sees what still touches memory that is gone */
}

/* ---- Buffers ----------------------------------------------------------------------------------------------------- */

static const size_t sizes[] = {1, 1000, 64 << 10, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, (5 << 20) + 77};
enum { SIZES = COUNT(sizes) };

/* One call: `kernel` adds 3 to every byte of every argument. */
static cujit_status call(const cujit_arg *args, size_t count, cujit_stream stream, cujit_error *error)
{
    cj_buffers buffers;
    cujit_status status = CUJIT_OK;

    cj_buffers_init(&buffers, &context, stream);
    for (size_t k = 0; k < count && status == CUJIT_OK; k++) {
        const void *value = NULL;

        status = cj_buffers_add(&buffers, &args[k], k, "x", &value, error);
        if (status == CUJIT_OK && args[k].size != 0) {
            ck_assert_ptr_nonnull(*(void *const *)value);
            enqueue(stream, (op){.kind = OP_ADD, .to = *(void *const *)value, .size = args[k].size, .value = 3});
        }
    }
    return cj_buffers_finish(&buffers, status, error);
}

static unsigned char *pattern(size_t size, int seed)
{
    unsigned char *memory = must_malloc(size);

    ck_assert_int_lt(pattern_count, MOST_PATTERNS);
    patterns[pattern_count++] = memory;
    for (size_t k = 0; k < size; k++)
        memory[k] = (unsigned char)(k * 7 + k / 251 + (size_t)seed);
    return memory;
}

static void expect_pattern(const unsigned char *memory, size_t size, int seed, const char *what)
{
    for (size_t k = 0; k < size; k++)
        expect(memory[k] == (unsigned char)(k * 7 + k / 251 + (size_t)seed), "%s: byte %zu of %zu is %d", what, k, size,
               memory[k]);
}

FIXTURE(setup, drop_staging)

TEST_EACH(one_copy_each_way, SIZES)
{
    size_t size = sizes[_i], pieces = size < (64 << 10) ? 1 : (size + (1 << 20) - 1) >> 20;
    unsigned char *in = pattern(size, 1), *out = pattern(size, 2), *inout = pattern(size, 3);
    const cujit_arg args[] = {CUJIT_IN(in, size), CUJIT_INOUT(inout, size)};
    const cujit_arg back = CUJIT_OUT(out, size);

    for (int k = 0; k < 3; k++) {
        size_t before = allocations;

        copies = 0;
        must(call(args, 2, k == 1 ? stream_of(1) : NULL, &fault));
        ck_assert_uint_eq(copies, 3 * pieces);
        expect_pattern(in, size, 1, "in");
        expect_pattern(inout, size, 3 + 3 * (k + 1), "inout");
        /* The second call on a stream takes nothing from the device. */
        ck_assert(k == 0 || allocations == before);
    }
    copies = 0;
    must(call(&back, 1, NULL, &fault));
    ck_assert_uint_eq(copies, pieces);
}

/* With a stream and pinned memory nothing is waited for. */
TEST_EACH(pinned_calls_return_at_once, SIZES)
{
    enum { CALLS = 20 };
    size_t size = sizes[_i];
    unsigned char *memory[CALLS], *last = pattern(size, 9);
    const cujit_arg whole = CUJIT_INOUT(last, size);

    pinned_answer = true;
    for (int k = 0; k < CALLS; k++) {
        const cujit_arg arg = {.kind = CUJIT_ARG_INOUT, .size = size, .value.pointer = memory[k] = pattern(size, k)};

        must(call(&arg, 1, stream_of(1 + k % 2), &fault));
    }
    for (int k = 0; k < CALLS; k++)
        expect_pattern(memory[k], size, k, "before the stream is done");
    ck_assert_uint_le(allocations, 2);   /* one for each stream */
    must(call(&whole, 1, NULL, &fault)); /* the default stream waits */
    expect_pattern(last, size, 12, "default stream");
    run_queue(2);
    run_queue(1);
    for (int k = 0; k < CALLS; k++)
        expect_pattern(memory[k], size, k + 3, "after it");
}

TEST_EACH(streams_that_are_recorded_get_no_buffers, 2)
{
    unsigned char *memory = pattern(100, 1);
    const cujit_arg args[] = {CUJIT_INOUT(memory, 100), CUJIT_IN(memory, 100)};

    pinned_answer = _i != 0;
    recording = true;
    copies = 0;
    refuse(call(args, 2, stream_of(1), &fault), CUJIT_ERROR_UNSUPPORTED, "argument 1 (x): a buffer on the fly");
    ck_assert_uint_eq(copies, 0);
    ck_assert_uint_eq(allocations, 0);
    run_queue(1);
    expect_pattern(memory, 100, 1, "not recorded");
    cujit_error_clear(&fault);
    must(call(args, 1, NULL, &fault)); /* another stream */
    recording = false;
    must(call(args, 1, stream_of(1), &fault));
    run_queue(1);
    expect_pattern(memory, 100, 7, "afterwards");
}

TEST(many_arguments_and_empty_ones)
{
    enum { MANY = 40 };
    cujit_arg args[MANY];

    for (int k = 0; k < MANY; k++)
        args[k] = (cujit_arg){.kind = CUJIT_ARG_INOUT,
                              .size = k % 5 == 0 ? 0 : 100,
                              .value.pointer = k % 5 == 0 ? NULL : pattern(100, k)};
    must(call(args, MANY, NULL, &fault));
    for (int k = 0; k < MANY; k++)
        if (args[k].size != 0)
            expect_pattern(args[k].value.pointer, 100, k + 3, "argument");
}

TEST(memory_that_is_missing_is_named)
{
    char byte = 0;
    const cujit_arg missing[] = {CUJIT_INOUT(&byte, 1), CUJIT_IN(NULL, 12)};
    const cujit_arg large[] = {CUJIT_OUT(&byte, (size_t)1 << 40)};

    refuse(call(missing, 2, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "argument 2 (x): the buffer's memory is NULL, and its size is 12 bytes");
    ck_assert_int_eq(byte, 0);
    refuse(call(large, 1, NULL, &fault), CUJIT_ERROR_DEVICE_MEMORY, "argument 1 (x): allocating 1099511627776 bytes");
}

/* Each operation of the device fails once: an error, and nothing is left behind, neither memory nor a queued copy of
 * the caller's. */
TEST_EACH(a_device_that_breaks_leaks_nothing, SIZES)
{
    size_t size = sizes[_i];
    bool broke;
    long nth = 0;

    pinned_answer = _i % 2;
    do {
        unsigned char *in = pattern(size, 1), *inout = pattern(size, 2);
        const cujit_arg args[] = {CUJIT_IN(in, size), CUJIT_INOUT(inout, size)};
        cujit_status status;

        fails_in = ++nth;
        status = call(args, 2, NULL, &fault);
        broke = fails_in == 0;
        /* Where only the staging broke, the driver's own way was taken. */
        ck_assert_msg(status == CUJIT_OK || (broke && status == CUJIT_ERROR_DEVICE), "operation %ld: %s", nth,
                      fault.message);
        if (status == CUJIT_OK) {
            expect_pattern(in, size, 1, "in");
            expect_pattern(inout, size, 5, "inout");
        }
        cujit_error_clear(&fault);
        run_queue(0); /* a wait that failed has waited nonetheless */
        drop_staging();
    } while (broke);
    ck_assert_int_gt(nth, 5);
}

TEST(running_out_of_memory_is_an_error)
{
    enum { COUNT = 12 };
    unsigned long nth = 0, made;

    do {
        cujit_arg args[COUNT];
        cujit_status status;

        for (int k = 0; k < COUNT; k++)
            args[k] = (cujit_arg){.kind = CUJIT_ARG_INOUT, .size = 70000, .value.pointer = pattern(70000, k)};
        cj_alloc_fail_at(++nth);
        status = call(args, COUNT, NULL, &fault);
        made = cj_alloc_fail_at(0);
        ck_assert(status == CUJIT_OK || status == CUJIT_ERROR_OUT_OF_MEMORY);
        for (int k = 0; k < COUNT; k++)
            expect_pattern(args[k].value.pointer, 70000, status == CUJIT_OK ? k + 3 : k, "argument");
        cujit_error_clear(&fault);
        drop_staging();
    } while (made >= nth);
    ck_assert_uint_gt(nth, COUNT);
}

/* ---- Stores ------------------------------------------------------------------------------------------------------ */

TEST(classes_waste_less_than_an_eighth)
{
    size_t before = 0, index;

    for (size_t size = 1; size < (size_t)1 << 62; size += 1 + size / 61) {
        size_t capacity = cj_blocks_capacity(size, &index), again, same = cj_blocks_capacity(capacity, &again);

        expect(capacity >= size && capacity % 256 == 0, "%zu: %zu", size, capacity);
        expect(size <= 2048 ? capacity - size < 256 : capacity - size < size / 8 + 1, "%zu: %zu", size, capacity);
        expect(same == capacity && again == index, "%zu: %zu is not of its own class", size, capacity);
        expect(index >= before && index < CJ_BLOCK_CLASSES, "%zu: class %zu", size, index);
        before = index;
    }
    ck_assert_uint_eq(cj_blocks_capacity(SIZE_MAX, &index), SIZE_MAX);
    ck_assert_uint_lt(index, CJ_BLOCK_CLASSES);
}

static void make_store(cj_blocks *blocks, bool pinned)
{
    cj_blocks_init(blocks, &mock, &device, pinned ? CJ_MEMORY_PINNED : CJ_MEMORY_DEVICE, 0);
}

static void *take(cj_blocks *blocks, size_t size, cujit_stream stream)
{
    cj_block *block = NULL;

    must(cj_blocks_take(blocks, size, stream, &block, &fault));
    return block->memory;
}

static void release(cj_blocks *blocks, void *memory, cujit_stream stream)
{
    must(cj_blocks_release(blocks, memory, stream, false, &fault));
}

TEST(streams_decide_about_reuse)
{
    cujit_stream first = stream_of(1), second = stream_of(2);
    void *memory, *other;
    cj_blocks blocks;

    make_store(&blocks, false);
    memory = take(&blocks, 1000, first);
    release(&blocks, memory, first);
    ck_assert_ptr_eq(take(&blocks, 1010, first), memory); /* behind the same work */
    release(&blocks, memory, first);
    other = take(&blocks, 1000, second); /* the first stream's work is not done */
    ck_assert_ptr_ne(other, memory);
    run_queue(1);
    ck_assert_ptr_eq(take(&blocks, 1000, second), memory);
    ck_assert_uint_eq(allocations, 2);
    cj_blocks_clear(&blocks, true);
    ck_assert_uint_eq(live, 0);

    /* The host writes into pinned memory at once. */
    make_store(&blocks, true);
    memory = take(&blocks, 1000, first);
    release(&blocks, memory, first);
    other = take(&blocks, 1000, first);
    ck_assert_ptr_ne(other, memory);
    run_queue(1);
    ck_assert_ptr_eq(take(&blocks, 1000, first), memory);
    cj_blocks_clear(&blocks, true);
    ck_assert_uint_eq(live, 0);
}

/* One handle for many streams: each thread's own default stream. */
TEST(a_threads_own_stream_is_not_the_same_everywhere)
{
    cj_blocks blocks;
    cj_block *block = NULL;
    void *memory;

    make_store(&blocks, false);
    memory = take(&blocks, 1000, NULL);
    release(&blocks, memory, NULL);
    block = cj_blocks_find(&blocks, memory);
    block->stream = (void *)2;
    must(cj_blocks_take(&blocks, 1000, (void *)2, &block, NULL), &(cujit_error){0});
    ck_assert_ptr_ne(block->memory, memory);
    cj_blocks_clear(&blocks, true);
}

TEST(held_memory_goes_when_the_device_has_no_more)
{
    cj_block *block = NULL;
    cj_blocks blocks;
    void *memory[3];

    budget = 3 << 20;
    make_store(&blocks, false);
    for (int k = 0; k < 3; k++)
        memory[k] = take(&blocks, 1 << 20, NULL);
    refuse(cj_blocks_take(&blocks, 2 << 20, NULL, &block, &fault), CUJIT_ERROR_DEVICE_MEMORY, NULL);
    release(&blocks, memory[0], NULL);
    release(&blocks, memory[2], NULL);
    must(cj_blocks_take(&blocks, 2 << 20, NULL, &block, &fault));
    ck_assert_uint_eq(blocks.stats.held_blocks, 0);
    ck_assert_uint_eq(blocks.taken_bytes, 3 << 20);
    cj_blocks_clear(&blocks, true);
    ck_assert_uint_eq(live, 0);
}

TEST(the_user_gets_what_buffers_keep)
{
    unsigned char *data = pattern(1 << 20, 0);
    const cujit_arg arg = CUJIT_INOUT(data, 1 << 20);
    void *memory = NULL;

    must(call(&arg, 1, NULL, &fault));
    budget = 1 << 19;
    must(cj_blocks_alloc(&context.staging.device, (1 << 20) + 100, &memory, &fault));
    refuse(cj_blocks_alloc(&context.staging.device, 1 << 30, &memory, &fault), CUJIT_ERROR_DEVICE_MEMORY, "1073741824");
    mock_free(&device, CJ_MEMORY_DEVICE, memory);
}

/* A pool's whole life, in debug mode too: each allocation fails once, then each of the device's operations. */
static cujit_status use_pool(unsigned flags, cujit_error *error)
{
    const cujit_pool_options options = {.flags = flags};
    void *memory[3] = {NULL};
    cujit_pool *pool = NULL;
    cujit_status status = cujit_pool_create(&context, &options, &pool, error);

    for (int k = 0; k < 3 && status == CUJIT_OK; k++)
        status = cujit_pool_alloc(pool, 1000, stream_of(k), &memory[k], error);
    for (int k = 0; k < 2 && status == CUJIT_OK; k++)
        status = cujit_pool_release(pool, memory[k], stream_of(k), error);
    if (status == CUJIT_OK)
        status = cujit_pool_check(pool, NULL, NULL, NULL, error);
    if (status == CUJIT_OK)
        status = cujit_pool_trim(pool, error);
    cujit_pool_free(pool);
    return status;
}

TEST_EACH(a_pool_survives_every_failure, 4)
{
    unsigned flags = _i % 2 ? CUJIT_POOL_DEBUG : 0;
    unsigned long nth = 0, made = 0;
    cujit_status status;
    bool again;

    do {
        nth++;
        if (_i < 2)
            cj_alloc_fail_at(nth);
        else
            fails_in = (long)nth;
        status = use_pool(flags, &fault);
        made = cj_alloc_fail_at(0);
        again = _i < 2 ? made >= nth : fails_in == 0;
        ck_assert_msg(status == CUJIT_OK || status == (_i < 2 ? CUJIT_ERROR_OUT_OF_MEMORY : CUJIT_ERROR_DEVICE),
                      "%lu: %s", nth, fault.message);
        cujit_error_clear(&fault);
        ck_assert_uint_eq(live, 0);
        memset(queues, 0, sizeof queues); /* a device that broke does nothing more */
    } while (again);
    ck_assert_int_eq(status, CUJIT_OK);
    ck_assert_uint_gt(nth, 5);
}

/* What was found is mended, and would not be found again. */
TEST(what_a_check_could_not_tell_is_told_by_the_next)
{
    const cujit_pool_options options = {.flags = CUJIT_POOL_DEBUG};
    cujit_pool *pool = NULL;
    void *memory[2];
    size_t faults = 0;

    must(cujit_pool_create(&context, &options, &pool, &fault));
    for (int k = 0; k < 2; k++)
        must(cujit_pool_alloc(pool, 1000, NULL, &memory[k], &fault));
    for (int k = 0; k < 2; k++)
        must(cujit_pool_release(pool, memory[k], NULL, &fault));
    run_queue(0);
    for (int k = 0; k < 2; k++)
        ((char *)memory[k])[7] = 1;
    cj_alloc_fail_at(2);
    refuse(cujit_pool_check(pool, NULL, NULL, &faults, &fault), CUJIT_ERROR_OUT_OF_MEMORY, "");
    cj_alloc_fail_at(0);
    must(cujit_pool_check(pool, NULL, NULL, &faults, &fault));
    ck_assert_uint_eq(faults, 2);
    must(cujit_pool_check(pool, NULL, NULL, &faults, &fault));
    ck_assert_uint_eq(faults, 0);
    cujit_pool_free(pool);
}
