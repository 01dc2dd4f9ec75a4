/*
 * tiled_product: c = a * b for matrices of any size, tile by tile through shared memory.
 *
 * Blocks of 16 x 16 threads each make one tile of c. No size here is a multiple of 16: what lies outside counts as
 * zero, and every thread of a block reaches every barrier.
 */
#include <cujit/cujit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 123, INNER = 77, COLUMNS = 150, TILE = 16 };

static const char source[] = "enum { TILE = 16 };\n"
                             "\n"
                             "__global__ void product(const float *a, const float *b, float *c, int rows, int inner,\n"
                             "                        int columns)\n"
                             "{\n"
                             "    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];\n"
                             "    const int x = threadIdx.x, y = threadIdx.y;\n"
                             "    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;\n"
                             "    float sum = 0;\n"
                             "\n"
                             "    for (int first = 0; first < inner; first += TILE) {\n"
                             "        const bool a_in = row < rows && first + x < inner;\n"
                             "        const bool b_in = first + y < inner && column < columns;\n"
                             "\n"
                             "        a_tile[y][x] = a_in ? a[row * inner + first + x] : 0.0f;\n"
                             "        b_tile[y][x] = b_in ? b[(first + y) * columns + column] : 0.0f;\n"
                             "        __syncthreads();\n"
                             "        for (int k = 0; k < TILE; k++)\n"
                             "            sum += a_tile[y][k] * b_tile[k][x];\n"
                             "        __syncthreads();\n"
                             "    }\n"
                             "    if (row < rows && column < columns)\n"
                             "        c[row * columns + column] = sum;\n"
                             "}\n";

static float a[ROWS][INNER], b[INNER][COLUMNS], c[ROWS][COLUMNS];

/* The largest error beside the same product in double. */
static double worst_error(void)
{
    double worst = 0;

    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            double sum = 0;

            for (int k = 0; k < INNER; k++)
                sum += (double)a[row][k] * b[k][column];
            worst = fmax(worst, fabs(c[row][column] - sum));
        }
    }
    return worst;
}

int main(void)
{
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_module *module = NULL;
    cujit_function *product = NULL; /* borrowed: lives as long as the module */
    const cujit_launch launch = {.grid = {(COLUMNS + TILE - 1) / TILE, (ROWS + TILE - 1) / TILE},
                                 .block = {TILE, TILE}};
    double worst;
    int exit_code = EXIT_FAILURE;

    for (int k = 0; k < ROWS * INNER; k++)
        a[k / INNER][k % INNER] = (float)(k * 37 % 101) / 101 - 0.5f;
    for (int k = 0; k < INNER * COLUMNS; k++)
        b[k / COLUMNS][k % COLUMNS] = (float)(k * 53 % 97) / 97 - 0.5f;

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_module_create(context, &(cujit_module_spec){.source = source}, &module, &error) ||
        cujit_module_function(module, "product", &product, &error) ||
        cujit_function_launch(product, &launch,
                              CUJIT_ARGS(CUJIT_IN(a, sizeof a), CUJIT_IN(b, sizeof b), CUJIT_OUT(c, sizeof c),
                                         (int)ROWS, (int)INNER, (int)COLUMNS),
                              &error)) {
        fprintf(stderr, "tiled_product: %s\n", error.message);
        goto out;
    }

    worst = worst_error();
    printf("%s: largest error %.2g\n", cujit_context_device_name(context), worst);
    exit_code = worst < 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    cujit_module_free(module);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
