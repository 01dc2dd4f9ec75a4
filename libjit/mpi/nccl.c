/*
 * nccl.c: see nccl.h. The few declarations of NCCL's that are needed stand here; its numbers have been the same since
 * version 2.10.
 */
#include "libjit/mpi/nccl.h"

#include "libjit/base/alloc.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct unique_id {
    char bytes[128];
} unique_id;

struct cj_nccl {
    void *library, *comm;
    int (*get_version)(int *version);
    int (*get_unique_id)(unique_id *id);
    int (*comm_init_rank)(void **comm, int ranks, unique_id id, int rank);
    int (*comm_destroy)(void *comm);
    int (*all_reduce)(const void *from, void *to, size_t count, int type, int operation, void *comm,
                      cujit_stream stream);
    const char *(*get_error_string)(int result);
};

enum { NONE = -1 };

static int operation_of(cujit_reducer reducer)
{
    switch (reducer) {
    case CUJIT_REDUCER_SUM:
        return 0;
    case CUJIT_REDUCER_PRODUCT:
        return 1;
    case CUJIT_REDUCER_MAX:
        return 2;
    case CUJIT_REDUCER_MIN:
        return 3;
    default:
        return NONE;
    }
}

static int type_of(cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_INT8:
        return 0;
    case CUJIT_UINT8:
        return 1;
    case CUJIT_INT32:
        return 2;
    case CUJIT_UINT32:
        return 3;
    case CUJIT_INT64:
        return 4;
    case CUJIT_UINT64:
        return 5;
    case CUJIT_FLOAT16:
        return 6;
    case CUJIT_FLOAT32:
        return 7;
    case CUJIT_FLOAT64:
        return 8;
    case CUJIT_BFLOAT16:
        return 9;
    default:
        return NONE;
    }
}

bool cj_nccl_has(cujit_reducer reducer, cujit_dtype dtype)
{
    return operation_of(reducer) != NONE && type_of(dtype) != NONE;
}

/* ---- Finding it -------------------------------------------------------------------------------------------------- */

/* A function's address is no object's: POSIX says that the bytes may be copied. */
static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);

    memcpy(function, &found, sizeof found);
    return found != NULL;
}

/* NULL: `reason` says why not. */
static cj_nccl *find_library(char *reason, size_t room)
{
    const char *path = getenv("CUJIT_NCCL");
    cj_nccl *nccl = cj_calloc(1, sizeof *nccl);

    if (nccl == NULL) {
        snprintf(reason, room, "out of memory");
        return NULL;
    }
    if ((nccl->library = dlopen(path != NULL && path[0] != '\0' ? path : "libnccl.so.2", RTLD_NOW)) == NULL) {
        snprintf(reason, room, "%s", dlerror());
    } else if (find(nccl->library, "ncclGetVersion", &nccl->get_version) &&
               find(nccl->library, "ncclGetUniqueId", &nccl->get_unique_id) &&
               find(nccl->library, "ncclCommInitRank", &nccl->comm_init_rank) &&
               find(nccl->library, "ncclCommDestroy", &nccl->comm_destroy) &&
               find(nccl->library, "ncclAllReduce", &nccl->all_reduce) &&
               find(nccl->library, "ncclGetErrorString", &nccl->get_error_string)) {
        return nccl;
    } else {
        snprintf(reason, room, "the library lacks a function of NCCL 2");
    }
    cj_nccl_close(nccl);
    return NULL;
}

/* Whether this rank could take part. */
static cj_nccl *prepare(const cujit_mpi *mpi, bool on_host, char *reason, size_t room)
{
    if (on_host)
        snprintf(reason, room, "the device is the host");
    else if (mpi->info.sharing > 1)
        snprintf(reason, room, "%d ranks share a GPU", mpi->info.sharing);
    else
        return find_library(reason, room);
    return NULL;
}

static cujit_status check(const cj_nccl *nccl, int code, const char *what, cujit_error *error)
{
    if (code == 0)
        return CUJIT_OK;
    return cj_error_vendor(error, CUJIT_ERROR_DEVICE, "nccl", code, "%s: NCCL: %s", what, nccl->get_error_string(code));
}

/* Collective: all ranks could. */
static cujit_status connect(cj_nccl *nccl, cujit_mpi *mpi, cujit_error *error)
{
    unique_id id = {{0}};
    cujit_status status = CUJIT_OK;

    if (mpi->info.rank == 0)
        status = check(nccl, nccl->get_unique_id(&id), "ncclGetUniqueId", error);
    if ((status = cujit_mpi_agree(mpi, status, error)) != CUJIT_OK ||
        (status = cj_mpi_check(MPI_Bcast(&id, (int)sizeof id, MPI_BYTE, 0, mpi->comm), "NCCL's identity", error)) !=
            CUJIT_OK)
        return status;
    if ((status = cujit_context_push(mpi->context, error)) == CUJIT_OK) {
        status = check(nccl, nccl->comm_init_rank(&nccl->comm, mpi->info.size, id, mpi->info.rank), "ncclCommInitRank",
                       error);
        cujit_context_pop(mpi->context, NULL);
    }
    return cujit_mpi_agree(mpi, status, error);
}

cj_nccl *cj_nccl_open(cujit_mpi *mpi, bool on_host, cujit_mpi_info *info)
{
    char reason[400] = "";
    cj_nccl *nccl = prepare(mpi, on_host, reason, sizeof reason);
    cujit_error error = {0};
    cujit_status status = CUJIT_OK;

    if (nccl == NULL)
        status = cj_error_set(&error, CUJIT_ERROR_UNSUPPORTED, "%s", reason);
    if ((status = cujit_mpi_agree(mpi, status, &error)) == CUJIT_OK)
        status = connect(nccl, mpi, &error);
    if (status == CUJIT_OK) {
        nccl->get_version(&info->nccl);
    } else {
        snprintf(info->nccl_reason, sizeof info->nccl_reason, "%.120s", error.message);
        cj_nccl_close(nccl);
        nccl = NULL;
    }
    cujit_error_clear(&error);
    return nccl;
}

/* The library stays loaded: it may have threads. */
void cj_nccl_close(cj_nccl *nccl)
{
    if (nccl != NULL && nccl->comm != NULL)
        nccl->comm_destroy(nccl->comm);
    cj_free(nccl);
}

/* ---- Using it ---------------------------------------------------------------------------------------------------- */

cujit_status cj_nccl_combine(const char *function, cujit_mpi *mpi, cujit_reducer reducer, const cujit_array *array,
                             cujit_array **result, cujit_error *error)
{
    cj_nccl *nccl = mpi->nccl;
    cujit_array *made = NULL;
    void *data;
    cujit_status status = cujit_array_copy(array, NULL, &made, error);

    if ((status = cj_shape_agree(function, mpi, array, 0, status, error)) != CUJIT_OK)
        goto out;
    data = cujit_array_data(made);
    if ((status = cujit_context_push(mpi->context, error)) == CUJIT_OK) {
        if (cujit_array_size(made) != 0)
            status = check(nccl,
                           nccl->all_reduce(data, data, cujit_array_size(made), type_of(cujit_array_dtype(made)),
                                            operation_of(reducer), nccl->comm, NULL),
                           function, error);
        cujit_context_pop(mpi->context, NULL);
    }
    if (status == CUJIT_OK)
        status = cujit_stream_synchronize(mpi->context, NULL, error);
    if ((status = cujit_mpi_agree(mpi, status, error)) == CUJIT_OK) {
        *result = made;
        made = NULL;
    }

out:
    cujit_array_free(made);
    return status;
}
