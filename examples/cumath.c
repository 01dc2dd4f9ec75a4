/*
 * cumath: mathematical functions of whole arrays, two of them in one kernel.
 */
#include <cujit/cujit.h>

int main(void)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *cx = NULL;
    CUJIT_AUTO(cujit_array) *x = NULL, *y = NULL;
    double worst = 1;
    int failed = cujit_context_create(NULL, &cx, &error) ||
                 cujit_array_linspace(cx, CUJIT_FLOAT32, -4, 4, 4000 * 4000, 1, NULL, &x, &error) ||
                 cujit_eval(cx, "sqrt(fabs(x))", CUJIT_NAMED(x), &y, &error) ||
                 cujit_eval_double(cx, "max(abs(y*y - abs(x)))", CUJIT_NAMED(x, y), &worst, &error) || worst > 1e-6;
    return fprintf(failed ? stderr : stdout, "%s%s\n", failed ? "Failed " : "Success", error.message) < 0 || failed;
}
