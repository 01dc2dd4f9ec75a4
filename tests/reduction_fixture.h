/*
 * reduction_fixture.h: a context and two arrays, for suites of which each test reduces these.
 */
#ifndef TESTS_REDUCTION_FIXTURE_H
#define TESTS_REDUCTION_FIXTURE_H

#include "tests/kernels.h"

enum { N = 1000 };

static cujit_context *context;
static cujit_array *x, *y; /* 0, 1, 2, ...; and 1, 3, 5, ... */

static void setup(void)
{
    context = cj_test_context();
    x = counting(context, N);
    y = counting(context, N);
    run_once(context, "float *y", "y[i] = 2 * y[i] + 1", CUJIT_ARGS(y));
}

static cujit_reduction *make(const cujit_reduction_spec *spec)
{
    return make_reduction(context, spec);
}

#endif
