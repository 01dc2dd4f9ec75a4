/*
 * test_names.c: kernels may have any name, and arguments most; on every device.
 */
#include "tests/reductions.h"
#include "tests/scans.h"

/* ---- Names of kernels -------------------------------------------------------------------------------------------- */

/* Functions of libraries, types, keywords, macros, what the generated code calls its own, and the arguments. */
static const char *const kernel_names[] = {
    "exp", "malloc", "main",       "printf", "abs",     "n", "i",    "tid",      "x",      "float4",     "int",
    "for", "NAN",    "__syncwarp", "pair",   "environ", "a", "swap", "blockIdx", "assert", "cujit_load",
};

enum { KERNEL_NAMES = sizeof kernel_names / sizeof *kernel_names };

static const char preamble[] = "struct pair { int swap; };\n"
                               "__device__ float warp(float v) { return expf(v) > 0 ? v + 1 : v; }\n";

START_TEST(any_identifier_names_a_kernel)
{
    cujit_context *context = cj_test_context();
    cujit_array *x = counting(context, 5), *z = zeros(context, CUJIT_FLOAT32, 5), *sums;
    cujit_elementwise *kernel = make_kernel(context, &(cujit_elementwise_spec){
                                                         .arguments = "const float *x, float *z",
                                                         .operation = "z[i] = warp(x[i]) + fabsf(x[i])",
                                                         .preamble = preamble,
                                                         .name = kernel_names[_i],
                                                     });
    cujit_reduction *reduction = make_reduction(context, &(cujit_reduction_spec){
                                                             .arguments = "const float *x, float z",
                                                             .neutral = "0",
                                                             .reduce = "a + b",
                                                             .map = "warp(x[i]) * z",
                                                             .preamble = preamble,
                                                             .name = kernel_names[_i],
                                                         });
    cujit_scan *scan = make_scan(context, &(cujit_scan_spec){
                                              .arguments = "const float *x",
                                              .neutral = "0",
                                              .reduce = "a + b",
                                              .map = "warp(x[i])",
                                              .preamble = preamble,
                                              .name = kernel_names[_i],
                                          });
    float found[5], total;
    cujit_error error = {0};
    cujit_report report;

    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x, z), &error), &error);
    download(z, found);
    ck_assert_float_eq(found[4], 9);
    run_to(reduction, NULL, CUJIT_ARGS(x, 2), &total);
    ck_assert_float_eq(total, 30);
    sums = run_scan(scan, NULL, CUJIT_ARGS(x));
    download(sums, found);
    ck_assert_float_eq(found[4], 15);
    cujit_elementwise_report(kernel, &report);
    ck_assert_str_eq(report.name, kernel_names[_i]);
    cujit_array_free(sums);
    cujit_array_free(x);
    cujit_array_free(z);
    cujit_scan_free(scan);
    cujit_reduction_free(reduction);
    cujit_elementwise_free(kernel);
    cujit_context_free(context);
}
END_TEST

/* As NVRTC sees them; no GPU is needed. */
START_TEST(any_identifier_names_a_kernel_of_a_gpu)
{
    cujit_context *context = NULL;

    if (cujit_context_create(&(cujit_context_options){.device = "sm_90"}, &context, NULL) != CUJIT_OK)
        return;
    for (size_t k = 0; k < KERNEL_NAMES; k++) {
        cujit_elementwise_spec spec = {
            .arguments = "const float *x, float *z",
            .operation = "z[i] = warp(x[i])",
            .preamble = preamble,
            .name = kernel_names[k],
        };
        cujit_elementwise *kernel = NULL;
        cujit_error error = {0};
        cujit_status status = cujit_elementwise_create(context, &spec, &kernel, &error);

        ck_assert_msg(status == CUJIT_OK || status == CUJIT_ERROR_NO_COMPILER, "%s: %s", kernel_names[k],
                      error.message);
        cujit_error_clear(&error);
        cujit_elementwise_free(kernel);
    }
    cujit_context_free(context);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("names");
    TCase *kernels = tcase_create("kernels");

    tcase_set_timeout(kernels, 120);
    tcase_add_loop_test(kernels, any_identifier_names_a_kernel, 0, KERNEL_NAMES);
    tcase_add_test(kernels, any_identifier_names_a_kernel_of_a_gpu);
    suite_add_tcase(suite, kernels);
    return cj_test_device_main(suite);
}
