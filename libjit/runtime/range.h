/*
 * range.h: which indices a launch runs over.
 */
#ifndef LIBJIT_RANGE_H
#define LIBJIT_RANGE_H

#include "libjit/base/status.h"

#include <cujit/cujit.h>

#include <stdbool.h>

/* At most one of `range` and `slice` (at least one is not NULL), for n elements. A slice is normalised as Python's
 * slice.indices() does; a range must stay inside 0 ... n-1. */
cujit_status cj_range_resolve(const cujit_range *range, const cujit_slice *slice, size_t n, cujit_range *out,
                              cujit_error *error);

/* How many indices a range has; step is not 0. And whether it has none. */
unsigned long long cj_range_count(const cujit_range *range);
static inline bool cj_range_is_empty(const cujit_range *range)
{
    return range->step > 0 ? range->start >= range->stop : range->start <= range->stop;
}

#endif
