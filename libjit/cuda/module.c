/*
 * module.c: loading objects, finding their kernels, launching them.
 *
 * Loading is eager: a function is looked up and loaded before anybody can launch it, because a lazy load inside the
 * first launch may synchronise the device or break a stream capture.
 */
#include "libjit/cuda/device.h"

#include "libjit/alloc.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

typedef struct cuda_function {
    cj_cuda_function handle; /* first: the launch reads these three */
    cj_cuda_context context;
    const cj_driver *driver;
    const cuda_device *device;
    char *name;
    struct cuda_function *next;
} cuda_function;

typedef struct cuda_module {
    cuda_device *device;
    cj_cuda_module handle;
    pthread_mutex_t lock; /* over `functions`, which live as long as the module */
    cuda_function *functions;
} cuda_module;

enum { JIT_LOG_SIZE = 16 << 10 };

/* What to say of a failed load, besides the driver's own words. */
static cujit_status load_error(const cuda_device *device, const cj_object *object, cj_cuda_result code, const char *log,
                               cujit_error *error)
{
    const cj_driver *driver = device->driver;
    cujit_status status = CUJIT_ERROR_LOAD;
    const char *hint = "";

    if (code == CJ_CUDA_OUT_OF_MEMORY)
        status = CUJIT_ERROR_DEVICE_MEMORY;
    else if (code == CJ_CUDA_UNSUPPORTED_PTX_VERSION)
        hint = ", whose compiler is newer than the driver";
    else if (code == CJ_CUDA_NO_BINARY_FOR_GPU)
        hint = ", which is not this device's architecture";
    cj_driver_error(driver, status, code, error, "loading a %s for %s%s on %s (%s)", cj_object_kind_name(object->kind),
                    object->architecture, hint, device->base.name, device->base.architecture);
    if (log != NULL && log[0] != '\0')
        cj_error_attach(error, log, NULL);
    return status;
}

/* With the context current. PTX goes through the driver's compiler, which has a log of its own. */
static cujit_status load_handle(const cuda_device *device, const cj_object *object, cj_cuda_module *out,
                                cujit_error *error)
{
    const cj_driver *driver = device->driver;
    unsigned options[] = {CJ_CUDA_JIT_ERROR_LOG, CJ_CUDA_JIT_ERROR_LOG_SIZE};
    unsigned count = object->kind == CJ_OBJECT_PTX ? 2 : 0, mode;
    char *log = NULL;
    void *values[2];
    cj_cuda_result code;
    cujit_status status = CUJIT_OK;

    if (count > 0 && (log = cj_calloc(1, JIT_LOG_SIZE)) == NULL)
        return cj_error_no_memory(error, "the log of the driver's compiler");
    values[0] = log;
    values[1] = (void *)(uintptr_t)(JIT_LOG_SIZE - 1);
    mode = cj_cuda_relax_capture(driver);
    code = driver->module_load(out, object->data, count, count > 0 ? options : NULL, count > 0 ? values : NULL);
    cj_cuda_restore_capture(driver, mode);
    if (code != CJ_CUDA_OK)
        status = load_error(device, object, code, log, error);
    cj_free(log);
    return status;
}

/* The driver reads as far as the image's own headers tell it to: what is not one never gets there. */
static cujit_status check_image(const cj_object *object, cujit_error *error)
{
    const char *data = object->data;

    if (object->kind == CJ_OBJECT_PTX) {
        if (object->size > 0 && data[object->size - 1] == '\0')
            return CUJIT_OK;
        return cj_error_set(error, CUJIT_ERROR_LOAD, "loading a ptx object: its text is not ended by a NUL");
    }
    if (object->kind == CJ_OBJECT_CUBIN) {
        if (object->size > 64 && memcmp(data, "\177ELF", 4) == 0)
            return CUJIT_OK;
        return cj_error_set(error, CUJIT_ERROR_LOAD, "loading a cubin: it is not an ELF image");
    }
    return cj_error_set(error, CUJIT_ERROR_LOAD, "loading a %s on a CUDA device: expected a cubin or ptx",
                        cj_object_kind_name(object->kind));
}

cujit_status cj_cuda_load(cj_device *base, const cj_object *object, cj_module **out, cujit_error *error)
{
    cuda_device *device = (cuda_device *)base;
    cuda_module *module;
    bool pushed = false;
    cujit_status status;

    if ((status = check_image(object, error)) != CUJIT_OK)
        return status;
    module = cj_calloc(1, sizeof *module);
    if (module == NULL)
        return cj_error_no_memory(error, "the loaded kernel");
    module->device = device;
    status = cj_cuda_enter(device, &pushed, error);
    if (status == CUJIT_OK) {
        status = load_handle(device, object, &module->handle, error);
        cj_cuda_leave(device, pushed);
    }
    if (status != CUJIT_OK) {
        cj_free(module);
        return status;
    }
    pthread_mutex_init(&module->lock, NULL);
    *out = (cj_module *)module;
    return CUJIT_OK;
}

void cj_cuda_unload(cj_module *opaque)
{
    cuda_module *module = (cuda_module *)opaque;
    bool pushed = false;

    if (module == NULL)
        return;
    if (cj_cuda_enter(module->device, &pushed, NULL) == CUJIT_OK) {
        unsigned mode = cj_cuda_relax_capture(module->device->driver);

        module->device->driver->module_unload(module->handle);
        cj_cuda_restore_capture(module->device->driver, mode);
        cj_cuda_leave(module->device, pushed);
    }
    for (cuda_function *function = module->functions, *next; function != NULL; function = next) {
        next = function->next;
        cj_free(function->name);
        cj_free(function);
    }
    pthread_mutex_destroy(&module->lock);
    cj_free(module);
}

/* Looks the kernel up and sees to it that it is loaded: by cuFuncLoad, or where that is missing by asking for an
 * attribute, which has the same effect. */
static cujit_status find_handle(const cuda_module *module, const char *name, cj_cuda_function *out, cujit_error *error)
{
    const cj_driver *driver = module->device->driver;
    unsigned mode = cj_cuda_relax_capture(driver);
    cj_cuda_result code = driver->module_function(out, module->handle, name);
    int registers = 0;

    if (code == CJ_CUDA_OK && driver->function_load != NULL)
        code = driver->function_load(*out);
    if (code == CJ_CUDA_OK)
        code = driver->function_attribute(&registers, CJ_CUDA_FUNCTION_REGISTERS, *out);
    cj_cuda_restore_capture(driver, mode);
    if (code == CJ_CUDA_OK)
        return CUJIT_OK;
    return cj_driver_error(driver, code == CJ_CUDA_OUT_OF_MEMORY ? CUJIT_ERROR_DEVICE_MEMORY : CUJIT_ERROR_LOAD, code,
                           error, "finding the kernel \"%.100s\" in the loaded object", name);
}

cujit_status cj_cuda_function_get(cj_module *opaque, const char *name, cj_function **out, cujit_error *error)
{
    cuda_module *module = (cuda_module *)opaque;
    cuda_function *function;
    bool pushed = false;
    cujit_status status;

    if ((status = cj_cuda_enter(module->device, &pushed, error)) != CUJIT_OK)
        return status;
    function = cj_calloc(1, sizeof *function);
    if (function == NULL || (function->name = cj_strdup(name)) == NULL)
        status = cj_error_no_memory(error, "the kernel's name");
    else
        status = find_handle(module, name, &function->handle, error);
    cj_cuda_leave(module->device, pushed);
    if (status != CUJIT_OK) {
        if (function != NULL)
            cj_free(function->name);
        cj_free(function);
        return status;
    }
    function->device = module->device;
    function->context = module->device->context;
    function->driver = module->device->driver;
    pthread_mutex_lock(&module->lock);
    function->next = module->functions;
    module->functions = function;
    pthread_mutex_unlock(&module->lock);
    *out = (cj_function *)function;
    return CUJIT_OK;
}

cujit_status cj_cuda_resources(cj_function *opaque, cj_resources *out, cujit_error *error)
{
    const cuda_function *function = (const cuda_function *)opaque;
    cj_resources found = CJ_RESOURCES_UNKNOWN;
    const cj_driver *driver = function->driver;
    bool pushed = false;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(function->device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    code = driver->function_attribute(&found.registers, CJ_CUDA_FUNCTION_REGISTERS, function->handle);
    if (code == CJ_CUDA_OK)
        code = driver->function_attribute(&found.shared_bytes, CJ_CUDA_FUNCTION_SHARED_BYTES, function->handle);
    if (code == CJ_CUDA_OK)
        code = driver->function_attribute(&found.stack_bytes, CJ_CUDA_FUNCTION_LOCAL_BYTES, function->handle);
    cj_cuda_leave(function->device, pushed);
    if (code != CJ_CUDA_OK)
        return cj_driver_error(driver, CUJIT_ERROR_DEVICE, code, error, "asking about the kernel \"%.100s\"",
                               function->name);
    *out = found;
    return CUJIT_OK;
}

static cujit_status launch_error(const cuda_function *function, const cj_grid *grid, cj_cuda_result code,
                                 cujit_error *error)
{
    return cj_driver_error(
        function->driver, CUJIT_ERROR_LAUNCH, code, error,
        "launching \"%.100s\" with %u x %u x %u blocks of %u x %u x %u threads and %u bytes of shared "
        "memory",
        function->name, grid->grid[0], grid->grid[1], grid->grid[2], grid->block[0], grid->block[1], grid->block[2],
        grid->shared_bytes);
}

static cj_cuda_result launch_now(const cuda_function *function, const cj_grid *grid, void *const *values, void *stream)
{
    return function->driver->launch(function->handle, grid->grid[0], grid->grid[1], grid->grid[2], grid->block[0],
                                    grid->block[1], grid->block[2], grid->shared_bytes, (cj_cuda_stream)stream,
                                    (void **)values, NULL);
}

/* The rare case: another context is current on this thread, or none. */
static cujit_status launch_elsewhere(const cuda_function *function, const cj_grid *grid, void *const *values,
                                     void *stream, cujit_error *error)
{
    bool pushed = false;
    cj_cuda_result code;
    cujit_status status = cj_cuda_enter(function->device, &pushed, error);

    if (status != CUJIT_OK)
        return status;
    code = launch_now(function, grid, values, stream);
    cj_cuda_leave(function->device, pushed);
    return code == CJ_CUDA_OK ? CUJIT_OK : launch_error(function, grid, code, error);
}

cujit_status cj_cuda_launch(cj_function *opaque, const cj_grid *grid, void *const *values, void *stream,
                            cujit_error *error)
{
    const cuda_function *function = (const cuda_function *)opaque;
    cj_cuda_context current = NULL;
    cj_cuda_result code;

    if (cj_driver_forked())
        return cj_driver_forked_error(error);
    if (function->driver->context_current(&current) != CJ_CUDA_OK || current != function->context)
        return launch_elsewhere(function, grid, values, stream, error);
    code = launch_now(function, grid, values, stream);
    return code == CJ_CUDA_OK ? CUJIT_OK : launch_error(function, grid, code, error);
}
