/*
 * nvrtc.c: the loaded compilers, one for each path, kept until the process ends.
 *
 * The lock is held only to walk the list, never while the loader works: two threads that load the same library at the
 * same time do it twice (the loader counts references), and one drops its result.
 */
#include "libjit/device/cuda/nvrtc.h"

#include "libjit/base/alloc.h"
#include "libjit/base/global_lock.h"
#include "libjit/base/os.h"

#include <dlfcn.h>
#include <string.h>

static cj_nvrtc *loaded;

static cj_nvrtc *find_loaded(const char *path)
{
    for (cj_nvrtc *nvrtc = loaded; nvrtc != NULL; nvrtc = nvrtc->next) {
        if (strcmp(nvrtc->path, path) == 0)
            return nvrtc;
    }
    return NULL;
}

static cujit_status find_symbols(void *library, cj_nvrtc *out, cujit_error *error)
{
    const char *missing = NULL;

#define X(member, symbol, parameters)                                                                                  \
    if (missing == NULL && !cj_symbol(library, #symbol, &out->member))                                                 \
        missing = #symbol;
#include "libjit/device/cuda/nvrtc.def"
#undef X
    if (missing == NULL && !cj_symbol(library, "nvrtcGetErrorString", &out->result_text))
        missing = "nvrtcGetErrorString";
    if (missing == NULL)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                        "loading the CUDA compiler: %s lacks the function %s; NVRTC 12.0 or newer is needed", out->path,
                        missing);
}

static cujit_status ask(cj_nvrtc *nvrtc, cujit_error *error)
{
    int major = 0, minor = 0, count = 0;

    if (nvrtc->get_version(&major, &minor) != CJ_NVRTC_OK)
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER, "loading the CUDA compiler: %s does not tell its version",
                            nvrtc->path);
    if (major < 12)
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                            "loading the CUDA compiler: %s is version %d.%d; NVRTC 12.0 or newer is needed",
                            nvrtc->path, major, minor);
    if (nvrtc->architecture_count(&count) != CJ_NVRTC_OK || count < 1 || count > CJ_NVRTC_MAX_ARCHITECTURES ||
        nvrtc->architecture_list(nvrtc->architectures) != CJ_NVRTC_OK)
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER,
                            "loading the CUDA compiler: %s does not tell which architectures it knows", nvrtc->path);
    nvrtc->version = major * 100 + minor;
    nvrtc->architectures_count = count;
    return CUJIT_OK;
}

/*
 * NVRTC opens its second half by name on its first compilation and relies on its RUNPATH to find it, which fails where
 * dlopen is intercepted (the address sanitizer does). What is open already is found by its name. Failure is NVRTC's to
 * report.
 */
static void open_builtins(const cj_nvrtc *nvrtc)
{
    const char *slash = strrchr(nvrtc->path, '/');
    cj_text path = {0};

    if (slash == NULL)
        return;
    cj_text_append_n(&path, nvrtc->path, (size_t)(slash - nvrtc->path));
    cj_text_printf(&path, "/libnvrtc-builtins.so.%d.%d", nvrtc->version / 100, nvrtc->version % 100);
    if (!path.failed)
        dlopen(path.data, RTLD_NOW | RTLD_LOCAL);
    cj_text_clear(&path);
}

static cujit_status open_library(const char *path, cj_nvrtc **out, cujit_error *error)
{
    cj_nvrtc *nvrtc = cj_calloc(1, sizeof *nvrtc);
    void *library = NULL;
    cujit_status status;

    if (nvrtc == NULL || (nvrtc->path = cj_strdup(path)) == NULL) {
        status = cj_error_no_memory(error, "the CUDA compiler");
        goto out;
    }
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *why = dlerror();

        status = cj_error_set(error, CUJIT_ERROR_NO_COMPILER, "loading the CUDA compiler: %s",
                              why != NULL ? why : path);
        goto out;
    }
    if ((status = find_symbols(library, nvrtc, error)) != CUJIT_OK)
        goto out;
    if ((status = ask(nvrtc, error)) == CUJIT_OK)
        open_builtins(nvrtc);

out:
    if (status == CUJIT_OK) {
        *out = nvrtc;
        return CUJIT_OK;
    }
    if (nvrtc != NULL)
        cj_free(nvrtc->path);
    cj_free(nvrtc);
    return status;
}

cujit_status cj_nvrtc_load(const char *path, const cj_nvrtc **out, cujit_error *error)
{
    cj_nvrtc *nvrtc, *mine = NULL;
    cujit_status status;

    cj_global_lock_take();
    nvrtc = find_loaded(path);
    cj_global_lock_release();
    if (nvrtc == NULL) {
        if ((status = open_library(path, &mine, error)) != CUJIT_OK)
            return status;
        cj_global_lock_take();
        nvrtc = find_loaded(path);
        if (nvrtc == NULL) {
            mine->next = loaded;
            nvrtc = loaded = mine;
            mine = NULL;
        }
        cj_global_lock_release();
    }
    if (mine != NULL)
        cj_free(mine->path);
    cj_free(mine);
    *out = nvrtc;
    return CUJIT_OK;
}

bool cj_nvrtc_is_loaded(const char *path)
{
    bool found;

    cj_global_lock_take();
    found = find_loaded(path) != NULL;
    cj_global_lock_release();
    return found;
}
