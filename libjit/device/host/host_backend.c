/*
 * host_backend.c: the host's table of operations, and what it tells a person about itself.
 */
#include "libjit/device/host/compiler.h"
#include "libjit/device/host/operations.h"
#include "libjit/device/host/pool.h"
#include "libjit/device/host/processor.h"

void cj_host_describe(const cj_target *target, cj_text *out)
{
    cj_host_compiler *compiler = NULL;
    cj_text identity = {0};
    char name[128];

    cj_processor_name(name, sizeof name);
    cj_text_printf(out, "processor: %s, %u threads\n", name, cj_host_processors());
    if (cj_host_find_compiler(target, &compiler, NULL) == CUJIT_OK)
        cj_text_printf(out, "host compiler: %s\n", compiler->place.path);
    if (cj_host_toolchain(target, 0, &identity, NULL) == CUJIT_OK && identity.data != NULL)
        cj_text_printf(out, "host compiler's identity: %s\n", identity.data);
    cj_text_clear(&identity);
}

bool cj_host_same_memory(const cj_device *a, const cj_device *b)
{
    (void)a, (void)b;
    return true;
}

/* "host" is a device: code for this processor, whichever compiler makes it. */
bool cj_host_is_architecture(const char *text)
{
    (void)text;
    return false;
}

const cj_backend cj_host_backend = {
    .name = "host",
#define X(type, operation, parameters) .operation = cj_host_##operation,
#include "libjit/device/backend.def"
#undef X
    .kernels = "host kernels",
    .compiler_advice = "install g++ or clang++, or set CUJIT_HOST_CXX to one",
    .objects = "a shared object that cujit made for the host",
    .is_host = true,
    .checks_addresses = true,
    .immediate = true,
};
