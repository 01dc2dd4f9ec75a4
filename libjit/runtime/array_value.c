/*
 * array_value.c: the one element of an array as a number of C's: what most reductions are asked for.
 */
#include "libjit/runtime/argument.h"
#include "libjit/syntax/dtype.h"

#include <stdalign.h>
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

/* The element as a `dtype`, which users call `type`. */
static cujit_status get(const char *function, const cujit_array *array, const void *value, cujit_dtype dtype,
                        const char *type, cj_slot *slot, cujit_error *error)
{
    char shown[CJ_NUMBER_SHOWN];
    cujit_arg number;
    cujit_status status = read_element(function, array, value, &number, error);

    if (status != CUJIT_OK)
        return status;
    if (number.kind == CUJIT_ARG_COMPLEX && number.value.real[1] == 0 && dtype != CUJIT_COMPLEX128)
        number.kind = CUJIT_ARG_REAL;
    if (cj_number_convert(&number, dtype, slot) == CUJIT_OK)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: the element is %s, which does not fit into %s",
                        function, cj_number_show(&number, 17, shown), type);
}

cujit_status cujit_array_get_int64(const cujit_array *array, int64_t *value, cujit_error *error)
{
    cj_slot slot;
    cujit_status status = get("cujit_array_get_int64", array, value, CUJIT_INT64, "int64", &slot, error);

    if (status == CUJIT_OK)
        *value = slot.integer;
    return status;
}

cujit_status cujit_array_get_uint64(const cujit_array *array, uint64_t *value, cujit_error *error)
{
    cj_slot slot;
    cujit_status status = get("cujit_array_get_uint64", array, value, CUJIT_UINT64, "uint64", &slot, error);

    if (status == CUJIT_OK)
        *value = slot.natural;
    return status;
}

cujit_status cujit_array_get_double(const cujit_array *array, double *value, cujit_error *error)
{
    cj_slot slot;
    cujit_status status = get("cujit_array_get_double", array, value, CUJIT_FLOAT64, "double", &slot, error);

    if (status == CUJIT_OK)
        *value = slot.real[0];
    return status;
}

cujit_status cujit_array_get_complex(const cujit_array *array, double value[2], cujit_error *error)
{
    cj_slot slot;
    cujit_status status = get("cujit_array_get_complex", array, value, CUJIT_COMPLEX128, "complex", &slot, error);

    if (status == CUJIT_OK)
        memcpy(value, slot.real, sizeof slot.real);
    return status;
}
