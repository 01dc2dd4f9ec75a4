/*
 * formula_length.c: how long values are: x.size, x.ndim, x.shape, len(x).
 *
 * Kernels depend on how many axes there are, and on no lengths: these are numbers that each call says, as C's are. So a
 * text with x.size has one kernel for all sizes, and its slices may begin at x.shape[0]//2.
 */
#include "libjit/expression/formula_build.h"

uint32_t cj_build_length(cj_build *build, uint32_t value, uint32_t axes, cj_span place)
{
    cj_term term = {.kind = CJ_TERM_LENGTH, .type = {CUJIT_INT64, true}, .caret = place};

    if (axes == 0)
        return cj_build_integer(build, 1, place);
    term.of.length.of = value;
    term.of.length.axes = axes;
    return cj_build_add(build, &term);
}

/* x.size, size(x, axis). */
static uint32_t build_size(cj_build *build, const cj_node *call, uint32_t value)
{
    const int rank = cj_build_term(build, value)->rank;
    uint32_t axes;
    bool all;

    if (!cj_build_take_axes(build, cj_build_find_argument(build, call, 1, "axis"), rank, &axes, &all))
        return CJ_NO_TERM;
    return cj_build_length(build, value, all ? (UINT32_C(1) << rank) - 1 : axes, call->name);
}

static uint32_t build_ndim(cj_build *build, const cj_node *call, uint32_t value)
{
    return cj_build_integer(build, cj_build_term(build, value)->rank, call->name);
}

static uint32_t build_len(cj_build *build, const cj_node *call, uint32_t value)
{
    if (cj_build_term(build, value)->rank == 0)
        return cj_build_refuse(build, call->place, "a value without axes has no length");
    return cj_build_length(build, value, 1, call->name);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

bool cj_build_is_shape(const cj_build *build, const cj_node *node)
{
    return node->kind == CJ_NODE_CALL && cj_tree_says(build->tree, node->name, "shape");
}

/* Several numbers are no value: who takes them asks for them below. */
static uint32_t build_shape(cj_build *build, const cj_node *call, uint32_t value)
{
    (void)build;
    (void)call;
    (void)value;
    return CJ_NO_TERM;
}

uint32_t cj_build_refuse_shape(cj_build *build, const cj_node *call)
{
    return cj_build_refuse(build, call->name,
                           "a shape is no value: shape[0] is one length of it, and size the product of all; whole ones "
                           "stand in zeros(x.shape), reshape(y, x.shape) and their like");
}

uint32_t cj_build_pick_length(cj_build *build, const cj_node *call, const cj_node *index)
{
    const uint32_t value = cj_build_value(build, cj_tree_operand(build->tree, call, 0));
    const cj_node *place = cj_tree_operand(build->tree, index, 1);
    int axis;

    if (value == CJ_NO_TERM)
        return value;
    if (index->count != 2 || place->kind == CJ_NODE_SLICE || place->kind == CJ_NODE_TUPLE)
        return cj_build_refuse(build, place->place,
                               "of a shape one length is taken at a time: (x.shape[0], x.shape[1])");
    return cj_build_take_axis(build, place, cj_build_term(build, value)->rank, &axis)
               ? cj_build_length(build, value, UINT32_C(1) << axis, call->name)
               : CJ_NO_TERM;
}

bool cj_build_list_lengths(cj_build *build, const cj_node *call, uint32_t lengths[CJ_FORMULA_MAX_RANK], size_t *count)
{
    const uint32_t value = cj_build_value(build, cj_tree_operand(build->tree, call, 0));

    *count = value != CJ_NO_TERM ? (size_t)cj_build_term(build, value)->rank : 0;
    for (size_t k = 0; k < *count; k++)
        lengths[k] = cj_build_length(build, value, UINT32_C(1) << k, call->name);
    return build->status == CUJIT_OK;
}

const cj_made_call cj_length_calls[] = {
    {"size", 1, 2, " axis ", false, build_size},
    {"ndim", 1, 1, "", false, build_ndim},
    {"len", 1, 1, "", false, build_len},
    {"shape", 1, 1, "", false, build_shape},
    {NULL, 0, 0, NULL, false, NULL},
};
