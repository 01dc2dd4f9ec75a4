/*
 * arch.c: the architecture policy, pure arithmetic on names.
 */
#include "libjit/device/cuda/compiler.h"

#include "libjit/base/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct request {
    bool real;   /* sm_, not compute_ */
    int number;  /* 90 */
    char suffix; /* 'a', 'f' or 0 */
} request;

static bool parse(const char *text, request *out)
{
    const char *digits;
    int count = 0;

    *out = (request){0};
    out->real = strncmp(text, "sm_", 3) == 0;
    if (!out->real && strncmp(text, "compute_", 8) != 0)
        return false;
    digits = text + (out->real ? 3 : 8);
    while (digits[count] >= '0' && digits[count] <= '9' && count < 4) {
        out->number = out->number * 10 + (digits[count] - '0');
        count++;
    }
    if (count < 2 || count > 3 || digits[0] == '0')
        return false;
    if (digits[count] == 'a' || digits[count] == 'f')
        out->suffix = digits[count++];
    return digits[count] == '\0';
}

bool cj_cuda_is_architecture(const char *text)
{
    request parsed;

    return parse(text, &parsed);
}

/* `why` ends the sentence before the list. */
static cujit_status refuse(const char *text, const char *why, const int *known, int known_count, cujit_error *error)
{
    cj_text list = {0};
    cujit_status status;

    for (int k = 0; k < known_count; k++) {
        if (known[k] >= CJ_CUDA_ARCHITECTURE_MIN)
            cj_text_printf(&list, "%ssm_%d", list.length > 0 ? ", " : "", known[k]);
    }
    status = cj_error_set(error, CUJIT_ERROR_ARCHITECTURE,
                          "compiling for \"%.40s\": %s; sm_%d or newer can be served, and this NVRTC knows %s", text,
                          why, CJ_CUDA_ARCHITECTURE_MIN, list.data != NULL ? list.data : "none of them");
    cj_text_clear(&list);
    return status;
}

cujit_status cj_cuda_choose(const char *text, const int *known, int known_count, cj_cuda_choice *out,
                            cujit_error *error)
{
    char suffix[2] = "";
    request wanted;
    int best = 0;

    if (!parse(text, &wanted))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "compiling for \"%.40s\": not the name of a CUDA architecture; expected sm_NN or "
                            "compute_NN, for instance \"sm_90\"",
                            text);
    if (wanted.number < CJ_CUDA_ARCHITECTURE_MIN)
        return refuse(text, "the architecture is too old", known, known_count, error);
    if ((wanted.suffix == 'a' && wanted.number < 90) || (wanted.suffix == 'f' && wanted.number < 100))
        return refuse(text, "the architecture has no such variant", known, known_count, error);
    for (int k = 0; k < known_count; k++) {
        if (known[k] <= wanted.number && known[k] >= CJ_CUDA_ARCHITECTURE_MIN && known[k] > best)
            best = known[k];
    }
    if (best == 0)
        return refuse(text, "the compiler has dropped it", known, known_count, error);

    *out = (cj_cuda_choice){.kind = wanted.real && best == wanted.number ? CJ_OBJECT_CUBIN : CJ_OBJECT_PTX};
    /* A variant's own instructions exist on that architecture only. */
    if (best == wanted.number)
        suffix[0] = wanted.suffix;
    snprintf(out->architecture, sizeof out->architecture, "%s_%d%s", out->kind == CJ_OBJECT_CUBIN ? "sm" : "compute",
             best, suffix);
    return CUJIT_OK;
}
