/*
 * values.c: NAME=VALUE into arrays and scalars. Every problem begins with NAME=VALUE, as it was typed.
 */
#include "values.h"

#include "npy.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names and types --------------------------------------------------------------------------------------------- */

bool cli_assignment_parse(const char *argument, cli_assignment *out, cli_problem *problem)
{
    const char *equals = strchr(argument, '=');
    size_t size = equals == NULL ? 0 : (size_t)(equals - argument);

    if (equals == NULL)
        return cli_problem_usage(problem, "'%s' is not of the form NAME=VALUE", argument);
    for (size_t k = 0; k < size; k++) {
        if (argument[k] != '_' && !(k == 0 ? isalpha((unsigned char)argument[k]) : isalnum((unsigned char)argument[k])))
            size = 0;
    }
    if (size == 0)
        return cli_problem_usage(problem, "'%s': in front of the '=' stands the name of an argument of the signature",
                                 argument);
    *out = (cli_assignment){cli_alloc(size + 1), equals + 1};
    memcpy(out->name, argument, size);
    return true;
}

const char *cli_type_spelling(cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_FLOAT16:
        return "half";
    case CUJIT_BFLOAT16:
        return "bfloat16";
    case CUJIT_COMPLEX64:
        return "float complex";
    case CUJIT_COMPLEX128:
        return "double complex";
    default:
        return cujit_dtype_spelling(dtype);
    }
}

char *cli_declaration(const cujit_parameter *parameter, cujit_dtype dtype)
{
    if (dtype == CUJIT_DTYPE_NONE)
        dtype = parameter->dtype;
    return cli_format("%s%s %s%s", parameter->is_const && parameter->pointer ? "const " : "",
                      dtype >= CUJIT_DTYPE_REGISTERED ? parameter->type : cli_type_spelling(dtype),
                      parameter->pointer ? "*" : "", parameter->name);
}

/* Puts NAME=TEXT in front of what is wrong with it. */
static bool blame(const cujit_parameter *parameter, const char *text, cli_problem *problem)
{
    if (problem->usage)
        return cli_problem_usage(problem, "%s=%s: %s", parameter->name, text, problem->text);
    return cli_problem_set(problem, "%s=%s: %s", parameter->name, text, problem->text);
}

/* ---- Scalars ----------------------------------------------------------------------------------------------------- */

/* zeros:, ones:, arange: and random: differ in their first letter. */
bool cli_is_generator(const char *text)
{
    static const char *const starts[] = {"zeros:", "ones:", "arange:", "random:"};

    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
        if (strncmp(text, starts[k], strlen(starts[k])) == 0)
            return true;
    }
    return false;
}

static bool is_file_name(const char *text)
{
    return strchr(text, '/') != NULL || cli_ends_in(text, ".npy");
}

static bool parse_vector(const cujit_parameter *parameter, const char *text, cli_scalar *out, cli_problem *problem)
{
    size_t count, width, at = 0;
    cujit_dtype plain = cli_component(parameter->dtype, &count);
    char *copy = cli_copy(text), *rest = copy, *item;
    cli_number number;
    bool good = true;

    width = cujit_dtype_size(plain);
    while (good && (item = strsep(&rest, ",")) != NULL) {
        good = cli_number_parse(item, &number, problem);
        if (good && at < count && !cli_element_store(plain, out->bytes + at * width, &number))
            good = cli_problem_usage(problem, "%s is not a value of %s", item, cujit_dtype_name(plain));
        at++;
    }
    if (good && at != count)
        good = cli_problem_usage(problem, "%s takes %zu numbers with commas between them, not %zu",
                                 cujit_dtype_name(parameter->dtype), count, at);
    free(copy);
    out->arg = cujit_arg_memory(CUJIT_ARG_VALUE, out->bytes, CUJIT_DTYPE_NONE, count * width);
    return good;
}

static bool parse_scalar(const cujit_parameter *parameter, const char *text, cli_scalar *out, cli_problem *problem)
{
    cli_number number;

    if (cli_is_generator(text) || is_file_name(text)) {
        char *declaration = cli_declaration(parameter, CUJIT_DTYPE_NONE);

        cli_problem_usage(problem, "'%s' is a scalar: it takes a number, not an array", declaration);
        free(declaration);
        return false;
    }
    if (parameter->dtype >= CUJIT_CHAR1)
        return parse_vector(parameter, text, out, problem);
    if (!cli_number_parse(text, &number, problem))
        return false;
    switch (number.kind) {
    case CLI_INT:
        out->arg = cujit_arg_int(number.i);
        break;
    case CLI_UINT:
        out->arg = cujit_arg_uint(number.u);
        break;
    case CLI_REAL:
        out->arg = cujit_arg_real(number.real);
        break;
    case CLI_COMPLEX:
        out->arg = cujit_arg_complex_parts(number.real, number.imaginary);
        break;
    }
    return true;
}

bool cli_value_scalar(const cujit_parameter *parameter, const char *text, cli_scalar *out, cli_problem *problem)
{
    return parse_scalar(parameter, text, out, problem) || blame(parameter, text, problem);
}

/* ---- Generators -------------------------------------------------------------------------------------------------- */

static cujit_status fill(cujit_random *random, cujit_array *array, cujit_error *error)
{
    if (cli_is_floating(cujit_array_dtype(array)))
        return cujit_random_uniform(random, array, 0, 1, error);
    return cujit_array_dtype(array) == CUJIT_BOOL ? cujit_random_integers(random, array, 0, 2, error)
                                                  : cujit_random_bits(random, array, error);
}

/* `count` components, made on the device. */
static bool fill_random(cujit_context *context, cli_array *array, cujit_dtype plain, size_t count, uint64_t seed,
                        cli_problem *problem)
{
    const bool complex = plain == CUJIT_COMPLEX64 || plain == CUJIT_COMPLEX128;
    const cujit_dtype part = plain == CUJIT_COMPLEX64 ? CUJIT_FLOAT32 : complex ? CUJIT_FLOAT64 : plain;
    cujit_error error = {0};
    cujit_random *random = NULL;
    cujit_array *made = NULL;
    bool good;

    count *= complex ? 2 : 1;
    good = cujit_random_create(context, seed, &random, &error) == CUJIT_OK &&
           cujit_array_create(context, part, 1, &count, &made, &error) == CUJIT_OK &&
           fill(random, made, &error) == CUJIT_OK &&
           cujit_array_to_host(made, array->data, array->bytes, &error) == CUJIT_OK;
    if (!good)
        cli_problem_set(problem, "%s", error.message);
    cujit_array_free(made);
    cujit_random_free(random);
    cujit_error_clear(&error);
    return good;
}

/* `step` 0: ones; 1: 0, 1, 2, ..., the same for every component of a vector. */
static bool fill_counting(cli_array *array, cujit_dtype plain, size_t components, long long step, cli_problem *problem)
{
    size_t width = cujit_dtype_size(plain);
    unsigned char *to = array->data;
    cli_number number = {.kind = CLI_INT};
    unsigned char last[16];

    number.i = step == 0 ? 1 : (long long)array->size - 1;
    if (array->size > 0 && !cli_element_store(plain, last, &number))
        return cli_problem_usage(problem, "%s cannot hold %lld, the last element; take fewer, or random:",
                                 cujit_dtype_name(plain), number.i);
    for (size_t k = 0; k < array->size; k++) {
        number.i = step == 0 ? 1 : (long long)k;
        for (size_t component = 0; component < components; component++, to += width)
            cli_element_store(plain, to, &number);
    }
    return true;
}

/* "30x40", up to ':' or the end. */
static bool take_shape(const char **text, int *ndim, size_t *shape, cli_problem *problem)
{
    const char *at = *text;

    for (*ndim = 0;; at++) {
        char *end = NULL;

        if (*ndim == CUJIT_ARRAY_MAX_NDIM)
            return cli_problem_usage(problem, "a shape has %d axes at most", CUJIT_ARRAY_MAX_NDIM);
        errno = 0;
        shape[*ndim] = strtoull(at, &end, 10);
        if (!isdigit((unsigned char)*at) || errno != 0 || (*end != 'x' && *end != ':' && *end != '\0'))
            return cli_problem_usage(problem, "the shape is not one (examples: zeros:1000, ones:30x40)");
        ++*ndim;
        at = end;
        if (*at != 'x')
            break;
    }
    *text = at;
    return true;
}

static bool take_seed(const char *text, uint64_t *seed, cli_problem *problem)
{
    char *end = NULL;

    errno = 0;
    if (isdigit((unsigned char)*text)) {
        *seed = strtoull(text, &end, text[1] == 'x' || text[1] == 'X' ? 16 : 10);
        if (errno == 0 && *end == '\0')
            return true;
    }
    return cli_problem_usage(problem, "'%s' is not a seed: that is a whole number from 0 to 2^64-1", text);
}

bool cli_generate(cujit_context *context, const cujit_parameter *parameter, const char *text, uint64_t seed,
                  cli_array *out, cli_problem *problem)
{
    size_t shape[CUJIT_ARRAY_MAX_NDIM], components;
    const char *rest = strchr(text, ':') + 1;
    cujit_dtype plain = cli_component(parameter->dtype, &components);
    cli_array array = {0};
    int ndim;
    bool good;

    if (!take_shape(&rest, &ndim, shape, problem))
        return false;
    if (*rest == ':' && *text != 'r')
        return cli_problem_usage(problem, "only random: takes something behind the shape");
    if (*rest == ':' && !take_seed(rest + 1, &seed, problem))
        return false;
    if (!cli_array_create(parameter->dtype, ndim, shape, false, &array, problem))
        return false;
    good = true;
    if (*text == 'r')
        good = fill_random(context, &array, plain, array.size * components, seed, problem);
    else if (*text != 'z')
        good = fill_counting(&array, plain, components, *text == 'o' ? 0 : 1, problem);
    if (good)
        *out = array;
    else
        cli_array_clear(&array);
    return good;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* How Python says a type: "'float32'"; for free(). */
static char *numpy_type(cujit_dtype dtype)
{
    if (dtype == CUJIT_FLOAT8_E4M3 || dtype == CUJIT_FLOAT8_E5M2)
        return cli_format("ml_dtypes.%s%s", cujit_dtype_name(dtype), dtype == CUJIT_FLOAT8_E4M3 ? "fn" : "");
    return cli_format("'%s'", cujit_dtype_name(dtype));
}

static bool refuse_type(const cujit_parameter *parameter, const char *path, cujit_dtype found, cli_problem *problem)
{
    size_t components;
    cujit_dtype plain = cli_component(parameter->dtype, &components);
    char *declared = cli_declaration(parameter, CUJIT_DTYPE_NONE), *instead = cli_declaration(parameter, found);
    char *type = numpy_type(plain);

    if (plain == CUJIT_BFLOAT16)
        cli_problem_set(problem,
                        "the file has %s elements, but the signature says '%s'; NumPy has no bfloat16, so that "
                        "it is read from uint16 elements that hold its bits",
                        cujit_dtype_name(found), declared);
    else if (components > 1)
        cli_problem_set(problem,
                        "the file has %s elements, but the signature says '%s', which takes %s elements and a "
                        "last axis of length %zu",
                        cujit_dtype_name(found), declared, cujit_dtype_name(plain), components);
    else
        cli_problem_set(problem,
                        "the file has %s elements, but the signature says '%s' (%s): declare it as '%s', or "
                        "convert the file: numpy.save('%s', numpy.load('%s').astype(%s))",
                        cujit_dtype_name(found), declared, cujit_dtype_name(plain), instead, path, path, type);
    free(type);
    free(declared);
    free(instead);
    return false;
}

static bool load_file(const cujit_parameter *parameter, const char *path, cli_array *out, cli_problem *problem)
{
    size_t components;
    cujit_dtype plain = cli_component(parameter->dtype, &components);
    cli_array array = {0};
    bool good = cli_npy_read(path, &array, problem);

    if (good && plain == CUJIT_BFLOAT16 && array.dtype == CUJIT_UINT16)
        array.dtype = CUJIT_BFLOAT16;
    if (good && array.dtype != plain)
        good = refuse_type(parameter, path, array.dtype, problem);
    if (good && plain != parameter->dtype)
        good = cli_array_join(&array, parameter->dtype, problem);
    if (good && array.ndim > CUJIT_ARRAY_MAX_NDIM)
        good = cli_problem_set(problem, "%d axes are more than the %d that cujit knows", array.ndim,
                               CUJIT_ARRAY_MAX_NDIM);
    if (good)
        *out = array;
    else
        cli_array_clear(&array);
    return good;
}

bool cli_value_is_file(const char *text)
{
    return *text != '\0' && !cli_number_looks(text) && !cli_is_generator(text);
}

static bool make_array(cujit_context *context, const cujit_parameter *parameter, const char *text, size_t position,
                       cli_array *out, cli_problem *problem)
{
    char *declaration = NULL;

    if (parameter->dtype >= CUJIT_DTYPE_REGISTERED)
        return cli_problem_set(problem, "the command line has no values of type %s", parameter->type);
    if (cli_is_generator(text))
        return cli_generate(context, parameter, text, position, out, problem);
    if (cli_value_is_file(text))
        return load_file(parameter, text, out, problem);
    declaration = cli_declaration(parameter, CUJIT_DTYPE_NONE);
    cli_problem_usage(problem, "'%s' is an array: it takes FILE.npy, zeros:N, ones:N, arange:N or random:N",
                      declaration);
    free(declaration);
    return false;
}

bool cli_value_array(cujit_context *context, const cujit_parameter *parameter, const char *text, size_t position,
                     cli_array *out, cli_problem *problem)
{
    return make_array(context, parameter, text, position, out, problem) || blame(parameter, text, problem);
}
