/*
 * promote.c: see promote.h.
 */
#include "libjit/expression/promote.h"

cujit_dtype cj_working_type(cujit_dtype dtype)
{
    return cj_dtype_is_float8(dtype) ? CUJIT_FLOAT32 : dtype;
}

cj_kind cj_kind_of(cujit_dtype dtype)
{
    if (!cj_dtype_is_number(dtype))
        return CJ_KIND_NONE;
    if (cj_dtype_is_float8(dtype))
        return CJ_KIND_REAL;
    return dtype == CUJIT_BOOL      ? CJ_KIND_BOOL
           : dtype <= CUJIT_UINT64  ? CJ_KIND_INTEGER
           : dtype <= CUJIT_FLOAT64 ? CJ_KIND_REAL
                                    : CJ_KIND_COMPLEX;
}

static bool is_unsigned(cujit_dtype dtype)
{
    return dtype == CUJIT_UINT8 || dtype == CUJIT_UINT16 || dtype == CUJIT_UINT32 || dtype == CUJIT_UINT64;
}

/* Of floating-point and complex types: the size of a part. */
static size_t part_size(cujit_dtype dtype)
{
    return cujit_dtype_size(dtype) / (cj_kind_of(dtype) == CJ_KIND_COMPLEX ? 2 : 1);
}

bool cj_can_cast(cujit_dtype from, cujit_dtype to)
{
    const cj_kind kind = cj_kind_of(from), other = cj_kind_of(to);
    const size_t size = cujit_dtype_size(from);

    if (kind == CJ_KIND_NONE || other < kind)
        return false;
    if (from == to || kind == CJ_KIND_BOOL || cj_working_type(from) == to)
        return true;
    from = cj_working_type(from);
    if (kind != CJ_KIND_INTEGER) /* float16 and bfloat16 have one size, and neither holds the other */
        return part_size(from) < part_size(to) || (part_size(from) == part_size(to) && kind != other);
    if (other == CJ_KIND_INTEGER)
        return is_unsigned(from) ? size < cujit_dtype_size(to) : !is_unsigned(to) && size < cujit_dtype_size(to);
    /* NumPy lets float64 stand for what is a little too large for it, too. */
    return part_size(to) >= (size < 4 ? 2 * size : 8);
}

cujit_dtype cj_promote(cujit_dtype a, cujit_dtype b)
{
    /* Their numbers go from the smallest of a kind to the largest. */
    for (int k = CUJIT_BOOL; k <= CUJIT_COMPLEX128; k++)
        if (cj_can_cast(a, (cujit_dtype)k) && cj_can_cast(b, (cujit_dtype)k))
            return (cujit_dtype)k;
    return CUJIT_DTYPE_NONE;
}

/* A weak whole number is of uint64 among its kind, where one of them is. */
static cujit_dtype join_weak(cujit_dtype a, cujit_dtype b)
{
    const bool whole = cj_kind_of(a) == CJ_KIND_INTEGER && cj_kind_of(b) == CJ_KIND_INTEGER;

    return whole ? (a == CUJIT_UINT64 ? a : b) : cj_promote(a, b);
}

cj_value_type cj_promote_all(const cj_value_type *operands, size_t count)
{
    cujit_dtype strong = CUJIT_DTYPE_NONE, weak = CUJIT_DTYPE_NONE;

    for (size_t k = 0; k < count; k++) {
        const cujit_dtype dtype = cj_working_type(operands[k].dtype);
        cujit_dtype *common = operands[k].weak ? &weak : &strong;
        const bool first = *common == CUJIT_DTYPE_NONE;

        *common = first ? dtype : operands[k].weak ? join_weak(*common, dtype) : cj_promote(*common, dtype);
        if (*common == CUJIT_DTYPE_NONE)
            return (cj_value_type){CUJIT_DTYPE_NONE, false};
    }
    if (strong == CUJIT_DTYPE_NONE)
        return (cj_value_type){weak, weak != CUJIT_DTYPE_NONE};
    if (cj_kind_of(weak) <= cj_kind_of(strong))
        return (cj_value_type){strong, false};
    /* A complex literal beside float32 is complex64: its precision does not count. Nor does it beside bools. */
    if (weak == CUJIT_UINT64)
        weak = CUJIT_INT64;
    if (weak == CUJIT_COMPLEX128 && cj_kind_of(strong) == CJ_KIND_REAL)
        weak = CUJIT_COMPLEX64;
    return (cj_value_type){cj_promote(strong, weak), false};
}
