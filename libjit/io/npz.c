/*
 * npz.c: several arrays in one file: a zip archive of .npy files, as NumPy's savez() makes it.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/io/npy.h"
#include "libjit/io/zip.h"
#include "libjit/runtime/array.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NAME = 1000 };

static const char ending[] = ".npy";

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

struct cujit_npz_reader {
    cj_zip_source source;
    char *path;   /* NULL: memory */
    char **names; /* without their endings */
};

/* Keeps the names of arrays. */
static void choose(char **names)
{
    char **to = names;

    for (char **from = names; from != NULL && *from != NULL; from++) {
        size_t length = strlen(*from), tail = sizeof ending - 1;

        if (length > tail && strcmp(*from + length - tail, ending) == 0) {
            (*from)[length - tail] = '\0';
            *to++ = *from;
        } else {
            cj_free(*from);
        }
    }
    if (names != NULL)
        *to = NULL;
}

static cujit_status open_source(cj_zip_source source, const char *path, cujit_npz_reader **out, cujit_error *error)
{
    cujit_npz_reader *npz = cj_calloc(1, sizeof *npz);
    cujit_status status = CUJIT_OK;

    if (npz == NULL || (path != NULL && (npz->path = cj_strdup(path)) == NULL)) {
        if (source.file >= 0)
            close(source.file);
        cj_free(npz);
        return cj_error_no_memory(error, "an archive");
    }
    npz->source = source;
    status = cj_npy_blame("read", path, cj_zip_names(&npz->source, &npz->names, error), error);
    if (status == CUJIT_OK) {
        choose(npz->names);
        *out = npz;
    } else {
        cujit_npz_reader_free(npz);
    }
    return status;
}

cujit_status cujit_npz_reader_open(const char *path, cujit_npz_reader **npz, cujit_error *error)
{
    cujit_status status = cj_npy_check_call("cujit_npz_reader_open", "path", path, npz, error);
    struct stat kind = {.st_size = 0};
    int file;

    if (status != CUJIT_OK)
        return status;
    if ((file = open(path, O_RDONLY | O_CLOEXEC)) < 0 || fstat(file, &kind) != 0) {
        status = cj_error_vendor(error, CUJIT_ERROR_IO, "errno", errno, "cannot read %s: %s", path, strerror(errno));
    } else if (!S_ISREG(kind.st_mode)) {
        status = cj_error_set(error, CUJIT_ERROR_IO, "cannot read %s: an archive must be a file", path);
    } else {
        return open_source((cj_zip_source){.file = file, .size = (size_t)kind.st_size}, path, npz, error);
    }
    if (file >= 0)
        close(file);
    return status;
}

cujit_status cujit_npz_reader_open_memory(const void *data, size_t size, cujit_npz_reader **npz, cujit_error *error)
{
    cujit_status status = cj_npy_check_call("cujit_npz_reader_open_memory", "data", data, npz, error);

    return status == CUJIT_OK ? open_source((cj_zip_source){.file = -1, .data = data, .size = size}, NULL, npz, error)
                              : status;
}

void cujit_npz_reader_free(cujit_npz_reader *npz)
{
    if (npz == NULL)
        return;
    if (npz->source.file >= 0)
        close(npz->source.file);
    cj_list_free(npz->names);
    cj_free(npz->path);
    cj_free(npz);
}

size_t cujit_npz_reader_count(const cujit_npz_reader *npz)
{
    return npz != NULL ? cj_list_length((const char *const *)npz->names) : 0;
}

const char *cujit_npz_reader_name(const cujit_npz_reader *npz, size_t k)
{
    return k < cujit_npz_reader_count(npz) ? npz->names[k] : NULL;
}

/* "ARCHIVE: NAME", for messages, or NAME alone. */
static char *title(const char *path, const char *name)
{
    cj_text text = {0};

    cj_text_printf(&text, "%s%s%s", path != NULL ? path : "", path != NULL ? ": " : "", name);
    return cj_text_take(&text);
}

cujit_status cujit_npz_reader_member(cujit_npz_reader *npz, const char *name, cujit_npy_reader **reader,
                                     cujit_error *error)
{
    cj_text member = {0};
    size_t available;
    char *shown = NULL;
    FILE *file;
    cujit_status status = cj_npy_check_call("cujit_npz_reader_member", "npz", npz, reader, error);

    if (status != CUJIT_OK)
        return status;
    if (name == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_npz_reader_member: name is NULL");
    cj_text_printf(&member, "%s%s", name, ending);
    shown = title(npz->path, name);
    if (member.failed || shown == NULL)
        status = cj_error_no_memory(error, "a member of an archive");
    else if ((status = cj_zip_open(&npz->source, member.data, &file, &available, error)) == CUJIT_OK)
        status = cj_npy_reader_make(file, shown, available, true, reader, error);
    else
        status = cj_npy_blame("read", shown, status, error);
    cj_text_clear(&member);
    cj_free(shown);
    return status;
}

cujit_status cujit_npz_reader_load(cujit_npz_reader *npz, cujit_context *context, const char *name, cujit_array **array,
                                   cujit_error *error)
{
    static const char function[] = "cujit_npz_reader_load";
    cujit_npy_reader *reader = NULL;
    cujit_status status = cj_context_check_call(function, context, "array", array, error);

    if (status == CUJIT_OK && (status = cj_npy_check_call(function, "npz", npz, array, error)) == CUJIT_OK &&
        (status = cj_npy_check_call(function, "name", name, array, error)) == CUJIT_OK &&
        (status = cujit_npz_reader_member(npz, name, &reader, error)) == CUJIT_OK)
        status = cj_npy_load(reader, context, array, error);
    return status;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

struct cujit_npz_writer {
    FILE *file;
    char *path;
    cj_zip *zip;
    bool deflate, failed;
    bool busy;      /* a member is being written */
    bool abandoned; /* closed, but for that member, which frees it */
    char **names;
};

static void remove_file(const cujit_npz_writer *npz)
{
    struct stat kind;

    if (npz->file != NULL && lstat(npz->path, &kind) == 0 && S_ISREG(kind.st_mode))
        unlink(npz->path);
}

/* Ends the archive and frees it. */
static cujit_status finish(cujit_npz_writer *npz, cujit_error *error)
{
    bool good = !npz->failed;
    cj_signal_hold hold;

    cj_hold_signal(&hold);
    errno = 0;
    if (npz->zip != NULL && !cj_zip_finish(npz->zip))
        good = false;
    if (npz->file != NULL && fclose(npz->file) != 0)
        good = false;
    cj_release_signal(&hold);
    if (!good && !npz->abandoned) {
        cj_error_vendor(error, CUJIT_ERROR_IO, "errno", errno, "cannot write %s: %s", npz->path,
                        npz->failed ? "a member failed" : strerror(errno != 0 ? errno : EIO));
        remove_file(npz);
    }
    cj_list_free(npz->names);
    cj_free(npz->path);
    cj_free(npz);
    return good ? CUJIT_OK : CUJIT_ERROR_IO;
}

cujit_status cujit_npz_writer_open(const char *path, int deflate, cujit_npz_writer **out, cujit_error *error)
{
    cujit_status status = cj_npy_check_call("cujit_npz_writer_open", "path", path, out, error);
    cujit_npz_writer *npz;

    if (status != CUJIT_OK)
        return status;
    if ((npz = cj_calloc(1, sizeof *npz)) == NULL || (npz->path = cj_strdup(path)) == NULL) {
        cj_free(npz);
        return cj_error_no_memory(error, "an archive");
    }
    npz->deflate = deflate != 0;
    if ((npz->file = fopen(path, "wb+e")) == NULL)
        status = cj_error_vendor(error, CUJIT_ERROR_IO, "errno", errno, "cannot write %s: %s", path, strerror(errno));
    else
        status = cj_npy_blame("write", path, cj_zip_create(npz->file, &npz->zip, error), error);
    if (status == CUJIT_OK) {
        *out = npz;
    } else {
        npz->failed = true;
        cujit_npz_writer_close(npz, NULL);
    }
    return status;
}

static void end_member(void *user, bool good)
{
    cujit_npz_writer *npz = user;

    npz->busy = false;
    npz->failed = npz->failed || !good;
    if (npz->abandoned)
        finish(npz, NULL);
}

static cujit_status check_name(const char *function, const cujit_npz_writer *npz, const char *name, cujit_error *error)
{
    if (name == NULL || name[0] == '\0' || strlen(name) > MOST_NAME || !cj_is_utf8(name))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: a member's name is a text of 1 to %d bytes in UTF-8", function, MOST_NAME);
    for (char **other = npz->names; other != NULL && *other != NULL; other++) {
        if (strcmp(*other, name) == 0)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: the archive has a member %s already",
                                function, name);
    }
    if (npz->busy)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: the member before %s is still being written",
                            function, name);
    return CUJIT_OK;
}

static cujit_status add_name(cujit_npz_writer *npz, const char *name, cujit_error *error)
{
    char **names = cj_list_copy((const char *const *)npz->names, 1);
    size_t count = cj_list_length((const char *const *)npz->names);

    if (names == NULL || (names[count] = cj_strdup(name)) == NULL) {
        cj_list_free(names);
        return cj_error_no_memory(error, "a member of an archive");
    }
    names[count + 1] = NULL;
    cj_list_free(npz->names);
    npz->names = names;
    return CUJIT_OK;
}

static cujit_status begin_member(const char *function, cujit_npz_writer *npz, const char *name, cujit_dtype dtype,
                                 int ndim, const size_t *shape, bool fortran, cujit_npy_writer **writer,
                                 cujit_error *error)
{
    cujit_status status = cj_npy_check_call(function, "npz", npz, writer, error);
    cj_text member = {0};
    char *shown = NULL;
    FILE *file;

    if (status != CUJIT_OK || (status = check_name(function, npz, name, error)) != CUJIT_OK ||
        (status = add_name(npz, name, error)) != CUJIT_OK)
        return status;
    cj_text_printf(&member, "%s%s", name, ending);
    shown = title(npz->path, name);
    if (member.failed || shown == NULL)
        status = cj_error_no_memory(error, "a member of an archive");
    else if ((status = cj_zip_add(npz->zip, member.data, npz->deflate, &file, error)) == CUJIT_OK)
        status = cj_npy_writer_make(file, shown, dtype, ndim, shape, fortran, end_member, npz, writer, error);
    else
        status = cj_npy_blame("write", shown, status, error);
    npz->busy = status == CUJIT_OK;
    npz->failed = npz->failed || status != CUJIT_OK;
    cj_text_clear(&member);
    cj_free(shown);
    return status;
}

cujit_status cujit_npz_writer_member(cujit_npz_writer *npz, const char *name, cujit_dtype dtype, int ndim,
                                     const size_t *shape, int fortran_order, cujit_npy_writer **writer,
                                     cujit_error *error)
{
    return begin_member("cujit_npz_writer_member", npz, name, dtype, ndim, shape, fortran_order != 0, writer, error);
}

cujit_status cujit_npz_writer_save(cujit_npz_writer *npz, const char *name, const cujit_array *array,
                                   cujit_error *error)
{
    static const char function[] = "cujit_npz_writer_save";
    cujit_npy_writer *writer = NULL;
    cujit_status status = cj_npy_check_array(function, array, "npz", npz, error), closed;

    if (status == CUJIT_OK)
        status = begin_member(function, npz, name, array->dtype, array->ndim, array->shape, cj_npy_is_fortran(array),
                              &writer, error);
    if (status != CUJIT_OK)
        return status;
    status = cujit_npy_writer_next(writer, array, error);
    closed = cujit_npy_writer_close(writer, status == CUJIT_OK ? error : NULL);
    return status == CUJIT_OK ? closed : status;
}

cujit_status cujit_npz_writer_close(cujit_npz_writer *npz, cujit_error *error)
{
    if (npz == NULL)
        return CUJIT_OK;
    if (!npz->busy)
        return finish(npz, error);
    npz->abandoned = true;
    remove_file(npz);
    return cj_error_set(error, CUJIT_ERROR_IO, "cannot write %s: a member is still being written", npz->path);
}
