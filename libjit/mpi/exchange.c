/*
 * exchange.c: halos between neighbours.
 *
 * What goes where is found out once. A message that a rank cannot send is sent without a byte, so that its neighbour
 * does not wait, and knows.
 */
#include "libjit/base/alloc.h"
#include "libjit/mpi/ranks.h"

#include <stdio.h>
#include <string.h>

enum { BEFORE, AFTER, SIDES };

/* One end of the array along one axis. */
typedef struct side {
    int neighbour;
    cujit_array *edge, *halo; /* owned views: what is sent, and where comes what is got; NULL without a neighbour */
    cj_window out, in;
} side;

struct cujit_mpi_exchange {
    cujit_mpi *mpi;
    int count;
    side (*sides)[SIDES]; /* of each halo */
};

/* What a rank tells the others of its halos. */
typedef struct offer {
    int axis, neighbours[SIDES];
    char type[64];
    uint64_t bytes;
} offer;

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static cujit_status check_halo(const cujit_mpi *mpi, const cujit_array *array, const cujit_mpi_halo *halo, int k,
                               cujit_error *error)
{
    const int ndim = cujit_array_ndim(array), axis = halo->axis < 0 ? halo->axis + ndim : halo->axis;
    const int neighbours[SIDES] = {halo->before, halo->after};

    if (axis < 0 || axis >= ndim)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_mpi_exchange_create: halo %d has axis %d; the array has %d", k, halo->axis, ndim);
    for (int end = 0; end < SIDES; end++) {
        if (neighbours[end] != MPI_PROC_NULL && (neighbours[end] < 0 || neighbours[end] >= mpi->info.size))
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "cujit_mpi_exchange_create: halo %d names rank %d; there are 0 to %d", k,
                                neighbours[end], mpi->info.size - 1);
    }
    if (halo->width == 0 || halo->width > cujit_array_shape(array)[axis] / 3)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "cujit_mpi_exchange_create: halo %d is %zu wide, and axis %d is %zu long: expected 1 to a "
                            "third of that, for two halos and what lies between",
                            k, halo->width, halo->axis, cujit_array_shape(array)[axis]);
    return CUJIT_OK;
}

/* array[..., start:stop, ...] of that axis. */
static cujit_status slice(const cujit_array *array, int axis, size_t start, size_t stop, cujit_array **view,
                          cujit_error *error)
{
    cujit_index indices[CUJIT_ARRAY_MAX_NDIM];

    for (int k = 0; k < axis; k++)
        indices[k] = cujit_index_all();
    indices[axis] = cujit_index_slice((int64_t)start, (int64_t)stop, 1);
    return cujit_array_slice(array, axis + 1, indices, view, error);
}

static cujit_status open_side(cujit_mpi *mpi, const cujit_array *array, const cujit_mpi_halo *halo, int end, side *out,
                              cujit_error *error)
{
    const int axis = halo->axis < 0 ? halo->axis + cujit_array_ndim(array) : halo->axis;
    const size_t length = cujit_array_shape(array)[axis], width = halo->width;
    const size_t edge = end == BEFORE ? width : length - 2 * width, outer = end == BEFORE ? 0 : length - width;
    cujit_status status;

    out->neighbour = end == BEFORE ? halo->before : halo->after;
    if (out->neighbour == MPI_PROC_NULL)
        return CUJIT_OK;
    if ((status = slice(array, axis, edge, edge + width, &out->edge, error)) != CUJIT_OK ||
        (status = slice(array, axis, outer, outer + width, &out->halo, error)) != CUJIT_OK ||
        (status = cj_window_open(&out->out, mpi, out->edge, error)) != CUJIT_OK)
        return status;
    return cj_window_open(&out->in, mpi, out->halo, error);
}

/* What this rank does for itself. */
static cujit_status open_sides(cujit_mpi_exchange *x, const cujit_array *array, const cujit_mpi_halo *halos,
                               cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (int k = 0; k < x->count && status == CUJIT_OK; k++) {
        status = check_halo(x->mpi, array, &halos[k], k, error);
        for (int end = 0; end < SIDES && status == CUJIT_OK; end++)
            status = open_side(x->mpi, array, &halos[k], end, &x->sides[k][end], error);
    }
    return status;
}

/* Does the neighbour at that end expect what this rank sends? Offers are all ranks', `count` of each. */
static cujit_status match(const cujit_mpi_exchange *x, const offer *offers, int k, int end, cujit_error *error)
{
    const int own = x->mpi->info.rank;
    const offer *ours = &offers[(size_t)own * (size_t)x->count + (size_t)k], *theirs;
    const int other = ours->neighbours[end];

    if (other == MPI_PROC_NULL)
        return CUJIT_OK;
    theirs = &offers[(size_t)other * (size_t)x->count + (size_t)k];
    if (theirs->neighbours[1 - end] != own)
        return cj_error_set(
            error, CUJIT_ERROR_INVALID_ARGUMENT,
            "cujit_mpi_exchange_create: halo %d has rank %d %s this one, but that rank has another (%d) on "
            "its other side",
            k, other, end == BEFORE ? "before" : "after", theirs->neighbours[1 - end]);
    if (theirs->axis != ours->axis)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_mpi_exchange_create: halo %d goes along axis %d here, and along axis %d on rank %d",
                            k, ours->axis, theirs->axis, other);
    if (theirs->bytes != ours->bytes || strcmp(theirs->type, ours->type) != 0)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "cujit_mpi_exchange_create: halo %d has %llu bytes of %s here, and %llu of %s on rank %d",
                            k, (unsigned long long)ours->bytes, ours->type, (unsigned long long)theirs->bytes,
                            theirs->type, other);
    return CUJIT_OK;
}

static cujit_status match_all(const cujit_mpi_exchange *x, const offer *offers, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (int k = 0; k < SIDES * x->count && status == CUJIT_OK; k++)
        status = match(x, offers, k / SIDES, k % SIDES, error);
    return status;
}

static offer offer_of(const cujit_mpi_exchange *x, const cujit_array *array, const cujit_mpi_halo *halo)
{
    const int axis = halo->axis + (halo->axis < 0 ? cujit_array_ndim(array) : 0);
    offer made;

    memset(&made, 0, sizeof made); /* gaps too: it is sent */
    made.axis = axis;
    made.neighbours[BEFORE] = halo->before;
    made.neighbours[AFTER] = halo->after;
    made.bytes = cujit_array_bytes(array) / cujit_array_shape(array)[axis] * halo->width;
    snprintf(made.type, sizeof made.type, "%s", cujit_context_type_name(x->mpi->context, cujit_array_dtype(array)));
    return made;
}

/* Collective: do the neighbours fit? */
static cujit_status agree_halos(cujit_mpi_exchange *x, const cujit_array *array, const cujit_mpi_halo *halos,
                                cujit_error *error)
{
    cujit_mpi *mpi = x->mpi;
    const size_t count = (size_t)x->count;
    offer *own = cj_calloc(count, sizeof *own), *all = cj_calloc(count * (size_t)mpi->info.size, sizeof *all);
    cujit_status status = CUJIT_OK;

    if (own == NULL || all == NULL)
        status = cj_error_no_memory(error, "the halos of all ranks");
    if ((status = cujit_mpi_agree(mpi, status, error)) != CUJIT_OK)
        goto out;
    for (int k = 0; k < x->count; k++)
        own[k] = offer_of(x, array, &halos[k]);
    if ((status = cj_mpi_check(MPI_Allgather(own, (int)(count * sizeof *own), MPI_BYTE, all, (int)(count * sizeof *own),
                                             MPI_BYTE, mpi->comm),
                               "the halos of all ranks", error)) == CUJIT_OK)
        status = cujit_mpi_agree(mpi, match_all(x, all, error), error);

out:
    cj_free(own);
    cj_free(all);
    return status;
}

static cujit_status check_call(const cujit_mpi *mpi, const cujit_array *array, const cujit_mpi_halo *halos, int count,
                               cujit_mpi_exchange **exchange, cujit_error *error)
{
    if (array == NULL || halos == NULL || exchange == NULL || count < 1 || count > CUJIT_ARRAY_MAX_NDIM)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_mpi_exchange_create: %s",
                            array == NULL      ? "array is NULL"
                            : halos == NULL    ? "halos is NULL"
                            : exchange == NULL ? "exchange is NULL"
                                               : "count must be 1 to 32");
    if (cujit_array_context(array) != mpi->context)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_mpi_exchange_create: the array is one of another context");
    return CUJIT_OK;
}

/* The kernels that pack and unpack, which one rank makes for all: what a halo has goes out and in again. */
static cujit_status try_side(void *user, size_t k, cujit_context *context, cujit_error *error)
{
    const cujit_mpi_exchange *x = user;
    cujit_status status = CUJIT_OK;

    (void)context;
    for (int end = 0; end < SIDES && status == CUJIT_OK; end++) {
        const side *one = &x->sides[k][end];

        if (one->edge == NULL)
            continue;
        if ((status = cj_window_pack(&one->out, error)) == CUJIT_OK &&
            (status = cj_window_pack(&one->in, error)) == CUJIT_OK)
            status = cj_window_unpack(&one->in, error);
    }
    return status;
}

cujit_status cujit_mpi_exchange_create(cujit_mpi *mpi, cujit_array *array, const cujit_mpi_halo *halos, int count,
                                       cujit_mpi_exchange **exchange, cujit_error *error)
{
    cujit_mpi_exchange *x = NULL;
    cujit_status status = cj_mpi_check_call("cujit_mpi_exchange_create", mpi, error);

    if (status != CUJIT_OK)
        return status;
    if ((status = check_call(mpi, array, halos, count, exchange, error)) == CUJIT_OK) {
        if ((x = cj_calloc(1, sizeof *x)) != NULL)
            *x = (cujit_mpi_exchange){.mpi = mpi, .count = count, .sides = cj_calloc((size_t)count, sizeof *x->sides)};
        if (x != NULL)
            cj_mpi_retain(mpi);
        if (x == NULL || x->sides == NULL)
            status = cj_error_no_memory(error, "an exchange of halos");
        else
            status = open_sides(x, array, halos, error);
    }
    if ((status = cj_mpi_agree_same("cujit_mpi_exchange_create", mpi, "count", count, status, error)) != CUJIT_OK ||
        (status = agree_halos(x, array, halos, error)) != CUJIT_OK ||
        (status = cujit_mpi_share(mpi, (size_t)count, try_side, x, NULL, error)) != CUJIT_OK)
        goto out;
    *exchange = x;
    x = NULL;

out:
    cujit_mpi_exchange_free(x);
    return status;
}

void cujit_mpi_exchange_free(cujit_mpi_exchange *exchange)
{
    if (exchange == NULL)
        return;
    for (int k = 0; exchange->sides != NULL && k < exchange->count; k++) {
        for (int end = 0; end < SIDES; end++) {
            side *one = &exchange->sides[k][end];

            cj_window_close(&one->out);
            cj_window_close(&one->in);
            cujit_array_free(one->edge);
            cujit_array_free(one->halo);
        }
    }
    cj_mpi_release(exchange->mpi);
    cj_free(exchange->sides);
    cj_free(exchange);
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

/* The next piece of what goes along one axis. Messages have a tag by the end that they leave from. */
static cujit_status move_piece(const cujit_mpi *mpi, const side sides[SIDES], size_t at, int piece, bool failed,
                               cujit_error *error)
{
    MPI_Request requests[2 * SIDES];
    MPI_Status got[2 * SIDES];
    int from[SIDES], posted = 0, received = 0, bytes, code = MPI_SUCCESS;

    for (int end = 0; end < SIDES; end++) {
        if (sides[end].edge != NULL) {
            code |= MPI_Irecv((char *)sides[end].in.memory + at, piece, MPI_BYTE, sides[end].neighbour, 1 - end,
                              mpi->comm, &requests[posted]);
            from[posted++] = end;
        }
    }
    received = posted;
    for (int end = 0; end < SIDES; end++) {
        if (sides[end].edge != NULL)
            code |= MPI_Isend((const char *)sides[end].out.memory + at, failed ? 0 : piece, MPI_BYTE,
                              sides[end].neighbour, end, mpi->comm, &requests[posted++]);
    }
    if (code == MPI_SUCCESS)
        code = MPI_Waitall(posted, requests, got);
    if (code != MPI_SUCCESS)
        return cj_mpi_check(code, "cujit_mpi_exchange_run", error);
    for (int k = 0; k < received; k++) {
        MPI_Get_count(&got[k], MPI_BYTE, &bytes);
        if (bytes != piece)
            return cj_error_set(error, CUJIT_ERROR_IO,
                                "cujit_mpi_exchange_run: rank %d failed, and had nothing to send to rank %d",
                                sides[from[k]].neighbour, mpi->info.rank);
    }
    return CUJIT_OK;
}

/* All pieces, whatever becomes of the first: neighbours count on them. Both ends have as many bytes. */
static cujit_status move(const cujit_mpi *mpi, const side sides[SIDES], bool failed, cujit_error *error)
{
    const size_t bytes = sides[BEFORE].edge != NULL ? sides[BEFORE].in.bytes : sides[AFTER].in.bytes;
    cujit_status status = CUJIT_OK, moved;

    for (size_t at = 0; at < bytes; at += CJ_MPI_PIECE) {
        moved = move_piece(mpi, sides, at, cj_mpi_piece(bytes - at), failed, status == CUJIT_OK ? error : NULL);
        status = status == CUJIT_OK ? moved : status;
    }
    return status;
}

static cujit_status pack(side sides[SIDES], cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (int end = 0; end < SIDES && status == CUJIT_OK; end++) {
        if (sides[end].edge != NULL)
            status = cj_window_pack(&sides[end].out, error);
    }
    return status;
}

static cujit_status unpack(side sides[SIDES], cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (int end = 0; end < SIDES && status == CUJIT_OK; end++) {
        if (sides[end].edge != NULL)
            status = cj_window_unpack(&sides[end].in, error);
    }
    return status;
}

/* A rank that failed goes on with messages that say so, for each axis: its neighbours count on them. */
cujit_status cujit_mpi_exchange_run(cujit_mpi_exchange *exchange, cujit_error *error)
{
    cujit_status status, moved;

    if (exchange == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_mpi_exchange_run: exchange is NULL");
    if ((status = cj_mpi_check_call("cujit_mpi_exchange_run", exchange->mpi, error)) != CUJIT_OK)
        return status;
    for (int k = 0; k < exchange->count; k++) {
        side *sides = exchange->sides[k];

        if (status == CUJIT_OK)
            status = pack(sides, error);
        moved = move(exchange->mpi, sides, status != CUJIT_OK, status == CUJIT_OK ? error : NULL);
        if (status == CUJIT_OK && (status = moved) == CUJIT_OK)
            status = unpack(sides, error);
    }
    return status;
}
