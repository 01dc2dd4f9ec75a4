/*
 * range.c: see range.h.
 */
#include "libjit/runtime/range.h"

#include <inttypes.h>

unsigned long long cj_range_count(const cujit_range *range)
{
    unsigned long long distance, step;

    if (cj_range_is_empty(range))
        return 0;
    /* In unsigned arithmetic: INT64_MIN to INT64_MAX does not fit into a signed difference. */
    if (range->step > 0) {
        distance = (unsigned long long)range->stop - (unsigned long long)range->start;
        step = (unsigned long long)range->step;
    } else {
        distance = (unsigned long long)range->start - (unsigned long long)range->stop;
        step = 0 - (unsigned long long)range->step;
    }
    return distance / step + (distance % step != 0);
}

/* A bound of a slice, as Python's documentation of slices has it: counted from the end where negative, then clipped. */
static int64_t clip(int64_t bound, int64_t n, int64_t lowest, int64_t highest)
{
    if (bound < 0)
        bound += n;
    return bound < lowest ? lowest : bound > highest ? highest : bound;
}

static void resolve_slice(const cujit_slice *slice, int64_t n, cujit_range *out)
{
    int64_t step = slice->step == CUJIT_SLICE_END ? 1 : slice->step;
    int64_t lowest = step < 0 ? -1 : 0, highest = step < 0 ? n - 1 : n;

    out->step = step;
    if (slice->start == CUJIT_SLICE_END)
        out->start = step < 0 ? highest : lowest;
    else
        out->start = clip(slice->start, n, lowest, highest);
    if (slice->stop == CUJIT_SLICE_END)
        out->stop = step < 0 ? lowest : highest;
    else
        out->stop = clip(slice->stop, n, lowest, highest);
}

/* The last index, without overflow: count is at least 1, and the last one lies between start and stop. */
static int64_t last_index(const cujit_range *range, unsigned long long count)
{
    return (int64_t)((unsigned long long)range->start + (count - 1) * (unsigned long long)range->step);
}

static bool inside(int64_t index, size_t n)
{
    return index >= 0 && (unsigned long long)index < n;
}

cujit_status cj_range_resolve(const cujit_range *range, const cujit_slice *slice, size_t n, cujit_range *out,
                              cujit_error *error)
{
    unsigned long long count;

    if (range != NULL && slice != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "a launch takes a range or a slice, but not both of them");
    if (range != NULL ? range->step == 0 : slice->step == 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "the step of a %s must not be 0",
                            range != NULL ? "range" : "slice");
    if (slice != NULL) {
        resolve_slice(slice, (int64_t)n, out);
        return CUJIT_OK;
    }
    count = cj_range_count(range);
    if (count > 0 && (!inside(range->start, n) || !inside(last_index(range, count), n)))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                            "the range %" PRId64 ":%" PRId64 ":%" PRId64 " leaves the %zu elements of the arrays",
                            range->start, range->stop, range->step, n);
    *out = *range;
    return CUJIT_OK;
}
