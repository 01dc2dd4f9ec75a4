/*
 * measure.c: what a step of a plan takes.
 */
#include "libjit/expression/measure.h"

#include "libjit/runtime/array.h"

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Elements that are repeated lie in memory once. */
static size_t own_bytes(const cujit_array *array)
{
    size_t bytes = array->item_size;

    for (int k = 0; k < array->ndim; k++) {
        if (array->shape[k] == 0)
            return 0;
        bytes *= array->strides[k] != 0 ? array->shape[k] : 1;
    }
    return bytes;
}

/* What inputs[k] adds to what those before it have: what is left where its memory and that of one of them are together
 * less than both. */
static size_t added_bytes(const cujit_array *const *inputs, size_t k)
{
    const size_t own = own_bytes(inputs[k]);
    const char *low, *high, *other_low, *other_high;
    size_t least = own;

    cj_array_extent(inputs[k], &low, &high);
    for (size_t m = 0; m < k && own > 0; m++) {
        const size_t other = own_bytes(inputs[m]);
        size_t both;

        cj_array_extent(inputs[m], &other_low, &other_high);
        if (other == 0 || high <= other_low || other_high <= low)
            continue;
        both = (size_t)((high > other_high ? high : other_high) - (low < other_low ? low : other_low));
        both = both > other ? both - other : 0;
        least = both < least ? both : least;
    }
    return least;
}

size_t cj_traffic(const cujit_array *const *inputs, size_t input_count, const cujit_array *const *outputs,
                  size_t output_count)
{
    size_t bytes = 0;

    for (size_t k = 0; k < input_count; k++)
        bytes += added_bytes(inputs, k);
    for (size_t k = 0; k < output_count; k++)
        bytes += own_bytes(outputs[k]);
    return bytes;
}

/* ---- Time -------------------------------------------------------------------------------------------------------- */

cujit_status cj_stopwatch_start(cujit_context *context, cujit_stream stream, cj_stopwatch *out, cujit_error *error)
{
    cj_stopwatch watch = {.stream = stream};
    cujit_status status = cujit_event_create(context, &watch.start, error);

    if (status == CUJIT_OK)
        status = cujit_event_create(context, &watch.end, error);
    if (status == CUJIT_OK)
        status = cujit_event_record(watch.start, stream, error);
    if (status == CUJIT_OK) {
        *out = watch;
        return CUJIT_OK;
    }
    cujit_event_free(watch.start);
    cujit_event_free(watch.end);
    return status;
}

cujit_status cj_stopwatch_stop(cj_stopwatch *watch, cujit_status status, double *ms, cujit_error *error)
{
    if (status == CUJIT_OK && (status = cujit_event_record(watch->end, watch->stream, error)) == CUJIT_OK &&
        (status = cujit_event_synchronize(watch->end, error)) == CUJIT_OK)
        status = cujit_event_elapsed(watch->start, watch->end, ms, error);
    cujit_event_free(watch->start);
    cujit_event_free(watch->end);
    return status;
}
