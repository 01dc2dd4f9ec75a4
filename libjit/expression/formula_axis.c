/*
 * formula_axis.c: calls that look along axes: differences and integrals, and what is on either side of a diagonal.
 */
#include "libjit/expression/formula_build.h"

/* The axis that a call says, or else the last one; the value has one at least. False: error. */
static bool take_axis(cj_build *build, const cj_node *call, size_t k, uint32_t value, int *axis)
{
    const cj_node *node = cj_build_find_argument(build, call, k, "axis");
    const int rank = cj_build_term(build, value)->rank;

    *axis = rank - 1;
    if (rank == 0)
        cj_build_refuse(build, call->place, "%.*s goes along an axis, and the value has none",
                        CJ_TREE_QUOTE(build->tree, call->name));
    return rank > 0 && (node == NULL || cj_build_take_axis(build, node, rank, axis));
}

/* What each element has more than the one before. */
static uint32_t differ(cj_build *build, uint32_t value, int axis, cj_span place)
{
    const bool truth = value != CJ_NO_TERM && cj_build_term(build, value)->type.dtype == CUJIT_BOOL;

    return cj_build_apply2(build, truth ? "not_equal" : "subtract",
                           cj_build_cut(build, value, axis, 1, INT64_MAX, place),
                           cj_build_cut(build, value, axis, 0, -1, place), place);
}

/* diff(x, n, axis). */
static uint32_t build_diff(cj_build *build, const cj_node *call, uint32_t value)
{
    int64_t times = 1;
    int axis;

    if (!cj_build_take_small(build, cj_build_find_argument(build, call, 1, "n"), "n", 16, &times) ||
        !take_axis(build, call, 2, value, &axis))
        return CJ_NO_TERM;
    for (; times > 0; times--)
        value = differ(build, value, axis, call->name);
    return value;
}

/* gradient(x, distance, axis): half of what the next element has more than the one before; at either end from there. */
static uint32_t build_gradient(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *node = cj_build_find_argument(build, call, 1, NULL);
    const cj_span at = call->name;
    const bool spaced = node != NULL && node->kind != CJ_NODE_KEYWORD;
    uint32_t distance = spaced ? cj_build_value(build, node) : cj_build_integer(build, 1, at), whole, parts[3];
    int axis;

    if (distance == CJ_NO_TERM || !take_axis(build, call, SIZE_MAX, value, &axis))
        return CJ_NO_TERM;
    if (cj_build_term(build, value)->rank > 1 && cj_build_find_argument(build, call, SIZE_MAX, "axis") == NULL)
        return cj_build_refuse(build, call->place, "gradient of several axes needs one of them: axis=0");
    if (cj_build_term(build, distance)->rank > 0)
        return cj_build_refuse(build, node->place, "gradient takes one distance for all elements");
    value = cj_build_as_real(build, value, at);
    whole = cj_build_apply2(build, "multiply", cj_build_integer(build, 2, at), distance, at);
    parts[0] = cj_build_apply2(build, "subtract", cj_build_pick(build, value, axis, 1, at),
                               cj_build_pick(build, value, axis, 0, at), at);
    parts[1] = cj_build_apply2(build, "subtract", cj_build_cut(build, value, axis, 2, INT64_MAX, at),
                               cj_build_cut(build, value, axis, 0, -2, at), at);
    parts[2] = cj_build_apply2(build, "subtract", cj_build_pick(build, value, axis, -1, at),
                               cj_build_pick(build, value, axis, -2, at), at);
    for (int k = 0; k < 3; k++) {
        parts[k] = cj_build_apply2(build, "divide", parts[k], k == 1 ? whole : distance, at);
        if (parts[k] == CJ_NO_TERM || (k != 1 && (parts[k] = cj_build_expand(build, parts[k], axis, at)) == CJ_NO_TERM))
            return CJ_NO_TERM;
    }
    return cj_build_join(build, parts, 3, axis, at);
}

/* trapezoid(y, x, dx, axis): the area below lines between the elements. */
static uint32_t build_trapezoid(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *places = cj_build_find_argument(build, call, 1, "x"),
                  *apart = cj_build_find_argument(build, call, 2, "dx");
    const cj_span at = call->name;
    uint32_t width, sum;
    int axis;

    if (!take_axis(build, call, 3, value, &axis))
        return CJ_NO_TERM;
    width = places != NULL && places->kind != CJ_NODE_NEW_AXIS ? cj_build_value(build, places)
            : apart != NULL                                    ? cj_build_value(build, apart)
                                                               : cj_build_real(build, 1, CUJIT_FLOAT64, at);
    if (width != CJ_NO_TERM && places != NULL && places->kind != CJ_NODE_NEW_AXIS) {
        const int rank = cj_build_term(build, width)->rank;

        /* Axes meet from the last one on. */
        const int along = rank == 1 ? 0 : axis - (cj_build_term(build, value)->rank - rank);

        width = rank == 0   ? cj_build_refuse(build, places->place, "x is a number; its distance is dx=...")
                : along < 0 ? cj_build_refuse(build, places->place, "x has no axis in the place of axis %d", axis)
                            : differ(build, width, along, at);
        for (int k = cj_build_term(build, value)->rank - axis; rank == 1 && k > 1 && width != CJ_NO_TERM; k--)
            width = cj_build_expand(build, width, cj_build_term(build, width)->rank, at);
    }
    sum = cj_build_apply2(build, "add", cj_build_cut(build, value, axis, 1, INT64_MAX, at),
                          cj_build_cut(build, value, axis, 0, -1, at), at);
    sum = cj_build_apply2(build, "divide", cj_build_apply2(build, "multiply", width, sum, at),
                          cj_build_real(build, 2, CUJIT_FLOAT64, at), at);
    if (sum == CJ_NO_TERM)
        return sum;
    axis += cj_build_term(build, sum)->rank - cj_build_term(build, value)->rank;
    return cj_build_reduce_axes(build, call, "sum", sum, UINT32_C(1) << axis);
}

/* Which elements are below (-1), on (0) or above the diagonal number k of the last two axes, by a comparison. */
static uint32_t compare_places(cj_build *build, const cj_node *call, uint32_t value, const char *comparison)
{
    const cj_node *node = cj_build_find_argument(build, call, 1, "k");
    const int rank = cj_build_term(build, value)->rank;
    const uint32_t offset = node != NULL ? cj_build_take_length(build, node) : cj_build_integer(build, 0, call->name);
    uint32_t row, column;

    if (!cj_build_check_axes(build, call, value, 2))
        return CJ_NO_TERM;
    row = cj_build_range_behind(build, value, rank - 2, call->name);
    column = cj_build_range_behind(build, value, rank - 1, call->name);
    return cj_build_apply2(build, comparison, column, cj_build_apply2(build, "add", row, offset, call->name),
                           call->name);
}

static uint32_t mask(cj_build *build, const cj_node *call, uint32_t value, const char *comparison)
{
    const cujit_dtype dtype = cj_build_term(build, value)->type.dtype;
    const uint32_t zero = cj_build_cast(build, cj_build_integer(build, 0, call->name), dtype, call->name);

    return cj_build_apply3(build, "where", compare_places(build, call, value, comparison), value, zero, call->name);
}

static uint32_t build_tril(cj_build *build, const cj_node *call, uint32_t value)
{
    return mask(build, call, value, "less_equal");
}

static uint32_t build_triu(cj_build *build, const cj_node *call, uint32_t value)
{
    return mask(build, call, value, "greater_equal");
}

/* The sum along the diagonal of the first two axes, of two. */
static uint32_t build_trace(cj_build *build, const cj_node *call, uint32_t value)
{
    if (cj_build_term(build, value)->rank != 2)
        return cj_build_refuse(build, call->place, "trace needs a value of two axes");
    value = mask(build, call, value, "equal");
    return value != CJ_NO_TERM ? cj_build_reduce_axes(build, call, "sum", value, 3) : value;
}

/* cross(a, b): of vectors along the last axis. */
static uint32_t build_cross(cj_build *build, const cj_node *call, uint32_t a)
{
    uint32_t b = cj_build_value(build, cj_tree_operand(build->tree, call, 1)), parts[3];
    const cj_span at = call->name;
    int of_a, of_b;

    if (b == CJ_NO_TERM || !take_axis(build, call, SIZE_MAX, a, &of_a) || !take_axis(build, call, SIZE_MAX, b, &of_b))
        return CJ_NO_TERM;
    a = cj_build_fit(build, a, of_a, 3, at);
    b = cj_build_fit(build, b, of_b, 3, at);
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3, last = (k + 2) % 3;

        parts[k] = cj_build_apply2(build, "subtract",
                                   cj_build_apply2(build, "multiply", cj_build_pick(build, a, of_a, next, at),
                                                   cj_build_pick(build, b, of_b, last, at), at),
                                   cj_build_apply2(build, "multiply", cj_build_pick(build, a, of_a, last, at),
                                                   cj_build_pick(build, b, of_b, next, at), at),
                                   at);
        if (parts[k] == CJ_NO_TERM ||
            (parts[k] = cj_build_expand(build, parts[k], cj_build_term(build, parts[k])->rank, at)) == CJ_NO_TERM)
            return CJ_NO_TERM;
    }
    return cj_build_join(build, parts, 3, cj_build_term(build, parts[0])->rank - 1, at);
}

const cj_made_call cj_axis_calls[] = {
    {"diff", 1, 3, " n axis ", false, build_diff},
    {"gradient", 1, 2, " axis ", false, build_gradient},
    {"trapezoid", 1, 4, " x dx axis ", false, build_trapezoid},
    {"tril", 1, 2, " k ", false, build_tril},
    {"triu", 1, 2, " k ", false, build_triu},
    {"trace", 1, 1, "", false, build_trace},
    {"cross", 2, 2, "", false, build_cross},
    {NULL, 0, 0, NULL, false, NULL},
};
