/*
 * module.c: objects on the host: loading them, and finding what is in them.
 */
#include "libjit/device/host/module.h"

#include "libjit/base/alloc.h"
#include "libjit/device/host/compiler.h"
#include "libjit/device/host/loader.h"
#include "libjit/device/host/operations.h"
#include "libjit/device/host/unit.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* An instrumented object needs the sanitizer's runtime, which must be there before all else: dlopen() cannot bring
 * it. */
static cujit_status check_sanitizer(const cj_object *object, cujit_error *error)
{
    if (!cj_image_holds(object->data, object->size, "__asan_init") || dlsym(RTLD_DEFAULT, "__asan_init") != NULL)
        return CUJIT_OK;
    return cj_error_set(
        error, CUJIT_ERROR_UNSUPPORTED,
        "loading a kernel for the host: it was built with check_addresses, but this program does not run "
        "under the address sanitizer; build the program with -fsanitize=address, or start it with "
        "LD_PRELOAD=$(gcc -print-file-name=libasan.so)");
}

static cujit_status check_module(const cj_module *module, cujit_error *error)
{
    if (module->table == NULL)
        return cj_error_set(error, CUJIT_ERROR_LOAD, "loading a kernel for the host: cujit did not make this object");
    if (module->table->version != CJ_HOST_RUNTIME_VERSION)
        return cj_error_set(error, CUJIT_ERROR_LOAD,
                            "loading a kernel for the host: the object speaks version %u of the interface, not %d",
                            module->table->version, CJ_HOST_RUNTIME_VERSION);
    return CUJIT_OK;
}

cujit_status cj_host_load(cj_device *device, const cj_object *object, cj_module **out, cujit_error *error)
{
    cj_module *module;
    cujit_status status;

    if (object->kind != CJ_OBJECT_SHARED ||
        (object->architecture[0] != '\0' && strcmp(object->architecture, CJ_HOST_ARCHITECTURE) != 0))
        return cj_error_set(error, CUJIT_ERROR_LOAD,
                            "loading a kernel for the host: expected a shared object for " CJ_HOST_ARCHITECTURE
                            ", got a %s for %s",
                            cj_object_kind_name(object->kind), object->architecture);
    if ((status = check_sanitizer(object, error)) != CUJIT_OK)
        return status;
    if ((module = cj_calloc(1, sizeof *module)) == NULL)
        return cj_error_no_memory(error, "a kernel's module");
    status = cj_load_image(object->data, object->size, &module->library, &module->descriptor, error);
    if (status != CUJIT_OK) {
        cj_free(module);
        return status;
    }
    module->device = device;
    pthread_mutex_init(&module->lock, NULL);
    module->table = dlsym(module->library, CJ_HOST_MODULE_SYMBOL);
    if ((status = check_module(module, error)) != CUJIT_OK) {
        cj_host_unload(module);
        return status;
    }
    *out = module;
    return CUJIT_OK;
}

static void function_free(cj_function *function)
{
    if (function == NULL)
        return;
    cj_free(function->name);
    cj_free(function);
}

void cj_host_unload(cj_module *module)
{
    if (module == NULL)
        return;
    while (module->functions != NULL) {
        cj_function *first = module->functions;

        module->functions = first->following;
        function_free(first);
    }
    pthread_mutex_destroy(&module->lock);
    dlclose(module->library);
    if (module->descriptor >= 0)
        close(module->descriptor);
    cj_free(module);
}

/* ---- Kernels ---- */

/* NULL in *out: there is nothing of that name. */
static cujit_status find_kernel(cj_module *module, const char *name, const cj_host_kernel **out, cujit_error *error)
{
    cj_text symbol = {0};
    cujit_status status = CUJIT_OK;

    cj_text_append(&symbol, CJ_HOST_KERNEL_PREFIX);
    cj_host_symbol(name, &symbol);
    if (symbol.failed)
        status = cj_error_no_memory(error, "a kernel's name");
    else
        *out = dlsym(module->library, symbol.data);
    cj_text_clear(&symbol);
    return status;
}

cujit_status cj_host_function(cj_module *module, const char *name, cj_function **out, cujit_error *error)
{
    const cj_host_kernel *kernel = NULL;
    const cujit_status status = find_kernel(module, name, &kernel, error);
    cj_function *function;

    if (status != CUJIT_OK)
        return status;
    if (kernel == NULL || (kernel->blocks == NULL && kernel->thread == NULL))
        return cj_error_set(error, CUJIT_ERROR_NOT_FOUND,
                            "looking up kernel \"%.100s\": the host object has none of that name", name);
    if (kernel->version != CJ_HOST_RUNTIME_VERSION)
        return cj_error_set(error, CUJIT_ERROR_LOAD,
                            "looking up kernel \"%.100s\": the host object speaks version %u of the interface, not %d",
                            name, kernel->version, CJ_HOST_RUNTIME_VERSION);
    if (strncmp(name, CJ_ENTRY_PREFIX, strlen(CJ_ENTRY_PREFIX)) == 0)
        name += strlen(CJ_ENTRY_PREFIX);
    if ((function = cj_calloc(1, sizeof *function)) == NULL || (function->name = cj_strdup(name)) == NULL) {
        function_free(function);
        return cj_error_no_memory(error, "a kernel");
    }
    function->device = module->device;
    function->kernel = kernel;
    pthread_mutex_lock(&module->lock);
    function->following = module->functions;
    module->functions = function;
    pthread_mutex_unlock(&module->lock);
    *out = function;
    return CUJIT_OK;
}

/* ---- Globals ---- */

/* The segment that an address lies in, and its protection. */
typedef struct place {
    uintptr_t address;
    int protection; /* 0: not found */
} place;

static int look_at_image(struct dl_phdr_info *image, size_t size, void *data)
{
    place *p = data;

    for (unsigned k = 0; k < image->dlpi_phnum; k++) {
        const ElfW(Phdr) *segment = &image->dlpi_phdr[k];
        const uintptr_t start = image->dlpi_addr + segment->p_vaddr;

        if (segment->p_type != PT_LOAD || p->address < start || p->address - start >= segment->p_memsz)
            continue;
        p->protection = ((segment->p_flags & PF_R) != 0 ? PROT_READ : 0) |
                        ((segment->p_flags & PF_W) != 0 ? PROT_WRITE : 0) |
                        ((segment->p_flags & PF_X) != 0 ? PROT_EXEC : 0);
        return 1;
    }
    return 0;
}

/* A variable that the source calls const lies where nobody can write, but on a GPU it can be written. */
static cujit_status make_writable(const char *name, void *variable, size_t size, cujit_error *error)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), address = (uintptr_t)variable;
    const uintptr_t first = address & ~(page - 1), end = (address + size + page - 1) & ~(page - 1);
    place p = {address, 0};

    dl_iterate_phdr(look_at_image, &p);
    if (p.protection == 0 || (p.protection & PROT_WRITE) != 0)
        return CUJIT_OK;
    if ((p.protection & PROT_EXEC) == 0 && mprotect((void *)first, end - first, PROT_READ | PROT_WRITE) == 0)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "variable \"%.100s\" cannot be reached on the host: it is const; take the const away", name);
}

cujit_status cj_host_global(cj_module *module, const char *name, void **address, size_t *size, cujit_error *error)
{
    const char *wanted = name + strspn(name, "&: ");
    const cj_host_kernel *listed = NULL;
    cujit_status status = find_kernel(module, name, &listed, error);
    void *found = listed == NULL ? NULL : listed->variable;
    size_t found_size = listed == NULL ? 0 : listed->variable_size;

    if (status != CUJIT_OK)
        return status;
    for (const cj_host_variable *v = module->table->first; found == NULL && v < module->table->end; v++) {
        if (strcmp(v->name, wanted) == 0) {
            found = v->address;
            found_size = v->size;
        }
    }
    if (found != NULL) {
        if ((status = make_writable(wanted, found, found_size, error)) != CUJIT_OK)
            return status;
        *address = found;
        *size = found_size;
        return CUJIT_OK;
    }
    return cj_error_set(
        error, CUJIT_ERROR_NOT_FOUND,
        "there is no variable \"%.100s\": expected a __device__ or __constant__ variable of the module's "
        "own text, with its namespaces",
        name);
}

/* ---- Objects ---- */

cj_object_kind cj_host_recognize(const void *data, size_t size)
{
    return cj_is_image(data, size) && cj_image_holds(data, size, CJ_HOST_MODULE_SYMBOL) ? CJ_OBJECT_SHARED
                                                                                        : CJ_OBJECT_NONE;
}
