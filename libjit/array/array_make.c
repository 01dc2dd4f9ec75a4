/*
 * array_make.c: arrays that begin with numbers: full, ones, eye, arange, linspace, and as another one is.
 */
#include "libjit/array/array_kernels.h"
#include "libjit/runtime/argument.h"

#include <math.h>
#include <string.h>

/* ---- One value --------------------------------------------------------------------------------------------------- */

/* An element of the array's, 16 bytes or less where it is a number: its bytes are the caller's slot, or memory. */
static cujit_status find_bytes(const char *function, const cujit_array *array, const cujit_arg *value, cj_slot *slot,
                               const void **bytes, cujit_error *error)
{
    const char *type = cujit_context_type_name(array->context, array->dtype);
    char shown[CJ_NUMBER_SHOWN];

    *bytes = slot;
    if (!cj_dtype_is_number(array->dtype)) {
        *bytes = value->value.pointer;
        if (value->kind == CUJIT_ARG_VALUE && value->size == array->item_size && *bytes != NULL)
            return CUJIT_OK;
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                            "%s: value is no %s; expected CUJIT_VALUE of an object of %zu bytes", function, type,
                            array->item_size);
    }
    if ((int)value->kind < CUJIT_ARG_INT || (int)value->kind > CUJIT_ARG_COMPLEX)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                            "%s: value is no number; expected CUJIT_ARG of one that %s can hold", function, type);
    switch (cj_number_convert(value, array->dtype, slot)) {
    case CUJIT_OK:
        return CUJIT_OK;
    case CUJIT_ERROR_ARGUMENT_TYPE:
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: value is %s, and the array one of %s; expected %s",
                            function, cj_number_show(value, 17, shown), type,
                            array->dtype < CUJIT_FLOAT16 ? "an integer" : "a real number");
    default:
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: value is %s, which does not fit into %s", function,
                            cj_number_show(value, 17, shown), type);
    }
}

/* The same bytes as an argument for an array of bits. */
static cujit_arg as_argument(cujit_dtype dtype, const void *bytes, size_t size)
{
    uint64_t bits = 0;

    if (size > sizeof bits || dtype != cj_bits_dtype(size))
        return cujit_arg_memory(CUJIT_ARG_VALUE, bytes, CUJIT_DTYPE_NONE, size);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&bits, bytes, size);
#else
    memcpy((char *)&bits + sizeof bits - size, bytes, size);
#endif
    return cujit_arg_uint(bits);
}

static cujit_status fill(const char *function, cujit_array *array, cujit_arg value, cujit_stream stream,
                         cujit_error *error)
{
    const cujit_array *const one[] = {array};
    const void *bytes;
    cujit_array *view;
    cj_slot slot;
    cujit_status status = find_bytes(function, array, &value, &slot, &bytes, error);

    if (status != CUJIT_OK || (status = cj_array_check_written(function, "array", array, error)) != CUJIT_OK ||
        (status = cj_bits_see(function, one, 1, &view, error)) != CUJIT_OK)
        return status;
    if (array->size > 0)
        status = cj_array_run(array->context, CJ_ARRAY_FILL, (cj_array_types){0},
                              CUJIT_ARGS(as_argument(view->dtype, bytes, array->item_size), view), stream, error);
    cj_bits_free(&view, 1);
    return status;
}

cujit_status cujit_array_fill(cujit_array *array, cujit_arg value, cujit_stream stream, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_fill", "array", array, array, error);

    return status == CUJIT_OK ? fill("cujit_array_fill", array, value, stream, error) : status;
}

/* ---- New arrays of one value ------------------------------------------------------------------------------------- */

static cujit_status check_place(const char *function, cujit_array *const *array, cujit_error *error)
{
    return array != NULL ? CUJIT_OK : cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: array is NULL", function);
}

static cujit_status make_full(const char *function, cujit_context *context, cujit_dtype dtype, int ndim,
                              const size_t *shape, cujit_arg value, cujit_stream stream, cujit_array **array,
                              cujit_error *error)
{
    cujit_array *made = NULL;
    cujit_status status = check_place(function, array, error);

    if (status == CUJIT_OK)
        status = cj_array_create_for(function, context, dtype, ndim, shape, NULL, stream, &made, error);
    if (status == CUJIT_OK)
        status = fill(function, made, value, stream, error);
    return cj_array_hand_out(made, status, array);
}

cujit_status cujit_array_full(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape, cujit_arg value,
                              cujit_stream stream, cujit_array **array, cujit_error *error)
{
    return make_full("cujit_array_full", context, dtype, ndim, shape, value, stream, array, error);
}

cujit_status cujit_array_ones(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                              cujit_stream stream, cujit_array **array, cujit_error *error)
{
    return make_full("cujit_array_ones", context, dtype, ndim, shape, CUJIT_ARG(1), stream, array, error);
}

/* Any type, of which all bytes are 0. */
static cujit_status make_zeros(const char *function, cujit_context *context, cujit_dtype dtype, int ndim,
                               const size_t *shape, cujit_stream stream, cujit_array **array, cujit_error *error)
{
    cujit_array *made = NULL;
    cujit_status status = cj_array_create_for(function, context, dtype, ndim, shape, NULL, stream, &made, error);

    if (status == CUJIT_OK && made->size > 0)
        status = context->backend->fill(context->device, made->data, 0, 1, cujit_array_bytes(made), stream, error);
    return cj_array_hand_out(made, status, array);
}

static cujit_dtype dtype_like(const cujit_array *like, cujit_dtype dtype)
{
    return dtype != CUJIT_DTYPE_NONE ? dtype : like->dtype;
}

cujit_status cujit_array_create_like(const cujit_array *like, cujit_dtype dtype, cujit_array **array,
                                     cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_create_like", "like", like, array, error);

    return status == CUJIT_OK ? cj_array_create_for("cujit_array_create_like", like->context, dtype_like(like, dtype),
                                                    like->ndim, like->shape, NULL, CJ_STREAM_NONE, array, error)
                              : status;
}

cujit_status cujit_array_full_like(const cujit_array *like, cujit_dtype dtype, cujit_arg value, cujit_stream stream,
                                   cujit_array **array, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_full_like", "like", like, array, error);

    return status == CUJIT_OK ? make_full("cujit_array_full_like", like->context, dtype_like(like, dtype), like->ndim,
                                          like->shape, value, stream, array, error)
                              : status;
}

cujit_status cujit_array_zeros_like(const cujit_array *like, cujit_dtype dtype, cujit_stream stream,
                                    cujit_array **array, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_zeros_like", "like", like, array, error);

    return status == CUJIT_OK ? make_zeros("cujit_array_zeros_like", like->context, dtype_like(like, dtype), like->ndim,
                                           like->shape, stream, array, error)
                              : status;
}

cujit_status cujit_array_ones_like(const cujit_array *like, cujit_dtype dtype, cujit_stream stream, cujit_array **array,
                                   cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_ones_like", "like", like, array, error);

    return status == CUJIT_OK ? make_full("cujit_array_ones_like", like->context, dtype_like(like, dtype), like->ndim,
                                          like->shape, CUJIT_ARG(1), stream, array, error)
                              : status;
}

cujit_status cujit_array_eye(cujit_context *context, cujit_dtype dtype, size_t rows, size_t columns, int64_t offset,
                             cujit_stream stream, cujit_array **array, cujit_error *error)
{
    const size_t shape[] = {rows, columns};
    cujit_array *made = NULL, *diagonal = NULL;
    cujit_status status = check_place("cujit_array_eye", array, error);

    if (status == CUJIT_OK)
        status = make_zeros("cujit_array_eye", context, dtype, 2, shape, stream, &made, error);
    if (status == CUJIT_OK)
        status = cujit_array_diagonal(made, offset, &diagonal, error);
    if (status == CUJIT_OK)
        status = fill("cujit_array_eye", diagonal, CUJIT_ARG(1), stream, error);
    cujit_array_free(diagonal);
    return cj_array_hand_out(made, status, array);
}

/* ---- Numbers in a row -------------------------------------------------------------------------------------------- */

static cujit_status check_fits(const char *function, const char *what, double number, cujit_dtype dtype,
                               cujit_error *error)
{
    const cujit_arg arg = cujit_arg_real(number);
    cj_slot slot;

    if (isfinite(number) && cj_number_convert(&arg, dtype, &slot) == CUJIT_OK)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: %s is %g, which %s cannot hold", function, what, number,
                        cujit_dtype_name(dtype));
}

static cujit_status check_number_type(const char *function, const cujit_context *context, cujit_dtype dtype,
                                      cujit_error *error)
{
    if (cj_dtype_is_number(dtype))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: the dtype is %s; expected one of numbers", function,
                        context != NULL ? cujit_context_type_name(context, dtype) : cujit_dtype_name(dtype));
}

static bool is_whole(cujit_dtype dtype)
{
    return dtype >= CUJIT_BOOL && dtype <= CUJIT_UINT64;
}

/* How many there are; errors of what cannot be. */
static cujit_status count_range(cujit_dtype dtype, double start, double stop, double step, size_t *count,
                                cujit_error *error)
{
    static const char function[] = "cujit_array_arange";
    double many;
    cujit_status status;

    if (step == 0)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: step is 0", function);
    if (!isfinite(start) || !isfinite(stop) || !isfinite(step) || !isfinite(stop - start))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                            "%s: start is %g, stop %g and step %g; expected finite "
                            "numbers",
                            function, start, stop, step);
    if (is_whole(dtype) && (floor(start) != start || floor(step) != step))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                            "%s: start is %g and step %g; expected whole numbers for %s", function, start, step,
                            cujit_dtype_name(dtype));
    many = ceil((stop - start) / step);
    if (many >= 0x1p63)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: from %g to %g in steps of %g are too many elements",
                            function, start, stop, step);
    *count = many > 0 ? (size_t)many : 0;
    if (*count == 0 || dtype == CUJIT_BOOL)
        return CUJIT_OK;
    status = check_fits(function, "start", start, dtype, error);
    return status == CUJIT_OK
               ? check_fits(function, "the last element", start + (double)(*count - 1) * step, dtype, error)
               : status;
}

/* The bits of a whole number that int64 or uint64 can hold. */
static unsigned long long as_bits(double number)
{
    return number < 0 ? 0 - (unsigned long long)-number : (unsigned long long)number;
}

cujit_status cujit_array_arange(cujit_context *context, cujit_dtype dtype, double start, double stop, double step,
                                cujit_stream stream, cujit_array **array, cujit_error *error)
{
    size_t count = 0;
    cujit_array *made = NULL;
    cujit_status status = check_place("cujit_array_arange", array, error);

    if (status != CUJIT_OK || (status = check_number_type("cujit_array_arange", context, dtype, error)) != CUJIT_OK ||
        (status = count_range(dtype, start, stop, step, &count, error)) != CUJIT_OK ||
        (status = cj_array_create_for("cujit_array_arange", context, dtype, 1, &count, NULL, stream, &made, error)) !=
            CUJIT_OK)
        return status;
    if (is_whole(dtype)) /* a step of more than they can hold is none: there is one element */
        status = cj_array_run(context, CJ_ARRAY_COUNT_UP, (cj_array_types){0},
                              CUJIT_ARGS(as_bits(start), count > 1 ? as_bits(step) : 0, made), stream, error);
    else /* the step between the first two, as they are rounded */
        status = cj_array_run(context, CJ_ARRAY_ARANGE, (cj_array_types){0},
                              CUJIT_ARGS(start, (start + step) - start, made), stream, error);
    return cj_array_hand_out(made, status, array);
}

cujit_status cujit_array_linspace(cujit_context *context, cujit_dtype dtype, double start, double stop, size_t count,
                                  int endpoint, cujit_stream stream, cujit_array **array, cujit_error *error)
{
    static const char function[] = "cujit_array_linspace";
    const size_t parts = endpoint && count > 0 ? count - 1 : count;
    const double step = parts > 0 ? (stop - start) / (double)parts : 0;
    cujit_array *made = NULL;
    cujit_status status = check_place(function, array, error);

    if (status != CUJIT_OK || (status = check_number_type(function, context, dtype, error)) != CUJIT_OK)
        return status;
    if (!isfinite(start) || !isfinite(stop) || !isfinite(step))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                            "%s: start is %g and stop %g; expected finite numbers at finite distances", function, start,
                            stop);
    if (dtype != CUJIT_BOOL &&
        ((status = check_fits(function, "start", is_whole(dtype) ? floor(start) : start, dtype, error)) != CUJIT_OK ||
         (status = check_fits(function, "stop", is_whole(dtype) ? floor(stop) : stop, dtype, error)) != CUJIT_OK))
        return status;
    if ((status = cj_array_create_for(function, context, dtype, 1, &count, NULL, stream, &made, error)) != CUJIT_OK)
        return status;
    status = cj_array_run(context, CJ_ARRAY_LINSPACE, (cj_array_types){.to = dtype},
                          CUJIT_ARGS(start, step, stop, endpoint && count > 1 ? (long long)count - 1 : -1LL, made),
                          stream, error);
    return cj_array_hand_out(made, status, array);
}
