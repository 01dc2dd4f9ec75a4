/*
 * doublify: twice a 4 x 4 matrix, with one block of 4 x 4 threads.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 4 };

static const char source[] = "__global__ void doublify(float *a)\n"
                             "{\n"
                             "    int idx = threadIdx.x + threadIdx.y*4;\n"
                             "    a[idx] *= 2;\n"
                             "}\n";

int main(void)
{
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_module *module = NULL;
    cujit_function *func = NULL; /* borrowed: lives as long as the module */
    void *a_gpu = NULL;
    float a[SIDE][SIDE], a_doubled[SIDE][SIDE];
    int wrong = 0, exit_code = EXIT_FAILURE;

    for (int k = 0; k < SIDE * SIDE; k++)
        a[k / SIDE][k % SIDE] = (float)k / 3 - 2;

    if (cujit_context_create(NULL, &context, &error) || cujit_memory_alloc(context, sizeof a, &a_gpu, &error) ||
        cujit_memory_to_device(context, a_gpu, a, sizeof a, &error) ||
        cujit_module_create(context, &(cujit_module_spec){.source = source}, &module, &error) ||
        cujit_module_function(module, "doublify", &func, &error) ||
        cujit_function_launch(func, &(cujit_launch){.block = {SIDE, SIDE}}, CUJIT_ARGS(CUJIT_ADDRESS(a_gpu)), &error) ||
        cujit_memory_to_host(context, a_doubled, a_gpu, sizeof a_doubled, &error)) {
        fprintf(stderr, "doublify: %s\n", error.message);
        goto out;
    }

    for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
            printf("%8.4f%s", a_doubled[row][column], column == SIDE - 1 ? "\n" : " ");
            wrong += a_doubled[row][column] != 2 * a[row][column];
        }
    }
    printf("%s: %d of %d wrong\n", cujit_context_device_name(context), wrong, SIDE * SIDE);
    exit_code = wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    cujit_memory_free(context, a_gpu);
    cujit_module_free(module);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
