/*
 * backend.c: the one place that knows which backends there are.
 */
#include "libjit/backend.h"

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
