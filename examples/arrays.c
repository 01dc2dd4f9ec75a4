/*
 * arrays: a picture is put together, turned, and looked through, without a kernel of one's own.
 *
 * Slices are views: what is written through them is in the picture. Columns are chosen by a mask, the rows of a
 * palette by their indices. Prints the device, and exits 0 only where every element is right.
 */
#include <cujit/cujit.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 300, COLUMNS = 400, BRIGHT = 99, COLOURS = 3, CHANNELS = 4 };

/* The picture: 0, 1, 2, ... along each row, and in the middle of it a frame of BRIGHT. */
static int element(int row, int column)
{
    return row >= 100 && row < 200 && column % 2 == 0 ? BRIGHT : column % 50;
}

static int make_picture(cujit_context *context, cujit_array **picture, cujit_error *error)
{
    const cujit_index middle[] = {cujit_index_slice(100, 200, 1), cujit_index_slice(0, CUJIT_SLICE_END, 2)};
    const size_t shape[] = {ROWS, COLUMNS};
    cujit_array *row = NULL, *line = NULL, *part = NULL;
    int failed = cujit_array_arange(context, CUJIT_INT32, 0, 50, 1, NULL, &row, error) ||
                 cujit_array_tile(row, 1, (const size_t[]){COLUMNS / 50}, NULL, &line, error) ||
                 cujit_array_create(context, CUJIT_INT32, 2, shape, picture, error) ||
                 cujit_array_assign(*picture, line, NULL, error) || /* the row is repeated */
                 cujit_array_slice(*picture, 2, middle, &part, error) ||
                 cujit_array_fill(part, CUJIT_ARG(BRIGHT), NULL, error);

    cujit_array_free(row);
    cujit_array_free(line);
    cujit_array_free(part);
    return failed;
}

/* The columns of the picture whose first element is not 0, as rows. */
static int select_columns(const cujit_array *picture, cujit_array **columns, cujit_error *error)
{
    const cujit_index row[] = {cujit_index_at(0)};
    cujit_array *turned = NULL, *mask = NULL;
    int failed = cujit_array_transpose(picture, NULL, &turned, error) ||
                 cujit_array_slice(picture, 1, row, &mask, error) ||
                 cujit_array_compress(turned, mask, 0, NULL, columns, error);

    cujit_array_free(turned);
    cujit_array_free(mask);
    return failed;
}

static int check(const int *columns, size_t count, const unsigned char (*colours)[CHANNELS])
{
    int wrong = 0;
    size_t k = 0;

    for (int column = 0; column < COLUMNS; column++) {
        if (element(0, column) == 0)
            continue;
        for (int row = 0; row < ROWS && k < count; row++)
            wrong += columns[k * ROWS + (size_t)row] != element(row, column);
        k++;
    }
    for (int c = 0; c < CHANNELS; c++)
        wrong += colours[0][c] != 2 * CHANNELS + c || colours[1][c] != c || colours[2][c] != 2 * CHANNELS + c;
    return wrong + (k != count);
}

int main(void)
{
    static int columns[ROWS * COLUMNS];
    static unsigned char colours[3][CHANNELS];
    const unsigned char palette[COLOURS][CHANNELS] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}};
    const size_t palette_shape[] = {COLOURS, CHANNELS}, three = 3;
    const int wanted[] = {2, 0, -1};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_array *picture = NULL, *chosen = NULL, *colour_table = NULL, *indices = NULL, *taken = NULL;
    int exit_code = EXIT_FAILURE, wrong;

    if (cujit_context_create(NULL, &context, &error) || make_picture(context, &picture, &error) ||
        select_columns(picture, &chosen, &error) ||
        cujit_array_read(chosen, columns, cujit_array_bytes(chosen), &error) ||
        cujit_array_from_host(context, CUJIT_UINT8, 2, palette_shape, palette, &colour_table, &error) ||
        cujit_array_from_host(context, CUJIT_INT32, 1, &three, wanted, &indices, &error) ||
        cujit_array_take(colour_table, indices, 0, CUJIT_BOUNDS_CHECK, NULL, &taken, &error) ||
        cujit_array_read(taken, colours, sizeof colours, &error)) {
        fprintf(stderr, "arrays: %s\n", error.message);
        goto out;
    }
    wrong = check(columns, cujit_array_shape(chosen)[0], (const unsigned char(*)[CHANNELS])colours);
    printf("%s: %zu of %d columns, %d elements wrong\n", cujit_context_device_name(context),
           cujit_array_shape(chosen)[0], COLUMNS, wrong);
    exit_code = wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
out:
    cujit_array_free(picture);
    cujit_array_free(chosen);
    cujit_array_free(colour_table);
    cujit_array_free(indices);
    cujit_array_free(taken);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
