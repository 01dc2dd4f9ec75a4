/*
 * promote.h: NumPy 2's rules for the types of results (NEP 50).
 */
#ifndef LIBJIT_PROMOTE_H
#define LIBJIT_PROMOTE_H

#include <cujit/dtype.h>

#include <stdbool.h>
#include <stddef.h>

/* The type of a value in an expression. Literals and C numbers are weak: of them only the kind counts (bool is never
 * weak), and `dtype` is CUJIT_INT64, CUJIT_FLOAT64 or CUJIT_COMPLEX128, what they are where nothing else says it. */
typedef struct cj_value_type {
    cujit_dtype dtype;
    bool weak;
} cj_value_type;

/* The smallest type that both can be cast to safely; CUJIT_DTYPE_NONE: there is none. bfloat16 is as ml_dtypes has it:
 * with float16 and integers of 16 bits and more float32. */
cujit_dtype cj_promote(cujit_dtype a, cujit_dtype b);

/* The type of several values together: CUJIT_DTYPE_NONE: none. All weak: weak itself. */
cj_value_type cj_promote_all(const cj_value_type *operands, size_t count);

/* numpy.can_cast(from, to, "safe"); and "same_kind", which assignments need. */
bool cj_can_cast(cujit_dtype from, cujit_dtype to);
bool cj_can_cast_same_kind(cujit_dtype from, cujit_dtype to);

#endif
