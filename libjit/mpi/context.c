/*
 * context.c: a rank's device and context.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/mpi/nccl.h"
#include "libjit/mpi/ranks.h"
#include "libjit/mpi/shelf.h"

#if defined(OPEN_MPI) && OPEN_MPI
#include <mpi-ext.h>
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Can this MPI read and write a GPU's memory? */
static bool takes_device_memory(void)
{
#if defined(OMPI_HAVE_MPI_EXT_CUDA) && OMPI_HAVE_MPI_EXT_CUDA
    return MPIX_Query_cuda_support() == 1;
#else
    return false;
#endif
}

/* The ranks of a machine take its GPUs in turn, unless somebody says which. Without a GPU the choice is the library's
 * default. */
static void choose_device(int node_rank, cujit_context_options *options, char text[20])
{
    const char *environment = getenv("CUJIT_DEVICE");
    int gpus = 0;

    if ((options->device != NULL && options->device[0] != '\0') || (environment != NULL && environment[0] != '\0') ||
        cujit_device_count("cuda", &gpus, NULL) != CUJIT_OK || gpus == 0)
        return;
    snprintf(text, 20, "cuda:%d", node_rank % gpus);
    options->device = text;
}

/* What this rank does for itself: its context. */
static cujit_status open_context(cujit_mpi *mpi, const cujit_context_options *given, size_t size, cujit_error *error)
{
    cujit_context_options options;
    cujit_tier tier;
    char device[20];
    cujit_status status = cj_widen("cujit_mpi_context_create", &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (options.tier != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_mpi_context_create: the context's options have a tier, and the ranks are one");
    choose_device(mpi->info.node_rank, &options, device);
    if ((mpi->shelf = cj_shelf_create()) == NULL)
        return cj_error_no_memory(error, "a context of a rank");
    tier = cj_shelf_tier(mpi->shelf);
    options.tier = &tier;
    if ((status = cujit_context_create(&options, &mpi->context, error)) != CUJIT_OK) {
        tier.release(tier.user);
        mpi->shelf = NULL;
    }
    return status;
}

/* Which device of the machine it is: of several processes that see some of the GPUs only each counts from 0. */
static void name_device(const cujit_mpi *mpi, char name[64])
{
    cujit_device_info found = {0};

    if (mpi->context != NULL)
        cujit_device_get_info(cujit_context_device(mpi->context), &found, NULL);
    snprintf(name, 64, "%.20s %.32s", found.pci_bus_id[0] != '\0' ? "" : found.device, found.pci_bus_id);
}

static cujit_status count_sharing(cujit_mpi *mpi, MPI_Comm node, cujit_error *error)
{
    char own[64], *all = cj_malloc((size_t)mpi->info.node_size * sizeof own);
    cujit_status status;

    memset(own, 0, sizeof own);
    name_device(mpi, own);
    if (all == NULL)
        return cj_error_no_memory(error, "the devices of a machine's ranks");
    status = cj_mpi_check(MPI_Allgather(own, sizeof own, MPI_CHAR, all, sizeof own, MPI_CHAR, node),
                          "the devices of a machine's ranks", error);
    for (int k = 0; k < mpi->info.node_size && status == CUJIT_OK; k++)
        mpi->info.sharing += strcmp(all + (size_t)k * sizeof own, own) == 0;
    cj_free(all);
    return status;
}

/* Finds out the ranks of this machine, and opens the context. An error is this rank's own. */
static cujit_status open_rank(cujit_mpi *mpi, const cujit_mpi_options *options, size_t context_size, cujit_error *error)
{
    MPI_Comm node = MPI_COMM_NULL;
    cujit_error first = {0}; /* the context's: others go on */
    cujit_status status, found;

    status = cj_mpi_check(MPI_Comm_split_type(mpi->comm, MPI_COMM_TYPE_SHARED, mpi->info.rank, MPI_INFO_NULL, &node),
                          "the ranks of one machine", error);
    if (status != CUJIT_OK)
        return status;
    MPI_Comm_rank(node, &mpi->info.node_rank);
    MPI_Comm_size(node, &mpi->info.node_size);
    status = open_context(mpi, options->context, context_size, &first);
    found = count_sharing(mpi, node, status == CUJIT_OK ? error : NULL);
    MPI_Comm_free(&node);
    return status != CUJIT_OK ? cj_error_move(error, &first) : found;
}

/* The same way on all ranks: that of the one that can do least. */
static cujit_status choose_way(cujit_mpi *mpi, const cujit_mpi_options *options, cujit_error *error)
{
    const bool on_host = strncmp(cujit_context_device(mpi->context), "host", 4) == 0;
    int own[2] = {options->staged == 0 && (on_host || takes_device_memory()), options->nccl}, least[2];
    cujit_status status = cj_mpi_check(MPI_Allreduce(own, least, 2, MPI_INT, MPI_MIN, mpi->comm),
                                       "what all ranks' MPI can do", error);

    if (status != CUJIT_OK)
        return status;
    mpi->info.direct = least[0];
    mpi->has_staging = !least[0];
    if (least[1] != 0)
        mpi->nccl = cj_nccl_open(mpi, on_host, &mpi->info);
    else if (options->nccl != 0)
        snprintf(mpi->info.nccl_reason, sizeof mpi->info.nccl_reason, "not all ranks ask for it");
    return CUJIT_OK;
}

static cujit_status check_mpi(MPI_Comm comm, cujit_error *error)
{
    int initialised = 0, finalised = 0;

    MPI_Initialized(&initialised);
    MPI_Finalized(&finalised);
    if (!initialised || finalised)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_mpi_context_create: MPI is not initialised: call MPI_Init() first");
    if (comm == MPI_COMM_NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_mpi_context_create: the communicator is MPI_COMM_NULL");
    return CUJIT_OK;
}

static cujit_status check_options(const cujit_mpi_options *given, size_t size, cujit_mpi **out,
                                  cujit_mpi_options *options, cujit_error *error)
{
    if (out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_mpi_context_create: mpi is NULL");
    return cj_widen("cujit_mpi_context_create", options, sizeof *options, given, size, error);
}

/* Our own copy of the communicator, and the handle for it. An error is this rank's own. */
static cujit_status open_handle(MPI_Comm comm, cujit_mpi *mpi, cujit_error *error)
{
    cujit_status status = cj_mpi_check(MPI_Comm_dup(comm, &mpi->comm), "a copy of the communicator", error);

    if (status != CUJIT_OK)
        return status;
    MPI_Comm_set_errhandler(mpi->comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(mpi->comm, &mpi->info.rank);
    MPI_Comm_size(mpi->comm, &mpi->info.size);
    return CUJIT_OK;
}

/* What is wrong with this rank's arguments the others learn of, too, where there is a communicator to tell them. */
cujit_status cujit_mpi_context_create_sized(MPI_Comm comm, const cujit_mpi_options *given, size_t size,
                                            size_t context_size, cujit_mpi **out, cujit_error *error)
{
    cujit_mpi first = {.comm = MPI_COMM_NULL}, *mpi = NULL;
    cujit_mpi_options options;
    cujit_error own = {0};
    cujit_status status, wrong;

    if (check_mpi(comm, &own) != CUJIT_OK || open_handle(comm, &first, &own) != CUJIT_OK)
        return cj_error_move(error, &own);
    wrong = check_options(given, size, out, &options, &own);
    if (wrong == CUJIT_OK && (mpi = cj_calloc(1, sizeof *mpi)) == NULL)
        wrong = cj_error_no_memory(&own, "a rank's context");
    if ((status = cujit_mpi_agree(&first, wrong, &own)) != CUJIT_OK)
        goto out;
    mpi->comm = first.comm;
    mpi->info = first.info;
    atomic_init(&mpi->references, 1);
    first.comm = MPI_COMM_NULL;
    if ((status = cujit_mpi_agree(mpi, open_rank(mpi, &options, context_size, &own), &own)) != CUJIT_OK ||
        (status = choose_way(mpi, &options, &own)) != CUJIT_OK)
        goto out;
    *out = mpi;
    mpi = NULL;

out:
    if (first.comm != MPI_COMM_NULL) {
        MPI_Comm_free(&first.comm);
        cj_free(mpi);
    } else {
        cujit_mpi_free(mpi);
    }
    return status == CUJIT_OK ? CUJIT_OK : cj_error_move(error, &own);
}

void cujit_mpi_free(cujit_mpi *mpi)
{
    int finalised = 0;

    if (mpi == NULL)
        return;
    cj_nccl_close(mpi->nccl);
    MPI_Finalized(&finalised);
    if (!finalised)
        MPI_Comm_free(&mpi->comm);
    mpi->nccl = NULL;
    mpi->comm = MPI_COMM_NULL;
    cj_mpi_release(mpi);
}

void cj_mpi_retain(cujit_mpi *mpi)
{
    atomic_fetch_add(&mpi->references, 1);
}

void cj_mpi_release(cujit_mpi *mpi)
{
    if (mpi == NULL || atomic_fetch_sub(&mpi->references, 1) != 1)
        return;
    for (int k = 0; k < CJ_SPARES; k++)
        cujit_pinned_free(mpi->context, mpi->spares[k].memory);
    cujit_context_free(mpi->context);
    cj_free(mpi);
}

/* ---- What others ask --------------------------------------------------------------------------------------------- */

cujit_context *cujit_mpi_context(const cujit_mpi *mpi)
{
    return mpi != NULL ? mpi->context : NULL;
}

int cujit_mpi_rank(const cujit_mpi *mpi)
{
    return mpi != NULL ? mpi->info.rank : 0;
}

int cujit_mpi_size(const cujit_mpi *mpi)
{
    return mpi != NULL ? mpi->info.size : 0;
}

void cujit_mpi_get_info_sized(const cujit_mpi *mpi, cujit_mpi_info *info, size_t size)
{
    const cujit_mpi_info none = {0};

    cj_narrow(info, size, mpi != NULL ? &mpi->info : &none, sizeof none);
}
