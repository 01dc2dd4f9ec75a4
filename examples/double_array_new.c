/*
 * double_array_new: twice a vector, with device memory that is taken, filled, read and freed by hand.
 *
 * The length goes to the kernel in device memory too, as in the program that this one follows; a number would do.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 128 };

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
    void *a_gpu = NULL, *b_gpu = NULL, *info_gpu = NULL;
    float a[COUNT], b[COUNT] = {0};
    const int info[] = {COUNT};
    int wrong = 0, exit_code = EXIT_FAILURE;

    for (int k = 0; k < COUNT; k++)
        a[k] = (float)k;

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_module_create(context, &(cujit_module_spec){.source = source}, &module, &error) ||
        cujit_module_function(module, "double_array_new", &func, &error) ||
        cujit_memory_alloc(context, sizeof a, &a_gpu, &error) ||
        cujit_memory_to_device(context, a_gpu, a, sizeof a, &error) ||
        cujit_memory_alloc(context, sizeof b, &b_gpu, &error) ||
        cujit_memory_to_device(context, b_gpu, b, sizeof b, &error) ||
        cujit_memory_alloc(context, sizeof info, &info_gpu, &error) ||
        cujit_memory_to_device(context, info_gpu, info, sizeof info, &error) ||
        cujit_function_launch(func, &(cujit_launch){.grid = {4}, .block = {32}},
                              CUJIT_ARGS(CUJIT_ADDRESS(b_gpu), CUJIT_ADDRESS(a_gpu), CUJIT_ADDRESS(info_gpu)),
                              &error) ||
        cujit_memory_to_host(context, b, b_gpu, sizeof b, &error)) {
        fprintf(stderr, "double_array_new: %s\n", error.message);
        goto out;
    }

    for (int k = 0; k < COUNT; k++)
        wrong += b[k] != 2 * a[k];
    printf("%s: %d of %d wrong\n", cujit_context_device_name(context), wrong, COUNT);
    exit_code = wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    cujit_memory_free(context, info_gpu);
    cujit_memory_free(context, b_gpu);
    cujit_memory_free(context, a_gpu);
    cujit_module_free(module);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
