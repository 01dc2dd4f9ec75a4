/*
 * driver.c: loading libcuda.so.1 and speaking of its errors.
 *
 * The driver is loaded on first use and never unloaded: it runs threads of its own. CUDA does not survive fork():
 * whatever a child calls fails or hangs. So a handler of pthread_atfork() marks the child, and every entry of this
 * backend looks at the mark, which costs one load.
 */
#include "libjit/device/cuda/driver.h"

#include "libjit/base/os.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* over loading */
static cj_driver driver;
static _Atomic(const cj_driver *) ready; /* &driver once it is whole */
static atomic_bool started;              /* cuInit was or is being called */
static atomic_bool forked;
static pthread_once_t watch_once = PTHREAD_ONCE_INIT;

static void in_child(void)
{
    const cj_driver *whole = atomic_load(&ready);

    /* Another thread of the parent may have held it. */
    pthread_mutex_init(&lock, NULL);
    if (atomic_load(&started) && (whole == NULL || !whole->no_device))
        atomic_store(&forked, true);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, in_child);
}

bool cj_driver_forked(void)
{
    return atomic_load_explicit(&forked, memory_order_relaxed);
}

cujit_status cj_driver_forked_error(cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_FORKED,
                        "using a CUDA device: this process was forked from one that had used CUDA already, and CUDA "
                        "does not survive a fork; fork first, or start a new program (exec)");
}

/* True for errors that a kernel caused while it ran; they are reported by whichever call comes next. */
static bool outlives_the_call(cj_cuda_result code)
{
    return code == CJ_CUDA_ILLEGAL_ADDRESS || code == CJ_CUDA_LAUNCH_TIMEOUT || code == CJ_CUDA_ASSERT ||
           (code >= CJ_CUDA_HARDWARE_STACK_ERROR && code <= CJ_CUDA_LAUNCH_FAILED);
}

/* What the driver's own text leaves to guess. */
static const char *hint(cj_cuda_result code)
{
    switch (code) {
    case CJ_CUDA_CAPTURE_UNSUPPORTED:
        return "; this cannot be done while a graph is being recorded";
    case CJ_CUDA_CAPTURE_INVALIDATED:
        return "; something that cannot be recorded was called while the graph was being recorded";
    case CJ_CUDA_CAPTURE_UNJOINED:
        return "; another stream joined the recording through an event, and the recorded stream does not wait for its "
               "end";
    case CJ_CUDA_CAPTURE_ISOLATION:
        return "; what is recorded into a graph cannot wait for what is not";
    case CJ_CUDA_CAPTURE_IMPLICIT:
        return "; a stream that waits for the default stream is being recorded into a graph, which one of "
               "cujit_stream_create() does not";
    case CJ_CUDA_CAPTURED_EVENT:
        return "; the event was last recorded into a graph, where it is no point in time";
    case CJ_CUDA_CAPTURE_WRONG_THREAD:
        return "; the recording was begun by another thread";
    default:
        return outlives_the_call(code) ? "; a kernel that ran before is at fault, and the device's context is lost"
                                       : "";
    }
}

cujit_status cj_driver_error(const cj_driver *from, cujit_status status, cj_cuda_result code, cujit_error *error,
                             const char *what, ...)
{
    const char *name = NULL, *text = NULL;
    char subject[300];
    va_list values;

    if (error == NULL)
        return status;
    va_start(values, what);
    vsnprintf(subject, sizeof subject, what, values);
    va_end(values);
    if (from->error_name(code, &name) != CJ_CUDA_OK || name == NULL)
        name = "an unknown CUDA error";
    if (from->error_text(code, &text) != CJ_CUDA_OK || text == NULL)
        text = "no text";
    return cj_error_vendor(error, status, "cuda", (long)code, "%s: %s (%s)%s", subject, name, text, hint(code));
}

/* Fills the table from the library. One statement a symbol: NOLINTNEXTLINE(readability-function-size) */
static cujit_status find_symbols(void *library, const char *path, cj_driver *out, cujit_error *error)
{
#define X(member, symbol, parameters)                                                                                  \
    if (!cj_symbol(library, #symbol, &out->member)) {                                                                  \
        return cj_error_set(error, CUJIT_ERROR_DRIVER_TOO_OLD,                                                         \
                            "loading the CUDA driver: %s lacks the function %s; a driver for CUDA 12.0 or newer is "   \
                            "needed (NVIDIA driver 525 or newer)",                                                     \
                            path, #symbol);                                                                            \
    }
#define X_OPTIONAL(member, symbol, parameters)                                                                         \
    if (!cj_symbol(library, #symbol, &out->member))                                                                    \
        out->member = NULL;
#include "libjit/device/cuda/driver.def"
#undef X_OPTIONAL
#undef X
    return CUJIT_OK;
}

/* The version is asked for before the functions: an old driver lacks some, and its number says more than a name. */
static cujit_status check_version(void *library, const char *path, int *version, cujit_error *error)
{
    cj_cuda_result (*get_version)(int *) = NULL;

    if (!cj_symbol(library, "cuDriverGetVersion", &get_version) || get_version(version) != CJ_CUDA_OK)
        return cj_error_set(error, CUJIT_ERROR_NO_DRIVER, "loading the CUDA driver: %s does not tell its version",
                            path);
    if (*version >= CJ_CUDA_DRIVER_MIN)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_DRIVER_TOO_OLD,
                        "loading the CUDA driver: %s is for CUDA %d.%d; CUDA 12.0 or newer is needed (NVIDIA driver "
                        "525 or newer)",
                        path, *version / 1000, *version % 1000 / 10);
}

static cujit_status initialise(cj_driver *out, const char *path, cujit_error *error)
{
    cj_cuda_result code = out->init(0);

    out->no_device = code == CJ_CUDA_NO_DEVICE;
    if (code == CJ_CUDA_OK || code == CJ_CUDA_NO_DEVICE)
        return CUJIT_OK;
    return cj_driver_error(out, code == CJ_CUDA_STUB_LIBRARY ? CUJIT_ERROR_NO_DRIVER : CUJIT_ERROR_DEVICE, code, error,
                           "initialising the CUDA driver %s", path);
}

static cujit_status load(cj_driver *out, cujit_error *error)
{
    const char *chosen = cj_environment("CUJIT_LIBCUDA"), *path = chosen != NULL ? chosen : "libcuda.so.1";
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    cujit_status status;

    if (library == NULL) {
        const char *why = dlerror();

        return cj_error_set(error, CUJIT_ERROR_NO_DRIVER,
                            "loading the CUDA driver: %s; install NVIDIA's driver, or use the device \"host\"",
                            why != NULL ? why : path);
    }
    *out = (cj_driver){0};
    if ((status = check_version(library, path, &out->version, error)) != CUJIT_OK ||
        (status = find_symbols(library, path, out, error)) != CUJIT_OK)
        return status;
    return initialise(out, path, error);
}

cujit_status cj_driver_get(const cj_driver **out, cujit_error *error)
{
    const cj_driver *whole = atomic_load_explicit(&ready, memory_order_acquire);
    cujit_status status = CUJIT_OK;

    if (cj_driver_forked())
        return cj_driver_forked_error(error);
    if (whole != NULL) {
        *out = whole;
        return CUJIT_OK;
    }
    pthread_once(&watch_once, watch_forks);
    pthread_mutex_lock(&lock);
    if (atomic_load(&ready) == NULL) {
        atomic_store(&started, true);
        status = load(&driver, error);
        if (status == CUJIT_OK)
            atomic_store_explicit(&ready, &driver, memory_order_release);
        else
            atomic_store(&started, false);
    }
    pthread_mutex_unlock(&lock);
    if (status == CUJIT_OK)
        *out = &driver;
    return status;
}
