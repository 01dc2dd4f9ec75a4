/*
 * step.c: writes down what a kernel calculates: from a term down to what lies in memory.
 *
 * Trees may be as deep as texts are long, so that the walk keeps its own stack.
 */
#include "libjit/expression/step.h"

#include "libjit/base/alloc.h"
#include "libjit/expression/plan.h"

#include <string.h>

/* ---- Drafts ------------------------------------------------------------------------------------------------------ */

static void use_own_lists(cj_draft *draft)
{
    draft->step.lines = draft->lines;
    draft->step.paths = draft->paths;
    draft->step.inputs = draft->inputs;
    draft->step.outputs = draft->outputs;
    draft->step.numbers = draft->numbers;
    draft->step.stages = draft->stages;
    draft->segment = 0;
    draft->rowed = false;
    draft->trouble = CJ_DRAFT_FINE;
    draft->heavy = CJ_NO_TERM;
}

void cj_draft_begin(cj_draft *draft, cj_step_kind kind, uint32_t domain)
{
    draft->step = (cj_step){.kind = kind, .domain = domain, .path_count = 1};
    draft->paths[0] = (cj_path){CJ_NO_TERM, 0};
    use_own_lists(draft);
}

void cj_draft_take(cj_draft *draft, const cj_step *step)
{
    draft->step = *step;
    memcpy(draft->lines, step->lines, step->line_count * sizeof *step->lines);
    memcpy(draft->paths, step->paths, step->path_count * sizeof *step->paths);
    memcpy(draft->inputs, step->inputs, step->input_count * sizeof *step->inputs);
    memcpy(draft->outputs, step->outputs, step->output_count * sizeof *step->outputs);
    memcpy(draft->numbers, step->numbers, step->number_count * sizeof *step->numbers);
    memcpy(draft->stages, step->stages, step->stage_count * sizeof *step->stages);
    use_own_lists(draft);
}

static void *copy(const void *list, size_t count, size_t size, bool *failed)
{
    void *made = cj_malloc((count + 1) * size);

    if (made == NULL)
        *failed = true;
    else
        memcpy(made, list, count * size);
    return made;
}

bool cj_draft_finish(const cj_draft *draft, cj_step *out)
{
    const cj_step *step = &draft->step;
    bool failed = false;

    *out = *step;
    out->kernel = NULL;
    out->lines = copy(step->lines, step->line_count, sizeof *step->lines, &failed);
    out->paths = copy(step->paths, step->path_count, sizeof *step->paths, &failed);
    out->inputs = copy(step->inputs, step->input_count, sizeof *step->inputs, &failed);
    out->outputs = copy(step->outputs, step->output_count, sizeof *step->outputs, &failed);
    out->numbers = copy(step->numbers, step->number_count, sizeof *step->numbers, &failed);
    out->stages = copy(step->stages, step->stage_count, sizeof *step->stages, &failed);
    if (failed)
        cj_step_clear(out);
    return !failed;
}

void cj_step_clear(cj_step *step)
{
    cj_free(step->lines);
    cj_free(step->paths);
    cj_free(step->inputs);
    cj_free(step->outputs);
    cj_free(step->numbers);
    cj_free(step->stages);
    *step = (cj_step){0};
}

/* ---- What lies in memory ----------------------------------------------------------------------------------------- */

static const cj_term *term_at(const cj_draft *draft, uint32_t term)
{
    return cj_plan_term(draft->plan, term);
}

static bool has_memory(const cj_draft *draft, uint32_t term)
{
    return term_at(draft, term)->kind == CJ_TERM_ARRAY || draft->plan->memory[term] != CJ_NO_TERM;
}

static bool is_place(const cj_term *term)
{
    return term->kind == CJ_TERM_RANGE || term->kind == CJ_TERM_PLACE;
}

/* Is it what the kernel gets as a number? */
static bool is_number(const cj_term *term)
{
    return term->kind == CJ_TERM_NUMBER || term->kind == CJ_TERM_LENGTH;
}

/* Are the elements of a PLACE numbered as those that the step goes over? */
static bool is_numbered(const cj_draft *draft, uint32_t term, uint32_t path)
{
    return draft->step.kind == CJ_STEP_ELEMENTWISE && path == 0 && draft->step.domain == draft->plan->slots[term];
}

static uint32_t memory_group(const cj_draft *draft, uint32_t operand)
{
    return draft->named[operand].memory;
}

/* Is it an argument of a JOIN that a statement assigns, and that has no memory of its own? */
static bool is_stored_part(const cj_draft *draft, const cj_output *output)
{
    const uint32_t value = output->term == CJ_NO_TERM ? draft->plan->formula.stores[output->store].value : CJ_NO_TERM;

    return value != CJ_NO_TERM && term_at(draft, value)->kind == CJ_TERM_JOIN &&
           draft->plan->memory[value] == CJ_NO_TERM;
}

static bool stores_whole(const cj_draft *draft, const cj_output *output)
{
    return output->term == CJ_NO_TERM && !is_stored_part(draft, output) &&
           term_at(draft, draft->plan->formula.stores[output->store].region)->kind == CJ_TERM_ARRAY;
}

/* The line that a statement of this step has just assigned to the whole of an array. */
static bool find_stored(cj_draft *draft, uint32_t array, uint32_t path, uint32_t *line)
{
    const cj_term *term = term_at(draft, array);

    for (size_t k = 0; k < draft->step.output_count; k++) {
        const cj_output *output = &draft->step.outputs[k];
        const cj_store *store = &draft->plan->formula.stores[output->store];
        bool whole;

        if (output->term != CJ_NO_TERM)
            continue;
        whole = cj_step_writes(&draft->step) && stores_whole(draft, output) && store->operand == term->of.operand &&
                path == 0;
        if (memory_group(draft, store->operand) != memory_group(draft, term->of.operand))
            continue;
        if (whole && store->version == term->of.version && output->rowed == draft->rowed) {
            *line = output->line;
            return true;
        }
        /* What was there before is read before anything is written; but not what is another element's. */
        if (!whole || store->version < term->of.version || output->rowed != draft->rowed)
            draft->trouble = CJ_DRAFT_MEETS;
    }
    return false;
}

/* Does the step make this term, which is read in another way here? */
static bool is_made_here(const cj_draft *draft, uint32_t term)
{
    bool made = false;

    for (size_t k = 0; k < draft->step.output_count; k++)
        made = made || draft->step.outputs[k].term == term;
    return made;
}

static uint32_t find_input(cj_draft *draft, uint32_t term, uint32_t path)
{
    cj_step *step = &draft->step;
    uint32_t k = 0;

    while (k < step->input_count && (step->inputs[k].term != term || step->inputs[k].path != path ||
                                     step->inputs[k].rowed != draft->rowed || step->inputs[k].table))
        k++;
    if (k == step->input_count && step->input_count + step->output_count + step->length_count >= CJ_STEP_MAX_ARRAYS - 1)
        draft->trouble = CJ_DRAFT_LARGE;
    else if (k == step->input_count)
        step->inputs[step->input_count++] = (cj_input){
            .term = term, .path = path, .operand = draft->plan->memory[term] == CJ_NO_TERM, .rowed = draft->rowed};
    return k;
}

/* May it be a table of this step, which must not write to it? */
static bool can_be_table(const cj_draft *draft, uint32_t term)
{
    const cj_term *of = term_at(draft, term);
    bool can = !is_made_here(draft, term);

    for (size_t k = 0; k < draft->step.output_count; k++) {
        const cj_output *output = &draft->step.outputs[k];

        if (output->term == CJ_NO_TERM && of->kind == CJ_TERM_ARRAY && draft->plan->memory[term] == CJ_NO_TERM)
            can = can && memory_group(draft, draft->plan->formula.stores[output->store].operand) !=
                             memory_group(draft, of->of.operand);
    }
    return can;
}

static uint32_t find_table(cj_draft *draft, uint32_t term)
{
    cj_step *step = &draft->step;
    const size_t rank = (size_t)term_at(draft, term)->rank;
    uint32_t k = 0;

    while (k < step->input_count && (step->inputs[k].term != term || !step->inputs[k].table))
        k++;
    if (!can_be_table(draft, term)) {
        draft->trouble = CJ_DRAFT_MEETS;
    } else if (k == step->input_count &&
               step->input_count + step->output_count + step->length_count + rank >= CJ_STEP_MAX_ARRAYS - 1) {
        draft->trouble = CJ_DRAFT_LARGE;
    } else if (k == step->input_count) {
        step->inputs[step->input_count++] = (cj_input){
            .term = term, .operand = draft->plan->memory[term] == CJ_NO_TERM, .table = true};
        step->length_count += rank;
    }
    return k;
}

static uint32_t find_number(cj_draft *draft, uint32_t term)
{
    cj_step *step = &draft->step;
    uint32_t k = 0;

    while (k < step->number_count && step->numbers[k] != term)
        k++;
    if (k == step->number_count && step->number_count + CJ_STEP_MAX_ARRAYS >= CJ_FORMULA_MAX_NAMED)
        draft->trouble = CJ_DRAFT_LARGE;
    else if (k == step->number_count)
        step->numbers[step->number_count++] = term;
    return k;
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

static uint32_t find_path(cj_draft *draft, uint32_t view, uint32_t outer)
{
    cj_step *step = &draft->step;
    uint32_t k = 1;

    while (k < step->path_count && (step->paths[k].view != view || step->paths[k].outer != outer))
        k++;
    if (k == CJ_STEP_MAX_PATHS) {
        draft->trouble = CJ_DRAFT_LARGE;
        draft->heavy = view;
        return 0;
    }
    if (k == step->path_count)
        step->paths[step->path_count++] = (cj_path){view, outer};
    return k;
}

static uint32_t find_line(const cj_draft *draft, uint32_t term, uint32_t path)
{
    for (size_t k = draft->segment; k < draft->step.line_count; k++) {
        if (draft->lines[k].term == term && draft->lines[k].path == path)
            return (uint32_t)k;
    }
    return CJ_NO_TERM;
}

uint32_t cj_draft_append(cj_draft *draft, const cj_line *line)
{
    if (draft->step.line_count == CJ_STEP_MAX_LINES)
        draft->trouble = CJ_DRAFT_LARGE;
    if (draft->trouble != CJ_DRAFT_FINE)
        return CJ_NO_TERM;
    draft->lines[draft->step.line_count] = *line;
    return (uint32_t)draft->step.line_count++;
}

/* A term on the way to its line. */
typedef struct visit {
    cj_line line;
    uint32_t next; /* argument */
} visit;

/* The line of a term that is made of no other, or that is there already; CJ_NO_TERM: it has arguments, or there is
 * trouble. `term` and `path` become what the value really is. */
static uint32_t find_leaf(cj_draft *draft, uint32_t *term, uint32_t *path)
{
    cj_line line = {.weight = 1};
    const cj_term *of;
    uint32_t found;
    bool rearranges;

    while (draft->trouble == CJ_DRAFT_FINE && !has_memory(draft, *term) &&
           term_at(draft, *term)->kind == CJ_TERM_VIEW) {
        *path = find_path(draft, *term, *path);
        *term = term_at(draft, *term)->arguments[0];
    }
    of = term_at(draft, *term);
    if (of->scalar)
        *path = 0;
    if (draft->trouble != CJ_DRAFT_FINE || (found = find_line(draft, *term, *path)) != CJ_NO_TERM)
        return draft->trouble == CJ_DRAFT_FINE ? found : CJ_NO_TERM;
    if (cj_term_is_fold(of) && !has_memory(draft, *term) && draft->step.kind == CJ_STEP_ROWS)
        return cj_draft_add_stage(draft, *term, *path);
    /* Only elementwise kernels have tables, and what is reshaped or joined has kernels of its own. */
    rearranges = of->kind == CJ_TERM_RESHAPE || of->kind == CJ_TERM_JOIN;
    if (!has_memory(draft, *term) &&
        (rearranges || (of->kind == CJ_TERM_WINNER && draft->step.kind != CJ_STEP_WINNER) ||
         ((of->kind == CJ_TERM_TAKE || of->kind == CJ_TERM_RANGE) && draft->step.kind != CJ_STEP_ELEMENTWISE) ||
         (of->kind == CJ_TERM_PLACE && !is_numbered(draft, *term, *path)))) {
        draft->trouble = rearranges && draft->step.kind == CJ_STEP_ROWS ? CJ_DRAFT_FOLD : CJ_DRAFT_LARGE;
        draft->heavy = *term;
        return CJ_NO_TERM;
    }
    line.term = *term;
    line.path = *path;
    line.kind = has_memory(draft, *term)      ? CJ_LINE_INPUT
                : is_place(of)                ? CJ_LINE_PLACE
                : is_number(of)               ? CJ_LINE_NUMBER
                : of->kind == CJ_TERM_LITERAL ? CJ_LINE_LITERAL
                                              : CJ_LINE_FUNCTION;
    if (line.kind == CJ_LINE_FUNCTION)
        return CJ_NO_TERM;
    if (of->kind == CJ_TERM_ARRAY && draft->plan->memory[*term] == CJ_NO_TERM &&
        find_stored(draft, *term, *path, &found))
        return found;
    if (line.kind == CJ_LINE_INPUT && is_made_here(draft, *term))
        draft->trouble = CJ_DRAFT_MEETS;
    if (line.kind == CJ_LINE_INPUT)
        line.index = find_input(draft, *term, *path);
    else if (line.kind == CJ_LINE_NUMBER)
        line.index = find_number(draft, *term);
    return cj_draft_append(draft, &line);
}

/* What should be in memory so that the rest fits into one kernel: the largest part that is there already, or what is
 * half the way down. */
static uint32_t find_heavy(const cj_draft *draft, const visit *visits, size_t depth)
{
    uint32_t heavy = visits[depth / 2].line.term, weight = 7;

    for (size_t k = 0; k < draft->step.line_count; k++) {
        const cj_line *line = &draft->lines[k];

        if (line->weight > weight) {
            heavy = line->term;
            weight = line->weight;
        }
    }
    return heavy;
}

/* All of its arguments have lines. */
static uint32_t append_application(cj_draft *draft, cj_line *line)
{
    const cj_term *of = term_at(draft, line->term);

    if (of->kind == CJ_TERM_TAKE) {
        line->kind = CJ_LINE_TAKE;
        line->index = find_table(draft, of->arguments[of->count - 1]);
    }
    if (of->kind == CJ_TERM_WINNER) {
        line->kind = CJ_LINE_WINNER;
        draft->step.length_count += (size_t)of->rank;
    }
    return draft->trouble == CJ_DRAFT_FINE ? cj_draft_append(draft, line) : CJ_NO_TERM;
}

enum { DEEPEST = 512, HEAVIEST = 1 << 20 };

static uint32_t walk(cj_draft *draft, visit *visits, uint32_t term, uint32_t path)
{
    uint32_t found = find_leaf(draft, &term, &path);
    size_t depth = 0;

    if (found != CJ_NO_TERM || draft->trouble != CJ_DRAFT_FINE)
        return found;
    visits[depth++] = (visit){.line = {.kind = CJ_LINE_FUNCTION, .term = term, .path = path, .weight = 1}};
    while (depth > 0) {
        visit *top = &visits[depth - 1];
        const cj_term *of = term_at(draft, top->line.term);

        if (top->next < cj_term_broadcasts(of)) {
            term = of->arguments[top->next];
            path = top->line.path;
            found = find_leaf(draft, &term, &path);
            if (found == CJ_NO_TERM && draft->trouble == CJ_DRAFT_FINE && depth == DEEPEST)
                draft->trouble = CJ_DRAFT_LARGE;
            if (found == CJ_NO_TERM && draft->trouble == CJ_DRAFT_FINE) {
                visits[depth++] = (visit){.line = {.kind = CJ_LINE_FUNCTION, .term = term, .path = path, .weight = 1}};
                continue;
            }
        } else {
            found = append_application(draft, &top->line);
            depth--;
        }
        if (draft->trouble != CJ_DRAFT_FINE) {
            if (draft->heavy == CJ_NO_TERM)
                draft->heavy = find_heavy(draft, visits, depth);
            return CJ_NO_TERM;
        }
        if (depth > 0) {
            top = &visits[depth - 1];
            top->line.arguments[top->next++] = found;
            top->line.weight += draft->lines[found].weight < HEAVIEST ? draft->lines[found].weight : HEAVIEST;
        }
    }
    return found;
}

uint32_t cj_draft_add(cj_draft *draft, uint32_t term)
{
    visit *visits = cj_malloc(DEEPEST * sizeof *visits);
    uint32_t line = CJ_NO_TERM;

    if (visits == NULL)
        draft->trouble = CJ_DRAFT_NO_MEMORY;
    else
        line = walk(draft, visits, term, 0);
    cj_free(visits);
    return line;
}

uint32_t cj_draft_add_fold(cj_draft *draft, uint32_t fold, uint32_t top)
{
    const cj_line line = {.kind = CJ_LINE_FOLD, .term = fold, .weight = 1};
    cj_stage *stage = &draft->stages[draft->step.stage_count++];
    uint32_t result = CJ_NO_TERM;

    *stage = (cj_stage){.fold = fold, .first = draft->step.line_count};
    draft->segment = stage->first;
    if ((stage->folded = cj_draft_add(draft, term_at(draft, fold)->arguments[0])) == CJ_NO_TERM)
        return CJ_NO_TERM;
    stage->end = draft->segment = draft->step.line_count; /* a post sees nothing of the map */
    if (cj_draft_append(draft, &line) != CJ_NO_TERM)
        result = cj_draft_add(draft, top);
    stage->last = draft->step.line_count;
    return result;
}

/* What an array is read for must be the same element that is written, or another step's business. */
static bool meets_input(const cj_draft *draft, const cj_output *output)
{
    const cj_store *store = &draft->plan->formula.stores[output->store];
    const bool whole = stores_whole(draft, output);
    bool meets = false;

    for (size_t k = 0; k < draft->step.input_count; k++) {
        const cj_input *input = &draft->inputs[k];
        const cj_term *term = term_at(draft, input->term);

        if (input->operand && memory_group(draft, term->of.operand) == memory_group(draft, store->operand))
            meets = meets || !whole || input->path != 0 || input->table || term->of.operand != store->operand;
    }
    return meets;
}

/* What is written must be no place of another output: they would be in no order. */
static bool meets_output(const cj_draft *draft, const cj_output *output)
{
    const cj_store *stores = draft->plan->formula.stores, *store = &stores[output->store];
    bool meets = false;

    for (size_t k = 0; k < draft->step.output_count; k++) {
        const cj_output *other = &draft->outputs[k];

        if (other->term == CJ_NO_TERM &&
            memory_group(draft, stores[other->store].operand) == memory_group(draft, store->operand))
            meets = meets || stores[other->store].operand != store->operand || !stores_whole(draft, output) ||
                    !stores_whole(draft, other);
    }
    return meets;
}

/* What is joined may be repeated to where it goes, so that the parts of one JOIN are company to each other only. */
static bool has_strange_company(const cj_draft *draft, const cj_output *output)
{
    bool strange = false;

    for (size_t k = 0; k < draft->step.output_count; k++) {
        const cj_output *other = &draft->outputs[k];

        strange = strange || (is_stored_part(draft, output) != is_stored_part(draft, other)) ||
                  (is_stored_part(draft, output) && output->store != other->store);
    }
    return strange;
}

/* Does a statement write to what the step writes, or reads, in another way? */
static bool meets_others(const cj_draft *draft, const cj_output *output)
{
    return !is_stored_part(draft, output) && (meets_input(draft, output) || meets_output(draft, output));
}

/* The output that is written over by another one, the whole of the same array; output_count: there is none. */
static size_t find_overwritten(const cj_draft *draft, const cj_output *output)
{
    const cj_store *stores = draft->plan->formula.stores;
    const bool whole = stores_whole(draft, output);
    size_t k = 0;

    while (k < draft->step.output_count && (!whole || draft->outputs[k].term != CJ_NO_TERM ||
                                            stores[draft->outputs[k].store].operand != stores[output->store].operand))
        k++;
    return k;
}

bool cj_draft_add_output(cj_draft *draft, cj_output output)
{
    cj_step *step = &draft->step;
    const size_t at = find_overwritten(draft, &output);

    /* A kernel with one statement has its inputs copied where they meet what it writes (run.c). One of rows is written
     * down anew for each statement that joins it, and its stages read before any statement: no statement of it may be
     * forgotten because a later one writes over the same array. Each fold of the others has its output. */
    if (output.term == CJ_NO_TERM && step->output_count > 0 &&
        ((step->kind != CJ_STEP_ELEMENTWISE && at < step->output_count) || meets_others(draft, &output)))
        draft->trouble = CJ_DRAFT_MEETS;
    if (has_strange_company(draft, &output))
        draft->trouble = CJ_DRAFT_MEETS;
    if (at == step->output_count && step->input_count + step->output_count >= CJ_STEP_MAX_ARRAYS)
        draft->trouble = CJ_DRAFT_LARGE;
    if (draft->trouble != CJ_DRAFT_FINE)
        return false;
    step->outputs[at] = output;
    step->output_count += at == step->output_count;
    return true;
}
