/*
 * run_results.c: the results of `cujit run`: fetched, written to files, printed.
 */
#include "npy.h"
#include "report.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

static bool is_zero(const unsigned char *data, size_t size)
{
    return size == 0 || (data[0] == 0 && memcmp(data, data + 1, size - 1) == 0);
}

/* The elements as they are now, beside those that were there before. */
static bool fetch(run_command *self, run_binding *binding)
{
    const cli_array *before = &binding->before;

    if (!cli_array_create(binding->parameter->dtype, before->ndim, before->shape, before->fortran, &binding->after,
                          &self->problem))
        return false;
    if (before->bytes > 0 && cujit_array_to_host(binding->device, binding->after.data, before->bytes, &self->error))
        return false;
    binding->changed = before->data == NULL ? !is_zero(binding->after.data, before->bytes)
                                            : memcmp(before->data, binding->after.data, before->bytes) != 0;
    binding->shown = binding->output != NULL || binding->value == NULL || binding->changed;
    /* From here on it meets files and people only. */
    return cli_array_split(&binding->after, &self->problem);
}

static bool is_result(const run_binding *binding)
{
    return binding->parameter->pointer && !binding->parameter->is_const;
}

bool cli_run_fetch(run_command *self)
{
    bool any = false;

    for (size_t k = 0; k < self->count; k++) {
        run_binding *binding = &self->bindings[k];

        if (!is_result(binding))
            continue;
        if (!fetch(self, binding))
            return false;
        any = any || binding->shown;
    }
    /* Nothing is an output, and nothing changed: then what could have changed is what there is to see. */
    for (size_t k = 0; k < self->count && !any; k++)
        self->bindings[k].shown = is_result(&self->bindings[k]);
    return true;
}

static bool write_files(run_command *self)
{
    for (size_t k = 0; k < self->count; k++) {
        run_binding *binding = &self->bindings[k];

        if (binding->output == NULL)
            continue;
        if (!cli_npy_write(binding->output, &binding->after, &self->problem))
            return false;
        if (binding->after.dtype == CUJIT_BFLOAT16)
            cli_note("run", "%s: NumPy has no bfloat16; %s holds its bits as uint16", binding->parameter->name,
                     binding->output);
    }
    return true;
}

FILE *cli_run_file(const run_command *self)
{
    for (size_t k = 0; k < self->output_count; k++)
        if (cli_is_standard(self->outputs[k].text))
            return stderr;
    return stdout;
}

static void show_json(const run_command *self, const run_time *time)
{
    cli_json json = {.file = cli_run_file(self)};
    cujit_report report;

    cujit_elementwise_get_report(self->made, &report);
    cli_json_begin(&json, NULL, '{');
    cli_json_text(&json, "device", cujit_context_device(self->context));
    cli_json_text(&json, "device_name", cujit_context_device_name(self->context));
    cli_report_json(&json, "kernel", &report, self->kernel.verbose);
    cli_json_begin(&json, "arrays", '[');
    for (size_t k = 0; k < self->count; k++) {
        const run_binding *binding = &self->bindings[k];
        const cli_array *array = &binding->after;

        if (!binding->shown)
            continue;
        cli_json_begin(&json, NULL, '{');
        cli_json_text(&json, "name", binding->parameter->name);
        cli_json_text(&json, "dtype", cujit_dtype_name(array->dtype));
        cli_json_begin(&json, "shape", '[');
        json.inside = true;
        for (int axis = 0; axis < array->ndim; axis++)
            cli_json_unsigned(&json, NULL, array->shape[axis]);
        cli_json_end(&json, ']');
        json.inside = false;
        cli_json_bool(&json, "fortran_order", array->fortran);
        if (binding->output != NULL)
            cli_json_text(&json, "file", binding->output);
        else
            cli_json_elements(&json, "elements", array);
        cli_json_end(&json, '}');
    }
    cli_json_end(&json, ']');
    if (time->launches > 0)
        cli_run_time_json(&json, self, time);
    cli_json_end(&json, '}');
}

/* "z = float32 (3, 4)" and below it the elements, as NumPy shows them. */
static bool print_array(run_command *self, const run_binding *binding)
{
    const cli_array *array = &binding->after;
    const int axes = cujit_array_ndim(binding->device);
    ptrdiff_t strides[CLI_MAX_NDIM];
    cujit_array *view = NULL;
    char *shape = cli_shape_text(array->ndim, array->shape);
    cujit_status status;

    fprintf(cli_run_file(self), "%s = %s %s%s\n", binding->parameter->name, cujit_dtype_name(array->dtype), shape,
            array->fortran ? ", Fortran order" : "");
    free(shape);
    for (int axis = 0; axis < array->ndim; axis++) /* the components of vectors are one more */
        strides[axis] = axis < axes ? cujit_array_strides(binding->device)[axis]
                                    : (ptrdiff_t)cujit_dtype_size(array->dtype);
    status = cujit_array_view(self->context, array->dtype, array->ndim, array->shape, strides,
                              cujit_array_data(binding->device), &view, &self->error);
    if (status == CUJIT_OK)
        status = cujit_array_print(view, cli_run_file(self), NULL, &self->error);
    cujit_array_free(view);
    return status == CUJIT_OK;
}

static bool show_text(run_command *self)
{
    bool good = true;

    for (size_t k = 0; good && k < self->count; k++) {
        const run_binding *binding = &self->bindings[k];
        char *shape = NULL;

        if (!binding->shown || cli_is_standard(binding->output))
            continue;
        if (binding->output == NULL) {
            good = print_array(self, binding);
            continue;
        }
        shape = cli_shape_text(binding->after.ndim, binding->after.shape);
        fprintf(cli_run_file(self), "%s = %s %s -> %s\n", binding->parameter->name,
                cujit_dtype_name(binding->after.dtype), shape, binding->output);
        free(shape);
    }
    return good;
}

bool cli_run_show(run_command *self)
{
    run_time time = {0};

    if (!write_files(self) || (self->time && !cli_run_measure(self, &time)))
        return false;
    if (self->kernel.json)
        show_json(self, &time);
    else if (!show_text(self))
        return false;
    if (!self->kernel.json && self->time) {
        fflush(stdout);
        cli_run_time_print(stderr, self, &time);
    }
    return true;
}
