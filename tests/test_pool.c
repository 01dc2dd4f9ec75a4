/*
 * test_pool.c: memory pools: what they keep, what they count, and what their debug mode finds.
 */
#include "tests/kernels.h"

#include <stdio.h>
#include <unistd.h>

CONTEXT_FOR_EACH_CASE

static cujit_pool *pool;

static void free_pool(void *made)
{
    cujit_pool_free(made);
}

static void make_pool(unsigned flags, size_t max_held)
{
    must(cujit_pool_create(context, &(cujit_pool_options){.flags = flags, .max_held = max_held}, &pool, &fault));
    cj_test_keep(pool, free_pool);
}

static void *take(size_t size)
{
    void *memory = NULL;

    must(cujit_pool_alloc(pool, size, NULL, &memory, &fault));
    ck_assert_ptr_nonnull(memory);
    return memory;
}

static void give(void *memory)
{
    must(cujit_pool_release(pool, memory, NULL, &fault));
}

static cujit_pool_stats stats_of(void)
{
    cujit_pool_stats stats;

    cujit_pool_get_stats(pool, &stats);
    return stats;
}

/* What is out, and what is held. */
static void expect_blocks(size_t active, size_t active_bytes, size_t held, size_t held_bytes)
{
    const cujit_pool_stats stats = stats_of();

    ck_assert_uint_eq(stats.active_blocks, active);
    ck_assert_uint_eq(stats.active_bytes, active_bytes);
    ck_assert_uint_eq(stats.held_blocks, held);
    ck_assert_uint_eq(stats.held_bytes, held_bytes);
}

static void set_byte(void *memory, ptrdiff_t offset, unsigned char value)
{
    must(cujit_memory_to_device(context, (char *)memory + offset, &value, 1, &fault));
}

/* ---- What is kept ------------------------------------------------------------------------------------------------ */

TEST(memory_is_handed_out_again)
{
    static const size_t sizes[] = {1, 255, 256, 257, 5000, 100000, 3 << 20};

    make_pool(0, 0);
    for (size_t k = 0; k < COUNT(sizes); k++) {
        void *first = take(sizes[k]), *second = take(sizes[k]);

        ck_assert_ptr_ne(first, second);
        ck_assert_uint_eq((uintptr_t)first % 64, 0);
        give(first);
        ck_assert_ptr_eq(take(sizes[k]), first);
        give(first);
        give(second);
    }
}

TEST(statistics_are_exact)
{
    void *a, *b;

    make_pool(0, 0);
    expect_blocks(0, 0, 0, 0);
    ck_assert_uint_eq(stats_of().allocations + stats_of().peak_bytes, 0);
    a = take(1000); /* 1024 bytes from the device */
    b = take(300);  /* 512 */
    expect_blocks(2, 1300, 0, 0);
    ck_assert_uint_eq(stats_of().peak_bytes, 1536);
    give(a);
    expect_blocks(1, 300, 1, 1024);
    ck_assert_ptr_eq(take(900), a);
    expect_blocks(2, 1200, 0, 0);
    ck_assert_uint_eq(stats_of().allocations, 3);
    ck_assert_uint_eq(stats_of().reuses, 1);
    give(a);
    give(b);
    must(cujit_pool_trim(pool, &fault));
    expect_blocks(0, 0, 0, 0);
    ck_assert_uint_eq(stats_of().peak_bytes, 1536);
    take(1000);
    ck_assert_uint_eq(stats_of().reuses, 1); /* trimmed: it came from the device */
}

TEST(no_more_is_held_than_allowed)
{
    void *memory[10], *large;

    make_pool(0, 4096);
    for (int k = 0; k < 10; k++)
        memory[k] = take(1024);
    large = take(100000);
    for (int k = 0; k < 10; k++)
        give(memory[k]);
    expect_blocks(1, 100000, 4, 4096);
    give(large); /* too large to be kept, and no reason to drop the others */
    ck_assert_uint_eq(stats_of().held_blocks, 4);
    ck_assert_ptr_eq(take(1024), memory[9]); /* the newest were kept */
    ck_assert_uint_eq(stats_of().reuses, 1);
}

/* Work on one stream reuses memory without a wait; the order of the stream keeps the results apart. */
TEST(reuse_follows_the_stream)
{
    enum { N = 1 << 16, ROUNDS = 32, BYTES = N * sizeof(float) };
    cujit_elementwise *kernel = kernel_of(context, "float a, float *x", "x[i] = a + i");
    cujit_stream streams[2] = {make_stream(context), make_stream(context)};
    void *results = pinned_memory(context, (size_t)ROUNDS * BYTES);

    make_pool(0, 0);
    for (int k = 0; k < ROUNDS; k++) {
        cujit_stream stream = streams[k / 3 % 2];
        void *memory = NULL;

        must(cujit_pool_alloc(pool, BYTES, stream, &memory, &fault));
        must(cujit_elementwise_run(kernel, &(cujit_elementwise_options){.stream = stream},
                                   CUJIT_ARGS(k, CUJIT_POINTER(memory, CUJIT_FLOAT32, N)), &fault));
        must(cujit_memory_to_host_async(context, (char *)results + (size_t)k * BYTES, memory, BYTES, stream, &fault));
        must(cujit_pool_release(pool, memory, stream, &fault));
    }
    must(cujit_context_synchronize(context, &fault));
    for (int k = 0; k < ROUNDS; k++) {
        const float *result = (const float *)results + (size_t)k * N;

        for (int j = 0; j < N; j++)
            expect(result[j] == (float)(j + k), "round %d, element %d: %g", k, j, (double)result[j]);
    }
    ck_assert_uint_ge(stats_of().reuses, ROUNDS - 2);
    ck_assert_uint_le(stats_of().held_blocks, 2);
}

/* As many blocks as make the table of addresses grow. */
TEST(many_blocks_are_found_again)
{
    enum { MANY = 1000 };
    static void *memory[MANY];

    make_pool(0, 0);
    for (int k = 0; k < MANY; k++)
        memory[k] = take((size_t)(k % 50) * 40 + 1);
    for (int k = 0; k < MANY; k++)
        give(memory[(k * 7) % MANY]);
    ck_assert_uint_eq(stats_of().held_blocks, MANY);
    for (int k = 0; k < MANY; k++)
        take((size_t)(k % 50) * 40 + 1);
    ck_assert_uint_eq(stats_of().reuses, MANY);
    ck_assert_uint_eq(stats_of().held_blocks, 0);
}

TEST_EACH(mistakes_are_errors, 2)
{
    char byte = 0;
    void *memory = &byte, *block;
    cujit_pool *other = NULL;
    cujit_pool_stats stats = {.allocations = 5};
    const cujit_pool_options strange = {.flags = 6};

    make_pool(_i == 0 ? 0 : CUJIT_POOL_DEBUG, 0);
    refuse(cujit_pool_create(NULL, NULL, &other, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_pool_create(context, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "pool");
    refuse(cujit_pool_create(context, &strange, &other, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "0x6");
    refuse(cujit_pool_alloc(NULL, 1, NULL, &memory, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "pool");
    refuse(cujit_pool_alloc(pool, 1, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "memory");
    refuse(cujit_pool_alloc(pool, (size_t)1 << 60, NULL, &memory, &fault), CUJIT_ERROR_DEVICE_MEMORY, "allocating");
    refuse(cujit_pool_alloc(pool, SIZE_MAX, NULL, &memory, &fault), CUJIT_ERROR_DEVICE_MEMORY, "18446744073709551615");
    ck_assert_ptr_eq(memory, &byte);
    must(cujit_pool_alloc(pool, 0, NULL, &memory, &fault));
    ck_assert_ptr_null(memory);
    give(NULL);
    refuse(cujit_pool_release(NULL, &byte, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "pool");
    refuse(cujit_pool_release(pool, &byte, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "no block");
    block = take(100);
    refuse(cujit_pool_release(pool, (char *)block + 1, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "no block");
    give(block);
    refuse(cujit_pool_release(pool, block, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "already");
    refuse(cujit_pool_trim(NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "pool");
    refuse(cujit_pool_check(NULL, NULL, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "pool");
    cujit_pool_get_stats(pool, NULL);
    cujit_pool_get_stats(NULL, &stats);
    ck_assert_uint_eq(stats.allocations, 0);
    cujit_pool_free(NULL);
    ck_assert_uint_eq(stats_of().allocations, 1);
    ck_assert_uint_eq(stats_of().active_blocks, 0);
}

TEST_EACH(a_pool_keeps_its_context_and_frees_everything, 2)
{
    make_pool(_i == 0 ? 0 : CUJIT_POOL_DEBUG, 0);
    cujit_context_free(context);
    take(1000);
    give(take(2000));
    take(3000); /* still out when the pool goes */
}

/* ---- Debug mode -------------------------------------------------------------------------------------------------- */

typedef struct seen {
    cujit_pool_fault faults[32];
    const void *memory[32];
    size_t sizes[32], offsets[32], count;
} seen;

static void note(void *user, cujit_pool_fault found, const void *memory, size_t size, size_t offset)
{
    seen *all = user;

    ck_assert_uint_lt(all->count, 32);
    cujit_pool_get_stats(pool, &(cujit_pool_stats){0}); /* a visitor may call the pool */
    all->faults[all->count] = found;
    all->memory[all->count] = memory;
    all->sizes[all->count] = size;
    all->offsets[all->count++] = offset;
}

static seen look(void)
{
    seen all = {.count = 0};
    size_t count = 99;

    must(cujit_pool_check(pool, note, &all, &count, &fault));
    ck_assert_uint_eq(count, all.count);
    must(cujit_pool_check(pool, NULL, NULL, NULL, &fault));
    return all;
}

TEST_EACH(leaks_are_listed, 2)
{
    void *kept[2];
    seen all;

    make_pool(_i == 0 ? 0 : CUJIT_POOL_DEBUG, 0);
    ck_assert_uint_eq(look().count, 0);
    kept[0] = take(1000);
    give(take(500));
    kept[1] = take(70);
    all = look();
    ck_assert_uint_eq(all.count, 2);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(all.faults[k], CUJIT_POOL_FAULT_LEAK);
        ck_assert(all.memory[k] == kept[0] || all.memory[k] == kept[1]);
        ck_assert_uint_eq(all.sizes[k], all.memory[k] == kept[0] ? 1000 : 70);
    }
    give(kept[0]);
    give(kept[1]);
    ck_assert_uint_eq(look().count, 0);
}

/* One byte at a place around the memory. */
TEST(overruns_and_underruns_are_found)
{
    static const struct {
        size_t size;
        ptrdiff_t offset;
        cujit_pool_fault fault; /* 0: none */
        size_t told;
        const char *word;
    } cases[] = {
        {1000, 0, 0, 0, ""},
        {1000, 999, 0, 0, ""},
        {1000, 1000, CUJIT_POOL_FAULT_OVERRUN, 1000, "1 byte behind its end"},
        {1000, 1255, CUJIT_POOL_FAULT_OVERRUN, 1255, "256 bytes behind its end"},
        {1, 1, CUJIT_POOL_FAULT_OVERRUN, 1, "releasing 1 byte at"},
        {300000, 300003, CUJIT_POOL_FAULT_OVERRUN, 300003, "4 bytes behind its end"},
        {300000, -1, CUJIT_POOL_FAULT_UNDERRUN, 1, "1 byte before its beginning"},
        {300000, -256, CUJIT_POOL_FAULT_UNDERRUN, 256, "256 bytes before its beginning"},
    };

    make_pool(CUJIT_POOL_DEBUG, 0);
    for (size_t k = 0; k < COUNT(cases); k++) {
        char *memory = take(cases[k].size);
        seen all;

        set_byte(memory, cases[k].offset, 7);
        all = look();
        ck_assert_uint_eq(all.count, cases[k].fault != 0 ? 2 : 1); /* one of them: not released yet */
        if (cases[k].fault != 0) {
            ck_assert_int_eq(all.faults[1], cases[k].fault);
            ck_assert_ptr_eq(all.memory[1], memory);
            ck_assert_uint_eq(all.sizes[1], cases[k].size);
            ck_assert_uint_eq(all.offsets[1], cases[k].told);
            refuse(cujit_pool_release(pool, memory, NULL, &fault), CUJIT_ERROR_DEVICE, cases[k].word);
        } else {
            give(memory);
        }
        ck_assert_uint_eq(look().count, 0); /* it is released all the same */
        ck_assert_uint_eq(stats_of().active_blocks, 0);
    }
}

TEST(use_after_free_is_found)
{
    char *memory[3];
    seen all;

    make_pool(CUJIT_POOL_DEBUG, 0);
    for (int k = 0; k < 3; k++)
        memory[k] = take(300000);
    for (int k = 0; k < 3; k++)
        give(memory[k]);
    ck_assert_uint_eq(look().count, 0);
    set_byte(memory[1], 299999, 1);
    all = look();
    ck_assert_uint_eq(all.count, 1);
    ck_assert_int_eq(all.faults[0], CUJIT_POOL_FAULT_USE_AFTER_FREE);
    ck_assert_ptr_eq(all.memory[0], memory[1]);
    ck_assert_uint_eq(all.offsets[0], 299999);
    ck_assert_uint_eq(look().count, 0); /* told once */

    /* Found before the memory is given back, and told afterwards. */
    set_byte(memory[2], 12345, 1);
    must(cujit_pool_trim(pool, &fault));
    all = look();
    ck_assert_uint_eq(all.count, 1);
    ck_assert_uint_eq(all.offsets[0], 12345);
    ck_assert_uint_eq(look().count, 0);
}

/* Freed memory is not handed out for a while, and looked at before it is. */
TEST(freed_memory_rests)
{
    char *stale;
    int round = 0;
    seen all;

    make_pool(CUJIT_POOL_DEBUG, 0);
    stale = take(1000);
    give(stale);
    set_byte(stale, 10, 1);
    for (; round < 100 && stats_of().reuses == 0; round++) {
        void *memory = take(1000);

        ck_assert(memory != stale || stats_of().reuses == 1);
        give(memory);
    }
    ck_assert_int_gt(round, 10);
    ck_assert_int_lt(round, 100);
    all = look();
    ck_assert_uint_eq(all.count, 1);
    ck_assert_int_eq(all.faults[0], CUJIT_POOL_FAULT_USE_AFTER_FREE);
    ck_assert_ptr_eq(all.memory[0], stale);
}

TEST(debug_counts_what_was_asked_for)
{
    void *memory;

    make_pool(CUJIT_POOL_DEBUG, 0);
    memory = take(1000);
    ck_assert_uint_eq(stats_of().active_bytes, 1000);
    ck_assert_uint_ge(stats_of().peak_bytes, 1000 + 2 * 256);
    give(memory);
    ck_assert_uint_eq(stats_of().active_bytes, 0);
    ck_assert_uint_eq(stats_of().held_blocks, 1);
}

/* ---- Threads and processes --------------------------------------------------------------------------------------- */

enum { THREADS = 6, ROUNDS = 200 };

static void *use_pool(void *argument)
{
    uint64_t state = *(uint64_t *)argument;
    void *memory[8] = {NULL};
    uintptr_t wrong = 0;

    for (int k = 0; k < ROUNDS; k++) {
        void **slot = &memory[next_random(&state) % 8];
        size_t size = next_random(&state) % 5000 + 1;

        wrong += cujit_pool_release(pool, *slot, NULL, NULL) != CUJIT_OK;
        *slot = NULL;
        wrong += cujit_pool_alloc(pool, size, NULL, slot, NULL) != CUJIT_OK;
        wrong += cujit_memory_fill(context, *slot, 1, size, NULL, NULL) != CUJIT_OK;
        if (k % 50 == 49)
            wrong += cujit_pool_trim(pool, NULL) != CUJIT_OK;
    }
    for (int k = 0; k < 8; k++)
        wrong += cujit_pool_release(pool, memory[k], NULL, NULL) != CUJIT_OK;
    return (void *)wrong;
}

TEST_EACH(threads_share_a_pool, 2)
{
    uint64_t seeds[THREADS] = {1, 2, 3, 4, 5, 6};

    make_pool(_i == 0 ? 0 : CUJIT_POOL_DEBUG, 100000);
    run_threads(THREADS, use_pool, seeds, sizeof *seeds);
    ck_assert_uint_eq(stats_of().allocations, THREADS * ROUNDS);
    ck_assert_uint_eq(stats_of().active_blocks, 0);
    ck_assert_uint_eq(look().count, 0);
}

TEST(a_child_is_refused)
{
    void *memory, *another = NULL;

    make_pool(0, 0);
    memory = take(1000);
    give(take(1000));
    if (in_child()) {
        int refused = 0;

        refused += cujit_pool_alloc(pool, 10, NULL, &another, NULL) == CUJIT_ERROR_FORKED;
        refused += cujit_pool_release(pool, memory, NULL, NULL) == CUJIT_ERROR_FORKED;
        refused += cujit_pool_trim(pool, NULL) == CUJIT_ERROR_FORKED;
        refused += cujit_pool_check(pool, NULL, NULL, NULL, NULL) == CUJIT_ERROR_FORKED;
        cujit_pool_free(pool);
        cujit_context_free(context);
        _exit(refused);
    }
    ck_assert_int_eq(end_of_child(), 4);
    give(memory);
    ck_assert_uint_eq(stats_of().held_blocks, 2);
}

/* ---- The context's own ------------------------------------------------------------------------------------------- */

static cujit_pool_stats stats_of_context(cujit_context *of)
{
    cujit_pool_stats stats;

    cujit_context_get_pool_stats(of, &stats);
    return stats;
}

/* Arrays come and go on several streams, and a late reader sees no element of a later array. */
TEST(results_go_into_memory_that_was_freed)
{
    enum { COUNT_OF = 1 << 18, TIMES = 12 };
    static float host[TIMES][8];
    const size_t shape[] = {COUNT_OF};
    cujit_stream streams[3] = {NULL, NULL, NULL};
    cujit_array *sums[TIMES];
    cujit_pool_stats stats;

    must(cujit_stream_create(context, &streams[1], &fault));
    must(cujit_stream_create_with_flags(context, CUJIT_STREAM_BLOCKING, &streams[2], &fault));
    for (int k = 0; k < TIMES; k++) {
        const cujit_stream stream = streams[k % 3];
        cujit_array *x = NULL;

        must(cujit_array_full(context, CUJIT_FLOAT32, 1, shape, CUJIT_ARG((float)k), stream, &x, &fault));
        must(cujit_reduce(CUJIT_REDUCER_SUM, x, &(cujit_reduction_options){.stream = stream}, &sums[k], &fault));
        cujit_array_free(x);
    }
    must(cujit_context_synchronize(context, &fault));
    for (int k = 0; k < TIMES; k++) {
        must(cujit_array_read(sums[k], host[k], sizeof **host, &fault));
        ck_assert_float_eq(host[k][0], (float)k * COUNT_OF);
        cujit_array_free(sums[k]);
    }
    stats = stats_of_context(context);
    ck_assert_uint_eq(stats.active_blocks, 0);
    if (stats.held_blocks > 0) /* not on a host that looks for the use of freed memory */
        ck_assert_uint_gt(stats.reuses, TIMES / 2);
    must(cujit_context_trim_pool(context, &fault));
    ck_assert_uint_eq(stats_of_context(context).held_bytes, 0);
    cujit_stream_free(context, streams[1]);
    cujit_stream_free(context, streams[2]);
}

TEST(a_context_that_keeps_nothing_gives_back)
{
    cujit_context *bare = context_with(.max_held = 1);
    const size_t shape[] = {1 << 16};
    cujit_array *x = NULL;

    must(cujit_array_ones(bare, CUJIT_FLOAT64, 1, shape, NULL, &x, &fault));
    cujit_array_free(x);
    ck_assert_uint_eq(stats_of_context(bare).held_blocks, 0);
}
