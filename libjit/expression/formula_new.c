/*
 * formula_new.c: calls that make a value of nothing but a shape: zeros(), full_like(), arange(), linspace(), eye().
 *
 * A number is repeated to the shape; what counts places is a range along an axis of that. Lengths are whole numbers of
 * the text or the call, as those of reshape() are.
 */
#include "libjit/expression/formula_build.h"

#include <string.h>

/* The dtype that a call asks for, or `usual`. CUJIT_DTYPE_NONE: error. */
static cujit_dtype take_dtype(cj_build *build, const cj_node *call, cujit_dtype usual)
{
    const cj_node *node = cj_build_find_argument(build, call, SIZE_MAX, "dtype");

    return node != NULL ? cj_build_take_dtype(build, node) : usual;
}

/* A number, and not a weak one, in every place of a shape. */
static uint32_t fill(cj_build *build, uint32_t number, cujit_dtype dtype, const uint32_t *lengths, size_t count,
                     cj_span place)
{
    if (number == CJ_NO_TERM || dtype == CUJIT_DTYPE_NONE || !cj_build_check_number(build, number, dtype) ||
        (number = cj_build_cast(build, number, dtype, place)) == CJ_NO_TERM)
        return CJ_NO_TERM;
    return cj_build_broadcast(build, number, lengths, count, place);
}

/* zeros((2, 3), dtype=float32), ones(n), full((2, 3), value). */
static uint32_t build_full(cj_build *build, const cj_node *call, uint32_t none)
{
    const bool full = cj_tree_says(build->tree, call->name, "full");
    const cj_node *shape = cj_build_find_argument(build, call, 0, "shape"),
                  *filled = full ? cj_build_find_argument(build, call, 1, "fill_value") : NULL;
    uint32_t lengths[CJ_FORMULA_MAX_RANK] = {0}, number;
    size_t count = 1;
    cujit_dtype dtype;

    if (full && filled == NULL)
        return cj_build_refuse(build, call->place, "full needs a shape and a value");
    if (shape != NULL && shape->kind != CJ_NODE_TUPLE && !cj_build_is_shape(build, shape))
        lengths[0] = cj_build_take_length(build, shape);
    else if (!cj_build_take_shape(build, call, 0, lengths, &count))
        return CJ_NO_TERM;
    number = filled != NULL ? cj_build_value(build, filled)
                            : cj_build_integer(build, cj_tree_says(build->tree, call->name, "ones"), call->name);
    if (lengths[0] == CJ_NO_TERM || number == CJ_NO_TERM)
        return none;
    dtype = filled != NULL ? cj_build_term(build, number)->type.dtype : CUJIT_FLOAT64;
    return fill(build, number, take_dtype(build, call, dtype), lengths, count, call->name);
}

/* zeros_like(x), full_like(x, value): of what x is worth nothing is used but its shape. */
static uint32_t build_like(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *filled = cj_build_find_argument(build, call, 1, "fill_value");
    const bool full = cj_tree_says(build->tree, call->name, "full_like");
    const cujit_dtype dtype = take_dtype(build, call, cj_build_term(build, value)->type.dtype);
    uint32_t never, number;

    if (full != (filled != NULL))
        return cj_build_refuse(build, call->place, full ? "full_like needs a value" : "only full_like takes a value");
    number = full ? cj_build_value(build, filled)
                  : cj_build_integer(build, cj_tree_says(build->tree, call->name, "ones_like"), call->name);
    if (number == CJ_NO_TERM || dtype == CUJIT_DTYPE_NONE || !cj_build_check_number(build, number, dtype))
        return CJ_NO_TERM;
    number = cj_build_cast(build, number, dtype, call->name);
    value = cj_build_cast(build, value, dtype, call->name);
    never = cj_build_cast(build, cj_build_integer(build, 0, call->name), CUJIT_BOOL, call->name);
    return cj_build_apply3(build, "where", never, value, number, call->name);
}

/* 0, 1, ... */
static uint32_t count_up(cj_build *build, uint32_t length, cj_span place)
{
    const uint32_t zero = cj_build_integer(build, 0, place);

    if (length == CJ_NO_TERM || zero == CJ_NO_TERM)
        return CJ_NO_TERM;
    return cj_build_range(build, fill(build, zero, CUJIT_INT64, &length, 1, place), 0, place);
}

/* How many numbers there are from start on before stop: of whole numbers that are known before the launch. */
static uint32_t count_steps(cj_build *build, uint32_t start, uint32_t stop, uint32_t step, cj_span place)
{
    const uint32_t back = cj_build_apply2(build, "floor_divide", cj_build_apply2(build, "subtract", start, stop, place),
                                          step, place);
    const uint32_t count = cj_build_apply1(build, "negative", back, place);

    /* None, where that is negative. */
    return cj_build_apply2(
        build, "floor_divide",
        cj_build_apply2(build, "add", count, cj_build_apply1(build, "absolute", count, place), place),
        cj_build_integer(build, 2, place), place);
}

/* arange(stop), arange(start, stop, step). */
static uint32_t build_arange(cj_build *build, const cj_node *call, uint32_t none)
{
    uint32_t bounds[3] = {cj_build_integer(build, 0, call->name), CJ_NO_TERM, cj_build_integer(build, 1, call->name)};
    const cujit_dtype dtype = take_dtype(build, call, CUJIT_INT64);
    size_t count = 0;
    uint32_t value;

    while (count < 3 && cj_build_find_argument(build, call, count, NULL) != NULL)
        count++;
    for (size_t k = 0; k < count; k++) {
        const cj_node *node = cj_tree_operand(build->tree, call, k);
        uint32_t *bound = &bounds[count == 1 ? 1 : k];

        if ((*bound = cj_build_value(build, node)) == CJ_NO_TERM)
            return none;
        if (!cj_build_term(build, *bound)->bound)
            return cj_build_refuse(build, node->place,
                                   "arange takes whole numbers, of the text or the call's: write 0.1*arange(n), or "
                                   "linspace(start, stop, n)");
        if ((*bound = cj_build_as_bound(build, *bound, node->place)) == CJ_NO_TERM)
            return none;
    }
    if (dtype == CUJIT_DTYPE_NONE)
        return none;
    value = count_up(build, count_steps(build, bounds[0], bounds[1], bounds[2], call->name), call->name);
    if (count > 2)
        value = cj_build_apply2(build, "multiply", value, bounds[2], call->name);
    if (count > 1)
        value = cj_build_apply2(build, "add", value, bounds[0], call->name);
    return cj_build_cast(build, value, dtype, call->name);
}

static bool is_complex(const cj_build *build, uint32_t number)
{
    return cj_kind_of(cj_build_term(build, number)->type.dtype) == CJ_KIND_COMPLEX;
}

/* linspace(start, stop, n): n*step + start, and at the end stop itself; whole numbers are those below. */
static uint32_t build_linspace(cj_build *build, const cj_node *call, uint32_t none)
{
    const cj_node *node = cj_build_find_argument(build, call, 2, "num");
    const uint32_t start = cj_build_value(build, cj_tree_operand(build->tree, call, 0)),
                   stop = start != CJ_NO_TERM ? cj_build_value(build, cj_tree_operand(build->tree, call, 1)) : none;
    const uint32_t length = node != NULL ? cj_build_take_length(build, node) : cj_build_integer(build, 50, call->name);
    const cj_span at = call->name;
    uint32_t steps, last, value, many;
    cujit_dtype dtype;

    if (stop == CJ_NO_TERM || length == CJ_NO_TERM)
        return none;
    if (!cj_build_term(build, start)->scalar || !cj_build_term(build, stop)->scalar)
        return cj_build_refuse(build, call->place, "linspace goes between two numbers; arrays are combined with it");
    dtype = take_dtype(build, call,
                       is_complex(build, start) || is_complex(build, stop) ? CUJIT_COMPLEX128 : CUJIT_FLOAT64);
    if (dtype == CUJIT_DTYPE_NONE)
        return none;
    last = cj_build_apply2(build, "subtract", length, cj_build_integer(build, 1, at), at);
    steps = count_up(build, length, at);
    value = cj_build_apply2(build, "divide", cj_build_apply2(build, "subtract", stop, start, at), last, at);
    value = cj_build_apply2(build, "multiply", cj_build_cast(build, steps, CUJIT_FLOAT64, at), value, at);
    value = cj_build_apply2(build, "add", value, start, at);
    many = cj_build_apply2(build, "greater", last, cj_build_integer(build, 0, at), at);
    value = cj_build_apply3(build, "where", cj_build_apply2(build, "less", steps, last, at), value, stop, at);
    value = cj_build_apply3(build, "where", many, value, start, at);
    if (value != CJ_NO_TERM && cj_kind_of(dtype) == CJ_KIND_INTEGER && !is_complex(build, value))
        value = cj_build_apply1(build, "floor", value, at);
    return cj_build_cast(build, value, dtype, at);
}

/* eye(n), eye(n, m): 1 where row and column are the same. */
static uint32_t build_eye(cj_build *build, const cj_node *call, uint32_t none)
{
    const cj_node *other = cj_build_find_argument(build, call, 1, "M");
    const cujit_dtype dtype = take_dtype(build, call, CUJIT_FLOAT64);
    const uint32_t rows = cj_build_take_length(build, cj_tree_operand(build->tree, call, 0));
    const uint32_t columns = other != NULL && rows != none ? cj_build_take_length(build, other) : rows;
    uint32_t down = count_up(build, rows, call->name), same;

    if (down == CJ_NO_TERM || (down = cj_build_expand(build, down, 1, call->name)) == CJ_NO_TERM ||
        dtype == CUJIT_DTYPE_NONE)
        return none;
    same = cj_build_apply2(build, "equal", down, count_up(build, columns, call->name), call->name);
    return cj_build_cast(build, same, dtype, call->name);
}

const cj_made_call cj_new_calls[] = {
    {"zeros", 0, 1, " shape dtype ", true, build_full},
    {"ones", 0, 1, " shape dtype ", true, build_full},
    {"empty", 0, 1, " shape dtype ", true, build_full},
    {"full", 0, 2, " shape fill_value dtype ", true, build_full},
    {"zeros_like", 1, 1, " dtype ", false, build_like},
    {"ones_like", 1, 1, " dtype ", false, build_like},
    {"empty_like", 1, 1, " dtype ", false, build_like},
    {"full_like", 1, 2, " fill_value dtype ", false, build_like},
    {"arange", 1, 3, " dtype ", true, build_arange},
    {"linspace", 2, 3, " num dtype ", true, build_linspace},
    {"eye", 1, 2, " M dtype ", true, build_eye},
    {"identity", 1, 1, " dtype ", true, build_eye},
    {NULL, 0, 0, NULL, false, NULL},
};
