/*
 * npy_reader.c: .npy files in.
 */
#include "libjit/io/npy.h"

#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/io/elements.h"
#include "libjit/io/npy_header.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

enum { CHUNK = 16 << 20 }; /* bytes on their way from a file to a device */

struct cujit_npy_reader {
    FILE *file;
    bool owned, checked;
    char *path; /* NULL: the file has no name */
    cj_npy_header header;
    size_t left; /* bytes of elements */
    size_t rows_left;
    bool failed;
};

cujit_status cj_npy_blame(const char *verb, const char *path, cujit_status status, cujit_error *error)
{
    char message[sizeof error->message];

    if (status == CUJIT_OK || path == NULL || error == NULL || status == CUJIT_ERROR_OUT_OF_MEMORY)
        return status;
    memcpy(message, error->message, sizeof message);
    return cj_error_set(error, status, "cannot %s %s: %s", verb, path, message);
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static size_t rows_of(const cj_npy_header *header)
{
    return header->ndim == 0 ? 1 : header->shape[header->fortran ? header->ndim - 1 : 0];
}

static size_t row_bytes(const cj_npy_header *header)
{
    size_t rows = rows_of(header);

    return rows > 0 ? header->bytes / rows : 0;
}

/* Makes a reader of a file that is to be closed with it, or stays the caller's. */
static cujit_status make(FILE *file, bool owned, const char *path, size_t available, cujit_npy_reader **out,
                         cujit_error *error)
{
    cujit_npy_reader *reader = cj_calloc(1, sizeof *reader);
    cujit_status status;
    size_t header;
    off_t start = ftello(file);

    if (reader == NULL || (path != NULL && (reader->path = cj_strdup(path)) == NULL)) {
        cj_free(reader);
        return cj_error_no_memory(error, "a reader of a file");
    }
    reader->file = file;
    if ((status = cj_npy_header_read(file, &reader->header, error)) == CUJIT_OK) {
        header = start >= 0 && ftello(file) >= start ? (size_t)(ftello(file) - start) : 0;
        if (available < header || available - header < reader->header.bytes)
            status = cj_error_set(error, CUJIT_ERROR_IO,
                                  "the file ends too early: its header speaks of %zu bytes of elements, %zu are there",
                                  reader->header.bytes, available < header ? 0 : available - header);
    }
    if (status != CUJIT_OK) {
        status = cj_npy_blame("read", path, status, error);
        cujit_npy_reader_free(reader);
        return status;
    }
    reader->owned = owned;
    reader->left = reader->header.bytes;
    reader->rows_left = rows_of(&reader->header);
    *out = reader;
    return CUJIT_OK;
}

cujit_status cj_npy_reader_make(FILE *file, const char *path, size_t available, bool checked, cujit_npy_reader **out,
                                cujit_error *error)
{
    cujit_status status = make(file, true, path, available, out, error);

    if (status == CUJIT_OK)
        (*out)->checked = checked;
    else
        fclose(file);
    return status;
}

/* What is left of a file that has a length; a pipe has none. */
static size_t bytes_left(FILE *file)
{
    struct stat status;
    off_t at = ftello(file);

    if (fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode) || at < 0)
        return SIZE_MAX;
    return status.st_size > at ? (size_t)(status.st_size - at) : 0;
}

cujit_status cj_npy_check_call(const char *function, const char *what, const void *given, const void *out,
                               cujit_error *error)
{
    if (given == NULL || out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            given == NULL ? what : "where the result goes");
    return CUJIT_OK;
}

cujit_status cujit_npy_reader_open(const char *path, cujit_npy_reader **reader, cujit_error *error)
{
    cujit_status status = cj_npy_check_call("cujit_npy_reader_open", "path", path, reader, error);
    FILE *file;

    if (status != CUJIT_OK)
        return status;
    if ((file = fopen(path, "rbe")) == NULL)
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", errno, "cannot read %s: %s", path, strerror(errno));
    return cj_npy_reader_make(file, path, bytes_left(file), false, reader, error);
}

cujit_status cujit_npy_reader_open_file(FILE *file, cujit_npy_reader **reader, cujit_error *error)
{
    cujit_status status = cj_npy_check_call("cujit_npy_reader_open_file", "file", file, reader, error);

    return status != CUJIT_OK ? status : make(file, false, NULL, bytes_left(file), reader, error);
}

cujit_status cujit_npy_reader_open_memory(const void *data, size_t size, cujit_npy_reader **reader, cujit_error *error)
{
    cujit_status status = cj_npy_check_call("cujit_npy_reader_open_memory", "data", data, reader, error);
    FILE *file;

    if (status != CUJIT_OK)
        return status;
    /* Opened for reading, it is not written to. */
    if ((file = fmemopen((void *)(uintptr_t)data, size, "r")) == NULL)
        return cj_error_no_memory(error, "a reader of memory");
    return cj_npy_reader_make(file, NULL, size, false, reader, error);
}

void cujit_npy_reader_free(cujit_npy_reader *reader)
{
    if (reader == NULL)
        return;
    if (reader->owned)
        fclose(reader->file);
    cj_free(reader->path);
    cj_free(reader);
}

void cujit_npy_reader_get_info_sized(const cujit_npy_reader *reader, cujit_npy_info *info, size_t size)
{
    cujit_npy_info todays = {.ndim = 0};

    if (reader != NULL) {
        todays = (cujit_npy_info){.dtype = reader->header.dtype,
                                  .ndim = reader->header.ndim,
                                  .shape = reader->header.shape,
                                  .fortran_order = reader->header.fortran,
                                  .big_endian = reader->header.big_endian,
                                  .size = reader->header.size,
                                  .bytes = reader->header.bytes};
    }
    cj_narrow(info, size, &todays, sizeof todays);
}

size_t cujit_npy_reader_left(const cujit_npy_reader *reader)
{
    return reader != NULL ? reader->rows_left : 0;
}

/* ---- Elements ---------------------------------------------------------------------------------------------------- */

/* From the file's byte order to the processor's, and what is not 0 to true: C++ knows no other. */
static void convert(const cj_npy_header *header, unsigned char *data, size_t size)
{
    size_t width = cujit_dtype_size(cj_dtype_part(header->dtype));

    if (header->dtype == CUJIT_BOOL) {
        for (size_t at = 0; at < size; at++)
            data[at] = data[at] != 0;
        return;
    }
    for (size_t at = 0; header->big_endian && width > 1 && at < size; at += width) {
        for (size_t k = 0; k < width / 2; k++) {
            unsigned char byte = data[at + k];

            data[at + k] = data[at + width - 1 - k];
            data[at + width - 1 - k] = byte;
        }
    }
}

/* The next bytes, which are there unless the file is shorter than it says. */
static cujit_status take(cujit_npy_reader *reader, void *data, size_t size, cujit_error *error)
{
    cujit_status status;

    if (reader->failed)
        return cj_error_set(error, CUJIT_ERROR_IO, "reading failed before");
    status = cj_npy_take_bytes(reader->file, data, size, "its elements", error);
    reader->left -= size;
    /* The end of the file has something to say about what stands before; and what follows does not matter. */
    if (status == CUJIT_OK && reader->checked && reader->left == 0 && fgetc(reader->file) == EOF &&
        ferror(reader->file))
        status = cj_npy_take_bytes(reader->file, data, 1, "its end", error);
    reader->failed = status != CUJIT_OK;
    if (status == CUJIT_OK)
        convert(&reader->header, data, size);
    return status;
}

cujit_status cujit_npy_reader_read(cujit_npy_reader *reader, void *data, size_t size, cujit_error *error)
{
    cujit_status status = cj_npy_check_call("cujit_npy_reader_read", "reader", reader, data, error);
    size_t row;

    if (status != CUJIT_OK)
        return status;
    if (size > reader->left || size % cujit_dtype_size(reader->header.dtype) != 0)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "cujit_npy_reader_read: size is %zu; expected a multiple of %zu up to the %zu bytes that "
                            "are left",
                            size, cujit_dtype_size(reader->header.dtype), reader->left);
    if (size > 0)
        status = cj_npy_blame("read", reader->path, take(reader, data, size, error), error);
    /* A row of which a part is read is no longer left. */
    row = row_bytes(&reader->header);
    reader->rows_left = row > 0 ? reader->left / row : reader->rows_left;
    return status;
}

/* By way of the program's memory: a file is read by the processor. */
static cujit_status fill(cujit_npy_reader *reader, cujit_array *array, cujit_error *error)
{
    size_t size = cujit_array_bytes(array), chunk = size < CHUNK ? size : CHUNK;
    char *to = array->data;
    unsigned char *data;
    cujit_status status = CUJIT_OK;

    if (size == 0)
        return CUJIT_OK;
    if ((data = cj_malloc(chunk)) == NULL)
        return cj_error_no_memory(error, "elements of a file");
    for (size_t at = 0; at < size && status == CUJIT_OK; at += chunk) {
        chunk = size - at < chunk ? size - at : chunk;
        if ((status = take(reader, data, chunk, error)) == CUJIT_OK)
            status = array->context->backend->copy(array->context->device, to + at, data, chunk, CJ_COPY_TO_DEVICE,
                                                   NULL, true, error);
    }
    cj_free(data);
    return status;
}

static cujit_status read_rows(cujit_npy_reader *reader, cujit_context *context, size_t count, cujit_array **out,
                              cujit_error *error)
{
    const cj_npy_header *header = &reader->header;
    size_t shape[CJ_NPY_MOST_AXES], steps[CJ_NPY_MOST_AXES];
    ptrdiff_t strides[CJ_NPY_MOST_AXES];
    cujit_array *array = NULL;
    cujit_status status;

    count = count < reader->rows_left ? count : reader->rows_left;
    if (row_bytes(header) > 0 && reader->left % row_bytes(header) != 0)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "a part of a row was read already");
    memcpy(shape, header->shape, sizeof shape);
    if (header->ndim > 0)
        shape[header->fortran ? header->ndim - 1 : 0] = count;
    cj_elements_steps(header->ndim, shape, cujit_dtype_size(header->dtype), true, steps);
    for (int k = 0; k < header->ndim; k++)
        strides[k] = (ptrdiff_t)steps[k];
    status = cujit_array_create_strided(context, header->dtype, header->ndim, shape, header->fortran ? strides : NULL,
                                        &array, error);
    if (status == CUJIT_OK && (status = fill(reader, array, error)) == CUJIT_OK) {
        reader->rows_left -= count;
        *out = array;
    } else {
        cujit_array_free(array);
    }
    return status;
}

cujit_status cujit_npy_reader_next(cujit_npy_reader *reader, cujit_context *context, size_t count, cujit_array **rows,
                                   cujit_error *error)
{
    cujit_status status = cj_npy_check_call("cujit_npy_reader_next", "reader", reader, rows, error);

    if (status != CUJIT_OK ||
        (status = cj_context_check_call("cujit_npy_reader_next", context, "", rows, error)) != CUJIT_OK)
        return status;
    return cj_npy_blame("read", reader->path, read_rows(reader, context, count, rows, error), error);
}

cujit_status cj_npy_load(cujit_npy_reader *reader, cujit_context *context, cujit_array **array, cujit_error *error)
{
    cujit_status status = cujit_npy_reader_next(reader, context, SIZE_MAX, array, error);

    cujit_npy_reader_free(reader);
    return status;
}

cujit_status cujit_npy_load(cujit_context *context, const char *path, cujit_array **array, cujit_error *error)
{
    cujit_npy_reader *reader = NULL;
    cujit_status status = cj_context_check_call("cujit_npy_load", context, "array", array, error);

    if (status == CUJIT_OK && (status = cj_npy_check_call("cujit_npy_load", "path", path, array, error)) == CUJIT_OK &&
        (status = cujit_npy_reader_open(path, &reader, error)) == CUJIT_OK)
        status = cj_npy_load(reader, context, array, error);
    return status;
}

cujit_status cujit_npy_load_memory(cujit_context *context, const void *data, size_t size, cujit_array **array,
                                   cujit_error *error)
{
    cujit_npy_reader *reader = NULL;
    cujit_status status = cj_context_check_call("cujit_npy_load_memory", context, "array", array, error);

    if (status == CUJIT_OK &&
        (status = cj_npy_check_call("cujit_npy_load_memory", "data", data, array, error)) == CUJIT_OK &&
        (status = cujit_npy_reader_open_memory(data, size, &reader, error)) == CUJIT_OK)
        status = cj_npy_load(reader, context, array, error);
    return status;
}
