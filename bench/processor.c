/*
 * processor.c: the host device beside a plain loop that OpenMP spreads over the same processors.
 */
#include "bench.h"

enum { ROUNDS = 15 };
static const size_t elements = (size_t)1 << 26;

/* What a C programmer would write and build with -O3 -march=native. Clones stand for that: the program may run on
 * another machine than it was built on. */
#if defined(__x86_64__) && !defined(__clang__)
__attribute__((optimize("O3"), target_clones("avx512f", "avx2", "default")))
#endif
static void
axpby_part(size_t n, float a, const float *x, float b, const float *y, float *z)
{
    for (size_t i = 0; i < n; i++)
        z[i] = a * x[i] + b * y[i];
}

static void axpby(size_t n, float a, const float *x, float b, const float *y, float *z)
{
    const size_t parts = 64;

#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
    for (size_t k = 0; k < parts; k++)
        axpby_part(n / parts, a, x + k * (n / parts), b, y + k * (n / parts), z + k * (n / parts));
}
static double time_loop(const float *x, const float *y, float *z)
{
    double start = bench_now_us();

    axpby(elements, 2, x, 3, y, z);
    return (bench_now_us() - start) / 1e3;
}

static double time_kernel(const cujit_elementwise *kernel, const cujit_array *x, const cujit_array *y,
                          const cujit_array *z)
{
    double start = bench_now_us();

    if (cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(2, x, 3, y, z), NULL))
        bench_fail("run", NULL);
    return (bench_now_us() - start) / 1e3;
}

/* Pages that were only read could all be one page of zeros. */
static void fill(const cujit_array *array, float value)
{
    float *data = cujit_array_data(array);

    for (size_t i = 0; i < elements; i++)
        data[i] = value + (float)(i % 1000);
}

void bench_processor(void)
{
    const cujit_context_options options = {.device = "host"};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_elementwise *kernel = NULL;
    cujit_array *x = NULL, *y = NULL, *z = NULL;
    double ours[ROUNDS], loop[ROUNDS];

    if (cujit_context_create(&options, &context, &error) ||
        cujit_elementwise_create(context, &bench_axpby, &kernel, &error) ||
        cujit_array_zeros(context, CUJIT_FLOAT32, 1, &elements, &x, &error) ||
        cujit_array_zeros(context, CUJIT_FLOAT32, 1, &elements, &y, &error) ||
        cujit_array_zeros(context, CUJIT_FLOAT32, 1, &elements, &z, &error))
        bench_fail("the host device", &error);
    fill(x, 1);
    fill(y, 2);
    fill(z, 3);
    for (int round = -2; round < ROUNDS; round++) {
        int k = round < 0 ? 0 : round;

        ours[k] = time_kernel(kernel, x, y, z);
        loop[k] = time_loop(cujit_array_data(x), cujit_array_data(y), cujit_array_data(z));
    }
#ifndef _OPENMP
    bench_note("OpenMP", "this program was built without: the loop has one processor");
#endif
    bench_row("host: axpby of 2^26 floats, beside an OpenMP loop", "ms", bench_median(ours, ROUNDS),
              bench_median(loop, ROUNDS));
    cujit_array_free(x);
    cujit_array_free(y);
    cujit_array_free(z);
    cujit_elementwise_free(kernel);
    cujit_context_free(context);
}
