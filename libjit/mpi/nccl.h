/*
 * nccl.h: NCCL, found when a program asks for it; nothing of it is needed to build.
 */
#ifndef LIBJIT_MPI_NCCL_H
#define LIBJIT_MPI_NCCL_H

#include "libjit/mpi/ranks.h"

/* Collective. NULL: it cannot be used, and info->nccl_reason says why; else info->nccl is its version. The library is
 * $CUJIT_NCCL where that is set, and then the only one that is tried; else libnccl.so.2. */
cj_nccl *cj_nccl_open(cujit_mpi *mpi, bool on_host, cujit_mpi_info *info);
void cj_nccl_close(cj_nccl *nccl); /* NULL is fine */

/* Does it have that reduction of that type? */
bool cj_nccl_has(cujit_reducer reducer, cujit_dtype dtype);

/* Collective: cujit_mpi_combine() of a reducer that it has. */
cujit_status cj_nccl_combine(const char *function, cujit_mpi *mpi, cujit_reducer reducer, const cujit_array *array,
                             cujit_array **result, cujit_error *error);

#endif
