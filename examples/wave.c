/*
 * wave: a wave runs against a wall with two openings, behind which it meets itself.
 *
 *     wave [FILE.png]
 *
 * The wave equation on a grid: in each step an element goes on as before, and is pulled towards its four neighbours. The
 * text, a stencil, is one kernel that loads each element once. Two runs of it are prepared, for the two steps that take
 * turns in two arrays, and launched some hundred times. Prints the device, writes the picture where a file is named, and
 * exits 0 only where a plain loop over the same grid comes to the same.
 */
#include "picture.h"

#include <math.h>

enum { ROWS = 240, COLUMNS = 360, STEPS = 470, WALL = 110, WALL_END = 116, OPENING = 12 };

/* c2: the square of the velocity in elements a step; 0 in the wall, where nothing moves. */
static const char step[] = "before[1:-1, 1:-1] = 2*now[1:-1, 1:-1] - before[1:-1, 1:-1] + c2[1:-1, 1:-1]"
                           "*(now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:] - 4*now[1:-1, 1:-1])";

/* From blue over white to orange; the wall is dark. */
static const char colours[] = "where(c2 > 0, stack((1 + 3*u, 1 - 1.5*abs(u), 1 - 3*u), 0), 0.2)";

typedef float grid[ROWS][COLUMNS];

/* A train of waves that runs to the right; `moved`: how far it is. */
static void begin(grid u, float moved)
{
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const float x = (float)column - 55 - moved, y = (float)(2 * row - ROWS + 1) / ROWS;

            u[row][column] = sinf(x * 0.5f) * expf(-x * x / 500 - y * y * 2);
            if (row % (ROWS - 1) == 0 || column % (COLUMNS - 1) == 0 || (column >= WALL && column < WALL_END))
                u[row][column] = 0;
        }
    }
}

static void build(grid c2)
{
    for (int row = 0; row < ROWS; row++) {
        const int from_middle = abs(2 * row - ROWS + 1) / 2, open = from_middle >= 20 && from_middle < 20 + OPENING;

        for (int column = 0; column < COLUMNS; column++)
            c2[row][column] = column >= WALL && column < WALL_END && !open ? 0 : 0.25f;
    }
}

/* In plain C, and how far that is from what the device has. */
static double find_difference(grid before, grid now, grid c2, grid of_device)
{
    double worst = 0;

    for (int turn = 0; turn < STEPS; turn++) {
        float(*a)[COLUMNS] = turn % 2 == 0 ? before : now, (*b)[COLUMNS] = turn % 2 == 0 ? now : before;

        for (int y = 1; y < ROWS - 1; y++)
            for (int x = 1; x < COLUMNS - 1; x++)
                a[y][x] = 2 * b[y][x] - a[y][x] +
                          c2[y][x] * (b[y - 1][x] + b[y + 1][x] + b[y][x - 1] + b[y][x + 1] - 4 * b[y][x]);
    }
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            worst = fmax(worst, fabs((double)of_device[y][x] - now[y][x]));
    return worst;
}

int main(int count, char **arguments)
{
    static grid first, second, speed, found;
    const size_t shape[] = {ROWS, COLUMNS};
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *context = NULL;
    CUJIT_AUTO(cujit_array) *before = NULL, *now = NULL, *c2 = NULL, *picture = NULL;
    CUJIT_AUTO(cujit_expression) *wave = NULL;
    cujit_expression_prepared *turns[2] = {NULL, NULL};
    cujit_status status;
    double worst;

    begin(first, 0);
    begin(second, 0.5f);
    build(speed);
    if ((status = cujit_context_create(NULL, &context, &error)) ||
        (status = cujit_array_from_host(context, CUJIT_FLOAT32, 2, shape, first, &before, &error)) ||
        (status = cujit_array_from_host(context, CUJIT_FLOAT32, 2, shape, second, &now, &error)) ||
        (status = cujit_array_from_host(context, CUJIT_FLOAT32, 2, shape, speed, &c2, &error)) ||
        (status = cujit_expression_create(context, &(cujit_expression_spec){.text = step}, &wave, &error)) ||
        (status = cujit_expression_prepare(wave, NULL, CUJIT_NAMED(before, now, c2), &turns[0], &error)) ||
        (status = cujit_expression_prepare(
             wave, NULL, (cujit_named){"now, before, c2", CUJIT_ARGS(before, now, c2).items, 3}, &turns[1], &error)))
        goto out;
    for (int turn = 0; turn < STEPS && status == CUJIT_OK; turn++)
        status = cujit_expression_launch_prepared(turns[turn % 2], &error);
    if (status == CUJIT_OK && (status = cujit_array_to_host(now, found, sizeof found, &error)) == CUJIT_OK)
        status = cujit_eval(context, colours, (cujit_named){"u, c2", CUJIT_ARGS(now, c2).items, 2}, &picture, &error);

out:
    cujit_expression_free_prepared(turns[0]);
    cujit_expression_free_prepared(turns[1]);
    if (status != CUJIT_OK)
        return fprintf(stderr, "wave: %s\n", error.message), EXIT_FAILURE;
    worst = find_difference(first, second, speed, found);
    printf("%s: %d steps, largest difference %.1e\n", cujit_context_device_name(context), STEPS, worst);
    return worst < 1e-3 && (count < 2 || write_picture(arguments[1], picture)) ? EXIT_SUCCESS : EXIT_FAILURE;
}
