/*
 * step_rows.c: the texts of a kernel of rows: each reduction is a stage, r0, r1, ..., whose map is a function of the
 * elements and of the results that it needs, and of nothing else: what a map mentions is kept in registers.
 */
#include "libjit/expression/step_kernel.h"

#include <stdio.h>

/* The texts of the stages in the making. */
typedef struct stage_texts {
    cj_stage_texts texts;
    cujit_rows_stage stages[CJ_STEP_MAX_STAGES];
    char names[CJ_STEP_MAX_STAGES][32];
} stage_texts;

static cujit_status write_stage(cj_step_writer *w, size_t k, stage_texts *out)
{
    const cujit_reduction_result *fold = &out->texts.folds[k];
    const cujit_status status = cj_step_write_stage(w, k, &out->texts);

    snprintf(out->names[k], sizeof out->names[k], "r%zu", k);
    out->stages[k] = (cujit_rows_stage){
        .name = out->names[k],
        .out_type = fold->out_type,
        .neutral = fold->neutral,
        .reduce = fold->reduce,
        .map = fold->map,
        .accumulator = fold->accumulator,
        .post = fold->post,
    };
    return status;
}

/* Has it outputs of that kind? */
static bool writes(const cj_step *step, bool rowed)
{
    bool any = false;

    for (size_t k = 0; k < step->output_count; k++)
        any = any || step->outputs[k].rowed == rowed;
    return any;
}

static cujit_status write_texts(cj_step_writer *w, stage_texts *stages, cj_text *operation, cj_text *finish)
{
    const cj_step *step = w->step;
    const size_t first = step->stages[step->stage_count - 1].end;
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < step->stage_count && status == CUJIT_OK; k++)
        status = write_stage(w, k, stages);
    if (status == CUJIT_OK && writes(step, false))
        status = cj_step_write_statements(w, first, step->finish, false, operation);
    if (status == CUJIT_OK && writes(step, true))
        status = cj_step_write_statements(w, step->finish, step->line_count, true, finish);
    return status;
}

cujit_status cj_step_make_rows(cujit_context *context, cj_step_writer *w, const cujit_elementwise_spec *given,
                               void **kernel)
{
    stage_texts stages = {0};
    cj_text operation = {0}, finish = {0}, all = {0}, preamble = {0};
    cujit_rows *made = NULL;
    cujit_status status = write_texts(w, &stages, &operation, &finish);

    cj_text_append(&all, operation.data);
    cj_text_append(&all, finish.data);
    if (status == CUJIT_OK)
        status = cj_step_write_preamble(w, given->preamble, all.data, &preamble);
    if (status == CUJIT_OK) {
        status = cujit_rows_create(context,
                                   &(cujit_rows_spec){
                                       .arguments = w->signature.data,
                                       .stages = stages.stages,
                                       .stage_count = w->step->stage_count,
                                       .operation = operation.data,
                                       .finish = finish.data,
                                       .name = given->name,
                                       .preamble = preamble.length > 0 ? preamble.data : NULL,
                                       .options = given->options,
                                   },
                                   &made, w->error);
    }
    *kernel = made;
    cj_stage_texts_clear(&stages.texts);
    cj_text_clear(&operation);
    cj_text_clear(&finish);
    cj_text_clear(&all);
    cj_text_clear(&preamble);
    return status;
}
