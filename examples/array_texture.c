/*
 * array_texture: an array that a module's kernel reads through a texture.
 *
 * What PyCUDA does with a reference that stands in the source (texture<float> t; get_texref("t"); x.bind_to_texref_ext(t)),
 * CUDA and this library do with a handle that the kernel takes as a parameter.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

static const char source[] = "__global__ void twice(cudaTextureObject_t t, float *z)\n"
                             "{\n"
                             "    z[threadIdx.x] = 2 * tex1Dfetch<float>(t, threadIdx.x);\n"
                             "}\n";

int main(void)
{
    const float from[] = {-0.24655211f, 0.00344609f, 1.45805557f, 0.22002029f, 1.28438667f};
    float to[5] = {0};
    const size_t shape[] = {5};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_array *x = NULL;
    cujit_texture *texture = NULL;
    cujit_module *module = NULL;
    cujit_function *twice = NULL;
    int right = 1;

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_array_from_host(context, CUJIT_FLOAT32, 1, shape, from, &x, &error) ||
        cujit_texture_create(context, &(cujit_texture_spec){.array = x}, &texture, &error) ||
        cujit_module_create(context, &(cujit_module_spec){.source = source}, &module, &error) ||
        cujit_module_function(module, "twice", &twice, &error) ||
        cujit_function_launch(twice, &(cujit_launch){.block = {5}}, CUJIT_ARGS(texture, CUJIT_OUT(to, sizeof to)),
                              &error)) {
        fprintf(stderr, "%s\n", error.message);
        right = 0;
    }
    for (int k = 0; k < 5 && right; k++)
        right = to[k] == 2 * from[k];
    printf("%s: %s\n", cujit_context_device(context), right ? "right" : "wrong");
    cujit_module_free(module);
    cujit_texture_free(texture);
    cujit_array_free(x);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
