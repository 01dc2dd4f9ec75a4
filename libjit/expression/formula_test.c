/*
 * formula_test.c: calls that are made of functions of elements: isclose(), nan_to_num(), sinc(), round() to digits,
 * clip().
 */
#include "libjit/expression/formula_build.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* The value of a keyword or an argument, or a number. */
static uint32_t take_number(cj_build *build, const cj_node *call, size_t k, const char *keyword, double usual)
{
    const cj_node *node = cj_build_find_argument(build, call, k, keyword);

    return node != NULL && node->kind != CJ_NODE_NEW_AXIS ? cj_build_value(build, node)
                                                          : cj_build_real(build, usual, CUJIT_FLOAT64, call->name);
}

/* |a - b| <= atol + rtol*|b| for finite b, else a == b; with equal_nan NaN is NaN. Of whole numbers b is a real one, so
 * that a difference cannot wrap. */
static uint32_t find_close(cj_build *build, const cj_node *call, uint32_t a)
{
    const uint32_t b = cj_build_as_real(build, cj_build_value(build, cj_tree_operand(build->tree, call, 1)),
                                        call->name);
    const uint32_t relative = take_number(build, call, 2, "rtol", 1e-5),
                   least = take_number(build, call, 3, "atol", 1e-8);
    const cj_span at = call->name;
    uint32_t far, close;
    int64_t nan = 0;

    if (b == CJ_NO_TERM ||
        !cj_build_take_small(build, cj_build_find_argument(build, call, 4, "equal_nan"), "equal_nan", 1, &nan))
        return CJ_NO_TERM;
    far = cj_build_apply2(build, "add", least,
                          cj_build_apply2(build, "multiply", relative, cj_build_apply1(build, "absolute", b, at), at),
                          at);
    close = cj_build_apply1(build, "absolute", cj_build_apply2(build, "subtract", a, b, at), at);
    close = cj_build_apply2(build, "logical_and", cj_build_apply2(build, "less_equal", close, far, at),
                            cj_build_apply1(build, "isfinite", b, at), at);
    close = cj_build_apply2(build, "logical_or", close, cj_build_apply2(build, "equal", a, b, at), at);
    if (nan == 0)
        return close;
    return cj_build_apply2(build, "logical_or", close,
                           cj_build_apply2(build, "logical_and", cj_build_apply1(build, "isnan", a, at),
                                           cj_build_apply1(build, "isnan", b, at), at),
                           at);
}

static uint32_t build_allclose(cj_build *build, const cj_node *call, uint32_t a)
{
    const uint32_t close = find_close(build, call, a);

    return close != CJ_NO_TERM
               ? cj_build_reduce_axes(build, call, "all", close, (UINT32_C(1) << cj_build_term(build, close)->rank) - 1)
               : close;
}

/* nan_to_num(x, nan=0, posinf=..., neginf=...): infinities become the largest numbers that there are. */
static uint32_t build_nan_to_num(cj_build *build, const cj_node *call, uint32_t value)
{
    const cujit_dtype dtype = cj_build_term(build, value)->type.dtype;
    const double most = dtype == CUJIT_FLOAT16    ? 65504
                        : dtype == CUJIT_BFLOAT16 ? 0x1.fep127
                        : dtype == CUJIT_FLOAT32  ? FLT_MAX
                                                  : DBL_MAX;
    const cj_span at = call->name;
    const uint32_t nan = take_number(build, call, SIZE_MAX, "nan", 0),
                   high = take_number(build, call, SIZE_MAX, "posinf", most),
                   low = take_number(build, call, SIZE_MAX, "neginf", -most);

    if (cj_kind_of(dtype) == CJ_KIND_COMPLEX)
        return cj_build_refuse(build, at, "nan_to_num is there for real numbers; take real(z) and imag(z)");
    if (cj_kind_of(dtype) != CJ_KIND_REAL)
        return value;
    value = cj_build_apply3(build, "where", cj_build_apply1(build, "isposinf", value, at), high, value, at);
    value = cj_build_apply3(build, "where", cj_build_apply1(build, "isneginf", value, at), low, value, at);
    value = cj_build_apply3(build, "where", cj_build_apply1(build, "isnan", value, at), nan, value, at);
    return cj_build_cast(build, value, dtype, at);
}

/* sin(pi*x) / (pi*x), and 1 at 0. */
static uint32_t build_sinc(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_span at = call->name;
    uint32_t angle = cj_build_apply2(build, "multiply", cj_build_real(build, M_PI, CUJIT_FLOAT64, at), value, at);
    const uint32_t zero = cj_build_apply2(build, "equal", value, cj_build_integer(build, 0, at), at);

    angle = cj_build_apply2(build, "divide", cj_build_apply1(build, "sin", angle, at), angle, at);
    return cj_build_apply3(build, "where", zero, cj_build_integer(build, 1, at), angle, at);
}

/* Has it an imaginary part, or none? */
static uint32_t build_iscomplex(cj_build *build, const cj_node *call, uint32_t value)
{
    const bool real = cj_tree_says(build->tree, call->name, "isreal");

    return cj_build_apply2(build, real ? "equal" : "not_equal", cj_build_apply1(build, "imag", value, call->name),
                           cj_build_integer(build, 0, call->name), call->name);
}

uint32_t cj_build_round(cj_build *build, const cj_node *call)
{
    const cj_node *node;
    const cj_span at = call->name;
    uint32_t value, power;
    cujit_dtype dtype;
    int64_t digits = 0;

    if (!cj_build_check_arguments(build, call, 1, 2, " decimals ") ||
        (value = cj_build_value(build, cj_tree_operand(build->tree, call, 0))) == CJ_NO_TERM)
        return CJ_NO_TERM;
    node = cj_build_find_argument(build, call, 1, "decimals");
    if (!cj_build_says_integer(build, node, &digits) || digits < -300 || digits > 300)
        return cj_build_refuse(build, node->place, "decimals is a whole number from -300 to 300 in the text");
    dtype = cj_build_term(build, value)->type.dtype;
    if (dtype == CUJIT_BOOL && digits != 0)
        return cj_build_refuse(build, node->place, "bools have no digits: write int8(x)");
    if (digits == 0 || (digits > 0 && cj_kind_of(dtype) == CJ_KIND_INTEGER))
        return cj_build_apply1(build, "round", value, at);
    value = cj_build_as_real(build, value, at);
    power = cj_build_real(build, pow(10, (double)llabs(digits)), CUJIT_FLOAT64, at);
    value = cj_build_apply2(build, digits > 0 ? "multiply" : "divide", value, power, at);
    value = cj_build_apply2(build, digits > 0 ? "divide" : "multiply", cj_build_apply1(build, "rint", value, at), power,
                            at);
    return cj_kind_of(dtype) == CJ_KIND_INTEGER ? cj_build_cast(build, value, dtype, at) : value;
}

/* The bound of a clip(): *term stays where there is none, or None. False: error. */
static bool take_bound(cj_build *build, const cj_node *call, size_t k, const char *keyword, uint32_t *term)
{
    const cj_node *named = cj_build_find_argument(build, call, SIZE_MAX, keyword),
                  *placed = cj_build_find_argument(build, call, k, NULL), *node = named != NULL ? named : placed;

    if (named != NULL && placed != NULL) {
        cj_build_refuse(build, named->place, "%s is given twice: it is argument %zu, too", keyword, k + 1);
        return false;
    }
    if (node != NULL && node->kind != CJ_NODE_NEW_AXIS)
        *term = cj_build_value(build, node);
    return build->status == CUJIT_OK;
}

uint32_t cj_build_clip(cj_build *build, const cj_node *call)
{
    uint32_t value, low = CJ_NO_TERM, high = CJ_NO_TERM;

    if (!cj_build_check_arguments(build, call, 1, 3, " min max "))
        return CJ_NO_TERM;
    if (!cj_build_settle(build, call))
        return CJ_SHAPELESS;
    if ((value = cj_build_value(build, cj_tree_operand(build->tree, call, 0))) == CJ_NO_TERM ||
        !take_bound(build, call, 1, "min", &low) || !take_bound(build, call, 2, "max", &high))
        return CJ_NO_TERM;
    if (low != CJ_NO_TERM && high != CJ_NO_TERM)
        return cj_build_apply3(build, "clip", value, low, high, call->name);
    if (low == CJ_NO_TERM && high == CJ_NO_TERM)
        return value;
    return cj_build_clip_at(build, value, low != CJ_NO_TERM ? low : high, high != CJ_NO_TERM, call->name);
}

const cj_made_call cj_test_calls[] = {
    {"isclose", 2, 5, " rtol atol equal_nan ", false, find_close},
    {"allclose", 2, 5, " rtol atol equal_nan ", false, build_allclose},
    {"nan_to_num", 1, 1, " nan posinf neginf ", false, build_nan_to_num},
    {"sinc", 1, 1, "", false, build_sinc},
    {"iscomplex", 1, 1, "", false, build_iscomplex},
    {"isreal", 1, 1, "", false, build_iscomplex},
    {NULL, 0, 0, NULL, false, NULL},
};
