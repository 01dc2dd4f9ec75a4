/*
 * argument_items.c: the constructors of arguments as functions, for languages that have no macros and no structs of C's.
 */
#include "libjit/base/status.h"
#include "libjit/syntax/dtype.h"

#include <cujit/args.h>

#include <string.h>

size_t cujit_arg_size(void)
{
    return sizeof(cujit_arg);
}

void cujit_arg_set_int(cujit_arg *items, size_t k, long long value)
{
    items[k] = cujit_arg_int(value);
}

void cujit_arg_set_uint(cujit_arg *items, size_t k, unsigned long long value)
{
    items[k] = cujit_arg_uint(value);
}

void cujit_arg_set_real(cujit_arg *items, size_t k, double value)
{
    items[k] = cujit_arg_real(value);
}

void cujit_arg_set_complex(cujit_arg *items, size_t k, double real, double imaginary)
{
    items[k] = cujit_arg_complex_parts(real, imaginary);
}

void cujit_arg_set_array(cujit_arg *items, size_t k, const cujit_array *array)
{
    items[k] = cujit_arg_array(array);
}

cujit_status cujit_arg_set_number(cujit_arg *items, size_t k, cujit_dtype dtype, const void *value, cujit_error *error)
{
#define CASE(name, type, make)                                                                                         \
    case CUJIT_##name: {                                                                                               \
        type number;                                                                                                   \
                                                                                                                       \
        memcpy(&number, value, sizeof number);                                                                         \
        items[k] = (make);                                                                                             \
        return CUJIT_OK;                                                                                               \
    }

    if (items == NULL || value == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_arg_set_number: %s is NULL",
                            items == NULL ? "items" : "value");
    switch (dtype) {
        CASE(BOOL, unsigned char, cujit_arg_of_bool(number))
        CASE(INT8, signed char, cujit_arg_of_schar(number))
        CASE(UINT8, unsigned char, cujit_arg_of_uchar(number))
        CASE(INT16, short, cujit_arg_of_short(number))
        CASE(UINT16, unsigned short, cujit_arg_of_ushort(number))
        CASE(INT32, int, cujit_arg_of_int(number))
        CASE(UINT32, unsigned int, cujit_arg_of_uint(number))
        CASE(INT64, long long, cujit_arg_int(number))
        CASE(UINT64, unsigned long long, cujit_arg_uint(number))
        CASE(FLOAT32, float, cujit_arg_of_float(number))
        CASE(FLOAT64, double, cujit_arg_real(number))
        CASE(
            COMPLEX64, struct { float parts[2]; },
            cujit_arg_complex_parts((double)number.parts[0], (double)number.parts[1]))
        CASE(
            COMPLEX128, struct { double parts[2]; }, cujit_arg_complex_parts(number.parts[0], number.parts[1]))
    default:
        break;
    }
#undef CASE
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "cujit_arg_set_number: argument %zu: %s is no type of a number of C's; a value of any other "
                        "type is memory of the kind CUJIT_ARG_VALUE",
                        k + 1, cujit_dtype_name(dtype));
}

cujit_status cujit_arg_set_memory(cujit_arg *items, size_t k, cujit_arg_kind kind, const void *pointer,
                                  cujit_dtype dtype, size_t size, cujit_error *error)
{
    if (items == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_arg_set_memory: items is NULL");
    if ((int)kind < CUJIT_ARG_VALUE || kind == CUJIT_ARG_ARRAY || kind > CUJIT_ARG_INOUT)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_arg_set_memory: argument %zu: %d is no kind of memory", k + 1, (int)kind);
    items[k] = cujit_arg_memory(kind, pointer, dtype, size);
    return CUJIT_OK;
}
