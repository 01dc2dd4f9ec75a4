/*
 * directory.c: the default place of the cache, making it, and the look at who else can write to it. See directory.h.
 *
 * Checks and use are two steps, and somebody who may write to a directory above could slip in between; hence the
 * directories above are looked at too: with all of them closed to others (or sticky, like /tmp) nobody else can
 * exchange what was checked.
 */
#include "cache/directory.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* ---- The place -------------------------------------------------------------------------------------------------- */

/* Appends the user's home directory; false where there is none. */
static bool append_home(cj_text *path)
{
    const char *home = secure_getenv("HOME");
    struct passwd entry, *found = NULL;
    char buffer[4096];

    if (home == NULL || home[0] != '/') {
        if (getpwuid_r(geteuid(), &entry, buffer, sizeof buffer, &found) != 0 || found == NULL ||
            found->pw_dir == NULL || found->pw_dir[0] != '/')
            return false;
        home = found->pw_dir;
    }
    cj_text_append(path, home);
    return true;
}

/* Appends `folder` as an absolute path: a later chdir() must not move the cache. */
static void append_absolute(cj_text *path, const char *folder)
{
    if (folder[0] != '/') {
        char *here = getcwd(NULL, 0);

        if (here == NULL)
            return;
        cj_text_append(path, here);
        cj_text_append(path, "/");
        free(here);
    }
    cj_text_append(path, folder);
}

/* Appends our folder in the one that the XDG specification says, which has relative ones ignored. */
static void append_standard(cj_text *path, const char *variable, const char *in_home)
{
    const char *base = secure_getenv(variable);

    if (base != NULL && base[0] == '/') {
        cj_text_append(path, base);
        cj_text_append(path, "/cujit");
    } else if (append_home(path)) {
        cj_text_append(path, in_home);
    }
}

char *cj_directory_of_data(void)
{
    cj_text path = {0};

    append_standard(&path, "XDG_DATA_HOME", "/.local/share/cujit");
    return cj_text_take(&path);
}

char *cj_directory_choose(const char *wanted)
{
    const char *own = secure_getenv("CUJIT_CACHE_DIR");
    cj_text path = {0};

    if (wanted != NULL) {
        if (wanted[0] != '\0')
            append_absolute(&path, wanted);
    } else if (own != NULL && own[0] != '\0') {
        append_absolute(&path, own);
    } else {
        append_standard(&path, "XDG_CACHE_HOME", "/.cache/cujit");
    }
    while (!path.failed && path.length > 1 && path.data[path.length - 1] == '/')
        path.data[--path.length] = '\0';
    return cj_text_take(&path);
}

/* ---- Making it -------------------------------------------------------------------------------------------------- */

cj_directory_state cj_directory_make(const char *path, char *why, size_t size)
{
    size_t length = strlen(path);
    char *copy;
    int code = 0;

    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return CJ_DIRECTORY_FINE;
    copy = cj_strdup(path);
    if (copy == NULL) {
        snprintf(why, size, "memory ran out");
        return CJ_DIRECTORY_TROUBLE;
    }
    for (size_t i = 1; i <= length && code == 0; i++) {
        if (copy[i] != '/' && copy[i] != '\0')
            continue;
        copy[i] = '\0';
        /* What is there already may answer EROFS or EACCES as well; only the last step has to be certain. */
        if (mkdir(copy, 0700) != 0 && errno != EEXIST && access(copy, F_OK) != 0) {
            code = errno;
            snprintf(why, size, "cannot make the directory %s: %s", copy, strerror(code));
        }
        copy[i] = path[i];
    }
    cj_free(copy);
    return code == 0 ? CJ_DIRECTORY_FINE : CJ_DIRECTORY_TROUBLE;
}

/* ---- Looking at it ---------------------------------------------------------------------------------------------- */

static bool is_own(uid_t owner)
{
    return owner == 0 || owner == geteuid();
}

/* In a user namespace (a sandbox, a container) whose root is not the machine's, the folders above belong to users that
 * it has no number for, the machine's root among them. */
static bool is_trusted_owner(uid_t owner)
{
    char *map, *overflow;
    unsigned long first, outside, count;
    bool trusted = is_own(owner);

    if (trusted)
        return true;
    map = cj_read_file("/proc/self/uid_map", NULL, NULL);
    overflow = cj_read_file("/proc/sys/kernel/overflowuid", NULL, NULL);
    if (map != NULL && overflow != NULL)
        trusted = strtoul(overflow, NULL, 10) == owner && sscanf(map, "%lu %lu %lu", &first, &outside, &count) == 3 &&
                  (first != 0 || outside != 0 || count != UINT32_MAX);
    cj_free(map);
    cj_free(overflow);
    return trusted;
}

/* Nobody but root and us may change what is there. */
static bool is_private(const char *path, const struct stat *status, char *why, size_t size)
{
    if (!is_own(status->st_uid))
        snprintf(why, size, "%s belongs to user %lu, not to this one: its content is not trusted", path,
                 (unsigned long)status->st_uid);
    else if (status->st_mode & (S_IWGRP | S_IWOTH))
        snprintf(why, size, "%s can be written to by others (mode %03o): make it %s", path,
                 (unsigned)(status->st_mode & 0777), S_ISDIR(status->st_mode) ? "0700" : "0600");
    else
        return true;
    return false;
}

/* `path` is absolute and free of links; it is cut at its slashes while this walks up, and put together again. */
static cj_directory_state check_above(char *path, char *why, size_t size)
{
    size_t cut = strlen(path);

    while (cut > 0) {
        struct stat status;
        char kept;

        while (cut > 0 && path[cut] != '/')
            cut--;
        kept = path[cut == 0 ? 1 : cut];
        path[cut == 0 ? 1 : cut] = '\0';
        if (stat(path, &status) != 0) {
            snprintf(why, size, "cannot look at %s: %s", path, strerror(errno));
            return CJ_DIRECTORY_TROUBLE;
        }
        if ((status.st_mode & S_IWOTH) && !(status.st_mode & S_ISVTX)) {
            snprintf(why, size, "%s, above the cache's directory, can be written to by anybody", path);
            return CJ_DIRECTORY_REFUSED;
        }
        if (!is_trusted_owner(status.st_uid)) {
            snprintf(why, size, "%s, above the cache's directory, belongs to user %lu, who could exchange it", path,
                     (unsigned long)status.st_uid);
            return CJ_DIRECTORY_REFUSED;
        }
        path[cut == 0 ? 1 : cut] = kept;
        if (cut > 0)
            cut--;
    }
    return CJ_DIRECTORY_FINE;
}

cj_directory_state cj_directory_check(const char *path, const char *file, char *why, size_t size)
{
    struct stat status;
    char real[PATH_MAX];

    if (realpath(path, real) == NULL || stat(real, &status) != 0) {
        if (errno == ENOENT)
            return CJ_DIRECTORY_ABSENT;
        snprintf(why, size, "cannot look at %s: %s", path, strerror(errno));
        return CJ_DIRECTORY_TROUBLE;
    }
    if (!S_ISDIR(status.st_mode)) {
        snprintf(why, size, "%s is not a directory", path);
        return CJ_DIRECTORY_TROUBLE;
    }
    if (!is_private(path, &status, why, size))
        return CJ_DIRECTORY_REFUSED;
    if (stat(file, &status) == 0) {
        if (!S_ISREG(status.st_mode)) {
            snprintf(why, size, "%s is not a regular file", file);
            return CJ_DIRECTORY_TROUBLE;
        }
        if (!is_private(file, &status, why, size))
            return CJ_DIRECTORY_REFUSED;
    }
    return strcmp(real, "/") == 0 ? CJ_DIRECTORY_FINE : check_above(real, why, size);
}

bool cj_directory_writable(const char *path, int mode)
{
    return faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0;
}

bool cj_directory_on_network(const char *path)
{
    /* Magic numbers of statfs(2) and linux/magic.h; those of Lustre, GPFS, BeeGFS, PanFS and vboxsf are their own. */
    static const uint32_t kinds[] = {
        0x6969,     /* NFS */
        0x517b,     /* SMB */
        0xfe534d42, /* SMB 2 */
        0xff534d42, /* CIFS */
        0x65735546, /* FUSE: sshfs and the like */
        0x01021997, /* 9p */
        0x00c36400, /* Ceph */
        0x5346414f, /* AFS */
        0x6b414653, /* AFS, the kernel's own */
        0x73757245, /* Coda */
        0x7461636f, /* OCFS2 */
        0x01161970, /* GFS2 */
        0x0bd00bd0, /* Lustre */
        0x47504653, /* GPFS */
        0x19830326, /* BeeGFS */
        0xaad7aaea, /* PanFS */
        0x786f4256, /* vboxsf */
    };
    struct statfs status;

    if (statfs(path, &status) != 0)
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if ((uint32_t)status.f_type == kinds[i])
            return true;
    return false;
}
