/*
 * step_kernel.c: the kernel of a step, of the family that its kind says.
 */
#include "libjit/expression/step_kernel.h"

#include "libjit/base/alloc.h"
#include "libjit/reduction/reducers.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- Elementwise ------------------------------------------------------------------------------------------------- */

static cujit_status make_elementwise(cujit_context *context, cj_step_writer *w, const cujit_elementwise_spec *given,
                                     void **kernel)
{
    cj_text operation = {0}, preamble = {0};
    cujit_elementwise_spec spec = *given;
    cujit_elementwise *made = NULL;
    cujit_status status = cj_step_write_statements(w, 0, w->step->line_count, false, &operation);

    if (status == CUJIT_OK)
        status = cj_step_write_preamble(w, given->preamble, operation.data, &preamble);
    spec.arguments = w->signature.data;
    spec.operation = operation.data;
    spec.preamble = preamble.length > 0 ? preamble.data : NULL;
    if (status == CUJIT_OK)
        status = cujit_elementwise_create(context, &spec, &made, w->error);
    *kernel = made;
    cj_text_clear(&operation);
    cj_text_clear(&preamble);
    return status;
}

/* ---- Folds ------------------------------------------------------------------------------------------------------- */

/* What a fold takes as an element: x0[i] where that is all of it, so that its packed forms are found; else the call of
 * a function. */
static cujit_status write_element(cj_step_writer *w, size_t k, cj_text *out)
{
    const cj_stage *stage = &w->step->stages[k];
    char name[64];

    snprintf(name, sizeof name, "cujit_np_map%zu", k);
    if (w->step->lines[stage->folded].kind != CJ_LINE_INPUT || stage->end - stage->first > 1)
        return cj_step_write_function(w, name, stage->first, stage->end, stage->folded, NULL, out);
    cj_text_printf(out, "x%" PRIu32 "[i]", w->step->lines[stage->folded].index);
    return out->failed ? cj_error_no_memory(w->error, "the text of a kernel") : CUJIT_OK;
}

cujit_status cj_step_write_stage(cj_step_writer *w, size_t k, cj_stage_texts *out)
{
    const cj_stage *stage = &w->step->stages[k];
    const cj_term *of = cj_plan_term(w->plan, stage->fold);
    cujit_reduction_result *fold = &out->folds[k];
    cujit_status status = write_element(w, k, &out->elements[k]);

    if (status == CUJIT_OK)
        status = cj_reducer_texts(of->of.fold.reducer, of->of.fold.ddof,
                                  cj_step_line_term(w, stage->folded)->type.dtype, out->elements[k].data,
                                  &out->lines[k], fold, w->error);
    /* Left out, it would be the type of what a post makes of it. */
    if (fold->accumulator == NULL)
        fold->accumulator = cujit_dtype_spelling(of->type.dtype);
    fold->out_type = cujit_dtype_spelling(of->type.dtype);
    return status;
}

void cj_stage_texts_clear(cj_stage_texts *texts)
{
    for (size_t k = 0; k < CJ_STEP_MAX_STAGES; k++) {
        cj_text_clear(&texts->lines[k]);
        cj_text_clear(&texts->elements[k]);
        cj_text_clear(&texts->posts[k]);
    }
}

/* What else is done to the result. */
static cujit_status write_post(cj_step_writer *w, size_t k, cj_stage_texts *out)
{
    const cj_stage *stage = &w->step->stages[k];
    const cj_output *output = &w->step->outputs[k];
    const uint32_t value = cj_output_value(w->plan, output);
    const char *own = out->folds[k].post;
    cujit_status status;
    char name[64];

    if (value == stage->fold)
        return CUJIT_OK;
    snprintf(name, sizeof name, "cujit_np_post%zu", k);
    status = cj_step_write_function(w, name, stage->end, stage->last, output->line, own != NULL ? own : "a",
                                    &out->posts[k]);
    out->folds[k].post = out->posts[k].data;
    out->folds[k].out_type = cujit_dtype_spelling(cj_plan_term(w->plan, value)->type.dtype);
    return status;
}

static cujit_status make_reduction(cujit_context *context, const cujit_elementwise_spec *texts,
                                   const cujit_reduction_result *folds, size_t count, void **kernel, cujit_error *error)
{
    const cujit_reduction_spec spec = {
        .out_type = folds->out_type,
        .neutral = folds->neutral,
        .reduce = folds->reduce,
        .map = folds->map,
        .arguments = texts->arguments,
        .name = texts->name,
        .preamble = texts->preamble,
        .options = texts->options,
        .accumulator = folds->accumulator,
        .post = folds->post,
        .nonempty = folds->nonempty,
        .more = folds + 1,
        .more_count = count - 1,
    };
    cujit_reduction *made = NULL;
    cujit_status status = cujit_reduction_create(context, &spec, &made, error);

    *kernel = made;
    return status;
}

static cujit_status make_scan(cujit_context *context, const cujit_elementwise_spec *texts,
                              const cujit_reduction_result *fold, void **kernel, cujit_error *error)
{
    const cujit_scan_spec spec = {
        .out_type = fold->out_type,
        .neutral = fold->neutral,
        .reduce = fold->reduce,
        .map = fold->map,
        .arguments = texts->arguments,
        .name = texts->name,
        .preamble = texts->preamble,
        .options = texts->options,
        .accumulator = fold->accumulator,
        .post = fold->post,
    };
    cujit_scan *made = NULL;
    cujit_status status = cujit_scan_create(context, &spec, &made, error);

    *kernel = made;
    return status;
}

static cujit_status make_fold(cujit_context *context, cj_step_writer *w, const cujit_elementwise_spec *given,
                              void **kernel)
{
    cujit_elementwise_spec texts = *given;
    cj_stage_texts stages = {0};
    cj_text preamble = {0};
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < w->step->stage_count && status == CUJIT_OK; k++) {
        if ((status = cj_step_write_stage(w, k, &stages)) == CUJIT_OK)
            status = write_post(w, k, &stages);
    }
    if (status == CUJIT_OK)
        status = cj_step_write_preamble(w, given->preamble, NULL, &preamble);
    texts.arguments = w->signature.data;
    texts.preamble = preamble.length > 0 ? preamble.data : NULL;
    if (status == CUJIT_OK)
        status = w->step->kind == CJ_STEP_SCAN
                     ? make_scan(context, &texts, stages.folds, kernel, w->error)
                     : make_reduction(context, &texts, stages.folds, w->step->stage_count, kernel, w->error);
    cj_stage_texts_clear(&stages);
    cj_text_clear(&preamble);
    return status;
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

cujit_status cj_step_make_kernel(cujit_context *context, const cj_plan *plan, cj_step *step,
                                 const cj_step_setting *setting, cujit_error *error)
{
    const cujit_elementwise_spec given = {
        .name = "expression",
        .preamble = setting->preamble,
        .options = setting->options,
    };
    cj_step_writer w = {.plan = plan, .step = step, .error = error};
    cujit_status status;

    step->floats = cj_step_find_floats(&w);
    cj_step_write_signature(&w);
    switch (step->kind) {
    case CJ_STEP_ELEMENTWISE:
    case CJ_STEP_WINNER:
        status = make_elementwise(context, &w, &given, &step->kernel);
        break;
    case CJ_STEP_ROWS:
        status = cj_step_make_rows(context, &w, &given, &step->kernel);
        break;
    default:
        status = make_fold(context, &w, &given, &step->kernel);
    }
    cj_step_writer_clear(&w);
    return status;
}

void cj_step_free_kernel(cj_step *step)
{
    switch (step->kind) {
    case CJ_STEP_ELEMENTWISE:
    case CJ_STEP_WINNER:
        cujit_elementwise_free(step->kernel);
        break;
    case CJ_STEP_REDUCTION:
        cujit_reduction_free(step->kernel);
        break;
    case CJ_STEP_SCAN:
        cujit_scan_free(step->kernel);
        break;
    case CJ_STEP_ROWS:
        cujit_rows_free(step->kernel);
    }
    step->kernel = NULL;
}
