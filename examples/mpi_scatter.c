/*
 * mpi_scatter: each process multiplies its part of a vector on a device of its own, which MPI brings there and back:
 *     mpiexec -n 4 mpi_scatter
 */
#include <cujit/mpi.h>

#include <math.h>
#include <stdlib.h>

enum { PART = 1 << 20, K = 1000 };

int main(int argc, char **argv)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_mpi) *mpi = NULL;
    CUJIT_AUTO(cujit_array) *x_gpu = NULL, *x_gpu_part = NULL;
    int rank, ranks, wrong = 0;
    float *x = NULL;

    MPI_Init(&argc, &argv);
    atexit((void (*)(void))MPI_Finalize);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const size_t part = PART, n = part * (size_t)ranks;
    if (rank == 0 && (x = malloc(n * sizeof *x)) == NULL)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    for (size_t k = 0; x != NULL && k < n; k++)
        x[k] = (float)(k % 1000) * 1e16f;
    double start = MPI_Wtime();
    int failed = cujit_mpi_context_create(MPI_COMM_WORLD, NULL, &mpi, &error) ||
                 (rank == 0 &&
                  cujit_array_from_host(cujit_mpi_context(mpi), CUJIT_FLOAT32, 1, &n, x, &x_gpu, &error)) ||
                 cujit_array_create(cujit_mpi_context(mpi), CUJIT_FLOAT32, 1, &part, &x_gpu_part, &error) ||
                 cujit_mpi_scatter(mpi, 0, x_gpu, x_gpu_part, &error);
    for (int k = 0; !failed && k < K; k++)
        failed = cujit_eval(cujit_mpi_context(mpi), "x_gpu_part *= 0.9", CUJIT_NAMED(x_gpu_part), NULL, &error);
    if (failed || cujit_mpi_gather(mpi, 0, x_gpu_part, x_gpu, &error) ||
        (rank == 0 && cujit_array_to_host(x_gpu, x, n * sizeof *x, &error))) {
        fprintf(stderr, "mpi_scatter: process %d: %s\n", rank, error.message);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    for (size_t k = 0; x != NULL && k < n; k++)
        wrong += fabs(x[k] / ((double)(k % 1000) * 1e16 * pow(0.9, K)) - 1) > 1e-3;
    if (rank == 0)
        printf("%d processes: %d wrong, time needed: %g ms\n", ranks, wrong, (MPI_Wtime() - start) * 1000);
    free(x);
    return wrong != 0;
}
