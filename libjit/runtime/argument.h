/*
 * argument.h: a checked call's arguments against a signature.
 */
#ifndef LIBJIT_ARGUMENT_H
#define LIBJIT_ARGUMENT_H

#include "libjit/runtime/array.h"
#include "libjit/syntax/signature.h"

#include <cujit/args.h>

/* What to do with an array that must be dense and is not; for its name. */
#define CJ_COPY_FIRST "an elementwise kernel \"copy[i] = %.60s[i]\" makes a dense copy of it"

/* Room for one number of any dtype, and for a pointer. */
typedef union cj_slot {
    long long integer;
    unsigned long long natural;
    double real[2];
    float single[2];
    uint16_t half;
    bool truth;
    const void *pointer;
} cj_slot;

/* Makes a number of C's one of `dtype`, which numbers convert to. CUJIT_ERROR_ARGUMENT_TYPE: not from that kind of
 * number; CUJIT_ERROR_ARGUMENT_VALUE: it does not fit. */
cujit_status cj_number_convert(const cujit_arg *arg, cujit_dtype dtype, cj_slot *slot);

/* For messages. Returns `out`. */
enum { CJ_NUMBER_SHOWN = 80 };
const char *cj_number_show(const cujit_arg *arg, int digits, char out[CJ_NUMBER_SHOWN]);

/* CUJIT_ERROR_ARGUMENT_COUNT, unless there are as many arguments as the kernel of that name has parameters;
 * CUJIT_ERROR_INVALID_ARGUMENT where there is a count and nothing else. */
cujit_status cj_argument_check_count(const char *kernel, const cj_signature *signature, const cujit_args *args,
                                     cujit_error *error);

/* Converts argument number `index` (from 0) to what `parameter` declares. On success *value points to it: into *slot,
 * or into memory of the caller's that lives as long as the call. Arrays must belong to `context`'s device and have the
 * parameter's dtype; *size (for pointers) is their number of elements, and *array the array, NULL for CUJIT_POINTER.
 * For a buffer (CUJIT_IN, ...) *value is left alone: cj_buffers_add() sets it.
 *
 * Of a module's kernel less may be known: where the dtype is CUJIT_DTYPE_NONE, a pointer takes memory of any type (its
 * size is 1), and what is no pointer, as far as is known, takes what has its size (0: anything), numbers as they are.
 * There may be no name then, nor a spelling. CUJIT_ADDRESS is for modules' kernels only. */
cujit_status cj_argument_bind(const cujit_context *context, const cj_parameter *parameter, size_t index,
                              const cujit_arg *arg, cj_slot *slot, const void **value, size_t *size,
                              const cujit_array **array, cujit_error *error);

/* The element type that an argument for a pointer parameter has, of those that are the same memory always the same one;
 * CUJIT_DTYPE_NONE for buffers, which have none. Of a CUJIT_POINTER it is what the caller said. */
cujit_status cj_argument_dtype(const cujit_context *context, const cj_parameter *parameter, size_t index,
                               const cujit_arg *arg, cujit_dtype *dtype, cujit_error *error);

/* May kernels of the context's device use the array's memory? */
bool cj_argument_same_memory(const cujit_context *context, const cujit_array *array);

/* Is it CUJIT_IN, CUJIT_OUT or CUJIT_INOUT? */
static inline bool cj_argument_is_buffer(const cujit_arg *arg)
{
    return arg->kind == CUJIT_ARG_IN || arg->kind == CUJIT_ARG_OUT || arg->kind == CUJIT_ARG_INOUT;
}

#endif
