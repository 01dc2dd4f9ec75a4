/*
 * elements.h: elements of arrays of any strides, in host memory.
 */
#ifndef LIBJIT_ELEMENTS_H
#define LIBJIT_ELEMENTS_H

#include "libjit/runtime/array.h"

/* Copies the box of `count` elements an axis that begins at index `first` (NULL: the array's beginning). In `to` the
 * elements of axis k lie steps[k] bytes apart (NULL: in C order, without gaps). Not much more than the box itself
 * leaves the device, whatever lies between its elements. After the work on the default stream; done when it returns. */
cujit_status cj_elements_get(const cujit_array *array, const size_t *first, const size_t *count, void *to,
                             const size_t *steps, cujit_error *error);

/* The distances in bytes between elements that lie without gaps in C order, or in Fortran's. */
void cj_elements_steps(int ndim, const size_t *shape, size_t item_size, bool fortran, size_t *steps);

/* "(3, 4)", "(5,)", "()": a shape as Python writes it. */
void cj_elements_shape(cj_text *text, int ndim, const size_t *shape);

/* The type of the components of a vector type, and how many it has; of any other type itself, and 1. */
cujit_dtype cj_elements_component(cujit_dtype dtype, size_t *count);

#endif
