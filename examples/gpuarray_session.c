/*
 * gpuarray_session: what an introduction types at Python's prompt: an array to the device, calculations, slices, single
 * elements, and a kernel of a module on arrays.
 */
#include <cujit/cujit.h>

static const char code[] = "__global__ void double_array_new(float *b, float *a, int *info)\n"
                           "{\n"
                           "    int datalen = info[0];\n"
                           "    for (int idx = threadIdx.x; idx < datalen; idx += blockDim.x)\n"
                           "        b[idx] = a[idx]*2;\n"
                           "}\n";

int main(void)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *cx = NULL;
    CUJIT_AUTO(cujit_module) *mod = NULL;
    CUJIT_AUTO(cujit_array) *x = NULL, *y = NULL, *info = NULL, *twice = NULL, *sum = NULL, *few = NULL, *one = NULL;
    cujit_function *func; /* borrowed: lives as long as the module */
    const float numbers[] = {-0.24655211f, 0.00344609f, 1.45805557f, 0.22002029f, 1.28438667f};
    const size_t five[] = {5};

    if (cujit_context_create(NULL, &cx, &error) ||
        cujit_array_from_host(cx, CUJIT_FLOAT32, 1, five, numbers, &x, &error) ||
        cujit_array_print(x, stdout, NULL, &error) || cujit_eval(cx, "2*x", CUJIT_NAMED(x), &twice, &error) ||
        cujit_array_print(twice, stdout, NULL, &error) || cujit_eval(cx, "x + x", CUJIT_NAMED(x), &sum, &error) ||
        cujit_array_print(sum, stdout, NULL, &error) || printf("%zu\n", cujit_array_size(x)) < 0 ||
        cujit_array_slice(x, 1, (cujit_index[]){cujit_index_slice(0, 3, 1)}, &few, &error) ||
        cujit_array_print(few, stdout, NULL, &error) ||
        cujit_array_slice(x, 1, (cujit_index[]){cujit_index_at(1)}, &one, &error) ||
        cujit_array_print(one, stdout, NULL, &error) ||
        cujit_module_create(cx, &(cujit_module_spec){.source = code}, &mod, &error) ||
        cujit_module_function(mod, "double_array_new", &func, &error) ||
        cujit_array_zeros(cx, CUJIT_FLOAT32, 1, five, &y, &error) ||
        cujit_array_full(cx, CUJIT_INT32, 0, NULL, CUJIT_ARG(5), NULL, &info, &error) ||
        cujit_function_launch(func, &(cujit_launch){.grid = {4}, .block = {32}}, CUJIT_ARGS(y, x, info), &error) ||
        cujit_array_print(y, stdout, NULL, &error) || cujit_array_print(twice, stdout, NULL, &error))
        return fprintf(stderr, "gpuarray_session: %s\n", error.message), 1;
}
