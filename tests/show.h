/*
 * show.h: a small array as one text, to compare: "float32(2,3) 0 1 2 3 4 5".
 */
#ifndef TESTS_SHOW_H
#define TESTS_SHOW_H

#include "tests/kernels.h"

#include <stdio.h>

static inline void append_number(char *out, const char *how, double value)
{
    sprintf(out + strlen(out), how, value);
}

/* Its first 40 elements; valid until the next call. */
static inline const char *show(cujit_context *context, const cujit_array *array)
{
    static char out[2000];
    const int ndim = cujit_array_ndim(array);
    const size_t size = cujit_array_size(array), one = size > 0 ? cujit_array_bytes(array) / size : 0;

    sprintf(out, "%s(", cujit_dtype_name(cujit_array_dtype(array)));
    for (int axis = 0; axis < ndim; axis++)
        append_number(out, axis > 0 ? ",%g" : "%g", (double)cujit_array_shape(array)[axis]);
    strcat(out, ")");
    for (size_t n = 0; n < size && n < 40; n++) {
        cujit_array *element = view_at(context, cujit_array_dtype(array), 0, NULL, NULL,
                                       (char *)cujit_array_data(array) + n * one);
        double parts[2];

        must(cujit_array_get_complex(element, parts, &fault));
        append_number(out, " %.6g", parts[0]);
        if (parts[1] != 0)
            append_number(out, "%+.6gj", parts[1]);
    }
    return out;
}

#endif
