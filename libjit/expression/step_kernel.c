/*
 * step_kernel.c: the kernel of a step, of the family that its kind says.
 */
#include "libjit/expression/step_kernel.h"

#include "libjit/base/alloc.h"
#include "libjit/reduction/reducers.h"

#include <inttypes.h>

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

cujit_status cj_step_write_element(cj_step_writer *w, const char *name, size_t first, size_t end, uint32_t folded,
                                   cj_text *out)
{
    if (w->step->lines[folded].kind != CJ_LINE_INPUT || end - first > 1)
        return cj_step_write_function(w, name, first, end, folded, NULL, out);
    cj_text_printf(out, "x%" PRIu32 "[i]", w->step->lines[folded].index);
    return out->failed ? cj_error_no_memory(w->error, "the text of a kernel") : CUJIT_OK;
}

cujit_status cj_step_fold_texts(const cj_step_writer *w, uint32_t term, uint32_t folded, const char *element,
                                cj_text *lines, cujit_reduction_result *fold)
{
    const cj_term *of = cj_plan_term(w->plan, term);
    const cujit_status status = cj_reducer_texts(of->of.fold.reducer, of->of.fold.ddof,
                                                 cj_step_line_term(w, folded)->type.dtype, element, lines, fold,
                                                 w->error);

    /* Left out, it would be the type of what a post makes of it. */
    if (fold->accumulator == NULL)
        fold->accumulator = cujit_dtype_spelling(of->type.dtype);
    return status;
}

/* What is done to the result. */
static cujit_status write_post(cj_step_writer *w, const char *own, cj_text *out)
{
    const cj_step *step = w->step;

    if (step->outputs[0].term == step->fold) {
        cj_text_append(out, own);
        return CUJIT_OK;
    }
    return cj_step_write_function(w, "cujit_np_post", step->map_count, step->line_count, step->outputs[0].line,
                                  own != NULL ? own : "a", out);
}

static cujit_status make_reduction(cujit_context *context, const cujit_elementwise_spec *texts, const char *out_type,
                                   const cujit_reduction_result *fold, void **kernel, cujit_error *error)
{
    const cujit_reduction_spec spec = {
        .out_type = out_type,
        .neutral = fold->neutral,
        .reduce = fold->reduce,
        .map = fold->map,
        .arguments = texts->arguments,
        .name = texts->name,
        .preamble = texts->preamble,
        .options = texts->options,
        .accumulator = fold->accumulator,
        .post = fold->post,
        .nonempty = fold->nonempty,
    };
    cujit_reduction *made = NULL;
    cujit_status status = cujit_reduction_create(context, &spec, &made, error);

    *kernel = made;
    return status;
}

static cujit_status make_scan(cujit_context *context, const cujit_elementwise_spec *texts, const char *out_type,
                              const cujit_reduction_result *fold, void **kernel, cujit_error *error)
{
    const cujit_scan_spec spec = {
        .out_type = out_type,
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
                              const cujit_reduction_result *fold, void **kernel)
{
    const char *out_type = cujit_dtype_spelling(cj_plan_term(w->plan, w->step->outputs[0].term)->type.dtype);
    cujit_elementwise_spec texts = *given;
    cj_text preamble = {0};
    cujit_status status = cj_step_write_preamble(w, given->preamble, NULL, &preamble);

    texts.arguments = w->signature.data;
    texts.preamble = preamble.length > 0 ? preamble.data : NULL;
    if (status == CUJIT_OK)
        status = (w->step->kind == CJ_STEP_REDUCTION ? make_reduction : make_scan)(context, &texts, out_type, fold,
                                                                                   kernel, w->error);
    cj_text_clear(&preamble);
    return status;
}

static cujit_status make_any_fold(cujit_context *context, cj_step_writer *w, const cujit_elementwise_spec *given,
                                  void **kernel)
{
    const cj_step *step = w->step;
    cj_text lines = {0}, element = {0}, post = {0};
    cujit_reduction_result fold = {0};
    cujit_status status = cj_step_write_element(w, "cujit_np_map", 0, step->map_count, step->folded, &element);

    if (status == CUJIT_OK)
        status = cj_step_fold_texts(w, step->fold, step->folded, element.data, &lines, &fold);
    if (status == CUJIT_OK)
        status = write_post(w, fold.post, &post);
    fold.post = post.length > 0 ? post.data : NULL;
    if (status == CUJIT_OK)
        status = make_fold(context, w, given, &fold, kernel);
    cj_text_clear(&lines);
    cj_text_clear(&element);
    cj_text_clear(&post);
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
        status = make_any_fold(context, &w, &given, &step->kernel);
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
