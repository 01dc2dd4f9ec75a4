/*
 * cuda_backend.c: the table of the CUDA device, and what `cujit doctor` says of it.
 */
#include "libjit/device/cuda/compiler.h"
#include "libjit/device/cuda/device.h"

#include <string.h>

static void describe_driver(cj_text *out)
{
    const cj_driver *driver = NULL;
    int count = 0;

    if (cj_driver_get(&driver, NULL) != CUJIT_OK || cj_cuda_count(&count, NULL) != CUJIT_OK)
        return;
    cj_text_printf(out, "driver version: CUDA %d.%d\n", driver->version / 1000, driver->version % 1000 / 10);
    for (int ordinal = 0; ordinal < count; ordinal++) {
        cujit_device_info info = {0};

        if (cj_cuda_info(ordinal, &info, NULL) == CUJIT_OK)
            cj_text_printf(out, "cuda:%d: %s, %s, %zu MiB, %d multiprocessors\n", ordinal, info.name, info.architecture,
                           info.memory_bytes >> 20, info.multiprocessors);
    }
}

static void describe_compiler(const cj_target *target, cj_text *out)
{
    cj_cuda_compiler *compiler;
    const cj_cuda_headers *headers;
    const cj_nvrtc *nvrtc;

    if (cj_cuda_find_compiler(target != NULL ? target->compiler : NULL, &compiler, NULL) != CUJIT_OK ||
        cj_cuda_load_compiler(compiler, &nvrtc, NULL) != CUJIT_OK)
        return;
    cj_text_printf(out, "nvrtc: %s\nnvrtc version: %d.%d\nnvrtc architectures:", nvrtc->path, nvrtc->version / 100,
                   nvrtc->version % 100);
    for (int k = 0; k < nvrtc->architectures_count; k++) {
        if (nvrtc->architectures[k] >= CJ_CUDA_ARCHITECTURE_MIN)
            cj_text_printf(out, " sm_%d", nvrtc->architectures[k]);
    }
    cj_text_append(out, "\n");
    if (cj_cuda_find_headers(compiler, CJ_FEATURE_HALF | CJ_FEATURE_BFLOAT16, &headers, NULL) == CUJIT_OK)
        cj_text_printf(out, "cuda headers: %s\n", headers->folder.data);
}

void cj_cuda_describe(const cj_target *target, cj_text *out)
{
    describe_driver(out);
    describe_compiler(target, out);
}

const cj_backend cj_cuda_backend = {
    .name = "cuda",
#define X(type, operation, parameters) .operation = cj_cuda_##operation,
#include "libjit/device/backend.def"
#undef X
    .kernels = "GPU kernels",
    .compiler_advice = "install NVRTC (CUDA toolkit, or the wheel nvidia-cuda-nvrtc) and set CUJIT_NVRTC to its "
                       "libnvrtc.so",
    .example = "sm_90",
    .driver = "CUDA driver",
    .driver_advice = "install a newer NVIDIA driver (CUDA 12.0 or later)",
    .device_advice = "look at nvidia-smi and at CUDA_VISIBLE_DEVICES",
    .objects = "a cubin, a fatbin or PTX",
    .numbered = true,
    .slow = true,
    .tiles = true,
};
