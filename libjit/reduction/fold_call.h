/*
 * fold_call.h: the arguments of a checked call of a reduction or a scan.
 */
#ifndef LIBJIT_FOLD_CALL_H
#define LIBJIT_FOLD_CALL_H

#include "libjit/reduction/fold_axes.h"
#include "libjit/reduction/fold_kernel.h"
#include "libjit/runtime/argument.h"
#include "libjit/runtime/buffer.h"

/* One call. Several KiB, for the stack. */
typedef struct cj_fold_call {
    const cj_fold_kernel *kernel; /* not generic */
    void *stream;
    const void *values[CJ_MAX_PARAMETERS];        /* a pointer to each parameter's value */
    size_t sizes[CJ_MAX_PARAMETERS];              /* elements; of scalars anything */
    const cujit_array *arrays[CJ_MAX_PARAMETERS]; /* NULL: `sizes` elements of memory, or no array at all */
    bool buffers;                                 /* there are CUJIT_IN and the like among them */
    bool counted;                                 /* no array says how many elements there are: n does */
    size_t n;
    cj_slot slots[CJ_MAX_PARAMETERS];
    /* The arrays whose shapes count. */
    size_t count;
    cj_operand operands[CJ_MAX_PARAMETERS];
    unsigned char parameters[CJ_MAX_PARAMETERS]; /* of each operand */
    ptrdiff_t item_sizes[CJ_MAX_PARAMETERS];
} cj_fold_call;

/* Checks the arguments against the signature. CUJIT_ERROR_ARGUMENT_... names the argument. Where the kernel is generic,
 * call->kernel is the one that they bind it to; errors are those of making it, too. */
cujit_status cj_fold_call_bind(const cj_fold_kernel *kernel, const cujit_args *args, void *stream, cj_fold_call *call,
                               cujit_error *error);

/* Takes over the `n` of a call's options (NULL: none was given). CUJIT_ERROR_INVALID_ARGUMENT: an array says it
 * already, or nothing does. Of the functions below only those from cj_fold_call_operands() on are for counted calls. */
cujit_status cj_fold_call_take_count(cj_fold_call *call, const size_t *n, cujit_error *error);

/* Are all arrays dense, of one size, in C order (or, where nobody asks for the order, in one other), so that a prepared
 * launch over *n elements does all of it? */
bool cj_fold_call_is_flat(const cj_fold_call *call, size_t *n);

/* Are they all dense, in C order and of one size, whatever their shapes? Then they will do as lists where they do not
 * broadcast. */
bool cj_fold_call_is_list(const cj_fold_call *call, size_t *n);

/* Fills in operands; of a counted call there are none. An array that no text uses is one whose elements lie nowhere.
 * Where arrays cannot be views: CUJIT_ERROR_ARGUMENT_SIZE where they are not dense and in C order;
 * `size` is the number of elements that all together have, to compare those with. */
cujit_status cj_fold_call_operands(cj_fold_call *call, cujit_error *error);
cujit_status cj_fold_call_check_pointers(const cj_fold_call *call, uint64_t size, cujit_error *error);

/* Is the operand an array that may be more than a pointer? */
static inline bool cj_fold_call_is_view(const cj_fold_call *call, size_t at)
{
    return cj_fold_can_view(&call->kernel->fold, call->parameters[at]);
}

/* The bytes of parameter k, an array: from *low up to but not including *high. A table has no shape that counts; it is
 * dense. */
void cj_fold_call_extent(const cj_fold_call *call, size_t k, uintptr_t *low, uintptr_t *high);

/* "out[0]", ...: what messages call the results of reductions; static storage. */
const char *cj_fold_output_name(size_t k);

/* May the caller's array take fold k's results, of that shape? `name` is for messages. */
cujit_status cj_fold_call_check_output(const cj_fold_kernel *kernel, size_t k, const char *name,
                                       const cujit_array *array, int ndim, const size_t *shape, cujit_error *error);

/* Runs launch(user) with the buffers in place, if there are any. */
cujit_status cj_fold_call_with_buffers(cj_fold_call *call, const cujit_args *args,
                                       cujit_status (*launch)(void *user, cujit_error *error), void *user,
                                       cujit_error *error);

#endif
