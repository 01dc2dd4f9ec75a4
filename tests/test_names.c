/*
 * test_names.c: kernels may have any name, and arguments most; on every device.
 */
#include "tests/kernels.h"

#include <stdio.h>

/* ---- Names of kernels -------------------------------------------------------------------------------------------- */

/* Functions of libraries, types, keywords, macros, what the generated code calls its own, and the arguments. */
static const char *const kernel_names[] = {
    "exp", "malloc", "main",       "printf", "abs",     "n", "i",    "tid",      "x",      "float4",     "int",
    "for", "NAN",    "__syncwarp", "pair",   "environ", "a", "swap", "blockIdx", "assert", "cujit_load",
};

CONTEXT_FOR_EACH_CASE

enum { KERNEL_NAMES = sizeof kernel_names / sizeof *kernel_names };

static const char preamble[] = "struct pair { int swap; };\n"
                               "__device__ float warp(float v) { return expf(v) > 0 ? v + 1 : v; }\n";

TEST_EACH(any_identifier_names_a_kernel, KERNEL_NAMES)
{
    cujit_array *x = counting(context, 5), *z = zeros(context, CUJIT_FLOAT32, 5);
    cujit_elementwise *kernel = kernel_with(context, .arguments = "const float *x, float *z",
                                            .operation = "z[i] = warp(x[i]) + fabsf(x[i])", .preamble = preamble,
                                            .name = kernel_names[_i]);
    cujit_reduction *reduction = reduction_with(context, SUM_FROM_0, .arguments = "const float *x, float z",
                                                .map = "warp(x[i]) * z", .preamble = preamble,
                                                .name = kernel_names[_i]);
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .arguments = "const float *x", .map = "warp(x[i])",
                                 .preamble = preamble, .name = kernel_names[_i]);
    cujit_report report;

    run_kernel(kernel, CUJIT_ARGS(x, z));
    expect_elements(z, float, 1, 3, 5, 7, 9);
    expect_elements(run_reduction(reduction, NULL, CUJIT_ARGS(x, 2)), float, 30);
    expect_elements(run_scan(scan, NULL, CUJIT_ARGS(x)), float, 1, 3, 6, 10, 15);
    cujit_elementwise_get_report(kernel, &report);
    ck_assert_str_eq(report.name, kernel_names[_i]);
}

/* ---- Names of threads -------------------------------------------------------------------------------------------- */

/* Indices go round the threads alike, whoever speaks of them. */
TEST(threads_are_seen_in_headers)
{
    enum { LENGTH = 5000 };
    static const char header[] = "__device__ inline int number() { return (int)threadIdx.x; }\n";
    cujit_array *z[] = {zeros(context, CUJIT_INT32, LENGTH), zeros(context, CUJIT_INT32, LENGTH)};
    int found[2][LENGTH];
    char include[512];

    snprintf(include, sizeof include, "-I%s", cj_test_directory());
    cj_test_file("thread_number.h", header);
    for (int k = 0; k < 2; k++) {
        cujit_elementwise *kernel = kernel_with(context, .arguments = "int *z", .operation = "z[i] = number()",
                                                .preamble = k == 0 ? header : "#include <thread_number.h>\n",
                                                .options = (const char *const[]){include, NULL});

        must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(z[k]), &fault));
        download(z[k], found[k]);
    }
    ck_assert_mem_eq(found[0], found[1], sizeof found[0]);
}

/* ---- Arguments named n ------------------------------------------------------------------------------------------- */

/* Each of 100 elements gets 3 more than its place, where the argument n is 3; whatever form that takes. */
static const cujit_elementwise_spec counted[] = {
    {.operation = "z[i] = x[i] + n"},
    {.operation = "if (i + 1 < n + 1000) z[i] = x[i] + n"},
    {.operation = "z[i] = (i > 0 ? x[i - 1] + 1 : 0) + n"},
    {.operation = "z[i] = i0 + n + 0 * n0"},
    {.operation = "z[i] = more + x[i]", .loop_prep = "int more = n"},
    {.operation = "z[i] = x[i] + PLUS", .preamble = "#define PLUS n\n"},
    {.operation = "z[i] = x[i] + n; n = n + 0"},
};

TEST_EACH(n_may_be_an_argument, COUNT(counted))
{
    const cujit_slice slice = {.start = 10, .stop = 90, .step = 2};
    const cujit_elementwise_options some = {.slice = &slice};
    cujit_array *x = counting(context, 100), *z = zeros(context, CUJIT_FLOAT32, 100), *half = NULL;
    cujit_elementwise_spec spec = counted[_i];
    cujit_elementwise *kernel;

    spec.arguments = "const float *x, float *z, int n";
    kernel = make_kernel(context, &spec);
    must(cujit_elementwise_run(kernel, &some, CUJIT_ARGS(x, z, 3), &fault));
    expect_each(z, float, got == (k >= 10 && k < 90 && k % 2 == 0 ? (float)k + 3 : 0));
    run_kernel(kernel, CUJIT_ARGS(x, z, 3));
    expect_each(z, float, got == (float)k + 3);
    if (_i == 0) {
        half = view_at(context, CUJIT_FLOAT32, 1, &(size_t){50}, &(ptrdiff_t){8}, cujit_array_data(x));
        run_kernel(kernel, CUJIT_ARGS(half, half, 3));
        const float *found = elements_of(x);
        ck_assert(found[98] == 101 && found[97] == 97);
    }
}

TEST(n_may_be_an_array)
{
    cujit_array *x = counting(context, 5000), *z = zeros(context, CUJIT_FLOAT32, 5000);
    cujit_elementwise *kernel = kernel_of(context, "const float *x, float *n", "n[i] = x[i] + 1");

    run_kernel(kernel, CUJIT_ARGS(x, z));
    expect_each(z, float, got == (float)k + 1);
}

TEST(n_may_be_an_argument_of_folds)
{
    cujit_array *x = counting(context, 100);
    cujit_reduction *sum = reduction_with(context, .arguments = "int n, const float *x", .map = "x[i] * n",
                                          .reduce = "a + b + 0 * n", .neutral = "n - n", .post = "a / n");
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .arguments = "int n, const float *x", .map = "x[i] * n",
                                 .segment = "i == n", .post = "a / n");

    expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(50, x)), float, 4950);
    const float *found = elements_of(run_scan(scan, NULL, CUJIT_ARGS(50, x)));
    ck_assert_float_eq(found[49], 1225);
    ck_assert_float_eq(found[51], 101);
}

/* As NVRTC sees them; no GPU is needed. */
TEST(names_suit_gpus)
{
    cujit_context *gpu = cj_test_target("sm_90");

    for (size_t k = 0; k < KERNEL_NAMES; k++)
        kernel_if_compiled(gpu, &(cujit_elementwise_spec){.arguments = "const float *x, float *z",
                                                          .operation = "z[i] = warp(x[i])",
                                                          .preamble = preamble,
                                                          .name = kernel_names[k]});
    for (size_t k = 0; k < COUNT(counted); k++) {
        cujit_elementwise_spec spec = counted[k];

        spec.arguments = "const float *x, float *z, int n";
        kernel_if_compiled(gpu, &spec);
    }
    kernel_if_compiled(gpu,
                       &(cujit_elementwise_spec){.arguments = "const float *x, float *n", .operation = "n[i] = x[i]"});
}
