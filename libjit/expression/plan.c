/*
 * plan.c: which terms lie in memory, and the steps that put them there.
 *
 * The statements are taken one after the other, the text's value last. Before each of them whatever it needs in memory
 * is made, in the order of the terms; and what later ones will need of an array as it was before it is written to.
 */
#include "libjit/expression/plan_build.h"

#include "libjit/base/alloc.h"
#include "libjit/expression/slots.h"

#include <string.h>

enum { STALE = 1, LATER = 2 }; /* reads an array as it is before a store; as it is not yet */

bool cj_planner_fail_memory(cj_planner *p)
{
    p->status = cj_error_no_memory(p->error, "an expression's plan");
    return false;
}

/* ---- What is needed ---------------------------------------------------------------------------------------------- */

void cj_planner_mark(cj_planner *p, uint32_t root)
{
    memset(p->needed, 0, p->plan->formula.term_count * sizeof *p->needed);
    p->needed[root] = true;
    for (uint32_t k = root + 1; k-- > 0;) {
        const cj_term *term = cj_plan_term(p->plan, k);

        /* Of what numbers its elements only the shape is wanted. */
        if (!p->needed[k] || cj_planner_has_memory(p, k) || term->kind == CJ_TERM_PLACE)
            continue;
        for (uint32_t m = 0; m < term->count; m++)
            p->needed[term->arguments[m]] = true;
    }
}

static void note_consumer(cj_planner *p, uint32_t term, uint32_t consumer)
{
    if (p->consumer[term] == CJ_NO_TERM)
        p->consumer[term] = consumer;
    else if (p->consumer[term] != consumer || consumer == CJ_STORED)
        p->consumer[term] = CJ_MANY;
}

/* All that the text comes to, with the bounds of its slices; and who uses it. */
static void mark_all(cj_planner *p)
{
    const cj_formula *formula = &p->plan->formula;

    memset(p->needed, 0, formula->term_count * sizeof *p->needed);
    memset(p->consumer, 0xff, formula->term_count * sizeof *p->consumer);
    for (size_t k = 0; k < formula->store_count; k++) {
        p->needed[formula->stores[k].region] = p->needed[formula->stores[k].value] = true;
        note_consumer(p, formula->stores[k].value, CJ_STORED);
    }
    if (formula->value != CJ_NO_TERM) {
        p->needed[formula->value] = true;
        note_consumer(p, formula->value, CJ_MANY);
    }
    for (size_t k = formula->term_count; k-- > 0;) {
        const cj_term *term = &formula->terms[k];

        if (!p->needed[k])
            continue;
        for (uint32_t m = 0; m < term->count; m++) {
            p->needed[term->arguments[m]] = true;
            note_consumer(p, term->arguments[m], (uint32_t)k);
        }
        for (uint32_t m = 0; (term->kind == CJ_TERM_VIEW || term->kind == CJ_TERM_RESHAPE) && m < term->of.view.count;
             m++) {
            const cj_view_axis *axis = &formula->axes[term->of.view.first + m];
            const uint32_t bounds[] = {axis->start, axis->stop, axis->step};

            for (size_t b = 0; b < 3; b++) {
                if (bounds[b] != CJ_NO_TERM)
                    p->needed[bounds[b]] = true;
            }
        }
    }
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

void cj_planner_give_memory(cj_planner *p, uint32_t term)
{
    p->plan->memory[term] = (uint32_t)p->plan->memory_count;
    p->plan->in_memory[p->plan->memory_count++] = term;
}

bool cj_planner_add_step(cj_planner *p)
{
    cj_plan *plan = p->plan;
    cj_step *steps;

    if (plan->step_count == p->max_steps) {
        p->status = cj_tree_error(p->tree, (cj_span){0, 1}, CUJIT_ERROR_EXPRESSION, p->error,
                                  "the text needs more than %zu kernels", p->max_steps);
        return false;
    }
    if (plan->step_count == p->capacity) {
        if ((steps = cj_realloc(plan->steps, (2 * p->capacity + 4) * sizeof *steps)) == NULL)
            return cj_planner_fail_memory(p);
        plan->steps = steps;
        p->capacity = 2 * p->capacity + 4;
    }
    if (!cj_draft_finish(p->draft, &plan->steps[plan->step_count]))
        return cj_planner_fail_memory(p);
    plan->step_count++;
    return true;
}

/* Adds a root to the step before, where both go over one shape and nothing that is written is read in another way: so
 * several results come out of one pass. */
static bool join_step(cj_planner *p, uint32_t root, uint32_t slot, cj_output output)
{
    cj_step *last = p->plan->step_count > 0 ? &p->plan->steps[p->plan->step_count - 1] : NULL, joined;

    if (last == NULL || last->kind != CJ_STEP_ELEMENTWISE || last->domain != slot)
        return false;
    cj_draft_take(p->draft, last);
    if ((output.line = cj_draft_add(p->draft, root)) == CJ_NO_TERM || !cj_draft_add_output(p->draft, output) ||
        !cj_draft_finish(p->draft, &joined))
        return false;
    cj_step_clear(last);
    *last = joined;
    return true;
}

bool cj_planner_make_step(cj_planner *p, cj_step_kind kind, uint32_t slot, uint32_t root, uint32_t fold,
                          cj_output output)
{
    cj_draft *draft = p->draft;

    for (;;) {
        cj_draft_begin(draft, kind, slot);
        output.line = fold != CJ_NO_TERM ? cj_draft_add_fold(draft, fold, root) : cj_draft_add(draft, root);
        if (output.line != CJ_NO_TERM && cj_draft_add_output(draft, output))
            return cj_planner_add_step(p);
        if (draft->trouble == CJ_DRAFT_NO_MEMORY)
            return cj_planner_fail_memory(p);
        if (!cj_planner_make(p, draft->heavy, true))
            return false;
    }
}

cj_output cj_planner_output(const cj_planner *p, uint32_t term)
{
    if (p->direct != NULL && p->plan->formula.stores[p->direct->store].value == term)
        return *p->direct;
    return (cj_output){.term = term};
}

void cj_planner_settle_output(cj_planner *p, const cj_output *output)
{
    if (output->term == CJ_NO_TERM)
        p->stored = true;
    else
        cj_planner_give_memory(p, output->term);
}

/* What elements are taken from lies in memory, and so does what says places along an axis. */
static bool make_source(cj_planner *p, uint32_t number)
{
    const cj_term *term = cj_plan_term(p->plan, number);
    const uint32_t source = term->arguments[term->count - 1];

    if (term->kind != CJ_TERM_TAKE)
        return cj_planner_make(p, number, false);
    return cj_planner_has_memory(p, source) || cj_plan_term(p->plan, source)->kind == CJ_TERM_ARRAY ||
           cj_planner_make(p, source, false);
}

bool cj_planner_prepare(cj_planner *p, uint32_t root)
{
    bool made;

    cj_planner_mark(p, root);
    if (!cj_plan_row_folds(p, root, &made))
        return false;
    for (uint32_t k = 0; k <= root; k++) {
        const cj_term *term = cj_plan_term(p->plan, k);
        const bool blind = term->kind == CJ_TERM_VIEW && cj_plan_term(p->plan, term->arguments[0])->scalar;
        const bool takes = term->kind == CJ_TERM_TAKE || term->kind == CJ_TERM_RESHAPE || term->kind == CJ_TERM_JOIN ||
                           term->kind == CJ_TERM_WINNER || (term->kind == CJ_TERM_RANGE && k != root);

        if (!p->needed[k] || cj_planner_has_memory(p, k))
            continue;
        if (cj_term_is_fold(term) && !cj_plan_fold(p, k))
            return false;
        /* The axes of a[None] are nowhere but in memory. */
        if (blind && !cj_planner_make(p, k, false))
            return false;
        if (takes && !make_source(p, k))
            return false;
        if (cj_term_is_fold(term) || blind || takes)
            cj_planner_mark(p, root); /* there is less to do now */
    }
    return true;
}

/* Its argument's elements are written one behind the other. */
static bool make_reshaped(cj_planner *p, uint32_t number)
{
    const uint32_t source = cj_plan_term(p->plan, number)->arguments[0];

    if (cj_plan_term(p->plan, source)->scalar && !cj_planner_has_memory(p, source) &&
        !cj_planner_make(p, source, false))
        return false;
    if (!cj_planner_make_step(p, CJ_STEP_ELEMENTWISE, p->plan->slots[source], source, CJ_NO_TERM,
                              (cj_output){.term = number}))
        return false;
    cj_planner_give_memory(p, number);
    return true;
}

/* Each argument is written to its place; those of one shape by one kernel. */
static bool make_joined(cj_planner *p, uint32_t number)
{
    const cj_term *term = cj_plan_term(p->plan, number);
    cj_output output = cj_planner_output(p, number);

    for (uint32_t k = 0; k < term->count; k++) {
        const uint32_t part = term->arguments[k], slot = p->plan->slots[part];

        output.part = k;
        if (!join_step(p, part, slot, output) &&
            !cj_planner_make_step(p, CJ_STEP_ELEMENTWISE, slot, part, CJ_NO_TERM, output))
            return false;
    }
    cj_planner_settle_output(p, &output);
    return true;
}

/* The places are what is looped over. */
static bool make_winner(cj_planner *p, uint32_t number)
{
    const uint32_t slot = p->plan->slots[cj_plan_term(p->plan, number)->of.winner.take];

    if (!cj_planner_make_step(p, CJ_STEP_WINNER, slot, number, CJ_NO_TERM, (cj_output){.term = number}))
        return false;
    cj_planner_give_memory(p, number);
    return true;
}

bool cj_planner_make(cj_planner *p, uint32_t term, bool split)
{
    const uint32_t slot = p->plan->slots[term];
    const cj_output output = {.term = term};

    if (cj_term_is_fold(cj_plan_term(p->plan, term)))
        return cj_plan_fold(p, term);
    if (cj_plan_term(p->plan, term)->kind == CJ_TERM_RESHAPE)
        return make_reshaped(p, term);
    if (cj_plan_term(p->plan, term)->kind == CJ_TERM_WINNER)
        return make_winner(p, term);
    if (cj_plan_term(p->plan, term)->kind == CJ_TERM_JOIN)
        return make_joined(p, term);
    if (!join_step(p, term, slot, output)) {
        if (!cj_planner_make_step(p, CJ_STEP_ELEMENTWISE, slot, term, CJ_NO_TERM, output))
            return false;
        p->plan->steps[p->plan->step_count - 1].split = split;
    }
    cj_planner_give_memory(p, term);
    return true;
}

/* ---- Statements -------------------------------------------------------------------------------------------------- */

/* Marks the terms that read an array that is about to be written to, as it is before; or as it is not yet. */
static void find_stale(cj_planner *p, const cj_store *store)
{
    const cj_formula *formula = &p->plan->formula;
    const uint32_t group = p->named[store->operand].memory;

    for (size_t k = 0; k < formula->term_count; k++) {
        const cj_term *term = &formula->terms[k];

        p->stale[k] = 0;
        if (cj_planner_has_memory(p, (uint32_t)k))
            continue;
        if (term->kind == CJ_TERM_ARRAY) {
            const uint32_t current = p->versions[p->named[term->of.operand].memory];

            p->stale[k] = term->of.version > current ? LATER : p->named[term->of.operand].memory == group ? STALE : 0;
        }
        for (uint32_t m = 0; m < term->count; m++)
            p->stale[k] |= p->stale[term->arguments[m]];
    }
}

/* What later roots read of it must be made now: as much of it as can be. One pass for all of them, since texts may have
 * thousands of statements. */
static void want_stale(cj_planner *p, size_t store)
{
    const cj_formula *formula = &p->plan->formula;

    memset(p->wanted, 0, formula->term_count * sizeof *p->wanted);
    for (size_t k = store + 1; k < formula->store_count; k++)
        p->wanted[formula->stores[k].value] = true;
    if (formula->value != CJ_NO_TERM)
        p->wanted[formula->value] = true;
    for (size_t k = formula->term_count; k-- > 0;) {
        const cj_term *term = &formula->terms[k];

        if (!p->wanted[k] || p->stale[k] == STALE)
            continue;
        p->wanted[k] = false;
        for (uint32_t m = 0; (p->stale[k] & STALE) != 0 && m < term->count; m++)
            p->wanted[term->arguments[m]] = true;
    }
}

/* Puts a term in memory, with all that it needs there. */
static bool settle(cj_planner *p, uint32_t term)
{
    bool made;

    p->reason = NULL;
    if (!cj_plan_rows(p, term, p->plan->slots[term], (cj_output){.term = term}, 2, &made))
        return false;
    return made || (cj_planner_prepare(p, term) && (cj_planner_has_memory(p, term) || cj_planner_make(p, term, false)));
}

static bool keep_stale(cj_planner *p, size_t store)
{
    bool fine = true;

    find_stale(p, &p->plan->formula.stores[store]);
    want_stale(p, store);
    for (uint32_t k = 0; k < p->plan->formula.term_count && fine; k++) {
        if (p->wanted[k] && !cj_planner_has_memory(p, k))
            fine = settle(p, k);
    }
    return fine;
}

/* Does a JOIN read nothing of the memory that it would be written to, part after part, and nothing that counts its own
 * elements, which may be repeated there? */
static bool can_be_joined(cj_planner *p, const cj_store *store)
{
    bool can = true;

    cj_planner_mark(p, store->value);
    for (uint32_t k = 0; k < store->value && can; k++) {
        const cj_term *term = cj_plan_term(p->plan, k);

        if (!p->needed[k] || cj_planner_has_memory(p, k))
            continue;
        can = term->kind != CJ_TERM_PLACE && term->kind != CJ_TERM_RANGE &&
              (term->kind != CJ_TERM_ARRAY || p->named[term->of.operand].memory != p->named[store->operand].memory);
    }
    return can;
}

/* Makes all that a statement's value needs in memory. *stored: and wrote the value itself, which is a fold or a
 * JOIN. */
static bool prepare_store(cj_planner *p, const cj_store *store, const cj_output *output, bool *stored)
{
    const bool joins = cj_plan_term(p->plan, store->value)->kind == CJ_TERM_JOIN;
    bool fine;

    p->stored = false;
    if (cj_plan_is_only_stored(p, store) &&
        (joins ? can_be_joined(p, store) : cj_plan_find_fold(p, store->value) != CJ_NO_TERM))
        p->direct = output;
    fine = cj_planner_prepare(p, store->value);
    p->direct = NULL;
    *stored = p->stored;
    return fine;
}

static bool add_store(cj_planner *p, size_t number)
{
    const cj_store *store = &p->plan->formula.stores[number];
    const uint32_t slot = p->plan->slots[store->region];
    const cj_output output = {.term = CJ_NO_TERM, .store = (uint32_t)number};
    bool made;

    if (!keep_stale(p, number))
        return false;
    p->reason = NULL;
    p->next = number + 1;
    if (!cj_plan_rows(p, store->value, slot, output, 2, &made) || (!made && !prepare_store(p, store, &output, &made)))
        return false;
    p->versions[p->named[store->operand].memory] = store->version;
    return made || join_step(p, store->value, slot, output) ||
           cj_planner_make_step(p, CJ_STEP_ELEMENTWISE, slot, store->value, CJ_NO_TERM, output);
}

/* ---- Who reads what ---------------------------------------------------------------------------------------------- */

static void find_last_uses(cj_plan *plan)
{
    for (size_t k = 0; k < plan->step_count; k++) {
        const cj_step *step = &plan->steps[k];

        for (size_t m = 0; m < step->output_count; m++) {
            if (step->outputs[m].term != CJ_NO_TERM)
                plan->last_use[plan->memory[step->outputs[m].term]] = (uint32_t)k;
        }
        for (size_t m = 0; m < step->input_count; m++) {
            if (!step->inputs[m].operand)
                plan->last_use[plan->memory[step->inputs[m].term]] = (uint32_t)k;
        }
    }
}

/* ---- Making and freeing ------------------------------------------------------------------------------------------ */

static bool allocate(cj_planner *p)
{
    cj_plan *plan = p->plan;
    const size_t count = plan->formula.term_count;

    plan->memory = cj_malloc(count * sizeof *plan->memory);
    plan->in_memory = cj_malloc(count * sizeof *plan->in_memory);
    plan->last_use = cj_calloc(count, sizeof *plan->last_use);
    plan->slots = cj_calloc(count, sizeof *plan->slots);
    plan->shaped = cj_calloc(count + 1, sizeof *plan->shaped);
    plan->bounds = cj_malloc(count * sizeof *plan->bounds);
    p->needed = cj_malloc(count * sizeof *p->needed);
    p->consumer = cj_malloc(count * sizeof *p->consumer);
    p->stale = cj_calloc(count, sizeof *p->stale);
    p->ready = cj_malloc(count * sizeof *p->ready);
    p->wanted = cj_malloc(count * sizeof *p->wanted);
    p->draft = cj_malloc(sizeof *p->draft);
    if (plan->memory == NULL || plan->in_memory == NULL || plan->last_use == NULL || plan->slots == NULL ||
        plan->shaped == NULL || plan->bounds == NULL || p->needed == NULL || p->consumer == NULL || p->stale == NULL ||
        p->ready == NULL || p->wanted == NULL || p->draft == NULL)
        return cj_planner_fail_memory(p);
    memset(plan->memory, 0xff, count * sizeof *plan->memory);
    return true;
}

static bool make_all(cj_planner *p)
{
    const cj_formula *formula = &p->plan->formula;

    p->draft->plan = p->plan;
    p->draft->named = p->named;
    mark_all(p);
    cj_plan_find_slots(p->plan, p->named);
    for (size_t k = 0; k < formula->store_count; k++) {
        if (!add_store(p, k))
            return false;
    }
    return formula->value == CJ_NO_TERM || settle(p, formula->value);
}

cujit_status cj_plan_make(const cj_tree *tree, const cj_named_type *named, cj_formula *formula, size_t max_steps,
                          cj_plan *out, cujit_error *error)
{
    cj_planner p = {.tree = tree, .named = named, .plan = out, .max_steps = max_steps, .error = error};

    *out = (cj_plan){.formula = *formula};
    *formula = (cj_formula){.value = CJ_NO_TERM};
    if (allocate(&p) && make_all(&p))
        find_last_uses(out);
    cj_free(p.needed);
    cj_free(p.consumer);
    cj_free(p.stale);
    cj_free(p.ready);
    cj_free(p.wanted);
    cj_free(p.draft);
    if (p.status != CUJIT_OK)
        cj_plan_clear(out);
    return p.status;
}

void cj_plan_clear(cj_plan *plan)
{
    for (size_t k = 0; k < plan->step_count; k++)
        cj_step_clear(&plan->steps[k]);
    cj_free(plan->steps);
    cj_free(plan->memory);
    cj_free(plan->in_memory);
    cj_free(plan->last_use);
    cj_free(plan->slots);
    cj_free(plan->shaped);
    cj_free(plan->bounds);
    cj_formula_clear(&plan->formula);
    *plan = (cj_plan){0};
}
