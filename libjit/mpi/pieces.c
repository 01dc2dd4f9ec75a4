/*
 * pieces.c: messages of any size, in pieces that MPI can count. See ranks.h.
 */
#include "libjit/mpi/ranks.h"

enum { TAG = 2 }; /* exchange.c has the lower ones */

int cj_mpi_piece(uint64_t bytes)
{
    return bytes < CJ_MPI_PIECE ? (int)bytes : CJ_MPI_PIECE;
}

cujit_status cj_mpi_broadcast(const char *what, MPI_Comm comm, int root, void *memory, uint64_t bytes,
                              cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (uint64_t at = 0; at < bytes && status == CUJIT_OK; at += CJ_MPI_PIECE)
        status = cj_mpi_check(MPI_Bcast((char *)memory + at, cj_mpi_piece(bytes - at), MPI_BYTE, root, comm), what,
                              error);
    return status;
}

cujit_status cj_mpi_move(const char *what, const cujit_mpi *mpi, int from, const void *source, int to, void *target,
                         uint64_t bytes, cujit_error *error)
{
    const bool sends = from == mpi->info.rank, gets = to == mpi->info.rank;
    cujit_status status = CUJIT_OK;

    if (!sends && !gets)
        return CUJIT_OK;
    for (uint64_t at = 0; at < bytes && status == CUJIT_OK; at += CJ_MPI_PIECE) {
        const int count = cj_mpi_piece(bytes - at);

        status = cj_mpi_check(MPI_Sendrecv(sends ? (const char *)source + at : NULL, sends ? count : 0, MPI_BYTE,
                                           sends ? to : MPI_PROC_NULL, TAG, gets ? (char *)target + at : NULL,
                                           gets ? count : 0, MPI_BYTE, gets ? from : MPI_PROC_NULL, TAG, mpi->comm,
                                           MPI_STATUS_IGNORE),
                              what, error);
    }
    return status;
}

cujit_status cj_mpi_gather(const char *what, const cujit_mpi *mpi, int root, const void *own, void *all, uint64_t bytes,
                           cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    if (bytes <= CJ_MPI_PIECE)
        return cj_mpi_check(MPI_Gather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, root, mpi->comm), what,
                            error);
    for (int k = 0; k < mpi->info.size && status == CUJIT_OK; k++)
        status = cj_mpi_move(what, mpi, k, own, root, root == mpi->info.rank ? (char *)all + (uint64_t)k * bytes : NULL,
                             bytes, error);
    return status;
}
