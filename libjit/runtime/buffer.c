/*
 * buffer.c: see buffer.h.
 *
 * A driver copies memory that is not pinned through pinned memory of its own, one piece after the other. Here there are
 * two pieces: while the device moves one, the processor fills or empties the other.
 */
#include "libjit/runtime/buffer.h"

#include "libjit/base/alloc.h"
#include "libjit/runtime/argument.h"

#include <string.h>

enum { USUAL_ALIGNMENT = 16 };

/* Below SMALL the driver's own way is as good. */
enum { SMALL = 64 << 10, PIECE = 1 << 20, PIECES = 2 };

void cj_buffers_init(cj_buffers *buffers, cujit_context *context, void *stream)
{
    buffers->context = context;
    buffers->stream = stream;
    buffers->alignment = USUAL_ALIGNMENT;
    buffers->first = NULL;
    buffers->end = &buffers->first;
}

/* ---- Copies, through pinned pieces ------------------------------------------------------------------------------- */

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

static cujit_status move_to_device(pieces *use, unsigned char *to, const unsigned char *from, size_t size,
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
static cujit_status move_to_host(pieces *use, unsigned char *to, const unsigned char *from, size_t size,
                                 cujit_error *error)
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

/* In the order of the stream. To the device: the host's memory may change when it returns, pinned memory excepted. To
 * the host: it is there when the stream has done it. */
static cujit_status copy(const cj_buffers *buffers, const cj_buffer *buffer, cj_copy kind, cujit_error *error)
{
    cujit_context *context = buffers->context;
    const bool to_host = kind == CJ_COPY_TO_HOST;
    void *memory = buffer->block->memory, *to = to_host ? buffer->host : memory,
         *from = to_host ? memory : buffer->host;
    pieces use = {.backend = context->backend, .device = context->device, .stream = buffers->stream};
    cj_blocks *pinned = &context->staging.pinned;
    cujit_status status;

    /* Without pinned memory the driver's own way is left. */
    if (buffer->pinned || buffer->size < SMALL ||
        cj_blocks_take(pinned, PIECE, use.stream, &use.blocks[0], NULL) != CUJIT_OK ||
        cj_blocks_take(pinned, PIECE, use.stream, &use.blocks[1], NULL) != CUJIT_OK)
        status = use.backend->copy(use.device, to, from, buffer->size, kind, use.stream, false, error);
    else
        status = (to_host ? move_to_host : move_to_device)(&use, to, from, buffer->size, error);
    for (size_t k = 0; k < PIECES && use.blocks[k] != NULL; k++)
        cj_blocks_put_back(pinned, use.blocks[k], use.stream, to_host && status == CUJIT_OK);
    return status;
}

/* ---- Into the call ----------------------------------------------------------------------------------------------- */

/* The copies would be recorded, and the memory go to the next call all the same. */
static cujit_status check_stream(const cj_buffers *buffers, cujit_error *error)
{
    const cujit_context *context = buffers->context;

    if (buffers->stream == NULL || !context->backend->graph_records(context->device, buffers->stream))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "a buffer on the fly cannot be recorded into a graph; an array can, and "
                        "cujit_array_fill_from_host_async() and cujit_array_to_host_async() beside the launch");
}

/* Will an earlier argument's results go to some of this memory? */
static bool is_in_use(const cj_buffers *buffers, const cj_buffer *asked)
{
    uintptr_t begin = (uintptr_t)asked->host, end = begin + asked->size;

    for (const cj_buffer *other = buffers->first; other != NULL; other = other->following) {
        uintptr_t start = (uintptr_t)other->host;

        if (other != asked && other->kind != CUJIT_ARG_IN && begin < start + other->size && start < end)
            return true;
    }
    return false;
}

/* Exactly as much as was asked for, and nothing that was used before: so the address sanitizer sees a kernel that
 * leaves it. */
static cujit_status enter_host(cj_buffers *buffers, cj_buffer *buffer, cujit_error *error)
{
    cujit_context *context = buffers->context;
    void *memory = NULL;
    cujit_status status;

    if (buffer->kind != CUJIT_ARG_IN && (uintptr_t)buffer->host % buffers->alignment == 0 &&
        !is_in_use(buffers, buffer)) {
        buffer->address = buffer->host;
        return CUJIT_OK;
    }
    if ((status = cj_blocks_alloc(&context->staging.device, buffer->size, &memory, error)) != CUJIT_OK)
        return status;
    buffer->address = memory;
    if (buffer->kind != CUJIT_ARG_OUT)
        memcpy(memory, buffer->host, buffer->size);
    return CUJIT_OK;
}

static bool is_pinned(const cujit_context *context, const cj_buffer *buffer)
{
    const char *memory = buffer->host;

    return context->backend->is_pinned(context->device, memory) &&
           context->backend->is_pinned(context->device, memory + buffer->size - 1);
}

static cujit_status enter_device(cj_buffers *buffers, cj_buffer *buffer, cujit_error *error)
{
    cujit_context *context = buffers->context;
    cujit_status status = cj_blocks_take(&context->staging.device, buffer->size, buffers->stream, &buffer->block,
                                         error);

    if (status != CUJIT_OK)
        return status;
    buffer->address = buffer->block->memory;
    buffer->pinned = is_pinned(context, buffer);
    if (buffer->kind == CUJIT_ARG_OUT)
        return CUJIT_OK;
    return copy(buffers, buffer, CJ_COPY_TO_DEVICE, error);
}

static cujit_status add(cj_buffers *buffers, const cujit_arg *arg, const void **value, cujit_error *error)
{
    cujit_status status;
    cj_buffer *buffer;

    if (arg->value.pointer == NULL && arg->size != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "the buffer's memory is NULL, and its size is %zu byte%s", arg->size,
                            arg->size == 1 ? "" : "s");
    if ((status = cj_check_extent("the buffer", arg->size, 1, error)) != CUJIT_OK ||
        (buffers->first == NULL && (status = check_stream(buffers, error)) != CUJIT_OK))
        return status;
    if ((buffer = cj_malloc(sizeof *buffer)) == NULL)
        return cj_error_no_memory(error, "a call's buffers");
    *buffer = (cj_buffer){.host = (void *)(uintptr_t)arg->value.pointer, .size = arg->size, .kind = arg->kind};
    *buffers->end = buffer;
    buffers->end = &buffer->following;
    *value = &buffer->address;
    if (buffer->size == 0)
        return CUJIT_OK;
    return (buffers->context->backend->is_host ? enter_host : enter_device)(buffers, buffer, error);
}

/* "argument 2 (x): " before the message of what failed for it. */
cujit_status cj_buffers_add(cj_buffers *buffers, const cujit_arg *arg, size_t index, const char *name,
                            const void **value, cujit_error *error)
{
    const char *open = name != NULL && name[0] != '\0' ? " (" : "", *close = open[0] != '\0' ? ")" : "";
    cujit_error failure = {0};
    cujit_status status = add(buffers, arg, value, &failure);

    if (status != CUJIT_OK)
        cj_error_vendor(error, status, failure.vendor, failure.vendor_code, "argument %zu%s%s%s: %s", index + 1, open,
                        open[0] != '\0' ? name : "", close, failure.message);
    cujit_error_clear(&failure);
    return status;
}

cujit_status cj_buffers_add_all(cj_buffers *buffers, const cj_signature *signature, const cujit_args *args,
                                const void **values, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < args->count && status == CUJIT_OK; k++) {
        const cj_parameter *parameter = &signature->parameters[k];

        buffers->alignment = parameter->alignment;
        if (cj_argument_is_buffer(&args->items[k]))
            status = cj_buffers_add(buffers, &args->items[k], k, parameter->name, &values[k], error);
    }
    return status;
}

/* ---- Out of the call --------------------------------------------------------------------------------------------- */

static void leave_host(const cj_buffers *buffers, const cj_buffer *buffer, bool succeeded)
{
    if (buffer->address == NULL || buffer->address == buffer->host)
        return;
    if (succeeded && buffer->kind != CUJIT_ARG_IN)
        memcpy(buffer->host, buffer->address, buffer->size);
    buffers->context->backend->free(buffers->context->device, CJ_MEMORY_DEVICE, (void *)(uintptr_t)buffer->address);
}

/* On errors too the stream is waited for: until then the copies may read the caller's memory. *idle: it is done. */
static cujit_status copy_back(const cj_buffers *buffers, cujit_status status, bool *idle, cujit_error *error)
{
    cujit_context *context = buffers->context;
    bool wait = buffers->stream == NULL, used = false;
    cujit_status waited;

    for (const cj_buffer *buffer = buffers->first; buffer != NULL; buffer = buffer->following) {
        if (buffer->block == NULL)
            continue;
        used = true;
        wait |= !buffer->pinned;
        if (status == CUJIT_OK && buffer->kind != CUJIT_ARG_IN)
            status = copy(buffers, buffer, CJ_COPY_TO_HOST, error);
    }
    *idle = false;
    if (!used || (!wait && status == CUJIT_OK))
        return status;
    waited = context->backend->stream_query(context->device, buffers->stream, NULL, status == CUJIT_OK ? error : NULL);
    *idle = waited == CUJIT_OK;
    return status == CUJIT_OK ? waited : status;
}

cujit_status cj_buffers_finish(cj_buffers *buffers, cujit_status launched, cujit_error *error)
{
    bool host = buffers->context->backend->is_host, idle = false;
    cujit_status status = host ? launched : copy_back(buffers, launched, &idle, error);

    for (cj_buffer *buffer = buffers->first, *following; buffer != NULL; buffer = following) {
        following = buffer->following;
        if (host)
            leave_host(buffers, buffer, launched == CUJIT_OK);
        else if (buffer->block != NULL)
            cj_blocks_put_back(&buffers->context->staging.device, buffer->block, buffers->stream, idle);
        cj_free(buffer);
    }
    buffers->first = NULL;
    return status;
}
