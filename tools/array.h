/*
 * array.h: arrays in the program's own memory: what a .npy file holds, what a generator makes, what is printed.
 *
 * Always dense, in C or Fortran order; elements little-endian. A vector type of CUDA (float4) is an element of its own
 * as long as the array meets the library, and one more, innermost axis of plain elements where it meets a file or a
 * person: cli_array_join() and cli_array_split() go from one to the other.
 */
#ifndef TOOLS_ARRAY_H
#define TOOLS_ARRAY_H

#include "command.h"

/* One axis more than the library has, for a vector's components. */
enum { CLI_MAX_NDIM = CUJIT_ARRAY_MAX_NDIM + 1 };

typedef struct cli_array {
    cujit_dtype dtype;
    int ndim;
    bool fortran; /* the first axis is the innermost; false where that is the same */
    size_t shape[CLI_MAX_NDIM];
    size_t size, bytes;
    unsigned char *data; /* owned */
} cli_array;

/* Elements and bytes of a shape; false where they do not fit into memory that one could have. */
bool cli_array_measure(cujit_dtype dtype, int ndim, const size_t *shape, size_t *size, size_t *bytes);

/* A new array, every byte 0. `shape` is copied. */
bool cli_array_create(cujit_dtype dtype, int ndim, const size_t *shape, bool fortran, cli_array *out,
                      cli_problem *problem);
void cli_array_clear(cli_array *array);

/* Plain elements, the last axis of which has a vector's length -> vectors. */
bool cli_array_join(cli_array *array, cujit_dtype vector, cli_problem *problem);
/* The way back; nothing happens where the elements are plain. */
bool cli_array_split(cli_array *array, cli_problem *problem);

/* Lays the elements out in the other order of the axes; nothing happens where they lie so already. */
bool cli_array_reorder(cli_array *array, bool fortran, cli_problem *problem);

/* Strides in bytes, of the axes in the array's own order. */
void cli_array_strides(const cli_array *array, size_t *strides);

/* "(3, 4)", "(5,)", "()", as Python writes a shape. The caller frees it. */
char *cli_shape_text(int ndim, const size_t *shape);

#endif
