/*
 * test_async.c: kernels made in the background: asked, waited for, taken, cancelled, freed at any time; and compilers that
 * take too long.
 *
 * Where a case must know how far a compiler has come, the compiler is a script that waits at a gate, for the device "host".
 */
#include "tests/kernels.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define cujit_creation_free(creation) cujit_creation_free(cj_test_forget(creation))

enum { N = 1000, PATIENCE_MS = 60000 };

static void release_creation(void *creation)
{
    (cujit_creation_free)(creation);
}

static cujit_creation *keep(cujit_creation *creation)
{
    return cj_test_keep(creation, release_creation);
}

static void sleep_ms(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static cujit_creation *begin(cujit_context *context, const cujit_elementwise_spec *spec)
{
    cujit_creation *creation = NULL;

    must(cujit_elementwise_create_async(context, spec, &creation, &fault));
    return keep(creation);
}

static cujit_creation *begin_of(cujit_context *context, const char *operation)
{
    return begin(context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = operation});
}

static void free_kernel(void *kernel)
{
    (cujit_elementwise_free)(kernel);
}

static cujit_elementwise *take(cujit_creation *creation)
{
    cujit_elementwise *kernel = NULL;

    must(cujit_creation_take_elementwise(creation, &kernel, &fault));
    return cj_test_keep(kernel, free_kernel);
}

static cujit_status take_error(cujit_creation *creation)
{
    cujit_elementwise *kernel = NULL;
    const cujit_status status = cujit_creation_take_elementwise(creation, &kernel, &fault);

    ck_assert_ptr_null(kernel);
    return status;
}

static void expect_result(cujit_context *context, const cujit_elementwise *kernel, float expected)
{
    cujit_array *x = zeros(context, CUJIT_FLOAT32, N);

    run_kernel(kernel, CUJIT_ARGS(x));
    expect_each(x, float, got == expected);
}

/* ---- The gate ---------------------------------------------------------------------------------------------------- */

/* Each run of the compiler notes its process in "runs", and compiles when there is a file "open". */
static const char gate[] = "#!/bin/sh\necho $$ >>%s\nwhile [ ! -e %s ]; do sleep 0.02; done\nexec c++ \"$@\"\n";

static const char *script(const char *name, const char *text)
{
    const char *path = cj_test_file(name, text);

    ck_assert_int_eq(chmod(path, 0700), 0);
    return path;
}

static cujit_context *gated(unsigned threads)
{
    char text[1024];

    unlink(cj_test_path("runs"));
    unlink(cj_test_path("open"));
    snprintf(text, sizeof text, gate, cj_test_path("runs"), cj_test_path("open"));
    return context_with(.device = "host", .compiler = script("gate", text), .cache_directory = "",
                        .background_threads = threads);
}

static void open_gate(void)
{
    cj_test_file("open", "");
}

/* How many compilers have begun, and the process of the last. */
static int count_runs(long *last)
{
    FILE *file = fopen(cj_test_path("runs"), "r");
    int count = 0;
    long process;

    while (file != NULL && fscanf(file, "%ld", &process) == 1) {
        count++;
        if (last != NULL)
            *last = process;
    }
    if (file != NULL)
        fclose(file);
    return count;
}

static long wait_for_runs(int count)
{
    long last = 0;

    for (int k = 0; count_runs(&last) < count; k++) {
        ck_assert_int_lt(k, PATIENCE_MS / 10);
        sleep_ms(10);
    }
    return last;
}

static void expect_gone(long process)
{
    for (int k = 0; kill((pid_t)process, 0) == 0 || errno != ESRCH; k++) {
        ck_assert_msg(k < PATIENCE_MS / 10, "the compiler still runs");
        sleep_ms(10);
    }
}

static int find_compiler(void)
{
    cujit_context *context = NULL;
    cujit_elementwise *kernel = NULL;
    cujit_status status = cujit_context_create(&(cujit_context_options){.device = "host"}, &context, NULL);

    if (status == CUJIT_OK)
        status = cujit_elementwise_create(
            context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = "x[i] = 0"}, &kernel, NULL);
    (cujit_elementwise_free)(kernel);
    (cujit_context_free)(context);
    return status == CUJIT_OK ? 0 : CJ_TEST_SKIP;
}

PREPARE(find_compiler())

/* ---- Making ------------------------------------------------------------------------------------------------------ */

/* The memory of a spec is the caller's: what it says later does not count. */
TEST(texts_may_go)
{
    cujit_context *context = cj_test_context();
    char arguments[] = "float *x", operation[] = "x[i] += TWO", option[] = "-DTWO=2", name[] = "add_two";
    const char *options[] = {option, NULL};
    cujit_elementwise_spec spec = {.arguments = arguments, .operation = operation, .options = options, .name = name};
    cujit_creation *creation = begin(context, &spec);
    cujit_elementwise *kernel;
    cujit_report report;

    memset(arguments, '(', sizeof arguments - 1);
    memset(operation, '(', sizeof operation - 1);
    memset(option, '(', sizeof option - 1);
    memset(name, '(', sizeof name - 1);
    options[0] = NULL;
    memset(&spec, 0xff, sizeof spec);
    kernel = take(creation);
    cujit_elementwise_get_report(kernel, &report);
    ck_assert_str_eq(report.name, "add_two");
    ck_assert_int_eq(report.origin, CUJIT_ORIGIN_COMPILER);
    ck_assert(report.create_ms > 0);
    cujit_creation_free(creation); /* which the kernel survives */
    expect_result(context, kernel, 2);
}

TEST(all_kinds_are_made)
{
    static const float ones[] = {1, 1, 1, 1, 1, 1};
    cujit_context *context = cj_test_context();
    cujit_creation *creations[4];
    cujit_reduction *reduction = NULL;
    cujit_scan *scan = NULL;
    cujit_rows *rows = NULL;
    cujit_module *module = NULL;
    cujit_array *x = upload_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){2, 3}, ones);

    must(cujit_reduction_create_async(
        context, &(cujit_reduction_spec){.out_type = "float", SUM_FROM_0, .arguments = "const float *x"}, &creations[0],
        &fault));
    must(cujit_scan_create_async(context,
                                 &(cujit_scan_spec){.out_type = "float", SUM_FROM_0, .arguments = "const float *x"},
                                 &creations[1], &fault));
    must(cujit_rows_create_async(
        context,
        &(cujit_rows_spec){.arguments = "float *x",
                           .stages = &(cujit_rows_stage){.name = "s", .out_type = "float", SUM_FROM_0, .map = "x[i]"},
                           .stage_count = 1,
                           .operation = "x[i] = s"},
        &creations[2], &fault));
    must(cujit_module_create_async(
        context, &(cujit_module_spec){.source = "__global__ void put(float *x) { x[threadIdx.x] = 7; }"}, &creations[3],
        &fault));
    must(cujit_creation_take_reduction(creations[0], &reduction, &fault));
    must(cujit_creation_take_scan(creations[1], &scan, &fault));
    must(cujit_creation_take_rows(creations[2], &rows, &fault));
    must(cujit_creation_take_module(creations[3], &module, &fault));
    for (int k = 0; k < 4; k++)
        (cujit_creation_free)(creations[k]);
    expect_elements(run_reduction(reduction, NULL, CUJIT_ARGS(x)), float, 6);
    expect_elements(run_scan(scan, NULL, CUJIT_ARGS(x)), float, 1, 2, 3, 4, 5, 6);
    run_rows(rows, NULL, CUJIT_ARGS(x));
    expect_elements(x, float, 3, 3, 3, 3, 3, 3);
    launch_block(module, "put", 6, CUJIT_ARGS(x));
    expect_elements(x, float, 7, 7, 7, 7, 7, 7);
    (cujit_reduction_free)(reduction);
    (cujit_scan_free)(scan);
    (cujit_rows_free)(rows);
    (cujit_module_free)(module);
}

TEST(what_is_there_is_done_at_once)
{
    cujit_context *context = cj_test_context();
    cujit_elementwise *kernel = kernel_of(context, "float *x", "x[i] = 3");
    cujit_creation *creation = begin_of(context, "x[i] = 3");
    cujit_report report;

    ck_assert_int_eq(cujit_creation_is_done(creation), 1);
    cujit_creation_cancel(creation); /* too late */
    cujit_elementwise_free(kernel);
    kernel = take(creation);
    cujit_elementwise_get_report(kernel, &report);
    ck_assert_int_eq(report.origin, CUJIT_ORIGIN_MEMORY);
    creation = begin(context, &(cujit_elementwise_spec){.arguments = "T *x", .operation = "x[i] = 4"});
    ck_assert_int_eq(cujit_creation_is_done(creation), 1);
    expect_result(context, take(creation), 4);
}

TEST(many_are_made_by_few_threads)
{
    enum { MANY = 12 };
    cujit_context *context = context_with(.background_threads = 2, .cache_directory = "");
    cujit_creation *creations[2 * MANY];
    cujit_cache_stats stats;
    char operation[40];

    for (int k = 0; k < 2 * MANY; k++) {
        snprintf(operation, sizeof operation, "x[i] = %d", k % MANY);
        creations[k] = begin_of(context, operation);
    }
    for (int k = 2 * MANY; k-- > 0;)
        expect_result(context, take(creations[k]), (float)(k % MANY));
    cujit_context_get_cache_stats(context, &stats);
    ck_assert_uint_eq(stats.misses, MANY);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

TEST(what_needs_no_compiler_is_told_at_once)
{
    cujit_context *context = cj_test_context();
    cujit_creation *creation = NULL;
    const cujit_elementwise_spec good = {.arguments = "float *x", .operation = "x[i] = 1"};

    refuse_at(
        cujit_elementwise_create_async(
            context, &(cujit_elementwise_spec){.arguments = "flaot *x", .operation = "x[i] = 1"}, &creation, &fault),
        CUJIT_ERROR_SIGNATURE, "arguments", 1, 1, "flaot");
    refuse_at(
        cujit_elementwise_create_async(
            context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = "x[i] = (1"}, &creation, &fault),
        CUJIT_ERROR_SNIPPET, "operation", 1, 8, "");
    refuse(cujit_module_create_async(context, &(cujit_module_spec){.source = NULL}, &creation, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "source");
    refuse(cujit_elementwise_create_async(NULL, &good, &creation, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "cujit_elementwise_create_async: context is NULL");
    refuse(cujit_elementwise_create_async(context, NULL, &creation, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "spec is NULL");
    refuse(cujit_scan_create_async(context, &(cujit_scan_spec){.reduce = "a + b"}, NULL, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "the result is NULL");
    ck_assert_ptr_null(creation);
}

TEST(compilers_are_quoted_as_ever)
{
    cujit_context *context = cj_test_context();
    const cujit_elementwise_spec spec = {.arguments = "float *x",
                                         .operation = "x[i] = 1;\nx[i] = nothing_of_that_name"};
    cujit_creation *creation = begin(context, &spec);
    cujit_elementwise *kernel = NULL;
    cujit_error expected = {0};

    ck_assert_int_eq(take_error(creation), CUJIT_ERROR_COMPILE);
    ck_assert_int_eq(cujit_elementwise_create(context, &spec, &kernel, &expected), CUJIT_ERROR_COMPILE);
    ck_assert_str_eq(fault.message, expected.message);
    ck_assert_str_eq(fault.excerpt, expected.excerpt);
    ck_assert_str_eq(fault.part, "operation");
    ck_assert_int_eq(fault.line, 2);
    ck_assert_int_eq(fault.column, expected.column);
    ck_assert_str_eq(fault.log, expected.log);
    ck_assert_str_eq(fault.source, expected.source);
    cujit_error_clear(&expected);
    refuse(take_error(creation), CUJIT_ERROR_INVALID_ARGUMENT, "taken before");
}

TEST(it_is_used_as_what_it_is)
{
    cujit_context *context = cj_test_context();
    cujit_creation *creation = begin_of(context, "x[i] = 5");
    cujit_scan *scan = NULL;
    int done = 7;

    refuse(cujit_creation_take_scan(creation, &scan, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "cujit_creation_take_scan: the creation makes a cujit_elementwise; expected one that makes a cujit_scan");
    refuse(cujit_creation_take_elementwise(creation, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "result is NULL");
    refuse(cujit_creation_take_scan(NULL, &scan, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "creation is NULL");
    refuse(cujit_creation_wait(creation, NAN, &done, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NaN");
    refuse(cujit_creation_wait(creation, 1, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "done is NULL");
    refuse(cujit_creation_wait(NULL, 1, &done, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "creation is NULL");
    ck_assert_int_eq(done, 7);
    expect_result(context, take(creation), 5);
    refuse(take_error(creation), CUJIT_ERROR_INVALID_ARGUMENT, "taken before");
    cujit_creation_cancel(NULL);
    (cujit_creation_free)(NULL);
    ck_assert_int_eq(cujit_creation_is_done(NULL), 1);
}

/* ---- Waiting ----------------------------------------------------------------------------------------------------- */

TEST(waiting_has_a_limit)
{
    cujit_context *context = gated(0);
    cujit_creation *creation = begin_of(context, "x[i] = 6");
    int done = 7;

    ck_assert_int_eq(cujit_creation_is_done(creation), 0);
    must(cujit_creation_wait(creation, 0, &done, &fault));
    ck_assert_int_eq(done, 0);
    wait_for_runs(1);
    must(cujit_creation_wait(creation, 30, &done, &fault));
    ck_assert_int_eq(done, 0);
    open_gate();
    must(cujit_creation_wait(creation, INFINITY, &done, &fault));
    ck_assert_int_eq(done, 1);
    must(cujit_creation_wait(creation, -1, &done, &fault));
    ck_assert_int_eq(done, 1);
    expect_result(context, take(creation), 6);
}

/* What one thread of several did that use one creation at once. */
typedef struct user {
    cujit_creation *creation;
    cujit_elementwise *kernel;
    cujit_status status;
    int done;
} user;

static void *use(void *opaque)
{
    user *self = opaque;

    if (cujit_creation_wait(self->creation, -1, &self->done, NULL) == CUJIT_OK)
        self->status = cujit_creation_take_elementwise(self->creation, &self->kernel, NULL);
    return NULL;
}

TEST(one_of_several_threads_takes_it)
{
    cujit_context *context = cj_test_context();
    user users[8];
    int taken = 0;

    for (int k = 0; k < COUNT(users); k++)
        users[k] = (user){.creation = k == 0 ? begin_of(context, "x[i] = 8") : users[0].creation};
    run_threads(COUNT(users), use, users, sizeof *users);
    for (int k = 0; k < COUNT(users); k++) {
        ck_assert_int_eq(users[k].done, 1);
        ck_assert_int_eq(users[k].status, users[k].kernel != NULL ? CUJIT_OK : CUJIT_ERROR_INVALID_ARGUMENT);
        taken += users[k].kernel != NULL;
        (cujit_elementwise_free)(users[k].kernel);
    }
    ck_assert_int_eq(taken, 1);
}

/* ---- Cancelling -------------------------------------------------------------------------------------------------- */

TEST(cancelled_compiler_is_killed)
{
    cujit_context *context = gated(1);
    cujit_creation *first = begin_of(context, "x[i] = 1"), *second = begin_of(context, "x[i] = 2");
    const long process = wait_for_runs(1);

    cujit_creation_cancel(second); /* which waits for the only thread */
    ck_assert_int_eq(cujit_creation_is_done(second), 1);
    ck_assert_int_eq(cujit_creation_is_done(first), 0);
    cujit_creation_cancel(first);
    ck_assert_int_eq(cujit_creation_is_done(first), 1);
    refuse(take_error(first), CUJIT_ERROR_CANCELLED, "cujit_elementwise was cancelled");
    refuse(take_error(second), CUJIT_ERROR_CANCELLED, "cancelled");
    expect_gone(process);
    /* It is nothing that the text could be at fault with. */
    first = begin_of(context, "x[i] = 1");
    wait_for_runs(2);
    open_gate();
    expect_result(context, take(first), 1);
    ck_assert_int_eq(count_runs(NULL), 2);
}

TEST(cancelled_compiler_goes_on_for_others)
{
    cujit_context *context = gated(2);
    cujit_creation *first = begin_of(context, "x[i] = 9"), *second;

    wait_for_runs(1);
    second = begin_of(context, "x[i] = 9");
    sleep_ms(300); /* by then it waits for the first; if not, two compilers run, and all is right as well */
    cujit_creation_free(first);
    sleep_ms(100);
    open_gate();
    expect_result(context, take(second), 9);
}

/* Who waits for another's compiler can be cancelled, too. */
TEST(all_who_want_it_may_cancel)
{
    cujit_context *context = gated(3);
    cujit_creation *creations[3];
    long process = 0;

    for (int k = 0; k < COUNT(creations); k++) {
        creations[k] = begin_of(context, "x[i] = 10");
        process = wait_for_runs(1);
    }
    for (int k = 0; k < COUNT(creations); k++)
        cujit_creation_free(creations[k]);
    cujit_context_free(context); /* waits until the threads are gone */
    expect_gone(process);
}

TEST(freeing_is_right_at_any_time)
{
    for (int k = 0; k < 6; k++) {
        cujit_context *context = gated(1);
        cujit_creation *creations[4];
        char operation[40];

        for (int n = 0; n < COUNT(creations); n++) {
            snprintf(operation, sizeof operation, "x[i] = %d", 10 * k + n);
            creations[n] = begin_of(context, operation);
        }
        if (k % 2 == 0)
            wait_for_runs(1);
        if (k % 3 == 0)
            cujit_context_free(context);
        for (int n = 0; n < COUNT(creations); n++)
            cujit_creation_free(creations[k < 3 ? n : COUNT(creations) - 1 - n]);
        if (k % 3 != 0)
            cujit_context_free(context);
    }
}

TEST(creation_keeps_its_context)
{
    cujit_context *context = gated(0);
    cujit_creation *creation = begin_of(context, "x[i] = 11");
    cujit_elementwise *kernel;
    float data[2] = {0};

    cujit_context_free(context);
    open_gate();
    kernel = take(creation);
    cujit_creation_free(creation);
    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(CUJIT_OUT(data, sizeof data)), &fault));
    ck_assert(data[0] == 11 && data[1] == 11);
}

/* Created, cancelled and freed as fast as it goes, by threads that want the same few kernels. */
static void *hurry(void *opaque)
{
    cujit_context *context = opaque;
    char operation[40];

    for (int k = 0; k < 60; k++) {
        cujit_creation *creation = NULL;
        cujit_elementwise *kernel = NULL;

        snprintf(operation, sizeof operation, "x[i] = %d", k / 10);
        if (cujit_elementwise_create_async(
                context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = operation}, &creation, NULL))
            return opaque;
        if (k % 3 == 0)
            cujit_creation_cancel(creation);
        if (k % 10 == 1 && k % 3 != 0 && cujit_creation_take_elementwise(creation, &kernel, NULL) != CUJIT_OK)
            return opaque;
        (cujit_elementwise_free)(kernel);
        (cujit_creation_free)(creation);
    }
    return NULL;
}

TEST(hurry_does_no_harm)
{
    run_threads(4, hurry, cj_test_context(), 0);
}

/* ---- Forks ------------------------------------------------------------------------------------------------------- */

TEST(creation_belongs_to_its_process)
{
    cujit_context *context = gated(0);
    cujit_creation *creation = begin_of(context, "x[i] = 12");

    wait_for_runs(1);
    if (in_child()) {
        cujit_elementwise *kernel = NULL;
        int done, wrong = 0;

        wrong += cujit_creation_is_done(creation) != 1;
        wrong += cujit_creation_wait(creation, -1, &done, NULL) != CUJIT_ERROR_FORKED;
        wrong += cujit_creation_take_elementwise(creation, &kernel, NULL) != CUJIT_ERROR_FORKED;
        cujit_creation_cancel(creation);
        (cujit_creation_free)(creation);
        (cujit_context_free)(context);
        _exit(wrong);
    }
    ck_assert_int_eq(end_of_child(), 0);
    open_gate();
    expect_result(context, take(creation), 12);
}

/* ---- Compilers that take too long -------------------------------------------------------------------------------- */

TEST(slow_compiler_is_an_error_of_its_own)
{
    const char *place = cj_test_path("cache");
    cujit_context *context = context_with(.device = "host", .cache_directory = place, .compile_timeout_ms = 200,
                                          .compiler = script("slow", "#!/bin/sh\nsleep 1000\n"));
    cujit_elementwise *kernel = NULL;
    const cujit_elementwise_spec spec = {.arguments = "float *x", .operation = "x[i] = 13"};

    refuse(cujit_elementwise_create(context, &spec, &kernel, &fault), CUJIT_ERROR_COMPILE_TIMEOUT,
           "slow did not finish in 0.2 seconds", "CUJIT_COMPILE_TIMEOUT");
    refuse(take_error(begin(context, &spec)), CUJIT_ERROR_COMPILE_TIMEOUT, "did not finish");
    /* Nothing of that is kept: neither a lock nor a failure. */
    script("slow", "#!/bin/sh\nexec c++ \"$@\"\n");
    context = context_with(.device = "host", .cache_directory = place, .compiler = cj_test_path("slow"));
    expect_result(context, make_kernel(context, &spec), 13);
}

TEST(environment_has_a_limit_too)
{
    cujit_context *context;
    cujit_elementwise *kernel = NULL;

    setenv("CUJIT_COMPILE_TIMEOUT", "1", 1);
    context = context_with(.device = "host", .cache_directory = "",
                           .compiler = script("slow", "#!/bin/sh\nsleep 1000\n"));
    unsetenv("CUJIT_COMPILE_TIMEOUT");
    refuse(cujit_elementwise_create(
               context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = "x[i] = 14"}, &kernel, &fault),
           CUJIT_ERROR_COMPILE_TIMEOUT, "in 1 seconds");
}

/* The next launch tries again what a launch did not get. */
TEST(variant_is_tried_again_after_its_time_limit)
{
    char text[1024];
    cujit_context *context;
    cujit_array *x;
    cujit_elementwise *kernel;
    const cujit_elementwise_options every_other = {.slice = &(cujit_slice){.start = 0, .stop = N, .step = 2}};

    snprintf(text, sizeof text, "#!/bin/sh\n[ ! -e %s ] || { rm %s; exec sleep 1000; }\nexec c++ \"$@\"\n",
             cj_test_path("stuck"), cj_test_path("stuck"));
    context = context_with(.device = "host", .cache_directory = "", .compiler = script("once", text),
                           .compile_timeout_ms = 3000);
    kernel = kernel_of(context, "float *x", "x[i] = 17");
    x = zeros(context, CUJIT_FLOAT32, N);
    cj_test_file("stuck", "");
    refuse(cujit_elementwise_run(kernel, &every_other, CUJIT_ARGS(x), &fault), CUJIT_ERROR_COMPILE_TIMEOUT,
           "did not finish in 3 seconds");
    must(cujit_elementwise_run(kernel, &every_other, CUJIT_ARGS(x), &fault));
    expect_each(x, float, got == (k % 2 == 0 ? 17 : 0));
}

static cujit_status create_for_gpu(cujit_context *context, const char *operation)
{
    cujit_elementwise *kernel = NULL;
    const cujit_status status = cujit_elementwise_create(
        context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = operation}, &kernel, &fault);

    (cujit_elementwise_free)(kernel);
    return status;
}

static void expect_in_cache(const char *place, const char *operation)
{
    for (int k = 0;; k++) {
        const cujit_status status = create_for_gpu(
            context_with(.device = "sm_90", .cache_directory = place, .no_compile = 1), operation);

        if (status == CUJIT_OK)
            return;
        refuse(status, CUJIT_ERROR_NOT_COMPILED, "");
        ck_assert_int_lt(k, PATIENCE_MS / 100);
        sleep_ms(100);
    }
}

/* NVRTC cannot be stopped: it is left alone, and what it makes goes to the cache though the context may be gone. */
TEST(what_is_left_alone_ends_in_the_cache)
{
    const char *place = cj_test_path("cache");
    cujit_context *context = context_with(.device = "sm_90", .cache_directory = place, .compile_timeout_ms = 1);
    cujit_creation *creation;
    cujit_status status = create_for_gpu(context, "x[i] = 15");

    if (status == CUJIT_ERROR_NO_COMPILER) /* this machine has no NVRTC */
        return;
    refuse(status, CUJIT_ERROR_COMPILE_TIMEOUT, "NVRTC", "did not finish in 0.001 seconds and goes on",
           "compile_timeout_ms");
    cujit_context_free(context);
    expect_in_cache(place, "x[i] = 15");

    context = context_with(.device = "sm_90", .cache_directory = place);
    creation = begin_of(context, "x[i] = 16");
    sleep_ms(5); /* it may have begun, or not, or be done */
    cujit_creation_free(creation);
    cujit_context_free(context);
}
