/*
 * eval_run.c: runs the text of `cujit eval`, and finds the values that are asked for.
 *
 * A text has one value of its own. What it assigns to operands is in these; what else it assigns is there while it runs
 * only, so that each such name that somebody wants takes a run of the text with that name as its value.
 */
#include "eval.h"

#include <stdlib.h>
#include <string.h>

static eval_operand *find_operand(const eval_command *self, const char *name)
{
    for (size_t k = 0; k < self->operand_count; k++)
        if (strcmp(self->operands[k].name, name) == 0)
            return &self->operands[k];
    return NULL;
}

/* Will there be more than one run? */
static bool runs_again(const eval_command *self)
{
    bool again = self->repeat > 0 || self->explain;

    for (size_t k = 0; k < self->names.count; k++)
        again = again || (self->names.items[k].written != 0 && find_operand(self, self->names.items[k].text) == NULL);
    return again;
}

/* What the text assigns to is as it was before the first run. */
bool eval_restore(eval_command *self)
{
    bool good = true;

    if (!runs_again(self))
        return true;

    for (size_t k = 0; good && k < self->operand_count; k++) {
        eval_operand *operand = &self->operands[k];

        if (!operand->written || operand->array == NULL)
            continue;
        if (operand->before == NULL)
            good = cujit_array_copy(operand->array, NULL, &operand->before, &self->error) == CUJIT_OK;
        else if (self->runs > 0)
            good = cujit_array_assign(operand->array, operand->before, NULL, &self->error) == CUJIT_OK;
    }
    return good;
}

bool eval_launch(eval_command *self, cujit_expression *expression, const cujit_expression_options *options,
                 cujit_array **result)
{
    const cujit_named named = {self->operand_names, self->items, self->operand_count};

    self->runs++;
    return cujit_expression_run(expression, options, named, result, &self->error) == CUJIT_OK;
}

static bool run_once(eval_command *self, cujit_expression *expression, cujit_array **result)
{
    return eval_restore(self) && eval_launch(self, expression, NULL, result);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static eval_value *add_value(eval_command *self, const char *name)
{
    self->values = cli_realloc(self->values, (self->value_count + 1) * sizeof *self->values);
    self->values[self->value_count] = (eval_value){.name = name};
    return &self->values[self->value_count++];
}

/* The text up to its value, and the name as that. */
static bool run_for(eval_command *self, const char *name, cujit_array **out)
{
    const size_t length = self->names.has_value ? self->names.last : strlen(self->text);
    char *text = cli_format("%.*s\n%s", (int)length, self->text, name);
    cujit_expression_spec spec = self->limits;
    cujit_expression *made = NULL;
    bool good;

    spec.text = text;
    spec.max_length = 0; /* that of the text itself was looked at */
    good = cujit_expression_create(self->context, &spec, &made, &self->error) == CUJIT_OK && run_once(self, made, out);
    if (good && self->explained == NULL) {
        self->explained = made;
        self->explains_value = true;
    } else {
        cujit_expression_free(made);
    }
    free(text);
    return good;
}

/* The type that was asked for is that of the text's value. */
static bool convert(eval_command *self, eval_value *value)
{
    cujit_array *converted = NULL;

    if (self->out_dtype == CUJIT_DTYPE_NONE || cujit_array_dtype(value->array) == self->out_dtype)
        return true;
    if (cujit_array_astype(value->array, self->out_dtype, NULL, &converted, &self->error) != CUJIT_OK)
        return false;
    cujit_array_free(value->array);
    value->array = converted;
    return true;
}

static bool run_own(eval_command *self, cujit_array **result)
{
    cujit_expression_report report;

    if (!run_once(self, self->made, result))
        return false;
    cujit_expression_get_report(self->made, &report);
    if (report.kernel_count > 0 || result != NULL) {
        self->explained = self->made;
        self->explains_value = result != NULL;
    }
    return true;
}

/* The text's own value; true also where it has none. */
static bool take_own(eval_command *self)
{
    eval_value *value;

    if (!self->names.has_value)
        return run_own(self, NULL);
    value = add_value(self, NULL);
    value->owned = true;
    return run_own(self, &value->array) && convert(self, value);
}

/* A name's value. */
static bool take_name(eval_command *self, const char *name)
{
    const eval_operand *operand = find_operand(self, name);
    eval_value *value;

    for (size_t k = 0; k < self->value_count; k++)
        if (self->values[k].name != NULL && strcmp(self->values[k].name, name) == 0)
            return true;
    value = add_value(self, name);
    if (operand != NULL && operand->array != NULL) {
        value->array = operand->array;
        return true;
    }
    value->owned = true;
    return run_for(self, name, &value->array);
}

/* All names that the text assigns to. */
static bool take_assigned(eval_command *self)
{
    bool good = true;

    for (size_t k = 0; good && k < self->names.count; k++)
        if (self->names.items[k].written != 0)
            good = take_name(self, self->names.items[k].text);
    return good;
}

static bool take_output(eval_command *self, const eval_output *output)
{
    const cli_name *name = output->name != NULL ? cli_names_get(&self->names, output->name) : NULL;

    if (output->name == NULL)
        return cli_ends_in(output->path, ".npz") || !self->names.has_value ? take_assigned(self) : true;
    if (name == NULL)
        return cli_problem_usage(&self->problem, "-o %s=%s: the expression has no name '%s'", output->name,
                                 output->path, output->name);
    return take_name(self, output->name);
}

bool eval_run(eval_command *self)
{
    bool good = take_own(self);

    for (size_t k = 0; good && k < self->output_count; k++)
        good = take_output(self, &self->outputs[k]);
    if (good && self->output_count == 0 && !self->names.has_value)
        good = take_assigned(self);
    if (self->explained == NULL) {
        self->explained = self->made;
        self->explains_value = self->names.has_value;
    }
    return good && cujit_context_synchronize(self->context, &self->error) == CUJIT_OK;
}

bool eval_fetch(eval_command *self, eval_value *value)
{
    const cujit_array *array = value->array;

    if (value->host.data != NULL)
        return true;
    return cli_array_create(cujit_array_dtype(array), cujit_array_ndim(array), cujit_array_shape(array), false,
                            &value->host, &self->problem) &&
           cujit_array_read(array, value->host.data, value->host.bytes, &self->error) == CUJIT_OK;
}
