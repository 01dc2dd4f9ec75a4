/*
 * npy.h: readers and writers of .npy files over what is inside of other files.
 */
#ifndef LIBJIT_NPY_H
#define LIBJIT_NPY_H

#include "libjit/runtime/context.h"

#include <cujit/npy.h>

/* The file is closed with the reader, also where there is none in the end. `path`: how messages call it; NULL: not at
 * all. `available`: bytes that it may have at most, from where it stands. `checked`: its end is to be read, too, since
 * only there it is known whether what stands before is right. */
cujit_status cj_npy_reader_make(FILE *file, const char *path, size_t available, bool checked, cujit_npy_reader **reader,
                                cujit_error *error);

/* The file is closed with the writer, and then `done` is called with how that went, if it is not NULL. */
cujit_status cj_npy_writer_make(FILE *file, const char *path, cujit_dtype dtype, int ndim, const size_t *shape,
                                bool fortran, void (*done)(void *user, bool good), void *user,
                                cujit_npy_writer **writer, cujit_error *error);

/* Can the array be saved? And with it: CUJIT_ERROR_INVALID_ARGUMENT where `out`, which users call `what`, is NULL. */
cujit_status cj_npy_check_array(const char *function, const cujit_array *array, const char *what, const void *out,
                                cujit_error *error);

/* Do its elements lie in Fortran order, and not in C order too? */
bool cj_npy_is_fortran(const cujit_array *array);

/* What calls begin with: CUJIT_ERROR_INVALID_ARGUMENT where `given`, which users call `what`, or `out` is NULL. */
cujit_status cj_npy_check_call(const char *function, const char *what, const void *given, const void *out,
                               cujit_error *error);

/* The whole of what is left in the reader, which goes; *array belongs to the caller. */
cujit_status cj_npy_load(cujit_npy_reader *reader, cujit_context *context, cujit_array **array, cujit_error *error);

/* Begins the message of an error that was just set with the file's name: "cannot read PATH: ...". `path` NULL: nothing
 * happens. */
cujit_status cj_npy_blame(const char *verb, const char *path, cujit_status status, cujit_error *error);

#endif
