/*
 * lin_comb: an elementwise kernel of two arrays of random numbers, the same on every device.
 */
#include <cujit/cujit.h>

int main(void)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *cx = NULL;
    CUJIT_AUTO(cujit_random) *r = NULL;
    CUJIT_AUTO(cujit_array) *a = NULL, *b = NULL, *c = NULL;
    CUJIT_AUTO(cujit_elementwise) *lin_comb = NULL;
    const cujit_elementwise_spec spec = {"float a, float *x, float b, float *y, float *z", "z[i] = a*x[i] + b*y[i]",
                                         .name = "linear_combination"};

    if (cujit_context_create(NULL, &cx, &error) || cujit_elementwise_create(cx, &spec, &lin_comb, &error) ||
        cujit_random_create(cx, 0, &r, &error) || cujit_array_create(cx, CUJIT_FLOAT32, 1, &(size_t){50}, &a, &error) ||
        cujit_random_uniform(r, a, 0, 1, &error) || cujit_array_create_like(a, CUJIT_DTYPE_NONE, &b, &error) ||
        cujit_random_uniform(r, b, 0, 1, &error) || cujit_array_create_like(a, CUJIT_DTYPE_NONE, &c, &error) ||
        cujit_elementwise_run(lin_comb, NULL, CUJIT_ARGS(5, a, 6, b, c), &error) ||
        cujit_array_print(c, stdout, &(cujit_print_options){.precision = 4}, &error))
        return fprintf(stderr, "lin_comb: %s\n", error.message), 1;
}
