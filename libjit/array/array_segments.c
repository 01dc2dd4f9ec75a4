/*
 * array_segments.c: the ready-made reductions of each piece of an array: between offsets, or of equal keys.
 *
 * One scan goes over all elements and begins anew where a piece does, so that pieces may be of any lengths; what it has
 * at a piece's last element is the piece's result.
 */
#include "libjit/array/array_kernels.h"
#include "libjit/kernel/core.h"
#include "libjit/reduction/reducers.h"
#include "libjit/runtime/broadcast.h"

#include <inttypes.h>
#include <stdio.h>

/* A piece k goes from starts[k] to starts[k + 1], the last one, where there is no such, to the end. */
typedef struct segments {
    const char *function;
    cujit_reducer reducer;
    const cujit_array *x;      /* a list in C order */
    const cujit_array *heads;  /* bool: does a piece begin here? */
    const cujit_array *starts; /* integers */
    size_t count;
    cujit_stream stream;
} segments;

static bool is_variance(const segments *what)
{
    return what->reducer == CUJIT_REDUCER_VARIANCE || what->reducer == CUJIT_REDUCER_SAMPLE_VARIANCE;
}

/* ---- The scan ---------------------------------------------------------------------------------------------------- */

/* On the host a scan adds the elements of a chunk one by one to all before it, so that sums of many floats would lose
 * digits that those of cujit_reduce() keep. */
static bool adds_wider(const segments *what)
{
    return what->x->dtype == CUJIT_FLOAT32 &&
           (what->reducer == CUJIT_REDUCER_SUM || what->reducer == CUJIT_REDUCER_MEAN);
}

/* What depends on a piece's length is done behind the scan. */
static cujit_status scan(const segments *what, const cujit_reduction_result *fold, cujit_array **out,
                         cujit_error *error)
{
    const cujit_context *context = what->x->context;
    const bool mean = what->reducer == CUJIT_REDUCER_MEAN;
    const char *accumulator = adds_wider(what) ? "double" : fold->accumulator;
    const cujit_scan_options options = {.stream = what->stream};
    cujit_scan *made = NULL;
    char arguments[128];
    cujit_status status;

    snprintf(arguments, sizeof arguments, "const %s *x, const bool *heads", cj_dtype_find(what->x->dtype)->spelling);
    const cujit_scan_spec spec = {
        .out_type = mean                ? accumulator
                    : is_variance(what) ? "double"
                                        : fold->out_type,
        .neutral = fold->neutral,
        .reduce = fold->reduce,
        .map = fold->map,
        .arguments = arguments,
        .name = "segments",
        .accumulator = accumulator,
        .post = mean                ? NULL
                : is_variance(what) ? "cujit_deviation(a)"
                : adds_wider(what)  ? "static_cast<float>(a)"
                                    : fold->post,
        .segment = "heads[i]",
    };
    if ((status = cujit_scan_create((cujit_context *)context, &spec, &made, error)) != CUJIT_OK)
        return status;
    status = cujit_scan_run(made, &options, CUJIT_ARGS(what->x, what->heads), out, error);
    cujit_scan_free(made);
    return status;
}

/* ---- Each piece's result ----------------------------------------------------------------------------------------- */

/* Of no elements. */
static const char *empty_text(const segments *what, const cujit_reduction_result *fold)
{
    switch (what->reducer) {
    case CUJIT_REDUCER_ARGMIN:
    case CUJIT_REDUCER_ARGMAX:
        return "-1";
    case CUJIT_REDUCER_MEAN:
    case CUJIT_REDUCER_VARIANCE:
    case CUJIT_REDUCER_SAMPLE_VARIANCE:
        return "NAN";
    case CUJIT_REDUCER_NORM:
        return "0";
    default:
        return fold->neutral;
    }
}

/* Of `a`, what the scan has, and the piece's `first` element and `length`. */
static const char *post_text(const segments *what, const cujit_reduction_result *fold)
{
    switch (what->reducer) {
    case CUJIT_REDUCER_ARGMIN:
    case CUJIT_REDUCER_ARGMAX:
        return "a - first";
    case CUJIT_REDUCER_MEAN:
        return fold->post;
    case CUJIT_REDUCER_VARIANCE:
        return "a / n";
    case CUJIT_REDUCER_SAMPLE_VARIANCE:
        return "a / (n - 1)";
    default:
        return "a";
    }
}

static cujit_dtype result_dtype(const segments *what, const cujit_array *scanned)
{
    const cujit_dtype dtype = what->x->dtype;

    if (what->reducer != CUJIT_REDUCER_MEAN && !is_variance(what))
        return scanned->dtype;
    if (dtype <= CUJIT_UINT64)
        return CUJIT_FLOAT64;
    return is_variance(what) ? cj_dtype_part(dtype) : dtype;
}

static cujit_status pick(const segments *what, const cujit_reduction_result *fold, const cujit_array *scanned,
                         cujit_array *out, cujit_error *error)
{
    const char *result = cj_dtype_find(out->dtype)->spelling;
    cujit_elementwise *made = NULL;
    char preamble[1024];
    cujit_status status;

    snprintf(
        preamble, sizeof preamble,
        "static __device__ long long cujit_clip(I at, long long count)\n"
        "{\n"
        "    return at < 0 ? 0 : (unsigned long long)at < (unsigned long long)count ? (long long)at : count;\n"
        "}\n"
        "static __device__ %s cujit_piece(const A *scanned, const I *starts, long long k, long long begun, long long "
        "count)\n"
        "{\n"
        "    const long long first = cujit_clip(starts[k], count);\n"
        "    const long long last = k + 1 < begun ? cujit_clip(starts[k + 1], count) : count;\n"
        "    [[maybe_unused]] const long long n = last - first;\n"
        "\n"
        "    if (n <= 0)\n"
        "        return (%s)(%s);\n"
        "    const A a = scanned[last - 1];\n"
        "    return (%s)(%s);\n"
        "}\n",
        result, result, empty_text(what, fold), result, post_text(what, fold));
    const cujit_elementwise_spec spec = {
        .arguments = "const A *scanned, const I *starts, R *z, long long begun, long long count",
        .operation = "z[i] = cujit_piece(scanned, starts, i, begun, count)",
        .name = "segments_pick",
        .preamble = preamble,
    };
    if ((status = cujit_elementwise_create(out->context, &spec, &made, error)) != CUJIT_OK)
        return status;
    status = cujit_elementwise_run(
        made, &(cujit_elementwise_options){.stream = what->stream},
        CUJIT_ARGS(scanned, what->starts, out, (long long)what->starts->size, (long long)what->x->size), error);
    cujit_elementwise_free(made);
    return status;
}

static cujit_status reduce(const segments *what, cujit_array **result, cujit_error *error)
{
    cujit_array *scanned = NULL, *made = NULL;
    cujit_reduction_result fold;
    cj_text lines = {0};
    cujit_status status = cj_reducer_texts(what->reducer, what->reducer == CUJIT_REDUCER_SAMPLE_VARIANCE,
                                           what->x->dtype, "x[i]", &lines, &fold, error);

    if (status == CUJIT_OK)
        status = scan(what, &fold, &scanned, error);
    if (status == CUJIT_OK)
        status = cj_array_create(what->x->context, result_dtype(what, scanned), 1, &what->count, NULL, what->stream,
                                 &made, error);
    if (status == CUJIT_OK && what->count > 0)
        status = pick(what, &fold, scanned, made, error);
    cujit_array_free(scanned);
    cj_text_clear(&lines);
    return cj_array_hand_out(made, status, result);
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static cujit_status check(const char *function, cujit_reducer reducer, const cujit_array *x, const void *out,
                          cujit_error *error)
{
    cujit_status status = cj_array_check(function, "x", x, out, error);

    if (status == CUJIT_OK && ((int)reducer < CUJIT_REDUCER_SUM || reducer > CUJIT_REDUCER_NORM))
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: reducer is %d, which is no cujit_reducer",
                              function, (int)reducer);
    return status == CUJIT_OK ? cj_array_check_numbers(function, "x", x, error) : status;
}

/* ---- Between offsets --------------------------------------------------------------------------------------------- */

static cujit_status check_offsets(const char *function, const cujit_array *offsets, const void *out, cujit_error *error)
{
    cujit_status status = cj_array_check(function, "offsets", offsets, out, error);
    char shape[CJ_SHOWN];

    if (status != CUJIT_OK || (status = cj_array_check_integers(function, "offsets", offsets, error)) != CUJIT_OK)
        return status;
    if (offsets->ndim == 1 && offsets->size > 0)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s: offsets has the shape %s; expected one axis, with one element more than there are pieces",
                        function, cj_shape_show(shape, offsets->ndim, offsets->shape));
}

cujit_status cujit_reduce_segments(cujit_reducer reducer, const cujit_array *x, const cujit_array *offsets,
                                   cujit_stream stream, cujit_array **result, cujit_error *error)
{
    segments what = {.function = "cujit_reduce_segments", .reducer = reducer, .stream = stream};
    cj_temporary list = {0}, starts = {0}, heads = {0};
    cujit_status status = check(what.function, reducer, x, result, error);

    if (status != CUJIT_OK || (status = check_offsets(what.function, offsets, result, error)) != CUJIT_OK ||
        (status = cj_temporary_take(what.function, x->context, CUJIT_BOOL, 1, &x->size, stream, &heads, error)) !=
            CUJIT_OK)
        return status;
    if ((status = cj_temporary_hold(what.function, x, CJ_HOLD_C_ORDER, 1, &x->size, stream, &list, error)) !=
            CUJIT_OK ||
        (status = cj_temporary_hold(what.function, offsets, CJ_HOLD_C_ORDER, 1, &offsets->size, stream, &starts,
                                    error)) != CUJIT_OK)
        goto out;
    if (x->size > 0)
        status = x->context->backend->fill(x->context->device, heads.array->data, 0, 1, x->size, stream, error);
    if (status == CUJIT_OK)
        status = cj_array_run(x->context, CJ_ARRAY_HEADS, (cj_array_types){0},
                              CUJIT_ARGS(starts.array, heads.array, (long long)x->size), stream, error);
    what.x = list.array;
    what.heads = heads.array;
    what.starts = starts.array;
    what.count = offsets->size - 1;
    if (status == CUJIT_OK)
        status = reduce(&what, result, error);
out:
    cj_temporary_put_back(&list, stream);
    cj_temporary_put_back(&starts, stream);
    cj_temporary_put_back(&heads, stream);
    return status;
}

/* ---- Of equal keys ----------------------------------------------------------------------------------------------- */

static cujit_status check_keys(const char *function, const cujit_array *keys, const cujit_array *x,
                               cujit_array *const *unique, cujit_error *error)
{
    char shape[CJ_SHOWN], other[CJ_SHOWN];
    cujit_status status = cj_array_check(function, "keys", keys, unique, error);

    if (status != CUJIT_OK || (status = cj_array_check_numbers(function, "keys", keys, error)) != CUJIT_OK ||
        (keys->ndim == 1 && cj_array_same_shape(keys, x)))
        return status;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s: keys has the shape %s, and x %s; expected the same, of one axis", function,
                        cj_shape_show(shape, keys->ndim, keys->shape), cj_shape_show(other, x->ndim, x->shape));
}

cujit_status cujit_reduce_by_key(cujit_reducer reducer, const cujit_array *keys, const cujit_array *x,
                                 cujit_stream stream, cujit_array **unique, cujit_array **result, cujit_error *error)
{
    segments what = {.function = "cujit_reduce_by_key", .reducer = reducer, .stream = stream};
    cj_temporary list = {0}, names = {0}, heads = {0};
    cujit_array *starts = NULL, *found = NULL;
    cujit_status status = check(what.function, reducer, x, result, error);

    if (status != CUJIT_OK || (status = check_keys(what.function, keys, x, unique, error)) != CUJIT_OK ||
        (status = cj_temporary_take(what.function, x->context, CUJIT_BOOL, 1, &x->size, stream, &heads, error)) !=
            CUJIT_OK)
        return status;
    if ((status = cj_temporary_hold(what.function, x, CJ_HOLD_C_ORDER, 1, &x->size, stream, &list, error)) !=
            CUJIT_OK ||
        (status = cj_temporary_hold(what.function, keys, CJ_HOLD_C_ORDER, 1, &x->size, stream, &names, error)) !=
            CUJIT_OK ||
        (status = cj_array_run(x->context, CJ_ARRAY_CHANGES, (cj_array_types){0}, CUJIT_ARGS(names.array, heads.array),
                               stream, error)) != CUJIT_OK ||
        (status = cujit_array_nonzero(heads.array, stream, &starts, error)) != CUJIT_OK ||
        (status = cujit_array_take(names.array, starts, 0, CUJIT_BOUNDS_CLIP, stream, &found, error)) != CUJIT_OK)
        goto out;
    what.x = list.array;
    what.heads = heads.array;
    what.starts = starts;
    what.count = starts->size;
    status = reduce(&what, result, error);
    if (status == CUJIT_OK) {
        *unique = found;
        found = NULL;
    }
out:
    cujit_array_free(starts);
    cujit_array_free(found);
    cj_temporary_put_back(&list, stream);
    cj_temporary_put_back(&names, stream);
    cj_temporary_put_back(&heads, stream);
    return status;
}
