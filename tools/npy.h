/*
 * npy.h: NumPy's .npy files.
 *
 * Read: format versions 1.0, 2.0 and 3.0; bool, integers of 1 to 8 bytes, float16/32/64, complex64/128, in either byte
 * order, and the two raw bytes as which NumPy stores a bfloat16 that it does not know; C and Fortran order, 0-d, empty.
 * Whatever follows the elements is left alone, as NumPy does. Written: version 1.0, little-endian; bfloat16 as
 * uint16.
 *
 * A file is data from anywhere: nothing in it is believed before it was compared with the length of the file.
 */
#ifndef TOOLS_NPY_H
#define TOOLS_NPY_H

#include "array.h"

/* The problem does not name the file. */
bool cli_npy_read(const char *path, cli_array *out, cli_problem *problem);

/* The type of the elements alone. */
bool cli_npy_type(const char *path, cujit_dtype *out, cli_problem *problem);

/* `array` has plain elements (cli_array_split). The problem names the file. */
bool cli_npy_write(const char *path, const cli_array *array, cli_problem *problem);

/* What a header (the dict literal, `size` bytes) says; for tests and cli_npy_read. `big_endian`: to be swapped. */
bool cli_npy_parse_header(const char *header, size_t size, cli_array *out, bool *big_endian, cli_problem *problem);

#endif
