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
    module->table = dlsym(module->library, CJ_HOST_MODULE_SYMBOL);
    if ((status = check_module(module, error)) != CUJIT_OK) {
        cj_host_unload(module);
        return status;
    }
    *out = module;
    return CUJIT_OK;
}

void cj_host_unload(cj_module *module)
{
    if (module == NULL)
        return;
    for (cj_function *function = atomic_load(&module->functions), *next; function != NULL; function = next) {
        next = function->following;
        cj_free(function);
    }
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
    if ((function = cj_calloc(1, sizeof *function + strlen(name) + 1)) == NULL)
        return cj_error_no_memory(error, "a kernel");
    memcpy(function->name, name, strlen(name));
    function->device = module->device;
    function->kernel = kernel;
    function->following = atomic_load(&module->functions);
    while (!atomic_compare_exchange_weak(&module->functions, &function->following, function))
        continue;
    *out = function;
    return CUJIT_OK;
}

/* ---- Globals ---- */

/* The segment that an address lies in. */
typedef struct place {
    uintptr_t address;
    ElfW(Word) flags; /* 0: not found */
} place;

static int look_at_image(struct dl_phdr_info *image, size_t size, void *data)
{
    place *p = data;

    for (unsigned k = 0; k < image->dlpi_phnum && p->flags == 0; k++) {
        const ElfW(Phdr) *segment = &image->dlpi_phdr[k];

        /* the difference is large where the address lies before */
        if (segment->p_type == PT_LOAD && p->address - (image->dlpi_addr + segment->p_vaddr) < segment->p_memsz)
            p->flags = segment->p_flags;
    }
    return p->flags != 0;
}

/* A variable that the source calls const lies where nobody can write, but on a GPU it can be written. */
static cujit_status make_writable(const char *name, void *variable, size_t size, cujit_error *error)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)variable & ~(page - 1);
    place p = {(uintptr_t)variable, 0};

    dl_iterate_phdr(look_at_image, &p);
    if (p.flags == 0 || (p.flags & PF_W) != 0 ||
        ((p.flags & PF_X) == 0 &&
         mprotect((void *)first, (uintptr_t)variable + size - first, PROT_READ | PROT_WRITE) == 0))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "variable \"%.100s\" cannot be reached on the host: it is const; take the const away", name);
}

cujit_status cj_host_global(cj_module *module, const char *name, void **address, size_t *size, cujit_error *error)
{
    const char *wanted = name + strspn(name, "&: ");
    const cj_host_kernel *listed = NULL;
    cj_host_variable found = {0};
    cujit_status status = find_kernel(module, name, &listed, error);

    if (status != CUJIT_OK)
        return status;
    if (listed != NULL)
        found = (cj_host_variable){.address = listed->variable, .size = listed->variable_size};
    for (const cj_host_variable *v = module->table->first; found.address == NULL && v < module->table->end; v++)
        if (strcmp(v->name, wanted) == 0)
            found = *v;
    if (found.address == NULL)
        return cj_error_set(error, CUJIT_ERROR_NOT_FOUND,
                            "there is no variable \"%.100s\": expected a __device__ or __constant__ variable of the "
                            "module's own text, with its namespaces",
                            name);
    if ((status = make_writable(wanted, found.address, found.size, error)) == CUJIT_OK) {
        *address = found.address;
        *size = found.size;
    }
    return status;
}

/* ---- Objects ---- */

cj_object_kind cj_host_recognize(const void *data, size_t size)
{
    return cj_is_image(data, size) && cj_image_holds(data, size, CJ_HOST_MODULE_SYMBOL) ? CJ_OBJECT_SHARED
                                                                                        : CJ_OBJECT_NONE;
}
