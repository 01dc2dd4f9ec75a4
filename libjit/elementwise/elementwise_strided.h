/*
 * elementwise_strided.h: launches with arrays of any shape and strides.
 */
#ifndef LIBJIT_ELEMENTWISE_STRIDED_H
#define LIBJIT_ELEMENTWISE_STRIDED_H

#include "libjit/elementwise/elementwise.h"
#include "libjit/kernel/call.h"
#include "libjit/kernel/layout.h"
#include "libjit/runtime/range.h"

/* What one call loops over. Several KiB, for the stack of a launch. */
typedef struct cj_views {
    cj_loop loop;
    const cj_call *call; /* with its operands */
    int64_t strides[CJ_MAX_PARAMETERS + 1][CJ_MAX_AXES];
} cj_views;

/* How the arrays go together, with NumPy's rules: call->operands. *flat: as they lie in memory; a prepared launch over
 * loop.size elements does it. CUJIT_ERROR_ARGUMENT_SIZE: they do not; the message names the argument. `call` must live
 * as long as `views`. */
cujit_status cj_views_find(cj_call *call, bool ranged, cj_views *views, bool *flat, cujit_error *error);

/* Must a thread not load some elements, and then store some, since what it loads may be what another stores? */
bool cj_views_tangled(const cj_views *views, void *const *values);

/* Launches what cj_views_find() found. `range` NULL: all of it. `values` as for a prepared launch. */
cujit_status cj_views_launch(const cj_elementwise *kernel, const cj_views *views, const cujit_range *range,
                             void *const *values, void *stream, cujit_error *error);

/* A prepared launch of a kernel that asks for coordinates; of the options only shape and stream count. */
cujit_status cj_views_launch_prepared(const cj_elementwise *kernel, const cujit_elementwise_options *options, size_t n,
                                      const cujit_range *range, void *const *values, cujit_error *error);

/* The inputs that should go through shared memory: bit k is parameter k; 0: none. */
uint64_t cj_views_transposed(const cj_elementwise *kernel, const cj_views *views);

/* For tests: which variant a launch would take; and a launch of a variant whatever would have been chosen. It must
 * fit. */
cj_variant cj_views_choose(const cj_elementwise *kernel, const cj_views *views, bool ranged, void *const *values);
cujit_status cj_views_launch_variant(const cj_elementwise *kernel, const cj_views *views, const cj_variant *variant,
                                     const cujit_range *range, void *const *values, void *stream, cujit_error *error);

#endif
