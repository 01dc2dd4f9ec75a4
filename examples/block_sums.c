/*
 * block_sums: two instances of one template, with as much dynamic shared memory as the launch says.
 *
 * The spec lists the instances that are wanted, and they are found by the same text. Each block adds up its part of the
 * data in a tree; the host adds up the blocks.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 10000, BLOCK = 256, BLOCKS = (COUNT + BLOCK - 1) / BLOCK };

static const char source[] = "template <typename T>\n"
                             "__global__ void block_sums(const T *data, T *sums, int n)\n"
                             "{\n"
                             "    extern __shared__ __align__(16) unsigned char memory[];\n"
                             "    T *parts = reinterpret_cast<T *>(memory);\n"
                             "    const int k = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "\n"
                             "    parts[threadIdx.x] = k < n ? data[k] : T(0);\n"
                             "    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {\n"
                             "        __syncthreads();\n"
                             "        if (threadIdx.x < half)\n"
                             "            parts[threadIdx.x] += parts[threadIdx.x + half];\n"
                             "    }\n"
                             "    if (threadIdx.x == 0)\n"
                             "        sums[blockIdx.x] = parts[0];\n"
                             "}\n";

int main(void)
{
    const char *const instances[] = {"block_sums<int>", "block_sums<double>", NULL};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_module *module = NULL;
    cujit_function *of_int = NULL, *of_double = NULL; /* borrowed: live as long as the module */
    int whole[COUNT], whole_sums[BLOCKS], whole_sum = 0;
    double real[COUNT], real_sums[BLOCKS], real_sum = 0;
    int exit_code = EXIT_FAILURE;

    for (int k = 0; k < COUNT; k++) {
        whole[k] = k + 1;
        real[k] = (k + 1) / 8.0;
    }

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_module_create(context, &(cujit_module_spec){.source = source, .name_expressions = instances}, &module,
                            &error) ||
        cujit_module_function(module, "block_sums<int>", &of_int, &error) ||
        cujit_module_function(module, "block_sums<double>", &of_double, &error) ||
        cujit_function_launch(
            of_int, &(cujit_launch){.grid = {BLOCKS}, .block = {BLOCK}, .shared_bytes = BLOCK * sizeof(int)},
            CUJIT_ARGS(CUJIT_IN(whole, sizeof whole), CUJIT_OUT(whole_sums, sizeof whole_sums), (int)COUNT), &error) ||
        cujit_function_launch(
            of_double, &(cujit_launch){.grid = {BLOCKS}, .block = {BLOCK}, .shared_bytes = BLOCK * sizeof(double)},
            CUJIT_ARGS(CUJIT_IN(real, sizeof real), CUJIT_OUT(real_sums, sizeof real_sums), (int)COUNT), &error)) {
        fprintf(stderr, "block_sums: %s\n", error.message);
        goto out;
    }

    for (int k = 0; k < BLOCKS; k++) {
        whole_sum += whole_sums[k];
        real_sum += real_sums[k];
    }
    printf("%s: %d and %g\n", cujit_context_device_name(context), whole_sum, real_sum);
    if (whole_sum == COUNT * (COUNT + 1) / 2 && real_sum == whole_sum / 8.0)
        exit_code = EXIT_SUCCESS;

out:
    cujit_module_free(module);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
