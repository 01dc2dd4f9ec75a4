/*
 * graphs.h: what the suites of graphs have in common, whoever records them: two arrays, and kernels that work on them.
 */
#ifndef TESTS_GRAPHS_H
#define TESTS_GRAPHS_H

#include "tests/kernels.h"

enum { N = 5000, REPLAYS = 100 };

static cujit_context *context;
static cujit_stream stream; /* that is recorded */
static cujit_array *x, *z;
static float host[N];

static void make_arrays(void)
{
    context = cj_test_context();
    x = zeros(context, CUJIT_FLOAT32, N);
    z = zeros(context, CUJIT_FLOAT32, N);
}

/* z = a * x + z */
static cujit_elementwise *axpy(void)
{
    return kernel_of(context, "float a, const float *x, float *z", "z[i] = a * x[i] + z[i]");
}

/* add(z, b, n): z = z + b, by blocks of 128 threads. */
static cujit_function *make_add(void)
{
    return function_of(make_source(context, "__global__ void add(float *z, float b, int n)\n"
                                            "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                            "    if (i < n)\n        z[i] += b;\n}\n"),
                       "add");
}

/* x[i] = i + `shift`, z[i] = 0 */
static void reset(float shift)
{
    for (int i = 0; i < N; i++)
        host[i] = (float)i + shift;
    must(cujit_array_fill_from_host(x, host, sizeof host, &fault));
    must(cujit_memory_fill(context, cujit_array_data(z), 0, sizeof host, NULL, &fault));
    must(cujit_context_synchronize(context, &fault));
}

/* z[i] = a * (i + shift) + b */
static void expect_z(double a, double shift, double b)
{
    expect_each(z, float, got == (float)(a * (k + shift) + b));
}

#endif
