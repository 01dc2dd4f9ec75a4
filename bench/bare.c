/*
 * bare.c: the vendor's own calls, without anything of cujit in between: what the figures are compared with.
 */
#include "bench.h"
#include "libjit/base/os.h"
#include "libjit/base/text.h"
#include "libjit/device/backend.h"
#include "templates/templates.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct driver {
    int (*init)(unsigned);
    int (*retain)(void **, int);
    int (*set_current)(void *);
    int (*load)(void **, const void *);
    int (*function)(void **, void *, const char *);
    int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,
                  void **);
    int (*synchronize)(void);
} driver;

struct bench_bare {
    driver driver;
    void *function;
};

static int open_driver(driver *to)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), *context;

    if (library == NULL)
        return 0;
    if (!cj_symbol(library, "cuInit", &to->init) || !cj_symbol(library, "cuDevicePrimaryCtxRetain", &to->retain) ||
        !cj_symbol(library, "cuCtxSetCurrent", &to->set_current) ||
        !cj_symbol(library, "cuModuleLoadData", &to->load) ||
        !cj_symbol(library, "cuModuleGetFunction", &to->function) ||
        !cj_symbol(library, "cuLaunchKernel", &to->launch) || !cj_symbol(library, "cuCtxSynchronize", &to->synchronize))
        bench_fail("a symbol of libcuda is missing", NULL);
    return to->init(0) == 0 && to->retain(&context, 0) == 0 && to->set_current(context) == 0;
}

bench_bare *bench_bare_load(const void *object, const char *name)
{
    bench_bare *bare = calloc(1, sizeof *bare);
    const char *device = getenv("CUJIT_DEVICE");
    char entry[128];
    void *module;

    if (bare == NULL || (device != NULL && strncmp(device, "cuda", 4) != 0) || !open_driver(&bare->driver)) {
        free(bare);
        return NULL;
    }
    snprintf(entry, sizeof entry, CJ_ENTRY_PREFIX "%s", name);
    if (bare->driver.load(&module, object) != 0 || bare->driver.function(&bare->function, module, entry) != 0)
        bench_fail("cuModuleLoadData", NULL);
    return bare;
}

void bench_bare_launch(bench_bare *bare, unsigned grid, unsigned block, void **values)
{
    if (bare->driver.launch(bare->function, grid, 1, 1, block, 1, 1, 0, NULL, values, NULL) != 0)
        bench_fail("cuLaunchKernel", NULL);
}

void bench_bare_synchronize(bench_bare *bare)
{
    bare->driver.synchronize();
}

/* ---- NVRTC ---- */

typedef struct compiler {
    int (*create)(void **, const char *, const char *, int, const char *const *, const char *const *);
    int (*compile)(void *, int, const char *const *);
    int (*size)(void *, size_t *);
    int (*cubin)(void *, char *);
} compiler;

static void open_compiler(compiler *to)
{
    const char *path = getenv("CUJIT_NVRTC");
    void *library = path != NULL && path[0] != '\0' ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;

    if (library == NULL)
        library = dlopen("libnvrtc.so.13", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        library = dlopen("/usr/local/cuda/lib64/libnvrtc.so.13", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL || !cj_symbol(library, "nvrtcCreateProgram", &to->create) ||
        !cj_symbol(library, "nvrtcCompileProgram", &to->compile) ||
        !cj_symbol(library, "nvrtcGetCUBINSize", &to->size) || !cj_symbol(library, "nvrtcGetCUBIN", &to->cubin))
        bench_fail("no NVRTC", NULL);
}

/* The same text (preludes and all) with the same options, from dlopen to a loaded function. */
double bench_bare_compile_ms(const char *source, const char *architecture, const char *name)
{
    char arch[64], entry[128];
    const char *options[] = {arch, "-minimal", "--no-cache", "--modify-stack-limit=false", "-Xptxas=-v"};
    cj_text text = {0};
    compiler nvrtc;
    driver cuda;
    void *program, *module, *function;
    size_t size;
    char *cubin = NULL;
    double start;

    if (!open_driver(&cuda))
        return NAN;
    snprintf(arch, sizeof arch, "-arch=%s", architecture);
    snprintf(entry, sizeof entry, CJ_ENTRY_PREFIX "%s", name);
    cj_text_append(&text, cj_template_prelude_cuda);
    cj_text_append(&text, cj_template_prelude_accessors);
    cj_text_append(&text, source);
    start = bench_now_us();
    open_compiler(&nvrtc);
    if (nvrtc.create(&program, text.data, "bare.cu", 0, NULL, NULL) != 0 ||
        nvrtc.compile(program, sizeof options / sizeof *options, options) != 0 || nvrtc.size(program, &size) != 0 ||
        (cubin = malloc(size)) == NULL || nvrtc.cubin(program, cubin) != 0)
        bench_fail("NVRTC", NULL);
    if (cuda.load(&module, cubin) != 0 || cuda.function(&function, module, entry) != 0)
        bench_fail("cuModuleLoadData", NULL);
    return (bench_now_us() - start) / 1e3;
}
