/*
 * cublas: a matrix product by cuBLAS on cujit's arrays, and what comes behind it by cujit, in the order of one stream.
 *
 * One layer of a network, max(x @ w + bias, 0). cuBLAS is loaded while the program runs, so that it is built everywhere;
 * where there is no GPU or no cuBLAS it says so and exits 77.
 */
#include <cujit/cujit.h>

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 300, INNER = 200, COLUMNS = 500, SKIPPED = 77 };

/* What this program needs of <cublas_v2.h>. A status is 0 where all is right. */
enum { CUBLAS_OP_N = 0 };
static struct {
    int (*create)(void **handle);
    int (*destroy)(void *handle);
    int (*set_stream)(void *handle, cujit_stream stream);
    int (*sgemm)(void *handle, int op_a, int op_b, int m, int n, int k, const float *alpha, const float *a, int lda,
                 const float *b, int ldb, const float *beta, float *c, int ldc);
} cublas;

static float x_host[ROWS * INNER], w_host[INNER * COLUMNS], bias_host[COLUMNS], y_host[ROWS * COLUMNS];

static int load_cublas(void)
{
    static const char *const paths[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so",
                                        "/usr/local/cuda/lib64/libcublas.so"};
    const struct {
        const char *name;
        void *function;
    } table[] = {
        {"cublasCreate_v2", &cublas.create},
        {"cublasDestroy_v2", &cublas.destroy},
        {"cublasSetStream_v2", &cublas.set_stream},
        {"cublasSgemm_v2", &cublas.sgemm},
    };
    void *library = NULL;

    for (size_t k = 0; library == NULL && k < sizeof paths / sizeof paths[0]; k++)
        library = dlopen(paths[k], RTLD_NOW);
    for (size_t k = 0; library != NULL && k < sizeof table / sizeof table[0]; k++) {
        void *symbol = dlsym(library, table[k].name);

        if (symbol == NULL)
            return 0;
        memcpy(table[k].function, &symbol, sizeof symbol);
    }
    return library != NULL;
}

/* y = x @ w. cuBLAS takes columns for what are rows here, so that it sees all three matrices transposed: y' = w' @ x'. */
static int multiply(cujit_context *context, const cujit_array *x, const cujit_array *w, const cujit_array *y,
                    cujit_stream stream, cujit_error *error)
{
    const float one = 1, zero = 0;
    void *handle = NULL;
    int status;

    if (cujit_context_push(context, error))
        return 1;
    if ((status = cublas.create(&handle)) == 0 && (status = cublas.set_stream(handle, stream)) == 0)
        status = cublas.sgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, COLUMNS, ROWS, INNER, &one, cujit_array_data(w),
                              COLUMNS, cujit_array_data(x), INNER, &zero, cujit_array_data(y), COLUMNS);
    if (handle != NULL)
        cublas.destroy(handle);
    if (status != 0)
        fprintf(stderr, "cublas: status %d\n", status);
    return cujit_context_pop(context, error) || status != 0;
}

static int count_wrong(void)
{
    int wrong = 0;

    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            double sum = bias_host[column];

            for (int k = 0; k < INNER; k++)
                sum += (double)x_host[row * INNER + k] * w_host[k * COLUMNS + column];
            wrong += !(fabs(y_host[row * COLUMNS + column] - fmax(sum, 0)) < 1e-3);
        }
    }
    return wrong;
}

int main(void)
{
    const size_t x_shape[] = {ROWS, INNER}, w_shape[] = {INNER, COLUMNS}, y_shape[] = {ROWS, COLUMNS};
    const cujit_expression_spec spec = {.text = "y = maximum(y + bias, 0)"};
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *context = NULL;
    CUJIT_AUTO(cujit_array) *x = NULL, *w = NULL, *bias = NULL, *y = NULL;
    CUJIT_AUTO(cujit_expression) *layer = NULL;
    cujit_stream stream = NULL;
    int on_gpu, failed, wrong;

    for (int k = 0; k < ROWS * INNER; k++)
        x_host[k] = (float)(k % 37 - 18) / 18;
    for (int k = 0; k < INNER * COLUMNS; k++)
        w_host[k] = (float)(k % 23 - 11) / 11;
    for (int k = 0; k < COLUMNS; k++)
        bias_host[k] = (float)k / COLUMNS;
    if (cujit_context_create(NULL, &context, &error)) {
        fprintf(stderr, "cublas: %s\n", error.message);
        return EXIT_FAILURE;
    }
    on_gpu = strncmp(cujit_context_device(context), "cuda", 4) == 0;
    if (!on_gpu || !load_cublas()) {
        printf("skipped: %s\n", on_gpu ? "the loader finds no libcublas.so" : "cuBLAS needs a GPU");
        return SKIPPED;
    }
    failed = cujit_stream_create(context, &stream, &error) ||
             cujit_array_from_host(context, CUJIT_FLOAT32, 2, x_shape, x_host, &x, &error) ||
             cujit_array_from_host(context, CUJIT_FLOAT32, 2, w_shape, w_host, &w, &error) ||
             cujit_array_from_host(context, CUJIT_FLOAT32, 1, &w_shape[1], bias_host, &bias, &error) ||
             cujit_array_create(context, CUJIT_FLOAT32, 2, y_shape, &y, &error) ||
             cujit_expression_create(context, &spec, &layer, &error) || multiply(context, x, w, y, stream, &error) ||
             cujit_expression_run(layer, &(cujit_expression_options){.stream = stream}, CUJIT_NAMED(y, bias), NULL,
                                  &error) ||
             cujit_array_to_host_async(y, y_host, sizeof y_host, stream, &error) ||
             cujit_stream_synchronize(context, stream, &error);
    if (stream != NULL)
        cujit_stream_free(context, stream);
    if (failed) {
        fprintf(stderr, "cublas: %s\n", error.message);
        return EXIT_FAILURE;
    }
    wrong = count_wrong();
    printf("%s: %d of %d wrong\n", cujit_context_device_name(context), wrong, ROWS * COLUMNS);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
