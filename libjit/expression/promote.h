/*
 * promote.h: NumPy 2's rules for the types of results (NEP 50).
 */
#ifndef LIBJIT_PROMOTE_H
#define LIBJIT_PROMOTE_H

#include "libjit/syntax/dtype.h"

#include <cujit/dtype.h>

#include <stdbool.h>
#include <stddef.h>

/* The type of a value in an expression. Literals and C numbers are weak: of them only the kind counts (bool is never
 * weak), and `dtype` is CUJIT_INT64, CUJIT_FLOAT64 or CUJIT_COMPLEX128, what they are where nothing else says it; or
 * CUJIT_UINT64, of whole numbers that int64 does not have, and of what is calculated with these. */
typedef struct cj_value_type {
    cujit_dtype dtype;
    bool weak;
} cj_value_type;

/* In this order: each holds what the ones before it are about. */
typedef enum cj_kind { CJ_KIND_NONE, CJ_KIND_BOOL, CJ_KIND_INTEGER, CJ_KIND_REAL, CJ_KIND_COMPLEX } cj_kind;

/* What values of the type are calculated in: float32 for 8-bit floats, which only store numbers; itself for others. */
cujit_dtype cj_working_type(cujit_dtype dtype);

/* CJ_KIND_NONE: no number (float4, a struct). */
cj_kind cj_kind_of(cujit_dtype dtype);

/* The smallest type that both can be cast to safely; CUJIT_DTYPE_NONE: there is none. bfloat16 is as ml_dtypes has it:
 * a type like float16, whose numbers neither hold the other's: with float16 and integers of 16 bits float32, with
 * larger ones float64. 8-bit floats count as float32, beside their own type too. */
cujit_dtype cj_promote(cujit_dtype a, cujit_dtype b);

/* The type of several values together: CUJIT_DTYPE_NONE: none. All weak: weak itself. Weak numbers do not widen
 * bfloat16 either, unlike with ml_dtypes. */
cj_value_type cj_promote_all(const cj_value_type *operands, size_t count);

/* numpy.can_cast(from, to, "safe"), of 8-bit floats to what holds float32; dtype.h has "same_kind". */
bool cj_can_cast(cujit_dtype from, cujit_dtype to);

#endif
