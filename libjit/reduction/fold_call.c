/*
 * fold_call.c: see fold_call.h.
 */
#include "libjit/reduction/fold_call.h"

#include "libjit/reduction/fold_source.h"

/* ---- Flat or not ------------------------------------------------------------------------------------------------- */

cujit_status cj_fold_call_take_count(cj_call *call, const size_t *n, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(call);
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

/* May elements be taken in any order? */
static bool order_matters(const cj_fold_kernel *kernel)
{
    return kernel->ordered || kernel->fold.spec.scan || cj_fold_needs_index(&kernel->fold) ||
           cj_fold_needs_place(&kernel->fold);
}

bool cj_fold_call_is_flat(const cj_call *call, unsigned order)
{
    return (order & CJ_CALL_ALIKE) != 0 && ((order & CJ_CALL_LISTS) != 0 || !order_matters(cj_fold_of(call)));
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

const char *cj_fold_output_name(size_t k)
{
    static const char *const names[CUJIT_REDUCTION_MAX_RESULTS] = {"out[0]", "out[1]", "out[2]", "out[3]",
                                                                   "out[4]", "out[5]", "out[6]", "out[7]"};

    return names[k];
}

static cujit_status check_output(const cj_fold_kernel *kernel, size_t k, const char *name, const cujit_array *array,
                                 int ndim, const size_t *shape, cujit_error *error)
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

cujit_status cj_fold_call_take_output(const cj_call *call, size_t k, const char *name, bool make, int ndim,
                                      const size_t *shape, cujit_array **array, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(call);

    return make ? cj_array_create(kernel->core.context, kernel->fold.folds[k].out.dtype, ndim, shape, NULL,
                                  call->stream, array, error)
                : check_output(kernel, k, name, *array, ndim, shape, error);
}
