/*
 * test_graph.c: graphs: what is recorded, what a launch of one does, how recordings go wrong. The driver's own
 * captures: test_graph_capture.c.
 */
#include "tests/graphs.h"

static const size_t bytes = N * sizeof(float);

static void setup(void)
{
    make_arrays();
    stream = make_stream(context);
    must(cujit_context_synchronize(context, &fault));
}

static void begin(void)
{
    must(cujit_graph_begin(context, stream, &fault));
}

static cujit_graph *end(void)
{
    return end_graph(context, stream);
}

static void launch_graph(cujit_graph *graph)
{
    must(cujit_graph_launch(graph, stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
}

/* ---- What is recorded -------------------------------------------------------------------------------------------- */

/* The arguments go out of scope: the graph has copies. */
static void record_prepared(const cujit_elementwise *kernel, float a)
{
    void *from = cujit_array_data(x), *to = cujit_array_data(z), *values[] = {&a, &from, &to};

    must(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){.stream = stream}, N, values, &fault));
    a = -1000;
    from = to = NULL;
}

FIXTURE(setup, NULL)

TEST(launches_are_recorded_and_run_again_and_again)
{
    const cujit_launch shape = {.grid = {(N + 127) / 128}, .block = {128}, .stream = stream};
    cujit_function *add = make_add();
    cujit_elementwise *kernel = axpy();
    cujit_graph *graph;
    float b = 5;
    int n = N;
    void *to = cujit_array_data(z), *values[] = {&to, &b, &n};

    reset(0);
    begin();
    run_on(stream, kernel, CUJIT_ARGS(2, x, z));
    record_prepared(kernel, 3);
    must(cujit_function_launch(add, &shape, CUJIT_ARGS(z, 7.0f, N), &fault));
    must(cujit_function_launch_prepared(add, &shape, values, &fault));
    graph = end();
    b = 1000;
    expect_z(0, 0, 0); /* recorded, not run */
    for (int k = 0; k < REPLAYS; k++) {
        reset((float)k);
        launch_graph(graph);
        if (k % 10 == 9) /* twice, one after the other */
            launch_graph(graph);
        expect_z(k % 10 == 9 ? 10 : 5, k, k % 10 == 9 ? 24 : 12);
    }
}

TEST(variants_are_built_while_recording)
{
    const cujit_range range = {.start = 1, .stop = N, .step = 2};
    const cujit_elementwise_options options = {.stream = stream, .range = &range};
    cujit_elementwise *kernel = axpy();
    cujit_graph *graph;

    reset(0);
    begin();
    run_on(stream, kernel, CUJIT_ARGS(2, x, z));
    must(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(3, x, z), &fault));
    run_on(stream, kernel_of(context, "float *z", "z[i] += 1"), CUJIT_ARGS(z));
    graph = end();
    launch_graph(graph);
    download(z, host);
    for (int i = 0; i < N; i++)
        expect(host[i] == (float)((i % 2 == 0 ? 2 : 5) * i + 1), "z[%d] is %g", i, (double)host[i]);
}

TEST(copies_and_fills_are_recorded)
{
    cujit_elementwise *kernel = axpy();
    void *memory = cujit_array_data(x);
    float *in = pinned_memory(context, 2 * bytes), *out = in + N;
    const cujit_box box = {.to = out, .from = cujit_array_data(z), .width = bytes / 50, .height = 50};
    cujit_graph *graph;

    reset(1);
    begin();
    must(cujit_array_fill_from_host_async(x, in, cujit_array_bytes(x), stream, &fault));
    must(cujit_memory_fill(context, cujit_array_data(z), 0, bytes, stream, &fault));
    run_on(stream, kernel, CUJIT_ARGS(4, x, z));
    must(cujit_memory_fill32(context, memory, 0x40400000, 1, stream, &fault)); /* x[0] = 3 */
    must(cujit_memory_fill16(context, (char *)memory + 4, 0x4040, 2, stream, &fault));
    must(cujit_memory_copy_async(context, cujit_array_data(z), memory, 8, stream, &fault));
    must(cujit_memory_copy_box_async(context, &box, CUJIT_DIRECTION_TO_HOST, stream, &fault));
    graph = end();
    expect_z(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < N; i++) {
            in[i] = (float)(i * (k + 1));
            out[i] = -1;
        }
        launch_graph(graph);
        expect(out[0] == 3 && out[1] == 3.00392151f, "%g and %g were filled", (double)out[0], (double)out[1]);
        for (int i = 2; i < N; i++)
            expect(out[i] == (float)(4 * i * (k + 1)), "out[%d] is %g", i, (double)out[i]);
    }
}

TEST(streams_join_by_events)
{
    cujit_elementwise *kernel = axpy();
    cujit_array *y = zeros(context, CUJIT_FLOAT32, N);
    cujit_event *fork = make_event(context), *join = make_event(context);
    cujit_stream second = make_stream(context);
    int done = -1;
    cujit_graph *graph;

    reset(0);
    begin();
    run_on(stream, kernel, CUJIT_ARGS(2, x, z));
    must(cujit_event_record(fork, stream, &fault));
    must(cujit_event_wait(fork, second, &fault));
    run_on(second, kernel, CUJIT_ARGS(1, z, y));
    must(cujit_event_record(join, second, &fault));
    must(cujit_event_wait(join, stream, &fault));
    run_on(stream, kernel, CUJIT_ARGS(1, y, z));
    graph = end();
    expect_z(0, 0, 0);
    launch_graph(graph); /* z = 2 x, y = z, z = z + y */
    expect_z(4, 0, 0);
    launch_graph(graph); /* z = 4 x + 2 x, y = y + z = 8 x, z = 14 x */
    expect_z(14, 0, 0);
    /* Events and the second stream are as good as before. */
    must(cujit_event_record(fork, second, &fault));
    must(cujit_event_synchronize(fork, &fault));
    must(cujit_event_query(fork, &done, &fault));
    ck_assert_int_eq(done, 1);
    must(cujit_stream_query(context, second, &done, &fault));
    ck_assert_int_eq(done, 1);
}

TEST(graphs_are_recorded_into_graphs)
{
    cujit_elementwise *kernel = axpy();
    cujit_graph *inner, *outer;

    reset(0);
    begin();
    run_on(stream, kernel, CUJIT_ARGS(2, x, z));
    inner = end();
    begin();
    must(cujit_graph_launch(inner, stream, &fault));
    run_on(stream, kernel, CUJIT_ARGS(1, x, z));
    must(cujit_graph_launch(inner, stream, &fault));
    outer = end();
    cujit_graph_free(inner);
    expect_z(0, 0, 0);
    launch_graph(outer);
    launch_graph(outer);
    expect_z(10, 0, 0);
}

TEST(empty_graphs_do_nothing)
{
    cujit_graph *graph;

    reset(0);
    begin();
    graph = end();
    launch_graph(graph);
    must(cujit_graph_launch(graph, NULL, &fault));
    must(cujit_context_synchronize(context, &fault));
    expect_z(0, 0, 0);
    cujit_graph_free(NULL);
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

typedef struct worker {
    const cujit_elementwise *kernel;
    float a;
} worker;

/* Records, launches and looks, on a stream and an array of its own. */
static void *record_and_launch(void *opaque)
{
    enum { MANY = 25, COUNT = 1000 };
    worker *w = opaque;
    float results[COUNT];
    cujit_array *own = NULL;
    cujit_stream queue = NULL;
    int failed = cujit_stream_create(context, &queue, NULL) != CUJIT_OK;

    for (int k = 0; k < MANY && failed == 0; k++) {
        const cujit_elementwise_options options = {.stream = queue};
        cujit_graph *graph = NULL;

        failed += cujit_array_zeros(context, CUJIT_FLOAT32, 1, &(size_t){COUNT}, &own, NULL) != CUJIT_OK ||
                  cujit_stream_synchronize(context, NULL, NULL) != CUJIT_OK ||
                  cujit_graph_begin(context, queue, NULL) != CUJIT_OK;
        failed += cujit_elementwise_run(w->kernel, &options, CUJIT_ARGS(w->a, own), NULL) != CUJIT_OK;
        failed += cujit_elementwise_run(w->kernel, &options, CUJIT_ARGS(k, own), NULL) != CUJIT_OK;
        failed += cujit_graph_end(context, queue, &graph, NULL) != CUJIT_OK;
        failed += cujit_graph_launch(graph, queue, NULL) != CUJIT_OK;
        failed += cujit_stream_synchronize(context, queue, NULL) != CUJIT_OK;
        failed += cujit_array_to_host(own, results, sizeof results, NULL) != CUJIT_OK;
        for (int i = 0; i < COUNT && failed == 0; i++)
            failed += results[i] != w->a + (float)k;
        cujit_graph_free(graph);
        cujit_array_free(own);
        own = NULL;
    }
    cujit_stream_free(context, queue);
    return failed != 0 ? w : NULL;
}

TEST(threads_record_beside_each_other)
{
    enum { THREADS = 4 };
    cujit_elementwise *kernel = kernel_of(context, "float a, float *x", "x[i] += a");
    worker workers[THREADS];

    for (int k = 0; k < THREADS; k++)
        workers[k] = (worker){.kernel = kernel, .a = 100 * (float)k};
    run_threads(THREADS, record_and_launch, workers, sizeof *workers);
}

/* ---- Lives ------------------------------------------------------------------------------------------------------- */

TEST(graphs_hold_what_they_launch)
{
    const cujit_launch shape = {.grid = {(N + 127) / 128}, .block = {128}, .stream = stream};
    cujit_module *module = make_source(context, "__device__ int launches;\n"
                                                "__global__ void count(float *z, int n)\n"
                                                "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                                "    if (i == 0)\n        launches++;\n"
                                                "    if (i < n)\n        z[i] += i;\n}\n");
    cujit_function *count = function_of(module, "count");
    cujit_elementwise *kernel = axpy();
    cujit_graph *graph;

    reset(0);
    begin();
    must(cujit_function_launch(count, &shape, CUJIT_ARGS(z, N), &fault));
    run_on(stream, kernel, CUJIT_ARGS(1, x, z));
    cujit_module_free(module); /* which nobody else has: it has a variable */
    cujit_elementwise_free(kernel);
    graph = end();
    launch_graph(graph);
    expect_z(2, 0, 0);
    launch_graph(graph);
    expect_z(4, 0, 0);
}

TEST(graphs_outlive_the_callers_context)
{
    cujit_context *own = cj_test_context();
    cujit_elementwise *kernel = kernel_of(own, "float *z", "z[i] = 7 + i");
    cujit_stream queue = NULL;
    void *memory = NULL;
    cujit_graph *graph;
    float back[2] = {0};

    must(cujit_stream_create(own, &queue, &fault));
    must(cujit_memory_alloc(own, sizeof back, &memory, &fault));
    must(cujit_graph_begin(own, queue, &fault));
    run_on(queue, kernel, CUJIT_ARGS(CUJIT_POINTER(memory, CUJIT_FLOAT32, 2)));
    graph = end_graph(own, queue);
    cujit_elementwise_free(kernel);
    must(cujit_graph_launch(graph, queue, &fault));
    must(cujit_stream_synchronize(own, queue, &fault));
    must(cujit_memory_to_host(own, back, memory, sizeof back, &fault));
    ck_assert(back[0] == 7 && back[1] == 8);
    cujit_memory_free(own, memory);
    cujit_stream_free(own, queue);
    cujit_graph_free(graph);
}

/* ---- What cannot be ---------------------------------------------------------------------------------------------- */

TEST(wrong_calls_are_named)
{
    cujit_context *compile_only = cj_test_target("sm_90");
    cujit_graph *graph = NULL;

    refuse(cujit_graph_begin(NULL, stream, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "cujit_graph_begin: context is NULL");
    refuse(cujit_graph_begin(context, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "default stream");
    refuse(cujit_graph_begin(compile_only, stream, &fault), CUJIT_ERROR_UNSUPPORTED, "no device");
    refuse(cujit_graph_end(NULL, stream, &graph, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "cujit_graph_end: context is NULL");
    refuse(cujit_graph_end(context, NULL, &graph, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "stream is NULL");
    refuse(cujit_graph_end(context, stream, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "graph is NULL");
    refuse(cujit_graph_end(context, stream, &graph, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "cujit_graph_begin() comes first");
    refuse(cujit_graph_launch(NULL, stream, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "graph is NULL");
    ck_assert_int_eq(cujit_graph_begin(context, NULL, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
    begin();
    refuse(cujit_graph_begin(context, stream, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "already");
    refuse(cujit_graph_end(context, stream, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "graph is NULL");
    ck_assert_ptr_null(graph);
    cujit_graph_free(end());
    refuse(cujit_graph_end(context, stream, &graph, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "comes first");
}

/* What waits, and buffers on the fly: refused, and the recording goes on. */
TEST(what_cannot_be_recorded_spoils_nothing)
{
    const cujit_elementwise_options options = {.stream = stream};
    const cujit_launch shape = {.block = {1}, .stream = stream};
    cujit_module *module = make_source(context, "__global__ void first(float *z, float b) { z[0] = b; }\n");
    cujit_function *first = function_of(module, "first");
    cujit_elementwise *kernel = axpy();
    cujit_array *made = NULL;
    float *data = memset(pinned_memory(context, bytes), 0, bytes);
    int done = -1;
    cujit_graph *graph;

    reset(0);
    begin();
    run_on(stream, kernel, CUJIT_ARGS(2, x, z));
    refuse(cujit_stream_synchronize(context, stream, &fault), CUJIT_ERROR_UNSUPPORTED, "being recorded");
    refuse(cujit_stream_query(context, stream, &done, &fault), CUJIT_ERROR_UNSUPPORTED, "being recorded");
    ck_assert_int_eq(done, -1);
    refuse(cujit_context_synchronize(context, &fault), CUJIT_ERROR_UNSUPPORTED, "being recorded");
    refuse(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(2, CUJIT_IN(host, bytes), z), &fault),
           CUJIT_ERROR_UNSUPPORTED, "argument 2 (x): a buffer on the fly");
    refuse(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(2, x, CUJIT_INOUT(data, bytes)), &fault),
           CUJIT_ERROR_UNSUPPORTED, "argument 3 (z)");
    refuse(cujit_function_launch(first, &shape, CUJIT_ARGS(CUJIT_OUT(data, bytes), 1.0f), &fault),
           CUJIT_ERROR_UNSUPPORTED, "argument 1 (z)");
    /* What has nothing to do with the stream goes on beside it. */
    made = upload(context, CUJIT_FLOAT32, 2, (float[]){1, 2});
    must(cujit_array_to_host(made, host, cujit_array_bytes(made), &fault));
    ck_assert(host[0] == 1 && host[1] == 2);
    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(2, made, CUJIT_INOUT(data, (size_t)8)), &fault));
    ck_assert(data[0] == 2 && data[1] == 4);
    graph = end();
    must(cujit_context_synchronize(context, &fault));
    launch_graph(graph);
    expect_z(2, 0, 0);
}

TEST(recorded_events_are_no_points_in_time)
{
    cujit_event *event = make_event(context), *other = make_event(context);
    int done = -1;
    double ms = -1;

    must(cujit_event_record(other, NULL, &fault));
    begin();
    must(cujit_event_record(event, stream, &fault));
    for (int over = 0; over < 2; over++) {
        refuse(cujit_event_synchronize(event, &fault), CUJIT_ERROR_UNSUPPORTED, "recorded into a graph");
        refuse(cujit_event_query(event, &done, &fault), CUJIT_ERROR_UNSUPPORTED, "recorded into a graph");
        refuse(cujit_event_elapsed(other, event, &ms, &fault), CUJIT_ERROR_UNSUPPORTED, "into a graph");
        refuse(cujit_event_elapsed(event, other, &ms, &fault), CUJIT_ERROR_UNSUPPORTED, "into a graph");
        if (over == 0) { /* the recording was not spoiled, and its own stream may wait */
            must(cujit_event_wait(event, stream, &fault));
            cujit_graph_free(end());
        }
    }
    ck_assert(done == -1 && ms < 0);
    refuse(cujit_event_wait(event, stream, &fault), CUJIT_ERROR_UNSUPPORTED, "recording is over");
    must(cujit_event_record(event, stream, &fault));
    must(cujit_event_synchronize(event, &fault));
    must(cujit_event_elapsed(other, event, &ms, &fault));
}

/* A recording that was given up leaves the stream, the context and what comes next as they were. */
TEST(recordings_may_fail)
{
    cujit_elementwise *kernel = axpy();
    cujit_event *outside = make_event(context);
    cujit_graph *graph = NULL;
    cujit_stream second = make_stream(context);

    must(cujit_event_record(outside, second, &fault));
    reset(0);
    begin();
    run_on(stream, kernel, CUJIT_ARGS(2, x, z));
    refuse(cujit_event_wait(outside, stream, &fault), CUJIT_ERROR_UNSUPPORTED, "wait");
    if (cujit_graph_end(context, stream, &graph, &fault) != CUJIT_OK) /* on a GPU that was the end of it */
        ck_assert_ptr_null(graph);
    cujit_graph_free(graph);
    cujit_error_clear(&fault);
    must(cujit_context_synchronize(context, &fault));
    expect_z(0, 0, 0);
    begin();
    run_on(stream, kernel, CUJIT_ARGS(3, x, z));
    graph = end();
    launch_graph(graph);
    expect_z(3, 0, 0);
}
