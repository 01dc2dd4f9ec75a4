/*
 * mpi_combine.c: sums of arrays across ranks, in the order of the ranks and by NCCL.
 *
 *     mpiexec -n 2 cujit-bench-mpi-combine
 *
 * The median of 9 calls, of the slowest rank in each. Where NCCL cannot be used, why.
 */
#include <cujit/mpi.h>

#include <stdlib.h>

enum { CALLS = 9 };

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Milliseconds of one call; the first ones find out, or compile, what they need. */
static cujit_status measure(cujit_mpi *mpi, const cujit_array *x, double *ms, cujit_error *error)
{
    double times[CALLS];
    cujit_status status = CUJIT_OK;

    for (int k = -2; k < CALLS && status == CUJIT_OK; k++) {
        CUJIT_AUTO(cujit_array) *sum = NULL;
        double start, own;

        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        status = cujit_mpi_combine(mpi, CUJIT_REDUCER_SUM, x, &sum, error);
        own = (MPI_Wtime() - start) * 1000;
        MPI_Allreduce(&own, &times[k < 0 ? 0 : k], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    qsort(times, CALLS, sizeof *times, compare);
    *ms = times[CALLS / 2];
    return status;
}

/* All sizes, one way. */
static cujit_status measure_all(int nccl, cujit_error *error)
{
    CUJIT_AUTO(cujit_mpi) *mpi = NULL;
    cujit_mpi_info info;
    cujit_status status = cujit_mpi_context_create(MPI_COMM_WORLD, &(cujit_mpi_options){.nccl = nccl}, &mpi, error);

    if (status != CUJIT_OK)
        return status;
    cujit_mpi_get_info(mpi, &info);
    if (info.rank == 0)
        printf("%d ranks on %s, %s; NCCL: %d %s\n", info.size, cujit_context_device_name(cujit_mpi_context(mpi)),
               info.direct ? "messages from device memory" : "messages through host memory", info.nccl,
               info.nccl_reason);
    for (size_t n = 1024; n <= (size_t)1 << 24 && status == CUJIT_OK; n *= 16) {
        CUJIT_AUTO(cujit_array) *x = NULL;
        double ms = 0;

        status = cujit_mpi_agree(mpi, cujit_array_zeros(cujit_mpi_context(mpi), CUJIT_FLOAT32, 1, &n, &x, error),
                                 error);
        if (status == CUJIT_OK && (status = measure(mpi, x, &ms, error)) == CUJIT_OK && info.rank == 0)
            printf("  %9zu floats  %9.3f ms  %7.2f GB/s\n", n, ms, (double)n * sizeof(float) / ms / 1e6);
    }
    return status;
}

int main(int argc, char **argv)
{
    CUJIT_AUTO(cujit_error) error = {0};

    MPI_Init(&argc, &argv);
    if (measure_all(0, &error) != CUJIT_OK || measure_all(1, &error) != CUJIT_OK) {
        fprintf(stderr, "cujit-bench-mpi-combine: %s\n", error.message);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
