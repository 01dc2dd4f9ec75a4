/*
 * measure.c: what all programs of the benchmark share: the clock, medians, numbers, and giving up.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

double bench_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

void bench_fail(const char *what, const cujit_error *error)
{
    fprintf(stderr, "cujit-bench: %s%s%s\n", what, error != NULL ? ": " : "", error != NULL ? error->message : "");
    exit(EXIT_FAILURE);
}

void bench_fill_wave(cujit_context *context, cujit_array *array)
{
    cujit_elementwise *wave = NULL;
    cujit_error error = {0};
    char arguments[40];

    snprintf(arguments, sizeof arguments, "%s *x", cujit_dtype_spelling(cujit_array_dtype(array)));
    if (cujit_elementwise_create(context,
                                 &(cujit_elementwise_spec){
                                     .arguments = arguments,
                                     .operation = "x[i] = 3 * sinf((float)(i % 1000003))",
                                 },
                                 &wave, &error) ||
        cujit_elementwise_run(wave, NULL, CUJIT_ARGS(array), &error))
        bench_fail("filling memory", &error);
    cujit_elementwise_free(wave);
}

cujit_elementwise *bench_new_spin(cujit_context *context)
{
    static const cujit_elementwise_spec spec = {
        .name = "spin",
        .arguments = "char *one, unsigned long long ns",
        .operation = "unsigned long long start, now;"
                     "asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(start));"
                     "do asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(now));"
                     "while (now - start < ns);"};
    cujit_elementwise *spin = NULL;
    cujit_error error = {0};

    if (strcmp(cujit_context_device(context), "host") != 0 && cujit_elementwise_create(context, &spec, &spin, &error))
        bench_fail("a kernel that spins", &error);
    return spin;
}
