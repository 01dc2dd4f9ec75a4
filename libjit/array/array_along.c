/*
 * array_along.c: elements by an index for each line along an axis, and by how often each is wanted: take and put along
 * an axis, repeat by counts.
 */
#include "libjit/array/array_kernels.h"
#include "libjit/runtime/broadcast.h"

#include <string.h>

/* ---- Along an axis ----------------------------------------------------------------------------------------------- */

/* An array counts as `before` pieces of lines next to each other, `run` of them, along the axis. */
typedef struct along {
    const char *function;
    int axis, ndim;
    size_t shape[CUJIT_ARRAY_MAX_NDIM]; /* of both, but for the axis */
    size_t before, run;
    size_t length, count; /* of the axis, in the array and in the indices */
    cujit_bounds bounds;
    cujit_stream stream;
} along;

static cujit_status refuse_shapes(const along *what, const cujit_array *array, const cujit_array *indices,
                                  cujit_error *error)
{
    char shape[CJ_SHOWN], other[CJ_SHOWN];

    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s: indices has the shape %s, and array %s; expected as many axes, of lengths that broadcast "
                        "but for axis %d",
                        what->function, cj_shape_show(other, indices->ndim, indices->shape),
                        cj_shape_show(shape, array->ndim, array->shape), what->axis);
}

/* Along the list of all elements there is one line, so that the indices are those of a take or a put. */
static cujit_status check_list(const along *what, const cujit_array *indices, cujit_error *error)
{
    char shape[CJ_SHOWN];

    if (indices->ndim == 1)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s: indices has the shape %s; expected one axis, for the list of the elements", what->function,
                        cj_shape_show(shape, indices->ndim, indices->shape));
}

/* `grows`: indices may have lengths where the array has 1. */
static cujit_status find_along(along *what, const cujit_array *array, const cujit_array *indices, int axis, bool grows,
                               cujit_error *error)
{
    cujit_status status = cj_array_find_axis_or_flat(what->function, axis, array, &what->axis, error);

    if (status != CUJIT_OK)
        return status;
    if (what->axis == CUJIT_ARRAY_FLAT)
        return check_list(what, indices, error);
    what->ndim = array->ndim;
    what->before = what->run = 1;
    if (indices->ndim != array->ndim)
        return refuse_shapes(what, array, indices, error);
    what->length = array->shape[what->axis];
    what->count = indices->shape[what->axis];
    for (int k = 0; k < array->ndim; k++) {
        const size_t a = array->shape[k], b = indices->shape[k];

        if (k == what->axis)
            continue;
        if (a != b && b != 1 && !(grows && a == 1))
            return refuse_shapes(what, array, indices, error);
        what->shape[k] = a == 1 && grows ? b : a;
        *(k < what->axis ? &what->before : &what->run) *= what->shape[k];
    }
    return CUJIT_OK;
}

/* The array broadcast, with the axis `length` long, as (before, length, run): a view where that is one, or where it
 * must be in C order and is; else a copy. `apart` where it lies in that array's memory, too. */
static cujit_status hold(const along *what, const char *name, const cujit_array *array, size_t length,
                         const cujit_array *apart, cj_holding how, cj_temporary *out, cujit_error *error)
{
    const size_t three[] = {what->before, length, what->run};
    size_t shape[CUJIT_ARRAY_MAX_NDIM];
    cujit_array *view = NULL;
    cujit_status status;

    memcpy(shape, what->shape, sizeof shape);
    shape[what->axis] = length;
    status = cj_array_broadcast(what->function, name, array, what->ndim, shape, &view, error);
    if (status == CUJIT_OK && apart != NULL && cj_array_overlap(apart, view))
        how = CJ_HOLD_COPY;
    if (status == CUJIT_OK)
        status = cj_temporary_hold(what->function, view, how, 3, three, what->stream, out, error);
    cujit_array_free(view);
    return status;
}

/* The two are held: one in C order, the other any way. */
static cujit_status run(const along *what, cj_array_kernel kernel, const cujit_array *x, const cujit_array *indices,
                        const cujit_array *z, cujit_error *error)
{
    cujit_array *views[2] = {NULL};
    cujit_status status = cj_bits_see(what->function, (const cujit_array *const[]){x, z}, 2, views, error);

    if (status == CUJIT_OK)
        status = cj_array_run(
            x->context, kernel, (cj_array_types){0},
            CUJIT_ARGS(views[0], indices, views[1], (long long)what->length, (long long)what->run, (int)what->bounds),
            what->stream, error);
    cj_bits_free(views, 2);
    return status;
}

cujit_status cujit_array_take_along_axis(const cujit_array *array, const cujit_array *indices, int axis,
                                         cujit_bounds bounds, cujit_stream stream, cujit_array **taken,
                                         cujit_error *error)
{
    along what = {.function = "cujit_array_take_along_axis", .bounds = bounds, .stream = stream};
    cj_temporary x = {0}, places = {0}, z = {0};
    cujit_array *made = NULL;
    size_t shape[CUJIT_ARRAY_MAX_NDIM];
    cujit_status status = cj_array_check(what.function, "array", array, taken, error);

    if (status != CUJIT_OK || (status = cj_array_check(what.function, "indices", indices, taken, error)) != CUJIT_OK ||
        (status = find_along(&what, array, indices, axis, true, error)) != CUJIT_OK)
        return status;
    if (what.axis == CUJIT_ARRAY_FLAT)
        return cj_array_take(what.function, array, indices, what.axis, bounds, stream, taken, error);
    if ((status = cj_indices_check(what.function, indices, what.before > 0 && what.run > 0, what.length, bounds, stream,
                                   error)) != CUJIT_OK)
        return status;
    memcpy(shape, what.shape, sizeof shape);
    shape[what.axis] = what.count;
    status = cj_array_create(array->context, array->dtype, what.ndim, shape, NULL, stream, &made, error);
    if (status == CUJIT_OK && made->size > 0 &&
        (status = hold(&what, "array", array, what.length, NULL, CJ_HOLD_C_ORDER, &x, error)) == CUJIT_OK &&
        (status = hold(&what, "indices", indices, what.count, NULL, CJ_HOLD_ANY, &places, error)) == CUJIT_OK &&
        (status = hold(&what, "taken", made, what.count, NULL, CJ_HOLD_ANY, &z, error)) == CUJIT_OK)
        status = run(&what, CJ_ARRAY_TAKE_RUNS, x.array, places.array, z.array, error);
    cj_temporary_put_back(&x, stream);
    cj_temporary_put_back(&places, stream);
    cj_temporary_put_back(&z, stream);
    return cj_array_hand_out(made, status, taken);
}

static cujit_status check_put(const along *what, const cujit_array *array, const cujit_array *indices,
                              const cujit_array *values, cujit_error *error)
{
    cujit_status status = cj_array_check(what->function, "array", array, array, error);

    if (status != CUJIT_OK ||
        (status = cj_array_check(what->function, "indices", indices, indices, error)) != CUJIT_OK ||
        (status = cj_array_check(what->function, "values", values, values, error)) != CUJIT_OK ||
        (status = cj_array_check_written(what->function, "array", array, error)) != CUJIT_OK)
        return status;
    return cj_array_check_alike(what->function, "values", values, "array", array, error);
}

cujit_status cujit_array_put_along_axis(cujit_array *array, const cujit_array *indices, const cujit_array *values,
                                        int axis, cujit_bounds bounds, cujit_stream stream, cujit_error *error)
{
    along what = {.function = "cujit_array_put_along_axis", .bounds = bounds, .stream = stream};
    cj_temporary x = {0}, places = {0}, z = {0};
    cujit_array *back = NULL;
    cujit_status status = check_put(&what, array, indices, values, error);

    if (status != CUJIT_OK || (status = find_along(&what, array, indices, axis, false, error)) != CUJIT_OK)
        return status;
    if (what.axis == CUJIT_ARRAY_FLAT)
        return cj_array_put(what.function, array, indices, values, bounds, stream, error);
    if ((status = cj_indices_check(what.function, indices, what.before > 0 && what.run > 0, what.length, bounds, stream,
                                   error)) != CUJIT_OK ||
        (status = hold(&what, "values", values, what.count, array, CJ_HOLD_ANY, &z, error)) != CUJIT_OK)
        return status;
    if (z.array->size == 0 ||
        (status = hold(&what, "indices", indices, what.count, array, CJ_HOLD_ANY, &places, error)) != CUJIT_OK ||
        (status = hold(&what, "array", array, what.length, NULL, CJ_HOLD_C_ORDER, &x, error)) != CUJIT_OK ||
        (status = run(&what, CJ_ARRAY_PUT_RUNS, x.array, places.array, z.array, error)) != CUJIT_OK || array->c_order)
        goto out;
    if ((status = cj_array_see_reshaped(what.function, x.array, array->ndim, array->shape, &back, error)) == CUJIT_OK)
        status = cj_array_move(what.function, array, back, stream, error);
out:
    cujit_array_free(back);
    cj_temporary_put_back(&x, stream);
    cj_temporary_put_back(&places, stream);
    cj_temporary_put_back(&z, stream);
    return status;
}

/* ---- By counts --------------------------------------------------------------------------------------------------- */

static cujit_status check_counts(const char *function, const cujit_array *counts, size_t length, cujit_stream stream,
                                 cujit_error *error)
{
    char shape[CJ_SHOWN];
    int64_t lowest = 0;
    cujit_status status = cj_array_check_integers(function, "counts", counts, error);

    if (status != CUJIT_OK)
        return status;
    if (!cj_array_has_shape(counts, 1, &length))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "%s: counts has the shape %s; expected (%zu), the length of the axis", function,
                            cj_shape_show(shape, counts->ndim, counts->shape), length);
    if (length == 0)
        return CUJIT_OK;
    status = cj_array_fold(counts->context, CJ_ARRAY_LOWEST, (cj_array_types){counts->dtype, CUJIT_INT64},
                           CUJIT_ARGS(counts), stream, CUJIT_INT64, &lowest, sizeof lowest, error);
    return status != CUJIT_OK || lowest >= 0
               ? status
               : cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: counts has negative numbers", function);
}

/* The first sum that is too large is negative. */
static cujit_status check_total(const char *function, const cujit_array *upto, cujit_stream stream, cujit_error *error)
{
    int64_t lowest = 0;
    cujit_status status = cj_array_fold(upto->context, CJ_ARRAY_LOWEST, (cj_array_types){CUJIT_INT64, CUJIT_INT64},
                                        CUJIT_ARGS(upto), stream, CUJIT_INT64, &lowest, sizeof lowest, error);

    return status != CUJIT_OK || lowest >= 0
               ? status
               : cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: counts add up to more than 2^63 - 1", function);
}

/* For each element of the result where it comes from. */
static cujit_status find_sources(const char *function, const cujit_array *counts, cujit_stream stream,
                                 cj_temporary *sources, cujit_error *error)
{
    cujit_context *context = counts->context;
    cj_temporary upto = {0};
    int64_t total = 0;
    size_t size;
    cujit_status status = cj_temporary_take(function, context, CUJIT_INT64, 1, &counts->size, stream, &upto, error);

    if (status == CUJIT_OK && counts->size > 0 &&
        (status = cj_array_scan(CJ_ARRAY_ADD_UP, counts, upto.array, stream, error)) == CUJIT_OK &&
        (counts->item_size < sizeof total || (status = check_total(function, upto.array, stream, error)) == CUJIT_OK))
        status = cj_array_fetch(upto.array, (ptrdiff_t)((counts->size - 1) * sizeof total), &total, sizeof total,
                                stream, error);
    size = (size_t)total;
    if (status == CUJIT_OK)
        status = cj_temporary_take(function, context, CUJIT_INT64, 1, &size, stream, sources, error);
    if (status == CUJIT_OK && size > 0)
        status = cj_array_run(context, CJ_ARRAY_SOURCES, (cj_array_types){0},
                              CUJIT_ARGS(upto.array, sources->array, (long long)counts->size), stream, error);
    cj_temporary_put_back(&upto, stream);
    return status;
}

cujit_status cujit_array_repeat_each(const cujit_array *array, const cujit_array *counts, int axis, cujit_stream stream,
                                     cujit_array **repeated, cujit_error *error)
{
    static const char function[] = "cujit_array_repeat_each";
    cj_temporary sources = {0};
    cujit_status status = cj_array_check(function, "array", array, repeated, error);

    if (status != CUJIT_OK || (status = cj_array_check(function, "counts", counts, repeated, error)) != CUJIT_OK ||
        (status = cj_array_find_axis_or_flat(function, axis, array, &axis, error)) != CUJIT_OK ||
        (status = check_counts(function, counts, axis == CUJIT_ARRAY_FLAT ? array->size : array->shape[axis], stream,
                               error)) != CUJIT_OK)
        return status;
    if ((status = find_sources(function, counts, stream, &sources, error)) == CUJIT_OK)
        status = cj_array_take(function, array, sources.array, axis, CUJIT_BOUNDS_CLIP, stream, repeated, error);
    cj_temporary_put_back(&sources, stream);
    return status;
}
