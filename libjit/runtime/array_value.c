/*
 * array_value.c: the one element of an array as a number of C's: what most reductions are asked for.
 */
#include "libjit/runtime/array.h"
#include "libjit/syntax/dtype.h"

#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

/* Errors begin with `function`; `value` is only looked at. */
static cujit_status read_element(const char *function, const cujit_array *array, const void *value, cujit_arg *out,
                                 cujit_error *error)
{
    alignas(16) unsigned char bytes[16];
    cujit_status status;
    uint16_t half;

    if (array == NULL || value == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            array == NULL ? "array" : "value");
    if (!cj_dtype_is_number(array->dtype))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: the array is one of %s, which are no numbers",
                            function, cujit_context_type_name(array->context, array->dtype));
    if (array->size != 1)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: the array has %zu elements; expected one", function,
                            array->size);
    status = cujit_array_to_host(array, bytes, array->item_size, error);
    if (status != CUJIT_OK)
        return status;
    if (array->dtype != CUJIT_FLOAT16 && array->dtype != CUJIT_BFLOAT16)
        return cujit_arg_set_number(out, 0, array->dtype, bytes, error);
    memcpy(&half, bytes, sizeof half);
    *out = cujit_arg_real(array->dtype == CUJIT_FLOAT16 ? cj_half_to_double(half) : cj_bfloat16_to_double(half));
    return CUJIT_OK;
}

static cujit_status does_not_fit(const char *function, const cujit_arg *number, const char *type, cujit_error *error)
{
    char text[80];

    if (number->kind == CUJIT_ARG_INT)
        snprintf(text, sizeof text, "%lld", number->value.i);
    else if (number->kind == CUJIT_ARG_UINT)
        snprintf(text, sizeof text, "%llu", number->value.u);
    else if (number->kind == CUJIT_ARG_REAL)
        snprintf(text, sizeof text, "%.17g", number->value.real[0]);
    else
        snprintf(text, sizeof text, "%.17g%+.17gi", number->value.real[0], number->value.real[1]);
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: the element is %s, which does not fit into %s",
                        function, text, type);
}

/* A floating-point number that is whole, and at least `least` and below `beyond`: these are powers of two. */
static bool is_whole(const cujit_arg *number, double least, double beyond)
{
    double real = number->value.real[0];

    return (number->kind == CUJIT_ARG_REAL || (number->kind == CUJIT_ARG_COMPLEX && number->value.real[1] == 0)) &&
           real >= least && real < beyond && real == trunc(real);
}

cujit_status cujit_array_get_int64(const cujit_array *array, int64_t *value, cujit_error *error)
{
    cujit_arg number;
    cujit_status status = read_element("cujit_array_get_int64", array, value, &number, error);

    if (status != CUJIT_OK)
        return status;
    if (number.kind == CUJIT_ARG_INT)
        *value = number.value.i;
    else if (number.kind == CUJIT_ARG_UINT && number.value.u <= INT64_MAX)
        *value = (int64_t)number.value.u;
    else if (is_whole(&number, -0x1p63, 0x1p63))
        *value = (int64_t)number.value.real[0];
    else
        return does_not_fit("cujit_array_get_int64", &number, "int64", error);
    return CUJIT_OK;
}

cujit_status cujit_array_get_uint64(const cujit_array *array, uint64_t *value, cujit_error *error)
{
    cujit_arg number;
    cujit_status status = read_element("cujit_array_get_uint64", array, value, &number, error);

    if (status != CUJIT_OK)
        return status;
    if (number.kind == CUJIT_ARG_UINT)
        *value = number.value.u;
    else if (number.kind == CUJIT_ARG_INT && number.value.i >= 0)
        *value = (uint64_t)number.value.i;
    else if (is_whole(&number, 0, 0x1p64))
        *value = (uint64_t)number.value.real[0];
    else
        return does_not_fit("cujit_array_get_uint64", &number, "uint64", error);
    return CUJIT_OK;
}

/* `parts` gets the real and the imaginary part. */
static void to_complex(const cujit_arg *number, double parts[2])
{
    parts[0] = number->kind == CUJIT_ARG_INT    ? (double)number->value.i
               : number->kind == CUJIT_ARG_UINT ? (double)number->value.u
                                                : number->value.real[0];
    parts[1] = number->kind == CUJIT_ARG_COMPLEX ? number->value.real[1] : 0;
}

cujit_status cujit_array_get_double(const cujit_array *array, double *value, cujit_error *error)
{
    cujit_arg number;
    double parts[2];
    cujit_status status = read_element("cujit_array_get_double", array, value, &number, error);

    if (status != CUJIT_OK)
        return status;
    to_complex(&number, parts);
    if (!(parts[1] == 0))
        return does_not_fit("cujit_array_get_double", &number, "double", error);
    *value = parts[0];
    return CUJIT_OK;
}

cujit_status cujit_array_get_complex(const cujit_array *array, double value[2], cujit_error *error)
{
    cujit_arg number;
    cujit_status status = read_element("cujit_array_get_complex", array, value, &number, error);

    if (status == CUJIT_OK)
        to_complex(&number, value);
    return status;
}
