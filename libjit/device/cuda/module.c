/*
 * module.c: loading objects, finding their kernels and variables.
 *
 * Loading is eager: a function is looked up and loaded before anybody can launch it, because a lazy load inside the
 * first launch may synchronise the device or break a stream capture.
 */
#include "libjit/device/cuda/device.h"

#include "libjit/base/alloc.h"

#include <stdint.h>
#include <string.h>

enum { JIT_LOG_SIZE = 16 << 10 };

/* What the driver says of an object that it cannot use; it would say it of the same object again. Everything else is
 * trouble of the device or the process. */
static bool blames_object(cj_cuda_result code)
{
    switch (code) {
    case CJ_CUDA_INVALID_IMAGE:
    case CJ_CUDA_NO_BINARY_FOR_GPU:
    case CJ_CUDA_INVALID_PTX:
    case CJ_CUDA_JIT_COMPILER_NOT_FOUND:
    case CJ_CUDA_UNSUPPORTED_PTX_VERSION:
    case CJ_CUDA_JIT_COMPILATION_DISABLED:
    case CJ_CUDA_INVALID_SOURCE:
    case CJ_CUDA_SYMBOL_NOT_FOUND:
    case CJ_CUDA_NOT_FOUND:
        return true;
    default:
        return false;
    }
}

static cujit_status load_status(cj_cuda_result code)
{
    return code == CJ_CUDA_OUT_OF_MEMORY ? CUJIT_ERROR_DEVICE_MEMORY
           : blames_object(code)         ? CUJIT_ERROR_LOAD
                                         : CUJIT_ERROR_DEVICE;
}

/* What to say of a failed load, besides the driver's own words. */
static cujit_status load_error(const cuda_device *device, const cj_object *object, cj_cuda_result code, const char *log,
                               cujit_error *error)
{
    cujit_status status = load_status(code);
    const char *hint = "";

    if (code == CJ_CUDA_UNSUPPORTED_PTX_VERSION)
        hint = ", whose compiler is newer than the driver";
    else if (code == CJ_CUDA_NO_BINARY_FOR_GPU)
        hint = object->kind == CJ_OBJECT_FATBIN ? ", which holds nothing for this device's architecture"
                                                : ", which is not this device's architecture";
    cj_driver_error(device->driver, status, code, error, "loading a %s%s%s%s on %s (%s)",
                    cj_object_kind_name(object->kind), object->architecture[0] != '\0' ? " for " : "",
                    object->architecture, hint, device->base.name, device->base.architecture);
    if (log != NULL && log[0] != '\0')
        cj_error_attach(error, log, NULL);
    return status;
}

/* PTX, also that in a fatbin, goes through the driver's compiler, which has a log of its own. */
static void load_handle(cuda_scope *scope, const cj_object *object, cj_cuda_module *out)
{
    unsigned options[] = {CJ_CUDA_JIT_ERROR_LOG, CJ_CUDA_JIT_ERROR_LOG_SIZE};
    unsigned count = object->kind != CJ_OBJECT_CUBIN ? 2 : 0;
    char *log = NULL;
    void *values[2];

    if (count > 0 && (log = cj_calloc(1, JIT_LOG_SIZE)) == NULL) {
        cj_cuda_fail(scope, cj_error_no_memory(scope->error, "the log of the driver's compiler"));
        return;
    }
    values[0] = log;
    values[1] = (void *)(uintptr_t)(JIT_LOG_SIZE - 1);
    scope->code = scope->driver->module_load(out, object->data, count, count > 0 ? options : NULL,
                                             count > 0 ? values : NULL);
    if (scope->code != CJ_CUDA_OK)
        scope->status = load_error(scope->device, object, scope->code, log, scope->error);
    cj_free(log);
}

cujit_status cj_cuda_load(cj_device *device, const cj_object *object, cj_module **out, cujit_error *error)
{
    cuda_module *module;
    cuda_scope scope;
    cujit_status status;

    if ((status = cj_cuda_check_image(object, error)) != CUJIT_OK)
        return status;
    module = cj_calloc(1, sizeof *module);
    if (module == NULL)
        return cj_error_no_memory(error, "the loaded kernel");
    module->device = (cuda_device *)device;
    if (cj_cuda_enter_relaxed(&scope, device, error))
        load_handle(&scope, object, &module->handle);
    if (scope.code == CJ_CUDA_OK) {
        pthread_mutex_init(&module->lock, NULL);
        *out = (cj_module *)module;
    } else {
        cj_free(module);
    }
    return cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "loading a kernel");
}

static void function_free(cuda_function *function)
{
    if (function != NULL)
        cj_free(function->name);
    cj_free(function);
}

void cj_cuda_unload(cj_module *opaque)
{
    cuda_module *module = (cuda_module *)opaque;
    cuda_scope scope;

    if (module == NULL)
        return;
    if (cj_cuda_enter_relaxed(&scope, &module->device->base, NULL))
        scope.driver->module_unload(module->handle);
    cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "unloading a kernel");
    for (cuda_function *function = module->functions, *next; function != NULL; function = next) {
        next = function->next;
        function_free(function);
    }
    pthread_mutex_destroy(&module->lock);
    cj_free(module);
}

static cujit_status find_status(cj_cuda_result code)
{
    return code == CJ_CUDA_NOT_FOUND ? CUJIT_ERROR_NOT_FOUND : load_status(code);
}

/* Looks the kernel up and sees to it that it is loaded: by cuFuncLoad, or where that is missing by asking for an
 * attribute, which has the same effect. */
static cujit_status find_handle(const cuda_module *module, const char *name, cj_cuda_kernel *out, cujit_error *error)
{
    int registers = 0;
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, &module->device->base, error))
        scope.code = scope.driver->module_function(out, module->handle, name);
    if (scope.code == CJ_CUDA_OK && scope.driver->function_load != NULL)
        scope.code = scope.driver->function_load(*out);
    if (scope.code == CJ_CUDA_OK)
        scope.code = scope.driver->function_attribute(&registers, CJ_CUDA_FUNCTION_REGISTERS, *out);
    return cj_cuda_leave(&scope, find_status(scope.code), "finding the kernel \"%.100s\" in the loaded object", name);
}

cujit_status cj_cuda_function(cj_module *opaque, const char *name, cj_function **out, cujit_error *error)
{
    cuda_module *module = (cuda_module *)opaque;
    cuda_function *function = cj_calloc(1, sizeof *function);
    cujit_status status;

    if (function == NULL || (function->name = cj_strdup(name)) == NULL)
        status = cj_error_no_memory(error, "the kernel's name");
    else
        status = find_handle(module, name, &function->handle, error);
    if (status != CUJIT_OK) {
        function_free(function);
        return status;
    }
    function->module = module;
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

/* What the compilers call "ns::name": "_ZN2ns4nameE". False where `name` is not of that kind. */
static bool mangle(const char *name, cj_text *out)
{
    const char *part = strncmp(name, "::", 2) == 0 ? name + 2 : name;

    if (strstr(part, "::") == NULL)
        return false;
    cj_text_append(out, "_ZN");
    while (part != NULL) {
        const char *end = strstr(part, "::");
        size_t length = end != NULL ? (size_t)(end - part) : strlen(part);

        if (length == 0)
            return false;
        cj_text_printf(out, "%zu%.*s", length, (int)length, part);
        part = end != NULL ? end + 2 : NULL;
    }
    cj_text_append(out, "E");
    return !out->failed;
}

cujit_status cj_cuda_global(cj_module *opaque, const char *name, void **address, size_t *size, cujit_error *error)
{
    const cuda_module *module = (const cuda_module *)opaque;
    cj_cuda_address found = 0;
    cj_text symbol = {0};
    size_t bytes = 0;
    cuda_scope scope;

    if (name[0] == '\0') /* the driver has another answer to that than "not found" */
        return cj_error_set(error, CUJIT_ERROR_NOT_FOUND, "a variable without a name was asked for");
    if (cj_cuda_enter_relaxed(&scope, &module->device->base, error)) {
        const char *plain = strncmp(name, "::", 2) == 0 ? name + 2 : name;

        scope.code = scope.driver->module_global(&found, &bytes, module->handle, plain);
        if (scope.code == CJ_CUDA_NOT_FOUND && mangle(name, &symbol))
            scope.code = scope.driver->module_global(&found, &bytes, module->handle, symbol.data);
    }
    cj_text_clear(&symbol);
    if (scope.code == CJ_CUDA_OK) {
        *address = cj_cuda_memory_at(found);
        *size = bytes;
    }
    return cj_cuda_leave(&scope, find_status(scope.code), "finding the variable \"%.100s\" in the loaded object", name);
}
