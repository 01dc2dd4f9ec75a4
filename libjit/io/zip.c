/*
 * zip.c: the members of zip archives as files, over minizip.
 *
 * Each member that is read has a view of the archive of its own, with a place of its own in it, so that several can be
 * read side by side.
 */
#include "libjit/io/zip.h"

#include "libjit/base/alloc.h"

#include <errno.h>
#include <limits.h>
#include <minizip/unzip.h>
#include <minizip/zip.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_NAME = 1024,
    MOST_MEMBERS = 1 << 20,
    UTF8 = 1 << 11,          /* flag of a name */
    ENCRYPTED = 1 << 0,      /* flag of a member */
    FROM_UNIX = 3 << 8 | 45, /* by whom an archive was made, and which version of zip it takes */
    FIRST_DAY = 1 << 5 | 1,  /* 1980-01-01, in MS-DOS's way: the same members make the same archive */
    MOST_GROWTH = 1032,      /* deflate makes 1032 bytes of one at most */
    WINDOW_BITS = -15,
    MEMORY_LEVEL = 8, /* of zlib: its defaults, without its header */
};

/* ---- Reading: what minizip reads from ---------------------------------------------------------------------------- */

typedef struct place {
    const cj_zip_source *source;
    ZPOS64_T at;
} place;

static voidpf open_source(voidpf opaque, const void *name, int mode)
{
    place *here = cj_calloc(1, sizeof *here);

    (void)name, (void)mode;
    if (here != NULL)
        here->source = opaque;
    return here;
}

static uLong read_source(voidpf opaque, voidpf stream, void *to, uLong size)
{
    place *here = stream;
    const cj_zip_source *source = here->source;
    size_t done = 0;

    (void)opaque;
    if (here->at >= source->size)
        return 0;
    if (size > source->size - here->at)
        size = (uLong)(source->size - here->at);
    if (source->file < 0) {
        memcpy(to, source->data + here->at, size);
        done = size;
    }
    while (done < size) {
        ssize_t got = pread(source->file, (char *)to + done, size - done, (off_t)(here->at + done));

        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        done += got > 0 ? (size_t)got : 0;
    }
    here->at += done;
    return (uLong)done;
}

static ZPOS64_T tell_source(voidpf opaque, voidpf stream)
{
    (void)opaque;
    return ((place *)stream)->at;
}

static long seek_source(voidpf opaque, voidpf stream, ZPOS64_T offset, int origin)
{
    place *here = stream;

    (void)opaque;
    here->at = offset + (origin == ZLIB_FILEFUNC_SEEK_CUR   ? here->at
                         : origin == ZLIB_FILEFUNC_SEEK_END ? here->source->size
                                                            : 0);
    return here->at <= here->source->size ? 0 : -1;
}

static int close_source(voidpf opaque, voidpf stream)
{
    (void)opaque;
    cj_free(stream);
    return 0;
}

static int no_error(voidpf opaque, voidpf stream)
{
    (void)opaque, (void)stream;
    return 0;
}

/* minizip takes the end of an archive that begins with it for none. */
static bool is_empty(const cj_zip_source *source)
{
    static const char end_of_none[] = {'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0};
    char end[sizeof end_of_none];
    place start = {.source = source};

    return read_source(NULL, &start, end, sizeof end) == sizeof end && memcmp(end, end_of_none, sizeof end) == 0;
}

/* *archive: NULL where it has no members, and so for minizip's functions none to be found. */
static cujit_status open_archive(const cj_zip_source *source, unzFile *archive, cujit_error *error)
{
    zlib_filefunc64_def functions = {open_source, read_source,  NULL,     tell_source,
                                     seek_source, close_source, no_error, (voidpf)(uintptr_t)source};

    if ((*archive = unzOpen2_64("", &functions)) == NULL && !is_empty(source))
        return cj_error_set(error, CUJIT_ERROR_IO, "this is no zip archive, or its end is missing");
    return CUJIT_OK;
}

cujit_status cj_zip_names(const cj_zip_source *source, char ***out, cujit_error *error)
{
    unzFile archive;
    char name[MOST_NAME + 1], **names = NULL, **more;
    unz_file_info64 info;
    size_t count = 0;
    cujit_status status = open_archive(source, &archive, error);
    int code;

    if (status != CUJIT_OK)
        return status;
    for (code = unzGoToFirstFile(archive); code == UNZ_OK; code = unzGoToNextFile(archive)) {
        if (unzGetCurrentFileInfo64(archive, &info, name, sizeof name, NULL, 0, NULL, 0) != UNZ_OK)
            break;
        if (info.size_filename > MOST_NAME || count == MOST_MEMBERS)
            break;
        name[info.size_filename] = '\0';
        more = cj_realloc(names, (count + 2) * sizeof *names);
        if (more == NULL || (more[count] = cj_strdup(name)) == NULL) {
            if (more != NULL)
                names = more;
            status = cj_error_no_memory(error, "the names of an archive");
            break;
        }
        names = more;
        names[++count] = NULL;
    }
    /* One without members is no error: its first is the end of the list. */
    if (status == CUJIT_OK && code != UNZ_END_OF_LIST_OF_FILE && count > 0)
        status = cj_error_set(error, CUJIT_ERROR_IO, "the archive's list of members is damaged behind the %zu%s", count,
                              count == 1 ? "st one" : "th one");
    unzClose(archive);
    if (status == CUJIT_OK)
        *out = names;
    else
        cj_list_free(names);
    return status;
}

static ssize_t read_member(void *cookie, char *to, size_t size)
{
    unzFile *archive = cookie;
    int got = unzReadCurrentFile(archive, to, size < INT_MAX ? (unsigned)size : INT_MAX);

    if (got > 0)
        return got;
    if (got == 0 && unzCloseCurrentFile(archive) != UNZ_CRCERROR)
        return 0;
    errno = EBADMSG;
    return -1;
}

static int close_member(void *cookie)
{
    unzClose(cookie);
    return 0;
}

cujit_status cj_zip_open(const cj_zip_source *source, const char *name, FILE **file, size_t *available,
                         cujit_error *error)
{
    unzFile archive;
    unz_file_info64 info;
    cujit_status status = open_archive(source, &archive, error);

    if (status != CUJIT_OK)
        return status;
    if (unzLocateFile(archive, name, 1) != UNZ_OK)
        status = cj_error_set(error, CUJIT_ERROR_NOT_FOUND, "the archive has no member %s", name);
    else if (unzGetCurrentFileInfo64(archive, &info, NULL, 0, NULL, 0, NULL, 0) != UNZ_OK)
        status = cj_error_set(error, CUJIT_ERROR_IO, "the archive's list of members is damaged");
    else if ((info.flag & ENCRYPTED) != 0)
        status = cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "the member is encrypted");
    else if (info.compression_method != 0 && info.compression_method != Z_DEFLATED)
        status = cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                              "the member is compressed by method %lu; cujit knows stored and deflated ones",
                              info.compression_method);
    else if (unzOpenCurrentFile(archive) != UNZ_OK)
        status = cj_error_set(error, CUJIT_ERROR_IO, "the member's header is damaged");
    else if ((*file = fopencookie(archive, "r", (cookie_io_functions_t){.read = read_member, .close = close_member})) ==
             NULL)
        status = cj_error_no_memory(error, "a member of an archive");
    if (status != CUJIT_OK) {
        unzClose(archive);
        return status;
    }
    *available = (size_t)info.uncompressed_size;
    if (info.compressed_size > source->size)
        info.compressed_size = source->size;
    if (*available / MOST_GROWTH > info.compressed_size)
        *available = (size_t)info.compressed_size * MOST_GROWTH;
    return CUJIT_OK;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

struct cj_zip {
    zipFile archive;
    FILE *file;
};

static voidpf open_target(voidpf opaque, const void *name, int mode)
{
    (void)name, (void)mode;
    return opaque;
}

static uLong read_target(voidpf opaque, voidpf stream, void *to, uLong size)
{
    (void)opaque;
    return (uLong)fread(to, 1, size, stream);
}

static uLong write_target(voidpf opaque, voidpf stream, const void *from, uLong size)
{
    (void)opaque;
    return (uLong)fwrite(from, 1, size, stream);
}

static ZPOS64_T tell_target(voidpf opaque, voidpf stream)
{
    (void)opaque;
    return (ZPOS64_T)ftello(stream);
}

static long seek_target(voidpf opaque, voidpf stream, ZPOS64_T offset, int origin)
{
    (void)opaque;
    return fseeko(stream, (off_t)offset,
                  origin == ZLIB_FILEFUNC_SEEK_CUR   ? SEEK_CUR
                  : origin == ZLIB_FILEFUNC_SEEK_END ? SEEK_END
                                                     : SEEK_SET);
}

static int target_error(voidpf opaque, voidpf stream)
{
    (void)opaque;
    return ferror(stream);
}

cujit_status cj_zip_create(FILE *file, cj_zip **out, cujit_error *error)
{
    /* The file is closed by its owner: no_error() does nothing and is right for that, too. */
    zlib_filefunc64_def functions = {open_target, read_target, write_target, tell_target,
                                     seek_target, no_error,    target_error, file};
    cj_zip *zip = cj_calloc(1, sizeof *zip);

    if (zip == NULL || (zip->archive = zipOpen2_64("", APPEND_STATUS_CREATE, NULL, &functions)) == NULL) {
        cj_free(zip);
        return cj_error_no_memory(error, "an archive");
    }
    zip->file = file;
    *out = zip;
    return CUJIT_OK;
}

static ssize_t write_member(void *cookie, const char *from, size_t size)
{
    cj_zip *zip = cookie;

    errno = 0;
    size = size < INT_MAX ? size : INT_MAX;
    if (zipWriteInFileInZip(zip->archive, from, (unsigned)size) == ZIP_OK && !ferror(zip->file))
        return (ssize_t)size;
    errno = errno != 0 ? errno : EIO;
    return 0;
}

static int end_member(void *cookie)
{
    cj_zip *zip = cookie;

    errno = 0;
    if (zipCloseFileInZip(zip->archive) == ZIP_OK && !ferror(zip->file))
        return 0;
    errno = errno != 0 ? errno : EIO;
    return -1;
}

cujit_status cj_zip_add(cj_zip *zip, const char *name, bool deflate, FILE **file, cujit_error *error)
{
    const zip_fileinfo info = {.dosDate = (uLong)FIRST_DAY << 16, .external_fa = (uLong)0100644 << 16};

    if (zipOpenNewFileInZip4_64(zip->archive, name, &info, NULL, 0, NULL, 0, NULL, deflate ? Z_DEFLATED : 0,
                                Z_DEFAULT_COMPRESSION, 0, WINDOW_BITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY, NULL, 0,
                                FROM_UNIX, UTF8, 1) != ZIP_OK)
        return cj_error_set(error, CUJIT_ERROR_IO, "the header of %s cannot be written", name);
    if ((*file = fopencookie(zip, "w", (cookie_io_functions_t){.write = write_member, .close = end_member})) == NULL) {
        zipCloseFileInZip(zip->archive);
        return cj_error_no_memory(error, "a member of an archive");
    }
    return CUJIT_OK;
}

bool cj_zip_finish(cj_zip *zip)
{
    bool good = zipClose(zip->archive, NULL) == ZIP_OK && !ferror(zip->file);

    cj_free(zip);
    return good;
}
