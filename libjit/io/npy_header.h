/*
 * npy_header.h: what a .npy file says in front of its elements.
 *
 *     \x93NUMPY  major minor  length (2 bytes in version 1, 4 later)  header  elements
 *
 * The header is a Python dict literal: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }. It is parsed as
 * such (either quotes, any order of keys, any white space), and everything else is refused with the reason.
 */
#ifndef LIBJIT_NPY_HEADER_H
#define LIBJIT_NPY_HEADER_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"

#include <cujit/dtype.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CJ_NPY_MOST_AXES = 64 }; /* NumPy's limit */

typedef struct cj_npy_header {
    cujit_dtype dtype;
    bool big_endian, fortran; /* fortran: with two axes at least, else the orders are the same */
    int ndim;
    size_t shape[CJ_NPY_MOST_AXES];
    size_t size, bytes; /* elements, and bytes of them */
} cj_npy_header;

/* Reads up to where the elements begin. Messages are a clause about "the file". */
cujit_status cj_npy_header_read(FILE *file, cj_npy_header *out, cujit_error *error);

/* The header alone, `size` bytes. */
cujit_status cj_npy_header_parse(const char *text, size_t size, cj_npy_header *out, cujit_error *error);

/* Appends everything in front of the elements, which then begin at a multiple of 64 bytes. */
cujit_status cj_npy_header_write(cj_text *out, const cj_npy_header *header, cujit_error *error);

/* Sets size and bytes. False: no address space has so many. */
bool cj_npy_header_measure(cj_npy_header *header);

/* As many bytes of a file, or an error that says what they are. */
cujit_status cj_npy_take_bytes(FILE *file, void *to, size_t size, const char *what, cujit_error *error);

/* NumPy's name of a type, "<f4"; NULL: it has none. */
const char *cj_npy_type(cujit_dtype dtype);

#endif
