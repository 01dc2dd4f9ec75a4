/*
 * arrays.h: for suites of what is done to whole arrays: small ones that count up, and what an array holds as a text.
 */
#ifndef TESTS_ARRAYS_H
#define TESTS_ARRAYS_H

#include "tests/kernels.h"

#include <math.h>
#include <stdio.h>

static void release_array(void *array)
{
    cujit_array_free(array);
}

/* Until the case ends: for results of the calls under test. */
static inline cujit_array *keep_array(cujit_array *array)
{
    return cj_test_keep(array, release_array);
}

/* The lengths of "2x3", of which there are *ndim; "" is no axis. */
static inline const size_t *lengths_of(const char *text, int *ndim)
{
    size_t *lengths = memory_of(CUJIT_ARRAY_MAX_NDIM * sizeof *lengths);

    for (*ndim = 0; *text != '\0'; text += *text == 'x') {
        char *end;

        lengths[(*ndim)++] = strtoull(text, &end, 10);
        text = end;
    }
    return lengths;
}

/* 0, 1, 2, ... in that shape. */
static inline cujit_array *count_shape(cujit_context *context, cujit_dtype dtype, const char *text)
{
    int ndim;
    const size_t *shape = lengths_of(text, &ndim);
    cujit_array *list = NULL, *array = NULL;
    size_t size = 1;

    for (int k = 0; k < ndim; k++)
        size *= shape[k];
    must(cujit_array_arange(context, dtype, 0, (double)size, 1, NULL, &list, &fault));
    keep_array(list);
    must(cujit_array_reshape(list, ndim, shape, NULL, &array, &fault));
    return keep_array(array);
}

/* With elements of another type; with another shape; transposed. */
static inline cujit_array *as(const cujit_array *array, cujit_dtype dtype)
{
    cujit_array *made = NULL;

    must(cujit_array_astype(array, dtype, NULL, &made, &fault));
    return keep_array(made);
}

static inline cujit_array *shaped(const cujit_array *array, const char *text)
{
    int ndim;
    const size_t *shape = lengths_of(text, &ndim);
    cujit_array *made = NULL;

    must(cujit_array_reshape(array, ndim, shape, NULL, &made, &fault));
    return keep_array(made);
}

static inline cujit_array *turned(const cujit_array *array)
{
    cujit_array *view = NULL;

    must(cujit_array_transpose(array, NULL, &view, &fault));
    return keep_array(view);
}

/* Of these ints. */
#define list_of(context, ...)                                                                                          \
    upload(context, CUJIT_INT32, sizeof((const int[]){__VA_ARGS__}) / sizeof(int), (const int[]){__VA_ARGS__})

/* "2x3: 0 1 2 3 4 5", in C order of the shape; complex numbers as 1+2i. */
static inline const char *show(const cujit_array *array)
{
    const bool complex = cujit_array_dtype(array) == CUJIT_COMPLEX64 || cujit_array_dtype(array) == CUJIT_COMPLEX128;
    const size_t size = cujit_array_size(array), room = 400 + 80 * size;
    double *elements = memory_of((2 * size + 1) * sizeof *elements);
    char *text = memory_of(room);
    cujit_array *wide = NULL;
    size_t length = 0;

    must(cujit_array_astype(array, complex ? CUJIT_COMPLEX128 : CUJIT_FLOAT64, NULL, &wide, &fault));
    keep_array(wide);
    must(cujit_array_read(wide, elements, cujit_array_bytes(wide), &fault));
    text[0] = '\0';
    for (int k = 0; k < cujit_array_ndim(array); k++)
        length += (size_t)snprintf(text + length, room - length, "%s%zu", k > 0 ? "x" : "",
                                   cujit_array_shape(array)[k]);
    length += (size_t)snprintf(text + length, room - length, ":");
    for (size_t k = 0; k < size && !complex; k++)
        length += (size_t)snprintf(text + length, room - length, " %.17g", elements[k]);
    for (size_t k = 0; k < size && complex; k++)
        length += (size_t)snprintf(text + length, room - length, " %.17g%+.17gi", elements[2 * k], elements[2 * k + 1]);
    return text;
}

#define expect_shown(array, expected) ck_assert_str_eq(show(array), expected)

#endif
