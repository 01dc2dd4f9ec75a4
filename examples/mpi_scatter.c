/*
 * mpi_scatter: each process multiplies its part of a vector on a device of its own, which MPI brings there and back:
 *     mpiexec -n 4 mpi_scatter
 */
#include <cujit/mpi.h>

#include <stdlib.h>

enum { PART = 1 << 20, K = 1000 };

int main(int argc, char **argv)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_mpi) *mpi = NULL;
    CUJIT_AUTO(cujit_random) *random = NULL;
    CUJIT_AUTO(cujit_array) *x = NULL, *y = NULL, *x_gpu_part = NULL;
    int rank, ranks;
    double wrong = 0;

    MPI_Init(&argc, &argv);
    atexit((void (*)(void))MPI_Finalize);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const size_t part = PART, n = part * (size_t)ranks;
    int failed = cujit_mpi_context_create(MPI_COMM_WORLD, NULL, &mpi, &error);
    cujit_context *cx = cujit_mpi_context(mpi);
    failed = failed || (rank == 0 && (cujit_random_create(cx, 42, &random, &error) ||
                                      cujit_array_create(cx, CUJIT_FLOAT32, 1, &n, &x, &error) ||
                                      cujit_array_create_like(x, CUJIT_DTYPE_NONE, &y, &error) ||
                                      cujit_random_normal(random, x, 0, 1e16, &error)));
    double start = MPI_Wtime();
    failed = failed || cujit_array_create(cx, CUJIT_FLOAT32, 1, &part, &x_gpu_part, &error) ||
             cujit_mpi_scatter(mpi, 0, x, x_gpu_part, &error);
    for (int k = 0; !failed && k < K; k++)
        failed = cujit_eval(cx, "x_gpu_part *= 0.9", CUJIT_NAMED(x_gpu_part), NULL, &error);
    failed = failed || cujit_mpi_gather(mpi, 0, x_gpu_part, y, &error);
    double needed = MPI_Wtime() - start;
    if (failed || (rank == 0 && cujit_eval_double(cx, "sum(~isclose(y, 0.9**K*float64(x), 1e-3, 0))",
                                                  CUJIT_NAMED(x, y, K), &wrong, &error))) {
        fprintf(stderr, "mpi_scatter: process %d: %s\n", rank, error.message);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    if (rank == 0)
        printf("%d processes: %g wrong, time needed: %g ms\n", ranks, wrong, needed * 1000);
    return wrong != 0;
}
