/*
 * embedded: what an application with ways of its own gives a context: a log, and memory for arrays and results, here
 * from one of cujit's pools, which keeps for later what was freed. A hundred sums on a stream take their result's memory
 * from the device once.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 10000, ROUNDS = 100 };

typedef struct application {
    cujit_pool *pool;
    size_t arrays;
} application;

static void log_line(void *user, const cujit_log_record *record)
{
    (void)user;
    fprintf(stderr, "[%s] %s: %s\n", record->topic, record->kernel, record->message);
}

static void *take(void *user, size_t size, cujit_stream stream)
{
    application *self = user;
    void *memory = NULL;

    self->arrays++;
    return cujit_pool_alloc(self->pool, size, stream, &memory, NULL) == CUJIT_OK ? memory : NULL;
}

static void give(void *user, void *memory, size_t size, cujit_stream stream)
{
    application *self = user;

    (void)size;
    cujit_pool_release(self->pool, memory, stream, NULL);
}

int main(void)
{
    application self = {0};
    const cujit_allocator allocator = {take, give, &self};
    const size_t shape[] = {COUNT};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_stream stream = NULL;
    cujit_array *x = NULL, *sum = NULL;
    cujit_pool_stats stats = {0};
    static double data[COUNT];
    double result = 0;
    int exit_code = EXIT_FAILURE;

    for (int k = 0; k < COUNT; k++)
        data[k] = k;
    if (cujit_context_create(&(cujit_context_options){.allocator = &allocator, .log = log_line}, &context, &error) ||
        cujit_pool_create(context, NULL, &self.pool, &error) || cujit_stream_create(context, &stream, &error) ||
        cujit_array_from_host(context, CUJIT_FLOAT64, 1, shape, data, &x, &error))
        goto out;
    for (int k = 0; k < ROUNDS; k++) {
        cujit_array_free(sum);
        sum = NULL;
        if (cujit_reduce(CUJIT_REDUCER_SUM, x, &(cujit_reduction_options){.stream = stream}, &sum, &error))
            goto out;
    }
    if (cujit_stream_synchronize(context, stream, &error) || cujit_array_get_double(sum, &result, &error))
        goto out;
    cujit_pool_get_stats(self.pool, &stats);
    printf("%s: sum %.0f; %zu arrays, %llu of them in memory that was there\n", cujit_context_device_name(context),
           result, self.arrays, (unsigned long long)stats.reuses);
    exit_code = 2 * result == (double)COUNT * (COUNT - 1) && stats.reuses == ROUNDS - 1 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    if (error.status != CUJIT_OK)
        fprintf(stderr, "embedded: %s\n", error.message);
    cujit_array_free(sum);
    cujit_array_free(x);
    cujit_stream_free(context, stream);
    cujit_pool_free(self.pool);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
