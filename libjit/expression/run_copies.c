/*
 * run_copies.c: what a step would write over before it is read: copied first.
 *
 * What a step reads of memory that it writes to must be the same element that is written there. That is seen from
 * addresses, at each call: so operands may overlap in any way. Slices of one array that lie beside each other are
 * copied in one piece.
 */
#include "libjit/expression/run_frame.h"

#include "libjit/expression/overlap.h"

#include <string.h>

bool cj_bound_meets(const cj_bound *l, size_t input, const cujit_array *written)
{
    const bool elementwise = l->step->kind == CJ_STEP_ELEMENTWISE || l->step->kind == CJ_STEP_WINNER;

    return elementwise ? cj_may_meet(l->inputs[input], written) : cj_may_mingle(l->inputs[input], written);
}

/* Must the input be copied before the step writes? */
static bool must_copy(const cj_bound *l, size_t input)
{
    const bool folds = l->step->kind == CJ_STEP_REDUCTION || l->step->kind == CJ_STEP_SCAN;
    bool must = l->step->inputs[input].table && !l->inputs[input]->c_order;

    for (size_t k = 0; k < l->step->output_count; k++) {
        const bool alike = !folds && !l->step->inputs[input].table &&
                           l->step->inputs[input].rowed == l->step->outputs[k].rowed &&
                           cj_walk_alike(l->inputs[input], l->outputs[k]);

        must = must || (!alike && cj_bound_meets(l, input, l->outputs[k]));
    }
    return must;
}

enum { NEAR_STEPS = 8 }; /* places apart along an axis, of slices that are copied in one piece */

/* How many steps along each axis lead from an input to another: slices of one array, of the same shape. */
static bool find_steps(const cj_bound *l, size_t from, size_t to, ptrdiff_t *steps)
{
    const cujit_array *a = l->inputs[from], *b = l->inputs[to];
    const cj_input *one = &l->step->inputs[from], *other = &l->step->inputs[to];
    const size_t axes = (size_t)a->ndim;
    intptr_t bytes = (intptr_t)((uintptr_t)b->data - (uintptr_t)a->data);

    if (from != to && (one->term != other->term || one->operand != other->operand || one->table || other->table ||
                       a->ndim != b->ndim || memcmp(a->shape, b->shape, axes * sizeof *a->shape) != 0 ||
                       memcmp(a->strides, b->strides, axes * sizeof *a->strides) != 0))
        return false;
    for (size_t j = 0; j < axes; j++) {
        const ptrdiff_t stride = a->strides[j], half = (stride < 0 ? -stride : stride) / 2;

        steps[j] = stride != 0 ? (bytes + (bytes < 0 ? -half : half)) / stride : 0;
        if (steps[j] > NEAR_STEPS || steps[j] < -NEAR_STEPS)
            return false;
        bytes -= steps[j] * stride;
    }
    return bytes == 0;
}

/* What is copied in one piece: the least box around slices of one array. */
typedef struct cj_box {
    size_t base; /* an input */
    bool alone;  /* it is that one */
    ptrdiff_t low[CJ_FORMULA_MAX_RANK];
    cj_look look; /* from the base's data on */
} cj_box;

static bool is_in_box(const cj_bound *l, const cj_box *box, size_t input, ptrdiff_t *steps)
{
    return (input == box->base || !box->alone) && find_steps(l, box->base, input, steps);
}

/* Does all of the box lie in what it is of? Its slices do. */
static bool is_box_inside(const cj_frame *f, const cj_bound *l, const cj_box *box)
{
    const cj_input *input = &l->step->inputs[box->base];
    uintptr_t from[2], to[2];
    cj_look look;

    from[0] = (uintptr_t)cj_frame_look_at(f, input->term, input->operand, &look);
    from[1] = (uintptr_t)l->inputs[box->base]->data + (uintptr_t)box->look.offset;
    for (int k = 0; k < 2; k++) {
        const cj_look *of = k == 0 ? &look : &box->look;

        to[k] = from[k];
        for (int j = 0; j < of->rank; j++)
            *(of->strides[j] < 0 ? &from[k] : &to[k]) += (of->lengths[j] - 1) * (uintptr_t)of->strides[j];
    }
    return from[1] >= from[0] && to[1] <= to[0];
}

/* The box of all slices that lie near the base: they are copied, and read, as one array, and those that need no copy
 * are not read from elsewhere. Only the base where that saves nothing: a copy costs two accesses, reading one. */
static void find_box(const cj_frame *f, const cj_bound *l, size_t base, cj_box *box)
{
    ptrdiff_t steps[CJ_FORMULA_MAX_RANK], high[CJ_FORMULA_MAX_RANK] = {0};
    double accesses = 0, elements = 1;

    *box = (cj_box){.base = base};
    for (size_t k = 0; k < l->step->input_count; k++) {
        if (!find_steps(l, base, k, steps))
            continue;
        accesses += must_copy(l, k) ? 3 : 1;
        for (int j = 0; j < l->inputs[base]->ndim; j++) {
            box->low[j] = steps[j] < box->low[j] ? steps[j] : box->low[j];
            high[j] = steps[j] > high[j] ? steps[j] : high[j];
        }
    }
    cj_look_at_array(l->inputs[base], &box->look);
    for (int j = 0; j < box->look.rank; j++) {
        box->look.lengths[j] += (size_t)(high[j] - box->low[j]);
        box->look.offset += box->low[j] * box->look.strides[j];
        elements *= (double)box->look.lengths[j];
    }
    if (3 * elements <= accesses * (double)l->inputs[base]->size && is_box_inside(f, l, box))
        return;
    *box = (cj_box){.base = base, .alone = true};
    cj_look_at_array(l->inputs[base], &box->look);
}

/* Inputs in the box are read from `data` on; the base last, since the others are found by it. */
static void read_from_box(const cj_frame *f, cj_bound *l, const cj_box *box, const cj_look *copy, void *data)
{
    const size_t count = l->step->input_count;
    ptrdiff_t steps[CJ_FORMULA_MAX_RANK];

    for (size_t n = 1; n <= count; n++) {
        const size_t k = (box->base + n) % count;
        cj_look look;

        if (!is_in_box(l, box, k, steps))
            continue;
        cj_look_at_array(l->inputs[k], &look);
        memcpy(look.strides, copy->strides, sizeof look.strides);
        for (int j = 0; j < look.rank; j++)
            look.offset += (steps[j] - box->low[j]) * look.strides[j];
        l->inputs[k] = cj_frame_local(f, l, l->inputs[k]->dtype, &look, data);
    }
}

cujit_status cj_frame_find_copies(cj_frame *f, cj_bound *l, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < l->step->input_count && status == CUJIT_OK; k++) {
        const cujit_array *input = l->inputs[k];
        cj_replaced *copy = &l->copies[l->copy_count];
        cj_look look;
        cj_box box;
        void *data;

        if (!must_copy(l, k))
            continue;
        find_box(f, l, k, &box);
        look = box.look;
        look.offset = 0;
        for (int m = input->ndim - 1; m >= 0; m--)
            look.strides[m] = (ptrdiff_t)(m == input->ndim - 1 ? input->item_size
                                                               : (size_t)look.strides[m + 1] * look.lengths[m + 1]);
        if ((status = cj_frame_take(f, &look, input->item_size, &copy->block, &data, error)) != CUJIT_OK)
            return status;
        copy->after = false;
        copy->from = cj_frame_local(f, l, input->dtype, &box.look, input->data);
        copy->to = cj_frame_local(f, l, input->dtype, &look, data);
        read_from_box(f, l, &box, &look, data);
        l->copy_count++;
    }
    return status;
}
