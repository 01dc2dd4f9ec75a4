/*
 * run_bind.c: the values of `cujit run` become arguments of the kernel: scalars as they are, arrays on the device.
 */
#include "npy.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

/* "a, x, z" */
static char *parameter_names(const run_command *self)
{
    char *names = cli_copy("");

    for (size_t k = 0; k < self->count; k++) {
        char *longer = cli_format("%s%s%s", names, k == 0 ? "" : ", ", self->bindings[k].parameter->name);

        free(names);
        names = longer;
    }
    return names;
}

static run_binding *find_binding(run_command *self, const char *name)
{
    char *names = NULL;

    for (size_t k = 0; k < self->count; k++) {
        if (strcmp(self->bindings[k].parameter->name, name) == 0)
            return &self->bindings[k];
    }
    names = parameter_names(self);
    cli_problem_usage(&self->problem, "the signature has no argument '%s'; it has %s", name, names);
    free(names);
    return NULL;
}

/* Texts to the parameters that they are for. */
static bool assign(run_command *self)
{
    for (size_t k = 0; k < self->value_count; k++) {
        run_binding *binding = find_binding(self, self->values[k].name);

        if (binding == NULL)
            return false;
        binding->value = self->values[k].text;
    }
    for (size_t k = 0; k < self->output_count; k++) {
        run_binding *binding = find_binding(self, self->outputs[k].name);
        char *declaration = NULL;

        if (binding == NULL)
            return false;
        binding->output = self->outputs[k].text;
        if (binding->parameter->pointer && !binding->parameter->is_const)
            continue;
        declaration = cli_declaration(binding->parameter, CUJIT_DTYPE_NONE);
        cli_problem_usage(&self->problem, "-o %s=%s: '%s' is no output, the kernel cannot change it",
                          binding->parameter->name, binding->output, declaration);
        free(declaration);
        return false;
    }
    return true;
}

/* Parameters without a value can only be outputs, and only beside an array that says how large they are. */
static bool check_missing(run_command *self)
{
    size_t given = 0;

    for (size_t k = 0; k < self->count; k++) {
        const cujit_parameter *parameter = self->bindings[k].parameter;
        char *declaration = NULL;

        given += parameter->pointer && self->bindings[k].value != NULL;
        if (self->bindings[k].value != NULL || (parameter->pointer && !parameter->is_const))
            continue;
        declaration = cli_declaration(parameter, CUJIT_DTYPE_NONE);
        cli_problem_usage(&self->problem, "'%s' needs a value: %s=%s", declaration, parameter->name,
                          parameter->pointer ? "FILE.npy, or zeros:N, ones:N, arange:N, random:N" : "NUMBER");
        free(declaration);
        return false;
    }
    for (size_t k = 0; k < self->count && given == 0; k++) {
        if (self->bindings[k].parameter->pointer)
            return cli_problem_usage(&self->problem,
                                     "no array has a value, so that nothing says how many elements there "
                                     "are; give one, %s=zeros:1000 for example",
                                     self->bindings[k].parameter->name);
    }
    return true;
}

static bool make_values(run_command *self)
{
    bool good = true;

    for (size_t k = 0; good && k < self->count; k++) {
        run_binding *binding = &self->bindings[k];

        if (binding->parameter->pointer && binding->value != NULL)
            good = cli_value_array(self->context, binding->parameter, binding->value, k, &binding->before,
                                   &self->problem);
        else if (!binding->parameter->pointer)
            good = cli_value_scalar(binding->parameter, binding->value, &binding->scalar, &self->problem);
    }
    return good;
}

/* An operation that needs plain pointers takes arrays of one order only; here their elements can still be moved. */
static bool make_order_one(run_command *self)
{
    const cli_array *first = NULL;
    bool good = true;

    for (size_t k = 0; good && k < self->count; k++) {
        cli_array *array = &self->bindings[k].before;

        if (array->ndim < 2)
            continue;
        if (first == NULL)
            first = array;
        good = cli_array_reorder(array, first->fortran, &self->problem);
    }
    return good;
}

/* A device array of the shape and order of `like`; its contents from `before`, else zeros. */
static bool create_device(run_command *self, run_binding *binding, const cli_array *like)
{
    cli_array layout = *like;
    size_t steps[CLI_MAX_NDIM];
    ptrdiff_t strides[CLI_MAX_NDIM];

    layout.dtype = binding->parameter->dtype;
    cli_array_strides(&layout, steps);
    for (int axis = 0; axis < layout.ndim; axis++)
        strides[axis] = (ptrdiff_t)steps[axis];
    if (!cli_array_measure(layout.dtype, layout.ndim, layout.shape, &layout.size, &layout.bytes))
        return cli_problem_set(&self->problem, "%s: an array of %zu elements is too large for any memory",
                               binding->parameter->name, layout.size);
    if (cujit_array_create_strided(self->context, layout.dtype, layout.ndim, layout.shape, strides, &binding->device,
                                   &self->error))
        return false;
    if (binding->value == NULL) {
        binding->before = layout;
        binding->before.data = NULL;
        return layout.bytes == 0 || cujit_memory_fill(self->context, cujit_array_data(binding->device), 0, layout.bytes,
                                                      NULL, &self->error) == CUJIT_OK;
    }
    if (layout.bytes > 0 &&
        cujit_array_fill_from_host(binding->device, binding->before.data, layout.bytes, &self->error))
        return false;
    if (binding->parameter->is_const) {
        free(binding->before.data);
        binding->before.data = NULL;
    }
    return true;
}

/* By NumPy's rules. False where they do not go together. */
static bool join_shapes(cli_array *whole, const cli_array *other)
{
    cli_array longer = whole->ndim >= other->ndim ? *whole : *other;
    const cli_array *shorter = whole->ndim >= other->ndim ? other : whole;
    size_t *lengths = longer.shape + (longer.ndim - shorter->ndim);

    for (int axis = 0; axis < shorter->ndim; axis++) {
        if (lengths[axis] == 1)
            lengths[axis] = shorter->shape[axis];
        else if (shorter->shape[axis] != 1 && shorter->shape[axis] != lengths[axis])
            return false;
    }
    longer.fortran = whole->fortran || other->fortran;
    *whole = longer;
    return true;
}

/* The shape of an output: what the arrays that have a value come to together; where they do not go together, one of
 * them being a table perhaps, that of the first. */
static void find_shape(const run_command *self, cli_array *out)
{
    const cli_array *first = NULL;
    bool joined = true;

    for (size_t k = 0; k < self->count && joined; k++) {
        const run_binding *binding = &self->bindings[k];

        if (!binding->parameter->pointer || binding->value == NULL)
            continue;
        if (first != NULL) {
            joined = join_shapes(out, &binding->before);
        } else {
            first = &binding->before;
            *out = *first;
        }
    }
    if (!joined)
        *out = *first;
}

static bool move_to_device(run_command *self)
{
    cli_array whole = {0};

    find_shape(self, &whole);
    for (size_t k = 0; k < self->count; k++) {
        run_binding *binding = &self->bindings[k];

        if (!binding->parameter->pointer) {
            self->args[k] = binding->scalar.arg;
            continue;
        }
        if (!create_device(self, binding, binding->value != NULL ? &binding->before : &whole))
            return false;
        self->args[k] = cujit_arg_array(binding->device);
    }
    return true;
}

/* ---- Types that files bind --------------------------------------------------------------------------------------- */

static const char *value_of(const run_command *self, const char *name)
{
    for (size_t k = 0; k < self->value_count; k++)
        if (strcmp(self->values[k].name, name) == 0)
            return self->values[k].text;
    return NULL;
}

/* What the files say of the letter of parameter `first`: none of those in front of it has the same. `types` grows. */
static bool bind_letter(run_command *self, size_t first, char **types)
{
    const cujit_parameter *parameter = cujit_elementwise_get_parameter(self->made, first);
    const char *letter = parameter->type, *source = NULL, *path;
    cujit_dtype bound = CUJIT_DTYPE_NONE, found;
    char *longer;

    for (size_t k = first; (parameter = cujit_elementwise_get_parameter(self->made, k)) != NULL; k++) {
        path = value_of(self, parameter->name);
        if (parameter->dtype != CUJIT_DTYPE_NONE || !parameter->pointer || strcmp(parameter->type, letter) != 0 ||
            path == NULL || cli_is_standard(path) || !cli_value_is_file(path))
            continue;
        if (!cli_npy_type(path, &found, &self->problem))
            return cli_problem_set(&self->problem, "%s=%s: %s", parameter->name, path, self->problem.text);
        if (bound != CUJIT_DTYPE_NONE && found != bound)
            return cli_problem_usage(&self->problem, "%s is %s by %s=%s, and %s by %s=%s", letter,
                                     cli_type_spelling(bound), source, value_of(self, source), cli_type_spelling(found),
                                     parameter->name, path);
        bound = found;
        source = parameter->name;
    }
    if (bound == CUJIT_DTYPE_NONE)
        return true; /* said by who needs it */
    longer = cli_format("%s%s%s = %s", *types, **types != '\0' ? ", " : "", letter, cli_type_spelling(bound));
    free(*types);
    *types = longer;
    return true;
}

static bool is_first_of_its_letter(const cujit_elementwise *kernel, size_t k)
{
    const cujit_parameter *parameter = cujit_elementwise_get_parameter(kernel, k);

    if (parameter->dtype != CUJIT_DTYPE_NONE)
        return false;
    for (size_t other = 0; other < k; other++)
        if (strcmp(cujit_elementwise_get_parameter(kernel, other)->type, parameter->type) == 0)
            return false;
    return true;
}

bool cli_run_make(run_command *self)
{
    const char *given = self->kernel.spec.types != NULL ? self->kernel.spec.types : "";
    char *types = cli_copy(given);
    bool good = cli_kernel_context(&self->kernel, &self->context, &self->error) == CUJIT_OK &&
                cujit_elementwise_create(self->context, &self->kernel.spec, &self->made, &self->error) == CUJIT_OK;

    for (size_t k = 0; good && k < cujit_elementwise_parameter_count(self->made); k++)
        if (is_first_of_its_letter(self->made, k))
            good = bind_letter(self, k, &types);
    if (good && strcmp(types, given) != 0) {
        cujit_elementwise_free(self->made);
        self->made = NULL;
        self->kernel.spec.types = types;
        good = cujit_elementwise_create(self->context, &self->kernel.spec, &self->made, &self->error) == CUJIT_OK;
        self->kernel.spec.types = NULL; /* the text goes */
    }
    free(types);
    return good && cli_kernel_is_concrete(self->made, &self->problem);
}

/* ------------------------------------------------------------------------------------------------------------------ */

bool cli_run_bind(run_command *self)
{
    self->count = cujit_elementwise_parameter_count(self->made);
    self->bindings = cli_alloc(self->count * sizeof *self->bindings);
    self->args = cli_alloc(self->count * sizeof *self->args);
    for (size_t k = 0; k < self->count; k++)
        self->bindings[k].parameter = cujit_elementwise_get_parameter(self->made, k);
    return assign(self) && check_missing(self) && make_values(self) && make_order_one(self) && move_to_device(self);
}

void cli_run_unbind(run_command *self)
{
    for (size_t k = 0; k < self->count; k++) {
        cli_array_clear(&self->bindings[k].before);
        cli_array_clear(&self->bindings[k].after);
        cujit_array_free(self->bindings[k].device);
    }
    free(self->bindings);
    free(self->args);
    self->bindings = NULL;
    self->args = NULL;
    self->count = 0;
}

bool cli_run_launch(run_command *self)
{
    cujit_elementwise_options options = {.range = self->has_range ? &self->range : NULL,
                                         .slice = self->has_slice ? &self->slice : NULL};
    cujit_args args = {self->args, self->count};
    bool good;

    cli_run_watch_faults(self, "run");
    good = cujit_elementwise_run(self->made, &options, args, &self->error) == CUJIT_OK &&
           cujit_context_synchronize(self->context, &self->error) == CUJIT_OK;
    cli_run_watch_faults(self, NULL);
    return good;
}
