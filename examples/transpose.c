/*
 * transpose: rows become columns, through tiles of shared memory, so that reads and writes of device memory both run
 * along rows.
 *
 * A tile's rows have one element more than they need: without it all elements of a column would lie in one bank. Blocks
 * of 32 x 8 threads move tiles of 32 x 32; the matrix is no multiple of that.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 205, COLUMNS = 311, TILE = 32, STEP = 8 };

static const char source[] = "enum { TILE = 32, STEP = 8 };\n"
                             "\n"
                             "__global__ void transpose(const int *from, int *to, int rows, int columns)\n"
                             "{\n"
                             "    __shared__ int tile[TILE][TILE + 1];\n"
                             "    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;\n"
                             "\n"
                             "    for (int k = 0; k < TILE; k += STEP) {\n"
                             "        if (x < columns && y + k < rows)\n"
                             "            tile[threadIdx.y + k][threadIdx.x] = from[(y + k) * columns + x];\n"
                             "    }\n"
                             "    __syncthreads();\n"
                             "    x = blockIdx.y * TILE + threadIdx.x;\n"
                             "    y = blockIdx.x * TILE + threadIdx.y;\n"
                             "    for (int k = 0; k < TILE; k += STEP) {\n"
                             "        if (x < rows && y + k < columns)\n"
                             "            to[(y + k) * rows + x] = tile[threadIdx.x][threadIdx.y + k];\n"
                             "    }\n"
                             "}\n";

static int from[ROWS][COLUMNS], to[COLUMNS][ROWS];

int main(void)
{
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_module *module = NULL;
    cujit_function *transpose = NULL; /* borrowed: lives as long as the module */
    const cujit_launch launch = {.grid = {(COLUMNS + TILE - 1) / TILE, (ROWS + TILE - 1) / TILE},
                                 .block = {TILE, STEP}};
    int wrong = 0, exit_code = EXIT_FAILURE;

    for (int k = 0; k < ROWS * COLUMNS; k++)
        from[k / COLUMNS][k % COLUMNS] = k + 1;

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_module_create(context, &(cujit_module_spec){.source = source}, &module, &error) ||
        cujit_module_function(module, "transpose", &transpose, &error) ||
        cujit_function_launch(
            transpose, &launch,
            CUJIT_ARGS(CUJIT_IN(from, sizeof from), CUJIT_OUT(to, sizeof to), (int)ROWS, (int)COLUMNS), &error)) {
        fprintf(stderr, "transpose: %s\n", error.message);
        goto out;
    }

    for (int k = 0; k < ROWS * COLUMNS; k++)
        wrong += to[k % COLUMNS][k / COLUMNS] != k + 1;
    printf("%s: %d of %d wrong\n", cujit_context_device_name(context), wrong, ROWS * COLUMNS);
    exit_code = wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    cujit_module_free(module);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
