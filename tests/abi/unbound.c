/*
 * unbound.c: what a binding of another language does: opens the library by name, knows names, numbers and C's simple
 * types, and neither macros nor structs. Usage: unbound LIBRARY. Exits 77 where $CUJIT_DEVICE cannot be used.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOAT32 = 12, ARG_IN = 9, COUNT = 100 };

static void *library;

/* Ends the program where there is no such function. */
static void *find(const char *name)
{
    void *function = dlsym(library, name);

    if (function == NULL) {
        printf("%s\n", dlerror());
        exit(1);
    }
    return function;
}

/* Calls NAME, of which only this is known: it returns an int. */
#define FIND(type, name, parameters) type(*name) parameters = (type(*) parameters)(size_t)find(#name)

static const float *scaled(void *context, void *array)
{
    static float data[COUNT], offsets[COUNT];
    const char *spec[] = {"float a, float *x, const float *y", "x[i] = a * x[i] + y[i]"};
    const float a = 2.5f;
    void *kernel = NULL, *items;

    FIND(int, cujit_elementwise_create_sized, (void *, const void *, size_t, void **, void *));
    FIND(int, cujit_elementwise_run_sized, (const void *, const void *, size_t, const void *, size_t, void *));
    FIND(void, cujit_elementwise_free, (void *));
    FIND(size_t, cujit_arg_size, (void));
    FIND(void, cujit_arg_set_array, (void *, size_t, const void *));
    FIND(int, cujit_arg_set_number, (void *, size_t, int, const void *, void *));
    FIND(int, cujit_arg_set_memory, (void *, size_t, int, const void *, int, size_t, void *));
    FIND(int, cujit_array_to_host, (const void *, void *, size_t, void *));

    offsets[0] = 1;
    items = calloc(3, cujit_arg_size());
    if (items == NULL || cujit_elementwise_create_sized(context, spec, sizeof spec, &kernel, NULL) != 0 ||
        cujit_arg_set_number(items, 0, FLOAT32, &a, NULL) != 0 ||
        cujit_arg_set_memory(items, 2, ARG_IN, offsets, 0, sizeof offsets, NULL) != 0)
        return NULL;
    cujit_arg_set_array(items, 1, array);
    if (cujit_elementwise_run_sized(kernel, NULL, 0, items, 3, NULL) != 0 ||
        cujit_array_to_host(array, data, sizeof data, NULL) != 0)
        return NULL;
    cujit_elementwise_free(kernel);
    free(items);
    return data;
}

int main(int argc, char **argv)
{
    float data[COUNT];
    const float *result;
    const size_t shape[] = {COUNT};
    void *context = NULL, *array = NULL;

    if (argc != 2 || (library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL)) == NULL) {
        printf("%s\n", argc != 2 ? "usage: unbound LIBRARY" : dlerror());
        return 1;
    }
    FIND(int, cujit_context_create_sized, (const void *, size_t, void **, void *));
    FIND(int, cujit_array_from_host, (void *, int, int, const size_t *, const void *, void **, void *));
    FIND(void, cujit_array_free, (void *));
    FIND(void, cujit_context_free, (void *));
    for (int k = 0; k < COUNT; k++)
        data[k] = (float)k;
    if (cujit_context_create_sized(NULL, 0, &context, NULL) != 0)
        return 77;
    if (cujit_array_from_host(context, FLOAT32, 1, shape, data, &array, NULL) != 0)
        return 1;
    result = scaled(context, array);
    if (result == NULL || result[0] != 1 || result[COUNT - 1] != 2.5f * (COUNT - 1)) {
        printf("wrong: %g %g\n", (double)(result != NULL ? result[0] : 0), (double)(result != NULL ? result[99] : 0));
        return 1;
    }
    cujit_array_free(array);
    cujit_context_free(context);
    return 0;
}
