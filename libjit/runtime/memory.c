/*
 * memory.c: device memory and pinned host memory, taken and given back.
 */
#include "libjit/base/sized.h"
#include "libjit/runtime/context.h"

#include <stdint.h>

static cujit_status take(const char *function, cujit_context *context, cj_memory kind, size_t size, void **memory,
                         cujit_error *error)
{
    cujit_status status = cj_context_check_call(function, context, "memory", memory, error);
    void *result = NULL;

    if (status != CUJIT_OK)
        return status;
    if (size != 0) {
        status = kind == CJ_MEMORY_DEVICE ? cj_blocks_alloc(&context->staging.device, size, &result, error)
                                          : context->backend->alloc(context->device, kind, size, &result, error);
        if (status != CUJIT_OK)
            return status;
        cj_context_retain(context);
    }
    *memory = result;
    return CUJIT_OK;
}

/* After a fork the memory is the parent's: a child only forgets it. */
static void give_back(cujit_context *context, cj_memory kind, void *memory)
{
    if (context == NULL || memory == NULL)
        return;
    if (cj_context_check(context, NULL) == CUJIT_OK)
        context->backend->free(context->device, kind, memory);
    cj_context_release(context);
}

cujit_status cujit_memory_alloc(cujit_context *context, size_t size, void **memory, cujit_error *error)
{
    return take("cujit_memory_alloc", context, CJ_MEMORY_DEVICE, size, memory, error);
}

cujit_status cujit_memory_alloc_managed(cujit_context *context, size_t size, void **memory, cujit_error *error)
{
    return take("cujit_memory_alloc_managed", context, CJ_MEMORY_MANAGED, size, memory, error);
}

void cujit_memory_free(cujit_context *context, void *memory)
{
    give_back(context, CJ_MEMORY_DEVICE, memory);
}

cujit_status cujit_pinned_alloc(cujit_context *context, size_t size, void **memory, cujit_error *error)
{
    return take("cujit_pinned_alloc", context, CJ_MEMORY_PINNED, size, memory, error);
}

void cujit_pinned_free(cujit_context *context, void *memory)
{
    give_back(context, CJ_MEMORY_PINNED, memory);
}

/* ---- Other kinds of memory --------------------------------------------------------------------------------------- */

/* When memory runs out, what the context holds goes first. */
static cujit_status take_pitched(cujit_context *context, size_t width, size_t height, unsigned element_bytes,
                                 void **memory, size_t *pitch, cujit_error *error)
{
    const cj_backend *backend = context->backend;
    cujit_error first = {0};
    cujit_status status = backend->alloc_pitched(context->device, width, height, element_bytes, memory, pitch, &first);

    if (cj_blocks_make_room(&context->staging.device, status, &first))
        return backend->alloc_pitched(context->device, width, height, element_bytes, memory, pitch, error);
    return status == CUJIT_OK ? CUJIT_OK : cj_error_move(error, &first);
}

cujit_status cujit_memory_alloc_pitched(cujit_context *context, size_t width, size_t height, unsigned element_bytes,
                                        void **memory, size_t *pitch, cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_memory_alloc_pitched", context, "", "", error);
    size_t distance = 0;
    void *result = NULL;

    if (status != CUJIT_OK)
        return status;
    if (memory == NULL || pitch == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_memory_alloc_pitched: %s is NULL",
                            memory == NULL ? "memory" : "pitch");
    if (element_bytes != 4 && element_bytes != 8 && element_bytes != 16)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_memory_alloc_pitched: element_bytes is %u; expected 4, 8 or 16", element_bytes);
    /* A row may get longer by its alignment: a bound that leaves room for that. */
    if (width != 0 && height > (SIZE_MAX >> 1) / width)
        return cj_error_set(error, CUJIT_ERROR_DEVICE_MEMORY,
                            "cujit_memory_alloc_pitched: %zu rows of %zu bytes are more than a device can address",
                            height, width);
    if (width != 0 && height != 0) {
        status = take_pitched(context, width, height, element_bytes, &result, &distance, error);
        if (status != CUJIT_OK)
            return status;
        cj_context_retain(context);
    }
    *memory = result;
    *pitch = distance;
    return CUJIT_OK;
}

/* The memory is not ours, and a registration keeps no context alive: what was not undone ends with the context. */
cujit_status cujit_pinned_register(cujit_context *context, void *memory, size_t size, cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_pinned_register", context, "memory", memory, error);

    if (status != CUJIT_OK)
        return status;
    if (size == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pinned_register: size is 0");
    if ((status = cj_check_extent("cujit_pinned_register", size, 1, error)) != CUJIT_OK)
        return status;
    return context->backend->register_host(context->device, memory, size, error);
}

cujit_status cujit_pinned_unregister(cujit_context *context, void *memory, cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_pinned_unregister", context, "memory", memory, error);

    return status != CUJIT_OK ? status : context->backend->unregister_host(context->device, memory, error);
}

cujit_status cujit_memory_get_info_sized(cujit_context *context, cujit_memory_info *info, size_t size,
                                         cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_memory_get_info", context, "info", info, error);
    cujit_memory_info found = {0};

    if (status == CUJIT_OK && (status = context->backend->memory_info(context->device, &found.free_bytes,
                                                                      &found.total_bytes, error)) == CUJIT_OK)
        cj_narrow(info, size, &found, sizeof found);
    return status;
}
