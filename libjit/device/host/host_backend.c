/*
 * host_backend.c: the host's table of operations, and what it tells a person about itself.
 */
#include "libjit/device/host/compiler.h"
#include "libjit/device/host/device.h"
#include "libjit/device/host/pool.h"
#include "libjit/device/host/processor.h"

static void describe(const cj_target *target, cj_text *out)
{
    cj_text path = {0}, identity = {0};
    char name[128];

    cj_processor_name(name, sizeof name);
    cj_text_printf(out, "processor: %s, %u threads\n", name, cj_host_processors());
    if (cj_host_compiler_path(target, &path, NULL) == CUJIT_OK && path.data != NULL)
        cj_text_printf(out, "host compiler: %s\n", path.data);
    if (cj_host_toolchain(target, 0, &identity, NULL) == CUJIT_OK && identity.data != NULL)
        cj_text_printf(out, "host compiler's identity: %s\n", identity.data);
    cj_text_clear(&path);
    cj_text_clear(&identity);
}

static bool same_memory(const cj_device *a, const cj_device *b)
{
    (void)a, (void)b;
    return true;
}

/* "host" is a device: code for this processor, whichever compiler makes it. */
static bool is_architecture(const char *text)
{
    (void)text;
    return false;
}

const cj_backend cj_host_backend = {
    .name = "host",
    .schema = cj_host_schema,
    .toolchain = cj_host_toolchain,
    .compile = cj_host_compile,
    .count = cj_host_count,
    .info = cj_host_info,
    .open = cj_host_open,
    .close = cj_host_close,
    .same_memory = same_memory,
    .load = cj_host_load,
    .unload = cj_host_unload,
    .function = cj_host_function,
    .launch = cj_host_launch_kernel,
    .parameters = cj_host_parameters,
    .function_info = cj_host_function_info,
    .allow_shared = cj_host_allow_shared,
    .occupancy = cj_host_occupancy,
    .best_block = cj_host_best_block,
    .global = cj_host_global,
    .recognize = cj_host_recognize,
    .push = cj_host_push,
    .pop = cj_host_pop,
    .alloc_pitched = cj_host_alloc_pitched,
    .alloc_managed = cj_host_alloc,
    .register_host = cj_host_register,
    .unregister_host = cj_host_unregister,
    .fill_wide = cj_host_fill_wide,
    .copy_box = cj_host_copy_box,
    .copy_peer = cj_host_copy_peer,
    .is_pinned = cj_host_is_pinned,
    .alloc = cj_host_alloc,
    .free = cj_host_free,
    .alloc_pinned = cj_host_alloc,
    .free_pinned = cj_host_free,
    .copy = cj_host_copy,
    .fill = cj_host_fill,
    .memory_info = cj_host_memory_info,
    .stream_create = cj_host_stream_create,
    .stream_free = cj_host_stream_free,
    .stream_synchronize = cj_host_stream_synchronize,
    .stream_query = cj_host_stream_query,
    .stream_wait = cj_host_stream_wait,
    .event_create = cj_host_event_create,
    .event_free = cj_host_event_free,
    .event_record = cj_host_event_record,
    .event_synchronize = cj_host_event_synchronize,
    .event_query = cj_host_event_query,
    .event_elapsed = cj_host_event_elapsed,
    .synchronize = cj_host_synchronize,
    .describe = describe,
    .kernels = "host kernels",
    .compiler_advice = "install g++ or clang++, or set CUJIT_HOST_CXX to one",
    .is_architecture = is_architecture,
    .objects = "a shared object that cujit made for the host",
    .is_host = true,
    .checks_addresses = true,
    .graph_begin = cj_host_graph_begin,
    .graph_end = cj_host_graph_end,
    .graph_launch = cj_host_graph_launch,
    .graph_free = cj_host_graph_free,
    .graph_records = cj_host_graph_records,
    .graph_keep = cj_host_graph_keep,
    .immediate = true,
};
