/*
 * test_scratch.c: temporary folders of the host compiler, and compilers that do not behave: what killed processes left
 * goes, a full disk is no end where another has room, and nobody is waited for without an end.
 */
#include "libjit/base/alloc.h"
#include "libjit/device/host/scratch.h"
#include "libjit/device/host/spawn.h"
#include "tests/host_support.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool exists(const char *name)
{
    struct stat status;

    return lstat(cj_test_path("%s", name), &status) == 0;
}

static void make_old(const char *name)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = time(NULL) - 7200}};

    ck_assert_int_eq(utimensat(AT_FDCWD, cj_test_path("%s", name), times, AT_SYMLINK_NOFOLLOW), 0);
}

/* Where temporary files go, as an empty folder. */
static void set_place(const char *name)
{
    ck_assert_int_eq(mkdir(cj_test_path("%s", name), 0700), 0);
    ck_assert_int_eq(setenv("TMPDIR", cj_test_path("%s", name), 1), 0);
}

static cj_unit unit = {.name = "k", .source = "extern \"C\" __global__ void k(float *x) { x[0] = 1; }\n"};

/* With a script in the place of the compiler. */
static cujit_status compile_by(const char *script)
{
    const cj_target strange = {"host", cj_test_file("compiler", script)};

    ck_assert_int_eq(chmod(strange.compiler, 0700), 0);
    return host->compile(&strange, &unit, &object, &fault);
}

TEST(abandoned_folders_are_removed)
{
    static const char *const folders[] = {"a/cujit-scratch-abcdef", "a/cujit-scratch-locked", "a/cujit-scratch-recent",
                                          "a/cujit-backup", "a/elsewhere"};
    cj_scratch scratch = {0};
    int held;

    set_place("a");
    for (size_t k = 0; k < COUNT(folders); k++)
        ck_assert_int_eq(mkdir(cj_test_path("%s", folders[k]), 0700), 0);
    cj_test_file("a/cujit-scratch-abcdef/unit.cc", "text");
    cj_test_file("a/elsewhere/file", "text");
    ck_assert_int_eq(symlink(cj_test_path("a/elsewhere"), cj_test_path("a/cujit-scratch-link00")), 0);
    for (size_t k = 0; k < COUNT(folders); k++)
        if (strstr(folders[k], "recent") == NULL)
            make_old(folders[k]);
    make_old("a/cujit-scratch-link00");
    held = open(cj_test_path("a/cujit-scratch-locked"), O_RDONLY | O_DIRECTORY);
    ck_assert_int_eq(flock(held, LOCK_SH), 0);
    must(cj_scratch_create(0, &scratch, &fault));
    ck_assert(!exists(folders[0]));
    for (size_t k = 1; k < COUNT(folders); k++)
        ck_assert_msg(exists(folders[k]), "%s", folders[k]);
    ck_assert(exists("a/cujit-scratch-link00") && exists("a/elsewhere/file"));
    cj_scratch_remove(&scratch);
    close(held);
}

/* The folder of a process is its own as long as it lives, however old it is. */
TEST(folder_of_a_killed_process_goes)
{
    char name[64] = "", path[600] = "";
    cj_scratch scratch = {0};
    int ready[2];
    pid_t owner;

    set_place("b");
    ck_assert_int_eq(pipe(ready), 0);
    owner = fork();
    if (owner == 0) {
        if (cj_scratch_create(0, &scratch, NULL) == CUJIT_OK &&
            write(ready[1], scratch.path.data, scratch.path.length + 1) > 0)
            pause();
        _exit(1);
    }
    ck_assert_int_gt(read(ready[0], path, sizeof path), 0);
    snprintf(name, sizeof name, "b%s", strrchr(path, '/'));
    make_old(name);
    for (int killed = 0; killed < 2; killed++) {
        pid_t child = fork(); /* each process cleans up once */

        if (child == 0) {
            const int failed = cj_scratch_create(0, &scratch, NULL) != CUJIT_OK;

            cj_scratch_remove(&scratch);
            _exit(failed);
        }
        ck_assert_int_eq(end_of(child), 0);
        ck_assert_int_eq(exists(name), !killed);
        kill(owner, SIGKILL);
        waitpid(owner, NULL, 0);
    }
}

/* It is told at once, where we may mount a small one. */
TEST(place_without_room_is_left_out)
{
    cj_scratch scratch = {0};

    set_place("small");
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", cj_test_path("small"), "tmpfs", 0, "size=16k,mode=0700") != 0)
        return;
    must(cj_scratch_create(0, &scratch, &fault));
    ck_assert_uint_ne(scratch.at, 0);
    cj_scratch_remove(&scratch);
    must(compile(unit));
}

/* Or by the compiler that runs into it. */
TEST(full_place_is_left_for_another)
{
    set_place("full");
    must(compile_by("#!/bin/sh\ncase $TMPDIR in\n*/full/*) echo 'x.cc:1:1: fatal error: error writing to "
                    "/tmp/y: No space left on device' >&2; exit 1;;\nesac\nexec c++ \"$@\"\n"));
    cj_object_clear(&object);
    /* Full everywhere: the first place's error. */
    ck_assert_int_eq(compile_by("#!/bin/sh\necho \"$TMPDIR: No space left on device\" >&2; exit 1\n"),
                     CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "/full/"));
    /* What is wrong with the text shows where there is room. */
    ck_assert_int_eq(compile_by("#!/bin/sh\ncase $TMPDIR in\n*/full/*) echo 'No space left on device' >&2;;\n"
                                "*) echo 'x.cc:1:1: error: wrong' >&2;;\nesac\nexit 1\n"),
                     CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "wrong"));
}

TEST(hanging_compiler_is_stopped)
{
    static const char words[] = "did not finish in 0.3 seconds and was stopped; compile_timeout_ms";

    unit.limit.timeout_ms = 300;
    refuse(compile_by("#!/bin/sh\nsleep 1000 & exec sleep 1000\n"), CUJIT_ERROR_COMPILE_TIMEOUT, words);
    /* One that stops itself is no better. */
    refuse(compile_by("#!/bin/sh\nkill -STOP $$\n"), CUJIT_ERROR_COMPILE_TIMEOUT, words);
}

static bool asked(const void *user)
{
    (void)user;
    return true;
}

TEST(compiler_that_nobody_wants_is_stopped)
{
    unit.limit.stop = &(cj_stop){asked, NULL};
    refuse(compile_by("#!/bin/sh\nsleep 1000 & exec sleep 1000\n"), CUJIT_ERROR_CANCELLED, "\"k\" was cancelled");
}

/* It goes on for longer than the deadline, in a session of its own, with the compiler's output. */
TEST(server_of_a_compiler_is_not_waited_for)
{
    char *const environment[] = {"PATH=/usr/bin:/bin", NULL};
    char *const arguments[] = {"sh", "-c", "setsid sleep 300 & echo $!; exit 3", NULL};
    cj_spawn_result result = {0};

    must(cj_spawn("/bin/sh", arguments, environment, "/dev/null", 200000, NULL, &result, &fault));
    ck_assert(!result.given_up);
    ck_assert_int_eq(result.exit_code, 3);
    kill((pid_t)atol(result.output), SIGKILL);
    cj_free(result.output);
}

/* Writing beyond it raises a signal, which must not end us; of the compiler it is an error. */
TEST_EACH(file_size_limit_is_an_error, 3)
{
    static const rlim_t limits[] = {0, 100, 3000};
    const struct rlimit limit = {limits[_i], limits[_i]};
    cj_object other = {0};

    must(compile(unit));
    if (in_child()) {
        int failures = 0;

        signal(SIGXFSZ, SIG_DFL);
        failures += setrlimit(RLIMIT_FSIZE, &limit) != 0;
        failures += host->compile(&target, &unit, &other, NULL) == CUJIT_OK;
        failures += host->open(0, &device, NULL) != CUJIT_OK;
        /* Some systems count what is in memory only, some do not. */
        if (device != NULL)
            (void)host->load(device, &object, &module, NULL);
        _exit(failures);
    }
    ck_assert_int_eq(end_of_child(), 0);
}
