/*
 * window.c: an array's elements where MPI can reach them. See ranks.h.
 */
#include "libjit/mpi/ranks.h"

/* Do the elements fill their memory, in C order? */
static bool is_plain(const cujit_array *array)
{
    const size_t *shape = cujit_array_shape(array);
    const ptrdiff_t *strides = cujit_array_strides(array);
    size_t expected = cujit_array_size(array) != 0 ? cujit_array_bytes(array) / cujit_array_size(array) : 0;

    for (int k = cujit_array_ndim(array); k-- > 0; expected *= shape[k])
        if (shape[k] != 1 && strides[k] != (ptrdiff_t)expected)
            return false;
    return true;
}

/* Pinned memory of that size at least, though not of many times that. */
static cujit_status take(cujit_mpi *mpi, size_t bytes, cj_spare *out, cujit_error *error)
{
    cujit_status status;

    for (int k = 0; k < CJ_SPARES; k++) {
        cj_spare *spare = &mpi->spares[k];

        if (spare->memory != NULL && spare->bytes >= bytes && spare->bytes / 4 <= bytes) {
            *out = *spare;
            *spare = (cj_spare){0};
            return CUJIT_OK;
        }
    }
    if ((status = cujit_pinned_alloc(mpi->context, bytes, &out->memory, error)) == CUJIT_OK)
        out->bytes = bytes;
    return status;
}

/* In the place of the smallest of those that are kept. */
static void put_back(cujit_mpi *mpi, cj_spare spare)
{
    cj_spare *place = &mpi->spares[0];

    for (int k = 1; k < CJ_SPARES; k++)
        place = mpi->spares[k].bytes < place->bytes ? &mpi->spares[k] : place;
    if (place->memory != NULL)
        cujit_pinned_free(mpi->context, place->memory);
    *place = spare;
}

cujit_status cj_window_open(cj_window *window, cujit_mpi *mpi, const cujit_array *array, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    *window = (cj_window){.mpi = mpi, .array = array, .bytes = cujit_array_bytes(array)};
    if (window->bytes == 0)
        return CUJIT_OK;
    if (mpi->has_staging) {
        status = take(mpi, window->bytes, &window->staging, error);
        window->memory = window->staging.memory;
    } else if (is_plain(array)) {
        window->memory = cujit_array_data(array);
    } else {
        status = cujit_array_create(mpi->context, cujit_array_dtype(array), cujit_array_ndim(array),
                                    cujit_array_shape(array), &window->packed, error);
        window->memory = status == CUJIT_OK ? cujit_array_data(window->packed) : NULL;
    }
    return status;
}

cujit_status cj_window_pack(const cj_window *window, cujit_error *error)
{
    cujit_status status;

    if (window->bytes == 0)
        return CUJIT_OK;
    if (window->staging.memory != NULL)
        return cujit_array_read(window->array, window->memory, window->bytes, error);
    if (window->packed != NULL && (status = cujit_array_assign(window->packed, window->array, NULL, error)) != CUJIT_OK)
        return status;
    return cujit_stream_synchronize(window->mpi->context, NULL, error);
}

cujit_status cj_window_unpack(const cj_window *window, cujit_error *error)
{
    cujit_array *array = (cujit_array *)window->array; /* opened for a caller who may write to it */

    if (window->bytes == 0)
        return CUJIT_OK;
    if (window->staging.memory != NULL)
        return cujit_array_write(array, window->memory, window->bytes, error);
    return window->packed != NULL ? cujit_array_assign(array, window->packed, NULL, error) : CUJIT_OK;
}

void cj_window_close(cj_window *window)
{
    if (window->staging.memory != NULL)
        put_back(window->mpi, window->staging);
    cujit_array_free(window->packed);
    *window = (cj_window){0};
}
