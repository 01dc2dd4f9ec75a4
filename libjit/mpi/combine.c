/*
 * combine.c: values of all ranks, combined in their order.
 *
 * A small array is gathered by rank 0; a large one is cut into pieces, each of which another rank gathers, so that
 * memory and work are spread. Whoever has gathered a piece combines it along the ranks and sends the result to all: it
 * is calculated once, so that all have the same bits.
 */
#include "libjit/mpi/ranks.h"

enum { PIECE = 1 << 16 }; /* bytes of a rank's piece at least, where there are several */

typedef struct combining {
    const char *function;
    cujit_mpi *mpi;
    const cujit_array *partial;
    cujit_dtype out;
    int owners;
    size_t piece, element, out_element; /* elements of a piece but the last; bytes of one that goes in, and out */
    cj_window sent, got, told;
    cujit_array *gathered, *combined, *result; /* all ranks' of this rank's piece; that combined; all pieces */
} combining;

/* Of one owner's piece: the first element, and how many there are. */
static size_t piece_start(const combining *c, int owner)
{
    return (size_t)owner * c->piece;
}

static size_t piece_length(const combining *c, int owner)
{
    const size_t size = cujit_array_size(c->partial), start = piece_start(c, owner);

    return start >= size ? 0 : size - start < c->piece ? size - start : c->piece;
}

static bool owns(const combining *c)
{
    return c->mpi->info.rank < c->owners && piece_length(c, c->mpi->info.rank) != 0;
}

/* What this rank does for itself before anything is sent. */
static cujit_status open_all(combining *c, cujit_error *error)
{
    cujit_context *context = c->mpi->context;
    const size_t bytes = cujit_array_bytes(c->partial), size = cujit_array_size(c->partial);
    cujit_status status;

    c->owners = (int)(bytes / PIECE < (size_t)c->mpi->info.size ? bytes / PIECE : (size_t)c->mpi->info.size);
    c->owners = c->owners != 0 ? c->owners : 1;
    c->piece = (size + (size_t)c->owners - 1) / (size_t)c->owners;
    c->element = bytes / size;
    c->out_element = cujit_context_type_size(context, c->out);
    if ((status = cujit_array_create(context, c->out, cujit_array_ndim(c->partial), cujit_array_shape(c->partial),
                                     &c->result, error)) != CUJIT_OK ||
        (status = cj_window_open(&c->told, c->mpi, c->result, error)) != CUJIT_OK ||
        (status = cj_window_open(&c->sent, c->mpi, c->partial, error)) != CUJIT_OK ||
        (status = cj_window_pack(&c->sent, error)) != CUJIT_OK || !owns(c))
        return status;
    if ((status = cujit_array_create(context, cujit_array_dtype(c->partial), 2,
                                     (const size_t[]){(size_t)c->mpi->info.size, piece_length(c, c->mpi->info.rank)},
                                     &c->gathered, error)) != CUJIT_OK)
        return status;
    return cj_window_open(&c->got, c->mpi, c->gathered, error);
}

/* Collective: each owner gets its piece of all ranks. */
static cujit_status gather_pieces(combining *c, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (int k = 0; k < c->owners && status == CUJIT_OK; k++) {
        const size_t length = piece_length(c, k);
        const char *own = (const char *)c->sent.memory + piece_start(c, k) * c->element;

        if (length != 0)
            status = cj_mpi_gather(c->function, c->mpi, k, own, c->got.memory, length * c->element, error);
    }
    return status;
}

/* This rank's own piece of the result, into what is sent. */
static cujit_status place_piece(combining *c, cujit_error *error)
{
    const size_t start = piece_start(c, c->mpi->info.rank) * c->out_element, bytes = cujit_array_bytes(c->combined);
    char *to = (char *)c->told.memory + start;

    if (c->told.staging.memory != NULL)
        return cujit_array_to_host(c->combined, to, bytes, error);
    return cujit_memory_copy(c->mpi->context, to, cujit_array_data(c->combined), bytes, error);
}

static cujit_status combine_piece(combining *c, cj_combiner combine, void *user, cujit_error *error)
{
    cujit_status status;

    if (!owns(c))
        return CUJIT_OK;
    if ((status = cj_window_unpack(&c->got, error)) != CUJIT_OK ||
        (status = combine(user, c->gathered, &c->combined, error)) != CUJIT_OK)
        return status;
    return place_piece(c, error);
}

/* Collective: each owner's result to all. */
static cujit_status tell_pieces(combining *c, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (int k = 0; k < c->owners && status == CUJIT_OK; k++) {
        const size_t length = piece_length(c, k);
        char *place = (char *)c->told.memory + piece_start(c, k) * c->out_element;

        if (length != 0)
            status = cj_mpi_broadcast(c->function, c->mpi->comm, k, place, length * c->out_element, error);
    }
    return status;
}

static void close_all(combining *c)
{
    cj_window_close(&c->sent);
    cj_window_close(&c->got);
    cj_window_close(&c->told);
    cujit_array_free(c->gathered);
    cujit_array_free(c->combined);
    cujit_array_free(c->result);
}

cujit_status cj_combine(const char *function, cujit_mpi *mpi, const cujit_array *partial, cujit_dtype out,
                        cj_combiner combine, void *user, cujit_status status, cujit_array **result, cujit_error *error)
{
    combining c = {.function = function, .mpi = mpi, .partial = partial, .out = out};

    if ((status = cj_shape_agree(function, mpi, partial, 0, status, error)) != CUJIT_OK)
        return status;
    if (cujit_array_size(partial) == 0) {
        status = cujit_array_create(mpi->context, out, cujit_array_ndim(partial), cujit_array_shape(partial), &c.result,
                                    error);
    } else if ((status = cujit_mpi_agree(mpi, open_all(&c, error), error)) == CUJIT_OK &&
               (status = gather_pieces(&c, error)) == CUJIT_OK &&
               (status = cujit_mpi_agree(mpi, combine_piece(&c, combine, user, error), error)) == CUJIT_OK &&
               (status = tell_pieces(&c, error)) == CUJIT_OK) {
        status = cj_window_unpack(&c.told, error);
    }
    if ((status = cujit_mpi_agree(mpi, status, error)) == CUJIT_OK) {
        *result = c.result;
        c.result = NULL;
    }
    close_all(&c);
    return status;
}
