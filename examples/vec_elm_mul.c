/*
 * vec_elm_mul: the product of two vectors, element by element, and what the compiler says about its kernel.
 *
 * With -v the assembler reports registers, shared memory and spills; the report is kept with the kernel in the cache,
 * so that it is there in the second run too. The host's compiler has nothing to say.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 400 };

static const char source[] = "__global__ void vec_elm_mul(float *dest, float *a, float *b)\n"
                             "{\n"
                             "    const int i = threadIdx.x;\n"
                             "    dest[i] = a[i] * b[i];\n"
                             "}\n";

int main(void)
{
    const char *const options[] = {"--ptxas-options=-v", NULL};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_module *module = NULL;
    cujit_function *vec_elm_mul = NULL; /* borrowed: lives as long as the module */
    cujit_report report;
    float a[COUNT], b[COUNT], dest[COUNT] = {0};
    int wrong = 0, exit_code = EXIT_FAILURE;

    for (int k = 0; k < COUNT; k++) {
        a[k] = (float)k / COUNT;
        b[k] = (float)(k % 7) - 3;
    }

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_module_create(context, &(cujit_module_spec){.source = source, .options = options}, &module, &error) ||
        cujit_module_function(module, "vec_elm_mul", &vec_elm_mul, &error) ||
        cujit_function_launch(vec_elm_mul, &(cujit_launch){.grid = {1}, .block = {COUNT}},
                              CUJIT_ARGS(CUJIT_OUT(dest, sizeof dest), CUJIT_IN(a, sizeof a), CUJIT_IN(b, sizeof b)),
                              &error)) {
        fprintf(stderr, "vec_elm_mul: %s\n", error.message);
        goto out;
    }

    cujit_module_get_report(module, &report);
    for (int k = 0; k < COUNT; k++)
        wrong += dest[k] != a[k] * b[k];
    printf("%s%s: %d of %d wrong\n", report.log, cujit_context_device_name(context), wrong, COUNT);
    exit_code = wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    cujit_module_free(module);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
