/*
 * cujit/npy.h: NumPy's files, section 22 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_NPY_H
#define CUJIT_NPY_H

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 22 .npy and .npz files ---------------------------------------------------------------------------------------
 *
 * A .npy file holds one array, a .npz file (a zip archive) several under names. Whole ones are loaded and saved by one
 * call; what is larger than memory is read and written in pieces.
 *
 *     cujit_npy_load(context, "x.npy", &x, &error);
 *     cujit_npy_save(y, "y.npy", &error);
 *
 * Read are format versions 1.0 to 3.0; bool, integers, float16 to float64, complex64 and complex128 in either byte
 * order; bfloat16 as the two raw bytes ('<V2') that NumPy saves for it, float8_e4m3 and float8_e5m2 as '<V1' and '<f1',
 * which it saves for those of ml_dtypes (numpy.load() gives '<V1' as raw bytes, and does not read '<f1'); C and Fortran
 * order. An array of a Fortran-order file lies in memory in that order. Structured types, texts, dates, objects and
 * long doubles are CUJIT_ERROR_UNSUPPORTED. Written is version 1.0, little-endian; an array that lies in Fortran order
 * so, any other one in C order. Vectors are saved with one more axis, of their components; those of registered types
 * cannot be.
 *
 * A file may come from anywhere: nothing in it is believed before it was compared with how long the file is, and the
 * header is not executed. What is wrong in it is CUJIT_ERROR_IO; the message names the file and says what. Files that
 * could not be written whole are removed.
 *
 * Work of the default stream comes first; all is done when a call returns.
 */
CUJIT_API cujit_status cujit_npy_load(cujit_context *context, const char *path, cujit_array **array,
                                      cujit_error *error);
CUJIT_API cujit_status cujit_npy_save(const cujit_array *array, const char *path, cujit_error *error);

/* The same from and to memory that holds the file. What was saved is freed with cujit_free(). */
CUJIT_API cujit_status cujit_npy_load_memory(cujit_context *context, const void *data, size_t size, cujit_array **array,
                                             cujit_error *error);
CUJIT_API cujit_status cujit_npy_save_memory(const cujit_array *array, void **data, size_t *size, cujit_error *error);

/*
 * In pieces. A reader gives the elements in the file's order, as rows: of the first axis, and in a Fortran-order file
 * of the last one. An array without axes has one row.
 *
 *     cujit_npy_reader_open("large.npy", &reader, &error);
 *     while (cujit_npy_reader_left(reader) > 0 &&
 *            cujit_npy_reader_next(reader, context, 1000, &rows, &error) == CUJIT_OK) { ... }
 *     cujit_npy_reader_free(reader);
 *
 * Readers and writers need no context, and are used from one thread at a time.
 */
typedef struct cujit_npy_reader cujit_npy_reader;

CUJIT_API cujit_status cujit_npy_reader_open(const char *path, cujit_npy_reader **reader, cujit_error *error);
/* From where the file stands; it may be a pipe, stays the caller's, and is read by nobody else meanwhile. Messages do
 * not name it. */
CUJIT_API cujit_status cujit_npy_reader_open_file(FILE *file, cujit_npy_reader **reader, cujit_error *error);
/* The memory stays as it is as long as there is the reader. */
CUJIT_API cujit_status cujit_npy_reader_open_memory(const void *data, size_t size, cujit_npy_reader **reader,
                                                    cujit_error *error);
CUJIT_API void cujit_npy_reader_free(cujit_npy_reader *reader);

/* What is in the file. */
typedef struct cujit_npy_info {
    cujit_dtype dtype;
    int ndim;            /* up to 64, as NumPy has it; arrays here have at most CUJIT_ARRAY_MAX_NDIM */
    const size_t *shape; /* ndim lengths; the reader's */
    int fortran_order;   /* not 0: the first axis runs fastest */
    int big_endian;      /* not 0: in the file; what is read is not */
    size_t size, bytes;  /* elements, and bytes of them */
} cujit_npy_info;
CUJIT_SIZED void cujit_npy_reader_get_info(const cujit_npy_reader *reader, cujit_npy_info *info);

/* How many rows are left. */
CUJIT_API size_t cujit_npy_reader_left(const cujit_npy_reader *reader);

/* The next `count` rows, or as many as are left, as a new array. */
CUJIT_API cujit_status cujit_npy_reader_next(cujit_npy_reader *reader, cujit_context *context, size_t count,
                                             cujit_array **rows, cujit_error *error);

/* The next `size` bytes of elements, whole ones, in the file's order and this machine's byte order.
 * CUJIT_ERROR_ARGUMENT_SIZE: there are not so many, or the last one is none. Behind errors of the file, CUJIT_ERROR_IO,
 * nothing more can be read. */
CUJIT_API cujit_status cujit_npy_reader_read(cujit_npy_reader *reader, void *data, size_t size, cujit_error *error);

typedef struct cujit_npy_writer cujit_npy_writer;

/* The shape is that of the whole array. */
CUJIT_API cujit_status cujit_npy_writer_open(const char *path, cujit_dtype dtype, int ndim, const size_t *shape,
                                             int fortran_order, cujit_npy_writer **writer, cujit_error *error);
/* To where the file stands; it stays the caller's. */
CUJIT_API cujit_status cujit_npy_writer_open_file(FILE *file, cujit_dtype dtype, int ndim, const size_t *shape,
                                                  int fortran_order, cujit_npy_writer **writer, cujit_error *error);

/* The next rows, an array of the writer's dtype and other axes. CUJIT_ERROR_ARGUMENT_TYPE, _SIZE: it is another one, or
 * they are more than the shape has. */
CUJIT_API cujit_status cujit_npy_writer_next(cujit_npy_writer *writer, const cujit_array *rows, cujit_error *error);

/* The same with `size` bytes of elements in the file's order. */
CUJIT_API cujit_status cujit_npy_writer_write(cujit_npy_writer *writer, const void *data, size_t size,
                                              cujit_error *error);

/* Ends the file, and frees the writer also where that fails: CUJIT_ERROR_IO. CUJIT_ERROR_ARGUMENT_SIZE: rows are
 * missing. NULL is fine. */
CUJIT_API cujit_status cujit_npy_writer_close(cujit_npy_writer *writer, cujit_error *error);

/*
 * Archives. Members are those whose names in the archive end in ".npy", which is left out here; they may be stored or
 * deflated. A library that was built without minizip has none of this: CUJIT_ERROR_UNSUPPORTED.
 */
typedef struct cujit_npz_reader cujit_npz_reader;

CUJIT_API cujit_status cujit_npz_reader_open(const char *path, cujit_npz_reader **npz, cujit_error *error);
/* The memory stays as it is as long as there is the reader. */
CUJIT_API cujit_status cujit_npz_reader_open_memory(const void *data, size_t size, cujit_npz_reader **npz,
                                                    cujit_error *error);
CUJIT_API void cujit_npz_reader_free(cujit_npz_reader *npz);
/* How many members there are, and the k-th one's name, borrowed from the reader; NULL: there are not so many. */
CUJIT_API size_t cujit_npz_reader_count(const cujit_npz_reader *npz);
CUJIT_API const char *cujit_npz_reader_name(const cujit_npz_reader *npz, size_t k);
/* A whole member; or in pieces, with a reader that must be freed before the archive's. CUJIT_ERROR_NOT_FOUND. */
CUJIT_API cujit_status cujit_npz_reader_load(cujit_npz_reader *npz, cujit_context *context, const char *name,
                                             cujit_array **array, cujit_error *error);
CUJIT_API cujit_status cujit_npz_reader_member(cujit_npz_reader *npz, const char *name, cujit_npy_reader **reader,
                                               cujit_error *error);

typedef struct cujit_npz_writer cujit_npz_writer;

/* `deflate` not 0: members are compressed, as numpy.savez_compressed() does. */
CUJIT_API cujit_status cujit_npz_writer_open(const char *path, int deflate, cujit_npz_writer **npz, cujit_error *error);
/* A whole member; or in pieces, with a writer that must be closed before the archive gets its next member and its end.
 * A name is a text of 1 to 1000 bytes in UTF-8 that no other member has: CUJIT_ERROR_INVALID_ARGUMENT. */
CUJIT_API cujit_status cujit_npz_writer_save(cujit_npz_writer *npz, const char *name, const cujit_array *array,
                                             cujit_error *error);
CUJIT_API cujit_status cujit_npz_writer_member(cujit_npz_writer *npz, const char *name, cujit_dtype dtype, int ndim,
                                               const size_t *shape, int fortran_order, cujit_npy_writer **writer,
                                               cujit_error *error);
/* Ends the archive, and frees the writer also where that fails: CUJIT_ERROR_IO, where a member could not be written, or
 * still is; then the file is gone. What was refused as an invalid argument is as if it had not been tried. NULL is
 * fine. */
CUJIT_API cujit_status cujit_npz_writer_close(cujit_npz_writer *npz, cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
