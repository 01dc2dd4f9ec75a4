/*
 * expression_operands.h: small arrays and numbers of all kinds under one-letter names, which the texts of the suites of
 * expressions are about. FIXTURE(make_operands, NULL) makes them.
 */
#ifndef CJ_TEST_EXPRESSION_OPERANDS_H
#define CJ_TEST_EXPRESSION_OPERANDS_H

#include "tests/kernels.h"
#include "tests/show.h"

#include <complex.h>

static cujit_context *context;

/* ---- Operands ---------------------------------------------------------------------------------------------------- */

static cujit_array *f, *g, *i, *b, *c, *t, *m, *z, *s, *d, *v; /* as below */
static const double a = 2.5;
static const int k = 2;
static const bool yes = true;

static cujit_array *take(cujit_dtype dtype, int ndim, size_t rows, size_t columns, const void *data)
{
    const size_t shape[] = {rows, columns};

    return upload_shape(context, dtype, ndim, shape, data);
}

static void make_operands(void)
{
    const float complex complexes[] = {1 + 2 * I, -1, 0.5F * I};

    context = cj_test_context();
    f = take(CUJIT_FLOAT32, 2, 2, 3, (const float[]){0, 1, 2, 3, 4, 5});
    z = take(CUJIT_FLOAT32, 2, 3, 3, (const float[]){0, 1, 2, 3, 4, 5, 6, 7, 8});
    g = take(CUJIT_FLOAT32, 1, 3, 0, (const float[]){1, 10, 100});
    d = take(CUJIT_FLOAT64, 1, 3, 0, (const double[]){0.5, -1.5, 2});
    i = take(CUJIT_INT32, 1, 4, 0, (const int[]){-2, 3, 0, 7});
    b = take(CUJIT_UINT8, 1, 4, 0, (const unsigned char[]){250, 3, 0, 7});
    t = take(CUJIT_INT8, 1, 3, 0, (const signed char[]){100, 100, 100});
    c = take(CUJIT_COMPLEX64, 1, 3, 0, complexes);
    m = take(CUJIT_BOOL, 2, 2, 3, (const bool[]){1, 0, 1, 0, 0, 1});
    s = take(CUJIT_FLOAT32, 0, 0, 0, (const float[]){4});
    v = take(CUJIT_FLOAT32, 1, 0, 0, NULL);
}

#define OPERANDS CUJIT_NAMED(f, g, i, b, c, t, m, z, s, d, v, a, k, yes)

#endif
