/*
 * mpi_heat: the heat equation on a grid whose rows are spread over processes, each with a device of its own.
 *
 *     mpiexec -n 4 mpi_heat heat.png                   a picture: the same, byte for byte, for any number of processes
 *     mpiexec -n 4 mpi_heat - 16384 16384 200          16384 rows of 16384 columns, 200 steps, no picture
 *     mpiexec -n 4 mpi_heat - 16384 16384 200 each     so many rows in each process
 *
 * In each step every element but those of the rim takes a part of its four neighbours'. Above and below its rows each
 * process has one row more, in which it sees the neighbour's: they are exchanged before a step. One process compiles the
 * kernels for all.
 */
#include "picture.h"

#include <cujit/mpi.h>

#include <string.h>

typedef struct heat {
    cujit_mpi *mpi;
    cujit_context *context;
    size_t rows, columns, steps; /* of the whole grid, without the rim above and below */
    int each;                    /* `rows` are read as those of each process */
    size_t first, own;           /* of this process's rows */
    cujit_array *now, *next;     /* own + 2 rows */
    cujit_mpi_exchange *exchange_now, *exchange_next;
} heat;

/* Discs, a ring and a bar, by the place in the whole grid. */
static const cujit_elementwise_spec begin = {
    .name = "begin",
    .arguments = "float *x, long long first, float height, float width",
    .preamble = "__device__ bool in_disc(float r, float c, float row, float column, float radius)\n"
                "{ return (r - row) * (r - row) + (c - column) * (c - column) < radius * radius; }",
    .operation =
        "float h = height, w = width;"
        "float r = first + i / (long long)width, c = i % (long long)width;"
        "float ring = in_disc(r, c, .64f * h, .6f * w, .28f * h) && !in_disc(r, c, .64f * h, .6f * w, .2f * h);"
        "x[i] = in_disc(r, c, .34f * h, .24f * w, .2f * h) || in_disc(r, c, .64f * h, .6f * w, .06f * h) || ring"
        " || (fabsf(r - .14f * h) < .05f * h && fabsf(c - .72f * w) < .2f * w)",
};

static cujit_status step(heat *h, cujit_error *error)
{
    cujit_array *now = h->now, *next = h->next;

    return cujit_eval(h->context,
                      "next[1:-1, 1:-1] = now[1:-1, 1:-1] + 0.2 * (now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2]"
                      " + now[1:-1, 2:] - 4 * now[1:-1, 1:-1])",
                      CUJIT_NAMED(now, next), NULL, error);
}

/* What is compiled once for all processes: the grid as it begins, and a step. */
static cujit_status prepare(void *user, size_t k, cujit_context *context, cujit_error *error)
{
    CUJIT_AUTO(cujit_elementwise) *kernel = NULL;
    heat *h = user;
    const long long first = (long long)h->first - 1;
    const double height = (double)h->rows, width = (double)h->columns;
    cujit_status status;

    if (k == 1)
        return step(h, error);
    if ((status = cujit_elementwise_create(context, &begin, &kernel, error)) != CUJIT_OK ||
        (status = cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(h->now, first, height, width), error)) != CUJIT_OK)
        return status;
    return cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(h->next, first, height, width), error);
}

static cujit_status open_grid(heat *h, cujit_mpi_share_report *report, cujit_error *error)
{
    const size_t shape[] = {h->own + 2, h->columns};
    const cujit_mpi_halo halo = cujit_mpi_halo_of(h->mpi, 0, 1, 0);
    cujit_status status = cujit_array_create(h->context, CUJIT_FLOAT32, 2, shape, &h->now, error);

    if (status == CUJIT_OK)
        status = cujit_array_create(h->context, CUJIT_FLOAT32, 2, shape, &h->next, error);
    if ((status = cujit_mpi_agree(h->mpi, status, error)) != CUJIT_OK ||
        (status = cujit_mpi_share(h->mpi, 2, prepare, h, report, error)) != CUJIT_OK ||
        (status = cujit_mpi_exchange_create(h->mpi, h->now, &halo, 1, &h->exchange_now, error)) != CUJIT_OK)
        return status;
    return cujit_mpi_exchange_create(h->mpi, h->next, &halo, 1, &h->exchange_next, error);
}

static cujit_status run(heat *h, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < h->steps && status == CUJIT_OK; k++) {
        cujit_array *now = h->now;
        cujit_mpi_exchange *exchange = h->exchange_now;

        if ((status = cujit_mpi_exchange_run(h->exchange_now, error)) == CUJIT_OK)
            status = step(h, error);
        h->now = h->next;
        h->next = now;
        h->exchange_now = h->exchange_next;
        h->exchange_next = exchange;
    }
    return status == CUJIT_OK ? cujit_context_synchronize(h->context, error) : status;
}

/* From black over red and yellow to white. */
static int draw_values(const char *path, const float *values, size_t rows, size_t columns)
{
    unsigned char *pixels = malloc(rows * columns * 3);
    int good;

    for (size_t k = 0; pixels != NULL && k < rows * columns * 3; k++) {
        const float value = 3 * values[k / 3] - (float)(k % 3);

        pixels[k] = (unsigned char)(value <= 0 ? 0 : value >= 1 ? 255 : value * 255);
    }
    if (pixels == NULL)
        fprintf(stderr, "mpi_heat: out of memory\n");
    good = pixels != NULL && write_colours(path, pixels, rows, columns);
    free(pixels);
    return good;
}

/* Collective: all rows to the first process, which draws them. */
static cujit_status draw(heat *h, const char *path, int *good, cujit_error *error)
{
    CUJIT_AUTO(cujit_array) *rows = NULL, *whole = NULL;
    const size_t shape[] = {h->rows, h->columns}, bytes = h->rows * h->columns * sizeof(float);
    float *data = NULL;
    cujit_status status = cujit_array_slice(h->now, 1, (const cujit_index[]){cujit_index_slice(1, -1, 1)}, &rows,
                                            error);

    if (status == CUJIT_OK && cujit_mpi_rank(h->mpi) == 0)
        status = cujit_array_create(h->context, CUJIT_FLOAT32, 2, shape, &whole, error);
    if ((status = cujit_mpi_agree(h->mpi, status, error)) != CUJIT_OK ||
        (status = cujit_mpi_gather(h->mpi, 0, rows, whole, error)) != CUJIT_OK || whole == NULL)
        return status;
    if ((data = malloc(bytes)) != NULL && (status = cujit_array_to_host(whole, data, bytes, error)) == CUJIT_OK)
        *good = draw_values(path, data, h->rows, h->columns);
    free(data);
    return status;
}

/* Whether the text is one, of up to nine digits. */
static int read_number(const char *text, size_t *number)
{
    const size_t length = strlen(text);

    *number = strtoul(text, NULL, 10);
    return length > 0 && length < 10 && strspn(text, "0123456789") == length;
}

/* Whether the arguments are what the usage says. */
static int read_arguments(heat *h, int argc, char **argv)
{
    h->rows = 240;
    h->columns = 360;
    h->steps = 400;
    h->each = argc == 6 && strcmp(argv[5], "each") == 0;
    if ((argc != 2 && argc != 5 && !h->each) || (argv[1][0] == '-' && argv[1][1] != '\0'))
        return 0;
    return argc == 2 ||
           (read_number(argv[2], &h->rows) && read_number(argv[3], &h->columns) && read_number(argv[4], &h->steps));
}

static void divide_rows(heat *h)
{
    const size_t ranks = (size_t)cujit_mpi_size(h->mpi), rank = (size_t)cujit_mpi_rank(h->mpi);

    if (h->each)
        h->rows *= ranks;
    h->first = h->rows * rank / ranks;
    h->own = h->rows * (rank + 1) / ranks - h->first;
}

/* Collective. */
static cujit_status simulate(heat *h, const char *picture, int *good, cujit_error *error)
{
    cujit_mpi_share_report report = {0};
    double start = 0;
    cujit_status status;

    if ((status = cujit_mpi_context_create(MPI_COMM_WORLD, NULL, &h->mpi, error)) != CUJIT_OK)
        return status;
    h->context = cujit_mpi_context(h->mpi);
    divide_rows(h);
    if ((status = open_grid(h, &report, error)) == CUJIT_OK) {
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        status = run(h, error);
    }
    if ((status = cujit_mpi_agree(h->mpi, status, error)) != CUJIT_OK)
        return status;
    if (cujit_mpi_rank(h->mpi) == 0) {
        const double ms = (MPI_Wtime() - start) * 1000, cells = (double)(h->rows * h->columns * h->steps);

        printf("%d processes on %s: %zu x %zu, %zu steps of %.4f ms: %.3g elements/s; %d kernels compiled, %d taken\n",
               cujit_mpi_size(h->mpi), cujit_context_device_name(h->context), h->rows, h->columns, h->steps,
               ms / (double)(h->steps != 0 ? h->steps : 1), cells / ms * 1000, (int)report.compiles, (int)report.taken);
    }
    return strcmp(picture, "-") != 0 ? draw(h, picture, good, error) : CUJIT_OK;
}

int main(int argc, char **argv)
{
    CUJIT_AUTO(cujit_error) error = {0};
    heat h = {0};
    int good, rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    good = read_arguments(&h, argc, argv);
    if (!good && rank == 0) {
        fprintf(stderr, "usage: mpiexec -n 4 mpi_heat PICTURE.png|- [ROWS COLUMNS STEPS [each]]\n");
    } else if (good && simulate(&h, argv[1], &good, &error) != CUJIT_OK) {
        fprintf(stderr, "mpi_heat: %s\n", error.message);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    cujit_mpi_exchange_free(h.exchange_now);
    cujit_mpi_exchange_free(h.exchange_next);
    cujit_array_free(h.now);
    cujit_array_free(h.next);
    cujit_mpi_free(h.mpi);
    MPI_Finalize();
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
