/*
 * double_array_new_arrays: the kernel of double_array_new, called with arrays.
 *
 * An array goes to a pointer parameter as it is, and its element type is compared with the parameter's.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 5 };

static const char source[] = "__global__ void double_array_new(float *b, float *a, int *info)\n"
                             "{\n"
                             "    int datalen = info[0];\n"
                             "\n"
                             "    for (int idx = threadIdx.x; idx < datalen; idx += blockDim.x)\n"
                             "        b[idx] = a[idx] * 2;\n"
                             "}\n";

int main(void)
{
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_module *module = NULL;
    cujit_function *func = NULL; /* borrowed: lives as long as the module */
    cujit_array *x_gpu = NULL, *y_gpu = NULL, *info_gpu = NULL;
    const float x[COUNT] = {-0.25f, 0.0034f, 1.46f, 0.22f, 1.28f};
    const int info[] = {COUNT};
    const size_t shape[] = {COUNT}, one[] = {1};
    float y[COUNT];
    int wrong = 0, exit_code = EXIT_FAILURE;

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_module_create(context, &(cujit_module_spec){.source = source}, &module, &error) ||
        cujit_module_function(module, "double_array_new", &func, &error) ||
        cujit_array_from_host(context, CUJIT_FLOAT32, 1, shape, x, &x_gpu, &error) ||
        cujit_array_zeros(context, CUJIT_FLOAT32, 1, shape, &y_gpu, &error) ||
        cujit_array_from_host(context, CUJIT_INT32, 1, one, info, &info_gpu, &error) ||
        cujit_function_launch(func, &(cujit_launch){.grid = {4}, .block = {32}}, CUJIT_ARGS(y_gpu, x_gpu, info_gpu),
                              &error) ||
        cujit_array_to_host(y_gpu, y, sizeof y, &error)) {
        fprintf(stderr, "double_array_new_arrays: %s\n", error.message);
        goto out;
    }

    for (int k = 0; k < COUNT; k++)
        wrong += y[k] != 2 * x[k];
    printf("%s: %d of %d wrong\n", cujit_context_device_name(context), wrong, COUNT);
    exit_code = wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    cujit_array_free(info_gpu);
    cujit_array_free(y_gpu);
    cujit_array_free(x_gpu);
    cujit_module_free(module);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
