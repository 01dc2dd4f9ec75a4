/*
 * test_staging.c: buffers and block stores on a device that is late.
 */
#include "libjit/base/alloc.h"
#include "libjit/runtime/buffer.h"
#include "tests/late_device.h"

/* The caller's memory, which frees itself. */
enum { MOST_PATTERNS = 50 };
static unsigned char *patterns[MOST_PATTERNS];
static int pattern_count;

/* The caller's memory goes first, which nobody may touch any more. */
static void drop_all(void)
{
    while (pattern_count > 0)
        free(patterns[--pattern_count]);
    drop_staging();
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

FIXTURE(setup, drop_all)

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
        drop_all();
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
        drop_all();
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
