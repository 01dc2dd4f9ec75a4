/*
 * options.c: what the options and texts of a unit ask of NVRTC.
 */
#include "libjit/device/cuda/compiler.h"

#include <string.h>

/* Options that write files, change what is compiled for, or make something that cannot be launched. */
static const char *const refused_options[] = {
    "arch",
    "gpu-architecture",
    "gencode",
    "generate-code",
    "code",
    "gpu-code",
    "pch",
    "create-pch",
    "use-pch",
    "pch-dir",
    "pch-verbose",
    "pch-messages",
    "instantiate-templates-in-pch",
    "time",
    "fdevice-time-trace",
    "device-time-trace",
    "dlto",
    "dlink-time-opt",
    "gen-opt-lto",
    "ltoir",
    "optix-ir",
    "dc",
    "device-c",
    "rdc",
    "relocatable-device-code",
    "ewp",
    "extensible-whole-program",
    "fdevice-syntax-only",
    "device-syntax-only",
    "modify-stack-limit",
};

static cujit_status check_option(const char *option, cujit_error *error)
{
    const char *name = option;
    size_t length;

    if (option[0] == '\0')
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "compiler options: one of them is empty");
    if (name[0] != '-')
        return CUJIT_OK; /* the value of the option before it */
    name += name[1] == '-' ? 2 : 1;
    length = strcspn(name, "=");
    for (size_t k = 0; k < sizeof refused_options / sizeof refused_options[0]; k++) {
        if (strlen(refused_options[k]) == length && memcmp(refused_options[k], name, length) == 0)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "compiler options: \"%.100s\" cannot be used here: cujit itself chooses the "
                                "architecture and the kind of output, and compiling writes no files",
                                option);
    }
    return CUJIT_OK;
}

cujit_status cj_cuda_check_options(const char *const *options, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; options != NULL && options[k] != NULL && status == CUJIT_OK; k++)
        status = check_option(options[k], error);
    return status;
}

/* -minimal hides what these words stand for. A false alarm costs 2 ms, no more. */
static bool mentions_more(const char *text)
{
    static const char *const words[] = {"cuda", "tex", "surf", "<<<", "include"};

    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        if (strstr(text, words[k]) != NULL)
            return true;
    }
    return false;
}

bool cj_cuda_needs_everything(const cj_unit *unit)
{
    bool more = mentions_more(unit->source) || (unit->definitions != NULL && mentions_more(unit->definitions));

    for (size_t k = 0; unit->options != NULL && unit->options[k] != NULL && !more; k++)
        more = mentions_more(unit->options[k]);
    for (size_t k = 0; k < unit->header_count && !more; k++)
        more = mentions_more(unit->headers[k].text);
    return more;
}

bool cj_cuda_may_include(const cj_unit *unit)
{
    bool may = strstr(unit->source, "include") != NULL;

    for (size_t k = 0; unit->options != NULL && unit->options[k] != NULL && !may; k++)
        may = strstr(unit->options[k], "include") != NULL;
    for (size_t k = 0; k < unit->header_count && !may; k++)
        may = strstr(unit->headers[k].text, "include") != NULL;
    return may;
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
