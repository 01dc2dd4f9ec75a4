/*
 * memory.c: device memory, pinned host memory and copies.
 */
#include "libjit/context.h"

static cujit_status check(const cujit_context *context, const char *function, cujit_error *error)
{
    if (context == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: context is NULL", function);
    return cj_context_check(context, error);
}

cujit_status cujit_memory_alloc(cujit_context *context, size_t size, void **memory, cujit_error *error)
{
    cujit_status status = check(context, "cujit_memory_alloc", error);
    void *result = NULL;

    if (status != CUJIT_OK)
        return status;
    if (memory == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_memory_alloc: memory is NULL");
    if (size != 0) {
        if ((status = context->backend->alloc(context->device, size, &result, error)) != CUJIT_OK)
            return status;
        cj_context_retain(context);
    }
    *memory = result;
    return CUJIT_OK;
}

/* After a fork the memory is the parent's: a child only forgets it. */
void cujit_memory_free(cujit_context *context, void *memory)
{
    if (context == NULL || memory == NULL)
        return;
    if (cj_context_check(context, NULL) == CUJIT_OK)
        context->backend->free(context->device, memory);
    cj_context_release(context);
}

cujit_status cujit_pinned_alloc(cujit_context *context, size_t size, void **memory, cujit_error *error)
{
    cujit_status status = check(context, "cujit_pinned_alloc", error);
    void *result = NULL;

    if (status != CUJIT_OK)
        return status;
    if (memory == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pinned_alloc: memory is NULL");
    if (size != 0) {
        if ((status = context->backend->alloc_pinned(context->device, size, &result, error)) != CUJIT_OK)
            return status;
        cj_context_retain(context);
    }
    *memory = result;
    return CUJIT_OK;
}

void cujit_pinned_free(cujit_context *context, void *memory)
{
    if (context == NULL || memory == NULL)
        return;
    if (cj_context_check(context, NULL) == CUJIT_OK)
        context->backend->free_pinned(context->device, memory);
    cj_context_release(context);
}

/* ---- Copies ------------------------------------------------------------------------------------------------------ */

static cujit_status copy(const char *function, cujit_context *context, void *to, const void *from, size_t size,
                         cj_copy kind, void *stream, bool blocking, cujit_error *error)
{
    cujit_status status = check(context, function, error);

    if (status != CUJIT_OK || size == 0)
        return status;
    if (to == NULL || from == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL, and size is %zu bytes", function,
                            to == NULL ? "the destination" : "the source", size);
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
                                          void *stream, cujit_error *error)
{
    return copy("cujit_memory_to_device_async", context, device, host, size, CJ_COPY_TO_DEVICE, stream, false, error);
}

cujit_status cujit_memory_to_host_async(cujit_context *context, void *host, const void *device, size_t size,
                                        void *stream, cujit_error *error)
{
    return copy("cujit_memory_to_host_async", context, host, device, size, CJ_COPY_TO_HOST, stream, false, error);
}

cujit_status cujit_memory_copy_async(cujit_context *context, void *to, const void *from, size_t size, void *stream,
                                     cujit_error *error)
{
    return copy("cujit_memory_copy_async", context, to, from, size, CJ_COPY_ON_DEVICE, stream, false, error);
}

cujit_status cujit_memory_fill(cujit_context *context, void *memory, unsigned char value, size_t size, void *stream,
                               cujit_error *error)
{
    cujit_status status = check(context, "cujit_memory_fill", error);

    if (status != CUJIT_OK || size == 0)
        return status;
    if (memory == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_memory_fill: memory is NULL, and size is %zu",
                            size);
    return context->backend->fill(context->device, memory, value, size, stream, error);
}

cujit_status cujit_memory_info(cujit_context *context, size_t *free_bytes, size_t *total_bytes, cujit_error *error)
{
    cujit_status status = check(context, "cujit_memory_info", error);
    size_t unused, in_all;

    if (status != CUJIT_OK || (status = context->backend->memory_info(context->device, &unused, &in_all, error)))
        return status;
    if (free_bytes != NULL)
        *free_bytes = unused;
    if (total_bytes != NULL)
        *total_bytes = in_all;
    return CUJIT_OK;
}
