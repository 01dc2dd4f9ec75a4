/*
 * scratch.c: see scratch.h.
 */
#include "libjit/host/scratch.h"

#include "libjit/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *cj_scratch_place(unsigned index)
{
    const char *place;

    switch (index) {
    case 0:
        place = getenv("TMPDIR");
        break;
    case 1:
        return "/tmp";
    case 2:
        return "/var/tmp";
    case 3:
        return "/dev/shm";
    case 4:
        place = getenv("XDG_RUNTIME_DIR");
        break;
    default:
        return NULL;
    }
    return place != NULL && place[0] == '/' ? place : NULL;
}

cujit_status cj_scratch_create(unsigned from, cj_text *path, unsigned *at, cujit_error *error)
{
    cj_text tried = {0};
    cujit_status status;
    int code = 0;

    for (unsigned k = from; k < CJ_SCRATCH_PLACES; k++) {
        const char *place = cj_scratch_place(k);
        cj_text name = {0};
        char *made;

        if (place == NULL)
            continue;
        cj_text_printf(&name, "%s/cujit-XXXXXX", place);
        if ((made = cj_text_take(&name)) == NULL) {
            cj_text_clear(&tried);
            return cj_error_no_memory(error, "a path");
        }
        if (mkdtemp(made) != NULL) {
            cj_text_append(path, made);
            cj_free(made);
            cj_text_clear(&tried);
            if (at != NULL)
                *at = k;
            return path->failed ? cj_error_no_memory(error, "a path") : CUJIT_OK;
        }
        code = errno;
        cj_text_printf(&tried, "%s%s (%s)", tried.length == 0 ? "" : ", ", place, strerror(code));
        cj_free(made);
    }
    status = cj_error_vendor(error, CUJIT_ERROR_IO, "errno", code,
                             "making a temporary folder for the host compiler: none of these can be written: %.350s; "
                             "set TMPDIR",
                             tried.data == NULL ? "" : tried.data);
    cj_text_clear(&tried);
    return status;
}

/* Links are removed, not followed. */
static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    remove(path);
    return 0;
}

void cj_scratch_remove(const char *path)
{
    if (path != NULL)
        nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static int write_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        const ssize_t wrote = write(fd, data, size);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return wrote < 0 ? errno : ENOSPC;
        data += wrote;
        size -= (size_t)wrote;
    }
    return 0;
}

int cj_scratch_write(const char *path, const void *const parts[], const size_t sizes[], size_t count)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    int code = 0;

    if (fd < 0)
        return errno;
    for (size_t k = 0; k < count && code == 0; k++)
        code = write_all(fd, parts[k], sizes[k]);
    if (close(fd) != 0 && code == 0)
        code = errno;
    return code;
}
