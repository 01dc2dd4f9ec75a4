/*
 * fold_call.h: what calls (call.h) of reductions and scans have beside the arguments: how many elements there are,
 * whether they are flat, and outputs.
 */
#ifndef LIBJIT_FOLD_CALL_H
#define LIBJIT_FOLD_CALL_H

#include "libjit/kernel/call.h"
#include "libjit/kernel/generic.h"
#include "libjit/reduction/fold_axes.h"
#include "libjit/reduction/fold_kernel.h"

static inline const cj_fold_kernel *cj_fold_of(const cj_call *call)
{
    return (const cj_fold_kernel *)call->core;
}

/* Takes over the `n` of a call's options (NULL: none was given). CUJIT_ERROR_INVALID_ARGUMENT: an array says it
 * already, or nothing does. The function below is not for counted calls. */
cujit_status cj_fold_call_take_count(cj_call *call, const size_t *n, cujit_error *error);

/* Does a prepared launch over the leader's elements do all of it? `order` is what cj_call_find_order() found. */
bool cj_fold_call_is_flat(const cj_call *call, unsigned order);

/* Fills in operands, and checks what can be checked before all together are known. */
static inline cujit_status cj_fold_call_operands(cj_call *call, cujit_error *error)
{
    cj_call_operands(call);
    return cj_call_check_pointers(call, UINT64_MAX, false, error);
}

/* Is the operand an array that may be more than a pointer? */
static inline bool cj_fold_call_is_view(const cj_call *call, size_t at)
{
    return cj_call_can_view(call, call->parameters[at]);
}

/* "out[0]", ...: what messages call the results of reductions; static storage. */
const char *cj_fold_output_name(size_t k);

/* *array is for fold k's results, which have that shape: a new one, or the caller's, if it may be. `name` is for
 * messages. */
cujit_status cj_fold_call_take_output(const cj_call *call, size_t k, const char *name, bool make, int ndim,
                                      const size_t *shape, cujit_array **array, cujit_error *error);

/* May a prepared launch of a kernel have so many elements? */
static inline cujit_status cj_fold_check_prepared(const cj_fold_kernel *kernel, size_t n, cujit_error *error)
{
    cujit_status status;

    if (kernel->core.generic != NULL)
        return cj_generic_refuse(kernel->core.generic, "a prepared launch", error);
    if ((status = cj_context_check(kernel->core.context, error)) != CUJIT_OK || n <= kernel->core.sizes.most)
        return status;
    return cj_sizes_refuse(&kernel->core.sizes, kernel->fold.text.name, n, error);
}

#endif
