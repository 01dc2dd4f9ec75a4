/*
 * ranks.h: suites that run on as many ranks as mpirun.sh starts: each case runs on all of them at once.
 *
 * A case that fails on one rank may leave others in a call that is collective: the end of a case waits for all, for some
 * time, and where one does not come no further case runs.
 */
#ifndef TESTS_RANKS_H
#define TESTS_RANKS_H

#include "tests/kernels.h"

#include <cujit/mpi.h>

#include <time.h>

static cujit_mpi *mpi;
static cujit_context *context;
static int rank, size;
static bool broken;

static void end_mpi(void)
{
    fflush(NULL);
    if (broken)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    MPI_Finalize();
}

static int begin_mpi(void)
{
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    atexit(end_mpi);
    return 0;
}

PREPARE(begin_mpi())

/* What all cases use; the library's calls that tests keep are undone by them. */
static void open_ranks(void)
{
    ck_assert_msg(!broken, "a case before this one failed");
    must(cujit_mpi_context_create(MPI_COMM_WORLD, NULL, &mpi, &fault));
    context = cujit_mpi_context(mpi);
}

static void close_ranks(void)
{
    const struct timespec pause = {0, 1000000};
    MPI_Request request;
    int done = 0;

    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int k = 0; k < 60000 && !broken && !done; k++) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done)
            nanosleep(&pause, NULL);
    }
    if (!done && !broken)
        fprintf(stderr, "rank %d waits for another one in vain at the end of a case\n", rank);
    broken = broken || !done;
    if (!broken)
        cujit_mpi_free(mpi);
    mpi = NULL;
}

FIXTURE(open_ranks, close_ranks)

#endif
