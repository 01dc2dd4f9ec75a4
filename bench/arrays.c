/*
 * cujit-bench-arrays: what arrays cost: their memory, and what is done to them as wholes.
 *
 *     cujit-bench-arrays [--device D] [--log2 N]
 *
 * Memory is in microseconds of the host's time for one, a median of rounds of many: a new array that is freed at once, and
 * cujit_eval() with a new result that is freed at once, beside one into an array that is there. "alone" is a context that
 * keeps no memory.
 */
#include "bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 21, MANY = 200 };

static int log2_elements = 24;

static cujit_context *open_context(size_t max_held)
{
    cujit_context *context = NULL;
    cujit_error error = {0};

    if (cujit_context_create(&(cujit_context_options){.max_held = max_held}, &context, &error))
        bench_fail("no context", &error);
    return context;
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static double time_arrays(cujit_context *context, size_t count)
{
    double times[ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
        const double start = bench_now_us();

        for (int k = 0; k < MANY; k++) {
            cujit_array *array = NULL;

            if (cujit_array_create(context, CUJIT_FLOAT32, 1, &count, &array, NULL))
                bench_fail("an array", NULL);
            cujit_array_free(array);
        }
        times[round] = (bench_now_us() - start) / MANY;
    }
    return bench_median(times, ROUNDS);
}

/* The host's time, as long as the queue of the device is not full; `wait`: with the device's. */
static double time_eval(cujit_context *context, const cujit_array *x, cujit_array *out, bool wait)
{
    double times[ROUNDS];
    cujit_error error = {0};

    for (int round = 0; round < ROUNDS; round++) {
        double start = bench_now_us();

        for (int k = 0; k < MANY; k++) {
            cujit_array *z = NULL;
            const cujit_status status = out != NULL ? cujit_eval(context, "z[...] = 2*x + 1",
                                                                 (cujit_named){"z, x", CUJIT_ARGS(out, x).items, 2},
                                                                 NULL, &error)
                                                    : cujit_eval(context, "2*x + 1", CUJIT_NAMED(x), &z, &error);

            if (status)
                bench_fail("an expression", &error);
            cujit_array_free(z);
        }
        if (!wait)
            times[round] = (bench_now_us() - start) / MANY;
        cujit_context_synchronize(context, NULL);
        if (wait)
            times[round] = (bench_now_us() - start) / MANY;
    }
    return bench_median(times, ROUNDS);
}

static void measure_memory(void)
{
    const size_t counts[] = {64, (size_t)1 << 16, (size_t)1 << log2_elements};
    cujit_context *contexts[] = {open_context(0), open_context(1)};

    printf("%-36s %10s %10s %10s\n", "us", "pool", "alone", "in place");
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        cujit_array *x = NULL, *z = NULL, *y = NULL;

        if (cujit_array_zeros(contexts[0], CUJIT_FLOAT32, 1, &counts[k], &x, NULL) ||
            cujit_array_zeros(contexts[0], CUJIT_FLOAT32, 1, &counts[k], &z, NULL) ||
            cujit_array_zeros(contexts[1], CUJIT_FLOAT32, 1, &counts[k], &y, NULL))
            bench_fail("arrays", NULL);
        printf("create, free of %-12zu floats %10.3f %10.3f\n", counts[k], time_arrays(contexts[0], counts[k]),
               time_arrays(contexts[1], counts[k]));
        for (int wait = 0; wait < 2; wait++)
            printf("eval of %-12zu %-15s %10.3f %10.3f %10.3f\n", counts[k], wait ? "until done" : "on the host",
                   time_eval(contexts[0], x, NULL, wait), time_eval(contexts[1], y, NULL, wait),
                   time_eval(contexts[0], x, z, wait));
        cujit_array_free(x);
        cujit_array_free(y);
        cujit_array_free(z);
    }
    cujit_context_free(contexts[0]);
    cujit_context_free(contexts[1]);
}

int main(int argc, char **argv)
{
    for (int k = 1; k < argc; k += 2) {
        if (k + 1 < argc && strcmp(argv[k], "--device") == 0)
            setenv("CUJIT_DEVICE", argv[k + 1], 1);
        else if (k + 1 < argc && strcmp(argv[k], "--log2") == 0)
            log2_elements = atoi(argv[k + 1]);
        else {
            fprintf(stderr, "usage: cujit-bench-arrays [--device D] [--log2 N]\n");
            return 2;
        }
    }
    measure_memory();
    return EXIT_SUCCESS;
}
