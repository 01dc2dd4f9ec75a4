/*
 * move.c: scatter, gather and broadcast of arrays.
 */
#include "libjit/base/alloc.h"
#include "libjit/mpi/ranks.h"

/* Collective: do all ranks name the same root, and is it one? CUJIT_MPI_ALL counts where `all` is set. */
static cujit_status agree_root(const char *function, cujit_mpi *mpi, int root, bool all, cujit_status status,
                               cujit_error *error)
{
    /* It comes first: whether there is to be a whole depends on it. */
    if (root >= mpi->info.size || (root < 0 && !(all && root == CUJIT_MPI_ALL)))
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: root is %d; there are ranks 0 to %d", function,
                              root, mpi->info.size - 1);
    return cj_mpi_agree_same(function, mpi, "root", root, status, error);
}

static cujit_status check_array(const char *function, const cujit_mpi *mpi, const char *what, const cujit_array *array,
                                cujit_error *error)
{
    if (array == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function, what);
    if (cujit_array_context(array) != mpi->context)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is an array of another context", function,
                            what);
    return CUJIT_OK;
}

cujit_status cujit_mpi_broadcast(cujit_mpi *mpi, int root, cujit_array *array, cujit_error *error)
{
    static const char function[] = "cujit_mpi_broadcast";
    cujit_status status = cj_mpi_check_call(function, mpi, error);
    cj_window window = {0};

    if (status != CUJIT_OK)
        return status;
    status = agree_root(function, mpi, root, false, check_array(function, mpi, "array", array, error), error);
    if (status != CUJIT_OK || (status = cj_shape_agree(function, mpi, array, 0, CUJIT_OK, error)) != CUJIT_OK ||
        cujit_array_size(array) == 0)
        return status;
    if ((status = cj_window_open(&window, mpi, array, error)) == CUJIT_OK && root == mpi->info.rank)
        status = cj_window_pack(&window, error);
    if ((status = cujit_mpi_agree(mpi, status, error)) == CUJIT_OK &&
        (status = cj_mpi_broadcast(function, mpi->comm, root, window.memory, window.bytes, error)) == CUJIT_OK) {
        if (root != mpi->info.rank)
            status = cj_window_unpack(&window, error);
        status = cujit_mpi_agree(mpi, status, error);
    }
    cj_window_close(&window);
    return status;
}

/* ---- A whole and its parts --------------------------------------------------------------------------------------- */

typedef struct parts {
    const char *function;
    cujit_mpi *mpi;
    int root;                                    /* a rank */
    const cujit_array *part_array, *whole_array; /* the latter NULL but where there is a whole */
    cj_window part, whole;
    uint64_t row;      /* bytes of one element of the first axis */
    uint64_t *lengths; /* of all parts, in rows; on the root */
} parts;

/* Do the parts fit the whole? On the root. */
static cujit_status check_lengths(const parts *p, cujit_error *error)
{
    const cj_shape whole = cj_shape_of(p->whole_array), part = cj_shape_of(p->part_array);
    uint64_t total = 0;
    cujit_status status = cj_shape_compare(p->function, &part, &whole, 1, error);

    if (status != CUJIT_OK)
        return cj_error_set(error, status, "%s: the whole does not fit the parts: its type, or its axes but the first",
                            p->function);
    for (int k = 0; k < p->mpi->info.size; k++)
        total += p->lengths[k];
    if (total != whole.lengths[0])
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "%s: the parts are %llu long together, and the whole %llu", p->function,
                            (unsigned long long)total, (unsigned long long)whole.lengths[0]);
    return CUJIT_OK;
}

/* Collective: gathers the lengths on the root. */
static cujit_status gather_lengths(parts *p, cujit_error *error)
{
    const cujit_mpi *mpi = p->mpi;
    const bool is_root = p->root == mpi->info.rank;
    const uint64_t own = cujit_array_shape(p->part_array)[0];
    cujit_status status = CUJIT_OK;

    if (is_root && (p->lengths = cj_calloc((size_t)mpi->info.size, sizeof *p->lengths)) == NULL)
        status = cj_error_no_memory(error, "the lengths of all ranks' parts");
    if ((status = cujit_mpi_agree(p->mpi, status, error)) == CUJIT_OK &&
        (status = cj_mpi_check(MPI_Gather(&own, 1, MPI_UINT64_T, p->lengths, 1, MPI_UINT64_T, p->root, mpi->comm),
                               p->function, error)) == CUJIT_OK)
        status = cujit_mpi_agree(p->mpi, is_root ? check_lengths(p, error) : CUJIT_OK, error);
    return status;
}

static cujit_status check_parts(const parts *p, bool has_whole, cujit_error *error)
{
    cujit_status status = check_array(p->function, p->mpi, "part", p->part_array, error);

    if (status == CUJIT_OK && has_whole)
        status = check_array(p->function, p->mpi, "whole", p->whole_array, error);
    else if (status == CUJIT_OK && p->whole_array != NULL)
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: the whole is on the root only: NULL elsewhere",
                              p->function);
    if (status == CUJIT_OK && cujit_array_ndim(p->part_array) == 0)
        status = cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: a part has no axes to lie behind each other along",
                              p->function);
    return status;
}

/* Collective: all that can fail before something is moved. `root` as the caller has it. */
static cujit_status open_parts(parts *p, int root, bool all, cujit_error *error)
{
    cujit_mpi *mpi = p->mpi;
    const bool has_whole = root == mpi->info.rank || root == CUJIT_MPI_ALL;
    cujit_status status;

    p->root = root == CUJIT_MPI_ALL ? 0 : root;
    status = agree_root(p->function, mpi, root, all, check_parts(p, has_whole, error), error);
    if (status != CUJIT_OK ||
        (status = cj_shape_agree(p->function, mpi, p->part_array, 1, CUJIT_OK, error)) != CUJIT_OK ||
        (root == CUJIT_MPI_ALL &&
         (status = cj_shape_agree(p->function, mpi, p->whole_array, 0, CUJIT_OK, error)) != CUJIT_OK) ||
        (status = gather_lengths(p, error)) != CUJIT_OK)
        return status;
    p->row = cujit_context_type_size(mpi->context, cujit_array_dtype(p->part_array));
    for (int k = 1; k < cujit_array_ndim(p->part_array); k++)
        p->row *= cujit_array_shape(p->part_array)[k];
    if ((status = cj_window_open(&p->part, mpi, p->part_array, error)) == CUJIT_OK && has_whole)
        status = cj_window_open(&p->whole, mpi, p->whole_array, error);
    return cujit_mpi_agree(mpi, status, error);
}

static void close_parts(parts *p)
{
    cj_window_close(&p->part);
    cj_window_close(&p->whole);
    cj_free(p->lengths);
}

/* By the root and the rank `k`: the latter's part, out of the whole or back into it. `place`: where it lies there. */
static cujit_status move_part(const parts *p, bool out, int k, void *place, uint64_t bytes, cujit_error *error)
{
    return out ? cj_mpi_move(p->function, p->mpi, p->root, place, k, p->part.memory, bytes, error)
               : cj_mpi_move(p->function, p->mpi, k, p->part.memory, p->root, place, bytes, error);
}

/* Collective. */
static cujit_status move_parts(const parts *p, bool out, cujit_error *error)
{
    char *place = p->whole.memory;
    cujit_status status = CUJIT_OK;

    if (p->root != p->mpi->info.rank)
        return move_part(p, out, p->mpi->info.rank, NULL, p->part.bytes, error);
    for (int k = 0; k < p->mpi->info.size && status == CUJIT_OK && p->whole.bytes != 0; k++) {
        status = move_part(p, out, k, place, p->lengths[k] * p->row, error);
        place += p->lengths[k] * p->row;
    }
    return status;
}

cujit_status cujit_mpi_scatter(cujit_mpi *mpi, int root, const cujit_array *whole, cujit_array *part,
                               cujit_error *error)
{
    parts p = {.function = "cujit_mpi_scatter", .mpi = mpi, .part_array = part, .whole_array = whole};
    cujit_status status = cj_mpi_check_call(p.function, mpi, error);

    if (status != CUJIT_OK)
        return status;
    if ((status = open_parts(&p, root, false, error)) != CUJIT_OK ||
        (status = cujit_mpi_agree(mpi, root == mpi->info.rank ? cj_window_pack(&p.whole, error) : CUJIT_OK, error)) !=
            CUJIT_OK ||
        (status = move_parts(&p, true, error)) != CUJIT_OK)
        goto out;
    status = cujit_mpi_agree(mpi, cj_window_unpack(&p.part, error), error);

out:
    close_parts(&p);
    return status;
}

cujit_status cujit_mpi_gather(cujit_mpi *mpi, int root, const cujit_array *part, cujit_array *whole, cujit_error *error)
{
    parts p = {.function = "cujit_mpi_gather", .mpi = mpi, .part_array = part, .whole_array = whole};
    cujit_status status = cj_mpi_check_call(p.function, mpi, error);

    if (status != CUJIT_OK)
        return status;
    if ((status = open_parts(&p, root, true, error)) != CUJIT_OK ||
        (status = cujit_mpi_agree(mpi, cj_window_pack(&p.part, error), error)) != CUJIT_OK ||
        (status = move_parts(&p, false, error)) != CUJIT_OK ||
        (root == CUJIT_MPI_ALL &&
         (status = cj_mpi_broadcast(p.function, mpi->comm, p.root, p.whole.memory, p.whole.bytes, error)) != CUJIT_OK))
        goto out;
    status = cujit_mpi_agree(mpi, cj_window_unpack(&p.whole, error), error);

out:
    close_parts(&p);
    return status;
}
