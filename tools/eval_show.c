/*
 * eval_show.c: what `cujit eval` says: values that no file took, or all as JSON.
 */
#include "eval_time.h"
#include "plot.h"
#include "summary.h"

#include <stdlib.h>
#include <unistd.h>

/* "z = float32 (2, 3)"; the text's own value has no name. */
static void print_head(FILE *file, const eval_value *value, const char *end)
{
    char *shape = cli_shape_text(cujit_array_ndim(value->array), cujit_array_shape(value->array));

    fprintf(file, "%s%s%s %s%s", value->name != NULL ? value->name : "", value->name != NULL ? " = " : "",
            cujit_dtype_name(cujit_array_dtype(value->array)), shape, end);
    free(shape);
}

/* On a terminal, of what is too long to be seen at once. */
static bool wants_summary(const eval_command *self, const eval_value *value)
{
    enum { SEEN = 20 };

    return self->summary ||
           (eval_file(self) == stdout && isatty(STDOUT_FILENO) && cujit_array_size(value->array) > SEEN);
}

static bool print_summary(eval_command *self, eval_value *value)
{
    cli_summary summary;

    if (!wants_summary(self, value))
        return true;
    if (!eval_fetch(self, value))
        return false;
    cli_summary_make(&value->host, &summary);
    cli_summary_print(eval_file(self), &value->host, &summary);
    return true;
}

/* Whether files take it, and which. */
static bool print_files(const eval_command *self, const eval_value *value)
{
    bool taken = false;

    for (size_t k = 0; k < self->output_count; k++) {
        if (!eval_takes(self, &self->outputs[k], value))
            continue;
        taken = true;
        if (eval_is_standard(self->outputs[k].path))
            continue;
        print_head(eval_file(self), value, " -> ");
        fprintf(eval_file(self), "%s\n", self->outputs[k].path);
    }
    return taken;
}

/* A single value comes without a heading, so that scripts can use it. */
static bool print_values(eval_command *self)
{
    bool good = true;

    for (size_t k = 0; good && k < self->value_count; k++) {
        eval_value *value = &self->values[k];
        const bool shown = !print_files(self, value);

        if (shown && self->source)
            continue;
        if (shown && (self->value_count > 1 || value->name != NULL))
            print_head(eval_file(self), value, "\n");
        good = (!shown || cujit_array_print(value->array, eval_file(self), NULL, &self->error) == CUJIT_OK) &&
               print_summary(self, value);
    }
    return good;
}

static void print_source(const eval_command *self)
{
    const cujit_expression_kernel *kernel;

    for (size_t k = 0; (kernel = cujit_expression_get_kernel(self->explained, k)) != NULL; k++)
        fprintf(eval_file(self), "%s// %s: %s\n%s", k > 0 ? "\n" : "", kernel->family, kernel->reason, kernel->source);
}

static bool is_written(const eval_command *self, const eval_value *value)
{
    bool written = false;

    for (size_t k = 0; k < self->output_count; k++)
        written = written || eval_takes(self, &self->outputs[k], value);
    return written;
}

static void show_files(const eval_command *self, cli_json *json, const eval_value *value)
{
    cli_json_begin(json, "files", '[');
    for (size_t k = 0; k < self->output_count; k++)
        if (eval_takes(self, &self->outputs[k], value))
            cli_json_text(json, NULL, self->outputs[k].path);
    cli_json_end(json, ']');
}

static void show_value(const eval_command *self, cli_json *json, const eval_value *value)
{
    cli_summary summary;

    cli_json_begin(json, NULL, '{');
    cli_json_text(json, "name", value->name);
    cli_json_text(json, "dtype", cujit_dtype_name(cujit_array_dtype(value->array)));
    cli_json_begin(json, "shape", '[');
    json->inside = true;
    for (int axis = 0; axis < cujit_array_ndim(value->array); axis++)
        cli_json_unsigned(json, NULL, cujit_array_shape(value->array)[axis]);
    cli_json_end(json, ']');
    json->inside = false;
    if (self->summary) {
        cli_summary_make(&value->host, &summary);
        cli_summary_json(json, "summary", &summary);
    }
    if (is_written(self, value))
        show_files(self, json, value);
    else
        cli_json_elements(json, "elements", &value->host);
    cli_json_end(json, '}');
}

static bool show_json(eval_command *self, const eval_time *time)
{
    cli_json json = {.file = eval_file(self)};
    bool good = true;

    for (size_t k = 0; good && k < self->value_count; k++)
        good = (is_written(self, &self->values[k]) && !self->summary) || eval_fetch(self, &self->values[k]);
    if (!good)
        return false;
    cli_json_begin(&json, NULL, '{');
    cli_json_text(&json, "device", cujit_context_device(self->context));
    cli_json_text(&json, "device_name", cujit_context_device_name(self->context));
    cli_json_begin(&json, "arrays", '[');
    for (size_t k = 0; k < self->value_count; k++)
        show_value(self, &json, &self->values[k]);
    cli_json_end(&json, ']');
    eval_time_json(&json, self, time);
    cli_json_end(&json, '}');
    return true;
}

bool eval_plot(eval_command *self)
{
    const size_t count = self->names.has_value ? 1 : self->value_count;
    cli_array *arrays = cli_alloc(count * sizeof *arrays);
    bool good = true;

    for (size_t k = 0; good && k < count && self->plot != NULL; k++) {
        good = eval_fetch(self, &self->values[k]);
        arrays[k] = self->values[k].host;
    }
    good = good && (self->plot == NULL || cli_plot(self->plot, count, arrays, &self->problem));
    free(arrays);
    return good;
}

static bool show_text(eval_command *self, const eval_time *time)
{
    if (!print_values(self))
        return false;
    if (self->source)
        print_source(self);
    fflush(stdout);
    if (time->runs > 0)
        eval_time_print(stderr, self, time);
    return true;
}

bool eval_show(eval_command *self)
{
    eval_time time = {0};
    const bool good = eval_measure(self, &time) && (self->json ? show_json(self, &time) : show_text(self, &time));

    eval_time_clear(&time);
    return good;
}
