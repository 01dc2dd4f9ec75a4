/*
 * npy.h: NumPy's .npy files, by path; "-" is standard input or output. What is read and written is in the library's
 * manual (cujit/npy.h), but that bfloat16 is written as uint16.
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

#endif
