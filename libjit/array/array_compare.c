/*
 * array_compare.c: whether two arrays have the same elements, or nearly so.
 */
#include "libjit/array/array_kernels.h"
#include "libjit/runtime/broadcast.h"

static cujit_status check(const char *function, const cujit_array *x, const cujit_array *y, const void *result,
                          cujit_error *error)
{
    cujit_status status = cj_array_check(function, "x", x, result, error);

    if (status != CUJIT_OK || (status = cj_array_check(function, "y", y, result, error)) != CUJIT_OK ||
        (status = cj_array_check_numbers(function, "x", x, error)) != CUJIT_OK)
        return status;
    return cj_array_check_numbers(function, "y", y, error);
}

cujit_status cujit_array_equal(const cujit_array *x, const cujit_array *y, cujit_stream stream, int *equal,
                               cujit_error *error)
{
    bool same = false;
    cujit_status status = check("cujit_array_equal", x, y, equal, error);

    if (status == CUJIT_OK && cj_array_same_shape(x, y))
        status = cj_array_fold(x->context, CJ_ARRAY_EQUAL, (cj_array_types){x->dtype, y->dtype}, CUJIT_ARGS(x, y),
                               stream, CUJIT_BOOL, &same, sizeof same, error);
    if (status == CUJIT_OK)
        *equal = same;
    return status;
}

cujit_status cujit_array_allclose(const cujit_array *x, const cujit_array *y, double relative, double absolute,
                                  int equal_nan, cujit_stream stream, int *close, cujit_error *error)
{
    bool all = false;
    cujit_status status = check("cujit_array_allclose", x, y, close, error);

    if (status == CUJIT_OK)
        status = cj_array_check_common(x, y, error);
    if (status == CUJIT_OK)
        status = cj_array_fold(x->context, CJ_ARRAY_CLOSE, (cj_array_types){x->dtype, y->dtype},
                               CUJIT_ARGS(x, y, relative, absolute, (_Bool)(equal_nan != 0)), stream, CUJIT_BOOL, &all,
                               sizeof all, error);
    if (status == CUJIT_OK)
        *close = all;
    return status;
}

cujit_status cujit_array_isclose(const cujit_array *x, const cujit_array *y, double relative, double absolute,
                                 int equal_nan, cujit_stream stream, cujit_array **close, cujit_error *error)
{
    cujit_array *made = NULL;
    cj_loop loop;
    cujit_status status = check("cujit_array_isclose", x, y, close, error);

    if (status != CUJIT_OK || (status = cj_array_find_common(x, y, &loop, error)) != CUJIT_OK)
        return status;
    status = cj_array_create(x->context, CUJIT_BOOL, loop.full_ndim, loop.full, NULL, stream, &made, error);
    if (status == CUJIT_OK)
        status = cj_array_run(x->context, CJ_ARRAY_ISCLOSE, (cj_array_types){x->dtype, y->dtype},
                              CUJIT_ARGS(x, y, made, relative, absolute, (_Bool)(equal_nan != 0)), stream, error);
    return cj_array_hand_out(made, status, close);
}
