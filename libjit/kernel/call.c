/*
 * call.c: see call.h.
 */
#include "libjit/kernel/call.h"

#include "libjit/kernel/generic.h"
#include "libjit/kernel/tiling.h"
#include "libjit/runtime/texture.h"

#include <stdio.h>

/* ---- Binding ----------------------------------------------------------------------------------------------------- */

cujit_status cj_call_bind(const cj_core *core, const cujit_args *args, void *stream, cj_call *call, cujit_error *error)
{
    const cj_signature *signature;
    cujit_status status;

    if ((status = cj_context_check(core->context, error)) != CUJIT_OK ||
        (status = cj_argument_check_count(core->text->name, &core->text->signature, args, error)) != CUJIT_OK)
        return status;
    if (core->generic != NULL && (status = cj_generic_bind(core, args, &core, error)) != CUJIT_OK)
        return status;
    call->core = core;
    call->stream = stream;
    call->buffers = call->counted = false;
    call->count = 0;
    signature = &core->text->signature;
    for (size_t k = 0; k < args->count; k++) {
        call->arrays[k] = NULL;
        status = cj_argument_bind(core->context, &signature->parameters[k], k, &args->items[k], &call->slots[k],
                                  &call->values[k], &call->sizes[k], &call->arrays[k], error);
        if (status != CUJIT_OK)
            return status;
        if (call->arrays[k] != NULL)
            cj_array_use(core->context, call->arrays[k], stream);
        else if (args->items[k].kind == CUJIT_ARG_TEXTURE)
            cj_texture_use(core->context, args->items[k].value.texture, stream);
        call->buffers |= cj_argument_is_buffer(&args->items[k]);
    }
    return CUJIT_OK;
}

/* ---- Flat or not ------------------------------------------------------------------------------------------------- */

bool cj_call_has_one_order(const cj_call *call)
{
    const cj_core *core = call->core;
    const cujit_array *leader = call->arrays[core->leader];

    for (size_t k = 0; k < core->text->signature.count; k++) {
        if (cj_kernel_text_has(core->text, k, CJ_ROLE_SIZED) && call->arrays[k] != leader &&
            !cj_array_same_order(call->arrays[k], leader))
            return false;
    }
    return true;
}

/* ---- Operands ---------------------------------------------------------------------------------------------------- */

/* Is it one that no text mentions, so that its elements may as well lie nowhere? Those of an elementwise kernel count
 * where they keep the call flat. */
static bool is_free(const cj_kernel_text *text, size_t k, const cujit_array *array)
{
    return cj_kernel_text_has(text, k, CJ_ROLE_UNUSED) &&
           (text->folds || (array != NULL && !(array->dense && array->c_order)));
}

void cj_call_operands(cj_call *call)
{
    static const ptrdiff_t nowhere[CJ_MAX_AXES];
    const cj_core *core = call->core;

    call->count = 0;
    for (size_t k = 0; k < core->text->signature.count; k++) {
        const cj_parameter *parameter = &core->text->signature.parameters[k];
        const cujit_array *array = call->arrays[k];
        bool leads = k == core->leader && !call->counted;
        size_t at = call->count;

        if (!parameter->pointer ||
            (!cj_kernel_text_has(core->text, k, CJ_ROLE_SIZED) && !leads && !cj_call_can_view(call, k)))
            continue;
        call->item_sizes[at] = (ptrdiff_t)parameter->size;
        call->parameters[at] = (unsigned char)k;
        call->operands[at] = (cj_operand){
            .name = parameter->name,
            .number = k + 1,
            .ndim = array != NULL ? array->ndim : 1,
            .shape = array != NULL ? array->shape : &call->sizes[k],
            .strides = is_free(core->text, k, array) ? nowhere
                       : array != NULL               ? array->strides
                                                     : &call->item_sizes[at],
            .item_size = parameter->size,
            .data = call->buffers && array == NULL ? NULL : *(const void *const *)call->values[k],
            .written = core->text->accesses.of[k].written,
        };
        call->count++;
    }
}

/* Why an array must be a pointer. */
static void say_why(const cj_kernel_text *text, size_t k, char *out, size_t room)
{
    const cj_access *access = &text->accesses.of[k];
    const char *name = text->signature.parameters[k].name;

    if (!text->loop_prep_look.empty || !text->after_loop_look.empty)
        snprintf(out, room, "the kernel has a %s", text->loop_prep_look.empty ? "after_loop" : "loop_prep");
    else if (text->names_threads)
        snprintf(out, room, "the kernel speaks of threads");
    else if (text->accesses.changes_index)
        snprintf(out, room, "the operation changes i");
    else if (access->lowest < 0)
        snprintf(out, room, "%.60s is used as %.60s[i - %d]", name, name, -access->lowest);
    else if (access->highest > 0)
        snprintf(out, room, "%.60s is used as %.60s[i + %d]", name, name, access->highest);
    else
        snprintf(out, room, "%.60s is used in other ways than as %.60s[i]", name, name);
}

static cujit_status not_dense(const cj_call *call, size_t k, cujit_error *error)
{
    const char *name = call->core->text->signature.parameters[k].name;
    char why[192];

    say_why(call->core->text, k, why, sizeof why);
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "argument %zu (%s): %s; it must be dense and in C order, and cannot be a view, because "
                        "%s; " CJ_COPY_FIRST,
                        k + 1, name,
                        call->arrays[k]->dense ? "the array is not in C order"
                                               : "the array is a view with gaps or overlaps",
                        why, name);
}

static cujit_status not_whole(const cj_call *call, size_t k, uint64_t whole, cujit_error *error)
{
    size_t size = call->sizes[k];
    char why[192];

    say_why(call->core->text, k, why, sizeof why);
    return cj_error_set(
        error, CUJIT_ERROR_ARGUMENT_SIZE,
        "argument %zu (%s) has %zu element%s, but the arrays together have %llu; it cannot be repeated, because %s",
        k + 1, call->core->text->signature.parameters[k].name, size, size == 1 ? "" : "s", (unsigned long long)whole,
        why);
}

cujit_status cj_call_check_pointers(const cj_call *call, uint64_t whole, bool flat, cujit_error *error)
{
    const cj_core *core = call->core;

    for (size_t k = 0; k < core->text->signature.count; k++) {
        const cujit_array *array = call->arrays[k];
        bool sized = cj_kernel_text_has(core->text, k, CJ_ROLE_SIZED), lies, fits;

        if (!core->text->signature.parameters[k].pointer || (flat && sized) || cj_call_can_view(call, k) ||
            cj_kernel_text_has(core->text, k, CJ_ROLE_UNUSED))
            continue;
        lies = array == NULL || (array->dense && array->c_order);
        fits = !sized || whole == UINT64_MAX || call->sizes[k] == whole;
        if (!lies || !fits)
            return lies ? not_whole(call, k, whole, error) : not_dense(call, k, error);
    }
    return CUJIT_OK;
}

void cj_call_extent(const cj_call *call, size_t k, uintptr_t *low, uintptr_t *high)
{
    uintptr_t begin = cj_pointer_value(cj_call_values(call), k);
    size_t row = cj_call_row(call, k);

    *low = begin;
    *high = begin + call->sizes[k] * call->core->text->signature.parameters[k].size;
    if (row < call->count) {
        cj_operand operand = call->operands[row];

        operand.data = (const void *)begin;
        cj_operand_extent(&operand, low, high);
    }
}

/* ---- Buffers ----------------------------------------------------------------------------------------------------- */

cujit_status cj_call_with_buffers(cj_call *call, const cujit_args *args,
                                  cujit_status (*launch)(void *user, cujit_error *error), void *user,
                                  cujit_error *error)
{
    cj_buffers buffers;
    cujit_status status;

    if (!call->buffers)
        return launch(user, error);
    cj_buffers_init(&buffers, call->core->context, call->stream);
    status = cj_buffers_add_all(&buffers, &call->core->text->signature, args, call->values, error);
    if (status == CUJIT_OK)
        status = launch(user, error);
    return cj_buffers_finish(&buffers, status, error);
}
