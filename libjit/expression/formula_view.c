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
        return cj_build_refuse(build, call->place, "transpose needs all of the %d axes, got %zu", rank, count);
    for (size_t k = 0; k < count; k++) {
        if (!cj_build_take_axis(build, cj_tree_operand(build->tree, axes, k + skip), rank, &order[k]))
            return CJ_NO_TERM;
        seen |= UINT32_C(1) << order[k];
    }
    if (__builtin_popcount(seen) != rank)
        return cj_build_refuse(build, call->place, "transpose needs each axis once");
    return cj_build_permute(build, value, order, call->place);
}

static uint32_t build_swapaxes(cj_build *build, const cj_node *call, uint32_t value)
{
    const int rank = cj_build_term(build, value)->rank;
    int order[CJ_FORMULA_MAX_RANK], a, b;

    if (!cj_build_take_axis(build, cj_tree_operand(build->tree, call, 1), rank, &a) ||
        !cj_build_take_axis(build, cj_tree_operand(build->tree, call, 2), rank, &b))
        return CJ_NO_TERM;
    for (int k = 0; k < rank; k++)
        order[k] = k == a ? b : k == b ? a : k;
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

static uint32_t build_expand_dims(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *node = cj_build_find_argument(build, call, 1, "axis");
    int axis;

    if (node == NULL)
        return cj_build_refuse(build, call->place, "expand_dims needs an axis");
    if (!cj_build_take_axis(build, node, cj_build_term(build, value)->rank + 1, &axis))
        return CJ_NO_TERM;
    return cj_build_expand(build, value, axis, call->place);
}

static uint32_t build_astype(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *node = cj_build_find_argument(build, call, 1, "dtype");
    const cujit_dtype dtype = node != NULL ? cj_build_take_dtype(build, node) : CUJIT_DTYPE_NONE;

    if (node == NULL)
        return cj_build_refuse(build, call->place, "astype needs a type");
    return dtype != CUJIT_DTYPE_NONE ? cj_build_cast(build, value, dtype, call->place) : CJ_NO_TERM;
}

/* A whole number of the text or the call. */
static uint32_t take_length(cj_build *build, const cj_node *node)
{
    const uint32_t term = cj_build_value(build, node);

    if (term != CJ_NO_TERM && !cj_build_term(build, term)->bound)
        return cj_build_refuse(build, node->place, "expected a whole number, of the text or the call's");
    return term;
}

static uint32_t build_ravel(cj_build *build, const cj_node *call, uint32_t value)
{
    const uint32_t all = cj_build_integer(build, -1, call->name);

    return all != CJ_NO_TERM ? cj_build_reshape(build, value, &all, 1, call->name) : all;
}

/* The shape of a call: (2, -1), or its numbers behind the first argument. False: error. */
static bool take_shape(cj_build *build, const cj_node *call, uint32_t lengths[CJ_FORMULA_MAX_RANK], size_t *count)
{
    const cj_node *shape = cj_build_find_argument(build, call, 1, "shape");
    size_t skip = 0;

    if (shape == NULL) {
        cj_build_refuse(build, call->place, "%.*s needs a shape", CJ_TREE_QUOTE(build->tree, call->name));
        return false;
    }
    if (shape->kind != CJ_NODE_TUPLE) {
        shape = call;
        skip = 1;
    }
    if ((*count = shape->count - skip) > CJ_FORMULA_MAX_RANK) {
        cj_build_refuse(build, call->place, "a shape of %zu axes; expected at most %d", *count, CJ_FORMULA_MAX_RANK);
        return false;
    }
    for (size_t k = 0; k < *count; k++) {
        const cj_node *node = cj_tree_operand(build->tree, shape, k + skip);

        node = node->kind == CJ_NODE_KEYWORD ? cj_tree_operand(build->tree, node, 0) : node;
        if ((lengths[k] = take_length(build, node)) == CJ_NO_TERM)
            return false;
    }
    return true;
}

/* reshape(x, (2, -1)), x.reshape(2, -1). */
static uint32_t build_reshape(cj_build *build, const cj_node *call, uint32_t value)
{
    uint32_t lengths[CJ_FORMULA_MAX_RANK];
    size_t count;

    return take_shape(build, call, lengths, &count) ? cj_build_reshape(build, value, lengths, count, call->name)
                                                    : CJ_NO_TERM;
}

static uint32_t build_broadcast_to(cj_build *build, const cj_node *call, uint32_t value)
{
    uint32_t lengths[CJ_FORMULA_MAX_RANK];
    size_t count;

    return take_shape(build, call, lengths, &count) ? cj_build_broadcast(build, value, lengths, count, call->name)
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

static uint32_t build_roll(cj_build *build, const cj_node *call, uint32_t value)
{
    const cj_node *by = cj_build_find_argument(build, call, 1, "shift"),
                  *node = cj_build_find_argument(build, call, 2, "axis");
    const int rank = cj_build_term(build, value)->rank;
    const uint32_t shift = by != NULL ? take_length(build, by) : CJ_NO_TERM;
    int axis = 0;

    if (by == NULL || (node == NULL && rank != 1))
        return cj_build_refuse(build, call->place, "roll needs a shift and, of several axes, the axis");
    if (shift == CJ_NO_TERM || (node != NULL && !cj_build_take_axis(build, node, rank, &axis)))
        return CJ_NO_TERM;
    return cj_build_roll(build, value, shift, axis, call->name);
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

    if (index == CJ_NO_TERM || !take_mode(build, cj_build_find_argument(build, call, SIZE_MAX, "mode"), &detail.mode))
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
    const cj_node *node = cj_build_find_argument(build, call, 2, "axis");
    int axis;

    if (index == CJ_NO_TERM)
        return index;
    if (node == NULL)
        return cj_build_refuse(build, call->place, "take_along_axis needs an axis");
    return cj_build_take_axis(build, node, cj_build_term(build, value)->rank, &axis)
               ? cj_build_take_along(build, value, index, axis, call->name)
               : CJ_NO_TERM;
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

struct cj_view_call {
    const char *name;
    size_t least, most; /* arguments without keywords */
    const char *keywords;
    uint32_t (*build)(cj_build *build, const cj_node *call, uint32_t value); /* NULL: several are put into one */
};

static const cj_view_call views[] = {
    {"transpose", 1, 1 + CJ_FORMULA_MAX_RANK, " axes ", build_transpose},
    {"swapaxes", 3, 3, "", build_swapaxes},
    {"squeeze", 1, 2, " axis ", build_squeeze},
    {"expand_dims", 1, 2, " axis ", build_expand_dims},
    {"astype", 1, 2, " dtype ", build_astype},
    {"take", 2, 3, " axis mode ", build_take},
    {"take_along_axis", 2, 3, " axis ", build_take_along},
    {"reshape", 1, 1 + CJ_FORMULA_MAX_RANK, " shape ", build_reshape},
    {"ravel", 1, 1, "", build_ravel},
    {"flatten", 1, 1, "", build_ravel},
    {"broadcast_to", 1, 2, " shape ", build_broadcast_to},
    {"concatenate", 1, 2, " axis ", NULL},
    {"stack", 1, 2, " axis ", NULL},
    {"hstack", 1, 1, "", NULL},
    {"vstack", 1, 1, "", NULL},
    {"flip", 1, 2, " axis ", build_flip},
    {"roll", 1, 3, " shift axis ", build_roll},
};
enum { VIEWS = sizeof views / sizeof *views };

const char *cj_view_call_list(size_t k)
{
    return k < VIEWS ? views[k].name : NULL;
}

const cj_view_call *cj_view_call_find(const char *name, size_t length)
{
    for (size_t k = 0; k < VIEWS; k++) {
        if (strlen(views[k].name) == length && memcmp(views[k].name, name, length) == 0)
            return &views[k];
    }
    return NULL;
}

uint32_t cj_build_view_call(cj_build *build, const cj_node *call, const cj_view_call *view)
{
    uint32_t value;

    if (!cj_build_check_arguments(build, call, view->least, view->most, view->keywords))
        return CJ_NO_TERM;
    if (view->build == NULL)
        return cj_build_join_call(build, call);
    if ((value = cj_build_value(build, cj_tree_operand(build->tree, call, 0))) == CJ_NO_TERM)
        return CJ_NO_TERM;
    return view->build(build, call, value);
}
