/*
 * statistics: the largest, the smallest and the sum of each row of a matrix in one pass; and where the largest element
 * of each column is.
 *
 * One reduction has three results, each with expressions of its own; `axes` says which axis disappears. Ready-made
 * reductions (here ARGMAX and MEAN) need no text at all. Prints the device, and exits 0 only where all of it is right.
 */
#include <cujit/cujit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 500, COLUMNS = 300 };

static double data[ROWS][COLUMNS];

static const cujit_reduction_spec extremes_and_sum = {
    .out_type = "double",
    .neutral = "-INFINITY",
    .reduce = "fmax(a, b)",
    .map = "x[i]",
    .arguments = "const double *x",
    .name = "extremes_and_sum",
    .more =
        (const cujit_reduction_result[]){
            {.out_type = "double", .neutral = "INFINITY", .reduce = "fmin(a, b)", .map = "x[i]"},
            {.out_type = "double", .neutral = "0", .reduce = "a + b", .map = "x[i]"},
        },
    .more_count = 2,
};

static int check_rows(const double *largest, const double *smallest, const double *sums)
{
    int wrong = 0;

    for (int row = 0; row < ROWS; row++) {
        double most = -INFINITY, least = INFINITY, sum = 0;

        for (int column = 0; column < COLUMNS; column++) {
            most = fmax(most, data[row][column]);
            least = fmin(least, data[row][column]);
            sum += data[row][column];
        }
        wrong += largest[row] != most || smallest[row] != least || fabs(sums[row] - sum) > 1e-12 * COLUMNS;
    }
    return wrong;
}

static int check_columns(const long long *where)
{
    int wrong = 0;

    for (int column = 0; column < COLUMNS; column++) {
        int best = 0;

        for (int row = 1; row < ROWS; row++)
            best = data[row][column] > data[best][column] ? row : best;
        wrong += where[column] != best;
    }
    return wrong;
}

int main(void)
{
    const size_t shape[] = {ROWS, COLUMNS};
    const int along_rows[] = {1}, along_columns[] = {0};
    static double largest[ROWS], smallest[ROWS], sums[ROWS];
    static long long where[COLUMNS];
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_reduction *reduction = NULL;
    cujit_array *x = NULL, *results[3] = {NULL}, *places = NULL, *mean = NULL;
    int exit_code = EXIT_FAILURE, wrong;
    double average = NAN;

    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++)
            data[row][column] = sin(1.0 + row * 0.37 + column * 0.71);
    }
    if (cujit_context_create(NULL, &context, &error) ||
        cujit_array_from_host(context, CUJIT_FLOAT64, 2, shape, data, &x, &error) ||
        cujit_reduction_create(context, &extremes_and_sum, &reduction, &error) ||
        cujit_reduction_run(reduction, &(cujit_reduction_options){.axes = along_rows, .axis_count = 1}, CUJIT_ARGS(x),
                            results, &error) ||
        cujit_reduce(CUJIT_REDUCER_ARGMAX, x, &(cujit_reduction_options){.axes = along_columns, .axis_count = 1},
                     &places, &error) ||
        cujit_reduce(CUJIT_REDUCER_MEAN, x, NULL, &mean, &error) ||
        cujit_array_to_host(results[0], largest, sizeof largest, &error) ||
        cujit_array_to_host(results[1], smallest, sizeof smallest, &error) ||
        cujit_array_to_host(results[2], sums, sizeof sums, &error) ||
        cujit_array_to_host(places, where, sizeof where, &error) || cujit_array_get_double(mean, &average, &error)) {
        fprintf(stderr, "statistics: %s\n", error.message);
        goto out;
    }
    wrong = check_rows(largest, smallest, sums) + check_columns(where);
    printf("%s: row 0 from %.6f to %.6f; column 0 is largest in row %lld; mean %.6f; %d wrong\n",
           cujit_context_device_name(context), smallest[0], largest[0], where[0], average, wrong);
    exit_code = wrong == 0 && fabs(average) < 1 ? EXIT_SUCCESS : EXIT_FAILURE;

out:
    cujit_reduction_free(reduction);
    for (int k = 0; k < 3; k++)
        cujit_array_free(results[k]);
    cujit_array_free(places);
    cujit_array_free(mean);
    cujit_array_free(x);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
