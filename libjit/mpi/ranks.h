/*
 * ranks.h: what the files of libcujit-mpi share: a rank's handle, errors that all ranks learn of, memory that MPI can
 * read and write.
 *
 * This layer knows the public headers and libjit/base. Every collective function runs through to its end on every rank,
 * whatever fails on the way: what a rank could not do is said in the agreement that closes a step.
 */
#ifndef LIBJIT_MPI_RANKS_H
#define LIBJIT_MPI_RANKS_H

#include "libjit/base/status.h"

#include <cujit/mpi.h>

#include <stdatomic.h>
#include <stdbool.h>

typedef struct cj_shelf cj_shelf; /* objects on their way between ranks (shelf.h) */
typedef struct cj_nccl cj_nccl;   /* nccl.h */

/* Pinned memory that nobody uses now: taking it anew takes a GPU's driver long. */
typedef struct cj_spare {
    void *memory;
    size_t bytes;
} cj_spare;
enum { CJ_SPARES = 4 };

struct cujit_mpi {
    atomic_int references; /* the caller's one, and one of every exchange and reduction */
    MPI_Comm comm;         /* our own copy; MPI_COMM_NULL once the caller has freed it */
    cujit_context *context;
    cj_shelf *shelf;  /* borrowed: the context's */
    cj_nccl *nccl;    /* NULL: it is not used */
    bool has_staging; /* messages go through host memory: else MPI gets the device's */
    cj_spare spares[CJ_SPARES];
    cujit_mpi_info info;
};

void cj_mpi_retain(cujit_mpi *mpi);
void cj_mpi_release(cujit_mpi *mpi); /* NULL is fine */

/* ---- errors.c ---------------------------------------------------------------------------------------------------- */

/* What an MPI function returned, as an error that names what was tried. */
cujit_status cj_mpi_check(int code, const char *what, cujit_error *error);

/* cujit_mpi_agree() for any communicator. `rank` and `size` are what errors call this rank. The status of a failure of
 * MPI's own is returned by those that it befell. */
cujit_status cj_mpi_agree(MPI_Comm comm, int rank, int size, cujit_status status, cujit_error *error);

/* Collective: is it the same number everywhere? CUJIT_ERROR_INVALID_ARGUMENT says which there are of `what`. `status`:
 * how this rank fared so far. */
cujit_status cj_mpi_agree_same(const char *function, cujit_mpi *mpi, const char *what, int64_t value,
                               cujit_status status, cujit_error *error);

/* CUJIT_ERROR_INVALID_ARGUMENT where `mpi` is NULL or was freed: errors that cannot be told to the others. */
cujit_status cj_mpi_check_call(const char *function, const cujit_mpi *mpi, cujit_error *error);

/* ---- window.c ---------------------------------------------------------------------------------------------------- */

/* An array's elements in C order where MPI can reach them: in place, packed on the device, or in host memory. */
typedef struct cj_window {
    cujit_mpi *mpi;
    const cujit_array *array;
    cujit_array *packed; /* owned; NULL: none was needed */
    cj_spare staging;    /* owned; NULL: none was needed */
    void *memory;        /* for MPI; NULL where there are no elements */
    size_t bytes;
} cj_window;

/* Makes room. */
cujit_status cj_window_open(cj_window *window, cujit_mpi *mpi, const cujit_array *array, cujit_error *error);
/* The elements are there when it returns, behind the default stream's work. */
cujit_status cj_window_pack(const cj_window *window, cujit_error *error);
/* What MPI has written goes into the array, in the order of the default stream. */
cujit_status cj_window_unpack(const cj_window *window, cujit_error *error);
void cj_window_close(cj_window *window);

/* ---- shape.c ----------------------------------------------------------------------------------------------------- */

/* An array as its rank tells the others about it. */
typedef struct cj_shape {
    int ndim;
    uint64_t element; /* bytes */
    char type[64];    /* the dtype's name */
    uint64_t lengths[CUJIT_ARRAY_MAX_NDIM];
} cj_shape;

/* `array` NULL is shape {0}. */
cj_shape cj_shape_of(const cujit_array *array);

/* CUJIT_ERROR_ARGUMENT_TYPE, _SIZE where `shape` is not the same as `first` from axis `from` on. The message begins
 * with `function` and says what both are. */
cujit_status cj_shape_compare(const char *function, const cj_shape *first, const cj_shape *shape, int from,
                              cujit_error *error);

/* Collective: does everybody have the same (from axis `from` on)? The message names the first rank that does not. */
cujit_status cj_shape_agree(const char *function, cujit_mpi *mpi, const cujit_array *array, int from,
                            cujit_status status, cujit_error *error);

/* ---- pieces.c ---------------------------------------------------------------------------------------------------- */

/* Bytes of one message at most, as MPI counts in an int. Tests have few. */
#ifndef CJ_MPI_PIECE
#define CJ_MPI_PIECE (1 << 30)
#endif

/* How many of these bytes the next message has. */
int cj_mpi_piece(uint64_t bytes);

/* Collective: the root's bytes to all. `what` an error names. */
cujit_status cj_mpi_broadcast(const char *what, MPI_Comm comm, int root, void *memory, uint64_t bytes,
                              cujit_error *error);

/* By the ranks `from` and `to`, which may be one; nothing on the others. */
cujit_status cj_mpi_move(const char *what, const cujit_mpi *mpi, int from, const void *source, int to, void *target,
                         uint64_t bytes, cujit_error *error);

/* Collective: so many bytes of each rank, one behind the other in the root's `all`. */
cujit_status cj_mpi_gather(const char *what, const cujit_mpi *mpi, int root, const void *own, void *all, uint64_t bytes,
                           cujit_error *error);

/* ---- combine.c --------------------------------------------------------------------------------------------------- */

/* Combines `count` partial values, the first axis of an array, into a new array of the other axes. */
typedef cujit_status (*cj_combiner)(void *user, const cujit_array *partials, cujit_array **result, cujit_error *error);

/* Collective: *partial of each rank, dtype and shape the same, through `combine` into a new array on each, of the dtype
 * `out`. `status`: how making the partial ended on this rank. */
cujit_status cj_combine(const char *function, cujit_mpi *mpi, const cujit_array *partial, cujit_dtype out,
                        cj_combiner combine, void *user, cujit_status status, cujit_array **result, cujit_error *error);

#endif
