/*
 * array.c: arrays in the program's own memory.
 */
#include "array.h"

#include "element.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool cli_array_measure(cujit_dtype dtype, int ndim, const size_t *shape, size_t *size, size_t *bytes)
{
    size_t product = 1;
    bool empty = false, fits = true;

    for (int axis = 0; axis < ndim; axis++)
        empty = empty || shape[axis] == 0;
    for (int axis = 0; axis < ndim && !empty; axis++)
        fits = fits && !__builtin_mul_overflow(product, shape[axis], &product);
    *size = empty ? 0 : product;
    return fits && !__builtin_mul_overflow(*size, cujit_dtype_size(dtype), bytes) && *bytes <= PTRDIFF_MAX;
}

bool cli_array_create(cujit_dtype dtype, int ndim, const size_t *shape, bool fortran, cli_array *out,
                      cli_problem *problem)
{
    cli_array array = {.dtype = dtype, .ndim = ndim, .fortran = fortran && ndim > 1};
    char *text = NULL;

    if (ndim > CLI_MAX_NDIM)
        return cli_problem_set(problem, "%d axes are more than the %d that cujit knows", ndim, CUJIT_ARRAY_MAX_NDIM);
    if (ndim > 0)
        memcpy(array.shape, shape, (size_t)ndim * sizeof *shape);
    if (cli_array_measure(dtype, ndim, shape, &array.size, &array.bytes))
        array.data = calloc(1, array.bytes == 0 ? 1 : array.bytes);
    if (array.data == NULL) {
        text = cli_shape_text(ndim, shape);
        cli_problem_set(problem, "there is not enough memory for %s elements of shape %s", cujit_dtype_name(dtype),
                        text);
        free(text);
        return false;
    }
    *out = array;
    return true;
}

void cli_array_clear(cli_array *array)
{
    free(array->data);
    *array = (cli_array){0};
}

/* In Fortran order the components of a vector lie `elements` apart and have to come together, or the other way. */
static bool shuffle(cli_array *array, size_t elements, size_t components, size_t width, bool joining,
                    cli_problem *problem)
{
    unsigned char *data = malloc(array->bytes == 0 ? 1 : array->bytes);

    if (data == NULL)
        return cli_problem_set(problem, "there is not enough memory for another %zu bytes", array->bytes);
    for (size_t component = 0; component < components; component++) {
        for (size_t element = 0; element < elements; element++) {
            size_t apart = (component * elements + element) * width;
            size_t together = (element * components + component) * width;

            if (joining)
                memcpy(data + together, array->data + apart, width);
            else
                memcpy(data + apart, array->data + together, width);
        }
    }
    free(array->data);
    array->data = data;
    return true;
}

bool cli_array_join(cli_array *array, cujit_dtype vector, cli_problem *problem)
{
    size_t components, last = array->ndim == 0 ? 0 : array->shape[array->ndim - 1];
    cujit_dtype plain = cli_component(vector, &components);
    char *shape = NULL;

    if (array->dtype != plain || last != components) {
        shape = cli_shape_text(array->ndim, array->shape);
        cli_problem_set(problem,
                        "%s elements of shape %s do not make %s: that takes %s elements, and a last axis of "
                        "length %zu",
                        cujit_dtype_name(array->dtype), shape, cujit_dtype_name(vector), cujit_dtype_name(plain),
                        components);
        free(shape);
        return false;
    }
    if (array->fortran && !shuffle(array, array->size / components, components, cujit_dtype_size(plain), true, problem))
        return false;
    array->dtype = vector;
    array->size /= components;
    array->ndim--;
    array->fortran = array->fortran && array->ndim > 1;
    return true;
}

bool cli_array_split(cli_array *array, cli_problem *problem)
{
    size_t components;
    cujit_dtype plain = cli_component(array->dtype, &components);

    if (plain == array->dtype)
        return true;
    if (array->fortran && !shuffle(array, array->size, components, cujit_dtype_size(plain), false, problem))
        return false;
    array->dtype = plain;
    array->size *= components;
    array->shape[array->ndim++] = components;
    return true;
}

bool cli_array_reorder(cli_array *array, bool fortran, cli_problem *problem)
{
    size_t width = cujit_dtype_size(array->dtype), index[CLI_MAX_NDIM] = {0}, strides[CLI_MAX_NDIM], from = 0;
    unsigned char *data = NULL;

    if (array->ndim < 2 || array->fortran == fortran)
        return true;
    if ((data = malloc(array->bytes == 0 ? 1 : array->bytes)) == NULL)
        return cli_problem_set(problem, "there is not enough memory for another %zu bytes", array->bytes);
    cli_array_strides(array, strides);
    for (size_t to = 0; to < array->bytes; to += width) {
        memcpy(data + to, array->data + from, width);
        /* The next element in the new order: the innermost axis first, those that are through begin anew. */
        for (int k = 0; k < array->ndim; k++) {
            int axis = fortran ? k : array->ndim - 1 - k;

            from += strides[axis];
            if (++index[axis] < array->shape[axis])
                break;
            from -= strides[axis] * index[axis];
            index[axis] = 0;
        }
    }
    free(array->data);
    array->data = data;
    array->fortran = fortran;
    return true;
}

void cli_array_strides(const cli_array *array, size_t *strides)
{
    size_t step = cujit_dtype_size(array->dtype);

    for (int k = 0; k < array->ndim; k++) {
        int axis = array->fortran ? k : array->ndim - 1 - k;

        strides[axis] = step;
        step *= array->shape[axis] == 0 ? 1 : array->shape[axis];
    }
}

char *cli_shape_text(int ndim, const size_t *shape)
{
    char *text = cli_alloc(8 + 24 * (size_t)ndim), *end = text;

    *end++ = '(';
    for (int axis = 0; axis < ndim; axis++)
        end += sprintf(end, "%s%zu", axis == 0 ? "" : ", ", shape[axis]);
    sprintf(end, "%s", ndim == 1 ? ",)" : ")");
    return text;
}
