/*
 * array_join.c: other shapes and places: reshape, ravel, roll, concatenate, stack, tile, repeat. Each makes its result,
 * and moves elements between views of it and of its sources.
 */
#include "libjit/array/array_kernels.h"

#include "libjit/base/alloc.h"
#include "libjit/runtime/broadcast.h"

#include <stdio.h>

/* ---- Other shapes ------------------------------------------------------------------------------------------------ */

/* Moves an array's elements into another one of as many, which is in C order. */
static cujit_status move_listed(const char *function, cujit_array *to, const cujit_array *from, cujit_stream stream,
                                cujit_error *error)
{
    cujit_array *view = NULL;
    cujit_status status = cj_array_see_reshaped(function, to, from->ndim, from->shape, &view, error);

    if (status == CUJIT_OK)
        status = cj_array_move(function, view, from, stream, error);
    cujit_array_free(view);
    return status;
}

static cujit_status reshape(const char *function, const cujit_array *array, int ndim, const size_t *shape,
                            cujit_stream stream, cujit_array **reshaped, cujit_error *error)
{
    size_t resolved[CUJIT_ARRAY_MAX_NDIM];
    cujit_array *made = NULL;
    cujit_status status = cj_array_resolve_shape(function, array, ndim, shape, resolved, error);

    if (status != CUJIT_OK ||
        (status = cj_array_see_reshaped(function, array, ndim, resolved, &made, error)) != CUJIT_OK)
        return status;
    if (made == NULL) {
        status = cj_array_create(array->context, array->dtype, ndim, resolved, NULL, stream, &made, error);
        if (status == CUJIT_OK)
            status = move_listed(function, made, array, stream, error);
    }
    return cj_array_hand_out(made, status, reshaped);
}

cujit_status cujit_array_reshape(const cujit_array *array, int ndim, const size_t *shape, cujit_stream stream,
                                 cujit_array **reshaped, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_reshape", "array", array, reshaped, error);

    return status == CUJIT_OK ? reshape("cujit_array_reshape", array, ndim, shape, stream, reshaped, error) : status;
}

cujit_status cujit_array_ravel(const cujit_array *array, cujit_stream stream, cujit_array **list, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_ravel", "array", array, list, error);

    return status == CUJIT_OK ? reshape("cujit_array_ravel", array, 1, &array->size, stream, list, error) : status;
}

/* ---- Parts along an axis ----------------------------------------------------------------------------------------- */

/* `count` elements from `start` on, in the shape of `like` (NULL: as they are). */
static cujit_status see_part(const char *function, const cujit_array *array, int axis, size_t start, size_t count,
                             cujit_array **view, cujit_error *error)
{
    cj_axes axes;

    cj_axes_of(array, &axes);
    axes.offset = (ptrdiff_t)start * axes.strides[axis];
    axes.shape[axis] = count;
    return cj_array_see(function, array, &axes, view, error);
}

/* Moves `count` elements along an axis from one array to another. */
static cujit_status move_part(const char *function, cujit_array *to, size_t to_start, const cujit_array *from,
                              size_t from_start, int axis, size_t count, cujit_stream stream, cujit_error *error)
{
    cujit_array *place = NULL, *source = NULL;
    cujit_status status = see_part(function, to, axis, to_start, count, &place, error);

    if (status == CUJIT_OK)
        status = see_part(function, from, axis, from_start, count, &source, error);
    if (status == CUJIT_OK)
        status = cj_array_move(function, place, source, stream, error);
    cujit_array_free(place);
    cujit_array_free(source);
    return status;
}

static cujit_status roll(const char *function, cujit_array *to, const cujit_array *from, int axis, int64_t shift,
                         cujit_stream stream, cujit_error *error)
{
    const size_t length = to->shape[axis];
    size_t by;
    cujit_status status;

    if (to->size == 0)
        return CUJIT_OK;
    by = shift >= 0 ? (size_t)shift % length : (length - (0 - (size_t)shift) % length) % length;
    status = move_part(function, to, by, from, 0, axis, length - by, stream, error);
    return status == CUJIT_OK ? move_part(function, to, 0, from, length - by, axis, by, stream, error) : status;
}

cujit_status cujit_array_roll(const cujit_array *array, int64_t shift, int axis, cujit_stream stream,
                              cujit_array **rolled, cujit_error *error)
{
    static const char function[] = "cujit_array_roll";
    cujit_array *made = NULL, *list = NULL;
    cj_temporary held = {0};
    cujit_status status = cj_array_check(function, "array", array, rolled, error);

    if (status != CUJIT_OK || (status = cj_array_find_axis_or_flat(function, axis, array, &axis, error)) != CUJIT_OK ||
        (status = cj_array_create(array->context, array->dtype, array->ndim, array->shape, NULL, stream, &made,
                                  error)) != CUJIT_OK)
        return status;
    if (axis != CUJIT_ARRAY_FLAT) {
        status = roll(function, made, array, axis, shift, stream, error);
        goto out;
    }
    if ((status = cj_array_see_reshaped(function, made, 1, &made->size, &list, error)) == CUJIT_OK)
        status = cj_temporary_hold(function, array, CJ_HOLD_ANY, 1, &array->size, stream, &held, error);
    if (status == CUJIT_OK)
        status = roll(function, list, held.array, 0, shift, stream, error);
    cj_temporary_put_back(&held, stream);
    cujit_array_free(list);
out:
    return cj_array_hand_out(made, status, rolled);
}

/* ---- One after the other ----------------------------------------------------------------------------------------- */

static cujit_status check_list(const char *function, const cujit_array *const *arrays, size_t count, const void *out,
                               cujit_error *error)
{
    cujit_status status;

    if (arrays == NULL || count == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: there are no arrays", function);
    for (size_t k = 0; k < count; k++) {
        char name[40];

        snprintf(name, sizeof name, "arrays[%zu]", k);
        if ((status = cj_array_check(function, name, arrays[k], out, error)) != CUJIT_OK ||
            (status = cj_array_check_alike(function, name, arrays[k], "arrays[0]", arrays[0], error)) != CUJIT_OK)
            return status;
    }
    return CUJIT_OK;
}

static cujit_status refuse_shape(const char *function, const cujit_array *const *arrays, size_t k, const char *but,
                                 cujit_error *error)
{
    char first[CJ_SHOWN], other[CJ_SHOWN];

    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s: arrays[0] has the shape %s, and arrays[%zu] %s; expected the same%s", function,
                        cj_shape_show(first, arrays[0]->ndim, arrays[0]->shape), k,
                        cj_shape_show(other, arrays[k]->ndim, arrays[k]->shape), but);
}

/* The shape of what comes out, and whether all go into it. */
static cujit_status find_whole(const char *function, const cujit_array *const *arrays, size_t count, int axis,
                               size_t *shape, cujit_error *error)
{
    for (int m = 0; m < arrays[0]->ndim; m++)
        shape[m] = arrays[0]->shape[m];
    for (size_t k = 1; k < count; k++) {
        bool fits = arrays[k]->ndim == arrays[0]->ndim;

        for (int m = 0; m < arrays[0]->ndim && fits; m++)
            fits = m == axis || arrays[k]->shape[m] == shape[m];
        if (!fits)
            return refuse_shape(function, arrays, k, " but for the axis", error);
        if (__builtin_add_overflow(shape[axis], arrays[k]->shape[axis], &shape[axis]))
            shape[axis] = SIZE_MAX;
    }
    return CUJIT_OK;
}

static cujit_status concatenate_lists(const char *function, const cujit_array *const *arrays, size_t count,
                                      cujit_stream stream, cujit_array **whole, cujit_error *error)
{
    size_t total = 0, begun = 0;
    cujit_array *made = NULL, *part = NULL;
    cujit_status status;

    for (size_t k = 0; k < count; k++) {
        if (__builtin_add_overflow(total, arrays[k]->size, &total))
            total = SIZE_MAX;
    }
    status = cj_array_create(arrays[0]->context, arrays[0]->dtype, 1, &total, NULL, stream, &made, error);
    for (size_t k = 0; k < count && status == CUJIT_OK; begun += arrays[k++]->size) {
        if ((status = see_part(function, made, 0, begun, arrays[k]->size, &part, error)) == CUJIT_OK)
            status = move_listed(function, part, arrays[k], stream, error);
        cujit_array_free(part);
        part = NULL;
    }
    return cj_array_hand_out(made, status, whole);
}

static cujit_status concatenate(const char *function, const cujit_array *const *arrays, size_t count, int axis,
                                cujit_stream stream, cujit_array **whole, cujit_error *error)
{
    size_t shape[CUJIT_ARRAY_MAX_NDIM], begun = 0;
    cujit_array *made = NULL;
    cujit_status status = find_whole(function, arrays, count, axis, shape, error);

    if (status == CUJIT_OK)
        status = cj_array_create(arrays[0]->context, arrays[0]->dtype, arrays[0]->ndim, shape, NULL, stream, &made,
                                 error);
    for (size_t k = 0; k < count && status == CUJIT_OK; begun += arrays[k++]->shape[axis])
        status = move_part(function, made, begun, arrays[k], 0, axis, arrays[k]->shape[axis], stream, error);
    return cj_array_hand_out(made, status, whole);
}

cujit_status cujit_array_concatenate(const cujit_array *const *arrays, size_t count, int axis, cujit_stream stream,
                                     cujit_array **whole, cujit_error *error)
{
    static const char function[] = "cujit_array_concatenate";
    cujit_status status = check_list(function, arrays, count, whole, error);

    if (status != CUJIT_OK)
        return status;
    if (axis == CUJIT_ARRAY_FLAT)
        return concatenate_lists(function, arrays, count, stream, whole, error);
    if ((status = cj_array_find_axis(function, axis, arrays[0]->ndim, &axis, error)) != CUJIT_OK)
        return status;
    return concatenate(function, arrays, count, axis, stream, whole, error);
}

cujit_status cujit_array_stack(const cujit_array *const *arrays, size_t count, int axis, cujit_stream stream,
                               cujit_array **whole, cujit_error *error)
{
    static const char function[] = "cujit_array_stack";
    cujit_array **views = NULL;
    cujit_status status = check_list(function, arrays, count, whole, error);

    if (status != CUJIT_OK)
        return status;
    for (size_t k = 1; k < count; k++) {
        if (!cj_array_same_shape(arrays[k], arrays[0]))
            return refuse_shape(function, arrays, k, "", error);
    }
    if ((status = cj_array_check_room(function, arrays[0]->ndim + 1, error)) != CUJIT_OK ||
        (status = cj_array_find_axis(function, axis, arrays[0]->ndim + 1, &axis, error)) != CUJIT_OK)
        return status;
    if ((views = cj_calloc(count, sizeof *views)) == NULL)
        return cj_error_no_memory(error, "a list of arrays");
    for (size_t k = 0; k < count && status == CUJIT_OK; k++)
        status = cujit_array_expand_dims(arrays[k], axis, &views[k], error);
    if (status == CUJIT_OK)
        status = concatenate(function, (const cujit_array *const *)views, count, axis, stream, whole, error);
    for (size_t k = 0; k < count; k++)
        cujit_array_free(views[k]);
    cj_free(views);
    return status;
}

/* ---- Again and again --------------------------------------------------------------------------------------------- */

/* A new array of which both `to`, axes over its memory in C order, and `from`, axes over the array's, have one
 * shape. */
static cujit_status make_repeated(const char *function, const cujit_array *array, const cj_axes *from, int ndim,
                                  const size_t *shape, cujit_stream stream, cujit_array **out, cujit_error *error)
{
    cujit_array *made = NULL, *place = NULL, *source = NULL;
    cujit_status status = cj_array_create(array->context, array->dtype, ndim, shape, NULL, stream, &made, error);

    if (status == CUJIT_OK && made->size > 0) {
        status = cj_array_see(function, array, from, &source, error);
        if (status == CUJIT_OK)
            status = cj_array_see_reshaped(function, made, from->ndim, from->shape, &place, error);
        if (status == CUJIT_OK)
            status = cj_array_move(function, place, source, stream, error);
    }
    cujit_array_free(place);
    cujit_array_free(source);
    return cj_array_hand_out(made, status, out);
}

static void multiply(size_t *length, size_t by)
{
    if (__builtin_mul_overflow(*length, by, length))
        *length = SIZE_MAX;
}

cujit_status cujit_array_tile(const cujit_array *array, int count, const size_t *repeats, cujit_stream stream,
                              cujit_array **tiled, cujit_error *error)
{
    static const char function[] = "cujit_array_tile";
    cujit_status status = cj_array_check(function, "array", array, tiled, error);
    size_t shape[CUJIT_ARRAY_MAX_NDIM];
    int ndim, axes_in_all;
    cj_axes axes;

    if (status != CUJIT_OK)
        return status;
    if (count < 0 || count > CUJIT_ARRAY_MAX_NDIM || (repeats == NULL && count > 0))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %d repeats%s; expected 0 to %d", function, count,
                            repeats == NULL ? ", which are NULL" : "", CUJIT_ARRAY_MAX_NDIM);
    axes_in_all = ndim = count > array->ndim ? count : array->ndim;
    for (int k = 0; k < count; k++)
        axes_in_all += repeats[k] != 1;
    if (axes_in_all > CUJIT_ARRAY_MAX_NDIM)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: axes and repeats that are not 1 are %d together; expected at most %d", function,
                            axes_in_all, CUJIT_ARRAY_MAX_NDIM);
    cj_axes_of(array, &axes);
    while (axes.ndim < ndim)
        cj_axes_insert(&axes, 0, 1, 0);
    for (int k = ndim - 1; k >= 0; k--) {
        const size_t repeat = k >= ndim - count ? repeats[k - (ndim - count)] : 1;

        shape[k] = axes.shape[k];
        multiply(&shape[k], repeat);
        if (repeat != 1)
            cj_axes_insert(&axes, k, repeat, 0);
    }
    return make_repeated(function, array, &axes, ndim, shape, stream, tiled, error);
}

cujit_status cujit_array_repeat(const cujit_array *array, size_t times, int axis, cujit_stream stream,
                                cujit_array **repeated, cujit_error *error)
{
    static const char function[] = "cujit_array_repeat";
    cujit_status status = cj_array_check(function, "array", array, repeated, error);
    cj_axes axes, result;

    if (status != CUJIT_OK || (status = cj_array_find_axis_or_flat(function, axis, array, &axis, error)) != CUJIT_OK)
        return status;
    if (array->ndim == CUJIT_ARRAY_MAX_NDIM)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: array has %d axes; expected at most %d", function,
                            array->ndim, CUJIT_ARRAY_MAX_NDIM - 1);
    cj_axes_of(array, &axes);
    result = axes;
    if (axis == CUJIT_ARRAY_FLAT) {
        result.ndim = 1;
        result.shape[0] = array->size;
        multiply(&result.shape[0], times);
        axis = array->ndim - 1;
    } else
        multiply(&result.shape[axis], times);
    cj_axes_insert(&axes, axis + 1, times, 0);
    return make_repeated(function, array, &axes, result.ndim, result.shape, stream, repeated, error);
}
