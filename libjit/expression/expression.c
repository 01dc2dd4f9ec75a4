/*
 * expression.c: the public functions of expressions.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/expression/evaluator.h"
#include "libjit/expression/seeds.h"
#include "libjit/expression/stencil.h"
#include "libjit/runtime/array.h"
#include "libjit/runtime/context.h"

#include <string.h>

/* ---- Texts that are evaluated ------------------------------------------------------------------------------------ */

/* What a context keeps. */
typedef struct cj_kept_evaluator {
    cj_kept kept;
    cj_evaluator evaluator;
} cj_kept_evaluator;

static void free_kept(cj_kept *kept)
{
    cj_kept_evaluator *of = (cj_kept_evaluator *)kept;

    cj_evaluator_clear(&of->evaluator, true);
    cj_free(of);
}

static cj_evaluator *get_evaluator(cujit_context *context)
{
    cj_kept *found = atomic_load_explicit(&context->expressions, memory_order_acquire);
    cj_kept_evaluator *made;

    if (found != NULL || (made = cj_calloc(1, sizeof *made)) == NULL)
        return found != NULL ? &((cj_kept_evaluator *)found)->evaluator : NULL;
    made->kept.free = free_kept;
    cj_evaluator_init(&made->evaluator, context);
    made->evaluator.max_kept = CJ_EVALUATOR_MAX_KEPT;
    if (atomic_compare_exchange_strong(&context->expressions, &found, &made->kept))
        return &made->evaluator;
    free_kept(&made->kept); /* another thread was faster */
    return &((cj_kept_evaluator *)found)->evaluator;
}

static cujit_status evaluate(const char *function, cujit_context *context, const char *text, cujit_named named,
                             cujit_array **result, cujit_error *error)
{
    static const cujit_expression_options options;
    cujit_status status = cj_context_check_call(function, context, "text", text, error);
    cj_evaluator *evaluator;

    if (status != CUJIT_OK)
        return status;
    if ((evaluator = get_evaluator(context)) == NULL)
        return cj_error_no_memory(error, "the context's expressions");
    return cj_evaluator_run(evaluator, function, text, named, &options, result, error);
}

cujit_status cujit_eval_sized(cujit_context *context, const char *text, const char *names, const cujit_arg *items,
                              size_t count, cujit_array **result, cujit_error *error)
{
    return evaluate("cujit_eval", context, text, (cujit_named){names, items, count}, result, error);
}

cujit_status cujit_eval_named(cujit_context *context, const char *text, const char *names, const cujit_arg *items,
                              size_t count, cujit_array **result, cujit_error *error)
{
    return evaluate("cujit_eval_named", context, text, (cujit_named){names, items, count}, result, error);
}

cujit_status cujit_eval_double_sized(cujit_context *context, const char *text, const char *names,
                                     const cujit_arg *items, size_t count, double *value, cujit_error *error)
{
    static const char function[] = "cujit_eval_double";
    cujit_array *result = NULL;
    cujit_status status = cj_context_check_call(function, context, "value", value, error);

    if (status == CUJIT_OK)
        status = evaluate(function, context, text, (cujit_named){names, items, count}, &result, error);
    if (status == CUJIT_OK)
        status = cj_array_get_double(function, result, value, error);
    cujit_array_free(result);
    return status;
}

/* ---- Texts that are kept ----------------------------------------------------------------------------------------- */

struct cujit_expression {
    cj_evaluator evaluator; /* its context is a reference */
    char *text;
    char **options;
    cj_given given;
};

void cujit_expression_free(cujit_expression *expression)
{
    cujit_context *context;

    if (expression == NULL)
        return;
    context = expression->evaluator.context;
    cj_evaluator_clear(&expression->evaluator, false);
    cj_list_free(expression->options);
    cj_given_clear(&expression->given);
    cj_free(expression->text);
    cj_free(expression);
    cj_context_release(context);
}

static cujit_status make_expression(cujit_context *context, const cujit_expression_spec *spec, cujit_expression **out,
                                    cujit_error *error)
{
    cujit_expression *made = cj_calloc(1, sizeof *made);
    cujit_status status;

    if (made == NULL)
        return cj_error_no_memory(error, "an expression");
    cj_context_retain(context);
    cj_evaluator_init(&made->evaluator, context);
    made->text = cj_strdup(spec->text);
    made->options = cj_list_copy(spec->options, 0);
    made->evaluator.max_bytes = spec->max_bytes;
    made->evaluator.max_elements = spec->max_elements;
    if (spec->max_kernels != 0)
        made->evaluator.max_kernels = spec->max_kernels;
    made->evaluator.setting.options = (const char *const *)made->options;
    if (made->text == NULL || made->options == NULL)
        status = cj_error_no_memory(error, "an expression");
    else
        status = cj_given_init(spec->preamble, spec->functions, spec->kernels, &made->given, error);
    made->evaluator.given = &made->given;
    made->evaluator.setting.preamble = made->given.preamble;
    if (status == CUJIT_OK)
        *out = made;
    else
        cujit_expression_free(made);
    return status;
}

cujit_status cujit_expression_create_sized(cujit_context *context, const cujit_expression_spec *given, size_t size,
                                           cujit_expression **expression, cujit_error *error)
{
    static const char function[] = "cujit_expression_create";
    cujit_expression_spec spec;
    cj_tree tree = {0};
    cujit_status status = cj_context_take_spec(function, context, given, size, expression, &spec, sizeof spec, error);

    if (status != CUJIT_OK)
        return status;
    if (spec.text == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: text is NULL", function);
    if (spec.max_length != 0 && strlen(spec.text) > spec.max_length)
        return cj_error_set(error, CUJIT_ERROR_EXPRESSION, "the text has %zu bytes; expected at most %zu",
                            strlen(spec.text), spec.max_length);
    if ((status = cj_tree_parse(spec.text, &tree, error)) != CUJIT_OK)
        return status;
    cj_tree_clear(&tree);
    return make_expression(context, &spec, expression, error);
}

cujit_status cujit_expression_run_sized(cujit_expression *expression, const cujit_expression_options *given,
                                        size_t size, const char *names, const cujit_arg *items, size_t count,
                                        cujit_array **result, cujit_error *error)
{
    static const char function[] = "cujit_expression_run";
    cujit_expression_options options;
    cujit_status status = cj_widen(function, &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (expression == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: expression is NULL", function);
    return cj_evaluator_run(&expression->evaluator, function, expression->text, (cujit_named){names, items, count},
                            &options, result, error);
}

/* ---- Runs that are kept ------------------------------------------------------------------------------------------ */

struct cujit_expression_prepared {
    cj_evaluator *evaluator; /* the expression's */
    cj_entry *entry;         /* in use */
    cujit_expression_options options;
    cj_bound_run *run;
    size_t count;
    const cujit_arg *bound; /* the items, or what stands for them: cj_seeds_place() */
    cujit_arg items[];      /* and room for as many more */
};

void cujit_expression_free_prepared(cujit_expression_prepared *prepared)
{
    if (prepared == NULL)
        return;
    if (prepared->run != NULL)
        cj_run_free(prepared->run);
    cj_evaluator_leave(prepared->evaluator, prepared->entry);
    cj_free(prepared);
}

static cujit_status check_prepared(const char *function, const cujit_expression *expression,
                                   const cujit_expression_options *options, cujit_expression_prepared **prepared,
                                   cujit_error *error)
{
    const char *wrong = expression == NULL ? "expression is NULL"
                        : prepared == NULL ? "prepared is NULL"
                        : options->measure ? "what is prepared takes no times; expected measure to be 0"
                                           : NULL;

    return wrong == NULL ? CUJIT_OK : cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s", function, wrong);
}

cujit_status cujit_expression_prepare_sized(cujit_expression *expression, const cujit_expression_options *given,
                                            size_t size, const char *names, const cujit_arg *items, size_t count,
                                            cujit_expression_prepared **prepared, cujit_error *error)
{
    static const char function[] = "cujit_expression_prepare";
    const cujit_named named = {names, items, count};
    cujit_expression_prepared *made;
    cujit_expression_options options;
    cj_run_options run;
    cj_entry *entry;
    cujit_status status = cj_widen(function, &options, sizeof options, given, size, error);

    if (status != CUJIT_OK || (status = check_prepared(function, expression, &options, prepared, error)) != CUJIT_OK ||
        (status = cj_evaluator_enter(&expression->evaluator, function, expression->text, named, &options, false, &entry,
                                     error)) != CUJIT_OK)
        return status;
    if ((made = cj_calloc(1, sizeof *made + 2 * count * sizeof *items)) == NULL) {
        cj_evaluator_leave(&expression->evaluator, entry);
        return cj_error_no_memory(error, "a prepared expression");
    }
    made->evaluator = &expression->evaluator;
    made->entry = entry;
    made->options = options;
    made->count = count;
    for (size_t k = 0; k < count; k++)
        made->items[k] = items[k];
    cj_seeds_place(&(cujit_named){names, made->items, count}, made->items + count, &made->bound);
    run = cj_evaluator_run_options(made->evaluator, entry, &made->options);
    status = cj_run_bind(&entry->plan, &entry->tree, made->bound, &run, &made->run, error);
    if (status == CUJIT_OK)
        *prepared = made;
    else
        cujit_expression_free_prepared(made);
    return status;
}

/* Each launch has new random numbers. */
static cujit_status draw_seeds(cujit_expression_prepared *prepared, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < prepared->count && status == CUJIT_OK; k++) {
        cujit_arg seed;

        if (prepared->items[k].kind != CUJIT_ARG_RANDOM)
            continue;
        status = cj_seeds_draw(prepared->items[k].value.random, prepared->options.stream, &seed, error);
        if (status == CUJIT_OK && prepared->bound[k].kind != CUJIT_ARG_ARRAY)
            cj_run_set_number(prepared->run, k, &seed);
    }
    return status;
}

cujit_status cujit_expression_launch_prepared(cujit_expression_prepared *prepared, cujit_error *error)
{
    cujit_status status;

    if (prepared == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_expression_launch_prepared: prepared is NULL");
    if ((status = cj_context_check(prepared->evaluator->context, error)) != CUJIT_OK)
        return status;
    cj_evaluator_use(prepared->evaluator, prepared->items, prepared->count, &prepared->options);
    status = draw_seeds(prepared, error);
    return status == CUJIT_OK ? cj_run_launch(prepared->run, error) : status;
}

/* ---- Reports ----------------------------------------------------------------------------------------------------- */

static const char *find_reason(const cj_plan *plan, const cj_step *step)
{
    if (step->split)
        return "too much for one kernel";
    if (step->kind == CJ_STEP_REDUCTION)
        return step->reason != NULL ? step->reason : "a reduction";
    if (step->kind == CJ_STEP_SCAN)
        return "a scan";
    if (step->kind == CJ_STEP_WINNER)
        return "which element comes last at each place that is assigned to";
    if (step->kind == CJ_STEP_ROWS)
        return "reductions of rows and what is done with them";
    if (step->outputs[0].term == CJ_NO_TERM)
        return "an assignment";
    if (step->outputs[0].term == plan->formula.value)
        return "the value of the text";
    switch (cj_plan_term(plan, step->outputs[0].term)->kind) {
    case CJ_TERM_JOIN:
        return "written down beside what it is joined with";
    case CJ_TERM_RESHAPE:
        return "written down in C order";
    default:
        return "read after what it is made of is written to";
    }
}

/* The place of what a step makes, as errors count lines and columns. */
static void find_place(const cj_entry *entry, const cj_step *step, cujit_expression_kernel *kernel)
{
    const cj_output *output = &step->outputs[0];
    const cj_span place = output->term != CJ_NO_TERM ? cj_plan_term(&entry->plan, output->term)->place
                                                     : entry->plan.formula.stores[output->store].place;

    kernel->line = kernel->column = 1;
    for (uint32_t k = 0; k < place.at; k++) {
        const bool newline = entry->tree.text[k] == '\n';

        kernel->line += newline;
        kernel->column = newline ? 1 : kernel->column + 1;
    }
}

static void describe_kernel(const cj_entry *entry, const cj_step *step, cujit_expression_kernel *kernel)
{
    static const char *const families[] = {
        [CJ_STEP_ELEMENTWISE] = "elementwise",
        [CJ_STEP_REDUCTION] = "reduction",
        [CJ_STEP_SCAN] = "scan",
        [CJ_STEP_ROWS] = "rows",
        [CJ_STEP_WINNER] = "elementwise",
    };
    const cj_measure *measure = entry->measures != NULL ? &entry->measures[step - entry->plan.steps] : NULL;
    cujit_report report = {0};

    if (step->kind == CJ_STEP_ELEMENTWISE || step->kind == CJ_STEP_WINNER)
        cujit_elementwise_get_report(step->kernel, &report);
    else if (step->kind == CJ_STEP_REDUCTION)
        cujit_reduction_get_report(step->kernel, &report);
    else if (step->kind == CJ_STEP_ROWS)
        cujit_rows_get_report(step->kernel, &report);
    else
        cujit_scan_get_report(step->kernel, &report);
    *kernel = (cujit_expression_kernel){
        .family = families[step->kind],
        .reason = find_reason(&entry->plan, step),
        .source = report.source,
        .inputs = step->input_count,
        .outputs = step->output_count,
        .ms = measure != NULL ? measure->ms : -1,
        .bytes = measure != NULL ? measure->bytes : 0,
        .shifted = cj_step_count_shifted(&entry->plan, step),
    };
    find_place(entry, step, kernel);
}

/* The entry that ran last; NULL: none did. An expression's own stay. *count is how many there are. */
static cj_entry *find_last(const cujit_expression *expression, size_t *count)
{
    cj_evaluator *evaluator = (cj_evaluator *)&expression->evaluator;
    cj_entry *last;

    pthread_mutex_lock(&evaluator->lock);
    last = evaluator->last;
    *count = evaluator->count;
    if (last != NULL && last->kernels == NULL &&
        (last->kernels = cj_calloc(last->plan.step_count + 1, sizeof *last->kernels)) != NULL) {
        for (size_t k = 0; k < last->plan.step_count; k++)
            describe_kernel(last, &last->plan.steps[k], &last->kernels[k]);
    }
    pthread_mutex_unlock(&evaluator->lock);
    return last;
}

void cujit_expression_get_report_sized(const cujit_expression *expression, cujit_expression_report *report, size_t size)
{
    cujit_expression_report todays = {0};
    const cj_entry *last;

    if (expression != NULL) {
        last = find_last(expression, &todays.plan_count);
        todays.kernel_count = last != NULL ? last->plan.step_count : 0;
    }
    cj_narrow(report, size, &todays, sizeof todays);
}

const cujit_expression_kernel *cujit_expression_get_kernel(const cujit_expression *expression, size_t k)
{
    size_t count;
    const cj_entry *last = expression != NULL ? find_last(expression, &count) : NULL;

    return last != NULL && last->kernels != NULL && k < last->plan.step_count ? &last->kernels[k] : NULL;
}
