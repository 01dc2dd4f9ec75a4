/*
 * fold_call.c: see fold_call.h.
 */
#include "libjit/reduction/fold_call.h"

#include "libjit/kernel/generic.h"
#include "libjit/kernel/tiling.h"
#include "libjit/reduction/fold_source.h"

/* ---- Binding ----------------------------------------------------------------------------------------------------- */

/* The kernel that the arrays bind a generic one to. */
static cujit_status bind_generic(const cujit_args *args, const cj_fold_kernel **kernel, cujit_error *error)
{
    cj_registered *found = NULL;
    cujit_status status = cj_generic_bind((*kernel)->core.generic, args, &found, error);

    if (status == CUJIT_OK)
        *kernel = (const cj_fold_kernel *)found;
    return status;
}

cujit_status cj_fold_call_bind(const cj_fold_kernel *kernel, const cujit_args *args, void *stream, cj_fold_call *call,
                               cujit_error *error)
{
    const cj_signature *signature;
    cujit_status status;

    call->stream = stream;
    call->buffers = false;
    call->count = 0;
    if ((status = cj_context_check(kernel->core.context, error)) != CUJIT_OK ||
        (status = cj_argument_check_count(kernel->fold.text.name, &kernel->fold.text.signature, args, error)) !=
            CUJIT_OK ||
        (kernel->core.generic != NULL && (status = bind_generic(args, &kernel, error)) != CUJIT_OK))
        return status;
    call->kernel = kernel;
    signature = &kernel->fold.text.signature;
    for (size_t k = 0; k < args->count; k++) {
        call->arrays[k] = NULL;
        status = cj_argument_bind(kernel->core.context, &signature->parameters[k], k, &args->items[k], &call->slots[k],
                                  &call->values[k], &call->sizes[k], &call->arrays[k], error);
        if (status != CUJIT_OK)
            return status;
        call->buffers |= cj_argument_is_buffer(&args->items[k]);
    }
    return CUJIT_OK;
}

cujit_status cj_fold_call_take_count(cj_fold_call *call, const size_t *n, cujit_error *error)
{
    const cj_fold_kernel *kernel = call->kernel;
    const cj_signature *signature = &kernel->fold.text.signature;
    size_t sized = 0;

    call->counted = n != NULL;
    while (sized < signature->count && !(signature->parameters[sized].pointer && kernel->core.sizes.sized[sized]))
        sized++;
    if (n == NULL && kernel->core.sizes.leader != SIZE_MAX)
        return CUJIT_OK;
    if (n == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: no argument is an array, so that nothing says how many elements there are; give `n` "
                            "in the options",
                            kernel->fold.text.name);
    if (sized < signature->count)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: the options give n as %zu, but argument %zu (%s) says how many elements there are",
                            kernel->fold.text.name, *n, sized + 1, signature->parameters[sized].name);
    call->n = *n;
    return *n <= kernel->core.sizes.most ? CUJIT_OK
                                         : cj_sizes_refuse(&kernel->core.sizes, kernel->fold.text.name, *n, error);
}

/* ---- Flat or not ------------------------------------------------------------------------------------------------- */

/* May elements be taken in any order? */
static bool order_matters(const cj_fold_kernel *kernel)
{
    return kernel->ordered || kernel->scan || cj_fold_needs_index(&kernel->fold) || cj_fold_needs_place(&kernel->fold);
}

bool cj_fold_call_is_flat(const cj_fold_call *call, size_t *n)
{
    const cj_fold_kernel *kernel = call->kernel;
    size_t leading = kernel->core.sizes.leader;
    const cujit_array *leader = call->arrays[leading];
    bool c_order = true, one_order = true;

    for (size_t k = 0; k < kernel->fold.text.signature.count; k++) {
        const cujit_array *array = call->arrays[k];

        if (array != NULL && !array->dense)
            return false;
        if (!kernel->core.sizes.sized[k] || k == leading)
            c_order &= k != leading || array == NULL || array->c_order;
        else {
            if (!cj_array_same_shape(array, leader) || call->sizes[k] != call->sizes[leading])
                return false;
            c_order &= array == NULL || array->c_order;
            one_order &= array == NULL || cj_array_same_order(array, leader);
        }
    }
    *n = call->sizes[leading];
    return c_order || (one_order && !order_matters(kernel));
}

bool cj_fold_call_is_list(const cj_fold_call *call, size_t *n)
{
    const cj_fold_kernel *kernel = call->kernel;

    *n = call->sizes[kernel->core.sizes.leader];
    for (size_t k = 0; k < kernel->fold.text.signature.count; k++) {
        const cujit_array *array = call->arrays[k];

        if ((array != NULL && !array->c_order) || (kernel->core.sizes.sized[k] && call->sizes[k] != *n))
            return false;
    }
    return true;
}

/* ---- As views ---------------------------------------------------------------------------------------------------- */

static cujit_status not_dense(const cj_fold_call *call, size_t k, cujit_error *error)
{
    const cj_parameter *parameter = &call->kernel->fold.text.signature.parameters[k];

    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "argument %zu (%s): %s; it must be dense and in C order, because %s is used in other ways than "
                        "as %s[i]; " CJ_COPY_FIRST,
                        k + 1, parameter->name,
                        call->arrays[k]->dense ? "the array is not in C order"
                                               : "the array is a view with gaps or overlaps",
                        parameter->name, parameter->name, parameter->name);
}

cujit_status cj_fold_call_operands(cj_fold_call *call, cujit_error *error)
{
    static const ptrdiff_t nowhere[CJ_MAX_AXES];
    const cj_fold_kernel *kernel = call->kernel;

    call->count = 0;
    for (size_t k = 0; k < kernel->fold.text.signature.count; k++) {
        const cj_parameter *parameter = &kernel->fold.text.signature.parameters[k];
        const cujit_array *array = call->arrays[k];
        bool view = cj_fold_can_view(&kernel->fold, k), unused = cj_kernel_text_is_unused(&kernel->fold.text, k);
        size_t at = call->count;

        if (!parameter->pointer)
            continue;
        if (!view && !unused && array != NULL && (!array->dense || !array->c_order))
            return not_dense(call, k, error);
        if (!kernel->core.sizes.sized[k] && (k != kernel->core.sizes.leader || call->counted))
            continue; /* a table */
        call->item_sizes[at] = (ptrdiff_t)parameter->size;
        call->parameters[at] = (unsigned char)k;
        call->operands[at] = (cj_operand){
            .name = parameter->name,
            .number = k + 1,
            .ndim = array != NULL ? array->ndim : 1,
            .shape = array != NULL ? array->shape : &call->sizes[k],
            .strides = unused          ? nowhere
                       : array != NULL ? array->strides
                                       : &call->item_sizes[at],
            .item_size = parameter->size,
            .data = call->buffers && array == NULL ? NULL : *(const void *const *)call->values[k],
        };
        call->count++;
    }
    return CUJIT_OK;
}

cujit_status cj_fold_call_check_pointers(const cj_fold_call *call, uint64_t size, cujit_error *error)
{
    const cj_fold_kernel *kernel = call->kernel;

    for (size_t at = 0; at < call->count; at++) {
        size_t k = call->parameters[at];

        if (cj_fold_can_view(&kernel->fold, k) || cj_kernel_text_is_unused(&kernel->fold.text, k) ||
            !kernel->core.sizes.sized[k] || call->sizes[k] == size)
            continue;
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "argument %zu (%s) has %zu element%s, but the arrays together have %llu; it cannot be "
                            "repeated, because it is used in other ways than as %s[i]",
                            k + 1, kernel->fold.text.signature.parameters[k].name, call->sizes[k],
                            call->sizes[k] == 1 ? "" : "s", (unsigned long long)size,
                            kernel->fold.text.signature.parameters[k].name);
    }
    return CUJIT_OK;
}

void cj_fold_call_extent(const cj_fold_call *call, size_t k, uintptr_t *low, uintptr_t *high)
{
    uintptr_t begin = cj_pointer_value((void *const *)call->values, k);

    *low = begin;
    *high = begin + call->sizes[k] * call->kernel->fold.text.signature.parameters[k].size;
    for (size_t at = 0; at < call->count; at++) {
        if (call->parameters[at] == k) {
            cj_operand operand = call->operands[at];

            operand.data = (const void *)begin;
            cj_operand_extent(&operand, low, high);
        }
    }
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

const char *cj_fold_output_name(size_t k)
{
    static const char *const names[CUJIT_REDUCTION_MAX_RESULTS] = {"out[0]", "out[1]", "out[2]", "out[3]",
                                                                   "out[4]", "out[5]", "out[6]", "out[7]"};

    return names[k];
}

cujit_status cj_fold_call_check_output(const cj_fold_kernel *kernel, size_t k, const char *name,
                                       const cujit_array *array, int ndim, const size_t *shape, cujit_error *error)
{
    const cj_fold_type *type = &kernel->fold.folds[k].out;
    const char *of = kernel->fold.text.name;
    char expected[CJ_SHOWN], got[CJ_SHOWN];

    if (array == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", of, name);
    if (!cj_argument_same_memory(kernel->core.context, array))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: %s lies on another device", of, name);
    if (array->dtype != type->dtype)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: %s must have elements of %s, got %s", of, name,
                            type->spelling, cujit_context_type_name(array->context, array->dtype));
    if (cj_array_has_shape(array, ndim, shape))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: %s must have shape %s, got %s", of, name,
                        cj_shape_show(expected, ndim, shape), cj_shape_show(got, array->ndim, array->shape));
}

/* ---- Buffers ----------------------------------------------------------------------------------------------------- */

cujit_status cj_fold_call_with_buffers(cj_fold_call *call, const cujit_args *args,
                                       cujit_status (*launch)(void *user, cujit_error *error), void *user,
                                       cujit_error *error)
{
    cj_buffers buffers;
    cujit_status status;

    if (!call->buffers)
        return launch(user, error);
    cj_buffers_init(&buffers, call->kernel->core.context, call->stream);
    status = cj_buffers_add_all(&buffers, &call->kernel->fold.text.signature, args, call->values, error);
    if (status == CUJIT_OK)
        status = launch(user, error);
    return cj_buffers_finish(&buffers, status, error);
}
