/*
 * formula_join.c: calls that put several values into one: concatenate(), stack() and their like.
 */
#include "libjit/expression/formula_build.h"

enum { MOST = 64 }; /* values in a call */

/* The values in brackets. False: error. */
static bool take_parts(cj_build *build, const cj_node *call, uint32_t parts[MOST], size_t *count)
{
    const cj_node *tuple = cj_tree_operand(build->tree, call, 0);

    if (tuple->kind != CJ_NODE_TUPLE || tuple->count == 0) {
        cj_build_refuse(build, tuple->place, "%.*s takes its values in one pair of brackets: (x, y)",
                        CJ_TREE_QUOTE(build->tree, call->name));
        return false;
    }
    if ((*count = tuple->count) > MOST) {
        cj_build_refuse(build, call->name, "there are %zu values; expected at most %d", *count, MOST);
        return false;
    }
    for (size_t k = 0; k < *count; k++) {
        if ((parts[k] = cj_build_value(build, cj_tree_operand(build->tree, tuple, k))) == CJ_NO_TERM)
            return false;
    }
    return true;
}

/* Gives all of them the type that holds all: numbers are arrays here, and not weak. */
static bool unite_types(cj_build *build, uint32_t *parts, size_t count, cj_span place)
{
    cj_value_type types[MOST], all;

    for (size_t k = 0; k < count; k++)
        types[k] = (cj_value_type){cj_build_term(build, parts[k])->type.dtype, false};
    all = cj_promote_all(types, count);
    if (all.dtype == CUJIT_DTYPE_NONE) {
        cj_build_refuse(build, place, "the values have no type in common");
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        if ((parts[k] = cj_build_cast(build, parts[k], all.dtype, place)) == CJ_NO_TERM)
            return false;
    }
    return true;
}

static bool check_ranks(cj_build *build, const cj_node *call, const uint32_t *parts, size_t count)
{
    const int rank = cj_build_term(build, parts[0])->rank;

    for (size_t k = 1; k < count; k++) {
        const cj_term *part = cj_build_term(build, parts[k]);

        if (part->rank != rank) {
            cj_build_refuse(build, cj_tree_operand(build->tree, cj_tree_operand(build->tree, call, 0), k)->place,
                            "this has %d axes, the first value %d", part->rank, rank);
            return false;
        }
    }
    return true;
}

/* A term has few arguments: what is more is joined in groups before. */
uint32_t cj_build_join(cj_build *build, uint32_t *parts, size_t count, int axis, cj_span place)
{
    cj_term term = {.kind = CJ_TERM_JOIN, .caret = place};

    while (count > CJ_FUNCTION_MAX_OPERANDS) {
        size_t groups = 0;

        for (size_t k = 0; k < count; k += CJ_FUNCTION_MAX_OPERANDS, groups++) {
            const size_t most = count - k < CJ_FUNCTION_MAX_OPERANDS ? count - k : CJ_FUNCTION_MAX_OPERANDS;

            if ((parts[groups] = cj_build_join(build, parts + k, most, axis, place)) == CJ_NO_TERM)
                return CJ_NO_TERM;
        }
        count = groups;
    }
    term.type = cj_build_term(build, parts[0])->type;
    term.rank = cj_build_term(build, parts[0])->rank;
    for (size_t k = 0; k < count; k++)
        term.arguments[term.count++] = parts[k];
    term.of.join.axis = (uint32_t)axis;
    return cj_build_add(build, &term);
}

/* With a new axis in each value. */
static uint32_t build_stack(cj_build *build, const cj_node *call, uint32_t *parts, size_t count)
{
    const cj_node *node = cj_build_find_argument(build, call, 1, "axis");
    int axis = 0;

    if (!check_ranks(build, call, parts, count) ||
        (node != NULL && !cj_build_take_axis(build, node, cj_build_term(build, parts[0])->rank + 1, &axis)))
        return CJ_NO_TERM;
    for (size_t k = 0; k < count; k++) {
        if ((parts[k] = cj_build_expand(build, parts[k], axis, call->name)) == CJ_NO_TERM)
            return CJ_NO_TERM;
    }
    return cj_build_join(build, parts, count, axis, call->name);
}

/* axis=None: as lists of all elements. */
static uint32_t build_concatenate(cj_build *build, const cj_node *call, uint32_t *parts, size_t count)
{
    const cj_node *node = cj_build_find_argument(build, call, 1, "axis");
    const bool flat = node != NULL && node->kind == CJ_NODE_NEW_AXIS;
    const uint32_t all = flat ? cj_build_integer(build, -1, call->name) : CJ_NO_TERM;
    int axis = 0;

    for (size_t k = 0; k < count && flat; k++) {
        if (all == CJ_NO_TERM || (parts[k] = cj_build_reshape(build, parts[k], &all, 1, call->name)) == CJ_NO_TERM)
            return CJ_NO_TERM;
    }
    if (!check_ranks(build, call, parts, count))
        return CJ_NO_TERM;
    if (cj_build_term(build, parts[0])->rank == 0)
        return cj_build_refuse(build, call->name,
                               "values without axes have none to be joined along: stack() joins them");
    if (node != NULL && !flat && !cj_build_take_axis(build, node, cj_build_term(build, parts[0])->rank, &axis))
        return CJ_NO_TERM;
    return cj_build_join(build, parts, count, axis, call->name);
}

/* hstack: along the second axis, or the only one; vstack: along the first of two or more. What lacks axes gets them in
 * front. */
static uint32_t build_beside(cj_build *build, const cj_node *call, uint32_t *parts, size_t count, bool vertical)
{
    for (size_t k = 0; k < count; k++) {
        while (cj_build_term(build, parts[k])->rank < (vertical ? 2 : 1)) {
            if ((parts[k] = cj_build_expand(build, parts[k], 0, call->name)) == CJ_NO_TERM)
                return CJ_NO_TERM;
        }
    }
    if (!check_ranks(build, call, parts, count))
        return CJ_NO_TERM;
    return cj_build_join(build, parts, count, !vertical && cj_build_term(build, parts[0])->rank > 1, call->name);
}

/* dstack: along the third axis; column_stack: lists as columns. */
static uint32_t build_deep(cj_build *build, const cj_node *call, uint32_t *parts, size_t count, int axis)
{
    for (size_t k = 0; k < count; k++) {
        if (axis == 2 && cj_build_term(build, parts[k])->rank < 2)
            parts[k] = cj_build_expand(build, parts[k], 0, call->name);
        while (parts[k] != CJ_NO_TERM && cj_build_term(build, parts[k])->rank < axis + 1)
            parts[k] = cj_build_expand(build, parts[k], cj_build_term(build, parts[k])->rank, call->name);
        if (parts[k] == CJ_NO_TERM)
            return CJ_NO_TERM;
    }
    return check_ranks(build, call, parts, count) ? cj_build_join(build, parts, count, axis, call->name) : CJ_NO_TERM;
}

static uint32_t build_join(cj_build *build, const cj_node *call, uint32_t value)
{
    uint32_t parts[MOST];
    size_t count;

    (void)value;
    if (!take_parts(build, call, parts, &count) || !unite_types(build, parts, count, call->name))
        return CJ_NO_TERM;
    if (cj_tree_says(build->tree, call->name, "concatenate") || cj_tree_says(build->tree, call->name, "concat"))
        return build_concatenate(build, call, parts, count);
    if (cj_tree_says(build->tree, call->name, "stack"))
        return build_stack(build, call, parts, count);
    if (cj_tree_says(build->tree, call->name, "dstack"))
        return build_deep(build, call, parts, count, 2);
    if (cj_tree_says(build->tree, call->name, "column_stack"))
        return build_deep(build, call, parts, count, 1);
    return build_beside(build, call, parts, count, cj_tree_says(build->tree, call->name, "vstack"));
}

const cj_made_call cj_join_calls[] = {
    {"concatenate", 1, 2, " axis ", true, build_join},
    {"concat", 1, 2, " axis ", true, build_join},
    {"stack", 1, 2, " axis ", true, build_join},
    {"hstack", 1, 1, "", true, build_join},
    {"vstack", 1, 1, "", true, build_join},
    {"dstack", 1, 1, "", true, build_join},
    {"column_stack", 1, 1, "", true, build_join},
    {NULL, 0, 0, NULL, false, NULL},
};
