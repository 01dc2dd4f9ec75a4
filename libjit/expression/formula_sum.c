/*
 * formula_sum.c: calls that are reductions of something else: nansum(), softmax(), average(), dot().
 *
 * They are made of the reductions, functions and views that a text could have in their place, so that they become the
 * same kernels: softmax(x, -1) is one kernel of rows.
 */
#include "libjit/expression/formula_build.h"

#include <math.h>

static cj_kind kind_of(const cj_build *build, uint32_t value)
{
    return cj_kind_of(cj_build_term(build, value)->type.dtype);
}

static uint32_t refuse_complex(cj_build *build, cj_span name, uint32_t value)
{
    return cj_build_refuse(build, name, "%.*s is not there for %s", CJ_TREE_QUOTE(build->tree, name),
                           cujit_dtype_name(cj_build_term(build, value)->type.dtype));
}

/* Numbers of 16 bits are summed up as float32. */
static uint32_t widen(cj_build *build, uint32_t value, cj_span place)
{
    const cujit_dtype dtype = value != CJ_NO_TERM ? cj_build_term(build, value)->type.dtype : CUJIT_DTYPE_NONE;

    return dtype == CUJIT_FLOAT16 || dtype == CUJIT_BFLOAT16 ? cj_build_cast(build, value, CUJIT_FLOAT32, place)
                                                             : value;
}

/* ---- Without NaN ------------------------------------------------------------------------------------------------- */

static uint32_t is_nan(cj_build *build, uint32_t value, cj_span place)
{
    return cj_build_apply1(build, "isnan", value, place);
}

/* The value with a number in place of NaN. */
static uint32_t replace_nan(cj_build *build, uint32_t value, double number, cj_span place)
{
    return cj_build_apply3(build, "where", is_nan(build, value, place),
                           cj_build_real(build, number, CUJIT_FLOAT64, place), value, place);
}

/* How many elements are none, as a number of the value's type. */
static uint32_t count_numbers(cj_build *build, const cj_node *call, uint32_t value, bool keep)
{
    const cj_span at = call->name;
    const uint32_t numbers = cj_build_apply1(build, "logical_not", is_nan(build, value, at), at);
    const uint32_t count = cj_build_reduce(build, call, "count_nonzero", numbers, keep);

    return cj_build_cast(build, count, cj_dtype_part(cj_build_term(build, value)->type.dtype), at);
}

static uint32_t find_mean(cj_build *build, const cj_node *call, uint32_t value, bool keep)
{
    const uint32_t sum = cj_build_reduce(build, call, "sum", replace_nan(build, value, 0, call->name), keep);

    return cj_build_apply2(build, "divide", sum, count_numbers(build, call, value, keep), call->name);
}

static uint32_t build_nansum(cj_build *build, const cj_node *call, uint32_t value)
{
    const bool product = cj_tree_says(build->tree, call->name, "nanprod");

    if (kind_of(build, value) >= CJ_KIND_REAL)
        value = replace_nan(build, value, product, call->name);
    return cj_build_reduce(build, call, product ? "prod" : "sum", value, false);
}

/* nanmin, nanmax; of nothing but NaN it is NaN. nanargmin, nanargmax: and 0. */
static uint32_t build_nanmin(cj_build *build, const cj_node *call, uint32_t value)
{
    const bool least = cj_tree_says(build->tree, call->name, "nanmin") ||
                       cj_tree_says(build->tree, call->name, "nanargmin");
    const bool place = cj_tree_says(build->tree, call->name, "nanargmin") ||
                       cj_tree_says(build->tree, call->name, "nanargmax");
    const char *const reducer = place ? (least ? "argmin" : "argmax") : least ? "min" : "max";
    const cj_span at = call->name;
    uint32_t found;

    if (kind_of(build, value) == CJ_KIND_COMPLEX)
        return refuse_complex(build, at, value);
    if (kind_of(build, value) != CJ_KIND_REAL)
        return cj_build_reduce(build, call, reducer, value, false);
    found = cj_build_reduce(build, call, reducer, replace_nan(build, value, least ? HUGE_VAL : -HUGE_VAL, at), false);
    if (place)
        return found;
    return cj_build_apply3(build, "where", cj_build_reduce(build, call, "all", is_nan(build, value, at), false),
                           cj_build_real(build, NAN, CUJIT_FLOAT64, at), found, at);
}

static uint32_t build_nanmean(cj_build *build, const cj_node *call, uint32_t value)
{
    const cujit_dtype dtype = cj_build_term(build, value)->type.dtype;

    if (kind_of(build, value) < CJ_KIND_REAL)
        return cj_build_reduce(build, call, "mean", value, false);
    value = find_mean(build, call, widen(build, value, call->name), false);
    return cj_build_cast(build, value, dtype, call->name);
}

/* nanvar, nanstd: the mean of squares of differences from the mean, divided by the count less ddof. */
static uint32_t build_nanvar(cj_build *build, const cj_node *call, uint32_t value)
{
    const bool root = cj_tree_says(build->tree, call->name, "nanstd");
    const cj_span at = call->name;
    cujit_dtype dtype = cj_build_term(build, value)->type.dtype;
    uint32_t apart, sum, count, positive;
    int64_t ddof = 0;

    if (kind_of(build, value) == CJ_KIND_COMPLEX)
        return refuse_complex(build, at, value);
    if (!cj_build_take_small(build, cj_build_find_argument(build, call, SIZE_MAX, "ddof"), "ddof", 255, &ddof))
        return CJ_NO_TERM;
    dtype = kind_of(build, value) == CJ_KIND_REAL ? dtype : CUJIT_FLOAT64;
    if ((value = widen(build, cj_build_cast(build, value, dtype, at), at)) == CJ_NO_TERM)
        return value;
    apart = cj_build_apply2(build, "subtract", value, find_mean(build, call, value, true), at);
    apart = cj_build_apply3(build, "where", is_nan(build, value, at), cj_build_integer(build, 0, at), apart, at);
    sum = cj_build_reduce(build, call, "sum", cj_build_apply1(build, "square", apart, at), false);
    count = cj_build_apply2(build, "subtract", count_numbers(build, call, value, false),
                            cj_build_integer(build, ddof, at), at);
    positive = cj_build_apply2(build, "greater", count, cj_build_integer(build, 0, at), at);
    value = cj_build_apply3(build, "where", positive, cj_build_apply2(build, "divide", sum, count, at),
                            cj_build_real(build, NAN, CUJIT_FLOAT64, at), at);
    return cj_build_cast(build, root ? cj_build_apply1(build, "sqrt", value, at) : value, dtype, at);
}

/* ---- Exponentials ------------------------------------------------------------------------------------------------ */

/* Real numbers, and their largest ones along the axes: 0 where these are infinite. */
static bool find_largest(cj_build *build, const cj_node *call, uint32_t *value, uint32_t *largest)
{
    const cj_span at = call->name;

    if (kind_of(build, *value) == CJ_KIND_COMPLEX) {
        refuse_complex(build, at, *value);
        return false;
    }
    *value = cj_build_as_real(build, *value, at);
    *largest = cj_build_reduce(build, call, "max", *value, true);
    return *value != CJ_NO_TERM && *largest != CJ_NO_TERM;
}

static uint32_t build_softmax(cj_build *build, const cj_node *call, uint32_t value)
{
    const bool log = cj_tree_says(build->tree, call->name, "log_softmax");
    const cj_span at = call->name;
    uint32_t largest, power, sum;

    if (!find_largest(build, call, &value, &largest))
        return CJ_NO_TERM;
    value = cj_build_apply2(build, "subtract", value, largest, at);
    power = cj_build_apply1(build, "exp", value, at);
    sum = cj_build_reduce(build, call, "sum", power, true);
    return log ? cj_build_apply2(build, "subtract", value, cj_build_apply1(build, "log", sum, at), at)
               : cj_build_apply2(build, "divide", power, sum, at);
}

static uint32_t build_logsumexp(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *keepdims = cj_build_find_argument(build, call, SIZE_MAX, "keepdims");
    const cj_span at = call->name;
    uint32_t largest, sum, axes;
    int64_t keep = 0;
    bool all;

    if (!find_largest(build, call, &value, &largest) || !cj_build_take_small(build, keepdims, "keepdims", 1, &keep) ||
        !cj_build_take_axes(build, cj_build_find_argument(build, call, 1, "axis"), cj_build_term(build, value)->rank,
                            &axes, &all))
        return CJ_NO_TERM;
    largest = cj_build_apply3(build, "where", cj_build_apply1(build, "isfinite", largest, at), largest,
                              cj_build_integer(build, 0, at), at);
    sum = cj_build_apply1(build, "exp", cj_build_apply2(build, "subtract", value, largest, at), at);
    sum = cj_build_apply1(build, "log", cj_build_reduce(build, call, "sum", sum, false), at);
    if (keep == 0 && largest != CJ_NO_TERM)
        largest = cj_build_squeeze(build, largest, all ? UINT32_MAX : axes, at);
    return cj_build_apply2(build, "add", sum, largest, at);
}

/* ---- Sums of products -------------------------------------------------------------------------------------------- */

/* In the type of the products, as NumPy has it: int32 stays, and bools are united. */
static uint32_t sum_products(cj_build *build, const cj_node *node, uint32_t a, uint32_t b, int from_last)
{
    const uint32_t product = cj_build_apply2(build, "multiply", a, b, node->name);
    cujit_dtype dtype;

    if (product == CJ_NO_TERM)
        return product;
    dtype = cj_build_term(build, product)->type.dtype;
    a = cj_build_reduce_axes(build, node, dtype == CUJIT_BOOL ? "any" : "sum", product,
                             UINT32_C(1) << (cj_build_term(build, product)->rank - from_last));
    return cj_build_cast(build, a, dtype, node->name);
}

uint32_t cj_build_contract(cj_build *build, uint32_t a, uint32_t b, const cj_node *node)
{
    const int of_a = cj_build_term(build, a)->rank, of_b = cj_build_term(build, b)->rank;

    if (of_a == 0 || of_b == 0)
        return cj_build_refuse(build, node->name, "a product of matrices and vectors has no numbers: write a*b");
    if (of_b == 1)
        return sum_products(build, node, a, b, 1);
    if (of_a == 1)
        return (a = cj_build_expand(build, a, 1, node->name)) != CJ_NO_TERM ? sum_products(build, node, a, b, 2) : a;
    return cj_build_refuse(
        build, node->name,
        "products of matrices are other libraries' work, as cuBLAS's: here one of the two is a vector");
}

/* All elements along one axis. */
static uint32_t as_list(cj_build *build, uint32_t value, cj_span place)
{
    const uint32_t all = cj_build_integer(build, -1, place);

    if (cj_build_term(build, value)->rank == 1 || all == CJ_NO_TERM)
        return all != CJ_NO_TERM ? value : all;
    return cj_build_reshape(build, value, &all, 1, place);
}

/* dot, inner, matmul, vdot. */
static uint32_t build_dot(cj_build *build, const cj_node *call, uint32_t a)
{
    const bool inner = cj_tree_says(build->tree, call->name, "inner"),
               vdot = cj_tree_says(build->tree, call->name, "vdot");
    uint32_t b = cj_build_value(build, cj_tree_operand(build->tree, call, 1));

    if (b == CJ_NO_TERM)
        return b;
    if (vdot) {
        if (kind_of(build, a) == CJ_KIND_COMPLEX &&
            (a = cj_build_apply1(build, "conjugate", a, call->name)) == CJ_NO_TERM)
            return a;
        a = as_list(build, a, call->name);
        b = as_list(build, b, call->name);
        return a != CJ_NO_TERM && b != CJ_NO_TERM ? sum_products(build, call, a, b, 1) : CJ_NO_TERM;
    }
    if ((cj_build_term(build, a)->rank == 0 || cj_build_term(build, b)->rank == 0) &&
        !cj_tree_says(build->tree, call->name, "matmul"))
        return cj_build_apply2(build, "multiply", a, b, call->name);
    if (inner && cj_build_term(build, a)->rank == 1)
        return sum_products(build, call, a, b, 1);
    return cj_build_contract(build, a, b, call);
}

/* outer(a, b): each element of one with each of the other. */
static uint32_t build_outer(cj_build *build, const cj_node *call, uint32_t a)
{
    uint32_t b = cj_build_value(build, cj_tree_operand(build->tree, call, 1));

    if (b == CJ_NO_TERM)
        return b;
    a = as_list(build, a, call->name);
    b = as_list(build, b, call->name);
    a = a != CJ_NO_TERM ? cj_build_expand(build, a, 1, call->name) : a;
    return cj_build_apply2(build, "multiply", a, b, call->name);
}

/* ---- Others ------------------------------------------------------------------------------------------------------ */

/* The largest element less the smallest. */
static uint32_t build_ptp(cj_build *build, const cj_node *call, uint32_t value)
{
    return cj_build_apply2(build, "subtract", cj_build_reduce(build, call, "max", value, false),
                           cj_build_reduce(build, call, "min", value, false), call->name);
}

/* average(x, axis, weights): weights are of the value's shape, or a list along the axis. */
static uint32_t build_average(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *node = cj_build_find_argument(build, call, 2, "weights");
    const cj_span at = call->name;
    const int rank = cj_build_term(build, value)->rank;
    uint32_t weights, axes;
    bool all;

    if (node == NULL || node->kind == CJ_NODE_NEW_AXIS)
        return cj_build_reduce(build, call, "mean", value, false);
    if ((weights = cj_build_value(build, node)) == CJ_NO_TERM ||
        !cj_build_take_axes(build, cj_build_find_argument(build, call, 1, "axis"), rank, &axes, &all))
        return CJ_NO_TERM;
    value = cj_build_as_real(build, value, at);
    if (cj_build_term(build, weights)->rank == 1 && rank > 1) {
        if (all || __builtin_popcount(axes) != 1)
            return cj_build_refuse(build, node->place, "a list of weights goes along one axis; expected axis=...");
        for (int k = rank - 1; axes >> (k + 1) == 0 && (axes >> k & 1) == 0 && weights != CJ_NO_TERM; k--)
            weights = cj_build_expand(build, weights, cj_build_term(build, weights)->rank, at);
    }
    weights = cj_build_apply3(build, "where", cj_build_cast(build, cj_build_integer(build, 1, at), CUJIT_BOOL, at),
                              weights, cj_build_apply2(build, "multiply", value, cj_build_integer(build, 0, at), at),
                              at);
    value = cj_build_reduce(build, call, "sum", cj_build_apply2(build, "multiply", value, weights, at), false);
    return cj_build_apply2(build, "divide", value, cj_build_reduce(build, call, "sum", weights, false), at);
}

const cj_made_call cj_sum_calls[] = {
    {"nansum", 1, 2, " axis keepdims ", false, build_nansum},
    {"nanprod", 1, 2, " axis keepdims ", false, build_nansum},
    {"nanmin", 1, 2, " axis keepdims ", false, build_nanmin},
    {"nanmax", 1, 2, " axis keepdims ", false, build_nanmin},
    {"nanargmin", 1, 2, " axis keepdims ", false, build_nanmin},
    {"nanargmax", 1, 2, " axis keepdims ", false, build_nanmin},
    {"nanmean", 1, 2, " axis keepdims ", false, build_nanmean},
    {"nanvar", 1, 2, " axis keepdims ddof ", false, build_nanvar},
    {"nanstd", 1, 2, " axis keepdims ddof ", false, build_nanvar},
    {"softmax", 1, 2, " axis ", false, build_softmax},
    {"log_softmax", 1, 2, " axis ", false, build_softmax},
    {"logsumexp", 1, 2, " axis keepdims ", false, build_logsumexp},
    {"dot", 2, 2, "", false, build_dot},
    {"inner", 2, 2, "", false, build_dot},
    {"matmul", 2, 2, "", false, build_dot},
    {"vdot", 2, 2, "", false, build_dot},
    {"outer", 2, 2, "", false, build_outer},
    {"ptp", 1, 2, " axis keepdims ", false, build_ptp},
    {"average", 1, 3, " axis weights keepdims ", false, build_average},
    {NULL, 0, 0, NULL, false, NULL},
};
