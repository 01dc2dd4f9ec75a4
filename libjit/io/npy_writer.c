/*
 * npy_writer.c: .npy files out.
 */
#include "libjit/io/npy.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/io/elements.h"
#include "libjit/io/npy_header.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 16 << 20 }; /* bytes on their way from a device to a file */

struct cujit_npy_writer {
    FILE *file;
    bool owned;
    char *path; /* NULL: the file has no name */
    cj_npy_header header;
    size_t left; /* bytes of elements */
    int failure; /* errno of the first write that failed */
    cujit_dtype dtype;
    int ndim; /* of the arrays that it takes */
    void (*done)(void *user, bool good);
    void *user;
};

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* A vector's components are one more axis. */
static cujit_status describe(const char *function, cujit_dtype dtype, int ndim, const size_t *shape, bool fortran,
                             cj_npy_header *out, cujit_error *error)
{
    size_t components;
    cj_npy_header header = {.dtype = cj_elements_component(dtype, &components), .ndim = ndim};
    const bool vectors = header.dtype != dtype;

    if (cj_npy_type(header.dtype) == NULL)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "%s: .npy files have no elements of dtype %d (%s)",
                            function, (int)dtype, cujit_dtype_name(dtype));
    if (ndim < 0 || ndim > CJ_NPY_MOST_AXES - 1 || (ndim > 0 && shape == NULL))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: ndim is %d%s; expected 0 to %d", function, ndim,
                            ndim > 0 && shape == NULL ? " and shape NULL" : "", CJ_NPY_MOST_AXES - 1);
    if (vectors && fortran && ndim > 0)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: the components of %s lie side by side, in Fortran order they would not", function,
                            cujit_dtype_name(dtype));
    if (ndim > 0)
        memcpy(header.shape, shape, (size_t)ndim * sizeof *shape);
    if (vectors)
        header.shape[header.ndim++] = components;
    header.fortran = fortran && header.ndim > 1;
    if (!cj_npy_header_measure(&header))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: the shape is too large for any file", function);
    *out = header;
    return CUJIT_OK;
}

/* Beyond the limit on the size of files, a write fails, but does not end the program. */
static void put(cujit_npy_writer *writer, const void *data, size_t size)
{
    cj_signal_hold hold;

    cj_hold_signal(&hold);
    if (writer->failure == 0 && fwrite(data, 1, size, writer->file) != size)
        writer->failure = errno != 0 ? errno : EIO;
    cj_release_signal(&hold);
}

/* The file is the writer's from here on where `owned`, also on errors. */
static cujit_status make(FILE *file, bool owned, const char *path, cujit_dtype dtype, int ndim,
                         const cj_npy_header *header, cujit_npy_writer **out, cujit_error *error)
{
    cujit_npy_writer *writer = cj_calloc(1, sizeof *writer);
    cj_text text = {0};
    cujit_status status = CUJIT_ERROR_OUT_OF_MEMORY;

    if (writer == NULL || (path != NULL && (writer->path = cj_strdup(path)) == NULL))
        cj_error_no_memory(error, "a writer of a file");
    else
        status = cj_npy_header_write(&text, header, error);
    if (status == CUJIT_OK) {
        writer->header = *header;
        writer->file = file;
        writer->owned = owned;
        writer->dtype = dtype;
        writer->ndim = ndim;
        writer->left = header->bytes;
        put(writer, text.data, text.length);
        *out = writer;
    } else {
        if (owned)
            fclose(file);
        if (writer != NULL)
            cj_free(writer->path);
        cj_free(writer);
    }
    cj_text_clear(&text);
    return status;
}

cujit_status cj_npy_writer_make(FILE *file, const char *path, cujit_dtype dtype, int ndim, const size_t *shape,
                                bool fortran, void (*done)(void *user, bool good), void *user, cujit_npy_writer **out,
                                cujit_error *error)
{
    cj_npy_header header;
    cujit_status status = describe("cujit_npz_writer_member", dtype, ndim, shape, fortran, &header, error);

    if (status != CUJIT_OK)
        fclose(file);
    else
        status = make(file, true, path, dtype, ndim, &header, out, error);
    if (status == CUJIT_OK) {
        (*out)->done = done;
        (*out)->user = user;
    }
    return status;
}

cujit_status cujit_npy_writer_open(const char *path, cujit_dtype dtype, int ndim, const size_t *shape,
                                   int fortran_order, cujit_npy_writer **writer, cujit_error *error)
{
    cj_npy_header header;
    cujit_status status = cj_npy_check_call("cujit_npy_writer_open", "path", path, writer, error);
    FILE *file;

    if (status == CUJIT_OK)
        status = describe("cujit_npy_writer_open", dtype, ndim, shape, fortran_order != 0, &header, error);
    if (status != CUJIT_OK)
        return status;
    if ((file = fopen(path, "wbe")) == NULL)
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", errno, "cannot write %s: %s", path, strerror(errno));
    return make(file, true, path, dtype, ndim, &header, writer, error);
}

cujit_status cujit_npy_writer_open_file(FILE *file, cujit_dtype dtype, int ndim, const size_t *shape, int fortran_order,
                                        cujit_npy_writer **writer, cujit_error *error)
{
    cj_npy_header header;
    cujit_status status = cj_npy_check_call("cujit_npy_writer_open_file", "file", file, writer, error);

    if (status == CUJIT_OK)
        status = describe("cujit_npy_writer_open_file", dtype, ndim, shape, fortran_order != 0, &header, error);
    return status == CUJIT_OK ? make(file, false, NULL, dtype, ndim, &header, writer, error) : status;
}

/* ---- Elements ---------------------------------------------------------------------------------------------------- */

static cujit_status say_failure(const cujit_npy_writer *writer, cujit_error *error)
{
    return cj_npy_blame(
        "write", writer->path,
        cj_error_vendor(error, CUJIT_ERROR_IO, "errno", writer->failure, "%s", strerror(writer->failure)), error);
}

cujit_status cujit_npy_writer_write(cujit_npy_writer *writer, const void *data, size_t size, cujit_error *error)
{
    cujit_status status = cj_npy_check_call("cujit_npy_writer_write", "writer", writer, data, error);

    if (status != CUJIT_OK)
        return status;
    if (size > writer->left || size % cujit_dtype_size(writer->dtype) != 0)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "cujit_npy_writer_write: size is %zu; expected a multiple of %zu up to the %zu bytes that "
                            "are missing",
                            size, cujit_dtype_size(writer->dtype), writer->left);
    put(writer, data, size);
    writer->left -= size;
    return writer->failure == 0 ? CUJIT_OK : say_failure(writer, error);
}

static int row_axis(const cujit_npy_writer *writer)
{
    return writer->header.fortran ? writer->ndim - 1 : 0;
}

static cujit_status check_rows(const cujit_npy_writer *writer, const cujit_array *rows, cujit_error *error)
{
    bool same = rows->ndim == writer->ndim;

    if (rows->dtype != writer->dtype)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                            "cujit_npy_writer_next: the rows are %s; expected %s, as the writer was opened for",
                            cujit_context_type_name(rows->context, rows->dtype), cujit_dtype_name(writer->dtype));
    for (int k = 0; same && k < rows->ndim; k++)
        same = k == row_axis(writer) || rows->shape[k] == writer->header.shape[k];
    if (!same || cujit_array_bytes(rows) > writer->left) {
        cj_text is = {0}, whole = {0};

        cj_elements_shape(&is, rows->ndim, rows->shape);
        cj_elements_shape(&whole, writer->ndim, writer->header.shape);
        cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                     "cujit_npy_writer_next: the rows have the shape %s; expected rows of %s, of which %zu bytes are "
                     "missing",
                     is.failed ? "?" : is.data, whole.failed ? "?" : whole.data, writer->left);
        cj_text_clear(&is);
        cj_text_clear(&whole);
        return CUJIT_ERROR_ARGUMENT_SIZE;
    }
    return CUJIT_OK;
}

/* Do the elements lie in memory as they do in a file? */
static bool in_order(const cujit_array *array, bool fortran)
{
    size_t steps[CUJIT_ARRAY_MAX_NDIM];

    cj_elements_steps(array->ndim, array->shape, array->item_size, fortran, steps);
    for (int k = 0; k < array->ndim; k++) {
        if (array->shape[k] > 1 && array->strides[k] != (ptrdiff_t)steps[k])
            return false;
    }
    return true;
}

static cujit_status write_flat(cujit_npy_writer *writer, const cujit_array *array, void *data, size_t room,
                               cujit_error *error)
{
    size_t size = cujit_array_bytes(array);
    cujit_status status = CUJIT_OK;

    for (size_t at = 0; at < size && status == CUJIT_OK; at += room) {
        room = size - at < room ? size - at : room;
        status = array->context->backend->copy(array->context->device, data, (char *)array->data + at, room,
                                               CJ_COPY_TO_HOST, NULL, true, error);
        if (status == CUJIT_OK)
            status = cujit_npy_writer_write(writer, data, room, error);
    }
    return status;
}

/* Some rows at a time; what does not lie in order has an axis. */
static cujit_status write_gathered(cujit_npy_writer *writer, const cujit_array *array, void *data, size_t step,
                                   cujit_error *error)
{
    size_t first[CUJIT_ARRAY_MAX_NDIM] = {0}, count[CUJIT_ARRAY_MAX_NDIM], steps[CUJIT_ARRAY_MAX_NDIM];
    int axis = row_axis(writer);
    size_t rows = array->shape[axis], row = cujit_array_bytes(array) / rows;
    cujit_status status = CUJIT_OK;

    memcpy(count, array->shape, (size_t)array->ndim * sizeof *count);
    for (; first[axis] < rows && status == CUJIT_OK; first[axis] += step) {
        step = rows - first[axis] < step ? rows - first[axis] : step;
        count[axis] = step;
        cj_elements_steps(array->ndim, count, array->item_size, writer->header.fortran, steps);
        status = cj_elements_get(array, first, count, data, steps, error);
        if (status == CUJIT_OK)
            status = cujit_npy_writer_write(writer, data, step * row, error);
    }
    return status;
}

cujit_status cujit_npy_writer_next(cujit_npy_writer *writer, const cujit_array *rows, cujit_error *error)
{
    cujit_status status = cj_npy_check_call("cujit_npy_writer_next", "writer", writer, rows, error);
    size_t room, row, step;
    bool flat;
    void *data;

    if (status != CUJIT_OK || (status = cj_context_check(rows->context, error)) != CUJIT_OK ||
        (status = check_rows(writer, rows, error)) != CUJIT_OK || rows->size == 0)
        return status;
    flat = in_order(rows, writer->header.fortran);
    row = flat ? 1 : cujit_array_bytes(rows) / rows->shape[row_axis(writer)];
    step = row < CHUNK ? CHUNK / row : 1;
    room = step * row < cujit_array_bytes(rows) ? step * row : cujit_array_bytes(rows);
    room = flat ? room - room % rows->item_size : room;
    if ((data = cj_malloc(room)) == NULL)
        return cj_error_no_memory(error, "elements of a file");
    status = flat ? write_flat(writer, rows, data, room, error) : write_gathered(writer, rows, data, step, error);
    cj_free(data);
    return status;
}

cujit_status cujit_npy_writer_close(cujit_npy_writer *writer, cujit_error *error)
{
    cujit_status status = CUJIT_OK;
    cj_signal_hold hold;
    struct stat kind;

    if (writer == NULL)
        return CUJIT_OK;
    cj_hold_signal(&hold);
    if ((writer->owned ? fclose(writer->file) : fflush(writer->file)) != 0 && writer->failure == 0)
        writer->failure = errno;
    cj_release_signal(&hold);
    if (writer->failure != 0)
        status = say_failure(writer, error);
    else if (writer->left > 0)
        status = cj_npy_blame(
            "write", writer->path,
            cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%zu bytes of its elements are missing", writer->left),
            error);
    if (writer->done != NULL)
        writer->done(writer->user, status == CUJIT_OK);
    else if (status != CUJIT_OK && writer->path != NULL && lstat(writer->path, &kind) == 0 && S_ISREG(kind.st_mode))
        unlink(writer->path);
    cj_free(writer->path);
    cj_free(writer);
    return status;
}

/* ---- Whole arrays ------------------------------------------------------------------------------------------------ */

bool cj_npy_is_fortran(const cujit_array *array)
{
    size_t components;

    return cj_elements_component(array->dtype, &components) == array->dtype && !in_order(array, false) &&
           in_order(array, true);
}

cujit_status cj_npy_check_array(const char *function, const cujit_array *array, const char *what, const void *out,
                                cujit_error *error)
{
    if (array == NULL || out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            array == NULL ? "array" : what);
    if (array->dtype >= CUJIT_DTYPE_REGISTERED)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "%s: .npy files have no elements of %s, a registered type",
                            function, cujit_context_type_name(array->context, array->dtype));
    return cj_context_check(array->context, error);
}

/* Writes the array and closes the writer. */
static cujit_status save(const cujit_array *array, cujit_npy_writer *writer, cujit_error *error)
{
    cujit_status status = cujit_npy_writer_next(writer, array, error);
    cujit_status closed = cujit_npy_writer_close(writer, status == CUJIT_OK ? error : NULL);

    return status == CUJIT_OK ? closed : status;
}

cujit_status cujit_npy_save(const cujit_array *array, const char *path, cujit_error *error)
{
    cujit_npy_writer *writer = NULL;
    cujit_status status = cj_npy_check_array("cujit_npy_save", array, "path", path, error);

    if (status == CUJIT_OK)
        status = cujit_npy_writer_open(path, array->dtype, array->ndim, array->shape, cj_npy_is_fortran(array), &writer,
                                       error);
    return status == CUJIT_OK ? save(array, writer, error) : status;
}

cujit_status cujit_npy_save_memory(const cujit_array *array, void **data, size_t *size, cujit_error *error)
{
    cujit_npy_writer *writer = NULL;
    cujit_status status = cj_npy_check_array("cujit_npy_save_memory", array, data == NULL ? "data" : "size",
                                             data == NULL ? NULL : (void *)size, error);
    char *memory = NULL;
    size_t length = 0;
    FILE *file;

    if (status != CUJIT_OK)
        return status;
    if ((file = open_memstream(&memory, &length)) == NULL)
        return cj_error_no_memory(error, "a file in memory");
    status = cujit_npy_writer_open_file(file, array->dtype, array->ndim, array->shape, cj_npy_is_fortran(array),
                                        &writer, error);
    if (status == CUJIT_OK)
        status = save(array, writer, error);
    if (fclose(file) != 0 && status == CUJIT_OK)
        status = cj_error_no_memory(error, "a file in memory");
    if (status == CUJIT_OK) {
        *data = memory;
        *size = length;
    } else {
        free(memory);
    }
    return status;
}
