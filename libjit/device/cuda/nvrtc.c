/*
 * nvrtc.c: see nvrtc.h.
 */
#include "libjit/device/cuda/nvrtc.h"

#include "libjit/base/os.h"

#include <dlfcn.h>
#include <string.h>

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

cujit_status cj_nvrtc_open(const char *path, cj_nvrtc *out, cujit_error *error)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *why;
    cujit_status status;

    if (library == NULL) {
        why = dlerror();
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER, "loading the CUDA compiler: %s", why != NULL ? why : path);
    }
    out->path = path;
    if ((status = find_symbols(library, out, error)) != CUJIT_OK || (status = ask(out, error)) != CUJIT_OK)
        return status;
    open_builtins(out);
    return CUJIT_OK;
}
