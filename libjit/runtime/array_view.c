/*
 * array_view.c: views of arrays: slices, other orders of the axes, other shapes, other types. Nothing is moved.
 */
#include "libjit/runtime/array.h"
#include "libjit/runtime/broadcast.h"
#include "libjit/runtime/range.h"

#include <inttypes.h>

/* ---- Axes -------------------------------------------------------------------------------------------------------- */

void cj_axes_of(const cujit_array *array, cj_axes *axes)
{
    axes->dtype = array->dtype;
    axes->ndim = array->ndim;
    axes->offset = 0;
    for (int k = 0; k < array->ndim; k++) {
        axes->shape[k] = array->shape[k];
        axes->strides[k] = array->strides[k];
    }
}

void cj_axes_insert(cj_axes *axes, int at, size_t length, ptrdiff_t stride)
{
    for (int k = axes->ndim++; k > at; k--) {
        axes->shape[k] = axes->shape[k - 1];
        axes->strides[k] = axes->strides[k - 1];
    }
    axes->shape[at] = length;
    axes->strides[at] = stride;
}

void cj_axes_drop(cj_axes *axes, int at)
{
    axes->ndim--;
    for (int k = at; k < axes->ndim; k++) {
        axes->shape[k] = axes->shape[k + 1];
        axes->strides[k] = axes->strides[k + 1];
    }
}

void cj_axes_pack(cj_axes *axes, size_t item_size)
{
    size_t stride = item_size;

    for (int k = axes->ndim - 1; k >= 0; k--) {
        axes->strides[k] = (ptrdiff_t)stride;
        stride *= axes->shape[k] > 0 ? axes->shape[k] : 1;
    }
}

cujit_status cj_array_check(const char *function, const char *name, const cujit_array *array, const void *out,
                            cujit_error *error)
{
    if (array == NULL || out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            array == NULL ? name : "the place for the result");
    return cj_context_check(array->context, error);
}

cujit_status cj_array_find_axis(const char *function, int axis, int ndim, int *place, cujit_error *error)
{
    *place = axis < 0 ? axis + ndim : axis;
    if (*place >= 0 && *place < ndim)
        return CUJIT_OK;
    if (ndim == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: axis %d is out of range: there are no axes",
                            function, axis);
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: axis %d is out of range; expected %d to %d", function,
                        axis, -ndim, ndim - 1);
}

cujit_status cj_array_find_axis_or_flat(const char *function, int axis, const cujit_array *array, int *place,
                                        cujit_error *error)
{
    *place = CUJIT_ARRAY_FLAT;
    if (axis == CUJIT_ARRAY_FLAT || (array->ndim == 0 && (axis == 0 || axis == -1)))
        return CUJIT_OK;
    return cj_array_find_axis(function, axis, array->ndim, place, error);
}

/* Which axes a list names, each once. */
static cujit_status find_axes(const char *function, const int *axes, int count, int ndim, bool *named,
                              cujit_error *error)
{
    cujit_status status;
    int place;

    for (int k = 0; k < ndim; k++)
        named[k] = false;
    for (int k = 0; k < count; k++) {
        if ((status = cj_array_find_axis(function, axes[k], ndim, &place, error)) != CUJIT_OK)
            return status;
        if (named[place])
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: axis %d is given twice", function, place);
        named[place] = true;
    }
    return CUJIT_OK;
}

cujit_status cj_array_check_room(const char *function, int ndim, cujit_error *error)
{
    if (ndim <= CUJIT_ARRAY_MAX_NDIM)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: the result would have %d axes; expected at most %d",
                        function, ndim, CUJIT_ARRAY_MAX_NDIM);
}

/* ---- Slices ------------------------------------------------------------------------------------------------------ */

/* What cujit_array_slice() was given, for its axes and its errors. */
static cujit_status count_indices(const cujit_array *array, int count, const cujit_index *indices, int *whole,
                                  cujit_error *error)
{
    int used = 0, added = 0, ellipses = 0;
    char shape[CJ_SHOWN];

    for (int k = 0; k < count; k++) {
        if ((int)indices[k].kind < CUJIT_INDEX_ALL || (int)indices[k].kind > CUJIT_INDEX_ELLIPSIS)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_array_slice: indices[%d] has the kind %d",
                                k, (int)indices[k].kind);
        ellipses += indices[k].kind == CUJIT_INDEX_ELLIPSIS;
        added += indices[k].kind == CUJIT_INDEX_NEW_AXIS;
        used += indices[k].kind != CUJIT_INDEX_ELLIPSIS && indices[k].kind != CUJIT_INDEX_NEW_AXIS;
    }
    if (ellipses > 1)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_array_slice: %d ellipses; expected one at most",
                            ellipses);
    if (used > array->ndim)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_array_slice: %d indices for the %d axes of an array of the shape %s", used,
                            array->ndim, cj_shape_show(shape, array->ndim, array->shape));
    *whole = array->ndim - used;
    return cj_array_check_room("cujit_array_slice", array->ndim + added, error);
}

static cujit_status take_element(const cujit_array *array, int number, int axis, int64_t index, cj_axes *axes,
                                 int place, cujit_error *error)
{
    const int64_t length = (int64_t)axes->shape[place], found = index < 0 ? index + length : index;
    char shape[CJ_SHOWN];

    if (found < 0 || found >= length)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                            "cujit_array_slice: indices[%d] is %" PRId64 ", out of range for axis %d of an array of "
                            "the shape %s",
                            number, index, axis, cj_shape_show(shape, array->ndim, array->shape));
    axes->offset += (ptrdiff_t)found * axes->strides[place];
    cj_axes_drop(axes, place);
    return CUJIT_OK;
}

static cujit_status take_range(int number, const cujit_index *index, cj_axes *axes, int place, cujit_error *error)
{
    const cujit_slice slice = {index->start, index->stop, index->step};
    cujit_range range;
    size_t count;
    cujit_status status;

    if (slice.step == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_array_slice: the step of indices[%d] must not be 0", number);
    if ((status = cj_range_resolve(NULL, &slice, axes->shape[place], &range, error)) != CUJIT_OK)
        return status;
    count = (size_t)cj_range_count(&range);
    if (count > 0)
        axes->offset += (ptrdiff_t)range.start * axes->strides[place];
    if (count > 1)
        axes->strides[place] *= (ptrdiff_t)range.step;
    axes->shape[place] = count;
    return CUJIT_OK;
}

cujit_status cujit_array_slice(const cujit_array *array, int count, const cujit_index *indices, cujit_array **view,
                               cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_slice", "array", array, view, error);
    int whole = 0, place = 0, axis = 0; /* of the view in the making, and of the array */
    cj_axes axes;

    if (status != CUJIT_OK)
        return status;
    if (count < 0 || (indices == NULL && count > 0))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_array_slice: %d indices%s", count,
                            indices == NULL ? ", and these are NULL" : "");
    if ((status = count_indices(array, count, indices, &whole, error)) != CUJIT_OK)
        return status;
    cj_axes_of(array, &axes);
    for (int k = 0; k < count && status == CUJIT_OK; k++) {
        const cujit_index_kind kind = indices[k].kind;

        if (kind == CUJIT_INDEX_NEW_AXIS)
            cj_axes_insert(&axes, place, 1, 0);
        else if (kind == CUJIT_INDEX_AT)
            status = take_element(array, k, axis, indices[k].start, &axes, place, error);
        else if (kind == CUJIT_INDEX_SLICE)
            status = take_range(k, &indices[k], &axes, place, error);
        place += kind == CUJIT_INDEX_ELLIPSIS ? whole : kind != CUJIT_INDEX_AT;
        axis += kind == CUJIT_INDEX_ELLIPSIS ? whole : kind != CUJIT_INDEX_NEW_AXIS;
    }
    return status == CUJIT_OK ? cj_array_see("cujit_array_slice", array, &axes, view, error) : status;
}

cujit_status cujit_array_flip(const cujit_array *array, const int *which, int count, cujit_array **view,
                              cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_flip", "array", array, view, error);
    bool named[CUJIT_ARRAY_MAX_NDIM];
    cj_axes axes;

    if (status != CUJIT_OK || (status = find_axes("cujit_array_flip", which, which != NULL ? count : 0, array->ndim,
                                                  named, error)) != CUJIT_OK)
        return status;
    cj_axes_of(array, &axes);
    for (int k = 0; k < axes.ndim; k++) {
        if ((which != NULL && !named[k]) || axes.shape[k] < 2)
            continue;
        axes.offset += (ptrdiff_t)(axes.shape[k] - 1) * axes.strides[k];
        axes.strides[k] = -axes.strides[k];
    }
    return cj_array_see("cujit_array_flip", array, &axes, view, error);
}

cujit_status cujit_array_diagonal(const cujit_array *array, int64_t offset, cujit_array **view, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_diagonal", "array", array, view, error);
    size_t down, right; /* where it begins */
    cj_axes axes;
    int last;

    if (status != CUJIT_OK)
        return status;
    if (array->ndim < 2)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_array_diagonal: the array has %d axes; expected 2 or more", array->ndim);
    cj_axes_of(array, &axes);
    last = axes.ndim - 1;
    down = offset < 0 ? (size_t)0 - (size_t)offset : 0;
    right = offset > 0 ? (size_t)offset : 0;
    if (down >= axes.shape[last - 1] || right >= axes.shape[last]) {
        axes.shape[last - 1] = 0;
    } else {
        const size_t rows = axes.shape[last - 1] - down, columns = axes.shape[last] - right;

        axes.offset = (ptrdiff_t)down * axes.strides[last - 1] + (ptrdiff_t)right * axes.strides[last];
        axes.shape[last - 1] = rows < columns ? rows : columns;
        axes.strides[last - 1] += axes.strides[last];
    }
    axes.ndim = last;
    return cj_array_see("cujit_array_diagonal", array, &axes, view, error);
}

/* ---- Other orders, more and fewer axes --------------------------------------------------------------------------- */

cujit_status cujit_array_transpose(const cujit_array *array, const int *order, cujit_array **view, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_transpose", "array", array, view, error);
    bool named[CUJIT_ARRAY_MAX_NDIM];
    cj_axes axes;

    if (status != CUJIT_OK || (order != NULL && (status = find_axes("cujit_array_transpose", order, array->ndim,
                                                                    array->ndim, named, error)) != CUJIT_OK))
        return status;
    cj_axes_of(array, &axes);
    for (int k = 0; k < axes.ndim; k++) {
        int from = order == NULL ? axes.ndim - 1 - k : order[k] < 0 ? order[k] + axes.ndim : order[k];

        axes.shape[k] = array->shape[from];
        axes.strides[k] = array->strides[from];
    }
    return cj_array_see("cujit_array_transpose", array, &axes, view, error);
}

cujit_status cujit_array_swap_axes(const cujit_array *array, int a, int b, cujit_array **view, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_swap_axes", "array", array, view, error);
    cj_axes axes;

    if (status != CUJIT_OK ||
        (status = cj_array_find_axis("cujit_array_swap_axes", a, array->ndim, &a, error)) != CUJIT_OK ||
        (status = cj_array_find_axis("cujit_array_swap_axes", b, array->ndim, &b, error)) != CUJIT_OK)
        return status;
    cj_axes_of(array, &axes);
    axes.shape[a] = array->shape[b];
    axes.strides[a] = array->strides[b];
    axes.shape[b] = array->shape[a];
    axes.strides[b] = array->strides[a];
    return cj_array_see("cujit_array_swap_axes", array, &axes, view, error);
}

cujit_status cujit_array_squeeze(const cujit_array *array, const int *which, int count, cujit_array **view,
                                 cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_squeeze", "array", array, view, error);
    bool named[CUJIT_ARRAY_MAX_NDIM];
    char shape[CJ_SHOWN];
    cj_axes axes;

    if (status != CUJIT_OK || (status = find_axes("cujit_array_squeeze", which, which != NULL ? count : 0, array->ndim,
                                                  named, error)) != CUJIT_OK)
        return status;
    cj_axes_of(array, &axes);
    for (int k = array->ndim - 1; k >= 0; k--) {
        if (which == NULL ? array->shape[k] != 1 : !named[k])
            continue;
        if (array->shape[k] != 1)
            return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                                "cujit_array_squeeze: axis %d of the shape %s is not 1 long", k,
                                cj_shape_show(shape, array->ndim, array->shape));
        cj_axes_drop(&axes, k);
    }
    return cj_array_see("cujit_array_squeeze", array, &axes, view, error);
}

cujit_status cujit_array_expand_dims(const cujit_array *array, int axis, cujit_array **view, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_expand_dims", "array", array, view, error);
    cj_axes axes;

    if (status != CUJIT_OK ||
        (status = cj_array_check_room("cujit_array_expand_dims", array->ndim + 1, error)) != CUJIT_OK ||
        (status = cj_array_find_axis("cujit_array_expand_dims", axis, array->ndim + 1, &axis, error)) != CUJIT_OK)
        return status;
    cj_axes_of(array, &axes);
    cj_axes_insert(&axes, axis, 1, 0);
    return cj_array_see("cujit_array_expand_dims", array, &axes, view, error);
}

/* ---- Other shapes ------------------------------------------------------------------------------------------------ */

static cujit_status check_shape(const char *function, int ndim, const size_t *shape, cujit_error *error)
{
    if (ndim < 0 || ndim > CUJIT_ARRAY_MAX_NDIM)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %d axes; expected 0 to %d", function, ndim,
                            CUJIT_ARRAY_MAX_NDIM);
    if (shape == NULL && ndim > 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: shape is NULL", function);
    return CUJIT_OK;
}

cujit_status cj_array_broadcast(const char *function, const char *name, const cujit_array *array, int ndim,
                                const size_t *shape, cujit_array **view, cujit_error *error)
{
    const int missing = ndim - array->ndim;
    char from[CJ_SHOWN], to[CJ_SHOWN];
    bool fits = missing >= 0;
    cj_axes axes;

    cj_axes_of(array, &axes);
    for (int k = 0; k < missing; k++)
        cj_axes_insert(&axes, 0, 1, 0);
    for (int k = 0; k < ndim && fits; k++) {
        if (axes.shape[k] == shape[k])
            continue;
        fits = axes.shape[k] == 1;
        axes.shape[k] = shape[k];
        axes.strides[k] = 0;
    }
    if (!fits)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: %s has the shape %s, which does not broadcast to %s",
                            function, name, cj_shape_show(from, array->ndim, array->shape),
                            cj_shape_show(to, ndim, shape));
    return cj_array_see(function, array, &axes, view, error);
}

cujit_status cujit_array_broadcast_to(const cujit_array *array, int ndim, const size_t *shape, cujit_array **view,
                                      cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_broadcast_to", "array", array, view, error);

    if (status != CUJIT_OK || (status = check_shape("cujit_array_broadcast_to", ndim, shape, error)) != CUJIT_OK)
        return status;
    return cj_array_broadcast("cujit_array_broadcast_to", "array", array, ndim, shape, view, error);
}

cujit_status cj_array_resolve_shape(const char *function, const cujit_array *array, int ndim, const size_t *shape,
                                    size_t *resolved, cujit_error *error)
{
    char from[CJ_SHOWN], to[CJ_SHOWN];
    cujit_status status = check_shape(function, ndim, shape, error);
    bool fits = true, empty = false;
    size_t product = 1;
    int rest = -1;

    if (status != CUJIT_OK)
        return status;
    for (int k = 0; k < ndim; k++) {
        resolved[k] = shape[k];
        empty |= shape[k] == 0;
        if (shape[k] == SIZE_MAX && rest >= 0)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "%s: the lengths of axes %d and %d are both SIZE_MAX; expected one at most", function,
                                rest, k);
        if (shape[k] == SIZE_MAX)
            rest = k;
    }
    for (int k = 0; k < ndim; k++) {
        if (k != rest && !empty)
            fits &= !__builtin_mul_overflow(product, shape[k], &product);
    }
    if (empty)
        product = 0;
    if (rest >= 0 && product > 0 && array->size % product == 0)
        resolved[rest] = array->size / product;
    else
        fits &= rest < 0 && product == array->size;
    if (!fits)
        return cj_error_set(
            error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: an array of the shape %s has %zu elements, which do not fill %s",
            function, cj_shape_show(from, array->ndim, array->shape), array->size, cj_shape_show(to, ndim, shape));
    return CUJIT_OK;
}

/* Gives runs of old axes and of new ones, of as many elements each, the same memory; false: the old ones are no even
 * walk. The axes of `from` are longer than 1, and there are elements. */
static bool find_strides(const cj_axes *from, cj_axes *to)
{
    int old = 0, begun = 0;

    for (int first = 0, next = 0; old < from->ndim && first < to->ndim; begun = old, first = next) {
        size_t old_count = from->shape[old++], count = to->shape[next++];

        while (count != old_count) {
            if (count < old_count)
                count *= to->shape[next++];
            else
                old_count *= from->shape[old++];
        }
        for (int k = begun; k + 1 < old; k++) {
            if (from->strides[k] != from->strides[k + 1] * (ptrdiff_t)from->shape[k + 1])
                return false;
        }
        to->strides[next - 1] = from->strides[old - 1];
        for (int k = next - 1; k > first; k--)
            to->strides[k - 1] = to->strides[k] * (ptrdiff_t)to->shape[k];
    }
    return true;
}

cujit_status cj_array_see_reshaped(const char *function, const cujit_array *array, int ndim, const size_t *shape,
                                   cujit_array **view, cujit_error *error)
{
    cj_axes from, to = {.dtype = array->dtype, .ndim = ndim};

    for (int k = 0; k < ndim; k++)
        to.shape[k] = shape[k];
    cj_axes_pack(&to, array->item_size);
    cj_axes_of(array, &from);
    for (int k = from.ndim - 1; k >= 0; k--) {
        if (from.shape[k] == 1)
            cj_axes_drop(&from, k);
    }
    *view = NULL;
    if (array->size > 1 && !find_strides(&from, &to))
        return CUJIT_OK;
    return cj_array_see(function, array, &to, view, error);
}

/* ---- Other types ------------------------------------------------------------------------------------------------- */

cujit_status cujit_array_view_as(const cujit_array *array, cujit_dtype dtype, cujit_array **view, cujit_error *error)
{
    cujit_status status = cj_array_check("cujit_array_view_as", "array", array, view, error);
    size_t size;
    cj_axes axes;

    if (status != CUJIT_OK)
        return status;
    if ((size = cujit_context_type_size(array->context, dtype)) == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_array_view_as: dtype %d is not known in this context", (int)dtype);
    if (size != array->item_size)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                            "cujit_array_view_as: an element of %s has %zu bytes, and the array's, of %s, have %zu",
                            cujit_context_type_name(array->context, dtype), size,
                            cujit_context_type_name(array->context, array->dtype), array->item_size);
    cj_axes_of(array, &axes);
    axes.dtype = dtype;
    return cj_array_see("cujit_array_view_as", array, &axes, view, error);
}

static cujit_status see_part(const char *function, const cujit_array *array, ptrdiff_t part, cujit_array **view,
                             cujit_error *error)
{
    cujit_status status = cj_array_check(function, "array", array, view, error);
    bool is_complex;
    cj_axes axes;

    if (status != CUJIT_OK)
        return status;
    is_complex = cj_dtype_is_complex(array->dtype);
    if (!is_complex && (part > 0 || !cj_dtype_is_number(array->dtype)))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: the array is one of %s; expected complex numbers",
                            function, cujit_context_type_name(array->context, array->dtype));
    cj_axes_of(array, &axes);
    if (is_complex) {
        axes.dtype = cj_dtype_part(array->dtype);
        axes.offset = part * (ptrdiff_t)(array->item_size / 2);
    }
    return cj_array_see(function, array, &axes, view, error);
}

cujit_status cujit_array_real(const cujit_array *array, cujit_array **view, cujit_error *error)
{
    return see_part("cujit_array_real", array, 0, view, error);
}

cujit_status cujit_array_imag(const cujit_array *array, cujit_array **view, cujit_error *error)
{
    return see_part("cujit_array_imag", array, 1, view, error);
}
