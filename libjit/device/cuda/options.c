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

static bool is_refused(const char *name, size_t length)
{
    for (const char *word = refused_options; *word != '\0'; word += strspn(word, " ")) {
        const size_t other = strcspn(word, " ");

        if (other == length && memcmp(word, name, length) == 0)
            return true;
        word += other;
    }
    return false;
}

static cujit_status check_option(const char *option, cujit_error *error)
{
    const char *name = option;

    if (option[0] == '\0')
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "compiler options: one of them is empty");
    if (name[0] != '-')
        return CUJIT_OK; /* the value of the option before it */
    name += name[1] == '-' ? 2 : 1;
    if (!is_refused(name, strcspn(name, "=")))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "compiler options: \"%.100s\" cannot be used here: cujit itself chooses the architecture and "
                        "the kind of output, and compiling writes no files",
                        option);
}

cujit_status cj_cuda_check_options(const char *const *options, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; options != NULL && options[k] != NULL && status == CUJIT_OK; k++)
        status = check_option(options[k], error);
    return status;
}

static bool has_word(const char *text, const char *const *words)
{
    bool found = false;

    for (; text != NULL && *words != NULL && !found; words++)
        found = strstr(text, *words) != NULL;
    return found;
}

/* Whether any text of the unit has one of these words. */
static bool mentions(const cj_unit *unit, const char *const *words)
{
    bool found = has_word(unit->source, words) || has_word(unit->definitions, words);

    for (size_t k = 0; unit->options != NULL && unit->options[k] != NULL && !found; k++)
        found = has_word(unit->options[k], words);
    for (size_t k = 0; k < unit->header_count && !found; k++)
        found = has_word(unit->headers[k].text, words);
    return found;
}

bool cj_cuda_needs_everything(const cj_unit *unit)
{
    /* -minimal hides what these words stand for. A false alarm costs 2 ms, no more. */
    static const char *const words[] = {"cuda", "tex", "surf", "<<<", "include", NULL};

    return mentions(unit, words);
}

bool cj_cuda_may_include(const cj_unit *unit)
{
    static const char *const words[] = {"include", NULL};

    return mentions(unit, words);
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
