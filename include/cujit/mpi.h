/*
 * cujit/mpi.h: several processes with a device each, over MPI. A manual of its own, of libcujit-mpi.
 *
 * The library is a part of its own (pkg-config: cujit-mpi), built where Open MPI is installed. It uses nothing of
 * libcujit's but what <cujit/cujit.h> declares, and its rules hold here too. A program that is started by `mpirun -n
 * 4`:
 *
 *     MPI_Init(&argc, &argv);
 *     cujit_mpi_context_create(MPI_COMM_WORLD, NULL, &mpi, &error);
 *     cujit_context *context = cujit_mpi_context(mpi);            the device of this rank
 *     cujit_array_create(context, CUJIT_FLOAT32, 1, &n, &part, &error);
 *     cujit_mpi_scatter(mpi, 0, whole, part, &error);             whole: on rank 0 only
 *     cujit_eval(context, "part *= 0.9", CUJIT_NAMED(part), NULL, &error);
 *     cujit_mpi_gather(mpi, 0, part, whole, &error);
 *
 * Calls that are *collective* are made by all ranks of the communicator, in the same order, by one thread of each; MPI
 * must have been initialised, with or without threads. A collective call succeeds on all ranks or on none: where one of
 * them fails (its device, its memory, an array of another size than the others have) all return the same status and
 * message, which names the rank ("rank 2 of 4: ..."). The rank itself has the compiler's log and source too. Where
 * several fail, it is the lowest. Nothing waits for a rank that has failed. What MPI itself has to complain of is
 * CUJIT_ERROR_IO with the vendor "mpi"; a process that dies is MPI's business, which ends the others, too, by default.
 *
 * Work on a device is on its default stream, and done when a call returns, where nothing else is said.
 */
#ifndef CUJIT_MPI_H
#define CUJIT_MPI_H

#include <cujit/cujit.h>

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1 Ranks and devices ------------------------------------------------------------------------------------------
 *
 * Each rank has a context on a device of its own: the ranks of a machine (those that can share memory) take its GPUs in
 * turn, "cuda:0", "cuda:1", ..., and share them where there are more ranks than GPUs; where there is none, "host".
 * CUJIT_DEVICE, or a device in the context's options, says otherwise, each rank for itself.
 */
typedef struct cujit_mpi cujit_mpi;

typedef struct cujit_mpi_options {
    const cujit_context_options *context; /* NULL: all defaults. Its tier must be NULL: this is one */
    int staged; /* 1: messages go through host memory, whatever MPI can do; else only where it takes no device memory */
    int nccl;   /* 1: cujit_mpi_combine() uses NCCL where it can be used: see there */
} cujit_mpi_options;

/* Collective. Has its own copy of the communicator, which returns errors in place of ending the program.
 * CUJIT_ERROR_INVALID_ARGUMENT: MPI is not initialised, or a tier was given; and what cujit_context_create() says. */
CUJIT_SIZED cujit_status cujit_mpi_context_create(MPI_Comm comm, const cujit_mpi_options *options, cujit_mpi **mpi,
                                                  cujit_error *error);

/* Collective, unless MPI was finalised before. The context lives on as long as anything that was made with it;
 * exchanges and reductions can only be freed then. */
CUJIT_API void cujit_mpi_free(cujit_mpi *mpi);

/* The context is borrowed; of NULL all three are NULL and 0. */
CUJIT_API cujit_context *cujit_mpi_context(const cujit_mpi *mpi);
CUJIT_API int cujit_mpi_rank(const cujit_mpi *mpi);
CUJIT_API int cujit_mpi_size(const cujit_mpi *mpi); /* ranks */

typedef struct cujit_mpi_info {
    int rank, size;
    int node_rank, node_size; /* the same on this machine */
    int sharing;              /* ranks of this machine that have the same device, this one included */
    int direct; /* 1: MPI takes this device's memory as it is; 0: through host memory. The same on all ranks */
    int nccl;   /* NCCL's version, 22803 for 2.28.3, where it is used; 0: it is not */
    char nccl_reason[128]; /* why not, where it was asked for; else "" */
} cujit_mpi_info;
CUJIT_SIZED void cujit_mpi_get_info(const cujit_mpi *mpi, cujit_mpi_info *info);

/* Collective: CUJIT_OK where all ranks say CUJIT_OK, else the status and message of the lowest that does not. `error`
 * is that of the call that failed, and gets what is returned; a message that was agreed on before keeps its rank. For
 * what ranks do each for itself between two collective calls. */
CUJIT_API cujit_status cujit_mpi_agree(cujit_mpi *mpi, cujit_status status, cujit_error *error);

/* ---- 2 Kernels ----------------------------------------------------------------------------------------------------
 *
 * A kernel that all ranks want need not be compiled by all of them. Here each is made by one rank, which sends the
 * object to the others: they neither compile nor look into a file for it. The work is spread: of 1000 kernels on 8
 * ranks each compiles 125.
 *
 * What is to be made is told by a function: `make` makes the k-th of `count` things, on each rank the same ones. What
 * it makes it keeps; it may create kernels and expressions, and run them, so that variants which launches build are
 * there too. It must not call MPI, nor anything collective, and may be called in any order, but by the calling thread.
 * Kernels that only some ranks ask for, because their texts differ, are compiled there.
 *
 * Ranks whose devices take different objects ("sm_80", "sm_90", processors of different kinds) or that have different
 * compilers form groups, each of which compiles for itself. Ranks without a compiler belong to one that has one.
 */
typedef cujit_status (*cujit_mpi_make)(void *user, size_t k, cujit_context *context, cujit_error *error);

/* Counted over all ranks; times are the slowest rank's. */
typedef struct cujit_mpi_share_report {
    size_t items;      /* `count` */
    int ranks, groups; /* how many groups took part */
    uint64_t compiles; /* how often a compiler ran and made an object */
    uint64_t found;    /* objects that a rank took from its cache's file in place of that */
    uint64_t taken;    /* objects that a rank got from another one, and loaded */
    uint64_t bytes;    /* of the objects that one rank, the one with the most, was sent */
    double make_ms;    /* for each rank's part of the items, */
    double send_ms;    /* for the objects on their way, */
    double load_ms;    /* and for the items that others had made */
} cujit_mpi_share_report;

/* Collective. `report` NULL: not wanted. Where `make` fails on a rank, that is the error of all.
 * CUJIT_ERROR_INVALID_ARGUMENT: `make` is NULL, or `count` differs. */
CUJIT_SIZED cujit_status cujit_mpi_share(cujit_mpi *mpi, size_t count, cujit_mpi_make make, void *user,
                                         cujit_mpi_share_report *report, cujit_error *error);

/* ---- 3 Arrays on their way ----------------------------------------------------------------------------------------
 *
 * Arrays may have any size, and any strides: what is not dense and in C order is packed on its device first, and
 * unpacked there.
 * `whole` is on the rank `root` only, and NULL on the others; it is the parts one behind the other along the first
 * axis, in the order of the ranks. Parts may have different lengths there, 0 too; all else of their shapes, and the
 * dtype, is the same. For another axis take views (cujit_array_swap_axes()). Registered types are the same where they
 * have the same name and size.
 *
 * CUJIT_ERROR_INVALID_ARGUMENT: an array is NULL or of another context, `root` is no rank or not the same everywhere,
 * or there is a `whole` on a rank that has none. CUJIT_ERROR_ARGUMENT_TYPE, _SIZE: the dtype or the shape of a rank's
 * array does not fit, or a part has no axis. Nothing is moved then; nor where a device has no room to pack what it
 * sends (CUJIT_ERROR_OUT_OF_MEMORY, and what its errors are).
 */
enum { CUJIT_MPI_ALL = -1 }; /* as `root`: every rank has the whole */

CUJIT_API cujit_status cujit_mpi_scatter(cujit_mpi *mpi, int root, const cujit_array *whole, cujit_array *part,
                                         cujit_error *error); /* not of CUJIT_MPI_ALL */
CUJIT_API cujit_status cujit_mpi_gather(cujit_mpi *mpi, int root, const cujit_array *part, cujit_array *whole,
                                        cujit_error *error);
/* The root's elements into everybody's array, all of one shape. */
CUJIT_API cujit_status cujit_mpi_broadcast(cujit_mpi *mpi, int root, cujit_array *array, cujit_error *error);

/*
 * Halos. A rank's part of a large grid has, at both ends of an axis, `width` elements more, in which it wants to see
 * what its neighbours have there: elements [width, 2 width) of the rank `after` become this rank's last ones, [-width,
 * 0), and [-2 width, -width) of the rank `before` its first. MPI_PROC_NULL stands for none; that end stays as it is.
 *
 * Several axes are done in turn, each over the whole length of the others with their halos, so that corners come right.
 */
typedef struct cujit_mpi_halo {
    int axis; /* negative: counted from the last */
    int before, after;
    size_t width;
} cujit_mpi_halo;

/* All ranks in a row along that axis; `ring`: the last one is before the first. */
static inline cujit_mpi_halo cujit_mpi_halo_of(const cujit_mpi *mpi, int axis, size_t width, int ring)
{
    const int rank = cujit_mpi_rank(mpi), size = cujit_mpi_size(mpi);
    cujit_mpi_halo halo;

    halo.axis = axis;
    halo.before = rank > 0 ? rank - 1 : ring ? size - 1 : MPI_PROC_NULL;
    halo.after = rank + 1 < size ? rank + 1 : ring ? 0 : MPI_PROC_NULL;
    halo.width = width;
    return halo;
}

/* Collective: finds out once and for all what is sent to whom, and whether it fits. Every rank has the same number of
 * halos, each with the same axis; what `before` and `after` of two ranks say must be the same, and so must be the sizes
 * of what they exchange. The exchange keeps the array's memory.
 * CUJIT_ERROR_INVALID_ARGUMENT: a pointer is NULL, the array is of another context, `count` is not 1 to
 * CUJIT_ARRAY_MAX_NDIM or differs, an axis or a rank is none, or neighbours name other ranks or axes than this one
 * does. CUJIT_ERROR_ARGUMENT_SIZE: a width is 0 or more than a third of its axis, or neighbours exchange other sizes or
 * dtypes. */
typedef struct cujit_mpi_exchange cujit_mpi_exchange;
CUJIT_API cujit_status cujit_mpi_exchange_create(cujit_mpi *mpi, cujit_array *array, const cujit_mpi_halo *halos,
                                                 int count, cujit_mpi_exchange **exchange, cujit_error *error);

/* By all ranks, but each waits for its neighbours only: it checks nothing that was checked. An error tells of this rank
 * or of a neighbour that had nothing to send (CUJIT_ERROR_IO); other ranks may have had none. What the array is given
 * on the default stream before is sent, and work on that stream behind it sees what has come. */
CUJIT_API cujit_status cujit_mpi_exchange_run(cujit_mpi_exchange *exchange, cujit_error *error);
CUJIT_API void cujit_mpi_exchange_free(cujit_mpi_exchange *exchange);

/* ---- 4 Reductions across ranks ------------------------------------------------------------------------------------
 *
 * Values of different ranks are combined in the order of the ranks, by one of them, which sends the result to all: all
 * have the same bits, and the same from run to run with the same number of ranks and the same devices. With another
 * number of ranks brackets are set elsewhere, so that floating-point sums may differ in their last digits.
 */

/* The elements of an array that each rank has, dtype and shape the same, combined across the ranks: a new array on
 * each. SUM, PRODUCT, MIN, MAX, ANY, ALL; the dtype of the result is as of cujit_reduce(). CUJIT_ERROR_UNSUPPORTED:
 * another; CUJIT_ERROR_INVALID_ARGUMENT: there is no such reducer, or ranks name different ones.
 *
 * With `nccl` in the options, SUM, PRODUCT, MIN and MAX are NCCL's, where it has the type and the result's is the same.
 * It takes another order than that of the ranks, which is its own choice: bits of floating-point sums may change with
 * its version, the machine, the number of ranks and the size; and its MIN and MAX do not promise to keep a NaN. It
 * needs a GPU for each rank; where it cannot be used, cujit_mpi_info says why, and all is as without. What is loaded is
 * libnccl.so.2, or the file that CUJIT_NCCL in the environment names, and then no other. */
CUJIT_API cujit_status cujit_mpi_combine(cujit_mpi *mpi, cujit_reducer reducer, const cujit_array *array,
                                         cujit_array **result, cujit_error *error);

/* All elements of all ranks' arrays into one: cujit_reduce() on each rank, and what comes out across them. SUM,
 * PRODUCT, MIN, MAX, ANY, ALL, COUNT. */
CUJIT_API cujit_status cujit_mpi_reduce(cujit_mpi *mpi, cujit_reducer reducer, const cujit_array *array,
                                        cujit_array **result, cujit_error *error);

/*
 * A reduction with texts of its own, struct accumulators included, over the elements of all ranks: those of rank 0
 * first, then rank 1's. `i` and `j` count on each rank for itself, so a map that wants the place among all gets where a
 * rank's begin as an argument; scalar arguments that `reduce` and `post` see must be the same on all ranks. `post` is
 * done once to each result, with `n` over all ranks. The spec names its out_type; one-letter types, `more` results and
 * the accumulator cujit_indexed<T> (take a struct of your own) are CUJIT_ERROR_UNSUPPORTED.
 */
typedef struct cujit_mpi_reduction cujit_mpi_reduction;
CUJIT_SIZED cujit_status cujit_mpi_reduction_create(cujit_mpi *mpi, const cujit_reduction_spec *spec,
                                                    cujit_mpi_reduction **reduction, cujit_error *error);
CUJIT_API void cujit_mpi_reduction_free(cujit_mpi_reduction *reduction);

/* Creating and running are collective. `options` as of cujit_reduction_run(), `stream` and `out` not set; the shape of
 * the results is the same on all ranks. */
CUJIT_SIZED cujit_status cujit_mpi_reduction_run(const cujit_mpi_reduction *reduction,
                                                 const cujit_reduction_options *options, cujit_args args,
                                                 cujit_array **result, cujit_error *error);

/* ---- How structs grow: see cujit/sized.h
 * -------------------------------------------------------------------------- */

CUJIT_API cujit_status cujit_mpi_context_create_sized(MPI_Comm comm, const cujit_mpi_options *options, size_t size,
                                                      size_t context_size, cujit_mpi **mpi, cujit_error *error);
CUJIT_API void cujit_mpi_get_info_sized(const cujit_mpi *mpi, cujit_mpi_info *info, size_t size);
CUJIT_API cujit_status cujit_mpi_share_sized(cujit_mpi *mpi, size_t count, cujit_mpi_make make, void *user,
                                             cujit_mpi_share_report *report, size_t size, cujit_error *error);
CUJIT_API cujit_status cujit_mpi_reduction_create_sized(cujit_mpi *mpi, const cujit_reduction_spec *spec, size_t size,
                                                        cujit_mpi_reduction **reduction, cujit_error *error);
CUJIT_API cujit_status cujit_mpi_reduction_run_sized(const cujit_mpi_reduction *reduction,
                                                     const cujit_reduction_options *options, size_t size,
                                                     const cujit_arg *items, size_t count, cujit_array **result,
                                                     cujit_error *error);

static inline cujit_status cujit_mpi_context_create(MPI_Comm comm, const cujit_mpi_options *options, cujit_mpi **mpi,
                                                    cujit_error *error)
{
    return cujit_mpi_context_create_sized(comm, options, sizeof *options, sizeof *options->context, mpi, error);
}

static inline void cujit_mpi_get_info(const cujit_mpi *mpi, cujit_mpi_info *info)
{
    cujit_mpi_get_info_sized(mpi, info, sizeof *info);
}

static inline cujit_status cujit_mpi_share(cujit_mpi *mpi, size_t count, cujit_mpi_make make, void *user,
                                           cujit_mpi_share_report *report, cujit_error *error)
{
    return cujit_mpi_share_sized(mpi, count, make, user, report, sizeof *report, error);
}

static inline cujit_status cujit_mpi_reduction_create(cujit_mpi *mpi, const cujit_reduction_spec *spec,
                                                      cujit_mpi_reduction **reduction, cujit_error *error)
{
    return cujit_mpi_reduction_create_sized(mpi, spec, sizeof *spec, reduction, error);
}

static inline cujit_status cujit_mpi_reduction_run(const cujit_mpi_reduction *reduction,
                                                   const cujit_reduction_options *options, cujit_args args,
                                                   cujit_array **result, cujit_error *error)
{
    return cujit_mpi_reduction_run_sized(reduction, options, sizeof *options, args.items, args.count, result, error);
}

#ifdef CUJIT_AUTO
CUJIT_AUTO_FREE_(cujit_mpi)
CUJIT_AUTO_FREE_(cujit_mpi_exchange)
CUJIT_AUTO_FREE_(cujit_mpi_reduction)
#endif

#ifdef __cplusplus
}
#endif

#endif
