/*
 * kernel_key.c: see kernel_key.h.
 */
#include "libjit/kernel/kernel_key.h"

#include "libjit/base/text.h"
#include "libjit/syntax/include.h"

#include <string.h>

void cj_kernel_key_capitals(cj_flat_key *key, cujit_context *context, const char *arguments)
{
    char capital[2] = "";
    uint32_t capitals;

    pthread_mutex_lock(&context->type_lock);
    capitals = context->types.capitals;
    pthread_mutex_unlock(&context->type_lock);
    for (; capitals != 0; capitals &= capitals - 1) {
        capital[0] = (char)('A' + __builtin_ctz(capitals));
        if (arguments != NULL && strchr(arguments, capital[0]) != NULL)
            cj_flat_key_add(key, capital);
    }
}

cujit_status cj_kernel_key_headers(cj_flat_key *key, const char *preamble, const char *const *options,
                                   cujit_error *error)
{
    const cj_unit unit = {.name = "", .source = preamble != NULL ? preamble : "", .options = options};
    cj_text digest = {0};
    cj_includes found = {.digest = &digest};
    cujit_status status;

    if (strstr(unit.source, "include") == NULL && !cj_include_forced(options))
        return CUJIT_OK;
    status = cj_include_survey(&unit, &found, error);
    if (status == CUJIT_OK && digest.failed)
        status = cj_error_no_memory(error, "a kernel");
    cj_flat_key_add(key, digest.data);
    key->unknown |= !found.complete;
    cj_text_clear(&digest);
    return status;
}
