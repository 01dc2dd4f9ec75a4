/*
 * function.c: the kernels of modules: launching them, and what a device knows of them.
 */
#include "libjit/module/module.h"

#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/base/text.h"
#include "libjit/runtime/argument.h"
#include "libjit/runtime/array.h"
#include "libjit/runtime/buffer.h"
#include "libjit/runtime/texture.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

/* ---- Life -------------------------------------------------------------------------------------------------------- */

/* What the source says of the parameters, and what the device says. Too old a driver cannot tell: then the source alone
 * must do. */
static cujit_status find_parameters(cujit_function *function, const cj_module_text *module, const char *expression,
                                    cujit_error *error)
{
    const cj_kernel *kernel = cj_module_text_find(module, expression);
    const cj_backend *backend = function->context->backend;
    const char *text = kernel != NULL ? kernel->parameters : NULL;
    /* In a namespace, and among a template's parameters, a name may mean something else. */
    const bool outside = kernel != NULL && !kernel->is_template && strstr(kernel->expression, "::") == NULL;
    const char *aliases = outside ? module->kernels.aliases.data : NULL;
    cujit_status status;
    size_t *sizes, count = 0;

    if (backend->parameters(function->function, NULL, NULL, 0, &count, NULL) != CUJIT_OK)
        return cj_declared_read(function->context, aliases, text, NULL, NULL, 0, &function->declared, error);
    if ((sizes = cj_calloc(2 * count + 1, sizeof *sizes)) == NULL)
        return cj_error_no_memory(error, "the parameters of a kernel");
    if ((status = backend->parameters(function->function, sizes, sizes + count, count, &count, error)) == CUJIT_OK)
        status = cj_declared_read(function->context, aliases, text, sizes, sizes + count, count, &function->declared,
                                  error);
    cj_free(sizes);
    return status;
}

static const cujit_function_info unknown_info = {-1, -1, -1, -1, -1, -1, -1};

static void read_info(cujit_function *function)
{
    cujit_function_info info = unknown_info;

    if (function->context->backend->function_info(function->function, &info, NULL) != CUJIT_OK)
        info = unknown_info;
    function->info = info;
    atomic_store(&function->dynamic_shared,
                 info.max_dynamic_shared_bytes >= 0 ? (size_t)info.max_dynamic_shared_bytes : SIZE_MAX);
}

cujit_status cj_function_create(cj_module_core *core, const char *expression, const char *symbol, cujit_function **out,
                                cujit_error *error)
{
    cujit_function *function = cj_calloc(1, sizeof *function);
    cujit_status status;

    if (function == NULL)
        return cj_error_no_memory(error, "a kernel");
    function->context = core->core.context;
    if ((function->name = cj_strdup(expression)) == NULL) {
        status = cj_error_no_memory(error, "a kernel");
        goto out;
    }
    if ((status = core->core.context->backend->function(cj_module_program(core)->module, symbol, &function->function,
                                                        error)) != CUJIT_OK ||
        (status = find_parameters(function, &core->text, expression, error)) != CUJIT_OK)
        goto out;
    read_info(function);
    *out = function;
    function = NULL;

out:
    cj_function_free(function);
    return status;
}

void cj_function_free(cujit_function *function)
{
    if (function == NULL)
        return;
    cj_declared_clear(&function->declared);
    cj_free(function->name);
    cj_free(function);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

static inline unsigned at_least_one(unsigned value)
{
    return value != 0 ? value : 1;
}

static inline cj_grid grid_of(const cujit_launch *launch)
{
    return (cj_grid){
        .grid = {at_least_one(launch->grid[0]), at_least_one(launch->grid[1]), at_least_one(launch->grid[2])},
        .block = {at_least_one(launch->block[0]), at_least_one(launch->block[1]), at_least_one(launch->block[2])},
        .shared_bytes = (unsigned)launch->shared_bytes,
        .cooperative = launch->cooperative != 0,
    };
}

/* The limits of each dimension. A limit of 0 is not known. */
static cujit_status check_dimensions(const cujit_function *function, const char *what, const unsigned size[3],
                                     const unsigned limit[3], cujit_error *error)
{
    for (size_t k = 0; k < 3; k++) {
        if (limit[k] != 0 && size[k] > limit[k])
            return cj_error_set(
                error, CUJIT_ERROR_LAUNCH, "launching \"%.80s\": the %s is %u x %u x %u; %s allows at most %u in %c",
                function->name, what, size[0], size[1], size[2], function->context->device_text, limit[k], "xyz"[k]);
    }
    return CUJIT_OK;
}

static cujit_status check_threads(const cujit_function *function, const unsigned block[3], cujit_error *error)
{
    const cujit_context *context = function->context;
    unsigned long long threads = (unsigned long long)block[0] * block[1]; /* the product of three might not fit */
    unsigned long long limit = context->device->max_threads_per_block;
    int own = function->info.max_threads_per_block;
    bool is_own = own > 0 && (limit == 0 || (unsigned)own < limit);

    if (is_own)
        limit = (unsigned)own;
    if (limit == 0 || (threads <= limit && threads * block[2] <= limit))
        return CUJIT_OK;
    if (is_own)
        return cj_error_set(
            error, CUJIT_ERROR_LAUNCH,
            "launching \"%.80s\": a block of %u x %u x %u threads; this kernel allows at most %llu, because "
            "of its registers or launch bounds",
            function->name, block[0], block[1], block[2], limit);
    return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                        "launching \"%.80s\": a block of %u x %u x %u threads; %s allows at most %llu in a block",
                        function->name, block[0], block[1], block[2], context->device_text, limit);
}

/* Does a block have room for `size` bytes beside the static ones? */
static cujit_status check_room(const cujit_function *function, size_t size, const char *doing, cujit_error *error)
{
    size_t own = function->info.shared_bytes > 0 ? (size_t)function->info.shared_bytes : 0;
    size_t most = function->context->device->max_shared_bytes;

    if (size <= UINT_MAX && (most == 0 || (own <= most && size <= most - own)))
        return CUJIT_OK;
    return cj_error_set(
        error, CUJIT_ERROR_LAUNCH,
        "%s \"%.80s\": %zu bytes of dynamic shared memory beside %zu static ones; %s has %zu for a block", doing,
        function->name, size, own, function->context->device_text, most);
}

static cujit_status check_shared(const cujit_function *function, size_t size, cujit_error *error)
{
    size_t allowed = atomic_load_explicit(&function->dynamic_shared, memory_order_relaxed);
    cujit_status status = check_room(function, size, "launching", error);

    if (status != CUJIT_OK || size <= allowed)
        return status;
    return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                        "launching \"%.80s\": %zu bytes of dynamic shared memory, where %zu are allowed; "
                        "cujit_function_allow_shared() allows more",
                        function->name, size, allowed);
}

static cujit_status check_launch(const cujit_function *function, const cujit_launch *launch, const cj_grid *grid,
                                 cujit_error *error)
{
    const cj_device *device = function->context->device;
    cujit_status status;

    if ((status = check_dimensions(function, "block", grid->block, device->max_block, error)) != CUJIT_OK ||
        (status = check_threads(function, grid->block, error)) != CUJIT_OK ||
        (status = check_dimensions(function, "grid", grid->grid, device->max_grid, error)) != CUJIT_OK)
        return status;
    return check_shared(function, launch->shared_bytes, error);
}

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

static cujit_status wrong_count(const cujit_function *function, size_t count, cujit_error *error)
{
    const cj_signature *signature = &function->declared.signature;
    cj_text list = {0};
    cujit_status status;

    for (size_t k = 0; k < signature->count && list.length < 300; k++) {
        const char *text = signature->parameters[k].text;

        cj_text_printf(&list, "%s%s", k > 0 ? ", " : "", text != NULL ? text : "?");
    }
    status = cj_error_set(error, CUJIT_ERROR_ARGUMENT_COUNT, "kernel \"%.80s\" takes %zu argument%s (%.300s), got %zu",
                          function->name, signature->count, signature->count == 1 ? "" : "s",
                          list.data != NULL ? list.data : "", count);
    cj_text_clear(&list);
    return status;
}

/* Room for what a call binds: on the stack for as many as CUJIT_ARGS takes. */
typedef struct row {
    cj_slot slots[CJ_MAX_PARAMETERS];
    const void *values[CJ_MAX_PARAMETERS];
} row;

static cujit_status bind(const cujit_function *function, cj_buffers *buffers, const cujit_args *args, cj_slot *slots,
                         const void **values, cujit_error *error)
{
    static const cj_parameter nothing;
    const cujit_array *array = NULL;
    cujit_status status = CUJIT_OK;
    size_t size;

    for (size_t k = 0; k < args->count && status == CUJIT_OK; k++) {
        const cujit_arg *arg = &args->items[k];
        const cj_parameter *parameter = function->declared.counted ? &function->declared.signature.parameters[k]
                                                                   : &nothing;

        status = cj_argument_bind(function->context, parameter, k, arg, &slots[k], &values[k], &size, &array, error);
        if (status == CUJIT_OK && arg->kind == CUJIT_ARG_ARRAY)
            cj_array_use(function->context, arg->value.array, buffers->stream);
        else if (status == CUJIT_OK && arg->kind == CUJIT_ARG_TEXTURE)
            cj_texture_use(function->context, arg->value.texture, buffers->stream);
        if (status == CUJIT_OK && cj_argument_is_buffer(arg))
            status = cj_buffers_add(buffers, arg, k, parameter->name, &values[k], error);
    }
    return status;
}

/* Binds the arguments and launches. */
static cujit_status call(cujit_function *function, const cj_grid *grid, void *stream, const cujit_args *args,
                         cujit_error *error)
{
    cj_slot *slots;
    const void **values;
    void *far = NULL;
    cj_buffers buffers;
    cujit_status status;
    row near;

    if (function->declared.counted && args->count != function->declared.signature.count)
        return wrong_count(function, args->count, error);
    slots = near.slots;
    values = near.values;
    if (args->count > CJ_MAX_PARAMETERS) {
        if ((far = cj_calloc(args->count, sizeof *slots + sizeof *values)) == NULL)
            return cj_error_no_memory(error, "the arguments of a kernel");
        slots = far;
        values = (const void **)(slots + args->count);
    }
    cj_buffers_init(&buffers, function->context, stream);
    if ((status = bind(function, &buffers, args, slots, values, error)) == CUJIT_OK)
        status = function->context->backend->launch(function->function, grid, (void *const *)values, stream, error);
    status = cj_buffers_finish(&buffers, status, error);
    cj_free(far);
    return status;
}

/* ---- The public functions ---------------------------------------------------------------------------------------- */

/* Common to all public functions here; `missing`: what beside the function is NULL, or NULL. */
static cujit_status check_call(const char *caller, const cujit_function *function, const char *missing,
                               cujit_error *error)
{
    if (function == NULL || missing != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", caller,
                            function == NULL ? "function" : missing);
    return cj_context_check(function->context, error);
}

cujit_status cujit_function_launch_sized(cujit_function *function, const cujit_launch *given, size_t size,
                                         const cujit_arg *items, size_t count, cujit_error *error)
{
    const char *missing = given == NULL ? "launch" : items == NULL && count > 0 ? "args.items" : NULL;
    const cujit_args args = {items, count};
    cujit_launch launch;
    cujit_status status = cj_widen("cujit_function_launch", &launch, sizeof launch, given, size, error);
    cj_grid grid;

    if (status != CUJIT_OK || (status = check_call("cujit_function_launch", function, missing, error)) != CUJIT_OK)
        return status;
    grid = grid_of(&launch);
    if ((status = check_launch(function, &launch, &grid, error)) != CUJIT_OK)
        return status;
    return call(function, &grid, launch.stream, &args, error);
}

cujit_status cujit_function_launch_prepared_sized(cujit_function *function, const cujit_launch *given, size_t size,
                                                  void *const *values, cujit_error *error)
{
    static const char caller[] = "cujit_function_launch_prepared";
    cujit_launch launch;
    cujit_status status = cj_widen(caller, &launch, sizeof launch, given, size, error);
    cj_grid grid;

    if (status != CUJIT_OK ||
        (status = check_call(caller, function, given == NULL ? "launch" : NULL, error)) != CUJIT_OK)
        return status;
    grid = grid_of(&launch);
    return function->context->backend->launch(function->function, &grid, values, launch.stream, error);
}

cujit_status cujit_function_get_info_sized(cujit_function *function, cujit_function_info *info, size_t size,
                                           cujit_error *error)
{
    cujit_function_info now = unknown_info;
    cujit_status status = check_call("cujit_function_get_info", function, info == NULL ? "info" : NULL, error);

    if (status != CUJIT_OK ||
        (status = function->context->backend->function_info(function->function, &now, error)) != CUJIT_OK)
        return status;
    now.parameter_count = function->declared.counted ? (int)function->declared.signature.count : -1;
    cj_narrow(info, size, &now, sizeof now);
    return CUJIT_OK;
}

const cujit_function_parameter *cujit_function_get_parameter(const cujit_function *function, size_t k)
{
    return function != NULL && k < function->declared.signature.count ? &function->declared.shown[k] : NULL;
}

cujit_status cujit_function_allow_shared(cujit_function *function, size_t size, cujit_error *error)
{
    cujit_status status = check_call("cujit_function_allow_shared", function, NULL, error);

    if (status != CUJIT_OK || (status = check_room(function, size, "allowing", error)) != CUJIT_OK ||
        (status = function->context->backend->allow_shared(function->function, size, error)) != CUJIT_OK)
        return status;
    atomic_store(&function->dynamic_shared, size);
    return CUJIT_OK;
}

cujit_status cujit_function_occupancy(cujit_function *function, unsigned block_threads, size_t shared_bytes,
                                      int *blocks, cujit_error *error)
{
    cujit_status status = check_call("cujit_function_occupancy", function, blocks == NULL ? "blocks" : NULL, error);

    if (status != CUJIT_OK)
        return status;
    if (block_threads == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_function_occupancy: a block of 0 threads");
    return function->context->backend->occupancy(function->function, block_threads, shared_bytes, blocks, error);
}

cujit_status cujit_function_best_block(cujit_function *function, size_t shared_bytes, unsigned *block_threads,
                                       unsigned *grid_blocks, cujit_error *error)
{
    const char *missing = block_threads == NULL && grid_blocks == NULL ? "block_threads (or grid_blocks)" : NULL;
    cujit_status status = check_call("cujit_function_best_block", function, missing, error);
    unsigned threads = 0, blocks = 0;

    if (status != CUJIT_OK || (status = function->context->backend->best_block(function->function, shared_bytes,
                                                                               &threads, &blocks, error)) != CUJIT_OK)
        return status;
    if (block_threads != NULL)
        *block_threads = threads;
    if (grid_blocks != NULL)
        *grid_blocks = blocks;
    return CUJIT_OK;
}
