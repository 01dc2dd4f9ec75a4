/*
 * test_cuda_fake_graph.c: graphs over the fake driver: in which mode what is called while a graph is recorded, and what
 * becomes of errors.
 */
#include "libjit/runtime/context.h"
#include "libjit/runtime/workspace.h"
#include "tests/cuda_fake_support.h"
#include "tests/kernels.h"

static cujit_context *context;
static cujit_stream stream;

static void open_context(void)
{
    setup();
    context = cj_test_target("cuda:1");
    must(cujit_stream_create(context, &stream, &fault));
}

/* Behind each case, and in those that look at what is left. */
static void close_context(void)
{
    if (context == NULL)
        return;
    cujit_stream_free(context, stream);
    cujit_context_free(context);
    context = NULL;
}

static void begin(void)
{
    must(cujit_graph_begin(context, stream, &fault));
}

static cujit_graph *end(void)
{
    return end_graph(context, stream);
}

static cujit_module *load_module(void)
{
    cujit_module *module = NULL;

    must(cujit_module_load(context, ptx, sizeof ptx, &module, &fault));
    return module;
}

FIXTURE(open_context, close_context)

TEST(flags_of_a_stream_reach_the_driver)
{
    ck_assert_uint_eq(fake->stream_flags, CJ_CUDA_STREAM_NON_BLOCKING);
    cujit_stream_free(context, stream);
    must(cujit_stream_create_with_flags(context, CUJIT_STREAM_BLOCKING, &stream, &fault));
    ck_assert_uint_eq(fake->stream_flags, CJ_CUDA_STREAM_DEFAULT);
    cujit_stream_free(context, stream);
    must(cujit_stream_create_with_flags(context, 0, &stream, &fault));
    ck_assert_uint_eq(fake->stream_flags, CJ_CUDA_STREAM_NON_BLOCKING);
}

TEST(graph_is_recorded_in_the_threads_own_mode)
{
    cujit_graph *graph;

    begin();
    ck_assert_ptr_eq(fake->recorded, stream);
    ck_assert_uint_eq(fake->record_mode, CJ_CUDA_CAPTURE_THREAD_LOCAL);
    graph = end();
    ck_assert_int_eq(fake->live_graphs, 2); /* the one that is ready, and what it was made from */
    must(cujit_graph_launch(graph, stream, &fault));
    ck_assert_ptr_eq(fake->launch_stream, stream);
    ck_assert_uint_eq(count_of("cuGraphLaunch"), 1);
    cujit_graph_free(graph);
    ck_assert_int_eq(fake->live_graphs, 0);
    close_context();
    ck_assert_ptr_null(application_current());
}

/* Whatever mode the thread was in, it is in it again afterwards. */
TEST_EACH(what_a_capture_would_forbid_is_done_in_the_relaxed_mode, 3)
{
    cujit_stream other = (cujit_stream)(void *)((char *)stream + 1);
    void *memory = NULL;
    cujit_event *event;
    cujit_graph *graph;
    cujit_module *module;
    int done = 0, number = 7;

    *fake->capture_mode = (unsigned)_i;
    begin();
    module = load_module();
    ck_assert_uint_eq(fake->load_mode, CJ_CUDA_CAPTURE_RELAXED);
    must(cujit_memory_alloc(context, sizeof number, &memory, &fault));
    ck_assert_uint_eq(fake->alloc_mode, CJ_CUDA_CAPTURE_RELAXED);
    must(cujit_memory_to_device(context, memory, &number, sizeof number, &fault));
    ck_assert_uint_eq(fake->wait_mode, CJ_CUDA_CAPTURE_RELAXED);
    must(cujit_stream_synchronize(context, other, &fault));
    must(cujit_stream_query(context, other, &done, &fault));
    event = make_event(context);
    must(cujit_event_record(event, other, &fault));
    must(cujit_event_synchronize(event, &fault));
    must(cujit_event_query(event, &done, &fault));
    ck_assert_int_eq(fake->spoiled, 0);
    ck_assert_uint_eq(*fake->capture_mode, (unsigned)_i);
    graph = end();
    ck_assert_uint_eq(*fake->capture_mode, (unsigned)_i);
    cujit_event_free(event);
    cujit_graph_free(graph);
    cujit_memory_free(context, memory);
    cujit_module_free(module);
    close_context();
    ck_assert_uint_eq(*fake->capture_mode, (unsigned)_i);
}

TEST(waiting_for_what_is_recorded_never_reaches_the_driver)
{
    int done = -1;

    begin();
    refuse(cujit_stream_synchronize(context, stream, &fault), CUJIT_ERROR_UNSUPPORTED, "being recorded");
    refuse(cujit_stream_query(context, stream, &done, &fault), CUJIT_ERROR_UNSUPPORTED, "being recorded");
    refuse(cujit_context_synchronize(context, &fault), CUJIT_ERROR_UNSUPPORTED, "being recorded");
    ck_assert_int_eq(done, -1);
    ck_assert_uint_eq(count_of("cuStreamSynchronize"), 0);
    ck_assert_uint_eq(count_of("cuStreamQuery"), 0);
    ck_assert_uint_eq(count_of("cuCtxSynchronize"), 0);
    make_fail("cuStreamIsCapturing", CJ_CUDA_CAPTURE_IMPLICIT); /* of the default stream */
    refuse(cujit_memory_to_host(context, &done, stream, 4, &fault), CUJIT_ERROR_UNSUPPORTED,
           "a stream that waits for the default stream");
    ck_assert_uint_eq(count_of("cuMemcpyDtoHAsync_v2"), 0);
    make_fail("cuStreamIsCapturing", 0);
    end();
    must(cujit_stream_synchronize(context, stream, &fault));
}

TEST(graph_becomes_a_part_of_what_is_recorded)
{
    void *first, *part;
    cujit_graph *inner, *outer;

    begin();
    inner = end();
    begin();
    must(cujit_graph_launch(inner, stream, &fault));
    part = fake->added_graph;
    ck_assert_ptr_nonnull(part);
    ck_assert_ptr_null(fake->added_after);
    first = fake->last_node;
    ck_assert_ptr_nonnull(first);
    must(cujit_graph_launch(inner, stream, &fault));
    ck_assert_ptr_eq(fake->added_graph, part);
    ck_assert_ptr_eq(fake->added_after, first);
    ck_assert_ptr_ne(fake->last_node, first);
    ck_assert_uint_eq(count_of("cuGraphLaunch"), 0);
    /* What fails leaves the recording as it is. */
    make_fail("cuGraphAddChildGraphNode", CJ_CUDA_OUT_OF_MEMORY);
    refuse(cujit_graph_launch(inner, stream, &fault), CUJIT_ERROR_LAUNCH, "recording the launch of a graph");
    make_fail("cuGraphAddChildGraphNode", 0);
    make_fail("cuStreamUpdateCaptureDependencies", CJ_CUDA_INVALID_VALUE);
    refuse(cujit_graph_launch(inner, stream, &fault), CUJIT_ERROR_LAUNCH, "recording the launch of a graph");
    make_fail("cuStreamUpdateCaptureDependencies", 0);
    ck_assert_int_eq(fake->spoiled, 0);
    must(cujit_graph_launch(inner, (cujit_stream)(void *)((char *)stream + 1), &fault)); /* another stream: it runs */
    ck_assert_uint_eq(count_of("cuGraphLaunch"), 1);
    outer = end();
    cujit_graph_free(inner);
    cujit_graph_free(outer);
    ck_assert_int_eq(fake->live_graphs, 0);
    /* Nothing is added to what was spoiled already. */
    begin();
    inner = end();
    begin();
    fake->spoiled = 1;
    fake->added_graph = NULL;
    refuse(cujit_graph_launch(inner, stream, &fault), CUJIT_ERROR_LAUNCH, "cannot be recorded");
    ck_assert_ptr_null(fake->added_graph);
    ck_assert_int_ne(cujit_graph_end(context, stream, &outer, NULL), CUJIT_OK);
}

TEST(recorded_event_is_asked_without_the_driver)
{
    cujit_event *event = make_event(context);
    double ms = -1;
    int done = -1;

    begin();
    must(cujit_event_record(event, stream, &fault));
    for (int over = 0; over < 2; over++) {
        refuse(cujit_event_synchronize(event, &fault), CUJIT_ERROR_UNSUPPORTED, "recorded into a graph");
        refuse(cujit_event_query(event, &done, &fault), CUJIT_ERROR_UNSUPPORTED, "recorded into a graph");
        refuse(cujit_event_elapsed(event, event, &ms, &fault), CUJIT_ERROR_UNSUPPORTED, "into a graph");
        ck_assert_int_eq(fake->spoiled, 0);
        if (over == 0)
            end();
    }
    ck_assert_uint_eq(count_of("cuEventSynchronize") + count_of("cuEventQuery") + count_of("cuEventElapsedTime"), 0);
    ck_assert(done == -1 && ms < 0);
    make_fail("cuStreamWaitEvent", CJ_CUDA_INVALID_VALUE);
    refuse(cujit_event_wait(event, stream, &fault), CUJIT_ERROR_UNSUPPORTED, "recording is over");
    /* A record that fails changes nothing; the next one makes it a point in time. */
    make_fail("cuEventRecord", 999);
    refuse(cujit_event_record(event, stream, &fault), CUJIT_ERROR_DEVICE, "recording an event");
    refuse(cujit_event_synchronize(event, &fault), CUJIT_ERROR_UNSUPPORTED, "recorded into a graph");
    make_fail("cuEventRecord", 0);
    must(cujit_event_record(event, stream, &fault));
    must(cujit_event_synchronize(event, &fault));
    must(cujit_event_elapsed(event, event, &ms, &fault));
}

/* Unloading what a graph may launch, and the wait for the device before it, are put off until there is no graph. */
TEST(nothing_is_unloaded_while_there_is_a_graph)
{
    cujit_graph *graph, *second = NULL;
    cujit_module *module = load_module();

    begin();
    cujit_module_free(module);
    ck_assert_int_eq(fake->live_modules, 1);
    graph = end();
    cujit_module_free(load_module());
    ck_assert_int_eq(fake->live_modules, 2);
    ck_assert_uint_eq(count_of("cuCtxSynchronize"), 0);
    /* A recording that fails counts no more. */
    make_fail("cuStreamBeginCapture_v2", 401);
    ck_assert_int_eq(cujit_graph_begin(context, stream, NULL), CUJIT_ERROR_DEVICE);
    make_fail("cuStreamBeginCapture_v2", 0);
    begin();
    make_fail("cuStreamEndCapture", CJ_CUDA_CAPTURE_UNJOINED);
    ck_assert_int_eq(cujit_graph_end(context, stream, &second, NULL), CUJIT_ERROR_DEVICE);
    make_fail("cuStreamEndCapture", 0);
    ck_assert_uint_eq(atomic_load(&context->graphs), 1);
    cujit_graph_free(graph);
    cujit_module_free(load_module());
    ck_assert_uint_eq(count_of("cuCtxSynchronize"), 1);
    ck_assert_int_eq(fake->live_modules, 2);
    close_context();
    ck_assert_int_eq(fake->live_modules, 0);
}

static const struct {
    const char *symbol;
    unsigned code;
    const char *words;
} rows[] = {
    {"cuStreamBeginCapture_v2", 401, "beginning to record a graph on Fake 1"},
    {"cuStreamEndCapture", CJ_CUDA_CAPTURE_UNJOINED, "another stream joined the recording"},
    {"cuStreamEndCapture", CJ_CUDA_CAPTURE_INVALIDATED, "something that cannot be recorded"},
    {"cuGraphInstantiateWithFlags", CJ_CUDA_OUT_OF_MEMORY, "recording a graph on Fake 1: CUDA_ERROR_OUT_OF_MEMORY"},
    {"cuGraphLaunch", 999, "launching a graph on Fake 1"},
    {"cuStreamGetCaptureInfo_v2", CJ_CUDA_CAPTURE_IMPLICIT, "launching a graph on Fake 1"},
    {"cuCtxPushCurrent_v2", 999, "CUDA_ERROR_FAKE"}};

TEST_EACH(errors_say_what_failed, COUNT(rows))
{
    cujit_graph *graph = NULL;

    make_fail(rows[_i].symbol, rows[_i].code);
    if (cujit_graph_begin(context, stream, &fault) == CUJIT_OK &&
        cujit_graph_end(context, stream, &graph, &fault) == CUJIT_OK)
        cujit_graph_launch(graph, stream, &fault);
    ck_assert_int_ne(fault.status, CUJIT_OK);
    ck_assert_int_eq(fault.vendor_code, (long)rows[_i].code);
    ck_assert_msg(strstr(fault.message, rows[_i].words) != NULL, "%s", fault.message);
    make_fail(rows[_i].symbol, 0);
    cujit_error_clear(&fault);
    cujit_graph_free(graph);
    ck_assert_uint_eq(atomic_load(&context->graphs), 0);
    ck_assert_int_eq(fake->live_graphs, 0);
    ck_assert_ptr_null(application_current());
    /* And again, without a failure. */
    begin();
    end();
}

TEST(recording_of_another_thread_goes_on)
{
    cujit_graph *graph = NULL;

    begin();
    make_fail("cuStreamEndCapture", CJ_CUDA_CAPTURE_WRONG_THREAD);
    refuse(cujit_graph_end(context, stream, &graph, &fault), CUJIT_ERROR_DEVICE, "begun by another thread");
    ck_assert_uint_eq(atomic_load(&context->graphs), 1);
    refuse(cujit_context_synchronize(context, &fault), CUJIT_ERROR_UNSUPPORTED, "being recorded");
    make_fail("cuStreamEndCapture", 0);
    cujit_graph_free(end());
    ck_assert_uint_eq(atomic_load(&context->graphs), 0);
}

TEST(recording_that_never_ends_is_forgotten)
{
    begin();
    ck_assert(cj_context_records(context));
    close_context();
    ck_assert_int_eq(fake->live_modules, 0);
}

/* ---- Workspaces of what is recorded ---- */

static void *get_workspace(void *on)
{
    void *memory = NULL;

    must(cj_workspace_get(context, CJ_WORKSPACE_PARTS, 100, on, &memory, &fault));
    return memory;
}

/* Zeroed on a stream of its own, in the relaxed mode. */
TEST_EACH(workspace_is_made_beside_the_recording, 3)
{
    void *memory;
    cujit_graph *graph;

    fake->memory_free = 64 << 20;
    *fake->capture_mode = (unsigned)_i;
    begin();
    memory = get_workspace(stream);
    ck_assert_uint_eq(fake->alloc_mode, CJ_CUDA_CAPTURE_RELAXED);
    ck_assert_uint_eq(fake->wait_mode, CJ_CUDA_CAPTURE_RELAXED);
    ck_assert_uint_eq(fake->stream_flags, CJ_CUDA_STREAM_NON_BLOCKING);
    ck_assert_uint_eq(*fake->capture_mode, (unsigned)_i);
    ck_assert_ptr_nonnull(fake->fill_stream);
    ck_assert_ptr_ne(fake->fill_stream, stream);
    ck_assert_int_eq(fake->spoiled, 0);
    ck_assert_int_eq(fake->live_objects, 1);
    graph = end();
    ck_assert_ptr_ne(get_workspace(stream), memory); /* the stream's own */
    ck_assert_ptr_eq(fake->fill_stream, stream);
    ck_assert_int_eq(fake->live_objects, 1);
    cujit_graph_free(graph);
    ck_assert_int_eq(fake->live_objects, 0);
    close_context();
    ck_assert_int_eq(fake->live_blocks, 0);
    ck_assert_uint_eq(count_of("cuStreamDestroy_v2"), 2);
}

TEST(workspace_lives_as_long_as_any_graph_with_it)
{
    void *memory;
    cujit_graph *inner, *outer;

    fake->memory_free = 64 << 20;
    begin();
    memory = get_workspace(stream);
    inner = end();
    begin();
    must(cujit_graph_launch(inner, stream, &fault));
    outer = end();
    cujit_graph_free(inner);
    ck_assert_int_eq(fake->live_objects, 1);
    cujit_graph_free(outer);
    ck_assert_int_eq(fake->live_objects, 0);
    begin();
    ck_assert_ptr_eq(get_workspace(stream), memory);
    ck_assert_int_eq(fake->live_blocks, 1);
    close_context();
    ck_assert_int_eq(fake->live_blocks, 0);
}

/* The application's own capture, whose graph goes after the context. */
TEST(workspace_is_handed_back_after_the_context_has_gone)
{
    const cj_driver *driver = ((cuda_device *)context->device)->driver;
    cj_cuda_graph graph = NULL;

    fake->memory_free = 64 << 20;
    application_push(((cuda_device *)context->device)->context);
    ck_assert_uint_eq(driver->capture_begin(stream, CJ_CUDA_CAPTURE_THREAD_LOCAL), CJ_CUDA_OK);
    get_workspace(stream);
    get_workspace(stream);
    ck_assert_uint_eq(driver->capture_end(stream, &graph), CJ_CUDA_OK);
    ck_assert_int_eq(fake->live_objects, 2);
    close_context();
    ck_assert_int_eq(fake->live_blocks, 0);
    ck_assert_int_eq(fake->live_objects, 2);
    driver->graph_destroy(graph);
    ck_assert_int_eq(fake->live_objects, 0);
}

static const struct {
    const char *symbol;
    unsigned code;
    cujit_status status;
    const char *words;
} failures[] = {{"cuMemAlloc_v2", CJ_CUDA_OUT_OF_MEMORY, CUJIT_ERROR_DEVICE_MEMORY, "allocating 65792 bytes"},
                {"cuMemAlloc_v2", 999, CUJIT_ERROR_DEVICE, "allocating 131072 bytes"},
                {"cuStreamCreate", 999, CUJIT_ERROR_DEVICE, "creating a stream"},
                {"cuMemsetD8Async", 999, CUJIT_ERROR_DEVICE, "filling 131072 bytes"},
                {"cuStreamSynchronize", 999, CUJIT_ERROR_DEVICE, "waiting for a stream"},
                {"cuStreamGetCaptureInfo_v2", 999, CUJIT_ERROR_DEVICE, "giving a graph its workspace"},
                {"cuUserObjectCreate", 999, CUJIT_ERROR_DEVICE, "giving a graph its workspace"},
                {"cuGraphRetainUserObject", 999, CUJIT_ERROR_DEVICE, "giving a graph its workspace"}};

/* And the recording is none the worse for it. */
TEST_EACH(workspace_that_cannot_be_had_is_an_error, COUNT(failures))
{
    void *memory = stream;

    fake->memory_free = 64 << 20;
    begin();
    make_fail(failures[_i].symbol, failures[_i].code);
    for (int k = 0; k < 2; k++)
        refuse(cj_workspace_get(context, CJ_WORKSPACE_PARTS, 100, stream, &memory, &fault), failures[_i].status,
               failures[_i].words);
    ck_assert_ptr_eq(memory, stream);
    ck_assert_int_le(fake->live_blocks, 1); /* the one of the first try is spare, and was taken by the second */
    make_fail(failures[_i].symbol, 0);
    get_workspace(stream);
    ck_assert_int_eq(fake->live_blocks, 1);
    ck_assert_int_eq(fake->live_objects, 1);
    ck_assert_int_eq(fake->spoiled, 0);
    cujit_graph_free(end());
    close_context();
    ck_assert_int_eq(fake->live_blocks + fake->live_objects, 0);
}

/* What graphs have handed back, and is too small, goes where memory is scarce; and no more is taken than is needed. */
TEST(spare_workspaces_go_where_memory_is_scarce)
{
    void *memory = NULL;

    fake->memory_free = 3 << 20;
    begin();
    for (int k = 0; k < 3; k++)
        get_workspace(stream);
    cujit_graph_free(end());
    ck_assert_int_eq(fake->live_blocks, 3);
    must(cj_workspace_get(context, CJ_WORKSPACE_PARTS, (5 << 19), stream, &memory, &fault)); /* not 4 MiB */
    ck_assert_int_eq(fake->live_blocks, 1);
    refuse(cj_workspace_get(context, CJ_WORKSPACE_PARTS, 3 << 20, stream, &memory, &fault), CUJIT_ERROR_DEVICE_MEMORY,
           "allocating 3211264 bytes");
    close_context();
    ck_assert_int_eq(fake->live_blocks, 0);
}

/* On the thread's own default stream. */
static void *visit(void *unused)
{
    void *memory = NULL;

    (void)unused;
    return cj_workspace_get(context, CJ_WORKSPACE_PARTS, 100, (void *)2, &memory, NULL) == CUJIT_OK ? NULL : context;
}

static void visit_threads(int count)
{
    for (int k = 0; k < count; k++)
        run_threads(1, visit, NULL, 0);
}

/* Many at once, after a wait for the device; and not while there is a graph. */
TEST(workspaces_of_threads_that_ended_are_taken_back)
{
    void *own;
    cujit_graph *graph;

    fake->memory_free = 64 << 20;
    own = get_workspace((void *)2);
    begin();
    graph = end();
    visit_threads(40);
    ck_assert_int_eq(fake->live_blocks, 41);
    ck_assert_uint_eq(count_of("cuCtxSynchronize"), 0);
    cujit_graph_free(graph);
    visit_threads(100);
    ck_assert_int_eq(fake->live_blocks, 41);
    ck_assert_uint_ge(count_of("cuCtxSynchronize"), 2);
    ck_assert_uint_le(count_of("cuCtxSynchronize"), 100 / 16);
    ck_assert_ptr_eq(get_workspace((void *)2), own);
    /* Fewer go where memory is scarce. */
    make_fail("cuMemAlloc_v2", CJ_CUDA_OUT_OF_MEMORY);
    ck_assert_int_ne(cj_workspace_get(context, CJ_WORKSPACE_PARTS, 2 << 20, stream, &own, NULL), CUJIT_OK);
    ck_assert_int_eq(fake->live_blocks, 1);
    make_fail("cuMemAlloc_v2", 0);
    close_context();
    ck_assert_int_eq(fake->live_blocks, 0);
}
