/*
 * formula_index.c: indices, and the other views of a value: terms that say for each of their axes where it comes from.
 */
#include "libjit/expression/formula_build.h"

/* x[...] is x. */
static bool is_whole(const cj_view_axis *axes, size_t count)
{
    bool whole = true;

    for (size_t k = 0; k < count; k++)
        whole = whole && axes[k].kind == CJ_VIEW_KEEP && axes[k].source == (int)k;
    return whole;
}

/* What views and shapes are of is an array, and not weak. */
static uint32_t as_array(cj_build *build, uint32_t of, cj_span place)
{
    const cj_value_type type = cj_build_term(build, of)->type;

    return type.weak ? cj_build_cast(build, of, type.dtype, place) : of;
}

static uint32_t add_view(cj_build *build, uint32_t of, const cj_view_axis *axes, size_t count, cj_span place)
{
    cj_term term = {.kind = CJ_TERM_VIEW, .count = 1, .caret = place};

    if (is_whole(axes, count))
        return of;
    if ((of = as_array(build, of, place)) == CJ_NO_TERM)
        return of;
    term.type = cj_build_term(build, of)->type;
    for (size_t k = 0; k < count; k++)
        term.rank += axes[k].kind != CJ_VIEW_INDEX && axes[k].kind != CJ_VIEW_SINGLE;
    if (term.rank > CJ_FORMULA_MAX_RANK)
        return cj_build_refuse(build, place, "a value of %d axes; expected at most %d", term.rank, CJ_FORMULA_MAX_RANK);
    term.arguments[0] = of;
    term.of.view.count = (uint32_t)count;
    if (!cj_build_add_axes(build, axes, count, &term.of.view.first))
        return CJ_NO_TERM;
    return cj_build_add(build, &term);
}

static const cj_view_axis kept = {CJ_VIEW_KEEP, 0, CJ_NO_TERM, CJ_NO_TERM, CJ_NO_TERM, {0, 0}};

uint32_t cj_build_permute(cj_build *build, uint32_t of, const int *order, cj_span place)
{
    const int rank = cj_build_term(build, of)->rank;
    cj_view_axis axes[CJ_FORMULA_MAX_RANK];

    for (int k = 0; k < rank; k++) {
        axes[k] = kept;
        axes[k].source = order[k];
    }
    return add_view(build, of, axes, (size_t)rank, place);
}

uint32_t cj_build_transpose(cj_build *build, uint32_t of, cj_span place)
{
    const int rank = cj_build_term(build, of)->rank;
    int order[CJ_FORMULA_MAX_RANK];

    for (int k = 0; k < rank; k++)
        order[k] = rank - 1 - k;
    return cj_build_permute(build, of, order, place);
}

uint32_t cj_build_squeeze(cj_build *build, uint32_t of, uint32_t set, cj_span place)
{
    const int rank = cj_build_term(build, of)->rank;
    cj_view_axis axes[CJ_FORMULA_MAX_RANK];

    for (int k = 0; k < rank; k++) {
        axes[k] = kept;
        axes[k].source = k;
        if ((set >> k & 1) != 0)
            axes[k].kind = CJ_VIEW_SINGLE;
    }
    return add_view(build, of, axes, (size_t)rank, place);
}

uint32_t cj_build_expand(cj_build *build, uint32_t of, int axis, cj_span place)
{
    const int rank = cj_build_term(build, of)->rank;
    cj_view_axis axes[CJ_FORMULA_MAX_RANK + 1];

    for (int k = 0; k <= rank; k++) {
        axes[k] = kept;
        axes[k].source = k < axis ? k : k - 1;
        if (k == axis)
            axes[k].kind = CJ_VIEW_NEW;
    }
    return add_view(build, of, axes, (size_t)rank + 1, place);
}

uint32_t cj_build_flip(cj_build *build, uint32_t of, uint32_t set, cj_span place)
{
    const int rank = cj_build_term(build, of)->rank;
    const uint32_t step = cj_build_integer(build, -1, place);
    cj_view_axis axes[CJ_FORMULA_MAX_RANK];

    if (step == CJ_NO_TERM)
        return step;
    for (int k = 0; k < rank; k++) {
        axes[k] = kept;
        axes[k].source = k;
        if ((set >> k & 1) != 0) {
            axes[k].kind = CJ_VIEW_SLICE;
            axes[k].step = step;
        }
    }
    return add_view(build, of, axes, (size_t)rank, place);
}

/* A term of other axes than those of its argument. */
static uint32_t add_shaped(cj_build *build, cj_term_kind kind, uint32_t of, const cj_view_axis *axes, size_t count,
                           cj_span place)
{
    cj_term term = {.kind = kind, .rank = (int)count, .count = 1, .caret = place};

    if ((of = as_array(build, of, place)) == CJ_NO_TERM)
        return of;
    term.type = cj_build_term(build, of)->type;
    term.arguments[0] = of;
    term.of.view.count = (uint32_t)count;
    return cj_build_add_axes(build, axes, count, &term.of.view.first) ? cj_build_add(build, &term) : CJ_NO_TERM;
}

uint32_t cj_build_broadcast(cj_build *build, uint32_t of, const uint32_t *lengths, size_t count, cj_span place)
{
    const int rank = cj_build_term(build, of)->rank;
    cj_view_axis axes[CJ_FORMULA_MAX_RANK];

    if ((int)count < rank)
        return cj_build_refuse(build, place, "a value of %d axes does not become one of %zu by being repeated", rank,
                               count);
    for (size_t k = 0; k < count; k++) {
        const int source = (int)k - ((int)count - rank);

        axes[k] = kept;
        axes[k].kind = CJ_VIEW_REPEAT;
        axes[k].source = source < 0 ? -1 : source;
        axes[k].start = lengths[k];
        axes[k].place = place;
    }
    return add_shaped(build, CJ_TERM_VIEW, of, axes, count, place);
}

uint32_t cj_build_reshape(cj_build *build, uint32_t of, const uint32_t *lengths, size_t count, cj_span place)
{
    cj_view_axis axes[CJ_FORMULA_MAX_RANK];

    for (size_t k = 0; k < count; k++) {
        axes[k] = kept;
        axes[k].start = lengths[k];
    }
    return add_shaped(build, CJ_TERM_RESHAPE, of, axes, count, place);
}

/* One axis of a value as `changed` has it, the others as they are. */
static uint32_t change_axis(cj_build *build, uint32_t of, int axis, cj_view_axis changed, cj_span place)
{
    const int rank = cj_build_term(build, of)->rank;
    cj_view_axis axes[CJ_FORMULA_MAX_RANK];

    for (int k = 0; k < rank; k++) {
        axes[k] = k == axis ? changed : kept;
        axes[k].source = k;
        axes[k].place = place;
    }
    return add_view(build, of, axes, (size_t)rank, place);
}

uint32_t cj_build_cut(cj_build *build, uint32_t of, int axis, int64_t start, int64_t stop, cj_span place)
{
    cj_view_axis slice = kept;

    if (of == CJ_NO_TERM)
        return of;
    slice.kind = CJ_VIEW_SLICE;
    if ((slice.start = cj_build_integer(build, start, place)) == CJ_NO_TERM ||
        (stop != INT64_MAX && (slice.stop = cj_build_integer(build, stop, place)) == CJ_NO_TERM))
        return CJ_NO_TERM;
    return change_axis(build, of, axis, slice, place);
}

uint32_t cj_build_pick(cj_build *build, uint32_t of, int axis, int64_t at, cj_span place)
{
    cj_view_axis index = kept;

    if (of == CJ_NO_TERM)
        return of;
    index.kind = CJ_VIEW_INDEX;
    index.start = cj_build_integer(build, at, place);
    return index.start != CJ_NO_TERM ? change_axis(build, of, axis, index, place) : CJ_NO_TERM;
}

uint32_t cj_build_fit(cj_build *build, uint32_t of, int axis, int64_t length, cj_span place)
{
    cj_view_axis repeated = kept;

    repeated.kind = CJ_VIEW_REPEAT;
    repeated.start = cj_build_integer(build, length, place);
    return repeated.start != CJ_NO_TERM ? change_axis(build, of, axis, repeated, place) : CJ_NO_TERM;
}

/* ---- Indices ----------------------------------------------------------------------------------------------------- */

/* A bound, or a place: a whole number that is known before anything is launched. */
static bool take_bound(cj_build *build, const cj_node *node, uint32_t *bound)
{
    uint32_t term;

    *bound = CJ_NO_TERM;
    if (node->kind == CJ_NODE_ABSENT)
        return true;
    if ((term = cj_build_value(build, node)) == CJ_NO_TERM)
        return false;
    if (!cj_build_term(build, term)->bound) {
        cj_build_refuse(build, node->place,
                        "an index is a whole number, of the text or the call's, or an array of such");
        return false;
    }
    *bound = cj_build_as_bound(build, term, node->place);
    return *bound != CJ_NO_TERM;
}

/* What stands between the brackets: x[(1, 2)] is x[1, 2], and x[()] is x. */
typedef struct place_list {
    const cj_node *of;
    size_t first, end; /* operands of it */
} place_list;

static place_list list_places(const cj_build *build, const cj_node *node)
{
    const cj_node *one = cj_tree_operand(build->tree, node, 1);

    return node->count == 2 && one->kind == CJ_NODE_TUPLE ? (place_list){one, 0, one->count}
                                                          : (place_list){node, 1, node->count};
}

/* The source's axes that the places of an index stand for. */
static size_t count_taken(const cj_build *build, const place_list *places, size_t *ellipses)
{
    size_t count = 0;

    *ellipses = 0;
    for (size_t k = places->first; k < places->end; k++) {
        const cj_node *place = cj_tree_operand(build->tree, places->of, k);

        *ellipses += place->kind == CJ_NODE_ELLIPSIS;
        count += place->kind != CJ_NODE_ELLIPSIS && place->kind != CJ_NODE_NEW_AXIS;
    }
    return count;
}

bool cj_build_is_array_index(const cj_build *build, const cj_node *node)
{
    const uint32_t number = build->nodes[node - build->tree->nodes];
    const cj_term *term = number != CJ_NO_TERM ? cj_build_term(build, number) : NULL;

    return term != NULL && !term->bound && !term->scalar && term->type.dtype <= CUJIT_UINT64;
}

/* The arrays of indices among the places, and the axis of the view before them where they stand. */
typedef struct gathering {
    uint32_t indices[CJ_TREE_MAX_OPERANDS];
    int count, axis;
    bool apart; /* with something else between */
    bool seen;  /* a whole number, or an array */
    bool open;  /* nothing else since the last one */
} gathering;

/* `axes`: of the view so far. A whole number beside arrays counts as one of them, as far as their places go. */
static void note_place(cj_build *build, const cj_node *node, int axes, gathering *out)
{
    const bool array = node->kind != CJ_NODE_SLICE && node->kind != CJ_NODE_NEW_AXIS &&
                       cj_build_is_array_index(build, node);
    const bool between = node->kind == CJ_NODE_SLICE || node->kind == CJ_NODE_NEW_AXIS ||
                         node->kind == CJ_NODE_ELLIPSIS;

    if (between) {
        out->open = false;
        return;
    }
    out->apart = out->apart || (out->seen && !out->open);
    out->seen = out->open = true;
    if (!array)
        return;
    if (out->count == 0)
        out->axis = axes;
    out->indices[out->count++] = build->nodes[node - build->tree->nodes];
}

static bool take_place(cj_build *build, const cj_node *node, int *source, cj_view_axis *axis)
{
    *axis = kept;
    axis->place = node->place;
    axis->kind = node->kind == CJ_NODE_NEW_AXIS ? CJ_VIEW_NEW
                 : node->kind == CJ_NODE_SLICE  ? CJ_VIEW_SLICE
                                                : CJ_VIEW_INDEX;
    if (axis->kind == CJ_VIEW_NEW)
        return true;
    axis->source = (*source)++;
    if (axis->kind == CJ_VIEW_INDEX && cj_build_is_array_index(build, node))
        axis->kind = CJ_VIEW_KEEP;
    if (axis->kind == CJ_VIEW_KEEP)
        return true;
    if (axis->kind == CJ_VIEW_INDEX)
        return take_bound(build, node, &axis->start);
    if (!take_bound(build, cj_tree_operand(build->tree, node, 0), &axis->start) ||
        !take_bound(build, cj_tree_operand(build->tree, node, 1), &axis->stop) ||
        !take_bound(build, cj_tree_operand(build->tree, node, 2), &axis->step))
        return false;
    if (axis->start == CJ_NO_TERM && axis->stop == CJ_NO_TERM && axis->step == CJ_NO_TERM)
        axis->kind = CJ_VIEW_KEEP;
    return true;
}

uint32_t cj_build_index(cj_build *build, uint32_t base, const cj_node *node)
{
    const int rank = cj_build_term(build, base)->rank;
    cj_view_axis axes[CJ_TREE_MAX_OPERANDS + CJ_FORMULA_MAX_RANK];
    const place_list places = list_places(build, node);
    size_t count = 0, ellipses, taken = count_taken(build, &places, &ellipses);
    gathering arrays = {0};
    uint32_t view;
    int source = 0, kept_axes = 0;

    if (ellipses > 1)
        return cj_build_refuse(build, node->place, "an index has one ... at most");
    if (taken > (size_t)rank)
        return cj_build_refuse(build, node->place, "%zu indices for a value of %d ax%s", taken, rank,
                               rank == 1 ? "is" : "es");
    for (size_t k = places.first; k < places.end; k++) {
        const cj_node *place = cj_tree_operand(build->tree, places.of, k);
        const int left = place->kind == CJ_NODE_ELLIPSIS ? rank - (int)taken : 0;

        note_place(build, place, kept_axes, &arrays);
        for (int m = 0; m < left; m++) {
            axes[count] = kept;
            axes[count++].source = source++;
            kept_axes++;
        }
        if (place->kind != CJ_NODE_ELLIPSIS && !take_place(build, place, &source, &axes[count++]))
            return CJ_NO_TERM;
        kept_axes += place->kind != CJ_NODE_ELLIPSIS && axes[count - 1].kind != CJ_VIEW_INDEX;
    }
    while (source < rank) {
        axes[count] = kept;
        axes[count++].source = source++;
    }
    view = add_view(build, base, axes, count, node->name);
    if (arrays.count == 0 || view == CJ_NO_TERM)
        return view;
    if (arrays.apart)
        return cj_build_refuse(build, node->name,
                               "arrays of indices, and numbers beside them, stand side by side; "
                               "index twice otherwise: x[0][:, i]");
    return cj_build_take(build, view, arrays.indices, arrays.axis, arrays.count, (cj_take_detail){0}, node->name);
}
