/*
 * stencil.c: see stencil.h.
 */
#include "libjit/expression/stencil.h"

/* Slices with the same steps, so that only where they begin differs. */
static bool is_shifted(const cj_plan *plan, const cj_term *a, const cj_term *b)
{
    bool shifted = a->of.view.count == b->of.view.count;

    for (uint32_t k = 0; shifted && k < a->of.view.count; k++) {
        const cj_view_axis *one = &plan->formula.axes[a->of.view.first + k];
        const cj_view_axis *other = &plan->formula.axes[b->of.view.first + k];

        shifted = one->kind == other->kind && one->source == other->source && one->step == other->step &&
                  (one->kind == CJ_VIEW_SLICE || one->start == other->start);
    }
    return shifted;
}

/* The same views of one array, but for slices. */
static bool is_neighbour(const cj_plan *plan, const cj_step *step, const cj_input *a, const cj_input *b)
{
    bool alike = a->term == b->term && a->operand == b->operand && a->path != b->path;
    uint32_t one = a->path, other = b->path;

    for (; alike && one != 0 && other != 0; one = step->paths[one].outer, other = step->paths[other].outer)
        alike = step->paths[one].view == step->paths[other].view ||
                is_shifted(plan, cj_plan_term(plan, step->paths[one].view),
                           cj_plan_term(plan, step->paths[other].view));
    return alike && one == 0 && other == 0;
}

size_t cj_step_count_shifted(const cj_plan *plan, const cj_step *step)
{
    size_t count = 0;

    for (size_t k = 0; step->kind == CJ_STEP_ELEMENTWISE && k < step->input_count; k++) {
        size_t other = 0;

        while (other < step->input_count && !is_neighbour(plan, step, &step->inputs[k], &step->inputs[other]))
            other++;
        count += other < step->input_count;
    }
    return count;
}
