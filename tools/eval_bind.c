/*
 * eval_bind.c: what `cujit eval` is given becomes operands: numbers, and arrays on the device.
 */
#include "eval_source.h"
#include "literal.h"
#include "values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static bool is_name(const char *text, size_t length)
{
    for (size_t k = 0; k < length; k++)
        if (text[k] != '_' && !(k == 0 ? isalpha((unsigned char)text[k]) : isalnum((unsigned char)text[k])))
            return false;
    return length > 0;
}

static eval_operand *find_operand(const eval_command *self, const char *name)
{
    for (size_t k = 0; k < self->operand_count; k++)
        if (strcmp(self->operands[k].name, name) == 0)
            return &self->operands[k];
    return NULL;
}

static eval_operand *add_operand(eval_command *self, const char *name)
{
    const cli_name *in_text = cli_names_get(&self->names, name);
    eval_operand *operand;

    self->operands = cli_realloc(self->operands, (self->operand_count + 1) * sizeof *operand);
    operand = &self->operands[self->operand_count++];
    *operand = (eval_operand){.name = cli_copy(name), .written = in_text != NULL && in_text->written != 0};
    return operand;
}

/* Types, and words that mean something by themselves, are names of no values. */
static bool is_word(const char *text)
{
    static const char *const words[] = {"True", "False", "None", "newaxis", "if",   "else", "np",  "numpy",
                                        "math", "scipy", "pi",   "inf",     "clip", "wrap", "nan", "nearest"};
    bool found = cli_is_number_type(cujit_dtype_from_name(text));

    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        found = found || strcmp(text, words[k]) == 0;
    return found;
}

/* A name that the text does not have is a mistake. */
static bool refuse_name(eval_command *self, const char *name)
{
    char *list = cli_copy("");

    for (size_t k = 0; k < self->names.count; k++) {
        const cli_name *one = &self->names.items[k];
        char *longer;

        if (is_word(one->text) || cli_name_is_made(one))
            continue;
        longer = cli_format("%s%s%s", list, list[0] == '\0' ? "; it has " : ", ", one->text);
        free(list);
        list = longer;
    }
    cli_problem_usage(&self->problem, "the expression has no name '%s'%s", name, list);
    free(list);
    return false;
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static bool to_device(eval_command *self, cli_array *array, cujit_array **out)
{
    const cujit_status status = cujit_array_from_host(self->context, array->dtype, array->ndim, array->shape,
                                                      array->data, out, &self->error);

    cli_array_clear(array);
    return status == CUJIT_OK;
}

static bool generate(eval_command *self, const eval_operand *operand, const char *text, cujit_dtype wanted,
                     cujit_array **out)
{
    const cujit_dtype usual = text[0] == 'a' ? CUJIT_INT64 : CUJIT_FLOAT64;
    const cujit_parameter parameter = {
        .name = operand->name, .type = "", .dtype = wanted != CUJIT_DTYPE_NONE ? wanted : usual, .pointer = 1};
    cli_array array = {0};

    return cli_generate(self->context, &parameter, text, (uint64_t)(operand - self->operands), &array,
                        &self->problem) &&
           to_device(self, &array, out);
}

static cujit_arg number_argument(const char *text, const cli_number *number)
{
    switch (number->kind) {
    case CLI_INT:
        return isalpha((unsigned char)text[0]) ? cujit_arg_of_bool(number->i != 0) : cujit_arg_int(number->i);
    case CLI_UINT:
        return cujit_arg_uint(number->u);
    case CLI_REAL:
        return cujit_arg_real(number->real);
    case CLI_COMPLEX:
        break;
    }
    return cujit_arg_complex_parts(number->real, number->imaginary);
}

/* A number with a type is an array without axes: no other way has it one. */
static bool take_number(eval_command *self, eval_operand *operand, const char *text, const cli_number *number,
                        cujit_dtype wanted)
{
    unsigned char bytes[16];

    if (wanted == CUJIT_DTYPE_NONE) {
        operand->arg = number_argument(text, number);
        return true;
    }
    if (!cli_element_store(wanted, bytes, number))
        return cli_problem_usage(&self->problem, "%s cannot hold it", cujit_dtype_name(wanted));
    return cujit_array_from_host(self->context, wanted, 0, NULL, bytes, &operand->array, &self->error) == CUJIT_OK;
}

static bool convert(eval_command *self, cujit_array **array, cujit_dtype wanted)
{
    cujit_array *converted = NULL;

    if (wanted == CUJIT_DTYPE_NONE || cujit_array_dtype(*array) == wanted)
        return true;
    if (cujit_array_astype(*array, wanted, NULL, &converted, &self->error) != CUJIT_OK)
        return false;
    cujit_array_free(*array);
    *array = converted;
    return true;
}

static bool take_value(eval_command *self, eval_operand *operand, const char *text, cujit_dtype wanted)
{
    cli_number number;
    cli_array array = {0};
    bool good;

    if (cli_number_looks(text))
        return cli_number_parse(text, &number, &self->problem) && take_number(self, operand, text, &number, wanted);
    if (text[0] == '[')
        good = cli_literal_parse(text, wanted, &array, &self->problem) && to_device(self, &array, &operand->array);
    else if (cli_is_generator(text))
        good = generate(self, operand, text, wanted, &operand->array);
    else
        good = eval_load(self, text, &operand->array);
    return good && convert(self, &operand->array, wanted);
}

/* Puts what was typed in front of what is wrong with it. */
static bool blame(eval_command *self, const char *given)
{
    if (self->problem.text == NULL)
        return false;
    if (self->problem.usage)
        return cli_problem_usage(&self->problem, "%s: %s", given, self->problem.text);
    return cli_problem_set(&self->problem, "%s: %s", given, self->problem.text);
}

/* NAME[:TYPE]=VALUE. False: it is not of this form, or a problem. */
static bool take_named(eval_command *self, const char *given, bool *is_named)
{
    const size_t length = strcspn(given, ":=");
    const char *equals = strchr(given, '=');
    cujit_dtype wanted = CUJIT_DTYPE_NONE;
    char *name, *type = NULL;
    bool good = true;

    *is_named = equals != NULL && is_name(given, length) && (given[length] == '=' || given + length < equals);
    if (!*is_named)
        return false;
    name = cli_format("%.*s", (int)length, given);
    if (given[length] == ':') {
        type = cli_format("%.*s", (int)(equals - given - (ptrdiff_t)length - 1), given + length + 1);
        wanted = cujit_dtype_from_name(type);
        if (!cli_is_number_type(wanted))
            good = cli_problem_usage(&self->problem, "'%s' is not a type of numbers: float32, int64, ...", type);
    }
    if (good && equals[1] == '\0')
        good = cli_problem_usage(&self->problem, "there is no value behind the '='");
    if (good && find_operand(self, name) != NULL)
        good = cli_problem_usage(&self->problem, "%s has a value already", name);
    if (good && cli_names_get(&self->names, name) == NULL)
        good = refuse_name(self, name);
    good = good && take_value(self, add_operand(self, name), equals + 1, wanted);
    free(name);
    free(type);
    return good || blame(self, given);
}

/* ---- Files whose arrays have names ------------------------------------------------------------------------------- */

/* What the text has no name for, or makes by itself, or was given otherwise, is left. */
static bool take_member(eval_command *self, size_t source, const char *name, size_t given_before)
{
    const cli_name *in_text = cli_names_get(&self->names, name);
    eval_operand *operand = find_operand(self, name);

    if (in_text == NULL || cli_name_is_made(in_text))
        return true;
    if (operand != NULL && operand < self->operands + given_before)
        return true;
    if (operand != NULL)
        return cli_problem_usage(&self->problem, "another file has a '%s', too; say which, %s=FILE:%s", name, name,
                                 name);
    operand = add_operand(self, name);
    if (self->sources[source].kind == EVAL_NPY)
        return eval_load(self, self->sources[source].path, &operand->array);
    return eval_source_load(self, source, name, &operand->array);
}

static bool take_file(eval_command *self, const char *path, size_t given_before)
{
    size_t source, count;
    bool good;

    if (!cli_is_standard(path) && access(path, F_OK) != 0)
        return cli_problem_usage(&self->problem, "'%s' is not of the form NAME=VALUE, and there is no such file", path);
    good = eval_source_open(self, path, &source);
    if (good && self->sources[source].kind == EVAL_TABLE && !self->sources[source].table.has_names)
        good = cli_problem_usage(&self->problem, "the columns have no names; name them: x=%s:1", path);
    count = good ? eval_source_count(&self->sources[source]) : 0;
    for (size_t k = 0; good && k < count; k++) {
        char *name = eval_source_name(&self->sources[source], k);

        good = take_member(self, source, name, given_before);
        free(name);
    }
    return good || blame(self, path);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void list_operands(eval_command *self)
{
    self->operand_names = cli_copy("");
    self->items = cli_alloc(self->operand_count * sizeof *self->items);
    for (size_t k = 0; k < self->operand_count; k++) {
        const eval_operand *operand = &self->operands[k];
        char *longer = cli_format("%s%s%s", self->operand_names, k == 0 ? "" : ", ", operand->name);

        free(self->operand_names);
        self->operand_names = longer;
        self->items[k] = operand->array != NULL ? cujit_arg_array(operand->array) : operand->arg;
    }
}

bool eval_bind(eval_command *self)
{
    const char **files = cli_alloc(self->given_count * sizeof *files);
    size_t file_count = 0, given_before;
    bool good = true, named;

    for (size_t k = 0; good && k < self->given_count; k++) {
        good = take_named(self, self->given[k], &named);
        if (!good && !named) {
            files[file_count++] = self->given[k];
            good = true;
        }
    }
    given_before = self->operand_count;
    for (size_t k = 0; good && k < file_count; k++)
        good = take_file(self, files[k], given_before);
    free(files);
    if (good)
        list_operands(self);
    return good;
}

void eval_unbind(eval_command *self)
{
    for (size_t k = 0; k < self->operand_count; k++) {
        free(self->operands[k].name);
        cujit_array_free(self->operands[k].array);
        cujit_array_free(self->operands[k].before);
    }
    for (size_t k = 0; k < self->source_count; k++)
        eval_source_clear(&self->sources[k]);
    free(self->operands);
    free(self->sources);
    free(self->operand_names);
    free(self->items);
}
