/*
 * mounts.h: file systems of a case's own, which go with its process. As root, or in a user namespace where that may be
 * made; else the program is skipped, or, where only owners cannot be changed, some of its cases.
 */
#ifndef TESTS_MOUNTS_H
#define TESTS_MOUNTS_H

#include "tests/support.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool may_give_away; /* files to other users */

static inline bool write_text(const char *path, const char *text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);

    if (file >= 0)
        close(file);
    return written;
}

/* Of which this user is root. */
static inline bool make_user_namespace(void)
{
    char users[40], groups[40];

    snprintf(users, sizeof users, "0 %u 1", (unsigned)geteuid());
    snprintf(groups, sizeof groups, "0 %u 1", (unsigned)getegid());
    return unshare(CLONE_NEWUSER) == 0 && write_text("/proc/self/setgroups", "deny") &&
           write_text("/proc/self/uid_map", users) && write_text("/proc/self/gid_map", groups);
}

/* What this process mounts from now on nobody else sees. */
static inline bool own_mounts(void)
{
    return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

/* Tried in a child, so that this process stays where it is. */
static inline bool child_can_mount(void)
{
    const pid_t child = fork(); /* no case runs yet */
    int status;

    if (child == 0)
        _exit(!own_mounts() || mount("none", cj_test_directory(), "tmpfs", 0, "size=64k") != 0);
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* For PREPARE(). */
static inline int need_mounts(void)
{
    const char *folder = cj_test_directory();

    may_give_away = chown(folder, 12345, 12345) == 0 && chown(folder, geteuid(), getegid()) == 0;
    cj_test_lacks = !may_give_away;
    if (!may_give_away)
        fprintf(stderr, "left out: what belongs to another user, since nothing can be given away here\n");
    if (child_can_mount() || (make_user_namespace() && child_can_mount()))
        return 0;
    fprintf(stderr, "skipped: nothing can be mounted here, not even in a user namespace\n");
    return CJ_TEST_SKIP;
}

/* A new file system of that kind and size on the folder of that name. */
static inline void mount_on(const char *name, const char *options)
{
    ck_assert(own_mounts());
    ck_assert(mkdir(cj_test_path("%s", name), 0700) == 0 || errno == EEXIST);
    ck_assert_int_eq(mount("none", cj_test_path("%s", name), "tmpfs", 0, options), 0);
}

#endif
