/*
 * backend.c: the one place that knows which backends there are.
 */
#include "libjit/device/backend.h"

#include <stdio.h>
#include <string.h>

const cj_backend *const cj_backends[] = {&cj_cuda_backend, &cj_host_backend, NULL};

const cj_backend *cj_backend_by_name(const char *name, size_t length)
{
    for (size_t k = 0; cj_backends[k] != NULL; k++) {
        const char *other = cj_backends[k]->name;

        if (strlen(other) == length && memcmp(other, name, length) == 0)
            return cj_backends[k];
    }
    return NULL;
}

void cj_backend_name_device(const cj_backend *backend, int ordinal, char *out, size_t room)
{
    if (backend->numbered)
        snprintf(out, room, "%s:%d", backend->name, ordinal);
    else
        snprintf(out, room, "%s", backend->name);
}

const cj_backend *cj_backend_by_architecture(const char *architecture)
{
    for (size_t k = 0; cj_backends[k] != NULL; k++) {
        if (strlen(architecture) < sizeof((cj_target *)0)->architecture &&
            cj_backends[k]->is_architecture(architecture))
            return cj_backends[k];
    }
    return NULL;
}

cujit_status cj_backend_cancel(const cj_unit *unit, cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_CANCELLED, "compiling \"%.64s\" was cancelled", unit->name);
}

cujit_status cj_backend_give_up(const cj_unit *unit, const char *compiler, unsigned timeout_ms, const char *fate,
                                cujit_error *error)
{
    if (cj_stop_asked(unit->limit.stop))
        return cj_backend_cancel(unit, error);
    return cj_error_set(error, CUJIT_ERROR_COMPILE_TIMEOUT,
                        "compiling \"%.64s\": %.200s did not finish in %g seconds and %s; compile_timeout_ms of the "
                        "context's options, or CUJIT_COMPILE_TIMEOUT, can allow it more",
                        unit->name, compiler, timeout_ms / 1e3, fate);
}
