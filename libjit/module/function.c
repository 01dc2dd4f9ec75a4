/*
 * function.c: the kernels of modules: launching them, and what a device knows of them.
 */
#include "libjit/module/module.h"

#include "libjit/base/alloc.h"
#include "libjit/base/text.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

/* ---- Life -------------------------------------------------------------------------------------------------------- */

/* What the source says of the parameters, and what the device says. */
static cujit_status find_parameters(cujit_function *function, const cj_kernel *kernel, cujit_error *error)
{
    enum { FIRST = 64 };
    cujit_context *context = function->context;
    size_t near[2 * FIRST], *sizes = near, *offsets = near + FIRST, count = 0;
    cujit_status status = CUJIT_OK;

    if (kernel != NULL)
        status = cj_declaration_read(context, kernel->parameters, &function->declaration, error);
    if (status != CUJIT_OK)
        return status;
    /* Too old a driver cannot tell: then the source alone must do. */
    if (context->backend->parameters(function->function, sizes, offsets, FIRST, &count, NULL) != CUJIT_OK)
        return CUJIT_OK;
    if (count > FIRST) {
        if ((sizes = cj_calloc(2 * count, sizeof *sizes)) == NULL)
            return cj_error_no_memory(error, "the parameters of a kernel");
        offsets = sizes + count;
        status = context->backend->parameters(function->function, sizes, offsets, count, &count, error);
    }
    if (status == CUJIT_OK)
        status = cj_declaration_correct(&function->declaration, sizes, offsets, count, error);
    if (sizes != near)
        cj_free(sizes);
    return status;
}

/* What is known of them, for who asks. */
static cujit_status describe_parameters(cujit_function *function, cujit_error *error)
{
    cj_declaration *declaration = &function->declaration;

    cj_declaration_lay_out(declaration);
    if (declaration->count == 0)
        return CUJIT_OK;
    function->parameters = cj_calloc(declaration->count, sizeof *function->parameters);
    if (function->parameters == NULL)
        return cj_error_no_memory(error, "the parameters of a kernel");
    for (size_t k = 0; k < declaration->count; k++) {
        const cj_declared *declared = &declaration->parameters[k];

        function->parameters[k] = (cujit_function_parameter){
            .name = declared->name,
            .text = declared->text,
            .dtype = declared->known ? declared->parameter.dtype : CUJIT_DTYPE_NONE,
            .size = declared->size,
            .offset = declared->offset,
            .pointer = declared->pointer,
            .is_const = declared->is_const,
        };
    }
    return CUJIT_OK;
}

static void read_info(cujit_function *function)
{
    cj_function_info info = {-1, -1, -1, -1, -1, -1};

    if (function->context->backend->function_info(function->function, &info, NULL) != CUJIT_OK)
        info = (cj_function_info){-1, -1, -1, -1, -1, -1};
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
        (status = find_parameters(function, cj_module_text_find(&core->text, expression), error)) != CUJIT_OK ||
        (status = describe_parameters(function, error)) != CUJIT_OK)
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
    cj_declaration_clear(&function->declaration);
    cj_free(function->parameters);
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

static cujit_status check_shared(const cujit_function *function, size_t size, cujit_error *error)
{
    const cj_device *device = function->context->device;
    size_t own = function->info.shared_bytes > 0 ? (size_t)function->info.shared_bytes : 0;
    size_t allowed = atomic_load_explicit(&function->dynamic_shared, memory_order_relaxed);

    if (size > UINT_MAX ||
        (device->max_shared_bytes != 0 && (own > device->max_shared_bytes || size > device->max_shared_bytes - own)))
        return cj_error_set(
            error, CUJIT_ERROR_LAUNCH,
            "launching \"%.80s\": %zu bytes of dynamic shared memory beside %zu static ones; %s has %zu "
            "for a block",
            function->name, size, own, function->context->device_text, device->max_shared_bytes);
    if (size > allowed)
        return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                            "launching \"%.80s\": %zu bytes of dynamic shared memory, where %zu are allowed; "
                            "cujit_function_allow_shared() allows more",
                            function->name, size, allowed);
    return CUJIT_OK;
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

/* Common to all public functions here. */
static cujit_status check_function(const cujit_function *function, const char *caller, cujit_error *error)
{
    if (function == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: function is NULL", caller);
    return cj_context_check(function->context, error);
}

cujit_status cujit_function_launch(cujit_function *function, const cujit_launch *launch, cujit_args args,
                                   cujit_error *error)
{
    cujit_status status = check_function(function, "cujit_function_launch", error);
    cj_grid grid;

    if (status != CUJIT_OK)
        return status;
    if (launch == NULL || (args.items == NULL && args.count > 0))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_function_launch: %s is NULL",
                            launch == NULL ? "launch" : "args.items");
    grid = grid_of(launch);
    if ((status = check_launch(function, launch, &grid, error)) != CUJIT_OK)
        return status;
    return cj_function_call(function, &grid, launch->stream, args, error);
}

cujit_status cujit_function_launch_prepared(cujit_function *function, const cujit_launch *launch, void *const *values,
                                            cujit_error *error)
{
    cujit_status status = check_function(function, "cujit_function_launch_prepared", error);
    cj_grid grid;

    if (status != CUJIT_OK)
        return status;
    if (launch == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_function_launch_prepared: launch is NULL");
    grid = grid_of(launch);
    return function->context->backend->launch(function->function, &grid, values, launch->stream, error);
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

cujit_status cujit_function_get_info(cujit_function *function, cujit_function_info *info, cujit_error *error)
{
    cj_function_info now = {-1, -1, -1, -1, -1, -1};
    cujit_status status = check_function(function, "cujit_function_get_info", error);

    if (status != CUJIT_OK)
        return status;
    if (info == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_function_get_info: info is NULL");
    if ((status = function->context->backend->function_info(function->function, &now, error)) != CUJIT_OK)
        return status;
    *info = (cujit_function_info){
        .max_threads_per_block = now.max_threads_per_block,
        .registers = now.registers,
        .shared_bytes = now.shared_bytes,
        .constant_bytes = now.constant_bytes,
        .local_bytes = now.local_bytes,
        .max_dynamic_shared_bytes = now.max_dynamic_shared_bytes,
        .parameter_count = function->declaration.counted ? (int)function->declaration.count : -1,
    };
    return CUJIT_OK;
}

const cujit_function_parameter *cujit_function_get_parameter(const cujit_function *function, size_t k)
{
    return function != NULL && k < function->declaration.count ? &function->parameters[k] : NULL;
}

cujit_status cujit_function_allow_shared(cujit_function *function, size_t size, cujit_error *error)
{
    cujit_status status = check_function(function, "cujit_function_allow_shared", error);
    size_t own, most;

    if (status != CUJIT_OK)
        return status;
    own = function->info.shared_bytes > 0 ? (size_t)function->info.shared_bytes : 0;
    most = function->context->device->max_shared_bytes;
    if (most != 0 && (own > most || size > most - own))
        return cj_error_set(
            error, CUJIT_ERROR_LAUNCH,
            "allowing \"%.80s\" %zu bytes of dynamic shared memory beside %zu static ones: %s has %zu for a "
            "block",
            function->name, size, own, function->context->device_text, most);
    if ((status = function->context->backend->allow_shared(function->function, size, error)) != CUJIT_OK)
        return status;
    atomic_store(&function->dynamic_shared, size);
    return CUJIT_OK;
}

cujit_status cujit_function_occupancy(cujit_function *function, unsigned block_threads, size_t shared_bytes,
                                      int *blocks, cujit_error *error)
{
    cujit_status status = check_function(function, "cujit_function_occupancy", error);

    if (status != CUJIT_OK)
        return status;
    if (blocks == NULL || block_threads == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_function_occupancy: %s",
                            blocks == NULL ? "blocks is NULL" : "a block of 0 threads");
    return function->context->backend->occupancy(function->function, block_threads, shared_bytes, blocks, error);
}

cujit_status cujit_function_best_block(cujit_function *function, size_t shared_bytes, unsigned *block_threads,
                                       unsigned *grid_blocks, cujit_error *error)
{
    cujit_status status = check_function(function, "cujit_function_best_block", error);
    unsigned threads = 0, blocks = 0;

    if (status != CUJIT_OK)
        return status;
    if (block_threads == NULL && grid_blocks == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_function_best_block: block_threads and grid_blocks are NULL");
    status = function->context->backend->best_block(function->function, shared_bytes, &threads, &blocks, error);
    if (status != CUJIT_OK)
        return status;
    if (block_threads != NULL)
        *block_threads = threads;
    if (grid_blocks != NULL)
        *grid_blocks = blocks;
    return CUJIT_OK;
}
