/*
 * launch.c: the host's cost of one launch, prepared and checked, beside a bare cuLaunchKernel of the same kernel; and
 * of making a kernel that exists.
 */
#include "bench.h"

#include <math.h>

enum { ELEMENTS = 1024, LAUNCHES = 1000, ROUNDS = 31 };

typedef struct setting {
    cujit_elementwise *kernel;
    cujit_array *x, *y, *z;
    void *data[3];
    float a, b;
    void *values[5];
    bench_bare *bare;
    void *bare_values
        [8]; /* what a tile kernel takes: the user's, n, how many tiles there are, and what comes before them */
    long long n, tiles, head;
} setting;

static void set_up(cujit_context *context, setting *to)
{
    const size_t shape[] = {ELEMENTS};
    cujit_error error = {0};
    cujit_report report;

    if (cujit_elementwise_create(context, &bench_axpby, &to->kernel, &error) ||
        cujit_array_zeros(context, CUJIT_FLOAT32, 1, shape, &to->x, &error) ||
        cujit_array_zeros(context, CUJIT_FLOAT32, 1, shape, &to->y, &error) ||
        cujit_array_zeros(context, CUJIT_FLOAT32, 1, shape, &to->z, &error))
        bench_fail("set-up", &error);
    to->data[0] = cujit_array_data(to->x);
    to->data[1] = cujit_array_data(to->y);
    to->data[2] = cujit_array_data(to->z);
    to->a = 5;
    to->b = 6;
    to->n = ELEMENTS;
    to->tiles = ELEMENTS / 4;
    to->head = 0;
    void *const values[] = {&to->a, &to->data[0], &to->b, &to->data[1], &to->data[2], &to->n, &to->tiles, &to->head};
    for (int k = 0; k < 8; k++) {
        if (k < 5)
            to->values[k] = values[k];
        to->bare_values[k] = values[k];
    }
    cujit_elementwise_get_report(to->kernel, &report);
    to->bare = bench_bare_load(report.object, report.name);
}

static double time_bare(setting *s)
{
    double start = bench_now_us();

    for (int k = 0; k < LAUNCHES; k++)
        bench_bare_launch(s->bare, 1, 256, s->bare_values);
    start = bench_now_us() - start;
    bench_bare_synchronize(s->bare);
    return start / LAUNCHES;
}

static double time_prepared(cujit_context *context, setting *s)
{
    cujit_error error = {0};
    double start = bench_now_us();

    for (int k = 0; k < LAUNCHES; k++) {
        if (cujit_elementwise_launch_prepared(s->kernel, NULL, ELEMENTS, s->values, &error))
            bench_fail("launch", &error);
    }
    start = bench_now_us() - start;
    cujit_context_synchronize(context, NULL);
    return start / LAUNCHES;
}

static double time_checked(cujit_context *context, setting *s)
{
    cujit_error error = {0};
    double start = bench_now_us();

    for (int k = 0; k < LAUNCHES; k++) {
        if (cujit_elementwise_run(s->kernel, NULL, CUJIT_ARGS(5.0f, s->x, 6.0f, s->y, s->z), &error))
            bench_fail("run", &error);
    }
    start = bench_now_us() - start;
    cujit_context_synchronize(context, NULL);
    return start / LAUNCHES;
}

/* The three take turns, so that whatever disturbs the machine disturbs all of them. */
void bench_launch(cujit_context *context)
{
    double bare[ROUNDS], prepared[ROUNDS], checked[ROUNDS], reference = NAN;
    setting s;

    set_up(context, &s);
    for (int round = -2; round < ROUNDS; round++) {
        int k = round < 0 ? 0 : round;

        if (s.bare != NULL)
            bare[k] = time_bare(&s);
        prepared[k] = time_prepared(context, &s);
        checked[k] = time_checked(context, &s);
    }
    if (s.bare != NULL)
        reference = bench_median(bare, ROUNDS);
    bench_row("prepared launch", "us", bench_median(prepared, ROUNDS), reference);
    bench_row("checked launch", "us", bench_median(checked, ROUNDS), reference);
    cujit_array_free(s.x);
    cujit_array_free(s.y);
    cujit_array_free(s.z);
    cujit_elementwise_free(s.kernel);
}

void bench_create(cujit_context *context)
{
    double times[ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
        double start = bench_now_us();

        for (int k = 0; k < LAUNCHES; k++) {
            cujit_elementwise *kernel = NULL;

            if (cujit_elementwise_create(context, &bench_axpby, &kernel, NULL))
                bench_fail("creation", NULL);
            cujit_elementwise_free(kernel);
        }
        times[round] = (bench_now_us() - start) / LAUNCHES;
    }
    bench_row("creation of a kernel that this process has", "us", bench_median(times, ROUNDS), NAN);
}
