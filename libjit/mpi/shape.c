/*
 * shape.c: what ranks tell each other about their arrays. See ranks.h.
 */
#include "libjit/mpi/ranks.h"

#include "libjit/base/text.h"

#include <stdio.h>
#include <string.h>

cj_shape cj_shape_of(const cujit_array *array)
{
    cj_shape shape;

    memset(&shape, 0, sizeof shape); /* gaps too: it is sent */
    if (array == NULL)
        return shape;
    shape.ndim = cujit_array_ndim(array);
    shape.element = cujit_context_type_size(cujit_array_context(array), cujit_array_dtype(array));
    snprintf(shape.type, sizeof shape.type, "%s",
             cujit_context_type_name(cujit_array_context(array), cujit_array_dtype(array)));
    for (int k = 0; k < shape.ndim; k++)
        shape.lengths[k] = cujit_array_shape(array)[k];
    return shape;
}

static void print(cj_text *text, const cj_shape *shape)
{
    cj_text_append(text, "(");
    for (int k = 0; k < shape->ndim; k++)
        cj_text_printf(text, "%s%llu", k > 0 ? ", " : "", (unsigned long long)shape->lengths[k]);
    cj_text_append(text, shape->ndim == 1 ? ",)" : ")");
}

cujit_status cj_shape_compare(const char *function, const cj_shape *first, const cj_shape *shape, int from,
                              cujit_error *error)
{
    bool same = first->ndim == shape->ndim;
    cj_text ours = {0}, theirs = {0};
    cujit_status status;

    if (strcmp(first->type, shape->type) != 0 || first->element != shape->element)
        return cj_error_set(
            error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: the elements are %s of %llu bytes, but %s of %llu on the first rank",
            function, shape->type, (unsigned long long)shape->element, first->type, (unsigned long long)first->element);
    for (int k = from; k < first->ndim && same; k++)
        same = first->lengths[k] == shape->lengths[k];
    if (same)
        return CUJIT_OK;
    print(&ours, shape);
    print(&theirs, first);
    status = ours.failed || theirs.failed
                 ? cj_error_no_memory(error, "an array's shape")
                 : cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: the shape is %s, but %s on the first rank%s",
                                function, ours.data, theirs.data, from > 0 ? "; only the first axis may differ" : "");
    cj_text_clear(&ours);
    cj_text_clear(&theirs);
    return status;
}

cujit_status cj_shape_agree(const char *function, cujit_mpi *mpi, const cujit_array *array, int from,
                            cujit_status status, cujit_error *error)
{
    const cj_shape own = cj_shape_of(array);
    cj_shape first = own;
    cujit_status sent = cj_mpi_check(MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, mpi->comm), function, error);

    if (sent != CUJIT_OK)
        return sent;
    /* Where the first rank has none, it says so itself. */
    if (status == CUJIT_OK && first.type[0] != '\0')
        status = cj_shape_compare(function, &first, &own, from, error);
    return cujit_mpi_agree(mpi, status, error);
}
