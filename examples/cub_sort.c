/*
 * cub_sort: the rows of a table in the order of what an expression makes of them, NumPy's x[argsort(...)]: sorted by CUB
 * on cujit's arrays, in the memory of cujit's and on one stream.
 *
 * CUB is a library of C++ templates; sort_cub.cu makes a function of it, compiled by nvcc into libsort_cub.so:
 *     cub_sort ./libsort_cub.so
 * Where there is no GPU or no such library it says so and exits 77.
 */
#include <cujit/cujit.h>

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1000000, SKIPPED = 77 };

typedef int sort_function(void *memory, size_t *size, const float *keys, float *sorted_keys, const long long *values,
                          long long *sorted_values, long long count, cujit_stream stream);

static float x_host[COUNT][2];

static sort_function *load_sort(const char *path)
{
    void *library = dlopen(path, RTLD_NOW), *symbol = library != NULL ? dlsym(library, "sort_cub_float_int64") : NULL;
    sort_function *sort = NULL;

    if (symbol != NULL)
        memcpy(&sort, &symbol, sizeof sort);
    return sort;
}

/* order[k] becomes the place of the k-th smallest key. */
static int argsort(cujit_context *context, sort_function *sort, const cujit_array *keys, cujit_array **order,
                   cujit_error *error)
{
    CUJIT_AUTO(cujit_array) *places = NULL, *sorted_keys = NULL, *memory = NULL;
    size_t size = 0;
    int status = 0;

    if (cujit_array_arange(context, CUJIT_INT64, 0, COUNT, 1, NULL, &places, error) ||
        cujit_array_create_like(places, CUJIT_DTYPE_NONE, order, error) ||
        cujit_array_create_like(keys, CUJIT_DTYPE_NONE, &sorted_keys, error) || cujit_context_push(context, error))
        return 1;
    for (int call = 0; call < 2 && status == 0; call++) {
        status = sort(memory != NULL ? cujit_array_data(memory) : NULL, &size, cujit_array_data(keys),
                      cujit_array_data(sorted_keys), cujit_array_data(places), cujit_array_data(*order), COUNT, NULL);
        if (status != 0)
            fprintf(stderr, "cub_sort: CUB: cudaError %d\n", status);
        else if (call == 0)
            status = (int)cujit_array_create(context, CUJIT_UINT8, 1, &size, &memory, error);
    }
    return cujit_context_pop(context, error) || status != 0;
}

int main(int argc, char **argv)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *context = NULL;
    CUJIT_AUTO(cujit_array) *x = NULL, *length = NULL, *order = NULL, *rows = NULL;
    sort_function *sort;
    double right = 0;
    int on_gpu;

    for (int k = 0; k < COUNT; k++) {
        x_host[k][0] = (float)sin(k * 12.9898);
        x_host[k][1] = (float)cos(k * 78.233);
    }
    if (cujit_context_create(NULL, &context, &error)) {
        fprintf(stderr, "cub_sort: %s\n", error.message);
        return EXIT_FAILURE;
    }
    sort = load_sort(argc > 1 ? argv[1] : "./libsort_cub.so");
    on_gpu = strncmp(cujit_context_device(context), "cuda", 4) == 0;
    if (!on_gpu || sort == NULL) {
        printf("skipped: %s\n", on_gpu ? "there is no libsort_cub.so" : "CUB needs a GPU");
        return SKIPPED;
    }
    if (cujit_array_from_host(context, CUJIT_FLOAT32, 2, (const size_t[]){COUNT, 2}, x_host, &x, &error) ||
        cujit_eval(context, "hypot(x[:, 0], x[:, 1])", CUJIT_NAMED(x), &length, &error) ||
        argsort(context, sort, length, &order, &error) ||
        cujit_array_take(x, order, 0, CUJIT_BOUNDS_CHECK, NULL, &rows, &error) ||
        cujit_eval_double(context, "h = hypot(rows[:, 0], rows[:, 1]); all(h[1:] >= h[:-1])", CUJIT_NAMED(rows), &right,
                          &error)) {
        fprintf(stderr, "cub_sort: %s\n", error.message);
        return EXIT_FAILURE;
    }
    printf("%s: %d rows %s\n", cujit_context_device_name(context), COUNT, right != 0 ? "in order" : "not in order");
    return right != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
