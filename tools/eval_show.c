/*
 * eval_show.c: what `cujit eval` says: values that no file took, or all as JSON.
 */
#include "eval.h"

#include <stdlib.h>
#include <string.h>

/* "z = float32 (2, 3)"; the text's own value has no name. */
static void print_head(FILE *file, const eval_value *value, const char *end)
{
    char *shape = cli_shape_text(cujit_array_ndim(value->array), cujit_array_shape(value->array));

    fprintf(file, "%s%s%s %s%s", value->name != NULL ? value->name : "", value->name != NULL ? " = " : "",
            cujit_dtype_name(cujit_array_dtype(value->array)), shape, end);
    free(shape);
}

/* A single value comes without a heading, so that scripts can use it. */
static bool print_values(eval_command *self)
{
    bool good = true;

    for (size_t k = 0; good && k < self->value_count && self->output_count == 0; k++) {
        if (self->value_count > 1 || self->values[k].name != NULL)
            print_head(stdout, &self->values[k], "\n");
        good = cujit_array_print(self->values[k].array, stdout, NULL, &self->error) == CUJIT_OK;
    }
    for (size_t m = 0; m < self->output_count; m++)
        for (size_t k = 0; k < self->value_count; k++) {
            if (!eval_takes(self, &self->outputs[m], &self->values[k]) || eval_is_standard(self->outputs[m].path))
                continue;
            print_head(eval_file(self), &self->values[k], " -> ");
            fprintf(eval_file(self), "%s\n", self->outputs[m].path);
        }
    return good;
}

static void show_files(const eval_command *self, cli_json *json, const eval_value *value)
{
    cli_json_begin(json, "files", '[');
    for (size_t k = 0; k < self->output_count; k++)
        if (eval_takes(self, &self->outputs[k], value))
            cli_json_text(json, NULL, self->outputs[k].path);
    cli_json_end(json, ']');
}

static bool show_json(eval_command *self)
{
    cli_json json = {.file = eval_file(self)};
    bool good = true;

    for (size_t k = 0; good && k < self->value_count && self->output_count == 0; k++)
        good = eval_fetch(self, &self->values[k]);
    if (!good)
        return false;
    cli_json_begin(&json, NULL, '{');
    cli_json_text(&json, "device", cujit_context_device(self->context));
    cli_json_text(&json, "device_name", cujit_context_device_name(self->context));
    cli_json_begin(&json, "arrays", '[');
    for (size_t k = 0; k < self->value_count; k++) {
        const eval_value *value = &self->values[k];

        cli_json_begin(&json, NULL, '{');
        cli_json_text(&json, "name", value->name);
        cli_json_text(&json, "dtype", cujit_dtype_name(cujit_array_dtype(value->array)));
        cli_json_begin(&json, "shape", '[');
        json.inside = true;
        for (int axis = 0; axis < cujit_array_ndim(value->array); axis++)
            cli_json_unsigned(&json, NULL, cujit_array_shape(value->array)[axis]);
        cli_json_end(&json, ']');
        json.inside = false;
        if (self->output_count == 0)
            cli_json_elements(&json, "elements", &value->host);
        else
            show_files(self, &json, value);
        cli_json_end(&json, '}');
    }
    cli_json_end(&json, ']');
    cli_json_end(&json, '}');
    return true;
}

bool eval_show(eval_command *self)
{
    return self->json ? show_json(self) : print_values(self);
}
