/*
 * elementwise.c: making elementwise kernels. Launching them: elementwise_run.c.
 *
 * The way of a spec: registry (this process made it before) -> look at the texts (source.c) -> render -> build
 * (build.c: cache, compiler, device) -> registry.
 */
#include "libjit/elementwise.h"

#include "libjit/alloc.h"
#include "libjit/flat_key.h"
#include "libjit/include.h"
#include "libjit/os.h"
#include "libjit/text.h"

#include <string.h>

/* ---- The registry's key ---- */

static void key_make(cj_flat_key *key, const cujit_elementwise_spec *spec)
{
    cj_flat_key_init(key);
    cj_flat_key_add(key, "elementwise");
    cj_flat_key_add(key, spec->arguments);
    cj_flat_key_add(key, spec->operation);
    cj_flat_key_add(key, spec->name);
    cj_flat_key_add(key, spec->preamble);
    cj_flat_key_add(key, spec->loop_prep);
    cj_flat_key_add(key, spec->after_loop);
    for (size_t k = 0; spec->options != NULL && spec->options[k] != NULL; k++)
        cj_flat_key_add(key, spec->options[k]);
}

/* What a preamble includes is part of what the kernel is made from: a header that changed makes another one. Where not all
 * of it can be told, no kernel that is there can be known to be the same. */
static cujit_status key_add_headers(cj_flat_key *key, const cujit_elementwise_spec *spec, cujit_error *error)
{
    static atomic_ullong unique;
    const cj_unit unit = {.name = "", .source = spec->preamble != NULL ? spec->preamble : "", .options = spec->options};
    cj_text digest = {0};
    bool complete = true;
    cujit_status status;

    if (strstr(unit.source, "include") == NULL && !cj_include_forced(spec->options))
        return CUJIT_OK;
    status = cj_include_digest(&unit, &digest, NULL, &complete, error);
    if (status == CUJIT_OK && !complete)
        cj_text_printf(&digest, "unknown %llu\n", atomic_fetch_add(&unique, 1));
    if (status == CUJIT_OK && digest.failed)
        status = cj_error_no_memory(error, "a kernel");
    cj_flat_key_add(key, digest.data);
    cj_text_clear(&digest);
    return status;
}

/* ---- Building ---- */

static void destroy(cj_registered *registered)
{
    cj_elementwise *kernel = (cj_elementwise *)registered;

    cj_program_free(kernel->plain);
    cj_program_free(atomic_load(&kernel->range));
    cj_elementwise_text_clear(&kernel->text);
    pthread_mutex_destroy(&kernel->range_lock);
    cj_free(kernel->source);
    cj_free(kernel->parameters);
    cj_free(kernel->sized);
    cj_free(kernel);
}

static bool is_mentioned(const char *text, const char *name)
{
    cj_use use = cj_snippet_use(text, name, "i");

    return use.indexed + use.other > 0;
}

/* Which arrays must have n elements, and which one says what n is: those that the operation uses as name[i], and those
 * that no statement mentions (a macro may). One that is only used in other ways may have any size. */
static cujit_status find_sizes(cj_elementwise *kernel, cujit_error *error)
{
    const cj_signature *signature = &kernel->text.signature;
    size_t first = SIZE_MAX, indexed = SIZE_MAX;

    if ((kernel->sized = cj_calloc(signature->count, sizeof *kernel->sized)) == NULL ||
        (kernel->parameters = cj_calloc(signature->count, sizeof *kernel->parameters)) == NULL)
        return cj_error_no_memory(error, "a kernel");
    for (size_t k = 0; k < signature->count; k++) {
        const cj_parameter *parameter = &signature->parameters[k];
        cj_use use = cj_snippet_use(kernel->text.operation, parameter->name, "i");

        kernel->parameters[k] = (cujit_parameter){
            .name = parameter->name,
            .type = parameter->spelling,
            .dtype = parameter->dtype,
            .size = parameter->size,
            .pointer = parameter->pointer,
            .is_const = parameter->is_const,
        };
        if (!parameter->pointer)
            continue;
        kernel->sized[k] = use.indexed > 0 ||
                           (use.other == 0 && !is_mentioned(kernel->text.loop_prep, parameter->name) &&
                            !is_mentioned(kernel->text.after_loop, parameter->name));
        if (first == SIZE_MAX)
            first = k;
        if (indexed == SIZE_MAX && use.indexed > 0)
            indexed = k;
    }
    kernel->leader = indexed != SIZE_MAX ? indexed : first;
    return CUJIT_OK;
}

/* How many threads to launch. On the host a block is one thread with a chunk of indices, unless the texts speak of
 * threads: then they get blocks like a GPU's. */
static void find_geometry(cj_elementwise *kernel)
{
    const cj_device *device = kernel->context->device;

    kernel->block_size = device != NULL ? device->block_size : 1;
    kernel->max_blocks = device != NULL ? device->max_blocks : 1;
    kernel->grain = device != NULL ? device->grain : 1;
    if (kernel->text.strided && kernel->block_size == 1) {
        kernel->block_size = 256;
        kernel->grain = 1;
    }
}

static cujit_status build_variant(const cj_elementwise *kernel, const char *source, cj_program **out,
                                  cujit_error *error)
{
    cj_part parts[CJ_ELEMENTWISE_PARTS];
    cj_unit unit = {
        .name = kernel->text.name,
        .source = source,
        .options = (const char *const *)kernel->text.options,
        .features = kernel->text.features,
    };

    cj_elementwise_parts(&kernel->text, parts);
    return cj_program_build(kernel->context, &unit, parts, CJ_ELEMENTWISE_PARTS, out, error);
}

static cujit_status make(cujit_context *context, const cujit_elementwise_spec *spec, cj_elementwise **out,
                         cujit_error *error)
{
    cj_elementwise *kernel = cj_calloc(1, sizeof *kernel);
    cujit_status status;

    if (kernel == NULL)
        return cj_error_no_memory(error, "a kernel");
    kernel->registered.destroy = destroy;
    kernel->context = context;
    pthread_mutex_init(&kernel->range_lock, NULL);
    if ((status = cj_elementwise_text_init(context, spec, &kernel->text, error)) != CUJIT_OK ||
        (status = find_sizes(kernel, error)) != CUJIT_OK ||
        (status = cj_elementwise_render(&kernel->text, CJ_ELEMENTWISE_PLAIN, &kernel->source, error)) != CUJIT_OK)
        goto out;
    find_geometry(kernel);
    if ((status = build_variant(kernel, kernel->source, &kernel->plain, error)) != CUJIT_OK)
        goto out;
    *out = kernel;
    kernel = NULL;

out:
    if (kernel != NULL)
        destroy(&kernel->registered);
    return status;
}

cujit_status cj_elementwise_range_program(const cj_elementwise *kernel, cj_program **out, cujit_error *error)
{
    cj_elementwise *growing = (cj_elementwise *)kernel; /* immutable to its users; the variant is a late part of it */
    cj_program *program = atomic_load_explicit(&growing->range, memory_order_acquire);
    cujit_status status = CUJIT_OK;
    char *source = NULL;

    if (program == NULL) {
        pthread_mutex_lock(&growing->range_lock);
        program = atomic_load(&growing->range);
        if (program == NULL &&
            (status = cj_elementwise_render(&kernel->text, CJ_ELEMENTWISE_RANGE, &source, error)) == CUJIT_OK &&
            (status = build_variant(kernel, source, &program, error)) == CUJIT_OK)
            atomic_store_explicit(&growing->range, program, memory_order_release);
        pthread_mutex_unlock(&growing->range_lock);
        cj_free(source);
    }
    if (status == CUJIT_OK)
        *out = program;
    return status;
}

/* ---- The public functions ---- */

static cujit_status check_spec(const char *function, const cujit_context *context, const cujit_elementwise_spec *spec,
                               const void *out, cujit_error *error)
{
    if (context == NULL || spec == NULL || out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            context == NULL ? "context"
                            : spec == NULL  ? "spec"
                                            : "the result");
    return cj_context_check_process(context, error);
}

/* The kernel for a spec: the one that is there, or a new one. */
static cujit_status find_or_make(cujit_context *context, const cujit_elementwise_spec *spec, cj_elementwise **out,
                                 cujit_origin *origin, cujit_error *error)
{
    cj_registered *found = NULL;
    cj_registry_entry *entry = NULL;
    cj_elementwise *kernel = NULL;
    cujit_status status;
    cj_flat_key key;

    key_make(&key, spec);
    if ((status = key_add_headers(&key, spec, error)) != CUJIT_OK)
        goto out;
    if (key.failed) {
        status = cj_error_no_memory(error, "a kernel");
        goto out;
    }
    if ((status = cj_registry_acquire(&context->kernels, key.data, key.length, &found, &entry, error)) != CUJIT_OK)
        goto out;
    if (found != NULL) {
        *out = (cj_elementwise *)found;
        *origin = CUJIT_ORIGIN_MEMORY;
        goto out;
    }
    status = make(context, spec, &kernel, error);
    cj_registry_finish(&context->kernels, entry, kernel != NULL ? &kernel->registered : NULL);
    if (status == CUJIT_OK) {
        *out = kernel;
        *origin = kernel->plain->origin;
    }

out:
    cj_flat_key_clear(&key);
    return status;
}

cujit_status cujit_elementwise_create(cujit_context *context, const cujit_elementwise_spec *spec,
                                      cujit_elementwise **out, cujit_error *error)
{
    double start = cj_now_ms();
    cujit_status status = check_spec("cujit_elementwise_create", context, spec, out, error);
    cj_elementwise *kernel = NULL;
    cujit_elementwise *handle;
    cujit_origin origin;

    if (status != CUJIT_OK || (status = find_or_make(context, spec, &kernel, &origin, error)) != CUJIT_OK)
        return status;
    if ((handle = cj_malloc(sizeof *handle)) == NULL) {
        cj_context_drop(context, &kernel->registered);
        return cj_error_no_memory(error, "a kernel");
    }
    cj_context_retain(context);
    *handle = (cujit_elementwise){
        .kernel = kernel, .context = context, .origin = origin, .create_ms = cj_now_ms() - start};
    *out = handle;
    return CUJIT_OK;
}

void cujit_elementwise_free(cujit_elementwise *kernel)
{
    if (kernel == NULL)
        return;
    cj_context_drop(kernel->context, &kernel->kernel->registered);
    cj_context_release(kernel->context);
    cj_free(kernel);
}

cujit_status cujit_elementwise_render(cujit_context *context, const cujit_elementwise_spec *spec, char **source,
                                      cujit_error *error)
{
    cj_elementwise_text text;
    cujit_status status = check_spec("cujit_elementwise_render", context, spec, source, error);

    if (status != CUJIT_OK || (status = cj_elementwise_text_init(context, spec, &text, error)) != CUJIT_OK)
        return status;
    status = cj_elementwise_render(&text, CJ_ELEMENTWISE_PLAIN, source, error);
    cj_elementwise_text_clear(&text);
    return status;
}

size_t cujit_elementwise_parameters(const cujit_elementwise *kernel, const cujit_parameter **parameters)
{
    if (kernel == NULL)
        return 0;
    if (parameters != NULL)
        *parameters = kernel->kernel->parameters;
    return kernel->kernel->text.signature.count;
}

void cujit_elementwise_report(const cujit_elementwise *handle, cujit_report *report)
{
    const cj_elementwise *kernel;
    const cj_object *object;

    if (report == NULL)
        return;
    *report = (cujit_report){0};
    if (handle == NULL)
        return;
    kernel = handle->kernel;
    object = &kernel->plain->object;
    *report = (cujit_report){
        .name = kernel->text.name,
        .source = kernel->source,
        .log = object->log != NULL ? object->log : "",
        .architecture = object->architecture,
        .object_kind = cj_object_kind_name(object->kind),
        .object = object->data,
        .object_size = object->size,
        .registers = object->resources.registers,
        .shared_bytes = object->resources.shared_bytes,
        .stack_bytes = object->resources.stack_bytes,
        .spill_store_bytes = object->resources.spill_store_bytes,
        .spill_load_bytes = object->resources.spill_load_bytes,
        .origin = handle->origin,
        .create_ms = handle->create_ms,
        .compile_ms = object->compile_ms,
    };
}
