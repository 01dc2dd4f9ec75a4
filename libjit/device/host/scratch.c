/*
 * scratch.c: see scratch.h.
 */
#include "libjit/device/host/scratch.h"

#include "libjit/base/alloc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#define PREFIX "cujit-scratch-"

enum {
    ROOM = 8 << 20,        /* that a place should have */
    LITTLE_ROOM = 1 << 20, /* too little, when something went wrong */
    ABANDONED_SECONDS = 3600,
    MOST_ENTRIES = 20000, /* of a place that are looked at */
};

/* In order of preference; NULL where a variable is not set to an absolute path. */
static const char *place_number(unsigned index)
{
    static const char *const places[CJ_SCRATCH_PLACES] = {"TMPDIR", "/tmp", "/var/tmp", "/dev/shm", "XDG_RUNTIME_DIR"};
    const char *place = places[index];

    if (place[0] != '/' && (place = getenv(place)) == NULL)
        return NULL;
    return place[0] == '/' ? place : NULL;
}

/* Less than what a compiler writes, the object and its temporary files. Where nobody can tell, trying will. */
static bool has_room(const char *path, unsigned long bytes)
{
    struct statvfs status;

    return statvfs(path, &status) != 0 || ((status.f_bavail >= bytes / status.f_frsize || status.f_frsize == 0) &&
                                           (status.f_favail >= 8 || status.f_files == 0));
}

bool cj_scratch_is_full(const cj_scratch *scratch)
{
    return !has_room(scratch->path.data, LITTLE_ROOM);
}

/* ---- Cleaning up ------------------------------------------------------------------------------------------------- */

/* Links are removed, not followed. */
static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    remove(path);
    return 0;
}

/* Ours, old, and nobody's any more: who works in a folder holds a lock on it, which goes with the process. */
static void remove_if_abandoned(int place, const char *place_path, const char *name)
{
    const int folder = openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    cj_text path = {0};

    if (folder < 0)
        return;
    cj_text_printf(&path, "%s/%s", place_path, name);
    if (!path.failed && fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
        time(NULL) - status.st_mtime > ABANDONED_SECONDS && flock(folder, LOCK_EX | LOCK_NB) == 0)
        nftw(path.data, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    cj_text_clear(&path);
    close(folder);
}

static void clean(const char *place_path)
{
    DIR *place = opendir(place_path);
    const struct dirent *entry;
    struct stat status;

    if (place == NULL)
        return;
    /* Where others could exchange a folder between the look at it and its removal nothing is removed. */
    if (fstat(dirfd(place), &status) == 0 && ((status.st_mode & S_IWOTH) == 0 || (status.st_mode & S_ISVTX) != 0))
        for (int k = 0; k < MOST_ENTRIES && (entry = readdir(place)) != NULL; k++)
            if (strncmp(entry->d_name, PREFIX, sizeof PREFIX - 1) == 0)
                remove_if_abandoned(dirfd(place), place_path, entry->d_name);
    closedir(place);
}

/* ---- Making and removing ----------------------------------------------------------------------------------------- */

/* Returns an errno. */
static int create_in(const char *place, cj_scratch *out)
{
    cj_text path = {0};

    cj_text_printf(&path, "%s/" PREFIX "XXXXXX", place);
    if (path.failed || mkdtemp(path.data) == NULL) {
        const int code = path.failed ? ENOMEM : errno;

        cj_text_clear(&path);
        return code;
    }
    *out = (cj_scratch){.path = path, .owner = open(path.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (out->owner >= 0)
        flock(out->owner, LOCK_SH | LOCK_NB);
    return 0;
}

cujit_status cj_scratch_create(unsigned from, cj_scratch *out, cujit_error *error)
{
    static atomic_bool cleaned[CJ_SCRATCH_PLACES];
    cj_text tried = {0};
    cujit_status status;
    int code = 0;

    for (unsigned k = from; k < 2 * CJ_SCRATCH_PLACES && code != ENOMEM; k++) {
        const unsigned at = k % CJ_SCRATCH_PLACES;
        const char *place = at >= from ? place_number(at) : NULL;
        const bool second = k >= CJ_SCRATCH_PLACES; /* those come that the first round left out */

        if (place == NULL || has_room(place, ROOM) == second)
            continue;
        if ((code = create_in(place, out)) == 0) {
            out->at = at;
            cj_text_clear(&tried);
            if (!atomic_exchange(&cleaned[at], true))
                clean(place);
            return CUJIT_OK;
        }
        cj_text_printf(&tried, "%s%s (%s)", tried.length == 0 ? "" : ", ", place, strerror(code));
    }
    if (code == ENOMEM)
        status = cj_error_no_memory(error, "a path");
    else
        status = cj_error_vendor(error, CUJIT_ERROR_IO, "errno", code,
                                 "making a temporary folder for the host compiler: none of these can be written: "
                                 "%.350s; set TMPDIR",
                                 tried.data == NULL ? "" : tried.data);
    cj_text_clear(&tried);
    return status;
}

void cj_scratch_clear(cj_scratch *scratch)
{
    if (scratch->path.data != NULL && scratch->owner >= 0)
        close(scratch->owner);
    cj_text_clear(&scratch->path);
    scratch->owner = -1;
}

void cj_scratch_remove(cj_scratch *scratch)
{
    if (scratch->path.data != NULL)
        nftw(scratch->path.data, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    cj_scratch_clear(scratch);
}

int cj_scratch_write_all(int fd, const char *data, size_t size)
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

int cj_scratch_write(const char *path, const char *data, size_t size)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    int code;

    if (fd < 0)
        return errno;
    code = cj_scratch_write_all(fd, data, size);
    if (close(fd) != 0 && code == 0)
        code = errno;
    return code;
}
