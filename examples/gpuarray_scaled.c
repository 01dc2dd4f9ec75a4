/*
 * gpuarray_scaled: numbers to the device, a factor times all of them, and back.
 */
#include <cujit/cujit.h>

static float h_array[1 << 20], results[1 << 20];

int main(void)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *cx = NULL;
    CUJIT_AUTO(cujit_array) *d_array = NULL, *d_results = NULL;
    const float factor = 7.25f;

    for (size_t k = 0; k < 1 << 20; k++)
        h_array[k] = (float)(k % 1000) / 20;
    int right = !(cujit_context_create(NULL, &cx, &error) ||
                  cujit_array_from_host(cx, CUJIT_FLOAT32, 1, (const size_t[]){1 << 20}, h_array, &d_array, &error) ||
                  cujit_eval(cx, "factor * d_array", CUJIT_NAMED(factor, d_array), &d_results, &error) ||
                  cujit_array_to_host(d_results, results, sizeof results, &error));
    for (size_t k = 0; right && k < 1 << 20; k++)
        right = results[k] == factor * h_array[k];
    return fprintf(right ? stdout : stderr, "%s%s\n", right ? "Success" : "Failed ", error.message) < 0 || !right;
}
