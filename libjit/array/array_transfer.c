/*
 * array_transfer.c: copies between arrays of different contexts.
 */
#include "libjit/array/array_kernels.h"

#include <string.h>

static const char function[] = "cujit_array_transfer";

/* Registered types have numbers in each context: what counts is the name, and the size. */
static cujit_status check_types(const cujit_array *to, const cujit_array *from, cujit_error *error)
{
    const char *ours = cujit_context_type_name(to->context, to->dtype);
    const char *theirs = cujit_context_type_name(from->context, from->dtype);

    if (strcmp(ours, theirs) == 0 &&
        cujit_context_type_size(to->context, to->dtype) == cujit_context_type_size(from->context, from->dtype))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                        "%s: to has elements of %s of %zu bytes, and from of %s of %zu; expected one type", function,
                        ours, cujit_context_type_size(to->context, to->dtype), theirs,
                        cujit_context_type_size(from->context, from->dtype));
}

static cujit_status check(const cujit_array *to, const cujit_array *from, cujit_error *error)
{
    cujit_status status = cj_array_check(function, "to", to, to, error);

    if (status != CUJIT_OK || (status = cj_array_check(function, "from", from, from, error)) != CUJIT_OK ||
        (status = check_types(to, from, error)) != CUJIT_OK)
        return status;
    if (!cj_array_same_shape(to, from))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: to and from have different shapes", function);
    return cj_array_check_written(function, "to", to, error);
}

/* Both dense, in C order. The host's memory is the program's, which the other device's copies reach. */
static cujit_status copy(cujit_array *to, const cujit_array *from, cujit_error *error)
{
    const cj_backend *ours = to->context->backend, *theirs = from->context->backend;
    const size_t bytes = cujit_array_bytes(to);

    if (ours == theirs)
        return ours->copy_peer(to->context->device, to->data, from->context->device, from->data, bytes, error);
    if (theirs->is_host)
        return ours->copy(to->context->device, to->data, from->data, bytes, CJ_COPY_TO_DEVICE, NULL, true, error);
    if (ours->is_host)
        return theirs->copy(from->context->device, to->data, from->data, bytes, CJ_COPY_TO_HOST, NULL, true, error);
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "%s: neither of %s and %s is the host", function,
                        to->context->device_text, from->context->device_text);
}

/* By way of dense arrays, where one of them is not: on its own device. */
static cujit_status transfer(cujit_array *to, const cujit_array *from, cujit_error *error)
{
    cj_temporary sent = {0}, got = {0};
    cujit_array *place = to;
    cujit_status status = cj_temporary_hold(function, from, CJ_HOLD_C_ORDER, from->ndim, from->shape, NULL, &sent,
                                            error);

    if (status == CUJIT_OK && !to->c_order) {
        status = cj_temporary_take(function, to->context, to->dtype, to->ndim, to->shape, NULL, &got, error);
        place = got.array;
    }
    if (status == CUJIT_OK)
        status = copy(place, sent.array, error);
    if (status == CUJIT_OK && place != to && (status = cj_array_move(function, to, place, NULL, error)) == CUJIT_OK)
        status = to->context->backend->stream_query(to->context->device, NULL, NULL, error);
    cj_temporary_put_back(&sent, NULL);
    cj_temporary_put_back(&got, NULL);
    return status;
}

cujit_status cujit_array_transfer(cujit_array *to, const cujit_array *from, cujit_error *error)
{
    cujit_status status = check(to, from, error);

    if (status != CUJIT_OK || to->size == 0)
        return status;
    if (to->context != from->context)
        return transfer(to, from, error);
    if ((status = cujit_array_assign(to, from, NULL, error)) != CUJIT_OK)
        return status;
    return to->context->backend->stream_query(to->context->device, NULL, NULL, error);
}
