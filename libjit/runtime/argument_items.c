/*
 * argument_items.c: the constructors of arguments as functions, for languages that have no macros and no structs of C's.
 */
#include "libjit/base/status.h"

#include <cujit/args.h>

#include <stdbool.h>
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

/* A whole number; on little-endian machines, as all are that there are devices for. */
static cujit_arg whole_number(cujit_dtype dtype, const void *value)
{
    const bool is_signed = dtype == CUJIT_INT8 || dtype == CUJIT_INT16 || dtype == CUJIT_INT32 || dtype == CUJIT_INT64;
    const size_t size = cujit_dtype_size(dtype);
    const unsigned unused = 64 - 8 * (unsigned)size;
    unsigned long long bits = 0;

    memcpy(&bits, value, size);
    if (is_signed)
        bits = (unsigned long long)((long long)(bits << unused) >> unused);
    else if (dtype == CUJIT_BOOL)
        bits = bits != 0;
    return cujit_arg_whole(is_signed ? CUJIT_ARG_INT : CUJIT_ARG_UINT, dtype, size, bits);
}

cujit_status cujit_arg_set_number(cujit_arg *items, size_t k, cujit_dtype dtype, const void *value, cujit_error *error)
{
    float single[2] = {0};
    double parts[2] = {0};

    if (items == NULL || value == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_arg_set_number: %s is NULL",
                            items == NULL ? "items" : "value");
    if ((int)dtype >= CUJIT_BOOL && (int)dtype <= CUJIT_UINT64) {
        items[k] = whole_number(dtype, value);
    } else if (dtype == CUJIT_FLOAT32 || dtype == CUJIT_COMPLEX64) {
        memcpy(single, value, cujit_dtype_size(dtype));
        items[k] = dtype == CUJIT_FLOAT32 ? cujit_arg_of_float(single[0])
                                          : cujit_arg_complex_parts((double)single[0], (double)single[1]);
    } else if (dtype == CUJIT_FLOAT64 || dtype == CUJIT_COMPLEX128) {
        memcpy(parts, value, cujit_dtype_size(dtype));
        items[k] = dtype == CUJIT_FLOAT64 ? cujit_arg_real(parts[0]) : cujit_arg_complex_parts(parts[0], parts[1]);
    } else {
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_arg_set_number: argument %zu: %s is no type of a number of C's; a value of any "
                            "other type is memory of the kind CUJIT_ARG_VALUE",
                            k + 1, cujit_dtype_name(dtype));
    }
    return CUJIT_OK;
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
