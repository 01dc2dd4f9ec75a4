/*
 * call.h: the arguments of a checked call, of whatever family: bound to the signature, and then, where shapes count, as
 * one array of operands.
 */
#ifndef LIBJIT_CALL_H
#define LIBJIT_CALL_H

#include "libjit/kernel/core.h"
#include "libjit/runtime/argument.h"
#include "libjit/runtime/array.h"
#include "libjit/runtime/broadcast.h"
#include "libjit/runtime/buffer.h"

/* One call. Several KiB, for the stack; operands are there once they were asked for. */
typedef struct cj_call {
    const cj_core *core; /* not generic */
    void *stream;
    const void *values[CJ_MAX_PARAMETERS];        /* a pointer to each parameter's value */
    size_t sizes[CJ_MAX_PARAMETERS];              /* elements; of scalars anything */
    const cujit_array *arrays[CJ_MAX_PARAMETERS]; /* NULL: `sizes` elements of memory, or no array at all */
    bool buffers;                                 /* there are CUJIT_IN and the like among them */
    bool counted;                                 /* no array says how many elements there are: n does */
    size_t n;
    cj_slot slots[CJ_MAX_PARAMETERS];
    /* The arrays whose shapes count, in the signature's order; others are tables. Behind them a fold's outputs. */
    size_t count;
    cj_operand operands[CJ_MAX_PARAMETERS + CUJIT_REDUCTION_MAX_RESULTS];
    unsigned char parameters[CJ_MAX_PARAMETERS]; /* of each operand */
    ptrdiff_t item_sizes[CJ_MAX_PARAMETERS];
} cj_call;

/* Checks the arguments against the signature. CUJIT_ERROR_ARGUMENT_... names the argument. Where the kernel is generic,
 * call->core is the one that they bind it to; errors are those of making it, too. */
cujit_status cj_call_bind(const cj_core *core, const cujit_args *args, void *stream, cj_call *call, cujit_error *error);

static inline void *const *cj_call_values(const cj_call *call)
{
    return (void *const *)call->values;
}

/* Is array `k` one that may be more than a pointer? */
static inline bool cj_call_can_view(const cj_call *call, size_t k)
{
    const cj_kernel_text *text = call->core->text;

    return (text->roles[k] & (text->folds ? CJ_ROLE_INDEXED | CJ_ROLE_PLACE | CJ_ROLE_ROW : CJ_ROLE_VIEW)) != 0;
}

/* How the arrays lie to each other, as far as that spares a call the looking at strides. Of tables, in C order whatever
 * becomes of the rest, only that counts. */
enum {
    CJ_CALL_LISTS = 1 << 0, /* in C order and of one size: lists, whatever their shapes */
    CJ_CALL_ALIKE = 1 << 1, /* dense, of one shape, and in one order of the axes */
};
bool cj_call_has_one_order(const cj_call *call); /* of arrays of one shape: the latter */

/* On the way of every checked call: a few comparisons an array. */
static inline unsigned cj_call_find_order(const cj_call *call)
{
    const cj_core *core = call->core;
    const cujit_array *leader = call->arrays[core->leader];
    bool c_order = true, one_shape = true;

    for (size_t k = 0; k < core->text->signature.count; k++) {
        const cujit_array *array = call->arrays[k];

        if (array != NULL && !(array->dense && (cj_kernel_text_has(core->text, k, CJ_ROLE_SIZED) || array->c_order)))
            return 0;
        if (!cj_kernel_text_has(core->text, k, CJ_ROLE_SIZED))
            continue;
        if (call->sizes[k] != call->sizes[core->leader])
            return 0;
        c_order = c_order && (array == NULL || array->c_order);
        one_shape = one_shape && cj_array_same_shape(array, leader);
    }
    return (c_order ? CJ_CALL_LISTS : 0u) |
           (one_shape && (c_order || cj_call_has_one_order(call)) ? CJ_CALL_ALIKE : 0u);
}

/* Fills in operands. An array that no text uses is one whose elements lie nowhere. */
void cj_call_operands(cj_call *call);

/* Do arrays that cannot be views lie as pointers want it, and have as many elements as all together? `whole`:
 * UINT64_MAX where that is not known yet; `flat`: all arrays will be lists of one size. CUJIT_ERROR_ARGUMENT_SIZE says
 * why the argument must be a pointer. */
cujit_status cj_call_check_pointers(const cj_call *call, uint64_t whole, bool flat, cujit_error *error);

/* The operand that parameter k is; call->count: it is none. */
static inline size_t cj_call_row(const cj_call *call, size_t k)
{
    size_t row = 0;

    while (row < call->count && call->parameters[row] != k)
        row++;
    return row;
}

/* The bytes of parameter k, an array: from *low up to but not including *high. A table has no shape that counts; it is
 * dense. */
void cj_call_extent(const cj_call *call, size_t k, uintptr_t *low, uintptr_t *high);

/* Runs launch(user) with the buffers in place, if there are any. */
cujit_status cj_call_with_buffers(cj_call *call, const cujit_args *args,
                                  cujit_status (*launch)(void *user, cujit_error *error), void *user,
                                  cujit_error *error);

#endif
