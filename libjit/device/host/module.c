/*
 * module.c: objects on the host: loading them, finding what is in them, launching their kernels.
 */
#include "libjit/base/alloc.h"
#include "libjit/device/host/graph.h"
#include "libjit/device/host/loader.h"
#include "libjit/device/host/operations.h"
#include "libjit/device/host/processor.h"
#include "libjit/device/host/scheduler.h"
#include "libjit/device/host/unit.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct cj_module {
    cj_device *device;
    void *library;
    int descriptor;              /* of the image, for reports; -1: none */
    const cj_host_module *table; /* its own */
    _Atomic(cj_function *) functions;
};

struct cj_function {
    cj_device *device;
    const cj_host_kernel *kernel;
    cj_function *following;
    char name[];
};

cj_object_kind cj_host_recognize(const void *data, size_t size)
{
    return cj_is_image(data, size) && cj_image_holds(data, size, CJ_HOST_MODULE_SYMBOL) ? CJ_OBJECT_SHARED
                                                                                        : CJ_OBJECT_NONE;
}

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
    if (module->table == NULL)
        status = cj_error_set(error, CUJIT_ERROR_LOAD, "loading a kernel for the host: cujit did not make this object");
    else if (module->table->version != CJ_HOST_RUNTIME_VERSION)
        status = cj_error_set(error, CUJIT_ERROR_LOAD,
                              "loading a kernel for the host: the object speaks version %u of the interface, not %d",
                              module->table->version, CJ_HOST_RUNTIME_VERSION);
    if (status == CUJIT_OK)
        *out = module;
    else
        cj_host_unload(module);
    return status;
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

/* ---- What is known of kernels ---- */

cujit_status cj_host_parameters(cj_function *function, size_t *sizes, size_t *offsets, size_t room, size_t *count,
                                cujit_error *error)
{
    const cj_host_kernel *kernel = function->kernel;

    for (size_t k = 0; k < kernel->parameters && k < room; k++) {
        sizes[k] = kernel->sizes[k];
        if (offsets != NULL)
            offsets[k] = SIZE_MAX; /* each is passed by its address */
    }
    *count = kernel->parameters;
    return CUJIT_OK;
}

cujit_status cj_host_function_info(cj_function *function, cujit_function_info *out, cujit_error *error)
{
    *out = (cujit_function_info){.max_threads_per_block = CJ_HOST_MAX_THREADS,
                                 .registers = -1,
                                 .shared_bytes = -1,
                                 .constant_bytes = -1,
                                 .local_bytes = -1,
                                 .max_dynamic_shared_bytes = CJ_HOST_MAX_SHARED,
                                 .parameter_count = -1};
    return CUJIT_OK;
}

cujit_status cj_host_allow_shared(cj_function *function, size_t size, cujit_error *error)
{
    if (size <= CJ_HOST_MAX_SHARED)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                        "allowing kernel \"%.100s\" %zu bytes of dynamic shared memory: %d at most", function->name,
                        size, CJ_HOST_MAX_SHARED);
}

cujit_status cj_host_occupancy(cj_function *function, unsigned block_threads, size_t shared_bytes, int *blocks,
                               cujit_error *error)
{
    *blocks = block_threads >= 1 && block_threads <= CJ_HOST_MAX_THREADS && shared_bytes <= CJ_HOST_MAX_SHARED;
    return CUJIT_OK;
}

cujit_status cj_host_best_block(cj_function *function, size_t shared_bytes, unsigned *block_threads,
                                unsigned *grid_blocks, cujit_error *error)
{
    const cujit_status status = cj_host_allow_shared(function, shared_bytes, error);

    if (status != CUJIT_OK)
        return status;
    *block_threads = 256; /* no size is faster here than another; this one does well on any GPU too */
    *grid_blocks = cj_host_processors();
    return CUJIT_OK;
}

/* ---- Launching ---- */

/* The limits are CUDA's, so that what runs here runs there. */
static cujit_status check_grid(const cj_function *function, const cj_grid *grid, cujit_error *error)
{
    const unsigned *g = grid->grid, *b = grid->block;

    if (g[0] == 0 || g[1] == 0 || g[2] == 0 || g[0] > 0x7fffffffu || g[1] > 65535 || g[2] > 65535)
        return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                            "launching kernel \"%.100s\": a grid of (%u,%u,%u) blocks is out of range: 1 to "
                            "(2147483647,65535,65535)",
                            function->name, g[0], g[1], g[2]);
    if (b[0] == 0 || b[1] == 0 || b[2] == 0 || b[0] > CJ_HOST_MAX_THREADS || b[1] > CJ_HOST_MAX_THREADS || b[2] > 64 ||
        b[0] * b[1] * b[2] > CJ_HOST_MAX_THREADS)
        return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                            "launching kernel \"%.100s\": a block of (%u,%u,%u) threads is out of range: 1 to 1024 in "
                            "all, and 64 at most in z",
                            function->name, b[0], b[1], b[2]);
    if (grid->cooperative)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "launching kernel \"%.100s\": the host device has no cooperative launches; run it on a GPU",
                            function->name);
    if (grid->shared_bytes > CJ_HOST_MAX_SHARED)
        return cj_error_set(error, CUJIT_ERROR_LAUNCH,
                            "launching kernel \"%.100s\": %u bytes of dynamic shared memory, %d at most",
                            function->name, grid->shared_bytes, CJ_HOST_MAX_SHARED);
    return CUJIT_OK;
}

static cujit_status launch_now(const cj_function *function, const cj_grid *grid, void *const *values,
                               cujit_error *error)
{
    cj_job job; /* without its message it need not be cleared */

    job.kernel = function->kernel;
    job.name = function->name;
    job.grid = grid;
    job.values = values;
    job.blocks = (unsigned long long)grid->grid[0] * grid->grid[1] * grid->grid[2];
    cj_pool_run(&job);
    if (atomic_load(&job.failed))
        return cj_error_set(error, job.status, "%s", job.message);
    return CUJIT_OK;
}

/* ---- Launching later ---- */

/* A launch in a graph: the copies of the arguments lie behind the row of pointers to them. */
typedef struct launch_step {
    cj_host_step step;
    const cj_function *function;
    cj_grid grid;
    void *values[];
} launch_step;

enum { ALIGNMENT = 64 }; /* more than any parameter asks for */

static cujit_status run_launch(const cj_host_step *step, cujit_error *error)
{
    const launch_step *launch = (const launch_step *)step;

    return launch_now(launch->function, &launch->grid, launch->values, error);
}

static inline size_t round_up(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static cujit_status record(cj_function *function, const cj_grid *grid, void *const *values, void *stream,
                           cujit_error *error)
{
    const cj_host_kernel *kernel = function->kernel;
    size_t row = sizeof(launch_step) + kernel->parameters * sizeof(void *), size = row + ALIGNMENT;
    launch_step *launch;
    char *to;

    for (size_t k = 0; k < kernel->parameters; k++)
        size += round_up(kernel->sizes[k]);
    if ((launch = cj_malloc(size)) == NULL)
        return cj_error_no_memory(error, "a graph");
    launch->step = (cj_host_step){.run = run_launch};
    launch->function = function;
    launch->grid = *grid;
    to = (char *)launch + row;
    to += (ALIGNMENT - (uintptr_t)to % ALIGNMENT) % ALIGNMENT;
    for (size_t k = 0; k < kernel->parameters; k++) {
        launch->values[k] = memcpy(to, values[k], kernel->sizes[k]);
        to += round_up(kernel->sizes[k]);
    }
    return cj_host_record(function->device, stream, &launch->step, error);
}

cujit_status cj_host_launch(cj_function *function, const cj_grid *grid, void *const *values, void *stream,
                            cujit_error *error)
{
    const cujit_status status = check_grid(function, grid, error);

    if (status != CUJIT_OK)
        return status;
    if (cj_host_records(function->device, stream))
        return record(function, grid, values, stream, error);
    return launch_now(function, grid, values, error);
}
