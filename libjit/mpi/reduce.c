/*
 * reduce.c: ready-made reductions across ranks.
 */
#include "libjit/mpi/nccl.h"
#include "libjit/mpi/ranks.h"

/* What stands behind CUJIT_REDUCER_; NULL: there is no such reducer. */
static const char *name_of(int reducer)
{
    static const char *const names[] = {NULL,   "SUM",      "PRODUCT",         "MIN", "MAX", "ARGMIN", "ARGMAX",
                                        "MEAN", "VARIANCE", "SAMPLE_VARIANCE", "ANY", "ALL", "COUNT",  "NORM"};

    return reducer > 0 && reducer <= CUJIT_REDUCER_NORM ? names[reducer] : NULL;
}

/* The reducer that combines what it, or `reducer`, made of parts; 0: there is none. */
static cujit_reducer combiner_of(cujit_reducer reducer)
{
    switch (reducer) {
    case CUJIT_REDUCER_SUM:
    case CUJIT_REDUCER_PRODUCT:
    case CUJIT_REDUCER_MIN:
    case CUJIT_REDUCER_MAX:
    case CUJIT_REDUCER_ANY:
    case CUJIT_REDUCER_ALL:
        return reducer;
    case CUJIT_REDUCER_COUNT:
        return CUJIT_REDUCER_SUM;
    default:
        return (cujit_reducer)0;
    }
}

/* What cujit_reduce() makes of it. */
static cujit_dtype result_dtype(cujit_reducer reducer, cujit_dtype dtype)
{
    if (reducer == CUJIT_REDUCER_ANY || reducer == CUJIT_REDUCER_ALL)
        return CUJIT_BOOL;
    if (reducer == CUJIT_REDUCER_MIN || reducer == CUJIT_REDUCER_MAX)
        return dtype;
    switch (dtype) {
    case CUJIT_BOOL:
    case CUJIT_INT8:
    case CUJIT_INT16:
    case CUJIT_INT32:
        return CUJIT_INT64;
    case CUJIT_UINT8:
    case CUJIT_UINT16:
    case CUJIT_UINT32:
        return CUJIT_UINT64;
    default:
        return dtype;
    }
}

static cujit_status combine_along_ranks(void *user, const cujit_array *partials, cujit_array **result,
                                        cujit_error *error)
{
    const cujit_reducer *reducer = user;

    return cujit_reduce(*reducer, partials, &(cujit_reduction_options){.axes = (const int[]){0}, .axis_count = 1},
                        result, error);
}

static cujit_status check_call(const char *function, const cujit_mpi *mpi, cujit_reducer reducer,
                               const cujit_array *array, bool elements, cujit_array **result, cujit_error *error)
{
    if (array == NULL || result == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            array == NULL ? "array" : "result");
    if (cujit_array_context(array) != mpi->context)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: the array is one of another context", function);
    if (name_of((int)reducer) == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: there is no reducer %d", function, (int)reducer);
    if (combiner_of(reducer) == 0 || (elements && reducer == CUJIT_REDUCER_COUNT))
        return cj_error_set(
            error, CUJIT_ERROR_UNSUPPORTED,
            "%s: %s is none of SUM, PRODUCT, MIN, MAX, ANY, ALL%s: a mean is a sum divided by the number of "
            "elements, and for all others cujit_mpi_reduction_create() takes texts, with an accumulator of any type",
            function, name_of((int)reducer), elements ? "" : ", COUNT");
    return CUJIT_OK;
}

/* Collective: is it the same everywhere? `status`: how this rank fared so far. */
static cujit_status agree_reducer(const char *function, cujit_mpi *mpi, cujit_reducer reducer, cujit_status status,
                                  cujit_error *error)
{
    int first = (int)reducer;
    cujit_status sent = cj_mpi_check(MPI_Bcast(&first, 1, MPI_INT, 0, mpi->comm), function, error);

    if (sent != CUJIT_OK)
        return sent;
    /* Where the first rank names none, it says so itself. */
    if (status == CUJIT_OK && first != (int)reducer && name_of(first) != NULL)
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                              "%s: the reducer is %s here, and %s on the first rank", function, name_of((int)reducer),
                              name_of(first));
    return cujit_mpi_agree(mpi, status, error);
}

cujit_status cujit_mpi_combine(cujit_mpi *mpi, cujit_reducer reducer, const cujit_array *array, cujit_array **result,
                               cujit_error *error)
{
    static const char function[] = "cujit_mpi_combine";
    cujit_status status = cj_mpi_check_call(function, mpi, error);
    cujit_dtype out;

    if (status != CUJIT_OK)
        return status;
    status = check_call(function, mpi, reducer, array, true, result, error);
    if ((status = agree_reducer(function, mpi, reducer, status, error)) != CUJIT_OK)
        return status;
    out = result_dtype(reducer, cujit_array_dtype(array));
    if (mpi->nccl != NULL && out == cujit_array_dtype(array) && cj_nccl_has(reducer, out))
        return cj_nccl_combine(function, mpi, reducer, array, result, error);
    return cj_combine(function, mpi, array, out, combine_along_ranks, &reducer, CUJIT_OK, result, error);
}

cujit_status cujit_mpi_reduce(cujit_mpi *mpi, cujit_reducer reducer, const cujit_array *array, cujit_array **result,
                              cujit_error *error)
{
    static const char function[] = "cujit_mpi_reduce";
    cujit_reducer combiner = combiner_of(reducer);
    cujit_status status = cj_mpi_check_call(function, mpi, error);
    cujit_array *partial = NULL;

    if (status != CUJIT_OK)
        return status;
    status = check_call(function, mpi, reducer, array, false, result, error);
    if ((status = agree_reducer(function, mpi, reducer, status, error)) != CUJIT_OK)
        return status;
    status = cujit_reduce(reducer, array, NULL, &partial, error);
    status = cj_combine(function, mpi, partial, cujit_array_dtype(partial), combine_along_ranks, &combiner, status,
                        result, error);
    cujit_array_free(partial);
    return status;
}
