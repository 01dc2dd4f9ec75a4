/*
 * mpi_share.c: what it takes that some ranks have the same kernels, with cujit_mpi_share() and without.
 *
 *     mpiexec -n 4 cujit-bench-mpi-share [KERNELS]      CUJIT_DEVICE says where: sm_90 compiles, and needs no GPU
 *
 * Nothing is cached: not on disk, and each part makes kernels that the one before did not. Compiles are counted by the
 * library; times are the slowest rank's. A last line is what cujit-bench-scale wants to know.
 */
#include <cujit/mpi.h>

#include <stdlib.h>

typedef struct work {
    int part; /* makes its kernels others than those of the other parts */
    size_t objects, bytes;
    double compile_ms;
} work;

static cujit_status make(void *user, size_t k, cujit_context *context, cujit_error *error)
{
    CUJIT_AUTO(cujit_elementwise) *kernel = NULL;
    work *w = user;
    char operation[100];
    cujit_report report;
    cujit_status status;

    snprintf(operation, sizeof operation, "z[i] = a * x[i] + b * y[i] + %zu.%df", k, w->part);
    status = cujit_elementwise_create(
        context,
        &(cujit_elementwise_spec){.arguments = "float a, const float *x, float b, const float *y, float *z",
                                  .operation = operation},
        &kernel, error);
    if (status != CUJIT_OK)
        return status;
    cujit_elementwise_get_report(kernel, &report);
    w->objects++;
    w->bytes += report.object_size;
    w->compile_ms += report.compile_ms;
    return CUJIT_OK;
}

/* Each rank for itself; the slowest one's time. */
static cujit_status make_alone(cujit_mpi *mpi, size_t count, work *w, double *ms, cujit_error *error)
{
    double start, own;
    cujit_status status = CUJIT_OK;

    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    for (size_t k = 0; k < count && status == CUJIT_OK; k++)
        status = make(w, k, cujit_mpi_context(mpi), error);
    own = (MPI_Wtime() - start) * 1000;
    MPI_Allreduce(&own, ms, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return cujit_mpi_agree(mpi, status, error);
}

static cujit_status measure(size_t count, cujit_mpi **mpi, cujit_error *error)
{
    const cujit_context_options options = {.cache_directory = ""};
    cujit_mpi_share_report report;
    work warm = {.part = 1}, shared = {.part = 2}, alone = {.part = 3};
    double ms = 0;
    cujit_status status;

    if ((status = cujit_mpi_context_create(MPI_COMM_WORLD, &(cujit_mpi_options){.context = &options}, mpi, error)) !=
            CUJIT_OK ||
        (status = make_alone(*mpi, 2, &warm, &ms, error)) != CUJIT_OK || /* the compiler is loaded */
        (status = cujit_mpi_share(*mpi, count, make, &shared, &report, error)) != CUJIT_OK ||
        (status = make_alone(*mpi, count, &alone, &ms, error)) != CUJIT_OK)
        return status;
    if (cujit_mpi_rank(*mpi) == 0) {
        printf("%d ranks on %s, %zu kernels\n", report.ranks, cujit_context_device_name(cujit_mpi_context(*mpi)),
               count);
        printf(
            "  shared: %d compiles, %d objects taken; %.1f ms: made %.1f, sent %.1f (%d bytes a rank), loaded %.1f\n",
            (int)report.compiles, (int)report.taken, report.make_ms + report.send_ms + report.load_ms, report.make_ms,
            report.send_ms, (int)report.bytes, report.load_ms);
        printf("  alone:  %d compiles; %.1f ms\n", (int)count * report.ranks, ms);
        printf("  cujit-bench-scale --compile %.1f --bytes %zu\n", alone.compile_ms / (double)alone.objects,
               alone.bytes / alone.objects);
    }
    return CUJIT_OK;
}

int main(int argc, char **argv)
{
    CUJIT_AUTO(cujit_error) error = {0};
    cujit_mpi *mpi = NULL;
    const size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 64;

    MPI_Init(&argc, &argv);
    if (count == 0 || measure(count, &mpi, &error) != CUJIT_OK) {
        fprintf(stderr, "cujit-bench-mpi-share: %s\n", count == 0 ? "expected a number of kernels" : error.message);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    cujit_mpi_free(mpi);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
