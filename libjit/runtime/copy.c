/*
 * copy.c: copies and fills.
 */
#include "libjit/runtime/context.h"

#include <stdint.h>

/* ---- Bytes in a row ---------------------------------------------------------------------------------------------- */

static cujit_status check_bytes(const char *function, const void *to, const void *from, size_t size, cujit_error *error)
{
    if (to == NULL || from == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL, and size is %zu bytes", function,
                            to == NULL ? "the destination" : "the source", size);
    return cj_check_extent(function, size, 1, error);
}

static cujit_status copy(const char *function, cujit_context *context, void *to, const void *from, size_t size,
                         cj_copy kind, void *stream, bool blocking, cujit_error *error)
{
    cujit_status status = cj_context_check_call(function, context, "", "", error);

    if (status != CUJIT_OK || size == 0 || (status = check_bytes(function, to, from, size, error)) != CUJIT_OK)
        return status;
    return context->backend->copy(context->device, to, from, size, kind, stream, blocking, error);
}

cujit_status cujit_memory_to_device(cujit_context *context, void *device, const void *host, size_t size,
                                    cujit_error *error)
{
    return copy("cujit_memory_to_device", context, device, host, size, CJ_COPY_TO_DEVICE, NULL, true, error);
}

cujit_status cujit_memory_to_host(cujit_context *context, void *host, const void *device, size_t size,
                                  cujit_error *error)
{
    return copy("cujit_memory_to_host", context, host, device, size, CJ_COPY_TO_HOST, NULL, true, error);
}

cujit_status cujit_memory_copy(cujit_context *context, void *to, const void *from, size_t size, cujit_error *error)
{
    return copy("cujit_memory_copy", context, to, from, size, CJ_COPY_ON_DEVICE, NULL, true, error);
}

cujit_status cujit_memory_to_device_async(cujit_context *context, void *device, const void *host, size_t size,
                                          cujit_stream stream, cujit_error *error)
{
    return copy("cujit_memory_to_device_async", context, device, host, size, CJ_COPY_TO_DEVICE, stream, false, error);
}

cujit_status cujit_memory_to_host_async(cujit_context *context, void *host, const void *device, size_t size,
                                        cujit_stream stream, cujit_error *error)
{
    return copy("cujit_memory_to_host_async", context, host, device, size, CJ_COPY_TO_HOST, stream, false, error);
}

cujit_status cujit_memory_copy_async(cujit_context *context, void *to, const void *from, size_t size,
                                     cujit_stream stream, cujit_error *error)
{
    return copy("cujit_memory_copy_async", context, to, from, size, CJ_COPY_ON_DEVICE, stream, false, error);
}

/* ---- Fills ------------------------------------------------------------------------------------------------------- */

static cujit_status fill(const char *function, cujit_context *context, void *memory, unsigned value,
                         unsigned element_bytes, size_t count, void *stream, cujit_error *error)
{
    cujit_status status = cj_context_check_call(function, context, "", "", error);

    if (status != CUJIT_OK || count == 0)
        return status;
    if (memory == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: memory is NULL, and %s is %zu", function,
                            element_bytes == 1 ? "size" : "count", count);
    if ((uintptr_t)memory % element_bytes != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: the memory at %p is not aligned to its elements of %u bytes", function, memory,
                            element_bytes);
    if ((status = cj_check_extent(function, count, element_bytes, error)) != CUJIT_OK)
        return status;
    return context->backend->fill(context->device, memory, value, element_bytes, count, stream, error);
}

cujit_status cujit_memory_fill(cujit_context *context, void *memory, unsigned char value, size_t size,
                               cujit_stream stream, cujit_error *error)
{
    return fill("cujit_memory_fill", context, memory, value, 1, size, stream, error);
}

cujit_status cujit_memory_fill16(cujit_context *context, void *memory, uint16_t value, size_t count,
                                 cujit_stream stream, cujit_error *error)
{
    return fill("cujit_memory_fill16", context, memory, value, 2, count, stream, error);
}

cujit_status cujit_memory_fill32(cujit_context *context, void *memory, uint32_t value, size_t count,
                                 cujit_stream stream, cujit_error *error)
{
    return fill("cujit_memory_fill32", context, memory, value, 4, count, stream, error);
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------- */

/* One side's distances, with their defaults filled in. */
static cujit_status check_side(const char *function, const char *side, const cujit_box *box, size_t *pitch,
                               size_t *rows, cujit_error *error)
{
    if (*pitch == 0)
        *pitch = box->width;
    if (*rows == 0)
        *rows = box->height;
    if (*pitch < box->width)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: %s_pitch is %zu bytes, less than a row's width of %zu", function, side, *pitch,
                            box->width);
    if (*rows < box->height)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: %s_rows is %zu, less than a slice's height of %zu", function, side, *rows,
                            box->height);
    if (*rows > PTRDIFF_MAX / *pitch || box->depth > PTRDIFF_MAX / (*pitch * *rows))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: %zu slices of %zu rows of %zu bytes are more than can be addressed", function,
                            box->depth, *rows, *pitch);
    return CUJIT_OK;
}

static cujit_status copy_box(const char *function, cujit_context *context, const cujit_box *given,
                             cujit_direction direction, void *stream, bool blocking, cujit_error *error)
{
    cujit_status status = cj_context_check_call(function, context, "box", given, error);
    cujit_box box;

    if (status != CUJIT_OK)
        return status;
    if ((int)direction < CUJIT_DIRECTION_TO_DEVICE || (int)direction > CUJIT_DIRECTION_ON_DEVICE)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: %d is no direction: expected CUJIT_DIRECTION_TO_DEVICE, _TO_HOST or _ON_DEVICE",
                            function, (int)direction);
    if (given->width == 0)
        return CUJIT_OK;
    if (given->to == NULL || given->from == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL, and a row has %zu bytes", function,
                            given->to == NULL ? "to" : "from", given->width);
    box = *given;
    box.height = given->height != 0 ? given->height : 1;
    box.depth = given->depth != 0 ? given->depth : 1;
    if ((status = check_side(function, "to", &box, &box.to_pitch, &box.to_rows, error)) != CUJIT_OK ||
        (status = check_side(function, "from", &box, &box.from_pitch, &box.from_rows, error)) != CUJIT_OK)
        return status;
    return context->backend->copy_box(context->device, &box, (cj_copy)direction, stream, blocking, error);
}

cujit_status cujit_memory_copy_box(cujit_context *context, const cujit_box *box, cujit_direction direction,
                                   cujit_error *error)
{
    return copy_box("cujit_memory_copy_box", context, box, direction, NULL, true, error);
}

cujit_status cujit_memory_copy_box_async(cujit_context *context, const cujit_box *box, cujit_direction direction,
                                         cujit_stream stream, cujit_error *error)
{
    return copy_box("cujit_memory_copy_box_async", context, box, direction, stream, false, error);
}

/* ---- Between devices --------------------------------------------------------------------------------------------- */

cujit_status cujit_memory_copy_peer(cujit_context *to_context, void *to, cujit_context *from_context, const void *from,
                                    size_t size, cujit_error *error)
{
    cujit_status status;

    if ((status = cj_context_check_call("cujit_memory_copy_peer", to_context, "", "", error)) != CUJIT_OK ||
        (status = cj_context_check_call("cujit_memory_copy_peer", from_context, "", "", error)) != CUJIT_OK)
        return status;
    if (to_context->backend != from_context->backend)
        return cj_error_set(
            error, CUJIT_ERROR_UNSUPPORTED,
            "cujit_memory_copy_peer: %s and %s are devices of different kinds; copy through host memory",
            from_context->device_text, to_context->device_text);
    if (size == 0 || (status = check_bytes("cujit_memory_copy_peer", to, from, size, error)) != CUJIT_OK)
        return status;
    return to_context->backend->copy_peer(to_context->device, to, from_context->device, from, size, error);
}
