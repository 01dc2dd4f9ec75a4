/*
 * test_graph_capture.c: launches inside of captures that the application began itself, with the driver's own functions:
 * in every mode, on streams of ours and of its own, from one thread and beside others. Graphs of ours: test_graph.c.
 *
 * Exits 77 where there is no GPU.
 */
#include "libjit/device/cuda/device.h"
#include "libjit/runtime/context.h"
#include "tests/graphs.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MODES = 3 }; /* CU_STREAM_CAPTURE_MODE_GLOBAL, _THREAD_LOCAL, _RELAXED */

static const cj_driver *driver;

static void setup(void)
{
    make_arrays();
    driver = ((cuda_device *)context->device)->driver;
    must(cujit_context_push(context, &fault));
}

static void teardown(void)
{
    must(cujit_context_pop(context, &fault));
}

/* The driver's: the default stream waits for it, and it for the default stream. */
static void open_stream(bool theirs)
{
    cj_cuda_stream made = NULL;

    if (!theirs) {
        must(cujit_stream_create(context, &stream, &fault));
        return;
    }
    ck_assert_uint_eq(driver->stream_create(&made, 0), CJ_CUDA_OK);
    stream = made;
}

static void free_stream(bool theirs)
{
    if (theirs)
        ck_assert_uint_eq(driver->stream_destroy(stream), CJ_CUDA_OK);
    else
        cujit_stream_free(context, stream);
}

static void begin(unsigned mode)
{
    ck_assert_uint_eq(driver->capture_begin(stream, mode), CJ_CUDA_OK);
}

static cj_cuda_graph_exec end(void)
{
    cj_cuda_graph_exec ready = NULL;
    cj_cuda_graph graph = NULL;

    ck_assert_uint_eq(driver->capture_end(stream, &graph), CJ_CUDA_OK);
    ck_assert_uint_eq(driver->graph_make(&ready, graph, 0), CJ_CUDA_OK);
    ck_assert_uint_eq(driver->graph_destroy(graph), CJ_CUDA_OK);
    return ready;
}

static void replay(cj_cuda_graph_exec graph)
{
    ck_assert_uint_eq(driver->graph_launch(graph, stream), CJ_CUDA_OK);
    ck_assert_uint_eq(driver->stream_synchronize(stream), CJ_CUDA_OK);
}

static void end_replays(cj_cuda_graph_exec graph, bool theirs)
{
    ck_assert_uint_eq(driver->graph_exec_destroy(graph), CJ_CUDA_OK);
    free_stream(theirs);
}

/* Prepared and checked launches, a module's kernel, events between them: z = 5 x + 7. */
static void capture_all(const cujit_elementwise *kernel, cujit_function *add, cujit_event *event)
{
    const cujit_elementwise_options options = {.stream = stream};
    const cujit_launch shape = {.grid = {(N + 127) / 128}, .block = {128}, .stream = stream};
    void *from = cujit_array_data(x), *to = cujit_array_data(z);
    float a = 2;
    void *values[] = {&a, &from, &to};

    must(cujit_elementwise_launch_prepared(kernel, &options, N, values, &fault));
    a = -1000;
    must(cujit_event_record(event, stream, &fault));
    must(cujit_event_wait(event, stream, &fault));
    run_on(stream, kernel, CUJIT_ARGS(3, x, z));
    must(cujit_event_record(event, stream, &fault));
    must(cujit_function_launch(add, &shape, CUJIT_ARGS(z, 7.0f, N), &fault));
}

FIXTURE(setup, teardown)

TEST_EACH(launches_are_captured_and_replayed, 2 * MODES)
{
    bool theirs = _i / MODES != 0;
    cujit_function *add = make_add();
    cujit_elementwise *kernel = axpy();
    cujit_event *event = make_event(context);
    cj_cuda_graph_exec graph;

    open_stream(theirs);
    reset(0);
    begin((unsigned)(_i % MODES));
    capture_all(kernel, add, event);
    graph = end();
    expect_z(0, 0, 0); /* captured, not run */
    for (int k = 0; k < REPLAYS; k++) {
        reset((float)k);
        replay(graph);
        expect_z(5, k, 7);
    }
    end_replays(graph, theirs);
}

/* Compiled and loaded in the middle: a range, which is another variant; another kernel; a module. */
TEST_EACH(variants_are_built_in_the_capture, 2 * MODES)
{
    bool theirs = _i / MODES != 0;
    const cujit_range range = {.start = 1, .stop = N, .step = 2};
    cujit_elementwise_options options = {.range = &range};
    cujit_launch shape = {.grid = {(N + 127) / 128}, .block = {128}};
    cujit_elementwise *kernel = axpy();
    cj_cuda_graph_exec graph;

    open_stream(theirs);
    options.stream = shape.stream = stream;
    reset(0);
    begin((unsigned)(_i % MODES));
    must(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(3, x, z), &fault));
    run_on(stream, kernel_of(context, "float *z", "z[i] += 1.5f"), CUJIT_ARGS(z));
    launch_function(make_add(), shape, CUJIT_ARGS(z, 2.0f, N));
    graph = end();
    for (int round = 0; round < 3; round++) {
        reset((float)round);
        replay(graph);
        expect_each(z, float, got == (float)((k % 2 != 0 ? 3 : 0) * (k + round) + 3.5));
    }
    end_replays(graph, theirs);
}

/* A mistake with the captured stream is an error, and the capture goes on. */
TEST_EACH(mistakes_do_not_end_the_capture, MODES)
{
    cujit_elementwise *kernel = axpy();
    cujit_graph *none = NULL;
    cj_cuda_graph_exec graph;
    int done = -1;

    open_stream(false);
    reset(0);
    begin((unsigned)_i);
    refuse(cujit_stream_synchronize(context, stream, &fault), CUJIT_ERROR_UNSUPPORTED, NULL);
    refuse(cujit_stream_query(context, stream, &done, &fault), CUJIT_ERROR_UNSUPPORTED, NULL);
    refuse(cujit_elementwise_run(kernel, &(cujit_elementwise_options){.stream = stream},
                                 CUJIT_ARGS(1, CUJIT_IN(host, sizeof host), z), &fault),
           CUJIT_ERROR_UNSUPPORTED, NULL);
    refuse(cujit_graph_begin(context, stream, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
    refuse(cujit_graph_end(context, stream, &none, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
    run_on(stream, kernel, CUJIT_ARGS(4, x, z));
    graph = end();
    replay(graph);
    expect_z(4, 0, 0);
    end_replays(graph, false);
}

/* The default stream waits for a stream that is being captured: to use it is an error that says so. */
TEST_EACH(default_stream_beside_a_stream_that_waits_for_it, MODES)
{
    cujit_elementwise *kernel = axpy();
    cj_cuda_graph_exec graph;

    open_stream(true);
    reset(0);
    begin((unsigned)_i);
    refuse(cujit_array_to_host(x, host, sizeof host, &fault), CUJIT_ERROR_UNSUPPORTED,
           "a stream that waits for the default stream");
    run_on(stream, kernel, CUJIT_ARGS(4, x, z));
    graph = end();
    replay(graph);
    expect_z(4, 0, 0);
    end_replays(graph, true);
}

/* ---- Other threads ----------------------------------------------------------------------------------------------- */

static atomic_bool stop;

/* All that a thread does that knows nothing of the capture; the number of rounds that went well, or -1. */
static void *work(void *counted)
{
    intptr_t rounds = 0;

    while (!atomic_load(&stop) && rounds >= 0) {
        float data[] = {1, 2, 3}, back[] = {0, 0, 0};
        cujit_array *array = NULL;
        cujit_stream queue = NULL;
        void *pinned = NULL;
        cujit_event *event = NULL;
        int done = 0;
        bool good = cujit_array_from_host(context, CUJIT_FLOAT32, 1, &(size_t){3}, data, &array, NULL) == CUJIT_OK &&
                    cujit_stream_create(context, &queue, NULL) == CUJIT_OK &&
                    cujit_pinned_alloc(context, 4096, &pinned, NULL) == CUJIT_OK &&
                    cujit_event_create(context, &event, NULL) == CUJIT_OK &&
                    cujit_event_record(event, queue, NULL) == CUJIT_OK &&
                    cujit_event_query(event, &done, NULL) == CUJIT_OK &&
                    cujit_event_synchronize(event, NULL) == CUJIT_OK &&
                    cujit_stream_query(context, queue, &done, NULL) == CUJIT_OK &&
                    cujit_stream_synchronize(context, queue, NULL) == CUJIT_OK &&
                    cujit_array_to_host(array, back, cujit_array_bytes(array), NULL) == CUJIT_OK && back[0] == 1 &&
                    back[1] == 2 && back[2] == 3;

        cujit_event_free(event);
        cujit_pinned_free(context, pinned);
        cujit_stream_free(context, queue);
        cujit_array_free(array);
        rounds = good ? rounds + 1 : -1;
    }
    *(intptr_t *)counted = rounds;
    return NULL;
}

TEST_EACH(other_threads_spoil_nothing, MODES)
{
    cujit_elementwise *kernel = axpy();
    cj_cuda_graph_exec graph;
    intptr_t rounds = -1;
    pthread_t thread;

    open_stream(false);
    reset(0);
    atomic_store(&stop, false);
    ck_assert_int_eq(pthread_create(&thread, NULL, work, &rounds), 0);
    for (int k = 0; k < 200; k++) {
        begin((unsigned)_i);
        for (int launch = 0; launch < 20; launch++)
            run_on(stream, kernel, CUJIT_ARGS(1, x, z));
        graph = end();
        ck_assert_uint_eq(driver->graph_exec_destroy(graph), CJ_CUDA_OK);
    }
    atomic_store(&stop, true);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_int_ge(rounds, 0);
    free_stream(false);
}
