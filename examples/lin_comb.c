/*
 * lin_comb: an elementwise kernel of two arrays that were made on the device.
 */
#include <cujit/cujit.h>

int main(void)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *cx = NULL;
    CUJIT_AUTO(cujit_array) *a = NULL, *b = NULL, *c = NULL;
    CUJIT_AUTO(cujit_elementwise) *lin_comb = NULL;
    const cujit_elementwise_spec spec = {.arguments = "float a, float *x, float b, float *y, float *z",
                                         .operation = "z[i] = a*x[i] + b*y[i]",
                                         .name = "linear_combination"};

    if (cujit_context_create(NULL, &cx, &error) || cujit_array_arange(cx, CUJIT_FLOAT32, 0, 50, 1, NULL, &a, &error) ||
        cujit_array_flip(a, NULL, 0, &b, &error) || cujit_array_create_like(a, CUJIT_DTYPE_NONE, &c, &error) ||
        cujit_elementwise_create(cx, &spec, &lin_comb, &error) ||
        cujit_elementwise_run(lin_comb, NULL, CUJIT_ARGS(5, a, 6, b, c), &error) ||
        cujit_array_print(c, stdout, NULL, &error))
        return fprintf(stderr, "lin_comb: %s\n", error.message), 1;
}
