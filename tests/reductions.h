/*
 * reductions.h: short forms of the public calls for suites that reduce.
 */
#ifndef TESTS_REDUCTIONS_H
#define TESTS_REDUCTIONS_H

#include "tests/kernels.h"

static inline cujit_reduction *make_reduction(cujit_context *context, const cujit_reduction_spec *spec)
{
    cujit_reduction *reduction = NULL;
    cujit_error error = {0};

    must(cujit_reduction_create(context, spec, &reduction, &error), &error);
    return reduction;
}

/* The first result, read back. */
static inline void run_to(const cujit_reduction *reduction, const cujit_reduction_options *options, cujit_args args,
                          void *data)
{
    cujit_array *results[CUJIT_REDUCTION_MAX_RESULTS] = {NULL};
    cujit_error error = {0};

    must(cujit_reduction_run(reduction, options, args, results, &error), &error);
    download(results[0], data);
    for (size_t k = 0; k < CUJIT_REDUCTION_MAX_RESULTS; k++)
        cujit_array_free(results[k]);
}

#endif
