/*
 * staging.c: the memory that a context keeps for buffers, and copies through pinned pieces.
 *
 * A driver copies memory that is not pinned through pinned memory of its own, one piece after the other. Here there are
 * two pieces: while the device moves one, the processor fills or empties the other.
 */
#include "libjit/runtime/buffer.h"

#include "libjit/base/alloc.h"

#include <string.h>

/* Below SMALL the driver's own way is as good. */
enum { SMALL = 64 << 10, PIECE = 1 << 20, PIECES = 2 };
static const size_t device_held = (size_t)256 << 20, pinned_held = (size_t)16 << 20;

/* ---- What a context keeps ---------------------------------------------------------------------------------------- */

void cj_staging_free(cj_staging *staging, bool ours)
{
    if (staging == NULL)
        return;
    cj_blocks_clear(&staging->device, ours);
    cj_blocks_clear(&staging->pinned, ours);
    cj_free(staging);
}

static cujit_status make_staging(const cujit_context *context, cj_staging **out, cujit_error *error)
{
    cj_staging *staging = cj_calloc(1, sizeof *staging);
    cujit_status status;

    if (staging == NULL)
        return cj_error_no_memory(error, "the memory for buffers");
    staging->device.backend = staging->pinned.backend = context->backend;
    staging->device.device = staging->pinned.device = context->device;
    staging->device.max_held = device_held;
    staging->pinned.max_held = pinned_held;
    staging->pinned.pinned = true;
    if ((status = cj_blocks_init(&staging->device, error)) != CUJIT_OK)
        goto out;
    if ((status = cj_blocks_init(&staging->pinned, error)) != CUJIT_OK) {
        cj_blocks_clear(&staging->device, true);
        goto out;
    }
    *out = staging;
    staging = NULL;

out:
    cj_free(staging);
    return status;
}

cujit_status cj_staging_get(cujit_context *context, cj_staging **out, cujit_error *error)
{
    cj_staging *staging = atomic_load_explicit(&context->staging, memory_order_acquire), *made = NULL;
    cujit_status status;

    if (staging == NULL) {
        if ((status = make_staging(context, &made, error)) != CUJIT_OK)
            return status;
        if (atomic_compare_exchange_strong(&context->staging, &staging, made))
            staging = made;
        else
            cj_staging_free(made, true); /* another thread was faster */
    }
    *out = staging;
    return CUJIT_OK;
}

bool cj_staging_trim(cujit_context *context)
{
    cj_staging *staging = atomic_load_explicit(&context->staging, memory_order_acquire);

    return staging != NULL && cj_blocks_trim(&staging->device);
}

cujit_status cj_staging_alloc(cujit_context *context, size_t size, void **memory, cujit_error *error)
{
    cujit_error first = {0};
    cujit_status status = context->backend->alloc(context->device, size, memory, &first);

    if (status == CUJIT_ERROR_DEVICE_MEMORY && cj_staging_trim(context)) {
        cujit_error_clear(&first);
        status = context->backend->alloc(context->device, size, memory, &first);
    }
    return status == CUJIT_OK ? CUJIT_OK : cj_error_move(error, &first);
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
    cj_staging *staging = NULL;
    cujit_status status;

    /* Without pinned memory the driver's own way is left. */
    if (pinned || size < SMALL || cj_staging_get(context, &staging, NULL) != CUJIT_OK ||
        cj_blocks_take(&staging->pinned, PIECE, stream, &use.blocks[0], NULL) != CUJIT_OK ||
        cj_blocks_take(&staging->pinned, PIECE, stream, &use.blocks[1], NULL) != CUJIT_OK)
        status = context->backend->copy(context->device, to, from, size, kind, stream, false, error);
    else if (kind == CJ_COPY_TO_DEVICE)
        status = to_device(&use, to, from, size, error);
    else
        status = to_host(&use, to, from, size, error);
    for (size_t k = 0; k < PIECES && use.blocks[k] != NULL; k++)
        cj_blocks_put_back(&staging->pinned, use.blocks[k], stream, kind == CJ_COPY_TO_HOST && status == CUJIT_OK);
    return status;
}
