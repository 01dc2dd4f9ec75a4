/*
 * step_kernel.c: the texts of a step's kernel: one declaration for each line.
 *
 * Names are the step's own (x0 for inputs, z0 for outputs, a0 for numbers, t0 for lines), so that texts that differ in
 * names alone share their kernels.
 */
#include "libjit/expression/step_kernel.h"

#include "libjit/base/alloc.h"
#include "libjit/base/template.h"
#include "libjit/reduction/reducers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The texts in the making. `elements`: inputs are name[i]; else parameters of a function, of whose values they are. */
typedef struct writer {
    const cj_plan *plan;
    const cj_step *step;
    bool elements;
    cj_text signature;   /* the kernel's arguments */
    cj_text elements_of; /* the same as the arguments of the map's call: "x0[i], a0" */
    cj_text numbers_of;  /* those that a post sees: ", a0" */
    cj_text functions;   /* the map and the post */
    cujit_status status;
    cujit_error *error;
} writer;

static const cj_term *term_of(const writer *w, uint32_t line)
{
    return cj_plan_term(w->plan, w->step->lines[line].term);
}

static const char *spelling_of(cujit_dtype dtype)
{
    return cujit_dtype_spelling(dtype);
}

static bool is_small(cujit_dtype dtype)
{
    return dtype == CUJIT_FLOAT16 || dtype == CUJIT_BFLOAT16;
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static void write_real(double value, cj_text *out)
{
    if (isnan(value))
        cj_text_append(out, "((double)NAN)");
    else if (isinf(value))
        cj_text_append(out, value < 0 ? "(-(double)INFINITY)" : "((double)INFINITY)");
    else
        cj_text_printf(out, "(%a)", value);
}

static void write_literal(const cj_term *term, cj_text *out)
{
    switch (term->type.dtype) {
    case CUJIT_BOOL:
        cj_text_append(out, term->of.literal.integer != 0 ? "true" : "false");
        break;
    case CUJIT_INT64:
        cj_text_printf(out, "(%" PRId64 "LL)", term->of.literal.integer);
        break;
    case CUJIT_UINT64:
        cj_text_printf(out, "(%" PRIu64 "ULL)", (uint64_t)term->of.literal.integer);
        break;
    case CUJIT_FLOAT64:
        write_real(term->of.literal.real, out);
        break;
    default:
        cj_text_append(out, "(cujit::complex<double>(0, ");
        write_real(term->of.literal.real, out);
        cj_text_append(out, "))");
    }
}

/* A line's value as it is, without a conversion: a name, or a text in brackets. */
static void write_value(const writer *w, uint32_t line, cj_text *out)
{
    switch (w->step->lines[line].kind) {
    case CJ_LINE_FOLD:
        cj_text_append(out, "a");
        break;
    case CJ_LINE_NUMBER:
        cj_text_printf(out, "a%" PRIu32, w->step->lines[line].index);
        break;
    case CJ_LINE_LITERAL:
        write_literal(term_of(w, line), out);
        break;
    default:
        cj_text_printf(out, "t%" PRIu32, line);
    }
}

/* The text of a function with its operands in the places of $0, $1, $2. */
static void substitute(const char *text, const cj_text *operands, cj_text *out)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (at[0] == '$' && at[1] >= '0' && at[1] < '0' + CJ_FUNCTION_MAX_OPERANDS)
            cj_text_append(out, operands[*++at - '0'].data);
        else
            cj_text_append_n(out, at, 1);
    }
}

/* A value of type `from`, which `value` is the text of, as one of `to`: in brackets. 16-bit ones come as float. */
static void write_converted(const char *value, cujit_dtype from, cujit_dtype to, cj_text *out)
{
    const char *name = cujit_dtype_name(to);
    const cj_value_type type = {from, false};
    cj_text operand = {0};
    cj_typing typing;

    cj_text_printf(&operand, is_small(from) ? "((float)%s)" : "%s", value);
    if (from == to) {
        cj_text_append(out, operand.data);
    } else if (cj_function_resolve(cj_function_find(name, strlen(name)), &type, &typing)) {
        cj_text_printf(out, is_small(to) ? "((float)(%s)(" : "((%s)(", spelling_of(to));
        substitute(typing.text, &operand, out);
        cj_text_append(out, "))");
    }
    out->failed |= operand.failed;
    cj_text_clear(&operand);
}

/* What an APPLY comes to, cast to its type. */
static void write_application(const writer *w, uint32_t line, cj_text *out)
{
    const cj_term *term = term_of(w, line);
    const cj_typing *typing = &w->plan->formula.typings[term->typing];
    cj_text operands[CJ_FUNCTION_MAX_OPERANDS] = {{0}};

    for (uint32_t k = 0; k < term->count; k++) {
        const uint32_t argument = w->step->lines[line].arguments[k];
        cj_text value = {0};

        write_value(w, argument, &value);
        write_converted(value.data != NULL ? value.data : "", term_of(w, argument)->type.dtype, typing->operands[k],
                        &operands[k]);
        out->failed |= value.failed || operands[k].failed;
        cj_text_clear(&value);
    }
    if (!out->failed) {
        cj_text_printf(out, "(%s)(", spelling_of(typing->result));
        substitute(typing->text, operands, out);
        cj_text_append(out, ")");
    }
    for (uint32_t k = 0; k < term->count; k++)
        cj_text_clear(&operands[k]);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* What a template takes of lines and parameters: {name, type, text or value}. The texts lie in `texts`, by offsets until
 * all are there. */
enum { LINE_VALUES = 3 };

typedef struct listing {
    cj_value *values;
    size_t count;
    cj_text texts;
} listing;

static void add_item(listing *list, const char *last_name, const char *name, const char *type, const char *last)
{
    cj_value *values = &list->values[LINE_VALUES * list->count++];
    const char *const texts[LINE_VALUES] = {name, type, last};
    static const char *const names[] = {"name", "type"};

    for (size_t k = 0; k < LINE_VALUES; k++) {
        values[k] = cj_value_number(k < 2 ? names[k] : last_name, (long long)list->texts.length);
        cj_text_append_n(&list->texts, texts[k], strlen(texts[k]) + 1);
    }
}

/* The list as a template's value, once nothing is added any more. */
static cj_value finish_list(listing *list, const char *name)
{
    for (size_t k = 0; k < LINE_VALUES * list->count && !list->texts.failed; k++)
        list->values[k] = cj_value_text(list->values[k].name, list->texts.data + list->values[k].number);
    return cj_value_list(name, list->values, list->count, LINE_VALUES);
}

static void clear_list(listing *list)
{
    cj_free(list->values);
    cj_text_clear(&list->texts);
}

static bool begin_list(listing *list, size_t most)
{
    *list = (listing){.values = cj_calloc(LINE_VALUES * most + 1, sizeof *list->values)};
    return list->values != NULL;
}

/* Numbers, literals and the fold itself have no line: they are written where they are used. */
static void list_lines(const writer *w, size_t first, size_t end, listing *list)
{
    for (size_t k = first; k < end; k++) {
        const cj_line *line = &w->step->lines[k];
        char name[24];
        cj_text text = {0};

        if (line->kind != CJ_LINE_INPUT && line->kind != CJ_LINE_FUNCTION)
            continue;
        snprintf(name, sizeof name, "t%zu", k);
        if (line->kind == CJ_LINE_INPUT)
            cj_text_printf(&text, w->elements ? "x%" PRIu32 "[i]" : "x%" PRIu32, line->index);
        else
            write_application(w, (uint32_t)k, &text);
        list->texts.failed |= text.failed;
        add_item(list, "text", name, spelling_of(term_of(w, (uint32_t)k)->type.dtype), text.failed ? "" : text.data);
        cj_text_clear(&text);
    }
}

static cujit_dtype type_of_input(const writer *w, size_t k)
{
    return cj_plan_term(w->plan, w->step->inputs[k].term)->type.dtype;
}

/* The type of a number of C's in a kernel: that of its kind. */
static cujit_dtype type_of_number(const writer *w, size_t k)
{
    const cj_line *line = w->step->lines;

    while (line->kind != CJ_LINE_NUMBER || line->index != k)
        line++;
    return cj_plan_term(w->plan, line->term)->type.dtype;
}

static void list_parameters(const writer *w, bool inputs, listing *list)
{
    char name[24];

    for (size_t k = 0; inputs && k < w->step->input_count; k++) {
        snprintf(name, sizeof name, "x%zu", k);
        add_item(list, "text", name, spelling_of(type_of_input(w, k)), "");
    }
    for (size_t k = 0; k < w->step->number_count; k++) {
        snprintf(name, sizeof name, "a%zu", k);
        add_item(list, "text", name, spelling_of(type_of_number(w, k)), "");
    }
}

static cujit_status render(writer *w, const char *template, const cj_value *values, size_t count, cj_text *out)
{
    cujit_status status = cj_template_render(cj_template_files, template, values, count, "", out, w->error);

    return status == CUJIT_OK && out->failed ? cj_error_no_memory(w->error, "the text of a kernel") : status;
}

/* ---- Elementwise ------------------------------------------------------------------------------------------------- */

static cujit_status write_operation(writer *w, cj_text *out)
{
    const cj_step *step = w->step;
    listing lines = {0}, outputs = {0};
    cujit_status status = CUJIT_ERROR_OUT_OF_MEMORY;

    w->elements = true;
    if (!begin_list(&lines, step->line_count) || !begin_list(&outputs, step->output_count)) {
        cj_error_no_memory(w->error, "the text of a kernel");
        goto out;
    }
    list_lines(w, 0, step->line_count, &lines);
    for (size_t k = 0; k < step->output_count; k++) {
        char name[24];
        cj_text value = {0};

        snprintf(name, sizeof name, "z%zu", k);
        write_value(w, step->outputs[k].line, &value);
        outputs.texts.failed |= value.failed;
        add_item(&outputs, "value", name, "", value.failed ? "" : value.data);
        cj_text_clear(&value);
    }
    if (lines.texts.failed || outputs.texts.failed) {
        cj_error_no_memory(w->error, "the text of a kernel");
        goto out;
    }
    {
        const cj_value values[] = {finish_list(&lines, "lines"), finish_list(&outputs, "outputs")};

        status = render(w, "expression_operation", values, 2, out);
    }
out:
    clear_list(&lines);
    clear_list(&outputs);
    return status;
}

static cujit_dtype type_of_output(const writer *w, size_t k)
{
    return term_of(w, w->step->outputs[k].line)->type.dtype;
}

/* The kernel's arguments; and how a fold's texts hand them on. */
static void write_signature(writer *w)
{
    const cj_step *step = w->step;
    const char *comma = "";

    for (size_t k = 0; step->kind == CJ_STEP_ELEMENTWISE && k < step->output_count; k++, comma = ", ")
        cj_text_printf(&w->signature, "%s%s *z%zu", comma, spelling_of(type_of_output(w, k)), k);
    for (size_t k = 0; k < step->input_count; k++, comma = ", ") {
        cj_text_printf(&w->signature, "%sconst %s *x%zu", comma, spelling_of(type_of_input(w, k)), k);
        cj_text_printf(&w->elements_of, "%sx%zu[i]", k > 0 ? ", " : "", k);
    }
    for (size_t k = 0; k < step->number_count; k++, comma = ", ") {
        cj_text_printf(&w->signature, "%s%s a%zu", comma, spelling_of(type_of_number(w, k)), k);
        cj_text_printf(&w->elements_of, ", a%zu", k);
        cj_text_printf(&w->numbers_of, ", a%zu", k);
    }
}

static cujit_status make_elementwise(cujit_context *context, writer *w, const cujit_elementwise_spec *given,
                                     void **kernel)
{
    cj_text operation = {0}, preamble = {0};
    cujit_elementwise_spec spec = *given;
    cujit_elementwise *made = NULL;
    cujit_status status = write_operation(w, &operation);

    if (status == CUJIT_OK)
        status = cj_functions_preamble(operation.data, &preamble, w->error);
    cj_text_append(&preamble, given->preamble);
    if (status == CUJIT_OK && (preamble.failed || w->signature.failed))
        status = cj_error_no_memory(w->error, "the text of a kernel");
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

/* A function of the lines from `first` to `end`, whose value is that of `line`. */
static cujit_status write_function(writer *w, const char *name, size_t first, size_t end, uint32_t line, bool map)
{
    listing lines = {0}, parameters = {0};
    cj_text value = {0};
    cujit_status status = CUJIT_ERROR_OUT_OF_MEMORY;

    w->elements = false;
    if (!begin_list(&lines, end - first) ||
        !begin_list(&parameters, w->step->input_count + w->step->number_count + 1)) {
        cj_error_no_memory(w->error, "the text of a kernel");
        goto out;
    }
    if (!map)
        add_item(&parameters, "text", "a", spelling_of(cj_plan_term(w->plan, w->step->fold)->type.dtype), "");
    list_parameters(w, map, &parameters);
    list_lines(w, first, end, &lines);
    write_value(w, line, &value);
    if (lines.texts.failed || parameters.texts.failed || value.failed) {
        cj_error_no_memory(w->error, "the text of a kernel");
        goto out;
    }
    {
        const cj_value values[] = {
            finish_list(&lines, "lines"),
            finish_list(&parameters, "parameters"),
            cj_value_text("TYPE", spelling_of(term_of(w, line)->type.dtype)),
            cj_value_text("NAME", name),
            cj_value_text("VALUE", value.data),
        };

        status = render(w, "expression_map", values, sizeof values / sizeof *values, &w->functions);
    }
out:
    clear_list(&lines);
    clear_list(&parameters);
    cj_text_clear(&value);
    return status;
}

/* What the fold takes as an element: x0[i] where that is all of it, so that its packed forms are found. */
static cujit_status write_element(writer *w, cj_text *out)
{
    const cj_step *step = w->step;
    cujit_status status;

    if (step->lines[step->folded].kind == CJ_LINE_INPUT && step->input_count == 1 && step->number_count == 0) {
        cj_text_append(out, "x0[i]");
        return CUJIT_OK;
    }
    if ((status = write_function(w, "cujit_np_map", 0, step->map_count, step->folded, true)) == CUJIT_OK)
        cj_text_printf(out, "cujit_np_map(%s)", w->elements_of.data);
    return status;
}

/* What is done to the result. */
static cujit_status write_post(writer *w, const char *own, cj_text *out)
{
    const cj_step *step = w->step;
    const cj_term *fold = cj_plan_term(w->plan, step->fold);
    cujit_status status;

    if (step->outputs[0].term == step->fold) {
        cj_text_append(out, own);
        return CUJIT_OK;
    }
    status = write_function(w, "cujit_np_post", step->map_count, step->line_count, step->outputs[0].line, false);
    cj_text_printf(out, "cujit_np_post((%s)(%s)%s)", spelling_of(fold->type.dtype), own != NULL ? own : "a",
                   w->numbers_of.data != NULL ? w->numbers_of.data : "");
    return status;
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

static cujit_status make_fold(cujit_context *context, writer *w, const cujit_elementwise_spec *given,
                              const cujit_reduction_result *fold, void **kernel)
{
    const char *out_type = spelling_of(cj_plan_term(w->plan, w->step->outputs[0].term)->type.dtype);
    cujit_elementwise_spec texts = *given;
    cj_text preamble = {0};
    cujit_status status = CUJIT_OK;

    if (w->functions.length > 0)
        status = cj_functions_preamble(w->functions.data, &preamble, w->error);
    cj_text_append(&preamble, given->preamble);
    cj_text_append(&preamble, w->functions.data);
    if (status == CUJIT_OK && (preamble.failed || w->signature.failed))
        status = cj_error_no_memory(w->error, "the text of a kernel");
    texts.arguments = w->signature.data;
    texts.preamble = preamble.length > 0 ? preamble.data : NULL;
    if (status == CUJIT_OK)
        status = (w->step->kind == CJ_STEP_REDUCTION ? make_reduction : make_scan)(context, &texts, out_type, fold,
                                                                                   kernel, w->error);
    cj_text_clear(&preamble);
    return status;
}

/* Left out, it would be the type of what a post makes of it. */
static const char *accumulator_of(const writer *w, const cujit_reduction_result *fold)
{
    const cujit_dtype dtype = cj_plan_term(w->plan, w->step->fold)->type.dtype;

    return fold->accumulator != NULL ? fold->accumulator : is_small(dtype) ? "float" : spelling_of(dtype);
}

static cujit_status make_any_fold(cujit_context *context, writer *w, const cujit_elementwise_spec *given, void **kernel)
{
    const cj_fold_detail *detail = &cj_plan_term(w->plan, w->step->fold)->of.fold;
    cj_text lines = {0}, element = {0}, post = {0};
    cujit_reduction_result fold = {0};
    cujit_status status = write_element(w, &element);

    if (status == CUJIT_OK && element.failed)
        status = cj_error_no_memory(w->error, "the text of a kernel");
    if (status == CUJIT_OK)
        status = cj_reducer_texts(detail->reducer, detail->ddof, term_of(w, w->step->folded)->type.dtype, element.data,
                                  &lines, &fold, w->error);
    fold.accumulator = accumulator_of(w, &fold);
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
    writer w = {.plan = plan, .step = step, .error = error};
    cujit_status status;

    write_signature(&w);
    status = step->kind == CJ_STEP_ELEMENTWISE ? make_elementwise(context, &w, &given, &step->kernel)
                                               : make_any_fold(context, &w, &given, &step->kernel);
    cj_text_clear(&w.signature);
    cj_text_clear(&w.elements_of);
    cj_text_clear(&w.numbers_of);
    cj_text_clear(&w.functions);
    return status;
}

void cj_step_free_kernel(cj_step *step)
{
    if (step->kind == CJ_STEP_ELEMENTWISE)
        cujit_elementwise_free(step->kernel);
    else if (step->kind == CJ_STEP_REDUCTION)
        cujit_reduction_free(step->kernel);
    else
        cujit_scan_free(step->kernel);
    step->kernel = NULL;
}
