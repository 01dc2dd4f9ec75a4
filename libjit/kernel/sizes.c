/*
 * sizes.c: see sizes.h.
 */
#include "libjit/kernel/sizes.h"

#include "libjit/base/alloc.h"

cujit_status cj_sizes_find(const cj_kernel_text *text, cj_sizes *out, cujit_error *error)
{
    const cj_signature *signature = &text->signature;
    size_t first = SIZE_MAX, indexed = SIZE_MAX, widest = 1;

    if ((out->sized = cj_calloc(signature->count, sizeof *out->sized)) == NULL)
        return cj_error_no_memory(error, "a kernel");
    for (size_t k = 0; k < signature->count; k++) {
        const cj_parameter *parameter = &signature->parameters[k];

        if (!parameter->pointer)
            continue;
        out->sized[k] = (text->roles[k] & (CJ_ROLE_ELEMENT | CJ_ROLE_SILENT)) != 0;
        if (out->sized[k] && parameter->size > widest)
            widest = parameter->size;
        if (first == SIZE_MAX)
            first = k;
        if (indexed == SIZE_MAX && (text->roles[k] & CJ_ROLE_ELEMENT) != 0)
            indexed = k;
    }
    out->leader = indexed != SIZE_MAX ? indexed : first;
    out->most = PTRDIFF_MAX / widest;
    return CUJIT_OK;
}

cujit_status cj_sizes_refuse(const cj_sizes *sizes, const char *kernel, size_t n, cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: n is %zu; expected at most %zu: no arrays have more",
                        kernel, n, sizes->most);
}

void cj_sizes_clear(cj_sizes *sizes)
{
    cj_free(sizes->sized);
    *sizes = (cj_sizes){0};
}

cujit_status cj_sizes_describe(const cj_signature *signature, cujit_parameter **out, cujit_error *error)
{
    cujit_parameter *parameters = cj_calloc(signature->count, sizeof *parameters);

    if (parameters == NULL)
        return cj_error_no_memory(error, "a kernel");
    for (size_t k = 0; k < signature->count; k++) {
        const cj_parameter *parameter = &signature->parameters[k];

        parameters[k] = (cujit_parameter){
            .name = parameter->name,
            .type = parameter->spelling,
            .dtype = parameter->dtype,
            .size = parameter->size,
            .pointer = parameter->pointer,
            .is_const = parameter->is_const,
        };
    }
    *out = parameters;
    return CUJIT_OK;
}
