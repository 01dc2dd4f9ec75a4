/*
 * array_select.c: elements by condition, by index and by mask: where, take, put, compress, nonzero.
 */
#include "libjit/array/array_kernels.h"
#include "libjit/runtime/broadcast.h"

#include <inttypes.h>
#include <string.h>

/* ---- By condition ------------------------------------------------------------------------------------------------ */

cujit_status cujit_array_where(const cujit_array *condition, const cujit_array *x, const cujit_array *y,
                               cujit_stream stream, cujit_array **chosen, cujit_error *error)
{
    static const char function[] = "cujit_array_where";
    cj_operand operands[3];
    cujit_array *made = NULL, *views[3] = {NULL};
    cj_loop loop;
    cujit_status status = cj_array_check(function, "condition", condition, chosen, error);

    if (status != CUJIT_OK || (status = cj_array_check(function, "x", x, chosen, error)) != CUJIT_OK ||
        (status = cj_array_check(function, "y", y, chosen, error)) != CUJIT_OK ||
        (status = cj_array_check_numbers(function, "condition", condition, error)) != CUJIT_OK ||
        (status = cj_array_check_alike(function, "x", x, "y", y, error)) != CUJIT_OK)
        return status;
    operands[0] = cj_operand_of("condition", condition);
    operands[1] = cj_operand_of("x", x);
    operands[2] = cj_operand_of("y", y);
    if ((status = cj_loop_find_shape(operands, 3, &loop, error)) != CUJIT_OK)
        return status;
    status = cj_array_create(x->context, x->dtype, loop.full_ndim, loop.full, NULL, stream, &made, error);
    if (status == CUJIT_OK)
        status = cj_bits_see(function, (const cujit_array *const[]){x, y, made}, 3, views, error);
    if (status == CUJIT_OK)
        status = cj_array_run(x->context, CJ_ARRAY_WHERE, (cj_array_types){.from = condition->dtype},
                              CUJIT_ARGS(condition, views[0], views[1], views[2]), stream, error);
    cj_bits_free(views, 3);
    return cj_array_hand_out(made, status, chosen);
}

/* ---- Indices ----------------------------------------------------------------------------------------------------- */

/* The element number k, in C order, of an array of integers. */
static cujit_status fetch_index(const cujit_array *indices, size_t k, cujit_stream stream, int64_t *index,
                                cujit_error *error)
{
    const bool is_signed = indices->dtype == CUJIT_INT8 || indices->dtype == CUJIT_INT16 ||
                           indices->dtype == CUJIT_INT32 || indices->dtype == CUJIT_INT64;
    const unsigned unused = 64 - 8 * (unsigned)indices->item_size;
    ptrdiff_t offset = 0;
    uint64_t bits = 0;
    cujit_status status;

    for (int axis = indices->ndim - 1; axis >= 0; axis--) {
        offset += (ptrdiff_t)(k % indices->shape[axis]) * indices->strides[axis];
        k /= indices->shape[axis];
    }
    status = cj_array_fetch(indices, offset, &bits, indices->item_size, stream, error);
    /* The bytes are the low ones; what is above has the sign. */
    *index = is_signed ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
    return status;
}

cujit_status cj_indices_check(const char *function, const cujit_array *indices, bool any, size_t length,
                              cujit_bounds bounds, cujit_stream stream, cujit_error *error)
{
    int64_t bad = INT64_MAX, index = 0;
    cujit_status status;

    if ((status = cj_array_check_integers(function, "indices", indices, error)) != CUJIT_OK)
        return status;
    if ((int)bounds < CUJIT_BOUNDS_CHECK || (int)bounds > CUJIT_BOUNDS_WRAP)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: bounds is %d, which is no cujit_bounds", function,
                            (int)bounds);
    if (indices->size == 0 || !any)
        return CUJIT_OK;
    if (length == 0)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: there are %zu indices into no elements", function,
                            indices->size);
    if (bounds != CUJIT_BOUNDS_CHECK)
        return CUJIT_OK;
    status = cj_array_fold(indices->context, CJ_ARRAY_OUTSIDE, (cj_array_types){0},
                           CUJIT_ARGS(indices, (long long)length), stream, CUJIT_INT64, &bad, sizeof bad, error);
    if (status != CUJIT_OK || bad == INT64_MAX ||
        (status = fetch_index(indices, (size_t)bad, stream, &index, error)) != CUJIT_OK)
        return status;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                        "%s: element %" PRId64 " of indices is %" PRId64 ", out of range for %zu elements", function,
                        bad, index, length);
}

/* ---- Take -------------------------------------------------------------------------------------------------------- */

/* What is taken: of `before` pieces, of `length` runs each, those that the indices name. A run has `unit` bytes `run`
 * times. */
typedef struct taking {
    const char *function;
    const cujit_array *array, *indices;
    size_t before, length, run;
    size_t unit;
    cujit_bounds bounds;
    cujit_stream stream;
} taking;

/* The largest unit that both sides can be moved in: they are in C order, and so is every run. */
static void find_unit(taking *what, const cujit_array *from, const cujit_array *to)
{
    const size_t bytes = what->run * from->item_size;

    for (what->unit = 16;
         bytes % what->unit != 0 || (uintptr_t)from->data % what->unit != 0 || (uintptr_t)to->data % what->unit != 0;)
        what->unit /= 2;
    what->run = bytes / what->unit;
}

static cujit_status see_units(const taking *what, const cujit_array *array, int ndim, const size_t *shape,
                              cujit_array **view, cujit_error *error)
{
    cj_axes axes = {.dtype = cj_bits_dtype(what->unit), .ndim = ndim};

    memcpy(axes.shape, shape, (size_t)ndim * sizeof *shape);
    cj_axes_pack(&axes, what->unit);
    return cj_array_see(what->function, array, &axes, view, error);
}

static cujit_status take(taking *what, const cujit_array *from, const cujit_array *places, cujit_array *to,
                         cujit_error *error)
{
    cujit_array *x = NULL, *z = NULL, *index = NULL;
    size_t all, shape[3];
    cujit_status status;
    bool single; /* elements of a list, so that the result is one, too */

    find_unit(what, from, to);
    single = what->before == 1 && what->run == 1;
    all = what->before * what->length * what->run;
    shape[0] = what->before;
    shape[1] = places->size;
    shape[2] = what->run;
    if ((status = see_units(what, from, 1, &all, &x, error)) != CUJIT_OK ||
        (status = see_units(what, to, single ? 1 : 3, single ? &places->size : shape, &z, error)) != CUJIT_OK)
        goto out;
    if (single) {
        status = cj_array_run(from->context, CJ_ARRAY_TAKE, (cj_array_types){0},
                              CUJIT_ARGS(x, places, z, (long long)what->length, (int)what->bounds), what->stream,
                              error);
        goto out;
    }
    if ((status = cujit_array_expand_dims(places, -1, &index, error)) == CUJIT_OK)
        status = cj_array_run(from->context, CJ_ARRAY_TAKE_RUNS, (cj_array_types){0},
                              CUJIT_ARGS(x, index, z, (long long)what->length, (long long)what->run, (int)what->bounds),
                              what->stream, error);
out:
    cujit_array_free(x);
    cujit_array_free(z);
    cujit_array_free(index);
    return status;
}

/* With what must be in C order in C order. */
static cujit_status take_held(taking *what, cujit_array *to, cujit_error *error)
{
    cj_temporary source = {0}, places = {0};
    cujit_status status = cj_temporary_hold(what->function, what->array, CJ_HOLD_C_ORDER, what->array->ndim,
                                            what->array->shape, what->stream, &source, error);

    if (status == CUJIT_OK)
        status = cj_temporary_hold(what->function, what->indices, CJ_HOLD_ANY, 1, &what->indices->size, what->stream,
                                   &places, error);
    if (status == CUJIT_OK)
        status = take(what, source.array, places.array, to, error);
    cj_temporary_put_back(&source, what->stream);
    cj_temporary_put_back(&places, what->stream);
    return status;
}

/* Takes along an axis of an array, or all (CUJIT_ARRAY_FLAT). */
static cujit_status make_taken(taking *what, int axis, cujit_array **taken, cujit_error *error)
{
    const cujit_array *array = what->array, *indices = what->indices;
    const int first = axis == CUJIT_ARRAY_FLAT ? 0 : axis, behind = axis == CUJIT_ARRAY_FLAT ? array->ndim : axis + 1;
    const int ndim = first + indices->ndim + array->ndim - behind;
    size_t shape[2 * CUJIT_ARRAY_MAX_NDIM];
    cujit_array *made = NULL;
    cujit_status status;

    what->before = what->run = 1;
    what->length = axis == CUJIT_ARRAY_FLAT ? array->size : array->shape[axis];
    for (int k = 0; k < first; k++)
        what->before *= shape[k] = array->shape[k];
    for (int k = 0; k < indices->ndim; k++)
        shape[first + k] = indices->shape[k];
    for (int k = behind; k < array->ndim; k++)
        what->run *= shape[first + indices->ndim + k - behind] = array->shape[k];
    if ((status = cj_indices_check(what->function, indices, what->before > 0 && what->run > 0, what->length,
                                   what->bounds, what->stream, error)) != CUJIT_OK ||
        (status = cj_array_create(array->context, array->dtype, ndim, shape, NULL, what->stream, &made, error)) !=
            CUJIT_OK)
        return status;
    if (made->size > 0)
        status = take_held(what, made, error);
    return cj_array_hand_out(made, status, taken);
}

cujit_status cj_array_take(const char *function, const cujit_array *array, const cujit_array *indices, int axis,
                           cujit_bounds bounds, cujit_stream stream, cujit_array **taken, cujit_error *error)
{
    taking what = {.function = function, .array = array, .indices = indices, .bounds = bounds, .stream = stream};
    cujit_status status = cj_array_check(function, "array", array, taken, error);

    if (status != CUJIT_OK || (status = cj_array_check(function, "indices", indices, taken, error)) != CUJIT_OK ||
        (status = cj_array_find_axis_or_flat(function, axis, array, &axis, error)) != CUJIT_OK)
        return status;
    return make_taken(&what, axis, taken, error);
}

cujit_status cujit_array_take(const cujit_array *array, const cujit_array *indices, int axis, cujit_bounds bounds,
                              cujit_stream stream, cujit_array **taken, cujit_error *error)
{
    return cj_array_take("cujit_array_take", array, indices, axis, bounds, stream, taken, error);
}

/* ---- Put --------------------------------------------------------------------------------------------------------- */

/* Into an array in C order. */
static cujit_status put(const char *function, cujit_array *to, const cujit_array *indices, const cujit_array *values,
                        cujit_bounds bounds, cujit_stream stream, cujit_error *error)
{
    cujit_array *views[2] = {NULL};
    cujit_status status = cj_bits_see(function, (const cujit_array *const[]){to, values}, 2, views, error);

    if (status == CUJIT_OK)
        status = cj_array_run(to->context, CJ_ARRAY_PUT, (cj_array_types){0},
                              CUJIT_ARGS(views[0], indices, views[1], (long long)to->size, (int)bounds), stream, error);
    cj_bits_free(views, 2);
    return status;
}

/* `other`, or where it lies in the array's memory a copy. */
static cujit_status hold_apart(const char *function, const cujit_array *array, const cujit_array *other,
                               cujit_stream stream, cj_temporary *held, cujit_error *error)
{
    return cj_temporary_hold(function, other, cj_array_overlap(array, other) ? CJ_HOLD_COPY : CJ_HOLD_ANY, other->ndim,
                             other->shape, stream, held, error);
}

cujit_status cj_array_put(const char *function, cujit_array *array, const cujit_array *indices,
                          const cujit_array *values, cujit_bounds bounds, cujit_stream stream, cujit_error *error)
{
    cj_temporary place = {0}, held_values = {0}, held_indices = {0};
    cujit_array *view = NULL;
    cujit_status status = cj_array_check(function, "array", array, array, error);

    if (status != CUJIT_OK || (status = cj_array_check(function, "indices", indices, indices, error)) != CUJIT_OK ||
        (status = cj_array_check(function, "values", values, values, error)) != CUJIT_OK ||
        (status = cj_array_check_written(function, "array", array, error)) != CUJIT_OK ||
        (status = cj_array_check_alike(function, "values", values, "array", array, error)) != CUJIT_OK ||
        (status = cj_array_broadcast(function, "values", values, indices->ndim, indices->shape, &view, error)) !=
            CUJIT_OK)
        return status;
    if ((status = cj_indices_check(function, indices, true, array->size, bounds, stream, error)) != CUJIT_OK ||
        indices->size == 0 || (status = hold_apart(function, array, view, stream, &held_values, error)) != CUJIT_OK ||
        (status = hold_apart(function, array, indices, stream, &held_indices, error)) != CUJIT_OK ||
        (status = cj_temporary_hold(function, array, CJ_HOLD_C_ORDER, array->ndim, array->shape, stream, &place,
                                    error)) != CUJIT_OK)
        goto out;
    status = put(function, place.array, held_indices.array, held_values.array, bounds, stream, error);
    if (status == CUJIT_OK && !array->c_order)
        status = cj_array_move(function, array, place.array, stream, error);
out:
    cujit_array_free(view);
    cj_temporary_put_back(&place, stream);
    cj_temporary_put_back(&held_indices, stream);
    cj_temporary_put_back(&held_values, stream);
    return status;
}

cujit_status cujit_array_put(cujit_array *array, const cujit_array *indices, const cujit_array *values,
                             cujit_bounds bounds, cujit_stream stream, cujit_error *error)
{
    return cj_array_put("cujit_array_put", array, indices, values, bounds, stream, error);
}

/* ---- By mask ----------------------------------------------------------------------------------------------------- */

/* For each element of a mask how many up to it are chosen, and how many there are in all. */
static cujit_status count_chosen(const char *function, const cujit_array *mask, cujit_stream stream, cj_temporary *upto,
                                 size_t *count, cujit_error *error)
{
    const bool wide = mask->size > INT32_MAX;
    int64_t total = 0;
    int32_t few = 0;
    cujit_status status;

    *count = 0;
    status = cj_temporary_take(function, mask->context, wide ? CUJIT_INT64 : CUJIT_INT32, mask->ndim, mask->shape,
                               stream, upto, error);
    if (status != CUJIT_OK || mask->size == 0 ||
        (status = cj_array_scan(wide ? CJ_ARRAY_COUNT_WIDE : CJ_ARRAY_COUNT, mask, upto->array, stream, error)) !=
            CUJIT_OK)
        return status;
    status = cj_array_fetch(upto->array, (ptrdiff_t)((mask->size - 1) * upto->array->item_size),
                            wide ? (void *)&total : &few, upto->array->item_size, stream, error);
    *count = wide ? (size_t)total : (size_t)few;
    return status;
}

static cujit_status compress(const char *function, const cujit_array *array, const cujit_array *mask,
                             cujit_stream stream, cujit_array **chosen, cujit_error *error)
{
    cujit_array *made = NULL, *views[2] = {NULL};
    cj_temporary upto = {0};
    size_t count;
    cujit_status status = count_chosen(function, mask, stream, &upto, &count, error);

    if (status == CUJIT_OK)
        status = cj_array_create(array->context, array->dtype, 1, &count, NULL, stream, &made, error);
    if (status == CUJIT_OK && count > 0)
        status = cj_bits_see(function, (const cujit_array *const[]){array, made}, 2, views, error);
    if (status == CUJIT_OK && count > 0)
        status = cj_array_run(array->context, CJ_ARRAY_SCATTER, (cj_array_types){.from = mask->dtype},
                              CUJIT_ARGS(mask, upto.array, views[0], views[1]), stream, error);
    cj_bits_free(views, 2);
    cj_temporary_put_back(&upto, stream);
    return cj_array_hand_out(made, status, chosen);
}

/* Where a mask is not 0, as a new array for the caller, or for a while. */
static cujit_status find_places(const char *function, const cujit_array *mask, bool lasting, cujit_stream stream,
                                cj_temporary *places, cujit_error *error)
{
    cujit_context *context = mask->context;
    cj_temporary upto = {0};
    size_t count;
    cujit_status status = count_chosen(function, mask, stream, &upto, &count, error);

    if (status == CUJIT_OK && lasting)
        status = cj_array_create(context, CUJIT_INT64, 1, &count, NULL, stream, &places->array, error);
    else if (status == CUJIT_OK)
        status = cj_temporary_take(function, context, CUJIT_INT64, 1, &count, stream, places, error);
    if (status == CUJIT_OK && count > 0)
        status = cj_array_run(context, CJ_ARRAY_PLACES, (cj_array_types){.from = mask->dtype},
                              CUJIT_ARGS(mask, upto.array, places->array), stream, error);
    cj_temporary_put_back(&upto, stream);
    if (status != CUJIT_OK)
        cj_temporary_put_back(places, stream);
    return status;
}

cujit_status cujit_array_nonzero(const cujit_array *mask, cujit_stream stream, cujit_array **places, cujit_error *error)
{
    static const char function[] = "cujit_array_nonzero";
    cj_temporary found = {0};
    cujit_status status = cj_array_check(function, "mask", mask, places, error);

    if (status != CUJIT_OK || (status = cj_array_check_numbers(function, "mask", mask, error)) != CUJIT_OK)
        return status;
    if ((status = find_places(function, mask, true, stream, &found, error)) == CUJIT_OK)
        *places = found.array;
    return status;
}

/* `length`: of the axis, if it is one. */
static cujit_status refuse_mask(const char *function, const cujit_array *array, const cujit_array *mask, int axis,
                                size_t length, cujit_error *error)
{
    char shape[CJ_SHOWN], other[CJ_SHOWN];

    cj_shape_show(shape, array->ndim, array->shape);
    cj_shape_show(other, mask->ndim, mask->shape);
    if (axis == CUJIT_ARRAY_FLAT)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "%s: mask has the shape %s, and array %s; expected the same", function, other, shape);
    return cj_error_set(
        error, CUJIT_ERROR_ARGUMENT_SIZE,
        "%s: mask has the shape %s; expected (%zu), the length of axis %d of array, which has the shape "
        "%s",
        function, other, length, axis, shape);
}

cujit_status cujit_array_compress(const cujit_array *array, const cujit_array *mask, int axis, cujit_stream stream,
                                  cujit_array **chosen, cujit_error *error)
{
    static const char function[] = "cujit_array_compress";
    taking what = {.function = function, .array = array, .bounds = CUJIT_BOUNDS_CLIP, .stream = stream};
    cj_temporary places = {0};
    size_t length;
    int place;
    cujit_status status = cj_array_check(function, "array", array, chosen, error);

    if (status != CUJIT_OK || (status = cj_array_check(function, "mask", mask, chosen, error)) != CUJIT_OK ||
        (status = cj_array_check_numbers(function, "mask", mask, error)) != CUJIT_OK)
        return status;
    if (axis == CUJIT_ARRAY_FLAT)
        return cj_array_same_shape(array, mask) ? compress(function, array, mask, stream, chosen, error)
                                                : refuse_mask(function, array, mask, axis, 0, error);
    if ((status = cj_array_find_axis_or_flat(function, axis, array, &place, error)) != CUJIT_OK)
        return status;
    length = place == CUJIT_ARRAY_FLAT ? array->size : array->shape[place];
    if (!cj_array_has_shape(mask, 1, &length))
        return refuse_mask(function, array, mask, place == CUJIT_ARRAY_FLAT ? axis : place, length, error);
    if ((status = find_places(function, mask, false, stream, &places, error)) != CUJIT_OK)
        return status;
    what.indices = places.array;
    status = make_taken(&what, place, chosen, error);
    cj_temporary_put_back(&places, stream);
    return status;
}
