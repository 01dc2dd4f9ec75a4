/*
 * formula_view.c: calls that arrange a value anew: transposed, reshaped, rolled, taken from, or of another type.
 */
#include "libjit/expression/formula_build.h"

#include <string.h>

/* transpose(x), transpose(x, (1, 0)), x.transpose(1, 0). */
static uint32_t build_transpose(cj_build *build, const cj_node *call, uint32_t value)
{
    const int rank = cj_build_term(build, value)->rank;
    const cj_node *axes = cj_build_find_argument(build, call, 1, "axes");
    int order[CJ_FORMULA_MAX_RANK];
    uint32_t seen = 0;
    size_t count, skip = 0;

    if (axes == NULL || axes->kind == CJ_NODE_NEW_AXIS)
        return cj_build_transpose(build, value, call->place);
    if (axes->kind != CJ_NODE_TUPLE) {
        axes = call;
        skip = 1;
    }
    count = axes->count - skip;
    if (count != (size_t)rank)
        return cj_build_refuse(build, call->place, "%.*s needs all of the %d axes, got %zu",
                               CJ_TREE_QUOTE(build->tree, call->name), rank, count);
    for (size_t k = 0; k < count; k++) {
        if (!cj_build_take_axis(build, cj_tree_operand(build->tree, axes, k + skip), rank, &order[k]))
            return CJ_NO_TERM;
        seen |= UINT32_C(1) << order[k];
    }
    if (__builtin_popcount(seen) != rank)
        return cj_build_refuse(build, call->place, "%.*s needs each axis once", CJ_TREE_QUOTE(build->tree, call->name));
    return cj_build_permute(build, value, order, call->place);
}

/* The two axes behind the value. False: error. */
static bool take_both(cj_build *build, const cj_node *call, int rank, int *from, int *to)
{
    return cj_build_take_axis(build, cj_tree_operand(build->tree, call, 1), rank, from) &&
           cj_build_take_axis(build, cj_tree_operand(build->tree, call, 2), rank, to);
}

static uint32_t build_swapaxes(cj_build *build, const cj_node *call, uint32_t value)
{
    const int rank = cj_build_term(build, value)->rank;
    int order[CJ_FORMULA_MAX_RANK], a, b;

    if (!take_both(build, call, rank, &a, &b))
        return CJ_NO_TERM;
    for (int k = 0; k < rank; k++)
        order[k] = k == a ? b : k == b ? a : k;
    return cj_build_permute(build, value, order, call->place);
}

/* x.mT */
static uint32_t build_matrix_transpose(cj_build *build, const cj_node *call, uint32_t value)
{
    const int rank = cj_build_term(build, value)->rank;
    int order[CJ_FORMULA_MAX_RANK];

    if (!cj_build_check_axes(build, call, value, 2))
        return CJ_NO_TERM;
    for (int k = 0; k < rank; k++)
        order[k] = k < rank - 2 ? k : 2 * rank - 3 - k;
    return cj_build_permute(build, value, order, call->place);
}

static uint32_t build_squeeze(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *node = cj_build_find_argument(build, call, 1, "axis");
    uint32_t axes;
    bool all;

    if (node == NULL || node->kind == CJ_NODE_NEW_AXIS)
        return cj_build_refuse(build, call->place,
                               "squeeze needs the axes here, since kernels depend on how many there are");
    if (!cj_build_take_axes(build, node, cj_build_term(build, value)->rank, &axes, &all))
        return CJ_NO_TERM;
    return cj_build_squeeze(build, value, axes, call->place);
}

/* The axis, argument number k, that a call must say. False: error. */
static bool take_needed(cj_build *build, const cj_node *call, size_t k, int rank, int *axis)
{
    const cj_node *node = cj_build_find_argument(build, call, k, "axis");

    if (node == NULL)
        cj_build_refuse(build, call->place, "%.*s needs an axis", CJ_TREE_QUOTE(build->tree, call->name));
    return node != NULL && cj_build_take_axis(build, node, rank, axis);
}

static uint32_t build_expand_dims(cj_build *build, const cj_node *call, uint32_t value)
{
    int axis;

    return take_needed(build, call, 1, cj_build_term(build, value)->rank + 1, &axis)
               ? cj_build_expand(build, value, axis, call->place)
               : CJ_NO_TERM;
}

static uint32_t build_astype(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *node = cj_build_find_argument(build, call, 1, "dtype");
    const cujit_dtype dtype = node != NULL ? cj_build_take_dtype(build, node) : CUJIT_DTYPE_NONE;

    if (node == NULL)
        return cj_build_refuse(build, call->place, "astype needs a type");
    return dtype != CUJIT_DTYPE_NONE ? cj_build_cast(build, value, dtype, call->place) : CJ_NO_TERM;
}

uint32_t cj_build_take_length(cj_build *build, const cj_node *node)
{
    const uint32_t term = cj_build_value(build, node);

    if (term != CJ_NO_TERM && !cj_build_term(build, term)->bound)
        return cj_build_refuse(build, node->place, "expected a whole number, of the text or the call's");
    return term != CJ_NO_TERM ? cj_build_as_bound(build, term, node->place) : term;
}

static uint32_t build_ravel(cj_build *build, const cj_node *call, uint32_t value)
{
    const uint32_t all = cj_build_integer(build, -1, call->name);

    return all != CJ_NO_TERM ? cj_build_reshape(build, value, &all, 1, call->name) : all;
}

bool cj_build_take_shape(cj_build *build, const cj_node *call, size_t at, uint32_t lengths[CJ_FORMULA_MAX_RANK],
                         size_t *count)
{
    const cj_node *shape = cj_build_find_argument(build, call, at, "shape");
    size_t skip = 0;

    if (shape == NULL) {
        cj_build_refuse(build, call->place, "%.*s needs a shape", CJ_TREE_QUOTE(build->tree, call->name));
        return false;
    }
    if (cj_build_is_shape(build, shape))
        return cj_build_list_lengths(build, shape, lengths, count);
    if (shape->kind != CJ_NODE_TUPLE) {
        shape = call;
        skip = at;
    }
    if ((*count = shape->count - skip) > CJ_FORMULA_MAX_RANK) {
        cj_build_refuse(build, call->place, "a shape of %zu axes; expected at most %d", *count, CJ_FORMULA_MAX_RANK);
        return false;
    }
    for (size_t k = 0; k < *count; k++) {
        const cj_node *node = cj_tree_operand(build->tree, shape, k + skip);

        node = node->kind == CJ_NODE_KEYWORD ? cj_tree_operand(build->tree, node, 0) : node;
        if ((lengths[k] = cj_build_take_length(build, node)) == CJ_NO_TERM)
            return false;
    }
    return true;
}

/* reshape(x, (2, -1)), x.reshape(2, -1). */
static uint32_t build_reshape(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *shape = cj_build_find_argument(build, call, 1, "shape");
    uint32_t lengths[CJ_FORMULA_MAX_RANK];
    size_t count;

    if (call->count > 2 && shape != NULL && (shape->kind == CJ_NODE_TUPLE || cj_build_is_shape(build, shape)))
        return cj_build_refuse(build, cj_tree_operand(build->tree, call, 2)->place,
                               "reshape takes one shape, or its lengths");
    return cj_build_take_shape(build, call, 1, lengths, &count)
               ? cj_build_reshape(build, value, lengths, count, call->name)
               : CJ_NO_TERM;
}

static uint32_t build_broadcast_to(cj_build *build, const cj_node *call, uint32_t value)
{
    uint32_t lengths[CJ_FORMULA_MAX_RANK];
    size_t count;

    return cj_build_take_shape(build, call, 1, lengths, &count)
               ? cj_build_broadcast(build, value, lengths, count, call->name)
               : CJ_NO_TERM;
}

static uint32_t build_flip(cj_build *build, const cj_node *call, uint32_t value)
{
    uint32_t axes;
    bool all;

    if (!cj_build_take_axes(build, cj_build_find_argument(build, call, 1, "axis"), cj_build_term(build, value)->rank,
                            &axes, &all))
        return CJ_NO_TERM;
    return cj_build_flip(build, value, all ? UINT32_MAX : axes, call->name);
}

/* An image's columns, and its rows, backwards. */
static uint32_t build_fliplr(cj_build *build, const cj_node *call, uint32_t value)
{
    return cj_build_check_axes(build, call, value, 2) ? cj_build_flip(build, value, 1u << 1, call->name) : CJ_NO_TERM;
}

static uint32_t build_flipud(cj_build *build, const cj_node *call, uint32_t value)
{
    return cj_build_check_axes(build, call, value, 1) ? cj_build_flip(build, value, 1u << 0, call->name) : CJ_NO_TERM;
}

/* To the left, in the plane of the first two axes. */
static uint32_t build_rot90(cj_build *build, const cj_node *call, uint32_t value)
{
    static const uint32_t backwards[] = {0, 1u << 0, 1u << 0 | 1u << 1, 1u << 1};
    const cj_node *node = cj_build_find_argument(build, call, 1, "k");
    const int rank = cj_build_term(build, value)->rank;
    int order[CJ_FORMULA_MAX_RANK];
    int64_t times = 1;

    if (!cj_build_check_axes(build, call, value, 2))
        return CJ_NO_TERM;
    if (node != NULL && !cj_build_says_integer(build, node, &times))
        return cj_build_refuse(build, node->place, "k is a whole number in the text");
    times &= 3;
    for (int k = 0; k < rank; k++)
        order[k] = k < 2 && times % 2 != 0 ? 1 - k : k;
    value = cj_build_permute(build, value, order, call->name);
    return value != CJ_NO_TERM && times != 0 ? cj_build_flip(build, value, backwards[times], call->name) : value;
}

static uint32_t build_moveaxis(cj_build *build, const cj_node *call, uint32_t value)
{
    const int rank = cj_build_term(build, value)->rank;
    int order[CJ_FORMULA_MAX_RANK], from, to;

    if (!take_both(build, call, rank, &from, &to))
        return CJ_NO_TERM;
    for (int k = 0, next = 0; k < rank; k++) {
        next += next == from;
        order[k] = k == to ? from : next++;
    }
    return cj_build_permute(build, value, order, call->place);
}

/* A value is nobody's to change. */
static uint32_t build_copy(cj_build *build, const cj_node *call, uint32_t value)
{
    (void)build;
    (void)call;
    return value;
}

/* The items of a list in brackets, or what stands for one of one item. */
static size_t count_items(const cj_node *node)
{
    return node->kind == CJ_NODE_TUPLE ? node->count : 1;
}

/* Of such a list, or of one item that goes with all of another list. */
static const cj_node *pick_item(cj_build *build, const cj_node *node, size_t k)
{
    return node->kind == CJ_NODE_TUPLE ? cj_tree_operand(build->tree, node, node->count > 1 ? k : 0) : node;
}

/* Back from a list of all elements in the shape of `like`. */
static uint32_t shape_like(cj_build *build, uint32_t list, uint32_t like, cj_span place)
{
    const int rank = cj_build_term(build, like)->rank;
    uint32_t lengths[CJ_FORMULA_MAX_RANK];

    for (int k = 0; k < rank; k++) {
        if ((lengths[k] = cj_build_length(build, like, UINT32_C(1) << k, place)) == CJ_NO_TERM)
            return CJ_NO_TERM;
    }
    return cj_build_reshape(build, list, lengths, (size_t)rank, place);
}

/* roll(x, 1), roll(x, (1, 2), (0, 1)): one shift goes along several axes, and several along one. */
static uint32_t build_roll(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *by = cj_build_find_argument(build, call, 1, "shift"),
                  *along = cj_build_find_argument(build, call, 2, "axis");
    const int rank = cj_build_term(build, value)->rank;
    const bool none = along == NULL || along->kind == CJ_NODE_NEW_AXIS, flat = none && rank != 1;
    const size_t shifts = by != NULL ? count_items(by) : 0, axes = none ? 1 : count_items(along);
    uint32_t rolled = value;

    if (by == NULL)
        return cj_build_refuse(build, call->place, "roll needs a shift");
    if (shifts != axes && shifts != 1 && axes != 1)
        return cj_build_refuse(build, by->place, "%zu shifts for %zu axes", shifts, axes);
    if (flat)
        rolled = build_ravel(build, call, value);
    for (size_t k = 0; k < (shifts != 1 ? shifts : axes) && rolled != CJ_NO_TERM; k++) {
        const uint32_t shift = cj_build_take_length(build, pick_item(build, by, k));
        int axis = 0;

        if (shift == CJ_NO_TERM || (!none && !cj_build_take_axis(build, pick_item(build, along, k), rank, &axis)))
            return CJ_NO_TERM;
        rolled = cj_build_roll(build, rolled, shift, axis, call->name);
    }
    return flat && rolled != CJ_NO_TERM ? shape_like(build, rolled, value, call->name) : rolled;
}

static bool take_mode(cj_build *build, const cj_node *node, cj_take_mode *mode)
{
    static const char *const names[] = {
        [CJ_TAKE_NEAREST] = "nearest", [CJ_TAKE_CLIP] = "clip", [CJ_TAKE_WRAP] = "wrap"};

    *mode = CJ_TAKE_NEAREST;
    for (int k = CJ_TAKE_CLIP; node != NULL && k <= CJ_TAKE_WRAP; k++) {
        if (node->kind == CJ_NODE_NAME && cj_tree_says(build->tree, node->name, names[k]))
            *mode = (cj_take_mode)k;
    }
    if (node == NULL || *mode != CJ_TAKE_NEAREST ||
        (node->kind == CJ_NODE_NAME && cj_tree_says(build->tree, node->name, names[CJ_TAKE_NEAREST])))
        return true;
    cj_build_refuse(build, node->place, "a mode is one of nearest, clip and wrap");
    return false;
}

/* take(x, i), take(x, i, axis, mode=wrap). */
static uint32_t build_take(cj_build *build, const cj_node *call, uint32_t value)
{
    const uint32_t index = cj_build_value(build, cj_tree_operand(build->tree, call, 1));
    const cj_node *node = cj_build_find_argument(build, call, 2, "axis");
    cj_take_detail detail = {0};
    int axis;

    if (cj_build_term(build, value)->rank == 0)
        value = cj_build_expand(build, value, 0, call->name); /* NumPy's view of it */
    if (index == CJ_NO_TERM || value == CJ_NO_TERM ||
        !take_mode(build, cj_build_find_argument(build, call, SIZE_MAX, "mode"), &detail.mode))
        return CJ_NO_TERM;
    if (node == NULL || node->kind == CJ_NODE_NEW_AXIS)
        return cj_build_take_flat(build, value, index, detail, call->name);
    return cj_build_take_axis(build, node, cj_build_term(build, value)->rank, &axis)
               ? cj_build_take(build, value, &index, axis, 1, detail, call->name)
               : CJ_NO_TERM;
}

static uint32_t build_take_along(cj_build *build, const cj_node *call, uint32_t value)
{
    const uint32_t index = cj_build_value(build, cj_tree_operand(build->tree, call, 1));
    int axis;

    return index != CJ_NO_TERM && take_needed(build, call, 2, cj_build_term(build, value)->rank, &axis)
               ? cj_build_take_along(build, value, index, axis, call->name)
               : CJ_NO_TERM;
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

const cj_made_call cj_view_calls[] = {
    {"transpose", 1, 1 + CJ_FORMULA_MAX_RANK, " axes ", false, build_transpose},
    {"permute_dims", 1, 1 + CJ_FORMULA_MAX_RANK, " axes ", false, build_transpose},
    {"matrix_transpose", 1, 1, "", false, build_matrix_transpose},
    {"mT", 1, 1, "", false, build_matrix_transpose},
    {"swapaxes", 3, 3, "", false, build_swapaxes},
    {"squeeze", 1, 2, " axis ", false, build_squeeze},
    {"expand_dims", 1, 2, " axis ", false, build_expand_dims},
    {"astype", 1, 2, " dtype ", false, build_astype},
    {"take", 2, 3, " axis mode ", false, build_take},
    {"take_along_axis", 2, 3, " axis ", false, build_take_along},
    {"reshape", 1, 1 + CJ_FORMULA_MAX_RANK, " shape ", false, build_reshape},
    {"ravel", 1, 1, "", false, build_ravel},
    {"flatten", 1, 1, "", false, build_ravel},
    {"broadcast_to", 1, 2, " shape ", false, build_broadcast_to},
    {"flip", 1, 2, " axis ", false, build_flip},
    {"roll", 1, 3, " shift axis ", false, build_roll},
    {"moveaxis", 3, 3, "", false, build_moveaxis},
    {"copy", 1, 1, "", false, build_copy},
    {"asarray", 1, 1, "", false, build_copy},
    {"ascontiguousarray", 1, 1, "", false, build_copy},
    {"fliplr", 1, 1, "", false, build_fliplr},
    {"flipud", 1, 1, "", false, build_flipud},
    {"rot90", 1, 2, " k ", false, build_rot90},
    {NULL, 0, 0, NULL, false, NULL},
};
