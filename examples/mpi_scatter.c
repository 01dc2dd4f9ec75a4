/*
 * mpi_scatter: each process multiplies its part of a vector on a device of its own.
 *
 * MPI moves the parts; process N uses GPU N of those that there are, or what CUJIT_DEVICE says:
 *     mpiexec -n 4 mpi_scatter
 */
#include <cujit/cujit.h>

#include <math.h>
#include <mpi.h>
#include <stdlib.h>

enum { PART = 1 << 20, K = 1000 };

int main(int argc, char **argv)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *cx = NULL;
    CUJIT_AUTO(cujit_array) *x_gpu_part = NULL;
    static float part[PART];
    int rank, ranks, gpus = 0, wrong = 0;
    float *x = NULL;
    double start;
    char device[20];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0 && (x = malloc((size_t)ranks * sizeof part)) == NULL)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    for (int k = 0; x != NULL && k < ranks * PART; k++)
        x[k] = (float)(k % 1000) * 1e16f;
    start = MPI_Wtime();
    MPI_Scatter(x, PART, MPI_FLOAT, part, PART, MPI_FLOAT, 0, MPI_COMM_WORLD);
    cujit_device_count("cuda", &gpus, NULL);
    snprintf(device, sizeof device, "cuda:%d", gpus > 0 ? rank % gpus : 0);
    int failed = cujit_context_create(
                     &(cujit_context_options){.device = gpus > 0 && !getenv("CUJIT_DEVICE") ? device : NULL}, &cx,
                     &error) ||
                 cujit_array_from_host(cx, CUJIT_FLOAT32, 1, (const size_t[]){PART}, part, &x_gpu_part, &error);
    for (int k = 0; !failed && k < K; k++)
        failed = cujit_eval(cx, "x_gpu_part *= 0.9", CUJIT_NAMED(x_gpu_part), NULL, &error);
    if (failed || cujit_array_to_host(x_gpu_part, part, sizeof part, &error)) {
        fprintf(stderr, "mpi_scatter: process %d: %s\n", rank, error.message);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Gather(part, PART, MPI_FLOAT, x, PART, MPI_FLOAT, 0, MPI_COMM_WORLD);
    for (int k = 0; x != NULL && k < ranks * PART; k++)
        wrong += fabs(x[k] / (k % 1000 * 1e16 * pow(0.9, K)) - 1) > 1e-3;
    if (rank == 0)
        printf("%d processes: %d wrong, time needed: %g ms\n", ranks, wrong, (MPI_Wtime() - start) * 1000);
    free(x);
    MPI_Finalize();
    return wrong != 0;
}
