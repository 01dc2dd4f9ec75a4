/*
 * array_copy.c: copies between arrays of any strides, with conversions, and between these and host memory.
 */
#include "libjit/array/array_kernels.h"
#include "libjit/runtime/broadcast.h"

/* ---- What can be moved where ------------------------------------------------------------------------------------- */

static const char *type_name(const cujit_array *array)
{
    return cujit_context_type_name(array->context, array->dtype);
}

cujit_status cj_array_check_alike(const char *function, const char *name, const cujit_array *array, const char *other,
                                  const cujit_array *with, cujit_error *error)
{
    if (array->dtype == with->dtype)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: %s has elements of %s, and %s of %s; expected one type",
                        function, name, type_name(array), other, type_name(with));
}

cujit_status cj_array_check_numbers(const char *function, const char *name, const cujit_array *array,
                                    cujit_error *error)
{
    if (cj_dtype_is_number(array->dtype))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: %s has elements of %s; expected numbers", function, name,
                        type_name(array));
}

cujit_status cj_array_check_integers(const char *function, const char *name, const cujit_array *array,
                                     cujit_error *error)
{
    if (cj_dtype_is_integer(array->dtype))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: %s has elements of %s; expected integers", function,
                        name, type_name(array));
}

cujit_status cj_array_check_written(const char *function, const char *name, const cujit_array *array,
                                    cujit_error *error)
{
    for (int k = 0; k < array->ndim && array->size > 0; k++) {
        if (array->shape[k] > 1 && array->strides[k] == 0)
            return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                                "%s: %s repeats its elements along axis %d; what is written must have memory of its "
                                "own for each",
                                function, name, k);
    }
    return CUJIT_OK;
}

static cujit_status check_same_kind(const cujit_array *to, const cujit_array *from, cujit_error *error)
{
    if (to->dtype == from->dtype || cj_can_cast_same_kind(from->dtype, to->dtype))
        return CUJIT_OK;
    return cj_error_set(
        error, CUJIT_ERROR_ARGUMENT_TYPE,
        "cujit_array_assign: from has elements of %s, which do not become %s by themselves%s", type_name(from),
        type_name(to),
        cj_dtype_is_number(to->dtype) && cj_dtype_is_number(from->dtype) ? "; cujit_array_astype() converts them" : "");
}

bool cj_array_overlap(const cujit_array *a, const cujit_array *b)
{
    const cj_operand one = cj_operand_of("", a), other = cj_operand_of("", b);
    uintptr_t low, high, begin, end;

    cj_operand_extent(&one, &low, &high);
    cj_operand_extent(&other, &begin, &end);
    return low < end && begin < high;
}

/* Is each element of one the same element of the other? */
static bool is_same_walk(const cujit_array *a, const cujit_array *b)
{
    if (a->data != b->data || a->dtype != b->dtype || !cj_array_same_shape(a, b))
        return false;
    for (int k = 0; k < a->ndim; k++) {
        if (a->shape[k] > 1 && a->strides[k] != b->strides[k])
            return false;
    }
    return true;
}

/* ---- On the device ----------------------------------------------------------------------------------------------- */

cujit_status cj_array_move(const char *function, cujit_array *to, const cujit_array *from, cujit_stream stream,
                           cujit_error *error)
{
    const cujit_array *const both[] = {from, to};
    cujit_array *views[2];
    cujit_status status;

    if (to->size == 0)
        return CUJIT_OK;
    if (to->dtype != from->dtype)
        return cj_array_run(to->context, CJ_ARRAY_CAST, (cj_array_types){from->dtype, to->dtype}, CUJIT_ARGS(from, to),
                            stream, error);
    if ((status = cj_bits_see(function, both, 2, views, error)) != CUJIT_OK)
        return status;
    status = cj_array_run(to->context, CJ_ARRAY_MOVE, (cj_array_types){0}, CUJIT_ARGS(views[0], views[1]), stream,
                          error);
    cj_bits_free(views, 2);
    return status;
}

/* A new array with the elements of another, converted. */
static cujit_status make_copy(const char *function, const cujit_array *array, cujit_dtype dtype, cujit_stream stream,
                              cujit_array **out, cujit_error *error)
{
    cujit_array *made = NULL;
    cujit_status status = cj_array_create(array->context, dtype, array->ndim, array->shape, NULL, stream, &made, error);

    if (status == CUJIT_OK)
        status = cj_array_move(function, made, array, stream, error);
    return cj_array_hand_out(made, status, out);
}

cujit_status cujit_array_copy(const cujit_array *array, cujit_stream stream, cujit_array **copy, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_copy", "array", array, copy, error);

    return status == CUJIT_OK ? make_copy("cujit_array_copy", array, array->dtype, stream, copy, error) : status;
}

cujit_status cujit_array_astype(const cujit_array *array, cujit_dtype dtype, cujit_stream stream,
                                cujit_array **converted, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_astype", "array", array, converted, error);

    if (status != CUJIT_OK)
        return status;
    if (dtype != array->dtype && (!cj_dtype_is_number(dtype) || !cj_dtype_is_number(array->dtype)))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                            "cujit_array_astype: elements of %s do not become %s: only numbers are converted",
                            type_name(array), cujit_context_type_name(array->context, dtype));
    return make_copy("cujit_array_astype", array, dtype, stream, converted, error);
}

cujit_status cujit_array_assign(cujit_array *to, const cujit_array *from, cujit_stream stream, cujit_error *error)
{
    static const char function[] = "cujit_array_assign";
    cj_temporary held = {0};
    cujit_array *view = NULL;
    cujit_status status = cj_array_check(function, "to", to, to, error);

    if (status != CUJIT_OK || (status = cj_array_check(function, "from", from, from, error)) != CUJIT_OK ||
        (status = check_same_kind(to, from, error)) != CUJIT_OK ||
        (status = cj_array_check_written(function, "to", to, error)) != CUJIT_OK ||
        (status = cj_array_broadcast(function, "from", from, to->ndim, to->shape, &view, error)) != CUJIT_OK)
        return status;
    if (to->size == 0 || is_same_walk(to, view))
        goto out;
    if (cj_array_overlap(to, from)) {
        cujit_array_free(view);
        view = NULL;
        status = cj_temporary_hold(function, from, CJ_HOLD_COPY, from->ndim, from->shape, stream, &held, error);
        if (status == CUJIT_OK)
            status = cj_array_broadcast(function, "from", held.array, to->ndim, to->shape, &view, error);
    }
    if (status == CUJIT_OK)
        status = cj_array_move(function, to, view, stream, error);
out:
    cujit_array_free(view);
    cj_temporary_put_back(&held, stream);
    return status;
}

/* ---- Host memory ------------------------------------------------------------------------------------------------- */

static cujit_status read_array(const char *function, const cujit_array *array, void *data, size_t size,
                               cujit_stream stream, bool blocking, cujit_error *error)
{
    cujit_status status = cj_array_check_host(function, array, data, size, error);
    cj_temporary held = {0};

    if (status != CUJIT_OK || size == 0)
        return status;
    if (!blocking)
        cj_array_use(array->context, array, stream);
    status = cj_temporary_hold(function, array, CJ_HOLD_C_ORDER, array->ndim, array->shape, stream, &held, error);
    if (status == CUJIT_OK)
        status = array->context->backend->copy(array->context->device, data, held.array->data, size, CJ_COPY_TO_HOST,
                                               stream, blocking, error);
    cj_temporary_put_back(&held, stream);
    return status;
}

static cujit_status write_array(const char *function, cujit_array *array, const void *data, size_t size,
                                cujit_stream stream, bool blocking, cujit_error *error)
{
    cujit_status status = cj_array_check_host(function, array, data, size, error);
    cj_temporary held = {0};
    cujit_array *place = array;

    if (status != CUJIT_OK || size == 0 ||
        (status = cj_array_check_written(function, "array", array, error)) != CUJIT_OK)
        return status;
    if (!array->c_order) {
        status = cj_temporary_take(function, array->context, array->dtype, array->ndim, array->shape, stream, &held,
                                   error);
        if (status != CUJIT_OK)
            return status;
        place = held.array;
    }
    if (!blocking)
        cj_array_use(array->context, array, stream);
    status = array->context->backend->copy(array->context->device, place->data, data, size, CJ_COPY_TO_DEVICE, stream,
                                           blocking, error);
    if (status == CUJIT_OK && place != array)
        status = cj_array_move(function, array, place, stream, error);
    if (status == CUJIT_OK && place != array && blocking)
        status = array->context->backend->stream_query(array->context->device, stream, NULL, error);
    cj_temporary_put_back(&held, stream);
    return status;
}

cujit_status cujit_array_read(const cujit_array *array, void *data, size_t size, cujit_error *error)
{
    return read_array("cujit_array_read", array, data, size, NULL, true, error);
}

cujit_status cujit_array_read_async(const cujit_array *array, void *data, size_t size, cujit_stream stream,
                                    cujit_error *error)
{
    return read_array("cujit_array_read_async", array, data, size, stream, false, error);
}

cujit_status cujit_array_write(cujit_array *array, const void *data, size_t size, cujit_error *error)
{
    return write_array("cujit_array_write", array, data, size, NULL, true, error);
}

cujit_status cujit_array_write_async(cujit_array *array, const void *data, size_t size, cujit_stream stream,
                                     cujit_error *error)
{
    return write_array("cujit_array_write_async", array, data, size, stream, false, error);
}
