/*
 * test_array_memory.c: the context's pool: when the memory of arrays that were freed is used again, on a device that is
 * late, and what the public says of it on a real one is in test_array.c.
 */
#include "libjit/runtime/array.h"
#include "tests/late_device.h"

static void set_up(void)
{
    setup();
    free_waits = true;
}

FIXTURE(set_up, drop_staging)

enum { BYTES = 1 << 20 };

/* An array for work on `stream`, or CJ_STREAM_NONE. */
static cujit_array *make(void *stream)
{
    const size_t shape[] = {BYTES};
    cujit_array *array = NULL;

    must(cj_array_create(&context, CUJIT_UINT8, 1, shape, NULL, stream, &array, &fault));
    return array;
}

/* What a checked launch does: the array's bytes become `value`, later. */
static void work(cujit_array *array, cujit_stream stream, unsigned char value)
{
    cj_array_use(&context, array, stream);
    must(mock.fill(&device, array->data, value, 1, BYTES, stream, &fault));
}

static const void *free_used(cujit_array *array, cujit_stream stream)
{
    const void *memory = array->data;

    work(array, stream, 1);
    cujit_array_free(array);
    return memory;
}

TEST(results_of_a_stream_get_what_was_freed_there)
{
    const cujit_stream first = stream_of(1), second = stream_of(2);
    const void *memory = free_used(make(first), first);
    cujit_array *array = make(first), *other;

    ck_assert_ptr_eq(array->data, memory);
    ck_assert_uint_eq(allocations, 1);
    free_used(array, first);
    other = make(second); /* the first is not known to live, and never asked */
    ck_assert_ptr_ne(other->data, memory);
    free_used(other, second);
    array = make(CJ_STREAM_NONE);
    ck_assert_uint_eq(allocations, 3);
    cujit_array_free(array); /* nobody has worked with it */
    other = make(second);
    ck_assert_uint_eq(allocations, 3);
    cujit_array_free(other);
}

/* An array that is made for no stream may be used on any first. */
TEST(arrays_for_any_stream_get_memory_that_is_idle)
{
    const void *memory = free_used(make(NULL), NULL);
    cujit_array *array = make(CJ_STREAM_NONE);

    ck_assert_ptr_ne(array->data, memory);
    run_queue(0);
    cujit_array_free(array);
    array = make(CJ_STREAM_NONE);
    ck_assert_uint_eq(allocations, 2);
    cujit_array_free(array);
}

/* A stream that is never idle is passed nonetheless. */
TEST(a_stream_of_ones_own_is_asked_and_then_has_an_event)
{
    cujit_stream stream = stream_of(1);
    const void *memory;
    cujit_array *busy, *array;

    cj_blocks_join_stream(&context.staging.device, stream);
    busy = make(CJ_STREAM_NONE);
    memory = free_used(make(CJ_STREAM_NONE), stream);
    array = make(NULL); /* the stream is busy, and gets an event */
    ck_assert_ptr_ne(array->data, memory);
    cujit_array_free(array);
    run_queue(1);
    work(busy, stream, 7);
    array = make(NULL); /* the one that was freed just now, or the first: none is new */
    cujit_array_free(array);
    ck_assert_uint_eq(allocations, 3);
    cujit_array_free(busy);
}

TEST(waiting_settles_what_was_freed_before)
{
    const cujit_stream foreign = stream_of(1);
    const void *memory = free_used(make(foreign), foreign);
    cujit_array *array;

    must(cujit_stream_synchronize(&context, foreign, &fault));
    array = make(NULL);
    ck_assert_ptr_eq(array->data, memory);
    cujit_array_free(array);
    free_used(make(foreign), foreign);
    must(cujit_context_synchronize(&context, &fault));
    array = make(CJ_STREAM_NONE);
    ck_assert_ptr_eq(array->data, memory);
    cujit_array_free(array);
}

/* Nothing is known of the work of several streams, of who has the address, and of a stream of the thread's own. */
TEST_EACH(what_others_use_goes_back_to_the_device, 4)
{
    cujit_array *array = make(stream_of(1)), *view = NULL;
    size_t before = live;

    if (_i == 0)
        work(array, stream_of(2), 1);
    if (_i == 1)
        ck_assert_ptr_nonnull(cujit_array_data(array));
    if (_i == 2)
        cj_array_use(&context, array, (void *)2);
    if (_i == 3) {
        must(cujit_array_transpose(array, NULL, &view, &fault));
        cj_array_use(&context, view, stream_of(2));
        cujit_array_free(view);
    }
    cujit_array_free(array);
    ck_assert_uint_eq(live, before - 2); /* memory and event */
}

/* Its handle may become another stream's. */
TEST(a_stream_that_goes_leaves_nothing_to_its_handle)
{
    cujit_stream stream = stream_of(1);
    cujit_array *late = make(stream), *array;
    const void *memory = free_used(make(stream), stream);

    cj_blocks_join_stream(&context.staging.device, stream);
    work(late, stream, 3);
    cj_blocks_leave_stream(&context.staging.device, stream); /* busy */
    array = make(stream);
    ck_assert_ptr_ne(array->data, memory);
    cujit_array_free(array); /* goes back at once, as do all that were used with the handle */
    mock_synchronize(&device, NULL);
    cujit_array_free(late);
    ck_assert_uint_eq(context.staging.device.stats.held_blocks, 1);
    array = make(CJ_STREAM_NONE);
    cujit_array_free(array);
    ck_assert_uint_eq(allocations, 3);
}

/* A graph may be launched as long as it lives. */
TEST(what_graphs_may_use_is_not_used_again)
{
    const cujit_stream stream = stream_of(1);
    cujit_array *before = make(stream), *during, *after;
    size_t held;

    atomic_store(&context.graphs, 1);
    atomic_fetch_add(&context.recorded, 1);
    recording = true;
    during = make(stream);
    ck_assert_ptr_null(during->block);
    recording = false;
    atomic_fetch_add(&context.recorded, 1);
    after = make(stream);
    cujit_array_free(before);
    cujit_array_free(during);
    held = context.staging.device.stats.held_blocks;
    ck_assert_uint_eq(held, 0);
    cujit_array_free(after);
    held = context.staging.device.stats.held_blocks;
    ck_assert_uint_eq(held, 1);
}

TEST(what_is_held_has_a_limit_and_makes_room)
{
    cujit_array *arrays[4];
    cujit_pool_stats stats;

    context.staging.device.max_held = 2 * BYTES;
    for (int k = 0; k < 4; k++)
        arrays[k] = make(NULL);
    for (int k = 0; k < 4; k++)
        cujit_array_free(arrays[k]);
    cujit_context_get_pool_stats(&context, &stats);
    ck_assert_uint_eq(stats.held_bytes, 2 * BYTES);
    ck_assert_uint_eq(stats.active_blocks, 0);
    budget = 0;
    context.staging.device.max_held = 0;
    must(cj_array_create(&context, CUJIT_UINT8, 1, &(size_t){2 * BYTES}, NULL, NULL, &arrays[0], &fault));
    cujit_array_free(arrays[0]);
    must(cujit_context_trim_pool(&context, &fault));
    cujit_context_get_pool_stats(&context, &stats);
    ck_assert_uint_eq(stats.held_bytes, 0);
    ck_assert_uint_eq(live, 0);
}

TEST(a_pool_of_no_context_is_empty)
{
    cujit_pool_stats stats = {.active_blocks = 7};

    cujit_context_get_pool_stats(NULL, &stats);
    ck_assert_uint_eq(stats.active_blocks, 0);
    refuse(cujit_context_trim_pool(NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context is NULL");
}

/* An array from the host waited for its elements: its memory goes on from the first stream that uses it. */
TEST(what_came_from_the_host_belongs_to_the_stream_that_used_it)
{
    static unsigned char bytes[BYTES];
    const size_t shape[] = {BYTES};
    cujit_array *array = NULL;

    must(cujit_array_from_host(&context, CUJIT_UINT8, 1, shape, bytes, &array, &fault));
    work(array, stream_of(1), 1);
    cujit_array_free(array);
    ck_assert_uint_eq(context.staging.device.stats.held_blocks, 1);
    ck_assert_uint_eq(queues[1].count, 1); /* nobody waited */
}

TEST(a_users_pool_gets_what_the_context_holds)
{
    cujit_pool *pool = NULL;
    cujit_array *some[3];
    void *memory = NULL;

    budget = 4 << 20;
    for (int k = 0; k < COUNT(some); k++)
        some[k] = make(NULL);
    for (int k = 0; k < COUNT(some); k++)
        cujit_array_free(some[k]);
    must(cujit_pool_create(&context, NULL, &pool, &fault));
    must(cujit_pool_alloc(pool, 2 << 20, NULL, &memory, &fault));
    must(cujit_pool_release(pool, memory, NULL, &fault));
    cujit_pool_free(pool);
}

/* A stream that nobody may ask hides no others. */
TEST(blocks_behind_a_foreign_stream_are_found)
{
    const cujit_stream stream = stream_of(1);
    cujit_array *array = make(CJ_STREAM_NONE);
    cj_block *block = NULL;

    free_used(array, stream);
    must(cj_blocks_take(&context.staging.device, BYTES, stream_of(2), &block, &fault));
    cj_blocks_put_back(&context.staging.device, block, stream, false); /* with an event, that passes */
    run_queue(1);
    must(cj_blocks_take(&context.staging.device, BYTES, stream_of(2), &block, &fault));
    ck_assert_uint_eq(allocations, 2);
}
