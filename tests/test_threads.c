/*
 * test_threads.c: one context used from many threads at once, and two contexts that share a cache directory.
 *
 * Free of races under ThreadSanitizer; assertions are made by the main thread only, from what the others wrote down.
 */
#include "tests/kernels.h"

#include <pthread.h>
#include <stdio.h>

enum { THREADS = 8, N = 5000 };

/* What one thread does, and what came of it. */
typedef struct task {
    pthread_barrier_t *start;
    cujit_context *context;
    int number;
    cujit_status status;
    cujit_error error;
    cujit_origin origin;
    cujit_dtype dtype;
    int wrong; /* elements */
} task;

/* With a cache directory of that name. */
static cujit_context *context_on(const char *cache)
{
    return context_with(.cache_directory = cj_test_path("%s", cache));
}

/* Runs `work` on all threads, which leave the start line together; ends the test where one failed. */
static void run_tasks(void *(*work)(void *), task *tasks, cujit_context *const *contexts, size_t context_count)
{
    pthread_barrier_t start;

    pthread_barrier_init(&start, NULL, THREADS);
    for (int k = 0; k < THREADS; k++)
        tasks[k] = (task){.start = &start, .context = contexts[k % context_count], .number = k};
    run_threads(THREADS, work, tasks, sizeof *tasks);
    pthread_barrier_destroy(&start);
    for (int k = 0; k < THREADS; k++) {
        must(tasks[k].status, &tasks[k].error);
        ck_assert_int_eq(tasks[k].wrong, 0);
    }
}

static int count_origin(const task *tasks, cujit_origin origin)
{
    int count = 0;

    for (int k = 0; k < THREADS; k++)
        count += tasks[k].origin == origin;
    return count;
}

/* A kernel, an array of the thread's own, a launch, a look at the result. */
static void create_and_run(task *self, const char *operation, float expected)
{
    const size_t shape = N;
    static const float source[N];
    float *data = calloc(N, sizeof *data);
    cujit_elementwise *kernel = NULL;
    cujit_array *x = NULL;
    cujit_report report;

    self->status = cujit_elementwise_create(
        self->context, &(cujit_elementwise_spec){.arguments = "float a, float *x", .operation = operation}, &kernel,
        &self->error);
    if (self->status != CUJIT_OK)
        goto out;
    cujit_elementwise_get_report(kernel, &report);
    self->origin = report.origin;
    if ((self->status = cujit_array_from_host(self->context, CUJIT_FLOAT32, 1, &shape, source, &x, &self->error)))
        goto out;
    for (int k = 0; k < 10; k++) {
        self->status = cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(self->number, x), &self->error);
        if (self->status != CUJIT_OK)
            goto out;
    }
    self->status = cujit_array_to_host(x, data, cujit_array_bytes(x), &self->error);
    for (int k = 0; k < N; k++)
        self->wrong += data[k] != 10 * expected;

out:
    cujit_array_free(x);
    cujit_elementwise_free(kernel);
    free(data);
}

static void *same_kernel(void *argument)
{
    task *self = argument;

    pthread_barrier_wait(self->start);
    create_and_run(self, "x[i] += a", (float)self->number);
    return NULL;
}

static void *own_kernel(void *argument)
{
    task *self = argument;
    char operation[60];

    snprintf(operation, sizeof operation, "x[i] += a + %d", self->number);
    pthread_barrier_wait(self->start);
    create_and_run(self, operation, (float)(2 * self->number));
    return NULL;
}

TEST(the_same_kernel_is_compiled_once)
{
    task tasks[THREADS];
    cujit_cache_stats stats;
    cujit_context *context = context_on("same");

    run_tasks(same_kernel, tasks, &context, 1);
    ck_assert_int_eq(count_origin(tasks, CUJIT_ORIGIN_COMPILER), 1);
    ck_assert_int_eq(count_origin(tasks, CUJIT_ORIGIN_MEMORY), THREADS - 1);
    cujit_context_get_cache_stats(context, &stats);
    ck_assert_uint_eq(stats.stores, 1);
}

TEST(different_kernels_are_made_side_by_side)
{
    task tasks[THREADS];
    cujit_cache_stats stats;
    cujit_context *context = context_on("different");

    run_tasks(own_kernel, tasks, &context, 1);
    ck_assert_int_eq(count_origin(tasks, CUJIT_ORIGIN_COMPILER), THREADS);
    run_tasks(own_kernel, tasks, &context, 1);
    ck_assert_int_eq(count_origin(tasks, CUJIT_ORIGIN_MEMORY), THREADS);
    cujit_context_get_cache_stats(context, &stats);
    ck_assert_uint_eq(stats.entries, THREADS);
}

/* Each context's threads build once at most; of the two contexts one compiles and the other reads. */
TEST(two_contexts_share_a_cache_directory)
{
    task tasks[THREADS];
    cujit_context *contexts[2] = {context_on("shared"), context_on("shared")};

    run_tasks(same_kernel, tasks, contexts, 2);
    ck_assert_int_eq(count_origin(tasks, CUJIT_ORIGIN_COMPILER), 1);
    ck_assert_int_eq(count_origin(tasks, CUJIT_ORIGIN_DISK), 1);
    ck_assert_int_eq(count_origin(tasks, CUJIT_ORIGIN_MEMORY), THREADS - 2);
}

/* One kernel, made by the main thread and run by all; the variant for ranges is built by whoever comes first. */
static const cujit_elementwise *shared_kernel;

static void *run_shared(void *argument)
{
    task *self = argument;
    const size_t shape = N;
    const cujit_range range = {N - 1, -1, -1};
    static const float source[N];
    float *data = calloc(N, sizeof *data);
    cujit_array *x = NULL;
    cujit_stream stream = NULL;

    pthread_barrier_wait(self->start);
    if ((self->status = cujit_stream_create(self->context, &stream, &self->error)) ||
        (self->status = cujit_array_from_host(self->context, CUJIT_FLOAT32, 1, &shape, source, &x, &self->error)))
        goto out;
    for (int k = 0; k < 50 && self->status == CUJIT_OK; k++) {
        const cujit_elementwise_options options = {.stream = stream, .range = k % 2 == 0 ? &range : NULL};

        self->status = cujit_elementwise_run(shared_kernel, &options, CUJIT_ARGS(self->number, x), &self->error);
    }
    if (self->status != CUJIT_OK ||
        (self->status = cujit_stream_synchronize(self->context, stream, &self->error)) != CUJIT_OK)
        goto out;
    self->status = cujit_array_to_host(x, data, cujit_array_bytes(x), &self->error);
    for (int k = 0; k < N; k++)
        self->wrong += data[k] != 50 * (float)self->number;

out:
    cujit_stream_free(self->context, stream);
    cujit_array_free(x);
    free(data);
    return NULL;
}

TEST(one_kernel_runs_on_all_threads)
{
    cujit_context *context = cj_test_context();
    task tasks[THREADS];

    shared_kernel = kernel_of(context, "float a, float *x", "x[i] += a");
    run_tasks(run_shared, tasks, &context, 1);
}

/* Half of the types are the same for two threads each, so that adding races with finding. */
static void *register_types(void *argument)
{
    task *self = argument;

    pthread_barrier_wait(self->start);
    for (int k = 0; k < 20 && self->status == CUJIT_OK; k++) {
        char name[40], definition[80];
        cujit_type_spec spec = {.name = name, .definition = definition, .size = 8, .alignment = 4};
        cujit_dtype again;

        snprintf(name, sizeof name, "pair_%d_%d", self->number / 2, k);
        snprintf(definition, sizeof definition, "struct %s { float a; int b; };", name);
        self->status = cujit_context_register_type(self->context, &spec, &self->dtype, &self->error);
        if (self->status == CUJIT_OK)
            self->status = cujit_context_register_type(self->context, &spec, &again, &self->error);
        self->wrong += self->status == CUJIT_OK &&
                       (again != self->dtype || cujit_context_type_size(self->context, again) != 8);
    }
    return NULL;
}

TEST(types_are_registered_concurrently)
{
    cujit_context *context = cj_test_context();
    task tasks[THREADS];

    run_tasks(register_types, tasks, &context, 1);
    for (int k = 0; k < THREADS; k += 2) {
        ck_assert_int_eq(tasks[k].dtype, tasks[k + 1].dtype);
        ck_assert_int_lt(tasks[k].dtype, CUJIT_DTYPE_REGISTERED + THREADS / 2 * 20);
    }
}

/* A snippet that does not compile fails for every thread that asks, and leaves nothing behind. */
static void *broken_kernel(void *argument)
{
    task *self = argument;
    cujit_elementwise *kernel = NULL;
    cujit_status status;

    pthread_barrier_wait(self->start);
    status = cujit_elementwise_create(
        self->context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = "x[i] = nonsense_here"}, &kernel,
        &self->error);
    self->wrong = status != CUJIT_ERROR_COMPILE || kernel != NULL || self->error.log == NULL;
    cujit_error_clear(&self->error);
    return NULL;
}

TEST(a_broken_kernel_fails_on_every_thread)
{
    cujit_context *context = cj_test_context();
    task tasks[THREADS];

    run_tasks(broken_kernel, tasks, &context, 1);
}

static void *open_context(void *argument)
{
    task *self = argument;
    cujit_context *own = NULL;

    pthread_barrier_wait(self->start);
    self->status = cujit_context_create(NULL, &own, &self->error);
    if (self->status == CUJIT_OK) {
        task inner = {.context = own, .number = self->number};

        create_and_run(&inner, "x[i] += a", (float)self->number);
        self->status = inner.status;
        self->error = inner.error;
        self->wrong = inner.wrong;
    }
    cujit_context_free(own);
    return NULL;
}

TEST(contexts_come_and_go_concurrently)
{
    cujit_context *context = cj_test_context();
    task tasks[THREADS];

    run_tasks(open_context, tasks, &context, 1);
}

/* Four texts over one array. */
static const cujit_array *shared_array;

static void *evaluate_often(void *argument)
{
    const cujit_array *x = shared_array;
    task *self = argument;

    pthread_barrier_wait(self->start);
    for (int n = 0; n < 20 && self->status == CUJIT_OK; n++) {
        char text[40];
        cujit_array *sum = NULL;
        double value = 0;

        snprintf(text, sizeof text, "sum(x) + %d", n % 4);
        self->status = cujit_eval(self->context, text, CUJIT_NAMED(x), &sum, &self->error);
        if (self->status == CUJIT_OK)
            self->status = cujit_array_get_double(sum, &value, &self->error);
        self->wrong += value != 3 + n % 4;
        cujit_array_free(sum);
    }
    return NULL;
}

TEST(threads_share_plans)
{
    cujit_context *context = cj_test_context();
    task tasks[THREADS];

    shared_array = counting(context, 3);
    run_tasks(evaluate_often, tasks, &context, 1);
}
