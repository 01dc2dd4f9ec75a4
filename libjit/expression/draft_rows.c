/*
 * draft_rows.c: writes down a kernel of rows: reductions along the last axes of one shape, stage by stage, and what is
 * done with their results, for each element or for each row.
 *
 * Which reductions are stages is found on the way: the first mention of one that is not there yet ends the draft, and
 * the next one begins with it. A text has few of them.
 */
#include "libjit/expression/plan.h"

#include <string.h>

static const cj_term *term_at(const cj_draft *draft, uint32_t term)
{
    return cj_plan_term(draft->plan, term);
}

/* ---- Results of stages ------------------------------------------------------------------------------------------- */

/* Is the view one that adds the axes of a row, 1 long, behind those that it is a view of? */
static bool adds_row_axes(const cj_draft *draft, uint32_t view)
{
    const cj_term *of = term_at(draft, view);
    const cj_view_axis *axes = &draft->plan->formula.axes[of->of.view.first];
    const uint32_t rank = (uint32_t)of->rank, kept = rank - (uint32_t)draft->step.rows.axes;
    bool adds = of->of.view.count == rank && rank > (uint32_t)draft->step.rows.axes;

    for (uint32_t k = 0; adds && k < rank; k++)
        adds = k < kept ? axes[k].kind == CJ_VIEW_KEEP && axes[k].source == (int)k : axes[k].kind == CJ_VIEW_NEW;
    return adds;
}

/* Does the fold, seen through that path, lie so that each row sees its own result? */
static bool is_in_place(const cj_draft *draft, const cj_term *fold, uint32_t path)
{
    const bool needs_axes = !draft->rowed || draft->step.rows.keepdims;

    if (path == 0)
        return fold->of.fold.keepdims == needs_axes;
    return !fold->of.fold.keepdims && needs_axes && draft->paths[path].outer == 0 &&
           adds_row_axes(draft, draft->paths[path].view);
}

static bool can_be_stage(const cj_draft *draft, const cj_term *fold)
{
    const cj_row_shape *rows = &draft->step.rows;
    const uint32_t argument = fold->arguments[0];

    return fold->kind == CJ_TERM_REDUCE && draft->plan->slots[argument] == rows->domain &&
           fold->of.fold.axes == cj_row_axes(term_at(draft, argument)->rank, rows->axes);
}

uint32_t cj_draft_add_stage(cj_draft *draft, uint32_t fold, uint32_t path)
{
    const cj_step *step = &draft->step;
    cj_line line = {.kind = CJ_LINE_FOLD, .term = fold, .path = path, .weight = 1};

    while (line.index < step->stage_count && step->stages[line.index].fold != fold)
        line.index++;
    if (!can_be_stage(draft, term_at(draft, fold)) || !is_in_place(draft, term_at(draft, fold), path))
        draft->trouble = CJ_DRAFT_FOLD;
    else if (line.index == step->stage_count)
        draft->trouble = CJ_DRAFT_STAGE;
    if (draft->trouble == CJ_DRAFT_FINE)
        return cj_draft_append(draft, &line);
    draft->heavy = fold;
    return CJ_NO_TERM;
}

/* ---- The kernel -------------------------------------------------------------------------------------------------- */

static bool write_stages(cj_draft *draft)
{
    for (size_t k = 0; k < draft->step.stage_count; k++) {
        cj_stage *stage = &draft->stages[k];

        stage->first = draft->segment = draft->step.line_count;
        stage->folded = cj_draft_add(draft, term_at(draft, stage->fold)->arguments[0]);
        stage->end = draft->step.line_count;
        if (stage->folded == CJ_NO_TERM)
            return false;
    }
    return true;
}

static bool write_outputs(cj_draft *draft, const cj_output *outputs, size_t count, bool rowed)
{
    draft->segment = draft->step.line_count;
    draft->rowed = rowed;
    for (size_t k = 0; k < count; k++) {
        cj_output output = outputs[k];

        if (output.rowed != rowed)
            continue;
        output.line = cj_draft_add(draft, cj_output_value(draft->plan, &output));
        if (output.line == CJ_NO_TERM || !cj_draft_add_output(draft, output))
            return false;
    }
    return true;
}

/* Statements of this kernel write at its end: nothing of it may read what they have written. */
static bool reads_what_it_writes(const cj_draft *draft)
{
    const cj_step *step = &draft->step;
    bool reads = false;

    for (size_t k = 0; k < step->output_count; k++) {
        const cj_store *store = &draft->plan->formula.stores[step->outputs[k].store];

        for (size_t m = 0; step->outputs[k].term == CJ_NO_TERM && m < step->input_count; m++) {
            const cj_term *term = term_at(draft, step->inputs[m].term);

            reads = reads || (step->inputs[m].operand && term->of.version >= store->version &&
                              draft->named[term->of.operand].memory == draft->named[store->operand].memory);
        }
    }
    return reads;
}

/* The axes of an input as it is seen. */
static int rank_of_input(const cj_draft *draft, const cj_input *input)
{
    uint32_t seen = input->term;

    for (uint32_t path = input->path; path != 0; path = draft->paths[path].outer)
        seen = draft->paths[path].view;
    return term_at(draft, seen)->rank;
}

static bool is_folded(const cj_draft *draft, uint32_t input)
{
    bool folded = false;

    for (size_t k = 0; k < draft->step.stage_count; k++) {
        const cj_stage *stage = &draft->stages[k];

        for (size_t m = stage->first; m < stage->end; m++)
            folded = folded || (draft->lines[m].kind == CJ_LINE_INPUT && draft->lines[m].index == input);
    }
    return folded;
}

/* Finds the inputs that have no axes but those of a row, such as a weight for each column: a thread that has several
 * rows loads them once. What is folded stays in registers anyway. */
static void find_shared(cj_draft *draft)
{
    for (uint32_t k = 0; k < draft->step.input_count; k++) {
        cj_input *input = &draft->inputs[k];

        input->shared = !input->rowed && rank_of_input(draft, input) <= draft->step.rows.axes && !is_folded(draft, k);
    }
}

static void begin(cj_draft *draft, const cj_row_shape *shape, size_t stage_count)
{
    cj_draft_begin(draft, CJ_STEP_ROWS, shape->domain);
    draft->step.rows = *shape;
    draft->step.stage_count = stage_count;
}

/* Adds a stage among the others, in the order of the terms: each sees the results of those before it. */
static bool insert_stage(cj_draft *draft, uint32_t fold, size_t count)
{
    size_t at = count;

    if (count == CJ_STEP_MAX_STAGES) {
        draft->trouble = CJ_DRAFT_LARGE;
        return false;
    }
    for (; at > 0 && draft->stages[at - 1].fold > fold; at--)
        draft->stages[at] = draft->stages[at - 1];
    draft->stages[at] = (cj_stage){.fold = fold};
    return true;
}

bool cj_draft_rows(cj_draft *draft, const cj_row_shape *shape, const cj_output *outputs, size_t count)
{
    size_t stages = 0;

    for (;;) {
        begin(draft, shape, stages);
        if (write_stages(draft) && write_outputs(draft, outputs, count, false)) {
            draft->step.finish = draft->step.line_count;
            write_outputs(draft, outputs, count, true);
        }
        find_shared(draft);
        if (draft->trouble == CJ_DRAFT_FINE && reads_what_it_writes(draft))
            draft->trouble = CJ_DRAFT_MEETS;
        if (draft->trouble != CJ_DRAFT_STAGE || !insert_stage(draft, draft->heavy, stages))
            return draft->trouble == CJ_DRAFT_FINE;
        stages++;
    }
}
