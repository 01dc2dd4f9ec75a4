/*
 * background.c: kernels that are made while the program does something else, and what to do with those that are not
 * wanted any more.
 */
#include <cujit/cujit.h>

#include <stdio.h>

enum { N = 1000, KERNELS = 4 };

/* x[i]^(k + 1), as products. */
static const char *const operations[KERNELS] = {"z[i] = x[i]", "z[i] = x[i]*x[i]", "z[i] = x[i]*x[i]*x[i]",
                                                "z[i] = x[i]*x[i]*x[i]*x[i]"};

int main(void)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *context = NULL;
    CUJIT_AUTO(cujit_array) *x = NULL, *z = NULL;
    cujit_creation *creations[KERNELS] = {NULL};
    cujit_elementwise *kernels[KERNELS] = {NULL};
    const size_t shape[] = {N};
    static float data[N], result[N];
    int failed = cujit_context_create(NULL, &context, &error) != CUJIT_OK;

    for (int k = 0; k < KERNELS && !failed; k++)
        failed = cujit_elementwise_create_async(
            context, &(cujit_elementwise_spec){.arguments = "const float *x, float *z", .operation = operations[k]},
            &creations[k], &error);

    /* The compilers are at work; meanwhile there is data to be read. */
    for (int k = 0; k < N; k++)
        data[k] = (float)(k % 10);
    failed = failed || cujit_array_from_host(context, CUJIT_FLOAT32, 1, shape, data, &x, &error) ||
             cujit_array_zeros(context, CUJIT_FLOAT32, 1, shape, &z, &error);

    /* The last one is not needed after all: its compiler is stopped, or does not even begin. */
    cujit_creation_cancel(creations[KERNELS - 1]);
    for (int k = 0; k < KERNELS - 1 && !failed; k++) {
        float expected = 1;

        for (int factor = 0; factor <= k; factor++)
            expected *= data[7];
        failed = cujit_creation_take_elementwise(creations[k], &kernels[k], &error) || /* waits until it is there */
                 cujit_elementwise_run(kernels[k], NULL, CUJIT_ARGS(x, z), &error) ||
                 cujit_array_to_host(z, result, sizeof result, &error);
        if (!failed && result[7] != expected) {
            printf("wrong: %s gives %g; expected %g\n", operations[k], result[7], expected);
            failed = 1;
        }
    }
    if (error.status != CUJIT_OK)
        fprintf(stderr, "%s\n", error.message);
    for (int k = 0; k < KERNELS; k++) {
        cujit_elementwise_free(kernels[k]);
        cujit_creation_free(creations[k]);
    }
    if (!failed)
        printf("%d kernels were made in the background\n", KERNELS - 1);
    return failed;
}
