/*
 * cujit-bench-arrays: what arrays cost: their memory, and what is done to them as wholes.
 *
 *     cujit-bench-arrays [--device D] [--log2 N]
 *
 * Memory is in microseconds of the host's time for one, a median of rounds of many: a new array that is freed at once, and
 * cujit_eval() with a new result that is freed at once, beside one into an array that is there. "alone" is a context that
 * keeps no memory. Then how long bincounts, histograms and reductions of pieces take, waits included.
 */
#include "bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 11 };

/* In a round. */
static int many(size_t count)
{
    return count > 1 << 18 ? 20 : 200;
}

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

        for (int k = 0; k < many(count); k++) {
            cujit_array *array = NULL;

            if (cujit_array_create(context, CUJIT_FLOAT32, 1, &count, &array, NULL))
                bench_fail("an array", NULL);
            cujit_array_free(array);
        }
        times[round] = (bench_now_us() - start) / many(count);
    }
    return bench_median(times, ROUNDS);
}

/* The host's time, as long as the queue of the device is not full; `wait`: with the device's. */
static double time_eval(cujit_context *context, const cujit_array *x, cujit_array *out, bool wait)
{
    const int launches = many(cujit_array_size(x));
    double times[ROUNDS];
    cujit_error error = {0};

    for (int round = 0; round < ROUNDS; round++) {
        double start = bench_now_us();

        for (int k = 0; k < launches; k++) {
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
            times[round] = (bench_now_us() - start) / launches;
        cujit_context_synchronize(context, NULL);
        if (wait)
            times[round] = (bench_now_us() - start) / launches;
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

/* ---- What is done to arrays -------------------------------------------------------------------------------------- */

typedef enum work { HISTOGRAM, BINCOUNT, WEIGHTED, SEGMENTS } work;

static cujit_status run(work what, const cujit_array *x, const cujit_array *numbers, const cujit_array *offsets,
                        size_t bins, cujit_array **out, cujit_error *error)
{
    switch (what) {
    case HISTOGRAM:
        return cujit_array_histogram(x, bins, (const double[]){0, 1}, NULL, NULL, out, NULL, error);
    case BINCOUNT:
        return cujit_array_bincount(numbers, NULL, bins, NULL, out, error);
    case WEIGHTED:
        return cujit_array_histogram(x, bins, (const double[]){0, 1}, x, NULL, out, NULL, error);
    default:
        return cujit_reduce_segments(CUJIT_REDUCER_SUM, x, offsets, NULL, out, error);
    }
}

/* GB/s of the elements, read once; of so many bins, or pieces. */
static void measure_work(cujit_context *context, const char *title, work what, size_t bins)
{
    const size_t count = (size_t)1 << log2_elements;
    cujit_array *x = NULL, *numbers = NULL, *offsets = NULL, *list = NULL;
    cujit_error error = {0};
    double times[ROUNDS];

    if (cujit_array_arange(context, CUJIT_FLOAT32, 0, (double)count, 1, NULL, &list, &error) ||
        cujit_eval(context, "x * 0.6180339887498949 % 1", (cujit_named){"x", CUJIT_ARGS(list).items, 1}, &x, &error) ||
        cujit_eval(context, "int32(x * n)", (cujit_named){"x, n", CUJIT_ARGS(x, (int)bins).items, 2}, &numbers,
                   &error) ||
        cujit_array_linspace(context, CUJIT_INT64, 0, (double)count, bins + 1, 1, NULL, &offsets, &error))
        bench_fail("arrays", &error);
    for (int round = 0; round < ROUNDS; round++) {
        cujit_array *z = NULL;
        double start;

        cujit_context_synchronize(context, NULL);
        start = bench_now_us();
        if (run(what, x, numbers, offsets, bins, &z, &error))
            bench_fail(title, &error);
        cujit_context_synchronize(context, NULL);
        times[round] = bench_now_us() - start;
        cujit_array_free(z);
    }
    printf("%-24s %11zu %10.1f us %8.1f GB/s\n", title, bins, bench_median(times, ROUNDS),
           4e-3 * (double)count / bench_median(times, ROUNDS));
    cujit_array_free(list);
    cujit_array_free(x);
    cujit_array_free(numbers);
    cujit_array_free(offsets);
}

static void measure_works(void)
{
    const size_t bins[] = {10, 256, 4096, 100000}, pieces[] = {10, 1000, 100000, (size_t)1 << (log2_elements - 2)};
    cujit_context *context = open_context(0);

    printf("\n2^%d elements of four bytes\n", log2_elements);
    for (int k = 0; k < 4; k++) {
        measure_work(context, "histogram", HISTOGRAM, bins[k]);
        measure_work(context, "histogram, weights", WEIGHTED, bins[k]);
        measure_work(context, "bincount", BINCOUNT, bins[k]);
    }
    for (int k = 0; k < 4; k++)
        measure_work(context, "sums of pieces", SEGMENTS, pieces[k]);
    cujit_context_free(context);
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
    setvbuf(stdout, NULL, _IOLBF, 0);
    measure_memory();
    measure_works();
    return EXIT_SUCCESS;
}
