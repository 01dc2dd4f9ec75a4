/*
 * step_text.c: lines as text: one declaration for each.
 *
 * Names are the step's own (x0 for inputs, z0 for outputs, a0 for numbers, t0 for lines, r0 for a row's results), so
 * that texts that differ in names alone share their kernels.
 */
#include "libjit/expression/step_text.h"

#include "libjit/base/alloc.h"
#include "libjit/base/template.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *spelling_of(cujit_dtype dtype)
{
    return cujit_dtype_spelling(dtype);
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
    case CUJIT_INT64: /* the least one is no literal: it would be the negative of one that no long long is */
        if (term->of.literal.integer == INT64_MIN)
            cj_text_printf(out, "(-%" PRId64 "LL - 1)", INT64_MAX);
        else
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
static void write_value(const cj_step_writer *w, uint32_t line, cj_text *out)
{
    switch (w->step->lines[line].kind) {
    case CJ_LINE_FOLD:
        if (w->step->kind == CJ_STEP_ROWS)
            cj_text_printf(out, "r%" PRIu32, w->step->lines[line].index);
        else
            cj_text_append(out, "a");
        break;
    case CJ_LINE_NUMBER:
        cj_text_printf(out, "a%" PRIu32, w->step->lines[line].index);
        break;
    case CJ_LINE_LITERAL:
        write_literal(cj_step_line_term(w, line), out);
        break;
    case CJ_LINE_PLACE:
        cj_text_append(out, "((long long)i)");
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

/* A value of type `from`, which `value` is the text of, as one of `to`: in brackets. 16-bit ones come as float, unless
 * they are wanted exactly so, and so do 8-bit ones that do not stay what they are. */
static void write_converted(const char *value, cujit_dtype from, cujit_dtype to, bool exact, cj_text *out)
{
    const char *name = cujit_dtype_name(to);
    const cj_value_type type = {from, false};
    const bool small = cj_step_is_small(from) && !(exact && from == to);
    cj_text operand = {0};
    cj_typing typing;

    cj_text_printf(&operand, small || (cj_dtype_is_float8(from) && from != to) ? "((float)%s)" : "%s", value);
    if (from == to) {
        cj_text_append(out, operand.data);
    } else if (cj_function_resolve(cj_function_find(name, strlen(name)), &type, &typing)) {
        cj_text_printf(out, cj_step_is_small(to) && !exact ? "((float)(%s)(" : "((%s)(", spelling_of(to));
        substitute(typing.text, &operand, out);
        cj_text_append(out, "))");
    }
    out->failed |= operand.failed;
    cj_text_clear(&operand);
}

/* What an APPLY comes to, cast to its type. */
static void write_application(const cj_step_writer *w, uint32_t line, cj_text *out)
{
    const cj_term *term = cj_step_line_term(w, line);
    const cj_typing *typing = &w->plan->formula.typings[term->typing];
    cj_text operands[CJ_FUNCTION_MAX_OPERANDS] = {{0}};

    for (uint32_t k = 0; k < term->count; k++) {
        const uint32_t argument = w->step->lines[line].arguments[k];
        cj_text value = {0};

        write_value(w, argument, &value);
        write_converted(value.data != NULL ? value.data : "", cj_step_line_term(w, argument)->type.dtype,
                        typing->operands[k], typing->exact, &operands[k]);
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

static size_t count_table_lengths(const cj_step_writer *w, size_t input)
{
    return w->step->inputs[input].table ? (size_t)cj_plan_term(w->plan, w->step->inputs[input].term)->rank : 0;
}

/* The length of all of a table, or of an axis: those are parameters, n0_1. */
static void write_length(const cj_step_writer *w, uint32_t table, size_t axis, bool all, cj_text *out)
{
    const size_t count = all ? count_table_lengths(w, table) : 1;

    for (size_t k = 0; k < count; k++)
        cj_text_printf(out, "%sn%" PRIu32 "_%zu", k > 0 ? " * " : "", table, all ? k : axis);
}

/* An element of a table: x0[(place(t1, n0_0)) * n0_1 + place(t2, n0_1)]. */
static void write_taken(const cj_step_writer *w, uint32_t line, cj_text *out)
{
    static const char *const modes[] = {
        [CJ_TAKE_NEAREST] = "place", [CJ_TAKE_CLIP] = "place_clip", [CJ_TAKE_WRAP] = "place_wrap"};
    const cj_line *of = &w->step->lines[line];
    const cj_term *term = cj_step_line_term(w, line);
    cj_text place = {0};

    for (uint32_t k = 0; k < cj_term_broadcasts(term); k++) {
        cj_text more = {0};

        if (k > 0) {
            cj_text_printf(&more, "(%s) * ", place.data != NULL ? place.data : "");
            write_length(w, of->index, k, false, &more);
            cj_text_append(&more, " + ");
        }
        cj_text_printf(&more, "cujit_np_%s(", modes[term->of.take.mode]);
        write_value(w, of->arguments[k], &more);
        cj_text_append(&more, ", ");
        write_length(w, of->index, k, term->of.take.flat, &more);
        cj_text_append(&more, ")");
        more.failed |= place.failed;
        cj_text_clear(&place);
        place = more;
    }
    cj_text_printf(out, "x%" PRIu32 "[%s]", of->index, place.data != NULL ? place.data : "");
    out->failed |= place.failed;
    cj_text_clear(&place);
}

/* An element that there is only where the place is none below 0. */
static void write_won(const cj_step_writer *w, uint32_t line, cj_text *out)
{
    const cj_line *of = &w->step->lines[line];

    cj_text_printf(out, "cujit_np_won(x%" PRIu32 ", ", of->index);
    write_value(w, of->arguments[0], out);
    cj_text_append(out, ", ");
    write_length(w, of->index, 0, true, out);
    cj_text_append(out, ")");
}

/* cujit_np_win(z0, cujit_np_within(cujit_np_within(0, t1, n0), t2, n1), (long long)i) */
static void write_winner(const cj_step_writer *w, uint32_t line, cj_text *out)
{
    const cj_line *of = &w->step->lines[line];
    const uint32_t count = cj_term_broadcasts(cj_step_line_term(w, line));

    cj_text_append(out, "cujit_np_win(z0, ");
    for (uint32_t k = 0; k < count; k++)
        cj_text_append(out, "cujit_np_within(");
    cj_text_append(out, "0");
    for (uint32_t k = 0; k < count; k++) {
        cj_text_append(out, ", ");
        write_value(w, of->arguments[k], out);
        cj_text_printf(out, ", n%" PRIu32 ")", k);
    }
    cj_text_append(out, ", (long long)i)");
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* What a template takes of lines and parameters: {name, type, text or value}. The texts lie in `texts`, by offsets
 * until all are there. */
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

static void write_input(const cj_step *step, uint32_t k, cj_text *out)
{
    const cj_input *input = &step->inputs[k];

    cj_text_printf(out, "x%" PRIu32 "[%s]", k, input->rowed ? "row" : input->shared ? "j" : "i");
}

/* Numbers, literals and the results of folds have no line: they are written where they are used. `elements`: inputs are
 * those of arrays, and not parameters. */
static void list_lines(const cj_step_writer *w, size_t first, size_t end, bool elements, listing *list)
{
    for (size_t k = first; k < end; k++) {
        const cj_line *line = &w->step->lines[k];
        char name[24];
        cj_text text = {0};

        if (line->kind != CJ_LINE_INPUT && line->kind != CJ_LINE_FUNCTION && line->kind != CJ_LINE_TAKE &&
            line->kind != CJ_LINE_WINNER)
            continue;
        snprintf(name, sizeof name, "t%zu", k);
        if (line->kind == CJ_LINE_TAKE && cj_step_line_term(w, (uint32_t)k)->of.take.mode == CJ_TAKE_WON)
            write_won(w, (uint32_t)k, &text);
        else if (line->kind == CJ_LINE_TAKE)
            write_taken(w, (uint32_t)k, &text);
        else if (line->kind == CJ_LINE_WINNER)
            write_winner(w, (uint32_t)k, &text);
        else if (line->kind == CJ_LINE_FUNCTION)
            write_application(w, (uint32_t)k, &text);
        else if (elements)
            write_input(w->step, line->index, &text);
        else
            cj_text_printf(&text, "x%" PRIu32, line->index);
        list->texts.failed |= text.failed;
        add_item(list, "text", name, spelling_of(cj_step_line_term(w, (uint32_t)k)->type.dtype),
                 text.failed ? "" : text.data);
        cj_text_clear(&text);
    }
}

static cujit_dtype type_of_input(const cj_step_writer *w, size_t k)
{
    return cj_plan_term(w->plan, w->step->inputs[k].term)->type.dtype;
}

/* The line of number k. */
static uint32_t number_line(const cj_step *step, size_t k)
{
    uint32_t line = 0;

    while (step->lines[line].kind != CJ_LINE_NUMBER || step->lines[line].index != k)
        line++;
    return line;
}

/* Does line `at` use another, other than by converting it to a float? */
static bool uses_wide(const cj_step_writer *w, uint32_t at, uint32_t number)
{
    const cj_line *line = &w->step->lines[at];
    const cj_term *term = cj_step_line_term(w, at);
    bool wide = false;

    if (line->kind != CJ_LINE_FUNCTION && line->kind != CJ_LINE_TAKE && line->kind != CJ_LINE_WINNER)
        return false;
    for (uint32_t k = 0; k < cj_term_broadcasts(term); k++) {
        wide = wide ||
               (line->arguments[k] == number &&
                (term->kind != CJ_TERM_APPLY || w->plan->formula.typings[term->typing].operands[k] != CUJIT_FLOAT32));
    }
    return wide;
}

uint64_t cj_step_find_floats(const cj_step_writer *w)
{
    const cj_step *step = w->step;
    uint64_t floats = 0;

    for (size_t k = 0; step->kind == CJ_STEP_ELEMENTWISE && k < step->number_count; k++) {
        const uint32_t number = number_line(step, k);
        bool wide = cj_step_line_term(w, number)->type.dtype != CUJIT_FLOAT64;

        for (size_t output = 0; output < step->output_count; output++)
            wide = wide || step->outputs[output].line == number;
        for (uint32_t at = number + 1; at < step->line_count; at++)
            wide = wide || uses_wide(w, at, number);
        floats |= (uint64_t)!wide << k;
    }
    return floats;
}

/* The type of a number of C's in a kernel: that of its kind, but for those that are floats. */
static cujit_dtype type_of_number(const cj_step_writer *w, size_t k)
{
    return (w->step->floats >> k & 1) != 0 ? CUJIT_FLOAT32 : cj_step_line_term(w, number_line(w->step, k))->type.dtype;
}

/* The program's own functions stand in kernels that call one. */
static bool calls_given(const cj_step *step, const cj_plan *plan)
{
    bool calls = false;

    for (size_t k = 0; k < step->line_count; k++)
        calls = calls || (step->lines[k].kind == CJ_LINE_FUNCTION &&
                          cj_function_is_given(cj_plan_term(plan, step->lines[k].term)->of.function));
    return calls;
}

/* What these lines are made of, as the parameters of a function, and as the arguments of its call. An element is cast
 * to the type that it has: so whoever looks at the call sees that it takes a value, whatever else there is in the
 * program's functions and in those of classes (half, complex numbers) that might take references
 * (libjit/syntax/access.c). */
static void list_parameters(const cj_step_writer *w, size_t first, size_t end, const char *folded, listing *list,
                            cj_text *call)
{
    const char *comma = "";

    for (size_t k = first; k < end; k++) {
        const cj_line *line = &w->step->lines[k];
        const char *type = spelling_of(cj_step_line_term(w, (uint32_t)k)->type.dtype);
        cj_text name = {0};

        if (line->kind == CJ_LINE_FUNCTION || line->kind == CJ_LINE_LITERAL)
            continue;
        cj_text_append(call, comma);
        if (line->kind == CJ_LINE_INPUT) {
            cj_text_printf(&name, "x%" PRIu32, line->index);
            cj_text_printf(call, "(%s)", type);
            write_input(w->step, line->index, call);
        } else {
            write_value(w, (uint32_t)k, &name);
            if (line->kind == CJ_LINE_FOLD && folded != NULL)
                cj_text_printf(call, "(%s)(%s)", type, folded);
            else
                cj_text_append(call, name.data);
        }
        list->texts.failed |= name.failed;
        add_item(list, "text", name.failed ? "" : name.data, type, "");
        cj_text_clear(&name);
        comma = ", ";
    }
}

static cujit_status render(cj_step_writer *w, const char *template, const cj_value *values, size_t count, cj_text *out)
{
    cujit_status status = cj_template_render(cj_template_files, template, values, count, "", out, w->error);

    return status == CUJIT_OK && out->failed ? cj_error_no_memory(w->error, "the text of a kernel") : status;
}

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

static void list_outputs(const cj_step_writer *w, bool rowed, listing *list)
{
    for (size_t k = 0; k < w->step->output_count; k++) {
        const cj_output *output = &w->step->outputs[k];
        char name[32];
        cj_text value = {0};

        if (output->rowed != rowed || w->step->kind == CJ_STEP_WINNER)
            continue;
        snprintf(name, sizeof name, "z%zu[%s]", k, rowed ? "row" : "i");
        write_value(w, output->line, &value);
        list->texts.failed |= value.failed;
        add_item(list, "value", name, "", value.failed ? "" : value.data);
        cj_text_clear(&value);
    }
}

cujit_status cj_step_write_statements(cj_step_writer *w, size_t first, size_t end, bool rowed, cj_text *out)
{
    listing lines = {0}, outputs = {0};
    cujit_status status = CUJIT_ERROR_OUT_OF_MEMORY;

    if (begin_list(&lines, end - first) && begin_list(&outputs, w->step->output_count)) {
        list_lines(w, first, end, true, &lines);
        list_outputs(w, rowed, &outputs);
    }
    if (lines.values == NULL || outputs.values == NULL || lines.texts.failed || outputs.texts.failed) {
        cj_error_no_memory(w->error, "the text of a kernel");
    } else {
        const cj_value values[] = {finish_list(&lines, "lines"), finish_list(&outputs, "outputs")};

        status = render(w, "expression_operation", values, 2, out);
    }
    clear_list(&lines);
    clear_list(&outputs);
    return status;
}

cujit_status cj_step_write_function(cj_step_writer *w, const char *name, size_t first, size_t end, uint32_t line,
                                    const char *folded, cj_text *call)
{
    listing lines = {0}, parameters = {0};
    cj_text value = {0};
    cujit_status status = CUJIT_ERROR_OUT_OF_MEMORY;

    cj_text_printf(call, "%s(", name);
    if (begin_list(&lines, end - first) && begin_list(&parameters, end - first)) {
        list_parameters(w, first, end, folded, &parameters, call);
        list_lines(w, first, end, false, &lines);
    }
    cj_text_append(call, ")");
    write_value(w, line, &value);
    if (lines.values == NULL || parameters.values == NULL || lines.texts.failed || parameters.texts.failed ||
        value.failed || call->failed) {
        cj_error_no_memory(w->error, "the text of a kernel");
    } else {
        const cj_value values[] = {
            finish_list(&lines, "lines"),
            finish_list(&parameters, "parameters"),
            cj_value_text("TYPE", spelling_of(cj_step_line_term(w, line)->type.dtype)),
            cj_value_text("NAME", name),
            cj_value_text("VALUE", value.data),
        };

        status = render(w, "expression_map", values, sizeof values / sizeof *values, &w->functions);
    }
    clear_list(&lines);
    clear_list(&parameters);
    cj_text_clear(&value);
    return status;
}

static cujit_dtype type_of_output(const cj_step_writer *w, size_t k)
{
    return cj_step_line_term(w, w->step->outputs[k].line)->type.dtype;
}

void cj_step_write_signature(cj_step_writer *w)
{
    const cj_step *step = w->step;
    const bool writes = cj_step_writes(step);
    const size_t winner_axes = step->kind == CJ_STEP_WINNER ? step->length_count : 0;
    const char *comma = "";

    for (size_t k = 0; writes && k < step->output_count; k++, comma = ", ")
        cj_text_printf(&w->signature, "%s%s *z%zu", comma, spelling_of(type_of_output(w, k)), k);
    for (size_t k = 0; k < step->input_count; k++, comma = ", ")
        cj_text_printf(&w->signature, "%sconst %s *x%zu", comma, spelling_of(type_of_input(w, k)), k);
    for (size_t k = 0; k < step->number_count; k++, comma = ", ")
        cj_text_printf(&w->signature, "%s%s a%zu", comma, spelling_of(type_of_number(w, k)), k);
    for (size_t k = 0; k < step->input_count; k++) {
        for (size_t axis = 0; axis < count_table_lengths(w, k); axis++)
            cj_text_printf(&w->signature, "%slong long n%zu_%zu", comma, k, axis);
    }
    for (size_t axis = 0; axis < winner_axes; axis++)
        cj_text_printf(&w->signature, ", long long n%zu", axis);
}

cujit_status cj_step_write_preamble(cj_step_writer *w, const char *given, const char *operation, cj_text *out)
{
    cj_text all = {0};
    cujit_status status = CUJIT_OK;

    cj_text_append(&all, w->functions.data);
    cj_text_append(&all, operation);
    if (all.length > 0 && !all.failed)
        status = cj_functions_preamble(all.data, out, w->error);
    if (calls_given(w->step, w->plan))
        cj_text_append(out, given);
    cj_text_append(out, w->functions.data);
    if (status == CUJIT_OK && (all.failed || out->failed || w->signature.failed))
        status = cj_error_no_memory(w->error, "the text of a kernel");
    cj_text_clear(&all);
    return status;
}

void cj_step_writer_clear(cj_step_writer *w)
{
    cj_text_clear(&w->signature);
    cj_text_clear(&w->functions);
}
