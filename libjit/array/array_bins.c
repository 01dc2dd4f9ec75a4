/*
 * array_bins.c: how often elements occur: bincount and histogram.
 *
 * On a GPU elements are counted with atomics: in shared memory where the bins have room there, else where they are. On
 * the host runs of elements are counted one after the other, each run into bins of its own, which are added up then.
 * Weights are added up as integers, without loss, so that their order does not matter (array_preamble.cu.in).
 */
#include "libjit/array/array_kernels.h"
#include "libjit/runtime/broadcast.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

/* What goes into how many bins. */
typedef struct counting {
    const char *function;
    const cujit_array *x, *weights; /* weights NULL: each element counts 1 */
    const cujit_array *edges;       /* NULL: an element is the number of its bin */
    size_t bins;
    cujit_stream stream;
    /* Of weights: */
    int width;               /* bits that one of them sets in a word of a sum */
    const cujit_array *span; /* what they need */
} counting;

static bool is_recorded(const counting *what)
{
    const cujit_context *context = what->x->context;

    return !context->backend->is_host && what->stream != NULL &&
           context->backend->graph_records(context->device, what->stream);
}

/* The arguments that all kernels begin with: six at most. */
static size_t list_arguments(const counting *what, cujit_arg *items)
{
    size_t count = 0;

    items[count++] = cujit_arg_array(what->x);
    if (what->weights != NULL)
        items[count++] = cujit_arg_array(what->weights);
    if (what->edges != NULL)
        items[count++] = cujit_arg_array(what->edges);
    items[count++] = cujit_arg_int((long long)what->bins);
    if (what->weights != NULL) {
        items[count++] = cujit_arg_array(what->span);
        items[count++] = cujit_arg_int(what->width);
    }
    return count;
}

static cujit_status run(const counting *what, cj_array_binning place, const cujit_arg *items, size_t count,
                        cujit_error *error)
{
    const cj_array_types types = {what->x->dtype, what->weights != NULL ? what->weights->dtype : CUJIT_DTYPE_NONE};
    const int kernel = CJ_ARRAY_BINS + (int)place + (what->edges != NULL ? CJ_BINS_EDGES : 0) +
                       (what->weights != NULL ? CJ_BINS_WEIGHTED : 0);

    return cj_array_run(what->x->context, (cj_array_kernel)kernel, types, (cujit_args){items, count}, what->stream,
                        error);
}

static cujit_status clear(const counting *what, cujit_array *counts, cujit_error *error)
{
    const cujit_context *context = counts->context;

    return counts->size == 0 ? CUJIT_OK
                             : context->backend->fill(context->device, counts->data, 0, 1, cujit_array_bytes(counts),
                                                      what->stream, error);
}

static cujit_status count_atomically(const counting *what, cujit_array *counts, cujit_error *error)
{
    cj_axes axes;
    cujit_arg items[8];
    size_t count = list_arguments(what, items);
    cujit_array *bits = NULL;
    cujit_status status = clear(what, counts, error);

    cj_axes_of(counts, &axes);
    axes.dtype = CUJIT_UINT64;
    if (status != CUJIT_OK || (status = cj_array_see(what->function, counts, &axes, &bits, error)) != CUJIT_OK)
        return status;
    items[count++] = cujit_arg_array(bits);
    status = run(what, what->bins <= CJ_ARRAY_BIN_ROOM ? CJ_BINS_NEAR : CJ_BINS_FAR, items, count, error);
    cujit_array_free(bits);
    return status;
}

/* So many runs that the bins of all of them cost less than the elements. */
static size_t run_length(const counting *what, size_t counts)
{
    const size_t most = 64, least = 4 * counts > 1 << 16 ? 4 * counts : 1 << 16;
    const size_t length = (what->x->size + most - 1) / most;

    return length < least ? least : length;
}

static cujit_status count_runs(const counting *what, cujit_array *counts, cujit_error *error)
{
    const size_t step = run_length(what, counts->size), runs = (what->x->size + step - 1) / step,
                 shape[] = {runs, counts->size};
    cujit_context *context = what->x->context;
    cujit_array *first = NULL, *out = counts;
    cj_temporary rows = {0};
    cujit_arg items[10];
    size_t count = list_arguments(what, items);
    cujit_status status = cj_temporary_take(what->function, context, counts->dtype, 2, shape, what->stream, &rows,
                                            error);

    if (status == CUJIT_OK)
        status = cujit_array_arange(context, CUJIT_INT64, 0, (double)(runs * step), (double)step, what->stream, &first,
                                    error);
    if (status != CUJIT_OK || (status = clear(what, rows.array, error)) != CUJIT_OK)
        goto out;
    items[count++] = cujit_arg_array(first);
    items[count++] = cujit_arg_int((long long)step);
    items[count++] = cujit_arg_int((long long)what->x->size);
    items[count++] = cujit_arg_array(rows.array);
    status = run(what, CJ_BINS_ROWS, items, count, error);
    if (status == CUJIT_OK)
        status = cujit_reduce(
            CUJIT_REDUCER_SUM, rows.array,
            &(cujit_reduction_options){.stream = what->stream, .axes = (const int[]){0}, .axis_count = 1, .out = &out},
            NULL, error);
out:
    cujit_array_free(first);
    cj_temporary_put_back(&rows, what->stream);
    return status;
}

static cujit_status count_all(const counting *what, cujit_array *counts, cujit_error *error)
{
    return what->x->context->backend->is_host ? count_runs(what, counts, error) : count_atomically(what, counts, error);
}

/* ---- Weights ----------------------------------------------------------------------------------------------------- */

enum {
    DOUBLE_BITS = 2098,     /* from the least to the largest one */
    UNASKED_WORDS = 1 << 20 /* so many sums may have, before it is asked how many they need */
};

/* Memory for sums. What a graph uses whenever it is launched is the result's. */
typedef struct summing {
    cujit_array *kept; /* NULL: it is not recorded */
    cj_temporary span, words;
    size_t each; /* words of a bin */
} summing;

/* As cujit_words() in the kernels. */
static size_t count_words(const counting *what, const int32_t *span)
{
    const int bits = span[0] + span[1], words = bits > 0 ? (bits + what->width - 1) / what->width : 0;

    return (size_t)words + (span[2] != 0 ? 3 : 0);
}

/* A list, or (`count` SIZE_MAX) one element. */
static cujit_status see_part(const counting *what, const cujit_array *kept, cujit_dtype dtype, size_t count,
                             size_t offset, cujit_array **out, cujit_error *error)
{
    cj_axes axes = {.dtype = dtype, .ndim = count != SIZE_MAX, .offset = (ptrdiff_t)offset, .shape = {count}};

    cj_axes_pack(&axes, cujit_dtype_size(dtype));
    return cj_array_see(what->function, kept, &axes, out, error);
}

/* The result, and where what weights need is found; when it is recorded, all that there will be. */
static cujit_status make_sums(const counting *what, summing *sums, cujit_array **made, cujit_error *error)
{
    cujit_context *context = what->x->context;
    const size_t head = sizeof(int32_t[4]), words = what->bins * sums->each,
                 all = head / sizeof(int64_t) + words + what->bins;
    cujit_status status;

    if (!is_recorded(what)) {
        status = cj_array_create(context, CUJIT_FLOAT64, 1, &what->bins, NULL, what->stream, made, error);
        return status != CUJIT_OK
                   ? status
                   : cj_temporary_take(what->function, context, CUJIT_INT4, 0, NULL, what->stream, &sums->span, error);
    }
    status = cj_array_create(context, CUJIT_INT64, 1, &all, NULL, what->stream, &sums->kept, error);
    if (status == CUJIT_OK)
        status = see_part(what, sums->kept, CUJIT_INT4, SIZE_MAX, 0, &sums->span.array, error);
    if (status == CUJIT_OK)
        status = see_part(what, sums->kept, CUJIT_UINT64, words, head, &sums->words.array, error);
    return status != CUJIT_OK
               ? status
               : see_part(what, sums->kept, CUJIT_FLOAT64, what->bins, head + words * sizeof(uint64_t), made, error);
}

/* Few words, or of a graph, may be as many as any doubles need; else it is asked how many these do. */
static cujit_status find_words(const counting *what, summing *sums, cujit_error *error)
{
    cujit_context *context = what->x->context;
    int32_t found[4];
    size_t words;
    cujit_status status = CUJIT_OK;

    if (sums->kept != NULL)
        return CUJIT_OK;
    if (context->backend->is_host || what->bins > UNASKED_WORDS / sums->each) {
        status = cj_array_fetch(sums->span.array, 0, found, sizeof found, what->stream, error);
        sums->each = status == CUJIT_OK ? count_words(what, found) : 0;
    }
    words = what->bins * sums->each;
    return status != CUJIT_OK
               ? status
               : cj_temporary_take(what->function, context, CUJIT_UINT64, 1, &words, what->stream, &sums->words, error);
}

static cujit_status add_weights(counting *what, cujit_array **out, cujit_error *error)
{
    cujit_context *context = what->x->context;
    const cj_array_types types = {CUJIT_DTYPE_NONE, what->weights->dtype};
    cujit_array *made = NULL;
    summing sums = {0};
    cujit_status status;

    what->width = __builtin_clzll(what->x->size) - 2; /* sums of all stay below 2^62 */
    sums.each = count_words(what, (const int32_t[]){DOUBLE_BITS, 0, 1});
    if ((status = make_sums(what, &sums, &made, error)) != CUJIT_OK)
        goto out;
    what->span = sums.span.array;
    if ((status = cj_array_fold_to(context, CJ_ARRAY_SPAN, types, CUJIT_ARGS(what->weights), what->stream,
                                   sums.span.array, error)) != CUJIT_OK ||
        (status = find_words(what, &sums, error)) != CUJIT_OK)
        goto out;
    if (sums.each == 0)
        status = clear(what, made, error);
    else if ((status = count_all(what, sums.words.array, error)) == CUJIT_OK)
        status = cj_array_run(context, CJ_ARRAY_ROUND, (cj_array_types){0},
                              CUJIT_ARGS(sums.words.array, sums.span.array, made, what->width), what->stream, error);
out:
    cj_temporary_put_back(&sums.words, what->stream);
    cj_temporary_put_back(&sums.span, what->stream);
    cujit_array_free(sums.kept);
    return cj_array_hand_out(made, status, out);
}

/* ---- Both -------------------------------------------------------------------------------------------------------- */

/* A new array of counts, or sums of weights. What is no list in C order is made one, since kernels go through it so. */
static cujit_status count(const counting *given, cujit_array **counts, cujit_error *error)
{
    const bool nothing = given->x->size == 0 || given->bins == 0;
    counting list = *given, *what = &list;
    cj_temporary x = {0}, weights = {0};
    cujit_array *made = NULL;
    cujit_status status = cj_temporary_hold(what->function, given->x, CJ_HOLD_C_ORDER, 1, &given->x->size, what->stream,
                                            &x, error);

    if (status == CUJIT_OK && given->weights != NULL)
        status = cj_temporary_hold(what->function, given->weights, CJ_HOLD_C_ORDER, 1, &given->x->size, what->stream,
                                   &weights, error);
    if (status != CUJIT_OK)
        goto out;
    what->x = x.array;
    what->weights = weights.array;
    if (what->weights != NULL && !nothing) {
        status = add_weights(what, &made, error);
        goto out;
    }
    status = cj_array_create(what->x->context, what->weights != NULL ? CUJIT_FLOAT64 : CUJIT_INT64, 1, &what->bins,
                             NULL, what->stream, &made, error);
    if (status == CUJIT_OK)
        status = nothing ? clear(what, made, error) : count_all(what, made, error);
out:
    cj_temporary_put_back(&x, what->stream);
    cj_temporary_put_back(&weights, what->stream);
    return cj_array_hand_out(made, status, counts);
}

/* ---- What both check --------------------------------------------------------------------------------------------- */

static cujit_status check_real(const char *function, const char *name, const cujit_array *array, cujit_error *error)
{
    if (cj_dtype_is_number(array->dtype) && array->dtype != CUJIT_COMPLEX64 && array->dtype != CUJIT_COMPLEX128)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: %s has elements of %s; expected real numbers", function,
                        name, cujit_context_type_name(array->context, array->dtype));
}

static cujit_status check(const counting *what, const void *out, cujit_error *error)
{
    const char *function = what->function;
    const cujit_array *x = what->x, *weights = what->weights;
    char shape[CJ_SHOWN], other[CJ_SHOWN];
    cujit_status status = cj_array_check(function, "x", x, out, error);

    if (status != CUJIT_OK || (status = check_real(function, "x", x, error)) != CUJIT_OK || weights == NULL ||
        (status = check_real(function, "weights", weights, error)) != CUJIT_OK || cj_array_same_shape(x, weights))
        return status;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: weights has the shape %s, and x %s; expected the same",
                        function, cj_shape_show(other, weights->ndim, weights->shape),
                        cj_shape_show(shape, x->ndim, x->shape));
}

/* The smallest and the largest element, both of `to` (int64 or float64); waits. There is one. */
static cujit_status find_extremes(const counting *what, cujit_dtype to, void *lowest, void *highest, cujit_error *error)
{
    const cj_array_types types = {what->x->dtype, to};
    cujit_context *context = what->x->context;
    cujit_status status = cj_array_fold(context, CJ_ARRAY_LOWEST, types, CUJIT_ARGS(what->x), what->stream, to, lowest,
                                        8, error);

    return status != CUJIT_OK ? status
                              : cj_array_fold(context, CJ_ARRAY_HIGHEST, types, CUJIT_ARGS(what->x), what->stream, to,
                                              highest, 8, error);
}

/* ---- The public functions ---------------------------------------------------------------------------------------- */

cujit_status cujit_array_bincount(const cujit_array *x, const cujit_array *weights, size_t least, cujit_stream stream,
                                  cujit_array **counts, cujit_error *error)
{
    counting what = {.function = "cujit_array_bincount", .x = x, .weights = weights, .bins = least, .stream = stream};
    int64_t lowest = 0, highest = -1;
    cujit_status status = check(&what, counts, error);

    if (status == CUJIT_OK && x->dtype != CUJIT_BOOL)
        status = cj_array_check_integers(what.function, "x", x, error);
    if (status != CUJIT_OK)
        return status;
    if (x->size > 0 && (status = find_extremes(&what, CUJIT_INT64, &lowest, &highest, error)) != CUJIT_OK)
        return status;
    if (lowest < 0)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: x has %s; expected 0 and more", what.function,
                            x->dtype == CUJIT_UINT64 ? "numbers above 2^63 - 1, for which there are not as many bins"
                                                     : "negative numbers");
    if (highest >= 0 && (size_t)highest + 1 > what.bins)
        what.bins = (size_t)highest + 1;
    return count(&what, counts, error);
}

/* Where edges lie: bins + 1 numbers from low to high. */
typedef struct spacing {
    size_t bins;
    double low, high;
    cujit_dtype dtype;
    bool floats; /* NumPy calculates those between extremes of floats as floats, others as doubles, and rounds them */
} spacing;

static cujit_status find_range(const counting *what, const double *range, spacing *edges, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    if (range != NULL) {
        edges->low = range[0];
        edges->high = range[1];
    } else if (what->x->size > 0) {
        status = find_extremes(what, CUJIT_FLOAT64, &edges->low, &edges->high, error);
        edges->floats = edges->dtype == CUJIT_FLOAT32;
    }
    if (status != CUJIT_OK)
        return status;
    if (!isfinite(edges->low) || !isfinite(edges->high) || edges->low > edges->high)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                            "%s: %s from %g to %g; expected a finite one that does not fall", what->function,
                            range != NULL ? "the range goes" : "there is no range, and x goes", edges->low,
                            edges->high);
    if (edges->low == edges->high) {
        edges->low -= 0.5;
        edges->high += 0.5;
    }
    return CUJIT_OK;
}

static double step_of(const spacing *edges)
{
    return edges->floats ? ((float)edges->high - (float)edges->low) / (float)edges->bins
                         : (edges->high - edges->low) / (double)edges->bins;
}

/* As the kernel calculates it. */
static double edge_at(const spacing *edges, size_t k)
{
    const double step = step_of(edges), far = (double)k * step;
    const float near = (float)k * (float)step;
    double edge = edges->low + far;

    if (k == edges->bins)
        edge = edges->high;
    else if (edges->floats)
        edge = (float)edges->low + near;
    return edges->dtype == CUJIT_FLOAT32 ? (float)edge : edge;
}

/* Is each edge above the one before? Steps of several of the numbers that the type has there need no look. */
static cujit_status check_width(const counting *what, const spacing *edges, cujit_error *error)
{
    const double most = fmax(fabs(edges->low), fabs(edges->high)),
                 least = edges->dtype == CUJIT_FLOAT32 ? nextafterf((float)most, INFINITY) - (float)most
                                                       : nextafter(most, INFINITY) - most;
    const size_t looks = step_of(edges) > 4 * least ? 1 : edges->bins;
    bool apart = isfinite(edge_at(edges, 0)) && isfinite(edge_at(edges, edges->bins)) &&
                 edge_at(edges, edges->bins - 1) < edge_at(edges, edges->bins);

    for (size_t k = 0; k < looks && apart; k++)
        apart = edge_at(edges, k) < edge_at(edges, k + 1);
    return apart ? CUJIT_OK
                 : cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                                "%s: from %g to %g there are no %zu intervals whose edges differ as %s and are finite",
                                what->function, edges->low, edges->high, edges->bins, cujit_dtype_name(edges->dtype));
}

/* Memory comes first: it limits how many edges there are to look at. */
static cujit_status make_edges(const counting *what, const spacing *edges, cujit_array **out, cujit_error *error)
{
    const size_t count = edges->bins + 1;
    cujit_array *made = NULL;
    cujit_status status = cj_array_create(what->x->context, edges->dtype, 1, &count, NULL, what->stream, &made, error);

    if (status == CUJIT_OK)
        status = check_width(what, edges, error);
    if (status == CUJIT_OK)
        status = cj_array_run(
            what->x->context, edges->floats ? CJ_ARRAY_SPACED : CJ_ARRAY_LINSPACE, (cj_array_types){.to = edges->dtype},
            CUJIT_ARGS(edges->low, step_of(edges), edges->high, (long long)edges->bins, made), what->stream, error);
    return cj_array_hand_out(made, status, out);
}

static void free_array(void *array)
{
    cujit_array_free(array);
}

/* A graph reads `array` whenever it is launched: it goes with the memory of the result. */
static void give_to(cujit_array *result, cujit_array *array)
{
    cujit_array *base = result->base != NULL ? result->base : result;

    base->release = free_array;
    base->owner = array;
}

cujit_status cujit_array_histogram(const cujit_array *x, size_t bins, const double *range, const cujit_array *weights,
                                   cujit_stream stream, cujit_array **counts, cujit_array **edges, cujit_error *error)
{
    counting what = {.function = "cujit_array_histogram", .x = x, .weights = weights, .bins = bins, .stream = stream};
    cujit_array *made = NULL;
    spacing spaced = {.bins = bins, .high = 1};
    cujit_status status = check(&what, counts, error);

    if (status != CUJIT_OK)
        return status;
    spaced.dtype = x->dtype == CUJIT_FLOAT32 ? CUJIT_FLOAT32 : CUJIT_FLOAT64;
    if (bins == 0 || bins > INT64_MAX / 16)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: bins is %zu; expected 1 or more", what.function,
                            bins);
    if ((status = find_range(&what, range, &spaced, error)) != CUJIT_OK ||
        (status = make_edges(&what, &spaced, &made, error)) != CUJIT_OK)
        return status;
    what.edges = made;
    status = count(&what, counts, error);
    if (status == CUJIT_OK && edges != NULL)
        *edges = made;
    else if (status == CUJIT_OK && is_recorded(&what))
        give_to(*counts, made);
    else
        cujit_array_free(made);
    return status;
}
