/*
 * overlap.h: which memory two arrays share.
 */
#ifndef LIBJIT_OVERLAP_H
#define LIBJIT_OVERLAP_H

#include <cujit/cujit.h>

#include <stdbool.h>

/* May they have bytes in common? Two that lie between each other (z[::2] and z[1::2]) have none. */
bool cj_may_meet(const cujit_array *a, const cujit_array *b);

/* May they have, or does one have elements between those of the other? */
bool cj_may_mingle(const cujit_array *a, const cujit_array *b);

/* Is element i of one element i of the other? The input has been, or will be, broadcast to the output's shape. */
bool cj_walk_alike(const cujit_array *input, const cujit_array *output);

#endif
