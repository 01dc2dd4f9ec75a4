/*
 * staging.c: the memory that a context keeps for buffers, and copies through pinned pieces.
 *
 * A driver copies memory that is not pinned through pinned memory of its own, one piece after the other. Here there are
 * two pieces: while the device moves one, the processor fills or empties the other.
 */
#include "libjit/runtime/buffer.h"

#include <string.h>

/* Below SMALL the driver's own way is as good. */
enum { SMALL = 64 << 10, PIECE = 1 << 20, PIECES = 2 };
static const size_t device_held = (size_t)256 << 20, pinned_held = (size_t)16 << 20;

/* ---- What a context keeps ---------------------------------------------------------------------------------------- */

void cj_staging_init(cujit_context *context)
{
    cj_blocks *device = &context->staging.device, *pinned = &context->staging.pinned;

    cj_blocks_init(device);
    cj_blocks_init(pinned);
    device->backend = pinned->backend = context->backend;
    device->device = pinned->device = context->device;
    device->max_held = device_held;
    pinned->max_held = pinned_held;
    pinned->pinned = true;
}

void cj_staging_clear(cujit_context *context, bool ours)
{
    cj_blocks_clear(&context->staging.device, ours);
    cj_blocks_clear(&context->staging.pinned, ours);
}

/* ---- Copies ------------------------------------------------------------------------------------------------------ */

/* The pieces of one copy. */
typedef struct pieces {
    const cj_backend *backend;
    cj_device *device;
    void *stream;
    cj_block *blocks[PIECES];
} pieces;

static size_t piece_of(size_t at, size_t size)
{
    return size - at < PIECE ? size - at : PIECE;
}

static cujit_status to_device(pieces *use, unsigned char *to, const unsigned char *from, size_t size,
                              cujit_error *error)
{
    cujit_status status = CUJIT_OK;
    size_t number = 0;

    for (size_t at = 0; status == CUJIT_OK && at < size; at += PIECE, number++) {
        cj_block *block = use->blocks[number % PIECES];
        size_t count = piece_of(at, size);

        if (number >= PIECES &&
            (status = use->backend->event_synchronize(use->device, block->event, error)) != CUJIT_OK)
            break;
        memcpy(block->memory, from + at, count);
        status = use->backend->copy(use->device, to + at, block->memory, count, CJ_COPY_TO_DEVICE, use->stream, false,
                                    error);
        if (status == CUJIT_OK)
            status = use->backend->event_record(use->device, block->event, use->stream, error);
    }
    return status;
}

/* Piece k is asked for before piece k-1 is waited for and emptied. */
static cujit_status to_host(pieces *use, unsigned char *to, const unsigned char *from, size_t size, cujit_error *error)
{
    cujit_status status = CUJIT_OK;
    size_t number = 0;

    for (size_t at = 0; status == CUJIT_OK && at < size + PIECE; at += PIECE, number++) {
        cj_block *block = use->blocks[number % PIECES], *before = use->blocks[(number + 1) % PIECES];

        if (at < size) {
            status = use->backend->copy(use->device, block->memory, from + at, piece_of(at, size), CJ_COPY_TO_HOST,
                                        use->stream, false, error);
            if (status == CUJIT_OK)
                status = use->backend->event_record(use->device, block->event, use->stream, error);
        }
        if (status == CUJIT_OK && number > 0 &&
            (status = use->backend->event_synchronize(use->device, before->event, error)) == CUJIT_OK)
            memcpy(to + at - PIECE, before->memory, piece_of(at - PIECE, size));
    }
    return status;
}

cujit_status cj_staging_copy(cujit_context *context, void *to, const void *from, size_t size, cj_copy kind, bool pinned,
                             void *stream, cujit_error *error)
{
    pieces use = {.backend = context->backend, .device = context->device, .stream = stream};
    cj_blocks *pinned_blocks = &context->staging.pinned;
    cujit_status status;

    /* Without pinned memory the driver's own way is left. */
    if (pinned || size < SMALL || cj_blocks_take(pinned_blocks, PIECE, stream, &use.blocks[0], NULL) != CUJIT_OK ||
        cj_blocks_take(pinned_blocks, PIECE, stream, &use.blocks[1], NULL) != CUJIT_OK)
        status = context->backend->copy(context->device, to, from, size, kind, stream, false, error);
    else if (kind == CJ_COPY_TO_DEVICE)
        status = to_device(&use, to, from, size, error);
    else
        status = to_host(&use, to, from, size, error);
    for (size_t k = 0; k < PIECES && use.blocks[k] != NULL; k++)
        cj_blocks_put_back(pinned_blocks, use.blocks[k], stream, kind == CJ_COPY_TO_HOST && status == CUJIT_OK);
    return status;
}
