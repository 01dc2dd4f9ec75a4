/*
 * views: arrays of different shapes and strides in one kernel.
 *
 * A matrix is read turned, with the strides of its columns; a row is repeated for every line; and the operation asks
 * for its coordinates, so that the diagonal comes out as 1. Nothing is copied for that. Prints the device, and exits 0
 * only where every element is right.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 300, COLUMNS = 200 };

/* What the kernel must make of matrix[k] = k and row[k] = k. */
static int count_wrong(float result[COLUMNS][ROWS])
{
    int wrong = 0;

    for (int i = 0; i < COLUMNS; i++) {
        for (int j = 0; j < ROWS; j++)
            wrong += result[i][j] != (i == j ? 1.0f : (float)(j * COLUMNS + i) + (float)j);
    }
    return wrong;
}

int main(void)
{
    static float matrix[ROWS][COLUMNS], row[ROWS], result[COLUMNS][ROWS];
    const size_t shape[] = {ROWS, COLUMNS}, turned_shape[] = {COLUMNS, ROWS}, row_shape[] = {ROWS};
    const ptrdiff_t turned_strides[] = {sizeof(float), COLUMNS * sizeof(float)};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_array *x = NULL, *turned = NULL, *y = NULL, *z = NULL;
    cujit_elementwise *add = NULL;
    int exit_code = EXIT_FAILURE, wrong;

    for (int k = 0; k < ROWS * COLUMNS; k++)
        matrix[k / COLUMNS][k % COLUMNS] = (float)k;
    for (int k = 0; k < ROWS; k++)
        row[k] = (float)k;
    if (cujit_context_create(NULL, &context, &error) ||
        cujit_array_from_host(context, CUJIT_FLOAT32, 2, shape, matrix, &x, &error) ||
        cujit_array_view(context, CUJIT_FLOAT32, 2, turned_shape, turned_strides, cujit_array_data(x), &turned,
                         &error) ||
        cujit_array_from_host(context, CUJIT_FLOAT32, 1, row_shape, row, &y, &error) ||
        cujit_array_create(context, CUJIT_FLOAT32, 2, turned_shape, &z, &error) ||
        cujit_elementwise_create(context,
                                 &(cujit_elementwise_spec){
                                     .arguments = "const float *x, const float *y, float *z",
                                     .operation = "z[i] = i0 == i1 ? 1 : x[i] + y[i]",
                                     .name = "add_turned",
                                 },
                                 &add, &error) ||
        cujit_elementwise_run(add, NULL, CUJIT_ARGS(turned, y, z), &error) ||
        cujit_array_to_host(z, result, sizeof result, &error)) {
        fprintf(stderr, "views: %s\n", error.message);
        goto out;
    }
    wrong = count_wrong(result);
    printf("%s: %d of %d elements wrong\n", cujit_context_device_name(context), wrong, ROWS * COLUMNS);
    if (wrong == 0)
        exit_code = EXIT_SUCCESS;

out:
    cujit_elementwise_free(add);
    cujit_array_free(z);
    cujit_array_free(y);
    cujit_array_free(turned);
    cujit_array_free(x);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
