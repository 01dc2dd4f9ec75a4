/*
 * options.c: what the options and texts of a unit ask of NVRTC.
 */
#include "libjit/device/cuda/compiler.h"

#include <string.h>

/* Options that write files, change what is compiled for, or make something that cannot be launched. */
static const char refused_options[] =
    "arch gpu-architecture gencode generate-code code gpu-code pch create-pch use-pch pch-dir pch-verbose "
    "pch-messages instantiate-templates-in-pch time fdevice-time-trace device-time-trace dlto dlink-time-opt "
    "gen-opt-lto ltoir optix-ir dc device-c rdc relocatable-device-code ewp extensible-whole-program "
    "fdevice-syntax-only device-syntax-only modify-stack-limit";

cujit_status cj_cuda_check_options(const char *const *options, cujit_error *error)
{
    for (; options != NULL && *options != NULL; options++) {
        const char *name = *options + strspn(*options, "-");

        if (**options == '\0')
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "compiler options: one of them is empty");
        if (**options == '-' && cj_has_word(refused_options, name, strcspn(name, "="))) /* else a value */
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "compiler options: \"%.100s\" cannot be used here: cujit itself chooses the "
                                "architecture and the kind of output, and compiling writes no files",
                                *options);
    }
    return CUJIT_OK;
}

bool cj_cuda_wants_report(const cj_unit *unit)
{
    for (size_t k = 0; unit->options != NULL && unit->options[k] != NULL; k++) {
        const char *option = unit->options[k], *next = unit->options[k + 1];

        if (strstr(option, "resource-usage") != NULL || strcmp(option, "-res-usage") == 0)
            return true;
        if (strstr(option, "ptxas") != NULL &&
            (strstr(option, "-v") != NULL || (next != NULL && strcmp(next, "-v") == 0)))
            return true;
    }
    return false;
}
