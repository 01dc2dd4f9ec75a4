/*
 * double_array_inout: a vector times a number, in the program's own memory: CUJIT_INOUT copies there and back.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 20, BLOCK = 128 };

static const char source[] = "__global__ void double_array(float *d_a, unsigned int n_elements, float factor)\n"
                             "{\n"
                             "    unsigned int idx = threadIdx.x + blockIdx.x * blockDim.x;\n"
                             "    if (idx < n_elements)\n"
                             "        d_a[idx] *= factor;\n"
                             "}\n";

static float h_array[COUNT], h_array_copy[COUNT];

int main(void)
{
    const float factor = 7.25f;
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_module *module = NULL;
    cujit_function *multiplication = NULL; /* borrowed: lives as long as the module */
    int wrong = 0, exit_code = EXIT_FAILURE;

    for (int k = 0; k < COUNT; k++)
        h_array[k] = 50.0f * (float)k / COUNT;
    memcpy(h_array_copy, h_array, sizeof h_array);

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_module_create(context, &(cujit_module_spec){.source = source}, &module, &error) ||
        cujit_module_function(module, "double_array", &multiplication, &error) ||
        cujit_function_launch(multiplication, &(cujit_launch){.grid = {(COUNT + BLOCK - 1) / BLOCK}, .block = {BLOCK}},
                              CUJIT_ARGS(CUJIT_INOUT(h_array, sizeof h_array), (unsigned)COUNT, factor), &error)) {
        fprintf(stderr, "double_array_inout: %s\n", error.message);
        goto out;
    }

    for (int k = 0; k < COUNT; k++)
        wrong += h_array[k] != h_array_copy[k] * factor;
    printf("%s: %d of %d wrong\n", cujit_context_device_name(context), wrong, COUNT);
    exit_code = wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    cujit_module_free(module);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
