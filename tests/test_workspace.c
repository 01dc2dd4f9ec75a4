/*
 * test_workspace.c: the memory that launches use between their blocks: who shares it, who must not, and where it goes.
 */
#include "libjit/base/alloc.h"
#include "libjit/runtime/context.h"
#include "libjit/runtime/workspace.h"
#include "tests/kernels.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { THREADS = 4, LAUNCHES = 100, BLOCKS = 64, SUM = BLOCKS * (BLOCKS + 1) / 2, TRIES = 3000, MANY = 64 };

static cujit_context *context;
static cujit_function *add_tickets;
static cujit_stream stream;

/* Every block leaves a number, the last one adds them up: wrong, or never done, where the counters do not begin as zero
 * or another launch uses the same workspace meanwhile. A result of ~0 ends it in the middle. */
static const char source[] =
    "__global__ void add_tickets(unsigned *counters, unsigned *result) {\n"
    "    if (*(volatile unsigned *)result == ~0u && blockIdx.x == gridDim.x / 2) __trap();\n"
    "    volatile unsigned *partial = counters + (64 << 10) / sizeof(unsigned);\n"
    "    partial[blockIdx.x] = blockIdx.x + 1; __threadfence();\n"
    "    if (atomicAdd(counters, 1u) + 1 == gridDim.x) {\n"
    "        for (unsigned k = 0; k < gridDim.x; k++) { result[0] += partial[k]; partial[k] = 0; }\n"
    "        counters[0] = 0; } }\n";

static void setup(void)
{
    context = cj_test_context();
    stream = make_stream(context);
}

static void *get(size_t size, void *on)
{
    void *memory = NULL;

    must(cj_workspace_get(context, CJ_WORKSPACE_PARTS, size, on, &memory, &fault));
    ck_assert_ptr_nonnull(memory);
    return memory;
}

/* A kernel, and a zero to add to. */
static unsigned *make_result(void)
{
    unsigned *result = device_memory(context, sizeof *result);

    add_tickets = function_of(make_source(context, source), "add_tickets");
    must(cujit_memory_fill(context, result, 0, sizeof *result, NULL, &fault));
    must(cujit_context_synchronize(context, &fault));
    return result;
}

static void expect_sums(unsigned *result, unsigned count)
{
    unsigned value = 0;

    must(cujit_context_synchronize(context, &fault));
    must(cujit_memory_to_host(context, &value, result, sizeof value, &fault));
    ck_assert_uint_eq(value, count * SUM);
}

static cujit_status launch(size_t size, void *on, unsigned *result, cujit_error *error)
{
    const cujit_launch shape = {.grid = {BLOCKS}, .block = {1}, .stream = on};
    void *memory = NULL, *values[] = {&memory, &result};
    cujit_status status = cj_workspace_get(context, CJ_WORKSPACE_PARTS, size, on, &memory, error);

    return status != CUJIT_OK ? status : cujit_function_launch_prepared(add_tickets, &shape, values, error);
}

static void begin(void)
{
    must(cujit_graph_begin(context, stream, &fault));
}

static cujit_graph *end(void)
{
    return end_graph(context, stream);
}

static void run_graph(cujit_graph *graph)
{
    must(cujit_graph_launch(graph, stream, &fault));
}

/* ---- For streams ------------------------------------------------------------------------------------------------- */

static const size_t sizes[] = {0, 1, 4096, (1 << 20) - CJ_WORKSPACE_COUNTERS, 1 << 20, (1 << 20) + 1, 5 << 20, 8 << 20};

FIXTURE(setup, NULL)

TEST_EACH(memory_is_aligned_and_zero_and_large_enough, COUNT(sizes))
{
    size_t size = sizes[_i], all = CJ_WORKSPACE_COUNTERS + size;
    unsigned char *copy = memory_of(all);
    void *memory = get(size, stream);

    ck_assert_uint_eq((uintptr_t)memory % 256, 0);
    must(cujit_stream_synchronize(context, stream, &fault));
    memset(copy, 1, all);
    must(cujit_memory_to_host(context, copy, memory, all, &fault));
    for (size_t k = 0; k < all; k++)
        expect(copy[k] == 0, "byte %zu of %zu is %u", k, all, copy[k]);
    memset(copy, 1, all);
    must(cujit_memory_to_device(context, memory, copy, all, &fault)); /* all of it is there */
    ck_assert_ptr_eq(get(size, stream), memory);
}

TEST(stream_keeps_what_it_outgrows)
{
    void *small = get(100, stream), *large;
    char word[] = "still here", copy[sizeof word];

    ck_assert_ptr_eq(get(0, stream), small);
    ck_assert_ptr_eq(get(5000, stream), small);
    must(cujit_stream_synchronize(context, stream, &fault)); /* it is filled with zeros there */
    must(cujit_memory_to_device(context, small, word, sizeof word, &fault));
    large = get(3 << 20, stream);
    ck_assert_ptr_ne(large, small);
    ck_assert_ptr_eq(get((4 << 20) - CJ_WORKSPACE_COUNTERS, stream), large); /* powers of two */
    ck_assert_ptr_eq(get(100, stream), large);
    must(cujit_memory_to_host(context, copy, small, sizeof word, &fault));
    ck_assert_str_eq(copy, word);
    ck_assert_ptr_ne(get(4 << 20, stream), large);
}

static void *get_in_thread(void *on)
{
    void *memory = NULL;

    return cj_workspace_get(context, CJ_WORKSPACE_PARTS, 100, on, &memory, NULL) == CUJIT_OK ? memory : NULL;
}

static void *memory_of_another_thread(void *on)
{
    void *memory = NULL;
    pthread_t thread;

    ck_assert_int_eq(pthread_create(&thread, NULL, get_in_thread, on), 0);
    ck_assert_int_eq(pthread_join(thread, &memory), 0);
    ck_assert_ptr_nonnull(memory);
    return memory;
}

/* A GPU puts what goes to a stream in order, whoever gives it; the host works in the thread that asks. */
TEST(default_streams_are_told_apart)
{
    void *const legacy = (void *)1, *const per_thread = (void *)2; /* the driver's own names */
    void *memory = get(100, NULL), *own = get(100, per_thread);

    ck_assert_ptr_eq(get(100, legacy), memory);
    ck_assert_ptr_eq(get(100, per_thread), own);
    ck_assert_ptr_ne(memory_of_another_thread(per_thread), own);
    ck_assert_ptr_ne(memory_of_another_thread(per_thread), memory);
    if (on_gpu(context)) {
        ck_assert_ptr_ne(own, memory);
        ck_assert_ptr_ne(get(100, stream), memory);
        ck_assert_ptr_ne(get(100, stream), own);
        ck_assert_ptr_eq(memory_of_another_thread(NULL), memory);
        ck_assert_ptr_eq(memory_of_another_thread(stream), get(100, stream));
    } else {
        ck_assert_ptr_ne(memory_of_another_thread(NULL), memory);
    }
}

TEST(streams_beside_each_other_share_nothing)
{
    cujit_stream streams[MANY], *memory[MANY];

    for (int k = 0; k < MANY; k++) {
        streams[k] = make_stream(context);
        memory[k] = get(0, streams[k]);
    }
    for (int k = 0; k < MANY; k++) {
        ck_assert_ptr_eq(get(0, streams[k]), memory[k]);
        for (int other = 0; other < k && on_gpu(context); other++)
            expect(memory[other] != memory[k], "streams %d and %d share a workspace", other, k);
    }
}

/* The driver gives its handle to the next stream at once, whose work runs beside what is still to be done. After more
 * turns so many streams have gone that all work is waited for, and the memory is free. */
TEST(stream_that_goes_leaves_nothing_that_it_uses)
{
    enum { TURNS = 7 };
    cujit_elementwise *busy;
    int value = 0;

    if (!on_gpu(context))
        return;
    busy = kernel_of(context, "long long cycles, int *z",
                     "const long long t = clock64(); while (clock64() - t < cycles) "
                     "continue; z[i] = 1");
    for (int turn = 0; turn < TURNS; turn++) {
        cujit_array *z = zeros(context, CUJIT_INT32, 1);
        cujit_stream first, second;
        void *memory;

        must(cujit_context_synchronize(context, &fault));
        must(cujit_stream_create(context, &first, &fault));
        memory = get(0, first);
        run_on(first, busy, CUJIT_ARGS(50000000, z));
        cujit_stream_free(context, first);
        must(cujit_stream_create(context, &second, &fault));
        expect(get(0, second) != memory, "turn %d: a stream has what another one still uses", turn);
        cujit_stream_free(context, second);
        must(cujit_context_synchronize(context, &fault));
        download(z, &value);
        ck_assert_int_eq(value, 1);
        cujit_array_free(z);
    }
}

TEST(threads_that_end_leave_their_memory)
{
    void *seen[MANY];
    int count = 0;

    for (int k = 0; k < MANY; k++) {
        void *memory = memory_of_another_thread((void *)2);
        int known = 0;

        for (int other = 0; other < count && !known; other++)
            known = seen[other] == memory;
        if (!known)
            seen[count++] = memory;
    }
    ck_assert_int_le(count, MANY / 2);
}

/* ---- From several threads ---------------------------------------------------------------------------------------- */

typedef struct worker {
    int index;
    cujit_stream stream;
    cujit_graph *graph;
    unsigned *result;
} worker;

static void *work(void *opaque)
{
    const worker *w = opaque;
    cujit_status status = CUJIT_OK;

    for (int k = 0; k < LAUNCHES && status == CUJIT_OK; k++) {
        if (w->graph != NULL)
            status = cujit_graph_launch(w->graph, w->stream, &fault);
        else /* which each grows now and then */
            status = launch((size_t)(k / 30 + w->index) << 20, w->stream, w->result, &fault);
    }
    if (status != CUJIT_OK)
        fprintf(stderr, "worker %d: %s\n", w->index, fault.message);
    cujit_error_clear(&fault);
    return status == CUJIT_OK ? NULL : opaque;
}

/* `made`: a stream for each; else all on the stream `shared`. */
static void run_workers(worker *workers, bool made, void *shared)
{
    for (int k = 0; k < THREADS; k++) {
        workers[k].index = k;
        workers[k].stream = made ? make_stream(context) : shared;
    }
    run_threads(THREADS, work, workers, sizeof *workers);
    must(cujit_context_synchronize(context, &fault));
}

/* Each on its own stream, all on one, all on the default stream, each on its thread's default stream. */
TEST_EACH(launches_of_threads_do_not_disturb_each_other, 4)
{
    void *const shared[] = {NULL, stream, NULL, (void *)2};
    worker workers[THREADS] = {{0}};

    for (int k = 0; k < THREADS; k++)
        workers[k].result = make_result();
    run_workers(workers, _i == 0, shared[_i]);
    for (int k = 0; k < THREADS; k++)
        expect_sums(workers[k].result, LAUNCHES);
}

/* ---- In graphs --------------------------------------------------------------------------------------------------- */

TEST(recorded_launches_run_again_and_again)
{
    unsigned *result = make_result();
    cujit_graph *graph;

    must(launch(10, stream, result, &fault));
    begin();
    for (int k = 0; k < 3; k++)
        must(launch((size_t)k << 19, stream, result, &fault));
    graph = end();
    for (int k = 0; k < LAUNCHES; k++) {
        run_graph(graph);
        if (k % 10 == 0)
            must(launch(10, stream, result, &fault));
    }
    must(cujit_stream_synchronize(context, stream, &fault));
    cujit_graph_free(graph);
    must(launch(10, stream, result, &fault));
    expect_sums(result, 3 * LAUNCHES + LAUNCHES / 10 + 2);
}

TEST(recorded_launch_has_memory_of_its_own)
{
    cujit_stream of_stream = get(100, stream), *first, *second;
    unsigned char bytes[1000];

    begin();
    first = get(100, stream);
    second = get(100, stream);
    ck_assert_ptr_ne(first, of_stream);
    ck_assert_ptr_ne(second, of_stream);
    ck_assert_ptr_ne(first, second);
    must(cujit_memory_to_host(context, bytes, second, sizeof bytes, &fault)); /* zeroed already */
    for (size_t k = 0; k < sizeof bytes; k++)
        expect(bytes[k] == 0, "byte %zu is %u", k, bytes[k]);
    end();
    ck_assert_ptr_eq(get(100, stream), of_stream);
}

/* Do launches of a recording, which is dropped at once, get that memory? */
static bool is_lent_again(const void *memory, size_t size)
{
    bool found = false;

    begin();
    for (int k = 0; k < 4; k++) /* others may be as good */
        found |= get(size, stream) == memory;
    cujit_graph_free(end());
    return found;
}

/* On a GPU it comes back when the driver finds the time. */
static bool comes_back(const void *memory, size_t size)
{
    bool found = false;

    begin();
    for (int k = 0; k < TRIES && !found; k++) {
        found = get(size, stream) == memory;
        usleep(found ? 0 : 1000);
    }
    cujit_graph_free(end());
    return found;
}

TEST(memory_of_a_graph_is_used_again)
{
    cujit_graph *graph;
    void *memory;

    begin();
    memory = get(5 << 20, stream);
    graph = end();
    ck_assert(!is_lent_again(memory, 5 << 20));
    run_graph(graph);
    ck_assert(!is_lent_again(memory, 100));
    cujit_graph_free(graph);
    ck_assert(comes_back(memory, 5 << 20));
}

TEST(graph_in_a_graph_keeps_its_memory)
{
    cujit_graph *inner, *outer;
    unsigned *result = make_result();
    void *memory;

    begin();
    memory = get(3 << 20, stream);
    must(launch(100, stream, result, &fault));
    inner = end();
    begin();
    run_graph(inner);
    run_graph(inner);
    outer = end();
    cujit_graph_free(inner);
    usleep(20000);
    for (int k = 0; k < 3; k++) {
        ck_assert(!is_lent_again(memory, 3 << 20));
        run_graph(outer);
    }
    must(cujit_stream_synchronize(context, stream, &fault));
    expect_sums(result, 6);
    cujit_graph_free(outer);
    ck_assert(comes_back(memory, 3 << 20));
}

TEST(graphs_outlive_their_order_of_freeing)
{
    cujit_context *const usual = context;
    const cujit_stream usual_stream = stream;
    cujit_module *module;
    cujit_graph *graph;
    void *result = NULL;

    context = cj_test_context(); /* another one, whose handle goes first */
    must(cujit_stream_create(context, &stream, &fault));
    must(cujit_memory_alloc(context, sizeof(unsigned), &result, &fault));
    must(cujit_memory_fill(context, result, 0, sizeof(unsigned), NULL, &fault));
    must(cujit_context_synchronize(context, &fault));
    module = make_source(context, source);
    add_tickets = function_of(module, "add_tickets");
    begin();
    must(launch(100, stream, result, &fault));
    graph = end();
    cujit_context_free(context); /* the graph holds it */
    run_graph(graph);
    expect_sums(result, 1);
    cujit_memory_free(context, result);
    cujit_module_free(module);
    cujit_stream_free(context, stream);
    cujit_graph_free(graph);
    context = usual;
    stream = usual_stream;
}

/* On a GPU a graph may be launched by one thread at a time. */
TEST(launches_of_one_graph_follow_each_other)
{
    worker workers[THREADS] = {{0}};
    cujit_graph *graph;
    unsigned *result = make_result();

    if (on_gpu(context))
        return;
    begin();
    must(launch(100, stream, result, &fault));
    graph = end();
    for (int k = 0; k < THREADS; k++)
        workers[k].graph = graph;
    run_workers(workers, true, NULL);
    cujit_graph_free(graph);
    expect_sums(result, THREADS * LAUNCHES);
}

TEST(recording_that_never_ends_is_forgotten)
{
    if (on_gpu(context))
        return;
    begin();
    get(100, stream);
    get(2 << 20, stream);
}

/* ---- What goes wrong --------------------------------------------------------------------------------------------- */

static const size_t impossible[] = {SIZE_MAX, SIZE_MAX - CJ_WORKSPACE_COUNTERS, SIZE_MAX / 2, (size_t)1 << 50};

TEST_EACH(too_much_is_an_error, COUNT(impossible))
{
    void *memory = stream, *before = get(100, stream);

    for (int recorded = 0; recorded < 2; recorded++) {
        if (recorded)
            begin();
        ck_assert_int_eq(cj_workspace_get(context, CJ_WORKSPACE_PARTS, impossible[_i], stream, &memory, &fault),
                         CUJIT_ERROR_DEVICE_MEMORY);
        ck_assert_ptr_nonnull(strpbrk(fault.message, "123456789"));
        refuse(fault.status, CUJIT_ERROR_DEVICE_MEMORY, "bytes");
        ck_assert_ptr_eq(memory, stream);
        if (recorded) {
            get(100, stream);
            cujit_graph_free(end());
        }
    }
    ck_assert_ptr_eq(get(100, stream), before);
}

/* Every allocation fails once; afterwards all is as it was. */
TEST_EACH(memory_that_runs_out_is_an_error, 2)
{
    bool recorded = _i != 0;
    cujit_status status = CUJIT_ERROR_OUT_OF_MEMORY;
    void *memory = NULL;
    unsigned long nth = 1;

    if (recorded)
        begin();
    for (; nth < 20 && status != CUJIT_OK; nth++) {
        cj_alloc_fail_at(nth);
        status = cj_workspace_get(context, CJ_WORKSPACE_PARTS, 100, stream, &memory, &fault);
        cj_alloc_fail_at(0);
        ck_assert_msg(status == CUJIT_OK || status == CUJIT_ERROR_OUT_OF_MEMORY, "%s", fault.message);
        cujit_error_clear(&fault);
    }
    ck_assert_uint_ge(nth, 3); /* the piece; a GPU's graph keeps it without memory of ours */
    ck_assert_int_eq(status, CUJIT_OK);
    if (recorded)
        cujit_graph_free(end());
    else
        ck_assert_ptr_eq(get(100, stream), memory);
}

/* On the host only: a trap is the end of a GPU's context. */
TEST_EACH(kernel_that_traps_leaves_no_counters, 2)
{
    unsigned *result = make_result();
    cujit_graph *graph = NULL;

    if (!context->backend->immediate)
        return;
    if (_i != 0) {
        begin();
        must(launch(BLOCKS * sizeof(unsigned), stream, result, &fault));
        graph = end();
    }
    for (int turn = 0; turn < 3; turn++) {
        const unsigned value = turn == 1 ? ~0u : 0;

        must(cujit_memory_to_device(context, result, &value, sizeof value, &fault));
        refuse(graph != NULL ? cujit_graph_launch(graph, stream, &fault)
                             : launch(BLOCKS * sizeof(unsigned), stream, result, &fault),
               turn == 1 ? CUJIT_ERROR_LAUNCH : CUJIT_OK, NULL);
    }
    expect_sums(result, 1);
}

TEST(child_of_a_fork_frees_its_context)
{
    cujit_graph *graph;

    get(100, stream);
    begin();
    get(100, stream);
    graph = end();
    if (in_child()) {
        cujit_graph_free(graph);
        cujit_stream_free(context, stream);
        cujit_context_free(context);
        _exit(0);
    }
    ck_assert_int_eq(end_of_child(), 0);
}
