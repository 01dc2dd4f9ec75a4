/*
 * errors.c: MPI's errors, and errors that all ranks learn of. See ranks.h.
 */
#include "libjit/mpi/ranks.h"

#include <stdio.h>
#include <string.h>

cujit_status cj_mpi_check(int code, const char *what, cujit_error *error)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    if (code == MPI_SUCCESS)
        return CUJIT_OK;
    MPI_Error_string(code, text, &length);
    return cj_error_vendor(error, CUJIT_ERROR_IO, "mpi", code, "%s: %s", what, text);
}

cujit_status cj_mpi_check_call(const char *function, const cujit_mpi *mpi, cujit_error *error)
{
    if (mpi == NULL || mpi->comm == MPI_COMM_NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: mpi %s", function,
                            mpi == NULL ? "is NULL" : "was freed");
    return CUJIT_OK;
}

/* What a rank that failed tells the others. */
typedef struct failure {
    int status;
    char message[sizeof((cujit_error *)0)->message];
} failure;

/* Was it agreed on before? */
static bool has_rank(const char *message)
{
    int length = 0;

    (void)sscanf(message, "rank %*d of %*d: %n", &length);
    return length != 0;
}

/* Puts the rank in front of a message that has none, and leaves the rest of the error as it is. */
static failure name_rank(int rank, int size, cujit_status status, cujit_error *error)
{
    failure told = {.status = (int)status};
    const char *message = error != NULL && error->status != CUJIT_OK ? error->message : cujit_status_text(status);

    if (has_rank(message))
        snprintf(told.message, sizeof told.message, "%s", message);
    else
        snprintf(told.message, sizeof told.message, "rank %d of %d: %.460s", rank, size, message);
    if (error != NULL) {
        error->status = status;
        memcpy(error->message, told.message, sizeof error->message);
    }
    return told;
}

cujit_status cj_mpi_agree(MPI_Comm comm, int rank, int size, cujit_status status, cujit_error *error)
{
    int mine, lowest, own, count;
    failure told = {0};
    cujit_status result;

    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &count);
    mine = status != CUJIT_OK ? own : count;
    result = cj_mpi_check(MPI_Allreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, comm), "an agreement of ranks", error);
    if (result != CUJIT_OK || lowest == count)
        return result;
    if (lowest == own)
        told = name_rank(rank, size, status, error);
    result = cj_mpi_check(MPI_Bcast(&told, (int)sizeof told, MPI_BYTE, lowest, comm), "an error's way to all ranks",
                          error);
    if (result != CUJIT_OK || lowest == own)
        return result != CUJIT_OK ? result : status;
    return cj_error_set(error, (cujit_status)told.status, "%s", told.message);
}

cujit_status cj_mpi_agree_same(const char *function, cujit_mpi *mpi, const char *what, int64_t value,
                               cujit_status status, cujit_error *error)
{
    const int64_t own[2] = {value, -value};
    int64_t least[2] = {0, 0};
    cujit_status sent = cj_mpi_check(MPI_Allreduce(own, least, 2, MPI_INT64_T, MPI_MIN, mpi->comm), function, error);

    if (sent != CUJIT_OK)
        return sent;
    if (status == CUJIT_OK && least[0] != -least[1])
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is %lld here; ranks have from %lld to %lld",
                              function, what, (long long)value, (long long)least[0], (long long)-least[1]);
    return cujit_mpi_agree(mpi, status, error);
}

cujit_status cujit_mpi_agree(cujit_mpi *mpi, cujit_status status, cujit_error *error)
{
    cujit_status checked = cj_mpi_check_call("cujit_mpi_agree", mpi, error);

    return checked != CUJIT_OK ? checked : cj_mpi_agree(mpi->comm, mpi->info.rank, mpi->info.size, status, error);
}
