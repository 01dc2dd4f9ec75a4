/*
 * spawn.c: see spawn.h.
 *
 * The child leads a process group of its own, so that a deadline ends it with all that it started. The application may
 * have closed its standard descriptors, ignore SIGCHLD, or reap our child: each is provided for.
 */
#include "libjit/device/host/spawn.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_MS = 100,   /* how often to look whether a silent child has ended */
    DYING_MS = 5000, /* how long one that was killed may take to go */
};

/* Above the standard three, so that dup2 in the child overwrites nothing that it still needs. */
static int move_up(int fd)
{
    int moved;

    if (fd < 0 || fd > 2)
        return fd;
    moved = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    close(fd);
    return moved;
}

static int open_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    ends[0] = move_up(ends[0]);
    ends[1] = move_up(ends[1]);
    if (ends[0] >= 0 && ends[1] >= 0)
        return 0;
    if (ends[0] >= 0)
        close(ends[0]);
    if (ends[1] >= 0)
        close(ends[1]);
    return EMFILE;
}

static int start(const char *path, char *const arguments[], char *const environment[], const char *input, int output,
                 pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int code;

    if ((code = posix_spawn_file_actions_init(&actions)) != 0)
        return code;
    if ((code = posix_spawnattr_init(&attributes)) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    if ((code = posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)) != 0 ||
        (code = posix_spawn_file_actions_adddup2(&actions, output, 1)) != 0 ||
        (code = posix_spawn_file_actions_adddup2(&actions, output, 2)) != 0 ||
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
        /* descriptors of the application that lack close-on-exec */
        (code = posix_spawn_file_actions_addclosefrom_np(&actions, 3)) != 0 ||
#endif
        (code = posix_spawnattr_setsigmask(&attributes, &none)) != 0 ||
        (code = posix_spawnattr_setsigdefault(&attributes, &all)) != 0 ||
        (code = posix_spawnattr_setpgroup(&attributes, 0)) != 0 ||
        (code = posix_spawnattr_setflags(&attributes,
                                         POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)) != 0)
        goto out;
    code = posix_spawn(child, path, &actions, &attributes, arguments, environment);

out:
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* It is there to be reaped, or was reaped by somebody else. */
static bool has_ended(pid_t child)
{
    siginfo_t info = {.si_pid = 0};

    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child;
}

/* Keeps the first CJ_SPAWN_MAX_OUTPUT bytes and lets the child write on into nothing. Ends with the output; or where
 * the child has ended and what it started (a server that it keeps, say) holds the pipe open without a word. False: the
 * deadline passed. */
static bool collect(int from, pid_t child, double until, cj_text *output)
{
    static const char cut[] = "\n[the rest of the output was cut off]\n";
    char buffer[16384];
    bool full = false;

    for (;;) {
        struct pollfd wait = {.fd = from, .events = POLLIN};
        const double left = until - cj_now_ms();
        ssize_t got;

        if (left <= 0)
            return false;
        if (poll(&wait, 1, left < LOOK_MS ? (int)left + 1 : LOOK_MS) <= 0) {
            if (has_ended(child) && poll(&wait, 1, 0) <= 0)
                return true;
            continue;
        }
        got = read(from, buffer, sizeof buffer);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return true;
        if (full)
            continue;
        if (output->length + (size_t)got > CJ_SPAWN_MAX_OUTPUT) {
            got = (ssize_t)(CJ_SPAWN_MAX_OUTPUT - output->length);
            full = true;
        }
        cj_text_append_n(output, buffer, (size_t)got);
        if (full)
            cj_text_append(output, cut);
    }
}

/* The output has ended; so does the child soon, unless it closed its output to go on. */
static void reap(pid_t child, double until, cj_spawn_result *out)
{
    double killed = out->timed_out ? cj_now_ms() : 0;
    int status = 0;

    for (;;) {
        const pid_t got = waitpid(child, &status, WNOHANG);

        if (got == child)
            break;
        if (got < 0 && errno != EINTR)
            return; /* somebody else has its status */
        if (got == 0) {
            const struct timespec pause = {0, 200000};

            if (!out->timed_out && cj_now_ms() > until) {
                out->timed_out = true;
                killed = cj_now_ms();
                kill(-child, SIGKILL);
            }
            /* It cannot even die: it waits for a disk or a server that does not answer. */
            if (out->timed_out && cj_now_ms() > killed + DYING_MS)
                return;
            nanosleep(&pause, NULL);
        }
    }
    if (WIFEXITED(status))
        out->exit_code = WEXITSTATUS(status);
    else if (WIFSIGNALED(status))
        out->signal = WTERMSIG(status);
}

cujit_status cj_spawn(const char *path, char *const arguments[], char *const environment[], const char *input,
                      int deadline_ms, cj_spawn_result *out, cujit_error *error)
{
    const double until = cj_now_ms() + deadline_ms;
    cj_spawn_result result = {.exit_code = -1};
    cj_text output = {0};
    int ends[2], code;
    pid_t child = -1;

    if ((code = open_pipe(ends)) != 0)
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", code, "running %s: cannot make a pipe: %s", path,
                               strerror(code));
    code = start(path, arguments, environment, input, ends[1], &child);
    close(ends[1]);
    if (code != 0) {
        close(ends[0]);
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", code, "running %s: %s", path, strerror(code));
    }
    if (!collect(ends[0], child, until, &output)) {
        result.timed_out = true;
        kill(-child, SIGKILL);
    }
    close(ends[0]);
    reap(child, until, &result);
    result.output = cj_text_take(&output);
    if (result.output == NULL)
        return cj_error_no_memory(error, "the output of the host compiler");
    *out = result;
    return CUJIT_OK;
}
