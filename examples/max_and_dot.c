/*
 * max_and_dot: the largest element of an array, and the inner product of two.
 */
#include <cujit/cujit.h>

int main(void)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *cx = NULL;
    CUJIT_AUTO(cujit_array) *a = NULL, *b = NULL;
    double most, dot;

    if (cujit_context_create(NULL, &cx, &error) || cujit_array_arange(cx, CUJIT_FLOAT32, 0, 50, 1, NULL, &a, &error) ||
        cujit_array_flip(a, NULL, 0, &b, &error) || cujit_eval_double(cx, "max(a)", CUJIT_NAMED(a), &most, &error) ||
        cujit_eval_double(cx, "sum(a*b)", CUJIT_NAMED(a, b), &dot, &error))
        return fprintf(stderr, "max_and_dot: %s\n", error.message), 1;
    return printf("max(a)    = %g\ndot(a, b) = %g\n", most, dot) < 0;
}
