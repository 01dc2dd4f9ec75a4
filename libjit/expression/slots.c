/*
 * slots.c: terms that must have one shape share a slot.
 *
 * What is broadcast together has the shape of one of them where all others are known to fit into that: because they are
 * what a reduction leaves of it, or because a call's arrays do so. (Plans are kept by how the shapes of arrays go
 * together, too.)
 */
#include "libjit/expression/slots.h"

#include <string.h>

enum {
    REMEMBERED = 256, /* slots that a term's is looked for among */
    MOST_ASKED = 64,  /* slots that are looked at to find whether one fits into another */
};

typedef struct finder {
    const cj_plan *plan;
    const cj_named_type *named;
    int asked;
} finder;

static const cj_term *shape_of(const finder *f, uint32_t slot)
{
    return cj_plan_term(f->plan, f->plan->shaped[slot]);
}

/* ---- What fits into what ----------------------------------------------------------------------------------------- */

/* The first operand of an array's shape. */
static const cj_named_type *named_of(const finder *f, const cj_term *array)
{
    return &f->named[f->named[array->of.operand].shape];
}

static bool is_in(const finder *f, uint64_t operands, const cj_term *array)
{
    return (operands >> f->named[array->of.operand].shape & 1) != 0;
}

/* The folded axes of a view that puts those back that a reduction has left out, 1 long; or adds some in front: 0.
 * False: it does something else. */
static bool find_added(const finder *f, const cj_term *view, uint32_t *added)
{
    const cj_view_axis *axes = &f->plan->formula.axes[view->of.view.first];
    const int source_rank = cj_plan_term(f->plan, view->arguments[0])->rank;
    int source = 0;

    *added = 0;
    if (view->of.view.count != (uint32_t)view->rank)
        return false;
    for (int k = 0; k < view->rank; k++) {
        if (axes[k].kind == CJ_VIEW_NEW)
            *added |= 1U << k;
        else if (axes[k].kind != CJ_VIEW_KEEP || axes[k].source != source++)
            return false;
    }
    if (source == source_rank && *added == (1U << (view->rank - source_rank)) - 1)
        *added = 0;
    return source == source_rank;
}

/* A slot that fits into another one where what is returned does: what it was reduced from. 0: nothing is known. */
static uint32_t find_larger(const finder *f, const cj_term *term)
{
    const uint32_t argument = term->count > 0 ? f->plan->slots[term->arguments[0]] : 0;
    uint32_t added;

    if (term->kind == CJ_TERM_REDUCE &&
        (term->of.fold.keepdims || (term->of.fold.axes & (term->of.fold.axes + 1)) == 0))
        return argument;
    if (term->kind != CJ_TERM_VIEW || argument == 0 || !find_added(f, term, &added))
        return 0;
    if (added == 0)
        return argument;
    term = shape_of(f, argument);
    return term->kind == CJ_TERM_REDUCE && !term->of.fold.keepdims && term->of.fold.axes == added
               ? f->plan->slots[term->arguments[0]]
               : 0;
}

/* Does broadcasting both together give the first one's shape, whatever the lengths? False: perhaps not. */
static bool fits(finder *f, uint32_t into, uint32_t slot)
{
    const cj_term *large, *small;
    uint32_t larger;

    if (into == slot || slot == 0)
        return true;
    if (into == 0 || ++f->asked > MOST_ASKED)
        return false;
    large = shape_of(f, into);
    small = shape_of(f, slot);
    if (small->rank > large->rank)
        return false;
    if (small->kind == CJ_TERM_ARRAY && large->kind == CJ_TERM_ARRAY && is_in(f, named_of(f, small)->fits, large))
        return true;
    if ((larger = find_larger(f, small)) != 0 && fits(f, into, larger))
        return true;
    for (uint32_t k = 0; large->kind == CJ_TERM_APPLY && k < large->count; k++) {
        if (fits(f, f->plan->slots[large->arguments[k]], slot))
            return true;
    }
    for (uint32_t k = 0; k < small->count; k++) {
        if (small->kind != CJ_TERM_APPLY || !fits(f, into, f->plan->slots[small->arguments[k]]))
            return false;
    }
    return small->kind == CJ_TERM_APPLY;
}

/* ---- Slots ------------------------------------------------------------------------------------------------------- */

static bool same_view(const cj_formula *formula, const cj_term *a, const cj_term *b)
{
    bool same = a->of.view.count == b->of.view.count;

    for (uint32_t k = 0; same && k < a->of.view.count; k++)
        same = cj_view_axis_same(&formula->axes[a->of.view.first + k], &formula->axes[b->of.view.first + k]);
    return same;
}

static bool is_elementwise(const cj_term *term)
{
    return term->kind == CJ_TERM_APPLY || term->kind == CJ_TERM_TAKE;
}

/* Do two terms, whose arguments have the same shapes, have the same shape themselves? */
static bool same_kind(const finder *f, const cj_term *a, const cj_term *b)
{
    if (is_elementwise(a))
        return is_elementwise(b);
    if (a->kind != b->kind)
        return false;
    if (a->kind == CJ_TERM_JOIN) {
        for (uint32_t k = 0; k < a->count && a->count == b->count; k++) {
            if (f->plan->slots[a->arguments[k]] != f->plan->slots[b->arguments[k]])
                return false;
        }
        return a->count == b->count && a->of.join.axis == b->of.join.axis;
    }
    if (a->kind == CJ_TERM_RANGE)
        return a->of.range.axis == b->of.range.axis;
    if (a->kind == CJ_TERM_ARRAY)
        return named_of(f, a) == named_of(f, b);
    if (a->kind == CJ_TERM_VIEW || a->kind == CJ_TERM_RESHAPE)
        return same_view(&f->plan->formula, a, b);
    return a->of.fold.axes == b->of.fold.axes && a->of.fold.keepdims == b->of.fold.keepdims &&
           a->of.fold.all == b->of.fold.all;
}

/* Is the array what a reduction leaves of another one, which it is known to be the leading axes of? */
static bool is_head(const finder *f, const cj_term *array, const cj_term *fold)
{
    const cj_term *of = fold->kind == CJ_TERM_REDUCE && array->kind == CJ_TERM_ARRAY
                            ? cj_plan_term(f->plan, fold->arguments[0])
                            : NULL;

    if (of == NULL || fold->of.fold.keepdims || fold->rank == 0 ||
        fold->of.fold.axes != cj_row_axes(of->rank, of->rank - fold->rank) || array->rank != fold->rank)
        return false;
    of = shape_of(f, f->plan->slots[fold->arguments[0]]);
    return of->kind == CJ_TERM_ARRAY && is_in(f, named_of(f, array)->leads, of);
}

/* The shapes that a term's is made of, single elements left out. */
static size_t list_slots(const finder *f, const cj_term *term, uint32_t slots[CJ_FUNCTION_MAX_OPERANDS])
{
    size_t count = 0;

    for (uint32_t k = 0; k < cj_term_broadcasts(term); k++) {
        const uint32_t slot = f->plan->slots[term->arguments[k]];
        bool known = slot == 0 && is_elementwise(term);

        for (size_t m = 0; m < count; m++)
            known = known || slots[m] == slot;
        if (!known)
            slots[count++] = slot;
    }
    return count;
}

/* That of the slots that all others fit into; 0: there is none. */
static uint32_t find_largest(finder *f, const uint32_t *slots, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        bool largest = true;

        f->asked = 0;
        for (size_t m = 0; m < count; m++)
            largest = largest && fits(f, slots[k], slots[m]);
        if (largest)
            return slots[k];
    }
    return 0;
}

static uint32_t find_slot(finder *f, const cj_term *term)
{
    const cj_plan *plan = f->plan;
    uint32_t slots[CJ_FUNCTION_MAX_OPERANDS], others[CJ_FUNCTION_MAX_OPERANDS], largest;
    const size_t count = list_slots(f, term, slots);

    if (term->rank == 0)
        return 0;
    if (term->kind == CJ_TERM_WINNER)
        return plan->slots[term->arguments[term->count - 1]];
    if ((term->kind == CJ_TERM_SCAN && !term->of.fold.all) || term->kind == CJ_TERM_PLACE)
        return slots[0];
    if (is_elementwise(term) && (largest = find_largest(f, slots, count)) != 0)
        return largest;
    for (size_t k = plan->slot_count; k > 1 && k + REMEMBERED > plan->slot_count; k--) {
        const cj_term *other = shape_of(f, (uint32_t)k - 1);

        if (other->rank == term->rank && list_slots(f, other, others) == count &&
            memcmp(slots, others, count * sizeof *slots) == 0 && same_kind(f, term, other))
            return (uint32_t)k - 1;
        if (is_head(f, term, other) || is_head(f, other, term))
            return (uint32_t)k - 1;
    }
    return (uint32_t)plan->slot_count;
}

void cj_plan_find_slots(cj_plan *plan, const cj_named_type *named)
{
    finder f = {.plan = plan, .named = named};

    plan->slot_count = 1;
    for (uint32_t k = 0; k < plan->formula.term_count; k++) {
        const cj_term *term = cj_plan_term(plan, k);

        plan->slots[k] = find_slot(&f, term);
        /* So that a place outside of the array is seen before anything is launched. */
        if (term->kind == CJ_TERM_VIEW && term->rank == 0)
            plan->shaped[plan->slot_count++] = k;
        if (plan->slots[k] == plan->slot_count)
            plan->shaped[plan->slot_count++] = k;
        if (term->bound && (term->kind == CJ_TERM_APPLY || term->kind == CJ_TERM_LENGTH))
            plan->bounds[plan->bound_count++] = k;
    }
}
